"""The fast version of `project`: chunks are examined once, and numbered units go through a compiled kernel.

Chunks between white space recur, so their units, and where the rules split them, are cached. A line
then costs one look-up per chunk, the kernel, and joining texts.
"""

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from unicodedata import is_normalized

from errata.kernels import unitcuts
from errata.records import dataclass
from errata.text.raw.conventions import Conventions
from errata.text.raw.options import LIMIT
from errata.text.raw.project import Kept, Projected, SourceUnits, assemble, scan_chunk
from errata.text.raw.rules import rule_cuts
from errata.text.raw.typography import Typography
from errata.text.raw.units import Unit, canon, is_small, token_units, unescape

_KINDS = {"L": unitcuts.LETTER, "D": unitcuts.DIGIT, "C": unitcuts.UNSPACED}
_MARKS = {
    "'": unitcuts.APOSTROPHE,
    **dict.fromkeys("-/.", unitcuts.JOINING),
    **dict.fromkeys(",:", unitcuts.PARTING),
}
_MOST_CHUNKS = 1 << 18
"""The size of the cache, about 150 MB."""


@dataclass(frozen=True)
class NumberedSource:
    """A source prepared for the kernel; `tokens` are unescaped."""

    tokens: Sequence[str]
    numbers: "array[int]"
    bounds: "array[int]"
    dots: bool
    is_plain: bool
    """Whether its tokens are in NFC, so that a kept one is written as in the output."""

    @cached_property
    def origin(self) -> SourceUnits:
        """Its units; most lines do not need them."""
        units = [unit for token in self.tokens for unit in token_units(token, self.dots)]
        return SourceUnits(self.tokens, units, self.bounds)


class _Chunk:
    """A chunk between white space: its units and what is known about them."""

    __slots__ = ("cuts", "data", "has_word", "is_simple", "length", "pieces", "starts_small", "text", "units")

    def __init__(self, numbers: Sequence[int], units: Sequence[Unit]) -> None:
        self.data = array("i", numbers).tobytes()
        self.units = units
        self.length = len(units)
        self.text = "".join([unit.text for unit in units])
        self.has_word = any(unit.is_word for unit in units)
        self.starts_small = bool(units) and is_small(units[0].text)
        self.is_simple = False
        """Whether the rules never split it, in any context."""
        self.cuts: dict[tuple[bool, bool], tuple[int, ...]] = {}
        self.pieces: dict[tuple[int, ...], list[str]] = {}

    def cut_at(self, places: tuple[int, ...]) -> list[str]:
        """Return the texts between cuts."""
        found = self.pieces.get(places)
        if found is None:
            texts = [unit.text for unit in self.units]
            found = ["".join(texts[start:end]) for start, end in pairwise((0, *places, self.length))]
            self.pieces[places] = found
        return found


