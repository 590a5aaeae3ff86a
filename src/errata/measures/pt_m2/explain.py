"""Weighted edits explained: the weight of each edit, which agree with an annotator's, and the sums of weights."""

from errata.measures.pt_m2.family import Weighed, WeightedEdits, describe
from errata.measures.working import Case, Listing, Replacement, Working, f_formula, once_each, ratio

_WORDS = {
    "weight": "how much the edit alone moves the source towards the annotator's text, or away from it",
    "correct, proposed, gold": "weights of edits that the annotator has too, of all edits of the output, of all edits "
    "of the annotator",
}


def _listing(case: Case, row: int) -> Listing:
    weighed: Weighed = case.table.notes[row]
    rows = tuple(
        (
            edit["verdict"],
            Replacement(edit["start"], edit["end"], edit["original"], edit["correction"] or ""),
            edit["weight"],
        )
        for edit in describe(weighed)
    )
    title = f"edits against {case.called(case.table.labels[row])}{', the chosen one' if row == case.chosen else ''}"
    return Listing(title, ("verdict", "edit", "weight"), rows)


def explain(measure: WeightedEdits, case: Case) -> Working:
    """Show every edit with its weight against each annotator, the chosen one first."""
    others = [row for row in case.rows if row != case.chosen]
    counts, values = case.row.counts, case.row.values
    correct, proposed, gold = counts["correct"], counts["proposed"], counts["gold"]
    precision, recall = values["precision"], values["recall"]
    return Working(
        once_each(_listing(case, row) for row in [case.chosen, *others]),
        (
            ratio(
                "P", "correct / proposed", [correct], [proposed], precision, "precision", "no proposed edit has weight"
            ),
            ratio("R", "correct / gold", [correct], [gold], recall, "recall", "no gold edit has weight"),
            f_formula(measure.label("f"), measure.beta, precision, recall, values["f"]),
        ),
        case.best_so_far,
        _WORDS,
        good=("correct",),
        bad=("wrong", "missed"),
    )
