"""Edits become errors as in the original converter."""

import pytest

from errata.align.clusters import AnnotatedEdit, cluster_edits, cluster_spans, correction_words
from errata.align.references import Alternative, Correction, Error


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
        ([], [], "no edits, no errors"),
    ],
)
def test_clusters(spans: list[tuple[int, int]], clusters: list[list[int]], reason: str) -> None:
    assert cluster_spans(spans) == clusters, reason


def test_annotators_become_alternatives_and_all_of_them_make_an_error_required() -> None:
    edits = [
        AnnotatedEdit(1, 2, (7,), 3),
        AnnotatedEdit(1, 3, (8, 9), 0),
        AnnotatedEdit(2, 3, (), 3),
        AnnotatedEdit(5, 5, (4,), 0),
    ]
    first = (
        Alternative(0, (Correction(1, 3, (8, 9)),)),
        Alternative(3, (Correction(1, 2, (7,)), Correction(2, 3, ()))),
    )
    second = (Alternative(0, (Correction(5, 5, (4,)),)),)
    assert cluster_edits(edits, 2) == (Error(first, True), Error(second, False))
    assert cluster_edits(edits, 3) == (Error(first, False), Error(second, False))


def test_corrections_are_split_again_unless_told_not_to() -> None:
    assert correction_words("upsetting.") == ["upsetting", "."]
    assert correction_words("upsetting.", retokenise=False) == ["upsetting."]
    assert correction_words("goes||went") == ["goes"]
    assert correction_words("") == []
