"""JSON Lines."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import full_documents, segments
from tests.support import write_file

import errata
from errata import Edit, FormatError, Layer, Part, Text, Token
from errata.formats import jsonl

SENTENCE = Text("He go .", (Layer(0, (Edit(1, 2, ("goes",), "SVA"),)), Layer(1)))


def record(**values: Any) -> str:
    return json.dumps({"format": "gec-jsonl/1", "text": "He go .", "annotations": []} | values)


def edit(**values: Any) -> str:
    made = {"start": 1, "end": 2, "unit": "token", "original": "go", "corrections": ["goes"]} | values
    return record(annotations=[{"annotator": "0", "edits": [made]}])


@given(items=st.lists(segments() | full_documents(), max_size=4))
def test_nothing_is_lost(items: list[Text], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever the model can say comes back, raw corrections too; writing it again gives the same bytes."""
    path, again = (tmp_path_factory.mktemp("x") / name for name in ("one.jsonl", "two.jsonl"))
    assert jsonl.write(path, items, loss="error") == []
    found = list(jsonl.read(path))
    assert found == items
    assert [type(item) for item in found] == [type(item) for item in items]
    jsonl.write(again, found)
    assert again.read_bytes() == path.read_bytes()


def test_what_is_written(tmp_path: Path) -> None:
    """Keys in a fixed order, characters as they are, a line a record."""
    document = Text.document(
        "d1",
        (Part("1", "né go.", (Token(0, 2), Token(3, 5, "GO"))),),
        layers=(Layer("zoë", (Edit.of(3, 5, "go", (None, ""), "SVA", "7", "1", cset="2", score=0.5),)),),
        meta={"l1": "th"},
    )
    jsonl.write(tmp_path / "x.jsonl", [SENTENCE, document, Text("a")])
    assert (tmp_path / "x.jsonl").read_text(encoding="utf-8") == (
        '{"format":"gec-jsonl/1","text":"He go .","annotations":[{"annotator":"0","edits":[{"start":1,"end":2,'
        '"unit":"token","original":"go","corrections":["goes"],"type":"SVA"}]},{"annotator":"1","edits":[]}]}\n'
        '{"format":"gec-jsonl/1","id":"d1","parts":[{"id":"1","text":"né go.","tokens":[[0,2],[3,5,"GO"]]}],'
        '"meta":{"l1":"th"},"annotations":[{"annotator":"zoë","edits":[{"start":3,"end":5,"unit":"char",'
        '"original":"go","corrections":[null,""],"type":"SVA","part":"1","cset":"2","index":"7","score":0.5}]}]}\n'
        '{"format":"gec-jsonl/1","text":"a","unit":"token","annotations":[]}\n'
    )


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"corrections": [None, "goes"]}, Edit(1, 2, ("goes",), "", False)),
        ({"corrections": ["goes", None]}, Edit(1, 2, ("goes",), "", False, "null=1")),
        ({"corrections": [None]}, Edit(1, 2, ("go",), "", False, "null=only1")),
        ({"corrections": [""], "raw": "-NONE-"}, Edit(1, 2, ("",))),
        ({"corrections": ["goes"], "optional": True}, Edit(1, 2, ("goes",), "", False, "optional=yes")),
        ({"corrections": ["goes"], "cset": "3", "index": "9"}, Edit(1, 2, ("goes",), "", True, "cset=3;index=9")),
        ({"corrections": ["goes"], "comment": "cset=3"}, Edit(1, 2, ("goes",), "", True, "comment=cset%3D3")),
        ({"corrections": ["goes"], "comment": "see p. 3"}, Edit(1, 2, ("goes",), "", True, "see p. 3")),
        ({"type": "SVA"}, Edit(1, 2, ("go",), "UNK", True, "type=SVA")),
    ],
)
def test_token_edits_keep_what_m2_keeps(said: dict[str, Any], expected: Edit, tmp_path: Path) -> None:
    """Null, absent and optional corrections, sets and indices are as M2 with our comments has them."""
    values = {"start": 1, "end": 2, "unit": "token", "original": "go"} | said
    path = write_file(tmp_path)("x.jsonl", record(annotations=[{"annotator": 0, "edits": [values]}]) + "\n")
    (sentence,) = errata.read(path)
    assert sentence.layers == (Layer(0, (expected,)),)
    errata.write([sentence], tmp_path / "x.m2", loss="error")
    (again,) = errata.read(tmp_path / "x.m2")
    assert again == sentence
    jsonl.write(tmp_path / "y.jsonl", [sentence])
    assert json.loads((tmp_path / "y.jsonl").read_text())["annotations"][0]["edits"] == [values]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "Expecting property name enclosed in double quotes at character 2"),
        ("[]", r"the record is \[\], not an object$"),
        ('{"format": "gec-jsonl/1", "text": "a", "text": "b"}', "the key 'text' appears twice in one object"),
        (edit(score=float("nan")), "NaN is not a JSON number"),
        (edit(score=0.5).replace("0.5", "1e999"), "the number 1e999 is too large"),
        (record(text="a\ud800"), "half of a surrogate pair"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "Exceeds the limit"),
    ],
)
def test_mistakes_are_refused(line: str, message: str, tmp_path: Path) -> None:
    """With the file and the line."""
    path = write_file(tmp_path)("x.jsonl", f"{record()}\n\n{line}\n")
    with pytest.raises(FormatError, match=rf"x\.jsonl, line 3: .*{message}"):
        list(jsonl.read(path))


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ('{"text"', "at character 8$"),
        ("He go .", "at character 1; this does not look like JSON$"),
        ("S He go .", r"JSON, it looks like M2: name the format \(format='m2'\) or rename the file$"),
    ],
)
def test_what_does_not_look_like_json_is_told(line: str, hint: str, tmp_path: Path) -> None:
    """And what it looks like."""
    with pytest.raises(FormatError, match=hint):
        errata.read(write_file(tmp_path)("x.jsonl", [line]))


