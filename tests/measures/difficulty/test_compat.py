"""`errata compat gotoscorer` against the original's output."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.measures.difficulty.systems import CASES, each_case
from tests.support import m2_edit, run, write_file

from errata.measures.difficulty import compat as gotoscorer


def call(case: dict[str, Any], folder: Path, *options: object) -> tuple[str, ...]:
    """Return the arguments that make a case."""
    write = write_file(folder)
    arguments = ["compat", "gotoscorer", "-ref", write("ref.m2", case["ref"]), "-hyp", write("hyp.m2", case["hyp"])]
    arguments += ["-ref_id", case["ref_id"], "-a", case["a"], "-b", case["b"], "-c", case["c"], *options]
    if case["weights"]:
        arguments += ["-w_file", write("w.txt", case["weights"])]
    return tuple(map(str, arguments))


@each_case
def test_the_printed_table_is_reproduced(case: dict[str, Any], tmp_path: Path) -> None:
    """Byte for byte; without -v the counts are missing."""
    ran = run(*call(case, tmp_path, "-v"))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == case["expected"]["printed"]
    short = run(*call(case, tmp_path)).out
    rows = [line.split("\t") for line in case["expected"]["printed"].split("\n")[1:-1]]
    assert short.split("\n")[1:-1] == ["\t".join([row[0], *row[5:]]) for row in rows]


@each_case
def test_the_weight_file_is_reproduced(case: dict[str, Any], tmp_path: Path) -> None:
    """With the original's quirk: counts of a file read stand under the number of systems of this call."""
    assert run(*call(case, tmp_path, "-gen_w_file", tmp_path / "made")).status == 0
    assert (tmp_path / "made.txt").read_text() == case["expected"]["weight_file"]
    run(*call(case, tmp_path, "-gen_w_file", tmp_path / "made.w"))
    assert (tmp_path / "made.w").read_text() == case["expected"]["weight_file"]


@each_case
def test_unweighted_scores(case: dict[str, Any], tmp_path: Path) -> None:
    """The title says so; every cell is the original's number, rounded to the four digits that are printed."""
    title, _, *rows, end = run(*call(case, tmp_path, "-v", "-no_weight")).out.split("\n")
    assert (title, end) == ("----- Non-Weighted Scores -----", "")
    names = ("TP", "FP", "FN", "TN", "P", "R", "F1", "F0_5", "A")
    for row, expected in zip(rows, case["expected"]["no_weight"].values(), strict=True):
        assert [cell.strip() for cell in row.split("\t")[1:]] == [f"{expected[name]:.4f}" for name in names]


def heat_map(case: dict[str, Any], folder: Path) -> tuple[str, list[list[str]]]:
    """Return the page with class, explanation and text of each of its marks."""
    assert run(*call(case, folder, "-heat", folder / "map.html")).status == 0
    html = (folder / "map.html").read_text(encoding="utf-8")
    return html, [
        list(map(unescape, span)) for span in re.findall(r'<span class="(\w+)" title="([^"]*)">([^<]*)', html)
    ]


MAPPED = [case for case in CASES if "heat_map_spans" in case["expected"]]


@pytest.mark.parametrize("case", MAPPED, ids=lambda case: case["name"])
def test_the_marks_of_the_heat_map_are_reproduced(case: dict[str, Any], tmp_path: Path) -> None:
    """Class, explanation and text of each."""
    assert heat_map(case, tmp_path)[1] == case["expected"]["heat_map_spans"]


@each_case
def test_every_shade_that_is_used_is_there(case: dict[str, Any], tmp_path: Path) -> None:
    """The page says what colour it has."""
    html, spans = heat_map(case, tmp_path)
    assert [span[0] for span in spans if f".{span[0]} {{" not in html] == []


EXAMPLE = {
    "ref": "S He go to the school\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    "A 3 4|||U:DET||||||REQUIRED|||-NONE-|||0\nA 5 5|||M:PUNCT|||.|||REQUIRED|||-NONE-|||0\n\n",
    "hyp": "S He go to the school\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||1\nA 3 4|||U:DET||||||REQUIRED|||-NONE-|||1\n\n",
    "ref_id": 0,
    "a": 1,
    "b": 0,
    "c": 0,
    "weights": None,
}


def test_names_and_order(tmp_path: Path) -> None:
    """Names as given, all as wide as the longest; best F0.5 first."""
    ran = run(*call(EXAMPLE, tmp_path, "-name", "short,much_longer", "-sort"))
    assert [line.split("\t")[0] for line in ran.out.split("\n")[1:4]] == ["Sys_name   ", "much_longer:", "short      :"]


