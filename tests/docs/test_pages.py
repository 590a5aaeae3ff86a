"""What the README and the documentation show is what happens."""

import re
from pathlib import Path

import pytest
from benchmarks.readme import PLACE
from tests.docs.blocks import PAGES, Block, Reader, matches, parse_blocks, read_page, renewed, split_commands
from tests.docs.tables import generate
from tests.support import ROOT

import errata
from errata.cli import COMMANDS
from errata.measures import available_measures


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_block_does_what_it_shows(page: Path, tmp_path: Path) -> None:
    """Commands print exactly this, examples give exactly this; `python -m tests.docs --update` renews outputs."""
    for ran in read_page(page, tmp_path):
        where = f"{page.name}, line {ran.block.line}"
        assert not ran.remark, f"{where}: {ran.remark}"
        if not ran.agrees:
            assert ran.made == ran.block.lines, where


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_generated_tables_are_current(page: Path) -> None:
    """`python -m tests.docs --update` makes them anew."""
    text = page.read_text(encoding="utf-8")
    assert generate(text) == text


@pytest.mark.parametrize("name", sorted(available_measures()))
def test_every_measure_has_a_page_with_its_options_and_edge_cases(name: str) -> None:
    """Generated, so they are those of the code; the same sections on each, which other pages point to."""
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert f"<!-- generated: options {name} -->" in text
    assert f"<!-- generated: edge-cases {name} -->" in text
    assert re.findall(r"^## (Definition|Options|Edge cases|Differences|Cost)\b", text, re.MULTILINE) == [
        "Definition",
        "Options",
        "Edge cases",
        "Differences",
        "Cost",
    ]


@pytest.mark.parametrize("name", sorted(name for name, kind in available_measures().items() if not kind.by_name_only))
def test_the_cost_on_a_page_is_that_of_the_readme(name: str) -> None:
    """`python -m benchmarks --readme` fills both from one run; the README has those with an original."""
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    told = [place[0] for place in PLACE.finditer(text) if place["measure"] == name]
    assert len(told) == 1
    if "The original takes" in told[0]:
        row = re.search(rf"^\| `{name}`.*", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
        assert row
        assert re.findall(r"[\d.]+ (?:s|MB)\b", row[0]) == re.findall(r"[\d.]+ (?:s|MB)\b", told[0])


def test_every_public_name_is_listed_without_the_site() -> None:
    """In the file, with what it is; `make docs` adds the rest."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| \S.* \|$", text, re.MULTILINE)
    assert sorted(listed) == sorted(name for name in errata.__all__ if not name.startswith("_"))
    assert "`make docs`" in text
    cut_off = re.findall(r"^\| `(\w+)` \| .*[^.] \|$", text, re.MULTILINE)
    assert cut_off == [], "summaries that do not fit the first line of their docstring"


def test_links_of_the_readme_lead_somewhere() -> None:
    """To files of the repository; those between pages are looked at in the site."""
    targets = re.findall(r"\]\(([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_command_has_a_section() -> None:
    """With its arguments, as its parser has them."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\w+)\n(?:.*\n)*?<!-- generated: command \1 -->$", text, re.MULTILINE) == list(COMMANDS)


def test_commands_that_can_be_quiet_are_named() -> None:
    """All that have the option, and no others."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    shared, *sections = re.split(r"^## (?=\w+\n)", text, flags=re.MULTILINE)
    told = re.search(r"`--quiet`, which (.*?) have, silences", shared, re.DOTALL)
    assert told
    assert re.findall(r"`(\w+)`", told[1]) == [part.split("\n")[0] for part in sections if "`--quiet` |" in part]


def test_blocks_are_found_with_their_place() -> None:
    """Indented ones lose their indent; an open one is refused."""
    text = "a\n```console\n$ ls\n```\n- b\n  ```python\n  x = 1\n  ```\n"
    assert list(parse_blocks(text)) == [Block(2, "console", ("$ ls",)), Block(6, "python", ("x = 1",), "  ")]
    with pytest.raises(ValueError, match="line 1: the block has no end"):
        list(parse_blocks("```python\nx = 1"))


def test_commands_are_parted_from_their_output() -> None:
    """A command goes on after '> '; blank lines at the end are not compared."""
    block = Block(1, "console", ("$ errata a \\", "> b", "x", "", "$ errata c", "> d"))
    assert split_commands(block) == [(["errata a \\", "> b"], ("x",)), (["errata c", "> d"], ())]


@pytest.mark.parametrize(
    ("shown", "made", "expected"),
    [
        ("a b", "a b", True),
        ("a b", "a", False),
        ("a …", "a b c", True),
        ("a … d", "a b c", False),
        ("… c", "a b c", True),
        ("a.", "ab", False),
    ],
)
def test_a_line_of_dots_stands_for_any_lines(shown: str, made: str, expected: bool) -> None:
    """And for nothing else."""
    assert matches(tuple(shown.split()), tuple(made.split())) is expected


@pytest.mark.parametrize(
    ("shown", "made", "expected"),
    [
        ("a b", "a c", "a c"),
        ("a … d", "a b c e", "a … e"),
        ("x … d", "a b c d", "a … d"),
        ("a … d", "a d", "a … d"),
        ("a … d … g", "a b c d e f h", "a … d … h"),
        ("…", "a b", "…"),
        ("x y …", "a", "a …"),
    ],
)
def test_what_is_left_out_stays_left_out(shown: str, made: str, expected: str) -> None:
    """When outputs are renewed."""
    assert renewed(tuple(shown.split()), tuple(made.split())) == tuple(expected.split())


@pytest.mark.parametrize(
    ("language", "text", "agrees", "made"),
    [
        (
            "console",
            "$ head -n 1 gold.m2\nS x",
            False,
            "$ head -n 1 gold.m2\nS Last summer I have visited my aunt in the Portugal .",
        ),
        ("console", "$ errata nonsense", False, None),
        ("console", "$ cat nowhere\nx", False, "$ cat nowhere\nx"),
        ("console", "$ errata score nowhere.m2 x\nx", False, "$ errata score nowhere.m2 x\nx"),
        ("console", "$ rm gold.m2", False, "$ rm gold.m2"),
        ("console", "errata demo", False, "errata demo"),
        ("python", ">>> 1 + 1\n3\n>>> x = 5\n>>> x\n5", False, ">>> 1 + 1\n2\n>>> x = 5\n>>> x\n5"),
        (
            "python",
            ">>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: division by zero",
            True,
            None,
        ),
        ("python", "x = 1 +", False, "x = 1 +"),
        ("python", "open('gold.m2').close()", True, None),
    ],
)
def test_blocks_that_are_wrong_are_noticed(
    language: str, text: str, agrees: bool, made: str | None, tmp_path: Path
) -> None:
    """And what they should say is known."""
    ran = Reader(tmp_path).run(Block(1, language, tuple(text.split("\n"))))
    assert ran.agrees is agrees
    if made is not None:
        assert "\n".join(ran.made) == made
