"""`errata compat m2scorer` against the official scorer's output."""

import json
from pathlib import Path

import pytest
from tests.support import only_compiled, run, shared, write_file

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
        "EDIT SEQ      : [(3, 4, 'at', 'on'), (4, 4, '', 'a')]",
        "GOLD EDITS    : [(3, 4, 'at', ['on']), (4, 4, '', ['the', 'a'])]",
        "CORRECT EDITS : [(3, 4, 'at', 'on'), (4, 4, '', 'a')]",
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


def test_markers_of_deletions_beside_insertions(folder: Path) -> None:
    """A right deletion next to an insertion is marked, with ! when the insertion is right too."""
    write = write_file(folder)
    none = "|||REQUIRED|||-NONE-|||0\n"
    write("gold.m2", f"S a b c\nA 0 1|||T|||{none}A 2 2|||T|||x{none}\n")
    write("out.txt", ["b x c"])
    text = run("compat", "m2scorer", "-v", "--max_unchanged_words", "0", "out.txt", "gold.m2").out
    assert "! (0, 1, 'a', '')\n! (2, 2, '', 'x')\n" in text
    write("gold.m2", f"S a b c\nA 0 1|||T|||{none}\n")
    text = run("compat", "m2scorer", "-v", "--max_unchanged_words", "0", "out.txt", "gold.m2").out
    assert "& (0, 1, 'a', '')\n" in text
    write("gold.m2", f"S a b c\nA 2 2|||T|||x{none}\n")
    text = run("compat", "m2scorer", "-v", "--max_unchanged_words", "0", "out.txt", "gold.m2").out
    assert "* (2, 2, '', 'x')\n" in text


@pytest.mark.usefixtures("folder")
def test_wrong_calls_end_as_in_the_original() -> None:
    """Usage on standard error, status 255; files that do not fit have our message."""
    ran = run("compat", "m2scorer", "out.txt")
    assert ran.status == 255
    assert "Usage: m2scorer [OPTIONS] SYSTEM SOURCE_GOLD" in ran.err
    assert run("compat", "m2scorer", "--help").status == 0


def test_files_that_do_not_fit_are_refused(folder: Path) -> None:
    """Lines that do not pair, annotators that are no numbers."""
    write = write_file(folder)
    write("short.txt", ["The cat ."])
    assert "short.txt has 1 line but gold.m2 has 2 sentences" in run("compat", "m2scorer", "short.txt", "gold.m2").err
    write("named.m2", "S a\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||ann\n")
    assert "annotator 'ann' is no number" in run("compat", "m2scorer", "short.txt", "named.m2").err
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
