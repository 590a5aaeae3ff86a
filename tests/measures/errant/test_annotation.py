"""`errata compat errant_parallel` and `errant_m2` against the programs, on a pipeline that tags by rule."""

import io
import sys
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.extract.pipelines import TAGS, pipeline, school
from tests.support import Ran, needs, run, write_file

pytestmark = needs("errant", "errata[errant]")
PROGRAMS = {"errant_parallel": "parallel_to_m2", "errant_m2": "m2_to_m2"}
NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"


@pytest.fixture(scope="module", autouse=True)
def english() -> Any:
    """Let spaCy load the small pipeline under any name."""
    import spacy

    nlp = pipeline("school", school)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spacy, "load", lambda name, **_: nlp)
        yield nlp


def edit(span: str, kind: str, correction: str, coder: object = 0) -> str:
    return f"A {span}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{coder}"


def annotate(program: str, out: Path, *arguments: object) -> str:
    ran = run("compat", program, *arguments, "-out", out)
    assert (ran.status, ran.err) == (0, "")
    return out.read_text(encoding="utf-8")


def check_original(program: str, folder: Path, *arguments: object) -> None:
    """Compare file and screen with those of the program itself."""
    ours, theirs = folder / "ours.m2", folder / "theirs.m2"
    ran = run("compat", program, *arguments, "-out", ours)
    assert (ran.status, ran.err) == (0, "")
    screen = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(screen):
        patch.setattr(sys, "argv", [program, *map(str, arguments), "-out", str(theirs)])
        import_module(f"errant.commands.{PROGRAMS[program]}").main()
    assert (ran.out, ours.read_bytes()) == (screen.getvalue(), theirs.read_bytes())


def test_texts_become_m2(tmp_path: Path) -> None:
    """One annotator for each correction; no line where only white space differs."""
    write = write_file(tmp_path)
    source = write("s", ["She go to school .", "They  go"])
    one, two = write("a", ["She goes to school .", "They   go"]), write("b", ["She go to school .", "They go"])
    made = annotate("errant_parallel", tmp_path / "out.m2", "-orig", source, "-cor", one, two)
    assert made.splitlines() == [
        "S She go to school .", edit("1 2", "R:VERB:SVA", "goes"), f"{NOOP}1", "",
        "S They go", f"{NOOP}1", "",
    ]  # fmt: skip


GOLD = [
    "S She go in the big school",
    edit("1 3", "Wform", "goes in"),
    edit("4 5", "Um", "huge", 0),
    f"{NOOP}1",
    "",
]


@pytest.mark.parametrize(
    ("flags", "edits"),
    [
        (["-gold"], [edit("1 2", "R:VERB:SVA", "goes"), edit("4 5", "UNK", "huge")]),
        (["-gold", "-no_min", "-old_cats"], [edit("1 3", "Wform", "goes in"), edit("4 5", "Um", "huge")]),
        (["-auto"], [edit("1 2", "R:VERB:SVA", "goes"), edit("4 5", "UNK", "huge")]),
    ],
)
def test_edits_of_m2_are_made_anew(tmp_path: Path, flags: list[str], edits: list[str]) -> None:
    """Errors that are only marked stay; the last sentence does, too, where no empty line ends it."""
    expected = [GOLD[0], *edits, f"{NOOP}1", ""]
    gold = write_file(tmp_path)("gold.m2", [*GOLD, "", *GOLD[:-1]])
    assert annotate("errant_m2", tmp_path / "out.m2", *flags, gold).splitlines() == expected * 2


WORDS = st.lists(st.sampled_from([*TAGS, "She", "goed", "school."]), min_size=1, max_size=7).map(" ".join)
COLUMNS = st.lists(st.tuples(WORDS, WORDS | st.just(""), WORDS), min_size=1, max_size=4)
WAYS = st.sampled_from(["", "-lev", "-merge all-split", "-merge all-merge", "-lev -merge all-equal"])


@settings(max_examples=60)
@given(
    st.lists(st.tuples(WORDS, WORDS | st.just(""), WORDS), min_size=1, max_size=4), WAYS, st.sampled_from(["", "-tok"])
)
def test_random_texts_against_the_original(
    tmp_path: Path, sentences: list[tuple[str, str, str]], way: str, tokens: str
) -> None:
    """Byte for byte."""
    write = write_file(tmp_path)
    source, *outputs = (
        write(name, list(column)) for name, column in zip("sab", zip(*sentences, strict=True), strict=True)
    )
    check_original("errant_parallel", tmp_path, "-orig", source, "-cor", *outputs, *way.split(), *tokens.split())


