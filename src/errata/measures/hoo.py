"""The HOO framework: detection, recognition and correction of edits (Dale and Narroway, LREC 2012)."""

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from errata.documents import Document, DocumentSet
from errata.errors import OptionError
from errata.formats.tokens import in_tokens
from errata.measures.base import Measure, Properties
from errata.measures.hoo_notes import by_type, note_of
from errata.measures.hoo_rules import COLUMNS, Rules, Sides, Tally
from errata.measures.hoo_tools import Tool, count_as_tool
from errata.measures.hoo_types import ALL, block_name, member_types
from errata.measures.options import option
from errata.measures.tables import Number, Table

_EXCLUDED = ("excluded_gold", "excluded_system")
_ATTRIBUTED = ("attributed_system", "unattributed_system", "documents_by_gold_type")
_FREE = {"preset", "bonus", "beta", "level", "types", "case"}
"""Options that may be set beside a historic preset; it decides about all others."""
_RESOLVED = {
    "paper": {"level": "micro", "case": "exact", "zero_rule": "paper", "deletion_space": "exact"},
    "hoo2011": {
        "level": "macro",
        "case": "exact",
        "zero_rule": "tool",
        "deletion_space": "exact",
        "type_mode": "filter",
    },
    "hoo2012": {
        "level": "micro",
        "case": "lower",
        "zero_rule": "tool",
        "deletion_space": "tolerant",
        "type_mode": "filter",
    },
}
_CASES = {"match": "exact", "nomatch": "lower"}  # as the program of 2012 calls them


@dataclass(frozen=True, slots=True)
class Ratios:
    """Precision and recall before any division."""

    precision: tuple[int, int]
    recall: tuple[int, int]


def _quotient(ratio: tuple[int, int], of_nothing: float) -> float:
    """Return the correctly rounded quotient, a given value for 0/0."""
    return ratio[0] / ratio[1] if ratio[1] else of_nothing


def _f_score(ratios: Ratios, beta: float, of_nothing: int) -> float:
    """Return the correctly rounded weighted harmonic mean; 0/0 is 0."""
    (a, b), (c, d) = (ratio if ratio[1] else (of_nothing, 1) for ratio in (ratios.precision, ratios.recall))
    n, m = beta.as_integer_ratio()
    below = n * n * a * d + m * m * c * b
    return (m * m + n * n) * a * c / below if below else 0.0


