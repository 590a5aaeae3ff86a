"""Files scored part by part: what a run on the whole says, to the last bit."""

import gzip
import json
import lzma
import os
import random
import signal
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import pytest
from tests.support import Ran, lacks, run, shared

import errata
from errata.engines import parts, stream
from errata.formats.files import load_zstd
from errata.kernels import words
from errata.measures.data import exact_parts
from errata.report import streams

pytestmark = pytest.mark.skipif(not words.COMPILED, reason="whole files of lines, byte by byte")
MEASURES = [
    "green",
    "green:level=sentence",
    "green:unit=char,n=3",
    "green:references=mean",
    "gleu:samples=7",
    "wer",
    "exact",
]
MEASURES += ["gleu:variant=2015,lambda=0.1", "gleu:variant=koyama,max=yes", "wer:level=sentence", "gleu:level=sentence"]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PART", 16)


def write(folder: Path, n: int = 150, seed: int = 1, end: str = "\n") -> None:
    chance = random.Random(seed)
    vocabulary = [f"{'wört'[: chance.randint(1, 4)]}{number}" for number in range(60)]
    lines: dict[str, list[str]] = {name: [] for name in ("src", "ref0", "ref1", "out", "two")}
    for _ in range(n):
        text = chance.choices(vocabulary, k=chance.randint(0, 12))
        for made in lines.values():
            made.append(" ".join(chance.choice(vocabulary) if chance.random() < 0.15 else word for word in text) + " .")
    lines["out"][3] = ""
    for name, made in lines.items():
        (folder / f"{name}.txt").write_bytes("".join(line + end for line in made).encode())


def test_standard_input_is_read_whole_beside_large_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which are looked at for streaming before anything is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("errata.api.streaming.STREAMED_ABOVE", 1000)
    write(tmp_path)
    asked = ["score", "--source", "src.txt", "--reference", "ref0.txt", "-m", "green", "--format", "json"]
    named = run(*asked, "stdin=out.txt")
    piped = run(*asked, "-", stdin=Path("out.txt").read_bytes())
    assert (piped.status, json.loads(piped.out)["scores"]) == (0, json.loads(named.out)["scores"])
    refused = run(*asked, "-", "--engine", "stream", stdin=Path("out.txt").read_bytes())
    assert (refused.status, "not all of them are files that can be read more than once" in refused.err) == (2, True)


