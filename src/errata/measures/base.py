"""What a measure is: options, a table of counts, a choice of rows, and a function of their sums.

    prepare  what must be known about the whole data beforehand; most measures need nothing
    count    a run of sentences with one system's output → a `Table` with one or more rows per sentence
    choose   one row for each sentence; or several such selections, whose scores are pooled
    total    sums of columns over the chosen rows
    score    sums → values, the first of them the headline score

Tables of consecutive runs are concatenated in file order and everything after `count` happens once, at the end, so any
engine may distribute the counting.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, get_args

from errata._version import __version__
from errata.errors import OptionError, suggest
from errata.findings import Finding, remedy
from errata.measures.data import (
    Breakdown,
    GoldBlock,
    GroupScore,
    Noticed,
    Number,
    Score,
    Selections,
    SentenceScore,
    Table,
    mean_counts,
    mean_values,
    rows_of_sentences,
)
from errata.measures.known import named
from errata.measures.options import Option, Value, show
from errata.records import dataclass, field, fields, replace

if TYPE_CHECKING:
    from errata.measures.arrays import Array
    from errata.measures.working import Case, Working
    from errata.model import Corpus, Edit, Output
    from errata.report.report import ReportTable, View

Better = Literal["higher", "lower"]
"""Which of two values is better."""
Verdicts = tuple[list[bool | None], list[bool | None]]
"""The verdicts on the edits of an output and on those of an annotator, in order."""


@dataclass(frozen=True)
class Properties:
    """What a measure guarantees; the shared property suite verifies it, and the documentation lists it."""

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
    perfect_is_best: bool = True
    """Whether no output can have a better score than a perfect one."""
    unbounded: tuple[str, ...] = ()
    """Values that may lie outside -1…1 (the ends of a normal interval)."""
    settings: tuple[Mapping[str, Value], ...] = ()
    """Combinations of options that are only valid together; the suite tries them besides each option by itself."""
    min_references: int = 1
    """How many references the measure needs; the suite repeats one if there are fewer."""
    uses_first_reference_only: bool = False
    """Whether additional references change nothing."""
    compares_systems: bool = False
    """Whether the score depends on the other systems; the guarantees then hold next to an unchanged output."""
    tried_with: Mapping[str, Value] = field(default_factory=dict)
    """Options that the suite uses by default, for a measure that needs more than its defaults, such as a
    model."""


@dataclass(frozen=True, kw_only=True)
class Measure(ABC):
    """Base class of all measures: a frozen dataclass of options declared with `option`."""

    name: ClassVar[str]
    value_names: ClassVar[tuple[str, ...]]
    better: ClassVar[Better] = "higher"
    """Which of two scores is better; for values that differ from the score in this, see `better_of`."""
    works_on: ClassVar[str] = "sentences"
    """What a row is: one of the "sentences" of a `Corpus`, or one of its "documents", whose edits count characters."""
    needs_gold_edits: ClassVar[bool] = False
    """Whether the gold must have annotators' edits; otherwise reference texts do."""
    needs_output_edits: ClassVar[bool] = False
    """Whether outputs must come as edits; otherwise texts do."""
    min_outputs: ClassVar[int] = 1
    """With fewer systems the scores mean nothing, so the measure is only used when requested by name."""
    by_name_only: ClassVar[bool] = False
    """Whether the measure is only used when requested by name, never because it fits."""
    experimental: ClassVar[str] = ""
    """A note for users about a measure that is still experimental, shown wherever it is listed or its scores are;
    empty for established measures."""
    facets: ClassVar[tuple[str, ...]] = ()
    """How the counts can be broken down, such as by error type."""
    marks_edits: ClassVar[bool] = False
    """Whether reports may mark the edits of systems by its verdicts; see `judge_edits`."""
    formats: ClassVar[Mapping[str, str]] = {}
    """Output formats that only this measure's scores have, with descriptions; see `write`."""
    arguments: ClassVar[str] = ""
    """The module with arguments that this measure adds to `errata score` and `compare`: `add(parser, documents)`
    declares them, where `documents` is the argument group for documents; `apply(options, measures, gold)` returns the
    measures to use, None meaning all that fit."""
    baseline_values: ClassVar[tuple[str, str] | None] = None
    """The values of an output and of doing nothing that a test compares, if the measure has them."""
    explained_by: ClassVar[str] = ""
    """The module whose `explain(measure, case)` explains a sentence; see `explain_sentence`."""
    programs: ClassVar[Mapping[str, str]] = {}
    """Original programs that `errata compat` can replace, with descriptions."""
    compat: ClassVar[str] = ""
    """The module that replaces them: `run(program, arguments)` prints what the program would and returns its
    exit status."""
    properties: ClassVar[Properties]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.better not in get_args(Better):
            raise OptionError(f"{cls.__name__}: better must be {' or '.join(get_args(Better))}, not {cls.better!r}")

    def __post_init__(self) -> None:
        self._resolve()
        for declared in self.options():
            try:
                value = declared.check(getattr(self, declared.field))
            except OptionError as error:
                raise OptionError(f"measure {self.name}: {error}") from None
            object.__setattr__(self, declared.field, value)

    def _resolve(self) -> None:  # noqa: B027  # most measures have nothing to resolve
        """Fill in options whose defaults depend on others."""

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
                raise OptionError(f"measure {cls.name} has no option {key!r}; {suggest(key, known)}")
            try:
                values[known[key].field] = known[key].parse(text)
            except OptionError as error:
                raise OptionError(f"measure {cls.name}: {error}") from None
        return cls(**values)

    def signature(self, fingerprint: str, extras: Sequence[str] = ()) -> str:
        """Return every option with the version, the gold (fingerprint, name if known) and extras, in one line."""
        parts = [self.name, f"v:{__version__}"]
        values = [(declared, getattr(self, declared.field)) for declared in self.options()]
        parts += [
            f"{declared.name}:{declared.show(value)}"
            for declared, value in values
            if declared.signed or value != declared.default
        ]
        return "|".join([*parts, f"gold:{named(fingerprint)}", *extras])

    @property
    def counts_tokens(self) -> bool:
        """Whether texts must be split into tokens by spaces; false for measures that count characters."""
        return True

    @property
    def title(self) -> str:
        """The name with its non-default and always-shown options, as a user would write it.

        >>> from errata import Green
        >>> Green(beta=1.0).title
        'green:beta=1'
        """
        changed = [f"{name}={value}" for name, value in self._changed()]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def shorten(self, signature: str) -> str:
        """Return a signature of this measure with only the options in its title.

        >>> from errata import Green
        >>> measure = Green(beta=1.0)
        >>> measure.shorten(measure.signature("06f184ba")).split("|")[2:]
        ['beta:1', 'gold:06f184ba']
        """
        head = self.signature("")
        changed = [f"{name}:{value}" for name, value in self._changed()]
        return "|".join([self.name, f"v:{__version__}", *changed, f"gold:{signature.removeprefix(head)}"])

    def _changed(self) -> list[tuple[str, str]]:
        """Return the non-default and always-shown options, with their values."""
        plain, decisive = type(self)(), self._decisive
        beside = type(self)(**decisive)
        return [
            (declared.name, declared.show(value))
            for declared, value in ((declared, getattr(self, declared.field)) for declared in self.options())
            if declared.always_shown
            or value != getattr(plain if declared.field in decisive else beside, declared.field)
        ]

    @property
    def _decisive(self) -> dict[str, Value]:
        """Options that determine the defaults of others, which need not be shown then."""
        return {}

    @property
    def order_matters(self) -> bool:
        """Whether the score depends on the order of sentences, with these options."""
        return self.properties.order_matters

    @property
    def perfect_needs_all(self) -> bool:
        """Whether only an output that equals every reference is perfect, with these options."""
        return self.properties.perfect_needs_all

    def label(self, value: str) -> str:
        """Return the column heading of a value in tables."""
        if value == "f":
            return f"F{show(getattr(self, 'beta', 1.0))}"
        return {"precision": "P", "recall": "R"}.get(value, value)

    def better_of(self, value: str) -> Better | None:
        """Return which of two values of that name is better; None if neither is."""
        return self.better

    @property
    def averages_rows(self) -> bool:
        """Whether the score is the mean of the rows' scores rather than the score of their sums."""
        return getattr(self, "level", "corpus") in {"sentence", "macro"}

    @property
    def at_sentence_level(self) -> Self:
        """The measure as the mean of its sentence scores; itself if it has no option `level=sentence`."""
        levels = next((declared.choices for declared in self.options() if declared.field == "level"), ())
        return replace(self, level="sentence") if "sentence" in levels else self

    @property
    def counted_as(self) -> "Measure":
        """The measure with the same tables as this one: without the options that only matter after counting."""
        later = {declared.field: declared.default for declared in self.options() if not declared.counts}
        return replace(self, **later) if later else self

    def expand(self, gold: "Corpus") -> "Sequence[Measure]":
        """Return the measures that this one expands to on such gold: usually itself; several if an option says "all".

        For example, a measure that gives a score for each annotator.
        """
        return (self,)

    def refuses(self, gold: "Corpus", output: "Output") -> Finding | str | None:
        """Return why the measure cannot work on such input, None if it can."""
        hint = "{what}, or have the edits extracted ({extract})"
        if self.needs_gold_edits and not gold.is_annotated:
            message = f"{self.name} compares edits, but the references are plain text"
            return Finding("wrong-format", message, hint=remedy(hint, what="give annotated gold such as M2"))
        if self.needs_output_edits and output.edits is None:
            message = f"{self.name} compares edits, but the output {output.name} is plain text"
            return Finding("wrong-format", message, hint=remedy(hint, what="give an M2 file"))
        return None

    @property
    def streams(self) -> bool:
        """Whether runs of plain texts can be counted one after the other, without first looking at the whole."""
        hooks = ("prepare", "check", "check_together", "refuses", "expand")
        return not (self.needs_gold_edits or self.needs_output_edits) and all(
            getattr(type(self), name) is getattr(Measure, name) for name in hooks
        )

    def chooses_alone(self, n_references: int) -> bool:
        """Whether the row of each sentence is chosen from its own rows, so that runs can be summed one by one."""
        return False

    @property
    def streams_edits(self) -> bool:
        """Whether runs of annotated gold can be counted one after the other, like those of plain texts.

        The measure then reports its checks of the gold by `notice`, and `refuses` examines sentences one by one.
        """
        return self.streams

    @property
    def chooses_on(self) -> bool:
        """Whether choosing can resume where it stopped; see `choose_after`."""
        return type(self).choose_after is not Measure.choose_after

    def refuses_alone(self) -> Finding | None:
        """Return why the measure cannot score a single sentence, None if it can."""
        return None

    def check(self, gold: "Corpus", output: "Output") -> list[Finding]:
        """Return what is suspicious about the input for this measure only."""
        return []

    def check_together(self, gold: "Corpus", outputs: "Sequence[Output]") -> list[Finding]:
        """Return what is suspicious about the gold, or about the outputs as a whole; reported once."""
        return []

    def notice(self, gold: "Corpus", first: int) -> Noticed:
        """Return what is suspicious about a run of the gold that begins at sentence `first`, to be summed up."""
        return {}

    def say_noticed(self, name: str, noticed: Noticed) -> list[Finding]:
        """Return the findings about the whole gold, which messages call `name`."""
        return []

    def notice_output(self, gold: "Corpus", output: "Output", first: int) -> Noticed:
        """Return what is suspicious about a run of an output, to be summed up in the same way."""
        return {}

    def say_of_output(self, noticed: Noticed) -> list[Finding]:
        """Return the findings about a whole output."""
        return []

    def say_together(self, noticed: Sequence[Noticed]) -> list[Finding]:
        """Return the findings about the whole gold and all outputs, whose observations come in this order."""
        return []

    @property
    def learns_on(self) -> bool:
        """Whether `prepare` can be done run by run: `learn_from` takes the summed results of `learn_run`."""
        return False

    def learn_run(self, gold: "Corpus", output: "Output") -> Sequence[int]:
        """Return the sums over a run of sentences that `learn_from` needs."""
        raise NotImplementedError

    def learn_from(self, sums: Mapping[str, Sequence[int]]) -> object:
        """Return what `prepare` would, from each system's sums, by name."""
        raise NotImplementedError

    def prepare(self, gold: "Corpus", outputs: "Sequence[Output]") -> object:
        """Learn from the whole data what counting needs; passed to every `count`, and opaque to everything else."""
        return None

    @abstractmethod
    def count(self, gold: GoldBlock, output: "Output", learned: object = None) -> Table:
        """Return the rows of counts of a run of sentences or documents."""

    @abstractmethod
    def choose(self, table: Table) -> list[int] | Selections:
        """Return one row for each sentence, or several selections of that kind."""

    def choose_after(self, table: Table, totals: Sequence[Number]) -> list[int]:
        """Return the choice for a run of sentences that follows others, given the sums of their chosen rows."""
        raise NotImplementedError

    def condense(self, table: Table, with_details: bool) -> Table:
        """Return a table with smaller notes that still have what `gather` needs; see there for details."""
        return table

    def gather(self, gathered: Any, table: Table, chosen: Sequence[int]) -> Any:
        """Return what remarks and signatures need of notes that will be dropped, with those of a run added.

        The same goes for `corpus_details`, if the run was condensed `with_details`; else it is not called. They get
        the result as the `basis` of a table without notes; before the first run, `gathered` is empty.
        """
        return None

    @abstractmethod
    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return the values computed from sums of counts, headline first."""

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return the values of many sums at once, one row each: the array twin of `score`, for resampling.

        Without a twin, the measure is called row by row, which is slow but correct.
        """
        import numpy as np

        rows = [self.score([int(x) if x.is_integer() else x for x in row]) for row in sums.tolist()]
        return {name: np.array([row[name] for row in rows]) for name in self.value_names}

    def counts(self, table: Table, sums: Sequence[Number]) -> dict[str, Number]:
        """Return sums of columns under the names that users see."""
        return dict(zip(table.columns, sums, strict=True))

    def score_sentence(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values of a single row, if sentences have a rule of their own."""
        return self.score(counts)

    def averaged(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return the values of a sentence that `level=sentence` averages."""
        return self.score_sentence(counts)

    def averaged_rows(self, table: Table, choice: list[int] | Selections) -> list[dict[str, float]]:
        """Return the values of every sentence that `level=sentence` averages."""
        rows_of = rows_of_sentences(table, choice)
        return [self._pooled([self.averaged(table.row(row)) for row in rows]) for rows in rows_of]

    def mean(self, items: Sequence[Mapping[str, float]]) -> dict[str, float]:
        """Return the mean of the values of all sentences, which `level=sentence` reports."""
        return mean_values(items)

    def pool(self, items: Sequence[dict[str, float]]) -> dict[str, float]:
        """Return the combined values of several selections, or of all rows of a sentence."""
        return mean_values(items)

    def split(self, table: Table, chosen: Sequence[int], facet: str) -> dict[str, Sequence[Number]]:
        """Return the sums of every group of one of `facets`, in the order to show them."""
        raise NotImplementedError

    def remarks(self, table: Table) -> list[Finding]:
        """Return what users must know about how the counts were made."""
        return []

    def signature_extras(self, table: Table) -> list[str]:
        """Return the entries of the signature besides the options."""
        return []

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> Mapping[str, object]:
        """Return this measure's details about the corpus; `chosen` is empty if there are several selections."""
        return {}

    def sentence_details(self, table: Table, index: int, row: int) -> Mapping[str, object]:
        """Return this measure's details about a sentence."""
        return {}

    def explain_sentence(self, case: "Case") -> "Working | None":
        """Explain the counts of one sentence; None if there is nothing to show but counts and values."""
        if not self.explained_by:
            return None
        working: Working = import_module(self.explained_by).explain(self, case)
        return working

    def tables(self, scores: Sequence[Score], view: "View") -> "Sequence[ReportTable] | None":
        """Return the tables for several systems under one setting; None for the usual ones."""
        return None

    def more_values(self, score: Score) -> Mapping[str, float]:
        """Return the columns of TSV and CSV besides the values of a score."""
        return {}

    def write(self, scores: Sequence[Score], form: str) -> str:
        """Return scores of this measure in one of `formats`."""
        raise NotImplementedError

    def judge_edits(self, made: "Sequence[Edit]", wanted: "Sequence[Edit]") -> "Verdicts":
        """Return for each edit of an output whether an annotator made it too, and for the annotator's the reverse.

        None means that an edit does not count. Only called for measures that mark edits.
        """
        raise NotImplementedError(f"{self.name} does not mark edits")

    def finish(self, system: str, table: Table, fingerprint: str, extras: Sequence[str] = ()) -> Score:
        """Choose, total and score the table of a whole corpus; the extras go into the signature."""
        choice = self.choose(table)
        if isinstance(choice, Selections):
            totals = [table.total_picked(picks) for picks in choice.picks]
        else:
            totals = [table.total(choice)]
        if self.averages_rows:
            values = self.mean(self.averaged_rows(table, choice))
        else:
            values = self._pooled([self.score(sums) for sums in totals])
        return Score(
            system=system,
            measure=self.name,
            signature=self.signature(fingerprint, [*extras, *self.signature_extras(table)]),
            score=values[self.value_names[0]],
            values=values,
            counts=self.counts(table, mean_counts(totals)),
            made_by=self,
            table=table,
            choice=choice,
        )

    def finish_sums(
        self,
        system: str,
        columns: tuple[str, ...],
        totals: Sequence[Number],
        means: dict[str, float],
        fingerprint: str,
        gathered: object = None,
    ) -> Score:
        """Score the sums of chosen rows that were not kept; `means` are those of sentences, if needed."""
        table = Table(columns, array("q"), array("i", [0]), [], basis=gathered)
        values = means if self.averages_rows else self.score(totals)
        return Score(
            system=system,
            measure=self.name,
            signature=self.signature(fingerprint, self.signature_extras(table)),
            score=values[self.value_names[0]],
            values=values,
            counts=self.counts(table, mean_counts([totals])),
            made_by=self,
            table=table,
            choice=[],
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

    def sentence_values(self, table: Table, rows: Sequence[int]) -> dict[str, float]:
        """Return the values of one sentence from the rows that count for it."""
        return self._pooled([self.score_sentence(table.row(row)) for row in rows])

    def score_each(self, table: Table) -> list[float]:
        """Return the score of every sentence as if it were the whole corpus, so that no other affects the choice.

        A measure may override this with something faster.
        """
        parts = [table.alone(index) for index in range(len(table))]
        return [
            self.sentence_values(part, rows)[self.value_names[0]]
            for part in parts
            for rows in rows_of_sentences(part, self.choose(part))
        ]

    def count_each(self, gold: GoldBlock, output: "Output") -> list[float]:
        """Return the same from texts; a measure that learns from the whole data learns from each sentence again."""
        if type(self).prepare is Measure.prepare:
            return self.score_each(self.count(gold, output))
        scores = []
        for place in range(len(gold.corpus)):
            block, part = gold.pick([place]), output.part(place, place + 1)
            scores += self.score_each(self.count(block, part, self.prepare(block.corpus, [part])))
        return scores

    @property
    def mirrors(self) -> bool:
        """Whether the counts of an output against a reference determine those of the reference against the output."""
        return False

    def mirrored(self, table: Table) -> Table:
        """Return the table as it would be if every output traded places with its only reference; see `mirrors`."""
        raise NotImplementedError

    def describe_sentence(self, table: Table, index: int, rows: Sequence[int]) -> SentenceScore:
        """Return the score of one sentence from the rows that count for it."""
        values = self.sentence_values(table, rows)
        alone = rows[0] if len(rows) == 1 else None
        return SentenceScore(
            index=index,
            score=values[self.value_names[0]],
            values=values,
            counts=self.counts(table, mean_counts([table.row(row) for row in rows])),
            reference=None if alone is None else table.labels[alone],
            details={} if alone is None else self.sentence_details(table, index, alone),
        )
