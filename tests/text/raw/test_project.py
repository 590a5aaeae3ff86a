"""What holds of every projection, and by hand what the specification works out."""

from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.support import sample
from tests.text.raw.cases import CORPORA, conventions, pairs, sentences, source_tokens

from errata.text.raw.conventions import GROUPS, Conventions
from errata.text.raw.project import project
from errata.text.raw.quick import QuickProjector
from errata.text.raw.units import escape, unescape

corpora = st.sampled_from(sorted(CORPORA))
ways = st.sampled_from(["auto", "source", "keep"])
MARKS = ',;!?()"'
STANDING_FOR_MARKS = ("-LRB-", "-RRB-", "@-@")
IN_GROUPS = frozenset("\"“”„‟«»″＂'’‘‚‛ʼ＇`´ʹ′-‐‑‒–—―−….")
"""Characters that have several forms: of quotes, apostrophes, dashes and ellipses."""


def test_a_moved_apostrophe_is_cut_by_rule() -> None:
    """Evidence from single characters would make `other ' s` of it: whole tokens are asked for (section 11)."""
    source = "We know each others ' status ."
    found = project(source.split(), "We know each other's status.", conventions("ptb"))
    assert " ".join(found.tokens) == "We know each other 's status ."


def test_a_token_of_two_words_is_kept_only_in_one_piece() -> None:
    """With white space in it the rules cut; without, the source's token comes back (section 11)."""
    text = "In decades,medical news was rare ."
    source, known = text.split(), conventions("inner")
    assert " ".join(project(source, "In decades, medical news was rare.", known).tokens) == (
        "In decades , medical news was rare ."
    )
    assert " ".join(project(source, "In decades,medical news is rare.", known).tokens) == (
        "In decades,medical news is rare ."
    )


@pytest.mark.parametrize(
    ("corpus", "source", "raw", "want", "why"),
    [
        ("ptb", "every day", "everyday", "everyday", "a blank removed between letters is an edit"),
        ("ptb", "a , b", "a,b", "a , b", "one beside a comma is not"),
        ("ptb", "10 , 000", "10,000", "10,000", "in numbers the rules decide"),
        ("ptb", "o' clock", "o'clock", "o'clock", "the blank behind an apostrophe was the writer's"),
        ("ptb", "20%", "20%", "20%", "a token of the source stays, against the convention"),
        ("web", "20 %", "20%", "20%", "what the corpus keeps is settled"),
        ("ptb", "He left", "", "", "an empty output"),
        ("ptb", "", "It's.", "It 's .", "an empty source"),
        ("ptb", "the café", "the cafe\u0301", "the café", "compared in NFC"),
        ("nfd", "le cafe\u0301", "le café noir à", "le cafe\u0301 noir a\u0300", "written as the corpus does"),
        ("lrb", "a b", "a (b)", "a -LRB- b -RRB-", "brackets as the corpus has them"),
        ("moses", "a well @-@ known man", "a well-known man", "a well @-@ known man", "joiners are kept"),
        ("moses", "R &amp; D", "R & D", "R &amp; D", "and escapes"),
        ("dots", "Well", "Well…", "Well . . .", "one mark, three tokens"),
        ("ptb", "a .. b", "a … b", "a ... b", "two full stops are no ellipsis, so the source's form does not go over"),
        ("plain", "He left.", "He’s gone.", "He's gone.", "without tokens only marks are changed"),
    ],
)
def test_worked_examples(corpus: str, source: str, raw: str, want: str, why: str) -> None:
    """Small enough to follow by hand."""
    assert " ".join(project(source.split(), raw, conventions(corpus)).tokens) == want, why


@pytest.mark.parametrize(
    ("how", "want"), [("auto", "it — it's “ a ”"), ("source", "it - it's « a »"), ("keep", "it — it’s “ a ”")]
)
def test_typography(how: str, want: str) -> None:
    """A dash that the corpus has too is left, unless the source decides always; and nothing is changed if so wished."""
    known = Conventions(
        forms={"dash": {"-": 1, "—": 1}, "apostrophe": {"'": 9}, "quote": {"«": 1, "“": 1, "”": 1}, "ellipsis": {}},
        clitic="joined",
    )
    source = "it - it's « a »"
    assert " ".join(project(source.split(), "it — it’s “a”", known, how).tokens) == want


@given(st.lists(st.sampled_from([*MARKS, "he", "goes", "Home", "Ann"]), max_size=12), st.data())
def test_identity(tokens: list[str], data: st.DataObject) -> None:
    """A source without some of the white space beside its marks comes back as it was."""
    raw = ""
    for token in tokens:
        beside_mark = token in MARKS or raw[-1:] in MARKS
        raw += ("" if beside_mark and data.draw(st.booleans()) else " ") + token
    for corpus in ("ptb", "web", "whole", "fr"):
        assert project(tokens, raw, conventions(corpus), "keep").tokens == tuple(tokens)


@given(source_tokens, corpora)
def test_text_tokenised_as_the_gold_comes_back(tokens: list[str], corpus: str) -> None:
    """Whatever its tokens are like."""
    known = conventions(corpus)
    # A corpus without such tokens has none in its sources.
    tokens = [token for token in tokens if token not in STANDING_FOR_MARKS or corpus == "moses"]
    if known.escaped:
        tokens = [escape(token) for token in tokens]
    found = project(tokens, " ".join(tokens), known)
    assert found == (tuple(tokens), {}, 0, 0, True)


