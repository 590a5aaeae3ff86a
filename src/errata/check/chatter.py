"""Signs that an output holds more than its sentences: remarks about them, quotes around them, markup.

Everything is compared with the source: what is there too is not a sign.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from unicodedata import category

from errata.check.answers import check_answers, count_words, is_answer, likeness
from errata.check.styles import MIN_LINES, OutputTexts, check_case, check_styles
from errata.findings import Finding, remedy
from errata.text.label_words import CHINESE_LABEL, LABEL, LABEL_CORE, UNCHANGED, UNCHANGED_CORE
from errata.text.messages import its_source, listed, plural, quote

_AT_A_GLANCE = 6
"""If a line begins (or ends) with this many characters of the source, nothing precedes (or follows) its sentence."""
_MIN_WORDS = 3
"""Corrections do not repeatedly put this many words, or one that ends in a colon, before sentences; nor any one
word before most of them."""
_MANY_LINES = 4
"""With fewer lines, one word before most of them may be a correction."""
_LONGER = 13
"""An output with this many tenths of the source's length may hold another sentence; the kernel flags these."""
_SENTENCE_END = r"[.!?。！？][\"”')]*\s+"
_LIKE = 0.5
_MOST_WORDS = 20
_LABEL_REACH = 80
_MARKUP_REACH = 500
"""Only this many characters of a line are examined: markup only after that is rare, and long lines take time."""

_NUMBERED = 100
"""Numbers of lines are looked for in this many lines at the beginning..."""
NUMBER_REACH = 16
"""...and in this many characters of each."""

_UNCHANGED_CORE = UNCHANGED_CORE - {"correction", "mistake"}
"""A warning requires plainer words: "a mistake" or "the correction" may well be in a sentence."""
_REMOVAL = remedy("{raw} removes what it recognises")
_WORD = r"[^\W\d_]+"
_REFUSALS = (
    *("i'm sorry", "i am sorry", "i apologize", "i apologise", "as an ai ", "unfortunately, i ", "please provide "),
    *("could you please provide ", "it seems that you", "it looks like you"),
    *(f"i {no} {verb}" for no in ("cannot", "can't", "can not") for verb in ("assist", "comply", "help", "process")),
)
REFUSALS = (*_REFUSALS, *(text.replace("'", "’") for text in _REFUSALS))
# Most runs need none of the expressions here, so they are compiled where they are used: together they cost 5 ms.

_QUOTES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "'": "'", "‘": "’", "`": "`'", "「": "」", "『": "』"}
_CLOSING = frozenset("".join(_QUOTES.values()))

_MARKUP = (
    # what every such text holds, and nothing may hold in the source; and the whole
    ("*", r"\*\*(?=\S).+?(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])[^*]+(?<=[^\s*])\*(?![\w*])"),
    ("__", r"__(?=\S).+?(?<=\S)__"),
    ("`", r"```|(?<!`)`(?!`)[^`']+`(?!`)"),
    ("~~", r"~~[^~\s][^~]*~~|^~~~"),
    ("#", r"^#{1,6} +\S"),
    ("](", r"\[[^\]]+\]\([^)\s]+\)"),
    ("<", r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>|< ?/ ?[A-Za-z][\w:.-]* ?>"),
)
_BULLETS = "-*•>"
_NUMBER = r"[(\[#]? ?\d{1,4} ?[.)\]:]\s+\S"
_SUBWORDS = ("@@ ", "▁", " ##")
"""What joins or begins the subword pieces of models."""


def check_chatter(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] | None = ()
) -> list[Finding]:
    """Report what an output has around or in its sentences that no correction would put there.

    `wanted` are the corrections of the gold: what occurs there too is not suspicious. It is None for a reference.
    """
    texts = OutputTexts.of(name, noun, sources, outputs)
    heads = list(zip(heads_of(sources), heads_of(outputs), strict=False))
    return judge_chatter(texts, texts, texts, heads, lambda: [*check_styles(texts, wanted), *check_case(texts)])


def judge_chatter(
    texts: OutputTexts,
    beginnings: OutputTexts,
    endings: OutputTexts,
    heads: Sequence[tuple[str, str]],
    others: Callable[[], list[Finding]],
) -> list[Finding]:
    """Report what is suspicious about pairs; pairs without any finding may be omitted.

    `beginnings` and `endings` are those that may begin or end with the same words, `others` are checked for the rest.
    `heads` are how the first sources and outputs begin.
    """
    repeated = _check_sources(texts)
    return _check_subwords(texts) or [
        *(repeated or _check_affixes(texts, beginnings, endings)),
        *_check_quotes(texts),
        *_check_markup(texts),
        *_check_numbers(texts, heads),
        *others(),
        *check_answers(texts, is_told=bool(repeated)),
    ]


