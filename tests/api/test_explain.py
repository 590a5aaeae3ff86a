"""Which sentences are explained, with texts side by side and the output's edits beside the annotators'."""

import pytest

import errata
from errata import Corpus, Edit, Explanation, InputError, Layer, Measure, Output, Replacement, Text
from errata.api.explain import align_texts, compare_edits, view
from errata.measures.base import Properties
from errata.measures.data import GoldBlock, Table
from errata.measures.working import Listing

SOURCE = ("He", "like", "walking", "in", "park")
GOLD = Corpus(
    (
        Text("He go home .", (Layer(0, (Edit(1, 2, ("goes",), "R:VERB:SVA"),)),)),
        Text("A dogs bark .", (Layer(0, (Edit(0, 1, ("The",), "R:DET"),)),)),
        Text("We sleeps .", (Layer(0, (Edit(1, 2, ("sleep",), "R:VERB:SVA"),)),)),
        Text("All is well .", (Layer(0),)),
    )
)
OUTPUT = ["He goes home .", "A dogs bark .", "We slept .", "All is well ."]


def chosen(**conditions: object) -> list[int]:
    told = errata.explain(GOLD, OUTPUT, measures=["m2"], **conditions)  # type: ignore[arg-type]  # checked by the call
    return [item.index for item in told]


@pytest.mark.parametrize(
    ("conditions", "indices"),
    [
        ({"sentences": [2, 0, 2]}, [2, 0]),
        ({"grep": "ee"}, [2]),
        ({"grep": "slept"}, [2]),
        ({"grep": "goes"}, [0]),
        ({"grep": "The"}, [1]),
        ({"error_type": "R:VERB"}, [0, 2]),
        ({"error_type": "DET"}, [1]),
        ({"worst": 2}, [2, 1]),
        ({"worst": 9}, [2, 1, 3, 0]),
        ({"worst": 1, "error_type": "VERB:SVA"}, [2]),
        ({"sentences": [0, 1], "grep": "s"}, [0, 1]),
    ],
)
def test_conditions_hold_together(conditions: dict[str, object], indices: list[int]) -> None:
    """Numbers in the order given, the worst by what they cost, else the file's order."""
    assert chosen(**conditions) == indices


@pytest.mark.parametrize("measure", ["m2", "m2:level=sentence", "green:n=2", "green:n=2,level=sentence"])
def test_the_worst_sentences_cost_the_corpus_most(measure: str) -> None:
    """By how much the score of all others is higher, worked out anew from their rows; of equals the shorter first."""
    told = errata.explain(GOLD, OUTPUT, measures=[measure], worst=9)
    score = errata.score(GOLD, OUTPUT, measures=[measure]).scores[0]
    rows = [score.table.row(row) for index in range(len(GOLD)) for row in score.rows_of(index)]
    costs = []
    for left_out in range(len(rows)):
        others = [row for place, row in enumerate(rows) if place != left_out]
        if score.made_by.averages_rows:
            without = sum(score.made_by.averaged(row)["f"] for row in others) / len(others)
        else:
            without = score.made_by.score([sum(column) for column in zip(*others, strict=True)])["f"]
        costs.append(without - score.score)
    # Sums of doubles in another order, where scores are averaged.
    assert [item.cost for item in told] == pytest.approx([costs[item.index] for item in told], abs=1e-15)
    lengths = [len(sentence.tokens) for sentence in GOLD]
    assert [item.index for item in told] == sorted(range(4), key=lambda i: (-round(costs[i], 12), lengths[i]))


