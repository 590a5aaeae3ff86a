"""Evidence in the tokens of a corpus of how they were made: counts for and against each convention.

Most of it is visible in single tokens, so each distinct token is examined once; marks that are tokens, full stops and
apostrophes at the ends of tokens are counted in context (specification of raw text, section 3.2).
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from unicodedata import normalize

from errata.records import dataclass, field
from errata.text.raw.conventions import CLITIC_TOKENS, CLITICS, GROUPS, Conventions
from errata.text.raw.units import JOINERS, Unit, is_small, joined, looks_like_entity, token_units

Lines = Sequence[Sequence[str]]
_OPENING = frozenset(("``", "«", "„"))
_UNDIRECTED = frozenset('"“')


@dataclass
class Evidence:
    """Counts, named after what they count."""

    forms: dict[str, Counter[str]] = field(default_factory=lambda: {group: Counter() for group in GROUPS})
    contraction: Counter[str] = field(default_factory=Counter)
    clitic: Counter[str] = field(default_factory=Counter)
    elision: Counter[str] = field(default_factory=Counter)
    inside: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    between: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    head: Counter[tuple[str, str]] = field(default_factory=Counter)
    cut_head: Counter[tuple[str, str]] = field(default_factory=Counter)
    tail: Counter[tuple[str, str]] = field(default_factory=Counter)
    cut_tail: Counter[tuple[str, str]] = field(default_factory=Counter)
    bound: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)
    dash: Counter[str] = field(default_factory=Counter)
    open_quote: Counter[str] = field(default_factory=Counter)
    close_quote: Counter[str] = field(default_factory=Counter)
    abbreviation: Counter[str] = field(default_factory=Counter)
    stop_joined: Counter[tuple[str, bool]] = field(default_factory=Counter)
    stop_cut: Counter[tuple[str, bool]] = field(default_factory=Counter)


def low_form(units: Sequence[Unit]) -> str:
    """Return the form in which a token is compared, without odd apostrophes: "don`t" is not a contraction."""
    return "".join(["`" if unit.kind == "`" else unit.canon for unit in units])


def gather(lines: Lines, tokens: Counter[str], first: Conventions) -> Evidence:
    """Count what the lines show; `tokens` are theirs with their numbers, `first` the conventions already known."""
    found = Evidence()
    places = set()
    for token, n in tokens.items():
        if looks_like_entity(token):
            continue
        units = token_units(token, first.dots)
        if token not in JOINERS:
            for unit in units:
                if unit.group:
                    found.forms[unit.group][unit.text] += n
        low = low_form(units)
        _count_clitics(found, units, low, n)
        if len(units) > 1 and low not in CLITIC_TOKENS:
            _count_marks(found, units, n)
        ends = units[0].kind, units[-1].kind
        if (len(units) == 1 and not units[0].is_word) or "'" in ends or ends[1] == ".":
            places.add(token)
    for line in lines:
        if not places.isdisjoint(line):
            _Line(found, line, first).count(places)
    return found


def _count_clitics(found: Evidence, units: Sequence[Unit], low: str, n: int) -> None:
    """Count contractions and elisions visible in a single token."""
    if low == "n't":
        found.contraction["n't"] += n
    elif len(units) > 3 and low.endswith("n't") and units[-4].kind == "L":
        found.contraction["joined"] += n
    if low in CLITICS:
        found.clitic["'s"] += n
    else:
        ending = next((clitic for clitic in CLITICS if low.endswith(clitic)), "")
        if ending and len(units) > len(ending) and units[-1 - len(ending)].kind == "L":
            found.clitic["joined"] += n
    for before, unit, after in zip(units, units[1:], units[2:], strict=False):
        if unit.kind == "'" and before.kind == after.kind == "L":
            found.elision["joined"] += n


def _count_marks(found: Evidence, units: Sequence[Unit], n: int) -> None:
    """Count the marks in a token of several units."""
    for place, unit in enumerate(units):
        if unit.is_word:
            continue
        found.bound[unit.kind] += n
        if 0 < place < len(units) - 1:
            found.inside[unit.name, units[place - 1].side, units[place + 1].side] += n
    if not units[0].is_word and units[1].is_word:
        found.head[units[0].name, units[1].kind] += n
    if not units[-1].is_word and units[-2].is_word:
        found.tail[units[-1].name, units[-2].kind] += n


class _Line:
    """Counts in one line what tokens show by their context."""

    def __init__(self, found: Evidence, line: Sequence[str], first: Conventions) -> None:
        self._found = found
        self._line = line
        self._first = first
        self._units = [token_units(token, first.dots) for token in line]
        self._last_word = len(line) - 1
        while self._last_word >= 0 and not any(unit.is_word for unit in self._units[self._last_word]):
            self._last_word -= 1
        self._is_quote_open = self._is_single_open = False

    def count(self, places: set[str]) -> None:
        """Count at the tokens in `places`."""
        for place, token in enumerate(self._line):
            if token not in places:
                continue
            units = self._units[place]
            if len(units) > 1:
                self._count_edges(place, units, low_form(units))
                continue
            self._count_mark(place, units[0])
            if units[0].kind == ".":
                self._count_stop(place)

    def _before(self, place: int) -> Unit | None:
        return self._units[place - 1][-1] if place else None

    def _after(self, place: int) -> Unit | None:
        return self._units[place + 1][0] if place + 1 < len(self._units) else None

    def _count_edges(self, place: int, units: Sequence[Unit], low: str) -> None:
        """Count the apostrophes and the full stop at the ends of a token of several units."""
        found = self._found
        before, after = self._before(place), self._after(place)
        begins, ends = units[0].kind == "'", units[-1].kind == "'"
        if low == "'t" and before and before.canon == "n":
            found.contraction["'t"] += 1
        if (
            ends
            and len(units) <= 4
            and all(unit.kind == "L" for unit in units[:-1])
            and units[-2].canon != "s"
            and after
            and after.kind == "L"
        ):
            found.elision["l'"] += 1
        if ends:
            self._is_single_open = False
        elif begins and low not in CLITICS:
            self._is_single_open = True
        if units[-1].kind == "." and units[-2].is_word:
            stem = units[:-1]
            if self._first.is_abbreviation(stem):
                found.abbreviation["initials joined" if place < self._last_word else "final joined"] += 1
            elif place < self._last_word:
                found.stop_joined[stem[-1].kind, self._is_small_after(place)] += 1

    def _count_stop(self, place: int) -> None:
        """Count a full stop that is a separate token after a word."""
        if not place:
            return
        stem = self._units[place - 1]
        if self._first.is_abbreviation(stem):
            self._found.abbreviation["initials cut" if place < self._last_word else "final cut"] += 1
        elif place < self._last_word and stem[-1].is_word:
            self._found.stop_cut[stem[-1].kind, self._is_small_after(place)] += 1

    def _is_small_after(self, place: int) -> bool:
        return place + 1 < len(self._line) and is_small(self._line[place + 1])

    def _count_mark(self, place: int, mark: Unit) -> None:
        """Count a mark that is a separate token."""
        found = self._found
        before, after = self._before(place), self._after(place)
        left, right = before.side if before else "", after.side if after else ""
        found.alone[mark.kind] += 1
        found.between[mark.kind, left, right] += 1
        if mark.group == "dash" and before and after and mark.text not in JOINERS:
            found.dash[mark.text] += 1
        opens = closes = True
        if mark.group == "quote":
            opens = mark.text in _OPENING or (mark.text in _UNDIRECTED and not self._is_quote_open)
            closes = not opens
            self._is_quote_open = opens
            (found.open_quote if opens else found.close_quote)[mark.text] += 1
        elif mark.kind == "'":
            opens, closes = self._direct_apostrophe(place, before)
        if opens:
            found.cut_head[mark.name, right] += 1
        if closes:
            found.cut_tail[mark.name, left] += 1

    def _direct_apostrophe(self, place: int, before: Unit | None) -> tuple[bool, bool]:
        """Return whether a separate apostrophe opens a quotation, and whether it closes one."""
        following = self._line[place + 1].lower() if place + 1 < len(self._line) else ""
        is_contraction = following == "t" and before is not None and before.canon == "n"
        is_clitic = f"'{following}" in CLITICS and before is not None and before.kind == "L"
        self._found.contraction["' t"] += is_contraction
        self._found.clitic["' s"] += is_clitic
        if is_contraction or is_clitic:
            return False, False
        is_plural = before is not None and before.kind == "L" and before.canon == "s"
        closes = self._is_single_open or is_plural or not following
        self._is_single_open = not closes
        return not closes, closes


def pieces_of(units: Sequence[Unit], cuts: set[int]) -> tuple[str, ...]:
    """Return the texts between cuts, in lower case."""
    bounds = [0, *sorted(cuts), len(units)]
    return tuple(joined(units[start:end]) for start, end in pairwise(bounds))


def count_runs(lines: Lines, runs: set[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    """Return how often each run of tokens, in lower case, occurs in the lines."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for run in runs:
        by_first.setdefault(run[0], []).append(run)
    found: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        low = normalize("NFC", " ".join(line)).lower().split()
        if by_first.keys().isdisjoint(low):
            continue
        for place, token in enumerate(low):
            for run in by_first.get(token, ()):
                if tuple(low[place : place + len(run)]) == run:
                    found[run] += 1
    return found
