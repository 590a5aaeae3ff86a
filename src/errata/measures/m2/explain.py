"""M² explained: the edits chosen in the lattice, as searched and trimmed, and the gold edits they match."""

from errata.measures.m2.figures import figures
from errata.measures.m2.measure import M2
from errata.measures.working import Case, Cell, Listing, Replacement, Working, f_formula, once_each, ratio
from errata.model import Edit

_WORDS = {
    "as searched": "an edit that leads to the output, possibly with unchanged words in it: of all ways to split the "
    "changes into edits, the one that matches most gold edits, and among these one with few edits",
    "trimmed": "the same edit without the unchanged words at its ends",
    "meets": "the gold edit that the edit agrees with",
    "correct, proposed, gold": "gold edits matched, edits found in the output, edits of the annotator",
}
_MEETS = {"correction": "correct", "detection": "detected", "recognition": "recognised"}


def _annotator(case: Case, row: int, measure: M2) -> Listing:
    searched, own = case.table.notes[row]
    tokens = case.gold[case.index].tokens
    gold: tuple[Edit, ...] = searched.gold_edits[own]
    met = searched.met_by(own, measure.task)
    rows: list[tuple[Cell, ...]] = []
    for edit, index in zip(searched.describe(own), met, strict=True):
        small = edit["shrunk"]
        whole, trimmed = (
            Replacement(item["start"], item["end"], item["original"], item["correction"]) for item in (edit, small)
        )
        target = None if index is None else gold[index]
        rows.append(
            (
                _MEETS[measure.task] if target else "wrong",
                whole,
                trimmed,
                Replacement.of(target, tokens) if target else None,
                target.type if target else None,
            )
        )
    missed = [edit for number, edit in enumerate(gold) if number not in met]
    rows += [("missed", None, None, Replacement.of(edit, tokens), edit.type) for edit in missed]
    title = f"edits against {case.called(case.table.labels[row])}{', the chosen one' if row == case.chosen else ''}"
    return Listing(title, ("verdict", "as searched", "trimmed", "meets", "type of gold edit"), tuple(rows))


def explain(measure: M2, case: Case) -> Working:
    """Show the edits found against each annotator, the chosen one first."""
    others = [row for row in case.rows if row != case.chosen]
    counts, values = case.row.counts, case.row.values
    correct, proposed, gold = counts["correct"], counts["proposed"], counts["gold"]
    choice = case.best_so_far
    searched, own = case.table.notes[case.chosen]
    place = searched.sentence_of(own)
    more, pictures = figures(
        case.gold[case.index].tokens,
        searched.outputs[place].split(),
        searched.matches.gold.edits(own),
        (searched.matches.gold.sources.text(place), searched.matches.outputs.text(place)),
        searched.matches.edits(own),
        measure.edition,
        measure.unchanged,
    )
    if case.row.details["method"] != "exact":
        choice += "; decided by the bounded search"
    return Working(
        once_each(_annotator(case, row, measure) for row in [case.chosen, *others]),
        (
            ratio(
                "P", "correct / proposed", [correct], [proposed], values["precision"], "precision", "nothing proposed"
            ),
            ratio("R", "correct / gold", [correct], [gold], values["recall"], "recall", "no gold edit"),
            f_formula(measure.label("f"), measure.beta, values["precision"], values["recall"], values["f"]),
        ),
        choice,
        _WORDS,
        good=tuple(_MEETS.values()),
        bad=("wrong", "missed"),
        more=tuple(more),
        pictures=tuple(pictures),
    )
