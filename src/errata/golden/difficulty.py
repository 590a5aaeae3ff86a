"""Difficulty-weighted measures beside the authors' gotoscorer 1.1.0."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from errata.api.score import score
from errata.formats.weights import Weights, read_weights
from errata.golden.checking import DATA, Checks, as_file, check, load, quiet, read_text
from errata.golden.texts import conll_gold
from errata.measures.difficulty.chunks import Chunk
from errata.measures.difficulty.judging import Judged
from errata.measures.difficulty.measure import Difficulty, Scale
from errata.measures.results import Score
from errata.model import Corpus, Output

CASES: list[dict[str, Any]] = load(DATA / "difficulty" / "cases.json")
SYSTEMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
CONFIGURATIONS = (
    "errant_ref0_12sys",
    "errant_ref1_12sys",
    "official_ref0_12sys",
    "official_ref1_12sys",
    "official_ref0_published8",
    "official_ref0_published4",
)
GOLDS = {"errant": "errant/gold.m2", "official": "gold.m2"}
COUNTS = {"tp": "TP", "fp": "FP", "fn": "FN", "tn": "TN"}
VALUES = {"f": "F0_5", "precision": "P", "recall": "R", "accuracy": "A"}


def scores(gold: Corpus, outputs: dict[str, Any], measure: Difficulty) -> list[Score]:
    """Score quietly: cases are small and odd."""
    with quiet():
        return list(score(gold, outputs, measures=[measure]))


def _close(where: str, expected: Any, found: Any) -> Checks:
    """Check sums of weights: the original adds floats, one rounding a chunk; ours are rounded once."""
    return check(where, expected, found, rel=1e-10, absolute=1e-12)


def _check_score(where: str, found: Score, expected: dict[str, float]) -> Checks:
    for names, values in ((COUNTS, found.counts), (VALUES, found.values)):
        wanted = {ours: expected[theirs] for ours, theirs in names.items()}
        yield from _close(where, wanted, {name: values[name] for name in names})


def _show(chunks: Sequence[Chunk]) -> list[list[Any]]:
    return [[c.start, c.end, c.source, c.text, c.type, int(c.is_edited)] for c in chunks]


def by_annotator(corpus: Corpus) -> dict[str, Output]:
    """Return every annotator as a system: the program takes all systems in one file."""
    return {str(who): Output.from_corpus(str(who), corpus.select_annotators([who])) for who in corpus.annotators}


def check_case(case: dict[str, Any]) -> Checks:
    """Check a small case: chunks, judgements, counts of systems, weighted and plain scores."""
    where, expected = case["name"], case["expected"]
    gold, outputs = read_text(case["ref"]), by_annotator(read_text(case["hyp"]))
    options: dict[str, Any] = {"reference": case["ref_id"], "weights": None}
    if case["weights"]:
        with as_file(case["weights"], "w.txt") as path:
            options["weights"] = read_weights(path)
    a, b, c = (case[name] for name in "abc")
    found = scores(gold, outputs, Difficulty(**options, a=a, b=b, c=c))
    judged = Judged.of(gold, outputs.values(), case["ref_id"])
    for index, sentence in enumerate(expected["sentences"]):
        at = f"{where}, sentence {index}"
        yield from check(f"{at}, chunks", sentence["chunks"], _show(judged.gold[index].chunks()))
        for made, correct, modified in zip(found, sentence["b"], sentence["modified"], strict=True):
            details = made.sentences[index].details
            judgement = [details[name] for name in ("correct", "modified", "n")]
            yield from check(f"{at}, system {made.system}", [correct, modified, sentence["n"]], judgement)
            scale = Scale.of(details["N"], a, b, c)
            weights = [scale.numerator(n) / scale.denominator for n in details["n"]]
            yield from _close(f"{at}, weights", sentence["weights"], weights)
    plain = scores(gold, outputs, Difficulty(**options, weighted=False))
    for number, (weighted, unweighted) in enumerate(zip(expected["weighted"], expected["no_weight"], strict=True)):
        yield from _check_score(f"{where}, system {number}", found[number], weighted)
        yield from _check_score(f"{where}, system {number}, unweighted", plain[number], unweighted)
        counts = {theirs: plain[number].counts[ours] for ours, theirs in COUNTS.items()}
        wanted = {name: unweighted[name] for name in counts}
        yield from check(f"{where}, system {number}, plain counts", wanted, counts)


def conll_outputs(data: Path) -> dict[str, Output]:
    """Return the edits of the twelve systems."""
    return {name: Output.from_corpus(name, conll_gold(data, f"errant/{name}.m2")) for name in SYSTEMS}


def published(data: Path, configuration: str) -> Weights | None:
    """Return the weights that the authors published, where a configuration uses them."""
    kind = configuration.rpartition("_")[2]
    if not kind.startswith("published"):
        return None
    return read_weights(data / "data" / "weights" / f"conll14_{kind.removeprefix('published')}sys.txt")


def check_conll(data: Path, configuration: str) -> Checks:
    """Check integer numerators and plain counts exactly, with learned and with published weights."""
    expected = load(data / "golden" / "difficulty" / "scores.json")[configuration]
    kind, reference, _ = configuration.split("_")
    gold, outputs = conll_gold(data, GOLDS[kind]), conll_outputs(data)
    options: dict[str, Any] = {"reference": int(reference[-1]), "weights": published(data, configuration)}
    weighted, plain = (
        {found.system: found for found in scores(gold, outputs, Difficulty(**options, weighted=how))}
        for how in (True, False)
    )
    for system, numbers in expected["systems"].items():
        where, details = f"{configuration}, {system}", weighted[system].details
        wanted = {name: numbers["numerators_over_N"][theirs] for name, theirs in [*COUNTS.items(), ("all", "all")]}
        yield from check(f"{where}, numerators", wanted, details["numerators"])
        yield from check(f"{where}, N", [expected["N"]] * 2, [details["N"], details["denominator"]])
        yield from _check_score(where, weighted[system], numbers["weighted"])
        yield from _check_score(f"{where}, unweighted", plain[system], numbers["no_weight"])
        counts = {theirs: plain[system].counts[ours] for ours, theirs in COUNTS.items()}
        wanted = {name: numbers["unweighted_counts"][name] for name in counts}
        yield from check(f"{where}, plain counts", wanted, counts)


def check_conll_weights(data: Path, kind: str) -> Checks:
    """Check the weights learned from twelve systems."""
    expected = read_weights(data / "golden" / "difficulty" / f"weights_{kind}_ref0_12sys.txt")
    learned = Difficulty().prepare(conll_gold(data, GOLDS[kind]), list(conll_outputs(data).values())).weights
    both = ([weights.n_systems, weights.solved] for weights in (expected, learned))
    return check(f"weights, {kind}", *both)


def check_conll_sentences(data: Path) -> Checks:
    """Check chunks, counts of systems, what each system got right and what it modified."""
    golden = load(data / "golden" / "difficulty" / "sentences.json")
    gold = conll_gold(data, GOLDS["errant"])
    judged = Judged.of(gold, (), 0)
    found = {made.system: made for made in scores(gold, conll_outputs(data), Difficulty())}
    for expected in golden["sentences"]:
        index = expected["sentence"]
        yield from check(f"sentence {index}, chunks", expected["chunks"], _show(judged.gold[index].chunks()))
        for system, flags in expected["systems"].items():
            details = found[system].sentences[index].details
            wanted = [expected["n"], flags["b"], flags["modified"]]
            made = [details[name] for name in ("n", "correct", "modified")]
            yield from check(f"sentence {index}, {system}", wanted, made)


def shipped() -> Checks:
    """Check all small cases."""
    return chain.from_iterable(map(check_case, CASES))


def corpora(data: Path) -> Iterator[tuple[str, Checks]]:
    """Check CoNLL-2014."""
    tables = (check_conll(data, configuration) for configuration in CONFIGURATIONS)
    weights = (check_conll_weights(data, kind) for kind in GOLDS)
    yield "CoNLL-2014", chain(*tables, *weights, check_conll_sentences(data))
