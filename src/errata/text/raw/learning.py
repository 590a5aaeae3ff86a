"""The conventions of a corpus, decided by what its tokens show.

A convention departs from its default only if at least two more cases speak for that than against it: one typing error
must not change a tokeniser (specification of raw text, section 3).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from unicodedata import category, is_normalized, normalize

from errata.records import dataclass, replace
from errata.text.raw.conventions import ELLIPSES, FUSED, GROUPS, Beside, Conventions, is_symbol
from errata.text.raw.evidence import Evidence, Lines, count_runs, gather, pieces_of
from errata.text.raw.rules import rule_cuts
from errata.text.raw.units import (
    BRACKET_TOKENS,
    BRACKETS,
    INVISIBLE,
    JOINERS,
    WORD_KINDS,
    is_escaped,
    token_units,
    unescape,
)

_MARGIN = 2
_ENDS = frozenset(".!?。！？")
_EMOTICONS = (":)", ":(", ";)", ":d", ":p", ":-)", ":-(", ";-)", "=)", "=(", ":/", "<3")


@dataclass(frozen=True)
class Learned:
    """The conventions of a corpus and what showed them."""

    conventions: Conventions
    evidence: Evidence
    runs: Counter[tuple[str, ...]]
    """How often words that some corpora split occur whole, and in two."""


def learn(lines: Iterable[str]) -> Learned:
    """Return the conventions that tokenised lines show: all sources, then all references if they are given.

    >>> learn(["I can not see it .", "He can not go .", "We can not say ."]).conventions.fused
    frozenset({'cannot'})
    """
    rows: Lines = [line.split() for line in lines]
    tokens = Counter([token for row in rows for token in row])
    escaped = is_escaped(tokens)
    if escaped:
        rows = [[unescape(token) for token in row] for row in rows]
        tokens = Counter([token for row in rows for token in row])
    first = replace(_look_first(rows, tokens), escaped=escaped)
    evidence = gather(rows, tokens, first)
    fused: set[tuple[str, ...]] = {(word[:cut], word[cut:]) for word, cut in FUSED.items()}
    runs = count_runs(rows, fused | {(word,) for word in FUSED})
    decided = _decide(first, evidence, tokens, runs)
    return Learned(replace(decided, lexicon=_lexicon(rows, tokens, decided)), evidence, runs)


def learn_from_text(texts: Iterable[str]) -> Conventions:
    """Return conventions for an untokenised corpus: the usual ones, with marks written as in its texts.

    >>> learn_from_text(["It’s here.", "I’m not the one."]).apostrophe
    '’'
    """
    words = Counter([word for text in texts for word in text.split()])
    forms: dict[str, Counter[str]] = {group: Counter() for group in GROUPS}
    n_units = n_unspaced = 0
    for word, n in words.items():
        for unit in token_units(word):
            if unit.group:
                forms[unit.group][unit.text] += n
            n_units += n * unit.is_word
            n_unspaced += n * (unit.kind == "C")
    usual = replace(
        _look_at_characters(words),
        forms=_frozen(forms),
        apostrophe=_most_frequent(forms["apostrophe"], "'"),
        script="char" if n_unspaced and 10 * n_unspaced >= 3 * n_units else "",
    )
    return replace(usual, lexicon=_lexicon([], Counter(), usual))


def _more(one: int, other: int) -> bool:
    return one >= other + _MARGIN


def _look_first(rows: Lines, tokens: Counter[str]) -> Conventions:
    """Return the conventions that units depend on, and those visible without context."""
    pairs = sum(one == two == "." for row in rows for one, two in pairwise(row))
    runs = sum(n for token, n in tokens.items() if ".." in token)
    return _look_at_units(replace(_look_at_characters(tokens), dots=not _more(pairs, runs)), tokens)


def _look_at_characters(tokens: Counter[str]) -> Conventions:
    total = tokens.total()
    characters = set("".join(tokens))
    decomposed = sum(n for token, n in tokens.items() if not is_normalized("NFC", token))
    composed = sum(n for token, n in tokens.items() if is_normalized("NFC", token) and not is_normalized("NFD", token))
    return Conventions(
        ascii=all(character.isascii() or category(character)[0] in "LMN" for character in characters),
        dropped="".join(character for character in INVISIBLE if character not in characters),
        decomposed=decomposed > composed,
        english=100 * (tokens["the"] + tokens["The"]) >= total > 0,
    )


def _look_at_units(first: Conventions, tokens: Counter[str]) -> Conventions:
    """Add whether the corpus is tokenised at all, and how it splits a script without spaces."""
    apart = glued = n_words = n_unspaced = n_single = 0
    single = True
    unspaced = set()
    for token, n in tokens.items():
        units = token_units(token, first.dots)
        if units[-1].kind in _ENDS:
            apart += n * (len(units) == 1)
            glued += n * (len(units) > 1 and units[-2].is_word)
        kinds = {unit.kind for unit in units}
        if kinds.isdisjoint(WORD_KINDS):
            continue
        n_words += n
        if "C" in kinds:
            n_unspaced += n
            n_single += n * (len(units) == 1)
            unspaced.add(normalize("NFC", token))
        elif len(units) > 1 and kinds <= {"L", "D"}:
            single = False
    first = replace(first, tokenised=glued <= apart)
    if not n_unspaced or 10 * n_unspaced < 3 * n_words:
        return first
    script = "char" if 100 * n_single >= 95 * n_unspaced else "word"
    return replace(
        first,
        script=script,
        single=script == "char" and single,
        words=frozenset(unspaced),
        longest=max(map(len, unspaced)),
    )


def _decide(first: Conventions, found: Evidence, tokens: Counter[str], runs: Counter[tuple[str, ...]]) -> Conventions:
    ellipses = Counter({form: found.forms["ellipsis"][form] for form in ELLIPSES if found.forms["ellipsis"][form]})
    bounded = [key for key in found.between if key[0] in ("-", "/") or (key[0] in (",", ":") and key[1:] == ("D", "D"))]
    abbreviation = found.abbreviation
    return replace(
        first,
        contraction=_highest(found.contraction, ("n't", "'t", "' t", "joined")),
        clitic=_highest(found.clitic, ("'s", "' s", "joined")),
        elision=_more(found.elision["l'"], found.elision["joined"]),
        # Lopsided: a separate hyphen may be a dash that the writer set between spaces, but one inside a token
        # proves that the tokeniser leaves it there.
        cut_inside=frozenset(
            key for key in bounded if found.between[key] >= 5 and 10 * found.inside[key] < found.between[key]
        ),
        kept_inside=frozenset(key for key, n in found.inside.items() if n >= _MARGIN),
        kept_head=_kept(found.head, found.cut_head),
        kept_tail=_kept(found.tail, found.cut_tail),
        cut_symbols=frozenset(
            kind for kind, n in found.alone.items() if n >= _MARGIN and not found.bound[kind] and is_symbol(kind)
        ),
        initials=not _more(abbreviation["initials cut"], abbreviation["initials joined"]),
        final_abbreviation=not _more(abbreviation["final joined"], abbreviation["final cut"]),
        kept_stop=frozenset(key for key, n in found.stop_joined.items() if _more(n, found.stop_cut[key])),
        fused=frozenset(word for word, cut in FUSED.items() if runs[word[:cut], word[cut:]] >= 2 * runs[word,] + 2),
        forms=_frozen(found.forms),
        apostrophe=_most_frequent(found.forms["apostrophe"], "'"),
        open_quote=_most_frequent(found.open_quote, '"'),
        close_quote=_most_frequent(found.close_quote, '"'),
        ellipsis=_most_frequent(ellipses, "..." if first.dots else ". . ."),
        dash=_most_frequent(found.dash, ""),
        brackets=_more(sum(tokens[token] for token in BRACKETS), sum(tokens[mark] for mark in BRACKET_TOKENS)),
        joiners=frozenset(mark for token, mark in JOINERS.items() if tokens[token]),
    )


def _frozen(forms: Mapping[str, Counter[str]]) -> Mapping[str, Mapping[str, int]]:
    return MappingProxyType({group: MappingProxyType(dict(counts)) for group, counts in forms.items()})


def _highest(counts: Counter[str], values: Sequence[str]) -> str:
    """Return the value with the highest count, the first on ties, if it is well above the default, the first."""
    best = max(values, key=lambda value: counts[value])
    return best if _more(counts[best], counts[values[0]]) else values[0]


def _kept(joined: Counter[tuple[str, str]], cut: Counter[tuple[str, str]]) -> Beside:
    return frozenset(key for key, n in joined.items() if _more(n, cut[key]))


def _most_frequent(counts: Counter[str], default: str) -> str:
    return min(counts, key=lambda form: (-counts[form], form), default=default)


def _lexicon(rows: Lines, tokens: Counter[str], conventions: Conventions) -> frozenset[str]:
    """Return the tokens with marks that occur whole more often than as the separate pieces that the rules give."""
    whole: Counter[str] = Counter(_EMOTICONS)
    for token, n in tokens.items():
        found = token_units(token, conventions.dots)
        kinds = {unit.kind for unit in found}
        if len(found) > 1 and "`" not in kinds and not kinds <= WORD_KINDS:
            whole[normalize("NFC", token).lower()] += n
    pieces = {}
    for text in whole:
        row = token_units(text, conventions.dots)
        if cuts := rule_cuts(row, False, "a", conventions):
            pieces[text] = pieces_of(row, cuts)
    cut = count_runs(rows, set(pieces.values()))
    return frozenset(text for text, run in pieces.items() if whole[text] > cut[run])
