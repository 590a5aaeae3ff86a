"""Edits from corrected text by word difference."""

import warnings
from array import array
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hoo import CASES
from tests.support import QUICK, documents_of, sample

import errata
from errata import (
    Corpus,
    ErrataWarning,
    InputError,
    LengthError,
    Part,
    Text,
    UnknownNameError,
    apply_edits,
    extract_documents,
)
from errata.extract import worddiff
from errata.extract.worddiff import Block, WordDifference, change_blocks, extract_edits
from errata.golden.inputs import edits
from errata.model import apply_character_edits

TEXTS = st.lists(
    st.sampled_from(["a", "b", "b,", "b.", '"b', "'b", "(a", "a)", ",", " ", "\n", "\u00a0", "\x1c", "😀"]), max_size=9
).map(" ".join)


@pytest.mark.parametrize("case", CASES["extraction"], ids=lambda case: case["id"])
def test_golden_cases(case: dict[str, Any]) -> None:
    """Range, original and correction."""
    assert extract_edits(case["source"], case["target"]) == list(edits(case["edits"]))


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("a b.", "a b", (3, 4, "")),
        ('a "b', "a b", (2, 3, "")),
        ("a 'b", 'a "b', (2, 3, '"')),
        ("a b?", "a b!", (3, 4, "!")),
        ("a b", "a (b", (2, 2, "(")),
        ("a b", "a b{", (2, 3, "b{")),
        ("a ,", "a ;", (2, 3, ";")),
    ],
)
def test_punctuation_is_peeled_off_words(source: str, output: str, expected: tuple[int, int, str]) -> None:
    """Only marks that may stand there."""
    [edit] = extract_edits(source, output)
    assert (edit.start, edit.end, edit.corrections) == (*expected[:2], (expected[2],))


@given(TEXTS, TEXTS)
def test_applying_the_edits_gives_the_output(source: str, output: str) -> None:
    """Up to runs of white space; every original fits its range, and no edit has a type."""
    found = extract_edits(source, output)
    assert apply_character_edits(source, found).split() == output.split()
    assert all(edit.original == source[edit.start : edit.end] and not edit.type for edit in found)
    assert not extract_edits(source, source)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4))
def test_word_edits_give_the_output(pairs: list[tuple[str, str]]) -> None:
    """By position, one for each block of change, so that no two touch; with a type."""
    sources, outputs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for source, output, found in zip(sources, outputs, WordDifference().extract(sources, outputs), strict=True):
        assert apply_edits(source, found).split() == output.split()
        assert all(one.end < two.start for one, two in pairwise(found))
        assert all(edit.type[:2] in {"M:", "U:", "R:"} for edit in found)
        assert bool(found) == (source.split() != output.split())


def test_sentences_are_compared_by_word_difference() -> None:
    """Plain outputs and references; the signature says how the edits were got."""
    sources, references = ["He go in school", "a b c"], [["He goes to school", "b c a"]]
    outputs = ["He goes to school", "a b c"]
    result = errata.score(
        sources=sources, references=references, outputs=outputs, measures=["errant", "m2", "cleme"], extract="wdiff"
    )
    assert dict(result["output", "errant"].counts) == {"tp": 1, "fp": 0, "fn": 2}
    assert result["output", "m2"].signature.endswith("|extract:wdiff")
    sides = "|extract:wdiff|gold_edits:extracted|output_edits:extracted"
    assert all(result["output", name].signature.endswith(sides) for name in ("errant", "cleme"))
    [moved] = WordDifference().extract(["a b c"], ["b c a"])
    assert [(edit.start, edit.end, edit.corrections, edit.type) for edit in moved] == [
        (0, 1, ("",), "U:OTHER"),
        (3, 3, ("a",), "M:OTHER"),
    ]
    with pytest.raises(UnknownNameError, match=r"no extractor is called 'wdiff:x'; did you mean 'wdiff'"):
        errata.get_extractor("wdiff:x")


