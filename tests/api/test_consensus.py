"""One text out of several: the same as a plain double loop finds, and refusals of all that is not clear."""

import math
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.measures.lower import ErrorRate
from tests.strategies import LINES

import errata
from errata import Corpus, Edit, InputError, LengthError, Measure, consensus, sentence_scores
from errata.api.consensus import elect
from errata.measures.data import GoldBlock

SOURCES = ["She go to school every day .", "He like it a lot ."]
SYSTEMS = {
    "A": ["She go to school every day .", "He likes it a lot ."],
    "B": ["She goes to school every day .", "He likes it lot ."],
    "C": ["She goes to the school every day .", "He likes it a lot ."],
}
NBEST = [list(texts) for texts in zip(*SYSTEMS.values(), strict=True)]


def by_double_loop(source: str, texts: Sequence[str], measure: Measure | str) -> tuple[int, float | None]:
    """Return which candidate MBR chooses and its mean score, as the definition has it."""
    means = []
    for own, text in enumerate(texts):
        others = [other for place, other in enumerate(texts) if place != own]
        scores = [sentence_scores([source], [text], [other], measure)[0] for other in others]
        means.append(math.fsum(scores) / len(scores) if scores else 0.0)
    best = max(means) if measure != ErrorRate() else min(means)
    return means.index(best), best if len(texts) > 1 else None


@pytest.mark.parametrize(
    "measure",
    ["green", "green:unit=char,beta=0.5", "green:references=mean", "gleu", "errant", "m2", "cleme", ErrorRate()],
)
@settings(max_examples=30)
@given(st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=5)), min_size=1, max_size=3))
def test_mbr_is_the_plain_double_loop(measure: Measure | str, nbest: list[tuple[str, list[str]]]) -> None:
    """To the last bit, however often a candidate is there and however pairs are counted."""
    sources, lists = [source for source, _ in nbest], [[*texts] for _, texts in nbest]
    expected = [by_double_loop(source, texts, measure) for source, texts in nbest]
    assume(len(lists) == 1 or {len(texts) for texts in lists} != {len(lists)})  # which may look like lists per system
    with patch("errata.api.consensus.check_candidates"):  # these are no corrections
        made = consensus((tuple(texts) for texts in lists), measure, sources=sources)
    assert list(zip(made.choices, made.scores, strict=True)) == expected
    assert made.texts == tuple(texts[choice] for texts, (choice, _) in zip(lists, expected, strict=True))


@given(st.lists(st.tuples(LINES, LINES, LINES), min_size=1, max_size=4), st.integers(1, 5))
def test_the_counts_of_green_tell_those_of_the_pair_turned_round(triples: list[tuple[str, str, str]], n: int) -> None:
    """Regions of output against reference, and of that reference against that output."""
    measure = errata.Green(n=n)
    sources, one, other = (list(column) for column in zip(*triples, strict=True))
    tables = [
        measure.count(GoldBlock.of(Corpus.from_texts(sources, [wanted])), errata.Output("x", texts))
        for wanted, texts in ((one, other), (other, one))
    ]
    assert measure.mirrored(tables[0]).counts == tables[1].counts


def test_systems_by_name_are_the_columns_of_n_best_lists() -> None:
    """With names, and how often each was chosen."""
    named = consensus(SYSTEMS, sources=SOURCES)
    assert named.texts == consensus(NBEST, sources=SOURCES).texts
    assert (named.texts, named.choices, named.picks) == (
        ("She goes to school every day .", "He likes it a lot ."),
        (1, 0),
        {"A": 1, "B": 1, "C": 0},
    )
    assert named.signature.startswith("mbr|green|v:")
    assert named.signature.endswith("|sentences:alone")


def test_the_oracle_takes_what_scores_best_against_the_references() -> None:
    """Texts, ragged, or annotated gold; the first of equals."""
    references = [["She goes to the school every day ."], ["He likes it lot .", "He loves it a lot ."]]
    made = consensus(SYSTEMS, sources=SOURCES, references=references, method="oracle")
    assert (made.choices, made.scores) == ((2, 1), (1.0, 1.0))
    assert made.signature.startswith("oracle|green|")
    gold = errata.annotate(SOURCES, [[texts[0] for texts in references]])
    assert consensus(SYSTEMS, "m2", gold=gold, method="oracle").choices == (2, 1)
    assert consensus(SYSTEMS, ErrorRate(), gold=gold, method="oracle").scores == (0.0, 0.0)


def test_the_vote_keeps_the_edits_of_enough_candidates() -> None:
    """Of more than half, or of as many as one wishes; the text may be one that nobody proposed."""
    made = consensus(SYSTEMS, sources=SOURCES, method="vote")
    assert (made.texts, made.choices) == (("She goes to school every day .", "He likes it a lot ."), (1, 0))
    assert made.signature == "vote|votes:majority|extract:errata"
    assert consensus(SYSTEMS, sources=SOURCES, method="vote", votes=3).texts == (SOURCES[0], "He likes it a lot .")
    one = consensus(SYSTEMS, sources=SOURCES, method="vote", votes=1)
    assert (one.texts, one.choices) == (("She goes to the school every day .", "He likes it lot ."), (2, 1))
    mixed = consensus([["a x c d", "a b c y"]], sources=["a b c d"], method="vote", votes=1)
    assert (mixed.texts, mixed.choices) == (("a x c y",), (None,))


@given(LINES, LINES, st.integers(1, 4))
def test_what_all_propose_is_elected(source: str, text: str, n: int) -> None:
    """Word for word."""
    (made,) = consensus([[text] * n], sources=[source], method="vote").texts
    assert made.split() == text.split()


