"""Words in other characters that look the same are noticed, corrections are not."""

import pytest

from errata.check.outputs import check_output
from errata.check.screening import Screen
from errata.findings import Finding, Place

SOURCES = [f"He go to a fine place at 12 o'clock or {number} - five ." for number in range(40)]
UKRAINIAN = [f"Він пише, що їх було п'ять або {number} ." for number in range(40)]


def check(sources: list[str], outputs: list[str], wanted: list[str] = []) -> list[Finding]:  # noqa: B006  # only read
    """Return what both ways of checking find."""
    found = check_output("sys", sources, outputs, wanted=wanted)
    assert Screen(sources, wanted).check_output("sys", outputs) == found
    return found


@pytest.mark.parametrize(
    ("sources", "ours", "theirs", "said"),
    [
        (SOURCES, "а", "a", "'plаce' with U+0430 CYRILLIC SMALL LETTER A for U+0061 LATIN SMALL LETTER A"),
        (SOURCES, " а ", " a ", "'а' with U+0430 CYRILLIC SMALL LETTER A for U+0061 LATIN SMALL LETTER A"),
        (SOURCES, "ο", "o", '"ο\'clοck" with U+03BF GREEK SMALL LETTER OMICRON for U+006F LATIN SMALL LETTER O'),
        (SOURCES, "ı", "i", "'fıve' with U+0131 LATIN SMALL LETTER DOTLESS I for U+0069 LATIN SMALL LETTER I"),
        (SOURCES, "Ｈ", "H", "'Ｈe' with U+FF28 FULLWIDTH LATIN CAPITAL LETTER H for U+0048 LATIN CAPITAL LETTER H"),
        (SOURCES, "１", "1", "'１2' with U+FF11 FULLWIDTH DIGIT ONE for U+0031 DIGIT ONE"),
        (SOURCES, "𝐠", "g", "'𝐠o' with U+1D420 MATHEMATICAL BOLD SMALL G for U+0067 LATIN SMALL LETTER G"),
        (SOURCES, "ﬁ", "fi", "'ﬁve' with U+FB01 LATIN SMALL LIGATURE FI for 'fi'"),
        (SOURCES, "´", "'", '"o´clock" with U+00B4 ACUTE ACCENT for U+0027 APOSTROPHE'.replace('"', "'")),
        (SOURCES, "′", "'", "'o′clock' with U+2032 PRIME for U+0027 APOSTROPHE"),
        (SOURCES, "‐", "-", "'‐' with U+2010 HYPHEN for U+002D HYPHEN-MINUS"),
        (SOURCES, "−", "-", "'−' with U+2212 MINUS SIGN for U+002D HYPHEN-MINUS"),
        (UKRAINIAN, "ʼ", "'", "'пʼять' with U+02BC MODIFIER LETTER APOSTROPHE for U+0027 APOSTROPHE"),
        (UKRAINIAN, "i", "і", "'Вiн' with U+0069 LATIN SMALL LETTER I for U+0456 CYRILLIC SMALL LETTER BYELORUSSIAN-"),
    ],
)
def test_look_alikes_are_named(sources: list[str], ours: str, theirs: str, said: str) -> None:
    """A word that has them, both characters, and where; nothing if the gold has such words."""
    outputs = [text.replace(theirs, ours) for text in sources]
    assert outputs != sources
    [found] = check(sources, outputs)
    n_lines = sum(map(str.__ne__, sources, outputs))
    assert (found.code, found.count, found.places[0]) == ("look-alikes", n_lines, Place(1 + (sources[0] == outputs[0])))
    assert f"such as {said}" in found.message
    assert check(sources, outputs, outputs) == [], "the gold has such words"
    assert check(outputs, sources, sources) == [], "they are corrected, as in the gold"


def test_a_ligature_of_the_source_is_named_as_one() -> None:
    """Whichever of both has it."""
    [found] = check([text.replace("fi", "ﬁ") for text in SOURCES], SOURCES)
    assert "such as 'five' with 'fi' for U+FB01 LATIN SMALL LIGATURE FI; write" in found.message


def test_few_such_words_are_left_alone() -> None:
    """Three lines, and one in a thousand."""
    odd = [text.replace("a fine", "а fine") for text in SOURCES]
    assert check(SOURCES, [*odd[:2], *SOURCES[2:]]) == []
    [found] = check(SOURCES, [*odd[:3], *SOURCES[3:]])
    assert "3 of 40 lines have words of the source" in found.message
    for n, codes in ((3, []), (4, ["look-alikes"])):
        several = check(SOURCES * 100, [*odd[:n], *SOURCES[n:], *SOURCES * 99])
        assert [each.code for each in several if each.code != "unchanged-run"] == codes


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("Bu guzel kiz cok hizli", "Bu guzel kız cok hizli"),
        ("It costs 5 k per day", "It costs 5 μ per day"),
        ("He go home", "Он go home"),
        ("it 's so", "it ’s so"),
    ],
)
def test_corrections_are_no_look_alikes(source: str, output: str) -> None:
    """A letter of the language of the gold, another word; other quotes are reported as such."""
    sources = [f"{source} {number} ." for number in range(20)]
    outputs = [f"{output} {number} ." for number in range(20)]
    assert "look-alikes" not in [found.code for found in check(sources, outputs, ["ışık"])]


def test_a_word_that_is_a_look_alike_of_none_in_its_own_source_is_a_word() -> None:
    """It may be right: nothing in its line suggests that it should be another."""
    outputs = [text.replace("fine", "tаme") for text in SOURCES]
    assert check(SOURCES, outputs) == []
