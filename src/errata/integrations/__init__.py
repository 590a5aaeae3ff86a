"""errata in other evaluation tools; each module needs only its tool and errata's public names.

evaluate_module   a metric for Hugging Face `evaluate`
inspect_scorer    a scorer for Inspect
lm_harness        results and aggregation for tasks of the lm-evaluation-harness
pytest_fixture    a fixture for regression tests with pytest

Such tools provide rows, each with its references, and most average the scores of rows. The score of a corpus is not
the average of its rows, so these modules return that of the corpus.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import errata


def score_rows(
    sources: Sequence[str],
    outputs: Sequence[str],
    references: Iterable[str | Sequence[str]],
    measure: str,
    **options: Any,
) -> errata.Score:
    """Return the score of a corpus given as rows, with the references of each source together.

    `options` are those of `errata.score`. Edits are extracted by errata unless `extract` says otherwise.

    >>> score_rows(["He go ."], ["He goes ."], [["He goes .", "He went ."]], "errant")
    Score(output, errant, f 1.0000)
    """
    rows = [[row] if isinstance(row, str) else list(row) for row in references]
    odd = next((number for number, row in enumerate(rows) if len(row) != len(rows[0])), None)
    if odd is not None:
        raise errata.InputError(
            f"row 0 has {len(rows[0])} references but row {odd} has {len(rows[odd])}; a corpus is scored with as many "
            "for every source: leave out the surplus, or score the rows one by one with errata.sentence_scores"
        )
    options.setdefault("extract", "errata")
    made = errata.score(
        sources=list(sources),
        references=list(map(list, zip(*rows, strict=True))),
        outputs=list(outputs),
        measures=[measure],
        **options,
    )
    return made.scores[0]
