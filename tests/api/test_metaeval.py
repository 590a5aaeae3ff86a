"""Measures compared with people: the numbers of papers, and what callers may give."""

import json
import math
from functools import cache
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from tests.corpora import conll_gold
from tests.measures.lower import ErrorRate
from tests.support import EXAMPLES, QUICK, ROOT, example_gold, example_outputs, shared

import errata
from errata import (
    HumanScores,
    InputError,
    Judgements,
    MetaEvaluation,
    OptionError,
    RankedGroup,
    Ranking,
    Resampling,
    metaevaluate,
)

NAMES = ("bold", "cautious", "good", "paraphrase", "unchanged")
NOT_BASE = ("INPUT", "REF-F", "GPT-3.5")
CONLL = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
TOLERANCE = 1e-9


@cache
def judged() -> Judgements:
    """Return the rankings that ship."""
    found = errata.read_judgements(EXAMPLES / "judgements.xml")
    assert isinstance(found, Judgements)
    return found


def evaluate(**changes: Any) -> MetaEvaluation:
    """Compare measures with people on the corpus that ships."""
    given: dict[str, Any] = {"gold": example_gold(), "outputs": example_outputs(*NAMES), "measures": ["green"]}
    with pytest.warns(errata.ErrataWarning):  # the paraphrase shares few words with its source
        return metaevaluate(judged(), **{**given, **changes})


@cache
def gjg15(aggregate: str, human: str) -> MetaEvaluation:
    """Compare two measures with people on CoNLL-2014."""
    judgements = errata.read_judgements(shared("data/human/gjg15_judgments.xml"))
    table = errata.read_judgements(shared("data/human/gjg15_scores.tsv"))
    outputs = {name: errata.read_lines(shared(f"data/conll14/systems/{name}.txt")) for name in CONLL}
    chosen: dict[str, Any] = {} if human == "ew" else {"human": table, "human_column": human}
    with pytest.warns(errata.ErrataWarning):
        return metaevaluate(judgements, conll_gold(), outputs, measures=["m2", "green"], aggregate=aggregate, **chosen)


@pytest.mark.slow
@pytest.mark.skipif(not QUICK, reason="whole corpora")
@pytest.mark.parametrize(
    ("human", "key"), [("ew", "EW_exact"), ("EW_published", "EW_published"), ("TS_published", "TS_published")]
)
@pytest.mark.parametrize(("aggregate", "level"), [("corpus", "corpus"), ("mean", "sentence")])
def test_the_numbers_of_conll(human: str, key: str, aggregate: str, level: str) -> None:
    """Scores and correlations of two measures with three sets of human scores."""
    golden = json.loads(shared("golden/metaeval/conll14_examples.json").read_text())["metrics"]
    found = gjg15(aggregate, human)
    for title, name in (("m2", "M2"), ("green", "wordGREEN")):
        item, known = found[title], golden[name]
        assert dict(item.scores) == pytest.approx(known["scores"][level]["conll"], abs=TOLERANCE)
        pair = (item.system_level.pearson, item.system_level.spearman)
        assert pair == pytest.approx(known["correlations"][level]["CoNLL, 13 texts"][key], abs=TOLERANCE)
    sentences = found["m2"].sentence_level
    assert sentences is not None
    assert sentences.n == 49_981
    assert (found.human.first, found.stand_ins, found.n_sentences) == (0, 88, 1312)


@pytest.mark.slow
@pytest.mark.skipif(not QUICK, reason="whole corpora")
@pytest.mark.parametrize(
    ("kind", "aggregate", "m2", "green"),
    [
        ("edit", "mean", 0.846, 0.951),
        ("edit", "trueskill", 0.951, 0.979),
        ("sent", "mean", 0.692, 0.895),
        ("sent", "trueskill", 0.776, 0.888),
    ],
)
@pytest.mark.filterwarnings("ignore:REF-M")  # a no-break space stands in one of its lines
def test_aggregates_on_seeda(kind: str, aggregate: str, m2: float, green: float) -> None:
    """Spearman with TrueSkill on the judged sentences (spec, section 6); first sentence 1; ties of M²."""
    found = metaevaluate(
        _seeda(kind),
        conll_gold(),
        _seeda_outputs(),
        measures=["m2", "green"],
        aggregate=aggregate,
        human=_seeda_scores(),
        human_column=f"TS_{kind}",
        only=json.loads(shared("data/seeda/subset_ids.json").read_text()),
        without=NOT_BASE,
    )
    assert [round(found[title].system_level.spearman, 3) for title in ("m2", "green")] == [m2, green]
    assert (found.human.first, found.n_sentences, len(found.systems)) == (1, 391, 12)
    sentences = found["m2"].sentence_level
    assert sentences is not None
    assert (sentences.n, sentences.ties) == {"edit": (7708, 1244), "sent": (9381, 1650)}[kind]


