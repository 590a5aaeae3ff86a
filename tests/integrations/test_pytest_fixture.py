"""The fixture fails a test where a score is worse than its bound, and shows why."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import EXAMPLES, example_gold, example_outputs

import errata
from errata.integrations.pytest_fixture import check_score

GOLD = EXAMPLES / "gold.m2"


def test_scores_above_their_bounds_pass() -> None:
    """The result comes back; outputs may be lines, a file or a function, and the gold a corpus."""
    lines = example_outputs("good")["good"]
    answers = dict(zip(example_gold().sources, lines, strict=True))
    for gold, outputs in ((GOLD, lines), (str(GOLD), EXAMPLES / "good.txt"), (example_gold(), answers.__getitem__)):
        made = check_score(gold, outputs, at_least={"m2": 0.92, "wer": 0.9})
        assert [round(score.score, 4) for score in made.scores][:1] == [0.9236]


def test_a_score_below_its_bound_fails_with_the_worst_sentences() -> None:
    """The message has the measure, both numbers, sentences and the signature; lower may be better."""
    with pytest.raises(pytest.fail.Exception) as failed:
        check_score(GOLD, str, at_least={"m2": 0.5, "green": 0.1, "wer": 0.1})
    text = str(failed.value)
    assert text.startswith("m2 is 0, below 0.5\n  sentence 1 (0.000)\n    source  Last summer I have visited")
    assert "wer is 0.269885, above 0.1\n  sentence 41 (0.778)" in text
    assert "green" not in text
    assert "|gold:06f184ba" in text


@pytest.mark.parametrize(
    ("bounds", "match"), [({}, "names no measure"), ({"m2": 55}, "scores go up to 1; for 55 % write 0.55")]
)
def test_bounds_that_test_nothing_are_refused(bounds: dict[str, float], match: str) -> None:
    """None at all, and percentages."""
    with pytest.raises(errata.InputError, match=match):
        check_score(GOLD, str, at_least=bounds)


def test_the_fixture_is_found_in_a_project(tmp_path: Path) -> None:
    """A line in `conftest.py` brings it; a test that falls short fails alone."""
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["errata.integrations.pytest_fixture"]\n', encoding="utf-8")
    (tmp_path / "test_it.py").write_text(
        f"def test_good(errata_score):\n    errata_score({str(GOLD)!r}, str, at_least={{'green': 0.3}})\n"
        f"def test_bad(errata_score):\n    errata_score({str(GOLD)!r}, str, at_least={{'m2': 0.5}})\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in ran.stdout
    assert "m2 is 0, below 0.5" in ran.stdout
