"""A pytest fixture for regression tests of writing tools: a corrector must keep its scores.

In `conftest.py`, or on the command line with `-p`:

    pytest_plugins = ["errata.integrations.pytest_fixture"]

In a test:

    def test_the_corrector_keeps_its_score(errata_score):
        errata_score("gold.m2", correct, at_least={"m2": 0.55, "green": 0.8})
"""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

import pytest

import errata

Outputs = Callable[[str], str] | Sequence[str] | PathLike[str]
_SHOWN = 3


def check_score(
    gold: "errata.Corpus | str | PathLike[str]", outputs: Outputs, *, at_least: Mapping[str, float], **options: Any
) -> errata.Result:
    """Score outputs, fail the test if a score is worse than its bound, and return the result.

    `outputs` are corrections in the order of the gold, a file of them, or a function that corrects a source. `at_least`
    maps measures to bounds from 0 to 1; if lower scores are better, the bound is the highest allowed. `options` are
    those of `errata.score`, such as `raw=True` for a tool that writes plain text.
    """
    __tracebackhide__ = True  # so that pytest shows the line of the test
    corpus = gold if isinstance(gold, errata.Corpus) else errata.read(gold)
    if isinstance(outputs, str | PathLike):
        lines = errata.read_lines(outputs)
    else:
        lines = [outputs(source) for source in corpus.sources] if callable(outputs) else list(outputs)
    if not at_least:
        raise errata.InputError("at_least names no measure, so nothing would be tested")
    options.setdefault("extract", "errata")
    made = errata.score(corpus, lines, measures=list(at_least), **options)
    short = []
    for score, bound in zip(made.scores, at_least.values(), strict=True):
        sign = 1 if score.better == "higher" else -1
        if sign > 0 and abs(bound) > 1:
            raise errata.InputError(
                f"{score.title}: {bound:g}: scores go up to 1; for {bound:g} % write {bound / 100:g}"
            )
        if not sign * score.score >= sign * bound:  # so an undefined score falls short
            short.append(f"{score.title} is {score.score:.6g}, {'below' if sign > 0 else 'above'} {bound:g}")
            worst = sorted(score.sentences, key=lambda row: sign * row.score)[:_SHOWN]
            for row in worst:
                short.append(f"  sentence {row.index + 1} ({row.score:.3f})")
                short += [f"    source  {corpus[row.index].source}", f"    output  {lines[row.index]}"]
            short.append(f"  {score.signature}")
    if short:
        pytest.fail("\n".join(short), pytrace=False)
    return made


@pytest.fixture(scope="session")
def errata_score() -> Callable[..., errata.Result]:
    """Return the function that scores outputs and fails below a bound."""
    return check_score
