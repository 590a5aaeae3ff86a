"""`errata measures`: all measures, with every option as declared in the code."""

from argparse import ArgumentParser

from errata.cli.habits import fitted
from errata.measures import available_measures, get_measure
from errata.measures.base import Measure

_HEAD = "  options  "


def _describe(measure: type[Measure]) -> str:
    about = (measure.__doc__ or "").partition("\n")[0]
    lines = [
        f"{measure.name}  {about}",
        *([f"  experimental: {measure.experimental}"] if measure.experimental else ()),
        f"  values   {', '.join(measure.value_names)} (the first is the score; {measure.better} is better)",
    ]
    if measure.by_name_only:
        lines.append(f"  used     only when asked for: --measure {measure.name}")
    for number, option in enumerate(measure.options()):
        head = _HEAD if number == 0 else " " * len(_HEAD)
        nouns: dict[object, str] = {bool: "yes|no", int: "whole number", float: "number"}
        takes = "FILE" if option.reader else "|".join(option.choices) or nouns.get(option.kind, "text")
        default = option.none if option.default is None else option.show(option.default)
        default = default and f", default {default}"
        lines.append(f"{head}{option.name}={takes}{default}: {option.about}")
    return "\n".join(lines)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata measures",
        description="List the measures with their options. For example: errata measures green",
    )
    parser.add_argument("name", nargs="*", help="only these measures")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    chosen = [get_measure(name) for name in options.name] or list(available_measures().values())
    print(fitted("\n\n".join(map(_describe, chosen)), len(_HEAD)))
    return 0
