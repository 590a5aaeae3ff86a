"""Which units of a source an output kept: the longest common subsequence, with ties settled by Myers' algorithm.

This is the plain version, which reads like the definition (E. W. Myers, An O(ND) difference algorithm and its
variations, Algorithmica 1986, figure 2); `errata.kernels.unitcuts` does the same, compiled.
"""

from collections.abc import Sequence


def link(source: Sequence[object], output: Sequence[object], limit: int) -> tuple[list[int], bool]:
    """Return for each unit of the output the index of the same one in the source, or -1; and whether all was compared.

    The common beginning is matched first, then the common end. If the rest needs `limit` or more changes, nothing
    in it is matched.

    >>> link("firstly,", "first,", 1000)
    ([0, 1, 2, 3, 4, 7], True)
    """
    links = [-1] * len(output)
    shorter = min(len(source), len(output))
    begin = 0
    while begin < shorter and source[begin] == output[begin]:
        links[begin] = begin
        begin += 1
    end = 0
    while end < shorter - begin and source[-1 - end] == output[-1 - end]:
        end += 1
        links[-end] = len(source) - end
    rows = _search(source[begin : len(source) - end], output[begin : len(output) - end], limit)
    if rows is None:
        return links, False
    x, y = len(source) - end - begin, len(output) - end - begin
    for d in range(len(rows) - 1, -1, -1):
        k = x - y
        k_before = k + 1 if _goes_down(rows[d], d, k) else k - 1
        x_before = rows[d][k_before]
        y_before = x_before - k_before
        while x > x_before and y > y_before:
            x, y = x - 1, y - 1
            links[begin + y] = begin + x
        x, y = x_before, y_before
    return links, True


def _goes_down(row: dict[int, int], d: int, k: int) -> bool:
    """Tell whether diagonal k is reached by inserting a unit of the output, rather than deleting one of the source."""
    return k == -d or (k != d and row[k - 1] < row[k + 1])


def _search(source: Sequence[object], output: Sequence[object], limit: int) -> list[dict[int, int]] | None:
    """Return the farthest reach on each diagonal before each round, or None if the rounds do not suffice."""
    n, m = len(source), len(output)
    reach = {1: 0}
    rows = []
    for d in range(limit):
        rows.append(reach.copy())
        for k in range(-d, d + 1, 2):
            x = reach[k + 1] if _goes_down(reach, d, k) else reach[k - 1] + 1
            while x < n and x - k < m and source[x] == output[x - k]:
                x += 1
            reach[k] = x
            if x >= n and x - k >= m:
                return rows
    return None
