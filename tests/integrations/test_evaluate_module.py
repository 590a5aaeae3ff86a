"""The metric for Hugging Face `evaluate`; run where that package is installed, which the tests do not ask for."""

from pathlib import Path

import pytest

import errata

evaluate = pytest.importorskip("evaluate", reason="evaluate and datasets are not among the packages of the tests")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own, and no network."""
    monkeypatch.setattr("evaluate.config.HF_MODULES_CACHE", str(tmp_path / "modules"))
    monkeypatch.setattr("evaluate.config.HF_EVALUATE_CACHE", str(tmp_path / "metrics"))


@pytest.mark.parametrize(("measure", "name"), [("m2", "m2"), ("green:unit=char", "green"), (None, "errant")])
def test_a_loaded_metric_scores_the_corpus(measure: str | None, name: str, tmp_path: Path) -> None:
    """Loaded by its path, with the measure as configuration, it gives the score of `errata.score`."""
    from errata.integrations import evaluate_module, score_rows

    sources, outputs = ["He go home .", "She like it ."], ["He goes home .", "She like it ."]
    references = [["He goes home .", "He went home ."], ["She likes it .", "She liked it ."]]
    metric = evaluate.load(evaluate_module.__file__, measure, cache_dir=str(tmp_path))
    made = metric.compute(sources=sources, predictions=outputs, references=references)
    expected = score_rows(sources, outputs, references, measure or "errant")
    assert made[name] == expected.score
    assert made["signature"] == expected.signature
    single = metric.compute(sources=sources, predictions=outputs, references=[row[0] for row in references])
    assert single["signature"] != made["signature"]
    with pytest.raises(errata.UnknownNameError):
        evaluate.load(evaluate_module.__file__, "nonsense", cache_dir=str(tmp_path)).compute(
            sources=sources, predictions=outputs, references=references
        )
