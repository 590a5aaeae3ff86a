"""`errata difficulty`."""

import json
import os
from pathlib import Path

import pytest
from tests.support import NOOP, only_compiled, only_posix, run, shared, write_file

from errata import read_weights


def m2(*layers: str) -> str:
    """Return two sentences with edits of some annotators, written `start end type correction`."""
    edits = "".join(
        "A {} {}|||{}|||{}|||REQUIRED|||-NONE-|||{}\n".format(*edit.split(" ", 3), who)
        for who, layer in enumerate(layers)
        for edit in layer.split(";")
        if edit
    )
    noops = "".join(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{who}\n" for who in range(len(layers)))
    return f"S He go in school .\n{edits or noops}\nS It rain .\n{noops}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gold of two annotators, three systems."""
    write = write_file(tmp_path)
    write("gold.m2", m2("1 2 R:VERB:SVA goes;2 3 R:PREP to", "1 2 R:VERB:SVA went"))
    write("one.m2", m2("1 2 R:VERB:SVA goes"))
    write("two.m2", m2("1 2 R:VERB:SVA goes;2 3 R:PREP to"))
    write("three.m2", m2("1 2 R:VERB:SVA went;4 5 R:PUNCT !"))
    write("src.txt", ["He go in school .", "It rain ."])
    write("plain.txt", ["He goes to school .", "It rains ."])
    monkeypatch.chdir(tmp_path)
    return tmp_path


SYSTEMS = ("one.m2", "two.m2", "three.m2")
BARE = ("one=none.m2", "two=none.m2")


@pytest.mark.usefixtures("folder")
def test_scores_types_and_errors_are_printed() -> None:
    """Ranks with their changes, the signature, and errors in context."""
    ran = run(
        "difficulty", "gold.m2", *SYSTEMS, "--source", "src.txt", "--top", "1", "--types", "full", "--digits", "1"
    )
    assert (ran.status, ran.err) == (0, "")
    assert "two        1  100.0  100.0  100.0       –" in ran.out
    assert "difficulty|v:" in ran.out
    assert "R:PREP            0.667  0.000       1" in ran.out
    assert "hardest errors (1 of 2)\n" in ran.out
    assert "He go [in→to] school ." in ran.out
    assert "He [go→goes] in school ." in ran.out


@pytest.mark.usefixtures("folder")
def test_the_map_in_the_terminal() -> None:
    """Sentences by number; colour when asked for, none where the output is no terminal."""
    plain = run("difficulty", "gold.m2", *SYSTEMS, "--map", "1", "--false-positives")
    assert "\n   1  He [go→goes 2/3] [in→to 1/3] school {. ×1}\n" in plain.out
    assert "It rain" not in plain.out
    ranged = run("difficulty", "gold.m2", *SYSTEMS, "--map", "1-2")
    assert run("difficulty", "gold.m2", *SYSTEMS, "--map", "all").out == ranged.out
    assert "\n   2  It rain .\n" in ranged.out
    assert "\033[48;5;" in run("difficulty", "gold.m2", *SYSTEMS, "--map", "1", "--color", "always").out
    assert "\033" not in plain.out


@pytest.mark.usefixtures("folder")
def test_every_annotator_in_turn() -> None:
    """One analysis each."""
    ran = run("difficulty", "gold.m2", *SYSTEMS, "--annotator", "all", "--format", "json", "--quiet")
    first, second = json.loads(ran.out)["analyses"]
    assert (first["reference"], second["reference"]) == (0, 1)
    assert [first["scores"][0]["system"], second["scores"][0]["system"]] == ["two", "three"]
    [one] = json.loads(run("difficulty", "gold.m2", *SYSTEMS, "--annotator", "1", "--format", "json").out)["analyses"]
    assert one == second


def test_weights_are_written_and_used_later(folder: Path) -> None:
    """The plain form and JSON; a new system gets the score it would have had."""
    for name in ("w.txt", "w.json"):
        assert run("difficulty", "gold.m2", *SYSTEMS, "--write-weights", name).status == 0
        ran = run("difficulty", "gold.m2", "two.m2", "--weights", name, "--format", "json")
        assert ran.err == ""
        [item] = json.loads(ran.out)["analyses"]
        assert (item["N"], item["scores"][0]["values"]["f"]) == (3, 1.0)
    assert (folder / "w.txt").read_text() == "3\n3 3 3 2 3 1 3 3 3 2 3\n3 3 3 3 3 3 3\n"
    weights = read_weights(folder / "w.json")
    assert (weights.systems, weights.reference, weights.function) == (("one", "two", "three"), 0, (1.0, 0.0, 0.0))
    scored = run(
        "score", "gold.m2", "two.m2", "--measure", f"difficulty:weights={folder / 'w.json'}", "--format", "json"
    )
    [score] = json.loads(scored.out)["scores"]
    assert score["score"] == 1.0
    assert f"|weights:{weights.fingerprint}|" in score["signature"]


def test_the_page_is_written(folder: Path) -> None:
    """Whole, and the tables are printed all the same."""
    ran = run("difficulty", "gold.m2", *SYSTEMS, "--html", "map.html")
    assert "weighted scores" in ran.out
    html = (folder / "map.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert html.rstrip().endswith("</html>")
    assert html.count("<mark ") == 2


@pytest.mark.usefixtures("folder")
def test_systems_that_do_the_same_are_warned_about(folder: Path) -> None:
    """With the break-even of the paper; quietly when asked."""
    write_file(folder)("twin.m2", (folder / "two.m2").read_text())
    ran = run("difficulty", "gold.m2", *SYSTEMS, "twin.m2")
    assert ran.err.count("two, twin make the same edits") == 1
    assert "Break-even: 1 error solved by one system alone outweighs the 2 that two, twin all solve." in ran.out
    assert run("difficulty", "gold.m2", *SYSTEMS, "twin.m2", "--quiet").err == ""


@pytest.mark.usefixtures("folder")
def test_plain_outputs_need_an_extractor() -> None:
    """Which the signature names; the same edits in M2 give the same numbers."""
    ran = run("difficulty", "gold.m2", "plain.txt", "one.m2", "--extract", "errata", "--format", "json", "--quiet")
    assert ran.status == 0, ran.err
    assert "|extract:errata" in ran.out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gold.m2"], "no system output given (gold.m2 was read as GOLD)"),
        (["gold.m2", "plain.txt"], "is plain text; give an M2 file"),
        (["plain.txt", "one.m2"], "plain.txt is plain text, but GOLD"),
        (["gold.m2", "one.m2", "--annotator", "7"], "gold.m2 has no annotator 7 to be the reference; it has: 0, 1"),
        (["bare.m2", *BARE, "--annotator", "all"], "bare.m2 has neither annotations nor references"),
        (
            ["bare.m2", *BARE, "--annotator", "all", "--format", "json"],
            "bare.m2 has neither annotations nor references",
        ),
        (
            ["bare.m2", *BARE, "--annotator", "all", "--write-weights", "w.txt"],
            "bare.m2 has neither annotations nor references",
        ),
        (
            ["bare.m2", *BARE, "--annotator", "all", "--html", "w.html"],
            "bare.m2 has neither annotations nor references",
        ),
        (["bare.m2", *BARE], "bare.m2 has neither annotations nor references"),
        (["gold.m2", "one.m2", "--map", "3"], "range of sentences from 1 to 2, not '3'"),
        (["gold.m2", "one.m2", "--map", "2-1"], "range of sentences from 1 to 2, not '2-1'"),
        (["gold.m2", "one.m2", "--map", "x"], "not 'x'"),
        (["gold.m2", "one.m2", "--map", "1", "--format", "json"], "--map prints text"),
        (["gold.m2", "one.m2", "--digits", "99"], "--digits takes a whole number from 0 to 15"),
        (["gold.m2", "one.m2", "--top", "-1"], "--top takes a whole number from 0 to"),
        (["gold.m2", "one.m2", "--weights", "bad.txt"], "bad.txt, line 2: 3 counts, but sentence 1 of gold.m2 has 11"),
        (["gold.m2", "one.m2", "--weights", "nowhere"], "nowhere does not exist"),
        (["gold.m2", *SYSTEMS, "--annotator", "all", "--html", "x.html"], "cover one annotator"),
        (["gold.m2", "one.m2", "--html", "nowhere/x.html"], "nowhere/x.html cannot be written"),
        (["gold.m2", "one.m2", "--c", "-1"], "N + c is 1 + -1, but it must be more than 0"),
    ],
)
def test_bad_input_ends_with_a_message(folder: Path, arguments: list[str], message: str) -> None:
    """Status 2 and nothing on standard output."""
    write_file(folder)("bad.txt", "3\n1 2 3\n1\n")
    write_file(folder)("bare.m2", "S a b\n\n")
    write_file(folder)("none.m2", f"S a b\n{NOOP}0\n\n")
    ran = run("difficulty", *arguments, "--quiet")
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


