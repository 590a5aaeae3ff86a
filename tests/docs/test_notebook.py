"""The notebook of the site: whole, with outputs, and it runs from start to end where nothing else is."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, needs

pytestmark = needs("pandas", "the extra frames")


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    spec = spec_from_file_location("notebook_hook", ROOT / "docs" / "hooks" / "notebook.py")
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    page = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
    made: dict[str, Any] = json.loads(hook.to_notebook(hook.run(page)))
    return made


def test_it_has_the_cells_of_the_page_with_their_outputs(notebook: dict[str, Any]) -> None:
    """Every cell that ends in a value shows it; texts and code come in turn."""
    page = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(code) == page.count("```python") + 1  # and one that finds the files
    assert all(cell["outputs"] for cell in code if not cell["source"].endswith("below"))
    tables = [output["data"] for cell in code for output in cell["outputs"] if "data" in output]
    assert all("<table" in data["text/html"] and data["text/plain"] for data in tables)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert (notebook["nbformat"], notebook["nbformat_minor"], len(set(ids))) == (4, 5, len(ids))
    assert not [cell for cell in notebook["cells"] if "notebook.ipynb" in cell["source"] or "<!--" in cell["source"]]


def test_it_runs_from_start_to_end(notebook: dict[str, Any], tmp_path: Path) -> None:
    """In a new process and an empty folder, as for whoever downloads it."""
    code = "\n\n".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code")
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert list(tmp_path.iterdir()) == []
