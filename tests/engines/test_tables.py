"""Tables scored part by part: what a run on the whole says, wherever the files are and whoever counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.engines.test_stream import write
from tests.support import Ran, run

import errata
from errata.engines import stream
from errata.kernels import words

pytestmark = pytest.mark.skipif(not words.COMPILED, reason="whole files of lines, byte by byte")
MEASURES = ["green", "gleu:samples=7", "wer", "exact", "green:level=sentence"]
NAMED = [option for measure in MEASURES for option in ("--measure", measure)]


@pytest.fixture(autouse=True)
def _texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PART", 16)
    monkeypatch.setattr("errata.api.streaming.PART", 16)
    monkeypatch.chdir(tmp_path)
    write(tmp_path)


def rows(outputs: bool = True) -> list[dict[str, Any]]:
    columns = [Path(f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("src", "ref0", "ref1", "two")]
    keys = ["source", "reference_1", "reference_2", "output"]
    return [dict(zip(keys if outputs else keys[:3], row, strict=False)) for row in zip(*columns, strict=True)]


def write_rows(path: str, items: list[dict[str, Any]], group: int = 40) -> str:
    if path.endswith(".parquet"):
        pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        pq.write_table(pa.Table.from_pylist(items), path, row_group_size=group)
    else:
        text = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
        Path(path).write_text(text, encoding="utf-8")
    return path


def score(gold: str, output: str, engine: str | None, *more: str) -> Ran:
    chosen = ["--engine", engine] if engine else []
    return run("score", gold, f"mine={output}", *NAMED, *chosen, "--format", "json", *more)


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
@pytest.mark.parametrize("more", [(), ("--workers", "2"), ("--interval", "--samples", "9"), ("--sentences",)])
def test_parts_of_tables_give_what_the_whole_gives(suffix: str, more: tuple[str, ...]) -> None:
    """Scores, counts, fingerprint, sentences, intervals and warnings."""
    path = write_rows(f"all.{suffix}", rows())
    whole = score(path, path, None, *more)
    assert whole.status == 0
    assert score(path, path, "stream", *more) == whole


@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_many_files_are_one_table(suffix: str) -> None:
    """In the order of their names; an output may have files of its own, without sources."""
    path = write_rows(f"all.{suffix}", rows())
    whole = json.loads(score(path, path, None).out)
    for number in range(3):
        some = rows()[50 * number : 50 * number + 50]
        write_rows(f"gold-{number}.{suffix}", [{k: v for k, v in row.items() if k != "output"} for row in some])
        write_rows(f"out-{number}.{suffix}", [{"output": row["output"]} for row in some])
    made = score(f"gold-*.{suffix}", f"out-*.{suffix}", "stream")
    assert json.loads(made.out)["scores"] == whole["scores"]


def test_references_may_be_in_lists_and_columns_called_otherwise() -> None:
    """As in tables that are read whole."""
    items = [{"a": r["source"], "b": [r["reference_1"], r["reference_2"]], "c": r["output"]} for r in rows()]
    path = write_rows("all.jsonl", items)
    told = ("--columns", "source=a,references=b,output=c")
    whole = score(path, path, None, *told)
    assert whole.status == 0
    assert score(path, path, "stream", *told) == whole


def test_tables_are_read_from_wherever_fsspec_reads() -> None:
    """By URL; the same scores."""
    fsspec = pytest.importorskip("fsspec")
    path = write_rows("all.jsonl", rows())
    memory = fsspec.filesystem("memory")
    lines = Path(path).read_bytes().splitlines(keepends=True)
    for number in range(2):
        memory.pipe(f"/errata-test/part-{number}.jsonl", b"".join(lines[number * 70 : number * 70 + 70 + 10 * number]))
    url = "memory://errata-test/part-*.jsonl"
    with pytest.warns(errata.ErrataWarning):
        made = errata.score(url, {"mine": url}, measures=MEASURES, engine="stream")
    with pytest.warns(errata.ErrataWarning):
        whole = errata.score(path, {"mine": path}, measures=MEASURES)
    assert made.scores == whole.scores
    with pytest.raises(errata.FileError, match=r"memory://errata-test/none-\*.jsonl names no file"):
        errata.score("memory://errata-test/none-*.jsonl", {"mine": url}, measures=["green"], engine="stream")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r[20].update(output="a\nb"), "all.jsonl, row 21: the column 'output' holds a line break"),
        (lambda r: r[33].update(source=None), "all.jsonl, row 34: the column 'source' holds null, not a text"),
        (lambda r: [x.pop("output") for x in r], "no column is known to be the output of a system"),
        (lambda r: r.clear(), "al*.jsonl has no rows"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(change: Any, said: str) -> None:
    """And nothing is scored; a pattern of files is never read whole."""
    items = rows()
    change(items)
    write_rows("all.jsonl", items)
    made = score("al*.jsonl", "al*.jsonl", "stream")
    assert (made.status, made.out) == (2, "")
    assert said in made.err


@pytest.mark.parametrize("pattern", ["all.jsonl", "al*.jsonl"])
def test_lines_that_are_not_json_are_refused(pattern: str) -> None:
    """With their number."""
    path = Path(write_rows("all.jsonl", rows()))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:99], b'{"source": \n', *lines[100:]]))
    made = score(pattern, pattern, "stream")
    assert (made.status, made.out, "all.jsonl, line 100" in made.err) == (2, "", True)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text.replace("\n", "\n\n", 40),
        lambda text: "\ufeff" + text,
        lambda text: text.replace('"output": "', '"output": "a\\n', 1),
        lambda text: text.replace('"output": "', '"output": null, "x": "', 1),
        lambda text: text.replace('{"source": ', '["source", ', 1),
        lambda text: "",
    ],
)
def test_a_single_table_is_read_as_the_whole_is(change: Any) -> None:
    """Empty lines and byte-order marks are forgiven, and what is wrong is said, as without an engine."""
    path = write_rows("all.jsonl", rows())
    Path(path).write_text(change(Path(path).read_text(encoding="utf-8")), encoding="utf-8")
    assert score(path, path, "stream") == score(path, path, None)


def test_outputs_must_be_cut_as_the_gold_is() -> None:
    """Rows that ids or sources tell apart are matched in tables that are read whole alone."""
    gold = write_rows("gold.jsonl", rows(outputs=False))
    short = write_rows("short.jsonl", [{"output": row["output"]} for row in rows()[:149]])
    assert "sh*.jsonl is split into parts of 16, 16, 16, 16, 16, … rows" in score(gold, "sh*.jsonl", "stream").err
    assert score(gold, short, "stream") == score(gold, short, None)
    other = write_rows("other.jsonl", rows())
    assert "other.jsonl has the column 'source', by which rows" in score(gold, other, "stream").err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("suffix", ["jsonl", "parquet"])
def test_a_cluster_counts_tables(suffix: str) -> None:
    """Two processes of Dask read their own rows; the same bits."""
    pytest.importorskip("distributed")
    path = write_rows(f"all.{suffix}", rows())
    assert score(path, path, "dask", "--workers", "2") == score(path, path, None)
