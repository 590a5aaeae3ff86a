"""Scoring from Python: shapes, names, warnings."""

import pickle
import re
from dataclasses import replace
from typing import Any

import pytest

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    Green,
    InputError,
    Layer,
    LengthError,
    Text,
)

SRC = ["He go home today .", "I likes the tea .", "It rain now here ."]
REF = ["He goes home today .", "I like the tea .", "It rains now here ."]


def test_results_are_found_by_system_and_measure() -> None:
    """One score for each pair, systems outermost, in the order given."""
    result = errata.score(
        sources=SRC, references=[REF], outputs={"b": SRC, "a": REF}, measures=["green", Green(unit="char")]
    )
    assert [(score.system, score.measure) for score in result] == [("b", "green")] * 2 + [("a", "green")] * 2
    assert len(result) == 4
    assert result["a", "green"].score == 1
    assert "unit:word" in result["a", "green"].signature
    assert "unit:char" in result["a", "green:unit=char"].signature
    with pytest.raises(KeyError, match=r"no score of \('c', 'green'\)"):
        result["c", "green"]
    two = errata.score(sources=SRC, references=[REF], outputs=REF, measures=["green:n=1", "green:n=2", "green:n=2"])
    assert [score.title for score in two] == ["green:n=1", "green:n=2"]
    with pytest.raises(
        KeyError, match=r"several scores of \('output', 'green'\); there are: \('output', 'green:n=1'\)"
    ):
        two["output", "green"]


def test_a_result_is_shown_in_a_line() -> None:
    """Systems with their scores in percent; a score with its first value."""
    result = errata.score(
        sources=SRC, references=[REF], outputs={"good": REF, "none": SRC}, measures=["green", "green:n=2"]
    )
    none = result["none", "green"]
    assert str(result) == repr(result)
    assert re.sub(r"(?<=none: ).*(?=\))", "…", repr(result)) == "Result(good: green 100.00, green:n=2 100.00; none: …)"
    assert repr(none) == f"Score(none, green, f {none.score:.4f})"
    assert repr(errata.Result(())) == "Result()"


def test_results_can_be_sent_to_another_process() -> None:
    """Pickled and back, sentence scores included."""
    score = errata.score(sources=SRC, references=[REF], outputs=REF, measures=["green"]).scores[0]
    copy = pickle.loads(pickle.dumps(score))
    assert copy == score
    assert copy.sentences == score.sentences


