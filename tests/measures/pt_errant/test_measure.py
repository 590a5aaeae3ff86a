"""PT-ERRANT: which edits meet, and what is left out."""

import errata
from errata import Corpus, Edit, Errant, Layer, PtErrant, Text
from errata.measures.pt_errant.measure import match_in_order

ONE, TWO, THREE = (Edit(place, place + 1, ("x",)) for place in range(3))


def test_edits_meet_in_order() -> None:
    """Each gold edit once, and none before one that was met."""
    cases = [
        ([ONE, TWO], [ONE, TWO], ((0, 0), (1, 1))),
        ([TWO, ONE], [ONE, TWO], ((0, 1),)),
        ([ONE, ONE], [ONE], ((0, 0),)),
        ([ONE], [ONE, ONE], ((0, 0),)),
        ([ONE, THREE], [TWO, THREE], ((1, 1),)),
        ([], [ONE], ()),
    ]
    assert [match_in_order(system, gold) for system, gold, _ in cases] == [hits for *_, hits in cases]


def corpus(*edits: Edit) -> Corpus:
    return Corpus((Text("a b c", (Layer(0, edits),)),))


def test_edits_that_say_nothing_are_left_out() -> None:
    """An error that is marked but not corrected, on either side."""
    marked = Edit(0, 1, ("a",), "UNK")
    found = errata.score(corpus(marked, TWO), {"mine": corpus(marked, TWO)}, measures=[PtErrant(weights="unit")])
    assert list(found.scores[0].counts.values()) == [1.0, 1.0, 1.0]


def test_types_are_not_compared() -> None:
    """Place and correction decide."""
    ours, theirs = corpus(Edit(1, 2, ("x",), "R:NOUN")), corpus(Edit(1, 2, ("x",), "R:VERB"))
    assert errata.score(theirs, {"mine": ours}, measures=[PtErrant(weights="length")]).scores[0].score == 1.0


def test_edits_that_weigh_the_same_make_errant() -> None:
    """The counts of both add up alike."""
    gold = errata.annotate(["She go to school .", "a b c"], [["She goes to a school .", "a x c"]], "wdiff")
    output = errata.annotate(gold.sources, [["She goes to school .", "x b c"]], "wdiff")
    plain, weighed = errata.score(gold, {"mine": output}, measures=[Errant(), PtErrant(weights="unit")])
    tp, fp, fn = plain.counts.values()
    assert list(weighed.counts.values()) == [tp, tp + fp, tp + fn]
    assert weighed.score == plain.score
