"""`errata convert` on documents with edits by character offset."""

import re
from pathlib import Path

import pytest
from tests.support import run, write_file

import errata
import errata.formats
from errata.model import Part

TEXT = "He  go home,\nthen rest .\n"
EDITS = (
    '<edits><edit type="RV" index="1" start="4" end="6"><original>go</original><corrections><correction/>'
    '<correction>goes</correction></corrections></edit><edit type="MP" index="2" start="11" end="12"><original>,'
    "</original><corrections><correction>.</correction></corrections></edit></edits>"
)
M2 = (
    "S He go home,\nA 1 2|||RV|||goes|||OPTIONAL|||index=1|||0\nA 2 3|||MP|||home.|||REQUIRED|||index=2|||0\n\n"
    "S then rest .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with stand-off edits, their source, and M2."""
    write = write_file(tmp_path)
    write("0001GE.xml", EDITS)
    write("0001.txt", TEXT)
    write("gold.m2", M2)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def converted(folder: Path, *arguments: str, out: str) -> str:
    ran = run("convert", *arguments)
    assert ran.status == 0, ran.err
    return (folder / out).read_text(encoding="utf-8")


def test_documents_become_sentences_and_back(folder: Path) -> None:
    """The second way round changes nothing."""
    ran = run("convert", "0001GE.xml", "0001.m2", "--source", "0001.txt")
    assert "1 edits are OPTIONAL, which M2 scorers treat as required" in ran.err
    assert (folder / "0001.m2").read_text(encoding="utf-8") == M2
    back = converted(folder, "0001.m2", "0001.xml", "--to", "hoo", "--text", "back.txt", out="0001.xml")
    assert '<edit type="MP" index="2" start="6" end="11">\n<original>home,</original>' in back
    assert (folder / "back.txt").read_text(encoding="utf-8") == "He go home,\nthen rest .\n"
    assert converted(folder, "0001.xml", "again.m2", "--source", "back.txt", out="again.m2") == M2


def test_stand_off_inline_and_corrected_text(folder: Path) -> None:
    """Each from the other; .xml from documents is stand-off XML unless another format is named."""
    inline = converted(folder, "0001GE.xml", "x.xml", "--to", "hoo-inline", "--source", "0001.txt", out="x.xml")
    assert "<p>He  <edit" in inline
    refused = run("convert", "x.xml", "y.xml")
    assert refused.status == 2
    assert "y.xml: the format hoo cannot hold 1 source texts (--text FILE keeps them)" in refused.err
    stand_off = converted(folder, "x.xml", "y.xml", "--text", "y.txt", out="y.xml")
    assert stand_off == converted(folder, "0001GE.xml", "z.xml", out="z.xml")
    assert (folder / "y.txt").read_text() == TEXT
    assert "the format text cannot hold 2 edits (first: document x)" in run("convert", "x.xml", "corrected.txt").err
    assert not (folder / "corrected.txt").exists()
    corrected = converted(folder, "x.xml", "corrected.txt", "--lossy", out="corrected.txt")
    assert corrected == "He  go home.\nthen rest .\n", "the null correction comes first"
    extract = ("--source", "0001.txt", "--extract", "wdiff")  # the text has a file already
    found = converted(folder, "corrected.txt", "e.xml", *extract, out="e.xml")
    assert '<edit start="11" end="12">\n<original>,</original>' in found
    refused = run("convert", "x.xml", "i.xml", "--to", "imeasure-xml")
    lost = "2 comments (first: sentence 1: index=1)"
    assert f"cannot hold {lost}." in refused.err
    assert "<scripts>" in converted(folder, "x.xml", "i.xml", "--to", "imeasure-xml", "--lossy", out="i.xml")


def test_documents_in_one_file(folder: Path) -> None:
    """A folder becomes one file and a folder again; as sentences, ids are lost."""
    (folder / "gold").mkdir()
    (folder / "sources").mkdir()
    for number in ("0001", "0002"):
        write_file(folder / "gold")(f"{number}GE.xml", EDITS)
        write_file(folder / "sources")(f"{number}.txt", TEXT)
    for form in ("jsonl", "tsv", "csv"):
        assert run("convert", "gold", f"all.{form}", "--source", "sources").status == 0
        assert run("convert", f"all.{form}", f"back-{form}", "--to", "hoo", "--text", f"texts-{form}").status == 0
        assert run("convert", "gold", "direct", "--source", "sources", "--text", "texts").status == 0
        for number in ("0001", "0002"):
            assert (folder / f"back-{form}" / f"{number}.xml").read_bytes() == (
                folder / "direct" / f"{number}.xml"
            ).read_bytes()
            assert (folder / f"texts-{form}" / f"{number}.txt").read_text() == TEXT
        refused = run("convert", f"all.{form}", "all.m2")
        assert refused.status == 2
        assert "all.m2: the format m2 cannot hold 2 ids of documents or sentences (first: document 0001)" in refused.err
        ran = run("convert", f"all.{form}", "all.m2", "--lossy")
        assert "cannot hold 2 ids of documents" in ran.err
        assert (folder / "all.m2").read_text() == M2 * 2
        assert run("convert", f"all.{form}", "tokens.jsonl", "--unit", "token", "--lossy").status == 0
        assert errata.read("tokens.jsonl").texts == errata.read("all.m2").texts
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]
    assert "2 documents need as many files; give a folder" in run("convert", "gold", "-", "--to", "hoo").err


