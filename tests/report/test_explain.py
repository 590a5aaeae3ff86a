"""Explanations as text and as JSON."""

import json
import math
import re

import pytest
from tests.support import example_gold, example_outputs

import errata
from errata import Alignment, Corpus, Explanation, Formula, Listing, MeasureExplanation, Replacement, Working
from errata.measures.data import SentenceScore
from errata.report.explain import TextReport, to_json
from errata.report.writers import display_width


def told(
    *sections: Listing | Alignment, formulas: tuple[Formula, ...] = (), views: tuple[Listing | Alignment, ...] = ()
) -> Explanation:
    """Return an explanation by hand."""
    row = SentenceScore(2, 0.75, {"f": 0.75, "precision": math.nan}, {"tp": 3, "fp": 1.5}, 0)
    working = Working(sections, formulas, "annotator 0", {"TP": "right"})
    measure = MeasureExplanation("m", "m:beta=1", "m|v:0", {"f": "F1", "precision": "P"}, row, working)
    return Explanation("mine", 2, "a b", "a c", (), views, (measure,))


def text_of(*sections: Listing | Alignment, width: int = 60, **settings: bool) -> list[str]:
    return TextReport(width, **settings).render([told(*sections)]).splitlines()


def test_sentences_are_counted_from_one_and_the_index_is_named() -> None:
    """The head has both numbers, and the measure its score, signature, choice, counts and words."""
    lines = TextReport().render([told(formulas=(Formula("P", "a / b", "3/4", 0.75, "f"),))]).splitlines()
    assert lines[0] == "sentence 3 (index 2), system mine"
    for line in (
        "m:beta=1: F1 75.00",
        "compared with: annotator 0",
        "counts: tp 3, fp 1.5",
        "  P = a / b = 3/4 = 75.00 %",
        "m|v:0",
    ):
        assert line in lines
    assert lines[-1] == "  TP  right"


@pytest.mark.parametrize(
    ("why", "columns", "lines"),
    [
        (
            "Latin words",
            (("He", "He"), ("go", "goes"), (None, "away")),
            ["  source  He go   ∅", "  output  He goes away"],
        ),
        (
            "a wide character takes two columns",
            (("我", "我"), ("是", "I"), ("x", "喜欢")),
            ["  source  我 是 x", "  output  我 I  喜欢"],
        ),
        (
            "a combining mark takes none",
            (("cafe\u0301", "bar"), ("x", "y")),
            ["  source  cafe\u0301 x", "  output  bar  y"],
        ),
    ],
)
def test_words_of_one_column_stand_below_each_other(
    why: str, columns: tuple[tuple[str | None, ...], ...], lines: list[str]
) -> None:
    """Measured in columns of the terminal."""
    drawn = text_of(Alignment("texts", ("source", "output"), columns))
    at = drawn.index("texts")
    assert drawn[at + 1 : at + 3] == lines, why


def test_long_sentences_wrap_in_blocks() -> None:
    """Each block has every row, and no line is wider than there is room."""
    columns = tuple((f"word{number}", f"w{number}") for number in range(30))
    drawn = text_of(Alignment("texts", ("source", "output"), columns), width=50)
    source = [line for line in drawn if line.startswith("  source")]
    output = [line for line in drawn if line.startswith("  output")]
    assert len(source) == len(output) > 3
    assert max(map(len, source)) <= 50
    assert " ".join(line.removeprefix("  source").strip() for line in source).split() == [c[0] for c in columns]
    for above, below in zip(source, output, strict=True):
        assert [m.start() for m in re.finditer(r"\bword", above)] == [m.start() for m in re.finditer(r"\bw\d", below)]


def test_listings_fit_the_width() -> None:
    """Long cells wrap within their column; what is longer than a line is cut."""
    rows = (("TP", Replacement(0, 1, "x" * 70, "one two three four five six seven eight nine ten eleven")),)
    drawn = text_of(Listing("edits", ("verdict", "edit"), rows), width=50)
    at = drawn.index("edits")
    body = drawn[at + 1 : drawn.index("", at)]
    assert max(map(display_width, body)) <= 50
    assert "".join(line[11:] for line in body[1:]).replace(" ", "") == str(rows[0][1]).replace(" ", "")


def test_long_lists_are_cut_unless_asked_for_in_full() -> None:
    """Ten are shown and the rest is counted; an empty listing says so, an empty column is left out."""
    rows = (("TK", tuple(f"g{number}" for number in range(14)), None),)
    section = Listing("n-grams", ("region", "members", "never"), rows)
    cut = text_of(section, width=200)
    assert "  TK      g0 · g1 · g2 · g3 · g4 · g5 · g6 · g7 · g8 · g9 · … and 4 more" in cut
    assert not any("never" in line for line in cut)
    assert any(line.endswith("g12 · g13") for line in text_of(section, width=200, full=True))
    assert "  none" in text_of(Listing("edits", ("verdict",), ()))


def test_colour_marks_verdicts_and_changes_and_nothing_else() -> None:
    """Without the escape sequences the text is the same; right changes are green, wrong ones red."""
    aligned = Alignment(
        "texts", ("source", "output", "annotator 0"), (("a", "b", "b"), ("c", "d", "c"), ("e", "e", "f"))
    )
    verdicts = Listing("edits", ("verdict",), (("TP",), ("FN",)))
    plain = text_of(aligned, verdicts)
    coloured = text_of(aligned, verdicts, colour=True)
    assert not any("\033" in line for line in plain)
    stripped = [re.sub(r"\033\[\d+m", "", line).rstrip() for line in coloured]
    assert stripped == plain
    text = "\n".join(coloured)
    for piece in ("\033[32mb", "\033[31md", "\033[33mf", "\033[32mTP", "\033[31mFN"):
        assert piece in text


