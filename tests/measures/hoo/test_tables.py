"""HOO scores as tables by aspect and over runs, and as XML."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import errata
from errata import Corpus, Edit, InputError, Result, Text
from errata.report.scores import render

TEXT = "He go home , now then ."
GOLD = (
    Edit.of(3, 5, "go", ("goes",), "V", "1", cset="a"),
    Edit.of(11, 12, ",", (None, ""), "P", "2", cset="a"),
    Edit.of(17, 21, "then", ("",), "W", "3"),
)
GOOD = (Edit.of(3, 5, "go", ("goes",), "V", "1"), Edit.of(17, 21, "then", ("",), "W", "2"))
POOR = (Edit.of(3, 10, "go home", ("went home",), "V", "1"),)


def documents(*edits: Edit) -> Corpus:
    return Corpus((Text.document("0001", TEXT, edits),))


def scored(measure: str = "hoo") -> Result:
    return errata.score(documents(*GOLD), {"poor": documents(*POOR), "good": documents(*GOOD)}, measures=[measure])


def test_rows_are_aspects_and_columns_regimes() -> None:
    """P, R and F without bonus, then with it; the share of system edits that meet anything beside detection."""
    lines = render(scored().scores, "table").split("\n")
    assert [line.split() for line in lines[1:9]] == [
        ["system", "P", "R", "F1", "P+bonus", "R+bonus", "F1+bonus", "P", "sys"],
        ["─" * len(lines[2])],
        ["poor", "detection", "100.00", "33.33", "50.00", "100.00", "66.67", "80.00", "100.00"],
        ["poor", "recognition", "0.00", "0.00", "0.00", "50.00", "33.33", "40.00"],
        ["poor", "correction", "0.00", "0.00", "0.00", "50.00", "33.33", "40.00"],
        ["good", "detection", "100.00", "66.67", "80.00", "100.00", "100.00", "100.00", "100.00"],
        ["good", "recognition", "100.00", "66.67", "80.00", "100.00", "100.00", "100.00"],
        ["good", "correction", "100.00", "66.67", "80.00", "100.00", "100.00", "100.00"],
    ]
    assert "hoo, counts" in lines
    assert "poor: edits span 7.0 characters on average, at most 7; those of the gold span 2.3 characters on" in "".join(
        lines
    )


def test_runs_side_by_side_for_print() -> None:
    """One row a run, the best values marked, with bonus in a table of its own; sorted as asked for."""
    text = render(scored().scores, "latex", sort="correction_f", best=True)
    assert text.index("good & ") < text.index("poor & ")
    assert r"good & \textbf{100.00} & \textbf{66.67} & \textbf{80.00} & \textbf{100.00} &" in text
    assert r"poor & \textbf{100.00} & 33.33 & 50.00 & 0.00 &" in text
    assert r"\caption{hoo with bonus}" in text
    assert "| poor | **100.00** | 33.33 |" in render(scored().scores, "markdown", best=True)
    assert "good    detection    100.00*  66.67*" in render(scored().scores, "table", best=True)
    plain = documents(GOLD[2])
    only = errata.score(plain, {"a": plain, "b": plain}, measures=["hoo"])
    assert "with bonus" not in render(only.scores, "latex"), "nothing is optional"


@pytest.mark.parametrize(("measure", "f", "n_before"), [("hoo", "F1", 0), ("hoo:bonus=yes", "F1+bonus", 1)])
def test_the_interval_stands_beside_the_score(measure: str, f: str, n_before: int) -> None:
    """By aspect that of each F, over runs that of the score, under the regime of the run; the best stay marked."""

    def two(*edits: Edit) -> Corpus:
        return Corpus((Text.document("0001", TEXT, edits), Text.document("0002", TEXT, edits[-1:])))

    with pytest.warns(errata.ErrataWarning, match="2 documents"):
        found = errata.score(two(*GOLD), {"poor": two(*POOR), "good": two(*GOOD)}, measures=[measure], interval=True)

    def ends(score: errata.Score, aspect: str) -> str:
        assert score.interval is not None
        low, high = score.interval.values[f"{aspect}_f"]
        return f"[{100 * low:.2f}, {100 * high:.2f}]"

    lines = render(found.scores, "table", best=True).split("\n")
    assert re.search(rf" {re.escape(f)} +95% interval ", lines[1])
    expected = [ends(score, aspect) for score in found.scores for aspect in ("detection", "recognition", "correction")]
    assert [f"[{line.split('[')[1].split(']')[0]}]" for line in lines[3:9]] == expected
    best = found.scores[1]
    for form, cells in (("markdown", "| **{}** | {} |"), ("latex", r"& \textbf{{{}}} & {} ")):
        before, after = re.split(r"95\\?%", render(found.scores, form, best=True))  # heads in LaTeX have two lines
        assert before.count("with bonus") == n_before
        assert cells.format(f"{100 * best.score:.2f}", ends(best, "correction")) in after


def test_precision_of_nothing_is_not_the_best() -> None:
    """It is 1 by a rule, with bonus too."""
    outputs = {"silent": documents(), "poor": documents(*POOR)}
    scores = errata.score(documents(*GOLD), outputs, measures=["hoo"]).scores
    silent, poor = (line for line in render(scores, "table", best=True).split("\n") if " detection " in line)
    assert silent.split()[2::3] == ["100.00", "100.00", "100.00"]
    assert poor.split()[2::3] == ["100.00*", "100.00*", "100.00"]
    for line in render(scores, "markdown", best=True).split("\n"):
        assert not line.startswith("| silent | **100.00**")
    assert "precision" not in render(scores, "csv", best=True).split("\n")[1].split(",hoo|")[0]


def test_flat_tables_have_both_regimes() -> None:
    """And, on demand, in what each run is best."""
    header, poor, good = (line.split(",") for line in render(scored().scores, "csv", best=True).split("\n"))
    row = dict(zip(header, poor, strict=True))
    assert (row["nobonus_detection_recall"], row["bonus_detection_recall"]) == (repr(1 / 3), repr(2 / 3))
    assert row["best"] == "detection_precision+precision_system"
    assert dict(zip(header, good, strict=True))["best"].startswith("correction_f+correction_precision")
    with pytest.raises(InputError, match="no measure here has 'f' to sort by; there are: score, correction_f,"):
        render(scored().scores, "csv", sort="f")


def test_systems_without_a_value_come_last() -> None:
    """Precision is not known where system edits have no type."""
    untyped = documents(*(replace(edit, type="") for edit in GOOD))
    with pytest.warns(errata.ErrataWarning, match="some edits have no type"):
        found = errata.score(documents(*GOLD), {"untyped": untyped, "poor": documents(*POOR)}, measures=["hoo:types=V"])
    text = render(found.scores, "table", sort="correction_f", best=True)
    assert text.index("poor ") < text.index("untyped ")


def test_what_else_is_known() -> None:
    """Consistency sets with their reading, types as in 2011, annotators, documents."""
    csets = render(scored("hoo:cset=consistent").scores, "table")
    assert "good, consistency sets\ndocument  cset  reading  satisfied" in csets
    assert "0001      a           0     1 of 2" in csets
    types = render(scored("hoo:preset=hoo2011").scores, "table")
    assert "good, by type\ntype            gold  detected       %" in types
    assert "V     required     1         1  100.00           1  100.00          1  100.00" in types
    both = errata.merge([documents(*GOLD), documents(*GOOD)])
    several = errata.score(both, {"good": documents(*GOOD)}, measures=["hoo"])
    shown = render(several.scores, "table", sentences=True)
    assert "good, by annotator\nannotator  gold   det P" in shown
    assert "hoo, good\ndocument  annotator  cor F1" in shown
    assert "0001      1          100.00" in shown


def test_result_files() -> None:
    """Counts and scores under the names of the historic programs; several runs stand side by side."""
    results = scored("hoo:bonus=yes").scores
    root = ElementTree.fromstring(render(results[:1], "hoo-xml"))
    assert (root.tag, root.get("system"), root.get("regime")) == ("results", "poor", "bonus")
    assert {item.tag: item.text for item in root.find("counts") or ()} == {
        "gold": "3",
        "system": "1",
        "optional": "1",
        "detected": "1",
        "recognised": "0",
        "corrected": "0",
        "spurious": "0",
        "missed_optional": "1",
    }
    assert root.findtext("scores/detection/precision") == "1.0"
    assert float(root.findtext("scores/correction/score") or "") == 0.4
    runs = ElementTree.fromstring(render(results, "hoo-xml"))
    assert [item.get("system") for item in runs] == ["poor", "good"]
    other = errata.score(sources=["a"], references=[["b"]], outputs=["b"], measures=["green"])
    with pytest.raises(InputError, match="hoo-xml holds scores of the measure hoo only"):
        render(other.scores, "hoo-xml")


def test_what_was_asked_for_is_not_read_from_signatures() -> None:
    """A type may be called anything, also what looks like options there."""
    odd = documents(replace(GOLD[2], type="a|bonus:yes|preset:hoo2011|unit:token|b"))
    [found] = errata.score(odd, {"it": odd}, measures=[errata.Hoo(types="a|bonus:yes|preset:hoo2011|unit:token|b")])
    assert ElementTree.fromstring(render([found], "hoo-xml")).get("regime") == "nobonus"
    assert "it: edits span 4.0 characters on average" in render([found], "table")
