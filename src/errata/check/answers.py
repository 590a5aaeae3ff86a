"""Signs that a line is not a correction, or more than one: what programs and models write instead of a sentence.

One line is enough, so everything is compared with the source, and no correction shows these signs. Texts may
be tokenised or not.
"""

import re
from collections import Counter

from errata.check.styles import OutputTexts
from errata.findings import Finding
from errata.text.messages import its_source, listed, quote

_NOTHING = frozenset(
    (
        *("null", "none", "nil", "nan", "n/a", "n / a", "na", "undefined", "[object object]", "[ object object ]"),
        *("{}", "{ }", "[]", "[ ]", "true", "false", "error", "timeout", "<empty>", "empty", "todo", "tbd"),
    )
)
_FAILURES = (
    *("error:", "error :", "error code", "http ", "http/", "traceback (", "traceback :", "exception:", "rate limit"),
    *("ratelimiterror", "openai.", "apierror", "request timed out", "internal server error", "service unavailable"),
    *("too many requests", "429 ", "500 ", "503 "),
)
_REFUSALS = (
    *("对不起", "很抱歉", "抱歉", "非常抱歉", "我无法", "作为一个", "作为ai", "作为人工智能", "请提供"),
    *("申し訳", "すみません", "恐れ入ります", "죄송합니다", "죄송하지만"),
    *("es tut mir leid", "tut mir leid", "entschuldigung", "leider kann ich", "bitte geben sie", "als ki"),
    *("je suis désolé", "désolé", "je ne peux pas", "veuillez fournir", "en tant qu'ia", "en tant que modèle"),
    *("lo siento", "no puedo", "por favor proporciona", "como modelo", "mi dispiace", "non posso", "sinto muito"),
    *("desculpe", "não posso", "het spijt me", "helaas kan ik", "przepraszam", "niestety", "nie mogę", "tyvärr"),
    *("извините", "к сожалению", "простите", "я не могу", "вибачте", "на жаль", "я не можу"),
    *("omlouvám se", "bohužel", "je mi líto", "üzgünüm", "ne yazık ki", "عذرا", "أعتذر", "क्षमा करें"),
)
"""How refusals begin in languages other than English, as known from labels and cleaning."""
INSTEAD_OF_SENTENCES = (*_FAILURES, *_REFUSALS)
_ARROWS = ("→", "->", "=>", "⟶", "➔")
_SEPARATORS = (" / ", " OR ", " | ", " or: ", " || ", ";;")
_MODEL_MARKS = (
    r"<\|[^|<>]{1,40}\|>|<｜[^｜]{1,40}｜>|\[/?INST\]|<</?SYS>>|\[(?:CLS|SEP|PAD|MASK|EOS)\]|"
    r"\\ ?(?:boxed|text|n|r|t|u[0-9a-f]{4})"
)
"""Special tokens and escapes; those that look like tags, such as `</s>`, are reported as markup."""
_TRACES = ("<", "[", "\\")
_UNLIKE, _HALF, _ALIKE = 0.34, 0.5, 0.6
_MIN_WORDS = 3


def check_answers(texts: OutputTexts, is_told: bool = False) -> list[Finding]:
    """Report lines that are not sentences, hold several, or have leftovers of the model or of the program around it.

    `is_told` means that lines are already known to hold two versions.
    """
    beside = [] if is_told else [*_check_versions(texts), *_check_marks(texts)]
    return [*_check_nothing(texts), *beside, *_check_csv(texts)]


def is_answer(source: str, output: str) -> bool:
    """Tell whether a pair may be among those reported."""
    return (
        _is_nothing(output, source)
        or _has_versions(output, source)
        or _find_mark(source, output) is not None
        or _is_csv(source, output)
    )


def _find_mark(source: str, output: str) -> str | None:
    if "<" not in output and "[" not in output and "\\" not in output:
        return None
    hit = re.search(_MODEL_MARKS, output)
    if not hit or hit[0] in source or ("\\" in hit[0] and "\\" in source):
        return None
    return hit[0]


def _is_csv(source: str, output: str) -> bool:
    return output[0] == output[-1] == '"' and '""' in output[1:-1] and '""' not in source


