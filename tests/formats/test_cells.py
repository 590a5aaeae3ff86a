"""Rows of cells."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import write_file

from errata import ErrataWarning, FormatError
from errata.formats.cells import read_csv, read_tsv, write_csv, write_tsv
from errata.formats.writing import write_lines

CELLS = st.text(st.sampled_from('a é\t\n\r",;=\\\u2028\x0b|'), max_size=5)


@given(table=st.integers(1, 3).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), max_size=4)))
def test_cells_come_back(table: list[list[str]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever is in them, lone quotes and line ends too."""
    path = tmp_path_factory.mktemp("x") / "x"
    rows = [["a", "b", "c"][: len(table[0])] if table else ["a"], *table]
    write_lines(path, map(write_tsv, rows))
    assert [cells for _, cells in read_tsv(path)] == rows
    write_lines(path, map(write_csv, rows))
    assert [cells for _, cells in read_csv(path)] == rows


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('a,b\r\n"x\r\ny",""""\r\n', [(1, ["a", "b"]), (2, ["x\r\ny", '"'])]),
        ("a;b\n1,5;2\n\n", [(1, ["a", "b"]), (2, ["1,5", "2"])]),
        ("sep=|\na|b\n1|2", [(2, ["a", "b"]), (3, ["1", "2"])]),
        ("sep=;\r\na,b\r\n", [(2, ["a,b"])]),
        ('"a"\t"b"\n', [(1, ["a", "b"])]),
        ("", []),
    ],
)
def test_spreadsheets(content: str, expected: list[tuple[int, list[str]]], tmp_path: Path) -> None:
    """Their separators, line ends and first lines are understood."""
    assert list(read_csv(write_file(tmp_path)("x.csv", content))) == expected


def test_a_byte_order_mark_is_left_out(tmp_path: Path) -> None:
    """With a word."""
    (tmp_path / "x.csv").write_bytes(b"\xef\xbb\xbfa,b\n")
    with pytest.warns(ErrataWarning, match="starts with a byte-order mark"):
        assert list(read_csv(tmp_path / "x.csv")) == [(1, ["a", "b"])]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('a\n"b\nc\n', "line 2: a quote is opened here and never closed"),
        ('a\n"b"c\n', "line 2: text follows a closing quote"),
        ('a,b\nc"d",e\n', """line 2: a quote in the cell 'c"d"', which is not quoted as a whole"""),
    ],
)
def test_broken_quotes_are_refused(content: str, message: str, tmp_path: Path) -> None:
    """With the line they begin on."""
    with pytest.raises(FormatError, match=rf"x\.csv, {message}"):
        list(read_csv(write_file(tmp_path)("x.csv", content)))


def test_unknown_escapes_are_refused(tmp_path: Path) -> None:
    """A backslash stands for something."""
    with pytest.raises(FormatError, match=r"x\.tsv, line 2: the escape '\\\\d' is not known"):
        list(read_tsv(write_file(tmp_path)("x.tsv", "a\tb\nc:\\dir\t\n")))


def test_a_cell_of_many_lines_is_read_once(tmp_path: Path) -> None:
    """Long cells cost no more per line than short ones; 400,000 lines took minutes when each was counted anew."""
    lines = "a\n" * 400_000
    path = write_file(tmp_path)("x.csv", f'source,output\n"{lines}",b\n')
    assert list(read_csv(path)) == [(1, ["source", "output"]), (2, [lines, "b"])]
