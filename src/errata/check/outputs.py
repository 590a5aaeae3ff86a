"""Signs that outputs and references are not what they should be.

Each check returns findings, each with the affected lines; none changes a text.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import ne
from typing import NamedTuple
from unicodedata import is_normalized
from unicodedata import name as unicode_name

from errata.check.alignment import check_alignment, empty_outputs
from errata.check.chatter import check_chatter
from errata.check.cuts import Cuts, Unchanged, check_cuts, judge_cuts, judge_run
from errata.check.styles import MIN_LINES
from errata.findings import Finding
from errata.model import Annotator, Corpus
from errata.text.messages import plural

_MANY_LINES, _SLIPS = 20, 0.02
"""In this many lines or more, a reference that is a copy of the source may differ in this share of them."""
_SAME_CHANGES = 10
"""Two annotators may well correct fewer lines alike."""
_GLANCE = 4
"""The lines of annotated gold that are compared with an output before all are."""
_SAME_LINES = 50
"""In fewer lines, a system may well write what a reference has."""
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
_ODD_CHARACTERS = "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]"
"""Not the joiners U+200C and U+200D, which Persian, Hindi and emoji need."""
_ODD_SPACE = "[\xa0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
_ENTITY = "&(?:amp|apos|quot|lt|gt|nbsp|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});"
# Few texts need these, so they are compiled where they are used.
_FINAL = (".", "!", "?", "。", "！", "？")


def check_references(name: str, sources: Sequence[str], references: Iterable[Sequence[str]]) -> list[Finding]:
    """Report references that all equal their sources; `references` are those of each sentence."""
    for source, texts in zip(sources, references, strict=True):
        if not texts or any(text != source for text in texts):
            return []
    return say_references(name, len(sources))


def say_references(name: str, n_sources: int) -> list[Finding]:
    """Report that every reference equals its source, unless there are few."""
    if n_sources < MIN_LINES:
        return []
    message = "every reference equals its source, so that any change counts as wrong; did you give the source twice?"
    return [Finding.of_lines("reference-is-source", message, name, range(n_sources))]


def check_copies(sources: Sequence[str], references: Sequence[Sequence[str]]) -> list[tuple[int, Finding]]:
    """Report each reference that is a copy of the source although another is not, or of another, with its number."""
    return say_copies([sum(map(ne, sources, texts)) for texts in references], len(sources), references)


def say_copies(n_changed: Sequence[int], n_sources: int, contents: Sequence[object]) -> list[tuple[int, Finding]]:
    """Report the same, given in how many lines each reference differs from the source.

    The `contents` of references are equal if their lines are: the lines themselves, or checksums.
    """
    most = max(n_changed, default=0)
    found = []
    for number, changed in enumerate(n_changed):
        is_copy = changed == 0 if n_sources < _MANY_LINES else changed <= _SLIPS * n_sources
        # One annotator may well leave good sentences alone if the others hardly change them.
        if is_copy and n_sources >= MIN_LINES and most >= max(2, 5 * changed, n_sources / 5):
            name = f"reference {number}"
            message = (
                f"{n_sources - changed} of {n_sources} lines equal the source, but another reference changes {most}; "
                "an output without any correction scores high; was the source given as a reference?"
            )
            found.append((number, Finding("reference-is-source", message, name)))
        first = contents.index(contents[number])
        if first < number and changed >= _SAME_CHANGES:
            message = (
                f"all {n_sources} lines equal reference {first}, and {changed} of them differ from the source; was one "
                "reference given twice, in place of another?"
            )
            found.append((number, Finding("reference-twice", message, f"reference {number}")))
    return found


def find_twins(gold: Corpus, texts: Sequence[str], annotators: Sequence[Annotator]) -> list[Annotator]:
    """Return the annotators whose corrected text an output equals in all lines; `annotators` are all there are."""
    twins = list(range(len(annotators)))
    start, stop = 0, _GLANCE
    while start < len(gold) and twins:
        # Nearly every output differs in the first lines, so that no objects are made of the others.
        run = gold.select(range(start, min(stop, len(gold))))
        for index, text in enumerate(texts[start:stop]):
            made = run.references(index, annotators)
            twins = [number for number in twins if made[number].text == text]
            if not twins:
                break
        start, stop = stop, 8 * stop
    return [annotators[number] for number in twins]


def say_twin(name: str, reference: str, n_sources: int, n_changed: int) -> list[Finding]:
    """Report an output that equals a reference in all lines, given in how many that differs from the source."""
    if n_sources < _SAME_LINES or n_changed < MIN_LINES:
        return []
    message = (
        f"all {n_sources} lines equal {reference}, which differs from the source in {n_changed}; is this "
        "file a reference, given as an output?"
    )
    return [Finding("output-is-reference", message, name)]


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
            "the text looks unsegmented, which lowers every score considerably"
        )
        return Untokenised(Finding("tokenisation", message, name), is_unsegmented=True)
    if source.alone > 2 * source.glued and output.glued > output.alone and output.glued >= MIN_LINES:
        message = (
            f"{output.glued} lines end in punctuation glued to the last word but the source's is set apart "
            f"({plural(source.alone, 'line')}); the text looks untokenised, which lowers every score considerably"
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
    if source.alone > 2 * source.glued and output.glued - source.glued >= max(MIN_LINES, _TOO_MANY * output.n_lines):
        message = (
            f"{output.glued} of {output.n_lines} lines end in punctuation glued to the last word but the source's is "
            f"set apart ({plural(source.alone, 'line')}); part of the text looks untokenised, which lowers the scores"
        )
        return [Finding("tokenisation", message, name)]
    if source.glued > 2 * source.alone and output.alone > output.glued and output.alone >= MIN_LINES:
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
            "the text looks tokenised in another way, which lowers the scores"
        )
        return [Finding("tokens-differ", message, name)]
    return []


_EXPLAINS = {"tokenisation", "wrapped", "chatter", "model-marks", "csv-quotes", "table", "versions", "unrelated"}


def judge_endings(
    name: str, before: Sequence[Finding], source: Spacing, output: Spacing, cuts: Cuts, noun: str
) -> list[Finding]:
    """Return findings `before`, as far as lines that were cut do not explain them, and those of the ends of lines."""
    n_lost = source.alone + source.glued - output.alone - output.glued
    findings = judge_cuts(name, cuts, source.n_lines, n_lost, before, _EXPLAINS, noun)
    return [*findings, *judge_ends(name, findings, source, output)]


def judge_ends(name: str, before: Iterable[Finding], source: Spacing, output: Spacing) -> list[Finding]:
    """Report an output without the full stops of its source, unless an earlier finding explains it."""
    ends, left = source.alone + source.glued, output.alone + output.glued
    is_whole = output.characters > 0.7 * source.characters  # an output that is mostly empty is reported as that
    is_lost = ends >= max(_MIN_ENDS, _LOST * source.n_lines) and left < _LOST * ends
    if not (is_whole and is_lost) or any(found.code in {*_EXPLAINS, "cut-short"} for found in before):
        return []
    message = (
        f"only {left} of {plural(output.n_lines, 'line ends', 'lines end')} in a final punctuation mark, but "
        f"{ends} in the source do; "
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


def find_spaces(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return the lines, counted from 0, with white space other than ASCII's, each with the first of it."""
    return [
        (index, hit.group())
        for index, line in enumerate(lines)
        if not line.isprintable() and (hit := re.search(_ODD_SPACE, line))  # no such space is printable
    ]


