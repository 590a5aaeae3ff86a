"""Every measure, one of which lower scores are better included."""

import pytest
from tests.measures.lower import ErrorRate

from errata import available_measures

MEASURES = sorted([*available_measures().items(), (ErrorRate.name, ErrorRate)])
every_measure = pytest.mark.parametrize("measure", [cls for _, cls in MEASURES], ids=[name for name, _ in MEASURES])
