"""The roles of a table's columns: source, output, references and id, by name or as specified by the user.

All table formats (TSV, CSV, Parquet, JSON Lines by others) use this, so that a name means the same in each. Some
names, such as `target`, may mean a reference or an output: that depends on what the file is read for.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from errata.errors import FormatError, InputError, OptionError
from errata.findings import remedy
from errata.formats.registry import BESIDE, GOLD, OUTPUT
from errata.formats.strict_json import first_repeated, parse_json
from errata.model import Text
from errata.records import dataclass, field

_EITHER = "corrected correction corrected_text corrected_sentence target target_text tgt fixed edited"
_PREDICTED = (
    "prediction predicted pred predicted_text prediction_text predictions hyp hypothesis_text hypotheses output_text "
    "model_output system_output generated generated_text generation response completion"
)
_ORIGINAL = (
    "src source_text source_sentence input input_text original original_text original_sentence sentence text "
    "incorrect ungrammatical"
)
SOURCES = ("source", _ORIGINAL)
"""Names of the column of sources; names in earlier groups win, two from the same group are refused."""
OUTPUTS = (f"output hypothesis {_PREDICTED}", "system", _EITHER)
"""Names of the column with a system's output, with the same rule.

Next to a prediction, a column `output` may be the expected answer, as in data for fine-tuning.
"""
REFERENCES = ("ref reference_text gold gold_text", _EITHER)
"""Names of the column of a single reference, if none is called `reference`, `reference_1` or `references`."""
IDS = ("id", "sentence_id sent_id")
"""Names of the column by which rows are matched."""

_SHOWN = 20
"""The number of columns listed in a message."""
_MOST_WORDS = 6
"""More words are a sentence, not the name of a column."""
_NUMBERED = "reference_"
_LISTED = "references"
_ROLES = re.compile(r"source|output|hypothesis|id|reference|references|reference_[0-9]+")


def is_role(ours: str) -> bool:
    """Tell whether `columns` can use this name for a column of a table of sentences."""
    return _ROLES.fullmatch(ours) is not None


def _key(name: str) -> str:
    """Return a name in normalised form: 'Model Output' is `model_output`."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


@dataclass(frozen=True)
class Roles:
    """The columns of a table by role; columns without a role are kept as they are."""

    source: str | None
    references: tuple[str, ...] = ()
    listed: str | None = None
    """The column that holds a list of all references of a sentence, if there is one."""
    output: str | None = None
    id: str | None = None
    unknown: tuple[str, ...] = field(default=(), compare=False)
    """Columns of unknown purpose beside an output that only its name tells."""
    _used: frozenset[str] = field(init=False, repr=False, compare=False, default=frozenset())

    def __post_init__(self) -> None:
        used = {self.source, *self.references, self.listed, self.output, self.id} - {None}
        object.__setattr__(self, "_used", frozenset(used))

    def sentence(self, cells: Mapping[str, Any]) -> Text:
        """Return the sentence of a row; a ValueError says what is wrong with it.

        If the table has no sources, which only an output may lack, the source is empty. An output is stored in the
        extra fields, as `output`.
        """
        source = "" if self.source is None else _text(cells, self.source)
        texts = tuple([_text(cells, column) for column in self.references])
        if self.listed is not None:
            texts = _texts(cells, self.listed)
        rest = {column: cell for column, cell in cells.items() if column not in self._used}
        if self.output is not None:
            rest[OUTPUT] = _text(cells, self.output)
        id = None if self.id is None else _id(cells.get(self.id), self.id)
        return Text.of(source, (), texts, id=id, extra=rest or None)


def shown(value: object) -> str:
    """Return a value that is not text as messages show it, in the words of JSON if it is null."""
    return "null" if value is None else f"{value!r:.40}"


def _text(cells: Mapping[str, Any], column: str) -> str:
    value = cells.get(column)
    if not isinstance(value, str):
        raise ValueError(f"the column {column!r} holds {shown(value)}, not a text")
    return value


def _texts(cells: Mapping[str, Any], column: str) -> tuple[str, ...]:
    """Return a list of references; a single text is a list of one, unless it looks like a printed list."""
    value = cells.get(column)
    if isinstance(value, str):
        if not value.lstrip().startswith("["):
            return (value,)
        try:
            value = parse_json(value)
        except ValueError as error:
            said = f"the column {column!r} holds {shown(value)}"
            raise ValueError(f"{said}, which is not a list in JSON: {error}") from None
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"the column {column!r} holds {shown(value)}, not a text or a list of texts")
    return tuple(value)


def _id(value: object, column: str) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"the column {column!r} holds {shown(value)}, not a text or a whole number")
    return str(value)