def test_gold_may_be_a_corpus_and_outputs_a_bare_list() -> None:
    """The system is then called output; without measures all that fit are used."""
    result = errata.score(Corpus.from_texts(SRC, [REF]), REF)
    assert {score.system for score in result} == {"output"}
    needs_other = {
        name
        for name, cls in errata.available_measures().items()
        if cls.needs_gold_edits or cls.needs_output_edits or cls.works_on == "documents" or cls.by_name_only
    }
    assert {score.measure for score in result} == set(errata.available_measures()) - needs_other
    with pytest.raises(InputError, match="m2 compares edits, but the references are plain text"):
        errata.score(Corpus.from_texts(SRC, [REF]), REF, measures=["m2"])
    result = errata.score(Corpus.from_texts(SRC, [REF]), {"a": REF, "b": SRC}, extract="errata")
    left_out = {
        name for name, cls in errata.available_measures().items() if cls.works_on == "documents" or cls.by_name_only
    }
    assert {score.measure for score in result} == set(errata.available_measures()) - left_out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give either gold, or sources and references"),
        ({"sources": SRC}, "give either gold, or sources and references"),
        ({"gold": Corpus.from_texts(SRC, [REF]), "sources": SRC}, "not both"),
        ({"gold": "none.m2"}, "gold is a single string, read as a file name, but there is no file 'none.m2'"),
        ({"gold": 3}, "gold is a int; give a Corpus"),
        ({"gold": Corpus(())}, "gold has no sentences"),
        ({"gold": Corpus.from_texts(SRC)}, "has neither annotations nor references"),
        ({"gold": Corpus.from_texts(SRC, [REF]), "outputs": ()}, "no outputs to score"),
        ({"gold": Corpus.from_texts(SRC, [REF]), "outputs": [REF, REF]}, "for several systems give {name"),
        ({"sources": [], "references": [[]]}, "has no sentences"),
        ({"sources": "text", "references": [REF]}, "sources is a single string, .*; give a list of sentences"),
        ({"sources": 3, "references": [REF]}, "sources is a int"),
        ({"sources": [1, 2, 3], "references": [REF]}, "sentence 0 of sources is a int, not text; give a list of texts"),
        (
            {"sources": SRC, "references": [REF], "outputs": [None]},
            'sentence 0 of outputs is None, not text; give "" fo',
        ),
        ({"sources": SRC, "references": [[None]]}, r'sentence 0 of references\[0\] is None, not text; give "" for an'),
        (
            {"sources": SRC, "references": [REF], "outputs": [b"a"]},
            r"sentence 0 of outputs is a bytes, .*; decode it: ",
        ),
        (
            {"sources": SRC, "references": [REF], "outputs": {"a": [REF]}},
            "is a list, not text; give a list of texts, one",
        ),
        ({"sources": SRC, "references": REF}, "references is a flat list of 3 sentences"),
        ({"sources": SRC, "references": []}, "references must be one inner list"),
        ({"sources": SRC, "references": "x"}, "references must be one inner list"),
        (
            {"sources": SRC, "references": [[line, line] for line in REF]},
            "references looks transposed: 3 lists of 2 sentences for 3 sources",
        ),
        ({"sources": SRC, "references": [REF, REF[:2]]}, r"references\[1\] has 2 sentences for 3 sources"),
        ({"sources": SRC, "references": [REF], "outputs": {}}, "no outputs to score"),
        ({"sources": SRC, "references": [REF], "outputs": "text"}, "outputs is a single string"),
        (
            {"sources": SRC, "references": [REF], "outputs": {"a": "b"}},
            "the output of 'a' is a single string",
        ),
        ({"sources": SRC, "references": [REF], "outputs": {1: SRC, "1": SRC}}, "two systems have the same name"),
        (
            {"gold": Corpus((Text("a", (), ("b",)), Text("c")), is_annotated=False)},
            "some sentences have more references than others",
        ),
        ({"sources": SRC, "references": [REF], "measures": "green"}, r"measures must be a list: \['green'\]"),
        ({"sources": SRC, "references": [REF], "measures": []}, "no measures given"),
        ({"sources": SRC, "references": [REF], "measures": [3]}, "3 is not a measure"),
        ({"sources": SRC, "references": [REF], "workers": 0}, "workers takes a whole number from 1 to 256, not 0"),
        ({"sources": SRC, "references": [REF], "extract": 3}, "extract is a int; give a name such as 'errata'"),
    ],
)
def test_wrong_shapes_are_refused(arguments: dict[str, Any], message: str) -> None:
    """With what was seen and what is wanted."""
    with pytest.raises(InputError, match=message):
        errata.score(**{"outputs": SRC} | arguments)


@pytest.mark.parametrize(("outputs", "name"), [([], "output"), ({"mine": []}, "mine")])
def test_an_empty_output_is_too_short(outputs: Any, name: str) -> None:
    """It is there, but has no sentences."""
    with pytest.raises(LengthError, match=f"^{name} has 0 lines but references has 3 sentences; each sentence needs"):
        errata.score(sources=SRC, references=[REF], outputs=outputs)


def test_outputs_of_another_length_are_refused() -> None:
    """With both numbers, and the line where they part when it can be told."""
    sources = [f"word{n} other{n} third{n} fourth{n} ." for n in range(20)]
    gold = Corpus.from_texts(sources, [sources], name="ref")
    with pytest.raises(LengthError, match="a has 2 lines but ref has 20 sentences; each sentence"):
        errata.score(gold, {"a": SRC[:2]})
    with pytest.raises(LengthError, match=r"19 lines but ref has 20 sentences; .* misaligned from line 8 on"):
        errata.score(gold, {"a": sources[:7] + sources[8:]})


