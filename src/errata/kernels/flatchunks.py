"""Chunks of sentences in flat arrays, split alike for an output and all references, and the verdicts on them.

The fast twin of `errata.measures.cleme.chunks` and of `judge` in `errata.measures.cleme.measure`.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array
from collections.abc import Sequence

from errata.kernels.buffers import Texts, zeros
from errata.kernels.m2blocks import Blocks

COMPILED: bool = cython.compiled

CELLS = ("tp", "fp", "fn")
"""The possible verdicts."""
_TP = cython.declare(cython.int, 0)
_NECESSARY = cython.declare(cython.int, 1)
_UNNECESSARY = cython.declare(cython.int, 2)
_FN = cython.declare(cython.int, 3)
_TN = cython.declare(cython.int, 4)
_N_CELLS = cython.declare(cython.Py_ssize_t, 5)
_LARGEST = 1 << 24  # words of all targets of a sentence, and verdicts: more is left to the objects


class Judged:
    """The verdicts on the chunks, row by row: `tallies` has tp, necessary and unnecessary fp, fn and tn of each.

    The rows of sentence s are `bounds[s]` to `bounds[s + 1]`, made by `labels`. Verdict v of row r, one of
    `verdict_bounds[r]` to `verdict_bounds[r + 1]`, is on a chunk of `lengths[v]` tokens: `cells[v]` of `CELLS`. The
    `n_changed` chunks that references change have `total_length` tokens.
    """

    def __init__(
        self,
        rows: tuple[array, array, array],
        verdicts: tuple[array, array, array],
        changed: tuple[int, int],
    ) -> None:
        self.tallies, self.bounds, self.labels = rows
        self.cells, self.lengths, self.verdict_bounds = verdicts
        self.total_length, self.n_changed = changed

    def weighed(self, weights: Sequence[array]) -> array:
        """Return tp, fp, fn and tn of every row, all but true negatives weighted by `weights[cell][length]`."""
        cython.declare(row=cython.Py_ssize_t, v=cython.Py_ssize_t)
        n_rows: cython.Py_ssize_t = len(self.verdict_bounds) - 1
        made = array("d", bytes(32 * n_rows))
        if n_rows == 0:
            return made
        counts: cython.double[::1] = made
        tallies: cython.longlong[::1] = self.tallies
        bounds: cython.int[::1] = self.verdict_bounds
        cells: cython.uchar[::1] = self.cells or zeros("B", 1)
        lengths: cython.int[::1] = self.lengths or zeros("i", 1)
        hits: cython.double[::1] = weights[0]
        wrong: cython.double[::1] = weights[1]
        missed: cython.double[::1] = weights[2]
        with cython.nogil:
            for row in range(n_rows):
                for v in range(bounds[row], bounds[row + 1]):
                    if cells[v] == 0:
                        counts[4 * row] += hits[lengths[v]]
                    elif cells[v] == 1:
                        counts[4 * row + 1] += wrong[lengths[v]]
                    else:
                        counts[4 * row + 2] += missed[lengths[v]]
                counts[4 * row + 3] = tallies[_N_CELLS * row + _TN]
        return made


@cython.final
@cython.cclass
class _Cutter:
    """Splits one sentence after another; target 0 is the output, the others are the references.

    The edits of the output come first, then those of the gold.
    """

    _words: cython.int[::1]
    first_word: cython.int[::1]
    our_layer: cython.int[::1]
    our_edit: cython.int[::1]
    their_layer: cython.int[::1]
    their_edit: cython.int[::1]
    _shift: cython.Py_ssize_t
    _starts: cython.int[::1]
    _ends: cython.int[::1]
    _ids: cython.int[::1]
    bounds: cython.int[::1]
    n_targets: cython.Py_ssize_t
    layers: cython.int[::1]
    _at: cython.int[::1]
    _stop: cython.int[::1]
    _buffer: cython.int[::1]
    begins: cython.int[::1]
    ends: cython.int[::1]
    source: cython.Py_ssize_t
    width: cython.Py_ssize_t
    _first: cython.Py_ssize_t
    start: cython.Py_ssize_t
    end: cython.Py_ssize_t

    def __init__(self, gold: Blocks, output: Blocks, words: tuple[Texts, Texts, Texts]) -> None:
        cython.declare(e=cython.Py_ssize_t)
        sources, wanted, made = words
        self._words = sources.ids or zeros("i", 1)
        self.first_word = sources.bounds
        self.our_layer, self.our_edit = output.first_layer, output.first_edit
        self.their_layer, self.their_edit = gold.first_layer, gold.first_edit
        self._shift = len(output.starts)
        self._starts = output.starts + gold.starts or zeros("i", 1)
        self._ends = output.ends + gold.ends or zeros("i", 1)
        self._ids = made.ids + wanted.ids or zeros("i", 1)
        self.bounds = made.bounds + wanted.bounds[1:]
        for e in range(self._shift + 1, self._shift + 1 + len(gold.starts)):
            self.bounds[e] += self.bounds[self._shift]

    def make_room(self, n_targets: int, n_words: int) -> None:
        """Make room for this many targets and words in them."""
        self.layers, self._at, self._stop = zeros("i", n_targets), zeros("i", n_targets), zeros("i", n_targets)
        self.begins, self.ends = zeros("i", n_targets), zeros("i", n_targets)
        self._buffer = zeros("i", n_words)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(layer=cython.Py_ssize_t)
    def begin(self, sentence: cython.Py_ssize_t) -> cython.void:
        """Take a sentence, with its non-empty references, or the first if all are empty."""
        self._first = self.first_word[sentence]
        n_tokens: cython.Py_ssize_t = self.first_word[sentence + 1] - self._first
        first: cython.Py_ssize_t = self.their_layer[sentence]
        last: cython.Py_ssize_t = self.their_layer[sentence + 1]
        self._at[0] = self._stop[0] = 0
        own: cython.Py_ssize_t = self.our_layer[sentence]
        if own < self.our_layer[sentence + 1]:
            self._at[0], self._stop[0] = self.our_edit[own], self.our_edit[own + 1]
        self.n_targets = 1
        for layer in range(first, last):
            if not self._is_empty(layer, n_tokens):
                self._add(layer)
        if self.n_targets == 1:
            self._add(first if first < last else -1)
        self.start = self.end = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(e=cython.Py_ssize_t)
    def _is_empty(self, layer: cython.Py_ssize_t, n_tokens: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a reference is empty."""
        for e in range(self._shift + self.their_edit[layer], self._shift + self.their_edit[layer + 1]):
            n_tokens -= self._ends[e] - self._starts[e]
            if self.bounds[e + 1] > self.bounds[e]:
                return False
        return n_tokens == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, layer: cython.Py_ssize_t) -> cython.void:
        target: cython.Py_ssize_t = self.n_targets
        self.layers[target] = layer
        self._at[target] = self._stop[target] = 0
        if layer >= 0:
            self._at[target] = self._shift + self.their_edit[layer]
            self._stop[target] = self._shift + self.their_edit[layer + 1]
        self.n_targets = target + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(target=cython.Py_ssize_t, e=cython.Py_ssize_t)
    def next(self) -> cython.bint:
        """Go to the next chunk that any target changes, and find what each has there; False after the last.

        The result is in `begins` and `ends`; `begins` is -1 for unchanged targets. The source's own words begin at
        `source`.
        """
        start: cython.Py_ssize_t = -1
        end: cython.Py_ssize_t = -1
        for target in range(self.n_targets):
            e = self._at[target]
            if e < self._stop[target] and (start < 0 or self._starts[e] < start):
                start, end = self._starts[e], self._ends[e]
        if start < 0:
            return False
        for target in range(self.n_targets):
            self.begins[target] = self._at[target]
        # Edits that overlap or touch make one chunk, and each may bring in others.
        grows: cython.bint = True
        while grows:
            grows = False
            for target in range(self.n_targets):
                e = self._at[target]
                while e < self._stop[target] and self._starts[e] <= end:
                    if self._ends[e] > end:
                        end = self._ends[e]
                        grows = True
                    e += 1
                self._at[target] = e
        place: cython.Py_ssize_t = 0
        for target in range(self.n_targets):
            first: cython.Py_ssize_t = self.begins[target]
            if first == self._at[target]:
                self.begins[target] = -1
                continue
            self.begins[target] = place
            reached: cython.Py_ssize_t = start
            for e in range(first, self._at[target]):
                place = self._copy(self._words, self._first + reached, self._first + self._starts[e], place)
                place = self._copy(self._ids, self.bounds[e], self.bounds[e + 1], place)
                reached = self._ends[e]
            place = self._copy(self._words, self._first + reached, self._first + end, place)
            self.ends[target] = place
        self.source = self._first + start
        self.width = end - start
        self.start, self.end = start, end
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def _copy(
        self, words: cython.int[::1], first: cython.Py_ssize_t, stop: cython.Py_ssize_t, place: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        for k in range(first, stop):
            self._buffer[place] = words[k]
            place += 1
        return place

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def is_as(self, target: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.bint:
        """Tell whether two targets that change the chunk have the same words there."""
        first: cython.Py_ssize_t = self.begins[target]
        begin: cython.Py_ssize_t = self.begins[other]
        if self.ends[target] - first != self.ends[other] - begin:
            return False
        for k in range(self.ends[target] - first):
            if self._buffer[first + k] != self._buffer[begin + k]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def is_source(self, target: cython.Py_ssize_t) -> cython.bint:
        """Tell whether a target that changes the chunk restores the original."""
        first: cython.Py_ssize_t = self.begins[target]
        if self.ends[target] - first != self.width:
            return False
        for k in range(self.width):
            if self._buffer[first + k] != self._words[self.source + k]:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def judge(
        self, first: cython.Py_ssize_t, stop: cython.Py_ssize_t, by_text: cython.bint, dependent: cython.bint
    ) -> cython.int:
        """Return the verdict on the chunk, compared with these references together."""
        n_none: cython.Py_ssize_t = 0
        for k in range(first, stop):
            n_none += self.begins[k] < 0
        if self.begins[0] >= 0:
            is_hit: cython.bint = n_none < stop - first
            if by_text:
                is_hit = n_none > 0 and self.is_source(0)
                for k in range(first, stop):
                    is_hit = is_hit or (self.begins[k] >= 0 and self.is_as(0, k))
            if is_hit:
                return _TP
            return _NECESSARY if n_none < stop - first else _UNNECESSARY
        if dependent and by_text:
            return _FN if n_none == 0 and not self.is_source(first) else _TN
        return _TN if n_none else _FN


def judge_blocks(
    gold: Blocks, output: Blocks, words: tuple[Texts, Texts, Texts], dependent: bool, by_text: bool
) -> "Judged | None":
    """Judge the chunks of every sentence: against each reference under dependence, else against all together.

    `words` are the words of the sources, of the gold's corrections and of the output's as numbers. None if there is
    too much for this method.
    """
    cython.declare(sentence=cython.Py_ssize_t, row=cython.Py_ssize_t, target=cython.Py_ssize_t, layer=cython.Py_ssize_t)
    cython.declare(k=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(gold)
    cutter = _Cutter(gold, output, words)
    shift: cython.Py_ssize_t = len(output.starts)
    most_targets: cython.Py_ssize_t = 2
    most_words: cython.longlong = 0
    most_verdicts: cython.longlong = 0
    n_rows: cython.Py_ssize_t = 0
    for sentence in range(n):
        n_layers: cython.Py_ssize_t = cutter.their_layer[sentence + 1] - cutter.their_layer[sentence]
        first: cython.Py_ssize_t = shift + cutter.their_edit[cutter.their_layer[sentence]]
        stop: cython.Py_ssize_t = shift + cutter.their_edit[cutter.their_layer[sentence + 1]]
        own: cython.Py_ssize_t = cutter.our_edit[cutter.our_layer[sentence]]
        last: cython.Py_ssize_t = cutter.our_edit[cutter.our_layer[sentence + 1]]
        n_new: cython.longlong = cutter.bounds[stop] - cutter.bounds[first] + cutter.bounds[last] - cutter.bounds[own]
        n_words: cython.longlong = cutter.first_word[sentence + 1] - cutter.first_word[sentence]
        most_words = max(most_words, n_words * (n_layers + 2) + n_new)
        here: cython.Py_ssize_t = max(n_layers, 1) if dependent else 1
        n_edits: cython.longlong = stop - first + last - own
        most_verdicts += n_edits * here
        n_rows += here
        most_targets = max(most_targets, n_layers + 2)
    if most_words > _LARGEST or most_verdicts > _LARGEST:
        return None
    tallies, bounds, labels = zeros("q", _N_CELLS * n_rows), zeros("i", n + 1), zeros("i", n_rows)
    cells, lengths, verdict_bounds = zeros("B", most_verdicts), zeros("i", most_verdicts), zeros("i", n_rows + 1)
    tally: cython.longlong[::1] = tallies
    first_row: cython.int[::1] = bounds
    label: cython.int[::1] = labels
    cell_of: cython.uchar[::1] = cells
    length_of: cython.int[::1] = lengths
    first_verdict: cython.int[::1] = verdict_bounds
    annotators: cython.int[::1] = gold.annotators or zeros("i", 1)
    cutter.make_room(most_targets, most_words)
    is_text: cython.bint = by_text
    is_dependent: cython.bint = dependent
    total: cython.longlong = 0
    n_changed: cython.longlong = 0
    n_verdicts: cython.Py_ssize_t = 0
    # The verdicts of a row stand together, so a sentence is cut anew for each of its rows.
    with cython.nogil:
        row = 0
        for sentence in range(n):
            cutter.begin(sentence)
            here = cutter.n_targets - 1 if is_dependent else 1
            n_tokens: cython.Py_ssize_t = cutter.first_word[sentence + 1] - cutter.first_word[sentence]
            for target in range(1, here + 1):
                if target > 1:
                    cutter.begin(sentence)
                n_chunks: cython.Py_ssize_t = 0
                n_outer: cython.Py_ssize_t = 1 if n_tokens > 0 else 0
                while cutter.next():
                    if n_chunks == 0:
                        n_outer = 1 if cutter.start > 0 else 0
                    n_chunks += 1
                    for k in range(1, cutter.n_targets if target == 1 else 1):
                        if cutter.begins[k] >= 0:
                            total += max(cutter.width, cutter.ends[k] - cutter.begins[k])
                            n_changed += 1
                    cell: cython.int = cutter.judge(
                        target if is_dependent else 1,
                        target + 1 if is_dependent else cutter.n_targets,
                        is_text,
                        is_dependent,
                    )
                    tally[_N_CELLS * row + cell] += 1
                    if cell != _TN:
                        length: cython.Py_ssize_t = cutter.width
                        if cutter.begins[0] >= 0:
                            length = max(length, cutter.ends[0] - cutter.begins[0])
                        cell_of[n_verdicts] = 0 if cell == _TP else 2 if cell == _FN else 1
                        length_of[n_verdicts] = length
                        n_verdicts += 1
                # Between two chunks there is always something; before the first and after the last perhaps not.
                if n_chunks:
                    n_outer += n_chunks - 1 + (1 if cutter.end < n_tokens else 0)
                tally[_N_CELLS * row + _TN] += n_outer
                layer = cutter.layers[target]
                label[row] = annotators[layer] if layer >= 0 else 0
                row += 1
                first_verdict[row] = n_verdicts
            first_row[sentence + 1] = row
    return Judged(
        (tallies[: _N_CELLS * row], bounds, labels[:row]),
        (cells[:n_verdicts], lengths[:n_verdicts], verdict_bounds[: row + 1]),
        (total, n_changed),
    )
