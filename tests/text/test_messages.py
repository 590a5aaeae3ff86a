"""Words for messages: numbers that users give, and text that is safe to show."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.text.messages import describe_range, is_within, printable, printable_json, quote, read_number


@pytest.mark.parametrize(
    ("kind", "low", "high", "expected"),
    [
        (int, None, None, "a whole number"),
        (float, None, None, "a number"),
        (float, 0.001, None, "a number of at least 0.001"),
        (int, None, 5, "a whole number of at most 5"),
        (int, -1, 10**12, "a whole number from -1 to 1000000000000"),
        (int, 0, 2**63 - 1, "a whole number from 0 to 9223372036854775807"),
    ],
)
def test_what_is_taken_in_words(kind: type, low: float | None, high: float | None, expected: str) -> None:
    """Kind and bounds, those that there are; no digit of a bound is lost."""
    assert describe_range(kind, low, high) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-1, "-1"),
        (2.0, "2"),
        (True, "True"),
        ("x", "'x'"),
        (10**40 - 1, "9" * 40),
        ("7" * 41, f"'{'7' * 40}…' (41 characters)"),
    ],
)
def test_values_are_quoted_in_short(value: object, expected: str) -> None:
    """Also whole numbers that Python refuses to write."""
    assert quote(value) == expected
    assert quote(-(10**6000)) == "a whole number of some 6000 digits"


def test_bounds_are_included_and_nothing_is_larger_than_a_float() -> None:
    """Without bounds, too."""
    assert [is_within(value, 1, 3) for value in (0, 1, 2.5, 3, 4, float("nan"))] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    assert [is_within(value, None, None) for value in (-1, float("inf"), 10**400)] == [True, False, False]


def test_numbers_are_read_plainly() -> None:
    """Whole numbers stay whole; what Python reads besides is refused."""
    assert [read_number("12", int, 0, 12), read_number("1e1", float, None, None)] == [12, 10.0]
    for text in ("13", "1_0", " 1", "1e1", "", "9" * 5000):
        with pytest.raises(ValueError, match=r"^takes a whole number from 0 to 12, not '"):
            read_number(text, int, 0, 12)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b31m", r"\x9b31m"),
        ("a\u202eb\u2066c\u200fd\u061c", r"a\u202eb\u2066c\u200fd\u061c"),
        ("\ufeffa\u200bb", r"\ufeffa\u200bb"),
        ("a\tb\nc\r\0", r"a\tb\nc\r\x00"),
        ("a\u2028b\x85", r"a\u2028b\x85"),
        ("\udc80", r"\udc80"),
        ("שלום عربي", "שלום عربي"),
        (
            "می\u200cخواهم 👨\u200d👩\u200d👧 cafe\u0301 a\u00a0b\u3000",
            "می\u200cخواهم 👨\u200d👩\u200d👧 cafe\u0301 a\u00a0b\u3000",
        ),
        ("C:\\x1b", "C:\\x1b"),
    ],
)
def test_what_is_written_out_and_what_stays(text: str, shown: str) -> None:
    """Control sequences and marks of direction; letters, joiners, accents and spaces stay."""
    assert printable(text) == shown


@given(st.text(st.characters(categories=["Cc", "Cf", "L", "Zl", "Zp", "P"]), max_size=8))
def test_json_keeps_its_meaning(text: str) -> None:
    """And holds nothing that a terminal takes for a command."""
    written = printable_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(written) == [text]
    assert printable(written) == written
