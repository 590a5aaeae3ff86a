"""What chat models write around a sentence, cleaned as a person would; and sentences that only look like it.

The wording is our own, after the habits of chat models as papers describe them and their users know them: a polite
opening, a label in bold, quotes or a fence around the sentence, the original before it, notes on what was changed after
it, a remark that nothing was, an arrow, HTML, entities.
"""

from time import process_time

import pytest

from errata.text.raw.cleaning import Cleaner

SOURCE = "She do n't likes the apples that grows here ."
TEXT = "She doesn't like the apples that grow here."

CHATTER = [
    # A label on the same line.
    "Corrected: {}",
    "Corrected sentence: {}",
    "Correction: {}",
    "Output: {}",
    "Answer: {}",
    "**Corrected sentence:** {}",
    "**Corrected:** {}",
    "__Corrected__: {}",
    "*Corrected version:* {}",
    "Here is the corrected sentence: {}",
    "Here's the corrected version: {}",
    "Here’s the revised sentence: {}",
    "Sure! Here is the corrected sentence: {}",
    "Certainly! Here's the corrected version of the sentence: {}",
    "Of course. The corrected sentence is: {}",
    "The correct sentence would be: {}",
    "The corrected text should read as follows: {}",
    "Final answer: {}",
    "Korrigierter Satz: {}",
    "Phrase corrigée : {}",
    "修改后的句子：{}",
    # The same with marks around the sentence.
    'Corrected sentence: "{}"',
    "Corrected sentence: “{}”",
    "Here is the corrected sentence: **{}**",
    "Corrected: `{}`",
    "**{}**",
    "`{}`",
    "<p>{}</p>",
    "<b>Corrected:</b> {}",
    # Several lines.
    "Sure! Here is the corrected sentence:\n\n{}",
    "Here's the corrected version:\n\n> {}",
    "Corrected sentence:\n**{}**",
    "```\n{}\n```",
    "```text\n{}\n```",
    "{}\n\n{}",
    "Original: She don't likes the apples that grows here.\nCorrected: {}",
    "**Original:** She don't likes the apples that grows here.\n**Corrected:** {}",
    "{}\n\nExplanation: the verb must agree with its subject.",
    '{}\n\nChanges made:\n- "don\'t likes" → "doesn\'t like"\n- "grows" → "grow"',
    "{}\n\nLet me know if you have any questions!",
    # The original on the same line, and what is said of it.
    "Original: She don't likes the apples that grows here. Corrected: {}",
    "{} (no errors found)",
    "{} [No changes needed.]",
    "She doesn&#39;t like the apples that grow here.",
    "She **doesn't like** the apples that **grow** here.",
    "She <ins>doesn't like</ins> the apples that <em>grow</em> here.",
]


@pytest.mark.parametrize("line", CHATTER)
def test_chatter_is_taken_off(line: str) -> None:
    """Nothing is left but the sentence."""
    found = Cleaner(SOURCE.split()).clean(line.replace("{}", TEXT))
    assert (found.text, found.refused) == (TEXT, "")
    assert found.removed


@pytest.mark.parametrize("arrow", ["→", "->", "=>"])
def test_the_source_before_an_arrow_is_taken_off(arrow: str) -> None:
    """If it is the source, word by word."""
    source = ["He", "go", "to", "school", "yesterday", "."]
    found = Cleaner(source).clean(f"He go to school yesterday. {arrow} He went to school.")
    assert (found.text, found.removed) == ("He went to school.", ("original",))


LEFT = [
    "Sure, I'd be happy to help! Here is the corrected sentence: {}",
    "Corrected sentence - {}",
    "Corrected sentence 1: {}",
    "Let me fix that for you: {}",
    "It should be: {}",
    "Assistant: {}",
    "{} Explanation: verbs agree with their subjects.",
    '{} (Changed "grows" to "grow".)',
    "{} (Corrected)",
    "✅ {}",
    "# {}",
    "[{}]",
    "<output>{}</output>",
    "{}<|im_end|>",
    '{"corrected": "{}"}',
    "{} {}",
]


