"""The I-measure as a measure: options, choices, what it tells, what it refuses."""

from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from tests.support import annotated, example_gold, example_outputs, run, sample, shared, write_file

import errata
from errata import Corpus, Edit, ErrataWarning, IMeasure, InputError, Layer, OptionError, Score, Text
from errata.measures.imeasure.combinations import SpanCorrection, apply_corrections, has_conflict

SOURCE = "She go to school by the bus ."


def bus(*layers: tuple[Edit, ...]) -> Text:
    return annotated(*layers, source=SOURCE)


GO = Edit(1, 2, ("goes",), "SVA")
WENT = Edit(1, 2, ("went",), "Vt")
BUS = Edit(5, 6, ("",), "Art")
GOLD = Corpus((bus((GO, BUS), (WENT,)), bus((), (Edit(3, 4, ("work",), "W"),))))


def score(gold: Corpus, *outputs: str, measure: IMeasure | None = None) -> Score:
    return errata.score(gold, list(outputs), measures=[measure or IMeasure()]).scores[0]


def test_annotators_are_mixed() -> None:
    """The first annotator's article with the second's tense makes a perfect reference."""
    found = score(GOLD, "She went to school by bus .", SOURCE)
    assert found.score == 1.0
    first, second = found.sentences
    assert first.reference is None
    assert first.details == {
        "proved": True,
        "reference_text": "She went to school by bus .",
        "alternatives": [
            {"error": 1, "annotator": 1, "corrections": [[1, 2, "went"]]},
            {"error": 2, "annotator": 0, "corrections": [[5, 6, ""]]},
        ],
        "combinations": 4,
        "references": 4,
        "tied": 1,
        "correction": [2, 6, 0, 0, 0],
        "detection": [2, 6, 0, 0, 0],
        "correction_baseline": [0, 6, 0, 2, 0],
        "detection_baseline": [0, 6, 0, 2, 0],
    }
    assert second.details["alternatives"] == [{"error": 1, "annotator": None, "corrections": []}]
    assert found.details == {
        "unproved": [],
        "correction": [2, 14, 0, 0, 0],
        "detection": [2, 14, 0, 0, 0],
        "correction_baseline": [0, 14, 0, 2, 0],
        "detection_baseline": [0, 14, 0, 2, 0],
    }


def test_annotators_may_be_kept_apart() -> None:
    """Then the chosen annotator is named; where one changed nothing the source is nobody's reference."""
    found = score(GOLD, "She went to school by bus .", SOURCE, measure=IMeasure(mix=False))
    first, second = found.sentences
    assert (first.reference, first.details["reference_text"]) == (0, "She goes to school by bus .")
    assert first.details["alternatives"] == [
        {"error": 1, "annotator": 0, "corrections": [[1, 2, "goes"]]},
        {"error": 2, "annotator": 0, "corrections": [[5, 6, ""]]},
    ]
    assert (second.reference, second.details["reference_text"]) == (None, SOURCE)
    assert found.score < 1


@pytest.mark.filterwarnings("ignore:.*overlapping edits:errata.ErrataWarning")
def test_an_annotator_with_two_alternatives_applies_both_when_kept_apart(tmp_path: Path) -> None:
    gold = errata.read(
        write_file(tmp_path)(
            "gold.xml",
            '<scripts><script><sentence numann="1"><text>a b c</text><error-list><error req="yes">'
            '<alt ann="0"><c start="0" end="1">x</c></alt><alt ann="0"><c start="2" end="3">y</c></alt>'
            "</error></error-list></sentence></script></scripts>",
        )
    )
    apart = score(gold, "x b y", measure=IMeasure(mix=False)).sentences[0]
    assert (apart.score, apart.details["reference_text"]) == (1.0, "x b y")
    assert apart.details["alternatives"] == [{"error": 1, "annotator": 0, "corrections": [[0, 1, "x"], [2, 3, "y"]]}]
    mixed = score(gold, "x b y").sentences[0]
    assert mixed.details["alternatives"] == [{"error": 1, "annotator": 0, "corrections": [[0, 1, "x"]]}]


def test_plain_references_are_alternatives_as_a_whole() -> None:
    """There is nothing to mix, and an equal reference counts once."""
    references = [["She goes to school by the bus ."], ["She goes to school by bus ."], ["She goes to school by bus ."]]
    for mix in (True, False):
        result = errata.score(
            sources=[SOURCE],
            references=references,
            outputs=["She goes to school by bus ."],
            measures=[IMeasure(mix=mix)],
        )
        (row,) = result.scores[0].sentences
        assert (row.score, row.reference) == (1.0, 1)
        assert row.details["reference_text"] == "She goes to school by bus ."
        assert row.details["alternatives"] == []
        assert (row.details["combinations"], row.details["references"], row.details["tied"]) == (3, 2, 1)