EDITS = ("-auto", "-gold", "-gold -no_min", "-gold -old_cats")


@st.composite
def blocks(draw: st.DrawFn) -> list[str]:
    """Draw a sentence with the edits of some annotators, overlapping ones among them."""
    text = draw(WORDS)
    n_tokens = len(text.split())
    lines = [f"S {text}"]
    for coder in draw(st.lists(st.sampled_from([0, 1, 2, 10]), unique=True, max_size=3)):
        spans = draw(st.lists(st.tuples(st.integers(0, n_tokens), st.integers(0, n_tokens)), max_size=3))
        for start, end in map(sorted, spans):
            kind = draw(st.sampled_from(["Vt", "Um", "UNK", "R:NOUN"]))
            lines.append(edit(f"{start} {end}", kind, draw(WORDS | st.just("")), coder))
        if not spans:
            lines.append(f"{NOOP}{coder}")
    return [*lines, ""]


@settings(max_examples=60)
@given(
    st.lists(blocks(), min_size=1, max_size=4),
    WAYS,
    st.sampled_from(["-auto", "-gold", "-gold -no_min", "-gold -old_cats"]),
)
def test_random_m2_against_the_original(tmp_path: Path, sentences: list[list[str]], way: str, edits: str) -> None:
    """Byte for byte."""
    gold = write_file(tmp_path)("gold.m2", [line for lines in sentences for line in lines])
    check_original("errant_m2", tmp_path, *edits.split(), gold, *way.split())


def refused(program: str, *arguments: object) -> str:
    ran: Ran = run("compat", program, *arguments)
    assert ran.status == 2
    return ran.err


def test_what_would_spoil_the_file_is_refused(tmp_path: Path) -> None:
    """And nothing is written."""
    write = write_file(tmp_path)
    source, short, bars = (
        write("s", ["She go", "They go"]),
        write("a", ["She goes"]),
        write("b", ["She a|||b", "They go"]),
    )
    call = ("errant_parallel", "-orig", source, "-out", tmp_path / "out.m2", "-cor")
    assert f"{short} has 1 line but {source} has 2; every sentence needs a correction" in refused(*call, short)
    assert "has '|||' in its correction" in refused(*call, bars)
    assert ("would overwrite an input; give it another name") in refused(
        "errant_parallel", "-orig", source, "-cor", short, "-out", short
    )
    for lines, says in (
        (["She go"], "line 1: a sentence starts with 'S ', not 'She go'"),
        (["S She go", "A 1 2|||x|||y"], "line 2: 'A 1 2|||x|||y' is not an edit such as"),
        (["S She go", edit("1 z", "x", "y")], "line 2: '1 z' is not the start and end"),
        (["S She go", edit("1 3", "x", "y")], "line 2: the edit 1 3 is not within the sentence, which has 2 tokens"),
        (["S She go", edit("1 2", "x", "y"), f"{NOOP}0"], "line 3: annotator 0 has a noop as well as other edits"),
    ):
        gold = write("gold.m2", lines)
        assert f"{gold}, {says}" in refused("errant_m2", "-auto", gold, "-out", tmp_path / "out.m2")
    assert not (tmp_path / "out.m2").exists()


def test_empty_lines_are_left_out_with_a_warning(tmp_path: Path) -> None:
    """The original says nothing."""
    source = write_file(tmp_path)("s", ["She go", "", "They go"])
    out = tmp_path / "out.m2"
    ran = run("compat", "errant_parallel", "-orig", source, "-cor", source, "-out", out)
    assert f"{source}, line 2: an empty line makes no sentence in the M2 file" in ran.err
    assert out.read_text(encoding="utf-8").splitlines() == ["S She go", f"{NOOP}0", "", "S They go", f"{NOOP}0", ""]


def test_pipelines_that_cannot_do_it_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is missing with the command to run, one without a tagger."""
    import spacy

    write = write_file(tmp_path)
    source, output = write("s", ["She go"]), write("a", ["She goes"])
    call = ("errant_parallel", "-orig", source, "-cor", output, "-out", tmp_path / "out.m2")
    monkeypatch.setattr(spacy, "load", lambda name, **_: spacy.blank("en"))
    assert "provides no TAG, POS, LEMMA, which ERRANT's rules need" in refused(*call)
    monkeypatch.undo()
    monkeypatch.setattr(spacy, "load", spacy.util.load_model)
    says = refused(*call, "-pipeline", "en_none")
    assert "there is no spaCy pipeline 'en_none'" in says
    assert "python -m spacy download en_none, or give the path of another: -pipeline PATH" in says
