"""Which format a file is in."""

from dataclasses import fields
from importlib import import_module
from importlib.metadata import EntryPoint
from inspect import signature
from pathlib import Path

import pytest
from tests.support import run, write_file

import errata
from errata import FormatError, MissingExtraError, OptionError, UnknownNameError
from errata.formats import Format, available_formats, get_format, guess_format, holds_documents
from errata.formats.registry import parse_format
from errata_corpora.brat import Convention

M2 = "S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("gold.m2", "S a\n", "m2"),
        ("gold.m2.gz", None, "m2"),
        ("gold", M2, "m2"),
        ("gold.txt", M2, "m2"),
        ("words", "a b\n", "text"),
        ("words.txt", "", "text"),
        ("words.odd", "a\n", "text"),
    ],
)
def test_guessing(tmp_path: Path, name: str, content: str | None, expected: str) -> None:
    """An annotated suffix decides, then the content, then plain text."""
    if content is not None:
        write_file(tmp_path)(name, content)
    assert guess_format(tmp_path / name).name == expected


def test_standard_input_cannot_be_guessed() -> None:
    """It can be read only once."""
    with pytest.raises(FormatError, match="standard input can be read only once, so its format cannot be detected"):
        guess_format("-")


def test_settings_are_those_of_readers_and_writers() -> None:
    """The registry says what each module takes, and the names of BRAT are those of its convention."""
    for form in available_formats().values():
        module = import_module(form.module)
        for function, declared in ((module.read, form.read_settings), (module.write, form.settings)):
            given = [item for item in signature(function).parameters.values() if item.kind == item.KEYWORD_ONLY]
            names = {item.name for item in given} - {"loss"}
            names |= {item.name for item in fields(Convention)} if form.name == "brat" else set()
            assert names == set(declared), (form.name, function)


def test_a_name_may_come_with_settings() -> None:
    """Flags are yes or no; what has an option of its own is refused."""
    form, settings = parse_format("brat:note=Fix,delete=gone", writing=True)
    assert (form.name, settings) == ("brat", {"note": "Fix", "delete": "gone"})
    assert parse_format("m2") == (get_format("m2"), {})
    assert parse_format("imeasure-xml:retokenise=no", writing=True)[1] == {"retokenise": False}
    for text, message in [
        ("ua-gec:escape=1", "escape must be yes or no, not '1'"),
        ("ua-gec:alternatives=join", "has no setting 'alternatives' for reading; it has: escape, metadata"),
        ("ua-gec:escape", "settings are given as key=value"),
        ("brat:text=a.txt", "columns and texts by columns and source"),
    ]:
        with pytest.raises(OptionError, match=message):
            parse_format(text)


def test_unknown_names_are_refused(tmp_path: Path) -> None:
    """With the names there are."""
    with pytest.raises(UnknownNameError, match=r"no format is called 'docx'; there are: .*m2, .*text"):
        get_format("docx")
    with pytest.raises(FormatError, match="no format has the suffix of"):
        errata.write([], tmp_path / "x.docx")
    errata.write([], tmp_path / "x.odd", "m2")
    assert (tmp_path / "x.odd").read_bytes() == b""


UPPER = Format("upper", (".upper",), "shouting", "errata.formats.plain", is_annotated=False)


def test_other_packages_can_add_a_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An entry point is enough to read by name or suffix."""
    point = EntryPoint("upper", f"{__name__}:UPPER", "errata.formats")
    monkeypatch.setattr(EntryPoint, "load", lambda self: UPPER)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    monkeypatch.syspath_prepend(tmp_path)  # where packages are looked for anew
    assert available_formats()["upper"] is UPPER
    path = write_file(tmp_path)("x.upper", "A\n")
    assert guess_format(path) is UPPER
    assert errata.read(path).sources == ["A"]
    assert errata.read(path, "upper").sources == ["A"]


def test_what_an_extra_would_read_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By suffix, content, folder and name; JSON Lines under a suffix of others is still read."""
    monkeypatch.setattr("errata.formats.registry._offered", lambda _path: {})
    write = write_file(tmp_path)
    remedy = r"errata\[corpora\] reads it: pip install 'errata\[corpora\]'"
    for name, content in [
        ("a.sgml", "a"),
        ("a.ann", "T1\tX 0 1\ta\n"),
        ("a.json", "[]"),
        ("a.xml", "<doc nid='1'></doc>"),
    ]:
        with pytest.raises(MissingExtraError, match=remedy):
            guess_format(write(name, content))
    with pytest.raises(MissingExtraError, match=f"the format brat is not installed; {remedy}"):
        get_format("brat")
    assert guess_format(write("b.json", '{"source": "a", "reference": "b"}\n')).name == "jsonl"
    (tmp_path / "essays").mkdir()
    write("essays/1.ann", "")
    with pytest.raises(MissingExtraError, match=rf"essays/\*.ann is not installed; {remedy}"):
        errata.read_documents(tmp_path / "essays")
    assert "pip install 'errata[corpora]'" in run("validate", tmp_path / "a.ann").out
    shown = run("convert", write("gold.m2", M2), tmp_path / "x.ann")
    assert (shown.status, "pip install 'errata[corpora]'" in shown.err) == (2, True)


def test_documents_are_told_from_sentences(tmp_path: Path) -> None:
    """Folders, files with edits by character, and JSON Lines whose first record is a document."""
    write = write_file(tmp_path)
    document = '{"format": "gec-jsonl/1", "text": "a", "unit": "char", "annotations": []}\n'
    assert holds_documents(str(tmp_path))
    assert holds_documents(str(write("x.xml", "<edits></edits>\n")))
    assert holds_documents(str(write("x.jsonl", document)))
    assert not holds_documents(str(write("y.jsonl", document.replace("char", "token"))))
    assert not holds_documents(str(write("x.m2", "S a\n\n")))
    assert not holds_documents("-")
