"""`errata compat m2scorer` against the official scorer's output."""

import json
from pathlib import Path

import pytest
from tests.support import m2_edit, only_compiled, run, shared, write_file

GOLD = (
    "S The cat sat at mat .\n"
    "A 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n"
    "A 4 4|||ArtOrDet|||the||a|||REQUIRED|||-NONE-|||0\n\n"
    "S The dog .\n"
    "A 1 2|||Nn|||dogs|||REQUIRED|||-NONE-|||0\n"
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write = write_file(tmp_path)
    write("gold.m2", GOLD)
    write("out.txt", ["The cat sat on a mat .", "The dog ."])
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_three_closing_lines() -> None:
    """Byte for byte, whatever beta is called."""
    assert run("compat", "m2scorer", "out.txt", "gold.m2").out == (
        "Precision   : 1.0000\nRecall      : 1.0000\nF_0.5       : 1.0000\n"
    )
    assert run("compat", "m2scorer", "--beta", "1", "out.txt", "gold.m2").out.endswith("F_1.0       : 1.0000\n")


@pytest.mark.usefixtures("folder")
def test_verbose_blocks() -> None:
    """Cumulative counts and ratios, edits shrunk and unshrunk, the chosen annotator, the sums."""
    text = run("compat", "m2scorer", "-v", "out.txt", "gold.m2").out
    assert text.split("\n")[:13] == [
        ">> Annotator: 0",
        "SOURCE        : The cat sat at mat .",
        "HYPOTHESIS    : The cat sat on a mat .",
        "EDIT SEQ      : [(3, 4, u'at', u'on'), (4, 4, u'', u'a')]",
        "GOLD EDITS    : [(3, 4, u'at', [u'on']), (4, 4, u'', [u'the', u'a'])]",
        "CORRECT EDITS : [(3, 4, u'at', u'on'), (4, 4, u'', u'a')]",
        "# correct     : 2",
        "# proposed    : 2",
        "# gold        : 2",
        "precision     : 1.0",
        "recall        : 1.0",
        "f_0.5         : 1.0",
        "-" * 43,
    ]
    assert ">> Chosen Annotator for line 2 : 1\n\nCORRECT EDITS  : 2\nPROPOSED EDITS : 2\nGOLD EDITS     : 2\n" in text
    assert "# gold        : 3\nprecision     : 1.0\nrecall        : 0.666666666667\n" in text
    assert "\nP = 1.0\nR = 1.0\nF_0.5 = 1.0\nPrecision   : 1.0000\n" in text
    assert run("compat", "m2scorer", "--very_verbose", "out.txt", "gold.m2").out == text


def _verbose(folder: Path, source: str, edits: list[str], output: str, *options: str) -> list[str]:
    """Return the lines of `-v` on one sentence."""
    write = write_file(folder)
    write("gold.m2", "".join(f"{line}\n" for line in [f"S {source}", *edits, ""]))
    write("out.txt", [output])
    return run("compat", "m2scorer", "-v", *options, "out.txt", "gold.m2").out.split("\n")


@pytest.mark.parametrize(
    ("edits", "output", "markers"),
    [
        ([m2_edit(0, 1, ""), m2_edit(1, 1, "x")], "x b c", ["! (0, 1, u'a', u'')", "! (1, 1, u'', u'x')"]),
        ([m2_edit(0, 0, "x"), m2_edit(0, 1, "")], "x b c", ["! (0, 0, u'', u'x')", "! (0, 1, u'a', u'')"]),
        ([m2_edit(0, 1, "")], "x b c", ["& (0, 1, u'a', u'')"]),
        ([m2_edit(0, 0, "x")], "x b c", ["* (0, 0, u'', u'x')"]),
        # As often as an edit meets equal gold edits.
        ([m2_edit(0, 1, "")] * 2, "x b c", ["& (0, 1, u'a', u'')"] * 2),
        # Not adjacent: a word lies between.
        ([m2_edit(0, 1, ""), m2_edit(2, 2, "x")], "b x c", []),
        # Adjacent, but both insert or both delete, or the neighbour replaces.
        ([m2_edit(0, 1, ""), m2_edit(1, 2, "")], "c", []),
        ([m2_edit(0, 1, ""), m2_edit(1, 2, "x")], "x c", []),
        # The neighbour is judged after shrinking, and as it stands then meets no gold edit.
        ([m2_edit(0, 0, "x"), m2_edit(0, 2, "b")], "x b c", ["* (0, 0, u'', u'x')"]),
    ],
)
def test_markers_of_adjacent_deletions_and_insertions(
    edits: list[str], output: str, markers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right deletion beside an insertion is marked, and the other way round; with ! when both are right."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, "a b c", edits, output, "--max_unchanged_words", "1")
    assert [line for line in lines if line[:1] in {"!", "&", "*"}] == markers


def test_an_edit_apart_from_the_next_is_not_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deletion padded by a word, and an insertion a word further on (seen with the original)."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, "b c a", [m2_edit(0, 2, "c"), m2_edit(3, 3, "b")], "c a b")
    assert lines[:4] == [
        ">> Annotator: 0",
        "SOURCE        : b c a",
        "HYPOTHESIS    : c a b",
        "EDIT SEQ      : [(0, 1, u'b', u''), (3, 3, u'', u'b')]",
    ]


def test_an_edit_that_meets_two_gold_edits_is_listed_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it counts twice (seen with the original)."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, "b a", [m2_edit(1, 2, "b a")] * 2, "b b a")
    assert lines[5:7] == ["CORRECT EDITS : [(1, 2, u'a', u'b a'), (1, 2, u'a', u'b a')]", "# correct     : 2"]


def test_gold_edits_are_met_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two equal insertions: the first meets both gold edits, so the second finds none left."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, "a b", [m2_edit(1, 1, "x")] * 2, "a x x b", "--max_unchanged_words", "0")
    assert lines[3:9] == [
        "EDIT SEQ      : [(1, 1, u'', u'x'), (1, 1, u'', u'x')]",
        "GOLD EDITS    : [(1, 1, u'', [u'x']), (1, 1, u'', [u'x'])]",
        "CORRECT EDITS : [(1, 1, u'', u'x'), (1, 1, u'', u'x')]",
        "# correct     : 2",
        "# proposed    : 2",
        "# gold        : 2",
    ]


def test_text_as_python_2_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences as they are, edits with escapes."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, "it's né", [m2_edit(0, 1, 'a\\"😀'), m2_edit(1, 2, "\u2019\"'")], "its né")
    assert lines[1:5] == [
        "SOURCE        : it's né",
        "HYPOTHESIS    : its né",
        "EDIT SEQ      : [(0, 1, u\"it's\", u'its')]",
        "GOLD EDITS    : [(0, 1, u\"it's\", [u'a\\\\\"\\U0001f600']), (1, 2, u'n\\xe9', [u'\\u2019\"\\''])]",
    ]


