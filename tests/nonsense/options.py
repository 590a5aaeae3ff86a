"""Numbers beyond any sense."""

from tests.nonsense.case import Case

_LONG = "9" * 5000
_QUOTED = f"'{'9' * 40}…' (5000 characters)"
_TWENTY = "99999999999999999999"


def _measure(setting: str, says: str) -> Case:
    return Case(
        name=f"{setting[:40]} as a measure",
        command=("score", "gold.m2", "out.txt", "--extract", "errata", "--measure", setting),
        says=(says,),
        seconds=60,
    )


def _argument(name: str, value: str, says: str, *command: str) -> Case:
    return Case(
        name=f"{command[0]} {name} {value[:20]}",
        command=(*command, f"{name}={value}"),
        says=(f"errata: error: {name} takes {says}",),
    )


_SCORE = ("score", "gold.m2", "out.txt", "--interval")
_EXPLAIN = ("explain", "gold.m2", "out.txt")
_DIFFICULTY = ("difficulty", "gold.m2", "out.txt", "gold.m2", "--extract", "errata")
_TEXTS = ("-s", "out.txt", "-r", "out.txt")

CASES = [
    _measure(f"m2:budget={_TWENTY}", f"m2: budget takes a whole number from -1 to 1000000000000, not '{_TWENTY}'"),
    _measure("m2:unchanged=99999999999", "m2: unchanged takes a whole number from 0 to 1000000, not '99999999999'"),
    _measure("imeasure:weight=1e308", "imeasure: weight takes a number from 0.001 to 1000, not '1e308'"),
    _measure("imeasure:weight=0", "imeasure: weight takes a number from 0.001 to 1000, not '0'"),
    *(
        _measure(f"{name}:beta=1e200", f"{name}: beta takes a number from 0 to 1000, not '1e200'")
        for name in ("m2", "errant", "cleme", "imeasure", "green", "difficulty")
    ),
    _measure("gleu:n=1000000", "gleu: n takes a whole number from 1 to 100, not '1000000'"),
    _measure("gain:n=1000000", "gain: n takes a whole number from 1 to 100, not '1000000'"),
    _measure("gain:constants=gold.m2", "gold.m2: not valid JSON"),
    _measure("gain:constants=nowhere.json", "nowhere.json"),
    _measure("gain", "gain learns from how references differ, but gold.m2 has one reference; give constants"),
    _measure("green:references=all", "green: references takes best or mean, not 'all'"),
    _measure("gleu:samples=1000000000000", "samples takes a whole number from 1 to 1000000, not '1000000000000'"),
    _measure("gleu:variant=2015,lambda=nan", "gleu: lambda takes a number from 0 to 1000, not 'nan'"),
    _measure("difficulty:c=-1e300", "difficulty: c takes a number from -1000000 to 1000000, not '-1e300'"),
    _measure(f"green:n={_LONG}", f"green: n takes a whole number from 1 to 100, not {_QUOTED}"),
    _argument("--samples", _LONG, f"a whole number from 8 to 10000000, not {_QUOTED}", *_SCORE),
    _argument("--seed", "-1", "a whole number from 0 to 9223372036854775807, not '-1'", *_SCORE),
    _argument("--level", "nan", "a number from 0.01 to 0.9999, not 'nan'", *_SCORE),
    _argument("--workers", "1e9", "a whole number from 1 to 256, not '1e9'", *_SCORE),
    _argument("--digits", _TWENTY, f"a whole number from 0 to 15, not '{_TWENTY}'", *_SCORE),
    _argument(
        "--sentence", _LONG, f"numbers from 1 and ranges that go upwards, such as 3,7-9, not {_QUOTED}", *_EXPLAIN
    ),
    _argument("--sentence", f"1-{_LONG}", "numbers from 1 and ranges that go upwards", *_EXPLAIN),
    _argument("--width", _TWENTY, f"a whole number from 40 to 10000, not '{_TWENTY}'", *_EXPLAIN),
    _argument("--map", _LONG, f"all, a sentence or a range of sentences from 1 to 3, not {_QUOTED}", *_DIFFICULTY),
    _argument("--top", _LONG, f"a whole number from 0 to 10000000, not {_QUOTED}", *_DIFFICULTY),
    Case(
        name="more sentences than there can be, piece by piece",
        command=(*_EXPLAIN, "--sentence", ",".join(["1-9000000"] * 50)),
        says=("--sentence names more than 10000000 sentences",),
    ),
    Case(
        name="an order without end for an original program",
        command=("compat", "compute_gleu", *_TEXTS, "-o", "out.txt", "-n", _LONG),
        says=("argument -n: takes a whole number from 1 to 100, not '99",),
    ),
    Case(
        name="a beta without end for an original program",
        command=("compat", "errant_compare", "-hyp", "gold.m2", "-ref", "gold.m2", "-b", "1e200"),
        says=("measure errant: beta takes a number from 0 to 1000",),
    ),
]
