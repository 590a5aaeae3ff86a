"""Declared columns as a data frame, of pandas or polars, whichever is installed."""

from importlib import import_module
from typing import Any

from errata.errors import MissingExtraError
from errata.report.report import ReportTable, value_at


def to_frame(table: ReportTable) -> Any:
    """Return the columns that have a name as a frame of raw values; undefined values are missing there."""
    columns = {
        column.name: [value_at(row, column.path) for row in table.rows]
        for column in table.columns
        if column.name is not None
    }
    if pandas := _import("pandas"):
        return pandas.DataFrame({name: _whole(pandas, values) for name, values in columns.items()})
    if polars := _import("polars"):
        return polars.DataFrame(columns, strict=False)  # annotators are numbers or names
    raise MissingExtraError("frames need pandas or polars, and neither is installed; pip install 'errata[frames]'")


def _whole(pandas: Any, values: list[Any]) -> Any:
    """Keep counts integers if some are missing: pandas would make them floats."""
    known = {type(value) for value in values}
    return pandas.array(values, dtype="Int64") if known == {int, type(None)} else values


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None
