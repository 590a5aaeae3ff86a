"""Apply edits to a text: by token, as in M2, or by character."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from errata.errors import InputError
from errata.model.edits import Edit


def applicable(edits: Iterable[Edit], n_tokens: int) -> list[Edit]:
    """Return the edits that can be applied together, by position, insertions in one place in file order.

    Excluded are edits outside the sentence, those without a correction, and all but the first of overlapping edits.
    """
    given = list(edits)
    kept: list[Edit] = []
    reached = 0
    for edit in given:  # nearly all come in order and fit, and then nothing is to be sorted
        if not (reached <= edit.start <= edit.end <= n_tokens and edit.corrections):
            break
        reached = edit.end
    else:
        return given
    reached = 0
    for edit in sorted(given, key=lambda edit: (edit.start, edit.end)):
        if edit.corrections and edit.fits(n_tokens) and edit.start >= reached:
            kept.append(edit)
            reached = edit.end
    return kept


def apply_edits(source: str, edits: Iterable[Edit]) -> str:
    """Return the source with the first alternative of each applicable edit applied.

    White space that no edit touches is kept; new words are separated by one space.

    >>> apply_edits("She go  in school", [Edit(1, 2, ("goes",)), Edit(3, 3, ("the",)), Edit(4, 4, (".",))])
    'She goes  in the school .'
    """
    edits = tuple(edits)
    return apply_each(source, (edits,))[0] if edits else source


def apply_each(source: str, versions: Iterable[Sequence[Edit]]) -> list[str]:
    """Return the result of `apply_edits` for each set of edits of one source, which is split only once."""
    tokens = source.split()
    n_tokens = len(tokens)
    is_plain = source == " ".join(tokens)
    made = []
    for edits in versions:
        words: list[str] = []
        position = 0
        for edit in edits if is_plain else ():
            start, end = edit.start, edit.end
            # Nearly all are in order, apart, and fit: then there is nothing to sort or leave out.
            if not position <= start <= end <= n_tokens or not edit.corrections:
                break
            words += tokens[position:start]
            words += edit.corrections[0].split()
            position = end
        else:
            if is_plain:
                made.append(" ".join(words + tokens[position:]) if edits else source)
                continue
        to_apply = applicable(edits, n_tokens)
        made.append(_splice(source, tokens, to_apply) if to_apply else source)
    return made


def _splice(source: str, tokens: Sequence[str], edits: Iterable[Edit]) -> str:
    """Apply edits to a source that has more than single spaces between its tokens."""
    gaps = re.split(r"\S+", source) if tokens else [""]  # one before each token, one after them all
    head, tail = gaps[0], gaps[-1]
    pieces: list[tuple[str, str]] = []
    position = 0
    for edit in edits:
        pieces += zip(gaps[position : edit.start], tokens[position : edit.start], strict=True)
        gap = gaps[edit.start] if edit.start < len(tokens) else " "
        for word in edit.corrections[0].split():
            pieces.append((gap, word))
            gap = " "
        if edit.start == edit.end:
            gaps[edit.start] = gap  # the new words took the gap of the token behind them
        position = edit.end
    pieces += zip(gaps[position:-1], tokens[position:], strict=True)
    body = "".join((gap or " ") + word for gap, word in pieces[1:])
    return f"{head}{pieces[0][1]}{body}{tail}" if pieces else ""


def order_by_text(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits of one part by position; overlapping edits are refused.

    >>> [edit.start for edit in order_by_text([Edit.of(9, 9, "", ("a",)), Edit.of(3, 5, "go", ("goes",))])]
    [3, 9]
    """
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise InputError(f"{before.place} and {after.place} overlap; edits that overlap cannot be applied together")
    return ordered


def apply_character_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the first correction of every edit applied, insertions at one point in the given order.

    >>> apply_character_edits("a dogs", [Edit.of(0, 0, "", ("Not ",)), Edit.of(2, 6, "dogs", ("dog",))])
    'Not a dog'
    """
    pieces = []
    position = 0
    for edit in order_by_text(edits):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise InputError(f"{edit.place} is outside the text of {len(text)} characters")
        first = edit.alternatives[0] if edit.alternatives else None
        if first is not None:
            pieces += [text[position : edit.start], first]
            position = edit.end
    return "".join([*pieces, text[position:]])
