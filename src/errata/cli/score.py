"""`errata score`: outputs in, scores out."""

import sys
import warnings
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from errata.cli.inputs import holds_documents, name_systems, read_annotated, read_document_sets, read_texts
from errata.cli.terminal import has_colour
from errata.corpus import Corpus, Output
from errata.documents import DocumentSet
from errata.errors import ErrataWarning, InputError
from errata.formats import guess_format, read_lines
from errata.kernels import ngrams
from errata.measures import parse_measure
from errata.measures.base import Measure
from errata.report.scores import FORMATS, render
from errata.scoring import score

if TYPE_CHECKING:
    from argparse import _ArgumentGroup

    from errata.stats.plan import Resampling

_DESCRIPTION = """\
Score system outputs. For example, with the corpus that ships with errata:

  errata score "$(errata demo --path)/gold.m2" "$(errata demo --path)/good.txt" --measure green

GOLD is an annotated file such as M2; OUTPUT is plain text, one sentence a line, or an annotated file. With plain
references instead:

  errata score --source SOURCE --reference REFERENCE [--reference REFERENCE …] OUTPUT …

GOLD may also be a document with edits by character offset (HOO XML), or a folder of them; OUTPUT is then the same:

  errata score GOLD_FOLDER SYSTEM_FOLDER … --measure hoo [--source SOURCE_FOLDER]
"""


def _parser() -> ArgumentParser:
    parser = shared_parser("errata score", "[options] GOLD OUTPUT [OUTPUT …]", _DESCRIPTION)
    add = parser.add_argument
    add(
        "--by",
        metavar="FACET",
        help="add scores by group, where a measure knows the facet: operation, category or type of edits (errant)",
    )
    add("--sentences", action="store_true", help="add the score of every sentence")
    group = parser.add_argument_group("intervals")
    group.add_argument("--interval", action="store_true", help="add a confidence interval of each score (bootstrap)")
    add_resampling_options(group, samples=1000)
    return parser


def shared_parser(prog: str, usage: str, description: str) -> ArgumentParser:
    """Return a parser of what every command takes that scores systems: files, measures, and how to show them."""
    parser = ArgumentParser(
        prog=prog,
        usage=f"{prog} {usage}",
        description=description,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "files",
        nargs="+",
        metavar="FILE",
        help="GOLD and outputs; with --reference, outputs only. '-' is standard input, NAME=PATH names a system",
    )
    add("--source", metavar="FILE", help="source sentences; with GOLD, checked against it")
    add(
        "--reference",
        metavar="FILE",
        action="append",
        default=[],
        help="corrected sentences (repeat for more)",
    )
    add(
        "--measure",
        metavar="NAME[:key=value,…]",
        action="append",
        help="measure and options (repeat for more; default: all); see 'errata measures'",
    )
    add(
        "--extract",
        metavar="NAME",
        help="find the edits of plain outputs and references for measures that compare edits: errata, wdiff, or "
        "errant[:PIPELINE] with the extra errata[errant]; of corrected documents: "
        "wdiff[:granularity=token,merge=errant] or maxmatch",
    )
    add(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="worker processes (default: 1); the result is the same",
    )
    add(
        "--format",
        choices=(*FORMATS, "hoo-xml"),
        default="table",
        help="form of the output (default: table); hoo-xml as the programs of the HOO tasks wrote it",
    )
    add("--sort", metavar="VALUE", help="order systems by a value or count, highest first, such as detection_f")
    add("--best", action="store_true", help="mark the highest value of each column")
    add(
        "--digits",
        type=int,
        metavar="N",
        help="digits after the point (default: 2 in tables, all elsewhere; JSON is never rounded)",
    )
    add("--quiet", action="store_true", help="no warnings and no progress bar on standard error")
    _add_document_options(parser)
    return parser


def add_resampling_options(group: "_ArgumentGroup", samples: int) -> None:
    """Add how to resample; what is not given stays None."""
    add = group.add_argument
    add("--samples", type=int, metavar="N", help=f"how often to resample (default: {samples})")
    add("--seed", type=int, metavar="N", help="where random numbers start (default: 12345)")
    add("--level", type=float, metavar="X", help="confidence level (default: 0.95)")
    add("--method", choices=("percentile", "bca"), help="how interval ends are found (default: percentile)")
    add(
        "--clusters",
        metavar="FILE",
        help="a label for each sentence (or document), one a line: what has the same label is drawn together",
    )


def resampling(options: Namespace, samples: int) -> "Resampling":
    """Return how to resample."""
    from errata.stats.plan import Resampling

    names = ("samples", "seed", "level", "method")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    clusters = read_lines(options.clusters) if options.clusters else None
    return Resampling(**{"samples": samples, **given, "clusters": clusters})


def _interval(options: Namespace) -> "Resampling | bool":
    given = [name for name in ("samples", "seed", "level", "method", "clusters") if getattr(options, name) is not None]
    if given and not options.interval:
        raise InputError(f"--{given[0]} is about intervals; add --interval")
    return resampling(options, 1000) if options.interval else False


