"""What a measure is: options, a table of counts, a choice of rows, and a function of their sums.

    prepare  what must be known of the whole data beforehand; most measures need nothing
    count    a run of sentences with one system's output → a `Table` with one or more rows a sentence
    choose   one row for each sentence; or several such selections, whose scores are pooled
    total    sums of columns over the chosen rows
    score    sums → values, the first of them the headline score

Tables of consecutive runs concatenate in file order and everything after `count` happens once, at the end, so any
engine may share out the counting.
"""

import math
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from types import UnionType
from typing import Any, ClassVar, Self, TypeVar, cast

from errata._version import __version__
from errata.corpus import Annotator, Corpus, Reference
from errata.documents import DocumentSet
from errata.errors import InputError, OptionError
from errata.kernels._buffers import Texts
from errata.kernels.sums import sum_picked
from errata.measures.breakdown import Breakdown, GroupScore
from errata.text.vocabulary import Vocabulary

_HINT = ", or have the edits extracted (extract='errata', --extract errata)"

Value = object
"""What an option may be: yes or no, a number, text, or what a file held."""
Number = int | float
T = TypeVar("T")


def option(
    default: Any,
    about: str,
    *,
    kind: type | UnionType | None = None,
    choices: Sequence[str] = (),
    minimum: float | None = None,
    maximum: float = math.inf,
    name: str | None = None,
    always_shown: bool = False,
    none: str = "",
    reader: str = "",
) -> Any:
    """Declare an option of a measure as a dataclass field.

    Everything that is said about options anywhere (parsing, checking, signatures, `errata measures`) comes from
    here. `kind` is needed where the default is None, which stands for "depends on the other options" or, if `none`
    says what it is called, for a value of its own. `name` is what users call the option where the field cannot be
    called that ("lambda" is a word of Python's). `always_shown` puts it into titles also at its default, where several
    definitions go by one name. An option whose value users keep in files names the module of `errata.formats` that
    reads it: on a command line one writes the path, from Python one gives the object, and a measure never opens a file.
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
            "none": none,
            "reader": reader,
        },
    )


@dataclass(frozen=True)
class Option:
    """An option as declared: what `option` was given, with its name and that of the field that holds it."""

    name: str
    field: str
    default: Value
    about: str
    kind: type | UnionType
    choices: tuple[str, ...]
    minimum: float | None
    maximum: float
    always_shown: bool
    none: str
    reader: str

    def parse(self, text: str) -> Value:
        """Return the value a user's text stands for, read from the file it names where values live in files."""
        if self.none and text == self.none:
            return None
        if self.reader:
            return cast("Value", getattr(import_module(f"errata.formats.{self.reader}"), f"read_{self.reader}")(text))
        if self.kind == Annotator:
            return int(text) if text.isdecimal() else text
        if self.kind is bool:
            if text not in {"yes", "no"}:
                raise OptionError(f"{self.name} is yes or no, not {text!r}")
            return text == "yes"
        if self.kind is int or self.kind is float:
            try:
                if "_" in text or text != text.strip():
                    raise ValueError
                return cast("Value", self.kind(text))
            except ValueError:
                noun = "a whole number" if self.kind is int else "a number"
                raise OptionError(f"{self.name} is {noun}, not {text!r}") from None
        return text

    def check(self, value: Value) -> Value:
        """Return the value, numbers of the declared kind, or refuse it."""
        if value is None and self.none:
            return value
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, self.kind) or (isinstance(value, bool) and self.kind is not bool):
            raise OptionError(f"{self.name} takes {self.describe()}, not {value!r:.60}")
        if self.choices and value not in self.choices:
            raise OptionError(f"{self.name} takes {self.describe()}, not {value!r}")
        if self.kind is float and not math.isfinite(cast("float", value)):
            raise OptionError(f"{self.name} takes {self.describe()}, not {show(value)}")
        if self.minimum is not None:
            assert isinstance(value, int | float)
            if not self.minimum <= value <= self.maximum:
                raise OptionError(f"{self.name} takes {self.describe()}, not {show(value)}")
        return value

    def show(self, value: Value) -> str:
        """Write a value of the option as signatures and the command line do."""
        return self.none if value is None and self.none else show(value)

    def describe(self) -> str:
        """Say which values the option takes."""
        if self.choices:
            return " or ".join(self.choices)
        if self.reader:
            return f"what errata.read_{self.reader} reads from a file"
        nouns: dict[object, str] = {bool: "yes or no", int: "a whole number", float: "a number"}
        noun = nouns.get(self.kind, "text")
        if self.minimum is None:
            return noun
        most = "" if self.maximum == math.inf else f" and at most {show(self.maximum)}"
        return f"{noun} of at least {show(self.minimum)}{most}"


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


