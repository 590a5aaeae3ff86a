"""`errata score`: outputs in, scores out."""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from errata.api.score import Result, score
from errata.cli.gates import REFUSED, add_gates, fail, is_refused, parse_bounds, shortfalls
from errata.cli.inputs import check_output, read_table_inputs, resampling
from errata.cli.options import (
    add_inputs,
    add_presentation,
    add_resampling_options,
    add_tables,
    add_text_documents,
    command_parser,
    number,
)
from errata.cli.paper import add_paper
from errata.cli.plain import read_plain
from errata.cli.sweep import add_sweep, run_sweep
from errata.cli.terminal import catching_findings, has_colour, in_words, show, show_left_out, watched
from errata.engines import MEMORY
from errata.errors import InputError
from errata.measures import output_formats
from errata.report.scores import render, score_only
from errata.report.writers import FORMATS, PARQUET, STREAMED

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from errata.api.streaming import Sentences
    from errata.stages import Progress
    from errata.stats.plan import Resampling

_LARGE = 1 << 20
"""File size in bytes above which it pays to consider how best to read the file."""
_DESCRIPTION = """\
Score system outputs. For example, with the corpus that ships with errata:

  errata score "$(errata demo --path)/gold.m2" "$(errata demo --path)/good.txt" --measure green

GOLD is an annotated file such as M2, or a table with references; OUTPUT is plain text, one sentence per line, an
annotated file, or a table (TSV, CSV, JSON Lines, Parquet) whose columns are known by name. With plain references:

  errata score --source SOURCE --reference REFERENCE [--reference REFERENCE …] OUTPUT …

GOLD may also be a document with edits by character offset (HOO XML), or a folder of them; OUTPUT is then the same:

  errata score GOLD_FOLDER SYSTEM_FOLDER … --measure hoo [--source SOURCE_FOLDER]

Whole text documents, such as essays, are split into blocks where all texts agree:

  errata score --documents --source orig.md --reference ref.md system.md

or, where GOLD has sentences and only the outputs are documents, into the sentences of GOLD:

  errata score --documents GOLD system.md
"""


def _added_formats(arguments: Sequence[str]) -> dict[str, str]:
    """Return the output formats that measures add.

    That loads every measure, so it is only done for --help or a format that not all results have.
    """
    from argparse import ArgumentParser

    from errata.cli.parser import HelpFormatter

    parser = ArgumentParser(add_help=False, allow_abbrev=False, formatter_class=HelpFormatter)
    parser.add_argument("-f", "--format", nargs="?", default=FORMATS[0])
    parser.add_argument("-h", "--help", action="store_true")
    asked, _ = parser.parse_known_args(arguments)
    return output_formats() if asked.help or asked.format not in FORMATS else {}


def _parser(arguments: list[str]) -> "ArgumentParser":
    parser = command_parser("score", "GOLD OUTPUT [OUTPUT …]", _DESCRIPTION)
    _declare(parser, arguments, _added_formats(arguments))
    return parser


def _declare(parser: "ArgumentParser", arguments: list[str], added: Mapping[str, str] = MappingProxyType({})) -> None:
    """Declare the arguments; `added` are the output formats that measures add."""
    add_inputs(parser)
    add_text_documents(parser)
    add = parser.add_argument
    add(
        "--by",
        metavar="FACET",
        help="add scores by group, where a measure knows the facet: type of edits (errant, m2), operation or category "
        "(errant)",
    )
    add("--sentences", action="store_true", help="add the score of every sentence")
    add(
        "-f",
        "--format",
        choices=(*FORMATS, *added, PARQUET),
        default=FORMATS[0],
        help=f"output format (default: {FORMATS[0]})"
        + "".join(f"; {form} {about}" for form, about in added.items())
        + "; parquet: a row for every sentence, with --sentences and --output",
    )
    add(
        "--sort",
        metavar="VALUE",
        help="order the systems of each measure by its value (best first) or count (highest first) of that name, such "
        "as precision; measures without it keep the order given",
    )
    add(
        "--best",
        action="store_true",
        help="mark the best value of each column, except the precision of systems that proposed nothing",
    )
    add(
        "-b",
        "--score-only",
        action="store_true",
        help="print nothing but the score in percent, one per line: for each system in turn, each measure",
    )
    add_presentation(parser)
    add_sweep(parser)
    add(
        "--engine",
        metavar="NAME",
        help="how plain text and M2 files are read and where counting runs: local (whole, in memory), stream (part by "
        "part, as large files are read in any case), dask or dask:ADDRESS (a Dask cluster, with the extra "
        "errata[cluster])",
    )
    add(
        "--resume",
        metavar="FILE",
        help="keep the counts of large files in FILE while the command runs; if FILE exists, because a run was "
        "interrupted, resume from it; it is removed at the end",
    )
    add(
        "--memory",
        metavar="MB",
        type=number(0, None),
        help="megabytes of counts to hold in memory if the rows of large files must be kept, as for --interval; the "
        f"rest goes to a temporary file (default: {MEMORY})",
    )
    add_paper(parser)
    add_gates(parser)
    group = parser.add_argument_group("intervals")
    group.add_argument("--interval", action="store_true", help="add a confidence interval of each score (bootstrap)")
    add_resampling_options(group, samples=1000)
    add_tables(parser, arguments)


