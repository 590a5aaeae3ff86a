"""Whether each output belongs to its source: lines out of step, in another order, swapped, unrelated or empty."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import count, islice

from errata.check.styles import MIN_LINES
from errata.findings import Finding, remedy
from errata.records import dataclass
from errata.text.messages import plural

STRAY = 0.4
"""An output that shares less than this fraction of its words with its source may belong to another sentence."""
SETTLED = 2 * STRAY
"""Above this fraction, including punctuation, it certainly does not."""
AKIN = 0.5
"""It does if it shares more than this with a neighbour, and clearly more (`_CLEARLY`) than with its own."""
_CLEARLY = 0.3
_TRIED, _SEARCHED = 100, 1_000_000
"""This many stray lines are compared with all other sources, and with this many of these."""
_TELLING = 4
"""A line with fewer different words fits other sources by chance."""
MISALIGNED = "misaligned"
"""The finding if most lines belong to other sources, so that no score of them means anything."""
_HEADER = 200
"""A longer line is not the header of a table."""
NEAR = 2
"""How many lines away a source is searched for if no line is missing..."""
FURTHEST = 50
"""...and at most how many if some are."""


def words_of(line: str) -> set[str]:
    """Return the words of a line without punctuation, or its characters where it has no spaces."""
    parts = line.split()
    # Most are letters throughout, which is quicker to tell than that one of them is.
    return {part for part in (parts if len(parts) > 1 else line) if part.isalnum() or any(map(str.isalnum, part))}


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / (max(len(one), len(other)) or 1)


def _strays(sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[int, float]]:
    """Return the lines whose output shares little with its source, and the share."""
    found = []
    for index, (source, output) in enumerate(zip(sources, outputs, strict=False)):
        if output == source or not output or not source:
            continue
        if _overlap(set(output.split()), set(source.split())) > SETTLED:  # a quick look settles most lines
            continue
        shared = shared_words(source, output)
        if shared < STRAY:
            found.append((index, shared))
    return found


def shared_words(source: str, output: str) -> float:
    """Return the fraction of its words that an output shares with its source."""
    return _overlap(words_of(output), words_of(source))


@dataclass(frozen=True)
class Shift:
    """The outputs that belong to a neighbouring source, and the source that the first one fits; lines count from 0."""

    lines: tuple[int, ...]
    first_fits: int
    begins: int
    """Where they get out of step: lines that fit no source may precede the first that fits another."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.lines)

    @property
    def first(self) -> int:
        """Where the trouble starts."""
        return self.lines[0]

    @property
    def last(self) -> int:
        """Where it ends."""
        return self.lines[-1]


def find_shift(
    sources: Sequence[str], outputs: Sequence[str], strays: Sequence[tuple[int, float]] | None = None
) -> Shift | None:
    """Look for outputs that belong to a neighbouring source; None if there are too few to report.

    Neighbours are the next two; if the number of lines differs, a few more. `strays` are the
    lines that share little with their source, if known.
    """
    shifted = []
    missing = abs(len(sources) - len(outputs))
    reach = min(missing + 10, FURTHEST) if missing else NEAR
    source_words = cache(lambda index: words_of(sources[index]))
    for index, shared in _strays(sources, outputs) if strays is None else strays:
        other = fitting_neighbour(index, shared, outputs[index], len(sources), source_words, reach)
        if other is not None:
            shifted.append((index, other))
    if len(shifted) < MIN_LINES:
        return None
    first, fits_first = shifted[0]
    begins = _first_foreign(first, fits_first, source_words, cache(lambda index: words_of(outputs[index])))
    return Shift(tuple(index for index, _ in shifted), fits_first, begins)


def fitting_neighbour(
    index: int, shared: float, output: str, n_sources: int, source_words: Callable[[int], set[str]], reach: int
) -> int | None:
    """Return the nearest source that a stray output fits clearly better than its own; None if there is none."""
    words = words_of(output)
    for distance in range(1, reach + 1):
        for other in (index + distance, index - distance):
            fits = 0 <= other < n_sources and _overlap(words, source_words(other))
            if fits > max(AKIN, shared + _CLEARLY):
                return other
    return None


def _first_foreign(
    first: int, fits: int, source_words: Callable[[int], set[str]], output_words: Callable[[int], set[str]]
) -> int:
    """Return where foreign lines were inserted, if the first shifted line fits an earlier source; else that line."""
    n_foreign = first - fits
    if n_foreign <= 0:
        return first
    begin = fits
    while begin:  # lines before the first that is noticed may be shifted as well
        own = source_words(begin - 1)
        if _overlap(output_words(begin - 1 + n_foreign), own) <= _overlap(output_words(begin - 1), own):
            break
        begin -= 1
    return next((i for i in range(begin, first) if _overlap(output_words(i), source_words(i)) < AKIN), first)


def _suffix_of_table(line: str) -> str | None:
    """Return the suffix of a table in plain text, given its first line; None if that is no header."""
    if len(line) > _HEADER or not any(mark in line for mark in ",;\t"):
        return None
    from errata.formats.roles import is_header  # plain texts do without

    for mark, suffix in (("\t", ".tsv"), (",", ".csv"), (";", ".csv")):
        if mark in line and is_header(line.split(mark)):
            return suffix
    return None