GOES, WENT, HOME, TWICE = Edit(1, 2, ("goes",)), Edit(1, 3, ("went",)), Edit(3, 3, ("home",)), Edit(3, 3, ("away",))


@pytest.mark.parametrize(
    ("proposed", "votes", "elected"),
    [
        ([[GOES], [WENT], [GOES]], 1, [GOES]),
        ([[WENT], [GOES]], 1, [GOES]),  # as many votes, as early: the shorter stands first
        ([[WENT, HOME], [WENT, HOME]], 2, [WENT, HOME]),  # an insertion where a replacement ends
        ([[TWICE], [HOME]], 1, [TWICE]),  # one place, two insertions: the first proposed
        ([[Edit(1, 4, ("x",))], [HOME]], 1, [Edit(1, 4, ("x",))]),  # an insertion within what is replaced
        ([[], [GOES]], 2, []),
    ],
)
def test_edits_that_collide_are_never_both_elected(proposed: list[list[Edit]], votes: int, elected: list[Edit]) -> None:
    """More votes first, then the place."""
    assert elect(proposed, votes) == elected


def call(*candidates: Any, **options: Any) -> Callable[[], object]:
    """Return a call to be tried later."""
    return lambda: consensus(*candidates, **{"sources": SOURCES, **options})


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "lists per system": (
        call(list(SYSTEMS.values())),
        "candidates looks like one list per system: 3 lists of 2 texts for 2 sources",
    ),
    "as many systems as sources": (
        call([SYSTEMS["B"], SYSTEMS["C"]]),
        "candidates looks like one list per system: 2 lists of 2 texts for 2 sources",
    ),
    "too few lists": (call(NBEST[:1]), "candidates of 1 source, but there are 2"),
    "flat": (call(["a", "b"]), r"candidates\[0\] is a single string"),
    "empty list": (call([["a"], []]), r"candidates\[1\] is empty"),
    "no systems": (call({}), "there are no candidates"),
    "short system": (call({"A": ["a"]}), r"candidates\['A'\] has 1 text for 2 sources"),
    "None": (call([["a"], [None]]), r"candidates\[1\]\[0\] is a NoneType, not text"),
    "no sources": (call(NBEST, sources=None), "give the sources of the candidates"),
    "method": (call(NBEST, method="best"), "method must be one of 'mbr', 'vote', 'oracle', not 'best'"),
    "votes of mbr": (call(NBEST, votes=2), "votes only applies to method='vote'"),
    "votes": (call(NBEST, method="vote", votes=4), "votes must be 1 to 3 with at most 3 candidates, not 4"),
    "no votes": (call(NBEST, method="vote", votes=0), "votes must be 1 to 3"),
    "references of mbr": (call(NBEST, references=["a", "b"]), "references only apply to method='oracle'"),
    "oracle without": (call(NBEST, method="oracle"), "give either gold, or sources and references"),
    "documents": (call(NBEST, "hoo"), "hoo scores documents"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_clear_is_refused(name: str) -> None:
    """With words that say what was seen and what is wanted."""
    refused, message = REFUSED[name]
    with pytest.raises((InputError, LengthError), match=message):
        refused()


LONGER = [
    "She go to school every day .",
    "He like it a lot .",
    "They was late for dinner yesterday .",
    "I has two cats at home .",
    "We is waiting on the bus .",
]
GOOD = [
    "She goes to school every day .",
    "He likes it a lot .",
    "They were late for dinner yesterday .",
    "I have two cats at home .",
    "We are waiting for the bus .",
]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([*GOOD[1:], GOOD[0]], "fit the source of a neighbouring .*; look for extra, missing or reordered lines"),
        ([text.replace(" .", ".") for text in GOOD], "looks untokenised.*; candidates must have the tokens of the"),
    ],
)
@pytest.mark.parametrize("method", ["mbr", "vote", "oracle"])
def test_candidates_that_no_score_accepts_are_refused(bad: list[str], message: str, method: Any) -> None:
    """By system or as n-best lists, by every method."""
    given: dict[str, Any] = {"sources": LONGER, "method": method}
    if method == "oracle":
        given["references"] = GOOD
    assert consensus({"good": GOOD, "same": LONGER}, **given)
    with pytest.raises(InputError, match=f"^bad: .*{message}"):
        consensus({"good": GOOD, "bad": bad}, **given)
    with pytest.raises(InputError, match=f"^candidate 2 of each source: .*{message}"):
        consensus([list(texts) for texts in zip(GOOD, bad, strict=True)], **given)


def test_odd_candidates_cause_warnings() -> None:
    """Of systems each, of n-best lists once; with what can be done about them."""
    marked = [f"{text} </s>" for text in GOOD]
    says = "Markdown or HTML .*'errata convert --raw' removes what it recognises"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        consensus({"bad": marked, "worse": marked}, sources=LONGER)
    told = [str(item.message) for item in caught]
    assert all(any(re.match(f"{name}: .*{says}", text) for text in told) for name in ("bad", "worse"))
    assert {item.filename for item in caught} == {__file__}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        consensus([list(texts) for texts in zip(GOOD, marked, marked, strict=True)], sources=LONGER)
    told = [str(item.message) for item in caught if "HTML" in str(item.message)]
    assert [text.partition(":")[0] for text in told] == ["candidate 2 of each source"]


def test_a_few_sentences_are_taken_as_they_are() -> None:
    """As decoders have them, whose beam may hold anything."""
    assert consensus([["", "He.", "He likes it a lot ."]], sources=[LONGER[1]]).texts
