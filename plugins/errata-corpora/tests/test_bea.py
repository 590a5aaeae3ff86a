"""JSON of BEA-2019, one document a line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import document_layers
from tests.support import write_file

from errata import Edit, ErrataWarning, FormatError, Layer, Loss, LossError, Part, Text
from errata_corpora.bea import read, write

SAMPLE = Path(__file__).parent / "samples" / "essays.json"
TEXT = "He go home.\nIt was 😀 much nice!"


def test_the_sample() -> None:
    """Null is absent, a fourth item is the type, other keys are metadata, offsets are code points."""
    edits = (
        Edit.of(3, 5, "go", ("goes",)),
        Edit.of(21, 26, "much ", ("",), "U:ADV"),
        Edit.of(26, 30, "nice", None, "M:OTHER"),
    )
    meta = {"userid": "u1", "cefr": "A2.i"}
    assert list(read(SAMPLE)) == [
        Text.document("1-1", TEXT, layers=(Layer(0, edits), Layer(1)), meta=meta),
        Text.document("1-2", "Fine.", meta={"q": "1", "answer-s": "3.1"}),
    ]


def test_what_is_written_has_the_keys_of_the_format(tmp_path: Path) -> None:
    """Equal documents give equal bytes; further items of an edit come back."""
    path = write_file(tmp_path)(
        "a.json", '{"text": "ab", "id": 7, "edits": [["x", [[0, 1, "c", null, 3, {}]]]], "l1": 1}\n'
    )
    (document,) = read(path)
    assert document.edits[0].extra == {"items": [3, {}]}
    assert write(tmp_path / "b.json", [document], loss="error") == []
    assert (tmp_path / "b.json").read_text() == (
        '{"id":"7","l1":1,"text":"ab","edits":[["x",[[0,1,"c",null,3,{}]]]]}\n'
    )


@given(st.lists(document_layers(absent=True), max_size=3))
def test_round_trip(tmp_path: Path, documents: list[Text]) -> None:
    """What the format carries comes back."""
    assert write(tmp_path / "a.json", documents, loss="error") == []
    assert list(read(tmp_path / "a.json")) == documents


def test_losses(tmp_path: Path) -> None:
    """Alternatives, null corrections and the rest are said; the first correction that is not null is written."""
    edits = [
        Edit.of(0, 1, "a", (None, "x", "y"), "T", "1", part="p", comment="c", extra={"k": 1}),
        Edit.of(1, 2, "b", (None,), part="p"),
    ]
    document = Text.document("1", (Part("p", "ab"),), layers=(Layer(0, tuple(edits)),), meta={"id": 1})
    lost = write(tmp_path / "a.json", [document], loss="ignore")
    assert lost == [
        Loss("further corrections of one edit", "document 1", 1),
        Loss("null corrections (the text may stay)", "document 1", 2),
        Loss("indices of edits", "document 1", 1),
        Loss("comments", "document 1", 1),
        Loss("parts", "document 1", 1),
        Loss("fields of other formats", "document 1", 1),
        Loss("metadata called id, text or edits", "document 1", 1),
        Loss("edits that only say the text may stay (skipped)", "document 1", 1),
    ]
    assert json.loads((tmp_path / "a.json").read_text()) == {
        "id": "1",
        "text": "ab",
        "edits": [[0, [[0, 1, "x", "T"]]]],
    }
    with pytest.raises(LossError, match="cannot hold 1 further corrections"):
        write(tmp_path / "b.json", [document], loss="error")
    assert not (tmp_path / "b.json").exists()


BAD = {
    "no JSON": ("{", "line 1: Expecting property name enclosed in double quotes at character 2"),
    "no object": ("[]", "line 1: expected an object on every line, found []"),
    "no text": ('{"id": "1"}', "'text' should be the text of the document, but is missing"),
    "odd id": ('{"id": true, "text": ""}', "'id' should be a name or number, but is True"),
    "no list": ('{"text": "", "edits": {}}', "'edits' should be a list, but is {}"),
    "no pair": ('{"text": "", "edits": [[0]]}', "'edits' must list pairs of annotator and edits"),
    "flat": ('{"text": "", "edits": [[0, 1, "a"]]}', "'edits' must list pairs of annotator and edits"),
    "short": ('{"text": "", "edits": [[0, [[0, 0]]]]}', "an edit must be [start, end, correction]"),
    "outside": (
        '{"text": "ab", "edits": [[0, [[1, 3, "a"]]]]}',
        "the edit at 1 to 3 is not in the text of 2 characters",
    ),
    "reversed": ('{"text": "ab", "edits": [[0, [[2, 1, "a"]]]]}', "the edit at 2 to 1 is not in the text"),
    "number": ('{"text": "ab", "edits": [[0, [[0, 1, 5]]]]}', "correction and type of an edit must be text or null"),
    "twice": ('{"text": "", "edits": [[0, []], [0, []]]}', "annotator 0 appears twice in 'edits'"),
    "key twice": ('{"text": "", "text": "a"}', "the key 'text' appears twice in one object"),
    "half of a surrogate pair": ('{"text": "\\ud800"}', "half of a surrogate pair"),
    "not a number": ('{"text": "", "x": NaN}', "NaN is not a JSON number"),
    "infinite": ('{"text": "", "x": 1e999}', "the number 1e999 is too large"),
    "deep": ("[" * 100_000, "nested too deeply"),
    "long number": ('{"text": "", "x": ' + "1" * 5000 + "}", "line 1: "),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_lines_are_refused(tmp_path: Path, case: str) -> None:
    """With file and line."""
    content, message = BAD[case]
    path = write_file(tmp_path)("a.json", f"\n{content}\n")
    with pytest.raises(FormatError, match=r"a\.json, line 2") as caught:
        list(read(path))
    assert message.replace("line 1", "line 2") in str(caught.value)


def test_documents_are_read_one_by_one(tmp_path: Path) -> None:
    """What comes before an error is there."""
    documents = read(write_file(tmp_path)("a.json", '{"text": "a"}\n{\n'))
    assert next(documents).id == "1"
    with pytest.raises(FormatError, match="line 2"):
        next(documents)


def test_values_that_json_has_not_are_refused(tmp_path: Path) -> None:
    """Nothing is written."""
    for value in (float("nan"), object()):
        with pytest.raises(FormatError, match="document 1 cannot be written as JSON"):
            write(tmp_path / "a.json", [Text.document("1", "", meta={"x": value})])
    with pytest.raises(FormatError, match="the source text of document 1 is not known, but this format holds it"):
        write(tmp_path / "a.json", [Text.document("1", edits=[])])
    assert list(tmp_path.iterdir()) == []


def test_lines_that_are_no_documents_are_left_out_if_asked_for(tmp_path: Path) -> None:
    """With a warning that names file and line; the others keep their numbers."""
    path = write_file(tmp_path)("x.json", '{"text": "a"}\n[]\n{"text": "b"}\n')
    with pytest.warns(ErrataWarning, match=r"x\.json, line 2: .*; the document was left out$"):
        assert [document.id for document in read(path, errors="warn")] == ["1", "3"]
