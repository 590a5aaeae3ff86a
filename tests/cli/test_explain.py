"""`errata explain`."""

import json
import os
import sys
from pathlib import Path

import pytest
from tests.support import EXAMPLES, on_terminal, only_posix, run, write_file

from errata.cli.explain import parse_numbers
from errata.errors import InputError

GOLD, GOOD, BOLD = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt"))


def test_a_sentence_is_named_by_number_and_index() -> None:
    """The fourth sentence of the corpus has index 3; text goes to standard output without colour."""
    ran = run("explain", GOLD, GOOD, "--sentence", 4, "--measure", "m2")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("sentence 4 (index 3), system good\n")
    assert "\033" not in ran.out
    assert "  R = correct / gold = 3/4 = 75.00 %\n" in ran.out


def test_json_agrees_with_score() -> None:
    """Counts and values of a sentence are those of the sentence row of `errata score`."""
    measures = ["--measure", "m2", "--measure", "green", "--measure", "errant", "--extract", "errata", "--quiet"]
    told = json.loads(run("explain", GOLD, GOOD, "--sentence", "3,7-9", *measures, "--format", "json").out)
    scored = json.loads(run("score", GOLD, GOOD, *measures, "--sentences", "--format", "json").out)
    assert [item["index"] for item in told["explanations"]] == [2, 6, 7, 8]
    for item in told["explanations"]:
        for mine, score in zip(item["measures"], scored["scores"], strict=True):
            row = score["sentences"][item["index"]]
            assert mine["signature"] == score["signature"]
            assert {name: mine[name] for name in ("score", "values", "counts", "reference")} == {
                name: row[name] for name in ("score", "values", "counts", "reference")
            }


def test_several_systems_are_explained_one_after_the_other() -> None:
    """Each with its own worst sentences."""
    ran = run("explain", GOLD, GOOD, BOLD, "--worst", 2, "--measure", "m2", "--format", "json", "--quiet")
    told = json.loads(ran.out)["explanations"]
    assert [item["system"] for item in told] == ["good", "good", "bold", "bold"]
    for place in (0, 2):
        first, second = told[place : place + 2]
        assert first["cost"] >= second["cost"] > 0
        assert first["index"] != second["index"]


def test_plain_references_and_documents_are_read_as_score_reads_them(tmp_path: Path) -> None:
    """`--source` with `--reference`; folders of HOO documents."""
    write = write_file(tmp_path)
    source, reference, output = write("s", ["He go ."]), write("r", ["He goes ."]), write("o", ["He goes ."])
    plain = run(
        "explain", "--source", source, "--reference", reference, output, "--sentence", 1, "--measure", "green:n=1"
    )
    assert plain.status == 0
    assert "reference 0  He goes ." in plain.out
    gold = write(
        "gold.xml",
        "<edits file='1'><edit index='1' start='3' end='5' type='V'>"
        "<original>go</original><corrections><correction>goes</correction></corrections></edit></edits>",
    )
    documents = run("explain", gold, f"mine={gold}", "--sentence", 1)
    assert documents.status == 0, documents.err
    assert "  corrected  1      3:5 go → goes  V     3:5 go → goes" in documents.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which sentences? Give --sentence N, --worst K, --grep TEXT or --type T"),
        (["--sentence", "0"], "takes numbers from 1 and ranges that go upwards, such as 3,7-9, not '0'"),
        (["--sentence", "9-7"], "ranges that go upwards, such as 3,7-9, not '9-7'"),
        (
            ["--sentence", "four"],
            "ranges that go upwards, such as 3,7-9, not 'four'",
        ),
        (["--sentence", "1-99999999999"], "not '1-99999999999'"),
        (["--sentence", "151"], "gold.m2 has 150 sentences, counted from 1"),
        (["--worst", "0"], "--worst takes a whole number from 1 to 10000000, not '0'"),
        (["--grep", "xyzzy"], "has 'xyzzy'"),
        (["--type", "Q"], "type 'Q'; there are: M:"),
        (["--sentence", "1", "--width", "10"], "--width takes a whole number from 40 to 10000, not '10'"),
        (["--sentence", "1", "--measure", "errant"], "errant compares edits, but the output good is plain text"),
        (["--sentence", "1", "--measure", "hoo"], "hoo compares documents"),
    ],
)
def test_bad_questions_are_refused(arguments: list[str], message: str) -> None:
    """Exit status 2, one message, nothing on standard output."""
    ran = run("explain", GOLD, GOOD, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("errata: error: ")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_numbers_and_ranges_count_from_one() -> None:
    """Indices count from 0."""
    assert parse_numbers(["1", "3-5,2"]) == [0, 2, 3, 4, 1]
    with pytest.raises(InputError, match="not ''"):
        parse_numbers(["1,,2"])


@only_posix
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_is_for_terminals_that_want_it(variables: dict[str, str], coloured: bool) -> None:
    """NO_COLOR and dumb terminals are respected, and the width is the terminal's."""
    command = [sys.executable, "-m", "errata", "explain", str(GOLD), str(GOOD), "--sentence", "4", "--measure", "m2"]
    environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS"}}
    shown = on_terminal(command, environment | {"TERM": "xterm"} | variables, columns=48)
    assert ("\033[32m" in shown) == coloured
    assert "sentence 4 (index 3), system good" in shown
    rows = [line for line in shown.splitlines() if line.startswith("  source")]
    assert len(rows) == 2  # two blocks
