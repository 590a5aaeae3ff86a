"""The error tree."""

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
    ],
)
def test_errors_are_the_built_in_a_caller_expects(error: type[Exception], built_in: type[Exception]) -> None:
    """Every error can be caught as ErrataError and as the built-in kind."""
    assert issubclass(error, errata.ErrataError)
    assert issubclass(error, built_in)