def test_a_single_sentence_costs_nothing() -> None:
    """There is no score without it."""
    [told] = errata.explain(GOLD.select([1]), OUTPUT[1:2], measures=["m2:level=sentence"], worst=3)
    assert told.cost == 0.0


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ({}, "which sentences"),
        ({"worst": 0}, "worst is 0"),
        ({"sentences": [4]}, r"no sentence 5 \(index 4\); gold has 4 sentences, counted from 1"),
        ({"sentences": [-1]}, r"no sentence 0 \(index -1\)"),
        ({"grep": "nowhere"}, "has 'nowhere' in source, output or reference"),
        ({"error_type": "M"}, "type 'M'; there are: R:DET, R:VERB:SVA"),
    ],
)
def test_what_is_not_there_is_refused(conditions: dict[str, object], message: str) -> None:
    """The message says what there is."""
    with pytest.raises(InputError, match=message):
        chosen(**conditions)


class Length(Measure):
    """A measure of another package, which explains nothing."""

    name = "length"
    value_names = ("words",)
    properties = Properties(order_matters=False, rows_sum_to_counts=True, perfect=1.0, edge_cases=())

    def count(self, gold: GoldBlock, output: errata.Output, learned: object = None) -> Table:
        from array import array

        counts = array("q", [len(text.split()) for text in output.texts])
        return Table(("words",), counts, array("i", range(len(counts) + 1)), [None] * len(counts))

    def choose(self, table: Table) -> list[int]:
        return list(range(len(table)))

    def score(self, sums: object) -> dict[str, float]:
        return {"words": float(sums[0])}  # type: ignore[index]  # a sequence


class Told(Length):
    """The same with an explanation."""

    def explain_sentence(self, case: errata.Case) -> errata.Working:
        text = case.output.texts[case.index]
        listing = errata.Listing("words", ("word",), tuple((word,) for word in text.split()))
        return errata.Working((listing,), choice="nothing")


def test_measures_of_others_show_their_counts_or_explain_themselves() -> None:
    """Without the hook counts and values are shown; with it, what it returns."""

    def explain(measure: Measure) -> Explanation:
        (told,) = errata.explain(GOLD, OUTPUT, measures=[measure], sentences=[2])
        return told

    (plain,) = explain(Length()).measures
    assert plain.row.counts == {"words": 3}
    assert [(formula.key, formula.value) for formula in plain.working.formulas] == [("words", 3.0)]
    (told,) = explain(Told()).measures
    assert told.working.sections[0] == errata.Listing("words", ("word",), (("We",), ("slept",), (".",)))


def test_one_system_without_a_match_does_not_hide_the_others() -> None:
    """Only where no system matches is there nothing to show."""
    sources = ["He go home .", "It rain ."]
    outputs = {"a": ["He go home .", "It rains ."], "b": ["He goes home .", "It rain ."]}
    told = errata.explain(
        sources=sources, references=[["He goes home .", "It rains ."]], outputs=outputs, measures=["green"], grep="go h"
    )
    assert [(item.system, item.index) for item in told] == [("a", 0), ("b", 0)]
    found = errata.explain(
        sources=sources,
        references=[sources],
        outputs=outputs,
        measures=["green"],
        extract="errata",
        error_type="R",
        sentences=[1],
    )
    assert [(item.system, item.index) for item in found] == [("a", 1)]
    with pytest.raises(errata.InputError, match="no edit of the sentences searched has a type; have edits extracted"):
        errata.explain(
            sources=sources, references=[sources], outputs=outputs, measures=["green"], error_type="R", sentences=[1]
        )


