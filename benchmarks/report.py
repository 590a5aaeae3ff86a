"""How large and how quick a report is: `python -m benchmarks.report`.

CoNLL-2014 with twelve systems under all measures, and ten thousand sentences with five systems; CPU time of the page
beyond that of a comparison, and by the browser's own timer when the page is there and how long filters take. Needs the
shared folder and Chromium.
"""

import json
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from tests.browser import Browser, open_browser

import errata
from benchmarks.measuring import shared
from errata import Resampling

T = TypeVar("T")
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


def _look(browser: Browser, path: Path) -> tuple[float, float]:
    """Return when the page was painted and ready and how long the slowest filter took, in seconds."""
    browser.open(path)
    browser.wait("performance.getEntriesByName('warm').length")
    ready = browser.run(
        "Math.max(performance.getEntriesByName('ready')[0].startTime, "
        "performance.getEntriesByName('first-contentful-paint')[0].startTime)"
    )
    for values in _FILTERS:
        browser.run(_SET.format(json.dumps(values)))
    slowest = browser.run("Math.max(...performance.getEntriesByName('filter').map(item => item.duration))")
    return ready / 1000, slowest / 1000


def _measure(browser: Browser, name: str, **asked: Any) -> None:
    _, comparing = _timed(lambda: errata.compare(**asked))
    found, reviewing = _timed(lambda: errata.review(**asked))
    page, writing = _timed(found.page)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        seen = [_look(browser, path) for _ in range(3)]
    ready, slowest = (min(column) for column in zip(*seen, strict=True))
    print(
        f"{name}: {len(page.encode()) / 1e6:.2f} MB, {reviewing + writing - comparing:.1f} s CPU beyond a comparison "
        f"({comparing:.1f} s), ready after {ready:.2f} s, slowest filter {slowest:.2f} s"
    )


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore", errata.ErrataWarning)
    data = shared("data/conll14")
    systems = {path.stem: path for path in sorted((data / "systems").glob("*.txt")) if path.stem != "INPUT"}
    alike = {"gold": data / "gold.m2", "outputs": systems, "extract": "errata", "extract_gold": True}
    with open_browser() as browser:
        _measure(browser, "12 systems, measures that fit", **alike)
        _measure(browser, "12 systems, all measures", **alike, measures=_NAMED)

        def many(path: Path) -> list[str]:
            return (errata.read_lines(path) * 8)[:10_000]

        _measure(
            browser,
            "10,000 sentences, 5 systems",
            sources=many(data / "src.txt"),
            references=[many(data / "ref0.txt"), many(data / "ref1.txt")],
            outputs={name: many(path) for name, path in list(systems.items())[:5]},
            extract="errata",
            resampling=Resampling(samples=1000),
        )


if __name__ == "__main__":
    main()
