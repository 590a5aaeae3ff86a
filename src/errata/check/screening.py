"""The checks of outputs on texts that are read in blocks: what each block shows, joined, gives the same findings.

A kernel looks at all bytes and flags the few lines that a check could speak of; the checks themselves look at those.
What has to be known of them all at the end is kept: counts, the first lines, and the rare strange pairs.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from errata.check import outputs as checks
from errata.check.chatter import is_strange, judge_chatter
from errata.check.styles import (
    CASES,
    FORMS,
    MIN_LINES,
    STYLE_PAIRS,
    Forms,
    OutputTexts,
    judge_case,
    judge_styles,
    turns_case,
)
from errata.findings import REMEMBERED, Finding
from errata.kernels import screening as kernel
from errata.kernels.buffers import Texts
from errata.records import dataclass, field
from errata.text.forms import compare_forms
from errata.text.packed import PackedLines

Pair = tuple[int, str, str]
_EDGE = 2 * checks.NEAR
"""So many sources at both ends of a block are kept, where a neighbouring one may be looked for."""
_MOST_KEYS = 1 << 13
_PREFIX = 3
"""Words that outputs must have in common before anything is said, unless one of them ends in a colon."""


class Seen(Sequence[int]):
    """Lines by the first few and their number: all that a message tells of them."""

    def __init__(self) -> None:
        self._first: list[int] = []
        self._count = 0

    def add(self, lines: Iterable[int], shift: int) -> None:
        """Add lines, counted from `shift`."""
        for line in lines:
            if self._count < REMEMBERED:
                self._first.append(line + shift)
            self._count += 1

    def join(self, other: "Seen") -> None:
        """Add those of a later block."""
        self._first = (self._first + other._first)[:REMEMBERED]
        self._count += other._count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        return self._first[index]


class Frequent:
    """Counts of many different keys, of which only the frequent matter: the rare are forgotten now and then."""

    def __init__(self) -> None:
        self.counts = Counter[tuple[str, ...]]()
        self.missed = 0
        """No key occurred more often than this beyond its count."""

    def add(self, key: tuple[str, ...]) -> None:
        """Count a key."""
        self.counts[key] += 1

    def join(self, other: "Frequent") -> None:
        """Add those of a later block, and forget what is rare where there are too many."""
        self.counts.update(other.counts)
        self.missed += other.missed
        least = 0
        while len(self.counts) > _MOST_KEYS:
            least += 1
            self.counts = Counter({key: count for key, count in self.counts.items() if count > least})
        self.missed += least

    def suspects(self, is_habit: Callable[[Sequence[int]], bool], total: int) -> set[str]:
        """Return the first words of which so many lines may go on alike that it would be worth a word."""
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
                key[0].endswith((":", "："))
                or 4 * (most.get(key[0], 0) + self.missed) >= count
                or 2 * (count + self.missed) > total
            )
        }


@dataclass
class ColumnSurvey:
    """What checks want to know of one text by itself."""

    n_lines: int = 0
    n_empty: int = 0
    totals: "array[int]" = field(default_factory=lambda: array("q", bytes(8 * kernel.N_TOTALS)))
    glued: int = 0
    alone: int = 0
    odd: Seen = field(default_factory=Seen)
    odd_character: str = ""
    entities: Seen = field(default_factory=Seen)
    entity: str = ""
    tabs: Seen = field(default_factory=Seen)
    unsegmented: Seen = field(default_factory=Seen)
    is_composed: bool = True
    flags: "array[int]" = field(default_factory=lambda: array("i"))
    """Those of a block; none where blocks were joined."""

    @classmethod
    def of(cls, lines: PackedLines, first: int) -> "ColumnSurvey":
        """Survey a block of lines that begins at line `first`."""
        flags, totals = kernel.survey_lines(*lines.buffers)
        found = cls(len(lines), len(_find(flags, kernel.EMPTY)), totals, flags=flags)
        found.glued, found.alone = len(_find(flags, kernel.GLUED)), len(_find(flags, kernel.ALONE))
        glued, alone = checks.count_glued([lines[index] for index in _find(flags, kernel.ENDS_ODDLY)])
        found.glued, found.alone = found.glued + glued, found.alone + alone
        places = _find(flags, kernel.ODD)
        odd = checks.odd_characters([lines[index] for index in places])
        found.odd.add([places[index] for index, _ in odd], first)
        found.odd_character = odd[0][1] if odd else ""
        entities = [(index, hit) for index in _find(flags, kernel.ENTITY) if (hit := checks.find_entity(lines[index]))]
        found.entities.add([index for index, _ in entities], first)
        found.entity = entities[0][1] if entities else ""
        found.tabs.add(_find(flags, kernel.TAB), first)
        found.unsegmented.add(
            [index for index in _find(flags, kernel.ASIAN) if checks.is_unsegmented(lines[index])], first
        )
        accented = [lines[index] for index in _find(flags, kernel.ACCENTED)]
        found.is_composed = not checks.find_decomposed(accented)
        return found

    def join(self, other: "ColumnSurvey") -> None:
        """Add that of a later block."""
        self.n_lines += other.n_lines
        self.n_empty += other.n_empty
        self.totals = array("q", map(int.__add__, self.totals, other.totals))
        self.glued += other.glued
        self.alone += other.alone
        self.odd_character = self.odd_character or other.odd_character
        self.entity = self.entity or other.entity
        self.is_composed &= other.is_composed
        for mine, theirs in (
            (self.odd, other.odd),
            (self.entities, other.entities),
            (self.tabs, other.tabs),
            (self.unsegmented, other.unsegmented),
        ):
            mine.join(theirs)

    @property
    def spacing(self) -> checks.Spacing:
        """How the text is spaced."""
        blanks = self.totals[kernel.BLANKS]
        return checks.Spacing(self.n_lines, blanks, self.totals[kernel.CHARACTERS] - blanks, self.glued, self.alone)

    def n_marks(self, forms: Forms) -> int:
        """Return how often marks of a style occur."""
        return self.totals[2 + FORMS.index(forms)]

    def n_marked(self, forms: Forms) -> int:
        """Return how many lines have any."""
        return self.totals[2 + kernel.N_STYLES + FORMS.index(forms)]

    def check_characters(self, name: str, noun: str = "line") -> list[Finding]:
        """Report control characters and the like."""
        return checks.say_characters(name, self.odd, self.odd_character, noun) if self.odd else []

    def check_segmentation(self, name: str, noun: str = "line") -> list[Finding]:
        """Report texts that are not tokenised."""
        n_filled = self.n_lines - self.n_empty
        return checks.say_segmentation(name, self.unsegmented, self.n_lines, n_filled, noun)


def _find(flags: "array[int]", wanted: int) -> "array[int]":
    return kernel.find_flagged(flags, wanted, flags, -1)


class _Lines(dict[int, str]):
    """The few lines of a text that are known, and how many it has."""

    def __init__(self, n_lines: int, lines: Iterable[tuple[int, str]]) -> None:
        super().__init__(lines)
        self._n_lines = n_lines

    def __len__(self) -> int:
        return self._n_lines


@dataclass
class PairSurvey:
    """What checks want to know of an output beside its sources."""

    equals_source: bool = True
    empty: Seen = field(default_factory=Seen)
    strays: "array[int]" = field(default_factory=lambda: array("q"))
    shared: "array[float]" = field(default_factory=lambda: array("d"))
    fitting: "array[int]" = field(default_factory=lambda: array("q"))
    """The neighbouring source that each stray fits, -1 where none."""
    stray_sources: dict[int, str] = field(default_factory=dict)
    stray_outputs: dict[int, str] = field(default_factory=dict)
    waiting: set[int] = field(default_factory=set)
    """Strays whose neighbours are in another block."""
    edges: dict[int, str] = field(default_factory=dict)
    strange: list[Pair] = field(default_factory=list)
    styles: dict[tuple[Forms, Forms], Seen] = field(default_factory=dict)
    examples: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Source and output of the lines that messages quote."""
    cases: dict[str, Seen] = field(default_factory=lambda: {case: Seen() for case in CASES})
    beginnings: Frequent = field(default_factory=Frequent)
    endings: Frequent = field(default_factory=Frequent)

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
        pairs = kernel.compare_lines(sources.buffers, outputs.buffers, *texts, kinds, checks.SETTLED, checks.STRAY)
        source, output = surveys[0].flags, surveys[1].flags
        n = len(sources)
        found = cls()
        for index in [*range(min(_EDGE, n)), *range(max(n - _EDGE, 0), n)]:
            found.edges[first + index] = sources[index]
        empty = kernel.find_flagged(output, kernel.EMPTY, source, ~kernel.EMPTY)
        found.empty.add(empty, first)
        filled = kernel.find_flagged(source, kernel.EMPTY, output, ~kernel.EMPTY)
        found.equals_source = not empty and not filled and not _find(pairs, kernel.DIFFERS)
        found._look_for_strays(sources, outputs, pairs, first)
        found._look_for_styles(sources, outputs, (source, output, pairs), first)
        found._look_at_ends(outputs, pairs)
        looks = kernel.MARKED | kernel.SUBWORD | kernel.OPENING
        odd = {
            *kernel.find_flagged(pairs, kernel.DIFFERS, output, looks),
            *_find(pairs, kernel.BEGINS | kernel.HOLDS | kernel.UNLIKE),
        }
        for index in sorted(odd):
            if (text := outputs[index]).strip() and is_strange(sources[index], text):
                found.strange.append((first + index, sources[index], text))
        found._look_at_case(sources, outputs, (source, output, pairs), first)
        return found

    def _look_for_strays(self, sources: PackedLines, outputs: PackedLines, pairs: "array[int]", first: int) -> None:
        source_words = cache(lambda index: checks.words_of(sources[index]))
        n = len(sources)
        for index in _find(pairs, kernel.STRAYS):
            output = outputs[index]
            shared = checks.shared_words(sources[index], output)
            if shared >= checks.STRAY:
                continue
            fits: int | None = None
            if checks.NEAR <= index < n - checks.NEAR:
                fits = checks.fitting_neighbour(index, shared, output, n, source_words, checks.NEAR)
            else:
                self.waiting.add(first + index)
            self.strays.append(first + index)
            self.stray_sources[first + index], self.stray_outputs[first + index] = sources[index], output
            self.shared.append(shared)
            self.fitting.append(-1 if fits is None else first + fits)

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

    def _look_at_ends(self, outputs: PackedLines, pairs: "array[int]") -> None:
        for index in _find(pairs, kernel.BEGINS):
            _count_key(self.beginnings, outputs[index].split(None, _PREFIX)[:_PREFIX])
        for index in _find(pairs, kernel.ENDS):
            _count_key(self.endings, outputs[index].rsplit(None, _PREFIX)[-_PREFIX:][::-1])

    def _look_at_case(
        self, sources: PackedLines, outputs: PackedLines, flags: "tuple[array[int], array[int], array[int]]", first: int
    ) -> None:
        _, output, pairs = flags
        beyond = set(kernel.find_flagged(pairs, kernel.DIFFERS, output, kernel.BEYOND_ASCII))
        for case, has, lacks in (("lower", kernel.LOWER, kernel.UPPER), ("upper", kernel.UPPER, kernel.LOWER)):
            capitals = set(_find(output, lacks))
            plain = [i for i in kernel.find_flagged(pairs, kernel.DIFFERS, output, has) if i not in capitals]
            lines = sorted({*plain, *(index for index in beyond if index not in capitals)})
            self.cases[case].add([i for i in lines if turns_case(case, sources[i], outputs[i])], first)

    def join(self, other: "PairSurvey") -> None:
        """Add that of a later block."""
        self.equals_source &= other.equals_source
        self.empty.join(other.empty)
        self.strays += other.strays
        self.shared += other.shared
        self.fitting += other.fitting
        self.waiting |= other.waiting
        self.stray_sources.update(other.stray_sources)
        self.stray_outputs.update(other.stray_outputs)
        self.edges.update(other.edges)
        self.strange += other.strange
        for key, seen in other.styles.items():
            if key not in self.styles:
                self.examples[seen[0]] = other.examples[seen[0]]
            self.styles.setdefault(key, Seen()).join(seen)
        for case, seen in other.cases.items():
            self.cases[case].join(seen)
        self.beginnings.join(other.beginnings)
        self.endings.join(other.endings)

    def _find_shift(self, n_sources: int) -> checks.Shift | None:
        if len(self.strays) < MIN_LINES:
            return None
        words = cache(lambda index: checks.words_of(self.edges[index]))
        lines, fits = [], []
        for index, shared, known in zip(self.strays, self.shared, self.fitting, strict=True):
            fit: int | None = known
            if index in self.waiting:
                fit = checks.fitting_neighbour(index, shared, self.stray_outputs[index], n_sources, words, checks.NEAR)
            if fit is not None and fit >= 0:
                lines.append(index)
                fits.append(fit)
        return checks.Shift(tuple(lines), fits[0], lines[0]) if len(lines) >= MIN_LINES else None


