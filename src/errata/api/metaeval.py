"""Meta-evaluation: how far measures agree with people, by system and by sentence, and how sure that is."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from errata.api.accept import (
    Request,
    accept_gold,
    accept_outputs,
    accept_plan,
    check_length,
    pair_output,
    put_in_order,
)
from errata.api.score import Counted, score_inputs
from errata.check.judged import BASES, find_base, tell_odd_groups
from errata.errors import InputError, OptionError, suggest
from errata.extract import Extractor
from errata.findings import Finding, remedy, report
from errata.measures.base import Better, Measure
from errata.measures.data import Score
from errata.model import CHARACTERS, Corpus, Output
from errata.model.judgements import HumanScores, Judgements
from errata.rendering import Rendered
from errata.stages import Progress
from errata.stats.plan import Resampling
from errata.stats.preferences import TIES, Preference, SentenceLevel, agree, find_preferences
from errata.text.messages import describe_range, plural, quote

if TYPE_CHECKING:
    from errata.measures.arrays import Array
    from errata.stats.closeness import CorrelationInterval, MeasureTest
    from errata.text.raw import Raw

METHODS = ("ew", "trueskill")
AGGREGATES = ("corpus", "mean", "ew", "trueskill")
DEFAULT_RUNS = 100
"""Runs of TrueSkill's sampling: their mean is sure to about 0.001, a tenth of what one run is."""
_LEAST_SYSTEMS = 3
_MAX_RUNS = 100_000
_RANKINGS = 1000
"""Bootstrap samples behind ranges of ranks (Koehn 2012)."""

SystemScores = Mapping[str, float]
SentenceScores = Mapping[str, Sequence[float] | Mapping[int, float]]


@dataclass(frozen=True)
class HumanScore:
    """What people make of a system: its score, the ranks it may have, its cluster; None where only a table is known.

    `low` and `high` are the ends of the score's 95 % interval. A system that does not take part was judged, and its
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
    """What people make of the systems, best first, and the judgements behind it, where these are known."""

    method: str
    systems: tuple[HumanScore, ...]
    n_judgements: int | None = None
    pairs: int | None = None
    ties: int | None = None
    judges: tuple[str, ...] = ()
    inter: float = math.nan
    """Cohen's kappa between judges."""
    intra: float = math.nan
    """Cohen's kappa of judges with themselves."""
    first: int | None = None
    """What the first sentence is called in the judgements."""

    def __getitem__(self, system: str) -> HumanScore:
        """Return what people make of a system."""
        for found in self.systems:
            if found.system == system:
                return found
        raise KeyError(f"no system is called {system!r}; {suggest(system, [item.system for item in self.systems])}")


@dataclass(frozen=True)
class SystemLevel:
    """The correlation of a measure's scores of n systems with the human scores; nan where one side is constant."""

    n: int
    pearson: float
    spearman: float
    kendall: float
    interval: "CorrelationInterval | None" = None


@dataclass(frozen=True)
class Window:
    """The correlation among consecutive systems, from place `first` to `last`, best first by human score, from 0."""

    first: int
    last: int
    pearson: float
    spearman: float


@dataclass(frozen=True)
class MeasureAgreement:
    """How far one measure agrees with people.

    Where a lower score is better, scores are as the measure gives them, and correlations are of the scores turned, so
    that agreement is always above 0.
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
    """The ends of each system's score in samples of sentences, where they were drawn."""
    experimental: str = ""
    """What to know of a measure that is still being tried."""


@dataclass(frozen=True)
class MetaEvaluation(Rendered):
    """How far measures agree with people, and which differences between measures can be chance.

    `print` shows the tables; `to_markdown`, `to_latex`, `to_html` and `to_json` return them in other forms and take
    `digits`. `to_frame` has a row for each measure.
    """

    human: HumanRanking
    agreement: tuple[MeasureAgreement, ...]
    tests: "tuple[MeasureTest, ...]"
    systems: tuple[str, ...]
    """Those that take part, in the order of code points, which is the order that ties depend on."""
    n_sentences: int | None = None
    """How many sentences were scored."""
    stand_ins: int = 0
    """In how many of them an annotator is absent whose reference is that of another."""
    ties: str = TIES[0]
    findings: tuple[Finding, ...] = ()
    """What was suspicious."""
    left_out: tuple[str, ...] = ()
    """Measures that do not fit the input, where none was asked for by name."""
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


