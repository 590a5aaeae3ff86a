"""The measures by name."""

import pytest

from errata import UnknownNameError
from errata.measures import available_measures, get_measure


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("m2,gleu", r"^'m2,gleu' names several measures; give each by itself \(measures=\[…, …\]\)$"),
        ("m2,gle", r"^no measure is called 'm2,gle'; .*\(see 'errata measures'\)$"),
        (",", r"^no measure is called ','; "),
        ("gren", r"^no measure is called 'gren'; did you mean 'green'\?"),
    ],
)
def test_names_that_are_none(name: str, message: str) -> None:
    """Several that are known are told from one that is not."""
    with pytest.raises(UnknownNameError, match=message):
        get_measure(name)


def test_every_measure_is_found_by_its_name() -> None:
    """And says the same name."""
    for name, measure in available_measures().items():
        assert get_measure(name) is measure
        assert measure.name == name
