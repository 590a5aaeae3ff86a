"""CoNLL-2014 with the numbers of the original tool, and of a proved search where that would never end."""

from itertools import pairwise
from pathlib import Path

import pytest
from tests.support import agree, only_compiled, shared, shared_root

import errata
from errata import IMeasure
from errata.golden import imeasure as golden
from errata.golden.checking import scored
from errata.golden.imeasure import GOLDS, records
from errata.golden.texts import conll_gold, conll_output
from errata.measures.blocks import GoldBlock
from errata.model import Output

SUBMISSIONS = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")

pytestmark = pytest.mark.filterwarnings("ignore::errata.ErrataWarning")


def data() -> Path:
    return shared_root()


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
@pytest.mark.parametrize("system", golden.CONLL)
def test_all_sentences(gold: str, system: str) -> None:
    """1,312 sentences: those the original can enumerate, the heavy ones, and those only a proof can reach."""
    agree(golden.check_conll(data(), gold, system))


def test_a_sample_of_sentences() -> None:
    """The same on short sentences, for interpreted kernels too."""
    for gold, system in (("conll14", "AMU"), ("conll14_withalt", "AMU"), ("conll14", "UFC")):
        _, every = records(data(), f"{gold}_{system}")
        wanted = [record for record in every if record["n_src"] <= 18 and record["n_comb"] > 2][:25]
        where = [record["sid"] - 1 for record in wanted]
        lines = conll_output(data(), system)
        found = scored(conll_gold(data(), GOLDS[gold]).select(where), [lines[at] for at in where], IMeasure())
        assert all(row.details["proved"] for row in found.sentences)
        agree(golden.check_sentences(gold, found, wanted))


@only_compiled
@pytest.mark.parametrize("name", golden.OPTIONS)
def test_other_options(name: str) -> None:
    """Ten settings on the 984 sentences with at most eight combinations, as a corpus of their own."""
    agree(golden.check_options(data(), name))


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
def test_every_sentence_of_every_submission_is_proved(gold: str) -> None:
    """13 x 1,312 choices, each the best among up to 10^12 combinations."""
    outputs = {name: conll_output(data(), name) for name in SUBMISSIONS}
    result = errata.score(conll_gold(data(), GOLDS[gold]), outputs, measures=["imeasure"])
    assert {item.system: item.details["unproved"] for item in result} == {name: [] for name in SUBMISSIONS}
    assert not any("unproved" in item.signature for item in result)


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
def test_the_whole_set_of_counts(gold: str) -> None:
    """Where nothing may be left out, as many different counts are found as the proved search lists."""
    _, certified = records(data(), f"{gold}_AMU.certified")
    where = [record["sid"] - 1 for record in certified]
    lines = conll_output(data(), "AMU")
    block = GoldBlock.of(conll_gold(data(), GOLDS[gold]).select(where))
    table = IMeasure(maximise="ci", optimise="corpus").count(block, Output("AMU", [lines[at] for at in where]))
    sizes = [stop - start for start, stop in pairwise(table.bounds)]
    assert sizes == [record["n_vectors"] for record in certified]


@only_compiled
def test_the_converted_gold() -> None:
    """Our conversion is that of the original but for the order of types, and both score as M2 does."""
    original = errata.read(shared("golden/imeasure/conll14_combined.converted.xml"))
    lines = conll_output(data(), "AMU")
    found = (scored(gold, lines, IMeasure()).counts for gold in (original, conll_gold(data())))
    assert next(found) == next(found)
