"""Tokens for a raw output: the source's own where the characters are the same, elsewhere by rules.

Wherever the output has the characters of a source token without white space between them, the token is kept; the ends
of kept tokens, white space and the rules determine the rest. This is the plain version, which reads like the
definition (specification of raw text, section 6); `quick` gives the same result faster.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from errata.records import dataclass
from errata.text.raw.align import link
from errata.text.raw.conventions import Conventions
from errata.text.raw.options import LIMIT
from errata.text.raw.rules import rule_cuts
from errata.text.raw.typography import Typography
from errata.text.raw.units import JOINER_TOKENS, JOINERS, WORD_KINDS, Unit, escape, scan, token_units, unescape


class Projected(NamedTuple):
    """The tokens of an output, and what was done to get them.

    `changed` counts the marks written in another form, by group; `from_source` and `from_rules` the boundaries
    between tokens that are not white space in the text.
    """

    tokens: tuple[str, ...]
    changed: Mapping[str, int]
    from_source: int
    from_rules: int
    is_aligned: bool


@dataclass(frozen=True)
class SourceUnits:
    """The tokens of a source, unescaped, and their units; token k has `units[bounds[k]:bounds[k + 1]]`."""

    tokens: Sequence[str]
    units: Sequence[Unit]
    bounds: Sequence[int]

    @classmethod
    def of(cls, tokens: Sequence[str], conventions: Conventions) -> "SourceUnits":
        """Scan the tokens of a source."""
        if conventions.escaped:
            tokens = [unescape(token) for token in tokens]
        units: list[Unit] = []
        bounds = [0]
        for token in tokens:
            units.extend(token_units(token, conventions.dots))
            bounds.append(len(units))
        return cls(tokens, units, bounds)


@dataclass(frozen=True)
class Kept:
    """Which source tokens are kept, and where: by their first unit in the output, and by the position after them."""

    by_start: dict[int, int]
    by_end: dict[int, int]
    source: SourceUnits

    def length(self, token: int) -> int:
        """Return how many units a token has."""
        return self.source.bounds[token + 1] - self.source.bounds[token]

    def ranges(self) -> Iterator[tuple[int, int, int]]:
        """Return start and end in the output, and number, of each kept token."""
        for start, token in self.by_start.items():
            yield start, start + self.length(token), token

    def follow(self, position: int) -> bool:
        """Tell whether two consecutive tokens of the source meet here."""
        left, right = self.by_end.get(position), self.by_start.get(position)
        return left is not None and right == left + 1


def project(
    source: Sequence[str], text: str, conventions: Conventions, typography: str = "auto", limit: int = LIMIT
) -> Projected:
    """Return the tokens of an output.

    >>> project(["He", "do", "n't", "know", "."], "He doesn't know.", Conventions()).tokens
    ('He', 'does', "n't", 'know', '.')
    """
    origin = SourceUnits.of(source, conventions)
    if conventions.escaped:
        text = unescape(text)
    units = [unit for chunk in text.split() for unit in scan_chunk(chunk, conventions)]
    links, is_aligned = link([unit.canon for unit in origin.units], [unit.canon for unit in units], limit)
    writing = Typography(conventions, typography)
    kept = find_kept(origin, units, links, writing)
    is_kept = [False] * len(units)
    for start, end, _ in kept.ranges():
        is_kept[start:end] = [True] * (end - start)
    others = [origin.units[place] if place >= 0 else None for place in links]
    written, changed = writing.write(units, others, is_kept)
    cuts = find_cuts(written, kept, conventions)
    hidden = [position for position in cuts if not units[position].blank]
    n_source = sum(map(kept.follow, hidden))
    tokens = assemble(written, cuts, kept, conventions)
    return Projected(tuple(tokens), changed, n_source, len(hidden) - n_source, is_aligned)


def scan_chunk(chunk: str, conventions: Conventions) -> list[Unit]:
    """Return the units of the chunks between white space, the first with a space before it.

    If the corpus has joiners, a tokenised output already has them too; read as three marks, `@-@` would
    be matched with the source's by its hyphen.
    """
    if chunk in JOINERS and JOINERS[chunk] in conventions.joiners:
        units = list(token_units(chunk))
    else:
        units = scan(chunk, conventions.dropped, conventions.dots)
    return [units[0]._replace(blank=True), *units[1:]] if units else units


def find_kept(source: SourceUnits, units: Sequence[Unit], links: Sequence[int], writing: Typography) -> Kept:
    """Return the source tokens that the output has in one piece."""
    places = {place: unit for unit, place in enumerate(links) if place >= 0}
    kept = Kept({}, {}, source)
    for token, (low, high) in enumerate(pairwise(source.bounds)):
        start = places.get(low, -1)
        if start < 0 or any(
            places.get(low + n) != start + n
            or (n and units[start + n].blank)
            or not writing.is_same(source.units[low + n], units[start + n])
            for n in range(high - low)
        ):
            continue
        kept.by_start[start] = kept.by_end[start + high - low] = token
    return kept


def find_cuts(units: Sequence[Unit], kept: Kept, conventions: Conventions) -> list[int]:
    """Return the positions, in order, before which a token begins, except the first."""
    blanks = [position for position in range(1, len(units)) if units[position].blank]
    if not conventions.tokenised:
        return blanks
    cuts = set(blanks)
    bounds = [0, *blanks, len(units)] if units else []
    last_word = max((place for place, unit in enumerate(units) if unit.is_word), default=-1)
    for start, end in pairwise(bounds):
        following = units[end].text if end < len(units) else ""
        cuts.update(start + place for place in rule_cuts(units[start:end], last_word < end, following, conventions))
    settled = [is_settled(units, place, conventions) for place in range(len(units))]
    for position in {*kept.by_start, *kept.by_end} - {0, len(units)}:
        if not (units[position].blank or settled[position - 1] or settled[position]) and _is_boundary(
            units[position - 1], units[position], position, kept, conventions
        ):
            cuts.add(position)
    for start, end, _ in kept.ranges():
        if (start == 0 or start in cuts) and (end == len(units) or end in cuts):
            cuts.difference_update(range(start + 1, end))
    return sorted(cuts)


def _is_boundary(before: Unit, after: Unit, position: int, kept: Kept, conventions: Conventions) -> bool:
    """Tell whether a kept token ends or begins here, so that the text is split."""
    left, right = kept.by_end.get(position), kept.by_start.get(position)
    if left is not None and kept.length(left) > 1 and before.kind == "'" and after.is_word and not conventions.elision:
        return False  # "o' clock" became "o'clock": the space was the writer's
    if kept.follow(position) and not (before.is_word and after.is_word and "C" not in (before.kind, after.kind)):
        return True
    return (left is not None and not before.is_word and _has_word(left, kept)) or (
        right is not None and not after.is_word and _has_word(right, kept)
    )


def _has_word(token: int, kept: Kept) -> bool:
    low, high = kept.source.bounds[token : token + 2]
    return any(unit.is_word for unit in kept.source.units[low:high])


def is_settled(units: Sequence[Unit], place: int, conventions: Conventions) -> bool:
    """Tell whether the rules alone decide at a mark: adding or removing a space there is an edit by the system.

    "well - known" → "well-known" is an edit in a corpus that keeps hyphens.
    """
    mark = units[place]
    if mark.is_word:
        return False
    before = units[place - 1].side if place and not mark.blank else ""
    after = units[place + 1].side if place + 1 < len(units) and not units[place + 1].blank else ""
    if before in WORD_KINDS and after in WORD_KINDS and mark.kind in "-/.":
        return True
    if before == after == "D" and mark.kind in ",:":
        return True
    if mark.kind != "%" and mark.name != "¤":
        return False
    return (before == "D" and (mark.name, "D") in conventions.kept_tail) or (
        after == "D" and (mark.name, "D") in conventions.kept_head
    )


def assemble(units: Sequence[Unit], cuts: Sequence[int], kept: Kept, conventions: Conventions) -> list[str]:
    """Return the texts between cuts, as the corpus writes them."""
    tokens: list[str] = []
    bounds = [0, *cuts, len(units)] if units else []
    for start, end in pairwise(bounds):
        text = "".join([unit.text for unit in units[start:end]])
        number = kept.by_start.get(start)
        whole = kept.source.tokens[number] if number is not None and kept.by_end.get(end) == number else ""
        if whole and normalize("NFC", whole) == text:
            text = whole
        elif conventions.decomposed:
            text = normalize("NFD", text)
        is_inner = 0 < start < end < len(units) and not (units[start].blank or units[end].blank)
        if is_inner and text in conventions.joiners:
            text = JOINER_TOKENS[text]
        # An ellipsis may be written as three tokens.
        tokens.extend(text.split(" ") if " " in text else (text,))
    return [escape(token) for token in tokens] if conventions.escaped else tokens
