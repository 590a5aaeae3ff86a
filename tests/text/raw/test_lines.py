"""Lines and sources, one for one."""

import pytest

from errata.errors import LengthError
from errata.text.raw.lines import fit_lines

SOURCES = [
    "Seven old men sits by the river .",
    "My sister cook rice on Monday .",
    "Nobody knew where the dog have gone .",
    "We was happy about the new house .",
    "The train arrive late every night .",
    "Green apples tastes better than red ones .",
]
OUTPUTS = [
    "Seven old men sit by the river.",
    "My sister cooks rice on Monday.",
    "Nobody knew where the dog had gone.",
    "We were happy about the new house.",
    "The train arrives late every night.",
    "Green apples taste better than red ones.",
]


def test_lines_that_fit() -> None:
    """Also if one is empty, or quite another sentence."""
    assert fit_lines(SOURCES, OUTPUTS).lines == tuple(OUTPUTS)
    for other in ("", "Quite another thing entirely!"):
        found = fit_lines(SOURCES, [*OUTPUTS[:2], other, *OUTPUTS[3:]])
        assert (found.n_blank, found.warning) == (0, "")


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (OUTPUTS[:2] + OUTPUTS[3:], "5 lines for 6 sources; from line 3 on they do not fit: no line for source 3"),
        (
            [*OUTPUTS[:2], f"{OUTPUTS[2]} {OUTPUTS[3]}", *OUTPUTS[4:]],
            "5 lines for 6 sources; from line 3 on they do not fit: line 3 holds sources 3 and 4",
        ),
        (
            [*OUTPUTS[:2], "Nobody knew where", "the dog had gone.", *OUTPUTS[3:]],
            "7 lines for 6 sources; from line 3 on they do not fit: source 3 is spread over lines 3 and 4",
        ),
        (
            [*OUTPUTS[:2], "Something that nobody asked for.", *OUTPUTS[2:]],
            "7 lines for 6 sources; from line 3 on they do not fit: line 3 belongs to no source",
        ),
        ([*OUTPUTS, "And one more."], "7 lines for 6 sources; from line 7 on they do not fit: the lines before fit"),
        ([], "0 lines for 6 sources; from line 1 on they do not fit: the lines before fit"),
    ],
)
def test_where_lines_begin_not_to_fit(outputs: list[str], message: str) -> None:
    """The first wrong line and what happened there."""
    with pytest.raises(LengthError) as caught:
        fit_lines(SOURCES, outputs)
    assert str(caught.value) == message


def test_a_shift_in_a_file_of_the_right_length_is_a_warning() -> None:
    """One line lost and one added later."""
    found = fit_lines(SOURCES, [*OUTPUTS[:1], *OUTPUTS[2:], "The end."])
    assert found.warning == "from line 2 on the lines may not fit: no line for source 2"


def test_blank_lines_are_left_out_only_if_that_makes_the_numbers_agree() -> None:
    """And only if no source is empty, whose output would be blank."""
    spaced = [line for output in OUTPUTS for line in (output, " ")]
    assert fit_lines(SOURCES, spaced).lines == tuple(OUTPUTS)
    assert fit_lines(SOURCES, spaced).n_blank == 6
    with pytest.raises(LengthError):
        fit_lines([*SOURCES[:-1], ""], spaced)
    with pytest.raises(LengthError):
        fit_lines(SOURCES, spaced[:-2])
