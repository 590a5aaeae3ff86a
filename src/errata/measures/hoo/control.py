"""Control files: which annotated types make up a reportable type.

# reportable types
aggregate PUNCT RP MP UP
aggregate VERB AGV IV RV UV
"""

from collections.abc import Iterable

from errata.errors import FormatError
from errata.findings import Finding, Place, report
from errata.formats.files import AnyPath, display_name, read_lines

Control = dict[str, tuple[str, ...]]
"""The members of each reportable type, in file order."""

_HOW = "write: aggregate NAME TYPE…"


def parse_control(lines: Iterable[str], name: str, lenient: bool = False) -> Control:
    """Read the lines of a control file.

    With `lenient`, unknown directives are skipped and the first of two definitions is kept, with a warning.

    >>> parse_control(["# verbs", "aggregate VERB AGV IV"], "control.txt")
    {'VERB': ('AGV', 'IV')}
    """
    control: Control = {}

    def complain(number: int, what: str, remedy: str) -> None:
        if not lenient:
            raise FormatError(f"{name}, line {number}: {what}; {remedy}")
        report(Finding("left-out", f"{what} (left out)", f"{name}, line {number}", (Place(number),)), 4)

    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or line.startswith("#"):
            continue
        directive, *rest = fields
        if directive != "aggregate":
            complain(number, f"unknown directive {directive!r}", _HOW)
        elif len(rest) < 2:
            raise FormatError(f"{name}, line {number}: no annotated types in {line.strip()!r}; {_HOW}")
        elif rest[0] in control:
            complain(number, f"duplicate name {rest[0]!r}", "put all its types on one line")
        else:
            control[rest[0]] = tuple(rest[1:])
    return control


def read_control(path: AnyPath, lenient: bool = False) -> Control:
    """Read a control file."""
    return parse_control(read_lines(path), display_name(path), lenient)
