"""What takes part in a meta-evaluation: outputs, people, systems and sentences, as given and matched up."""

import math
from collections.abc import Collection, Mapping, Sequence
from numbers import Real

from errata.api.accept import (
    Request,
    accept_gold,
    accept_only,
    accept_outputs,
    check_length,
    pair_output,
    put_in_order,
)
from errata.api.agreement import HumanRanking, HumanScore
from errata.check.judged import find_base, tell_odd_groups
from errata.errors import InputError, OptionError, suggest
from errata.findings import Finding, remedy
from errata.model import CHARACTERS, Corpus, Output
from errata.model.judgements import HumanScores, Judgements
from errata.records import dataclass, field, replace
from errata.stages import Progress
from errata.stats.preferences import Preference, find_preferences
from errata.text.messages import plural, quote

METHODS = ("ew", "trueskill")
LEAST_SYSTEMS = 3
_RANKINGS = 1000
"""Bootstrap samples for ranges of ranks (Koehn 2012)."""


@dataclass
class Participants:
    """The common basis for comparing people and measures; each `take_` accepts one part, in the order of definition."""

    request: Request
    corpus: Corpus | None = None
    outputs: dict[str, Output] = field(default_factory=dict)
    rankings: Judgements | None = None
    table: dict[str, float] | None = None
    method: str = ""
    systems: list[str] = field(default_factory=list)
    sentences: list[int] | None = None
    """The numbers of the sentences that take part, from 0; None if unknown."""
    base: int | None = None
    findings: list[Finding] = field(default_factory=list)

    def take_outputs(self) -> None:
        """Accept gold and outputs, both of which may be missing if scores are given."""
        asked = self.request
        if asked.outputs is None and asked.gold is None and asked.sources is None:
            return
        self.corpus = accept_gold(asked.gold, asked.sources, asked.references)
        if self.corpus.unit == CHARACTERS:
            raise InputError(
                f"{self.corpus.called} holds documents, but people judged sentences; convert it first (errata convert)"
            )
        if not isinstance(asked.outputs, Mapping):
            raise InputError("outputs must be {name: sentences}: judgements identify systems by name")
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
        """Accept judgements and precomputed scores."""
        if isinstance(judgements, Judgements):
            self.rankings = judgements.by_judges(judges, without_judges)
            if not any(item.groups for item in self.rankings):
                raise InputError(f"{judgements.name}: no ranking is left; choose other judges")
            if isinstance(human, str):
                if human not in METHODS:
                    raise OptionError(f"human must be {' or '.join(METHODS)}, or scores, not {quote(human)}")
                if column is not None:
                    raise OptionError(
                        "a column of human scores is named, but human scores are computed from rankings here; leave "
                        "one out"
                    )
                self.method = human
                return
            self.table, self.method = _ready_scores(human, column)
            return
        if judges is not None or without_judges:
            raise InputError("judges can only be selected from rankings, but these are finished scores of systems")
        if not isinstance(human, str):
            raise InputError("two tables of human scores are given; if human is a table, judgements must be rankings")
        if human != METHODS[0]:
            raise InputError(
                f"human is {human!r}, but these are finished scores of systems; only rankings can become others"
            )
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
        """Determine which systems take part: those both judged and given, unless some are named."""
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
                what = "has no output or scores; give them" if name in judged else "has no human score; choose others"
                raise InputError(f"the system {name!r} was chosen, but it {what}, or leave it out")
        self.systems = sorted((judged & have if wanted is None else set(wanted)) - set(without))
        if wanted is None:
            self._name_others(judged - have - set(without), have - judged - set(without), has_scores=bool(scores))
        if len(self.systems) < LEAST_SYSTEMS <= len(judged & have):
            raise InputError(
                f"{plural(len(self.systems), 'system')} chosen ({', '.join(self.systems) or 'none'}), but a "
                f"correlation needs at least {LEAST_SYSTEMS}; both judged and given: {', '.join(sorted(judged & have))}"
            )
        if len(self.systems) < LEAST_SYSTEMS:
            raise InputError(
                f"{plural(len(self.systems), 'system')} both judged and given ({', '.join(self.systems) or 'none'}), "
                f"but a correlation needs at least {LEAST_SYSTEMS}; judged: {', '.join(self.judged)}; given: "
                f"{', '.join(sorted(have))}. Names must be the same: NAME=PATH names an output"
            )

    def _name_others(self, judged: set[str], given: set[str], has_scores: bool) -> None:
        """Say which systems do not take part."""
        if judged:
            names = ", ".join(sorted(judged))
            what = " or ".join(["output"] * bool(self.outputs) + ["scores"] * has_scores)
            message = f"judged, but without {what}: {names}; only the others are compared with people"
            self.findings.append(Finding("not-given", message, count=len(judged)))
        ranked = set(self.rankings.systems) & given if self.rankings else set()  # but the table has no score of them
        for lacking, left in (("not judged", given - ranked), ("without a human score", ranked)):
            if left:
                message = f"given, but {lacking}: {', '.join(sorted(left))}; left out"
                self.findings.append(Finding("not-judged", message, count=len(left)))

    def take_sentences(self, first: int | str, only: Sequence[int] | None) -> None:
        """Determine which sentence each judgement is about, and which sentences take part."""
        n_sentences = len(self.corpus) if self.corpus is not None else None
        chosen = None if only is None else accept_only(only, n_sentences)
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
            raise self._no_base("there are no outputs to tell which")
        kept = self.rankings.of_sentences([place + self.base for place in chosen])
        if not any(item.groups for item in kept):
            raise InputError(f"{self.rankings.name} judges none of the {plural(len(chosen), 'sentence')} chosen")
        self.rankings = kept

    def _no_base(self, why: str) -> InputError:
        assert self.rankings is not None
        return InputError(
            f"{self.rankings.name} does not say whether its first sentence is number 0 or 1: {why}",
            remedy("say which ({first_sentence})"),
        )

    def judge(self, runs: int, seed: int, progress: Progress | None) -> HumanRanking:
        """Compute human scores from judgements."""
        part = set(self.systems)
        agreement, tally, found = None, None, []
        if self.rankings is not None:
            from errata.stats import judged

            agreement, tally = judged.judge_agreement(self.rankings), judged.Tally.of(self.rankings)
        if self.table is None:
            assert tally is not None
            found = _rate(tally, self.method, runs, seed, progress)
            if tally.undecided and self.method == "ew":
                names = ", ".join(f"{one} and {two}" for one, two in tally.undecided[:3])
                message = (
                    f"judges never ranked {plural(len(tally.undecided), 'pair')} of systems differently ({names}); "
                    "Expected Wins ignore such pairs"
                )
                self.findings.append(Finding("undecided", message, count=len(tally.undecided)))
        else:
            found = [HumanScore(system, score) for system, score in self.table.items()]
        found = [replace(item, takes_part=item.system in part) for item in found]
        for item in found:
            if item.takes_part and math.isnan(item.score):
                raise InputError(f"no human judgement yields a score for {item.system!r}; leave it out")
        ranked = tuple(sorted(found, key=lambda item: (math.isnan(item.score), -item.score, item.system)))
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

    def sentence_column(self, name: str, system: str, given: object) -> list[float]:
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
        for index in self.sentences:
            if isinstance(known[index], bool) or not isinstance(known[index], Real):
                raise InputError(
                    f"scores {name!r} has {quote(known[index])} of {system!r} for sentence {index} (from 0), which is "
                    "not a number"
                )
        return [float(known[index]) for index in self.sentences]

    def tell_unknown_base(self) -> None:
        """Warn that sentence scores cannot be compared with judgements whose first sentence number is unknown."""
        if self.rankings is not None and self.base is None:
            error = self._no_base("there are no outputs to decide it by, so the sentence level is omitted")
            self.findings.append(Finding("no-sentence-level", error.what, hint=error.remedy))

    def tell_no_sentences(self, has_scores: bool) -> None:
        """Warn that what was asked of the sentence level has no effect, where there is none."""
        if self.rankings is not None and has_scores:
            return
        lacking = "the judgements are scores of systems" if self.rankings is None else "no measure scores sentences"
        message = f"{lacking}, so there is no sentence level: ties and pairs of ranks do not matter"
        self.findings.append(Finding("no-sentence-level", message))

    def preferences(self) -> list[Preference] | None:
        """Return the preferences of the judges, if it is known which sentences they judged."""
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

    def stand_ins(self) -> int:
        """Return the number of sentences in which one annotator's reference replaces another's."""
        corpus = self.corpus
        if corpus is None or self.sentences is None or not corpus.is_annotated:
            return 0
        n = len(corpus.annotators)
        return sum(0 < len(corpus[index].layers) < n and not corpus[index].references for index in self.sentences)


