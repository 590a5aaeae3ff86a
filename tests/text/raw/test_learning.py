"""Conventions that few lines show, each with the evidence that turns it."""

import pytest

from errata.text.raw.conventions import Conventions
from errata.text.raw.describing import describe
from errata.text.raw.learning import learn


def known(*lines: str) -> Conventions:
    return learn(lines).conventions


@pytest.mark.parametrize(
    ("name", "lines", "value"),
    [
        ("contraction", ["I don't .", "You can't ."], "joined"),
        ("contraction", ["I don 't .", "You can 't ."], "'t"),
        ("contraction", ["I don ' t .", "You can ' t ."], "' t"),
        ("contraction", ["I don't .", "You can't .", "He wo n't ."], "n't"),
        ("clitic", ["It's it .", "He's he ."], "joined"),
        ("clitic", ["It ' s it .", "He ' s he ."], "' s"),
        ("elision", ["l' ami", "d' or"], True),
        ("elision", ["l' ami", "d' or", "aujourd'hui"], False),
        ("elision", ["boys' ami", "girls' or"], False),
        ("kept_inside", ["a,b", "c,d"], frozenset({(",", "L", "L")})),
        ("cut_inside", ["a - b"] * 5, frozenset({("-", "L", "L")})),
        ("cut_inside", ["a - b"] * 4, frozenset()),
        ("cut_inside", ["a - b"] * 10 + ["c-d"], frozenset()),
        ("cut_inside", ["a - b"] * 11 + ["c-d"], frozenset({("-", "L", "L")})),
        ("cut_inside", ["1 , 000"] * 5 + ["a , b"] * 5, frozenset({(",", "D", "D")})),
        ("kept_tail", ["20% x", "30% y"], frozenset({("%", "D")})),
        ("kept_tail", ["20% x", "30% y", "4 % z"], frozenset()),
        ("kept_head", ["£5 x", "$6 y"], frozenset({("¤", "D")})),
        ("kept_head", ['"a b', '"c d'], frozenset({('"', "L")})),
        ("cut_symbols", ["a & b", "c & d"], frozenset({"&"})),
        ("cut_symbols", ["a & b", "c & d", "R&D"], frozenset()),
        ("initials", ["J . Smith x", "K . Smith x"], False),
        ("initials", ["J . Smith x", "K . Smith x", "L. Smith x"], True),
        ("final_abbreviation", ["I live in the U.S.", "He lives in the U.K."], False),
        ("final_abbreviation", ["in the U.S.", "in the U.K.", "in the U.N ."], True),
        ("kept_stop", ["cap. ten it", "par. ten it"], frozenset({("L", True)})),
        ("kept_stop", ["cap. Ten it", "par. Ten it", "it . Ten it"], frozenset()),
        ("fused", ["I can not .", "We can not ."], frozenset({"cannot"})),
        ("fused", ["I can not .", "We can not .", "He cannot ."], frozenset()),
        ("brackets", ["-LRB- a -RRB-"], True),
        ("brackets", ["-LRB- a -RRB-", "( b )"], False),
        ("joiners", ["a @-@ b @/@ c"], frozenset("-/")),
        ("escaped", ["a &quot; b"], True),
        ("dots", [". . ."], False),
        ("dots", [". . .", "..."], True),
        ("ellipsis", [". . ."], ". . ."),
        ("ellipsis", ["a … b"], "…"),
        ("apostrophe", ["it ’s", "I ’m"], "’"),
        ("open_quote", ["“ a ”"], "“"),
        ("close_quote", ["“ a ”"], "”"),
        ("close_quote", ['" a "'], '"'),
        ("dash", ["a – b", "c — d", "e — f"], "—"),
        ("dash", ["a-b", "- c"], ""),
        ("ascii", ["été 我"], True),
        ("ascii", ["a – b"], False),
        ("english", ["the " + "a " * 99], True),
        ("english", ["the " + "a " * 100], False),
        ("decomposed", ["e\u0301 a"], True),
        ("decomposed", ["e\u0301 é"], False),
        ("tokenised", ["He left."], False),
        ("tokenised", ["He left.", "She left ."], True),
        ("script", ["我 a b"], "char"),
        ("script", ["我 a b c"], ""),
        ("script", ["我们 a b"], "word"),
        ("single", ["我 1 0"], True),
        ("single", ["我 10"], False),
        ("longest", ["苹果 天 天 天"], 2),
    ],
)
def test_conventions(name: str, lines: list[str], value: object) -> None:
    """One typing error must not change a tokeniser: two more cases than speak against it must speak for it."""
    assert getattr(known(*lines), name) == value


