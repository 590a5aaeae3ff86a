"""One output per source: whether the lines of a file fit the sources, and where that stops.

Lines are compared by their words. A line that is lost, merged with the next or added shifts all lines after it, which
then fit their neighbours (specification of raw text, section 8).
"""

from collections.abc import Sequence
from fractions import Fraction

from errata.errors import LengthError
from errata.records import dataclass
from errata.text.raw.likeness import Words, likeness

_AHEAD = 3
"""This many lines must fit their neighbours better, by the similarity of one whole line."""
_GAIN = 1


@dataclass(frozen=True)
class Fitted:
    """The lines that belong to the sources, their words, the number of blank lines skipped, and what is suspicious."""

    lines: tuple[str, ...]
    words: tuple[list[str], ...]
    n_blank: int = 0
    warning: str = ""


def fit_lines(sources: Sequence[str], outputs: Sequence[str]) -> Fitted:
    """Return the output of each source; raise `LengthError`, naming the first wrong line, if they do not pair.

    >>> fit_lines(["He go .", "She sleep ."], ["He goes.", "", "She sleeps.", ""]).lines
    ('He goes.', 'She sleeps.')
    """
    words = Words()
    return fit_words([words.of(source) for source in sources], outputs, words, all(map(str.strip, sources)))


def fit_words(sources: Sequence[Sequence[str]], outputs: Sequence[str], words: Words, are_full: bool) -> Fitted:
    """Do the same with the words of sources, which may be cached; `are_full` says that none is empty."""
    lines = tuple(outputs)
    if len(lines) != len(sources) and are_full:
        full = tuple(line for line in lines if line.strip())
        if len(full) == len(sources):
            lines = full
    found = tuple(map(words.of, lines))
    shift = find_shift(sources, found)
    n_blank = len(outputs) - len(lines)
    if len(lines) == len(sources):
        warning = f"from line {shift[0]} on the lines may not fit: {shift[1]}" if shift else ""
        return Fitted(lines, found, n_blank, warning)
    line, what = shift or (min(len(lines), len(sources)) + 1, "the lines before fit")
    raise LengthError(f"{len(lines)} lines for {len(sources)} sources; from line {line} on they do not fit: {what}")


def find_shift(sources: Sequence[Sequence[str]], outputs: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """Return the first line, counted from 1, from which outputs fit sources other than their own, and a diagnosis."""

    def like(output: int, source: int) -> Fraction:
        if 0 <= output < len(outputs) and 0 <= source < len(sources):
            return likeness(outputs[output], sources[source])
        return Fraction(0)

    for k, (output, source) in enumerate(zip(outputs, sources, strict=False)):
        if _is_like(output, source):
            continue
        own = sum(like(j, j) for j in range(k, k + _AHEAD))
        for step in (1, -1):
            if sum(like(j, j + step) for j in range(k, k + _AHEAD)) >= own + _GAIN:
                return _explain(sources, outputs, k, step)
    return None


def _is_like(output: Sequence[str], source: Sequence[str]) -> bool:
    """Tell whether a line fits its source: half of the words are common to both."""
    total = len(output) + len(source)
    # Different words in common are no more than all words in common, and sooner found.
    return 4 * len(set(output).intersection(source)) >= total or likeness(output, source) >= Fraction(1, 2)


def _explain(sources: Sequence[Sequence[str]], outputs: Sequence[Sequence[str]], k: int, step: int) -> tuple[int, str]:
    """Return the line where a shift begins and what happened there."""
    if step > 0:
        if k and likeness(outputs[k - 1], [*sources[k - 1], *sources[k]]) > likeness(outputs[k - 1], sources[k - 1]):
            return k, f"line {k} holds sources {k} and {k + 1}"
        return k + 1, f"no line for source {k + 1}"
    if k and likeness([*outputs[k - 1], *outputs[k]], sources[k - 1]) > likeness(outputs[k - 1], sources[k - 1]):
        return k, f"source {k} is spread over lines {k} and {k + 1}"
    return k + 1, f"line {k + 1} belongs to no source"
