"""Meta-evaluation: how well measures agree with people, by system and by sentence, and how certain that is."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from errata.api.accept import Request, accept_plan
from errata.api.agreement import HumanRanking, MeasureAgreement, MetaEvaluation, SystemLevel, SystemScores, Window
from errata.api.participants import LEAST_SYSTEMS, Participants, accept_scores
from errata.api.score import Counted, score_inputs
from errata.check.judged import BASES
from errata.errors import InputError, OptionError
from errata.extract import Extractor
from errata.findings import Finding, report
from errata.measures.base import Better, Measure
from errata.measures.data import Score
from errata.model import Corpus, Output
from errata.model.judgements import HumanScores, Judgements
from errata.records import dataclass, replace
from errata.stages import Progress
from errata.stats.plan import Resampling
from errata.stats.preferences import TIES, Preference, agree
from errata.text.messages import describe_range, plural, quote

if TYPE_CHECKING:
    from errata.measures.arrays import Array
    from errata.text.raw import Raw

AGGREGATES = ("corpus", "mean", "ew", "trueskill")
DEFAULT_RUNS = 100
"""Runs of TrueSkill's sampling: their mean is accurate to about 0.001, a tenth of the error of a single run."""
_MAX_RUNS = 100_000
MAX_DIGITS = 15
"""The maximum number of decimals to round scores to: more make no difference."""

SentenceScores = Mapping[str, Sequence[float] | Mapping[int, float]]


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
    score_digits: int | None = None,
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

    `judgements` are rankings or a table of scores (`read_judgements` reads both), or {system: score}; gold, outputs,
    measures and the preparation of texts are passed as to `score`. `scores` adds measures from elsewhere, higher being
    better: {name: {system: score}}, or {name: {system: scores of all sentences}}. `human` is how rankings become
    scores of systems, "ew" (Expected Wins) or "trueskill" (the mean of `runs` runs), or a table of scores, whose
    column `human_column` names. `systems` lists the systems that take part (all but `without` by default), `only` the
    numbers of the sentences, from 0. `aggregate` defines a system's score: the measure's own ("corpus"), the "mean" of
    its sentence scores, or the result of comparing the systems sentence by sentence ("ew", "trueskill");
    `score_digits` rounds it to that many decimals first, since some papers correlated scores as programs print them.
    `ties` is what two equal sentence scores count: "first-loses", "wrong", "half" or "skip". `first` is the number of
    the first sentence in the judgements, 0 or 1; "auto" infers it from the outputs that judges were shown as one.
    `window` adds correlations among that many consecutive systems, `by_rank` accuracy by pair of ranks, `interval`
    bootstrap intervals over sentences and over systems.

    >>> found = metaevaluate({"A": 0.7, "B": 0.5, "C": 0.2}, scores={"mine": {"A": 3, "B": 2, "C": 2}})
    >>> round(found["mine"].system_level.spearman, 3), found["mine"].system_level.n
    (0.866, 3)
    """
    plan = _check_options(aggregate, ties, first, runs, interval)
    _check_digits(score_digits)
    _check_lists(systems=systems, without=without, judges=judges, without_judges=without_judges)
    request = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens)
    part = Participants(request)
    part.take_outputs()
    part.take_people(judgements, human, human_column, judges, without_judges)
    given = accept_scores(scores)
    part.take_systems(systems, without, given)
    part.take_sentences(first, only)
    people = part.judge(runs, (plan or Resampling()).seed, progress)
    job = _Job(part, aggregate, score_digits, ties, plan, workers, progress)
    measured = [*job.measure(), *job.take_scores(given)]
    has_sentences = any(item.sentences is not None for item in measured)
    if has_sentences:
        part.tell_unknown_base()
    if by_rank or ties != TIES[0]:
        part.tell_no_sentences(has_scores=has_sentences)
    if not measured:
        raise InputError("no measure fits this input; name one to see why, or give scores")
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


def _check_digits(score_digits: int | None) -> None:
    whole = isinstance(score_digits, int) and not isinstance(score_digits, bool)
    if score_digits is not None and not (whole and 1 <= score_digits <= MAX_DIGITS):
        raise OptionError(f"score_digits takes {describe_range(int, 1, MAX_DIGITS)}, not {quote(score_digits)}")


def _check_lists(**given: object) -> None:
    for name, value in given.items():
        if isinstance(value, str):
            raise InputError(f"{name} must be a list: [{value!r}]")


@dataclass
class _Measured:
    """The scores of one measure, in the order of the systems, and the data to resample them from."""

    measure: str
    title: str
    signature: str
    better: Better
    scores: list[float]
    sentences: "Array | None" = None
    """A row for each sentence, higher is better."""
    own: Sequence[Score] = ()
    """The measure's own scores, if they are what is correlated."""
    experimental: str = ""

    @property
    def sign(self) -> int:
        return 1 if self.better == "higher" else -1