def test_documents_are_paired_and_compared_part_by_part() -> None:
    """A missing one is an empty submission, if that is wished; the score says how edits were got."""
    gold, corrected = documents_of("He go.", "A b."), documents_of("He goes.")
    made = extract_documents(gold, corrected, missing_file="empty")
    assert [len(document.edits) for document in made] == [1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # edits got in this way have no type
        assert errata.score(made, {"a": made}, measures=["hoo"]).scores[0].signature.endswith("|extract:wdiff")
    with pytest.raises(LengthError, match="gold has no document 0001, but gold has"):
        extract_documents(gold, corrected)
    parts = Text.document("1", (Part("1", "a b"), Part("2", "a b")), ())
    changed = Text.document("1", (Part("1", "a b"), Part("2", "a c")), ())
    [document] = extract_documents(Corpus((parts,)), Corpus((changed,)))
    assert [(edit.part, edit.start, edit.corrections) for edit in document.edits] == [("2", 2, ("c",))]


def test_what_cannot_be_compared_is_refused() -> None:
    """No source text, other parts, an extractor nobody knows."""
    with pytest.raises(InputError, match="the source text of document 1 is not known"):
        extract_documents(Corpus((Text.document("1"),)), Corpus((Text.document("1", "a"),)))
    with pytest.raises(InputError, match="document 1 has 1 parts but the corrected one 2"):
        extract_documents(
            Corpus((Text.document("1", "a"),)),
            Corpus((Text.document("1", (Part(None, "a"), Part("2", "b")), ()),)),
        )
    with pytest.raises(InputError, match="no extractor for documents is called 'diff'; there are: wdiff, maxmatch"):
        extract_documents(documents_of("a"), documents_of("a"), "diff")


WORDS = st.lists(st.sampled_from("abc"), max_size=9)


def best(source: list[str], output: list[str]) -> tuple[int, int]:
    """Return the least number of words changed, and of blocks for that, as the definition reads."""

    @cache
    def rest(i: int, j: int, in_block: bool) -> tuple[int, int]:
        if (i, j) == (len(source), len(output)):
            return 0, 0
        ways = []
        if i < len(source) and j < len(output) and source[i] == output[j]:
            ways.append(rest(i + 1, j + 1, False))
        for step in ((i + 1, j), (i, j + 1)):
            if step[0] <= len(source) and step[1] <= len(output):
                n_words, n_blocks = rest(*step, True)
                ways.append((n_words + 1, n_blocks + (not in_block)))
        return min(ways)

    return rest(0, 0, False)


def apply(source: list[str], output: list[str], blocks: list[Block]) -> list[str]:
    made, position = [], 0
    for block in blocks:
        made += source[position : block.start] + output[block.output_start : block.output_end]
        position = block.end
    return made + source[position:]


@given(WORDS, WORDS)
def test_blocks_are_the_fewest_and_make_the_output(source: list[str], output: list[str]) -> None:
    """Words first, then blocks; no block can stand later."""
    blocks = change_blocks(source, output)
    assert apply(source, output, blocks) == output
    n_words = sum(block.end - block.start + block.output_end - block.output_start for block in blocks)
    assert (n_words, len(blocks)) == best(source, output)
    for block, after in pairwise(blocks):
        assert block.end < after.start
    for block in blocks:
        if block.end < len(source) and block.output_end < len(output):
            if block.start == block.end:
                assert output[block.output_start] != output[block.output_end]
            elif block.output_start == block.output_end:
                assert source[block.start] != source[block.end]


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("", "", []),
        ("a", "a", []),
        ("", "a b", [(0, 0, 0, 2)]),
        ("a b", "", [(0, 2, 0, 0)]),
        ("x a a y", "x a y", [(2, 3, 2, 2)]),
        ("x a y", "x a a y", [(2, 2, 2, 3)]),
        ("a b c d", "a x c y", [(1, 2, 1, 2), (3, 4, 3, 4)]),
    ],
)
def test_examples(source: str, output: str, expected: list[tuple[int, ...]]) -> None:
    """Of equal words the later one is new or gone."""
    assert change_blocks(source.split(), output.split()) == expected


def test_bands_grow_until_the_change_fits() -> None:
    """Texts that differ in more words than the first band holds."""
    n = sample(400, 120)
    source = [f"w{i}" for i in range(n)]
    output = [word if i % 3 else f"v{i}" for i, word in enumerate(source)]
    assert apply(source, output, change_blocks(source, output)) == output
    other = [f"x{i}" for i in range(n)]
    assert change_blocks(source, other) == [(0, n, 0, n)]


def test_unrelated_long_texts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the table grows out of bounds, with the place from which the texts have nothing in common."""
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 1000)
    source = [f"w{i}" for i in range(100)]
    with pytest.raises(InputError, match=r"texts of 100 and 100 words have no 16 .* from words 1 and 1 on"):
        change_blocks(source, [f"x{i}" for i in range(100)])


def test_the_bound_counts_every_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred words of each and a band of 33: a table of 101 × 33 cells may be made, not one cell more."""
    source, output = [f"w{i}" for i in range(100)], [f"x{i}" for i in range(0, 100)]
    output[9:] = [*source[9:-1], "end"]
    monkeypatch.setattr(worddiff, "_WINDOW", 1 << 20)
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 101 * 33)
    assert change_blocks(source, output) == [(0, 9, 0, 9), (99, 100, 99, 100)]
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 101 * 33 - 1)
    with pytest.raises(InputError, match="cannot be compared"):
        change_blocks(source, output)


@pytest.mark.skipif(not QUICK, reason="takes minutes uncompiled")
def test_the_bound_is_128_megabytes() -> None:
    """8001 × 16776 cells are the first of this height that are more; parts of the texts have nothing in common."""
    source = [f"w{i}" for i in range(8000)]
    output = [f"x{i}" for i in range(8000 + 16776 - 33)]
    assert 8001 * 16775 <= 128 * 1024 * 1024 < 8001 * 16776
    with pytest.raises(InputError, match="texts of 8,000 and 24,743 words"):
        change_blocks(source, output)


@given(st.lists(st.integers(0, 200), max_size=30), st.integers(0, 5))
def test_windows_find_what_the_whole_table_finds(places: list[int], n_new: int) -> None:
    """A long text is compared piece by piece with the same blocks; it may also end early or begin late."""
    source = [f"w{at}" for at in range(400)]
    output = list(source)
    for at in sorted(set(places), reverse=True):
        output[2 * at : 2 * at + at % 3] = [f"v{at}"] * n_new
    expected = change_blocks(source, output)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worddiff, "_WINDOW", 64)
        patch.setattr(worddiff, "_STRETCH", 4)
        numbers = {word: number for number, word in enumerate(dict.fromkeys(source + output))}
        ids, output_ids = (array("i", [numbers[word] for word in words]) for words in (source, output))
        assert worddiff._slide(worddiff._blocks_by_window(ids, output_ids), source, output) == expected
