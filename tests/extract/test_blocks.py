"""Where versions of a document are cut: where a person would, and only where all of them agree."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import sample

from errata.extract import worddiff
from errata.extract.blocks import cut_versions
from errata.kernels.limits import TooLargeError

# In each version a bar stands where a person would part the versions. The first is the source.
CASES = {
    "sentences corrected within": (
        "It rain today. | He go home. | I stays here.",
        "It rains today. | He goes home. | I stay here.",
    ),
    "two sentences merged by the output": (
        "It rain today. | He go home. I stays here. | We slept well.",
        "It rains today. | He goes home, and I stay here. | We slept well.",
    ),
    "one sentence split by the output": (
        "It was late. | He came home and he saw the dog. | We slept well.",
        "It was late. | He came home. He saw the dog. | We slept well.",
    ),
    "merged by the reference, not by the output": (
        "She like tea. | He drink milk. It is cold. | They eat well.",
        "She likes tea. | He drinks milk that is cold. | They eat well.",
        "She likes tea. | He drinks milk. It is cold. | They eat well.",
    ),
    "merged in one place, split in another": (
        "The sun shine. I am happy. | We walk to the sea because it is warm. | Then we swims.",
        "The sun shines, so I am happy. | We walk to the sea. It is warm. | Then we swim.",
    ),
    "a boundary moved": (
        "I like tea in the morning. At night I drinks milk. | He sleeps a lot.",
        "I like tea. In the morning, at night, I drink milk. | He sleeps a lot.",
    ),
    "a sentence left out": (
        "The house was big. | It had a red door. This is not true. The garden was small. | We lived there long.",
        "The house was big. | It had a red door. The garden was small. | We lived there long.",
    ),
    "a sentence put in": (
        "The house was big. | It had a red door. The garden was small. | We lived there long.",
        "The house was big. | It had a red door. How nice it was! The garden was small. | We lived there long.",
    ),
    "a sentence written anew": (
        "We went to Rome by train. | I very much liked there. | The food was good.",
        "We went to Rome by train. | I enjoyed my time very much there. | The food was good.",
    ),
    "full stop to comma before a small letter": (
        "He was tired. but he worked on until the evening. | Nobody helped him.",
        "He was tired, but he worked on until the evening. | Nobody helped him.",
    ),
    "full stops that the source lacks": (
        "He was tired She was not They both went to bed early. | It rained.",
        "He was tired. She was not. They both went to bed early. | It rained.",
    ),
    "other punctuation at the end": (
        "Is he here. | I do not know! | Ask him.",
        "Is he here? | I do not know. | Ask him.",
    ),
    "a title is no end": (
        "I met Mr. Brown yesterday. | He were ill.",
        "I met Mr. Brown yesterday. | He was ill.",
    ),
    "quotes belong to what they close": (
        'He say "I am late." | She laugh.',
        'He says "I am late." | She laughs.',
    ),
    "marks that are tokens of their own": (
        "We wait so long ! ! ! | Then he come . . . | I am glad .",
        "We waited so long ! | Then he came . | I was glad .",
    ),
    "a quotation that begins low": (
        "„ Kde jsi ? “ | Otec spat dlouho . | Venku prší .",
        "„ Kde jsi ? “ | Otec spal dlouho . | Venku pršelo .",
    ),
    "an opening quotation mark belongs to what it opens": (
        "They was late . | “ We slept , ” he say .",
        "They were late . | “ We slept , ” he said .",
    ),
    "the next sentence written anew": (
        "I take care of the family every day. | Think of the other way. | It is late.",
        "I take care of the family every day. | Let us look at another possibility. | It is late.",
    ),
    "tokenised text": (
        "He say `` I am late . '' | She laugh . | I do n't .",
        "He says `` I am late . '' | She laughs . | I do not .",
    ),
    "a heading and paragraphs": (
        "My holiday\n|\nI go to sea. | It was fun.\n|\nSee you",
        "My holidays\n|\nI went to the sea. | It was fun.\n|\nSee you!",
    ),
    "paragraphs joined by the output": (
        "I go to the sea every year.\n|\nMy brother stay at home.",
        "I go to the sea every year. | My brother stays at home.",
    ),
    "lines that share no word": (
        "Greetings\n|\nwellcom all\n|\nIt is a big pleasure to write you .",
        "Greetings\n|\nWelcome everybody\n|\nIt is a great pleasure to write to you .",
    ),
    "a line that was emptied": (
        'It rained .\n|\n"\n|\nHe stayed .',
        "It rained .\n|\n|\nHe stayed .",
    ),
    "Chinese without spaces": (
        "我昨天去学校。|他喜欢喝茶。我喜欢喝水。|今天很热！",
        "我昨天去了学校。|他喜欢喝茶，我喜欢喝水。|今天很热！",
    ),
    "a Greek question": (
        "Πού πας; | Πάω στο σχολειο ; | Είμαι καλα.",
        "Πού πας; | Πηγαίνω στο σχολείο ; | Είμαι καλά.",
    ),
    "a list with numbers": (
        "1. Wash the apple. | 2. Cut it in two.",
        "1. Wash the apples. | 2. Cut them in two.",
    ),
    "the same sentence again and again": (
        "I am here. | I am here. | I is here. | I am here.",
        "I am here. | I am here. | I am here. | I am here.",
    ),
    "a small letter after the full stop": (
        "He was late. | It is against the rules. | We left.",
        "He was late. | it is against the rules. | We left.",
    ),
    "another word in small letters after the full stop": (
        "He works at Foo Inc. He likes it a lot. | We left.",
        "He works at Foo Inc. and likes it a lot. | We left.",
    ),
    "another word in small letters after a full stop that is a token": (
        "We sleep a lot . | And we runs every day .",
        "We sleep a lot . | so we run every day .",
    ),
    "an ordinal number in small letters": (
        "He leave in January . | On 22 . He comes back . | We wait .",
        "He leaves in January . | On 22 . this man comes back . | We waited .",
    ),
    "all but the words at the end written anew": (
        "They may lose a part of the skills . | In short , there are always some shadow .",
        "Some of us could forget such skills . | In short , nothing is perfect .",
    ),
    "the word at the end has another form, the next sentence is new": (
        "They prevent the disease by daily exercises. | Among all kinds of illness, a few are rare.",
        "They prevent the disease by daily exercise. | A few are rare.",
    ),
    "a word that may belong to either sentence": (
        "There are more gains than the costs. | The wolrd becomes flat.",
        "There are more gains than disadvantages. | The world becomes flat.",
    ),
    "a smiley belongs to what comes before it": (
        "thank you so much : ) \n|\nIt works now .",
        "Thank you so much . : ) | It works now .",
    ),
    "a quotation that is closed on the next line": (
        "» We are here !\n|\n» I shouted loud .",
        "» We are here ! | » I shouted aloud .",
    ),
    "nothing in common": (
        "It rain today. He go home. I stays here.",
        "Please find attached the minutes. Kind regards. Sales.",
    ),
    "an empty version": ("It rain today. He go home.", ""),
}


def blocks_of(version: str) -> list[str]:
    """Return the parts between bars, on a line each."""
    return [" ".join(part.split()) for part in version.split("|")]


def without(version: str) -> str:
    """Return a version as a reader finds it: a bar between line breaks stands for none of them."""
    return version.replace("\n|\n", "\n").replace(" | ", " ").replace("|", "")


@pytest.mark.parametrize("versions", CASES.values(), ids=CASES)
def test_boundaries_are_where_a_person_would_put_them(versions: tuple[str, ...]) -> None:
    """Merged, split, moved, left out or put in: what does not agree stays in one block."""
    found = cut_versions([without(version) for version in versions])
    assert found.blocks == list(zip(*map(blocks_of, versions), strict=True))


GIVEN_LINES = {
    "a heading": ("My holiday\n|\nI go to sea.", "My holiday | I go to the sea."),
    "marks alone": ('It rained .\n|\n"\n|\nHe stay .', 'It rained . | " | He stayed .'),
    "an abbreviation": ("We play games ( e.g .\n|\nchess ) at home .", "We played games ( e.g . | chess ) at home ."),
    "marks left out": ('It rained .\n|\n"\n|\nHe stay .', "It rained . |  | He stayed ."),
    "a stop left out": ("It was late .\n|\nHe goes home .", "It was late | He goes home ."),
    "a stop left out after another form": ("I saw the cat .\n|\nIt runs .", "I saw the cats | It runs ."),
    "a stop left out after another spelling": (
        "It is techonology .\n|\nHe uses it .",
        "It is technology | He uses it .",
    ),
    "one more quotation mark": ('Is it so ?\n|\n" He is late .', 'Is it so ? " | " He is late .'),
    "a stop left out before a small letter": ("It was late .\nThen he goes .", "It was late then he goes ."),
    "one of two equal marks left out": ('He left "\n" and it rain .', 'He left " and it rains .'),
    "a small letter": ("It was late.\n|\nIn big towns it rains.", "It was late. | the Big towns it rains."),
    "joined by a comma": ("It was late\nHe go home.", "It was late, he went home."),
    "joined by a word": ("It was late\nHe go home.", "It was late and he went home."),
}
"""Source and reference end a line; the output has everything on one."""


@pytest.mark.parametrize("versions", GIVEN_LINES.values(), ids=GIVEN_LINES)
def test_lines_of_source_and_reference_need_no_stop_in_the_output(versions: tuple[str, str]) -> None:
    """The same words and marks on either side are enough."""
    source, output = map(without, versions)
    found = cut_versions([source, source, output], n_gold=2)
    assert [(a, c) for a, _, c in found.blocks] == list(zip(*map(blocks_of, versions), strict=True))


def test_lines_of_the_source_alone_need_a_stop_in_the_other_texts() -> None:
    """A source wrapped at some width is not cut in the middle of its sentences."""
    source, output = "He go home in\nthe rain. It stop.", "He goes home in the rain. It stops."
    found = cut_versions([source, output, output], n_gold=2)
    assert [block[0] for block in found.blocks] == ["He go home in the rain.", "It stop."]


def test_line_breaks_of_the_source_hide_no_end_of_a_sentence() -> None:
    """Texts on one line are cut as if the source were on one line too."""
    source = "It rain a lot.\nHe stay at home .\nThe dog sleep."
    output = "It rained. He stayed home . The dogs slept."
    expected = cut_versions([source.replace("\n", " "), output]).blocks
    assert len(expected) == 3
    assert cut_versions([source, output]).blocks == expected


def test_paragraphs_are_cut_at_line_breaks_alone() -> None:
    """Ends of sentences within a line do not count."""
    texts = ["A dog bark. A cat sleep.\nIt rain.", "A dog barks. A cat sleeps.\n\nIt rains."]
    assert cut_versions(texts, only_breaks=True) == (
        [("A dog bark. A cat sleep.", "A dog barks. A cat sleeps."), ("It rain.", "It rains.")],
        1,
    )


_sentences = st.lists(st.text(alphabet="ab. \nAB!。我", max_size=8), max_size=8).map(" ".join)


@given(st.lists(_sentences, min_size=1, max_size=3), st.booleans(), st.integers(1, 3))
@settings(max_examples=400)
def test_nothing_is_lost_and_nothing_is_put_in(texts: list[str], only_breaks: bool, n_gold: int) -> None:
    """The blocks of a version, one after the other, have its characters in order; no block of the source is empty."""
    found = cut_versions(texts, only_breaks=only_breaks, n_gold=n_gold)
    for column, text in zip(zip(*found.blocks, strict=True), texts, strict=True):
        assert "".join("".join(column).split()) == "".join(text.split())
    assert all(block[0] for block in found.blocks) or len(found.blocks) == 1


@given(st.lists(_sentences, min_size=1, max_size=1), _sentences)
@settings(max_examples=100)
def test_a_version_that_is_the_source_changes_nothing(texts: list[str], other: str) -> None:
    """A system that changed nothing agrees with every boundary."""
    [source] = texts
    cut = cut_versions([source, other])
    assert [block[:2] for block in cut_versions([source, other, source]).blocks] == cut.blocks


def test_long_documents_are_cut() -> None:
    """20,000 words with every fifth changed and every tenth sentence joined to the next."""
    draw = random.Random(7)
    words = [f"w{draw.randrange(3000)}" for _ in range(sample(20_000, 2_000))]
    sentences = [words[place : place + 10] for place in range(0, len(words), 10)]
    source = " ".join(" ".join(sentence).capitalize() + "." for sentence in sentences)
    changed = [[word if draw.random() > 0.2 else f"{word}s" for word in sentence] for sentence in sentences]
    ends = ["," if number % 10 == 0 else "." for number in range(len(sentences))]
    starts = [False, *(end == "," for end in ends)]
    output = " ".join(
        (" ".join(sentence) if joined else " ".join(sentence).capitalize()) + end
        for sentence, end, joined in zip(changed, ends, starts, strict=False)
    )
    found = cut_versions([source, output])
    # Blocks of a sentence, and of two where they were joined; a sentence whose end was changed much stays with others.
    assert 0.8 * len(sentences) < len(found.blocks) <= 0.9 * len(sentences)
    assert all("," not in block[1] or block[0].count(".") > 1 for block in found.blocks)


def test_texts_that_are_no_versions_of_each_other_are_refused_when_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to hold on to, and comparing them as wholes would take too long."""
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 10_000)
    texts = [" ".join(f"{letter}{number}" for number in range(100)) for letter in "ab"]
    with pytest.raises(TooLargeError, match="are they versions of the same text"):
        cut_versions(texts)
