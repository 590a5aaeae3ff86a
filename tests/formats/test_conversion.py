"""Documents to M2 and back."""

import warnings
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import texts_with_edits
from tests.support import example_gold

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    FormatError,
    InputError,
    Layer,
    Part,
    Text,
    apply_edits,
    to_corpus,
    to_document,
)
from errata.text.token_edits import to_tokens
from errata.text.tokenisation import split_marks, tokenise

TEXT = "He  go home,\nthen rest .\n"


def convert(document: Text, **options: Any) -> Corpus:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return to_corpus(document, **options)


@given(texts_with_edits())
def test_documents_to_m2_and_back_keep_all_but_the_exact_ranges(drawn: tuple[str, tuple[Edit, ...]]) -> None:
    """Token edits, alternatives, null, empty, absent, csets, indices, types: the second way round changes nothing."""
    text, edits = drawn
    # Two identities need one state for each thing: M2 has no untyped edits of type "", nor edits of type UNK.
    corpus = convert(Text.document("1", text, edits), cross="merge-segments")
    back = to_document(corpus, "1")
    made, _ = to_tokens(text, edits)
    found, _ = to_tokens(back.text, back.edits)
    assert back.text.split() == text.split()
    assert [(edit.start, edit.end, edit.corrections) for edit in found] == [
        (edit.start, edit.end, edit.corrections) for edit in made
    ]
    for one, two in zip(made, back.edits, strict=True):
        assert (one.origin.type, one.origin.index, one.origin.cset) == (two.type, two.index, two.cset)
    if not any(edit.joined for edit in made):  # that they were joined is said once only
        assert convert(back) == Corpus(corpus.texts, name="1")


@given(drawn=texts_with_edits())
def test_m2_files_carry_it(drawn: tuple[str, tuple[Edit, ...]], tmp_path_factory: pytest.TempPathFactory) -> None:
    """Through the writer and reader of M2."""
    corpus = convert(Text.document("1", *drawn), cross="merge-segments")
    path = tmp_path_factory.mktemp("m2") / "x.m2"
    errata.write(corpus, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        assert errata.read(path).texts == corpus.texts


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit.of(4, 6, "go", ("goes", "went"), "RV"), Edit(1, 2, ("goes", "went"), "RV")),
        (Edit.of(4, 7, "go ", ("",), "UV", "7"), Edit(1, 2, ("",), "UV", comment="index=7")),
        (Edit.of(4, 6, "go", (None, "goes"), "RV"), Edit(1, 2, ("goes",), "RV", required=False)),
        (Edit.of(4, 6, "go", ("goes", None)), Edit(1, 2, ("goes",), "", False, "null=1")),
        (Edit.of(4, 6, "go", (None, None)), Edit(1, 2, ("go",), "", False, "null=only2")),
        (Edit.of(4, 6, "go", None, "CE", cset="a;b|"), Edit(1, 2, ("go",), "UNK", True, "cset=a%3Bb%7C;type=CE")),
        (Edit.of(4, 4, "", None), Edit(1, 1, ("",), "UNK")),
    ],
)
def test_what_m2_has_no_place_for_goes_into_the_comment(edit: Edit, expected: Edit) -> None:
    """Null corrections are OPTIONAL, edits without corrections are UNK with the original words."""
    sentences = convert(Text.document("1", TEXT, [edit])).texts
    assert [sentence.source for sentence in sentences] == ["He go home,", "then rest ."]
    assert sentences[0].layers == (Layer(0, (expected,)),)
    assert sentences[1].layers == (Layer(0),)
    back = to_document(Corpus(sentences), "1")
    assert back.text == "He go home,\nthen rest .\n"
    [found] = back.edits
    assert (found.corrections, found.type, found.cset, found.index) == (
        edit.corrections,
        edit.type,
        edit.cset,
        edit.index,
    )


