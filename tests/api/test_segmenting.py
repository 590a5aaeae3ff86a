"""Outputs that are whole documents, scored by the sentences of a gold."""

from pathlib import Path
from typing import Any

import pytest
from tests.support import run, shared

import errata
from errata import Corpus, InputError, Layer, LengthError, Text, segment_documents

SENTENCES = [
    "My holiday",
    "I goes to sea .",
    "It were fun .",
    "He go home late .",
    "We was tired .",
    "I sleeped .",
    "Bye",
]
RIGHT = [
    "My holiday",
    "I go to the sea .",
    "It was fun .",
    "He went home late .",
    "We were tired .",
    "I slept .",
    "Bye",
]
GOLD = Corpus(tuple(Text(source, (Layer(0, ()),)) for source in SENTENCES), "gold.m2")


def test_pieces_are_those_of_the_gold_and_know_their_document() -> None:
    """The gold stays as it is but for ids; the signature tells where the blocks come from."""
    found = segment_documents(GOLD, {"me": {"b": " ".join(RIGHT[:3]), "a": " ".join(RIGHT[3:])}})
    assert found.outputs["me"].texts == RIGHT
    assert found.documents == ("b", "b", "b", "a", "a", "a", "a")
    assert [text.id for text in found.gold] == ["b/1", "b/2", "b/3", "a/1", "a/2", "a/3", "a/4"]
    assert (found.gold.fingerprint, found.gold.notes, found.how) == (GOLD.fingerprint, ("blocks:gold",), "gold")
    [note] = found.findings
    assert str(note) == "the output of 'me': 2 documents split into the 7 sentences of gold.m2"


def test_merged_sentences_are_told() -> None:
    """The alignment alone says then where one ends."""
    merged = " ".join(RIGHT).replace("fun . He", "fun and he")
    _, note = segment_documents(GOLD, {"me": {"1": merged}}).findings
    assert (note.code, [place.sentence for place in note.places]) == ("end-lacks", [3])
    assert "1 sentence of the gold has no visible end in it; there the alignment alone decides" in str(note)


def test_messages_call_pieces_sentences() -> None:
    """They are no lines of any file."""
    found = segment_documents(GOLD, {"me": {"1": " ".join([*RIGHT[:3], *RIGHT[4:]])}})
    with pytest.warns(errata.ErrataWarning, match="1 sentence is empty where the source is not, first sentence 4"):
        errata.score(found.gold, found.outputs, measures=["green"])


LATE = "sleeped . Bye"


