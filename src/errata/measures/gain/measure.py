"""GAIN: how much an output gains over its source, unmatched changes priced by how far references agree (our own).

The regions of n-grams are those of GREEN. The cost of a change that no reference has depends on how far references
agree with each other and on how far the output as a whole agrees with them, so everything depends on the whole text.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from errata.errors import OptionError
from errata.findings import Finding, remedy
from errata.kernels.buffers import zeros
from errata.kernels.gains import N_VALUES, weigh_changes
from errata.kernels.ngrams import N_REGIONS, count_regions
from errata.kernels.sums import sum_picked
from errata.measures.base import Better, Measure, Properties
from errata.measures.data import GoldBlock, GoldTexts, Number, Table
from errata.measures.gain.constants import RATES, Constants, Pair, Tally, blocks_of, rates_of, too_few_or_many
from errata.measures.options import Value, option
from errata.model import Annotator, Corpus, Output
from errata.records import dataclass

if TYPE_CHECKING:
    from errata.measures.arrays import Array

CHANGES = ("td", "ti", "od", "oi")
"""True deletions and insertions, which earn; over-deletions and over-insertions, which cost."""
_KEPT = 200_000
"""Rows of regions kept between preparing and counting; beyond this, counting twice is cheaper than the memory."""


@dataclass(frozen=True)
class Basis:
    """What the gains of one output depend on: constants, its own rates, their quality, and what changes cost.

    All except the constants have, for every order, a number for deletions and one for insertions.
    """

    constants: Constants
    rates: tuple[Pair, ...]
    worth: tuple[Pair, ...]
    costs: tuple[Pair, ...]

    @classmethod
    def of(cls, constants: Constants, sums: Sequence[int], rate: str) -> "Basis":
        """Price the changes of an output by the sums of its regions over all sentences and references."""
        rates = rates_of(sums, rate)
        worth = [(_worth(x, h), _worth(y, i)) for (x, y), (h, i) in zip(rates, constants.agreement, strict=True)]
        costs = [
            (1 - v * (1 - own), 1 - w * (1 - other))
            for (v, w), (own, other) in zip(worth, constants.costs, strict=True)
        ]
        return cls(constants, tuple(rates), tuple(worth), tuple(costs))


def _worth(rate: float, agreement: float) -> float:
    """Return how close an output comes to the agreement of references with each other, at most 1."""
    return min(1.0, rate / agreement) if agreement else 1.0


def weigh(regions: Sequence[Number], basis: Basis) -> dict[str, float]:
    """Return gain, earnings and costs, from one sentence's regions against one reference."""
    gain = earned = cost = 0.0
    n = len(basis.costs)
    for order, ((deletion, insertion), need) in enumerate(zip(basis.costs, basis.constants.needs, strict=True)):
        _, td, ti, od, oi, _, _ = regions[order * N_REGIONS : (order + 1) * N_REGIONS]
        if need:  # where references change nothing of this order, nothing can be gained or lost
            gain += (td - deletion * od + ti - insertion * oi) / need
            earned += (td + ti) / need
            cost += (deletion * od + insertion * oi) / need
    return {"gain": gain / n, "earned": earned / n, "cost": cost / n}


@dataclass(frozen=True)
class _Counted:
    """The regions of an output, kept while it stays in this process."""

    texts: Sequence[str]
    regions: "array[int]"


class Learned:
    """The constants, the costs of each output's changes, and what was counted on the way."""

    def __init__(
        self,
        bases: Mapping[str, Basis],
        n_references: int,
        counted: Mapping[str, _Counted],
        labels: Sequence[Annotator],
    ) -> None:
        self.bases = bases
        self.n_references = n_references
        self._counted = counted
        self.labels = labels

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_counted": {}, "labels": ()}

    def regions(self, output: Output, first: int, width: int) -> "array[int] | None":
        """Return the regions of a run of sentences if they have been counted, `width` numbers per sentence."""
        known = self._counted.get(output.name)
        stop = first + len(output)
        if known is None or list(known.texts[first:stop]) != list(output.texts):
            return None
        return known.regions[first * width : stop * width]


