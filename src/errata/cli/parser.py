"""argparse as the commands use it: it suggests the option that was meant, and refuses ambiguous files."""

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from errata.cli.habits import meant, refuse_repeated, refuse_scattered, terminal_width
from errata.errors import InputError
from errata.text.messages import printable

_OUT_OF_BOUNDS = re.compile(r"argument (\S+): (takes .*)", re.DOTALL)
"""How argparse words the message of `whole` and `number`."""


class HelpFormatter(RawDescriptionHelpFormatter):
    """Wraps the paragraphs of a description at the terminal's width; indented lines, which are commands, are kept.

    argparse creates one for every option added, so the width is found without `shutil`, which would load several
    compression modules.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        from textwrap import fill  # here and below: only help and messages need it

        parts = text.strip("\n").split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else fill(part, width) for part in parts) + "\n"


class Parser(ArgumentParser):
    """A parser that suggests the option that may have been meant."""

    _given: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Reject the arguments, suggesting the option that may have been meant."""
        unknown, colon, text = message.partition("unrecognized arguments: ")
        option, _, value = text.split()[0].partition("=") if colon and text.strip() else ("", "", "")
        if not unknown and option.startswith("--"):
            near = self._option_of_measure(option, value or next(iter(text.split()[1:2]), ""))
            near = near or meant(option, self._option_string_actions)
            message += f"; did you mean {near}?" if near else "; see --help"
        bounds = _OUT_OF_BOUNDS.fullmatch(message)
        if bounds:
            raise InputError(f"{bounds[1]} {bounds[2]}")  # says all there is to say, without the usage
        super().error(printable(message))

    def _option_of_measure(self, option: str, value: str) -> str:
        """Return how to write an option that a measure has, those requested above all; empty if none has it."""
        if "--measure" not in self._option_string_actions:
            return ""
        from errata.measures import available_measures

        measures, name = available_measures(), option.removeprefix("--")
        texts = [argument.removeprefix("--measure=").partition(":")[0] for argument in self._given]
        for measure in [text for text in texts if text in measures] or measures:
            if any(declared.name == name for declared in measures[measure].options()):
                value = value if value and not value.startswith("-") else "…"
                return f"--measure {measure}:{name}={value}"
        return ""

    def parse_intermixed_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]  # as the parent has it
        """Parse as usual, but support corpora by name, and refuse ambiguous files."""
        self._given = args or ()
        args = _expand_data(self, args or ())
        refuse_repeated(self._option_string_actions, args or ())
        refuse_scattered(self._option_string_actions, args or (), n_before=self.get_default("files_before") or 0)
        return super().parse_intermixed_args(args, namespace)


def _expand_data(parser: ArgumentParser, arguments: Sequence[str]) -> list[str]:
    """Replace `--data NAME` by the files of the corpus: GOLD before everything else, or a source and references."""
    given = list(arguments)
    if "--data" not in parser._option_string_actions:
        return given
    for at, argument in enumerate(given):
        option, equals, name = argument.partition("=")
        if argument == "--":
            break
        if option == "--data":
            if not equals and at + 1 == len(given):
                return given  # the parser says what is missing
            from errata.presets import cache_folder, get_preset, preset_folder

            preset = get_preset(name if equals else given[at + 1])
            rest = given[:at] + given[at + (1 if equals else 2) :]
            given_too = ("--data", "--reference", "-r", *(() if preset.gold else ("--source", "-s")))
            twice = next((part.partition("=")[0] for part in rest if part.partition("=")[0] in given_too), None)
            if twice == "--data":
                raise InputError("--data is given twice; name one corpus")
            if twice:
                raise InputError(
                    f"--data {preset.name} already names what to score against; leave out {twice} or --data"
                )
            first, *references = preset.paths(cache_folder() / preset.name)
            preset_folder(preset)  # refuses what is not there yet, after what can never be scored
            if preset.gold:
                return [first, *rest]
            return ["--source", first, *(part for path in references for part in ("--reference", path)), *rest]
    return given
