"""The words of sentences in flat arrays, and annotators' versions of them, without creating strings."""

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
"""White space between words other than ASCII white space."""


def flat_references(
    blocks: "Blocks",
    lines: tuple[PackedLines, PackedLines],
    annotators: Sequence[Annotator],
    vocabulary: Vocabulary,
    *,
    only_ascii: bool = False,
    with_sources: bool = True,
) -> "tuple[Texts, array[int]] | None":
    """Return the references as numbers, each group optionally preceded by its source; and whose each reference is.

    `lines` are sources and corrections; references are those of `Corpus.references`. `only_ascii` if the vocabulary
    splits at ASCII white space only: then None if corrections contain other white space, where they would be split.
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
    """Return the sources as numbers, and the result of `errata.kernels.m2blocks.sorted_rows`.

    A correction with anything but single spaces between its words becomes just `no_token`.
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