def _count_key(counts: Frequent, words: list[str]) -> None:
    """Count the first word, the first two if a colon ends them, and as many as are worth a word."""
    if not words:
        return
    counts.add((words[0],))
    if len(words) > 1 and words[1].endswith((":", "：")):
        counts.add((words[0], words[1]))
    if len(words) == _PREFIX:
        counts.add(tuple(words))


Again = Callable[[], Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]]
"""Reads the texts once more: yields the first line of each block, sources, outputs and references."""


def check_output(
    name: str,
    source: ColumnSurvey,
    output: ColumnSurvey,
    pairs: PairSurvey,
    again: Again,
    wanted: Sequence[ColumnSurvey] = (),
    noun: str = "line",
) -> list[Finding]:
    """Run every check of an output beside its sources, as `errata.check.outputs.check_output` does.

    `wanted` are the references. The texts are read `again` only where words seem to be repeated at the ends of lines,
    or accents to be written in more than one way.
    """
    n = source.n_lines
    swapped = partial(checks.find_swapped, pairs.stray_sources, pairs.stray_outputs, pairs.strays)
    findings = checks.say_alignment(name, n, pairs.strays, pairs._find_shift(n), swapped, pairs.empty, noun)
    findings += checks.judge_tokenisation(name, source.spacing, output.spacing)
    if not source.tabs:
        findings += checks.say_tabs(name, output.tabs, n)
    if output.entities and not source.entities:
        findings += checks.say_entities(name, output.entities, output.entity, noun)
    findings += _check_chatter(name, source, output, pairs, again, wanted, noun)
    if not all(column.is_composed for column in (source, output, *wanted)):
        findings += _compare_forms(name, again, noun)
    findings += checks.judge_ends(name, findings, source.spacing, output.spacing)
    empty = checks.say_empty(name, findings, pairs.empty, noun)
    return [*findings, *output.check_characters(name, noun), *empty]


