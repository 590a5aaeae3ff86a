"""Torch and the bert-score package against onnxruntime; skipped where they are not installed, as in CI."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from tests.similarity import tiny
from tests.support import needs

from errata import FormatError
from errata.similarity import models
from errata.similarity.matching import PieceSimilarity
from errata.similarity.models import Encoder

pytestmark = [
    needs("onnxruntime", "errata[models]"),
    needs("onnx", "the group dev"),
    pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed: 700 MB"),
    pytest.mark.skipif(find_spec("transformers") is None, reason="transformers is not installed"),
    pytest.mark.filterwarnings("ignore"),  # of packages that are not ours
]
# Newer transformers lack what bert-score does with empty texts; the last pair is cut off.
PAIRS = [*[pair for pair in tiny.draw_pairs(1300) if pair[0]][:999], ("a bus " * 400, "the bus is here")]


def test_torch_gives_what_onnxruntime_gives(tmp_path: Path) -> None:
    """To the last bits of single precision, at every layer."""
    onnx, torch = (Encoder(tiny.save(tmp_path / kind, kind)) for kind in ("onnx", "safetensors"))
    for layer in range(tiny.LAYERS + 1):
        one, other = (PieceSimilarity(model, layer).compare(*zip(*PAIRS, strict=True)) for model in (onnx, torch))
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 1e-5
    assert torch.signature_extras[0].startswith("engine:torch-")


def test_batches_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But the last bits of single precision: torch may multiply few rows in another way than many."""
    folder = tiny.save(tmp_path, "safetensors")
    together = PieceSimilarity(Encoder(folder), 2).compare(*zip(*PAIRS[:60], strict=True))
    monkeypatch.setattr(models, "BATCH", 1)
    alone = PieceSimilarity(Encoder(folder), 2).compare(*zip(*PAIRS[:60], strict=True))
    assert np.allclose(together, alone, rtol=0, atol=1e-6)


def test_what_torch_cannot_run(tmp_path: Path) -> None:
    """Is refused with a message: another vocabulary, and weights that are none."""
    folder = tiny.save(tmp_path, "safetensors")
    with pytest.raises(FormatError, match=r"cannot run on these texts \(.*; weights, .* must be of one model"):
        list(Encoder(folder).encode([(1, 9999)], 2))
    (folder / "model.safetensors").write_bytes(b"nothing of the kind")
    with pytest.raises(FormatError, match="transformers cannot load it"):
        list(Encoder(folder).encode([(1, 2)], 2))


@pytest.mark.skipif(find_spec("bert_score") is None, reason="bert-score is not installed")
@pytest.mark.parametrize("layer", [1, 3])
def test_bertscore_is_that_of_its_package(tmp_path: Path, layer: int) -> None:
    """On 1,000 pairs, to 1e-5: it counts in single precision."""
    import bert_score

    folder = tiny.save(tmp_path / "model", "safetensors")
    candidates, references = zip(*PAIRS, strict=True)
    _, _, wanted = bert_score.score(list(candidates), list(references), model_type=str(folder), num_layers=layer)
    found = PieceSimilarity(Encoder(folder), layer).compare(candidates, references)
    assert max(abs(a - b) for a, b in zip(found, wanted.tolist(), strict=True)) < 1e-5
