"""Where encoders run: onnxruntime if there is an ONNX file, otherwise torch with transformers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errata.errors import FormatError, InputError, MissingExtraError

Array = NDArray[Any]
_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}


class Engine(ABC):
    """Runs an encoder."""

    @abstractmethod
    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return for each text the vectors of its pieces in a hidden layer; 0 is the input of the first.

        The texts have the same number of pieces: padding would change the last bits of the others.
        """


def engine_signature(weights: Path) -> str:
    """Return the name and version of the engine for these weights, without loading it."""
    if weights.suffix == ".onnx":
        return f"onnxruntime-{_import_onnxruntime(weights).__version__}"
    try:
        found = version("torch")  # to import it takes seconds
    except PackageNotFoundError:
        found = _import_torch(weights.parent)[0].__version__
    return f"torch-{found.partition('+')[0]}"


def load_engine(weights: Path, n_layers: int, device: str) -> Engine:
    """Return the engine for these weights."""
    if weights.suffix == ".onnx":
        return _Onnx(weights, n_layers, device)
    return _Torch(weights.parent, device)


def _import_onnxruntime(weights: Path) -> Any:
    from errata.similarity.models import EXTRA

    try:
        import onnxruntime
    except ImportError:
        raise MissingExtraError(f"{weights} runs on onnxruntime, which is not installed; {EXTRA}") from None
    return onnxruntime


def _import_torch(folder: Path) -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ImportError as error:
        raise torch_missing(folder, str(error.name)) from None
    return torch, transformers


def torch_missing(folder: Path, package: str) -> MissingExtraError:
    """Say how to install the engine for a folder without an ONNX file; transformers includes its tokenisers."""
    return MissingExtraError(
        f"{folder} has no ONNX file, so it needs torch and transformers ({package} is not installed); "
        "run: pip install torch transformers"
    )


def _cut(states: Any, ids: Array, weights: Path) -> list[Array]:
    """Return the vectors of each text, as copies, so that one text does not keep the whole batch in memory."""
    found = np.asarray(states)
    if found.ndim != 3 or found.shape[:2] != ids.shape:
        raise FormatError(
            f"{weights} gave an array of shape {found.shape} for {ids.shape[0]} texts of {ids.shape[1]} pieces; an "
            "encoder gives a vector for each piece: export it with hidden states, without pooling or a head"
        )
    return [np.array(text, dtype=np.float32) for text in found]


def _failed(weights: Path, error: Exception) -> FormatError:
    return FormatError(
        f"{weights} cannot run on these texts ({' '.join(str(error).split())!s:.200}); weights, config.json and "
        "tokeniser must be of one model"
    )


class _Onnx(Engine):
    """An ONNX graph that returns the last hidden state, or all of them (`hidden_states.0`, …)."""

    def __init__(self, weights: Path, n_layers: int, device: str) -> None:
        onnxruntime = _import_onnxruntime(weights)
        wanted = "CUDAExecutionProvider" if device == "cuda" else "CPUExecutionProvider"
        if wanted not in onnxruntime.get_available_providers():
            raise InputError(
                "device=cuda needs an onnxruntime made for it (pip install onnxruntime-gpu) and a GPU; leave it out to "
                "run on the CPU"
            )
        settings = onnxruntime.SessionOptions()
        # Threads that wait must not spin: between two batches the vectors are compared, which needs the cores.
        settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
        settings.log_severity_level = 4  # what goes wrong is told by the exception
        try:
            self._session = onnxruntime.InferenceSession(str(weights), settings, providers=[wanted])
        except Exception as error:  # whatever that package raises
            raise FormatError(f"{weights}: no ONNX graph that can be run ({error!s:.160})") from None
        self._path = weights
        self._inputs = [item.name for item in self._session.get_inputs()]
        self._outputs = [item.name for item in self._session.get_outputs()]
        self._n_layers = n_layers
        if "input_ids" not in self._inputs or set(self._inputs) - _INPUTS:
            raise FormatError(
                f"{weights} takes {', '.join(self._inputs)}; the graph of an encoder takes "
                f"{', '.join(sorted(_INPUTS, reverse=True))}, or the first of these"
            )

    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return the vectors of a layer that the graph returns."""
        ids = np.array(batch, dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        name = self._output(layer)
        try:
            (states,) = self._session.run([name], {key: given[key] for key in self._inputs})
        except Exception as error:  # whatever that package raises
            raise _failed(self._path, error) from None
        return _cut(states, ids, self._path)

    def _output(self, layer: int) -> str:
        names = [f"hidden_states.{layer}", *(["last_hidden_state"] if layer == self._n_layers else [])]
        for name in names:
            if name in self._outputs:
                return name
        beside = self._path.with_name("model.safetensors")
        other = f"; or move it away, and torch runs {beside.name}" if beside.is_file() else ""
        raise InputError(
            f"{self._path} does not give layer {layer} (it gives {', '.join(self._outputs)}); export it with all "
            f"hidden states, or take layer={self._n_layers} if it gives the last{other}"
        )


class _Torch(Engine):
    """A model that transformers loads, from safetensors only."""

    def __init__(self, folder: Path, device: str) -> None:
        torch, transformers = _import_torch(folder)
        if device == "cuda" and not torch.cuda.is_available():
            raise InputError("device=cuda, but torch finds no GPU; leave it out to run on the CPU")
        talk = transformers.utils.logging
        before = talk.get_verbosity()
        talk.set_verbosity_error()  # a pooling layer that is missing is of no use here
        talk.disable_progress_bar()
        try:
            model = transformers.AutoModel.from_pretrained(
                str(folder), local_files_only=True, use_safetensors=True, trust_remote_code=False
            )
        except Exception as error:  # whatever those packages raise
            raise FormatError(f"{folder}: transformers cannot load it ({error!s:.160})") from None
        finally:
            talk.set_verbosity(before)
        self._torch = torch
        self._folder = folder
        self._model = model.float().to(device).eval()  # weights kept in half precision are computed with in single
        self._device = device

    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return the vectors of a layer."""
        ids = np.array(batch, dtype=np.int64)
        given = self._torch.from_numpy(ids).to(self._device)
        try:
            with self._torch.inference_mode():
                found = self._model(
                    input_ids=given, attention_mask=self._torch.ones_like(given), output_hidden_states=True
                ).hidden_states[layer]
        except Exception as error:  # whatever those packages raise
            raise _failed(self._folder, error) from None
        return _cut(found.cpu().numpy(), ids, self._folder)
