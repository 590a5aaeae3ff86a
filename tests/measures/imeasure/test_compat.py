"""`errata compat ieval`: arguments and tables; the numbers are compared in tests/measures."""

from pathlib import Path

import pytest
from tests.support import m2_edit, run, write_file

from errata import Finding

XML = """<scripts><script id="1"><sentence id="7b" numann="2"><text>He go in home .</text><error-list>
<error id="1" req="no" type="SVA"><alt ann="0"><c start="1" end="2">goes</c></alt></error>
<error id="2" req="yes" type="Prep"><alt ann="0"><c start="2" end="3"></c></alt>
<alt ann="1"><c start="2" end="3">to his</c></alt></error></error-list></sentence>
<sentence id="8" numann="0"><text>All is well .</text></sentence></script></scripts>
"""
RULE = "-" * 117
COLUMNS = "TP      TN      FP      FN     FPN       P       R  F_1.00     Acc   Acc_b    WAcc  WAcc_b       I "


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    file = write_file(tmp_path)
    return file("out.txt", ["He goes home .", "All is well ."]), file("gold.xml", XML)


def test_the_heading_says_what_was_asked(files: tuple[Path, Path]) -> None:
    output, gold = files
    ran = run("compat", "ieval", f"-ref:{gold}", "-w:1", "-opt:corpus", "-max:df", f"-hyp:{output}", "-b:0.5", "-w:3")
    assert (ran.status, ran.err) == (0, "")
    heading, _, tables = ran.out.partition("\n\n")
    assert heading.split("\n") == [
        f"Hypothesis file    : {output}",
        f"Gold standard file : {gold}",
        "Maximised metric   : F - DETECTION",
        "Optimised for      : CORPUS",
        "Weight of WAcc     : 3",
        "Beta of F          : 0.5",
    ]
    assert tables.startswith(f"OVERALL RESULTS\n{RULE}\nAspect            {COLUMNS.replace('1.00', '0.50')}\n{RULE}\n")


def test_files_may_be_named_without_options(files: tuple[Path, Path]) -> None:
    """In either order: the gold is told by its content."""
    output, gold = files
    expected = run("compat", "ieval", f"-hyp:{output}", f"-ref:{gold}").out
    assert run("compat", "ieval", output, gold).out == expected
    assert run("compat", "ieval", gold, output, "-opt:sent").out == expected
    assert run("compat", "ieval", f"-ref:{gold}", output).out == expected


def test_sentences_by_their_names_and_totals_after_each(files: tuple[Path, Path]) -> None:
    output, gold = files
    rows = run("compat", "ieval", output, gold, "-v").out.split("\n")
    start = rows.index("SENTENCE RESULTS")
    assert rows[start + 2] == f"SID     Asp.      {COLUMNS}"
    found = [" ".join(row.split()) for row in rows[start + 4 : start + 12]]
    perfect = "0 0 0 100.00 100.00 100.00 100.00 {base} 100.00 {base} 100.00"
    assert found == [
        f"{label} {aspect} {counts} {perfect.format(base=base)}"
        for label, counts, base in (
            ("7b", "2 3", "60.00"),
            ("total", "2 3", "60.00"),
            ("8", "0 4", "100.00"),
            ("total", "2 7", "77.78"),
        )
        for aspect in ("Det", "Cor")
    ]


def test_every_reference_with_its_alignment(files: tuple[Path, Path]) -> None:
    output, gold = files
    text = run("compat", "ieval", output, gold, "-vv").out
    assert text.count("Reference ") == 5
    assert "Reference 4 of 4\nS: He go   -  in  home .\nH: He goes -  -   home .\nR: He goes to his home .\n" in text


