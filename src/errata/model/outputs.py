"""Systems' versions of a corpus."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, overload

from errata.errors import InputError
from errata.model.applying import apply_edits
from errata.model.corpus import Corpus
from errata.model.edits import Edit
from errata.model.texts import CHARACTERS, NOUNS, TOKENS, Unit
from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.model.flat import FlatTexts

UNNAMED = "output"
"""The name of a system without a name."""
_NO_DOCUMENTS = Corpus(())
T = TypeVar("T")


class Later(Sequence[T]):
    """A list returned by `make` when the first item is accessed.

    >>> later = Later(2, lambda: ["a", "b"])
    >>> len(later), later[1], later[:1]
    (2, 'b', ['a'])
    """

    def __init__(self, length: int, make: Callable[[], Sequence[T]]) -> None:
        self._length = length
        self._make: Callable[[], Sequence[T]] | None = make
        self._made: Sequence[T] = ()

    def _items(self) -> Sequence[T]:
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        return self._items()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence) and not isinstance(other, str):
            return len(self) == len(other) and list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


class CorpusEdits(Later[tuple[Edit, ...]]):
    """Return the edits of every sentence of a corpus by its only annotator."""

    def __init__(self, corpus: Corpus) -> None:
        # No method of its own: that would keep the object, and with it a part of a stream, until garbage is sought.
        super().__init__(len(corpus), partial(_edits_alone, corpus))
        self.corpus = corpus


def _edits_alone(corpus: Corpus) -> list[tuple[Edit, ...]]:
    if corpus.flat is not None:
        return corpus.flat.edits_alone()
    return [sentence.layers[0].edits if sentence.layers else () for sentence in corpus]


@dataclass(frozen=True)
class Output:
    """The output of one system for a corpus.

    For sentences: texts, and the edits that made them if known; `sources` are what the system corrected and
    `ids` their names, if the file has them. For documents: these with the system's edits. `origin` is what messages
    call it, such as the file it was read from.
    """

    name: str
    texts: Sequence[str] = ()
    edits: Sequence[tuple[Edit, ...]] | None = None
    origin: str = ""
    sources: Sequence[str] = ()
    ids: Sequence[str] = ()
    documents: Corpus = _NO_DOCUMENTS

    def __repr__(self) -> str:
        return f"Output({self.name!r}, {len(self)} {NOUNS[self.unit]}s)"

    @property
    def unit(self) -> Unit:
        """What the offsets of edits count."""
        return self.documents.unit

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.origin or self.name

    @property
    def flat(self) -> "FlatTexts | None":
        """The edits in flat arrays, if they were read that way and no sentence was dropped or moved."""
        return self.edits.corpus.flat if isinstance(self.edits, CorpusEdits) else None

    @property
    def types(self) -> frozenset[str]:
        """The types of all edits of sentences."""
        if self.flat is not None:
            return self.flat.types
        return frozenset([edit.type for edits in self.edits or () for edit in edits])

    def __len__(self) -> int:
        return len(self.documents) or len(self.texts)

    def edits_of(self, index: int) -> tuple[Edit, ...]:
        """Return the edits of one text, none if unknown."""
        if self.unit == CHARACTERS:
            return self.documents[index].all_edits
        return () if self.edits is None else self.edits[index]

    def part(self, start: int, stop: int) -> "Output":
        """Return a run of consecutive texts."""
        return replace(
            self,
            texts=self.texts[start:stop],
            edits=self.edits and self.edits[start:stop],
            documents=self.documents.part(start, stop),
        )

    def select(self, indices: Sequence[int]) -> "Output":
        """Return the sentences or documents at the indices, in that order."""
        if self.unit == CHARACTERS:
            return replace(self, documents=self.documents.select(indices))
        return replace(
            self,
            texts=[self.texts[index] for index in indices],
            edits=None if self.edits is None else [self.edits[index] for index in indices],
            sources=[self.sources[index] for index in indices] if self.sources else (),
            ids=[self.ids[index] for index in indices] if self.ids else (),
        )

    @classmethod
    def of(cls, name: str, content: object, unit: Unit) -> "Output | None":
        """Return a caller's argument as an output of texts in that unit; None unless it is an output or a corpus.

        An output keeps its own name if none is given.
        """
        if isinstance(content, Output) and content.unit == unit:
            return replace(content, name=name or content.name)
        name = name or UNNAMED
        if not isinstance(content, Corpus) or (content.texts and content.unit != unit):
            return None
        content.require(unit)
        if unit == CHARACTERS:
            return cls(name, origin=content.called, documents=content)
        return cls.from_corpus(name, content)

    @classmethod
    def from_corpus(cls, name: str, corpus: Corpus) -> "Output":
        """Take the edits of sentences by one annotator, and the resulting texts; or the outputs in a table.

        >>> from errata.model import Layer, Text
        >>> Output.from_corpus("mine", Corpus((Text("a b", (Layer(0, (Edit(0, 1, ("x",)),)),)),))).texts
        ['x b']
        """
        corpus.require(TOKENS)
        # A row without an id beside others that have one must not undo the matching of these.
        ids = tuple(corpus.given_ids)
        if len(corpus.annotators) > 1:
            raise InputError(
                f"{corpus.called} has {len(corpus.annotators)} annotators ({', '.join(map(str, corpus.annotators))}), "
                "but the output of a system has one"
            )
        if not corpus.annotators:
            sources = corpus.sources if any(corpus.sources) else ()
            return cls(
                name, _outputs(corpus), None, corpus.called, sources, ids or (() if sources else _numbers(corpus))
            )
        return cls._with_edits(name, corpus, ids)

    @classmethod
    def of_run(cls, name: str, corpus: Corpus) -> "Output":
        """Return the same for a run of annotated sentences, which may have no edits."""
        return cls._with_edits(name, corpus, ())

    @classmethod
    def _with_edits(cls, name: str, corpus: Corpus, ids: tuple[str, ...]) -> "Output":
        later = CorpusEdits(corpus)
        texts = None if corpus.flat is None else corpus.flat.corrected
        if texts is None:
            texts = [apply_edits(sentence.source, made) for sentence, made in zip(corpus, later, strict=True)]
        return cls(name, texts, later, corpus.called, corpus.sources, ids)


def _numbers(corpus: Corpus) -> tuple[str, ...]:
    """Return the numbers of sentences that a table without ids and sources has in another column."""
    from errata.model.matching import find_numbers  # few files need it

    return find_numbers([sentence.extra or {} for sentence in corpus]) if len(corpus) else ()


def _outputs(corpus: Corpus) -> list[str]:
    """Return a table's column `output`; without it, an output would seem to change nothing."""
    texts: list[object] = [(sentence.extra or {}).get("output") for sentence in corpus]
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(
                f"{corpus.called} has no output of a system: sentence {number} has no annotator and no text in a "
                "column 'output'. Read a table with role='output'; a noop line of M2 says that nothing changed"
            )
    return [str(text) for text in texts]