@dataclass
class GoldBlock:
    """A run of consecutive gold sentences, with what several measures and systems can share."""

    first: int
    corpus: Corpus
    annotators: tuple[Annotator, ...]
    """Those of the whole corpus, so that every block has as many references."""

    @classmethod
    def of(cls, corpus: Corpus, start: int = 0, stop: int | None = None) -> Self:
        """Cut a run of sentences out of a corpus."""
        where = range(len(corpus))[start:stop]
        whole = len(where) == len(corpus)
        return cls(where.start, corpus if whole else corpus.select(where), corpus.annotators)

    @property
    def references(self) -> list[tuple[Reference, ...]]:
        """The reference texts of every sentence, made when first asked for."""
        return self.once(
            "references", lambda: [self.corpus.references(i, self.annotators) for i in range(len(self.corpus))]
        )

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for all measures and systems that ask by this key."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    @cached_property
    def _made(self) -> dict[Hashable, object]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_made"}

    def vocabulary(self, unit: str) -> Vocabulary:
        """Return the vocabulary of this block for a unit."""
        return self.once(("vocabulary", unit), lambda: Vocabulary(unit))

    def texts(self, unit: str, strip: bool) -> "GoldTexts":
        """Return sources and references as integers."""
        return self.once(("texts", unit, strip), lambda: GoldTexts(self, self.vocabulary(unit), strip))


def block_of(gold: Corpus | DocumentSet, start: int = 0, stop: int | None = None) -> GoldBlock | DocumentSet:
    """Return a run of consecutive gold sentences or documents, as `count` takes it."""
    return gold.part(start, stop) if isinstance(gold, DocumentSet) else GoldBlock.of(gold, start, stop)


class GoldTexts:
    """The sources and references of a block as integers, and the vocabulary to make outputs comparable.

    `flat` holds each source followed by its references; the texts of sentence i begin at `first_text[i]`.
    """

    def __init__(self, block: GoldBlock, vocabulary: Vocabulary, strip: bool) -> None:
        self.vocabulary = vocabulary
        self._strip = strip
        lines: list[str] = []
        self.first_text = array("i", [0])
        self.row_bounds = array("i", [0])
        self.labels: list[Annotator] = []
        for sentence, references in zip(block.corpus, block.references, strict=True):
            lines.append(sentence.source)
            lines += [reference.text for reference in references]
            self.labels += [reference.label for reference in references]
            self.first_text.append(len(lines))
            self.row_bounds.append(len(self.labels))
        self.flat = self.flatten(lines)

    def flatten(self, lines: Sequence[str]) -> Texts:
        """Return lines as integers of the same vocabulary, white space at their ends cut if so wished."""
        return self.vocabulary.flatten([line.strip() for line in lines] if self._strip else lines)


