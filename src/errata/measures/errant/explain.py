"""ERRANT explained: which edits agree with an annotator's, which do not, and which are missing."""

from collections.abc import Iterable

from errata.measures.errant.measure import Errant, Keyed
from errata.measures.working import Case, Cell, Listing, Replacement, Working, edit_formulas, once_each
from errata.model import Edit, Layer

_WORDS = {
    "TP": "true positive: an edit of the output that the annotator also made",
    "FP": "false positive: an edit of the output that the annotator did not make",
    "FN": "false negative: an edit of the annotator that the output does not have",
    "times": "how often it counts: as often as the annotator (for FP, the output) has edits there",
}


def _find(measure: Errant, edits: Iterable[Edit]) -> dict[tuple[object, ...], list[Edit]]:
    """Return the edits for each key."""
    found: dict[tuple[object, ...], list[Edit]] = {}
    for edit in edits:
        for key in measure.keyed([edit]):
            found.setdefault(key, []).append(edit)
    return found


def _listing(measure: Errant, case: Case, layer: Layer, chosen: bool) -> Listing:
    tokens = case.gold[case.index].tokens
    made = case.output.edits_of(case.index)
    ours, theirs = _find(measure, made), _find(measure, layer.edits)
    output, reference = measure.keyed(made), measure.keyed(layer.edits)

    def line(verdict: str, keyed: Keyed, edits: list[Edit], key: tuple[object, ...]) -> tuple[Cell, ...]:
        types = keyed[key]
        if measure.task == "token":
            place = f"word {key[0]}"
        else:
            place = " / ".join(dict.fromkeys(str(Replacement.of(edit, tokens)) for edit in edits))
        return verdict, place, " ".join(dict.fromkeys(types)), len(types)

    rows = [
        line("TP", reference, theirs[key], key) if key in reference else line("FP", output, ours[key], key)
        for key in output
    ]
    rows += [line("FN", reference, theirs[key], key) for key in reference if key not in output]
    title = f"edits against {case.called(layer.annotator)}{', the chosen one' if chosen else ''}"
    return Listing(title, ("verdict", "edit", "type", "times"), tuple(rows))


def explain(measure: Errant, case: Case) -> Working:
    """Show the verdict on every edit against each annotator, the chosen one first."""
    layers = case.gold[case.index].seen
    order = sorted(case.rows, key=lambda row: row != case.chosen)
    sections = [_listing(measure, case, layers[row - case.rows.start], row == case.chosen) for row in order]
    formulas = edit_formulas(case.row.counts, case.row.values, case.score.labels, measure.beta, "no edit")
    return Working(once_each(sections), formulas, case.best_so_far, _WORDS)
