"""Edits over integer tokens: comparison, counting, shrinking."""

import pytest

from errata.measures.m2.proposals import NO_TOKEN, GoldEdit, Proposal, count_correct, count_overlap, fits, shrink


def proposal(start: int, end: int, output_start: int, output_end: int) -> Proposal:
    return Proposal(start, end, start, end, output_start, output_end)


SOURCE = [1, 2, 3, 4]
OUTPUT = [1, 8, 9, 3, 4]


@pytest.mark.parametrize(
    ("edit", "expected", "reason"),
    [
        (GoldEdit(1, 2, ((8, 9),)), True, "same span, same tokens"),
        (GoldEdit(1, 2, ((), (8, 9))), True, "any alternative will do"),
        (GoldEdit(1, 2, ((8,),)), False, "correction too short"),
        (GoldEdit(1, 2, ((8, 9, 3),)), False, "correction too long"),
        (GoldEdit(1, 3, ((8, 9),)), False, "other end"),
        (GoldEdit(0, 2, ((8, 9),)), False, "other start"),
        (GoldEdit(2, 1, ((8, 9),)), False, "start after end"),
        (GoldEdit(1, 2, ((8, NO_TOKEN),)), False, "a token no output has"),
    ],
)
def test_fits(edit: GoldEdit, expected: bool, reason: str) -> None:
    assert fits(proposal(1, 2, 1, 3), edit, SOURCE, OUTPUT) is expected, reason


def test_offsets_that_promise_other_words_do_not_fit() -> None:
    """In edition 3.2 offsets and source range may differ; then the original tokens decide."""
    moved = Proposal(1, 1, 0, 1, 0, 2)
    assert not fits(moved, GoldEdit(1, 1, ((8, 1),)), source=[1], output=[8, 1])
    bare = Proposal(1, 1, 0, 0, 1, 2)
    assert fits(bare, GoldEdit(1, 1, ((9,),)), source=[1], output=[8, 9, 1])


def test_a_gold_edit_listed_twice_counts_twice() -> None:
    edit = GoldEdit(1, 2, ((8, 9),))
    assert count_correct([proposal(1, 2, 1, 3)], [edit, edit], SOURCE, OUTPUT) == 2
    assert count_overlap([proposal(1, 2, 1, 3)], [edit, edit], SOURCE, OUTPUT) == 1


def test_gold_edits_out_of_order_are_lost() -> None:
    late, early = GoldEdit(3, 4, ((7,),)), GoldEdit(0, 1, ((6,),))
    made = [proposal(0, 1, 0, 1), proposal(3, 4, 3, 4)]
    output = [6, 2, 3, 7]
    assert count_correct(made, [early, late], SOURCE, output) == 2
    assert count_correct(made, [late, early], SOURCE, output) == 1
    assert count_overlap(made, [late, early], SOURCE, output) == 2


def test_insertions_at_one_place_meet_gold_in_file_order() -> None:
    made = [proposal(1, 1, 1, 2), proposal(1, 1, 2, 3)]
    first, second = GoldEdit(1, 1, ((8,),)), GoldEdit(1, 1, ((9,),))
    assert count_overlap(made, [first, second], SOURCE, OUTPUT) == 2
    assert count_overlap(made, [second, first], SOURCE, OUTPUT) == 1
    assert count_overlap(made, [GoldEdit(1, 1, ((9,), (8,)))], SOURCE, OUTPUT) == 1


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ([1, 2, 3], [1, 9, 3], (1, 2, 1, 2)),
        ([1, 2], [2], (0, 1, 0, 0)),
        ([1], [1, 1], (1, 1, 1, 2)),  # leading tokens are cut first
        ([1, 1], [1], (1, 2, 1, 1)),
        ([1, 2], [1, 2], (2, 2, 2, 2)),
        ([], [5], (0, 0, 0, 1)),
    ],
)
def test_shrink(source: list[int], output: list[int], expected: tuple[int, int, int, int]) -> None:
    whole = proposal(0, len(source), 0, len(output))
    start, end, output_start, output_end = expected
    assert shrink(whole, source, output) == proposal(start, end, output_start, output_end)


def test_shrink_moves_offsets_that_differ_from_the_source_range() -> None:
    moved = Proposal(4, 6, 0, 2, 4, 7)
    assert shrink(moved, [1, 2], [0, 0, 0, 0, 1, 9, 2]) == Proposal(5, 5, 1, 1, 5, 6)