# Table 2 of Koyama et al. (2024), r and rho: CoNLL, SEEDA-S, SEEDA-E.
TABLE_2 = {
    "m2": ((0.623, 0.687), (0.616, 0.517), (0.736, 0.776)),
    "m2:level=sentence": ((0.872, 0.731), (0.797, 0.762), (0.869, 0.951)),
    "gleu:variant=green-paper": ((0.696, 0.445), (0.870, 0.811), (0.891, 0.895)),
    # .779 in print, where references may have been drawn: the specification has .781 too
    "gleu:variant=green-paper,level=sentence": ((0.781, 0.720), (0.926, 0.923), (0.915, 0.916)),
    "gleu:variant=green-paper,unit=char,n=6,strip=no": ((0.606, 0.593), (0.807, 0.706), (0.843, 0.867)),
    # printed as .655
    "gleu:variant=green-paper,unit=char,n=6,strip=no,level=sentence": ((0.657, 0.665), (0.880, 0.853), (0.905, 0.937)),
    "green": ((0.741, 0.698), (0.920, 0.909), (0.911, 0.930)),
    "green:level=sentence": ((0.835, 0.731), (0.922, 0.902), (0.920, 0.937)),
    "green:unit=char,strip=no": ((0.786, 0.813), (0.913, 0.881), (0.911, 0.909)),
    "green:unit=char,strip=no,level=sentence": ((0.834, 0.852), (0.928, 0.881), (0.930, 0.916)),
}
CLEME = {"cleme:release=1.0": (0.648, 0.709), "cleme:release=1.0,level=sentence": (0.877, 0.824)}


def _correlated(titles: Any, scored: Any, human: Any, column: str | None = None) -> dict[str, tuple[float, float]]:
    """Return r and rho to the third digit; scores of M² and CLEME as their programs print them, with four digits."""
    scores: dict[str, dict[str, float]] = {}
    for title, score in zip(cycle(titles), scored, strict=False):  # each system by all measures, then the next
        printed = title.startswith(("m2", "cleme"))
        scores.setdefault(title, {})[score.system] = round(score.score, 4) if printed else score.score
    found = metaevaluate(human, human_column=column, scores=scores)
    levels = {item.title: item.system_level for item in found}
    return {title: (round(level.pearson, 3), round(level.spearman, 3)) for title, level in levels.items()}


@pytest.mark.slow
@pytest.mark.skipif(not QUICK, reason="whole corpora")
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_the_table_of_the_green_paper() -> None:
    """Every cell of five measures, and of CLEME where its edits are known; two of GLEU's are not those printed."""
    exact = json.loads(shared("golden/metaeval/human_scores.json").read_text())["expected_wins_exact"]["gjg15"]
    texts = {name: errata.read_lines(shared(f"data/conll14/systems/{name}.txt")) for name in CONLL}
    texts["INPUT"] = [line.strip() for line in texts["INPUT"]]  # two submissions keep the blanks at the ends of lines
    seeda = {name: text for name, text in _seeda_outputs().items() if name not in NOT_BASE}
    edits = {name: errata.read(shared(f"data/conll14/errant/{name}.m2")) for name in CONLL}
    found = [errata.score(conll_gold(), outputs, measures=list(TABLE_2)).scores for outputs in (texts, seeda)]
    of_edits = errata.score(errata.read(shared("data/conll14/errant/gold.m2")), edits, measures=list(CLEME)).scores
    sets = [
        _correlated(TABLE_2, found[0], exact),
        *(_correlated(TABLE_2, found[1], _seeda_scores(), column) for column in ("EW_sent", "EW_edit")),
    ]
    assert {title: tuple(cells[title] for cells in sets) for title in TABLE_2} == TABLE_2
    assert _correlated(CLEME, of_edits, exact) == CLEME


