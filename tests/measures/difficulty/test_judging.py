"""Systems that do the same."""

from errata import Edit
from errata.measures.difficulty.judging import break_even, describe_alike, find_alike
from errata.model import Output


def output(name: str, *starts: int) -> Output:
    return Output(name, [""], [tuple(Edit(start, start + 1, ("x",)) for start in starts)])


def test_equal_and_nearly_equal_systems_are_found() -> None:
    """Nine of ten edits shared are 90 %; types do not matter, others are left in peace."""
    many = range(10)
    twin = Output("twin", [""], [tuple(Edit(start, start + 1, ("x",), "T") for start in many)])
    near = output("near", *range(1, 11))
    outputs = [output("a", *many), output("b", 1, 2), near, twin, output("c", *range(20, 30))]
    assert find_alike(outputs) == [(0.9, ("a", "near", "twin"))]
    assert find_alike([outputs[0], twin]) == [(1.0, ("a", "twin"))]
    assert find_alike([outputs[1], outputs[4], output("d", *range(3, 13))]) == []
    assert find_alike([output("idle"), output("lazy"), outputs[0]]) == [(1.0, ("idle", "lazy"))]
    assert find_alike([]) == []


def test_two_groups_are_told_apart() -> None:
    """Also where they have as many edits."""
    outputs = [
        output("a", *range(10)),
        output("b", *range(50, 60)),
        output("a2", *range(10)),
        output("b2", *range(50, 60)),
    ]
    assert find_alike(outputs) == [(1.0, ("a", "a2")), (1.0, ("b", "b2"))]


def test_the_words_of_the_warning() -> None:
    """Which systems, how alike, what follows, what to do."""
    [same] = describe_alike([output("a", 1), output("b", 1)])
    assert str(same) == (
        "a, b make the same edits; what they agree on counts as easier than it is. Keep one of them, or give weights"
    )
    [near] = describe_alike([output("a", *range(10)), output("b", *range(1, 11))])
    assert "a, b make nearly the same edits (90% shared)" in near.message


def test_break_even_of_the_paper() -> None:
    """Section 5.2: 2,600 errors, recall 0.45, nine equal systems of ten: 130 errors of one's own."""
    assert break_even(round(2600 * 0.45), 9, 10) == 130
    assert break_even(100, 1, 10) == 100


def test_a_member_of_a_group_begins_no_other() -> None:
    """The second is like the first and like the third, which is not like the first: one group of two."""
    outputs = [output("a", *range(20)), output("b", *range(1, 21)), output("c", *range(3, 23))]
    assert find_alike(outputs) == [(0.95, ("a", "b"))]
    assert find_alike(outputs[1:]) == [(0.9, ("b", "c"))]
    assert find_alike(outputs[::2]) == []
