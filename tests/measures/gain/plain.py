"""GAIN as its definition reads (docs/gain.md), in exact fractions and without any kernel."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

DELETED, INSERTED = 0, 1
ONE = Fraction(1)


@dataclass(frozen=True)
class Regions:
    """Of one order: changes as in the reference, changes it does not make, and changes it wants."""

    true: tuple[int, int]
    over: tuple[int, int]
    wanted: tuple[int, int]

    @classmethod
    def of(cls, source: str, reference: str, output: str, unit: str, order: int) -> "Regions":
        """Count the n-grams of the three texts."""
        a, b, d = (_ngrams(text, unit, order) for text in (source, reference, output))
        td = ti = od = oi = qd = qi = 0
        for x in a | b | d:
            td += max(0, a[x] - max(b[x], d[x]))
            ti += max(0, min(b[x], d[x]) - a[x])
            od += max(0, min(a[x], b[x]) - d[x])
            oi += max(0, d[x] - max(a[x], b[x]))
            qd += max(0, a[x] - b[x])
            qi += max(0, b[x] - a[x])
        return cls((td, ti), (od, oi), (qd, qi))


def _ngrams(text: str, unit: str, order: int) -> Counter[Sequence[str]]:
    tokens = list(text.strip()) if unit == "char" else text.split()
    return Counter(tuple(tokens[at : at + order]) for at in range(len(tokens) - order + 1))


def _rate(cells: Sequence[Regions], kind: int, rate: str) -> Fraction:
    true, over, wanted = (sum(getattr(cell, name)[kind] for cell in cells) for name in ("true", "over", "wanted"))
    made = true + over
    divisor = made if rate == "precision" else min(made, wanted)
    return Fraction(true, divisor) if divisor else ONE


@dataclass(frozen=True)
class PlainGain:
    """The measure on a text: `references` has one list of sentences for each set."""

    sources: Sequence[str]
    references: Sequence[Sequence[str]]
    unit: str = "char"
    n: int = 6
    rate: str = "overlap"

    @property
    def orders(self) -> range:
        return range(1, self.n + 1)

    def cells(self, output: Sequence[str], reference: Sequence[str], order: int) -> list[Regions]:
        texts = zip(self.sources, reference, output, strict=True)
        return [Regions.of(*three, self.unit, order) for three in texts]

    def agreement(self) -> list[list[Fraction]]:
        """Return h: for each order the mean rate of deletions and of insertions over ordered pairs of references."""
        pairs = list(permutations(self.references, 2))
        return [
            [
                sum((_rate(self.cells(one, two, order), kind, self.rate) for one, two in pairs), Fraction())
                / len(pairs)
                for kind in (DELETED, INSERTED)
            ]
            for order in self.orders
        ]

    def needs(self) -> list[Fraction]:
        """Return Z: changes a sentence asks for."""
        every = len(self.references) * len(self.sources)
        return [
            Fraction(sum(sum(cell.wanted) for each in self.references for cell in self.cells(each, each, order)), every)
            for order in self.orders
        ]

    def _closest(self) -> Iterator[tuple[Sequence[str], int, Sequence[str]]]:
        """Yield each reference with the other reference that agrees best with it, sentence by sentence."""
        for k, own in enumerate(self.references):
            for at in range(len(self.sources)):
                ranked = []
                for place, other in enumerate(self.references):
                    cells = [
                        Regions.of(self.sources[at], other[at], own[at], self.unit, order) for order in self.orders
                    ]
                    hits, wrong = sum(sum(cell.true) for cell in cells), sum(sum(cell.over) for cell in cells)
                    if place != k:
                        ranked.append((-hits, wrong, place))
                yield own, at, self.references[min(ranked)[2]]

    def costs(self) -> list[list[Fraction]]:
        """Return λ: what an unmatched change of a human costs."""
        closest = list(self._closest())
        found = []
        for order in self.orders:
            cells = [Regions.of(self.sources[at], other[at], own[at], self.unit, order) for own, at, other in closest]
            shares = [_rate(cells, kind, "precision") for kind in (DELETED, INSERTED)]
            found.append([share / (2 - share) for share in shares])
        return found

    def output_costs(self, output: Sequence[str]) -> list[list[Fraction]]:
        """Return c: what unmatched changes of this output cost."""
        found = []
        for order, h, price in zip(self.orders, self.agreement(), self.costs(), strict=True):
            cells = [cell for reference in self.references for cell in self.cells(output, reference, order)]
            pair = []
            for kind in (DELETED, INSERTED):
                x = _rate(cells, kind, self.rate)  # the number of references is in both sums, so it cancels
                v = min(ONE, x / h[kind]) if h[kind] else ONE
                pair.append(1 - v * (1 - price[kind]))
            found.append(pair)
        return found

    def gains(self, output: Sequence[str]) -> list[list[Fraction]]:
        """Return the gain of every sentence against every reference."""
        needs, costs = self.needs(), self.output_costs(output)
        rows = []
        for at, source in enumerate(self.sources):
            row = []
            for reference in self.references:
                total = Fraction()
                for order, need, cost in zip(self.orders, needs, costs, strict=True):
                    cell = Regions.of(source, reference[at], output[at], self.unit, order)
                    lost = sum((price * over for price, over in zip(cost, cell.over, strict=True)), Fraction())
                    total += (sum(cell.true) - lost) / need if need else 0
                row.append(total / self.n)
            rows.append(row)
        return rows

    def score(self, output: Sequence[str]) -> Fraction:
        """Return the mean over sentences of the best gain."""
        return sum(map(max, self.gains(output)), Fraction()) / len(self.sources)
