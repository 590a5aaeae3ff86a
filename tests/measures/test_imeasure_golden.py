"""CoNLL-2014 with the numbers of the original tool, and of a proved search where that would never end."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from tests.measures.test_imeasure_small_cases import RATES, read_options, score
from tests.support import only_compiled, shared

import errata
from errata import Corpus, IMeasure, Score
from errata.corpus import Output
from errata.measures.blocks import GoldBlock
from errata.measures.imeasure_formulas import baseline_accuracy, improvement, paper_baseline

GOLDS = {"conll14": "gold.m2", "conll14_withalt": "official-2014.combined-withalt.m2"}
SYSTEMS = ("INPUT", "UFC", "AMU")
SUBMISSIONS = ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
OPTIONS = (
    "max_cacc",
    "max_cf_b_0.5",
    "max_ci",
    "max_cp",
    "max_cr",
    "max_dwacc",
    "nomix",
    "opt_corpus",
    "opt_corpus_max_cf_b_0.5",
    "w_1",
)
Record = dict[str, Any]

pytestmark = pytest.mark.filterwarnings("ignore::errata.ErrataWarning")


@cache
def gold_of(name: str) -> Corpus:
    return errata.read(shared(f"data/conll14/{GOLDS[name]}"))


def lines_of(system: str) -> list[str]:
    return errata.read_lines(shared(f"data/conll14/systems/{system}.txt"))


def records(name: str) -> tuple[Record, list[Record]]:
    """Return the heading and the sentences of a golden file."""
    text = shared(f"golden/imeasure/{name}.jsonl").read_text(encoding="utf-8")
    heading, *rows = map(json.loads, text.splitlines())
    return heading["HEADER"], rows


def check_sentences(found: Score, wanted: Sequence[Record]) -> None:
    assert len(found.sentences) == len(wanted)
    for row, record in zip(found.sentences, wanted, strict=True):
        details = row.details
        assert details["proved"]
        for name in ("cor", "det", "base_cor", "base_det"):
            ours = {"cor": "correction", "det": "detection"}[name[-3:]]
            vector = details[f"{ours}_baseline" if name.startswith("base") else ours]
            assert vector == record[name], (record["sid"], name)
        assert details["combinations"] == record["n_comb"]
        assert row.values["i"] == record["i"]
        assert (row.values["wacc"], row.values["wacc_base"]) == (record["wacc"], record["wacc_base"])
        if "n_tied" in record:  # where everything was enumerated
            assert (details["references"], details["tied"]) == (record["n_refs"], record["n_tied"])
            if record["n_tied"] <= 64:
                assert details["reference_text"] in record.get("tied_refs", [record["ref"]])


def check_corpus(values: dict[str, float], counts: Sequence[Any], base: Sequence[Any], wanted: Record) -> None:
    assert list(counts) == wanted["counts"]
    assert [0, base[0], 0, base[1], 0] == wanted["base_counts"]
    assert values == {ours: wanted[theirs] for ours, theirs in RATES.items()}
    if "paper_base_counts" not in wanted:
        return
    tn, fn = paper_baseline(*counts)
    assert [0, tn, 0, fn, 0] == wanted["paper_base_counts"]
    assert baseline_accuracy(tn, fn) == wanted["paper_wacc_base"]
    assert improvement(values["wacc"], baseline_accuracy(tn, fn)) == wanted["paper_i"]


def check_totals(found: Score, wanted: Sequence[Record], header: Record, measure: IMeasure) -> None:
    """Compare what a heading says of some sentences with sums over these."""
    rows = [found.sentences[record["sid"] - 1] for record in wanted]
    for aspect, name in (("correction", "cor"), ("detection", "det")):
        vectors = [[*row.details[aspect], *row.details[f"{aspect}_baseline"][1:4:2]] for row in rows]
        sums = [sum(column) for column in zip(*vectors, strict=True)]
        check_corpus(measure.score(sums), sums[:5], sums[5:], header["corpus"][name])


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_sentences(gold: str, system: str) -> None:
    """1,312 sentences: those the original can enumerate, the heavy ones, and those only a proof can reach."""
    header, enumerated = records(f"{gold}_{system}")
    certified_header, certified = records(f"{gold}_{system}.certified")
    heavy = records(f"{gold}_{system}.heavy")[1] if gold == "conll14" else []
    every = sorted([*enumerated, *heavy, *certified], key=lambda record: record["sid"])
    assert [record["sid"] for record in every] == list(range(1, 1313))
    found = score(gold_of(gold), lines_of(system))
    check_sentences(found, every)
    check_totals(found, enumerated, header, IMeasure())
    check_totals(found, every, certified_header, IMeasure())
    wanted = certified_header["corpus"]["cor"]
    check_corpus(dict(found.values), list(found.counts.values())[:5], list(found.counts.values())[5:], wanted)
    assert "unproved" not in found.signature


def test_a_sample_of_sentences() -> None:
    """The same on short sentences, for interpreted kernels too."""
    for gold, system in (("conll14", "AMU"), ("conll14_withalt", "AMU"), ("conll14", "UFC")):
        _, every = records(f"{gold}_{system}")
        wanted = [record for record in every if record["n_src"] <= 18 and record["n_comb"] > 2][:25]
        where = [record["sid"] - 1 for record in wanted]
        lines = lines_of(system)
        check_sentences(score(gold_of(gold).select(where), [lines[at] for at in where]), wanted)


@only_compiled
@pytest.mark.parametrize("name", OPTIONS)
def test_other_options(name: str) -> None:
    """Ten settings on the 984 sentences with at most eight combinations, as a corpus of their own."""
    header, wanted = records(f"conll14_AMU.opt.{name}")
    where = [record["sid"] - 1 for record in wanted]
    lines = lines_of("AMU")
    measure = IMeasure(**read_options(header["options"]))
    gold = gold_of("conll14").select(where)
    found = errata.score(gold, {"AMU": [lines[at] for at in where]}, measures=[measure]).scores[0]
    check_sentences(found, wanted)
    totals = [found.details["correction"], found.details["correction_baseline"][1:4:2]]
    check_corpus(dict(found.values), totals[0], totals[1], header["corpus"]["cor"])
    detection = found.details["detection"]
    sums = [*detection, *totals[1]]
    check_corpus(measure.score(sums), detection, totals[1], header["corpus"]["det"])


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
def test_every_sentence_of_every_submission_is_proved(gold: str) -> None:
    """13 x 1,312 choices, each the best among up to 10^12 combinations."""
    outputs = {name: lines_of(name) for name in SUBMISSIONS}
    result = errata.score(gold_of(gold), outputs, measures=["imeasure"])
    assert {item.system: item.details["unproved"] for item in result} == {name: [] for name in SUBMISSIONS}


@only_compiled
@pytest.mark.parametrize("gold", GOLDS)
def test_the_whole_set_of_counts(gold: str) -> None:
    """Where nothing may be left out, as many different counts are found as the proved search lists."""
    _, certified = records(f"{gold}_AMU.certified")
    where = [record["sid"] - 1 for record in certified]
    lines = lines_of("AMU")
    block = GoldBlock.of(gold_of(gold).select(where))
    table = IMeasure(maximise="ci", optimise="corpus").count(block, Output("AMU", [lines[at] for at in where]))
    sizes = [stop - start for start, stop in pairwise(table.bounds)]
    assert sizes == [record["n_vectors"] for record in certified]


@only_compiled
def test_the_converted_gold() -> None:
    """Our conversion is that of the original but for the order of types, and both score as M2 does."""
    original = errata.read(shared("golden/imeasure/conll14_combined.converted.xml"))
    lines = lines_of("AMU")
    assert score(original, lines).counts == score(gold_of("conll14"), lines).counts