@pytest.mark.parametrize(
    ("arguments", "kept", "message"),
    [
        (
            ["--html", "gold.m2", *SYSTEMS],
            "gold.m2",
            "a file that is not an HTML page (it does not begin with <!doctype",
        ),
        (["--write-weights", "gold.m2", *SYSTEMS], "gold.m2", "a file that holds no weights (gold.m2, line 1:"),
        (["gold.m2", *SYSTEMS, "--html", "./two.m2"], "two.m2", "--html ./two.m2 would overwrite an input"),
        (
            ["gold.m2", "x=one.m2", "--write-weights", "one.m2"],
            "one.m2",
            "would overwrite an input; give it another name",
        ),
        (["gold.m2", "one.m2", "--source", "src.txt", "--html", "src.txt"], "src.txt", "would overwrite an input"),
        (["gold.m2", "two.m2", "--weights", "w.txt", "--write-weights", "w.txt"], "w.txt", "would overwrite an input"),
    ],
)
def test_a_file_that_is_read_or_no_page_is_not_written_over(
    folder: Path, arguments: list[str], kept: str, message: str
) -> None:
    """Nor one that the option swallowed; nothing is changed."""
    write_file(folder)("w.txt", "3\n3 3 3 2 3 1 3 3 3 2 3\n3 3 3 3 3 3 3\n")
    before = (folder / kept).read_bytes()
    ran = run("difficulty", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert (folder / kept).read_bytes() == before


@only_posix
def test_a_page_and_weights_need_places_of_their_own(folder: Path) -> None:
    """Also where links make one place of two names; what is thrown away needs none."""
    (folder / "link.html").symlink_to("w.json")
    (folder / "there").symlink_to(".")
    for page, weights in (("x.html", "x.html"), ("link.html", "w.json"), ("there/w.json", "w.json")):
        ran = run("difficulty", "gold.m2", *SYSTEMS, "--html", page, "--write-weights", weights)
        told = f"--html and --write-weights would both be written to {weights}; give each its own name"
        assert (ran.status, ran.out, ran.err) == (2, "", f"errata: error: {told}\n")
        assert not (folder / weights).exists()
    assert run("difficulty", "gold.m2", *SYSTEMS, "--html", os.devnull, "--write-weights", os.devnull).status == 0


def test_a_page_and_weights_may_be_written_anew(folder: Path) -> None:
    """Over those of an earlier run, and over an empty file."""
    (folder / "map.html").touch()
    for _ in range(2):
        ran = run("difficulty", "gold.m2", *SYSTEMS, "--html", "map.html", "--write-weights", "w.json")
        assert (ran.status, ran.err) == (0, "")
    assert (folder / "map.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@only_compiled
def test_conll14_from_the_command_line() -> None:
    """Twelve systems; the figures are those of the original."""
    data = shared("data/conll14/errant")
    names = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
    ran = run("difficulty", data / "gold.m2", *(data / f"{name}.m2" for name in names))
    assert "CAMB       1  26.59  35.84  13.09      ↑2  25.58" in ran.out
    assert "AMU        3  24.38  40.77   9.35      ↓2  26.36" in ran.out


def test_ranks_are_compared_with_those_of_another_measure(folder: Path) -> None:
    """Tables 2 and 3: the system, its place, and what it won or lost against M²; ordered by what is asked for."""
    ran = run("difficulty", "gold.m2", *SYSTEMS, "--against", "m2", "--format", "json", "--quiet", "--sort", "accuracy")
    rows = json.loads(ran.out)["analyses"][0]["scores"]
    assert [row["accuracy_rank"] for row in rows] == sorted(row["accuracy_rank"] for row in rows)
    alone = json.loads(run("score", "gold.m2", *SYSTEMS, "--measure", "m2", "--format", "json", "--quiet").out)[
        "scores"
    ]
    assert {row["system"]: row["against"]["score"] for row in rows} == {row["system"]: row["score"] for row in alone}
    table = run("difficulty", "gold.m2", *SYSTEMS, "--against", "m2", "--quiet").out
    assert "m2 F0.5" in table
    assert "against the rank by m2" in table


def test_several_corpora_stand_side_by_side(folder: Path) -> None:
    """Scores are those of each corpus alone; a system that a corpus lacks has an empty cell there."""
    ran = run("difficulty", "--corpus", "a=gold.m2", *SYSTEMS, "--corpus", "b=gold.m2", *SYSTEMS[:2], "--quiet")
    assert ran.status == 0
    head, _, *rows = ran.out.splitlines()[1:6]
    assert head.split() == ["system", "a", "rank", "b", "rank"]
    assert sorted(len(row.split()) for row in rows) == [3, 5, 5]
    assert ran.out.count("difficulty-weighted") == 2
    data = json.loads(
        run("difficulty", "--corpus", "a=gold.m2", *SYSTEMS, "--corpus", "b=two.m2", *SYSTEMS, "--format", "json").out
    )["corpora"]
    alone = json.loads(run("difficulty", "two.m2", *SYSTEMS, "--format", "json").out)["analyses"][0]
    assert [item["corpus"] for item in data] == ["a", "b"]
    assert data[1]["scores"] == alone["scores"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--corpus", "gold.m2"], "--corpus gold.m2 has no OUTPUT"),
        (["--corpus", "gold.m2", "one.m2", "--corpus", "gold.m2", "one.m2"], "two corpora are called 'gold'"),
        (["--corpus", "gold.m2", "one.m2", "--html", "x.html"], "--html cannot be combined with --corpus"),
        (["--corpus", "gold.m2", "one.m2", "--annotator", "all"], "--annotator all cannot be combined"),
        (["gold.m2", *SYSTEMS, "--annotator", "best"], "difficulty is analysed for one annotator"),
        (["gold.m2", *SYSTEMS, "--function", "reciprocal", "--b", "1"], "belong to function=linear"),
        ([], "no files given"),
    ],
)
def test_what_cannot_be_shown_is_refused(folder: Path, arguments: list[str], message: str) -> None:
    """With what to do instead."""
    ran = run("difficulty", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
