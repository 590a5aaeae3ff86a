"""Signs that outputs and references are not what they should be."""

import pytest

from errata.check import outputs as checks
from errata.check.outputs import (
    check_characters,
    check_entities,
    check_outer_blanks,
    check_output,
    check_tabs,
    check_tokenisation,
)
from errata.check.screening import Screen
from errata.findings import Place
from errata.model import Corpus, Edit, Layer, Text

SOURCES = [" ".join(f"w{n}{letter}" for letter in "abcdef") + " ." for n in range(30)]


def test_outputs_that_belong_to_their_sources_raise_no_alarm() -> None:
    """A changed word, a deleted word: nothing to report."""
    outputs = [line.replace("b", "x", 1) for line in SOURCES]
    outputs[3] = outputs[3].removesuffix(" .")
    assert check_output("sys", SOURCES, outputs) == []


def test_any_empty_output_is_reported() -> None:
    """Few of them mildly: a sentence may be deleted; but it may also have been lost."""
    one = ["", *SOURCES[1:]]
    assert list(map(str, check_output("sys", SOURCES, one))) == [
        "sys: 1 line is empty where the source is not, first line 1; it counts as a sentence that was deleted"
    ]
    [found] = check_output("sys", SOURCES, [*SOURCES[:28], "", ""])
    assert str(found).startswith("sys: 2 lines are empty where the source is not, first line 29; they count as")
    assert check_output("sys", ["", *SOURCES], ["", *SOURCES]) == [], "nothing stands for nothing"


def test_unsegmented_output_is_noticed() -> None:
    """Characters set apart in the source, run together in the output."""
    sources = [" ".join("我们得准备大虾六到九只") for _ in range(5)]
    [found] = check_tokenisation("sys", sources, [line.replace(" ", "") for line in sources])
    assert "0 spaces in all, but 50 in the source of the same length" in found.message
    assert check_tokenisation("sys", sources, sources) == []


def test_a_table_given_as_output_is_noticed() -> None:
    """Tabs in most lines, none in the sources."""
    [found] = check_tabs("sys", SOURCES, [f"{n}\t{line}" for n, line in enumerate(SOURCES)])
    assert "30 of 30 lines contain a tab, first line 1, but no source does" in found.message
    assert check_tabs("sys", ["a\tb"], ["a\tb"]) == []


@pytest.mark.parametrize(
    ("source_end", "output_end", "expected"),
    [(" .", ".", "text looks untokenised"), (".", " .", "source looks untokenised"), (" .", " .", None)],
)
def test_untokenised_text_is_noticed(source_end: str, output_end: str, expected: str | None) -> None:
    """Final punctuation glued on one side and set apart on the other."""
    sources = [f"Line {n} ends here{source_end}" for n in range(5)]
    outputs = [f"Line {n} ends here{output_end}" for n in range(5)]
    signs = check_tokenisation("sys", sources, outputs)
    assert len(signs) == (expected is not None)
    assert expected is None or expected in signs[0].message


def test_an_output_untokenised_in_part_is_noticed() -> None:
    """From one line in a hundred on, if there are three; real outputs have fewer such slips."""
    sources = [f"Line {n} ends here ." for n in range(400)]
    for n_glued, expected in ((3, []), (4, ["tokenisation"]), (150, ["tokenisation"])):
        outputs = [line.replace(" .", ".") for line in sources[:n_glued]] + sources[n_glued:]
        assert [found.code for found in check_tokenisation("sys", sources, outputs)] == expected
    [found] = check_tokenisation("sys", sources, outputs)
    assert "150 of 400 lines end in punctuation glued to the last word" in found.message


def test_lost_full_stops_are_noticed() -> None:
    """Where more than half of those of the source are gone, and the texts are there."""
    sources = [f"Line {n} ends here ." for n in range(20)]
    for n_lost, expected in ((10, []), (11, ["final-marks"]), (20, ["final-marks"])):
        outputs = [line[:-2] for line in sources[:n_lost]] + sources[n_lost:]
        assert [found.code for found in check_output("sys", sources, outputs)] == expected
    assert "final-marks" not in [found.code for found in check_output("sys", sources, [""] * 20)]
    assert check_output("sys", sources[:9], [line[:-2] for line in sources[:9]]) == []


