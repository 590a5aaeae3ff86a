"""`errata explain`: how single sentences got their scores."""

import shutil
import sys
from argparse import ArgumentParser, Namespace

from errata.api.explain import explain
from errata.cli.inputs import check_output, read_inputs
from errata.cli.options import (
    MAX_SENTENCES,
    add_document_inputs,
    add_inputs,
    add_shared,
    add_text_documents,
    command_parser,
    place,
    whole,
)
from errata.cli.terminal import catching_findings, has_colour, in_words, put, show_findings, watched
from errata.errors import InputError
from errata.text.messages import quote

_FORMATS = ("text", "json", "markdown", "latex", "html")
_PLAIN_WIDTH = 100
_MIN_WIDTH = 40
_MAX_WIDTH = 10_000

_DESCRIPTION = """\
Show single sentences: aligned texts, edits, what matched, the counts and how they yield the score. For example,
with the corpus that ships with errata:

  errata explain "$(errata demo --path)/gold.m2" "$(errata demo --path)/good.txt" --sentence 4 --measure m2

Files and measures are given as for 'errata score'. Sentences are counted from 1, like lines ('index' in JSON counts
from 0, as does the Python function). The whole corpus is scored, because some measures choose a reference by what
came before; only the sentences asked for are shown.
"""


def _parser() -> ArgumentParser:
    parser = command_parser("explain", "GOLD OUTPUT [OUTPUT …] --sentence N", _DESCRIPTION)
    add_inputs(parser)
    add_text_documents(parser)
    which = parser.add_argument_group("which sentences (all conditions must hold)").add_argument
    which("--sentence", metavar="N[,N-N…]", action="append", help="by number, from 1; documents by their position")
    which(
        "--worst",
        type=whole(1, MAX_SENTENCES),
        metavar="K",
        help="the K that cost the score of the first measure most, worst first",
    )
    which("--grep", metavar="TEXT", help="those with this text in source, output or a reference")
    which(
        "--type",
        metavar="T",
        help="those where gold or output has an edit whose type begins with T, with or without its operation: R, "
        "R:VERB, VERB:SVA",
    )
    add = parser.add_argument
    add(
        "-f",
        "--format",
        choices=("text", "json", "markdown", "latex", "html"),
        default="text",
        help="output format (default: text)",
    )
    add(
        "--width",
        type=whole(_MIN_WIDTH, _MAX_WIDTH),
        metavar="N",
        help=f"columns of the text (default: the terminal's, else {_PLAIN_WIDTH})",
    )
    add(
        "--full",
        action="store_true",
        help="show all: long lists of n-grams, matrix and lattice of m2 (of short sentences)",
    )
    add_shared(parser, "--output")
    add_shared(parser, "--quiet")
    add_document_inputs(parser)
    return parser


def parse_numbers(texts: list[str]) -> list[int]:
    """Return the indices, from 0, given by numbers and ranges from 1.

    >>> parse_numbers(["3,7-9", "1"])
    [2, 6, 7, 8, 0]
    """
    found: list[range] = []
    for item in (item.strip() for text in texts for item in text.split(",")):
        first, dash, last = item.partition("-")
        low, high = place(first), place(last if dash else first)
        if not 1 <= low <= high <= MAX_SENTENCES:
            raise InputError(
                f"--sentence takes numbers from 1 and ranges that go upwards, such as 3,7-9, not {quote(item)}"
            )
        found.append(range(low - 1, high))
    if sum(map(len, found)) > MAX_SENTENCES:
        raise InputError(f"--sentence names more than {MAX_SENTENCES} sentences; no corpus has so many")
    return [index for numbers in found for index in numbers]


def _width(options: Namespace) -> int:
    if options.width is not None:
        return int(options.width)
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PLAIN_WIDTH


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    sentences = parse_numbers(options.sentence) if options.sentence else None
    if sentences is None and options.worst is None and options.grep is None and options.type is None:
        raise InputError("which sentences? Give --sentence N, --worst K, --grep TEXT or --type T")
    check_output(options)
    width = _width(options)
    with catching_findings() as findings:
        asked = read_inputs(options)
        with watched(options.quiet) as progress:
            explanations = explain(
                **asked.arguments,
                sentences=sentences,
                worst=options.worst,
                grep=options.grep,
                error_type=options.type,
                progress=progress,
            )
    show_findings(findings, options.quiet)
    from errata.report.explain_tables import render_result

    form = "table" if options.format == "text" else options.format
    settings = {
        "width": width,
        "colour": has_colour(options.output),
        "full": options.full,
        "warnings": in_words(findings),
    }
    put(render_result(explanations, form, **settings), options.output)
    return 0
