"""Results and aggregation for tasks of the lm-evaluation-harness (`lm_eval`), which score the corpus as a whole.

In the folder of the task's YAML file, a Python file, say `correction.py`:

    from errata.integrations.lm_harness import metric

    process_results, aggregate = metric("m2", source="source", references="references")

and in the YAML file:

    process_results: !function correction.process_results
    metric_list:
      - metric: m2
        aggregation: !function correction.aggregate
        higher_is_better: true
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import errata
from errata.integrations import score_rows

Row = tuple[str, str, list[str]]
_RAW = errata.Raw(refused="source", says_unchanged="copy")


def metric(
    measure: str = "errant",
    *,
    source: str = "source",
    references: str = "references",
    raw: errata.Raw | bool | None = _RAW,
    extract: str = "errata",
) -> tuple[Callable[[Mapping[str, Any], Sequence[str]], dict[str, Row]], Callable[[Sequence[Row]], float]]:
    """Return the functions that a task calls for each document, and with all results.

    `source` and `references` name fields of a document; the latter holds a text or a list of texts. The metric is
    named after the measure, without its options. `raw` says how completions are tokenised like the sources
    (None: they already are); lines without a correction count as their sources unless it says otherwise.

    >>> process_results, aggregate = metric("m2:beta=1", raw=None)
    >>> aggregate([process_results({"source": "He go .", "references": "He goes ."}, [" He goes ."])["m2"]])
    1.0
    """
    name = measure.partition(":")[0]

    def process_results(document: Mapping[str, Any], results: Sequence[str]) -> dict[str, Row]:
        for field in (source, references):
            if field not in document:
                raise errata.InputError(f"a document has no field {field!r}; it has: {', '.join(document)}")
        wanted = document[references]
        return {name: (document[source], results[0].strip(), [wanted] if isinstance(wanted, str) else list(wanted))}

    def aggregate(rows: Sequence[Row]) -> float:
        sources, outputs, wanted = zip(*rows, strict=True)
        return score_rows(sources, outputs, wanted, measure, raw=raw, extract=extract).score

    return process_results, aggregate
