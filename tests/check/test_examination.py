"""Which file is what, and how findings add up."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.check.files import GOLD, PLAIN, SOURCES, block, hoo, hoo_edit, text
from tests.support import EXAMPLES, NOOP, example_gold, m2_edit, sample, shared, write_file

import errata
from errata import Edit, FileError, InputError, Layer, Place, Text, validate
from errata.check.examination import examine
from errata.check.repair import repair
from errata.findings import SEVERITIES
from errata.formats import get_format


def roles(*files: Path, **named: str | list[str]) -> list[str]:
    gold, source, references = named.get("gold"), named.get("source"), named.get("references", [])
    assert not isinstance(gold, list)
    assert not isinstance(source, list)
    _, examined = examine([str(path) for path in files], gold=gold, source=source, references=list(references))
    return [file.role for file in examined]


def test_documents_in_records_are_compared_with_their_texts(tmp_path: Path) -> None:
    """As those in other formats are."""
    gold, source = tmp_path / "gold.jsonl", write_file(tmp_path)("0001.txt", "He go.")
    edit = Edit.of(3, 5, "go", ("goes",), "RV", "1")
    get_format("jsonl").write(gold, [Text.document("0001", "He go.", [edit])])
    assert validate(gold, source=source) == []
    source.write_text("He went.")
    [found] = validate(gold, source=source)
    assert found.code == "unreadable"
    assert "document 0001 has a different source text" in found.message


def test_roles(tmp_path: Path) -> None:
    """The first annotated file is the gold, wherever it stands; options come first."""
    write = write_file(tmp_path)
    gold, other, plain, text = write("g.m2", GOLD), write("o.m2", GOLD), write("p.txt", PLAIN), write("t.txt", PLAIN)
    assert roles(gold) == ["gold"]
    assert roles(plain) == ["text"]
    assert roles(plain, text) == ["text", "text"]
    assert roles(plain, gold, other) == ["output", "gold", "output"]
    assert roles(gold, gold=str(other)) == ["gold", "output"]
    assert roles(plain, gold, source=str(text)) == ["source", "output", "gold"]
    assert roles(gold, source=str(plain), references=[str(text)]) == ["source", "reference", "output"]
    _, examined = examine([str(gold), str(other), str(plain)], apart=True)
    assert [file.role for file in examined] == ["gold", "gold", "text"]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("system\tew\trange\nA\t1\t1-2\nB\t0.5\t2\n", ("scores", 2, [])),
        ("\ufeffsystem\tindex\tscore\nA\t0\t1\nA\t1\t1\nB\t0\t0\n", ("scores", 3, ["reader-warning"])),
        ("system\tew\nA\tgood\n", ("scores", None, ["unreadable"])),
        ("system\tindex\tscore\nA\t0\t1\nA\t0\t1\n", ("scores", None, ["unreadable"])),
        ("system\tsource\toutput\nA\tOne .\tOne .\n", ("gold", 1, ["no-references"])),
    ],
)
def test_scores_of_systems_are_told_from_sentences(
    table: str, expected: tuple[str, int | None, list[str]], tmp_path: Path
) -> None:
    """A column for systems and none for texts or edits: what `errata metaeval` takes."""
    path = tmp_path / "table.tsv"
    path.write_text(table, encoding="utf-8")
    _, [file] = examine([str(path)])
    assert (file.role, file.n_items, [finding.code for finding in file.findings]) == expected


@pytest.mark.parametrize(
    ("named", "codes"),
    [
        ({"gold": "p.txt"}, ["wrong-format"]),
        ({"source": "g.m2"}, ["wrong-format"]),
        ({"references": ["g.m2"], "source": "p.txt"}, ["wrong-format"]),
        ({"source": "p.txt"}, []),
        ({"source": "other.txt", "gold": "g.m2"}, ["source-differs"]),
        ({"source": "long.txt", "gold": "g.m2"}, ["line-count"]),
        ({"source": "p.txt", "references": ["long.txt"]}, ["line-count"]),
    ],
)
def test_named_roles_are_checked(tmp_path: Path, named: dict[str, str | list[str]], codes: list[str]) -> None:
    """A format that cannot play its role, a source that is not the gold's, a reference that is too long."""
    write = write_file(tmp_path)
    write("g.m2", GOLD)
    write("p.txt", PLAIN)
    write("other.txt", PLAIN.replace("thing7", "nothing"))
    write("long.txt", PLAIN + "More .\n")

    def path(name: str | list[str] | None) -> str | None:
        return None if name is None else str(tmp_path / str(name))

    found = validate(
        write("out.txt", PLAIN),
        gold=path(named.get("gold")),
        source=path(named.get("source")),
        references=[str(tmp_path / name) for name in named.get("references", [])],
    )
    assert [finding.code for finding in found] == codes


