"""The constants of GAIN: learned, written, read, and refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.measures.gain.plain import PlainGain
from tests.support import example_gold

from errata import (
    Constants,
    Corpus,
    FileError,
    FormatError,
    InputError,
    learn_constants,
    read_constants,
    write_constants,
)
from errata.measures.gain import constants as module

THREE = Corpus.from_texts(
    ["He go to school by bus yesterday .", "She likes the tea ."],
    [
        ["He went to school by bus yesterday .", "She likes tea ."],
        ["Yesterday he went to school by bus .", "She likes the tea ."],
        ["He took the bus to school yesterday .", "She likes her tea ."],
    ],
)


def test_three_references_are_compared_in_pairs() -> None:
    """As the definition says, whatever was counted once for both ways."""
    references = [[sentence.references[number] for sentence in THREE] for number in range(3)]
    plain = PlainGain(THREE.sources, references, "word", 2)
    constants = learn_constants(THREE, unit="word", n=2)
    assert constants.needs == tuple(map(float, plain.needs()))
    for found, expected in ((constants.agreement, plain.agreement()), (constants.costs, plain.costs())):
        for pair in zip(found, expected, strict=True):
            assert pair[0] == pytest.approx(list(map(float, pair[1])), rel=1e-15)
    assert (constants.n_references, constants.n_sentences, constants.gold) == (3, 2, THREE.fingerprint)


@pytest.mark.parametrize("size", [1, 7])
def test_blocks_change_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of whole numbers are the same however they are taken."""
    gold = example_gold().select(range(20))
    expected = learn_constants(gold)
    monkeypatch.setattr(module, "_BLOCK", size)
    assert learn_constants(gold) == expected


@pytest.mark.parametrize("name", ["c.json", "c.json.gz"])
def test_constants_are_read_as_they_were_written(name: str, tmp_path: Path) -> None:
    """To the last bit, with what they are for."""
    constants = learn_constants(THREE, rate="precision")
    write_constants(constants, tmp_path / name)
    found = read_constants(tmp_path / name)
    assert found == constants
    assert found.name == str(tmp_path / name)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"Z": [1.0, 2.0]}, "h, lambda and Z have 1, 1 and 2 orders"),
        ({"h": [[0.5, 1.5]]}, r"1\.5 is out of range; h and lambda are from 0 to 1"),
        ({"Z": [-2]}, r"-2\.0 is out of range"),
        ({"Z": [2.5]}, "the numbers have fingerprint [0-9a-f]{8}, but the file says"),
        ({"Z": "many"}, "incomplete: 'many' is missing or of the wrong kind"),
        ({"h": [0.5]}, r"incomplete: 0\.5 is missing or of the wrong kind"),
        ({"h": [[0.5, True]]}, "incomplete: True is missing or of the wrong kind"),
        ({"h": [[0.5, 0.5, 0.5]]}, r"incomplete: \[0\.5, 0\.5, 0\.5\] is missing or of the wrong kind"),
        ({"lambda": []}, "h, lambda and Z have 1, 0 and 1 orders"),
        ({"unit": 3}, "incomplete: 3 is missing or of the wrong kind"),
        ({"rate": None}, "incomplete: None is missing"),
        ({"format": "other"}, "holds no constants of gain"),
        ({"schema": 2}, "has schema 2, but this version of errata reads 1"),
    ],
)
def test_files_that_hold_no_constants_are_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    """Or that someone changed: the fingerprint in the signature must be that of the numbers used."""
    path = tmp_path / "c.json"
    write_constants(Constants("word", "overlap", ((0.5, 0.4),), ((0.3, 0.2),), (1.0,)), path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(FormatError, match=message):
        read_constants(path)


@pytest.mark.parametrize("text", ["", "{", "[1]", "S a b\n", '{"format": NaN}'])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    """With their name."""
    (tmp_path / "x").write_text(text)
    with pytest.raises(FormatError, match="x"):
        read_constants(tmp_path / "x")
    with pytest.raises(FileError):
        read_constants(tmp_path / "absent")


def test_what_no_constants_can_be_learned_from_is_refused() -> None:
    """One reference, no sentences, documents."""
    with pytest.raises(InputError, match="references has one reference; give gold by two or more annotators"):
        learn_constants(Corpus.from_texts(["a"], [["b"]]))
    with pytest.raises(InputError, match="no sentences"):
        learn_constants(Corpus(()))
