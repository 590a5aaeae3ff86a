"""One module per measure; this one has the registry and parses `name:key=value,…`."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from errata.errors import OptionError, UnknownNameError, suggest
from errata.findings import remedy
from errata.measures.base import Measure
from errata.records import dataclass, field

ENTRY_POINTS = "errata.measures"
"""Entry-point group under which other packages offer measures, each a subclass of `Measure`."""


@dataclass(frozen=True)
class _Listed:
    """What must be known about a built-in measure before it is loaded, since loading takes longer than many a run."""

    class_name: str
    adds_arguments: bool = False
    """Whether the package has a module `arguments`, see `Measure.arguments`."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """The value of `Measure.programs`; the package has a module `compat`."""


_BUILT_IN = {
    "m2": _Listed("M2", programs={"m2scorer": "the M² scorer: precision, recall and F of edits"}),
    "imeasure": _Listed("IMeasure", programs={"ieval": "I-measure of a corpus"}),
    "green": _Listed(
        "Green",
        programs={
            "green": "GREEN of a corpus",
            "sgreen": "GREEN of every sentence",
            "mgreen": "mean of the sentences' GREEN",
        },
    ),
    "gleu": _Listed(
        "Gleu",
        programs={
            "compute_gleu": "GLEU by the authors' script of 2016",
            "compute_gleu_2015": "GLEU by the authors' first script",
            "jfleg_gleu": "GLEU by the script that ships with JFLEG",
        },
    ),
    "errant": _Listed(
        "Errant",
        programs={
            "errant_compare": "comparison of two M2 files",
            "errant_parallel": "M2 file of texts and their corrections (needs a spaCy pipeline)",
            "errant_m2": "re-extract or retype the edits of an M2 file (needs a spaCy pipeline)",
        },
    ),
    "cleme": _Listed("Cleme"),
    "difficulty": _Listed("Difficulty", programs={"gotoscorer": "difficulty-weighted scores of several systems"}),
    "hoo": _Listed("Hoo", adds_arguments=True),
    "gain": _Listed("Gain"),
    "wer": _Listed("Wer"),
    "exact": _Listed("Exact"),
    "pt-m2": _Listed("PtM2", adds_arguments=True),
    "pt-errant": _Listed("PtErrant"),
}


def _package(name: str) -> str:
    """Return the package of a built-in measure, whose name may contain hyphens."""
    return f"errata.measures.{name.replace('-', '_')}"


def _load(name: str) -> type[Measure]:
    found: type[Measure] = getattr(import_module(f"{_package(name)}.measure"), _BUILT_IN[name].class_name)
    return found


def _offered() -> dict[str, type[Measure]]:
    from errata.plugins import load_plugins

    return load_plugins(ENTRY_POINTS, _BUILT_IN, _checked)


def _checked(found: Any) -> type[Measure]:
    if not isinstance(found, type) or not issubclass(found, Measure):
        raise TypeError(f"{found!r:.60} is not a subclass of errata.Measure")
    found()  # every measure can be made without options
    return found


def available_measures() -> dict[str, type[Measure]]:
    """Return every installed measure by name, those of other packages included.

    >>> "green" in available_measures()
    True
    """
    return {name: _load(name) for name in _BUILT_IN} | _offered()


def output_formats() -> dict[str, str]:
    """Return the output formats that single measures add, with descriptions."""
    return {form: about for kind in available_measures().values() for form, about in kind.formats.items()}


def get_measure(name: str) -> type[Measure]:
    """Return the measure of that name."""
    if name in _BUILT_IN:
        return _load(name)
    offered = _offered()
    if name not in offered:
        known = {*_BUILT_IN, *offered}
        if "," in name and known.issuperset(name.split(",")):
            raise UnknownNameError(f"{name!r} names several measures", remedy("give each by itself ({each_measure})"))
        hint = suggest(name, sorted(known))
        raise UnknownNameError(f"no measure is called {name!r}; {hint} (see 'errata measures')")
    return offered[name]


def argument_modules(chosen: Iterable[str]) -> list[Any]:
    """Return the modules that add to the command line: of every built-in measure, of others if they are selected."""
    ours = [f"{_package(name)}.arguments" for name, listed in _BUILT_IN.items() if listed.adds_arguments]
    strange = {text.partition(":")[0] for text in chosen} - _BUILT_IN.keys()
    others = [measure.arguments for name, measure in _offered().items() if name in strange] if strange else []
    return [import_module(module) for module in (*ours, *filter(None, others))]


def built_in_programs() -> dict[str, tuple[str, str]]:
    """Return, by name, the programs that built-in measures can replace: the module that does so, and a description."""
    return {
        program: (f"{_package(name)}.compat", about)
        for name, listed in _BUILT_IN.items()
        for program, about in listed.programs.items()
    }


def all_programs() -> dict[str, tuple[str, str]]:
    """Return the same for every measure, including those of other packages."""
    ours = built_in_programs()
    return ours | {
        program: (measure.compat, about)
        for measure in _offered().values()
        for program, about in measure.programs.items()
        if program not in ours
    }


def parse_measure(text: str) -> Measure:
    """Make a measure from its name and options.

    >>> parse_measure("gleu:n=3,samples=10").title
    'gleu:variant=2016,n=3,samples=10'
    """
    name, _, settings = text.partition(":")
    pairs: dict[str, str] = {}
    for setting in settings.split(",") if settings else ():
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise OptionError(f"{setting!r} in {text!r} is not an option; write NAME:key=value,key=value")
        if key in pairs:
            raise OptionError(f"option {key!r} is given twice in {text!r}; join several values with '+'")
        pairs[key] = value
    return get_measure(name).from_text(pairs)
