"""The verdict on every edit: each system's edits marked right or wrong, the gold's made or missed.

For pages and plots, which show edits whether or not a measure needs them. Both sides are segmented alike: if an output
is plain text, its edits and the gold's are found by one extractor, wherever the gold's come from.
"""

from collections.abc import Sequence
from functools import cached_property

from errata.api.score import Scored
from errata.engines.local import count_all
from errata.extract import Extractor, annotate_references, get_extractor, reannotate, with_edits
from errata.measures import available_measures
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.model import Corpus, Edit, Layer, Output
from errata.records import dataclass

EXTRACTOR = "errata"
"""The extractor used if none is given."""


@dataclass(frozen=True)
class SentenceMarks:
    """The edits of one system in one sentence against those of the annotator it was compared with.

    `made` pairs each edit of the system with whether the annotator has it too, `missed` lists the annotator's others.
    """

    layer: int
    made: tuple[tuple[Edit, bool], ...]
    missed: tuple[Edit, ...]

    @cached_property
    def right(self) -> list[Edit]:
        """The edits that the annotator has too."""
        return [edit for edit, is_right in self.made if is_right]

    @cached_property
    def wrong(self) -> list[Edit]:
        """The edits that the annotator does not have."""
        return [edit for edit, is_right in self.made if not is_right]

    @property
    def n_gold(self) -> int:
        """The annotator's number of edits."""
        return len(self.right) + len(self.missed)


@dataclass(frozen=True)
class Marks:
    """The edits of every system, marked by the verdicts of one measure.

    `gold` and `outputs` have the edits that are compared; `scores` are those of the measure on them, one for each
    system; `found_by` is the extractor where edits were found for this purpose alone.
    """

    gold: Corpus
    outputs: tuple[Output, ...]
    scores: tuple[Score, ...]
    sentences: tuple[tuple[SentenceMarks, ...], ...]
    """By system, then by sentence."""
    found_by: str = ""

    @property
    def systems(self) -> list[str]:
        """The names of the systems."""
        return [output.name for output in self.outputs]

    @property
    def measure(self) -> Measure:
        """The measure whose verdicts these are."""
        return self.scores[0].made_by

    def layers(self, index: int) -> tuple[Layer, ...]:
        """Return the annotators' edits of a sentence."""
        return self.gold[index].seen

    @cached_property
    def solved(self) -> list[list[list[int]]]:
        """How many systems made each edit of the gold: by sentence, annotator and edit."""
        judge = self.measure.judge_edits
        found = []
        for index in range(len(self.gold)):
            made = [output.edits_of(index) for output in self.outputs]
            found.append(
                [
                    [
                        sum(column)
                        for column in zip(*(map(bool, judge(edits, wanted)[1]) for edits in made), strict=True)
                    ]
                    for wanted in (real_edits(layer.edits) for layer in self.layers(index))
                ]
            )
        return found


def real_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits without those that only say that nothing needs to change."""
    return tuple([edit for edit in edits if not edit.is_noop])


def mark(scored: Scored, extract: Extractor | str | None = None) -> Marks:
    """Mark the edits of all scored systems, on the gold as edits are compared with it."""
    given = {output.name: output for output in scored.prepared.outputs}
    is_plain = {name: output.edits is None for name, output in given.items()}
    chosen = extract if extract is not None else EXTRACTOR
    extractor = get_extractor(chosen) if isinstance(chosen, str) else chosen
    extractor = extractor.suited(scored.golds.given.sources)
    outputs = tuple(with_edits(output, scored.golds.given, extractor) for output in scored.outputs)
    gold, is_found = _cut_alike(scored, extractor, any(is_plain.values()))
    is_asked = extract is not None
    measure = next(kind for kind in available_measures().values() if kind.marks_edits)()
    tables = count_all(gold, outputs, [measure])[0]
    scores = []
    for output, table in zip(outputs, tables, strict=True):
        sides = {"gold_edits": is_found, "output_edits": is_plain[output.name]}
        notes = [f"{side}:{'extracted' if found else 'given'}" for side, found in sides.items()]
        if any(sides.values()):
            notes = [f"extract:{extractor.signature}", *notes]
        notes += scored.prepared.noted(output.name)
        scores.append(measure.finish(output.name, table, scored.golds.given.fingerprint, notes))
    marked = tuple(_mark_output(gold, output, score) for output, score in zip(outputs, scores, strict=True))
    found_by = "" if is_asked or not (is_found or any(is_plain.values())) else extractor.signature
    return Marks(gold, outputs, tuple(scores), marked, found_by)


def _cut_alike(scored: Scored, extractor: Extractor, is_plain: bool) -> tuple[Corpus, bool]:
    """Return the gold with edits segmented like the outputs', and whether they were extracted."""
    given, recut = scored.golds
    if not scored.prepared.gold.is_annotated:
        return (recut, True) if recut.is_annotated else (annotate_references(given, extractor), True)
    if recut is not given:
        return recut, True
    return (reannotate(given, extractor), True) if is_plain else (given, False)


def _mark_output(gold: Corpus, output: Output, score: Score) -> tuple[SentenceMarks, ...]:
    measure = score.made_by
    marked = []
    for index, sentence in enumerate(gold):
        (row,) = score.rows_of(index)
        place = row - score.table.rows_of(index).start
        made, wanted = real_edits(output.edits_of(index)), real_edits(sentence.seen[place].edits)
        ours, theirs = measure.judge_edits(made, wanted) if made or wanted else ([], [])
        marked.append(
            SentenceMarks(
                place,
                tuple([(edit, verdict) for edit, verdict in zip(made, ours, strict=True) if verdict is not None]),
                tuple([edit for edit, verdict in zip(wanted, theirs, strict=True) if verdict is False]),
            )
        )
    return tuple(marked)
