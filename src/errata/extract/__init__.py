"""From pairs of texts to edits through one interface; this module has the interface and the extractors' names."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from errata.errors import InputError, LengthError, UnknownNameError, suggest
from errata.findings import Finding, remedy, report
from errata.kernels.limits import TooLargeError
from errata.model import TOKENS, Corpus, Edit, Layer, Output, Text, apply_edits
from errata.records import replace
from errata.stages import Progress
from errata.text.messages import plural

NAMES = {
    "errata": "strings alone decide; errata:FILE takes a word list and finds misspellings",
    "wdiff": "word difference: every block of changed words is an edit",
    "errant": "the errant package with a spaCy pipeline: errant:NAME or errant:PATH (default en_core_web_sm)",
}
"""How to request an extractor, and what it does."""
_BLOCK = 512
"""Sentences between progress reports."""


_MARKED = ("UNK", "Um")
"""Types in ERRANT and NUCLE for what is marked as wrong or unclear but not corrected; measures skip these."""


class Extractor(ABC):
    """Finds the edits that turn a source into another text.

    Offsets count words separated by white space. Applying the edits to the source gives the words of the other text.
    """

    serves_threads: ClassVar[bool] = False
    """Whether several threads may call `extract` at the same time."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """What is needed to extract the same edits again, for the signatures of scores."""

    @abstractmethod
    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair, by position; `TooLargeError` has the position of a pair that is refused."""

    def suited(self, sources: Sequence[str]) -> "Extractor":
        """Return the extractor for a corpus of these sources, whose language may require other types."""
        del sources
        return self

    def classify(self, sources: Sequence[str], edits: Sequence[Sequence[Edit]]) -> list[list[str]]:
        """Return the types of given edits, sentence by sentence; every edit has a correction and is in its sentence."""
        raise InputError(f"{self.signature} assigns no edit types; use errata or errant")

    @property
    def remarks(self) -> Sequence[Finding]:
        """Notes for users about the edits, for example that types are coarser than usual."""
        return ()

    def keeps_whole(self, edit: Edit) -> bool:
        """Tell whether an edit was too long to be split, which is reported."""
        del edit
        return False


class WatchedExtractor(Extractor):
    """An extractor that works through texts in blocks and reports progress."""

    def __init__(self, extractor: Extractor, progress: Progress) -> None:
        self._extractor = extractor
        self._progress = progress

    @property
    def signature(self) -> str:
        """That of the wrapped extractor."""
        return self._extractor.signature

    def suited(self, sources: Sequence[str]) -> "Extractor":
        """Return the wrapped extractor for these sources, also with progress."""
        return WatchedExtractor(self._extractor.suited(sources), self._progress)

    @property
    def remarks(self) -> Sequence[Finding]:
        """Those of the wrapped extractor."""
        return self._extractor.remarks

    def keeps_whole(self, edit: Edit) -> bool:
        """Return what the wrapped extractor says."""
        return self._extractor.keeps_whole(edit)

    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair."""
        found: list[tuple[Edit, ...]] = []
        for start in range(0, len(sources), _BLOCK):
            try:
                found += self._extractor.extract(sources[start : start + _BLOCK], outputs[start : start + _BLOCK])
            except TooLargeError as error:
                raise error.moved(start) from None
            self._progress("extracting edits", len(found), len(sources))
        return found


def get_extractor(name: str) -> Extractor:
    """Return an extractor by name, such as "errata" or "errant:en_core_web_sm".

    >>> get_extractor("errata").extract(["She go home"], ["She goes home ."])[0][0]
    Edit(1, 2, ('goes',), type='R:OTHER')
    """
    kind, _, detail = name.partition(":")
    if kind == "errata":
        from errata.extract.strings import StringExtractor
        from errata.formats.files import read_lines

        return StringExtractor(read_lines(detail) if detail else None)
    if name == "wdiff":
        from errata.extract.worddiff import WordDifference

        return WordDifference()
    if kind == "errant":
        from errata.extract.errant import ErrantExtractor

        return ErrantExtractor(detail or "en_core_web_sm")
    raise UnknownNameError(f"no extractor is called {name!r}; {suggest(name, NAMES)}")


def annotate(
    sources: Sequence[str],
    corrected: Sequence[Sequence[str]],
    extract: Extractor | str = "errata",
    name: str = "extracted",
) -> Corpus:
    """Return the sources with the edits of each corrected text, annotators numbered in the order given.

    >>> annotate(["He go ."], [["He goes ."], ["He go ."]])[0].layers[0].edits[0].corrections
    ('goes',)
    """
    extractor = (get_extractor(extract) if isinstance(extract, str) else extract).suited(sources)
    for number, texts in enumerate(corrected):
        if len(texts) != len(sources):
            raise LengthError(
                f"corrected text {number} has {len(texts)} sentences but there are {len(sources)} sources"
            )
    try:
        layers = [extractor.extract(sources, texts) for texts in corrected]
    except TooLargeError as error:
        raise error.located(f"{name}, sentence {error.index + 1}") from None
    sentences = [
        Text(source, tuple(Layer(who, edits) for who, edits in enumerate(made)))
        for source, *made in zip(sources, *layers, strict=True)
    ]
    made_by = ((sentence.layers[who].edits for sentence in sentences) for who in range(len(corrected)))
    whole = [found for edits in made_by for found in find_rewritten(extractor, edits, name, "sentence")]
    for found in (*extractor.remarks, *whole):
        report(found, 2)
    return Corpus(tuple(sentences), name)


def find_rewritten(
    extractor: Extractor, edits: Iterable[Sequence[Edit]], name: str, noun: str = "line"
) -> list[Finding]:
    """Report the edits in each text that the extractor did not split, because too many words in a row changed."""
    longest = {
        index: max((edit for edit in made if extractor.keeps_whole(edit)), key=_length, default=None)
        for index, made in enumerate(edits)
    }
    lines = [index for index, edit in longest.items() if edit]
    if not lines:
        return []
    first = longest[lines[0]]
    n_words, n_new = (first.end - first.start, _length(first)) if first else (0, 0)
    message = (
        f"{noun} {lines[0] + 1}: {n_words:,} words in a row were replaced by {n_new:,} word{'s' * (n_new != 1)}; they "
        "are kept as one edit because it is too long to divide "
        f"({plural(len(lines), f'such {noun}', f'such {noun}s')}); are "
        "these versions of the same text? If so, split it into sentences, in all files alike"
    )
    return [Finding.of_lines("rewritten", message, name, lines, noun)]


def tell_rewritten(extractor: Extractor, gold: Corpus) -> None:
    """Warn of the annotators' edits that the extractor did not split."""
    edits = ([edit for layer in text.layers for edit in layer.edits] for text in gold)
    for found in find_rewritten(extractor, edits, gold.called, "sentence"):
        report(found, 3)


