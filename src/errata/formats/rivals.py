"""Text columns beside the output that may be what was meant: other versions of the sentence under unknown names."""

from collections.abc import Mapping
from typing import Any

from errata.findings import Finding, remedy, report
from errata.formats.roles import Roles

LOOKED_AT = 20
"""Rows: enough to know a version of the sentence from other text."""
_SHARED = 0.5
"""Two versions of a sentence share at least this part of their words; prompts and explanations share less."""


class Rivals:
    """Looks at the first rows of a table of outputs called `name`, and warns once of columns like the output."""

    def __init__(self, roles: Roles, name: str) -> None:
        self._output = roles.output
        self._name = name
        self._alike = dict.fromkeys(roles.unknown, 0)
        self._n_rows = 0
        self.is_looking = self._output is not None and bool(self._alike)

    def add(self, cells: Mapping[str, Any]) -> None:
        """Look at a row."""
        text = cells.get(self._output or "")
        if not isinstance(text, str):
            return
        words = _words(text)
        self._n_rows += 1
        for column in self._alike:
            other = cells.get(column)
            if isinstance(other, str) and _are_versions(words, _words(other)):
                self._alike[column] += 1
        if self._n_rows == LOOKED_AT:
            self.finish()

    def finish(self) -> None:
        """Warn after the last row to be looked at, if there is a reason."""
        found = [column for column, count in self._alike.items() if 2 * count > self._n_rows]
        if self.is_looking and found:
            names = ", ".join(map(repr, found))
            one, many = (
                "looks like a version of the sentence, too, and was",
                "look like versions of the sentence, too, and were",
            )
            message = (
                f"the column {self._output!r} was read as the output; {names} {many if found[1:] else one} ignored"
            )
            hint = remedy("to choose the output, name its column: {columns} output={column}", column=found[0])
            report(Finding("other-columns", message, self._name, count=len(found), hint=hint), 5)
        self.is_looking = False


def _words(text: str) -> set[str]:
    """Return the words, or the characters in scripts without spaces."""
    words = text.split()
    return set(words if len(words) > 1 else text)


def _are_versions(one: set[str], other: set[str]) -> bool:
    return min(len(one), len(other)) > 1 and len(one & other) >= _SHARED * max(len(one), len(other))
