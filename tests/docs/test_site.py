"""The site: built strictly, whole, and nothing fetched from elsewhere when it is viewed."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.browser import open_browser
from tests.support import ROOT, needs

import errata

pytestmark = [
    pytest.mark.slow,
    needs("zensical", "the group docs"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if built := os.environ.get("ERRATA_SITE"):  # `make docs` has built it already
        return ROOT / built
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "docs" / "hooks" / "build.py"), str(folder)]
    # Without the data, figures stay as stored: `make docs` measures them.
    environment = {**os.environ, "ERRATA_SHARED": str(folder / "nowhere")}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return folder / "site"


class Fetched(HTMLParser):
    """What a browser fetches to show a page: everything but the links a reader follows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        address = given.get("src") or (given.get("href") if tag == "link" and given.get("rel") != "canonical" else None)
        if address:
            self.addresses.append(address)


def test_every_page_is_there(site: Path) -> None:
    """One for each file of the documentation."""
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert {path.stem for path in site.glob("*.html")} == pages | {"404"}


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    """No font, script, style or picture: the pages work without a network."""
    for page in site.glob("*.html"):
        fetched = Fetched(page.read_text(encoding="utf-8")).addresses
        assert fetched
        assert [address for address in fetched if re.match(r"(?:\w+:)?//", address)] == [], page.name
    for style in site.rglob("*.css"):
        found = re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^)\"']*)", style.read_text(encoding="utf-8"))
        assert found == [], style.name


def test_the_reference_has_every_public_name(site: Path) -> None:
    """With an anchor of its own."""
    text = (site / "api.html").read_text(encoding="utf-8")
    missing = [name for name in errata.__all__ if not name.startswith("_") and f'<h3 id="{name}">' not in text]
    assert missing == []
    assert re.search(r"\bmade_by\b", text) is None, "what is shared inside the package only"


def test_names_lead_to_the_reference(site: Path) -> None:
    """From the table at its top, and from other pages."""
    assert '<a href="#score"><code>score</code></a>' in (site / "api.html").read_text(encoding="utf-8")
    assert '<a href="api.html#reward"><code>errata.reward</code></a>' in (site / "rewards.html").read_text(
        encoding="utf-8"
    )


def test_no_escape_is_shown(site: Path) -> None:
    """A bar in the code of a table is escaped in Markdown, and nowhere to be seen escaped."""
    text = "".join(page.read_text(encoding="utf-8") for page in site.glob("*.html"))
    text = re.sub(r'<span class="option">([^<]*)</span>', r"\1", text)
    assert "<code>--method percentile|bca</code>" in text
    assert [code for code in re.findall(r"<code>([^<]*)</code>", text) if "\\|" in code] == []


def test_links_between_pages_lead_somewhere(site: Path) -> None:
    """Pages and anchors."""
    anchors = {
        page.relative_to(site).as_posix(): set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))
        for page in site.rglob("*.html")
    }
    for page in site.glob("*.html"):
        for target in re.findall(r'<a [^>]*href="([^":]+)"', page.read_text(encoding="utf-8")):
            name, _, anchor = target.removeprefix("/").partition("#")
            where = anchors.get(name or page.name) if not name.endswith("/") and name != "." else set()
            assert where is not None or (site / name).is_file(), f"{page.name} leads to {target}"
            where = where or set()
            assert not anchor or anchor in where or anchor.startswith("__"), f"{page.name} leads to {target}"


def test_every_image_is_there(site: Path) -> None:
    """Pictures, scripts and styles of the site itself, also those that the build draws."""
    for page in site.glob("*.html"):
        for address in Fetched(page.read_text(encoding="utf-8")).addresses:
            if not address.startswith("data:"):
                path = (page.parent / address.partition("?")[0].partition("#")[0].removeprefix("/")).resolve()
                assert path.exists(), f"{page.name} shows {address}"


def test_the_search_needs_no_server(site: Path) -> None:
    """A page opened from disk finds the page of a measure."""
    with open_browser() as window:
        window.open(site / "index.html")
        window.run("document.querySelector('.md-search__button').click()")
        box = "document.activeElement.shadowRoot"
        window.wait(f"{box}?.activeElement?.tagName === 'INPUT'")
        window.type("fluency ranking")
        window.wait(f"{box}.querySelectorAll('a[href]').length > 0")
        assert not [address for address in window.requests if address.startswith("http")]


@pytest.mark.parametrize("page", ["green", "m2", "training"])
def test_formulas_are_not_cut_on_a_phone(site: Path, page: str) -> None:
    """Blocks of text break their lines; tables of terminals scroll."""
    with open_browser() as window:
        window.open(site / f"{page}.html", width=420)
        blocks = "[...document.querySelectorAll('.language-text code')]"
        assert window.run(f"{blocks}.length") > 0
        assert window.run(f"{blocks}.filter(block => block.scrollWidth > block.clientWidth + 1).length") == 0
        assert window.run("document.documentElement.scrollWidth") <= 420
