"""The error of a kernel that is given more than it may take on.

Kernels index without checks, so every size is looked at, in 64 bits, before anything is allocated. Numbers of tokens,
rows and vertices are kept in 32 bits: `MOST` of each is what a batch may hold.
"""

from errata.errors import InputError

MOST = 2**31 - 1
REMEDY = "split the line into sentences, in all files alike; errata score --documents does so with plain text"


class TooLargeError(InputError):
    """A sentence that would take more memory or time than a method may; `index` is its place in the batch."""

    def __init__(self, message: str, index: int = 0) -> None:
        super().__init__(message)
        self.index = index

    def moved(self, by: int) -> "TooLargeError":
        """Return the error with the place of the sentence in a batch that begins so many sentences before."""
        return TooLargeError(str(self), self.index + by)

    def located(self, where: str) -> InputError:
        """Return the error to show: the message after the name of the place."""
        return InputError(f"{where}: {self}")