def test_insertions_at_the_border_of_lines_stay_in_their_line() -> None:
    """At the end of one or the start of the next, or in an empty line between."""
    text = "a b\n\nc"
    edits = [Edit.of(3, 3, "", (" x",)), Edit.of(4, 4, "", ("y",)), Edit.of(5, 5, "", ("z ",))]
    sentences = convert(Text.document("1", text, edits)).texts
    assert [[(edit.start, edit.corrections) for edit in s.layers[0].edits] for s in sentences] == [
        [(2, ("x",))],
        [(0, ("y",))],
        [(0, ("z",))],
    ]


def test_words_do_not_run_together_in_an_empty_line() -> None:
    """Two insertions there stay two."""
    edits = (Edit(0, 0, ("a",)), Edit(0, 0, ("b",)))
    document = to_document(Corpus((Text("", (Layer(0, edits),)),)), "1")
    assert document.corrected().text == "a b\n"
    assert convert(document)[0].layers[0].edits == edits


def test_deletions_at_the_end_share_their_blanks() -> None:
    """By themselves the first would take the blank behind it, the last the one before it: the same."""
    edits = (Edit(0, 1, ("",)), Edit(1, 2, ("",)), Edit(2, 3, ("",)))
    document = to_document(Corpus((Text("a b c", (Layer(0, edits),)),)), "1")
    assert [(edit.start, edit.end) for edit in document.edits] == [(0, 2), (2, 4), (4, 5)]
    assert document.corrected().text == "\n"
    assert convert(document)[0].layers[0].edits == edits


def test_edits_over_the_end_of_a_line() -> None:
    """An error, left out, or the lines are joined."""
    edits = [Edit.of(7, 17, "home,\nthen", ("home. Then",), index="1"), Edit.of(18, 22, "rest", ("sleep",))]
    document = Text.document("1", TEXT, edits)
    with pytest.raises(FormatError, match=r"document 1: edit 1 at 7 to 17 crosses the end of a line \(1 edits do\)"):
        to_corpus(document)
    with pytest.warns(ErrataWarning, match="1 edits that cross the end of a line were skipped; first: edit 1"):
        skipped = to_corpus(document, cross="skip")
    assert [len(sentence.layers[0].edits) for sentence in skipped] == [0, 1]
    merged = to_corpus(document, cross="merge-segments")
    assert merged.sources == ["He go home, then rest ."]
    assert [edit.start for edit in merged[0].layers[0].edits] == [2, 4]


def test_losses_are_reported() -> None:
    """White space only, and edits joined."""
    document = Text.document("1", TEXT, [Edit.of(2, 4, "  ", (" ",), index="5")])
    with pytest.warns(ErrataWarning, match=r"1 edits change white space only .*\(whitespace-only\); first: edit 5"):
        to_corpus(document)
    halves = [Edit.of(7, 8, "h", ("H",), "A", "1"), Edit.of(10, 11, "e", ("E",), "B", "2")]
    with pytest.warns(ErrataWarning, match="edits 1, 2 meet inside a token and were merged"):
        corpus = to_corpus(Text.document("1", TEXT, halves))
    assert corpus[0].layers[0].edits == (Edit(2, 3, ("HomE,",), "A+B", True, "index=1;joined=1+2"),)


def test_alternatives() -> None:
    """In one edit, only the first, or one annotator for each."""
    apart = Text.document("1", "He go now", [Edit.of(3, 5, "go", (None, "goes", "went")), Edit.of(6, 9, "now", ("",))])
    assert [edit.corrections for edit in convert(apart)[0].layers[0].edits] == [("goes", "went"), ("",)]
    first = convert(apart, alternatives="first")
    assert [edit.corrections for edit in first[0].layers[0].edits] == [("goes",), ("",)]
    layers = convert(apart, alternatives="annotators")[0].layers
    assert [[edit.corrections for edit in layer.edits] for layer in layers] == [[("goes",), ("",)], [("went",), ("",)]]


def test_parts_follow_each_other() -> None:
    """Each with lines of its own."""
    parts = (Part("1", "a b"), Part("2", "a b"))
    document = Text.document("1", parts, (Edit.of(2, 3, "b", ("c",), part="2"),))
    assert [len(sentence.layers[0].edits) for sentence in convert(document)] == [0, 1]


