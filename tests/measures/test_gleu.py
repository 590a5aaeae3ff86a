"""GLEU: worked examples, and the numbers of the authors' scripts, of Koyama's package and of the GREEN paper."""

import csv
import json
import math
import random
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support import GOLDEN, only_compiled, run, shared

import errata
from errata import Annotation, Corpus, Edit, ErrataWarning, Gleu, InputError, OptionError, Score, Sentence
from errata.corpus import Output
from errata.measures.blocks import GoldBlock
from errata.measures.draws import Draws
from errata.measures.gleu import authors_gleu, gleu_2015, koyama_gleu, smoothed
from errata.measures.tables import Selections

CONLL = ("AMU", "IPN", "INPUT", "NULL")
JFLEG = ("SOURCE_vs_0123", "REF0_vs_123", "REF1_vs_023", "REF2_vs_013", "REF3_vs_012")
LAMBDAS = ("0", "0.1", "1")


def near(expected: Any, absolute: float = 0.0) -> Any:
    """Return the numbers to compare with: within 1e-9, since the originals add and take logarithms elsewhere."""
    return pytest.approx(expected, rel=1e-9, abs=absolute)


def compare_deviations(score: Score, expected: list[float]) -> None:
    """Compare deviations of sentences; those of equal scores the originals round to 1e-16 of them instead of 0."""
    for row, deviation in zip(score.sentences, expected, strict=True):
        assert row.values["std"] == near(deviation, 1e-15 * row.score)


