"""What the site shows below the cells of a page that is a notebook: run as it is built, in the example corpus."""

import ast
import contextlib
import html
import io
import re
import warnings
from pathlib import Path
from typing import Any

import errata

MARK = "<!-- notebook -->"
_CELL = re.compile(r"^```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_EXAMPLES = Path(errata.__file__).parent / "examples"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put under every cell what it prints, and what its last line is if that is a value."""
    if MARK not in markdown:
        return markdown
    names: dict[str, Any] = {}
    return _CELL.sub(lambda cell: cell[0] + _run(cell[1], names), markdown)


def _run(source: str, names: dict[str, Any]) -> str:
    """Run a cell and return what came out as HTML."""
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
    shown = f"<pre>{html.escape(printed.getvalue())}</pre>" if printed.getvalue() else ""
    if value is not None:
        shown += value._repr_html_() if hasattr(value, "_repr_html_") else f"<pre>{html.escape(repr(value))}</pre>"
    # One block of HTML to Markdown, which would end at an empty line.
    whole = re.sub(r"\n\s*\n", "\n", shown)
    return f'\n<div class="cell">\n{whole}\n</div>\n' if shown else ""
