"""The data of measures: runs of gold texts, tables of counts, and scores."""

import math
import operator
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar, cast

from errata.errors import InputError
from errata.kernels.buffers import Texts
from errata.kernels.sums import sum_picked, sum_rows
from errata.model import Annotator, Corpus, Reference
from errata.records import dataclass, field, replace
from errata.rendering import NEVER, Rendered, Unlisted, keep_unlisted
from errata.text.flat import flat_references
from errata.text.packed import PackedLines
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.measures.base import Better, Measure


T = TypeVar("T")


class Packed(Protocol):
    """The gold of a block in the form that a measure counts with; sentences can be picked from it."""

    def pick(self, block: "GoldBlock") -> Self:
        """Return the same for `block`, whose sentences are those at `block.places` of this one's block."""


P = TypeVar("P", bound=Packed)


@dataclass
class GoldBlock:
    """A run of consecutive gold sentences or documents, with data shared by several measures and systems."""

    first: int
    corpus: Corpus
    annotators: tuple[Annotator, ...] | None
    """The annotators of the whole corpus, so that blocks have equal numbers of references; None if independent."""
    picked_from: "GoldBlock | None" = None
    places: Sequence[int] = ()
    """The positions of the sentences in the block that they were picked from."""

    @classmethod
    def of(cls, corpus: Corpus, start: int = 0, stop: int | None = None) -> Self:
        """Split off a run of texts from a corpus."""
        where = range(len(corpus))[start:stop]
        whole = len(where) == len(corpus)
        return cls(where.start, corpus if whole else corpus.select(where), corpus.annotators)

    def flat_references(
        self, vocabulary: Vocabulary, *, only_ascii: bool = False, with_sources: bool = True
    ) -> "tuple[Texts, array[int]] | None":
        """Return the result of `errata.text.flat.flat_references`; None if sentences are not in flat arrays.

        None also if sentences are independent, as these have different numbers of references, or if annotators of
        other sentences have no number.
        """
        flat, lines = self.corpus.flat, self.lines
        if flat is None or lines is None or self.annotators is None or any(isinstance(a, str) for a in self.annotators):
            return None
        return flat_references(
            flat.blocks, lines, self.annotators, vocabulary, only_ascii=only_ascii, with_sources=with_sources
        )

    @property
    def lines(self) -> tuple[PackedLines, PackedLines] | None:
        """Sources and corrections as lines, if the sentences are in flat arrays."""
        flat = self.corpus.flat
        if flat is None:
            return None
        return self.once("lines", lambda: (PackedLines(*flat.source_lines()), PackedLines(*flat.correction_lines())))

    @property
    def references(self) -> list[tuple[Reference, ...]]:
        """The reference texts of every sentence, made on first access."""
        return self.once(
            "references",
            lambda: [
                self.corpus.references(i, sentence.annotators if self.annotators is None else self.annotators)
                for i, sentence in enumerate(self.corpus)
            ],
        )

    def pick(self, places: Sequence[int]) -> "GoldBlock":
        """Return the sentences at these positions, in any order and number, with what was packed of them before.

        Anything that outputs add, such as new words, stays with the part: threads may count parts of one block at the
        same time once it has been packed.
        """
        return GoldBlock(0, self.corpus.select(places), self.annotators, self, places)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of `make`, made once for all measures and systems that use this key."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def packed(self, key: Hashable, make: "Callable[[GoldBlock], P]") -> P:
        """Return the result of `make` for this block, made once; for picked sentences, their part of it."""
        whole = self.picked_from
        return self.once(key, lambda: make(self) if whole is None else whole.packed(key, make).pick(self))

    @cached_property
    def _made(self) -> dict[Hashable, object]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_made"}

    def vocabulary(self, unit: str) -> Vocabulary:
        """Return the vocabulary of this block for a unit."""
        whole = self.picked_from
        return self.once(
            ("vocabulary", unit), lambda: Vocabulary(unit) if whole is None else whole.vocabulary(unit).extended()
        )

    def texts(self, unit: str, strip: bool) -> "GoldTexts":
        """Return sources and references as integers."""
        return self.packed(("texts", unit, strip), lambda block: GoldTexts.of(block, unit, strip))


