"""The quick parser of plain M2 blocks, against the reader that goes line by line."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from errata import Corpus, Edit, ErrataError, Layer, Text
from errata.formats import m2
from errata.formats.m2 import read_flat
from errata.kernels.m2blocks import Scanner, make_texts
from errata.model.flat import DRAFTS, FlatTexts

PLAIN = "S He go home\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\nA 2 2||||||||||||REQUIRED|||-NONE-|||1\n\n"
GOOD = "S He go home\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\nA 2 2|||||||||REQUIRED|||-NONE-|||1\n\n"
SENTENCE_LINES = ["S a b c", "S é b", "S a\u00a0b", "S a  b", "S  a", "S a ", "S", "S ", "S a\tb", "S\u3000a"]
EDIT_LINES = [
    f"A {span}|||{kind}|||{correction}|||{need}|||{comment}|||{who}"
    for span, kind, correction, need, comment, who in [
        ("0 1", "T", "x", "REQUIRED", "-NONE-", "0"),
        ("1 2", "T", "", "REQUIRED", "-NONE-", "0"),
        ("1 1", "T", "y z", "REQUIRED", "-NONE-", "1"),
        ("0 1", "T", "x", "REQUIRED", "-NONE-", "007"),
        ("2 9", "T", "x", "REQUIRED", "-NONE-", "0"),
        ("2 1", "T", "x", "REQUIRED", "-NONE-", "0"),
        ("-1 -1", "noop", "-NONE-", "REQUIRED", "-NONE-", "1"),
        ("-1 -1", "noop", "-NONE-", "REQUIRED", "-NONE-", "me"),
        ("0 1", "noop", "x", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "x||y", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "-NONE-", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "x", "OPTIONAL", "-NONE-", "0"),
        ("0 1", "T", "x||", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "x", "REQUIRED", "why", "0"),
        ("0  1", "T", "x", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "x", "REQUIRED", "-NONE-", "12345678901"),
        ("0 1", "T", "x", "REQUIRED", "-NONE-", "٣"),
        ("0 1", "T", "x", "REQUIRED", "-NONE-", "0|||more"),
        ("01", "T", "x", "REQUIRED", "-NONE-", "0"),
        ("0 1", "a||b", "x|", "REQUIRED", "-NONE-", "0"),
        ("0 1", "T", "x\r", "REQUIRED", "-NONE-", "0"),
        ("1 2", "T\r", "é\u00a0 x", "REQUIRED", "-NONE-", "2"),
    ]
]
OTHER_LINES = ["", " ", "\t", "I 7", "T0-A0 x", "A", "# no M2", "A 0 1|||T", "\r", "A 0 1"]
LINES = st.lists(st.sampled_from([*SENTENCE_LINES, *EDIT_LINES, *OTHER_LINES]), max_size=12)
BLOCKS = st.lists(
    st.tuples(st.sampled_from(SENTENCE_LINES[:4]), st.lists(st.sampled_from(EDIT_LINES[:9]), max_size=4)), max_size=5
).map(lambda blocks: [line for first, edits in blocks for line in (first, *edits, "")])


def read(path: Path, quickly: bool, whole: bool = False) -> tuple[list[Text], list[str], str]:
    """Return what comes of a file, read block by block or at once: sentences, warnings, error."""
    found: list[Text] = []
    failure = ""
    with warnings.catch_warnings(record=True) as said, pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("always")
        patch.setattr(m2, "COMPILED", quickly)
        try:
            made = read_flat(path) if whole else m2.read(path)
            found.extend(made.texts() if isinstance(made, FlatTexts) else made)
        except ErrataError as error:
            failure = str(error)
    return found, [str(warning.message) for warning in said], failure


@given(st.one_of(LINES, BLOCKS), st.sampled_from(["\n", "\r\n"]), st.booleans())
@example(PLAIN.split("\n"), "\n", False)
def test_both_readers_agree(lines: list[str], line_end: str, ends: bool) -> None:
    """Sentences, warnings with their line numbers, and errors are the same."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.m2"
        path.write_bytes((line_end.join(lines) + (line_end if ends else "")).encode())
        plainly = read(path, quickly=False)
        assert read(path, quickly=True) == plainly
        assert read(path, quickly=True, whole=True)[0] == ([] if plainly[2] else plainly[0])
        assert read(path, quickly=True, whole=True)[1:] == plainly[1:]


def scan(text: str) -> tuple[list[Text], int, int]:
    scanner = Scanner(text.encode())
    at, n_lines = scanner.scan(0)
    return make_texts(scanner.take(), DRAFTS), at, n_lines


def test_plain_blocks_are_parsed_in_one_go() -> None:
    """Both sentences come out, and the place and the lines say that nothing is left."""
    text = "S He go home\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\n\nS é\n\n"
    made = [Text("He go home", (Layer(0, (Edit(1, 2, ("goes",), "R:VERB"),)),)), Text("é")]
    assert scan(text) == (made, len(text.encode()), 6)


@pytest.mark.parametrize("line", EDIT_LINES[4:6] + EDIT_LINES[7:])
def test_whatever_needs_a_decision_is_handed_back(line: str) -> None:
    """The block stays unread and the one before it does not."""
    text = f"S a b c\n\nS a b c\n{line}\n\n"
    assert scan(text) == ([Text("a b c")], 9, 2)


def test_what_was_taken_is_not_taken_again() -> None:
    """A scanner goes on from any place, and numbers anew what it finds from there."""
    scanner = Scanner(f"{GOOD}S\n\n{GOOD}".encode())
    at, n_lines = scanner.scan(0)
    first = make_texts(scanner.take(), DRAFTS)
    assert (at, n_lines) == (len(GOOD), 4)
    assert scanner.scan(at + 3)[0] == 2 * len(GOOD) + 3
    assert make_texts(scanner.take(), DRAFTS) == first


@given(BLOCKS)
@example(GOOD.split("\n"))
def test_flat_sentences_say_what_objects_say(lines: list[str]) -> None:
    """A corpus in flat arrays has the sources, annotators and fingerprint that its texts have."""
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "x.m2"
        path.write_text("\n".join(lines), encoding="utf-8")
        try:
            made = read_flat(path)
        except ErrataError:
            return
    if not isinstance(made, FlatTexts):
        return
    flat, plain = Corpus.of_flat(made, "gold"), Corpus(made.texts())
    assert flat.flat is made
    for name in ("fingerprint", "sources", "annotators", "ids", "given_ids", "n_references", "unit", "has_references"):
        assert getattr(flat, name) == getattr(plain, name)
    assert len(flat) == len(plain)
    assert "texts" not in vars(flat)
    assert flat == plain
