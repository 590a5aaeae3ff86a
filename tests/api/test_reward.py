"""A reward never raises for what a model wrote, and always for a mistake in the program."""

import pickle
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.measures.lower import ErrorRate

import errata
from errata import InputError, LengthError, reward, sentence_scores
from errata.extract.strings import StringExtractor
from errata.kernels.limits import TooLargeError
from errata.text.raw import Raw

SOURCE, RIGHT = "He do n't like it a lot .", "He does n't like it a lot ."
WRITTEN = "He doesn't like it a lot."


def given_to(rewarded: Callable[..., list[float]], *completions: Any, source: str = SOURCE) -> list[float]:
    """Return the rewards of completions for one row, called as a trainer calls."""
    n = len(completions)
    return rewarded(
        prompts=[[{"role": "user", "content": "Correct this."}]] * n,
        completions=list(completions),
        completion_ids=[[1, 2]] * n,
        source=[source] * n,
        references=[[RIGHT, "He does not like it a lot ."]] * n,
        trainer_state=object(),
    )


@pytest.mark.parametrize("measure", ["green", "errant", "m2", "imeasure", "gleu"])
def test_a_reward_is_the_score_of_the_sentence(measure: str) -> None:
    """As written, in chat messages, with chatter around it, as raw text: all the same; and what is wrong is not."""
    right, wrong = (
        sentence_scores([SOURCE], [text], [[RIGHT, "He does not like it a lot ."]], measure)[0]
        for text in (RIGHT, SOURCE)
    )
    spoken = [
        RIGHT,
        WRITTEN,
        f"Here is the corrected sentence: {WRITTEN}",
        f'"{WRITTEN}"',
        f"```\n{WRITTEN}\n```",
        [{"role": "assistant", "content": WRITTEN}],
        [{"role": "assistant", "content": [{"type": "text", "text": WRITTEN}]}],
        ({"role": "assistant", "content": "Let me see."}, {"role": "assistant", "content": WRITTEN}),
    ]
    assert given_to(reward(measure), *spoken, SOURCE) == [right] * len(spoken) + [wrong]


ODD: list[Any] = [
    "",
    "  \n",
    None,
    7,
    [],
    [{}],
    {"content": None},
    [{"role": "assistant"}],
    "I'm sorry, I cannot help with that.",
    "No changes needed.",
    "one\ntwo three\nfour",
    "word " * 5000,
    b"bytes",
    [["x"]],
    float("nan"),
]


def test_odd_completions_get_the_floor() -> None:
    """Which is the lowest score of the measure, or what one likes."""
    assert given_to(reward("green"), *ODD, WRITTEN) == [0.0] * len(ODD) + [1.0]
    assert given_to(reward("imeasure"), *ODD) == [-1.0] * len(ODD)
    assert given_to(reward("green", floor=-0.25), *ODD) == [-0.25] * len(ODD)
    assert reward(ErrorRate()).floor == -1.0


@given(st.lists(st.text(max_size=60) | st.none() | st.lists(st.dictionaries(st.text(), st.text(), max_size=2))))
def test_nothing_a_model_writes_raises(completions: list[Any]) -> None:
    """With raw text and without."""
    for rewarded in (reward("errant"), reward("green", raw=False)):
        found = given_to(rewarded, *completions)
        assert len(found) == len(completions)
        assert all(0.0 <= score <= 1.0 for score in found)


def test_a_reward_does_not_depend_on_the_batch() -> None:
    """Each alone gets what all get together."""
    spoken = [WRITTEN, f'"{WRITTEN}"', SOURCE, "He does not like it.", f"1. {WRITTEN}"]
    rewarded = reward("green")
    assert given_to(rewarded, *spoken) == [given_to(rewarded, text)[0] for text in spoken]


def test_text_that_no_measure_takes_gets_the_floor_alone() -> None:
    """The others of the batch keep their scores."""

    class Narrow(StringExtractor):
        def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> Any:
            if any(len(text.split()) > 1000 for text in outputs):
                raise TooLargeError("too long", 0)
            return super().extract(sources, outputs)

    rewarded = reward("errant", raw=False, floor=-0.5, extract=Narrow())
    assert given_to(rewarded, RIGHT, "w " * 2000, SOURCE) == [1.0, -0.5, 0.0]


def test_raw_text_can_be_told_how() -> None:
    """As it is, learned from a corpus, what is said to be unchanged, and where an answer stands."""
    assert given_to(reward("errant", raw=False), RIGHT, WRITTEN) == [1.0, 0.0]
    corpus = ["I do n't know .", "We do n't see it .", "It 's here ."]
    assert given_to(reward("errant", learn_from=corpus), WRITTEN) == [1.0]
    same = "The sentence is correct."
    assert given_to(reward("green", raw=Raw(says_unchanged="copy")), same) == given_to(reward("green"), SOURCE)
    assert given_to(reward("green", raw=Raw(refused="source")), "I'm sorry, I cannot help.") == given_to(
        reward("green"), SOURCE
    )
    found = reward("errant", answer=lambda text: text.partition("</think>")[2] or None)
    assert given_to(found, f"<think>does, not do</think> {WRITTEN}", WRITTEN) == [1.0, 0.0]