@dataclass
class _Job:
    """A meta-evaluation in progress, from arguments to result."""

    part: Participants
    aggregate: str
    score_digits: int | None
    ties: str
    plan: Resampling | None
    workers: int
    progress: Progress | None
    left_out: tuple[str, ...] = ()

    def measure(self) -> list[_Measured]:
        """Score the outputs that take part."""
        corpus, sentences, request = self.part.corpus, self.part.sentences, self.part.request
        if corpus is None or sentences is None or request.measures == []:
            return []
        by_sentence = self.part.rankings is not None or self.aggregate != "corpus"
        chosen = {name: self.part.outputs[name] for name in self.part.systems}
        only = sentences if len(sentences) < len(corpus) else None
        asked = replace(request, gold=corpus, sources=None, references=None, outputs=chosen, only=only)
        asked = replace(asked, both_levels=by_sentence)
        scored = score_inputs(asked, self.workers, progress=self.progress)
        self.left_out = scored.result.left_out
        self.part.findings += scored.result.findings
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
        """Accept scores computed elsewhere."""
        found = []
        for name, by_system in scores.items():
            values = [by_system[system] for system in self.part.systems]
            if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
                if self.aggregate != "corpus":
                    raise InputError(
                        f"scores {name!r} are of whole systems, so they cannot be aggregated by {self.aggregate}"
                    )
                numbers = [float(value) for value in values]  # type: ignore[arg-type]  # just checked
                found.append(_Measured(name, name, name, "higher", numbers))
                continue
            import numpy as np

            columns = [self.part.sentence_column(name, system, by_system[system]) for system in self.part.systems]
            matrix = np.array(columns).T
            means = [math.fsum(column) / len(column) for column in columns]
            found.append(_Measured(name, name, name, "higher", means, matrix))
        return found

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
        human = [people[system].score for system in self.part.systems]
        preferences = self.part.preferences()
        merits: dict[str, list[float]] = {}
        correlations, samples, agreement = {}, {}, []
        for item in measured:
            item.scores = self._aggregated(item)
            if self.score_digits is not None:
                item.scores = [round(score, self.score_digits) for score in item.scores]
            merits[item.title] = [item.sign * score for score in item.scores]
            correlations[item.title] = found = correlate(merits[item.title], human)
            if math.isnan(found.pearson):
                message = (
                    f"{item.title} gives every system the same score, or no score to one of them, so it has no "
                    "correlation"
                )
                self.part.findings.append(Finding("no-correlation", message))
            rows = self._samples(item) if self.plan else None
            samples[item.title] = rows
            interval = None
            if self.plan:
                interval = correlation_interval(merits[item.title], human, rows, self.plan)
            level = SystemLevel(len(human), *found, interval)
            agreement.append(self._agreement(item, level, preferences, people, window, by_rank, rows))
        tests = compare_measures(merits, human, correlations, self.plan or Resampling(), samples)
        findings = tuple(dict.fromkeys(self.part.findings))
        for said in findings:
            report(said, 3)
        return MetaEvaluation(
            people,
            tuple(agreement),
            tuple(tests),
            tuple(self.part.systems),
            None if self.part.sentences is None else len(self.part.sentences),
            self.part.stand_ins(),
            self.ties,
            findings,
            self.left_out,
            self.score_digits,
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
        if preferences is not None and item.sentences is not None and self.part.sentences is not None:
            merits = dict(zip(self.part.sentences, item.sentences.tolist(), strict=True))
            by_sentence = agree(preferences, merits, self.ties, by_rank)
            if self.plan is not None:
                from errata.stats.resampled import agreement_interval

                interval = agreement_interval(preferences, merits, self.ties, self.plan)
                by_sentence = replace(by_sentence, interval=interval)
        scores = dict(zip(self.part.systems, item.scores, strict=True))
        intervals = {}
        if rows is not None and self.plan is not None:
            from errata.stats.intervals import percentile_ends

            ends = [percentile_ends(item.sign * rows[:, place], self.plan.level) for place in range(len(scores))]
            intervals = dict(zip(self.part.systems, ends, strict=True))
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
        if not isinstance(size, int) or isinstance(size, bool) or not LEAST_SYSTEMS <= size <= n:
            raise OptionError(
                f"window takes {describe_range(int, LEAST_SYSTEMS, n)} (the systems that take part), not {quote(size)}"
            )
        order = [item for item in people.systems if item.takes_part]
        windows = []
        for start in range(n - size + 1):
            inside = order[start : start + size]
            found = correlate([sign * scores[item.system] for item in inside], [item.score for item in inside])
            windows.append(Window(start, start + size - 1, found.pearson, found.spearman))
        return tuple(windows)

    def _aggregated(self, item: _Measured) -> list[float]:
        """Return the scores of systems as requested."""
        if self.aggregate == "corpus" or item.sentences is None:
            return item.scores
        if self.aggregate == "mean":
            return [item.sign * math.fsum(column) / len(column) for column in item.sentences.T.tolist()]
        from errata.stats import judged

        if self.aggregate == "ew":
            n = len(self.part.systems)
            wins = judged.win_tables(item.sentences).sum(axis=0, dtype=float).reshape(n, n)
            found = judged.exact_expected_wins(wins.tolist())
            self._tell_undecided(item.title, judged.undecided_pairs(wins))
        else:
            found = judged.rate_sentences(item.sentences).tolist()
        item.better = "higher"  # who wins more often is better, whatever the scores say
        return found

    def _tell_undecided(self, title: str, pairs: Sequence[tuple[int, int]]) -> None:
        if pairs:
            names = ", ".join(f"{self.part.systems[i]} and {self.part.systems[j]}" for i, j in pairs[:3])
            message = (
                f"{title} gives {plural(len(pairs), 'pair')} of systems the same score in every sentence ({names}); "
                "Expected Wins ignore pairs that are never decided"
            )
            self.part.findings.append(Finding("undecided", message, count=len(pairs)))

    def _samples(self, item: _Measured) -> "Array | None":
        """Return the systems' scores in samples of sentences, one sample per row, signed so that higher is better."""
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


def _sentence_scores(score: Score | Counted) -> list[float]:
    """Return the sentence scores that are averaged."""
    name = score.made_by.value_names[0]
    return [row[name] for row in score.made_by.averaged_rows(score.table, score.choice)]
