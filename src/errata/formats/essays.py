"""Documents of plain text: MultiGEC's Markdown, folders of text files, JSON Lines with one document per line.

In the Markdown of MultiGEC-2025, a heading `### essay_id = ID` precedes each document:

    ### essay_id = 7
    He go home.
    It were late.

    ### essay_id = 8
    …
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from errata.errors import FormatError, LengthError
from errata.findings import Finding, report
from errata.formats.files import AnyPath, as_input, bare_suffix, display_name, read_lines, read_text, unpacked_name
from errata.formats.losses import Loss, Losses
from errata.formats.plain import N_LOOKED_AT, essay_heading, looks_like_essays, looks_like_json
from errata.formats.strict_json import parse_json
from errata.formats.writing import write_lines
from errata.model import Corpus, Text
from errata.text.messages import plural

_ALMOST = re.compile(r"[\s#*_]*essay[ _-]?id[*_]*\s*[=:]", re.IGNORECASE)
"""Lines that look like an attempted heading."""
_IDS = ("id", "essay_id", "document_id", "doc_id")
_TEXTS = ("text", "source", "output", "reference", "correction", "corrected")
"""The keys of JSON Lines, one of each kind."""
_EDITS = ("edits", "annotations", "parts")
_RUNS = re.compile(r"\d+|\D+").findall
_SHOWN = 5
_ONLY = "text"
"""The id of the only document in a file without ids."""


def read(path: AnyPath) -> Iterator[Text]:
    """Yield the documents of a file in MultiGEC's Markdown."""
    name = display_name(path)
    known: dict[str, int] = {}
    id, lines = "", list[str]()
    for number, line in enumerate(read_lines(path), 1):
        heading = essay_heading(line)
        if heading:
            if known:
                yield _document(id, lines)
            id, lines = heading[1], []
            if not id:
                raise FormatError(f"{name}, line {number}: the heading names no id; write ### essay_id = ID")
            if id in known:
                raise FormatError(
                    f"{name} has the document {id!r} twice, in lines {known[id]} and {number}; each needs its own id"
                )
            known[id] = number
        elif _ALMOST.match(line):
            # Taken for text, it would put two documents into one.
            raise FormatError(f"{name}, line {number}: {line[:60]!r} is not quite a heading; write ### essay_id = ID")
        elif known:
            lines.append(line)
        elif line.strip():
            raise FormatError(
                f"{name}, line {number}: {line[:60]!r} comes before the first heading; each document begins with "
                "### essay_id = ID"
            )
    if known:
        yield _document(id, lines)


def _document(id: str, lines: list[str]) -> Text:
    return Text.document(id, "\n".join(lines).strip("\n"))


