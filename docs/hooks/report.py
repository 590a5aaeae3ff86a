"""What the site generates from the example corpus: a report, the heat map of what is hard, and figures."""

import warnings
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import errata
from errata.measures.difficulty.heatmap import to_html

_EXAMPLES = Path(errata.__file__).parent / "examples"
_SYSTEMS = ("good", "bold", "cautious", "paraphrase", "unchanged")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages and the figures, which need not be kept."""
    outputs = {name: _EXAMPLES / f"{name}.txt" for name in _SYSTEMS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errata.ErrataWarning)
        found = errata.review(_EXAMPLES / "gold.m2", outputs, extract="errata", extract_gold=True)
        hard = errata.analyse_difficulty(_EXAMPLES / "gold.m2", outputs, extract="errata", extract_gold=True)
    made = {
        "examples/report.html": found.page("Report on the corpus that ships with errata"),
        "examples/heatmap.html": to_html(hard),
    }
    for which in ("scores", "types", "difficulty", "agreement"):
        made[f"examples/{which}.svg"] = found.plot(which).svg
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
