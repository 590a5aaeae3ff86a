"""XML is read without trust."""

from itertools import chain, repeat
from pathlib import Path

import pytest
from tests.support import write_file

from errata import FormatError
from errata.formats import hoo, hoo_inline
from errata.formats.xml import feed, root_element

EDIT = '<edit start="0" end="1"><original>{}</original></edit>'
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE edits [<!ENTITY lol "lol">'
    + "".join(f'<!ENTITY lol{n} "{f"&lol{n - 1 or str()};" * 10}">' for n in range(1, 10))
    + "]><edits>&lol9;</edits>"
)

BAD = {
    "entity bomb": (LAUGHS, r"line 1: the document type holds declarations, which are not read"),
    "external entity": (
        '<!DOCTYPE edits [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<edits>&x;</edits>',
        "the document type holds declarations",
    ),
    "parameter entity": (
        '<!DOCTYPE edits [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><edits/>',
        "the document type holds declarations",
    ),
    "undefined entity": ("<edits>\n&nbsp;</edits>", r"line 2: not well-formed XML \(undefined entity"),
    "undefined entity of a document type elsewhere": (
        '<!DOCTYPE edits SYSTEM "edits.dtd"><edits>&nbsp;</edits>',
        "line 1: not well-formed XML",
    ),
    "unclosed": ("<edits>\n<edit>\n", r"line 3: not well-formed XML \(no element found\)"),
    "mismatched": ("<edits></edit>", "mismatched tag"),
    "text": ("He go home.\n", r"not well-formed XML \(syntax error\)"),
    "empty": ("", r"line 1: not well-formed XML \(no element found\)"),
    "two roots": ("<edits/><edits/>", "junk after document element"),
    "control character": ("<edits>\x01</edits>", "not well-formed"),
    "NUL": ("<edits>\0</edits>", "not well-formed"),
    "deep": ("<edits>" + "<edit>" * 100, "line 1: elements are nested more than 64 deep"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_xml_is_refused_with_file_and_line(tmp_path: Path, case: str) -> None:
    """Entities are not expanded, nothing outside the file is opened."""
    content, message = BAD[case]
    path = write_file(tmp_path)("bad.xml", content)
    with pytest.raises(FormatError, match=rf"bad\.xml, {message}" if message.startswith("line") else message):
        hoo.read(path)


def test_a_document_type_without_declarations_is_passed_over(tmp_path: Path) -> None:
    """Nothing is fetched for it."""
    content = f'<!DOCTYPE edits SYSTEM "http://localhost:9/edits.dtd"><edits>{EDIT.format("a")}</edits>'
    assert len(hoo.read(write_file(tmp_path)("1.xml", content)).edits) == 1


@pytest.mark.parametrize("element", [b"<edits>", b"<HOO>", b"<!-- comment --><HOO>\n"])
def test_endless_nesting_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, element: bytes) -> None:
    """Reading stops with the first piece, however long the file."""
    monkeypatch.setattr("errata.formats.xml.read_bytes", lambda path: repeat(element * 100_000))
    with pytest.raises(FormatError, match=r"deep\.xml, line \d+: "):
        hoo.read("deep.xml")
    with pytest.raises(FormatError, match=r"deep\.xml, line \d+: "):
        hoo_inline.read("deep.xml")


def test_more_than_a_gigabyte_is_no_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless text without nesting is refused as well."""
    monkeypatch.setattr("errata.formats.xml._MAX_SIZE", 1 << 20)
    monkeypatch.setattr("errata.formats.xml.read_bytes", lambda path: chain([b"<HOO>"], repeat(b"a" * 100_000)))
    with pytest.raises(FormatError, match="holds more than 0 GiB of XML"):
        hoo_inline.read("long.xml")


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-8-sig", "utf-8"),
        ("latin-1", "ISO-8859-1"),
        ("cp1252", "windows-1252"),
        ("utf-16", "UTF-16"),
        ("utf-16", ""),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "utf-16"),
        ("utf-32", ""),
    ],
)
def test_any_declared_encoding_is_read(tmp_path: Path, encoding: str, declared: str) -> None:
    """Or the one that the byte-order mark shows."""
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else '<?xml version="1.0"?>'
    content = f"{head}<edits>{EDIT.format('é')}</edits>".encode(encoding)
    path = write_file(tmp_path)("1.xml", content)
    assert hoo.read(path).edits[0].original == "é"
    assert root_element(path) == "edits"


def test_several_bytes_a_character(tmp_path: Path) -> None:
    """Also encodings that the parser itself does not know."""
    content = f'<?xml version="1.0" encoding="Shift_JIS"?><edits>{EDIT.format("犬")}</edits>'.encode("shift_jis")
    assert hoo.read(write_file(tmp_path)("1.xml", content)).edits[0].original == "犬"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"<edits>\n{EDIT.format('é')}</edits>".encode("latin-1"), r"line 2: byte 0xe9 is not valid UTF-8"),
        (b'<?xml version="1.0" encoding="klingon"?><edits/>', "declares the encoding 'klingon'"),
        (b'<?xml version="1.0" encoding="UTF-16"?><edits/>', "declares the encoding 'UTF-16', which is wrong"),
        *(
            (f'<?xml version="1.0" encoding="{name}"?><edits/>'.encode(), f"declares the encoding '{name}'")
            for name in ("base64", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7", "charmap")
        ),
        (b'<?xml version="1.0" encoding="US-ASCII"?>\n<edits>\xe9</edits>', r"line 2: byte 0xe9 is not valid US-ASCII"),
        ("<?xml?><edits/>".encode("utf-16")[:-1], "is not valid UTF-16"),
    ],
)
def test_wrong_encodings_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """With file, line and byte."""
    path = write_file(tmp_path)("1.xml", content)
    with pytest.raises(FormatError, match=message):
        hoo.read(path)


@pytest.mark.parametrize(
    ("content", "root"),
    [
        ("<edits/>", "edits"),
        ("\n <?xml version='1.0'?>\n<!-- <no> -->\n<!DOCTYPE HOO [ <!-- x --> ]>\n<x:HOO xmlns:x='y'>", "HOO"),
        ("plain text", ""),
        ("", ""),
        ('<?xml version="1.0" encoding="klingon"?><edits/>', "edits"),
    ],
)
def test_the_outermost_element_is_found(tmp_path: Path, content: str, root: str) -> None:
    """Without reading on."""
    assert root_element(write_file(tmp_path)("x.xml", content)) == root


def test_a_parser_that_waits_gets_twice_as_much() -> None:
    """What it has to begin anew is at most twice the text, however long one comment is."""
    taken: list[int] = []
    pieces = ["x" * 1000] * 10_000
    for _ in feed(pieces, lambda piece: taken.append(len(piece)), lambda: 0):
        pass
    assert sum(taken) == 10_000_000
    assert len(taken) < 10
    taken.clear()
    for _ in feed(pieces, lambda piece: taken.append(len(piece)), lambda: sum(taken)):
        pass
    assert (sum(taken), set(taken[:-1])) == (10_000_000, {66_000})
