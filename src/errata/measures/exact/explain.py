"""Exact match explained: the texts as they are compared."""

from errata.measures.exact.measure import Exact
from errata.measures.working import Case, Cell, Listing, Working


def explain(measure: Exact, case: Case) -> Working:
    """Show the output and every reference, and which of them are equal."""
    output = measure.prepared(case.output.texts[case.index])
    rows: list[tuple[Cell, ...]] = [("output", " ".join(output))]
    for reference in case.gold.references(case.index):
        words = measure.prepared(reference.text)
        is_equal = "equal" if words == output else "different"
        rows.append((f"{case.called(reference.label)}, {is_equal}", " ".join(words)))
    listing = Listing("texts as compared", ("text", "words"), tuple(dict.fromkeys(rows)))
    return Working((listing,), good=("equal",), bad=("different",))