def count_words(text: str) -> Counter[str]:
    """Return the words of a text, or its characters in a script without spaces."""
    return Counter(re.findall(r"[^\W_]+" if text.isascii() or " " in text else r"[^\W_]", text.lower()))


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Return how much two texts have in common, from 0 to 1."""
    return 2 * (one & other).total() / ((one.total() + other.total()) or 1)


def _check_nothing(texts: OutputTexts) -> list[Finding]:
    found = [index for index, source, output in texts.pairs if _is_nothing(output, source)]
    if not found:
        return []
    what = "a correction" if len(found) == 1 else "corrections"
    message = (
        f"{texts.some(found, 'are')} not {what} but something a program or model printed instead "
        f"({listed(found, texts.noun)}; {quote(texts.outputs[found[0]])}); run the system again for them, or leave "
        "them empty: they count as rewritten sentences"
    )
    return [texts.found("no-sentence", found, message)]


def _is_nothing(output: str, source: str) -> bool:
    said = output[:80].lower().strip(" \"“”'`.!*")
    if said in _NOTHING:
        return said not in source.lower()
    if said.startswith(_FAILURES):
        return not source.lower().startswith(said[:5]) and likeness(count_words(output), count_words(source)) < _UNLIKE
    said = said.replace("’", "'")
    if not (said.startswith(_REFUSALS) or (not said.isascii() and said.replace(" ", "").startswith(_REFUSALS))):
        return False
    # By characters: one of the two may be cut into words, and the other not.
    own, other = (Counter(filter(str.isalnum, text.lower())) for text in (output, source))
    if said[0] > "\u2e80":
        return likeness(own, other) < _UNLIKE
    return likeness(count_words(output), count_words(source)) < _UNLIKE


def _check_versions(texts: OutputTexts) -> list[Finding]:
    found = [index for index, source, output in texts.pairs if _has_versions(output, source)]
    if not found:
        return []
    say = "says" if len(found) == 1 else "say"
    message = (
        f"{texts.some(found, 'contain')} more than one version of the sentence, or {say} what was changed "
        f"({listed(found, texts.noun)}; {quote(texts.outputs[found[0]])}); keep one version: the rest counts as "
        f"added text"
    )
    return [texts.found("versions", found, message)]


def _has_versions(output: str, source: str) -> bool:
    for arrow in _ARROWS:
        if arrow in output and arrow not in source:
            return True
    if len(output) < 1.4 * len(source):
        return False
    bar = _HALF
    parts = next((output.split(mark) for mark in _SEPARATORS if mark in output and mark not in source), [])
    if not parts and len(output) > 1.6 * len(source):  # twice the sentence, with nothing between
        bar, words = _ALIKE, output.split()
        parts = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    if len(parts) < 2:
        return False
    own, first, second = count_words(source), count_words(parts[0]), count_words(parts[1])
    is_like = max(likeness(first, own), likeness(second, own)) >= _HALF
    return own.total() >= _MIN_WORDS and is_like and likeness(first, second) >= bar


def _check_marks(texts: OutputTexts) -> list[Finding]:
    if not any(trace in texts.whole for trace in _TRACES):
        return []
    marked = {index: mark for index, source, output in texts.pairs if (mark := _find_mark(source, output))}
    if not marked:
        return []
    found = list(marked)
    message = (
        f"{texts.some(found, 'contain')} special tokens of a model or an escaped character "
        f"({listed(found, texts.noun)}; {marked[found[0]]!r}) and {its_source(found)}; remove them, "
        "and what they enclose if it is not the sentence: they count as changes"
    )
    return [texts.found("model-marks", found, message)]


def _check_csv(texts: OutputTexts) -> list[Finding]:
    """Report lines in quotation marks with inner quotes doubled, as in CSV."""
    if '""' not in texts.whole:
        return []
    found = [index for index, source, output in texts.pairs if _is_csv(source, output)]
    if not found:
        return []
    message = (
        f"{texts.some(found, 'are')} in quotation marks with others doubled inside ({listed(found, texts.noun)}; "
        f"{quote(texts.outputs[found[0]])}), as in CSV; give the file as CSV (.csv): plain text and TSV keep "
        "such marks"
    )
    return [texts.found("csv-quotes", found, message)]
