"""Each measure's explanation of sentences small enough to check by hand."""

from dataclasses import replace

import pytest

import errata
from errata import Case, Corpus, Edit, Layer, MeasureExplanation, Output, Replacement, Text
from errata.measures.working import Alignment, Listing

SOURCE = "She go to school yesterday ."
GOLD = Corpus(
    (
        Text(
            SOURCE,
            (
                Layer(0, (Edit(1, 2, ("went",), "R:VERB:TENSE"),)),
                Layer(1, (Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(4, 5, ("",), "U:ADV"))),
            ),
        ),
    )
)


def explain(measure: str, output: str, gold: Corpus = GOLD, extract: str | None = None) -> MeasureExplanation:
    (told,) = errata.explain(gold, [output], measures=[measure], sentences=[0], extract=extract)
    return told.measures[0]


def listings(told: MeasureExplanation) -> list[Listing]:
    return [section for section in told.working.sections if isinstance(section, Listing)]


def steps(told: MeasureExplanation) -> list[str]:
    return [f"{item.name} = {item.numbers} = {item.value:.4f}" for item in told.working.formulas]


def test_m2_shows_the_path_and_what_it_meets() -> None:
    """Of two changes one is the annotator's; the annotator with the better F is chosen and comes first."""
    told = explain("m2", "She went to the school yesterday .")
    chosen, other = listings(told)
    assert told.working.choice == "annotator 0 of 2: gives the best F0.5 of all sentences up to this one"
    assert chosen.title == "edits against annotator 0, the chosen one"
    went, the = Replacement(1, 2, "go", "went"), Replacement(3, 3, "", "the")
    assert chosen.rows[0] == ("correct", went, went, went, "R:VERB:TENSE")
    assert chosen.rows[1][0] == "wrong"
    assert chosen.rows[1][2:] == (the, None, None)
    assert [row[0] for row in other.rows] == ["wrong", "missed", "missed"]
    assert other.rows[1][3:] == (Replacement(1, 2, "go", "goes"), "R:VERB:SVA")
    # F = 1.25 · ½ · 1 / (¼ · ½ + 1) = 5/9
    assert steps(told) == ["P = 1/2 = 0.5000", "R = 1/1 = 1.0000", "F0.5 = 1.25·0.5·1/(0.25·0.5 + 1) = 0.5556"]


def test_m2_says_what_nothing_by_nothing_is() -> None:
    """An unchanged sentence: nothing proposed is precision 1 by definition."""
    told = explain("m2", SOURCE)
    precision = told.working.formulas[0]
    assert (precision.numbers, precision.note) == ("0/0", "nothing proposed, so by definition 1")


def test_imeasure_classifies_every_column() -> None:
    """`went` is rightly changed, `the` is one too many, `yesterday` is rightly kept."""
    told = explain("imeasure:mix=no", "She went to the school yesterday .")
    aligned, base = told.working.sections[:2]
    assert isinstance(aligned, Alignment)
    assert isinstance(base, Alignment)
    assert aligned.row("source") == ["She", "go", "to", None, "school", "yesterday", "."]
    assert aligned.row("output") == ["She", "went", "to", "the", "school", "yesterday", "."]
    assert aligned.row("class") == ["TN", "TP", "TN", "FP", "TN", "TN", "TN"]
    assert base.row("class") == ["TN", "FN", "TN", "TN", "TN", "TN"]
    # WAcc = (2 + 5) / (2·2 + 5) = 7/9, WAcc_b = 5/6: worse than the source, I = 7/9 : 5/6 - 1 = -1/15
    assert steps(told)[:3] == [
        "WAcc = (2·1 + 5)/(2·(1 + 1) + 5 + 0 − 1.5·0) = 0.7778",
        "WAcc_b = 5/(5 + 1) = 0.8333",
        "I = 0.7778/0.8333 − 1 = -0.0667",
    ]


@pytest.mark.parametrize(("aspect", "name"), [("correction", "FPN"), ("detection", "TP")])
def test_imeasure_names_a_wrong_correction_by_aspect(aspect: str, name: str) -> None:
    """An error that is found and corrected wrongly is detected."""
    plain = Corpus.from_texts(["He go ."], [["He goes ."]])
    told = explain(f"imeasure:aspect={aspect}", "He gone .", plain)
    aligned = told.working.sections[0]
    assert isinstance(aligned, Alignment)
    assert aligned.row("class") == ["TN", name, "TN"]


def test_green_lists_the_n_grams_of_each_region() -> None:
    """A missed change leaves what was to be deleted (UD) and what was to be inserted (UI)."""
    plain = Corpus.from_texts(["a cat cat sat"], [["a cat sat"]])
    told = explain("green:n=2", "a big cat cat", plain)
    assert listings(told)[0].rows == (
        (1, "TK", 2, ("a", "cat")),
        (1, "OD", 1, ("sat",)),
        (1, "OI", 1, ("big",)),
        (1, "UD", 1, ("cat",)),
        (2, "OD", 2, ("a cat", "cat sat")),
        (2, "OI", 2, ("a big", "big cat")),
        (2, "UD", 1, ("cat cat",)),
    )
    assert steps(told)[:2] == [
        "P₁ = (2 + 0 + 0)/(2 + 0 + 0 + 1 + 1) = 0.5000",
        "R₁ = (2 + 0 + 0)/(2 + 0 + 0 + 1 + 0) = 0.6667",
    ]