def metaevaluate(
    judgements: Judgements | HumanScores | SystemScores,
    gold: Corpus | None = None,
    outputs: Mapping[str, Sequence[str] | Corpus | Output] | None = None,
    *,
    sources: Sequence[str] | None = None,
    references: Sequence[Sequence[str]] | None = None,
    measures: Sequence[Measure | str] | None = None,
    scores: Mapping[str, SystemScores | SentenceScores] | None = None,
    human: str | HumanScores | SystemScores = "ew",
    human_column: str | None = None,
    runs: int = DEFAULT_RUNS,
    systems: Collection[str] | None = None,
    without: Collection[str] = (),
    only: Sequence[int] | None = None,
    aggregate: str = "corpus",
    ties: str = "first-loses",
    judges: Collection[str] | None = None,
    without_judges: Collection[str] = (),
    first: int | str = "auto",
    window: int | None = None,
    by_rank: bool = False,
    interval: Resampling | bool = False,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    raw: "Raw | bool | None" = None,
    tokens: str | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> MetaEvaluation:
    """Compare measures with human judgement.

    `judgements` are rankings or a table of scores (`read_judgements` reads both), or {system: score}; gold, outputs and
    measures, and what is done to texts before, are given as to `score`. `scores` adds measures from elsewhere, higher
    being better: {name: {system: score}}, or {name: {system: scores of all sentences}}. `human` is how rankings become
    scores of systems, "ew" (Expected Wins) or "trueskill" (the mean of `runs` runs), or a table that has them, of which
    `human_column` names the column. `systems` take part, or all but `without`, and of the sentences `only` those
    numbered so, from 0.
    `aggregate` is what a system's score is: the measure's own ("corpus"), the "mean" of its sentence scores, or what
    comparing the systems sentence by sentence gives ("ew", "trueskill"). `ties` is what two equal sentence scores
    count: "first-loses", "wrong", "half" or "skip". `first` is what the judgements call the first sentence, 0 or 1;
    "auto" finds out by the outputs that judges were shown as one. `window` adds correlations among so many consecutive
    systems, `by_rank` accuracy by pair of ranks, `interval` bootstrap intervals over sentences and over systems.

    >>> found = metaevaluate({"A": 0.7, "B": 0.5, "C": 0.2}, scores={"mine": {"A": 3, "B": 2, "C": 2}})
    >>> round(found["mine"].system_level.spearman, 3), found["mine"].system_level.n
    (0.866, 3)
    """
    plan = _check_options(aggregate, ties, first, runs, interval)
    request = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens)
    job = _Job(request, aggregate, ties, plan, workers, progress)
    job.take_outputs()
    job.take_people(judgements, human, human_column, judges, without_judges)
    job.take_systems(systems, without, scores or {})
    job.take_sentences(first, only)
    people = job.judge(human, runs)
    measured = [*job.measure(), *job.take_scores(scores or {})]
    if not measured:
        raise InputError("no measure fits the input; name one to learn why, or give scores")
    return job.conclude(people, measured, window, by_rank)


def _check_options(
    aggregate: str, ties: str, first: int | str, runs: int, interval: Resampling | bool
) -> Resampling | None:
    for name, value, known in (("aggregate", aggregate, AGGREGATES), ("ties", ties, TIES)):
        if value not in known:
            raise OptionError(f"{name} must be {' or '.join(known)}, not {quote(value)}")
    if first != "auto" and (first not in BASES or isinstance(first, bool)):
        raise OptionError(f"first must be 0, 1 or 'auto', not {quote(first)}")
    if not isinstance(runs, int) or not 1 <= runs <= _MAX_RUNS:
        raise OptionError(f"runs takes {describe_range(int, 1, _MAX_RUNS)}, not {quote(runs)}")
    plan = accept_plan(interval) if interval else None
    if plan and (plan.clusters is not None or plan.method != "percentile"):
        raise OptionError(
            "intervals of correlations are percentiles over single sentences; leave method and clusters out"
        )
    return plan


