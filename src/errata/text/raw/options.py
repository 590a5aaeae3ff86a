"""How raw text is read: options, and their form in a signature."""

from errata.errors import OptionError
from errata.records import dataclass

LIMIT = 1000
"""Outputs that differ from their source in this many units are not compared with it, except at their ends."""
_VALUES = {
    "learn": ("all", "source"),
    "typography": ("auto", "source", "keep"),
    "says_unchanged": ("refuse", "copy"),
    "refused": ("stop", "source", "empty"),
    "tokenise": ("gold", "rules"),
}
_VERSION = 1
_MOST = 5000
"""This many rounds take 100 MB, since memory grows with their square."""


@dataclass(frozen=True, kw_only=True)
class Raw:
    """How to tokenise outputs that are raw text.

    learn:
        What the conventions of the corpus are learned from: `all` (sources and references) or `source`.
    typography:
        `auto` writes foreign forms of marks as the corpus does; `source` gives aligned marks the source's form always,
        which undoes graded quotes and dashes; `keep` changes no mark.
    clean:
        Whether to remove chatter around the sentences.
    says_unchanged:
        What to do with "The sentence is correct.": `refuse` it, or `copy` the source.
    refused:
        What to do with lines that cannot be understood: `stop`, or score them as the `source`, or as `empty`.
    limit:
        How many units may differ before an output is no longer compared with its source.
    tokenise:
        `gold` takes the tokens of the gold; `rules` is for gold that is raw text itself: sources are tokenised by
        rules, references and outputs like their sources.
    show_cleaning:
        Whether to report every cleaned line instead of the number of each kind.

    >>> Raw().signature, Raw(clean=False, refused="source", limit=500).signature
    ('raw:1|learn:all|typography:auto|clean:yes|refused:stop', \
'raw:1|learn:all|typography:auto|clean:no|refused:source|limit:500')
    """

    learn: str = "all"
    typography: str = "auto"
    clean: bool = True
    says_unchanged: str = "refuse"
    refused: str = "stop"
    limit: int = LIMIT
    tokenise: str = "gold"
    show_cleaning: bool = False

    def __post_init__(self) -> None:
        for name, values in _VALUES.items():
            if getattr(self, name) not in values:
                raise OptionError(f"raw text: {name}={getattr(self, name)!r} is none of: {', '.join(values)}")
        for name in ("clean", "show_cleaning"):
            if getattr(self, name) not in (True, False):
                raise OptionError(f"raw text: {name}={getattr(self, name)!r} is neither True nor False")
        if isinstance(self.limit, bool) or not isinstance(self.limit, int) or not 1 <= self.limit <= _MOST:
            raise OptionError(f"raw text: limit={self.limit!r} is not a whole number from 1 to {_MOST}")

    @property
    def signature(self) -> str:
        """Return everything that tokens depend on; rarely changed options are listed only if changed."""
        parts = [
            f"raw:{_VERSION}",
            f"learn:{self.learn}",
            f"typography:{self.typography}",
            f"clean:{'yes' if self.clean else 'no'}",
            f"refused:{self.refused}",
        ]
        if self.says_unchanged != "refuse":
            parts.append(f"says_unchanged:{self.says_unchanged}")
        if self.limit != LIMIT:
            parts.append(f"limit:{self.limit}")
        if self.tokenise != "gold":
            parts.append(f"tokenise:{self.tokenise}")
        return "|".join(parts)
