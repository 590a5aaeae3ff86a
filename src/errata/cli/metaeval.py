"""`errata metaeval`: which measure agrees with people, and how certain that is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from errata.api.metaeval import AGGREGATES, DEFAULT_RUNS, MAX_DIGITS, metaevaluate
from errata.api.participants import METHODS
from errata.cli.inputs import check_annotated, check_apart, check_not_read, check_standard_input, read_inputs
from errata.cli.options import add_inputs, add_presentation, command_parser, number, whole
from errata.cli.page import check_page
from errata.cli.terminal import catching_findings, has_colour, in_words, show, show_left_out, watched
from errata.errors import InputError
from errata.formats.files import InputFile, bare_suffix
from errata.formats.judgements import ROOT, read_human_scores, read_judgements, read_scores, read_sentence_numbers
from errata.formats.xml import root_element
from errata.report.writers import FORMATS
from errata.stats import LEAST_SAMPLES, LEVELS, MAX_SAMPLES, MAX_SEED
from errata.stats.preferences import TIES

_DESCRIPTION = """\
Compare measures with human judgement: correlation over systems, accuracy over pairs of sentences, and whether one
measure agrees better than another. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)" && errata metaeval judgements.xml gold.m2 good.txt bold.txt cautious.txt unchanged.txt

