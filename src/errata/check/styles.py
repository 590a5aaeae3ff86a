"""Signs that an output is set in another way than its source: quotes and dashes of another style, another case."""

from collections.abc import Sequence
from typing import NamedTuple

from errata.findings import Finding, Remedy
from errata.text.messages import listed, plural

MIN_LINES = 3
_PART = 100
"""A correction may put quotes around a sentence; three lines, and one in so many, are a habit."""

_STYLES = (
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


class OutputTexts(NamedTuple):
    """An output beside its sources; `pairs` are index, source and output where neither is empty and they differ."""

    name: str
    noun: str
    sources: Sequence[str]
    outputs: Sequence[str]
    pairs: Sequence[tuple[int, str, str]]
    whole: str
    """All outputs in one text: whether something stands there at all is soon told of it."""

    def is_habit(self, lines: Sequence[int]) -> bool:
        """Tell whether so many lines are more than single corrections."""
        total = len(self.outputs)
        return len(lines) >= max(MIN_LINES, total / _PART) or (len(lines) == total and total > 1)

    def found(self, code: str, lines: Sequence[int], message: str, hint: Remedy | None = None) -> Finding:
        """Return what to report of some lines."""
        return Finding.of_lines(code, message, self.name, lines, self.noun, hint=hint)

    def some(self, lines: Sequence[int], verb: str) -> str:
        """Begin a message about some lines."""
        ending = "s" if len(lines) == 1 else ""
        return f"{len(lines)} of {plural(len(self.outputs), self.noun)} {verb}{ending}"


def check_case(texts: OutputTexts) -> list[Finding]:
    """Report an output without capitals, or of nothing else, where most of the sources are not so."""
    for case, is_so in (("lower", str.islower), ("upper", str.isupper)):
        found = [
            index
            for index, source, output in texts.pairs
            if is_so(output) and not is_so(source) and source.lower() != source.upper()
        ]
        if texts.is_habit(found) and 2 * len(found) > len(texts.outputs):
            message = (
                f"{texts.some(found, 'stand')} in {case} case throughout "
                f"({listed(found, texts.noun)}) and their sources do not; every such token counts as a change"
            )
            return [texts.found("typography", found, message)]
    return []


def check_styles(texts: OutputTexts, wanted: Sequence[str]) -> list[Finding]:
    """Report marks in another style than the source's; `wanted` are the texts that the gold has for corrections."""
    findings = []
    sources = "\n".join(texts.sources)
    all_forms = {forms for _, *both in _STYLES for forms in both}
    here = {forms for forms in all_forms if _any_in(forms, texts.whole)}
    there = {forms for forms in all_forms if _any_in(forms, sources)}
    for what, one, two in _STYLES:
        for ours, theirs in ((two, one), (one, two)):
            if ours not in here or theirs not in there or _count(ours, texts.whole) <= _count(ours, sources):
                continue
            found = [
                index
                for index, source, output in texts.pairs
                if _any_in(ours, output)
                and not _any_in(ours, source)
                and _any_in(theirs, source)
                and not _any_in(theirs, output)
            ]
            if texts.is_habit(found) and not _is_wanted(ours, wanted, len(found)):
                ours_first = next(form for form in ours if form in texts.outputs[found[0]])
                theirs_first = next(form for form in theirs if form in texts.sources[found[0]])
                message = (
                    f"{texts.some(found, 'differ')} from the source in {what}, {ours_first} for {theirs_first} "
                    f"({listed(found, texts.noun)}); every such token counts as a change"
                )
                findings.append(texts.found("typography", found, message))
    return findings


def _count(forms: Sequence[str], text: str) -> int:
    return sum(map(text.count, forms))


def _is_wanted(forms: Sequence[str], wanted: Sequence[str], n_found: int) -> bool:
    """Tell whether the gold makes such changes about as often."""
    return 4 * sum(1 for text in wanted if _any_in(forms, text)) >= n_found


def _any_in(forms: Sequence[str], text: str) -> bool:
    for form in forms:  # noqa: SIM110  # three times as fast as any()
        if form in text:
            return True
    return False
