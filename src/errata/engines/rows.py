"""The rows of counts of many parts: in memory, and beyond a limit in a temporary file."""

import os
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from errata.errors import FileError
from errata.findings import remedy
from errata.measures.data import Table

if TYPE_CHECKING:
    from errata.model import Annotator


class Budget:
    """The limit on bytes of rows in memory, and the current number."""

    def __init__(self, megabytes: float) -> None:
        self._most = megabytes * (1 << 20)
        self._held: list[Rows] = []

    def join(self, rows: "Rows") -> None:
        """Include these rows in the total from now on."""
        self._held.append(rows)

    def keep(self) -> None:
        """Move all rows to files if there are too many in memory."""
        if sum(rows.n_bytes for rows in self._held) > self._most:
            for rows in self._held:
                rows.spill()

    def close(self) -> None:
        """Close the files; tables made from them keep their rows."""
        for rows in self._held:
            rows.close()


class Rows:
    """The tables of consecutive parts, joined as they arrive."""

    def __init__(self, budget: Budget) -> None:
        self._columns: tuple[str, ...] = ()
        self._counts: array[Any] = array("q")
        self._bounds = array("i", [0])
        self._labels: array[int] | list[Any] = array("i")
        self._notes: list[Any] = []
        self._basis: Any = None
        self._file: Any = None
        self._budget = budget
        budget.join(self)

    @property
    def n_bytes(self) -> int:
        """Bytes of counts in memory."""
        return len(self._counts) * self._counts.itemsize

    def add(self, table: Table) -> None:
        """Add the table of the next part."""
        if not self._columns:
            self._columns, self._basis = table.columns, table.basis
            self._counts = array(table.counts.typecode)
        shift = self._bounds[-1]
        self._bounds.extend([shift + bound for bound in table.bounds[1:]])
        self._label(table.labels)
        self._notes += table.notes
        self._counts.extend(table.counts)
        if self._file:
            self.spill()
        self._budget.keep()

    def _label(self, labels: "Sequence[Annotator | None]") -> None:
        if isinstance(self._labels, array):
            try:
                self._labels.extend(array("i", labels))  # type: ignore[arg-type]  # references by number, most often
                return
            except TypeError:
                self._labels = list(self._labels)
        self._labels.extend(labels)

    def spill(self) -> None:
        """Move the counts to an unnamed file, which disappears with the process."""
        from tempfile import TemporaryFile, gettempdir

        try:
            if self._file is None:
                self._file = TemporaryFile(prefix="errata-")  # noqa: SIM115  # as long as the table
            self._counts.tofile(self._file)
            self._file.flush()
        except OSError as error:
            raise FileError(
                f"no room for counts in {gettempdir()}: {error.strerror or error}",
                remedy=remedy("set TMPDIR to a folder with more space, or hold more in memory ({memory})"),
            ) from None
        del self._counts[:]

    def close(self) -> None:
        """Close the file, if there is one; memory mappings of it stay valid."""
        if self._file is not None:
            self._file.close()

    def table(self) -> Table:
        """Return all rows."""
        counts: Any = self._counts
        if self._file and os.fstat(self._file.fileno()).st_size:
            from errata.engines.spilled import mapped  # numpy

            counts = mapped(self._file, self._counts.typecode)
        return Table(self._columns, counts, self._bounds, self._labels, self._notes, self._basis)

    def __len__(self) -> int:
        return len(self._bounds) - 1
