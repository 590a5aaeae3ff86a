"""Vectors on disk: the same bits as fresh ones, and only for the model they are of."""

from io import BytesIO
from pathlib import Path
from typing import Any

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
    assert whole == fresh
    assert part == whole[:30]


def test_what_is_cached_needs_no_model(tmp_path: Path) -> None:
    """Its weights are not even loaded; the signature has the engine all the same."""
    folder = tiny.save(tmp_path / "model")
    compare(folder, tmp_path / "vectors.npz")
    encoder = Encoder(folder, cache=VectorCache(tmp_path / "vectors.npz"))
    PieceSimilarity(encoder, 2).compare(*zip(*PAIRS, strict=True))
    assert encoder.signature_extras[0].startswith("engine:onnxruntime-")
    assert "_engine" not in encoder.__dict__


def test_a_cache_of_another_model_or_layer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names both; so is one of another version of what ran the model, which moves last bits."""
    one, other = tiny.save(tmp_path / "one"), tiny.save(tmp_path / "other", seed=2)
    compare(one, tmp_path / "vectors.npz")
    before = (tmp_path / "vectors.npz").read_bytes()
    with pytest.raises(
        InputError, match=f"holds vectors of model {Encoder(one)}, .* of model {Encoder(other)}, layer 2, engine:onnx"
    ):
        compare(other, tmp_path / "vectors.npz")
    with pytest.raises(InputError, match=r"layer 2, .* but these are of model \w+, layer 1, .*; give another path"):
        compare(one, tmp_path / "vectors.npz", layer=1)
    monkeypatch.setattr("errata.similarity.engines.engine_signature", lambda weights: "onnxruntime-99")
    with pytest.raises(InputError, match=r"engine:onnxruntime-[\d.]+, device:cpu, but .*, engine:onnxruntime-99, dev"):
        compare(one, tmp_path / "vectors.npz")
    assert (tmp_path / "vectors.npz").read_bytes() == before


def saved(**arrays: np.ndarray[Any, Any]) -> bytes:
    stream = BytesIO()
    np.savez(stream, **arrays)  # type: ignore[arg-type]  # numpy's types take them for its option
    return stream.getvalue()


@pytest.mark.parametrize(
    "content", [b"", b"not a file of vectors", b"PK\x05\x06" + b"\0" * 18, saved(a=np.ones(3)), b"\x93NUMPY\x01\0"]
)
def test_a_file_that_is_no_cache_is_refused(tmp_path: Path, content: bytes) -> None:
    """And stays as it is."""
    path = tmp_path / "notes.npz"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"notes\.npz is not a cache of vectors, .* give another path"):
        compare(tiny.save(tmp_path / "model"), path)
    assert path.read_bytes() == content


def test_an_array_is_no_cache(tmp_path: Path) -> None:
    """Nor is a folder."""
    np.save(tmp_path / "array.npy", np.ones(3))
    for path in (tmp_path / "array.npy", tmp_path):
        with pytest.raises(FormatError, match="is not a cache of vectors"):
            compare(tiny.save(tmp_path / "model"), path)


def test_a_damaged_cache_is_refused(tmp_path: Path) -> None:
    """Cut short, with a byte changed, or with vectors of another text; also where new ones are to be added."""
    folder, path = tiny.save(tmp_path / "model"), tmp_path / "vectors.npz"
    compare(folder, path, n=30)
    whole = path.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    with np.load(path) as vectors:
        other = saved(**{name: array[:1] if array.ndim else array for name, array in vectors.items()})
    for content, n in ((whole[: len(whole) // 2], 30), (bytes(changed), 30), (bytes(changed), 80), (other, 30)):
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"vectors\.npz is not a cache of vectors, or a damaged one"):
            compare(folder, path, n=n)
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
