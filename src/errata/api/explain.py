"""`errata.explain`: score everything, then show the work behind the sentences that are asked for."""

from collections.abc import Mapping, Sequence

from errata.api.extraction import Golds
from errata.api.score import score_inputs
from errata.api.selection import nothing_found, select
from errata.api.texts import view
from errata.errors import InputError
from errata.extract import Extractor, annotate_references, get_extractor, with_edits
from errata.findings import report
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.measures.working import Case, Explanation, MeasureExplanation, Working, plain_formulas
from errata.model import CHARACTERS, Corpus, Output
from errata.stages import Progress


def explain(
    gold: Corpus | None = None,
    outputs: Mapping[str, Sequence[str] | Corpus | Output] | Sequence[str] | Corpus | Output = (),
    *,
    sources: Sequence[str] | None = None,
    references: Sequence[Sequence[str]] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    sentences: Sequence[int] | None = None,
    worst: int | None = None,
    grep: str | None = None,
    error_type: str | None = None,
    progress: Progress | None = None,
) -> tuple[Explanation, ...]:
    """Explain the scores of single sentences: each with all systems, but the worst system by system.

    Gold, outputs, measures, `extract`, `extract_gold` and `normalise` are those of `errata.score`; the whole corpus is
    scored, because some measures choose a reference by what came before. `sentences` are indices, counted from 0;
    `grep` keeps those with a text in source, output or a reference; `error_type` those where gold or output has an edit
    whose type begins so; `worst` the so many with the worst score under the first measure, worst first: the lowest,
    unless the measure says that lower is better.

    >>> told = explain(sources=["He go home ."], references=[["He goes home ."]], outputs=["He goes home ."],
    ...                measures=["imeasure"], sentences=[0])
    >>> told[0].measures[0].working.sections[0].row("class")
    ['TN', 'TP', 'TN', 'TN']
    """
    if sentences is None and worst is None and grep is None and error_type is None:
        raise InputError("which sentences? Give sentences, worst, grep or error_type")
    if worst is not None and worst < 1:
        raise InputError(f"worst is {worst}; a whole number of at least 1 is needed")
    result, golds, systems, _ = score_inputs(
        gold,
        outputs,
        sources=sources,
        references=references,
        measures=measures,
        extract=extract,
        extract_gold=extract_gold,
        normalise=normalise,
        progress=progress,
    )
    for found in result.findings:
        report(found, 2)
    explanations = []
    typed_gold, typed = _with_types(golds.recut, systems, extract if error_type is not None else None)
    for system, searched in zip(systems, typed, strict=True):
        scores = [score for score in result if score.system == system.name]
        if not scores:
            raise InputError(
                "no measure fits the input; name one, such as m2 for annotated gold or green for plain references"
            )
        chosen = select(
            typed_gold, searched, scores[0], sentences=sentences, worst=worst, grep=grep, error_type=error_type
        )
        explanations += [_explain(golds, system, index, scores) for index in chosen]
    if not explanations:
        raise nothing_found(typed_gold, typed, sentences, grep, error_type)
    if worst is None:
        order = {index: place for place, index in enumerate(dict.fromkeys(sentences or ()))}
        explanations.sort(key=lambda item: order.get(item.index, item.index))
    return tuple(explanations)


def _with_types(
    gold: Corpus, outputs: Sequence[Output], extract: Extractor | str | None
) -> tuple[Corpus, Sequence[Output]]:
    """Return gold and outputs with extracted edits, whose types are looked for, whatever the measures need."""
    if extract is None or gold.unit == CHARACTERS:
        return gold, outputs
    extractor = get_extractor(extract) if isinstance(extract, str) else extract
    annotated = gold if gold.is_annotated else annotate_references(gold, extractor)
    return annotated, [with_edits(output, gold, extractor) for output in outputs]


def _explain(golds: Golds, output: Output, index: int, scores: Sequence[Score]) -> Explanation:
    gold = golds.recut
    told = tuple(
        _explain_measure(Case(golds.of(score.made_by), output, index, score, score.sentence(index))) for score in scores
    )
    if gold.unit == CHARACTERS:
        return Explanation(output.name, index, "", "", (), (), told, gold[index].id)
    return Explanation(
        output.name,
        index,
        gold[index].source,
        output.texts[index],
        gold.references(index),
        view(gold, output, index),
        told,
    )


def _explain_measure(case: Case) -> MeasureExplanation:
    score = case.score
    measure = score.made_by
    working = measure.explain_sentence(case)
    if working is None:
        choice = "" if case.row.reference is None else f"reference {case.row.reference}"
        working = Working((), plain_formulas(case.row.values, score.labels), choice)
    return MeasureExplanation(measure.name, score.title, score.signature, score.labels, case.row, working, score.better)
