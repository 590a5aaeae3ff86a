"""The options of a measure: declared once, as fields of a dataclass; parsed, checked and displayed from there."""

from collections.abc import Sequence
from importlib import import_module
from os.path import expanduser
from types import UnionType
from typing import Any, cast

from errata.errors import OptionError
from errata.model import Annotator, as_annotator
from errata.records import dataclass, field
from errata.text.messages import describe_range, is_within, quote, read_number

Value = object
"""The value of an option: yes or no, a number, text, or the content of a file."""


def option(
    default: Any,
    about: str,
    *,
    kind: type | UnionType | None = None,
    choices: Sequence[str] = (),
    minimum: float | None = None,
    maximum: float | None = None,
    name: str | None = None,
    always_shown: bool = False,
    signed: bool = True,
    none: str = "",
    reader: str = "",
    counts: bool = True,
) -> Any:
    """Declare an option of a measure as a dataclass field.

    All information about options anywhere (parsing, checking, signatures, `errata measures`) comes from
    here. `kind` is needed if the default is None, which means "depends on the other options" or, if `none`
    gives a name for it, is a value of its own. `name` is what users call the option if the field cannot have
    that name ("lambda" is a Python keyword). Numbers declare the minimum and maximum that make sense, so that
    nothing outside reaches the arithmetic. `always_shown` puts the option into titles even at its default, if several
    definitions go by one name. With `signed=False` signatures omit it at its default, so that a new option does not
    change existing signatures. If users keep values in files, the option names the function that reads them,
    `reader="weights"` for `errata.read_weights`: on a command line the value is a path, in Python it is the
    object, and a measure never opens a file. `counts=False` promises that counting does not depend on the option, only
    what follows it, so that settings that differ in nothing else are counted once.
    """
    return field(
        default=default,
        metadata={
            "name": name,
            "default": default,
            "about": about,
            "kind": kind or type(default),
            "choices": tuple(choices),
            "minimum": minimum,
            "maximum": maximum,
            "always_shown": always_shown,
            "signed": signed,
            "none": none,
            "reader": reader,
            "counts": counts,
        },
    )


def beta_option(default: float, *, counts: bool = False) -> Any:
    """Declare the beta of an F-score: 0 is precision, and at 1000 recall weighs a million times as much."""
    return option(default, "weight of recall against precision", minimum=0, maximum=1000, counts=counts)


def level_option() -> Any:
    """Declare whether sentences are summed or averaged; see `Measure.averages_rows`."""
    return option("corpus", "score of summed counts, or mean of sentence scores", choices=("corpus", "sentence"))


@dataclass(frozen=True)
class Option:
    """An option as declared: the arguments of `option`, with its name and the name of its field."""

    name: str
    field: str
    default: Value
    about: str
    kind: type | UnionType
    choices: tuple[str, ...]
    minimum: float | None
    maximum: float | None
    always_shown: bool
    signed: bool
    none: str
    reader: str
    counts: bool

    def parse(self, text: str) -> Value:
        """Return the value of a user's text, read from the file it names if values are kept in files."""
        if self.none and text == self.none:
            return None
        if self.reader:
            read = getattr(import_module("errata"), f"read_{self.reader}")
            # A shell leaves the ~ of `model=~/folder` to us; a Path would also rewrite the name that messages show.
            return cast("Value", read(expanduser(text)))  # noqa: PTH111
        if self.kind == Annotator:
            return as_annotator(text)
        if self.kind is bool:
            if text not in {"yes", "no"}:
                raise OptionError(f"{self.name} is yes or no, not {text!r}")
            return text == "yes"
        if self.kind is int or self.kind is float:
            try:
                return read_number(text, self.kind, self.minimum, self.maximum)
            except ValueError as error:
                raise OptionError(f"{self.name} {error}") from None
        return text

    def check(self, value: Value) -> Value:
        """Return the value, with numbers converted to the declared kind, or refuse it."""
        if value is None and self.none:
            return value
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        fits = isinstance(value, self.kind) or (self.kind is float and is_number)
        if (
            not fits
            or (isinstance(value, bool) and self.kind is not bool)
            or (self.choices and value not in self.choices)
            or (is_number and not is_within(cast("float", value), self.minimum, self.maximum))
        ):
            raise OptionError(f"{self.name} takes {self.describe()}, not {quote(value)}")
        return float(cast("float", value)) if self.kind is float else value

    def show(self, value: Value) -> str:
        """Write a value of the option as signatures and the command line do."""
        return self.none if value is None and self.none else show(value)

    def describe(self) -> str:
        """Describe the values that the option takes."""
        if self.choices:
            return " or ".join(self.choices)
        if self.reader:
            return f"what errata.read_{self.reader} reads from a file"
        if self.kind is int or self.kind is float:
            return describe_range(self.kind, self.minimum, self.maximum)
        return "yes or no" if self.kind is bool else "text"


def show(value: Value) -> str:
    """Write an option's value as signatures and the command line do.

    >>> [show(value) for value in (True, 4, 2.0, 0.5, "char")]
    ['yes', '4', '2', '0.5', 'char']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)
