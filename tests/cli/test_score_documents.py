"""`errata score` on documents with edits by character offset."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import Ran, run, write_file

TEXTS = {"0001": "Né go home , now\n", "0002": "They goes away .\n"}
EDIT = (
    '<edit type="{type}" index="{index}" start="{start}" end="{end}"><original>{original}</original>'
    "<corrections><correction>{new}</correction></corrections></edit>"
)


def edits(text: str, *changes: tuple[str, str, str]) -> str:
    """Return stand-off edits that replace words of a text, offsets in UTF-8 bytes."""
    made = []
    for index, (type_, old, new) in enumerate(changes, 1):
        start = len(text[: text.index(old)].encode())
        made.append(
            EDIT.format(type=type_, index=index, start=start, end=start + len(old.encode()), original=old, new=new)
        )
    return f"<edits>{''.join(made)}</edits>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folders with gold, sources, edits of a system and corrected texts of another."""
    for name in ("gold", "sources", "mine", "texts"):
        (tmp_path / name).mkdir()
    gold = {"0001": [("V", "go", "goes"), ("P", ",", ";")], "0002": [("V", "goes", "go")]}
    mine = {"0001": [("V", "go", "goes"), ("P", "now", "then")], "0002": [("V", "goes", "went")]}
    for number, text in TEXTS.items():
        write_file(tmp_path / "gold")(f"{number}GE.xml", edits(text, *gold[number]))
        write_file(tmp_path / "mine")(f"{number}XY0.xml", edits(text, *mine[number]))
        write_file(tmp_path / "sources")(f"{number}.txt", text)
        write_file(tmp_path / "texts")(f"{number}.txt", text.replace(" go ", " goes "))
    return tmp_path


def scores(ran: Ran) -> list[dict[str, Any]]:
    assert ran.status == 0, ran.err
    found: list[dict[str, Any]] = json.loads(ran.out)["scores"]
    return found


def test_two_edit_files_alone(folder: Path) -> None:
    """No text is needed; the table, the signature, and what became of each edit."""
    pair = [folder / "gold" / "0001GE.xml", folder / "mine" / "0001XY0.xml"]
    ran = run("score", *pair, "--measure", "hoo")
    assert (ran.status, ran.err) == (0, "")
    assert "0001XY0  correction   50.00  50.00  50.00" in ran.out
    assert "hoo|v:" in ran.out
    [item] = scores(run("score", *pair, "--format", "json", "--sentences"))
    assert item["measure"] == "hoo", "without --measure, all that fit"
    assert item["details"]["statuses"] == ["corrected", "missing"]
    assert item["details"]["spurious"] == [{"index": "2", "type": "P", "start": 14, "end": 17}]
    assert item["sentences"][0]["details"]["document"] == "0001"
    packed = write_file(folder)("0001.xml.gz", gzip.compress(pair[0].read_bytes()))
    assert scores(run("score", packed, pair[1], "--format", "json"))[0]["counts"] == item["counts"]
    [bonus] = scores(run("score", *pair, "--measure", "hoo:preset=hoo2012,bonus=yes", "--format", "json"))
    assert "|preset:hoo2012|bonus:yes|" in bonus["signature"]


def test_folders_with_sources(folder: Path) -> None:
    """The unit of the offsets is found with the gold and said; systems are named by their folders."""
    arguments = ["score", folder / "gold", folder / "mine", f"copy={folder / 'gold'}", "--format", "json"]
    plain = scores(run(*arguments))
    ran = run(*arguments, "--source", folder / "sources")
    assert "offsets count UTF-8 bytes (3 of 3 originals fit; 1 as code points)" in ran.err
    items = scores(ran)
    assert [item["system"] for item in items] == ["mine", "copy"]
    assert [item["counts"] for item in items] == [item["counts"] for item in plain]
    assert [item["score"] for item in items] == [1 / 3, 1.0]
    historic = [*arguments, "--measure", "hoo:preset=hoo2011"]
    with_text, without = scores(run(*historic, "--source", folder / "sources")), scores(run(*historic))
    assert [item["counts"] for item in with_text] == [item["counts"] for item in without]
    assert [item["details"]["offset_unit"] for item in (with_text[0], without[0])] == ["utf8", "codepoint"]
    workers = scores(run(*arguments, "--workers", "2", "--sentences"))
    assert [len(item["sentences"]) for item in workers] == [2, 2]
    assert [item["counts"] for item in workers] == [item["counts"] for item in plain]