def check_length(
    lines: Sequence[str], other: str, sources: Sequence[str], noun: str = "line"
) -> tuple[int, str] | None:
    """Return where a text with a wrong number of lines seems to diverge from its sources, from 0, and a message."""
    if len(lines) == len(sources):
        return None
    first = min(len(lines), len(sources))
    shift = find_shift(sources, lines)
    if lines and (suffix := _suffix_of_table(lines[0])):
        hint = f"line 1 ({lines[0][:40]!r}) looks like the header of a table: rename the file to *{suffix}"
        first = 0
    elif shift:
        hint = f"they seem to be misaligned from {noun} {shift.begins + 1} on"
        first = shift.begins
    elif len(lines) > len(sources) and not any(lines[len(sources) :]):
        hint = f"the lines after line {len(sources)} are empty; remove them"
    else:
        hint = "each sentence needs its own line, even if it is empty"
    return first, f"has {plural(len(lines), noun)} but {other} has {plural(len(sources), 'sentence')}; {hint}"


def check_alignment(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report outputs that seem to belong to other lines, share little with their source, or are empty."""
    strays = _strays(sources, outputs)
    shift = find_shift(sources, outputs, strays) if len(strays) >= MIN_LINES else None
    lines = [index for index, _ in strays]
    swapped = partial(find_swapped, sources, outputs, lines)
    displaced = partial(find_displaced, lines, lambda: zip(count(), sources, outputs))
    return say_alignment(name, len(sources), lines, shift, displaced, swapped, empty_outputs(sources, outputs), noun)


def say_alignment(
    name: str,
    n_sources: int,
    strays: Sequence[int],
    shift: Shift | None,
    displaced: Callable[[], tuple[int, int] | None],
    swapped: Callable[[], list[tuple[int, int]]],
    empty: Sequence[int],
    noun: str,
) -> list[Finding]:
    """Report strays, and those that belong to a neighbouring source, another one or each other's, and empty lines."""
    findings = []
    many = max(MIN_LINES, n_sources // 20)
    if shift and 2 * shift.count > len(strays):
        is_most = 2 * shift.count > n_sources
        message = (
            f"{shift.count} {noun}s fit the source of a neighbouring {noun} better than their own, from {noun} "
            f"{shift.first + 1} (which fits source {noun} {shift.first_fits + 1}) to {noun} {shift.last + 1}; "
            f"if they are misaligned there, {'any score would be' if is_most else 'the scores are'} wrong"
        )
        advice = remedy("look for an extra or missing line just above")
        code, hint = (MISALIGNED, advice) if is_most else ("shifted", None)
        findings.append(Finding.of_lines(code, message, name, shift.lines, noun, hint=hint))
    elif 2 * len(strays) > n_sources and (fits := displaced()):
        message = (
            f"{len(strays)} of {n_sources} {noun}s share few words with their source, and most fit that of another "
            f"{noun}, first {noun} {fits[0] + 1} (which fits source {noun} {fits[1] + 1}); if they are in a different "
            "order, any score would be wrong"
        )
        advice = remedy("put them in the order of the source")
        findings.append(Finding.of_lines(MISALIGNED, message, name, strays, noun, hint=advice))
    elif pairs := swapped():
        one, two = pairs[0]
        how, whose = ("swapped", "the other's") if len(pairs) == 1 else ("swapped in pairs", "its partner's")
        message = (
            f"{2 * len(pairs)} {noun}s seem to be {how}: each fits {whose} source, not its own, first {noun}s "
            f"{one + 1} and {two + 1}"
        )
        findings.append(Finding.of_lines("swapped", message, name, [line for pair in pairs for line in pair], noun))
    elif len(strays) > many:
        message = (
            f"{len(strays)} of {n_sources} {noun}s share few words with their source, first {noun} "
            f"{strays[0] + 1}; do the files belong together?"
        )
        findings.append(Finding.of_lines("unrelated", message, name, strays, noun))
    if len(empty) > many or (empty and len(empty) == n_sources):
        lines_are = plural(n_sources, f"{noun} is", f"{noun}s are")
        message = f"{len(empty)} of {lines_are} empty where the source is not, first {noun} {empty[0] + 1}"
        findings.append(Finding.of_lines("many-empty", message, name, empty, noun))
    return findings


def find_displaced(strays: Sequence[int], read: Callable[[], Iterable[tuple[int, str, str]]]) -> tuple[int, int] | None:
    """Return a stray line and the source it fits, anywhere in the file, if most stray lines fit one.

    Only a sample is tried. `read` yields each line with its source and output, and is called twice.
    """
    tried = set(strays[:: len(strays) // _TRIED + 1])
    words = {line: found for line, _, output in read() if line in tried and len(found := words_of(output)) >= _TELLING}
    holding: dict[str, list[int]] = {}
    for line in words:
        for word in words[line]:
            holding.setdefault(word, []).append(line)
    fits: dict[int, int] = {}
    for other, source, _ in islice(read(), _SEARCHED):
        theirs = words_of(source)
        shared = Counter(line for word in theirs for line in holding.get(word, ()))
        for line, common in shared.items():
            if common > AKIN * max(len(words[line]), len(theirs)):
                fits.setdefault(line, other)
    return min(fits.items()) if len(fits) >= MIN_LINES and 2 * len(fits) > len(tried) else None


def find_swapped(
    sources: Sequence[str] | Mapping[int, str], outputs: Sequence[str] | Mapping[int, str], strays: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the pairs of stray lines whose outputs are swapped."""
    found = []
    for place, one in enumerate(strays):
        for two in strays[place + 1 : place + 1 + FURTHEST]:
            there = _overlap(words_of(outputs[one]), words_of(sources[two]))
            if there > AKIN and _overlap(words_of(outputs[two]), words_of(sources[one])) > AKIN:
                found.append((one, two))
                break
    return found


def empty_outputs(sources: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are empty although the source is not."""
    return [i for i, (source, output) in enumerate(zip(sources, outputs, strict=True)) if source and not output]
