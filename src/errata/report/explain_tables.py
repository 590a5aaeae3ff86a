"""Explanations in the forms of tables, for pages, papers and frames."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from errata.api.explain import Explanations
from errata.measures.working import NOTHING, Alignment, Cell, Explanation, Listing, MeasureExplanation, Picture
from errata.records import replace
from errata.report.explain import (
    TextReport,
    cell_units,
    counts_shown,
    heading,
    measure_heading,
    sections_of,
    to_json,
    without_empty_columns,
)
from errata.report.report import Column, ReportTable
from errata.report.writers import draw, number, numbers

WIDTH = 100
"""The width of columns outside of terminals."""


def render_result(
    told: Explanations | Explanation,
    form: str,
    *,
    width: int = WIDTH,
    full: bool = False,
    colour: bool = False,
    warnings: Sequence[str] | None = None,
) -> str:
    """Return explanations as "json", as text ("table") or as tables in another format of `errata.report.writers`."""
    items = _items(told)
    if form == "json":
        return to_json(items, getattr(told, "warnings", ()) if warnings is None else warnings, full=full)
    if form == "table":
        return TextReport(width, colour=colour, full=full).render(items)
    parts = []
    for item in items:
        parts.append(draw(_tables(item, form, full), form))
        if form == "html":
            parts += [_picture(told, picture) for told in item.measures for picture in told.working.pictures]
    return ("\n" if form == "html" else "\n\n").join(parts)


def _picture(told: MeasureExplanation, picture: Picture) -> str:
    caption = escape(f"{measure_heading(told)}: {picture.title}")
    figure = f'<figure class="errata">\n{picture.svg}\n<figcaption>{caption}</figcaption>\n</figure>'
    return figure.encode("ascii", "xmlcharrefreplace").decode("ascii")  # as tables are


def _items(told: Explanations | Explanation) -> Sequence[Explanation]:
    return [told] if isinstance(told, Explanation) else told


def _tables(item: Explanation, form: str, full: bool) -> Iterator[ReportTable]:
    """Yield every section as a table, then the formulas of each measure; the first caption names the sentence."""
    made = [_section_table(section, form, full) for section in item.views]
    for told in item.measures:
        sections = [_section_table(section, form, full) for section in sections_of(told.working, full)]
        choice = [f"compared with: {told.working.choice}"] if told.working.choice else []
        values = ReportTable(
            _FORMULA_COLUMNS,
            [vars(formula) for formula in told.working.formulas],
            "values",
            notes=[told.signature],
            legend=[*choice, f"counts: {counts_shown(told)}"],
        )
        made += [replace(table, caption=f"{measure_heading(told)}: {table.caption}") for table in [*sections, values]]
    for place, table in enumerate(made):
        yield table if place else replace(table, caption=f"{heading(item)}: {table.caption}")


_FORMULA_COLUMNS = (
    Column("name", "value"),
    Column("expression", "formula", "prose"),
    Column("numbers", "numbers"),
    Column("value", "%", "percent"),
    Column("note", "note"),
)


def _section_table(section: Listing | Alignment, form: str, full: bool) -> ReportTable:
    """Return a section as a table; aligned texts run left to right, but down the page in print."""
    if isinstance(section, Alignment):
        lines: list[tuple[Cell, ...]] = [
            (name, *(column[at] or NOTHING for column in section.columns)) for at, name in enumerate(section.rows)
        ]
        if form == "latex":
            header, *lines = zip(*lines, strict=True)
            return _text_table(section.title, [str(name) for name in header], lines, full)
        return _text_table(section.title, [""] * (1 + len(section.columns)), lines, full)
    listing = without_empty_columns(section) if section.rows else section
    return _text_table(listing.title, listing.columns, listing.rows, full)


def _text_table(title: str, header: Sequence[str], rows: Sequence[Sequence[Cell]], full: bool) -> ReportTable:
    columns = [Column(str(place), label) for place, label in enumerate(header)]
    records = [{str(place): _cell_text(cell, full) for place, cell in enumerate(row)} for row in rows]
    return ReportTable(columns, records, title)


def _cell_text(cell: Cell, full: bool) -> str:
    units, sign = cell_units(cell, full)
    return sign.join(units)


def frame_table(told: Explanations | Explanation, which: str) -> ReportTable:
    """Return the rows of a frame: one per sentence, system and measure."""
    rows: list[dict[str, Any]] = [
        {
            **vars(item),
            "measure": shown.title,
            "score": number(shown.row.score),
            "reference": shown.row.reference,
            "values": numbers(shown.row.values),
            "counts": shown.row.counts,
        }
        for item in _items(told)
        for shown in item.measures
    ]
    keys = ("system", "index", "name", "source", "output", "cost", "measure", "score", "reference")
    paths = dict.fromkeys((part, name) for part in ("values", "counts") for row in rows for name in row[part])
    return ReportTable(
        [*(Column(key, name=key) for key in keys), *(Column(path, name=path[1]) for path in paths)], rows
    )
