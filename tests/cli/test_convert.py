"""`errata convert`."""

from pathlib import Path

import pytest
from tests.support import run, write_file

import errata

SRC = ["He go home .", "It is fine .", ""]
COR0 = ["He goes home .", "It is fine .", ""]
COR1 = ["He went home .", "It 's fine .", "More ."]
EXTRACTED = """\
S He go home .
A 1 2|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||R:OTHER|||went|||REQUIRED|||-NONE-|||1

S It is fine .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||R:CONTR|||'s|||REQUIRED|||-NONE-|||1

S\x20
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||M:OTHER|||More .|||REQUIRED|||-NONE-|||1

"""
M2 = """S He go home .
A 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went,the|||REQUIRED|||-NONE-|||1

S All is well .

"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write = write_file(tmp_path)
    write("src.txt", SRC)
    write("cor0.txt", COR0)
    write("cor1.txt", COR1)
    write("short.txt", SRC[:2])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_parallel_text_becomes_annotations(folder: Path) -> None:
    """One annotator for each corrected text."""
    ran = run("convert", "--source", "src.txt", "--extract", "errata", "cor0.txt", "cor1.txt", "out.m2")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (folder / "out.m2").read_text(encoding="utf-8") == EXTRACTED


def test_formats_are_told_by_suffix_or_name(folder: Path) -> None:
    """Packed or not; the sentences stay the same."""
    (folder / "in.m2").write_text(EXTRACTED, encoding="utf-8")
    assert run("convert", "in.m2", "packed.m2.gz").status == 0
    assert run("convert", "packed.m2.gz", "plain", "--to", "m2").status == 0
    assert (folder / "plain").read_text(encoding="utf-8") == EXTRACTED
    assert run("convert", "src.txt", "copy", "--from", "text", "--to", "text").status == 0
    assert (folder / "copy").read_text(encoding="utf-8") == (folder / "src.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("first", ["0", "ann"])
def test_the_text_of_an_annotator_takes_the_command_that_is_told(folder: Path, first: str) -> None:
    """At the first try, by whatever name the annotator goes."""
    (folder / "in.m2").write_text(EXTRACTED.replace("|||0\n", f"|||{first}\n"), encoding="utf-8")
    commands = [
        run("convert", "in.m2", "OUT.txt").err.rpartition(": ")[2],
        run("score", "--source", "src.txt", "--reference", "in.m2", "cor0.txt").err.rpartition(": ")[2],
    ]
    assert commands == [f"errata convert in.m2 OUT.txt --annotators {first} --lossy\n"] * 2
    assert run("convert", "in.m2", "-", "--to", "text").err.endswith(
        f": errata convert in.m2 - --to text --annotators {first} --lossy\n"
    )
    assert run(*commands[0].split()[1:]).status == 0
    assert (folder / "OUT.txt").read_text(encoding="utf-8") == (folder / "cor0.txt").read_text(encoding="utf-8")


def test_text_alone_becomes_sources_with_a_warning(folder: Path) -> None:
    """Somebody who wants the edits of a system must name the source."""
    ran = run("convert", "cor0.txt", "out.m2")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == (
        "errata: warning: cor0.txt has no edits: each line became a source; for the edits of a system give "
        "--source SRC --extract errata\n"
    )
    assert (folder / "out.m2").read_text(encoding="utf-8") == "".join(f"S {line}\n\n" for line in COR0)


def test_annotations_are_extracted_anew(folder: Path) -> None:
    """The texts stay, the edits are those of the extractor."""
    (folder / "in.m2").write_text("S a b c\nA 0 3|||X|||a x c|||REQUIRED|||-NONE-|||1\n\nS d\n\n", encoding="utf-8")
    assert run("convert", "in.m2", "out.m2", "--extract", "errata").status == 0
    corpus = errata.read("out.m2")
    assert [(layer.annotator, [e.start for e in layer.edits]) for layer in corpus[0].layers] == [(1, [1])]
    assert corpus[1].layers == ()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.m2"], "in.m2 was read as OUT, but no IN is given; write: errata convert IN in.m2\n"),
        (["src.txt"], "src.txt was read as IN, but no OUT is given; write: errata convert src.txt OUT\n"),
        (["in.m2", "out.m2"], "in.m2 does not exist; check the path"),
        (
            ["out.m2", "--source", "src.txt", "--extract", "errata", "cor0.txt"],
            "out.m2 does not exist but cor0.txt does, and OUT comes last; did you mean: "
            "errata convert --source src.txt --extract errata cor0.txt out.m2\n",
        ),
        (
            ["--source", "src.txt", "--extract", "errata", "cor0.txt", "cor1.txt"],
            "cor1.txt exists and was read as OUT, but text holds no edits; did you forget OUT? Write: "
            "errata convert --source src.txt --extract errata cor0.txt cor1.txt OUT.m2\n",
        ),
        (["src.txt", "cor0.txt", "out.m2"], "2 files to read (src.txt, cor0.txt)"),
        (["--source", "src.txt", "cor0.txt", "out.m2"], "--source also needs --extract"),
        (
            ["--source", "src.txt", "--extract", "errata", "short.txt", "out.m2"],
            "short.txt has 2 lines but src.txt has 3",
        ),
        (["--source", "-", "--extract", "errata", "-", "out.m2"], "standard input ('-') can be given only once"),
        (["src.txt", "out.m2", "--extract", "errata"], "src.txt has no annotations to re-extract"),
        (["src.txt", "out.xyz"], "no format has the suffix of out.xyz; name one (--to; see 'errata formats')"),
    ],
)
def test_mistakes_are_refused(arguments: list[str], message: str) -> None:
    """With what to do, and without writing anything."""
    ran = run("convert", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert not Path("out.m2").exists()


@pytest.mark.parametrize(
    ("arguments", "kept", "message"),
    [
        (["in.m2", "./in.m2", "--sort"], "in.m2", "OUT ./in.m2 would overwrite an input"),
        (["--source", "src.txt", "--extract", "errata", "cor0.txt", "src.txt"], "src.txt", "would overwrite an input"),
        (["in.m2", "out.xml", "--to", "hoo", "--text", "in.m2"], "in.m2", "--text in.m2 would overwrite"),
        (["in.m2", ".", "--to", "m2"], "in.m2", "OUT . is the folder of the input in.m2"),
        (["cor0.txt", "cor1.txt"], "cor1.txt", "cor1.txt exists; converting text to text copies cor0.txt over it"),
    ],
)
def test_no_file_is_destroyed(folder: Path, arguments: list[str], kept: str, message: str) -> None:
    """One that is read is not written over, nor is a text by another text."""
    (folder / "in.m2").write_text(EXTRACTED, encoding="utf-8")
    before = (folder / kept).read_bytes()
    ran = run("convert", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert (folder / kept).read_bytes() == before


def test_m2_to_imeasure_xml(tmp_path: Path) -> None:
    """Edits of one place become alternatives of one error; what was changed is said."""
    gold, target = write_file(tmp_path)("gold.m2", M2), tmp_path / "gold.xml"
    ran = run("convert", gold, target)
    assert (ran.status, ran.out) == (0, "")
    assert "1 corrections split into words" in ran.err
    assert target.read_text(encoding="utf-8") == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<scripts><script id="1">\n'
        '<sentence id="1" numann="2"><text>He go home .</text><error-list><error id="1" req="yes" type="SVA/Vt">'
        '<alt ann="0"><c start="1" end="2">goes</c></alt><alt ann="1"><c start="1" end="2">went , the</c></alt>'
        "</error></error-list></sentence>\n"
        '<sentence id="2" numann="0"><text>All is well .</text><error-list></error-list></sentence>\n'
        "</script></scripts>\n"
    )


def test_words_of_corrections_may_be_kept(tmp_path: Path) -> None:
    gold, target = write_file(tmp_path)("gold.m2", M2), tmp_path / "gold.xml"
    ran = run("convert", gold, target, "--no-retokenise")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert ">went,the<" in target.read_text(encoding="utf-8")


def test_there_and_back(tmp_path: Path) -> None:
    """Errors stay errors by way of M2, whatever the files are called."""
    gold = write_file(tmp_path)("gold.m2", M2)
    for source, target, *settings in (
        ("gold.m2", "one", "--to", "imeasure-xml", "--no-retokenise"),
        ("one", "two", "--from", "imeasure-xml", "--to", "m2"),
        ("two", "three.xml"),
    ):
        assert run("convert", tmp_path / source, tmp_path / target, *settings).status == 0
    assert "error=1" in (tmp_path / "two").read_text(encoding="utf-8")
    assert (tmp_path / "three.xml").read_bytes() == (tmp_path / "one").read_bytes()
    assert errata.read(gold).sources == errata.read(tmp_path / "three.xml").sources


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gold.m2", "gold.odd"), "no format has the suffix of"),
        (("gold.m2", "gold.xml", "--to", "docx"), "no format is called 'docx'"),
        (("gold.m2", "again.m2", "--no-retokenise"), "format m2 has no setting 'retokenise'"),
        (("empty.m2", "gold.xml"), "has no sentences, so there is nothing to convert"),
        (("nowhere.m2", "gold.xml"), "does not exist"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    file = write_file(tmp_path)
    file("gold.m2", M2)
    file("empty.m2", "")
    monkeypatch.chdir(tmp_path)
    ran = run("convert", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.m2", "gold.m2"]


TWO = """S a b c
A 2 3|||T|||x|||REQUIRED|||-NONE-|||1
A 0 1|||T|||y||z|||REQUIRED|||-NONE-|||1
A 0 1|||T||||||REQUIRED|||-NONE-|||0

