"""Parquet."""

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import full_documents, segments
from tests.support import needs

import errata
from errata import Edit, FormatError, Layer, MissingExtraError, Text
from errata.formats import parquet

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    pyarrow = None

needs_pyarrow = needs("pyarrow", "errata[parquet]")


def table(path: Path, **columns: list[Any]) -> Path:
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return path


@needs_pyarrow
@given(items=st.lists(segments() | full_documents(), max_size=4))
def test_nothing_is_lost(items: list[Text], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever the model can say comes back, null and empty apart."""
    path = tmp_path_factory.mktemp("x") / "x.parquet"
    assert parquet.write(path, items, loss="error") == []
    found = list(parquet.read(path))
    assert found == items
    assert [type(item) for item in found] == [type(item) for item in items]


@needs_pyarrow
def test_the_schema_has_a_version(tmp_path: Path) -> None:
    """A file of another version is refused."""
    parquet.write(tmp_path / "x.parquet", [Text("a")])
    schema = pyarrow.parquet.read_schema(tmp_path / "x.parquet")
    assert schema.metadata[b"errata.schema"] == b"gec-parquet/1"
    newer = pyarrow.table({"id": ["1"]}).replace_schema_metadata({b"errata.schema": b"gec-parquet/9"})
    pyarrow.parquet.write_table(newer, tmp_path / "y.parquet")
    with pytest.raises(FormatError, match=r"y\.parquet has the schema 'gec-parquet/9'"):
        list(parquet.read(tmp_path / "y.parquet"))


@needs_pyarrow
def test_many_records_are_read_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their order stays."""
    monkeypatch.setattr(parquet, "_BATCH", 2)
    items = [Text(str(number)) for number in range(5)]
    errata.write(items, tmp_path / "x.parquet")
    assert list(errata.read(tmp_path / "x.parquet")) == items


@needs_pyarrow
def test_tables_by_others(tmp_path: Path) -> None:
    """Columns of sources and references by name, also a column of lists; or texts with edits."""
    path = table(tmp_path / "x.parquet", src=["a", "b"], tgt=["c", ""], n=[1, None])
    assert list(parquet.read(path, columns={"source": "src", "reference_1": "tgt"})) == [
        Text.of("a", (), ("c",), extra={"n": 1}),
        Text("b", (), ("",)),
    ]
    path = table(tmp_path / "x.parquet", sentence=["a"], corrections=[["b", "c"]])
    assert list(parquet.read(path, columns={"source": "sentence", "references": "corrections"})) == [
        Text("a", (), ("b", "c"))
    ]
    edits = [[{"start": 1, "end": 2, "unit": "token", "corrections": ["goes"], "type": None}]]
    path = table(tmp_path / "x.parquet", text=["He go ."], edits=edits)
    assert list(parquet.read(path)) == [Text("He go .", (Layer(0, (Edit(1, 2, ("goes",)),)),))]


@needs_pyarrow
def test_mistakes_are_refused(tmp_path: Path) -> None:
    """With the file and the row."""
    path = tmp_path / "x.parquet"
    with pytest.raises(FormatError, match=r"x\.parquet has the columns a, b; a table of sentences has 'source'"):
        list(parquet.read(table(path, a=["a"], b=["b"])))
    with pytest.raises(FormatError, match="row 2: the column 'source' holds null, not a text"):
        list(parquet.read(table(path, source=["a", None])))
    with pytest.raises(FormatError, match="row 1: an edit has no 'unit'"):
        list(parquet.read(table(path, text=["a"], edits=[[{"start": 0, "end": 1}]])))
    path.write_text("a\n")
    with pytest.raises(FormatError, match=r"x\.parquet cannot be read as Parquet"):
        list(parquet.read(path))
    for item in (Text("\ud800"), Text("a", (Layer(0, (Edit(0, 1 << 70, ("b",)),)),))):
        with pytest.raises(FormatError, match=r"y\.parquet cannot be written as Parquet"):
            parquet.write(tmp_path / "y.parquet", [item])
    assert [item.name for item in tmp_path.iterdir()] == ["x.parquet"]


def test_without_the_extra_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For reading and writing."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        MissingExtraError, match=r"Parquet needs .* pip install 'errata\[parquet\]', or '\.\[parquet\]' in a clone"
    ):
        parquet.write(tmp_path / "x.parquet", [])
    with pytest.raises(MissingExtraError, match="Parquet needs a package that is not installed"):
        list(parquet.read(tmp_path / "x.parquet"))