def test_n_grams_that_count_several_times_say_so() -> None:
    """And blanks of characters are visible."""
    plain = Corpus.from_texts(["a a a"], [["a a a"]])
    assert listings(explain("green:n=1", "a a a", plain))[0].rows == ((1, "TK", 3, ("a (×3)",)),)
    assert listings(explain("green:unit=char,n=1", "a a a", plain))[0].rows == ((1, "TK", 5, ("a (×3)", "␣ (×2)")),)


def test_gleu_shows_matches_and_penalties_of_every_reference() -> None:
    """`go` comes from the source and no reference has it; the score is the mean over both references."""
    told = explain(
        "gleu:n=1", "She go home .", Corpus.from_texts(["She go home ."], [["She goes home ."], ["She left ."]])
    )
    first, second = listings(told)
    assert first.title == "n-grams of the output against reference 0"
    assert first.rows == ((1, "match", 3, ("She", "home", ".")), (1, "penalty", 1, ("go",)))
    assert second.rows == ((1, "match", 2, ("She", ".")), (1, "penalty", 2, ("go", "home")))
    # 3 - 1 = 2 of 4; then 2 - 2 = 0, for which a sentence gets 1, of 4
    assert steps(told)[:5] == [
        "p₁, reference 0 = 2/4 = 0.5000",
        "GLEU, reference 0 = exp(min(0, 1 − 4/4))·(0.5)^(1/1) = 0.5000",
        "p₁, reference 1 = 1/4 = 0.2500",
        "GLEU, reference 1 = exp(min(0, 1 − 3/4))·(0.25)^(1/1) = 0.2500",
        "GLEU = (0.5 + 0.25)/2 = 0.3750",
    ]


@pytest.mark.parametrize(("variant", "words"), [("2016", ("a\u00a0b", "c")), ("koyama", ("a", "b", "c"))])
def test_gleu_shows_words_as_its_variant_cuts_them(variant: str, words: tuple[str, ...]) -> None:
    """The script of 2016 reads bytes, to which a no-break space is none."""
    text = "a\u00a0b c"
    told = explain(f"gleu:n=1,variant={variant}", text, Corpus.from_texts([text], [[text]]))
    assert listings(told)[0].rows == ((1, "match", len(words), words),)


def test_gleu_of_equal_references_is_shown_once() -> None:
    """Both are named."""
    told = explain("gleu:n=1", "She left .", Corpus.from_texts(["She go ."], [["She left ."], ["She left ."]]))
    assert [section.title for section in listings(told)] == [
        "n-grams of the output against reference 0 and reference 1"
    ]
    assert [item.key for item in told.working.formulas] == ["", "gleu"]


@pytest.mark.filterwarnings("ignore:.* were extracted:errata.ErrataWarning")
def test_errant_gives_a_verdict_on_every_edit() -> None:
    """A hit has the type the annotator gives it."""
    told = explain("errant", "She went to the school yesterday .", extract="errata")
    chosen, other = listings(told)
    assert chosen.rows == (("TP", "1:2 go → went", "R:VERB:TENSE", 1), ("FP", "3:3 ∅ → the", "M:OTHER", 1))
    assert [row[0] for row in other.rows] == ["FP", "FP", "FN", "FN"]


def test_references_are_called_so_also_with_extracted_edits() -> None:
    """Annotators are those of an annotated file."""
    plain = Corpus.from_texts(["He go ."], [["He goes ."]])
    for measure in ("m2", "errant", "cleme", "green", "gleu"):
        told = explain(measure, "He goes .", plain, extract="errata")
        assert told.working.choice.startswith("reference 0"), measure
        assert "against reference 0" in listings(told)[0].title or measure == "green"


@pytest.mark.filterwarnings("ignore:.* were extracted:errata.ErrataWarning")
def test_cleme_gives_a_verdict_on_every_chunk() -> None:
    """Chunks are common to all texts: `yesterday` is one because annotator 1 deletes it."""
    told = explain("cleme:weighted=no", "She went to the school yesterday .", extract="errata")
    chosen = listings(told)[0]
    assert chosen.columns == ("verdict", "words", "source", "output", "reference", "weight")
    assert chosen.rows == (
        ("TP", "1:2", "go", "went", "went", 1),
        ("FP", "3:3", "∅", "the", "=", 1),
        ("TN", "4:5", "yesterday", "=", "=", 1),
        ("TN", "4 unchanged", "=", "=", "=", 4),
    )


