"""SGML of NUCLE and CoNLL: paragraphs, mistakes of several annotators, and what is no edit."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import document_layers
from tests.support import write_file

from errata import Edit, ErrataWarning, FormatError, InputError, Layer, Loss, Text, to_corpus
from errata_corpora.nucle import read, write

SAMPLE = Path(__file__).parent / "samples" / "essays.sgml"


def document(text: str, mistakes: str = "", title: str = "") -> str:
    """Return a document of one paragraph."""
    return f'<DOC nid="1"><TEXT>{title}<P>{text}</P></TEXT><ANNOTATION teacher_id="1">{mistakes}</ANNOTATION></DOC>'


def mistake(start_par: int, start: int, end_par: int, end: int, made: str = "<CORRECTION>x</CORRECTION>") -> str:
    """Return a mistake."""
    return f'<MISTAKE start_par="{start_par}" start_off="{start}" end_par="{end_par}" end_off="{end}">{made}</MISTAKE>'


def test_the_sample() -> None:
    """Title and paragraphs are one text; odd mistakes are edits if they can be, or kept aside, and said."""
    with pytest.warns(ErrataWarning) as said:
        seven, eight = read(SAMPLE)
    assert seven.text == "On R&D in a < b world \nHe go home every days.\nTheir is no doubt & much hope."
    assert seven.extra == {"paragraphs": [["TITLE", 0, 22], ["P", 23, 45], ["P", 46, 76]]}
    assert seven.layers[0] == Layer(
        1,
        (
            Edit.of(26, 28, "go", ("goes",), "SVA"),
            Edit.of(40, 44, "days", ("day",), "Nn", comment="number"),
            Edit.of(63, 70, " & much", ("",), "Rloc-"),
        ),
    )
    assert seven.layers[1].edits == (
        Edit.of(43, 51, "s.\nTheir", ("s, and there",), "Mec"),
        Edit.of(46, 51, "Their", ("There",), "Wform"),
    )
    odd = [
        {"start_par": "2", "start_off": "9", "end_par": "2", "end_off": "6", "TYPE": "Vt", "CORRECTION": "was"},
        {"start_par": "5", "start_off": "0", "end_par": "5", "end_off": "1", "TYPE": "Others"},
    ]
    assert seven.layers[1].extra == {"mistakes": odd}
    assert eight == Text.document("8", "Nothing wrong here.", layers=(Layer(1),))
    assert [str(item.message).removeprefix(f"{SAMPLE}: ") for item in said] == [
        "1 mistakes that begin with a space; first at line 23: edit (no index) at 63 to 70",
        "2 mistakes that are not edits (kept aside); first at line 37: the range is reversed: [2, 9, 2, 6]",
        "1 mistakes that reach from one paragraph into another; first at line 29: edit (no index) at 43 to 51",
        "1 mistakes that overlap another; first at line 33: edit (no index) at 46 to 51",
    ]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_the_sample_comes_back(tmp_path: Path) -> None:
    """Title, mistakes that are not edits, and all; nothing is lost."""
    documents = list(read(SAMPLE))
    assert write(tmp_path / "a.sgml", documents, loss="error") == []
    assert list(read(tmp_path / "a.sgml")) == documents


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@given(st.lists(document_layers(comments=True), max_size=3))
def test_round_trip(tmp_path: Path, documents: list[Text]) -> None:
    """Whatever stands in the text, and where mistakes cross paragraphs."""
    assert write(tmp_path / "a.sgml", documents, loss="error") == []
    assert list(read(tmp_path / "a.sgml")) == documents


def test_layout_and_tags(tmp_path: Path) -> None:
    """One line end behind the first tag and before the last is layout, blanks are not; other tags are text."""
    file = write_file(tmp_path)
    (read_,) = read(
        file("a.sgml", "<!DOCTYPE x>\n" + document("\r\n a <b> R&D &copy; &#65;&#x42;&#0;\n\n", title="<TITLE/>"))
    )
    assert read_.text == "\n a <b> R&D &copy; AB&#0;\n"
    assert read_.extra == {"paragraphs": [["TITLE", 0, 0], ["P", 1, 26]]}
    (kept,) = read(file("a.sgml", document("a &lt; b")), entities="keep")
    assert kept.text == "a &lt; b"
    with pytest.raises(InputError, match="entities must be decode or keep, not 'x'"):
        next(read(tmp_path / "a.sgml", entities="x"))


def test_a_paragraph_with_a_line_end_stays_one(tmp_path: Path) -> None:
    """Offsets count it, and so does whoever writes it."""
    path = write_file(tmp_path)("a.sgml", document("a\nb", mistake(0, 2, 0, 3)))
    (read_,) = read(path)
    assert read_.edits == (Edit.of(2, 3, "b", ("x",)),)
    write(tmp_path / "b.sgml", [read_], loss="error")
    assert list(read(tmp_path / "b.sgml")) == [read_]


def test_paragraphs_that_do_not_fit_the_text_are_not_believed(tmp_path: Path) -> None:
    """Lines are paragraphs then."""
    for paragraphs in ([["P", 0, 1]], [["X", 0, 3]], [["P", 0]], "x", [["P", 0, "3"]], [["P", 0, 1], ["P", 1, 3]]):
        odd = Text.document("1", "a\nb", extra={"paragraphs": paragraphs})
        write(tmp_path / "a.sgml", [odd], loss="ignore")
        (back,) = read(tmp_path / "a.sgml")
        assert (back.text, back.extra) == ("a\nb", None)


def test_attributes_are_kept(tmp_path: Path) -> None:
    """Of documents, annotators and mistakes, as text."""
    content = (
        '<DOC nid=1 source="a &quot;b"><TEXT><P>ab</P></TEXT><ANNOTATION teacher_id=\'07\' round="2">'
        '<MISTAKE sure="no" start_par="0" start_off="0" end_par="0" end_off="1"><TYPE></TYPE></MISTAKE>'
        "</ANNOTATION></DOC>"
    )
    (read_,) = read(write_file(tmp_path)("a.sgml", content))
    edit = Edit.of(0, 1, "a", extra={"sure": "no"})
    layer = Layer("07", (edit,), {"round": "2"})
    assert read_ == Text.document("1", "ab", layers=(layer,), meta={"source": 'a "b'})
    lost = write(tmp_path / "b.sgml", [read_], loss="ignore")
    assert lost == [Loss("edits of which no correction is known", "document 1", 1)]
    assert list(read(tmp_path / "b.sgml")) == [read_]


def test_losses(tmp_path: Path) -> None:
    """Alternatives and null corrections; metadata that is not text."""
    edits = (Edit.of(0, 1, "a", ("x", "y")), Edit.of(0, 1, "a", (None,)))
    full = Text.document("1", "ab", layers=(Layer(0, edits, {"Odd name": "x"}),), meta={"age": 7})
    assert write(tmp_path / "a.sgml", [full], loss="ignore") == [
        Loss("further corrections of one edit", "document 1", 1),
        Loss("null corrections (the text may stay)", "document 1", 1),
        Loss("fields of other formats", "document 1", 1),
        Loss("metadata that is not text", "document 1", 1),
        Loss("edits that only say the text may stay (skipped)", "document 1", 1),
    ]
    (back,) = read(tmp_path / "a.sgml")
    assert back.edits == (Edit.of(0, 1, "a", ("x",)),)
    with pytest.raises(FormatError, match="two annotators of one name"):
        write(tmp_path / "a.sgml", [Text.document("1", "", layers=(Layer(1), Layer("1")))])


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_paragraphs_become_sentences() -> None:
    """A mistake over the end of a paragraph is refused, or left out, or joins them."""
    seven = next(iter(read(SAMPLE))).by(2)
    with pytest.raises(FormatError, match="crosses the end of a line"):
        to_corpus(seven)
    assert [len(sentence.layers[0].edits) for sentence in to_corpus(seven, cross="skip")] == [0, 0, 1]
    title, joined = to_corpus(seven, cross="merge-segments")
    assert title.source == "On R&D in a < b world"
    assert joined.source == "He go home every days. Their is no doubt & much hope."
    assert joined.layers[0].edits == (Edit(4, 6, ("days, and there",), "Mec"), Edit(5, 6, ("There",), "Wform"))


BAD = {
    "no end": ("<DOC nid='1'>\n<TEXT>", 1, "is not followed by </DOC>; is the file complete?"),
    "text between": (f"{document('a')}\nx\n{document('b')}", 3, "text before <DOC>, where only tags belong: 'x'"),
    "text inside": ('<DOC nid="1">x</DOC>', 1, "text in <DOC>, where only tags belong: 'x'"),
    "no nid": ("<DOC></DOC>", 1, "a <DOC> without nid"),
    "no text": ('<DOC nid="1"></DOC>', 1, "document 1 has no <TEXT>"),
    "two texts": ('<DOC nid="1"><TEXT/><TEXT/></DOC>', 1, "a second <TEXT>"),
    "no teacher": ('<DOC nid="1"><TEXT/><ANNOTATION></DOC>', 1, "an <ANNOTATION> without teacher_id"),
    "teacher twice": (
        '<DOC nid="1"><TEXT/><ANNOTATION teacher_id="1"/><ANNOTATION teacher_id="1"/></DOC>',
        1,
        "teacher_id '1' appears twice",
    ),
    "paragraph in paragraph": (document("a\n<p>"), 2, "<P> inside <P>; close that first, or write &lt;"),
    "not closed": (document("a", "\n<MISTAKE>"), 2, "</ANNOTATION> closes <MISTAKE>"),
    "out of place": ('<DOC nid="1"><P>a</P></DOC>', 1, "<P> inside <DOC>, but it belongs in <TEXT>"),
    "outside": ("<P>a</P></DOC>", 1, "<P> outside any document"),
    "nothing": ("</DOC>", 1, "</DOC> closes nothing"),
    "type twice": (document("a", mistake(0, 0, 0, 1, "<TYPE/><TYPE/>")), 1, "a second <TYPE> in one <MISTAKE>"),
    "attribute": ('<DOC nid="1" x></DOC>', 1, 'attributes are written name="value", not x'),
    "attribute twice": ('<DOC nid="1" NID="2"></DOC>', 1, "attribute 'nid' appears twice"),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_documents_are_refused(tmp_path: Path, case: str) -> None:
    """With file and line."""
    content, line, message = BAD[case]
    with pytest.raises(FormatError) as caught:
        list(read(write_file(tmp_path)("a.sgml", content)))
    assert str(caught.value).startswith(f"{tmp_path}/a.sgml, line {line}: ")
    assert message in str(caught.value)


ODD = {
    "letters": (mistake(0, 0, 0, 1).replace('"0"', '"x"', 1), "start_par is 'x', not a whole number"),
    "missing": ("<MISTAKE/>", "start_par is '', not a whole number"),
    "no paragraph": (mistake(1, 0, 1, 1), "paragraph 1 of 1, counted from 0"),
    "past the end": (mistake(0, 0, 0, 2), "offset 2 in paragraph 0 of 1 characters"),
    "reversed": (mistake(0, 1, 0, 0), "the range is reversed: [0, 1, 0, 0]"),
}


@pytest.mark.parametrize("case", ODD)
def test_mistakes_that_are_no_edits_are_kept_aside(tmp_path: Path, case: str) -> None:
    """They come back when the document is written."""
    content, message = ODD[case]
    path = write_file(tmp_path)("a.sgml", document("a", content))
    with pytest.warns(ErrataWarning, match="1 mistakes that are not edits") as said:
        (read_,) = read(path)
    assert str(said[0].message).endswith(message)
    assert read_.edits == ()
    assert write(tmp_path / "b.sgml", [read_], loss="error") == []
    with pytest.warns(ErrataWarning, match="not edits"):
        assert list(read(tmp_path / "b.sgml")) == [read_]


def test_documents_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document is yielded before the next is read, wherever pieces end; one that never ends is refused."""
    content = document("é" * 10) * 3
    path = write_file(tmp_path)("a.sgml", content)
    for size in (1, 7, 50):
        monkeypatch.setattr("errata.formats.files._CHUNK", size)
        assert [item.text for item in read(path)] == ["é" * 10] * 3
    monkeypatch.setattr("errata_corpora.sgml._MAX_DOCUMENT", 20)
    with pytest.raises(FormatError, match="line 1: more than 0 million characters without </DOC>"):
        list(read(path))


def test_malformed_documents_are_left_out_if_asked_for(tmp_path: Path) -> None:
    """With a warning that names file and line."""
    good = '<DOC nid="7">\n<TEXT>\n<P>\nHe go.\n</P>\n</TEXT>\n</DOC>\n'
    path = write_file(tmp_path)("x.sgml", f"{good}<DOC>\n</DOC>\n{good}")
    with pytest.warns(ErrataWarning, match=r"x\.sgml, line 8: a <DOC> without nid.*; the document was left out$"):
        assert [document.text for document in read(path, errors="warn")] == ["He go."] * 2
