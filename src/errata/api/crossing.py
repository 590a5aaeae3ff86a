"""Documents scored as sentences, line by line, and sentences as one document, for measures that need the other unit."""

from collections.abc import Iterator, Mapping, Sequence

from errata.errors import InputError
from errata.extract.documents import extract_documents
from errata.formats.conversion import to_corpus, to_document
from errata.model import CHARACTERS, Corpus, Output, Text
from errata.records import replace
from errata.text.cutting import SPACE, noted
from errata.text.tokenisation import tokenise

_ID = "1"


def as_sentences(
    gold: Corpus, corrected: Mapping[str, Corpus], tokens: str = SPACE
) -> tuple[Corpus, dict[str, Output]]:
    """Return the lines of documents as sentences, and those of corrected documents as outputs.

    Both are tokenised alike. Lines joined by an edit of the gold are one sentence. A corrected document must
    have as many lines as its source; one given as edits is used with the first correction of each applied.

    >>> from errata.model import Edit
    >>> gold = Corpus((Text.document("1", "He go.\\nOk.\\n", [Edit.of(3, 5, "go", ("goes",))]),))
    >>> made = Corpus((Text.document("1", "He goes.\\nOk.\\n"),))
    >>> sentences, outputs = as_sentences(gold, {"me": made}, "marks")
    >>> sentences[0].source, outputs["me"].texts
    ('He go .', ['He goes .', 'Ok .'])
    """
    gold.require(CHARACTERS)
    found: list[Text] = []
    texts: dict[str, list[str]] = {name: [] for name in corrected}
    ordered = {name: made.ordered_like(gold) for name, made in corrected.items()}
    for place, document in enumerate(gold):
        sentences = to_corpus(document, tokens=tokens, cross="merge-segments")
        lines = list(_lines(document))
        groups = _groups(sentences.texts, [len(tokenise(line, tokens).tokens) for line in lines])
        found += sentences
        for name, made in ordered.items():
            theirs = list(_lines(_corrected(document, made[place])))
            if len(theirs) != len(lines):
                raise InputError(
                    f"{made.called}, document {document.id}: {len(theirs)} lines, but its source has {len(lines)}; "
                    "a document is scored line by line: put each sentence of the source on its own line"
                )
            cut = [" ".join(tokenise(line, tokens).tokens) for line in theirs]
            texts[name] += [" ".join(filter(None, cut[group.start : group.stop])) for group in groups]
    notes = (f"lines:{len(gold)}", *([f"tokens:{noted(tokens)}"] if tokens != SPACE else []))
    whole = Corpus(tuple(found), gold.name, origin=gold.called, notes=notes)
    return whole, {name: Output(name, texts[name], origin=corrected[name].called) for name in corrected}


def _corrected(source: Text, made: Text) -> Text:
    """Return the text of a system: as given, or its edits applied to the source."""
    if not made.layers:
        return made if made.has_text else source
    return (made if made.has_text else made.with_text_of(source, "")).corrected()


def _lines(document: Text) -> Iterator[str]:
    for part in document.parts:
        lines = part.text.split("\n")
        yield from lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _groups(sentences: Sequence[Text], sizes: Sequence[int]) -> list[range]:
    """Return the lines of each sentence, which has the tokens of one or more lines."""
    groups = []
    at = 0
    for sentence in sentences:
        start, n_tokens = at, sizes[at]
        at += 1
        while n_tokens < len(sentence.tokens):
            n_tokens += sizes[at]
            at += 1
        groups.append(range(start, at))
    return groups


def as_document(
    gold: Corpus, outputs: Mapping[str, Output], extract: str, gold_name: str
) -> tuple[Corpus, dict[str, Output]]:
    """Return sentences as the lines of one document with the edits of all annotators, and the outputs likewise.

    The edits of outputs are found by an extractor for documents, "wdiff" or "maxmatch".
    """
    document = to_document(gold, _ID)
    whole = Corpus((document,), gold_name, notes=("document:lines",))
    made = {}
    for name, output in outputs.items():
        text = Text.document(_ID, "".join(f"{line}\n" for line in output.texts))
        found = extract_documents(whole, Corpus((text,), output.called), extract)
        made[name] = Output(name, origin=output.called, documents=replace(found, origin=output.called))
    return whole, made
