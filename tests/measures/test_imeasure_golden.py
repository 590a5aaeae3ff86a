"""CoNLL-2014 beside a sample of the original tool's numbers, and what is known of all of it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from tests.corpora import SYSTEMS, conll_gold, conll_output
from tests.support import agree, only_compiled, scored, shared, shared_root

import errata
from errata import IMeasure
from errata.golden.cases import cases
from errata.golden.inputs import load
from errata.measures.data import GoldBlock
from errata.measures.imeasure.originals import records
from errata.model import Output

SUBMISSIONS = (*SYSTEMS, "INPUT")

pytestmark = pytest.mark.filterwarnings("ignore::errata.ErrataWarning")


def test_a_sample_of_sentences() -> None:
    """Short sentences, for interpreted kernels too."""
    of = {case.name: case for case in cases("imeasure")["CoNLL-2014"]}
    for name in ("conll14, AMU", "conll14_withalt, AMU", "conll14, UFC"):
        every = records(shared(of[name].expected_in["files"][0]))
        at = [at for at, row in enumerate(every["sentences"]) if row["n_src"] <= 18 and row["n_comb"] > 2][:25]
        wanted = {
            "numbers": [every["numbers"][place] for place in at],
            "sentences": [every["sentences"][place] for place in at],
            **{key: {str(new): every[key][str(old)] for new, old in enumerate(at)} for key in ("enumerations", "refs")},
        }
        group = {"compare": ["sentences"]}
        sample = replace(of[name], group=group, select="numbers", expected=wanted, expected_in={})
        agree(sample.check(shared_root()))


@only_compiled
@pytest.mark.parametrize("gold", ["official", "withalt"])
def test_every_sentence_of_every_submission_is_proved(gold: str) -> None:
    """13 x 1,312 choices, each the best among up to 10^12 combinations."""
    outputs = {name: conll_output(name) for name in SUBMISSIONS}
    result = errata.score(conll_gold(gold), outputs, measures=["imeasure"])
    assert {item.system: item.details["unproved"] for item in result} == {name: [] for name in SUBMISSIONS}
    assert not any("unproved" in item.signature for item in result)


@only_compiled
@pytest.mark.parametrize("gold", ["official", "withalt"])
def test_the_whole_set_of_counts(gold: str) -> None:
    """Where nothing may be left out, as many different counts are found as the proved search lists."""
    name = {"official": "conll14_AMU", "withalt": "conll14_withalt_AMU"}[gold]
    _, *certified = load(shared(f"golden/imeasure/{name}.certified.jsonl"))
    where = [record["sid"] - 1 for record in certified]
    lines = conll_output("AMU")
    block = GoldBlock.of(conll_gold(gold).select(where))
    table = IMeasure(maximise="ci", optimise="corpus").count(block, Output("AMU", [lines[at] for at in where]))
    sizes = [stop - start for start, stop in pairwise(table.bounds)]
    assert sizes == [record["n_vectors"] for record in certified]


@only_compiled
def test_the_converted_gold() -> None:
    """Our conversion is that of the original but for the order of types, and both score as M2 does."""
    original = errata.read(shared("golden/imeasure/conll14_combined.converted.xml"))
    lines = conll_output("AMU")
    found = (scored(gold, lines, IMeasure()).counts for gold in (original, conll_gold()))
    assert next(found) == next(found)
