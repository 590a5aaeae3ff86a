"""GREEN explained: the n-grams of each region by order, and the resulting rates."""

from collections.abc import Mapping, Sequence

from errata.measures.data import Number
from errata.measures.green.measure import REGIONS, Green, cumulate
from errata.measures.ngrams import list_regions, tokens_of
from errata.measures.working import (
    Case,
    Cell,
    Formula,
    Listing,
    Replacement,
    Working,
    f_formula,
    join,
    number,
    subscript,
)
from errata.model import Reference

_WORDS = {
    "TK": "true keep: in source, output and reference",
    "TD": "true delete: in the source, rightly gone from the output",
    "TI": "true insert: not in the source, rightly put into the output",
    "OD": "over-delete: deleted, but the reference keeps it",
    "OI": "over-insert: inserted, but not in the reference",
    "UD": "under-delete: kept, but the reference deletes it",
    "UI": "under-insert: the reference inserts it, the output does not",
    "P₁ R₁ …": "precision and recall of n-grams of 1, 2 … words (or characters)",
}
_WEIGHT = {
    "weight": "of an edit: how much it alone moves the source towards the reference or away from it, 1 on average; of "
    "an n-gram: the mean of the edits that change it, in brackets; what is kept weighs 1"
}


def explain(measure: Green, case: Case) -> Working:
    """Show the n-grams by order and region, then the rates by order; against every reference if all count."""
    references = case.gold.references(case.index)
    if measure.references == "mean" and len(references) > 1:
        return _explain_mean(measure, case, references)
    at = 0 if measure.references == "mean" else case.chosen - case.rows.start
    listings = (
        _weighted(measure, case) if measure.is_weighted else [_listing(_regions(measure, case, references[at].text))]
    )
    counts = [case.row.counts[f"{region}{order}"] for order in range(1, measure.n + 1) for region in REGIONS]
    choice = case.called(references[at].label)
    if measure.references == "best":
        choice += f" of {len(references)}: gives the best {measure.label('f')} of this sentence"
    words = _WORDS | (_WEIGHT if measure.is_weighted else {})
    return _working(listings, _formulas(measure, counts, case.row.values), choice, words)


def _weighted(measure: Green, case: Case) -> list[Listing]:
    """List the edits and the n-grams with their weights."""
    from errata.measures.green.weighted import Weighed, weighted_regions

    weighed: Weighed = case.table.notes[case.chosen]
    source = weighed.triple.texts[0]
    edits = tuple(
        (Replacement(edit.start, edit.end, " ".join(source[edit.start : edit.end]), edit.corrections[0]), weight)
        for edit, weight in zip(weighed.triple.edits, weighed.weights, strict=True)
    )
    rows = []
    for order in range(1, measure.n + 1):
        found: dict[str, list[tuple[float, str]]] = {region: [] for region in REGIONS}
        for region, gram, share, weight in weighted_regions(weighed, order):
            times = "" if share == 1 and region == "tk" else f" ({number(share * weight)})"
            found[region].append((share * weight, " ".join(gram) + times))
        rows += [
            (order, region.upper(), sum(weight for weight, _ in members), tuple(text for _, text in members))
            for region, members in found.items()
            if members
        ]
    return [Listing("edits of output and reference", ("edit", "weight"), edits), _listing(rows)]


def _explain_mean(measure: Green, case: Case, references: Sequence[Reference]) -> Working:
    names: dict[str, list[str]] = {}
    for reference in references:
        names.setdefault(reference.text, []).append(case.called(reference.label))
    listings: list[Listing] = []
    formulas: list[Formula] = []
    values: list[dict[str, float]] = []
    for text, same in names.items():
        name = " and ".join(same)
        rows = _regions(measure, case, text)
        listings.append(_listing(rows, f" against {name}"))
        sizes = {(order, region): size for order, region, size, _ in rows}
        counts = [sizes.get((order, region.upper()), 0) for order in range(1, measure.n + 1) for region in REGIONS]
        value = measure.score(counts)
        values += [value] * len(same)
        formulas += _formulas(measure, counts, value, f", {name}")
    for key in ("precision", "recall", "f"):
        numbers = f"({join([value[key] for value in values])})/{len(values)}"
        formulas.append(Formula(measure.label(key), "mean over the references", numbers, case.row.values[key], key))
    return _working(listings, tuple(formulas), f"all {len(values)} references; the values are means over them")


def _working(
    listings: Sequence[Listing], formulas: tuple[Formula, ...], choice: str, words: Mapping[str, str] = _WORDS
) -> Working:
    good, bad = ("TK", "TD", "TI"), ("OD", "OI", "UD", "UI")
    return Working(tuple(listings), formulas, choice, words, good=good, bad=bad)


def _regions(measure: Green, case: Case, reference: str) -> list[tuple[int, str, int, tuple[str, ...]]]:
    texts = (case.gold[case.index].source, case.output.texts[case.index], reference)
    cut = [tokens_of(text, measure.unit, measure.strip) for text in texts]
    return list(list_regions(cut, measure.n, measure.unit))


def _listing(rows: Sequence[tuple[Cell, ...]], against: str = "") -> Listing:
    return Listing(f"n-grams by order and region{against}", ("order", "region", "number", "n-grams"), tuple(rows))


def _formulas(
    measure: Green, counts: Sequence[Number], values: Mapping[str, float], suffix: str = ""
) -> tuple[Formula, ...]:
    """Return how the counts of one reference give the values; with a suffix, steps on the way to means."""
    n = measure.n
    made = []
    steps = cumulate(counts)
    for order, step in enumerate(steps, 1):
        tk, td, ti, od, oi, ud, ui = counts[(order - 1) * len(REGIONS) : order * len(REGIONS)]
        hits = [tk, td, ti]
        for name, letters, errors, value, rule in (
            ("P", "OD + OI", [od, oi], step.order_precision, 1),
            ("R", "UD + UI", [ud, ui], step.order_recall, 0),
        ):
            note = "" if sum(hits) + sum(errors) else f"nothing to divide at this order, so by definition {rule}"
            made.append(
                Formula(
                    f"{name}{subscript(order)}{suffix}",
                    f"(TK + TD + TI) / (TK + TD + TI + {letters})",
                    f"({join(hits)})/({join([*hits, *errors])})",
                    value,
                    note=note,
                )
            )
    for name, key, parts in (
        ("P", "precision", [step.order_precision for step in steps]),
        ("R", "recall", [step.order_recall for step in steps]),
    ):
        letters = "·".join(f"{name}{subscript(order)}" for order in range(1, n + 1))
        numbers = f"({join(parts, '·')})^(1/{n})"
        made.append(Formula(name + suffix, f"({letters})^(1/{n})", numbers, values[key], "" if suffix else key))
    named, key = measure.label("f") + suffix, "" if suffix else "f"
    made.append(f_formula(named, measure.beta, values["precision"], values["recall"], values["f"], key))
    return tuple(made)
