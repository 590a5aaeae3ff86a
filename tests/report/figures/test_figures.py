"""Figures for papers."""

import re
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from tests.support import EXAMPLES, needs

import errata
from errata import Corpus, Figure, Resampling
from errata.api.kinds import Group, Grouping
from errata.api.review import Review
from errata.measures.shades import BLUES, REDS, as_hex, mix
from errata.records import replace
from errata.report.figures.canvas import COLUMN, SIZE, Box, Dot, Line, Text, shortened, text_width
from errata.report.figures.tables import draw_agreement, draw_kinds

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def review() -> Review:
    """Three systems of the corpus that ships with errata."""
    outputs = {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold", "cautious")}
    return errata.review(EXAMPLES / "gold.m2", outputs, measures=["m2", "green"], resampling=Resampling(samples=1000))


def texts(figure: Figure) -> list[str]:
    """Return what is written in a figure."""
    return [shape.text for shape in figure.shapes if isinstance(shape, Text)]


def test_scores_are_dots_with_whiskers_in_the_order_of_the_score(review: Review) -> None:
    """One panel a measure; a better system has its dot further to the right."""
    figure = review.plot("scores")
    assert figure.width == COLUMN
    assert texts(figure)[0] == "m2 F0.5 (%)"
    dots = [shape for shape in figure.shapes if isinstance(shape, Dot)]
    assert [dot.about.partition(":")[0] for dot in dots] == ["good", "cautious", "bold", "good", "bold", "cautious"]
    interval = review.comparison["m2"].scores[0].interval
    assert interval
    assert dots[0].about == f"good: 92.36 [{100 * interval.low:.2f}, {100 * interval.high:.2f}]"
    assert [dot.x for dot in dots[:3]] == sorted((dot.x for dot in dots[:3]), reverse=True)
    whiskers = [shape for shape in figure.shapes if isinstance(shape, Line) and shape.ink == "mark"]
    assert whiskers[0].x1 < dots[0].x < whiskers[0].x2
    assert figure.caption.startswith(
        "Scores (%) under m2, green with 95% bootstrap intervals (1000 samples of 150 sent"
    )


def test_a_result_and_a_comparison_have_the_same_plot(review: Review) -> None:
    """A result without intervals has dots alone."""
    assert review.comparison.plot().svg == review.plot().svg
    result = errata.score(EXAMPLES / "gold.m2", EXAMPLES / "good.txt", measures=["green"])
    assert [type(shape) for shape in result.plot().shapes].count(Dot) == 1


def test_types_are_shaded_by_their_value_and_grey_where_they_are_few(review: Review) -> None:
    """The number in the cell is the rounded rate."""
    figure = review.plot("types", value="precision")
    group = review.kinds[0].groups[0]
    shown = {shape.about for shape in figure.shapes if isinstance(shape, Box)}
    assert f"{group.name}, good: {100 * group.value('precision', 0):.0f}" in shown
    few = {
        f"{item.name}, {review.systems[place]}: "
        for item in review.kinds[0].groups
        for place in range(3)
        if 0 < sum(item.counts[place][:2]) < 10  # right and wrong, whatever the gold has
    }
    assert len(few) > 5
    assert not [about for about in shown if about.startswith(tuple(few))]
    assert "rates of fewer than 10 edits are in grey" in figure.caption


def test_difficulty_is_a_bar_for_each_kind_hardest_first(review: Review) -> None:
    """As long as the share of systems that miss it."""
    bars = [shape for shape in review.plot("difficulty", by="operation").shapes if isinstance(shape, Box)]
    assert [bar.width for bar in bars] == sorted((bar.width for bar in bars), reverse=True)
    assert len(bars) == 3


def test_ranges_are_not_sorted(review: Review) -> None:
    """What follows one another stays so, however hard."""
    bars = [shape for shape in review.plot("difficulty", by="sentence").shapes if isinstance(shape, Box)]
    sizes = [group.name for group in review.kinds[5].groups if group.n_gold >= 10]
    assert len(sizes) > 2
    assert [bar.about.partition(":")[0] for bar in bars] == sizes


def test_difficulty_for_one_system_is_its_share_of_misses() -> None:
    """There is no share of systems."""
    outputs = {"bold": EXAMPLES / "bold.txt"}
    found = errata.review(EXAMPLES / "gold.m2", outputs, measures=["m2"], resampling=Resampling(samples=100))
    figure = found.plot("difficulty", by="operation")
    assert "% of edits missed" in texts(figure)
    assert figure.caption.startswith("Difficulty by operation: the share of the gold's edits that bold misses; edits: ")


def reach(shape: Text) -> tuple[float, float]:
    """Return from where to where a text goes, turned or not, in letters as wide as any font has them."""
    long = text_width(shape.text, shape.size)
    if shape.turn:
        return shape.x - SIZE, shape.x + (0.72 * long if shape.turn == -45 else 0.0)
    start = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * long
    return start, start + long


@pytest.mark.parametrize("long", ["", "-transformer-large-finetuned-on-the-corpus"])
@pytest.mark.parametrize("n", [1, 4, 12, 30])
def test_numbers_stay_in_their_cells_and_names_on_the_sheet(n: int, long: str) -> None:
    """A column of a paper holds twelve systems; of more than it can hold the figure is wider instead."""
    counts = tuple((n_right, 20, 30) for n_right in range(n))
    groups = [Group("R:OTHER", counts), Group("R:VERB:TENSE", ((39, 0, 1),) * n)]
    systems = [f"run-{place:02}{long}" for place in range(n)]
    for groups_shown in (groups[:1], groups):
        figure = draw_kinds(Grouping("type", "type", tuple(groups_shown)), systems, range(n))
        assert figure.width == pytest.approx(COLUMN) or n == 30  # a sum of cells, rounded
        cells = [shape for shape in figure.shapes if isinstance(shape, Box)]
        numbers = [shape for shape in figure.shapes if isinstance(shape, Text) and shape.anchor == "middle"][
            -len(cells) :
        ]
        for cell, number in zip(cells, numbers, strict=True):
            assert cell.x - 0.5 <= reach(number)[0]
            assert reach(number)[1] <= cell.x + cell.width + 0.5
        for shape in figure.shapes:
            if isinstance(shape, Text):
                assert reach(shape)[1] <= figure.width + 0.5, shape
                assert reach(shape)[0] >= -0.5, shape


def test_ten_measures_agree_within_a_column(review: Review) -> None:
    """Negative numbers are the widest: none runs over the next, which would show another number."""
    (pair,) = review.comparison.agreements
    titles = [f"measure{place}" for place in range(10)]
    measures = tuple(replace(review.comparison.measures[0], title=title) for title in titles)
    pairs = tuple(replace(pair, first=one, second=two, kendall=-0.45) for one in titles for two in titles if one < two)
    figure = draw_agreement(replace(review.comparison, measures=measures, agreements=pairs))
    assert figure.width == pytest.approx(COLUMN)
    cells = [shape for shape in figure.shapes if isinstance(shape, Box)]
    assert len(cells) == 100
    assert min(cell.width for cell in cells) + 1 >= text_width("−.45")


def test_ticks_do_not_run_into_each_other() -> None:
    """On an axis that long names leave little room."""
    names = [f"{'W' * 12}{place}" for place in range(3)]
    gold = Corpus.from_texts(["a b c d e f g ."] * 30, [["a b c d e f h ."] * 30])
    outputs = {
        name: ["a b c d e f h ."] * (10 * place) + ["a b c d e f g ."] * (30 - 10 * place)
        for place, name in enumerate(names)
    }
    for measure in ("green", "wer", "imeasure"):
        figure = errata.review(gold, outputs, measures=[measure], resampling=Resampling(samples=100)).plot()
        ticks = [shape for shape in figure.shapes if isinstance(shape, Text) and shape.anchor == "middle"]
        assert len(ticks) >= 2
        for one, two in pairwise(ticks):
            assert reach(one)[1] < reach(two)[0]


def test_agreement_is_a_matrix(review: Review) -> None:
    """Of each two measures, and 1 of each with itself."""
    (tau,) = review.comparison.agreements
    numbers = [text for text in texts(review.plot("agreement")) if re.fullmatch("−?[.0-9]+", text)]
    assert tau.kendall == pytest.approx(1 / 3)  # one of three pairs is ranked otherwise
    assert numbers == ["1", ".33", ".33", "1"]


def test_measures_that_disagree_are_red(review: Review) -> None:
    """An order turned round is as far from none in common as the same order is."""
    (pair,) = review.comparison.agreements
    figure = draw_agreement(replace(review.comparison, agreements=(replace(pair, kendall=-1.0),)))
    fills = [shape.fill for shape in figure.shapes if isinstance(shape, Box)]
    blue, red = as_hex(mix(BLUES, 0.9)), as_hex(mix(REDS, 0.9))
    assert fills == [blue, red, red, blue]
    assert "−1" in texts(figure)


def test_a_page_has_room_for_two_panels_and_a_column_for_one(review: Review) -> None:
    """Each is as wide as a column."""
    column, page = review.plot("scores"), review.plot("scores", width="page")
    assert page.height == pytest.approx(column.height / 2, abs=4)
    heads = [shape for shape in page.shapes if isinstance(shape, Text) and shape.bold]
    assert [(head.x, head.text) for head in heads] == [(0, "m2 F0.5 (%)"), (236, "green F2 (%)")]


def test_a_line_parts_groups(review: Review) -> None:
    """Those above it are significantly better than those below."""
    n_groups = [max(standing.group for standing in item.standings) for item in review.comparison.measures]
    assert n_groups[0] > 1
    lines = [shape for shape in review.plot().shapes if isinstance(shape, Line) and shape.ink == "soft"]
    assert len(lines) == sum(n_groups) - len(n_groups)


def test_without_tests_no_ranks_are_claimed() -> None:
    """A result has scores alone."""
    outputs = {name: EXAMPLES / f"{name}.txt" for name in ("good", "bold")}
    figure = errata.score(EXAMPLES / "gold.m2", outputs, measures=["green"]).plot()
    assert "ranks" not in texts(figure)
    assert figure.caption == "Scores (%) under green."


def test_systems_are_in_the_order_of_their_scores(review: Review) -> None:
    """As everywhere else."""
    names = [text for text in texts(review.plot("types")) if text in review.systems]
    assert names == ["good", "cautious", "bold"]


@pytest.mark.parametrize("which", ["scores", "types", "difficulty", "agreement"])
def test_nothing_leaves_the_sheet(review: Review, which: str) -> None:
    """Whatever the width; letters are as wide as they are taken to be."""
    for width in ("column", "page"):
        figure = review.plot(which, width=width)
        root = ET.fromstring(figure.svg)
        assert root.get("viewBox") == f"0 0 {figure.width:g} {round(figure.height, 2):g}"
        for shape in figure.shapes:
            if isinstance(shape, Text) and not shape.turn:
                start = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * text_width(shape.text)
                assert start >= -0.5
                assert start + text_width(shape.text, shape.size) <= figure.width + 0.5, shape
                assert 0 <= shape.y <= figure.height, shape


def test_a_file_has_title_and_caption_and_no_classes(review: Review) -> None:
    """A page has classes instead of colours."""
    figure = review.plot()
    root = ET.fromstring(figure.svg)
    assert root.findtext(f"{SVG}desc") == figure.caption
    assert root.findtext(f"{SVG}title") == figure.title
    assert root.findtext(f"{SVG}metadata") == "\n".join(item.signature for item in review.comparison.measures)
    assert "metadata" not in figure.inline
    assert "class=" not in figure.svg
    assert 'class="f-mark"' in figure.inline
    assert figure._repr_svg_() == figure.svg


def test_a_figure_of_edits_has_the_signature_of_their_marks(review: Review) -> None:
    """Which are those of another measure than the scores."""
    assert review.marks
    (signature,) = {score.signature for score in review.marks.scores}
    assert signature.startswith("errant|")
    assert review.plot("types").signatures == review.plot("difficulty").signatures == (signature,)
    assert review.plot("agreement").signatures == tuple(item.signature for item in review.comparison.measures)


def test_names_never_become_markup() -> None:
    """Long ones keep their start and their end, where the names of runs differ."""
    name = "<script>&\u202e" + "x" * 80
    found = errata.review(
        Corpus.from_texts(["a b ."] * 25, [["a c ."] * 25]),
        {name: ["a c ."] * 25, "b": ["a b ."] * 25},
        measures=["green"],
        resampling=Resampling(samples=100),
    )
    drawn = found.plot().svg
    assert "<script" not in drawn
    assert "&lt;script&gt;&amp;\\u202e" in drawn
    ET.fromstring(drawn)
    assert shortened("W" * 50, 30) == "WW…W"
    assert shortened("short", 30) == "short"
    assert [shortened(f"a-rather-long-name-beam={n}", 60) for n in (1, 2)] == ["a-rath…beam=1", "a-rath…beam=2"]
    assert shortened("W" * 50, 1) == "…"


def test_what_cannot_be_drawn_is_refused(review: Review, tmp_path: Path) -> None:
    """With what there is instead."""
    with pytest.raises(errata.OptionError, match="no plot called 'score'; did you mean 'scores'"):
        review.plot("score")
    with pytest.raises(errata.OptionError, match="width must be column, page or a number of points"):
        review.plot(width="poster")
    with pytest.raises(errata.OptionError, match="from 100 to 2000 points, not 5"):
        review.plot(width=5)
    with pytest.raises(errata.OptionError, match="value must be recall, precision or f, not 'r'"):
        review.plot("types", value="r")
    with pytest.raises(errata.InputError, match=r"make it of errata.review"):
        review.comparison.plot("types")
    with pytest.raises(errata.InputError, match="agreement needs a comparison"):
        review.scored.result.plot("agreement")
    with pytest.raises(
        errata.InputError, match=r"figure.doc is not a figure file: the name must end in .svg, .pdf, .png"
    ):
        review.plot().save(tmp_path / "figure.doc")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@needs("matplotlib", "errata[plots]")
def test_pdf_and_png_are_painted_from_the_same_shapes(review: Review, tmp_path: Path) -> None:
    """Twice the same bytes; the PDF has its font inside, and both have their size."""
    figure = review.plot("agreement")
    for suffix, begin in (("pdf", b"%PDF"), ("png", b"\x89PNG")):
        for name in ("one", "two"):
            figure.save(tmp_path / f"{name}.{suffix}")
        written = (tmp_path / f"one.{suffix}").read_bytes()
        assert written.startswith(begin)
        assert written == (tmp_path / f"two.{suffix}").read_bytes()
    pdf, png = (tmp_path / "one.pdf").read_bytes(), (tmp_path / "one.png").read_bytes()
    assert b"/FontFile2" in pdf
    assert figure.signatures[0].split("|")[0].encode() in pdf
    assert all(signature.encode() in png for signature in figure.signatures)
    assert int.from_bytes(png[16:20], "big") == int(figure.width / 72 * 300)


def test_without_the_extra_only_svg_is_written(review: Review, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    review.plot().save(tmp_path / "figure.svg")
    with pytest.raises(errata.MissingExtraError, match=r"pip install 'errata\[plots\]', or write SVG"):
        review.plot().save(tmp_path / "figure.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["figure.svg"]
