"""The formats of every result: those of the command line, also in notebooks, and data frames."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, TypeVar

from errata.records import InitOnly

if TYPE_CHECKING:
    _T = TypeVar("_T")
    Unlisted: TypeAlias = Annotated[_T, "kept, but no field"]
    """A dataclass argument that is stored but not listed: `asdict` and frames copy every listed field."""
else:
    Unlisted = InitOnly
NEVER: Any = None
"""The default of an unlisted argument, never used: `dataclasses.replace` passes the stored value if there is one."""


def keep_unlisted(made: Any, values: Sequence[object]) -> None:
    """Store the unlisted arguments of a dataclass under their names; called by `__post_init__`, which receives them."""
    names = [name for name, item in type(made).__record__.items() if not item.is_stored]
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)


class Plotted:
    """Gives a result the figures that the command line can draw."""

    def plot(self, which: str = "scores", **settings: Any) -> Any:
        """Return a figure, by default of the scores; docs/report.md lists them, and their settings."""
        return import_module("errata.report.figures").draw_result(self, which, **settings)


class Rendered:
    """Gives a result the output formats of the command line, byte for byte, and data frames.

    A result names its module in `rendered_by`: `render_result(result, form, **settings)` returns it in
    one of `errata.report.writers.FORMATS`, `frame_table(result, which, **settings)` the columns and rows of a frame.
    Reports are in a higher layer than results, which need none until displayed, so they are loaded by name.
    """

    rendered_by: ClassVar[str]

    def to_text(self, **settings: Any) -> str:
        """Return the tables as the command line prints them; the settings, such as `digits`, depend on the result."""
        return self._render("table", settings)

    def to_markdown(self, **settings: Any) -> str:
        """Return the tables as Markdown."""
        return self._render("markdown", settings)

    def to_latex(self, **settings: Any) -> str:
        """Return the tables as LaTeX; they need the package booktabs."""
        return self._render("latex", settings)

    def to_html(self, **settings: Any) -> str:
        """Return the tables as HTML to embed in a page."""
        return self._render("html", settings)

    def to_json(self, **settings: Any) -> str:
        """Return everything as JSON, unrounded, in the schema of the command line."""
        return self._render("json", settings)

    def to_frame(self) -> Any:
        """Return the rows of the result as a data frame: pandas if installed, otherwise polars."""
        return self._frame("")

    def _repr_html_(self) -> str:
        return self.to_html()

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _render(self, form: str, settings: dict[str, Any]) -> str:
        text: str = import_module(self.rendered_by).render_result(self, form, **settings)
        return text

    def _frame(self, which: str, **settings: Any) -> Any:
        table = import_module(self.rendered_by).frame_table(self, which, **settings)
        return import_module("errata.report.frames").to_frame(table)
