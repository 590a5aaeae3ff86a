"""Annotated files scored part by part: what a run on the whole says, to the last bit."""

import gc
import gzip
import json
import random
import warnings
import weakref
from pathlib import Path
from typing import Any

import pytest
from tests.support import Ran, lacks, run, shared

import errata
from errata.cli import inputs
from errata.engines import annotated
from errata.formats import m2_parts
from errata.kernels import words
from errata.model import Corpus

pytestmark = pytest.mark.skipif(not words.COMPILED, reason="whole files, byte by byte")
OF_TEXTS = [
    "m2",
    "m2:level=sentence",
    "m2:task=detection,beta=1",
    "imeasure",
    "green",
    "gleu:samples=7",
    "wer",
    "exact",
]
OF_EDITS = ["errant", "errant:level=sentence", "errant:task=classification", "cleme", "cleme:level=sentence"]
OF_EDITS += ["cleme:weighted=no,assumption=independent", *OF_TEXTS]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "SENTENCES", 8)


@pytest.fixture
def _never_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a run fail that reads files whole unless this is asked for."""
    read_whole = inputs.read_table_inputs

    def refuse(options: Any, *more: Any) -> Any:
        assert options.engine == "local", "read whole"
        return read_whole(options, *more)

    monkeypatch.setattr("errata.cli.score.read_table_inputs", refuse)


def edit(chance: random.Random, source: list[str], who: str, kinds: tuple[str, ...]) -> str:
    start = chance.randint(0, len(source))
    end = min(len(source), start + chance.randint(0, 2))
    correction = " ".join(chance.choices(["a", "bé", "c"], k=chance.randint(0, 2)))
    return f"A {start} {end}|||{chance.choice(kinds)}|||{correction}|||REQUIRED|||-NONE-|||{who}"


def block(chance: random.Random, source: list[str], annotators: tuple[str, ...]) -> str:
    lines = ["S " + " ".join(source)]
    for who in annotators:
        if chance.random() < 0.2:
            continue
        made = sorted({edit(chance, source, who, ("R:NOUN", "M:DET")) for _ in range(chance.randint(0, 2))})
        lines += made or [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{who}"]
    return "\n".join(lines) + "\n\n"


def write(folder: Path, n: int = 100, end: str = "\n") -> None:
    """Write gold, two outputs as M2, and two as text."""
    chance = random.Random(7)
    sources = [[*chance.choices(["the", "cat", "sits", "wört", "on"], k=chance.randint(1, 9)), "."] for _ in range(n)]
    texts = {
        "gold.m2": "".join(block(chance, source, ("0", "1", "10")) for source in sources),
        "one.m2": "".join(block(chance, source, ("0",)) for source in sources),
        "two.m2": "".join(block(chance, source, ("me",)) for source in sources),
    }
    for name in ("three.txt", "four.txt"):
        changed = (" ".join(word if chance.random() < 0.8 else "a" for word in source) for source in sources)
        texts[name] = "".join(f"{line}\n" for line in changed)
    for name, text in texts.items():
        (folder / name).write_bytes(text.replace("\n", end).encode())


def score(engine: str, measures: list[str], outputs: tuple[str, ...], *more: str, gold: str = "gold.m2") -> Ran:
    named = [option for measure in measures for option in ("--measure", measure)]
    return run("score", gold, *outputs, *named, "--engine", engine, "--format", "json", *more)


EDITS, TEXTS = ("one.m2", "two.m2"), ("three.txt", "four.txt")


@pytest.mark.usefixtures("_never_whole")
@pytest.mark.parametrize(
    "more",
    [
        (),
        ("--workers", "3"),
        ("--sentences",),
        ("--interval", "--samples", "20"),
        ("--interval", "--samples", "20", "--memory", "0"),
        ("--interval", "--samples", "20", "--sentences"),
        ("--interval", "--samples", "20", "--sentences", "--memory", "0", "--workers", "2"),
    ],
)
def test_parts_give_what_the_whole_gives(
    more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores, counts, details, fingerprints, sentences, intervals and warnings."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for measures, outputs in ((OF_TEXTS, TEXTS), (OF_EDITS, EDITS), (OF_TEXTS, (EDITS[0], TEXTS[0]))):
        of_streams = more.index("--memory") if "--memory" in more else len(more)
        whole = score("local", measures, outputs, *more[:of_streams])
        assert whole.status == 0
        assert score("stream", measures, outputs, *more) == whole


@pytest.mark.parametrize(("measures", "outputs"), [(OF_TEXTS, TEXTS), (OF_EDITS, EDITS)])
def test_parts_are_forgotten_once_they_are_counted(
    measures: list[str], outputs: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only when garbage is sought, which a stream hardly ever causes: memory would grow with the files."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    parts: list[weakref.ref[Corpus]] = []
    n_alive = []
    read_part = m2_parts.read_part

    def watched(path: str, data: bytes) -> Corpus:
        corpus = read_part(path, data)
        parts.append(weakref.ref(corpus))
        n_alive.append(sum(part() is not None for part in parts))
        return corpus

    monkeypatch.setattr(annotated, "read_part", watched)
    gc.disable()
    try:
        assert score("stream", measures, outputs).status == 0
    finally:
        gc.enable()
    assert len(parts) > 12
    assert max(n_alive) <= 6  # the gold and two outputs, and those before


@pytest.mark.usefixtures("_never_whole")
def test_line_ends_and_empty_lines_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor whether the last block has an end, nor packing."""
    monkeypatch.chdir(tmp_path)
    for end in ("\r\n", "\n\n \n", "\n"):
        write(tmp_path, end=end if end == "\r\n" else "\n")
        gold = (tmp_path / "gold.m2").read_bytes()
        if end == "\n\n \n":
            gold = b" \n\n" + gold.replace(b"\n\n", b"\n \n\n\t\n")
        (tmp_path / "gold.m2").write_bytes(gold.rstrip(b"\r\n"))
        assert score("stream", OF_EDITS, EDITS) == score("local", OF_EDITS, EDITS)
    for name in ("gold.m2", "one.m2"):
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    packed = "gold.m2.gz", ("one.m2.gz",)
    assert score("stream", OF_EDITS, packed[1], gold=packed[0]) == score("local", OF_EDITS, packed[1], gold=packed[0])


