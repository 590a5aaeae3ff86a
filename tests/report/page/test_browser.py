"""The page in a real browser: everything a reader does, by mouse and by keyboard, and nothing that a text may do."""

import json
import warnings
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.browser import Browser, open_browser
from tests.corpora import SYSTEMS, conll_gold, conll_output
from tests.report.page.hostile import hostile_review
from tests.support import EXAMPLES, needs, shared

import errata
from errata import Corpus, Resampling
from errata.api.marks import SentenceMarks

NAMES = ("good", "bold", "cautious", "unchanged", "paraphrase")
READY = "performance.getEntriesByName('ready').length"
ALL = "[...document.querySelectorAll({})]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with open_browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on the corpus that ships with errata."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    outputs = {name: EXAMPLES / f"{name}.txt" for name in NAMES}
    checked = errata.validate(EXAMPLES / "gold.m2", EXAMPLES / "paraphrase.txt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = errata.review(
            EXAMPLES / "gold.m2",
            outputs,
            measures=["m2", "errant", "green"],
            extract="errata",
            resampling=Resampling(samples=1000),
            checked=checked,
        )
    path.write_text(found.page(command="errata explain gold.m2 good.txt"), encoding="utf-8")
    return path


def texts(browser: Browser, selector: str) -> Any:
    """Return the texts of elements."""
    return browser.run(f"{ALL.format(json.dumps(selector))}.map(item => item.innerText.trim())")


def choose(browser: Browser, **values: str) -> None:
    """Set filters as a reader would."""
    for name, value in values.items():
        browser.run(
            f"{{ const item = document.getElementById('{name.replace('_', '-')}'); item.value = {json.dumps(value)};"
            "item.dispatchEvent(new Event('input', { bubbles: true })); "
            "item.dispatchEvent(new Event('change', { bubbles: true })); }"
        )


def status(browser: Browser) -> str:
    """Return what is said of how many sentences are listed."""
    return str(browser.run("document.getElementById('status').textContent"))


def current(browser: Browser) -> str:
    """Return which sentence is shown."""
    return str(browser.run("document.querySelector('#sentence h3').textContent"))


def quiet(browser: Browser, path: Path) -> None:
    """Nothing was fetched but the page, and nothing complained of."""
    assert browser.complaints == []
    assert {url.split("#")[0] for url in browser.requests} == {path.resolve().as_uri()}


def test_the_switch_shows_one_measure_at_a_time(browser: Browser, page: Path) -> None:
    """And the sentences are scored by it."""
    browser.open(page)
    assert texts(browser, ".panel:not([hidden]) h3") == ["m2"]
    choose(browser, measure="2")
    assert texts(browser, ".panel:not([hidden]) h3") == ["green"]
    assert browser.run("document.querySelectorAll('.texts dt small')[2].textContent").startswith("green ")
    quiet(browser, page)


def test_kinds_are_sorted_and_filtered(browser: Browser, page: Path) -> None:
    """By a click on a column, again for the other way round; a row leads to its sentences."""
    browser.open(page)
    rows = "#kinds-table tbody th"
    assert texts(browser, rows)[:3] == ["R:OTHER", "U:OTHER", "M:OTHER"]
    for _ in range(2):
        browser.run("document.querySelectorAll('#kinds-table thead button')[0].click()")
    assert texts(browser, rows) == sorted(texts(browser, rows), reverse=True)
    assert browser.run("document.querySelector('#kinds-table [aria-sort]').getAttribute('aria-sort')") == "descending"
    choose(browser, kinds_find="punct")
    assert {kind.split(":")[1] for kind in texts(browser, rows)} == {"PUNCT"}
    choose(browser, kinds_find="", kinds_by="2", kinds_value="precision")
    assert set(texts(browser, rows)) == {"missing", "replacement", "unnecessary"}
    browser.run("document.querySelector('#kinds-table tbody button').click()")
    assert browser.run("document.getElementById('kind').value") == "o:missing"
    assert status(browser) != "150 sentences"
    quiet(browser, page)


