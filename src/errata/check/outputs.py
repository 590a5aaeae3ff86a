"""Signs that texts do not belong together, or are not what they should be.

Each check returns findings, each with the lines where the trouble shows; none changes a text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import NamedTuple
from unicodedata import is_normalized

from errata.check.chatter import check_chatter
from errata.findings import Finding
from errata.text.messages import listed, plural

_STRAY = 0.4
"""An output that shares less than this part of its words with its source may be another sentence's."""
_AKIN = 0.5
"""It is, if it shares more than this with a neighbour's, and clearly more (`_CLEARLY`) than with its own."""
_CLEARLY = 0.3
_MIN_LINES = 3
"""Fewer suspicious lines than this are not worth a word."""
_FURTHEST = 50
"""So many lines away a source is looked for at most."""

_ODD_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\ufeff\ufffd]")
_ENTITY = re.compile("&(?:amp|apos|quot|lt|gt|nbsp|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});")
_FINAL = (".", "!", "?", "。", "！", "？")


def _words(line: str) -> set[str]:
    """Return the words of a line without punctuation, or its characters where it has no blanks."""
    parts = line.split()
    return {part for part in (parts if len(parts) > 1 else line) if any(map(str.isalnum, part))}


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / (max(len(one), len(other)) or 1)


def _strays(sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[int, float]]:
    """Return the lines whose output shares little with its source, and how much it shares."""
    found = []
    for index, (source, output) in enumerate(zip(sources, outputs, strict=False)):
        if output == source or not output or not source:
            continue
        if _overlap(set(output.split()), set(source.split())) > 2 * _STRAY:  # a quick look settles most lines
            continue
        shared = _overlap(_words(output), _words(source))
        if shared < _STRAY:
            found.append((index, shared))
    return found


@dataclass(frozen=True)
class Shift:
    """The outputs that belong to a neighbouring source, and which source the first of them fits; lines count from 0."""

    lines: tuple[int, ...]
    first_fits: int
    begins: int
    """Where they begin to be out of step: lines that fit no source may stand before the first that fits another."""

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
    """Look for outputs that belong to a neighbouring source; None when there are too few to speak of.

    Neighbours are the next two; where there are lines too many or too few, some more than these. `strays` are the
    lines that share little with their source, where they are known.
    """
    shifted = []
    missing = abs(len(sources) - len(outputs))
    reach = min(missing + 10, _FURTHEST) if missing else 2
    steps = [step for distance in range(1, reach + 1) for step in (distance, -distance)]
    source_words = cache(lambda index: _words(sources[index]))
    for index, shared in _strays(sources, outputs) if strays is None else strays:
        words = _words(outputs[index])
        for step in steps:
            other = index + step
            fits = 0 <= other < len(sources) and _overlap(words, source_words(other))
            if fits > max(_AKIN, shared + _CLEARLY):
                shifted.append((index, other))
                break
    if len(shifted) < _MIN_LINES:
        return None
    first, fits_first = shifted[0]
    begins = _first_foreign(first, fits_first, source_words, cache(lambda index: _words(outputs[index])))
    return Shift(tuple(index for index, _ in shifted), fits_first, begins)


def _first_foreign(
    first: int, fits: int, source_words: Callable[[int], set[str]], output_words: Callable[[int], set[str]]
) -> int:
    """Return where foreign lines were put in, if the first shifted line fits an earlier source; else that line."""
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
    """Return where a text without one line for each source seems to part from them, from 0, and what to say of it."""
    if len(lines) == len(sources):
        return None
    first = min(len(lines), len(sources))
    shift = find_shift(sources, lines)
    if shift:
        hint = f"they seem to be out of step from {noun} {shift.begins + 1} on"
        first = shift.begins
    elif len(lines) > len(sources) and not any(lines[len(sources) :]):
        hint = f"the lines after line {len(sources)} are empty; remove them"
    else:
        hint = "each sentence needs its line, an empty one if need be"
    return first, f"has {plural(len(lines), noun)} but {other} has {plural(len(sources), 'sentence')}; {hint}"


def check_references(name: str, sources: Sequence[str], references: Iterable[Sequence[str]]) -> list[Finding]:
    """Report references that are the sources, all of them; `references` are those of each sentence."""
    if len(sources) < _MIN_LINES:
        return []
    for source, texts in zip(sources, references, strict=True):
        if not texts or any(text != source for text in texts):
            return []
    message = "every reference equals its source, so that any change counts as wrong; did you give the source twice?"
    return [Finding.of_lines("reference-is-source", message, name, range(len(sources)))]


