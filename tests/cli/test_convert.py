"""`errata convert`."""

from pathlib import Path

import pytest
from tests.support import run, write_file

import errata

SRC = ["He go home .", "It is fine .", ""]
COR0 = ["He goes home .", "It is fine .", ""]
COR1 = ["He went home .", "It 's fine .", "More ."]
EXTRACTED = """\
S He go home .
A 1 2|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||went|||REQUIRED|||-NONE-|||1

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:CONTR|||'s|||REQUIRED|||-NONE-|||1

S\x20
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||M:OTHER|||More .|||REQUIRED|||-NONE-|||1

"""
M2 = """S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went,the|||REQUIRED|||-NONE-|||1

S All is well .

"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write = write_file(tmp_path)
    write("src.txt", SRC)
    write("cor0.txt", COR0)
    write("cor1.txt", COR1)
    write("short.txt", SRC[:2])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_parallel_text_becomes_annotations(folder: Path) -> None:
    """One annotator for each corrected text."""
    ran = run("convert", "--source", "src.txt", "--extract", "errata", "cor0.txt", "cor1.txt", "out.m2")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (folder / "out.m2").read_text(encoding="utf-8") == EXTRACTED


def test_formats_are_told_by_suffix_or_name(folder: Path) -> None:
    """Packed or not; the sentences stay the same."""
    (folder / "in.m2").write_text(EXTRACTED, encoding="utf-8")
    assert run("convert", "in.m2", "packed.m2.gz").status == 0
    assert run("convert", "packed.m2.gz", "plain", "--to", "m2").status == 0
    assert (folder / "plain").read_text(encoding="utf-8") == EXTRACTED
    assert run("convert", "src.txt", "copy", "--from", "text", "--to", "text").status == 0
    assert (folder / "copy").read_text(encoding="utf-8") == (folder / "src.txt").read_text(encoding="utf-8")


def test_annotations_are_extracted_anew(folder: Path) -> None:
    """The texts stay, the edits are those of the extractor."""
    (folder / "in.m2").write_text("S a b c\nA 0 3|||X|||a x c|||REQUIRED|||-NONE-|||1\n\nS d\n\n", encoding="utf-8")
    assert run("convert", "in.m2", "out.m2", "--extract", "errata").status == 0
    corpus = errata.read("out.m2")
    assert [(layer.annotator, [e.start for e in layer.edits]) for layer in corpus[0].annotations] == [(1, [1])]
    assert corpus[1].annotations == ()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.m2"], "in.m2 is taken for OUT and no IN is given"),
        (["src.txt", "cor0.txt", "out.m2"], "2 files to read (src.txt, cor0.txt)"),
        (["--source", "src.txt", "cor0.txt", "out.m2"], "--source needs --extract as well"),
        (
            ["--source", "src.txt", "--extract", "errata", "short.txt", "out.m2"],
            "short.txt has 2 lines but src.txt has 3",
        ),
        (["--source", "-", "--extract", "errata", "-", "out.m2"], "standard input ('-') can stand for one file only"),
        (["src.txt", "out.m2", "--extract", "errata"], "src.txt has no annotations to extract anew"),
        (["src.txt", "out.xyz"], "no format is known by the suffix of out.xyz"),
    ],
)
def test_mistakes_are_refused(arguments: list[str], message: str) -> None:
    """With what to do, and without writing anything."""
    ran = run("convert", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert not Path("out.m2").exists()


def test_m2_to_imeasure_xml(tmp_path: Path) -> None:
    """Edits of one place become alternatives of one error; what was changed is said."""
    gold, target = write_file(tmp_path)("gold.m2", M2), tmp_path / "gold.xml"
    ran = run("convert", gold, target)
    assert (ran.status, ran.out) == (0, "")
    assert "1 corrections split into words" in ran.err
    assert target.read_text(encoding="utf-8") == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<scripts><script id="1">\n'
        '<sentence id="1" numann="2"><text>He go home .</text><error-list><error id="1" req="yes" type="SVA/Vt">'
        '<alt ann="0"><c start="1" end="2">goes</c></alt><alt ann="1"><c start="1" end="2">went , the</c></alt>'
        "</error></error-list></sentence>\n"
        '<sentence id="2" numann="0"><text>All is well .</text><error-list></error-list></sentence>\n'
        "</script></scripts>\n"
    )


def test_words_of_corrections_may_be_kept(tmp_path: Path) -> None:
    gold, target = write_file(tmp_path)("gold.m2", M2), tmp_path / "gold.xml"
    ran = run("convert", gold, target, "--no-retokenise")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert ">went,the<" in target.read_text(encoding="utf-8")


def test_there_and_back(tmp_path: Path) -> None:
    """Errors stay errors by way of M2, whatever the files are called."""
    gold = write_file(tmp_path)("gold.m2", M2)
    for source, target, *settings in (
        ("gold.m2", "one", "--to", "imeasure-xml", "--no-retokenise"),
        ("one", "two", "--from", "imeasure-xml", "--to", "m2"),
        ("two", "three.xml"),
    ):
        assert run("convert", tmp_path / source, tmp_path / target, *settings).status == 0
    assert "error=1" in (tmp_path / "two").read_text(encoding="utf-8")
    assert (tmp_path / "three.xml").read_bytes() == (tmp_path / "one").read_bytes()
    assert errata.read(gold).sources == errata.read(tmp_path / "three.xml").sources


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gold.m2", "gold.odd"), "no format is known by the suffix"),
        (("gold.m2", "gold.xml", "--to", "docx"), "no format is called 'docx'"),
        (("gold.m2", "again.m2", "--no-retokenise"), "format m2 has no setting 'retokenise'"),
        (("empty.m2", "gold.xml"), "has no sentences, so there is nothing to convert"),
        (("nowhere.m2", "gold.xml"), "does not exist"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    file = write_file(tmp_path)
    file("gold.m2", M2)
    file("empty.m2", "")
    monkeypatch.chdir(tmp_path)
    ran = run("convert", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.m2", "gold.m2"]