@pytest.mark.parametrize("names", [("src", "out"), ("out", "ref0", "src")])
def test_marks_of_byte_order_are_told_of_in_the_same_order(
    names: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And once for each file, whether or not parts were to be read."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for name in names:
        path = tmp_path / f"{name}.txt"
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    whole = score("local")
    assert whole.err.count("byte-order mark") == len(names)
    assert score("stream") == whole


def score(engine: str, *more: str, measures: list[str] = MEASURES, files: str = "txt") -> Ran:
    named = [option for measure in measures for option in ("--measure", measure)]
    texts = ["--source", f"src.{files}", "--reference", f"ref0.{files}", "--reference", f"ref1.{files}"]
    return run("score", *texts, f"out.{files}", f"two.{files}", *named, "--engine", engine, "--format", "json", *more)


@pytest.mark.parametrize("more", [(), ("--workers", "3"), ("--sentences",), ("--interval", "--samples", "20")])
def test_parts_give_what_the_whole_gives(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores, counts, fingerprints, sentences, intervals and warnings."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    whole = score("local", *more)
    assert whole.status == 0
    assert "1 line is empty where the source is not, first line 4" in whole.err
    assert score("stream", *more) == whole


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_reference_given_twice_is_told(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By checksums that take no notice of line ends; if one line differs in the middle, nothing is said."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    lines = (tmp_path / "ref0.txt").read_text(encoding="utf-8").splitlines()
    for changed in (False, True):
        lines[70] = "x" if changed else lines[70]
        (tmp_path / "ref1.txt").write_bytes(end.join(lines).encode())
        whole = score("local", measures=["green"])
        assert ("reference 1: all 150 lines equal reference 0, and " in whole.err) is not changed
        assert score("stream", measures=["green"]) == whole


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("more", [(), ("--workers", "2"), ("--interval", "--samples", "9"), ("--sort", "score")])
def test_sentences_are_written_as_they_are_made(
    form: str, more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte by byte what the whole gives, though their rows are forgotten."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for engine in ("stream", "local"):
        made = score(engine, "--sentences", "--format", form, *more, "--output", f"{engine}.out")
        assert (made.status, made.out) == (0, "")
    text = (tmp_path / "stream.out").read_text(encoding="utf-8")
    assert text == (tmp_path / "local.out").read_text(encoding="utf-8")
    scores = [json.loads(line) for line in text.splitlines()] if form == "jsonl" else json.loads(text)["scores"]
    assert {len(found["sentences"]) for found in scores} == {150}
    assert [row["index"] for row in scores[-1]["sentences"]] == list(range(150))
    with pytest.warns(errata.ErrataWarning):
        whole = errata.score(
            sources=tmp_path / "src.txt",
            references=[tmp_path / "ref0.txt", tmp_path / "ref1.txt"],
            outputs={"out": tmp_path / "out.txt"},
            measures=["wer"],
            engine="local",
        )
    rows = next(found for found in scores if (found["system"], found["measure"]) == ("out", "wer"))["sentences"]
    assert [row["score"] for row in rows] == [row.score for row in whole.scores[0].sentences]


def test_sentences_become_a_parquet_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row for each, the same whether rows were kept or counted once more; signatures are in its metadata."""
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    tables = []
    for engine in ("stream", "local"):
        asked = ("--sentences", "--format", "parquet", "--output", f"{engine}.parquet")
        assert score(engine, *asked, measures=["gleu:samples=3", "wer"]).status == 0
        tables.append(parquet.read_table(f"{engine}.parquet"))
    assert tables[0].equals(tables[1], check_metadata=True)
    rows = tables[0].to_pylist()
    assert len(rows) == 150 * 2 * 2
    assert (rows[0]["system"], rows[0]["measure"], rows[149]["index"]) == ("out", "gleu:variant=2016,samples=3", 149)
    assert b"wer|v:" in tables[0].schema.metadata[b"errata.signatures"]
    refused = score("stream", "--format", "parquet")
    assert (refused.status, "add --sentences and --output FILE" in refused.err) == (2, True)


def test_what_stops_half_way_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while sentences are written: neither the file nor a temporary one stays."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    before = sorted(tmp_path.iterdir())

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(streams, "sentence_record", interrupt)
    for form in ("jsonl", "parquet"):
        with suppress(KeyboardInterrupt):
            score("stream", "--sentences", "--format", form, "--output", "rows.out", measures=["wer"])
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_line_ends_do_not_matter(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor whether the last line has one."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, end=end)
    for name in ("src", "out"):
        path = tmp_path / f"{name}.txt"
        path.write_bytes(path.read_bytes().removesuffix(end.encode()))
    assert score("stream") == score("local")


def test_packed_files_are_streamed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are unpacked twice, never kept."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    zstd = None if lacks("backports", "the extra zstd") else load_zstd("a")
    for name in ("src", "ref0", "ref1", "out", "two"):
        text = (tmp_path / f"{name}.txt").read_bytes()
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text))
        (tmp_path / f"{name}.xz").write_bytes(lzma.compress(text))
        if zstd:
            (tmp_path / f"{name}.zst").write_bytes(zstd.compress(text))
    for files in ("gz", "xz", *(["zst"] if zstd else [])):
        assert score("stream", files=files) == score("local", files=files)
        assert score("stream", "--workers", "2", files=files) == score("local", files=files)


@pytest.mark.parametrize(
    "broken",
    [
        "a line too few",
        "not UTF-8",
        "a NUL",
        "glued",
        "shifted",
        "moved",
        "reversed",
        "twice the source",
        "empty end",
        "a source among references",
        "a reference as output",
        "numbers",
        "glued commas",
        "decoded wrongly",
        "look-alikes",
        "no-break space",
        "dashes of a reference",
        "BOM",
    ],
)
def test_what_is_wrong_is_said_as_ever(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With file, line and remedy, and the same status."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    path = tmp_path / "out.txt"
    lines = path.read_bytes().splitlines(keepends=True)
    if broken == "a line too few":
        del lines[70]
    elif broken == "not UTF-8":
        lines[71] = b"caf\xe9 .\n"
    elif broken == "a NUL":
        lines[99] = b"a\0b\n"
    elif broken == "glued":
        lines = [line.replace(b" .", b".") for line in lines]
    elif broken in {"shifted", "moved"}:
        n_kept = len(lines) * 2 // 3 if broken == "shifted" else 0
        sources = (tmp_path / "src.txt").read_bytes().splitlines(keepends=True)
        lines = [*lines[:n_kept], *sources[n_kept + 1 :], b"x .\n"]
    elif broken == "reversed":
        lines.reverse()
    elif broken == "numbers":
        lines = [b"%d %s" % (number, line) for number, line in enumerate(lines, 1)]
    elif broken == "glued commas":
        for name in ("src", "ref0", "ref1"):
            file = tmp_path / f"{name}.txt"
            file.write_bytes(file.read_bytes().replace(b" .", b" , so ."))
        lines = [line.replace(b" .", b", so .") for line in lines]
    elif broken == "decoded wrongly":
        lines[70] = "itâ€™s .\r\n".encode()
    elif broken == "look-alikes":
        lines = [line.replace(b"w", "ԝ".encode()) for line in lines]
    elif broken == "no-break space":
        lines[70] = "w1\xa0w2 .\n".encode()
    elif broken == "dashes of a reference":
        for name, dash in (("src", "-"), ("ref0", "–"), ("ref1", "-")):
            file = tmp_path / f"{name}.txt"
            file.write_bytes(file.read_bytes().replace(b" .", f" {dash} so .".encode()))
        lines = [line.replace(b" .", b" - so .") for line in lines]
    elif broken == "a reference as output":
        lines = (tmp_path / "ref1.txt").read_bytes().splitlines(keepends=True)
    elif broken == "BOM":
        lines[0] = b"\xef\xbb\xbf" + lines[0]
    path.write_bytes(b"".join(lines))
    if broken == "twice the source":
        for name in ("ref0", "ref1"):
            (tmp_path / f"{name}.txt").write_bytes((tmp_path / "src.txt").read_bytes())
    if broken == "a source among references":
        (tmp_path / "ref1.txt").write_bytes((tmp_path / "src.txt").read_bytes())
    if broken == "empty end":
        for file in tmp_path.iterdir():
            file.write_bytes(file.read_bytes() + b"\n")
    whole = score("local", measures=["green"])
    said = {
        "a source among references": "reference 1: 150 of 150 lines equal the source, but another reference changes",
        "a reference as output": "out.txt: all 150 lines equal reference 1, which differs from the source in",
        "numbers": "out.txt: lines begin with numbers that rise by one",
        "glued commas": "commas glued to words",
        "decoded wrongly": "1 line has characters that look like UTF-8 read in another encoding, first line 71",
        "look-alikes": "with U+051D CYRILLIC SMALL LETTER WE for U+0077 LATIN SMALL LETTER W",
        "no-break space": "out.txt: 1 line has white space other than a space, first line 71 (U+00A0",
        "dashes of a reference": "reference 0: 150 of 150 lines differ from the source in dashes, – for -",
    }
    assert said.get(broken, "errata: ") in whole.err
    assert score("stream", measures=["green"]) == whole
    assert score("stream", "--workers", "2", measures=["green"]) == whole


def test_python_streams_paths(tmp_path: Path) -> None:
    """`errata.score` gives the same result from paths as from lists."""
    write(tmp_path)
    paths = {name: tmp_path / f"{name}.txt" for name in ("src", "ref0", "out")}
    asked: dict[str, Any] = {"sources": paths["src"], "references": [paths["ref0"]], "measures": ["green", "wer"]}
    results = []
    for engine in ("stream", "local"):
        with pytest.warns() as caught:
            results.append(errata.score(outputs={"mine": paths["out"]}, **asked, engine=engine))
        assert {warning.filename for warning in caught} == {__file__}  # on behalf of the caller
    made, whole = results
    assert made == whole
    assert any("1 line is empty" in said for said in made.warnings)
    assert made["mine", "green"].sentences == whole["mine", "green"].sentences


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"engine": "spark"}, "engine 'spark' is not known; it takes local, stream, dask or dask:ADDRESS"),
        (
            {"engine": "stream", "measures": ["m2"]},
            "in parts, but m2 compares edits, for which plain texts are read whole",
        ),
        ({"engine": "stream", "measures": ["gain"]}, "in parts, but gain needs the whole text"),
        ({"engine": "stream", "measures": None}, "name those you want"),
        ({"engine": "stream", "tokens": "char"}, "in parts, but tokens needs all texts at once"),
        ({"engine": "stream", "sources": ["a"]}, "they are not all paths of plain text files, of M2, or of tables"),
    ],
)
def test_what_cannot_be_streamed_is_refused_where_that_was_asked_for(
    asked: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    """Rather than read whole without a word."""
    write(tmp_path)
    paths: dict[str, Any] = {"sources": tmp_path / "src.txt", "references": [tmp_path / "ref0.txt"]}
    with pytest.raises(errata.InputError, match=reason):
        errata.score(**{**paths, "outputs": tmp_path / "out.txt", "measures": ["green"], **asked})


def _die(*_: object) -> None:
    assert parent_process() is not None
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_ends_the_run_with_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is printed as if it were a result, and no file is left."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    monkeypatch.setattr(parts.GoldLines, "__init__", _die)
    made = score("stream", "--workers", "2", "--output", "scores.json")
    assert (made.status, made.out) == (2, "")
    assert "a worker process ended before its work was done" in made.err
    assert not (tmp_path / "scores.json").exists()


def test_few_numbers_stand_for_the_sum_of_many() -> None:
    """In whatever parts they are added, so that a mean is the same double."""
    import math

    chance = random.Random(4)
    numbers = [chance.random() * 10.0 ** chance.randint(-9, 9) for _ in range(3000)]
    halves = [*exact_parts(numbers[:1700]), *exact_parts(numbers[1700:])]
    assert math.fsum(exact_parts(halves)) == math.fsum(numbers)
    assert len(exact_parts(halves)) < 10


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask and what it rests on
def test_every_way_gives_the_same_bits_on_conll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen systems, two references: the same JSON read whole, in parts, by two processes, and on a cluster."""
    monkeypatch.setattr(stream, "PART", 100)
    folder = shared("data/conll14")
    texts = ["--source", folder / "src.txt", "--reference", folder / "ref0.txt", "--reference", folder / "ref1.txt"]
    systems = sorted((folder / "systems").glob("*.txt"))
    assert len(systems) == 13
    named = [part for name in (*MEASURES, "gleu") for part in ("--measure", name)]
    made = {
        run("score", *texts, *systems, *named, "--format", "json", "--engine", *how)
        for how in (
            ("local",),
            ("local", "--workers", "2"),
            ("stream",),
            ("stream", "--memory", "0"),
            ("stream", "--workers", "2"),
            *([] if lacks("distributed", "the extra cluster") else [("dask", "--workers", "2")]),
        )
    }
    assert len(made) == 1
    assert made.pop().status == 0


@pytest.mark.slow
def test_workers_give_the_same_bits_with_every_measure_on_conll() -> None:
    """Annotated gold, thirteen systems, all measures that need no model: the same JSON from one process and two."""
    folder = shared("data/conll14")
    systems = sorted((folder / "systems").glob("*.txt"))
    named = [part for name in ("pt-m2:weights=overlap", "pt-errant:weights=overlap", "gain") for part in ("-m", name)]
    every = ("m2", "imeasure", "green", "gleu", "errant", "cleme", "difficulty", "wer", "exact")
    named += [part for name in every for part in ("-m", name)]
    asked = ("score", folder / "gold.m2", *systems, *named, "--extract", "errata", "--format", "json")
    alone = run(*asked)
    assert alone.status == 0
    assert run(*asked, "--workers", "2") == alone


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    """Lines that were there when it was indexed and are gone now end the run."""
    path = tmp_path / "a.txt"
    path.write_text("a b\nc d\ne f\n", encoding="utf-8")
    part = parts.Part(0, 3, (parts.Piece(str(path), 0, 12),))
    assert [len(lines) for lines in part.lines()] == [3]
    path.write_text("a b\n", encoding="utf-8")
    with pytest.raises(errata.FileError, match="has 1 lines where it had 3"):
        part.lines()
