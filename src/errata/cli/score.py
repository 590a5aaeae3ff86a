"""`errata score`: outputs in, scores out."""

import sys
import warnings
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from errata.cli.inputs import holds_documents, name_systems, read_annotated, read_document_sets, read_texts
from errata.corpus import Corpus, Output
from errata.documents import DocumentSet
from errata.errors import ErrataWarning, InputError
from errata.formats import guess_format
from errata.kernels import ngrams
from errata.measures import parse_measure
from errata.measures.base import Measure
from errata.report.scores import FORMATS, render
from errata.scoring import score

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
    parser = ArgumentParser(
        prog="errata score",
        usage="errata score [options] GOLD OUTPUT [OUTPUT …]",
        description=_DESCRIPTION,
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
        "errant[:PIPELINE] with the extra errata[errant]; of corrected documents: wdiff or maxmatch",
    )
    add(
        "--by",
        metavar="FACET",
        help="add scores by group, where a measure knows the facet: operation, category or type of edits (errant)",
    )
    add("--sentences", action="store_true", help="add the score of every sentence")
    add(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="worker processes (default: 1); the result is the same",
    )
    add("--format", choices=FORMATS, default="table", help="form of the output (default: table)")
    add(
        "--digits",
        type=int,
        metavar="N",
        help="digits after the point (default: 2 in tables, all elsewhere; JSON is never rounded)",
    )
    add("--quiet", action="store_true", help="no warnings and no progress bar on standard error")
    _add_document_options(parser)
    return parser


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
    add("--control", metavar="FILE", help="one table for each reportable type: lines 'aggregate NAME TYPE…'")
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
    from errata.measures.hoo_types import type_blocks

    if not isinstance(gold, DocumentSet):
        raise InputError("--control, --types, --by-type and --with-all are for documents (HOO)")
    control = read_control(options.control) if options.control else None
    types = options.types.split(",") if options.types else []
    blocks = type_blocks(gold, control=control, types=types, by_type=options.by_type, with_all=options.with_all)
    split: list[Measure] = []
    for measure in chosen or [Hoo()]:
        split += [replace(measure, types=text) for text in blocks] if isinstance(measure, Hoo) else [measure]
    return split


def watched(quiet: bool, what: str = "counting") -> AbstractContextManager[Callable[[int, int], None] | None]:
    """Give a progress bar to tell of work, None where no one would see it; only then its module is loaded."""
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    from errata.cli.progress import progress_bar

    return progress_bar(what)


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    if options.digits is not None and not 0 <= options.digits <= 15:
        raise InputError(f"--digits takes 0 to 15, not {options.digits}")
    chosen = [parse_measure(text) for text in options.measure] if options.measure else None
    by_types = options.control or options.types or options.by_type or options.with_all
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        gold, outputs = load(options)
        if by_types:
            chosen = _by_types(options, gold, chosen)
        extract = None if isinstance(gold, DocumentSet) else options.extract  # documents have been seen to
        with watched(options.quiet) as progress:
            result = score(gold, outputs, measures=chosen, extract=extract, workers=options.workers, progress=progress)
    messages = [str(item.message) for item in caught]
    if not ngrams.COMPILED and sys.stderr.isatty() and not options.quiet:
        print("errata: the kernels run interpreted, about 100 times slower than compiled", file=sys.stderr)
    if not options.quiet:
        for message in messages:
            print(f"errata: warning: {message}", file=sys.stderr)
    text = render(
        result.scores,
        options.format,
        warnings=messages,
        sentences=options.sentences,
        by=options.by,
        digits=options.digits,
        bold=sys.stdout.isatty(),
    )
    print(text)
    return 0