def test_annotators_make_the_layers_of_a_document() -> None:
    """One or all; edits outside their sentence are left out; foreign comments stay comments."""
    layers = (Layer(0, (Edit(1, 2, ("goes",), "RV", True, "see p. 3"), Edit(2, 9, ("x",)))), Layer(1))
    corpus = Corpus((Text("He go .", layers), Text("Yes .", (Layer(1, (Edit(0, 1, ("No",)),)),))), name="gold.m2")
    second = Layer(1, (Edit.of(8, 11, "Yes", ("No",)),))
    with pytest.warns(ErrataWarning, match="1 edits outside"):
        both = to_document(corpus, "1")
    with pytest.warns(ErrataWarning, match=r"gold\.m2: 1 edits outside their sentence were skipped"):
        document = to_document(corpus, "1", 0)
    go = Edit.of(3, 5, "go", ("goes",), "RV", comment="see p. 3")
    assert document == Text.document("1", "He go .\nYes .\n", [go])
    assert both == replace(document, layers=(Layer(0, (go,)), second))
    assert to_document(corpus, "1", 1).layers == (second,)
    made = to_corpus(both)
    assert [sentence.annotators for sentence in made] == [(0, 1), (0, 1)]  # who saw which sentence is not known
    assert made[0].layer(0) == Layer(0, layers[0].edits[:1])
    assert made[1].layer(1) == corpus[1].layer(1)
    assert to_corpus(Text.document("1", "a"))[0].layers == ()
    with pytest.raises(InputError, match="document 1 has 2 annotators already; join alternatives"):
        to_corpus(both, alternatives="annotators")
    with pytest.raises(InputError, match=r"gold\.m2 has no annotator 2; it has: 0, 1"):
        to_document(corpus, "1", 2)
    assert to_document(Corpus((Text("a"),)), "1").edits == ()
    for comment in ("null=x", "cset=1;colour=red", "index"):
        odd = Corpus((Text("a", (Layer(0, (Edit(0, 1, ("b",), "T", False, comment),)),)),))
        assert to_document(odd, "1").edits[0].alternatives == (None, "b")


RAW = 'He say "go (home)," then.\nThey isn’t\tthere'
CUT = [["He", "say", "``", "go", "-LRB-", "home", "-RRB-", ",", "''", "then", "."], ["They", "is", "n't", "there"]]


def test_tokenised_m2_becomes_edits_of_the_running_text() -> None:
    """Tokens are found in it though they were changed, and the way back gives the M2 again."""
    first = (Edit(1, 2, ("says",), "R"), Edit(4, 4, ("back",), "M"), Edit(7, 8, ("",), "U"), Edit(6, 7, ("-RRB- !",)))
    second = (Edit(2, 3, ("not",), "R"), Edit(4, 4, (".",), "M"))
    corpus = Corpus(
        tuple(Text(" ".join(tokens), (Layer(0, edits),)) for tokens, edits in zip(CUT, (first, second), strict=True)),
        name="0001",
    )
    document = to_document(corpus, "0001", text=RAW)
    assert document.corrected().text == 'He says "go back (home) !" then.\nThey is not\tthere .'
    assert all(edit.original == RAW[edit.start : edit.end] for edit in document.edits)
    back = convert(document, tokens=[token for tokens in CUT for token in tokens])
    assert [sorted(sentence.layers[0].edits, key=lambda edit: edit.start) for sentence in back] == [
        sorted(sentence.layers[0].edits, key=lambda edit: edit.start) for sentence in corpus
    ]
    assert back.sources == corpus.sources


