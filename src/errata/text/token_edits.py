"""Conversion between character edits and token edits, without a change to the corrected words.

A character edit that does not fall on token boundaries is widened to whole tokens. Edits of one layer that would then
meet inside a token are joined, so that applying all of them still gives the same words.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from itertools import product
from math import prod

from errata.errors import InputError
from errata.model import Correction, Edit, Text
from errata.records import dataclass, replace
from errata.text.tokenisation import TokenisedText, tokenise

Words = tuple[str, ...]
_MAX_ALTERNATIVES = 4096
"""Ways to combine the alternatives of edits that meet inside a token; more are refused."""


@dataclass(frozen=True)
class TokenEdit:
    """Replace tokens `start` to `end` by one of several sequences of words.

    A None among `corrections` leaves the tokens alone; an empty list means that no repair is known. `origin` is the
    character edit it was made from, `joined` the indices of all of them if there were several.
    """

    start: int
    end: int
    corrections: tuple[Words | None, ...]
    origin: Edit
    joined: tuple[str, ...] = ()


def _convert_string(source: TokenisedText, start: int, end: int, new: str) -> tuple[int, int, list[str]]:
    """Return token range and words of a character edit with one correction.

    It includes the tokens that touch the range on either side, unless they were and remain separate tokens.
    """
    text, starts, ends = source.text, source.starts, source.ends
    before, after = start, end
    touching = bisect_left(starts, start) - 1  # the last token that begins before the range
    if touching >= 0 and ends[touching] >= start:
        before = starts[touching]
    facing = bisect_right(ends, end)  # the first token that ends after it
    if facing < len(ends) and starts[facing] <= end:
        after = ends[facing]
    left, right = text[before:start], text[end:after]
    if left and ends[touching] == start and source.are_apart(left, new + right):
        before, left = start, ""
    inner = left + new
    if right and starts[facing] == end and source.are_apart(inner, right):
        after, right = end, ""
    first = bisect_left(starts, before)
    stop = bisect_right(ends, after)
    if first >= stop:  # no token inside: an insertion
        first = stop = bisect_right(ends, before)
    return first, stop, source.split(inner + right)


def convert_edit(source: TokenisedText, edit: Edit) -> TokenEdit | None:
    """Return the token edit with the same effect on words, None if it changes only white space.

    All alternatives get the same range, the widest that any of them needs.
    """
    found = [
        None if made is None else _convert_string(source, edit.start, edit.end, made) for made in edit.alternatives
    ]
    known = [item for item in found if item is not None]
    if not known:  # nothing is said about the words that would be there
        kept = source.text[edit.start : edit.end]
        known = [_convert_string(source, edit.start, edit.end, kept)]
        return TokenEdit(known[0][0], known[0][1], (None,) * len(found), edit)
    if all(first == stop and not words for first, stop, words in known):
        return None
    start, end = min(first for first, _, _ in known), max(stop for _, stop, _ in known)
    words_there = source.tokens[start:end]
    corrections = tuple(
        None if item is None else (*words_there[: item[0] - start], *item[2], *words_there[item[1] - start :])
        for item in found
    )
    return TokenEdit(start, end, corrections, edit)


_Group = tuple[Edit, ...]


def to_tokens(text: str | TokenisedText, edits: Sequence[Edit]) -> tuple[list[TokenEdit], list[Edit]]:
    """Return the token edits of a text in text order, and the edits that change only white space.

    Applying all token edits gives the same words as applying all character edits and splitting; for that, edits
    that meet inside a token are joined. Edits whose ranges overlap are converted one by one.

    >>> made, _ = to_tokens("in to it", [Edit.of(2, 3, " ", ("",)), Edit.of(6, 8, "it", ("them",))])
    >>> [(edit.start, edit.end, edit.corrections) for edit in made]
    [(0, 2, (('into',),)), (2, 3, (('them',),))]
    """
    source = tokenise(text) if isinstance(text, str) else text
    made: list[TokenEdit] = []
    blank: list[Edit] = []
    for cluster in _clusters(source.text, edits):
        for group in _joined(source, cluster):
            edit = _convert_group(source, group)
            if edit is None:
                blank += group
            else:
                made.append(edit)
    return made, blank


def _clusters(text: str, edits: Sequence[Edit]) -> Iterator[list[_Group]]:
    """Yield runs of edits with no white space between them: only these can interfere with each other."""
    cluster: list[_Group] = []
    reached = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        between = text[reached : edit.start]
        if cluster and (edit.start < reached or any(map(str.isspace, between))):
            yield cluster
            cluster = []
        cluster.append((edit,))
        reached = max(reached, edit.end)
    if cluster:
        yield cluster


def _joined(source: TokenisedText, cluster: list[_Group]) -> list[_Group]:
    """Return the edits of a run, joining those that do not give the same words when converted separately."""
    groups = cluster
    at = 0
    while at < len(groups) - 1:
        if _can_stand_apart(source, groups[at : at + 2]):
            at += 1
        else:
            groups = [*groups[:at], groups[at] + groups[at + 1], *groups[at + 2 :]]
            at = max(at - 1, 0)
    if len(groups) > 2 and not _can_stand_apart(source, groups):
        return [tuple(edit for group in groups for edit in group)]
    return groups


def _can_stand_apart(source: TokenisedText, groups: Sequence[_Group]) -> bool:
    """Tell whether neighbours give the same words as token edits as they do as character edits."""
    text = source.text
    made = [_convert_group(source, group) for group in groups]
    whole = [_join(text, group) for group in groups]
    low, high = whole[0].start, whole[-1].end
    while low > 0 and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    first, stop = bisect_left(source.starts, low), bisect_right(source.ends, high)
    for chosen in _selections(whole):
        position = first
        words: list[str] = []
        pieces, reached = [], low
        for edit, change, which in zip(made, whole, chosen, strict=True):
            pieces += [text[reached : change.start], _string(text, change, which)]
            reached = change.end
            if edit is None:
                continue
            if edit.start < position:
                return False
            new = edit.corrections[which] if edit.corrections else None
            words += source.tokens[position : edit.start]
            words += source.tokens[edit.start : edit.end] if new is None else new
            position = edit.end
        words += source.tokens[position:stop]
        if source.pieces(["".join([*pieces, text[reached:high]])]) != source.pieces(words):
            return False
    return True


def _string(text: str, edit: Edit, which: int) -> str:
    """Return the text that one of an edit's corrections puts in its place."""
    made = edit.alternatives[which] if edit.alternatives else None
    return text[edit.start : edit.end] if made is None else made


