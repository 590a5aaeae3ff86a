"""The tree of errors: catch `ErrataError` for all of them.

    ErrataError
    ├── FormatError        a file that is not in the expected format           (ValueError)
    │   └── LossError      the format cannot hold all that should be written
    ├── LengthError        things that must pair have different numbers        (ValueError)
    ├── InputError         arguments of the wrong shape or kind                  (ValueError)
    ├── OptionError        an unknown or invalid option of a measure             (ValueError)
    ├── UnknownNameError   no measure or format of that name                     (LookupError)
    ├── FileError          a file that is missing or cannot be opened            (OSError)
    ├── MissingExtraError  an optional part of the package is not installed      (ImportError)
    └── WorkerError        a worker process ended before its work was done       (RuntimeError)

Input that is legal but suspicious is an `ErrataWarning` (`errata.findings`); silence it with the `warnings` module.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from errata.findings import Remedy


class ErrataError(Exception):
    """Base of every error this package raises on purpose: a message and, where its wording varies, a remedy."""

    remedy: "Remedy | None" = None

    def __init__(self, what: str = "", remedy: "Remedy | None" = None) -> None:
        super().__init__(_join(what, remedy.api) if remedy else what)
        self.what = what
        self.remedy = remedy

    @property
    def command_line(self) -> str:
        """The whole message, worded for the command line."""
        return _join(self.what, self.remedy.command) if self.remedy else str(self)


def _join(what: str, advice: str) -> str:
    from errata.findings import join  # dataclasses, which --help does without

    return join(what, advice)


class FormatError(ErrataError, ValueError):
    """A file or line that cannot be read as the format it should be."""


class LossError(FormatError):
    """The data hold more than the format can store; `losses` lists them."""

    def __init__(self, what: str = "", losses: Sequence[object] = (), remedy: "Remedy | None" = None) -> None:
        super().__init__(what, remedy)
        self.losses = tuple(losses)


class LengthError(ErrataError, ValueError):
    """Two things that must have the same number of sentences do not."""


class InputError(ErrataError, ValueError):
    """An argument of the wrong shape or kind."""


class OptionError(ErrataError, ValueError):
    """An unknown option of a measure, or a value it cannot take."""


class UnknownNameError(ErrataError, LookupError):
    """No measure, format or program of that name."""


class FileError(ErrataError, OSError):
    """A file that is missing or cannot be opened."""


class MissingExtraError(ErrataError, ImportError):
    """An optional part of the package that is not installed."""


class WorkerError(ErrataError, RuntimeError):
    """A worker process that ended before its work was done."""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return what to say about an unknown name: the likely intended one, if any is close, and all valid ones.

    >>> suggest("errnat", ["m2", "errant"])
    "did you mean 'errant'? There are: m2, errant"
    >>> suggest("fce", ["m2", "fce-test"])
    "did you mean 'fce-test'? There are: m2, fce-test"
    >>> suggest("x", ["m2", "errant"])
    'there are: m2, errant'
    """
    from difflib import get_close_matches

    names = list(known)
    spelled = {other.lower(): other for other in names}
    near = get_close_matches(name.lower(), spelled, 1) or [
        other for other in spelled if other.startswith(name.lower() + "-")
    ]
    listed = f"here are: {', '.join(names) or 'none'}"
    return f"did you mean {spelled[near[0]]!r}? T{listed}" if near else f"t{listed}"
