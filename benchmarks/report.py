"""How large and how quick a report is: `python -m benchmarks.report`.

CoNLL-2014 with twelve systems under all measures, and ten thousand sentences with five systems; CPU time of the page
beyond that of scoring, and by the browser's own timer when the page is there and how long filters take. It fails if
anything is over its limit. Needs the shared folder and Chromium.
"""

import json
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from tests.browser import Browser, open_browser

import errata
from benchmarks.measuring import shared
from errata import Resampling

T = TypeVar("T")
_LIMITS = {"MB": 3.0, "s CPU beyond scoring": 10.0, "s until ready": 1.0, "s for the slowest filter": 0.2}
_MANY = {**_LIMITS, "MB": 25.0, "s CPU beyond scoring": None}
_NAMED = ("m2", "imeasure", "green", "gleu", "errant", "cleme", "difficulty", "gain", "wer", "exact")
_FILTERS = (
    {"find": "the"},
    {"system-a": "0", "verdict-a": "1", "system-b": "1"},
    {"order": "disagree"},
    {"order": "hard", "find": "of the"},
    {"find": "", "order": "cost"},
)
_SET = """for (const [name, value] of Object.entries({})) {{
  document.getElementById(name).value = value;
  document.getElementById(name).dispatchEvent(new Event("input", {{ bubbles: true }}));
}}"""


def _timed(call: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    return call(), time.process_time() - start


def _look(browser: Browser, path: Path) -> tuple[float, ...]:
    """Return when the page was painted and ready and how long each filter took, in seconds."""
    browser.open(path)
    browser.wait("performance.getEntriesByName('warm').length")
    ready = browser.run(
        "Math.max(performance.getEntriesByName('ready')[0].startTime, "
        "performance.getEntriesByName('first-contentful-paint')[0].startTime)"
    )
    taken = [ready]
    for values in _FILTERS:
        browser.run("performance.clearMeasures('filter')")
        browser.run(_SET.format(json.dumps(values)))
        browser.wait("performance.getEntriesByName('filter').length")
        taken.append(browser.run("Math.max(...performance.getEntriesByName('filter').map(item => item.duration))"))
    return tuple(milliseconds / 1000 for milliseconds in taken)


def _measure(browser: Browser, name: str, limits: Mapping[str, float | None] = _LIMITS, **asked: Any) -> bool:
    """Print the figures of a page, and tell whether all are within their limits."""
    only_scores = {key: value for key, value in asked.items() if key != "resampling"}
    scoring = min(_timed(lambda: errata.score(**only_scores))[1] for _ in range(2))
    made = [_timed(lambda: errata.review(**asked).page()) for _ in range(2)]
    page, making = min(made, key=lambda item: item[1])
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        seen = [_look(browser, path) for _ in range(3)]
    ready, *filters = (min(column) for column in zip(*seen, strict=True))
    figures = (len(page.encode()) / 1e6, making - scoring, ready, max(filters))
    over = [value > limit for value, limit in zip(figures, limits.values(), strict=True) if limit is not None]
    told = ", ".join(f"{value:.2f} {unit}" for value, unit in zip(figures, limits, strict=True))
    print(f"{name}: {told}; scoring took {scoring:.1f} s{'; OVER A LIMIT' if any(over) else ''}", flush=True)
    return not any(over)


def main() -> int:
    """Measure and print; 1 if a limit is not kept."""
    warnings.simplefilter("ignore", errata.ErrataWarning)
    data = shared("data/conll14")
    systems = {path.stem: path for path in sorted((data / "systems").glob("*.txt")) if path.stem != "INPUT"}
    alike: dict[str, Any] = {"gold": data / "gold.m2", "outputs": systems, "extract": "errata", "extract_gold": True}
    with open_browser() as browser:
        kept = [
            _measure(browser, "12 systems, measures that fit", **alike),
            _measure(browser, "12 systems, all measures", **alike, measures=_NAMED),
        ]

        def many(path: Path) -> list[str]:
            return (errata.read_lines(path) * 8)[:10_000]

        kept.append(
            _measure(
                browser,
                "10,000 sentences, 5 systems",
                _MANY,
                sources=many(data / "src.txt"),
                references=[many(data / "ref0.txt"), many(data / "ref1.txt")],
                outputs={name: many(path) for name, path in list(systems.items())[:5]},
                extract="errata",
                resampling=Resampling(samples=1000),
            )
        )
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
