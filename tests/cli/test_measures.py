"""`errata measures`."""

from tests.support import run

import errata


def test_measures_lists_every_option_with_its_default() -> None:
    """As the code declares them."""
    ran = run("measures")
    assert ran.status == 0
    for name, measure in errata.available_measures().items():
        assert f"{name}  " in ran.out
        for option in measure.options():
            assert f"{option.name}=" in ran.out
            assert option.about in ran.out
    assert "unit=word|char, default word: " in ran.out
    assert run("measures", "green").out.startswith("green")
    assert run("measures", "nonsense").status == 2
