"""Chatter around a sentence, taken off as a person would; and sentences that only look like it, left as they are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errata.text.raw.cleaning import Cleaned, Cleaner
from errata.text.raw.takeoff import _later_labels, _without_strong

SOURCE = "Yesterday she go to the market with his brother ."
OUTPUT = "Yesterday she went to the market with her brother."


def clean(record: str, source: str = SOURCE, **options: bool) -> Cleaned:
    return Cleaner(source.split(), **options).clean(record)  # type: ignore[arg-type]


CHATTER = [
    f"Corrected: {OUTPUT}",
    f"Corrected sentence: {OUTPUT}",
    f"Corrected version: {OUTPUT}",
    f"Corrected text:  {OUTPUT}  ",
    f"The corrected sentence is: {OUTPUT}",
    f"Here's the corrected sentence: {OUTPUT}",
    f"Here is the corrected version of the sentence: {OUTPUT}",
    f"Sure! Here is the corrected sentence: {OUTPUT}",
    f"Sure, here's your corrected text: {OUTPUT}",
    f"Of course! The corrected version is as follows: {OUTPUT}",
    f"Certainly. Here is the revised sentence: {OUTPUT}",
    f"Okay, here is the improved version: {OUTPUT}",
    f"Output: {OUTPUT}",
    f"Answer: {OUTPUT}",
    f"Final answer: {OUTPUT}",
    f"Result: {OUTPUT}",
    f"Response: {OUTPUT}",
    f"Revised sentence: {OUTPUT}",
    f"Grammatically correct version: {OUTPUT}",
    f"**Corrected sentence:** {OUTPUT}",
    f"**Corrected sentence**: {OUTPUT}",
    f"*Correction:* {OUTPUT}",
    f'Corrected sentence: "{OUTPUT}"',
    f"Corrected sentence: “{OUTPUT}”",
    f"Corrected: **{OUTPUT}**",
    f"Sure! Here is the corrected sentence:\n\n{OUTPUT}",
    f"Here is the corrected sentence:\n\n> {OUTPUT}",
    f"### Corrected sentence\n\n{OUTPUT}\n",
    f"Original: {SOURCE}\nCorrected: {OUTPUT}",
    f"**Original:** {SOURCE}\n**Corrected:** {OUTPUT}",
    f"Original sentence: {SOURCE} Corrected sentence: {OUTPUT}",
    f"{SOURCE} → {OUTPUT}",
    f"{SOURCE} -> {OUTPUT}",
    f"```\n{OUTPUT}\n```",
    f"```text\n{OUTPUT}\n```",
    f"`{OUTPUT}`",
    f'"{OUTPUT}"',
    f"“{OUTPUT[:-1]}”.",
    f"«{OUTPUT}»",
    f"**{OUTPUT}**",
    "Yesterday she **went** to the market with **her** brother.",
    "Yesterday she <b>went</b> to the market with <b>her</b> brother.",
    "<p>Yesterday she <mark>went</mark> to the market with <mark>her</mark> brother.</p>",
    f"1. {OUTPUT}",
    f"- {OUTPUT}",
    f"{OUTPUT}\n\nExplanation: the past tense needs a different verb form.",
    f"{OUTPUT}\n\nChanges made:\n- went: past tense of the verb\n- her: the possessive agrees",
    f"{OUTPUT} (No corrections needed)",
    f"{OUTPUT}\n{OUTPUT}",
    "Yesterday she went to\nthe market with her brother.",
]


@pytest.mark.parametrize("record", CHATTER)
def test_chatter_is_taken_off(record: str) -> None:
    """What is left is the sentence, and it is said what was taken off."""
    found = clean(record)
    assert (found.text, found.refused) == (OUTPUT, "")
    assert found.removed


UNTOUCHED = [
    ("Here is the corrected version of the law :", "Here is the corrected version of the law:"),
    ("The answer : it depend on the weather .", "The answer: it depends on the weather."),
    ("Corrected copies were send to all .", "Corrected copies: they were sent to all."),
    ("He ask one question : why ?", "He asked one question: why?"),
    ("Note : bring you own food .", "Note: bring your own food."),
    ("In the end the result was clear : we lost .", "In the end, the result was clear: we lost."),
    ("She say no and leave .", 'She said "no" and left.'),
    ("No and yes are word .", '"No" and "yes".'),
    ('" I am here , " he say .', '"I am here," he said.'),
    ("1 . Open the door slow .", "1. Open the door slowly."),
    ("- I do not know him .", "- I don't know him."),
    ("Use a * to multiply number .", "Use a * to multiply *numbers*."),
    ("The file_name are wrong .", "The file_name is wrong."),
    ("if a < b and b > c it work .", "If a < b and b > c, it works."),
    ("He was late ( no changes ) .", "He was late (no changes)."),
    ("The sentence are correct .", "The sentence is correct."),
    ("There is no error in my text .", "There are no errors in my text."),
    ("I am sorry I can not come .", "I'm sorry I cannot come."),
    ("As an AI student I like it .", "As an AI student, I like it."),
    ("Sorry , I was late .", "Sorry, I was late."),
    ("A -> B mean that B follow .", "A -> B means that B follows."),
    ("AT&amp;T is company .", "AT&amp;T is a company."),
    ("The original : a copy are not enough .", "The original: a copy is not enough."),
    ("It is the boys ' room .", "It is the boys' room."),
]


@pytest.mark.parametrize(("source", "record"), UNTOUCHED)
def test_sentences_are_left_alone(source: str, record: str) -> None:
    """The corpus talks of corrections, errors and answers too."""
    assert clean(record, source) == Cleaned(record)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("I'm sorry, but I can't help with that.", "refusal"),
        ("“I’m sorry, I cannot do this.", "refusal"),
        ("As an AI language model, I have no brother.", "refusal"),
        ("Please provide the sentence that you want me to correct.", "refusal"),
        ("It looks like you forgot the text.", "refusal"),
        ("The sentence is already correct.", "says unchanged"),
        ("No changes needed.", "says unchanged"),
        ("There are no grammatical mistakes.", ""),
        ("Yesterday she ~~go~~ went to the market.", "struck text"),
        ("Yesterday she <s>go</s> went to the market.", "struck text"),
        (f"{OUTPUT}\nYesterday she walked to the market with her brother.", "several lines"),
        (" ".join(["word"] * 48), "too long"),
        (" ".join(["word"] * 47), ""),
    ],
)
def test_refusals(record: str, why: str) -> None:
    """What cannot be the correction of the sentence; `grammatical` is no word of those who say nothing is wrong."""
    assert clean(record).refused == why


def test_a_refused_line_has_no_text() -> None:
    """Nobody is to score it by mistake."""
    assert clean("Corrected: No changes needed.") == Cleaned("", ("label",), "says unchanged")


def test_what_is_left_if_told_so() -> None:
    """Quotes and list marks, each by itself; labels are taken off always."""
    cleaner = Cleaner(SOURCE.split())
    assert cleaner.clean(f'"{OUTPUT}"', ["quotes"]) == Cleaned(f'"{OUTPUT}"')
    assert cleaner.clean(f"- {OUTPUT}", ["list mark"]) == Cleaned(f"- {OUTPUT}")
    assert cleaner.clean(f'- "{OUTPUT}"', ["quotes"]) == Cleaned(f'"{OUTPUT}"', ("list mark",))
    assert cleaner.clean(f"- Answer: {OUTPUT}", ["quotes"]) == Cleaned(OUTPUT, ("list mark", "label"))


def test_quotes_count_against_those_of_the_source() -> None:
    """One pair more than the source has is the system's."""
    source = 'He say " no " .'
    assert clean('"He says "no"."', source) == Cleaned('He says "no".', ("quotes",))
    assert clean('He says "no".', source) == Cleaned('He says "no".')
    assert clean('"He says no".', source).removed == (), "with quotes in the source no mark may follow them"