def _add_document_options(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("documents (HOO)").add_argument
    add(
        "--offset-unit",
        choices=("auto", "codepoint", "utf8", "utf16"),
        default="auto",
        help="what offsets count (default: auto, what fits the texts of --source)",
    )
    add(
        "--missing-file",
        choices=("error", "empty"),
        default="error",
        help="take a document that a system lacks for an error or an empty submission (default: error)",
    )
    add(
        "--gold",
        metavar="FILE",
        action="append",
        default=[],
        help="more gold: the same documents by another annotator (repeat for more); see the option annotator of hoo",
    )
    add("--control", metavar="FILE", help="one table for each reportable type: lines 'aggregate NAME TYPE…'")
    add("--lenient-control", action="store_true", help="warn of lines of --control that are not understood, and go on")
    add("--types", metavar="T,T…", help="only these types, or these reportable types of --control")
    add("--by-type", action="store_true", help="one table for each type of the gold")
    add("--with-all", action="store_true", help="beside the tables of types, one of all edits")


def load(options: Namespace) -> tuple[Corpus | DocumentSet, dict[str, Output] | dict[str, DocumentSet]]:
    """Read the files a command line names."""
    if not options.reference and holds_documents(options.files[0]):
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
    return load_sentences(options)


def load_sentences(options: Namespace) -> tuple[Corpus, dict[str, Output]]:
    """Read sentences, annotated or with plain references."""
    if options.reference:
        annotated = [path for path in options.files if path.endswith(".m2")]
        if not options.source:
            raise InputError(
                f"--reference adds nothing to GOLD ({annotated[0]}); give one or the other"
                if annotated
                else "--reference needs --source as well: the text that was corrected"
            )
        return read_texts(options.source, options.reference, name_systems(options.files))
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
    return read_annotated(gold, options.source, name_systems(outputs))


def _by_types(options: Namespace, gold: Corpus | DocumentSet, chosen: list[Measure] | None) -> list[Measure]:
    """Return the measures with every HOO measure once for each block of types asked for."""
    from errata.formats.hoo_control import read_control
    from errata.measures.hoo import Hoo
    from errata.measures.hoo_types import ALL, member_types, type_blocks

    if not isinstance(gold, DocumentSet):
        raise InputError("--control, --types, --by-type and --with-all are for documents (HOO)")
    control = read_control(options.control, options.lenient_control) if options.control else None
    types = options.types.split(",") if options.types else []
    split: list[Measure] = []
    for measure in chosen or [Hoo()]:
        if not isinstance(measure, Hoo):
            split.append(measure)
            continue
        named = types
        if measure.types != ALL:
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
        split += [replace(measure, types=text) for text in blocks]
    return split


def watched(quiet: bool, what: str = "counting") -> AbstractContextManager[Callable[[int, int], None] | None]:
    """Give a progress bar to tell of work, None where no one would see it; only then its module is loaded."""
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    from errata.cli.progress import progress_bar

    return progress_bar(what)


@dataclass(frozen=True)
class Request:
    """What a command line asks to score, read and checked."""

    gold: Corpus | DocumentSet
    outputs: dict[str, Output] | dict[str, DocumentSet]
    measures: list[Measure] | None
    extract: str | None


def read_request(options: Namespace) -> Request:
    """Read the files of a command line and make its measures."""
    if options.digits is not None and not 0 <= options.digits <= 15:
        raise InputError(f"--digits takes 0 to 15, not {options.digits}")
    chosen = [parse_measure(text) for text in options.measure] if options.measure else None
    gold, outputs = load(options)
    if options.control or options.types or options.by_type or options.with_all:
        chosen = _by_types(options, gold, chosen)
    extract = None if isinstance(gold, DocumentSet) else options.extract  # documents have been seen to
    return Request(gold, outputs, chosen, extract)


def show(options: Namespace, text: str, messages: list[str]) -> None:
    """Print a result, and before it on standard error what was suspicious."""
    if not ngrams.COMPILED and sys.stderr.isatty() and not options.quiet:
        print("errata: the kernels run interpreted, about 100 times slower than compiled", file=sys.stderr)
    if not options.quiet:
        for message in messages:
            print(f"errata: warning: {message}", file=sys.stderr)
    print(text)


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        interval = _interval(options)
        asked = read_request(options)
        with watched(options.quiet) as progress:
            result = score(
                asked.gold,
                asked.outputs,
                measures=asked.measures,
                extract=asked.extract,
                workers=options.workers,
                interval=interval,
                progress=progress,
            )
    messages = [str(item.message) for item in caught]
    text = render(
        result.scores,
        options.format,
        warnings=messages,
        sentences=options.sentences,
        by=options.by,
        digits=options.digits,
        bold=has_colour(),
        sort=options.sort,
        best=options.best,
    )
    show(options, text, messages)
    return 0
