"""A tiny BERT with random weights and word pieces of its own, as onnxruntime and as torch run it, and its oracle.

The oracle is BERT and BERTScore written out in NumPy, one text at a time, in double precision.
"""

import json
from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from pathlib import Path
from string import ascii_lowercase, digits
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.support import needs

Array = NDArray[Any]
WITH_MODELS = [
    needs("onnxruntime", "errata[models]"),
    needs("tokenizers", "errata[models]"),
    needs("onnx", "the group dev"),
]
"""Marks of tests that run the model."""
LAYERS, HEADS, WIDTH, INNER, POSITIONS = 3, 4, 32, 64, 512
EPSILON = 1e-12
_TEXT = "the a is are was go goes school day every bus second sentence here for measure she he and of to in it"
WORDS = _TEXT.split()
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *".,'!?-", *ascii_lowercase, *digits]
VOCABULARY += [f"##{piece}" for piece in ("s", "ing", "ed", "es", *ascii_lowercase, *digits)]
VOCABULARY = list(dict.fromkeys(VOCABULARY))
CLS, SEP = VOCABULARY.index("[CLS]"), VOCABULARY.index("[SEP]")


def weights(seed: int = 1, n_pieces: int = len(VOCABULARY)) -> dict[str, Array]:
    """Return the weights by the names that transformers gives them."""
    random = np.random.default_rng(seed)

    def drawn(*shape: int) -> Array:
        return random.normal(0, 0.25, shape).astype(np.float32)

    made = {
        "embeddings.word_embeddings.weight": drawn(n_pieces, WIDTH),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        for name, rows, columns in (
            ("attention.self.query", WIDTH, WIDTH),
            ("attention.self.key", WIDTH, WIDTH),
            ("attention.self.value", WIDTH, WIDTH),
            ("attention.output.dense", WIDTH, WIDTH),
            ("intermediate.dense", INNER, WIDTH),
            ("output.dense", WIDTH, INNER),
        ):
            made[f"{at}.{name}.weight"] = drawn(rows, columns)
            made[f"{at}.{name}.bias"] = drawn(rows)
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
    for name in norms:
        made[f"{name}.weight"] = 1 + drawn(WIDTH)
        made[f"{name}.bias"] = drawn(WIDTH)
    return made


def save(folder: Path, kind: str = "onnx", seed: int = 1, words: Sequence[str] = ()) -> Path:
    """Write the model to a folder: `kind` is onnx (all hidden states), onnx-last or safetensors.

    `words` are pieces beside those it knows anyway, so that texts have fewer of them.
    """
    vocabulary = list(dict.fromkeys([*VOCABULARY, *words]))
    folder.mkdir(parents=True, exist_ok=True)
    config = {
        "model_type": "bert",
        "architectures": ["BertModel"],
        "vocab_size": len(vocabulary),
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "intermediate_size": INNER,
        "max_position_embeddings": POSITIONS,
        "layer_norm_eps": EPSILON,
        "hidden_act": "gelu",
        "pad_token_id": 0,
    }
    about = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": POSITIONS}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "vocab.txt").write_text("".join(f"{piece}\n" for piece in vocabulary), encoding="utf-8")
    if kind == "safetensors":
        _save_safetensors(folder / "model.safetensors", weights(seed, len(vocabulary)))
    else:
        _save_onnx(folder / "model.onnx", weights(seed, len(vocabulary)), kind == "onnx")
    return folder


def _save_safetensors(path: Path, made: dict[str, Array]) -> None:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    position = 0
    for name, array in made.items():
        header[name] = {"dtype": "F32", "shape": array.shape, "data_offsets": [position, position + array.nbytes]}
        position += array.nbytes
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    path.write_bytes(len(head).to_bytes(8, "little") + head + b"".join(array.tobytes() for array in made.values()))


class _Graph:
    """An ONNX graph in the making."""

    def __init__(self) -> None:
        from onnx import helper, numpy_helper

        self._helper, self._from_array = helper, numpy_helper.from_array
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, array: Array) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(self._from_array(array, name))
        return name

    def __call__(self, operation: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        name = name or f"n{len(self.nodes)}"
        self.nodes.append(self._helper.make_node(operation, inputs, [name], **attributes))
        return name


def _save_onnx(path: Path, made: dict[str, Array], all_layers: bool) -> None:
    import onnx
    from onnx import TensorProto, helper

    graph = _Graph()
    constant = graph.constant

    def number(value: float) -> str:
        return constant(np.array(value, dtype=np.float32))

    def dense(value: str, name: str) -> str:
        return graph(
            "Add", graph("MatMul", value, constant(made[f"{name}.weight"].T.copy())), constant(made[f"{name}.bias"])
        )

    def norm(value: str, name: str, called: str = "") -> str:
        scale, shift = constant(made[f"{name}.weight"]), constant(made[f"{name}.bias"])
        return graph("LayerNormalization", value, scale, shift, name=called, axis=-1, epsilon=EPSILON)

    def heads(value: str) -> str:
        shape = constant(np.array([0, 0, HEADS, WIDTH // HEADS], dtype=np.int64))
        return graph("Transpose", graph("Reshape", value, shape), perm=[0, 2, 1, 3])

    length = graph("Gather", graph("Shape", "input_ids"), constant(np.array([1], dtype=np.int64)))
    places = graph(
        "Slice",
        constant(made["embeddings.position_embeddings.weight"]),
        constant(np.array([0], dtype=np.int64)),
        length,
    )
    words = graph("Gather", constant(made["embeddings.word_embeddings.weight"]), "input_ids")
    kinds = graph("Gather", constant(made["embeddings.token_type_embeddings.weight"]), "token_type_ids")
    states = norm(graph("Add", graph("Add", words, kinds), places), "embeddings.LayerNorm", "hidden_states.0")
    filled = graph("Cast", "attention_mask", to=TensorProto.FLOAT)
    filled = graph("Unsqueeze", filled, constant(np.array([1, 2], dtype=np.int64)))
    mask = graph("Mul", graph("Sub", number(1), filled), number(-1e9))
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        query, key, value = (heads(dense(states, f"{at}.attention.self.{name}")) for name in ("query", "key", "value"))
        scores = graph("MatMul", query, graph("Transpose", key, perm=[0, 1, 3, 2]))
        scores = graph("Add", graph("Div", scores, number(sqrt(WIDTH // HEADS))), mask)
        mixed = graph("Transpose", graph("MatMul", graph("Softmax", scores, axis=-1), value), perm=[0, 2, 1, 3])
        mixed = graph("Reshape", mixed, constant(np.array([0, 0, WIDTH], dtype=np.int64)))
        states = graph("Add", states, dense(mixed, f"{at}.attention.output.dense"))
        states = norm(states, f"{at}.attention.output.LayerNorm")
        inner = dense(states, f"{at}.intermediate.dense")
        bent = graph("Add", graph("Erf", graph("Div", inner, number(sqrt(2)))), number(1))
        inner = graph("Mul", graph("Mul", inner, bent), number(0.5))
        states = graph("Add", states, dense(inner, f"{at}.output.dense"))
        is_last = layer + 1 == LAYERS and not all_layers
        states = norm(
            states, f"{at}.output.LayerNorm", "last_hidden_state" if is_last else f"hidden_states.{layer + 1}"
        )
    outputs = [f"hidden_states.{layer}" for layer in range(LAYERS + 1)] if all_layers else ["last_hidden_state"]
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "tiny",
            [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in inputs],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "length", WIDTH]) for name in outputs],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def split(text: str) -> list[int]:
    """Return the pieces of a text of small ASCII letters and marks, with those around it: the longest first."""
    pieces = [CLS]
    for word in "".join(c if c.isalnum() or c.isspace() else f" {c} " for c in text.lower()).split():
        found: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            ends = (end for end in range(len(word), start, -1) if prefix + word[start:end] in VOCABULARY)
            end = next(ends, None)
            if end is None:
                found = [VOCABULARY.index("[UNK]")]
                break
            found.append(VOCABULARY.index(prefix + word[start:end]))
            start = end
        pieces += found
    return [*pieces, SEP]


@cache
def _double(seed: int) -> dict[str, Array]:
    return {name: array.astype(np.float64) for name, array in weights(seed).items()}


def encode(text: str, layer: int, seed: int = 1) -> Array:
    """Return the vectors of a text by the definition (Devlin et al. 2019)."""
    made = _double(seed)

    def dense(value: Array, name: str) -> Array:
        return value @ made[f"{name}.weight"].T + made[f"{name}.bias"]

    def norm(value: Array, name: str) -> Array:
        centred = value - value.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        scaled: Array = centred / spread * made[f"{name}.weight"] + made[f"{name}.bias"]
        return scaled

    ids = split(text)
    states = made["embeddings.word_embeddings.weight"][ids] + made["embeddings.token_type_embeddings.weight"][0]
    states = norm(states + made["embeddings.position_embeddings.weight"][: len(ids)], "embeddings.LayerNorm")
    size = WIDTH // HEADS
    for number in range(layer):
        at = f"encoder.layer.{number}"
        query, key, value = (dense(states, f"{at}.attention.self.{name}") for name in ("query", "key", "value"))
        mixed = np.zeros_like(states)
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            scores = query[:, part] @ key[:, part].T / sqrt(size)
            shares = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed[:, part] = shares / shares.sum(axis=1, keepdims=True) @ value[:, part]
        states = norm(states + dense(mixed, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        inner = dense(states, f"{at}.intermediate.dense")
        inner = inner * 0.5 * (1 + np.vectorize(erf)(inner / sqrt(2)))
        states = norm(states + dense(inner, f"{at}.output.dense"), f"{at}.output.LayerNorm")
    result: Array = states
    return result


def bertscore(candidate: str, reference: str, layer: int, seed: int = 1) -> float:
    """Return the F of BERTScore by the definition: the pieces around a text are partners, but not counted."""
    ours, theirs = (encode(text, layer, seed) for text in (candidate, reference))
    if len(ours) == 2 or len(theirs) == 2:
        return 0.0
    ours, theirs = (array / np.linalg.norm(array, axis=1, keepdims=True) for array in (ours, theirs))
    cosines = ours @ theirs.T
    precision = sum(max(row) for row in cosines[1:-1]) / (len(ours) - 2)
    recall = sum(max(column) for column in cosines.T[1:-1]) / (len(theirs) - 2)
    return float(2 * precision * recall / (precision + recall))


def draw_pairs(n: int, seed: int = 7) -> list[tuple[str, str]]:
    """Return pairs of texts that share most words; some are empty, some have words unknown to the vocabulary."""
    random = np.random.default_rng(seed)
    words = [*WORDS, "walked", "xyz", "buses", "don't", "zzz1", "measuring", "42", "."]
    pairs = []
    for _ in range(n):
        one = [str(word) for word in random.choice(words, size=random.integers(0, 14))]
        other = [str(random.choice(words)) if random.random() < 0.25 else word for word in one]
        pairs.append((" ".join(one), " ".join(other)))
    return pairs
