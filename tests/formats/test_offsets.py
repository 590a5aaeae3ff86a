"""What offsets count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata import Corpus, Edit, ErrataWarning, FormatError, Part, Text
from errata.formats.offsets import UNITS, OffsetTable, count_fitting, find_unit, from_code_points, to_code_points

TEXT = "né 😀 go home"
GO = TEXT.index("go")


def at(unit: str, extra: int = 0) -> Text:
    """Return a document with one edit of "go", its offsets in a unit."""
    before = TEXT[:GO]
    start = {"codepoint": GO, "utf8": len(before.encode()), "utf16": len(before.encode("utf-16-le")) // 2}[unit] + extra
    return Text.document("1", TEXT, [Edit.of(start, start + 2, "go", ("goes",)), Edit.of(99, 99, "")])


@given(st.text(st.sampled_from("aé狗😀 "), max_size=9), st.sampled_from(UNITS))
def test_tables_turn_round(text: str, unit: str) -> None:
    """Every code point has a place in the unit; places inside a character have none."""
    table = OffsetTable(text, unit)
    encoded = {"codepoint": text, "utf8": text.encode(), "utf16": text.encode("utf-16-le")[::2]}[unit]
    places = [table.from_code_point(position) for position in range(len(text) + 3)]
    assert places[len(text)] == len(encoded)
    assert [table.to_code_point(place) for place in places] == list(range(len(text) + 3))
    assert table.to_code_point(-2) == table.from_code_point(-2) == -2
    known = {table.to_code_point(place) for place in range(len(encoded) + 1)} - {None}
    assert known == set(range(len(text) + 1))


@pytest.mark.parametrize("unit", UNITS)
def test_edits_are_converted_both_ways(unit: str) -> None:
    """And the unit is found by what fits."""
    document = at(unit)
    converted = to_code_points(document, unit)
    assert converted.edits[0].start == GO
    assert from_code_points(converted, unit) == document
    assert count_fitting(document, unit) == (1, 1)
    if unit == "codepoint":
        assert find_unit(Corpus((document,))) == unit
    else:
        with pytest.warns(
            ErrataWarning, match=r"gold: offsets count UTF-.* \(1 of 1 originals fit; 0 as code points\)"
        ):
            assert find_unit(Corpus((document,))) == unit


def test_edits_that_fit_nowhere_are_refused() -> None:
    """More than one in twenty; blanks around the original are disregarded, ties go to code points."""
    with pytest.raises(FormatError, match="document 1: only 0 of 1 originals are where the edits say"):
        find_unit(Corpus((at("codepoint", 2),)))
    blank = Text.document("1", TEXT, [Edit.of(GO - 1, GO + 2, "go", ("goes",))])
    assert find_unit(Corpus((blank,))) == "codepoint"
    mostly = [Edit.of(GO, GO + 2, "go")] * 19
    odd = Edit.of(0, 1, "x")
    assert find_unit(Corpus((Text.document("1", TEXT, [*mostly, odd]),))) == "codepoint"
    with pytest.raises(FormatError, match="only 18 of 19"):
        find_unit(Corpus((Text.document("1", TEXT, [*mostly[:18], odd]),)))


def test_positions_inside_a_character_are_refused() -> None:
    """And offsets of a text that is not there."""
    with pytest.raises(
        FormatError, match=r"edit \(no index\) at 0 to 2 begins or ends inside a character \(UTF-8 bytes\)"
    ):
        to_code_points(Text.document("1", TEXT, [Edit.of(0, 2, "n")]), "utf8")
    document = Text.document("1", (Part("1", TEXT),), (Edit.of(0, 1, "n", part="9"),))
    for convert in (to_code_points, from_code_points):
        with pytest.raises(FormatError, match="of part 9 is not known, so its offsets cannot be converted"):
            convert(document, "utf16")
    assert count_fitting(document, "utf8") == (0, 1)
