"""PT-ERRANT: weighted edits, compared as in ERRANT (Gong et al., EMNLP 2022)."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import ClassVar

from errata.measures.base import Properties
from errata.measures.data import GoldBlock
from errata.measures.pt_m2.family import PROPERTIES, Compared, Comparison, WeightedEdits, first_correction
from errata.model import NOOP, UNCORRECTED, Edit, Output, apply_edits
from errata.records import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class PtErrant(WeightedEdits):
    """ERRANT's comparison with each edit weighted by how far it alone moves the source towards the reference.

    >>> PtErrant(weights="unit").title
    'pt-errant:weights=unit'
    """

    name: ClassVar[str] = "pt-errant"
    needs_output_edits: ClassVar[bool] = True
    left_out: ClassVar[frozenset[str]] = frozenset({NOOP, UNCORRECTED})
    properties: ClassVar[Properties] = replace(PROPERTIES, unbounded=())

    def compare_edits(self, gold: GoldBlock, output: Output) -> Comparison:
        """Return the edits of the output and of each annotator; equal edits match."""
        assert output.edits is not None
        bounds = array("i", [0])
        rows = []
        for sentence, edits in zip(gold.corpus, output.edits, strict=True):
            system = self._compared(edits)
            for layer in sentence.seen:
                theirs = self._compared(layer.edits)
                reference = apply_edits(sentence.source, theirs)
                hits = match_in_order(system, theirs)
                rows.append(Compared(layer.annotator, sentence.source, reference, system, theirs, hits))
            bounds.append(len(rows))
        return Comparison(bounds, rows)

    def _compared(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        return tuple([first_correction(edit) for edit in edits if edit.type not in self.left_out])


def match_in_order(system: Sequence[Edit], gold: Sequence[Edit]) -> tuple[tuple[int, int], ...]:
    """Return which edit of the system equals which gold edit, both in order; no edit is used twice.

    >>> he, she = Edit(0, 1, ("he",)), Edit(0, 1, ("she",))
    >>> match_in_order([he, she], [she, he]), match_in_order([he, he], [he])
    (((0, 1),), ((0, 0),))
    """
    places: dict[Edit, list[int]] = {}
    for theirs, edit in enumerate(gold):
        places.setdefault(edit, []).append(theirs)
    hits = []
    start = 0
    for ours, edit in enumerate(system):
        equal = places.get(edit, [])
        at = bisect_left(equal, start)
        if at < len(equal):
            theirs = equal[at]
            hits.append((ours, theirs))
            start = theirs + 1
    return tuple(hits)
