"""Where encoders run: onnxruntime where there is an ONNX file, else torch with transformers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errata.errors import FormatError, InputError, MissingExtraError

Array = NDArray[Any]


class Engine(ABC):
    """Runs an encoder."""

    signature: str
    """Its name and version."""

    @abstractmethod
    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return for each text the vectors of its pieces in a hidden layer, 0 being what goes into the first."""


def load_engine(weights: Path, n_layers: int, padding: int, device: str) -> Engine:
    """Return what runs these weights; `padding` is the piece that fills up a batch."""
    if weights.suffix == ".onnx":
        return _Onnx(weights, n_layers, padding, device)
    return _Torch(weights.parent, padding, device)


def _padded(batch: Sequence[tuple[int, ...]], padding: int) -> tuple[Array, Array]:
    """Return the pieces as one array, and which of its cells are filled."""
    longest = max(map(len, batch))
    ids = np.full((len(batch), longest), padding, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, text in enumerate(batch):
        ids[row, : len(text)] = text
        mask[row, : len(text)] = 1
    return ids, mask


def _cut(states: Array, batch: Sequence[tuple[int, ...]]) -> list[Array]:
    # Copies, so that one text does not keep the whole batch in memory.
    return [np.array(states[row, : len(text)], dtype=np.float32) for row, text in enumerate(batch)]


class _Onnx(Engine):
    """An ONNX graph that gives the last hidden state, or all of them (`hidden_states.0`, …)."""

    def __init__(self, weights: Path, n_layers: int, padding: int, device: str) -> None:
        from errata.similarity.models import EXTRA

        try:
            import onnxruntime
        except ImportError:
            raise MissingExtraError(f"{weights} runs on onnxruntime, which is not installed; {EXTRA}") from None
        wanted = "CUDAExecutionProvider" if device == "cuda" else "CPUExecutionProvider"
        if wanted not in onnxruntime.get_available_providers():
            raise InputError(
                "device=cuda needs an onnxruntime made for it (pip install onnxruntime-gpu) and a GPU; leave it out to "
                "run on the CPU"
            )
        settings = onnxruntime.SessionOptions()
        # Threads that wait must not spin: between two batches the vectors are compared, which needs the cores.
        settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(weights), settings, providers=[wanted])
        except Exception as error:  # whatever that package raises
            raise FormatError(f"{weights}: no ONNX graph that can be run ({error!s:.160})") from None
        self._path = weights
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._outputs = [item.name for item in self._session.get_outputs()]
        self._n_layers, self._padding = n_layers, padding
        self.signature = f"onnxruntime-{onnxruntime.__version__}"

    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return the vectors of a layer that the graph gives."""
        ids, mask = _padded(batch, self._padding)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        name = self._output(layer)
        (states,) = self._session.run([name], {key: value for key, value in given.items() if key in self._inputs})
        return _cut(states, batch)

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

    def __init__(self, folder: Path, padding: int, device: str) -> None:
        try:
            import torch
            import transformers
        except ImportError as error:
            raise MissingExtraError(
                f"{folder} has no ONNX file, so it needs torch and transformers ({error.name} is not installed); "
                "run: pip install torch transformers"
            ) from None
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
        self._model = model.to(device).eval()
        self._device = device
        self._padding = padding
        self.signature = f"torch-{torch.__version__.partition('+')[0]}"

    def run(self, batch: Sequence[tuple[int, ...]], layer: int) -> list[Array]:
        """Return the vectors of a layer."""
        ids, mask = (self._torch.from_numpy(array).to(self._device) for array in _padded(batch, self._padding))
        with self._torch.inference_mode():
            states = self._model(input_ids=ids, attention_mask=mask, output_hidden_states=True).hidden_states[layer]
        return _cut(states.float().cpu().numpy(), batch)
