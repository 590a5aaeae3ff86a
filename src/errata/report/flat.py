"""Tables for programs: tab-separated or comma-separated values, unrounded unless digits are asked for."""

from math import isnan

from errata.findings import Finding, report
from errata.formats.cells import count_formulas, tell_formulas, write_csv, write_tsv
from errata.report.report import ReportTable, value_at


def _cell(value: object, digits: int | None) -> str:
    """Return a value as programs read it, nothing where it is not defined."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if isnan(value) else repr(value) if digits is None else f"{value:.{digits}f}"
    return str(value)


def to_flat(table: ReportTable, form: str, digits: int | None = None) -> str:
    """Return the columns that have a name, as "tsv" or "csv".

    TSV has no quotes: tabs, line ends and backslashes are escaped by a backslash. CSV is quoted as in RFC 4180, with LF
    line ends.
    """
    columns = [column for column in table.columns if column.name is not None]
    paths = [column.path for column in columns]
    rows = [[_cell(value_at(row, path), digits) for path in paths] for row in table.rows]
    if n_formulas := count_formulas(rows):
        report(Finding("formulas", tell_formulas(n_formulas), count=n_formulas), 2)
    header = [column.name or "" for column in columns]
    return "\n".join(map(write_tsv if form == "tsv" else write_csv, [header, *rows]))