def test_outputs_may_be_edits() -> None:
    """A corpus of one annotator scores as the texts its edits make; edits of other sentences are refused."""
    layers = [(Layer(0, (Edit(1, 2, (word,)),)),) for word in ("goes", "like", "rains")]
    edits = Corpus(tuple(Text(*pair) for pair in zip(SRC, layers, strict=True)))
    gold = Corpus.from_texts(SRC, [REF])
    assert errata.score(gold, edits, measures=["green"]).scores == errata.score(gold, REF, measures=["green"]).scores
    with pytest.warns(ErrataWarning, match="gold: its sentences were put into the order of references, by"):
        swapped = errata.score(gold, edits.select([1, 0, 2]), measures=["green"])
    assert swapped.scores[0].score == 1
    other = Corpus((Text("You am .", layers[0]), *edits.texts[1:]))
    with pytest.raises(InputError, match=r"gold, sentence 1: the output is of 'You am .', but references has"):
        errata.score(gold, other)


def test_outputs_are_called_by_their_keys() -> None:
    """Whatever name an `Output` has; alone it keeps its own."""
    gold = errata.Corpus.from_texts(["a"], [["b"]])
    given = errata.Output("x", ["b"], origin="x.txt")
    result = errata.score(gold, {"mine": given, "yours": given}, measures=["green"])
    assert [item.system for item in result] == ["mine", "yours"]
    assert [item.system for item in errata.score(gold, given, measures=["green"])] == ["x"]


def test_suspicious_input_is_warned_about_and_listed() -> None:
    """As a Python warning and in the result."""
    sources = [f"word{n} other{n} third{n} fourth{n} ." for n in range(20)]
    shifted = [*sources[:11], *sources[12:], "One more ."]
    references = [[f"{sources[0]} !", *sources[1:]]]
    with pytest.warns(ErrataWarning, match="a: 8 lines fit the source of a neighbouring line"):
        result = errata.score(sources=sources, references=references, outputs={"a": shifted}, measures=["green"])
    assert len(result.warnings) == 1
    with pytest.warns(ErrataWarning, match="references: 1 line contains control"):
        errata.score(sources=["a\x07b"], references=[["ab"]], outputs=["ab"], measures=["green"])
    with pytest.warns(ErrataWarning, match="reference 1: 8 lines fit the source of a neighbouring line"):
        errata.score(sources=sources, references=[*references, shifted], outputs=sources, measures=["green"])


def test_texts_that_mostly_belong_to_other_sources_are_refused() -> None:
    """More than half of the lines, of an output or a reference; `raw=False` insists."""
    sources = [f"word{n} other{n} third{n} fourth{n} ." for n in range(20)]
    references = [[f"{sources[0]} !", *sources[1:]]]
    shifted = [*sources[:7], *sources[8:], "One more ."]
    with pytest.raises(InputError, match=r"a: 12 lines .* from line 8 .* extra or missing line .*\(raw=False\)"):
        errata.score(sources=sources, references=references, outputs={"a": shifted}, measures=["green"])
    with pytest.raises(InputError, match="reference 1: 12 lines"):
        errata.score(sources=sources, references=[sources, shifted], outputs=sources, measures=["green"])
    shuffled = {"a": sources[1::2] + sources[::2]}
    with pytest.raises(InputError, match=r"a: 20 of 20 lines .* first line 1 \(which fits source line 2\); .* order"):
        errata.score(sources=sources, references=references, outputs=shuffled, measures=["green"])
    with pytest.warns(ErrataWarning, match=r"a: 12 lines (?!.*raw=False)"):
        errata.score(sources=sources, references=references, outputs={"a": shifted}, measures=["green"], raw=False)


def test_scoring_refuses_what_is_of_another_kind() -> None:
    """Measures of sentences on documents, the other way round, and outputs of another kind than the gold."""
    documents = Corpus((Text.document("1", "a b", [Edit.of(0, 1, "a", ("c",), "T", "1")]),))
    with pytest.raises(InputError, match=r"green compares sentences, but gold holds documents .* convert them first"):
        errata.score(documents, {"a": documents}, measures=["green"])
    corpus = errata.Corpus.from_texts(["a b"], [["a c"]])
    with pytest.raises(InputError, match=r"hoo compares documents .* but references holds sentences"):
        errata.score(corpus, ["a c"], measures=["hoo"])
    with pytest.raises(
        InputError, match=r"gold holds documents .* but the output of 'a' is a list; give documents too"
    ):
        errata.score(documents, {"a": ["a b"]})
    with pytest.raises(InputError, match="no outputs to score"):
        errata.score(documents, {})
    with pytest.raises(InputError, match="gold has no sentences"):
        errata.score(Corpus(()), {"a": documents})
    assert {item.measure for item in errata.score(documents, documents)} == {"hoo"}