@pytest.mark.parametrize(
    "character", ["\x07", "\u200b", "\ufeff", "\ufffd", "\x85", "\xad", "\u200e", "\u202e", "\u2060", "\u2069"]
)
def test_odd_characters_are_named(character: str) -> None:
    """Control, zero-width and replacement characters: which, and the first line."""
    [found] = check_characters("sys", ["fine", f"a{character}b", "fine"])
    assert "1 line contains" in found.message
    assert f"first line 2 (U+{ord(character):04X})" in found.message
    assert check_characters("sys", ["tab\tis fine", "line\nfeed too"]) == []


def test_outer_blanks_are_counted() -> None:
    """Leading and trailing blanks."""
    assert list(map(str, check_outer_blanks(["a", "b", "c"], ["a", "b ", " c"]))) == [
        "the output: 2 lines begin or end with spaces, first line 2; they count as characters with strip=no"
    ]
    [found] = check_outer_blanks(["a", " b", "c "], ["a", "b", "c"])
    assert found.message.startswith("the source: 2 lines")


def test_entities_that_a_tokeniser_wrote_are_named() -> None:
    """Unless a source has some too; a bare ampersand is none."""
    [found] = check_entities("sys", ["it 's", "R & D ;"], ["it &apos;s", "R & D ;"])
    assert (found.code, found.places) == ("entity", (Place(1),))
    assert "1 line has entities, first line 1 (&apos;), but no source has" in found.message
    assert check_entities("sys", ["it &apos;s"], ["it &apos;s"]) == []
    assert check_entities("sys", ["it 's"], ["R & D ; AT&T; &word;"]) == []


def test_glued_commas_are_seen_beside_separate_full_stops() -> None:
    """A few may be slips; so may a source with as many."""
    sources = [
        f"First , we all know that thing {number} is , in my view , a fine one to look at ." for number in range(20)
    ]
    outputs = [line.replace(" ,", ",") for line in sources]
    [found] = checks.check_output("sys", sources, outputs)
    assert found.code == "tokens-differ"
    assert found.message.startswith("60 commas glued to words where the source's are set apart (60)")
    assert checks.check_output("sys", outputs, outputs) == []
    assert checks.check_output("sys", sources, [*outputs[:1], *sources[1:]]) == []
    assert checks.check_output("sys", sources, [line.replace(" ,", "") for line in sources]) == [], "left out"


@pytest.mark.parametrize("broken", ["itâ€™s", "cafÃ©", "â€œso", "Â£5"])
def test_text_decoded_wrongly_is_seen_unless_the_source_has_it(broken: str) -> None:
    """One line is enough: no correction has such characters."""
    sources = [f"He go to {number} ." for number in range(5)]
    [found] = checks.check_output("sys", sources, [*sources[:4], f"He go to 4 {broken} ."])
    assert (found.code, found.places) == ("encoding-twice", (Place(5),))
    spoilt = [f"{line} {broken}" for line in sources]
    assert checks.check_output("sys", spoilt, [line.replace("go", "goes") for line in spoilt]) == []


@pytest.mark.parametrize("space", ["\xa0", "\u2009", "\u202f", "\u205f", "\u3000", "\u2028"])
def test_white_space_that_measures_split_differently_is_named(space: str) -> None:
    """One line is enough, unless a source has some; a tab is told of elsewhere."""
    outputs = [SOURCES[0], SOURCES[1].replace(" ", space, 1), *SOURCES[2:]]
    [found] = checks.check_output("sys", SOURCES, outputs)
    assert (found.code, found.places) == ("odd-space", (Place(2),))
    assert f"1 line has white space other than a space, first line 2 (U+{ord(space):04X}" in found.message
    assert Screen(SOURCES).check_output("sys", outputs) == [found]
    spaced = [*SOURCES[:29], f"a{space}b {SOURCES[29]}"]
    assert checks.check_output("sys", spaced, [*outputs[:29], spaced[29]]) == []
    assert checks.check_spaces("sys", SOURCES, [text.replace(" ", "\t") for text in SOURCES]) == []


