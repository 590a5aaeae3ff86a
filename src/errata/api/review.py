"""Review systems: everything a report shows, from which is best down to the single edit."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from errata.api.accept import Request, accept_only
from errata.api.compare import DEFAULT_SAMPLES, TESTS, Comparison, compare_scores
from errata.api.explain import costs_of_sentences, explain_score
from errata.api.files import Lines, SystemOutput
from errata.api.kinds import Grouping, count_kinds
from errata.api.marks import Marks, mark
from errata.api.score import Scored, score_inputs
from errata.errors import InputError, OptionError
from errata.extract import Extractor
from errata.findings import Finding
from errata.formats.files import AnyPath
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.measures.working import Explanation
from errata.model import CHARACTERS, Corpus
from errata.records import dataclass, replace
from errata.rendering import Plotted
from errata.stages import Progress
from errata.stats.plan import Resampling

if TYPE_CHECKING:
    from errata.text.raw import Raw

EXPLAINED = 2
"""How many of the costliest sentences of each system and measure a page explains in full."""


@dataclass(frozen=True)
class Review(Plotted):
    """Systems compared, with the marked edits of every sentence and possible problems with the data.

    `page()` returns all of it as one HTML page, `plot(…)` a figure for a paper. `marks` and `kinds` are empty for
    documents with edits by character offset, whose sentences are not known.
    """

    comparison: Comparison
    scored: Scored
    marks: Marks | None
    findings: tuple[Finding, ...] = ()
    """What was suspicious: what `validate` found in the files, and what scoring warned of."""

    def __repr__(self) -> str:
        return f"Review({', '.join(self.systems)}; by {', '.join(item.title for item in self.comparison.measures)})"

    @property
    def gold(self) -> Corpus:
        """The gold as it was scored."""
        return self.scored.golds.given

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the sentences in the file, from 0, even if only some of them take part."""
        return next((item.numbers for item in self.scored.result), ()) or range(len(self.gold))

    @property
    def systems(self) -> list[str]:
        """The names of the systems."""
        return [output.name for output in self.scored.outputs]

    @property
    def order(self) -> list[int]:
        """The indices of the systems, best first under the first measure."""
        standings = self.comparison.measures[0].standings
        return sorted(range(len(self.systems)), key=lambda place: standings[place].rank)

    @property
    def scores(self) -> Iterator[Score]:
        """The scores of every system, measure by measure."""
        return (score for item in self.comparison.measures for score in item.scores)

    @cached_property
    def kinds(self) -> tuple[Grouping, ...]:
        """The marked edits by type, operation, length, place and sentence."""
        return count_kinds(self.marks) if self.marks else ()

    @cached_property
    def costs(self) -> dict[tuple[str, str], list[float]]:
        """By system and measure, how much better the score would be without each sentence."""
        return {(score.system, score.title): costs_of_sentences(score) for score in self.scores}

    def explanations(self, most: int = EXPLAINED) -> Iterator[Explanation]:
        """Yield explanations of the sentences that cost a score most, `most` for each system and measure."""
        for score in self.scores:
            costs = self.costs[score.system, score.title]
            worst = sorted(range(len(costs)), key=lambda index: (-costs[index], index))[:most]
            yield from explain_score(self.scored, score, [index for index in worst if costs[index] > 0])

    def page(self, title: str = "", **settings: Any) -> str:
        """Return one self-contained HTML page; `explained` says how many sentences it explains in full."""
        text: str = import_module("errata.report.page").write_page(self, title, **settings)
        return text


def review(
    gold: Corpus | AnyPath | None = None,
    outputs: Mapping[str, SystemOutput] | SystemOutput = (),
    *,
    sources: Lines | None = None,
    references: Sequence[Lines] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    workers: int = 1,
    resampling: Resampling | None = None,
    test: str = TESTS[0],
    checked: Sequence[Finding] = (),
    only: Sequence[int] | None = None,
    progress: Progress | None = None,
) -> Review:
    """Score and compare systems, and mark every edit as right, wrong or missed.

    The data are passed as to `score`, `resampling` and `test` as to `compare`; one system is enough. Edits are marked
    as the measure errant counts them. If outputs are plain text, `extract` finds the edits of both sides, or, for the
    marks alone, errata's own extractor. `checked` is what `validate` found in the files, to be shown with the
    warnings. `only` is as for `score`.

    >>> sources = ["He go home .", "It rain now .", "We am here ."] * 8
    >>> fixed = ["He goes home .", "It rains now .", "We are here ."] * 8
    >>> made = review(sources=sources, references=[fixed], outputs={"mine": fixed, "none": sources}, measures=["green"])
    >>> [(group.name, group.counts) for group in made.kinds[0].groups]
    [('R:OTHER', ((24, 0, 0), (0, 0, 24)))]
    """
    plan = resampling or Resampling(samples=DEFAULT_SAMPLES)
    if not isinstance(plan, Resampling):
        raise InputError(f"resampling is a {type(plan).__name__}; give errata.Resampling(…)")
    if test not in TESTS:
        raise OptionError(f"test must be {' or '.join(TESTS)}, not {test!r}")
    if only is not None and plan.clusters is not None:
        plan = plan.only(accept_only(only, len(plan.clusters)))
    asked = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens, only)
    scored = score_inputs(asked, workers, progress=progress)
    if not scored.result.scores:
        raise InputError("no installed measure fits this input; pass one explicitly to see why")
    comparison = compare_scores(scored.result, plan, test, progress)
    marks = None if scored.golds.given.unit == CHARACTERS else mark(scored, extract)
    known = {(found.code, found.file) for found in checked}
    said = [found for found in comparison.findings if (found.code, found.file) not in known]
    annotated = {output.called for output in scored.prepared.outputs if output.edits is not None}
    if scored.prepared.gold.is_annotated:
        annotated |= {scored.prepared.gold.name, scored.prepared.gold.called}
    findings = [found if found.file in annotated else _by_sentence(found) for found in (*checked, *said)]
    return Review(comparison, scored, marks, tuple(findings))


def _by_sentence(found: Finding) -> Finding:
    """Return a finding about plain text with lines called sentences, which they are."""
    places = [place._replace(sentence=place.line) if place.sentence is None else place for place in found.places]
    return replace(found, places=tuple(places))
