"""Edits become errors as in the original converter."""

import pytest

from errata.errors import InputError
from errata.measures.imeasure.clusters import GoldAlternative, GoldError, cluster_spans, find_errors, get_correction
from errata.measures.imeasure.combinations import Alternative, Error, SpanCorrection
from errata.model import Edit, Layer, Text


@pytest.mark.parametrize(
    ("spans", "clusters", "reason"),
    [
        ([(2, 2), (2, 3)], [[0], [1]], "an insertion at the border does not overlap"),
        ([(2, 2), (1, 3)], [[1, 0]], "an insertion strictly inside does"),
        ([(2, 2), (2, 2)], [[0, 1]], "insertions at one place do"),
        ([(2, 2), (3, 3)], [[0], [1]], "insertions at different places do not"),
        ([(0, 1), (1, 2)], [[0], [1]], "neighbours share no token"),
        ([(0, 1), (2, 3), (0, 3)], [[2, 0, 1]], "the longest span comes first"),
        ([(0, 2), (3, 5), (1, 4)], [[2, 0, 1]], "it connects the others"),
        ([(0, 3), (3, 6), (2, 4)], [[0, 2], [1]], "clusters are never merged: the first one wins"),
        ([(5, 6), (0, 1)], [[1], [0]], "clusters in the order of the text"),
        ([(5, 2)], [[0]], "one that runs backwards is an insertion"),
        ([(5, 2), (0, 3)], [[1], [0]], "also where no other span reaches so far"),
        ([(-1, 0)], [[0]], "one before the text overlaps nothing"),
        ([], [], "no edits, no errors"),
    ],
)
def test_clusters(spans: list[tuple[int, int]], clusters: list[list[int]], reason: str) -> None:
    assert cluster_spans(spans) == clusters, reason


def sentence(*layers: Layer) -> Text:
    return Text("a b c d e f", layers)


def test_annotators_become_alternatives_and_all_of_them_make_an_error_required() -> None:
    first = Layer(3, (Edit(1, 2, ("x",), "P"), Edit(2, 3, ("",), "Q")))
    second = Layer(0, (Edit(1, 3, ("y z",), "P"), Edit(5, 5, ("w",), "R")))
    both = (GoldAlternative(0, ((1, 3, "y z"),)), GoldAlternative(3, ((1, 2, "x"), (2, 3, ""))))
    one = (GoldAlternative(0, ((5, 5, "w"),)),)
    assert find_errors(sentence(first, second)) == (
        GoldError(both, True, ("P", "Q"), 1),
        GoldError(one, False, ("R",), 2),
    )
    silent = find_errors(sentence(first, second, Layer(7)))
    assert [error.is_required for error in silent] == [False, False]


def test_errors_with_numbers_for_words() -> None:
    error = GoldError((GoldAlternative("zoë", ((1, 2, "b a"),)),), False, ("P",), 1)
    numbers = {"a": 7, "b": 8}
    encoded = error.encode(lambda text: [numbers[word] for word in text.split()], {4: 0, "zoë": 1})
    assert encoded == Error((Alternative(1, (SpanCorrection(1, 2, (8, 7)),)),), is_required=False)


def test_a_noop_edit_is_none() -> None:
    """The original knows it by its span and its type in any case."""
    assert find_errors(sentence(Layer(0, (Edit(-1, -1, ("-NONE-",), "Noop"),)))) == ()


def test_edits_may_say_which_error_they_belong_to() -> None:
    """Then nothing is clustered or split, numbers give the order, and an optional edit makes an optional error."""
    one = Layer(
        1,
        (
            Edit(0, 1, ("x,y",), "P", True, "error=2"),
            Edit(4, 5, ("z",), "P", True, "error=2"),
            Edit(0, 1, ("u",), "Q", False, "error=1;alt=2"),
        ),
    )
    two = Layer(
        0,
        (Edit(0, 1, ("v",), "Q", False, "error=1;alt=3"), Edit(0, 2, ("w",), "Q", False, "index=3;error=1;alt=1")),
    )
    optional = (
        GoldAlternative(0, ((0, 2, "w"),)),
        GoldAlternative(1, ((0, 1, "u"),)),
        GoldAlternative(0, ((0, 1, "v"),)),
    )
    required = (GoldAlternative(1, ((0, 1, "x,y"), (4, 5, "z"))),)
    assert find_errors(sentence(one, two)) == (
        GoldError(optional, False, ("Q",), 1),
        GoldError(required, True, ("P",), 2),
    )


def test_all_edits_say_it_or_none() -> None:
    layer = Layer(0, (Edit(0, 1, ("x",), "P", True, "error=1"), Edit(3, 4, ("y",), "P", True, "unsure")))
    with pytest.raises(InputError, match=r"1 of 2 edits say .* such as 3 4 \(P\)"):
        find_errors(sentence(layer))
    unsure = Layer(0, (Edit(3, 4, ("y",), "P", True, "unsure"),))
    assert len(find_errors(sentence(unsure))) == 1


def test_an_edit_without_correction_is_refused() -> None:
    with pytest.raises(InputError, match=r"the edit 1 2 \(UNK\) has no correction"):
        find_errors(sentence(Layer(0, (Edit(1, 2, (), "UNK"),))))


def test_corrections_are_split_again_unless_told_not_to() -> None:
    edit = Edit(0, 1, ("upsetting.", "sad"))
    assert get_correction(edit) == "upsetting ."
    assert get_correction(edit, retokenise=False) == "upsetting."
    assert get_correction(Edit(0, 1, ("",))) == ""