def test_a_reference_that_is_the_source_is_named() -> None:
    """Only if another changes clearly more: annotators may leave good text alone."""
    sources = [f"He go to {number} ." for number in range(100)]
    changed = [line.replace("go", "goes") for line in sources]
    [(number, found)] = checks.check_copies(sources, [changed, [*sources[:98], "a", "b"]])
    assert (number, found.code, found.file) == (1, "reference-is-source", "reference 1")
    assert found.message.startswith("98 of 100 lines equal the source, but another reference changes 100;")
    assert checks.check_copies(sources, [changed, [*sources[:97], "a", "b", "c"]]) == []
    assert checks.check_copies(sources, [[*changed[:19], *sources[19:]], sources]) == []
    assert checks.check_copies(sources[:3], [changed[:3], sources[:3]])[0][0] == 1
    assert checks.check_copies(sources[:2], [changed[:2], sources[:2]]) == []


def test_a_reference_given_twice_is_named() -> None:
    """Unless both change so few lines that two people may have made the same changes."""
    sources = [f"He go to {number} ." for number in range(100)]
    one, two = ([line.replace("go", verb) for line in sources] for verb in ("goes", "went"))
    assert checks.check_copies(sources, [one, two, [*one[:99], "x"]]) == []
    [(number, found)] = checks.check_copies(sources, [two, one, list(one)])
    assert (number, found.code, str(found)) == (
        2,
        "reference-twice",
        "reference 2: all 100 lines equal reference 1, and 100 of them differ from the source; was one reference given "
        "twice, in place of another?",
    )
    assert [number for number, _ in checks.check_copies(sources, [one] * 3)] == [1, 2]
    for n_changed, expected in ((9, []), (10, [1])):
        few = [*one[:n_changed], *sources[n_changed:]]
        assert [number for number, _ in checks.check_copies(sources, [few, few])] == expected


@pytest.mark.parametrize("character", ["\f", "\x85"])
def test_odd_white_space_is_called_so(character: str) -> None:
    """It splits words, rather than making equal words differ."""
    [found] = checks.check_characters("sys", [f"He{character}goes ."])
    assert found.message.endswith(
        f"(U+{ord(character):04X}); this one is white space, and splits words as a space does"
    )


def test_an_output_that_an_annotator_wrote_is_told() -> None:
    """In all lines; where an annotator has none, the first one's text stands for theirs, as in every measure."""
    edits = Layer(0, (Edit(1, 2, ("goes",)),)), Layer("B", (Edit(1, 2, ("went",)),))
    gold = Corpus(tuple(Text(f"He go to {n} .", edits if n % 3 else edits[:1]) for n in range(50)))
    first, second = ([gold.references(n)[number].text for n in range(50)] for number in (0, 1))
    assert second[:2] == ["He goes to 0 .", "He went to 1 ."]
    assert checks.find_twins(gold, first, gold.annotators) == [0]
    assert checks.find_twins(gold, second, gold.annotators) == ["B"]
    for place in (0, 7, 49):
        changed = [*second[:place], "x", *second[place + 1 :]]
        assert checks.find_twins(gold, changed, gold.annotators) == []
    assert checks.find_twins(gold.select(range(0, 50, 3)), first[::3], gold.annotators) == [0, "B"], "B saw none"
    [found] = checks.say_twin("sys", "the text of annotator B", 50, 50)
    assert str(found) == (
        "sys: all 50 lines equal the text of annotator B, which differs from the source in 50; is this file a "
        "reference, given as an output?"
    )
    assert checks.say_twin("sys", "reference 0", 49, 49) == [], "few lines may well be alike"