def find_roles(header: Sequence[str], columns: Mapping[str, str], name: str, role: str | None = None) -> Roles:
    """Return the role of each column in a table of sentences called `name`, read for `role`.

    `columns` specifies some, such as {"source": "src", "reference_1": "tgt"}; the others are recognised by name. If
    `role` needs a column that is missing or ambiguous, the table is refused.
    """
    if role not in {None, GOLD, OUTPUT, BESIDE}:
        raise OptionError(f"role is {role!r}; a table is read for {GOLD!r} or {OUTPUT!r}")
    check_columns(header, name)
    check_columns(map(_key, header), name)
    said = _said(header, columns, name, role)
    taken = frozenset(said.values())
    search = _Search(name, tuple(header), {_key(column): column for column in header if column not in taken})
    source = said.get("source") or search.pick("source", SOURCES)
    id = said.get("id") or search.pick("id", IDS)
    if role in {OUTPUT, BESIDE}:
        output = said.get(OUTPUT) or search.pick(OUTPUT, OUTPUTS)
        if output is None:
            raise search.refusal("no column is known to be the output of a system, such as 'output'", "output=NAME")
        if role == BESIDE:
            wanted = find_roles(header, columns, name, GOLD)
            if output in {*wanted.references, wanted.listed}:
                raise search.refusal(f"'{output}' would be both the reference and the output", "output=NAME")
        told = header if OUTPUT in said else told_columns(columns)
        unknown = tuple([column for column in header if column not in told and not _is_known(column)])
        return Roles(source, (), None, output, id, unknown)
    if source is None:
        raise search.refusal("a table of sentences has 'source', one of edits 'start' and 'end'", _EXAMPLE)
    numbered, listed = _references(said, search)
    if role == GOLD and not numbered and listed is None:
        raise search.refusal("no column is known to be a reference, such as 'reference_1'", "reference=NAME")
    return Roles(source, numbered, listed, said.get(OUTPUT), id)


def _is_known(column: str) -> bool:
    """Tell whether a name says what a column is for."""
    key = _key(column)
    return is_role(key) or any(key in group.split() for group in (*SOURCES, *OUTPUTS, *REFERENCES, *IDS))


def is_header(cells: Sequence[str]) -> bool:
    """Tell whether the first line of a file names columns, of which two or more are known.

    >>> is_header(["Source", "output", "t5"]), is_header(["Well", "this is text ."])
    (True, False)
    """
    return sum(_is_known(cell.strip(' "')) for cell in cells) > 1 and not any(map(_is_sentence, cells))


def _is_sentence(name: str, most: int = _MOST_WORDS) -> bool:
    """Tell whether the name of a column is rather a sentence of a file without a header."""
    words = re.sub(r"[\s_]+", " ", name).split()
    return len(words) > most or (len(words) > 2 and words[-1][-1] in ".!?。")


def name_output(item: Text, columns: Mapping[str, str]) -> Text:
    """Return an unannotated sentence with the output in its extra fields as `output`."""
    extra = dict(item.extra or {})
    search = _Search("the record", tuple(extra), {_key(column): column for column in extra})
    column = columns.get(OUTPUT) or search.pick(OUTPUT, OUTPUTS)
    return (
        item if column is None else item.with_details(extra={OUTPUT: _text(extra, column), **_without(extra, column)})
    )


def _without(values: Mapping[str, Any], column: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != column}


_NO_HEADER = (
    "the first row looks like a sentence ({!r:.60}), so a header seems to be missing; put one above it, such as "
    "source,output"
)
_EXAMPLE = "source=NAME,reference=NAME or source=NAME,output=NAME"


def check_columns(names: Iterable[str], name: str) -> None:
    """Refuse two columns with the same name."""
    twice = first_repeated(names)
    if twice is not None and _is_sentence(twice, 3):
        raise FormatError(f"{name}: {_NO_HEADER.format(twice)}")
    if twice is not None:
        raise FormatError(f"{name} has two columns {twice!r}; names must differ")


def list_columns(header: Sequence[str]) -> str:
    """Return the names of columns as messages show them.

    >>> list_columns([str(number) for number in range(50)])[-20:]
    ', 18, 19 (50 in all)'
    """
    return ", ".join(header[:_SHOWN]) + (f" ({len(header)} in all)" if len(header) > _SHOWN else "")


