"""The scan of M2 files beside their reader."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, example, given
from tests.check.files import M2_TEXTS

from errata import ErrataWarning, FormatError, Text, read
from errata.check.contents import look_at
from errata.check.edits import Block, scan_m2
from errata.check.findings import Findings
from errata.codes import CODES
from errata.findings import ERROR
from errata.model import Annotator, Edit, Layer


def as_sentence(block: Block) -> Text:
    layers: dict[Annotator, list[Edit]] = {}
    for mark in block.marks:
        layers.setdefault(mark.annotator, []).extend([mark.edit] if mark.edit else [])
    return Text(block.source, tuple(Layer(who, tuple(edits)) for who, edits in layers.items()))


@given(M2_TEXTS)
@example("S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0|||more\n")
@example("S a b\n \t\nS c\nT0 c\nI 7\n")
@example("\ufeffS a b\n")
def test_errors_are_what_the_reader_refuses_and_sentences_what_it_reads(text: str) -> None:
    """On files put together of lines, fields and rubbish."""
    findings = Findings("x.m2")
    contents = look_at(text.encode(), findings)
    blocks = scan_m2(contents.lines, findings)
    errors = {code for code in findings.codes - {"empty-file"} if CODES[code].severity == ERROR}
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        path = Path(folder) / "x.m2"
        path.write_bytes(text.encode())
        try:
            sentences = read(path).texts
        except FormatError:
            sentences = None
    event("refused" if sentences is None else "read")
    assert (sentences is None) == bool(errors)
    if sentences is None:
        return
    assert tuple(map(as_sentence, blocks)) == sentences
    assert [contents.lines[(block.line or 0) - 1][2:] for block in blocks] == [block.source for block in blocks]


def test_reading_goes_on_after_every_mistake() -> None:
    """Three mistakes in one file, and the sentence behind them."""
    findings = Findings("x.m2")
    lines = ["A 0 1|||T", "S One .", "A 0|||T|||x|||REQUIRED|||-NONE-|||0", "rubbish", "", "S Two ."]
    assert [block.source for block in scan_m2(lines, findings)] == ["One .", "Two ."]
    assert [(found.code, found.line, found.sentence) for found in findings.gathered()] == [
        ("m2-orphan", 1, None),
        ("m2-offsets", 3, 1),
        ("m2-line", 4, None),
    ]
