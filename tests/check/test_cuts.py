"""Outputs that stop before the end of their source."""

from collections.abc import Callable, Sequence

import pytest
from tests.check.test_screening import in_blocks, whole

from errata.check.cuts import is_cut, is_shorter
from errata.check.outputs import check_output
from errata.findings import Place

LATIN = [
    f"On day {n} he bought w{n}a w{n}b , w{n}c w{n}d and w{n}e , then went w{n}f by bus n{n} ." for n in range(200)
]
CHINESE = [f"我 昨天 去 了 第 {n} 学校 ， 然后 回家 吃 第 {n} 顿 饭 。" for n in range(200)]
UNSPACED = [f"我昨天去了第{n}学校，然后回家吃第{n}顿饭！" for n in range(200)]


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
        outputs = [line[: len(line) // 2] if 5 <= i < 5 + n_cut else line for i, line in enumerate(sources)]
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
        outputs = [line[:30] if i < n_cut else line for i, line in enumerate(LATIN * 5)]
        assert codes(LATIN * 5, outputs) == expected


def test_lines_cut_after_a_few_words_are_not_called_unrelated() -> None:
    """Nor do they lack just their final marks."""
    for width in (20, 35, 50):
        assert codes(LATIN, [line[:width] for line in LATIN]) == ["cut-short"]


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
