"""Weight files in both forms."""

import json
from pathlib import Path

import pytest
from tests.support import write_file

from errata import FormatError, InputError, Weights, read_weights, write_weights

FULL = Weights(3, ((3, 0, 2), (1,)), "1a2b3c4d", 1, (1.5, 0.0, 2.0), ("AMU", "zoë", "x y"))


def test_the_plain_form_is_that_of_the_authors(tmp_path: Path) -> None:
    """The number of systems, then counts a sentence a line."""
    path = tmp_path / "w.txt"
    write_weights(FULL, path)
    assert path.read_bytes() == b"3\n3 0 2\n1\n"
    again = read_weights(path)
    assert (again.n_systems, again.solved, again.fingerprint) == (3, FULL.solved, FULL.fingerprint)
    assert (again.gold, again.reference, again.function, again.systems) == ("", None, None, ())


@pytest.mark.parametrize("name", ["w.json", "w.json.gz"])
def test_the_json_form_keeps_everything(tmp_path: Path, name: str) -> None:
    """And has the same fingerprint."""
    write_weights(FULL, tmp_path / name)
    again = read_weights(tmp_path / name)
    assert again == FULL
    assert str(again) == again.fingerprint == FULL.fingerprint
    assert hash(again) == hash(FULL)


def test_json_says_only_what_is_known(tmp_path: Path) -> None:
    """One sentence a line."""
    write_weights(Weights(2, ((1, 2), (0,))), tmp_path / "w.json")
    text = (tmp_path / "w.json").read_text(encoding="utf-8")
    assert {"format", "schema", "errata", "systems", "N", "n"} == json.loads(text).keys()
    assert text.split("\n")[1:] == ["[1, 2],", "[0]", "]}", ""]
    assert read_weights(tmp_path / "w.json") == Weights(2, ((1, 2), (0,)))


HEAD = '{"format": "errata difficulty weights", "schema": 1, "N": 2, '


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "w is empty"),
        ("\n\n", "w is empty"),
        ("S a b\n", "line 1: expected the number of systems here, not 'S a b'"),
        ("-3\n1\n", "line 1: expected the number of systems here"),
        ("0\n0\n", "at least one system, not 0"),
        ("3\n1 2\n1 x\n", "line 3: 'x' is not a count of systems"),
        ("3\n1 2\n1 -1\n", "line 3: '-1' is not a count of systems; counts are whole numbers from 0"),
        ("3\n1 1_0\n", "line 2: '1_0' is not a count of systems"),
        ("3\n+1 2\n", r"line 2: '\+1' is not a count of systems"),
        ("3\n1 \u0662\n", "line 2: '\u0662' is not a count of systems"),
        ("\u0663\n1\n", "line 1: expected the number of systems here, not '\u0663'"),
        ("3\n1 4 2\n", "line 2: 4 is not a count of systems"),
        ("3\n1\n\n2\n", "line 3: no counts"),
        ("{", "line 1: not valid JSON"),
        ('{"a": ' * 100_000, "nested too deeply"),
        ('{"weights": []}', "is JSON but not a weight file"),
        ('{"format": "errata difficulty weights", "schema": 2}', "has schema 2, but this version of errata reads 1"),
        (HEAD + '"systems": []}', "'n' is missing"),
        (HEAD + '"n": 3}', "3 is missing or of the wrong kind"),
        (HEAD + '"n": [[1.5]]}', "1.5 is missing or of the wrong kind"),
        (HEAD + '"n": [[true]]}', "True is missing or of the wrong kind"),
        (HEAD + '"n": [[1]], "function": {"a": 1}}', "'b' is missing"),
        (HEAD + '"n": [[1], [3]]}', "sentence 2: 3 is not a count of systems"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """With the line and what is wrong there."""
    path = write_file(tmp_path)("w", text)
    with pytest.raises((FormatError, InputError), match=message):
        read_weights(path)


def test_blank_lines_at_the_end_do_no_harm(tmp_path: Path) -> None:
    """They are no sentences."""
    assert read_weights(write_file(tmp_path)("w", "2\n1 2\n\n")).solved == ((1, 2),)