def test_findings_of_a_kind_are_one(tmp_path: Path) -> None:
    """The first in words, ten places, the number of all."""
    path = write_file(tmp_path)("x.txt", text([f"{line} " for line in SOURCES]))
    [found] = validate(path)
    assert (found.code, found.count, found.line, found.sentence) == ("outer-blank", 20, 1, None)
    assert found.places == tuple(Place(n) for n in range(1, 11))
    assert found.message == "'Sentence 0 tells of …nd of aaaa , too . ' ends with a space"


def test_bad_findings_come_first(tmp_path: Path) -> None:
    """Then by line."""
    lines = block(m2_edit(1, 2, "go"), m2_edit(0, 9, "x"), source="He go  home") + block(NOOP + "1") + "rubbish\n"
    found = validate(write_file(tmp_path)("x.m2", lines))
    assert [(each.code, each.line) for each in found] == [
        ("offset-range", 3),
        ("m2-line", 8),
        ("double-blank", 1),
        ("edit-unchanged", 2),
        ("overlap", 2),
        ("edit-unsorted", 3),
        ("annotator-absent", 1),
    ]


def test_offsets_counted_at_single_blanks_are_recognised(tmp_path: Path) -> None:
    """Empty tokens between double blanks explain an edit that does not fit."""
    found = validate(write_file(tmp_path)("x.m2", block(m2_edit(3, 4, "x"), source="He go   home")))
    assert found[0].message == (
        "edit 3 4 does not fit a sentence of 3 tokens; it would if empty tokens between double spaces were counted "
        "(5 tokens)"
    )


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.m2", block(m2_edit(1, 2, "go", kind="UNK")), "an error that was found but not corrected"),
        (
            "x.m2",
            block(m2_edit(1, 1, "a"), m2_edit(1, 1, "b"), m2_edit(1, 1, "a")),
            "an insertion with another between",
        ),
        ("x.m2", block(m2_edit(1, 2, "goes")) + block(), "no noop line anywhere: this file does not use them"),
        ("x.txt", "One .\n \nTwo .\n", "a line of blanks is empty, not a sentence with blanks around it"),
    ],
)
def test_what_is_not_worth_a_word(tmp_path: Path, name: str, content: str, why: str) -> None:
    """Legal, and meant so."""
    assert validate(write_file(tmp_path)(name, content)) == [], why


def test_all_edits_inside_a_wide_one_overlap_it(tmp_path: Path) -> None:
    """Not only the next."""
    lines = block(m2_edit(0, 3, "x"), m2_edit(1, 2, "y"), m2_edit(2, 3, "z"), m2_edit(3, 3, "."))
    found = validate(write_file(tmp_path)("x.m2", lines))
    assert [(each.code, each.count) for each in found] == [("overlap", 2)]


def test_the_byte_that_is_no_utf8_is_named(tmp_path: Path) -> None:
    """Its number in the line counts bytes, from 1, and what it is in another encoding is said."""
    path = write_file(tmp_path)("x.txt", b"One .\n" + "é ".encode() + b"caf\xe9\n")
    [found] = validate(path)
    message = "byte 7 of the line, 0xe9, is not valid UTF-8; it would be 'é' in Windows-1252 and the like"
    assert (found.line, found.message) == (2, message)


def test_xml_from_standard_input_is_not_taken_for_sentences(tmp_path: Path) -> None:
    """Nor in an encoding that is not UTF-8."""
    found = validate(write_file(tmp_path)("x", b"<?xml version='1.0'?>\n<edits>\xe9</edits>\n"))
    assert [each.code for each in found] == ["unreadable", "encoding-latin1"]


def test_systems_need_no_types(tmp_path: Path) -> None:
    """In M2 and in documents: good to know, no more."""
    write = write_file(tmp_path)
    bare = hoo(hoo_edit(0, 2, "He", "She").replace(' type="T"', ""))
    for gold, system in (
        (write("g.m2", block(m2_edit(1, 2, "goes"))), write("s.m2", block(m2_edit(1, 2, "goes", kind="")))),
        (write("0001.xml", hoo()), write("0001a.xml", bare)),
    ):
        assert [(each.code, each.severity) for each in validate(gold, system)] == [("type-missing", "info")]