def _said(header: Sequence[str], columns: Mapping[str, str], name: str, role: str | None) -> dict[str, str]:
    """Return the user's specification of the columns that matter here; a missing column is refused."""
    said: dict[str, str] = {}
    known = frozenset(header)
    for ours, theirs in _each(columns, known):
        mine = OUTPUT if ours == "hypothesis" else ours
        if not is_role(mine):
            raise InputError(f"{ours}={theirs}: a table of sentences has the columns source, reference, output and id")
        # What the gold alone has need not be in an output; of its sources that holds if ids tell what rows are of.
        others = mine.startswith("reference") or (mine == "source" and columns.get("id") in known)
        if theirs in known:
            said[mine] = theirs
        elif not (mine == OUTPUT and role == GOLD) and not (others and role == OUTPUT):
            raise FormatError(f"{name} has no column {theirs!r}; it has: {list_columns(header)}")
    twice = first_repeated(said.values())
    if twice is not None:
        raise InputError(f"{name}: the column {twice!r} is given two roles; a column can have only one")
    other = next((ours for ours, theirs in said.items() if ours != "source" == _key(theirs)), None)
    if other is not None and "source" not in said:
        words = (
            "{name}: {columns} says that the column {theirs!r} is the {ours}, but by its name it holds the sources; "
            "name the column of the {ours}, or also say which one holds the sources: source=NAME"
        )
        raise InputError("", remedy(words, name=name, theirs=said[other], ours=other))
    return said


def told_columns(columns: Mapping[str, str]) -> list[str]:
    """Return the names of the specified columns, including each of several references."""
    return [theirs for _, theirs in _each(columns, frozenset())]


def _each(columns: Mapping[str, str], known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the role of each specified column; `reference=a+b` names two, unless a column has that name."""
    for ours, theirs in columns.items():
        if ours == "reference" and "+" in theirs and theirs not in known:
            for number, column in enumerate(theirs.split("+"), 1):
                yield f"{_NUMBERED}{number}", column.strip()
        else:
            yield ours, theirs


@dataclass(frozen=True)
class _Search:
    """The unspecified columns, by their normalised names."""

    name: str
    header: tuple[str, ...]
    free: Mapping[str, str]

    def pick(self, role: str, groups: Iterable[str]) -> str | None:
        """Return the column with a role; two candidates are refused."""
        for group in groups:
            found = [self.free[known] for known in group.split() if known in self.free]
            if len(found) > 1:
                raise self.refusal(f"'{found[0]}' and '{found[1]}' may both be the {role}", f"{role}=NAME")
            if found:
                return found[0]
        return None

    def refusal(self, why: str, told: str) -> FormatError:
        """Return an error that lists the existing columns; `told` is what the user could specify."""
        if all(name[:1] == name[-1:] == '"' for name in self.header):
            said = f"{self.name} has quotes around the names of its columns, as in CSV, which TSV does not have"
            return FormatError(f"{said}; name it .csv, which may have tabs, or write it without quotes")
        if sentence := next(filter(_is_sentence, self.header), None):
            return FormatError(f"{self.name}: {_NO_HEADER.format(sentence)}")
        shown = list_columns(self.header)
        how = remedy("Name the columns: {columns} {told}", told=told)
        return FormatError(f"{self.name} has the columns {shown}; {why}.", how)


def _references(said: Mapping[str, str], search: _Search) -> tuple[tuple[str, ...], str | None]:
    """Return the columns of references in their order, or the one that lists them."""
    given = {ours: theirs for ours, theirs in said.items() if ours.startswith("reference")}
    if not given:
        given = {ours: theirs for ours, theirs in search.free.items() if ours.startswith(_NUMBERED)}
        given = {ours: theirs for ours, theirs in given.items() if ours.removeprefix(_NUMBERED).isdecimal()}
        given |= {ours: search.free[ours] for ours in ("reference", _LISTED) if ours in search.free}
    if not given:
        single = search.pick("reference", REFERENCES)
        if single is not None:
            _check_alone(single, search)
        return () if single is None else (single,), None
    if len({_kind(ours) for ours in given}) > 1:
        raise search.refusal(f"{' and '.join(_kinds(given))} both give references: keep one", "references=NAME")
    if _LISTED in given:
        return (), given[_LISTED]
    if "reference" in given:
        _check_alone(given["reference"], search)
        return (given["reference"],), None
    wanted = [f"{_NUMBERED}{number}" for number in range(1, len(given) + 1)]
    if set(wanted) != set(given):
        raise FormatError(
            f"{search.name} has the columns {list_columns(sorted(given))}; references are numbered from 1"
        )
    return tuple(given[ours] for ours in wanted), None


def _kind(ours: str) -> str:
    return _NUMBERED if ours.startswith(_NUMBERED) else ours


def _kinds(given: Mapping[str, str]) -> list[str]:
    """Return the first column for each way to give references."""
    first: dict[str, str] = {}
    for ours, theirs in given.items():
        first.setdefault(_kind(ours), f"'{theirs}'")
    return list(first.values())


def _check_alone(single: str, search: _Search) -> None:
    """Refuse one reference along with a numbered column of the same name, which would be ignored."""
    pattern = re.compile(rf"{re.escape(_key(single))}_?[0-9]+")
    other = next((column for known, column in search.free.items() if pattern.fullmatch(known)), None)
    if other is not None:
        told = f"reference_1={single},reference_2={other}"
        raise search.refusal(f"'{single}' and '{other}' may both be references", told)
