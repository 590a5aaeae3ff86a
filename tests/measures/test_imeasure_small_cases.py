"""Small inputs with the vectors and the printed output of the original tool (our own sentences)."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from errata.align.alternatives import choose, find_candidates, mix_references, separate_references
from errata.align.clusters import AnnotatedEdit, cluster_edits, correction_words
from errata.align.references import Alternative, Correction, Error
from errata.align.threeway import NO_COUNTS, Counts
from errata.measures._imeasure_formulas import (
    Criterion,
    accuracy,
    baseline_accuracy,
    f_score,
    improvement,
    precision,
    recall,
    weighted_accuracy,
)

FILE = Path(__file__).parents[1] / "golden" / "imeasure" / "small_cases.json"

Gold = list[tuple[tuple[int, ...], tuple[Error, ...], int]]


class Words:
    """Numbers for words and back."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def ids(self, words: list[str]) -> tuple[int, ...]:
        return tuple(self.known.setdefault(word, len(self.known)) for word in words)

    def text(self, ids: tuple[int, ...]) -> str:
        names = list(self.known)
        return " ".join(names[token] for token in ids)


@cache
def cases() -> dict[str, dict[str, Any]]:
    return {case["name"]: case for case in json.loads(FILE.read_text(encoding="utf-8"))["cases"]}


def read_xml(text: str, words: Words) -> Gold:
    sentences = []
    for sentence in ElementTree.fromstring(text.encode()).iter("sentence"):
        errors = tuple(
            Error(
                tuple(
                    Alternative(
                        int(alt.get("ann", "")),
                        tuple(
                            Correction(
                                int(c.get("start", "")),
                                int(c.get("end", "")),
                                words.ids((c.text or "").split()),
                            )
                            for c in alt.iter("c")
                        ),
                    )
                    for alt in error.iter("alt")
                ),
                error.get("req") != "no",
            )
            for error in sentence.iter("error")
        )
        source = words.ids((sentence.findtext("text") or "").split())
        sentences.append((source, errors, int(sentence.get("numann", ""))))
    return sentences


def read_m2(text: str, words: Words) -> Gold:
    sentences: Gold = []
    for block in text.strip().split("\n\n"):
        source, *lines = block.split("\n")
        edits = []
        annotators = set()
        for line in lines:
            span, kind, correction, *_, annotator = line[2:].split("|||")
            annotators.add(int(annotator))
            if kind != "noop":
                start, end = map(int, span.split())
                tokens = words.ids(correction_words(correction))
                edits.append(AnnotatedEdit(start, end, tokens, int(annotator)))
        errors = cluster_edits(edits, len(annotators))
        sentences.append((words.ids(source.split()[1:]), errors, len(annotators)))
    return sentences


def read_options(text: str) -> tuple[Criterion, bool, bool]:
    given = dict(option.partition(":")[::2] for option in text.split())
    criterion = Criterion(given.get("-max", "cwacc"), float(given.get("-w", "2")), float(given.get("-b", "1")))
    return criterion, "-nomix" not in given, given.get("-opt") == "corpus"


def printed_row(counts: Counts, aspect: str, criterion: Criterion) -> str:
    vector = counts.correction if aspect == "Cor" else counts.detection
    tp, _, fp, fn, _ = vector
    base = baseline_accuracy(counts.base_tn, counts.base_fn)
    wacc = weighted_accuracy(*vector, criterion.weight)
    shares = (
        precision(tp, fp),
        recall(tp, fn),
        f_score(tp, fp, fn, criterion.beta),
        accuracy(*vector),
        base,
        wacc,
        base,
        improvement(wacc, base),
    )
    return "  ".join([f"{count:6d}" for count in vector] + [f"{100 * share:6.2f}" for share in shares])


@pytest.mark.parametrize("name", [name for name, case in cases().items() if "converted_xml" in case])
def test_m2_is_converted_as_in_the_original(name: str) -> None:
    case = cases()[name]
    words = Words()
    assert read_m2(case["gold_m2"], words) == read_xml(case["converted_xml"], words)


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name, case in cases().items() for number in range(len(case["runs"]))],
)
def test_runs_of_the_original(name: str, number: int) -> None:
    case, run = cases()[name], cases()[name]["runs"][number]
    words = Words()
    gold = read_m2(case["gold_m2"], words) if "gold_m2" in case else read_xml(case["gold_xml"], words)
    outputs = [words.ids(line.split()) for line in case["hyp"]]
    outputs += [()] * (len(gold) - len(outputs))
    criterion, is_mixed, by_corpus = read_options(run["options"])
    total = NO_COUNTS
    rows = []
    for (source, errors, n_annotators), output, expected in zip(gold, outputs, run["sentences"], strict=True):
        references = mix_references(source, errors) if is_mixed else separate_references(source, errors, n_annotators)
        candidates = find_candidates(references, output, criterion)
        choice = choose(references, candidates, criterion, total if by_corpus else NO_COUNTS)
        total = total.plus(choice.counts)
        base = [0, choice.counts.base_tn, 0, choice.counts.base_fn, 0]
        assert list(choice.counts.correction) == expected["cor"]
        assert list(choice.counts.detection) == expected["det"]
        assert base == expected["base_cor"] == expected["base_det"]
        assert references.n_combinations == expected["n_comb"]
        assert candidates.n_references == expected["n_refs"]
        assert choice.n_tied == expected["n_tied"]
        assert words.text(choice.reference) in expected.get("tied_refs", [expected["ref"]])
        rows += [
            f"{expected['sid']:<6}  {aspect}   {printed_row(choice.counts, aspect, criterion)}"
            for aspect in ("Det", "Cor")
        ]
    rows += [
        f"{label:<14}{printed_row(total, aspect, criterion)}"
        for label, aspect in (("Detection", "Det"), ("Correction", "Cor"))
    ]
    printed = [line for line in run["printed"].split("\n") if line[:1].isdigit() or line[:3] in ("Det", "Cor")]
    assert rows == printed
    assert list(total.correction) == run["corpus"]["cor"]["counts"]
    tp, _, fp, fn, _ = total.correction
    assert f_score(tp, fp, fn, criterion.beta) == run["corpus"]["cor"]["f"]
