"""What GREEN's original prints in addition to scores, for comparison."""

from typing import TYPE_CHECKING

from errata.measures.green.measure import REGIONS, cumulate

if TYPE_CHECKING:
    from errata.golden.cases import Run


def orders(run: "Run") -> list[dict[str, float]]:
    """Return for every order its counts, its precision and recall, and their means up to this order."""
    counts = list(run.score.counts.values())
    size = len(REGIONS)
    return [
        {
            **dict(zip(REGIONS, counts[size * k : size * (k + 1)], strict=True)),
            "P": means.order_precision,
            "R": means.order_recall,
            "cumP": means.precision,
            "cumR": means.recall,
        }
        for k, means in enumerate(cumulate(counts))
    ]


def chosen_counts(run: "Run") -> list[int]:
    """Return how often each reference is chosen."""
    chosen = [row.reference for row in run.score.sentences]
    return [chosen.count(number) for number in range(len(run.expected["chosen_ref_counts"]))]
