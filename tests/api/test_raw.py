"""Raw text in Python: refused where it passes for tokens, projected where asked for, told of in results."""

import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import annotated, documents_of, example_gold, example_outputs

import errata
from errata import Corpus, Edit, ErrataWarning, InputError, LengthError, OptionError, Output, Raw
from errata.findings import INFO

SOURCES = ["He do n't know it .", "She have two cat , too .", "They was late .", "I likes tea ."]
REFERENCES = ["He does n't know it .", "She has two cats , too .", "They were late .", "I like tea ."]
RAW = ["He doesn’t know it.", "She has two cats, too.", "They were late.", "I like tea."]
GOLD = Corpus.from_texts(SOURCES, [REFERENCES])
SIGNED = "|raw:1|learn:all|typography:auto|clean:yes|refused:stop"


@pytest.fixture(autouse=True)
def _in_peace() -> Iterator[None]:
    """Every run on raw text is told of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        yield


def score(outputs: Any, **options: Any) -> errata.Result:
    return errata.score(GOLD, outputs, measures=["green"], **{"raw": True, **options})


def test_raw_text_scores_as_its_tokens() -> None:
    """Each system alike; signature, details and findings tell of it."""
    result = score({"raw": RAW, "tokens": REFERENCES})
    assert [made.score for made in result] == [1, 1]
    assert all(made.signature.endswith(SIGNED) for made in result)
    assert result["raw", "green"].details["raw"]["normalised"] == {"apostrophe": 1}
    assert [(found.code, found.file, found.severity) for found in result.findings] == [
        ("raw-text", "raw", INFO),
        ("raw-text", "tokens", INFO),
    ]
    assert str(result.findings[0]) == (
        "raw: raw text: 4 lines; tokens projected in 4; 6 boundaries that the text does not show: 4 from the source, 2 "
        "by rule; normalised: 1 apostrophe in 1 line"
    )


def test_text_that_looks_untokenised_is_refused() -> None:
    """What to do is named; raw=False insists, with a warning; tokens are never refused."""
    with pytest.raises(InputError) as caught:
        score(RAW, raw=None)
    assert str(caught.value) == (
        "output: 4 lines end in punctuation glued to the last word but the source's is set apart (4 lines); the text "
        "looks untokenised, which lowers every score considerably; score it as raw text (raw=True), which tokenises it "
        "like the gold, or score it anyway (raw=False)"
    )
    insisted = score(RAW, raw=False)
    assert [found.code for found in insisted.findings if found.code == "tokenisation"] == ["tokenisation"]
    assert insisted.scores[0].score < 0.9
    assert "raw:" not in insisted.scores[0].signature
    assert score(REFERENCES, raw=None).findings == ()


def test_a_source_that_looks_untokenised_is_warned_of() -> None:
    """The outputs are cut, the gold is not: perhaps that is so."""
    gold = Corpus.from_texts(["He go home.", "She go home.", "It go home."], [["He goes home."] * 3])
    [found] = errata.score(gold, ["He goes home ."] * 3, measures=["green"]).findings
    assert "the source looks untokenised" in found.message


def test_text_without_spaces_is_refused_where_tokens_count() -> None:
    """Characters are counted without; raw text gets them where the gold has them."""
    sources = ["我 昨 天 去 学 校 了 。", "他 们 都 很 高 兴 。", "这 是 一 本 好 书 。"]
    gold = Corpus.from_texts(sources, [sources])
    raw = [line.replace(" ", "") for line in sources]
    with pytest.raises(
        InputError, match=re.escape("score it as raw text (raw=True), which tokenises it like the gold")
    ):
        errata.score(gold, raw, measures=["green"])
    errata.score(gold, raw, measures=["green:unit=char"])
    assert errata.score(gold, raw, measures=["green"], raw=True).scores[0].score == 1


@pytest.mark.parametrize("measure", ["m2", "imeasure", "green", "gleu", "errant", "cleme"])
def test_every_measure_sees_tokens(measure: str) -> None:
    """Plain and with extracted edits: the score is that of the tokenised output."""
    gold, outputs = example_gold(), example_outputs("good")
    raw = [re.sub(r" (?=[.,?!;:]|n't|')", "", line) for line in outputs["good"]]
    result = errata.score(gold, {"raw": raw}, measures=[measure], extract="errata", raw=True)
    plain = errata.score(gold, outputs, measures=[measure], extract="errata")
    assert result.scores[0].counts == plain.scores[0].counts
    assert result.scores[0].signature == plain.scores[0].signature + SIGNED


def test_every_command_takes_raw_text() -> None:
    """Comparison, explanation and difficulty; the plain score of difficulty is signed too."""
    outputs = {"raw": RAW, "lazy": SOURCES}
    assert errata.compare(GOLD, outputs, measures=["green"], raw=True)["green"].best == ("raw",)
    told = errata.explain(GOLD, RAW, measures=["green"], raw=True, sentences=[0])
    assert told[0].output == REFERENCES[0]
    gold = Corpus((annotated([Edit(1, 2, ("b2",))], source="A b ."),) * 3)
    found = errata.analyse_difficulty(gold, {"x": ["A b2."] * 3, "y": ["A b."] * 3}, extract="errata", raw=True)
    assert all(SIGNED in made.signature for made in (*found.weighted, *found.plain))
    assert found.plain[0].score == 1


def test_what_is_removed_is_counted_and_shown() -> None:
    """Of each kind the first lines; line by line where that is asked for."""
    lines = ["Corrected: He doesn't know it.", *RAW[1:]]
    result = score(lines)
    assert str(result.findings[1]) == (
        "output: removed: label in 1 line (1); show_cleaning=True shows each line before and after"
    )
    assert result.scores[0].details["raw"]["removed"] == {"label": (1,)}
    refused = score([RAW[0], "No changes needed.", *RAW[2:]], raw=Raw(says_unchanged="copy", show_cleaning=True))
    assert str(refused.findings[-1]) == (
        "output: line 2: refused, says unchanged: 'No changes needed.' → 'She have two cat , too .'"
    )
    shown = score(lines, raw=Raw(show_cleaning=True))
    assert shown.scores[0].signature == result.scores[0].signature
    assert [str(found) for found in shown.findings[1:]] == [
        "output: removed: label in 1 line (1)",
        'output: line 1: removed label: "Corrected: He doesn\'t know it." → "He doesn\'t know it."',
    ]


def test_lines_that_are_refused_stop_the_run() -> None:
    """Unless it is said what they count as, which the signature notes and a warning repeats."""
    lines = ["I'm sorry, but I can't do that.", *RAW[1:]]
    with pytest.raises(InputError, match=re.escape("output: 1 of 4 lines cannot be understood")) as caught:
        score(lines)
    assert "--raw-options refused=source" in caught.value.command_line
    as_source, as_empty = (score(lines, raw=Raw(refused=value)) for value in ("source", "empty"))
    assert "refused:source" in as_source.scores[0].signature
    [said] = [found for found in as_empty.findings if found.code == "raw-refused"]
    assert (said.severity, str(said)) == (
        "warning",
        "output: refused: 1 line: refusal (1); scored as empty",
    )
    told = errata.explain(GOLD, lines, measures=["green"], raw=Raw(refused="source"), sentences=[0])
    assert told[0].output == SOURCES[0]
    assert as_source.scores[0].counts != as_empty.scores[0].counts


def test_lines_that_do_not_fit_are_refused() -> None:
    """With the line where they begin not to; blank lines between them are left out."""
    with pytest.raises(LengthError, match=re.escape("output: 3 lines for 4 sources; from line 2 on they do not fit")):
        score([RAW[0], *RAW[2:]])
    result = score([line for text in RAW for line in (text, "")])
    assert result.scores[0].score == 1
    assert [str(found) for found in result.findings[1:]] == ["output: left out: 4 blank lines"]


def test_a_shift_is_told_once() -> None:
    """Though the checks of tokenised outputs find it too."""
    lines = [f"{word}ton {word}bert {word}ley {word}son sleep ." for word in "ABCDEFGHIJKLMNOPQR"]
    gold = Corpus.from_texts(lines, [lines])
    shifted = [*lines[:10], *lines[11:], lines[10]]
    [plain] = [found for found in errata.score(gold, shifted, measures=["green"]).findings if found.code == "shifted"]
    [raw] = [
        found for found in errata.score(gold, shifted, measures=["green"], raw=True).findings if found.code == "shifted"
    ]
    assert (plain.message[:11], raw.message) == (
        "7 lines fit",
        "from line 11 on the lines may not fit: no line for source 11",
    )
    with pytest.raises(InputError, match=r"17 lines fit .* \(raw=False\)$"):
        errata.score(gold, [*lines[1:], lines[0]], measures=["green"], raw=True)


def test_outputs_with_edits_are_left_alone() -> None:
    """They have tokens; where all have, nothing is done."""
    made = Output("edits", SOURCES, [()] * 4)
    result = score({"raw": RAW, "edits": made})
    assert [SIGNED in item.signature for item in result] == [True, False]
    assert [str(found) for found in score({"edits": made}).findings] == [
        "raw=True changes nothing: every output has edits and is therefore tokenised"
    ]


def test_outputs_are_put_in_order_and_their_sources_compared() -> None:
    """By ids; sources may be raw text too, but must be the same words."""
    gold = GOLD.map(lambda text: text.with_details(id=text.source[:3]))
    sources = ["He don’t know it.", "She have two cat, too.", "They was late.", "I likes tea."]
    turned = Output("x", RAW[::-1], sources=sources[::-1], ids=gold.ids[::-1])
    result = errata.score(gold, turned, measures=["green"], raw=True)
    assert result.scores[0].score == 1
    with pytest.raises(InputError, match="sentence 1: the output is of 'Other', but references has"):
        score(Output("x", RAW, sources=["Other", *sources[1:]]))


def test_raw_gold_is_told_of_and_cut_by_rules_where_asked_for() -> None:
    """Sources and references are raw text: words are what white space separates, until rules cut all sides."""
    gold = Corpus.from_texts(
        ["He do n't go.", "She have a cat, too.", "It rain."], [["He goes.", "She has.", "It is."]]
    )
    lines = ["He goes.", "She has a cat, too.", "It rains."]
    result = errata.score(gold, lines, measures=["green"], raw=True)
    assert str(result.findings[0]) == (
        "references: corpus: not tokenised: tokens are what white space separates; raw=Raw(tokenise='rules') tokenises "
        "sources, references and outputs alike"
    )
    assert result.findings[0].severity == "warning"
    told = errata.explain(gold, lines, measures=["green"], raw=Raw(tokenise="rules"), sentences=[1])
    assert (told[0].source, told[0].output) == ("She have a cat , too .", "She has a cat , too .")
    assert told[0].measures[0].signature.endswith(f"{SIGNED}|tokenise:rules")
    [again] = [f for f in score(RAW, raw=Raw(tokenise="rules")).findings if f.code == "raw-twice"]
    assert "look tokenised already" in again.message
    with pytest.raises(
        InputError, match=r"tokenise=rules retokenises sources and references, but .*gold\.m2 has edits"
    ):
        errata.score(example_gold(), example_outputs("good"), raw=Raw(tokenise="rules"))


def test_conventions_come_from_plain_references_but_not_from_annotators() -> None:
    """Who annotates leaves most of a sentence as it is: a slip in it would count several times."""
    sources = ["I can not go .", "You go .", "We go ."]
    raw = ["I cannot go.", "You cannot go.", "We go."]
    plain = Corpus.from_texts(sources, [["I can not go .", "You can not go .", "We go ."]])
    marked = Corpus(tuple(annotated([], source=source) for source in sources))
    assert "cannot is cut" in str(errata.score(plain, raw, measures=["green"], raw=True).findings[0])
    assert "cannot" not in str(errata.score(marked, raw, measures=["green"], raw=True).findings)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("yes", "raw is a str; give True, False or errata.Raw(…)"),
        (1, "raw is a int; give True, False or errata.Raw(…)"),
        (Raw, "raw is a type; give True, False or errata.Raw(…)"),
    ],
)
def test_what_is_not_an_option_is_refused(raw: Any, said: str) -> None:
    """Whatever is given."""
    with pytest.raises(InputError, match=re.escape(said)):
        score(RAW, raw=raw)


def test_documents_have_no_tokens_to_give() -> None:
    """They are refused, and values that an option cannot take."""
    with pytest.raises(InputError, match="raw text is tokenised like sentences, but gold holds documents"):
        errata.score(documents_of("He go ."), documents_of("He go ."), raw=True)
    options: list[dict[str, Any]] = [{"tokenise": "treebank"}, {"show_cleaning": "yes"}]
    for wrong in options:
        with pytest.raises(OptionError, match=next(iter(wrong))):
            Raw(**wrong)


@given(
    st.lists(st.lists(st.sampled_from(["the", "cats", "do", "n't", ",", "run"]), min_size=1).map(" ".join), min_size=1)
)
def test_tokenised_text_scores_the_same_as_raw_text(lines: list[str]) -> None:
    """Tokens of the corpus come back as they are."""
    texts = [f"The {line} ." for line in lines]
    gold = Corpus.from_texts(texts, [["He sleeps ."] * len(texts)])
    plain = errata.score(gold, texts, measures=["green"])
    assert errata.score(gold, texts, measures=["green"], raw=True).scores[0].counts == plain.scores[0].counts
