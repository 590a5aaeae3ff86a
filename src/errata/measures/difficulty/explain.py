"""Difficulty explained: chunks with the number of systems that solve them, their weights, and the output's version."""

from errata.measures.data import Number
from errata.measures.difficulty.chunks import CORRECT, MODIFIED
from errata.measures.difficulty.judging import add_up, untouched
from errata.measures.difficulty.measure import Difficulty
from errata.measures.difficulty.scales import LINEAR
from errata.measures.working import NOTHING, Case, Cell, Listing, Working, edit_formulas, number, ratio
from errata.model import Edit

_WORDS = {
    "chunk": "an edit of the annotator, a word that stays, or the place between two words (∅)",
    "solved": "how many of the systems that determined the weights get the chunk right",
    "weight": "the weight of the chunk: the fewer systems solve it, the higher",
    "TP": "rightly changed",
    "FP": "wrongly changed",
    "FN": "to be changed, but not or not rightly",
    "FP+FN": "to be changed, but changed wrongly: counts as both",
    "TN": "rightly left alone",
    "all": "the weights of all chunks",
    "A": "accuracy: the share of the weights of all chunks that are right",
}
_CELLS = ("TP", "FP", "FN", "TN")


def _output_words(edits: tuple[Edit, ...], start: int, end: int) -> str:
    """Return the edits of the output that touch a chunk."""
    found = [edit for edit in edits if (edit.start < end and start < edit.end) or edit.start == start == edit.end]
    return " / ".join(f"{edit.start}:{edit.end} → {edit.written or NOTHING}" for edit in found) or "="


def explain(measure: Difficulty, case: Case) -> Working:
    """Show every chunk that has weight, is edited or was touched, and the others combined."""
    chunks, found, solved = case.table.notes[case.chosen]
    reference = case.table.labels[case.chosen]
    assert reference is not None  # rows are by annotators
    basis = case.table.basis
    scale = measure.scale(basis.n_systems)
    rows: list[tuple[Cell, ...]] = []
    rest = 0
    for number_, chunk in enumerate(chunks.chunks()):
        weight = scale.numerator(solved[number_])
        one = [0] * chunks.n_chunks
        one[number_] = 1
        shares = add_up(chunks, found, one, untouched(chunks, one))[:4]
        if not (weight and measure.weighted) and number_ not in found and number_ not in chunks.edits:
            rest += weight
            continue
        verdict = "+".join(name for name, share in zip(_CELLS, shares, strict=True) if share)
        judgement = found.get(number_, chunks.unchanged(number_))
        rows.append(
            (
                verdict,
                f"{chunk.start}:{chunk.end}",
                chunk.source or NOTHING,
                chunk.text or NOTHING,
                _output_words(case.output.edits_of(case.index), chunk.start, chunk.end),
                f"{'right' if judgement & CORRECT else 'wrong'}, {'changed' if judgement & MODIFIED else 'unchanged'}",
                f"{solved[number_]} of {basis.n_systems}",
                _weight(weight, basis.denominator),
            )
        )
    n_rest = chunks.n_chunks - len(rows)
    if n_rest:
        rows.append(
            ("TN", None, f"{n_rest} other chunks", "=", "=", "right, unchanged", None, _weight(rest, basis.denominator))
        )
    title = f"chunks of {case.called(reference)} and their weights"
    columns = ("verdict", "words", "source", "gold", "output", "judgement", "solved by", "weight")
    counts, values, labels = case.row.counts, case.row.values, case.score.labels
    accuracy = ratio(
        labels["accuracy"],
        "(TP + TN) / all",
        [counts["tp"], counts["tn"]],
        [counts["all"]],
        values["accuracy"],
        "accuracy",
        "no weight",
    )
    a, b, c = (number(value) for value in (measure.a, measure.b, measure.c))
    choice = f"{case.called(reference)}; "
    choice += (
        "every chunk weighs 1"
        if not measure.weighted
        else f"weight = {a} − (solved + {b}) / ({basis.n_systems} + {c})"
        if measure.function == LINEAR
        else f"weight by the function {measure.function} of solved and {basis.n_systems}"
    )
    formulas = (*edit_formulas(counts, values, labels, measure.beta, "no change with weight"), accuracy)
    listing = Listing(title, columns, tuple(rows))
    return Working((listing,), formulas, choice, _WORDS, bad=("FP", "FN", "FP+FN"))


def _weight(numerator: int, denominator: int) -> Number:
    return numerator / denominator if numerator % denominator else numerator // denominator
