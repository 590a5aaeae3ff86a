"""Between documents with character edits (HOO) and sentences with token edits (M2).

What M2 has no place for goes into the comment field, so that the way back finds it. Character ranges come back in
canonical form.
"""

import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import cast
from warnings import warn

from errata.corpus import Annotation, Annotator, Corpus, Edit, Sentence
from errata.documents import CharacterEdit, Correction, Document, Layer, Part
from errata.errors import ErrataWarning, FormatError, InputError
from errata.formats.files import display_name
from errata.formats.hoo import document_number
from errata.formats.losses import Losses
from errata.formats.packing import Fields, pack, unpack
from errata.formats.tokens import TokenEdit, Words, share_blanks, to_characters, to_tokens
from errata.records import DetailedEdit
from errata.text.words import word_ranges


@dataclass(frozen=True)
class _Line:
    """A line of a part: where it stands in the text, and which of the part's tokens it has."""

    start: int
    end: int
    first: int
    stop: int


def _lines(text: str) -> list[_Line]:
    lines = []
    start = first = 0
    for line in text.split("\n"):
        stop = first + len(line.split())
        lines.append(_Line(start, start + len(line), first, stop))
        start, first = start + len(line) + 1, stop
    if len(lines) > 1 and text.endswith("\n"):
        lines.pop()  # a final line feed ends the last line
    return lines


def to_corpus(
    document: Document, *, cross: str = "error", alternatives: str = "join", losses: Losses | None = None
) -> Corpus:
    """Return the lines of a document as tokenised sentences with token edits.

    An edit that reaches over the end of a line is an error, or is left out with a warning (cross="skip"), or makes
    one sentence of the lines (cross="merge-segments"). Several corrections stand in one edit (alternatives="join"),
    or only the first does ("first"), or the k-th ones are those of annotator k ("annotators"). Edits that change white
    space only are lost: noted in `losses`, or else said in a warning.

    >>> made = to_corpus(Document.of("1", "He go home.", [CharacterEdit(3, 5, "go", ("goes",), "RV", "7")]))
    >>> made[0].annotations[0].edits
    (Edit(start=1, end=2, corrections=('goes',), type='RV', required=True, comment='index=7'),)
    """
    if cross not in {"error", "skip", "merge-segments"}:
        raise InputError(f"cross is {cross!r}; it takes error, skip or merge-segments")
    if alternatives not in {"join", "first", "annotators"}:
        raise InputError(f"alternatives is {alternatives!r}; it takes join, first or annotators")
    if alternatives == "annotators" and len(document.layers) > 1:
        raise InputError(f"document {document.id} has {len(document.layers)} annotators already; join alternatives")
    if not document.has_text:
        raise InputError(f"the source text of document {document.id} is not known; edits alone have no tokens")
    sentences: list[Sentence] = []
    for part in document.parts:
        sentences += _part_sentences(document, part, cross, alternatives, losses)
    return Corpus(tuple(sentences), name=document.id)


def _part_sentences(
    document: Document, part: Part, cross: str, alternatives: str, losses: Losses | None
) -> Iterator[Sentence]:
    lines = _lines(part.text)
    layers = [_token_edits(document, part, layer, lines, cross, losses) for layer in document.layers]
    begins = [True] * len(lines)  # whether a sentence begins with the line
    for edits in layers:
        for _, first, last in edits:
            begins[first + 1 : last + 1] = [False] * (last - first)
    number = [count - 1 for count in accumulate(begins)]
    own: list[list[list[TokenEdit]]] = [[[] for _ in layers] for _ in range(sum(begins))]
    for rank, edits in enumerate(layers):
        for edit, first, _ in edits:
            own[number[first]][rank].append(edit)
    firsts = [line for line, begin in enumerate(begins) if begin]
    for first, stop, changes in zip(firsts, [*firsts[1:], len(lines)], own, strict=True):
        tokens = part.text[lines[first].start : lines[stop - 1].end].split()
        layered = dict(zip(document.annotators, changes, strict=True))
        yield _sentence(tokens, layered, lines[first].first, alternatives)


