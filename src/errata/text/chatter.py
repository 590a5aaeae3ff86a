"""Signs that an output holds more than its sentences: what a system says about them, quotes around them, markup.

Everything is judged beside the source: what stands there as well is no sign.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from errata.text.plurals import plural
from errata.text.signs import Sign, listed

_MIN_LINES = 3
_PART = 100
"""A correction may put quotes around a sentence; three lines, and one in so many, are a habit."""
_AT_A_GLANCE = 6
"""Lines whose first (or last) so many characters are those of the source have nothing before (or after) them."""
_MIN_WORDS = 3
"""So many words, or one that ends in a colon, are more than a correction puts before sentences time and again."""
_MOST_WORDS = 20
_LABEL_REACH = 80

_CORE_WORDS = """
    corrected correct correction revised revision improved edited fixed rewritten output answer result response version
    korrigiert korrigierte korrigierter korrektur corrigée corrigé corregida corregido corretta corretto
    opravená oprava opravený исправленное исправленный исправление виправлене виправлений виправлення
"""
_OTHER_WORDS = """
    sure certainly of course okay ok absolutely here s is are the a an your my this that it with for in to and
    grammatically grammar grammatical final proposed suggested better possible minimal minimally sentence sentences
    text paragraph english original would be should read as follows below without errors error mistakes after edits
    edit satz phrase frase oración texto věta предложение текст вариант речення
"""
_UNCHANGED_CORE = frozenset(("correct", "changes", "change", "corrections", "errors", "error", "mistakes", "unchanged"))
_UNCHANGED_WORDS = """
    the this that your given provided sentence text original input is are was has have already grammatically no not any
    needed need needs necessary required found there it as and fine good looks perfect perfectly n a none remains remain
    same does do to be corrected changed made in correction mistake
"""
_CORE = frozenset(_CORE_WORDS.split())
_LABEL = _CORE.union(_OTHER_WORDS.split())
_UNCHANGED = _UNCHANGED_CORE.union(_UNCHANGED_WORDS.split())
"""The words of labels such as "Here is the corrected sentence:", and of "No changes needed."; one is a core word."""
_CHINESE_LABEL = "(?:修改|修正|改正|更正)后?(?:的句子|的文本)?"
_WORD = r"[^\W\d_]+"
_REFUSAL = (
    r"(?i)[\"“']?(?:i['’]m sorry|i am sorry|i apologi[sz]e|i (?:cannot|can['’]t|can not) "
    r"(?:assist|comply|correct|fulfil|help|process|provide)|as an ai |unfortunately, i |"
    r"(?:could you )?please provide |it (?:seems|looks) (?:that|like) you)"
)
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
    ("<", r"(?i)</?(?:b|i|u|em|strong|mark|ins|del|s|strike|p|span|br|code)(?:\s[^<>]*)?/?>"),
)
_LIST_MARK = r"(?:[-*•>]|[0-9]{1,4}[.)])\s+(?=\S)"

_STYLES = (
    # what it is called, the forms of one style, those of the other
    ("apostrophes", ("'",), ("’", "‘")),
    ("quotation marks", ('"',), ("“", "”", "„", "«", "»")),
    ("quotation marks", ("``", "''"), ("“", "”", "„", "«", "»")),
    ("quotation marks", ('"',), ("``", "''")),
    ("dashes", ("-",), ("–", "—")),
    ("ellipses", ("...", ". . ."), ("…",)),
)


def check_chatter(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Sign]:
    """Report what an output has around its sentences or in them that no correction would put there.

    `wanted` are the texts that the gold has for corrections: what they have too is not strange.
    """
    return [
        *_check_affixes(name, sources, outputs, noun),
        *_check_quotes(name, sources, outputs, noun),
        *_check_markup(name, sources, outputs, noun),
        *_check_styles(name, sources, outputs, noun, wanted),
    ]


def _is_habit(n_found: int, n_lines: int) -> bool:
    return n_found >= max(_MIN_LINES, n_lines / _PART) or (n_found == n_lines and n_lines > 1)


def _pairs(sources: Sequence[str], outputs: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """Yield index, source and output where neither is empty and they differ."""
    for index, (source, output) in enumerate(zip(sources, outputs, strict=False)):
        if output != source and output and source:
            yield index, source, output


def _some(count: int, total: int, noun: str, verb: str) -> str:
    return f"{count} of {plural(total, noun)} {verb}{'s' if count == 1 else ''}"


def _check_affixes(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str) -> list[Sign]:
    signs = []
    said = _labelled(sources, outputs)
    for is_suffix in (False, True):
        for words, lines in _repeated_affixes(sources, outputs, is_suffix):
            said = [index for index in said if index not in set(lines)]
            text = " ".join(reversed(words) if is_suffix else words)
            message = (
                f"{name}: {_some(len(lines), len(outputs), noun, 'end' if is_suffix else 'begin')} with {text!r} "
                f"({listed(lines, noun)}) and their sources do not; if the system talks about its sentences, remove "
                f"that: it counts as {plural(len(words), 'wrong word')} each time"
            )
            signs.append(Sign("chatter", lines, message))
    if said:
        message = (
            f"{name}: {_some(len(said), len(outputs), noun, 'begin')} with words about the sentence, first {noun} "
            f"{said[0] + 1} ({outputs[said[0]][:40]!r}); remove them: they count as wrong words"
        )
        signs.append(Sign("chatter", said, message))
    return signs


def _labelled(sources: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Return the lines that begin with a label such as "Corrected sentence:", or answer in place of a sentence."""
    found = []
    for index, source, output in _pairs(sources, outputs):
        if output[:_AT_A_GLANCE] == source[:_AT_A_GLANCE]:
            continue
        if _is_label(output, source) or _is_answer(output, source):
            found.append(index)
    return found