def test_of_very_many_references_the_chosen_one_is_shown(tmp_path: Path) -> None:
    words = [f"w{n}" for n in range(30)]
    lines = [f"A {n} {n + 1}|||X|||v{n}|||REQUIRED|||-NONE-|||{n % 2}" for n in range(0, 30, 2)]
    lines += [line[:-1] + "1" for line in lines]
    file = write_file(tmp_path)
    for n_errors, said in ((10, "Reference 1024 of 1024"), (15, "(32,768 combinations; the chosen one only)")):
        optional = [line[:-1] + "0" for line in lines[:n_errors]] + ["A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"]
        gold = file("gold.m2", ["S " + " ".join(words), *optional])
        text = run("compat", "ieval", file("out.txt", [" ".join(words)]), gold, "-vv").out
        assert said in text


def test_missing_lines_are_empty_and_surplus_ones_ignored(files: tuple[Path, Path], tmp_path: Path) -> None:
    _, gold = files
    file = write_file(tmp_path)
    exact, longer = (run("compat", "ieval", file("x.txt", lines), gold).out for lines in (["a", ""], ["a", "", "b"]))
    assert run("compat", "ieval", file("x.txt", ["a"]), gold).out == exact == longer


def test_an_invalid_metric_gives_way_to_the_default(files: tuple[Path, Path]) -> None:
    output, gold = files
    ran = run("compat", "ieval", output, gold, "-max:nonsense")
    assert (ran.status, ran.err) == (0, "Invalid metric 'nonsense' to maximise; cwacc is taken.\n")
    assert ran.out == run("compat", "ieval", output, gold).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "two files are needed"),
        (("-hyp:a.txt",), "two files are needed"),
        (("-hyp:a.txt", "-ref:b.xml", "c.txt"), "two files are needed"),
        (("-hyp:a.txt", "-ref:b.xml", "-opt:all"), "invalid choice: 'all'"),
        (("-hyp:a.txt", "-ref:b.xml", "-w:x"), "invalid float value: 'x'"),
        (("-hyp:a.txt", "-ref:b.xml", "-w:-1"), "weight takes a number from 0.001 to 1000, not -1"),
        (("-hyp:a.txt", "-ref:b.xml", "-w:0"), "weight takes a number from 0.001 to 1000, not 0"),
        (("-hyp:a.txt", "-ref:nowhere.xml"), "nowhere.xml does not exist"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], message: str) -> None:
    ran = run("compat", "ieval", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_text_as_gold_is_refused(files: tuple[Path, Path]) -> None:
    output, gold = files
    ran = run("compat", "ieval", f"-hyp:{gold}", f"-ref:{output}")
    assert (ran.status, ran.out) == (2, "")
    assert f"the file of -ref must be annotated (such as M2); {gold} is: are the two swapped?" in ran.err


def test_what_is_not_proved_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Finding("unproved", "nothing is proved")
    monkeypatch.setattr("errata.measures.imeasure.measure.IMeasure.remarks", lambda *_: [said])
    file = write_file(tmp_path)
    ran = run("compat", "ieval", file("out.txt", ["a"]), file("gold.m2", ["S a"]))
    assert (ran.status, ran.err) == (0, "errata: warning: nothing is proved\n")


@pytest.mark.parametrize("correction", ["-NONE-", "-NONE-||x"])
def test_the_correction_none_is_a_word(correction: str, tmp_path: Path) -> None:
    """As in the XML that the original's converter makes of M2; an empty one deletes (seen with the original)."""
    file = write_file(tmp_path)
    output, gold = file("out.txt", ["a", "c"]), tmp_path / "gold.m2"
    file("gold.m2", f"S a b\n{m2_edit(1, 2, correction)}\n\nS c\n\n")
    assert run("compat", "ieval", output, gold).out.split("\n")[-3].split()[1:6] == ["0", "2", "1", "1", "1"]
    file("gold.m2", f"S a b\n{m2_edit(1, 2, '')}\n\nS c\n\n")
    assert run("compat", "ieval", output, gold).out.split("\n")[-3].split()[1:6] == ["1", "2", "0", "0", "0"]