def accept_scores(given: object) -> dict[str, dict[str, object]]:
    """Return scores computed elsewhere by name and system; values of numpy or pandas become numbers and lists."""
    if given is None:
        return {}
    shapes = "{name: {system: score}} or {name: {system: scores of all sentences}}"
    if not isinstance(given, Mapping):
        raise InputError(f"scores is a {type(given).__name__}; give {shapes}")
    for name, own in given.items():
        if not isinstance(own, Mapping):
            raise InputError(f"scores {name!r} is a {type(own).__name__}; give {shapes}")
    return {str(name): {str(system): _plain(value) for system, value in own.items()} for name, own in given.items()}


def _plain(value: object) -> object:
    convert = getattr(value, "tolist", None)
    return convert() if callable(convert) else value


def _ready_scores(given: object, column: str | None) -> tuple[dict[str, float], str]:
    """Return the human scores of systems in a table or mapping, and their name."""
    if isinstance(given, HumanScores):
        scores = given.column(column)
        return scores, column or "table"
    if not isinstance(given, Mapping):
        raise InputError(
            f"judgements is a {type(given).__name__}; give what errata.read_judgements reads, or {{system: score}}"
        )
    numbers: dict[str, float] = {}
    for system, score in given.items():
        if isinstance(score, bool) or not isinstance(score, Real) or not math.isfinite(score):
            raise InputError(f"the human score of {system!r} is {quote(score)}, not a number")
        numbers[str(system)] = float(score)
    return numbers, "table"


