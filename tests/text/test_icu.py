"""Words as ICU finds them, in Python and in every command that cuts texts."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import annotated, needs, run

import errata
from errata import Corpus, Edit, InputError, MissingExtraError, Text
from errata.formats.conversion import to_corpus
from errata.text.cutting import cutter, noted
from errata.text.icu import icu_ranges
from errata.text.tokenisation import tokenise

with_icu = needs("icu4py", "errata[icu]")

SOURCE = ["我昨天去学校了很高兴。", "他有10本书在iPhone里面。", "她喜欢喝茶。"]
RIGHT = ["我昨天去了学校，很高兴。", "他有10本书在iPhone里。", "她喜欢喝茶。"]
MINE = ["我昨天去了学校很高兴。", "他有10本书在iPhone里。", "她很喜欢喝茶。"]

CASES = {  # such as any dictionary has
    "我昨天去学校了。": "我 昨天 去 学校 了 。",
    "私は昨日東京に行く。": "私 は 昨日 東京 に 行く 。",
    "ฉันไปโรงเรียน": "ฉัน ไป โรงเรียน",
    "我用iPhone15。": "我 用 iPhone15 。",
    "It isn't 3.5.": "It isn't 3.5 .",
    "한국어 좋다": "한국어 좋다",  # spaces part words there
    "𠮷と😀👍🏽 b": "𠮷 と 😀 👍🏽 b",  # beyond the basic plane
    "שָׁלוֹם, cafe\u0301!": "שָׁלוֹם , cafe\u0301 !",
    "10\u202f000 \u0301b": "10 000 \u0301 b",  # white space always ends a word
    "བོད ཡིག": "བོད ཡིག",  # no dictionary, so spaces stay
    "a\ud800 b": "a \ud800 b",
    "": "",
    " \u3000 ": "",
}


@with_icu
@pytest.mark.parametrize(("text", "words"), CASES.items())
def test_texts_are_cut_into_words(text: str, words: str) -> None:
    """White space and everything that is no word but a space is left out."""
    assert cutter("icu")(text) == words


@with_icu
@given(st.text(alphabet="我去学 校们的了食べ東京カタナーที่ไปโรงเรียน。a1.,'-\u0301😀", max_size=14))
def test_cutting_is_stable_and_loses_nothing(text: str) -> None:
    """What is cut once is cut the same way again; ranges are those of the text."""
    cut = cutter("icu")(text)
    assert cutter("icu")(cut) == cut
    assert "".join(cut.split()) == "".join(text.split())
    made = tokenise(text, "icu")
    assert [text[start:end] for start, end in made.ranges] == list(made.tokens)
    assert "".join(made.tokens) == "".join(text.split())


@with_icu
@given(st.text(alphabet="我昨天去学校了很高兴食べたฉันไปโรงเรียน", max_size=14))
def test_spaces_do_not_matter(text: str) -> None:
    """Texts cut into characters, into other words or not at all have the same words."""
    assert cutter("icu")(cutter("char")(text)) == cutter("icu")(text)


@with_icu
def test_spaced_and_unspaced_texts_score_alike() -> None:
    """In any combination, and the signature has the version of ICU."""
    given: dict[str, Any] = {"measures": ["m2", "green", "gleu"], "extract": "errata"}
    plain = errata.score(
        sources=[*map(cutter("icu"), SOURCE)],
        references=[[*map(cutter("icu"), RIGHT)]],
        outputs=[*map(cutter("icu"), MINE)],
        **given,
    )
    spaced = [" ".join(line).replace("1 0", "10").replace("i P h o n e", "iPhone") for line in SOURCE]
    for sources in (SOURCE, spaced):
        cut = errata.score(sources=sources, references=[RIGHT], outputs=MINE, tokens="icu", **given)
        assert [(item.score, item.counts) for item in cut] == [(item.score, item.counts) for item in plain]
        assert all(item.signature.endswith(f"|tokens:{noted('icu')}") for item in cut)
    assert noted("icu").removeprefix("icu-").isdecimal()
    assert plain["output", "m2"].counts == {"correct": 2, "proposed": 4, "gold": 3}


@with_icu
def test_gold_of_other_words_is_refused() -> None:
    """Characters above all, which are words to ICU where each stands alone."""
    cases = [
        ("我 昨 天 去", "the edits count tokens such as '昨', where icu begins with '昨天'"),
        ("我 昨天去", "the edits count tokens such as '昨天去', where icu begins with '昨天'"),
    ]
    for source, message in cases:
        gold = Corpus((annotated([Edit(1, 1, ("们",))], source=source),), "gold.m2")
        with pytest.raises(InputError, match=message):
            errata.score(gold, ["我们昨天去"], measures=["m2"], tokens="icu")
    parted = Corpus.from_texts(["第 1 0 个"], [["第 1 0 个"]], "gold")
    with pytest.raises(InputError, match=r"'1 0' is split into characters, but icu keeps runs of letters"):
        errata.score(parted, ["第10个"], measures=["green"], tokens="icu")


@with_icu
def test_every_command_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Convert, score, compare, explain and difficulty; gold that convert made is scored against unspaced outputs."""
    monkeypatch.chdir(tmp_path)
    for name, lines in {"src.txt": SOURCE, "ref.txt": RIGHT, "mine.txt": MINE, "other.txt": SOURCE}.items():
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert run("convert", "mine.txt", "cut.txt", "--tokens", "icu").status == 0
    assert Path("cut.txt").read_text(encoding="utf-8").splitlines() == list(map(cutter("icu"), MINE))
    made = run(
        "convert", "--source", "src.txt", "--extract", "errata", "ref.txt", "gold.m2", "--tokens", "icu", "--lossy"
    )
    assert made.status == 0, made.err
    texts = ["--source", "src.txt", "--reference", "ref.txt"]
    cut = ["--tokens", "icu", "--extract", "errata", "--quiet"]
    scored = []
    for asked in (texts, ["gold.m2"]):
        ran = run("score", *asked, "mine.txt", "--measure", "m2", "--format", "json", *cut)
        assert ran.status == 0, ran.err
        scored += json.loads(ran.out)["scores"]
    assert [item["counts"] for item in scored] == [{"correct": 2, "proposed": 4, "gold": 3}] * 2
    for asked in (
        ["compare", *texts, "mine.txt", "other.txt", "--measure", "m2", "--samples", "20"],
        ["explain", *texts, "mine.txt", "--measure", "m2", "--sentence", "1"],
        ["difficulty", "gold.m2", "mine.txt", "other.txt"],
    ):
        ran = run(*asked, *cut)
        assert (ran.status, f"tokens:{noted('icu')}" in ran.out) == (0, True), ran


@with_icu
def test_documents_become_sentences_of_words() -> None:
    """An edit of one word stays one, also where the words next to it touch."""
    document = Text.document("1", "我昨天去学校。", [Edit.of(3, 4, "去", ("去看",)), Edit.of(4, 6, "学校", ("公园",))])
    [sentence] = to_corpus(document, tokens="icu")
    assert sentence.source == "我 昨天 去 学校 。"
    assert [(edit.start, edit.end, edit.corrections) for edit in sentence.layers[0].edits] == [
        (2, 3, ("去 看",)),
        (3, 4, ("公园",)),
    ]


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the library and on the command line."""
    monkeypatch.setitem(sys.modules, "icu4py", None)
    with pytest.raises(MissingExtraError, match=r"words by ICU need .* icu4py, .*; install .* 'errata\[icu\]'"):
        icu_ranges("a")
    with pytest.raises(MissingExtraError):
        errata.score(sources=SOURCE, references=[RIGHT], outputs=MINE, measures=["green"], tokens="icu")
