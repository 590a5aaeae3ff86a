"""`errata stats`: any format, several files side by side."""

import json
from pathlib import Path

import pytest
from tests.support import EXAMPLES, run, shared, write_file

GOLD = EXAMPLES / "gold.m2"


def test_corpora_stand_side_by_side(tmp_path: Path) -> None:
    """As table, JSON and TSV, and types as bars on a page."""
    page = tmp_path / "stats.html"
    ran = run("stats", GOLD, f"again={GOLD}", EXAMPLES / "good.txt", "--html", page)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[3].split()[:2] == ["gold", "150"]
    assert "<rect" in page.read_text(encoding="utf-8")
    data = json.loads(run("stats", GOLD, "--format", "json").out)["corpora"][0]
    assert (data["texts"], data["references"], len(data["annotators"])) == (150, 2, 2)
    assert sum(data["types"].values()) == data["edits"] == sum(item["edits"] for item in data["annotators"])
    lines = [line.split("\t") for line in run("stats", GOLD, "--format", "tsv").out.splitlines()]
    assert {len(line) for line in lines} == {len(lines[0])}
    assert [line[0] for line in lines[1:5]] == ["corpus", "annotator", "annotator", "pair"]


def test_every_kind_of_corpus_is_counted(tmp_path: Path) -> None:
    """Documents with and without their texts, JSON Lines, plain text with references."""
    gold, text = tmp_path / "0001GE.xml", tmp_path / "0001.txt"
    assert run("convert", GOLD, gold, "--to", "hoo", "--text", text, "--annotator", "0").status == 0
    assert run("convert", GOLD, tmp_path / "gold.jsonl", "--lossy").status == 0
    plain = ("--source", EXAMPLES / "unchanged.txt", "--reference", EXAMPLES / "good.txt")
    given: dict[str, tuple[object, ...]] = {
        "m2": (GOLD,),
        "jsonl": (tmp_path / "gold.jsonl",),
        "hoo": (gold, "--source", text),
        "bare": (gold,),
        "plain": plain,
        "extracted": (*plain, "--extract", "wdiff"),
    }
    of = {name: json.loads(run("stats", *files, "--format", "json").out)["corpora"][0] for name, files in given.items()}
    assert of["jsonl"]["annotators"] == of["m2"]["annotators"]
    assert (of["hoo"]["unit"], of["hoo"]["tokens"]) == ("document", of["m2"]["tokens"])
    assert (of["bare"]["tokens"], of["bare"]["edits"]) == (None, of["hoo"]["edits"])
    assert of["plain"]["edits"] is None
    assert of["extracted"]["annotators"][0]["changed_tokens"] == of["plain"]["annotators"][0]["changed_tokens"]
    assert of["extracted"]["edits"] > 0


def test_mistakes_are_named(tmp_path: Path) -> None:
    """With status 2 and nothing written."""
    mistakes: list[tuple[list[object], str]] = [
        ([], "no files to count"),
        ([tmp_path / "none.m2"], "does not exist"),
        ([GOLD, GOLD], "two corpora are called 'gold'"),
        (["--reference", GOLD], "--reference also needs --source"),
        ([GOLD, "--html", GOLD], "would overwrite an input"),
    ]
    for given, message in mistakes:
        ran = run("stats", *given)
        assert (ran.status, ran.out) == (2, ""), given
        assert message in ran.err


def test_table_1_of_the_difficulty_paper() -> None:
    """JFLEG as printed, 747 sentences and 0.20; CoNLL-2014 has 1,312 and 0.107, where 0.12 is printed."""
    data = shared("data")
    jfleg = ("--source", data / "jfleg/test.src", "--reference", data / "jfleg/test.ref0")
    found = json.loads(run("stats", *jfleg, "--format", "json").out)["corpora"][0]
    assert (found["texts"], round(found["annotators"][0]["token_rate"], 2)) == (747, 0.20)
    found = json.loads(run("stats", data / "conll14/gold.m2", "--format", "json").out)["corpora"][0]
    assert (found["texts"], round(found["annotators"][0]["token_rate"], 3)) == (1312, 0.107)


def test_extract_beside_annotated_files_is_refused() -> None:
    """Their edits would be counted as they are, and the option ignored."""
    ran = run("stats", GOLD, "--extract", "wdiff")
    assert (ran.status, ran.out) == (2, "")
    assert "every file has edits already; leave --extract out" in ran.err


@pytest.mark.parametrize("command", ["stats", "vote", "mbr", "convert"])
def test_text_that_is_not_cut_into_words_is_never_counted_in_silence(tmp_path: Path, command: str) -> None:
    """Counts of it earn a warning; a vote of edits, measures and extraction refuse it, and say what can be done."""
    source, reference = ["我昨天去学校。", "他喜欢喝茶。"], ["我昨天去了学校。", "他喜欢喝茶。"]
    s, r = write_file(tmp_path)("s.txt", source), write_file(tmp_path)("r.txt", reference)
    table = tmp_path / "table.tsv"
    rows = [f"{one}\t{other}" for one, other in zip(source, reference, strict=True)]
    table.write_text("\n".join(["source\treference", *rows, ""]), "utf-8")
    given: dict[str, list[object]] = {
        "stats": ["stats", "--source", s, "--reference", r],
        "vote": ["rerank", "--source", s, r, s, "--method", "vote"],
        "mbr": ["rerank", "--source", s, r, s],
        "convert": ["convert", table, tmp_path / "out.m2", "--extract", "errata", "--lossy"],
    }
    ran = run(*given[command])
    assert ran.status == (0 if command == "stats" else 2)
    assert "in a script without spaces and not tokenised" in ran.err
    how = "--tokens cjk (plain text only)" if command == "convert" else "errata convert IN OUT --tokens cjk"
    assert how in ran.err
