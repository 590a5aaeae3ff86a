"""Treebank splitting: the documented consequences for corrections."""

import pytest

from errata.text.treebank import split_treebank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("many words", "many words"),
        ("known,the", "known , the"),
        ("1,000", "1,000"),
        ("upsetting.", "upsetting ."),
        ("upsetting. ", "upsetting ."),
        ("relatives.It", "relatives.It"),
        ("It rained. We left.", "It rained . We left ."),
        ("J. Smith came.", "J. Smith came ."),
        ("Mr. Smith and Dr. No", "Mr. Smith and Dr. No"),
        ('profits " )', "profits `` )"),
        ('"so"', "`` so ''"),
        ("cannot", "can not"),
        ("Cannot", "Can not"),
        ("don't", "do n't"),
        ("it's", "it 's"),
        ("patients'", "patients '"),
        ("they'll", "they 'll"),
        ("'tis", "'t is"),
        ("gonna", "gon na"),
        ("(well)", "( well )"),
        ("so...", "so ..."),
        ("a--b", "a -- b"),
        ("well-known", "well-known"),
        ("5%", "5 %"),
        ("Really?", "Really ?"),
    ],
)
def test_splitting(text: str, expected: str) -> None:
    assert split_treebank(text) == expected.split()
