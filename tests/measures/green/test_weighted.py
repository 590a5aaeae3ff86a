"""GREEN with weights: by hand and by a plain transcription of the definition, and plain where all weigh alike."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.similarity import tiny
from tests.similarity.test_weighers import Recording
from tests.similarity.tiny import WITH_MODELS
from tests.support import example_gold, run

import errata
from errata import Edit, Green, OptionError, Weigher
from errata.extract.worddiff import change_blocks
from errata.measures.ngrams import regions
from errata.similarity.overlap import Overlap
from errata.similarity.weighers import Unit

EXAMPLES = errata.__file__.removesuffix("__init__.py") + "examples"


def outputs() -> dict[str, list[str]]:
    return {name: list(errata.read_lines(f"{EXAMPLES}/{name}.txt")) for name in ("good", "bold")}


@pytest.mark.parametrize("level", ["corpus", "sentence"])
def test_edits_that_weigh_the_same_make_green(level: str) -> None:
    """Counts and values are the same doubles, sentence by sentence."""
    plain, weighed = (
        errata.score(example_gold(), outputs(), measures=[measure])
        for measure in (Green(level=level), Green(level=level, weights=Unit()))
    )
    assert [score.counts for score in weighed] == [score.counts for score in plain]
    assert [score.values for score in weighed] == [score.values for score in plain]
    assert [score.choice for score in weighed] == [score.choice for score in plain]


class ByWord(Weigher):
    """Weighs an edit by the number that it inserts."""

    signature = "by-word"

    def weigh(
        self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
    ) -> list[list[float]]:
        return [[float(edit.corrections[0] or 0) for edit in made] for made in edits]


def test_an_example_by_hand() -> None:
    """Of a b c, the output changes b to 1, the reference c to 3: they weigh 1/2 and 3/2."""
    measure = Green(weights=ByWord(), n=2)
    made = errata.score(sources=["a b c"], references=[["a b 3"]], outputs=["a 1 c"], measures=[measure])
    counts = made.scores[0].counts
    assert counts == {
        # a is kept; b is deleted and should not be; 1 is inserted; c should go, 3 should come.
        **{"tk1": 1.0, "td1": 0.0, "ti1": 0.0, "od1": 0.5, "oi1": 0.5, "ud1": 1.5, "ui1": 1.5},
        # a b is deleted; b c goes, rightly, and touches both edits; a 1 and 1 c are inserted, b 3 is missing.
        **{"tk2": 0.0, "td2": 1.0, "ti2": 0.0, "od2": 0.5, "oi2": 1.0, "ud2": 0.0, "ui2": 1.5},
    }


def by_definition(source: str, output: str, reference: str, n: int) -> list[float]:
    """Count n-grams as the page of GREEN says, slowly: every occurrence is held against every edit."""
    texts = [text.split() for text in (source, output, reference)]
    edits: dict[Edit, list[tuple[int, int, int]]] = {}
    for at in (1, 2):
        for start, end, first, stop in change_blocks(texts[0], texts[at]):
            edit = Edit(start, end, (" ".join(texts[at][first:stop]),))
            edits.setdefault(edit, []).extend([(0, start, end), (at, first, stop)])
    before = Overlap().compare([source], [reference])[0]
    weights = {}
    for edit in edits:
        words = [*texts[0][: edit.start], *edit.corrections[0].split(), *texts[0][edit.end :]]
        weights[edit] = abs(Overlap().compare([" ".join(words)], [reference])[0] - before)
    total = sum(weights.values())
    weights = {edit: weight * len(edits) / total if total else 1.0 for edit, weight in weights.items()}

    def touches(text: int, at: int, order: int, edit: Edit) -> bool:
        return any(
            where == text and ((at < stop and first < at + order) if first < stop else at < first < at + order)
            for where, first, stop in edits[edit]
        )

    counts: list[float] = []
    for order in range(1, n + 1):
        grams = [Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1)) for words in texts]
        sums = dict.fromkeys(("tk", "td", "ti", "od", "oi", "ud", "ui"), 0.0)
        for gram in set().union(*grams):
            met = [
                weights[edit]
                for edit in edits
                if any(
                    tuple(words[i : i + order]) == gram and touches(text, i, order, edit)
                    for text, words in enumerate(texts)
                    for i in range(len(words) - order + 1)
                )
            ]
            for region, share in regions(*(count[gram] for count in grams)).items():
                sums[region] += share * (1.0 if region == "tk" else sum(met) / len(met))
        counts += sums.values()
    return counts


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # of texts that look odd, as random ones do
def test_the_definition() -> None:
    """On random texts of few words, where n-grams are often there twice; sums in another order differ in last bits."""
    random = Random(3)
    for _ in range(300):
        source, output, reference = (" ".join(random.choices("abc", k=random.randrange(7))) for _ in range(3))
        found = errata.score(
            sources=[source], references=[[reference]], outputs=[output], measures=["green:weights=overlap,n=3"]
        )
        assert list(found.scores[0].counts.values()) == pytest.approx(by_definition(source, output, reference, 3))


def test_all_systems_are_weighed_in_one_call() -> None:
    """And workers or blocks change nothing."""
    recording = Recording()
    errata.score(
        sources=["a b", "c"],
        references=[["x b", "c"]],
        outputs={"one": ["x b", "c"], "two": ["a yy", "c"]},
        measures=[Green(weights=recording)],
    )
    assert recording.asked == [[("a b", "x b"), ("x b", "x b"), ("a yy", "x b")]]
    files = [f"{EXAMPLES}/{name}" for name in ("gold.m2", "good.txt", "bold.txt")]
    command = ["score", *files, "-m", "green:weights=overlap", "--format", "json", "--sentences"]
    assert run(*command, "--workers", 2).out == run(*command).out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": "overlap", "unit": "char"}, "weights are for words and the best reference; leave out unit=char"),
        ({"weights": "overlap", "references": "mean"}, "weights are for .*; leave out references=mean"),
        ({"weights": "overlapp"}, "no weights are called 'overlapp'; did you mean 'overlap'"),
        ({"weights": 3}, r"weights takes a name, an errata\.Weigher or an errata\.Similarity, not 3"),
        ({"layer": 3}, "weights=unit needs no model, so layer means nothing; leave it out"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    """Are refused when the measure is made."""
    with pytest.raises(OptionError, match=f"^measure green: {message}"):
        Green(**options)


def test_users_are_told_that_it_is_experimental() -> None:
    """With weights only; signatures without them are as before."""
    files = [f"{EXAMPLES}/gold.m2", f"{EXAMPLES}/good.txt"]
    assert "experimental" not in (plain := run("score", *files, "-m", "green").out)
    assert "weights" not in plain
    ran = run("score", *files, "-m", "green:weights=length").out
    assert "|references:best|weights:length|gold:" in ran
    assert "\nexperimental: weights of n-grams are our own" in ran
    refused = run("score", *files, "-m", "green:weights=bertscore")
    assert (refused.status, "green: weights=bertscore needs an encoder (model=FOLDER)" in refused.err) == (2, True)


def test_explanations_show_the_weights() -> None:
    """Of edits and of n-grams, and the numbers that they add up to."""
    ran = run("explain", f"{EXAMPLES}/gold.m2", f"{EXAMPLES}/bold.txt", "--sentence", 2, "-m", "green:weights=overlap")
    assert "edits of output and reference" in ran.out
    assert "the mean of the edits that change it" in ran.out
    assert ran.status == 0


class TestWithModel:
    """A model gives the weights."""

    pytestmark = WITH_MODELS

    def test_the_signature_has_the_model(self, tmp_path: Path) -> None:
        """With its layer and engine; no text is encoded twice, which `known` tells."""
        model = errata.read_model(tiny.save(tmp_path))
        measure = Green(weights="bertscore", model=model, layer=2)
        found = errata.score(example_gold(), outputs(), measures=[measure]).scores[0]
        assert f"|weights:bertscore|model:{model}|layer:2|gold:" in found.signature
        assert "|engine:onnxruntime-" in found.signature
        assert 0 < found.score < 1
