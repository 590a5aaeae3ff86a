"""Flat buffers, and texts in them, that all kernels take.

Offsets have one entry more than what they divide.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass

from errata.kernels.limits import MOST, TooLargeError


def zeros(typecode: str, length: int) -> array:
    """Return an array of so many zeros, never empty: an empty buffer has no address to give a kernel."""
    blank = array(typecode, [0])
    return blank * max(length, 1)


def enlarged(old: array, length: int) -> array:
    """Return a copy with room for so many items. Not in place: a kernel may still hold the old buffer."""
    new = zeros(old.typecode, length)
    new[: len(old)] = old
    return new


@dataclass(frozen=True)
class Texts:
    """Token ids of many texts one after the other; text k is `ids[bounds[k]:bounds[k + 1]]`."""

    ids: array
    bounds: array

    @classmethod
    def of(cls, texts: Iterable[Iterable[int]]) -> "Texts":
        """Lay texts end to end.

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

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def text(self, index: int) -> array:
        """Return the ids of one text."""
        return self.ids[self.bounds[index] : self.bounds[index + 1]]

    def part(self, begin: int, end: int) -> "Texts":
        """Return the texts `begin:end` alone."""
        if (begin, end) == (0, len(self)):
            return self
        bounds = self.bounds
        return Texts(self.ids[bounds[begin] : bounds[end]], rebased(bounds[begin : end + 1]))


def rebased(offsets: array) -> array:
    """Return offsets that begin at 0."""
    return array(offsets.typecode, [offset - offsets[0] for offset in offsets])