def _is_answer(output: str, source: str) -> bool:
    """Tell whether the output refuses the work, or says that there is nothing to do, in words unlike the source's."""
    words, theirs = re.findall(_WORD, output[:_LABEL_REACH].lower()), re.findall(_WORD, source.lower())
    if len({*words} & {*theirs}) > len({*words}) / 3:
        return False
    if re.match(_REFUSAL, output):
        return True
    return not _UNCHANGED_CORE.isdisjoint(words) and _UNCHANGED.issuperset(words)


def _is_label(output: str, source: str) -> bool:
    head = re.split("[:：]", output[:_LABEL_REACH], maxsplit=1)
    if len(head) == 1:
        return False
    words = re.findall(_WORD, head[0].lower())
    if re.findall(_WORD, source.lower())[: len(words)] == words:
        return False
    if re.fullmatch(_CHINESE_LABEL, "".join(words)):
        return True
    return not _CORE.isdisjoint(words) and _LABEL.issuperset(words)


def _repeated_affixes(
    sources: Sequence[str], outputs: Sequence[str], is_suffix: bool
) -> Iterator[tuple[list[str], list[int]]]:
    """Yield words that many outputs begin (or end) with and their sources do not, and the lines; suffixes reversed."""
    groups: dict[str, list[int]] = {}
    for index, source, output in _pairs(sources, outputs):
        if is_suffix:
            if output[-_AT_A_GLANCE:] != source[-_AT_A_GLANCE:]:
                groups.setdefault(output.rsplit(None, 1)[-1:][0] if not output.isspace() else "", []).append(index)
        elif output[:_AT_A_GLANCE] != source[:_AT_A_GLANCE]:
            groups.setdefault(output.split(None, 1)[0] if not output.isspace() else "", []).append(index)
    order = -1 if is_suffix else 1
    for first, lines in groups.items():
        if not first or not _is_habit(len(lines), len(outputs)):
            continue
        tokens = {index: outputs[index].split()[::order] for index in lines}
        words = _without_own(_common_words(tokens), [sources[index].split()[::order] for index in lines])
        if len(words) < _MIN_WORDS and not (words and words[-1].endswith((":", "："))):
            continue
        having = [index for index, output in tokens.items() if output[: len(words)] == words]
        added = [index for index in having if _is_added(words, tokens[index], sources[index].split()[::order])]
        if _is_habit(len(added), len(outputs)) and 2 * len(added) > len(having):
            yield words, having


def _common_words(tokens: dict[int, list[str]]) -> list[str]:
    """Return the words that half of the lines begin with, word by word, as long as they are a habit."""
    lines = list(tokens.values())
    words: list[str] = []
    while len(words) < _MOST_WORDS:
        following = Counter(line[len(words)] for line in lines if len(line) > len(words))
        word, count = following.most_common(1)[0] if following else ("", 0)
        if 2 * count < len(lines) or (count < _MIN_LINES and count < len(tokens)):
            break
        lines = [line for line in lines if len(line) > len(words) and line[len(words)] == word]
        words.append(word)
    return words


