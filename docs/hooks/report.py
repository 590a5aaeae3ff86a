"""What the site generates for the page about reports: a report on the example corpus, and figures of it."""

import warnings
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import errata

_EXAMPLES = Path(errata.__file__).parent / "examples"
_SYSTEMS = ("good", "bold", "cautious", "paraphrase", "unchanged")


def on_files(files: Files, config: Any) -> Files:
    """Add the page and the figures, which need not be kept."""
    outputs = {name: _EXAMPLES / f"{name}.txt" for name in _SYSTEMS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errata.ErrataWarning)
        found = errata.review(_EXAMPLES / "gold.m2", outputs, extract="errata", extract_gold=True)
    made = {"examples/report.html": found.page("Report on the corpus that ships with errata")}
    for which in ("scores", "types", "difficulty", "agreement"):
        made[f"examples/{which}.svg"] = found.plot(which).svg
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
