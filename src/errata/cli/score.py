"""`errata score`: outputs in, scores out."""

import sys
import warnings
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from errata.cli.inputs import name_systems, read_annotated, read_texts
from errata.corpus import Corpus, Output
from errata.errors import ErrataWarning, InputError
from errata.formats import guess_format
from errata.kernels import ngrams
from errata.measures import parse_measure
from errata.report.scores import FORMATS, render
from errata.scoring import score

_DESCRIPTION = """\
Score system outputs. For example, with the corpus that ships with errata:

  errata score "$(errata demo --path)/gold.m2" "$(errata demo --path)/good.txt" --measure green

GOLD is an annotated file such as M2; OUTPUT is plain text, one sentence a line, or an annotated file. With plain
references instead:

  errata score --source SOURCE --reference REFERENCE [--reference REFERENCE …] OUTPUT …
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
        help="find the edits of plain outputs and references for measures that compare edits: errata, or "
        "errant[:PIPELINE] with the extra errata[errant]",
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
    add("--quiet", action="store_true", help="no warnings on standard error")
    return parser


def load(options: Namespace) -> tuple[Corpus, dict[str, Output]]:
    """Read the files a command line names."""
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


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    if options.digits is not None and not 0 <= options.digits <= 15:
        raise InputError(f"--digits takes 0 to 15, not {options.digits}")
    chosen = [parse_measure(text) for text in options.measure] if options.measure else None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        gold, outputs = load(options)
        result = score(gold, outputs, measures=chosen, extract=options.extract, workers=options.workers)
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