def test_gold_with_marks_in_the_text(folder: Path) -> None:
    """What the offsets of a system count is then found from the system's own originals."""
    for number in TEXTS:
        gold, source = folder / "gold" / f"{number}GE.xml", folder / "sources" / f"{number}.txt"
        (folder / "marked").mkdir(exist_ok=True)
        made = run("convert", gold, folder / "marked" / f"{number}.xml", "--to", "hoo-inline", "--source", source)
        assert made.status == 0, made.err
    arguments = ["score", folder / "marked", folder / "mine", "--format", "json"]
    ran = run(*arguments)
    assert "mine: offsets count UTF-8 bytes" in ran.err
    [item] = scores(ran)
    assert item["counts"]["corrected_gold"] == 1
    assert "count" not in run(*arguments, "--offset-unit", "utf8").err
    wrong = run(*arguments, "--offset-unit", "codepoint")
    assert "original-mismatch" in wrong.err


def test_several_annotators(folder: Path) -> None:
    """The best for each document, the mean, or each by itself; who annotated what is said."""
    (folder / "other").mkdir()
    write_file(folder / "other")("0001GE.xml", edits(TEXTS["0001"], ("P", "now", "then")))
    arguments = ["score", folder / "gold", folder / "mine", "--gold", folder / "other", "--format", "json"]
    [best] = scores(run(*arguments, "--sentences"))
    assert [row["reference"] for row in best["sentences"]] == [1, 0], "2/3 with the one, 1/2 with the other"
    assert (best["counts"]["gold"], best["counts"]["corrected_gold"]) == (2, 1)
    assert list(best["details"]["annotators"]) == ["0", "1"]
    first, second = scores(run(*arguments, "--measure", "hoo:annotator=each"))
    assert [item["counts"]["gold"] for item in (first, second)] == [3, 2], "who is absent is stood in for"
    assert first["score"] == best["details"]["annotators"]["0"]["values"]["correction_f"]
    [mean] = scores(run(*arguments, "--measure", "hoo:annotator=mean", "--sentences"))
    assert mean["score"] == (first["score"] + second["score"]) / 2
    assert mean["details"]["scores"]["nobonus"]["correction"]["f"] == mean["score"]
    assert mean["counts"]["gold"] == 2.5
    [same] = scores(run(*arguments, "--measure", "hoo:annotator=1"))
    assert same == second
    assert "has no annotator 'x'; it has: 0, 1" in run(*arguments, "--measure", "hoo:annotator=x").err
    tables = run(*arguments[:-2], "--measure", "hoo:annotator=mean")
    assert tables.status == 0, tables.err


def test_missing_documents(folder: Path) -> None:
    """An error, or an empty submission; what is too many is an error."""
    (folder / "mine" / "0002XY0.xml").unlink()
    arguments = ["score", folder / "gold", folder / "mine", "--format", "json"]
    ran = run(*arguments)
    assert ran.status == 2
    assert "mine has no document 0002, but" in ran.err
    assert "or treat it as an empty submission: --missing-file empty\n" in ran.err
    [item] = scores(run(*arguments, "--missing-file", "empty"))
    assert (item["counts"]["gold"], item["counts"]["system"]) == (3, 2)
    assert "has document 0002, but" in run("score", folder / "mine", folder / "gold").err


@pytest.mark.parametrize("extractor", ["wdiff", "maxmatch", "wdiff:granularity=token,merge=errant"])
def test_corrected_texts(folder: Path, extractor: str) -> None:
    """Edits are got out of them, and the signature says how."""
    arguments = ["score", folder / "gold", folder / "texts", "--extract", extractor, "--format", "json"]
    [item] = scores(run(*arguments, "--source", folder / "sources"))
    assert item["counts"]["corrected_gold"] == 1
    assert item["signature"].endswith(f"|extract:{extractor}")
    assert "the source text of document 0001 is not known" in run(*arguments).err


def test_types(folder: Path) -> None:
    """A control file, named types, each type."""
    control = write_file(folder)("control.txt", "aggregate VERB V\naggregate ALL V P\n")
    pair = ["score", folder / "gold", folder / "mine", "--format", "json", "--measure", "hoo"]
    assert [item["details"]["block"] for item in scores(run(*pair, "--control", control))] == ["VERB", "ALL"]
    blocks = scores(run(*pair, "--control", control, "--types", "VERB,P", "--with-all"))
    assert [item["details"].get("block") for item in blocks] == [None, "VERB", "P"]
    assert [item["counts"]["gold"] for item in blocks] == [3, 2, 1]
    assert [item["details"]["block"] for item in scores(run(*pair, "--by-type"))] == ["P", "V"]
    assert "hoo:types=VERB=V" in run(*pair[:3], "--control", control, "--types", "VERB").out
    odd = write_file(folder)("odd.txt", "aggregate VERB V\nsplit V\naggregate VERB P\n")
    assert "odd.txt, line 2: unknown directive 'split'" in run(*pair, "--control", odd).err
    lenient = run(*pair, "--control", odd, "--lenient-control")
    assert [item["counts"]["gold"] for item in scores(lenient)] == [2]
    assert lenient.err.count("(left out)") == 2
    assert "no annotated types" in run(*pair, "--control", write_file(folder)("bad.txt", "aggregate A\n")).err


