"""The extractor `errata`: ERRANT's alignment and merging with strings in place of a tagger."""

import sys
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import accumulate, groupby, islice
from operator import itemgetter
from typing import ClassVar, NamedTuple

from errata.digests import sha256_hex
from errata.extract import Extractor
from errata.extract.classify import classify, operation
from errata.extract.english import CLASSES, are_english, plain, stem, word_class
from errata.extract.merging import Span, are_apart, is_rewriting, merge_operations
from errata.findings import Finding
from errata.kernels.buffers import Texts
from errata.kernels.limits import TooLargeError
from errata.kernels.wordalign import N_FIELDS, Aligner
from errata.model import Edit, make_edit
from errata.text.vocabulary import Vocabulary

_OTHER_STEM = 0.499
_TWO_OPEN = 0.125
_OTHER_CLASS = 0.5
"""Costs of a substitution in addition to the share of differing letters: another stem, two open-class words (ERRANT
adds 0 for the same part of speech and 0.25 for two content words: we cannot know), words of different classes."""

_MAX_CELLS = 1 << 27
"""A pair whose alignment table would have more cells is refused: about 8,000 words against 8,000; 256 MB and ten
seconds. Long texts with unchanged words between their changes need far less."""

_MAX_WALKED = 1 << 29
"""A pair that needs more steps for reordered words is refused: seven seconds, as for 4,000 random words out
of 1,000 against 4,000 others."""

_MAX_LINES = 1 << 16
"""Lines, with their words, remembered between calls: about ten megabytes."""

_CODE_POINTS = f"utf-32-{sys.byteorder[0]}e"
_NUMBER_OF = {name: number for number, name in enumerate(CLASSES)}


class _Words:
    """The words of all texts by number, with the properties that the alignment uses."""

    def __init__(self) -> None:
        self._vocabulary = Vocabulary("word")
        self._lower: dict[str, int] = {}
        self._stems: dict[str, int] = {}
        self.names: list[str] = []
        self.lower = array("i")
        self.stems = array("i")
        self.classes = array("i")
        self.letters = array("i")
        self.bounds = array("i", [0])

    def flatten(self, lines: Sequence[str]) -> Texts:
        """Return the numbers of many lines' words."""
        made = Texts.of_arrays([self._vocabulary.encode(line) for line in lines])
        if len(self._vocabulary) > len(self.lower):
            self._describe(self._vocabulary.words_from(len(self.lower)))
        return made

    @property
    def n_lines(self) -> int:
        """The number of lines remembered."""
        return self._vocabulary.n_lines

    @property
    def described(self) -> tuple["array[int]", ...]:
        """The word properties that the kernel needs."""
        return self.lower, self.stems, self.classes, self.letters, self.bounds

    def _describe(self, words: Sequence[str]) -> None:
        """Add the properties of new words, in the order of their numbers."""
        self.names += words
        lows = [word.lower() for word in words]
        for numbers, known, names in ((self.lower, self._lower, lows), (self.stems, self._stems, map(stem, lows))):
            numbers.extend([known.setdefault(name, len(known)) for name in names])
        self.classes.extend([_NUMBER_OF[word_class(word)] for word in words])
        self.letters.frombytes("".join(words).encode(_CODE_POINTS, "surrogatepass"))
        self.bounds.extend(islice(accumulate(map(len, words), initial=self.bounds[-1]), 1, None))


class _Aligned(NamedTuple):
    """Pairs of texts as numbers of words, and the operations of each pair, as the kernel returns them."""

    names: Sequence[str]
    """The word of every number."""
    before: Texts
    after: Texts
    flat: "array[int]"

    def operations(self) -> Iterator[tuple[int, list[Span]]]:
        """Yield the operations of each pair that differs in more than white space."""
        found = zip(*(self.flat[field::N_FIELDS] for field in range(N_FIELDS)), strict=True)
        for pair, group in groupby(found, itemgetter(0)):
            yield pair, [Span(kind, start, start + n, at, at + m) for _, kind, start, n, at, m in group]

    def words(self, pair: int, span: Span) -> tuple[list[str], list[str]]:
        """Return the words of a span in both texts."""
        first, first_new = self.before.bounds[pair], self.after.bounds[pair]
        old = self.before.ids[first + span.start : first + span.end]
        new = self.after.ids[first_new + span.output_start : first_new + span.output_end]
        return [self.names[word] for word in old], [self.names[word] for word in new]


