"""ERRANT: worked examples."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import annotated, scored, shared

import errata
from errata import Corpus, Edit, Errant, ErrataWarning, InputError, Score


def score(gold: Corpus, output: Corpus, **options: Any) -> Score:
    return scored(gold, output, Errant(**options))


def test_breakdowns_are_sorted_and_their_micro_average_is_the_score() -> None:
    """By every facet."""
    gold = Corpus((annotated([HIT, MISS]),))
    made = score(gold, Corpus((annotated([HIT]),)))
    for facet in errata.Errant.facets:
        names = [group.name for group in made.breakdown(facet).groups]
        assert names == sorted(names)
        assert made.breakdown(facet).micro == made.values


def test_unchanged_conll14_input() -> None:
    """No edits: precision 1, recall and F 0; as a mean of sentences 31.33, the value published with GREEN."""
    gold = errata.read(shared("data/conll14/errant/gold.m2"))
    output = errata.read(shared("data/conll14/errant/INPUT.m2"))
    corpus = score(gold, output)
    assert corpus.counts == {"tp": 0, "fp": 0, "fn": 2070}
    assert corpus.values == {"f": 0.0, "precision": 1.0, "recall": 0.0}
    assert round(100 * score(gold, output, level="sentence").score, 2) == 31.33


HIT, MISS = Edit(0, 1, ("x",), "R:A"), Edit(2, 3, ("y",), "R:B")


def test_the_choice_follows_running_totals() -> None:
    """The first annotator alone has the better F (1 against 0.83); after three misses the second one's hits pay."""
    hard = annotated([Edit(i, i + 1, ("q",), "R:C") for i in range(4)])
    either = annotated([HIT], [HIT, MISS, Edit(3, 4, ("z",), "R:B")])
    gold = Corpus((hard, hard, either))
    output = Corpus((annotated([]), annotated([]), annotated([HIT, MISS])))
    running = score(gold, output)
    assert [row.reference for row in running.sentences] == [0, 0, 1]
    assert running.counts == {"tp": 2, "fp": 0, "fn": 9}
    reverse = score(Corpus(gold.texts[::-1]), Corpus(output.texts[::-1]))
    assert [row.reference for row in reverse.sentences] == [1, 0, 0]


def test_ties_go_to_most_hits_then_fewest_errors_then_fewest_misses() -> None:
    """While nothing was hit every F is 0, so the counts decide; the last tie goes to the first annotator."""
    wrong = annotated([Edit(3, 4, ("w",), "R:D")])
    gold = Corpus((annotated([HIT, MISS], [MISS], [HIT]),))
    chosen = score(gold, Corpus((wrong,))).sentences[0]
    assert chosen.reference == 1
    assert chosen.details == {
        "types": {"tp": [], "fp": ["R:D"], "fn": ["R:B"]},
        "annotators": {"0": [0, 1, 2], "1": [0, 1, 1], "2": [0, 1, 1]},
    }


def test_an_annotator_without_edits_left_is_still_chosen() -> None:
    """A filter may leave an annotator nothing: that is an opinion, too."""
    gold = Corpus((annotated([HIT, MISS], [Edit(1, 2, ("v",), "R:ORTH")]),))
    assert score(gold, Corpus((annotated([]),)), filter="R:ORTH").sentences[0].reference == 1


def test_macro_averages_weigh_every_type_alike() -> None:
    """Micro averages are the score itself."""
    gold = Corpus((annotated([HIT, MISS]),))
    breakdown = score(gold, Corpus((annotated([HIT]),))).breakdown("type")
    assert [group.name for group in breakdown.groups] == ["R:A", "R:B"]
    assert breakdown.macro == {"f": 0.5, "precision": 1.0, "recall": 0.5}
    assert breakdown.micro == {"f": 5 / 6, "precision": 1.0, "recall": 0.5}
    nothing = score(Corpus((annotated([]),)), Corpus((annotated([]),))).breakdown("category")
    assert (nothing.groups, nothing.macro) == ((), {"f": 1.0, "precision": 1.0, "recall": 1.0})


