"""`errata report`: one page that shows which system is best, on which errors, and every sentence in detail."""

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from errata.api.review import EXPLAINED
from errata.cli.inputs import check_output
from errata.cli.options import add_shared, command_parser, whole
from errata.cli.page import check_page
from errata.cli.reviewing import add_reviewing, read_review
from errata.cli.terminal import tell
from errata.errors import InputError
from errata.formats.files import STDIN

_MAX_EXPLAINED = 100_000
_DESCRIPTION = """\
Write a page that shows which system is best and how certain that is, which kinds of errors the systems differ on, and
which sentences decide. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)" && errata report gold.m2 good.txt bold.txt cautious.txt -o /tmp/report.html

Files and measures are given as for 'errata score'. The page is one file that works offline: open it in a browser, send
it, or print it. Edits are marked as the measure errant counts them; where outputs are plain text, --extract finds
the edits of both sides (default: errata's own extractor, only for the marks).
"""


def _parser(arguments: list[str]) -> ArgumentParser:
    parser = command_parser("report", "GOLD OUTPUT [OUTPUT …] -o PAGE.html", _DESCRIPTION)
    add_shared(parser, "--output", "where the page goes; '-' is standard output")
    parser.add_argument("--title", metavar="TEXT", default="", help="the title of the page (default: the gold's name)")
    parser.add_argument(
        "--explain",
        type=whole(0, _MAX_EXPLAINED),
        default=EXPLAINED,
        metavar="N",
        help=f"explain in full the N sentences that cost each score most (default: {EXPLAINED}); for the others, "
        "the page has only the counts",
    )
    add_reviewing(parser, arguments, "GOLD and outputs; with --reference, outputs only")
    add_shared(parser, "--quiet")
    return parser


def _command(options: Namespace) -> str:
    """Return the command that explains a sentence of these files."""
    words = ["errata", "explain", *options.files]
    words += ["--source", options.source] if options.source else []
    words += [word for path in options.reference for word in ("--reference", path)]
    words += [word for name in options.measure or () for word in ("--measure", name)]
    for name in ("extract", "normalise", "tokens", "columns", "blocks", "only"):
        if value := getattr(options, name):
            words += [f"--{name}", value]
    words += [word for text in options.raw_options or () for word in ("--raw-options", text)]
    switches = ("extract_gold", "raw", "as_is", "documents", "keep_last_line")
    words += [f"--{name.replace('_', '-')}" for name in switches if getattr(options, name)]
    return shlex.join(words)


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser(list(arguments)).parse_intermixed_args(arguments)
    if options.output is None:
        raise InputError("no output file given; write: -o report.html")
    check_output(options)
    check_page(options.output, name="--output")
    found = read_review(options, check=True)
    from errata.formats.writing import write_text

    write_text(options.output, found.page(options.title, explained=options.explain, command=_command(options)))
    if options.output != STDIN and not options.quiet:
        tell(f"wrote {options.output}")
    return 0
