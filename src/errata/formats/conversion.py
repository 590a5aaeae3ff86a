"""Between documents with character edits (HOO) and sentences with token edits (M2).

What M2 cannot hold goes into the comment field, so that it can be converted back. Character ranges come back in
canonical form.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from errata.errors import FormatError, InputError
from errata.findings import Finding, remedy, report
from errata.formats.comment_fields import pack, unpack
from errata.formats.losses import FEATURES, Losses
from errata.model import TOKENS, Annotator, Corpus, Edit, Layer, Text
from errata.records import dataclass, replace
from errata.text.token_edits import TokenEdit, share_blanks, to_characters, to_tokens
from errata.text.tokenisation import TokenisedText, tokenise, with_tokens


@dataclass(frozen=True)
class _Line:
    """A line of a part: its position in the text, and which of the part's tokens it has."""

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
    document: Text,
    *,
    cross: str = "error",
    alternatives: str = "join",
    tokens: str | Sequence[str] = "space",
    losses: Losses | None = None,
) -> Corpus:
    """Return the lines of a document as tokenised sentences with token edits.

    Text is split into tokens at white space; with tokens="marks", at punctuation marks too; with "treebank", as in the
    Penn Treebank, with its quotation marks; with "char", into characters; with "cjk", into characters in scripts
    without spaces only; with "icu", into the words of ICU. Or pass the tokens, which must be those of the text, in
    order.

    An edit that crosses the end of a line is an error, or is left out with a warning (cross="skip"), or makes one
    sentence of the lines (cross="merge-segments"). Several corrections stay in one edit (alternatives="join"), or only
    the first is kept ("first"), or the k-th ones become those of annotator k ("annotators"). Dropped corrections and
    edits that change only white space are lost: listed in `losses` if given, otherwise in a warning.

    >>> made = to_corpus(Text.document("1", "He go home.", [Edit.of(3, 5, "go", ("goes",), "RV", "7")]))
    >>> made[0].layers[0].edits
    (Edit(1, 2, ('goes',), type='RV', comment='index=7'),)
    """
    if cross not in {"error", "skip", "merge-segments"}:
        raise InputError(f"cross must be error, skip or merge-segments, not {cross!r}")
    if alternatives not in {"join", "first", "annotators"}:
        raise InputError(f"alternatives must be join, first or annotators, not {alternatives!r}")
    if alternatives == "annotators" and len(document.layers) > 1:
        raise InputError(f"document {document.id} has {len(document.layers)} annotators already; join alternatives")
    if not document.has_text:
        raise InputError(f"the source text of document {document.id} is not known; edits alone have no tokens")
    if not isinstance(tokens, str) and len(document.parts) > 1:
        raise InputError(
            f"document {document.id} has {len(document.parts)} parts; tokens can be given for one text only"
        )
    sentences: list[Text] = []
    for part in document.parts:
        try:
            source = tokenise(part.text, tokens) if isinstance(tokens, str) else with_tokens(part.text, tokens)
        except InputError as error:
            raise InputError(f"document {document.id}: {error}") from None
        sentences += _part_sentences(document, part.id, source, cross, alternatives, losses)
    return Corpus(tuple(sentences), name=document.id)


def _part_sentences(
    document: Text,
    part: str | None,
    source: TokenisedText,
    cross: str,
    alternatives: str,
    losses: Losses | None,
) -> Iterator[Text]:
    lines = _lines(source)
    layers = []
    for layer in document.layers:
        own_edits = [edit for edit in layer.edits if edit.part == part]
        outside = next((edit for edit in own_edits if not 0 <= edit.start <= edit.end <= len(source.text)), None)
        if outside is not None:
            raise FormatError(
                f"document {document.id}: {outside.place} is not in the text of {len(source.text)} characters; do "
                "edits and text belong together?"
            )
        edits, blank = to_tokens(source, own_edits)
        layers.append(_placed_edits(document, edits, blank, lines, cross, losses))
        if alternatives == "first":
            _note_further(document, [edit for edit, _, _ in layers[-1]], losses)
    begins = [True] * len(lines)  # whether a sentence begins with the line
    for placed in layers:
        for _, first, last in placed:
            begins[first + 1 : last + 1] = [False] * (last - first)
    number = [count - 1 for count in accumulate(begins)]
    own: list[list[list[TokenEdit]]] = [[[] for _ in layers] for _ in range(sum(begins))]
    for rank, placed in enumerate(layers):
        for edit, first, _ in placed:
            own[number[first]][rank].append(edit)
    firsts = [line for line, begin in enumerate(begins) if begin]
    for first, stop, changes in zip(firsts, [*firsts[1:], len(lines)], own, strict=True):
        tokens = list(source.tokens[lines[first].first : lines[stop - 1].stop])
        layered = dict(zip((layer.annotator for layer in document.layers), changes, strict=True))
        yield _sentence(tokens, layered, lines[first].first, alternatives)


