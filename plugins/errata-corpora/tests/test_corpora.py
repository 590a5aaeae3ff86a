"""The formats of corpora and of other programs, from a file's name to a score: guessed, read, paired, converted."""

import shutil
from pathlib import Path

import pytest
from tests.support import run, write_file

from errata import Edit, FormatError
from errata.formats import available_formats, get_format, guess_format
from errata.formats.datasets import read_documents, write_documents

SAMPLES = Path(__file__).parent / "samples"
BEA = '{"id": "1", "text": "He go.\\nShe 😀 sing", "edits": [[0, [[3, 5, "goes", "SVA"], [13, 17, "sings", "SVA"]]]]}\n'

CONTENT = {
    "nucle": '<DOC nid="1">\n<TEXT></TEXT></DOC>\n',
    "bea": BEA,
    "brat": "T1\tSVA 3 5\tgo\n#1\tAnnotatorNotes T1\tgoes\n",
    "ua-gec": "He {go=>goes:::error_type=SVA}.\n",
    "languagetool": '{\n "matches": []\n}\n',
    "fce": '<?xml version="1.0"?>\n<learner><coded_answer/></learner>\n',
}


@pytest.mark.parametrize("name", CONTENT)
@pytest.mark.parametrize("suffix", [".txt", "", ".own"])
def test_content_tells_the_format(tmp_path: Path, name: str, suffix: str) -> None:
    """Under a name that says nothing, or under its own."""
    path = tmp_path / f"a{get_format(name).suffixes[0] if suffix == '.own' else suffix}"
    path.write_text(CONTENT[name], encoding="utf-8")
    assert guess_format(path).name == name


@pytest.mark.parametrize(
    "content",
    [
        "I said {so} => and :::.\n",
        "The\tcat\nA\tdog\n",
        '{"text": 1\n',
        "T is a letter .\nA man\n",
        "# 1\n",
        'He wrote "matches": [ .\n',
        "a <DOC nid='1'>\n",
    ],
)
def test_text_stays_text(tmp_path: Path, content: str) -> None:
    """However much of a format stands in it."""
    assert guess_format(write_file(tmp_path)("a.txt", content)).name == "text"


def test_one_suffix_of_two_formats(tmp_path: Path) -> None:
    """What looks like neither is not guessed; tags of SGML may be in lower case, in a file of any name."""
    file = write_file(tmp_path)
    for name, formats in (("a.json", "bea or languagetool"), ("a.ann", "brat or ua-gec")):
        with pytest.raises(FormatError, match=rf"may be in the format {formats}, but does not look like any .*format"):
            guess_format(file(name, "[]"))
    for name in ("a.sgml", "a.xml", "a.txt"):
        assert guess_format(file(name, CONTENT["nucle"].lower())).name == "nucle"


def test_formats_written_from_descriptions_say_so() -> None:
    """And the list of formats says so."""
    assert {form.name for form in available_formats().values() if form.from_description} == {*CONTENT, "multigec"}
    assert (
        run("formats").out.count("[written from its public description, not tested on real files]") == len(CONTENT) + 1
    )


def test_offsets_are_code_points_whatever_other_files_count(tmp_path: Path) -> None:
    """A unit is for files whose text is elsewhere."""
    path = write_file(tmp_path)("a.json", BEA)
    for unit in ("auto", "utf8", "utf16"):
        assert read_documents(path, offset_unit=unit)[0].edits[1].original == "sing"
    answer = '{"matches": [{"offset": 14, "length": 4, "replacements": [{"value": "sings"}]}]}'
    found = read_documents(
        write_file(tmp_path)("b.json", answer), write_file(tmp_path)("b.txt", "He go.\nShe 😀 sing"), offset_unit="utf8"
    )
    assert found[0].edits == (Edit.of(13, 17, "sing", ("sings",)),)


@pytest.mark.parametrize("name", ["nucle", "bea", "brat", "ua-gec"])
def test_documents_can_be_scored(tmp_path: Path, name: str) -> None:
    """As gold and as output, by the measure of documents."""
    file = write_file(tmp_path)
    gold = file("1.json", BEA)
    half = file("half.json", BEA.replace(', [13, 17, "sings", "SVA"]', ""))
    path = tmp_path / f"gold{get_format(name).suffixes[0]}"
    write_documents(read_documents(gold), path, name, loss="ignore")
    assert read_documents(path)[0].text == "He go.\nShe 😀 sing"
    shown = run("score", path, half, "--measure", "hoo", "--format", "json")
    assert shown.status == 0, shown.err
    assert '"correction_recall": 0.5' in shown.out
    assert '"correction_precision": 1.0' in shown.out


def test_conversion_to_m2(tmp_path: Path) -> None:
    """Paragraphs and lines become sentences."""
    file = write_file(tmp_path)
    assert run("convert", file("a.json", BEA), tmp_path / "a.m2", "--lossy").status == 0
    assert (tmp_path / "a.m2").read_text(encoding="utf-8") == (
        "S He go.\nA 1 2|||SVA|||goes.|||REQUIRED|||-NONE-|||0\n\n"
        "S She 😀 sing\nA 2 3|||SVA|||sings|||REQUIRED|||-NONE-|||0\n\n"
    )


def test_folders_of_annotations(tmp_path: Path) -> None:
    """Files of the suffix .ann, with the texts of BRAT beside them; a file without edits is in their format."""
    folder = tmp_path / "brat"
    folder.mkdir()
    for name in ("essay.ann", "essay.txt"):
        shutil.copy(SAMPLES / name, folder)
    write_file(folder)("an.txt", "All is well.")
    write_file(folder)("an.ann", "")
    documents = read_documents(folder)
    assert [(document.id, len(document.edits)) for document in documents] == [("an", 0), ("essay", 6)]
    out = tmp_path / "out"
    assert run("convert", folder, out, "--to", "brat").status == 0
    assert sorted(path.name for path in out.iterdir()) == ["an.ann", "an.txt", "essay.ann", "essay.txt"]
    assert read_documents(out).texts == documents.texts


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_all_samples_go_through_json_lines(tmp_path: Path) -> None:
    """And come back equal: what the formats have is in the model."""
    for name in ("essays.sgml", "essays.json", "essay.ann", "0007.a2.ann"):
        form = guess_format(SAMPLES / name)
        path = tmp_path / "a.jsonl"
        documents = list(form.read_documents(SAMPLES / name))
        assert get_format("jsonl").write(path, documents, loss="error") == []
        assert list(get_format("jsonl").read_documents(path)) == documents