def check_alignment(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report outputs that seem to belong to other lines, share little with their source, or are empty."""
    findings = []
    strays = _strays(sources, outputs)
    many = max(_MIN_LINES, len(sources) // 20)
    shift = find_shift(sources, outputs, strays) if len(strays) >= _MIN_LINES else None
    if shift and 2 * shift.count > len(strays):
        message = (
            f"{shift.count} {noun}s fit the source of a neighbouring {noun} better than their own, from {noun} "
            f"{shift.first + 1} (which fits source {noun} {shift.first_fits + 1}) to {noun} {shift.last + 1}; "
            f"the {noun}s are probably out of step there, and the scores wrong"
        )
        findings.append(Finding.of_lines("shifted", message, name, shift.lines, noun))
    elif len(strays) > many:
        message = (
            f"{len(strays)} of {len(sources)} {noun}s share few words with their source, first {noun} "
            f"{strays[0][0] + 1}; do the files belong together?"
        )
        findings.append(Finding.of_lines("unrelated", message, name, [index for index, _ in strays], noun))
    empty = empty_outputs(sources, outputs)
    if len(empty) > many or (empty and len(empty) == len(sources)):
        lines_are = plural(len(sources), f"{noun} is", f"{noun}s are")
        message = f"{len(empty)} of {lines_are} empty where the source is not, first {noun} {empty[0] + 1}"
        findings.append(Finding.of_lines("many-empty", message, name, empty, noun))
    return findings


def empty_outputs(sources: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are empty where the source is not."""
    return [i for i, (source, output) in enumerate(zip(sources, outputs, strict=True)) if source and not output]


def _n_glued(lines: Sequence[str]) -> tuple[int, int]:
    """Count lines whose final punctuation is glued to the last word, and lines where it stands alone."""
    ends = [line.rsplit(None, 1)[-1] for line in lines if line.rstrip().endswith(_FINAL)]
    alone = sum(1 for end in ends if len(end) == 1)
    return sum(1 for end in ends if len(end) > 1 and end[-2].isalnum()), alone


class Untokenised(NamedTuple):
    """What shows that an output is not tokenised as its source is; or that it is not even cut into words."""

    finding: Finding
    is_unsegmented: bool


def find_untokenised(name: str, sources: Sequence[str], outputs: Sequence[str]) -> Untokenised | None:
    """Return what shows that an output is not tokenised, but its source is."""
    n_source = sum(map(str.count, sources, repeat(" ")))
    n_output = sum(map(str.count, outputs, repeat(" ")))
    as_long = sum(map(len, outputs)) - n_output > 0.7 * (sum(map(len, sources)) - n_source)
    if as_long and n_source > 4 * max(n_output, len(outputs)):
        message = (
            f"{plural(n_output, 'blank')} in all, but {n_source} in the source of the same length; "
            "the output looks unsegmented, which costs every measure dear"
        )
        return Untokenised(Finding("tokenisation", message, name), is_unsegmented=True)
    source_glued, source_alone = _n_glued(sources)
    glued, alone = _n_glued(outputs)
    if source_alone > 2 * source_glued and glued > alone and glued >= _MIN_LINES:
        message = (
            f"{glued} lines end in punctuation glued to the last word but the source's is set apart "
            f"({plural(source_alone, 'line')}); the output looks untokenised, which costs every measure dear"
        )
        return Untokenised(Finding("tokenisation", message, name), is_unsegmented=False)
    return None


def check_tokenisation(name: str, sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report an output whose punctuation is glued to words where the source's is not, or the other way round."""
    found = find_untokenised(name, sources, outputs)
    if found:
        return [found.finding]
    source_glued, source_alone = _n_glued(sources)
    glued, alone = _n_glued(outputs)
    if source_glued > 2 * source_alone and alone > glued and alone >= _MIN_LINES:
        message = (
            f"{alone} lines end in punctuation set apart but the source's is glued to the last word "
            f"({plural(source_glued, 'line')}); the source looks untokenised, the output does not"
        )
        return [Finding("tokenisation", message, name)]
    return []


def odd_characters(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the lines, counted from 0, that hold control or invisible characters, each with the first of them."""
    return [(i, hit.group()) for i, line in enumerate(lines) if (hit := _ODD_CHARACTERS.search(line))]


def check_characters(name: str, lines: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report control characters, byte-order marks, zero-width blanks and replacement characters inside a text."""
    hits = odd_characters(lines)
    if not hits:
        return []
    first, character = hits[0]
    lines_hold = plural(len(hits), f"{noun} holds", f"{noun}s hold")
    message = (
        f"{lines_hold} control or invisible characters, first {noun} {first + 1} "
        f"(U+{ord(character):04X}); they are kept, and make words differ that look equal"
    )
    return [Finding.of_lines("control-character", message, name, [index for index, _ in hits], noun)]


def check_tabs(name: str, sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report an output with tabs where the source has none: perhaps a table of several columns."""
    tabbed = [index for index, line in enumerate(outputs) if "\t" in line]
    if 2 * len(tabbed) <= len(outputs) or any("\t" in line for line in sources):
        return []
    message = (
        f"{len(tabbed)} of {plural(len(outputs), 'line holds', 'lines hold')} a tab, first line "
        f"{tabbed[0] + 1}, but no source does; is this a table? Only sentences are wanted, one a line"
    )
    return [Finding.of_lines("table", message, name, tabbed)]


def check_entities(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report an output with entities such as `&apos;` where the source has none: some tokenisers write them."""
    hits = [(index, hit.group()) for index, line in enumerate(outputs) if (hit := _ENTITY.search(line))]
    if not hits or any(map(_ENTITY.search, sources)):
        return []
    first, entity = hits[0]
    message = (
        f"{plural(len(hits), f'{noun} has', f'{noun}s have')} entities, first {noun} {first + 1} ({entity}), "
        "but no source has; a tokeniser may have written them for quotes and the like, which then never match"
    )
    return [Finding.of_lines("entity", message, name, [index for index, _ in hits], noun)]


def find_decomposed(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are not in composed Unicode form (NFC)."""
    return [i for i, line in enumerate(lines) if not line.isascii() and not is_normalized("NFC", line)]


def check_forms(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Report an output that has words of its sources, or of the gold's corrections, in another Unicode form."""
    if not any(map(find_decomposed, (sources, outputs, wanted))):
        return []
    from errata.text.forms import compare_forms

    return compare_forms(name, sources, outputs, noun, wanted)


def check_outer_blanks(sources: Sequence[str], outputs: Sequence[str]) -> list[Finding]:
    """Report lines with white space at either end, for measures that count it among the characters."""
    findings = []
    for name, lines in (("the output", outputs), ("the source", sources)):
        odd = [index for index, line in enumerate(lines) if line != line.strip()]
        if odd:
            lines_begin = plural(len(odd), "line begins or ends", "lines begin or end")
            message = (
                f"{name}: {lines_begin} with blanks, first line {odd[0] + 1}; they count as characters with strip=no"
            )
            findings.append(Finding.of_lines("outer-blank", message, "", odd))
    return findings


def check_together(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Run every check that needs an output beside its sources; `noun` is what the outputs are counted in.

    `wanted` are the corrections and references of the gold.
    """
    return [
        *check_alignment(name, sources, outputs, noun),
        *check_tokenisation(name, sources, outputs),
        *check_tabs(name, sources, outputs),
        *check_entities(name, sources, outputs, noun),
        *check_chatter(name, sources, outputs, noun, wanted),
        *check_forms(name, sources, outputs, noun, wanted),
    ]


def check_output(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Finding]:
    """Run every check of an output beside its sources, and of its own."""
    findings = check_together(name, sources, outputs, noun, wanted)
    many_are_empty = any(found.code == "many-empty" for found in findings)
    findings += check_characters(name, outputs, noun)
    empty = empty_outputs(sources, outputs)
    if empty and not many_are_empty:
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
"""A letter that is not a mark upon another: those of a word are few in all these scripts."""
_GLUED = "[\u3041-\u30fa\u3400-\u9fff][。！？，、；：]"
_GLUED_PHRASE = "[\u1000-\u109f\u1780-\u17d3][\u104a\u104b\u17d4\u17d5]"
"""In Burmese and Khmer spaces part phrases, so only the stop tells whether words are cut."""
_ENDED = "[。！？]$"
_FIRST = "\u0e01"
"""No such letter comes before: this settles most texts without the regular expression, which takes 4 ms to compile."""
_LONG_TOKEN = 8
"""No text that is cut into words has more letters than this in its tokens on average."""
_LONG_LINE = 12
"""A shorter line may be a single name."""
_SENTENCE = 5
"""But not a line of so many letters with punctuation right after one of them, which every tokeniser sets apart."""
_PHRASE = 3
"""Letters in a phrase of Burmese or Khmer, at least; a word has fewer on average."""
_PART = 10
"""Texts with one such line in so many are not fit to be scored by words."""


def find_unsegmented(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, whose tokens are whole sentences of a script without spaces.

    >>> find_unsegmented(["我昨天去学校了。", "我 昨天 去 学校 了 。", "北京大学", "我昨天去学校了 。"])
    [0, 3]
    """
    return [
        index
        for index, line in enumerate(lines)
        if not line.isascii() and max(line) >= _FIRST and _is_unsegmented(line)
    ]


def _is_unsegmented(line: str) -> bool:
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
    """Report texts of a script without spaces that are not cut into tokens: most of them, or some."""
    found = find_unsegmented(lines)
    is_most = _PART * len(found) >= sum(map(bool, lines)) > 0
    if not found or (not is_most and len(found) < _MIN_LINES):
        return []
    lines_are = plural(len(lines), f"{noun} is", f"{noun}s are")
    message = (
        f"{len(found)} of {lines_are} in a script without spaces and not cut into tokens "
        f"({listed(found, noun)}): a whole sentence counts as one word, which a single change makes wrong"
    )
    return [Finding.of_lines(UNSEGMENTED if is_most else "unsegmented-lines", message, name, found, noun)]