def _placed_edits(
    document: Text,
    edits: Sequence[TokenEdit],
    blank: Sequence[Edit],
    lines: Sequence[_Line],
    cross: str,
    losses: Losses | None,
) -> list[tuple[TokenEdit, int, int]]:
    """Return token edits, each with the first and the last line that it changes; report losses."""
    if blank and losses:
        losses.add("edits that change white space only", f"document {document.id}: {blank[0].place}", len(blank))
    elif blank:
        message = f"{len(blank)} edits change white space only and make no token edit (whitespace-only)"
        _warn("whitespace-only", document, message, blank[0])
    for edit in edits:
        if edit.joined:
            message = f"edits {', '.join(edit.joined)} meet inside a token and were merged"
            _warn("edits-joined", document, message, edit.origin)
    optional = [edit.origin for edit in edits if None in edit.corrections]
    if optional:
        message = f"{len(optional)} edits are OPTIONAL, which M2 scorers treat as required"
        _warn("optional-edits", document, message, optional[0])
    placed = [(edit, *_place(lines, edit)) for edit in edits]
    crossing = [edit for edit, first, last in placed if first != last]
    if crossing and cross == "error":
        raise FormatError(
            f"document {document.id}: {crossing[0].origin.place} crosses the end of a line ({len(crossing)} edits "
            "do); M2 holds sentences.",
            remedy("Leave such edits out ({skip_edits}) or join the lines ({join_lines})"),
        )
    if crossing and cross == "skip":
        message = f"{len(crossing)} edits that cross the end of a line were skipped"
        _warn("left-out", document, message, crossing[0].origin)
        return [(edit, first, last) for edit, first, last in placed if first == last]
    return placed


def _note_further(document: Text, edits: Iterable[TokenEdit], losses: Losses | None) -> None:
    """Report which edits lose all corrections but the first."""
    several = [edit.origin for edit in edits if sum(made is not None for made in edit.corrections) > 1]
    if several and losses:
        losses.add(FEATURES["alternatives"], f"document {document.id}: {several[0].place}", len(several))
    elif several:
        _warn("loss", document, f"{len(several)} edits lose further corrections", several[0])


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
) -> Text:
    if alternatives == "annotators":
        edits = next(iter(layered.values()), ())
        n_layers = max([1, *(sum(made is not None for made in edit.corrections) for edit in edits)])
        chosen: dict[Annotator, tuple[Sequence[TokenEdit], int | None]] = {
            rank: (edits, rank) for rank in range(n_layers)
        }
    else:
        which = None if alternatives == "join" else 0
        chosen = {annotator: (edits, which) for annotator, edits in layered.items()}
    layers = [
        Layer(annotator, tuple([_to_edit(tokens, edit, first, which) for edit in edits]))
        for annotator, (edits, which) in chosen.items()
    ]
    return Text(" ".join(tokens), tuple(layers))


def _to_edit(tokens: list[str], edit: TokenEdit, first: int, chosen: int | None) -> Edit:
    """Return the edit as in M2; `chosen` selects one alternative, or the first if there are not so many."""
    start, end = edit.start - first, edit.end - first
    made = [None if words is None else " ".join(words) for words in edit.corrections]
    joined = "+".join(edit.joined) if edit.joined else None
    said = replace(edit.origin, start=start, end=end).with_details(joined=joined).with_alternatives(made)
    packed = pack(said, " ".join(tokens[start:end]))
    if chosen is None:
        return packed
    return replace(packed, corrections=packed.corrections[chosen : chosen + 1] or packed.corrections[:1])


def _warn(code: str, document: Text, what: str, first: Edit) -> None:
    report(Finding(code, f"{what}; first: {first.place}", f"document {document.id}"), 4)


