"""GAIN: worked examples, the plain definition, and what depends on the whole text."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.measures.gain.plain import PlainGain
from tests.strategies import scored_texts
from tests.support import example_gold, example_outputs

import errata
from errata import Corpus, ErrataWarning, Gain, InputError, Measure, OptionError, Resampling, Score, learn_constants
from errata.measures.gain import measure as module
from errata.testing import Texts

quietly = pytest.mark.filterwarnings("ignore::errata.ErrataWarning")


def score(gold: Corpus, output: Any, text: str | Measure = "gain", **settings: Any) -> Score:
    return errata.score(gold, output, measures=[text], **settings).scores[0]


GO = Corpus.from_texts(
    ["He go home .", "All is well ."], [["He goes home .", "All is well ."], ["He went home .", "All is well ."]]
)


def test_worked_example() -> None:
    """Single words: both references delete 'go', but insert different words.

    h: deletions agree wholly (1), insertions never (0). λ: 1 for deletions, 0 for insertions. Z: 2 changes in one of
    two sentences. 'goes' is rightly inserted; 'very' is not, at λ = 0, since h = 0 says nothing against the output.
    """
    made = score(GO, ["He goes home .", "All is very well ."], "gain:unit=word,n=1")
    assert made.details["constants"] == {"h": [[1.0, 0.0]], "lambda": [[1.0, 0.0]], "Z": [1.0]}
    assert made.details["costs"] == [[1.0, 0.0]]
    assert made.counts == {"td1": 1, "ti1": 1, "od1": 0, "oi1": 1}
    assert [row.values for row in made.sentences] == [
        {"gain": 2.0, "earned": 2.0, "cost": 0.0},
        {"gain": 0.0, "earned": 0.0, "cost": 0.0},
    ]
    assert made.values == {"gain": 1.0, "earned": 1.0, "cost": 0.0}
    assert [row.reference for row in made.sentences] == [0, 0]
    assert made.sentences[0].details == {"gains": [2.0, 1.0]}


def test_a_needless_deletion_costs_what_the_output_is_not_worth() -> None:
    """No deletion agrees, so v is 0 and the cost 1, whatever people forgive each other."""
    made = score(GO, ["He go .", "All is well ."], "gain:unit=word,n=1")
    assert made.details["rates"] == [[0.0, 1.0]]
    assert made.details["costs"] == [[1.0, 0.0]]
    assert made.values == {"gain": -0.5, "earned": 0.0, "cost": 0.5}


@given(scored_texts(), st.sampled_from([("char", 3), ("word", 2)]), st.sampled_from(["overlap", "precision"]))
@quietly
def test_the_measure_is_the_plain_definition(texts: Texts, unit: tuple[str, int], rate: str) -> None:
    """Constants, gains against every reference, scores; fractions round once, doubles at every step."""
    references = [*texts.references, texts.references[0]][: max(2, len(texts.references))]
    plain = PlainGain(texts.sources, references, *unit, rate)
    measure = Gain(unit=unit[0], n=unit[1], rate=rate)
    made = score(Corpus.from_texts(texts.sources, references), texts.outputs, measure)
    constants = made.details["constants"]
    for found, expected in (
        (constants["h"], plain.agreement()),
        (constants["lambda"], plain.costs()),
        ([constants["Z"]], [plain.needs()]),
        (made.details["costs"], plain.output_costs(texts.outputs)),
        ([row.details["gains"] for row in made.sentences], plain.gains(texts.outputs)),
    ):
        for pair in zip(found, expected, strict=True):
            assert pair[0] == pytest.approx(list(map(float, pair[1])), rel=1e-12, abs=1e-14)
    assert made.score == pytest.approx(float(plain.score(texts.outputs)), rel=1e-12, abs=1e-14)


@quietly
def test_the_order_of_sentences_changes_nothing() -> None:
    """Not a bit of any value, nor of a sentence's."""
    gold, outputs = example_gold(), example_outputs("bold")
    order = list(range(len(gold)))
    Random(7).shuffle(order)
    one = score(gold, outputs)
    two = score(gold.select(order), {"bold": [outputs["bold"][at] for at in order]})
    assert (two.values, two.counts) == (one.values, one.counts)
    assert [row.score for row in two.sentences] == [one.sentences[at].score for at in order]
    assert two.details == one.details


