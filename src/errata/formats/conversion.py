"""Between documents with character edits (HOO) and sentences with token edits (M2).

What M2 has no place for goes into the comment field, so that the way back finds it: the index, the consistency set,
where null corrections stood, the type of an edit without corrections. Character ranges come back in canonical form.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from warnings import warn

from errata.corpus import Annotation, Annotator, Corpus, Edit, Sentence
from errata.documents import CharacterEdit, Document, Part
from errata.errors import ErrataWarning, FormatError, InputError
from errata.formats.tokens import TokenEdit, Words, share_blanks, to_characters, to_tokens
from errata.text.words import word_ranges

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


def to_corpus(document: Document, *, cross: str = "error", alternatives: str = "join") -> Corpus:
    """Return the lines of a document as tokenised sentences with token edits.

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
    sentences: list[Sentence] = []
    for part in document.parts:
        sentences += _part_sentences(document, part, cross, alternatives)
    return Corpus(tuple(sentences), name=document.id)


def _part_sentences(document: Document, part: Part, cross: str, alternatives: str) -> Iterator[Sentence]:
    edits, blank = to_tokens(part.text, document.edits_of(part.id))
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
    lines = _lines(part.text)
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
        tokens = part.text[lines[first].start : lines[stop - 1].end].split()
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


def to_document(corpus: Corpus, id: str, annotator: Annotator | None = None) -> Document:
    """Return sentences with the edits of one annotator as a document, one sentence a line.

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
    position = 0
    for sentence in corpus:
        if "\n" in sentence.source:
            raise FormatError(f"the sentence {sentence.source!r} contains a line break; lines are sentences here")
        layer = sentence.annotation(annotator)
        found, n_unfit = _sentence_edits(sentence.source, layer.edits if layer else ())
        edits += [replace(edit, start=position + edit.start, end=position + edit.end) for edit in found]
        n_outside += n_unfit
        position += len(sentence.source) + 1
    if n_outside:
        warn(f"{corpus.name}: {n_outside} edits outside their sentence were left out", ErrataWarning, stacklevel=2)
    return Document.of(id, "".join(f"{source}\n" for source in corpus.sources), edits)


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
    fields = _fields(edit.comment)
    kept = " ".join(source[start:end] for start, end in ranges[edit.start : edit.end])
    words: list[Words | None] | None = [tuple(string.split()) for string in edit.corrections]
    kind: str | None = edit.type or None
    if kind == _UNKNOWN and edit.corrections == (kept,):
        words, kind = None, fields.get("type")
    elif not edit.required:
        assert words is not None
        words = _with_nulls(words, fields.get("null", "0"))
    start, end, made = to_characters(ranges, edit.start, edit.end, words)
    return CharacterEdit(
        start,
        end,
        source[start:end],
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