def test_one_system_has_no_difficulty_of_its_own(browser: Browser, tmp_path: Path) -> None:
    """It would be what recall leaves, in the colour that is seen first."""
    path = small_page(tmp_path / "one.html", "He go .", "He goes .", "He go .", measures=["wer"])
    browser.open(path)
    assert texts(browser, "#kinds-table thead th") == ["type", "edits", "x"]
    assert len(texts(browser, "#kinds-table tfoot > tr > *")) == 3
    assert "Difficulty" not in browser.run("document.getElementById('kinds-note').textContent")
    quiet(browser, path)


def test_kinds_have_a_total_whatever_is_filtered(browser: Browser, page: Path) -> None:
    """Systems are in the order of the first measure; the last row is all edits together."""
    browser.open(page)
    order = texts(browser, ".panel[data-measure='0'] .columns tbody th")
    assert texts(browser, "#kinds-table thead th")[3:] == order != list(NAMES)
    found = texts(browser, "#kinds-table tfoot > tr > *")
    assert found[0] == "all"
    choose(browser, kinds_find="punct")
    assert texts(browser, "#kinds-table tfoot > tr > *") == found
    quiet(browser, page)


def test_the_map_leads_to_its_sentences(browser: Browser, page: Path) -> None:
    """Squares are in the order of the file; filters that hide the sentence that is clicked at go."""
    browser.open(page)
    choose(browser, find="portugal")
    browser.wait("performance.getEntriesByName('map').length")
    browser.run("document.getElementById('order-note').scrollIntoView()")
    left, top = browser.run("(box => [box.x, box.y])(document.getElementById('map').getBoundingClientRect())")
    size = 14  # of few sentences
    at = {"x": left + 3.5 * size, "y": top + 0.5 * size}
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)
    assert current(browser) == "Sentence 4"
    assert status(browser) == "150 sentences"
    assert browser.run("location.hash") == "#s4"
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", **at)
    assert browser.run("document.getElementById('map').title").startswith("Sentence 4")
    quiet(browser, page)


def test_what_is_filtered_out_is_a_dot_on_the_map(browser: Browser, page: Path) -> None:
    """Not a paler red, which is that of an easier sentence."""
    browser.open(page)
    browser.wait("performance.getEntriesByName('map').length")
    squares = """(() => {
      const map = document.getElementById('map'), across = Math.floor(map.width / 14);
      const copy = new OffscreenCanvas(map.width, map.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(map, 0, 0);
      const seen = copy.getImageData(0, 0, map.width, map.height).data;
      const at = (x, y) => seen.slice(4 * (y * map.width + x), 4 * (y * map.width + x) + 4).join();
      return [...Array(150).keys()].map(index => {
        const x = 1 + index % across * 14, y = 1 + Math.floor(index / across) * 14;
        return [at(x + 6, y + 6), at(x + 2, y + 2)];
      });
    })()"""
    before = browser.run(squares)
    assert all(middle == corner for middle, corner in before)
    choose(browser, find="portugal")
    first, *others = browser.run(squares)
    assert first == before[0]
    assert {corner for _, corner in others} == {"0,0,0,0"}
    assert len({middle for middle, _ in others}) == 1
    quiet(browser, page)


def test_filters_find_texts_types_and_systems_that_differ(browser: Browser, page: Path) -> None:
    """Together they narrow the list; all go away at once."""
    browser.open(page)
    assert status(browser) == "150 sentences"
    choose(browser, find="PORTUGAL")
    assert status(browser) == "1 of 150 sentences"
    assert current(browser) == "Sentence 1"
    choose(browser, find="", system_a="0", verdict_a="1", system_b="1", verdict_b="not")
    listed = status(browser)
    assert 0 < int(listed.split()[0]) < 150
    shown = browser.run("document.querySelector('.texts').innerText")
    assert "✓" in shown
    choose(browser, find="no such text at all")
    assert status(browser) == "0 of 150 sentences"
    assert "No sentence matches" in browser.run("document.getElementById('sentence').textContent")
    browser.run("document.getElementById('clear').click()")
    browser.wait("document.getElementById('status').textContent === '150 sentences'")
    quiet(browser, page)