@settings(max_examples=sample(300, 50))
@given(sentences, sentences, corpora)
def test_projection_is_idempotent(source: list[str], words: list[str], corpus: str) -> None:
    """Its tokens, joined by blanks, come back: of sentences, for marks in wild disorder may be cut once more."""
    known = conventions(corpus)
    tokens = project(source, " ".join(words), known).tokens
    assert project(source, " ".join(tokens), known).tokens == tokens


@settings(max_examples=sample(300, 50))
@given(pairs(), corpora)
def test_white_space_is_a_boundary(pair: tuple[list[str], str], corpus: str) -> None:
    """No token contains any, and no token goes across it."""
    source, raw = pair
    known = conventions(corpus)
    found = project(source, raw, known, "keep")
    assert all(token and token == "".join(token.split()) for token in found.tokens)
    if not (known.brackets or known.escaped or known.decomposed or known.joiners):
        ends = {len("".join(found.tokens[:n])) for n in range(len(found.tokens) + 1)}
        clean = normalize("NFC", "".join(c for c in raw if c not in known.dropped))
        if found.changed == {} and all(token == normalize("NFC", token) for token in found.tokens):
            lengths = [len("".join(clean.split()[:n])) for n in range(len(clean.split()) + 1)]
            assert ends.issuperset(lengths)


@settings(max_examples=sample(300, 50))
@given(pairs(), st.sampled_from(["web", "whole", "ua", "zhc", "zhw", "inner", "plain"]))
def test_characters_are_preserved(pair: tuple[list[str], str], corpus: str) -> None:
    """Without changed marks the tokens are the text without white space and what nobody sees."""
    source, raw = pair
    known = conventions(corpus)
    found = project(source, raw, known, "keep")
    text = "".join(character for character in normalize("NFC", raw) if character not in known.dropped)
    if not found.changed:
        assert normalize("NFC", "".join(found.tokens)) == normalize("NFC", "".join(text.split()))


@settings(max_examples=sample(300, 50))
@given(pairs(), st.sampled_from(["ptb", "web", "whole", "fr", "ua", "zhc", "zhw", "inner", "plain", "dots"]))
def test_only_reported_marks_change(pair: tuple[list[str], str], corpus: str) -> None:
    """Tokens joined are the text without white space; where marks were normalised, all but marks that have forms."""
    source, raw = pair
    known = conventions(corpus)
    source = [token for token in source if token not in STANDING_FOR_MARKS]
    found = project(source, raw, known)
    text = "".join(normalize("NFC", "".join(c for c in raw if c not in known.dropped)).split())
    made = normalize("NFC", "".join(found.tokens))
    if found.changed:
        assert set(found.changed) <= {*GROUPS, "mark"}
        text, made = ("".join(c for c in whole if c not in IN_GROUPS) for whole in (text, made))
    assert made == text


@settings(max_examples=sample(300, 50))
@given(pairs(), corpora)
def test_keep_changes_no_character(pair: tuple[list[str], str], corpus: str) -> None:
    """But brackets, escapes and tokens that stand for quotes."""
    known = conventions(corpus)
    source = [token for token in pair[0] if token not in (*STANDING_FOR_MARKS, "``", "''", "`")]
    if not (known.brackets or known.escaped):
        assert project(source, pair[1], known, "keep").changed == {}


@settings(max_examples=sample(600, 60))
@given(pairs(), corpora, ways, st.sampled_from([1, 3, 1000]))
@example((["a"], "\u200b \u200b"), "ptb", "auto", 1000)
@example(([], ""), "ptb", "auto", 1000)
def test_the_quick_version_gives_the_same(pair: tuple[list[str], str], corpus: str, how: str, limit: int) -> None:
    """Tokens, counts and all."""
    source, raw = pair
    known = conventions(corpus)
    quick = QuickProjector(known, how, limit)
    text = unescape(raw) if known.escaped else raw
    want = project(source, raw, known, how, limit)
    assert quick.project(quick.number(source), text) == want
    assert quick.project(quick.number(source), text) == want, "what is remembered changes nothing"


def test_the_quick_version_forgets_when_it_knows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded, and nothing else changes."""
    monkeypatch.setattr("errata.text.raw.quick._MOST_CHUNKS", 2)
    known = conventions("ptb")
    quick = QuickProjector(known)
    source = ["It", "is", "a", "``", "word", "''", "."]
    for raw in ("It’s a “word”.", "It is one “word”.", "It’s a “word”."):
        assert quick.project(quick.number(source), raw) == project(source, raw, known)


def test_the_quick_version_takes_long_lines() -> None:
    """Buffers grow; one that was made for a longer line serves a shorter one."""
    known = conventions("ptb")
    quick = QuickProjector(known)
    source = ("He do n't know it , I think . " * 60).split()
    for raw in ("He doesn't know it, I think. " * 60, "x y z, " * 200, "It is.", ""):
        assert quick.project(quick.number(source), raw) == project(source, raw, known)
