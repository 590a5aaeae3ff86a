"""Every code: what makes it appear, and nothing else with it."""

from pathlib import Path

import pytest
from tests.check.files import GOLD, PLAIN, SOURCES, UNLIKE, block, hoo, hoo_edit, text
from tests.support import NOOP, ROOT, m2_edit, write_file

from errata import validate
from errata.codes import CODES, DOCTOR
from errata.findings import SEVERITIES

Case = tuple[str, dict[str, str | bytes], int | None]
CASES: list[Case] = [
    # code, files by name, line of the first place
    ("unreadable", {"x.txt.gz": "not packed"}, None),
    ("unreadable", {"x.xml": "<?xml version='1.0'?>\n<scripts><script>\n"}, None),
    ("unreadable", {"x.xml": "<?xml version='1.0'?>\n<other/>\n"}, None),
    ("reader-warning", {"x.xml": "<edits><wrong/></edits>"}, None),
    ("empty-file", {"x.txt": ""}, None),
    ("empty-file", {"x.m2": ""}, None),
    ("empty-file", {"x.xml": "<scripts></scripts>"}, None),
    ("wrong-format", {"x.m2": "He goes home .\n"}, 1),
    ("unreadable", {"x.txt": '{"a": 1}\n{"b": 2}\n'}, None),
    ("encoding-utf16", {"x.txt": "He goes .\n".encode("utf-16")}, 1),
    ("encoding-utf16", {"x.txt": "He goes .\n".encode("utf-16-be")}, 1),
    ("encoding-latin1", {"x.txt": "Hello .\nA café .\n".encode("latin-1")}, 2),
    ("encoding-invalid", {"x.txt": "A café .\n".encode() + "Two cafés .\n".encode("latin-1")}, 2),
    ("encoding-twice", {"x.txt": "Hello .\nA café .\n".encode().decode("latin-1")}, 2),
    ("encoding-twice", {"x.txt": "It’s fine .\n".encode().decode("cp1252")}, 1),
    ("nul-byte", {"x.txt": b"He\nwent\0home\n"}, 2),
    ("bom", {"x.txt": "\ufeffHe goes .\n"}, 1),
    ("line-ends-crlf", {"x.txt": b"One .\r\nTwo .\r\n"}, 1),
    ("line-ends-mixed", {"x.txt": b"One .\nTwo .\r\n"}, 2),
    ("line-ends-cr", {"x.txt": b"One .\rTwo .\r"}, 1),
    ("lone-cr", {"x.txt": b"One .\nTw\ro .\n"}, 2),
    ("final-newline", {"x.txt": "One .\nTwo ."}, 2),
    ("control-character", {"x.txt": "One .\nTwo\x07 .\n"}, 2),
    ("control-character", {"x.txt": "One .\nTwo\u200b .\n"}, 2),
    ("control-character", {"x.m2": block(m2_edit(1, 2, "go\ufffdes"))}, 2),
    ("odd-space", {"x.txt": "One .\nTwo\u00a0or more .\n"}, 2),
    ("odd-space", {"x.txt": "One .\nTwo\tor more .\n"}, 2),
    ("odd-space", {"x.m2": block(m2_edit(1, 2, "goes\u3000on"))}, 2),
    ("outer-blank", {"x.txt": "One .\nTwo . \n"}, 2),
    ("outer-blank", {"x.m2": block(NOOP + "0", source="He goes .  ")}, 1),
    ("double-blank", {"x.txt": "One .\nTwo  .\n"}, 2),
    ("not-nfc", {"x.txt": "One .\nCafe\u0301 .\n"}, 2),
    ("unsegmented", {"x.txt": "我 喜欢 茶 。\n他喜欢吃苹果。\n"}, 2),
    ("unsegmented", {"x.m2": block(NOOP + "0", source="他喜欢吃苹果。")}, 1),
    ("unsegmented-lines", {"x.txt": "我 喜欢 茶 。\n" * 40 + "他喜欢吃苹果。\n" * 3}, 41),
    ("trailing-empty-line", {"x.txt": "One .\n\n"}, 2),
    ("m2-line", {"x.m2": block(m2_edit(1, 2, "goes"), "He goes home")}, 3),
    ("m2-line", {"x.m2": block(NOOP + "0") + "T0 target outside a block\n"}, 4),
    ("m2-passed-over", {"x.m2": block("T0-A0 He goes", NOOP + "0")}, 2),
    ("m2-passed-over", {"x.m2": block(NOOP + "0", "I 7")}, 3),
    ("m2-orphan", {"x.m2": block(NOOP + "0") + m2_edit(1, 2, "goes") + "\n"}, 4),
    ("m2-second-source", {"x.m2": f"S One .\n{NOOP}0\nS Two .\n{NOOP}0\n\n"}, 3),
    ("m2-fields", {"x.m2": block(NOOP + "0", "A 1 2|||T|||goes|||0")}, 3),
    ("m2-extra-fields", {"x.m2": block(m2_edit(1, 2, "goes") + "|||more")}, 2),
    ("m2-annotator", {"x.m2": block(NOOP + "0", m2_edit(1, 2, "go|||es"))}, 3),
    ("m2-annotator", {"x.m2": block(NOOP + "0", m2_edit(1, 2, "goes", "9" * 5000))}, 3),
    ("m2-offsets", {"x.m2": block(NOOP + "0", "A 1|||T|||goes|||REQUIRED|||-NONE-|||0")}, 3),
    ("m2-offsets", {"x.m2": block(NOOP + "0", "A one 2|||T|||goes|||REQUIRED|||-NONE-|||0")}, 3),
    ("m2-lost-alternative", {"x.m2": block("A 1 2|||T|||goes|||||REQUIRED|||-NONE-|||0")}, 2),
    ("m2-required", {"x.m2": block("A 1 2|||T|||goes|||yes|||-NONE-|||0")}, 2),
    ("edit-unchanged", {"x.m2": block(m2_edit(1, 2, "go"))}, 2),
    ("edit-unchanged", {"x.m2": block(m2_edit(1, 1, ""))}, 2),
    ("edit-duplicate", {"x.m2": block(m2_edit(1, 2, "goes"), m2_edit(1, 2, "goes"))}, 3),
    ("edit-duplicate", {"x.m2": block(NOOP + "0", NOOP + "0")}, 3),
    ("insertion-repeated", {"x.m2": block(m2_edit(1, 1, "very"), m2_edit(1, 1, "very"))}, 3),
    ("edit-unsorted", {"x.m2": block(m2_edit(1, 2, "goes"), m2_edit(0, 1, "She"))}, 3),
    ("edit-unsorted", {"x.m2": block(m2_edit(1, 2, "goes"), m2_edit(1, 1, "never"))}, 3),
    ("noop-mixed", {"x.m2": block(m2_edit(1, 2, "goes"), NOOP + "0")}, 3),
    ("annotator-absent", {"x.m2": block(NOOP + "0", NOOP + "1") + block(NOOP + "0")}, 5),
    ("not-annotated", {"x.m2": block(NOOP + "0") + block()}, 4),
    ("annotator-ids", {"x.m2": block(NOOP + "0", NOOP + "2")}, 3),
    ("annotator-ids", {"x.m2": block(NOOP + "Ann")}, 2),
    ("offset-range", {"x.m2": block(m2_edit(2, 4, "x"))}, 2),
    ("offset-range", {"x.m2": block(m2_edit(2, 1, "x"))}, 2),
    ("overlap", {"x.m2": block(m2_edit(0, 2, "x"), m2_edit(1, 3, "y"))}, 3),
    ("overlap", {"x.m2": block(m2_edit(0, 2, "x"), m2_edit(0, 2, "y"))}, 3),
    ("type-missing", {"x.m2": block(m2_edit(1, 2, "goes", kind=""))}, 2),
    ("line-count", {"gold.m2": GOLD, "x.txt": PLAIN + "More .\n"}, 21),
    ("line-count", {"one.txt": PLAIN, "two.txt": PLAIN + "\n"}, 21),
    ("line-count", {"gold.m2": GOLD, "x.m2": GOLD + block(NOOP + "0")}, 61),
    ("no-references", {"x.txt": PLAIN, "gold.m2": GOLD.replace(f"{NOOP}0\n", "")}, None),
    ("no-references", {"x.txt": "He goes\n", "gold.csv": "source,output\nHe go,He goes\n"}, None),
    ("reference-is-source", {"gold.csv": "source,reference\na,a\nb,b\nc,c\n"}, None),
    (
        "output-is-reference",
        {
            "gold.csv": "source,reference\n" + "".join(f"a b{n},a c{n}\n" for n in range(50)),
            "x.txt": text([f"a c{n}" for n in range(50)]),
        },
        None,
    ),
    (
        "output-is-reference",
        {
            "gold.m2": "".join(block(m2_edit(1, 2, f"c{n}"), source=f"a b{n}") for n in range(50)),
            "x.txt": text([f"a c{n}" for n in range(50)]),
        },
        None,
    ),
    ("no-output", {"gold.m2": GOLD, "x.m2": GOLD.replace(f"{NOOP}0\n", "")}, None),
    ("ids-differ", {"gold.csv": "id,source,reference\n1,a,b\n", "x.csv": "id,output\n2,b\n"}, None),
    ("ids-order", {"gold.csv": "id,source,reference\n1,a,b\n2,c,d\n", "x.csv": "id,output\n2,d\n1,b\n"}, None),
    ("rows-differ", {"gold.csv": "source,reference\na,b\nc,d\n", "x.csv": "source,output\na,b\n"}, None),
    ("sources-order", {"gold.csv": "source,reference\na,b\nc,d\n", "x.csv": "source,output\nc,d\na,b\n"}, None),
    ("numbers-order", {"gold.csv": "source,reference\na,b\nc,d\n", "x.csv": "id,output\n2,d\n1,b\n"}, None),
    ("source-differs", {"gold.m2": GOLD, "x.m2": GOLD.replace("thing3", "other")}, 10),
    ("source-differs", {"gold.csv": "source,target\na,b\n", "x.csv": "source,target\nx,b\n"}, None),
    ("source-tokens", {"gold.m2": GOLD, "x.m2": GOLD.replace("aaaa ,", "aaaa,")}, 1),
    ("misaligned", {"one.txt": text(UNLIKE), "two.txt": text([*UNLIKE[:8], *UNLIKE[9:], "The end ."])}, 9),
    ("misaligned", {"one.txt": text(UNLIKE), "two.txt": text(UNLIKE[::-1])}, 1),
    ("shifted", {"one.txt": text(UNLIKE), "two.txt": text([*UNLIKE[:12], *UNLIKE[13:], "The end ."])}, 13),
    ("unrelated", {"gold.m2": GOLD, "x.txt": "Nothing at all in common\n" * 20}, 1),
    ("many-empty", {"gold.m2": GOLD, "x.txt": "\n" * 20}, 1),
    ("empty-line", {"gold.m2": GOLD, "x.txt": PLAIN.replace(SOURCES[4], "")}, 5),
    ("entity", {"gold.m2": GOLD, "x.txt": PLAIN.replace(" .", " &quot; .")}, 1),
    ("chatter", {"gold.m2": GOLD, "x.txt": PLAIN.replace("Sentence", "Here you are : Sentence")}, 1),
    ("chatter", {"gold.m2": GOLD, "x.txt": "Corrected: " + PLAIN}, 1),
    ("no-sentence", {"gold.m2": GOLD, "x.txt": PLAIN.replace(SOURCES[4], "N/A")}, 5),
    ("versions", {"gold.m2": GOLD, "x.txt": PLAIN.replace(SOURCES[4], f"{SOURCES[4]} OR {SOURCES[4][:-1]}!")}, 5),
    ("model-marks", {"gold.m2": GOLD, "x.txt": PLAIN.replace("thing3 ", "thing3 <|im_end|> ")}, 4),
    ("csv-quotes", {"gold.m2": GOLD, "x.txt": PLAIN.replace(SOURCES[4], f'"{SOURCES[4][:-1]}""so"" ."')}, 5),
    ("swapped", {"one.txt": text(UNLIKE), "two.txt": text([UNLIKE[1], UNLIKE[0], *UNLIKE[2:]])}, 1),
    ("subwords", {"gold.m2": GOLD, "x.txt": PLAIN.replace("thing", "th@@ ing")}, 1),
    ("wrapped", {"gold.m2": GOLD, "x.txt": text([f'" {line} "' for line in SOURCES])}, 1),
    ("markup", {"gold.m2": GOLD, "x.txt": PLAIN.replace("thing3", "**thing3**")}, 4),
    ("typography", {"gold.m2": GOLD.replace("and", "'s"), "x.txt": PLAIN.replace("and", "’s")}, 1),
    ("look-alikes", {"gold.m2": GOLD, "x.txt": PLAIN.replace("thing", "thıng")}, 1),
    ("tokenisation", {"gold.m2": GOLD, "x.txt": PLAIN.replace(" .", ".")}, None),
    ("tokenisation", {"gold.m2": GOLD, "x.txt": PLAIN.replace(" .", ".", 4)}, None),
    ("final-marks", {"gold.m2": GOLD, "x.txt": PLAIN.replace(" .", "")}, None),
    (
        "cut-short",
        {"gold.m2": GOLD, "x.txt": text([line[: 30 if n in (4, 7, 9) else 99] for n, line in enumerate(SOURCES)])},
        5,
    ),
    ("unchanged-run", {"gold.m2": GOLD * 8, "x.txt": PLAIN.replace("tells", "told") * 2 + PLAIN * 6}, 41),
    ("tokens-differ", {"gold.m2": GOLD, "x.txt": PLAIN.replace(" ,", ",")}, 1),
    ("tokens-differ", {"gold.m2": GOLD, "x.txt": PLAIN.replace("of thing", "it").replace(" ,", ",")}, None),
    ("output-annotators", {"gold.m2": GOLD, "x.m2": GOLD.replace("\n\n", f"\n{NOOP}1\n\n")}, None),
    ("documents-differ", {"0001.xml": hoo(), "0002.xml": hoo()}, None),
    ("index-duplicate", {"1.xml": hoo(hoo_edit(0, 2, "He", "She"), hoo_edit(3, 5, "go", "goes"))}, None),
]


