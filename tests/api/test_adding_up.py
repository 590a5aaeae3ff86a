"""The items that explanations show are the ones the measures counted, for every measure and every sentence."""

import math
import re
from collections import Counter
from collections.abc import Iterable

import pytest
from tests.support import example_gold, example_outputs, only_compiled, sample, shared

import errata
from errata import Corpus, Explanation, MeasureExplanation
from errata.measures.working import Alignment, Listing
from errata.model import Text

SYSTEMS = ("good", "bold", "paraphrase", "unchanged")

pytestmark = pytest.mark.filterwarnings("ignore::errata.ErrataWarning")


def listing(told: MeasureExplanation) -> Listing:
    section = told.working.sections[0]
    assert isinstance(section, Listing)
    return section


def check_m2(told: MeasureExplanation) -> None:
    """Verdicts are gold edits met or not; proposals are the rows that were searched."""
    counts = Counter(listing(told).column("verdict"))
    searched = [cell for cell in listing(told).column("as searched") if cell is not None]
    met = sum(counts[word] for word in ("correct", "detected", "recognised"))
    assert told.row.counts == {"correct": met, "proposed": len(searched), "gold": met + counts["missed"]}


def check_imeasure(told: MeasureExplanation) -> None:
    """A column where all three differ counts as FP, FN and FPN at once."""
    section = told.working.sections[0]
    assert isinstance(section, Alignment)
    classes = Counter(section.row("class"))
    fpn = classes["FPN"]
    expected = {
        "tp": classes["TP"],
        "tn": classes["TN"],
        "fp": classes["FP"] + fpn,
        "fn": classes["FN"] + fpn,
        "fpn": fpn,
    }
    if "baseline:tool" in told.signature:
        base = told.working.sections[1]
        assert isinstance(base, Alignment)
        baseline = Counter(base.row("class"))
        expected |= {"base_tn": baseline["TN"], "base_fn": baseline["FN"]}
        assert set(baseline) <= {"TN", "FN"}
        assert expected == told.row.counts
    else:
        assert expected.items() <= told.row.counts.items()


def _sum_of(ngrams: object) -> int:
    assert isinstance(ngrams, tuple)
    return sum(int(match[1]) if (match := re.search(r" \(×(\d+)\)$", gram)) else 1 for gram in ngrams)


def check_green(told: MeasureExplanation) -> None:
    """Each region of each order has as many n-grams as were counted, in all references where they are averaged."""
    counts: Counter[str] = Counter()
    for section in told.working.sections:
        assert isinstance(section, Listing)
        times = len(re.findall("annotator", section.title)) or 1
        for order, region, size, ngrams in section.rows:
            assert size == _sum_of(ngrams)
            counts[f"{str(region).lower()}{order}"] += times * _sum_of(ngrams)
    assert {name: counts[name] for name in told.row.counts} == told.row.counts


def check_gleu(told: MeasureExplanation) -> None:
    """Matches less penalties, at least 0, make the numerator, all n-grams of the output the denominator.

    Of the mean over several references only the number of n-grams is checked here, which is common to all.
    """
    sections = [section for section in told.working.sections if isinstance(section, Listing)]
    counts = told.row.counts
    n_orders = sum(name.startswith("den") for name in counts)
    is_2015 = "variant:2015" in told.signature
    numerators = []
    for section in sections:
        sizes: Counter[tuple[object, object]] = Counter()
        for order, kind, size, ngrams in section.rows:
            assert size == _sum_of(ngrams)
            sizes[order, kind] += _sum_of(ngrams)
        row = []
        for order in range(1, n_orders + 1):
            match, penalty, reward = (sizes[order, kind] for kind in ("match", "penalty", "reward"))
            weight = 0.5 if "lambda:0.5" in told.signature else 0 if is_2015 else 1
            row.append(reward + max(0, match - weight * penalty))
            assert counts[f"den{order}"] == match + penalty + sizes[order, "neither"] + reward
        numerators.append(row)
    if len(sections) == 1 and "; the same" not in sections[0].title:
        assert numerators[0] == [counts[f"num{order}"] for order in range(1, n_orders + 1)]


def check_errant(told: MeasureExplanation) -> None:
    """Each verdict counts as often as the listing says."""
    sums = Counter[str]()
    for verdict, _, _, times in listing(told).rows:
        assert isinstance(verdict, str)
        assert isinstance(times, int)
        sums[verdict] += times
    assert told.row.counts == {"tp": sums["TP"], "fp": sums["FP"], "fn": sums["FN"]}


