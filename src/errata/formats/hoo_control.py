"""Control files: which annotated types make up a reportable type.

# reportable types
aggregate PUNCT RP MP UP
aggregate VERB AGV IV RV UV
"""

from collections.abc import Iterable
from warnings import warn

from errata.errors import ErrataWarning, FormatError
from errata.formats.files import AnyPath, display_name, read_lines

Control = dict[str, tuple[str, ...]]
"""The members of each reportable type, in file order."""


def parse_control(lines: Iterable[str], name: str, lenient: bool = False) -> Control:
    """Read the lines of a control file; with `lenient`, keep what can be understood and warn about the rest.

    >>> parse_control(["# verbs", "aggregate VERB AGV IV"], "control.txt")
    {'VERB': ('AGV', 'IV')}
    """
    control: Control = {}

    def complain(number: int, what: str, remedy: str) -> None:
        if not lenient:
            raise FormatError(f"{name}, line {number}: {what}; {remedy}")
        warn(f"{name}, line {number}: {what} (left out)", ErrataWarning, stacklevel=4)

    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        directive, *rest = fields
        if directive != "aggregate":
            complain(number, f"unknown directive {directive!r}", "write: aggregate NAME TYPE…")
        elif len(rest) < 2:
            complain(number, f"no annotated types in {line.strip()!r}", "write: aggregate NAME TYPE…")
        elif rest[0] in control:
            complain(number, f"duplicate name {rest[0]!r}", "put all its types on one line")
        else:
            control[rest[0]] = tuple(rest[1:])
    return control


def read_control(path: AnyPath, lenient: bool = False) -> Control:
    """Read a control file."""
    return parse_control(read_lines(path), display_name(path), lenient)
