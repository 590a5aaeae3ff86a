"""Tasks of the lm-evaluation-harness get the score of the corpus; the harness itself runs where it is installed."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import example_gold, example_outputs

import errata
from errata.integrations import score_rows
from errata.integrations.lm_harness import metric

ROWS = [
    {"source": "He go home .", "references": ["He goes home .", "He went home ."]},
    {"source": "She like it .", "references": ["She likes it .", "She liked it ."]},
]
YAML = """
task: correction
dataset_path: json
dataset_kwargs: {{ data_files: {{ test: {data} }} }}
test_split: test
output_type: generate_until
doc_to_text: "Correct: {{{{source}}}}"
doc_to_target: "{{{{references[0]}}}}"
process_results: !function correction.process_results
metric_list:
  - metric: green
    aggregation: !function correction.aggregate
    higher_is_better: true
"""


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_results_are_scored_as_a_corpus() -> None:
    """All rows together, completions as raw text; the metric is called by the bare name of the measure."""
    process_results, aggregate = metric("green:unit=char")
    completions = [' Corrected: "He goes home."', "\nShe like it."]
    rows = [process_results(row, [line])["green"] for row, line in zip(ROWS, completions, strict=True)]
    outputs = ["He goes home .", "She like it ."]
    wanted = [row["references"] for row in ROWS]
    expected = score_rows([row[0] for row in rows], outputs, wanted, "green:unit=char", raw=True)
    assert aggregate(rows) == expected.score


def test_a_field_that_is_not_there_is_named() -> None:
    """With those that are."""
    process_results, _ = metric("m2", source="input")
    with pytest.raises(errata.InputError, match="no field 'input'; it has: source, references"):
        process_results(ROWS[0], ["x"])


@pytest.mark.filterwarnings("default", "ignore::errata.ErrataWarning")
def test_the_harness_runs_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up model, a task of two files: the harness reports what `errata.score` gives."""
    import json

    lm_eval = pytest.importorskip("lm_eval", reason="lm_eval is not among the packages of the tests")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")
    sources = example_gold().sources[:20]
    references = example_outputs("good")["good"][:20]
    outputs = example_outputs("bold")["bold"][:20]
    rows = [{"source": source, "references": [line]} for source, line in zip(sources, references, strict=True)]
    data = tmp_path / "rows.jsonl"
    data.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    task = tmp_path / "task"
    task.mkdir()
    (task / "correction.yaml").write_text(YAML.format(data=data), encoding="utf-8")
    made = "from errata.integrations.lm_harness import metric\nprocess_results, aggregate = metric('green')\n"
    (task / "correction.py").write_text(made, encoding="utf-8")
    answers = dict(zip(sources, outputs, strict=True))

    class Model(LM):  # type: ignore[misc]  # without types here
        def generate_until(self, requests: Any) -> list[str]:
            return [answers[each.args[0].removeprefix("Correct: ")] for each in requests]

        def loglikelihood(self, requests: Any) -> Any:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: Any) -> Any:
            raise NotImplementedError

    manager = TaskManager(include_path=str(task), include_defaults=False)
    got = lm_eval.simple_evaluate(model=Model(), tasks=["correction"], task_manager=manager, bootstrap_iters=0)
    raw = errata.Raw(refused="source", says_unchanged="copy")
    expected = score_rows(sources, outputs, [[line] for line in references], "green", raw=raw)
    assert got["results"]["correction"]["green,none"] == expected.score