@dataclass
class _Measured:
    """The scores of one measure, in the order of systems, and what they can be resampled from."""

    measure: str
    title: str
    signature: str
    better: Better
    scores: list[float]
    sentences: "Array | None" = None
    """A row for each sentence, higher is better."""
    own: Sequence[Score] = ()
    """The measure's own scores, where these are what is correlated."""
    experimental: str = ""

    @property
    def sign(self) -> int:
        return 1 if self.better == "higher" else -1


@dataclass
class _Job:
    """One meta-evaluation on its way, from what was given to the result."""

    request: Request
    aggregate: str
    ties: str
    plan: Resampling | None
    workers: int
    progress: Progress | None
    corpus: Corpus | None = None
    outputs: dict[str, Output] = field(default_factory=dict)
    rankings: Judgements | None = None
    table: dict[str, float] | None = None
    method: str = ""
    systems: list[str] = field(default_factory=list)
    sentences: list[int] | None = None
    """The numbers of those that take part, from 0; None where they are not known."""
    base: int | None = None
    findings: list[Finding] = field(default_factory=list)
    left_out: tuple[str, ...] = ()

    def take_outputs(self) -> None:
        """Accept gold and outputs, which may both be absent where scores are given."""
        asked = self.request
        if asked.outputs is None and asked.gold is None and asked.sources is None:
            return
        self.corpus = accept_gold(asked.gold, asked.sources, asked.references)
        if self.corpus.unit == CHARACTERS:
            raise InputError(
                f"{self.corpus.called} holds documents, but people judged sentences; convert it first (errata convert)"
            )
        if not isinstance(asked.outputs, Mapping):
            raise InputError("outputs must be {name: sentences}: judgements know the systems by name")
        given = accept_outputs(asked.outputs)
        if not asked.raw:
            self.outputs = {output.name: pair_output(self.corpus, output) for output in given}
            return
        for output in given:  # whose tokens are not the gold's yet
            check_length(output.called, output.texts, self.corpus.name, self.corpus.sources)
            self.outputs[output.name] = put_in_order(self.corpus, output)

    def take_people(
        self,
        judgements: object,
        human: object,
        column: str | None,
        judges: Collection[str] | None,
        without_judges: Collection[str],
    ) -> None:
        """Accept judgements and ready scores."""
        if isinstance(judgements, Judgements):
            self.rankings = judgements.by_judges(judges, without_judges)
            if not any(item.groups for item in self.rankings):
                raise InputError(f"{judgements.name}: no ranking is left; choose other judges")
            if isinstance(human, str):
                if human not in METHODS:
                    raise OptionError(f"human must be {' or '.join(METHODS)}, or scores, not {quote(human)}")
                if column is not None:
                    raise OptionError("a column of human scores is named, but they are made of rankings; leave one out")
                self.method = human
                return
            self.table, self.method = _ready_scores(human, column)
            return
        if judges is not None or without_judges:
            raise InputError("judges can be chosen only of rankings, but ready scores of systems are given")
        if not isinstance(human, str):
            raise InputError("two tables of human scores are given; judgements must be rankings where human is a table")
        self.table, self.method = _ready_scores(judgements, column)

    @property
    def judged(self) -> list[str]:
        """The systems that people have scores for."""
        ranked = set(self.rankings.systems) if self.rankings else None
        scored = set(self.table) if self.table is not None else None
        return sorted(ranked & scored if ranked is not None and scored is not None else ranked or scored or ())

    def take_systems(
        self, wanted: Collection[str] | None, without: Collection[str], scores: Mapping[str, Mapping[str, object]]
    ) -> None:
        """Find out which systems take part: both judged and given, unless some are named."""
        given = [set(self.outputs)] if self.outputs else []
        given += [set(own) for own in scores.values()]
        if not given:
            raise InputError("nothing to compare with people: give outputs and gold, or scores")
        have = set.intersection(*given)
        known = {*self.judged, *set.union(*given)}
        for name in (*(wanted or ()), *without):
            if name not in known:
                raise InputError(f"no system is called {name!r}; {suggest(name, sorted(known))}")
        judged = set(self.judged)
        for name in wanted or ():
            if name not in judged or name not in have:
                what = "has no output or scores" if name in judged else "was not judged"
                raise InputError(f"the system {name!r} {what}, but is to take part; give it, or leave it out")
        self.systems = sorted((judged & have if wanted is None else set(wanted)) - set(without))
        if wanted is None:
            self._name_others(judged - have - set(without), have - judged - set(without))
        if len(self.systems) < _LEAST_SYSTEMS:
            raise InputError(
                f"{plural(len(self.systems), 'system')} both judged and given ({', '.join(self.systems) or 'none'}), "
                f"but a correlation needs at least {_LEAST_SYSTEMS}; judged: {', '.join(self.judged)}; given: "
                f"{', '.join(sorted(have))}. Names must be the same: NAME=PATH names an output"
            )

    def _name_others(self, judged: set[str], given: set[str]) -> None:
        """Say which systems do not take part."""
        if judged:
            names = ", ".join(sorted(judged))
            message = f"judged, but without output: {names}; only the others are compared with people"
            self.findings.append(Finding("not-given", message, count=len(judged)))
        if given:
            names = ", ".join(sorted(given))
            self.findings.append(Finding("not-judged", f"given, but not judged: {names}; left out", count=len(given)))

    def take_sentences(self, first: int | str, only: Sequence[int] | None) -> None:
        """Find out which sentence each judgement is about, and which sentences take part."""
        n_sentences = len(self.corpus) if self.corpus is not None else None
        chosen = None if only is None else _accept_only(only, n_sentences)
        if n_sentences is not None:
            self.sentences = list(range(n_sentences)) if chosen is None else chosen
        elif chosen is not None:
            self.sentences = chosen
        if self.rankings is None:
            return
        told = None if first == "auto" else int(first)
        if n_sentences is None:
            self.base = 0 if told is None and any(item.sentence == 0 for item in self.rankings) else told
        else:
            texts = {name: output.texts for name, output in self.outputs.items()}
            self.base = find_base(self.rankings, texts, n_sentences, told)
            if self.base is None:
                raise self._no_base("both fit the outputs")
            self.findings += tell_odd_groups(self.rankings, texts, self.base)
        if chosen is None:
            return
        if self.base is None:
            raise self._no_base("there are no outputs to find out by")
        kept = self.rankings.of_sentences([place + self.base for place in chosen])
        if not any(item.groups for item in kept):
            raise InputError(f"{self.rankings.name} judges none of the {plural(len(chosen), 'sentence')} chosen")
        self.rankings = kept

    def _no_base(self, why: str) -> InputError:
        assert self.rankings is not None
        return InputError(
            f"{self.rankings.name} does not tell whether its first sentence is called 0 or 1: {why}",
            remedy("say which ({first_sentence})"),
        )

    def judge(self, human: object, runs: int) -> HumanRanking:
        """Make scores of what people said."""
        seed = self.plan.seed if self.plan else Resampling().seed
        part = set(self.systems)
        agreement, tally, found = None, None, []
        if self.rankings is not None:
            from errata.stats import judged

            agreement, tally = judged.judge_agreement(self.rankings), judged.Tally.of(self.rankings)
        if self.table is None:
            assert tally is not None
            found = _rate(tally, self.method, runs, seed, self.progress)
            if tally.undecided and self.method == "ew":
                names = ", ".join(f"{one} and {two}" for one, two in tally.undecided[:3])
                message = (
                    f"judges never told {plural(len(tally.undecided), 'pair')} of systems apart ({names}); Expected "
                    "Wins leave out what nobody decided"
                )
                self.findings.append(Finding("undecided", message, count=len(tally.undecided)))
        else:
            found = [HumanScore(system, score) for system, score in self.table.items()]
        found = [replace(item, takes_part=item.system in part) for item in found]
        for item in found:
            if item.takes_part and math.isnan(item.score):
                raise InputError(f"people said nothing of {item.system!r} that makes a score of it; leave it out")
        ranked = tuple(sorted(found, key=lambda item: (-item.score, item.system)))
        if tally is None or agreement is None or self.rankings is None:
            return HumanRanking(self.method, ranked)
        return HumanRanking(
            self.method,
            ranked,
            len(self.rankings),
            tally.n_pairs,
            tally.n_ties,
            self.rankings.judges,
            agreement.inter,
            agreement.intra,
            self.base,
        )

    def measure(self) -> list[_Measured]:
        """Score the outputs that take part."""
        if self.corpus is None or self.sentences is None or self.request.measures == []:
            return []
        by_sentence = self.rankings is not None or self.aggregate != "corpus"
        gold = self.corpus if len(self.sentences) == len(self.corpus) else self.corpus.select(self.sentences)
        chosen = {name: self.outputs[name] for name in self.systems}
        if gold is not self.corpus:
            chosen = {name: output.select(self.sentences) for name, output in chosen.items()}
        asked = replace(self.request, gold=gold, sources=None, references=None, outputs=chosen, both_levels=by_sentence)
        scored = score_inputs(asked, self.workers, progress=self.progress)
        self.left_out = scored.result.left_out
        self.findings += scored.result.findings
        own: dict[Measure, list[Score]] = {}
        for item in scored.result.scores:
            own.setdefault(item.made_by, []).append(item)
        twins: dict[Measure, list[Score | Counted]] = {}
        both: list[Score | Counted] = [*scored.result.scores, *scored.beside]
        for made in both:
            twins.setdefault(made.made_by, []).append(made)
        return [
            self._measured(measure, scores, twins[measure.at_sentence_level] if by_sentence else ())
            for measure, scores in own.items()
        ]

    def _measured(self, measure: Measure, own: Sequence[Score], twins: Sequence[Score | Counted]) -> _Measured:
        """Return the scores of a measure; `twins` are the same at the level of sentences."""
        made = _Measured(
            measure.name, measure.title, own[0].signature, measure.better, [score.score for score in own], own=own
        )
        made.experimental = measure.experimental
        if twins:
            import numpy as np

            columns = [_sentence_scores(score) for score in twins]
            made.sentences = made.sign * np.array(columns).T
            if self.aggregate != "corpus":
                made.signature, made.own = twins[0].signature, ()
        return made

    def take_scores(self, scores: Mapping[str, Mapping[str, object]]) -> list[_Measured]:
        """Accept scores made elsewhere."""
        found = []
        for name, by_system in scores.items():
            values = [by_system[system] for system in self.systems]
            if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
                if self.aggregate != "corpus":
                    raise InputError(
                        f"scores {name!r} are of whole systems, so they cannot be aggregated by {self.aggregate}"
                    )
                numbers = [float(value) for value in values]  # type: ignore[arg-type]  # just checked
                found.append(_Measured(name, name, name, "higher", numbers))
                continue
            import numpy as np

            columns = [self._sentence_column(name, system, by_system[system]) for system in self.systems]
            matrix = np.array(columns).T
            means = [math.fsum(column) / len(column) for column in columns]
            found.append(_Measured(name, name, name, "higher", means, matrix))
        return found

    def _sentence_column(self, name: str, system: str, given: object) -> list[float]:
        """Return the scores of a system for every sentence that takes part."""
        if isinstance(given, Mapping):
            known = dict(given)
        elif isinstance(given, Sequence) and not isinstance(given, str):
            known = dict(enumerate(given))
        else:
            raise InputError(
                f"scores {name!r} has {type(given).__name__} for {system!r}; give a number, or one for each sentence"
            )
        if self.sentences is None:
            self.sentences = sorted(known)
        missing = next((index for index in self.sentences if index not in known), None)
        if missing is not None:
            raise InputError(
                f"scores {name!r} has no score of {system!r} for sentence {missing} (from 0), one of "
                f"{len(self.sentences)} that take part; {len(known)} are there: add it, or choose the sentences",
            )
        if self.corpus is not None and len(known) > len(self.corpus):
            raise InputError(
                f"scores {name!r} has {len(known)} scores of {system!r} for {plural(len(self.corpus), 'sentence')}; "
                "give one for each"
            )
        return [float(known[index]) for index in self.sentences]

    def conclude(
        self, people: HumanRanking, measured: Sequence[_Measured], window: int | None, by_rank: bool
    ) -> MetaEvaluation:
        """Compare measures with people, and with one another."""
        from errata.stats.closeness import compare_measures, correlation_interval
        from errata.stats.correlation import correlate

        titles = [item.title for item in measured]
        twice = next((title for title in titles if titles.count(title) > 1), None)
        if twice is not None:
            raise InputError(f"two measures are called {twice!r}; give the scores another name")
        human = [people[system].score for system in self.systems]
        preferences = self._preferences()
        merits: dict[str, list[float]] = {}
        correlations, samples, agreement = {}, {}, []
        for item in measured:
            item.scores = self._aggregated(item)
            merits[item.title] = [item.sign * score for score in item.scores]
            correlations[item.title] = found = correlate(merits[item.title], human)
            if math.isnan(found.pearson):
                message = f"{item.title} gives every system the same score, or one no score: no correlation exists"
                self.findings.append(Finding("no-correlation", message))
            rows = self._samples(item) if self.plan else None
            samples[item.title] = rows
            interval = None
            if self.plan:
                interval = correlation_interval(merits[item.title], human, rows, self.plan)
            level = SystemLevel(len(human), *found, interval)
            agreement.append(self._agreement(item, level, preferences, people, window, by_rank, rows))
        tests = compare_measures(merits, human, correlations, self.plan or Resampling(), samples)
        findings = tuple(dict.fromkeys(self.findings))
        for said in findings:
            report(said, 3)
        return MetaEvaluation(
            people,
            tuple(agreement),
            tuple(tests),
            tuple(self.systems),
            None if self.sentences is None else len(self.sentences),
            self._stand_ins(),
            self.ties,
            findings,
            self.left_out,
        )

    def _agreement(
        self,
        item: _Measured,
        level: SystemLevel,
        preferences: Sequence[Preference] | None,
        people: HumanRanking,
        window: int | None,
        by_rank: bool,
        rows: "Array | None",
    ) -> MeasureAgreement:
        by_sentence = None
        if preferences is not None and item.sentences is not None and self.sentences is not None:
            values = item.sentences.tolist()
            by_sentence = agree(preferences, dict(zip(self.sentences, values, strict=True)), self.ties, by_rank)
        scores = dict(zip(self.systems, item.scores, strict=True))
        intervals = {}
        if rows is not None and self.plan is not None:
            from errata.stats.intervals import percentile_ends

            ends = [percentile_ends(item.sign * rows[:, place], self.plan.level) for place in range(len(scores))]
            intervals = dict(zip(self.systems, ends, strict=True))
        return MeasureAgreement(
            item.measure,
            item.title,
            item.signature,
            self.aggregate,
            item.better,
            scores,
            level,
            by_sentence,
            () if window is None else self._windows(people, scores, item.sign, window),
            intervals,
            item.experimental,
        )

    def _windows(self, people: HumanRanking, scores: SystemScores, sign: int, size: int) -> tuple[Window, ...]:
        from errata.stats.correlation import correlate

        n = len(scores)
        if not isinstance(size, int) or isinstance(size, bool) or not _LEAST_SYSTEMS <= size <= n:
            raise OptionError(f"window takes {describe_range(int, _LEAST_SYSTEMS, n)}, the systems, not {quote(size)}")
        order = [item for item in people.systems if item.takes_part]
        windows = []
        for start in range(n - size + 1):
            inside = order[start : start + size]
            found = correlate([sign * scores[item.system] for item in inside], [item.score for item in inside])
            windows.append(Window(start, start + size - 1, found.pearson, found.spearman))
        return tuple(windows)

    def _preferences(self) -> list[Preference] | None:
        if self.rankings is None:
            return None
        if self.base is None:
            return None
        found = find_preferences(self.rankings, self.systems, self.base)
        if self.corpus is None and self.sentences is not None:
            known = set(self.sentences)
            missing = next((item.sentence for item in found if item.sentence not in known), None)
            if missing is not None:
                raise InputError(
                    f"sentence {missing} (from 0) was judged but has no scores; give them, or choose sentences"
                )
        return found

    def _aggregated(self, item: _Measured) -> list[float]:
        """Return the scores of systems as asked for."""
        if self.aggregate == "corpus" or item.sentences is None:
            return item.scores
        if self.aggregate == "mean":
            return [item.sign * math.fsum(column) / len(column) for column in item.sentences.T.tolist()]
        from errata.stats import judged

        if self.aggregate == "ew":
            n = len(self.systems)
            wins = judged.win_tables(item.sentences).sum(axis=0, dtype=float).reshape(n, n)
            found = judged.expected_wins(wins)
        else:
            found = judged.rate_sentences(item.sentences)
        item.better = "higher"  # who wins more often is better, whatever the scores say
        return [float(value) for value in found]

    def _samples(self, item: _Measured) -> "Array | None":
        """Return the systems' scores in samples of sentences, turned so that higher is better; one sample a row."""
        plan = self.plan
        assert plan is not None
        if self.aggregate == "corpus" and item.own:
            import numpy as np

            from errata.stats.intervals import sample_scores

            _, samples = sample_scores(item.own, plan, self.progress)
            return item.sign * np.array([next(iter(values.values())) for values in samples]).T
        if item.sentences is None:
            return None
        from errata.stats.resampled import sample_aggregate

        return sample_aggregate(item.sentences, "mean" if self.aggregate == "corpus" else self.aggregate, plan)

    def _stand_ins(self) -> int:
        """Return in how many sentences the reference of an annotator is that of another."""
        corpus = self.corpus
        if corpus is None or self.sentences is None or not corpus.is_annotated:
            return 0
        n = len(corpus.annotators)
        return sum(0 < len(corpus[index].layers) < n and not corpus[index].references for index in self.sentences)


