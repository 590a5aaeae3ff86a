"""Whole text documents, cut into blocks and scored."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import run, shared

import errata
from errata import ErrataWarning, InputError, LengthError, score_documents, split_documents

SOURCE = {"e1": "He go home. It rain a lot today.\nWe stays in.", "e2": "She like tea. He drink milk. It is cold."}
FIRST = {"e1": "He goes home. It rains a lot today.\nWe stay in.", "e2": "She likes tea. He drinks milk. It is cold."}
SECOND = {"e2": "She loves tea. He drinks milk that is cold."}
MINE = {"e1": "He goes home. It rains a lot today.\nWe stays in.", "e2": "She likes tea. He drinks milk. It is cold."}
JOINED = {
    "e1": "He goes home, and it rains a lot today. We stay in.",
    "e2": "She likes tea. He drinks milk. It is cold.",
}
HOW: dict[str, Any] = {"tokens": "marks", "extract": "errata"}


def test_blocks_are_cut_where_all_texts_agree() -> None:
    """The first reference stands in where the second has no document; ids tell document and block."""
    found = split_documents(SOURCE, [FIRST, SECOND], {"mine": MINE})
    assert [text.id for text in found.gold] == ["e1/1", "e1/2", "e1/3", "e2/1", "e2/2"]
    assert found.documents == ("e1", "e1", "e1", "e2", "e2")
    assert found.gold[2].references == ("We stay in.", "We stay in.")
    assert found.gold[4].references == ("He drinks milk. It is cold.", "He drinks milk that is cold.")
    assert (found.n_ends, found.n_documents, len(found)) == (4, 2, 5)
    assert [str(item) for item in found.findings] == [
        "the output of 'mine': 2 documents in 5 blocks: cut at 3 of the 4 ends of sentences and lines in the source, "
        "where all texts agree",
        "references[1]: it lacks 1 of 2 documents (document e1); another reference is used",
    ]
    assert found.rows()[3] == {
        "id": "e2/1",
        "document": "e2",
        "source": "She like tea.",
        "references": ["She likes tea.", "She loves tea."],
        "outputs": {"mine": "She likes tea."},
    }


def test_a_score_does_not_depend_on_the_other_systems() -> None:
    """Each is cut by itself, though one joins what others leave apart; the fingerprint is that of the documents."""
    both = score_documents(SOURCE, [FIRST], {"mine": MINE, "joined": JOINED}, measures=["m2", "green"], **HOW)
    for name, made in (("mine", MINE), ("joined", JOINED)):
        alone = score_documents(SOURCE, [FIRST], {name: made}, measures=["m2", "green"], **HOW)
        for measure in ("m2", "green"):
            assert both[name, measure].counts == alone[name, measure].counts
            assert both[name, measure].signature == alone[name, measure].signature
    signatures = [item.signature.split("|") for item in both]
    assert len({part for parts in signatures for part in parts if part.startswith("gold:")}) == 1
    assert all(parts[-2:] == ["blocks:sentence", "tokens:marks"] for parts in signatures)
    assert [len(item.sentences) for item in both] == [6, 6, 5, 5]


def test_shared_blocks_are_noted() -> None:
    """For comparisons, which go block by block, what one system joins is joined for all."""
    found = split_documents(SOURCE, [FIRST], {"mine": MINE, "joined": JOINED})
    assert len(found) == 5
    result = errata.score(found.gold, dict(found.outputs), measures=["green"], tokens="marks")
    assert "|blocks:sentence|shared:2|tokens:marks" in result["mine", "green"].signature


def test_references_are_chosen_per_document_if_wanted() -> None:
    """Half of each reference is best by blocks, but a document has to follow one of them."""
    source = {"1": "He go home. She like tea."}
    right = [{"1": "He goes home. She loves tea."}, {"1": "He went home. She likes tea."}]
    mine = {"me": {"1": "He goes home. She likes tea."}}
    counts = {
        blocks: score_documents(source, right, mine, blocks=blocks, measures=["m2"], **HOW)["me", "m2"].counts
        for blocks in ("sentence", "paragraph", "document")
    }
    assert counts["sentence"] == {"correct": 2, "proposed": 2, "gold": 2}
    assert counts["document"] == counts["paragraph"] == {"correct": 1, "proposed": 2, "gold": 2}
    found = score_documents(source, right, mine, blocks="document", measures=["m2"], **HOW)
    assert "|blocks:document|" in found["me", "m2"].signature


def test_intervals_draw_whole_documents() -> None:
    """Blocks of one essay are not independent."""
    source = {str(number): text for number in range(12) for text in SOURCE.values()}
    right = {str(number): text for number in range(12) for text in FIRST.values()}
    with pytest.warns(ErrataWarning, match="only 12 clusters to resample"):
        found = score_documents(source, [right], {"me": right}, measures=["green"], tokens="marks", interval=True)
    assert "|clusters:" in found["me", "green"].signature


def test_documents_without_an_order_are_matched_by_id() -> None:
    """A dictionary, like a folder, has none that would say anything."""
    found, wanted = (split_documents(SOURCE, [FIRST], {"mine": mine}) for mine in (dict(reversed(MINE.items())), MINE))
    assert (found.gold, found.outputs) == (wanted.gold, wanted.outputs)


def test_documents_in_another_order_are_refused(tmp_path: Path) -> None:
    """Files have an order, and where two disagree something went wrong; a folder goes with any."""
    for name, texts in (("source.md", SOURCE), ("turned.md", dict(reversed(SOURCE.items())))):
        (tmp_path / name).write_text("\n\n".join(f"### essay_id = {id}\n{text}" for id, text in texts.items()))
    (tmp_path / "folder").mkdir()
    for id, text in SOURCE.items():
        (tmp_path / "folder" / f"{id}.txt").write_text(text)
    source, turned, folder = (errata.read_essays(tmp_path / name) for name in ("source.md", "turned.md", "folder"))
    with pytest.raises(LengthError, match=r"source\.md: document 1 is e2 in place of e1; put them"):
        split_documents(source, [source], {"mine": turned})
    assert [len(split_documents(one, [folder], {"mine": folder})) for one in (source, turned)] == [6, 6]


LACKS = {"e1": MINE["e1"]}


@pytest.mark.parametrize(
    ("source", "references", "outputs", "message"),
    [
        (SOURCE, [FIRST], {"m": LACKS}, "the output of 'm' lacks document e2; the source has 2 documents. Add what"),
        (SOURCE, [FIRST], {"m": MINE | {"e3": "x", "e4": "y"}}, "has documents e3, e4, which the source does not have"),
        (SOURCE, [SECOND], {"m": MINE}, "no reference has document e1 of the source; each document needs one"),
        (SOURCE, FIRST, {"m": MINE}, "references must be a list"),
        (SOURCE, [], {"m": MINE}, "references must be a list"),
        (SOURCE, [FIRST], MINE, "the output of 'e1' is a str; give {id: text}"),
        (SOURCE, [FIRST], {}, "outputs must be {name: documents}"),
        (SOURCE, [{"e1": 3, "e2": ""}], {"m": MINE}, "references[0]: 'e1' maps to a int; give {id: text}"),
        ({}, [FIRST], {"m": MINE}, "the source has no documents"),
        (["He go."], [FIRST], {"m": MINE}, "the source is a list; give {id: text}, or what errata.read_essays"),
    ],
)
def test_documents_that_do_not_pair_are_refused(source: Any, references: Any, outputs: Any, message: str) -> None:
    """With their ids."""
    with pytest.raises((InputError, LengthError)) as caught:
        split_documents(source, references, outputs)
    assert message in str(caught.value)


def test_what_makes_no_sense_is_refused_or_warned_of() -> None:
    """A measure that learns from several systems, an unknown way to cut, glued marks, texts of other documents."""
    with pytest.raises(InputError, match="difficulty learns from several outputs, but documents are split for each"):
        score_documents(SOURCE, [FIRST], {"m": MINE}, measures=["difficulty"], **HOW)
    with pytest.raises(InputError, match="blocks must be one of sentence, paragraph, document, not 'page'"):
        split_documents(SOURCE, [FIRST], {"m": MINE}, "page")
    with pytest.warns(ErrataWarning, match="punctuation is glued to words, .* tokens='marks' for most languages"):
        score_documents(SOURCE, [FIRST], {"m": MINE}, measures=["green"])
    long = {"1": "It rained. We stayed. He slept. I read."}
    other = {"1": "Please call. Kind regards. Yours truly. Sales team."}
    [_, uncut] = split_documents(long, [long], {"m": other}).findings
    assert (uncut.code, uncut.severity) == ("uncut", "warning")


def test_single_documents_with_different_ids_are_refused(tmp_path: Path) -> None:
    """Only plain text, which has no id, is paired because it is the only one."""
    source, reference = {"7": "It rain."}, {"7": "It rains."}
    with pytest.raises(LengthError, match="has document 8, which the source does not have"):
        split_documents(source, [reference], {"me": {"8": "It rains."}})
    (tmp_path / "me.txt").write_text("It rains.\n", "utf-8")
    found = split_documents(source, [reference], {"me": errata.read_essays(tmp_path / "me.txt")})
    assert found.outputs["me"].texts == ["It rains."]


def test_a_document_that_an_output_left_empty_is_named() -> None:
    """However short it is."""
    found = split_documents(
        {"a": "It rain.", "b": "He go."}, [{"a": "It rains.", "b": "He goes."}], {"m": {"a": "It rains.", "b": ""}}
    )
    [empty] = [each for each in found.findings if each.code == "truncated"]
    assert empty.message.startswith("document b has 0 words, but its source 2")


def write_essays(path: Path, lines: list[str], joint: str) -> Path:
    """Write sentences as essays of 26 in MultiGEC's Markdown."""
    essays = [joint.join(lines[start : start + 26]) for start in range(0, len(lines), 26)]
    path.write_text("".join(f"### essay_id = {number}\n{text}\n\n" for number, text in enumerate(essays)), "utf-8")
    return path


