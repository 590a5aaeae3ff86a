"""The command `errata`: find the command's module, run it, turn errors into messages."""

import gc
import io
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, TextIO

from errata._version import __version__
from errata.errors import ErrataError, InputError, suggest

if TYPE_CHECKING:
    from argparse import ArgumentParser

COMMANDS = {
    "demo": "score the example corpus that ships with errata",
    "score": "score system outputs",
    "compare": "compare systems: intervals, significance tests, ranks",
    "explain": "show how single sentences get their scores",
    "report": "write an HTML page with scores, error types and every sentence",
    "plot": "draw a figure for a paper",
    "rerank": "choose the best of several candidates",
    "difficulty": "show what is hard: difficulty weights, scores, heat map",
    "metaeval": "compare measures with human judgement",
    "references": "list the references that mixing annotators yields",
    "constants": "learn the constants of gain from texts with several references",
    "convert": "convert files, or annotate parallel text",
    "stats": "describe corpora: sentences, edits, types, agreement",
    "data": "download well-known corpora and score against them by name",
    "validate": "check files, and whether they belong together",
    "selftest": "check this installation against the originals' numbers",
    "measures": "list the measures with their options",
    "formats": "list the file formats",
    "compat": "run like an original program",
    "cite": "print BibTeX entries for the measures",
    "completion": "print a completion script for the shell",
}

_EPILOG = """\
try this first:
  errata demo

then your own files:
  errata score gold.m2 system.txt
  errata score --source src.txt --reference ref0.txt --reference ref1.txt system.txt

commands:
"""


def _version() -> str:
    from errata.kernels import sums  # the smallest of those that every run loads

    if sums.COMPILED:
        return f"errata {__version__} (compiled kernels)"
    return f"errata {__version__} (interpreted kernels, 3 to 30 times slower; reinstall with a C compiler)"


def _top_parser() -> "ArgumentParser":
    from argparse import ArgumentParser, RawDescriptionHelpFormatter  # a tenth of a small run

    commands = "\n".join(f"  {name:12}{about}" for name, about in COMMANDS.items())
    parser = ArgumentParser(
        prog="errata",
        usage="errata COMMAND …",
        description="Evaluate text correction.",
        epilog=f"{_EPILOG}{commands}\n\n'errata COMMAND --help' describes each command.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and whether kernels are compiled")
    return parser


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    from errata.cli.terminal import tell_finding
    from errata.findings import as_finding

    tell_finding(as_finding(message))


def _tell(text: str) -> None:
    from errata.cli.terminal import tell  # loads kernels, which --help does without

    tell(text)


class _Closed(io.TextIOBase):
    """Replaces a closed standard output: work can be done, but writing raises the error for a closed pipe."""

    @property
    def buffer(self) -> "_Closed":
        """The underlying binary stream."""
        return self

    def write(self, _: object) -> NoReturn:
        # Not a FileError: that is an OSError, which the parser of arguments would swallow when it prints help.
        raise InputError("standard output is closed, so the result cannot be printed; open it or redirect it to a file")


def _open_streams() -> None:
    """Switch standard output and error to UTF-8; replace a stream that is closed (`2>&-`)."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  # open to the end
    if sys.stdout is None:
        sys.stdout = _Closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _clean_up_when_terminated() -> None:
    """Make signals that end the process raise an exception, as Ctrl-C does, so that nothing half-written is left."""
    import signal

    def end(number: int, _: object) -> NoReturn:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # nohup has it ignored
            signal.signal(number, end)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 done, 1 check failed, 2 usage or input error."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # Corpora are many small objects without cycles: looking for garbage among them costs a third of a large run.
    gc.set_threshold(200_000, 20, 20)
    _open_streams()
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    try:
        if argv is None:
            _clean_up_when_terminated()
        if not arguments or arguments[0] not in COMMANDS:
            status = _top(arguments)
        else:
            command = import_module(f"errata.cli.{arguments[0]}")
            from errata.findings import ErrataWarning  # which --help does without

            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                warnings.simplefilter("always", ErrataWarning)
                status = int(command.run(arguments[1:]))
        sys.stdout.flush()
        if argv is None:  # the process ends here, and would look for garbage in all of it once more: 0.3 s of metaeval
            gc.freeze()
        return status
    except ErrataError as error:
        _tell(f"error: {error.command_line}")
        return 2
    except MemoryError:
        print(
            "errata: error: not enough memory; score fewer systems or measures at once, or split the files",
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:
        # The reader of our output has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # the output cannot be written: disk full, for example
        where = f"{error.filename}: " if error.filename else ""
        _tell(f"error: {where}{error.strerror or error}")
        return 2
    except KeyboardInterrupt:
        _tell("interrupted")
        return 130


def _top(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        print(_version())
        return 0
    parser = _top_parser()
    if arguments and not arguments[0].startswith("-"):
        parser.error(f"no command is called {arguments[0]!r}; {suggest(arguments[0], COMMANDS)}")
    if parser.parse_args(arguments).version:
        print(_version())
    else:
        parser.print_help()
    return 0
