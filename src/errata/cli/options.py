"""The arguments shared by several commands, each defined once.

`add_inputs` has those of score, compare and explain, `add_presentation` those of score and compare.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from errata.cli.raw import add_raw
from errata.engines import MAX_WORKERS
from errata.measures import argument_modules
from errata.stats import LEAST_SAMPLES, LEVELS, MAX_SAMPLES, MAX_SEED
from errata.text.cutting import WAYS
from errata.text.forms import FORMS
from errata.text.messages import read_number

if TYPE_CHECKING:
    from argparse import ArgumentParser, _ArgumentGroup

MAX_DIGITS = 15
"""A floating-point number has no more digits."""
MAX_SENTENCES = 10_000_000
"""No corpus has this many sentences; a larger number is a typo."""


def whole(low: int, high: int) -> Callable[[str], int | float]:
    """Return an argument type: a whole number within bounds."""
    return partial(_number, int, low, high)


def number(low: float | None, high: float | None) -> Callable[[str], int | float]:
    """Return an argument type: a number within bounds."""
    return partial(_number, float, low, high)


def _number(kind: type[int] | type[float], low: float | None, high: float | None, text: str) -> int | float:
    try:
        return read_number(text, kind, low, high)
    except ValueError as error:
        from argparse import ArgumentTypeError  # which a command line without mistakes does without

        raise ArgumentTypeError(str(error)) from None


def place(text: str) -> int:
    """Return the number, from 1, of a sentence or document; 0 if the text cannot be one."""
    return int(text) if text.isdecimal() and len(text) <= len(str(MAX_SENTENCES)) else 0


def command_parser(command: str, usage: str, description: str) -> "ArgumentParser":
    """Return the parser of a command, without any arguments yet."""
    from errata.cli.parser import HelpFormatter, Parser

    return Parser(
        prog=f"errata {command}",
        usage=f"errata {command} [options] {usage}",
        description=description,
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )


_ALIKE: dict[str, dict[str, Any]] = {
    "--source": {"metavar": "FILE"},
    "--reference": {"metavar": "FILE", "action": "append", "default": []},
    "--extract": {"metavar": "NAME"},
    "--digits": {"type": whole(0, MAX_DIGITS), "metavar": "N"},
    "--offset-unit": {"choices": ("auto", "codepoint", "utf8", "utf16"), "default": "auto"},
    "--columns": {
        "metavar": "LIST",
        "help": "tables (TSV, CSV, JSON Lines, Parquet): which column is which, such as "
        "source=src,output=mine,reference=tgt (default: as their names say)",
    },
    "--output": {"metavar": "FILE", "help": "write the result to FILE instead of standard output"},
    "--quiet": {"action": "store_true", "help": "no warnings or progress bar on stderr"},
}
_SHORT = {"--source": "-s", "--reference": "-r", "--output": "-o", "--quiet": "-q"}


def add_shared(parser: "ArgumentParser | _ArgumentGroup", name: str, about: str = "") -> None:
    """Add an argument shared by several commands; `about` is its help text where that differs."""
    names = [_SHORT[name], name] if name in _SHORT else [name]
    parser.add_argument(*names, **_ALIKE[name] | ({"help": about} if about else {}))


def add_inputs(parser: "ArgumentParser", files: str = "") -> None:
    """Add what to score, and with which measures; `files` describes the files if they are not GOLD and outputs."""
    add = parser.add_argument
    if not files:
        files = "GOLD and outputs; with --reference or --data, outputs only"
        add("--data", metavar="NAME", help="score against a standard corpus; 'errata data list' has their names")
    add("files", nargs="*", metavar="FILE", help=f"{files}. '-' is standard input, NAME=PATH names a system")
    add_shared(parser, "--source", "source sentences; with GOLD, checked against it")
    add_shared(parser, "--reference", "corrected sentences (repeat for more)")
    add(
        "-m",
        "--measure",
        metavar="NAME[:key=value,…]",
        action="append",
        help="measure and options (repeat for more; default: all that fit); see 'errata measures'",
    )
    add_shared(
        parser,
        "--extract",
        "find the edits of plain outputs and references for measures that compare edits: errata, wdiff, or "
        "errant[:PIPELINE] with the extra errata[errant]; of corrected documents: "
        "wdiff[:granularity=token,merge=errant] or maxmatch",
    )
    add_shared(parser, "--columns")
    add_preparation(parser)
    add(
        "--keep-last-line",
        action="store_true",
        help="with --reference: score an empty last line that every file has, instead of ignoring it",
    )


def add_text_documents(parser: "ArgumentParser") -> None:
    """Add the arguments for reading and splitting text documents."""
    add = parser.add_argument_group("text documents").add_argument
    add(
        "--documents",
        action="store_true",
        help="--source, --reference and outputs hold whole documents, not one sentence per line: MultiGEC's Markdown, "
        "folders of .txt, JSON Lines with id and text; with GOLD, only outputs do, split into its sentences",
    )
    add(
        "--blocks",
        choices=("sentence", "paragraph", "document"),
        help="where they are split: at ends of sentences and lines that all texts share (default), at line breaks that "
        "all share, or not at all, so that references are chosen per document",
    )
    add("--write-blocks", metavar="FILE", help="write every block with its texts, as JSON Lines")


def add_preparation(parser: "ArgumentParser") -> None:
    """Add what is done to gold and outputs before they are compared."""
    add = parser.add_argument
    add(
        "--extract-gold",
        action="store_true",
        help="re-extract the edits of annotated GOLD with --extract, so that both sides are segmented alike; for "
        "measures that compare edits with edits (errant, cleme, difficulty)",
    )
    add(
        "--normalise",
        "--normalize",
        choices=FORMS,
        help="convert sources, corrections, references and outputs to this Unicode form first (sentences only); the "
        "signature notes it",
    )
    add(
        "--tokens",
        choices=WAYS,
        help="how sources, references and outputs are split into tokens before they are compared (default: space); cjk "
        "splits Chinese, Japanese, Thai and the like into characters, icu into words; the signature notes it",
    )
    add(
        "--only",
        metavar="FILE",
        help="sentences (or documents) that take part, as if there were no others: numbers from 0, a JSON list or one "
        "per line; the signature notes it",
    )
    add_raw(parser)


def add_workers(parser: "ArgumentParser") -> None:
    """Add the number of worker processes."""
    parser.add_argument(
        "--workers",
        type=whole(1, MAX_WORKERS),
        default=1,
        metavar="N",
        help="number of worker processes (default: 1); results do not change",
    )


def add_presentation(parser: "ArgumentParser") -> None:
    """Add the arguments for counting and presentation; --format is left to the command."""
    add_workers(parser)
    add_shared(parser, "--digits", "decimal places (default: 2 in tables, all elsewhere; JSON is never rounded)")
    add_shared(parser, "--output")
    add_shared(parser, "--quiet")


def add_resampling_options(group: "_ArgumentGroup", samples: int) -> None:
    """Add the resampling arguments; those not given stay None."""
    add = group.add_argument
    add(
        "--samples",
        type=whole(LEAST_SAMPLES, MAX_SAMPLES),
        metavar="N",
        help=f"number of resamples (default: {samples})",
    )
    add("--seed", type=whole(0, MAX_SEED), metavar="N", help="random seed (default: 12345)")
    add("--level", type=number(*LEVELS), metavar="X", help="confidence level (default: 0.95)")
    add("--method", choices=("percentile", "bca"), help="how interval ends are found (default: percentile)")
    add(
        "--clusters",
        metavar="FILE",
        help="a label for each sentence (or document), one per line; items with the same label are resampled together",
    )


def add_document_inputs(parser: "ArgumentParser") -> "_ArgumentGroup":
    """Add the arguments for reading documents, and return their group."""
    group = parser.add_argument_group("documents (HOO)")
    add = group.add_argument
    add_shared(group, "--offset-unit", "unit of offsets (default: auto, whichever fits the texts of --source)")
    add(
        "--missing-file",
        choices=("error", "empty"),
        default="error",
        help="treat a document that a system lacks as an error or as an empty submission (default: error)",
    )
    add(
        "--gold",
        metavar="FILE",
        action="append",
        default=[],
        help="more gold: the same documents by another annotator (repeat for more); see the option annotator of hoo",
    )
    return group


def add_tables(parser: "ArgumentParser", arguments: Sequence[str]) -> None:
    """Add the arguments for documents, and those that measures add to tables of scores; `arguments` selects some."""
    documents = add_document_inputs(parser)
    # Measures of other packages are looked for only if they are named, which is known before there is a parser.
    named = [value for option, value in pairwise(arguments) if option in {"-m", "--measure"}]
    named += [text.partition("=")[2] for text in arguments if text.startswith("--measure=")]
    named += [text[2:] for text in arguments if text.startswith("-m") and text != "-m"]
    for module in argument_modules(named):
        module.add(parser, documents)
