"""Between documents with character edits (HOO) and sentences with token edits (M2).

What M2 has no place for goes into the comment field, so that the way back finds it: the index, the consistency set,
where null corrections stood, the type of an edit without corrections. Character ranges come back in canonical form.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from warnings import warn

from errata.corpus import Annotation, Annotator, Corpus, Edit, Sentence
from errata.documents import CharacterEdit, Document, Part
from errata.errors import ErrataWarning, FormatError, InputError
from errata.formats.tokens import TokenEdit, Words, share_blanks, to_characters, to_tokens
from errata.text.tokenisation import TokenisedText, tokenise, with_tokens

_UNKNOWN = "UNK"
"""The type ERRANT gives to errors that were seen but not corrected."""
_CODED = {"%": "%25", "|": "%7C", ";": "%3B", "=": "%3D", "\n": "%0A", "\r": "%0D"}
_ONLY = "only"
_FIELD = r"(?:(?:cset|index|joined|type)=[^;=]*|null=(?:only\d+|\d+(?:\+\d+)*))"
_OURS = re.compile(f"{_FIELD}(?:;{_FIELD})*")


def _encode(text: str) -> str:
    return "".join(_CODED.get(character, character) for character in text)


def _decode(text: str) -> str:
    for character, code in reversed(_CODED.items()):
        text = text.replace(code, character)
    return text


@dataclass(frozen=True)
class _Line:
    """A line of a part: where it stands in the text, and which of the part's tokens it has."""

    start: int
    end: int
    first: int
    stop: int


def _lines(source: TokenisedText) -> list[_Line]:
    lines = []
    start = first = 0
    for line in source.text.split("\n"):
        end = start + len(line)
        stop = bisect_right(source.ends, end)
        lines.append(_Line(start, end, first, stop))
        start, first = end + 1, stop
    if len(lines) > 1 and source.text.endswith("\n"):
        lines.pop()  # a final line feed ends the last line
    return lines


def to_corpus(
    document: Document,
    *,
    cross: str = "error",
    alternatives: str = "join",
    tokens: str | Sequence[str] = "space",
) -> Corpus:
    """Return the lines of a document as tokenised sentences with token edits.

    Tokens are cut at white space; with tokens="marks", at punctuation marks too; with "treebank", as the Penn Treebank
    is, quotation marks changed. Or they are those given, which must be the text's, in order.

    An edit that reaches over the end of a line is an error, or is left out with a warning (cross="skip"), or makes
    one sentence of the lines (cross="merge-segments"). Several corrections stand in one edit (alternatives="join"),
    or only the first does ("first"), or the k-th ones are those of annotator k ("annotators").

    >>> made = to_corpus(Document.of("1", "He go home.", [CharacterEdit(3, 5, "go", ("goes",), "RV", "7")]))
    >>> made[0].annotations[0].edits
    (Edit(start=1, end=2, corrections=('goes',), type='RV', required=True, comment='index=7'),)
    """
    if cross not in {"error", "skip", "merge-segments"}:
        raise InputError(f"cross is {cross!r}; it takes error, skip or merge-segments")
    if alternatives not in {"join", "first", "annotators"}:
        raise InputError(f"alternatives is {alternatives!r}; it takes join, first or annotators")
    if not document.has_text:
        raise InputError(f"the source text of document {document.id} is not known; edits alone have no tokens")
    if not isinstance(tokens, str) and len(document.parts) > 1:
        raise InputError(
            f"document {document.id} has {len(document.parts)} parts; tokens can be given for one text only"
        )
    sentences: list[Sentence] = []
    for part in document.parts:
        try:
            source = tokenise(part.text, tokens) if isinstance(tokens, str) else with_tokens(part.text, tokens)
        except InputError as error:
            raise InputError(f"document {document.id}: {error}") from None
        sentences += _part_sentences(document, part, source, cross, alternatives)
    return Corpus(tuple(sentences), name=document.id)


