"""The words of sentences that are in flat arrays, and what annotators make of them, without a string for any."""

import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from errata.kernels.buffers import Texts
from errata.model import Annotator
from errata.text.packed import PackedLines
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.kernels.m2blocks import Blocks

_NOT_ASCII_SPACE = "[\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
"""White space between words that is none between those of ASCII."""


def flat_references(
    blocks: "Blocks",
    lines: tuple[PackedLines, PackedLines],
    annotators: Sequence[Annotator],
    vocabulary: Vocabulary,
    *,
    only_ascii: bool = False,
    with_sources: bool = True,
) -> "tuple[Texts, array[int]] | None":
    """Return each source, if so wished, followed by its references, as numbers; and whose each reference is.

    `lines` are sources and corrections; references are those of `Corpus.references`. `only_ascii` where the vocabulary
    splits at white space of ASCII only: then None if corrections have other white space, at which they are split.
    """
    from errata.kernels.m2blocks import apply_edits

    sources, corrections = lines
    if only_ascii and re.search(_NOT_ASCII_SPACE, corrections.data.decode()):
        return None
    words = vocabulary.flatten(sources), vocabulary.flatten(corrections)
    return apply_edits(blocks, *words, array("i", annotators or (0,)), with_sources)


def flat_rows(
    blocks: "Blocks", lines: tuple[PackedLines, PackedLines], vocabulary: Vocabulary, no_token: int
) -> "tuple[Texts, tuple[array[int], array[int], array[int], array[int]], Texts, array[int]]":
    """Return the sources as numbers, and what `errata.kernels.m2blocks.sorted_rows` does.

    A correction with more or other than single spaces between its words is `no_token` alone.
    """
    from errata.kernels.m2blocks import sorted_rows

    corrections = vocabulary.flatten(lines[1])
    text = lines[1].data.decode()
    if re.search(r"[^\S \n]|  ", text):  # where there are any, each is looked at
        numbers = [corrections.text(place) for place in range(len(lines[1]))]
        for place, correction in enumerate(text.split("\n")[:-1]):
            stripped = correction.strip()
            if stripped and stripped.split(" ") != stripped.split():
                numbers[place] = array("i", [no_token])
        corrections = Texts.of_arrays(numbers)
    rows, corrections, annotators = sorted_rows(blocks, corrections)
    return vocabulary.flatten(lines[0]), rows, corrections, annotators
