"""Evaluate text correction: measures, their intervals and explanations, exact and fast.

>>> import errata
>>> result = errata.score(
...     sources=["She go to school every day ."],
...     references=[["She goes to school every day ."], ["She goes to school each day ."]],
...     outputs={"mine": ["She goes to school every day ."]},
...     measures=["green"],
... )
>>> result["mine", "green"].score
1.0
"""

from typing import TYPE_CHECKING

from errata._version import __version__

if TYPE_CHECKING:
    from errata.corpus import Annotation, Corpus, Edit, Reference, Sentence, apply_edits, merge
    from errata.errors import (
        ErrataError,
        ErrataWarning,
        FileError,
        FormatError,
        InputError,
        LengthError,
        MissingExtraError,
        OptionError,
        UnknownNameError,
    )
    from errata.formats import formats, read, read_lines, write
    from errata.measures import measures, parse_measure
    from errata.measures.base import Measure, Score, SentenceScore
    from errata.measures.green import Green
    from errata.scoring import Result, score

_HOMES = {
    "errata.corpus": ("Annotation", "Corpus", "Edit", "Reference", "Sentence", "apply_edits", "merge"),
    "errata.errors": (
        "ErrataError",
        "ErrataWarning",
        "FileError",
        "FormatError",
        "InputError",
        "LengthError",
        "MissingExtraError",
        "OptionError",
        "UnknownNameError",
    ),
    "errata.formats": ("formats", "read", "read_lines", "write"),
    "errata.measures": ("measures", "parse_measure"),
    "errata.measures.base": ("Measure", "Score", "SentenceScore"),
    "errata.measures.green": ("Green",),
    "errata.scoring": ("Result", "score"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *sorted(_HOME_OF)]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that importing the package stays quick."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'errata' has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
