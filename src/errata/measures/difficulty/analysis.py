"""What is hard: ranks with and without weights, difficulty by error type, the hardest and easiest errors."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from errata.api.accept import Request, accept_measures
from errata.api.files import SystemOutput, load
from errata.api.score import score_inputs
from errata.errors import InputError
from errata.extract import Extractor
from errata.findings import Finding
from errata.formats.files import AnyPath
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.measures.difficulty.chunks import CORRECT, MODIFIED, Chunk
from errata.measures.difficulty.judging import Judged, break_even, find_alike
from errata.measures.difficulty.measure import BEST, Difficulty
from errata.measures.difficulty.scales import ListedScale, Scale
from errata.measures.difficulty.weights import Weights
from errata.model import Corpus
from errata.records import dataclass, replace
from errata.rendering import NEVER, Rendered, Unlisted, keep_unlisted
from errata.stages import Progress
from errata.stats.ranks import ranks

if TYPE_CHECKING:
    from errata.text.raw import Raw

GROUPINGS: dict[str, Callable[[str], str]] = {
    "operation": lambda kind: kind.partition(":")[0],
    "category": lambda kind: kind.partition(":")[2] or kind,
    "full": lambda kind: kind,
}
"""How error types are grouped: the part before the first colon (M, R, U), the part after it, or all of it."""


@dataclass(frozen=True)
class SystemDifficulty:
    """A system's scores, and its ranks by weighted F, by weighted accuracy and by unweighted F; 1 is best.

    `other` is the score of another measure for comparison, if requested.
    """

    weighted: Score
    plain: Score
    rank: int
    accuracy_rank: int
    plain_rank: int
    other: Score | None = None
    other_rank: int = 0

    @property
    def rank_before(self) -> int:
        """The rank that the weighted ones are compared with: by the other measure, or by unweighted F."""
        return self.other_rank or self.plain_rank


SORTS: dict[str, Callable[[SystemDifficulty], int]] = {
    "f": lambda row: row.rank,
    "accuracy": lambda row: row.accuracy_rank,
    "plain": lambda row: row.plain_rank,
    "against": lambda row: row.rank_before,
}
"""What the systems of a table may be sorted by."""


@dataclass(frozen=True)
class TypeDifficulty:
    """The weights of all errors of a type: mean, sample standard deviation (0 for one error), number of errors."""

    type: str
    mean: float
    deviation: float
    frequency: int


@dataclass(frozen=True)
class ChunkDifficulty:
    """A gold chunk with the systems' versions: how many of the weights' systems got it right, and who did what here."""

    sentence: int
    chunk: Chunk
    n_solved: int
    weight: float
    solved_by: tuple[str, ...]
    mistaken: tuple[str, ...]
    """The systems that changed something there, but not to what the gold has."""


@dataclass(frozen=True)
class DifficultyAnalysis(Rendered):
    """The difficulty measure for several systems, with all derived results.

    `print` shows the tables; `to_markdown`, `to_latex`, `to_html` and `to_json` return them in other forms and take
    `digits`, `grouping` (of error types) and `top` (how many of the hardest and easiest errors).
    """

    measure: Difficulty
    systems: tuple[str, ...]
    weighted: tuple[Score, ...]
    plain: tuple[Score, ...]
    alike: tuple[tuple[str, ...], ...]
    findings: tuple[Finding, ...]
    against: tuple[Score, ...] = ()
    """The scores of another measure, such as M², that ranks are compared with."""
    gold: Unlisted[Corpus] = NEVER
    weights: Unlisted[Weights] = NEVER
    judged: Unlisted[Judged] = NEVER
    rendered_by: ClassVar[str] = "errata.measures.difficulty.tables"

    def __post_init__(self, *unlisted: object) -> None:
        keep_unlisted(self, unlisted)

    def __repr__(self) -> str:
        return f"DifficultyAnalysis({', '.join(self.systems)}; {self.n_errors} errors)"

    def __str__(self) -> str:
        return self.to_text()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))

    def types_frame(self, grouping: str = "category") -> Any:
        """Return a data frame with the difficulty of error types, hardest first."""
        return self._frame("types", grouping=grouping)

    def errors_frame(self) -> Any:
        """Return a data frame with every error of the gold and the systems' versions, hardest first."""
        return self._frame("errors")

    @cached_property
    def standings(self) -> list[SystemDifficulty]:
        """The systems by weighted F, best first; equal scores share a rank and keep their order."""
        weighted_ranks = ranks([item.score for item in self.weighted])
        accuracy_ranks = ranks([item.values["accuracy"] for item in self.weighted])
        plain_ranks = ranks([item.score for item in self.plain])
        others = self.against or (None,) * len(self.systems)
        other_ranks = ranks([item.merit for item in self.against]) or [0] * len(self.systems)
        rows = zip(
            self.weighted, self.plain, weighted_ranks, accuracy_ranks, plain_ranks, others, other_ranks, strict=True
        )
        return sorted((SystemDifficulty(*row) for row in rows), key=lambda row: row.rank)

    @property
    def numbers(self) -> Sequence[int]:
        """The number of every sentence in the original gold, from 0."""
        return self.weighted[0].numbers or range(len(self.gold))

    def sorted_by(self, by: str) -> list[SystemDifficulty]:
        """Return the standings by one of `SORTS`, best first; ties stay in order of weighted F."""
        return sorted(self.standings, key=SORTS[by])

    def describe(self, index: int, number: int, chunk: Chunk) -> ChunkDifficulty:
        """Return a chunk of a sentence with the systems' versions."""
        unchanged = self.judged.gold[index].unchanged(number)
        by = [judgements[index].get(number, unchanged) for judgements in self.judged.judgements]
        n_solved = self.weights.solved[index][number]
        return ChunkDifficulty(
            sentence=index,
            chunk=chunk,
            n_solved=n_solved,
            weight=self._scale.numerator(n_solved) / self._scale.denominator,
            solved_by=tuple([name for name, flags in zip(self.systems, by, strict=True) if flags & CORRECT]),
            mistaken=tuple([name for name, flags in zip(self.systems, by, strict=True) if flags == MODIFIED]),
        )

    def error(self, index: int, number: int) -> ChunkDifficulty:
        """Return an edited chunk of a sentence with the systems' versions."""
        chunks = self.judged.gold[index]
        edit = chunks.edits[number]
        source = " ".join(chunks.tokens[edit.start : edit.end])
        chunk = Chunk(edit.start, edit.end, source, edit.written, edit.type, is_edited=True)
        return self.describe(index, number, chunk)

    @cached_property
    def _scale(self) -> Scale | ListedScale:
        return self.measure.scale(self.weights.n_systems)

    @cached_property
    def _errors(self) -> list[tuple[int, int]]:
        """Sentence and number of every edited chunk, in file order."""
        return [(index, number) for index, chunks in enumerate(self.judged.gold) for number in chunks.edits]

    @property
    def n_errors(self) -> int:
        """The number of edited chunks in the gold."""
        return len(self._errors)

    @cached_property
    def _hardest_first(self) -> list[tuple[int, int]]:
        mistaken: Counter[tuple[int, int]] = Counter()
        for judgements in self.judged.judgements:
            for index, found in enumerate(judgements):
                mistaken.update([(index, number) for number, judgement in found.items() if judgement == MODIFIED])
        return sorted(self._errors, key=lambda at: (self.weights.solved[at[0]][at[1]], -mistaken[at]))

    def hardest(self, n: int) -> list[ChunkDifficulty]:
        """Return the errors that fewest systems got right; of those the ones tried by most systems, then the first."""
        return [self.error(*at) for at in self._hardest_first[:n]]

    def easiest(self, n: int) -> list[ChunkDifficulty]:
        """Return the errors that most systems got right, in file order.

        Excluding the n hardest and those that no system got right, so there may be fewer than n.
        """
        solved = {at: self.weights.solved[at[0]][at[1]] for at in self._errors}
        hardest = set(self._hardest_first[:n])
        left = [at for at in self._errors if solved[at] and at not in hardest]
        return [self.error(*at) for at in sorted(left, key=lambda at: -solved[at])[:n]]

    def types(self, grouping: str = "category") -> list[TypeDifficulty]:
        """Return the difficulty of error types, hardest first, ties in order of first appearance (Table 4)."""
        groups: dict[str, list[int]] = {}
        group = GROUPINGS[grouping]
        for index, number in self._errors:
            numerator = self._scale.numerator(self.weights.solved[index][number])
            groups.setdefault(group(self.judged.gold[index].edits[number].type), []).append(numerator)
        found = [_summary(kind, numerators, self._scale.denominator) for kind, numerators in groups.items()]
        return sorted(found, key=lambda row: -row.mean)

    @cached_property
    def break_evens(self) -> list[tuple[tuple[str, ...], int, float]]:
        """Systems that do nearly the same: which, how many errors all of them solve, and how few outweigh those.

        Section 5.2 of the paper: that many errors solved by one system alone give the weighted recall that the
        equal ones get for theirs.
        """
        found = []
        for names in self.alike:
            n_solved = sum(set(names) <= set(self.error(*at).solved_by) for at in self._errors)
            found.append((names, n_solved, break_even(n_solved, len(names), len(self.systems))))
        return found