@pytest.mark.parametrize("line", LEFT)
def test_what_is_not_known_is_left_whole(line: str) -> None:
    """Nothing is half cleaned: a person has to look at these."""
    record = line.replace("{}", TEXT)
    found = Cleaner(SOURCE.split()).clean(record)
    assert (found.text, found.removed, found.refused) == (record, (), "")


SENTENCES = [
    (
        "Here is the corrected version of the law : it is short .",
        "Here is the corrected version of the law: it is short.",
    ),
    ("Here is corrected version of the law :", "Here is the corrected version of the law:"),
    ("The answer is : nobody know .", "The answer is: nobody knows."),
    ("Answer : it depend on you .", "Answer: it depends on you."),
    ("The correct version of the text are : no .", "The correct version of the text is: no."),
    ("There is two result : win or lose .", "There are two results: win or lose."),
    ("Original ideas : they is rare .", "Original ideas: they are rare."),
    ("The sentence are correct .", "The sentence is correct."),
    ("No change are needed .", "No changes are needed."),
    ("I 'm sorry , but I can not comes .", "I'm sorry, but I cannot come."),
    ("Unfortunately , I lost mine key .", "Unfortunately, I lost my key."),
    ('" I comes , " he said .', '"I come," he said.'),
    ('" Come here "', '"Come here"'),
    ("- two egg", "- two eggs"),
    ("1. Wash you hands .", "1. Wash your hands."),
    ("* see below for detail", "* see below for details"),
    ("A -> B mean A implies B .", "A -> B means A implies B."),
    ("The tag <b> make text bold .", "The tag <b> makes text bold."),
    ("He write * stars * here .", "He writes *stars* here."),
    ("He saw it ( no errors found )", "He saw it (no errors found)"),
    ("R&amp;D are a department .", "R&amp;D is a department."),
    ("The time is 10 : 30 , correct : yes ?", "The time is 10:30, correct: yes?"),
    ("She ask : is it a text ?", "She asks: is it a text?"),
]


@pytest.mark.parametrize(("source", "output"), SENTENCES)
def test_sentences_that_look_like_chatter_are_left(source: str, output: str) -> None:
    """What the source has too is part of the sentence."""
    found = Cleaner(source.split()).clean(output)
    assert (found.text, found.removed, found.refused) == (output, (), "")


UNCLEAR = [
    ("I think it is fine.\nI would not change anything.", "several lines"),
    (f"{TEXT}\nShe does not like the apples that grow here.", "several lines"),
    (f"Option 1: {TEXT}\nOption 2: She dislikes the apples that grow here.", "several lines"),
    ("The sentence is already correct.", "says unchanged"),
    ("No corrections needed.", "says unchanged"),
    ("I'm sorry, but I can't help with that.", "refusal"),
    ("As an AI language model, I have no opinion.", "refusal"),
    ("Please provide the sentence that you would like me to correct.", "refusal"),
    ("She ~~don't likes~~ doesn't like the apples that grow here.", "struck text"),
    ("The word do must agree with its subject. " * 7, "too long"),
]


@pytest.mark.parametrize(("line", "reason"), UNCLEAR)
def test_what_cannot_be_told_is_refused(line: str, reason: str) -> None:
    """Two candidates, none, or no sentence at all."""
    found = Cleaner(SOURCE.split()).clean(line)
    assert (found.text, found.refused) == ("", reason)


@pytest.mark.parametrize(
    "text",
    [
        "**a " * 25_000,
        "__a " * 25_000,
        "(" * 100_000 + ")",
        "<b " * 30_000,
        "Original: " + "a " * 50_000,
        "Original: " + "output: " * 12_000,
        "~~" * 50_000,
        "\n".join(f"a b c{number}" for number in range(20_000)),
    ],
    ids=lambda text: text[:12],
)
def test_texts_made_to_be_hard_take_no_time(text: str) -> None:
    """A tenth of a second or so; quadratic work would take minutes."""
    source = ["word"] * 30_000
    start = process_time()
    Cleaner(source).clean(text)
    assert process_time() - start < 5


def test_a_label_is_taken_off_a_text_of_any_length() -> None:
    """Documents are long."""
    text = "word " * 4_000 + "."
    assert Cleaner(text.split()).clean(f"Corrected: {text}").removed == ("label",)
