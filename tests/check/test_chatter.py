"""What a system writes around its sentences."""

from collections.abc import Callable

import pytest
from tests.support import sample, shared

from errata.check.chatter import check_chatter
from errata.findings import Finding

SOURCES = [f"The {word} are on the table number {n} ." for n, word in enumerate(["cat", "dog", "cup", "hat"] * 25)]
OUTPUTS = [line.replace(" are ", " is ") for line in SOURCES]


def look(outputs: list[str], sources: list[str] = SOURCES, wanted: list[str] | None = None) -> list[Finding]:
    return check_chatter("sys", sources, outputs, "line", wanted or [])


def seen(found: Finding) -> tuple[str, list[int]]:
    """Return the code and the lines, counted from 0; beyond the places that are kept, on as they began."""
    lines = [(place.line or 0) - 1 for place in found.places]
    return found.code, [*lines, *range(lines[-1] + 1, lines[-1] + 1 + found.count - len(lines))]


def on(lines: range, change: Callable[[str], str]) -> list[str]:
    return [change(line) if index in lines else line for index, line in enumerate(OUTPUTS)]


def test_corrections_raise_no_alarm() -> None:
    """Neither changed words nor a few added ones; nor what the source has too."""
    assert look(OUTPUTS) == []
    assert look(SOURCES) == []
    assert look(on(range(0, 100, 9), lambda line: f"However , t{line[1:]}")) == [], "a connective is no chatter"
    assert look(on(range(1), lambda line: f'" {line} "')) == [], "a quotation"
    assert look(["I can not help you with it ."], ["I ca n't to help you with it ."]) == []
    assert look([f"Answer : {line}" for line in OUTPUTS], [f"Answer : {line}" for line in SOURCES]) == []
    assert look([f"- **{line}**" for line in OUTPUTS], [f"- **{line}**" for line in SOURCES]) == []


def test_a_repeated_prefix_is_named_with_its_cost() -> None:
    """On every line, and on one in twenty."""
    [found] = look([f"Here is the corrected sentence: {line}" for line in OUTPUTS])
    assert seen(found) == ("chatter", list(range(100)))
    assert str(found) == (
        "sys: 100 of 100 lines begin with 'Here is the corrected sentence:' (lines 1, 2, 3 …) and their sources do "
        "not; if these are comments by the system, remove them: each counts as 5 wrong words; "
        "raw=True removes what it recognises"
    )
    [found] = look(on(range(4, 100, 20), lambda line: f"Voici la phrase sans fautes : {line}"))
    assert seen(found) == ("chatter", [4, 24, 44, 64, 84])
    assert "begin with 'Voici la phrase sans fautes :' (lines 5, 25, 45 …)" in found.message


def test_a_repeated_suffix_is_named_without_the_full_stop_before_it() -> None:
    """The full stop is the sentence's own."""
    [found] = look(on(range(50), lambda line: f"{line} Let me know if you need more help !"))
    assert seen(found) == ("chatter", list(range(50)))
    assert "50 of 100 lines end with 'Let me know if you need more help !'" in found.message


@pytest.mark.parametrize(
    "words",
    [
        "Corrected sentence: ",
        "Sure! Here is the corrected version: ",
        "Corrected: ",
        "Korrigierter Satz: ",
        "Исправленный вариант: ",
        "修改后的句子：",
        "I'm sorry, but I can't help with that.\n",
        "No changes needed .\n",
        "The sentence is already grammatically correct .\n",
        "As an AI language model, I cannot judge that .\n",
    ],
)
def test_a_label_or_a_refusal_is_seen_on_a_single_line(words: str) -> None:
    """No sentence of the corpus begins so."""
    [found] = look(on(range(7, 8), lambda line: words[:-1] if words.endswith("\n") else words + line))
    assert seen(found) == ("chatter", [7])
    assert "1 of 100 lines begins with a comment on the sentence, first line 8 (" in found.message


@pytest.mark.parametrize("quotes", ['""', "“”", "„“", "«»", "''", "‘’", "「」"])
def test_quotes_around_lines_are_seen_as_a_habit(quotes: str) -> None:
    """With or without spaces inside; three lines of a hundred are enough."""
    for space in ("", " "):
        [found] = look(on(range(3), lambda line: f"{quotes[0]}{space}{line}{space}{quotes[1]}"))  # noqa: B023
        assert seen(found) == ("wrapped", [0, 1, 2])
    assert "3 of 100 lines are in quotation marks (lines 1, 2, 3)" in found.message


