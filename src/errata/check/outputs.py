"""Signs that texts do not belong together, or are not what they should be.

Each check returns findings, each with the affected lines; none changes a text.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import count, islice, repeat
from operator import ne
from typing import NamedTuple
from unicodedata import is_normalized

from errata.check.chatter import check_chatter
from errata.findings import Finding, remedy
from errata.records import dataclass
from errata.text.messages import listed, plural

STRAY = 0.4
"""An output that shares less than this fraction of its words with its source may belong to another sentence."""
SETTLED = 2 * STRAY
"""Above this fraction, including punctuation, it certainly does not."""
_AKIN = 0.5
"""It does if it shares more than this with a neighbour, and clearly more (`_CLEARLY`) than with its own."""
_CLEARLY = 0.3
_TRIED, _SEARCHED = 100, 1_000_000
"""This many stray lines are compared with all other sources, and with this many of these."""
_TELLING = 4
"""A line with fewer different words fits other sources by chance."""
_MIN_LINES = 3
"""Fewer suspicious lines than this are not reported."""
_MANY_LINES, _SLIPS = 20, 0.02
"""In this many lines or more, a reference that is a copy of the source may differ in this share of them."""
_SAME_LINES = 50
"""In fewer lines, a system may well write what a reference has."""
MISALIGNED = "misaligned"
"""The finding if most lines belong to other sources, so that no score of them means anything."""
_TOO_MANY = 0.01
"""Above this share of lines with glued punctuation it is not a slip; 28 real outputs have 0.0023 at most."""
_MIN_ENDS = 10
_LOST = 0.5
"""An output with less than half of the full stops of its source (ten or more) lost them in processing."""
_LONE_COMMA = " , "
_MIN_COMMAS = 5
"""Fewer may be slips: 28 real outputs have 2 at most."""
_MOJIBAKE = "Ã[\x80-\xbf]|â€[\x80-\xbf™œ“”˜¦]|Â[\xa0-\xbf]"
MOJIBAKE_SIGNS = ("Ã", "â€", "Â")
NEAR = 2
"""How many lines away a source is searched for if no line is missing..."""
_FURTHEST = 50
"""...and at most how many if some are."""

_ODD_CHARACTERS = "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]"
"""Not the joiners U+200C and U+200D, which Persian, Hindi and emoji need."""
_ENTITY = "&(?:amp|apos|quot|lt|gt|nbsp|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});"
# Few texts need these, so they are compiled where they are used.
_FINAL = (".", "!", "?", "。", "！", "？")


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
    reach = min(missing + 10, _FURTHEST) if missing else NEAR
    source_words = cache(lambda index: words_of(sources[index]))
    for index, shared in _strays(sources, outputs) if strays is None else strays:
        other = fitting_neighbour(index, shared, outputs[index], len(sources), source_words, reach)
        if other is not None:
            shifted.append((index, other))
    if len(shifted) < _MIN_LINES:
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
            if fits > max(_AKIN, shared + _CLEARLY):
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
    return next((i for i in range(begin, first) if _overlap(output_words(i), source_words(i)) < _AKIN), first)


def check_length(
    lines: Sequence[str], other: str, sources: Sequence[str], noun: str = "line"
) -> tuple[int, str] | None:
    """Return where a text with a wrong number of lines seems to diverge from its sources, from 0, and a message."""
    if len(lines) == len(sources):
        return None
    first = min(len(lines), len(sources))
    shift = find_shift(sources, lines)
    if shift:
        hint = f"they seem to be misaligned from {noun} {shift.begins + 1} on"
        first = shift.begins
    elif len(lines) > len(sources) and not any(lines[len(sources) :]):
        hint = f"the lines after line {len(sources)} are empty; remove them"
    else:
        hint = "each sentence needs its own line, even if it is empty"
    return first, f"has {plural(len(lines), noun)} but {other} has {plural(len(sources), 'sentence')}; {hint}"


def check_references(name: str, sources: Sequence[str], references: Iterable[Sequence[str]]) -> list[Finding]:
    """Report references that all equal their sources; `references` are those of each sentence."""
    for source, texts in zip(sources, references, strict=True):
        if not texts or any(text != source for text in texts):
            return []
    return say_references(name, len(sources))


def say_references(name: str, n_sources: int) -> list[Finding]:
    """Report that every reference equals its source, unless there are few."""
    if n_sources < _MIN_LINES:
        return []
    message = "every reference equals its source, so that any change counts as wrong; did you give the source twice?"
    return [Finding.of_lines("reference-is-source", message, name, range(n_sources))]


def check_copies(sources: Sequence[str], references: Sequence[Sequence[str]]) -> list[tuple[int, Finding]]:
    """Report each reference that is a copy of the source although another is not, with its number."""
    return say_copies([sum(map(ne, sources, texts)) for texts in references], len(sources))


def say_copies(n_changed: Sequence[int], n_sources: int) -> list[tuple[int, Finding]]:
    """Report the same, given in how many lines each reference differs from the source."""
    most = max(n_changed, default=0)
    found = []
    for number, changed in enumerate(n_changed):
        is_copy = changed == 0 if n_sources < _MANY_LINES else changed <= _SLIPS * n_sources
        # One annotator may well leave good sentences alone if the others hardly change them.
        if is_copy and n_sources >= _MIN_LINES and most >= max(2, 5 * changed, n_sources / 5):
            name = f"reference {number}"
            message = (
                f"{n_sources - changed} of {n_sources} lines equal the source, but another reference changes {most}; "
                "an output without any correction scores high; was the source given as a reference?"
            )
            found.append((number, Finding("reference-is-source", message, name)))
    return found


def say_twin(name: str, number: int, n_sources: int, n_changed: int) -> list[Finding]:
    """Report an output that equals a reference in all lines, given in how many that differs from the source."""
    if n_sources < _SAME_LINES or n_changed < _MIN_LINES:
        return []
    message = (
        f"all {n_sources} lines equal reference {number}, which differs from the source in {n_changed}; is this "
        "file a reference, given as an output?"
    )
    return [Finding("output-is-reference", message, name)]


def check_alignment(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report outputs that seem to belong to other lines, share little with their source, or are empty."""
    strays = _strays(sources, outputs)
    shift = find_shift(sources, outputs, strays) if len(strays) >= _MIN_LINES else None
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
    many = max(_MIN_LINES, n_sources // 20)
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
        lines_fit = "2 lines fit" if len(pairs) == 1 else f"{2 * len(pairs)} lines fit two by two"
        message = (
            f"{lines_fit.replace('line', noun)} each other's source and not their own, first {noun}s {one + 1} and "
            f"{two + 1}; were they swapped?"
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
            if common > _AKIN * max(len(words[line]), len(theirs)):
                fits.setdefault(line, other)
    return min(fits.items()) if len(fits) >= _MIN_LINES and 2 * len(fits) > len(tried) else None


def find_swapped(
    sources: Sequence[str] | Mapping[int, str], outputs: Sequence[str] | Mapping[int, str], strays: Sequence[int]
) -> list[tuple[int, int]]:
    """Return the pairs of stray lines whose outputs are swapped."""
    found = []
    for place, one in enumerate(strays):
        for two in strays[place + 1 : place + 1 + _FURTHEST]:
            there = _overlap(words_of(outputs[one]), words_of(sources[two]))
            if there > _AKIN and _overlap(words_of(outputs[two]), words_of(sources[one])) > _AKIN:
                found.append((one, two))
                break
    return found


def empty_outputs(sources: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are empty although the source is not."""
    return [i for i, (source, output) in enumerate(zip(sources, outputs, strict=True)) if source and not output]


def count_glued(lines: Sequence[str]) -> tuple[int, int]:
    """Count lines whose final punctuation is glued to the last word, and lines where it is a separate token."""
    ends = [line.rsplit(None, 1)[-1] for line in lines if line.rstrip().endswith(_FINAL)]
    alone = sum(1 for end in ends if len(end) == 1)
    return sum(1 for end in ends if len(end) > 1 and end[-2].isalnum()), alone


class Untokenised(NamedTuple):
    """Evidence that an output is not tokenised like its source, or not even split into words."""

    finding: Finding
    is_unsegmented: bool


class Spacing(NamedTuple):
    """How a text is spaced: its lines, spaces and other characters, and whether final punctuation is separate."""

    n_lines: int
    blanks: int
    characters: int
    glued: int
    alone: int
    commas: int
    commas_alone: int
    """Commas in all, and those that are tokens with others around them."""

    @classmethod
    def of(cls, lines: Sequence[str]) -> "Spacing":
        """Measure lines."""
        blanks = sum(map(str.count, lines, repeat(" ")))
        commas = (sum(map(str.count, lines, repeat(mark))) for mark in (",", _LONE_COMMA))
        return cls(len(lines), blanks, sum(map(len, lines)) - blanks, *count_glued(lines), *commas)


def find_untokenised(name: str, sources: Sequence[str], outputs: Sequence[str]) -> Untokenised | None:
    """Return evidence that an output is not tokenised although its source is."""
    return judge_untokenised(name, Spacing.of(sources), Spacing.of(outputs))


def judge_untokenised(name: str, source: Spacing, output: Spacing) -> Untokenised | None:
    """Return the same for texts with known spacing."""
    as_long = output.characters > 0.7 * source.characters
    if as_long and source.blanks > 4 * max(output.blanks, output.n_lines):
        message = (
            f"{plural(output.blanks, 'space')} in all, but {source.blanks} in the source of the same length; "
            "the text looks unsegmented, which hurts every score badly"
        )
        return Untokenised(Finding("tokenisation", message, name), is_unsegmented=True)
    if source.alone > 2 * source.glued and output.glued > output.alone and output.glued >= _MIN_LINES:
        message = (
            f"{output.glued} lines end in punctuation glued to the last word but the source's is set apart "
            f"({plural(source.alone, 'line')}); the text looks untokenised, which hurts every score badly"
        )
        return Untokenised(Finding("tokenisation", message, name), is_unsegmented=False)
    return None


def check_tokenisation(name: str, sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report an output with punctuation glued to words if the source's is separate, or vice versa."""
    return judge_tokenisation(name, Spacing.of(sources), Spacing.of(outputs))


def judge_tokenisation(name: str, source: Spacing, output: Spacing) -> list[Finding]:
    """Report the same for texts with known spacing."""
    found = judge_untokenised(name, source, output)
    if found:
        return [found.finding]
    if source.alone > 2 * source.glued and output.glued - source.glued >= max(_MIN_LINES, _TOO_MANY * output.n_lines):
        message = (
            f"{output.glued} of {output.n_lines} lines end in punctuation glued to the last word but the source's is "
            f"set apart ({plural(source.alone, 'line')}); part of the text looks untokenised, and scores fall"
        )
        return [Finding("tokenisation", message, name)]
    if source.glued > 2 * source.alone and output.alone > output.glued and output.alone >= _MIN_LINES:
        message = (
            f"{output.alone} lines end in punctuation set apart but the source's is glued to the last word "
            f"({plural(source.glued, 'line')}); the source looks untokenised, the output does not"
        )
        return [Finding("tokenisation", message, name)]
    lost = source.commas_alone - output.commas_alone
    n_glued = (output.commas - output.commas_alone) - (source.commas - source.commas_alone)
    if min(lost, n_glued) >= max(_MIN_COMMAS, _LOST * source.commas_alone):
        message = (
            f"{plural(n_glued, 'comma')} glued to words where the source's are set apart ({source.commas_alone}); "
            "the text looks tokenised in another way, and scores fall"
        )
        return [Finding("tokens-differ", message, name)]
    return []


_EXPLAINS = {"tokenisation", "wrapped", "chatter", "model-marks", "csv-quotes", "table", "versions", "unrelated"}


def judge_ends(name: str, before: Iterable[Finding], source: Spacing, output: Spacing) -> list[Finding]:
    """Report an output without the full stops of its source, unless an earlier finding explains it."""
    ends, left = source.alone + source.glued, output.alone + output.glued
    is_whole = output.characters > 0.7 * source.characters  # an output that is mostly empty is reported as that
    is_lost = ends >= max(_MIN_ENDS, _LOST * source.n_lines) and left < _LOST * ends
    if not (is_whole and is_lost) or any(found.code in _EXPLAINS for found in before):
        return []
    message = (
        f"{left} of {output.n_lines} lines end in a full stop or the like, but {ends} in the source; "
        "each missing one counts as an error where the references have it"
    )
    return [Finding("final-marks", message, name)]


def odd_characters(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the lines, counted from 0, with control or invisible characters, each with the first of them."""
    return [
        (i, hit.group())
        for i, line in enumerate(lines)
        # Of these characters only U+FFFD is printable.
        if not (line.isprintable() and "\ufffd" not in line) and (hit := re.search(_ODD_CHARACTERS, line))
    ]


def check_characters(name: str, lines: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report invisible characters inside a text: control, direction and byte-order marks, zero-width spaces."""
    hits = odd_characters(lines)
    return say_characters(name, [index for index, _ in hits], hits[0][1], noun) if hits else []


def say_characters(name: str, lines: Sequence[int], first: str, noun: str) -> list[Finding]:
    """Report lines with such characters; `first` is the first of them."""
    lines_contain = plural(len(lines), f"{noun} contains", f"{noun}s contain")
    effect = "they are kept, and make words that look equal differ"
    if first.isspace():
        effect = "this one is white space, and splits words as a space does"
    message = (
        f"{lines_contain} control or invisible characters, first {noun} {lines[0] + 1} (U+{ord(first):04X}); {effect}"
    )
    return [Finding.of_lines("control-character", message, name, lines, noun)]


def find_mojibake(line: str) -> str | None:
    """Return the first characters of a line that are UTF-8 read in an 8-bit encoding."""
    hit = re.search(_MOJIBAKE, line) if any(sign in line for sign in MOJIBAKE_SIGNS) else None
    return hit and hit.group()


def check_mojibake(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report an output with such characters if no source has any."""
    hits = [(index, hit) for index, line in enumerate(outputs) if not line.isascii() and (hit := find_mojibake(line))]
    if not hits or any(map(find_mojibake, sources)):
        return []
    return say_mojibake(name, [index for index, _ in hits], hits[0][1], noun)


def say_mojibake(name: str, lines: Sequence[int], first: str, noun: str) -> list[Finding]:
    """Report an output's lines with such characters; `first` are the first of them."""
    lines_have = plural(len(lines), f"{noun} has", f"{noun}s have")
    message = (
        f"{lines_have} characters that look like UTF-8 read in another encoding, first {noun} {lines[0] + 1} "
        f"({first!r}), but no source has; words with them match nothing"
    )
    return [Finding.of_lines("encoding-twice", message, name, lines, noun)]


def check_tabs(name: str, sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report an output with tabs if the source has none: perhaps a table of several columns."""
    tabbed = [index for index, line in enumerate(outputs) if "\t" in line]
    return say_tabs(name, tabbed, len(outputs)) if not any("\t" in line for line in sources) else []


def say_tabs(name: str, tabbed: Sequence[int], n_lines: int) -> list[Finding]:
    """Report an output's lines with tabs if no source has one and most lines do."""
    if 2 * len(tabbed) <= n_lines:
        return []
    message = (
        f"{len(tabbed)} of {plural(n_lines, 'line contains', 'lines contain')} a tab, first line "
        f"{tabbed[0] + 1}, but no source does; is this a table? Give sentences only, one per line"
    )
    return [Finding.of_lines("table", message, name, tabbed)]


def check_entities(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report an output with entities such as `&apos;` if the source has none: some tokenisers write them."""
    hits = [(index, hit) for index, line in enumerate(outputs) if (hit := find_entity(line))]
    if not hits or any(map(find_entity, sources)):
        return []
    return say_entities(name, [index for index, _ in hits], hits[0][1], noun)


def find_entity(line: str) -> str | None:
    """Return the first entity of a line."""
    hit = re.search(_ENTITY, line) if "&" in line else None
    return hit and hit.group()


def say_entities(name: str, lines: Sequence[int], first: str, noun: str) -> list[Finding]:
    """Report an output's lines with entities that no source has; `first` is the first entity."""
    message = (
        f"{plural(len(lines), f'{noun} has', f'{noun}s have')} entities, first {noun} {lines[0] + 1} ({first}), "
        "but no source has; a tokeniser may have written them for quotes and the like, which then never match"
    )
    return [Finding.of_lines("entity", message, name, lines, noun)]


def find_decomposed(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are not in composed Unicode form (NFC)."""
    return [i for i, line in enumerate(lines) if not line.isascii() and not is_normalized("NFC", line)]


def check_forms(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Report an output that writes words of its sources, or of the gold's corrections, in another Unicode form."""
    if not any(map(find_decomposed, (sources, outputs, wanted))):
        return []
    from errata.text.forms import compare_forms

    return compare_forms(name, sources, outputs, noun, wanted)


def check_outer_blanks(sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report lines that begin or end with white space, for measures that count it among the characters."""
    findings = []
    for name, lines in (("the output", outputs), ("the source", sources)):
        odd = [index for index, line in enumerate(lines) if line != line.strip()]
        if odd:
            lines_begin = plural(len(odd), "line begins or ends", "lines begin or end")
            message = (
                f"{name}: {lines_begin} with spaces, first line {odd[0] + 1}; they count as characters with strip=no"
            )
            findings.append(Finding.of_lines("outer-blank", message, "", odd))
    return findings


def check_together(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Run every check of an output against its sources; `noun` names the units of the outputs.

    `wanted` are the corrections and references of the gold.
    """
    spacing = Spacing.of(sources), Spacing.of(outputs)
    findings = [
        *check_alignment(name, sources, outputs, noun),
        *judge_tokenisation(name, *spacing),
        *check_tabs(name, sources, outputs),
        *check_entities(name, sources, outputs, noun),
        *check_chatter(name, sources, outputs, noun, wanted),
        *check_forms(name, sources, outputs, noun, wanted),
    ]
    return [*findings, *judge_ends(name, findings, *spacing)]


def check_output(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Run every check of an output, against its sources and by itself."""
    findings = check_together(name, sources, outputs, noun, wanted)
    empty = say_empty(name, findings, empty_outputs(sources, outputs), noun)
    odd = [*check_characters(name, outputs, noun), *check_mojibake(name, sources, outputs, noun)]
    return [*findings, *odd, *empty]


def say_empty(name: str, before: Iterable[Finding], empty: Sequence[int], noun: str) -> list[Finding]:
    """Report empty lines, unless many were reported before."""
    findings = []
    if empty and not any(found.code == "many-empty" for found in before):
        one, many = "it counts as a sentence that was deleted", "they count as sentences that were deleted"
        count_as_deleted = one if len(empty) == 1 else many
        message = (
            f"{plural(len(empty), f'{noun} is', f'{noun}s are')} empty where the source is not, first {noun} "
            f"{empty[0] + 1}; {count_as_deleted}"
        )
        findings.append(Finding.of_lines("empty-line", message, name, empty, noun))
    return findings


UNSEGMENTED = "unsegmented"
"""The code for texts that cannot be scored by words."""

_LETTER = (
    "["
    "\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\uff66-\uff9d"  # Hiragana, Katakana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46"  # Thai
    "\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"  # Lao
    "\u0f40-\u0f6c"  # Tibetan
    "\u1000-\u102a\u103f\u1050-\u1055\uaa60-\uaa6f"  # Myanmar
    "\u1780-\u17b3"  # Khmer
    "]"
)
"""A letter that is not a combining mark; words in all these scripts have few of them."""
_GLUED = "[\u3041-\u30fa\u3400-\u9fff][。！？，、；：]"
_GLUED_PHRASE = "[\u1000-\u109f\u1780-\u17d3][\u104a\u104b\u17d4\u17d5]"
"""In Burmese and Khmer, spaces separate phrases, so only the full stop shows whether words are split."""
_ENDED = "[。！？]$"
_FIRST = "\u0e01"
"""No such letter is below this: it settles most texts without the regular expression, which takes 4 ms to compile."""
_LONG_TOKEN = 8
"""Texts split into words have fewer letters than this per token on average."""
_LONG_LINE = 12
"""A shorter line may be a single name."""
_SENTENCE = 5
"""A line with this many letters and glued punctuation is not a name: every tokeniser separates punctuation."""
_PHRASE = 3
"""The minimum number of letters in a phrase of Burmese or Khmer; a word has fewer on average."""
_PART = 10
"""Texts with one such line in this many cannot be scored by words."""


def find_unsegmented(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, whose tokens are whole sentences of a script without spaces.

    >>> find_unsegmented(["我昨天去学校了。", "我 昨天 去 学校 了 。", "北京大学", "我昨天去学校了 。"])
    [0, 3]
    """
    return [
        index for index, line in enumerate(lines) if not line.isascii() and max(line) >= _FIRST and is_unsegmented(line)
    ]


def is_unsegmented(line: str) -> bool:
    """Tell whether a line is a sentence of such a script that is not split into words."""
    n_letters = len(re.findall(_LETTER, line))
    if n_letters < _SENTENCE:
        return False
    n_tokens = sum(1 for token in line.split() if re.search(_LETTER, token))
    if 2 * n_letters <= sum(map(str.isalnum, line)):
        return False
    if n_letters >= _LONG_LINE and n_letters > _LONG_TOKEN * n_tokens:
        return True
    if n_letters >= _PHRASE * n_tokens and re.search(_GLUED_PHRASE, line):
        return True
    return (n_letters >= _SENTENCE * n_tokens and re.search(_GLUED, line) is not None) or (
        # The stop alone is set apart: no sentence of tokens is a single long word.
        n_letters > _SENTENCE * n_tokens and re.search(_ENDED, line.rstrip()) is not None
    )


def check_segmentation(name: str, lines: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report untokenised texts in a script without spaces: most of them, or some."""
    return say_segmentation(name, find_unsegmented(lines), len(lines), sum(map(bool, lines)), noun)


def say_segmentation(name: str, found: Sequence[int], n_lines: int, n_filled: int, noun: str) -> list[Finding]:
    """Report the lines that are not tokenised, out of this many, of which this many are not empty."""
    is_most = _PART * len(found) >= n_filled > 0
    if not found or (not is_most and len(found) < _MIN_LINES):
        return []
    lines_are = plural(n_lines, f"{noun} is", f"{noun}s are")
    message = (
        f"{len(found)} of {lines_are} in a script without spaces and not tokenised "
        f"({listed(found, noun)}): a whole sentence counts as one word, which a single change makes wrong"
    )
    return [Finding.of_lines(UNSEGMENTED if is_most else "unsegmented-lines", message, name, found, noun)]
