"""Texts cut into characters: what a reader takes for one character, in any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.errors import InputError
from errata.text.characters import find_parted
from errata.text.cutting import WAYS, cutter
from errata.text.tokenisation import TOKENISERS, tokenise

CASES = {
    # text: by char, by cjk
    "我用iPhone 15拍照。": ("我 用 i P h o n e 1 5 拍 照 。", "我 用 iPhone 15 拍 照 。"),
    "昨日、東京へ行った。": ("昨 日 、 東 京 へ 行 っ た 。",) * 2,
    "ケーキを3個食べた々": ("ケ ー キ を 3 個 食 べ た 々",) * 2,
    "ที่นี่": ("ที่ นี่",) * 2,  # vowel and tone stay with their consonant
    "กำ๑๒": ("ก ำ ๑ ๒", "ก ำ ๑๒"),
    "か\u3099ぎ": ("か\u3099 ぎ",) * 2,
    "cafe\u0301 ok": ("c a f e\u0301 o k", "cafe\u0301 ok"),
    "हिन्दी": ("हि न् दी", "हिन्दी"),  # spaces part words there, so runs stay whole
    "한국어 좋다": ("한 국 어 좋 다", "한국어 좋다"),
    "don't 3.14": ("d o n ' t 3 . 1 4", "don ' t 3 . 14"),
    "👩‍👩‍👧👍🏽🇯🇵": ("👩‍👩‍👧 👍🏽 🇯🇵",) * 2,
    "ＡＢ１２": ("Ａ Ｂ １ ２", "ＡＢ１２"),
    "\u0301 a": ("\u0301 a",) * 2,
    "𠮷野家": ("𠮷 野 家",) * 2,  # beyond the basic plane
    "": ("", ""),
    " \u3000 ": ("", ""),
}


@pytest.mark.parametrize(("text", "char", "cjk"), [(text, *cut) for text, cut in CASES.items()])
def test_texts_are_cut_as_readers_see_them(text: str, char: str, cjk: str) -> None:
    """Marks stay with their letter; `cjk` keeps runs of letters and digits whole where words have spaces."""
    assert cutter("char")(text) == char
    assert cutter("cjk")(text) == cjk


@given(st.text(max_size=12), st.sampled_from(["char", "cjk"]))
def test_cutting_is_stable_and_loses_nothing(text: str, how: str) -> None:
    """What is cut once is not cut further, no character but white space is lost, and ranges are those of the text."""
    cut = cutter(how)(text)
    assert cutter(how)(cut) == cut
    assert "".join(cut.split()) == "".join(text.split())
    made = tokenise(text, how)
    assert [text[start:end] for start, end in made.ranges] == list(made.tokens)


@given(st.text(alphabet="我去学 校ที่\u3002a1", max_size=12))
def test_spaces_between_characters_do_not_matter(text: str) -> None:
    """A text and the same with spaces between its characters are one, as far as the script has no spaces."""
    pieces = cutter("char")(text)
    assert cutter("char")(pieces.replace(" ", "")) == cutter("char")("".join(text.split()))


def test_there_is_one_vocabulary() -> None:
    """Every way that is named can be carried out."""
    assert list(WAYS) == list(TOKENISERS)
    with pytest.raises(InputError, match=r"called 'words'; there are: space, marks, treebank, char, cjk, icu$"):
        cutter("words")


def test_texts_cut_into_characters_are_known_by_their_runs() -> None:
    """One run that is whole says that the text was not cut so; a letter beside a digit is a run as well."""
    assert find_parted(["我 去 。", "第 1 0 个 A 4 页"]) == (1, "1 0")
    assert find_parted(["第 1 0 个", "用 iPhone 。"]) is None
    assert find_parted(["第 1 个 A 。", "第1个", ""]) is None
