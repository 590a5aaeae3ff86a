"""Explanations as text, with columns of aligned texts, listings, formulas and meanings; and as JSON, complete."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from errata.measures.working import (
    NOTHING,
    Alignment,
    Cell,
    Explanation,
    Formula,
    Listing,
    MeasureExplanation,
    Replacement,
    Working,
    number,
)
from errata.report.writers import display_width, dumps, envelope, list_of, numbers, pad, percent
from errata.report.writers import number as json_number
from errata.text.messages import printable

N_LISTED = 10
"""The number of texts shown in a cell, unless all are requested."""
_MIN_COLUMN = 6
_DIGITS = 2
_COST_DIGITS = 3
"""The digits of a cost, since a single sentence changes a score little."""
_SEPARATOR = " · "

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
_OF_VIEWS = Working(good=("same",), bad=("none",))
"""Colours of the views, the same for every measure."""

_GENERAL = {
    NOTHING: "no word",
    "P, R, F": "precision drops with unwanted changes, recall with missed ones; F combines the two",
}
_OF_SENTENCES = {
    "1:2 go → goes": "the words from 1 up to 2, counted from 0, become 'goes': 0:1 is the first word, 1:1 the place "
    "between the first and the second",
    "same, other, none": "an annotator has the same edit, another one there, or none",
}

Paint = Callable[[str, str], str]


def _plain(text: str, style: str) -> str:
    return text


def _coloured(text: str, style: str) -> str:
    return f"\033[{_STYLES[style]}m{text}\033[0m" if style else text


class TextReport:
    """Renders explanations at a width; `colour` for terminals that support it, `full` for complete n-gram lists."""

    def __init__(self, width: int = 100, *, colour: bool = False, full: bool = False) -> None:
        self._width = max(width, 40)
        self._paint: Paint = _coloured if colour else _plain
        self._full = full

    def render(self, explanations: Sequence[Explanation]) -> str:
        """Return all explanations, how they are ordered if by cost, and the meanings of terms at the end."""
        parts = []
        if any(item.cost is not None for item in explanations):
            first = explanations[0].measures[0]
            lower, rise = ("lower", "rise") if first.better == "higher" else ("raise", "fall")
            value = _headline(first)
            cost = f"cost: how much {value} would {rise} without the sentence"
            parts += [f"Sentences that {lower} {first.title} {value} most, worst first ({cost})", ""]
        parts += [line for item in explanations for line in (*self._explanation(item), "")]
        return "\n".join([*parts, self.render_words(explanations)])

    def render_one(self, item: Explanation) -> str:
        """Return one explanation, without the meanings of terms."""
        return "\n".join(self._explanation(item))

    def render_words(self, explanations: Sequence[Explanation]) -> str:
        """Return the meanings of terms in the explanations."""
        parts = [self._paint("What the words mean", "bold")]
        has_sentences = any(item.views for item in explanations)
        parts += self._pairs((_OF_SENTENCES if has_sentences else {}) | _GENERAL)
        words = {told.measure: told.working.words for item in explanations for told in item.measures}
        for measure, meanings in words.items():
            if meanings:
                parts += ["", f"  {self._paint(measure, 'bold')}", *self._pairs(meanings)]
        return "\n".join(parts)

    def _explanation(self, item: Explanation) -> Iterable[str]:
        head = heading(item)
        yield self._paint(head, "bold")
        yield "═" * min(display_width(head), self._width)
        yield ""
        for section in item.views:
            yield from self._section(section, _OF_VIEWS)
            yield ""
        for told in item.measures:
            yield from self._measure(told)
            yield ""

    def _measure(self, told: MeasureExplanation) -> Iterable[str]:
        head = measure_heading(told)
        yield self._paint(head, "bold")
        yield "─" * min(display_width(head), self._width)
        if told.working.choice:
            yield from self._hang("compared with: ", told.working.choice)
        for section in sections_of(told.working, self._full):
            yield ""
            yield from self._section(section, told.working)
        yield ""
        yield from self._hang("counts: ", counts_shown(told))
        for formula in told.working.formulas:
            yield from self._formula(formula)
        yield self._paint(printable(told.signature), "dim")

    def _hang(self, head: str, text: str) -> Iterable[str]:
        head = printable(head)
        indent = display_width(head)
        for place, line in enumerate(_wrap(printable(text).split(), " ", self._width - indent)):
            yield (" " * indent if place else head) + line

    def _formula(self, formula: Formula) -> Iterable[str]:
        steps = [step for step in (formula.expression, formula.numbers) if step]
        text = " = ".join([*steps, f"{percent(formula.value, _DIGITS)} %"])
        note = f" ({formula.note})" if formula.note else ""
        yield from self._hang(f"  {formula.name} = ", f"{text}{note}")

    def _pairs(self, pairs: Mapping[str, str]) -> Iterable[str]:
        width = max(map(display_width, pairs))
        for name, text in pairs.items():
            yield from self._hang(f"  {pad(name, width)}  ", text)

    def _section(self, section: Listing | Alignment, working: Working) -> Iterable[str]:
        yield from (self._paint(line, "bold") for line in _wrap(printable(section.title).split(), " ", self._width))
        if isinstance(section, Alignment):
            yield from self._alignment(section, working)
        else:
            yield from self._listing(section, working)

    def _alignment(self, section: Alignment, working: Working) -> Iterable[str]:
        """Draw rows of aligned words, in blocks as wide as fits."""
        names = [printable(name) for name in section.rows]
        margin = 2 + max(map(display_width, names)) + 2
        block: list[tuple[str | None, ...]] = []
        used = margin
        blocks = [block]
        for column in (tuple(cell and printable(cell) for cell in column) for column in section.columns):
            width = max(display_width(cell or NOTHING) for cell in column) + 1
            if block and used + width - 1 > self._width:
                block = []
                blocks.append(block)
                used = margin
            block.append(column)
            used += width
        for place, columns in enumerate(blocks):
            if place:
                yield ""
            widths = [max(display_width(cell or NOTHING) for cell in column) for column in columns]
            for at, name in enumerate(names):
                cells = [
                    self._paint(pad(column[at] or NOTHING, width), _style_of_column(section, column, at, working))
                    for column, width in zip(columns, widths, strict=True)
                ]
                yield f"  {pad(name, margin - 4)}  {' '.join(cells)}".rstrip()

    def _listing(self, section: Listing, working: Working) -> Iterable[str]:
        if not section.rows:
            yield "  none"
            return
        section = without_empty_columns(section)
        columns = [printable(head) for head in section.columns]
        units = [[cell_units(cell, self._full) for cell in row] for row in section.rows]
        natural = [
            max(display_width(head), *(display_width(text.join(items)) for items, text in column))
            for head, column in zip(columns, zip(*units, strict=True), strict=True)
        ]
        widths = _fit(natural, self._width - 2 - 2 * (len(natural) - 1))
        heads = [_wrap(head.split(), " ", width) for head, width in zip(columns, widths, strict=True)]
        yield from self._lines(heads, widths, ["dim"] * len(widths))
        for row, cells in zip(section.rows, units, strict=True):
            wrapped = [_wrap(items, sign, width) for (items, sign), width in zip(cells, widths, strict=True)]
            yield from self._lines(wrapped, widths, [_style_of_cell(cell, working) for cell in row])

    def _lines(self, cells: Sequence[Sequence[str]], widths: Sequence[int], styles: Sequence[str]) -> Iterable[str]:
        for place in range(max(map(len, cells))):
            texts = [
                self._paint(pad(cell[place] if place < len(cell) else "", width), style)
                for cell, width, style in zip(cells, widths, styles, strict=True)
            ]
            yield f"  {'  '.join(texts)}".rstrip()


def cell_units(cell: Cell, full: bool) -> tuple[list[str], str]:
    """Return the pieces into which a cell may be broken, and their separator; complete lists if `full`."""
    if isinstance(cell, tuple):
        shown = [printable(text) for text in (cell if full else cell[:N_LISTED])] or ["–"]
        more = len(cell) - N_LISTED
        return [*shown, *([f"… and {more} more"] if more > 0 and not full else [])], _SEPARATOR
    if cell is None or not str(cell):
        return ["–"], " "
    text = number(cell) if isinstance(cell, int | float) else printable(str(cell))
    return text.split() or [""], " "


def heading(item: Explanation) -> str:
    """Return which sentence of which system this is, and its cost if known."""
    kind = f"document {item.name}, number" if item.name else "sentence"
    cost = "" if item.cost is None else f": costs {percent(item.cost, _COST_DIGITS)} points"
    id = f", {item.id}" if item.id else ""
    return printable(f"{kind} {item.index + 1} (index {item.index}{id}), system {item.system}{cost}")


def _headline(told: MeasureExplanation) -> str:
    return told.labels[next(iter(told.labels))]


def measure_heading(told: MeasureExplanation) -> str:
    """Return the measure with the sentence's score."""
    return printable(f"{told.title}: {_headline(told)} {percent(told.row.score, _DIGITS)}")


