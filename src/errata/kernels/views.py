"""How the MaxMatch kernels see the flat buffers in `structures`: one sentence, its gold edits, its paths.

Passing one of these objects costs a pointer; a memoryview, which knows its shape, takes 200 bytes. `views.pxd` has
the types of all attributes and methods, for all kernels that share them.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import zeros
from errata.kernels.structures import Annotations, Lattices, Paths

COMPILED: bool = cython.compiled


@cython.final
@cython.cclass
class Lattice:
    """The lattices of many sentences, positioned at one of them.

    Its source has `n` tokens and its output `m` (from `words` on in `output`). It has `n_vertices` vertices: v is
    number `first + v` of all, and its slots begin at `slots + 3 * v`. Its `first_in_row` begins at `rows`.
    """

    def __init__(self, lattices: Lattices) -> None:
        self.n_sentences = len(lattices.sources)
        self.source_bounds = lattices.sources.bounds
        self.output_bounds = lattices.outputs.bounds
        self.output = memoryview(lattices.outputs.ids)
        self.first_vertex = lattices.first_vertex
        self.first_in_row = lattices.first_in_row
        self.row = lattices.row
        self.column = lattices.column
        self.target = lattices.target
        self.kind = lattices.kind

    @cython.locals(k=cython.longlong)
    def most_vertices(self) -> cython.longlong:
        """Return how many vertices the largest lattice has, at least 1: the room that a kernel needs."""
        most: cython.longlong = 1
        for k in range(self.n_sentences):
            most = max(most, self.first_vertex[k + 1] - self.first_vertex[k])
        return most

    @cython.locals(k=cython.longlong)
    def most_columns(self) -> cython.longlong:
        """Return the length of the longest output plus one: the maximum number of vertices in a row."""
        most: cython.longlong = 0
        for k in range(self.n_sentences):
            most = max(most, self.output_bounds[k + 1] - self.output_bounds[k])
        return most + 1

    def open(self, sentence: cython.longlong) -> cython.void:
        """Move to a sentence; one whose output equals its source has no vertices."""
        self.first = self.first_vertex[sentence]
        self.n_vertices = self.first_vertex[sentence + 1] - self.first
        self.n = self.source_bounds[sentence + 1] - self.source_bounds[sentence]
        self.m = self.output_bounds[sentence + 1] - self.output_bounds[sentence]
        self.words = self.output_bounds[sentence]
        self.rows = self.source_bounds[sentence] + 2 * sentence  # each sentence has n + 2
        self.slots = 3 * self.first


@cython.final
@cython.cclass
class Gold:
    """The gold edits of all annotators, as `Annotations` has them.

    `there` has room for all edits of a row: `gather` stores the `n_there` insertions of one place in it.
    """

    def __init__(self, annotations: Annotations) -> None:
        self.n_rows = len(annotations.first_edit) - 1
        self.first_row = annotations.first_row
        self.first_edit = annotations.first_edit
        self.start = memoryview(annotations.start)
        self.end = memoryview(annotations.end)
        self.first_correction = annotations.first_correction
        self.bounds = annotations.corrections.bounds
        self.ids = memoryview(annotations.corrections.ids)
        cython.declare(row=cython.longlong)
        most: cython.longlong = 1
        for row in range(self.n_rows):
            most = max(most, self.first_edit[row + 1] - self.first_edit[row])
        self.there = zeros("i", most)
        self.n_there = 0

    @cython.locals(edit=cython.longlong)
    def gather(self, row: cython.longlong, place: cython.longlong) -> cython.void:
        """List the insertions a row has before a source token, in file order."""
        n_there: cython.longlong = 0
        for edit in range(self.first_edit[row], self.first_edit[row + 1]):
            if self.start[edit] == place and self.end[edit] == place:
                self.there[n_there] = edit
                n_there += 1
        self.n_there = n_there

    @cython.locals(k=cython.longlong)
    def is_at(self, correction: cython.longlong, lattice: Lattice, begin: cython.longlong) -> cython.bint:
        """Tell whether the opened sentence's output has a correction from this token on; it must be long enough."""
        first: cython.longlong = self.bounds[correction]
        for k in range(self.bounds[correction + 1] - first):
            if lattice.output[lattice.words + begin + k] != self.ids[first + k]:
                return False
        return True


@cython.final
@cython.cclass
class Trails:
    """Where paths are entered, as in `Paths`: each ends at the end of its room."""

    def __init__(self, paths: Paths) -> None:
        self.bounds = paths.bounds
        self.begin = paths.begin
        self.vertices = paths.vertices

    def follow(
        self,
        row: cython.longlong,
        time: cython.longlong[::1],
        r: cython.longlong,
        n_rows: cython.longlong,
        n_vertices: cython.longlong,
    ) -> cython.void:
        """Enter the path back from the last vertex; `time[v * n_rows + r]` gives the origin of the arc into v.

        The origin is the remainder of the time divided by the number of vertices (see `maxmatch`).
        """
        at: cython.longlong = self.bounds[row + 1] - 1
        v: cython.longlong = n_vertices - 1
        while v > 0:
            self.vertices[at] = v
            at -= 1
            v = time[v * n_rows + r] % n_vertices
        self.vertices[at] = 0
        self.begin[row] = at
