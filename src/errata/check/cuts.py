"""Outputs that stop before the end of their source, as those of a model that reached its limit of tokens."""

from collections.abc import Iterable, Sequence
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


class Cuts(NamedTuple):
    """The lines that were cut, counted from 0, and how many of them share few words with their source."""

    lines: Sequence[int]
    n_strays: int


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

    If most lines that share few words with their source were cut, the files do belong together. `n_lost` is how many
    lines lack the final punctuation of their source: if most of these are complete otherwise, something else is wrong.
    """
    found = len(cuts.lines)
    if found < max(MIN_LINES, _PART * n_lines) or 2 * found <= n_lost:
        return list(before)
    rest = [each for each in before if each.code != "unrelated" or 2 * cuts.n_strays <= each.count]
    if any(each.code in explains for each in rest):
        return list(before)
    message = (
        f"{found} of {plural(n_lines, f'{noun} stops', f'{noun}s stop')} before the end of the source, first {noun} "
        f"{cuts.lines[0] + 1}; were they cut at a limit of tokens or characters? Raise it and generate these {noun}s "
        "again: scores count the missing words as deletions"
    )
    return [*rest, Finding.of_lines("cut-short", message, name, cuts.lines, noun)]
