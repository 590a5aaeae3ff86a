"""Where text is cut that the source does not have, by convention."""

import pytest

from errata.text.raw.conventions import Conventions
from errata.text.raw.rules import rule_cuts
from errata.text.raw.units import scan


def cut(text: str, known: Conventions, ends_line: bool = False, following: str = "") -> str:
    units = scan(text)
    cuts = rule_cuts(units, ends_line, following, known)
    return "".join((" " if place in cuts else "") + unit.text for place, unit in enumerate(units))


USUAL = Conventions()


@pytest.mark.parametrize(
    ("text", "want", "why"),
    [
        ("(word)", "( word )", "brackets"),
        ("'word'", "' word '", "single quotes"),
        ("word?!", "word ? !", "one mark after the other"),
        ("$5", "$ 5", "currency before a number"),
        ("US$5", "US$5", "but not inside"),
        ("5€", "5 €", "or behind one"),
        ("$x", "$x", "nothing else"),
        ("10%", "10 %", "per cent"),
        ("a%", "a%", "only of numbers"),
        ("a,b", "a , b", "a comma parts words"),
        ("1,000", "1,000", "but not numbers"),
        ("a-b/c", "a-b/c", "hyphen and slash stay"),
        ("a—b", "a — b", "a dash does not"),
        ("x.", "x .", "a full stop"),
        ("J.", "J.", "an initial"),
        ("I.", "I .", "but for I"),
        ("U.S.", "U.S.", "initials"),
        ("U.S.,", "U.S. ,", "also before a comma"),
        ("etc.", "etc.", "an abbreviation inside a line"),
        ("don't", "do n't", "a contraction"),
        ("n't", "n't", "which is cut already"),
        ("'t", "'t", "and so is this"),
        ("shouldn't've", "should n't 've", "one upon the other"),
        ("ain't's", "ai n't 's", "and so on"),
        ("it's", "it 's", "a clitic"),
        ("90's", "90 's", "also of numbers"),
        ("(it's),", "( it 's ) ,", "inside marks"),
        ("a,it's", "a , it 's", "and behind them"),
        ("http://a.b/c,d", "http://a.b/c,d", "an address"),
        ("www.a.org.", "www.a.org .", "whose full stop is the sentence's"),
        ("a.b@c.de", "a.b@c.de", "a mail address"),
        ("a@b", "a@b", "a symbol that the corpus does not cut"),
        ("`x", "`x", "odd apostrophes are never cut off"),
        ("x-", "x-", "nor hyphens"),
        ("“x”", "“ x ”", "quotes in every form"),
        ("cannot", "cannot", "one word, where the corpus does not cut it"),
        ("l'ami", "l'ami", "no elision where the corpus has none"),
    ],
)
def test_usual_conventions(text: str, want: str, why: str) -> None:
    """What most tokenisers do."""
    assert cut(text, USUAL, following="x") == want, why


@pytest.mark.parametrize(
    ("known", "text", "want"),
    [
        (Conventions(contraction="'t"), "don't", "don 't"),
        (Conventions(contraction="' t"), "don't", "don ' t"),
        (Conventions(contraction="joined"), "don't", "don't"),
        (Conventions(clitic="' s"), "it's", "it ' s"),
        (Conventions(clitic="joined"), "it's", "it's"),
        (Conventions(elision=True), "l'ami", "l' ami"),
        (Conventions(elision=True), "qu'il", "qu' il"),
        (Conventions(elision=True), "aujourd'hui", "aujourd'hui"),
        (Conventions(fused=frozenset({"cannot", "gonna"})), "Cannot", "Can not"),
        (Conventions(cut_inside=frozenset({("-", "L", "L")})), "up-to-5-date", "up - to-5-date"),
        (Conventions(cut_inside=frozenset({(",", "D", "D")})), "1,000", "1 , 000"),
        (Conventions(kept_inside=frozenset({(",", "L", "L")})), "a,b", "a,b"),
        (Conventions(kept_head=frozenset({("'", "L")})), "'word'", "'word '"),
        (Conventions(kept_tail=frozenset({("%", "D")})), "10%", "10%"),
        (Conventions(kept_head=frozenset({("¤", "D")})), "£5", "£5"),
        (Conventions(kept_head=frozenset({("“", "L")})), "“a”", "“a ”"),
        (Conventions(cut_symbols=frozenset("&+")), "R&D+", "R & D +"),
        (Conventions(initials=False), "U.S.", "U.S ."),
        (Conventions(english=False), "etc.", "etc ."),
        (Conventions(lexicon=frozenset({"a,b"})), "A,B", "A,B"),
        (Conventions(lexicon=frozenset({":)"})), "Hi:)", "Hi :)"),
        (Conventions(script="char", single=True), "我10x,", "我 1 0 x ,"),
        (Conventions(script="char"), "我10x,", "我 10x ,"),
        (Conventions(script="word", words=frozenset({"苹果", "苹"}), longest=2), "苹果好苹", "苹果 好 苹"),
    ],
)
def test_conventions_steer_the_rules(known: Conventions, text: str, want: str) -> None:
    """Each by itself."""
    assert cut(text, known) == want


@pytest.mark.parametrize(
    ("known", "text", "want"),
    [
        (USUAL, "etc.", "etc ."),
        (USUAL, "etc.)", "etc . )"),
        (Conventions(final_abbreviation=False), "etc.", "etc."),
        (Conventions(lexicon=frozenset({"x."})), "x.", "x ."),
        (Conventions(lexicon=frozenset({"x!"})), "x!", "x!"),
    ],
)
def test_at_the_end_of_a_line(known: Conventions, text: str, want: str) -> None:
    """A full stop there may be the sentence's, so that what the corpus has whole does not decide."""
    assert cut(text, known, ends_line=True) == want


def test_what_follows_decides_about_full_stops_where_the_corpus_says_so() -> None:
    """Before small letters, or within the chunk before a mark."""
    known = Conventions(kept_stop=frozenset({("L", True)}))
    assert cut("word.", known, following="x") == "word."
    assert cut("word.", known, following="X") == "word ."
    assert cut("word.)", known, following="x") == "word . )"
    assert cut("word.", known, ends_line=True) == "word ."


def test_marks_by_the_thousand_take_no_time() -> None:
    """As systems write them that have lost their way; each is looked at a few times."""
    assert cut("!" * 20_000, USUAL) == " ".join("!" * 20_000)
    assert cut(":" * 20_000, USUAL) == " ".join(":" * 20_000)
    assert cut("x" + "'s" * 5_000, USUAL) == " ".join(["x", *["'s"] * 5_000])
    assert len(cut("a," * 5_000, USUAL).split()) == 10_000
