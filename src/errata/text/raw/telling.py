"""What was done to raw text as findings: a summary for everyone, and each cleaned line on request."""

from collections.abc import Iterator, Sequence

from errata.findings import WARNING, Finding, Place, Remedy, remedy
from errata.text.raw.projection import Change, Projection
from errata.text.raw.report import CONVENTIONS, EMPTY, REFUSED, REMOVED

CLEANED = "raw-cleaned"
"""The code of a single cleaned line."""
_SCORED_AS = {"source": "scored as the source", "empty": "scored as empty"}


def tell(projection: Projection, file: str, refused: str, show_cleaning: bool) -> list[Finding]:
    """Return what was done to the text of a file; empty lines and the corpus are reported elsewhere.

    `refused` is the option of that name; with `show_cleaning` each cleaned line is reported.
    """
    said: dict[str, list[str]] = {}
    for code, text in projection.report.said():
        said.setdefault(code, []).append(text)
    found = []
    for code, texts in said.items():
        if code in (CONVENTIONS, EMPTY):
            continue
        if code == REFUSED:
            texts = [*texts, _SCORED_AS[refused]]
        hint = None if code != REMOVED or show_cleaning else remedy("{show_cleaning} shows each line before and after")
        found.append(Finding(code, "; ".join(texts), file, hint=hint))
    return [*found, *(_each(projection.cleaned, file) if show_cleaning else ())]


def tell_conventions(conventions: Sequence[str], is_tokenised: bool, name: str, can_be_cut: bool) -> list[Finding]:
    """Return what is unusual about a corpus; if it is not tokenised at all, that is a warning."""
    if not conventions:
        return []
    advice: Remedy | None = None
    if not is_tokenised and can_be_cut:
        advice = remedy("{raw_rules} tokenises sources, references and outputs alike")
    level = None if is_tokenised else WARNING
    return [Finding(CONVENTIONS, f"corpus: {', '.join(conventions)}", name, hint=advice, level=level)]


def _each(cleaned: Sequence[Change], file: str) -> Iterator[Finding]:
    for line, done, before, after in cleaned:
        message = f"line {line}: {done}: {before!r} → {after!r}"
        yield Finding(CLEANED, message, file, (Place(line),))
