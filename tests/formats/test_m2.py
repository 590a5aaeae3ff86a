"""The M2 format."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given
from tests.strategies import CORPORA
from tests.support import NOOP, m2_edit, shared, write_file

from errata import Corpus, Edit, ErrataWarning, FormatError, InputError, Layer, Text, read, write
from errata.formats.m2 import ANNOTATION, BLANK, PASSED_OVER, SOURCE, STRANGE, MistakeError, classify, parse_annotation


def parse(text: str | bytes, folder: Path) -> tuple[Text, ...]:
    path = folder / "x.m2"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path).texts


def line(start: object, end: object, correction: str = "x", *, kind: str = "T", who: object = 0) -> str:
    return m2_edit(start, end, correction, kind=kind, who=who) + "\n"


def one(corrections: tuple[str, ...], start: int = 0, end: int = 1, who: int | str = 0) -> tuple[Text, ...]:
    return (Text("a b", (Layer(who, (Edit(start, end, corrections, "T"),)),)),)


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("", (), "an empty file has no sentences"),
        ("\n\n", (), "blank lines alone neither"),
        ("S a b\n", (Text("a b"),), "no A line: nobody annotated; no final blank line needed"),
        ("S a b", (Text("a b"),), "no final LF needed"),
        ("S\n\nS \n\n", (Text(""), Text("")), "empty sentences, with and without the blank"),
        ("\n\nS a\n\n\n\nS b\n", (Text("a"), Text("b")), "any number of blank lines"),
        ("S a\n \t\nS b\n", (Text("a"), Text("b")), "blank lines may hold blanks"),
        ("S  a b \n", (Text(" a b "),), "the source is kept raw"),
        (f"S a b\n{NOOP}3\n", (Text("a b", (Layer(3),)),), "noop: present, no edits"),
        ("S a b\n" + line(0, 1), one(("x",)), "a replacement"),
        ("S a b\n" + line(0, 1, ""), one(("",)), "an empty field deletes"),
        ("S a b\n" + line(0, 1, "-NONE-"), one(("",)), "so does -NONE-"),
        ("S a b\n" + line(0, 1, "x||y"), one(("x", "y")), "alternatives"),
        ("S a b\n" + line(0, 1, "||at"), one(("", "at")), "a leading empty alternative"),
        ("S a b\n" + line(0, 1, "x||-NONE-"), one(("x", "")), "a deletion among alternatives"),
        ("S a b\n" + line(0, 1, " x "), one((" x ",)), "corrections are kept raw"),
        ("S a b\n" + line(0, 1, who="ann"), one(("x",), who="ann"), "annotators may have names"),
        ("S a b\n" + line(0, 1, who=" 12 "), one(("x",), who=12), "or numbers"),
        ("S # 0002\n", (Text("# 0002"),), "a document mark is a sentence like any other"),
        (b"S a b\r\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\r\n\r\n", one(("x",)), "CRLF"),
    ],
)
def test_reading(tmp_path: Path, text: str | bytes, expected: tuple[Text, ...], why: str) -> None:
    """What well-formed files say."""
    assert parse(text, tmp_path) == expected, why


def test_target_and_index_lines_are_passed_over_with_a_warning(tmp_path: Path) -> None:
    """Files of Chinese corpora have them; one warning says how many there are."""
    kind = r": 3 lines that begin with I or T \(indices, target texts\) were ignored; first at line 5: 'T0-A0 x b'$"
    with pytest.warns(ErrataWarning, match=kind):
        found = parse("S c\n\n\nS a b\nT0-A0 x b\nT0\nI 7\n" + line(0, 1), tmp_path)
    assert found == (Text("c"), *one(("x",)))


def test_a_noop_with_offsets_changes_nothing_and_it_is_said(tmp_path: Path) -> None:
    """The M2 scorer takes it so whatever the offsets are; the I-measure's converter would make an edit of it."""
    with pytest.warns(ErrataWarning, match=r": 1 noop lines with offsets .*; first at line 3: '0 1\|\|\|noop\|\|\|x"):
        found = parse(f"S a b\n{NOOP}0\n{line(0, 1, kind='noop', who=1)}", tmp_path)
    assert found == (Text("a b", (Layer(0), Layer(1))),)


