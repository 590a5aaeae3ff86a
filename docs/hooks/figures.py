"""The figures of how much of its tokens running text gets back: measured as the site is built, where the data are."""

import sys
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).parent.parent.parent
MARK = "<!-- measured: recovery "


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Measure what the tables say, and stop where it is something else; without the data they stay as they are."""
    if MARK not in markdown:
        return markdown
    sys.path.insert(0, str(ROOT))
    from benchmarks.recovery import renew

    made = renew(markdown)
    if made != markdown:
        old, new = next(pair for pair in zip(markdown.split("\n"), made.split("\n"), strict=True) if pair[0] != pair[1])
        raise PluginError(
            f"llm-output.md has {old!r}, but a run gives {new!r}; renew it: python -m benchmarks.recovery --update"
        )
    return made
