"""`errata metaeval`: every form of output, and the page."""

import csv
import io
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support import EXAMPLES, browser, run, write_file

import errata

NAMES = ("bold", "cautious", "good", "paraphrase", "unchanged")
OUTPUTS = [EXAMPLES / f"{name}.txt" for name in NAMES]
COMMAND = ["metaeval", EXAMPLES / "judgements.xml", EXAMPLES / "gold.m2", *OUTPUTS, "--quiet"]
MEASURES = ["--measure", "m2", "--measure", "green"]
ALL = [*MEASURES, "--interval", "--samples", "40", "--window", "4", "--by-rank"]


def test_json_has_what_is_documented() -> None:
    """Keys, and the numbers that Python has."""
    ran = run(*COMMAND, *ALL, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert list(data) == ["errata", "schema", "human", "gold", "settings", "agreement", "tests", "warnings"]
    human = data["human"]
    assert (human["method"], human["n_judgements"], human["judges"], human["first"]) == (
        "ew",
        132,
        ["ann", "ben", "cay"],
        0,
    )
    assert {"pairs", "ties", "systems", "agreement"} <= human.keys()
    assert human["agreement"].keys() == {"inter", "intra"}
    assert human["systems"][-1]["system"] == "unchanged"
    assert human["systems"][0].keys() >= {"system", "score", "rank_low", "rank_high", "cluster"}
    assert data["gold"] == {"sentences": 150, "stand_ins": 18}
    m2, green = data["agreement"]
    assert (m2["title"], green["measure"], green["aggregate"]) == ("m2", "green", "corpus")
    assert list(green["scores"]) == sorted(NAMES)
    assert green["system_level"].keys() == {"n", "pearson", "spearman", "kendall", "interval"}
    assert green["system_level"]["interval"].keys() == {"level", "samples", "seed", "sentences", "systems"}
    assert green["sentence_level"].keys() == {"n", "agree", "accuracy", "kendall", "ties", "by_rank", "interval"}
    assert green["sentence_level"]["interval"].keys() == {"level", "samples", "seed", "accuracy", "kendall"}
    assert green["windows"][0].keys() == {"first", "last", "pearson", "spearman"}
    [test] = data["tests"]
    assert test.keys() >= {"a", "b", "statistic", "williams_p", "bootstrap_p", "adjusted_p"}
    plain = json.loads(run(*COMMAND, *MEASURES, "--format", "json").out)
    assert "interval" not in plain["agreement"][0]["system_level"]
    assert plain["agreement"][0]["sentence_level"].keys() == {"n", "agree", "accuracy", "kendall", "ties"}
    assert plain["agreement"][0]["system_level"]["pearson"] == m2["system_level"]["pearson"]


def test_what_does_not_exist_is_null(tmp_path: Path) -> None:
    """A correlation with a constant; nor is there a sentence level without rankings."""
    write = write_file(tmp_path)
    people = write("people.tsv", "system\tew\nA\t1\nB\t2\nC\t3\n")
    flat = write("flat.tsv", "system\tscore\nA\t1\nB\t1\nC\t1\n")
    ran = run("metaeval", people, "--scores", f"flat={flat}", "--format", "json")
    assert ran.status == 0
    assert "flat gives every system the same score" in ran.err
    data = json.loads(ran.out)
    [item] = data["agreement"]
    assert item["system_level"] == {"n": 3, "pearson": None, "spearman": None, "kendall": None}
    assert "sentence_level" not in item
    assert data["human"]["systems"][0] == {
        "system": "C",
        "score": 3.0,
        "rank_low": None,
        "rank_high": None,
        "cluster": None,
        "low": None,
        "high": None,
        "takes_part": True,
    }


def test_tables_answer_one_question_each() -> None:
    """And say at a glance that little is proved."""
    ran = run(*COMMAND, *ALL)
    for caption in (
        "Systems",
        "Agreement with people: systems",
        "Which measures differ",
        "Agreement with people: sentences",
        "Sentences by pair of human ranks",
        "Windows",
    ):
        assert f"\n{caption}\n" in f"\n{ran.out}"
    assert "0 of 1 pair differ at 0.05: 5 systems prove little" in ran.out
    assert "1 of the other 1 cannot be distinguished from it" in ran.out
    assert "how much agreement would vary if other sentences had been judged; each sentence is drawn" in ran.out
    assert "references: in 18 sentences an annotator has no lines" in ran.out
    assert "a tie counts as a loss of the system whose name comes first" in ran.out


@pytest.mark.parametrize(
    ("form", "sign"), [("markdown", "| m2 |"), ("latex", "\\begin{tabular}"), ("jsonl", '"kind": "test"')]
)
def test_other_forms(form: str, sign: str) -> None:
    """Each has all tables."""
    ran = run(*COMMAND, *ALL, "--format", form)
    assert ran.status == 0
    assert sign in ran.out


def test_tsv_has_everything_under_one_header() -> None:
    """A row for each human score, score, level, pair of ranks, window and test."""
    for form, delimiter in (("tsv", "\t"), ("csv", ",")):
        rows = list(csv.DictReader(io.StringIO(run(*COMMAND, *ALL, "--format", form).out), delimiter=delimiter))
        kinds = [row["kind"] for row in rows]
        assert {kind: kinds.count(kind) for kind in kinds if kind != "ranks"} == {
            "human": 5,
            "score": 10,
            "system_level": 2,
            "sentence_level": 2,
            "window": 4,
            "test": 1,
        }
        [level, _] = [row for row in rows if row["kind"] == "system_level"]
        assert float(level["pearson_systems_low"]) <= float(level["pearson"])
        [level, _] = [row for row in rows if row["kind"] == "sentence_level"]
        for name in ("accuracy", "kendall"):
            low, high = (float(level[f"{name}_sentences_{end}"]) for end in ("low", "high"))
            assert low < float(level[name]) < high
    assert "pearson_systems_low" not in run(*COMMAND, *MEASURES, "--format", "tsv").out


def test_choices_reach_the_result(tmp_path: Path) -> None:
    """Systems, sentences, judges, ties, aggregate, scores of sentences."""
    write = write_file(tmp_path)
    lengths = ["system\tindex\tscore"]
    for name in NAMES:
        lines = errata.read_lines(EXAMPLES / f"{name}.txt")
        lengths += [f"{name}\t{index}\t{len(line)}" for index, line in enumerate(lines)]
    ran = run(
        *COMMAND,
        *["--without", "paraphrase", "--only", write("only.txt", [str(number) for number in range(60)])],
        *["--judges", "ann,ben", "--ties", "skip", "--aggregate", "mean", "--human", "trueskill", "--runs", "3"],
        *[
            "--scores",
            f"length={write('length.tsv', lengths)}",
            "--measure",
            "green",
            "--format",
            "json",
            "--first",
            "0",
        ],
    )
    data = json.loads(ran.out)
    assert data["settings"] == {"systems": ["bold", "cautious", "good", "unchanged"], "ties": "skip"}
    assert (data["gold"]["sentences"], data["human"]["method"]) == (60, "trueskill")
    assert data["human"]["judges"] == ["ann", "ben"]
    assert [item["title"] for item in data["agreement"]] == ["green", "length"]
    assert data["agreement"][0]["aggregate"] == "mean"
    assert all(item["sentence_level"]["ties"] > 0 for item in data["agreement"][1:])


def test_human_scores_from_a_table(tmp_path: Path) -> None:
    """Beside rankings, which then serve the sentence level."""
    table = write_file(tmp_path)("h.tsv", ["system\tmine", *(f"{name}\t{place}" for place, name in enumerate(NAMES))])
    ran = run(*COMMAND, *MEASURES, "--human", table, "--human-column", "mine", "--format", "json")
    data = json.loads(ran.out)
    assert (data["human"]["method"], data["human"]["n_judgements"]) == ("mine", 132)
    assert data["human"]["systems"][0] | {"low": None} == {
        "system": "unchanged",
        "score": 4.0,
        "rank_low": None,
        "rank_high": None,
        "cluster": None,
        "low": None,
        "high": None,
        "takes_part": True,
    }
    assert data["agreement"][0]["sentence_level"]["n"] > 0


def test_references_in_files_of_their_own() -> None:
    """With --reference there is no GOLD, and what is left are the outputs."""
    source, reference, *outputs = (
        EXAMPLES / f"{name}.txt" for name in ("unchanged", "good", "bold", "cautious", "paraphrase")
    )
    ran = run(
        *["metaeval", EXAMPLES / "judgements.xml", "--source", source, "--reference", reference, *outputs],
        *["--measure", "green", "--format", "json", "--quiet"],
    )
    assert ran.status == 0
    assert len(json.loads(ran.out)["agreement"][0]["scores"]) == 3
    first, *others = outputs
    judged = ["metaeval", EXAMPLES / "judgements.xml", first, "--source", source, "--reference", reference, *others]
    scattered = run(*judged, "--measure", "green")
    assert (scattered.status, "is it a second reference or an output?" in scattered.err) == (2, True)


def test_raw_text_gets_the_tokens_that_judges_saw(tmp_path: Path) -> None:
    """Outputs with the last mark glued to the word are refused; as raw text they give the numbers of the tokens."""
    glued = []
    for path in OUTPUTS:
        lines = path.read_text(encoding="utf-8").splitlines()
        glued.append(tmp_path / path.name)
        glued[-1].write_text("".join(re.sub(r" ([.?!])$", r"\1", line) + "\n" for line in lines), encoding="utf-8")
    command = [
        "metaeval",
        EXAMPLES / "judgements.xml",
        EXAMPLES / "gold.m2",
        *glued,
        *MEASURES,
        "--format",
        "json",
        "-q",
    ]
    refused = run(*command)
    assert (refused.status, "looks untokenised" in refused.err) == (2, True)
    raw, tokens = (
        json.loads(ran.out)
        for ran in (run(*command, "--raw-options", "clean=no"), run(*COMMAND, *MEASURES, "--format", "json"))
    )
    assert raw["human"] == tokens["human"]
    assert raw["tests"] == tokens["tests"]
    for ours, theirs in zip(raw["agreement"], tokens["agreement"], strict=True):
        assert ours["signature"].startswith(theirs["signature"] + "|raw:1")
        assert ours | {"signature": ""} == theirs | {"signature": ""}
    as_is = json.loads(run(*command, "--as-is").out)
    assert as_is["agreement"][1]["scores"]["good"] < tokens["agreement"][1]["scores"]["good"]


def test_the_page_is_whole_and_safe(tmp_path: Path) -> None:
    """A plot for each measure, windows and tests; names are escaped; nothing is fetched."""
    page = tmp_path / "page.html"
    write = write_file(tmp_path)
    odd = write("odd.tsv", ["system\tscore", *(f"{name}\t{place}" for place, name in enumerate(NAMES))])
    ran = run(*COMMAND, *ALL, "--scores", f"<b>&x={odd}", "--html", page)
    assert ran.status == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<figure>") == 3
    assert 'class="windows"' in text
    assert "&lt;b&gt;&amp;x" in text
    assert "References: in 18 sentences an annotator has no lines" in text
    assert "a tie counts as a loss of the system whose name comes first" in text
    assert len(re.findall(r"<th[^>]*>95%</th>", text)) == 2  # of accuracy and of Kendall
    assert '<th scope="row">unchanged</th><td>0.050</td><td>5</td><td>4</td>' in text  # people's score, ranks, cluster
    assert re.search(r'<th scope="col">1 and 2</th>.*<th scope="row">m2</th><td>[\d.]+</td>', text)
    assert "0 of 3 pairs of measures differ at 0.05" in text
    assert "any of the differences may be chance" in text
    assert "<b>&x" not in text
    assert "default-src 'none'" in text
    assert "http://" not in text
    assert "https://" not in text
    for name in NAMES:
        assert text.count(f">{name}</text>") == 3


@pytest.mark.slow
def test_the_page_in_a_browser(tmp_path: Path) -> None:
    """On a wide and on a narrow screen nothing runs over, and plots have the size of their column."""
    page = tmp_path / "page.html"
    run(*COMMAND, *ALL, "--html", page)
    script = (
        "const box = document.querySelector('figure svg').getBoundingClientRect();"
        "document.body.dataset.result = JSON.stringify({width: box.width, height: box.height, "
        "over: document.documentElement.scrollWidth > document.documentElement.clientWidth, "
        "resources: performance.getEntriesByType('resource').length});"
    )
    looked = page.read_text(encoding="utf-8").replace("style-src", "script-src 'unsafe-inline'; style-src")
    page.write_text(looked.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    for width in (1280, 420):
        found = _look(page, width, tmp_path)
        assert (found["over"], found["resources"]) == (False, 0)
        assert 250 < found["width"] < max(width, 500)  # no window is narrower than that
        assert found["height"] > 180


def _look(page: Path, width: int, folder: Path) -> dict[str, Any]:
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    flags += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    command = [browser(), *flags, f"--user-data-dir={folder / str(width)}", f"--window-size={width},900", "--dump-dom"]
    seen = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, check=True, timeout=120).stdout
    start = seen.index('data-result="') + len('data-result="')
    found: dict[str, Any] = json.loads(seen[start : seen.index('"', start)].replace("&quot;", '"'))
    return found


def test_the_result_goes_where_it_is_asked_to(tmp_path: Path) -> None:
    """Into a file, which is not one that is read, nor that of the page."""
    path = tmp_path / "result.json"
    ran = run(*COMMAND, *MEASURES, "--format", "json", "-o", path)
    assert (ran.status, ran.out) == (0, "")
    assert path.read_text(encoding="utf-8") == run(*COMMAND, *MEASURES, "--format", "json").out
    before = (EXAMPLES / "judgements.xml").read_bytes()
    ran = run(*COMMAND, *MEASURES, "-o", EXAMPLES / "judgements.xml")
    assert (ran.status, "would overwrite an input" in ran.err) == (2, True)
    assert (EXAMPLES / "judgements.xml").read_bytes() == before
    ran = run(*COMMAND, *MEASURES, "-o", tmp_path / "both", "--html", tmp_path / "both")
    assert (ran.status, "would both be written to" in ran.err) == (2, True)
    ran = run(*COMMAND, *MEASURES, "--html", path)
    assert (ran.status, "is not an HTML page" in ran.err) == (2, True)


def test_the_page_never_replaces_what_is_read() -> None:
    """Nor is anything written where the command fails."""
    ran = run(*COMMAND, *MEASURES, "--html", EXAMPLES / "gold.m2")
    assert ran.status == 2
    assert "gold.m2" in ran.err