@dataclass(frozen=True, kw_only=True)
class Gain(Measure):
    """Net gain over the source by n-grams; costs of unmatched changes learned from how references differ.

    >>> Gain().signature("1a2b3c4d").split("|", 2)[2]
    'unit:char|n:6|rate:overlap|constants:references|gold:1a2b3c4d'
    """

    name: ClassVar[str] = "gain"
    explained_by: ClassVar[str] = "errata.measures.gain.explain"
    value_names: ClassVar[tuple[str, ...]] = ("gain", "earned", "cost")
    by_name_only: ClassVar[bool] = True
    experimental: ClassVar[str] = "our own measure, tried on few data sets; its definition may change"
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        perfect_needs_all=True,
        perfect_is_best=False,
        unbounded=("gain", "earned", "cost"),
        min_references=2,
        edge_cases=(
            ("nothing to change, nothing changed", "a b c d", "a b c d", "a b c d", 0.0),
            ("something to change, nothing changed", "a b c d", "a b c d", "a b x d", 0.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("perfect", "a b c d", "a b x d", "a b x d", 1.0),
            ("perfect, but shorter than the highest order", "a b d", "a b c", "a b c", 5 / 6),
            ("everything deleted, as it should be", "a b c d", "", "", 1.0),
            ("everything deleted where nothing had to be changed", "a b c d", "", "a b c d", 0.0),
            ("a wrong change instead of the right one", "a b c d", "x b c d", "a b c y", -1.0),
        ),
        settings=({"unit": "word", "rate": "precision"},),
    )

    unit: str = option("char", "what n-grams are made of", choices=("char", "word"))
    n: int = option(None, "highest order of n-grams (6 for characters, 4 for words)", kind=int, minimum=1, maximum=100)
    rate: str = option(
        "overlap",
        "agreeing changes as a share of those made or wanted, whichever are fewer, or of those made",
        choices=tuple(RATES),
    )
    constants: Constants | None = option(
        None,
        "agreement, costs and needs learned on another text; otherwise from these references",
        kind=Constants,
        none="references",
        reader="constants",
    )

    def _resolve(self) -> None:
        if self.n is None:
            object.__setattr__(self, "n", 6 if self.unit == "char" else 4)

    def __post_init__(self) -> None:
        super().__post_init__()
        known = self.constants
        if known and (known.unit, known.n, known.rate) != (self.unit, self.n, self.rate):
            raise OptionError(
                f"measure gain: {known.name} is for unit={known.unit}, n={known.n}, rate={known.rate}, but unit="
                f"{self.unit}, n={self.n}, rate={self.rate} are asked for; give the same, or learn other constants"
            )

    @property
    def _decisive(self) -> dict[str, Value]:
        return {"unit": self.unit}

    @property
    def counts_tokens(self) -> bool:
        """Whether words are counted, not characters."""
        return self.unit == "word"

    @property
    def averages_rows(self) -> bool:
        """Whether the score is the mean over sentences, which it always is."""
        return True

    def better_of(self, value: str) -> Better | None:
        """Return "lower" for the cost."""
        return "lower" if value == "cost" else self.better

    def refuses(self, gold: Corpus, output: Output) -> Finding | str | None:
        """Refuse a single reference, or too many, unless constants are given."""
        reason = "" if self.constants else too_few_or_many(gold)
        if not reason:
            return super().refuses(gold, output)
        return self._no_constants(reason)

    def refuses_alone(self) -> Finding | None:
        """Refuse to score single sentences unless constants are given: one sentence says nothing about agreement."""
        return (
            None
            if self.constants
            else self._no_constants("learns from a whole text, but here sentences are scored one by one")
        )

    def _no_constants(self, reason: str) -> Finding:
        how = remedy("give constants learned on another text (errata constants): {measure}", name="gain:constants=FILE")
        return Finding("no-constants", f"{self.name} {reason}", hint=how)

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report references that are identical throughout: they only seem to agree."""
        if self.constants:
            return []
        texts = [{reference.text for reference in gold.references(at)} for at in range(len(gold))]
        if any(len(own) > 1 for own in texts) or all(
            own == {source} for own, source in zip(texts, gold.sources, strict=True)
        ):
            return []
        message = f"all {gold.n_references} references are the same text, so gain takes them to agree on everything"
        return [Finding("same-references", message, gold.called)]

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> Learned:
        """Learn the constants from the references, and how far each output agrees with the references."""
        tally = None if self.constants else Tally(self.unit, self.n, gold.n_references)
        keep = len(gold) * gold.n_references * len(outputs) <= _KEPT
        sums = {output.name: [0] * (N_REGIONS * self.n) for output in outputs}
        kept = {output.name: array("q") for output in outputs}
        labels: list[Annotator] = []
        for block in blocks_of(gold):
            if tally:
                tally.add(block)
            labels += self._texts(block).labels if keep else ()
            for output in outputs:
                regions = self._regions(block, output.part(block.first, block.first + len(block.corpus)))
                sums[output.name] = [sum(two) for two in zip(sums[output.name], self._total(regions), strict=True)]
                if keep:
                    kept[output.name] += regions
        constants = self.constants or (tally and tally.finish(self.rate, gold.fingerprint))
        assert constants
        bases = {name: Basis.of(constants, total, self.rate) for name, total in sums.items()}
        counted = {output.name: _Counted(output.texts, kept[output.name]) for output in outputs} if keep else {}
        return Learned(bases, gold.n_references, counted, labels)

    def _texts(self, block: GoldBlock) -> GoldTexts:
        return block.texts(self.unit, self.unit == "char")

    def _regions(self, block: GoldBlock, output: Output) -> "array[int]":
        """Return GREEN's regions, one row per sentence and reference."""
        texts = self._texts(block)
        return count_regions(texts.flat, texts.first_text, texts.flatten(output.texts), self.n)

    def _total(self, regions: "array[int]") -> "array[int]":
        """Return the sum of all rows."""
        width = N_REGIONS * self.n
        n_rows = len(regions) // width
        return sum_picked(regions, width, array("i", range(n_rows + 1)), zeros("i", n_rows))

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence and reference: gain, earnings and costs, then four regions for each order."""
        known = learned if isinstance(learned, Learned) else self.prepare(gold.corpus, [output])
        basis = known.bases[output.name]
        first, n_rows = gold.first * known.n_references, len(output) * known.n_references
        regions = known.regions(output, gold.first, N_REGIONS * self.n * known.n_references)
        if regions is None:
            regions, labels = self._regions(gold, output), self._texts(gold).labels
        else:
            labels = list(known.labels[first : first + n_rows])
        costs = array("d", [cost for pair in basis.costs for cost in pair])
        rows = weigh_changes(regions, self.n, costs, array("d", basis.constants.needs))
        columns = tuple(f"{region}{order}" for order in range(1, self.n + 1) for region in CHANGES)
        bounds = array("i", range(0, n_rows + 1, known.n_references))
        return Table(("sentences", *self.value_names, *columns), rows, bounds, labels, basis=basis)

    def choose(self, table: Table) -> list[int]:
        """Choose the reference with the greatest gain, the first on ties."""
        gains = table.counts[1 :: len(table.columns)]
        return [max(rows, key=gains.__getitem__) for rows in table.groups()]

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the means over sentences, 0 if there are none."""
        n_sentences, *values = sums[:N_VALUES]
        means = (value / n_sentences if n_sentences else 0.0 for value in values)
        return dict(zip(self.value_names, means, strict=True))

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return the means over sentences, for many sums."""
        from errata.measures.arrays import divide

        return {name: divide(sums[:, place], sums[:, 0], 0.0) for place, name in enumerate(self.value_names, 1)}

    def counts(self, table: Table, sums: Sequence[Number]) -> dict[str, Number]:
        """Return the regions, which are whole numbers, without the values."""
        regions = zip(table.columns[N_VALUES:], sums[N_VALUES:], strict=True)
        return {name: int(total) for name, total in regions}

    def remarks(self, table: Table) -> list[Finding]:
        """Warn if references change nothing, so that nothing can be gained or lost."""
        if any(table.basis.constants.needs):
            return []
        return [Finding("no-changes-wanted", "no reference changes its source, so gain is 0 whatever an output does")]

    def signature_extras(self, table: Table) -> list[str]:
        """Return the hash of learned constants."""
        return [] if self.constants else [f"learned:{table.basis.constants.fingerprint}"]

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the constants, and for each order the output's rates, their values and the resulting costs."""
        basis: Basis = table.basis
        return {
            "constants": basis.constants.numbers,
            "rates": list(map(list, basis.rates)),
            "v": list(map(list, basis.worth)),
            "costs": list(map(list, basis.costs)),
        }

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the gain against every reference."""
        return {"gains": [table.row(each)[1] for each in table.rows_of(index)]}
