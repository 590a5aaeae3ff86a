"""Outputs of runs that ended early: lines that were cut, and the source in place of others."""

from collections.abc import Callable, Sequence

import pytest
from tests.check.test_screening import in_blocks, whole

from errata.check.cuts import Unchanged, is_cut, is_shorter
from errata.check.outputs import check_output
from errata.findings import Place

LATIN = [
    f"On day {n} he bought w{n}a w{n}b , w{n}c w{n}d and w{n}e , then went w{n}f by bus n{n} ." for n in range(200)
]
CHINESE = [f"我 昨天 去 了 第 {n} 学校 ， 然后 回家 吃 第 {n} 顿 饭 。" for n in range(200)]
UNSPACED = [f"我昨天去了第{n}学校，然后回家吃第{n}顿饭！" for n in range(200)]


def corrected(number: int, line: str) -> str:
    """Return some lines with another character, so that no long run is unchanged."""
    return line if number % 20 else line[:1] + line


def codes(sources: Sequence[str], outputs: Sequence[str]) -> list[str]:
    said = [found.code for found in check_output("sys", sources, outputs)]
    for size in (7, 64, len(sources)):
        assert in_blocks(list(sources), list(outputs), [], size) == whole(list(sources), list(outputs), [])
    return said


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("I saw a cat on a mat .", "I see a cat on", True),  # corrected, then cut
        ("I saw a cat on a mat .", "I saw a cat on a", True),  # 16 of 20 characters
        ("I saw a cat on a mat .", "I saw a cat on a m", False),
        ("I saw .", "I saw", False),
        ("I saw a cat on a mat .", "I saw a cat .", False),  # a sentence that was shortened
        ('He said : " I saw a cat on a mat .', 'He said : " I saw it . "', False),
        ("I saw a cat on a mat", "I saw a cat", False),  # the source has no stop either
        ("I saw a cat on a mat .", "", False),
        ("I saw a cat on a mat .", "No errors", False),  # other words
        ("我 昨天 去 学校 了 。", "我 昨天 去", True),
        ("我昨天去学校了！", "我昨天去", True),
        ("मैं कल स्कूल गया था ।", "मैं कल स्कूल", True),
    ],
)
def test_a_cut_line_is_shorter_and_lacks_the_end_of_its_source(source: str, output: str, expected: bool) -> None:
    """The words it has are mostly words of the source."""
    assert (is_shorter(source, output) and is_cut(source, output)) is expected


@pytest.mark.parametrize("sources", [LATIN, CHINESE, UNSPACED])
def test_cut_lines_are_reported_from_three_on(sources: list[str]) -> None:
    """The first is named, and all are counted."""
    for n_cut, expected in ((2, []), (3, ["cut-short"]), (40, ["cut-short"])):
        outputs = [
            line[: len(line) // 2] if 5 <= i < 5 + n_cut else corrected(i, line) for i, line in enumerate(sources)
        ]
        assert codes(sources, outputs) == expected
    [found] = check_output("sys", sources, outputs)
    assert (found.count, found.places[:2], found.severity) == (40, (Place(6), Place(7)), "warning")
    assert found.message == (
        "40 of 200 lines stop before the end of the source, first line 6; were they cut at a limit of tokens or "
        "characters? Raise it and generate these lines again: scores count the missing words as deletions"
    )


def test_in_long_texts_a_few_short_lines_are_no_sign() -> None:
    """It takes one line in two hundred."""
    for n_cut, expected in ((4, []), (5, ["cut-short"])):
        outputs = [line[:30] if i < n_cut else corrected(i, line) for i, line in enumerate(LATIN * 5)]
        assert codes(LATIN * 5, outputs) == expected


def test_lines_cut_after_a_few_words_are_not_called_unrelated() -> None:
    """Nor do they lack just their final marks."""
    for width in (20, 35, 50):
        assert codes(LATIN, [line[:width] for line in LATIN]) == ["cut-short"]


def test_cut_lines_are_reported_beside_fewer_that_share_few_words() -> None:
    """If as many share few words without being cut, these are all that is reported."""
    for n_cut, expected in ((21, ["unrelated", "cut-short"]), (20, ["unrelated"])):
        outputs = [
            f"Something else on day {i} ." if i < 20 else line[:60] if i < 20 + n_cut else corrected(i, line)
            for i, line in enumerate(LATIN)
        ]
        assert codes(LATIN, outputs) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda line: line[:-2], ["final-marks"]),
        (lambda line: line[:-2] if "5" not in line else line[:40], ["final-marks"]),  # most are complete otherwise
        (lambda line: line.replace(" ", ""), ["unrelated", "tokenisation"]),
        (lambda line: f"Some other text without an end {line[7:9]}", ["unrelated"]),
    ],
)
def test_what_another_finding_explains_is_not_called_cut(change: Callable[[str], str], expected: list[str]) -> None:
    """All of these have short lines without final punctuation, or seem to."""
    assert codes(LATIN, [change(line) for line in LATIN]) == expected


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ((), (12, 0)),
        ((0, 11), (10, 1)),
        ((3, 6), (5, 7)),
        ((5, 6), (5, 0)),
        ((0, 1, 2, 3, 8), (4, 4)),
        (tuple(range(12)), (0, 0)),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 12])
def test_the_longest_run_is_found_across_blocks(changed: tuple[int, ...], expected: tuple[int, int], size: int) -> None:
    """Its length, and where it begins, from 0: the first of several."""
    found = Unchanged()
    for first in range(0, 12, size):
        n = min(size, 12 - first)
        found.join(Unchanged(n, [line - first for line in changed if first <= line < first + n]))
    assert (found.longest, found.start if found.longest else 0, found.n_lines) == (*expected, 12)


def test_the_source_in_place_of_lines_in_a_row_is_reported() -> None:
    """A hundred lines and a tenth of all, if a fifth of the others differs."""
    changed = [line.replace("bought", "has bought") for line in LATIN]
    assert codes(LATIN, [*changed[:101], *LATIN[101:]]) == []
    outputs = [*changed[:60], *LATIN[60:160], *changed[160:]]
    assert codes(LATIN, outputs) == ["unchanged-run"]
    [found] = check_output("sys", LATIN, outputs)
    assert (found.message, found.count, found.places[0]) == (
        "100 lines in a row equal their source, lines 61 to 160, but 100 of the other 100 differ; did the system not "
        "reach them, and was the source put in place?",
        100,
        Place(61),
    )
    assert codes(LATIN * 6, outputs + changed * 5) == [], "less than a tenth"
    assert codes(LATIN, LATIN) == [], "a baseline"
    assert codes(LATIN, [*changed[:6], *LATIN[6:]]) == [], "too few changes to say anything"


@pytest.mark.parametrize(
    ("times", "every", "n_changed", "expected"),
    [
        (5, 5, 99, []),
        (5, 5, 100, ["unchanged-run"]),  # a fifth of the other lines
        (1, 2, 35, []),
        (1, 2, 36, ["unchanged-run"]),  # 37 * 0.5 ** 36 is less than 1e-9
    ],
)
def test_a_long_run_may_be_chance(times: int, every: int, n_changed: int, expected: list[str]) -> None:
    """If few of the lines after it differ."""
    sources = LATIN * times
    half = len(sources) // 2
    places = range(half, half + every * n_changed, every)
    outputs = [line.replace("bought", "has bought") if i in places else line for i, line in enumerate(sources)]
    assert codes(sources, outputs) == expected
