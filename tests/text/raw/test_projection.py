"""Whole outputs: options, habits, refusals, and the report in words."""

import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.errors import InputError, LengthError, OptionError
from errata.text.raw import Projector, Raw, Report, project_lines

SOURCES = [f"The cat number {n} do n't like the fish ." for n in range(1, 7)]
OUTPUTS = [f"The cat number {n} doesn't like the fish." for n in range(1, 7)]
TEXTS = tuple(f"The cat number {n} does n't like the fish ." for n in range(1, 7))


def changed(*lines: str) -> list[str]:
    """Return the outputs with the first ones replaced."""
    return [*lines, *OUTPUTS[len(lines) :]]


def test_tokens_of_an_output() -> None:
    """As text, as tokens, and counted."""
    found = project_lines(SOURCES, OUTPUTS)
    assert found.texts == TEXTS
    assert found.tokens == tuple(tuple(text.split()) for text in TEXTS)
    assert found.report == Report(lines=6, projected=6, from_source=6, from_rules=6)


def test_several_systems_on_the_same_sources() -> None:
    """What one system leaves behind changes nothing for the next."""
    projector = Projector(SOURCES)
    assert projector.conventions == Projector(SOURCES).conventions
    outputs = [OUTPUTS, list(TEXTS), changed("The “cat”…", ""), OUTPUTS]
    assert [projector.project(lines) for lines in outputs] == [project_lines(SOURCES, lines) for lines in outputs]


@given(st.permutations(range(6)), st.lists(st.sampled_from(["“Yes”", "it’s", "(cannot)", "U.S.", "fish…"]), min_size=6))
def test_the_order_of_lines_does_not_matter(places: list[int], added: list[str]) -> None:
    """Once conventions are learned; nor does who did which lines, in which process."""
    lines = [f"{added[n]} {line}" for n, line in enumerate(OUTPUTS)]
    whole = Projector(SOURCES).project(lines)
    conventions = Projector(SOURCES).conventions
    shuffled = Projector([SOURCES[n] for n in places], conventions=conventions, options=Raw(clean=False))
    assert shuffled.project([lines[n] for n in places]).tokens == tuple(whole.tokens[n] for n in places)
    parts = [Projector(SOURCES[n : n + 2], conventions=conventions).project(lines[n : n + 2]) for n in (0, 2, 4)]
    assert tuple(row for part in parts for row in part.tokens) == whole.tokens


def test_conventions_are_learned_from_references_too_unless_told_otherwise() -> None:
    """The references show that cannot is cut."""
    lines = changed("The cat cannot like the fish.")
    references = ["I can not go .", "You can not go ."]
    assert project_lines(SOURCES, lines, references).texts[0] == "The cat can not like the fish ."
    assert project_lines(SOURCES, lines, references, Raw(learn="source")).texts[0] == "The cat cannot like the fish ."


def test_lines_that_are_refused_stop_the_run() -> None:
    """With their numbers and reasons, and what to do."""
    lines = changed(OUTPUTS[0], "I'm sorry, I can't help.", "No changes needed.", "I cannot do that.")
    with pytest.raises(InputError) as caught:
        project_lines(SOURCES, lines)
    assert str(caught.value) == (
        "3 of 6 lines cannot be understood as corrections of their sources (refusal: lines 2, 4; says unchanged: "
        "line 3); line 2 is \"I'm sorry, I can't help.\"; a refusal begins like “I'm sorry” or “I cannot” and shares "
        "few words with its source; correct them, or score them as their sources (raw=Raw(refused='source')) or as "
        "empty (refused='empty'); if they are corrections after all, Raw(clean=False) keeps lines as they are; "
        "says_unchanged='copy' scores lines that say there is no error as their sources"
    )


@pytest.mark.parametrize(("refused", "text"), [("source", SOURCES[0]), ("empty", "")])
def test_lines_that_are_refused_are_counted(refused: str, text: str) -> None:
    """And scored as asked for."""
    found = project_lines(SOURCES, changed("I'm sorry, I can't help."), None, Raw(refused=refused))
    assert found.texts == (text, *TEXTS[1:])
    assert found.report.refused == {"refusal": (1,)}
    assert found.signature == f"raw:1|learn:all|typography:auto|clean:yes|refused:{refused}"


def test_lines_that_say_nothing_is_wrong_can_be_copies() -> None:
    """Counted as removed."""
    found = project_lines(SOURCES, changed("No changes needed."), None, Raw(says_unchanged="copy"))
    assert found.texts[0] == SOURCES[0]
    assert (found.report.removed, found.report.refused) == ({"says unchanged": (1,)}, {})
    assert found.signature.endswith("|refused:stop|says_unchanged:copy")


def test_without_cleaning_all_is_text() -> None:
    """For systems that return nothing but the sentence."""
    found = project_lines(SOURCES, changed("Corrected: it."), None, Raw(clean=False))
    assert found.texts[0] == "Corrected : it ."
    assert "|clean:no|" in found.signature