def test_tokens_that_are_not_the_texts_are_refused() -> None:
    """With the document or the corpus, the token and the text."""
    corpus = Corpus((Text("He goes ."),), name="gold.m2")
    with pytest.raises(InputError, match=r"gold\.m2: token 1 'goes' cannot be aligned: the text has 'go\.' at"):
        to_document(corpus, "1", text="He go.")
    with pytest.raises(InputError, match="document 7: token 1 'goes' cannot be aligned"):
        to_corpus(Text.document("7", "He go."), tokens=["He", "goes", "."])
    with pytest.raises(InputError, match="document 1 has 2 parts; tokens can be given for one text only"):
        to_corpus(Text.document("1", (Part("1", "a"), Part("2", "b")), ()), tokens=["a"])


@given(texts_with_edits(), st.sampled_from(["marks", "treebank"]))
def test_finer_tokens_keep_the_corrected_words(drawn: tuple[str, tuple[Edit, ...]], how: str) -> None:
    """To tokens that are cut finer and back to the running text: the same words, and the same M2 once more."""
    text, edits = drawn
    corpus = convert(Text.document("1", text, edits), cross="merge-segments", tokens=how)
    tokens = [token for sentence in corpus for token in sentence.tokens]
    back = to_document(corpus, "1", text=text)
    found = convert(back, cross="merge-segments", tokens=tokens)
    assert [sentence.tokens for sentence in found] == [sentence.tokens for sentence in corpus]
    made, _ = to_tokens(tokenise(text, how), edits)
    if how == "marks" and not any(edit.joined for edit in made):
        wanted = Text.document("1", text, edits).corrected().text
        assert split_marks(back.corrected().text) == split_marks(wanted)


@given(st.lists(st.lists(st.sampled_from(["a", ",", "b.", "n't", "-LRB-"]), max_size=4), max_size=3), st.data())
def test_m2_to_running_text_and_back(cut: list[list[str]], data: st.DataObject) -> None:
    """Whatever white space stands between tokens, or none."""
    text, sentences = "", []
    for tokens in cut:
        for token in tokens:
            text += token.replace("-LRB-", "(") + data.draw(st.sampled_from(["", " ", "  "]))
        text += "\n"
        places = sorted(data.draw(st.sets(st.integers(0, len(tokens)), max_size=4)))
        words = st.lists(st.sampled_from(["x", ",", "y.", "-LRB-" if "(" in text else "z"]), max_size=2).map(" ".join)
        edits = [
            Edit(start, end, (data.draw(words),), "T") for start, end in zip(places[::2], places[1::2], strict=False)
        ]
        sentences.append(Text(" ".join(tokens), (Layer(0, tuple(edits)),)))
    corpus = Corpus(tuple(sentences), name="1")
    document = to_document(corpus, "1", text=text)
    assert all(edit.original == text[edit.start : edit.end] for edit in document.edits)
    if not sentences:
        return
    back = convert(document, tokens=[token for tokens in cut for token in tokens])
    assert back == corpus
    corrected = " ".join(apply_edits(sentence.source, sentence.layers[0].edits) for sentence in sentences)
    assert "".join(document.corrected().text.split()) == "".join(corrected.replace("-LRB-", "(").split())


def test_bad_arguments_are_refused() -> None:
    """With what they take."""
    document = Text.document("1", "a")
    with pytest.raises(InputError, match="cross must be error, skip or merge-segments, not 'x'"):
        to_corpus(document, cross="x")
    with pytest.raises(InputError, match="alternatives must be join, first or annotators, not 'x'"):
        to_corpus(document, alternatives="x")
    with pytest.raises(InputError, match="the source text of document 1 is not known"):
        to_corpus(Text.document("1"))
    with pytest.raises(FormatError, match="contains a line break"):
        to_document(Corpus((Text("a\nb"),)), "1")


def test_conll14_style_gold_survives() -> None:
    """Token to character to token is the identity on edits as annotators make them."""
    gold = example_gold()
    for annotator in gold.annotators:
        document = to_document(gold, "1", annotator)
        back = convert(document)
        assert back.sources == gold.sources
        for ours, theirs in zip(back, gold, strict=True):
            layer = theirs.layer(annotator)
            wanted = sorted(layer.edits, key=lambda edit: (edit.start, edit.end)) if layer else []
            assert list(ours.layers[0].edits) == wanted