def is_strange(source: str, output: str) -> bool:
    """Tell whether `judge_chatter` may report a pair, apart from words repeated at its ends."""
    return (
        any(mark in output and mark not in source for mark in _SUBWORDS)
        or (len(output) > 1.5 * len(source) and (output.startswith(source) or output.endswith(source)))
        or _is_labelled(source, output)
        or _is_quoted(source, output)
        or any(_find_markup(source, output, _MARKUP))
        or _is_item(source, output)
        or is_answer(source, output)
        or bool(_find_addition(source, output))
    )


def _check_subwords(texts: OutputTexts) -> list[Finding]:
    """Report subword pieces that were not joined; if there are any, nothing else matters."""
    for mark in _SUBWORDS:
        if mark in texts.whole:
            found = [index for index, source, output in texts.pairs if mark in output and mark not in source]
            if texts.is_habit(found):
                message = (
                    f"{texts.some(found, 'contain')} subwords, marked by {mark.strip()!r} "
                    f"({listed(found, texts.noun)}), and {its_source(found)}; join the pieces into words: "
                    "each piece counts as a wrong word"
                )
                return [texts.found("subwords", found, message)]
    return []


def _check_sources(texts: OutputTexts) -> list[Finding]:
    """Report lines that hold their whole source and the output too, such as 'He go → He goes'."""
    both = [(i, source, output) for i, source, output in texts.pairs if len(output) > 1.5 * len(source)]
    before = [i for i, source, output in both if output.startswith(source) and _is_repeated(output, source)]
    after = [i for i, source, output in both if output.endswith(source) and _is_repeated(output, source)]
    verb, found = ("end", after) if len(after) > len(before) else ("begin", before)
    if not texts.is_habit(found):
        return []
    message = (
        f"{texts.some(found, verb)} with the whole source ({listed(found, texts.noun)}; "
        f"{texts.outputs[found[0]][:60]!r}) and contain most of its words twice; remove the source: all of it "
        f"counts as "
        "added"
    )
    return [texts.found("chatter", found, message)]


def _is_repeated(output: str, source: str) -> bool:
    """Tell whether an output with its source at one end repeats most words of it (or letters, if only one word)."""
    units: Callable[[str], Iterable[str]] = str.split if " " in source else iter
    own = Counter(units(source))
    return 2 * ((Counter(units(output)) - own) & own).total() >= own.total()


def _check_affixes(texts: OutputTexts, beginnings: OutputTexts, endings: OutputTexts) -> list[Finding]:
    findings = []
    repeated: set[int] = set()
    for is_suffix, ends in ((False, beginnings), (True, endings)):
        for words, lines in _repeated_affixes(ends, is_suffix):
            repeated.update(lines)
            text = " ".join(reversed(words) if is_suffix else words)
            message = (
                f"{texts.some(lines, 'end' if is_suffix else 'begin')} with {text!r} ({listed(lines, texts.noun)}) and "
                f"{its_source(lines)}; if these are comments by the system, remove them: each counts as "
                f"{plural(len(words), 'wrong word')}"
            )
            findings.append(texts.found("chatter", lines, message, _REMOVAL))
    said = [index for index in _labelled(texts) if index not in repeated]
    if said:
        comments = "a comment" if len(said) == 1 else "comments"
        message = (
            f"{texts.some(said, 'begin')} with {comments} on the sentence, first {texts.noun} {said[0] + 1} "
            f"({texts.outputs[said[0]][:40]!r}); remove them: they count as wrong words"
        )
        findings.append(texts.found("chatter", said, message, _REMOVAL))
    added = {index: rest for index, source, output in texts.pairs if (rest := _find_addition(source, output))}
    further = [index for index in added if index not in repeated and index not in said]
    if texts.is_habit(further):
        message = (
            f"{texts.some(further, 'continue')} after the sentence ({listed(further, texts.noun)}; "
            f"{quote(added[further[0]])}) with words that the source lacks; if these are remarks about it, remove "
            "them: they count as wrong words"
        )
        findings.append(texts.found("chatter", further, message))
    return findings


def _find_addition(source: str, output: str) -> str:
    """Return what follows the sentence in an output that goes on with another, about something else; "" if nothing."""
    if 10 * len(output) < _LONGER * len(source):
        return ""
    start = 6 * len(source) // 10  # a correction may be shorter
    hit = re.search(_SENTENCE_END, output[start:])
    if not hit:
        return ""
    sentence, rest = output[: start + hit.end()], output[start + hit.end() :]
    words, own = count_words(rest), count_words(source)
    if words.total() < _MIN_WORDS or 2 * (words & own).total() > words.total():
        return ""
    return rest if likeness(count_words(sentence), own) >= _LIKE else ""


