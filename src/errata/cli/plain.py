"""Ordinary arguments, parsed without argparse: loading that takes a tenth of the time of a small run.

Code that declares arguments to an `ArgumentParser` can declare them to `Plain` instead. It only parses files, full
option names and their values; everything else (help, mistakes, `-mgreen`, `--`) is left to argparse, which decides
what it means and how to report it.
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn, cast

from errata.cli.habits import refuse_repeated, refuse_scattered

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


class NotPlainError(Exception):
    """A declaration or an argument that argparse must handle."""


class Argument:
    """The declaration of an argument, under argparse's names."""

    def __init__(
        self,
        *names: str,
        action: str = "store",
        nargs: str | None = None,
        default: object = None,
        type: Callable[[str], object] | None = None,
        choices: Sequence[object] | None = None,
        metavar: str = "",
        help: str = "",
    ) -> None:
        is_option = names[0].startswith("-")
        is_odd = action not in {"store", "append", "store_true"} or nargs != (None if is_option else "*")
        if is_odd or (isinstance(default, str) and type):
            raise NotPlainError(names[0])
        self.option_strings = names
        self.nargs = 0 if action == "store_true" else nargs
        self.dest = next((name for name in names if name.startswith("--")), names[0]).lstrip("-").replace("-", "_")
        self.is_repeated = action == "append"
        self.default = False if self.nargs == 0 else default
        self.type = type
        self.choices = choices
        self.metavar = metavar

    def value(self, text: str) -> object:
        """Return the value of an argument's text."""
        try:
            value = self.type(text) if self.type else text
        except Exception as error:
            raise NotPlainError(text) from error
        if self.choices is not None and value not in self.choices:
            raise NotPlainError(text)
        return value


class Plain:
    """Accepts declarations in place of a parser."""

    def __init__(self) -> None:
        self.options: dict[str, Argument] = {}
        self.files: Argument | None = None
        self.values: dict[str, object] = {}

    def add_argument(self, *names: str, **declared: Any) -> None:
        """Declare an argument."""
        made = Argument(*names, **declared)
        self.values[made.dest] = made.default
        if names[0].startswith("-"):
            self.options.update(dict.fromkeys(names, made))
        else:
            self.files = made

    def add_argument_group(self, _: str) -> "Plain":
        """Return where to declare the arguments of a group, which are treated like any others."""
        return self

    def __getattr__(self, name: str) -> NoReturn:
        raise NotPlainError(name)  # a plug-in may do with a parser whatever it likes

    def read(self, arguments: Sequence[str]) -> SimpleNamespace:
        """Return the values of all arguments."""
        files: list[object] = []
        rest = iter(arguments)
        for text in rest:
            if text == "-" or not text.startswith("-"):
                if self.files is None:
                    raise NotPlainError(text)
                files.append(self.files.value(text))
                continue
            name, equals, value = text.partition("=")
            option = self.options.get(name)
            if option is None or (equals and (option.nargs == 0 or not value)):
                raise NotPlainError(text)
            if option.nargs == 0:
                self.values[option.dest] = True
                continue
            if not equals:
                value = next(rest, "-?")
                if value.startswith("-") and value != "-":
                    raise NotPlainError(text)
            before = cast("list[object] | None", self.values[option.dest]) if option.is_repeated else None
            read = option.value(value)
            self.values[option.dest] = [*(before or []), read] if option.is_repeated else read
        if self.files is not None:
            if not files:
                raise NotPlainError(self.files.dest)
            self.values[self.files.dest] = files
        return SimpleNamespace(**self.values)


def read_plain(declare: "Callable[[ArgumentParser], object]", arguments: Sequence[str]) -> "Namespace | None":
    """Return the values of arguments as `declare` declares them; None if argparse must parse them.

    >>> def declare(parser):
    ...     parser.add_argument("files", nargs="*")
    ...     parser.add_argument("-m", "--measure", action="append")
    >>> read_plain(declare, ["gold.m2", "-m", "green", "mine.txt"])
    namespace(files=['gold.m2', 'mine.txt'], measure=['green'])
    >>> read_plain(declare, ["gold.m2", "-mgreen", "mine.txt"])
    """
    if any(text.partition("=")[0] == "--data" for text in arguments):
        return None  # `Parser` knows what it stands for
    plain = Plain()
    try:
        declare(cast("ArgumentParser", plain))  # declarations use nothing but its two methods
        read = plain.read(arguments)
    except NotPlainError:
        return None
    refuse_repeated(plain.options, arguments)
    refuse_scattered(plain.options, arguments)
    return cast("Namespace", read)