@quietly
def test_the_source_gains_exactly_nothing() -> None:
    """And a copy of one reference more than half of what all ask for."""
    gold = example_gold()
    for text in ("gain", "gain:unit=word", "gain:rate=precision"):
        assert score(gold, gold.sources, text).score == 0.0
        assert score(gold, [gold.references(at)[0].text for at in range(len(gold))], text).score > 0.5


@quietly
@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_counted_while_preparing_is_only_a_short_cut(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, in blocks and by workers, everything is the same."""
    gold, outputs = example_gold(), example_outputs("good", "bold")
    plan = Resampling(samples=20)
    expected = errata.score(gold, outputs, measures=["gain"], interval=plan)
    monkeypatch.setattr(module, "_KEPT", 0)
    found = errata.score(gold, outputs, measures=["gain"], interval=plan, workers=workers, progress=lambda *_: None)
    assert found == expected
    assert [item.sentences for item in found] == [item.sentences for item in expected]


def test_another_output_of_the_same_name_is_counted_anew() -> None:
    """What was kept is of one text."""
    learned = Gain().prepare(GO, [errata.Output("it", ["He goes home .", "All is well ."])])
    table = Gain().count(errata.GoldBlock.of(GO), errata.Output("it", GO.sources), learned)
    assert Gain().finish("it", table, "").score == 0.0


def test_one_reference_is_refused_without_constants() -> None:
    """And taken with them."""
    one = Corpus.from_texts(["He go ."], [["He goes ."]])
    with pytest.raises(InputError, match="references has one reference; give constants learned on another text"):
        score(one, ["He goes ."])
    constants = learn_constants(GO)
    made = score(one, ["He goes ."], Gain(constants=constants))
    assert made.score > 0
    assert f"|constants:{constants.fingerprint}|gold:" in made.signature
    assert "learned" not in made.signature
    assert made.title == f"gain:constants={constants.fingerprint}"


def test_a_sentence_alone_is_scored_with_constants_only() -> None:
    """As a text of its own; also where it earns a reward."""
    constants, texts = learn_constants(GO), (["He go home ."], [["He goes home .", "He went home ."]])
    scorer = errata.Scorer(Gain(constants=constants), *texts)
    assert scorer([0], ["He went home ."]) == [score(GO.select([0]), ["He went home ."], scorer.measure).score]
    with pytest.raises(
        InputError, match="here sentences are scored one by one; give constants learned on another text"
    ):
        errata.Scorer("gain", *texts)
    with pytest.raises(InputError, match="here sentences are scored one by one"):
        errata.reward("gain")


def test_constants_of_another_setting_are_refused() -> None:
    """Orders, units and rates are not exchanged."""
    constants = learn_constants(GO, unit="word")
    assert (constants.unit, constants.n) == ("word", 4)
    with pytest.raises(OptionError, match="constants is for unit=word, n=4, rate=overlap, but unit=char, n=6, rate="):
        Gain(constants=constants)
    with pytest.raises(OptionError, match="but unit=word, n=3"):
        Gain(unit="word", n=3, constants=constants)


def test_fixed_constants_make_no_difference_on_their_own_text() -> None:
    """Learned or read, the same numbers are used."""
    output = ["He goes home .", "All is very well ."]
    learned = score(GO, output)
    fixed = score(GO, output, Gain(constants=learn_constants(GO)))
    assert (fixed.values, fixed.details) == (learned.values, learned.details)


def test_very_many_references_are_refused() -> None:
    """Every pair is compared."""
    gold = Corpus.from_texts(["a"], [[f"a{number}"] for number in range(101)])
    with pytest.raises(InputError, match="has 101 of them; it takes at most 100"):
        score(gold, ["a"])


def test_references_without_differences_or_changes_are_reported() -> None:
    """They are no people who agree, and nothing to gain."""
    with pytest.warns(ErrataWarning, match="all 2 references are the same text"):
        score(Corpus.from_texts(["a b"], [["a c"], ["a c"]]), ["a b"])
    gold = errata.annotate(["a b"], [["a b"], ["a b"]], "wdiff")
    with pytest.warns(ErrataWarning, match="no reference changes its source, so gain is 0 whatever an output does"):
        assert score(gold, ["c d"]).score == 0.0


def test_gain_is_used_only_when_asked_for() -> None:
    """It is still being tried, and says so."""
    made = errata.score(GO, ["He goes home .", "All is well ."])
    assert "gain" not in {item.measure for item in made}
    assert "gain" not in made.left_out
    assert score(GO, GO.sources).footnotes[1].startswith("experimental: our own measure")
    assert errata.Green.experimental == ""
