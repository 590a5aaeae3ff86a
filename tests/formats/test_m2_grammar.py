"""What the lines of an M2 file say, to the reader and to the doctor alike."""

import pytest

from errata.formats.m2_grammar import (
    ANNOTATION,
    BLANK,
    PASSED_OVER,
    SOURCE,
    STRANGE,
    MistakeError,
    classify,
    parse_annotation,
)
from errata.model import Edit


@pytest.mark.parametrize(
    ("line", "inside", "outside"),
    [
        ("S He go", SOURCE, SOURCE),
        ("S", SOURCE, SOURCE),
        ("So he goes", STRANGE, STRANGE),
        ("A 0 1|||", ANNOTATION, ANNOTATION),
        ("", BLANK, BLANK),
        (" \t", BLANK, BLANK),
        ("I 7", PASSED_OVER, STRANGE),
        ("T0-A1 He goes", PASSED_OVER, STRANGE),
        ("Tea", STRANGE, STRANGE),
    ],
)
def test_lines_are_told_by_their_beginning(line: str, inside: str, outside: str) -> None:
    """Indices and target texts only inside a block."""
    assert (classify(line, in_block=True), classify(line, in_block=False)) == (inside, outside)


@pytest.mark.parametrize(
    ("line", "annotator", "edit", "odd"),
    [
        ("A 1 2|||T|||goes|||REQUIRED|||-NONE-|||0", 0, Edit(1, 2, ("goes",), "T"), []),
        ("A 1 2|||T|||to||-NONE-|||OPTIONAL|||why|||Ann", "Ann", Edit(1, 2, ("to", ""), "T", False, "why"), []),
        ("A 1 2|||T||||||REQUIRED|||-NONE-|||00", 0, Edit(1, 2, ("",), "T"), []),
        ("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1", 1, None, []),
        ("A 0 1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1", 1, None, ["noop-offsets"]),
        ("A 1 2|||T|||x|||REQUIRED|||-NONE-|||0|||more", 0, Edit(1, 2, ("x",), "T"), ["m2-extra-fields"]),
        ("A 1 2|||T|||x|||||REQUIRED|||-NONE-|||0", 0, Edit(1, 2, ("x",), "T"), ["m2-lost-alternative"]),
        ("A 1 2|||T|||x|||maybe|||-NONE-|||0", 0, Edit(1, 2, ("x",), "T"), ["m2-required"]),
    ],
)
def test_an_annotation_is_an_edit_or_a_noop(line: str, annotator: int | str, edit: Edit | None, odd: list[str]) -> None:
    """With codes for what can be understood but should not be."""
    found = parse_annotation(line)
    assert (found.annotator, found.edit, [code for code, _ in found.odd]) == (annotator, edit, odd)
    assert found.written == line.split("|||")[2]


@pytest.mark.parametrize(
    ("line", "code", "reason"),
    [
        ("A 1 2|||T|||x", "m2-fields", "3 fields but an annotation has 6"),
        ("A 1 2|||T|||x|||REQUIRED|||-NONE-|||-NONE-", "m2-annotator", "'-NONE-', the sixth field, is no annotator"),
        ("A 1 2|||T|||a|||b|||REQUIRED|||-NONE-|||0", "m2-annotator", "'-NONE-', the sixth field, is no annotator"),
        (f"A 1 2|||T|||x|||REQUIRED|||-NONE-|||{'9' * 5000}", "m2-annotator", "5000 digits"),
        ("A 1|||T|||x|||REQUIRED|||-NONE-|||0", "m2-offsets", "two token offsets wanted, found '1'"),
        ("A 1 +2|||T|||x|||REQUIRED|||-NONE-|||0", "m2-offsets", r"'\+2' is no token offset"),
    ],
)
def test_mistakes_have_a_code_and_a_reason(line: str, code: str, reason: str) -> None:
    """The code for the doctor, the reason for the reader."""
    with pytest.raises(MistakeError, match=reason) as refused:
        parse_annotation(line)
    assert refused.value.code == code
    assert refused.value.what
