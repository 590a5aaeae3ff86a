"""CLEME explained: the shared chunks of source, output and references, with verdicts and weights."""

from collections.abc import Sequence

from errata.measures.cleme.chunks import SharedChunks, Words
from errata.measures.cleme.measure import Cleme, Weigher, judge
from errata.measures.working import NOTHING, Case, Cell, Listing, Working, edit_formulas, once_each, ratio

_WORDS = {
    "TP": "true positive: the output changes the chunk as the reference does",
    "FP": "false positive: the output changes the chunk, but the reference does not or changes it differently",
    "FN": "false negative: the reference changes the chunk, the output does not",
    "TN": "true negative: neither changes the chunk",
    "weight": "by length: long chunks weigh more if right or missed, less if wrong; one of average length weighs 1",
    "accuracy": "the share of chunks that are right, weighted",
    "=": "the text has no edit there",
    "unchanged": "the stretches between the chunks, which no text changes: each a TN of weight 1",
}
_SAME = "="


def _write(words: Words) -> str:
    return _SAME if words is None else " ".join(words) or NOTHING


def _listing(
    case: Case, made: SharedChunks, references: Sequence[Sequence[Words]], title: str, names: Sequence[str]
) -> Listing:
    measure: Cleme = case.score.made_by  # type: ignore[assignment]  # explained by its own module
    weigher: Weigher | None = case.table.basis
    dependent = measure.assumption == "dependent"
    rows: list[tuple[Cell, ...]] = []
    for at, (start, end) in enumerate(made.intervals):
        theirs = [[chunks[at]] for chunks in references]
        # One chunk by itself, judged by the measure.
        alone = SharedChunks([made.source[at]], [made.output[at]], theirs, [], [(start, end)], 0, {})
        _, verdicts = judge(alone, theirs, measure.task, dependent)
        weight: float = weigher.weight(verdicts[0]) if weigher and verdicts else 1
        rows.append(
            (
                verdicts[0][0].upper() if verdicts else "TN",
                f"{start}:{end}",
                " ".join(made.source[at]) or NOTHING,
                _write(made.output[at]),
                *(_write(chunks[at]) for chunks in references),
                weight,
            )
        )
    if made.n_gaps:
        rows.append(("TN", f"{made.n_gaps} unchanged", *["="] * (len(names) + 2), made.n_gaps))
    return Listing(title, ("verdict", "words", "source", "output", *names, "weight"), tuple(rows))


def explain(measure: Cleme, case: Case) -> Working:
    """Show the chunks against each reference, the chosen one first; with independence, against all together."""
    sentence = case.gold[case.index]
    made = measure.cut(sentence, case.output.edits_of(case.index))
    names = [case.called(label) for label in made.labels]
    if measure.assumption == "independent":
        sections = [_listing(case, made, made.references, "chunks against all references", names)]
        choice = "all references together: each chunk may agree with a different one"
    else:
        order = sorted(range(len(names)), key=lambda at: case.rows.start + at != case.chosen)
        sections = [
            _listing(
                case,
                made,
                [made.references[at]],
                f"chunks against {names[at]}{'' if place else ', the chosen one'}",
                ["reference"],
            )
            for place, at in enumerate(order)
        ]
        choice = case.best_so_far
    counts, values, labels = case.row.counts, case.row.values, case.score.labels
    tp, fp, fn, tn = (counts[name] for name in ("tp", "fp", "fn", "tn"))
    accuracy = ratio(
        labels["accuracy"],
        "(TP + TN) / (TP + FP + FN + TN)",
        [tp, tn],
        [tp, fp, fn, tn],
        values["accuracy"],
        "accuracy",
        "no chunk",
    )
    formulas = (*edit_formulas(counts, values, labels, measure.beta, "no change"), accuracy)
    return Working(once_each(sections), formulas, choice, _WORDS)
