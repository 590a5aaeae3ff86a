"""TSV and CSV."""

import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import full_documents, segments
from tests.support import write_file

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    FormatError,
    InputError,
    Layer,
    Loss,
    Text,
)
from errata.formats import csv, get_format, tsv
from errata.formats.tables import COLUMNS, edit_rows, read_edits

FORMATS = pytest.mark.parametrize("form", [tsv, csv])


@FORMATS
@given(items=st.lists(segments() | full_documents(), max_size=4))
def test_a_table_of_edits_loses_nothing(
    form: "object", items: list[Text], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever the model can say comes back."""
    name = "tsv" if form is tsv else "csv"
    path = tmp_path_factory.mktemp("x") / f"x.{name}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # cells that begin with '='
        assert get_format(name).write(path, items, loss="error", table="edits") == []
    found = list(get_format(name).read_items(path))
    assert found == items
    assert [type(item) for item in found] == [type(item) for item in items]


def test_what_a_table_of_edits_looks_like(tmp_path: Path) -> None:
    """A row for the text, one for each edit, one for an annotator without any."""
    layers = (Layer(0, (Edit(1, 2, ("goes", ""), "SVA", False, "index=7"),)), Layer("ann"))
    csv.write(tmp_path / "x.csv", [Text('He go "', layers)])
    assert (tmp_path / "x.csv").read_text() == (
        "document,text,annotator,start,end,unit,original,corrections,type,optional,cset,index,part,comment,score,more\n"
        '1,"He go """,,,,,,,,,,,,,,"{""id"":null}"\n'
        '1,,0,1,2,token,go,"[null,""goes"",""""]",SVA,,,7,,,,\n'
        "1,,ann,,,,,,,,,,,,,\n"
    )


@FORMATS
def test_annotated_sentences_make_a_table_of_edits_wherever_the_first_edit_stands(form: Any, tmp_path: Path) -> None:
    """The first sentence may be one that nobody annotated."""
    items = [Text("All is well"), Text(""), Text("He go", (Layer(0, (Edit(1, 2, ("goes",)),)),))]
    assert form.write(tmp_path / "x", items, loss="error") == []
    assert list(form.read(tmp_path / "x")) == items
    assert form.write(tmp_path / "x", items[:2], loss="error") == []
    assert (tmp_path / "x").read_text().startswith("source\n")


def test_a_table_of_edits_by_others(tmp_path: Path) -> None:
    """Columns in any order, only those there are; rows of one document stand together."""
    file = write_file(tmp_path)
    path = file(
        "x.csv",
        "sep=;\nunit;start;end;document;corrections;original;score;optional;colour\n"
        'char;3;5;d1;"[""goes""]";go;0,5;no;red\nchar;0;2;d1;;He;;yes;\nchar;0;0;d2;[null];;;;\n',
    )
    assert list(csv.read(path)) == [
        Text.document(
            "d1",
            edits=(
                Edit.of(3, 5, "go", ("goes",), score=0.5, extra={"colour": "red"}),
                Edit.of(0, 2, "He", optional=True),
            ),
        ),
        Text.document("d2", edits=(Edit.of(0, 0, "", (None,)),)),
    ]
    path = file(
        "y.tsv",
        "doc\ttext\tannotator\tstart\tend\tunit\tcorrections\n"
        'a\tHe go .\tx\t1\t2\ttoken\t["goes"]\na\tHe go .\ty\t0\t1\ttoken\t["She"]\n',
    )
    assert list(tsv.read(path, columns={"document": "doc"})) == [
        Text.of("He go .", (Layer("x", (Edit(1, 2, ("goes",)),)), Layer("y", (Edit(0, 1, ("She",)),))), id="a")
    ]


