"""The kernel links, keeps and cuts as the plain version does, on numbers alone."""

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import sample

from errata.kernels import unitcuts
from errata.text.raw.align import link

TEXTS = st.integers(1, 4).flatmap(lambda size: st.lists(st.integers(0, size - 1), max_size=20))
N_UNITS = 8


def make(limit: int = 1000, properties: int = unitcuts.LETTER) -> unitcuts.UnitCuts:
    """Return a kernel that knows a few units, each compared by its number."""
    kernel = unitcuts.UnitCuts(lambda _source, _output: False, limit, False)
    for number in range(N_UNITS):
        assert kernel.add_unit(number, properties) == number
    return kernel


def match(kernel: unitcuts.UnitCuts, source: list[int], output: list[int]) -> tuple[list[int], bool]:
    """Match two texts, each of one token and without white space."""
    told = kernel.match(
        array("i", source),
        array("i", [0, len(source)] if source else [0]),
        array("i", output),
        array("i", [0, len(output)]),
    )
    return list(kernel.kept()[0]), told & unitcuts.ALIGNED != 0


@settings(max_examples=sample(500, 100))
@given(TEXTS, TEXTS, st.sampled_from([1, 2, 5, 1000]))
def test_links_are_those_of_the_plain_version(source: list[int], output: list[int], limit: int) -> None:
    """Ties, limit and all."""
    assert match(make(limit), source, output) == link(source, output, limit)


def test_buffers_grow_and_are_used_again() -> None:
    """Long texts that have nothing in common, then short ones."""
    kernel = make()
    for n in (3, 2000, 5, 0, 300):
        source, output = [0] * n, [1, 2] * n
        assert match(kernel, source, output) == link(source, output, 1000)
    source, output = [0, 1, 2] * 400, [0, 2, 1, 3] * 300
    assert match(kernel, source, output) == link(source, output, 1000)


def test_many_units() -> None:
    """The table of units grows."""
    kernel = make()
    for number in range(N_UNITS, 3000):
        assert kernel.add_unit(number % 5, unitcuts.LETTER) == number
    assert match(kernel, [2999], [4]) == ([0], True), "compared by canon"


def test_marks_in_another_form_are_asked_for_once() -> None:
    """Whether a token is kept depends on the answer; nobody asks about equal units, or about letters."""
    asked = []

    def answer(source: int, output: int) -> bool:
        asked.append((source, output))
        return source == 1

    kernel = unitcuts.UnitCuts(answer, 1000, False)
    for canon, properties in ((0, unitcuts.LETTER), (1, 0), (1, 0), (2, 0), (2, 0), (0, unitcuts.LETTER)):
        kernel.add_unit(canon, properties)
    for _ in range(2):
        told = kernel.match(array("i", [0, 1, 3]), array("i", [0, 1, 2, 3]), array("i", [5, 2, 4]), array("i", [0, 3]))
        assert told == unitcuts.ALIGNED | unitcuts.TO_WRITE
        links, starts, ends = kernel.kept()
        assert list(links) == [0, 1, 2]
        assert (list(starts), list(ends)) == ([0, 1, -1, -1], [-1, 0, 1, -1])
    assert asked == [(1, 2), (3, 4)]


def test_cuts_are_told_by_chunk_and_place() -> None:
    """Source "ab ," in two chunks "x ab,": the comma is cut off by the source, the cut by rule inside x is its own."""
    kernel = unitcuts.UnitCuts(lambda _source, _output: False, 1000, False)
    for canon, properties in enumerate((unitcuts.LETTER, unitcuts.LETTER, unitcuts.PARTING, unitcuts.LETTER)):
        kernel.add_unit(canon, properties)
    source, bounds = array("i", [0, 1, 2]), array("i", [0, 2, 3])
    kernel.match(source, bounds, array("i", [3, 3, 0, 1, 2]), array("i", [0, 2, 5]))
    # The rules cut inside the kept token too, which is taken back.
    cuts, n_source = kernel.cut(array("i", [1, 3]))
    assert (list(cuts), n_source) == ([0, 1, 1, 2], 1)
