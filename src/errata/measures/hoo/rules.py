"""How gold and system edits of one document are aligned and counted (Dale and Narroway 2012, section 4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from errata.measures.hoo.spans import SpanIndex, count_aligned
from errata.measures.hoo.tally import Fate, Tally
from errata.model import Edit, Text
from errata.records import dataclass, field


@dataclass(frozen=True)
class Rules:
    """The choices that the paper leaves open; see the options of the measure."""

    touch: bool = False
    fold: bool = False
    normalise_blanks: bool = False
    compose: bool = False
    first_only: bool = True
    uncorrected: str = "deny"
    tolerant: bool = False
    cset: str = "ignore"

    def key(self, text: str) -> str:
        """Return the form in which a correction is compared."""
        if self.normalise_blanks:
            text = " ".join(text.split())
        if self.compose:
            text = normalize("NFC", text)
        return text.lower() if self.fold else text


@dataclass(eq=False, slots=True)
class Item:
    """An edit prepared for comparison: corrections as strings, None where they are absent."""

    edit: Edit
    span: tuple[str, int, int]
    original: str
    values: list[str] | None
    accepted: frozenset[str]
    is_optional: bool
    is_deletion: bool
    credits_all: bool = False

    @property
    def narrowed(self) -> list[tuple[str, int, int]]:
        """The ranges of a deletion without one of its outer spaces."""
        part, start, end = self.span
        ranges = []
        if self.original.startswith(" "):
            ranges.append((part, start + 1, end))
        if self.original.endswith(" "):
            ranges.append((part, start, end - 1))
        return ranges


def make_items(edits: Sequence[Edit], texts: Mapping[str | None, str], rules: Rules) -> list[Item]:
    """Return the edits prepared; if the text is known, it decides about spaces around an original."""
    items = []
    key = rules.key
    for edit in edits:
        made = edit.alternatives
        original = edit.original
        text = texts.get(edit.part)
        if text is not None:
            there = text[edit.start : edit.end]
            original = there if there.strip() == original.strip() else original
        values = None if not made else [key(original if item is None else item) for item in made]
        items.append(
            Item(
                edit,
                (edit.part or "", edit.start, edit.end),
                original,
                values,
                frozenset(values or ()),
                edit.is_optional,
                made == ("",) and edit.start < edit.end,
            )
        )
    return items


@dataclass(slots=True)
class _Bucket:
    """The edits with one range: what they say, and whether any may be matched by anything."""

    values: set[str] = field(default_factory=set)
    credits_all: bool = False
    has_corrections: bool = False

    def add(self, item: Item) -> None:
        self.values |= item.accepted
        self.credits_all |= item.credits_all
        self.has_corrections |= item.values is not None


class StrictIndex:
    """Edits by range, to find those strictly aligned with another edit without comparing all pairs.

    With the tolerant rule a deletion of a word with its space is also aligned with an edit of the bare word that is
    not a deletion.
    """

    def __init__(self, items: Sequence[Item], tolerant: bool) -> None:
        self._tolerant = tolerant
        self._same: dict[tuple[str, int, int], _Bucket] = {}
        self._no_deletions: dict[tuple[str, int, int], _Bucket] = {}
        self._narrowed: dict[tuple[str, int, int], _Bucket] = {}
        for item in items:
            self._same.setdefault(item.span, _Bucket()).add(item)
            if not tolerant:
                continue
            if item.is_deletion:
                for span in item.narrowed:
                    self._narrowed.setdefault(span, _Bucket()).add(item)
            elif item.span[1] < item.span[2]:
                self._no_deletions.setdefault(item.span, _Bucket()).add(item)

    def partners(self, item: Item) -> Iterator[_Bucket]:
        """Yield the edits strictly aligned with one of the other side."""
        if item.span in self._same:
            yield self._same[item.span]
        if not self._tolerant:
            return
        if item.is_deletion:
            for span in item.narrowed:
                if span in self._no_deletions:
                    yield self._no_deletions[span]
        elif item.span in self._narrowed and item.span[1] < item.span[2]:
            yield self._narrowed[item.span]


def _is_valid(item: Item, partners: Sequence[_Bucket]) -> bool:
    """Tell whether an edit has a valid partner: one of its strings is one of theirs."""
    if item.credits_all and partners:
        return True
    return any(bucket.credits_all or not item.accepted.isdisjoint(bucket.values) for bucket in partners)


@dataclass(frozen=True)
class Sides:
    """The edits of one document, ready to be counted as a whole or by type."""

    gold: list[Item]
    system: list[Item]
    csets: list[dict[str, Any]]
    rules: Rules

    @classmethod
    def of(cls, gold: Text, system: Text, rules: Rules) -> "Sides":
        """Prepare both sides and settle the readings of consistency sets, before any filter."""
        texts = gold.texts
        ours = make_items(gold.edits, texts, rules)
        theirs = make_items(system.edits, texts, rules)
        for item in theirs:
            if item.values is not None and rules.first_only:
                item.accepted = frozenset(item.values[:1])
        for item in ours:
            item.credits_all = item.values is None and rules.uncorrected == "credit"
        csets = [] if rules.cset == "ignore" else settle_csets(ours, theirs, rules)
        return cls(ours, theirs, csets, rules)

    def count(self, gold: Sequence[Item], system: Sequence[Item]) -> Tally:
        """Count some of the gold edits against some of the system's."""
        rules = self.rules
        gold_spans, system_spans = [item.span for item in gold], [item.span for item in system]
        detected = [count > 0 for count in count_aligned(gold_spans, system_spans, rules.touch)]
        met = [count > 0 for count in count_aligned(system_spans, gold_spans, rules.touch)]
        gold_index, system_index = StrictIndex(gold, rules.tolerant), StrictIndex(system, rules.tolerant)
        gold_partners = [list(system_index.partners(item)) for item in gold]
        system_partners = [list(gold_index.partners(item)) for item in system]
        corrected = [_is_valid(item, partners) for item, partners in zip(gold, gold_partners, strict=True)]
        right = [_is_valid(item, partners) for item, partners in zip(system, system_partners, strict=True)]
        tally = Tally.of(
            [
                Fate(item.edit, found, bool(partners), is_right, item.is_optional)
                for item, found, partners, is_right in zip(gold, detected, gold_partners, corrected, strict=True)
            ],
            [
                Fate(item.edit, is_met, bool(partners), is_right)
                for item, is_met, partners, is_right in zip(system, met, system_partners, right, strict=True)
            ],
        )
        tally.csets = self.csets
        if rules.uncorrected == "exclude":
            tally.counts["excluded_gold"] = sum(item.values is None for item in gold)
            tally.counts["excluded_system"] = sum(
                bool(partners) and not any(bucket.has_corrections for bucket in partners)
                for partners in system_partners
            )
        return tally

    def count_by_system_type(self, types: frozenset[str]) -> Tally:
        """Count the edits of some types, both sides reduced to them first."""
        return self.count(
            [item for item in self.gold if item.edit.type in types],
            [item for item in self.system if item.edit.type in types],
        )

    def count_by_gold_type(self, types: frozenset[str], unattributed: str) -> Tally:
        """Count the gold edits of some types if system edits have no types.

        A system edit belongs to them if it is aligned with one of them; one that is not aligned with any gold edit
        cannot be attributed.
        """
        kept = [item for item in self.gold if item.edit.type in types]
        near = SpanIndex([item.span for item in kept], self.rules.touch)
        anywhere = SpanIndex([item.span for item in self.gold], self.rules.touch)
        attributed = [item for item in self.system if near.count(item.span)]
        stray = [item for item in self.system if not anywhere.count(item.span)]
        tally = self.count(kept, [*attributed, *stray] if unattributed == "count" else attributed)
        tally.counts["attributed_system"] = len(attributed)
        tally.counts["unattributed_system"] = len(stray)
        return tally


