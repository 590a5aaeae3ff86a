"""Text around a sentence that is not part of it: list marks, labels, the source again, quotes, markup, remarks.

Each function takes a text and its source, and returns the rest of the text, or nothing if there is nothing of its
kind to remove (specification of raw text, section 7.1).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from string import ascii_letters

from errata.text.raw.beside import Beside
from errata.text.raw.conventions import CLITIC_TOKENS
from errata.text.raw.labels import is_label, is_original_label
from errata.text.raw.likeness import likeness
from errata.text.raw.units import Unit, canon, scan, token_units

QUOTES, LIST_MARK, LABEL = "quotes", "list mark", "label"
ALIKE, HALF = Fraction(4, 5), Fraction(1, 2)
_SOURCE_AGAIN = Fraction(9, 10)
_REACH = 80
"""A label ends within this many characters."""
_COLON = re.compile("[:：]")
_SOMETHING = re.compile(r"[^\s*_]")
_LIST_MARK = re.compile(r"(?:[-*•>]|[0-9]{1,4}[.)])\s+")
_OF_LABELS = f"{ascii_letters} "
_ARROWS = ("→", "->", "=>", "⟶", "➔")
_PAIRS = (
    *(('"', '"'), ("“", "”"), ("„", "“"), ("«", "»"), ("''", "''"), ("'", "'"), ("‘", "’")),
    *(("```", "```"), ("`", "`"), ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_")),
)
_STOPS = (".", "!", "?")
_STRONG = re.compile(r"(\*\*|__)(?=\S)")
_STRONG_ENDS = {mark: re.compile(rf"(?<=\S){re.escape(mark)}") for mark in ("**", "__")}
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+)(?<=[^\s*])\*(?![\w*])")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|mark|ins|p|span|br)(?:\s[^<>]*)?/?>")
_REMARK = re.compile(r"[(\[]([^()\[\]]*)[)\]]$")

Step = Callable[[str, Beside], str]


def take_off(text: str, source: Beside, left: frozenset[str]) -> tuple[str, str] | None:
    """Return the text without the first extraneous part, and what that was; None if there is none.

    The kinds in `left` are not removed.
    """
    for what, step in _STEPS:
        if what not in left and (rest := step(text, source).strip()):
            return rest, what
    return None


def split_label(text: str) -> tuple[str, str, str]:
    """Return what precedes the first colon, the colon, and what follows it."""
    colon = _COLON.search(text)
    return (text[: colon.start()], colon[0], text[colon.end() :]) if colon else (text, "", "")


def has_list_mark(text: str) -> bool:
    """Tell whether a text begins like a list item."""
    return _LIST_MARK.match(text) is not None


def _without_list_mark(text: str, source: Beside) -> str:
    mark = _LIST_MARK.match(text)
    if mark is None:
        return ""
    if text[0].isdecimal():
        is_own = bool(source.units) and source.units[0].kind == "D"
    else:
        is_own = source.text.startswith(text[0])
    return "" if is_own else text[mark.end() :]


def without_label(text: str, source: Beside) -> str:
    """Return what follows a label such as "Corrected sentence:"."""
    label, colon, rest = split_label(text)
    if not colon or len(label) >= _REACH or not _SOMETHING.search(rest):
        return ""
    if label.startswith("{"):  # JSON, of which half would be left
        return ""
    words = source.find.of(label)
    if not is_label(words) or source.words[: len(words)] == words:
        return ""
    own_label, own_colon, _ = split_label(source.text)
    if own_colon and likeness(source.find.of(own_label), words) >= HALF:
        return ""
    if text[0] in "*_":  # the label was bold
        for mark in ("**", "*", "__"):
            if rest.startswith(mark):
                return rest[len(mark) :]
    return rest


def _without_original(text: str, source: Beside) -> str:
    """Return what follows the last label, if the source precedes it with its own label."""
    label, colon, rest = split_label(text)
    if not colon or not is_original_label(source.find.of(label)):
        return ""
    found, reached = "", 0
    before: Counter[str] = Counter()
    n_common = 0
    for start, end in _later_labels(rest):
        # The words up to here, counted on from the label before: there may be labels by the thousand.
        for word in source.find.of(rest[reached:start]):
            before[word] += 1
            n_common += before[word] <= source.counts[word]
        reached = start
        total = before.total() + len(source.words)
        is_source = not total or 2 * n_common >= ALIKE * total
        if is_source and rest[end:].strip() and is_label(source.find.of(rest[start:end])):
            found = rest[end:]
    return found


def _later_labels(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of possible labels: ASCII letters and spaces before a colon."""
    behind = 0
    for colon in re.finditer(":", text):
        part = text[behind : colon.start()]
        label = part[len(part.rstrip(_OF_LABELS)) :].lstrip(" ")
        if label:
            yield colon.start() - len(label), colon.end()
        behind = colon.end()


