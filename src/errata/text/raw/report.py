"""What was done to raw text to tokenise it, as data and in words."""

from collections.abc import Iterator, Mapping, Sequence

from errata.records import dataclass, field
from errata.text.messages import plural

_SHOWN = 3
_PLURALS = {"apostrophe": "apostrophes", "quote": "quotes", "dash": "dashes", "ellipsis": "ellipses"}

DONE, CONVENTIONS, REMOVED, LEFT = "raw-text", "raw-conventions", "raw-removed", "raw-left"
REFUSED, UNALIGNED, GUESSED, BLANK_LINES = "raw-refused", "raw-unaligned", "raw-guessed", "raw-blank-lines"
EMPTY, SHIFTED = "empty-line", "shifted"
"""The codes of findings; those on the last line also occur for tokenised outputs."""

Numbers = tuple[int, ...]
"""Numbers of lines, counted from 1."""


@dataclass(frozen=True)
class Report:
    """What was done to the lines of one output.

    `projected` are lines whose tokens differ from splitting at white space; `from_source` and `from_rules` boundaries
    between tokens that the text does not show; `normalised` marks written in another form, by group. `left`
    are lines that keep quotes or list marks, since too few have them for a habit; `unaligned` lines were too different
    from their source to be compared, `guessed` ones have words of a script without spaces, split by a word list.
    """

    lines: int = 0
    projected: int = 0
    from_source: int = 0
    from_rules: int = 0
    normalised: Mapping[str, int] = field(default_factory=dict)
    normalised_lines: int = 0
    removed: Mapping[str, Numbers] = field(default_factory=dict)
    refused: Mapping[str, Numbers] = field(default_factory=dict)
    left: Mapping[str, Numbers] = field(default_factory=dict)
    empty: Numbers = ()
    unaligned: Numbers = ()
    guessed: Numbers = ()
    blank_lines: int = 0
    shifted: str = ""
    corpus: tuple[str, ...] = ()
    """The unusual conventions of the corpus, in words."""

    def __str__(self) -> str:
        return "\n  ".join(f"warning: {text}" if code == SHIFTED else text for code, text in self.said())

    def said(self) -> Iterator[tuple[str, str]]:
        """Yield everything in words, each with the code of its finding."""
        yield DONE, f"raw text: {plural(self.lines, 'line')}; tokens projected in {self.projected}"
        hidden = self.from_source + self.from_rules
        if hidden:
            yield (
                DONE,
                f"{hidden:,} {'boundary' if hidden == 1 else 'boundaries'} that the text does not show: "
                f"{self.from_source:,} from the source, {self.from_rules:,} by rule",
            )
        if self.corpus:
            yield CONVENTIONS, f"corpus: {', '.join(self.corpus)}"
        if self.normalised:
            marks = ", ".join(
                f"{n:,} {group if n == 1 else _PLURALS.get(group, f'{group}s')}" for group, n in self.normalised.items()
            )
            yield DONE, f"normalised: {marks} in {plural(self.normalised_lines, 'line')}"
        if self.removed:
            yield REMOVED, f"removed: {_listed(self.removed)}"
        if self.left:
            yield LEFT, f"left as they are, because too few lines have them: {_listed(self.left)}"
        if self.refused:
            n_refused = sum(map(len, self.refused.values()))
            reasons = ", ".join(f"{reason} ({shown(lines)})" for reason, lines in self.refused.items())
            yield REFUSED, f"refused: {plural(n_refused, 'line')}: {reasons}"
        for code, name, lines in (
            (EMPTY, "empty", self.empty),
            (UNALIGNED, "too different from the source to be compared", self.unaligned),
        ):
            if lines:
                yield code, f"{name}: {plural(len(lines), 'line')} ({shown(lines)})"
        if self.guessed:
            yield (
                GUESSED,
                f"new words split at the longest known word, a guess, in {plural(len(self.guessed), 'line')} "
                f"({shown(self.guessed)}); characters as tokens would be exact",
            )
        if self.blank_lines:
            yield BLANK_LINES, f"left out: {plural(self.blank_lines, 'blank line')}"
        if self.shifted:
            yield SHIFTED, self.shifted


def shown(lines: Sequence[int]) -> str:
    """Return the first few of some numbers.

    >>> shown([3, 17, 40, 41])
    '3, 17, 40 …'
    """
    return ", ".join(map(str, lines[:_SHOWN])) + (" …" if len(lines) > _SHOWN else "")


def _listed(lines_of: Mapping[str, Numbers]) -> str:
    return ", ".join(f"{what} in {plural(len(lines), 'line')} ({shown(lines)})" for what, lines in lines_of.items())