def test_edits_and_texts_may_share_a_folder_but_no_file(folder: Path) -> None:
    """Of documents in parts the text is XML too, so that it would overwrite the edits."""
    parts = (Part("1", "a b"), Part("2", "c"))
    divided = [errata.Text.document(number, parts, []) for number in ("1", "2")]
    plain = [errata.Text.document(number, "a b", []) for number in ("1", "2")]
    write = errata.formats.get_format("jsonl").write
    write("plain.jsonl", plain)
    write("divided.jsonl", divided)
    assert run("convert", "plain.jsonl", "both", "--to", "hoo", "--text", "./both").status == 0
    assert sorted(path.name for path in (folder / "both").iterdir()) == ["1.txt", "1.xml", "2.txt", "2.xml"]
    refused = run("convert", "divided.jsonl", "none", "--to", "hoo", "--text", "./none")
    assert (refused.status, refused.err) == (
        2,
        "errata: error: OUT and --text would both be written to ./none; give each its own name\n",
    )
    assert not (folder / "none").exists()


def test_a_refused_folder_is_not_begun(folder: Path) -> None:
    """The second document cannot be written, so neither is."""
    documents = [
        errata.Text.document("1", "a"),
        errata.Text.document("2", "a", [errata.Edit.of(0, 0, "", comment="?")]),
    ]
    errata.formats.get_format("jsonl").write("all.jsonl", documents)
    refused = run("convert", "all.jsonl", "out", "--to", "hoo", "--text", "texts")
    assert refused.status == 2
    assert "the format hoo cannot hold 1 comments (first: document 2)" in refused.err
    assert not (folder / "out").exists()


def test_sentences_become_a_document(folder: Path) -> None:
    """What has no place in it is listed."""
    gold = write_file(folder)(
        "two.m2",
        "S a b\nA 0 1|||T|||c|||REQUIRED|||-NONE-|||0\nA 1 9|||T|||c|||REQUIRED|||-NONE-|||1\n\nS b\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n",
    )
    refused = run("convert", gold, "two.jsonl", "--unit", "char")
    assert refused.status == 2
    assert "1 signs that an annotator did not see a sentence (first: sentence 2)" in refused.err
    assert "1 edits outside their sentence (first: " in refused.err
    assert run("convert", gold, "two.jsonl", "--unit", "char", "--annotators", "0").status == 0
    assert errata.read_documents("two.jsonl").texts == (
        errata.Text.document("two", "a b\nb\n", [errata.Edit.of(0, 1, "a", ("c",), "T")]),
    )


def test_finer_tokens(folder: Path) -> None:
    """Cut as asked for, or as a file says; with the running text the way back gives the ranges there."""
    fine = converted(folder, "0001GE.xml", "f.m2", "--source", "0001.txt", "--tokens", "marks", out="f.m2")
    assert fine.startswith("S He go home ,\nA 1 2|||RV|||goes|||OPTIONAL|||index=1|||0\nA 3 4|||MP|||.|||")
    write_file(folder)("tokens.txt", "He go home ,\nthen rest .\n")
    given = converted(folder, "0001GE.xml", "g.m2", "--source", "0001.txt", "--tokens", "tokens.txt", out="g.m2")
    assert given == fine
    back = converted(folder, "f.m2", "back.xml", "--to", "hoo", "--source", "0001.txt", out="back.xml")
    assert back == converted(folder, "0001GE.xml", "same.xml", out="same.xml")