def test_types_of_the_measure_beside_those_of_the_command_line(folder: Path) -> None:
    """They name blocks of the control file, else annotated types, as --types does."""
    control = write_file(folder)("control.txt", "aggregate VERB V\naggregate ALL V P\n")
    pair = ["score", folder / "gold", folder / "mine", "--format", "json"]

    def blocks(types: str, *arguments: object) -> list[tuple[str | None, int]]:
        ran = run(*pair, "--measure", f"hoo:types={types}", *arguments)
        return [(item["details"].get("block"), item["counts"]["gold"]) for item in scores(ran)]

    assert blocks("VERB", "--control", control) == [("VERB", 2)]
    assert blocks("ALL+P", "--control", control) == [("ALL", 3), ("P", 1)]
    assert blocks("P", "--control", control, "--with-all") == [(None, 3), ("P", 1)]
    assert blocks("all", "--control", control) == blocks("all", "--with-all") == [(None, 3)]
    assert blocks("X=P", "--with-all") == [(None, 3), ("X", 1)]
    nope = run(*pair, "--measure", "hoo:types=Nope", "--control", control)
    assert [item["details"]["block"] for item in scores(nope)] == ["Nope"]
    assert "no edit has the type Nope" in nope.err


def test_undefined_values_are_shown_as_such(folder: Path) -> None:
    """A dash in tables, nothing in TSV, null in JSON."""
    gold = folder / "gold" / "0001GE.xml"
    untyped = write_file(folder)("mine.xml", gold.read_text(encoding="utf-8").replace('type="V" ', ""))
    pair = ["score", gold, untyped, "--measure", "hoo:types=V"]
    table = run(*pair)
    assert "mine    correction   –  100.00   –        –   100.00" in table.out
    assert "is based on the gold's types" in table.err
    [item] = scores(run(*pair, "--format", "json"))
    assert (item["score"], item["values"]["correction_f"], item["values"]["correction_recall"]) == (None, None, 1.0)
    assert "\t\t\t1.0\t" in run(*pair, "--format", "tsv").out


BAD = {
    "no output": (["gold"], "no system output given (gold was read as GOLD)"),
    "text measure": (
        ["gold", "mine", "--measure", "green"],
        "to score their lines as sentences, give the texts with --source",
    ),
    "hoo on sentences": (["gold.m2", "gold.m2", "--measure", "hoo"], "hoo compares documents"),
    "types on sentences": (["gold.m2", "gold.m2", "--by-type"], "--control, --types, --by-type and --with-all are for"),
    "types of both": (["gold", "mine", "--measure", "hoo:types=V", "--types", "P"], "hoo:types=V and --types both"),
    "each type and one": (["gold", "mine", "--measure", "hoo:types=V", "--by-type"], "hoo:types=V and --by-type both"),
    "groups of both": (
        ["gold", "mine", "--measure", "hoo:types=X=V", "--control", "control.txt"],
        "hoo:types=X=V and --control both say which types; leave one out",
    ),
    "all types and each": (
        ["gold", "mine", "--measure", "hoo:types=all", "--by-type"],
        "hoo:types=all and --by-type both say which types; leave one out",
    ),
    "control file and each type": (
        ["gold", "mine", "--control", "control.txt", "--by-type"],
        "either a control file or one block for each type (--by-type), not both",
    ),
    "all beside nothing": (["gold", "mine", "--with-all"], "--with-all adds a table to those of types; give --control"),
    "sentences as output": (["gold", "gold.m2"], "gold.m2 is in the format m2, which holds sentences"),
    "unknown extractor": (["gold", "texts", "--extract", "diff"], "no extractor for documents is called 'diff'"),
    "broken XML": (["broken.xml", "mine"], "broken.xml, line 2: not well-formed XML"),
    "broken XML in a folder": (["gold", "broken"], "0001.xml, line 1: an <edit> without 'start'"),
    "wrong source": (["gold", "mine", "--source", "texts"], "originals are where the edits say"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_ends_with_one_message(folder: Path, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 2, nothing on standard output."""
    write = write_file(folder)
    write("gold.m2", "S a b\nA 0 1|||T|||c|||REQUIRED|||-NONE-|||0\n\n")
    write("control.txt", "aggregate VERB V\n")
    write("broken.xml", "<edits>\n<edit></edits>")
    (folder / "broken").mkdir()
    write_file(folder / "broken")("0001.xml", "<edits><edit/></edits>")
    write_file(folder / "texts")("0001.txt", "Something else.")
    monkeypatch.chdir(folder)
    arguments, message = BAD[case]
    ran = run("score", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("errata: error: ") == 1