@pytest.mark.parametrize(
    "change",
    [
        lambda line: f"**{line}**",
        lambda line: line.replace("is", "**is**"),
        lambda line: line.replace("is", "*is*"),
        lambda line: line.replace("is", "__is__"),
        lambda line: line.replace("is", "`is`"),
        lambda line: line.replace("is", "~~are~~ is"),
        lambda line: line.replace("is", "<b>is</b>"),
        lambda line: f"<corrected>{line}</corrected>",
        lambda line: f"< s > {line} < / s >",
        lambda line: line.replace("is", "[is](https://example.org)"),
        lambda line: f"# {line}",
        lambda line: f"```{line}```",
    ],
)
def test_markup_is_seen_on_a_single_line(change: Callable[[str], str]) -> None:
    """Emphasis, code, struck text, tags, links, headings and fences."""
    [found] = look(on(range(9, 10), change))
    assert seen(found) == ("markup", [9])
    assert "1 of 100 lines contains Markdown or HTML (line 10; " in found.message


def test_marks_of_lists_are_seen_as_a_habit() -> None:
    """A dash, a dot or numbers before lines whose sources have none."""
    for mark in ("- ", "* ", "• ", "> ", "7. ", "12) ", "7 . ", "12 ) ", "(7) ", "[7] ", "✅ ", "✔️ "):
        [found] = look([mark + line for line in OUTPUTS])
        assert (found.code, found.count) == ("markup", 100)
        assert "begin with a list marker" in found.message
    for form in ("( {} ) {}", "[{}] {}", "{}: {}"):
        [found] = look([form.format(n, line) for n, line in enumerate(OUTPUTS)])
        assert (found.code, found.count) == ("markup", 100)
    assert look(["- " + OUTPUTS[0], *OUTPUTS[1:]]) == []


@pytest.mark.parametrize(
    ("source", "output", "told"),
    [
        ("It 's a {} .", "It ’s a {} .", "apostrophes, ’ for '"),
        ("It ’s a {} .", "It 's a {} .", "apostrophes, ' for ’"),
        ('A " {} " .', "A “ {} ” .", 'quotation marks, “ for "'),
        ('A " {} " .', "A `` {} '' .", 'quotation marks, `` for "'),
        ("A {} - yes .", "A {} — yes .", "dashes, — for -"),
        ("A {} ...", "A {} …", "ellipses, … for ..."),
        ("A , {} !", "A ， {} !", "commas, ， for ,"),
        ("A {} 。", "A {} .", "full stops, . for 。"),
    ],
)
def test_another_style_of_marks_than_the_source_has(source: str, output: str, told: str) -> None:
    """Named with both forms; not where the gold wants the same."""
    sources = [source.format(n) for n in range(100)]
    outputs = [(output if n < 5 else source).format(n) for n in range(100)]
    [found] = look(outputs, sources)
    assert seen(found) == ("typography", [0, 1, 2, 3, 4])
    assert str(found) == (
        f"sys: 5 of 100 lines differ from the source in {told} (lines 1, 2, 3 …); every such token counts as an error"
    )
    assert look(outputs, sources, outputs[:2]) == [], "the gold makes the same change"
    assert look([*outputs[:2], *sources[2:]], sources) == [], "two lines are not a habit"


@pytest.mark.parametrize("between", [" → ", " => ", " ", " [SEP] "])
def test_a_source_beside_the_output(between: str) -> None:
    """Before it or after it, on some lines or all; also without spaces between words."""
    for lines in (range(100), range(10, 20)):
        [found] = look([f"{SOURCES[n]}{between}{line}" if n in lines else line for n, line in enumerate(OUTPUTS)])
        assert seen(found) == ("chatter", list(lines))
        assert f"{len(lines)} of 100 lines begin with the whole source (lines {lines[0] + 1}, " in found.message
        [found] = look([f"{line}{between}{SOURCES[n]}" if n in lines else line for n, line in enumerate(OUTPUTS)])
        assert f"{len(lines)} of 100 lines end with the whole source (lines {lines[0] + 1}, " in found.message
    [found] = look([f"他喜欢吃苹果{between}他喜欢苹果"] * 5, ["他喜欢吃苹果"] * 5)
    assert seen(found) == ("chatter", [0, 1, 2, 3, 4])
    assert (
        look([f"{line} Nobody knows why they lie there , or who put them so ." for line in SOURCES[:2]] + SOURCES[2:])
        == []
    )


