"""Comparing systems from Python."""

import json
import math
from typing import Any

import pytest
from tests.stats.synthetic import rng, score_of, sentences
from tests.support import example_gold, example_outputs

import errata
from errata import Corpus, Edit, ErrataWarning, InputError, OptionError, Resampling, Result, Text, UnknownNameError
from errata.api.compare import compare_scores
from errata.report.comparison import render
from errata.stats.correlation import correlate
from errata.testing import documents

GOLD = example_gold()
OUTPUTS = example_outputs("unchanged", "good", "bold", "cautious")
PLAN = Resampling(samples=200)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_every_measure_that_fits_is_compared() -> None:
    """Scores as `score` gives them, with intervals, standings and all pairs; measures against each other."""
    found = errata.compare(GOLD, OUTPUTS, extract="errata", resampling=PLAN)
    plain = errata.score(GOLD, OUTPUTS, extract="errata", interval=PLAN)
    assert [score for item in found.measures for score in item.scores] == [
        plain[system, item.title] for item in found.measures for system in OUTPUTS
    ]
    titles = [item.title for item in found.measures]
    assert set(titles) == {"m2", "imeasure", "green", "gleu:variant=2016", "errant", "cleme", "difficulty"}
    assert found["m2"].best == ("good",)
    assert found["gleu"].title == "gleu:variant=2016"
    assert all(len(item.pairs) == 6 for item in found.measures)
    assert len(found.agreements) == 21
    assert [standing.rank for standing in found["m2"].standings] == [4, 1, 3, 2]
    with pytest.raises(KeyError, match="no measure is called 'x'; there are: 'm2'"):
        found["x"]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_workers_never_change_a_comparison() -> None:
    """Same seed, same bits; another seed, other bits."""
    kinds = ["m2", "gleu", "green:level=sentence"]
    one, two, eight = (
        errata.compare(GOLD, OUTPUTS, measures=kinds, resampling=PLAN, workers=workers) for workers in (1, 2, 8)
    )
    assert one == two == eight
    other = errata.compare(GOLD, OUTPUTS, measures=kinds, resampling=Resampling(samples=200, seed=1))
    assert other.measures[0].scores[0].interval != one.measures[0].scores[0].interval


@pytest.mark.filterwarnings("ignore:.*differ in 3 places only:errata.ErrataWarning")
def test_the_chosen_test_decides() -> None:
    """A pair that one test finds different and the other does not is parted by the one only."""
    # With three sentences no swap can be significant, while samples of them never change the sign.
    scores = [score_of(sentences(rng(1), 3, 0.9), "a"), score_of(sentences(rng(2), 3, 0.0), "b")]
    with pytest.warns(ErrataWarning, match="only 3 sentences to resample"):
        swaps = compare_scores(Result(tuple(scores)), PLAN, "randomisation")
    with pytest.warns(ErrataWarning, match="only 3 sentences"):
        samples = compare_scores(Result(tuple(scores)), PLAN, "bootstrap")
    pair = swaps.measures[0].pairs[0]
    assert pair.randomisation.p == 0.25
    assert pair.bootstrap.p <= 0.05
    assert [standing.group for standing in swaps.measures[0].standings] == [1, 1]
    assert [standing.group for standing in samples.measures[0].standings] == [1, 2]


def test_too_few_samples_for_so_many_pairs_earn_a_warning() -> None:
    """Otherwise nothing could ever be significant, and nobody would know why."""
    scores = [score_of(sentences(rng(seed), 40, 0.1 * seed), str(seed)) for seed in range(1, 5)]
    with pytest.warns(
        ErrataWarning, match=r"with 100 samples no p-value corrected for 6 pairs .* at least 120 samples"
    ):
        found = compare_scores(Result(tuple(scores)), Resampling(samples=100), "bootstrap")
    assert {standing.group for standing in found.measures[0].standings} == {1}
    assert compare_scores(Result(tuple(scores)), Resampling(samples=120), "bootstrap").warnings == ()


def test_equal_systems_share_the_best_rank() -> None:
    """And cannot be told apart."""
    rows = sentences(rng(4), 40, 0.5)
    found = compare_scores(Result((score_of(rows, "a"), score_of(rows, "b"))), PLAN, "randomisation").measures[0]
    assert found.best == ("a", "b")
    assert [standing.rank for standing in found.standings] == [1, 1]
    assert (found.pairs[0].difference, found.pairs[0].randomisation.p) == (0.0, 1.0)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_an_undefined_score_is_never_the_best() -> None:
    """HOO leaves precision open where system edits have no type; nothing is then made up, nor significant."""
    texts = [f"He go to work {n} ." for n in range(25)]
    right = [text.replace("go", "goes") for text in texts]
    edit = Edit.of(3, 5, "go", ("goes",), type="A")
    gold = Corpus(tuple(Text.document(f"d{n}", text, [edit]) for n, text in enumerate(texts)), "gold")
    found = errata.compare(
        gold,
        {"first": documents(texts, [right[0], *texts[1:]], "x"), "all": documents(texts, right, "x")},
        measures=["hoo:types=A"],
        resampling=PLAN,
    )
    item = found.measures[0]
    assert [math.isnan(score.score) for score in item.scores] == [True, True]
    assert item.best == ()
    assert all(score.interval is not None and math.isnan(score.interval.low) for score in item.scores)
    assert math.isnan(item.pairs[0].bootstrap.corrected)
    assert [standing.group for standing in item.standings] == [1, 1]
    data = json.loads(render(found, "json"))
    assert data["measures"][0]["pairs"][0]["difference"] is None
    assert "–*" not in render(found, "table")


