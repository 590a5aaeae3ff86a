"""Descriptions of a corpus's conventions: the unusual ones, with the evidence for and against them."""

from collections.abc import Iterator

from errata.text.raw.conventions import BREAKING, FUSED, Conventions
from errata.text.raw.learning import Learned
from errata.text.raw.units import token_units

_USUAL = Conventions()
_NAMES = {"-": "hyphens", "/": "slashes"}
_SIDES = {"L": "a word", "D": "a number", "C": "a word", "P": "a mark"}


def describe(learned: Learned) -> tuple[str, ...]:
    """Return what is unusual about a corpus; numbers are cases for and against.

    >>> from errata.text.raw.learning import learn
    >>> describe(learn(["I can not see the man .", "He can not go .", "We can not say ."]))
    ('cannot is cut (3 : 0)',)
    """
    if not learned.conventions.tokenised:
        return ("not tokenised: tokens are what white space separates",)
    return (*_of_words(learned), *_of_marks(learned), *_of_forms(learned.conventions))


def _of_words(learned: Learned) -> Iterator[str]:
    conventions, found = learned.conventions, learned.evidence
    for word in sorted(conventions.fused):
        cut = FUSED[word]
        yield f"{word} is cut ({learned.runs[word[:cut], word[cut:]]} : {learned.runs[word,]})"
    for name, value, usual, counts in (
        ("don't", conventions.contraction, "n't", found.contraction),
        ("it's", conventions.clitic, "'s", found.clitic),
    ):
        if value != usual:
            how = "is not cut" if value == "joined" else f"is cut before {value}"
            yield f"{name} {how} ({counts[value]} : {counts[usual]})"
    if conventions.elision:
        n_cut = found.elision["l'"]
        yield f"l' is cut off words ({n_cut} : {found.elision['joined']})"
    stops = found.abbreviation
    if not conventions.initials:
        yield f"abbreviations lose their full stops ({stops['initials cut']} : {stops['initials joined']})"
    if not conventions.final_abbreviation:
        yield f"abbreviations keep a final full stop ({stops['final joined']} : {stops['final cut']})"
    for key in sorted(conventions.kept_stop):
        kind, small = key
        before = "numbers" if kind == "D" else "words"
        yield (
            f"{before} keep full stops before {'small letters' if small else 'capitals and the like'} "
            f"({found.stop_joined[key]} : {found.stop_cut[key]})"
        )
    if conventions.script:
        yield f"a script without spaces, cut into {'characters' if conventions.script == 'char' else 'words'}"


def _of_marks(learned: Learned) -> Iterator[str]:
    conventions, found = learned.conventions, learned.evidence
    for key in sorted(conventions.cut_inside):
        if key[1:] in (("L", "L"), ("D", "D")):
            where = " in numbers" if key[1] == "D" else ""
            name = f"{_NAMES[key[0]]}{where} are" if key[0] in _NAMES else f"{key[0]}{where} is"
            yield f"{name} cut ({found.between[key]} : {found.inside[key]})"
    for mark, name in _NAMES.items():
        key = (mark, "L", "L")
        if key in conventions.kept_inside and key not in conventions.cut_inside and found.between[key]:
            yield f"{name} are not cut ({found.inside[key]} : {found.between[key]})"
    for kept, where, joined, cut in (
        (conventions.kept_head, "head", found.head, found.cut_head),
        (conventions.kept_tail, "tail", found.tail, found.cut_tail),
    ):
        for beside in sorted(kept):
            if not _is_asked_for(beside[0], where):
                continue
            name = "a currency sign" if beside[0] == "¤" else beside[0]
            yield f"{name} at the {where} of {_SIDES[beside[1]]} stays ({joined[beside]} : {cut[beside]})"
    for kind in sorted(conventions.cut_symbols):
        yield f"{kind} is cut ({found.alone[kind]} : 0)"


def _is_asked_for(name: str, where: str) -> bool:
    """Tell whether the rules ask if a mark stays at the head or tail of words; others are never split off there."""
    [mark, *_] = token_units(name)
    return mark.kind in BREAKING or name in ("'", "¤") or (name == "%" and where == "tail")


def _of_forms(conventions: Conventions) -> Iterator[str]:
    if conventions.brackets:
        yield "brackets are -LRB- and so on"
    if conventions.joiners:
        yield f"marks cut out of words are {' '.join(f'@{mark}@' for mark in sorted(conventions.joiners))}"
    if conventions.escaped:
        yield "tokens are escaped (&apos; …)"
    if not conventions.dots:
        yield "the full stops of an ellipsis are tokens"
    if conventions.decomposed:
        yield "letters and accents are separate characters (NFD)"
    if conventions.apostrophe != _USUAL.apostrophe:
        yield f"the apostrophe is {conventions.apostrophe}"
    if (conventions.open_quote, conventions.close_quote) != (_USUAL.open_quote, _USUAL.close_quote):
        yield f"quotes are {conventions.open_quote} {conventions.close_quote}"