JUDGEMENTS is a file of rankings (XML of GJG15, SEEDA, Napoles et al.) or a table of human scores (TSV with a column
'system'). GOLD, outputs and measures are given as for 'errata score'. System names must match those in JUDGEMENTS.
"""


def _parser() -> ArgumentParser:
    parser = command_parser("metaeval", "JUDGEMENTS GOLD OUTPUT [OUTPUT …]", _DESCRIPTION)
    add_inputs(parser, "JUDGEMENTS, GOLD and outputs; with --reference, no GOLD")
    parser.set_defaults(gold=[], offset_unit="auto", missing_file="error", files_before=1)  # JUDGEMENTS
    add = parser.add_argument
    add("-f", "--format", choices=FORMATS, default=FORMATS[0], help=f"output format (default: {FORMATS[0]})")
    add("--html", metavar="FILE", help="write a page with plots as well")
    add_presentation(parser)
    _add_people(parser)
    _add_comparison(parser)
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--interval",
        action="store_true",
        help="add confidence intervals (bootstrap over sentences and over systems) and a paired bootstrap of measures",
    )
    group.add_argument(
        "--samples", type=whole(LEAST_SAMPLES, MAX_SAMPLES), metavar="N", help="number of resamples (1000)"
    )
    group.add_argument("--seed", type=whole(0, MAX_SEED), metavar="N", help="random seed (12345)")
    group.add_argument("--level", type=number(*LEVELS), metavar="X", help="confidence level (0.95)")
    return parser


def _add_people(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("human judgements").add_argument
    add(
        "--human",
        metavar="HOW",
        default=METHODS[0],
        help="human scores of systems: ew (Expected Wins, the default), trueskill, or a table (TSV) with them",
    )
    add("--human-column", metavar="NAME", help="the column of a table of human scores")
    add("--runs", type=whole(1, 100_000), metavar="N", help=f"runs of trueskill, averaged (default: {DEFAULT_RUNS})")
    add("--judges", metavar="A,B,…", help="judges to include (default: all)")
    add("--without-judges", metavar="A,B,…", help="judges to leave out")
    add(
        "--first",
        choices=("auto", "0", "1"),
        default="auto",
        help="number of the first sentence in JUDGEMENTS (default: auto, whichever fits the outputs)",
    )


def _add_comparison(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("what is compared").add_argument
    add("--systems", metavar="A,B,…", help="systems to include (default: all that are both judged and given)")
    add("--without", metavar="A,B,…", help="systems to leave out")
    add(
        "--aggregate",
        choices=AGGREGATES,
        default=AGGREGATES[0],
        help="a system's score: the measure's own (default), the mean of its sentence scores, or the result of "
        "comparing the systems sentence by sentence (ew, trueskill)",
    )
    add(
        "--score-digits",
        type=whole(1, MAX_DIGITS),
        metavar="N",
        help="round the scores of systems to N decimals (on 0 to 1) before correlating, as papers that correlate "
        "printed scores",
    )
    add("--ties", choices=TIES, default=TIES[0], help=f"how ties of sentence scores count (default: {TIES[0]})")
    add(
        "--window",
        type=whole(3, 10_000),
        metavar="K",
        help="add correlations among K systems that people rank next to each other",
    )
    add("--by-rank", action="store_true", help="add accuracy by pair of human ranks")
    add(
        "--scores",
        metavar="NAME=FILE",
        action="append",
        default=[],
        help="scores computed elsewhere, higher is better (repeat for more): TSV with the columns system and score, or "
        "system, index (of the sentence, from 0) and score",
    )


def _names(text: str | None, option: str) -> list[str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option} is {text!r}; separate names with commas")
    return names


def _interval(options: Namespace) -> "Any":
    given = {name: getattr(options, name) for name in ("samples", "seed", "level")}
    given = {name: value for name, value in given.items() if value is not None}
    if given and not options.interval:
        raise InputError(f"--{next(iter(given))} only applies to intervals; add --interval")
    from errata.stats.plan import Resampling

    return Resampling(**given) if options.interval else False


def _read_scores(options: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for argument in options.scores:
        name, equals, path = argument.partition("=")
        if not equals or not name or not path:
            raise InputError(f"--scores is {argument!r}; write NAME=FILE")
        if name in found:
            raise InputError(f"two files of scores are called {name!r}; name each: NAME=FILE")
        found[name] = read_scores(path)
    return found


def _check_order(path: str, files: Sequence[str], *, has_gold: bool) -> None:
    """Refuse GOLD in place of JUDGEMENTS, and an output in place of GOLD."""
    others = [InputFile(other) for other in files if Path(other).is_file()]
    file = InputFile(path)
    if Path(path).is_file() and _is_gold_or_output(file):
        swapped = next((other for other in others if root_element(other) == ROOT), None)
        raise InputError(
            f"{path} holds no human judgements, but JUDGEMENTS, the first file, must be rankings (XML) or a table of "
            f"scores (TSV with a column 'system'){f'; {swapped} is: are the two swapped?' if swapped else ''}"
        )
    if has_gold and others and files[0] == str(others[0]):
        remedy = "; for reference texts use --source SOURCE --reference REFERENCE"
        check_annotated(others[0], "GOLD, the file after JUDGEMENTS,", others[1:], remedy)


def _is_gold_or_output(file: InputFile) -> bool:
    """Tell whether a file is M2 or plain text, by its name or first lines, and not a table of scores."""
    if bare_suffix(file) not in {".m2", ".txt"} and not file.head.startswith(b"S "):
        return False
    return not file.head.lstrip().startswith(b"<") and b"system" not in file.head.partition(b"\n")[0].split(b"\t")


def _read(options: Namespace) -> dict[str, Any]:
    """Read every file, and return the arguments of `metaevaluate`."""
    if not options.files:
        raise InputError("no files given; write: errata metaeval JUDGEMENTS GOLD OUTPUT …")
    if options.runs is not None and options.human != "trueskill":
        raise InputError("--runs only applies to TrueSkill; add --human trueskill")
    path, *options.files = options.files
    tables = [] if options.human in METHODS else [options.human]
    scored = [argument.partition("=")[2] for argument in options.scores]
    read = [path, *options.files, options.source, *options.reference, *tables, *scored, options.only]
    if tables and tables[0] != "-" and not Path(tables[0]).exists():
        raise InputError(f"--human is {options.human!r}, but no such file exists; write ew, trueskill or a path")
    check_standard_input(read)
    written = {"--html": options.html, "--output": options.output}
    check_apart(written)
    check_not_read(written, [part.rpartition("=")[2] if part else part for part in read])
    check_page(options.html)
    _check_order(path, options.files, has_gold=not options.reference)
    judgements = read_judgements(InputFile(path))
    found: dict[str, Any] = {
        "judgements": judgements,
        "scores": _read_scores(options),
        "human": read_human_scores(tables[0]) if tables else options.human,
        "only": read_sentence_numbers(options.only) if options.only else None,
    }
    if options.files or options.source or options.reference or not options.scores:
        found |= read_inputs(options).arguments
        if options.scores and not options.measure:
            found["measures"] = []
    return found


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    with catching_findings() as findings:
        interval = _interval(options)
        asked = _read(options)
        with watched(options.quiet) as progress:
            found = metaevaluate(
                **asked,
                human_column=options.human_column,
                runs=options.runs or DEFAULT_RUNS,
                systems=_names(options.systems, "--systems"),
                without=_names(options.without, "--without") or (),
                aggregate=options.aggregate,
                score_digits=options.score_digits,
                ties=options.ties,
                judges=_names(options.judges, "--judges"),
                without_judges=_names(options.without_judges, "--without-judges") or (),
                first=options.first if options.first == "auto" else int(options.first),
                window=options.window,
                by_rank=options.by_rank,
                interval=interval,
                workers=options.workers,
                progress=progress,
            )
    from errata.report.metaeval import render

    with catching_findings() as remarks:
        text = render(
            found, options.format, warnings=in_words(findings), digits=options.digits, bold=has_colour(options.output)
        )
        if options.html:
            from errata.formats.writing import write_text
            from errata.report.metaeval_page import page

            write_text(options.html, page(found))
    show_left_out(found.left_out, options.extract, options.quiet)
    show(text, [*findings, *remarks], options.quiet, options.output)
    return 0