def test_quotes_that_stand_alone_count_on_their_side() -> None:
    """The first opens, the second closes, so that only what touches a word on that side speaks against cutting."""
    assert known('"a x', '"b y', 'He " c " z').kept_head == frozenset()
    assert known('"a x', '"b y', '"c z', 'He " c " z').kept_head == frozenset({('"', "L")})


def test_an_apostrophe_behind_an_open_quote_closes_it() -> None:
    """So the two stand on different sides; one that belongs to a clitic stands on none."""
    evidence = learn(["say ' no ' here", "it ' s so", "the boys ' room", "'yes ' sir"]).evidence
    assert dict(evidence.cut_head) == {("'", "L"): 1}
    assert dict(evidence.cut_tail) == {("'", "L"): 3}


def test_entities_show_nothing() -> None:
    """They are no tokens of words and marks."""
    assert known("a &lt; b", "c &lt; d").kept_head == frozenset()


def test_the_lexicon_has_what_is_whole_more_often() -> None:
    """Of what the rules would cut; emoticons count as seen once."""
    found = known("a;b x", "c!d x", "c ! d y", ": ) x", "e-f")
    assert {"a;b", ":("} <= found.lexicon
    assert found.lexicon.isdisjoint({"c!d", ":)", "e-f"})


def test_the_lexicon_is_cut_in_lower_case() -> None:
    """A capital before a full stop would be an initial, and not cut."""
    assert "c." in known("C. x", "C. y").lexicon


def test_an_empty_corpus_has_the_usual_conventions() -> None:
    """But it is not known to be English."""
    found = known()
    assert found == Conventions(english=False, lexicon=found.lexicon)


def test_conventions_in_words() -> None:
    """With what speaks for them and against them; usual ones are not mentioned."""
    lines = ["I can not - you can not", "up-to-date", "The 'a b .", "The 'b c .", "a - b -LRB- x -RRB- don't can't ."]
    assert describe(learn(lines)) == (
        "cannot is cut (2 : 0)",
        "don't is not cut (2 : 0)",
        "hyphens are not cut (2 : 2)",
        "' at the head of a word stays (2 : 0)",
        "brackets are -LRB- and so on",
    )
    assert describe(learn(["l' ami J . K . 5. six it", "d' or 6. ten it"])) == (
        "l' is cut off words (2 : 0)",
        "abbreviations lose their full stops (2 : 0)",
        "numbers keep full stops before small letters (2 : 0)",
        "' at the tail of a word stays (2 : 0)",
    )
    assert describe(learn(["in the U.S.", "in the U.K.", "a & b", "c & d", "£5 x ?", "$6 y ?", *["1 - 2"] * 5])) == (
        "abbreviations keep a final full stop (2 : 0)",
        "hyphens in numbers are cut (5 : 0)",
        "a currency sign at the head of a number stays (2 : 0)",
        "& is cut (2 : 0)",
    )
    assert describe(learn(["He left."])) == ("not tokenised: tokens are what white space separates",)
    assert describe(learn(["It is ."])) == ()
    assert describe(learn(["我 们 &quot; @-@ . . . e\u0301 ’"])) == (
        "a script without spaces, cut into characters",
        "marks cut out of words are @-@",
        "tokens are escaped (&apos; …)",
        "the full stops of an ellipsis are tokens",
        "letters and accents are separate characters (NFD)",
        "the apostrophe is ’",
    )
