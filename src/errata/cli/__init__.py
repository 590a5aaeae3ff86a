"""The command `errata`: find the command's module, run it, turn errors into messages."""

import gc
import os
import sys
import warnings
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from errata._version import __version__
from errata.errors import ErrataError, ErrataWarning, suggest

COMMANDS = {
    "demo": "score the example corpus that ships with errata",
    "score": "score system outputs",
    "compare": "compare systems: intervals, tests of every pair, ranks",
    "explain": "show sentences with the work behind their scores",
    "difficulty": "show what is hard: weights, weighted scores, heat map",
    "convert": "convert files, or make annotations of parallel text",
    "validate": "check files, and that they belong together",
    "selftest": "compare this installation with the originals' numbers",
    "measures": "list the measures with their options",
    "formats": "list the file formats",
    "compat": "stand in for an original program",
}

_SPELLED = {
    "extract='errata'": "--extract errata",
    "loss='warn'": "--lossy",
    "missing_file='empty'": "--missing-file empty",
    "cross='skip'": "--cross skip",
    "cross='merge-segments'": "--cross merge-segments",
    "overlap='first' or 'longest'": "--from languagetool:overlap=first or longest",
}
"""Arguments that messages tell Python users to give, as they are given on a command line."""

_EPILOG = """\
try this first:
  errata demo

then your own files:
  errata score gold.m2 system.txt
  errata score --source src.txt --reference ref0.txt --reference ref1.txt system.txt

commands:
"""


def _version() -> str:
    from errata.kernels import ngrams

    if ngrams.COMPILED:
        return f"errata {__version__} (compiled kernels)"
    return f"errata {__version__} (interpreted kernels, 3 to 30 times slower; install with a C compiler at hand)"


def _top_parser() -> ArgumentParser:
    commands = "\n".join(f"  {name:12}{about}" for name, about in COMMANDS.items())
    parser = ArgumentParser(
        prog="errata",
        usage="errata COMMAND …",
        description="Evaluate text correction.",
        epilog=f"{_EPILOG}{commands}\n\n'errata COMMAND --help' tells more of each.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and how the kernels run")
    return parser


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    from errata.cli.terminal import show_warnings

    show_warnings([str(message)])


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 done, 1 check failed, 2 usage or input error."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # Corpora are many small objects without cycles: looking for garbage among them costs a third of a large run.
    gc.set_threshold(200_000, 20, 20)
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            return 2  # closed: nothing can be said to anyone
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    try:
        if not arguments or arguments[0] not in COMMANDS:
            return _top(arguments)
        command = import_module(f"errata.cli.{arguments[0]}")
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            warnings.simplefilter("always", ErrataWarning)
            status = int(command.run(arguments[1:]))
        sys.stdout.flush()
        return status
    except ErrataError as error:
        print(f"errata: error: {_spelled(str(error))}", file=sys.stderr)
        return 2
    except MemoryError:
        print(
            "errata: error: not enough memory; give fewer systems or measures at once, or divide the files",
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:
        # The reader of our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # the output cannot be written: disk full, for example
        where = f"{error.filename}: " if error.filename else ""
        print(f"errata: error: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("errata: interrupted", file=sys.stderr)
        return 130


def _spelled(message: str) -> str:
    for argument, option in _SPELLED.items():
        message = message.replace(argument, option)
    return message


def _top(arguments: list[str]) -> int:
    parser = _top_parser()
    if arguments and not arguments[0].startswith("-"):
        parser.error(f"no command is called {arguments[0]!r}; {suggest(arguments[0], COMMANDS)}")
    if parser.parse_args(arguments).version:
        print(_version())
    else:
        parser.print_help()
    return 0