def test_other_formats_are_checked_by_their_readers(tmp_path: Path) -> None:
    """Their edits as well, by sentence; in I-measure XML the order of edits means nothing."""
    lines = block(m2_edit(1, 3, "x"), m2_edit(1, 2, "goes", 1), m2_edit(0, 1, "She", 1))
    errata.write(errata.read(write_file(tmp_path)("x.m2", lines)), tmp_path / "x.xml")
    assert validate(tmp_path / "x.xml") == []
    with pytest.warns(errata.ErrataWarning, match="several corrections|OPTIONAL edits"):
        errata.write(example_gold(), tmp_path / "gold.xml", retokenise=False, loss="ignore")
    assert [each.code for each in validate(tmp_path / "gold.xml")] == ["annotator-absent"]
    document = (
        '{"format":"gec-jsonl/1","id":"1","text":"He go","annotations":[{"annotator":"0","edits":[{"start":3,'
        + ('"end":9,"unit":"char","original":"go","corrections":["goes"],"type":"T","index":"1"}]}]}\n')
    )
    [found] = validate(write_file(tmp_path)("x.jsonl", document))
    assert (found.code, found.message) == (
        "offset-range",
        "document 1, edit 1 at 3 to 9 is outside the text of 5 characters",
    )
    path = write_file(tmp_path)("y.xml", (tmp_path / "x.xml").read_text().replace('end="2"', 'end="9"'))
    assert [(each.code, each.line, each.sentence) for each in validate(path)][:1] == [("offset-range", None, 1)]


def test_documents_are_read_with_their_texts(tmp_path: Path) -> None:
    """Files and folders; an edit that does not fit its text is found though no unit of offsets fits."""
    write = write_file(tmp_path)
    (tmp_path / "gold").mkdir()
    (tmp_path / "texts").mkdir()
    write("gold/0001.xml", hoo(hoo_edit(3, 5, "so", "goes")))
    write("texts/0001.txt", "He go home.")
    assert validate(tmp_path / "gold") == []
    found = validate(tmp_path / "gold", source=tmp_path / "texts")
    assert [(each.code, each.severity) for each in found] == [
        ("original-mismatch", "error"),
        ("reader-warning", "warning"),
    ]
    assert found[0].message == "document 0001, edit 1 at 3 to 5 should change 'so', but the text has 'go'"
    again = validate(tmp_path / "gold" / "0001.xml", source=tmp_path / "texts" / "0001.txt", offset_unit="utf8")
    assert [each.code for each in again] == ["original-mismatch"]


def test_each_layer_of_a_document_is_checked() -> None:
    """Edits of different annotators never meet."""
    edits = (Edit.of(3, 5, "go", ("goes",), "T", "1"), Edit.of(3, 5, "go", ("went",), "T", "2"))
    apart = Text.document("1", layers=(Layer(0, edits[:1]), Layer(1, edits[1:])))
    assert validate(apart) == []
    assert [found.code for found in validate(Text.document("1", edits=edits))] == ["same-point", "overlap"]


def test_errors_may_be_raised(tmp_path: Path) -> None:
    """All of them in one message, with their places."""
    path = write_file(tmp_path)("x.m2", block(m2_edit(0, 9, "x")))
    message = r"the input has 1 errors: .*x.m2, line 2: edit 0 9 does not fit a sentence of 3 tokens \(offset-range\)"
    with pytest.raises(InputError, match=message):
        validate(path, strict=True)
    assert validate(write_file(tmp_path)("y.m2", GOLD), strict=True) == []


def test_wrong_use_is_refused(tmp_path: Path) -> None:
    """No file, a missing file, one file twice."""
    with pytest.raises(InputError, match="nothing to validate"):
        validate()
    with pytest.raises(FileError, match="does not exist"):
        validate(tmp_path / "none.txt")
    path = write_file(tmp_path)("x.txt", PLAIN)
    with pytest.raises(InputError, match="given twice"):
        validate(path, path)


def test_the_example_corpus_is_sound() -> None:
    """One annotator is absent from some sentences, on purpose; a paraphrase is far from its source, rightly so."""
    found = validate(EXAMPLES / "gold.m2", *sorted(EXAMPLES.glob("*.txt")))
    assert [(each.code, each.severity, each.count, Path(each.file).name) for each in found] == [
        ("annotator-absent", "info", 18, "gold.m2"),
        ("unrelated", "warning", 116, "paraphrase.txt"),
    ]