@pytest.mark.slow
@pytest.mark.skipif(not QUICK, reason="whole corpora")
@pytest.mark.parametrize(("digits", "pearson"), [(None, 0.735), (4, 0.736)])
@pytest.mark.filterwarnings("ignore:REF-M")  # a no-break space stands in one of its lines
def test_m2_on_seeda_rounded_as_printed(digits: int | None, pearson: float) -> None:
    """The GREEN paper's .736 is that of scores with four decimals."""
    found = metaevaluate(
        _seeda("edit"),
        conll_gold(),
        _seeda_outputs(),
        measures=["m2"],
        without=NOT_BASE,
        human=_seeda_scores(),
        human_column="EW_edit",
        score_digits=digits,
    )
    assert round(found["m2"].system_level.pearson, 3) == pearson


def test_scores_are_rounded_before_they_are_correlated() -> None:
    """Systems that differ only beyond the digits kept are tied; the legend and JSON say so."""
    people, scores = {"A": 3.0, "B": 2.0, "C": 1.0}, {"mine": {"A": 0.12341, "B": 0.12342, "C": 0.1}}
    exact, rounded = (metaevaluate(people, scores=scores, score_digits=digits) for digits in (None, 4))
    assert exact["mine"].system_level.spearman == 0.5
    assert rounded["mine"].scores == {"A": 0.1234, "B": 0.1234, "C": 0.1}
    assert rounded["mine"].system_level.spearman == pytest.approx(math.sqrt(3) / 2)  # ranks 2.5, 2.5, 1 with 3, 2, 1
    assert "measures: the measure's own score, rounded to 4 decimals" in rounded.to_text()
    assert json.loads(rounded.to_json())["settings"]["score_digits"] == 4
    assert "score_digits" not in json.loads(exact.to_json())["settings"]


def test_what_the_page_says_of_twelve_systems() -> None:
    """The interval of wordGREEN's correlation over systems, with the default seed and number of samples."""
    people = json.loads(shared("golden/metaeval/human_scores.json").read_text())["expected_wins_exact"]["gjg15"]
    golden = json.loads(shared("golden/metaeval/conll14_examples.json").read_text())["metrics"]["wordGREEN"]
    found = metaevaluate(people, scores={"green": golden["scores"]["corpus"]["conll"]}, interval=True)
    interval = found["green"].system_level.interval
    assert interval is not None
    low, high = (f"{end:.2f}".lstrip("0") for end in interval.systems["pearson"])
    page = " ".join((ROOT / "docs" / "metaeval.md").read_text(encoding="utf-8").split())
    assert f"wordGREEN's {round(found['green'].system_level.pearson, 3):.3f}".replace("0.", ".") in page
    assert f"reaches from {low} to {high}" in page


def _seeda(kind: str) -> Judgements:
    found = errata.read_judgements(shared(f"data/human/seeda_judgments_{kind}.xml"))
    assert isinstance(found, Judgements)
    return found


def _seeda_scores() -> HumanScores:
    found = errata.read_judgements(shared("data/human/seeda_scores.tsv"))
    assert isinstance(found, HumanScores)
    return found


def _seeda_outputs() -> dict[str, list[str]]:
    return {name: errata.read_lines(shared(f"data/seeda/all/{name}.txt")) for name in _seeda_scores().systems}


@pytest.mark.parametrize(
    ("column", "r", "rho"),
    [
        ("EW_edit", 0.4273669041, 0.4545),
        ("EW_sent", 0.4532076150, 0.5455),
        ("TS_edit", 0.4834645230, 0.5944),
        ("TS_sent", 0.4880423594, 0.5524),
    ],
)
def test_the_toy_measure_over_systems(column: str, r: float, rho: float) -> None:
    """Length in characters, from elsewhere, on the judged sentences; and its windows."""
    lengths = {name: [len(line) for line in lines] for name, lines in _seeda_outputs().items()}
    found = metaevaluate(
        _seeda_scores(),
        human_column=column,
        scores={"length": lengths},
        only=json.loads(shared("data/seeda/subset_ids.json").read_text()),
        without=NOT_BASE,
        window=4,
    )["length"]
    assert found.system_level.pearson == pytest.approx(r, abs=TOLERANCE)
    assert round(found.system_level.spearman, 4) == rho
    assert found.sentence_level is None
    if column == "TS_edit":
        expected = [-0.127191, 0.590036, 0.155184, 0.120541, 0.024366, -0.021214, -0.161826, -0.231144, 0.407867]
        assert [round(window.pearson, 6) for window in found.windows] == expected
        assert [(window.first, window.last) for window in found.windows[:2]] == [(0, 3), (1, 4)]


