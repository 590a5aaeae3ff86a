"""Lines in a buffer of bytes."""

import marshal
import random
from array import array

import pytest

from errata.kernels.buffers import Texts
from errata.kernels.lines import cut_lines, find_every, interleave, marshal_rows


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [b""]),
        (b"a\n\nb", [b"a", b"", b"b"]),
        (b"a\r\nb\r", [b"a", b"b"]),
        (b"a\rb\n\r\n", [b"a\rb", b""]),
        (b"a\r\r\n", [b"a\r"]),
    ],
)
def test_lines_are_cut_at_line_feeds_alone(data: bytes, lines: list[bytes]) -> None:
    """One CR before them is left out, whether or not the last line has a line feed."""
    starts, ends = cut_lines(data, 9)
    assert [data[start:end] for start, end in zip(starts, ends, strict=True)] == lines


def test_no_more_lines_are_cut_than_asked_for() -> None:
    """The rest is another block's."""
    assert [list(part) for part in cut_lines(b"a\nb\nc\n", 2)] == [[0, 2], [1, 3]]


def test_columns_are_laid_side_by_side() -> None:
    """Row by row, empty texts too."""
    one, two = Texts.of([[1, 2], [], [3]]), Texts.of([[], [4], [5, 6]])
    assert interleave([one, two]) == Texts.of([[1, 2], [], [], [4], [3], [5, 6]])


def test_places_are_found_whatever_the_pieces() -> None:
    """A piece more or less in front does not change where the next block begins."""
    chance = random.Random(1)
    data = b"".join(b"x" * chance.randint(0, 900) + b"\n" for _ in range(100))
    ends = [place + 1 for place, byte in enumerate(data) if byte == 10]
    for every in (1, 7, 50, 101):
        assert find_every(data, 0, every) == (100, ends[every - 1 :: every])
        n, places = find_every(data[:10_000], 0, every)
        assert [*places, *(10_000 + at for at in find_every(data[10_000:], n, every)[1])] == ends[every - 1 :: every]


@pytest.mark.parametrize("n_columns", [1, 2, 3])
def test_rows_are_marshalled_as_python_does(n_columns: int) -> None:
    """Fingerprints are made of this."""
    rows = [[f"{'é' * (row * 50)} {column}" for column in range(n_columns)] for row in range(8)]
    expected = marshal.dumps([(first, tuple(others), []) for first, *others in rows], 0)
    columns = []
    for texts in zip(*rows, strict=True):
        data = "\n".join(texts).encode()
        columns.append((data, *cut_lines(data, 8)))
    assert marshal.dumps([], 0)[:1] + array("i", [8]).tobytes() + marshal_rows(columns) == expected
