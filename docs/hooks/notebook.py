"""A page that is a notebook: executed when the site is built, on the example corpus, and offered as an .ipynb file."""

import ast
import contextlib
import html
import io
import json
import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import errata

MARK = "<!-- notebook -->"
NAME = "notebook.ipynb"
_CELL = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_EXAMPLES = Path(errata.__file__).parent / "examples"
_FILES = """\
import os
from pathlib import Path

import errata

os.chdir(Path(errata.__file__).parent / "examples")  # gold.m2, good.txt and the other files used below
"""


class Cell(NamedTuple):
    """A piece of text, or code with what it printed and the value of its last line."""

    source: str
    is_code: bool = False
    printed: str = ""
    value: Any = None


def with_outputs(markdown: str) -> str:
    """Add what each cell prints below it, and the value of its last line if there is one."""
    if MARK not in markdown:
        return markdown
    return "".join(
        f"```python\n{cell.source}```\n{_shown(cell)}" if cell.is_code else cell.source for cell in run(markdown)
    )


def run(markdown: str) -> list[Cell]:
    """Take a page apart at its cells, and run these in turn."""
    names: dict[str, Any] = {}
    parts = _CELL.split(markdown)
    return [_run(part, names) if place % 2 else Cell(part) for place, part in enumerate(parts)]


def _run(source: str, names: dict[str, Any]) -> Cell:
    body = ast.parse(source).body
    last = body[-1] if body else None
    if isinstance(last, ast.Expr):
        body.pop()
    printed = io.StringIO()
    with warnings.catch_warnings(), contextlib.chdir(_EXAMPLES), contextlib.redirect_stdout(printed):
        warnings.simplefilter("ignore", errata.ErrataWarning)
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = (
            eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None
        )
    return Cell(source, True, printed.getvalue(), value)


def _shown(cell: Cell) -> str:
    """Return what came out of a cell as HTML."""
    shown = f"<pre>{html.escape(cell.printed)}</pre>" if cell.printed else ""
    if cell.value is not None:
        shown += _as_html(cell.value) or f"<pre>{html.escape(repr(cell.value))}</pre>"
    # One block of HTML to Markdown, which would end at an empty line.
    whole = re.sub(r"\n\s*\n", "\n", shown)
    return f'\n<div class="cell">\n{whole}\n</div>\n' if shown else ""


def _as_html(value: Any) -> str:
    return str(value._repr_html_()) if hasattr(value, "_repr_html_") else ""


def to_notebook(cells: list[Cell]) -> str:
    """Return cells as a Jupyter notebook (nbformat 4.5) with their outputs; it finds the example files by itself."""
    first = _cell(1, Cell(_FILES, True))
    made = [first, *(_cell(number, cell) for number, cell in enumerate(cells, 2) if _text(cell))]
    metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    }
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": made}, ensure_ascii=False)


def _text(cell: Cell) -> str:
    """Return the source as a notebook has it: without the mark and the words about the file itself."""
    text = (
        cell.source if cell.is_code else re.sub(rf"\s*\[Download it as a notebook\]\({NAME}\)[^.]*\.", "", cell.source)
    )
    return text.replace(MARK, "").strip()


def _cell(number: int, cell: Cell) -> dict[str, Any]:
    made = {"id": f"cell-{number}", "metadata": {}, "source": _text(cell)}
    if not cell.is_code:
        return {"cell_type": "markdown", **made}
    outputs: list[dict[str, Any]] = []
    if cell.printed:
        outputs.append({"output_type": "stream", "name": "stdout", "text": cell.printed})
    if cell.value is not None:
        data = {"text/plain": repr(cell.value)} | ({"text/html": shown} if (shown := _as_html(cell.value)) else {})
        outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data})
    return {"cell_type": "code", **made, "execution_count": number, "outputs": outputs}
