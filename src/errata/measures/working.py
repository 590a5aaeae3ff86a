"""The parts of an explanation: aligned words, listings, formulas with their numbers; no layout."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, TypeAlias

from errata.measures.data import Number, Score, SentenceScore, Table
from errata.model import Annotator, Corpus, Edit, Output, Reference
from errata.records import dataclass, field
from errata.rendering import Rendered


@dataclass(frozen=True, slots=True)
class Replacement:
    """Words `start` to `end` of the source and what replaces them; an empty text deletes them.

    Offsets count the gaps between words from 0, as in M2: 1:2 is the second word, 2:2 is between second and third.

    >>> str(Replacement(1, 2, "go", "goes")), str(Replacement(4, 4, "", "the"))
    ('1:2 go → goes', '4:4 ∅ → the')
    """

    start: int
    end: int
    original: str
    correction: str

    @classmethod
    def of(cls, edit: Edit, tokens: tuple[str, ...]) -> "Replacement":
        """Describe an edit of a tokenised source."""
        return cls(edit.start, edit.end, " ".join(tokens[edit.start : edit.end]), _alternatives(edit))

    def __str__(self) -> str:
        return f"{self.start}:{self.end} {self.original or NOTHING} → {self.correction or NOTHING}"


NOTHING = "∅"
"""How texts show that there is no word."""


def _alternatives(edit: Edit) -> str:
    if len(edit.corrections) < 2:
        return edit.corrections[0] if edit.corrections else "(no correction given)"
    return " or ".join(correction or NOTHING for correction in edit.corrections)


Cell: TypeAlias = str | int | float | Replacement | tuple[str, ...] | None
"""A cell of a listing; None if there is nothing to say, a tuple for several texts such as n-grams."""


@dataclass(frozen=True)
class Listing:
    """A table with a title; headings describe the columns, the first cells the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def column(self, name: str) -> list[Cell]:
        """Return the cells under a heading."""
        at = self.columns.index(name)
        return [row[at] for row in self.rows]


def once_each(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """Return the listings, merging those with equal content under both titles."""
    titles: dict[tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]], list[str]] = {}
    for listing in listings:
        titles.setdefault((listing.columns, listing.rows), []).append(listing.title)
    return tuple(Listing("; the same ".join(names), *content) for content, names in titles.items())


