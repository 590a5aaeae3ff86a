"""CLEME2.0: worked examples of its rates, and of the references that it chooses."""

import pytest
from tests.support import annotated, scored

from errata import Cleme, Corpus, Edit
from errata.measures.cleme.cleme2 import Tally, disentangle

NAMES = ("tp", "fp_necessary", "fp_unnecessary", "fn", "tn")
RIGHT, WRONG, OTHER = Edit(0, 1, ("x",)), Edit(0, 1, ("y",)), Edit(2, 3, ("z",))


@pytest.mark.parametrize(
    ("level", "tally", "score"),
    [
        # hit 1/2, wrong 1/4, under 1/4, over 1/4 of what was made (4).
        ("corpus", Tally(2, 1, 1, 1, 9), 0.45 / 2 + 0.35 * 3 / 4 + 0.15 * 3 / 4 + 0.05 * 3 / 4),
        ("sentence", Tally(2, 1, 1, 1, 9), 0.35 / 2 + 0.25 * 3 / 4 + 0.20 * 3 / 4 + 0.20 * 3 / 4),
        # hit 1/6, wrong 2/6, under 3/6, over 4/7.
        ("corpus", Tally(1, 2, 4, 3, 0), 0.45 / 6 + 0.35 * 4 / 6 + 0.15 * 3 / 6 + 0.05 * 3 / 7),
        ("sentence", Tally(1, 2, 4, 3, 0), 0.35 / 6 + 0.25 * 4 / 6 + 0.20 * 3 / 6 + 0.20 * 3 / 7),
    ],
)
def test_the_score_is_the_weighted_sum_of_the_rates(level: str, tally: Tally, score: float) -> None:
    """Hits count, the other three count as far as they are lacking; the weights are those of the level."""
    values = disentangle(tally, level)
    assert values["score"] == pytest.approx(score, rel=1e-15)  # the sum has another order
    needed, made = tally.tp + tally.fp_necessary + tally.fn, tally.tp + tally.fp_necessary + tally.fp_unnecessary
    assert values["hit"] == tally.tp / needed
    assert values["wrong"] == tally.fp_necessary / needed
    assert values["under"] == tally.fn / needed
    assert values["over"] == tally.fp_unnecessary / made


Judged = tuple[list[list[Edit]], list[Edit]]
"""The references of a sentence, and its output."""


def cleme2(level: str, *sentences: Judged) -> dict[str, float]:
    """Return the numbers of sentences."""
    gold = Corpus(tuple(annotated(*references) for references, _ in sentences))
    output = Corpus(tuple(annotated(made) for _, made in sentences))
    found: dict[str, float] = scored(gold, output, Cleme(level=level)).details["cleme2"]
    return found


def test_counts_of_sentences_are_added() -> None:
    """A hit, a wrong correction, a needless one and a miss."""
    sentences: tuple[Judged, ...] = (
        ([[RIGHT]], [RIGHT]),
        ([[RIGHT]], [WRONG]),
        ([[RIGHT]], [RIGHT, OTHER]),
        ([[OTHER]], []),
    )
    for level in ("corpus", "sentence"):
        found = cleme2(level, *sentences)
        assert [found[name] for name in NAMES[:4]] == [2, 1, 1, 1], level
    corpus = cleme2("corpus", *sentences)
    assert {name: corpus[name] for name in ("hit", "wrong", "under", "over")} == {
        "hit": 2 / 4,
        "wrong": 1 / 4,
        "under": 1 / 4,
        "over": 1 / 4,
    }


def test_sentence_level_is_the_mean_of_the_sentences() -> None:
    """One all right, one all wrong: of the latter only what was not left undone and not overdone counts."""
    found = cleme2("sentence", ([[RIGHT]], [RIGHT]), ([[RIGHT]], [WRONG]))
    assert found["score"] == pytest.approx((1.0 + (0.20 + 0.20)) / 2, rel=1e-15)
    assert (found["hit"], found["wrong"], found["under"], found["over"]) == (0.5, 0.5, 0.0, 0.0)


def test_the_better_reference_is_chosen() -> None:
    """The one that the output hits, wherever it stands."""
    for references in ([[RIGHT], [OTHER]], [[OTHER], [RIGHT]]):
        for level in ("corpus", "sentence"):
            found = cleme2(level, (references, [RIGHT]))
            assert [found[name] for name in NAMES[:4]] == [1, 0, 0, 0], (level, references)


def test_a_corpus_chooses_by_what_was_counted_before() -> None:
    """A wrong correction does better as a needless one, alone or after a hit; after many misses as a wrong one.

    After n misses the totals score 0.35·n/(n + 1) + 0.15/(n + 1) + 0.05 with a wrong correction more, 0.35 with a
    needless one, which is less from n = 4. A sentence level looks at each sentence alone.
    """
    choice: Judged = ([[RIGHT], []], [WRONG])
    assert [cleme2("corpus", choice)[name] for name in NAMES[:4]] == [0, 0, 1, 0]
    assert [cleme2("corpus", ([[RIGHT]], [RIGHT]), choice)[name] for name in NAMES[:4]] == [1, 0, 1, 0]
    missed: Judged = ([[RIGHT]], [])
    for n_missed, expected in ((2, [0, 0, 1, 2]), (4, [0, 1, 0, 4])):
        found = cleme2("corpus", *[missed] * n_missed, choice)
        assert [found[name] for name in NAMES[:4]] == expected
    assert [cleme2("sentence", *[missed] * 4, choice)[name] for name in NAMES[:4]] == [0, 0, 1, 4]


def test_one_of_several_references_makes_a_change_necessary() -> None:
    """Where each chunk may choose its reference, a wrong change is needed if any of them changes the chunk."""
    gold, output = Corpus((annotated([RIGHT], [OTHER]),)), Corpus((annotated([WRONG]),))
    independent = scored(gold, output, Cleme(assumption="independent", weighted=False))
    assert [independent.details["cleme2"][name] for name in NAMES[:4]] == [0, 1, 0, 0]
    found = scored(gold, output, Cleme(assumption="independent", weighted=False, task="detection"))
    assert (found.counts["tp"], found.counts["fp"]) == (1, 0)


def test_equals_are_told_apart_by_misses_in_a_corpus_only() -> None:
    """A needless change beside two misses or one scores 0.35 in a corpus either way; a sentence takes the first."""
    source = "a b c d e f g h"
    references = [[RIGHT, Edit(3, 4, ("y",))], [RIGHT]]
    gold = Corpus((annotated(*references, source=source),))
    output = Corpus((annotated([Edit(6, 7, ("z",))], source=source),))
    for level, misses in (("corpus", 1), ("sentence", 2)):
        found = scored(gold, output, Cleme(level=level)).details["cleme2"]
        assert [found[name] for name in NAMES[:4]] == [0, 0, 1, misses], level
