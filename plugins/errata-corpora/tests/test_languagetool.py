"""Answers of LanguageTool: UTF-16 offsets, the text elsewhere."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import write_file

from errata import Edit, ErrataWarning, FormatError, InputError, Text
from errata_corpora.languagetool import read, write

SAMPLES = Path(__file__).parent / "samples"
ANSWER, TEXT = SAMPLES / "checked.json", SAMPLES / "checked.txt"


def match(offset: object, length: object, *values: str, **more: object) -> dict[str, object]:
    """Return a match."""
    return {"offset": offset, "length": length, "replacements": [{"value": value} for value in values], **more}


def read_matches(folder: Path, text: str, *matches: dict[str, object], **settings: Any) -> Text:
    """Read an answer with these matches."""
    file = write_file(folder)
    return read(file("a.json", json.dumps({"matches": matches})), text=file("a.txt", text), **settings)


def test_the_sample() -> None:
    """Units become code points, trailing line ends are clipped, of two that overlap the first is kept."""
    with pytest.warns(ErrataWarning) as said:
        document = read(ANSWER, text=TEXT)
    messages = [str(item.message).removeprefix(f"{ANSWER}: ") for item in said]
    assert messages == [
        "1 lengths that count line ends after the match (clipped); first at match 3: 27 to 30",
        "1 matches that overlap one that was kept (skipped); first at match 2: edit (no index) at 2 to 7",
    ]
    verb, stop, were = document.edits
    more = {"category": "GRAMMAR", "issue": "grammar", "replacements": ["went"]}
    assert verb == Edit.of(5, 7, "go", ("goes",), "HE_VERB_AGR", comment="The verb does not agree.", extra=more)
    assert (stop.start, stop.end, stop.original, stop.corrections) == (26, 28, " .", (".",))
    assert were == Edit.of(17, 21, "were", None, "X", comment="?")
    assert (document.id, document.annotators) == ("checked", ("languagetool",))
    assert document.meta == {"software": {"name": "LanguageTool", "version": "6.0"}, "language": {"code": "en-GB"}}


@pytest.mark.filterwarnings("ignore:.*clipped:errata.ErrataWarning")
def test_overlaps() -> None:
    """The longest is kept, or they are refused."""
    with pytest.warns(ErrataWarning, match="first at match 1: "):
        longest = read(ANSWER, text=TEXT, overlap="longest", types="category")
    assert [(edit.original, edit.type) for edit in longest.edits] == [
        ("He go", "GRAMMAR"),
        (" .", "TYPOGRAPHY"),
        ("were", ""),
    ]
    with pytest.raises(FormatError, match=r"checked\.json, match 2: edit .* at 2 to 7 overlaps edit .* at 5 to 7"):
        read(ANSWER, text=TEXT, overlap="error")


def test_neighbours_do_not_overlap(tmp_path: Path) -> None:
    """Nor do points; a match inside one that is kept does, however many stand between their beginnings."""
    document = read_matches(tmp_path, "abcdef", match(2, 2), match(0, 2), match(4, 0), match(4, 2), overlap="error")
    assert [(edit.start, edit.end) for edit in document.edits] == [(2, 4), (0, 2), (4, 4), (4, 6)]
    with pytest.raises(FormatError, match=r"match 2: edit .* at 0 to 6 overlaps"):
        read_matches(tmp_path, "abcdef", match(2, 2), match(0, 6), overlap="error")
    with pytest.raises(FormatError, match=r"match 3: edit .* at 4 to 5 overlaps"):
        read_matches(tmp_path, "abcdef", match(0, 1), match(2, 4), match(4, 1), overlap="error")


def test_line_ends_alone_are_not_clipped(tmp_path: Path) -> None:
    """A match of nothing else is about them; one that reaches past the end by a line end is cut there."""
    assert read_matches(tmp_path, "a\n\nb", match(1, 2, "\n")).edits == (Edit.of(1, 3, "\n\n", ("\n",)),)
    with pytest.warns(ErrataWarning, match="clipped"):
        assert read_matches(tmp_path, "ab", match(1, 3, "c")).edits == (Edit.of(1, 2, "b", ("c",)),)


BAD: dict[str, tuple[dict[str, object], str]] = {
    "inside a character": (match(1, 1), "1 to 2 begins or ends inside a character"),
    "outside": (match(3, 4), "3 to 7 is not in the text of 4 UTF-16 units; do they belong together"),
    "negative": (match(-1, 1), "offset and length are -1 and 1; they must be whole numbers"),
    "missing": ({"offset": 0}, "offset and length are 0 and None"),
    "true": (match(True, 1), "'offset' should be int, but is True"),
    "replacement": ({"offset": 0, "length": 2, "replacements": [{"value": 1}]}, "'value' should be str, but is 1"),
    "no list": ({"offset": 0, "length": 2, "replacements": {}}, "'replacements' should be list, but is {}"),
    "context": (
        match(2, 1, context={"text": "x y", "offset": 2, "length": 1}),
        "its context has 'y', but the text has 'a' there; do they belong together?",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_matches_are_refused(tmp_path: Path, case: str) -> None:
    """With file and number."""
    given, message = BAD[case]
    with pytest.raises(FormatError, match=r"a\.json, match 1: ") as caught:
        read_matches(tmp_path, "😀ab", given)
    assert message in str(caught.value)


def test_what_is_no_answer_is_refused(tmp_path: Path) -> None:
    """Nor is an answer without its text read, or any written."""
    file = write_file(tmp_path)
    for content in ("[]", "{}", '{"matches": {}}', "null"):
        with pytest.raises(FormatError, match="has no list of 'matches'; is this a LanguageTool response"):
            read(file("a.json", content), text=TEXT)
    with pytest.raises(FormatError, match=r"a\.json is not JSON \(.* at character 3\); is the file complete"):
        read(file("a.json", "{\n"), text=TEXT)
    with pytest.raises(FormatError, match=r"but not the text it looked at; give that \(text\)"):
        read(ANSWER)
    with pytest.raises(FormatError, match="can be read but not written; write another format"):
        write(tmp_path / "b.json", Text.document("1", "a", []))
    with pytest.raises(FormatError, match=r"^standard output: LanguageTool responses can"):
        write("-", Text.document("1", "a", []))
    with pytest.raises(InputError, match="overlap must be one of first, longest, error, not 'x'"):
        read(ANSWER, text=TEXT, overlap="x")
    with pytest.raises(InputError, match="types must be one of rule, category, issue, not 'x'"):
        read(ANSWER, text=TEXT, types="x")