def test_finer_differences(folder: Path) -> None:
    """Options stand behind the name of the extractor."""
    write_file(folder)("corrected.txt", "He goes home,\nthen rests .\n")
    options = ["--source", "0001.txt", "--lossy", "--extract", "wdiff:granularity=token"]
    found = converted(folder, "corrected.txt", "e.xml", *options, out="e.xml")
    assert found.count("<edit ") == 2
    ran = run("convert", "corrected.txt", "e.xml", "--source", "0001.txt", "--extract", "wdiff:grain=token")
    assert (ran.status, "extractor wdiff has no option 'grain'" in ran.err) == (2, True)


def test_folders(folder: Path) -> None:
    """One file for each document."""
    (folder / "gold").mkdir()
    (folder / "sources").mkdir()
    for number in ("0001", "0002"):
        write_file(folder / "gold")(f"{number}GE.xml", EDITS)
        write_file(folder / "sources")(f"{number}.txt", TEXT)
    assert run("convert", "gold", "out", "--to", "m2", "--source", "sources", "--text", "texts").status == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["0001.m2", "0002.m2"]
    assert (folder / "texts" / "0002.txt").read_bytes() == TEXT.encode()
    assert run("convert", "gold", "xml").status == 0
    assert len(errata.read_documents(folder / "xml")) == 2


def test_an_annotator_is_chosen(folder: Path) -> None:
    """By number or name."""
    gold = write_file(folder)(
        "two.m2", "S a b\nA 0 1|||T|||c|||REQUIRED|||-NONE-|||0\nA 1 2|||T|||c|||REQUIRED|||-NONE-|||x\n\n"
    )
    assert "has 2 annotators (0, x)" in run("convert", gold, "o.xml", "--to", "hoo").err
    for who, start in (("0", 0), ("x", 2)):
        made = converted(folder, str(gold), "o.xml", "--to", "hoo", "--annotator", who, "--text", "o.txt", out="o.xml")
        assert f'start="{start}"' in made
    assert "has no annotator 'y'" in run("convert", gold, "o.xml", "--to", "hoo", "--annotator", "y").err


