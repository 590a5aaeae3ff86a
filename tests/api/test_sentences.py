"""Scores of single sentences: the same as those of corpora of one sentence, and refusals of all that is not clear."""

import pickle
import random
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.measures.lower import ErrorRate
from tests.strategies import LINES
from tests.support import example_gold, example_outputs

import errata
from errata import Corpus, ErrataWarning, InputError, LengthError, Measure, Scorer, sentence_scores
from errata.api import sentences
from errata.extract import Extractor
from errata.extract.strings import StringExtractor

SOURCES = ["She go to school every day .", "He like it a lot .", "It rains ."]
WANTED: list[Any] = [
    ["She goes to school every day .", "She goes to school each day ."],
    "He likes it a lot .",
    ["It rains .", "It is raining .", "It rained ."],
]
MINE = ["She goes to school each day .", "He like it .", ""]
MEASURES = [
    "green",
    "gleu",
    "m2",
    "errant",
    "imeasure",
    "cleme",
    "green:unit=char",
    "green:references=mean",
    "errant:level=sentence",
]


def alone(measure: Measure | str, source: str, text: str, references: list[str], extract: str = "errata") -> float:
    """Return the score that the sentence has in a corpus without others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        result = errata.score(
            sources=[source],
            references=[[reference] for reference in references],
            outputs=[text],
            measures=[measure],
            extract=extract,
        )
    return result.scores[0].sentences[0].score


@pytest.mark.parametrize("measure", [*MEASURES, ErrorRate()])
@given(triples=st.lists(st.tuples(LINES, LINES, st.lists(LINES, min_size=1, max_size=3)), min_size=1, max_size=3))
def test_each_sentence_is_scored_as_if_it_were_all_there_is(
    measure: Measure | str, triples: list[tuple[str, str, list[str]]]
) -> None:
    """References may differ in number, texts may be empty, and no sentence has a part in another's score."""
    expected = [alone(measure, *triple) for triple in triples]
    lines, texts, wanted = (list(column) for column in zip(*triples, strict=True))
    assume(len(lines) == 1 or {len(items) for items in wanted} != {len(lines)})  # which may look like reference sets
    scorer = Scorer(measure, lines, [tuple(items) for items in wanted])
    assert scorer(range(len(lines)), texts) == expected
    assert sentence_scores(lines, texts, [tuple(items) for items in wanted], measure) == expected


