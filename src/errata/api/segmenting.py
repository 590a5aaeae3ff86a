"""Outputs that are whole documents, split into the sentences of an annotated gold."""

from collections import Counter
from collections.abc import Mapping

from errata.api.documents import Blocks, Documents, accept_documents, number_blocks
from errata.errors import InputError, LengthError
from errata.extract.segments import Segments, segment
from errata.findings import Finding
from errata.formats.essays import list_ids
from errata.kernels.limits import TooLargeError
from errata.model import TOKENS, Corpus, Output
from errata.records import replace
from errata.text.messages import plural

_GOLD = "gold"
"""The value of `Blocks.how`, and of `blocks` in signatures, if the gold's sentences are the blocks."""
_LEAST_SHARE = 0.5
"""Share of a document's words; with fewer of the gold's words in order, it is not a version of it."""
_MOST_EMPTY = 5
"""If this many sentences in a row have nothing left, a document is missing rather than text deleted."""


def segment_documents(gold: Corpus, outputs: Mapping[str, Documents]) -> Blocks:
    """Split outputs that are whole documents into the sentences of a gold, by alignment with its sources.

    The documents of an output, one after the other, must have the sentences of the gold in their order. Every sentence
    gets its piece, an empty one if nothing of it is left, so scores are those of the same gold with an output that has
    one sentence per line; the signature has `blocks:gold`.

    >>> from errata.model import Text
    >>> gold = Corpus((Text("He go home ."), Text("It rain")))
    >>> segment_documents(gold, {"me": {"1": "He goes home . It rains"}}).outputs["me"].texts
    ['He goes home .', 'It rains']
    """
    if not isinstance(gold, Corpus):
        raise InputError(f"the gold is a {type(gold).__name__}; give what errata.read returns")
    gold.require(TOKENS)
    if not isinstance(outputs, Mapping) or not outputs:
        raise InputError("outputs must be {name: documents}, of one system at least")
    made: dict[str, Output] = {}
    findings: list[Finding] = []
    documents: tuple[str, ...] = ()
    for name, value in outputs.items():
        given = accept_documents(value, f"the output of {name!r}")
        try:
            found = segment(gold.sources, "\n".join(text.source for text in given))
        except TooLargeError as error:
            raise error.located(given.called) from None
        _check_versions(gold, given, found)
        made[str(name)] = Output(str(name), found.pieces, origin=given.called)
        documents = documents or _documents_of(given, found.starts)
        message = f"{plural(len(given), 'document')} split into the {plural(len(gold), 'sentence')} of {gold.called}"
        findings.append(Finding("blocks", message, given.called))
        if found.lacking:
            n = len(found.lacking)
            message = (
                f"{plural(n, 'sentence')} of the gold {'has' if n == 1 else 'have'} no visible end in it; "
                "there the alignment alone decides"
            )
            findings.append(Finding.of_lines("end-lacks", message, given.called, found.lacking, "sentence"))
        findings += _unfitted(given, found)
    numbers = number_blocks(documents)
    named = (text.with_details(id=f"{id}/{number}") for text, id, number in zip(gold, documents, numbers, strict=True))
    blocks = replace(gold, texts=tuple(named), notes=(*gold.notes, f"blocks:{_GOLD}"))
    return Blocks(blocks, made, documents, _GOLD, max(0, len(gold) - 1), tuple(findings))


def _unfitted(given: Corpus, found: Segments) -> list[Finding]:
    """Report boundaries placed by punctuation alone because too much differs around them."""
    if not found.unfitted:
        return []
    at, n_source, n_text = found.unfitted[0]
    message = (
        f"around the end of sentence {at + 1} {n_source:,} tokens of the gold became {n_text:,} others, too many to be "
        "compared one by one, so only punctuation and line breaks show where it ends "
        f"({len(found.unfitted)} such ends); put a line break there, or give one sentence per line"
    )
    return [Finding.of_lines("end-unsure", message, given.called, [at for at, *_ in found.unfitted], "sentence")]


def _check_versions(gold: Corpus, given: Corpus, found: Segments) -> None:
    """Refuse documents that do not follow the gold: reordered, doubled, missing or different texts altogether."""
    n_words = Counter(_documents_of(given, found.words))
    n_same = Counter(_documents_of(given, sorted(found.same)))
    odd = [id for id, n in n_words.items() if n_same[id] < _LEAST_SHARE * n]
    if odd:
        raise LengthError(
            f"{given.called}: less than half of the words of {list_ids(odd)} are in {gold.called}, in this order; give "
            "versions of its sentences, each document once and in its order"
        )
    first = next((at for at in range(len(gold)) if not any(found.pieces[at : at + _MOST_EMPTY])), None)
    if first is not None and any(gold.sources[first : first + _MOST_EMPTY]) and len(gold) >= first + _MOST_EMPTY:
        raise LengthError(
            f"{given.called} has nothing of sentences {first + 1} to {first + _MOST_EMPTY} of {gold.called}, at least; "
            "is a document missing? Add it, with the source's text where nothing was changed"
        )


def _documents_of(given: Corpus, starts: list[int]) -> tuple[str, ...]:
    """Return the document that each position belongs to; positions ascend."""
    found: list[str] = []
    texts = iter(given)
    text = next(texts)
    end = len(text.source)
    for start in starts:
        while start > end:
            text = next(texts)
            end += 1 + len(text.source)
        found.append(text.id)
    return tuple(found)
