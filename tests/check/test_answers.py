"""What programs and models leave where a sentence should be, and sentences that only look like it."""

import pytest
from tests.support import shared

from errata.check.answers import check_answers
from errata.check.outputs import check_output
from errata.check.styles import OutputTexts

SOURCE = "She do n't likes the apples that grows here ."
CODES = {"no-sentence", "versions", "model-marks", "csv-quotes", "swapped", "chatter"}


def codes(output: str, source: str = SOURCE) -> list[str]:
    return [found.code for found in check_answers(OutputTexts.of("sys", "line", [source], [output]))]


@pytest.mark.parametrize(
    "output",
    [
        *("null", "None", "N/A", "nan", "undefined", "[object Object]", "{}", "Error: rate limit exceeded"),
        *("HTTP 429 Too Many Requests", "Request timed out.", "Internal Server Error", '"null"'),
        *("对不起，我无法帮助您。", "对 不 起 ， 我 无 法 帮 助 您 。", "申し訳ありませんが、お手伝いできません。"),
        *("Es tut mir leid, ich kann das nicht.", "Je suis désolé, je ne peux pas.", "Lo siento, no puedo ayudar."),
        *("К сожалению, я не могу помочь.", "Üzgünüm, yardımcı olamam."),
    ],
)
def test_what_is_no_sentence_is_told(output: str) -> None:
    """One line is enough."""
    assert codes(output) == ["no-sentence"]


@pytest.mark.parametrize(
    "output",
    [
        "She doesn't like the apples that grow here. OR She dislikes the apples that grow here.",
        "She doesn't like the apples that grow here. / She does not like the apples which grow here.",
        "She doesn't like the apples that grow here. She does not like the apples that grow here.",
        "She do n't likes -> does n't like the apples that grow here .",
        "She doesn't like the apples that grows → grow here.",
    ],
)
def test_several_versions_are_told(output: str) -> None:
    """With a separator, an arrow, or nothing between them."""
    assert codes(output) == ["versions"]


@pytest.mark.parametrize(
    "form", ["{}\\n", "\\boxed{{{}}}", "<|assistant|> {}", "{}<|im_end|>", "[INST] {}", "{} \\u2019"]
)
def test_marks_of_models_are_told(form: str) -> None:
    """Special tokens, LaTeX, escapes."""
    assert codes(form.format("She doesn't like the apples.")) == ["model-marks"]


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("None of them know .", "None of them knows."),
        ("Null", "Null."),
        ("error : no such file exist", "error: no such file exists"),
        ("Lo siento mucho , no puedo ir .", "Lo siento mucho, no puedo ir hoy."),
        ("我 无法 去 学校 。", "我无法去学校了。"),
        ("He and / or she go .", "He and / or she goes ."),
        ("Press A -> B to goes on .", "Press A -> B to go on ."),
        ("Write \\n at end .", "Write \\n at the end ."),
        ("You can do it today or tomorrow .", "You can do it today OR tomorrow."),
        (SOURCE, "She doesn't like the apples / pears that grow here."),
        (SOURCE, "I can not afford these shoes."),
    ],
)
def test_sentences_are_left_alone(source: str, output: str) -> None:
    """What the source has too, and corrections with such words."""
    assert codes(output, source) == []


def test_a_word_before_most_sentences_is_chatter() -> None:
    """One word will do, where it stands on most lines; on some it may be a correction."""
    sources = [f"{word} is here ." for word in ("Tea", "Milk", "Soup", "Bread", "Salt")]
    outputs = [f"Certainly ! {line}" for line in sources]
    assert [found.code for found in check_output("sys", sources, outputs)] == ["chatter"]
    assert [found.code for found in check_output("sys", sources, [*outputs[:2], *sources[2:]])] == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["conll14/systems", "seeda/all"])
def test_outputs_of_real_systems_raise_no_false_alarm(folder: str) -> None:
    """Not one of 28 files."""
    sources = shared("data/conll14/src.txt").read_text(encoding="utf-8").split("\n")[:-1]
    for path in sorted(shared(f"data/{folder}").glob("*.txt")):
        outputs = path.read_text(encoding="utf-8").split("\n")[:-1]
        assert [found for found in check_output(path.name, sources, outputs) if found.code in CODES] == []


@pytest.mark.parametrize(
    ("text", "one", "three"),
    [
        ("N/A", "1 of 40 lines is not a correction but", "3 of 40 lines are not corrections but"),
        ("He go -> He goes", "the sentence, or says what was changed", "the sentence, or say what was changed"),
        ("He goes <|im_end|>", "and its source does not; remove", "and their sources do not; remove"),
    ],
)
def test_a_single_line_is_told_in_the_singular(text: str, one: str, three: str) -> None:
    """Three are told in the plural."""
    sources = [f"He go to place {n} every day ." for n in range(40)]
    for n, said in ((1, one), (3, three)):
        [found] = check_output("sys", sources, [text] * n + sources[n:])[-1:]
        assert said in found.message
