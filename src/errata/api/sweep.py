"""Score with one option of a measure at many values; what does not change between values is counted once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from errata.api.score import Result, score
from errata.errors import OptionError, suggest
from errata.findings import Finding
from errata.measures import parse_measure
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.measures.options import Option
from errata.records import dataclass, replace
from errata.rendering import Rendered
from errata.text.messages import quote

if TYPE_CHECKING:
    from decimal import Decimal

MAX_VALUES = 1000
"""More values make no better plot, and each is a score for every system."""


@dataclass(frozen=True)
class Sweep(Rendered):
    """The scores of every system at every value of an option.

    `measure` is the measure without that option, `scores[i]` has a score for each system at `values[i]`.
    """

    measure: str
    option: str
    values: tuple[float, ...]
    scores: tuple[tuple[Score, ...], ...]
    findings: tuple[Finding, ...] = ()
    """What was suspicious."""
    rendered_by: ClassVar[str] = "errata.report.sweep"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems, in the order of the scores."""
        return tuple(item.system for item in self.scores[0])

    def __repr__(self) -> str:
        return f"Sweep({self.measure}, {len(self.values)} values of {self.option}, {len(self.systems)} systems)"


def parse_sweep(text: str) -> tuple[Measure, str, list[float]]:
    """Read `measure:key=value,option=LOW..HIGH/STEP` into the measure, the option and its values.

    Both ends are included; steps are decimal, so that no value is off by a rounding error.

    >>> measure, option, values = parse_sweep("green:unit=char,beta=0..0.3/0.1")
    >>> measure.title, option, values
    ('green:unit=char', 'beta', [0.0, 0.1, 0.2, 0.3])
    """

    name, colon, settings = text.partition(":")
    items = settings.split(",") if colon else []
    swept = [item for item in items if ".." in item]
    if len(swept) != 1:
        raise OptionError(
            f"a sweep needs one option with a range, but {quote(text)} has {len(swept)}; write it as in "
            "green:beta=0..5/0.5"
        )
    others = ",".join(item for item in items if item is not swept[0])
    option, _, span = swept[0].partition("=")
    measure = parse_measure(f"{name}:{others}" if others else name)
    return measure, option, _read_values(_find_option(measure, option), span)


def _find_option(measure: Measure, name: str) -> Option:
    known = {declared.name: declared for declared in measure.options() if declared.kind in (int, float)}
    if name not in known:
        raise OptionError(f"measure {measure.name} has no option {name!r} that is a number; {suggest(name, known)}")
    return known[name]


def _read_values(option: Option, span: str) -> list[float]:
    """Return the values of a range, each checked as the option itself would be."""
    from decimal import Decimal  # which every `score` would load otherwise

    try:
        ends, slash, by = span.partition("/")
        low, high = (Decimal(end) for end in ends.split(".."))
        step = Decimal(by) if slash else Decimal(1)
        n_steps = int((high - low) / step) if step > 0 else -1
    except (ValueError, ArithmeticError):
        n_steps = -1
    if n_steps < 0:
        raise OptionError(
            f"{option.name}={quote(span)} is not a range; write LOW..HIGH/STEP, as in {option.name}=0..5/0.5"
        )
    if n_steps >= MAX_VALUES:
        raise OptionError(f"{option.name}={quote(span)} has more than {MAX_VALUES} values; use larger steps")
    # A step that misses the upper end stops before it, as in any range.
    values = [low + number * step for number in range(n_steps + 1)]
    return [cast("float", option.parse(f"{value:f}")) for value in map(_shortest, values)]


def _shortest(value: "Decimal") -> "Decimal":
    """Return an integer without a decimal point, as integer options are written."""
    return value.to_integral_value() if value == value.to_integral_value() else value


def sweep(
    gold: Any = None, outputs: Any = (), *, measure: Measure | str, option: str, values: Sequence[float], **how: Any
) -> Sweep:
    """Score systems with an option of a measure at each of several values; the rest is as for `score`.

    >>> found = sweep(sources=["He go ."], references=[["He goes ."]], outputs={"me": ["He goes ."]},
    ...               measure="green:n=2", option="beta", values=[0.5, 1, 2])
    >>> [scores[0].score for scores in found.scores]
    [1.0, 1.0, 1.0]
    """
    plain = parse_measure(measure) if isinstance(measure, str) else measure
    declared = _find_option(plain, option)
    if not values or len(set(values)) != len(values):
        raise OptionError(f"give at least one value of {option}, and none twice")
    measures = at_values(plain, declared.name, values)
    return of_result(plain, declared.name, measures, score(gold, outputs, measures=measures, **how))


def at_values(plain: Measure, option: str, values: Sequence[float]) -> list[Measure]:
    """Return the measure with the option at each value; one out of bounds is refused, with the bounds."""
    field = _find_option(plain, option).field
    return [replace(plain, **{field: value}) for value in values]


def of_result(plain: Measure, option: str, measures: Sequence[Measure], result: Result) -> Sweep:
    """Collect the scores of the measures of a sweep; those of other measures are ignored."""
    values = tuple(getattr(each, _find_option(each, option).field) for each in measures)
    scores = tuple(tuple(item for item in result.scores if item.made_by == each) for each in measures)
    declared = _find_option(plain, option)
    title = replace(plain, **{declared.field: declared.default}).title if declared.default is not None else plain.title
    return Sweep(title, option, values, scores, result.findings)
