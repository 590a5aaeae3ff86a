"""Rows of cells: tab-separated with backslash escapes and no quotes, or comma-separated as in RFC 4180."""

import re
from collections.abc import Iterable, Iterator, Sequence

from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, read_lines
from errata.text.messages import plural

_ESCAPES = {"\\t": "\t", "\\n": "\n", "\\r": "\r", "\\\\": "\\"}
_ESCAPED = re.compile(r"\\.?")
_UNSAFE = re.compile(r"[\\\t\n\r]")
_CODES = {value: code for code, value in _ESCAPES.items()}
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_NEEDS_QUOTES = re.compile(r'[",;\t\r\n]|^\s|\s$')
_DELIMITERS = (",", ";", "\t")
_NUMBER = r"[+-]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?%?"

Row = tuple[int, list[str]]
"""The number of the line on which a row begins, and its cells."""


def _unescape(cell: str) -> str:
    def value(found: re.Match[str]) -> str:
        if found[0] not in _ESCAPES:
            raise ValueError(f"the escape {found[0]!r} is not known; write a backslash as '\\\\\\\\'")
        return _ESCAPES[found[0]]

    return _ESCAPED.sub(value, cell) if "\\" in cell else cell


def read_tsv(path: AnyPath) -> Iterator[Row]:
    """Yield the rows of a tab-separated file; quotes have no special meaning, empty lines are skipped."""
    name = display_name(path)
    n_columns = 0
    for number, line in enumerate(read_lines(path), 1):
        if line or n_columns == 1:  # of a single column, an empty line is an empty cell
            try:
                cells = [_unescape(cell) for cell in line.split("\t")]
                n_columns = n_columns or len(cells)
                yield number, cells
            except ValueError as error:
                raise FormatError(f"{name}, line {number}: {error}") from None


def write_tsv(cells: Sequence[str]) -> str:
    r"""Return a row as a line.

    >>> write_tsv(["a\tb", '"'])
    'a\\tb\t"'
    """
    return "\t".join(_UNSAFE.sub(lambda found: _CODES[found[0]], cell) for cell in cells)


def count_formulas(rows: Iterable[Sequence[str]]) -> int:
    """Return how many cells a spreadsheet would read as formulas; signed numbers do not count.

    >>> count_formulas([["=1+1", "-0.5", "- no", "@x", "a=b", "-"]])
    3
    """
    return sum(
        1
        for row in rows
        for cell in row
        if cell.lstrip().startswith(("=", "+", "-", "@")) and _is_formula(cell.strip())
    )


def tell_formulas(n_formulas: int) -> str:
    """Return the warning about this many such cells."""
    return (
        f"{plural(n_formulas, 'cell begins', 'cells begin')} with =, +, - or @, which a spreadsheet reads as a formula"
    )


def _is_formula(cell: str) -> bool:
    return len(cell) > 1 and re.fullmatch(_NUMBER, cell) is None


def read_csv(path: AnyPath) -> Iterator[Row]:
    """Yield the rows of a comma-separated file; empty lines are skipped.

    The separator may also be a semicolon or a tab, as spreadsheets write: given by a first line `sep=;`, or otherwise
    the most frequent one in the header.
    """
    name = display_name(path)
    lines = enumerate(read_lines(path, ends=True), 1)
    separator = ""
    for number, line in lines:
        pieces = [line]
        is_open = line.count('"') % 2
        while is_open:  # a line end inside quotes
            _, more = next(lines, (0, ""))
            if not more:
                raise FormatError(f"{name}, line {number}: a quote is opened here and never closed")
            pieces.append(more)
            is_open ^= more.count('"') % 2
        whole = "".join(pieces).removesuffix("\n").removesuffix("\r")
        if number == 1 and re.fullmatch("sep=.", whole):
            separator = whole[-1]
            continue
        if not whole:
            continue
        separator = separator or max(_DELIMITERS, key=whole.count)
        try:
            yield number, _split(whole, separator)
        except ValueError as error:
            raise FormatError(f"{name}, line {number}: {error}") from None


def _split(line: str, separator: str) -> list[str]:
    if '"' not in line:
        return line.split(separator)
    cells = []
    position = 0
    while True:
        if line.startswith('"', position):
            found = _QUOTED.match(line, position)
            if found is None or line[found.end() : found.end() + 1] not in {"", separator}:
                raise ValueError("text follows a closing quote; a quote inside a cell is written twice")
            cells.append(found[1].replace('""', '"'))
            end = found.end()
        else:
            end = line.find(separator, position)
            end = len(line) if end < 0 else end
            cells.append(line[position:end])
            if '"' in cells[-1]:
                raise ValueError(f"a quote in the cell {cells[-1]!r}, which is not quoted as a whole")
        if end >= len(line):
            return cells
        position = end + 1


def write_csv(cells: Sequence[str]) -> str:
    """Return a row as a line, or several if a cell has line ends; anything that readers might misread is quoted.

    >>> print(write_csv(['say "a" .', "b, c", ""]))
    "say ""a"" .","b, c",
    """
    if list(cells) == [""]:
        return '""'  # an empty line is not a row
    return ",".join('"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell for cell in cells)