HEAD = "document\ttext\tannotator\tstart\tend\tunit\tcorrections\toptional\tscore\tmore\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a\tb\n", "has the columns a, b; a table of sentences has 'source', one of edits 'start' and 'end'"),
        ("source\tsource\n", "has two columns 'source'"),
        ("source\treference_1\treference_3\n", "has the columns reference_1, reference_3; references are numbered"),
        ("source\tid\na\n", "line 2: 1 cell, but the header has 2 columns"),
        (HEAD + "d\t\t0\t1\t\ttoken\t\t\t\t\n", "line 2: an edit has a start and an end"),
        (HEAD + "d\t\t0\tx\t2\ttoken\t\t\t\t\n", "line 2: the start 'x' is not a whole number"),
        (HEAD + "d\t\t0\t1\t2\t\t\t\t\t\n", "line 2: the edit does not say what its offsets count"),
        (HEAD + "d\t\t0\t1\t2\ttoken\tgoes\t\t\t\n", "line 2: the column 'corrections' holds no JSON"),
        (HEAD + "d\t\t0\t1\t2\ttoken\t{}\t\t\t\n", "line 2: the column 'corrections' holds '{}', not a JSON list"),
        (HEAD + "d\t\t0\t1\t2\ttoken\t\tmaybe\t\t\n", "line 2: optional must be yes or no, not 'maybe'"),
        (HEAD + "d\t\t0\t1\t2\ttoken\t\t\tgood\t\n", "line 2: the score 'good' is not a number"),
        (HEAD + "d\ta\t0\t0\t1\ttoken\t\t\t\t\nd\tb\t0\t0\t1\ttoken\t\t\t\t\n", "line 3: the text differs"),
        (HEAD + "d\t\t0\t0\t1\ttoken\t\t\t\t\n", "line 2: a record whose edits count tokens needs one 'text'"),
        (HEAD + "d\t\t0\t0\t1\ttoken\t\t\t\t\ne\ta\t\t\t\t\t\t\t\t\n", "line 2: a record whose edits count tokens"),
    ],
)
def test_mistakes_are_refused(content: str, message: str, tmp_path: Path) -> None:
    """With the file and the line."""
    with pytest.raises(FormatError, match=rf"x\.tsv,? {message}"):
        list(tsv.read(write_file(tmp_path)("x.tsv", content)))


TEXTS = Corpus.from_texts(["He go .", ""], [["He goes .", "a"], ['He went "', "\t"]])


@FORMATS
def test_a_table_of_sentences(form: "object", tmp_path: Path) -> None:
    """Sources and references come back as a corpus of texts, further columns as they are."""
    path = tmp_path / ("x.tsv" if form is tsv else "x.csv")
    assert errata.write(TEXTS, path, loss="error") == []
    assert path.read_text().splitlines()[0].replace("\t", ",") == "source,reference_1,reference_2"
    found = errata.read(path)
    assert (found.texts, found.is_annotated) == (TEXTS.texts, False)
    wide = [Text.of("a", id="1", extra={"hypothesis": "b"}), Text.of("b", id="2", extra={"hypothesis": ""})]
    assert errata.write(wide, path, loss="error") == []
    assert list(errata.read(path)) == wide
    assert errata.write([Text("a"), Text(""), Text("b")], path) == []
    assert [item.source for item in errata.read(path)] == ["a", "", "b"]


def test_what_a_table_of_sentences_loses(tmp_path: Path) -> None:
    """Edits, and what the first sentence has not."""
    path = tmp_path / "x.tsv"
    edited = Text.of("a", (Layer(0, (Edit(0, 1, ("b",), "T"),)),), id="1", extra={"x": "y", "z": 1})
    assert tsv.write(path, [Text("a"), edited], loss="ignore", table="sentences") == [
        Loss("edits", "sentence 2", 1),
        Loss("ids of documents or sentences", "sentence 2", 1),
        Loss("fields of other formats", "sentence 2: x", 2),
    ]
    with pytest.raises(FormatError, match="sentence 2 has 1 references but the first has 0"):
        tsv.write(path, [Text("a"), Text("a", (), ("b",))])
    with pytest.raises(FormatError, match="document 1 cannot be written to a table of sentences"):
        tsv.write(path, [Text("a"), Text.document("1", layers=(Layer(0),))], table="sentences", loss="ignore")
    with pytest.raises(InputError, match="table must be auto, edits or sentences, not 'x'"):
        tsv.write(path, [], table="x")


def test_columns_of_other_names(tmp_path: Path) -> None:
    """They can be said to be ours."""
    path = write_file(tmp_path)("x.csv", "src,tgt\nHe go .,He goes .\n")
    assert list(csv.read(path, columns={"source": "src", "reference_1": "tgt"})) == [
        Text("He go .", (), ("He goes .",))
    ]
    with pytest.raises(FormatError, match=r"x\.csv has no column 'text'; it has: src, tgt"):
        list(csv.read(path, columns={"source": "text"}))


def test_formulas_and_nul_characters(tmp_path: Path) -> None:
    """Of the first spreadsheets make something else, the second no file can hold."""
    with pytest.warns(ErrataWarning, match=r"x\.csv: 1 cell begins with =, \+, - or @, which a spreadsheet reads"):
        csv.write(tmp_path / "x.csv", [Text("= a")])
    assert list(csv.read(tmp_path / "x.csv")) == [Text("= a")]
    with pytest.warns(ErrataWarning, match=r"x\.csv: 3 cells begin with"):
        csv.write(tmp_path / "x.csv", [Text("+ a"), Text("-a"), Text(" @a"), Text("-1"), Text("-")])
    with pytest.raises(FormatError, match="a cell contains a NUL character"):
        tsv.write(tmp_path / "y.tsv", [Text("\0")])
    with pytest.raises(FormatError, match="document 1 has an annotator without a name"):
        tsv.write(tmp_path / "y.tsv", [Text("a", (Layer(""),))])
    with pytest.raises(FormatError, match="a field from another format is called 'start' like a column"):
        tsv.write(tmp_path / "y.tsv", [Text("a", (Layer(0, (), {"start": 1}),))])
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]


