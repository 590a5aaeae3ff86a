"""`errata constants`: learn gain's constants from several references, to score texts with one reference."""

from argparse import ArgumentParser, Namespace
from typing import Any

from errata.api.accept import accept_gold
from errata.cli.inputs import check_not_read, check_replaces, parse_columns, read_annotated, read_texts
from errata.cli.options import add_shared, command_parser
from errata.cli.terminal import catching_findings, has_colour, show, show_findings
from errata.errors import InputError
from errata.formats.files import STDIN, InputFile
from errata.measures import parse_measure
from errata.measures.gain.constants import Constants, learn_constants, read_constants, write_constants
from errata.measures.gain.measure import Gain
from errata.model import Corpus
from errata.report.report import Column, ReportTable
from errata.report.writers import draw
from errata.text.messages import plural

_DESCRIPTION = """\
Learn from two or more references what the measure gain needs to know: how far people agree, the cost of a change
that only one of them made, and how many changes a sentence needs. For example:

  errata constants gold.m2 constants.json

Then score a text that has only one reference:

  errata score --source src.txt --reference ref.txt system.txt --measure gain:constants=constants.json

With plain references: errata constants --source SOURCE --reference REFERENCE --reference REFERENCE CONSTANTS
"""
_COLUMNS = (
    Column("order", "order", "number"),
    Column(("h", 0), "h del", "decimal"),
    Column(
        ("h", 1), "h ins", "decimal", "h: share of deleted and inserted n-grams on which references agree, pair by pair"
    ),
    Column(("lambda", 0), "λ del", "decimal"),
    Column(("lambda", 1), "λ ins", "decimal", "λ: the cost of a change that no reference has, if a person made it"),
    Column("Z", "Z", "decimal", "Z: n-grams that a reference deletes and inserts per sentence"),
)


def _parser() -> ArgumentParser:
    parser = command_parser("constants", "[GOLD] CONSTANTS", _DESCRIPTION)
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="GOLD, unless --reference is given, and the file to write")
    add_shared(parser, "--source", "source sentences; with GOLD, checked against it")
    add_shared(parser, "--reference", "corrected sentences (repeat for more)")
    add(
        "--measure",
        default="gain",
        metavar="gain[:key=value,…]",
        help="the unit, n and rate to learn for (default: gain)",
    )
    add_shared(parser, "--columns")
    add_shared(parser, "--quiet")
    return parser


def _read(options: Namespace) -> tuple[Corpus, str]:
    """Return the gold, and the path to write to."""
    wanted = 1 if options.reference else 2
    if len(options.files) != wanted:
        given = plural(len(options.files), "file")
        what = "CONSTANTS, besides --source and --reference" if options.reference else "GOLD and CONSTANTS"
        raise InputError(f"{given} given ({', '.join(options.files)}), but errata constants takes {what}")
    if options.reference and not options.source:
        raise InputError("--reference also needs --source, the text that was corrected")
    *gold, path = options.files
    check_not_read({"CONSTANTS": path}, [*gold, options.source, *options.reference])
    check_replaces("CONSTANTS", path, read_constants, "constants")
    columns = parse_columns(options.columns)
    if options.reference:
        return read_texts(options.source, options.reference, {}, columns)[0], path
    return read_annotated(InputFile(gold[0]), options.source, {}, columns)[0], path


def _measure(text: str) -> Gain:
    measure = parse_measure(text)
    if not isinstance(measure, Gain) or measure.constants:
        raise InputError(f"--measure takes gain with unit, n and rate here, not {text!r}")
    return measure


def _table(constants: Constants) -> ReportTable:
    numbers: dict[str, Any] = constants.numbers
    rows = [
        {"order": order + 1} | {name: values[order] for name, values in numbers.items()} for order in range(constants.n)
    ]
    counted = f"{plural(constants.n_sentences, 'sentence')}, {plural(constants.n_references, 'reference')}"
    about = f"unit:{constants.unit}|n:{constants.n}|rate:{constants.rate}|gold:{constants.gold}"
    return ReportTable(_COLUMNS, rows, f"constants of gain, {counted}", [f"constants:{constants.fingerprint}|{about}"])


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    measure = _measure(options.measure)
    with catching_findings() as findings:
        gold, path = _read(options)
        constants = learn_constants(accept_gold(gold, None, None), unit=measure.unit, n=measure.n, rate=measure.rate)
    write_constants(constants, path)
    if path == STDIN:
        show_findings(findings, options.quiet)
    else:
        show(draw([_table(constants)], "table", bold=has_colour()), findings, options.quiet)
    return 0
