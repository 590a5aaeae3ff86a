"""Rows of an output are matched with the sentences of the gold, or refused."""

import re

import pytest

from errata.errors import InputError
from errata.model.matching import Order, Rows, find_order, order_by_ids

SOURCES = ["He go .", "I is .", "It rain ."]


@pytest.mark.parametrize(
    ("gold", "output", "expected"),
    [("abc", "abc", None), ("", "abc", None), ("abc", "", None), ("abc", "cab", [1, 2, 0]), ("aab", "aab", None)],
)
def test_ids_give_an_order(gold: str, output: str, expected: list[int] | None) -> None:
    """Where both have them, in another order."""
    assert order_by_ids(gold, output, "g", "o") == expected


@pytest.mark.parametrize(
    ("gold", "output", "message"),
    [
        ("abc", "abd", "o does not have the ids of g, each once: not in g: 'd'; missing: 'c'; give files of the same"),
        ("abc", "ab", "each once: missing: 'c'; give"),
        ("ab", "aab", "each once: more than once: 'a'; give"),
        ("abc", "bba", "each once: missing: 'c'; more than once: 'b'; give"),
        ("abcdefgh", "h", "missing: 'a', 'b', 'c', 'd', 'e' and 2 more; give"),
        ("aab", "aba", "g has 1 id more than once"),
        ("aab", "ba", "g has 1 id more than once"),
        (("a", "b"), ("b", ""), "o has 1 sentence without an id, others have one: 2; give each its id"),
    ],
)
def test_ids_that_do_not_agree_are_refused(gold: str, output: str, message: str) -> None:
    """With those that are missing, doubled or unknown."""
    with pytest.raises(InputError, match=re.escape(message)):
        order_by_ids(gold, output, "g", "o")


@pytest.mark.parametrize(
    ("places", "expected", "why"),
    [
        ([0, 1, 2], None, "in their places"),
        ([2, 0, 1], [1, 2, 0], "in another order"),
    ],
)
def test_sources_give_an_order(places: list[int], expected: list[int] | None, why: str) -> None:
    """Whatever white space stands in them, where one side has no ids."""
    given = [f" {SOURCES[place]} " for place in places]
    order = find_order(Rows("g", (), SOURCES), Rows("o", "xyz", given, "abc"))
    assert order == (expected and Order(expected, "sources")), why


def test_ids_win_over_sources() -> None:
    """Sources are compared when rows are in order."""
    found = find_order(Rows("g", "ab", ["x", "y"]), Rows("o", "ba", ["x", "y"], ["1", "2"]))
    assert found == Order([1, 0], "ids")


def test_one_source_of_several_sentences() -> None:
    """Their outputs are the same, or only ids tell which is which; in order, nothing has to be told."""
    gold = Rows("g", (), ["x", "y", "x"])
    assert find_order(gold, Rows("o", (), ["y", "x", "x"], ["b", "a", "a"])) == Order([1, 0, 2], "sources")
    assert find_order(gold, Rows("o", (), ["x", "y", "x"], ["a", "b", "c"])) is None
    message = (
        "o is in a different order from g and has different outputs for one source: row 2 ('x'), row 3 ('x'); give both"
    )
    with pytest.raises(InputError, match=re.escape(message)):
        find_order(gold, Rows("o", (), ["y", "x", "x"], ["b", "a", "c"]))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (Rows("o", "xy", SOURCES[:2], "ab"), "o lacks 1 sentence of g: 3 ('It rain .'); give files of the same"),
        (Rows("o", "xyz", [*SOURCES[:2], SOURCES[0]], "abc"), "o lacks 1 sentence of g: 3 ('It rain .')"),
        (
            Rows("o", "wxyz", [*SOURCES, SOURCES[0]], "abcd"),
            "o has a sentence 2 times that g has once: id 'w' ('He go .'), id 'z' ('He go .'); give",
        ),
        (Rows("o", (), [*SOURCES[::-1], "You am ."], "abcd"), "o has 1 sentence that g lacks: row 4 ('You am .'); "),
        (Rows("o", (), [SOURCES[1], "x" * 50, SOURCES[0]], "abc"), f"row 2 ('{'x' * 39}…')"),
    ],
)
def test_rows_that_are_missing_or_stand_twice_are_refused(rows: Rows, message: str) -> None:
    """With their ids, if they have some."""
    with pytest.raises(InputError, match=re.escape(message)):
        find_order(Rows("g", (), SOURCES), rows)


def test_a_source_that_differs_in_its_place_is_left_to_who_compares_them() -> None:
    """Nothing is to be put in order."""
    assert find_order(Rows("g", (), SOURCES), Rows("o", (), [*SOURCES[:2], "It rains ."], "abc")) is None


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["1", "0", "2"], [1, 0, 2]),
        (["3", "1", "2"], [1, 2, 0]),
        (["0", "1", "2"], None),
        (["7", "5", "6"], None),
        (["x", "0", "1"], None),
        (["1", "1", "2"], None),
    ],
)
def test_numbers_of_sentences_give_an_order(ids: list[str], expected: list[int] | None) -> None:
    """From 0 or from 1, where the gold has no ids and the output no sources; other ids are not asked."""
    assert find_order(Rows("g", (), SOURCES), Rows("o", ids)) == (expected and Order(expected, "numbers"))


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["2", "0"], "o does not have the ids 0 to 2, for 3 sentences of g, each once: missing: '1'; give a row for"),
        (["2", "0", "0"], "each once: missing: '1'; more than once: '0'"),
        (["3", "1"], "the ids 1 to 3, for 3 sentences of g, each once: missing: '2'"),
    ],
)
def test_numbers_that_are_missing_or_stand_twice_are_refused(ids: list[str], message: str) -> None:
    """They can be seen to count the sentences."""
    with pytest.raises(InputError, match=re.escape(message)):
        find_order(Rows("g", (), SOURCES), Rows("o", ids))
    assert find_order(Rows("g", (), SOURCES), Rows("o", ["1", "2"])) is None, "from 0 or from 1?"


@pytest.mark.parametrize("ids", [[1, 2, 2, *range(4, 21)], [0, 0, *range(2, 20)], [*range(1, 19), 20, 20]])
def test_a_doubled_number_among_many_is_refused(ids: list[int]) -> None:
    """A sorted list that has one number twice and lacks another is no list of documents."""
    sources = [f"word{place} ." for place in range(20)]
    texts = [f"other{place} ." for place in range(20)]
    with pytest.raises(InputError, match="each once"):
        find_order(Rows("gold", sources=sources), Rows("out", [str(number) for number in ids], texts=texts))
