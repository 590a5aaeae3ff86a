"""Systems against the text they corrected."""

import pytest
from tests.support import only_compiled, shared

import errata
from errata import InputError, TTest, against_baseline


def test_other_measures_have_no_baseline() -> None:
    """The values that are compared are those of the I-measure, unless others are named."""
    score = errata.score(sources=["a b"], references=[["a c"]], outputs=["a c"], measures=["green"]).scores[0]
    with pytest.raises(InputError, match="green has no value 'wacc'; it has: f, precision, recall"):
        against_baseline(score)


@only_compiled
def test_systems_against_their_source() -> None:
    """As in the paper (Table 11): UFC improves its source a little, CAMB makes it worse beyond doubt."""
    gold = errata.read(shared("data/conll14/official-2014.combined-withalt.m2"))
    names = ("INPUT", "UFC", "CAMB")
    outputs = {name: errata.read_lines(shared(f"data/conll14/systems/{name}.txt")) for name in names}
    tests = {item.system: against_baseline(item) for item in errata.score(gold, outputs, measures=["imeasure"])}
    assert tests["INPUT"] == TTest(0.0, 1311, 1.0, 0.0)
    assert tests["UFC"].t > 2.5
    assert tests["UFC"].p < 0.02
    assert tests["CAMB"].t < -10
    assert tests["CAMB"].p < 1e-20
