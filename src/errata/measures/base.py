"""What a measure is: options, a table of counts, a choice of rows, and a function of their sums.

    prepare  what must be known of the whole data beforehand; most measures need nothing
    count    a run of sentences with one system's output → a `Table` with one or more rows a sentence
    choose   one row for each sentence
    total    sums of columns over the chosen rows
    score    sums → values, the first of them the headline score

Tables of consecutive runs concatenate in file order and everything after `count` happens once, at the end, so any
engine may share out the counting.
"""

import math
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, ClassVar, Self, cast

from errata._version import __version__
from errata.corpus import Annotator, Corpus, Output, Reference
from errata.errors import InputError, OptionError
from errata.measures.breakdown import Breakdown, GroupScore
from errata.text.vocabulary import Flat, Vocabulary

_HINT = ", or have the edits extracted (extract='errata', --extract errata)"

Value = bool | int | float | str | None
Number = int | float


def option(
    default: Any,
    about: str,
    *,
    kind: type | None = None,
    choices: Sequence[str] = (),
    minimum: float | None = None,
) -> Any:
    """Declare an option of a measure as a dataclass field.

    Everything that is said about options anywhere (parsing, checking, signatures, `errata measures`) comes from
    here. `kind` is needed where the default is None, which stands for "depends on the other options".
    """
    return field(
        default=default,
        metadata={
            "default": default,
            "about": about,
            "kind": kind or type(default),
            "choices": tuple(choices),
            "minimum": minimum,
        },
    )


@dataclass(frozen=True)
class Option:
    """An option as declared: what `option` was given, with its name."""

    name: str
    default: Value
    about: str
    kind: type
    choices: tuple[str, ...]
    minimum: float | None

    def parse(self, text: str) -> Value:
        """Return the value a user's text stands for."""
        if self.kind is bool:
            if text not in {"yes", "no"}:
                raise OptionError(f"{self.name} is yes or no, not {text!r}")
            return text == "yes"
        if self.kind in {int, float}:
            try:
                return cast("Value", self.kind(text))
            except ValueError:
                noun = "a whole number" if self.kind is int else "a number"
                raise OptionError(f"{self.name} is {noun}, not {text!r}") from None
        return text

    def check(self, value: Value) -> Value:
        """Return the value, numbers of the declared kind, or refuse it."""
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, self.kind) or (isinstance(value, bool) and self.kind is not bool):
            raise OptionError(f"{self.name} takes {self.describe()}, not {value!r}")
        if self.choices and value not in self.choices:
            raise OptionError(f"{self.name} takes {self.describe()}, not {value!r}")
        if self.minimum is not None:
            assert isinstance(value, int | float)
            if not self.minimum <= value < math.inf:
                raise OptionError(f"{self.name} takes {self.describe()}, not {show(value)}")
        return value

    def describe(self) -> str:
        """Say which values the option takes."""
        if self.choices:
            return " or ".join(self.choices)
        noun = {bool: "yes or no", int: "a whole number", float: "a number"}.get(self.kind, "text")
        return noun if self.minimum is None else f"{noun} of at least {show(self.minimum)}"


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

    @cached_property
    def references(self) -> list[tuple[Reference, ...]]:
        """The reference texts of every sentence, made when first asked for."""
        return [self.corpus.references(index, self.annotators) for index in range(len(self.corpus))]

    def texts(self, unit: str, strip: bool) -> "GoldTexts":
        """Return sources and references as integers, made once for all measures and systems."""
        key = (unit, strip)
        if key not in self._texts:
            vocabulary = next((made.vocabulary for (u, _), made in self._texts.items() if u == unit), None)
            self._texts[key] = GoldTexts(self, vocabulary or Vocabulary(unit), strip)
        return self._texts[key]

    @cached_property
    def _texts(self) -> "dict[tuple[str, bool], GoldTexts]":
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in {"_texts", "references"}}


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

    def flatten(self, lines: Sequence[str]) -> Flat:
        """Return lines as integers of the same vocabulary, white space at their ends cut if so wished."""
        return self.vocabulary.flatten([line.strip() for line in lines] if self._strip else lines)


