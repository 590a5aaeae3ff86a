"""One module a measure; here the registry and the parsing of `name:key=value,…`."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from errata.errors import OptionError, UnknownNameError, suggest
from errata.findings import remedy
from errata.measures.base import Measure

ENTRY_POINTS = "errata.measures"
"""Entry-point group under which other packages offer measures, each a subclass of `Measure`."""

_BUILT_IN = {
    "m2": "errata.measures.m2.measure:M2",
    "imeasure": "errata.measures.imeasure.measure:IMeasure",
    "green": "errata.measures.green.measure:Green",
    "gleu": "errata.measures.gleu.measure:Gleu",
    "errant": "errata.measures.errant.measure:Errant",
    "cleme": "errata.measures.cleme.measure:Cleme",
    "difficulty": "errata.measures.difficulty.measure:Difficulty",
    "hoo": "errata.measures.hoo.measure:Hoo",
}

_WITH_ARGUMENTS = ("errata.measures.hoo.arguments",)
"""What built-in measures have for `Measure.arguments`, known here so that no measure is loaded for it."""


def _load(target: str) -> type[Measure]:
    module, _, name = target.partition(":")
    found: type[Measure] = getattr(import_module(module), name)
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
    return {name: _load(target) for name, target in _BUILT_IN.items()} | _offered()


def output_formats() -> dict[str, str]:
    """Return the forms of output that single measures add to those of all, and what each is."""
    return {form: about for kind in available_measures().values() for form, about in kind.formats.items()}


def get_measure(name: str) -> type[Measure]:
    """Return the measure of that name."""
    if name in _BUILT_IN:
        return _load(_BUILT_IN[name])
    offered = _offered()
    if name not in offered:
        known = {*_BUILT_IN, *offered}
        if "," in name and known.issuperset(name.split(",")):
            raise UnknownNameError(f"{name!r} names several measures", remedy("give each by itself ({each_measure})"))
        hint = suggest(name, sorted(known))
        raise UnknownNameError(f"no measure is called {name!r}; {hint} (see 'errata measures')")
    return offered[name]


def argument_modules(chosen: Iterable[str]) -> list[Any]:
    """Return the modules that add to the command line: of every built-in measure, of others if they are chosen."""
    strange = {text.partition(":")[0] for text in chosen} - _BUILT_IN.keys()
    others = [measure.arguments for name, measure in _offered().items() if name in strange] if strange else []
    return [import_module(module) for module in (*_WITH_ARGUMENTS, *filter(None, others))]


def parse_measure(text: str) -> Measure:
    """Make a measure from its name and options.

    >>> parse_measure("green:unit=char,beta=0.5")
    Green(unit='char', n=6, beta=0.5, level='corpus', strip=True)
    """
    name, _, settings = text.partition(":")
    pairs: dict[str, str] = {}
    for setting in settings.split(",") if settings else ():
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise OptionError(f"{setting!r} in {text!r} is no option; write NAME:key=value,key=value")
        if key in pairs:
            raise OptionError(f"option {key!r} stands twice in {text!r}; join several values with '+'")
        pairs[key] = value
    return get_measure(name).from_text(pairs)
