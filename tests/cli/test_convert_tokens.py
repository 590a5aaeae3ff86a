"""`errata convert --tokens`: plain text is cut, and nothing passes it over in silence."""

from pathlib import Path

import pytest
from tests.support import run

LINES = "He's here (now).\nI don't know, sir.\n"
M2 = "S He 's here .\nA 1 2|||R:CONTR|||is|||REQUIRED|||-NONE-|||0\n\n"


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("space", LINES),
        ("marks", "He ' s here ( now ) .\nI don ' t know , sir .\n"),
        ("treebank", "He 's here ( now ) .\nI do n't know , sir .\n"),
    ],
)
def test_plain_text_is_cut(tmp_path: Path, how: str, expected: str) -> None:
    """Into a text, and into sources without edits."""
    (tmp_path / "a.txt").write_text(LINES)
    ran = run("convert", tmp_path / "a.txt", tmp_path / "b.txt", "--tokens", how)
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "b.txt").read_text() == expected
    assert run("convert", tmp_path / "a.txt", tmp_path / "b.m2", "--tokens", how).status == 0
    assert (tmp_path / "b.m2").read_text() == "".join(f"S {line}\n\n" for line in expected.splitlines())


def test_both_sides_are_cut_before_edits_are_found(tmp_path: Path) -> None:
    """Otherwise the edits would be of other words."""
    (tmp_path / "a.txt").write_text("He's here.\n")
    (tmp_path / "c.txt").write_text("He is here.\n")
    given = ["convert", "--source", tmp_path / "a.txt", "--extract", "errata", tmp_path / "c.txt", tmp_path / "o.m2"]
    assert run(*given, "--tokens", "treebank").status == 0
    assert (tmp_path / "o.m2").read_text() == M2


def test_edits_of_scripts_without_spaces_need_tokens(tmp_path: Path) -> None:
    """A whole sentence would be one word; cut into characters the same texts are converted."""
    for name, text in (("src.txt", "我昨天去学校了很高兴。\n"), ("ref.txt", "我昨天去了学校，很高兴。\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    given = [
        "convert",
        tmp_path / "ref.txt",
        tmp_path / "out.m2",
        "--source",
        tmp_path / "src.txt",
        "--extract",
        "errata",
    ]
    ran = run(*given)
    assert (ran.status, "src.txt: 1 of 1 line is in a script without spaces" in ran.err) == (2, True), ran.err
    assert "and edits count words; split all texts into characters with --tokens cjk" in ran.err
    assert not (tmp_path / "out.m2").exists()
    assert run(*given, "--tokens", "cjk").status == 0
