"""BERTScore with a tiny encoder against its definition, and which texts are encoded."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.similarity import tiny
from tests.similarity.tiny import WITH_MODELS
from tests.support import example_gold, only_compiled, shared

import errata
from errata.similarity import models
from errata.similarity.engines import Engine
from errata.similarity.matching import PieceSimilarity
from errata.similarity.models import Encoder
from errata.similarity.words import WordVectors

pytestmark = WITH_MODELS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.save(tmp_path_factory.mktemp("model"))


@pytest.mark.parametrize("layer", [0, 2])
def test_bertscore_is_that_of_the_definition(folder: Path, layer: int) -> None:
    """On 1,000 pairs, some of them empty; single and double precision differ by less than 1e-5."""
    pairs = tiny.draw_pairs(1000)
    found = PieceSimilarity(Encoder(folder), layer).compare(*zip(*pairs, strict=True))
    wanted = [tiny.bertscore(*pair, layer) for pair in pairs]
    assert max(abs(one - other) for one, other in zip(found, wanted, strict=True)) < 1e-5
    assert min(wanted) == 0
    assert len(set(wanted)) > 500


def test_batches_change_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit: texts of a batch have one length, so nothing fills them up."""
    pairs = tiny.draw_pairs(60)
    together = PieceSimilarity(Encoder(folder), 2).compare(*zip(*pairs, strict=True))
    alone = [PieceSimilarity(Encoder(folder), 2).compare([one], [other])[0] for one, other in pairs]
    monkeypatch.setattr(models, "BATCH", 7)
    sevens = PieceSimilarity(Encoder(folder), 2).compare(*zip(*pairs, strict=True))
    assert together == alone == sevens


def test_the_order_of_pairs_is_no_matter(folder: Path) -> None:
    """To the last bit: batches are made by length and content."""
    pairs = tiny.draw_pairs(100)
    one = PieceSimilarity(Encoder(folder), 2).compare(*zip(*pairs, strict=True))
    other = PieceSimilarity(Encoder(folder), 2).compare(*zip(*pairs[::-1], strict=True))
    assert other[::-1] == one


class Counting(Engine):
    """An engine that remembers what it was given."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.texts: list[tuple[int, ...]] = []

    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Any]:
        self.texts += batch
        assert len({*map(len, batch)}) == 1
        return self.engine.run(batch, layer)


def counted(folder: Path) -> tuple[Encoder, Counting]:
    encoder = Encoder(folder)
    counting = Counting(encoder._engine)
    encoder.__dict__["_engine"] = counting
    return encoder, counting


def test_no_text_is_encoded_twice(folder: Path) -> None:
    """Not for several edits, systems, levels or measures of one run; and case is one text to a model without it."""
    encoder, counting = counted(folder)
    gold = example_gold().select(range(12))
    outputs = {name: list(errata.read_lines(f"{EXAMPLES}/{name}.txt"))[:12] for name in ("good", "bold")}
    measures = [errata.PtM2(model=encoder, layer=2, level=level) for level in ("corpus", "sentence")]
    errata.score(gold, outputs, measures=measures)
    assert len(counting.texts) == len(set(counting.texts))
    n_before = len(counting.texts)
    PieceSimilarity(encoder, 2).compare(["She goes", "SHE GOES"], ["she goes here", "she goes here"])
    assert len(counting.texts) == n_before + 2


EXAMPLES = errata.__file__.removesuffix("__init__.py") + "examples"


@only_compiled
@pytest.mark.slow
def test_calls_of_the_model_on_conll14(tmp_path: Path) -> None:
    """At most one pair for each edit and one for its sentence and annotator, no text encoded twice."""
    gold = errata.read(shared("data/conll14/gold.m2"))
    words = {word.lower() for text in gold.sources for word in text.split()}
    encoder, counting = counted(tiny.save(tmp_path, words=sorted(words)))
    measure = errata.PtM2(model=encoder, layer=2)
    lines = list(errata.read_lines(shared("data/conll14/systems/AMU.txt")))
    table = errata.score(gold, {"AMU": lines}, measures=[measure]).scores[0].table
    n_edits = [len(note.compared.edits) for note in table.notes]
    [pairs] = encoder.known.values()
    assert 0 < len(pairs) <= sum(1 + n for n in n_edits if n)
    assert len(counting.texts) == len(set(counting.texts)) == len({text for pair in pairs for text in pair})


def test_an_edit_that_a_model_cannot_see_weighs_nothing(folder: Path) -> None:
    """Exactly: both texts have the same pieces."""
    gold = errata.annotate(["she goes Home"], [["She goes home"]], "wdiff")
    measure = errata.PtM2(model=Encoder(folder), layer=2)
    assert errata.score(gold, ["she goes home"], measures=[measure]).scores[0].counts["gold"] == 0.0


def test_rescaling_cancels(folder: Path) -> None:
    """Similarities move, precision, recall and F do not, but for their last bits."""
    encoder = Encoder(folder)
    [plain] = PieceSimilarity(encoder, 2).compare(["a bus"], ["the bus is here"])
    [scaled] = PieceSimilarity(encoder, 2, baseline=0.5).compare(["a bus"], ["the bus is here"])
    assert scaled == (plain - 0.5) / 0.5
    lines = list(errata.read_lines(f"{EXAMPLES}/good.txt"))[:12]
    made = [errata.PtM2(model=encoder, layer=2, baseline=baseline) for baseline in (0.0, 0.5)]
    one, other = errata.score(example_gold().select(range(12)), lines, measures=made)
    assert other.counts["gold"] == pytest.approx(2 * one.counts["gold"])
    assert other.score == pytest.approx(one.score, rel=1e-9)


@pytest.mark.parametrize("pooling", ["mean", "first"])
def test_pooled_vectors(folder: Path, pooling: str) -> None:
    """The cosine of the mean of the text's own vectors, or of the first."""
    texts = "the bus is here", "a bus"
    [found] = PieceSimilarity(Encoder(folder), 2, pooling).compare(*([text] for text in texts))
    one, other = (
        states[1:-1].mean(axis=0) if pooling == "mean" else states[0]
        for states in (tiny.encode(text, 2) for text in texts)
    )
    assert found == pytest.approx(one @ other / np.linalg.norm(one) / np.linalg.norm(other), abs=1e-6)


def test_word_vectors(tmp_path: Path) -> None:
    """Compared by cosine, piece by piece; a word without a vector is like itself alone, one with spaces is no token."""
    path = tmp_path / "vectors.txt"
    path.write_text("3 2\na 1 0\n. . . 1 1\nb 0 2\nab 1 1\n", encoding="utf-8")
    similarity = PieceSimilarity(WordVectors(path))
    candidates, references = ["a", "a", "a", "x a", "x", "x", ""], ["a", "b", "ab", "x b", "x", "y", "a"]
    found = similarity.compare(candidates, references)
    assert found == pytest.approx([1.0, 0.0, 0.5**0.5, 0.5, 1.0, 0.0, 0.0])
    gold = errata.annotate(["a b"], [["ab b"]], "wdiff")
    score = errata.score(gold, ["b b"], measures=[f"pt-m2:weights=embedding,model={path}"]).scores[0]
    assert f"|weights:embedding|model:{similarity.model}|layer:auto|" in score.signature
    assert score.counts["gold"] > 0