S d
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""
COMMENTED = TWO.replace("x|||REQUIRED|||-NONE-", "x|||REQUIRED|||unsure")


@pytest.mark.parametrize("middle", ["jsonl", "jsonl.gz", "tsv", "csv"])
def test_m2_by_way_of_other_formats(tmp_path: Path, middle: str) -> None:
    """Nothing is lost, so nothing is said."""
    gold = write_file(tmp_path)("gold.m2", TWO)
    for source, target in ((gold, tmp_path / f"x.{middle}"), (tmp_path / f"x.{middle}", tmp_path / "back.m2")):
        ran = run("convert", source, target)
        assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "back.m2").read_text() == TWO


def test_losses_are_refused_unless_allowed(tmp_path: Path) -> None:
    """With the list of them; then it is said and the rest written."""
    gold = write_file(tmp_path)("gold.m2", COMMENTED)
    refused = run("convert", gold, tmp_path / "gold.xml")
    assert refused.status == 2
    lost = "gold.xml: the format imeasure-xml cannot hold 1 comments (first: sentence 1: unsure)"
    assert f"{lost}. To write the rest, allow the loss (--lossy)\n" in refused.err
    assert not (tmp_path / "gold.xml").exists()
    ran = run("convert", gold, tmp_path / "gold.xml", "--lossy")
    assert ran.status == 0
    assert f"warning: {tmp_path}/{lost}\n" in ran.err
    assert len(errata.read(tmp_path / "gold.xml")) == 2


