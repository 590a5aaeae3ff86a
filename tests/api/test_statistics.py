"""What is in a corpus, counted by hand."""

import pytest

from errata import Corpus, Edit, InputError, Layer, Text, annotate, corpus_statistics

GOLD = Corpus(
    (
        Text(
            "He go in school .",
            (
                Layer(0, (Edit(1, 2, ("goes",), type="R:VERB"), Edit(2, 3, ("to",), type="R:PREP"))),
                Layer(1, (Edit(1, 2, ("went",), type="R:VERB"), Edit(4, 4, ("today",), type="M:ADV"))),
            ),
        ),
        Text("It rains .", (Layer(0),)),
        Text("So it is ."),
    ),
    "gold",
)


def test_annotators_are_counted_where_they_have_a_say() -> None:
    """What nobody annotated counts for all; what another annotated alone does not."""
    found = corpus_statistics(GOLD)
    assert (found.n_texts, found.n_tokens, found.n_references, found.n_edits) == (3, 12, 2, 4)
    first, second = found.annotators
    assert (first.n_texts, first.n_changed, first.n_tokens, first.changes, first.edits) == (3, 1, 12, 2, 2)
    assert (second.n_texts, second.n_changed, second.n_tokens, second.changes) == (2, 1, 9, 2)
    assert (first.token_rate, first.text_rate) == (2 / 12, 1 / 3)
    assert found.types == {"R:VERB": 2, "M:ADV": 1, "R:PREP": 1}


def test_agreement_is_over_what_both_saw() -> None:
    """One place of two is the same, no correction; kappa by hand: 3 of 5 tokens alike, 13/25 by chance."""
    (pair,) = corpus_statistics(GOLD).pairs
    assert (pair.n_texts, pair.edits, pair.same, pair.same_span) == (1, (2, 2), 0, 1)
    assert (pair.f, pair.span_f) == (0, 0.5)
    assert pair.kappa == pytest.approx((3 / 5 - 13 / 25) / (1 - 13 / 25))


def test_references_have_error_rates_but_no_edits() -> None:
    """Until these are extracted."""
    texts = ["He go home .", "It rains ."], ["He goes back home .", "It rains ."]
    found = corpus_statistics(Corpus.from_texts(texts[0], [texts[1]]))
    (reference,) = found.annotators
    assert (reference.changes, reference.edits, found.n_edits, found.types) == (2, None, None, {})
    extracted = corpus_statistics(annotate(texts[0], [texts[1]], "wdiff"))
    assert (extracted.annotators[0].changes, extracted.n_edits) == (2, 1)


def test_nothing_is_divided_by_nothing() -> None:
    """No text, no edits, no tokens: rates and agreement are not defined."""
    empty = corpus_statistics(Corpus((Text("", (Layer(0), Layer(1))),), "gold"))
    assert (empty.annotators[0].token_rate, empty.annotators[0].text_rate) == (None, 0)
    assert (empty.pairs[0].f, empty.pairs[0].kappa) == (None, None)
    assert corpus_statistics(Corpus((), "none")).n_texts == 0
    with pytest.raises(InputError, match="give a Corpus"):
        corpus_statistics(["He go ."])  # type: ignore[arg-type]
