"""HOO scores as the programs of the shared tasks wrote them: result files in XML."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from errata.formats.xml import attributes
from errata.measures.hoo.ratios import ASPECTS
from errata.measures.results import Score

if TYPE_CHECKING:
    from errata.measures.hoo.measure import Hoo


def to_xml(scores: Sequence[Score]) -> str:
    """Return results with counts and scores, several side by side in `runs`.

    The option `bonus` of the measure decides what the scores are.
    """
    inner = [line for score in scores for line in _result_lines(score)]
    if len(scores) > 1:
        inner = ["<runs>", *inner, "</runs>"]
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *inner])


def _result_lines(score: Score) -> Iterator[str]:
    measure = cast("Hoo", score.made_by)
    counts = {
        "gold": score.counts["gold"],
        "system": score.counts["system"],
        "optional": score.counts["optional"],
        "detected": score.counts["detected"],
        "recognised": score.counts["recognised_gold"],
        "corrected": score.counts["corrected_system" if measure.preset == "hoo2011" else "corrected_gold"],
        "spurious": score.counts["spurious"],
        "missed_optional": score.counts["missing_optional"],
    }
    marks = [("system", score.system), ("block", score.details.get("block"))]
    marks += [("regime", "bonus" if measure.bonus else "nobonus"), ("signature", score.signature)]
    yield f"<results{attributes(marks)}>"
    yield "  <counts>"
    yield from (f"    <{name}>{count}</{name}>" for name, count in counts.items())
    yield "  </counts>"
    yield "  <scores>"
    for aspect in reversed(ASPECTS):
        yield f"    <{aspect}>"
        for name in ("precision", "recall", "f"):
            value = score.values[f"{aspect}_{name}"]
            tag = "score" if name == "f" else name
            yield f"      <{tag}/>" if math.isnan(value) else f"      <{tag}>{value!r}</{tag}>"
        yield f"    </{aspect}>"
    yield "  </scores>"
    yield "</results>"
