"""GLEU: worked examples, and a table of the GREEN paper."""

import math
import random
from pathlib import Path
from typing import Any

import pytest
from tests.support import only_compiled, run, shared
from tests.support import scored as scored_by

import errata
from errata import Corpus, Edit, ErrataWarning, Gleu, InputError, Layer, OptionError, Score, Text
from errata.measures.gleu.draws import Draws
from errata.measures.gleu.measure import authors_gleu, gleu_2015, koyama_gleu, smoothed


def scored(gold: Corpus, output: list[str], **options: Any) -> Score:
    return scored_by(gold, output, Gleu(**options))


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


def close(value: float) -> Any:
    """Exponentials and logarithms are rounded as the platform does it."""
    return pytest.approx(value, rel=1e-15)


def test_scores_of_counts() -> None:
    """Brevity, zeros and their three rules."""
    assert authors_gleu([4, 8, 2, 4, 1, 3]) == close(math.exp(-1) * math.sqrt(1 / 6))
    assert authors_gleu([8, 4, 2, 4, 1, 3]) == close(math.sqrt(1 / 6)), "only short outputs are penalised"
    assert authors_gleu([8, 4, 2, 4, 1, 3], divisor=4) == close((1 / 6) ** 0.25)
    assert gleu_2015([8, 4, 2, 4, 1, 3]) == close(math.exp(-1) * math.sqrt(1 / 6)), "only long ones in 2015"
    for zero in ([0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]):
        assert authors_gleu(zero) == gleu_2015(zero) == 0
        assert smoothed(zero) == [1, 1, 1, 1]
    assert koyama_gleu([1, 1, 1, 1, 0, 0]) == 1, "no n-gram of the order, none wrong"
    assert koyama_gleu([4, 4, 2, 4, 0, 3]) == 0
    assert koyama_gleu([0, 0, 0, 0]) == 1
    assert koyama_gleu([0, 3, 0, 0]) == 0
    assert koyama_gleu([4, 8, 2, 4]) == close(math.exp(-1) / 2)


def test_2015_merges_references_and_rewards_new_matches() -> None:
    """b c are new and right: counted twice; a should have gone: weighted by lambda."""
    gold = Corpus.from_texts(["a d"], [["b d d d"], ["c b"]])
    plain = scored(gold, ["a b c"], variant="2015", n=1)
    assert plain.counts == {"hyp_len": 3, "ref_len": 4, "num1": 2 + 2, "den1": 2 + 3}, "of lengths 4 and 2 the first"
    half = scored(gold, ["a b c"], variant="2015", n=1, lambda_=0.5)
    assert half.counts["num1"] == 3.5
    assert half.score == 3.5 / 5
    assert half.sentences[0].reference is None


def test_counts_are_means_over_the_draws() -> None:
    """Integers where they are; a sentence has the mean over its references, and none of them is its own."""
    gold = Corpus.from_texts(["a b c d e"], [["a b c d"], ["a b c d e f"]])
    score = scored(gold, ["a b c d e"], samples=5)
    picks = [draw[0] for draw in Draws(2, 2, 1, 5)]
    assert 0 < sum(picks) < 5
    assert score.counts["hyp_len"] == 5
    assert isinstance(score.counts["hyp_len"], int)
    assert score.counts["ref_len"] == sum(6 if pick else 4 for pick in picks) / 5
    [row] = score.sentences
    assert row.counts["ref_len"] == 5
    assert row.reference is None
    assert row.values["std"] > 0
    assert scored(gold, ["a b c d e"], samples=5, level="sentence").counts == score.counts


def test_low_and_high_are_a_normal_interval_of_the_draws() -> None:
    """A single reference gives a single point."""
    gold = Corpus.from_texts(["a b c d e"], [["a b c d"], ["a b c d e f"]])
    values = scored(gold, ["a b c d e"]).values
    assert values["high"] == values["gleu"] + 1.959963984540054 * values["std"]
    assert values["low"] == values["gleu"] - 1.959963984540054 * values["std"]
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


def test_outer_blanks_are_left_out_unless_kept() -> None:
    """As in GREEN; where they are kept there is a warning."""
    gold = Corpus.from_texts(["a b c d e f ."], [["a b c d e f ."]])
    with pytest.warns(ErrataWarning, match="1 line begins or ends with spaces"):
        score = errata.score(gold, ["a b c d e f . "], measures=["gleu:unit=char,strip=no"]).scores[0]
    assert score.score < 1
    for measure in ("gleu:unit=char", "green:unit=char"):
        assert errata.score(gold, ["a b c d e f . "], measures=[measure]).scores[0].score == 1


def test_the_unit_decides_about_order_and_blanks() -> None:
    """Six for characters, as in GREEN, four for words; titles name neither, the signature both."""
    words, characters = Gleu(), Gleu(unit="char")
    assert (words.n, words.strip, words.title) == (4, False, "gleu:variant=2016")
    assert (characters.n, characters.strip, characters.title) == (6, True, "gleu:variant=2016,unit=char")
    assert Gleu(unit="char", n=4, strip=False).title == "gleu:variant=2016,unit=char,n=4,strip=no"
    assert "|n:6|" in characters.signature("")
    assert "|strip:yes|" in characters.signature("")


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
        (
            "gleu:lambda_=0.1",
            "measure gleu has no option 'lambda_'; did you mean 'lambda'",
        ),
        ("gleu:variant=2015,lambda=-1", "lambda takes a number from 0 to 1000, not '-1'"),
        ("gleu:variant=2015,lambda=x", "lambda takes a number from 0 to 1000, not 'x'"),
        ("gleu:max=yes", "max belongs to variants koyama and green-paper, not to 2016"),
        ("gleu:samples=0", "samples takes a whole number from 1 to 1000000, not '0'"),
        ("gleu:n=0", "n takes a whole number from 1 to 100, not '0'"),
    ],
)
def test_bad_options_are_refused(text: str, message: str) -> None:
    """Also combinations that no program has."""
    with pytest.raises(OptionError, match=message):
        errata.parse_measure(text)


def test_sentences_with_different_numbers_of_references_are_refused() -> None:
    """Draws need as many for each; annotated gold always has them."""
    ragged = Corpus((Text("a", (), ("a", "b")), Text("b", (), ("b",))), is_annotated=False)
    with pytest.raises(InputError, match="some sentences have more references than others"):
        errata.score(ragged, ["a", "b"], measures=["gleu"])
    absent = Corpus((Text("a b", (Layer(0), Layer(1, (Edit(0, 1, ("c",)),)))), Text("b")))
    assert scored(absent, ["a b", "b"]).counts["hyp_len"] == 3


@only_compiled
def test_the_command_prints_table_4_of_the_green_paper(tmp_path: Path) -> None:
    """Sixteen figures; fifteen as printed, AMU wordGREEN 79.25 by the authors' program too, 79.26 in print."""
    data = shared("data/conll14")
    null = tmp_path / "NULL.txt"
    null.write_text("\n" * 1312)
    measures = (
        "gleu:variant=green-paper",
        "gleu:variant=green-paper,unit=char",
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
        "gleu:variant=green-paper,unit=char",
        "green",
        "green:unit=char",
    ]
