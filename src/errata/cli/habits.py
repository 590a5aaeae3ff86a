"""What users expect of any command line: readable help, suggestions for wrong options, no file misread."""

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TextIO, cast

from errata.errors import InputError

_MEANT = {
    "--metric": "--measure",
    "--metrics": "--measure",
    "--measures": "--measure",
    "--orig": "--source",
    "--out": "--output",
    "--ref": "--reference",
    "--references": "--reference",
    "--refs": "--reference",
    "--sources": "--source",
    "--src": "--source",
    "--tokenisation": "--tokens",
    "--tokenise": "--tokens",
    "--tokeniser": "--tokens",
    "--tokenization": "--tokens",
    "--tokenize": "--tokens",
    "--tokenizer": "--tokens",
    "--tok": "--tokens",
    "--threads": "--workers",
    "--jobs": "--workers",
    "--significance": "--test",
    "--confidence": "--interval",
    "--bootstrap": "--interval",
}
"""Names that other tools use for our options."""


def terminal_width() -> int:
    """Return the width of the terminal, as `shutil.get_terminal_size` does."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = 0
    if columns <= 0:
        try:
            columns = os.get_terminal_size(cast("TextIO", sys.__stdout__).fileno()).columns
        except (AttributeError, ValueError, OSError):
            columns = 80
    return columns or 80


def meant(option: str, known: Collection[str]) -> str:
    """Return the option that was probably meant, by its name in other tools or by its spelling; empty if none is close.

    >>> meant("--metric", ["--measure", "--source"]), meant("--sorce", ["--measure", "--source"])
    ('--measure', '--source')
    """
    other = _MEANT.get(option.lower(), "")
    if other in known:
        return other
    from difflib import get_close_matches

    return next(iter(get_close_matches(option, known, 1)), "")


def refuse_scattered(
    options: Mapping[str, Any], arguments: Sequence[str], option: str = "--reference", n_before: int = 0
) -> None:
    """Refuse a file that follows a reference if others are given elsewhere: a second reference, or an output?

    An option takes one file. Outputs given together, before all options or after them, are outputs.
    The first `n_before` files are neither. `options` maps all option names.
    """
    runs: list[tuple[str, list[str]]] = [("", [])]  # files next to each other, and the reference before them
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            break
        if argument == "-" or not argument.startswith("-"):
            runs[-1][1].append(argument)
            continue
        name, has_value, value = argument.partition("=")
        action = options.get(name)
        if action is not None and action.nargs is None and not has_value:
            value = next(rest, "")
        runs.append((value if action is not None and option in action.option_strings else "", []))
    for _, files in runs:
        left_out = min(n_before, len(files))
        del files[:left_out]
        n_before -= left_out
    given = [(reference, files) for reference, files in runs if files]
    for reference, files in given if len(given) > 1 else ():
        if reference:
            raise InputError(
                f"{files[0]} comes after {option} {reference}, and other files elsewhere: is it a second reference or "
                f"an output? {option} takes one file; write {option} {reference} {option} {files[0]}, or give all "
                "outputs together"
            )


def refuse_repeated(options: Mapping[str, Any], arguments: Sequence[str]) -> None:
    """Refuse two files for an option that takes one: the parser would use the last, and not say so.

    `options` maps all option names.
    """
    given: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            break
        name, has_value, value = argument.partition("=")
        if argument[:1] == "-" and argument[1:2] not in {"", "-"} and argument[2:]:  # such as -sFILE
            name, has_value, value = argument[:2], "=", argument[2:]
        action = options.get(name)
        if action is None or action.nargs is not None:
            continue
        value = value if has_value else next(rest, "")
        if action.metavar != "FILE" or getattr(action, "is_repeated", "Append" in type(action).__name__):
            continue
        option = action.option_strings[-1]
        if option in given:
            raise InputError(
                f"{option} is given twice, with {given[option]} and {value}, but takes one file; leave one out"
            )
        given[option] = value


def fitted(text: str, hang: int) -> str:
    """Return a list fitted to the terminal: long lines are wrapped, continuation lines indented by `hang` spaces.

    If the output is not a terminal, lines are not wrapped.
    """
    if not sys.stdout.isatty():
        return text
    from shutil import get_terminal_size
    from textwrap import fill

    width = max(get_terminal_size().columns, 40)
    return "\n".join(fill(line, width, subsequent_indent=" " * hang) for line in text.split("\n"))
