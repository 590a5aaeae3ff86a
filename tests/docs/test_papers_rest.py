"""What docs/papers.md says of GREEN, difficulty and HOO comes out, where the data are at hand."""

import json
from pathlib import Path

import pytest
from tests.support import ROOT, only_compiled, run, shared

PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")


def row_of(first: str) -> list[str]:
    """Return the cells of the row that begins so."""
    line = next(line for line in PAGE.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


@only_compiled
def test_table_4_of_the_difficulty_paper(tmp_path: Path) -> None:
    """The official gold, its spans kept and typed anew, with the weights that were released."""
    data = shared("data")
    typed = tmp_path / "typed.m2"
    assert run("convert", data / "conll14/gold.m2", typed, "--retype", "errata").status == 0
    weights = ("--weights", data / "weights/conll14_8sys.txt", "--top", "0", "--format", "json", "--quiet")
    systems = [data / "conll14/errant" / f"{name}.m2" for name in ("AMU", "CAMB")]
    found = json.loads(run("difficulty", typed, *systems, *weights).out)["analyses"][0]["types"]
    for item in found:
        name = "all others" if item["type"] == "OTHER" else item["type"]
        _, mean, _, sd, _, frequency = row_of(name)
        ours = (f"{item['mean']:.3f}", f"{item['sd']:.3f}", f"{item['frequency']:,}")
        assert (mean, sd, frequency) == ours, name


@only_compiled
def test_table_4_of_the_green_paper() -> None:
    """M², ERRANT and CLEME; the n-gram measures are compared beside GLEU."""
    data = shared("data/conll14")
    names = ("AMU", "INPUT", "IPN")
    texts = run("score", data / "gold.m2", *(data / f"systems/{name}.txt" for name in names), "-m", "m2", "-b", "-q")
    edits = [data / f"errant/{name}.m2" for name in names]
    with_edits = run(*("score", data / "errant/gold.m2", *edits, "-m", "errant", "-m", "cleme:release=1.0", "-b", "-q"))
    assert texts.out.split() == row_of("M²")[1:6:2]
    assert with_edits.out.split()[::2] == row_of("ERRANT")[1:6:2]
    assert with_edits.out.split()[1::2] == row_of("CLEME")[1:6:2]


@only_compiled
@pytest.mark.slow
def test_figure_3_of_the_green_paper() -> None:
    """Pearson's r by beta; GREEN needs more recall than precision."""
    data = shared("data")
    systems = sorted((data / "conll14/systems").glob("*.txt"))
    betas = ("0", "0.5", "1", "2", "3", "5")
    measures = [part for beta in betas for part in ("-m", f"green:beta={beta}")]
    ran = run(
        *("metaeval", data / "human/gjg15_judgments.xml", data / "conll14/gold.m2", *systems, *measures),
        *("--format", "json", "--quiet"),
    )
    found = [item["system_level"]["pearson"] for item in json.loads(ran.out)["agreement"]]
    assert [f"{value:.3f}".replace("0.", ".") for value in found] == row_of("`green`")