def settle_csets(gold: Sequence[Item], system: Sequence[Item], rules: Rules) -> list[dict[str, Any]]:
    """Choose one reading for each consistency set and let its members accept nothing else; return what was chosen.

    Reading k takes the k-th correction of every member; a member with one correction takes part in all readings with
    it. The reading that satisfies most members wins, the lowest on ties. With the rule "all" only complete readings
    are allowed: every member satisfied, or left alone if the reading leaves it alone.
    """
    members: dict[str, list[Item]] = {}
    for item in gold:
        if item.edit.cset is not None:
            members.setdefault(item.edit.cset, []).append(item)
    index = StrictIndex(system, rules.tolerant)
    touched = SpanIndex([item.span for item in system], rules.touch)
    settled = []
    for name, items in members.items():
        partners = [list(index.partners(item)) for item in items]
        best: tuple[bool, int, int] | None = None
        for k in range(max(len(item.values or ()) for item in items) or 1):
            satisfied = [_satisfied(item, k, buckets) for item, buckets in zip(items, partners, strict=True)]
            complete = rules.cset == "all" and all(
                done or (_keeps(item, k) and not touched.count(item.span))
                for item, done in zip(items, satisfied, strict=True)
            )
            rank = (complete, sum(satisfied), -k)
            best = rank if best is None or rank > best else best
        assert best
        complete, n_satisfied, k = best[0], best[1], -best[2]
        is_void = rules.cset == "all" and not complete
        for item in items:
            value = None if is_void else _reading(item, k)
            item.accepted = frozenset() if value is None else frozenset([value])
            item.credits_all &= not is_void
        settled.append(
            {
                "cset": name,
                "reading": None if is_void else k,
                "members": len(items),
                "satisfied": 0 if is_void else n_satisfied,
            }
        )
    return settled


def _position(item: Item, k: int) -> int | None:
    """Return which of its corrections a member uses in reading k, None if it has none for it."""
    length = len(item.values or ())
    if length == 1:
        return 0
    return k if k < length else None


def _reading(item: Item, k: int) -> str | None:
    place = _position(item, k)
    return None if place is None or item.values is None else item.values[place]


def _keeps(item: Item, k: int) -> bool:
    """Tell whether reading k leaves a member unchanged."""
    place = _position(item, k)
    return place is not None and item.edit.alternatives[place] is None


def _satisfied(item: Item, k: int, partners: Sequence[_Bucket]) -> bool:
    if item.credits_all:
        return bool(partners)
    value = _reading(item, k)
    return value is not None and any(value in bucket.values for bucket in partners)