def test_half_a_surrogate_pair_can_be_replaced(tmp_path: Path) -> None:
    """Where the caller says so."""
    path = write_file(tmp_path)("x.jsonl", record(text="a\ud800 \U0001f600", meta={"\udc00": ["\udc00"]}))
    (found,) = jsonl.read(path, surrogates="replace")
    assert found == Text.of("a\ufffd \U0001f600", meta={"\ufffd": ["\ufffd"]})


def test_what_json_cannot_hold_is_refused(tmp_path: Path) -> None:
    """No file appears."""
    for item, message in (
        (Text.of("a", extra={"x": float("nan")}), "record 1 cannot be written as JSON: Out of range float"),
        (Text.of("a", extra={"x": {1}}), "record 1 cannot be written as JSON: Object of type set"),
        (Text("\ud800"), "line 1 holds a lone surrogate"),
    ):
        with pytest.raises(FormatError, match=message):
            jsonl.write(tmp_path / "x.jsonl", [item])
    assert list(tmp_path.iterdir()) == []


def test_it_is_known_by_suffix_and_content(tmp_path: Path) -> None:
    """Documents among the records are read by line, or as documents."""
    jsonl.write(tmp_path / "x.jsonl", [SENTENCE])
    (tmp_path / "x").write_bytes((tmp_path / "x.jsonl").read_bytes())
    for name in ("x.jsonl", "x"):
        assert errata.read(tmp_path / name).texts == (SENTENCE,)
    document = Text.document("1", "He go .\nYes.", [Edit.of(3, 5, "go", ("goes",), "SVA")])
    jsonl.write(tmp_path / "d.jsonl", [document])
    assert errata.read(tmp_path / "d.jsonl").texts == (
        Text("He go .", SENTENCE.layers[:1]),
        Text("Yes.", (Layer(0),)),
    )
    assert errata.read_documents(tmp_path / "d.jsonl").texts == (document,)
    (made,) = errata.read_documents(tmp_path / "x.jsonl")
    assert made == Text.document("x", "He go .\n", layers=(Layer(0, document.edits), Layer(1)))


def test_references_alone_make_a_corpus_of_texts(tmp_path: Path) -> None:
    """As many for every sentence."""
    corpus = errata.Corpus.from_texts(["a", "b"], [["c", "d"]])
    jsonl.write(tmp_path / "x.jsonl", corpus)
    found = errata.read(tmp_path / "x.jsonl")
    assert (found.texts, found.is_annotated) == (corpus.texts, False)
    jsonl.write(tmp_path / "x.jsonl", [*corpus, Text("c")])
    with pytest.raises(FormatError, match="sentence 3 has 0 references but the first has 1"):
        errata.read(tmp_path / "x.jsonl")


def test_lines_that_are_no_records_are_left_out_if_asked_for(tmp_path: Path) -> None:
    """With a warning that names file and line."""
    good = '{"format":"gec-jsonl/1","text":"a","annotations":[]}\n'
    path = write_file(tmp_path)("x.jsonl", f"{good}{{}}\n{good}")
    with pytest.warns(errata.ErrataWarning, match=r"x\.jsonl, line 2: .*; the record was left out$"):
        assert list(jsonl.read(path, errors="warn")) == [Text("a")] * 2


def test_objects_by_others_are_rows_of_a_table(tmp_path: Path) -> None:
    """Their keys are columns; the first object says whether the file is of that kind."""
    file = write_file(tmp_path)
    path = file("x.jsonl", ['{"id": 1, "src": "He go .", "references": ["He goes .", "He went ."], "n": 2}'])
    assert list(jsonl.read(path)) == [Text.of("He go .", (), ("He goes .", "He went ."), id="1", extra={"n": 2})]
    assert errata.read(path, role="gold").is_annotated is False
    path = file("x.jsonl", ['{"input": "He go .", "completion": "He goes ."}'])
    assert list(jsonl.read(path, role="output")) == [Text.of("He go .", extra={"output": "He goes ."})]
    assert list(jsonl.read(path)) == [Text.of("He go .", extra={"completion": "He goes ."})]
    told = {"source": "input", "reference": "completion"}
    assert list(jsonl.read(path, columns=told)) == [Text("He go .", (), ("He goes .",))]