def test_annotators_are_chosen_ordered_and_renamed(tmp_path: Path) -> None:
    """Who is absent stays absent; who is nowhere is refused."""
    gold, out = write_file(tmp_path)("gold.m2", TWO), tmp_path / "out.m2"
    assert run("convert", gold, out, "--annotators", "1=ann,0=3").status == 0
    found = errata.read(out)
    assert [layer.annotator for layer in found[0].layers] == ["ann", 3]
    assert found[1].annotators == (3,)
    out.unlink()
    assert "gold.m2 has no annotator 7; it has: 0, 1" in run("convert", gold, out, "--annotators", "7").err
    for choice, message in (
        ("", "names no annotators"),
        ("0=", "names no annotators"),
        ("0,0", "names the annotator 0 twice"),
        ("0=1,1", "gives two annotators the same name"),
    ):
        assert message in run("convert", gold, out, f"--annotators={choice}").err
    assert not out.exists()


def test_edits_are_sorted_only_when_asked(tmp_path: Path) -> None:
    """By annotator, start and end."""
    gold, out = write_file(tmp_path)("gold.m2", TWO), tmp_path / "out.m2"
    assert run("convert", gold, out).status == 0
    assert out.read_text() == TWO
    assert run("convert", gold, out, "--sort").status == 0
    lines = TWO.splitlines()
    assert out.read_text().splitlines() == [lines[0], lines[3], lines[2], lines[1], *lines[4:]]


