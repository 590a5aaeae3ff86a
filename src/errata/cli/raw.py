"""The arguments for raw text outputs, and what they request."""

from typing import TYPE_CHECKING, Any

from errata.errors import InputError, suggest

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from errata.text.raw import Raw

_SWITCHES = {"yes": True, "no": False}


def add_raw(parser: "ArgumentParser", as_is: bool = True) -> None:
    """Add the arguments for raw text; `as_is` if outputs are scored, and can be scored unchanged."""
    add = parser.add_argument_group("raw text, such as a language model writes").add_argument
    add(
        "--raw",
        action="store_true",
        help="outputs are raw text: remove chatter and tokenise them like the gold",
    )
    add(
        "--raw-options",
        metavar="key=value,…",
        action="append",
        help="the same with options (implies --raw): refused=source|empty, says_unchanged=copy, clean=no, "
        "typography=source|keep, learn=source, tokenise=rules (sources and references are raw too), limit=N",
    )
    add("--show-cleaning", action="store_true", help="with --raw: show every cleaned line before and after")
    if as_is:
        add(
            "--as-is",
            action="store_true",
            help="score outputs as they are, even if they look untokenised or misaligned",
        )


def asks_raw(options: "Namespace") -> bool:
    """Tell whether outputs are declared to be raw text; refuse options that only apply to raw text otherwise."""
    is_raw = bool(options.raw or options.raw_options is not None)
    if options.show_cleaning and not is_raw:
        raise InputError("--show-cleaning shows what --raw removes; add --raw")
    return is_raw


def read_raw(options: "Namespace") -> "Raw | bool | None":
    """Return the arguments for raw text as `errata.score` takes them."""
    is_raw = asks_raw(options)
    as_is = getattr(options, "as_is", False)
    if as_is and is_raw:
        named = "--raw" if options.raw else "--raw-options"
        raise InputError(f"{named} gives outputs the gold's tokens, --as-is leaves them unchanged; choose one")
    if not is_raw:
        return False if as_is else None
    from errata.text.raw import Raw  # which outputs of tokens do without

    chosen = _parse(options.raw_options) if options.raw_options else {}
    return Raw(**chosen, show_cleaning=options.show_cleaning)


def _parse(texts: list[str]) -> dict[str, Any]:
    """Return the options given as key=value.

    >>> _parse(["clean=no,limit=500", "refused=source"])
    {'clean': False, 'limit': 500, 'refused': 'source'}
    """
    from errata.records import fields
    from errata.text.raw import Raw

    kinds = {item.name: type(item.default) for item in fields(Raw) if item.name != "show_cleaning"}
    found: dict[str, Any] = {}
    for part in ",".join(texts).split(","):
        key, equals, value = (side.strip() for side in part.partition("="))
        if not equals or not value:
            raise InputError(f"--raw-options takes key=value,… such as refused=source,typography=keep, not {part!r}")
        if key not in kinds:
            raise InputError(f"--raw-options: there is no option {key!r}; {suggest(key, kinds)}")
        if key in found:
            raise InputError(f"--raw-options: {key} is given twice")
        found[key] = _value(key, value, kinds[key])
    return found


def _value(key: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text not in _SWITCHES:
            raise InputError(f"--raw-options: {key} takes yes or no, not {text!r}")
        return _SWITCHES[text]
    if kind is int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise InputError(f"--raw-options: {key} takes a whole number, not {text!r}")
        return int(text)
    return text
