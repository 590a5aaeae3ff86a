"""Every measure with its settings, and one way to score texts with any of them."""

import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache

import pytest
from tests.measures.lower import ErrorRate
from tests.support import as_edits

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    Measure,
    OptionError,
    Score,
    Text,
    available_measures,
)
from errata.extract.wdiff import extract_edits

MEASURES = sorted([*available_measures().items(), (ErrorRate.name, ErrorRate)])
every_measure = pytest.mark.parametrize("measure", [cls for _, cls in MEASURES], ids=[name for name, _ in MEASURES])

Texts = tuple[list[str], list[list[str]], list[str]]


@lru_cache(maxsize=5000)
def edits_between(source: str, target: str) -> tuple[Edit, ...]:
    return tuple(extract_edits(source, target))


def documents(sources: Sequence[str], targets: Sequence[str], name: str) -> Corpus:
    """Return sources as documents with the edits that lead to the targets."""
    pairs = zip(sources, targets, strict=True)
    made = [Text.document(f"d{n}", source, edits_between(source, target)) for n, (source, target) in enumerate(pairs)]
    return Corpus(tuple(made), name)


def result(measure: Measure, texts: Texts, workers: int = 1) -> Score:
    """Score one system quietly, its texts as edits where the measure wants those.

    A measure of documents gets each sentence as one, with edits by word difference. Documents have one reference:
    the last, which may be the perfect one.
    """
    sources, references, outputs = texts
    if measure.works_on == "documents":
        ours, theirs = documents(sources, references[-1], "gold"), documents(sources, outputs, "output")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ErrataWarning)
            return errata.score(ours, theirs, measures=[measure], workers=workers).scores[0]
    gold = as_edits(sources, references) if measure.needs_gold_edits else Corpus.from_texts(sources, references)
    systems = {"output": outputs} | ({"unchanged": sources} if measure.properties.compares_systems else {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return errata.score(
            gold,
            {
                name: as_edits(sources, [lines]) if measure.needs_output_edits else lines
                for name, lines in systems.items()
            },
            measures=[measure],
            workers=workers,
        ).scores[0]


def variants(measure: type[Measure]) -> list[Measure]:
    """Return the measure with its defaults, with each choice and switch turned once, and with declared settings.

    A choice or switch that the measure refuses alone must occur in the settings it declares.
    """
    settings: Sequence[Mapping[str, object]] = measure.properties.settings
    made = [measure(), *(measure(**setting) for setting in settings)]
    for option in measure.options():
        values: Sequence[object] = option.choices or ((True, False) if option.kind is bool else ())
        for value in values:
            if value == option.default:
                continue
            try:
                made.append(measure(**{option.field: value}))
            except OptionError:
                assert any(setting.get(option.field) == value for setting in settings), (option.name, value)
    return made
