"""A text in one piece is split where the sentences of its source end."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errata.extract.segments import segment

# In each text a bar stands where a person would split it; the source has as many sentences.
CASES = {
    "sentences corrected within": ("It rain today . | He go home .", "It rains today . | He goes home ."),
    "a heading without a stop": ("My holiday | I go to sea .", "My holidays | I went to the sea ."),
    "a stop put after a heading": ("My holiday | I go to sea .", "My holiday . | I went to the sea ."),
    "sentences merged": ("He is late . | We start .", "He is late , | so we start ."),
    "a sentence split": ("He is late and we start . | It rain .", "He is late . We start . | It rains ."),
    "the first word replaced": ("It rained . | Among them he stood .", "It rained . | A man with them stood ."),
    "the last words replaced": ("I like the big houses . | It rain .", "I like the large building . | It rains ."),
    "a word that both sentences have": (
        "It has more gains than the costs . | The wolrd becomes flat .",
        "It has more gains than losses . | The world becomes flat .",
    ),
    "a stop doubled": ("We saw many , etc . | It rain .", "We saw many , etc. . | It rains ."),
    "quotes beside each other": ('Is it so ? | " Yes , " he say .', 'Is it so ? " | " Yes , " he says .'),
    "a sentence left out": ("It rain . | He go home . | We slept .", "It rains . |  | We slept ."),
    "junk glued to a word": ("It rain . | This saves time .", "It rains . | ^[[1;2BThis saves time ."),
    "raw text": ("He say , no . | I do n't .", "He says, no. | I don't."),
    "Chinese without spaces": ("我 昨天 去 学校 。|他 喜欢 茶 。", "我昨天去了学校。|他喜欢喝茶。"),
    "Chinese headings": ("我 的 学校|我 喜欢 学校 。", "我的学校|我很喜欢学校。"),
}


@pytest.mark.parametrize(("source", "text"), CASES.values(), ids=CASES)
def test_a_text_is_split_where_a_person_would(source: str, text: str) -> None:
    """With nothing but words to go by."""
    wanted = [piece.strip() for piece in text.split("|")]
    joint = " " if " " in text else ""
    found = segment([sentence.strip() for sentence in source.split("|")], joint.join(filter(None, wanted)))
    assert found.pieces == wanted


def test_only_ends_that_the_source_shows_are_missed() -> None:
    """A heading ends nowhere in either text; a merged sentence does in the source."""
    found = segment(["My holiday", "It rain .", "He go home ."], "My holiday It rains , he goes home .")
    assert (found.pieces, found.lacking) == (["My holiday", "It rains ,", "he goes home ."], [1])


_words = st.lists(st.sampled_from(["a", "b", "c", "D", "e.", "F!", "g,", "我", "。", "\n"]), max_size=12).map(" ".join)


@given(st.lists(_words, max_size=6), _words)
@settings(max_examples=200)
def test_nothing_is_lost(sources: list[str], text: str) -> None:
    """There is a piece for each sentence, and together they are the text, up to white space."""
    found = segment(sources or [""], text)
    assert len(found.pieces) == len(found.starts) == max(1, len(sources))
    assert "".join("".join(found.pieces).split()) == "".join(text.split())


@given(st.lists(st.lists(st.sampled_from(["the", "cat", "sat", "on", "a"]), min_size=1, max_size=8), max_size=8))
def test_the_source_itself_comes_back(sentences: list[list[str]]) -> None:
    """However often its words are repeated."""
    sources = [" ".join(sentence) + " ." for sentence in sentences]
    assert segment(sources or [""], " ".join(sources)).pieces == (sources or [""])


def test_long_texts_are_split() -> None:
    """2,000 sentences of which every eighth word was changed."""
    draw = random.Random(3)
    sources = [[f"w{draw.randrange(900)}" for _ in range(10)] for _ in range(2000)]
    outputs = [[word if draw.random() > 0.125 else f"x{word}" for word in sentence] for sentence in sources]
    pieces = [" ".join(words) + " ." for words in outputs]
    found = segment([" ".join(words) + " ." for words in sources], " ".join(pieces)).pieces
    # Words at an end that were changed, and stand in the next sentence by chance, move a boundary.
    assert sum(one != other for one, other in zip(found, pieces, strict=True)) <= 2