@pytest.mark.parametrize("measure", MEASURES)
def test_a_scorer_takes_sources_in_any_order_and_number(measure: str) -> None:
    """And candidates of every source, of which there may be none; from texts of several blocks at a time, too."""
    scorer = Scorer(measure, SOURCES, WANTED)
    scores = sentence_scores(SOURCES, MINE, WANTED, measure)
    assert scorer([2, 0, 0, 1], [MINE[2], MINE[0], MINE[0], MINE[1]]) == [scores[2], scores[0], scores[0], scores[1]]
    assert scorer([[MINE[0], MINE[0]], [], [MINE[2]]]) == [[scores[0], scores[0]], [], [scores[2]]]
    assert scorer([], []) == []
    assert scorer(iter([0, 1]), (text for text in MINE[:2])) == scores[:2]
    assert pickle.loads(pickle.dumps(scorer))([1], MINE[1:2]) == scores[1:2]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether many sentences are counted at once or one at a time."""
    once = [sentence_scores(SOURCES, MINE, WANTED, measure) for measure in MEASURES]
    monkeypatch.setattr(sentences, "_BLOCK", 1)
    assert [sentence_scores(SOURCES, MINE, iter(WANTED), measure) for measure in MEASURES] == once
    assert [Scorer(measure, SOURCES, WANTED)([0, 1, 2], MINE) for measure in MEASURES] == once


@pytest.mark.parametrize("measure", ["green", "gleu", "m2", "imeasure"])
def test_annotated_gold_serves_too(measure: str) -> None:
    """Sentence by sentence with the annotators that are present there."""
    gold, texts = example_gold(), example_outputs("good")["good"]
    scores = Scorer(measure, gold=gold)(range(len(gold)), texts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        for index in range(0, len(gold), 10):
            row = errata.score(gold.select([index]), [texts[index]], measures=[measure]).scores[0].sentences[0]
            assert scores[index] == row.score


def test_mixed_origins_of_edits_are_told_once() -> None:
    """Edits of the gold by hand, those of hypotheses extracted."""
    hand = errata.Edit(1, 2, ("goes",), "SVA")
    gold = Corpus((errata.Text("He go .", (errata.Layer(0, (hand,)),)),))
    with pytest.warns(ErrataWarning, match="the edits of hypotheses were extracted"):
        Scorer("errant", gold=gold)


def test_the_signature_says_how_scores_were_made() -> None:
    """The extractor where edits are compared, and that sentences stood alone."""
    gold = Corpus.from_texts(["He go ."], [["He goes ."]]).fingerprint
    plain = Scorer("green", ["He go ."], ["He goes ."]).signature
    assert plain.endswith(f"|gold:{gold}|sentences:alone")
    assert Scorer("m2", ["He go ."], ["He goes ."]).signature.endswith("|extract:errata|sentences:alone")
    signature = Scorer("errant", ["He go ."], ["He goes ."], extract="wdiff").signature
    assert signature.endswith("|extract:wdiff|gold_edits:extracted|output_edits:extracted|sentences:alone")


@pytest.mark.parametrize("measure", ["green", "m2", "errant", "imeasure"])
def test_threads_share_a_scorer(measure: str) -> None:
    """New words of one thread never are taken for those of another."""
    gold, outputs = example_gold(), example_outputs("good", "bold")
    wanted = [[item.text for item in gold.references(index)] for index in range(len(gold))]
    scorer = Scorer(measure, gold.sources, wanted)
    order = list(range(len(gold)))
    random.Random(1).shuffle(order)
    jobs = [[f"{lines[index]} new{n}x{index}" for index in order] for n, lines in enumerate(outputs.values())]
    expected = [scorer(order, texts) for texts in jobs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda texts: scorer(order, texts), jobs * 2)) == expected * 2


def test_an_extractor_that_serves_no_threads_is_asked_in_turn() -> None:
    """Others are asked by all at a time."""

    class Shy(Extractor):
        busy = 0
        signature = "shy"

        def extract(self, sources: Any, outputs: Any) -> Any:
            self.busy += 1
            assert self.busy == 1
            made = StringExtractor().extract(sources, outputs)
            self.busy -= 1
            return made

    scorer = Scorer("errant", SOURCES, WANTED, extract=Shy())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: scorer([0, 1, 2], MINE), range(20)))
    assert found == [sentence_scores(SOURCES, MINE, WANTED, "errant")] * 20


def test_the_extractor_forgets_words_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same edits as before."""
    extractor = StringExtractor()
    once = extractor.extract(SOURCES, MINE)
    monkeypatch.setattr("errata.extract.strings._MAX_LINES", 1)
    assert [extractor.extract(SOURCES, MINE) for _ in range(3)] == [once] * 3


