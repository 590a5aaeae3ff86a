"""Outputs that do not belong to their sources."""

import pytest

from errata.check.alignment import check_alignment, check_length, find_shift

SOURCES = [" ".join(f"w{n}{letter}" for letter in "abcdef") + " ." for n in range(30)]


def test_a_dropped_line_is_found_where_it_was_dropped() -> None:
    """One line dropped in the middle and one added at the end: the report names the first shifted line."""
    outputs = SOURCES[:10] + SOURCES[11:] + ["The end ."]
    shift = find_shift(SOURCES, outputs)
    assert shift is not None
    assert (shift.count, shift.first, shift.last, shift.first_fits) == (19, 10, 28, 11)
    [found] = check_alignment("sys", SOURCES, outputs)
    assert "19 lines fit the source of a neighbouring line" in found.message
    assert "from line 11 (which fits source line 12) to line 29" in found.message


def test_an_inserted_line_is_found() -> None:
    """One line added in the middle: lines after it fit the source above."""
    outputs = [*SOURCES[:10], "Something else entirely new here", *SOURCES[10:-1]]
    shift = find_shift(SOURCES, outputs)
    assert shift is not None
    assert (shift.first, shift.first_fits, shift.begins) == (11, 10, 10)


@pytest.mark.parametrize("n_foreign", [1, 2, 3])
@pytest.mark.parametrize("place", [0, 1, 10, 20])
def test_lines_too_many_are_found_where_they_were_put_in(place: int, n_foreign: int) -> None:
    """The first foreign line is named, not the first that fits another source."""
    foreign = [f"Something{number} entirely{number} different{number}" for number in range(n_foreign)]
    parting = check_length([*SOURCES[:place], *foreign, *SOURCES[place:]], "gold", SOURCES)
    assert parting is not None
    where, said = parting
    assert where == place
    assert said.endswith(f"misaligned from line {place + 1} on")


def test_a_line_given_twice_is_found_at_the_second() -> None:
    """And a line too few where it is missing."""
    twice = check_length([*SOURCES[:11], *SOURCES[10:]], "gold", SOURCES)
    missing = check_length([*SOURCES[:10], *SOURCES[11:]], "gold", SOURCES)
    assert twice is not None
    assert missing is not None
    assert (twice[0], missing[0]) == (11, 10)


def test_unrelated_outputs_are_reported() -> None:
    """Outputs of another corpus share almost no word."""
    outputs = [f"completely other words {n} stand here" for n in range(30)]
    [found] = check_alignment("sys", SOURCES, outputs)
    assert "30 of 30 lines share few words with their source, first line 1" in found.message


def test_many_empty_outputs_are_reported() -> None:
    """An output of empty lines only is surely a failed run."""
    [found] = check_alignment("sys", SOURCES, [""] * 30)
    assert "30 of 30 lines are empty where the source is not, first line 1" in found.message


def test_a_wholly_empty_output_is_reported() -> None:
    """However few lines there are."""
    assert "2 of 2 lines are empty" in check_alignment("sys", SOURCES[:2], ["", ""])[0].message


def test_text_without_blanks_is_compared_by_characters() -> None:
    """Chinese lines that were never split into words do not raise the alarm when one character changes."""
    lines = [chr(0x4E00 + 10 * n) + chr(0x4E01 + 10 * n) + chr(0x4E02 + 10 * n) + "。好" for n in range(20)]
    assert check_alignment("sys", lines, [line[:-1] for line in lines]) == []


@pytest.mark.parametrize(
    ("header", "suffix"),
    [
        ("source,output", "csv"),
        ("id\tsource\toutput", "tsv"),
        ("Source;Target", "csv"),
        ("A text , and output .", None),
    ],
)
def test_a_table_that_is_called_a_text_is_recognised_by_its_header(header: str, suffix: str | None) -> None:
    """It has one line more; where lines seem to be shifted, that is why."""
    words = ["up", "down", "in", "out", "for", "back"]
    sources = [f"{word} went {word}wards on day {n} ." for n, word in enumerate(words)]
    parting = check_length([header, *sources], "src", sources)
    assert parting
    said = f"line 1 ({header!r}) looks like the header of a table: rename the file to *.{suffix}"
    assert (parting[0] == 0 and parting[1].endswith(said)) == (suffix is not None)
    assert ("header" in parting[1]) == (suffix is not None)
