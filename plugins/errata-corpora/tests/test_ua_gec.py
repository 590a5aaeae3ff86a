"""Inline markup of UA-GEC: groups in braces, and braces that are text."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import apart
from tests.support import write_file

from errata import Edit, ErrataWarning, FormatError, InputError, Layer, Loss, Text
from errata_corpora.ua_gec import parse_markup, read, to_markup, write

SAMPLE = Path(__file__).parent / "samples" / "0007.a2.ann"


def test_the_sample() -> None:
    """Replacement, insertion, deletion; further pairs; braces without an arrow are text; the name tells who."""
    document = read(SAMPLE)
    assert (document.id, document.annotators) == ("0007", (2,))
    assert document.text == "Вчора я пішла до школи\nде дуже було тихо {так|this} => {x}.\n"
    assert document.edits == (
        Edit.of(8, 13, "пішла", ("пішов",), "G/Gender"),
        Edit.of(22, 22, "", (",",), "Punctuation", extra={"note": "before a clause"}),
        Edit.of(26, 31, "дуже ", ("",), "F/Style"),
    )


GROUPS = {
    "no type": ("{a=>b}", "a", [(0, 1, ("b",), "")]),
    "alternatives": ("{a=>b|c|:::error_type=T}", "a", [(0, 1, ("b", "c", ""), "T")]),
    "a bar on the left is text": ("{a|b=>c}", "a|b", [(0, 3, ("c",), "")]),
    "insertion of a colon": ("{=>::::error_type=P}", "", [(0, 0, (":",), "P")]),
    "arrows in the text": ("a => {b=>c} => d", "a => b => d", [(5, 6, ("c",), "")]),
    "equals signs": ("{a==>=b:::k=v=w}", "a=", [(0, 2, ("=b",), "")]),
    "braces around a group": ("{ x {b=>c} }", "{ x b }", [(4, 5, ("c",), "")]),
    "a brace alone": ("} { {b=>c}", "} { b", [(4, 5, ("c",), "")]),
    "line ends": ("{a\r\n=>b\n}\r\n", "a\r\n\r\n", [(0, 3, ("b\n",), "")]),
    "empty": ("{=>}", "", [(0, 0, ("",), "")]),
}


@pytest.mark.parametrize("case", GROUPS)
def test_groups(case: str) -> None:
    """Text and edits out of markup."""
    markup, text, expected = GROUPS[case]
    found, edits = parse_markup(markup)
    assert found == text
    assert [(edit.start, edit.end, edit.corrections, edit.type) for edit in edits] == expected


BAD = {
    "nested left": ("{a {b=>c}=>d}", "braces inside a group; groups cannot be nested"),
    "nested right": ("{a=>b {c=>d}}", "braces inside a group; groups cannot be nested"),
    "braces inside": ("{f{x}=>g}", "braces inside a group"),
    "key twice": ("{a=>b:::k=1:::k=2}", "a key appears twice in one group"),
}


@pytest.mark.parametrize("case", BAD)
def test_malformed_groups_are_refused(tmp_path: Path, case: str) -> None:
    """With file and line."""
    content, message = BAD[case]
    with pytest.raises(FormatError, match=r"a\.ann, line 2: ") as caught:
        read(write_file(tmp_path)("a.ann", f"x\n{content}\n"))
    assert message in str(caught.value)


ILL_FORMED = {
    "two arrows": ("{c=>d=>e}", "with '=>' twice"),
    "pair first": ("{b:::k=v=>c}", "with ':::' before '=>'"),
    "no pair": ("{b=>c:::x}", "with ':::' but no key=value after it"),
}


@pytest.mark.parametrize("case", ILL_FORMED)
def test_braces_that_are_no_group_are_text_and_said(tmp_path: Path, case: str) -> None:
    """What follows is read all the same."""
    content, reason = ILL_FORMED[case]
    path = write_file(tmp_path)("a.ann", f"x\n{content} {{f=>g}}\n")
    message = f"a.ann: 1 braces {reason} (read as text); first at line 2: '{content} "
    with pytest.warns(ErrataWarning, match=re.escape(message)):
        document = read(path)
    assert document.text == f"x\n{content} f\n"
    assert document.edits == (Edit.of(len(content) + 3, len(content) + 4, "f", ("g",)),)


def test_a_brace_that_is_not_closed_is_text_and_said(tmp_path: Path) -> None:
    """It may be a slip."""
    path = write_file(tmp_path)("a.ann", "x\n{b=>c {d=>e}\n")
    with pytest.warns(ErrataWarning, match=r"a\.ann: 1 unclosed braces with '=>' after them .* line 2: '{b=>c"):
        document = read(path)
    assert (document.text, len(document.edits)) == ("x\n{b=>c d\n", 1)


@st.composite
def marked(draw: st.DrawFn) -> Text:
    """Draw a document whose edits have a correction."""
    text = draw(st.text(st.sampled_from("ab é:=>{}|\\\n\r😀"), max_size=12))
    strings = st.text(st.sampled_from("ab:=>{}|\\ "), max_size=4)
    edits = tuple(
        Edit.of(
            edit.start,
            edit.end,
            edit.original,
            tuple(draw(st.lists(strings, min_size=1, max_size=3))),
            draw(st.none() | strings),
            extra=draw(st.none() | st.dictionaries(st.sampled_from(["k", "é"]), strings, min_size=1)),
        )
        for edit in draw(apart(text))
    )
    return Text.document("a", text, layers=(Layer(0, edits),))


@given(marked())
def test_round_trip_with_escapes(tmp_path: Path, document: Text) -> None:
    """Whatever stands in text and fields."""
    assert write(tmp_path / "a.ann", document, loss="error", escape=True, alternatives="join") == []
    assert read(tmp_path / "a.ann", escape=True) == document


@given(marked())
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_without_escapes_text_comes_back_or_is_refused(tmp_path: Path, document: Text) -> None:
    """Never as something else."""
    try:
        write(tmp_path / "a.ann", document, loss="error", alternatives="join")
    except FormatError:
        return
    assert read(tmp_path / "a.ann") == document


def test_separators_are_refused() -> None:
    """In the text braces, in a group all of them."""
    for text, made, kind in (("a{b", "c", "T"), ("ab", "c=>d", "T"), ("ab", "c|d", "T"), ("ab", "c", "a:::b")):
        document = Text.document("1", text, [Edit.of(0, 1, "a", (made,), kind)])
        with pytest.raises(FormatError, match="which means something in the markup; remove it, or write and read with"):
            to_markup(document)
    assert to_markup(Text.document("1", "a{b", []), escape=True) == r"a\{b"


def test_losses(tmp_path: Path) -> None:
    """Alternatives unless joined; edits without a correction are left out."""
    edits = [
        Edit.of(0, 1, "a", ("x", "y"), "T", extra={"k": 1, "l": "v"}),
        Edit.of(1, 2, "b"),
        Edit.of(2, 3, "c", (None,)),
    ]
    document = Text.document("a", "abc", edits)
    assert write(tmp_path / "a.ann", document, loss="ignore") == [
        Loss("further corrections of one edit", "document a", 1),
        Loss("edits that only say the text may stay (skipped)", "document a", 1),
        Loss("null corrections (the text may stay)", "document a", 1),
        Loss("edits of which no correction is known", "document a", 1),
        Loss("fields of other formats", "document a", 1),
    ]
    assert (tmp_path / "a.ann").read_text() == "{a=>x:::error_type=T:::l=v}bc"
    write(tmp_path / "a.ann", document, loss="ignore", alternatives="join")
    assert (tmp_path / "a.ann").read_text() == "{a=>x|y:::error_type=T:::l=v}bc"
    with pytest.raises(InputError, match="alternatives must be first or join, not 'all'"):
        write(tmp_path / "a.ann", document, alternatives="all")
    with pytest.raises(InputError, match="overlap"):
        write(
            tmp_path / "b.ann",
            Text.document("a", "ab", [Edit.of(0, 2, "ab", ("",)), Edit.of(1, 2, "b", ("",))]),
        )
    assert not (tmp_path / "b.ann").exists()


def test_metadata_by_id_and_annotator(tmp_path: Path) -> None:
    """The row of the annotator, else the first of the document; none is no fault."""
    file = write_file(tmp_path)
    table = file("metadata.csv", 'id,annotator_id,region\n7,1,"Lviv, old"\n7,2,Kyiv\n8,3,Odesa\n')
    assert read(SAMPLE, metadata=table).meta == {"id": "7", "annotator_id": "2", "region": "Kyiv"}
    assert read(file("0007.ann", "a"), metadata=table).meta == {"id": "7", "annotator_id": "1", "region": "Lviv, old"}
    assert read(file("9.ann", "a"), metadata=table).meta is None
    with pytest.raises(
        FormatError, match=r"odd\.csv has no column 'id', which identifies the document \(it has a, b\)"
    ):
        read(SAMPLE, metadata=file("odd.csv", "a,b\n1,2\n"))
    with pytest.raises(FormatError, match=r"odd\.csv is not a comma-separated metadata table"):
        read(SAMPLE, metadata=file("odd.csv", 'id\n"a\n'))
