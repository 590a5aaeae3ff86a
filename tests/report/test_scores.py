"""Scores in every output format."""

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from tests.support import example_gold, example_outputs

import errata
from errata import Errant
from errata.report.scores import render
from errata.report.writers import FORMATS

SRC = ["He go home today .", "I likes the tea ."]
REF = ["He goes home today .", "I like the tea ."]
RESULT = errata.score(
    sources=SRC, references=[REF], outputs={"same": SRC, "right": REF}, measures=["green", "green:unit=char"]
)


def test_json_follows_the_schema() -> None:
    """Version, scores with everything in full precision, warnings; sentences only when asked for."""
    data = json.loads(render(RESULT.scores, "json", warnings=["careful"]))
    assert (data["errata"], data["schema"], data["warnings"]) == (errata.__version__, 1, ["careful"])
    first = data["scores"][0]
    assert list(first) == ["system", "measure", "signature", "score", "better", "values", "counts", "details"]
    assert first["score"] == RESULT.scores[0].score == first["values"]["f"]
    assert first["counts"] == dict(RESULT.scores[0].counts)
    with_sentences = json.loads(render(RESULT.scores, "json", sentences=True))["scores"][0]["sentences"]
    assert [row["index"] for row in with_sentences] == [0, 1]
    assert list(with_sentences[0]) == ["index", "score", "values", "counts", "reference", "details"]


def test_jsonl_is_one_object_a_line() -> None:
    """The same objects as in JSON."""
    lines = [json.loads(line) for line in render(RESULT.scores, "jsonl", sentences=True).split("\n")]
    assert lines == json.loads(render(RESULT.scores, "json", sentences=True))["scores"]


def test_tsv_and_csv_have_the_same_cells() -> None:
    """Unrounded numbers under the union of all columns; a measure without a column leaves it empty."""
    tsv = [line.split("\t") for line in render(RESULT.scores, "tsv").split("\n")]
    assert tsv == list(csv.reader(io.StringIO(render(RESULT.scores, "csv"))))
    assert tsv[0][:6] == ["system", "measure", "score", "f", "precision", "recall"]
    assert float(tsv[1][2]) == RESULT.scores[0].score
    assert len({len(row) for row in tsv}) == 1
    assert tsv[1][tsv[0].index("tk6")] == ""
    assert tsv[2][tsv[0].index("tk6")] != ""


def test_tsv_with_sentences_has_their_place() -> None:
    """Index and reference, empty for the corpus."""
    rows = list(csv.DictReader(io.StringIO(render(RESULT.scores[:1], "tsv", sentences=True)), delimiter="\t"))
    assert [(row["index"], row["reference"]) for row in rows] == [("", ""), ("0", "0"), ("1", "0")]


def test_rows_of_two_settings_have_their_titles() -> None:
    """Scores, groups and sentences alike; the signature stays the last column."""
    outputs = {"none": SRC}
    scores = errata.score(sources=SRC, references=[REF], outputs=outputs, measures=["green", "green:beta=1"]).scores
    lines = render(scores, "csv", sentences=True).split("\n")
    assert lines[0].endswith(",title,signature")
    rows = list(csv.DictReader(lines))
    assert [row["title"] for row in rows] == ["green"] * 3 + ["green:beta=1"] * 3
    assert {row["measure"] for row in rows} == {"green"}


def test_rows_of_named_texts_have_their_ids() -> None:
    """Documents and blocks are known by their ids, sentences without one by their number alone."""
    wrong, right = {"7": "It rain .\nHe go ."}, {"7": "It rains .\nHe goes ."}
    scores = errata.score_documents(wrong, [right], {"me": right}, measures=["green:n=2"]).scores
    rows = list(csv.DictReader(render(scores, "csv", sentences=True).split("\n")))
    assert [(row["index"], row["id"]) for row in rows] == [("", ""), ("0", "7/1"), ("1", "7/2")]
    assert "id" not in next(csv.reader([render(RESULT.scores, "csv", sentences=True).split("\n")[0]]))


def test_formats_for_people_show_percentages() -> None:
    """One table for each setting, two digits unless asked otherwise, the signature below."""
    for form in ("table", "markdown", "latex", "html"):
        text = render(RESULT.scores, form, sentences=True)
        assert text.count("100.00") >= 4, form
        assert "unit:char" in text
        assert "sentences of right" in text
        assert "100.0000" in render(RESULT.scores, form, digits=4)
    assert set(FORMATS) == {"table", "json", "jsonl", "tsv", "csv", "markdown", "latex", "html"}
    assert render(RESULT.scores, "tsv", digits=4).split("\n")[1].split("\t")[2] == f"{RESULT.scores[0].score:.4f}"


