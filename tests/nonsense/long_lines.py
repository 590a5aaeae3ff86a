"""Lines far longer than a sentence: each is scored, or refused by its place and size, never the end of the process."""

import random
from collections.abc import Callable, Sequence

from tests.nonsense.case import Case

_CUT = "split the line into sentences"


def _words(n_words: int, n_different: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [f"w{rng.randrange(n_different)}" for _ in range(n_words)]


def _line(n_words: int, n_different: int, seed: int) -> Callable[[], str]:
    return lambda: " ".join(_words(n_words, n_different, seed)) + "\n"


def _rewritten(n_words: int, n_different: int) -> Callable[[], str]:
    """Gold whose only edit puts other words in the place of all."""

    def make() -> str:
        source, correction = (" ".join(_words(n_words, n_different, seed)) for seed in (1, 2))
        return f"S {source}\nA 0 {n_words}|||R|||{correction}|||REQUIRED|||-NONE-|||0\n\n"

    return make


def _crowd(n_annotators: int, n_words: int) -> Callable[[], str]:
    """Gold of one sentence that each annotator corrects in one place."""

    def make() -> str:
        edits = (
            f"A {who % n_words} {who % n_words + 1}|||R|||x{who}|||REQUIRED|||-NONE-|||{who}\n"
            for who in range(n_annotators)
        )
        return f"S {' '.join(f'w{at}' for at in range(n_words))}\n{''.join(edits)}\n"

    return make


def _each_word_changed(n_words: int) -> Callable[[], str]:
    """Gold with an edit of each word."""

    def make() -> str:
        edits = (f"A {at} {at + 1}|||R|||x{at}|||REQUIRED|||-NONE-|||0\n" for at in range(n_words))
        return f"S {' '.join(f'w{at}' for at in range(n_words))}\n{''.join(edits)}\n"

    return make


def _case(
    name: str,
    command: Sequence[str],
    gold: Callable[[], str],
    output: Callable[[], str],
    says: Sequence[str],
    status: int = 2,
) -> Case:
    return Case(
        name=name,
        command=tuple(command),
        files={"gold.m2": gold, "out.txt": output, "b.txt": output},
        says=tuple(says),
        status=status,
        seconds=120,
        megabytes=2_000,
    )


_IMEASURE = ("score", "gold.m2", "out.txt", "--measure", "imeasure")
_M2 = ("score", "gold.m2", "out.txt", "--measure", "m2")
_ERRANT = ("score", "gold.m2", "out.txt", "--measure", "errant", "--extract")
_UNRELATED = ("gold.m2, sentence 1: source, output and reference differ in stretches", "so little in common", _CUT)

CASES: list[Case] = [
    *(
        _case(
            f"imeasure, {n:,} random words rewritten",
            _IMEASURE,
            _rewritten(n, 1000),
            _line(n, 1000, 3),
            (*_UNRELATED, f"{n:,}, {n:,} and {n:,} words"),
        )
        for n in (1_625, 2_000)
    ),
    _case(
        "imeasure, 20,000 random words rewritten",
        _IMEASURE,
        _rewritten(20_000, 1000),
        _line(20_000, 1000, 3),
        ("gold.m2, sentence 1", "20,000, 20,000 and 20,000 words, too long to be aligned", _CUT),
    ),
    _case(
        "compare by imeasure, 1,625 random words",
        ("compare", "gold.m2", "out.txt", "b.txt", "--measure", "imeasure"),
        _rewritten(1_625, 1000),
        _line(1_625, 1000, 3),
        _UNRELATED,
    ),
    _case(
        "explain imeasure, 1,625 random words",
        ("explain", "gold.m2", "out.txt", "--measure", "imeasure", "--sentence", "1"),
        _rewritten(1_625, 1000),
        _line(1_625, 1000, 3),
        _UNRELATED,
    ),
    _case(
        "extracting edits of 33,000 words against 67,000",
        (*_ERRANT, "errata"),
        _rewritten(33_000, 10**6),
        _line(67_000, 10**6, 3),
        ("out.txt, line 1: 33,000 words of the source against 67,000", "differ too much to be aligned", _CUT),
    ),
    _case(
        "extracting edits of 10,000 words of a vocabulary of 1,000",
        (*_ERRANT, "errata"),
        _rewritten(10_000, 1000),
        _line(10_000, 1000, 3),
        ("out.txt, line 1: 10,000 words of the source against 10,000", "so different an order", _CUT),
    ),
    _case(
        "imeasure, 50,000 edits in one sentence",
        _IMEASURE,
        _each_word_changed(50_000),
        _line(50_000, 10**6, 3),
        ("gold.m2, sentence 1", "50,000, 50,000 and 50,000 words, too long to be aligned", _CUT),
    ),
    _case(
        "imeasure, 40,000 annotators",
        _IMEASURE,
        _crowd(40_000, 9),
        lambda: "w0 x1 w2 w3 w4 w5 w6 w7 w8\n",
        ("1 of 1 sentence is not proven optimal (sentence 1)",),
        status=0,
    ),
    _case(
        "difficulty of 40,000 annotators in turn",
        ("difficulty", "gold.m2", "out.txt", "--extract", "errata", "--annotator", "all"),
        _crowd(40_000, 9),
        lambda: "w0 x1 w2 w3 w4 w5 w6 w7 w8\n",
        ("gold.m2 has 40,000 annotators", "at most 1,000 can be the reference in turn; choose one of them"),
    ),
    _case(
        "word difference of 20,000 words against others",
        (*_ERRANT, "wdiff"),
        _rewritten(20_000, 10**6),
        _line(20_000, 10**6, 3),
        (
            "out.txt, line 1: texts of 20,000 and 20,000 words have no 16 words in common in a row",
            "from words 1 and 1 on",
        ),
    ),
    _case(
        "m2, 5,000 words of a vocabulary of twenty",
        _M2,
        _rewritten(5_000, 20),
        _line(5_000, 20, 3),
        ("1 of 1 sentence decided by the bounded search (line 1)",),
        status=0,
    ),
    _case(
        "m2, 5,000 words of a vocabulary of three",
        _M2,
        _rewritten(5_000, 3),
        _line(5_000, 3, 3),
        ("1 of 1 sentence decided by the bounded search (line 1)",),
        status=0,
    ),
    _case(
        "m2, strictly, 5,000 words of a vocabulary of twenty",
        (*_M2[:-1], "m2:strict=yes"),
        _rewritten(5_000, 20),
        _line(5_000, 20, 3),
        ("out.txt, line 1: an exact search", "takes more than the budget of 20,000,000"),
    ),
    _case(
        "m2, 4,000 words against 4,000 that have nothing in common",
        _M2,
        _rewritten(4_000, 10**6),
        _line(4_000, 10**9, 3),
        ("out.txt, line 1: 4,000 words can be", "aligned with 4,000 in so many ways", "vertices", _CUT),
    ),
    _case(
        "m2, a line of 40,000 words",
        _M2,
        _rewritten(40_000, 1000),
        _line(40_000, 1000, 3),
        ("out.txt, line 1: comparing 40,000 words with 40,000", "at most 268,435,456 are filled", _CUT),
    ),
]
