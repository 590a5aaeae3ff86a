"""The extractor `errant`: the errant package with a spaCy pipeline (extra `errata[errant]`)."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from errata.errors import InputError, MissingExtraError
from errata.extract import Extractor
from errata.model import Edit

_BLOCK = 1000
"""Pairs whose parses are held in memory at the same time."""
_NEEDED = ("TAG", "POS", "LEMMA")


class ErrantExtractor(Extractor):
    """Extracts and types edits as ERRANT does; `pipeline` is a spaCy pipeline, or the name or path of one.

    Texts must be tokenised, with words separated by white space. Each text is parsed once per call.
    """

    def __init__(self, pipeline: Any = "en_core_web_sm") -> None:
        self._annotator = load_annotator(pipeline)
        self._nlp = self._annotator.nlp

        import errant
        import spacy

        self._doc = spacy.tokens.Doc
        meta = self._nlp.meta
        self._signature = f"errant-{errant.__version__}+{meta['lang']}_{meta['name']}-{meta['version']}"

    @property
    def signature(self) -> str:
        """Name and version of the package and of the pipeline."""
        return self._signature

    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair, by position."""
        pairs = zip(sources, outputs, strict=True)
        return [edits for block in _blocks(pairs) for edits in self._extract(block)]

    def _extract(self, pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[Edit, ...]]:
        differ = [pair for pair in pairs if pair[0].split() != pair[1].split()]
        parses = self._parse(dict.fromkeys(text for pair in differ for text in pair))
        for source, output in pairs:
            if source.split() == output.split():
                yield ()
                continue
            # The typing rules look at neighbours in the pipeline given last: other extractors may be about.
            self._annotator.classifier.nlp = self._nlp
            with knowing_tags(self._nlp, source, output):
                edits = self._annotator.annotate(parses[source], parses[output])
            yield tuple(Edit(edit.o_start, edit.o_end, (_text(edit.c_toks),), edit.type) for edit in edits)

    def classify(self, sources: Sequence[str], edits: Sequence[Sequence[Edit]]) -> list[list[str]]:
        """Return the types of given edits, each in the text that all edits of its sentence make together."""
        return [self._types(source, made) if made else [] for source, made in zip(sources, edits, strict=True)]

    def _types(self, source: str, edits: Sequence[Edit]) -> list[str]:
        words = source.split()
        shift = 0
        places: dict[int, tuple[int, int]] = {}
        for number in sorted(range(len(edits)), key=lambda number: (edits[number].start, edits[number].end)):
            edit, new = edits[number], edits[number].corrections[0].split()
            start = edit.start + shift
            words[start : edit.end + shift] = new
            places[number] = (start, start + len(new))
            shift += len(new) - (edit.end - edit.start)
        output = " ".join(words)
        parses = self._parse(dict.fromkeys((source, output)))
        self._annotator.classifier.nlp = self._nlp
        with knowing_tags(self._nlp, source, output):
            taken = [
                self._annotator.import_edit(
                    parses[source], parses[output], [edit.start, edit.end, *places[number]], min=False, old_cat=False
                )
                for number, edit in enumerate(edits)
            ]
        return [str(edit.type) for edit in taken]

    def _parse(self, texts: Iterable[str]) -> dict[str, Any]:
        known = list(texts)
        docs = (self._doc(self._nlp.vocab, words=text.split()) for text in known)
        parses = dict(zip(known, self._nlp.pipe(docs), strict=True))
        for parse in parses.values():
            check_parse(self._nlp, parse)
        return parses


def load_annotator(pipeline: Any, what: str = "the extractor 'errant'", path: str = "errant:PATH") -> Any:
    """Return ERRANT's annotator for a spaCy pipeline, or for the one with that name or path.

    Messages name what needs it and how to give the path of a pipeline there.
    """
    try:
        import errant
        import spacy
    except ImportError as error:
        raise MissingExtraError(
            f"{what} needs a package that is not installed ({error.name}); "
            "install the extra: pip install 'errata[errant]', or '.[errant]' in a clone"
        ) from None
    try:
        return errant.load("en", spacy.load(pipeline, exclude=["ner"]) if isinstance(pipeline, str) else pipeline)
    except OSError:
        raise MissingExtraError(
            f"there is no spaCy pipeline {pipeline!r}, neither an installed one nor a folder; "
            f"run: python -m spacy download {pipeline}, or give the path of another: {path}"
        ) from None


def check_parse(nlp: Any, parse: Any) -> None:
    """Refuse a pipeline without the components that ERRANT's rules need: it would get all types wrong."""
    missing = [name for name in _NEEDED if len(parse) and not parse.has_annotation(name)]
    if missing:
        raise InputError(
            f"the spaCy pipeline {nlp.meta['name']!r} provides no {', '.join(missing)}, which ERRANT's "
            "rules need; use one with a tagger and a lemmatiser, such as en_core_web_sm"
        )


@contextmanager
def knowing_tags(nlp: Any, source: str, output: str) -> Iterator[None]:
    """Refuse a pipeline whose tags ERRANT's rules cannot handle."""
    try:
        yield
    except KeyError as error:
        raise InputError(
            f"the spaCy pipeline {nlp.meta['name']!r} gives the tag {error} for a word of {source!r} or "
            f"{output!r}, which ERRANT does not know; it needs Penn Treebank tags, as en_core_web_sm gives"
        ) from None


def _blocks(pairs: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    iterator = iter(pairs)
    while block := list(islice(iterator, _BLOCK)):
        yield block


def _text(words: Any) -> str:
    return " ".join(word.text for word in words)