def _behind_arrow(text: str, source: Beside) -> str:
    for arrow in _ARROWS:
        if text.count(arrow) == 1 and arrow not in source.text:
            before, _, behind = text.partition(arrow)
            if behind.strip() and source.like(before) >= _SOURCE_AGAIN:
                return behind
    return ""


def _unwrap(opening: str, closing: str) -> Step:
    """Return a function for one pair of marks that may surround everything."""
    # Of back quotes each is one, however many stand together.
    kind = '"' if opening == "''" else scan(opening[0])[0].kind

    def unwrapped(text: str, source: Beside) -> str:
        if not text.startswith(opening):
            return ""
        stop = text[-1] if text.endswith(_STOPS) else ""
        inside = text[len(opening) : len(text) - len(closing) - len(stop)]
        if not inside or inside != inside.strip() or not text.endswith(closing + stop):
            return ""
        if kind == "'":
            n_own = sum(_n_at_ends(token_units(token)) for token in source.tokens)
            n_inside = sum(_n_at_ends(scan(chunk, source.find.dropped)) for chunk in inside.split())
        else:
            n_own = sum(unit.kind == kind for unit in source.units)
            n_inside = sum(unit.kind == kind for unit in scan(inside))
        if n_inside != n_own or (stop and n_own):
            return ""
        return inside if inside.endswith(_STOPS) else inside + stop

    return unwrapped


def _n_at_ends(units: Sequence[Unit]) -> int:
    """Return the number of apostrophes at the ends of a word that is not part of a contraction."""
    if not units or canon(units) in CLITIC_TOKENS:
        return 0
    ends = units[:1] if len(units) == 1 else (units[0], units[-1])
    return sum(unit.kind == "'" for unit in ends)


def _without_emphasis(text: str, source: Beside) -> str:
    if "*" in source.text or "_" in source.text:
        return ""
    plain = _EMPHASIS.sub(r"\1", _without_strong(text))
    return plain if plain != text else ""


def _without_strong(text: str) -> str:
    """Return a text without the marks of `**x**` and `__x__`.

    A single expression including the end would search for it again after every mark without one.
    """
    parts: list[str] = []
    reached = at = 0
    without_end: set[str] = set()
    while opening := _STRONG.search(text, at):
        mark = opening[1]
        closing = None if mark in without_end else _STRONG_ENDS[mark].search(text, opening.end() + 1)
        if closing is None:
            without_end.add(mark)
            at = opening.start() + 1
            continue
        parts += (text[reached : opening.start()], text[opening.end() : closing.start()])
        reached = at = closing.end()
    return "".join((*parts, text[reached:]))


def _without_tags(text: str, source: Beside) -> str:
    if "<" in source.text or not _TAG.search(text):
        return ""
    return " ".join(_TAG.sub("", text).split())


def _without_remark(text: str, source: Beside) -> str:
    """Return a text without a final "(no changes needed)"."""
    if source.units and source.units[-1].kind in ")]":
        return ""
    remark = _REMARK.search(text)
    if remark is None or not source.is_called_unchanged(source.find.of(remark[1])):
        return ""
    return text[: remark.start()]


_STEPS: Sequence[tuple[str, Step]] = (
    (LIST_MARK, _without_list_mark),
    (LABEL, without_label),
    ("original", _without_original),
    ("original", _behind_arrow),
    *(("markup" if pair[0][0] in "`*_" else QUOTES, _unwrap(*pair)) for pair in _PAIRS),
    ("markup", _without_emphasis),
    ("markup", _without_tags),
    ("remark", _without_remark),
)