@dataclass(frozen=True)
class Table:
    """Rows of counts, the rows of one sentence next to each other.

    `counts` is row after row; the rows of sentence i are `bounds[i]` to `bounds[i + 1]`; `labels` names the reference
    each row was counted against, None where a measure has none. `notes` holds what else a measure wants to remember
    of each row, to tell it when asked.
    """

    columns: tuple[str, ...]
    counts: "array[int] | array[float]"
    bounds: "array[int]"
    labels: Sequence[Annotator | None]
    notes: Sequence[Any] = ()

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
        return cls(tables[0].columns, counts, bounds, labels, notes)

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
    details: Mapping[str, Any]
    labels: Mapping[str, str] = field(repr=False)
    facets: tuple[str, ...] = field(repr=False)
    _rows: Callable[[], tuple[SentenceScore, ...]] = field(repr=False, compare=False)
    _split: Callable[[str], Breakdown] = field(repr=False, compare=False)

    @cached_property
    def sentences(self) -> tuple[SentenceScore, ...]:
        """The score of every sentence, worked out when first asked for."""
        return self._rows()

    def breakdown(self, facet: str) -> Breakdown:
        """Return the counts shared out by one of `facets`."""
        if facet not in self.facets:
            known = f"by {', '.join(self.facets)}" if self.facets else "not at all"
            raise InputError(f"{self.measure} cannot be broken down by {facet!r}, {known}")
        return self._split(facet)


@dataclass(frozen=True)
class Properties:
    """What a measure promises; the shared property suite holds it to that, and the documentation repeats it."""

    order_matters: bool
    """Whether the score depends on the order of sentences (references chosen by running totals)."""
    rows_sum_to_counts: bool
    """Whether the counts of sentence rows add up to the corpus counts."""
    perfect: float
    """The score of an output that equals a reference, on text long enough for the measure."""
    edge_cases: tuple[tuple[str, str, str, str, float], ...]
    """(what, source, output, reference, score) for the cases where 0 is divided by 0."""