def _token_edits(
    document: Document, part: Part, layer: Layer, lines: Sequence[_Line], cross: str, losses: Losses | None
) -> list[tuple[TokenEdit, int, int]]:
    """Return a layer's token edits of a part, each with the first and the last line that it changes."""
    edits, blank = to_tokens(part.text, [edit for edit in layer.edits if edit.part == part.id])
    if blank and losses:
        losses.add("edits that change white space only", f"document {document.id}: {blank[0].place}", len(blank))
    elif blank:
        _warn(
            document, f"{len(blank)} edits change white space only and make no token edit (whitespace-only)", blank[0]
        )
    for edit in edits:
        if edit.joined:
            _warn(document, f"edits {', '.join(edit.joined)} meet inside a token and became one", edit.origin)
    optional = [edit.origin for edit in edits if None in (edit.corrections or ())]
    if optional:
        _warn(document, f"{len(optional)} edits are OPTIONAL, which scorers of M2 take for required", optional[0])
    placed = [(edit, *_place(lines, edit)) for edit in edits]
    crossing = [edit for edit, first, last in placed if first != last]
    if crossing and cross == "error":
        raise FormatError(
            f"document {document.id}: {crossing[0].origin.place} reaches over the end of a line ({len(crossing)} edits "
            "do); M2 holds sentences. Leave such edits out (cross='skip') or join the lines (cross='merge-segments')"
        )
    if crossing and cross == "skip":
        _warn(document, f"{len(crossing)} edits that reach over the end of a line were left out", crossing[0].origin)
        return [(edit, first, last) for edit, first, last in placed if first == last]
    return placed


def _place(lines: Sequence[_Line], edit: TokenEdit) -> tuple[int, int]:
    """Return the first and the last line that an edit changes."""
    if edit.start < edit.end:
        first = bisect_right(lines, edit.start, key=lambda line: line.stop)
        return first, bisect_left(lines, edit.end, lo=first, key=lambda line: line.stop)
    # An insertion between two lines belongs to the one it was written in.
    where = bisect_left(lines, edit.origin.start, key=lambda line: line.end)
    lowest = bisect_left(lines, edit.start, key=lambda line: line.stop)
    highest = bisect_right(lines, edit.start, key=lambda line: line.first) - 1
    line = min(max(where, lowest), highest)
    return line, line


def _sentence(
    tokens: list[str], layered: Mapping[Annotator, Sequence[TokenEdit]], first: int, alternatives: str
) -> Sentence:
    if alternatives == "annotators":
        edits = next(iter(layered.values()), ())
        n_layers = max([1, *(sum(made is not None for made in edit.corrections or ()) for edit in edits)])
        chosen: dict[Annotator, tuple[Sequence[TokenEdit], int | None]] = {
            rank: (edits, rank) for rank in range(n_layers)
        }
    else:
        which = None if alternatives == "join" else 0
        chosen = {annotator: (edits, which) for annotator, edits in layered.items()}
    layers = [
        Annotation(annotator, tuple([_to_edit(tokens, edit, first, which) for edit in edits]))
        for annotator, (edits, which) in chosen.items()
    ]
    return Sentence(" ".join(tokens), tuple(layers))


def _to_edit(tokens: list[str], edit: TokenEdit, first: int, chosen: int | None) -> Edit:
    """Return the edit as M2 has it; `chosen` picks one alternative, the first where there are not so many."""
    start, end = edit.start - first, edit.end - first
    origin = edit.origin
    made: tuple[Correction, ...] | None = None
    if edit.corrections is not None:
        made = tuple(None if words is None else " ".join(words) for words in edit.corrections)
    packed = pack(
        start,
        end,
        " ".join(tokens[start:end]),
        Fields(
            made,
            origin.type,
            origin.index,
            origin.cset,
            "+".join(edit.joined) if edit.joined else None,
            origin.comment,
            origin.optional,
        ),
        origin.score,
        origin.extra,
    )
    if chosen is None:
        return packed
    return replace(packed, corrections=packed.corrections[chosen : chosen + 1] or packed.corrections[:1])


def _warn(document: Document, what: str, first: CharacterEdit) -> None:
    warn(f"document {document.id}: {what}; first: {first.place}", ErrataWarning, stacklevel=4)


def sentences_of(
    items: Iterable[Sentence | Document], *, cross: str = "error", alternatives: str = "join"
) -> Iterator[Sentence]:
    """Yield sentences as they are, and of documents their lines."""
    for item in items:
        if isinstance(item, Document):
            yield from to_corpus(item, cross=cross, alternatives=alternatives)
        else:
            yield item


