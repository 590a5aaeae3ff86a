"""The byte scanner against str.split() and bytes.split()."""

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import sample

from errata.kernels.words import Interner
from errata.text.vocabulary import WordNumbers


@pytest.mark.parametrize("only_ascii", [False, True])
def test_scanner_splits_at_the_same_characters_as_python(only_ascii: bool) -> None:
    """Every code point, lone surrogates included, beside, between and at the end of words."""
    scanner, plain = Interner(only_ascii), WordNumbers(only_ascii)
    for code in range(sample(sys.maxunicode + 1, 0x3100)):
        line = f"a{chr(code)}b {chr(code)}"
        assert scanner.encode(line) == plain.encode(line), hex(code)
    assert len(scanner) == len(plain)


@given(st.lists(st.text(st.sampled_from("ab\u00e9\u3000\u2003\u0085\x1c\t \n\U0001d4b3"), max_size=30)), st.booleans())
def test_scanner_numbers_words_in_order_of_first_occurrence(lines: list[str], only_ascii: bool) -> None:
    """Scanner and dictionary agree line after line."""
    scanner, plain = Interner(only_ascii), WordNumbers(only_ascii)
    for line in lines:
        assert scanner.encode(line) == plain.encode(line)


def test_scanner_grows() -> None:
    """More words and bytes than the first tables hold."""
    scanner, plain = Interner(), WordNumbers()
    for start in range(0, sample(40_000, 9_000), 1000):
        line = " ".join(f"word{number}" for number in range(start, start + 1000))
        assert scanner.encode(line) == plain.encode(line)
    long = "x" * 200_000 + " word7"
    assert scanner.encode(long) == plain.encode(long)
    assert scanner.encode("word7 word8") == plain.encode("word7 word8")


_LINES = st.lists(st.text(st.sampled_from("ab\u00e9 \u3000\t"), max_size=20), max_size=6)


@given(_LINES, _LINES, _LINES, st.booleans())
def test_a_table_on_a_base_numbers_as_one_table_would(
    before: list[str], first: list[str], second: list[str], only_ascii: bool
) -> None:
    """Scanner and dictionary; two tables on one base do not see each other, and the base stays as it was."""
    kinds: tuple[Any, ...] = (Interner, WordNumbers)
    for kind in kinds:
        base = kind(only_ascii)
        for line in before:
            base.encode(line)
        n_words = len(base)
        for lines in (first, second):
            whole, rest = WordNumbers(only_ascii), kind(only_ascii, base)
            for line in before:
                whole.encode(line)
            assert [rest.encode(line) for line in lines] == [whole.encode(line) for line in lines]
            assert len(rest) == len(whole)
        assert len(base) == n_words


def test_words_that_a_base_learns_later_are_new() -> None:
    """Their numbers would be taken twice."""
    kinds: tuple[Any, ...] = (Interner, WordNumbers)
    for kind in kinds:
        base = kind()
        base.encode("a b")
        rest = kind(False, base)
        base.encode("c")
        assert list(rest.encode("d c b")) == [2, 3, 1]


_ENDS = st.text(st.sampled_from("ab\u00e9 \t\u2019\u2009\u3000\x1c"), max_size=12)
_MIDDLES = st.text(st.sampled_from("ab \u2019\u2009"), max_size=4)


@given(st.lists(st.tuples(_ENDS, _MIDDLES, _MIDDLES, _ENDS), min_size=1, max_size=5), st.booleans())
def test_lines_that_begin_or_end_alike_get_the_same_numbers(
    lines: list[tuple[str, str, str, str]], only_ascii: bool
) -> None:
    """As without their fellows, wherever white space of one byte or several lies."""
    from errata.kernels.lines import cut_lines

    sources = "".join(f"{head}{middle}{tail}\n" for head, middle, _, tail in lines).encode()
    outputs = "".join(f"{head}{middle}{tail}\n" for head, _, middle, tail in lines).encode()
    cuts = [cut_lines(text, len(lines)) for text in (sources, outputs)]
    plain, quick = Interner(only_ascii), Interner(only_ascii)
    known = (sources, *cuts[0], *quick.encode_lines(sources, *cuts[0]))
    plain.encode_lines(sources, *cuts[0])
    assert quick.encode_lines(outputs, *cuts[1], known) == plain.encode_lines(outputs, *cuts[1])


@given(_LINES)
def test_it_is_known_whether_ascii_tells_the_words(lines: list[str]) -> None:
    """Unless other white space was met: then both ways to split give the same numbers."""
    text, data = Interner(), Interner(True)
    encoded = [(text.encode(line), data.encode(line)) for line in lines]
    assert text.splits_as_ascii == ("\u3000" not in "".join(lines))
    assert all(one == other for one, other in encoded) or not text.splits_as_ascii


def test_lines_that_are_known_get_their_numbers_from_them() -> None:
    """The same numbers as without, whichever lines are the same."""
    from errata.kernels.lines import cut_lines

    sources = b"He go home .\n\nShe goes .\na b\n"
    outputs = b"He go home .\nx He\nShe went .\na b\n"
    plain, quick = Interner(), Interner()
    for interner in (plain, quick):
        interner.encode_lines(sources, *cut_lines(sources, 4))
    known = (sources, *cut_lines(sources, 4), *Interner().encode_lines(sources, *cut_lines(sources, 4)))
    cut = cut_lines(outputs, 4)
    assert quick.encode_lines(outputs, *cut, known) == plain.encode_lines(outputs, *cut)
    nothing = (b"", *cut_lines(b"\n\n\n\n", 4), *Interner().encode_lines(b"\n\n\n\n", *cut_lines(b"\n\n\n\n", 4)))
    assert quick.encode_lines(outputs, *cut, nothing) == plain.encode_lines(outputs, *cut)
