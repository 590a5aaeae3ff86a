"""How well raw text gets its tokens back: measured when the site is built, if the data are available."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MARK = "<!-- measured: recovery "


def checked(markdown: str) -> str:
    """Return the page if a new run gives the same figures, otherwise stop; without the data, nothing is run."""
    if MARK not in markdown:
        return markdown
    sys.path.insert(0, str(ROOT))
    from benchmarks.recovery import renew

    made = renew(markdown)
    if made != markdown:
        old, new = next(pair for pair in zip(markdown.split("\n"), made.split("\n"), strict=True) if pair[0] != pair[1])
        sys.exit(
            f"llm-output.md has {old!r}, but a run gives {new!r}; renew it: python -m benchmarks.recovery --update"
        )
    return made