def test_difficulty_by_type(tmp_path: Path) -> None:
    """Hardest first, two decimals."""
    out = {level: run(*call(EXAMPLE, tmp_path, "-cat", level)).out.split("\n")[4:] for level in (1, 2, 3)}
    assert out[1] == ["Category\tAve.\tStd.\tFreq.", "M\t1.00\t0.00\t1", "U\t0.50\t0.00\t1", "R\t0.00\t0.00\t1", ""]
    assert out[2][1:3] == ["PUNCT\t1.00\t0.00\t1", "DET\t0.50\t0.00\t1"]
    assert out[3][1] == "M:PUNCT\t1.00\t0.00\t1"
    twice = EXAMPLE | {"ref": str(EXAMPLE["ref"]).replace("U:DET", "M:PUNCT")}
    assert run(*call(twice, tmp_path, "-cat", 3)).out.split("\n")[5] == "M:PUNCT\t0.75\t0.35\t2"


def test_types_without_a_colon_have_one_empty_category(tmp_path: Path) -> None:
    """What follows the colon is nothing (seen with the original)."""
    plain = EXAMPLE | {"ref": str(EXAMPLE["ref"]).replace("U:DET", "Vt").replace("M:PUNCT", "Nn")}
    assert run(*call(plain, tmp_path, "-cat", 2)).out.split("\n")[5:] == [
        "\t0.75\t0.35\t2",
        "VERB:SVA\t0.00\t0.00\t1",
        "",
    ]
    assert run(*call(plain, tmp_path, "-cat", 1)).out.split("\n")[5:7] == ["Nn\t1.00\t0.00\t1", "Vt\t0.50\t0.00\t1"]


def test_weights_are_added_one_after_the_other(tmp_path: Path) -> None:
    """So the last digit is the original's: 0.6 of 6.4 is 0.0937 there, not 0.0938 (seen with the original)."""
    source = "S a b c d e f g\n"
    gold = [m2_edit(at, at + 1, "z", kind="R:X") for at in range(7)]
    systems = [m2_edit(0, 1, "z", 0), m2_edit(0, 1, "z", 1), m2_edit(1, 2, "z", 1)]
    systems += [m2_edit(2, 3, "q", who) for who in (2, 3, 4)]
    case = EXAMPLE | {"ref": source + "\n".join([*gold, "", ""]), "hyp": source + "\n".join([*systems, "", ""])}
    rows = [line.split("\t") for line in run(*call(case, tmp_path, "-v")).out.split("\n")[2:4]]
    assert [[cell.strip() for cell in row[1:]] for row in rows] == [
        ["0.6000", "0.0000", "5.8000", "0.0000", "1.0000", "0.0938", "0.1714", "0.3409", "0.0937"],
        ["1.4000", "0.0000", "5.0000", "0.0000", "1.0000", "0.2187", "0.3590", "0.5833", "0.2187"],
    ]


@each_case
def test_sums_are_the_floats_of_the_original(case: dict[str, Any], tmp_path: Path) -> None:
    """To the last bit, weighted or not."""
    for options, wanted in ((["-v"], "weighted"), (["-v", "-no_weight"], "no_weight")):
        _, _, *arguments = call(case, tmp_path, *options)
        job = gotoscorer._Job(gotoscorer._parser("gotoscorer").parse_args(arguments))
        sums = [job.sums(number) for number in range(len(job.names))]
        assert [list(made[:4]) for made in sums] == [
            [row[name] for name in ("TP", "FP", "FN", "TN")] for row in case["expected"][wanted].values()
        ]


def test_gold_edits_that_go_back_are_used_as_they_stand(tmp_path: Path) -> None:
    """The original repeats words there: a and b come twice, and what repeats them is asked for as well."""
    gold = "\n".join(["S a b c", m2_edit(2, 3, "z", kind="R:X"), m2_edit(0, 1, "y", kind="R:X"), "", ""])
    systems = "\n".join(["S a b c", m2_edit(0, 1, "y"), m2_edit(0, 1, "q", 1), "", ""])
    case = EXAMPLE | {"ref": gold, "hyp": systems}
    ran = run(*call(case, tmp_path, "-v", "-cv", "None"))
    lines = ran.out.split("\n")
    assert lines[2:] == [
        "0       :\t  0.5000\t  1.0000\t  1.0000\t  0.0000\t0.3333\t0.3333\t0.3333\t0.3333\t0.2000",
        "1       :\t  0.0000\t  1.5000\t  1.5000\t  0.0000\t0.0000\t0.0000\t0.0000\t0.0000\t0.0000",
        "orig  :     | a  |    | b  |    | c  |    | a  |    | b  |    | c  |    ",
        "gold  :     | a  |    | b  |    | z  |    | y  |    | b  |    | c  |    ",
        "weight: 0.00|1.00|0.00|0.00|0.00|1.00|0.00|0.50|0.00|0.00|0.00|0.00|0.00",
        "cat   :     |    |    |    |    |R:X |    |R:X |    |    |    |    |    ",
        "",
        "",
    ]
    # A system without an edit there: what is untouched is right, what is asked for is missing.
    case = EXAMPLE | {"ref": gold, "hyp": "S a b c\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"}
    row = run(*call(case, tmp_path, "-v", "-no_weight")).out.split("\n")[2].split("\t")
    assert [float(cell) for cell in row[1:5]] == [0, 0, 2, 11]


