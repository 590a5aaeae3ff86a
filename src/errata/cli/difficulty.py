"""`errata difficulty`: which errors are hard, and who solves them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence

from errata.cli.inputs import (
    check_apart,
    check_not_read,
    check_replaces,
    name_systems,
    parse_columns,
    read_annotated,
    read_only,
)
from errata.cli.options import MAX_SENTENCES, add_preparation, add_shared, command_parser, number, place, whole
from errata.cli.page import check_page
from errata.cli.raw import read_raw
from errata.cli.terminal import catching_findings, has_colour, in_words, put, show_findings, watched
from errata.errors import InputError
from errata.formats.files import InputFile
from errata.formats.writing import write_lines
from errata.measures.difficulty.analysis import GROUPINGS, SORTS, DifficultyAnalysis, analyse_difficulty
from errata.measures.difficulty.measure import ALL, Difficulty
from errata.measures.difficulty.scales import FUNCTIONS, LINEAR
from errata.measures.difficulty.tables import FORMATS, render
from errata.measures.difficulty.weights import read_weights, write_weights
from errata.model import Corpus, as_annotator
from errata.text.messages import printable, quote

_DESCRIPTION = """\
Show what is hard: difficulty weights learned from several systems, weighted scores, difficulty by error type,
the hardest and easiest errors, and a heat map. For example:

  errata difficulty gold.m2 system_a.m2 system_b.m2 system_c.m2 --html map.html

--against m2 compares the ranks with those of another measure. For several corpora side by side:

  errata difficulty --corpus conll=gold.m2 a.m2 b.m2 --corpus fce=fce.m2 a=fce_a.m2 b=fce_b.m2 --against m2

