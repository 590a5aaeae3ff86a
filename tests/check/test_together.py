"""Whether files belong together."""

from pathlib import Path

import pytest
from tests.check.files import GOLD, PLAIN, SOURCES, text
from tests.support import NOOP, write_file

from errata import validate
from errata.check.examination import examine
from errata.check.together import shared_last_lines


def test_a_difference_is_shown_where_it_is(tmp_path: Path) -> None:
    """Not the beginnings of two long sentences, which are equal."""
    write = write_file(tmp_path)
    start = "word " * 40
    one, two = (write(f"{word}.m2", f"S {start}{word} .\n{NOOP}0\n") for word in ("one", "two"))
    [found] = validate(one, two)
    assert found.message == (
        f"the sentence has '…word word word word two .', but {one}, line 1, has '…word word word word one .'"
    )


def test_the_line_where_files_part_is_named(tmp_path: Path) -> None:
    """Also far from the next line that fits."""
    write = write_file(tmp_path)
    sources = [" ".join(f"w{n}{letter}" for letter in "abcdef") for n in range(30)]
    one, two = write("a.txt", text(sources)), write("b.txt", text(sources[:10] + sources[16:]))
    [found] = validate(one, two)
    assert (found.code, found.line) == ("line-count", 11)
    assert found.message == f"it has 24 lines but {one} has 30 sentences; they seem to be misaligned from line 11 on"


@pytest.mark.parametrize(
    ("ours", "codes"),
    [
        ("S A café is  here \n\n", ["double-blank", "outer-blank"]),
        ("S A cafe\u0301 is here\n\n", ["unicode-forms", "not-nfc"]),
    ],
)
def test_sources_may_differ_in_blanks_and_forms(tmp_path: Path, ours: str, codes: list[str]) -> None:
    """Blanks do not matter; another Unicode form is named as such."""
    write = write_file(tmp_path)
    found = validate(
        write("gold.m2", f"S A café is here\n{NOOP}0\n\n"), write("x.m2", ours.replace("\n\n", f"\n{NOOP}0\n\n"))
    )
    assert sorted(each.code for each in found) == sorted(codes)


def test_files_in_the_wrong_format_are_not_compared(tmp_path: Path) -> None:
    """One finding is enough."""
    write = write_file(tmp_path)
    found = validate(write("x.txt", PLAIN), gold=write("short.txt", "One .\n"))
    assert [each.code for each in found] == ["wrong-format"]


def test_a_text_of_empty_lines_keeps_one(tmp_path: Path) -> None:
    """An empty sentence is a sentence."""
    write = write_file(tmp_path)
    assert validate(write("a.txt", "\n"), write("b.txt", "\n")) == []


def test_other_tokens_are_worth_a_word_where_they_are_many(tmp_path: Path) -> None:
    """One or two may be corrections; three of twenty lines are another way to cut."""
    write = write_file(tmp_path)
    gold = write("gold.m2", GOLD)
    for n_lines, codes in ((2, []), (3, ["tokens-differ"])):
        glued = [line.replace("tells of", "tellsof") for line in SOURCES[:n_lines]]
        found = validate(gold, write("x.txt", text(glued + SOURCES[n_lines:])))
        assert [each.code for each in found] == codes


def test_empty_lines_that_all_files_end_with(tmp_path: Path) -> None:
    """As many as the file with the fewest has; the only line of a file is never one, and M2 has none."""
    write = write_file(tmp_path)
    one, two, bare = (
        str(write(name, lines)) for name, lines in (("1.txt", "a\n\n\n"), ("2.txt", "b\n\n"), ("3.txt", "\n"))
    )
    gold = str(write("gold.m2", "S a\n\n"))
    for paths, expected in (((one, two), 1), ((one,), 2), ((one, bare), 0), ((gold, one), 0), ((), 0)):
        assert shared_last_lines(examine(paths)[0]) == expected


def test_references_with_the_same_lines_are_named_by_their_files(tmp_path: Path) -> None:
    """The second, whatever it is called."""
    write = write_file(tmp_path)
    source, other = write("src.txt", PLAIN), write("c.txt", PLAIN.replace("and", "or"))
    one, two = (write(name, PLAIN.replace("tells", "told")) for name in ("a.txt", "b.txt"))
    [found] = validate(source=source, references=[other, one, two])
    assert (found.code, found.file) == ("reference-twice", str(two))
    assert found.message.startswith("all 20 lines equal reference 1, and 20 of them differ from the source")
    assert validate(source=source, references=[other, one]) == []