def test_optional_edits_and_comments_are_kept(tmp_path: Path) -> None:
    """OPTIONAL and any comment but -NONE-."""
    [sentence] = parse("S a b\nA 0 1|||T|||x|||OPTIONAL|||why not|||0\n", tmp_path)
    assert sentence.layers[0].edits == (Edit(0, 1, ("x",), "T", False, "why not"),)


def test_edits_keep_file_order_within_each_annotator(tmp_path: Path) -> None:
    """Unsorted, interleaved and doubled edits stay as they are."""
    lines = [line(1, 2, who=1), line(1, 2, "y"), line(0, 1, who=1), line(0, 1), line(0, 1)]
    with pytest.warns(ErrataWarning, match="overlapping edits"):
        [sentence] = parse("S a b\n" + "".join(lines), tmp_path)
    spans = {layer.annotator: [(e.start, e.end) for e in layer.edits] for layer in sentence.layers}
    assert spans == {1: [(1, 2), (0, 1)], 0: [(1, 2), (0, 1), (0, 1)]}
    assert [layer.annotator for layer in sentence.layers] == [1, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S a\nA 0 1|||T|||x\n", r"x\.m2, line 2: 3 fields but an annotation has 6"),
        ("S a\n\nS b\nA 0 1|||T|||x|||R|||c\n", "line 4: 5 fields"),
        ("S a\n" + line("zero", 1), "line 2: 'zero' is not a token offset"),
        ("S a\n" + line("1_0", 1), "line 2: '1_0' is not a token offset"),
        ("S a\n" + line("\u0660", 1), "line 2: '\u0660' is not a token offset"),
        ("S a\n" + line("0", ""), "line 2: expected two token offsets, found '0 '"),
        ("S a\n" + line(0, 1, who=""), "line 2: '', the sixth field, is not an annotator"),
        (line(0, 1), "line 1: an annotation before any 'S' line"),
        ("S a\nA 0 1|||T|||x||||y|||REQUIRED|||-NONE-|||0\n", "line 2: '-NONE-', the sixth field, is not an annotator"),
        ("S a\nThe rest\n", "line 2: neither"),
        ("S a\nS b\n", "line 2: a second 'S' line in the block that begins at line 1; put an empty line"),
        ("plain text\n", "line 1: neither 'S', 'A' nor an empty line: 'plain text'"),
        ("S a\nrubbish\n", "line 2: neither"),
        ("The first\n", "line 1: neither"),
    ],
)
def test_malformed_files_are_refused_with_the_line(tmp_path: Path, text: str, message: str) -> None:
    """File, line, what is wrong."""
    with pytest.raises(FormatError, match=message):
        parse(text, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "S a\n" + line(0, 2) + line(3, 3),
            "2 edits reach outside.*line 2: edit 0 2 in a sentence of 1 tokens",
        ),
        (
            "S a\nA -1 -1 ||| noop ||| -NONE- ||| REQUIRED ||| -NONE- ||| 0\n",
            r"whose fields have white space .* not even 'noop' is recognised; write '\|\|\|' without",
        ),
        ("S a\n" + line(-1, -1), r"1 edit reaches outside its sentence .* count it\); at line 2: edit -1 -1"),
        ("S a\nA 0 1|||T|||at|||||REQUIRED|||-NONE-|||0\n", "1 empty last alternatives .* line 2"),
        ("S a\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0|||more\n", "more than six fields.*line 2"),
        ("S a  b\n", "1 sentences with double spaces"),
        ("S a b c\n" + line(1, 3) + line(0, 2), "1 sentences with overlapping edits .* line 1: annotator 0"),
        ("S a\u00a0b\n", "white space other than spaces"),
    ],
)
def test_odd_but_readable_files_earn_a_warning(tmp_path: Path, text: str, message: str) -> None:
    """Kept, counted, and the first place named."""
    with pytest.warns(ErrataWarning, match=message):
        assert len(parse(text, tmp_path)) == 1