def test_texts_may_stand_inside_of_objects_and_lists(tmp_path: Path) -> None:
    """As harnesses write them; a key that has the whole name comes first, and text of several lines is one output."""
    told = {"output": "choices.0.message.content", "source": "doc.text", "id": "custom_id"}
    row = {"custom_id": 7, "doc": {"text": "He go ."}, "choices": [{"message": {"content": "Sure:\n\nHe goes ."}}]}
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    [found] = jsonl.read(path, columns=told, role="output")
    assert (found.source, found.details.id, (found.extra or {})["output"]) == ("He go .", "7", "Sure:\n\nHe goes .")
    path.write_text(json.dumps({**row, "doc.text": "I is ."}), encoding="utf-8")
    [found] = jsonl.read(path, columns=told, role="output")
    assert found.source == "I is ."


def test_records_of_ours_may_hold_an_output_too(tmp_path: Path) -> None:
    """Under any name that is known, or said; one that an annotator edited has its edits instead."""
    file = write_file(tmp_path)
    for key, columns in (("output", {}), ("prediction", {}), ("x", {"output": "x"})):
        path = file("x.jsonl", [record(**{key: "He goes ."})])
        assert list(jsonl.read(path, role="output", columns=columns)) == [
            Text.of("He go .", extra={"output": "He goes ."})
        ]
    path = file("x.jsonl", [record(prediction="He goes .")])
    assert list(jsonl.read(path)) == [Text.of("He go .", extra={"prediction": "He goes ."})]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['{"a": "b"}'], "line 1: the record has the columns a; a table of sentences has 'source'"),
        (['{"source": 1}'], "line 1: the column 'source' holds 1, not a text"),
        (['{"source": "a", "target": null}'], "line 1: the column 'target' holds null, not a text"),
        (
            ['{"source": "a", "target": "b"}', '{"source": "a"}'],
            "line 2: this record has the column source, but the first one has source and target",
        ),
        (
            ['{"source": "a"}', record()],
            "line 2: the record has the key 'format', but the first one is a row of a table",
        ),
        ([record(), '{"source": "a"}'], "line 2: the record does not say its format"),
        (['{"text": "a", "edits": []}'], "line 1: the record does not say its format"),
    ],
)
def test_rows_that_cannot_be_read_are_refused(lines: list[str], message: str, tmp_path: Path) -> None:
    """With the line."""
    with pytest.raises(FormatError, match=rf"x\.jsonl, {message}"):
        list(jsonl.read(write_file(tmp_path)("x.jsonl", lines)))


def test_many_annotators_are_told_apart_in_one_pass(tmp_path: Path) -> None:
    """Each by a look-up; comparing each with all before it took a minute."""
    layers = [{"annotator": str(number), "edits": []} for number in range(20_000)]
    (found,) = jsonl.read(write_file(tmp_path)("x.jsonl", [record(annotations=layers)]))
    assert found.layers == tuple(Layer(number) for number in range(20_000))


@pytest.mark.parametrize(
    ("record", "path"),
    [
        ({"choices": [{"message": {"role": "assistant", "content": "He goes ."}}]}, "choices.0.message.content"),
        ({"response": {"body": {"choices": [{"text": "He goes ."}]}}}, "response.body.choices.0.text"),
        ({"doc": {"text": "He go ."}, "resps": [["He goes ."]]}, "resps.0.0"),
        ({"completion": ["He goes .", "He went ."]}, "completion.0"),
    ],
)
def test_a_text_inside_a_record_is_pointed_at(tmp_path: Path, record: dict[str, object], path: str) -> None:
    """As services and harnesses nest it; named so, it is read."""
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(jsonl.read(file, role="output"))
    assert str(caught.value).endswith(f" the text inside: columns output={path}")
    [found] = jsonl.read(file, role="output", columns={"output": path})
    assert found.extra is not None
    assert found.extra["output"] == "He goes ."


@pytest.mark.parametrize(
    ("text", "command"),
    [('{\n "output": "x"\n}\n', "jq -c ."), ('[\n {"output": "x"}\n]\n', "jq -c '.[]'"), ('[{"output": "x"}]\n', "")],
)
def test_json_that_is_not_json_lines_says_how_to_make_it_so(tmp_path: Path, text: str, command: str) -> None:
    """An object over several lines, or a list of objects."""
    file = tmp_path / "x.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match="one object per line, without line breaks; rewrite it: jq -c ") as caught:
        list(jsonl.read(file, role="output"))
    assert f"{command} IN > OUT" in str(caught.value)
