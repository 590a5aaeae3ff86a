"""Options of measures: parsed, checked and shown from their declarations."""

import math
from pathlib import Path

import pytest

from errata import Difficulty, Gleu, Green, Hoo, OptionError, UnknownNameError, Weights, parse_measure, write_weights
from errata.measures import available_measures
from errata.measures.options import Option


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("green", Green()),
        ("green:", Green()),
        ("green:unit=char", Green(unit="char", n=6)),
        (
            "green:unit=char,n=3,beta=1,strip=no,level=sentence",
            Green(unit="char", n=3, beta=1.0, strip=False, level="sentence"),
        ),
    ],
)
def test_measures_are_made_from_text(text: str, expected: Green) -> None:
    """Name, colon, settings separated by commas."""
    assert parse_measure(text) == expected


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("grene", UnknownNameError, "no measure is called 'grene'; did you mean 'green'"),
        (
            "green:bta=1",
            OptionError,
            "measure green has no option 'bta'; did you mean 'beta'.* unit, n, beta, level, strip",
        ),
        ("green:beta", OptionError, "'beta' in 'green:beta' is not an option"),
        ("green:=1", OptionError, "is not an option"),
        ("green:n=2,n=3", OptionError, "option 'n' is given twice"),
        ("green:beta=two", OptionError, "measure green: beta takes a number from 0 to 1000, not 'two'"),
        ("green:n=2.5", OptionError, "n takes a whole number from 1 to 100, not '2.5'"),
        ("green:beta=-1", OptionError, "beta takes a number from 0 to 1000, not '-1'"),
        ("green:beta=nan", OptionError, "beta takes a number from 0 to 1000, not 'nan'"),
        ("green:beta=inf", OptionError, "beta takes a number from 0 to 1000, not 'inf'"),
        ("green:n=0", OptionError, "n takes a whole number from 1 to 100, not '0'"),
        ("green:n=101", OptionError, "from 1 to 100, not '101'"),
        ("green:unit=byte", OptionError, "unit takes word or char, not 'byte'"),
        ("green:strip=true", OptionError, "strip is yes or no, not 'true'"),
    ],
)
def test_bad_settings_are_refused(text: str, error: type[Exception], message: str) -> None:
    """With the measure, the option, the value and what it takes."""
    with pytest.raises(error, match=message):
        parse_measure(text)


@pytest.mark.parametrize("options", [{"n": True}, {"n": 2.0}, {"unit": 3}, {"strip": 1}, {"beta": "2"}, {"beta": True}])
def test_values_of_the_wrong_kind_are_refused(options: dict[str, object]) -> None:
    """Python callers get no silent conversion either, but for whole numbers where any number goes."""
    with pytest.raises(OptionError, match="measure green"):
        Green(**options)  # type: ignore[arg-type]
    assert Green(beta=1).beta == 1.0


def test_options_may_be_called_what_no_field_can_be() -> None:
    """The name is for users, the field for Python."""
    made = parse_measure("gleu:variant=2015,lambda=0.5")
    assert made == Gleu(variant="2015", lambda_=0.5)
    assert "|lambda:0.5|" in made.signature("0123abcd")
    [declared] = [option for option in Gleu.options() if option.name == "lambda"]
    assert declared.field == "lambda_"
    with pytest.raises(OptionError, match="measure gleu: lambda takes a number from 0 to 1000, not 'x'"):
        Gleu(variant="2015", lambda_="x")  # type: ignore[arg-type]


def declared(measure: type, name: str) -> Option:
    [found] = [option for option in measure.options() if option.name == name]  # type: ignore[attr-defined]
    assert isinstance(found, Option)
    return found


def test_values_that_live_in_files_are_read_from_there(tmp_path: Path) -> None:
    """On a command line one writes the path, or the word for none; from Python one gives the object."""
    weights = Weights(2, ((1, 0), (2,)))
    write_weights(weights, tmp_path / "w.txt")
    option = declared(Difficulty, "weights")
    assert option.parse(str(tmp_path / "w.txt")) == weights
    assert option.parse(option.none) is None
    assert option.show(None) == option.none == "outputs"
    with pytest.raises(OptionError, match=r"weights takes what errata.read_weights reads from a file, not 'w.txt'"):
        option.check("w.txt")


def test_a_tilde_is_the_home_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shells leave one alone that follows an equals sign."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    write_weights(Weights(2, ((1, 0), (2,))), tmp_path / "w.txt")
    assert parse_measure("difficulty:weights=~/w.txt") == parse_measure(f"difficulty:weights={tmp_path}/w.txt")


def test_annotators_are_numbers_where_they_can_be() -> None:
    """Other names stay text."""
    option = declared(Difficulty, "reference")
    assert [option.parse(text) for text in ("0", "12", "ann", "-1", "007")] == [0, 12, "ann", -1, "007"]


@pytest.mark.parametrize(
    ("measure", "name", "expected"),
    [
        (Green, "unit", "word or char"),
        (Green, "strip", "yes or no"),
        (Green, "n", "a whole number from 1 to 100"),
        (Green, "beta", "a number from 0 to 1000"),
        (Hoo, "types", "text"),
    ],
)
def test_what_an_option_takes_in_words(measure: type, name: str, expected: str) -> None:
    """Choices, kinds and bounds."""
    assert declared(measure, name).describe() == expected


@pytest.mark.parametrize("text", ["1_0", " 1", "1 ", "", "0x1"])
def test_numbers_are_written_plainly(text: str) -> None:
    """What Python would read besides is refused."""
    with pytest.raises(OptionError, match="n takes a whole number from 1 to 100, not"):
        declared(Green, "n").parse(text)


_NUMBERS = [
    (name, option.name)
    for name, measure in available_measures().items()
    for option in measure.options()
    if option.kind in {int, float}
]
_BESIDE = {("green", "layer"): {"weights": "bertscore"}, ("cleme", "layer"): {"similarity": "bertscore"}}
"""What an option must be given with to mean anything."""


@pytest.mark.parametrize(("measure", "name"), _NUMBERS)
def test_every_number_has_bounds(measure: str, name: str) -> None:
    """What lies beyond is refused by command line and from Python, however large it is."""
    option = declared(available_measures()[measure], name)
    assert option.minimum is not None
    assert option.maximum is not None
    lacking = 10**12 if option.kind is int else 10**6
    assert -lacking <= option.minimum <= option.maximum <= lacking
    beside = _BESIDE.get((measure, name), {})
    written = "".join(f"{key}={value}," for key, value in beside.items())
    message = f"measure {measure}: {name} takes a (whole )?number from .* to .*, not "
    for text in ("99999999999999999999", "-99999999999999999999", "9" * 5000, "1e308", "-1e308", "nan", "inf"):
        with pytest.raises(OptionError, match=message) as caught:
            parse_measure(f"{measure}:{written}{name}={text}")
        assert len(str(caught.value)) < 200
    for value in (10**20, -(10**20), 10**5000, math.nan, math.inf, option.minimum - 1, option.maximum + 1):
        with pytest.raises(OptionError, match=message) as caught:
            available_measures()[measure](**{option.field: value}, **beside)
        assert len(str(caught.value)) < 200


def test_the_bounds_themselves_are_taken() -> None:
    """From and to are meant to be included."""
    for measure, name in _NUMBERS:
        option = declared(available_measures()[measure], name)
        if name != "lambda":  # goes with one variant only
            beside = _BESIDE.get((measure, name), {})
            for bound in (option.minimum, option.maximum):
                made = available_measures()[measure](**{option.field: bound}, **beside)
                assert getattr(made, option.field) == bound
