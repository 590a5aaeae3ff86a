"""The weights of edits, and the similarity of texts, through two small interfaces.

    choosing    which of these a measure uses
    weighers    weights that need no model: `unit`, `length`; and those based on a similarity
    overlap     common tokens
    matching    comparison of the vectors of pieces: BERTScore, or pooled vectors; each text is encoded once
    models      sources of vectors with one interface; an encoder in a folder
    words       a file of word vectors
    engines     where encoders run: onnxruntime or torch
    cache       vectors kept on disk

This module has the interfaces, and the names by which measures select weights.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from errata.model import Edit

ENTRY_POINTS = "errata.similarities"
"""Entry-point group under which other packages offer weights, each a subclass of `Similarity` or of `Weigher`."""

PLAIN = {
    "unit": "every edit weighs 1",
    "length": "tokens of the longer side of the edit",
    "overlap": "change in token overlap with the reference",
}
"""Weights that need no model, by name."""
BY_MODEL = {
    "bertscore": "change in BERTScore with the reference, by an encoder in a folder",
    "embedding": "the same with the word vectors of a file",
}
"""Weights that need a model, by name."""


class Similarity(ABC):
    """Measures how similar candidates and references are.

    >>> class Same(Similarity):
    ...     signature = "same"
    ...     def compare(self, candidates, references):
    ...         return [float(a == b) for a, b in zip(candidates, references)]
    >>> Same().compare(["a b"], ["a b"])
    [1.0]
    """

    is_costly: ClassVar[bool] = True
    """Whether all pairs of a run should come in one call, so that none is compared twice and batches are full."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """What is needed to reproduce the numbers, for the signatures of scores."""

    @abstractmethod
    def compare(self, candidates: Sequence[str], references: Sequence[str]) -> Sequence[float]:
        """Return the similarity of each candidate to the reference at the same index."""

    def __str__(self) -> str:
        return self.signature


class Weigher(ABC):
    """Weighs each edit of a sentence, given the reference."""

    is_costly: ClassVar[bool] = False

    @property
    @abstractmethod
    def signature(self) -> str:
        """What is needed to reproduce the weights."""

    @abstractmethod
    def weigh(
        self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
    ) -> list[list[float]]:
        """Return the weights, none of them negative, of the edits of each source."""

    def __str__(self) -> str:
        return self.signature


def offered_weights() -> dict[str, type[Similarity] | type[Weigher]]:
    """Return the similarities and weighers of other packages by name."""
    from errata.plugins import load_plugins

    return load_plugins(ENTRY_POINTS, {*PLAIN, *BY_MODEL}, _checked)


def _checked(found: Any) -> type[Similarity] | type[Weigher]:
    if not isinstance(found, type) or not issubclass(found, Similarity | Weigher):
        raise TypeError(f"{found!r:.60} is not a subclass of errata.Similarity or errata.Weigher")
    return found