def test_gjg15_and_the_toy_measure() -> None:
    """The same of the older data set, with ready scores."""
    table = errata.read_judgements(shared("data/human/gjg15_scores.tsv"))
    texts = {name: errata.read_lines(shared(f"data/conll14/systems/{name}.txt")) for name in CONLL}
    # The constants are of lines without the blanks that some submissions have at the end of each.
    scores = {name: float(sum(len(line.rstrip()) for line in lines)) for name, lines in texts.items()}
    for column, r, rho in (("EW_published", -0.1750937888, -0.0165), ("TS_published", -0.2232996477, -0.0604)):
        assert isinstance(table, HumanScores)
        found = metaevaluate(table, human_column=column, scores={"length": scores})["length"].system_level
        assert found.pearson == pytest.approx(r, abs=TOLERANCE)
        assert round(found.spearman, 4) == rho


def test_aggregates_agree_with_the_measure_at_sentence_level() -> None:
    """The mean of sentence scores is the score of level=sentence; wins and skills are other numbers."""
    mean = evaluate(aggregate="mean")["green"]
    own = evaluate(measures=["green:level=sentence"]).agreement[0]
    assert dict(mean.scores) == pytest.approx(dict(own.scores), abs=1e-12)
    assert mean.sentence_level == own.sentence_level
    assert mean.signature == own.signature
    wins, skills = (evaluate(aggregate=name)["green"] for name in ("ew", "trueskill"))
    assert sum(wins.scores.values()) == pytest.approx(2.5)
    assert min(skills.scores.values()) < 0 < max(skills.scores.values())


def test_lower_is_better_is_turned() -> None:
    """A plug-in that counts errors agrees with people where it falls: its twin, higher being better, agrees as much."""
    found = evaluate(measures=[ErrorRate()])
    item = found.agreement[0]
    assert item.better == "lower"
    turned = {system: -score for system, score in item.scores.items()}
    other = metaevaluate(judged(), first=0, scores={"turned": turned})["turned"]
    assert item.system_level == pytest.approx(other.system_level)
    assert item.sentence_level is not None


def test_scores_from_elsewhere_need_no_texts() -> None:
    """Of systems, or of sentences as lists or by number; aggregates and sentence level come with the latter."""
    outputs = example_outputs(*NAMES)
    by_list = {name: [float(len(line)) for line in lines] for name, lines in outputs.items()}
    by_number = {name: dict(enumerate(values)) for name, values in by_list.items()}
    one, two = (metaevaluate(judged(), first=0, scores={"x": given}) for given in (by_list, by_number))
    assert one == two
    assert one["x"].sentence_level is not None
    means = {name: math.fsum(values) / len(values) for name, values in by_list.items()}
    assert metaevaluate(judged(), first=0, scores={"x": means})["x"].system_level == one["x"].system_level
    with pytest.raises(InputError, match="cannot be aggregated by mean"):
        metaevaluate(judged(), first=0, scores={"x": means}, aggregate="mean")
    beside = evaluate(scores={"x": by_list})
    assert [item.title for item in beside] == ["green", "x"]
    assert len(beside.tests) == 1


def test_scores_may_be_those_of_numpy() -> None:
    """Arrays of sentence scores, single numbers, human scores."""
    outputs = example_outputs(*NAMES)
    lists = {name: [float(len(line)) for line in lines] for name, lines in outputs.items()}
    arrays: Any = {name: np.array(values, dtype=np.float32) for name, values in lists.items()}
    one, two = (metaevaluate(judged(), first=0, scores={"x": given}) for given in (lists, arrays))
    assert one == two
    means: Any = {name: np.mean(values) for name, values in lists.items()}
    sums: Any = {name: np.int64(sum(values)) for name, values in lists.items()}
    found = metaevaluate(sums, scores={"x": means})
    assert found["x"].system_level.pearson == pytest.approx(1)


