"""References of mixed annotators, doubtful clusters, and gold with every combination as an annotator."""

import pytest
from tests.support import annotated, example_gold, shared

import errata
from errata import Corpus, Edit, InputError, Layer, Text
from errata.measures.imeasure.clusters import find_errors
from errata.measures.imeasure.mixing import (
    TOUCHING,
    UNEQUAL,
    count_combinations,
    find_doubtful,
    list_references,
    mix_annotations,
)

LISTING_1 = Text(
    "This machines is designed for help people .",
    (
        Layer(
            0,
            (
                Edit(0, 1, ("These",), comment="error=1"),
                Edit(2, 3, ("are",), comment="error=1"),
                Edit(5, 6, ("helping",), comment="error=2"),
            ),
        ),
        Layer(1, (Edit(1, 2, ("machine",), comment="error=1"), Edit(4, 5, ("to",), comment="error=2"))),
    ),
)


def test_listing_1_of_the_paper_has_four_references() -> None:
    """Felice & Briscoe (2015), section 2.1, word for word."""
    assert [item.text for item in list_references(LISTING_1)] == [
        "These machines are designed for helping people .",
        "These machines are designed to help people .",
        "This machine is designed for helping people .",
        "This machine is designed to help people .",
    ]
    assert list_references(LISTING_1)[1].annotators == (0, 1)
    assert len(list_references(LISTING_1, limit=3)) == 3


def test_references_are_those_that_scoring_chooses_from() -> None:
    """As many as the details of scored sentences say, and the chosen one is among them."""
    gold = example_gold()
    score = errata.score(gold, gold.sources, measures=["imeasure"]).scores[0]
    for row in score.sentences:
        found = [item.text for item in list_references(gold[row.index])]
        assert row.details["reference_text"] in found
        assert row.details["combinations"] >= len(found)


@pytest.mark.parametrize(
    ("layers", "reasons"),
    [
        ([[Edit(0, 1, ("x",))], [Edit(0, 1, ("y",))]], []),
        ([[Edit(0, 1, ("x",))], [Edit(2, 3, ("y",))]], []),
        ([[Edit(0, 2, ("x",))], [Edit(1, 2, ("y",))]], [UNEQUAL]),
        ([[Edit(0, 1, ("x",))], [Edit(1, 2, ("y",))]], [TOUCHING, TOUCHING]),
        ([[Edit(1, 1, ("x",))], [Edit(1, 2, ("y",))]], [TOUCHING, TOUCHING]),
        ([[Edit(0, 2, ("x",)), Edit(2, 2, ("z",))], [Edit(1, 2, ("y",))]], [f"{UNEQUAL} and {TOUCHING}", TOUCHING]),
    ],
    ids=["same words", "apart", "overlap", "adjoining", "insertion beside", "both"],
)
def test_clusters_are_doubtful_where_words_differ_or_touch(layers: list[list[Edit]], reasons: list[str]) -> None:
    """Two rules, each with its name."""
    assert [doubt.reason for doubt in find_doubtful(Corpus((annotated(*layers),)))] == reasons


def test_every_combination_is_an_annotator() -> None:
    """Leaving an optional error alone comes first; equal corrections count once."""
    gold = Corpus((annotated([Edit(0, 1, ("x",), "A"), Edit(2, 3, ("z",), "B")], [Edit(0, 1, ("x",), "A")]),))
    mixed, beyond = mix_annotations(gold)
    assert [[(edit.start, edit.corrections[0]) for edit in layer.edits] for layer in mixed[0].layers] == [
        [(0, "x")],
        [(0, "x"), (2, "z")],
    ]
    assert beyond == []
    with pytest.raises(InputError, match="sentence 1: 2 combinations of alternatives are more than the limit of 1"):
        mix_annotations(gold, 1)
    cut, beyond = mix_annotations(gold, 1, cut=True)
    assert (len(cut[0].layers), beyond) == (1, [0])


def test_mixing_gives_m2_no_less_recall() -> None:
    """The purpose of it (section 3): systems get the best of the annotations there are."""
    gold = example_gold()
    good = errata.read_lines(errata.__path__[0] + "/examples/good.txt")
    plain = errata.score(gold, good, measures=["m2"]).scores[0]
    mixed = errata.score(mix_annotations(gold)[0], good, measures=["m2"]).scores[0]
    assert mixed.values["recall"] > plain.values["recall"]
    assert mixed.score > plain.score


def test_conll14_has_about_as_many_doubtful_sentences_as_the_paper_leaves_out() -> None:
    """601 there, by hand; 15 sentences with more than 1,024 combinations, as in the original's gold."""
    gold = errata.read(shared("data/conll14/official-2014.combined-withalt.m2"))
    assert len({doubt.sentence for doubt in find_doubtful(gold)}) == 613
    assert sum(count_combinations(find_errors(sentence)) > 1024 for sentence in gold) == 15
