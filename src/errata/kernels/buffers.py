"""Flat buffers, and texts in them, that all kernels use.

Offsets have one more entry than the items they delimit.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from errata.kernels.limits import MOST, TooLargeError
from errata.records import dataclass

# Created once: a kernel call needs a dozen buffers.
_ZERO: "dict[str, array]" = {typecode: array(typecode, [0]) for typecode in "bBhHiIlLqQfd"}


def zeros(typecode: str, length: int) -> array:
    """Return an array of this many zeros, never empty: an empty buffer has no address to give to a kernel."""
    return _ZERO[typecode] * (length if length > 1 else 1)


def enlarged(old: array, length: int) -> array:
    """Return a copy with room for this many items. Not in place: a kernel may still hold the old buffer."""
    new = zeros(old.typecode, length)
    new[: len(old)] = old
    return new


@dataclass(frozen=True)
class Texts:
    """Token ids of consecutive texts; text k is `ids[bounds[k]:bounds[k + 1]]`."""

    ids: array
    bounds: array

    @classmethod
    def of(cls, texts: Iterable[Iterable[int]]) -> "Texts":
        """Concatenate texts.

        >>> Texts.of([[7, 8], [], [9]])
        Texts(ids=array('i', [7, 8, 9]), bounds=array('i', [0, 2, 2, 3]))
        """
        ids, bounds = array("i"), array("i", [0])
        for text in texts:
            ids.extend(text)
            if len(ids) > MOST:
                raise TooLargeError(f"more than {MOST:,} tokens at once; divide the files", len(bounds) - 1)
            bounds.append(len(ids))
        return cls(ids, bounds)

    @classmethod
    def of_arrays(cls, texts: Sequence[array]) -> "Texts":
        """Do the same faster with texts that are arrays of integers.

        >>> Texts.of_arrays([array("i", [7, 8]), array("i"), array("i", [9])])
        Texts(ids=array('i', [7, 8, 9]), bounds=array('i', [0, 2, 2, 3]))
        """
        lengths = list(map(len, texts))
        if sum(lengths) > MOST:
            return cls.of(texts)  # which tells where it is too much
        ids = array("i")
        ids.frombytes(b"".join(texts))
        return cls(ids, array("i", accumulate(lengths, initial=0)))

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def text(self, index: int) -> array:
        """Return the ids of one text."""
        return self.ids[self.bounds[index] : self.bounds[index + 1]]

    def apart(self) -> list[array]:
        """Return the ids of every text."""
        ids = self.ids
        return [ids[begin:end] for begin, end in pairwise(self.bounds)]

    def part(self, begin: int, end: int) -> "Texts":
        """Return only the texts `begin:end`."""
        if (begin, end) == (0, len(self)):
            return self
        bounds = self.bounds
        return Texts(self.ids[bounds[begin] : bounds[end]], rebased(bounds[begin : end + 1]))

    def picked(self, groups: array, places: Iterable[int]) -> "tuple[Texts, array]":
        """Return the texts of some groups, and where the groups now begin; group g has texts `groups[g]` on.

        >>> Texts.of([[7, 8], [], [9]]).picked(array("i", [0, 1, 3]), [1, 0, 1])
        (Texts(ids=array('i', [9, 7, 8, 9]), bounds=array('i', [0, 0, 1, 3, 3, 4])), array('i', [0, 2, 3, 5]))
        """
        ids, bounds, firsts = array("i"), array("i", [0]), array("i", [0])
        for place in places:
            begin, end = groups[place], groups[place + 1]
            append_offsets(bounds, self.bounds, begin, end)
            ids.extend(self.ids[self.bounds[begin] : self.bounds[end]])
            firsts.append(len(bounds) - 1)
        return Texts(ids, bounds), firsts


def append_offsets(offsets: array, others: array, begin: int, end: int) -> None:
    """Append to offsets those of the items `begin:end` of another buffer, so that these follow the existing ones."""
    shift = offsets[-1] - others[begin]
    offsets.extend([offset + shift for offset in others[begin + 1 : end + 1]])


def rebased(offsets: array) -> array:
    """Return offsets shifted to begin at 0."""
    return array(offsets.typecode, [offset - offsets[0] for offset in offsets])
