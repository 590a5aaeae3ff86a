"""A scorer for Inspect (`inspect_ai`): each sample gets its sentence score, the task gets the corpus score.

    from errata.integrations.inspect_scorer import correction

    Task(dataset=…, solver=[…, generate()], scorer=correction("m2"))

A sample has the source in its metadata (`source`), or consists only of the source; its target has the references.
"""

from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer
from inspect_ai.solver import TaskState

import errata
from errata.integrations import score_rows

_RAW = errata.Raw(refused="source", says_unchanged="copy")


@metric
def corpus() -> Metric:
    """The score of all samples together, as papers report it; of several epochs the first counts."""

    def score(scores: list[SampleScore]) -> float:
        rows = [each.score.metadata or {} for each in scores]
        first = rows[0]
        return score_rows(
            [row["source"] for row in rows],
            [row["output"] for row in rows],
            [row["references"] for row in rows],
            first["measure"],
            extract=first["extract"],
            raw=_RAW if first["raw"] else None,
        ).score

    return score


@scorer(metrics=[corpus(), mean()])
def correction(measure: str = "errant", source: str = "source", *, raw: bool = True, extract: str = "errata") -> Scorer:
    """Score corrections with a measure of errata.

    `raw` removes what surrounds the sentence in a completion and tokenises it like the source; an answer without
    a correction gets the lowest score of the measure as a sample, and counts as the unchanged source in the corpus.
    """
    rewarded = errata.reward(measure, raw=raw, extract=extract)

    async def score(state: TaskState, target: Target) -> Score:
        given = (state.metadata or {}).get(source, state.input_text)
        row: dict[str, Any] = {"source": given, "references": list(target)}
        output = state.output.completion
        [value] = rewarded(prompts=[""], completions=[output], source=[given], references=[row["references"]])
        settings = {"measure": measure, "raw": raw, "extract": extract}
        return Score(value=value, answer=output, metadata={**row, "output": output, **settings})

    return score