def test_sentence_scores_without_outputs_need_the_number_of_the_first_sentence() -> None:
    """Which is said: the sentence level would be missing without a word."""
    later = judged().of_sentences(range(1, 150))
    scores = {name: [float(len(line)) for line in lines] for name, lines in example_outputs(*NAMES).items()}
    with pytest.warns(errata.ErrataWarning, match="so the sentence level is omitted; say which"):
        found = metaevaluate(later, scores={"x": scores})
    assert found["x"].sentence_level is None
    assert metaevaluate(later, scores={"x": scores}, first=0)["x"].sentence_level is not None


def test_a_ranked_system_without_a_score_is_not_called_unjudged() -> None:
    """Where rankings come with a table of scores, either may lack a system."""
    table = {name: float(place) for place, name in enumerate(NAMES) if name != "good"}
    found = evaluate(human=table)
    assert "given, but without a human score: good; left out" in found.warnings
    assert "good" not in found.systems


def test_a_constant_measure_has_no_correlation() -> None:
    """nan and a warning, never 0."""
    with pytest.warns(errata.ErrataWarning, match="flat gives every system the same score"):
        found = metaevaluate({"A": 1.0, "B": 2.0, "C": 3.0}, scores={"flat": {"A": 1, "B": 1, "C": 1}})
    assert math.isnan(found["flat"].system_level.pearson)
    assert math.isnan(found["flat"].system_level.kendall)


@pytest.mark.parametrize("asked", [{"by_rank": True}, {"ties": "half"}])
def test_what_is_asked_of_the_sentence_level_in_vain_is_said(asked: dict[str, Any]) -> None:
    """Where people scored systems, or the measure did: otherwise the user would look for it in the result."""
    scores = {"mine": dict.fromkeys(NAMES, 1.0) | {"good": 2.0}}
    with pytest.warns(errata.ErrataWarning, match=r"^the judgements are scores of systems, so there is no sentence"):
        found = metaevaluate({name: float(place) for place, name in enumerate(NAMES)}, scores=scores, **asked)
    assert found["mine"].sentence_level is None
    with pytest.warns(errata.ErrataWarning, match=r"^no measure scores sentences, so there is no sentence level"):
        metaevaluate(judged(), scores=scores, **asked)


def test_a_table_is_not_rated_again() -> None:
    """Only rankings become TrueSkill: the table's own numbers under that name would be taken for it."""
    table = {name: float(place) for place, name in enumerate(NAMES)}
    with pytest.raises(InputError, match="human is 'trueskill', but these are finished scores of systems"):
        metaevaluate(table, scores={"mine": table}, human="trueskill")


def test_systems_whose_scores_lack_some_are_named_as_such() -> None:
    """With outputs of all systems, "without output" would be wrong."""
    some = dict(zip(NAMES[:3], (1.0, 2.0, 3.0), strict=True))
    found = evaluate(scores={"mine": some})
    assert any(said.startswith("judged, but without output or scores: ") for said in found.warnings)
    assert found.systems == tuple(sorted(NAMES[:3]))


def test_those_who_do_not_take_part_are_named() -> None:
    """Judged without output, or output that nobody judged; people's scores stay those of all systems."""
    outputs = example_outputs("bold", "cautious", "good") | {"mine": example_outputs("good")["good"]}
    with pytest.warns(errata.ErrataWarning):
        found = metaevaluate(judged(), example_gold(), outputs, measures=["green"])
    said = " ".join(found.warnings)
    assert "judged, but without output: paraphrase, unchanged" in said
    assert "given, but not judged: mine" in said
    assert found.systems == ("bold", "cautious", "good")
    whole = evaluate()
    assert [(item.system, item.score) for item in found.human.systems] == [
        (item.system, item.score) for item in whole.human.systems
    ]
    assert [item.system for item in found.human.systems if not item.takes_part] == ["paraphrase", "unchanged"]