@dataclass(frozen=True)
class GoldTexts:
    """The sources and references of a block as integers, and the vocabulary that makes outputs comparable.

    `flat` holds each source followed by its references; the texts of sentence i begin at `first_text[i]`.
    """

    unit: str
    strip: bool
    vocabulary: Vocabulary
    flat: Texts
    first_text: "array[int]"
    row_bounds: "array[int]"
    labels: list[Annotator]

    @classmethod
    def of(cls, block: GoldBlock, unit: str, strip: bool) -> Self:
        """Number the words or characters of a block."""
        vocabulary = block.vocabulary(unit)
        made = None
        if unit != "char" and not strip:
            made = block.flat_references(vocabulary, only_ascii=unit != "word")
        if made is not None:
            texts, who = made
            n, width = len(block.corpus), len(who) // len(block.corpus)
            first_text = array("i", range(0, n * (width + 1) + 1, width + 1))
            row_bounds = array("i", range(0, n * width + 1, width))
            return cls(unit, strip, vocabulary, texts, first_text, row_bounds, [*who])
        lines: list[str] = []
        first_text, row_bounds = array("i", [0]), array("i", [0])
        labels: list[Annotator] = []
        for place, sentence in enumerate(block.corpus):
            lines.append(sentence.source)
            if block.corpus.is_annotated:
                for reference in block.references[place]:
                    lines.append(reference.text)
                    labels.append(reference.label)
            else:  # as `Corpus.references` has it, without an object for each
                lines += sentence.references
                labels += range(len(sentence.references))
            first_text.append(len(lines))
            row_bounds.append(len(labels))
        return cls(unit, strip, vocabulary, _flatten(vocabulary, lines, strip), first_text, row_bounds, labels)

    def flatten(self, lines: Sequence[str]) -> Texts:
        """Return lines as integers of the same vocabulary, optionally without white space at their ends."""
        return _flatten(self.vocabulary, lines, self.strip)

    def pick(self, block: GoldBlock) -> "GoldTexts":
        """Return the texts of picked sentences."""
        flat, first_text = self.flat.picked(self.first_text, block.places)
        row_bounds, labels = array("i", [0]), []
        for place in block.places:
            labels += self.labels[self.row_bounds[place] : self.row_bounds[place + 1]]
            row_bounds.append(len(labels))
        return GoldTexts(self.unit, self.strip, block.vocabulary(self.unit), flat, first_text, row_bounds, labels)


def _flatten(vocabulary: Vocabulary, lines: Sequence[str], strip: bool) -> Texts:
    return vocabulary.flatten([line.strip() for line in lines] if strip else lines)


Number = int | float
Noticed = dict[str, list[Any]]
"""A measure's observations about the gold, by code: how often, and where and what first."""


@dataclass(frozen=True)
class Table:
    """Rows of counts, the rows of one sentence next to each other.

    `counts` is row after row; the rows of sentence i are `bounds[i]` to `bounds[i + 1]`; `labels` names the reference
    each row was counted against, None if a measure has none. `notes` holds what else a measure wants to remember
    about each row or each sentence, and `basis` what it wants to remember about all rows, to report it on request.
    """

    columns: tuple[str, ...]
    counts: "array[int] | array[float]"
    bounds: "array[int]"
    labels: Sequence[Annotator | None]
    notes: Sequence[Any] = ()
    basis: Any = None

    @classmethod
    def concatenate(cls, tables: Sequence["Table"]) -> "Table":
        """Join the tables of consecutive blocks."""
        if len(tables) == 1:
            return tables[0]
        counts = tables[0].counts[:]
        bounds = tables[0].bounds[:]
        labels = list(tables[0].labels)
        for table in tables[1:]:
            shift = bounds[-1]
            bounds.extend(shift + bound for bound in table.bounds[1:])
            counts.extend(table.counts)  # type: ignore[arg-type]  # the blocks of one measure share a type code
            labels.extend(table.labels)
        notes = [note for table in tables for note in table.notes]
        return cls(tables[0].columns, counts, bounds, labels, notes, tables[0].basis)

    def __len__(self) -> int:
        """Return the number of sentences."""
        return len(self.bounds) - 1

    def groups(self) -> Iterator[range]:
        """Yield the rows of each sentence."""
        return (range(first, stop) for first, stop in pairwise(self.bounds))

    def rows_of(self, index: int) -> range:
        """Return the rows of one sentence."""
        return range(self.bounds[index], self.bounds[index + 1])

    def row(self, index: int) -> Sequence[Number]:
        """Return the counts of one row."""
        width = len(self.columns)
        return self.counts[index * width : (index + 1) * width]

    def alone(self, index: int) -> "Table":
        """Return the rows of one sentence as a separate table."""
        rows, width = self.rows_of(index), len(self.columns)
        by_row = len(self.notes) != len(self)  # of each row, or of each sentence; of one row each it is the same
        return Table(
            self.columns,
            self.counts[rows.start * width : rows.stop * width],
            array("i", [0, len(rows)]),
            self.labels[rows.start : rows.stop],
            self.notes[rows.start : rows.stop] if by_row else self.notes[index : index + 1],
            self.basis,
        )

    def total(self, rows: Iterable[int]) -> list[Number]:
        """Return the sum of each column over the rows, added in the order given."""
        if self.counts.typecode == "q" and isinstance(rows, list):
            return sum_rows(self.counts, len(self.columns), array("q", rows)).tolist()
        chosen = [self.row(row) for row in rows]
        # From left to right, the same bits everywhere: `sum` of Python 3.12 and later rounds floats in another way.
        add = sum if self.counts.typecode == "q" else partial(reduce, operator.add)
        return [add(column) for column in zip(*chosen, strict=True)] or [0] * len(self.columns)

    def total_picked(self, picks: "array[int]") -> list[Number]:
        """Return the sum of each column over the row `picks[i]` of every sentence i, its rows counted from 0."""
        if self.counts.typecode == "q":
            return sum_picked(self.counts, len(self.columns), self.bounds, picks).tolist()
        return self.total(first + pick for first, pick in zip(self.bounds, picks, strict=False))