def check_cleme(told: MeasureExplanation) -> None:
    """The weights of chunks add up to the weighted counts; float sums of another order may differ in the last bits."""
    sums = dict.fromkeys(("tp", "fp", "fn", "tn"), 0.0)
    for row in listing(told).rows if told.working.sections else ():
        assert isinstance(row[-1], int | float)
        sums[str(row[0]).lower()] += row[-1]
    assert told.row.counts == pytest.approx(sums, abs=1e-12)


def check_difficulty(told: MeasureExplanation) -> None:
    """The weights of chunks add up, and so does their sum; the measure adds integers, so floats differ a little."""
    sums = dict.fromkeys(("tp", "fp", "fn", "tn", "all"), 0.0)
    for row in listing(told).rows:
        assert isinstance(row[-1], int | float)
        for verdict in str(row[0]).lower().split("+"):
            sums[verdict] += row[-1]
        sums["all"] += row[-1]
    assert told.row.counts == pytest.approx(sums, abs=1e-9)


def check_hoo(told: MeasureExplanation) -> None:
    """Statuses of both sides add up; what is corrected is recognised, what is recognised is detected or aligned."""
    gold, system = told.working.sections[:2]
    assert isinstance(gold, Listing)
    assert isinstance(system, Listing)
    ours, theirs = Counter(gold.column("status")), Counter(system.column("status"))
    expected = {
        "gold": ours.total(),
        "system": theirs.total(),
        "detected": ours["detected"] + ours["recognised"] + ours["corrected"],
        "spurious": theirs["spurious"],
        "aligned_system": theirs.total() - theirs["spurious"],
        "missing": ours["missing"] + ours["missing_optional"],
        "missing_optional": ours["missing_optional"],
        "recognised_gold": ours["recognised"] + ours["corrected"],
        "recognised_system": theirs["recognised"] + theirs["corrected"],
        "corrected_gold": ours["corrected"],
        "corrected_system": theirs["corrected"],
    }
    assert expected.items() <= told.row.counts.items()


def check_gain(told: MeasureExplanation) -> None:
    """Each region of each order has as many n-grams as were counted, and what they are worth is the gain."""
    changes, ngrams = told.working.sections
    assert isinstance(changes, Listing)
    assert isinstance(ngrams, Listing)
    counts = dict.fromkeys(told.row.counts, 0)
    for order, region, size, _, _, members in ngrams.rows:
        assert size == _sum_of(members)
        counts[f"{str(region).lower()}{order}"] = _sum_of(members)
    assert counts == told.row.counts
    worth = [cell for cell in ngrams.column("points") if isinstance(cell, float)]
    assert sum(worth) == pytest.approx(100 * told.row.score, abs=1e-9)
    for _, verdict, points in changes.rows:
        assert isinstance(points, float)
        assert verdict == ("earned" if points > 0 else "cost" if points < 0 else "neither")
    if len(changes.rows) == 1:  # without its only change the output is the source
        assert changes.column("points") == [pytest.approx(100 * told.row.score, abs=1e-9)]


CHECKS = {
    "m2": check_m2,
    "imeasure": check_imeasure,
    "green": check_green,
    "gleu": check_gleu,
    "errant": check_errant,
    "cleme": check_cleme,
    "difficulty": check_difficulty,
    "hoo": check_hoo,
    "gain": check_gain,
}

_SIGNS = {"·": "*", "−": "-", "^": "**", "exp": "math.exp"}


def check_formulas(told: MeasureExplanation) -> None:
    """Every formula gives its value with the numbers put in, and every value of the row is explained."""
    keys = {formula.key for formula in told.working.formulas}
    wanted = set(told.row.values)
    if told.measure == "gleu" and not told.row.values["std"]:
        wanted = {"gleu"}
    assert wanted <= keys
    for formula in told.working.formulas:
        value = told.row.values[formula.key] if formula.key else formula.value
        assert formula.value == value or (math.isnan(value) and math.isnan(formula.value))
        if not formula.numbers or "definition" in formula.note or "is 0" in formula.note or math.isnan(value):
            continue
        text = formula.numbers
        for sign, code in _SIGNS.items():
            text = text.replace(sign, code)
        if formula.note.startswith("no n-gram"):
            continue
        # Four digits are shown, and small denominators magnify what they lack.
        assert eval(text, {"math": math}) == pytest.approx(value, abs=2e-3), (formula, told.signature)