def test_the_paper_puts_the_source_into_the_alignment_of_the_output() -> None:
    """TN_b = TN + FP - FPN and FN_b = TP + FN: a spurious insertion leaves an empty column."""
    gold = Corpus.from_texts(["a b"], [["a c"]])
    tool, paper = (score(gold, "x a c", measure=IMeasure(baseline=name)) for name in ("tool", "paper"))
    assert tool.counts == {"tp": 1, "tn": 1, "fp": 1, "fn": 0, "fpn": 0, "base_tn": 1, "base_fn": 1}
    assert paper.counts == {**tool.counts, "base_tn": 2}


def test_detection_takes_a_wrong_correction_for_a_find() -> None:
    gold = Corpus((bus((GO,)),))
    text = "She gone to school by the bus ."
    correction, detection = (score(gold, text, measure=IMeasure(aspect=name)) for name in ("correction", "detection"))
    assert list(correction.counts.values()) == [0, 7, 1, 1, 1, 7, 1]
    assert list(detection.counts.values()) == [1, 7, 0, 0, 0, 7, 1]
    assert correction.sentences[0].details == detection.sentences[0].details
    assert (correction.score < 0, detection.score) == (True, 1.0)


@pytest.mark.filterwarnings("ignore:.*lines are empty:errata.ErrataWarning")
@pytest.mark.filterwarnings("ignore:.* empty where the source is not:errata.ErrataWarning")
def test_the_corpus_so_far_may_prefer_another_reference() -> None:
    """Alone the second sentence is all wrong with either reference; after another one the miss counts."""
    gold = Corpus.from_texts(["a b c d", "a"], [["a b c d", "a a"], ["a b c d", "a"]])
    by_sentence, by_corpus = (
        score(gold, "a b c d", "", measure=IMeasure(optimise=name)) for name in ("sentence", "corpus")
    )
    assert [row.reference for row in by_sentence.sentences] == [0, 0]
    assert [row.reference for row in by_corpus.sentences] == [0, 1]
    assert [row.details["tied"] for row in by_sentence.sentences] == [1, 2]
    assert [row.details["tied"] for row in by_corpus.sentences] == [1, 1]
    assert by_corpus.details["correction"] == list(by_corpus.counts.values())[:5] == [0, 4, 1, 0, 0]


@st.composite
def corpora(draw: st.DrawFn) -> tuple[Corpus, list[str]]:
    """Draw sentences of few words with overlapping edits of up to three annotators, and outputs."""
    words = st.lists(st.sampled_from("abc"), max_size=4)
    sentences, outputs = [], []
    for _ in range(draw(st.integers(1, 3))):
        source = draw(words)
        layers = []
        for who in range(draw(st.integers(0, 3))):
            edits = []
            for _ in range(draw(st.integers(0, 2))):
                start = draw(st.integers(0, len(source)))
                end = draw(st.integers(start, len(source)))
                edits.append(Edit(start, end, (" ".join(draw(st.lists(st.sampled_from("abx"), max_size=2))),), "T"))
            layers.append(Layer(who, tuple(edits)))
        sentences.append(Text(" ".join(source), tuple(layers)))
        outputs.append(" ".join(draw(words)))
    return Corpus(tuple(sentences)), outputs


OPTIONS = st.builds(
    IMeasure,
    maximise=st.sampled_from(["cwacc", "cwacc", "dwacc", "ci", "cf", "ctp", "dfn", "cp", "dr", "cacc"]),
    mix=st.booleans(),
    optimise=st.sampled_from(["sentence", "corpus"]),
    baseline=st.sampled_from(["tool", "paper"]),
    weight=st.sampled_from([2.0, 1.0, 0.3]),
)


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
@given(corpora(), OPTIONS)
def test_details_tell_what_the_counts_were_made_of(drawn: tuple[Corpus, list[str]], measure: IMeasure) -> None:
    """The told reference is made by the told corrections and, alone, gives the told counts."""
    gold, outputs = drawn
    try:
        found = score(gold, *outputs, measure=measure)
    except InputError:
        reject()  # every combination corrects some span twice
    for sentence, output, row in zip(gold, outputs, found.sentences, strict=True):
        details = row.details
        words = sentence.source.split()
        letters = {letter: ord(letter) for letter in "abcx"}
        corrections = [
            SpanCorrection(start, end, tuple(letters[word] for word in text.split()))
            for taken in details["alternatives"]
            for start, end, text in taken["corrections"]
        ]
        if not has_conflict(corrections):  # equal spans of one alternative are joined first
            made = apply_corrections([letters[word] for word in words], corrections)
            assert "".join(map(chr, made)) == details["reference_text"].replace(" ", "")
        alone = Corpus.from_texts([sentence.source], [[details["reference_text"]]])
        again = errata.score(alone, [output], measures=[measure]).scores[0].sentences[0]
        assert again.counts == row.counts
        assert details["proved"]


