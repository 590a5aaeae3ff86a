"""Edits from whole corrected documents."""

from collections.abc import Callable, Sequence

from errata.errors import InputError
from errata.extract import textdiff, worddiff
from errata.findings import remedy
from errata.kernels.limits import TooLargeError
from errata.model import CHARACTERS, Corpus, Edit, Text
from errata.records import replace

FindEdits = Callable[[str, str, Sequence[Edit]], list[Edit]]
"""Source text, corrected text and the gold edits of the source → edits."""

_MAXMATCH = "maxmatch"
_CHOICES = {worddiff.NAME: {"granularity": textdiff.GRANULARITIES, "merge": textdiff.MERGINGS}, _MAXMATCH: {}}
DOCUMENT_EXTRACTORS = tuple(_CHOICES)
"""How to request an extractor: one of these names, with options after a colon as in "wdiff:granularity=token"."""


def is_document_extractor(name: str | None) -> bool:
    """Tell whether a name, possibly with options, is that of an extractor for documents."""
    return name is not None and name.partition(":")[0] in _CHOICES


def _get_finder(name: str) -> tuple[str, FindEdits]:
    """Return an extractor, and its name with its non-default options."""
    kind, _, rest = name.partition(":")
    if kind not in _CHOICES:
        raise InputError(f"no extractor for documents is called {name!r}; there are: {', '.join(_CHOICES)}")
    chosen = {key: values[0] for key, values in _CHOICES[kind].items()}
    for item in filter(None, rest.split(",")):
        key, _, value = item.partition("=")
        if key not in chosen:
            known = ", ".join(chosen) or "none"
            raise InputError(f"extractor {kind} has no option {key!r}; it has: {known}")
        if value not in _CHOICES[kind][key]:
            raise InputError(f"extractor {kind}: {key} must be {' or '.join(_CHOICES[kind][key])}, not {value!r}")
        chosen[key] = value
    changed = ",".join(f"{key}={value}" for key, value in chosen.items() if value != _CHOICES[kind][key][0])
    full_name = f"{kind}:{changed}" if changed else kind
    if kind == _MAXMATCH:
        from errata.measures.m2.extract import extract_edits  # loads the search of a measure

        return full_name, extract_edits
    find = textdiff.TextDifference(**chosen)
    return full_name, lambda source, output, _gold: find(source, output)


def extract_documents(
    gold: Corpus, corrected: Corpus, extractor: str = worddiff.NAME, missing_file: str = "error"
) -> Corpus:
    """Return the edits of a system, found by comparing its corrected texts with the source texts of the gold.

    Documents are paired by id, and compared part by part if they have parts. `extractor` is "maxmatch" or "wdiff",
    which takes options: granularity=token compares tokens as in M2 files, merge=errant divides blocks of changed words
    as ERRANT does.

    >>> gold, mine = (Corpus((Text.document("1", text),)) for text in ("He go.", "He goes."))
    >>> [edit.corrections for edit in extract_documents(gold, mine)[0].edits]
    [('goes.',)]
    """
    for given in (gold, corrected):
        given.require(CHARACTERS)
    name, find = _get_finder(extractor)
    pairs = zip(gold, corrected.ordered_like(gold, missing_file), strict=True)
    documents = [_extract(source, output, find) for source, output in pairs]
    return replace(corrected, texts=tuple(documents), extractor=name)


def _extract(source: Text, output: Text, find: FindEdits) -> Text:
    if not source.has_text:
        raise InputError(
            f"the source text of document {source.id} is not known, so a corrected text cannot be compared with it",
            remedy("give the source ({source})"),
        )
    edits: list[Edit] = []
    texts = output.texts
    if texts:  # else a missing file, taken for an empty submission
        for part in source.parts:
            text = texts.get(part.id)
            if text is None or len(output.parts) != len(source.parts):
                raise InputError(
                    f"document {source.id} has {len(source.parts)} parts but the corrected one {len(output.parts)}; "
                    "both must have the same parts"
                )
            wanted = [edit for edit in source.all_edits if edit.part == part.id]
            try:
                found = find(part.text, text, wanted)
            except TooLargeError as error:
                raise error.located(f"document {source.id}") from None
            edits += [edit.with_details(part=part.id) for edit in found]
    return Text.document(source.id, source.parts, tuple(edits))
