"""A stored run beside this one, and a baseline that all others are tested against."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests.support import EXAMPLES, run

import errata
from errata import Comparison, ErrataError, Resampling
from errata.stats.paired import correct_by_holm

GOLD, GOOD, BOLD, CAUTIOUS = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt", "cautious.txt"))
MEASURES = ["m2", "green", "m2:level=sentence", "imeasure", "errant", "cleme"]
pytestmark = pytest.mark.filterwarnings("ignore:.*:errata.ErrataWarning")
EXTRACTED: dict[str, Any] = {"extract": "errata", "extract_gold": True}


def compared(outputs: dict[str, Path], **settings: Any) -> Comparison:
    given: dict[str, Any] = {"measures": ["m2"], "resampling": Resampling(samples=1000)} | settings
    return errata.compare(GOLD, outputs, **given)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one system under many measures."""
    path = tmp_path_factory.mktemp("runs") / "last.json"
    with pytest.warns(errata.ErrataWarning):  # of what is lost when the gold's edits are found anew
        result = errata.score(GOLD, GOOD, measures=MEASURES, **EXTRACTED)
    path.write_text(result.to_json(sentences=True), encoding="utf-8")
    return path


def test_a_stored_run_is_tested_like_one_of_today(stored: Path) -> None:
    """Scores, intervals and tests of pairs are those of the output itself."""
    now = compared({"bold": BOLD, "good@last": GOOD}, measures=MEASURES, **EXTRACTED)
    then = compared({"bold": BOLD}, measures=MEASURES, previous=stored, **EXTRACTED)
    for mine, theirs in zip(then.measures, now.measures, strict=True):
        assert list(map(asdict, mine.scores)) == list(map(asdict, theirs.scores))
        assert (mine.standings, mine.pairs) == (theirs.standings, theirs.pairs)


def test_only_pairs_with_the_baseline_are_tested_and_corrected_for() -> None:
    """Each has the p it has among all pairs; Holm's correction is for fewer."""
    outputs = {"good": GOOD, "bold": BOLD, "cautious": CAUTIOUS}
    every, some = compared(outputs)["m2"], compared(outputs, baseline="bold")["m2"]
    kept = [pair for pair in every.pairs if "bold" in (pair.first, pair.second)]
    assert [(pair.first, pair.second) for pair in some.pairs] == [("good", "bold"), ("cautious", "bold")]
    assert [pair.randomisation.p for pair in some.pairs] == [pair.randomisation.p for pair in kept]
    assert [pair.randomisation.corrected for pair in some.pairs] == correct_by_holm(
        [pair.randomisation.p for pair in kept]
    )
    assert some.scores == every.scores
    text = compared(outputs, baseline="bold").to_text()
    assert "m2: pairs with bold\n" in text
    assert "Holm's correction for all pairs with bold\n" in text


def test_the_command_line_has_both(stored: Path) -> None:
    """The stored run may be the baseline; one output is enough beside it."""
    ran = run(
        *("compare", GOLD, BOLD, "--measure", "m2", "--with", stored, "--baseline", "good@last"),
        *("--samples", 1000, "--format", "json", "--quiet"),
    )
    data = json.loads(ran.out)
    assert data["comparison"]["baseline"] == "good@last"
    assert [score["system"] for score in data["measures"][0]["scores"]] == ["bold", "good@last"]
    assert run("compare", GOLD, BOLD, GOOD, "--baseline", "best").err == (
        "errata: error: the baseline 'best' is not one of the systems; there are: bold, good\n"
    )


def _without(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        *outer, last = path
        place: Any = data
        for key in outer:
            place = place[key]
        del place[last]

    return change


def _damage(data: dict[str, Any]) -> None:
    data["scores"][0]["sentences"][3]["counts"]["correct"] += 5


def _of_old(data: dict[str, Any]) -> None:
    data["scores"][0]["signature"] = data["scores"][0]["signature"].replace("gold:", "gold:0")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_without("scores"), "is not a stored run; store one"),
        (_without("scores", 0, "system"), "is not a stored run"),
        (_without("scores", 0, "sentences"), "has no sentence scores, which the tests need; store them"),
        (_without("scores", 0, "sentences", 0), "has 149 sentences of good, and this run 150"),
        (_without("scores", 0, "sentences", 0, "counts", "gold"), "the counts of good under m2 are incomplete"),
        (_damage, "the sentences of good give m2 0.9.*, but the score there is 0.9"),
        (_of_old, "with other settings: gold:0.* there, gold:06f184ba here"),
    ],
)
def test_a_run_that_cannot_be_compared_is_refused(
    stored: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    """With what disagrees; never a test of things that are not the same."""
    data = json.loads(stored.read_text(encoding="utf-8"))
    change(data)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ErrataError, match=message):
        compared({"bold": BOLD}, previous=path)


def test_measures_that_a_run_has_not_are_refused(stored: Path) -> None:
    """And those of which it cannot hold all that tests need."""
    with pytest.raises(ErrataError, match="has no scores of gleu:variant=2016"):
        compared({"bold": BOLD}, measures=["gleu"], previous=stored)
    path = stored.with_name("gleu.json")
    path.write_text(errata.score(GOLD, GOOD, measures=["gleu"]).to_json(sentences=True), encoding="utf-8")
    with pytest.raises(ErrataError, match="gleu:variant=2016 cannot be compared with a stored run"):
        compared({"bold": BOLD}, measures=["gleu"], previous=path)


def test_another_version_earns_a_warning(stored: Path, tmp_path: Path) -> None:
    """The numbers may differ because the program does."""
    path = tmp_path / "old.json"
    path.write_text(stored.read_text(encoding="utf-8").replace(f"v:{errata.__version__}", "v:0.0.9"), encoding="utf-8")
    with pytest.warns(errata.ErrataWarning, match=r"was stored by errata 0\.0\.9, not "):
        assert compared({"bold": BOLD}, previous=path)["m2"].best == ("good@old",)
