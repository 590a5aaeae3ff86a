"""The result of a meta-evaluation: how people rank the systems, and how well each measure agrees with them."""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from errata.errors import suggest
from errata.findings import Finding
from errata.measures.base import Better
from errata.records import dataclass, field
from errata.rendering import Rendered
from errata.stats.preferences import TIES, SentenceLevel

if TYPE_CHECKING:
    from errata.stats.closeness import CorrelationInterval, MeasureTest

SystemScores = Mapping[str, float]


@dataclass(frozen=True)
class HumanScore:
    """How people rate a system: its score, possible ranks and cluster; None if only a table of scores is known.

    `low` and `high` are the ends of the score's 95 % interval. A system that does not take part was judged, and those
    judgements count in the scores of the others, but no output of it is compared.
    """

    system: str
    score: float
    rank_low: int | None = None
    rank_high: int | None = None
    cluster: int | None = None
    low: float = math.nan
    high: float = math.nan
    takes_part: bool = True


@dataclass(frozen=True)
class HumanRanking:
    """How people rate the systems, best first, and the underlying judgements, if known."""

    method: str
    systems: tuple[HumanScore, ...]
    n_judgements: int | None = None
    pairs: int | None = None
    ties: int | None = None
    judges: tuple[str, ...] = ()
    inter: float = math.nan
    """Cohen's kappa between judges."""
    intra: float = math.nan
    """Cohen's kappa within judges, who saw some pairs twice."""
    first: int | None = None
    """The number of the first sentence in the judgements."""

    def __getitem__(self, system: str) -> HumanScore:
        """Return what people think of a system."""
        for found in self.systems:
            if found.system == system:
                return found
        raise KeyError(f"no system is called {system!r}; {suggest(system, [item.system for item in self.systems])}")


@dataclass(frozen=True)
class SystemLevel:
    """The correlation of a measure's scores of n systems with the human scores; nan if either is constant."""

    n: int
    pearson: float
    spearman: float
    kendall: float
    interval: "CorrelationInterval | None" = None


@dataclass(frozen=True)
class Window:
    """The correlation of consecutive systems, from place `first` to `last`, counted from 0, best human score first."""

    first: int
    last: int
    pearson: float
    spearman: float


@dataclass(frozen=True)
class MeasureAgreement:
    """How well one measure agrees with people.

    If lower scores are better, `scores` are as the measure gives them and correlations use them negated, so that
    agreement is always positive.
    """

    measure: str
    title: str
    signature: str
    aggregate: str
    better: Better
    scores: SystemScores
    system_level: SystemLevel
    sentence_level: SentenceLevel | None = None
    windows: tuple[Window, ...] = ()
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The range of each system's score over bootstrap samples of sentences, if they were drawn."""
    experimental: str = ""
    """A note about a measure that is still experimental."""


@dataclass(frozen=True)
class MetaEvaluation(Rendered):
    """How well measures agree with people, and which differences between measures may be due to chance.

    `print` shows the tables; `to_markdown`, `to_latex`, `to_html` and `to_json` return them in other forms and take
    `digits`. `to_frame` has a row for each measure.
    """

    human: HumanRanking
    agreement: tuple[MeasureAgreement, ...]
    tests: "tuple[MeasureTest, ...]"
    systems: tuple[str, ...]
    """The systems that take part, in code point order, on which ties depend."""
    n_sentences: int | None = None
    """How many sentences were scored."""
    stand_ins: int = 0
    """The number of these in which an absent annotator's reference was replaced by another's."""
    ties: str = TIES[0]
    findings: tuple[Finding, ...] = ()
    """What was suspicious."""
    left_out: tuple[str, ...] = ()
    """Measures that do not fit the input, if none was requested by name."""
    score_digits: int | None = None
    """The number of decimals to which systems' scores were rounded before correlation."""
    rendered_by: ClassVar[str] = "errata.report.metaeval"

    def __repr__(self) -> str:
        return f"MetaEvaluation({len(self.systems)} systems; {', '.join(item.title for item in self.agreement)})"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))

    def __iter__(self) -> Iterator[MeasureAgreement]:
        return iter(self.agreement)

    def __getitem__(self, title: str) -> MeasureAgreement:
        """Return the agreement of a measure, written as `green` or `green:unit=char`."""
        exact = [item for item in self.agreement if item.title == title]
        named = exact or [item for item in self.agreement if item.measure == title]
        if len(named) == 1:
            return named[0]
        known = ", ".join(repr(item.title) for item in self.agreement)
        raise KeyError(f"{'several measures are' if named else 'no measure is'} called {title!r}; there are: {known}")
