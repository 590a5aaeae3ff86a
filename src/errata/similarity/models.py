"""Sources of vectors: an encoder in a folder of Hugging Face layout, or a file of word vectors."""

import hashlib
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import groupby
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from errata.errors import FileError, FormatError, InputError, MissingExtraError, OptionError
from errata.findings import Finding
from errata.formats.files import AnyPath, display_name
from errata.formats.strict_json import parse_json
from errata.stages import tell
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.similarity.cache import VectorCache
    from errata.similarity.engines import Engine

Array = NDArray[Any]
Pieces = tuple[int, ...]
"""A text as numbers of word pieces, or of words."""
BATCH = 32
_WEIGHTS = ("model.onnx", "onnx/model.onnx", "model.safetensors")
"""Where weights are, the first existing file being used: first what onnxruntime runs, then what torch does."""
_TOKENISERS = ("tokenizer.json", "vocab.txt")
_BASE_LAYERS, _BASE_LAYER = 12, 9
"""BERTScore uses layer 9 for encoders as large as BERT-base; for others its authors chose layers individually."""
EXTRA = "install the extra: pip install 'errata[models]', or '.[models]' in a clone"


class Watch:
    """CPU seconds of a model's work, by part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.numbers: dict[str, int] = {}
        """The number of texts or pairs in each part."""

    @contextmanager
    def timing(self, part: str, number: int = 0) -> Iterator[None]:
        """Add the time of the block to a part."""
        start = process_time()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + process_time() - start
            self.numbers[part] = self.numbers.get(part, 0) + number

    def __str__(self) -> str:
        return ", ".join(
            f"{part}{f' ({self.numbers[part]:,})' if self.numbers[part] else ''} {seconds:.2f} s"
            for part, seconds in self.seconds.items()
        )


class Model(ABC):
    """Gives vectors to the pieces of texts."""

    weights: str
    """The name of the weights that it is for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: defaultdict[str, dict[tuple[Pieces, Pieces], float]] = defaultdict(dict)
        """Cached similarities, by what they are of."""
        self.watch = Watch()
        self.tells_time = False
        """Whether `remarks` report where the time went."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change with anything the vectors depend on."""

    def __str__(self) -> str:
        return self.fingerprint

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and (type(self), self.path) == (type(other), other.path)

    def __hash__(self) -> int:
        return hash(self.path)

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs to load it again."""
        kept = {name: value for name, value in self.__dict__.items() if name not in {"_engine", "_tokeniser"}}
        return kept | {"known": defaultdict(dict)}

    def require(self, weights: str, measure: str) -> None:
        """Refuse weights that need another kind of model."""
        if weights != self.weights:
            raise OptionError(
                f"measure {measure}: {self.path} is for weights={self.weights}, not for weights={weights}"
            )

    @property
    def signature_extras(self) -> list[str]:
        """What else the last bits may depend on."""
        return []

    @property
    def remarks(self) -> list[Finding]:
        """What users must know about the vectors, and where the time went if requested."""
        if not self.tells_time:
            return []
        return [Finding("time-split", f"CPU time of the model so far: {self.watch}", str(self.path))]

    @abstractmethod
    def check_layer(self, layer: int | None) -> int:
        """Return the layer to use, or refuse it."""

    @abstractmethod
    def split(self, texts: Iterable[str]) -> dict[str, Pieces]:
        """Return the pieces of each text."""

    @abstractmethod
    def encode(self, texts: Sequence[Pieces], layer: int) -> Iterator[tuple[Pieces, Array]]:
        """Yield every text with a vector for each of its pieces, batch by batch in the order given."""

    @abstractmethod
    def counting(self, text: Pieces) -> Array:
        """Return for each piece whether it is part of the text rather than added around it."""

    def match_unknown(self, candidate: Pieces, reference: Pieces, cosines: Array) -> None:  # noqa: B027  # few need it
        """Fix the cosines of pieces without a vector."""


class Encoder(Model):
    """A transformer in a folder: weights, `config.json`, and a tokeniser."""

    weights = "bertscore"

    def __init__(self, path: Path, device: str = "cpu", cache: "VectorCache | None" = None) -> None:
        super().__init__(path)
        self.device = device
        self.cache = cache
        found = [name for name in _WEIGHTS if (path / name).is_file()]
        tokenisers = [name for name in _TOKENISERS if (path / name).is_file()]
        if not found or not tokenisers or not (path / "config.json").is_file():
            raise _no_encoder(path, found, tokenisers)
        self.weight_file, self.tokeniser_file = path / found[0], path / tokenisers[0]
        try:
            self.config = parse_json((path / "config.json").read_text(encoding="utf-8"))
            # DistilBERT has a name of its own for it.
            self.n_layers = int(self.config.get("num_hidden_layers") or self.config["n_layers"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise FormatError(
                f"{path / 'config.json'} is not the configuration of an encoder such as BERT: it does not give the "
                "number of layers (num_hidden_layers)"
            ) from None
        self._cut: set[Pieces] = set()

    @cached_property
    def fingerprint(self) -> str:
        """The hash of weights, configuration and tokeniser."""
        files = [self.weight_file, self.path / "config.json", self.tokeniser_file]
        files += sorted(self.weight_file.parent.glob(f"{self.weight_file.name}?data"))  # weights beside a large graph
        files += [file for file in [self.path / "tokenizer_config.json"] if file.is_file()]
        found = hashlib.sha256()
        for file in files:
            with file.open("rb") as stream:
                found.update(hashlib.file_digest(stream, "sha256").digest())
        return found.hexdigest()[:12]

    @property
    def signature_extras(self) -> list[str]:
        """The engine with its version, and the device."""
        from errata.similarity.engines import engine_signature

        return [f"engine:{engine_signature(self.weight_file)}", f"device:{self.device}"]

    @property
    def remarks(self) -> list[Finding]:
        """Report how many texts the model saw only the beginning of."""
        told = super().remarks
        if not self._cut:
            return told
        message = (
            f"{plural(len(self._cut), 'text has', 'texts have')} more than {self._longest} pieces, the "
            "model's maximum; edits beyond them have no weight"
        )
        return [Finding("cut-off", message, str(self.path), count=len(self._cut)), *told]

    def check_layer(self, layer: int | None) -> int:
        """Return the layer: 9 by default for an encoder like BERT-base."""
        if layer is None:
            if self.n_layers != _BASE_LAYERS:
                raise OptionError(
                    f"{self.path} has {self.n_layers} layers; which of them BERTScore takes is only known for 12, so "
                    f"choose one: layer=1 to layer={self.n_layers}"
                )
            layer = _BASE_LAYER
        if not 0 <= layer <= self.n_layers:
            raise OptionError(
                f"{self.path} has {self.n_layers} layers, so layer takes 0 to {self.n_layers}, not {layer}"
            )
        return layer

    @cached_property
    def _engine(self) -> "Engine":
        from errata.similarity.engines import load_engine

        with self.watch.timing("loading"):
            return load_engine(self.weight_file, self.n_layers, self.device)

    @cached_property
    def _longest(self) -> int:
        """The number of pieces that the model can take, including those added around a text."""
        positions = int(self.config.get("max_position_embeddings") or 512)
        # RoBERTa and its kin number positions from the one after padding.
        shift = int(self.config.get("pad_token_id", 0)) + 1 if "roberta" in str(self.config.get("model_type")) else 0
        # BERTScore cuts where the tokeniser says so, which may be earlier.
        return min(positions - shift, int(self._tokeniser_config.get("model_max_length") or positions))

    @cached_property
    def _tokeniser_config(self) -> dict[str, Any]:
        path = self.path / "tokenizer_config.json"
        found = parse_json(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return found if isinstance(found, dict) else {}

    @cached_property
    def _tokeniser(self) -> Any:
        try:
            import tokenizers
        except ImportError:
            if self.weight_file.suffix != ".onnx":
                from errata.similarity.engines import torch_missing

                raise torch_missing(self.path, "tokenizers") from None
            raise MissingExtraError(f"weights by an encoder need the package tokenizers; {EXTRA}") from None
        made: Any
        try:
            if self.tokeniser_file.name == "tokenizer.json":
                made = tokenizers.Tokenizer.from_file(str(self.tokeniser_file))
            else:
                made = tokenizers.BertWordPieceTokenizer(
                    str(self.tokeniser_file), lowercase=self._tokeniser_config.get("do_lower_case", True)
                )
        except Exception as error:  # whatever that package raises
            raise FormatError(f"{self.tokeniser_file}: no tokeniser ({error!s:.120})") from None
        made.no_padding()
        made.no_truncation()
        self._check_vocabulary(made.get_vocab_size())
        return made

    def _check_vocabulary(self, n_pieces: int) -> None:
        """Refuse another model's tokeniser: with the wrong vocabulary all words may look the same."""
        n_embedded = int(self.config.get("vocab_size") or 0)
        if n_pieces < n_embedded / 2:  # models pad theirs by a few pieces
            raise FormatError(
                f"{self.tokeniser_file} has {plural(n_pieces, 'piece')}, but the model was made for {n_embedded:,} "
                "(vocab_size in config.json); give the folder the tokeniser that belongs to the model"
            )

    @cached_property
    def _prefix(self) -> str:
        """A space before the first word if the vocabulary marks preceding spaces (RoBERTa), as in BERTScore."""
        before = getattr(self._tokeniser, "pre_tokenizer", None)
        is_bytes = "ByteLevel" in repr(before) and "add_prefix_space=False" in repr(before)
        return " " if is_bytes else ""

    @cached_property
    def _around(self) -> tuple[int, frozenset[int]]:
        """How many pieces are added after a text, and which are added around it."""
        around = self._tokeniser.encode("").ids
        return self._tokeniser.encode("a").special_tokens_mask[::-1].index(0), frozenset(around)

    def split(self, texts: Iterable[str]) -> dict[str, Pieces]:
        """Return the numbers of the word pieces, including those around the text, of as much as the model can see."""
        known = list(texts)
        after, _ = self._around
        split: dict[str, Pieces] = {}
        stripped = [text.strip() for text in known]
        made = self._tokeniser.encode_batch([self._prefix + text if text else "" for text in stripped])
        for text, encoding in zip(known, made, strict=True):
            ids = tuple(encoding.ids)
            if len(ids) > self._longest:
                ids = ids[: self._longest - after] + ids[len(ids) - after :]
                self._cut.add(ids)
            split[text] = ids
        return split

    def counting(self, text: Pieces) -> Array:
        """Return False for [CLS] and [SEP] or the model's equivalents, even where the text contains them."""
        _, around = self._around
        return np.array([piece not in around for piece in text], dtype=bool)

    def encode(self, texts: Sequence[Pieces], layer: int) -> Iterator[tuple[Pieces, Array]]:
        """Yield the vectors of each text, from the cache if possible."""
        cache = self.cache
        if cache is None:
            yield from self._run(texts, layer)
            return
        about = ", ".join([f"model {self.fingerprint}", f"layer {layer}", *self.signature_extras])
        cache.check(about)
        missing = [text for text in texts if text not in cache]
        absent = set(missing)
        for text in texts:
            if text not in absent:
                yield text, cache.read(text)
        if missing:
            with cache.adding(about) as add:
                for text, vectors in self._run(missing, layer):
                    add(text, vectors)
                    yield text, vectors

    def _run(self, texts: Sequence[Pieces], layer: int) -> Iterator[tuple[Pieces, Array]]:
        n_done = 0
        for batch in _batches(texts):
            engine = self._engine
            with self.watch.timing("encoding texts", len(batch)):
                vectors = engine.run(batch, layer)
            yield from zip(batch, vectors, strict=True)
            n_done += len(batch)
            tell("encoding texts", n_done, len(texts))