def _interval(options: "Namespace") -> "Resampling | None":
    given = [name for name in ("samples", "seed", "level", "method", "clusters") if getattr(options, name) is not None]
    if given and not options.interval:
        raise InputError(f"--{given[0]} only applies to intervals; add --interval")
    return resampling(options, 1000) if options.interval else None


def _score(
    options: "Namespace", interval: "Resampling | None", progress: "Progress | None"
) -> "tuple[Result, Sentences | None]":
    sources = [options.source] if options.source and options.reference else []
    if options.engine or options.resume or (options.measure and is_large([*options.files, *sources])):
        from errata.cli.streaming import score_files

        streamed = score_files(options, interval, progress)
        if streamed is not None:
            return streamed
    asked = read_table_inputs(options, interval)
    return score(**asked.arguments, workers=options.workers, interval=interval or False, progress=progress), None


def is_large(paths: Sequence[str]) -> bool:
    """Tell whether files may be large enough to be read part by part."""
    return any(os.path.isfile(path) and os.path.getsize(path) > _LARGE for path in paths)  # noqa: PTH113, PTH202


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = read_plain(partial(_declare, arguments=arguments), arguments)
    if options is None:
        options = _parser(arguments).parse_intermixed_args(arguments)
    if (options.engine or options.resume) and (options.sweep or options.documents):
        mine = "--engine" if options.engine else "--resume"
        other = "--sweep" if options.sweep else "--documents"
        raise InputError(f"{mine} cannot be combined with {other}; leave it out")
    if options.sweep:
        return run_sweep(options)
    if options.html:
        raise InputError("--html draws what --sweep finds; add --sweep, or take --format html for tables")
    bounds = parse_bounds(options.fail_under)
    check_output(options)
    if options.resume and options.output and os.path.realpath(options.resume) == os.path.realpath(options.output):
        raise InputError(f"--resume and --output both name {options.output}; the first is removed at the end")
    if options.score_only and (options.format != FORMATS[0] or options.sentences or options.by or options.wide):
        raise InputError("--score-only prints bare scores; leave --format, --sentences, --by and --wide out")
    if options.format == PARQUET and not (options.sentences and options.output):
        raise InputError("--format parquet writes a row per sentence to a file; add --sentences and --output FILE")
    in_pieces = options.sentences and options.format in STREAMED and not options.by
    with catching_findings() as findings:
        interval = _interval(options)
        if options.documents:
            from errata.cli.documents import score_each

            result, sentences = score_each(options, interval), None
        else:
            with watched(options.quiet) as progress:
                result, sentences = _score(options, interval, progress)
    with catching_findings() as remarks:
        text = (
            ""
            if in_pieces
            else score_only(result.scores, options.digits)
            if options.score_only
            else render(
                result.scores,
                options.format,
                warnings=in_words(findings),
                sentences=options.sentences,
                by=options.by,
                digits=options.digits,
                bold=has_colour(options.output),
                wide=options.wide,
                signature=options.signature,
                sort=options.sort,
                best=options.best,
            )
        )
    short = shortfalls(result.scores, bounds)
    if is_refused([*findings, *remarks], options.strict):
        return REFUSED
    show_left_out(result.left_out, options.extract, options.quiet)
    if in_pieces:
        from errata.cli.streaming import show_sentences

        show_sentences(options, result.scores, findings, sentences)
    else:
        show(text, [*findings, *remarks], options.quiet, options.output)
    if sentences is not None:
        sentences.keeping.done()
    return fail(short)