NONE: Any = None
SEVEN: Any = 7
GREENS: Any = ["green"]
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "reference sets": (
        lambda: sentence_scores(SOURCES, MINE, [SOURCES, MINE]),
        "one list per reference set, as errata.score takes them: 2 lists of 3 texts for 3 sources",
    ),
    "reference sets, as many as sources": (
        lambda: Scorer("green", ["a b c", "x y z"], [["a b d", "x y y"], ["a b e", "x y x"]]),
        "one list per reference set, as errata.score takes them: 2 lists of 2 texts for 2 sources",
    ),
    "references of one source": (
        lambda: sentence_scores(["a"], ["b"], ["b", "c"]),
        "references has 2 entries for 1 source; give the references of each source together",
    ),
    "too few references": (lambda: Scorer("green", SOURCES, WANTED[:2]), "references has 2 entries for 3 sources"),
    "a string of references": (lambda: sentence_scores(["a"], ["b"], "b"), "references is a single string"),
    "no reference": (lambda: sentence_scores(["a"], ["b"], [[]]), r"references\[0\] is empty"),
    "None among references": (
        lambda: Scorer("green", SOURCES[:2], [["a", NONE], "b"]),
        r"references\[0\]\[1\] is a NoneType, not text",
    ),
    "None for references": (lambda: Scorer("green", ["a"], [NONE]), r"references\[0\] is a NoneType, neither"),
    "no hypothesis": (lambda: sentence_scores(["a"], [NONE], ["b"]), r"hypotheses\[0\] is a NoneType, not text"),
    "fewer hypotheses": (lambda: sentence_scores(SOURCES, MINE[:2], WANTED), "2 hypotheses for 3 sources"),
    "fewer from a generator": (
        lambda: sentence_scores(iter(SOURCES), iter(MINE[:2]), iter(WANTED)),
        "hypotheses end after 2, but sources and references continue",
    ),
    "a string of sources": (lambda: Scorer("green", "a", ["b"]), "sources is a single string"),
    "a set": (lambda: sentence_scores({"a"}, ["a"], ["a"]), "sources is a set"),
    "no sources": (lambda: Scorer("green", [], []), "there are no sources"),
    "no references": (lambda: Scorer("green", SOURCES), "give either gold, or sources and references"),
    "gold and sources": (
        lambda: Scorer("green", SOURCES, WANTED, gold=Corpus.from_texts(SOURCES, [SOURCES])),
        "give either gold, or sources and references, not both",
    ),
    "documents": (lambda: Scorer("hoo", ["a"], ["b"]), "hoo scores documents"),
    "other systems": (
        lambda: sentence_scores(["a"], ["a"], ["b"], "difficulty"),
        "difficulty scores a system relative to",
    ),
    "no extractor": (lambda: Scorer("errant", ["a"], ["b"], extract=None), "errant compares edits"),
    "no such extractor": (lambda: Scorer("m2", ["a"], ["b"], extract="eratta"), "did you mean 'errata'"),
    "a measure of whole texts": (
        lambda: Scorer("gain", ["a"], [["b", "c"]]),
        "gain learns from a whole text, but here sentences are scored one by one; give constants",
    ),
    "no measure": (lambda: Scorer("grene", ["a"], ["b"]), "did you mean 'green'"),
    "a list of measures": (lambda: Scorer(GREENS, ["a"], ["b"]), "is not a measure"),
    "unsegmented": (lambda: Scorer("green", ["他喜欢吃苹果和香蕉。"], ["他喜欢吃苹果。"]), "green compares words"),
    "an index too high": (lambda: Scorer("green", ["a"], ["b"])([1], ["a"]), "1 is not the index of a source"),
    "a negative index": (lambda: Scorer("green", ["a"], ["b"])([-1], ["a"]), "-1 is not the index of a source"),
    "a truth value": (lambda: Scorer("green", ["a"], ["b"])([False], ["a"]), "False is not the index"),
    "fewer indices": (lambda: Scorer("green", ["a"], ["b"])([0], ["a", "b"]), "2 texts for 1 index"),
    "a string of texts": (lambda: Scorer("green", ["a"], ["b"])([0], "a"), "texts is a single string"),
    "a text that is none": (lambda: Scorer("green", ["a"], ["b"])([0], [SEVEN]), r"hypotheses\[0\] is a int, not text"),
    "flat candidates": (lambda: Scorer("green", ["a"], ["b"])(["a"]), "candidates is a flat list of 1 text"),
    "candidates of others": (lambda: Scorer("green", ["a"], ["b"])([["a"], ["b"]]), "candidates of 2 sources"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_clear_is_refused(name: str) -> None:
    """With words that say what was seen and what is wanted."""
    call, message = REFUSED[name]
    with pytest.raises((InputError, LengthError, errata.UnknownNameError), match=message):
        call()


def test_memory_does_not_grow_with_the_number_of_sentences() -> None:
    """A generator is read block by block."""
    most, alive = 0, 0

    class Line(str):
        def __new__(cls, text: str) -> "Line":
            nonlocal alive, most
            alive += 1
            most = max(most, alive)
            return str.__new__(cls, text)

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    def lines(word: str) -> Iterator[str]:
        return (Line(f"{word} b c {n}") for n in range(3 * sentences._BLOCK))

    assert len(sentence_scores(lines("a"), lines("b"), lines("c"))) == 3 * sentences._BLOCK
    assert most <= 3 * (sentences._BLOCK + 1) * 2


NOUNS = "dog cat bird fish horse cow pig sheep goat hen duck goose fox wolf bear lion tiger mouse rat bat"
MANY = [f"{noun.title()} like {noun}s and {noun}food , {n} times ." for n, noun in enumerate(NOUNS.split())]
RIGHTS = [source.replace("like", "likes") for source in MANY]


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (lambda lines: lines, []),
        (lambda lines: lines[1:] + lines[:1], ["misaligned"]),
        (lambda lines: lines[::-1], ["misaligned"]),
        (lambda lines: [f"**{line}**" for line in lines], ["markup", "final-marks"]),
        (lambda lines: ["nan"] * len(lines), ["unrelated", "typography", "no-sentence"]),
        (lambda lines: [""] * len(lines), ["many-empty"]),
        # One in twenty is enough; of fewer texts nothing is said.
        (lambda lines: ["N/A", *lines[1:]], ["no-sentence"]),
        (lambda lines: ["N/A", *lines[1:], *lines], []),
        (lambda lines: ["nan"] * 19, []),
    ],
)
def test_strange_hypotheses_are_told(change: Callable[[list[str]], list[str]], codes: list[str]) -> None:
    """Once for each kind, at the line that made the call, by a scorer the first time only."""
    texts = change(RIGHTS)
    places = [n % 20 for n in range(len(texts))]
    sources, wanted = [MANY[n] for n in places], [RIGHTS[n] for n in places]
    scorer = errata.Scorer("green", MANY, RIGHTS)
    calls: list[Callable[[], object]] = [
        lambda: errata.sentence_scores(sources, texts, wanted),
        lambda: scorer(places, texts),
    ]
    if len(texts) == 20:
        other = errata.Scorer("green", MANY, RIGHTS)
        calls.append(lambda: other([[text] for text in texts]))
    for call in calls:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call()
        assert {item.filename for item in caught} <= {__file__}
        assert [item.message.finding.code for item in caught if isinstance(item.message, ErrataWarning)] == codes
        assert not any("raw" in str(item.message) for item in caught)
    scorer(places, texts)  # a warning would be an error


def test_only_the_first_hypotheses_are_examined() -> None:
    """All of them would take as long as the scores."""
    n = sentences._BLOCK // 20 + 1
    sources, wanted = MANY * n * 2, RIGHTS * n * 2
    sentence_scores(sources, RIGHTS * n + ["nan"] * (20 * n), wanted)


def test_many_untokenised_hypotheses_are_told() -> None:
    """Once for each call, at the line that made it; a few, tokenised ones and counts of characters say nothing."""
    sources = ["She go home ."] * 20
    references = ["She goes home ."] * 20
    glued = ["She goes home."] * 20
    scorer = errata.Scorer("green", sources, references)
    calls: list[Callable[[], object]] = [
        lambda: scorer(range(20), glued),
        lambda: scorer([[text] for text in glued]),
        lambda: errata.sentence_scores(sources, glued, references),
    ]
    for call in calls:
        with pytest.warns(errata.ErrataWarning, match="hypotheses: 20 lines end in .*; tokenise them as") as caught:
            call()
        assert [item.filename for item in caught] == [__file__]
    scorer(range(19), glued[:19])
    scorer(range(20), references)
    errata.sentence_scores(sources, glued, references, "green:unit=char")
