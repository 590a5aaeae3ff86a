"""Reviews: everything a page shows of systems."""

import pytest
from tests.support import EXAMPLES

import errata
from errata import Finding, Place, Resampling
from errata.api.review import Review

PLAN = Resampling(samples=200)


@pytest.fixture(scope="module")
def review() -> Review:
    """Three systems of the corpus that ships with errata."""
    outputs = {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold", "unchanged")}
    checked = [Finding("unrelated", "odd", str(EXAMPLES / "good.txt"), (Place(3),), 1)]
    checked += [Finding("annotator-absent", "odd", str(EXAMPLES / "gold.m2"), (Place(7),), 1)]
    return errata.review(EXAMPLES / "gold.m2", outputs, measures=["m2", "green"], resampling=PLAN, checked=checked)


def test_a_review_has_the_scores_of_a_comparison(review: Review) -> None:
    """With intervals, tests and ranks, to the last bit."""
    outputs = {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold", "unchanged")}
    found = errata.compare(EXAMPLES / "gold.m2", outputs, measures=["m2", "green"], resampling=PLAN)
    assert review.comparison.to_json() == found.to_json()
    assert repr(review) == "Review(good, bold, unchanged; by m2, green)"


def test_one_system_is_enough() -> None:
    """It has an interval, and nothing to be compared with."""
    found = errata.review(
        EXAMPLES / "gold.m2", {"good": EXAMPLES / "good.txt"}, measures=["green"], resampling=PLAN
    ).comparison
    assert found["green"].pairs == ()
    assert found["green"].scores[0].interval is not None


def test_lines_of_plain_text_are_sentences(review: Review) -> None:
    """Those of annotated files are not."""
    places = {found.code: found.places for found in review.findings}
    assert places["unrelated"] == (Place(3, 3),)
    assert places["annotator-absent"] == (Place(7),)


def test_the_costliest_sentences_are_explained(review: Review) -> None:
    """So many of each system and measure, worst first; none that costs nothing, as all do where the score is 0."""
    told = list(review.explanations(2))
    assert [item.system for item in told] == ["good"] * 2 + ["bold"] * 2 + [
        *["good"] * 2,
        *["bold"] * 2,
        *["unchanged"] * 2,
    ]
    costs = review.costs["bold", "m2"]
    first, second = (item.index for item in told if item.system == "bold" and item.measures[0].title == "m2")
    assert costs[first] == max(costs)
    assert costs[first] >= costs[second] > 0
    assert list(review.explanations(0)) == []


def test_what_is_wrong_is_refused() -> None:
    """With the remedy."""
    gold, outputs = EXAMPLES / "gold.m2", {"good": EXAMPLES / "good.txt"}
    with pytest.raises(errata.OptionError, match="test must be randomisation or bootstrap, not 'guess'"):
        errata.review(gold, outputs, test="guess")
    with pytest.raises(errata.InputError, match="give errata"):
        errata.review(gold, outputs, resampling=7)  # type: ignore[arg-type]