def _sentence_scores(score: Score | Counted) -> list[float]:
    """Return what the mean of sentence scores is taken of."""
    name = score.made_by.value_names[0]
    return [row[name] for row in score.made_by.averaged_rows(score.table, score.choice)]


def _ready_scores(given: object, column: str | None) -> tuple[dict[str, float], str]:
    """Return human scores of systems that a table or mapping has, and what to call them."""
    if isinstance(given, HumanScores):
        scores = given.column(column)
        return scores, column or "table"
    if not isinstance(given, Mapping):
        raise InputError(
            f"judgements is a {type(given).__name__}; give what errata.read_judgements reads, or {{system: score}}"
        )
    for system, score in given.items():
        if isinstance(score, bool) or not isinstance(score, int | float) or not math.isfinite(score):
            raise InputError(f"the human score of {system!r} is {quote(score)}, not a number")
    return {str(system): float(score) for system, score in given.items()}, "table"


def _accept_only(only: Sequence[int], n_sentences: int | None) -> list[int]:
    """Return numbers of sentences, in ascending order; each once and within the corpus."""
    if isinstance(only, str) or not isinstance(only, Sequence):
        raise InputError(f"only is a {type(only).__name__}; give a list of sentence numbers, counted from 0")
    for number in only:
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise InputError(f"only has {quote(number)}, which is not a sentence number; they count from 0")
        if n_sentences is not None and number >= n_sentences:
            raise InputError(
                f"only has sentence {number}, but the {plural(n_sentences, 'sentence')} are numbered 0 to "
                f"{n_sentences - 1}"
            )
    if not only:
        raise InputError("only is empty; give at least one sentence number, or leave it out")
    if len(set(only)) < len(only):
        raise InputError("only has a sentence number twice; give each once")
    return sorted(only)


def _rate(tally: "object", method: str, runs: int, seed: int, progress: Progress | None) -> list[HumanScore]:
    """Return the human scores of all systems, with ranges of ranks and clusters."""
    import numpy as np

    from errata.stats import judged

    assert isinstance(tally, judged.Tally)
    n = len(tally.systems)
    if method == "ew":
        scores = judged.expected_wins(np.array(tally.wins, dtype=float).reshape(n, n)).tolist()
        samples = judged.sample_expected_wins(tally, _RANKINGS, seed)
    else:
        samples = judged.sample_trueskill(tally, runs, seed, progress)
        scores = samples.mean(axis=0).tolist()
    ranges = judged.rank_ranges(samples)
    clusters = judged.find_clusters(scores, ranges)
    ends = np.nanquantile(samples, [0.025, 0.975], axis=0).T.tolist()
    rows = zip(tally.systems, scores, ranges, clusters, ends, strict=True)
    return [HumanScore(system, score, *span, cluster, *ends) for system, score, span, cluster, ends in rows]
