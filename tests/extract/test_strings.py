"""The model-free extractor: applying its edits gives the output, and how far they are ERRANT's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import LINES, RAW_LINES
from tests.support import only_compiled, shared

import errata
from errata import LengthError, UnknownNameError, annotate, apply_edits, get_extractor
from errata.extract import reannotate
from errata.extract.strings import StringExtractor

TEXTS = RAW_LINES | LINES | st.text(st.sampled_from("aAb.' \u3000\u00a0é狗"), max_size=30)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=5))
def test_applying_the_edits_gives_the_output(pairs: list[tuple[str, str]]) -> None:
    """For any pair of texts; the edits are in order, do not overlap, and are typed."""
    sources, outputs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for source, output, edits in zip(sources, outputs, StringExtractor().extract(sources, outputs), strict=True):
        assert apply_edits(source, edits).split() == output.split()
        spans = [(edit.start, edit.end) for edit in edits]
        assert spans == sorted(spans)
        assert all(edit.type[:2] in {"M:", "U:", "R:"} for edit in edits)
        assert bool(edits) == (source.split() != output.split())


@given(TEXTS, TEXTS)
def test_what_was_seen_before_changes_nothing(source: str, output: str) -> None:
    """An extractor may be used again and again."""
    used = StringExtractor()
    used.extract(["the dog", output], ["a dog", source])
    assert used.extract([source], [output]) == StringExtractor().extract([source], [output])


def agreement(system: str) -> tuple[int, int, int]:
    """Return how many edits are the same as ERRANT's, how many we found, how many ERRANT did."""
    theirs = errata.read(shared(f"data/conll14/errant/{system}.m2"))
    ours = reannotate(theirs, StringExtractor())
    same = n_ours = n_theirs = 0
    for one, other in zip(ours, theirs, strict=True):
        found, expected = (
            {(edit.start, edit.end, edit.corrections) for edit in sentence.seen[0].edits} for sentence in (one, other)
        )
        same, n_ours, n_theirs = same + len(found & expected), n_ours + len(found), n_theirs + len(expected)
    return same, n_ours, n_theirs


@only_compiled
@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("AMU", (1270, 1279, 1278)),
        ("CAMB", (2042, 2058, 2054)),
        ("CUUI", (1590, 1592, 1592)),
        ("IITB", (93, 93, 93)),
        ("IPN", (540, 540, 540)),
        ("NTHU", (1362, 1388, 1400)),
        ("PKU", (988, 991, 991)),
        ("POST", (1651, 1657, 1660)),
        ("RAC", (1108, 1111, 1113)),
        ("SJTU", (363, 365, 365)),
        ("UFC", (50, 50, 50)),
        ("UMC", (1083, 1084, 1085)),
    ],
)
def test_agreement_with_errant_on_conll14(system: str, expected: tuple[int, int, int]) -> None:
    """The figures in the documentation: span and correction the same."""
    assert agreement(system) == expected


def test_word_lists_tell_misspellings_and_mark_the_signature() -> None:
    """By content, whatever the order of the list."""
    listed = StringExtractor(["the", "Receive "])
    assert listed.extract(["I recieve it"], ["I receive it"])[0][0].type == "R:SPELL"
    assert listed.signature == StringExtractor(["receive", "the"]).signature
    assert listed.signature.startswith("errata+words:")
    assert StringExtractor().signature == "errata"


def test_annotators_are_the_corrected_texts() -> None:
    """One that changes nothing has looked, too."""
    corpus = annotate(["He go .", "It rain ."], [["He goes .", "It rain ."], ["He go .", "It rains ."]])
    assert corpus.annotators == (0, 1)
    assert [sentence.corrected(1) for sentence in corpus] == ["He go .", "It rains ."]
    assert corpus[0].annotations[1].edits == ()
    with pytest.raises(LengthError, match="corrected text 1 has 1 sentences but there are 2 sources"):
        annotate(["a", "b"], [["a", "b"], ["a"]])


def test_unknown_extractors_are_refused() -> None:
    """With those there are."""
    with pytest.raises(UnknownNameError, match="no extractor is called 'spacy'; there are: errata, errant"):
        get_extractor("spacy")
