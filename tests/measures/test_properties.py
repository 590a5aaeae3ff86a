"""What every measure promises, held to it by the suite that plug-ins use too (`errata.testing`)."""

import pytest
from hypothesis import given
from tests.measures.suite import every_measure
from tests.strategies import scored_texts

from errata import Measure
from errata.testing import OF_MEASURES, OF_TEXTS, Texts, check_measure


@every_measure
@pytest.mark.parametrize("check", OF_MEASURES)
def test_every_measure_is_as_declared(measure: type[Measure], check: str) -> None:
    """On texts of the suite."""
    check_measure(measure, check)


@every_measure
@given(texts=scored_texts())
def test_every_measure_is_as_declared_on_any_texts(measure: type[Measure], texts: Texts) -> None:
    """On random ones, which a failure makes as small as can be."""
    for check in OF_TEXTS.values():
        check(measure, texts)
