"""The error of a kernel whose input is too large.

Kernels index without checks, so every size is checked, in 64 bits, before anything is allocated. Numbers of tokens,
rows and vertices are stored in 32 bits: a batch may hold at most `MOST` of each.
"""

from errata.errors import InputError

MOST = 2**31 - 1
REMEDY = "split the line into sentences, in all files alike, or score plain text as documents"


class TooLargeError(InputError):
    """A sentence that would take too much memory or time; `index` is its position in the batch."""

    def __init__(self, message: str, index: int = 0) -> None:
        super().__init__(message)
        self.index = index

    def moved(self, by: int) -> "TooLargeError":
        """Return the error with the position of the sentence in a batch that begins this many sentences earlier."""
        return TooLargeError(str(self), self.index + by)

    def located(self, where: str) -> InputError:
        """Return the error to show: the message, preceded by the name of the place."""
        return InputError(f"{where}: {self}")