def test_single_quotes_and_apostrophes() -> None:
    """Only those at the ends of words count, and not those of contractions."""
    assert clean("'He's the boys' coach.'", "He the boys ' coach .") == Cleaned("He's the boys' coach.", ("quotes",))
    assert clean("'He' is 'it'", "He are it").removed == ()


def test_entities_are_decoded_unless_the_source_has_them() -> None:
    """Once, and only those that are characters."""
    assert clean("Tom &amp; Ann &#39;s &#x41;", "Tom and Ann") == Cleaned("Tom & Ann 's A", ("entity",))
    assert clean("&amp;lt; a", "a b") == Cleaned("&lt; a", ("entity",))
    assert clean("a &amp; b &lt;", "a &amp; b") == Cleaned("a &amp; b <", ("entity",))
    assert clean("&#1114112; &#xD800; &unknown; a", "a") == Cleaned("&#1114112; &#xD800; &unknown; a")
    assert clean("a &amp; b", "a b", escaped=True) == Cleaned("a &amp; b")


def test_empty_records() -> None:
    """They are outputs too."""
    assert clean(" \n\t ") == Cleaned("")
    assert clean("", "") == Cleaned("")
    assert clean("x y", "") == Cleaned("x y")


def test_a_label_needs_something_behind_it() -> None:
    """And must end within 80 characters."""
    assert clean("Corrected: **").removed == ()
    assert clean("Corrected sentence is the sentence is the sentence is the: x").removed == ("label",)
    assert clean(f"Correct {'the ' * 11}sentence: {OUTPUT}").removed == (), "13 words"


def test_a_label_like_the_source_s_own_stays() -> None:
    """It was corrected, too."""
    assert clean("The corrected answer: I know.", "A answer corrected : I knows .").removed == ()


def test_a_remark_must_say_that_nothing_changed() -> None:
    """And the source must not end in one."""
    assert clean(f"{OUTPUT} (in the past tense)").removed == ()
    assert clean("She left (no changes needed)", "She leave ( no )").removed == ()