def _length(edit: Edit) -> int:
    return len((edit.corrections[0] if edit.corrections else "").split())


def with_edits(output: Output, gold: Corpus, extractor: Extractor) -> Output:
    """Return an output with its edits relative to the gold's sources; one that has edits is unchanged."""
    if output.edits is not None:
        return output
    try:
        return replace(output, edits=extractor.extract(gold.sources, output.texts))
    except TooLargeError as error:
        raise error.located(f"{output.called}, line {error.index + 1}") from None


def annotate_references(gold: Corpus, extractor: Extractor) -> Corpus:
    """Return a corpus of plain references with their edits added."""
    pairs = [(number, sentence.source, text) for number, sentence in enumerate(gold, 1) for text in sentence.references]
    found = _extract_pairs(pairs, extractor, gold.name)
    sentences = (
        replace(sentence, layers=tuple(Layer(who, next(found)) for who in range(len(sentence.references))))
        for sentence in gold
    )
    return replace(gold, texts=tuple(sentences), is_annotated=True)


def reannotate(corpus: Corpus, extractor: Extractor) -> Corpus:
    """Return the corpus with every annotator's edits re-extracted from the text they make."""
    if not corpus.annotators:
        raise InputError(f"{corpus.name} has no annotations to re-extract", remedy("for plain text use {annotate}"))
    pairs = [
        (number, sentence.source, apply_edits(sentence.source, layer.edits))
        for number, sentence in enumerate(corpus, 1)
        for layer in sentence.layers
    ]
    found = _extract_pairs(pairs, extractor, corpus.name)
    sentences = (
        replace(sentence, layers=tuple(replace(layer, edits=next(found)) for layer in sentence.layers))
        for sentence in corpus
    )
    return replace(corpus, texts=tuple(sentences))


def retype(corpus: Corpus, extract: Extractor | str = "errata") -> Corpus:
    """Return the corpus with the type of every edit set by an extractor; spans and corrections are kept.

    Of several corrections, the first decides. An edit without a correction, of type UNK or Um, or outside its sentence
    keeps its type.

    >>> gold = Corpus((Text("He go home", (Layer(0, (Edit(3, 3, (".",), "Mec"),)),)),))
    >>> retype(gold)[0].layers[0].edits[0].type
    'M:PUNCT'
    """
    corpus.require(TOKENS)
    if not corpus.annotators:
        raise InputError(f"{corpus.name} has no edits to type", remedy("for plain text use {annotate}"))
    extractor = (get_extractor(extract) if isinstance(extract, str) else extract).suited(corpus.sources)
    layers = [(sentence.source, layer) for sentence in corpus for layer in sentence.layers]
    plain = [[edit for edit in layer.edits if _is_typed(edit, source)] for source, layer in layers]
    types = iter(extractor.classify([source for source, _ in layers], plain))

    def typed(source: str, layer: Layer) -> Layer:
        found = iter(next(types))
        return replace(
            layer,
            edits=tuple(replace(edit, type=next(found)) if _is_typed(edit, source) else edit for edit in layer.edits),
        )

    for found in extractor.remarks:
        report(found, 2)
    return corpus.map(lambda text: replace(text, layers=tuple(typed(text.source, layer) for layer in text.layers)))


def _is_typed(edit: Edit, source: str) -> bool:
    return bool(edit.corrections) and edit.type not in _MARKED and 0 <= edit.start <= edit.end <= len(source.split())


def _extract_pairs(
    pairs: Sequence[tuple[int, str, str]], extractor: Extractor, name: str
) -> Iterator[tuple[Edit, ...]]:
    """Return the edits of sources and texts; each pair has a sentence number in the corpus of that name."""
    try:
        return iter(extractor.extract([source for _, source, _ in pairs], [text for *_, text in pairs]))
    except TooLargeError as error:
        raise error.located(f"{name}, sentence {pairs[error.index][0]}") from None
