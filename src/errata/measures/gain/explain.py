"""GAIN explained: what each change of the output is worth, then the n-grams that earned and those that cost."""

from array import array
from collections.abc import Mapping, Sequence

from errata.extract import get_extractor
from errata.kernels.ngrams import N_REGIONS, count_regions
from errata.measures.gain.measure import CHANGES, Basis, Gain, weigh
from errata.measures.ngrams import list_regions, tokens_of
from errata.measures.working import Case, Cell, Formula, Listing, Replacement, Working, number, subscript
from errata.model import Edit, apply_edits
from errata.text.vocabulary import Vocabulary

_WORDS = {
    "earned, cost": "what a change is worth: the gain of the sentence minus its gain without this change, against the "
    "same reference; changes share n-grams, so these need not add up to the gain",
    "TD, TI": "true delete and insert: changes as the reference makes them; they earn",
    "OD, OI": "over-delete and over-insert: changes that the reference does not make; they cost",
    "cD, cI": "what an over-deletion and an over-insertion cost at this order: less where references differ much, and "
    "where the output as a whole agrees with them",
    "Z": "n-grams of this order that references delete and insert per sentence, on average over the text",
    "points": "percentage points of the gain",
}


def explain(measure: Gain, case: Case) -> Working:
    """Show what each change is worth, which n-grams contribute to that, and how they add up to the gain."""
    reference = case.gold.references(case.index)[case.chosen - case.rows.start]
    choice = f"{case.called(reference.label)} of {len(case.rows)}: gives the greatest gain of this sentence"
    return Working(
        (_changes(measure, case, reference.text), _ngrams(measure, case, reference.text)),
        _formulas(measure.n, case.table.basis, case.row.counts, case.row.values),
        choice,
        _WORDS,
        good=("earned", "TD", "TI"),
        bad=("cost", "OD", "OI"),
    )


def _changes(measure: Gain, case: Case, reference: str) -> Listing:
    """List the changes of the output with what the sentence would lose without each."""
    source, output = case.gold[case.index].source, case.output.texts[case.index]
    if case.output.edits is None:
        edits: Sequence[Edit] = get_extractor("errata").extract([source], [output])[0]
    else:
        edits = [edit for edit in case.output.edits[case.index] if not edit.is_noop]
    without = [apply_edits(source, [*edits[:place], *edits[place + 1 :]]) for place in range(len(edits))]
    rows: list[tuple[Cell, ...]] = []
    for edit, gain in zip(edits, _gains(measure, case.table.basis, source, without, reference), strict=True):
        worth = case.row.values["gain"] - gain
        verdict = "earned" if worth > 0 else "cost" if worth < 0 else "neither"
        rows.append((Replacement.of(edit, tuple(source.split())), verdict, 100 * worth))
    return Listing("what each change of the output is worth", ("change", "verdict", "points"), tuple(rows))


def _gains(measure: Gain, basis: Basis, source: str, outputs: Sequence[str], reference: str) -> list[float]:
    """Return the gains of other outputs against the same reference, at the same costs."""
    vocabulary = Vocabulary(measure.unit)
    texts = vocabulary.flatten([source.strip(), reference.strip()] * len(outputs))
    first_text = array("i", range(0, len(texts) + 1, 2))
    regions = count_regions(texts, first_text, vocabulary.flatten([text.strip() for text in outputs]), measure.n)
    width = N_REGIONS * measure.n
    return [weigh(regions[row * width : (row + 1) * width], basis)["gain"] for row in range(len(outputs))]


def _ngrams(measure: Gain, case: Case, reference: str) -> Listing:
    """List the n-grams that earned and those that cost, with the amounts."""
    texts = (case.gold[case.index].source, case.output.texts[case.index], reference)
    cut = [tokens_of(text, measure.unit, strip=True) for text in texts]
    basis: Basis = case.table.basis
    rows: list[tuple[Cell, ...]] = []
    for order, region, size, members in list_regions(cut, measure.n, measure.unit):
        if region.lower() in CHANGES:
            each = _each(basis, order, region) / measure.n
            rows.append((order, region, size, 100 * each, 100 * each * size, members))
    heads = ("order", "region", "number", "points each", "points", "n-grams")
    return Listing("n-grams that earned (TD, TI) and that cost (OD, OI)", heads, tuple(rows))


def _each(basis: Basis, order: int, region: str) -> float:
    """Return what one n-gram of a region contributes at its order."""
    need = basis.constants.needs[order - 1]
    deletion, insertion = basis.costs[order - 1]
    return {"TD": 1.0, "TI": 1.0, "OD": -deletion, "OI": -insertion}[region] / need if need else 0.0


def _formulas(
    n: int, basis: Basis, counts: Mapping[str, int | float], values: Mapping[str, float]
) -> tuple[Formula, ...]:
    made, gains, earned, cost = [], [], [], []
    for order, ((deletion, insertion), need) in enumerate(zip(basis.costs, basis.constants.needs, strict=True), 1):
        td, ti, od, oi = (counts[f"{region}{order}"] for region in CHANGES)
        losing = f"{number(deletion)}·{number(od)}", f"{number(insertion)}·{number(oi)}"
        value = (td - deletion * od + ti - insertion * oi) / need if need else 0.0
        gains.append(number(value))
        earned.append(f"{number(td + ti)}/{number(need)}" if need else "0")
        cost.append(f"({losing[0]} + {losing[1]})/{number(need)}" if need else "0")
        made.append(
            Formula(
                f"g{subscript(order)}",
                "(TD − cD·OD + TI − cI·OI) / Z",
                f"({number(td)} − {losing[0]} + {number(ti)} − {losing[1]})/{number(need)}",
                value,
                note="" if need else "no reference changes n-grams of this order, so by definition 0",
            )
        )
    for name, expression, parts in (
        ("earned", "mean of (TD + TI) / Z over the orders", earned),
        ("cost", "mean of (cD·OD + cI·OI) / Z over the orders", cost),
        ("gain", f"mean of g₁ … g{subscript(n)}", gains),
    ):
        made.append(Formula(name, expression, f"({' + '.join(parts)})/{n}", values[name], name))
    return tuple(made)
