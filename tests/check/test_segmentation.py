"""Scripts without spaces: which texts have been cut into tokens."""

import pytest

from errata import InputError, score
from errata.check.segmentation import check_segmentation, find_unsegmented

WHOLE = [
    "冬阴功是泰国最著名的菜之一，它虽然不是很豪华。",
    "他喜欢吃苹果。",
    "私は昨日学校に行きましたがとても楽しかったです",
    "ฉันไปโรงเรียนเมื่อวานนี้กับเพื่อนของฉัน",
    "ຂ້ອຍໄປໂຮງຮຽນມື້ວານນີ້ກັບໝູ່ຂອງຂ້ອຍ",
    "ខ្ញុំបានទៅសាលារៀនកាលពីម្សិលមិញជាមួយមិត្តភក្តិ",
    "ကျွန်တော်မနေ့ကကျောင်းသွားခဲ့ပါတယ်သူငယ်ချင်းနဲ့",
    "ང་ཁ་སང་སློབ་གྲྭར་ཕྱིན་པ་ཡིན་གྲོགས་པོ་མཉམ་དུ",
    "我用iPhone拍了一张很好看的照片给我的朋友",
    "我昨天去学校读书 。",
    "ကျွန်တော် မနေ့က ကျောင်းသွားတယ်။",
    "ខ្ញុំទៅសាលារៀន។",
]
CUT = [
    "冬阴功 是 泰国 最 著名 的 菜 之一 ， 它 虽然 不 是 很 豪华 。",
    "冬 阴 功 是 泰 国 最 著 名 的 菜 之 一 。",
    "コミュニケーション は プログラミング より 難しい です 。",
    "ฉัน ไป โรงเรียน เมื่อวานนี้ กับ เพื่อน ของ ฉัน ที่ มหาวิทยาลัย",
    "谢谢 。",
    "ကျွန်တော် သည် မနေ့ က ကျောင်း သို့ သွား တယ် ။",
    "北京大学",
    "中华人民共和国",
    "The found said 北京大学图书馆 and nothing else that we could read .",
    "나는 어제 학교에 갔습니다 .",
    "Я вчера ходил в школу и там было очень интересно .",
    "He goes to school .",
    "",
]


@pytest.mark.parametrize("line", WHOLE)
def test_a_sentence_that_is_one_token_is_seen(line: str) -> None:
    """Whatever the script, and with punctuation or words of another script within."""
    assert find_unsegmented([line]) == [0]


@pytest.mark.parametrize("line", CUT)
def test_words_characters_names_and_scripts_with_spaces_pass(line: str) -> None:
    """A lone name is one token rightly, and a foreign name in an English sentence is not a sentence."""
    assert find_unsegmented([line]) == []


def test_most_lines_are_one_sign_and_some_another() -> None:
    """One line in ten makes the text unfit; fewer are said; one or two of many are not worth a word."""
    cut = [CUT[0]] * 50
    assert [found.code for found in check_segmentation("x", [*cut, *WHOLE[:6]])] == ["unsegmented"]
    [found] = check_segmentation("x", [*cut, *WHOLE[:4]])
    assert (found.code, [place.line for place in found.places]) == ("unsegmented-lines", [51, 52, 53, 54])
    assert str(found).startswith("x: 4 of 54 lines are in a script without spaces and not tokenised (lines 51,")
    assert check_segmentation("x", [*cut, *WHOLE[:2]]) == []


def test_scoring_refuses_any_text_that_is_not_cut() -> None:
    """Source, reference or output, with the name of the text and the way out."""
    cut, whole = ["他 喜欢 吃 苹果 。"], ["他喜欢吃苹果。"]
    for name, sources, references, outputs in (
        ("references", whole, whole, whole),
        ("reference 0", cut, whole, cut),
        ("output", cut, cut, whole),
    ):
        with pytest.raises(
            InputError, match=f"^{name}: 1 of 1 line is in a script without spaces .* m2 compares words"
        ):
            score(sources=sources, references=[references], outputs=outputs)


def test_measures_of_characters_take_texts_as_they_are() -> None:
    """Unless one that compares words is asked for as well."""
    given = {"sources": ["他喜欢吃苹果。"], "references": [["他喜欢苹果。"]], "outputs": ["他喜欢苹果。"]}
    result = score(**given, measures=["green:unit=char", "gleu:unit=char"])  # type: ignore[arg-type]
    assert (result.warnings, [item.score for item in result]) == ((), [1.0, 1.0])
    with pytest.raises(InputError, match="green compares words"):
        score(**given, measures=["green:unit=char", "green"])  # type: ignore[arg-type]