def sections_of(working: Working, full: bool) -> tuple[Listing | Alignment, ...]:
    """Return the sections to show; with `full`, all of them."""
    return (*working.sections, *(working.more if full else ()))


def counts_shown(told: MeasureExplanation) -> str:
    """Return the counts worth showing, in one line."""
    return ", ".join(f"{name} {number(value)}" for name, value in told.row.counts.items() if _is_shown(told, name))


def without_empty_columns(section: Listing) -> Listing:
    """Return a listing without its empty columns."""
    kept = [at for at in range(len(section.columns)) if any(row[at] not in (None, "") for row in section.rows)]
    rows = tuple(tuple(row[at] for at in kept) for row in section.rows)
    return Listing(section.title, tuple(section.columns[at] for at in kept), rows)


def _is_shown(told: MeasureExplanation, name: str) -> bool:
    """Tell whether a count is worth showing: if there are many, only those that are not 0."""
    return len(told.row.counts) <= 12 or bool(told.row.counts[name])


def _style_of_cell(cell: Cell, working: Working) -> str:
    if not isinstance(cell, str):
        return ""
    return "green" if cell in working.good else "red" if cell in working.bad else "dim" if cell == "TN" else ""


def _style_of_column(section: Alignment, column: Sequence[str | None], at: int, working: Working) -> str:
    """Colour changes: right, wrong, or only in a reference."""
    name = section.rows[at]
    if name == "class":
        return _style_of_cell(column[at], working)
    if at == 0 or column[at] == column[0]:
        return "dim" if column[at] is None else ""
    if at == 1:
        others = [other for row, other in zip(section.rows[2:], column[2:], strict=True) if row != "class"]
        return "green" if column[at] in others else "red"
    return "" if column[at] == column[1] else "yellow"


