"""How to split text that is not in the source, by rules that follow the conventions of the corpus.

A chunk is the text between white space, as units; a piece is what is left of it while marks are split off its ends.
Positions are counted in units: a cut at 2 comes before the third (specification of raw text, section 4).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from errata.text.raw.conventions import BREAKING, CLITIC_TOKENS, CLITICS, FUSED, Conventions, is_symbol
from errata.text.raw.units import WORD_KINDS, Unit, canon, is_small, joined

_LONGEST_FUSED = max(map(len, FUSED))
_MAIL = re.compile(r"[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


def rule_cuts(row: Sequence[Unit], ends_line: bool, following: str, conventions: Conventions) -> set[int]:
    """Return where a chunk is split.

    `ends_line` says that no letter or digit follows in the line; `following` is the text of the next chunk's first
    unit, empty if there is none.

    >>> from errata.text.raw.units import scan
    >>> sorted(rule_cuts(scan("(don't)."), True, "", Conventions()))
    [1, 3, 6, 7]
    """
    cuts: set[int] = set()
    low, high = 0, len(row)
    last_word = max((place for place, unit in enumerate(row) if unit.is_word), default=-1)
    whole = joined(row)
    may_be_address = "://" in whole or "www." in whole or "@" in whole
    while high - low >= 2:
        at_end = ends_line and last_word < high
        # What is longer than all that is kept whole need not be looked at: there may be thousands of marks.
        is_short = high - low <= conventions.longest_entry
        if (is_short or may_be_address) and _is_whole(row[low:high], at_end, conventions):
            return cuts
        last = row[high - 1]
        if _is_head(row[low], row[low + 1].side, conventions):
            low += 1
            cuts.add(low)
        elif last.kind == "." and row[high - 2].is_word:
            behind = row[high].text if high < len(row) else following
            if not _is_stop_cut(row[low : high - 1], at_end, behind, conventions):
                break
            high -= 1
            cuts.add(high)
        elif _is_tail(last, row[high - 2].side, conventions):
            end = high
            high -= 1
            # Marks that belong together, as those of an emoticon do, come off as one.
            while high > low and not row[high - 1].is_word and joined(row[high - 1 : end]) in conventions.lexicon:
                high -= 1
            cuts.add(high)
        else:
            break
    if high - low < 2:
        return cuts
    piece = row[low:high]
    inside = _inside(piece, conventions)
    if not inside:
        inside = _contractions(piece, conventions) | _unspaced(piece, conventions)
        return cuts | {low + place for place in inside}
    for start, end in pairwise([0, *sorted(inside), len(piece)]):
        behind = row[low + end].text if low + end < len(row) else following
        cuts.update(low + start + place for place in rule_cuts(piece[start:end], False, behind, conventions))
    return cuts | {low + place for place in inside}


def _is_whole(piece: Sequence[Unit], at_end: bool, conventions: Conventions) -> bool:
    """Tell whether a piece is never split: the corpus has it whole, or it is an address or was split off a word."""
    text = joined(piece)
    if text in conventions.lexicon and not (at_end and piece[-1].kind == "."):
        return True
    return canon(piece) in CLITIC_TOKENS or _is_address(text, piece[-1])


def _is_address(text: str, last: Unit) -> bool:
    if ("://" in text or text.startswith("www.")) and (last.is_word or last.kind == "/"):
        return True
    return "@" in text and _MAIL.fullmatch(text) is not None


def _is_head(mark: Unit, side: str, conventions: Conventions) -> bool:
    """Tell whether a mark is split off what follows it."""
    if mark.is_word or mark.kind in "-/`.%":
        return False
    if mark.kind in BREAKING or mark.kind == "'":
        return (mark.name, side) not in conventions.kept_head
    if mark.name == "¤":
        return side == "D" and ("¤", "D") not in conventions.kept_head
    return mark.kind in conventions.cut_symbols


def _is_tail(mark: Unit, side: str, conventions: Conventions) -> bool:
    """Tell whether a mark, if it is not a full stop after a word, is split off what precedes it."""
    if mark.is_word or mark.kind in "-/`":
        return False
    if mark.kind == ".":
        return True
    if mark.kind in BREAKING or mark.kind == "'":
        return (mark.name, side) not in conventions.kept_tail
    if mark.kind == "%" or mark.name == "¤":
        return side == "D" and (mark.name, "D") not in conventions.kept_tail
    return mark.kind in conventions.cut_symbols


def _is_stop_cut(stem: Sequence[Unit], at_end: bool, behind: str, conventions: Conventions) -> bool:
    """Tell whether a full stop is split off a word."""
    if conventions.is_abbreviation(stem):
        return conventions.final_abbreviation if at_end else not conventions.initials
    return at_end or (stem[-1].kind, is_small(behind)) not in conventions.kept_stop


def _inside(piece: Sequence[Unit], conventions: Conventions) -> set[int]:
    """Return the cuts on both sides of marks that separate words."""
    cuts: set[int] = set()
    for place in range(1, len(piece) - 1):
        mark = piece[place]
        if mark.is_word:
            continue
        around = piece[place - 1].side, piece[place + 1].side
        if mark.kind in "-/" or (mark.kind in ",:" and around == ("D", "D")):
            is_cut = (mark.kind, *around) in conventions.cut_inside
        elif mark.kind in BREAKING:
            is_cut = (mark.name, *around) not in conventions.kept_inside
        else:
            is_cut = is_symbol(mark.kind) and mark.kind in conventions.cut_symbols
        if is_cut:
            cuts.update((place, place + 1))
    return cuts


def _contractions(piece: Sequence[Unit], conventions: Conventions) -> set[int]:
    """Return the cuts before n't and 's, in words that some write as one, and after elided articles."""
    cuts: set[int] = set()
    n = len(piece)
    while n > 1:
        text = canon(piece[:n]) if n <= _LONGEST_FUSED else ""
        if text in conventions.fused:
            return cuts | {FUSED[text]}
        if n > 3 and canon(piece[n - 3 : n]) == "n't" and piece[n - 4].kind == "L":
            return cuts | {"n't": {n - 3}, "'t": {n - 2}, "' t": {n - 2, n - 1}}.get(conventions.contraction, set())
        start = _start_of_clitic(piece[:n])
        if not start:
            break
        if conventions.clitic == "joined":
            return cuts
        cuts |= {start} if conventions.clitic == "'s" else {start, start + 1}
        n = start
    else:
        return cuts
    if conventions.elision:
        place = next((place for place, unit in enumerate(piece[:n]) if unit.canon == "'"), 0)
        if 1 <= place <= 3 and place < n - 1 and all(unit.kind == "L" for unit in piece[:place]):
            cuts.add(place + 1)
    return cuts


def _start_of_clitic(piece: Sequence[Unit]) -> int:
    """Return the start of a final clitic in a piece, 0 if it has none."""
    for clitic in CLITICS:
        start = len(piece) - len(clitic)
        if start > 0 and piece[start - 1].is_word and canon(piece[start:]) == clitic:
            return start
    return 0


def _unspaced(piece: Sequence[Unit], conventions: Conventions) -> set[int]:
    """Return the cuts between words, or characters, of a script without spaces."""
    cuts: set[int] = set()
    if not conventions.script:
        return cuts
    place = 0
    while place < len(piece):
        end = place + 1
        if piece[place].kind == "C":
            if conventions.script == "word":
                end = _end_of_longest(piece, place, conventions)
        elif piece[place].kind in WORD_KINDS and not conventions.single:
            while end < len(piece) and piece[end].kind in "LD":
                end += 1
        cuts.add(end)
        place = end
    return cuts - {len(piece)}


def _end_of_longest(piece: Sequence[Unit], place: int, conventions: Conventions) -> int:
    """Return the end of the longest known word that begins here: a guess, as good as a word list can be."""
    for end in range(min(len(piece), place + conventions.longest), place + 1, -1):
        if "".join([unit.text for unit in piece[place:end]]) in conventions.words:
            return end
    return place + 1