def _part_sentences(
    document: Document, part: Part, source: TokenisedText, cross: str, alternatives: str
) -> Iterator[Sentence]:
    edits, blank = to_tokens(source, document.edits_of(part.id))
    if blank:
        _warn(
            document, f"{len(blank)} edits change white space only and make no token edit (whitespace-only)", blank[0]
        )
    for edit in edits:
        if edit.joined:
            _warn(document, f"edits {', '.join(edit.joined)} meet inside a token and became one", edit.origin)
    optional = [edit.origin for edit in edits if None in (edit.corrections or ())]
    if optional:
        _warn(document, f"{len(optional)} edits are OPTIONAL, which scorers of M2 take for required", optional[0])
    lines = _lines(source)
    places = [_place(lines, edit) for edit in edits]
    crossing = [edit for edit, place in zip(edits, places, strict=True) if place[0] != place[1]]
    if crossing and cross == "error":
        raise FormatError(
            f"document {document.id}: {crossing[0].origin.place} reaches over the end of a line ({len(crossing)} edits "
            "do); M2 holds sentences. Leave such edits out (cross='skip') or join the lines (cross='merge-segments')"
        )
    if crossing and cross == "skip":
        _warn(document, f"{len(crossing)} edits that reach over the end of a line were left out", crossing[0].origin)
        kept = [(edit, place) for edit, place in zip(edits, places, strict=True) if place[0] == place[1]]
        edits, places = [edit for edit, _ in kept], [place for _, place in kept]
    begins = [True] * len(lines)  # whether a sentence begins with the line
    for first, last in places:
        for line in range(first + 1, last + 1):
            begins[line] = False
    number = [count - 1 for count in accumulate(begins)]
    own: list[list[TokenEdit]] = [[] for _ in range(sum(begins))]
    for edit, (first, _) in zip(edits, places, strict=True):
        own[number[first]].append(edit)
    firsts = [line for line, begin in enumerate(begins) if begin]
    for first, stop, changes in zip(firsts, [*firsts[1:], len(lines)], own, strict=True):
        tokens = list(source.tokens[lines[first].first : lines[stop - 1].stop])
        yield _sentence(tokens, changes, lines[first].first, alternatives)


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


def _sentence(tokens: list[str], edits: Sequence[TokenEdit], first: int, alternatives: str) -> Sentence:
    n_layers = 1
    if alternatives == "annotators":
        n_layers = max([1, *(sum(made is not None for made in edit.corrections or ()) for edit in edits)])
    layers = []
    for annotator in range(n_layers):
        chosen = None if alternatives == "join" else annotator
        layers.append(Annotation(annotator, tuple(_to_edit(tokens, edit, first, chosen) for edit in edits)))
    return Sentence(" ".join(tokens), tuple(layers))


def _to_edit(tokens: list[str], edit: TokenEdit, first: int, chosen: int | None) -> Edit:
    """Return the edit as M2 has it; `chosen` picks one alternative, the first where there are not so many."""
    start, end = edit.start - first, edit.end - first
    kept = " ".join(tokens[start:end])
    origin = edit.origin
    made = edit.corrections
    strings = [" ".join(words) for words in made or () if words is not None]
    nulls = [place for place, words in enumerate(made or ()) if words is None]
    fields = {"cset": origin.cset, "index": origin.index}
    if edit.joined:
        fields["joined"] = "+".join(edit.joined)
    kind = origin.type or ""
    if made is None:
        fields["type"] = origin.type
        kind = _UNKNOWN
    elif not strings:
        fields["null"] = f"{_ONLY}{len(nulls)}"
    elif nulls and nulls != [0]:
        fields["null"] = "+".join(map(str, nulls))
    if chosen is not None:
        strings = strings[chosen : chosen + 1] or strings[:1]
    comment = ";".join(f"{name}={_encode(value)}" for name, value in fields.items() if value is not None)
    return Edit(start, end, tuple(strings) or (kept,), kind, not nulls, comment)


def _warn(document: Document, what: str, first: CharacterEdit) -> None:
    warn(f"document {document.id}: {what}; first: {first.place}", ErrataWarning, stacklevel=4)


def to_document(corpus: Corpus, id: str, annotator: Annotator | None = None, text: str | None = None) -> Document:
    """Return sentences with the edits of one annotator as a document, one sentence a line.

    With `text`, the running text that was cut into these tokens, the edits are edits of that: each token is found in
    it, even where the tokeniser changed quotation marks or brackets; a token that does not stand there is refused.
    Edits outside their sentence are left out with a warning; they change no character.

    >>> corpus = Corpus((Sentence("He go home .", (Annotation(0, (Edit(1, 2, ("goes",), "RV"),)),)),))
    >>> to_document(corpus, "1").edits
    (CharacterEdit(3, 5, 'go', corrections=('goes',), type='RV'),)
    """
    annotators = corpus.annotators
    if annotator is None:
        if len(annotators) > 1:
            raise InputError(
                f"{corpus.name} has {len(annotators)} annotators ({', '.join(map(str, annotators))}); a document has "
                "the edits of one: choose (--annotator)"
            )
        annotator = annotators[0] if annotators else 0
    elif annotator not in annotators:
        raise InputError(f"{corpus.name} has no annotator {annotator!r}; it has: {', '.join(map(str, annotators))}")
    edits: list[CharacterEdit] = []
    n_outside = 0
    if text is None:
        text = "".join(f"{source}\n" for source in corpus.sources)
        places = _places_of_lines(corpus)
    else:
        places = _places_in(text, corpus)
    for sentence, (position, source) in zip(corpus, places, strict=True):
        layer = sentence.annotation(annotator)
        found, n_unfit = _sentence_edits(source, layer.edits if layer else ())
        moved = [replace(edit, start=position + edit.start, end=position + edit.end) for edit in found]
        edits += [_apart_from_next(text, source, edit) for edit in moved] if source.marks_apart else moved
        n_outside += n_unfit
    if n_outside:
        warn(f"{corpus.name}: {n_outside} edits outside their sentence were left out", ErrataWarning, stacklevel=2)
    return Document.of(id, text, edits)