@pytest.mark.parametrize(
    ("block", "place"),
    [
        ("S b\nA 0 1|||T|||x\n" + line(0, 1), "line 5: 3 fields"),
        (line(0, 1) + line(0, 1), "line 4: an annotation before any"),
        ("S b\nS c\n" + line(0, 1), "line 5: a second"),
        ("S b\n" + line(0, 1) + "rubbish\nmore\n", "line 6: neither"),
        ("rubbish\n" + line(0, 1), "line 4: neither"),
    ],
)
@pytest.mark.parametrize("end", ["", "\n"])
def test_malformed_blocks_are_left_out_if_asked_for(tmp_path: Path, block: str, place: str, end: str) -> None:
    """With one warning for each, that names file and line; what stands around it is read."""
    good = Text("a", (Layer(0, (Edit(0, 1, ("x",), "T"),)),))
    path = write_file(tmp_path)("x.m2", f"S a\n{line(0, 1)}\n{block}{end}" + (f"S a\n{line(0, 1)}" if end else ""))
    with pytest.warns(ErrataWarning, match=rf"x\.m2, {place}.*; the block was left out$") as caught:
        assert read(path, errors="warn").texts == (good,) * (2 if end else 1)
    assert len(caught) == 1
    with pytest.raises(InputError, match="errors must be strict or warn, not 'ignore'"):
        read(path, errors="ignore")


