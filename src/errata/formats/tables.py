"""Tables with a column for each thing: TSV and CSV, in two shapes, columns known by name.

A *sentence table* has the columns `source`, `reference_1`, `reference_2` … and perhaps `id` and `output`, or others
that `errata.formats.roles` takes for these. An *edit table* has a row for each edit, with the columns `document`,
`annotator`, `start`, `end`, `unit`, `original`, `corrections` (a JSON list) and more. The tables that we write begin
each document with a row of its text, and have a row for each annotator who found nothing to change; `more` holds, as
JSON, what has no column.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from errata.errors import FormatError, InputError
from errata.findings import Finding, report
from errata.formats import edit_tables
from errata.formats.cells import Row, count_formulas, read_csv, read_tsv, tell_formulas, write_csv, write_tsv
from errata.formats.files import AnyPath, display_name, output_name, write_lines
from errata.formats.losses import Loss, Losses
from errata.formats.roles import Roles, check_columns, find_roles, is_role, list_columns
from errata.model import CHARACTERS, Text

_REFERENCE = "reference_"
_SENTENCE_TABLE = frozenset({"text", "references", "documents", "extra"})


class _Syntax(NamedTuple):
    read: Callable[[AnyPath], Iterator[Row]]
    write: Callable[[Sequence[str]], str]


_SYNTAX = {"tsv": _Syntax(read_tsv, write_tsv), "csv": _Syntax(read_csv, write_csv)}


def read(
    path: AnyPath, format: str, columns: Mapping[str, str] | None = None, role: str | None = None
) -> Iterator[Text]:
    """Yield the sentences or documents of a table.

    `columns` says which columns of the file stand for ours, such as {"source": "src", "reference_1": "tgt"}. `role` is
    "gold" or "output": what the table is read for, and must then have.
    """
    name = display_name(path)
    rows = _SYNTAX[format].read(path)
    _, header = next(rows, (0, []))
    if not header:
        return
    header = [column.strip() for column in header]
    told = columns or {}
    if edit_tables.is_edit_table({*header, *told}):
        yield from edit_tables.read(_full(rows, our_names(header, told, name), name), name)
        return
    roles = find_roles(header, told, name, role)
    for number, cells in _full(rows, header, name):
        try:
            yield roles.sentence(cells)
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None


def our_names(header: Sequence[str], columns: Mapping[str, str], name: str) -> list[str]:
    """Return the names of a table of edits, columns that `columns` speaks of under ours; none may stand twice."""
    known = frozenset(header)
    missing = [(ours, theirs) for ours, theirs in columns.items() if theirs not in known]
    for ours_missing, theirs in missing:
        if not is_role(ours_missing):  # what is said of tables of sentences may be about another file
            raise FormatError(f"{name} has no column {theirs!r}; it has: {list_columns(header)}")
    ours = {theirs: mine for mine, theirs in columns.items()}
    names = [ours.get(column, column) for column in header]
    check_columns(names, name)
    return names


def _full(rows: Iterable[Row], names: Sequence[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, cells in rows:
        if len(cells) != len(names):
            raise FormatError(f"{name}, line {number}: {len(cells)} cells, but the header has {len(names)} columns")
        yield number, dict(zip(names, cells, strict=True))


def write(
    path: AnyPath,
    items: Iterable[Text],
    format: str,
    *,
    loss: str = "warn",
    table: str = "auto",
) -> list[Loss]:
    """Write a table of edits, or of sentences where nobody annotated them; what comes first and tells decides.

    `table` says which: "edits" or "sentences". The file appears whole or not at all.
    """
    if table not in {"auto", "edits", "sentences"}:
        raise InputError(f"table is {table!r}; it takes auto, edits or sentences")
    rest = iter(items)
    seen = list(islice(rest, 1))
    while table == "auto":
        last = seen[-1] if seen else None
        if last is None or last.unit == CHARACTERS or last.layers or last.ranges:
            table = "edits"
        elif last.references or not (more := list(islice(rest, 1))):
            table = "sentences"
        else:  # a sentence without annotators may stand before others that have some
            seen += more
    first = seen[0] if seen else None
    losses = Losses(path, format, loss, _SENTENCE_TABLE if table == "sentences" else None)
    checked = losses.checked(chain(seen, rest))
    rows = _sentence_rows(checked, first, losses) if table == "sentences" else edit_tables.rows(checked)
    write_lines(path, _lines(rows, format, output_name(path)))
    return losses.report()


def _lines(rows: Iterable[Sequence[str]], format: str, name: str) -> Iterator[str]:
    to_line = _SYNTAX[format].write
    n_formulas = 0
    for cells in rows:
        if any("\0" in cell for cell in cells):
            raise FormatError("a cell contains a NUL character, which no text file can hold")
        n_formulas += count_formulas([cells])
        yield to_line(cells)
    if n_formulas:
        report(Finding("formulas", tell_formulas(n_formulas), name, count=n_formulas), 4)


def _sentence_rows(items: Iterable[Text], first: Text | None, losses: Losses) -> Iterator[list[str]]:
    """Yield the rows of a sentence table; the first sentence says which columns there are."""
    first = first or Text("")
    n_references = len(first.references)
    has_id = first.details.id is not None
    others = [name for name, value in (first.extra or {}).items() if isinstance(value, str)]
    references = tuple(f"{_REFERENCE}{number}" for number in range(1, n_references + 1))
    header = [*(["id"] if has_id else []), "source", *references, *others]
    if find_roles(header, {}, "the table") != Roles("source", references, id="id" if has_id else None):
        shown = list_columns(others)
        raise FormatError(f"a field of another format is called like a column of the table: {shown}; rename it")
    yield header
    known = frozenset(others)
    for number, item in enumerate(items, 1):
        if item.unit == CHARACTERS:
            raise FormatError(f"document {item.id} cannot be written to a table of sentences; write one of edits")
        if len(item.references) != n_references:
            raise FormatError(
                f"sentence {number} has {len(item.references)} references but the first has {n_references}"
            )
        extra = item.extra or {}
        if item.details.id is not None and not has_id:
            losses.add("ids of documents or sentences", f"sentence {number}")
        lost = [name for name in extra if name not in known or not isinstance(extra[name], str)]
        lost += [name for name in others if name not in extra]  # an empty cell would say something
        if lost:
            losses.add("fields of other formats", f"sentence {number}: {lost[0]}", len(lost))
        cells = [str(extra.get(name, "")) for name in others]
        yield [*([item.id] if has_id else []), item.source, *item.references, *cells]
