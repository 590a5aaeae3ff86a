"""What LaTeX says of a table."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

needs_latex = pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is not installed")


def overfull(tables: str, folder: Path) -> list[float]:
    """Return by how many points lines of an article that has booktabs alone are too wide, where anyone would see it."""
    text = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{tables}\end{{document}}"
    (folder / "page.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    found = map(float, re.findall(r"Overfull \\hbox \(([\d.]+)pt", ran.stdout))
    return [points for points in found if points > 10]