def _batches(texts: Sequence[Pieces]) -> Iterator[list[Pieces]]:
    """Yield runs of consecutive texts of the same length."""
    for _, run in groupby(texts, key=len):
        alike = list(run)
        for first in range(0, len(alike), BATCH):
            yield alike[first : first + BATCH]


def _no_encoder(path: Path, weights: Sequence[str], tokenisers: Sequence[str]) -> InputError:
    lacking = [
        what
        for what, has in (
            ("config.json", (path / "config.json").is_file()),
            (" or ".join(_TOKENISERS), bool(tokenisers)),
            ("model.onnx or model.safetensors", bool(weights)),
        )
        if not has
    ]
    pickled = (path / "pytorch_model.bin").is_file() and not weights
    hint = (
        "pytorch_model.bin is a pickle, which can run any code: save the model again as safetensors"
        if pickled
        else "give a folder that a model was saved to (save_pretrained, or a snapshot of one from a hub)"
    )
    return InputError(f"{path} is not the folder of an encoder: it has no {', no '.join(lacking)}; {hint}")


def _how_to_get(name: str) -> str:
    """Say how to get a model if the path looks like a name on a hub."""
    if re.fullmatch(r"[\w.-]*\w(/[\w.-]*\w)?", name) and not name.endswith((".txt", ".vec")):
        folder = name.rpartition("/")[2]
        files = "config.json tokenizer_config.json tokenizer.json model.safetensors"
        return f"if it is one of the Hugging Face hub, run: hf download {name} {files} --local-dir {folder}"
    return "give the path of one on this machine"


