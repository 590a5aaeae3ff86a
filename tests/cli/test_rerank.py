"""`errata rerank`."""

import json
from pathlib import Path

import pytest
from tests.support import Ran, run, write_file

from errata import consensus

SOURCES = ["She go to school every day .", "He like it a lot ."]
SYSTEMS = {
    "A": ["She go to school every day .", "He likes it a lot ."],
    "B": ["She goes to school every day .", "He likes it lot ."],
    "C": ["She goes to the school every day .", "He likes it a lot ."],
}
FILES = [f"{name}.txt" for name in SYSTEMS]
GOLD = """\
S She go to school every day .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0

S He like it a lot .
A 1 2|||R:VERB:SVA|||likes|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources, gold, references, three systems and an n-best list."""
    write = write_file(tmp_path)
    texts = {"src": SOURCES, "ref": SYSTEMS["C"], **SYSTEMS}
    texts["nbest"] = [line for lines in zip(*SYSTEMS.values(), strict=True) for line in lines]
    for name, lines in texts.items():
        write(f"{name}.txt", "".join(f"{line}\n" for line in lines))
    write("gold.m2", GOLD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def chosen(*arguments: str) -> list[str]:
    """Return the lines that a command without fault prints."""
    ran = run("rerank", *arguments)
    assert ran.status == 0, ran.err
    return ran.out.splitlines()


def test_the_command_prints_what_the_function_chooses() -> None:
    """By each method, from sources, gold or references; systems or n-best lists."""
    mbr = list(consensus(SYSTEMS, sources=SOURCES).texts)
    for where in (("--source", "src.txt"), ("--gold", "gold.m2")):
        assert chosen(*FILES, *where) == mbr
        assert chosen("nbest.txt", "--n-best", "3", *where) == mbr
        vote = consensus(SYSTEMS, sources=SOURCES, method="vote", votes=3)
        assert chosen(*FILES, *where, "--method", "vote", "--votes", "3") == list(vote.texts)
    best = list(consensus(SYSTEMS, "m2", sources=SOURCES).texts)
    assert chosen(*FILES, "--source", "src.txt", "--measure", "m2") == best
    for gold in (["--source", "src.txt", "--reference", "ref.txt"], ["--gold", "gold.m2"]):
        assert chosen(*FILES, *gold, "--method", "oracle", "--measure", "m2") == SYSTEMS["C"]


def test_standard_error_says_whose_texts_were_chosen() -> None:
    """Nothing with --quiet, and no names where there are none."""
    ran = run("rerank", *FILES, "--source", "src.txt")
    assert ran.err == "errata: 2 sentences chosen by mbr: A 1, B 1, C 0\n"
    assert run("rerank", *FILES, "--source", "src.txt", "--quiet") == Ran(0, ran.out, "")
    assert run("rerank", "nbest.txt", "--n-best", "3", "--source", "src.txt").err == (
        "errata: 2 sentences chosen by mbr\n"
    )


def test_a_file_may_be_named_for_the_text(folder: Path) -> None:
    """The same bytes as on standard output."""
    ran = run("rerank", *FILES, "--source", "src.txt", "-o", "best.txt")
    assert (ran.status, ran.out) == (0, "")
    assert (folder / "best.txt").read_text() == run("rerank", *FILES, "--source", "src.txt").out


def test_json_tells_what_was_chosen_and_why() -> None:
    """With the signature, candidates by place, systems by name."""
    told = json.loads(run("rerank", *FILES, "--source", "src.txt", "--format", "json").out)
    made = consensus(SYSTEMS, sources=SOURCES)
    assert (told["schema"], told["signature"], told["picks"]) == (1, made.signature, {"A": 1, "B": 1, "C": 0})
    assert told["sentences"][0] == {
        "index": 0,
        "text": "She goes to school every day .",
        "candidate": 1,
        "system": "B",
        "score": made.scores[0],
    }
    vote = run("rerank", "nbest.txt", "--n-best", "3", "--gold", "gold.m2", "--method", "vote", "--format", "json")
    assert json.loads(vote.out)["sentences"][1] == {
        "index": 1,
        "text": "He likes it a lot .",
        "candidate": 0,
        "score": None,
    }


def test_candidates_are_checked_as_outputs_are(tmp_path: Path) -> None:
    """One after the other in place of side by side, shifted, or with marks of the model; messages name the files."""
    write = write_file(tmp_path)
    sources = [
        "She go to school every day .",
        "They was late for dinner yesterday .",
        "I has two cats at home .",
        "We is waiting on the bus .",
        "My brother want a new bicycle .",
        "Nobody know where this road lead .",
    ]
    good = [text.replace(" ", " really ", 1) for text in sources]

    def texts(name: str, lines: list[str]) -> None:
        write(name, "".join(f"{line}\n" for line in lines))

    texts("long.txt", sources)
    texts("good.txt", good)
    texts("shifted.txt", [*good[1:], good[0]])
    texts("marked.txt", [f"{text} </s>" for text in good])
    texts("best.txt", [*good, *sources])
    ran = run("rerank", "--source", "long.txt", "good.txt", "shifted.txt")
    assert ran.status == 2
    assert "error: shifted.txt: " in ran.err
    assert "--as-is" not in ran.err
    ran = run("rerank", "--source", "long.txt", "--n-best", "2", "best.txt")
    assert ran.status == 2
    assert "error: best.txt, candidate 1 of each source: " in ran.err
    ran = run("rerank", "--source", "long.txt", "good.txt", "marked.txt")
    assert ran.status == 0
    assert "warning: marked.txt: 6 of 6 lines contain Markdown or HTML" in ran.err


def test_columns_of_tables_may_be_named(tmp_path: Path) -> None:
    """As the message about an unknown one says."""
    lines = [json.dumps({"id": number, "mine": text}) for number, text in enumerate(SYSTEMS["A"])]
    write_file(tmp_path)("mine.jsonl", "\n".join(lines) + "\n")
    for where in (("--source", "src.txt"), ("--gold", "gold.m2")):
        files = ("mine.jsonl", "B.txt", "C.txt")
        assert chosen(*files, *where, "--columns", "output=mine") == chosen(*FILES, *where)
        assert "Name the columns: --columns output=NAME" in run("rerank", *files, *where).err
