"""What the terminal can and its user wants, and what is said there beside a result."""

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from errata.errors import ErrataWarning
from errata.kernels import ngrams
from errata.text.printable import printable

if TYPE_CHECKING:
    from errata.stages import Progress


_SPELLED = {
    "extract='errata'": "--extract errata",
    "extract_gold=True": "--extract-gold",
    "measures=['green:unit=char']": "--measure green:unit=char",
    "normalise='nfc'": "--normalise nfc",
    "loss='warn'": "--lossy",
    "missing_file='empty'": "--missing-file empty",
    "cross='skip'": "--cross skip",
    "cross='merge-segments'": "--cross merge-segments",
    "overlap='first' or 'longest'": "--from languagetool:overlap=first or longest",
}
"""Arguments that messages tell Python users to give, as they are given on a command line."""


def has_colour() -> bool:
    """Tell whether standard output is a terminal that shows colours to someone who wants them (NO_COLOR)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def watched(quiet: bool) -> "AbstractContextManager[Progress | None]":
    """Give a progress bar to tell of work, None where no one would see it; only then its module is loaded."""
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    from errata.cli.progress import progress_bar

    return progress_bar()


@contextmanager
def catching_warnings() -> Iterator[list[str]]:
    """Give a list that holds what was warned of, each thing once, when the work is done."""
    messages: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ErrataWarning)
        yield messages
    messages += dict.fromkeys(spelled(str(item.message)) for item in caught)


def spelled(message: str) -> str:
    """Return a message with arguments written as on a command line."""
    for argument, option in _SPELLED.items():
        message = message.replace(argument, option)
    return message


def tell(text: str) -> None:
    """Print a message on standard error, in words of the command line and safe for a terminal."""
    print(f"errata: {printable(spelled(text))}", file=sys.stderr)


def show_warnings(messages: Sequence[str], quiet: bool = False) -> None:
    """Print on standard error what was suspicious."""
    if not quiet:
        for message in messages:
            tell(f"warning: {message}")


def show_left_out(names: Sequence[str], extract: str | None, quiet: bool) -> None:
    """Print on standard error which measures do not fit the input, where none was asked for by name."""
    if not names or quiet:
        return
    from errata.measures import get_measure

    known = [get_measure(name) for name in names]
    wanting = [item for item in known if (item.needs_gold_edits or item.needs_output_edits) and item.min_outputs == 1]
    if wanting and extract is None:
        which = "them" if len(wanting) == len(known) else ", ".join(item.name for item in wanting)
        hint = f"--extract errata finds the edits that plain text lacks, for {which}"
    else:
        hint = "--measure NAME tells why"
    tell(f"left out, since these files do not fit: {', '.join(names)}; {hint}")


def show(text: str, messages: Sequence[str], quiet: bool) -> None:
    """Print a result, and before it on standard error what was suspicious."""
    if not ngrams.COMPILED and sys.stderr.isatty() and not quiet:
        tell("the kernels run interpreted, 3 to 30 times slower than compiled")
    show_warnings(messages, quiet)
    print(text)
