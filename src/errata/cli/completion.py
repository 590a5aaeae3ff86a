"""`errata completion`: shell completion of commands, options and their values, generated from the parsers."""

import inspect
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from errata.cli import COMMANDS
from errata.cli.options import command_parser
from errata.measures import available_measures

_DESCRIPTION = """\
Print a script that completes errata's commands, options and values. For example, to install it:

  bash   echo 'eval "$(errata completion bash)"' >> ~/.bashrc
  zsh    echo 'eval "$(errata completion zsh)"' >> ~/.zshrc
  fish   errata completion fish > ~/.config/fish/completions/errata.fish
"""


class _Option(NamedTuple):
    """An option as a shell needs it: its names, its help, whether it takes a value, and its choices."""

    names: tuple[str, ...]
    about: str
    takes_value: bool
    values: tuple[str, ...]


def _parser_of(command: str) -> ArgumentParser | None:
    """Return the parser of a command, None for a command that passes its arguments on."""
    make = getattr(import_module(f"errata.cli.{command}"), "_parser", None)
    if make is None or command == "compat":
        return None
    parser: ArgumentParser = make([]) if inspect.signature(make).parameters else make()
    return parser


def _values(action: Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(map(str, action.choices))
    return tuple(available_measures()) if "--measure" in action.option_strings else ()


def _options(command: str) -> Iterator[_Option]:
    parser = _parser_of(command)
    for action in parser._actions if parser else ():
        if action.option_strings and action.help != SUPPRESS:
            about = (action.help or "").replace("%%", "%")
            yield _Option(tuple(action.option_strings), about, action.nargs != 0, _values(action))


def _words(command: str) -> tuple[str, ...]:
    """Return the choices of a command's first argument, if it has a few fixed ones."""
    if command == "compat":
        from errata.measures import all_programs

        return tuple(all_programs())
    if command in {"measures", "cite"}:
        return tuple(available_measures())
    if command == "plot":
        from errata.report.figures import PLOTS

        return tuple(PLOTS)
    return tuple(_SHELLS) if command == "completion" else ()


def _bash() -> str:
    valued, flags, words = [], [], []
    for command in COMMANDS:
        options = list(_options(command))
        for option in options:
            if option.values:
                cases = "|".join(f"'{command} {name}'" for name in option.names)
                valued.append(f"    {cases}) _errata_words '{' '.join(option.values)}'; return ;;")
        flags.append(
            f"    {command}) _errata_words '{' '.join(name for option in options for name in option.names)}' ;;"
        )
        if known := _words(command):
            words.append(f"    {command}) _errata_words '{' '.join(known)}' ;;")
    lines = [
        '_errata_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }',
        "_errata() {",
        '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"',
        "  COMPREPLY=()",
        f"  if [ \"$COMP_CWORD\" -eq 1 ]; then _errata_words '{' '.join(COMMANDS)}'; return; fi",
        '  case "$command $prev" in',
        *valued,
        "  esac",
        '  case "$cur" in -*) case "$command" in',
        *flags,
        "  esac; return ;; esac",
        '  case "$command" in',
        *words,
        "  esac",
        "}",
        "complete -o default -F _errata errata",
    ]
    return "\n".join(lines)


def _zsh() -> str:
    return "\n".join(["autoload -Uz compinit bashcompinit && compinit && bashcompinit", _bash()])


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish() -> str:
    lines = []
    for command, about in COMMANDS.items():
        lines.append(f"complete -c errata -n __fish_use_subcommand -f -a {command} -d {_quoted(about)}")
        of_command = f"complete -c errata -n '__fish_seen_subcommand_from {command}'"
        for option in _options(command):
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            takes = f" -x -a {_quoted(' '.join(option.values))}" if option.values else " -r" * option.takes_value
            lines.append(f"{of_command} {names}{takes} -d {_quoted(option.about)}")
        if known := _words(command):
            lines.append(f"{of_command} -f -a {_quoted(' '.join(known))}")
    return "\n".join(lines)


_SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}


def _parser() -> ArgumentParser:
    parser = command_parser("completion", "SHELL", _DESCRIPTION)
    parser.add_argument("shell", choices=tuple(_SHELLS), metavar="SHELL", help=", ".join(_SHELLS))
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    print(_SHELLS[_parser().parse_args(arguments).shell]())
    return 0