@pytest.mark.slow
def test_essays_score_as_their_sentences_do(tmp_path: Path) -> None:
    """CoNLL-2014 joined to essays and cut again: every count of five systems is that of the sentences.

    So it is with outputs on one line: POST deleted a quotation mark on a line of its own, RAC a full stop.
    """
    folder = shared("data/conll14")
    names = ("AMU", "CAMB", "CUUI", "POST", "RAC")
    lines = {name: errata.read_lines(folder / f"{name}.txt") for name in ("src", "ref0", "ref1")}
    lines |= {name: errata.read_lines(folder / "systems" / f"{name}.txt") for name in names}
    essays, one_line = (
        {name: errata.read_essays(write_essays(tmp_path / f"{name}.md", text, joint)) for name, text in lines.items()}
        for joint in ("\n", " ")
    )
    measures = ["m2", "green", "gleu", "imeasure", "errant"]
    how: dict[str, Any] = {"measures": measures, "extract": "errata"}
    references = [lines["ref0"], lines["ref1"]]
    with pytest.warns(ErrataWarning):
        wanted = errata.score(sources=lines["src"], references=references, outputs={n: lines[n] for n in names}, **how)
    reference_essays = [essays["ref0"], essays["ref1"]]
    with pytest.warns(ErrataWarning):
        found = score_documents(essays["src"], reference_essays, {name: essays[name] for name in names}, **how)
    assert len(found) == 25
    for one, other in zip(wanted, found, strict=True):
        assert (one.system, one.measure) == (other.system, other.measure)
        assert (one.counts, one.values) == (other.counts, other.values)
        assert [row.counts for row in one.sentences] == [row.counts for row in other.sentences]
    with pytest.warns(ErrataWarning):
        found = score_documents(essays["src"], reference_essays, {name: one_line[name] for name in names}, **how)
    for one, other in zip(wanted, found, strict=True):
        assert (one.system, one.measure, one.counts) == (other.system, other.measure, other.counts)


