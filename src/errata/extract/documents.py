"""Edits out of whole corrected documents."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from errata.documents import CharacterEdit, Document, DocumentSet
from errata.errors import InputError
from errata.extract import maxmatch, wdiff

Extractor = Callable[[str, str, Sequence[CharacterEdit]], list[CharacterEdit]]
"""Source text, corrected text and the gold edits of the source → edits."""

EXTRACTORS: dict[str, Extractor] = {
    wdiff.NAME: lambda source, target, _gold: wdiff.extract_edits(source, target),
    maxmatch.NAME: maxmatch.extract_edits,
}


def extract_documents(
    gold: DocumentSet, corrected: DocumentSet, extractor: str = wdiff.NAME, missing_file: str = "error"
) -> DocumentSet:
    """Return what a system did, found by comparing its corrected texts with the source texts of the gold.

    Documents are paired by id, and compared part by part where they have parts.

    >>> gold, mine = (DocumentSet((Document.of("1", text),)) for text in ("He go.", "He goes."))
    >>> [edit.corrections for edit in extract_documents(gold, mine)[0].edits]
    [('goes.',)]
    """
    if extractor not in EXTRACTORS:
        raise InputError(f"no extractor for documents is called {extractor!r}; there are: {', '.join(EXTRACTORS)}")
    pairs = zip(gold, corrected.ordered_like(gold, missing_file), strict=True)
    documents = [_extract(source, target, EXTRACTORS[extractor]) for source, target in pairs]
    return replace(corrected, documents=tuple(documents), extractor=extractor)


def _extract(source: Document, target: Document, extractor: Extractor) -> Document:
    if not source.has_text:
        raise InputError(
            f"the source text of document {source.id} is not known, so a corrected text cannot be compared with it; "
            "give the source (--source)"
        )
    edits: list[CharacterEdit] = []
    if target.parts:  # else a missing file, taken for an empty submission
        for part in source.parts:
            text = target.text_of(part.id)
            if text is None or len(target.parts) != len(source.parts):
                raise InputError(
                    f"document {source.id} has {len(source.parts)} parts but the corrected one {len(target.parts)}; "
                    "both must have the same parts"
                )
            found = extractor(part.text, text, source.edits_of(part.id))
            edits += [replace(edit, part=part.id) for edit in found]
    return Document(source.id, tuple(edits), source.parts)
