"""Files and folders of documents."""

import os
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support import only_posix, write_file

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    FileError,
    FormatError,
    InputError,
    LossError,
    OptionError,
    Text,
    read_documents,
    read_sources,
    write_documents,
)
from errata.formats.datasets import read_submission

GOLD = '<edits><edit type="RV" index="1" start="{}" end="{}"><original>go</original></edit></edits>'
TEXTS = {"0001": "Né go home.\n", "0002": "They go away.\r\n"}


def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Write gold edits that count UTF-8 bytes, and their sources."""
    gold, sources = tmp_path / "gold", tmp_path / "sources"
    gold.mkdir()
    sources.mkdir()
    for name, text in TEXTS.items():
        start = len(text[: text.index("go")].encode())
        write_file(gold)(f"{name}GE.xml", GOLD.format(start, start + 2))
        write_file(sources)(f"{name}.txt", text)
    return gold, sources


def test_folders_are_paired_by_number(tmp_path: Path) -> None:
    """The unit of the offsets is found over the whole set; texts keep their line ends."""
    gold, sources = folders(tmp_path)
    with pytest.warns(
        ErrataWarning, match=r"gold: offsets count UTF-8 bytes \(2 of 2 originals fit; 1 as code points\)"
    ):
        documents = read_documents(gold, sources)
    assert [document.id for document in documents] == ["0001", "0002"]
    assert [document.text for document in documents] == list(TEXTS.values())
    assert [document.edits[0].start for document in documents] == [3, 5]
    assert documents.offset_unit == "utf8"
    assert read_documents(gold, sources, offset_unit="utf8").texts == documents.texts
    bare = read_documents(gold)
    assert (bare[0].edits[0].start, bare.offset_unit) == (4, "codepoint"), "without texts offsets stay as they are"
    assert read_documents(gold / "0001GE.xml", sources / "0001.txt", offset_unit="utf8")[0] == documents[0]


def test_a_file_name_without_number_is_paired_with_the_only_source(tmp_path: Path) -> None:
    """Whatever it is called; numbers that differ are refused."""
    write = write_file(tmp_path)
    gold, text = write("gold.xml", GOLD.format(3, 5)), write("essay.txt", "He go.")
    assert read_documents(gold, text)[0].text == "He go."
    other = write("0002.txt", "He go.")
    numbered = write("0001GE.xml", GOLD.format(3, 5))
    assert read_documents(gold, other)[0].text == "He go."
    with pytest.raises(FormatError, match=r"0002\.txt has no source text for document 0001 of .*0001GE\.xml \(1 of 1"):
        read_documents(numbered, other)


def test_what_does_not_belong_into_a_folder_is_reported(tmp_path: Path) -> None:
    """Never passed over silently."""
    gold, sources = folders(tmp_path)
    write_file(gold)("README.txt", "x")
    write_file(gold)("0001.xml", "<HOO><p>a</p></HOO>")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert len(read_documents(gold)) == 2
    assert [str(item.message).partition(": ")[2] for item in caught] == [
        "1 files were skipped, first README.txt; documents have a leading number and the suffix .xml",
        "1 documents without stand-off edits were skipped, first 0001.xml",
    ]
    (sources / "0002.txt").unlink()
    (gold / "README.txt").unlink()
    (gold / "0001.xml").unlink()
    with pytest.raises(FormatError, match=r"has no source text for document 0002 of .* \(1 of 2 are missing\)"):
        read_documents(gold, sources)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match=r"empty has no files NNNN….xml; give another folder"):
        read_documents(tmp_path / "empty")


def test_sources_may_be_xml_beside_edits(tmp_path: Path) -> None:
    """As released in 2012; stand-off edits among them are no sources."""
    write = write_file(tmp_path)
    write("0001.xml", '<HOO><BODY><PART id="1"><P>He go.</P></PART></BODY></HOO>')
    write("0001GE.xml", GOLD.format(3, 5).replace("type", 'part="1" type'))
    [source] = read_sources(tmp_path)
    assert source.texts.get("1") == "He go."
    assert read_sources(tmp_path / "0001.xml")[0] == source
    document = read_documents(tmp_path / "0001GE.xml", tmp_path / "0001.xml")[0]
    assert document.texts.get("1") == "He go."
    assert errata.validate(document) == []
    (tmp_path / "0001GE.xml").unlink()
    assert read_documents(tmp_path)[0].parts == source.parts, "a folder of documents with inline marks, or none"


def test_sources_are_not_passed_over_in_silence(tmp_path: Path) -> None:
    """Those without a document are reported, two of one number refused; suffixes may be in capitals."""
    for name in ("gold", "sources"):
        (tmp_path / name).mkdir()
    write_file(tmp_path / "gold")("0001GE.XML", GOLD.format(3, 5))
    source = write_file(tmp_path / "sources")
    source("0001.TXT", "He go")
    source("0002.txt", "He go")
    with pytest.warns(ErrataWarning, match="sources: 1 source texts have no document in .*gold, first 0002"):
        assert read_documents(tmp_path / "gold", tmp_path / "sources")[0].text == "He go"
    source("0001.xml", "<HOO>He go</HOO>")
    with pytest.raises(InputError, match="sources has document 0001 twice"):
        read_documents(tmp_path / "gold", tmp_path / "sources")


def test_marks_in_the_text_have_no_unit(tmp_path: Path) -> None:
    """The unit is that of stand-off edits, also of those that get their text from such a document."""
    write = write_file(tmp_path)
    inline = "<HOO>Né <edit>go<corrections><correction>goes</correction></corrections></edit></HOO>"
    gold = read_documents(write("0001.xml", inline), offset_unit="utf8")
    assert (gold[0].edits[0].start, gold[0].edits[0].end) == (3, 5)
    mine = read_submission(write("0001XY0.xml", GOLD.format(4, 6)), gold)
    assert (mine[0].edits[0].start, mine[0].edits[0].end) == (3, 5)
    again = read_submission(write("0001XY1.xml", inline), gold)
    assert again[0].edits == gold[0].edits


def test_writing(tmp_path: Path) -> None:
    """One document to a file, several to a folder; offsets in the unit asked for."""
    gold, sources = folders(tmp_path)
    documents = read_documents(gold, sources, offset_unit="utf8")
    write_documents(documents, tmp_path / "out", offset_unit="utf8")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["0001.xml", "0002.xml"]
    assert read_documents(tmp_path / "out", sources, offset_unit="utf8").texts == documents.texts
    write_documents(documents.part(0, 1), tmp_path / "0001.xml", "hoo-inline")
    assert read_documents(tmp_path / "0001.xml")[0] == documents[0]
    with pytest.raises(FormatError, match="the format m2 holds sentences, not documents"):
        write_documents(documents, tmp_path / "x", "m2")


def test_all_documents_are_written_or_none(tmp_path: Path) -> None:
    """Not outside the folder, not over one another, not half of them; a folder that cannot be made is named."""
    fine = Text.document("0001", "He go.", [Edit.of(3, 5, "go", ("goes",), "RV", "1")])
    for odd in ("../evil", "a/b", "a\0b", "a\ud800"):
        with pytest.raises(InputError, match=r"the id .* cannot be the name of a file; rename the document"):
            write_documents(Corpus((fine, fine.with_details(id=odd))), tmp_path / "out")
    for twice in ("0001", ""):
        with pytest.raises(InputError, match=f"two documents are called '{twice}'; rename one"):
            write_documents(Corpus((fine, fine.with_details(id=twice), fine.with_details(id=twice))), tmp_path / "out")
    lossy = [fine.with_details(id=id).with_edits([replace(fine.edits[0], comment="?")]) for id in ("0002", "0003")]
    with pytest.raises(LossError, match=r"out: the format hoo cannot hold 2 comments \(first: document 0002\)"):
        write_documents(Corpus((fine, *lossy)), tmp_path / "out", loss="error")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileError, match=r"none.out cannot be written: No such file or directory"):
        write_documents(Corpus((fine, *lossy)), tmp_path / "none" / "out", loss="ignore")
    with pytest.warns(ErrataWarning, match=r"out: the format hoo cannot hold 2 comments") as caught:
        lost = write_documents(Corpus((fine, *lossy)), tmp_path / "out")
    assert ([item.count for item in lost], len(caught)) == ([2], 1)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_text_that_is_there_is_not_touched(tmp_path: Path) -> None:
    """BRAT puts texts beside its edits; nothing is written if one of them belongs to something else."""
    documents = Corpus(tuple(Text.document(id, "He go.", []) for id in ("0001", "0002")))
    write_documents(documents, tmp_path, "brat")
    write_documents(documents, tmp_path, "brat")
    (tmp_path / "0002.txt").write_text("mine")
    (tmp_path / "0001.ann").write_text("old")
    with pytest.raises(FormatError, match=r"0002\.txt already exists and holds another text"):
        write_documents(documents, tmp_path, "brat")
    assert ((tmp_path / "0002.txt").read_text(), (tmp_path / "0001.ann").read_text()) == ("mine", "old")


def test_the_format_of_a_folder_may_be_named(tmp_path: Path) -> None:
    """Files that are not in it are left out, and said; one that nobody knows is refused."""
    gold, _ = folders(tmp_path)
    with pytest.raises(errata.UnknownNameError, match="no format is called 'nonsense'"):
        read_documents(gold, format="nonsense")
    with pytest.raises(FormatError, match=r"gold has no files \*\.ann"):
        read_documents(gold, format="brat")
    with (
        pytest.warns(ErrataWarning, match="gold: 2 files in other formats were skipped, first 0001GE.xml"),
        pytest.raises(FormatError, match="gold has no files in the format hoo-inline"),
    ):
        read_documents(gold, format="hoo-inline")
    write_file(gold)("0003.xml", "<HOO>He go</HOO>")
    with pytest.warns(ErrataWarning, match="gold: 2 files in other formats were skipped"):
        assert [document.id for document in read_documents(gold, format="hoo-inline")] == ["0003"]
    with pytest.warns(ErrataWarning, match="gold: 1 documents without stand-off edits were skipped, first 0003.xml"):
        assert [document.id for document in read_documents(gold, format="hoo")] == ["0001", "0002"]


def test_a_folder_of_m2_files_is_read_as_documents(tmp_path: Path) -> None:
    """Each is one, called by its name."""
    for name in ("12345", "12346", "essay"):
        write_file(tmp_path)(f"{name}.m2", "S He go .\nA 1 2|||RV|||goes|||REQUIRED|||-NONE-|||0\n\nS Fine .\n\n")
    documents = read_documents(tmp_path)
    assert [document.id for document in documents] == ["12345", "12346", "essay"]
    assert documents[2].text == "He go .\nFine .\n"
    assert documents[2].edits == (Edit.of(3, 5, "go", ("goes",), "RV"),)
    assert read_submission(tmp_path, documents).texts == documents.texts
    write_file(tmp_path)("README.txt", "x")
    with pytest.warns(ErrataWarning, match=r"1 files that are not called \*\.m2 were skipped, first README\.txt"):
        assert read_documents(tmp_path).texts == documents.texts


def test_settings_of_formats_are_handed_on(tmp_path: Path) -> None:
    """To the readers and writers of files and of folders."""
    documents = Corpus(tuple(Text.document(id, "a {b} c", []) for id in ("1", "2")))
    write_documents(documents, tmp_path / "out", "ua-gec", escape=True)
    assert (tmp_path / "out" / "1.ann").read_text() == "a \\{b\\} c"
    found = read_documents(tmp_path / "out", format="ua-gec", escape=True)
    assert [document.text for document in found] == ["a {b} c"] * 2
    assert read_documents(tmp_path / "out" / "1.ann", format="ua-gec", escape=True)[0].text == "a {b} c"
    with pytest.raises(OptionError, match="format ua-gec has no setting 'x' for writing; it has: escape, alternatives"):
        write_documents(documents, tmp_path / "out", "ua-gec", x=1)


def test_bad_input_is_refused(tmp_path: Path) -> None:
    """Sentences, units nobody knows, files that are not there, texts that are none."""
    write = write_file(tmp_path)
    m2 = write("gold.m2", "S a\n\n")
    with pytest.raises(FormatError, match=r"gold\.m2 is in the format m2, which holds sentences"):
        read_documents(m2)
    with pytest.raises(InputError, match="offset_unit must be codepoint, utf8, utf16 or auto, not 'bytes'"):
        read_documents(m2, offset_unit="bytes")
    with pytest.raises(FileError, match="does not exist"):
        read_documents(tmp_path / "nowhere.xml")
    gold = write("0001GE.xml", GOLD.format(3, 5))
    for content, message in ((b"caf\xe9", "line 1: byte 0xe9 is not valid UTF-8"), (b"a\0", "line 1: a NUL byte")):
        with pytest.raises(FormatError, match=message):
            read_documents(gold, write("0001.txt", content))
    with pytest.warns(ErrataWarning, match="starts with a byte-order mark; ignored"):
        assert read_documents(gold, write("0001.txt", b"\xef\xbb\xbfHe go"))[0].text == "He go"
    assert read_documents(gold, format="hoo")[0].id == "0001"


def test_documents_are_no_sentences(tmp_path: Path) -> None:
    """Readers of sentences point to the other ones; unknown XML is named."""
    write = write_file(tmp_path)
    gold = write("0001GE.xml", GOLD.format(3, 5))
    with pytest.raises(FormatError, match=r"holds a document with edits .* \(errata\.read_documents reads documents\)"):
        errata.read(gold)
    with pytest.raises(
        FormatError, match=r"XML with the root element <html>; errata reads files that begin with .*<edits>, <HOO>"
    ):
        errata.read(write("page.xml", "<html/>"))
    with pytest.raises(FormatError, match=r"page2 is XML with the root element <html>"):
        errata.read(write("page2", "<?xml version='1.0'?><html/>"))
    with pytest.raises(FormatError, match="is no XML"):
        errata.read(write("text.xml", "a b c"))
    with pytest.raises(
        FormatError, match="holds a document with edits by character offset, but sentences are expected"
    ):
        errata.write([], tmp_path / "x.xml", "hoo")
    assert errata.formats.guess_format(write("gold", "<?xml version='1.0'?><edits/>")).name == "hoo"


@only_posix
def test_a_document_goes_into_a_pipe_or_where_a_link_leads(tmp_path: Path) -> None:
    """Neither is replaced by a file."""
    documents = Corpus((Text.document("1", "He go .", (Edit.of(3, 5, "go", ("goes",), "V", "1"),)),))
    pipe, target, link = (tmp_path / name for name in ("pipe.txt", "target.txt", "link.txt"))
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_text)
        errata.write_documents(documents, pipe, format="hoo-inline")
        written = read.result(10)
    assert (pipe.is_fifo(), "goes" in written) == (True, True)
    target.touch()
    link.symlink_to(target)
    errata.write_documents(documents, link, format="hoo-inline")
    assert (link.is_symlink(), target.read_text()) == (True, written)