def scored(gold: Corpus, outputs: list[str], **options: Any) -> Score:
    """Score one system quietly."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return errata.score(gold, outputs, measures=[Gleu(**options)]).scores[0]


def sentence_scores(score: Score) -> list[float]:
    return [row.score for row in score.sentences]


# Worked examples


def test_the_penalty_is_for_absent_ngrams_or_for_surplus_ones() -> None:
    """h = 3, s = 2, r = 1: the scripts take nothing off, the published formula takes one."""
    gold = Corpus.from_texts(["a a b"], [["a c d"]])
    assert scored(gold, ["a a a"], n=1).counts == {"hyp_len": 3, "ref_len": 3, "num1": 1, "den1": 3}
    assert scored(gold, ["a a a"], n=1, variant="green-paper").counts["num1"] == 0
    assert scored(gold, ["a b c"], n=1).counts["num1"] == 1, "a and c match, b should have gone"


def test_the_penalty_takes_away_no_more_than_the_sentence_has() -> None:
    """Cut at 0 for each sentence, so one sentence cannot spoil another."""
    gold = Corpus.from_texts(["a b", "c d"], [["x y", "c d"]])
    assert scored(gold, ["a b", "c d"], n=1).counts["num1"] == 2


def test_scores_of_counts() -> None:
    """Brevity, zeros and their three rules."""
    assert authors_gleu([4, 8, 2, 4, 1, 3]) == pytest.approx(math.exp(-1) * math.sqrt(1 / 6))
    assert authors_gleu([8, 4, 2, 4, 1, 3]) == pytest.approx(math.sqrt(1 / 6)), "only short outputs are penalised"
    assert authors_gleu([8, 4, 2, 4, 1, 3], divisor=4) == pytest.approx((1 / 6) ** 0.25)
    assert gleu_2015([8, 4, 2, 4, 1, 3]) == pytest.approx(math.exp(-1) * math.sqrt(1 / 6)), "only long ones in 2015"
    for zero in ([0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]):
        assert authors_gleu(zero) == gleu_2015(zero) == 0
        assert smoothed(zero) == [1, 1, 1, 1]
    assert koyama_gleu([1, 1, 1, 1, 0, 0]) == 1, "no n-gram of the order, none wrong"
    assert koyama_gleu([4, 4, 2, 4, 0, 3]) == 0
    assert koyama_gleu([0, 0, 0, 0]) == 1
    assert koyama_gleu([0, 3, 0, 0]) == 0
    assert koyama_gleu([4, 8, 2, 4]) == pytest.approx(math.exp(-1) / 2)


def test_2015_merges_references_and_rewards_new_matches() -> None:
    """b c are new and right: counted twice; a should have gone: weighted by lambda."""
    gold = Corpus.from_texts(["a d"], [["b d d d"], ["c b"]])
    plain = scored(gold, ["a b c"], variant="2015", n=1)
    assert plain.counts == {"hyp_len": 3, "ref_len": 4, "num1": 2 + 2, "den1": 2 + 3}, "of lengths 4 and 2 the first"
    half = scored(gold, ["a b c"], variant="2015", n=1, lambda_=0.5)
    assert half.counts["num1"] == 3.5
    assert half.score == pytest.approx(3.5 / 5)
    assert half.sentences[0].reference is None


def test_counts_are_means_over_the_draws() -> None:
    """Integers where they are; a sentence has the mean over its references, and none of them is its own."""
    gold = Corpus.from_texts(["a b c d e"], [["a b c d"], ["a b c d e f"]])
    score = scored(gold, ["a b c d e"], samples=5)
    picks = [draw[0] for draw in Draws(2, 2, 1, 5)]
    assert 0 < sum(picks) < 5
    assert score.counts["hyp_len"] == 5
    assert isinstance(score.counts["hyp_len"], int)
    assert score.counts["ref_len"] == pytest.approx(sum(6 if pick else 4 for pick in picks) / 5)
    [row] = score.sentences
    assert row.counts["ref_len"] == 5
    assert row.reference is None
    assert row.values["std"] > 0
    assert scored(gold, ["a b c d e"], samples=5, level="sentence").counts == score.counts


def test_low_and_high_are_a_normal_interval_of_the_draws() -> None:
    """A single reference gives a single point."""
    gold = Corpus.from_texts(["a b c d e"], [["a b c d"], ["a b c d e f"]])
    values = scored(gold, ["a b c d e"]).values
    assert values["high"] - values["gleu"] == pytest.approx(1.959963984540054 * values["std"])
    assert values["gleu"] - values["low"] == pytest.approx(1.959963984540054 * values["std"])
    assert scored(Corpus.from_texts(["a b c d"], [["a b c d"]]), ["a b c d"]).values == {
        "gleu": 1.0,
        "std": 0.0,
        "low": 1.0,
        "high": 1.0,
    }


def test_draws_are_those_of_two_pythons_and_leave_the_global_generator_alone() -> None:
    """The same corpus scores differently by them."""
    gold = Corpus.from_texts(["a b c d e"] * 3, [["a b c d"] * 3, ["a b c d e f"] * 3])
    random.seed(5)
    expected = random.Random(5).random()
    assert scored(gold, ["a b c d e"] * 3).score != scored(gold, ["a b c d e"] * 3, variant="jfleg").score
    assert random.random() == expected


def test_max_names_the_reference_it_chose() -> None:
    """Ties are broken by the precision of the highest order, then the next; then the first wins."""
    texts = ["a b x"], [["p q r"], ["a q r"], ["a b r"], ["a b r"]]
    score = scored(Corpus.from_texts(*texts), ["a b c"], variant="koyama", max=True)
    assert score.score == 0
    assert [row.reference for row in score.sentences] == [2]


def test_words_are_parted_by_ascii_blanks_where_python_2_was() -> None:
    """A no-break space is part of a word in 2016 and 2015."""
    gold = Corpus.from_texts(["a\u00a0b c"], [["a b\u00a0c"]])
    lengths = {name: scored(gold, ["a\u00a0b c"], variant=name).counts["hyp_len"] for name in ("2016", "2015", "jfleg")}
    assert lengths == {"2016": 2, "2015": 2, "jfleg": 3}


def test_outer_blanks_are_characters_unless_stripped() -> None:
    """And then there is a warning."""
    gold = Corpus.from_texts(["a b c d e f ."], [["a b c d e f ."]])
    with pytest.warns(ErrataWarning, match="1 lines begin or end with blanks"):
        score = errata.score(gold, ["a b c d e f . "], measures=["gleu:unit=char"]).scores[0]
    assert score.score < 1
    assert errata.score(gold, ["a b c d e f . "], measures=["gleu:unit=char,strip=yes"]).scores[0].score == 1


def test_the_name_says_which_gleu() -> None:
    """In tables and in the signature."""
    gold = Corpus.from_texts(["a b c d"], [["a b c d"]])
    for variant in ("2016", "jfleg", "2015", "koyama", "green-paper"):
        score = scored(gold, ["a b c d"], variant=variant)
        assert score.title == f"gleu:variant={variant}"
        assert f"|variant:{variant}|" in score.signature
    assert scored(gold, ["a b c d"], variant="koyama", max=True).title == "gleu:variant=koyama,max=yes"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gleu:variant=2017", "variant takes 2016 or jfleg or 2015 or koyama or green-paper, not '2017'"),
        ("gleu:lambda=0.1", "lambda belongs to variant 2015; variant 2016 has no such weight"),
        ("gleu:lambda_=0.1", "measure gleu has no option 'lambda_'; it has: variant, unit, n, samples, lambda, level"),
        ("gleu:variant=2015,lambda=-1", "lambda takes a number of at least 0, not -1"),
        ("gleu:variant=2015,lambda=x", "lambda is a number, not 'x'"),
        ("gleu:max=yes", "max belongs to variants koyama and green-paper, not to 2016"),
        ("gleu:samples=0", "samples takes a whole number of at least 1, not 0"),
        ("gleu:n=0", "n takes a whole number of at least 1, not 0"),
    ],
)
def test_bad_options_are_refused(text: str, message: str) -> None:
    """Also combinations that no program has."""
    with pytest.raises(OptionError, match=message):
        errata.parse_measure(text)


def test_sentences_with_different_numbers_of_references_are_refused() -> None:
    """Draws need as many for each; annotated gold always has them."""
    ragged = Corpus((Sentence("a", (), ("a", "b")), Sentence("b", (), ("b",))), is_annotated=False)
    with pytest.raises(InputError, match="some sentences have more references than others"):
        errata.score(ragged, ["a", "b"], measures=["gleu"])
    absent = Corpus((Sentence("a b", (Annotation(0), Annotation(1, (Edit(0, 1, ("c",)),)))), Sentence("b")))
    assert scored(absent, ["a b", "b"]).counts["hyp_len"] == 3


# Goldens


def compare_2016(gold: Corpus, outputs: list[str], expected: dict[str, Any], variant: str) -> None:
    """Compare mean, deviation and interval of draws, and the sentences where they are given."""
    corpus = scored(gold, outputs, variant=variant)
    assert corpus.score == near(expected["corpus"]["mean"])
    if "std" in expected["corpus"]:
        assert corpus.values["std"] == near(expected["corpus"]["std"], 1e-15)
        low, high = expected["corpus"]["ci95"]
        # The scripts have no interval where nothing varies; here it is a point.
        point = corpus.score
        ends = (point, point) if low is None else (low, high)
        assert (corpus.values["low"], corpus.values["high"]) == near(ends)
    if "mean_of_sentence_scores" in expected:
        assert scored(gold, outputs, variant=variant, level="sentence").score == near(
            expected["mean_of_sentence_scores"]
        )
    if "sentence" in expected:
        assert sentence_scores(corpus) == near(expected["sentence"])
        compare_deviations(corpus, expected["sentence_std"])


def compare_2015(gold: Corpus, outputs: list[str], expected: dict[str, Any]) -> None:
    assert set(expected) == {f"lambda_{value}" for value in LAMBDAS}
    for value in LAMBDAS:
        numbers = expected[f"lambda_{value}"]
        corpus = scored(gold, outputs, variant="2015", lambda_=float(value))
        assert corpus.score == near(numbers["corpus"])
        if "mean_of_sentence_scores" in numbers:
            mean = scored(gold, outputs, variant="2015", lambda_=float(value), level="sentence")
            assert mean.score == near(numbers["mean_of_sentence_scores"])
        if "sentence" in numbers:
            assert sentence_scores(corpus) == near(numbers["sentence"])


def compare_koyama(gold: Corpus, outputs: list[str], expected: dict[str, Any], **options: Any) -> None:
    corpus = scored(gold, outputs, **options)
    assert corpus.score == near(expected["corpus_fixed_seed_mean"])
    assert corpus.values["std"] == near(expected["corpus_fixed_seed_std"], 1e-15)
    measure = Gleu(**options)
    table = measure.count(GoldBlock.of(gold), Output("", outputs))
    choice = measure.choose(table)
    if isinstance(choice, Selections):
        totals = [table.total_picked(picks) for picks, _ in zip(choice.picks, range(5), strict=False)]
    else:
        totals = [table.total(choice)] * 5
    assert [measure.score(sums)["gleu"] for sums in totals] == near(expected["first_5_iterations"])
    best = scored(gold, outputs, max=True, **options)
    assert best.score == near(expected["corpus_max"])
    assert scored(gold, outputs, level="sentence", **options).score == near(expected["sentence_mean"])
    assert scored(gold, outputs, level="sentence", max=True, **options).score == near(expected["sentence_max_mean"])
    if "sentence" in expected:
        assert sentence_scores(corpus) == near(expected["sentence"])
        assert sentence_scores(best) == near(expected["sentence_max"])


KOYAMA = {
    f"{name}_{unit}_n{n}": {"variant": variant, "unit": unit, "n": n}
    for name, variant in (("koyama_1.1.0", "koyama"), ("green_paper", "green-paper"))
    for unit, n in (("word", 4), ("char", 6))
}


def compare(gold: Corpus, outputs: list[str], expected: dict[str, Any], only: str = "") -> None:
    """Compare every number of the authors' programs, of koyama and of green-paper."""
    # The values of another library stand there for comparison only.
    names = set(expected) - {"gec_metrics_0.1.2"}
    assert names == {"gec_ranking_2016_python2", "jfleg_python3", "gec_ranking_2015_python2", *KOYAMA}
    for name in sorted(names):
        if not name.startswith(only):
            continue
        if name in KOYAMA:
            compare_koyama(gold, outputs, expected[name], **KOYAMA[name])
        elif name == "gec_ranking_2015_python2":
            compare_2015(gold, outputs, expected[name])
        else:
            compare_2016(gold, outputs, expected[name], "2016" if "2016" in name else "jfleg")


