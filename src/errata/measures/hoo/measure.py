"""The HOO framework: detection, recognition and correction of edits (Dale and Narroway, LREC 2012)."""

import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from errata.errors import OptionError
from errata.findings import Finding
from errata.formats.offsets import from_code_points
from errata.measures.base import Measure, Properties
from errata.measures.data import GoldBlock, Number, Score, Selections, Table
from errata.measures.hoo.notes import Note, describe_corpus, describe_document, note_of, rows_of_annotators
from errata.measures.hoo.rules import Rules, Sides
from errata.measures.hoo.tally import ASPECTS, COLUMNS, Arithmetic, Ratios, Tally
from errata.measures.hoo.tools import count_as_tool
from errata.measures.hoo.types import ALL, block_name, member_types
from errata.measures.options import beta_option, option
from errata.model import Annotator, Corpus, Edit, Output, Text
from errata.records import dataclass, replace
from errata.text.messages import plural
from errata.text.token_edits import in_tokens, whitespace_only

if TYPE_CHECKING:
    from errata.measures.arrays import Array
    from errata.report.report import ReportTable, View

_EXCLUDED = ("excluded_gold", "excluded_system")
_ATTRIBUTED = ("attributed_system", "unattributed_system", "documents_by_gold_type")
BEST, MEAN, EACH = "best", "mean", "each"
_FREE = {"preset", "bonus", "beta", "level", "types", "case", "annotator"}
"""Options that may be combined with a historic preset; it determines all others."""
_TOOL = {"type_mode": "filter", "boundary": "tool", "uncorrected": "credit", "zero_rule": "tool"}
_RESOLVED = {
    "paper": {
        "level": "micro",
        "type_mode": "auto",
        "boundary": "interior",
        "case": "exact",
        "uncorrected": "deny",
        "deletion_space": "exact",
        "zero_rule": "paper",
    },
    "hoo2011": {"level": "macro", "case": "exact", "deletion_space": "exact", **_TOOL},
    "hoo2012": {"level": "micro", "case": "lower", "deletion_space": "tolerant", **_TOOL},
}
"""Defaults that depend on the preset."""
_PRECISION = {
    "null": "precision is then unknown",
    "count": "system edits that meet no gold edit count as spurious, so precision is a lower bound",
    "drop": "system edits that meet no gold edit are left out, so precision is an upper bound",
}
"""How precision is defined if edits are restricted by the gold's types, for each value of `unattributed`."""
_CASES = {"match": "exact", "nomatch": "lower"}  # as the program of 2012 calls them


@dataclass(frozen=True, slots=True)
class _Learned:
    """What must be known about the whole data set before any part is counted."""

    modes: Mapping[str, str]
    """How the edits of each system are restricted to types."""
    has_several: bool
    """Whether there are several annotators."""