GOLD and outputs are M2 files; with --extract errata, outputs may be plain text. The more systems get a chunk right, the
less it weighs. Save the weights (--write-weights w.json) to score another system later:
errata difficulty gold.m2 mine.m2 --weights w.json
"""


_ABOUT_FUNCTION = next(option.about for option in Difficulty.options() if option.name == "function")


def _parser() -> ArgumentParser:
    parser = command_parser("difficulty", "GOLD OUTPUT [OUTPUT …]", _DESCRIPTION)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="GOLD and the outputs of systems; NAME=PATH names a system")
    add(
        "--corpus",
        nargs="+",
        action="append",
        metavar="FILE",
        help="instead of GOLD and outputs: [NAME=]GOLD and outputs of one corpus; repeat for more; systems are "
        "matched by name and get a table of all corpora",
    )
    add_shared(parser, "--source", "source sentences, checked against GOLD")
    add_shared(parser, "--extract", "find the edits of plain outputs: errata, wdiff, or errant[:PIPELINE]")
    add_preparation(parser)
    add_shared(parser, "--columns")
    add("--annotator", metavar="ID", default="0", help="whose edits are the reference (default: 0), or all in turn")
    add("--weights", metavar="FILE", help="read weights from a file instead of learning them")
    add("--write-weights", metavar="FILE", help="write the weights: .json with full information, else the plain form")
    add("--function", choices=tuple(FUNCTIONS), default=LINEAR, help=f"{_ABOUT_FUNCTION} (default: {LINEAR})")
    add(
        "--against",
        metavar="MEASURE",
        help="compare ranks with those by this measure, such as m2, instead of those by F without weights",
    )
    add("--sort", choices=tuple(SORTS), default="f", help="value that sorts the table of systems (default: f)")
    for option in Difficulty.options():
        if option.kind is float:
            add(
                f"--{option.name}",
                type=number(option.minimum, option.maximum),
                default=option.default,
                metavar="X",
                help=f"{option.about} (default: {option.show(option.default)})",
            )
    add("--types", choices=tuple(GROUPINGS), default="category", help="how error types are grouped (default: category)")
    add(
        "--top",
        type=whole(0, MAX_SENTENCES),
        default=10,
        metavar="N",
        help="number of hardest and easiest errors to list (default: 10)",
    )
    add("--map", metavar="RANGE", help="print the heat map of sentences too: all, 7 or 1-20")
    add("--false-positives", action="store_true", help="show needless changes in the printed map")
    add("--html", metavar="FILE", help="write the heat map as a page that works offline")
    add("--color", choices=("auto", "always", "never"), default="auto", help="colours in the printed map")
    add("-f", "--format", choices=FORMATS, default="table", help="output format (default: table)")
    add_shared(parser, "--digits", "digits of scores in tables (default: 2)")
    add_shared(parser, "--output")
    add_shared(parser, "--quiet")
    return parser


def _check(options: Namespace) -> None:
    if not options.files:
        raise InputError("no files given; write: errata difficulty GOLD OUTPUT …, or --corpus for each of several")
    if len(options.files) < 2:
        raise InputError(f"no system output given ({options.files[0]} was read as GOLD)")
    if options.map and options.format != "table":
        raise InputError(f"--map prints text and cannot be combined with --format {options.format}; use --html")


def _check_outputs(options: Namespace, systems: Iterable[str]) -> None:
    written = {"--html": options.html, "--write-weights": options.write_weights, "--output": options.output}
    check_apart(written)
    check_not_read(written, [options.files[0], *systems, options.source, options.weights, options.only])
    check_page(options.html)
    if options.write_weights:
        check_replaces("--write-weights", options.write_weights, read_weights, "weights")


def _sentences(text: str, n_sentences: int) -> range:
    """Return the sentences given by a user: counted from 1 on the command line and from 0 here."""
    if text == ALL:
        return range(n_sentences)
    first, dash, last = text.partition("-")
    start, stop = place(first), place(last if dash else first)
    if 1 <= start <= stop <= n_sentences:
        return range(start - 1, stop)
    raise InputError(f"--map takes all, a sentence or a range of sentences from 1 to {n_sentences}, not {quote(text)}")


def _has_colour(options: Namespace) -> bool:
    if options.color != "auto":
        return bool(options.color == "always")
    return has_colour(options.output)


def _write(options: Namespace, analyses: Sequence[DifficultyAnalysis]) -> None:
    if len(analyses) > 1 and (options.html or options.write_weights):
        raise InputError("--html and --write-weights cover one annotator; choose one with --annotator")
    if options.write_weights:
        write_weights(analyses[0].weights, options.write_weights)
    if options.html:
        from errata.measures.difficulty.heatmap import to_html

        write_lines(options.html, to_html(analyses[0]).split("\n"))


def _analyse(
    options: Namespace, gold_path: str, systems: dict[str, str], measure: Difficulty
) -> tuple[Corpus, list[DifficultyAnalysis]]:
    """Read one corpus and judge its systems, by each requested annotator."""
    raw, only = read_raw(options), read_only(options.only)
    gold, outputs = read_annotated(
        InputFile(gold_path), options.source, systems, parse_columns(options.columns), options.tokens
    )
    with watched(options.quiet) as progress:
        return gold, [
            analyse_difficulty(
                gold,
                outputs,
                each,
                options.extract,
                progress,
                extract_gold=options.extract_gold,
                normalise=options.normalise,
                tokens=options.tokens,
                raw=raw,
                only=only,
                against=options.against,
            )
            for each in measure.expand(gold)
        ]


def _run_corpora(options: Namespace, measure: Difficulty) -> int:
    """Judge the systems of several corpora, and print a table of all."""
    lacking = ("files", "source", "weights", "write_weights", "html", "map")
    odd = next((name for name in lacking if getattr(options, name)), None)
    if odd or options.annotator == ALL:
        what = (
            f"--{odd.replace('_', '-') if odd else 'annotator all'}"
            if odd != "files"
            else f"{options.files[0]} before it"
        )
        raise InputError(f"{what} cannot be combined with --corpus; leave it out, or take one corpus at a time")
    alone = next((files for files in options.corpus if len(files) < 2), None)
    if alone:
        raise InputError(f"nothing to judge: --corpus {alone[0]} has no OUTPUT; write --corpus [NAME=]GOLD OUTPUT …")
    names = name_systems([files[0] for files in options.corpus], "corpora")
    paths = [name_systems(files[1:]) for files in options.corpus]
    check_not_read({"--output": options.output}, [*names.values(), *(path for each in paths for path in each.values())])
    with catching_findings() as findings:
        corpora = {
            name: _analyse(options, gold, systems, measure)[1][0]
            for (name, gold), systems in zip(names.items(), paths, strict=True)
        }
    from errata.measures.difficulty.corpora import render as render_corpora

    show_findings(findings, options.quiet)
    words, bold = in_words(findings), has_colour(options.output)
    put(render_corpora(corpora, options.format, digits=options.digits, warnings=words, bold=bold), options.output)
    return 0


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    measure = Difficulty(
        beta=options.beta,
        reference=as_annotator(options.annotator),
        weights=read_weights(options.weights) if options.weights else None,
        a=options.a,
        b=options.b,
        c=options.c,
        function=options.function,
    )
    if options.corpus:
        return _run_corpora(options, measure)
    _check(options)
    systems = name_systems(options.files[1:])
    _check_outputs(options, systems.values())
    with catching_findings() as findings:
        gold, analyses = _analyse(options, options.files[0], systems, measure)
        where = _sentences(options.map, len(gold)) if options.map else ()
    show_findings(findings, options.quiet)
    _write(options, analyses)
    parts = [
        render(
            analyses,
            options.format,
            grouping=options.types,
            top=options.top,
            digits=options.digits,
            warnings=in_words(findings),
            bold=has_colour(options.output),
            sort=options.sort,
        )
    ]
    for analysis in analyses if where else ():
        from errata.measures.difficulty.heatmap import to_terminal

        who = printable(str(analysis.measure.reference))
        parts.append(f"\nheat map, annotator {who}: error→correction and how many systems were right")
        colour = _has_colour(options)
        among = [place for place, number in enumerate(analysis.numbers) if number in where]
        parts.append(to_terminal(analysis, among, colour=colour, false_positives=options.false_positives))
    put("\n".join(parts), options.output)
    return 0
