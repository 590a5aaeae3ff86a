"""Telling of long work."""

from collections.abc import Iterator

from errata.stages import told


def test_a_part_is_told_of_when_it_is_there() -> None:
    """Not before, so that a stage can be left early; what is done is counted by size."""
    said: list[tuple[str, int, int]] = []
    made: list[str] = []

    def parts() -> Iterator[str]:
        for part in ("ab", "c", "def"):
            made.append(part)
            yield part

    work = told(parts(), "reading", 6, len, lambda *progress: said.append(progress))
    assert (made, said) == ([], [])
    assert [next(work), next(work)] == ["ab", "c"]
    assert (made, said) == (["ab", "c"], [("reading", 2, 6), ("reading", 3, 6)])


def test_work_that_nobody_watches_is_the_same() -> None:
    """Without a listener."""
    assert list(told(["ab", "c"], "reading", 3, len, None)) == ["ab", "c"]
