"""Repaired copies of files: what can be fixed without guessing, and a report on it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from errata.check.edits import Mark, find_duplicates, is_unchanged, scan_m2, text_order
from errata.check.files import GOLD, File
from errata.check.findings import Findings
from errata.check.together import shared_last_lines
from errata.codes import CODES
from errata.errors import ErrataError, InputError
from errata.findings import Finding, remedy
from errata.formats.files import STDIN, read_bytes
from errata.formats.hoo import number_lines
from errata.formats.m2 import NOOP_LINE
from errata.formats.writing import write_lines
from errata.records import dataclass, field

_WRITTEN_ANEW = ("bom", "line-ends-crlf", "line-ends-mixed", "line-ends-cr", "final-newline")
"""The problems fixed by writing the lines again."""


class Change(NamedTuple):
    """How a copy fixes the findings of one code, and on which lines of the file, from 1; none means all."""

    code: str
    what: str
    lines: tuple[int, ...] = ()


@dataclass
class Repair:
    """What was done about a file: the path of the copy, empty for none, what it changes, and what it leaves."""

    source: str
    target: str = ""
    changes: list[Change] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)

    def change(self, code: str, what: str, lines: Iterable[int] = ()) -> None:
        """Record a change."""
        self.changes.append(Change(code, what, tuple(sorted(lines))))


def repair(files: Sequence[File], target: str, *, nfc: bool = False) -> list[Repair]:
    """Write a repaired copy of every M2, plain text and stand-off file to a folder, or of a single file to a file.

    Nothing is written if a copy would overwrite one of the files, another copy, or a file with
    other content. A file that is not valid UTF-8, or in another format, is left alone.
    """
    copies = _targets(files, target)
    with_sources = [file for file in files if file.sources is not None]
    n_shared = shared_last_lines(with_sources) if len(with_sources) > 1 else 0
    n_gold = next((len(file.blocks) for file in files if file.role == GOLD and file.blocks), None)
    done = []
    contents: dict[Path, list[str]] = {}
    for file, copy in zip(files, copies, strict=True):
        report = Repair(file.name)
        if file.contents is not None and file.contents.is_sound and file.format:
            report.target = str(copy)
            contents[copy] = _repaired(file, n_shared, n_gold, nfc, report)
            _check_free(copy, contents[copy], file.path)
        elif file.format == "hoo" and "index-missing" in file.findings.codes and Path(file.path).is_file():
            numbered = number_lines(file.path)
            if numbered is not None:
                report.target = str(copy)
                contents[copy] = numbered
                _check_free(copy, numbered, file.path)
                report.change("index-missing", CODES["index-missing"].fix)
        cured = {change.code for change in report.changes} | ({"unicode-forms"} if nfc else set())
        report.left += [found for found in file.findings.gathered() if found.code not in cured]
        done.append(report)
    for copy, lines in contents.items():
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_lines(copy, lines)
    return done


def _check_free(copy: Path, lines: Sequence[str], original: str) -> None:
    """Refuse to overwrite a file, unless it is empty or an identical copy."""
    if not copy.is_file() or copy.stat().st_size == 0:
        return
    try:
        is_same = b"".join(read_bytes(copy)) == "".join(f"{line}\n" for line in lines).encode()
    except ErrataError:
        is_same = False
    if not is_same:
        raise InputError(
            f"the copy of {original} would overwrite {copy}, which already exists and holds something else",
            remedy("give {fix} another folder or name, or remove {copy} first", copy=copy),
        )


def _targets(files: Sequence[File], target: str) -> list[Path]:
    """Return the target of each file's copy; anything that would be overwritten by mistake is refused."""
    if target == STDIN or any(file.path == STDIN for file in files):
        raise InputError("", remedy("{fix} needs files: it cannot read standard input or write standard output"))
    folder = Path(target)
    is_folder = folder.is_dir() or target.endswith("/") or len(files) > 1
    if is_folder and folder.exists() and not folder.is_dir():
        raise InputError(f"{target} is a file, but copies of {len(files)} files need a folder")
    copies = [folder / Path(file.path).name if is_folder else folder for file in files]
    originals = {Path(file.path).resolve(): file.path for file in files}
    taken: dict[Path, str] = {}
    for file, copy in zip(files, copies, strict=True):
        place = copy.resolve()
        if place in originals:
            raise InputError(
                f"the copy of {file.path} would overwrite {originals[place]}",
                remedy("give {fix} another folder or name"),
            )
        if place in taken:
            raise InputError(
                f"the copies of {taken[place]} and {file.path} would both be {copy}; repair them one by one"
            )
        taken[place] = file.path
    return copies