class QuickProjector:
    """Tokenises outputs like `project`, for one corpus; raw text and tokens are unescaped."""

    def __init__(self, conventions: Conventions, typography: str = "auto", limit: int = LIMIT) -> None:
        self._conventions = conventions
        self._writing = Typography(conventions, typography)
        self._kernel = unitcuts.UnitCuts(self._is_same, limit, conventions.elision)
        self._canons: dict[str, int] = {}
        self._numbers: dict[Unit, int] = {}
        self._units: list[Unit] = []
        self._tokens: dict[str, array[int]] = {}
        self._chunks: dict[str, _Chunk] = {}
        self._rewritten: dict[bytes, _Chunk] = {}
        # Where tokens may have to be written in another way than their units, they are put together the plain way.
        self._is_plain = not (conventions.decomposed or conventions.joiners or conventions.escaped)

    def number(self, tokens: Sequence[str]) -> NumberedSource:
        """Return a source as numbers."""
        if self._conventions.escaped:
            tokens = [unescape(token) for token in tokens]
        known = self._tokens
        for token in tokens:
            if token not in known:
                units = token_units(token, self._conventions.dots)
                known[token] = array("i", [self._number(unit) for unit in units])
        rows = [known[token] for token in tokens]
        numbers = array("i")
        numbers.frombytes(b"".join(rows))
        bounds = array("i", accumulate(map(len, rows), initial=0))
        is_plain = self._is_plain and all(is_normalized("NFC", token) for token in tokens)
        return NumberedSource(tokens, numbers, bounds, self._conventions.dots, is_plain)

    def project(self, source: NumberedSource, text: str) -> Projected:
        """Return the tokens of an output."""
        chunks = self._split(text)
        lengths = [chunk.length for chunk in chunks]
        if 0 in lengths:  # nothing but characters that are dropped
            chunks = [chunk for chunk in chunks if chunk.length]
            lengths = [chunk.length for chunk in chunks]
        numbers = array("i")
        numbers.frombytes(b"".join([chunk.data for chunk in chunks]))
        starts = array("i", accumulate(lengths, initial=0))
        told = self._kernel.match(source.numbers, source.bounds, numbers, starts)
        changed: dict[str, int] = {}
        if told & unitcuts.TO_WRITE:
            chunks, changed = self._rewrite(source, chunks)
        cuts, n_source = array("i"), 0
        if self._conventions.tokenised:
            cuts, n_source = self._kernel.cut(self._rule_cuts(chunks, starts))
        if source.is_plain:
            tokens = _join(chunks, cuts)
            if "ellipsis" in changed:  # it may be written as three tokens
                tokens = [part for token in tokens for part in token.split(" ")]
        else:
            tokens = self._assemble(source, chunks, starts, cuts)
        is_aligned = told & unitcuts.ALIGNED != 0
        return Projected(tuple(tokens), changed, n_source, len(cuts) // 2 - n_source, is_aligned)

    def _split(self, text: str) -> list[_Chunk]:
        words = text.split()
        known = self._chunks
        if len(known) > _MOST_CHUNKS:
            known.clear()
            self._rewritten.clear()
        try:
            return [known[word] for word in words]
        except KeyError:
            for word in words:
                if word not in known:
                    known[word] = self._chunk(scan_chunk(word, self._conventions))
            return [known[word] for word in words]

    def _chunk(self, units: Sequence[Unit]) -> _Chunk:
        chunk = _Chunk(self._number_all(units), units)
        chunk.is_simple = not self._conventions.script and (
            len(units) < 2 or (all(unit.is_word for unit in units) and canon(units) not in self._conventions.fused)
        )
        return chunk

    def _number_all(self, units: Sequence[Unit]) -> list[int]:
        """Return the numbers of units, ignoring what precedes the first."""
        first = units[:1] and [units[0]._replace(blank=False)]
        return [self._number(unit) for unit in (*first, *units[1:])]

    def _number(self, unit: Unit) -> int:
        """Return the number of a unit; new ones are passed to the kernel."""
        number = self._numbers.get(unit)
        if number is None:
            compared = self._canons.setdefault(unit.canon, len(self._canons))
            number = self._numbers[unit] = self._kernel.add_unit(compared, self._properties(unit))
            self._units.append(unit)
        return number

    def _properties(self, unit: Unit) -> int:
        if unit.is_word:
            return _KINDS[unit.kind]
        found = _MARKS.get(unit.kind, 0)
        if unit.kind == "%" or unit.name == "¤":
            beside = unit.name, "D"
            found |= unitcuts.KEPT_BEHIND * (beside in self._conventions.kept_tail)
            found |= unitcuts.KEPT_BEFORE * (beside in self._conventions.kept_head)
        if self._writing.is_exchanged(unit) or self._writing.is_bracket(unit):
            found |= unitcuts.ODD
        return found

    def _is_same(self, source: int, output: int) -> bool:
        return self._writing.is_same(self._units[source], self._units[output])

    def _rewrite(self, source: NumberedSource, chunks: Sequence[_Chunk]) -> tuple[list[_Chunk], dict[str, int]]:
        """Return the chunks with marks in the corpus's form, and how many changed in each group."""
        links, starts, _ = self._kernel.kept()
        units = _units_of(chunks)
        is_kept = [False] * len(units)
        for start, token in enumerate(starts):
            if token >= 0:
                length = source.bounds[token + 1] - source.bounds[token]
                is_kept[start : start + length] = [True] * length
        others = [source.origin.units[place] if place >= 0 else None for place in links]
        written, changed = self._writing.write(units, others, is_kept)
        if not changed:
            return list(chunks), changed
        result = []
        start = 0
        for chunk in chunks:
            row = written[start : start + chunk.length]
            if row != units[start : start + chunk.length]:
                data = array("i", self._number_all(row)).tobytes()
                if data not in self._rewritten:
                    self._rewritten[data] = self._chunk(row)
                result.append(self._rewritten[data])
            else:
                result.append(chunk)
            start += chunk.length
        return result, changed

    def _rule_cuts(self, chunks: Sequence[_Chunk], starts: "array[int]") -> "array[int]":
        """Return where the rules split the chunks of a line."""
        found = array("i")
        last_word = len(chunks) - 1
        while last_word >= 0 and not chunks[last_word].has_word:
            last_word -= 1
        for place, chunk in enumerate(chunks):
            if chunk.is_simple:
                continue
            # All that the rules want to know of what follows.
            key = place >= last_word, place + 1 < len(chunks) and chunks[place + 1].starts_small
            cuts = chunk.cuts.get(key)
            if cuts is None:
                following = "a" if key[1] else ""
                cuts = chunk.cuts[key] = tuple(rule_cuts(chunk.units, key[0], following, self._conventions))
            if cuts:
                start = starts[place]
                found.extend([start + cut for cut in cuts])
        return found

    def _assemble(
        self, source: NumberedSource, chunks: Sequence[_Chunk], starts: "array[int]", cuts: "array[int]"
    ) -> list[str]:
        """Join tokens the plain way."""
        _, kept_starts, kept_ends = self._kernel.kept()
        kept = Kept(
            {place: token for place, token in enumerate(kept_starts) if token >= 0},
            {place: token for place, token in enumerate(kept_ends) if token >= 0},
            source.origin,
        )
        hidden = [starts[chunk] + place for chunk, place in zip(cuts[::2], cuts[1::2], strict=True)]
        return assemble(_units_of(chunks), sorted([*starts[1:-1], *hidden]), kept, self._conventions)


def _units_of(chunks: Sequence[_Chunk]) -> list[Unit]:
    return [unit for chunk in chunks for unit in chunk.units]


def _join(chunks: Sequence[_Chunk], cuts: "array[int]") -> list[str]:
    """Return the texts between cuts, which are given as chunk and position in it, in order."""
    tokens = [chunk.text for chunk in chunks]
    at = len(cuts) - 2
    while at >= 0:  # from the end, so that the numbers of chunks before stay what they are
        number = cuts[at]
        places = [cuts[at + 1]]
        while at >= 2 and cuts[at - 2] == number:
            at -= 2
            places.insert(0, cuts[at + 1])
        tokens[number : number + 1] = chunks[number].cut_at(tuple(places))
        at -= 2
    return tokens