def _places_of_lines(corpus: Corpus) -> Iterator[tuple[int, TokenisedText]]:
    """Yield where each sentence begins when every one is a line, and the sentence cut into its words."""
    position = 0
    for source in corpus.sources:
        if "\n" in source:
            raise FormatError(f"the sentence {source!r} contains a line break; lines are sentences here")
        yield position, tokenise(source)
        position += len(source) + 1


def _places_in(text: str, corpus: Corpus) -> Iterator[tuple[int, TokenisedText]]:
    """Yield where each sentence begins in a running text, and that stretch of it with the sentence's tokens."""
    try:
        whole = with_tokens(text, [token for sentence in corpus for token in sentence.tokens])
    except InputError as error:
        raise InputError(f"{corpus.name}: {error}") from None
    first = position = 0
    for sentence in corpus:
        own = whole.ranges[first : first + len(sentence.tokens)]
        begin, position = (own[0][0], own[-1][1]) if own else (position, position)
        shifted = [(start - begin, end - begin) for start, end in own]
        yield begin, replace(whole, text=text[begin:position], ranges=shifted, tokens=sentence.tokens)
        first += len(own)


def _apart_from_next(text: str, source: TokenisedText, edit: CharacterEdit) -> CharacterEdit:
    """Return an edit after which the next sentence does not run into this one, though nothing stands between."""
    if edit.corrections is None:
        return edit
    after = text[edit.end : edit.end + 1]
    before = "" if edit.is_insertion else text[max(edit.start - 1, 0) : edit.start]
    corrections = tuple(
        made if made is None or source.parts(made or before, after) else f"{made} " for made in edit.corrections
    )
    return replace(edit, corrections=corrections)


def _sentence_edits(source: TokenisedText, edits: Sequence[Edit]) -> tuple[list[CharacterEdit], int]:
    """Return the character edits of a sentence in file order, and how many edits lie outside it."""
    fitting = [edit for edit in edits if edit.fits(len(source.ranges))]
    order = sorted(range(len(fitting)), key=lambda at: (fitting[at].start, fitting[at].end))
    made = [_from_edit(source, fitting[at]) for at in order]
    if not source.ranges:  # words that come into an empty line one after the other must not run together
        made[1:] = [
            replace(edit, corrections=edit.corrections and tuple(new and f" {new}" for new in edit.corrections))
            for edit in made[1:]
        ]
    elif source.marks_apart:
        made = _keep_apart(source, made)
    placed = dict(zip(order, share_blanks(source.text, made), strict=True))
    return [placed[at] for at in range(len(fitting))], len(edits) - len(fitting)


def _keep_apart(source: TokenisedText, edits: Sequence[CharacterEdit]) -> list[CharacterEdit]:
    """Return edits in text order, none of which runs into the one before it where nothing stands between them."""
    made = list(edits)
    for at, (before, after) in enumerate(pairwise(edits), 1):
        if before.end == after.start and after.corrections and before.corrections:
            ends = [new or "" for new in before.corrections]
            apart = all(source.parts(end, new or "") for end in ends for new in after.corrections)
            if not apart:
                made[at] = replace(after, corrections=tuple(new and f" {new}" for new in after.corrections))
    return made


def _from_edit(source: TokenisedText, edit: Edit) -> CharacterEdit:
    fields = _fields(edit.comment)
    kept = " ".join(source.tokens[edit.start : edit.end])
    words: list[Words | None] | None = [tuple(string.split()) for string in edit.corrections]
    kind: str | None = edit.type or None
    if kind == _UNKNOWN and edit.corrections == (kept,):
        words, kind = None, fields.get("type")
    elif not edit.required:
        assert words is not None
        words = _with_nulls(words, fields.get("null", "0"))
    start, end, made = to_characters(source, edit.start, edit.end, words)
    return CharacterEdit(
        start,
        end,
        source.text[start:end],
        made,
        kind,
        fields.get("index"),
        None,
        fields.get("cset"),
    )


def _with_nulls(words: list[Words | None], where: str) -> list[Words | None]:
    """Return the alternatives with null corrections where they stood."""
    if where.startswith(_ONLY):
        return [None] * int(where.removeprefix(_ONLY))
    for place in map(int, where.split("+")):
        words.insert(place, None)
    return words


def _fields(comment: str) -> dict[str, str]:
    """Return what a comment of ours holds; any other comment holds nothing for us."""
    if not _OURS.fullmatch(comment):
        return {}
    return {name: _decode(value) for name, _, value in (item.partition("=") for item in comment.split(";"))}