_loaded: dict[tuple[Path, str, str], Model] = {}
"""Models by path and settings, so that several measures share one."""


def read_model(path: AnyPath, *, device: str = "cpu", cache: AnyPath | None = None) -> Model:
    """Return the encoder in a folder, or the word vectors of a file; weights are loaded when they are needed.

    A folder contains what `save_pretrained` of transformers writes: `config.json`, `tokenizer.json` or `vocab.txt`, and
    `model.safetensors` (run by torch) or `model.onnx` (run by onnxruntime, and preferred). `device` is "cpu" or "cuda".
    `cache` is a file (`.npz`) that keeps the vectors of texts for the next run; one for another model is refused.
    """
    from errata.similarity.cache import VectorCache
    from errata.similarity.words import WordVectors

    folder = Path(path)
    if not folder.exists():
        raise FileError(
            f"{display_name(path)} does not exist, and errata downloads no models; {_how_to_get(str(path))}"
        )
    if device not in {"cpu", "cuda"}:
        raise OptionError(f"device takes cpu or cuda, not {device!r:.60}")
    key = (folder.resolve(), device, "" if cache is None else str(Path(cache).resolve()))
    if key not in _loaded:
        if folder.is_dir():
            _loaded[key] = Encoder(folder, device, VectorCache(cache) if cache is not None else None)
        elif cache is not None:
            raise OptionError(f"{display_name(path)} holds word vectors, which are not cached; leave the cache out")
        else:
            _loaded[key] = WordVectors(folder)
    return _loaded[key]
