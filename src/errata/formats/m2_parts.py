"""Where the sentences of an M2 file begin: a fast scan of its bytes, so that the file can be read in parts."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from errata.formats import m2
from errata.formats.files import AnyPath, InputFile, display_name, read_bytes
from errata.model import Annotator, Corpus, annotator_order

_LONGEST = 1 << 26
"""No sentence has this many bytes without an empty line; reading such a file whole refuses it."""
_NEXT = re.compile(rb"\n[ \t\r\v\f]*\n(?=S[ \r\n])")
"""The end of a block that is followed by another."""
_LAST_FIELD = re.compile(rb"^A [^\n]*\|\|\|([^|\n]*)$", re.MULTILINE)
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class M2Index(NamedTuple):
    """An M2 file after a fast scan: its number of sentences, where parts begin, and the annotators."""

    path: str
    n_sentences: int
    starts: tuple[int, ...]
    """The position of the first sentence of every part, and the end."""
    annotators: tuple[Annotator, ...]
    is_plain: bool
    """Whether the file can be split into parts: no byte-order mark, and no oversized blocks."""


def index_m2(path: str, sentences_of_a_part: int) -> M2Index:
    """Scan a file for `S` lines after empty lines."""
    starts = [0]
    n_sentences = size = 0
    known: set[bytes] = set()
    held, is_plain = b"", True
    for piece in chain(read_bytes(path), (None,)):
        held += piece or b""
        is_plain &= bool(size) or not held.startswith(_MARKS)
        # What is looked at ends with an empty line, or with the file.
        end = max(held.rfind(b"\n\n") + 2, held.rfind(b"\n\r\n") + 3) if piece is not None else len(held)
        if end < 3 and piece is not None:
            is_plain &= len(held) <= _LONGEST
            continue
        blocks, held = held[:end], held[end:]
        begins = [size + found.end() - 2 for found in _NEXT.finditer(b"\n\n" + blocks)]
        cuts = begins[-n_sentences % sentences_of_a_part :: sentences_of_a_part]
        starts += cuts if n_sentences else cuts[1:]  # whatever comes before the first sentence belongs to it
        n_sentences += len(begins)
        size += end
        _see_annotators(blocks, known)
    if starts[-1] != size:
        starts.append(size)
    annotators = {int(who) if m2.is_integer(who) else who for who in (who.decode(errors="replace") for who in known)}
    return M2Index(path, n_sentences, tuple(starts), tuple(sorted(annotators, key=annotator_order)), is_plain)


def _see_annotators(blocks: bytes, known: set[bytes]) -> None:
    """Add the annotators of some blocks; after the first few, all are known."""
    n_edits = blocks.count(b"\nA ")
    if sum(blocks.count(b"|||%b\n" % who) for who in known) < n_edits:
        known.update(who.strip() for who in _LAST_FIELD.findall(blocks))


class _Excerpt(InputFile):
    """Bytes of a file that have already been read, for file readers."""

    def __init__(self, path: AnyPath, data: bytes) -> None:
        super().__init__(path)
        self._data = data

    def pieces(self) -> Iterator[bytes]:
        """Yield the bytes."""
        yield self._data


def read_part(path: str, data: bytes) -> Corpus:
    """Return the sentences of a part that has already been read; messages count lines from its start."""
    found = m2.read_flat(_Excerpt(path, data))
    name = display_name(path)
    return Corpus(found, name) if isinstance(found, tuple) else Corpus.of_flat(found, name)