def crowded(n_errors: int) -> Corpus:
    """A sentence of equal words with many optional edits: nothing in it can be cut."""
    edits = tuple(Edit(at, at + 1, ("b a",), "X") for at in range(n_errors))
    return Corpus((annotated((), source="x"), annotated(edits, (), source=" ".join(["a"] * n_errors))))


def test_what_is_not_proved_is_said_everywhere(tmp_path: Path) -> None:
    """In the details, the signature, a warning with the number of the sentence; and a larger budget proves it."""
    gold = crowded(5)
    outputs = ["x", "b a b a"]
    with pytest.warns(
        ErrataWarning, match=r"1 of 2 sentences is not proven optimal \(sentence 2\); imeasure:budget=16"
    ):
        found = score(gold, *outputs, measure=IMeasure(budget=4))
    assert found.signature.endswith("|unproved:1")
    assert found.details["unproved"] == [1]
    assert [row.details["proved"] for row in found.sentences] == [True, False]
    assert found.sentences[1].details["references"] is None
    proved = score(gold, *outputs)
    assert "unproved" not in proved.signature
    assert proved.sentences[1].values["wacc"] >= found.sentences[1].values["wacc"]
    file = write_file(tmp_path)
    errata.write(gold, tmp_path / "gold.m2")
    ran = run("score", tmp_path / "gold.m2", file("out.txt", outputs), "--measure", "imeasure:budget=4")
    assert "unproved:1" in ran.out
    assert "(sentence 2)" in ran.err


@pytest.mark.filterwarnings("ignore:.*lines begin with:errata.ErrataWarning")
def test_of_many_unproved_sentences_the_first_are_named() -> None:
    gold = Corpus((crowded(5)[1],) * 12)
    with pytest.warns(ErrataWarning, match=r"sentences 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …\)"):
        score(gold, *["b a b a"] * 12, measure=IMeasure(budget=2))


CONFLICT = (
    '<scripts><script id="1"><sentence id="1" numann="1"><text>a b</text><error-list>'
    '<error id="1" req="yes"><alt ann="0"><c start="0" end="1">x</c></alt></error>'
    '<error id="2" req="yes"><alt ann="0"><c start="0" end="1">y</c></alt></error>'
    "</error-list></sentence></script></scripts>\n"
)


@pytest.mark.filterwarnings("ignore:.*overlapping edits:errata.ErrataWarning")
def test_conflicting_errors_are_refused_with_their_sentence(tmp_path: Path) -> None:
    """Every combination corrects a span twice; kept apart, nothing is in conflict."""
    file = write_file(tmp_path)
    gold, output = file("gold.xml", CONFLICT), file("out.txt", ["x b"])
    ran = run("score", gold, output, "--measure", "imeasure")
    assert ran.status == 2
    assert f"{gold}, sentence 1: every combination of the alternatives of 2 errors corrects some span twice" in ran.err
    assert run("score", gold, output, "--measure", "imeasure:mix=no", "--quiet").status == 0


def test_conflicts_beyond_the_budget_are_refused_too() -> None:
    edits = tuple(Edit(0, 1, (text,), "X", True, f"error={n}") for n, text in enumerate("xyzuvw", 1))
    gold = Corpus((bus(edits, tuple(Edit(0, 1, (f"{e.corrections[0]} q",), "X", True, e.comment) for e in edits)),))
    with pytest.raises(InputError, match="gold, sentence 1: every combination"):
        score(gold, "x", measure=IMeasure(budget=2))


def test_an_error_without_options_is_refused_with_its_sentence(tmp_path: Path) -> None:
    text = CONFLICT.replace('<alt ann="0"><c start="0" end="1">y</c></alt>', "")
    ran = run("score", write_file(tmp_path)("gold.xml", text), "-", "--measure", "imeasure", stdin=b"a\n")
    assert ran.status == 2
    assert "gold.xml, line 1, sentence 1: error 2 is required but has no <alt>" in ran.err


def test_edits_that_make_no_reference_are_refused_with_their_sentence() -> None:
    unknown = Corpus((bus(()), bus((Edit(0, 1, (), "UNK"),))))
    with pytest.raises(InputError, match=r"gold, sentence 2: the edit 0 1 \(UNK\) has no correction"):
        score(unknown, SOURCE, SOURCE)
    chosen = {item.measure for item in errata.score(unknown, [SOURCE, SOURCE]).scores}  # without being asked for
    assert "green" in chosen
    assert "imeasure" not in chosen
    mixed = Corpus((bus((GO, Edit(3, 4, ("x",), "Y", True, "error=1"))),))
    with pytest.raises(InputError, match="gold, sentence 1: 1 of 2 edits say"):
        score(mixed, SOURCE)


