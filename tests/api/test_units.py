"""Gold and outputs cut into tokens before they are compared."""

from typing import Any

import pytest
from tests.support import annotated, documents_of, run, shared

import errata
from errata import Corpus, Edit, InputError, Layer, Text

SOURCE = ["我昨天去学校了很高兴。", "他有10本书在iPhone里面。", "她喜欢喝茶。"]
RIGHT = ["我昨天去了学校，很高兴。", "他有10本书在iPhone里。", "她喜欢喝茶。"]
MINE = ["我昨天去了学校很高兴。", "他有10本书在iPhone里。", "她很喜欢喝茶。"]
MEASURES = ["m2", "green", "gleu", "imeasure", "errant", "cleme"]


def spaced(lines: list[str]) -> list[str]:
    """Put spaces between characters, but not within runs."""
    return [" ".join(line).replace("1 0", "10").replace("i P h o n e", "iPhone") for line in lines]


def numbers(result: errata.Result) -> list[Any]:
    """Return everything that was counted."""
    return [(item.measure, item.score, item.counts) for item in result]


def test_spaced_and_unspaced_texts_score_alike() -> None:
    """With `cjk` it does not matter which of the texts have spaces between characters."""
    given: dict[str, Any] = {"measures": MEASURES, "extract": "errata"}
    plain = errata.score(sources=spaced(SOURCE), references=[spaced(RIGHT)], outputs=spaced(MINE), **given)
    for sources, right, mine in ((SOURCE, RIGHT, MINE), (SOURCE, spaced(RIGHT), MINE), (spaced(SOURCE), RIGHT, MINE)):
        cut = errata.score(sources=sources, references=[right], outputs=mine, tokens="cjk", **given)
        assert numbers(cut) == numbers(plain)
        assert all(item.signature.endswith("|tokens:cjk") for item in cut)
    assert not any("tokens:" in item.signature for item in plain)


def test_space_is_the_default() -> None:
    """Named or not, and the signature does not speak of it."""
    given: dict[str, Any] = {"sources": ["He go ."], "references": [["He goes ."]], "outputs": ["He went ."]}
    assert [item.signature for item in errata.score(**given, tokens="space")] == [
        item.signature for item in errata.score(**given)
    ]


def test_every_command_of_the_library_takes_tokens() -> None:
    """Comparing and explaining cut the texts as scoring does."""
    given: dict[str, Any] = {"sources": SOURCE, "references": [RIGHT], "measures": ["m2"], "extract": "errata"}
    scored = errata.score(outputs=MINE, tokens="cjk", **given).scores[0]
    many: dict[str, Any] = {**given, "sources": SOURCE * 7, "references": [RIGHT * 7]}
    compared = errata.compare(outputs={"a": MINE * 7, "b": RIGHT * 7}, tokens="cjk", **many)["m2"].scores[0]
    assert compared.counts == {name: 7 * count for name, count in scored.counts.items()}
    told = errata.explain(outputs=MINE, tokens="cjk", sentences=[0], **given)[0]
    assert told.measures[0].signature == scored.signature


GOLD = Corpus(
    (
        Text("第 1 0 个 人 去 学 校", (Layer(0, (Edit(5, 6, ("去了",), "R"),)),)),
        Text("他 在 这", (Layer(0, (Edit(3, 3, ("里",), "M"),)), Layer(1, (Edit(-1, -1, ("-NONE-",), "noop"),)))),
    ),
    "gold.m2",
)


def test_annotated_gold_by_character_takes_unspaced_outputs() -> None:
    """Its corrections are cut too; its offsets stay."""
    found = errata.score(GOLD, ["第10个人去了学校", "他在这里"], measures=["m2"], tokens="char").scores[0]
    assert found.counts == {"correct": 2, "proposed": 2, "gold": 2}


def test_an_output_with_edits_is_cut_like_the_gold() -> None:
    """Where its tokens are those of the unit."""
    mine = Corpus((annotated([Edit(1, 1, ("很喜",))], source="她 欢 茶"),), "mine.m2")
    gold = Corpus.from_texts(["她欢茶"], [["她很喜欢茶"]])
    assert errata.score(gold, mine, measures=["green"], tokens="cjk").scores[0].score == 1.0
    whole = Corpus((annotated([Edit(1, 1, ("很喜",))], source="她 欢茶"),), "mine.m2")
    with pytest.raises(InputError, match=r"^mine.m2, sentence 1: the edits count tokens such as '欢茶', where char"):
        errata.score(gold, whole, measures=["green"], tokens="char")


