"""Lines of text in one buffer of bytes: their positions, and the tokens of several columns side by side."""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

if cython.compiled:
    from cython.cimports.libc.string import memchr, memcpy

from errata.kernels.buffers import Texts, zeros
from errata.kernels.limits import MOST, TooLargeError

COMPILED: bool = cython.compiled


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_feed(
    cells: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return where the next line feed is; the size if there is none."""
    if cython.compiled and at < size:
        found: cython.size_t = cython.cast(cython.size_t, memchr(cython.address(cells[at]), 10, size - at))
        return at + (found - cython.cast(cython.size_t, cython.address(cells[at]))) if found else size
    while at < size and cells[at] != 10:
        at += 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy(
    cells: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    into: cython.uchar[::1],
    place: cython.Py_ssize_t,
) -> cython.void:
    """Copy a stretch of bytes."""
    at: cython.Py_ssize_t
    if cython.compiled and begin < end:
        memcpy(cython.address(into[place]), cython.address(cells[begin]), end - begin)
    else:
        for at in range(begin, end):
            into[place + at - begin] = cells[at]


def cut_lines(data: bytes, n_lines: int) -> tuple[array, array]:
    """Return where each line starts and ends: split at LF only, without a CR before it.

    There are `n_lines` of them, the last with or without a line feed.
    """
    cython.declare(at=cython.Py_ssize_t)
    cells: cython.const[cython.uchar][::1] = data
    size: cython.Py_ssize_t = len(data)
    if size > MOST:
        raise TooLargeError(f"more than {MOST:,} bytes of lines at once; divide the files")
    most: cython.Py_ssize_t = n_lines
    first, last = zeros("i", most), zeros("i", most)
    starts: cython.int[::1] = first
    ends: cython.int[::1] = last
    line: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = 0
    at = 0
    with cython.nogil:
        while line < most and (at := _next_feed(cells, start, size)) < size:
            starts[line] = start
            ends[line] = at - 1 if at > start and cells[at - 1] == 13 else at
            line += 1
            start = at + 1
        if start < size and line < most:
            starts[line] = start
            ends[line] = size - 1 if cells[size - 1] == 13 else size
            line += 1
    return first[:line], last[:line]


def gather_lines(data: bytes, starts: array, ends: array) -> tuple[bytes, array, array]:
    """Return pieces of a text, each followed by a line feed, and their new positions.

    >>> gather_lines(b"go home", array("i", [3, 0]), array("i", [7, 2]))
    (b'home\\ngo\\n', array('i', [0, 5]), array('i', [4, 7]))
    """
    cython.declare(line=cython.Py_ssize_t, at=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(starts)
    if n_lines == 0:
        return b"", array("i"), array("i")
    old_starts: cython.int[::1] = starts
    old_ends: cython.int[::1] = ends
    size: cython.Py_ssize_t = n_lines
    for line in range(n_lines):
        size += old_ends[line] - old_starts[line]
    if size > MOST:
        raise TooLargeError(f"more than {MOST:,} bytes of lines at once; divide the files")
    first, last, text = zeros("i", n_lines), zeros("i", n_lines), zeros("B", size)
    new_starts: cython.int[::1] = first
    new_ends: cython.int[::1] = last
    into: cython.uchar[::1] = text
    cells: cython.const[cython.uchar][::1] = data or b" "
    place: cython.Py_ssize_t = 0
    with cython.nogil:
        for line in range(n_lines):
            new_starts[line] = place
            _copy(cells, old_starts[line], old_ends[line], into, place)
            place += old_ends[line] - old_starts[line]
            new_ends[line] = place
            into[place] = 10
            place += 1
    return text.tobytes(), first, last


def interleave(columns: list[Texts]) -> Texts:
    """Return the texts of several columns row by row: the first of each, the second of each, and so on."""
    cython.declare(row=cython.Py_ssize_t, at=cython.Py_ssize_t, column=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = len(columns)
    n_rows: cython.Py_ssize_t = len(columns[0])
    total = sum(len(column.ids) for column in columns)
    if total > MOST:
        raise TooLargeError(f"more than {MOST:,} tokens at once; divide the files")
    ids, bounds = zeros("i", total), zeros("i", n_columns * n_rows + 1)
    into_ids: cython.int[::1] = ids
    into_bounds: cython.int[::1] = bounds
    for column in range(n_columns):
        texts: Texts = columns[column]
        own: cython.int[::1] = texts.bounds
        for row in range(n_rows):
            into_bounds[row * n_columns + column + 1] = own[row + 1] - own[row]
    for at in range(n_columns * n_rows):
        into_bounds[at + 1] += into_bounds[at]
    for column in range(n_columns):
        texts = columns[column]
        if not len(texts.ids):
            continue
        own = texts.bounds
        numbers: cython.int[::1] = texts.ids
        with cython.nogil:
            for row in range(n_rows):
                shift: cython.Py_ssize_t = into_bounds[row * n_columns + column] - own[row]
                for at in range(own[row], own[row + 1]):
                    into_ids[shift + at] = numbers[at]
    return Texts(ids[:total], bounds)


def find_every(data: bytes, n_before: int, every: int) -> tuple[int, list[int]]:
    """Return the number of line feeds, and the positions after each whose number is a multiple of `every`.

    `n_before` have been counted before.
    """
    cython.declare(at=cython.Py_ssize_t, n_here=cython.Py_ssize_t)
    size: cython.Py_ssize_t = len(data)
    if size == 0:
        return 0, []
    cells: cython.const[cython.uchar][::1] = data
    step: cython.Py_ssize_t = every
    room = zeros("q", size // step + 1)
    places: cython.longlong[::1] = room
    n_places: cython.Py_ssize_t = 0
    n: cython.Py_ssize_t = n_before
    begin: cython.Py_ssize_t = 0
    with cython.nogil:
        while begin < size:
            end: cython.Py_ssize_t = min(begin + 4096, size)
            n_here = _count_feeds(cells, begin, end)
            if n // step != (n + n_here) // step:
                for at in range(begin, end):
                    if cells[at] == 10:
                        n += 1
                        if n % step == 0:
                            places[n_places] = at + 1
                            n_places += 1
            else:
                n += n_here
            begin = end
    return n - n_before, room[:n_places].tolist()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_feeds(
    cells: cython.const[cython.uchar][::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t
) -> cython.int:
    """Return the number of line feeds in a stretch."""
    cython.declare(at=cython.Py_ssize_t, k=cython.Py_ssize_t)
    n: cython.int = 0
    at = begin
    while at + 128 <= end:  # counted in single bytes, many of which a processor adds at once
        few: cython.uchar = 0
        for k in range(128):
            few += cells[at + k] == 10
        n += few
        at += 128
    for k in range(at, end):
        n += cells[k] == 10
    return n


def marshal_rows(columns: list[tuple[bytes, array, array]]) -> bytes:
    """Return rows of texts as `marshal` (version 0) writes a list of (first, (others, …), []), without its header.

    The columns are lines as bytes with starts and ends.
    """
    cython.declare(row=cython.Py_ssize_t, column=cython.Py_ssize_t, at=cython.Py_ssize_t, k=cython.Py_ssize_t)
    n_columns: cython.Py_ssize_t = len(columns)
    n_rows: cython.Py_ssize_t = len(columns[0][1])
    if n_rows == 0:
        return b""
    size: cython.Py_ssize_t = n_rows * (15 + 5 * n_columns)
    ends: cython.longlong[::1] = zeros("q", n_rows * n_columns)
    for column in range(n_columns):
        first: cython.int[::1] = columns[column][1]
        last: cython.int[::1] = columns[column][2]
        for row in range(n_rows):
            ends[row * n_columns + column] = last[row] - first[row]
            size += last[row] - first[row]
    result = zeros("B", size)
    into: cython.uchar[::1] = result
    # Where each text goes: fixed bytes before it, and those of all texts before.
    place: cython.Py_ssize_t = 0
    for row in range(n_rows):
        into[place] = 40  # a tuple of three
        into[place + 1] = 3
        place += 5
        for column in range(n_columns):
            if column == 1:
                into[place] = 40
                into[place + 1] = (n_columns - 1) & 255
                into[place + 2] = (n_columns - 1) >> 8 & 255
                place += 5
            length: cython.Py_ssize_t = ends[row * n_columns + column]
            into[place] = 117  # a text: its length, its bytes
            for k in range(4):
                into[place + 1 + k] = length >> 8 * k & 255
            place += 5
            ends[row * n_columns + column] = place
            place += length
        if n_columns == 1:
            into[place] = 40
            place += 5
        into[place] = 91  # an empty list
        place += 5
    for column in range(n_columns):
        if not columns[column][0]:
            continue
        cells: cython.const[cython.uchar][::1] = columns[column][0]
        first = columns[column][1]
        last = columns[column][2]
        with cython.nogil:
            for row in range(n_rows):
                _copy(cells, first[row], last[row], into, ends[row * n_columns + column])
    return result.tobytes()
