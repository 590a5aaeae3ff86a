"""The cheapest path from one text to another by deletions and insertions: fewest words, then fewest blocks.

Only cells near the diagonal are filled: each word deleted or inserted moves a path to the next diagonal, so one with d
words stays within d of them and a band that wide includes every path as cheap.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

COMPILED: bool = cython.compiled

MATCH_AFTER_CHANGE = 1
BY_INSERTION = 2
CHANGE_AFTER_CHANGE = 4


def fill(
    source: cython.int[::1],
    output: cython.int[::1],
    below: cython.int,
    above: cython.int,
    cells: cython.uchar[::1],
    costs: cython.longlong[::1],
    word: cython.longlong,
) -> int:
    """Fill the cells of a band and return the least cost: `word` for each word changed and 1 for each block of them.

    The band has the diagonals j - i from -below to above; cell (i, j) is `cells[i * width + j - i + below]`. Two
    bits of each say how the best path that ends in a change gets there, and one how the best that ends in a match does.
    `costs` holds four rows: paths that end in a match and in a change, for this row and the previous one.
    `errata.extract.worddiff` ensures that the band has at most 2²⁷ cells.
    """
    cython.declare(i=cython.Py_ssize_t, k=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(source)
    m: cython.Py_ssize_t = len(output)
    width: cython.Py_ssize_t = below + above + 1
    never: cython.longlong = word * (n + m + 2)
    old: cython.Py_ssize_t = 0  # where the row before begins in `costs`
    new: cython.Py_ssize_t = 2 * width
    with cython.nogil:
        for k in range(4 * width):
            costs[k] = never
        for i in range(n + 1):
            for k in range(width):
                j: cython.Py_ssize_t = i + k - below
                match: cython.longlong = never
                change: cython.longlong = never
                bits: cython.uchar = 0
                # Only a strictly cheaper way takes over: of equal ones the first that is tried stays.
                if 0 <= j <= m:
                    if i == 0 and j == 0:
                        match = 0
                    if i > 0 and j > 0 and source[i - 1] == output[j - 1]:
                        match = costs[old + k]
                        if costs[old + width + k] < match:
                            match = costs[old + width + k]
                            bits = 1
                    if i > 0 and k + 1 < width:  # delete a word of the source
                        change = costs[old + k + 1] + word + 1
                        way: cython.longlong = costs[old + width + k + 1] + word
                        if way < change:
                            change = way
                            bits |= 4
                    if j > 0 and k > 0:  # insert a word of the output
                        way = costs[new + k - 1] + word + 1
                        if way < change:
                            change = way
                            bits = (bits & 1) | 2
                        way = costs[new + width + k - 1] + word
                        if way < change:
                            change = way
                            bits = (bits & 1) | 2 | 4
                costs[new + k] = match
                costs[new + width + k] = change
                cells[i * width + k] = bits
            old, new = new, old
        k = m - n + below
        match = costs[old + k]
        if costs[old + width + k] < match:
            match = costs[old + width + k]
    return match
