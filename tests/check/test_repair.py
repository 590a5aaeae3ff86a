"""Repaired copies."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.check.files import GOLD, M2_TEXTS, PLAIN, block
from tests.support import NOOP, m2_edit, write_file

from errata import InputError
from errata.check.examination import examine
from errata.check.repair import Repair, repair

ALWAYS = {
    *("bom", "line-ends-crlf", "line-ends-mixed", "line-ends-cr", "final-newline"),
    *("edit-unchanged", "edit-duplicate", "edit-unsorted"),
}
"""What no copy has."""


def fix(folder: Path, *paths: Path, target: str = "fixed/", nfc: bool = False) -> list[Repair]:
    files, _ = examine([str(path) for path in paths])
    return repair(files, str(folder / target) + ("/" if target.endswith("/") else ""), nfc=nfc)


def codes(*paths: Path) -> set[str]:
    return {found.code for file in examine([str(path) for path in paths])[1] for found in file.findings}


@pytest.mark.parametrize(
    ("name", "before", "after", "changed"),
    [
        ("x.txt", "\ufeffOne .\n", "One .\n", {"bom": ()}),
        ("x.txt", "\ufeff\ufeffOne .\n", "One .\n", {"bom": ()}),
        ("x.txt", "One .\r\nTwo .\r\n", "One .\nTwo .\n", {"line-ends-crlf": ()}),
        ("x.txt", "One .\r\r\nTwo .\n", "One .\nTwo .\n", {"line-ends-mixed": ()}),
        ("x.txt", "One .\rTwo .", "One .\nTwo .\n", {"line-ends-cr": (), "final-newline": ()}),
        ("x.txt", "One . \nTwo  .\n", "One . \nTwo  .\n", {}),
        ("x.txt", "One .\n\n", "One .\n\n", {}),
        (
            "x.m2",
            block(m2_edit(1, 2, "goes"), m2_edit(0, 1, "She", 1), m2_edit(1, 2, "goes"), m2_edit(1, 2, "goes", 1)),
            block(m2_edit(1, 2, "goes"), m2_edit(0, 1, "She", 1), m2_edit(1, 2, "goes", 1)),
            {"edit-duplicate": (4,)},
        ),
        (
            "x.m2",
            block(m2_edit(2, 3, "away"), m2_edit(1, 2, "goes", 1), m2_edit(1, 2, "goes")),
            block(m2_edit(1, 2, "goes"), m2_edit(1, 2, "goes", 1), m2_edit(2, 3, "away")),
            {"edit-unsorted": (2, 4)},
        ),
        (
            "x.m2",
            block(m2_edit(0, 1, "He"), m2_edit(1, 2, "goes"), m2_edit(0, 1, "He", 1), m2_edit(1, 1, "", 1)),
            block(m2_edit(1, 2, "goes"), NOOP + "1"),
            {"edit-unchanged": (2, 4, 5)},
        ),
        ("x.m2", block(m2_edit(1, 2, "go", kind="UNK")), block(m2_edit(1, 2, "go", kind="UNK")), {}),
        ("x.m2", block(m2_edit(1, 1, "a"), m2_edit(1, 1, "a")), block(m2_edit(1, 1, "a"), m2_edit(1, 1, "a")), {}),
    ],
)
def test_what_a_copy_changes(
    tmp_path: Path, name: str, before: str, after: str, changed: dict[str, tuple[int, ...]]
) -> None:
    """The copy, what is said of it, and the file itself, which stays."""
    path = write_file(tmp_path)(name, before)
    [report] = fix(tmp_path, path)
    assert (tmp_path / "fixed" / name).read_bytes() == after.encode()
    assert {change.code: change.lines for change in report.changes} == changed
    assert path.read_bytes() == before.encode()
    assert {found.code for found in report.left} == codes(path) - set(changed)


def test_composing_is_done_on_request_only(tmp_path: Path) -> None:
    """Then in every line of every file."""
    path = write_file(tmp_path)("x.txt", "One .\nCafe\u0301 .\n")
    assert fix(tmp_path, path)[0].changes == []
    [report] = fix(tmp_path, path, nfc=True, target="composed/")
    assert [(change.code, change.lines) for change in report.changes] == [("not-nfc", (2,))]
    assert codes(tmp_path / "composed" / "x.txt") == set()
    write = write_file(tmp_path)
    two = write("y.txt", "One .\nCafé .\n")
    assert codes(path, two) == {"not-nfc", "unicode-forms"}
    assert [report.left for report in fix(tmp_path, path, two, nfc=True, target="both/")] == [[], []]


def test_empty_lines_that_all_files_share_are_removed(tmp_path: Path) -> None:
    """As many as all have; more of them than that make a file too long, which is left."""
    write = write_file(tmp_path)
    one, two, three = write("1.txt", "One .\n\n\n"), write("2.txt", "Two .\n\n\n"), write("3.txt", "Two .\n\n\n\n")
    assert [change.lines for report in fix(tmp_path, one, two) for change in report.changes] == [(2, 3), (2, 3)]
    assert (tmp_path / "fixed" / "1.txt").read_text() == "One .\n"
    assert codes(tmp_path / "fixed" / "1.txt", tmp_path / "fixed" / "2.txt") == set()
    fix(tmp_path, one, three, target="other/")
    assert codes(tmp_path / "other" / "1.txt", tmp_path / "other" / "3.txt") == {"line-count"}


def test_empty_lines_after_the_last_gold_sentence_are_removed(tmp_path: Path) -> None:
    """But no line that may be a sentence."""
    write = write_file(tmp_path)
    gold, long, other = write("gold.m2", GOLD), write("x.txt", PLAIN + "\n\n"), write("y.txt", PLAIN + "\nMore .\n")
    reports = fix(tmp_path, gold, long, other)
    assert [[change.code for change in report.changes] for report in reports] == [[], ["line-count"], []]
    assert (tmp_path / "fixed" / "x.txt").read_text() == PLAIN
    assert (tmp_path / "fixed" / "y.txt").read_text() == PLAIN + "\nMore .\n"


def test_files_that_are_not_understood_get_no_copy(tmp_path: Path) -> None:
    """Other encodings and other formats; the others get theirs."""
    write = write_file(tmp_path)
    paths = [write("a.txt", "é".encode("latin-1")), write("b.xml", "<edits></edits>"), write("c.txt", "Fine .\n")]
    assert [bool(report.target) for report in fix(tmp_path, *paths)] == [False, False, True]
    assert [path.name for path in (tmp_path / "fixed").iterdir()] == ["c.txt"]


def test_packed_files_stay_packed(tmp_path: Path) -> None:
    """And a single file may be given another name."""
    from gzip import compress, decompress

    path = write_file(tmp_path)("x.txt.gz", compress(b"One .\r\n"))
    fix(tmp_path, path, target="y.txt.gz")
    assert decompress((tmp_path / "y.txt.gz").read_bytes()) == b"One .\n"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """Neither the files themselves, also by another name, nor one copy by another; then nothing is written at all."""
    write = write_file(tmp_path)
    (tmp_path / "sub").mkdir()
    one, two = write("x.txt", "One .\r\n"), write("sub/x.txt", "Two .\r\n")
    (tmp_path / "link").symlink_to(tmp_path)
    for target in ("x.txt", "./", "link/"):
        with pytest.raises(InputError, match="would overwrite"):
            fix(tmp_path, one, target=target)
    with pytest.raises(InputError, match="would overwrite"):
        fix(tmp_path, two, one, target="sub/")
    with pytest.raises(InputError, match="would both be"):
        fix(tmp_path, one, two, target="new/")
    with pytest.raises(InputError, match="is a file, but copies of 2 files need a folder"):
        fix(tmp_path, one, write("z.txt", "Z .\n"), target="sub/x.txt")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "sub", "x.txt", "z.txt"]
    assert (one.read_bytes(), two.read_bytes()) == (b"One .\r\n", b"Two .\r\n")


def test_a_file_that_is_there_already_stays(tmp_path: Path) -> None:
    """Unless it is empty or the same copy; where one must stay, no other copy is written either."""
    write = write_file(tmp_path)
    one, two = write("x.txt", "One .\r\n"), write("y.txt", "Two .\r\n")
    (tmp_path / "new").mkdir()
    mine = write("new/y.txt", "My notes\n")
    with pytest.raises(InputError, match=r"copy of .*y\.txt would overwrite .*new/y\.txt, which already exists"):
        fix(tmp_path, one, two, target="new/")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["y.txt"]
    for other in ("Two .\r\n", "Two .", "Two .\n\n"):
        mine.write_bytes(other.encode())
        with pytest.raises(InputError, match="holds something else"):
            fix(tmp_path, two, target="new/y.txt")
        assert mine.read_bytes() == other.encode()
    mine.write_bytes(b"")
    for _ in range(2):
        fix(tmp_path, one, two, target="new/")
        assert mine.read_bytes() == b"Two .\n"


def test_a_damaged_file_is_not_written_over_either(tmp_path: Path) -> None:
    """What cannot be read may be anything."""
    from gzip import compress

    path = write_file(tmp_path)("x.txt.gz", compress(b"One .\r\n"))
    there = write_file(tmp_path)("y.txt.gz", b"no gzip")
    with pytest.raises(InputError, match="holds something else"):
        fix(tmp_path, path, target="y.txt.gz")
    assert there.read_bytes() == b"no gzip"


ANY_TEXT = st.one_of(M2_TEXTS, st.text(alphabet="a .\r\n\u00e9e\u0301\ufeff\t", max_size=30))


@given(ANY_TEXT, st.booleans(), st.sampled_from(["x.txt", "x.m2"]))
def test_copies_are_sound_and_need_no_repair(text: str, nfc: bool, name: str) -> None:
    """A copy is free of what copies cure, and a copy of it is the same."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        path = write_file(folder)(name, text.encode())
        [first] = fix(folder, path, target="one/", nfc=nfc)
        if not first.target:
            assert "wrong-format" in codes(path)
            return
        copy = Path(first.target)
        assert codes(copy) & (ALWAYS | ({"not-nfc"} if nfc else set())) == set()
        [second] = fix(folder, copy, target="two/", nfc=nfc)
        assert second.changes == []
        assert Path(second.target).read_bytes() == copy.read_bytes()
