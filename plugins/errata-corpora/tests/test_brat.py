"""BRAT stand-off files: annotations, notes and attributes, and the text beside them."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import apart
from tests.support import write_file

from errata import Edit, ErrataWarning, FormatError, InputError, Layer, Loss, Text
from errata_corpora.brat import read, write

SAMPLE = Path(__file__).parent / "samples" / "essay.ann"


def test_the_sample() -> None:
    """Notes are corrections, an attribute the null one; a range in pieces is a consistency set; the rest is kept."""
    document = read(SAMPLE)
    assert document.text == "He go home every days.\nThey put it of again.\n"
    assert document.edits == (
        Edit.of(3, 5, "go", (None, "goes", "went"), "SVA", "T1"),
        Edit.of(17, 17, "", ("the ",), "Det", "T2"),
        Edit.of(28, 31, "put", ("put",), "Phrasal", "T3-1", cset="T3"),
        Edit.of(35, 37, "of", ("off",), "Phrasal", "T3-2", cset="T3"),
        Edit.of(38, 43, "again", ("",), "Style", "T4", extra={"Confidence": "High"}),
        Edit.of(11, 16, "every", None, "Spelling", "T5"),
    )
    assert (document.id, document.extra) == ("essay", {"lines": ["R1\tSame Arg1:T1 Arg2:T5"]})


def test_the_sample_comes_back(tmp_path: Path) -> None:
    """With the text beside it; nothing is lost."""
    document = read(SAMPLE)
    assert write(tmp_path / "essay.ann", document, loss="error") == []
    assert (tmp_path / "essay.txt").read_text() == document.text
    assert read(tmp_path / "essay.ann") == document


@st.composite
def annotated(draw: st.DrawFn) -> Text:
    """Draw what the format carries: labels and attributes without blanks, the null correction first."""
    text = draw(st.text(st.sampled_from("ab é\r\n\t😀"), min_size=1, max_size=12))
    strings = st.text(st.sampled_from("ab;\t é<"), max_size=4)
    edits = []
    for edit in draw(apart(text)):
        made = [None] * draw(st.booleans()) + draw(st.lists(strings, max_size=3))
        extra = draw(
            st.none() | st.dictionaries(st.sampled_from(["Sure", "é"]), st.just(True) | st.just("a b"), min_size=1)
        )
        kind, cset = draw(st.none() | st.just("R:VERB")), draw(st.none() | st.just("7"))
        index = draw(st.sampled_from(["T1", "T2", "T7", "7-8"]))
        edits.append(
            Edit.of(edit.start, edit.end, edit.original, tuple(made) or None, kind, index, None, cset, extra=extra)
        )
    return Text.document("a", text, layers=(Layer(0, tuple(edits)),))


@given(annotated())
def test_round_trip(tmp_path: Path, document: Text) -> None:
    """Insertions too, wherever they stand; the line ends of the text stay."""
    (tmp_path / "a.txt").unlink(missing_ok=True)
    assert write(tmp_path / "a.ann", document, loss="error") == []
    assert read(tmp_path / "a.ann") == document


def test_edits_without_index_are_called_by_their_id(tmp_path: Path) -> None:
    """Ids that are taken are not given again."""
    edits = [Edit.of(0, 1, "a"), Edit.of(0, 1, "a", index="T1"), Edit.of(0, 1, "a", index="T1")]
    write(tmp_path / "a.ann", Text.document("a", "ab", edits), loss="error")
    assert (tmp_path / "a.ann").read_text() == "T2\tEdit 0 1\ta\nT1\tEdit 0 1\ta\nT3\tEdit 0 1\ta\nA1\tIndex T3 T1\n"


def test_insertions_stand_on_what_follows(tmp_path: Path) -> None:
    """Or before, at the end; the range is never empty."""
    points = {0: "0 1", 1: "1 3", 2: "2 3", 3: "2 3"}
    for point, place in points.items():
        path = tmp_path / f"{point}.ann"
        write(path, Text.document("a", "a b", [Edit.of(point, point, "", ("x",))]), loss="error")
        said = "Insertion T1 end" if point == 3 else "Insertion T1"
        assert path.read_text().split("\n")[0].split("\t")[1] == f"Edit {place}"
        assert path.read_text().endswith(f"\tAnnotatorNotes T1\tx\nA1\t{said}\n")
    with pytest.raises(FormatError, match="document a has no text, where BRAT cannot insert"):
        write(tmp_path / "b.ann", Text.document("a", "", [Edit.of(0, 0, "", ("x",))]))
    assert not (tmp_path / "b.txt").exists()


def test_pieces_whose_corrections_cannot_be_shared_out(tmp_path: Path) -> None:
    """What becomes of each is not known; the note is kept."""
    file = write_file(tmp_path)
    file("a.txt", "put it of")
    path = file("a.ann", "T1\tX 0 3;7 9\tput of\n#1\tAnnotatorNotes T1\tpostpone\n")
    with pytest.warns(ErrataWarning, match="1 ranges in pieces whose correction does not say .* line 1: T1"):
        document = read(path)
    assert [(edit.alternatives, edit.comment) for edit in document.edits] == [((), "postpone")] * 2
    deleted = read(file("a.ann", "T1\tX 0 3;7 9\tput of\n#1\tAnnotatorNotes T1\t<DELETE>\nA1\tOptional T1\n"))
    assert [(edit.alternatives, edit.cset) for edit in deleted.edits] == [((None, ""), "T1")] * 2


def test_other_conventions(tmp_path: Path) -> None:
    """Names of notes and attributes can be given."""
    file = write_file(tmp_path)
    file("a.txt", "ab")
    path = file(
        "a.ann",
        "T1\tErr 0 1\ta\r\n#1\tFix T1\t-\r\n#2\tAnnotatorNotes T1\twhy\r\nM1\tMaybe T1\r\nE1\tErr:T1\r\n#3\tFix E1\tx",
    )
    document = read(path, note="Fix", delete="-", optional="Maybe", untyped="Err")
    assert document.edits == (Edit.of(0, 1, "a", (None, ""), None, "T1"),)
    assert document.extra == {"lines": ["E1\tErr:T1", "#2\tAnnotatorNotes T1\twhy", "#3\tFix E1\tx"]}
    (tmp_path / "b").mkdir()
    write(tmp_path / "b" / "a.ann", document, note="Fix", delete="-", optional="Maybe", untyped="Err", loss="error")
    assert read(tmp_path / "b" / "a.ann", note="Fix", delete="-", optional="Maybe", untyped="Err") == document


def test_line_ends_of_the_text_count(tmp_path: Path) -> None:
    """Both characters of CRLF; a text whose line ends were changed since is refused."""
    file = write_file(tmp_path)
    file("a.txt", "a\r\nb")
    assert read(file("a.ann", "T1\tX 3 4\tb\n")).edits[0].original == "b"
    with pytest.raises(FormatError, match=r"line 1: T1 should be 'b', but the text has '.n' there; .* line ends"):
        read(file("a.ann", "T1\tX 2 3\tb\n"))


BAD = {
    "no tab": ("T1 X 0 1 a", "an annotation is 'T1, tab, Type START END, tab, text', not"),
    "no end": ("T1\tX 0\ta", "an annotation is"),
    "outside": ("T1\tX 0 5\ta", "T1 is at 0 to 5, but the text has 2 characters"),
    "reversed": ("T1\tX 2 1\ta", "T1 is at 2 to 1"),
    "twice": ("T1\tX 0 1\ta\nT1\tX 0 1\ta", "T1 appears twice (first on line 1)"),
    "unknown": ("A1\tOptional T9", "A1 is about T9, which is not in the file"),
    "attribute twice": ("T1\tX 0 1\ta\nA1\tO T1\nA2\tO T1", "T1 has the attribute O twice"),
    "no target": ("A1\tOptional", "a note or attribute is 'id, tab, Name T1'"),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_lines_are_refused(tmp_path: Path, case: str) -> None:
    """With file and line."""
    content, message = BAD[case]
    write_file(tmp_path)("a.txt", "ab")
    with pytest.raises(FormatError) as caught:
        read(write_file(tmp_path)("a.ann", content))
    assert str(caught.value).startswith(f"{tmp_path}/a.ann, line {content.count(chr(10)) + 1}: ")
    assert message in str(caught.value)


def test_the_text_is_beside_or_named(tmp_path: Path) -> None:
    """Packed too; a missing one is said, another one is not overwritten."""
    file = write_file(tmp_path)
    path = file("a.ann", "")
    with pytest.raises(FormatError, match=r"a\.ann needs the text that it annotates, but .*a\.txt does not exist"):
        read(path)
    assert read(path, text=file("b.txt", "x")).text == "x"
    with pytest.raises(FormatError, match="annotations from standard input"):
        read("-")
    with pytest.raises(FormatError, match=r"b\.txt already exists and holds another text"):
        write(tmp_path / "b.ann", Text.document("b", "y", []))
    assert not (tmp_path / "b.ann").exists()
    write(tmp_path / "c.ann.gz", Text.document("c", "y", []))
    assert read(tmp_path / "c.ann.gz") == Text.document("c", "y", [])
    assert (tmp_path / "c.txt.gz").exists()


def test_losses_and_what_cannot_be_written(tmp_path: Path) -> None:
    """Places of null corrections, blanks in names; types with blanks and line ends are refused."""
    edit = Edit.of(0, 1, "a", ("x", None, None), "Edit", "1 2", comment="c", extra={"a b": 1})
    document = Text.document("a", "ab", [edit])
    expected = [
        Loss("comments", "document a", 1),
        Loss("fields of other formats", "document a", 1),
        Loss("types called 'Edit', which means none", "document a", 1),
        Loss("positions of null corrections after others", "document a", 2),
        Loss("further null corrections of one edit", "document a", 1),
        Loss("consistency sets and indices that contain spaces", "document a", 1),
    ]
    assert write(tmp_path / "a.ann", document, loss="ignore") == expected
    assert write("-", document, loss="ignore") == [*expected, Loss("source texts", "document a", 1)]
    for change, message in (
        (replace(edit, type="a b"), "has the type 'a b', but BRAT labels cannot contain spaces"),
        (replace(edit, corrections=("a\nb",)), "contains a line break"),
        (replace(edit, corrections=("<DELETE>",)), "inserts '<DELETE>', which means a deletion"),
    ):
        with pytest.raises(FormatError, match=message):
            write(tmp_path / "b.ann", document.with_edits([change]), loss="ignore")
    with pytest.raises(InputError, match="has 2 annotators"):
        write(tmp_path / "b.ann", Text.document("a", "", layers=(Layer(0), Layer(1))), loss="ignore")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ann", "a.txt"]