def test_every_measure_is_sorted_by_its_own_value() -> None:
    """A measure without the value keeps the order given; every measure has a score."""
    outputs = {
        "none": SRC,
        "one": [REF[0], SRC[1]],
        "verbose": ["He goes home today .", "I like the tea , which is really very good and hot ."],
    }
    scores = errata.score(sources=SRC, references=[REF], outputs=outputs, measures=["green", "gleu"]).scores

    def order(measure: str, sort: str) -> list[str]:
        rows = csv.DictReader(io.StringIO(render(scores, "csv", sort=sort)))
        return [row["system"] for row in rows if row["measure"] == measure]

    def expected(measure: str, value: str) -> list[str]:
        found = {score.system: score.values[value] for score in scores if score.measure == measure}
        return sorted(found, key=lambda system: -found[system])

    assert order("green", "score") == expected("green", "f")
    assert order("gleu", "score") == expected("gleu", "gleu")
    assert order("green", "score") != order("gleu", "score")
    assert order("green", "recall") == expected("green", "recall") != list(outputs)
    assert order("gleu", "recall") == list(outputs)
    table = render(scores, "table", sort="score").split("\n")
    first = {line: table[at + 3].split()[0] for at, line in enumerate(table) if line in {"green", "gleu:variant=2016"}}
    assert first == {"green": order("green", "score")[0], "gleu:variant=2016": order("gleu", "score")[0]}


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # of alternatives, and of gold extracted for nothing
@pytest.mark.parametrize("measure", ["m2", "errant", "cleme", "imeasure"])
def test_precision_of_nothing_is_not_the_best(measure: str) -> None:
    """It is 1 by a rule; of systems that proposed something the best is marked."""
    gold, outputs = example_gold(), example_outputs("unchanged", "good", "bold")
    scores = errata.score(gold, outputs, measures=[measure], extract="errata", extract_gold=True).scores
    assert [score.values["precision"] == 1 for score in scores] == [True, False, False]
    rows = list(csv.DictReader(io.StringIO(render(scores, "csv", best=True))))
    assert ["precision" in row["best"].split("+") for row in rows] == [False, True, False]
    text = render(scores, "markdown", best=True)
    assert " 100.00 |" in text
    assert f"**{100 * scores[1].values['precision']:.2f}**" in text


def test_tables_are_headed_by_the_title() -> None:
    """Which tells variants of one name apart; the name of the measure stays the same for programs."""
    result = errata.score(
        sources=SRC, references=[REF], outputs={"right": REF}, measures=["gleu", "gleu:variant=jfleg"]
    )
    text = render(result.scores, "table", sentences=True)
    for title in ("gleu:variant=2016", "gleu:variant=jfleg"):
        assert f"{title}\nsystem" in text
        assert f"{title}, sentences of right\n" in text
    assert [item["measure"] for item in json.loads(render(result.scores, "json"))["scores"]] == ["gleu", "gleu"]
    assert "reference" not in json.loads(render(result.scores, "json", sentences=True))["scores"][0]["sentences"][0]


def test_the_spread_of_draws_is_told_from_an_interval() -> None:
    """Which is over sentences; the names for programs stay."""
    references = [REF * 15, [*SRC * 14, *REF]]
    result = errata.score(
        sources=SRC * 15, references=references, outputs={"right": REF * 15}, measures=["gleu"], interval=True
    )
    header = render(result.scores, "markdown").split("\n")[2]
    assert header == "| system | GLEU | 95% interval | draw std | draw low | draw high |"
    assert {"std", "low", "high"} <= set(json.loads(render(result.scores, "json"))["scores"][0]["values"])


def test_what_is_not_defined_is_null_in_breakdowns() -> None:
    """As everywhere in JSON."""

    @dataclass(frozen=True, kw_only=True)
    class Silent(Errant):
        def score(self, sums: Sequence[int | float]) -> dict[str, float]:
            return dict.fromkeys(self.value_names, math.nan)

    result = errata.score(sources=SRC, references=[REF], outputs=REF, measures=[Silent()], extract="errata")
    breakdown = json.loads(render(result.scores, "json", by="operation"))["scores"][0]["breakdown"]
    assert breakdown["groups"][0]["values"] == breakdown["micro"] == {"f": None, "precision": None, "recall": None}
