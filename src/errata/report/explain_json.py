"""Explanations as JSON, with every item that the text may cut short."""

from collections.abc import Sequence
from typing import Any

from errata.measures.working import Alignment, Cell, Explanation, Listing, MeasureExplanation, Replacement
from errata.report.json import dumps, envelope, list_of, number, numbers


def _cell(cell: Cell) -> Any:
    if isinstance(cell, Replacement):
        return {"start": cell.start, "end": cell.end, "original": cell.original, "correction": cell.correction}
    return list(cell) if isinstance(cell, tuple) else cell


def _section(section: Listing | Alignment) -> dict[str, Any]:
    if isinstance(section, Alignment):
        return {
            "kind": "alignment",
            "title": section.title,
            "rows": list(section.rows),
            "columns": [list(column) for column in section.columns],
        }
    rows = [dict(zip(section.columns, map(_cell, row), strict=True)) for row in section.rows]
    return {"kind": "listing", "title": section.title, "columns": list(section.columns), "rows": rows}


def _measure(told: MeasureExplanation) -> dict[str, Any]:
    row = told.row
    item: dict[str, Any] = {
        "measure": told.measure,
        "title": told.title,
        "signature": told.signature,
        "score": number(row.score),
        "better": told.better,
        "values": numbers(row.values),
        "counts": dict(row.counts),
    }
    if row.reference is not None:
        item["reference"] = row.reference
    formulas = [
        {
            "name": formula.name,
            "key": formula.key,
            "expression": formula.expression,
            "numbers": formula.numbers,
            "value": number(formula.value),
            "note": formula.note,
        }
        for formula in told.working.formulas
    ]
    return item | {
        "choice": told.working.choice,
        "sections": [_section(section) for section in told.working.sections],
        "formulas": formulas,
        "words": dict(told.working.words),
    }


def as_object(item: Explanation) -> dict[str, Any]:
    """Return an explanation as the JSON object the schema describes."""
    head: dict[str, Any] = {"system": item.system, "index": item.index}
    if item.name:
        head["document"] = item.name
    return head | {
        "source": item.source,
        "output": item.output,
        "references": [{"reference": reference.label, "text": reference.text} for reference in item.references],
        "views": [_section(section) for section in item.views],
        "measures": [_measure(told) for told in item.measures],
    }


def to_json(explanations: Sequence[Explanation], warnings: Sequence[str] = ()) -> str:
    """Return all explanations as one JSON object, one a line."""
    return envelope(warnings, {"explanations": list_of(dumps(as_object(item)) for item in explanations)})