@pytest.mark.parametrize("measure", ["imeasure", "green", "gleu"])
def test_extraction_for_one_measure_changes_no_other(measure: str) -> None:
    """Where a measure compares texts, edits that another one of the run needs make no difference."""
    texts = {
        "sources": ["He go to the school .", "I likes tea very much ."],
        "references": [["He goes to school .", "I like tea very much ."], ["He went to the school .", "I love tea ."]],
        "outputs": ["He went to school .", "I likes tea ."],
    }
    alone = errata.score(**texts, measures=[measure])  # type: ignore[arg-type]  # lists of texts
    beside = errata.score(**texts, measures=[measure, "errant"], extract="errata")  # type: ignore[arg-type]
    assert beside["output", measure] == alone["output", measure]


def test_measures_that_do_not_fit_are_named() -> None:
    """Where none was asked for; those of documents are never meant for sentences, so nothing is said of them."""
    alone = errata.score(sources=SRC, references=[REF], outputs=SRC)
    assert [score.measure for score in alone] == ["imeasure", "green", "gleu"]
    assert alone.left_out == ("m2", "errant", "cleme", "difficulty")
    with_edits = errata.score(sources=SRC, references=[REF], outputs=SRC, extract="errata")
    assert with_edits.left_out == ("difficulty",)
    assert errata.score(sources=SRC, references=[REF], outputs=SRC, measures=["green"]).left_out == ()


def test_every_stage_is_told_of_to_its_end() -> None:
    """Extracting once for each text, counting for each system and measure, and drawing samples; nothing changes."""
    told: list[tuple[str, int, int]] = []
    outputs = {"one": SRC * 10, "two": [*REF * 9, *SRC]}
    plan = errata.Resampling(samples=100)
    given: dict[str, Any] = {"sources": SRC * 10, "references": [REF * 10], "outputs": outputs, "extract": "errata"}
    watched = errata.score(
        **given, measures=["errant", "green"], interval=plan, progress=lambda *progress: told.append(progress)
    )
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == ["extracting edits", "counting", "drawing samples"]
    assert told.count(("extracting edits", 30, 30)) == 3
    assert told.count(("counting", 120, 120)) == 1
    assert told[-1] == ("drawing samples", 100, 100)
    assert watched == errata.score(**given, measures=["errant", "green"], interval=plan)


def test_outputs_that_came_as_edits_are_counted_in_sentences() -> None:
    """Their files have other lines than one for each sentence."""
    gold = Corpus((Text("a b", (Layer(0),)), Text("c d", (Layer(0),))))
    deleted = Corpus((Text("a b", (Layer(0),)), Text("c d", (Layer(0, (Edit(0, 2, ("",)),)),))))
    for output, noun in ((deleted, "sentence"), (["a b", ""], "line")):
        with pytest.warns(ErrataWarning, match=f"1 {noun} is empty where the source is not, first {noun} 2"):
            errata.score(gold, {"mine": output}, measures=["green:n=1"])


NFD = Corpus((Text("a cafe is here", (Layer(0, (Edit(1, 2, ("cafe\u0301",), "R:SPELL"),)),)),))


def test_corrections_in_another_unicode_form_are_warned_of_and_met_on_demand() -> None:
    """The output has the gold's word composed; the signature says that both were brought to one form."""
    output = ["a café is here"]
    with pytest.warns(ErrataWarning, match=r"another Unicode form \(line 1\), such as 'café'.*normalise='nfc'"):
        plain = errata.score(NFD, output, measures=["m2"])
    composed = errata.score(NFD, output, measures=["m2"], normalise="nfc")
    assert [item.score for item in (*plain, *composed)] == [0, 1]
    assert [item.signature.split("|")[-2:] for item in (*plain, *composed)] == [
        ["strict:no", f"gold:{NFD.fingerprint}"],
        [f"gold:{NFD.fingerprint}", "normalise:nfc"],
    ]