COLUMNS: dict[str, dict[str, Any]] = {
    "g2016_mean": {},
    "g2015_lambda_0": {"variant": "2015"},
    "g2015_lambda_1": {"variant": "2015", "lambda_": 1.0},
    "koyama_word4": {"variant": "koyama"},
    "koyama_word4_max": {"variant": "koyama", "max": True},
    "koyama_char6": {"variant": "koyama", "unit": "char", "n": 6},
    "koyama_char6_max": {"variant": "koyama", "unit": "char", "n": 6, "max": True},
    "greenpaper_word4": {"variant": "green-paper"},
    "greenpaper_char6": {"variant": "green-paper", "unit": "char", "n": 6},
}


def compare_sentences(path: Path, gold: Corpus, outputs: list[str], n: int | None = None) -> None:
    """Compare sentence by sentence, to the 12 significant digits the file has."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))[:n]
    assert {name for name in rows[0] if not name.startswith("gm_")} == {"line", "g2016_std", *COLUMNS}
    assert len(rows) == len(outputs)
    for name, options in COLUMNS.items():
        score = scored(gold, outputs, samples=1, **options)
        assert sentence_scores(score) == near([float(row[name]) for row in rows]), name
        if name == "g2016_mean":
            compare_deviations(score, [float(row["g2016_std"]) for row in rows])


CASES = json.loads((GOLDEN / "gleu" / "cases.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_small_cases_of_the_originals(case: dict[str, Any]) -> None:
    """Every variant, corpus and sentences."""
    compare(Corpus.from_texts(case["src"], case["refs"]), case["hyp"], case["expected"])


@cache
def conll_gold(kind: str) -> Corpus:
    if kind == "m2":
        return errata.read(shared("data/conll14/gold.m2"))
    references = [errata.read_lines(shared(f"data/conll14/ref{number}.txt")) for number in (0, 1)]
    return Corpus.from_texts(errata.read_lines(shared("data/conll14/src.txt")), references)


def conll_output(system: str) -> list[str]:
    """Return an output with stripped lines, as the numbers were made."""
    if system == "NULL":
        return [""] * 1312
    return [line.strip() for line in errata.read_lines(shared(f"data/conll14/systems/{system}.txt"))]


def test_a_sample_of_conll14_equals_the_originals() -> None:
    """Forty sentences of AMU: quick enough for interpreted kernels."""
    gold = Corpus(conll_gold("m2").sentences[:40])
    compare_sentences(shared("golden/gleu/conll14_sentences_AMU.tsv"), gold, conll_output("AMU")[:40], 40)


@only_compiled
@pytest.mark.parametrize("kind", ["m2", "plain"])
@pytest.mark.parametrize("system", CONLL)
def test_conll14_equals_the_originals(system: str, kind: str) -> None:
    """Every variant, from M2 gold and from plain references."""
    golden = json.loads(shared("golden/gleu/conll14_corpus.json").read_text(encoding="utf-8"))
    compare(conll_gold(kind), conll_output(system), golden[system])


@only_compiled
@pytest.mark.parametrize("system", CONLL)
def test_conll14_sentences_equal_the_originals(system: str) -> None:
    """Sentence by sentence."""
    path = shared(f"golden/gleu/conll14_sentences_{system}.tsv")
    compare_sentences(path, conll_gold("m2"), conll_output(system))


@only_compiled
@pytest.mark.parametrize("name", JFLEG)
def test_jfleg_equals_the_originals(name: str) -> None:
    """The source against four references, each reference against the other three; corpus and sentences."""
    golden = json.loads(shared("golden/gleu/jfleg_test_corpus.json").read_text(encoding="utf-8"))
    who, _, numbers = name.partition("_vs_")
    sources = errata.read_lines(shared("data/jfleg/test.src"))
    references = [errata.read_lines(shared(f"data/jfleg/test.ref{number}")) for number in numbers]
    outputs = sources if who == "SOURCE" else errata.read_lines(shared(f"data/jfleg/test.{who.lower()}"))
    gold = Corpus.from_texts(sources, references)
    compare(gold, outputs, golden[name])
    compare_sentences(shared(f"golden/gleu/jfleg_test_sentences_{name}.tsv"), gold, outputs)


@only_compiled
def test_the_command_prints_table_4_of_the_green_paper(tmp_path: Path) -> None:
    """Sixteen figures; fifteen as printed, AMU wordGREEN 79.25 by the authors' program too, 79.26 in print."""
    data = shared("data/conll14")
    null = tmp_path / "NULL.txt"
    null.write_text("\n" * 1312)
    measures = (
        "gleu:variant=green-paper",
        "gleu:variant=green-paper,unit=char,n=6,strip=yes",
        "green",
        "green:unit=char",
    )
    ran = run(
        *("score", "--source", data / "src.txt", "--reference", data / "ref0.txt", "--reference", data / "ref1.txt"),
        *(data / "systems" / f"{name}.txt" for name in ("AMU", "INPUT", "IPN")),
        *(null, "--quiet"),
        *(part for measure in measures for part in ("--measure", measure)),
    )
    assert (ran.status, ran.err) == (0, "")
    tables = [block.splitlines() for block in ran.out.split("\n\n")]
    assert [[line.split()[:2] for line in table[3:7]] for table in tables] == [
        [["AMU", "58.08"], ["INPUT", "56.34"], ["IPN", "55.08"], ["NULL", "0.00"]],
        [["AMU", "81.68"], ["INPUT", "81.75"], ["IPN", "81.06"], ["NULL", "0.00"]],
        [["AMU", "79.25"], ["INPUT", "76.93"], ["IPN", "76.31"], ["NULL", "43.46"]],
        [["AMU", "91.48"], ["INPUT", "91.00"], ["IPN", "90.74"], ["NULL", "31.28"]],
    ]
    assert [table[0] for table in tables] == [
        "gleu:variant=green-paper",
        "gleu:variant=green-paper,unit=char,n=6,strip=yes",
        "green",
        "green:unit=char,n=6",
    ]