def _repaired(file: File, n_shared: int, n_gold: int | None, nfc: bool, report: Repair) -> list[str]:
    """Return the lines of the copy."""
    assert file.contents is not None
    codes = file.findings.codes
    for code in _WRITTEN_ANEW:
        if code in codes:
            report.change(code, CODES[code].fix)
    lines = [line.rstrip("\r") for line in file.contents.lines]
    if lines:
        lines[0] = lines[0].lstrip("\ufeff")  # there may be more than one mark
    if nfc:
        composed = [normalize("NFC", line) for line in lines]
        changed = [number for number, (one, two) in enumerate(zip(lines, composed, strict=True), 1) if one != two]
        if changed:
            report.change("not-nfc", CODES["not-nfc"].fix, changed)
        lines = composed
    if file.blocks is not None:
        return _repair_edits(lines, report)
    n_more = len(lines) - n_gold if n_gold is not None else 0
    if "trailing-empty-line" in codes and n_shared:
        return _without_last(lines, n_shared, "trailing-empty-line", report)
    if "line-count" in codes and n_more > 0 and not any(lines[-n_more:]):
        return _without_last(lines, n_more, "line-count", report)
    return lines


def _without_last(lines: list[str], count: int, code: str, report: Repair) -> list[str]:
    report.change(code, "empty at the end, removed", range(len(lines) - count + 1, len(lines) + 1))
    return lines[:-count]


def _repair_edits(lines: list[str], report: Repair) -> list[str]:
    """Return the lines without repeated and empty edits, the rest sorted within each annotator."""
    kept: list[str | None] = list(lines)
    touched: dict[str, set[int]] = {"edit-duplicate": set(), "edit-unchanged": set(), "edit-unsorted": set()}
    for block in scan_m2(lines, Findings("")):
        tokens = block.source.split()
        for annotator, marks in block.by_annotator().items():
            repeated = {_line(mark) for mark in find_duplicates(marks)}
            idle = {_line(mark) for mark in marks if mark.edit and is_unchanged(mark.edit, tokens)} - repeated
            rest = [mark for mark in marks if _line(mark) not in repeated | idle]
            for line in repeated | idle:
                kept[line - 1] = None
            if idle and not rest:  # the annotator looked, which must still be said
                kept[_line(marks[0]) - 1] = f"{NOOP_LINE}{annotator}"
            touched["edit-duplicate"] |= repeated
            touched["edit-unchanged"] |= idle
            touched["edit-unsorted"] |= _sort(rest, lines, kept)
    for code, numbers in touched.items():
        if numbers:
            report.change(code, CODES[code].fix, numbers)
    return [line for line in kept if line is not None]


def _line(mark: Mark) -> int:
    assert mark.place.line is not None
    return mark.place.line


def _sort(marks: Sequence[Mark], lines: Sequence[str], kept: list[str | None]) -> set[int]:
    """Sort the edits of one annotator on the lines they occupy; return those that change."""
    edits = [(mark.edit, _line(mark)) for mark in marks if mark.edit]
    ordered = sorted(edits, key=lambda item: text_order(item[0]))
    moved = {to: line for (_, to), (_, line) in zip(edits, ordered, strict=True) if to != line}
    for to, line in moved.items():
        kept[to - 1] = lines[line - 1]
    return set(moved)
