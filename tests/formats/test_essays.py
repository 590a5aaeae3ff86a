"""Documents of plain text: MultiGEC's Markdown, folders, JSON Lines."""

import json
from pathlib import Path

import pytest
from tests.support import run

import errata
from errata import FormatError, read_essays

MARKDOWN = "### essay_id = e1\nDear Sir,\n\nI writes.\n\n### essay_id = 2\nShe go.\n"
TEXTS = {"e1": "Dear Sir,\n\nI writes.", "2": "She go."}


def texts_of(path: Path) -> dict[str, str]:
    """Return the documents of a file."""
    return {text.id: text.source for text in read_essays(path)}


@pytest.mark.parametrize(
    "content", [MARKDOWN, "\n" + MARKDOWN.replace("\n", "\r\n"), MARKDOWN.replace(" = ", "=") + "\n\n"]
)
def test_markdown_of_multigec_is_read(tmp_path: Path, content: str) -> None:
    """Blank lines around an essay are not part of it, those within are; line ends may be those of Windows."""
    (tmp_path / "orig.md").write_bytes(content.encode())
    assert texts_of(tmp_path / "orig.md") == TEXTS


def test_folders_and_json_lines_are_read(tmp_path: Path) -> None:
    """A file of a folder is called as its document; a record has its id and text under several names."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for id, text in TEXTS.items():
        (folder / f"{id}.txt").write_text(text)
    (folder / "readme.md").write_text("notes")
    (folder / "old").mkdir()
    with pytest.warns(errata.ErrataWarning, match=r"skipped 2 entries other than files \*\.txt, first old"):
        assert texts_of(folder) == dict(sorted(TEXTS.items()))
    for keys in (("id", "text"), ("essay_id", "output"), ("doc_id", "corrected")):
        lines = [json.dumps(dict(zip(keys, item, strict=True)) | {"level": "B1"}) for item in TEXTS.items()]
        (tmp_path / "x.jsonl").write_text("\n".join(lines))
        assert texts_of(tmp_path / "x.jsonl") == TEXTS


def test_a_file_of_plain_text_is_one_document(tmp_path: Path) -> None:
    """Whatever it is called."""
    (tmp_path / "mine.txt").write_text("One line.\nAnother.\n")
    assert texts_of(tmp_path / "mine.txt") == {"text": "One line.\nAnother.\n"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.md", "### essay_id = 1\na\n### essay_id = 1\nb\n", "a.md has the document '1' twice, in lines 1 and 3"),
        ("a.md", "### essay_id =\na\n", "a.md, line 1: the heading names no id"),
        ("a.md", "Title\n\n### essay_id = 1\na\n", "a.md, line 1: no heading; each document begins with"),
        ("a.md", "### essay_id = 1\n\n", "a.md has no document with a text"),
        ("a.jsonl", '{"id": 1, "text": "a"}\n{"id": "1", "text": "b"}\n', "the document '1' twice, in lines 1 and 2"),
        ("a.jsonl", '{"text": "a"}\n', "a.jsonl, line 1: the record has the keys text; a document has one of id,"),
        ("a.jsonl", '{"id": 1, "text": "a", "output": "b"}\n', "a document has one of text, source, output"),
        ("a.jsonl", '{"id": 1, "text": ["a"]}\n', "the record has ['a'] for 'text'"),
        ("a.jsonl", '{"id": 1, "text": "a", "edits": [1]}\n', "not a text document"),
        ("a.jsonl", "[1]\n", "not a text document"),
        ("a.jsonl", '{"id": 1, "te', "a.jsonl, line 1:"),
        ("a.txt", "", "a.txt has no document with a text"),
        ("a.md", "\n", "a.md has no document with a text"),
    ],
)
def test_what_is_no_set_of_documents_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, message: str
) -> None:
    """With file, line and what is wanted."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content)
    with pytest.raises(FormatError) as caught:
        read_essays(name)
    assert message in str(caught.value)


@pytest.mark.parametrize("heading", ["## essay_id = 2", "### Essay_ID: 2", "**essay_id = 2**", "essay id = 2"])
def test_what_is_almost_a_heading_is_refused(tmp_path: Path, heading: str) -> None:
    """As text it would make one document of two, unseen in a reference, which may lack documents."""
    (tmp_path / "ref.md").write_text(MARKDOWN.replace("### essay_id = 2", heading), "utf-8")
    with pytest.raises(FormatError, match=r"ref\.md, line 6: .* is not quite a heading; write ### essay_id = ID"):
        read_essays(tmp_path / "ref.md")


def test_text_before_the_first_heading_is_refused(tmp_path: Path) -> None:
    """By the reader itself, which does not look ahead."""
    from errata.formats.essays import read

    (tmp_path / "a.md").write_text("Title\n### essay_id = 1\na\n")
    with pytest.raises(FormatError, match="line 1: 'Title' comes before the first heading"):
        list(read(tmp_path / "a.md"))


def test_markdown_is_converted_and_comes_back(tmp_path: Path) -> None:
    """To JSON Lines and back, byte by byte; edits and headings in texts are refused."""
    (tmp_path / "a.md").write_text(MARKDOWN)
    assert run("convert", tmp_path / "a.md", tmp_path / "a.jsonl").status == 0
    assert run("convert", tmp_path / "a.jsonl", tmp_path / "b.md").status == 0
    assert (tmp_path / "b.md").read_text() == MARKDOWN
    edited = errata.Text.document("1", "a b", [errata.Edit.of(0, 1, "a", ("x",))])
    with pytest.raises(errata.ErrataError):
        errata.write_documents(errata.Corpus((edited,)), tmp_path / "c.md", "multigec", loss="error")
    heading = errata.Text.document("1", "a\n### essay_id = 2")
    with pytest.raises(FormatError, match="document 1 has a line that would be a heading"):
        errata.write_documents(errata.Corpus((heading,)), tmp_path / "c.md", "multigec")
    assert not (tmp_path / "c.md").exists()


def test_validate_pairs_documents_by_id(tmp_path: Path) -> None:
    """A reference may lack some, an output may not; nor may it have another order."""
    (tmp_path / "orig.md").write_text(MARKDOWN)
    (tmp_path / "some.md").write_text("### essay_id = 2\nShe goes.\n")
    (tmp_path / "turned.md").write_text("### essay_id = 2\nShe goes.\n\n### essay_id = e1\nDear Sir,\n\nI write.\n")
    given = ["validate", "--source", tmp_path / "orig.md", "--reference", tmp_path / "some.md"]
    (tmp_path / "right.md").write_text(MARKDOWN)
    assert run(*given, tmp_path / "right.md").status == 0
    ran = run(*given, tmp_path / "turned.md")
    assert (ran.status, "document 1 is 2 in place of e1" in " ".join(ran.out.split())) == (1, True)
    ran = run("validate", "--source", tmp_path / "orig.md", "--reference", tmp_path / "right.md", tmp_path / "some.md")
    assert (ran.status, "documents-differ" in ran.out, "lacks document e1" in " ".join(ran.out.split())) == (
        1,
        True,
        True,
    )
