"""Token overlap: a similarity without a model, which tests use in place of one."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from errata.similarity import Similarity


class Overlap(Similarity):
    """Twice the number of common tokens, divided by the number of tokens in both; repeated tokens count repeatedly.

    >>> Overlap().compare(["a b b", ""], ["b b c d", ""])
    [0.5714285714285714, 0.0]
    """

    is_costly: ClassVar[bool] = False
    signature = "overlap"

    def compare(self, candidates: Sequence[str], references: Sequence[str]) -> list[float]:
        """Return the overlap of each pair, 0 for two empty texts."""
        return [_overlap(*pair) for pair in zip(candidates, references, strict=True)]


def _overlap(candidate: str, reference: str) -> float:
    n_tokens, counted = len(words := candidate.split()), _counted(reference)
    n_tokens += counted.total()
    left = dict(counted)
    common = 0
    for word in words:
        if left.get(word):
            left[word] -= 1
            common += 1
    return 2 * common / n_tokens if n_tokens else 0.0


@lru_cache(maxsize=4)  # the edits of a sentence come one after another, with the same reference
def _counted(text: str) -> Counter[str]:
    return Counter(text.split())