@pytest.mark.parametrize("mark", ["quotes", "list mark"])
def test_quotes_and_list_marks_are_taken_off_as_a_habit_only(mark: str) -> None:
    """Two lines of six may be corrections, three are a habit; behind a label they go always."""
    added = [f'"{line}"' if mark == "quotes" else f"- {line}" for line in OUTPUTS]
    few = project_lines(SOURCES, changed(*added[:2]))
    assert (few.report.removed, few.report.left) == ({}, {mark: (1, 2)})
    assert few.texts[0].startswith('" The' if mark == "quotes" else "- The")
    many = project_lines(SOURCES, changed(*added[:3]))
    assert (many.report.removed, many.report.left) == ({mark: (1, 2, 3)}, {})
    assert many.texts == TEXTS
    label = project_lines(SOURCES, changed(*added[:2], f"Corrected: {added[2]}"))
    assert label.texts[2] == TEXTS[2]
    assert label.report.left == {mark: (1, 2)}


def test_a_habit_is_one_line_in_a_hundred_of_large_files() -> None:
    """Three of 400 lines are not enough, four are."""
    sources = SOURCES * 70
    outputs = OUTPUTS * 70
    for n, is_habit in ((4, False), (5, True)):
        lines = [f'"{line}"' if place < n else line for place, line in enumerate(outputs)]
        report = project_lines(sources, lines).report
        assert bool(report.removed) is is_habit
        assert bool(report.left) is not is_habit


def test_lines_that_do_not_fit_are_refused() -> None:
    """Before anything else."""
    with pytest.raises(LengthError, match=re.escape("5 lines for 6 sources; from line ")):
        project_lines(SOURCES, OUTPUTS[1:])


def test_the_report_in_words() -> None:
    """Everything that was done, and only that."""
    lines = [line for output in changed("Corrected: The cat’s “fish”.", "", '"The cat."') for line in (output, "")]
    references = ["I can not go .", "You can not go ."]
    lines[2] = "I'm sorry, but no."
    found = project_lines(SOURCES, lines[::2], references, Raw(refused="empty"))
    assert str(found.report) == "\n".join(
        (
            "raw text: 6 lines; tokens projected in 5",
            "  13 boundaries that the text does not show: 3 from the source, 10 by rule",
            "  corpus: cannot is cut (2 : 0)",
            "  normalised: 1 apostrophe, 2 quotes in 1 line",
            "  removed: label in 1 line (1)",
            "  left as they are, because too few lines have them: quotes in 1 line (3)",
            "  refused: 1 line: refusal (2)",
        )
    )


def test_what_else_the_report_tells() -> None:
    """Empty, unlike, guessed and blank lines; and what is suspicious."""
    found = project_lines(SOURCES, changed("", "xyz xyz xyz xyz xyz xyz xyz xyz"), None, Raw(limit=20))
    assert found.report.empty == (1,)
    assert "  empty: 1 line (1)" in str(found.report)
    assert found.report.unaligned == (1, 2)
    assert "  too different from the source to be compared: 2 lines (1, 2)" in str(found.report)
    chinese = project_lines(["我 喜欢 苹果 。", "他 喜欢 天气 。"], ["我喜欢苹果。", "他不喜欢天气。"])
    assert chinese.texts == ("我 喜欢 苹果 。", "他 不 喜欢 天气 。")
    assert chinese.report.guessed == (2,)
    assert "a guess, in 1 line (2)" in str(chinese.report)
    spaced = project_lines(SOURCES, [line for output in OUTPUTS for line in (output, "")])
    assert spaced.report.blank_lines == 6
    assert "  left out: 6 blank lines" in str(spaced.report)
    shifted = project_lines(
        ["Seven old men sits .", "My sister cook rice .", "Nobody know him .", "We was happy ."],
        ["Seven old men sit.", "Nobody knows him.", "We were happy.", "The end."],
    )
    assert str(shifted.report).endswith(f"  warning: {shifted.report.shifted}")
    assert shifted.report.shifted == "from line 2 on the lines may not fit: no line for source 2"


def test_an_escaped_corpus() -> None:
    """Outputs may be escaped or not; tokens are."""
    sources = ["He said &quot; no &quot; .", "I don &apos;t know .", "You don &apos;t know ."]
    want = ("He says &quot; no &quot; .", "I didn &apos;t know .", "You know R&amp;D .")
    lines = ["He says “no”.", "I didn't know.", "You know R&amp;D."]
    found = project_lines(sources, lines)
    assert found.texts == want
    again = project_lines(sources, list(want))
    assert (again.texts, again.report.projected) == (want, 0)


@pytest.mark.parametrize(
    "options",
    [
        {"learn": "none"},
        {"typography": "x"},
        {"refused": "no"},
        {"says_unchanged": ""},
        {"limit": 0},
        {"limit": 5001},
        {"clean": "yes"},
    ],
)
def test_options_are_checked(options: dict[str, Any]) -> None:
    """The message names the option, its value, and what it can be."""
    [(name, value)] = options.items()
    with pytest.raises(OptionError, match=f"raw text: {name}={value!r} is "):
        Raw(**options)


def test_nothing_of_this_loads_with_the_package() -> None:
    """Importing stays cheap."""
    code = "import sys, errata; errata.score; print([name for name in sys.modules if 'text.raw' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
