"""Difficulty-weighted measures: worked examples, and weights beside those of the authors."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.corpora import conll_edits, conll_gold
from tests.support import annotated, shared, write_file

import errata
from errata import Corpus, Difficulty, Edit, ErrataWarning, InputError, LengthError, OptionError, Score, Weights
from errata.golden.inputs import score_quietly
from errata.measures.difficulty.judging import Judged
from errata.measures.difficulty.scales import Scale
from errata.model import Layer, Output, Text


def scores(gold: Corpus, outputs: dict[str, Any], measure: Difficulty) -> list[Score]:
    """Score quietly: systems here are few and odd."""
    return list(score_quietly(gold, outputs, measure).values())


@pytest.mark.parametrize("kind", ["errant", "official"])
def test_weights_of_conll14_equal_the_original(kind: str, tmp_path: Path) -> None:
    """The file, byte for byte."""
    learned = Difficulty().learn(conll_gold(kind), list(conll_edits().values()))
    errata.write_weights(learned.weights, tmp_path / "w.txt")
    expected = shared(f"golden/difficulty/weights_{kind}_ref0_12sys.txt").read_bytes()
    assert (tmp_path / "w.txt").read_bytes() == expected


def test_the_published_weights_fit_the_official_gold() -> None:
    """60,410 chunks, 2,379 of them edited, with a mean weight of 0.79592 (Table 4 of the paper: 0.79586)."""
    weights = errata.read_weights(shared("data/weights/conll14_8sys.txt"))
    judged = Judged.of(conll_gold(), (), 0)
    assert sum(chunks.n_chunks for chunks in judged.gold) == 60_410
    edited = [weights.solved[index][number] for index, chunks in enumerate(judged.gold) for number in chunks.edits]
    assert len(edited) == 2379
    assert sum(8 - n for n in edited) / 8 / 2379 == pytest.approx(0.79592, abs=5e-6)
    with pytest.raises(
        LengthError, match=r"conll14_8sys.txt, line \d+: \d+ counts, but sentence \d+ of .* has \d+ chunks"
    ):
        scores(conll_gold("errant"), conll_edits(), Difficulty(weights=weights))


def gold_of(*edits: Edit, who: int | str = 0) -> Corpus:
    return Corpus((Text("He go in school .", (Layer(who, edits),)),))


GO = Edit(1, 2, ("goes",), "R:VERB")
TO = Edit(2, 3, ("to",), "R:PREP")


def systems(**edits: Sequence[Edit]) -> dict[str, Corpus]:
    return {name: gold_of(*made) for name, made in edits.items()}


def test_weights_are_learned_from_all_systems_or_given() -> None:
    """The signature says which, with a hash."""
    outputs = systems(one=[GO], two=[GO, TO])
    one, two = scores(gold_of(GO, TO), outputs, Difficulty())
    assert two.details == {
        "numerators": {"tp": 1, "fp": 0, "fn": 0, "tn": 0, "all": 1},
        "denominator": 2,
        "N": 2,
    }
    assert two.counts == {"tp": 0.5, "fp": 0.0, "fn": 0.0, "tn": 0.0, "all": 0.5}
    assert (one.score, two.score) == (0.0, 1.0)
    assert two.sentences[0].reference == 0
    assert "|weights:outputs|" in two.signature
    learned = Difficulty().learn(gold_of(GO, TO), [Output.from_corpus(*item) for item in outputs.items()]).weights
    assert two.signature.endswith(f"|N:2|learned:{learned.fingerprint}")
    [alone] = scores(gold_of(GO, TO), {"two": outputs["two"]}, Difficulty(weights=learned))
    assert alone.values == two.values
    assert f"|weights:{learned.fingerprint}|" in alone.signature
    assert alone.signature.endswith("|N:2")
    assert alone.title == f"difficulty:weights={learned.fingerprint}"


def test_alone_a_system_scores_nothing() -> None:
    """N = 1: what it solves weighs 0."""
    with pytest.warns(ErrataWarning, match="^the weights come from one system alone"):
        [score] = errata.score(gold_of(GO, TO), systems(one=[GO]), measures=["difficulty"])
    unasked = errata.score(gold_of(GO, TO), systems(one=[GO]))
    assert "difficulty" not in {item.measure for item in unasked}
    assert score.values == {"f": 0.0, "precision": 0.0, "recall": 0.0, "accuracy": 0.0}
    assert score.counts["fn"] == 1


def test_corrections_are_compared_as_written(tmp_path: Path) -> None:
    """Neither -NONE- nor alternatives mean anything else, as in the original."""
    write = write_file(tmp_path)
    line = "S a b\nA 0 1|||R|||{}|||REQUIRED|||-NONE-|||0\n\n"
    gold = errata.read(write("gold.m2", line.format("-NONE-") + line.format("x||y")))
    outputs = {
        "same": errata.read(write("same.m2", line.format("-NONE-") + line.format("x||y"))),
        "other": errata.read(write("other.m2", line.format("") + line.format("x"))),
    }
    same, other = scores(gold, outputs, Difficulty(weighted=False))
    assert (same.counts["tp"], other.counts["tp"], other.counts["fp"]) == (2, 0, 2)


def test_every_annotator_when_asked() -> None:
    """reference=all stands for one measure each; a sentence an annotator has not seen is unedited."""
    gold = Corpus(
        (
            Text("He go in school .", (Layer(0, (GO,)), Layer(1, (TO,)))),
            Text("It rain .", (Layer(0),)),
        )
    )
    output = Corpus((Text("He go in school .", (Layer(0, (GO,)),)), Text("It rain .")))
    result = errata.score(gold, {"one": output}, measures=["difficulty:reference=all,weighted=no"])
    assert [score.title for score in result] == ["difficulty:weighted=no", "difficulty:reference=1,weighted=no"]
    assert [score.counts["tp"] for score in result] == [1, 0]
    named = Corpus((Text("a", (Layer("all"),)),))
    assert Difficulty(reference="all").expand(named) == (Difficulty(reference="all"),)


def test_source_is_cut_at_single_blanks() -> None:
    """Two blanks have an empty token between them, as in the original."""
    gold = Corpus((Text("a  b", (Layer(0, (Edit(2, 3, ("x",)),)),)),))
    [score] = scores(gold, {"one": Corpus((Text("a  b", (Layer(0, (Edit(2, 3, ("x",)),)),)),))}, Difficulty())
    assert len(score.sentences[0].details["n"]) == 7


@pytest.mark.parametrize(
    ("gold", "output", "message"),
    [
        (gold_of(GO, who=1), gold_of(GO), r"gold has no annotator 0 to be the reference; it has: 1"),
        (gold_of(Edit(0, 3, ("x",)), GO), gold_of(GO), "sentence 1: the edits of tokens 0 to 3 and 1 to 2 overlap"),
        (gold_of(GO), gold_of(GO, Edit(0, 2, ("x",))), "the edits of tokens 0 to 2 and 1 to 2 overlap, .* drop one"),
        (Corpus.from_texts(["He go in school ."], [["a"]]), gold_of(GO), "the references are plain text"),
        (gold_of(GO), ["He goes in school ."], "the output .* is plain text; give an M2 file"),
    ],
)
def test_what_cannot_be_compared_is_refused(gold: Corpus, output: Any, message: str) -> None:
    """With the place, and what to do."""
    with pytest.raises(InputError, match=message):
        scores(gold, {"one": output}, Difficulty())


@pytest.mark.parametrize("source", ["a\tb c d", "a b  c d", " a b c d", "a\u00a0b c d"])
def test_odd_spaces_earn_a_warning(source: str) -> None:
    """Words are cut at single spaces, so that edits with other offsets are left out without any other sign."""
    gold = Corpus((Text(""), Text("a b"), annotated([Edit(2, 3, ("x",))], source=source)))
    with pytest.warns(ErrataWarning) as caught:
        errata.score(gold, {"one": gold, "two": gold}, measures=["difficulty"])
    said = "gold: 1 source with white space other than single spaces between words, first sentence 3; difficulty splits"
    assert [str(item.message)[: len(said)] for item in caught if "space" in str(item.message)] == [said]


def test_edits_are_put_in_order() -> None:
    """With a warning: the original would repeat words without one. What is left out anyway does not matter."""
    outputs = systems(one=[TO, GO, Edit(0, 1, ("x",), "UNK")], two=[GO])
    with pytest.warns(ErrataWarning) as caught:
        result = errata.score(gold_of(TO, GO), outputs, measures=["difficulty"])
    said = "the edits of 1 sentence are not in left-to-right order, first sentence 1; they were sorted"
    assert [str(item.message) for item in caught] == [f"gold: {said}"] * 2
    assert result.scores[0].counts["fn"] == 0
    fine = systems(one=[TO, Edit(0, 1, ("x",), "UNK")], two=[GO])
    assert errata.score(gold_of(TO), fine, measures=["difficulty"]).warnings == ()


def test_edits_outside_the_sentence_are_left_out() -> None:
    """As the reader of M2 files says."""
    [score] = scores(gold_of(GO, Edit(7, 9, ("x",))), systems(one=[Edit(9, 9, ("x",)), GO]), Difficulty(weighted=False))
    assert score.counts == {"tp": 1, "fp": 0, "fn": 0, "tn": 10, "all": 11}


def test_weights_must_fit() -> None:
    """Chunks, sentences, annotator and gold; the plain form is bound to chunks only."""
    gold = gold_of(GO)
    fitting = Difficulty().learn(gold, [Output.from_corpus("one", gold)]).weights
    output = systems(one=[GO])
    n = fitting.solved[0]
    cases = [
        (Weights(1, (n[:-1],)), "weights, sentence 1: 10 counts, but sentence 1 of gold has 11 chunks by annotator 0"),
        (Weights(1, (n, n)), "weights has counts for 2 sentences, but gold has 1"),
        (Weights(1, (n,), reference=1), "was made for annotator 1, not 0; score with reference=1"),
        (Weights(1, (n,), gold="00000000"), "was made for gold 00000000, but gold is "),
    ]
    for weights, message in cases:
        with pytest.raises((InputError, LengthError), match=message):
            scores(gold, output, Difficulty(weights=weights))
    assert scores(gold, output, Difficulty(weights=fitting))[0].details["N"] == 1
    assert scores(gold, output, Difficulty(weights=Weights(1, (n,))))[0].details["N"] == 1


def test_suspicious_settings_are_warned_about() -> None:
    """Another weight function than the published one, weights below 0, systems that do the same."""
    weights = Weights(2, ((2,) * 11,), function=(1.0, 0.0, 0.0))
    with pytest.warns(ErrataWarning, match="weights is meant for a=1, b=0, c=0, but a=2, b=0, c=0 are used"):
        errata.score(gold_of(GO), systems(one=[GO]), measures=[Difficulty(weights=weights, a=2)])
    with pytest.warns(ErrataWarning, match=r"some weights are below 0 \(down to -0.5\)"):
        errata.score(gold_of(GO), systems(one=[GO], two=[TO]), measures=[Difficulty(a=0.5)])
    with pytest.warns(ErrataWarning, match="^one, two make the same edits") as caught:
        errata.score(gold_of(GO), systems(one=[GO], two=[GO]), measures=["difficulty", "difficulty:weighted=no"])
    assert len(caught) == 1


def test_the_number_of_systems_costs_nothing() -> None:
    """A weight file may say that it comes from a billion."""
    n_systems = 10**9
    weights = Weights(n_systems, ((n_systems, 0, *[n_systems] * 9),))
    made = scores(gold_of(GO), systems(one=[GO], two=[]), Difficulty(weights=weights))
    assert [score.counts["all"] for score in made] == [1.0, 1.0]
    assert made[0].details["numerators"]["all"] == n_systems
    with pytest.raises(
        InputError, match="weights: weights of 1000000001 systems, but errata takes those of 1000000000"
    ):
        Weights(n_systems + 1, ((0,),))
    with pytest.raises(InputError, match="weights: weights of 10000000000000000000 systems, but errata"):
        Weights(10**999, ((0,),))


@pytest.mark.parametrize("reference", ["all", 0, "ann"])
def test_gold_without_annotators_is_refused(reference: int | str) -> None:
    """Whoever is asked for: there is no reference."""
    gold = Corpus((Text("He go in school ."),), name="bare.m2")
    with pytest.raises(InputError, match=r"^bare.m2 has neither annotations nor references"):
        errata.score(gold, systems(one=[GO]), measures=[Difficulty(reference=reference)])


@given(
    st.integers(1, 12),
    *[st.decimals(-3, 3, places=2).map(float) for _ in range(2)],
    st.decimals(0, 3, places=2).map(float),
)
def test_the_scale_is_the_least_on_which_all_weights_are_whole(n_systems: int, a: float, b: float, c: float) -> None:
    """Found from the first weight and the step alone, whatever the number of systems."""
    scale = Scale.of(n_systems, a, b, c)
    exact_a, exact_b, exact_c = (Fraction(repr(value)) for value in (a, b, c))
    weights = [exact_a - (n + exact_b) / (n_systems + exact_c) for n in range(n_systems + 1)]
    assert [Fraction(scale.numerator(n), scale.denominator) for n in range(n_systems + 1)] == weights
    assert scale.denominator == lcm(*(weight.denominator for weight in weights))


def test_the_weight_function_is_exact() -> None:
    """a, b and c are the decimals one writes, not their nearest doubles."""
    assert Scale.of(3, 0.1, 0.2, 0.0) == Scale(1, 10, 30)
    assert Scale.of(3, 1.5, 1, 2) == Scale(13, 2, 10)
    assert [Scale.of(3, 1.5, 1, 2).numerator(n) for n in range(4)] == [13, 11, 9, 7]
    with pytest.raises(OptionError, match=r"N \+ c is 3 \+ -3, but it must be more than 0"):
        Scale.of(3, 1, 0, -3)
    with pytest.raises(OptionError, match="have too many digits to count exactly; round them"):
        scores(gold_of(GO), systems(one=[GO]), Difficulty(a=0.1234567890123, b=1.1234567890123, c=0.9876543210123))


def test_options_are_checked() -> None:
    """Numbers are finite, weights are weights."""
    cases: list[tuple[dict[str, Any], str]] = [
        ({"a": float("nan")}, "a takes a number from -1000000 to 1000000, not nan"),
        ({"weights": "w.txt"}, r"weights takes what errata.read_weights reads from a file, not 'w.txt'"),
        ({"reference": None}, "reference takes text, not None"),
    ]
    for options, message in cases:
        with pytest.raises(OptionError, match=message):
            Difficulty(**options)


def test_weights_are_named_by_file_on_the_command_line(tmp_path: Path) -> None:
    """And loaded before the measure is made."""
    path = write_file(tmp_path)("w.txt", "2\n1 2\n")
    made = errata.parse_measure(f"difficulty:weights={path},reference=ann,a=2")
    assert made == Difficulty(weights=Weights(2, ((1, 2),)), reference="ann", a=2.0)
    assert errata.parse_measure("difficulty:weights=outputs") == Difficulty()
    with pytest.raises(errata.FileError, match="does not exist"):
        errata.parse_measure("difficulty:weights=nowhere.txt")
