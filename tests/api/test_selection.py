"""Which sentences are explained."""

import pytest

import errata
from errata import Corpus, Edit, Explanation, InputError, Layer, Measure, Text
from errata.measures.base import Properties
from errata.measures.data import GoldBlock, Table

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
        ({"worst": 2}, [1, 2]),
        ({"worst": 9}, [1, 2, 0, 3]),
        ({"worst": 1, "error_type": "VERB:SVA"}, [2]),
        ({"sentences": [0, 1], "grep": "s"}, [0, 1]),
    ],
)
def test_conditions_hold_together(conditions: dict[str, object], indices: list[int]) -> None:
    """Numbers in the order given, the worst from the bottom up with ties in file order, else the file's order."""
    assert chosen(**conditions) == indices


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
    with pytest.raises(errata.InputError, match="no edit of the sentences looked at has a type; have edits extracted"):
        errata.explain(
            sources=sources, references=[sources], outputs=outputs, measures=["green"], error_type="R", sentences=[1]
        )