def test_commands_take_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Score cuts for each system, compare and explain share the blocks; all blocks are written on request."""
    monkeypatch.chdir(tmp_path)
    for name, texts in (("src", SOURCE), ("ref", FIRST), ("mine", MINE), ("joined", JOINED)):
        content = "\n\n".join(f"### essay_id = {id}\n{text}" for id, text in texts.items())
        Path(f"{name}.md").write_text(content)
    given = ["--documents", "--source", "src.md", "--reference", "ref.md", "mine.md", "joined.md", "--tokens", "marks"]
    ran = run("score", *given, "--measure", "green", "--write-blocks", "b.jsonl")
    assert ran.status == 0
    assert "errata: note: mine.md: 2 documents in 6 blocks: cut at 4 of the 4 ends" in ran.err
    assert "errata: note: joined.md: 2 documents in 5 blocks: cut at 3 of the 4 ends" in ran.err
    assert len(Path("b.jsonl").read_text().splitlines()) == 11
    ran = run("compare", *given, "--measure", "green", "--samples", "100", "--write-blocks", "b.jsonl")
    assert (ran.status, "|blocks:sentence|shared:2|" in ran.out, "|clusters:" in ran.out) == (0, True, True)
    assert len(Path("b.jsonl").read_text().splitlines()) == 5
    ran = run("explain", *given, "--measure", "green", "--sentence", "2")
    assert (ran.status, ran.out.count("|blocks:sentence|shared:2")) == (0, 2)
    first = next(iter(SOURCE))
    assert f"sentence 2 (index 1, {first}/2), system mine" in ran.out
    ran = run("explain", *given, "--measure", "green", "--sentence", "2", "--format", "json")
    assert [item["id"] for item in json.loads(ran.out)["explanations"]] == [f"{first}/2"] * 2
    ran = run("score", *given, "--measure", "green", "--sentences")
    assert f"   2  {first}/2 " in ran.out


WORDS = [f"w{at}" for at in range(60)]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (WORDS[:30], ["truncated"]),
        (WORDS[:39], ["truncated"]),
        (WORDS[:40], []),
        (WORDS, []),
        (WORDS + WORDS[:30], []),
        (WORDS + WORDS[:31], ["doubled"]),
        (WORDS * 2, ["doubled"]),
        ([], ["truncated"]),
    ],
    ids=str,
)
@pytest.mark.parametrize("blocks", ["sentence", "document"])
def test_documents_cut_off_or_doubled_are_named_with_their_sizes(made: list[str], said: list[str], blocks: str) -> None:
    """Below two thirds of the words, or above one and a half times as many as source and references have."""
    right = {"a": "It rained.", "b": " ".join(WORDS)}
    found = errata.split_documents(right, [right], {"me": {"a": "It rained.", "b": " ".join(made)}}, blocks)
    odd = [found for found in found.findings if found.code in ("truncated", "doubled")]
    assert [each.code for each in odd] == said
    assert all(f"document b has {len(made)} words, but its source 60" in each.message for each in odd)


@pytest.mark.filterwarnings("ignore:.*(punctuation is glued|was it cut off):errata.ErrataWarning")
def test_messages_call_blocks_blocks() -> None:
    """They are no lines of any file."""
    source, right = {"a": "我去学校。他喝茶水。"}, {"a": "我去了学校。他喝茶水。"}
    with pytest.raises(InputError, match=r"1 of 2 blocks are in a script without spaces .*\(block 1\)"):
        score_documents(source, [right], {"me": right}, measures=["green"])
    texts = {"a": "It rain.", "b": "He go."}
    with pytest.warns(ErrataWarning, match="1 block is empty where the source is not, first block 2"):
        score_documents(texts, [texts], {"me": texts | {"b": ""}}, measures=["green"], tokens="marks")


def test_what_a_reference_leaves_out_may_be_left_out() -> None:
    """Also what only differs by a few words, and in Chinese characters are counted."""
    whole, half = {"a": " ".join(WORDS)}, {"a": " ".join(WORDS[:30])}
    short, shorter = {"a": "I am here for you"}, {"a": "Yes"}
    cases = [(whole, half, half, []), (whole, whole, half, ["truncated"]), (short, short, shorter, [])]
    cases.append(({"a": "我昨天去学校" * 5}, {"a": "我昨天去学校" * 5}, {"a": "我昨天去学校" * 2}, ["truncated"]))
    for source, reference, made, said in cases:
        found = errata.split_documents(source, [reference], {"me": made}).findings
        assert [each.code for each in found if each.code in ("truncated", "doubled")] == said
