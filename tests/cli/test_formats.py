"""`errata formats`."""

import re

from tests.support import run

import errata
from errata.formats.losses import FEATURES


def test_formats_lists_every_format() -> None:
    """With suffixes."""
    ran = run("formats")
    for form in errata.available_formats().values():
        assert form.about in ran.out
        assert " ".join(form.suffixes) in ran.out


def test_formats_lists_settings() -> None:
    """With the option that takes them."""
    ran = run("formats", "--settings")
    for form in errata.available_formats().values():
        for name, about in (form.read_settings | form.settings).items():
            assert any(
                line.startswith(f"{form.name} ")
                and f" {name} " in line
                and line.endswith((about, f"{about} (--columns)", f"{about} (--source)"))
                for line in ran.out.splitlines()
            )
    assert re.search(r"^ua-gec +--from --to +escape +", ran.out, re.MULTILINE)


def test_what_formats_carry_is_a_table() -> None:
    """A line for each feature, a column for each format; what is lost is a dash."""
    heads, rule, *rows = run("formats", "--carries").out.splitlines()
    assert heads.split() == list(errata.available_formats())
    assert set(rule) == {"─"}
    assert [row.partition("  ")[0] for row in rows] == list(FEATURES.values())
    plain = heads.index("text")
    assert {row[plain : plain + 3].strip() for row in rows} == {"yes", "–"}