def _rate(tally: "object", method: str, runs: int, seed: int, progress: Progress | None) -> list[HumanScore]:
    """Return the human scores of all systems, with ranges of ranks and clusters."""
    import numpy as np

    from errata.stats import judged

    assert isinstance(tally, judged.Tally)
    n = len(tally.systems)
    if method == "ew":
        scores = judged.exact_expected_wins([tally.wins[n * row : n * row + n] for row in range(n)])
        samples = judged.sample_expected_wins(tally, _RANKINGS, seed)
    else:
        samples = judged.sample_trueskill(tally, runs, seed, progress)
        scores = samples.mean(axis=0).tolist()
    unscored = [
        HumanScore(system, score) for system, score in zip(tally.systems, scores, strict=True) if score != score
    ]
    known = [place for place, score in enumerate(scores) if score == score]
    scores, samples = [scores[place] for place in known], samples[:, known]
    ranges = judged.rank_ranges(samples)
    clusters = judged.find_clusters(scores, ranges)
    ends = np.nanquantile(samples, [0.025, 0.975], axis=0).T.tolist()
    rows = zip(known, scores, ranges, clusters, ends, strict=True)
    ranked = [
        HumanScore(tally.systems[place], score, *span, cluster, *ends) for place, score, span, cluster, ends in rows
    ]
    return ranked + unscored
