"""The whole examination: the role of each file, each by itself, then all of them together."""

import os
from collections.abc import Mapping, Sequence

from errata.check.files import GOLD, OUTPUT, REFERENCE, SCORES, SOURCE, TEXT, File, examine_alone, is_set, open_file
from errata.check.together import examine_together
from errata.errors import InputError
from errata.findings import ERROR, WARNING, Finding, Place
from errata.formats.files import AnyPath
from errata.formats.offsets import AUTO
from errata.model import Annotator, Text
from errata.records import dataclass


@dataclass(frozen=True)
class Examined:
    """An examined file: what it was read as, how much it holds, and what is odd about it."""

    name: str
    role: str
    format: str
    n_items: int | None
    annotators: tuple[Annotator, ...]
    findings: tuple[Finding, ...]
    unit: str = "sentence"
    """What is counted: lines, sentences, documents, rankings or rows."""


def examine(
    files: Sequence[str],
    *,
    gold: str | None = None,
    source: str | None = None,
    references: Sequence[str] = (),
    apart: bool = False,
    offset_unit: str = AUTO,
    columns: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
) -> tuple[list[File], list[Examined]]:
    """Read files, determine their roles, and examine them individually and, unless `apart`, together.

    Without `gold`, the first annotated file is the gold, unless `references` are given; other annotated files
    are outputs. Plain texts are outputs if there is something to compare them with. Files examined
    `apart` are gold or plain text, each by itself. `names` maps paths to systems where the file has another name:
    judgements are about systems.
    """
    named = [(path, role) for path, role in ((gold, GOLD), (source, SOURCE)) if path is not None]
    named += [(path, REFERENCE) for path in references]
    paths = [path for path, _ in named] + list(files)
    for path in paths:
        if paths.count(path) > 1:
            raise InputError(f"{path} is given twice; give each file once")
    texts = None
    if source is not None and any(map(is_set, [path for path in paths if path != source][:1])):
        texts = source  # of documents, which are read with their texts
        named.remove((source, SOURCE))
    has_gold = gold is not None or bool(references)
    opened = []
    for path, role in [*named, *((path, TEXT) for path in files)]:
        is_output = role == TEXT and has_gold and not apart
        file = open_file(path, role, texts, offset_unit, columns, is_output=is_output)
        file.system = (names or {}).get(path, "")
        opened.append(file)
        if file.role == TEXT and file.format not in {"", "text"} and not file.holds_texts:
            file.role = OUTPUT if is_output else GOLD
            has_gold = True
    for file in opened:
        if file.role == TEXT and (has_gold or source is not None) and not apart:
            file.role = OUTPUT
    is_used = len(opened) > 1 and not apart
    for file in opened:
        _check_role(file, is_used=is_used)
        examine_alone(file)
    if not apart:
        examine_together([file for file in opened if "wrong-format" not in file.findings.codes])
    return opened, [_result(file) for file in opened]


def _check_role(file: File, *, is_used: bool) -> None:
    """Report a file that cannot have the role given by an option, or needed by others."""
    if file.role == GOLD and (file.is_text or file.holds_texts):
        message = "it is plain text, but gold must be annotated (such as M2)"
        file.findings.add("wrong-format", message, Place(1))
    elif file.role in {SOURCE, REFERENCE} and file.format not in {"", "text"} and not file.holds_texts:
        message = f"it is in the format {file.format}, but the {file.role} must be plain text, one sentence per line"
        file.findings.add("wrong-format", message, Place(1))
    elif file.blocks and not file.annotators and not file.has_references and file.outputs is None:
        if file.role == GOLD:
            message = "no sentence has an annotator or a reference: outputs would be compared with their source"
            file.findings.add("no-references", message, severity=ERROR if is_used else WARNING)
        elif file.role == OUTPUT and "no-output" not in file.findings.codes:
            file.findings.add("no-output", "no sentence has an annotator, so that the output would change nothing")


def _result(file: File) -> Examined:
    if file.judgements is not None:
        found = tuple(file.findings.gathered())
        return Examined(file.name, file.role, file.format, len(file.judgements), (), found, "ranking")
    if file.role == SCORES:
        found = tuple(file.findings.gathered())
        return Examined(file.name, file.role, file.format, file.n_scores, (), found, "row")
    items = file.documents if file.documents is not None else file.sources
    return Examined(
        file.name,
        file.role,
        file.format,
        None if items is None else len(items),
        tuple(file.annotators),
        tuple(file.findings.gathered()),
        "document" if file.documents is not None else "line" if file.is_text else "sentence",
    )


def validate(
    *files: AnyPath | Text,
    gold: AnyPath | None = None,
    source: AnyPath | None = None,
    references: Sequence[AnyPath] = (),
    apart: bool = False,
    offset_unit: str = AUTO,
    columns: Mapping[str, str] | None = None,
    is_gold: bool = True,
    strict: bool = False,
) -> list[Finding]:
    """Return what is odd about files, or documents in memory, and whether files belong together.

    The first annotated file is the gold, other annotated files and plain texts are outputs, unless `gold`, `source` or
    `references` say otherwise; with `apart`, files are not compared; `offset_unit` is as for `read_documents`,
    `columns` as for `read`. Findings with the same code in one file are combined, with their number and first places.
    For a document (gold unless `is_gold` is false) every finding is listed. With `strict`, errors are raised together.

    >>> from errata.model import Edit, Text
    >>> odd = Edit.of(3, 5, "so", ("so",), "RV", "1")
    >>> [(found.code, found.severity) for found in validate(Text.document("1", "He go.", [odd]))]
    [('original-mismatch', 'error'), ('noop', 'warning')]
    """
    from errata.check.documents import validate_document

    paths = [os.fspath(item) for item in files if isinstance(item, str | os.PathLike)]
    documents = [Text.accept_document(item) for item in files if not isinstance(item, str | os.PathLike)]
    if not files and gold is None and source is None and not references:
        raise InputError("nothing to validate; give files or documents")
    findings = [found for document in documents for found in validate_document(document, is_gold=is_gold)]
    if len(paths) or not documents:
        _, examined = examine(
            paths,
            gold=None if gold is None else os.fspath(gold),
            source=None if source is None else os.fspath(source),
            references=[os.fspath(path) for path in references],
            apart=apart,
            offset_unit=offset_unit,
            columns=columns,
        )
        findings += [found for file in examined for found in file.findings]
    if strict:
        _refuse(findings, f"document {documents[0].id}" if documents else "the input")
    return findings


def _refuse(findings: Sequence[Finding], what: str) -> None:
    errors = [finding for finding in findings if finding.severity == ERROR]
    if errors:
        listed = "; ".join(f"{_place(finding)}{finding.message} ({finding.code})" for finding in errors[:5])
        more = f"; and {len(errors) - 5} more" if len(errors) > 5 else ""
        raise InputError(f"{what} has {len(errors)} errors: {listed}{more}")


def _place(finding: Finding) -> str:
    if not finding.file:
        return ""
    return f"{finding.file}: " if finding.line is None else f"{finding.file}, line {finding.line}: "