def test_files_are_merged(tmp_path: Path) -> None:
    """Annotators are numbered in the order of the files; files that do not belong together are refused."""
    file = write_file(tmp_path)
    one = file("one.m2", "S a\nA 0 1|||T|||b|||REQUIRED|||-NONE-|||5\n\nS b\n\n")
    two = file("two.m2", "S a\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\nS b\n\n")
    out = tmp_path / "out.m2"
    assert run("convert", "--merge", one, two, out).status == 0
    assert out.read_text() == (
        "S a\nA 0 1|||T|||b|||REQUIRED|||-NONE-|||0\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\nS b\n\n"
    )
    assert run("convert", "--merge", one, two, out, "--annotators", "1=0").status == 0
    assert errata.read(out).annotators == (0,)
    out.unlink()
    for other, message in (
        ("S a\n\n", "short.m2 ends after 1 sentences or documents but"),
        ("S a\n\nS c\n\n", "number 2 differs in its text: "),
        (
            TWO.replace("a b c", "a").replace("S d", "S b"),
            "has the annotators 1 and 0; --merge takes files with one each",
        ),
    ):
        ran = run("convert", "--merge", one, file("short.m2", other), out)
        assert ran.status == 2
        assert message in ran.err
    assert "--merge needs several files IN" in run("convert", "--merge", one, out).err
    assert not out.exists()


def test_the_corrected_text_of_one_annotator(tmp_path: Path) -> None:
    """The edits are lost, and it must be said whose text is wanted."""
    gold, out = write_file(tmp_path)("gold.m2", TWO), tmp_path / "out.txt"
    assert "has the annotators 1 and 0; text is corrected by one" in run("convert", gold, out, "--lossy").err
    assert "the format text cannot hold 2 edits" in run("convert", gold, out, "--annotators", "1").err
    assert not out.exists()
    assert run("convert", gold, out, "--annotators", "1", "--lossy").status == 0
    assert out.read_text() == "y b x\nd\n"


def test_standard_input_and_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """The format of the first must be named; nothing comes out of what is refused."""
    from errata.cli import main

    gold, commented = write_file(tmp_path)("gold.m2", TWO), write_file(tmp_path)("commented.m2", COMMENTED)
    assert main(["convert", str(gold), "-", "--to", "jsonl"]) == 0
    made = capfdbinary.readouterr().out
    assert made.startswith(b'{"format":"gec-jsonl/1","text":"a b c"')
    assert run("convert", "-", tmp_path / "back.m2", "--from", "jsonl", stdin=made).status == 0
    assert (tmp_path / "back.m2").read_text() == TWO
    assert main(["convert", str(commented), "-", "--to", "imeasure-xml"]) == 2
    refused = capfdbinary.readouterr()
    assert refused.out == b""
    assert b"standard output: the format imeasure-xml cannot hold 1 comments" in refused.err
    assert "cannot be detected" in run("convert", "-", tmp_path / "x.m2", stdin=made).err


def test_tables_of_references(tmp_path: Path) -> None:
    """Columns are named; edits are found if asked for."""
    table = write_file(tmp_path)("x.csv", "src,tgt\nHe go .,He goes .\n")
    out = tmp_path / "out.jsonl"
    columns = ("--columns", "source=src,reference_1=tgt")
    assert run("convert", table, out, *columns).status == 0
    assert errata.read(out)[0] == errata.Text("He go .", (), ("He goes .",))
    assert "--columns is 'src'; write, for example," in run("convert", table, out, "--columns", "src").err
    assert run("convert", out, tmp_path / "out.tsv", "--table", "sentences").status == 0
    assert (tmp_path / "out.tsv").read_text() == "source\treference_1\nHe go .\tHe goes .\n"
    refused = run("convert", out, tmp_path / "out.m2", "--extract", "errata")
    assert "the format m2 cannot hold 1 reference texts" in refused.err
    assert run("convert", out, tmp_path / "out.m2", "--extract", "errata", "--lossy").status == 0
    assert errata.read(tmp_path / "out.m2")[0].corrected(0).text == "He goes ."