def write(path: AnyPath, documents: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Write documents under their headings; the format cannot hold edits and references."""
    losses = Losses(path, "multigec", loss)
    write_lines(path, _lines(losses.checked(documents)))
    return losses.report()


def _lines(documents: Iterable[Text]) -> Iterator[str]:
    for number, document in enumerate(documents):
        if document.layers:
            raise FormatError(
                f"document {document.id} has annotators; MultiGEC's Markdown holds texts alone: write jsonl instead"
            )
        lines = document.text.split("\n")
        if any(map(essay_heading, lines)):
            raise FormatError(f"document {document.id} has a line that would be a heading; write jsonl instead")
        yield from ["", f"### essay_id = {document.id}"] if number else [f"### essay_id = {document.id}"]
        yield from lines


def read_essays(path: AnyPath) -> Corpus:
    """Read documents of plain text: a file in MultiGEC's Markdown, a folder of `.txt`, or JSON Lines.

    In a folder, every file is a document named after it; each line of JSON Lines has an id and a text; a plain text
    file is a single document. Ids must differ.
    """
    folder = Path(path)
    if folder.is_dir():
        texts = _read_folder(folder)
        name = str(folder)
    else:
        file = as_input(path)
        name = file.name
        head = [line for line, _ in zip(read_lines(file.beginning), range(N_LOOKED_AT), strict=False)]
        if looks_like_essays(head):
            texts = list(read(file))
        elif bare_suffix(file) in {".jsonl", ".ndjson"} or looks_like_json(head):
            texts = list(_read_records(file))
        elif bare_suffix(file) == ".md" and any(map(str.strip, head)):
            first = next(number for number, line in enumerate(head, 1) if line.strip())
            raise FormatError(f"{name}, line {first}: no heading; each document begins with ### essay_id = ID")
        else:
            texts = [Text.document(_ONLY, read_text(file))]
    if not texts or not any(text.source.strip() for text in texts):
        raise FormatError(f"{name} has no document with a text; give the file that holds them")
    return Corpus(tuple(texts), name, is_annotated=False)


def _read_folder(folder: Path) -> list[Text]:
    found = [path for path in folder.iterdir() if not path.name.startswith(".")]
    # 2.txt stands before 10.txt.
    seen = sorted(found, key=lambda path: [(len(run), run) if run.isdigit() else (0, run) for run in _RUNS(path.name)])
    files = [path for path in seen if path.is_file() and bare_suffix(path) == ".txt"]
    left = [path.name for path in seen if path not in files]
    if not files:
        raise FormatError(f"{folder} has no files *.txt, which would be text documents; give another folder")
    if left:
        message = f"skipped {plural(len(left), 'entry', 'entries')} other than files *.txt, first {left[0]}"
        report(Finding("left-out", message, str(folder), count=len(left)), 4)
    ids = [unpacked_name(path).removesuffix(".txt") for path in files]
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice:
        raise FormatError(f"{folder} has the document {twice!r} twice, packed and unpacked; remove one")
    return [
        Text.document(id, read_text(path).replace("\r\n", "\n"), file=path.name)
        for id, path in zip(ids, files, strict=True)
    ]


def _read_records(path: AnyPath) -> Iterator[Text]:
    name = display_name(path)
    known: dict[str, int] = {}
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = parse_json(line)
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None
        if not isinstance(record, dict) or any(record.get(key) for key in _EDITS):
            raise FormatError(f"{name}, line {number}: not a text document, which has an id and a text, but no edits")
        id, text = (_value(record, keys, f"{name}, line {number}") for keys in (_IDS, _TEXTS))
        if id in known:
            raise FormatError(f"{name} has the document {id!r} twice, in lines {known[id]} and {number}")
        known[id] = number
        yield Text.document(id, text)


def _value(record: dict[str, object], keys: tuple[str, ...], place: str) -> str:
    found = [key for key in keys if key in record]
    value = record[found[0]] if found else None
    if len(found) != 1 or isinstance(value, bool) or not isinstance(value, str | int):
        what = f"the keys {', '.join(record) or 'none'}" if len(found) != 1 else f"{value!r:.40} for {found[0]!r}"
        raise FormatError(f"{place}: the record has {what}; a document has one of {', '.join(keys)}, which is a string")
    return str(value)


def list_ids(ids: Sequence[str]) -> str:
    """Return how messages name documents: the first few of them."""
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return f"{'documents' if len(ids) > 1 else 'document'} {', '.join(ids[:_SHOWN])}{more}"


def pair_essays(source: Corpus, other: Corpus, *, may_lack: bool = False) -> dict[str, str]:
    """Return the texts by the ids of the source; different ids are refused, and a different order if both have one."""
    texts = {id: text.source for id, text in other.by_id.items()}
    wanted = source.by_id
    if len(texts) == len(wanted) == 1 and (_ONLY in texts or _ONLY in wanted):
        return dict(zip(wanted, texts.values(), strict=True))
    extra = [id for id in texts if id not in wanted]
    if extra:
        raise LengthError(
            f"{other.called} has {list_ids(extra)}, which {source.called} does not have; give the same documents"
        )
    missing = [id for id in wanted if id not in texts]
    if missing and not may_lack:
        raise LengthError(
            f"{other.called} lacks {list_ids(missing)}; {source.called} has {plural(len(wanted), 'document')}. Add "
            "what is missing, with the source's text where nothing was changed"
        )
    order = [id for id in wanted if id in texts]
    if list(texts) != order and _has_order(source) and _has_order(other):
        place = next(place for place, (one, two) in enumerate(zip(texts, order, strict=True)) if one != two)
        raise LengthError(
            f"{other.called} has its documents in a different order from {source.called}: document {place + 1} is "
            f"{list(texts)[place]} in place of {order[place]}; put them into the order of the source"
        )
    return texts


def _has_order(essays: Corpus) -> bool:
    """Tell whether the documents in a file have an order: those of a folder or a dictionary do not."""
    return not any(text.file for text in essays)
