"""Unicode forms of words that look equal."""

from errata.check.outputs import check_forms, find_decomposed
from errata.text.forms import normalised

COMPOSED, DECOMPOSED = "café", "cafe\u0301"


def test_composed_against_decomposed_text_is_noticed() -> None:
    """NFC on one side, not on the other; the same form on both is fine."""
    composed, decomposed = ["plain", COMPOSED], ["plain", DECOMPOSED]
    [found] = check_forms("sys", composed, decomposed)
    assert "sys has decomposed characters, first line 2" in found.message
    [found] = check_forms("sys", decomposed, composed)
    assert "the source has decomposed characters, first line 2" in found.message
    assert check_forms("sys", decomposed, decomposed) == []
    [found] = check_forms("sys", ["か\u3099くせいた"], ["がくせいだ"])
    assert (found.code, found.line) == ("unicode-forms", 1), "letters are compared where there are no spaces"


def test_forms_that_meet_nothing_in_another_form_are_no_trouble() -> None:
    """Words of the output that are in the gold in the same form, or nowhere else."""
    assert check_forms("sys", ["a cafe ."], [f"a {DECOMPOSED} ."], "line", [DECOMPOSED]) == []
    assert check_forms("sys", ["a cafe ."], [f"a {DECOMPOSED} ."]) == []
    assert check_forms("sys", [f"a {DECOMPOSED} ."], ["a bar ."]) == []
    assert check_forms("sys", ["a bär cafe ."], [f"a bär {DECOMPOSED} ."], "line", [DECOMPOSED]) == []
    [found] = check_forms("sys", [f"a {COMPOSED} ."], [f"a {DECOMPOSED} ."], "line", [DECOMPOSED])
    assert (found.line, found.count) == (1, 1), "a word that was not changed counts as changed"


def test_corrections_in_another_form_than_the_output_are_noticed() -> None:
    """The source may be ASCII: it is the gold's corrections that the output has to meet."""
    sources, outputs = ["a cafe .", "a bar ."], ["a café .", "a bar ."]
    [found] = check_forms("sys", sources, outputs, "line", [DECOMPOSED])
    assert (found.code, found.line) == ("unicode-forms", 1)
    assert found.command_line == (
        "sys: 1 of 2 lines have words of the gold in another Unicode form (line 1), such as 'café'; words that look "
        "equal will not match; --normalise nfc converts all texts to one form"
    )
    assert check_forms("sys", sources, outputs, "line", [COMPOSED]) == []
    assert check_forms("sys", sources, outputs, "line", [DECOMPOSED, COMPOSED]) == [], "it can be met"
    assert check_forms("sys", sources, sources, "line", [DECOMPOSED]) == [], "the output has no such word"


def test_lines_that_are_not_composed() -> None:
    """ASCII and composed lines pass; a text brought to NFC does."""
    assert find_decomposed(["a", COMPOSED, DECOMPOSED]) == [2]
    assert normalised(DECOMPOSED, "nfc") == COMPOSED
