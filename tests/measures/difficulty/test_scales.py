"""Weights by the number of systems: the reciprocal, a user's function, the best annotator."""

import math
import pickle
from fractions import Fraction

import pytest

import errata
from errata import Corpus, Difficulty, Edit, Layer, OptionError, Text
from errata.measures.difficulty.scales import ListedScale, reciprocal

SOURCE = "a b c"
GOLD = Corpus((Text(SOURCE, (Layer(0, (Edit(0, 1, ("x",)), Edit(2, 3, ("z",)))),)),), "gold")


def outputs(**edits: tuple[Edit, ...]) -> dict[str, Corpus]:
    """Return systems by their edits."""
    return {name: Corpus((Text(SOURCE, (Layer(0, made),)),), name) for name, made in edits.items()}


SYSTEMS = outputs(one=(Edit(0, 1, ("x",)), Edit(2, 3, ("z",))), two=(Edit(0, 1, ("x",)),), three=())


def test_the_reciprocal_is_that_of_the_share_that_solved_a_chunk() -> None:
    """Section 3.1: two of four systems make 2, all four 1; what none solved weighs as what one did."""
    scale = ListedScale.of(reciprocal, 4)
    assert [Fraction(scale.numerator(n), scale.denominator) for n in range(5)] == [4, 4, 2, Fraction(4, 3), 1]


def test_reciprocal_weights_by_hand() -> None:
    """Solved by 2 of 3 and by 1 of 3: 3/2 and 3; the five chunks that all solve weigh 1 each."""
    score = errata.score(GOLD, SYSTEMS, measures=["difficulty:function=reciprocal"])["two", "difficulty"]
    assert score.counts == {"tp": 1.5, "fp": 0, "fn": 3, "tn": 5, "all": 9.5}
    assert score.values["recall"] == 1.5 / 4.5


def test_a_plain_function_weighs_chunks() -> None:
    """One minus the share is the paper's own; a float is rounded to nine decimals; the name is in the title."""

    def share(n_solved: int, n_systems: int) -> Fraction:
        return 1 - Fraction(n_solved, n_systems)

    def depth(n_solved: int, n_systems: int) -> float:
        return math.log2((n_systems + 1) / (n_solved + 1))

    measures = [Difficulty(), Difficulty(function=share), Difficulty(function=depth)]
    ours, own, deep = errata.score(GOLD, SYSTEMS, measures=measures).scores[3:6]
    assert (own.values, own.counts) == (ours.values, ours.counts)
    assert own.title == "difficulty:function=share"
    assert "|function:share|" in own.signature
    assert "weighs:" in own.signature
    assert deep.counts["tp"] == round(math.log2(4 / 3), 9)


def test_a_measure_with_a_function_can_be_sent_to_workers() -> None:
    """If the function can."""
    made = Difficulty(function=reciprocal)
    assert pickle.loads(pickle.dumps(made)) == made  # our own


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"function": "square"}, "function takes linear or reciprocal, or from Python a function"),
        ({"function": 3}, "not 3"),
        ({"function": "reciprocal", "b": 1.0}, "a, b and c belong to function=linear, not to reciprocal"),
    ],
)
def test_what_is_no_function_is_refused(options: dict[str, object], message: str) -> None:
    """Before anything is counted."""
    with pytest.raises(OptionError, match=message):
        Difficulty(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("weight", [math.nan, math.inf, "much", None])
def test_a_weight_must_be_a_finite_number(weight: object) -> None:
    """With the number of systems that it was asked for."""
    with pytest.raises(OptionError, match="a chunk that 0 of 3 systems got right; it must be a finite number"):
        errata.score(GOLD, SYSTEMS, measures=[Difficulty(function=lambda n, m: weight)])


def test_the_best_annotator_is_chosen_sentence_by_sentence() -> None:
    """By weighted F, each annotator with weights of its own (section 5.3); those who saw nothing have no say."""
    first, second = Edit(0, 1, ("x",)), Edit(2, 3, ("z",))
    gold = Corpus(
        (
            Text(SOURCE, (Layer(0, (first,)), Layer(1, (second,)))),
            Text(SOURCE, (Layer(1, (second,)),)),
            Text(SOURCE, ()),
        ),
        "gold",
    )
    made = {
        "one": Corpus((Text(SOURCE, (Layer(0, (second,)),)), *(Text(SOURCE, (Layer(0),)) for _ in range(2))), "one"),
        "none": Corpus(tuple(Text(SOURCE, (Layer(0),)) for _ in range(3)), "none"),
    }
    best = errata.score(gold, made, measures=["difficulty:reference=best"])["one", "difficulty"]
    assert [row.reference for row in best.sentences] == [1, 1, 0]
    assert best.counts["tp"] == 0.5
    alone = errata.score(gold, made, measures=["difficulty:reference=1"])["one", "difficulty"]
    first_only = errata.score(gold, made, measures=["difficulty"])["one", "difficulty"]
    assert best.score == alone.score > first_only.score


def test_weights_of_one_annotator_are_refused_for_the_best() -> None:
    """They are nobody else's."""
    weights = errata.analyse_difficulty(GOLD, SYSTEMS).weights
    with pytest.raises(errata.InputError, match="has the weights of one annotator"):
        errata.score(GOLD, SYSTEMS, measures=[Difficulty(reference="best", weights=weights)])