def _compare_forms(name: str, again: Again, noun: str) -> list[Finding]:
    """Report words in another Unicode form; lines of ASCII have none, so they need not be kept."""
    sources: list[str] = []
    outputs: list[str] = []
    wanted: list[str] = []
    for _, *columns, references in again():
        for column, kept in zip(columns, (sources, outputs), strict=True):
            kept += ["" if line.isascii() else line for line in column]
        wanted += [line for lines in references for line in lines if not line.isascii()]
    return compare_forms(name, sources, outputs, noun, wanted)


def _check_chatter(
    name: str,
    source: ColumnSurvey,
    output: ColumnSurvey,
    pairs: PairSurvey,
    again: Again,
    wanted: Sequence[ColumnSurvey],
    noun: str,
) -> list[Finding]:
    n = source.n_lines

    def texts_of(found: list[Pair]) -> OutputTexts:
        quoted = [(line, *texts) for line, texts in pairs.examples.items()]
        sources = _Lines(n, ((line, text) for line, text, _ in [*quoted, *found]))
        outputs = _Lines(n, ((line, text) for line, _, text in [*quoted, *found]))
        whole = "\n".join(text for _, _, text in found)
        return OutputTexts(name, noun, sources, outputs, found, whole)  # type: ignore[arg-type]  # by line

    texts = texts_of(pairs.strange)
    begin, end = (keys.suspects(texts.is_habit, n) for keys in (pairs.beginnings, pairs.endings))
    beginnings: list[Pair] = []
    endings: list[Pair] = []
    if begin or end:
        for first, sources, outputs, _ in again():
            for index, (one, other) in enumerate(zip(sources, outputs, strict=True), first):
                if one != other and one and (words := other.split()):
                    beginnings += [(index, one, other)] if words[0] in begin else []
                    endings += [(index, one, other)] if words[-1] in end else []
    return judge_chatter(
        texts,
        texts_of(beginnings),
        texts_of(endings),
        lambda: [
            *judge_styles(
                texts,
                output.n_marks,
                source.n_marks,
                lambda ours, theirs: pairs.styles.get((ours, theirs), ()),
                lambda forms: sum(column.n_marked(forms) for column in wanted),
            ),
            *judge_case(texts, pairs.cases),
        ],
    )
