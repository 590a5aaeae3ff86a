"""A run of gold texts as measures count it, with what several measures and systems can share."""

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeVar, cast

from errata.kernels.buffers import Texts
from errata.model import Annotator, Corpus, Reference
from errata.text.vocabulary import Vocabulary

T = TypeVar("T")


@dataclass
class GoldBlock:
    """A run of consecutive gold sentences or documents, with what several measures and systems can share."""

    first: int
    corpus: Corpus
    annotators: tuple[Annotator, ...]
    """Those of the whole corpus, so that every block has as many references."""

    @classmethod
    def of(cls, corpus: Corpus, start: int = 0, stop: int | None = None) -> Self:
        """Cut a run of texts out of a corpus."""
        where = range(len(corpus))[start:stop]
        whole = len(where) == len(corpus)
        return cls(where.start, corpus if whole else corpus.select(where), corpus.annotators)

    @property
    def references(self) -> list[tuple[Reference, ...]]:
        """The reference texts of every sentence, made when first asked for."""
        return self.once(
            "references", lambda: [self.corpus.references(i, self.annotators) for i in range(len(self.corpus))]
        )

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` gives, made once for all measures and systems that ask by this key."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    @cached_property
    def _made(self) -> dict[Hashable, object]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_made"}

    def vocabulary(self, unit: str) -> Vocabulary:
        """Return the vocabulary of this block for a unit."""
        return self.once(("vocabulary", unit), lambda: Vocabulary(unit))

    def texts(self, unit: str, strip: bool) -> "GoldTexts":
        """Return sources and references as integers."""
        return self.once(("texts", unit, strip), lambda: GoldTexts(self, self.vocabulary(unit), strip))


class GoldTexts:
    """The sources and references of a block as integers, and the vocabulary to make outputs comparable.

    `flat` holds each source followed by its references; the texts of sentence i begin at `first_text[i]`.
    """

    def __init__(self, block: GoldBlock, vocabulary: Vocabulary, strip: bool) -> None:
        self.vocabulary = vocabulary
        self._strip = strip
        lines: list[str] = []
        self.first_text = array("i", [0])
        self.row_bounds = array("i", [0])
        self.labels: list[Annotator] = []
        for sentence, references in zip(block.corpus, block.references, strict=True):
            lines.append(sentence.source)
            lines += [reference.text for reference in references]
            self.labels += [reference.label for reference in references]
            self.first_text.append(len(lines))
            self.row_bounds.append(len(self.labels))
        self.flat = self.flatten(lines)

    def flatten(self, lines: Sequence[str]) -> Texts:
        """Return lines as integers of the same vocabulary, white space at their ends cut if so wished."""
        return self.vocabulary.flatten([line.strip() for line in lines] if self._strip else lines)
