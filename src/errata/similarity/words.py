"""Vectors of words from a text file, the same in every context."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from errata.errors import FormatError, OptionError
from errata.formats.files import display_name, read_lines
from errata.similarity.models import Array, Model, Pieces


class WordVectors(Model):
    """Word vectors from a text file: on each line a word and its numbers, as in word2vec and GloVe files.

    A word without a vector is similar only to itself.
    """

    weights = "embedding"

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._ids: dict[str, int] = {}
        self._names: list[str] = []
        self._rows: dict[int, Array] = {}
        digest = hashlib.sha256()
        width = 0
        for number, line in enumerate(read_lines(path), 1):
            digest.update(line.encode() + b"\n")
            word, *numbers = line.rstrip().split(" ")
            if number == 1 and len(numbers) == 1 and word.isdigit():
                continue  # word2vec says first how many words and numbers there are
            row = _row(numbers)
            if width and not len(row) and len(_row(numbers[-width:])) == width:
                continue  # GloVe has a few "words" with spaces in them, which are never one token
            width = width or len(row)
            if not len(row) or len(row) != width or not np.isfinite(row).all():
                raise FormatError(
                    f"{display_name(path)}, line {number}: expected a word and {width or 'its'} numbers, separated by "
                    f"spaces, found {line!r:.60}; for bertscore give the folder of an encoder"
                )
            self._rows[self._id(word)] = row
        if not self._rows:
            raise FormatError(
                f"{display_name(path)}: no word vectors; give a file with a word and its numbers per line"
            )
        self._width = width
        self._fingerprint = digest.hexdigest()[:12]

    @property
    def fingerprint(self) -> str:
        """The hash of the file's lines."""
        return self._fingerprint

    def _id(self, word: str) -> int:
        if word not in self._ids:
            self._ids[word] = len(self._names)
            self._names.append(word)
        return self._ids[word]

    def check_layer(self, layer: int | None) -> int:
        """Refuse any layer: there are none."""
        if layer is not None:
            raise OptionError(f"{self.path} holds word vectors, which have no layers; leave out layer")
        return 0

    def split(self, texts: Iterable[str]) -> dict[str, Pieces]:
        """Return the numbers of the tokens."""
        return {text: tuple([self._id(word) for word in text.split()]) for text in texts}

    def counting(self, text: Pieces) -> Array:
        """Return True for each token."""
        return np.ones(len(text), dtype=bool)

    def encode(self, texts: Sequence[Pieces], layer: int) -> Iterator[tuple[Pieces, Array]]:
        """Yield the vectors of each text, zeros for words without one."""
        nothing = np.zeros(self._width, dtype=np.float32)
        for text in texts:
            rows = [self._rows.get(word, nothing) for word in text]
            yield text, np.array(rows, dtype=np.float32).reshape(len(text), self._width)

    def match_unknown(self, candidate: Pieces, reference: Pieces, cosines: Array) -> None:
        """Make words without a vector match themselves."""
        if cosines.shape == (len(candidate), len(reference)):
            for row, word in enumerate(candidate):
                if word not in self._rows:
                    cosines[row] = [float(word == other) for other in reference]


def _row(numbers: Sequence[str]) -> Array:
    """Return the numbers, or nothing if any of them is not a number."""
    try:
        return np.array([float(text) for text in numbers], dtype=np.float32)
    except ValueError:
        return np.zeros(0, dtype=np.float32)
