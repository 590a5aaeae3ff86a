"""Plain text."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.support import shared, write_file

from errata import FormatError, Layer, Text, read, read_lines, write
from errata.formats import read_packed

M2 = "S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n"


def test_lines_that_only_look_a_little_like_m2_are_text(tmp_path: Path) -> None:
    """A sentence may begin with S or A."""
    path = write_file(tmp_path)("x.txt", ["S is a letter", "A dog barks", "|||"])
    assert read_lines(path) == ["S is a letter", "A dog barks", "|||"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(M2, r"x\.txt is an M2 file, but plain text"), ("<?xml version='1.0'?>\n<a/>\n", "is an XML file")],
)
def test_other_formats_are_refused_as_plain_text(tmp_path: Path, content: str, message: str) -> None:
    """A plausible wrong number is the worst failure."""
    path = write_file(tmp_path)("x.txt", content)
    with pytest.raises(FormatError, match=message):
        read_lines(path)


@given(
    st.lists(
        st.sampled_from([b"a b", "é".encode(), b"\n", b"\r", b"\r\n", b"\0", b"\xff", b"\xef\xbb\xbf", M2.encode()])
    )
)
@example([])
@example([b"a", b"\n"])
@example([b"a", b"\r"])
def test_packed_lines_are_the_same(pieces: list[bytes]) -> None:
    """Whatever the ends of lines, and so is what is refused."""
    made = []
    with TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        path = Path(folder) / "x.txt"
        path.write_bytes(b"".join(pieces))
        for reader in (read_lines, read_packed):
            del said[:]
            try:
                made.append((list(reader(path)), str([item.message for item in said])))
            except FormatError as error:
                made.append(([str(error)], ""))
    assert made[0] == made[1]


def test_reading_and_writing_sentences(tmp_path: Path) -> None:
    """Each line a sentence without annotations."""
    path = tmp_path / "x.txt"
    write([Text("a "), Text("")], path)
    assert path.read_bytes() == b"a \n\n"
    assert read(path).texts == (Text("a "), Text(""))


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (Text("a", (Layer(0),)), "plain text cannot hold the annotations"),
        (Text("a\r"), "contains a line break"),
        (Text("a\0"), "contains a NUL character"),
        (Text("\ufeffa"), "read as a byte-order mark"),
        (Text("\ud800"), "line 1 holds a lone surrogate"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(tmp_path: Path, sentence: Text, message: str) -> None:
    """Nothing is dropped silently."""
    with pytest.raises(FormatError, match=message):
        write([sentence], tmp_path / "x.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_every_text_file_at_hand_survives_a_round_trip(tmp_path: Path) -> None:
    """Equal lines come back."""
    folders = [
        "conll14",
        "conll14/systems",
        "jfleg",
        "seeda/all",
        "more/el_gnc",
        "more/cs_errant",
        "more/zh_mucgec",
    ]
    suffixes = {".txt", ".src", ".ref0", ".ref1", ".ref2", ".ref3", ".hyp", ".input"}
    files = [path for name in folders for path in shared(f"data/{name}").iterdir() if path.suffix in suffixes]
    assert len(files) > 40
    for file in files:
        sentences = read(file, "text").texts
        write(sentences, tmp_path / "copy.txt")
        assert read(tmp_path / "copy.txt").texts == sentences
        if b"\r" not in file.read_bytes():
            assert (tmp_path / "copy.txt").read_bytes().rstrip(b"\n") == file.read_bytes().rstrip(b"\n"), file