def _wrap(units: Sequence[str], sign: str, width: int) -> list[str]:
    """Break a chain of texts into lines, with the separator at the end of each line.

    >>> _wrap(["a b", "c d", "e"], " · ", 9)
    ['a b ·', 'c d · e']
    >>> _wrap(["a b", "c d"], " · ", 9)
    ['a b · c d']
    """
    end = sign.rstrip()
    lines: list[str] = []
    pieces = [piece for unit in units for piece in _pieces(unit, width)]
    for place, piece in enumerate(pieces, 1):
        joined = f"{lines[-1]}{sign}{piece}" if lines else piece
        if lines and display_width(joined + (end if place < len(pieces) else "")) <= width:
            lines[-1] = joined
        else:
            if lines:
                lines[-1] += end
            lines.append(piece)
    return lines or [""]


def _pieces(text: str, width: int) -> Iterable[str]:
    """Break a text that is too long for a line anywhere."""
    piece = ""
    for character in text if display_width(text) > width else ():
        if piece and display_width(piece + character) > width:
            yield piece
            piece = ""
        piece += character
    yield piece or text


def _fit(widths: Sequence[int], room: int) -> list[int]:
    """Narrow the widest columns until all fit, but leave each a readable width.

    If not all of the widest can have the same width, the last of them keep one more character.

    >>> _fit([30, 4, 30, 30], 65)
    [20, 4, 20, 21]
    """
    cap = min(max(widths), max(room, _MIN_COLUMN))
    while cap > _MIN_COLUMN and sum(min(width, cap) for width in widths) > room:
        cap -= 1
    fitted = [min(width, cap) for width in widths]
    cut = [at for at, width in enumerate(widths) if width > cap]
    for at in cut[len(cut) - max(0, room - sum(fitted)) :] if cut else ():
        fitted[at] += 1
    return fitted


def _cell_json(cell: Cell) -> Any:
    if isinstance(cell, Replacement):
        return {"start": cell.start, "end": cell.end, "original": cell.original, "correction": cell.correction}
    return list(cell) if isinstance(cell, tuple) else cell


def _section_json(section: Listing | Alignment) -> dict[str, Any]:
    if isinstance(section, Alignment):
        return {
            "kind": "alignment",
            "title": section.title,
            "rows": list(section.rows),
            "columns": [list(column) for column in section.columns],
        }
    rows = [dict(zip(section.columns, map(_cell_json, row), strict=True)) for row in section.rows]
    return {"kind": "listing", "title": section.title, "columns": list(section.columns), "rows": rows}


def _measure_json(told: MeasureExplanation, full: bool) -> dict[str, Any]:
    row = told.row
    item: dict[str, Any] = {
        "measure": told.measure,
        "title": told.title,
        "signature": told.signature,
        "score": json_number(row.score),
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
            "value": json_number(formula.value),
            "note": formula.note,
        }
        for formula in told.working.formulas
    ]
    return item | {
        "choice": told.working.choice,
        "sections": [_section_json(section) for section in sections_of(told.working, full)],
        "formulas": formulas,
        "words": dict(told.working.words),
    }


def as_object(item: Explanation, full: bool = False) -> dict[str, Any]:
    """Return an explanation as the JSON object defined in the schema."""
    head: dict[str, Any] = {"system": item.system, "index": item.index}
    if item.name:
        head["document"] = item.name
    if item.id:
        head["id"] = item.id
    if item.cost is not None:
        head["cost"] = item.cost
    return head | {
        "source": item.source,
        "output": item.output,
        "references": [{"reference": reference.label, "text": reference.text} for reference in item.references],
        "views": [_section_json(section) for section in item.views],
        "measures": [_measure_json(told, full) for told in item.measures],
    }


def to_json(explanations: Sequence[Explanation], warnings: Sequence[str] = (), *, full: bool = False) -> str:
    """Return all explanations as one JSON object, one per line."""
    return envelope(warnings, {"explanations": list_of(dumps(as_object(item, full)) for item in explanations)})
