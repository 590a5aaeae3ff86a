"""Sets of counts over all references, built up stretch by stretch.

Counts of stretches add up, so the set for a sentence is the sum of the sets of its stretches; different
alternatives often have the same counts, so it stays small. Each member records how many references have these
counts and the smallest rank among them. If the preferred measure is a ratio, members that can no longer
win are dropped.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import TypeAlias

from errata.kernels.threeway import N_COLUMNS
from errata.measures.imeasure.formulas import Ratio, paper_baseline
from errata.measures.imeasure.threeway import ColumnCounts

CountSet: TypeAlias = dict[int, tuple[int, int]]
"""Maps packed counts to the smallest rank and the number of the references that have them."""

_FIELDS = Struct("=7I")  # one field a count, as in a kernel's row: additions never carry into the next field
_N_SHIFT = 8 * _FIELDS.size
_E_SHIFT = _N_SHIFT + 64
_N_MASK = (1 << 64) - 1
_COUNTS_MASK = (1 << _N_SHIFT) - 1
_MOST_KNOWN = 1 << 16


class CountPacker:
    """Packs the seven counts, with N and E above them, into one integer: adding integers adds them all.

    The counts of stretches and short sentences recur all the time, so what was packed last is remembered.
    """

    def __init__(self, ratio: Ratio, *, is_paper_baseline: bool) -> None:
        self.ratio = ratio
        self._is_paper_baseline = is_paper_baseline
        self._known: dict[bytes, int] = {}

    def pack(self, counts: Iterable[int]) -> int:
        """Pack seven counts; the paper's baseline, a sum of the others, replaces the last two."""
        return self._pack(_FIELDS.pack(*counts))

    def _pack(self, image: bytes) -> int:
        tp, tn, fp, fn, fpn, _, _ = _FIELDS.unpack(image)
        packed = (
            pack(tp, tn, fp, fn, fpn, *paper_baseline(tp, tn, fp, fn, fpn))
            if self._is_paper_baseline
            else int.from_bytes(image, sys.byteorder)
        )
        if self.ratio is not None:
            good, bad = self.ratio
            n = good[0] * tp + good[1] * tn + good[2] * fp + good[3] * fn + good[4] * fpn
            e = bad[0] * tp + bad[1] * tn + bad[2] * fp + bad[3] * fn + bad[4] * fpn
            packed += (n << _N_SHIFT) + (e << _E_SHIFT)
        return packed

    def collect(self, rows: "array[int]", ranks: Sequence[int]) -> CountSet:
        """Build the set from rows of the alignment kernel, each with the rank of its text."""
        known = self._known
        if len(known) > _MOST_KNOWN:
            known.clear()
        members: CountSet = {}
        data = rows.tobytes()
        at = 0
        for rank in ranks:
            image = data[at : at + _FIELDS.size]
            at += N_COLUMNS * rows.itemsize
            packed = known.get(image)
            if packed is None:
                packed = known[image] = self._pack(image)
            _add(members, packed, rank, 1)
        return self.prune(members)

    def prune(self, members: CountSet) -> CountSet:
        """Drop members that are strictly worse than another and remain so whatever is added to both.

        With the same numbers added to two members, N/(N+E) of the one with less E stays larger if its N is
        not smaller (and not 0), and so does that of the one with more N at the same E (if that is not 0).
        Ties are kept: other measures decide among them at the end.
        """
        if self.ratio is None or len(members) < 2:
            return members
        if not any(self.ratio[1]):
            most = max(packed >> _N_SHIFT for packed in members)
            return {packed: found for packed, found in members.items() if packed >> _N_SHIFT == most}
        kept: CountSet = {}
        best_n = 0  # of members with less E than the present one
        last_e = -1
        top_n = 0  # of members with the present E
        ordered = sorted([(p >> _E_SHIFT, -((p >> _N_SHIFT) & _N_MASK), p) for p in members])
        for e, minus_n, packed in ordered:
            n = -minus_n
            if e > last_e:
                best_n = max(best_n, top_n)
                last_e, top_n = e, n
            if (best_n > 0 and best_n >= n) or (e > 0 and n < top_n):
                continue
            kept[packed] = members[packed]
        return kept

    def add_sets(self, offset: int, sets: Iterable[CountSet], limit: int) -> CountSet | None:
        """Add one member of each set to the offset, in all ways; give up above `limit` sums."""
        total: CountSet = {offset: (0, 1)}
        # The smallest first: sums that all have in common make pruning effective and cost one addition.
        for members in sorted(sets, key=len):
            sums: CountSet = {}
            for packed, (least, number) in total.items():
                for other, (other_rank, other_number) in members.items():
                    _add(sums, packed + other, least + other_rank, number * other_number)
                if len(sums) > limit:
                    return None
            total = self.prune(sums)
        return total


def _add(members: CountSet, packed: int, rank: int, number: int) -> None:
    found = members.get(packed)
    if found is None:
        members[packed] = (rank, number)
    else:
        members[packed] = (rank if rank < found[0] else found[0], found[1] + number)


def pack(*counts: int) -> int:
    """Pack the seven counts into one integer; sums of these integers are sums of the counts."""
    return int.from_bytes(_FIELDS.pack(*counts), sys.byteorder)


def unpack(packed: int) -> ColumnCounts:
    """Return the seven counts of a member."""
    return ColumnCounts(*_FIELDS.unpack((packed & _COUNTS_MASK).to_bytes(_FIELDS.size, sys.byteorder)))
