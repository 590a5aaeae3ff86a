"""`--only FILE`: some sentences are scored as if there were no others, under the numbers they have in the gold."""

import json
from pathlib import Path

import pytest
from tests.support import Ran, example_gold, example_outputs, run, write_file

import errata

NUMBERS = [3, 5, 7, 60]
MEASURES = ["-m", "m2", "-m", "imeasure", "-m", "green", "-m", "gleu"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The example corpus, whole and cut to the sentences of NUMBERS, and their numbers."""
    write = write_file(tmp_path)
    gold = example_gold()
    errata.write(gold, tmp_path / "gold.m2")
    errata.write(gold.select(NUMBERS), tmp_path / "cut.m2")
    for name, lines in example_outputs("good", "bold").items():
        write(f"{name}.txt", lines)
        write(f"cut-{name}.txt", [lines[number] for number in NUMBERS])
    write("only.txt", [str(number) for number in NUMBERS])
    write("only.json", json.dumps(NUMBERS))
    return tmp_path


def scores(ran: Ran) -> list[dict[str, object]]:
    assert ran.status == 0, ran.err
    found: list[dict[str, object]] = json.loads(ran.out)["scores"]
    return found


def test_a_part_scores_as_files_cut_by_hand(folder: Path) -> None:
    """Counts, values, choices and the fingerprint; the signature has the note, the rows their numbers."""
    told = ["-f", "json", "--sentences", *MEASURES]
    chosen = scores(run("score", folder / "gold.m2", folder / "good.txt", "--only", folder / "only.txt", *told))
    cut = scores(run("score", folder / "cut.m2", folder / "cut-good.txt", *told))
    for ours, theirs in zip(chosen, cut, strict=True):
        assert ours["values"] == theirs["values"]
        assert ours["counts"] == theirs["counts"]
        assert ours["signature"] == f"{theirs['signature']}|only:4/150"
        rows, others = ours["sentences"], theirs["sentences"]
        assert isinstance(rows, list)
        assert isinstance(others, list)
        assert [row["index"] for row in rows] == NUMBERS
        assert [row["counts"] for row in rows] == [row["counts"] for row in others]


def test_numbers_may_be_a_json_list(folder: Path) -> None:
    """As for metaeval."""
    given = ["score", folder / "gold.m2", folder / "good.txt", "-m", "m2", "--only"]
    assert run(*given, folder / "only.json").out == run(*given, folder / "only.txt").out


def test_compare_tests_the_part_alone_with_its_clusters(folder: Path) -> None:
    """Cluster labels are given for all sentences, and those of the part taken."""
    labels = write_file(folder)("labels.txt", [str(number // 6) for number in range(150)])
    given = ["compare", folder / "gold.m2", folder / "good.txt", folder / "bold.txt", "-m", "m2", "-f", "json"]
    found = run(*given, "--only", folder / "only.txt", "--samples", "50", "--clusters", labels)
    assert found.status == 0, found.err
    assert json.loads(found.out)["measures"][0]["pairs"][0]["units_differing"] == 3  # sentences 3 and 5 are one


def test_explain_names_sentences_as_the_gold_does(folder: Path) -> None:
    """The sixth line of the file is sentence 6, though it is the second that takes part."""
    given = ["explain", folder / "gold.m2", folder / "good.txt", "-m", "m2", "--only", folder / "only.txt"]
    told = run(*given, "--sentence", "6")
    assert "sentence 6 (index 5), system good" in told.out
    assert "It 's important" in told.out
    refused = run(*given, "--sentence", "5")
    assert refused.status == 2
    assert "sentence 5 (index 4) is not among the 4 sentences that take part; choose another, or add it to --only" in (
        refused.err
    )
    worst = run(*given, "--worst", "1", "-f", "json")
    assert json.loads(worst.out)["explanations"][0]["index"] in NUMBERS


def test_difficulty_learns_from_the_part_alone(folder: Path) -> None:
    """Errors and the map have the numbers of the gold."""
    outputs = [folder / "good.txt", folder / "bold.txt", "--extract", "errata"]
    given = ["difficulty", folder / "gold.m2", *outputs, "--only", folder / "only.txt", "--quiet"]
    found = json.loads(run(*given, "-f", "json").out)
    assert {row["sentence"] for row in found["analyses"][0]["hardest"]} <= set(NUMBERS)
    lines = run(*given, "--map", "5-8").out.splitlines()
    assert [line.split()[0] for line in lines[-2:]] == ["6", "8"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("150", "--only lists sentence 150, but the 150 sentences are numbered 0 to 149"),
        ("3\n3", "--only lists sentence 3 twice; give each number once"),
        ("one", "only.txt, line 1: 'one' is not a sentence number; give one per line, from 0"),
        ("", "only.txt has no sentence numbers"),
    ],
)
def test_wrong_numbers_are_refused(folder: Path, numbers: str, said: str) -> None:
    """Numbers outside, twice, or none at all."""
    write_file(folder)("only.txt", numbers)
    ran = run("score", folder / "gold.m2", folder / "good.txt", "--only", folder / "only.txt")
    assert ran.status == 2
    assert said in ran.err


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # of edits without types
def test_documents_can_be_chosen_too() -> None:
    """By their places, from 0."""

    def made(name: str, text: str) -> errata.Text:
        return errata.Text.document(name, "He go .", [errata.Edit.of(3, 5, "go", [text])])

    gold = errata.Corpus((made("1", "goes"), made("2", "goes")))
    system = errata.Corpus((made("1", "went"), made("2", "goes")))
    score = errata.score(gold, {"it": system}, measures=["hoo"], only=[1])["it", "hoo"]
    assert score.score == 1.0
    assert score.signature.endswith("|only:1/2")
    assert [row.index for row in score.sentences] == [1]
