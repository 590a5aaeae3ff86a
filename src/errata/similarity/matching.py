"""Texts compared by the vectors of their pieces: BERTScore (Zhang et al. 2020), or the cosine of pooled vectors.

Each distinct text is encoded once per call, in batches of texts of one length, and its vectors are dropped once all
its pairs have been compared. Texts with the same pieces are one text here: an edit that a model cannot see changes
nothing, to the last bit.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from errata.similarity import Similarity
from errata.similarity.models import Model, Pieces

Array = NDArray[Any]
_MOST_KNOWN = 1_000_000
"""Pairs whose similarity is cached between calls, for example for several measures or systems in one run."""


class PieceSimilarity(Similarity):
    """The F of BERTScore without idf weights, or with `pooling` the cosine of one vector per text.

    `layer` is the hidden layer of an encoder, None for the usual one; `baseline` b rescales x to (x - b)/(1 - b).
    """

    def __init__(self, model: Model, layer: int | None = None, pooling: str = "pieces", baseline: float = 0.0) -> None:
        self.model = model
        self.layer = model.check_layer(layer)
        self.pooling = pooling
        self.baseline = baseline

    @property
    def signature(self) -> str:
        """The model and everything computed from its vectors."""
        return f"{self.model}-layer{self.layer}-{self.pooling}-{self.baseline:g}"

    def compare(self, candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        """Return the similarity of each pair; a text without pieces is not similar to any other."""
        texts = dict.fromkeys((*candidates, *references))
        with self.model.watch.timing("cutting into pieces", len(texts)):
            pieces = self.model.split(texts)
        pairs = [(pieces[one], pieces[other]) for one, other in zip(candidates, references, strict=True)]
        known = self.model.known[self.signature]
        self._learn([pair for pair in dict.fromkeys(pairs) if pair not in known], known)
        found = [known[pair] for pair in pairs]
        if len(known) > _MOST_KNOWN:
            known.clear()
        return found

    def _learn(self, pairs: Sequence[tuple[Pieces, Pieces]], known: dict[tuple[Pieces, Pieces], float]) -> None:
        """Compare pairs that are not in the cache."""
        waiting = Counter(text for pair in pairs for text in dict.fromkeys(pair))
        partners: defaultdict[Pieces, list[tuple[Pieces, Pieces]]] = defaultdict(list)
        for pair in pairs:
            for text in dict.fromkeys(pair):
                partners[text].append(pair)
        held: dict[Pieces, tuple[Array, Array]] = {}
        # By length, so that batches need no padding; then by content, so that the order of sentences does not matter.
        for text, vectors in self.model.encode(sorted(waiting, key=lambda text: (len(text), text)), self.layer):
            counting = self.model.counting(text)
            held[text] = self._shaped(vectors, counting), counting
            for pair in partners[text]:
                if pair not in known and all(other in held for other in pair):
                    with self.model.watch.timing("comparing pairs", 1):
                        known[pair] = self._rescaled(self._compare(*pair, held))
                    for other in dict.fromkeys(pair):
                        waiting[other] -= 1
                        if not waiting[other]:
                            del held[other]

    def _shaped(self, vectors: Array, counting: Array) -> Array:
        """Return what is kept of a text: vectors of length 1, one per piece or one in all."""
        if self.pooling == "first":
            vectors = vectors[:1]
        elif self.pooling == "mean" and counting.any():
            vectors = vectors[counting].mean(axis=0, keepdims=True)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        shaped: Array = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)
        return shaped

    def _compare(self, candidate: Pieces, reference: Pieces, held: dict[Pieces, tuple[Array, Array]]) -> float:
        (rows, ours), (columns, theirs) = held[candidate], held[reference]
        if not ours.any() or not theirs.any():
            return 0.0
        cosines = rows @ columns.T
        self.model.match_unknown(candidate, reference, cosines)
        if self.pooling != "pieces":
            return float(cosines[0, 0])
        # Any piece may be the best partner; only those of the text itself count in the means.
        precision = float(cosines.max(axis=1)[ours].mean(dtype=np.float64))
        recall = float(cosines.max(axis=0)[theirs].mean(dtype=np.float64))
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

    def _rescaled(self, similarity: float) -> float:
        return (similarity - self.baseline) / (1 - self.baseline) if self.baseline else similarity