@pytest.mark.filterwarnings("ignore:.* were extracted:errata.ErrataWarning")
def test_difficulty_shows_weights() -> None:
    """Two systems, one solves the error: it weighs a half; what both get right weighs nothing."""
    right, wrong = "She went to school yesterday .", "She gone to school yesterday ."
    told = errata.explain(
        GOLD, {"right": [right], "wrong": [wrong]}, measures=["difficulty"], sentences=[0], extract="errata"
    )
    rows = [listings(item.measures[0])[0].rows for item in told]
    assert rows[0][0] == ("TP", "1:2", "go", "went", "1:2 → went", "right, changed", "1 of 2", 0.5)
    assert rows[1][0] == ("FP+FN", "1:2", "go", "went", "1:2 → gone", "wrong, changed", "1 of 2", 0.5)
    assert rows[0][1:] == rows[1][1:] == (("TN", None, "12 other chunks", "=", "=", "right, unchanged", None, 0),)


def test_hoo_gives_the_status_of_every_edit() -> None:
    """One edit is right, one has another string, one another range; one is spurious and one missing."""

    def edit(start: int, original: str, correction: str, index: str) -> Edit:
        return Edit.of(start, start + len(original), original, (correction,), "T", index)

    text = "He go at home and eats a apples now ."
    gold = [edit(3, "go", "is", "1"), edit(6, "at ", "", "2"), edit(18, "eats", "eat", "3"), edit(23, "a ", "", "4")]
    made = [
        edit(3, "go", "goes", "a"),
        edit(6, "at ", "", "b"),
        edit(18, "eats a", "eat", "c"),
        edit(32, "now", "", "d"),
    ]
    (told,) = errata.explain(
        Corpus((Text.document("1", text, gold),)),
        {"mine": Corpus((Text.document("1", text, made),))},
        measures=["hoo"],
        sentences=[0],
    )
    assert (told.name, told.index, told.system) == ("1", 0, "mine")
    ours, theirs = listings(told.measures[0])
    assert ours.column("status") == ["recognised", "corrected", "detected", "detected"]
    assert ours.column("system edits there")[2] == ("18:24 eats a → eat",)
    assert theirs.column("status") == ["recognised", "corrected", "aligned", "spurious"]
    assert ours.column("edit")[1] == Replacement(6, 9, "at␣", "∅")
    assert steps(told.measures[0])[:2] == ["cor P = 1/4 = 0.2500", "cor R = 1/4 = 0.2500"]


@pytest.mark.parametrize(
    ("annotator", "choice", "titles", "statuses", "score"),
    [
        ("best", "annotator B", ["gold edits", "system edits"], [["corrected"]], 1.0),
        ("A", "annotator A", ["gold edits", "system edits"], [["recognised", "missing"]], 0.0),
        (
            "mean",
            "",
            [
                "gold edits, annotator A",
                "system edits, annotator A",
                "gold edits, annotator B",
                "system edits, annotator B",
            ],
            [["recognised", "missing"], ["corrected"]],
            0.5,
        ),
    ],
)
def test_hoo_shows_the_annotators_it_scored(
    annotator: str, choice: str, titles: list[str], statuses: list[list[str]], score: float
) -> None:
    """The one that was chosen, or all where the score is their mean."""
    text = "He go to home ."
    one = (Edit.of(3, 5, "go", ("went",), "V", "1"), Edit.of(6, 9, "to ", ("",), "P", "2"))
    two = (Edit.of(3, 5, "go", ("goes",), "V", "1"),)
    document = replace(Text.document("1", text, ()), layers=(Layer("A", one), Layer("B", two)))
    (told,) = errata.explain(
        Corpus((document,)),
        {"mine": Corpus((Text.document("1", text, two),))},
        measures=[f"hoo:annotator={annotator}"],
        grep="went",
        error_type="P",
    )
    (hoo,) = told.measures
    assert hoo.working.choice == choice
    assert [section.title for section in hoo.working.sections] == titles
    assert [listing.column("status") for listing in listings(hoo)[::2]] == statuses
    assert hoo.row.score == score


def test_hoo_shows_both_sides_in_one_unit() -> None:
    """The programs knew the offsets of the files alone, and so both sides are shown."""
    text = "𝒳𝒳𝒳 He go home ."
    edits = (Edit.of(7, 9, "go", ("goes",), "V", "1"),)
    gold = Corpus((Text.document("1", text, edits),), offset_unit="utf16")
    told = errata.explain(gold, {"mine": gold}, measures=["hoo:preset=hoo2012"], sentences=[0])
    ours, theirs = listings(told[0].measures[0])
    assert ours.column("edit") == theirs.column("edit") == [Replacement(10, 12, "go", "goes")]
    assert ours.column("system edits there") == [("10:12 go → goes",)]


def test_documents_have_annotators_to_name() -> None:
    """Also for measures of others, which may ask what the reference of a document is called."""
    documents = Corpus((Text.document("1", "He go .", (Edit.of(3, 5, "go", ("goes",), "V", "1"),)),))
    [score] = errata.score(documents, {"mine": documents}, measures=["hoo"])
    assert (
        Case(documents, Output("mine", documents=documents), 0, score, score.sentence(0)).called("B") == "annotator B"
    )