def to_document(
    corpus: Corpus,
    id: str,
    annotator: Annotator | None = None,
    *,
    text: str | None = None,
    losses: Losses | None = None,
) -> Text:
    """Return sentences with their edits as a document, one sentence per line; of one annotator, or of all.

    With `text`, the running text behind these tokens, edits refer to that text: each token is located in it, even if
    the tokeniser changed quotation marks or brackets; a token that is not there is refused. Edits outside their
    sentence are lost, since they change no character: listed in `losses` if given, otherwise in a warning. An
    annotator who saw any of the sentences has a layer.

    >>> corpus = Corpus((Text("He go home .", (Layer(0, (Edit(1, 2, ("goes",), "RV"),)),)),))
    >>> to_document(corpus, "1").edits
    (Edit.of(3, 5, 'go', ('goes',), type='RV'),)
    """
    corpus.require(TOKENS)
    annotators = corpus.annotators
    if annotator is not None:
        if annotator not in annotators:
            raise InputError(f"{corpus.name} has no annotator {annotator!r}; it has: {', '.join(map(str, annotators))}")
        annotators = (annotator,)
    layers: dict[Annotator, list[Edit]] = {who: [] for who in annotators}
    n_outside = 0
    if text is None:
        text = "".join(f"{source}\n" for source in corpus.sources)
        places = _places_of_lines(corpus)
    else:
        places = _places_in(text, corpus)
    for sentence, (position, source) in zip(corpus, places, strict=True):
        for layer in sentence.layers:
            if layer.annotator in layers:
                found, n_unfit = _sentence_edits(source, layer.edits)
                moved = [replace(edit, start=position + edit.start, end=position + edit.end) for edit in found]
                if source.marks_apart:
                    moved = [_apart_from_next(text, source, edit) for edit in moved]
                layers[layer.annotator] += moved
                n_outside += n_unfit
    if n_outside and losses:
        losses.add("edits outside their sentence", corpus.name, n_outside)
    elif n_outside:
        message = f"{n_outside} edits outside their sentence were skipped"
        report(Finding("left-out", message, corpus.name, count=n_outside), 2)
    made = tuple(Layer(who, tuple(edits)) for who, edits in layers.items())
    return Text.document(id, text, layers=made)


def _places_of_lines(corpus: Corpus) -> Iterator[tuple[int, TokenisedText]]:
    """Yield where each sentence begins if every one is a line, and the sentence split into words."""
    position = 0
    for source in corpus.sources:
        if "\n" in source:
            raise FormatError(f"the sentence {source!r} contains a line break; lines are sentences here")
        yield position, tokenise(source)
        position += len(source) + 1


def _places_in(text: str, corpus: Corpus) -> Iterator[tuple[int, TokenisedText]]:
    """Yield where each sentence begins in a running text, and the stretch of text with the sentence's tokens."""
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


def _apart_from_next(text: str, source: TokenisedText, edit: Edit) -> Edit:
    """Return an edit adjusted so that the next sentence does not run into this one, though nothing separates them."""
    if not edit.alternatives:
        return edit
    after = text[edit.end : edit.end + 1]
    before = "" if edit.is_insertion else text[max(edit.start - 1, 0) : edit.start]
    return edit.with_alternatives(
        [made if made is None or source.are_apart(made or before, after) else f"{made} " for made in edit.alternatives]
    )


def _sentence_edits(source: TokenisedText, edits: Sequence[Edit]) -> tuple[list[Edit], int]:
    """Return the character edits of a sentence in file order, and the number of edits outside it."""
    fitting = [edit for edit in edits if edit.fits(len(source.ranges))]
    order = sorted(range(len(fitting)), key=lambda at: (fitting[at].start, fitting[at].end))
    made = [_from_edit(source, fitting[at]) for at in order]
    if not source.ranges:  # words that come into an empty line one after the other must not run together
        made[1:] = [edit.with_alternatives([new and f" {new}" for new in edit.alternatives]) for edit in made[1:]]
    elif source.marks_apart:
        made = _keep_apart(source, made)
    placed = dict(zip(order, share_blanks(source.text, made), strict=True))
    return [placed[at] for at in range(len(fitting))], len(edits) - len(fitting)


def _keep_apart(source: TokenisedText, edits: Sequence[Edit]) -> list[Edit]:
    """Return edits in text order, none of which runs into the previous one if nothing separates them."""
    made = list(edits)
    for at, (before, after) in enumerate(pairwise(edits), 1):
        if before.end == after.start and after.alternatives and before.alternatives:
            ends = [new or "" for new in before.alternatives]
            apart = all(source.are_apart(end, new or "") for end in ends for new in after.alternatives)
            if not apart:
                made[at] = after.with_alternatives([new and f" {new}" for new in after.alternatives])
    return made


def _from_edit(source: TokenisedText, edit: Edit) -> Edit:
    kept = " ".join(source.tokens[edit.start : edit.end])
    said = unpack(edit, kept)
    words = [None if string is None else tuple(string.split()) for string in said.alternatives]
    start, end, made = to_characters(source, edit.start, edit.end, words)
    moved = replace(said, start=start, end=end, raw=None).with_details(original=source.text[start:end], joined=None)
    return moved.with_alternatives(made)