@FORMATS
def test_wide_tables_come_back(form: Any, tmp_path: Path) -> None:
    """With as many columns and annotators as nobody has."""
    texts = tuple(str(number) for number in range(1000))
    wide = [Text.of("a", (), texts, id="1", extra={f"x{text}": text for text in texts})]
    form.write(tmp_path / "x", wide, loss="error")
    assert list(form.read(tmp_path / "x")) == wide
    many = [Text("a b", tuple(Layer(number, (Edit(0, 1, ("c",)),)) for number in range(1000)))]
    form.write(tmp_path / "x", many, loss="error")
    assert list(form.read(tmp_path / "x")) == many


@FORMATS
def test_a_table_read_for_a_role_has_it(form: Any, tmp_path: Path) -> None:
    """References or an output; a name that may be either is what is wanted."""
    path = tmp_path / "x"
    tsv_or_csv = "\t" if form is tsv else ","
    path.write_text(f"source{tsv_or_csv}target\nHe go{tsv_or_csv}He goes\n")
    gold, output = (list(form.read(path, role=role)) for role in ("gold", "output"))
    assert (gold, output) == ([Text("He go", (), ("He goes",))], [Text.of("He go", extra={"output": "He goes"})])
    assert list(form.read(path)) == gold
    told = {"output": "target"}
    assert list(form.read(path, columns=told)) == output
    with pytest.raises(FormatError, match="no column is known to be a reference"):
        list(form.read(path, columns=told, role="gold"))


def test_a_field_that_would_come_back_as_something_else_is_refused(tmp_path: Path) -> None:
    """As a column it would be taken for a reference."""
    with pytest.raises(
        FormatError, match="a field from another format is called like a column of the table: target; ren"
    ):
        tsv.write(tmp_path / "x.tsv", [Text.of("a", extra={"target": "b"})])
    beside = [Text.of("a", (), ("c",), extra={"target": "b"})]
    tsv.write(tmp_path / "x.tsv", beside, loss="error")
    assert list(tsv.read(tmp_path / "x.tsv")) == beside


def test_what_is_said_of_sentences_leaves_tables_of_edits_alone(tmp_path: Path) -> None:
    """Where one --columns is about several files."""
    path = write_file(tmp_path)("x.csv", 'text,start,end,unit,corrections\na,0,1,token,"[""b""]"\n')
    expected = [Text("a", (Layer(0, (Edit(0, 1, ("b",)),)),))]
    assert list(csv.read(path, columns={"source": "src", "output": "mine"})) == expected
    with pytest.raises(FormatError, match=r"x\.csv has no column 'doc'; it has: text, start, end, unit, corrections"):
        list(csv.read(path, columns={"document": "doc"}))


def read_back(items: list[Text]) -> list[Text]:
    _, *made = edit_rows(items)
    return list(read_edits(enumerate((dict(zip(COLUMNS, row, strict=True)) for row in made), 2), "x"))


@given(st.lists(segments() | full_documents(), max_size=4))
def test_rows_hold_all_there_is(items: list[Text]) -> None:
    """Whatever the cells are then written as."""
    assert read_back(items) == items


def test_a_sentence_has_a_row_of_its_own_before_its_edits() -> None:
    """So that one with the id of the one before begins a new record."""
    items = [Text.of(source, (Layer(0, (Edit(0, 1, ("x",)),)),), id="s") for source in ("a", "b")]
    assert read_back(list(items)) == items
    assert [row[COLUMNS.index("text")] for row in edit_rows(items)] == ["text", "a", "", "b", ""]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (Text("a", (Layer(""),)), "document 1 has an annotator without a name; a table needs one"),
        (Text.of("a", id="1", extra={"start": 1}), "a field from another format is called 'start' like a column"),
    ],
)
def test_what_a_table_has_no_place_for_is_refused(item: Text, message: str) -> None:
    """Nothing is renamed silently."""
    with pytest.raises(FormatError, match=message):
        list(edit_rows([item]))


def test_a_start_alone_does_not_make_a_table_of_edits(tmp_path: Path) -> None:
    """An edit has a start and an end; other columns are kept."""
    path = write_file(tmp_path)("x.tsv", "source\tstart\nHe go .\t7\n")
    assert list(tsv.read(path)) == [Text.of("He go .", extra={"start": "7"})]
