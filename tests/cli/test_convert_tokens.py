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
