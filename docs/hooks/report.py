"""Files of the site made from the example corpus: a report, the heat map, and figures."""

import warnings
from pathlib import Path

import errata
from errata.measures.difficulty.heatmap import to_html

_EXAMPLES = Path(errata.__file__).parent / "examples"
_SYSTEMS = ("good", "bold", "cautious", "paraphrase", "unchanged")


def files() -> dict[str, str]:
    """Return the pages and figures, which are not stored, by their path in the site."""
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
    return made
