"""Counts in a file that look like an array: kernels read them in place, everything else gets real arrays."""

from array import array
from typing import IO, Any

import numpy as np


class SpilledCounts(np.memmap[Any, Any]):
    """An array of numbers in a file."""

    typecode: str

    def __getitem__(self, index: Any) -> Any:
        found = np.ndarray.__getitem__(self, index)
        return array(self.typecode, found.tobytes()) if isinstance(found, np.ndarray) else found.item()


def mapped(file: IO[bytes], typecode: str) -> SpilledCounts:
    """Return the numbers of an open file."""
    made = SpilledCounts(file, dtype=np.dtype(typecode), mode="r+")
    made.typecode = typecode
    return made