def documents_of(items: Iterable[Sentence | Document], path: str | os.PathLike[str]) -> Iterator[Document]:
    """Yield documents as they are, and of sentences that stand together one, with the number of the file as its id."""
    for is_document, run in groupby(items, lambda item: isinstance(item, Document)):
        if is_document:
            yield from cast("Iterator[Document]", run)
        else:
            corpus = Corpus(tuple(cast("Iterator[Sentence]", run)), display_name(path))
            yield to_document(corpus, document_number(path))


def to_document(
    corpus: Corpus, id: str, annotator: Annotator | None = None, *, losses: Losses | None = None
) -> Document:
    """Return sentences with their edits as a document, one sentence a line; of one annotator, or of all.

    Edits outside their sentence are lost, for they change no character: noted in `losses`, or else said in a warning.
    An annotator who saw any of the sentences has a layer.

    >>> corpus = Corpus((Sentence("He go home .", (Annotation(0, (Edit(1, 2, ("goes",), "RV"),)),)),))
    >>> to_document(corpus, "1").edits
    (CharacterEdit(3, 5, 'go', corrections=('goes',), type='RV'),)
    """
    annotators = corpus.annotators
    if annotator is not None:
        if annotator not in annotators:
            raise InputError(f"{corpus.name} has no annotator {annotator!r}; it has: {', '.join(map(str, annotators))}")
        annotators = (annotator,)
    layers: dict[Annotator, list[CharacterEdit]] = {who: [] for who in annotators}
    n_outside = 0
    position = 0
    for sentence in corpus:
        if "\n" in sentence.source:
            raise FormatError(f"the sentence {sentence.source!r} contains a line break; lines are sentences here")
        for layer in sentence.annotations:
            if layer.annotator in layers:
                found, n_unfit = _sentence_edits(sentence.source, layer.edits)
                moved = [replace(edit, start=position + edit.start, end=position + edit.end) for edit in found]
                layers[layer.annotator] += moved
                n_outside += n_unfit
        position += len(sentence.source) + 1
    if n_outside and losses:
        losses.add("edits outside their sentence", corpus.name, n_outside)
    elif n_outside:
        warn(f"{corpus.name}: {n_outside} edits outside their sentence were left out", ErrataWarning, stacklevel=2)
    text = "".join(f"{source}\n" for source in corpus.sources)
    made = tuple(Layer(who, tuple(edits)) for who, edits in layers.items())
    return Document(id, None, (Part(None, text),), layers=made)


def _sentence_edits(source: str, edits: Sequence[Edit]) -> tuple[list[CharacterEdit], int]:
    """Return the character edits of a sentence in file order, and how many edits lie outside it."""
    ranges = word_ranges(source)
    fitting = [edit for edit in edits if edit.fits(len(ranges))]
    order = sorted(range(len(fitting)), key=lambda at: (fitting[at].start, fitting[at].end))
    made = [_from_edit(source, ranges, fitting[at]) for at in order]
    if not ranges:  # words that come into an empty line one after the other must not run together
        made[1:] = [
            replace(edit, corrections=edit.corrections and tuple(new and f" {new}" for new in edit.corrections))
            for edit in made[1:]
        ]
    placed = dict(zip(order, share_blanks(source, made), strict=True))
    return [placed[at] for at in range(len(fitting))], len(edits) - len(fitting)


def _from_edit(source: str, ranges: list[tuple[int, int]], edit: Edit) -> CharacterEdit:
    kept = " ".join(source[start:end] for start, end in ranges[edit.start : edit.end])
    said = unpack(edit, kept)
    words: list[Words | None] | None = None
    if said.corrections is not None:
        words = [None if string is None else tuple(string.split()) for string in said.corrections]
    start, end, made = to_characters(ranges, edit.start, edit.end, words)
    score, extra = (edit.score, edit.extra) if isinstance(edit, DetailedEdit) else (None, None)
    return CharacterEdit(
        start,
        end,
        source[start:end],
        made,
        said.type,
        said.index,
        None,
        said.cset,
        comment=said.comment,
        score=score,
        optional=said.optional,
        extra=extra,
    )
