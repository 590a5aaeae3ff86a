"""The heat map in the terminal and as a page."""

import re
from html.parser import HTMLParser

import pytest
from tests.corpora import conll_edits, conll_gold
from tests.measures.difficulty.systems import ANALYSIS, GO, SYSTEMS, THE, TO, analyse, corpus

from errata import Corpus, Difficulty, Edit, Layer, Text, Weights
from errata.measures.difficulty.heatmap import _legend_counts, _level, to_html, to_terminal


class Page(HTMLParser):
    """Collects the marks of a page and looks for anything it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.marks: list[dict[str, str | None]] = []
        self.needless: list[dict[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        data = dict(attrs)
        assert not {"src", "href"} & data.keys()
        assert tag not in {"link", "img", "iframe"}
        if tag == "mark":
            self.marks.append(data)
        elif tag == "i" and "data-m" in data:
            self.needless.append(data)
        if tag not in {"meta", "input"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_marks_of_the_page() -> None:
    """Errors with correction, type, who solved them; needless changes apart; insertions at their place."""
    page = Page(to_html(ANALYSIS))
    assert [(mark["class"], mark["data-c"], mark["data-n"], mark["data-t"]) for mark in page.marks] == [
        ("h1", "goes", "3/4", "R:VERB:SVA"),
        ("h3", "to", "1/4", "R:PREP"),
        ("h3 z", ".", "1/4", "M:PUNCT"),
    ]
    # Bits: all, verb, wrong, idle.
    assert [(mark.get("data-s"), mark.get("data-m")) for mark in page.marks] == [("7", None), ("1", "4"), ("1", None)]
    assert all(mark["tabindex"] == "0" for mark in page.marks)
    assert page.needless == [{"class": "g1", "data-m": "4"}]


def test_text_is_escaped_everywhere() -> None:
    """Sources, corrections, types, names of systems and files."""
    evil = '<script>alert("x")</script>&amp;'
    source = f"a {evil} b"
    gold = Corpus((Text(source, (Layer(0, (Edit(0, 1, (evil,), evil),)),)),), name=f"{evil}.m2")
    html = to_html(analyse(gold, {evil: gold, "other": Corpus((Text(source, (Layer(0),)),))}))
    assert html.count("<script>") == 1
    assert html.count("alert") == html.count("&lt;script&gt;alert") + html.count("\\u003cscript>alert")
    [mark] = Page(html).marks
    assert (mark["data-c"], mark["data-t"]) == (evil, evil)


def test_given_weights_are_named() -> None:
    """The counts are of other systems then."""
    weights = Weights(8, ((8, 8, 8, 2, 8, 0, 8, 8, 8, 8, 8),), name="w<8>.txt")
    html = to_html(analyse(corpus(GO, TO), {"verb": SYSTEMS["verb"]}, Difficulty(weights=weights)))
    assert "weights from 8 systems (w&lt;8&gt;.txt)" in html
    assert "LEARNED = false" in html
    assert [(mark["class"], mark["data-n"], mark.get("data-s")) for mark in Page(html).marks] == [
        ("h6", "2/8", "1"),
        ("h8", "0/8", None),
    ]


@pytest.mark.parametrize("n_systems", [1, 2, 8, 20, 21, 100])
def test_every_count_of_systems_has_a_shade(n_systems: int) -> None:
    """Also where the weights come from more systems than there are shades."""
    levels = [_level(n, n_systems) for n in range(n_systems + 1)]
    assert levels == sorted(levels, reverse=True)
    assert (levels[0], levels[-1]) == (min(n_systems, 20), 0)
    assert _legend_counts(n_systems)[0] == n_systems
    assert _legend_counts(n_systems)[-1] == 0


def test_the_terminal_says_it_in_words_too() -> None:
    """Colour only where it is wanted."""
    gold = corpus(GO, TO, THE)
    assert (
        to_terminal(analyse(gold, SYSTEMS), [0], colour=False)
        == "   1  He [go→goes 3/4] [in→to 1/4] big school [+. 1/4]"
    )
    text = to_terminal(ANALYSIS, [0], false_positives=True)
    assert re.sub("\033\\[[0-9;]*m", "", text) == "   1  He go→goes 3/4 in→to 1/4 big ×1 school +. 1/4"
    assert "\033[48;5;217;38;5;16mgo→goes 3/4\033[0m" in text
    assert to_terminal(ANALYSIS, [0], colour=False, false_positives=True).endswith("{big ×1} school [+. 1/4]")
    slot = analyse(corpus(), {"one": corpus(Edit(1, 1, ("x",))), "two": corpus(Edit(2, 3, ("",)))})
    assert to_terminal(slot, [0], colour=False, false_positives=True) == "   1  He {+ ×1} go {in ×1} big school"


def test_the_page_of_conll14_is_small() -> None:
    """At most 3 MB for 1,312 sentences and twelve systems; every error is there."""
    html = to_html(analyse(conll_gold("errant"), dict(conll_edits())))
    assert len(html.encode()) < 3_000_000
    page = Page(html)
    assert len(page.marks) == 2462
    assert html.count("<li ") == 1312