def check(explanations: Iterable[Explanation]) -> None:
    for explanation in explanations:
        for told in explanation.measures:
            try:
                CHECKS[told.measure](told)
                check_formulas(told)
            except AssertionError as error:
                raise AssertionError(f"{explanation.system}, index {explanation.index}, {told.title}") from error


MEASURES = (
    "m2",
    "m2:task=detection",
    "m2:task=recognition,level=sentence",
    "m2:ignore_case_space=yes,unchanged=0",
    "imeasure",
    "imeasure:aspect=detection,baseline=paper",
    "imeasure:mix=no,optimise=corpus",
    "green",
    "green:unit=char,n=3",
    "green:references=mean",
    "green:unit=char,n=3,references=mean,level=sentence",
    "gleu",
    "gleu:variant=jfleg,n=2",
    "gleu:variant=2015,lambda=0.5",
    "gleu:variant=koyama,max=yes",
    "gleu:variant=green-paper,unit=char,max=yes",
    "gleu:variant=green-paper",
    "errant",
    "errant:task=detection",
    "errant:task=token",
    "errant:task=classification,level=sentence",
    "errant:length=multi,filter=R:SPELL",
    "cleme",
    "cleme:assumption=independent,weighted=no",
    "cleme:task=detection,level=sentence",
    "cleme:release=1.0,level=sentence,assumption=independent",
    "difficulty",
    "difficulty:reference=1,weighted=no",
    "difficulty:a=2,b=0.5,c=1",
    "gain:n=3",
    "gain:unit=word,rate=precision",
)


@pytest.fixture(scope="module")
def gold() -> Corpus:
    return example_gold()


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[str]]:
    return example_outputs(*SYSTEMS)


@pytest.mark.parametrize("measure", MEASURES)
def test_items_add_up_on_the_shipped_corpus(measure: str, gold: Corpus, outputs: dict[str, list[str]]) -> None:
    """Every sentence of every system: the items shown make the counts, the formulas the values."""
    sentences = range(sample(len(gold), 25))
    check(errata.explain(gold, outputs, measures=[measure], extract="errata", sentences=sentences))


@only_compiled
@pytest.mark.slow
@pytest.mark.parametrize("measure", ["m2", "imeasure", "green", "gleu", "errant", "cleme", "difficulty"])
def test_items_add_up_on_conll_2014(measure: str) -> None:
    """Real text, long sentences and two annotators: every sentence of AMU, one in five of two others."""
    folder = shared("data/conll14")
    is_plain = measure in {"m2", "imeasure", "green", "gleu"}
    corpus = errata.read(folder / ("gold.m2" if is_plain else "errant/gold.m2"))
    outputs: dict[str, list[str] | Corpus] = {}
    for name in ("AMU", "CAMB", "IPN"):
        plain, edited = folder / "systems" / f"{name}.txt", folder / "errant" / f"{name}.m2"
        outputs[name] = errata.read_lines(plain) if is_plain else errata.read(edited)
    every = range(len(corpus))
    check(errata.explain(corpus, {"AMU": outputs["AMU"]}, measures=[measure], sentences=every))
    check(errata.explain(corpus, outputs, measures=[measure], sentences=every[::5]))


@pytest.mark.parametrize(
    "measure",
    [
        "hoo",
        "hoo:bonus=yes",
        "hoo:preset=hoo2011",
        "hoo:preset=hoo2012",
        "hoo:types=R:SPELL+M:DET",
        "hoo:unit=token",
        "hoo:boundary=touch",
    ],
)
def test_items_add_up_for_documents(measure: str, gold: Corpus, outputs: dict[str, list[str]]) -> None:
    """The shipped corpus as documents of ten sentences each."""
    parts = [Corpus(gold.texts[start : start + 10]) for start in range(0, len(gold), 10)]
    documents = Corpus(tuple(errata.to_document(part, f"{number:04}", 0) for number, part in enumerate(parts, 1)))
    made = {}
    for name, lines in outputs.items():
        texts = [
            Text.document(f"{number:04}", "\n".join(lines[start : start + 10]))
            for number, start in enumerate(range(0, len(gold), 10), 1)
        ]
        made[name] = errata.extract_documents(documents, Corpus(tuple(texts), name))
    check(errata.explain(documents, made, measures=[measure], sentences=range(len(documents))))
