"""`errata validate`."""

import json
import os
from pathlib import Path

import pytest
from tests.check.files import GOLD, PLAIN, block
from tests.support import EXAMPLES, m2_edit, run, write_file

import errata

EXPECTED = """\
gold.m2: gold, M2, 1 sentence, annotator 0
  error   offset-range × 2
          line 2 (sentence 1): edit 2 9 does not fit a sentence of 3 tokens
          also line 3
          → correct the offsets; they count from 0

out.txt: output, plain text, 1 line
  warning line-ends-crlf
          line 1: all 1 lines end in CR LF
          → convert to LF: --fix does

1 error, 1 warning in 2 files
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a few files."""
    monkeypatch.chdir(tmp_path)
    write = write_file(tmp_path)
    write("gold.m2", block(m2_edit(2, 9, "x"), m2_edit(9, 9, "y")))
    write("out.txt", "He goes home\r\n")
    write("good.m2", GOLD)
    write("good.txt", PLAIN)
    return tmp_path


def test_text_for_people() -> None:
    """File by file, each finding with place and remedy; status 1 for an error."""
    ran = run("validate", "gold.m2", "out.txt")
    assert (ran.status, ran.out, ran.err) == (1, EXPECTED, "")


def test_sound_files_take_a_line_each() -> None:
    """Status 0; also with warnings only."""
    ran = run("validate", "good.m2", "good.txt")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "good.m2: gold, M2, 20 sentences, annotator 0: nothing to report\n"
        "good.txt: output, plain text, 20 lines: nothing to report\n\nnothing to report in 2 files\n"
    )
    assert run("validate", "out.txt").status == 0


def test_json() -> None:
    """Everything the text says, by name."""
    ran = run("validate", "gold.m2", "out.txt", "--format", "json", "--fix", "fixed")
    content = json.loads(ran.out)
    assert ran.status == 1
    assert content == {
        "errata": errata.__version__,
        "schema": 1,
        "files": [
            {"file": "gold.m2", "role": "gold", "format": "m2", "count": 1, "unit": "sentence", "annotators": [0]},
            {"file": "out.txt", "role": "output", "format": "text", "count": 1, "unit": "line", "annotators": []},
        ],
        "findings": [
            {
                "code": "offset-range",
                "severity": "error",
                "file": "gold.m2",
                "line": 2,
                "sentence": 1,
                "message": "edit 2 9 does not fit a sentence of 3 tokens",
                "remedy": "correct the offsets; they count from 0",
                "count": 2,
                "places": [{"line": 2, "sentence": 1}, {"line": 3, "sentence": 1}],
            },
            {
                "code": "line-ends-crlf",
                "severity": "warning",
                "file": "out.txt",
                "line": 1,
                "sentence": None,
                "message": "all 1 lines end in CR LF",
                "remedy": "convert to LF: --fix does",
                "count": 1,
                "places": [{"line": 1, "sentence": None}],
            },
        ],
        "counts": {"error": 1, "warning": 1, "info": 0},
        "repairs": [
            {"file": "gold.m2", "copy": "fixed/gold.m2", "changed": [], "left": ["offset-range"]},
            {
                "file": "out.txt",
                "copy": "fixed/out.txt",
                "changed": [{"code": "line-ends-crlf", "what": "lines end in LF", "lines": []}],
                "left": [],
            },
        ],
    }


def test_repairs_in_words() -> None:
    """What was changed, what was left, where the copies are."""
    ran = run("validate", "gold.m2", "out.txt", "--fix", "fixed")
    assert ran.out.endswith(
        "repaired copies:\n"
        "  gold.m2 → fixed/gold.m2\n"
        "    nothing to change\n"
        "    left as it is: offset-range\n"
        "  out.txt → fixed/out.txt\n"
        "    changed: line-ends-crlf: lines end in LF\n\n"
        "1 error, 1 warning in 2 files\n"
    )
    assert Path("fixed/out.txt").read_bytes() == b"He goes home\n"


def test_standard_input() -> None:
    """Its format is told from its content."""
    ran = run("validate", "-", stdin=GOLD.encode())
    assert ran.out.startswith("standard input: gold, M2, 20 sentences, annotator 0: nothing to report")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no files to check"),
        (["none.txt"], "none.txt does not exist"),
        (["good.m2", "good.m2"], "good.m2 is given twice"),
        (["-", "--source", "-"], "can be given only once"),
        (["good.txt", "--nfc"], "--nfc only applies to repaired copies"),
        (["good.txt", "--fix", "."], "would overwrite good.txt"),
        (["-", "--fix", "x"], "--fix needs files: it cannot read standard input"),
        (["good.txt", "--fix", "-"], "--fix needs files: it cannot read standard input"),
        (["good.txt", "--format", "xml"], "invalid choice"),
    ],
)
def test_wrong_use(arguments: list[str], message: str) -> None:
    """Status 2, a message, nothing on standard output, nothing written."""
    before = sorted(os.listdir())  # noqa: PTH208  # names only
    ran = run("validate", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert sorted(os.listdir()) == before  # noqa: PTH208  # names only


def test_named_outputs_are_those_of_the_judged_systems() -> None:
    """NAME=PATH as for `metaeval`: under the right names the files belong together, under swapped ones they do not."""
    corpus = [str(EXAMPLES / name) for name in ("judgements.xml", "gold.m2")]
    names = ("bold", "cautious", "good", "unchanged")
    for name in names:
        Path(f"{name}-2.txt").write_bytes((EXAMPLES / f"{name}.txt").read_bytes())
    ran = run("validate", *corpus, *(f"{name}={name}-2.txt" for name in names))
    assert (ran.status, ran.err) == (0, "")
    swapped = ["bold=good-2.txt", "good=bold-2.txt", "cautious=cautious-2.txt", "unchanged=unchanged-2.txt"]
    ran = run("validate", *corpus, *swapped)
    assert ran.status == 1
    assert "other-outputs" in ran.out
    assert run("validate", *corpus, "bold=").err == "errata: error: 'bold=' names no file; write NAME=PATH\n"