def _without_own(words: list[str], sources: Sequence[Sequence[str]]) -> list[str]:
    """Cut the words where the sentence begins: most sources begin (or end) with one of them, perhaps in other case."""
    firsts = [source[0] for source in sources if source]
    for same in (str, str.lower):
        for place in reversed(range(len(words))):
            if 2 * sum(1 for first in firsts if same(first) == same(words[place])) > len(firsts):
                return words[:place]
    return words


def _is_added(words: Sequence[str], output: Sequence[str], source: Sequence[str]) -> bool:
    """Tell whether the sentence follows the words, and they are not the source's own."""
    rest = output[len(words) :]
    if len({*words} & {*source}) > len(words) / 2:
        return False
    return bool(rest) and 2 * len({*rest} & {*source}) >= len({*rest})


def _check_quotes(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str) -> list[Sign]:
    found = [
        index
        for index, source, output in _pairs(sources, outputs)
        if output[0] in _QUOTES
        and output[-1] in _QUOTES[output[0]]
        and len(output) > 2
        and not (source[0] in _QUOTES and source[-1] in _CLOSING)
    ]
    if not _is_habit(len(found), len(outputs)):
        return []
    message = (
        f"{name}: {_some(len(found), len(outputs), noun, 'stand')} in quotation marks ({listed(found, noun)}) and the "
        "sources do not; if the system put them around its sentences, remove them: both count as changes each time"
    )
    return [Sign("wrapped", found, message)]


def _check_markup(name: str, sources: Sequence[str], outputs: Sequence[str], noun: str) -> list[Sign]:
    whole = "\n".join(outputs)
    looked_for = [(mark, form) for mark, form in _MARKUP if mark in whole]  # most outputs have none of them
    found = [
        index
        for index, source, output in (_pairs(sources, outputs) if looked_for else ())
        if any(mark in output and mark not in source and re.search(form, output) for mark, form in looked_for)
    ]
    items = [
        index
        for index, source, output in _pairs(sources, outputs)
        if not output[0].isalpha() and re.match(_LIST_MARK, output) and not _begin_alike(output, source)
    ]
    signs = []
    if found:
        message = (
            f"{name}: {_some(len(found), len(outputs), noun, 'hold')} Markdown or HTML ({listed(found, noun)}; "
            f"{_around(outputs[found[0]], looked_for)!r}) and their sources do not; remove it: every such token counts "
            "as a change"
        )
        signs.append(Sign("markup", found, message))
    if _is_habit(len(items), len(outputs)):
        message = (
            f"{name}: {_some(len(items), len(outputs), noun, 'begin')} with the mark of a list ({listed(items, noun)}; "
            f"{outputs[items[0]][:20]!r}) and their sources do not; remove it: it counts as a wrong word each time"
        )
        signs.append(Sign("markup", items, message))
    return signs


def _begin_alike(output: str, source: str) -> bool:
    return output[0] == source[0] or (output[0].isdigit() and source[0].isdigit())


def _around(output: str, forms: Iterable[tuple[str, str]]) -> str:
    hits = (re.search(form, output) for _, form in forms)
    return next(hit.group() for hit in hits if hit)[:30]


def _check_styles(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str, wanted: Sequence[str]
) -> list[Sign]:
    signs = []
    in_sources, in_outputs = "\n".join(sources), "\n".join(outputs)
    for what, one, two in _STYLES:
        for ours, theirs in ((two, one), (one, two)):
            if not _any_in(ours, in_outputs) or not _any_in(theirs, in_sources):
                continue
            found = [
                index
                for index, source, output in _pairs(sources, outputs)
                if _any_in(ours, output)
                and not _any_in(ours, source)
                and _any_in(theirs, source)
                and not _any_in(theirs, output)
            ]
            if _is_habit(len(found), len(outputs)) and not _is_wanted(ours, wanted, len(found)):
                first = found[0]
                here = next(form for form in ours if form in outputs[first])
                there = next(form for form in theirs if form in sources[first])
                message = (
                    f"{name}: {_some(len(found), len(outputs), noun, 'differ')} from the source in {what}, "
                    f"{here} for {there} ({listed(found, noun)}); every such token counts as a change"
                )
                signs.append(Sign("typography", found, message))
    return signs


def _is_wanted(forms: Sequence[str], wanted: Sequence[str], n_found: int) -> bool:
    """Tell whether the gold makes such changes about as often."""
    return 4 * sum(1 for text in wanted if _any_in(forms, text)) >= n_found


def _any_in(forms: Sequence[str], text: str) -> bool:
    for form in forms:  # noqa: SIM110  # three times as fast as any()
        if form in text:
            return True
    return False