def names(files: dict[str, str | bytes], folder: Path) -> list[Path]:
    write = write_file(folder)
    return [write(name, content) for name, content in files.items()]


@pytest.mark.parametrize(("code", "files", "line"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_each_code_alone(tmp_path: Path, code: str, files: dict[str, str | bytes], line: int | None) -> None:
    """Exactly one finding, in the last file, at the line where the trouble is."""
    paths = names(files, tmp_path)
    found = validate(*paths)
    assert [finding.code for finding in found] == [code]
    assert (found[0].line, found[0].file) == (line, str(paths[-1]))
    assert found[0].severity == CODES[code].severity
    assert found[0].remedy == CODES[code].remedy


def test_different_unicode_forms_are_found_beside_those_of_the_file_itself(tmp_path: Path) -> None:
    """The file with decomposed characters has both findings."""
    paths = names(
        {"gold.m2": GOLD.replace("bbbb", "bébé"), "x.txt": PLAIN.replace("bbbb", "be\u0301be\u0301")}, tmp_path
    )
    assert [(f.code, f.line) for f in validate(*paths)] == [("unicode-forms", 2), ("not-nfc", 2)]


def test_a_table_is_found_beside_its_tabs(tmp_path: Path) -> None:
    """Tabs in most lines where the sources have none."""
    paths = names({"gold.m2": GOLD, "x.txt": PLAIN.replace("Sentence ", "Sentence\t")}, tmp_path)
    assert [(f.code, f.line, f.count) for f in validate(*paths)] == [("odd-space", 1, 20), ("table", 1, 20)]


COVERED_ELSEWHERE = {
    # tests/check/test_documents.py has a case for each
    *("original-mismatch", "original-blank", "index-missing", "same-point", "noop", "insert-empty", "null-only"),
    *("duplicate-correction", "null-not-first", "cset-single", "cset-lengths", "not-xml-char"),
    *("unicode-forms", "table"),
    "reference-twice",  # tests/check/test_together.py: references are named by an option
    *("other-outputs", "merged-groups"),  # tests/nonsense/judgements.py, tests/api/test_metaeval.py
}


def test_every_code_has_a_case() -> None:
    """The table above is complete, and names no code that there is not."""
    assert {case[0] for case in CASES} | COVERED_ELSEWHERE == set(DOCTOR)


def test_every_code_is_documented() -> None:
    """The page has a row for each code, with its severity, meaning and remedy as the catalogue has them."""
    rows = [
        [cell.strip() for cell in line.split(" | ")]
        for line in (ROOT / "docs" / "validate.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    documented = {row[0].strip("| `"): row[1:] for row in rows}
    expected = {  # three bars cannot stand in a table
        name: [code.severity, *(part.replace("|||", "¦¦¦") for part in (code.meaning, code.remedy.command))]
        for name, code in CODES.items()
    }
    assert {name: [*cells[:2], cells[2].removesuffix(" |")] for name, cells in documented.items()} == expected
    assert all(code.severity in SEVERITIES for code in CODES.values())