@needs_pyarrow
def test_a_text_is_one_reference(tmp_path: Path) -> None:
    """It is not cut into characters; a list has as many as it holds."""
    path = table(tmp_path / "x.parquet", source=["a"], references=["He goes"])
    assert list(parquet.read(path)) == [Text("a", (), ("He goes",))]
    path = table(tmp_path / "x.parquet", source=["a"], references=[["b", "c"]], id=[7])
    assert list(parquet.read(path, role="gold")) == [Text.of("a", (), ("b", "c"), id="7")]
    path = table(tmp_path / "x.parquet", source=["a"], references=[["b"]], reference_1=["c"])
    with pytest.raises(FormatError, match="'reference_1' and 'references' both give references: keep one"):
        list(parquet.read(path))


@needs_pyarrow
def test_types_of_text(tmp_path: Path) -> None:
    """Long strings and dictionaries are texts too."""
    texts = pyarrow.array(["a", "b"])
    for made in (texts.cast(pyarrow.large_string()), texts.dictionary_encode()):
        path = table(tmp_path / "x.parquet", source=made, output=made)
        assert [item.source for item in parquet.read(path, role="output")] == ["a", "b"]


@needs_pyarrow
def test_columns_that_only_parquet_can_hold_are_left_out(tmp_path: Path) -> None:
    """With a warning; what JSON can hold stays."""
    odd = pyarrow.array([[b"a"]])
    path = table(tmp_path / "x.parquet", source=["a"], odd=odd, kept=[{"n": [1.5, None]}])
    with pytest.warns(
        errata.ErrataWarning, match=r"x\.parquet: the column 'odd' of the type list<.*binary> was left out"
    ):
        assert list(parquet.read(path)) == [Text.of("a", extra={"kept": {"n": [1.5, None]}})]


@needs_pyarrow
def test_edits_and_records_of_odd_types_are_refused(tmp_path: Path) -> None:
    """Whether or not the file says that it is ours."""
    path = tmp_path / "x.parquet"
    with pytest.raises(
        FormatError, match="the column 'annotator' is of the type double; it must hold text or whole num"
    ):
        list(parquet.read(table(path, text=["a"], edits=[[{"start": 0}]], annotator=[0.5])))
    with pytest.raises(FormatError, match="row 1: an edit is null, not a structure"):
        list(parquet.read(table(path, text=["a"], edits=[[{"start": 0}, None]])))
    times = pyarrow.array([1], pyarrow.timestamp("ns"))
    ours = pyarrow.table({"text": times, "annotations": [[1]]}).replace_schema_metadata(
        {b"errata.schema": b"gec-parquet/1"}
    )
    pyarrow.parquet.write_table(ours, path)
    with pytest.raises(FormatError, match=r"x\.parquet, row 1: its columns are not those of the schema"):
        list(parquet.read(path))


@needs("pyarrow", "errata[parquet]")
def test_few_bytes_that_stand_for_many_long_texts_are_refused(tmp_path: Path) -> None:
    """A dictionary holds a text once, however many rows it stands in: such a file is unpacked piece by piece."""
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "bomb.parquet"
    rows = pyarrow.table({"source": ["a " * 1_000_000] * 50})
    pyarrow.parquet.write_table(rows, path, compression="zstd")
    with pytest.raises(FormatError, match=r"bomb\.parquet unpacks to more than 64 MiB"):
        list(parquet.read(path))