def test_agreement_is_undefined_where_all_scores_are_equal() -> None:
    """Not a number, not zero."""
    sources = ["He go home .", "It rain now ."] * 10
    found = errata.compare(
        sources=sources,
        references=[["He goes home .", *sources[1:]]],
        outputs={"a": sources, "b": sources},
        measures=["green", "green:n=2"],
        resampling=PLAN,
    )
    assert math.isnan(found.agreements[0].kendall)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"outputs": {"a": ["x"]}}, InputError, "a comparison needs at least two systems, but there is 1"),
        ({"outputs": ["x"]}, InputError, "give the outputs as {name: sentences"),
        ({"outputs": {"a": [], "b": []}, "test": "magic"}, OptionError, "test must be randomisation or bootstrap"),
        ({"outputs": {"a": [], "b": []}, "resampling": 5}, InputError, "resampling is a int; give errata.Resampling"),
        (
            {"outputs": {"a": OUTPUTS["good"], "b": OUTPUTS["bold"]}, "resampling": Resampling(clusters=["a", "b"])},
            errata.LengthError,
            "2 cluster labels for 150 sentences",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_wrong_calls_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """With a message that says what to do."""
    with pytest.raises(error, match=message.replace("{", r"\{")):
        errata.compare(GOLD, measures=["green"], **arguments)


def test_an_interval_is_asked_for_by_true_or_settings() -> None:
    """Anything else is refused before anything is counted."""
    with pytest.raises(InputError, match=r"interval is a int; give True or errata.Resampling"):
        errata.score(GOLD, OUTPUTS, measures=["green"], interval=5)  # type: ignore[arg-type]
    assert errata.score(GOLD, {"good": OUTPUTS["good"]}, measures=["green"]).scores[0].interval is None
    interval = errata.score(GOLD, {"good": OUTPUTS["good"]}, measures=["green"], interval=True).scores[0].interval
    assert interval is not None
    assert (interval.samples, interval.seed, interval.level) == (1000, 12345, 0.95)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_documents_are_drawn_like_sentences() -> None:
    """The rows of HOO are documents; means over them too."""
    texts = [f"He go to work {n} ." for n in range(25)]
    right = [text.replace("go", "goes") for text in texts]
    half = [text if n % 2 else text.replace("go", "goes") for n, text in enumerate(texts)]

    found = errata.compare(
        documents(texts, right, "gold"),
        {"half": documents(texts, half, "x"), "all": documents(texts, right, "x")},
        measures=["hoo", "hoo:level=macro"],
        resampling=PLAN,
    )
    for item in found.measures:
        assert item.best == ("all",)
        interval = item.scores[0].interval
        assert interval is not None
        assert interval.units == 25
        assert interval.low < item.scores[0].score < interval.high
        assert "precision_system" in interval.values


def test_measures_may_agree_by_other_values_than_their_scores() -> None:
    """A value is named behind its measure, and may be compared with the same measure's score."""
    outputs = example_outputs("good", "bold", "cautious", "unchanged")
    found = errata.compare(example_gold(), outputs, measures=["m2", "imeasure"], by=["f"], resampling=PLAN)
    pairs = {(item.first, item.second): item for item in found.agreements}
    assert list(pairs) == [("m2", "imeasure"), ("m2", "imeasure f"), ("imeasure", "imeasure f")]
    item = pairs["imeasure", "imeasure f"]
    scores = found["imeasure"].scores
    expected = correlate([score.values["i"] for score in scores], [score.values["f"] for score in scores])
    assert (item.pearson, item.spearman, item.kendall) == tuple(expected)
    with pytest.raises(UnknownNameError, match="no measure here has a value 'g'"):
        errata.compare(example_gold(), outputs, measures=["m2"], by=["g"], resampling=PLAN)


def test_t_tests_are_of_pairs_and_of_each_system_with_the_source() -> None:
    """The latter where a measure compares with doing nothing; with a baseline, pairs with that alone."""
    outputs = example_outputs("good", "bold", "unchanged")
    asked: dict[str, Any] = {"measures": ["m2", "imeasure"], "resampling": PLAN, "t_test": True}
    found = errata.compare(example_gold(), outputs, **asked)
    tested = [(item.first, item.second, item.value) for item in found["imeasure"].t_tests]
    assert tested == [
        *((name, "", "wacc") for name in ("good", "bold", "unchanged")),
        *((*pair, "i") for pair in (("good", "bold"), ("good", "unchanged"), ("bold", "unchanged"))),
    ]
    assert len(found["m2"].t_tests) == 3
    score = found["imeasure"].scores[0]
    assert found["imeasure"].t_tests[0].test == errata.against_baseline(score)
    rows = [[row.score for row in item.sentences] for item in found["m2"].scores]
    assert found["m2"].t_tests[0].test == errata.paired_t_test(rows[0], rows[1])
    alone = errata.compare(example_gold(), outputs, baseline="unchanged", **asked)
    assert [(item.first, item.second) for item in alone["m2"].t_tests] == [("good", "unchanged"), ("bold", "unchanged")]
    assert "paired t-tests over sentences" in found.to_text()
    assert '"t_tests"' in found.to_json()
