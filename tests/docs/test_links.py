"""Names in the pages of the site lead to the reference, and options stay in one piece."""

from importlib.util import module_from_spec, spec_from_file_location

import pytest
from tests.support import ROOT


def _shown(html: str, page: str = "training.md") -> str:
    spec = spec_from_file_location("reference", ROOT / "docs" / "hooks" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    made: str = hook.with_links(html, "" if page == "api.md" else "api.html")
    return made


@pytest.mark.parametrize(
    ("page", "html", "expected"),
    [
        ("training.md", "<code>errata.Scorer</code>", '<a href="api.html#Scorer"><code>errata.Scorer</code></a>'),
        (
            "training.md",
            "<code>errata.score(gold)</code>",
            '<a href="api.html#score"><code>errata.score(gold)</code></a>',
        ),
        ("api.md", "<td><code>Scorer</code></td>", '<td><a href="#Scorer"><code>Scorer</code></a></td>'),
    ],
)
def test_public_names_lead_to_the_reference(page: str, html: str, expected: str) -> None:
    """With the package everywhere, without it on the page of the reference."""
    assert _shown(html, page) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<code>Scorer</code>",
        "<code>errata.nonsense</code>",
        '<a href="green.html"><code>errata.score</code></a>',
        "<pre><code>errata.score</code></pre>",
        '<h3 id="x"><code>errata.score</code></h3>',
    ],
)
def test_all_else_stays_as_it_is(html: str) -> None:
    """Words that are names only by chance, other names, links, blocks and headings."""
    assert _shown(html) == html


def test_options_are_not_broken() -> None:
    """Each option of a command by itself."""
    expected = 'errata score <span class="option">--raw</span> a-b <span class="option">-o</span> x'
    assert _shown("<code>errata score --raw a-b -o x</code>") == f"<code>{expected}</code>"