def test_the_systems_that_are_asked_for_come_first(browser: Browser, page: Path) -> None:
    """Then the best: what one did and the other did not is seen in two lines one below the other."""
    browser.open(page)
    choose(browser, system_a="1", verdict_a="1", system_b="2", verdict_b="2")
    names = [name.split("\n")[0].split(",")[0] for name in texts(browser, "#sentence dt")]
    assert names[-len(names) :][names.index("bold") : names.index("bold") + 2] == ["bold", "cautious"]
    assert names[names.index("bold") - 1].startswith("annotator")
    quiet(browser, page)


def test_a_cell_of_every_grouping_leads_to_its_sentences(browser: Browser, page: Path) -> None:
    """As many as have such an edit; lengths and places are counted by the script as by the library."""
    outputs = {"bold": EXAMPLES / "bold.txt"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plan = Resampling(samples=100)
        found = errata.review(EXAMPLES / "gold.m2", outputs, measures=["errant"], extract="errata", resampling=plan)
    assert found.marks
    bold = list(zip(found.marks.gold, found.marks.sentences[0], strict=True))
    longest = [max(edit.end - edit.start, len(edit.written.split())) for _, marks in bold for edit in marks.missed]
    assert {1, 2, 3} <= set(longest)
    wanted: dict[str, dict[str, Callable[[errata.Text, SentenceMarks, errata.Edit], bool]]] = {
        "tokens in the edit": {
            "2": lambda text, marks, edit: max(edit.end - edit.start, len(edit.written.split())) == 2,
            "3–4": lambda text, marks, edit: 3 <= max(edit.end - edit.start, len(edit.written.split())) <= 4,
        },
        "position in the sentence": {
            "first third": lambda text, marks, edit: 3 * edit.start < len(text.tokens),
            "last third": lambda text, marks, edit: 3 * edit.start >= 2 * len(text.tokens),
        },
        "tokens in the sentence": {"0–10": lambda text, marks, edit: len(text.tokens) <= 10},
        "gold edits in the sentence": {
            "1": lambda text, marks, edit: marks.n_gold == 1,
            "5+": lambda text, marks, edit: marks.n_gold >= 5,
        },
    }
    titles = [grouping.title for grouping in found.kinds]
    browser.open(page)
    for title, groups in wanted.items():
        for group, fits in groups.items():
            n = sum(any(fits(text, marks, edit) for edit in marks.missed) for text, marks in bold)
            choose(browser, kinds_by=str(titles.index(title)))
            row = f"{ALL.format(repr('#kinds-table tbody tr'))}.find(row => row.cells[0].innerText === '{group}')"
            browser.run(f"{row}.querySelector('td[data-system=\"1\"]').click()")
            browser.wait(f"document.getElementById('status').textContent === '{n} of 150 sentences'")
            assert browser.run("document.getElementById('kind').selectedOptions[0].textContent") == f"{title}: {group}"
    quiet(browser, page)


def test_sentences_are_ordered_by_cost_disagreement_and_difficulty(browser: Browser, page: Path) -> None:
    """The costliest is the one that `errata explain --worst` shows."""
    browser.open(page)
    choose(browser, system_a="1", order="cost")
    browser.wait("document.querySelector('.row .counts').textContent !== ''")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs = {"bold": EXAMPLES / "bold.txt"}
        (worst,) = errata.explain(EXAMPLES / "gold.m2", outputs, measures=["m2"], worst=1)
    assert browser.run("document.querySelector('.row .number').textContent") == str(worst.index + 1)
    assert worst.cost is not None
    assert float(browser.run("document.querySelector('.row .counts').textContent")) == pytest.approx(
        100 * worst.cost, abs=5e-4
    )  # three digits
    for order in ("disagree", "hard"):
        choose(browser, order=order)
        assert browser.run("document.getElementById('order-note').textContent")
    hard = texts(browser, ".row .counts")
    assert [int(said.removesuffix("◇")) for said in hard] == sorted((int(said[:-1]) for said in hard), reverse=True)
    quiet(browser, page)


def test_keys_move_search_help_and_explain(browser: Browser, page: Path) -> None:
    """Without a mouse; letters that are typed into a field stay letters."""
    browser.open(page)
    for key in "jjk":
        browser.press(key)
    assert current(browser) == "Sentence 2"
    assert browser.run("location.hash") == "#s2"
    browser.press("/")
    browser.type("jk")
    assert browser.run("document.getElementById('find').value") == "jk"
    browser.press("Escape")
    assert browser.run("document.activeElement.id") == "list"
    browser.press("x")
    browser.wait("document.getElementById('status').textContent === '150 sentences'")
    browser.press("End")
    assert current(browser) == "Sentence 150"
    assert browser.run("document.getElementById('list').getAttribute('aria-activedescendant')") == "row-149"
    browser.press("?")
    assert browser.run("document.getElementById('help').open") is True
    browser.press("Escape")
    browser.wait("!document.getElementById('help').open")
    browser.press("e")
    browser.wait("document.querySelector('#explanation table')")
    assert "--sentence 150" in browser.run("document.getElementById('explanation').textContent")
    quiet(browser, page)


def test_a_button_that_is_pressed_by_a_key_keeps_the_focus(browser: Browser, page: Path) -> None:
    """Though the sentence it belongs to is drawn anew."""
    browser.open(page)
    browser.run("document.querySelectorAll('#sentence .bar button')[1].focus()")
    for number in (2, 3):
        browser.press("Enter")
        assert current(browser) == f"Sentence {number}"
    assert browser.run("document.activeElement.textContent") == "Next →"
    quiet(browser, page)


def test_a_link_leads_to_its_sentence(browser: Browser, page: Path) -> None:
    """Also from the findings, and through a filter that hides it."""
    browser.open(page, "#s42")
    assert current(browser) == "Sentence 42"
    choose(browser, find="portugal")
    assert current(browser) == "Sentence 1"
    link = browser.run("document.querySelector('.findings a').textContent")
    browser.run("document.querySelector('.findings a').click()")
    browser.wait(f"document.querySelector('#sentence h3').textContent === 'Sentence {link}'")
    assert status(browser) == "150 sentences"
    quiet(browser, page)


def test_a_sentence_is_copied_as_text(browser: Browser, page: Path) -> None:
    """With every system, its verdicts and scores."""
    browser.open(page, "#s3")
    browser.run("navigator.clipboard.writeText = async text => { window.copied = text; }")
    browser.press("c")
    lines = browser.run("window.copied").split("\n")
    assert lines[0] == "sentence 3"
    assert [line.split("\t")[0] for line in lines[1:]] == ["source", "annotator 0", "annotator 1", *NAMES]
    good = errata.read_lines(EXAMPLES / "good.txt")[2]
    assert lines[4].split("\t")[1] == good


def test_only_rows_in_view_are_in_the_page(browser: Browser, page: Path) -> None:
    """However far one scrolls."""
    browser.open(page)
    browser.run("document.getElementById('list').scrollTop = 5000")
    browser.wait("document.querySelector('.row .number').textContent > 50")
    assert browser.run("document.querySelectorAll('.row').length") < 40


@pytest.mark.parametrize("width", [1280, 420])
def test_the_page_fits_its_window(browser: Browser, page: Path, width: int) -> None:
    """Only tables scroll sideways, each by itself."""
    browser.open(page, "#s9", width=width)
    root = "document.documentElement"
    assert browser.run(f"{root}.scrollWidth <= {root}.clientWidth")


def test_paper_has_all_measures_and_the_sentences_listed(browser: Browser, page: Path) -> None:
    """And afterwards the page is as before."""
    browser.open(page)
    choose(browser, find="portugal")
    assert browser.print().startswith(b"%PDF")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert len(texts(browser, ".panel:not([hidden]) h3")) == 3
    assert browser.run("document.querySelectorAll('.printed h3').length") == 1
    assert browser.run("document.querySelectorAll('#overview details:not([open])').length") == 0
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert len(texts(browser, ".panel:not([hidden]) h3")) == 1
    assert browser.run("document.querySelectorAll('details[open]').length") == 0
    quiet(browser, page)


def test_paper_has_systems_that_did_alike_once(browser: Browser, page: Path) -> None:
    """As the screen has."""
    browser.open(page, "#s7")
    choose(browser, find="The museum closes at six")
    on_screen = texts(browser, "#sentence .texts dt")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("[...document.querySelectorAll('.printed dt')].length") == len(on_screen) < 2 + len(NAMES)
    browser.run("dispatchEvent(new Event('afterprint'))")
    quiet(browser, page)


def test_keys_do_nothing_where_no_sentence_is_listed(browser: Browser, page: Path) -> None:
    """There is none to go to, to copy or to explain."""
    browser.open(page)
    choose(browser, find="no such text at all")
    browser.run("document.activeElement.blur()")
    for key in "jkce":
        browser.press(key)
    assert status(browser) == "0 of 150 sentences"
    quiet(browser, page)


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_nothing_has_the_shade_of_the_page(browser: Browser, page: Path, dark: bool) -> None:
    """So that the strongest shade is what is seen first, in the table as in the map."""
    browser.open(page, dark=dark)
    light = [
        browser.run(
            "(colour => colour.match(/\\w\\w/g).reduce((sum, part) => sum + parseInt(part, 16), 0))"
            f"(getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim())"
        )
        for name in ("q0", "q10", "h0", "h10")
    ]
    shades = [abs(value - 3 * 255 * (not dark)) for value in light]  # black or white, about as the page is
    assert max(shades[0], shades[2]) < 130 < 300 < min(shades[1], shades[3])


def test_arrows_point_the_way_the_text_runs(browser: Browser, tmp_path: Path) -> None:
    """In Hebrew from right to left, so that what is missing is not taken for what was there."""
    source, reference = ["הוא הלך בית ."] * 24, ["הוא הלך הביתה ."] * 24
    gold = Corpus.from_texts(source, [reference])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = errata.review(gold, {"x": source}, measures=["wer"], resampling=Resampling(samples=100))
    path = tmp_path / "hebrew.html"
    path.write_text(found.page(), encoding="utf-8")
    browser.open(path)
    turned = "getComputedStyle(document.querySelector('#sentence .missed .arrow')).transform"
    assert browser.run(turned) == "matrix(-1, 0, 0, 1, 0, 0)"
    assert texts(browser, "#sentence .missed") == ["◇\nmissed:\nבית → הביתה"]
    assert browser.run("document.getElementById('system-b').closest('fieldset').hidden") is True
    quiet(browser, path)


def small_page(path: Path, source: str, reference: str, output: str, **settings: Any) -> Path:
    """Return the page on one sentence, as often as it takes, against a reference that is plain text."""
    gold = Corpus.from_texts([source] * 24, [[reference] * 24])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = errata.review(gold, {"x": [output] * 24}, resampling=Resampling(samples=100), **settings)
    path.write_text(found.page(), encoding="utf-8")
    return path


def test_words_that_were_left_are_shown_once(browser: Browser, tmp_path: Path) -> None:
    """Not as changed otherwise where something was only inserted before or after them."""
    path = tmp_path / "left.html"
    inserted = small_page(path, "We needed to know .", "We need to know .", "We are needed to know .", measures=["wer"])
    browser.open(inserted)
    shown = browser.run("document.querySelector('#sentence dd:last-of-type').textContent")
    assert shown == "We ✗ wrong: are ◇ missed: needed → need to know ."
    changed = small_page(path, "We needed to know .", "We need to know .", "We must to know .", measures=["wer"])
    browser.open(changed)
    shown = browser.run("document.querySelector('#sentence dd:last-of-type').textContent")
    assert shown == "We ✗ wrong: needed must ◇ missed: needed → need to know ."


def test_plain_references_are_called_references(browser: Browser, tmp_path: Path) -> None:
    """As `errata explain` calls them."""
    path = small_page(tmp_path / "references.html", "He go .", "He goes .", "He go .", measures=["wer"])
    browser.open(path)
    browser.press("e")
    browser.wait("document.querySelector('#explanation table')")
    assert texts(browser, "#sentence dt")[1] == "reference 0\n1 edit"
    assert browser.run("document.querySelector('#explanation tbody td').textContent") == "reference 0"
    assert "annotator" not in browser.run("document.querySelector('main').innerText")
    quiet(browser, path)


def test_a_table_that_goes_on_fades_out(browser: Browser, page: Path) -> None:
    """So that no number that is cut in two is taken for a smaller one; at its end it is whole."""
    box = "document.querySelector('.panel:not([hidden]) .wide')"
    browser.open(page, width=420)
    assert browser.run(f"{box}.classList.contains('more')") is True
    browser.run(f"{box}.scrollLeft = 9999")
    browser.wait(f"!{box}.classList.contains('more')")
    browser.open(page, width=1280)
    assert browser.run("document.querySelectorAll('.wide.more').length") == 0


@pytest.mark.parametrize("width", [420, 1280])
def test_a_table_of_many_values_has_the_whole_width(browser: Browser, tmp_path: Path, width: int) -> None:
    """The I-measure has seven values, which do not fit beside a figure."""
    path = tmp_path / "many.html"
    small_page(path, "He go .", "He goes .", "He go .", measures=["imeasure"])
    browser.open(path, width=width)
    places = browser.run(
        "['svg', 'table'].map(name => document.querySelector('.columns ' + name).getBoundingClientRect().left)"
    )
    assert places[0] == places[1]


def test_a_key_shows_what_it_does(browser: Browser, page: Path) -> None:
    """The sentence comes into view if it begins outside it, and stays where it is otherwise."""
    browser.open(page)
    browser.press("j")
    place = browser.run("document.getElementById('sentence').getBoundingClientRect().top")
    assert 0 <= place < 800
    browser.press("j")
    assert browser.run("document.getElementById('sentence').getBoundingClientRect().top") == place
    quiet(browser, page)


def test_what_a_link_leads_to_is_not_hidden_by_the_bar(browser: Browser, page: Path) -> None:
    """Nor what a key scrolls to."""
    for width in (1280, 420):
        browser.open(page, width=width)
        bar = browser.run("document.querySelector('nav').offsetHeight")
        browser.run(
            "document.querySelectorAll('.panel:not([hidden]) h3, #sentence').forEach(item => item.scrollIntoView())"
        )
        assert browser.run("document.querySelector('#sentence h3').getBoundingClientRect().top") >= bar


def test_what_is_said_of_a_table_is_not_cut_with_it(browser: Browser, page: Path) -> None:
    """Only the table scrolls sideways."""
    browser.open(page, "#s3", width=420)
    browser.run("document.getElementById('explain').click()")
    browser.wait("document.querySelector('#explanation table')")
    ends = browser.run(
        "[...document.querySelectorAll('#sentence .note')].map(note => note.getBoundingClientRect().right)"
    )
    assert len(ends) == 3
    assert max(ends) <= 420
    assert browser.run("document.querySelector('#explanation .wide').scrollWidth") > 420


def test_a_half_is_rounded_as_in_the_figures(browser: Browser, page: Path) -> None:
    """To the even number: 62.5 is 62 in both."""
    browser.open(page)
    cell = "document.querySelector('#kinds-table td[title^=\"R:WO, bold:\"]')"
    assert browser.run(f"{cell}.title") == "R:WO, bold: 5 right, 2 wrong, 3 missed"
    assert browser.run(f"{cell}.textContent") == "62"


def test_hostile_texts_are_inert(browser: Browser, tmp_path: Path) -> None:
    """No element, no dialog, no request; every part of the page is tried."""
    path = tmp_path / "hostile.html"
    found = hostile_review()
    path.write_text(found.page("<b>title</b>", command="<i>command</i>"), encoding="utf-8")
    browser.open(path, "#s2")
    choose(browser, order="cost", find="he")
    browser.wait("document.querySelector('.row .counts').textContent")
    browser.press("j")
    browser.run("document.activeElement.blur(); document.getElementById('explain').click()")
    browser.wait("document.querySelector('#explanation table')")
    browser.run("document.querySelectorAll('details').forEach(item => { item.open = true; })")
    for number in range(len(found.kinds)):
        choose(browser, kinds_by=str(number))
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("document.querySelectorAll('img, svg svg, h1 b, code i, iframe, object').length") == 0
    assert browser.run("document.querySelectorAll('script').length") == 6
    assert browser.run("document.querySelector('#explanation code').textContent").startswith(
        "<i>command</i> --sentence"
    )
    quiet(browser, path)


def test_documents_have_a_page_without_sentences(browser: Browser, tmp_path: Path) -> None:
    """Whose script has nothing to stumble over."""
    edit = errata.Edit.of(3, 5, "go", ("goes",), "RV", "1")
    gold = Corpus(tuple(errata.Text.document(str(number), "He go.", [edit]) for number in range(1, 25)))
    path = tmp_path / "documents.html"
    found = errata.review(gold, {"x": gold, "y": gold}, measures=["hoo"], resampling=Resampling(samples=100))
    path.write_text(found.page(), encoding="utf-8")
    browser.open(path)
    browser.wait(READY)
    browser.press("j")
    browser.run("dispatchEvent(new Event('beforeprint')), dispatchEvent(new Event('afterprint'))")
    quiet(browser, path)


def test_an_injected_script_would_not_run(browser: Browser, page: Path, tmp_path: Path) -> None:
    """The policy of the page stops it even if an escape were forgotten."""
    path = tmp_path / "injected.html"
    text = page.read_text(encoding="utf-8")
    text = text.replace("<main", "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'><main", 1)
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    assert browser.run("window.ran === undefined") is True
    assert any("Content Security Policy" in said for said in browser.complaints)


@pytest.mark.slow
@needs("axe_core_python", "axe-core-python")
@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Browser, page: Path, dark: bool, width: int) -> None:
    """Roles, names, headers and contrast, by the rules of axe-core, with a sentence explained."""
    browser.open(page, "#s3", dark=dark, width=width)
    browser.run("document.getElementById('explain').click()")
    browser.wait("document.querySelector('#explanation table')")
    axe = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    browser.call("Runtime.evaluate", expression=axe)
    found = browser.run("axe.run().then(result => result.violations)")
    told = [(item["id"], item["impact"], [node["html"][:200] for node in item["nodes"]][:3]) for item in found]
    assert told == []


