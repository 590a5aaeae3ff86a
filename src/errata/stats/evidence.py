"""Counts prepared for resampling: one row per unit, and how weighted sums of rows become values."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from errata.measures.arrays import Array
from errata.measures.data import Score, Selections

_EXACT_SINGLE = 2**24
"""Integers up to this, and their sums, are exact in single precision, which is twice as fast."""


class Evidence:
    """The chosen counts of one system under one measure, one row per unit that is drawn or swapped as a whole.

    The reference of each sentence remains the one chosen on the whole corpus. If the score is a mean over sentences,
    the columns are the sentences' values and, last, their number.
    """

    def __init__(self, score: Score, units: Sequence[int] | None, n_samples: int) -> None:
        self.score = score
        self._measure = score.made_by
        self._units = None if units is None else np.array(units)
        self._n_samples = n_samples
        table, choice = score.table, score.choice
        self._averages = self._measure.averages_rows
        self._drawn: _Drawn | None = None
        counts = np.asarray(table.counts)
        self._is_whole = counts.dtype.kind == "i"
        rows = counts.astype(float).reshape(-1, len(table.columns))
        if self._averages:
            self._is_whole = False
            values = self._measure.averaged_rows(table, choice)
            self.names = tuple(values[0])
            rows = np.array([[*row.values(), 1.0] for row in values])
        elif isinstance(choice, Selections):
            starts = np.asarray(table.bounds)[:-1]
            self._drawn = _Drawn(rows, starts, choice)
            rows = np.array([rows[own.start : own.stop].mean(axis=0) for own in table.groups()])
        else:
            rows = rows[choice]
        self.matrix = self._gathered(rows)
        """One row per unit; if references are drawn, the mean over them."""
        self.totals: Array = self.matrix.sum(axis=0)

    @property
    def is_drawn(self) -> bool:
        """Whether each sample takes its references from another draw."""
        return self._drawn is not None

    @property
    def is_single(self) -> bool:
        """Whether sums are exact in single precision, whatever is drawn."""
        return self._is_whole and len(self.matrix) * np.abs(self.matrix).max() < _EXACT_SINGLE

    def _gathered(self, rows: Array) -> Array:
        """Return the sum of the rows of each unit."""
        if self._units is None:
            return rows
        gathered = np.zeros((self._units.max() + 1, rows.shape[1]))
        np.add.at(gathered, self._units, rows)
        return gathered

    def evaluate(self, sums: Array) -> dict[str, Array]:
        """Return the values of many sums, one row each."""
        if not self._averages:
            return self._measure.score_many(sums)
        return dict(zip(self.names, (sums[:, :-1] / sums[:, -1:]).T, strict=True))

    def headline(self, sums: Array) -> Array:
        """Return the scores of many sums."""
        return self.evaluate(sums)[self._measure.value_names[0]]

    def _runs(self, first: int, n: int) -> Iterator[tuple[slice, Array]]:
        """Yield which of `n` samples from `first` on use one draw, and its counts; draws are distributed evenly."""
        assert self._drawn is not None
        n_draws = len(self._drawn)
        draws = np.arange(first, first + n) * n_draws // self._n_samples
        edges = [0, *(np.flatnonzero(np.diff(draws)) + 1).tolist(), n]
        for start, stop in pairwise(edges):
            yield slice(start, stop), self._gathered(self._drawn.rows(int(draws[start])))

    def drawn_sums(self, weights: Array, first: int) -> Array:
        """Return weighted sums, with each sample's draw; `first` is the number of the first sample."""
        sums = np.empty((len(weights), self.matrix.shape[1]))
        for where, matrix in self._runs(first, len(weights)):
            sums[where] = weights[where] @ matrix
        return sums

    def whole_sums(self, first: int, n: int) -> Array:
        """Return the sums of all units for each sample; they differ only where references are drawn."""
        if self._drawn is None:
            return self.totals.reshape(1, -1)
        sums = np.empty((n, self.matrix.shape[1]))
        for where, matrix in self._runs(first, n):
            sums[where] = matrix.sum(axis=0)
        return sums


class _Drawn:
    """Rows by draw of references, in one pass at a time, so that not all draws need be kept."""

    def __init__(self, rows: Array, starts: "np.ndarray[tuple[int], np.dtype[np.int32]]", choice: Selections) -> None:
        self._rows = rows
        self._starts = starts
        self._picks = choice.picks
        self._at = -1
        self._now: Array = rows
        self._iterator = iter(choice.picks)

    def __len__(self) -> int:
        return len(self._picks)

    def rows(self, draw: int) -> Array:
        """Return the rows of one draw; fast if draws are requested in ascending order."""
        if draw < self._at:
            self._iterator, self._at = iter(self._picks), -1
        if draw > self._at:
            while draw > self._at:
                picks = next(self._iterator)
                self._at += 1
            self._now = self._rows[self._starts + np.asarray(picks)]
        return self._now


class Stack:
    """Several pieces of evidence side by side, so that one matrix product serves all."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self._evidence = evidence
        self._parts: list[tuple[list[tuple[int, slice]], np.ndarray[tuple[int, int], np.dtype[np.floating]]]] = []
        for single in (True, False):
            chosen = [k for k, item in enumerate(evidence) if not item.is_drawn and item.is_single == single]
            if not chosen:
                continue
            edges = np.cumsum([0, *(evidence[k].matrix.shape[1] for k in chosen)]).tolist()
            places = [(k, slice(*edge)) for k, edge in zip(chosen, pairwise(edges), strict=True)]
            joined = np.hstack([evidence[k].matrix for k in chosen])
            self._parts.append((places, joined.astype(np.float32) if single else joined))
        self._drawn = [k for k, item in enumerate(evidence) if item.is_drawn]

    def sums(self, weights: "np.ndarray[tuple[int, int], np.dtype[np.float32]]", first: int) -> list[Array]:
        """Return the weighted sums of every piece of evidence; `first` is the number of the first sample."""
        found: list[Array] = [np.empty(0)] * len(self._evidence)
        double = weights.astype(float) if self._drawn else None
        for places, matrix in self._parts:
            product = weights.astype(matrix.dtype, copy=False) @ matrix
            for k, where in places:
                found[k] = product[:, where].astype(float)
        for k in self._drawn:
            assert double is not None
            found[k] = self._evidence[k].drawn_sums(double, first)
        return found