PIECES = [
    *(b"S a b\n", b"A 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n", b"\n", b"\r", b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"a"),
    *(b"\xe9", "é".encode(), b"{}\n", b"<?xml", b"<scripts>", b"<edits>", b"\x1f\x8b", b" ", b"\t", b"|||"),
]
BYTES = st.one_of(st.binary(max_size=60), st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))


@given(BYTES, BYTES, st.sampled_from(["x.txt", "x.m2", "x.xml", "x", "x.txt.gz", "x.m2.xz", "x.jsonl", "x.tsv"]))
def test_no_bytes_can_crash_it(one: bytes, two: bytes, name: str) -> None:
    """Whatever is in the files, there are findings or none, and copies or none."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        write = write_file(folder)
        paths = [str(write(name, one)), str(write("y.txt", two))]
        for apart in (False, True):
            files, examined = examine(paths, apart=apart)
            assert all(each.severity in SEVERITIES and each.remedy for file in examined for each in file.findings)
        repair(files, str(folder / "fixed"))


DATA = ["conll14", "jfleg", "more", "seeda", "weights", "human"]


@pytest.mark.parametrize("part", DATA)
def test_every_file_of_the_field_can_be_looked_at(part: str) -> None:
    """Each by itself; only XML, JSON and tables of other programs are not understood."""
    paths = sorted(path for path in shared(f"data/{part}").rglob("*") if path.is_file())
    found = validate(*paths[: sample(len(paths), 10)], apart=True)
    assert {each.code for each in found if each.severity == "error"} <= {"unreadable", "offset-range", "unsegmented"}
    assert all(each.file.endswith((".xml", ".tsv", ".json")) for each in found if each.code == "unreadable")


def summary(*paths: Path) -> list[tuple[str, str, int, int | None]]:
    return [(Path(each.file).name, each.code, each.count, each.line) for each in validate(*paths)]


def test_what_is_known_of_the_conll_2014_files() -> None:
    """Absent annotators in the gold; blanks, an empty line, entities and lines out of step in the submissions."""
    data = shared("data/conll14")
    assert summary(data / "gold.m2", *sorted((data / "systems").glob("*.txt"))) == [
        ("gold.m2", "not-annotated", 136, 1),
        ("gold.m2", "annotator-absent", 88, 5),
        ("IITB.txt", "outer-blank", 1312, 1),
        ("INPUT.txt", "outer-blank", 1312, 1),
        ("NTHU.txt", "outer-blank", 3, 37),
        ("NTHU.txt", "shifted", 6, 38),
        ("PKU.txt", "outer-blank", 1, 370),
        ("POST.txt", "empty-line", 1, 24),
        ("RAC.txt", "outer-blank", 1, 937),
        ("RAC.txt", "entity", 2, 951),
        ("SJTU.txt", "outer-blank", 1312, 1),
    ]
    assert summary(data / "src.txt", data / "ref0.txt", data / "ref1.txt") == [("ref1.txt", "empty-line", 3, 24)]
    assert summary(data / "errant" / "gold.m2", *sorted((data / "errant").glob("[A-Z]*.m2"))) == []


def test_what_is_known_of_other_files() -> None:
    """An annotator absent from 261 Czech sentences; offsets of Russian ones that count empty tokens; a colon."""
    data = shared("data/more")
    assert summary(data / "cs_geccc" / "test.sentence.m2") == [
        ("test.sentence.m2", "control-character", 1, 37569),  # a correction with a mark of direction in it
        ("test.sentence.m2", "annotator-absent", 261, 5784),
    ]
    assert summary(data / "ru_relco" / "errors_tagged.m2") == [
        ("errors_tagged.m2", "offset-range", 4, 969),
        ("errors_tagged.m2", "control-character", 9, 4),
        ("errors_tagged.m2", "double-blank", 459, 613),
    ]
    chinese = data / "zh_mucgec"
    assert summary(chinese / "demo.ref.m2.char", chinese / "demo.hyp.m2.char", chinese / "demo.input") == [
        ("demo.ref.m2.char", "annotator-absent", 11, 1),
        ("demo.ref.m2.char", "m2-passed-over", 29, 2),
        ("demo.hyp.m2.char", "source-differs", 1, 5),
        ("demo.hyp.m2.char", "m2-passed-over", 20, 2),
        ("demo.input", "unsegmented", 20, 1),
        ("demo.input", "tokenisation", 1, None),
        ("demo.input", "final-newline", 1, 20),
    ]
    assert [each.code for each in validate(chinese / "LICENSE.txt")][1] == "line-ends-crlf"