def test_endless_lines_are_left_alone() -> None:
    """Nobody waits for expressions that go astray in them."""
    record = "**a " * 50_000
    assert clean(record, record) == Cleaned(record.strip())


def test_no_more_than_eight_things_are_taken_off() -> None:
    """Something is odd about a line with more, so it is refused, which is reported."""
    assert clean(f"{'> ' * 8}{OUTPUT}") == Cleaned(OUTPUT, ("list mark",))
    assert clean(f"{'> ' * 9}{OUTPUT}") == Cleaned("", ("list mark",), "more than 8 things around it")


def test_a_wrapped_sentence_loses_no_line() -> None:
    """Though its short last line alone is as unlike the source as a remark is."""
    source = "My father go for a walk in the park every day with his old friends ."
    wrapped = "My father goes for a walk in the park every day with his\nold friends."
    assert clean(wrapped, source).text == wrapped.replace("\n", " ")
    assert clean(wrapped, source).removed == ("line break",)
    remark = "My father goes for a walk in the park every day with his old friends.\nI corrected the verb."
    assert clean(remark, source).removed == ("remark",)


LONG = "in the case that one of them happens to feel unwell , he should tell the others ."


@pytest.mark.parametrize(
    ("source", "wrapped"),
    [
        (f"As a result , {LONG}", f"As a result,\n{LONG}"),
        (f"As the result , {LONG}", f"As a result,\n{LONG}"),
        (f"Afterall , {LONG}", f"After all,\n{LONG}"),
        (f"Unfortunatly , {LONG}", f"Unfortunately,\n{LONG}"),
        ("My answer is no .", "My\nanswer\nis\nno."),
        ("It is very very good .", "It\nis\nvery\nvery\ngood."),
        ("The original text is here .", "The original text:\nis here."),
    ],
)
def test_a_line_that_the_source_has_there_is_neither_label_nor_remark(source: str, wrapped: str) -> None:
    """Nor a repetition, though the line alone looks like one."""
    assert clean(wrapped, source) == Cleaned(wrapped.replace("\n", " "), ("line break",))


def test_a_label_before_a_wrapped_sentence_is_removed_alone() -> None:
    """Its short lines stay, though they look like labels and remarks too."""
    for first in ("As a result,", "As the result,"):
        found = clean(f"Corrected sentence:\n{first}\n{LONG}", f"As a result , {LONG}")
        assert found == Cleaned(f"{first} {LONG}", ("label", "line break"))
    found = clean(f"Corrected sentence:\nAfter all,\n{LONG}", f"Afterall , {LONG}")
    assert found == Cleaned(f"After all, {LONG}", ("label", "line break"))


def test_a_label_with_words_from_elsewhere_in_the_source_is_one() -> None:
    """What counts is the place."""
    source = "I am sure that the corrected sentence are better ."
    found = clean("Corrected sentence:\nI am sure that the corrected sentence is better.", source)
    assert found == Cleaned("I am sure that the corrected sentence is better.", ("label",))


def test_a_remark_with_words_of_the_source_is_no_wrapped_line() -> None:
    """Its words stand in the source before those that the sentence ends with."""
    source = "He go to school every day ."
    found = clean("He goes to school every day.\n(go → goes)", source)
    assert (found.text, found.removed) == ("He goes to school every day.", ("remark",))


def test_a_second_sentence_on_a_line_of_its_own_is_kept() -> None:
    """A person who reads the source sees that both belong to it."""
    source = "My mother like to walk in the park every day with her old dog . Me too ."
    found = clean("My mother likes to walk in the park every day with her old dog.\nMe too.", source)
    assert found.removed == ("line break",)
    assert found.text.endswith("dog. Me too.")


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c"])
def test_only_line_feeds_and_returns_end_lines(separator: str) -> None:
    """Others are white space inside a line."""
    text = f"He goes{separator}to school."
    assert clean(text, "He go to school .") == Cleaned(text)
    assert clean("Corrected:\r\nHe goes to school.", "He go to school .").text == "He goes to school."


def test_long_texts_are_cleaned_as_short_ones_are() -> None:
    """Of 20,000 words and more: emphasis, and the source before the output."""
    words = " ".join(f"word{n}" for n in range(10_000))
    assert clean(f"{words} **end**", f"{words} ends").text == f"{words} end"
    found = clean(f"Original: {words} ends. Corrected: {words} end.", f"{words} ends .")
    assert (found.text, found.removed) == (f"{words} end.", ("original",))


@given(st.text(alphabet="a *_", max_size=14))
def test_strong_text_is_found_as_by_one_expression(text: str) -> None:
    """The specification has it as a regular expression."""
    assert _without_strong(text) == re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text)


@given(st.text(alphabet="ab :é1", max_size=20))
def test_later_labels_are_found_as_by_one_expression(text: str) -> None:
    """The specification has it as a regular expression."""
    assert list(_later_labels(text)) == [hit.span() for hit in re.finditer(r"[A-Za-z][A-Za-z ]*:", text)]
