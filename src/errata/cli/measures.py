"""`errata measures`: what can be measured, with every option as the code declares it."""

from argparse import ArgumentParser

from errata.measures import available_measures, get_measure
from errata.measures.base import Measure, show


def _describe(measure: type[Measure]) -> str:
    about = (measure.__doc__ or "").partition("\n")[0]
    lines = [
        f"{measure.name}  {about}",
        f"  values   {', '.join(measure.value_names)} (the first is the score)",
    ]
    for number, option in enumerate(measure.options()):
        head = "  options  " if number == 0 else "           "
        takes = "|".join(option.choices) or {bool: "yes|no", int: "whole number", float: "number"}.get(
            option.kind, "text"
        )
        default = "" if option.default in (None, "") else f", default {show(option.default)}"
        lines.append(f"{head}{option.name}={takes}{default}: {option.about}")
    return "\n".join(lines)


def run(arguments: list[str]) -> int:
    """Run the command."""
    parser = ArgumentParser(
        prog="errata measures",
        description="List the measures with their options. For example: errata score gold.m2 system.txt "
        "--measure green:unit=char,beta=0.5",
    )
    parser.add_argument("name", nargs="*", help="only these measures")
    options = parser.parse_args(arguments)
    chosen = [get_measure(name) for name in options.name] or list(available_measures().values())
    print("\n\n".join(map(_describe, chosen)))
    return 0
