"""Signs that an output uses another typography than its source: other quotes or dashes, other case."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from errata.findings import Finding, Remedy
from errata.text.messages import its_source, listed, plural

MIN_LINES = 3
"""Fewer suspicious lines than this are not reported by any check."""
_PART = 100
"""A correction may add quotes around a sentence; in three lines, and one in this many, they are a habit."""
_MIN_REPLACED = 5
"""A reference that replaces marks in fewer lines, or in less than half of those that have them, may correct them."""

_MANY = 10
"""This many lines are no slips of a system that is otherwise right."""
_TURNED = 20
"""If one line in this many turns to lower case, it is no correction; real outputs and references have one in 80."""

Forms = tuple[str, ...]
"""How a mark is written in one style."""
_STYLES: tuple[tuple[str, Forms, Forms], ...] = (
    # what it is called, the forms of one style, those of the other
    ("apostrophes", ("'",), ("’", "‘")),
    ("quotation marks", ('"',), ("“", "”", "„", "«", "»")),
    ("quotation marks", ("``", "''"), ("“", "”", "„", "«", "»")),
    ("quotation marks", ('"',), ("``", "''")),
    ("dashes", ("-",), ("–", "—")),
    ("ellipses", ("...", ". . ."), ("…",)),
    ("commas", (",",), ("，",)),
    ("full stops", (".",), ("。", "．")),
)


FORMS = tuple(dict.fromkeys(forms for _, *both in _STYLES for forms in both))
"""Every form once; the kernel has a flag for each, in this order."""


STYLE_PAIRS = tuple(dict.fromkeys(pair for _, one, two in _STYLES for pair in ((two, one), (one, two))))
"""The replacement that each form of the source got."""
CASES: dict[str, Callable[[str], bool]] = {"lower": str.islower, "upper": str.isupper}


class OutputTexts(NamedTuple):
    """An output with its sources; `pairs` are index, source and output, if neither is empty and they differ."""

    name: str
    noun: str
    sources: Sequence[str]
    outputs: Sequence[str]
    pairs: Sequence[tuple[int, str, str]]
    whole: str
    """All outputs joined: it quickly shows whether something occurs at all."""

    @classmethod
    def of(cls, name: str, noun: str, sources: Sequence[str], outputs: Sequence[str]) -> "OutputTexts":
        """Return them as pairs."""
        pairs = [
            (index, source, output)
            for index, (source, output) in enumerate(zip(sources, outputs, strict=False))
            if output != source and output.strip() and source
        ]
        return cls(name, noun, sources, outputs, pairs, "\n".join(outputs))

    def is_habit(self, lines: Sequence[int]) -> bool:
        """Tell whether this many lines are more than single corrections."""
        total = len(self.outputs)
        return len(lines) >= max(MIN_LINES, total / _PART) or (len(lines) == total and total > 1)

    def found(self, code: str, lines: Sequence[int], message: str, hint: Remedy | None = None) -> Finding:
        """Return the finding about some lines."""
        return Finding.of_lines(code, message, self.name, lines, self.noun, hint=hint)

    def some(self, lines: Sequence[int], verb: str) -> str:
        """Begin a message about some lines."""
        if len(lines) == 1:
            verb = "is" if verb == "are" else f"{verb}s"
        return f"{len(lines)} of {plural(len(self.outputs), self.noun)} {verb}"


def check_case(texts: OutputTexts) -> list[Finding]:
    """Report an output of which most lines, or many, lost their capitals or all small letters."""
    found = {
        case: [index for index, source, output in texts.pairs if turns_case(case, source, output)] for case in CASES
    }
    return judge_case(texts, found)


def turns_case(case: str, source: str, output: str) -> bool:
    """Tell whether an output is all lower case or all upper case although its source is not."""
    is_so = CASES[case]
    return is_so(output) and not is_so(source) and source.lower() != source.upper()


def judge_case(texts: OutputTexts, lines: Mapping[str, Sequence[int]]) -> list[Finding]:
    """Report the same, given the lines in either case."""
    for case, found in lines.items():
        total = len(texts.outputs)
        is_most = texts.is_habit(found) and 2 * len(found) > total
        if is_most or len(found) >= max(_MANY, total / _TURNED):
            message = (
                f"{texts.some(found, 'are')} in {case} case throughout "
                f"({listed(found, texts.noun)}) and {its_source(found, 'are')}; every changed token counts as an error"
            )
            return [texts.found("typography", found, message)]
    return []


def check_styles(texts: OutputTexts, wanted: Sequence[str] | None) -> list[Finding]:
    """Report marks in another style than the source's.

    `wanted` are the texts that the gold has for corrections; None for a text that is itself a reference.
    """
    sources = "\n".join(texts.sources)

    def find(ours: Forms, theirs: Forms) -> list[int]:
        return [
            index
            for index, source, output in texts.pairs
            if _any_in(ours, output)
            and not _any_in(ours, source)
            and _any_in(theirs, source)
            and not _any_in(theirs, output)
        ]

    return judge_styles(
        texts,
        cache(lambda forms: _count(forms, texts.whole)),
        cache(lambda forms: _count(forms, sources)),
        find,
        None if wanted is None else lambda forms: sum(1 for text in wanted if _any_in(forms, text)),
        lambda forms: sum(1 for source in texts.sources if _any_in(forms, source)),
    )


def judge_styles(
    texts: OutputTexts,
    n_here: Callable[[Forms], int],
    n_there: Callable[[Forms], int],
    find: Callable[[Forms, Forms], Sequence[int]],
    n_wanted: Callable[[Forms], int] | None,
    n_lines: Callable[[Forms], int],
) -> list[Finding]:
    """Report the same, given how often forms occur in the outputs and in the sources.

    `find` returns the lines with one form where the source has the other, `n_wanted` how many corrections have it,
    `n_lines` how many sources.
    """
    findings = []

    def is_odd(lines: Sequence[int], ours: Forms, theirs: Forms) -> bool:
        if n_wanted is None:
            return len(lines) >= max(_MIN_REPLACED, n_lines(theirs) / 2)
        n_right = n_wanted(ours)  # at most: the gold may have these marks for other reasons
        return 4 * n_right < len(lines) or len(lines) - n_right >= max(_MANY, len(texts.outputs) / _PART)

    effect = "every such token counts as an error"
    if n_wanted is None:
        effect = "outputs that keep the source's count as wrong there: write both alike"
    for what, one, two in _STYLES:
        for ours, theirs in ((two, one), (one, two)):
            if not n_here(ours) or not n_there(theirs) or n_here(ours) <= n_there(ours):
                continue
            found = find(ours, theirs)
            if texts.is_habit(found) and is_odd(found, ours, theirs):
                ours_first = next(form for form in ours if form in texts.outputs[found[0]])
                theirs_first = next(form for form in theirs if form in texts.sources[found[0]])
                message = (
                    f"{texts.some(found, 'differ')} from the source in {what}, {ours_first} for {theirs_first} "
                    f"({listed(found, texts.noun)}); {effect}"
                )
                findings.append(texts.found("typography", found, message))
    return findings


def _count(forms: Sequence[str], text: str) -> int:
    return sum(map(text.count, forms))


def _any_in(forms: Sequence[str], text: str) -> bool:
    for form in forms:  # noqa: SIM110  # three times as fast as any()
        if form in text:
            return True
    return False