@dataclass(frozen=True, kw_only=True)
class Hoo(Measure):
    """Detection, recognition and correction of edits that are given by character offsets.

    >>> Hoo(preset="hoo2012").title
    'hoo:preset=hoo2012,type_mode=filter,case=lower,deletion_space=tolerant,zero_rule=tool'
    """

    name: ClassVar[str] = "hoo"
    works_on: ClassVar[str] = "documents"
    value_names: ClassVar[tuple[str, ...]] = (
        *(
            f"{aspect}_{value}"
            for aspect in ("correction", "recognition", "detection")
            for value in ("f", "precision", "recall")
        ),
        "precision_system",
    )
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
    )

    preset: str = option("paper", "whose rules: the paper's or a program's", choices=tuple(_RESOLVED))
    bonus: bool = option(False, "reward optional edits that were left alone")
    beta: float = option(1.0, "weight of recall against precision", minimum=0)
    level: str = option(
        None, "scores of summed counts, or means of document scores", kind=str, choices=("micro", "macro")
    )
    types: str = option(ALL, "only these types: T1+T2, or NAME=T1+T2")
    type_mode: str = option(
        "auto",
        "how edits are restricted to types: both sides, or by the gold's types where system edits have none",
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
        "interior", "where an insertion meets a range: inside it, or on its border too", choices=("interior", "touch")
    )
    case: str = option(None, "how corrections are compared", kind=str, choices=("exact", "lower"))
    blank: str = option("exact", "blanks of corrections: as they are, or collapsed", choices=("exact", "normalise"))
    uncorrected: str = option(
        "deny",
        "gold edits without corrections: nothing is right, anything is right, or they do not count for correction",
        choices=("deny", "credit", "exclude"),
    )
    system_alternatives: str = option(
        "first", "which of several corrections of a system count", choices=("first", "any")
    )
    deletion_space: str = option(
        None,
        "whether a deletion of a word with its blank is aligned with an edit of the bare word",
        kind=str,
        choices=("exact", "tolerant"),
    )
    unit: str = option(
        "char", "what offsets count when edits are aligned; tokens need the source text", choices=("char", "token")
    )
    zero_rule: str = option(
        None,
        "F where nothing is recognised or corrected: 0, or the mean of P and R",
        kind=str,
        choices=("paper", "tool"),
    )

    def _resolve(self) -> None:
        resolved = _RESOLVED.get(self.preset, _RESOLVED["paper"])
        object.__setattr__(self, "case", _CASES.get(self.case, self.case))
        declared = {declared.name: declared.default for declared in self.options()}
        for name, default in (declared | resolved).items():
            value = getattr(self, name)
            if value is None or (name in resolved and value == declared[name]):
                object.__setattr__(self, name, default)
            elif self.preset != "paper" and name not in _FREE and value != default:
                raise OptionError(f"measure hoo: preset {self.preset} decides about {name}; leave that option out")
        if self.preset == "hoo2011" and (self.types != ALL or self.case != "exact"):
            given = "types" if self.types != ALL else "case"
            raise OptionError(
                f"measure hoo: preset hoo2011 knows no option {given}; figures for each type are in the details"
            )

    @property
    def block(self) -> str:
        """What the chosen types are called together."""
        return block_name(self.types)

    @property
    def chosen_types(self) -> frozenset[str] | None:
        """The types the score is restricted to, None for no restriction."""
        if self.types == ALL:
            return None
        return member_types(self.types)

    @property
    def columns(self) -> tuple[str, ...]:
        """What is counted under these options."""
        excluded = _EXCLUDED if self.uncorrected == "exclude" else ()
        by_gold_type = self.types != ALL and self.preset == "paper" and self.type_mode != "filter"
        return COLUMNS + excluded + (_ATTRIBUTED if by_gold_type else ())

    def label(self, value: str) -> str:
        """Return how tables head the column of a value."""
        if value == "precision_system":
            return "P sys"
        aspect, _, kind = value.partition("_")
        return f"{aspect[:3]} {super().label(kind)}"

    def refuses(self, gold: DocumentSet, output: DocumentSet) -> str | None:
        """Return why such documents cannot be scored."""
        for documents in (gold, output):
            for document in documents:
                for edit in document.edits:
                    where = f"{documents.called}, document {document.id}"
                    if not 0 <= edit.start <= edit.end:
                        return f"{where}: {edit.place} is no range; offsets begin at 0, the end is not before the start"
                    if self.unit == "token":
                        text = document.text_of(edit.part)
                        if text is None or edit.end > len(text):
                            return f"{where}: {edit.place} has no text there to count tokens in; give the source"
        return None

    def check(self, gold: DocumentSet, output: DocumentSet) -> list[str]:
        """Report what makes the counts other than one may think."""
        if self.preset != "paper":
            if gold.offset_unit == "codepoint":
                return []
            return [
                f"the program of {self.preset.removeprefix('hoo')} knew no text and counted as the files do, not in "
                "code points; leave the source out to have its very counts"
            ]
        if self.types == ALL or self.type_mode != "auto" or _is_typed(output):
            return []
        return [
            f"some edits have no type, so the score for {self.block} goes by the gold's types (type_mode=gold); "
            "precision is then unknown"
        ]

    def prepare(self, gold: DocumentSet, outputs: Sequence[DocumentSet]) -> dict[str, str]:
        """Settle for each system how its edits are restricted to types: by their own, if all have one."""
        return {output.name: self._mode(output) for output in outputs}

    def _mode(self, output: DocumentSet) -> str:
        if self.preset != "paper":
            return "filter"
        if self.type_mode != "auto":
            return self.type_mode
        return "filter" if _is_typed(output) else "gold"

    def count(self, gold: DocumentSet, output: DocumentSet, learned: Mapping[str, str] | None = None) -> Table:
        """Return one row for each document."""
        mode = (learned or {}).get(output.name) or self._mode(output)
        columns = self.columns
        counts = array("q")
        notes = []
        for ours, theirs in zip(gold, output, strict=True):
            if self.unit == "token":
                ours, theirs = in_tokens(ours), in_tokens(theirs)
            kept, tally = self._tally(ours, theirs.numbered("sys"), mode)
            counts.extend(tally.counts.get(name, 0) for name in columns)
            notes.append(note_of(kept, tally, output.extractor))
        return Table(columns, counts, array("i", range(len(notes) + 1)), [None] * len(notes), notes)

    def _tally(self, gold: Document, system: Document, mode: str) -> tuple[Document, Tally]:
        """Return the gold edits that count, and their counts."""
        types = self.chosen_types
        kept = gold if types is None else _restricted(gold, types)
        if self.preset != "paper":
            tool = Tool(self.preset == "hoo2012", self.case == "lower", self.preset == "hoo2012")
            return kept, count_as_tool(kept, system if types is None else _restricted(system, types), tool)
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
            first_only=self.system_alternatives == "first",
            uncorrected=self.uncorrected,
            tolerant=self.deletion_space == "tolerant",
            cset=self.cset,
        )

    def choose(self, table: Table) -> list[int]:
        """Choose the only row of each document."""
        return list(range(len(table)))

    def ratios(self, sums: Sequence[Number], bonus: bool) -> dict[str, Ratios]:
        """Return precision and recall of each aspect as numerators and denominators."""
        n = {name: int(value) for name, value in zip(self.columns, sums, strict=True)}
        m = n["missing_optional"] if bonus else 0
        gold, system = n["gold"], n["system"] + m
        detected = n["detected"] + m
        # The programs divide a count of one side by the size of the other.
        recognised = n["recognised_system" if self.preset == "paper" else "recognised_gold"] + m
        by_gold, by_system = n["corrected_gold"] + m, n["corrected_system"] + m
        if self.preset != "paper":
            by_gold = by_system = by_gold if self.preset == "hoo2012" else by_system
        return {
            "correction": Ratios(
                (by_system, system - n.get("excluded_system", 0)), (by_gold, gold - n.get("excluded_gold", 0))
            ),
            "recognition": Ratios((recognised, system), (n["recognised_gold"] + m, gold)),
            "detection": Ratios((detected, n["spurious"] + detected), (detected, gold)),
        }

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return F, precision and recall of correction, recognition and detection."""
        return self._score(sums, self.bonus)

    def _score(self, sums: Sequence[Number], bonus: bool) -> dict[str, float]:
        n = dict(zip(self.columns, sums, strict=True))
        of_nothing = 0 if self.preset == "hoo2011" else 1
        is_open = self.unattributed == "null" and n.get("documents_by_gold_type", 0) > 0
        values = {}
        for aspect, ratios in self.ratios(sums, bonus).items():
            is_zero = self.zero_rule == "paper" and aspect != "detection" and not ratios.recall[0]
            f = 0.0 if is_zero else _f_score(ratios, self.beta, of_nothing)
            values[f"{aspect}_f"] = math.nan if is_open else f
            values[f"{aspect}_precision"] = math.nan if is_open else _quotient(ratios.precision, of_nothing)
            values[f"{aspect}_recall"] = _quotient(ratios.recall, of_nothing)
        met = (int(n["aligned_system"]), int(n["system"]))
        return values | {"precision_system": math.nan if is_open else _quotient(met, of_nothing)}

    def remarks(self, table: Table) -> list[str]:
        """Say where a program would have stopped."""
        failed = [note.document for note in table.notes if note.tool_would_fail]
        if not failed:
            return []
        return [
            f"the program of {self.preset.removeprefix('hoo')} would stop with an exception on {len(failed)} of "
            f"{len(table)} documents, first {failed[0]}; what it cannot compare counts as different here"
        ]

    def signature_extras(self, table: Table) -> list[str]:
        """Name how edits were got out of texts."""
        extractors = sorted({note.extractor for note in table.notes} - {""})
        return [f"extract:{name}" for name in extractors]

    def corpus_details(self, table: Table, chosen: Sequence[int]) -> dict[str, Any]:
        """Return the scores with and without bonus; of a single document, what its row says too."""
        details: dict[str, Any] = {"scores": {}}
        for regime, bonus in (("nobonus", False), ("bonus", True)):
            details["scores"][regime] = self._regime(table, chosen, bonus)
        if self.types != ALL:
            details["block"] = self.block
        if self.preset != "paper":
            details["tool_would_fail"] = any(note.tool_would_fail for note in table.notes)
        if self.preset == "hoo2011":
            details["by_type"] = by_type(table.notes)
        return details | (self.sentence_details(table, 0, chosen[0]) if len(table) == 1 else {})

    def _regime(self, table: Table, chosen: Sequence[int], bonus: bool) -> dict[str, dict[str, Any]]:
        sums = table.total(chosen)
        if self.averages_rows:
            rows = [self._score(table.row(row), bonus) for row in chosen]
            values = {name: math.fsum(row[name] for row in rows) / len(rows) for name in self.value_names}
        else:
            values = self._score(sums, bonus)
        shown: dict[str, dict[str, Any]] = {}
        for aspect, ratios in self.ratios(sums, bonus).items():
            shown[aspect] = {
                name: None if math.isnan(value) else value
                for name in ("precision", "recall", "f")
                for value in [values[f"{aspect}_{name}"]]
            }
            if not self.averages_rows:
                shown[aspect] |= {"p": "{}/{}".format(*ratios.precision), "r": "{}/{}".format(*ratios.recall)}
        return shown

    def sentence_details(self, table: Table, index: int, row: int) -> dict[str, Any]:
        """Return the fate of every gold edit of a document, and the system edits that have no partner."""
        note = table.notes[row]
        details: dict[str, Any] = {
            "document": note.document,
            "indices": list(note.indices),
            "statuses": list(note.statuses),
            "spurious": list(note.spurious),
        }
        if note.csets:
            details["csets"] = list(note.csets)
        if self.preset != "paper":
            details["tool_would_fail"] = note.tool_would_fail
        return details


def _is_typed(output: DocumentSet) -> bool:
    return all(edit.type for document in output for edit in document.edits)


def _restricted(document: Document, types: frozenset[str]) -> Document:
    return document.map_edits(lambda edits: [edit for edit in edits if edit.type in types])
