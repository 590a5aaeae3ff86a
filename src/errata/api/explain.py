"""`errata.explain`: score everything, then show how the requested sentences got their scores."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from errata.api.accept import Request
from errata.api.extraction import Golds
from errata.api.files import Lines, SystemOutput
from errata.api.score import Scored, score_inputs
from errata.errors import InputError
from errata.extract import Extractor, annotate_references, get_extractor, with_edits
from errata.findings import Finding, remedy
from errata.formats.files import AnyPath
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.measures.working import (
    Alignment,
    Case,
    Cell,
    Explanation,
    Listing,
    MeasureExplanation,
    Replacement,
    Working,
    plain_formulas,
)
from errata.model import CHARACTERS, NOOP, Corpus, Edit, Output, applicable
from errata.records import replace
from errata.rendering import Rendered
from errata.stages import Progress
from errata.text.messages import plural
from errata.text.words import overlap

if TYPE_CHECKING:
    from errata.text.raw import Raw

Layers = Mapping[str, Sequence[Edit]]


class Explanations(tuple[Explanation, ...], Rendered):
    """Explanations of several sentences, in reading order; displayed as one page, as on the command line."""

    rendered_by: ClassVar[str] = "errata.report.explain_tables"
    findings: tuple[Finding, ...] = ()
    """What was suspicious about the input."""

    def __repr__(self) -> str:
        return f"Explanations({', '.join(f'{item.system} {item.index}' for item in self)})"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))


def explain(
    gold: Corpus | AnyPath | None = None,
    outputs: Mapping[str, SystemOutput] | SystemOutput = (),
    *,
    sources: Lines | None = None,
    references: Sequence[Lines] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    only: Sequence[int] | None = None,
    sentences: Sequence[int] | None = None,
    worst: int | None = None,
    grep: str | None = None,
    error_type: str | None = None,
    progress: Progress | None = None,
) -> Explanations:
    """Explain the scores of single sentences: each with all systems, but the worst ones system by system.

    Gold, outputs, measures, `extract`, `extract_gold`, `normalise`, `tokens`, `raw` and `only` are those of
    `errata.score`; the whole corpus, or all of `only`, is scored, because some measures choose a reference by what
    came before. `sentences` are indices, counted from 0; `grep` keeps sentences with this text in source, output or a
    reference; `error_type` those where gold or output has an edit whose type begins with it; `worst` that many
    sentences that cost the score of the first measure most, worst first: those without which it would gain most, with
    all other references kept; of equal costs, the shorter sentence comes first.

    >>> told = explain(sources=["He go home ."], references=[["He goes home ."]], outputs=["He goes home ."],
    ...                measures=["imeasure"], sentences=[0])
    >>> told[0].measures[0].working.sections[0].row("class")
    ['TN', 'TP', 'TN', 'TN']
    """
    if sentences is None and worst is None and grep is None and error_type is None:
        raise InputError("which sentences? Give sentences, worst, grep or error_type")
    if worst is not None and worst < 1:
        raise InputError(f"worst is {worst}; it must be a whole number of at least 1")
    asked = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens, only)
    result, golds, systems, *_ = score_inputs(asked, progress=progress)
    numbers = next((item.numbers for item in result), ()) or range(len(golds.given))
    if only is not None and sentences is not None:
        sentences = _among(sentences, numbers, golds.given)
    explanations = []
    typed_gold, typed = _with_types(golds.recut, systems, extract if error_type is not None else None)
    for system, searched in zip(systems, typed, strict=True):
        scores = [score for score in result if score.system == system.name]
        if not scores:
            raise InputError(
                "no measure fits the input; name one, such as m2 for annotated gold or green for plain references"
            )
        chosen = _select(typed_gold, searched, sentences=sentences, grep=grep, error_type=error_type)
        made = [_explain(golds, system, index, scores) for index in chosen] if worst is None else []
        if worst is not None:
            costs = costs_of_sentences(scores[0])
            lengths = {index: len(typed_gold[index].tokens) for index in chosen}
            chosen = sorted(chosen, key=lambda index: (-costs[index], lengths[index], index))[:worst]
            made = [replace(_explain(golds, system, index, scores), cost=costs[index]) for index in chosen]
        explanations += made
    explanations = [replace(item, index=numbers[item.index]) for item in explanations]
    if not explanations:
        raise _nothing_found(typed_gold, typed, sentences, grep, error_type)
    if worst is None:
        order = {numbers[index]: place for place, index in enumerate(dict.fromkeys(sentences or ()))}
        explanations.sort(key=lambda item: order.get(item.index, item.index))
    told = Explanations(explanations)
    told.findings = result.findings
    return told


def explain_score(scored: Scored, score: Score, indices: Sequence[int]) -> Iterator[Explanation]:
    """Yield the explanations of one score for single sentences of what was scored."""
    output = next(output for output in scored.outputs if output.name == score.system)
    return (_explain(scored.golds, output, index, [score]) for index in indices)


def _among(sentences: Sequence[int], numbers: Sequence[int], gold: Corpus) -> list[int]:
    """Return the positions of sentences among those that take part; refuse a sentence that does not."""
    places = {number: place for place, number in enumerate(numbers)}
    for index in sentences:
        if index not in places:
            raise InputError(
                f"{gold.noun} {index + 1} (index {index}) is not among the {plural(len(numbers), gold.noun)} that take "
                "part",
                remedy("choose another, or add it to {only}"),
            )
    return [places[index] for index in sentences]


def _with_types(
    gold: Corpus, outputs: Sequence[Output], extract: Extractor | str | None
) -> tuple[Corpus, Sequence[Output]]:
    """Return gold and outputs with extracted edits, so that types can be searched, whatever the measures need."""
    if extract is None or gold.unit == CHARACTERS:
        return gold, outputs
    extractor = (get_extractor(extract) if isinstance(extract, str) else extract).suited(gold.sources)
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
        id=gold[index].id or "",
    )


def _explain_measure(case: Case) -> MeasureExplanation:
    score = case.score
    measure = score.made_by
    working = measure.explain_sentence(case)
    if working is None:
        choice = "" if case.row.reference is None else f"reference {case.row.reference}"
        working = Working((), plain_formulas(case.row.values, score.labels), choice)
    return MeasureExplanation(measure.name, score.title, score.signature, score.labels, case.row, working, score.better)


def has_type(kind: str, wanted: str) -> bool:
    """Tell whether a type begins with a prefix, with or without its operation.

    >>> [has_type("R:VERB:SVA", wanted) for wanted in ("R", "R:VERB", "VERB:SVA", "NOUN")]
    [True, True, True, False]
    """
    return kind.startswith(wanted) or (kind[1:2] == ":" and kind[2:].startswith(wanted))


def _edits(gold: Corpus, output: Output, index: int) -> list[Edit]:
    """Return the edits of all annotators and of the system."""
    return [*gold[index].all_edits, *output.edits_of(index)]


def _types(gold: Corpus, output: Output, index: int) -> set[str]:
    return {edit.type for edit in _edits(gold, output, index)} - {NOOP}


def _texts(gold: Corpus, output: Output, index: int) -> list[str]:
    if gold.unit == CHARACTERS:
        texts = [part.text for part in gold[index].parts]
        edits = _edits(gold, output, index)
        return texts + [text for edit in edits for text in (edit.original, *edit.corrections) if text]
    references = [reference.text for reference in gold.references(index)]
    return [gold[index].source, output.texts[index], *references]


def costs_of_sentences(score: Score) -> list[float]:
    """Return for each sentence how much the score would gain without it; negative if it would lose.

    Every other sentence keeps the reference it was compared with. An undefined gain counts as 0.
    """
    if len(score.table) < 2:
        return [0.0] * len(score.table)
    from errata.stats.evidence import Evidence  # numpy, which most explanations do without
    from errata.stats.intervals import leave_one_out

    without = leave_one_out(Evidence(score, None, 1))[score.made_by.value_names[0]]
    gains = (value - score.score for value in without.tolist())
    return [0.0 if math.isnan(gain) else gain if score.better == "higher" else -gain for gain in gains]


def _select(
    gold: Corpus, output: Output, *, sentences: Sequence[int] | None, grep: str | None, error_type: str | None
) -> list[int]:
    """Return the sentences that meet every condition, in the order of the file.

    `sentences` count from 0; a number out of range is refused.
    """
    n = len(gold)
    what = gold.noun
    for index in sentences or ():
        if not 0 <= index < n:
            raise InputError(
                f"there is no {what} {index + 1} (index {index}); {gold.name} has {plural(n, what)}, counted from 1"
            )
    found: Iterable[int] = range(n) if sentences is None else list(dict.fromkeys(sentences))
    if grep is not None:
        found = [index for index in found if any(grep in text for text in _texts(gold, output, index))]
    if error_type is not None:
        found = [index for index in found if any(has_type(kind, error_type) for kind in _types(gold, output, index))]
    return list(found)


def _nothing_found(
    gold: Corpus,
    outputs: Sequence[Output],
    sentences: Sequence[int] | None,
    grep: str | None,
    error_type: str | None,
) -> InputError:
    """Return what to say if no sentence of any system meets the conditions."""
    what = f"{gold.noun}s"
    looked_at = range(len(gold)) if sentences is None else sentences
    if grep is not None and not any(
        grep in text for output in outputs for index in looked_at for text in _texts(gold, output, index)
    ):
        return InputError(f"none of the {what} searched has {grep!r} in source, output or reference")
    known = sorted({kind for output in outputs for index in looked_at for kind in _types(gold, output, index)})
    if not known:
        return InputError("no edit of the sentences searched has a type", remedy("have edits extracted ({extract})"))
    also = "" if grep is None else f" and {grep!r}"
    return InputError(
        f"none of the {what} searched has an edit of type {error_type!r}{also}; there are: {', '.join(known[:40])}"
        f"{', …' if len(known) > 40 else ''}"
    )


def align_texts(tokens: Sequence[str], layers: Layers) -> Alignment:
    """Align the texts that edits make with their source: one column per source word, one where words are inserted.

    >>> align_texts(["He", "go"], {"output": [Edit(1, 2, ("goes",)), Edit(2, 2, (".",))]}).columns
    (('He', 'He'), ('go', 'goes'), (None, '.'))
    """
    n = len(tokens)
    inserted: dict[int, dict[str, str]] = {}
    placed: dict[str, list[str | None]] = {}
    for name, edits in layers.items():
        words: list[str | None] = list(tokens)
        for edit in applicable(edits, n):
            new = edit.corrections[0].split()
            width = edit.end - edit.start
            if not width:
                before = inserted.setdefault(edit.start, {}).get(name)
                inserted[edit.start][name] = " ".join([before, *new] if before else new)
                continue
            # Words one by one, what is left over in the last column.
            heads: list[str | None] = [*new[: width - 1]]
            heads += [None] * (width - 1 - len(heads))
            words[edit.start : edit.end] = [*heads, " ".join(new[width - 1 :]) or None]
        placed[name] = words
    columns: list[tuple[str | None, ...]] = []
    for position in range(n + 1):
        if position in inserted:
            columns.append((None, *(inserted[position].get(name) for name in layers)))
        if position < n:
            columns.append((tokens[position], *(placed[name][position] for name in layers)))
    return Alignment("texts", ("source", *layers), tuple(columns))


def _compare(edit: Edit, gold: Sequence[Edit]) -> tuple[str, Sequence[Edit]]:
    """Say whether an annotator has the same edit as the output, a different one there, or none, and who."""
    for other in gold:
        if (other.start, other.end) == (edit.start, edit.end) and edit.corrections[0] in other.corrections:
            return "same", [other]
    near = [other for other in gold if overlap((edit.start, edit.end), (other.start, other.end))]
    return "other" if near else "none", near


def compare_edits(tokens: tuple[str, ...], made: Sequence[Edit], layers: Layers, found: str) -> list[Listing]:
    """List the output's edits with what each annotator has there, and the annotators' other edits."""
    layers = {name: [edit for edit in edits if not edit.is_noop] for name, edits in layers.items()}
    rows: list[tuple[Cell, ...]] = []
    told: set[tuple[str, Edit]] = set()
    for edit in made:
        row: list[Cell] = [Replacement.of(edit, tokens), edit.type]
        for name, gold in layers.items():
            verdict, theirs = _compare(edit, gold)
            told |= {(name, other) for other in theirs}
            shown = " / ".join(str(Replacement.of(other, tokens)) for other in theirs)
            row.append(f"other: {shown}" if verdict == "other" else verdict)
        rows.append(tuple(row))
    missed: dict[Replacement, tuple[str, list[str]]] = {}
    for name, gold in layers.items():
        for edit in gold:
            if (name, edit) not in told:
                missed.setdefault(Replacement.of(edit, tokens), (edit.type, []))[1].append(name)
    listings = [Listing(f"edits of the output{found}", ("edit", "type", *layers), tuple(rows))]
    if missed:
        lines = tuple((edit, kind, tuple(names)) for edit, (kind, names) in missed.items())
        listings.append(Listing("edits that the output does not have", ("edit", "type", "wanted by"), lines))
    return listings


def view(gold: Corpus, output: Output, index: int) -> tuple[Alignment | Listing, ...]:
    """Return source, output and references in columns, and the edits compared.

    Unknown edits are found by comparing the words, for this view alone.
    """
    sentence = gold[index]
    extractor = get_extractor("errata")
    found = ""
    if output.edits is None:
        made = extractor.extract([sentence.source], [output.texts[index]])[0]
        found = " (found by comparing words, for this view only)"
    else:
        made = tuple(edit for edit in output.edits[index] if not edit.is_noop)
    layers: dict[str, Sequence[Edit]]
    if gold.is_annotated and not sentence.references:
        layers = {f"annotator {layer.annotator}": layer.edits for layer in sentence.layers}
    else:
        texts = [reference.text for reference in gold.references(index)]
        edits = extractor.extract([sentence.source] * len(texts), texts)
        layers = {f"reference {number}": item for number, item in enumerate(edits)}
    aligned = align_texts(sentence.tokens, {"output": made, **layers})
    return aligned, *compare_edits(sentence.tokens, made, layers, found)
