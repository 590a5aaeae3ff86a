"""PT-M²: weighted edits, found by the search of M² (Gong et al., EMNLP 2022)."""

from functools import cached_property
from typing import ClassVar

from errata.measures.data import GoldBlock
from errata.measures.m2.measure import M2, UNLIMITED
from errata.measures.m2.search import DEFAULT_BUDGET
from errata.measures.m2.searched import Searched
from errata.measures.options import option
from errata.measures.pt_m2.family import Compared, Comparison, WeightedEdits, first_correction
from errata.model import Edit, Output, Text, apply_edits
from errata.records import dataclass, replace


@dataclass(frozen=True, kw_only=True)
class PtM2(WeightedEdits):
    """M² with each edit weighted by how far it alone moves the source towards the reference.

    >>> PtM2(weights="overlap").title
    'pt-m2:weights=overlap'
    """

    name: ClassVar[str] = "pt-m2"

    unchanged: int = option(2, "maximum number of unchanged words within one edit", minimum=0, maximum=1_000_000)
    budget: int = option(
        DEFAULT_BUDGET,
        "arcs up to which a sentence is searched exactly; -1: any number",
        minimum=UNLIMITED,
        maximum=10**12,
    )

    @cached_property
    def _m2(self) -> M2:
        return M2(unchanged=self.unchanged, budget=self.budget)

    def compare_edits(self, gold: GoldBlock, output: Output) -> Comparison:
        """Return the edits that the search of M² finds against each annotator."""
        block = gold.once("first corrections", lambda: _first_corrections(gold))
        table = self._m2.count(block, output)
        rows = []
        for index, group in enumerate(table.groups()):
            source = block.corpus[index].source
            for row in group:
                searched, own = table.notes[row]
                rows.append(_compared(searched, own, index, source, table.labels[row]))
        return Comparison(table.bounds, rows)


def _compared(searched: Searched, row: int, index: int, source: str, label: "int | str | None") -> Compared:
    proposals = searched.matches.edits(row)
    gold = searched.gold_edits[row]
    system = tuple([Edit(one.start, one.end, (searched.words(index, one)[1],)) for one in proposals])
    hits = (
        [(ours, theirs) for ours, met in enumerate(searched.all_met(row)) for theirs in met] if system and gold else []
    )
    assert label is not None
    return Compared(
        label,
        source,
        apply_edits(source, gold),
        system,
        tuple(map(first_correction, gold)),
        tuple(hits),
        searched.effort(row).method == "bounded",
    )


def _first_corrections(gold: GoldBlock) -> GoldBlock:
    """Return the gold with only the first correction of every edit; unchanged, with its search, if none has more."""
    if not any(len(edit.corrections) > 1 for text in gold.corpus for layer in text.layers for edit in layer.edits):
        return gold
    return GoldBlock(gold.first, gold.corpus.map(_first_of_each), gold.annotators)


def _first_of_each(text: Text) -> Text:
    layers = [
        replace(layer, edits=tuple([replace(edit, corrections=edit.corrections[:1], raw=None) for edit in layer.edits]))
        for layer in text.layers
    ]
    return replace(text, layers=tuple(layers))