def test_sentences_and_judges_can_be_chosen() -> None:
    """Both change who counts; the judgements of other sentences are left out."""
    numbers = sorted({item.sentence for item in judged()})[:30]
    found = evaluate(only=numbers, judges=["ann", "ben"])
    assert found.n_sentences == 30
    kept = [item for item in judged() if item.sentence in numbers and item.judge != "cay"]
    assert (found.human.n_judgements, found.human.judges) == (len(kept), ("ann", "ben"))


def test_intervals_are_those_of_score() -> None:
    """Scores are resampled as `score` does; same seed, same bits; both intervals are there."""
    plan = Resampling(samples=60, seed=4)
    found, again = (evaluate(interval=plan, measures=["green", "m2"]) for _ in range(2))
    assert found == again
    item = found["green"]
    with pytest.warns(errata.ErrataWarning):
        scored = errata.score(example_gold(), example_outputs(*NAMES), measures=["green"], interval=plan)
    for name in NAMES:
        interval = scored[name, "green"].interval
        assert interval is not None
        assert item.intervals[name] == pytest.approx((interval.low, interval.high))
    ends = item.system_level.interval
    assert ends is not None
    assert ends.sentences is not None
    low, high = ends.sentences["pearson"]
    assert low <= item.system_level.pearson <= high
    assert not math.isnan(found.tests[0].sentences_p)


def test_trueskill_is_seeded_and_averaged() -> None:
    """More runs, another mean; the ranks of people stay plausible."""
    few, more = (evaluate(human="trueskill", runs=runs).human for runs in (2, 5))
    assert few == evaluate(human="trueskill", runs=2).human
    assert few["good"].score != more["good"].score
    assert (more.systems[-1].system, more.method) == ("unchanged", "trueskill")


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"aggregate": "sum"}, OptionError, "aggregate must be corpus or mean"),
        ({"score_digits": 0}, OptionError, "score_digits takes a whole number from 1 to 15, not 0"),
        ({"score_digits": True}, OptionError, "score_digits takes a whole number from 1 to 15, not True"),
        ({"ties": "both"}, OptionError, "ties must be first-loses"),
        ({"first": 2}, OptionError, "first must be 0, 1 or 'auto', not 2"),
        ({"human": "bleu"}, OptionError, "human must be ew or trueskill"),
        ({"runs": 0}, OptionError, "runs takes a whole number from 1"),
        ({"interval": Resampling(method="bca")}, OptionError, "leave method and clusters out"),
        ({"only": [3, 3]}, InputError, "twice"),
        ({"only": []}, InputError, "only is empty"),
        ({"only": "12"}, InputError, "give a list of sentence numbers"),
        ({"outputs": ["a"]}, InputError, "outputs must be {name: sentences}"),
        ({"systems": "good"}, InputError, "systems must be a list: ['good']"),
        ({"scores": [1.0]}, InputError, "scores is a list; give {name: {system: score}}"),
        ({"scores": {"x": [1.0]}}, InputError, "scores 'x' is a list; give {name: {system: score}}"),
        (
            {"scores": {"x": dict.fromkeys(NAMES, ["1"] * 150)}},
            InputError,
            "scores 'x' has '1' of 'bold' for sentence 0 (from 0), which is not a number",
        ),
        ({"human_column": "x"}, OptionError, "computed from rankings"),
        ({"first": 1}, InputError, "line 4: sentence 0 is judged, but the 150 sentences of the outputs are numbered 1"),
        ({"scores": {"green": dict.fromkeys(NAMES, 1.0)}}, InputError, "two measures are called 'green'"),
    ],
)
def test_what_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    """With words that say what to do."""
    given: dict[str, Any] = {"gold": example_gold(), "outputs": example_outputs(*NAMES), "measures": ["green"]}
    with pytest.raises(error) as caught:
        metaevaluate(judged(), **{**given, **changes})
    assert message in str(caught.value)


def test_the_wrong_number_of_the_first_sentence_is_found_out() -> None:
    """Systems that were shown as one text did not write the same by that count, but by the other."""
    later = judged().of_sentences(range(1, 150))
    with pytest.raises(InputError, match=r"; \d+ have if it is called 0 \(first=0\)"):
        metaevaluate(later, example_gold(), example_outputs(*NAMES), first=1)


