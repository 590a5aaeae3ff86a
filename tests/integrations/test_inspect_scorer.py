"""The scorer for Inspect; run where that package is installed, which the tests do not ask for."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import example_gold, example_outputs

import errata

inspect_ai = pytest.importorskip("inspect_ai", reason="inspect_ai is not among the packages of the tests")
pytestmark = pytest.mark.filterwarnings("default", "ignore::errata.ErrataWarning")  # Inspect's own


def test_a_task_reports_the_score_of_the_corpus(tmp_path: Path) -> None:
    """A made-up model answers in running text; the metric `corpus` is what `errata.score` gives, not the mean."""
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput
    from inspect_ai.solver import solver

    from errata.integrations import score_rows
    from errata.integrations.inspect_scorer import correction

    sources = example_gold().sources[:30]
    references = [[line] for line in example_outputs("good")["good"][:30]]
    outputs = [f'Corrected: "{line}"' for line in example_outputs("bold")["bold"][:30]]
    samples = [
        Sample(input=f"Correct this: {source}", target=wanted, metadata={"source": source})
        for source, wanted in zip(sources, references, strict=True)
    ]
    answers = dict(zip(sources, outputs, strict=True))

    @solver  # type: ignore[untyped-decorator]  # without types here
    def answering() -> Any:
        async def solve(state: Any, _: Any) -> Any:
            state.output = ModelOutput.from_content("mockllm/model", answers[state.metadata["source"]])
            return state

        return solve

    [log] = inspect_ai.eval(
        inspect_ai.Task(dataset=samples, solver=[answering()], scorer=correction("green")),
        model="mockllm/model",
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    metrics = log.results.scores[0].metrics
    raw = errata.Raw(refused="source", says_unchanged="copy")
    expected = score_rows(sources, outputs, references, "green", raw=raw)
    assert metrics["corpus"].value == expected.score
    assert metrics["mean"].value != expected.score
    assert log.samples[0].scores["correction"].metadata["source"] == sources[0]