@pytest.mark.parametrize(
    ("why", "edits", "columns"),
    [
        (
            "nothing changed",
            [],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), ("park", "park")],
        ),
        (
            "one word for one",
            [Edit(1, 2, ("likes",))],
            [("He", "He"), ("like", "likes"), ("walking", "walking"), ("in", "in"), ("park", "park")],
        ),
        (
            "an insertion has a column of its own, where the source has no word",
            [Edit(4, 4, ("the", "a"))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), (None, "the"), ("park", "park")],
        ),
        (
            "two insertions at one place share it",
            [Edit(5, 5, ("now",)), Edit(5, 5, (".",))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", "in"), ("park", "park"), (None, "now .")],
        ),
        (
            "words left over stand in the last column",
            [Edit(1, 3, ("likes to walk",))],
            [("He", "He"), ("like", "likes"), ("walking", "to walk"), ("in", "in"), ("park", "park")],
        ),
        (
            "where words are fewer the last columns stay empty",
            [Edit(2, 5, ("parks",))],
            [("He", "He"), ("like", "like"), ("walking", "parks"), ("in", None), ("park", None)],
        ),
        (
            "a deletion",
            [Edit(3, 5, ("",))],
            [("He", "He"), ("like", "like"), ("walking", "walking"), ("in", None), ("park", None)],
        ),
    ],
)
def test_edits_are_laid_under_the_source(why: str, edits: list[Edit], columns: list[tuple[str | None, ...]]) -> None:
    """One column a source word."""
    aligned = align_texts(SOURCE, {"output": edits})
    assert aligned.rows == ("source", "output")
    assert list(aligned.columns) == columns, why


def test_an_edit_is_the_same_another_or_none() -> None:
    """An alternative counts as the same; an overlap or a neighbouring insertion as another."""
    made = [Edit(1, 2, ("likes",), "R:VERB"), Edit(3, 4, ("at",), "R:PREP"), Edit(4, 4, ("the",), "M:DET")]
    layers = {
        "annotator 0": [Edit(1, 2, ("loves", "likes")), Edit(2, 3, ("walks",), "R:VERB")],
        "annotator 1": [Edit(2, 4, ("strolls at",)), Edit(0, 1, ("She",), "R:PRON"), Edit(5, 5, (".",), "M:PUNCT")],
    }
    edits, missed = compare_edits(SOURCE, made, layers, "")
    assert edits.columns == ("edit", "type", "annotator 0", "annotator 1")
    assert edits.rows == (
        (Replacement(1, 2, "like", "likes"), "R:VERB", "same", "none"),
        (Replacement(3, 4, "in", "at"), "R:PREP", "none", "other: 2:4 walking in → strolls at"),
        (Replacement(4, 4, "", "the"), "M:DET", "none", "other: 2:4 walking in → strolls at"),
    )
    assert missed.rows == (
        (Replacement(2, 3, "walking", "walks"), "R:VERB", ("annotator 0",)),
        (Replacement(0, 1, "He", "She"), "R:PRON", ("annotator 1",)),
        (Replacement(5, 5, "", "."), "M:PUNCT", ("annotator 1",)),
    )


def test_what_stands_beside_a_right_edit_is_still_missing() -> None:
    """An insertion behind a word that is replaced as the annotator has it."""
    gold = {"annotator 0": [Edit(1, 2, ("likes",)), Edit(2, 2, ("to",), "M:PART")]}
    edits, missed = compare_edits(SOURCE, [Edit(1, 2, ("likes",))], gold, "")
    assert edits.rows[0][2] == "same"
    assert missed.rows == ((Replacement(2, 2, "", "to"), "M:PART", ("annotator 0",)),)


def test_unknown_edits_are_found_for_the_view_alone() -> None:
    """The title says so; plain references are called references, and a noop is no edit."""
    plain = Corpus.from_texts(["He go ."], [["He goes ."], ["He go ."]])
    aligned, edits, *rest = view(plain, Output("mine", ["He goes ."]), 0)
    assert aligned.rows == ("source", "output", "reference 0", "reference 1")
    assert edits.title == "edits of the output (found by comparing words, for this view only)"
    assert isinstance(edits, Listing)
    assert edits.rows[0][2:] == ("same", "none")
    assert not rest
    noop = (Edit(-1, -1, ("-NONE-",), "noop"),)
    annotated = Corpus((Text("He go .", (Layer(0, noop),)),))
    _, edits, *rest = view(annotated, Output("mine", ["He go ."], [noop]), 0)
    assert isinstance(edits, Listing)
    assert (edits.title, edits.rows, rest) == ("edits of the output", (), [])