def test_groups_that_differ_in_places_are_told() -> None:
    """A few may, where a system was run again; most must be the same."""
    outputs = example_outputs(*NAMES)
    item = next(item for item in judged() if any({"good", "bold"} <= set(group.systems) for group in item.groups))
    outputs["bold"][item.sentence] += " Indeed ."
    found = evaluate(outputs=outputs)
    assert any("merged groups have outputs that differ; the first is line" in said for said in found.warnings)
    assert found.human.first == 0
    long = "We have known for a long time what nobody wants to hear : "
    judgements = Judgements((Ranking(0, "ann", (RankedGroup(1, ("A", "B")), RankedGroup(2, ("C",)))),))
    texts = {"A": [long + "it is late ."], "B": [long + "it was late ."], "C": ["Late ."]}
    with pytest.raises(InputError, match=r"A has '… hear : it is late \.' there and B '… hear : it was late \.'"):
        metaevaluate(judgements, sources=["Late ."], references=[["Late ."]], outputs=texts, first=0)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # references that equal their sources
def test_systems_that_change_little_still_tell_the_first_sentence() -> None:
    """By the wrong number most groups have the same output too, but not all: the number that fits all is right."""
    texts = {name: [f"Line {number} ." for number in range(30)] for name in "ABC"}
    texts["B"][5], texts["C"][5] = "Line five .", "Line five ."
    items = [Ranking(number, "ann", (RankedGroup(1, ("A", "B")), RankedGroup(2, ("C",)))) for number in range(6, 26)]
    items.append(Ranking(20, "ann", (RankedGroup(1, ("A",)), RankedGroup(1, ("B",)), RankedGroup(2, ("C",)))))
    given: dict[str, Any] = {"sources": texts["A"], "references": [texts["A"]], "outputs": texts}
    assert metaevaluate(Judgements(tuple(items)), **given, human={"A": 3, "B": 2, "C": 1}).human.first == 0
    with pytest.raises(InputError, match="0 or 1: both fit the outputs"):  # line 5 is not asked for
        metaevaluate(Judgements(tuple(items[1:])), **given, human={"A": 3, "B": 2, "C": 1})


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_a_system_that_people_never_decided_about_has_no_rank() -> None:
    """It comes last, without ranks, and does not disturb those of the others; it cannot take part."""
    groups = tuple(RankedGroup(rank, (name,)) for rank, name in enumerate("ABC", 1))
    items = (*[Ranking(0, "ann", groups)] * 40, Ranking(0, "ann", (RankedGroup(1, ("0", "A")),)))
    scores = {"m": {"A": 3.0, "B": 2.0, "C": 1.0}}
    found = metaevaluate(Judgements(items), scores=scores, first=0)
    assert any("judges never ranked 3 pairs of systems differently" in said for said in found.warnings)
    assert [(item.system, item.rank_low, item.rank_high, item.cluster) for item in found.human.systems] == [
        ("A", 1, 1, 1),
        ("B", 2, 2, 2),
        ("C", 3, 3, 3),
        ("0", None, None, None),
    ]
    with pytest.raises(InputError, match="no human judgement yields a score for '0'; leave it out"):
        metaevaluate(Judgements(items), scores={"m": {**scores["m"], "0": 2.0}}, first=0)


def test_two_systems_that_are_always_alike_are_told() -> None:
    """Where sentences are compared, the pair is left out of Expected Wins, which is said."""
    same = [0.1, 0.2, 0.3]
    scores = {"m": {"A": same, "B": same, "C": [0.0, 0.0, 0.9]}}
    with pytest.warns(errata.ErrataWarning, match="m gives 1 pair of systems the same score in every sentence"):
        found = metaevaluate({"A": 3, "B": 2, "C": 1}, scores=scores, aggregate="ew")
    assert dict(found["m"].scores) == pytest.approx({"A": 2 / 3, "B": 2 / 3, "C": 1 / 3})


def test_judges_need_rankings() -> None:
    """Ready scores have none."""
    with pytest.raises(InputError, match="judges can only be selected from rankings"):
        metaevaluate({"A": 1, "B": 2, "C": 3}, scores={"x": {"A": 1, "B": 2, "C": 3}}, judges=["x"])