class _Bench(threading.local):
    """The working data of one thread; words are forgotten before they fill the memory."""

    def __init__(self) -> None:
        self._renew()

    def _renew(self) -> None:
        # Both or none: the tables of the aligner know words by their numbers.
        self._words = _Words()
        self._aligner = Aligner(_MAX_CELLS, _MAX_WALKED)

    def align(self, sources: Sequence[str], outputs: Sequence[str]) -> "_Aligned":
        """Align each pair."""
        words = self._words
        before, after = words.flatten(sources), words.flatten(outputs)
        flat: array[int] = self._aligner.align(
            before.ids, before.bounds, after.ids, after.bounds, words.described, (_OTHER_STEM, _TWO_OPEN, _OTHER_CLASS)
        )
        if words.n_lines > _MAX_LINES:
            self._renew()
        return _Aligned(words.names, before, after, flat)


class StringExtractor(Extractor):
    """Extracts edits without any language model.

    With `words`, correctly spelt words one per line, it also detects misspellings. For sources that are not English,
    it finds only the operation of edits.
    """

    serves_threads: ClassVar[bool] = True

    def __init__(self, words: Iterable[str] | None = None) -> None:
        self._spelt = None if words is None else frozenset(plain(word.strip()) for word in words)
        self._bench = _Bench()
        self._classify = classify

    def suited(self, sources: Sequence[str]) -> Extractor:
        """Return one with types by operation if the sources are not English."""
        if self._is_by_operation or are_english(sources):
            return self
        other = copy(self)
        other._classify = operation
        return other

    @property
    def _is_by_operation(self) -> bool:
        return self._classify is operation

    @property
    def remarks(self) -> Sequence[Finding]:
        """A note that types are only operations, if so."""
        kinds = "M, R and U" if self._spelt is None else "M, R, U and R:SPELL"
        message = f"the sources are not English, so extracted edits have only the types {kinds}"
        return (Finding("operation-types", message),) if self._is_by_operation else ()

    def keeps_whole(self, edit: Edit) -> bool:
        """Tell whether an edit has too many words to be searched for smaller edits."""
        return is_rewriting(edit.end - edit.start, len(edit.corrections[0].split()))

    @property
    def signature(self) -> str:
        """The name, the hash of the word list if any, and whether types are only operations."""
        return self._made_with + "+types:operation" * self._is_by_operation

    @property
    def _made_with(self) -> str:
        if self._spelt is None:
            return "errata"
        digest = sha256_hex("\n".join(sorted(self._spelt)).encode("utf-8", "surrogatepass"))
        return f"errata+words:{digest[:8]}"

    def classify(self, sources: Sequence[str], edits: Sequence[Sequence[Edit]]) -> list[list[str]]:
        """Return the types of given edits."""
        pairs = ((source.split(), made) for source, made in zip(sources, edits, strict=True))
        return [
            [self._classify(words[edit.start : edit.end], edit.corrections[0].split(), self._spelt) for edit in made]
            for words, made in pairs
        ]

    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair, by position."""
        result: list[tuple[Edit, ...]] = [()] * len(sources)
        differ = [at for at, (source, output) in enumerate(zip(sources, outputs, strict=True)) if source != output]
        try:
            aligned = self._bench.align([sources[at] for at in differ], [outputs[at] for at in differ])
        except TooLargeError as error:
            raise TooLargeError(str(error), differ[error.index]) from None
        for pair, operations in aligned.operations():
            at = differ[pair]
            if not are_apart(operations):
                operations = merge_operations(operations, sources[at].split(), outputs[at].split())
            made = [(span, *aligned.words(pair, span)) for span in operations]
            result[at] = tuple(
                [
                    make_edit(span.start, span.end, " ".join(new), self._classify(old, new, self._spelt), "")
                    for span, old, new in made
                ]
            )
        return result