def test_chunks_are_drawn(tmp_path: Path) -> None:
    """Four rows, centred, an odd blank to the right; on the terminal or into a file."""
    printed = run(*call(EXAMPLE, tmp_path, "-cv", "None")).out
    drawing = "\n".join(printed.split("\n")[4:])
    assert drawing == (
        "orig  :     | He |    |    go    |    | to |    | the |    |school|       \n"
        "gold  :     | He |    |   goes   |    | to |    |     |    |school|   .   \n"
        "weight: 0.00|0.00|0.00|   0.00   |0.00|0.00|0.00|0.50 |0.00| 0.00 | 1.00  \n"
        "cat   :     |    |    |R:VERB:SVA|    |    |    |U:DET|    |      |M:PUNCT\n\n"
    )
    run(*call(EXAMPLE, tmp_path, "-cv", tmp_path / "drawn.txt"))
    assert (tmp_path / "drawn.txt").read_text() == drawing


@pytest.mark.parametrize("option", ["-gen_w_file", "-heat", "-cv"])
def test_no_file_that_is_read_is_written_over(tmp_path: Path, option: str) -> None:
    """Which the original would do."""
    ran = run(*call(EXAMPLE, tmp_path, option, tmp_path / "ref.m2"))
    assert (ran.status, ran.out) == (2, "")
    assert "ref.m2 would overwrite an input; give it another name" in ran.err
    assert (tmp_path / "ref.m2").read_text() == EXAMPLE["ref"]


def test_no_two_outputs_are_written_to_one_file(tmp_path: Path) -> None:
    """Of which the original keeps the last; the name of the weights counts with the suffix that it gets."""
    for one, two in (("-heat", "-cv"), ("-gen_w_file", "-heat")):
        ran = run(*call(EXAMPLE, tmp_path, one, tmp_path / "x.txt", two, tmp_path / "x.txt"))
        assert (ran.status, ran.out) == (2, "")
        assert f"{one} and {two} would both be written to {tmp_path / 'x.txt'}" in ran.err
        assert not (tmp_path / "x.txt").exists()


def test_edits_that_go_back_are_judged_like_the_original_does(tmp_path: Path) -> None:
    """It repeats words there, so a needless edit that comes too late does no harm."""
    late = "A 2 3|||R|||x|||REQUIRED|||-NONE-|||0\nA 1 2|||R|||goes|||REQUIRED|||-NONE-|||0\n"
    case = EXAMPLE | {"hyp": f"S He go to the school\n{late}\n"}
    row = run(*call(case, tmp_path, "-v", "-no_weight")).out.split("\n")[2].split("\t")
    assert [float(cell) for cell in row[1:5]] == [1, 0, 2, 8]


@pytest.mark.filterwarnings("ignore:.* overlapping edits")
@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"ref_id": 3}, [], "ref.m2 has no annotator 3"),
        ({}, ["-hyp", __file__], "test_compat.py is plain text, but the file of -hyp must be annotated"),
        ({"hyp": str(EXAMPLE["ref"]).replace("|||0", "|||1")}, [], "hyp.m2 has no annotator 0"),
        ({"hyp": str(EXAMPLE["hyp"]) * 2}, [], "hyp.m2 has 2 sentences but"),
        ({"hyp": str(EXAMPLE["hyp"]).replace("school", "pub")}, [], "sentence 1: the edits are of 'He go to the pub'"),
        ({}, ["-name", "one"], "-name gives 1 name for 2 systems"),
        ({"weights": "2\n1 2\n"}, [], "w.txt, line 2: 2 counts, but sentence 1 of"),
        (
            {"hyp": "S He go to the school\n" + 2 * "A 0 2|||R|||x|||REQUIRED|||-NONE-|||0\n" + "\n"},
            [],
            "system 0, sentence 1: the edits of tokens 0 to 2 and 0 to 2 overlap",
        ),
    ],
)
def test_what_cannot_be_scored_is_refused(
    change: dict[str, Any], options: list[str], message: str, tmp_path: Path
) -> None:
    """With a message instead of a traceback or a wrong number."""
    ran = run(*call(EXAMPLE | change, tmp_path, *options))
    assert ran.status == 2
    assert message in ran.err
