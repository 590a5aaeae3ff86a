"""Compare systems: scores, intervals, tests of every pair, ranks and groups, and how well measures agree."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from errata.api.accept import Request, accept_only
from errata.api.files import Lines, SystemOutput
from errata.api.previous import add_previous
from errata.api.score import Result, score_inputs
from errata.errors import InputError, OptionError, UnknownNameError, suggest
from errata.extract import Extractor
from errata.findings import Finding, report
from errata.formats.files import AnyPath
from errata.measures.base import Better, Measure
from errata.measures.data import Score
from errata.model import Corpus
from errata.records import dataclass, replace
from errata.rendering import Plotted, Rendered
from errata.stages import Progress
from errata.stats.plan import Resampling
from errata.stats.ranks import Standing, stand
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.stats.paired import PairTest
    from errata.stats.ttest import SentenceTest
    from errata.text.raw import Raw

DEFAULT_SAMPLES = 10_000
"""More than an interval needs: p-values are corrected for the number of pairs and must still be able to be small."""
TESTS = ("randomisation", "bootstrap")


@dataclass(frozen=True)
class MeasureComparison:
    """All systems under one measure, in the order given: scores with intervals, standings, and tests of all pairs."""

    title: str
    scores: tuple[Score, ...]
    standings: tuple[Standing, ...]
    pairs: "tuple[PairTest, ...]"
    t_tests: "tuple[SentenceTest, ...]" = ()
    """Paired t-tests over sentences, if requested."""

    @property
    def best(self) -> tuple[str, ...]:
        """The systems with the best score; none if no score is defined."""
        pairs = zip(self.scores, self.standings, strict=True)
        return tuple(score.system for score, standing in pairs if standing.rank == 1 and not math.isnan(score.score))

    @property
    def better(self) -> Better:
        """Which of two scores is the better one: "higher" or "lower"."""
        return self.scores[0].better

    @property
    def signature(self) -> str:
        """The signature of the scores."""
        return self.scores[0].signature


@dataclass(frozen=True)
class Agreement:
    """How similarly two measures rank the systems: 1 the same order, -1 the opposite, nan if all scores are equal.

    The order is from best to worst, so that an error rate and an F-score may agree. A value other than the score is
    named after its measure, such as "imeasure f".
    """

    first: str
    second: str
    kendall: float
    spearman: float
    pearson: float = math.nan


@dataclass(frozen=True)
class Comparison(Rendered, Plotted):
    """Several systems under several measures; `test` decided what differs significantly.

    `print` shows the tables; `to_markdown`, `to_latex`, `to_html` and `to_json` return them in other forms and take
    `digits`, and `pairs=False` to leave the tests of pairs out.

    >>> sources = ["He go home .", "It rain now .", "We am here .", "She like tea ."] * 5
    >>> right = ["He goes home .", "It rains now .", "We are here .", "She likes tea ."] * 5
    >>> found = compare(sources=sources, references=[right], outputs={"none": sources, "all": right},
    ...                 measures=["green"])
    >>> found["green"].best, [standing.group for standing in found["green"].standings]
    (('all',), [2, 1])
    """

    measures: tuple[MeasureComparison, ...]
    agreements: tuple[Agreement, ...]
    resampling: Resampling
    test: str
    findings: tuple[Finding, ...] = ()
    """What was suspicious."""
    left_out: tuple[str, ...] = ()
    """Measures that do not fit the input, if none was requested by name."""
    baseline: str | None = None
    """The system that all others were tested against; None if every pair was tested."""
    rendered_by: ClassVar[str] = "errata.report.comparison"

    def __repr__(self) -> str:
        systems = ", ".join(score.system for score in self.measures[0].scores) if self.measures else ""
        return f"Comparison({systems}; by {', '.join(item.title for item in self.measures)})"

    def __str__(self) -> str:
        return self.to_text()

    def pairs_frame(self) -> Any:
        """Return a data frame with the test of every pair of systems under every measure."""
        return self._frame("pairs")

    def agreement_frame(self) -> Any:
        """Return a data frame that says how similarly each pair of measures ranks the systems."""
        return self._frame("agreement")

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))

    def __getitem__(self, title: str) -> MeasureComparison:
        """Return the comparison under a measure, written as `green` or `green:unit=char`."""
        exact = [item for item in self.measures if item.title == title]
        named = exact or [item for item in self.measures if item.scores[0].measure == title]
        if len(named) == 1:
            return named[0]
        known = ", ".join(repr(item.title) for item in self.measures)
        raise KeyError(f"{'several measures are' if named else 'no measure is'} called {title!r}; there are: {known}")


def compare(
    gold: Corpus | AnyPath | None = None,
    outputs: Mapping[str, SystemOutput] | None = None,
    *,
    sources: Lines | None = None,
    references: Sequence[Lines] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    only: Sequence[int] | None = None,
    workers: int = 1,
    resampling: Resampling | None = None,
    test: str = "randomisation",
    baseline: str | None = None,
    previous: AnyPath | None = None,
    by: Sequence[str] = (),
    t_test: bool = False,
    progress: Progress | None = None,
) -> Comparison:
    """Compare two or more systems with one or more measures.

    The data are passed as to `score`, `outputs` as {name: sentences}. `test` ("randomisation" or "bootstrap") decides
    which differences are significant, at 1 minus the level of `resampling`, after Holm's correction for the number of
    pairs. Without `resampling`: 10,000 samples, level 0.95. With `baseline`, the name of a system, only pairs with it
    are tested and corrected for. `previous` is a file with a stored run (`Result.to_json(sentences=True)`), whose
    systems take part as NAME@FILE; one output is then enough. `only` is as for `score`. `by` names values, such as "f"
    or "precision", whose agreement is shown along with that of the scores; `t_test` adds paired t-tests over
    sentences, of every pair and, for measures that compare with doing nothing, against the source.
    """
    plan = resampling or Resampling(samples=DEFAULT_SAMPLES)
    if not isinstance(plan, Resampling):
        raise InputError(f"resampling is a {type(plan).__name__}; give errata.Resampling(…)")
    if test not in TESTS:
        raise OptionError(f"test must be {' or '.join(TESTS)}, not {test!r}")
    if not isinstance(outputs, Mapping) or len(outputs) < (2 if previous is None else 1):
        n = len(outputs) if isinstance(outputs, Mapping) else 1
        raise InputError(
            f"a comparison needs at least two systems, but there is {n}; give the outputs as {{name: sentences, …}}, "
            "or use score for a single system"
        )
    if only is not None and plan.clusters is not None:
        plan = plan.only(accept_only(only, len(plan.clusters)))
    asked = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens, only)
    result = score_inputs(asked, workers, progress=progress).result
    if not result.scores:
        raise InputError("no installed measure fits this input; pass one explicitly to see why")
    if previous is not None:
        scores, found = add_previous(result.scores, previous)
        for finding in found:
            report(finding, 2)
        result = replace(result, scores=tuple(scores), findings=(*result.findings, *found))
    compared = compare_scores(result, plan, test, progress, baseline)
    if t_test:
        from errata.stats.ttest import compare_sentences

        tested = [replace(item, t_tests=tuple(compare_sentences(item.scores, baseline))) for item in compared.measures]
        compared = replace(compared, measures=tuple(tested))
    return replace(compared, agreements=_agreements(compared.measures, by)) if by else compared


def compare_scores(
    result: Result, plan: Resampling, test: str, progress: Progress | None = None, baseline: str | None = None
) -> Comparison:
    """Compare systems by their scores on the same sentences."""
    names = list(dict.fromkeys(item.system for item in result.scores))
    if baseline is not None and baseline not in names:
        raise UnknownNameError(f"the baseline {baseline!r} is not one of the systems; {suggest(baseline, names)}")
    from errata.stats.intervals import sample_scores, with_interval
    from errata.stats.paired import compare_pairs

    scores = result.scores
    evidence, samples = sample_scores(scores, plan, progress)
    groups: dict[str, list[int]] = {}
    for place, item in enumerate(scores):
        groups.setdefault(item.title, []).append(place)
    tested = compare_pairs(evidence, samples, list(groups.values()), plan, progress, baseline)
    measures = []
    for (title, places), pairs in zip(groups.items(), tested, strict=True):
        members = tuple(with_interval(evidence[place], samples[place], plan) for place in places)
        numbers = {member.system: number for number, member in enumerate(members)}
        better = {
            (numbers[pair.first], numbers[pair.second])
            for pair in pairs
            if pair.is_significant(test, plan.level) and pair.difference  # the first is the better one
        }
        standings = tuple(stand([member.merit for member in members], better))
        measures.append(MeasureComparison(title, members, standings, tuple(pairs)))
    remarks = plan.remarks(len(scores[0].table), scores[0].works_on)
    remarks += _too_few_samples(len(measures[0].pairs), plan)
    if test == "randomisation":
        remarks += _too_few_differences(measures, plan)
    for found in remarks:
        report(found, 3)
    findings = (*result.findings, *remarks)
    return Comparison(tuple(measures), _agreements(measures), plan, test, findings, result.left_out, baseline)


def samples_needed(n_pairs: int, plan: Resampling) -> int:
    """Return how many samples are needed before the corrected p-value of this many pairs can be small enough."""
    return round(n_pairs / (1 - plan.level))


def _too_few_samples(n_pairs: int, plan: Resampling) -> list[Finding]:
    """Warn if no corrected p-value can be small enough."""
    needed = samples_needed(n_pairs, plan)
    if plan.samples + 1 >= needed:
        return []
    message = (
        f"with {plural(plan.samples, 'sample')} no p-value corrected for {plural(n_pairs, 'pair')} can fall to "
        f"{1 - plan.level:.2g}; use at least {needed} samples"
    )
    return [Finding("few-samples", message)]


def _too_few_differences(measures: Sequence[MeasureComparison], plan: Resampling) -> list[Finding]:
    """Warn if two systems differ in so few places that no permutation gives a small enough p-value."""
    remarks = []
    for item in measures:
        for pair in item.pairs:
            least = 2 ** (1 - pair.units_differing)
            if pair.is_exact and pair.difference and least > 1 - plan.level:
                places = plural(pair.units_differing, "place")
                message = (
                    f"{item.title}: {pair.first} and {pair.second} differ in {places} only, so p (swaps) cannot fall "
                    f"below {least:.3g} and no difference between them can be significant"
                )
                remarks.append(Finding("few-differences", message))
    return remarks


def _agreements(measures: Sequence[MeasureComparison], by: Sequence[str] = ()) -> tuple[Agreement, ...]:
    """Return how similarly measures rank the systems, by score and by any of the named values."""
    merits: dict[str, list[float]] = {}
    for item in measures:
        merits[item.title] = [score.merit for score in item.scores]
        _, *others = item.scores[0].values
        for name in dict.fromkeys(by):
            if name in others:
                merits[f"{item.title} {name}"] = [score.merits[name] for score in item.scores]
    known = list(dict.fromkeys(name for item in measures for name in item.scores[0].values))
    for name in by:
        if name not in known:
            raise UnknownNameError(f"no measure here has a value {name!r}; {suggest(name, known)}")
    return tuple(_agreement(one, two, merits[one], merits[two]) for one, two in combinations(merits, 2))


def _agreement(one: str, two: str, first: Sequence[float], second: Sequence[float]) -> Agreement:
    from errata.stats.correlation import correlate

    found = correlate(first, second)
    return Agreement(one, two, found.kendall, found.spearman, found.pearson)
