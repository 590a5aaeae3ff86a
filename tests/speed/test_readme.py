"""The figures of a run, put into README and pages."""

import json
from pathlib import Path

import pytest
from benchmarks import readme


def test_figures_stand_where_the_marks_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing else is touched; a measure without an original has none."""
    cases = [
        ("m2, AMU", 0.146, "m2 original, Python 2.7", 9.5567),
        ("m2, each further system", 20.4, "", None),
        ("hoo, two files of 10,000 edits", 0.484, "", None),
    ]
    records = [
        {"name": name, "value": value, "megabytes": 29.4, "original": original, "original_seconds": seconds}
        for name, value, original, seconds in cases
    ]
    monkeypatch.setattr(readme, "FIGURES", tmp_path / "bench.json")
    readme.FIGURES.write_text(json.dumps({"cases": records}), encoding="utf-8")
    page = "a\n<!-- bench: m2 -->\nold\n<!-- end -->\nb\n<!-- bench: hoo -->\n<!-- end -->\n<!-- end -->\n"
    assert readme.fill()(page) == (
        "a\n<!-- bench: m2 -->\n"
        "System AMU on CoNLL-2014 (1,312 sentences): 0.15 s of CPU time and 29 MB, start-up and reading included; each "
        "further system 20 ms.\nThe original takes 9.56 s.\n"
        "<!-- end -->\nb\n<!-- bench: hoo -->\n"
        "Two files of 10,000 edits each: 0.48 s of CPU time and 29 MB, start-up and reading included.\n"
        "<!-- end -->\n<!-- end -->\n"
    )


def test_large_files_have_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what all sentences cost, and what workers bring."""
    large = {"part": "large files", "name": "green, text, 1,000,000 sentences", "value": 5.04, "per": 10**6}
    large |= {"megabytes": 34.4, "original": ""}
    figures = {"calibration": 0.0281, "workers": "1.9 times as fast", "cases": [large]}
    monkeypatch.setattr(readme, "FIGURES", tmp_path / "bench.json")
    readme.FIGURES.write_text(json.dumps(figures), encoding="utf-8")
    assert readme.fill()("<!-- bench: large -->\n<!-- end -->") == (
        "<!-- bench: large -->\n"
        "| measure and files | sentences | CPU, s | µs per sentence | memory, MB |\n|---|---:|---:|---:|---:|\n"
        "| `green`, text | 1,000,000 | 5.0 | 5.0 | 34 |\n\n"
        "The calibration loop took 28 ms. Workers: 1.9 times as fast.\n<!-- end -->"
    )