def test_everything_that_is_compared_is_normalised() -> None:
    """Sources and references too, the edits of outputs with what the file had, and in every function."""
    decomposed, composed = "cafe\u0301 go", "café go"
    given: Any = {"sources": [decomposed], "references": [["cafe\u0301 goes"]], "normalise": "nfc"}
    assert errata.score(**given, outputs=["café goes"], measures=["green:n=2"]).scores[0].score == 1
    layer = Layer(0, (Edit(0, 1, ("cafe\u0301", ""), "T", raw="cafe\u0301||-NONE-"),))
    gold = Corpus((Text("x go", (Layer(0, (Edit(0, 1, ("café", ""), "T"),)),)),) * 2)
    outputs = {"a": Corpus((Text("x go", (layer,)),) * 2), "b": gold}
    with pytest.warns(ErrataWarning):  # of alternatives, and of too few sentences
        found = errata.compare(gold, outputs, measures=["errant"], normalise="nfc")
    assert [score.score for score in found["errant"].scores] == [1, 1]
    [told] = errata.explain(**given, outputs=[composed], measures=["green"], sentences=[0])
    assert (told.source, told.output) == (composed, composed)


def test_a_form_that_cannot_be_had_is_refused() -> None:
    """Other names; and documents, whose offsets count characters."""
    with pytest.raises(InputError, match=r"^normalise must be 'nfc' or None, not 'NFD'"):
        errata.score(NFD, ["a"], normalise="NFD")
    documents = Corpus((Text.document("1", "He go.", []),), name="docs")
    with pytest.raises(InputError, match=r"^normalise is for sentences, but docs holds documents"):
        errata.score(documents, documents, normalise="nfc")


def test_outputs_are_matched_by_id() -> None:
    """Whatever the order of the rows; their sources are compared after that."""
    gold = Corpus(tuple(Text.of(SRC[n], (), (REF[n],), id=str(n)) for n in range(3)), is_annotated=False)
    rows = [Text.of(SRC[n], id=str(n), extra={"output": REF[n]}) for n in (2, 0, 1)]
    with pytest.warns(ErrataWarning, match="mine: its sentences were put into the order of gold, by their ids"):
        found = errata.score(gold, Corpus(tuple(rows), "mine"), measures=["green"])
    assert found.scores[0].score == 1
    edited = [Text.of(SRC[n], (Layer(0),), id=str(n)) for n in (1, 0, 2)]
    with pytest.warns(ErrataWarning, match="by their ids"):
        found = errata.score(gold, Corpus(tuple(edited), "mine"), measures=["green"])
    assert found.scores == errata.score(gold, SRC, measures=["green"]).scores
    with pytest.raises(
        InputError, match=r"mine, sentence 1: the output is of 'It rain now here .', but gold has 'He go"
    ):
        errata.score(gold, Corpus(tuple(row.with_details(id=str(n)) for n, row in enumerate(rows)), "mine"))


def test_gold_that_nobody_annotated_is_refused() -> None:
    """The source would be its own reference; a single annotator who found nothing to change is enough."""
    bare = [Text(text) for text in SRC]
    with pytest.raises(InputError, match="gold has neither annotations nor references; give annotated gold"):
        errata.score(Corpus(tuple(bare)), SRC)
    seen = Corpus((replace(bare[0], layers=(Layer(0),)), *bare[1:]))
    assert errata.score(seen, SRC, measures=["m2"]).scores[0].score == 1


def test_a_square_of_references_is_not_read_the_wrong_way() -> None:
    """As many sources as references of each: the words tell which way it is meant."""
    sources = ["She go to school every day .", "She go to work every day .", "He like it ."]
    sets = [[source.replace("go", word) for source in sources] for word in ("goes", "went", "walks")]
    right = errata.score(sources=sources, references=sets, outputs=sets[0], measures=["green"])
    assert right.scores[0].score == 1.0
    turned = [list(each) for each in zip(*sets, strict=True)]
    with pytest.raises(InputError, match=r"transposed: 3 lists of 3 sentences for 3 sources; .*list\(zip\("):
        errata.score(sources=sources, references=turned, outputs=sets[0], measures=["green"])
    same = ["She go ."] * 2  # where both ways are the same
    errata.score(sources=same, references=[["She goes ."] * 2] * 2, outputs=["She goes ."] * 2, measures=["green"])
