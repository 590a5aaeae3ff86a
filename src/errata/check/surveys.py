"""What the checks must know about texts read in blocks: surveys of a text, and of an output beside its sources.

A kernel scans all bytes and flags the few lines that a check could report; the checks themselves look at those.
What must be known about the whole is kept: counts, the first lines, and the rare suspicious pairs. Surveys of blocks
are joined in file order.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from errata.check import alignment, segmentation
from errata.check import outputs as checks
from errata.check.answers import INSTEAD_OF_SENTENCES
from errata.check.chatter import REFUSALS, heads_of, is_strange
from errata.check.cuts import Unchanged, find_cuts
from errata.check.styles import (
    CASES,
    FORMS,
    MIN_LINES,
    STYLE_PAIRS,
    Forms,
    turns_case,
)
from errata.findings import REMEMBERED, Finding
from errata.kernels import screening as kernel
from errata.kernels.buffers import Texts
from errata.records import dataclass, field
from errata.text.label_words import UNCHANGED
from errata.text.packed import PackedLines

if TYPE_CHECKING:
    from errata.check.lookalikes import Suspects

Pair = tuple[int, str, str]
Key = tuple[int, ...]
_EDGE = 2 * alignment.NEAR
"""Sources kept at both ends of a block, since a neighbouring one may be needed."""
_MOST_KEYS = 1 << 13
_PREFIX = 3
"""Words that outputs must have in common before anything is reported, unless one of them ends in a colon."""
_COLONS = (":", "：")
_LARGE = 1024
_BARS = alignment.SETTLED, alignment.STRAY
_OPENINGS = kernel.Openings(
    {
        **dict.fromkeys(UNCHANGED, kernel.OPENS_OTHERWISE | kernel.OPENS_AS_WORD),
        **dict.fromkeys(REFUSALS, kernel.OPENS_OTHERWISE),
        **dict.fromkeys(INSTEAD_OF_SENTENCES, kernel.OPENS_UNLIKE),
    }
)


_PLAIN = (
    kernel.LOWER | kernel.UPPER | sum(1 << FORMS.index(forms) for forms in (("'",), ("’", "‘"), ("-",), ("–", "—")))
)
"""What look-alikes are mistaken for: ASCII letters, apostrophes and dashes."""


class Seen(Sequence[int]):
    """The first few lines and their number: all that a message needs."""

    def __init__(self) -> None:
        self._first: list[int] = []
        self._count = 0
        self.quoted = ""
        """What the first has, if messages quote it."""

    def add(self, lines: Iterable[int], shift: int, quoted: str = "") -> None:
        """Add lines, counted from `shift`."""
        self.quoted = self.quoted or quoted
        for line in lines:
            if self._count < REMEMBERED:
                self._first.append(line + shift)
            self._count += 1

    def join(self, other: "Seen") -> None:
        """Add the lines of a later block."""
        self._first = (self._first + other._first)[:REMEMBERED]
        self._count += other._count
        self.quoted = self.quoted or other.quoted

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        return self._first[index]


class Frequent:
    """Counts of many different keys, of which only frequent ones matter: rare ones are dropped now and then."""

    def __init__(self) -> None:
        self.counts = Counter[tuple[str, ...]]()
        self.missed = 0
        """No key occurred more often than this beyond its count."""

    def count(self, lines: "array[int]", keys: Sequence[Key], words: Callable[[int], list[str]], n_lines: int) -> None:
        """Count how the lines of a block begin (or end): with one word, two if a colon ends them, or enough to report.

        `keys` are their first few words as numbers, `words` returns these words of a line. In a large block (of
        `n_lines`), keys that occur once are dropped: only words that one line in a hundred has matter.
        """
        least = 1 if n_lines < _LARGE else 2
        for length in range(1, _PREFIX + 1):
            heads = [key[:length] for key in keys]
            where = dict(zip(heads, lines, strict=True))
            for head, count in Counter(heads).items():
                if count >= least and len(head) == length:
                    said = tuple(words(where[head])[:length])
                    if length != 2 or said[1].endswith(_COLONS):
                        self.counts[said] += count
        self.missed += least - 1

    def join(self, other: "Frequent") -> None:
        """Add the counts of a later block, and drop rare ones if there are too many."""
        self.counts.update(other.counts)
        self.missed += other.missed
        least = 0
        while len(self.counts) > _MOST_KEYS:
            least += 1
            self.counts = Counter({key: count for key, count in self.counts.items() if count > least})
        self.missed += least

    def suspects(self, is_habit: Callable[[Sequence[int]], bool], total: int) -> set[str]:
        """Return the first words with which enough lines may continue to be worth reporting."""
        most: dict[str, int] = {}
        for key, count in self.counts.items():
            if len(key) > 1:
                most[key[0]] = max(most.get(key[0], 0), count)
        return {
            key[0]
            for key, count in self.counts.items()
            if len(key) == 1
            and is_habit(range(count + self.missed))
            # Half of the lines must go on alike, and half of these.
            and (
                key[0].endswith(_COLONS)
                or 4 * (most.get(key[0], 0) + self.missed) >= count
                or 2 * (count + self.missed) > total
            )
        }


@dataclass
class ColumnSurvey:
    """What the checks need to know about a single text."""

    n_lines: int = 0
    n_empty: int = 0
    totals: "array[int]" = field(default_factory=lambda: array("q", bytes(8 * kernel.N_TOTALS)))
    glued: int = 0
    alone: int = 0
    odd: Seen = field(default_factory=Seen)
    spaces: Seen = field(default_factory=Seen)
    entities: Seen = field(default_factory=Seen)
    tabs: Seen = field(default_factory=Seen)
    unsegmented: Seen = field(default_factory=Seen)
    mojibake: Seen = field(default_factory=Seen)
    checksum: int = 0
    """Of all lines, for texts in blocks; equal texts cut into the same blocks have the same."""
    is_composed: bool = True
    flags: "array[int]" = field(default_factory=lambda: array("i"))
    """The keys of one block; none if blocks were joined."""

    @classmethod
    def of(cls, lines: PackedLines, first: int) -> "ColumnSurvey":
        """Survey a block of lines that begins at line `first`."""
        flags, totals = kernel.survey_lines(*lines.buffers)
        found = cls(len(lines), len(_find(flags, kernel.EMPTY)), totals, flags=flags)
        found.glued, found.alone = len(_find(flags, kernel.GLUED)), len(_find(flags, kernel.ALONE))
        glued, alone = checks.count_glued([lines[index] for index in _find(flags, kernel.ENDS_ODDLY)])
        found.glued, found.alone = found.glued + glued, found.alone + alone
        places = _find(flags, kernel.ODD)
        odd_lines = [lines[index] for index in places]
        for look, seen in ((checks.odd_characters, found.odd), (checks.find_spaces, found.spaces)):
            hits = look(odd_lines)
            seen.add([places[index] for index, _ in hits], first, hits[0][1] if hits else "")
        for flag, find, seen in (
            (kernel.ENTITY, checks.find_entity, found.entities),
            (kernel.MISREAD, checks.find_mojibake, found.mojibake),
        ):
            hits = [(index, hit) for index in _find(flags, flag) if (hit := find(lines[index]))]
            seen.add([index for index, _ in hits], first, hits[0][1] if hits else "")
        found.tabs.add(_find(flags, kernel.TAB), first)
        found.unsegmented.add(
            [index for index in _find(flags, kernel.ASIAN) if segmentation.is_unsegmented(lines[index])], first
        )
        accented = [lines[index] for index in _find(flags, kernel.ACCENTED)]
        found.is_composed = not checks.find_decomposed(accented)
        return found

    def join(self, other: "ColumnSurvey") -> None:
        """Add the survey of a later block."""
        self.n_lines += other.n_lines
        self.n_empty += other.n_empty
        self.totals = array("q", map(int.__add__, self.totals, other.totals))
        self.glued += other.glued
        self.alone += other.alone
        self.checksum = (31 * self.checksum + other.checksum) % (1 << 61)
        self.is_composed &= other.is_composed
        for mine, theirs in (
            (self.odd, other.odd),
            (self.spaces, other.spaces),
            (self.entities, other.entities),
            (self.tabs, other.tabs),
            (self.unsegmented, other.unsegmented),
            (self.mojibake, other.mojibake),
        ):
            mine.join(theirs)

    @property
    def spacing(self) -> checks.Spacing:
        """How the text is spaced."""
        blanks = self.totals[kernel.BLANKS]
        characters = self.totals[kernel.CHARACTERS] - blanks
        commas = self.n_marks((",",)), self.totals[kernel.LONE_COMMAS]
        return checks.Spacing(self.n_lines, blanks, characters, self.glued, self.alone, *commas)

    def n_marks(self, forms: Forms) -> int:
        """Return how often the marks of each style occur."""
        return self.totals[2 + FORMS.index(forms)]

    def n_marked(self, forms: Forms) -> int:
        """Return how many lines have any."""
        return self.totals[2 + kernel.N_STYLES + FORMS.index(forms)]

    def check_characters(self, name: str, noun: str = "line") -> list[Finding]:
        """Report control characters and the like."""
        return checks.say_characters(name, self.odd, self.odd.quoted, noun) if self.odd else []

    def check_segmentation(self, name: str, noun: str = "line") -> list[Finding]:
        """Report texts that are not tokenised."""
        n_filled = self.n_lines - self.n_empty
        return segmentation.say_segmentation(name, self.unsegmented, self.n_lines, n_filled, noun)


def _find(flags: "array[int]", wanted: int) -> "array[int]":
    return kernel.find_flagged(flags, wanted, flags, -1)


@dataclass
class PairSurvey:
    """What the checks need to know about an output and its sources."""

    n_changed: int = 0
    """How many outputs differ from their source."""
    unchanged: Unchanged = field(default_factory=Unchanged)
    heads: list[tuple[str, str]] = field(default_factory=list)
    """How the first sources and outputs begin."""
    empty: Seen = field(default_factory=Seen)
    strays: "array[int]" = field(default_factory=lambda: array("q"))
    shared: "array[float]" = field(default_factory=lambda: array("d"))
    fitting: "array[int]" = field(default_factory=lambda: array("q"))
    """The neighbouring source that each stray fits, -1 if none."""
    waiting: dict[int, str] = field(default_factory=dict)
    """Strays whose neighbours are in another block."""
    swapped: list[tuple[int, int]] = field(default_factory=list)
    """Strays whose outputs are swapped."""
    first_strays: list[Pair] = field(default_factory=list)
    last_strays: list[Pair] = field(default_factory=list)
    """Strays that may be swapped with one in an earlier or a later block."""
    edges: dict[int, str] = field(default_factory=dict)
    strange: list[Pair] = field(default_factory=list)
    styles: dict[tuple[Forms, Forms], Seen] = field(default_factory=dict)
    examples: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Source and output of the lines that messages quote."""
    cases: dict[str, Seen] = field(default_factory=lambda: {case: Seen() for case in CASES})
    cut: Seen = field(default_factory=Seen)
    n_cut_strays: int = 0
    """The outputs that stop before the end of their source, and how many of them are strays."""
    beginnings: Frequent = field(default_factory=Frequent)
    endings: Frequent = field(default_factory=Frequent)
    lookalikes: "Suspects | None" = None

    @classmethod
    def of(
        cls,
        sources: PackedLines,
        outputs: PackedLines,
        surveys: tuple[ColumnSurvey, ColumnSurvey],
        texts: tuple[Texts, Texts],
        kinds: "array[int]",
        first: int,
    ) -> "PairSurvey":
        """Survey a block of pairs that begins at line `first`; `texts` are their words as numbers."""
        pairs = kernel.compare_lines(sources.buffers, outputs.buffers, *texts, kinds, *_BARS, _OPENINGS)
        source, output = surveys[0].flags, surveys[1].flags
        n = len(sources)
        found = cls()
        for index in [*range(min(_EDGE, n)), *range(max(n - _EDGE, 0), n)]:
            found.edges[first + index] = sources[index]
        empty = kernel.find_flagged(output, kernel.EMPTY, source, ~kernel.EMPTY)
        found.empty.add(empty, first)
        filled = kernel.find_flagged(source, kernel.EMPTY, output, ~kernel.EMPTY)
        changed = _find(pairs, kernel.DIFFERS)
        if empty or filled:
            changed = array("i", sorted([*empty, *filled, *changed]))
        found.n_changed = len(changed)
        found.unchanged = Unchanged(n, changed)
        found.heads = list(zip(heads_of(sources, first), heads_of(outputs, first), strict=True))
        found._look_for_strays(sources, outputs, texts, kinds, pairs, first)
        found._look_for_styles(sources, outputs, (source, output, pairs), first)
        found._look_at_ends(outputs, texts[1], pairs)
        looks = kernel.MARKED | kernel.SUBWORD | kernel.OPENING
        odd = {*kernel.find_flagged(pairs, kernel.DIFFERS, output, looks), *_find(pairs, kernel.SAYS)}
        for index in sorted(odd):
            if (text := outputs[index]).strip() and is_strange(sources[index], text):
                found.strange.append((first + index, sources[index], text))
        found._look_at_case(sources, outputs, (source, output, pairs), first)
        found._look_for_cuts(sources, outputs, output, pairs, first)
        found._look_for_lookalikes(sources, outputs, (source, output, pairs), first)
        return found

    def _look_for_strays(
        self,
        sources: PackedLines,
        outputs: PackedLines,
        texts: tuple[Texts, Texts],
        kinds: "array[int]",
        pairs: "array[int]",
        first: int,
    ) -> None:
        lines = array("i")
        for index in _find(pairs, kernel.STRAYS):
            shared = alignment.shared_words(sources[index], outputs[index])
            if shared < alignment.STRAY:
                lines.append(index)
                self.shared.append(shared)
        self.strays.extend(first + index for index in lines)
        near, swaps = kernel.compare_strays(lines, *texts, kinds, alignment.NEAR, alignment.FURTHEST, alignment.AKIN)
        source_words = cache(lambda index: alignment.words_of(sources[index]))
        n = len(sources)
        for index, shared, is_near in zip(lines, self.shared, near, strict=True):
            fits: int | None = None
            if not alignment.NEAR <= index < n - alignment.NEAR:
                self.waiting[first + index] = outputs[index]
            elif is_near:
                fits = alignment.fitting_neighbour(index, shared, outputs[index], n, source_words, alignment.NEAR)
            self.fitting.append(-1 if fits is None else first + fits)
        for place, may_swap in enumerate(swaps):
            if may_swap:
                several = [(first + i, sources[i], outputs[i]) for i in lines[place : place + 1 + alignment.FURTHEST]]
                self.swapped += _find_swapped(several[:1], several[1:])
        self.first_strays = [(first + i, sources[i], outputs[i]) for i in lines[: alignment.FURTHEST]]
        self.last_strays = [(first + i, sources[i], outputs[i]) for i in lines[-alignment.FURTHEST :]]

    def _look_for_styles(
        self, sources: PackedLines, outputs: PackedLines, flags: "tuple[array[int], array[int], array[int]]", first: int
    ) -> None:
        for one, other in STYLE_PAIRS:
            lines = kernel.count_styles(*flags, 1 << FORMS.index(one), 1 << FORMS.index(other))
            if lines:
                # White space alone differs from its source, but nothing is said of it; it has no marks either.
                seen = self.styles[one, other] = Seen()
                seen.add(lines, first)
                self.examples[first + lines[0]] = sources[lines[0]], outputs[lines[0]]

    def _look_at_ends(self, outputs: PackedLines, texts: Texts, pairs: "array[int]") -> None:
        for keys, flag, is_last in ((self.beginnings, kernel.BEGINS, False), (self.endings, kernel.ENDS, True)):
            lines = _find(pairs, flag)
            keys.count(lines, _ends(texts, lines, is_last), partial(_words, outputs, is_last), len(outputs))

    def _look_at_case(
        self, sources: PackedLines, outputs: PackedLines, flags: "tuple[array[int], array[int], array[int]]", first: int
    ) -> None:
        for case, has, lacks in (("lower", kernel.LOWER, kernel.UPPER), ("upper", kernel.UPPER, kernel.LOWER)):
            lines = kernel.find_turned(*flags, has, lacks)
            self.cases[case].add([i for i in lines if turns_case(case, sources[i], outputs[i])], first)

    def _look_for_cuts(
        self, sources: PackedLines, outputs: PackedLines, flags: "array[int]", pairs: "array[int]", first: int
    ) -> None:
        finished = kernel.GLUED | kernel.ALONE
        lines = [index for index in _find(pairs, kernel.SHORTER) if not flags[index] & finished]
        cuts = find_cuts((index, sources[index], outputs[index]) for index in lines)
        self.cut.add(cuts.lines, first)
        self.n_cut_strays = cuts.n_strays

    def _look_for_lookalikes(
        self, sources: PackedLines, outputs: PackedLines, flags: "tuple[array[int], array[int], array[int]]", first: int
    ) -> None:
        *both, pairs = flags
        odd, plain = (
            {index for column in both for index in kernel.find_flagged(pairs, kernel.DIFFERS, column, mask)}
            for mask in (kernel.ACCENTED, _PLAIN)
        )
        if lines := sorted(odd & plain):
            from errata.check.lookalikes import Suspects  # with a table that ASCII never needs

            self.lookalikes = Suspects.of([(first + index, sources[index], outputs[index]) for index in lines])

    def join(self, other: "PairSurvey") -> None:
        """Add the survey of a later block."""
        self.n_changed += other.n_changed
        self.unchanged.join(other.unchanged)
        self.heads += other.heads
        self.empty.join(other.empty)
        self.strays += other.strays
        self.shared += other.shared
        self.fitting += other.fitting
        self.waiting |= other.waiting
        paired = {one for one, _ in self.swapped}
        across = _find_swapped(self.last_strays, other.first_strays)
        self.swapped += [*(pair for pair in across if pair[0] not in paired), *other.swapped]
        self.first_strays = (self.first_strays + other.first_strays)[: alignment.FURTHEST]
        self.last_strays = (self.last_strays + other.last_strays)[-alignment.FURTHEST :]
        self.edges.update(other.edges)
        self.strange += other.strange
        for key, seen in other.styles.items():
            if key not in self.styles:
                self.examples[seen[0]] = other.examples[seen[0]]
            self.styles.setdefault(key, Seen()).join(seen)
        for case, seen in other.cases.items():
            self.cases[case].join(seen)
        self.cut.join(other.cut)
        self.n_cut_strays += other.n_cut_strays
        self.beginnings.join(other.beginnings)
        self.endings.join(other.endings)
        both = self.lookalikes and other.lookalikes and self.lookalikes.join(other.lookalikes)
        self.lookalikes = both or self.lookalikes or other.lookalikes

    def find_shift(self, n_sources: int) -> alignment.Shift | None:
        """Return what belongs to a neighbouring source, once all blocks are joined; None if too little does."""
        if len(self.strays) < MIN_LINES:
            return None
        words = cache(lambda index: alignment.words_of(self.edges[index]))
        lines, fits = [], []
        for index, shared, known in zip(self.strays, self.shared, self.fitting, strict=True):
            fit: int | None = known
            if index in self.waiting:
                fit = alignment.fitting_neighbour(index, shared, self.waiting[index], n_sources, words, alignment.NEAR)
            if fit is not None and fit >= 0:
                lines.append(index)
                fits.append(fit)
        return alignment.Shift(tuple(lines), fits[0], lines[0]) if len(lines) >= MIN_LINES else None


