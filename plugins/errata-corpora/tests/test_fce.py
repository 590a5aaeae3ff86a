"""Scripts of the FCE, by the layout that its authors published."""

from pathlib import Path

import pytest
from tests.support import run, write_file

from errata import ErrataWarning, FormatError, Text, read_documents
from errata.formats import get_format, guess_format

SCRIPT = """<?xml version="1.0" encoding="UTF-8"?>
<learner><head sortkey="TR1*0100*2000*01"><candidate><personnel><language>French</language><age>21-25</age></personnel>
<score>27.0</score></candidate><text><answer1><question_number>1</question_number><exam_score>3.2</exam_score>
<coded_answer>{}</coded_answer></answer1>
<answer2><question_number>4</question_number><coded_answer><p>Fine.</p></coded_answer></answer2></text></head></learner>
"""


def script(tmp_path: Path, inside: str) -> tuple[Text, ...]:
    """Return the answers of a script."""
    return tuple(read_documents(write_file(tmp_path)("doc01.xml", SCRIPT.format(inside))))


def edits(document: Text) -> list[tuple[int, int, str, tuple[object, ...], str]]:
    """Return what was marked: where, what was there, what should be, and the type."""
    return [(edit.start, edit.end, edit.original, edit.alternatives, edit.type) for edit in document.edits]


def test_answers_are_documents(tmp_path: Path) -> None:
    """With paragraphs as lines; what is replaced, missing, needless and only detected."""
    first, second = script(
        tmp_path,
        '<p>He <NS type="AGV"><i>go</i><c>goes</c></NS> <NS type="MT"><c>to </c></NS>school'
        '<NS type="UP"><i>,</i></NS> &amp; I am <NS type="CE">in good</NS>.</p><p>Bye.</p>',
    )
    assert (first.id, second.id) == ("doc01-1", "doc01-2")
    assert first.text == "He go school, & I am in good.\nBye."
    assert edits(first) == [
        (3, 5, "go", ("goes",), "AGV"),
        (6, 6, "", ("to ",), "MT"),
        (12, 13, ",", ("",), "UP"),
        (21, 28, "in good", (), "CE"),
    ]
    assert first.meta == {"l1": "French", "age": "21-25", "script-s": "27.0", "q": "1", "answer-s": "3.2"}
    assert (second.text, second.edits, second.annotators) == ("Fine.", (), (0,))


def test_of_errors_inside_others_the_outer_one_is_the_edit(tmp_path: Path) -> None:
    """Unless it corrects nothing; the warning tells how many are left out, and where."""
    with pytest.warns(ErrataWarning, match="1 errors are skipped .*; first at line 4"):
        first, _ = script(
            tmp_path, '<p><NS type="FV"><i>he <NS type="S"><i>wrot</i><c>wrote</c></NS></i><c>he writes</c></NS>.</p>'
        )
    assert (first.text, edits(first)) == ("he wrot.", [(0, 7, "he wrot", ("he writes",), "FV")])
    with pytest.warns(ErrataWarning, match="are skipped"):
        first, _ = script(tmp_path, '<p><NS type="X"><i>a <NS type="S"><i>b</i><c>c</c></NS></i></NS></p>')
    assert edits(first) == [(2, 3, "b", ("c",), "S")]
    with pytest.warns(ErrataWarning, match="are skipped"):
        first, _ = script(tmp_path, '<p><NS type="X"><i>a</i><c>b <NS type="S"><i>c</i><c>d</c></NS></c></NS></p>')
    assert edits(first) == [(0, 1, "a", ("b d",), "X")]


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("<p><c>a</c></p>", "<c> outside <NS>"),
        ("<p><b>a</b></p>", "<b> does not belong in <coded_answer>"),
        ("<p><NS>a</p>", "mismatched tag"),
    ],
)
def test_what_is_no_script_is_refused(tmp_path: Path, inside: str, message: str) -> None:
    """With the line."""
    with pytest.raises(FormatError, match=f"line 4.*{message}"):
        script(tmp_path, inside)
    with pytest.raises(FormatError, match="has no <coded_answer>"):
        read_documents(write_file(tmp_path)("empty.xml", "<learner/>"))


def test_scripts_are_converted_and_not_written(tmp_path: Path) -> None:
    """To M2, a line of the answer a sentence; back there is no way."""
    path = write_file(tmp_path)("a.xml", SCRIPT.format('<p>He <NS type="AGV"><i>go</i><c>goes</c></NS> home .</p>'))
    assert guess_format(path).name == "fce"
    assert run("convert", path, tmp_path / "a.m2", "--lossy").status == 0
    lines = (tmp_path / "a.m2").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["S He go home .", "A 1 2|||AGV|||goes|||REQUIRED|||-NONE-|||0"]
    with pytest.raises(FormatError, match="can be read but not written"):
        get_format("fce").write(tmp_path / "b.xml", read_documents(path))