@dataclass(frozen=True, kw_only=True)
class Hoo(Measure):
    """Detection, recognition and correction of edits given by character offsets.

    >>> Hoo(types="RV", bonus=True).title
    'hoo:bonus=yes,types=RV'
    """

    name: ClassVar[str] = "hoo"
    explained_by: ClassVar[str] = "errata.measures.hoo.explain"
    works_on: ClassVar[str] = "documents"
    arguments: ClassVar[str] = "errata.measures.hoo.arguments"
    value_names: ClassVar[tuple[str, ...]] = (
        *(f"{aspect}_{value}" for aspect in ASPECTS for value in ("f", "precision", "recall")),
        "precision_system",
    )
    formats: ClassVar[Mapping[str, str]] = {"hoo-xml": "as the programs of the HOO tasks wrote it"}
    properties: ClassVar[Properties] = Properties(
        order_matters=False,
        rows_sum_to_counts=True,
        perfect=1.0,
        edge_cases=(
            ("nothing to correct, nothing corrected", "a b c", "a b c", "a b c", 0.0),
            ("empty text", "", "", "", 0.0),
            ("nothing to correct, something corrected", "a b c", "a x c", "a b c", 0.0),
            ("something to correct, nothing corrected", "a b c", "a b c", "a x c", 0.0),
            ("everything deleted, as it should be", "a b c", "", "", 1.0),
            ("the right text by other edits", "a b", "x b", "a y", 0.0),
        ),
        # The programs of 2011 and 2012 divide gold edits by system edits, and twins share a partner.
        unbounded=("correction_precision", "correction_f", "recognition_precision", "recognition_f"),
        settings=({"preset": "hoo2012", "boundary": "tool"},),
    )

    preset: str = option("paper", "whose rules: the paper's or a program's", choices=tuple(_RESOLVED))
    bonus: bool = option(False, "reward optional edits that were left alone")
    beta: float = beta_option(1.0)
    level: str = option(
        None, "scores of summed counts, or means of document scores", kind=str, choices=("micro", "macro")
    )
    types: str = option(ALL, "only these types: T1+T2, or NAME=T1+T2")
    type_mode: str = option(
        None,
        "how edits are restricted to types: both sides, or by the gold's types where system edits have none",
        kind=str,
        choices=("auto", "filter", "gold"),
    )
    unattributed: str = option(
        "null",
        "system edits that no type can be given: leave precision open, count them as spurious, or drop them",
        choices=("null", "count", "drop"),
    )
    cset: str = option(
        "ignore", "whether edits of a consistency set must agree", choices=("ignore", "consistent", "all")
    )
    boundary: str = option(
        None,
        "where an insertion meets a range: inside it, on its border too, or as the programs have it",
        kind=str,
        choices=("interior", "touch", "tool"),
    )
    case: str = option(None, "how corrections are compared", kind=str, choices=("exact", "lower"))
    blank: str = option("exact", "spaces in corrections: as they are, or collapsed", choices=("exact", "normalise"))
    nfc: bool = option(False, "compare corrections composed (NFC), so that é is é however it is written")
    uncorrected: str = option(
        None,
        "gold edits without corrections: nothing is right, anything is right, or they do not count for correction",
        kind=str,
        choices=("deny", "credit", "exclude"),
    )
    system_alternatives: str = option(
        "first", "which of several corrections of a system count", choices=("first", "any")
    )
    deletion_space: str = option(
        None,
        "whether a deletion of a word with its space is aligned with an edit of the bare word",
        kind=str,
        choices=("exact", "tolerant"),
    )
    unit: str = option(
        "char", "unit of offsets when edits are aligned; tokens need the source text", choices=("char", "token")
    )
    zero_rule: str = option(
        None,
        "F where nothing is recognised or corrected: 0, or the mean of P and R",
        kind=str,
        choices=("paper", "tool"),
    )
    annotator: str = option(
        BEST,
        "of several annotators: the best for each document, the mean over all, a score for each, or the one named",
    )

    @property
    def _decisive(self) -> dict[str, Any]:
        return {"preset": self.preset}

    def _resolve(self) -> None:
        resolved = _RESOLVED.get(self.preset, _RESOLVED["paper"])
        object.__setattr__(self, "case", _CASES.get(self.case, self.case))
        declared = {declared.name: declared.default for declared in self.options()}
        for name, default in (declared | resolved).items():
            value = getattr(self, name)
            if value is None:
                object.__setattr__(self, name, default)
            elif self.preset != "paper" and name not in _FREE and value != default:
                raise OptionError(f"measure hoo: preset {self.preset} decides about {name}; leave that option out")
        if self.boundary == "tool" and self.preset == "paper":
            raise OptionError("measure hoo: boundary=tool is a rule of the presets hoo2011 and hoo2012 alone")
        if self.preset == "hoo2011" and (self.types != ALL or self.case != "exact"):
            given = "types" if self.types != ALL else "case"
            raise OptionError(
                f"measure hoo: preset hoo2011 knows no option {given}; figures for each type are in the details"
            )

    @property
    def block(self) -> str:
        """The common name of the chosen types."""
        return block_name(self.types)

    @property
    def chosen_types(self) -> frozenset[str] | None:
        """The types the score is restricted to, None for no restriction."""
        if self.types == ALL:
            return None
        return frozenset(member_types(self.types))

    @property
    def columns(self) -> tuple[str, ...]:
        """What is counted under these options."""
        excluded = _EXCLUDED if self.uncorrected == "exclude" else ()
        by_gold_type = self.types != ALL and self.preset == "paper" and self.type_mode != "filter"
        return COLUMNS + excluded + (_ATTRIBUTED if by_gold_type else ())

    def label(self, value: str) -> str:
        """Return the column heading of a value in tables."""
        if value == "precision_system":
            return "P sys"
        aspect, _, kind = value.partition("_")
        return f"{aspect[:3]} {super().label(kind)}"

    def expand(self, gold: Corpus) -> Sequence[Measure]:
        """Return one measure per annotator if requested."""
        if self.annotator != EACH:
            return (self,)
        return [replace(self, annotator=str(annotator)) for annotator in gold.annotators] or [self]

    def refuses(self, gold: Corpus, output: Output) -> str | None:
        """Return why such documents cannot be scored."""
        if self.annotator not in {BEST, MEAN, EACH, *map(str, gold.annotators)}:
            known = ", ".join(map(str, gold.annotators)) or "none"
            return (
                f"{gold.called} has no annotator {self.annotator!r}; it has: {known}; or say {BEST}, {MEAN} or {EACH}"
            )
        for documents in (gold, output.documents):
            for document in documents:
                where = f"{documents.called}, document {document.id}"
                if documents is output.documents and len(document.layers) > 1:
                    return f"{where} has {len(document.layers)} annotators; a system has one"
                texts = document.texts
                for edit in document.all_edits:
                    if not 0 <= edit.start <= edit.end:
                        return (
                            f"{where}: {edit.place} is not a range; offsets start at 0 and the end must not "
                            f"precede the start"
                        )
                    if self.unit == "token":
                        text = texts.get(edit.part)
                        if text is None or edit.end > len(text):
                            return f"{where}: {edit.place} has no text there to count tokens in; give the source"
        return None

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report anything that makes the counts differ from what one might expect."""
        if self.types == ALL:
            return []
        known = {edit.type for documents in (gold, output.documents) for edit in _edits(documents)}
        absent = [name for name in member_types(self.types) if name not in known]
        found = []
        # Groups with a name are made for all data, so only one that is absent as a whole is odd.
        if absent and ("=" not in self.types or known.isdisjoint(member_types(self.types))):
            message = f"no edit has the type {' or '.join(absent)}, neither of the gold nor of the system"
            found.append(Finding("type-unknown", message))
        if self.type_mode == "auto" and not _is_typed(output.documents):
            message = (
                f"some edits have no type, so the score for {self.block} is based on the gold's types "
                f"(type_mode=gold); {_PRECISION[self.unattributed]}"
            )
            found.append(Finding("type-missing", message))
        return found

    def check_together(self, gold: Corpus, outputs: Sequence[Output]) -> list[Finding]:
        """Report edits that are skipped because they change no token."""
        if self.unit != "token":
            return []
        found = []
        for documents in (gold, *(output.documents for output in outputs)):
            blank = [(document.id, edit) for document in documents for edit in whitespace_only(_read_nulls(document))]
            if blank:
                id, first = blank[0]
                message = (
                    f"{len(blank)} × whitespace-only: changes of white space are not token edits (skipped); first: "
                    f"document {id}, {first.place}"
                )
                found.append(Finding("whitespace-only", message, documents.called, count=len(blank)))
        return found

    def prepare(self, gold: Corpus, outputs: Sequence[Output]) -> _Learned:
        """Decide for each system how its edits are restricted to types: by their own, if all have one."""
        return _Learned({output.name: self._mode(output) for output in outputs}, len(gold.annotators) > 1)

    def _mode(self, output: Output) -> str:
        if self.preset != "paper":
            return "filter"
        if self.type_mode != "auto":
            return self.type_mode
        return "filter" if _is_typed(output.documents) else "gold"

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per annotator of each document."""
        known = learned if isinstance(learned, _Learned) else self.prepare(gold.corpus, [output])
        counted_in = gold.corpus.offset_unit
        columns = self.columns
        counts = array("q")
        bounds = array("i", [0])
        labels: list[Annotator | None] = []
        notes: list[Note] = []
        for document, submitted in zip(gold.corpus, output.documents, strict=True):
            theirs = self.made_ready(submitted, counted_in).numbered("sys")
            annotators: list[Annotator | None] = [layer.annotator for layer in document.layers]
            for annotator in annotators or [None]:
                ours = self.made_ready(document if annotator is None else document.by(annotator), counted_in)
                kept, tally = self._tally(ours, theirs, known.modes[output.name])
                counts.extend(tally.counts.get(name, 0) for name in columns)
                notes.append(note_of(kept, tally, output.documents.extractor))
                labels.append(annotator if known.has_several else None)
            bounds.append(len(notes))
        return Table(columns, counts, bounds, labels, notes, counted_in)

    def made_ready(self, document: Text, unit: str) -> Text:
        """Return a document with offsets as they are compared: the programs only knew those in the files."""
        if self.preset != "paper":
            return from_code_points(document, unit) if document.has_text else document
        read = _read_nulls(document)
        return in_tokens(read) if self.unit == "token" else read

    def _tally(self, gold: Text, system: Text, mode: str) -> tuple[Text, Tally]:
        """Return the gold edits that count, and their counts."""
        types = self.chosen_types
        kept = gold if types is None else _restricted(gold, types)
        if self.preset != "paper":
            theirs = system if types is None else _restricted(system, types)
            return kept, count_as_tool(kept, theirs, is_2012=self.preset == "hoo2012", folds=self.case == "lower")
        sides = Sides.of(gold, system, self._rules)
        if types is None:
            return kept, sides.count(sides.gold, sides.system)
        if mode == "gold":
            tally = sides.count_by_gold_type(types, self.unattributed)
            tally.counts["documents_by_gold_type"] = 1
        else:
            tally = sides.count_by_system_type(types)
            tally.counts["attributed_system"] = tally.counts["system"]
        return kept, tally

    @property
    def _rules(self) -> Rules:
        return Rules(
            touch=self.boundary == "touch",
            fold=self.case == "lower",
            normalise_blanks=self.blank == "normalise",
            compose=self.nfc,
            first_only=self.system_alternatives == "first",
            uncorrected=self.uncorrected,
            tolerant=self.deletion_space == "tolerant",
            cset=self.cset,
        )

    def choose(self, table: Table) -> list[int] | Selections:
        """Choose a row of each document: its only one, the best, one annotator's; or each annotator's in turn."""
        if len(table.labels) == len(table):
            return list(range(len(table)))
        if self.annotator == MEAN:
            rows_of = rows_of_annotators(table).values()
            return Selections([array("i", (row - table.bounds[at] for at, row in enumerate(rows))) for rows in rows_of])
        if self.annotator != BEST:
            return rows_of_annotators(table)[self.annotator]
        return [max(rows, key=lambda row: self._rank(table.row(row), -row)) for rows in table.groups()]

    def _rank(self, counts: Sequence[Number], order: int) -> tuple[float, ...]:
        """Return the criteria for the best annotator: correction, then recognition, then detection, then file order."""
        values = self.score(counts)
        scores = (values[f"{aspect}_{name}"] for name in ("f", "recall") for aspect in ASPECTS)
        return (*(-1.0 if math.isnan(score) else score for score in scores), order)

    @cached_property
    def _arithmetic(self) -> Arithmetic:
        return Arithmetic(self.preset, self.bonus, self.beta, self.zero_rule, self.unattributed == "null")

    def _named(self, sums: Sequence[Number]) -> dict[str, int]:
        return {name: int(value) for name, value in zip(self.columns, sums, strict=True)}

    def ratios(self, sums: Sequence[Number]) -> dict[str, Ratios]:
        """Return precision and recall of each aspect as numerators and denominators."""
        return self._arithmetic.find_ratios(self._named(sums))

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall of correction, recognition and detection."""
        return self._arithmetic.score(self._named(sums))

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return the values of many sums; only F with a beta other than 1 may differ, in the last bits."""
        return self._arithmetic.score_many(dict(zip(self.columns, sums.T, strict=True)))

    def remarks(self, table: Table) -> list[Finding]:
        """Report where a program would have stopped."""
        failed = [note.document for note in table.notes if note.tool_would_fail]
        if not failed:
            return []
        message = (
            f"the program of {self.preset.removeprefix('hoo')} would stop with an exception on {len(failed)} of "
            f"{plural(len(table), 'document')}, first {failed[0]}; what it cannot compare counts as different here"
        )
        return [Finding("tool-fails", message, count=len(failed))]

    def signature_extras(self, table: Table) -> list[str]:
        """Name how edits were extracted from texts."""
        extractors = sorted({note.extractor for note in table.notes} - {""})
        return [f"extract:{name}" for name in extractors]

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the scores with and without bonus, the lengths of edits, the scores of each annotator if there are
        several; for a single document also the details of its row.
        """
        return describe_corpus(self, table, chosen)

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the fate of every gold edit of a document, and the system edits without a partner."""
        return describe_document(self, table.notes[row])

    def tables(self, scores: Sequence[Score], view: "View") -> "Sequence[ReportTable]":
        """Return tables by aspect, as the shared tasks had them."""
        from errata.measures.hoo.tables import tables

        return tables(scores, view)

    def more_values(self, score: Score) -> Mapping[str, float]:
        """Return the values with and without bonus."""
        from errata.measures.hoo.tables import both_regimes

        return both_regimes(score)

    def write(self, scores: Sequence[Score], form: str) -> str:
        """Return result files in XML."""
        from errata.measures.hoo.tables import to_xml

        return to_xml(scores)


def _edits(documents: Corpus) -> Iterator[Edit]:
    return (edit for document in documents for edit in document.all_edits)


def _is_typed(output: Corpus) -> bool:
    return all(edit.type for edit in _edits(output))


def _restricted(document: Text, types: frozenset[str]) -> Text:
    return document.map_edits(lambda edits: [edit for edit in edits if edit.type in types])


def _read_nulls(document: Text) -> Text:
    """Return a document with null for the empty corrections of its insertions: they change nothing either."""
    is_odd = any(edit.is_insertion and "" in edit.corrections for edit in document.all_edits)
    return document.map_edits(lambda edits: map(_read_null, edits)) if is_odd else document


def _read_null(edit: Edit) -> Edit:
    if not edit.is_insertion:
        return edit
    return edit.with_alternatives([made or None for made in edit.alternatives])
