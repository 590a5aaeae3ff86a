"""One writer a form of output; what is not asked for is not loaded."""

from collections.abc import Iterable, Sequence

from errata.report.report import Report, ReportTable

FORMATS = ("table", "json", "jsonl", "tsv", "csv", "markdown", "latex")
_DIGITS = 2
"""Digits of percentages for people."""


def write(
    report: Report, form: str, *, digits: int | None = None, warnings: Sequence[str] = (), bold: bool = False
) -> str:
    """Return a report in one of `FORMATS`.

    Forms for people show percentages with two digits (or `digits`), `bold` marks captions for a terminal. Forms for
    programs show unrounded values; the warnings are in JSON only.
    """
    if form == "json":
        from errata.report.json import envelope

        return envelope(warnings, report.parts())
    if form == "jsonl" and report.records:
        from errata.report.json import dumps

        return "\n".join(map(dumps, report.records()))
    if form in {"tsv", "csv"} and report.flat:
        from errata.report.flat import to_flat

        return to_flat(report.flat(), form, digits)
    return draw(report.tables(), form, digits=digits, bold=bold)


def draw(tables: Iterable[ReportTable], form: str, *, digits: int | None = None, bold: bool = False) -> str:
    """Return tables for people, one below the other: as "markdown", as "latex", else as text."""
    from errata.report.layout import lay_out

    layouts = [lay_out(table, _DIGITS if digits is None else digits) for table in tables]
    if form == "latex":
        from errata.report.latex import to_latex

        return "\n\n".join(map(to_latex, layouts))
    if form == "markdown":
        from errata.report.markdown import to_markdown

        return "\n\n".join(map(to_markdown, layouts))
    from errata.report.text import to_text

    return "\n\n".join(to_text(layout, bold) for layout in layouts)
