"""Tables in the pages that are generated from what the code declares, and so cannot grow old."""

import re
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import getdoc
from typing import NoReturn
from unittest.mock import patch

from tests.support import ROOT

import errata
from errata.cli import COMMANDS
from errata.cli.cite import entries_of
from errata.formats import available_formats
from errata.formats.losses import FEATURES
from errata.measures import available_measures, built_in_programs, get_measure
from errata.measures.options import Option, show

MARK = re.compile(
    r"(?P<begin><!-- generated: (?P<name>[\w-]+)(?: (?P<argument>[\w-]+))? -->\n).*?(?P<end><!-- end -->)", re.S
)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines)


def _default(option: Option) -> str:
    if option.default is None:
        return f"`{option.none}`" if option.none else "depends"
    return f"`{option.show(option.default)}`" if option.show(option.default) else "none"


def options(measure: str) -> str:
    """Return the options of a measure with values, default and meaning."""
    rows = [
        [f"`{item.name}`", _default(item), item.describe().replace(" or ", ", "), item.about]
        for item in get_measure(measure).options()
    ]
    return _table(["option", "default", "takes", "what"], rows)


def edge_cases(measure: str) -> str:
    """Return what a measure promises for the cases where 0 is divided by 0; the suite of properties checks it."""
    rows = [
        [what, *(f"`{text}`" if text else "(empty)" for text in texts), show(score)]
        for what, *texts, score in get_measure(measure).properties.edge_cases
    ]
    return _table(["case", "source", "output", "reference", "score"], rows)


def promises(_: str) -> str:
    """Return what every measure declares about itself."""
    rows = []
    for name, measure in available_measures().items():
        declared = measure.properties
        needs = (
            "documents"
            if measure.works_on == "documents"
            else " and ".join(
                what
                for what, needed in (("gold", measure.needs_gold_edits), ("outputs", measure.needs_output_edits))
                if needed
            )
        )
        rows.append(
            [
                f"[`{name}`]({name}.md)",
                measure.value_names[0],
                f"edits of {needs}" if needs else "texts",
                "yes" if declared.order_matters else "no",
                show(declared.perfect) + (" if equal to every reference" if declared.perfect_needs_all else ""),
            ]
        )
    return _table(["measure", "score", "works on", "order of sentences matters", "a perfect output has"], rows)


def values(_: str) -> str:
    """Return the names of the values of each measure."""
    rows = [
        [f"`{name}`", ", ".join(f"`{value}`" for value in measure.value_names)]
        for name, measure in available_measures().items()
    ]
    return _table(["measure", "values, the score first"], rows)


def references(_: str) -> str:
    """Return what `errata cite` prints of the measures, oldest first."""
    text = "".join(entries_of(measure) for measure in available_measures().values())
    entries = re.findall(r"@\w+\{.*?\n\}\n", text, re.S)
    entries.sort(key=lambda entry: (re.findall(r"year = \{(\d+)\}", entry), entry))
    return f"```bibtex\n{''.join(entries)}```\n"


def formats(_: str) -> str:
    """Return the formats with their suffixes."""
    rows = [[f"`{form.name}`", " ".join(form.suffixes), form.about] for form in available_formats().values()]
    return _table(["format", "suffix", "what"], rows)


def carries(_: str) -> str:
    """Return what each format carries."""
    forms = list(available_formats().values())
    rows = [[meaning, *(form.carries.get(name, "–") for form in forms)] for name, meaning in FEATURES.items()]
    return _table(["", *(form.name for form in forms)], rows)


class _FoundError(Exception):
    """The parser that a command was about to use."""


def _find_parser(command: str) -> ArgumentParser:
    """Return the parser of a command, wherever it makes it."""

    def stop(parser: ArgumentParser, *_: object) -> NoReturn:
        raise _FoundError(parser)

    with patch.multiple(ArgumentParser, parse_args=stop, parse_intermixed_args=stop):
        try:
            import_module(f"errata.cli.{command}").run(["--help"])
        except _FoundError as found:
            parser: ArgumentParser = found.args[0]
            return parser
    raise AssertionError(f"errata {command} has no parser")


def _argument(action: Action) -> str:
    """Return how an argument is written, such as `--source FILE`."""
    takes = str(action.metavar or ("…" if action.choices else action.dest.upper()))
    if not action.option_strings:
        return f"`{takes} …`" if action.nargs in ("+", "*") else f"`{takes}`"
    value = "" if action.nargs == 0 else f" {takes}"
    return ", ".join(f"`{name}{value}`" for name in action.option_strings)


def _about(action: Action) -> str:
    """Return what an argument is for, and what may be chosen."""
    chosen = ", ".join(f"`{choice}`" for choice in action.choices or ())
    return ": ".join(part for part in (chosen, (action.help or "").replace("%%", "%")) if part)


def _arguments(actions: Iterable[Action]) -> list[list[str]]:
    told = [action for action in actions if action.help != SUPPRESS and "--help" not in action.option_strings]
    return [[_argument(action), _about(action)] for action in told]


def commands(_: str) -> str:
    """Return every command with one line."""
    return _table(["command", "does"], [[f"[`errata {name}`](#{name})", about] for name, about in COMMANDS.items()])


def command(name: str) -> str:
    """Return how a command is called, and what it takes."""
    parser = _find_parser(name)
    taken = [_argument(action).strip("`") for action in parser._actions if not action.option_strings]
    usage = parser.usage or " ".join([parser.prog, "[options]", *(f"[{argument}]" for argument in taken)])
    parts = [f"```text\n{usage}\n```\n"]
    for group in parser._action_groups:
        if rows := _arguments(group._group_actions):
            title = {"positional arguments": "argument", "options": "option"}.get(str(group.title), str(group.title))
            parts.append(_table([title, "what"], rows))
    return "\n" + "\n".join(parts) + "\n"


def programs(_: str) -> str:
    """Return the original programs that there are stand-ins for."""
    return _table(
        ["program", "what"], [[f"`errata compat {name}`", about] for name, (_, about) in built_in_programs().items()]
    )


def names(_: str) -> str:
    """Return the public names by group, each with the first line of its docstring."""
    spec = spec_from_file_location("reference", ROOT / "docs" / "hooks" / "reference.py")
    assert spec
    assert spec.loader
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    tables = [
        _table([title, "what"], [[f"`{name}`", _first_line(getattr(errata, name))] for name in group])
        for title, group in hook.grouped().items()
    ]
    return "\n" + "\n".join(tables) + "\n"


def _first_line(thing: object) -> str:
    return (getdoc(thing) or "").partition("\n")[0]


TABLES: dict[str, Callable[[str], str]] = {
    "options": options,
    "edge-cases": edge_cases,
    "promises": promises,
    "references": references,
    "values": values,
    "formats": formats,
    "carries": carries,
    "commands": commands,
    "command": command,
    "programs": programs,
    "names": names,
}


def generate(text: str) -> str:
    """Return a page with every generated table made anew."""

    def renew(mark: re.Match[str]) -> str:
        return f"{mark['begin']}{TABLES[mark['name']](mark['argument'] or '')}{mark['end']}"

    return MARK.sub(renew, text)