@pytest.mark.filterwarnings("ignore:.*lines are empty:errata.ErrataWarning")
@pytest.mark.filterwarnings("ignore:.* empty where the source is not:errata.ErrataWarning")
def test_empty_texts_have_values() -> None:
    """Where the original divides by zero, nothing to do was done perfectly."""
    found = score(Corpus((annotated((), source=""),)), "")
    assert found.values == dict.fromkeys(IMeasure.value_names, 1.0)
    assert found.sentences[0].details["reference_text"] == ""
    everything = Corpus((annotated((Edit(0, 2, ("",), "U"),), source="a b"),))
    assert score(everything, "").sentences[0].details["reference_text"] == "a b"  # never an empty reference


def test_deletions_written_none_are_deletions_with_a_warning() -> None:
    """The original's converter takes -NONE- for a word; an empty correction is a deletion to both."""
    none = Edit(1, 2, ("",), raw="-NONE-")
    gold = Corpus((annotated([]), annotated([none], [none], source="a b")), name="gold.m2")
    with pytest.warns(ErrataWarning) as caught:
        made = errata.score(gold, ["a b c d", "a"], measures=["imeasure"]).scores[0]
    assert [str(warning.message) for warning in caught] == [
        "gold.m2: 2 deletions are written -NONE-, first in sentence 2 (tokens 1 to 2); imeasure deletes there, but the "
        "original's converter inserts the word -NONE-, and so does `errata compat ieval`"
    ]
    assert made.score == 1.0
    plain = Corpus((annotated([]), annotated([Edit(1, 2, ("",))], source="a b")))
    assert errata.score(plain, ["a b c d", "a"], measures=["imeasure"]).scores[0].score == 1.0


def test_corrections_are_split_unless_told_not_to() -> None:
    gold = Corpus((bus((Edit(1, 2, ("goes,then",), "X"),)),))
    split, kept = "She goes , then to school by the bus .", "She goes,then to school by the bus ."
    assert score(gold, split).score == 1.0
    assert score(gold, kept, measure=IMeasure(retokenise=False)).score == 1.0
    assert score(gold, kept).score < 1.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("maximise=wacc", "cannot maximise 'wacc': it must be c or d"),
        ("weight=0", "weight takes a number from 0.001 to 1000, not '0'"),
        ("beta=-1", "beta takes a number from 0 to 1000, not '-1'"),
        ("budget=0", "budget takes a whole number from 1 to 1000000, not '0'"),
        ("aspect=both", "aspect takes correction or detection"),
    ],
)
def test_wrong_options_are_refused(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"measure imeasure: {message}"):
        errata.parse_measure(f"imeasure:{text}")


def test_tables_and_lists_show_it() -> None:
    assert IMeasure(beta=0.5).label("f") == "F0.5"
    assert [IMeasure().label(name) for name in IMeasure.value_names] == [
        "I",
        "WAcc",
        "WAcc_b",
        "Acc",
        "F1",
        "P",
        "R",
    ]
    assert "one of tp, tn, fp, fn, p, r, f, acc, wacc, i" in run("measures", "imeasure").out


def test_order_matters_only_for_the_corpus_so_far() -> None:
    assert [IMeasure(optimise=name).order_matters for name in ("sentence", "corpus")] == [False, True]


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_workers_change_nothing_with_annotated_gold() -> None:
    """Blocks travel to processes and back, and what is told of them does not change."""
    n = sample(200, 12)
    gold = errata.read(shared("data/conll14/gold.m2")).select(range(n))
    lines = errata.read_lines(shared("data/conll14/systems/CAMB.txt"))[:n]
    for measure in (IMeasure(), IMeasure(optimise="corpus", maximise="cf")):
        one, two = (errata.score(gold, lines, measures=[measure], workers=k).scores[0] for k in (1, 2))
        assert one == two
        assert one.sentences == two.sentences
        assert one.details == two.details


def test_systems_that_write_the_same_share_their_work() -> None:
    """Equal outputs of several systems have equal counts, whoever comes first; blanks at the ends are no difference."""
    gold, outputs = example_gold(), example_outputs("good", "bold")
    mixed = [*outputs["good"][:75], *(f"{line} " for line in outputs["bold"][75:])]
    for text in ("imeasure", "imeasure:optimise=corpus"):
        alone = errata.score(gold, {"mixed": mixed}, measures=[text])["mixed", "imeasure"]
        beside = errata.score(gold, outputs | {"mixed": mixed}, measures=[text])["mixed", "imeasure"]
        assert alone == beside
        assert alone.sentences == beside.sentences