BAD = {
    "no text": (["0001GE.xml", "o.m2"], "the source text of document 0001 is not known"),
    "no text to write": (["0001GE.xml", "o.xml", "--text", "o.txt"], "not known; give it with --source"),
    "plain text": (["0001.txt", "o.xml", "--to", "hoo"], "0001.txt is plain text; documents have edits"),
    "another running text": (
        ["gold.m2", "o.xml", "--to", "hoo", "--source", "0001GE.xml"],
        "gold.m2: token 0 'He' cannot be aligned: the text has '<edits><edit' at character 0",
    ),
    "no such tokens": (
        ["0001GE.xml", "o.m2", "--source", "0001.txt", "--tokens", "fine"],
        "--tokens must be one of space, marks, treebank, char, cjk, icu or a file of tokens; there is no file 'fine'",
    ),
    "extract without source": (["0001.txt", "o.xml", "--extract", "wdiff"], "--extract also needs --source"),
    "other extractor": (
        ["0001.txt", "o.xml", "--to", "hoo", "--extract", "errata", "--source", "0001.txt"],
        "documents are compared by wdiff or maxmatch, not by 'errata'",
    ),
    "over a line": (
        ["cross.xml", "o.m2", "--source", "0001.txt"],
        "Leave such edits out (--cross skip) or join the lines (--cross merge-segments)",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused(folder: Path, case: str) -> None:
    """With what to do."""
    cross = EDITS.replace('start="11" end="12"><original>,', 'start="7" end="17"><original>home,\nthen')
    write_file(folder)("cross.xml", cross)
    arguments, message = BAD[case]
    ran = run("convert", *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_edits_over_a_line_may_be_skipped_or_join_lines(folder: Path) -> None:
    cross = EDITS.replace('start="11" end="12"><original>,', 'start="7" end="17"><original>home,\nthen')
    write_file(folder)("cross.xml", cross)
    arguments = ["cross.xml", "o.m2", "--source", "0001.txt", "--cross"]
    assert converted(folder, *arguments, "skip", out="o.m2").count("\nS ") == 1
    assert converted(folder, *arguments, "merge-segments", out="o.m2").count("\nS ") == 0


def test_further_corrections_are_left_out_only_if_that_is_allowed(folder: Path) -> None:
    """And they are counted."""
    write_file(folder)("0001GE.xml", EDITS.replace("</corrections>", "<correction>went</correction></corrections>", 1))
    arguments = ["0001GE.xml", "o.m2", "--source", "0001.txt", "--alternatives", "first"]
    refused = run("convert", *arguments)
    lost = "o.m2: the format m2 cannot hold 1 further corrections of one edit (first: document 0001: edit"
    assert (refused.status, lost in refused.err, (folder / "o.m2").exists()) == (2, True, False)
    assert "||" not in converted(folder, *arguments, "--lossy", out="o.m2").replace("|||", "")
    assert lost in run("convert", *arguments, "--lossy").err


@pytest.mark.parametrize("form", ["hoo", "hoo-inline", "bea", "nucle", "ua-gec"])
def test_all_losses_are_listed_at_once(folder: Path, form: str) -> None:
    """Those on the way from sentences to a document and those of the format: consent is asked for once."""
    first = '{"format":"gec-jsonl/1","id":"s1","text":"He go","annotations":[{"annotator":"0","edits":['
    change = '{"start":1,"end":2,"unit":"token","original":"go","corrections":["goes"],"type":"T","score":0.5}]}]}'
    write_file(folder)("in.jsonl", f"{first}{change}\n")
    refused = run("convert", "in.jsonl", "out", "--to", form)
    assert refused.status == 2
    assert "1 ids of documents or sentences (first: sentence 1); " in refused.err
    assert "1 scores of edits (first: document in)" in refused.err
    assert not (folder / "out").exists()
    said = run("convert", "in.jsonl", "out", "--to", form, "--lossy").err
    listed = refused.err.partition("cannot hold ")[2].partition(". To write")[0].split("; ")
    assert sorted(line.partition("cannot hold ")[2] for line in said.splitlines()) == sorted(listed)


def test_ids_that_were_made_up_are_no_loss(folder: Path) -> None:
    """Those that tell but the name of the file, or the number of the document in it; others are."""
    write_file(folder)("gold.m2", "S He go .\nA 1 2|||T|||goes|||REQUIRED|||-NONE-|||0\n\n")
    for form in ("nucle", "bea"):
        converted(folder, "gold.m2", f"gold.{form}", "--to", form, out=f"gold.{form}")
        again = converted(folder, f"gold.{form}", "again.m2", "--from", form, out="again.m2")
        assert again == (folder / "gold.m2").read_text()
        (folder / f"other.{form}").write_bytes((folder / f"gold.{form}").read_bytes())
        refused = run("convert", f"other.{form}", "again.m2", "--from", form)
        assert "cannot hold 1 ids of documents or sentences (first: document gold)" in refused.err
    write_file(folder)("a.json", '{"text": "He go .", "edits": []}\n' * 2)
    assert run("convert", "a.json", "a.m2").status == 0
    assert converted(folder, "a.json", "texts", "--to", "text", out="texts/2.txt") == "He go ."


PARTS = (
    '{"format":"gec-jsonl/1","id":"%s","parts":[{"id":"p1","text":"a b\\n"},{"id":"p2","text":"c & d"}],"annotations":'
    '[{"annotator":"0","edits":[{"start":4,"end":5,"unit":"char","original":"d","corrections":["e"],"part":"p2"}]}]}\n'
)


def test_texts_keep_their_parts(folder: Path) -> None:
    """In XML, as the sources of HOO 2012; plain text cannot keep them apart."""
    write_file(folder)("p.jsonl", PARTS % "p")
    refused = run("convert", "p.jsonl", "p.xml", "--to", "hoo", "--text", "p.txt")
    assert (refused.status, "document p has 2 parts, which plain text cannot keep apart" in refused.err) == (2, True)
    assert not (folder / "p.xml").exists()
    made = converted(folder, "p.jsonl", "p.xml", "--to", "hoo", "--text", "source.xml", out="source.xml")
    assert '<PART id="p1"><P>a b' in made
    assert converted(folder, "p.xml", "r.jsonl", "--source", "source.xml", out="r.jsonl") == PARTS % "p"
    write_file(folder)("p.jsonl", PARTS % "1" + PARTS % "2")
    assert run("convert", "p.jsonl", "edits", "--to", "hoo", "--text", "texts").status == 0
    assert converted(folder, "edits", "r.jsonl", "--source", "texts", out="r.jsonl") == PARTS % "1" + PARTS % "2"


def test_texts_without_parts_may_be_xml_too(folder: Path) -> None:
    """By the name that is asked for."""
    converted(folder, "0001GE.xml", "x.jsonl", "--source", "0001.txt", out="x.jsonl")
    assert converted(folder, "x.jsonl", "x.xml", "--to", "hoo", "--text", "y.xml", out="y.xml").count("<p>He  go") == 1
    back = converted(folder, "x.xml", "z.jsonl", "--source", "y.xml", out="z.jsonl").replace('"id":"x"', '"id":"0001"')
    assert back == (folder / "x.jsonl").read_text()


def test_documents_are_scripts_of_the_i_measure(folder: Path) -> None:
    """Under their ids, so that nothing is lost but metadata."""
    line = '{"format":"gec-jsonl/1","id":"%s",%s"text":"He go .","unit":"char","annotations":[]}\n'
    write_file(folder)("in.jsonl", line % ("e1", "") + line % ("e2", ""))
    made = converted(folder, "in.jsonl", "out.xml", "--to", "imeasure-xml", out="out.xml")
    assert re.findall(r'<(?:script|sentence) id="(.*?)"', made) == ["e1", "1", "e2", "2"]
    write_file(folder)("in.jsonl", line % ("e1", '"meta":{"level":"B1"},'))
    assert "cannot hold 1 metadata" in run("convert", "in.jsonl", "out.xml", "--to", "imeasure-xml").err


def test_sets_of_m2_files_come_back(folder: Path) -> None:
    """A folder of documents becomes a folder of M2 files and a folder of documents again."""
    (folder / "docs").mkdir()
    for id in ("0001", "12345"):
        write_file(folder / "docs")(f"{id}.ann", "He {go=>goes:::error_type=SVA} .\n")
    assert run("convert", "docs", "m2", "--to", "m2").status == 0
    assert sorted(path.name for path in (folder / "m2").iterdir()) == ["0001.m2", "12345.m2"]
    assert run("convert", "m2", "back", "--to", "ua-gec").status == 0
    for path in (folder / "docs").iterdir():
        assert (folder / "back" / path.name).read_text() == path.read_text()


def test_formats_take_settings(folder: Path) -> None:
    """Behind their names, as the options of measures."""
    write_file(folder)("a.txt", "a {b} c")
    write_file(folder)("b.txt", "a {b} d")
    texts = ("b.txt", "a.ann", "--source", "a.txt", "--extract", "wdiff")
    assert "which means something in the markup" in run("convert", *texts, "--to", "ua-gec").err
    assert converted(folder, *texts, "--to", "ua-gec:escape=yes", out="a.ann") == "a \\{b\\} {c=>d}"
    assert '"text":"a {b} c"' in converted(folder, "a.ann", "a.jsonl", "--from", "ua-gec:escape=yes", out="a.jsonl")
    assert "#1\tFix T1\td" in converted(folder, "a.jsonl", "x.ann", "--to", "brat:note=Fix", out="x.ann")
    assert run("convert", "a.ann", "b.jsonl", "--from", "ua-gec:escape=maybe").status == 2


def test_inline_edits_get_numbers_in_stand_off_files(tmp_path: Path) -> None:
    """Each its own: what has none or one that is taken gets the first that is free; the copy of --fix has the same."""
    made = "<edit{}>go<corrections><correction>goes</correction></corrections></edit>"
    marks = ("", ' index="0001"', ' index="0001"', "")
    inline = tmp_path / "0001.xml"
    inline.write_text(f"<HOO><p>{' '.join(map(made.format, marks))}</p></HOO>", encoding="utf-8")
    target = tmp_path / "0001GE.xml"
    assert run("convert", inline, target, "--to", "hoo", "--text", tmp_path / "0001.txt").status == 0
    (document,) = errata.read_documents(target)
    assert [edit.index for edit in document.edits] == ["0002", "0001", "0003", "0004"]
    bare = tmp_path / "0002GE.xml"
    bare.write_text(re.sub(r' index="\d+"', "", target.read_text(encoding="utf-8")), encoding="utf-8")
    ran = run("validate", bare, "--fix", f"{tmp_path}/fixed/")
    assert "changed: index-missing: edits are numbered" in ran.out
    (document,) = errata.read_documents(tmp_path / "fixed" / "0002GE.xml")
    assert [edit.index for edit in document.edits] == ["0001", "0002", "0003", "0004"]