def _labelled(texts: OutputTexts) -> list[int]:
    """Return the lines that begin with a label such as "Corrected sentence:", or answer instead of correcting."""
    return [index for index, source, output in texts.pairs if _is_labelled(source, output)]


def _is_labelled(source: str, output: str) -> bool:
    return output[:_AT_A_GLANCE] != source[:_AT_A_GLANCE] and (
        _is_label(output[:_LABEL_REACH], source) or _is_answer(output[:_LABEL_REACH], source)
    )


def _is_label(output: str, source: str) -> bool:
    if ":" not in output and "：" not in output:
        return False
    words = re.findall(_WORD, output.replace("：", ":").partition(":")[0].lower())
    if re.findall(_WORD, source.lower())[: len(words)] == words:
        return False
    if len(words) == 1 and re.fullmatch(CHINESE_LABEL, words[0]):
        return True
    return not LABEL_CORE.isdisjoint(words) and LABEL.issuperset(words)


def _is_answer(output: str, source: str) -> bool:
    """Tell whether the output refuses, or says that nothing needs to change, in words that are not the source's."""
    said = output.lower().replace("’", "'").lstrip("\"“'")
    words = said.rstrip(".!").split()
    if not said.startswith(_REFUSALS) and (_UNCHANGED_CORE.isdisjoint(words) or not UNCHANGED.issuperset(words)):
        return False
    return 3 * len({*words}.intersection(source.lower().split())) <= len({*words})


def _repeated_affixes(texts: OutputTexts, is_suffix: bool) -> Iterator[tuple[list[str], list[int]]]:
    """Yield words that begin (or end) many outputs but not their sources, with the lines; suffixes are reversed."""
    groups: dict[str, list[int]] = {}
    for index, source, output in texts.pairs:
        if is_suffix:
            if output[-_AT_A_GLANCE:] != source[-_AT_A_GLANCE:]:
                groups.setdefault(output.rsplit(None, 1)[-1], []).append(index)
        elif output[:_AT_A_GLANCE] != source[:_AT_A_GLANCE]:
            groups.setdefault(output.split(None, 1)[0], []).append(index)
    order = -1 if is_suffix else 1
    for lines in groups.values():
        if not texts.is_habit(lines):
            continue
        outputs = {index: texts.outputs[index].split()[::order] for index in lines}
        sources = {index: texts.sources[index].split()[::order] for index in lines}
        words = _without_own(_common_words(list(outputs.values())), list(sources.values()))
        is_said = len(words) >= _MIN_WORDS or (words and words[-1].endswith((":", "：")))
        # A single word before most sentences is one, too; marks there, and words at the end, are told of elsewhere.
        is_most = len(lines) >= _MANY_LINES and 2 * len(lines) > len(texts.outputs)
        is_opening = not is_suffix and is_most and any(map(str.isalpha, "".join(words)))
        if not is_said and not is_opening:
            continue
        having = [index for index, output in outputs.items() if output[: len(words)] == words]
        added = [index for index in having if _is_added(words, outputs[index], sources[index])]
        if texts.is_habit(added) and 2 * len(added) > len(having):
            yield words, having


def _common_words(lines: list[list[str]]) -> list[str]:
    """Return the words that half of the lines begin with, extended by words with which half of these continue."""
    words: list[str] = []
    n_lines = len(lines)
    while len(words) < _MOST_WORDS:
        following = Counter(line[len(words)] for line in lines if len(line) > len(words))
        word, count = following.most_common(1)[0] if following else ("", 0)
        if 2 * count < len(lines) or count < min(MIN_LINES, n_lines):
            break
        lines = [line for line in lines if len(line) > len(words) and line[len(words)] == word]
        words.append(word)
    return words


def _without_own(words: list[str], sources: Sequence[Sequence[str]]) -> list[str]:
    """Cut the words where the sentence begins: most sources begin (or end) with one of them, ignoring case."""
    firsts = [source[0] for source in sources if source]
    for same in (str, str.lower):
        for place in reversed(range(len(words))):
            if 2 * sum(1 for first in firsts if same(first) == same(words[place])) > len(firsts):
                return words[:place]
    return words


def _is_added(words: Sequence[str], output: Sequence[str], source: Sequence[str]) -> bool:
    """Tell whether the sentence follows the words, and they are not in the source."""
    rest = output[len(words) :]
    if len({*words} & {*source}) > len(words) / 2:
        return False
    return bool(rest) and 2 * len({*rest} & {*source}) >= len({*rest})


