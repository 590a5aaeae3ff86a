"""Vectors on disk: the same bits as fresh ones, and only for the model they are of."""

from pathlib import Path

import numpy as np
import pytest
from tests.similarity import tiny
from tests.similarity.test_matching import Counting
from tests.similarity.tiny import WITH_MODELS
from tests.support import few_files, run

from errata import FormatError, InputError
from errata.similarity.cache import VectorCache
from errata.similarity.matching import PieceSimilarity
from errata.similarity.models import Encoder

pytestmark = WITH_MODELS
PAIRS = tiny.draw_pairs(80)


def compare(folder: Path, cache: Path, layer: int = 2, n: int = len(PAIRS)) -> tuple[list[float], int]:
    """Return similarities, and how many texts went to the model for them."""
    encoder = Encoder(folder, cache=VectorCache(cache))
    counting = encoder.__dict__["_engine"] = Counting(encoder._engine)
    found = PieceSimilarity(encoder, layer).compare(*zip(*PAIRS[:n], strict=True))
    return found, len(counting.texts)


def test_cached_vectors_are_the_fresh_ones(tmp_path: Path) -> None:
    """Bit for bit, and the model is not asked again; what is new is added."""
    folder = tiny.save(tmp_path / "model")
    fresh = PieceSimilarity(Encoder(folder), 2).compare(*zip(*PAIRS, strict=True))
    first, n_first = compare(folder, tmp_path / "vectors.npz")
    second, n_second = compare(folder, tmp_path / "vectors.npz")
    assert fresh == first == second
    assert (n_first > 0, n_second) == (True, 0)
    part, n_part = compare(folder, tmp_path / "part.npz", n=30)
    whole, n_rest = compare(folder, tmp_path / "part.npz")
    assert n_part + n_rest == n_first
    assert np.allclose(whole, fresh, rtol=0, atol=1e-6)  # in other batches, which moves last bits
    assert part == whole[:30]


def test_a_cache_of_another_model_or_layer_is_refused(tmp_path: Path) -> None:
    """The message names both."""
    one, other = tiny.save(tmp_path / "one"), tiny.save(tmp_path / "other", seed=2)
    compare(one, tmp_path / "vectors.npz")
    before = (tmp_path / "vectors.npz").read_bytes()
    with pytest.raises(
        InputError, match=f"holds vectors of model {Encoder(one)}, .* of model {Encoder(other)}, layer 2"
    ):
        compare(other, tmp_path / "vectors.npz")
    with pytest.raises(InputError, match=r"layer 2, but these are of model \w+, layer 1; give another path"):
        compare(one, tmp_path / "vectors.npz", layer=1)
    assert (tmp_path / "vectors.npz").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a file of vectors", b"PK\x05\x06" + b"\0" * 18])
def test_a_file_that_is_no_cache_is_refused(tmp_path: Path, content: bytes) -> None:
    """And stays as it is."""
    path = tmp_path / "notes.npz"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"notes\.npz: not a cache of vectors"):
        compare(tiny.save(tmp_path / "model"), path)
    assert path.read_bytes() == content


def test_the_command_line_keeps_vectors(tmp_path: Path) -> None:
    """For measures with a model, of which there must be one."""
    folder, path = tiny.save(tmp_path / "model"), tmp_path / "vectors.npz"
    files = few_files(tmp_path)
    command = ["score", *files, "-m", f"pt-m2:model={folder},layer=2", "--vectors", path]
    one, other = run(*command), run(*command)
    assert (one.status, one.out) == (0, other.out)
    assert path.stat().st_size > 10_000
    refused = run("score", *files, "-m", "m2", "--vectors", path)
    assert (refused.status, "--vectors is for measures with a model" in refused.err) == (2, True)
    missing = run("score", *files, "-m", f"pt-m2:model={folder},layer=2", "--vectors", tmp_path / "no" / "v.npz")
    assert (missing.status, "Traceback" in missing.err) == (2, False)