def _is_akin(one: set[str], other: set[str]) -> bool:
    """Tell whether two texts share more than half of the words of the longer."""
    most = max(len(one), len(other))
    return 2 * min(len(one), len(other)) > most and 2 * len(one & other) > most


def _find_swapped(strays: Sequence[Pair], later: Sequence[Pair]) -> list[tuple[int, int]]:
    """Return the strays that are swapped with a later one, as `find_swapped` does on whole texts.

    The later ones directly follow the last stray.
    """
    others = [alignment.words_of(source) for _, source, _ in later]
    holding: dict[str, list[int]] = {}
    for number, other in enumerate(others):
        for word in other:
            holding.setdefault(word, []).append(number)
    found = []
    for place, (one, source, output) in enumerate(strays):
        mine = alignment.words_of(output)
        # A source with more than half of these words has one of any half of them: best the rarest.
        rarest = sorted(mine, key=lambda word: len(holding.get(word, ())))[: (len(mine) + 1) // 2]
        furthest = alignment.FURTHEST - (len(strays) - 1 - place)
        for number in sorted({number for word in rarest for number in holding.get(word, ()) if number < furthest}):
            two, _, theirs = later[number]
            if _is_akin(mine, others[number]) and _is_akin(alignment.words_of(theirs), alignment.words_of(source)):
                found.append((one, two))
                break
    return found


def _ends(texts: Texts, lines: "array[int]", is_last: bool) -> list[Key]:
    """Return the first few words of lines, or the last few in reverse, as numbers."""
    ids, bounds = texts.ids, texts.bounds
    if is_last:
        return [tuple(ids[max(bounds[i], bounds[i + 1] - _PREFIX) : bounds[i + 1]])[::-1] for i in lines]
    return [tuple(ids[bounds[i] : min(bounds[i] + _PREFIX, bounds[i + 1])]) for i in lines]


def _words(outputs: PackedLines, is_last: bool, line: int) -> list[str]:
    """Return the same words."""
    return outputs[line].rsplit(None, _PREFIX)[-_PREFIX:][::-1] if is_last else outputs[line].split(None, _PREFIX)
