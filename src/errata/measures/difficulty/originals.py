"""What the original difficulty measure shows in addition to scores, for comparison."""

from typing import TYPE_CHECKING, Any

from errata.measures.difficulty.judging import Judged
from errata.measures.difficulty.measure import Difficulty
from errata.measures.difficulty.scales import Scale
from errata.measures.difficulty.weights import Weights, read_weights
from errata.model import Output

if TYPE_CHECKING:
    from errata.golden.cases import Run

__all__ = ["chunks", "judgements", "read_weights", "weights"]


def chunks(run: "Run") -> list[list[list[Any]]]:
    """Return the chunks of every sentence."""
    assert isinstance(run.measure, Difficulty)
    judged = Judged.of(run.gold, (), run.measure.reference)
    return [
        [[c.start, c.end, c.source, c.text, c.type, int(c.is_edited)] for c in sentence.chunks()]
        for sentence in judged.gold
    ]


def judgements(run: "Run") -> list[dict[str, dict[str, Any]]]:
    """Return for every sentence what each system did to its chunks, and their weights."""
    measure = run.measure
    assert isinstance(measure, Difficulty)
    found: list[dict[str, dict[str, Any]]] = [{} for _ in run.gold]
    for system, score in run.systems.items():
        scale = Scale.of(score.details["N"], measure.a, measure.b, measure.c)
        for row in score.sentences:
            weights = [scale.numerator(n) / scale.denominator for n in row.details["n"]]
            found[row.index][system] = {**row.details, "weights": weights}
    return found


def weights(run: "Run") -> Weights:
    """Return the weights learned from all systems."""
    outputs = [Output.from_corpus(name, output) for name, output in run.outputs.items()]
    assert isinstance(run.measure, Difficulty)
    return run.measure.learn(run.gold, outputs).weights