@dataclass(frozen=True)
class Alignment:
    """Texts side by side: `columns[i][k]` is what row k has in column i, None where it has no word."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[tuple[str | None, ...], ...]

    def row(self, name: str) -> list[str | None]:
        """Return one row from left to right."""
        at = self.rows.index(name)
        return [column[at] for column in self.columns]


@dataclass(frozen=True)
class Picture:
    """A drawing with a title: a self-contained `svg` element with all text escaped."""

    title: str
    svg: str


@dataclass(frozen=True)
class Formula:
    """How a number is computed: `name` = `expression` = `numbers` = `value`, and the reason if a rule decides.

    `key` is the name of the value in the score, empty for an intermediate step.
    """

    name: str
    expression: str
    numbers: str
    value: float
    key: str = ""
    note: str = ""


@dataclass(frozen=True)
class Working:
    """How a measure arrives at the score of one sentence.

    `choice` says which reference was used and why, `sections` what was counted, `formulas` how the counts give the
    values, and `words` explains the terms in the sections. Cells of sections that are `good` or `bad` are coloured.
    """

    sections: tuple[Listing | Alignment, ...] = ()
    formulas: tuple[Formula, ...] = ()
    choice: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    good: Collection[str] = ("TP",)
    bad: Collection[str] = ("FP", "FN")
    more: tuple[Listing | Alignment, ...] = ()
    """Sections that are shown only on request."""
    pictures: tuple[Picture, ...] = ()
    """Pictures for HTML."""


@dataclass(frozen=True)
class MeasureExplanation:
    """One measure's explanation of one sentence: the sentence's row of the score, and how it was computed."""

    measure: str
    title: str
    signature: str
    labels: Mapping[str, str]
    row: SentenceScore
    working: Working
    better: str = "higher"
    """Which of two scores is better."""


@dataclass(frozen=True)
class Explanation(Rendered):
    """The explanation of one sentence (or document) of one system; `index` counts from 0.

    `name` is the document's id, `id` that of a sentence that has one, such as a block of a document. `views` show the
    texts side by side and the edits with what they match, whatever the measure. `cost`, if the worst were requested,
    is how much the score of the first measure would gain without the sentence: by how much it would be higher, or lower
    if lower is better. `print` shows everything; `to_markdown`, `to_html` and so on return it in other formats and
    take `width` (of text) and `full` (complete lists).
    """

    system: str
    index: int
    source: str
    output: str
    references: tuple[Reference, ...]
    views: tuple[Listing | Alignment, ...]
    measures: tuple[MeasureExplanation, ...]
    name: str = ""
    cost: float | None = None
    id: str = ""
    rendered_by: ClassVar[str] = "errata.report.explain_tables"

    def __repr__(self) -> str:
        return f"Explanation({self.system}, index {self.index})"

    def __str__(self) -> str:
        return self.to_text()


@dataclass(frozen=True)
class Case:
    """What a measure needs to explain a sentence: gold and output as it counted them, and the result."""

    gold: Corpus
    output: Output
    index: int
    score: Score
    row: SentenceScore

    @property
    def table(self) -> Table:
        """The rows of counts of all sentences."""
        return self.score.table

    @property
    def rows(self) -> range:
        """The rows of this sentence."""
        return self.table.rows_of(self.index)

    @property
    def chosen(self) -> int:
        """The row that was chosen."""
        (row,) = self.score.rows_of(self.index)
        return row

    def called(self, label: Annotator | None) -> str:
        """Return the name of a reference: by its annotator, or by the number of its file."""
        is_text = self.gold[self.index].references or not self.gold.is_annotated
        return f"{'reference' if is_text else 'annotator'} {label}"

    @property
    def best_so_far(self) -> str:
        """What the sentence is compared with, if the measure chooses the reference by the best running F."""
        measure = self.score.made_by
        scope = "this sentence alone" if measure.averages_rows else "all sentences up to this one"
        return f"{self.called(self.row.reference)} of {len(self.rows)}: gives the best {measure.label('f')} of {scope}"


def number(value: Number) -> str:
    """Format a number: whole ones as they are, others with four digits.

    >>> number(3), number(2.0), number(0.75), number(1 / 3)
    ('3', '2', '0.75', '0.3333')
    """
    return str(value) if isinstance(value, int) else f"{value:.4f}".rstrip("0").rstrip(".")


def join(values: Sequence[Number], sign: str = " + ") -> str:
    """Format a sum, or another chain of numbers."""
    return sign.join(map(number, values))


def ratio(
    name: str, expression: str, top: Sequence[Number], below: Sequence[Number], value: float, key: str, of_nothing: str
) -> Formula:
    """Return a quotient of two sums; `of_nothing` names what is missing if the value is a rule for 0/0."""
    over, under = (join(part) if len(part) == 1 else f"({join(part)})" for part in (top, below))
    note = "" if sum(below) else f"{of_nothing}, so by definition {number(value)}"
    return Formula(name, expression, f"{over}/{under}", value, key, note)


def f_formula(name: str, beta: float, precision: float, recall: float, value: float, key: str = "f") -> Formula:
    """Return the weighted harmonic mean of precision and recall."""
    square = beta * beta
    weight, weights = number(square), number(1 + square)
    p, r = number(precision), number(recall)
    expression = f"{weights}·P·R / ({weight}·P + R)" if square != 1 else "2·P·R / (P + R)"
    numbers = f"{weights}·{p}·{r}/({weight}·{p} + {r})" if square != 1 else f"2·{p}·{r}/({p} + {r})"
    note = "" if precision and recall else "P or R is 0, and so is F"
    return Formula(name, expression, numbers, value, key, note)


def edit_formulas(
    counts: Mapping[str, Number], values: Mapping[str, float], labels: Mapping[str, str], beta: float, zero: str
) -> tuple[Formula, ...]:
    """Return precision, recall and F of true and false positives and misses; `zero` is how 0/0 is described."""
    tp, fp, fn = counts["tp"], counts["fp"], counts["fn"]
    return (
        ratio(
            labels["precision"], "TP / (TP + FP)", [tp], [tp, fp], values["precision"], "precision", f"{zero} was made"
        ),
        ratio(labels["recall"], "TP / (TP + FN)", [tp], [tp, fn], values["recall"], "recall", f"{zero} was to be made"),
        f_formula(labels["f"], beta, values["precision"], values["recall"], values["f"]),
    )


def plain_formulas(values: Mapping[str, float], labels: Mapping[str, str], note: str = "") -> tuple[Formula, ...]:
    """Return the values of a measure that does not explain how it computes them."""
    return tuple(Formula(labels[name], "", "", value, name, note) for name, value in values.items())


_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(order: int) -> str:
    """Format a number as a subscript.

    >>> subscript(10)
    '₁₀'
    """
    return str(order).translate(_DIGITS)