def test_a_measure_says_which_of_its_words_are_good_and_bad() -> None:
    """Instead of the usual ones; those of the views stay theirs."""
    row = SentenceScore(0, 1.0, {"f": 1.0}, {}, None, {})
    rows = (("TP",), ("hit",), ("none",), ("same",))
    working = Working((Listing("edits", ("verdict",), rows),), good=("hit",), bad=("none",))
    views = (Listing("seen", ("verdict",), rows),)
    measure = MeasureExplanation("m", "m", "m|v:0", {"f": "F"}, row, working)
    told = Explanation("mine", 0, "a", "a", (), views, (measure,))
    text = TextReport(100, colour=True).render([told])
    seen, edits = text.partition("edits")[::2]
    assert re.findall(r"\033\[(\d+)m(TP|hit|none|same)", seen) == [("31", "none"), ("32", "same")]
    assert re.findall(r"\033\[(\d+)m(TP|hit|none|same)", edits) == [("32", "hit"), ("31", "none")]


def test_control_characters_cannot_play_with_the_terminal() -> None:
    """They are written out wherever text of a file is shown."""
    evil = "\033[2J"
    drawn = "\n".join(
        text_of(
            Alignment("texts", ("source", "output"), ((evil, "x"),)),
            Listing(f"edits {evil}", ("verdict", "n-grams"), ((f"a{evil}", (evil,)),)),
        )
    )
    assert "\033" not in drawn
    assert drawn.count("\\x1b[2J") == 4


def test_json_has_everything_under_documented_names() -> None:
    """Replacements are objects, n-grams lists, what is not defined is null."""
    aligned = Alignment("texts", ("source", "output"), (("a", None),))
    listing = Listing("edits", ("verdict", "edit", "n-grams"), (("TP", Replacement(0, 1, "a", "b"), ("x", "y")),))
    item = told(listing, formulas=(Formula("P", "a/b", "1/2", math.nan, "precision", "why"),), views=(aligned,))
    assert json.loads(to_json([item], ["careful"])) == {
        "errata": errata.__version__,
        "schema": 1,
        "explanations": [
            {
                "system": "mine",
                "index": 2,
                "source": "a b",
                "output": "a c",
                "references": [],
                "views": [
                    {"kind": "alignment", "title": "texts", "rows": ["source", "output"], "columns": [["a", None]]}
                ],
                "measures": [
                    {
                        "measure": "m",
                        "title": "m:beta=1",
                        "signature": "m|v:0",
                        "score": 0.75,
                        "better": "higher",
                        "values": {"f": 0.75, "precision": None},
                        "counts": {"tp": 3, "fp": 1.5},
                        "reference": 0,
                        "choice": "annotator 0",
                        "sections": [
                            {
                                "kind": "listing",
                                "title": "edits",
                                "columns": ["verdict", "edit", "n-grams"],
                                "rows": [
                                    {
                                        "verdict": "TP",
                                        "edit": {"start": 0, "end": 1, "original": "a", "correction": "b"},
                                        "n-grams": ["x", "y"],
                                    }
                                ],
                            }
                        ],
                        "formulas": [
                            {
                                "name": "P",
                                "key": "precision",
                                "expression": "a/b",
                                "numbers": "1/2",
                                "value": None,
                                "note": "why",
                            }
                        ],
                        "words": {"TP": "right"},
                    }
                ],
            }
        ],
        "warnings": ["careful"],
    }


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("width", [40, 72, 130])
def test_every_sentence_can_be_drawn(width: int) -> None:
    """No line is too wide but signatures; where there are more columns than room, each keeps six signs."""
    gold = example_gold()
    outputs = example_outputs("bold", "paraphrase")
    explanations = errata.explain(gold, outputs, extract="errata", sentences=range(0, len(gold), 10))
    for explanation in explanations:
        to_json([explanation])
        for line in TextReport(width).render([explanation]).splitlines():
            assert display_width(line) <= max(width, 72) or "|v:" in line, line


def test_documents_are_named_by_their_id() -> None:
    """And JSON has it as `document`."""
    row = SentenceScore(0, 1.0, {"f": 1.0}, {}, None)
    measure = MeasureExplanation("m", "m", "m|v:0", {"f": "F"}, row, Working())
    item = Explanation("mine", 0, "", "", (), (), (measure,), "0007")
    assert TextReport().render([item]).splitlines()[0] == "document 0007, number 1 (index 0), system mine"
    assert json.loads(to_json([item]))["explanations"][0]["document"] == "0007"


def test_explanations_of_plain_references_name_them() -> None:
    """References come with their number and text."""
    gold = Corpus.from_texts(["He go ."], [["He goes ."]])
    item = json.loads(to_json(errata.explain(gold, ["He go ."], measures=["green:n=1"], sentences=[0])))
    assert item["explanations"][0]["references"] == [{"reference": 0, "text": "He goes ."}]


def test_a_listing_of_very_many_columns_is_fitted_at_once() -> None:
    """Taking one character after the other from the widest of so many would take minutes."""
    n = 20_000
    lines = text_of(Listing("edits", ("edit",) * n, (("a" * 30,) * n,)))
    assert "  " + "  ".join(["aaaaaa"] * n) in lines
