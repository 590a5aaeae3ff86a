"""Text that is shown to people."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.text.printable import printable, printable_json


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
