"""`errata convert`: a file in, the same sentences in another format out."""

from pathlib import Path

import pytest
from tests.support import run, write_file

import errata

M2 = """S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went,the|||REQUIRED|||-NONE-|||1

S All is well .

"""


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
