"""What every result can be shown as: the forms of the command line, in notebooks too, and frames."""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias, TypeVar

from errata.records import InitOnly

if TYPE_CHECKING:
    _T = TypeVar("_T")
    Unlisted: TypeAlias = Annotated[_T, "kept, but no field"]
    """What a dataclass is made with and keeps but does not list: `asdict` and frames copy fields to the last count."""
else:
    Unlisted = InitOnly
NEVER: Any = None
"""The default of what is unlisted, never used: for what has one, `dataclasses.replace` hands over what is kept."""


def keep_unlisted(made: Any, values: Sequence[object]) -> None:
    """Keep what a dataclass does not list under its names; for `__post_init__`, which is given it."""
    names = [name for name, item in type(made).__record__.items() if not item.is_stored]
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)


class Plotted:
    """Gives a result the figures that the command line draws."""

    def plot(self, which: str = "scores", **settings: Any) -> Any:
        """Return a figure, by default of the scores; docs/report.md tells which there are, and their settings."""
        return import_module("errata.report.figures").draw_result(self, which, **settings)


class Rendered:
    """Gives a result the forms that the command line writes, byte for byte, and data frames.

    A result names in `rendered_by` the module that knows it: `render_result(result, form, **settings)` returns it in
    one of `errata.report.writers.FORMATS`, `frame_table(result, which, **settings)` the columns and rows of a frame.
    Reports are above what they report on, and no result needs them until it is shown, so they are loaded by name.
    """

    rendered_by: ClassVar[str]

    def to_text(self, **settings: Any) -> str:
        """Return the tables as the command line prints them; the settings, such as `digits`, are those of its kind."""
        return self._render("table", settings)

    def to_markdown(self, **settings: Any) -> str:
        """Return the tables as Markdown."""
        return self._render("markdown", settings)

    def to_latex(self, **settings: Any) -> str:
        """Return the tables as LaTeX, which needs the package booktabs."""
        return self._render("latex", settings)

    def to_html(self, **settings: Any) -> str:
        """Return the tables as HTML to put into a page."""
        return self._render("html", settings)

    def to_json(self, **settings: Any) -> str:
        """Return everything as JSON, unrounded, in the schema of the command line."""
        return self._render("json", settings)

    def to_frame(self) -> Any:
        """Return the rows of the result as a data frame: of pandas if it is installed, else of polars."""
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