def test_edits_past_the_end_are_kept(tmp_path: Path) -> None:
    """Only what cannot be parsed is an error."""
    with pytest.warns(ErrataWarning):
        [sentence] = parse("S a\n" + line(0, 5), tmp_path)
    assert sentence.layers[0].edits[0].end == 5
    assert sentence.corrected(0).text == "a"


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@given(CORPORA)
def test_writing_and_reading_gives_an_equal_model(corpus: Corpus) -> None:
    """Or the corpus is refused, because the format cannot hold it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.m2"
        try:
            write(corpus, path)
        except FormatError:
            event("refused")
        else:
            assert read(path).texts == corpus.texts


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (Text("a\nb"), "the source 'a\\\\nb' contains a line break"),
        (Text("a", (), ("b",)), "M2 holds edits, not reference texts"),
        (
            Text("a", (Layer(0, (Edit(0, 1, ("x||y",)),)),)),
            "the correction 'x||y' cannot be written",
        ),
        (Text("a", (Layer(0, (Edit(0, 1, ("x|",)),)),)), "cannot be written"),
        (Text("a", (Layer(0, (Edit(0, 1, ("-NONE-",)),)),)), "where it means something else"),
        (Text("a", (Layer(0, (Edit(0, 1, ("x",), "noop"),)),)), "type 'noop' cannot be written"),
        (
            Text("a", (Layer(0, (Edit(0, 1, ("x",), "T", True, "-NONE-"),)),)),
            "comment '-NONE-' cannot be written",
        ),
        (Text("a", (Layer(0, (Edit(0, 1, ()),)),)), "an edit without any correction"),
        (Text("a", (Layer("1"),)), "the annotator '1' cannot be written"),
        (Text("a", (Layer(" b"),)), "the annotator ' b' cannot be written"),
        (Text("a", (Layer(""),)), "the annotator '' cannot be written"),
        (Text("a", (Layer(0), Layer(0))), "two layers of annotator 0"),
        (Text("a", (Layer(0, (Edit(0, 1, ("x",), "A|||B"),)),)), "the type 'A|||B' cannot be written"),
    ],
)
def test_what_m2_cannot_hold_is_refused(tmp_path: Path, sentence: Text, message: str) -> None:
    """Nothing is written half and nothing is lost."""
    with pytest.raises(FormatError, match=message.replace("|", r"\|")):
        write([Text("fine"), sentence], tmp_path / "x.m2")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_every_m2_file_at_hand_survives_a_round_trip(tmp_path: Path) -> None:
    """CoNLL-2014, its ERRANT versions, and the Czech, Chinese, Russian and Ukrainian files."""
    files = [path for path in shared("data").rglob("*.m2*") if path.is_file()]
    assert len(files) >= 22
    for file in files:
        corpus = read(file, "m2")
        assert len(corpus) > 0, file
        write(corpus, tmp_path / "copy.m2")
        assert read(tmp_path / "copy.m2").texts == corpus.texts, file


def test_conll14_is_read_as_its_readme_counts_it() -> None:
    """1312 sentences, 136 without annotators, 88 with annotator 0 alone, 275 with a noop; the derived references."""
    corpus = read(shared("data/conll14/gold.m2"))
    assert len(corpus) == 1312
    assert corpus.annotators == (0, 1)
    assert sum(not sentence.layers for sentence in corpus) == 136
    assert sum(sentence.annotators == (0,) for sentence in corpus) == 88
    assert sum(any(not layer.edits for layer in sentence.layers) for sentence in corpus) == 275
    for number in (0, 1):
        lines = shared(f"data/conll14/ref{number}.txt").read_text(encoding="utf-8").split("\n")[:-1]
        assert [corpus.references(index)[number].text for index in range(1312)] == lines


def test_what_the_model_cannot_tell_is_kept_as_written(tmp_path: Path) -> None:
    """`-NONE-` alone equals an empty correction, but programs that compare the text see a difference."""
    files = {}
    for correction in ("-NONE-", "", "x||-NONE-", "x"):
        path = write_file(tmp_path)("a.m2", f"S a\nA 0 1|||T|||{correction}|||REQUIRED|||-NONE-|||0\n\n")
        files[correction] = read(path)
        assert files[correction][0].layers[0].edits[0].written == correction
    assert files["-NONE-"].texts == files[""].texts
    assert len({corpus.fingerprint for corpus in files.values()}) == 4


@pytest.mark.parametrize(
    ("line", "inside", "outside"),
    [
        ("S He go", SOURCE, SOURCE),
        ("S", SOURCE, SOURCE),
        ("So he goes", STRANGE, STRANGE),
        ("A 0 1|||", ANNOTATION, ANNOTATION),
        ("", BLANK, BLANK),
        (" \t", BLANK, BLANK),
        ("I 7", PASSED_OVER, STRANGE),
        ("T0-A1 He goes", PASSED_OVER, STRANGE),
        ("Tea", STRANGE, STRANGE),
    ],
)
def test_lines_are_told_by_their_beginning(line: str, inside: str, outside: str) -> None:
    """Indices and target texts only inside a block."""
    assert (classify(line, in_block=True), classify(line, in_block=False)) == (inside, outside)


@pytest.mark.parametrize(
    ("line", "annotator", "edit", "odd"),
    [
        ("A 1 2|||T|||goes|||REQUIRED|||-NONE-|||0", 0, Edit(1, 2, ("goes",), "T"), []),
        ("A 1 2|||T|||to||-NONE-|||OPTIONAL|||why|||Ann", "Ann", Edit(1, 2, ("to", ""), "T", False, "why"), []),
        ("A 1 2|||T||||||REQUIRED|||-NONE-|||00", 0, Edit(1, 2, ("",), "T"), []),
        ("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1", 1, None, []),
        ("A 0 1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1", 1, None, ["noop-offsets"]),
        ("A 1 2|||T|||x|||REQUIRED|||-NONE-|||0|||more", 0, Edit(1, 2, ("x",), "T"), ["m2-extra-fields"]),
        ("A 1 2|||T|||x|||||REQUIRED|||-NONE-|||0", 0, Edit(1, 2, ("x",), "T"), ["m2-lost-alternative"]),
        ("A 1 2|||T|||x|||maybe|||-NONE-|||0", 0, Edit(1, 2, ("x",), "T"), ["m2-required"]),
    ],
)
def test_an_annotation_is_an_edit_or_a_noop(line: str, annotator: int | str, edit: Edit | None, odd: list[str]) -> None:
    """With codes for what can be understood but should not be."""
    found = parse_annotation(line)
    assert (found.annotator, found.edit, [code for code, _ in found.odd]) == (annotator, edit, odd)
    assert found.written == line.split("|||")[2]


@pytest.mark.parametrize(
    ("line", "code", "reason"),
    [
        ("A 1 2|||T|||x", "m2-fields", "3 fields but an annotation has 6"),
        (
            "A 1 2|||T|||x|||REQUIRED|||-NONE-|||-NONE-",
            "m2-annotator",
            "'-NONE-', the sixth field, is not an annotator",
        ),
        ("A 1 2|||T|||a|||b|||REQUIRED|||-NONE-|||0", "m2-annotator", "'-NONE-', the sixth field, is not an annotator"),
        (f"A 1 2|||T|||x|||REQUIRED|||-NONE-|||{'9' * 5000}", "m2-annotator", "5000 digits"),
        ("A 1|||T|||x|||REQUIRED|||-NONE-|||0", "m2-offsets", "expected two token offsets, found '1'"),
        ("A 1 +2|||T|||x|||REQUIRED|||-NONE-|||0", "m2-offsets", r"'\+2' is not a token offset"),
    ],
)
def test_mistakes_have_a_code_and_a_reason(line: str, code: str, reason: str) -> None:
    """The code for the doctor, the reason for the reader."""
    with pytest.raises(MistakeError, match=reason) as refused:
        parse_annotation(line)
    assert refused.value.code == code
    assert refused.value.what