@dataclass(frozen=True)
class Table:
    """Rows of counts, the rows of one sentence next to each other.

    `counts` is row after row; the rows of sentence i are `bounds[i]` to `bounds[i + 1]`; `labels` names the reference
    each row was counted against, None where a measure has none. `notes` holds what else a measure wants to remember
    of each row or each sentence, and `basis` what it wants to remember of all rows alike, to tell it when asked.
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

    def row(self, index: int) -> Sequence[Number]:
        """Return the counts of one row."""
        width = len(self.columns)
        return self.counts[index * width : (index + 1) * width]

    def total(self, rows: Iterable[int]) -> list[Number]:
        """Return the sum of each column over the rows, added in the order given."""
        chosen = [self.row(row) for row in rows]
        return [sum(column) for column in zip(*chosen, strict=True)] or [0] * len(self.columns)

    def total_picked(self, picks: "array[int]") -> list[Number]:
        """Return the sum of each column over the row `picks[i]` of every sentence i, its rows counted from 0."""
        if self.counts.typecode == "q":
            return sum_picked(self.counts, len(self.columns), self.bounds, picks).tolist()
        return self.total(first + pick for first, pick in zip(self.bounds, picks, strict=False))


@dataclass(frozen=True)
class Selections:
    """Several selections of one row for each sentence, where one choice is not enough (GLEU's draws).

    Each item of `picks` says for every sentence which of its rows is taken, counted from 0. The corpus scores of the
    selections are pooled; a sentence by itself has no chosen row, so the scores of all its rows are.
    """

    picks: "Iterable[array[int]]"


def mean_counts(rows: Sequence[Sequence[Number]]) -> list[Number]:
    """Return the mean of each column, an integer where it is one.

    >>> mean_counts([[1, 2], [2, 4]])
    [1.5, 3]
    """
    n = len(rows)
    sums = (sum(column) for column in zip(*rows, strict=True))
    return [total / n if total % n else int(total // n) for total in sums]


def mean_values(items: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each value."""
    return {name: math.fsum(item[name] for item in items) / len(items) for name in items[0]}


def rows_of_sentences(table: Table, choice: list[int] | Selections) -> Iterator[Sequence[int]]:
    """Yield the rows that speak for each sentence: the chosen one, or all where selections are several."""
    if isinstance(choice, Selections):
        yield from (range(first, stop) for first, stop in pairwise(table.bounds))
    else:
        yield from ([row] for row in choice)


@dataclass(frozen=True)
class SentenceScore:
    """The score of one sentence, from its chosen row alone; `index` counts from 0."""

    index: int
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    reference: Annotator | None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Score:
    """What a measure says of one system: headline score, its companions, the counts behind them, the signature."""

    system: str
    measure: str
    signature: str
    score: float
    values: Mapping[str, float]
    counts: Mapping[str, Number]
    _measure: "Measure" = field(repr=False)
    _table: Table = field(repr=False, compare=False)
    _choice: "list[int] | Selections" = field(repr=False, compare=False)

    @cached_property
    def details(self) -> Mapping[str, Any]:
        """What only this measure has to say, worked out when first asked for."""
        return self._measure.corpus_details(self._table, self._chosen)

    @property
    def _chosen(self) -> list[int]:
        return [] if isinstance(self._choice, Selections) else self._choice

    @property
    def facets(self) -> tuple[str, ...]:
        """What the counts can be broken down by."""
        return self._measure.facets

    @cached_property
    def sentences(self) -> tuple[SentenceScore, ...]:
        """The score of every sentence, worked out when first asked for."""
        rows_of = enumerate(rows_of_sentences(self._table, self._choice))
        return tuple(self._measure.describe_sentence(self._table, index, rows) for index, rows in rows_of)

    @property
    def notes(self) -> list[Any]:
        """What the measure remembers of the chosen row of each sentence, for those who know how to read it."""
        assert not isinstance(self._choice, Selections)
        return [self._table.notes[row] for row in self._choice]

    @property
    def title(self) -> str:
        """The measure with the options that are not at their defaults, as one would write it."""
        return self._measure.title

    @property
    def labels(self) -> dict[str, str]:
        """How tables head the column of each value."""
        return {value: self._measure.label(value) for value in self.values}

    def breakdown(self, facet: str) -> Breakdown:
        """Return the counts shared out by one of `facets`."""
        if facet not in self.facets:
            known = f"by {', '.join(self.facets)}" if self.facets else "not at all"
            raise InputError(f"{self.measure} cannot be broken down by {facet!r}, {known}")
        sums = self._measure.split(self._table, self._chosen, facet)
        return self._measure.break_down(sums, self._table.columns, facet)


@dataclass(frozen=True)
class Properties:
    """What a measure promises; the shared property suite holds it to that, and the documentation repeats it."""

    order_matters: bool
    """Whether the score depends by default on the order of sentences (references chosen by running totals or drawn)."""
    rows_sum_to_counts: bool
    """Whether the counts of sentence rows add up to the corpus counts."""
    perfect: float
    """The score of an output that equals a reference, on text long enough for the measure."""
    edge_cases: tuple[tuple[str, str, str, str, float], ...]
    """(what, source, output, reference, score) for the cases where 0 is divided by 0."""
    perfect_needs_all: bool = False
    """Whether the output must equal every reference to be perfect (references drawn or averaged over)."""
    unbounded: tuple[str, ...] = ()
    """Values that may lie outside -1…1 (the ends of a normal interval)."""
    settings: tuple[Mapping[str, Value], ...] = ()
    """Combinations of options that go only together, for the suite to try beside every option turned alone."""
    uses_first_reference_only: bool = False
    """Whether further references change nothing."""
    compares_systems: bool = False
    """Whether the score depends on the other systems; what is declared here then holds beside an unchanged output."""


@dataclass(frozen=True, kw_only=True)
class Measure(ABC):
    """Base of all measures: a frozen dataclass of options declared with `option`."""

    name: ClassVar[str]
    value_names: ClassVar[tuple[str, ...]]
    works_on: ClassVar[str] = "sentences"
    """What a row is: one of the "sentences" of a `Corpus`, with an `Output`; or one of the "documents" of a
    `DocumentSet`, with another `DocumentSet` for what a system made of it. `prepare`, `count`, `check` and `refuses`
    get the one or the other."""
    needs_gold_edits: ClassVar[bool] = False
    """Whether the gold must have annotators' edits; otherwise reference texts do."""
    needs_output_edits: ClassVar[bool] = False
    """Whether outputs must come as edits; otherwise texts do."""
    min_outputs: ClassVar[int] = 1
    """With fewer systems the scores mean nothing, so the measure is only used when asked for by name."""
    facets: ClassVar[tuple[str, ...]] = ()
    """What the counts can be broken down by, such as the type of error."""
    properties: ClassVar[Properties]

    def __post_init__(self) -> None:
        self._resolve()
        for declared in self.options():
            try:
                value = declared.check(getattr(self, declared.field))
            except OptionError as error:
                raise OptionError(f"measure {self.name}: {error}") from None
            object.__setattr__(self, declared.field, value)

    def _resolve(self) -> None:  # noqa: B027  # most measures have nothing to resolve
        """Fill in options whose default depends on others."""

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the declared options in order."""
        return tuple(
            Option(**{**item.metadata, "name": item.metadata["name"] or item.name, "field": item.name})
            for item in fields(cls)
        )

    @classmethod
    def from_text(cls, settings: Mapping[str, str]) -> Self:
        """Make the measure from options as written on a command line."""
        known = {declared.name: declared for declared in cls.options()}
        values = {}
        for key, text in settings.items():
            if key not in known:
                raise OptionError(f"measure {cls.name} has no option {key!r}; it has: {', '.join(known) or 'none'}")
            try:
                values[known[key].field] = known[key].parse(text)
            except OptionError as error:
                raise OptionError(f"measure {cls.name}: {error}") from None
        return cls(**values)

    def signature(self, fingerprint: str, extras: Sequence[str] = ()) -> str:
        """Return every option with the version, the fingerprint of the gold and extras, in one line."""
        parts = [self.name, f"v:{__version__}"]
        parts += [f"{declared.name}:{declared.show(getattr(self, declared.field))}" for declared in self.options()]
        return "|".join([*parts, f"gold:{fingerprint}", *extras])

    @property
    def title(self) -> str:
        """The name with the options that are not at their defaults, as one would write it.

        >>> from errata import Green
        >>> Green(beta=1.0).title
        'green:beta=1'
        """
        plain = type(self)()
        changed = [
            f"{declared.name}={declared.show(getattr(self, declared.field))}"
            for declared in self.options()
            if declared.always_shown or getattr(self, declared.field) != getattr(plain, declared.field)
        ]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    @property
    def order_matters(self) -> bool:
        """Whether the score depends on the order of sentences, with these options."""
        return self.properties.order_matters

    def label(self, value: str) -> str:
        """Return how tables head the column of a value."""
        if value == "f":
            return f"F{show(getattr(self, 'beta', 1.0))}"
        return {"precision": "P", "recall": "R"}.get(value, value)

    @property
    def averages_rows(self) -> bool:
        """Whether the score is the mean of the rows' scores rather than the score of their sums."""
        return getattr(self, "level", "corpus") in {"sentence", "macro"}

    def expand(self, gold: Any) -> "Sequence[Measure]":
        """Return the measures that this one stands for on such gold: itself, but for one that says "all" of something.

        An annotator for each of whom there shall be a score is the example.
        """
        return (self,)

    def refuses(self, gold: Any, output: Any) -> str | None:
        """Return why the measure cannot work on such input, None if it can."""
        if self.needs_gold_edits and not gold.is_annotated:
            return (
                f"{self.name} compares edits, but the references are plain text; give annotated gold such as M2{_HINT}"
            )
        if self.needs_output_edits and output.edits is None:
            return f"{self.name} compares edits, but the output {output.name} is plain text; give an M2 file{_HINT}"
        return None

    def check(self, gold: Any, output: Any) -> list[str]:
        """Return what is suspicious about the input for this measure alone."""
        return []

    def check_together(self, gold: Any, outputs: Sequence[Any]) -> list[str]:
        """Return what is suspicious about the outputs as a whole, for a measure that compares systems."""
        return []

    def prepare(self, gold: Any, outputs: Sequence[Any]) -> Any:
        """Learn from the whole data what counting needs; handed to every `count`."""
        return None

    @abstractmethod
    def count(self, gold: Any, output: Any, learned: Any = None) -> Table:
        """Return the rows of counts of a run of sentences (a `GoldBlock`) or documents."""

    @abstractmethod
    def choose(self, table: Table) -> list[int] | Selections:
        """Return one row for each sentence, or several selections of that kind."""

    @abstractmethod
    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the values that sums of counts stand for, headline first."""

    def counts(self, table: Table, sums: Sequence[Number]) -> dict[str, Number]:
        """Return sums of columns under their names, as users are to see them."""
        return dict(zip(table.columns, sums, strict=True))

    def score_sentence(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values that a single row stands for, where a sentence has a rule of its own."""
        return self.score(counts)

    def averaged(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values of a sentence that the mean of `level=sentence` is taken of."""
        return self.score_sentence(counts)

    def pool(self, items: Sequence[dict[str, float]]) -> dict[str, float]:
        """Return what the values of several selections, or of all rows of a sentence, come to."""
        return mean_values(items)

    def split(self, table: Table, chosen: Sequence[int], facet: str) -> dict[str, Sequence[Number]]:
        """Return the sums of every group of one of `facets`, in the order to show them."""
        raise NotImplementedError

    def remarks(self, table: Table) -> list[str]:
        """Return what the user must know of how the counts came about."""
        return []

    def signature_extras(self, table: Table) -> list[str]:
        """Return what belongs into the signature beside the options."""
        return []

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return what only this measure has to say of the corpus; `chosen` is empty where selections are several."""
        return {}

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return what only this measure has to say of a sentence."""
        return {}

    def finish(self, system: str, table: Table, fingerprint: str, extras: Sequence[str] = ()) -> Score:
        """Choose, total and score the table of a whole corpus; the extras go into the signature."""
        choice = self.choose(table)
        if isinstance(choice, Selections):
            totals = [table.total_picked(picks) for picks in choice.picks]
        else:
            totals = [table.total(choice)]
        if self.averages_rows:
            rows_of = rows_of_sentences(table, choice)
            values = mean_values([self._pooled([self.averaged(table.row(row)) for row in rows]) for rows in rows_of])
        else:
            values = self._pooled([self.score(sums) for sums in totals])
        return Score(
            system=system,
            measure=self.name,
            signature=self.signature(fingerprint, [*extras, *self.signature_extras(table)]),
            score=values[self.value_names[0]],
            values=values,
            counts=self.counts(table, mean_counts(totals)),
            _measure=self,
            _table=table,
            _choice=choice,
        )

    def break_down(self, sums: Mapping[str, Sequence[Number]], columns: Sequence[str], facet: str) -> Breakdown:
        """Return the scores of groups from their sums of counts, with averages."""
        groups = tuple(
            GroupScore(name, self.score(counts), dict(zip(columns, counts, strict=True)))
            for name, counts in sums.items()
        )
        micro = self.score([sum(column) for column in zip(*sums.values(), strict=True)] or [0] * len(columns))
        return Breakdown(facet, groups, micro, mean_values([group.values for group in groups] or [micro]))

    def _pooled(self, items: Sequence[dict[str, float]]) -> dict[str, float]:
        return items[0] if len(items) == 1 else self.pool(items)

    def describe_sentence(self, table: Table, index: int, rows: Sequence[int]) -> SentenceScore:
        """Return the score of one sentence from the rows that speak for it."""
        values = self._pooled([self.score_sentence(table.row(row)) for row in rows])
        alone = rows[0] if len(rows) == 1 else None
        return SentenceScore(
            index=index,
            score=values[self.value_names[0]],
            values=values,
            counts=self.counts(table, mean_counts([table.row(row) for row in rows])),
            reference=None if alone is None else table.labels[alone],
            details={} if alone is None else self.sentence_details(table, index, alone),
        )