def test_untokenised_data_stay_as_they_are() -> None:
    """Where the source is raw text, so are the tokens of completions."""
    found = reward("errant")(
        completions=["He doesn't like it."], source=["He don't like it."], references=["He doesn't like it."]
    )
    assert found == [1.0]


def test_an_empty_source_may_stay_empty() -> None:
    """Nothing to correct, and nothing written."""
    assert reward("errant")(completions=[""], source=[""], references=[""]) == [1.0]


def test_higher_is_better_always() -> None:
    """The score of an error rate is turned round."""
    assert given_to(reward(ErrorRate()), RIGHT, SOURCE, "") == [0.0, -1.0, -1.0]


def test_trainers_find_a_name_and_may_copy_it() -> None:
    """The name is shown in logs; the signature tells what it was."""
    rewarded = reward("errant", floor=-0.5)
    assert (rewarded.__name__, repr(rewarded)) == ("errata_errant", "Reward(errant)")
    assert given_to(pickle.loads(pickle.dumps(rewarded)), "", RIGHT) == [-0.5, 1.0]
    assert rewarded.signature.endswith(
        "|gold:rows|extract:errata|gold_edits:extracted|output_edits:extracted|sentences:alone|raw:1|learn:all|"
        "typography:auto|clean:yes|refused:stop|floor:-0.5"
    )


def test_other_columns_can_be_named() -> None:
    """References may be one text a row."""
    rewarded = reward("errant", source="src", references="tgt")
    assert rewarded(completions=[RIGHT], src=[SOURCE], tgt=[RIGHT], source=[7]) == [1.0]
    assert rewarded(completions=[], src=[], tgt=[]) == []


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no completions": (lambda: reward()(prompts=["a"]), "no completions are given"),
    "no such column": (
        lambda: reward()(completions=["a"], src=["a"], references=["b"]),
        r"there is no column 'source' \(columns: src, references\).*source='COLUMN'",
    ),
    "no references": (lambda: reward()(completions=["a"], source=["a"]), "there is no column 'references'"),
    "a short column": (
        lambda: reward()(completions=["a", "b"], source=["a"], references=["a", "b"]),
        "column 'source' has 1 row for 2 completions",
    ),
    "a text for a column": (lambda: reward()(completions=["a"], source="a", references=["b"]), "source is a single"),
    "a source that is none": (
        lambda: reward()(completions=["a"], source=[None], references=["b"]),
        r"source\[0\] is a",
    ),
    "no reference": (lambda: reward()(completions=["a"], source=["a"], references=[[]]), r"references\[0\] is empty"),
    "None for references": (
        lambda: reward(references="tgt")(completions=["a"], source=["a"], tgt=[None]),
        r"tgt\[0\] is a NoneType, neither a text nor a list",
    ),
    "one completion": (lambda: reward()(completions="a", source=["a"], references=["b"]), "completions is a single"),
    "measure": (lambda: reward("difficulty"), "difficulty scores a system relative to others"),
    "raw": (lambda: reward(raw="yes"), "raw is a str"),  # type: ignore[arg-type]
    "learn_from": (lambda: reward(raw=False, learn_from=["a ."]), "but raw is False"),
    "an answer that fails": (lambda: given_to(reward(answer=lambda text: text[100]), "a"), "string index"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_mistakes_of_the_program_are_not_swallowed(name: str) -> None:
    """They would look like a model that learns nothing."""
    call, message = REFUSED[name]
    with pytest.raises((InputError, LengthError, IndexError), match=message):
        call()


def test_it_is_public() -> None:
    """Under the names that the documentation has."""
    assert isinstance(errata.reward(), errata.Reward)


THOUGHT = "<think>The verb needs an ending .</think>"


@pytest.mark.parametrize(
    ("form", "is_told"),
    [
        ("<answer>{}</answer>", True),
        (THOUGHT + "\n<answer>{}</answer>", True),
        ('{{"corrected": "{}"}}', True),
        ('```json\n{{"answer": "{}"}}\n```', True),
        ("$\\boxed{{\\text{{{}}}}}$", True),
        # What cleaning removes costs nothing.
        (THOUGHT + "\n{}", False),
        ("<b>{}</b>", False),
        ("{}", False),
    ],
)
def test_answers_that_are_not_extracted_are_told_once(form: str, is_told: bool) -> None:
    """If most completions have them; the reward is the same in every call, and none is raised."""
    rewarded = reward("green")
    text = form.format(WRITTEN)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        first = given_to(rewarded, text, text, WRITTEN)
        again = given_to(rewarded, text, text, WRITTEN)
    assert (first == [1.0] * 3, again) == (not is_told, first)
    assert [str(item.message)[:77] for item in caught] == [
        "most completions (2 of 3) have reasoning or an answer in tags, JSON or \\boxed"
    ] * is_told
    given_to(reward("green"), text, WRITTEN)  # not most of them: a warning would be an error
    extracted = reward("green", answer=lambda said: WRITTEN if WRITTEN in said else None)
    assert given_to(extracted, text, text) == [1.0, 1.0]


def test_a_source_with_tags_has_completions_with_tags() -> None:
    """They are part of the sentence."""
    text = "I wrote < answer > here ."
    given_to(reward("green", raw=False), text.replace(" >", ">").replace("< ", "<"), source=text)
    source = "I writes <answer> here ."
    given_to(reward("green"), "I wrote <answer> here .", source=source)