def test_an_output_in_one_case_throughout() -> None:
    """Most lines must be so, or ten and one in twenty, and their sources not."""
    for case, change in (("lower", str.lower), ("upper", str.upper)):
        [found] = look([change(line) for line in OUTPUTS])
        assert seen(found) == ("typography", list(range(100)))
        assert str(found) == (
            f"sys: 100 of 100 lines are in {case} case throughout (lines 1, 2, 3 …) and their sources are not; every "
            "changed token counts as an error"
        )
        [found] = look(on(range(0, 100, 10), change))
        assert f"10 of 100 lines are in {case} case throughout (lines 1, 11, 21 …)" in found.message
        assert look(on(range(9), change)) == []
        assert look([*on(range(10), change), *OUTPUTS * 2], SOURCES * 3) == [], "one in thirty"
        assert look([change(line) for line in OUTPUTS], [change(line) for line in SOURCES]) == []


@pytest.mark.parametrize("pieces", ["ta@@ ble", "▁table", "ta ##ble"])
def test_pieces_of_words_are_called_so(pieces: str) -> None:
    """And nothing else is said of them."""
    outputs = [line.replace("table", pieces) for line in OUTPUTS]
    [found] = look(outputs)
    assert seen(found) == ("subwords", list(range(100)))
    assert "100 of 100 lines contain subwords, marked by " in found.message
    assert look(outputs, [line.replace("table", pieces) for line in SOURCES]) == []


def test_short_files() -> None:
    """Every line of two is a habit, one is not; nothing fails without lines, words or sources."""
    assert [found.code for found in look(['"He goes ."', '"It is ."'], ["He go .", "It are ."])] == ["wrapped"]
    assert look(['"He goes ."'], ["He go ."]) == []
    assert look([], []) == []
    assert look(["", " ", "a"], ["a", "b", ""]) == []


def _lines(name: str) -> list[str]:
    return shared(name).read_text(encoding="utf-8").split("\n")[:-1]


def test_no_false_alarms_on_real_outputs_and_references() -> None:
    """The outputs of CoNLL-2014, and the references of JFLEG."""
    systems = sorted(shared("data/conll14/systems").iterdir())
    source = _lines("data/conll14/src.txt")
    for path in systems[: sample(len(systems), 3)]:
        assert check_chatter(path.name, source, path.read_text(encoding="utf-8").split("\n")[:-1]) == []
    for part in ("dev", "test"):
        for number in range(sample(4, 1)):
            assert (
                check_chatter("ref", _lines(f"data/jfleg/{part}.src"), _lines(f"data/jfleg/{part}.ref{number}")) == []
            )


@pytest.mark.parametrize(
    "form", ["{} {}", "{:06} {}", "{} | {}", "{} - {}", "#{} {}", "S{}: {}", "H-{} {}", "doc1_{} {}", "{}、{}"]
)
def test_numbers_of_lines_are_seen_if_the_sources_have_none(form: str) -> None:
    """Whatever is around them; numbers that do not rise by one are the sentence's own."""
    numbered = [form.format(number, line) for number, line in enumerate(OUTPUTS, 1)]
    [found] = look(numbered)
    assert seen(found) == ("markup", list(range(100)))
    assert found.message.startswith("lines begin with numbers that rise by one (lines 1, 2, 3 …; '")
    assert look(numbered, [form.format(number, line) for number, line in enumerate(SOURCES, 1)]) == []
    assert look([f"{7 * number % 50} {line}" for number, line in enumerate(OUTPUTS)]) == []


REMARKS = [
    "The verb was wrong .",
    "I replaced one preposition .",
    "Note : agreement fixed .",
    "Changes : one article .",
]


def test_remarks_that_differ_are_seen_after_sentences() -> None:
    """A sentence cut in two, or longer than it was, is a correction."""
    [found] = look([f"{line} {REMARKS[number % 4]}" for number, line in enumerate(OUTPUTS)])
    assert seen(found) == ("chatter", list(range(100)))
    assert found.message.startswith(
        "100 of 100 lines continue after the sentence (lines 1, 2, 3 …; 'The verb was wrong .')"
    )
    assert look([line.replace(" on the", " . It is on the small round") for line in OUTPUTS]) == []
    assert look([f"{line} {REMARKS[number]}" if number < 2 else line for number, line in enumerate(OUTPUTS)]) == []
