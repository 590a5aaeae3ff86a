"""The heat map in a real browser."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.corpora import conll_edits, conll_gold
from tests.measures.difficulty.systems import ANALYSIS, analyse, shipped_analysis
from tests.support import browser

from errata.measures.difficulty.heatmap import to_html

SCRIPT = """
const result = {}, marks = [...document.querySelectorAll("mark")];
const key = name => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const lines = () => tip.hidden ? null : [...tip.children].map(child => child.textContent);
const look = selector => getComputedStyle(document.querySelector(selector));
const added = () => getComputedStyle(marks[0], "::after").content.replace(/[" ]/g, "");
const isShown = item => getComputedStyle(item).display !== "none";
const turn = name => document.querySelector(`input[data-class=${name}]`).click();

result.hasFocus = document.hasFocus();
result.marks = marks.length;
result.sentences = document.querySelectorAll("#text li").length;
result.resources = performance.getEntriesByType("resource").length;
result.overflow = document.documentElement.scrollWidth > document.documentElement.clientWidth;
result.before = lines();
marks[0].focus();
result.focused = lines();
key("ArrowRight");
result.moved = document.activeElement === marks[1];
result.second = lines();
key("ArrowLeft");
result.back = document.activeElement === marks[0];
key("Escape");
result.closed = lines();
document.activeElement.blur();
marks[1].dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
result.hovered = lines();
marks[1].dispatchEvent(new PointerEvent("pointerout", { bubbles: true }));
result.left = lines();
marks[1].click();
result.tapped = lines();
const needless = document.querySelector("#text i");
needless.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
result.offLines = lines() && lines()[0];
result.offFocus = needless.tabIndex;
turn("fp");
needless.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
result.onLines = lines();
result.onFocus = needless.tabIndex;
result.dashed = look("#text i").borderBottomStyle;
turn("fp");
result.offAgain = needless.hasAttribute("tabindex");
result.plain = added();
turn("texts");
turn("counts");
result.inline = added();
turn("errors");
result.shown = [...document.querySelectorAll("#text li")].filter(isShown).length;
turn("errors");
turn("texts");
turn("counts");
dispatchEvent(new Event("beforeprint"));
result.printed = added();
dispatchEvent(new Event("afterprint"));
result.after = added();
document.body.dataset.result = JSON.stringify(result);
"""


def look_at(html: str, folder: Path, width: int = 1100) -> dict[str, Any]:
    """Open a page, work it as a reader would, and return what was seen."""
    path = folder / "map.html"
    path.write_text(html.replace("</body>", f"<script>{SCRIPT}</script></body>"), encoding="utf-8")
    command = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},900",
        "--dump-dom",
        path.as_uri(),
    ]
    for _ in range(5):
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        found = re.search('data-result="([^"]*)"', ran.stdout)
        assert found, ran.stderr[-2000:]
        result: dict[str, Any] = json.loads(unescape(found[1]))
        if result.pop("hasFocus") and result["focused"]:  # on a busy machine the window may not have the focus yet
            break
    return result


@pytest.mark.slow
def test_a_small_page_answers_mouse_finger_and_keys(tmp_path: Path) -> None:
    """Every way to a mark shows correction, type and systems; switches switch; print shows corrections."""
    seen = look_at(to_html(ANALYSIS), tmp_path)
    go = ["go → goes  (R:VERB:SVA)", "3 of 4 systems right, weight 0.25", "right: all, verb, wrong", "left alone: idle"]
    to = [
        "in → to  (R:PREP)",
        "1 of 4 systems right, weight 0.75",
        "right: all",
        "changed otherwise: wrong",
        "left alone: verb, idle",
    ]
    assert seen == {
        "marks": 3,
        "sentences": 1,
        "resources": 0,
        "overflow": False,
        "before": None,
        "focused": go,
        "moved": True,
        "second": to,
        "back": True,
        "closed": None,
        "hovered": to,
        "left": None,
        "tapped": to,
        "offLines": to[0],
        "offFocus": -1,
        "onLines": ["big needs no change", "changed all the same: wrong"],
        "onFocus": 0,
        "dashed": "dashed",
        "offAgain": False,
        "plain": "none",
        "inline": "→goes3/4",
        "shown": 1,
        "printed": "→goes3/4",
        "after": "none",
    }


@pytest.mark.slow
def test_the_shipped_corpus_on_a_narrow_screen(tmp_path: Path) -> None:
    """All sentences are there, nothing sticks out, those without errors can be hidden."""
    analysis = shipped_analysis()
    seen = look_at(to_html(analysis), tmp_path, width=500)
    assert (seen["marks"], seen["sentences"]) == (analysis.n_errors, len(analysis.gold))
    assert seen["overflow"] is False
    assert seen["shown"] == sum(bool(chunks.edits) for chunks in analysis.judged.gold) < seen["sentences"]


@pytest.mark.slow
def test_conll14_opens(tmp_path: Path) -> None:
    """1,312 sentences, twelve systems."""
    seen = look_at(to_html(analyse(conll_gold("errant"), dict(conll_edits()))), tmp_path)
    assert (seen["marks"], seen["sentences"], seen["resources"]) == (2462, 1312, 0)
    assert seen["moved"]
    assert seen["focused"][1] == "1 of 12 systems right, weight 0.92"
