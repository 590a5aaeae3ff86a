"""Differences of long texts, found between anchors."""

import random
from itertools import pairwise

import pytest

from errata.extract import anchors
from errata.extract.anchors import anchored_blocks
from errata.extract.worddiff import Block


def rebuilt(source: list[str], output: list[str], blocks: list[Block]) -> list[str]:
    """Return the output as the blocks make it of the source."""
    made: list[str] = []
    reached = 0
    for block in blocks:
        made += source[reached : block.start] + output[block.output_start : block.output_end]
        reached = block.end
    return made + source[reached:]


@pytest.mark.parametrize("seed", range(30))
def test_blocks_turn_one_text_into_the_other(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where words repeat, and runs of them moved; blocks are in order and have matched words between them."""
    monkeypatch.setattr(anchors, "_SMALL", 0)
    draw = random.Random(seed)
    source = [f"w{draw.randrange(12 if seed % 2 else 500)}" for _ in range(draw.randrange(200))]
    output = [word for word in source if draw.random() > 0.2]
    cut = draw.randrange(len(output) + 1)
    output = output[cut:] + output[:cut] if seed % 3 == 0 else [*output, "end"]
    blocks = anchored_blocks(source, output)
    assert rebuilt(source, output, blocks) == output
    for one, two in pairwise(blocks):
        assert two.start - one.end == two.output_start - one.output_end > 0