def test_alternatives_are_one_text_and_earn_a_warning() -> None:
    """As for the program, which knows none."""
    both = Edit(0, 1, ("x", "z"), "R:A")
    gold = Corpus((annotated([both]),), "gold.m2")
    outputs = {name: Corpus((annotated([HIT]),)) for name in ("one", "two")}
    with pytest.warns(ErrataWarning) as warned:
        assert [item.score for item in errata.score(gold, outputs, measures=["errant"])] == [0, 0]
    assert [str(item.message) for item in warned] == [
        "gold.m2: 1 edit has alternatives, which errant compares as one text (a||b)"
    ]
    assert score(gold, Corpus((annotated([both]),))).score == 1


def test_the_word_for_a_deletion_is_a_word(tmp_path: Path) -> None:
    """The program compares corrections as written, so `-NONE-` is not met by an empty correction, but by itself."""
    texts = {"empty": "", "word": "-NONE-", "first": "-NONE-||x", "other": "||x"}
    read = {}
    for name, text in texts.items():
        path = tmp_path / f"{name}.m2"
        path.write_text(f"S a b\nA 0 1|||U:A|||{text}|||REQUIRED|||-NONE-|||0\n\n", encoding="utf-8")
        read[name] = errata.read(path)
    hits = {(one, two) for one in texts for two in texts if score(read[one], read[two]).counts["tp"]}
    assert hits == {(name, name) for name in texts}
    with pytest.warns(ErrataWarning, match=r"word.m2: 1 deletion is written -NONE-, which errant compares as a word"):
        errata.score(read["word"], read["empty"], measures=["errant"])


@pytest.mark.parametrize("span", [(0, 2**32), (-(2**32), 1), (0, 5)])
def test_edits_of_more_tokens_than_there_are_are_refused_where_each_counts(span: tuple[int, int]) -> None:
    """In gold and outputs; where spans are compared as such they do no harm."""
    long, sound = Corpus((annotated([Edit(*span, ("x",))]),), name="x.m2"), Corpus((annotated([Edit(0, 4, ("x",))]),))
    message = (
        rf"^x.m2, sentence 1: the edit {span[0]} {span[1]} covers more tokens than the sentence has \(4\), and errant"
    )
    for gold, output in ((long, sound), (sound, long)):
        with pytest.raises(InputError, match=message):
            errata.score(gold, output, measures=["errant:task=token"])
        assert score(gold, output, task="detection").counts == {"tp": 0, "fp": 1, "fn": 1}
    assert score(sound, sound, task="token").counts == {"tp": 4, "fp": 0, "fn": 0}


def test_a_span_that_runs_backwards_holds_no_token() -> None:
    """So it falls on nothing when tokens are compared."""
    gold = Corpus((annotated([Edit(3, 2, ("x",), "R:A"), Edit(0, 2, ("y",), "R:B")]),))
    output = Corpus((annotated([Edit(3, 4, ("x",), "R:A")]),))
    assert score(gold, output, task="token").counts == {"tp": 0, "fp": 1, "fn": 2}


def test_plain_text_is_refused_with_the_remedy() -> None:
    """Edits can be extracted, but not unasked."""
    gold = Corpus((annotated([HIT]),))
    with pytest.raises(
        InputError, match=r"the output output is plain text; give an M2 file, or have the edits extract"
    ):
        errata.score(gold, ["x b c d"], measures=["errant"])
    with pytest.raises(InputError, match=r"the references are plain text; give annotated gold such as M2, or have"):
        errata.score(sources=["a b"], references=[["a c"]], outputs=["a c"], measures=["errant"])
    found = errata.score(gold, ["x b c d"], measures=["errant"], extract="errata", extract_gold=True)
    assert found.scores[0].score == 1