ODD: dict[str, tuple[str, str]] = {
    "odd spaces": ("S ", "S  "),
    "alternatives": ("|||a|||", "|||a||b|||"),
    "deletion word": ("||||||REQ", "|||-NONE-|||REQ"),
    "optional": ("REQUIRED|||-NONE-|||1\n", "OPTIONAL|||-NONE-|||1\n"),
    "outside": ("A 1 2|||", "A 1 99|||"),
    "comment": ("|||-NONE-|||0\n", "|||look|||0\n"),
    "lines passed over": ("\n\nS ", "\nT0 x\n\nS "),
    "no annotator": ("A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||10\n", ""),
}


@pytest.mark.usefixtures("_never_whole")
@pytest.mark.parametrize("odd", ODD)
def test_what_is_odd_is_said_as_ever(odd: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the reader, with line numbers of the whole file, and by measures, once for all parts."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for name in ("gold.m2", "one.m2"):
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        middle = text.index("\n\n", len(text) // 3) if name == "gold.m2" else 0
        path.write_text(text[:middle] + text[middle:].replace(*ODD[odd]), encoding="utf-8")
    whole = score("local", OF_EDITS, EDITS)
    assert score("stream", OF_EDITS, EDITS) == whole
    assert score("stream", OF_EDITS, EDITS, "--workers", "2") == whole


@pytest.mark.usefixtures("_never_whole")
@pytest.mark.parametrize("changed", [None, 0, 50, 99])
def test_the_text_of_an_annotator_is_recognised(
    changed: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all parts agree: an annotator who saw none of a part has the text of the first who did."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errata.ErrataWarning)  # some edits overlap
        gold = errata.read("gold.m2")
    lines = [gold.references(index)[2].text for index in range(len(gold))]
    if changed is not None:
        lines[changed] = "x"
    (tmp_path / "three.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    whole = score("local", OF_TEXTS, TEXTS)
    said = "three.txt: all 100 lines equal the text of annotator 10, which differs from the source in "
    assert (said in whole.err) == (changed is None)
    assert "four.txt: all" not in whole.err
    assert score("stream", OF_TEXTS, TEXTS) == whole
    assert score("stream", OF_TEXTS, TEXTS, "--workers", "2") == whole
    assert score("stream", OF_TEXTS, TEXTS, "--resume", "state") == whole


BROKEN = {
    "no S line": ("\n\nS ", "\n\nA "),
    "two S lines": ("\nA ", "\nS a\nA "),
    "few fields": ("|||REQUIRED|||", "|||"),
    "bad offset": ("A 1 2", "A 1 x"),
    "a word alone": ("\n\nS ", "\n\nhello\nS "),
    "not UTF-8": ("wört", "w\udcf6rt"),
    "seven fields": ("|||0\n", "|||0|||x\n"),
    "uncorrected": ("|||a|||REQ", "||||||REQ"),
    "other source": ("S the", "S them"),
    "gone": ("S the", "A 0 0|||x|||x|||REQUIRED|||-NONE-|||0"),
    "two annotators": ("|||0\n", "|||1\n"),
    "BOM": ("S ", "\ufeffS "),
    "CR": ("\n", "\r"),
    "empty": (".", None),
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("name", ["gold.m2", "one.m2"])
def test_what_is_wrong_is_said_as_ever(name: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With file, line and remedy, and the same status."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    path = tmp_path / name
    text = path.read_text(encoding="utf-8")
    old, new = BROKEN[broken]
    at = 0 if broken in {"BOM", "CR", "empty"} else text.index(old, len(text) // 2)
    once = -1 if broken == "CR" else 1
    made = "" if new is None else text[:at] + text[at:].replace(old, new, once)
    path.write_bytes(made.encode("utf-8", "surrogateescape"))
    whole = score("local", OF_EDITS, EDITS)
    assert score("stream", OF_EDITS, EDITS) == whole
    assert score("stream", OF_EDITS, EDITS, "--workers", "2") == whole


def test_the_first_mistake_in_the_order_of_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though one in the first part of the output is met before that in the last of the gold."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    gold, one = tmp_path / "gold.m2", tmp_path / "one.m2"
    gold.write_text(gold.read_text(encoding="utf-8") + "S a\nA x\n\n", encoding="utf-8")
    one.write_text("S a\nA y\n\n" + one.read_text(encoding="utf-8"), encoding="utf-8")
    made = score("stream", ["errant"], EDITS[:1])
    assert made == score("local", ["errant"], EDITS[:1])
    assert "gold.m2, line" in made.err


def test_outputs_in_another_order_are_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are matched by their sources."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, n=30)
    gold = (tmp_path / "gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    blocks = [f"{text.splitlines()[0]} {number}" for number, text in enumerate(gold)]
    noop = "\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
    (tmp_path / "gold.m2").write_text("".join(text + noop for text in blocks), encoding="utf-8")
    (tmp_path / "one.m2").write_text("".join(text + noop for text in reversed(blocks)), encoding="utf-8")
    whole = score("local", ["errant"], EDITS[:1])
    assert (whole.status, "were put into the order" in whole.err) == (0, True)
    assert score("stream", ["errant"], EDITS[:1]) == whole


@pytest.mark.usefixtures("_never_whole")
def test_a_run_goes_on_where_it_was_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what the file has of its first parts; the file is gone at the end."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    whole = score("local", OF_EDITS, EDITS)
    real, n_read = m2_parts.read_part, 0

    def interrupt(path: str, data: bytes) -> Any:
        nonlocal n_read
        n_read += 1
        if n_read == 39 + 20:  # CLEME looks through all 13 parts of 3 files before
            raise KeyboardInterrupt
        return real(path, data)

    monkeypatch.setattr(annotated, "read_part", interrupt)
    assert score("stream", OF_EDITS, EDITS, "--resume", "state").status == 130
    assert (tmp_path / "state").stat().st_size
    monkeypatch.setattr(annotated, "read_part", real)
    assert score("stream", OF_EDITS, EDITS, "--resume", "state", "--workers", "2") == whole
    assert not (tmp_path / "state").exists()


@pytest.mark.usefixtures("_never_whole")
def test_a_change_where_nothing_was_counted_yet_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a measure has learned from it: what was counted before would be weighted otherwise than the rest."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    real, n_read = m2_parts.read_part, 0

    def interrupt(path: str, data: bytes) -> Any:
        nonlocal n_read
        n_read += 1
        if n_read == 39 + 6:
            raise KeyboardInterrupt
        return real(path, data)

    monkeypatch.setattr(annotated, "read_part", interrupt)
    assert score("stream", ["cleme"], EDITS, "--resume", "state").status == 130
    monkeypatch.setattr(annotated, "read_part", real)
    text = (tmp_path / "two.m2").read_text(encoding="utf-8")
    at = text.rindex("\nA 1 2|||")
    (tmp_path / "two.m2").write_text(f"{text[:at]}\nA 0 2|||{text[at + 9 :]}", encoding="utf-8")
    made = score("stream", ["cleme"], EDITS, "--resume", "state")
    assert (made.status, "state belongs to another run: learned was" in made.err) == (2, True)


@pytest.mark.usefixtures("_never_whole")
def test_the_first_of_two_broken_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the ends of lines of the second are looked for before the first is read."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    for name in ("gold.m2", TEXTS[0]):
        data = (tmp_path / name).read_bytes().rstrip(b"\n")
        (tmp_path / name).write_bytes(data[:-1] + b"\xff\n")
    whole = score("local", ["m2"], TEXTS[:1])
    assert (whole.status, "gold.m2, line " in whole.err) == (2, True)
    assert score("stream", ["m2"], TEXTS[:1]) == whole


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_sentences_of_a_run_that_can_be_resumed_are_refused(tmp_path: Path) -> None:
    """What measures note about them is not kept; the score is."""
    write(tmp_path)
    outputs = {"mine": tmp_path / "one.m2"}
    [made] = errata.score(tmp_path / "gold.m2", outputs, measures=["errant"], resume=tmp_path / "state")
    [whole] = errata.score(tmp_path / "gold.m2", outputs, measures=["errant"])
    assert made.score == whole.score
    with pytest.raises(errata.InputError, match="was not kept, because the run can be resumed; score without resume"):
        _ = made.sentences


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_python_streams_paths(tmp_path: Path) -> None:
    """`errata.score` gives the same result from paths as from a corpus, with all that is told of sentences."""
    write(tmp_path)
    measures = ["errant", "m2", "imeasure"]
    outputs = {"mine": tmp_path / "one.m2"}
    made, whole = (
        errata.score(tmp_path / "gold.m2", outputs, measures=measures, engine=engine) for engine in ("stream", "local")
    )
    assert made == whole
    for one, other in zip(made, whole, strict=True):
        assert one.details == other.details
        assert one.sentences == other.sentences


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("-m", "difficulty"), "in parts, but difficulty needs the whole text"),
        (("-m", "imeasure:optimise=corpus"), "needs the whole text"),
        (("-m", "errant:task=token"), "needs the whole text"),
        (("-m", "m2", "--extract", "errata"), "extract needs all texts at once"),
        (("-m", "m2", "--sentences", "--format", "tsv"), "--sentences in the form tsv needs the whole"),
        ((), "without measures every one is tried; name those you want"),
    ],
)
def test_what_needs_the_whole_is_refused_where_parts_were_asked_for(
    asked: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rather than read whole without a word."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, n=20)
    made = run("score", "gold.m2", "one.m2", "--engine", "stream", *asked)
    assert (made.status, reason in made.err) == (2, True)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("piece", [1, 7, 64, 1 << 20])
def test_the_index_finds_every_sentence(end: str, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever pieces a file is read: parts have the sentences and the annotators that a reader finds."""
    write(tmp_path, n=40, end=end)
    path = str(tmp_path / "gold.m2")
    data = Path(path).read_bytes()
    monkeypatch.setattr(m2_parts, "read_bytes", lambda _: (data[at : at + piece] for at in range(0, len(data), piece)))
    index = m2_parts.index_m2(path, 8)
    assert (index.n_sentences, len(index.starts), index.annotators, index.is_plain) == (40, 6, (0, 1, 10), True)
    parts = [m2_parts.read_part(path, data[a:b]) for a, b in zip(index.starts, index.starts[1:], strict=False)]
    assert [len(part) for part in parts] == [8] * 5
    assert Corpus(tuple(text for part in parts for text in part)).fingerprint == errata.read(path).fingerprint


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Dask and what it rests on
@pytest.mark.usefixtures("_never_whole")
@pytest.mark.parametrize("kind", ["texts", "edits"])
def test_every_way_gives_the_same_bits_on_conll(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen systems, all measures that stream: the same JSON whole, in parts, by two processes, on a cluster."""
    monkeypatch.setattr(annotated, "SENTENCES", 100)
    folder = shared("data/conll14")
    if kind == "texts":
        gold, systems = folder / "gold.m2", sorted((folder / "systems").glob("*.txt"))
    else:
        systems = sorted(path for path in (folder / "errant").glob("*.m2") if path.stem != "gold")
        gold = folder / "errant" / "gold.m2"
    assert len(systems) == 13
    named = [part for name in (OF_TEXTS if kind == "texts" else OF_EDITS) for part in ("--measure", name)]
    made = {
        run("score", gold, *systems, *named, "--format", "json", "--engine", *how)
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
    ran = made.pop()
    assert ran.status == 0
    assert len(json.loads(ran.out)["scores"]) == 13 * len(named) // 2
