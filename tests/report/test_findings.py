"""Findings in words and as JSON."""

import json
from dataclasses import replace

from errata.check.examination import Examined
from errata.check.repair import Change, Repair
from errata.findings import Finding, Place
from errata.report.findings import render_json, render_text


def examined(name: str, *findings: Finding, **values: object) -> Examined:
    return Examined(name, "gold", "m2", 3, (), findings, **values)  # type: ignore[arg-type]


def finding(*places: Place, count: int = 1, message: str = "so and so") -> Finding:
    return Finding("double-blank", message, "x.m2", places, count)


def test_places_are_listed_up_to_five() -> None:
    """The first with its sentence, four more, and how many there are besides."""
    many = finding(*(Place(line, line) for line in range(1, 11)), count=12)
    lines = render_text([examined("x.m2", many)]).split("\n")
    assert lines[1:4] == [
        "  warning double-blank × 12",
        "          line 1 (sentence 1): so and so",
        "          also lines 2, 3, 4, 5 and 7 more",
    ]


def test_places_without_a_line_are_sentences() -> None:
    """Formats that are read whole know no lines; some findings have no place at all."""
    numbered = finding(Place(None, 4), Place(None, 7), count=2)
    assert "          sentence 4: so and so\n          also sentence 7\n" in render_text([examined("x.xml", numbered)])
    assert "\n          so and so\n" in render_text([examined("x.xml", finding())])


def test_only_blanks_break_lines() -> None:
    """Tabs and odd spaces are what a finding may be about."""
    for message, shown in (("a\tb", r"a\tb"), ("\u00a0".join(["word"] * 30),) * 2):
        assert f"\n          {shown}\n" in render_text([examined("x.m2", finding(message=message))])


def test_nothing_reaches_a_terminal_raw() -> None:
    """Neither from messages nor from names of files and annotators; in JSON it is escaped, and the same."""
    message = "a\x1b[2J \u202e \x9b1m"
    file = replace(examined("\x1b]0;x.m2", finding(message=message)), annotators=("\x07",))
    shown = render_text([file])
    assert r"\x1b]0;x.m2: gold, M2" in shown
    assert r"annotator \x07" in shown
    assert r"a\x1b[2J \u202e \x9b1m" in shown
    assert all(character.isprintable() or character == "\n" for character in shown)
    written = render_json([file])
    assert all(character.isprintable() or character == "\n" for character in written)
    assert json.loads(written)["findings"][0]["message"] == message


def test_files_without_findings_stand_close() -> None:
    """Others are set apart; names may be bold."""
    shown = render_text([examined("a"), examined("b"), examined("c", finding()), examined("d")], bold=True)
    titles = [line.split(":")[0] for line in shown.split("\n") if "\033" in line]
    assert titles == [f"\033[1m{name}\033[0m" for name in "abcd"]
    blocks = shown.split("\n\n")
    assert [block.count("\033[1m") for block in blocks] == [2, 1, 1, 0]
    assert blocks[-1] == "1 warning in 4 files"


def test_repairs() -> None:
    """Twenty lines are listed; what cannot be repaired is said."""
    made = Repair("x.txt", "fixed/x.txt", [Change("double-blank", "one blank", tuple(range(1, 24)))])
    shown = render_text([examined("x.txt")], [made, Repair("y.xml")])
    assert "changed: double-blank, lines 1, 2, 3," in shown
    assert "20 and 3 more: one blank" in " ".join(shown.split())
    assert "  y.xml: no copy; only M2 and plain text that is valid UTF-8 are repaired" in shown
    repairs = json.loads(render_json([examined("x.txt")], [made, Repair("y.xml")]))["repairs"]
    assert [repair["copy"] for repair in repairs] == ["fixed/x.txt", None]
    assert "repairs" not in json.loads(render_json([examined("x.txt")]))