def _summary(kind: str, numerators: Sequence[int], denominator: int) -> TypeDifficulty:
    n = len(numerators)
    total = sum(numerators)
    squares = sum(value * value for value in numerators)
    # In integers up to the root, so that equal weights have no deviation.
    variance = (n * squares - total * total) / (n * (n - 1)) if n > 1 else 0.0
    return TypeDifficulty(kind, total / (n * denominator), sqrt(variance) / denominator, n)


def analyse_difficulty(
    gold: Corpus | AnyPath,
    outputs: Mapping[str, SystemOutput],
    measure: Difficulty | None = None,
    extract: Extractor | str | None = None,
    progress: Progress | None = None,
    *,
    extract_gold: bool = False,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    only: Sequence[int] | None = None,
    against: Measure | str | None = None,
) -> DifficultyAnalysis:
    """Score systems with and without weights and collect what makes the difference.

    The measure must use one reference; weights are learned from the outputs unless it has some. `extract` finds the
    edits of plain outputs, and with `extract_gold` also those of the gold; `normalise`, `tokens`, `raw` and `only` are
    as for `score`. `against` is a measure, such as "m2", whose ranks those of the weighted scores are compared with.
    """
    measure = replace(measure or Difficulty(), weighted=True)
    if measure.reference == BEST:
        raise InputError(
            "difficulty is analysed for one annotator; name one, or have the best chosen for each sentence by "
            "score with "
            "measure difficulty:reference=best"
        )
    others = accept_measures([against]) if against else []
    wanted = [measure, *others]
    asked = load(Request(gold, outputs, None, None, wanted, extract, extract_gold, normalise, raw, tokens, only))
    whole = Corpus.accept(asked.gold)
    result, golds, given, extraction, prepared, _ = score_inputs(asked, progress=progress)
    seen = golds.of(measure)
    weighted = tuple(item for item in result.scores if item.made_by == measure)
    fingerprint = (whole.only(weighted[0].numbers) if weighted[0].numbers else whole).fingerprint
    notes = [item.notes for item in weighted]
    solved = tuple(tuple(n) for _, _, n in notes[0])
    systems = tuple(item.system for item in weighted)
    return DifficultyAnalysis(
        gold=seen,
        measure=measure,
        systems=systems,
        weights=measure.weights or measure.publish(seen, solved, systems),
        judged=Judged([chunks for chunks, _, _ in notes[0]], [[found for _, found, _ in rows] for rows in notes]),
        weighted=weighted,
        plain=tuple(
            measure.unweighted(
                item, fingerprint, [*extraction.noted(measure, item.system), *prepared.noted(item.system)]
            )
            for item in weighted
        ),
        against=tuple(item for item in result.scores if item.made_by in others),
        alike=() if measure.weights else tuple(names for _, names in find_alike(given)),
        findings=result.findings,
    )
