"""Outputs of runs that ended early: lines cut at a limit of tokens, or the source in place of all that was left."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from errata.check.alignment import STRAY, shared_words, words_of
from errata.check.styles import MIN_LINES
from errata.findings import Finding
from errata.text.messages import plural

_SHORTER = 9, 10
"""A line that was cut has less than this fraction of the characters of its source."""
_PART = 0.005
"""27 real outputs and references of 1,312 lines have four such lines at most, mostly ones that were really cut."""
_STOPS = (".", "!", "?", "…", "。", "！", "？", "．", "｡", "।", "॥", "؟", "۔")
_CLOSING = " \t\"'”’»」』】)]）"
_LONG_RUN, _RUN_PART = 100, 0.1
"""So many lines without a change, and this fraction of all, are a long run..."""
_OFTEN = 0.2
"""...if this fraction of the other lines differs. Real outputs that change 35 to 90 % leave 22 lines in a row alone at
most; one that changes 4 % leaves 148."""
_CHANCE = 1e-9
"""A run is not reported if changes scattered at random would leave one as long more often than this."""


class Cuts(NamedTuple):
    """The lines that were cut, counted from 0, and how many of them share few words with their source."""

    lines: Sequence[int]
    n_strays: int


class Unchanged:
    """The longest run of lines that equal their source, in blocks that are joined."""

    def __init__(self, n_lines: int = 0, changed: Sequence[int] = ()) -> None:
        """Find it, given the number of lines of a block and which of them differ, in ascending order."""
        self.n_lines = n_lines
        self.before = changed[0] if changed else n_lines
        """The number of lines before the first change."""
        self.after = n_lines - 1 - changed[-1] if changed else n_lines
        self.longest, self.start = self.before, 0
        if changed:
            inner = [two - one - 1 for one, two in pairwise(changed)]
            longest = max(inner, default=0)
            self._add(longest, changed[inner.index(longest)] + 1 if inner else 0)
            self._add(self.after, n_lines - self.after)

    def _add(self, length: int, start: int) -> None:
        if length > self.longest:
            self.longest, self.start = length, start

    def join(self, other: "Unchanged") -> None:
        """Add a later block."""
        self._add(self.after + other.before, self.n_lines - self.after)
        self._add(other.longest, self.n_lines + other.start)
        self.before += other.before if self.before == self.n_lines else 0
        self.after = other.after + (self.after if other.after == other.n_lines else 0)
        self.n_lines += other.n_lines


def judge_run(name: str, unchanged: Unchanged, n_changed: int, noun: str) -> list[Finding]:
    """Report a long run of lines that equal their source if the others often do not."""
    n_lines, length, start = unchanged.n_lines, unchanged.longest, unchanged.start
    others = n_lines - length
    if length < max(_LONG_RUN, _RUN_PART * n_lines) or not others or n_changed < _OFTEN * others:
        return []
    # A run begins after each change or at the start; the chance that all other changes are outside it bounds the sum.
    if (n_changed + 1) * (others / n_lines) ** n_changed > _CHANCE:
        return []
    message = (
        f"{length} {noun}s in a row equal their source, {noun}s {start + 1} to {start + length}, but "
        f"{n_changed} of the other {others} differ; did the system not reach them, and was the source put in place?"
    )
    return [Finding.of_lines("unchanged-run", message, name, range(start, start + length), noun)]


def is_shorter(source: str, output: str) -> bool:
    """Tell whether an output is short enough that it may have been cut; the kernel does the same."""
    return _SHORTER[1] * len(output) < _SHORTER[0] * len(source)


def is_cut(source: str, output: str) -> bool:
    """Tell whether a shorter output lacks the final punctuation of its source and has little but words of it."""
    ended = source.rstrip()
    if not ended.endswith(_STOPS) or output.rstrip(_CLOSING).endswith(_STOPS):
        return False
    if not is_shorter(ended[:-1].rstrip(), output):  # of a short line, the final mark alone may be a tenth
        return False
    words = words_of(output)
    return 2 * len(words & words_of(source)) > len(words)


def find_cuts(lines: Iterable[tuple[int, str, str]]) -> Cuts:
    """Return which of some lines, each with its source and output, were cut."""
    cut = [(index, source, output) for index, source, output in lines if is_cut(source, output)]
    n_strays = sum(shared_words(source, output) < STRAY for _, source, output in cut)
    return Cuts([index for index, _, _ in cut], n_strays)


def check_cuts(sources: Sequence[str], outputs: Sequence[str]) -> Cuts:
    """Return which outputs were cut."""
    pairs = zip(range(len(sources)), sources, outputs, strict=False)
    return find_cuts(pair for pair in pairs if is_shorter(*pair[1:]))


def judge_cuts(
    name: str, cuts: Cuts, n_lines: int, n_lost: int, before: Sequence[Finding], explains: set[str], noun: str
) -> list[Finding]:
    """Return the findings `before`, and one of lines that were cut unless an earlier one `explains` them.

    If most lines that share few words with their source were cut, the files do belong together; if only more lines were
    cut than share few words otherwise, both are reported. `n_lost` is how many lines lack the final punctuation that
    their source has: if most of these are complete otherwise, something else is wrong.
    """
    found = len(cuts.lines)
    if found < max(MIN_LINES, _PART * n_lines) or 2 * found <= n_lost:
        return list(before)
    rest = [each for each in before if each.code != "unrelated" or 2 * cuts.n_strays <= each.count]
    others = {each.code for each in rest if each.code != "unrelated" or each.count - cuts.n_strays >= found}
    if others & explains:
        return list(before)
    message = (
        f"{found} of {plural(n_lines, f'{noun} stops', f'{noun}s stop')} before the end of the source, first {noun} "
        f"{cuts.lines[0] + 1}; were they cut at a limit of tokens or characters? Raise it and generate these {noun}s "
        "again: scores count the missing words as deletions"
    )
    return [*rest, Finding.of_lines("cut-short", message, name, cuts.lines, noun)]