class Picks(Protocol):
    """A sequence of selections, each an array with the number of the row picked for every sentence."""

    def __len__(self) -> int: ...

    def __iter__(self) -> "Iterator[array[int]]": ...


@dataclass(frozen=True)
class Selections:
    """Several selections of one row per sentence, where one choice is not enough (GLEU's draws).

    Each item of `picks` says which row of every sentence is taken, counted from 0. The corpus scores of the
    selections are pooled; a single sentence has no chosen row, so the scores of all its rows are pooled.
    """

    picks: Picks


def mean_counts(rows: Sequence[Sequence[Number]]) -> list[Number]:
    """Return the mean of each column, as an integer if it is one.

    >>> mean_counts([[1, 2], [2, 4]])
    [1.5, 3]
    """
    n = len(rows)
    sums = (sum(column) for column in zip(*rows, strict=True))
    return [total / n if total % n else int(total // n) for total in sums]


def mean_values(items: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each value."""
    return {name: math.fsum(item[name] for item in items) / len(items) for name in items[0]}


def exact_parts(numbers: Sequence[float]) -> list[float]:
    """Return a few numbers with exactly the same sum as many: the ones `math.fsum` works with (Shewchuk 1997)."""
    parts: list[float] = []
    for number in numbers:
        x = number
        n_kept = 0
        for y in parts:
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low:
                parts[n_kept] = low
                n_kept += 1
            x = high
        parts[n_kept:] = [x]
    return parts


def rows_of_sentences(table: Table, choice: list[int] | Selections) -> Iterator[Sequence[int]]:
    """Yield the rows that count for each sentence: the chosen one, or all if there are several selections."""
    if isinstance(choice, Selections):
        yield from table.groups()
    else:
        yield from ([row] for row in choice)


_SHARED = {"is_documented": False}
"""Marks what other parts of the package need of a score, and the reference documentation omits."""


@dataclass(frozen=True)
class SentenceScore:
    """The score of one sentence, from its chosen row; `index` counts from 0."""

    index: int
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    reference: Annotator | None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Interval:
    """The values between which a score lies in a share `level` of bootstrap samples.

    `units` is the number of sentences, documents or clusters that were drawn from, and `values` has the ends for
    every value of the measure, the score among them.
    """

    level: float
    low: float
    high: float
    samples: int
    seed: int
    method: str
    units: int
    values: Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class GroupScore:
    """The counts of one group of a breakdown, such as an error type, and the resulting values."""

    name: str
    values: Mapping[str, float]
    counts: Mapping[str, Number]


@dataclass(frozen=True)
class Breakdown:
    """The counts of a system broken down by a facet, with averages.

    `micro` are the values of all counts together, `macro` the means of the groups' values, with equal weights for
    all groups.
    """

    facet: str
    groups: tuple[GroupScore, ...]
    micro: Mapping[str, float]
    macro: Mapping[str, float]


@dataclass(frozen=True)
class Score(Rendered):
    """The scores of one system under one measure: headline score, other values, the counts behind them, the signature.

    `to_text`, `to_html` and so on display it like a `Result`. The data it was computed from, a row of counts for
    every sentence, is not a field, so that `asdict` and frames hold only plain values.

    >>> from errata import score
    >>> score(sources=["He go ."], references=[["He goes ."]], outputs=["He goes ."], measures=["green:n=3"]).scores[0]
    Score(output, green:n=3, f 1.0000)
    """

    system: str
    measure: str
    signature: str
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    made_by: Unlisted["Measure"] = field(default=NEVER, metadata=_SHARED)
    table: Unlisted[Table] = field(default=NEVER, metadata=_SHARED)
    choice: Unlisted["list[int] | Selections"] = field(default=NEVER, metadata=_SHARED)
    interval: Interval | None = None
    preparation: Unlisted[Mapping[str, Any] | None] = field(default=None, metadata=_SHARED)
    """What was done to the texts before the measure saw them."""
    numbers: Unlisted[Sequence[int]] = field(default=(), metadata=_SHARED)
    """The numbers of the scored sentences in the original gold, if only some of them were scored."""
    ids: Unlisted[Sequence[str]] = field(default=(), metadata=_SHARED)
    """The id of every sentence or document; none if the gold has no ids."""
    rendered_by: ClassVar[str] = "errata.report.scores"

    def __post_init__(self, *unlisted: object) -> None:
        keep_unlisted(self, unlisted)

    def __repr__(self) -> str:
        return f"Score({self.system}, {self.title}, {next(iter(self.values), 'score')} {self.score:.4f})"

    @cached_property
    def details(self) -> Mapping[str, Any]:
        """This measure's details, computed on first access, and how texts were prepared."""
        return {**self.made_by.corpus_details(self.table, self._chosen), **(self.preparation or {})}

    @property
    def _chosen(self) -> list[int]:
        return [] if isinstance(self.choice, Selections) else self.choice

    def rows_of(self, index: int) -> Sequence[int]:
        """Return the rows that count for a sentence: the chosen one, or all if there are several selections."""
        if isinstance(self.choice, Selections):
            return self.table.rows_of(index)
        return [self.choice[index]]

    def sentence_values(self, index: int) -> Mapping[str, float]:
        """Return only the values of one sentence, counted from 0."""
        return self.made_by.sentence_values(self.table, self.rows_of(index))

    def sentence(self, index: int) -> SentenceScore:
        """Return the score of one sentence, counted from 0, without computing the others.

        If only some were scored, the index is among these, and the row has the sentence's number in the gold.
        """
        if self.made_by.chooses_on and len(self.table) and not self.table.notes:
            raise InputError(
                f"what {self.made_by.name} found in each sentence was not kept, because the run can be resumed; score "
                "without resume"
            )
        row = self.made_by.describe_sentence(self.table, index, self.rows_of(index))
        return replace(row, index=self.numbers[index]) if self.numbers else row

    @property
    def works_on(self) -> str:
        """What a row is: "sentences" or "documents"."""
        return self.made_by.works_on

    @property
    def facets(self) -> tuple[str, ...]:
        """How the counts can be broken down."""
        return self.made_by.facets

    @cached_property
    def sentences(self) -> tuple[SentenceScore, ...]:
        """The score of every sentence, computed on first access."""
        return tuple(map(self.sentence, range(len(self.table))))

    def sentences_frame(self) -> Any:
        """Return a data frame with the score of every sentence."""
        return self._frame("sentences")

    @property
    def notes(self) -> list[Any]:
        """The measure's notes on the chosen row of each sentence, for code that knows their form."""
        assert not isinstance(self.choice, Selections)
        return [self.table.notes[row] for row in self.choice]

    @property
    def title(self) -> str:
        """The measure with its non-default options, as a user would write it."""
        return self.made_by.title

    @property
    def footnotes(self) -> list[str]:
        """What is printed below a table of such scores: the signature, and whether the measure is experimental."""
        said = self.made_by.experimental
        return [self.signature, *([f"experimental: {said}"] if said else ())]

    @property
    def better(self) -> "Better":
        """Which of two scores is better: "higher" or "lower"."""
        return self.made_by.better

    @property
    def merit(self) -> float:
        """The score, negated if lower is better, so that higher is always better."""
        return self.score if self.better == "higher" else -self.score

    @property
    def merits(self) -> dict[str, float]:
        """The values, negated if lower is better."""
        better_of = self.made_by.better_of
        return {name: -value if better_of(name) == "lower" else value for name, value in self.values.items()}

    @property
    def proposes_nothing(self) -> bool:
        """Whether the system changed nothing, so that its precision is 0/0, however the measure defines that."""
        for names in (("proposed",), ("system",), ("tp", "fp")):
            if self.counts.keys() >= set(names):
                return not any(self.counts[name] for name in names)
        return False

    @property
    def labels(self) -> dict[str, str]:
        """The column headings of the values in tables."""
        return {value: self.made_by.label(value) for value in self.values}

    def breakdown(self, facet: str) -> Breakdown:
        """Return the counts broken down by one of `facets`."""
        if facet not in self.facets:
            known = f"by {', '.join(self.facets)}" if self.facets else "not at all"
            raise InputError(f"{self.measure} cannot be broken down by {facet!r}, {known}")
        sums = self.made_by.split(self.table, self._chosen, facet)
        return self.made_by.break_down(sums, self.table.columns, facet)
