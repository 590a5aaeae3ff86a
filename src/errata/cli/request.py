"""What a command line asks to score: its files read and checked, its measures made."""

from argparse import Namespace
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from errata.cli.inputs import Columns, name_systems, parse_columns, read_annotated, read_document_sets, read_texts
from errata.corpus import Corpus, Output
from errata.document_sets import DocumentSet
from errata.errors import InputError, LengthError
from errata.formats import guess_format, holds_documents, read_lines
from errata.formats.files import display_name
from errata.measures import parse_measure
from errata.measures.base import Measure
from errata.text.plurals import plural

if TYPE_CHECKING:
    from errata.stats.plan import Resampling


@dataclass(frozen=True)
class Request:
    """What a command line asks to score, read and checked."""

    gold: Corpus | DocumentSet
    outputs: dict[str, Output] | dict[str, DocumentSet]
    measures: list[Measure] | None
    extract: str | None
    extract_gold: bool = False
    normalise: str | None = None


def read_request(options: Namespace) -> Request:
    """Read the files of a command line and make its measures."""
    chosen = [parse_measure(text) for text in options.measure] if options.measure else None
    gold, outputs = _read_files(options)
    if isinstance(gold, DocumentSet):  # whose edits have been extracted
        if options.extract_gold:
            raise InputError(f"--extract-gold is for sentences, but {gold.called} holds documents; leave it out")
        return Request(gold, outputs, chosen, None, normalise=options.normalise)
    return Request(gold, outputs, chosen, options.extract, options.extract_gold, options.normalise)


def read_table_request(options: Namespace, plan: "Resampling | None") -> Request:
    """Read the same with what only tables of scores know: blocks of types."""
    if options.lenient_control and not options.control:
        raise InputError("--lenient-control is about the lines of --control; give that too")
    asked = read_request(options)
    if plan and plan.clusters is not None and len(plan.clusters) != len(asked.gold):
        is_documents = isinstance(asked.gold, DocumentSet)
        raise LengthError(
            f"{display_name(options.clusters)} has {plural(len(plan.clusters), 'cluster label')} for "
            f"{plural(len(asked.gold), 'document' if is_documents else 'sentence')}; give one for each"
        )
    if options.control or options.types or options.by_type or options.with_all:
        return replace(asked, measures=_by_types(options, asked.gold, asked.measures))
    return asked


def resampling(options: Namespace, samples: int) -> "Resampling":
    """Return how to resample."""
    from errata.stats.plan import Resampling

    names = ("samples", "seed", "level", "method")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    clusters = read_lines(options.clusters) if options.clusters else None
    return Resampling(**{"samples": samples, **given, "clusters": clusters})


def _read_files(options: Namespace) -> tuple[Corpus | DocumentSet, dict[str, Output] | dict[str, DocumentSet]]:
    """Read the files a command line names."""
    if not options.files:
        raise InputError(
            "nothing to score: no OUTPUT is given beside --source and --reference"
            if options.reference
            else "nothing to score: neither GOLD nor OUTPUT is given; see --help"
        )
    columns = parse_columns(options.columns)
    if not options.reference and holds_documents(options.files[0], columns):
        gold, *outputs = options.files
        if not outputs:
            raise InputError(f"nothing to score: {gold} is taken for GOLD and no OUTPUT is given")
        return read_document_sets(
            gold,
            options.source,
            name_systems(outputs),
            annotators=options.gold,
            extract=options.extract,
            offset_unit=options.offset_unit,
            missing_file=options.missing_file,
        )
    return _read_sentences(options, columns)


def _read_sentences(options: Namespace, columns: Columns) -> tuple[Corpus, dict[str, Output]]:
    """Read sentences, annotated or with plain references."""
    if options.reference:
        annotated = [path for path in options.files if path.endswith(".m2")]
        if not options.source:
            raise InputError(
                f"--reference adds nothing to GOLD ({annotated[0]}); give one or the other"
                if annotated
                else "--reference needs --source as well: the text that was corrected"
            )
        systems = name_systems(options.files)
        return read_texts(options.source, options.reference, systems, columns, keep_last_line=options.keep_last_line)
    gold, *outputs = options.files
    if options.source and not gold.endswith(".m2") and not guess_format(gold).is_annotated:
        raise InputError(
            f"{gold} is plain text, not annotated gold; with --source give --reference too, the corrected text"
        )
    if not outputs:
        raise InputError(
            f"nothing to score: {gold} is taken for GOLD and no OUTPUT is given "
            "(with plain references use --source and --reference)"
        )
    return read_annotated(gold, options.source, name_systems(outputs), columns)


def _by_types(options: Namespace, gold: Corpus | DocumentSet, chosen: list[Measure] | None) -> list[Measure]:
    """Return the measures with every HOO measure once for each block of types asked for."""
    from errata.formats.hoo_control import read_control
    from errata.measures.hoo.measure import Hoo
    from errata.measures.hoo.types import ALL, member_types, type_blocks

    if not isinstance(gold, DocumentSet):
        raise InputError("--control, --types, --by-type and --with-all are for documents (HOO)")
    control = read_control(options.control, options.lenient_control) if options.control else None
    types = options.types.split(",") if options.types else []
    split: list[Measure] = []
    for text, measure in zip(options.measure or ["hoo"], chosen or [Hoo()], strict=True):
        if not isinstance(measure, Hoo):
            split.append(measure)
            continue
        named = types
        if measure.types != ALL or f"types={ALL}" in text.partition(":")[2].split(","):
            if types or options.by_type or (options.control and "=" in measure.types):
                given = "--types" if types else "--by-type" if options.by_type else "--control"
                raise InputError(f"hoo:types={measure.types} and {given} both say which types; leave one out")
            named = member_types(measure.types)
        elif not (options.control or types or options.by_type):
            raise InputError("--with-all adds a table to those of types; give --control, --types or --by-type too")
        if "=" in measure.types:
            blocks = [ALL, measure.types]
        else:
            blocks = type_blocks(gold, control=control, types=named, by_type=options.by_type, with_all=options.with_all)
        split += [replace(measure, types=block) for block in blocks]
    return split