@pytest.mark.parametrize(
    ("gold", "outputs", "error", "message"),
    [
        (GOLD, {"me": {"1": LATE}}, LengthError, "nothing of sentences 1 to 5 of gold.m2, at least; is a document mis"),
        (
            GOLD,
            {"me": {"1": " ".join(RIGHT), "2": " ".join(RIGHT[:2])}},
            LengthError,
            "less than half of the words of document 2 are in gold.m2, in this order",
        ),
        (GOLD, {"me": {"1": "Quite another text ."}}, LengthError, "less than half of the words of document 1"),
        (GOLD, {}, InputError, "outputs must be {name: documents}"),
        (GOLD, {"me": RIGHT}, InputError, "the output of 'me' is a list; give {id: text}"),
        (SENTENCES, {"me": {"1": LATE}}, InputError, "the gold is a list; give what errata.read returns"),
        (Corpus((Text.document("1", "A."),)), {"me": {"1": LATE}}, InputError, "document"),
    ],
)
def test_what_does_not_follow_the_gold_is_refused(
    gold: Any, outputs: Any, error: type[Exception], message: str
) -> None:
    """A document that is missing, doubled, moved or another text: with sentences or ids."""
    with pytest.raises(error) as caught:
        segment_documents(gold, outputs)
    assert message in str(caught.value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gold by sentence, two outputs as essays, one of them by sentence too."""
    monkeypatch.chdir(tmp_path)
    errata.write(GOLD.map(lambda text: Text(text.source, (Layer(0, (errata.Edit(0, 1, ("x",)),)),))), "gold.m2")
    Path("mine.md").write_text(f"### essay_id = 1\n{' '.join(RIGHT[:3])}\n\n### essay_id = 2\n{' '.join(RIGHT[3:])}\n")
    Path("same.txt").write_text(" ".join(SENTENCES) + "\n")
    Path("lines.txt").write_text("\n".join(RIGHT) + "\n")
    return tmp_path


@pytest.mark.parametrize("command", ["score", "compare", "explain"])
def test_commands_split_documents_by_the_gold(folder: Path, command: str) -> None:
    """Every command gives the numbers of an output with a sentence per line."""
    how = {"explain": ["--sentence", "2"], "compare": ["--samples", "50"]}.get(command, [])
    files = ["gold.m2", "mine.md", "same.txt"]
    ran = run(command, "--documents", *files, "--measure", "green:n=2", "--write-blocks", "b.jsonl", *how)
    assert ran.status == 0, ran.err
    assert "mine.md: 2 documents split into the 7 sentences of gold.m2" in ran.err
    assert "|blocks:gold" in ran.out
    assert len(Path("b.jsonl").read_text().splitlines()) == 7


def test_scores_are_those_of_lines(folder: Path) -> None:
    """Whole values, of measures that compare texts and of one that searches edits."""
    how = ["--measure", "m2", "--measure", "wer", "--score-only", "--digits", "6"]
    assert run("score", "--documents", "gold.m2", "mine.md", *how).out == run("score", "gold.m2", "lines.txt", *how).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gold.m2"], "--documents needs --source, --reference and OUTPUT, or GOLD and OUTPUT"),
        (
            ["gold.m2", "mine.md", "--blocks", "paragraph"],
            "--blocks paragraph: outputs are split into the sentences of",
        ),
        (["mine.md", "same.txt"], "mine.md was read as GOLD, but it holds documents, not sentences"),
        (["--source", "gold.m2", "mine.md"], "--documents needs --source and --reference, or an annotated GOLD"),
    ],
)
def test_wrong_command_lines_are_refused(folder: Path, arguments: list[str], message: str) -> None:
    """With what to write instead."""
    ran = run("score", "--documents", *arguments)
    assert (ran.status, message in ran.err) == (2, True), ran.err


@pytest.mark.slow
def test_essays_score_as_the_sentences_of_their_gold(tmp_path: Path) -> None:
    """CoNLL-2014 joined by spaces: every count of twelve systems is that of the sentences, ends shown or not."""
    data = shared("data/conll14")
    gold = errata.read(data / "gold.m2")
    names = sorted(path.stem for path in (data / "systems").glob("*.txt") if path.stem != "NTHU")
    lines = {name: errata.read_lines(data / "systems" / f"{name}.txt") for name in names}
    essays = {
        name: {str(start): " ".join(text[start : start + 26]) for start in range(0, len(text), 26)}
        for name, text in lines.items()
    }
    found = segment_documents(gold, essays)
    assert len(names) == 12
    for name in names:
        assert found.outputs[name].texts == [" ".join(line.split()) for line in lines[name]], name
    few = ("AMU", "CAMB", "CUUI", "POST", "RAC")
    how: dict[str, Any] = {"measures": ["m2", "green", "gleu", "imeasure", "errant"], "extract": "errata"}
    with pytest.warns(errata.ErrataWarning):
        wanted = errata.score(gold, {name: lines[name] for name in few}, **how)
    with pytest.warns(errata.ErrataWarning):
        parted = errata.score(found.gold, {name: found.outputs[name] for name in few}, **how)
    for one, other in zip(wanted, parted, strict=True):
        assert (one.system, one.measure, one.counts, one.values) == (
            other.system,
            other.measure,
            other.counts,
            other.values,
        )
