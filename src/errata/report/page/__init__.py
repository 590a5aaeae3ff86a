"""A report as one self-contained page: overview, kinds of errors, sentences, possible problems with the data.

The page is a template, a style sheet and a few scripts, all embedded; nothing is fetched, and its policy allows only
these very scripts and styles to run, by their hashes. Texts go through the template, which escapes them, or as JSON to
the script, which only ever uses them as text.
"""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from errata._version import __version__
from errata.api.review import EXPLAINED, Review
from errata.measures.shades import BLUES, REDS, as_hex, letters_on, mix
from errata.report.page.data import cost_block, count_blocks, explanation_block, judge, page_data, to_script
from errata.report.page.overview import (
    agreement_figure,
    common_folder,
    findings_list,
    headline,
    measure_panel,
    score_table,
    summary,
)
from errata.text.messages import printable

_HERE = Path(__file__).parent
_SCRIPTS = (
    "base.js",
    "overview.js",
    "kinds.js",
    "marks.js",
    "filter.js",
    "list.js",
    "map.js",
    "sentence.js",
    "keys.js",
)
"""In the order in which they depend on one another."""
_LEVELS = 10
_DARK_BLUES = ((30, 35, 40), (22, 62, 104), (30, 96, 160), (60, 148, 226), (130, 200, 255))
_DARK_REDS = ((40, 33, 33), (88, 32, 28), (136, 38, 30), (190, 46, 34), (255, 84, 62))


def write_page(review: Review, title: str = "", *, explained: int = EXPLAINED, command: str = "") -> str:
    """Return the page.

    `explained` says how many of the costliest sentences of each system and measure it explains in full; for the
    others it has the counts. `command` is the command that explains any of them.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_HERE, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (_HERE / "page.css").read_text(encoding="utf-8") + _shades()
    script = "".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    script = f'(() => {{\n"use strict";\n{script}}})();\n'
    content = environment.get_template("page.html.jinja").render(
        version=__version__,
        title=printable(title or f"Report on {review.gold.name.rsplit('/', 1)[-1]}"),
        summary=summary(review),
        headline=headline(review),
        folder=printable(common_folder(review)),
        review=review,
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        scores=score_table(review),
        panels=[measure_panel(review, item) for item in review.comparison.measures],
        agreement=agreement_figure(review),
        findings=findings_list(review),
        n_findings=len(review.findings),
        marks=review.marks,
        judge=judge(review),
        marked_by=sorted({printable(score.signature) for score in review.marks.scores}) if review.marks else [],
        test={"randomisation": "approximate randomisation", "bootstrap": "the paired bootstrap"}[
            review.comparison.test
        ],
        samples=f"{review.comparison.resampling.samples:,}",
        alpha=f"{1 - review.comparison.resampling.level:.2g}",
        data=to_script({**page_data(review), "command": printable(command)}),
        counts=count_blocks(review),
        costs=cost_block(review),
        explanations=explanation_block(review, explained),
    )
    return str(content)


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _shades() -> str:
    """Return the shades of heat tables (q) and of error difficulty (h), with readable text colours.

    Zero looks like the page: on a dark page they go from dark to light.
    """
    rules = []
    variables: tuple[list[str], list[str]] = [], []
    for name, palette, part, dark in (("q", BLUES, 0.9, _DARK_BLUES), ("h", REDS, 0.85, _DARK_REDS)):
        for level in range(_LEVELS + 1):
            rules.append(f".{name}{level} {{ background: var(--{name}{level}); color: var(--on-{name}{level}); }}\n")
            shades = mix(palette, part * level / _LEVELS), mix(dark, level / _LEVELS)
            for known, colour in zip(variables, shades, strict=True):
                known.append(f"--{name}{level}: {as_hex(colour)}; --on-{name}{level}: {letters_on(colour)};\n")
    light, dark_ones = map("".join, variables)
    return (
        f":root {{ {light}}}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark_ones}}} }}\n{''.join(rules)}"
    )
