"""Outputs and references in another typographic style than their sources are noticed."""

import pytest

from errata import ErrataWarning, score
from errata.check.outputs import check_output
from errata.check.screening import Screen
from errata.findings import Finding

SOURCES = [f"He say it 's {number} o'clock - \"so late\" ." for number in range(20)]
CORRECT = [text.replace("say", "says") for text in SOURCES]


def check(sources: list[str], reference: list[str]) -> list[Finding]:
    """Return what both ways of checking find in a reference."""
    found = check_output("reference 0", sources, reference, wanted=None)
    assert Screen(sources, reference).check_output("reference 0", reference, is_reference=True) == found
    return found


@pytest.mark.parametrize(("theirs", "ours"), [("'", "’"), ('"', "“"), (" - ", " – "), ("'", "ʼ")])
def test_a_reference_in_another_style_is_named(theirs: str, ours: str) -> None:
    """And so is a source in another style than its reference: both are lost to outputs that keep the source's."""
    curly = [text.replace(theirs, ours) for text in CORRECT]
    [found] = check(SOURCES, curly)
    assert found.code == ("look-alikes" if ours == "ʼ" else "typography")
    assert f"reference 0: 20 of 20 lines {'have' if ours == 'ʼ' else 'differ'}" in str(found)
    [found] = check([text.replace(theirs, ours) for text in SOURCES], CORRECT)
    assert "20 of 20 lines" in found.message
    assert check(SOURCES, CORRECT) == check(curly, curly) == []


def test_a_reference_may_correct_some_marks() -> None:
    """Fewer than five, or than half of those of the source."""
    for n_corrected, expected in ((4, []), (9, []), (10, ["typography"])):
        reference = [text.replace(" - ", " — ") for text in CORRECT[:n_corrected]] + CORRECT[n_corrected:]
        assert [found.code for found in check(SOURCES, reference)] == expected
    assert check(SOURCES[:4], [text.replace("'", "’") for text in CORRECT[:4]]) == []
    assert len(check(SOURCES[:5], [text.replace("'", "’") for text in CORRECT[:5]])) == 1


def test_a_score_tells_of_such_references() -> None:
    """Of each, although another writes the marks in the same way; not of an output that writes them like these."""
    curly = [text.replace("'", "’") for text in CORRECT]
    with pytest.warns(ErrataWarning) as caught:
        score(None, {"sys": CORRECT}, sources=SOURCES, references=[curly, curly], measures=["green"])
    said = "20 of 20 lines differ from the source in apostrophes, ’ for '"
    of_styles = [str(item.message) for item in caught if said in str(item.message)]
    assert [message.partition(": ")[0] for message in of_styles] == ["reference 0", "reference 1"]


@pytest.mark.parametrize(("n_wanted", "n_found"), [(7, 1), (8, 1), (20, 1), (21, 0), (30, 0)])
def test_more_other_marks_than_the_gold_can_want_are_reported(n_wanted: int, n_found: int) -> None:
    """Ten lines more, or four times as many; for 30 lines of an output."""
    sources = SOURCES[:10] * 4
    outputs = [text.replace("'", "’") for text in sources[:30]] + sources[30:]
    found = check_output("sys", sources, outputs, wanted=["it ’s"] * n_wanted)
    assert [item.code for item in found] == ["typography"] * n_found
    assert Screen(sources, ["it ’s"] * n_wanted).check_output("sys", outputs) == found
