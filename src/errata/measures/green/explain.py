"""GREEN explained: the n-grams of each region by order, and the rates they make."""

from errata.measures.green.measure import REGIONS, Green, cumulate
from errata.measures.ngrams import Grams, regions, tokens_of
from errata.measures.working import Case, Cell, Formula, Listing, Working, f_formula, join, subscript

_WORDS = {
    "TK": "true keep: in source, output and reference",
    "TD": "true delete: in the source, rightly gone from the output",
    "TI": "true insert: not in the source, rightly put into the output",
    "OD": "over-delete: deleted, but the reference keeps it",
    "OI": "over-insert: inserted, but the reference has it not",
    "UD": "under-delete: kept, but the reference deletes it",
    "UI": "under-insert: the reference inserts it, the output does not",
    "P₁ R₁ …": "precision and recall of n-grams of 1, 2 … words (or characters)",
}


def explain(measure: Green, case: Case) -> Working:
    """Show the n-grams by order and region, then the rates by order."""
    at = case.chosen - case.rows.start
    reference = case.gold.references(case.index)[at]
    texts = [
        tokens_of(text, measure.unit, measure.strip)
        for text in (case.gold[case.index].source, case.output.texts[case.index], reference.text)
    ]
    rows: list[tuple[Cell, ...]] = []
    for order in range(1, measure.n + 1):
        grams = Grams(texts, order, measure.unit)
        members: dict[str, list[str]] = {}
        sizes = dict.fromkeys(REGIONS, 0)
        for gram, (s, c, r) in grams:
            for region, share in regions(s, c, r).items():
                sizes[region] += share
                members.setdefault(region, []).append(grams.write(gram, share))
        rows += [(order, region.upper(), sizes[region], tuple(members[region])) for region in REGIONS if sizes[region]]
    listing = Listing("n-grams by order and region", ("order", "region", "number", "n-grams"), tuple(rows))
    return Working(
        (listing,),
        _formulas(measure, case),
        f"{case.called(reference.label)} of {len(case.rows)}: gives the best {measure.label('f')} of this sentence",
        _WORDS,
        good=("TK", "TD", "TI"),
        bad=("OD", "OI", "UD", "UI"),
    )


def _formulas(measure: Green, case: Case) -> tuple[Formula, ...]:
    n, values = measure.n, case.row.values
    made = []
    steps = cumulate(case.table.row(case.chosen))
    for order, step in enumerate(steps, 1):
        tk, td, ti, od, oi, ud, ui = (case.row.counts[f"{region}{order}"] for region in REGIONS)
        hits = [tk, td, ti]
        for name, letters, errors, value, rule in (
            ("P", "OD + OI", [od, oi], step.order_precision, 1),
            ("R", "UD + UI", [ud, ui], step.order_recall, 0),
        ):
            note = "" if sum(hits) + sum(errors) else f"nothing to divide at this order, so by definition {rule}"
            made.append(
                Formula(
                    f"{name}{subscript(order)}",
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
        made.append(Formula(name, f"({letters})^(1/{n})", f"({join(parts, '·')})^(1/{n})", values[key], key))
    made.append(f_formula(measure.label("f"), measure.beta, values["precision"], values["recall"], values["f"]))
    return tuple(made)