def test_the_tree_for_screen_readers_is_sane(browser: Browser, page: Path) -> None:
    """Landmarks, a list of sentences with places, tables with headers, fields with names."""
    browser.open(page, "#s3")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored")
    ]
    roles = {role for role, _ in named}
    assert {"banner", "navigation", "main", "contentinfo", "search", "listbox", "option", "columnheader"} <= roles
    for role, name in named:
        if role in {"button", "combobox", "searchbox", "listbox", "table", "link", "image"}:
            assert name, role
    chosen = next(node for node in nodes if node["role"]["value"] == "listbox")
    assert chosen["name"]["value"] == "Sentences"


def _try_filters(browser: Browser, path: Path) -> None:
    """Open a large page and narrow its list; `python -m benchmarks.report` tells how long that takes."""
    browser.open(path)
    browser.wait(READY)
    choose(browser, find="the", system_a="0", verdict_a="1", system_b="1", order="disagree")
    assert 0 < int(status(browser).split()[0].replace(",", "")) < int(status(browser).split()[2].replace(",", ""))
    assert browser.run("document.querySelectorAll('.row').length") < 40
    quiet(browser, path)


@pytest.mark.slow
def test_a_shared_task_fits_into_three_megabytes(browser: Browser, tmp_path: Path) -> None:
    """Twelve systems under all measures."""
    path = tmp_path / "conll.html"
    outputs = {name: conll_output(name) for name in SYSTEMS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plan = Resampling(samples=500)
        found = errata.review(conll_gold(), outputs, extract="errata", extract_gold=True, resampling=plan)
    path.write_text(found.page(), encoding="utf-8")
    assert path.stat().st_size <= 3_000_000
    _try_filters(browser, path)


@pytest.mark.slow
def test_ten_thousand_sentences_stay_usable(browser: Browser, tmp_path: Path) -> None:
    """Of five systems, in at most 25 megabytes."""
    path = tmp_path / "large.html"
    sources = (shared("data/conll14/src.txt").read_text(encoding="utf-8").split("\n")[:-1] * 8)[:10_000]
    gold = Corpus.from_texts(sources, [(conll_output("CAMB") * 8)[:10_000]])
    outputs = {name: (conll_output(name) * 8)[:10_000] for name in SYSTEMS[2:7]}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = errata.review(gold, outputs, measures=["wer", "exact"], resampling=Resampling(samples=200))
    path.write_text(found.page(), encoding="utf-8")
    assert path.stat().st_size <= 25_000_000
    _try_filters(browser, path)
