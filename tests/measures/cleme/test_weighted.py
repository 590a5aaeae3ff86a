"""CLEME2.0 with chunks that weigh by similarity: by hand, and as before where all weigh alike."""

from pathlib import Path
from typing import Any

import pytest
from tests.similarity import tiny
from tests.similarity.tiny import WITH_MODELS
from tests.support import example_gold, run

import errata
from errata import Cleme, Corpus, Edit, Layer, OptionError, Text
from errata.similarity.weighers import Unit


def corpus(source: str, *layers: tuple[Edit, ...]) -> Corpus:
    return Corpus((Text(source, tuple(Layer(who, edits) for who, edits in enumerate(layers))),))


def test_an_example_by_hand() -> None:
    """One hit, one error where the reference changes too, one elsewhere, one miss; overlaps of 5 words with 5."""
    gold = corpus("a b c d e f g", (Edit(0, 1, ("x",)), Edit(2, 3, ("y",)), Edit(6, 7, ("z z",))))
    output = corpus("a b c d e f g", (Edit(0, 1, ("x",)), Edit(2, 3, ("q",)), Edit(4, 5, ("r",))))
    [score] = errata.score(gold, {"mine": output}, measures=["cleme:similarity=overlap"])
    # The reference is x b y d e f z z, of 8 words; the source has 4 of them.
    before = 2 * 4 / 15
    hit, wrong, over, miss = 2 * 5 / 15 - before, 0.0, before - 2 * 3 / 15, 2 * 6 / 16 - before
    found = score.details["cleme2"]
    names = ("tp", "fp_necessary", "fp_unnecessary", "fn")
    assert [found[name] for name in names] == pytest.approx([hit, wrong, over, miss])
    assert found["hit"] == pytest.approx(hit / (hit + wrong + miss))
    assert found["over"] == pytest.approx(over / (hit + wrong + over))
    [plain] = errata.score(gold, {"mine": output}, measures=["cleme"])
    assert (score.values, score.counts) == (plain.values, plain.counts)


@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("release", ["1.0", "1.1"])
def test_chunks_that_weigh_the_same_make_plain_cleme2(level: str, release: str) -> None:
    """The same numbers, sentence by sentence."""
    gold = errata.annotate(example_gold().sources, [GOOD, BOLD], "wdiff")
    output = errata.annotate(gold.sources, [CAUTIOUS], "wdiff")
    measures: list[Any] = [Cleme(level=level, release=release, similarity=weights) for weights in ("unit", Unit())]
    plain, weighed = errata.score(gold, {"mine": output}, measures=measures)
    assert weighed.details == plain.details
    assert [row.details for row in weighed.sentences] == [row.details for row in plain.sentences]


EXAMPLES = errata.__file__.removesuffix("__init__.py") + "examples"
GOOD, BOLD, CAUTIOUS = (list(errata.read_lines(f"{EXAMPLES}/{name}.txt")) for name in ("good", "bold", "cautious"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"similarity": "overlap", "assumption": "independent"}, "similarity compares .* leave out assumption=indep"),
        ({"similarity": "overlap", "task": "detection"}, "similarity compares .* leave out task=detection"),
        ({"similarity": "overlapp"}, "no weights are called 'overlapp'; did you mean 'overlap'"),
        ({"layer": 3}, "similarity=unit needs no model, so layer means nothing"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, Any], message: str) -> None:
    """Are refused when the measure is made."""
    with pytest.raises(OptionError, match=f"^measure cleme: {message}"):
        Cleme(**options)


class TestWithModel:
    """A model gives the weights."""

    pytestmark = WITH_MODELS

    def test_the_command_line(self, tmp_path: Path) -> None:
        """The signature has the model; without one, the message says what to give."""
        files = [f"{EXAMPLES}/gold.m2", f"{EXAMPLES}/good.txt", "--extract", "errata", "--extract-gold", "--quiet"]
        ran = run("score", *files, "-m", f"cleme:similarity=bertscore,model={tiny.save(tmp_path)},layer=2")
        assert "|similarity:bertscore|model:" in ran.out
        assert "|engine:onnxruntime-" in ran.out
        refused = run("score", *files, "-m", "cleme:similarity=bertscore")
        assert (refused.status, "cleme: similarity=bertscore needs an encoder" in refused.err) == (2, True)
