"""Build the site: `python docs/hooks/build.py [FOLDER]`, by default in build/.

The pages are copied to FOLDER/pages, where the generated parts are added; the generator, Zensical, only turns that
folder into HTML, so it could be replaced; links to the reference are added to the HTML in FOLDER/site.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import figures
import notebook
import reference

import report

ROOT = Path(__file__).parent.parent.parent
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)


def prepare(folder: Path) -> None:
    """Write the pages with their generated parts, and the files that they show."""
    pages = folder / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(ROOT / "docs", pages, ignore=shutil.ignore_patterns("hooks"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    made = report.files()
    for path in pages.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        if notebook.MARK in text:
            made[notebook.NAME] = notebook.to_notebook(notebook.run(text))
        path.write_text(figures.checked(notebook.with_outputs(reference.with_reference(text))), encoding="utf-8")
    for name, content in made.items():
        (pages / name).parent.mkdir(exist_ok=True)
        (pages / name).write_text(content, encoding="utf-8")


def generate(folder: Path) -> None:
    """Turn the pages into HTML; stop at any warning."""
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{ran.stdout}\n{ran.stderr}")


def add_links(folder: Path) -> None:
    """Link public names in the text of every page to the reference."""
    for path in (folder / "site").glob("*.html"):
        home = "" if path.name == "api.html" else "api.html"
        text = path.read_text(encoding="utf-8")
        for article in _ARTICLE.findall(text):
            text = text.replace(article, reference.with_links(article, home))
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build"
    target.mkdir(parents=True, exist_ok=True)
    prepare(target)
    generate(target)
    add_links(target)
