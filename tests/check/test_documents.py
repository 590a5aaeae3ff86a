"""Findings about edits."""

from typing import Any

import pytest

from errata import Corpus, Edit, InputError, Part, Text, validate
from errata.check.documents import summarise

TEXT = "He go home late"


def edit(start: int, end: int, *made: str | None, **fields: str | None) -> Edit:
    values: dict[str, Any] = {"type": "T", "index": f"{start}-{end}", "original": TEXT[start:end]}
    values |= fields
    original = values.pop("original") or ""
    return Edit.of(start, end, original, tuple(made) or None, **values)


CASES = [
    ("offset-range", "error", [edit(9, 99, "x", original="y")]),
    ("offset-range", "error", [edit(5, 3, "x")]),
    ("offset-range", "error", [edit(-1, 0, "x", original="y")]),
    ("offset-range", "error", [edit(3, 5, "x", part="2")]),
    ("original-mismatch", "error", [edit(3, 5, "x", original="ga")]),
    ("original-blank", "warning", [edit(2, 5, "x", original="go")]),
    ("index-duplicate", "error", [edit(3, 5, "x", index="1"), edit(6, 7, "x", index="1")]),
    ("index-missing", "warning", [edit(3, 5, "x", index=None)]),
    ("overlap", "warning", [edit(3, 8, "x"), edit(6, 10, "y")]),
    ("overlap", "warning", [edit(0, 9, "x"), edit(1, 2, "y")]),
    ("same-point", "warning", [edit(3, 3, "x", index="1"), edit(3, 3, "y", index="2")]),
    ("noop", "warning", [edit(3, 5, "goes", "go")]),
    ("insert-empty", "warning", [edit(3, 3, "")]),
    ("null-only", "warning", [edit(3, 5, None)]),
    ("duplicate-correction", "warning", [edit(3, 5, "x", "x")]),
    ("null-not-first", "info", [edit(3, 5, "x", None)]),
    ("null-not-first", "info", [edit(3, 5, None, "x", None)]),
    ("cset-single", "warning", [edit(3, 5, "x", cset="1")]),
    ("cset-lengths", "warning", [edit(3, 5, "x", "y", cset="1"), edit(6, 10, "x", "y", "z", cset="1")]),
    ("type-missing", "warning", [edit(3, 5, "x", type=None)]),
    ("not-xml-char", "info", [edit(3, 5, "\x01")]),
]


@pytest.mark.parametrize(("code", "severity", "edits"), CASES, ids=[case[0] for case in CASES])
def test_each_code(code: str, severity: str, edits: list[Edit]) -> None:
    """Exactly one finding."""
    assert [(found.code, found.severity) for found in validate(Text.document("1", TEXT, edits))] == [(code, severity)]


def test_what_changes_nothing_is_what_the_text_has() -> None:
    """Where the file's original lacks a blank, a correction without it takes the blank away."""
    codes = {
        made: [found.code for found in validate(Text.document("1", TEXT, [edit(2, 5, made, original="go")]))]
        for made in ("go", " go")
    }
    assert codes == {"go": ["original-blank"], " go": ["original-blank", "noop"]}


def test_sound_edits_have_no_findings() -> None:
    """Touching, null behind another in a cset, lists of one beside longer ones; without text less is known."""
    edits = [
        edit(0, 2, "She"),
        edit(2, 3, "", index="x"),
        edit(3, 3, "may "),
        edit(3, 5, "goes", None, cset="1"),
        edit(6, 10, "x", cset="1"),
    ]
    assert validate(Text.document("1", TEXT, edits)) == []
    assert validate(Text.document("1", edits=(edit(3, 5, "x", original="other"),))) == []
    parts = Text.document(
        "1", (Part("1", TEXT), Part("2", TEXT)), (edit(0, 9, "x", part="1"), edit(0, 9, "x", part="2", index="y"))
    )
    assert validate(parts) == []


def test_systems_need_neither_index_nor_type() -> None:
    """Both sides of one range are reported as overlap and as the same range."""
    bare = [edit(3, 5, "x", index=None, type=None), edit(3, 5, "y", index=None)]
    codes = [(found.code, found.severity) for found in validate(Text.document("1", TEXT, bare), is_gold=False)]
    assert codes == [("type-missing", "info"), ("same-point", "warning"), ("overlap", "warning")]


def test_strictness_raises_all_errors_together() -> None:
    """The first few of them in words."""
    odd = [edit(9, 99, "x", index=str(n)) for n in range(7)]
    with pytest.raises(InputError, match=r"document 1 has 7 errors: edit 0 at 9 to 99 is outside .* and 2 more"):
        validate(Text.document("1", TEXT, odd), strict=True)
    assert validate(Text.document("1", TEXT, [edit(3, 5, "x")]), strict=True) == []


def test_summaries_count_each_code_once() -> None:
    """Infos are not worth a word."""
    documents = Corpus((Text.document("1", TEXT, [edit(3, 5, "go"), edit(6, 10, "home"), edit(0, 2, "x", None)]),), "g")
    assert list(map(str, summarise(documents, is_gold=True))) == [
        "g: 2 × noop; first: document 1, edit 3-5 at 3 to 5 has a correction that changes nothing"
    ]
