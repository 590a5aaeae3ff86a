"""The checks of outputs by a kernel, for texts in memory (`Screen`) or surveyed in blocks, with the same findings."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from errata.check import alignment, segmentation
from errata.check import outputs as checks
from errata.check.chatter import judge_chatter
from errata.check.cuts import Cuts, judge_run
from errata.check.styles import OutputTexts, judge_case, judge_styles
from errata.check.surveys import ColumnSurvey, Pair, PairSurvey
from errata.findings import Finding
from errata.kernels import screening as kernel
from errata.text.forms import compare_forms
from errata.text.packed import PackedLines
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.check.lookalikes import Suspects


class _Lines(dict[int, str]):
    """A text of which only a few lines, and their number, are known."""

    def __init__(self, n_lines: int, lines: Iterable[tuple[int, str]]) -> None:
        super().__init__(lines)
        self._n_lines = n_lines

    def __len__(self) -> int:
        return self._n_lines


Again = Callable[[], Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]]
"""Reads the texts again: yields the first line number of each block, sources, outputs and references."""


def check_output(
    name: str,
    source: ColumnSurvey,
    output: ColumnSurvey,
    pairs: PairSurvey,
    again: Again,
    wanted: Sequence[ColumnSurvey] | None = (),
    noun: str = "line",
) -> list[Finding]:
    """Run every check of an output beside its sources, as `errata.check.outputs.check_output` does.

    `wanted` are the references, which `again` yields too; it is None for a reference. The texts are read `again` only
    if words seem to be repeated at the ends of lines, accents to be encoded in more than one way, or words to be
    written in characters that look alike.
    """
    if wanted is None:
        again = partial(_without_references, again)
    n = source.n_lines
    shift = pairs.find_shift(n)
    displaced = partial(alignment.find_displaced, pairs.strays, partial(_each_line, again))
    swapped = partial(sorted, pairs.swapped)
    findings = alignment.say_alignment(name, n, pairs.strays, shift, displaced, swapped, pairs.empty, noun)
    findings += checks.judge_tokenisation(name, source.spacing, output.spacing)
    if not source.tabs:
        findings += checks.say_tabs(name, output.tabs, n)
    if output.entities and not source.entities:
        findings += checks.say_entities(name, output.entities, output.entities.quoted, noun)
    findings += _check_chatter(name, source, output, pairs, again, wanted, noun)
    if not all(column.is_composed for column in (source, output, *(wanted or ()))):
        findings += _compare_forms(name, again, noun)
    if pairs.lookalikes and pairs.lookalikes.are_many(n):
        findings += _check_lookalikes(name, pairs.lookalikes, again, n, noun)
    cuts = Cuts(pairs.cut, pairs.n_cut_strays)
    findings = checks.judge_endings(name, findings, source.spacing, output.spacing, cuts, noun)
    findings += judge_run(name, pairs.unchanged, pairs.n_changed, noun)
    empty = checks.say_empty(name, findings, pairs.empty, noun)
    odd = output.check_characters(name, noun)
    if output.mojibake and not source.mojibake:
        odd += checks.say_mojibake(name, output.mojibake, output.mojibake.quoted, noun)
    if output.spaces and not source.spaces:
        odd += checks.say_spaces(name, output.spaces, output.spaces.quoted, noun)
    return [*findings, *odd, *empty]


def _without_references(again: Again) -> Iterator[tuple[int, PackedLines, PackedLines, Sequence[PackedLines]]]:
    for first, sources, outputs, _ in again():
        yield first, sources, outputs, ()


def _each_line(again: Again) -> Iterator[tuple[int, str, str]]:
    """Read lines again: yield the number of each, its source and output."""
    for first, sources, outputs, _ in again():
        yield from zip(range(first, first + len(sources)), sources, outputs, strict=True)


def _compare_forms(name: str, again: Again, noun: str) -> list[Finding]:
    """Report words in another Unicode form; ASCII lines have none and need not be kept."""
    sources: list[str] = []
    outputs: list[str] = []
    wanted: list[str] = []
    for _, *columns, references in again():
        for column, kept in zip(columns, (sources, outputs), strict=True):
            kept += ["" if line.isascii() else line for line in column]
        wanted += [line for lines in references for line in lines if not line.isascii()]
    return compare_forms(name, sources, outputs, noun, wanted)


def _check_lookalikes(name: str, suspects: "Suspects", again: Again, n_lines: int, noun: str) -> list[Finding]:
    """Report words in characters that look like those of the source."""
    from errata.check.lookalikes import differing, say_lookalikes

    known = (line for _, sources, _, references in again() for lines in (sources, *references) for line in lines)
    pairs = (pair for first, sources, outputs, _ in again() for pair in differing(first, sources, outputs))
    return say_lookalikes(name, suspects, known, pairs, n_lines, noun)


def _check_chatter(
    name: str,
    source: ColumnSurvey,
    output: ColumnSurvey,
    pairs: PairSurvey,
    again: Again,
    wanted: Sequence[ColumnSurvey] | None,
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
        pairs.heads,
        lambda: [
            *judge_styles(
                texts,
                output.n_marks,
                source.n_marks,
                lambda ours, theirs: pairs.styles.get((ours, theirs), ()),
                None if wanted is None else lambda forms: sum(column.n_marked(forms) for column in wanted),
                source.n_marked,
            ),
            *judge_case(texts, pairs.cases),
        ],
    )


class _Column:
    """A single text: its lines, and what checks need to know about them."""

    def __init__(self, lines: PackedLines) -> None:
        self.lines = lines
        self.survey = ColumnSurvey.of(lines, 0)


class Screen:
    """The checks of outputs against sources in memory, as in `errata.check.outputs` but far faster.

    `wanted` are the corrections and references of the gold. Texts that cannot be lines of a file, with a line break
    or half a surrogate pair in them, are checked the plain way, and so is everything if kernels are not compiled.
    """

    def __init__(
        self, sources: Sequence[str], wanted: Sequence[str] = (), vocabulary: Vocabulary | None = None
    ) -> None:
        self.sources = sources
        self._wanted = wanted
        self._vocabulary = vocabulary or Vocabulary("word")
        self._columns: dict[int, _Column | None] = {}
        self._kept: list[Sequence[str]] = []

    def _column(self, lines: Sequence[str]) -> _Column | None:
        """Return the column of these lines, computed once."""
        if id(lines) not in self._columns:
            self._kept.append(lines)  # so that no other list can get its place in memory, and its id
            packed = lines if isinstance(lines, PackedLines) else PackedLines.pack(lines) if kernel.COMPILED else None
            self._columns[id(lines)] = None if packed is None else _Column(packed)
        return self._columns[id(lines)]

    def spacing(self, lines: Sequence[str] | None = None) -> checks.Spacing:
        """Return how lines are spaced, or the sources."""
        lines = self.sources if lines is None else lines
        column = self._column(lines)
        return checks.Spacing.of(lines) if column is None else column.survey.spacing

    def check_segmentation(self, name: str, lines: Sequence[str], noun: str = "line") -> list[Finding]:
        """Report an untokenised text in a script without spaces."""
        column = self._column(lines) if isinstance(lines, PackedLines) else None
        if column is None:
            return segmentation.check_segmentation(name, lines, noun)
        return column.survey.check_segmentation(name, noun)

    def check_sources(self, name: str, noun: str = "line") -> list[Finding]:
        """Report control characters and the like in the sources."""
        column = self._column(self.sources)
        if column is None:
            return checks.check_characters(name, self.sources, noun)
        return column.survey.check_characters(name, noun)

    def check_output(
        self, name: str, outputs: Sequence[str], noun: str = "line", *, is_reference: bool = False
    ) -> list[Finding]:
        """Run every check of an output, against its sources and by itself; or of a reference."""
        source, output, wanted = map(self._column, (self.sources, outputs, self._wanted))
        if source is None or output is None or wanted is None or len(source.lines) != len(output.lines):
            return checks.check_output(name, self.sources, outputs, noun, None if is_reference else self._wanted)
        words = self._vocabulary.flatten(source.lines), self._vocabulary.flatten(output.lines, source.lines)
        surveys, kinds = (source.survey, output.survey), self._vocabulary.kinds()
        pairs = PairSurvey.of(source.lines, output.lines, surveys, words, kinds, 0)
        again = partial(iter, [(0, source.lines, output.lines, [wanted.lines])])
        references = None if is_reference else [wanted.survey]
        return check_output(name, source.survey, output.survey, pairs, again, references, noun)
