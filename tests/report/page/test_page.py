"""The page as text: whole, safe, with what was scored."""

import gzip
import hashlib
import json
import re
import warnings
from base64 import b64decode, b64encode
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.report.page.hostile import IMAGE, hostile_review
from tests.support import EXAMPLES

import errata
from errata import Finding, Place, Resampling
from errata.api.review import Review
from errata.records import replace
from errata.report.page.data import page_data, to_script
from errata.report.page.overview import common_folder, findings_list, headline, measure_panel, verdict

VOID = {"meta", "br", "wbr", "input", "img", "link"}


class Elements(HTMLParser):
    """Collects elements and what scripts and styles hold; every element must be closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.raw: list[tuple[dict[str, str | None], str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"script", "style"}:
            self.raw.append((dict(attrs), ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"script", "style"}:
            attributes, before = self.raw[-1]
            self.raw[-1] = (attributes, before + data)


@pytest.fixture(scope="module")
def review() -> Review:
    """Four systems of the corpus that ships with errata."""
    outputs = {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold", "cautious", "unchanged")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return errata.review(EXAMPLES / "gold.m2", outputs, extract="errata", resampling=Resampling(samples=2000))


def unpacked(text: str) -> Any:
    """Return what a packed block holds."""
    return json.loads(gzip.decompress(b64decode(text)))


def blocks(page: str) -> dict[str, str]:
    """Return the data of a page by name."""
    return {str(attributes["id"]): text for attributes, text in Elements(page).raw if attributes.get("id")}


def test_only_the_scripts_and_styles_of_the_page_may_run(review: Review) -> None:
    """The policy has their hashes and allows nothing else; nothing is fetched, and no style or handler is inline."""
    page = review.page("A title")
    found = Elements(page)
    (policy,) = [attributes["content"] for tag, attributes in found.tags if attributes.get("http-equiv")]
    script, style = found.raw[-1], found.raw[0]
    assert script[0] == style[0] == {}
    for text, name in ((script[1], "script"), (style[1], "style")):
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in str(policy)
    assert str(policy).startswith("default-src 'none';")
    for _, attributes in found.tags:
        assert not {"src", "style", "action"} & attributes.keys()
        assert not [name for name in attributes if name.startswith("on")]
        assert str(attributes.get("href", "#")).startswith("#")
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|eval\(|document\.write|new Function", script[1])


def test_hostile_names_and_texts_stay_text() -> None:
    """The page has the elements it would have without them, and its data says the same."""
    page = hostile_review().page(IMAGE)
    found = Elements(page)
    assert not [tag for tag, _ in found.tags if tag == "img"]
    assert len(found.raw) == 1 + 2 + 4
    data = json.loads(blocks(page)["page-data"])
    assert data["systems"][1] == f"two{IMAGE}"
    assert not re.search("[<>&\u2028]", blocks(page)["page-data"])
    assert "49" not in re.findall(r"<h1>(.*)</h1>", page)[0]


def test_json_cannot_leave_its_script() -> None:
    """And means the same."""
    text = "</script><!--&\u2028"
    assert to_script(text) == '"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028"'
    assert json.loads(to_script(text)) == text


def test_the_data_gives_back_the_marks(review: Review) -> None:
    """Edits of systems as numbers of gold edits, those that are wrong written out."""
    assert review.marks
    data = page_data(review)
    for system, sentences in enumerate(review.marks.sentences):
        for index, found in enumerate(sentences):
            stored = data["made"][system][index]
            layer, items = (stored, []) if isinstance(stored, int) else (stored[0], stored[1:])
            assert layer == found.layer
            wanted = data["gold"][index][layer][1]
            right = [wanted[item][:3] for item in items if isinstance(item, int) and item >= 0]
            missed = [wanted[-1 - item][:3] for item in items if isinstance(item, int) and item < 0]
            assert right == [[edit.start, edit.end, edit.written] for edit in found.right]
            assert missed == [[edit.start, edit.end, edit.written] for edit in found.missed]
            wrong = [item[:3] for item in items if not isinstance(item, int)]
            assert wrong == [[edit.start, edit.end, edit.written] for edit in found.wrong]


def test_counts_and_costs_of_every_sentence_are_in_the_page(review: Review) -> None:
    """As `errata score --sentences` has them, in thousandths and millionths where they are shares."""
    page = review.page()
    data = json.loads(blocks(page)["page-data"])
    costs = unpacked(blocks(page)["costs"])
    for number, item in enumerate(review.comparison.measures):
        counts = unpacked(blocks(page)[f"counts-{number}"])
        for place, score in enumerate(item.scores):
            row = score.sentence(7)
            assert data["scores"][number][place][7] == round(1000 * row.score)
            assert costs[number][place][7] == round(1e6 * review.costs[score.system, score.title][7])
            assert counts["columns"] == list(row.counts)
            reference = None if row.reference is None else str(row.reference)
            assert counts["labels"][int(counts["against"][place].split(",")[7])] == reference
            made = [float(column.split(",")[7]) for column in counts["values"][place]]
            assert made == pytest.approx(list(row.counts.values()), abs=5e-5)  # four digits


def test_explanations_are_those_of_explain(review: Review) -> None:
    """Word for word but for the interval in the signature, of the costliest sentences."""
    gold, outputs = EXAMPLES / "gold.m2", {"bold": EXAMPLES / "bold.txt"}
    plan = Resampling(samples=100)
    page = errata.review(gold, outputs, measures=["m2"], resampling=plan).page(explained=1)
    ((key, text),) = unpacked(blocks(page)["explanations"])["texts"].items()
    index = int(key.removeprefix("0:0:"))
    (one,) = errata.explain(gold, outputs, measures=["m2"], sentences=[index])
    told = one.to_text(width=88).partition("What the words mean")[0].strip()
    assert text.strip().replace("|" + "|".join(plan.signature), "") == told
    assert unpacked(blocks(review.page(explained=0))["explanations"]) == {"texts": {}, "words": {}}


def test_the_verdict_names_who_may_be_as_good(review: Review) -> None:
    """Or says that the lead is sure."""
    assert (
        verdict(review.comparison["m2"], review.comparison.resampling)
        == "good has the best score, 92.36, and the lead is significant."
    )
    few = errata.review(
        EXAMPLES / "gold.m2",
        {"good": EXAMPLES / "good.txt", "same": EXAMPLES / "good.txt", "bold": EXAMPLES / "bold.txt"},
        measures=["wer"],
        resampling=Resampling(samples=200),
    )
    best = verdict(few.comparison["wer"], few.comparison.resampling)
    assert best.startswith("good and same have the best score, ")
    assert "(lower is better)" in best


def alike(names: Sequence[str], measures: Sequence[str] = ("m2", "wer")) -> Review:
    """Return systems that do all the same."""
    outputs = dict.fromkeys(names, EXAMPLES / "good.txt")
    return errata.review(EXAMPLES / "gold.m2", outputs, measures=measures, resampling=Resampling(samples=500))


def test_nobody_leads_where_all_have_the_same_score() -> None:
    """Equals are not significantly better than nobody."""
    found = alike(["one", "two"])
    assert verdict(found.comparison["m2"], found.comparison.resampling) == "one and two have the same score, 92.36."
    assert headline(found) == "All systems have the same score under every measure."
    outputs = {"good": EXAMPLES / "good.txt", "same": EXAMPLES / "good.txt", "bold": EXAMPLES / "bold.txt"}
    three = errata.review(EXAMPLES / "gold.m2", outputs, measures=["m2", "exact"], resampling=Resampling(samples=500))
    assert headline(three) == "good and same have the best score under both measures. Every lead is significant."
    source = [f"He go home {n} times ." for n in range(30)]
    gold = errata.Corpus.from_texts(source, [[line.replace("go", "goes") for line in source]])
    plain = {"a": source, "b": ["He gone home ?"] * 9 + source[9:]}
    two = errata.review(gold, plain, measures=["wer", "exact"], resampling=Resampling(samples=100))
    assert [item.best for item in two.comparison.measures] == [("a",), ("a", "b")]
    assert headline(two) == (
        "a has the best score under 1 of 2 measures; all systems have the same under exact. The lead is significant."
    )


@pytest.mark.parametrize(("samples", "enough"), [(199, True), (198, False)])
def test_too_few_samples_settle_nothing(samples: int, enough: bool) -> None:
    """Ten pairs of five systems take 200 p-values of 1 in 200: then chance is not to blame, but the plan."""
    names = ("good", "bold", "cautious", "unchanged", "paraphrase")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs = {name: EXAMPLES / f"{name}.txt" for name in names}
        plan = Resampling(samples=samples)
        found = errata.review(EXAMPLES / "gold.m2", outputs, measures=["m2", "green"], resampling=plan)
    said = "198 samples are too few to tell whether any"
    best = "good has the best score, 92.36"
    assert headline(found) == "good has the best score under both measures. " + (
        "Every lead is significant." if enough else f"{said} lead is significant."
    )
    assert verdict(found.comparison["m2"], plan) == best + (
        ", and the lead is significant." if enough else f"; {said} difference is significant."
    )


def test_many_names_are_cut_short() -> None:
    """A sentence with forty names tells nothing."""
    found = alike([f"system {n}" for n in range(7)], ["m2"])
    assert verdict(found.comparison["m2"], found.comparison.resampling).startswith(
        "system 0, system 1, system 2, system 3 and 3 others have the same score"
    )
    name = "a-long-name-of-a-run-with-beam=40"
    page = alike([name, "short"], ["m2"]).page()
    assert '<th scope="row" title="short">short</th>' in page
    assert f'<th scope="row" title="{name}">a-long-n…-with-beam=40</th>' in page


def test_the_headline_says_who_leads_under_how_many_measures(review: Review) -> None:
    """And which leads are more than chance; one measure or one system has no headline."""
    assert headline(review) == "good has the best score under all 7 measures. Every lead is significant."
    gold, names = EXAMPLES / "gold.m2", ("bold", "cautious")
    outputs = {name: EXAMPLES / f"{name}.txt" for name in names}
    two = errata.review(gold, outputs, measures=["m2", "green"], resampling=Resampling(samples=500))
    said = {tuple(item.best): item.title for item in two.comparison.measures}
    assert said == {("cautious",): "m2", ("bold",): "green"}
    assert headline(two).startswith("cautious has the best score under 1 of 2 measures; bold under green. ")
    for systems, measures in ((outputs, ["m2"]), ({"bold": outputs["bold"]}, ["m2", "green"])):
        assert headline(errata.review(gold, systems, measures=measures, resampling=Resampling(samples=100))) == ""


def test_a_p_that_is_the_least_the_samples_can_show_says_so(review: Review) -> None:
    """It is a bound, not a result: with more samples it would be smaller."""
    panel = measure_panel(review, review.comparison["m2"])
    cells = [cell for row in panel["matrix"] for cell in row["cells"] if cell]
    pairs = {round(100 * abs(pair.difference), 1): pair for pair in review.comparison["m2"].pairs}
    assert panel["at_least"]
    for cell in cells:
        pair = pairs[float(cell["difference"])]
        assert cell["p"].startswith("≤") == (pair.randomisation.p == 1 / 2001 and not pair.is_exact)
    assert "p ≤: chance did as much in none of the 2,000 samples" in review.page()


def test_the_best_systems_are_the_first_columns_of_pairs(review: Review) -> None:
    """A narrow window shows only these: every row has a number in the first."""
    matrix = measure_panel(review, review.comparison["m2"])["matrix"]
    best = [score.system for score in sorted(review.comparison["m2"].scores, key=lambda score: -score.score)]
    assert [row["system"] for row in matrix] == best[1:]
    assert [[cell is not None for cell in row["cells"]] for row in matrix] == [
        [column <= row for column in range(len(matrix))] for row in range(len(matrix))
    ]
    first = review.comparison["m2"].scores[review.systems.index(best[0])].score
    last = review.comparison["m2"].scores[review.systems.index(best[-1])].score
    assert matrix[-1]["cells"][0]["difference"] == f"{100 * (first - last):.1f}"


def test_precision_of_nothing_is_marked(review: Review) -> None:
    """Of a system that changed nothing it is a rule, not a result."""
    panel = measure_panel(review, review.comparison["m2"])
    assert panel["silent"] == "unchanged"
    assert [row["values"] for row in panel["rows"] if row["system"] == "unchanged"] == [["0.00", "100.00°", "0.00"]]


def test_findings_link_to_sentences_that_are_there() -> None:
    """The bad first; that there are others is said, not how many, since edits may have been counted."""
    listed = findings_list(hostile_review())
    (told,) = listed[0]["first"]
    assert told["links"] == [2]
    assert not told["are_all"]


def test_findings_of_one_kind_stand_together(review: Review) -> None:
    """Of many the first few, so that none hides the others; the rest can be opened."""
    few = [Finding("few-differences", f"m2: {n} places only") for n in range(7)]
    one = Finding("shifted", "line 2 is misplaced", "x.txt", (Place(2, 2),))
    twice = Finding("entity", "2 lines have entities", "x.txt", (Place(2, 2),), 2)
    found = replace(review, findings=(*few[:3], one, *few[3:], twice))
    listed = findings_list(found)
    assert [(kind["code"], len(kind["first"]), len(kind["others"])) for kind in listed] == [
        ("few-differences", 3, 4),
        ("shifted", 1, 0),
        ("entity", 1, 0),
    ]
    assert [item["message"] for item in listed[0]["others"]] == [item.message for item in few[3:]]
    assert listed[1]["first"][0]["are_all"]
    page = found.page()
    assert "4 more like these" in page
    assert '9<span class="roomy"> findings' in page
    assert "<b>x.txt</b>: 2 lines have entities" in page  # not twice how many


def test_findings_leave_out_the_folder_of_all_files(tmp_path: Path) -> None:
    """It is said once."""
    text = "S He go home .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n\n" * 24
    (tmp_path / "gold.m2").write_text(text, encoding="utf-8")
    (tmp_path / "out.txt").write_text("He goes home . \n" * 24, encoding="utf-8")
    checked = errata.validate(tmp_path / "gold.m2", tmp_path / "out.txt")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = errata.review(
            tmp_path / "gold.m2",
            {"x": tmp_path / "out.txt"},
            measures=["m2"],
            resampling=Resampling(samples=100),
            checked=checked,
        )
    assert common_folder(found) == f"{tmp_path}/"
    (blank,) = [item for kind in findings_list(found) for item in kind["first"] if item["file"] == "out.txt"]
    assert blank["links"][:2] == [1, 2]
    assert found.page().count(str(tmp_path)) == 1


def test_every_number_has_its_signature(review: Review) -> None:
    """Those of all measures, and that of the marks."""
    page = review.page()
    for item in review.comparison.measures:
        assert item.signature in page
    assert review.marks
    assert review.marks.scores[0].signature in page


def test_documents_with_character_offsets_have_an_overview() -> None:
    """Their sentences are not known, so there is nothing to explore."""
    edit = errata.Edit.of(3, 5, "go", ("goes",), "RV", "1")
    gold = errata.Corpus(tuple(errata.Text.document(str(number), "He go.", [edit]) for number in range(1, 25)))
    found = errata.review(gold, {"x": gold}, measures=["hoo"], resampling=Resampling(samples=100))
    page = found.page()
    assert "1 system, 24 documents" in page
    assert "because only these documents were looked at" in page
    assert 'id="overview"' in page
    assert 'id="sentences"' not in page
    with pytest.raises(errata.InputError, match="needs sentences, but gold holds documents"):
        found.plot("types")