def _selections(edits: Sequence[Edit]) -> Iterator[tuple[int, ...]]:
    """Return the ways to choose an alternative of each edit, the first ones first."""
    choices = [range(len(edit.alternatives or (None,))) for edit in edits]
    n_ways = prod(map(len, choices))
    if n_ways > _MAX_ALTERNATIVES:
        raise InputError(
            f"{len(edits)} edits that meet inside a token, characters {edits[0].start} to {edits[-1].end}, have "
            f"alternatives that combine in {n_ways:,} ways; at most {_MAX_ALTERNATIVES:,} are written out. Keep fewer "
            "alternatives, or make one edit of them"
        )
    return product(*choices)


def _join(text: str, group: _Group) -> Edit:
    """Return one edit with the effect of several; its alternatives are theirs in every combination.

    If one of them has no known correction, its part is left as it is.
    """
    if len(group) == 1:
        return group[0]
    first = group[0]
    start, end = first.start, group[-1].end
    made: tuple[Correction, ...] = ()
    if any(edit.alternatives for edit in group):
        made = tuple(_joined_string(text, group, chosen) for chosen in _selections(group))
    types = "+".join(edit.type for edit in group if edit.type)
    return replace(first, end=end, type=types).with_details(original=text[start:end]).with_alternatives(made)


def _joined_string(text: str, group: _Group, chosen: Sequence[int]) -> Correction:
    pairs = list(zip(group, chosen, strict=True))
    if all(not edit.alternatives or edit.alternatives[which] is None for edit, which in pairs):
        return None
    pieces, reached = [], group[0].start
    for edit, which in pairs:
        pieces += [text[reached : edit.start], _string(text, edit, which)]
        reached = edit.end
    return "".join(pieces)


def _convert_group(source: TokenisedText, group: _Group) -> TokenEdit | None:
    made = convert_edit(source, _join(source.text, group))
    if made is None or len(group) == 1:
        return made
    return replace(made, joined=tuple(edit.index or "" for edit in group))


def share_blanks(text: str, edits: Sequence[Edit], fixed: Container[int] = frozenset()) -> list[Edit]:
    """Return edits in token order, none of which takes a space that an earlier one takes or follows.

    The deletion of a word includes the space after it, at the end of a text the one before it: of two deletions
    there both would take the space between. `fixed` holds the positions of edits that must stay as they are.
    """
    made = list(edits)
    reached = 0
    for at, edit in enumerate(made):
        if edit.start < reached <= edit.end and not text[edit.start : reached].strip():
            if at not in fixed:
                made[at] = replace(edit, start=reached).with_details(original=text[reached : edit.end])
            elif at - 1 not in fixed and made[at - 1].start <= edit.start:
                before = made[at - 1]
                made[at - 1] = replace(before, end=edit.start).with_details(original=text[before.start : edit.start])
        reached = max(reached, edit.end)
    return made


def whitespace_only(document: Text) -> list[Edit]:
    """Return the edits of all annotators that have no token equivalent; the text must be known."""
    texts = {part.id: tokenise(part.text) for part in document.parts}
    edits = document.all_edits
    return [edit for edit in edits if convert_edit(texts[edit.part], edit) is None]


def in_tokens(document: Text) -> Text:
    """Return a document whose edits count tokens, each converted by itself; white-space edits are dropped.

    Its text must be known.
    """
    texts = {part.id: tokenise(part.text) for part in document.parts}
    edits = []
    for edit in document.edits:
        made = convert_edit(texts[edit.part], edit)
        if made is None:
            continue
        there = " ".join(texts[edit.part].tokens[made.start : made.end])
        new = [None if words is None else " ".join(words) for words in made.corrections]
        moved = replace(edit, start=made.start, end=made.end).with_details(original=there)
        edits.append(moved.with_alternatives(new))
    return Text.document(document.id, edits=tuple(edits))


def to_characters(
    source: TokenisedText, start: int, end: int, corrections: Sequence[Words | None]
) -> tuple[int, int, tuple[Correction, ...]]:
    """Return range and corrections, in characters, of a token edit in canonical form.

    Alternatives share one range: that of a deletion only if all of them delete.
    """
    strings = [made for made in corrections if made is not None]
    # Where some words are put in, or nothing is known of them, the range is that of the bare words.
    model = next((made for made in strings if made), () if strings and start < end else ("",))
    first, stop, _ = source.place(start, end, model)
    made = tuple(
        None if words is None else source.place(start, end, words)[2] if words or start < end else ""
        for words in corrections
    )
    return first, stop, made