@pytest.mark.parametrize(
    ("source", "edit", "output", "precision"),
    [
        ("İstanbul güzel", m2_edit(1, 2, "hoş"), "istanbul hoş", "1.0000"),
        ("ΛΟΓΟΣ α", m2_edit(1, 2, "β"), "λογος β", "0.5000"),
        ("ΛΟΓΟΣ α", m2_edit(1, 2, "β"), "λογοσ β", "1.0000"),
    ],
)
def test_lower_case_is_that_of_single_letters(
    source: str, edit: str, output: str, precision: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """İ is i, and Σ is σ at the end of a word too (seen with the original)."""
    monkeypatch.chdir(tmp_path)
    lines = _verbose(tmp_path, source, [edit], output, "--ignore_whitespace_casing", "--max_unchanged_words", "0")
    assert f"Precision   : {precision}" in lines


@pytest.mark.usefixtures("folder")
def test_wrong_calls_end_as_in_the_original() -> None:
    """Usage on standard error, status 255; files that do not fit have our message."""
    ran = run("compat", "m2scorer", "out.txt")
    assert ran.status == 255
    assert "Usage: m2scorer [OPTIONS] SYSTEM SOURCE_GOLD" in ran.err
    assert run("compat", "m2scorer", "--help").status == 0


def test_files_that_do_not_fit_are_refused(folder: Path) -> None:
    """Lines that do not pair, annotators that are not numbers."""
    write = write_file(folder)
    write("short.txt", ["The cat ."])
    assert "short.txt has 1 line but gold.m2 has 2 sentences" in run("compat", "m2scorer", "short.txt", "gold.m2").err
    write("named.m2", "S a\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||ann\n")
    assert "annotator 'ann' is not a number" in run("compat", "m2scorer", "short.txt", "named.m2").err
    assert run("compat", "m2scorer", "gold.m2", "short.txt").err == (
        "errata: error: short.txt is plain text, but SOURCE_GOLD, the second file, must be annotated (such as M2); "
        "gold.m2 is: are the two swapped?\n"
    )


@only_compiled
@pytest.mark.parametrize("system", ["AMU", "CAMB", "INPUT", "UFC"])
def test_conll14_closing_lines(system: str) -> None:
    """What the official scorer printed."""
    golden = json.loads(shared(f"golden/m2/{system}.json").read_text(encoding="utf-8"))["printed"]
    data = shared("data/conll14")
    ran = run("compat", "m2scorer", data / "systems" / f"{system}.txt", data / "gold.m2")
    precision, recall, f = golden
    assert ran.out == f"Precision   : {precision}\nRecall      : {recall}\nF_0.5       : {f}\n"