@dataclass(frozen=True, kw_only=True)
class Measure(ABC):
    """Base of all measures: a frozen dataclass of options declared with `option`."""

    name: ClassVar[str]
    value_names: ClassVar[tuple[str, ...]]
    needs_gold_edits: ClassVar[bool] = False
    """Whether the gold must have annotators' edits; otherwise reference texts do."""
    needs_output_edits: ClassVar[bool] = False
    """Whether outputs must come as edits; otherwise texts do."""
    facets: ClassVar[tuple[str, ...]] = ()
    """What the counts can be broken down by, such as the type of error."""
    properties: ClassVar[Properties]

    def __post_init__(self) -> None:
        self._resolve()
        for declared in self.options():
            try:
                value = declared.check(getattr(self, declared.name))
            except OptionError as error:
                raise OptionError(f"measure {self.name}: {error}") from None
            object.__setattr__(self, declared.name, value)

    def _resolve(self) -> None:  # noqa: B027  # most measures have nothing to resolve
        """Fill in options whose default depends on others."""

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Return the declared options in order."""
        return tuple(Option(name=item.name, **item.metadata) for item in fields(cls))

    @classmethod
    def from_text(cls, settings: Mapping[str, str]) -> Self:
        """Make the measure from options as written on a command line."""
        known = {declared.name: declared for declared in cls.options()}
        values = {}
        for key, text in settings.items():
            if key not in known:
                raise OptionError(f"measure {cls.name} has no option {key!r}; it has: {', '.join(known) or 'none'}")
            try:
                values[key] = known[key].parse(text)
            except OptionError as error:
                raise OptionError(f"measure {cls.name}: {error}") from None
        return cls(**values)

    def signature(self, fingerprint: str, extras: Sequence[str] = ()) -> str:
        """Return every option with the version, the fingerprint of the gold and extras, in one line."""
        parts = [self.name, f"v:{__version__}"]
        parts += [f"{declared.name}:{show(getattr(self, declared.name))}" for declared in self.options()]
        return "|".join([*parts, f"gold:{fingerprint}", *extras])

    def label(self, value: str) -> str:
        """Return how tables head the column of a value."""
        if value == "f":
            return f"F{show(getattr(self, 'beta', 1.0))}"
        return {"precision": "P", "recall": "R"}.get(value, value)

    def refuses(self, gold: Corpus, output: Output) -> str | None:
        """Return why the measure cannot work on such input, None if it can."""
        if self.needs_gold_edits and not gold.is_annotated:
            return (
                f"{self.name} compares edits, but the references are plain text; give annotated gold such as M2{_HINT}"
            )
        if self.needs_output_edits and output.edits is None:
            return f"{self.name} compares edits, but the output {output.name} is plain text; give an M2 file{_HINT}"
        return None

    def check(self, gold: Corpus, output: Output) -> list[str]:
        """Return what is suspicious about the input for this measure alone."""
        return []

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> Any:
        """Learn from the whole data what counting needs; handed to every `count`."""
        return None

    @abstractmethod
    def count(self, gold: GoldBlock, output: Output, learned: Any = None) -> Table:
        """Return the rows of counts of a run of sentences."""

    @abstractmethod
    def choose(self, table: Table) -> list[int]:
        """Return one row for each sentence."""

    @abstractmethod
    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the values that sums of counts stand for, headline first."""

    def averaged(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values of a sentence that the mean of `level=sentence` is taken of."""
        return self.score(counts)

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
        """Return what only this measure has to say of the corpus."""
        return {}

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return what only this measure has to say of a sentence."""
        return {}

    def finish(self, system: str, table: Table, fingerprint: str, extras: Sequence[str] = ()) -> Score:
        """Choose, total and score the table of a whole corpus; the extras go into the signature."""
        chosen = self.choose(table)
        sums = table.total(chosen)
        if getattr(self, "level", "corpus") == "sentence":
            values = self._mean([self.averaged(table.row(row)) for row in chosen])
        else:
            values = self.score(sums)

        def sentences() -> tuple[SentenceScore, ...]:
            return tuple(self._sentence(table, index, row) for index, row in enumerate(chosen))

        return Score(
            system=system,
            measure=self.name,
            signature=self.signature(fingerprint, [*extras, *self.signature_extras(table)]),
            score=values[self.value_names[0]],
            values=values,
            counts=dict(zip(table.columns, sums, strict=True)),
            details=self.corpus_details(table, chosen),
            labels={value: self.label(value) for value in self.value_names},
            facets=self.facets,
            _rows=sentences,
            _split=lambda facet: self.break_down(self.split(table, chosen, facet), table.columns, facet),
        )

    def _mean(self, rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
        return {name: math.fsum(row[name] for row in rows) / len(rows) for name in self.value_names}

    def break_down(self, sums: Mapping[str, Sequence[Number]], columns: Sequence[str], facet: str) -> Breakdown:
        """Return the scores of groups from their sums of counts, with averages."""
        groups = tuple(
            GroupScore(name, self.score(counts), dict(zip(columns, counts, strict=True)))
            for name, counts in sums.items()
        )
        micro = self.score([sum(column) for column in zip(*sums.values(), strict=True)] or [0] * len(columns))
        return Breakdown(facet, groups, micro, self._mean([group.values for group in groups] or [micro]))

    def _sentence(self, table: Table, index: int, row: int) -> SentenceScore:
        counts = table.row(row)
        values = self.score(counts)
        return SentenceScore(
            index=index,
            score=values[self.value_names[0]],
            values=values,
            counts=dict(zip(table.columns, counts, strict=True)),
            reference=table.labels[row],
            details=self.sentence_details(table, index, row),
        )
