"""The error tree."""

from collections.abc import Callable

import pytest

import errata


@pytest.mark.parametrize(
    ("error", "built_in"),
    [
        (errata.FormatError, ValueError),
        (errata.LossError, ValueError),
        (errata.LengthError, ValueError),
        (errata.InputError, ValueError),
        (errata.OptionError, ValueError),
        (errata.UnknownNameError, LookupError),
        (errata.FileError, OSError),
        (errata.MissingExtraError, ImportError),
        (errata.WorkerError, RuntimeError),
    ],
)
def test_errors_are_the_built_in_a_caller_expects(error: type[Exception], built_in: type[Exception]) -> None:
    """Every error can be caught as ErrataError and as the built-in kind."""
    assert issubclass(error, errata.ErrataError)
    assert issubclass(error, built_in)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: errata.parse_measure("errnat"),
            "no measure is called 'errnat'; did you mean 'errant'? There are: c",
        ),
        (lambda: errata.parse_measure("M2"), "no measure is called 'M2'; did you mean 'm2'? "),
        (lambda: errata.parse_measure("m2,green"), "'m2,green' names several measures; give each by itself"),
        (
            lambda: errata.parse_measure("green:units=char"),
            "no option 'units'; did you mean 'unit'? There are: unit,",
        ),
        (lambda: errata.get_extractor("errta"), "no extractor is called 'errta'; did you mean 'errata'? "),
        (lambda: errata.get_extractor("xyz"), "no extractor is called 'xyz'; there are: errata, wdiff, errant"),
        (lambda: errata.read("x", format="jsnol"), "no format is called 'jsnol'; did you mean 'jsonl'? "),
    ],
)
def test_slips_of_the_pen_are_understood_and_refused(call: Callable[[], object], message: str) -> None:
    """The name that was meant is said where one is near."""
    with pytest.raises(errata.ErrataError) as caught:
        call()
    assert message in str(caught.value)