def check_spaces(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line") -> list[Finding]:
    """Report an output with such spaces if no source has any."""
    hits = find_spaces(outputs)
    if not hits or find_spaces(sources):
        return []
    return say_spaces(name, [index for index, _ in hits], hits[0][1], noun)


def say_spaces(name: str, lines: Sequence[int], first: str, noun: str) -> list[Finding]:
    """Report an output's lines with such spaces; `first` is the first of them."""
    called = f"U+{ord(first):04X} {unicode_name(first, '')}".rstrip()
    message = (
        f"{plural(len(lines), f'{noun} has', f'{noun}s have')} white space other than a space, first {noun} "
        f"{lines[0] + 1} ({called}), but no source has; some measures split words there and others do not; write spaces"
    )
    return [Finding.of_lines("odd-space", message, name, lines, noun)]


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
        "but no source has; a tokeniser may have written them for quotes and the like, so these words never match"
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


def _check_lookalikes(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str, wanted: Sequence[str]
) -> list[Finding]:
    if all(map(str.isascii, outputs)) and all(map(str.isascii, sources)):
        return []
    from errata.check.lookalikes import check_lookalikes  # its table takes a while, and ASCII has none of it

    return check_lookalikes(name, sources, outputs, noun, wanted)


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
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] | None = ()
) -> list[Finding]:
    """Run every check of an output against its sources; `noun` names the units of the outputs.

    `wanted` are the corrections and references of the gold. It is None for a reference: what only this has is odd.
    """
    spacing = Spacing.of(sources), Spacing.of(outputs)
    findings = [
        *check_alignment(name, sources, outputs, noun),
        *judge_tokenisation(name, *spacing),
        *check_tabs(name, sources, outputs),
        *check_entities(name, sources, outputs, noun),
        *check_chatter(name, sources, outputs, noun, wanted),
        *check_forms(name, sources, outputs, noun, wanted or ()),
        *_check_lookalikes(name, sources, outputs, noun, wanted or ()),
    ]
    changed = [index for index, pair in enumerate(zip(sources, outputs, strict=True)) if ne(*pair)]
    return [
        *judge_endings(name, findings, *spacing, check_cuts(sources, outputs), noun),
        *judge_run(name, Unchanged(len(sources), changed), len(changed), noun),
    ]


def check_output(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] | None = ()
) -> list[Finding]:
    """Run every check of an output, or of a reference (`wanted` is None), against its sources and by itself."""
    findings = check_together(name, sources, outputs, noun, wanted)
    empty = say_empty(name, findings, empty_outputs(sources, outputs), noun)
    odd = [*check_characters(name, outputs, noun), *check_mojibake(name, sources, outputs, noun)]
    return [*findings, *odd, *check_spaces(name, sources, outputs, noun), *empty]


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
