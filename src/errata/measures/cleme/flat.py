"""Chunks of sentences in flat arrays: the same verdicts as with objects, but faster."""

import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from errata.measures.cleme.cleme2 import Tally
from errata.model import Corpus, Output
from errata.text.packed import PackedLines
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.kernels.flatchunks import Judged
    from errata.model.flat import FlatTexts

_BEGINS_EMPTY = r"(?m)^\s*-NONE-\s"
"""A correction that is a deletion although words follow it."""
_MOST_KEPT = 100
_Found = dict[tuple[int, bool, bool], "tuple[FlatTexts, Judged | None]"]
_kept: "WeakKeyDictionary[FlatTexts, _Found]" = WeakKeyDictionary()
"""The verdicts for a gold and its outputs, for the next level that asks, as long as the gold is in use.

References to the outputs keep their ids valid.
"""


def judge_flat(gold: Corpus, output: Output, dependent: bool, by_text: bool) -> "Judged | None":
    """Return the verdicts on the chunks of every sentence; None if objects are needed."""
    theirs, ours = gold.flat, output.flat
    if theirs is None or ours is None:
        return None
    found = _kept.setdefault(theirs, {})
    key = (id(ours), dependent, by_text)
    if key not in found:
        if len(found) >= _MOST_KEPT:
            found.clear()
        found[key] = (ours, _judge(theirs, ours, dependent, by_text))
    return found[key][1]


def _judge(theirs: "FlatTexts", ours: "FlatTexts", dependent: bool, by_text: bool) -> "Judged | None":
    from errata.kernels.flatchunks import judge_blocks

    found = theirs.source_lines(), theirs.correction_lines(), ours.correction_lines()
    lines = [PackedLines(*one) for one in found]
    if any(re.search(_BEGINS_EMPTY, corrections.data.decode()) for corrections in lines[1:]):
        return None
    vocabulary = Vocabulary("word")
    sources, wanted, made = map(vocabulary.flatten, lines)
    return judge_blocks(theirs.blocks, ours.blocks, (sources, wanted, made), dependent, by_text)


def tallies_of(judged: "Judged") -> list[Tally]:
    """Return the number of chunks with each verdict, row by row."""
    return [Tally(*row) for row in zip(*[iter(judged.tallies)] * len(Tally._fields), strict=True)]


def plain_counts(judged: "Judged") -> "array[int]":
    """Return tp, fp, fn and tn of every row, each chunk weighing the same."""
    tp, necessary, unnecessary, fn, tn = (judged.tallies[field :: len(Tally._fields)] for field in range(5))
    counts = array("q", bytes(8 * 4 * len(tp)))
    fp = array("q", [one + other for one, other in zip(necessary, unnecessary, strict=True)])
    for column, numbers in enumerate((tp, fp, fn, tn)):
        counts[column::4] = numbers
    return counts


def verdicts_of(judged: "Judged") -> Sequence[tuple[int, int]]:
    """Return the distinct pairs of verdict and length."""
    return sorted(set(zip(judged.cells, judged.lengths, strict=True)))