@pytest.mark.parametrize(
    ("gold", "tokens", "message"),
    [
        (GOLD, "cjk", "gold.m2, sentence 1: '1 0' is split into characters, but cjk keeps runs of letters and digits"),
        (
            Corpus((annotated([Edit(0, 1, ("味道",))], source="味儿 好"),)),
            "cjk",
            "gold, sentence 1: the edits count tokens such as '味儿', where cjk begins with '味'; leave out",
        ),
        (
            Corpus((annotated([Edit(2, 3, ("home.",))], source="He go there now ."),)),
            "treebank",
            "annotator 0 makes 'He go home . now .', which treebank splits differently: 'He go home. now .'",
        ),
        (documents_of("He go."), "cjk", "tokens is for sentences, but gold holds documents, whose edits count char"),
        (GOLD, "words", "there is no tokenisation called 'words'; there are: space"),
        (GOLD, 3, "there is no tokenisation called 3; there are: space"),
    ],
)
def test_what_cannot_be_cut_is_refused(gold: Corpus, tokens: Any, message: str) -> None:
    """Gold whose edits count other tokens above all: mapped edits would not be the annotators'."""
    with pytest.raises(InputError) as caught:
        errata.score(gold, ["甲", "乙"], tokens=tokens)
    assert message in str(caught.value)


def test_measures_of_characters_take_texts_as_they_are() -> None:
    """Spaces that cutting puts in would count."""
    with pytest.raises(InputError, match=r"^green:unit=char counts characters, .* separate run, without tokens='cjk'$"):
        errata.score(sources=SOURCE, references=[RIGHT], outputs=MINE, measures=["green:unit=char"], tokens="cjk")


def test_unspaced_texts_are_refused_with_the_way_out() -> None:
    """A number would be of whole sentences."""
    with pytest.raises(InputError, match=r"and green compares words; split all texts .* with tokens='cjk'"):
        errata.score(sources=SOURCE, references=[RIGHT], outputs=MINE, measures=["green"])


def test_gold_of_mucgec_takes_unspaced_outputs() -> None:
    """Its M2 by character against the output as the system wrote it, and by word not."""
    folder = shared("data/more/zh_mucgec")
    ran = run("score", f"{folder}/demo.ref.m2.char", f"{folder}/demo.hyp", "--tokens", "char", "--measure", "m2")
    assert ran.status == 0
    assert ran.out.splitlines()[3].split() == ["demo.hyp", "29.03", "32.14", "20.93"]
    ran = run("score", f"{folder}/demo.ref.m2.word", f"{folder}/demo.hyp", "--tokens", "char", "--measure", "m2")
    assert (ran.status, "the edits count tokens such as '冬阴功'" in ran.err) == (2, True)


def test_difficulty_notes_how_texts_were_cut() -> None:
    """In the signatures of weighted and of plain scores."""
    from errata.measures.difficulty.analysis import analyse_difficulty

    outputs = {"a": errata.Output("a", ["第10个人去了学校", "他在这里"]), "b": errata.Output("b", ["第10个人", "他"])}
    found = analyse_difficulty(GOLD, outputs, extract="errata", extract_gold=True, tokens="char")
    assert ["|tokens:char" in item.signature for item in (*found.weighted, *found.plain)] == [True] * 4


@pytest.mark.parametrize(
    ("right", "mine", "code"),
    [
        ("He went home.", "He **went** home.", "markup"),
        ("He went home.", "He <b>went</b> home.", "markup"),
        ("He went home.", "He went home.<|im_end|>", "model-marks"),
        ("He went home.", "He went &amp; home.", "entity"),
        ("He went home.", "He\twent home.\t1", "table"),
    ],
)
@pytest.mark.parametrize("tokens", ["marks", "treebank", "char", None])
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_marks_are_seen_before_they_are_cut(right: str, mine: str, code: str, tokens: str | None) -> None:
    """Of outputs and of references, once each."""
    given: dict[str, Any] = {"sources": ["He go home."] * 3, "measures": ["green"], "tokens": tokens}
    found = errata.score(references=[[right] * 3], outputs=[mine] * 3, **given).findings
    assert [item.file for item in found if item.code == code] == ["output"]
    found = errata.score(references=[[mine] * 3], outputs=[right] * 3, **given).findings
    assert [item.file for item in found if item.code == code] == ["reference 0"]
    found = errata.score(references=[[right] * 3], outputs=[right] * 3, **given).findings
    assert [item for item in found if item.code == code] == []
