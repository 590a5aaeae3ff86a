"""The model-free extractor: applying its edits gives the output, and how far they are ERRANT's."""

import functools
import operator
import warnings
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import LINES, RAW_LINES
from tests.support import ROOT, sample, shared

import errata
from errata import Corpus, ErrataWarning, LengthError, UnknownNameError, annotate, apply_edits, get_extractor
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


COMMON = [
    "the",
    "of",
    "a",
    "to",
    "in",
    "is",
    "that",
    "it",
    "he",
    "was",
    "for",
    "on",
    "as",
    "with",
    "his",
    "they",
    "at",
    "be",
    "this",
    "from",
    "I",
    "have",
    "or",
    "by",
    "one",
]


@st.composite
def corrected_sentences(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A sentence and its correction, unchanged for eight words at both ends."""
    words = st.sampled_from([*COMMON, *(f"{stem}{ending}" for stem in STEMS for ending in ("", "s", "ed", "ing"))])
    source = draw(st.lists(words, min_size=16, max_size=40))
    output = list(source)
    for at in sorted(draw(st.sets(st.integers(8, len(source) - 8), max_size=6)), reverse=True):
        n_old = draw(st.integers(0, min(2, len(source) - 8 - at)))
        output[at : at + n_old] = draw(st.lists(words, max_size=2))
    return source, output


STEMS = ["walk", "talk", "play", "need", "open", "clean", "turn", "ask", "help", "work", "farm", "boil", "sign", "mark"]


@settings(max_examples=sample(60, 10))
@given(st.lists(corrected_sentences(), min_size=2, max_size=6), st.sampled_from([1, sample(40, 3)]))
@pytest.mark.parametrize("name", ["errata", "wdiff"])
def test_joined_sentences_have_the_edits_they_have_alone(
    name: str, sentences: list[tuple[list[str], list[str]]], times: int
) -> None:
    """Where the joints are unchanged, however long the line; each sentence ends in a word of its own."""
    pairs = [
        ([*source, f"end{at}", f"stop{at}"], [*output, f"end{at}", f"stop{at}"])
        for at, (source, output) in enumerate(sentences * times)
    ]
    extractor = get_extractor(name)
    alone = extractor.extract([" ".join(source) for source, _ in pairs], [" ".join(output) for _, output in pairs])
    [joined] = extractor.extract(
        *([" ".join(functools.reduce(operator.iadd, texts, []))] for texts in zip(*pairs, strict=True))
    )
    expected, start = [], 0
    for (source, _), edits in zip(pairs, alone, strict=True):
        expected += [replace(edit, start=edit.start + start, end=edit.end + start) for edit in edits]
        start += len(source)
    assert list(joined) == expected


@pytest.mark.filterwarnings("ignore:.*piece by piece:errata.ErrataWarning")
def test_the_edits_of_long_lines_are_those_of_their_sentences() -> None:
    """80,000 tokens in one line; fewer where kernels are interpreted, but enough for several windows."""
    at = range(sample(4_000, 100))
    sources = [f"He go {n} times to the school of his town every single week , it says here . Yes ." for n in at]
    outputs = [source.replace("go", "goes") if n % 3 else source for n, source in enumerate(sources)]
    for name in ("errata", "wdiff"):
        [edits] = get_extractor(name).extract([" ".join(sources)], [" ".join(outputs)])
        assert [(edit.start, edit.corrections) for edit in edits] == [(20 * n + 1, ("goes",)) for n in at if n % 3]


def errant_files(name: str) -> tuple[Corpus, Corpus]:
    """Return ERRANT's edits of CoNLL-2014 and ours."""
    theirs = errata.read(shared(f"data/conll14/errant/{name}.m2"))
    return theirs, reannotate(theirs, StringExtractor())


def figures(system: str) -> list[str]:
    """Return the row of the documentation: ERRANT's edits, ours, the same, their share, F0.5 of either."""
    theirs, ours = errant_files(system)
    pairs = [
        [{(edit.start, edit.end, edit.corrections) for edit in sentence.seen[0].edits} for sentence in both]
        for both in zip(theirs, ours, strict=True)
    ]
    same = sum(len(one & other) for one, other in pairs)
    n_theirs, n_ours = (sum(len(pair[side]) for pair in pairs) for side in (0, 1))
    row = [str(n_theirs), str(n_ours), str(same), f"{100 * same / n_theirs:.2f}"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # some lines of NTHU are out of step
        for gold, output in zip(errant_files("gold"), (theirs, ours), strict=True):
            row.append(f"{100 * errata.score(gold, output, measures=['errant']).scores[0].score:.2f}")
    return row


def test_the_documentation_tells_how_far_the_edits_are_errants() -> None:
    """Every row of the table; one of them where the kernels are slow."""
    lines = (ROOT / "docs" / "extraction.md").read_text(encoding="utf-8").splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]
    assert len(table) == 12
    for system, *row in table[: sample(12, 1)]:
        assert row == figures(system), system


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
    assert [sentence.corrected(1).text for sentence in corpus] == ["He go .", "It rains ."]
    assert corpus[0].layers[1].edits == ()
    with pytest.raises(LengthError, match="corrected text 1 has 1 sentences but there are 2 sources"):
        annotate(["a", "b"], [["a", "b"], ["a"]])


def test_unknown_extractors_are_refused() -> None:
    """With those there are."""
    with pytest.raises(UnknownNameError, match="no extractor is called 'spacy'; there are: errata, wdiff, errant"):
        get_extractor("spacy")
