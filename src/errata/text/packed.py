"""Lines of text kept as the bytes they were read from: a sequence of strings, each created on access."""

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from errata.kernels.buffers import Texts
from errata.kernels.lines import cut_lines


class PackedLines(Sequence[str]):
    r"""Lines in one buffer of valid UTF-8, split at LF only, without a CR before it.

    >>> lines = PackedLines.cut(b"He go .\r\nShe goes .\n", 2)
    >>> list(lines), lines[1], lines[:1]
    (['He go .', 'She goes .'], 'She goes .', ['He go .'])
    """

    def __init__(self, data: bytes, starts: "array[int]", ends: "array[int]") -> None:
        self.data = data
        self.starts = starts
        self.ends = ends
        self.numbered: dict[object, Texts] = {}
        """Their words as numbers, for each vocabulary that has numbered them."""

    @classmethod
    def cut(cls, data: bytes, n_lines: int) -> "PackedLines":
        """Split off this many lines from bytes."""
        return cls(data, *cut_lines(data, n_lines))

    @classmethod
    def pack(cls, lines: Sequence[str]) -> "PackedLines | None":
        r"""Put lines into one buffer; None if they cannot be lines of a file.

        >>> PackedLines.pack(["He go .", "She goes ."])[1], PackedLines.pack(["two\nlines"])
        ('She goes .', None)
        """
        text = "\n".join(lines) + "\n" if lines else ""
        if text.count("\n") != len(lines) or "\r\n" in text:
            return None
        try:
            return cls.cut(text.encode(), len(lines))
        except UnicodeEncodeError:  # half a surrogate pair
            return None

    @property
    def buffers(self) -> "tuple[bytes, array[int], array[int]]":
        """The buffer for kernels."""
        return self.data, self.starts, self.ends

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        return self.data[self.starts[index] : self.ends[index]].decode()

    def __iter__(self) -> Iterator[str]:
        text = self.data.decode()
        lines = text.split("\n")
        if "\r" in text:
            lines = [line.removesuffix("\r") for line in lines]
        return iter(lines[: len(self)])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            return list(self) == other
        return isinstance(other, PackedLines) and (self.data == other.data or list(self) == list(other))

    __hash__ = None  # type: ignore[assignment]  # as that of a list