def heads_of(lines: Sequence[str], first: int = 0) -> list[str]:
    """Return how those among the lines begin that may show numbers of lines; `first` is the number of the first."""
    return [line[:NUMBER_REACH] for line in lines[: max(0, _NUMBERED - first)]]


def _check_numbers(texts: OutputTexts, heads: Sequence[tuple[str, str]]) -> list[Finding]:
    """Report numbers that rise by one from line to line before sentences."""
    outputs = [re.findall("[0-9]+", text) for _, text in heads]
    if 2 * sum(map(bool, outputs)) <= len(heads):
        return []
    sources = [re.findall("[0-9]+", text) for text, _ in heads]
    for place in (0, 1):  # the number of a document may precede
        risen, own = (_rising(numbers, place) for numbers in (outputs, sources))
        found = [index for index in risen if index not in own]
        if len(found) >= MIN_LINES and 2 * len(found) > len(heads):
            if all(heads[found[0]]) and _is_item(*heads[found[0]]):
                return []  # reported as the marker of a list
            message = (
                f"{texts.noun}s begin with numbers that rise by one ({listed(found, texts.noun)}; "
                f"{heads[found[0]][1]!r}) and their sources do not; remove them: each counts as a wrong word"
            )
            return [texts.found("markup", found, message)]
    return []


def _rising(numbers: Sequence[Sequence[str]], place: int) -> list[int]:
    """Return the lines whose number is one more than that of the line before, or one less than that of the next."""
    values = [int(found[place]) if len(found) > place else None for found in numbers]
    found = set()
    for index, (one, two) in enumerate(pairwise(values)):
        if one is not None and two == one + 1:
            found |= {index, index + 1}
    return sorted(found)


def _check_quotes(texts: OutputTexts) -> list[Finding]:
    found = [index for index, source, output in texts.pairs if _is_quoted(source, output)]
    if not texts.is_habit(found):
        return []
    message = (
        f"{texts.some(found, 'are')} in quotation marks ({listed(found, texts.noun)}) and "
        f"{its_source(found, 'are')}; if the system put them around its sentences, remove them: "
        "both count as changes each time"
    )
    return [texts.found("wrapped", found, message, _REMOVAL)]


def _is_quoted(source: str, output: str) -> bool:
    return (
        output[0] in _QUOTES
        and output[-1] in _QUOTES[output[0]]
        and len(output) > 2
        and not (source[0] in _QUOTES and source[-1] in _CLOSING)
    )


def _check_markup(texts: OutputTexts) -> list[Finding]:
    looked_for = [(mark, form) for mark, form in _MARKUP if mark in texts.whole]  # most outputs have none of them
    marked = {
        index: hit
        for index, source, output in (texts.pairs if looked_for else ())
        for hit in _find_markup(source, output, looked_for)
    }
    found = list(marked)
    items = [index for index, source, output in texts.pairs if _is_item(source, output)]
    findings = []
    if found:
        message = (
            f"{texts.some(found, 'contain')} Markdown or HTML ({listed(found, texts.noun)}; "
            f"{marked[found[0]][0][:30]!r}) and {its_source(found)}; remove it: every such token counts as an error"
        )
        findings.append(texts.found("markup", found, message, _REMOVAL))
    if texts.is_habit(items):
        message = (
            f"{texts.some(items, 'begin')} with a list marker ({listed(items, texts.noun)}; "
            f"{texts.outputs[items[0]][:20]!r}) and {its_source(items)}; remove it: it counts as a wrong word"
        )
        findings.append(texts.found("markup", items, message, _REMOVAL))
    return findings


def _find_markup(source: str, output: str, looked_for: Iterable[tuple[str, str]]) -> Iterator[re.Match[str]]:
    for mark, form in looked_for:
        if mark in output and mark not in source and (hit := re.search(form, output[:_MARKUP_REACH])):
            yield hit


def _is_item(source: str, output: str) -> bool:
    return not output[0].isalpha() and not _begin_alike(output, source) and _has_list_mark(output)


def _has_list_mark(output: str) -> bool:
    """Tell whether a text begins with a bullet or emoji, or with a number and a full stop or bracket."""
    if output[0] in _BULLETS or category(output[0]) == "So":  # ✅, ►, ●
        return output[1:].lstrip("\ufe0f")[:1].isspace()
    return (output[0] in "([#" or output[0].isdecimal()) and re.match(_NUMBER, output) is not None


def _begin_alike(output: str, source: str) -> bool:
    return output[0] == source[0] or (output[0].isdigit() and source[0].isdigit())
