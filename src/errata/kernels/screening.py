"""One scan of the bytes of every line, to separate the few that checks must examine from the many they need not.

`survey_lines` examines single lines, `compare_lines` outputs with their sources. Both only preselect: what a
flag means is decided by the checks themselves (`errata.check.screening`), which read the flagged lines.
"""

from array import array
from itertools import accumulate

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.buffers import Texts, zeros

COMPILED: bool = cython.compiled

N_STYLES = 13
"""The first flags say which marks a line contains, in the order of `errata.check.styles.FORMS`."""
ODD, ENTITY, TAB, MARKED, SUBWORD = 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 17
"""Control characters, or white space other than ASCII's (exact); perhaps an entity; a tab (exact); perhaps markup;
perhaps pieces of words."""
ACCENTED, ASIAN = 1 << 18, 1 << 19
"""´, ı, ſ and characters from U+0240 on, which may not be composed, or look like others; from U+0E01 on, perhaps of a
script without spaces (exact)."""
GLUED, ALONE, ENDS_ODDLY = 1 << 20, 1 << 21, 1 << 22
"""The position of final punctuation; the last if the line itself must be examined."""
BEYOND_ASCII, LOWER, UPPER, PERHAPS_BLANK, EMPTY = 1 << 23, 1 << 24, 1 << 25, 1 << 26, 1 << 27
"""Non-ASCII bytes, small and capital ASCII letters (exact); no visible ASCII; nothing at all (exact)."""
OPENING, MISREAD = 1 << 28, 1 << 29
"""The first character may be a quotation mark or that of a list; perhaps UTF-8 decoded as another encoding."""

BLANKS, CHARACTERS, LONE_COMMAS, N_TOTALS = 0, 1, 2 + 2 * N_STYLES, 3 + 2 * N_STYLES
"""Totals: spaces, characters; then how often each style's marks occur, and in how many lines; then commas with a
space on both sides."""

DIFFERS, BEGINS, ENDS, STRAYS, SAYS, SHORTER = 1, 2, 4, 8, 16, 32
"""Source and output differ, in the first six characters, in the last; they seem to share few words; the output may
be something other than a correction: much longer, next to nothing, or preceded by words about a sentence; it has less
than nine tenths of the characters of the source (exact)."""
_GLANCE = 6  # characters, as in `errata.check.chatter`
_FRAME = " \"'`.!*“”"
"""What may surround a word given in place of a sentence."""
OPENS_OTHERWISE, OPENS_UNLIKE, OPENS_AS_WORD = 1, 2, 4
"""When words that begin an output matter: if the source begins differently; if much of the source is missing.
The last says that they are a whole word."""


class Openings:
    """Beginnings of lines, compared by their first four bytes, ASCII capitals as small letters.

    A shorter whole word only counts if no ASCII letter follows.
    """

    def __init__(self, kinds: dict[str, int]) -> None:
        found: dict = {}
        for text, kind in kinds.items():
            head: bytes = text.encode()[:4]
            found[head] = found.get(head, 0) | kind
        heads = sorted(head for head in found if head)
        begun = [0] * 257  # by how many of those whose first byte is smaller
        for head in heads:
            begun[head[0] + 1] += 1
        self.firsts = array("i", accumulate(begun))
        self.values = array("q", [int.from_bytes(head, "little") for head in heads])
        self.masks = array("q", [int.from_bytes(b"\xff" * len(head), "little") for head in heads])
        self.kinds = array("i", [found[head] for head in heads])


def _kinds() -> array:
    """Return the flags determined by a single byte; bit 30 for bytes that need a closer look."""
    kinds = array("i", bytes(4 * 256))
    look = 1 << 30
    for byte in range(256):
        if 97 <= byte <= 122:
            kinds[byte] = LOWER
        elif 65 <= byte <= 90:
            kinds[byte] = UPPER
        elif byte >= 0x80:
            kinds[byte] = BEYOND_ASCII | (ACCENTED if byte >= 0xC9 else 0) | (ASIAN if byte >= 0xE1 else 0)
        elif (byte < 32 and byte != 9) or byte == 127:
            kinds[byte] = ODD
    kinds[9] |= TAB
    for mark, flag in (("'", 1), ('"', 4), ("-", 32), (",", 512), (".", 2048)):
        kinds[ord(mark)] |= flag | look
    for mark in "`*#<_~[]>\\":
        kinds[ord(mark)] |= MARKED
    for mark in "@#":
        kinds[ord(mark)] |= SUBWORD
    kinds[ord("&")] |= ENTITY
    for byte in (*b"`", 0xC2, 0xC3, 0xC4, 0xC5, 0xE0, 0xE2, 0xE3, 0xEF):
        kinds[byte] |= look
    return kinds


_KINDS = _kinds()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(at=cython.Py_ssize_t)
def _second_look(
    data: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    next_at: cython.Py_ssize_t[::1],
    totals: cython.longlong[::1],
) -> cython.int:
    """Return the flags of what begins at a byte, and count it; `next_at` is where multi-byte marks may occur next."""
    byte: cython.int = data[at]
    left: cython.Py_ssize_t = end - at
    second: cython.int = data[at + 1] if left > 1 else 0
    third: cython.int = data[at + 2] if left > 2 else 0
    style: cython.int = -1
    if byte == 39:
        totals[2] += 1
        if second == 39 and at >= next_at[0]:
            next_at[0] = at + 2
            style = 4
    elif byte == 34:
        totals[4] += 1
    elif byte == 96:
        if second == 96 and at >= next_at[1]:
            next_at[1] = at + 2
            style = 4
    elif byte == 45:
        totals[7] += 1
    elif byte == 44:
        totals[11] += 1
        if at > begin and data[at - 1] == 32 and second == 32 and at > next_at[4]:
            next_at[4] = at + 2
            totals[28] += 1
    elif byte == 46:
        totals[13] += 1
        if second == 46 and third == 46 and at >= next_at[2]:
            next_at[2] = at + 3
            totals[9] += 1
            style = 7
        elif left > 4 and second == 32 and third == 46 and data[at + 3] == 32 and data[at + 4] == 46:
            if at >= next_at[3]:
                next_at[3] = at + 5
                totals[9] += 1
            style = 7
        return 0 if style < 0 else 128
    elif byte == 0xC2:
        if second == 0xAB or second == 0xBB:
            style = 3
        elif second == 0xB4:
            return 1 << 18
        elif second <= 0xA0 or second == 0xAD:
            return 8192
    elif byte == 0xC3:
        # â€, or Ã or Â and one of U+0080 to U+00BF.
        if (second == 0xA2 and third == 0xE2) or ((second == 0x83 or second == 0x82) and third == 0xC2):
            return 1 << 29
    elif byte == 0xC4 or byte == 0xC5:
        return 1 << 18 if second == (0xB1 if byte == 0xC4 else 0xBF) else 0
    elif byte == 0xE0:
        return 1 << 19 if second >= 0xB8 and (second > 0xB8 or third >= 0x81) else 0
    elif byte == 0xE2:
        if second == 0x80:
            if third == 0x99 or third == 0x98:
                style = 1
            elif 0x9C <= third <= 0x9E:
                style = 3
            elif third == 0x93 or third == 0x94:
                style = 6
            elif third == 0xA6:
                style = 8
            elif third <= 0x8B or third == 0x8E or third == 0x8F or 0xA8 <= third <= 0xAF:
                return 8192
        elif second == 0x81:
            if third == 0x9F or third == 0xA0 or 0xA6 <= third <= 0xA9:
                return 8192
        elif second == 0x96 and third == 0x81:
            return 1 << 17
        elif (
            (second == 0x86 and third == 0x92)
            or (second == 0x9F and third == 0xB6)
            or (second == 0x9E and third == 0x94)
        ):  # arrows
            return 1 << 16
    elif byte == 0xE3:
        if second == 0x80 and third == 0x80:
            return 8192
        if second == 0x80 and third == 0x82:
            style = 12
    elif byte == 0xEF:
        if second == 0xBC and third == 0x8C:
            style = 10
        elif second == 0xBC and third == 0x8E:
            style = 12
        elif (second == 0xBB and third == 0xBF) or (second == 0xBF and third == 0xBD):
            return 8192
    if style < 0:
        return 0
    totals[2 + style] += 1
    return 1 << style


def survey_lines(raw: bytes, starts: array, ends: array) -> tuple[array, array]:
    """Return the flags of every line, and totals over all of them."""
    cython.declare(line=cython.Py_ssize_t, at=cython.Py_ssize_t, style=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(starts)
    result, sums = zeros("i", n_lines), zeros("q", N_TOTALS)
    if n_lines == 0 or not raw:
        for line in range(n_lines):
            result[line] = EMPTY
        return result[:n_lines], sums
    data: cython.const[cython.uchar][::1] = raw
    first: cython.int[::1] = starts
    last: cython.int[::1] = ends
    flags: cython.int[::1] = result
    totals: cython.longlong[::1] = sums
    kinds: cython.int[::1] = _KINDS
    recur = zeros("q", 5)
    next_at: cython.Py_ssize_t[::1] = recur
    n_styles: cython.Py_ssize_t = N_STYLES
    with cython.nogil:
        for line in range(n_lines):
            begin: cython.Py_ssize_t = first[line]
            end: cython.Py_ssize_t = last[line]
            if end == begin:
                flags[line] = 1 << 27
                continue
            found: cython.int = 0
            visible: cython.int = 0
            n_inner: cython.Py_ssize_t = 0
            n_blanks: cython.Py_ssize_t = 0
            for at in range(begin, end):
                byte: cython.int = data[at]
                kind: cython.int = kinds[byte]
                found |= kind
                visible |= 32 < byte < 127
                n_inner += (byte & 0xC0) == 0x80
                n_blanks += byte == 32
                if kind & (1 << 30):
                    found |= _second_look(data, begin, at, end, next_at, totals)
            totals[0] += n_blanks
            totals[1] += end - begin - n_inner
            found &= (1 << 30) - 1
            if not visible:
                found |= 1 << 26
            byte = data[begin]
            if not (97 <= byte <= 122 or 65 <= byte <= 90):
                found |= 1 << 28
            byte = data[end - 1]
            before: cython.int = data[end - 2] if end - begin > 1 else 32
            if byte <= 32 or byte >= 128 or byte == 127:
                found |= 1 << 22
            elif byte == 46 or byte == 33 or byte == 63:
                if before == 32:
                    found |= 1 << 21
                elif 48 <= before <= 57 or 65 <= before <= 90 or 97 <= before <= 122:
                    found |= 1 << 20
                elif before < 32 or before >= 127:
                    found |= 1 << 22
            for style in range(n_styles):
                totals[2 + n_styles + style] += found >> style & 1
            flags[line] = found
    return result[:n_lines], sums


@cython.final
@cython.cclass
class _Shared:
    """The words shared by a pair of texts: for every word the last line of the source, and of the output, it was in."""

    in_source: cython.int[::1]
    in_output: cython.int[::1]
    kinds: cython.schar[::1]
    unknown: cython.bint
    """Whether for any word of the last pair it was unknown if it is a mark."""

    def __init__(self, kinds: array) -> None:
        self.in_source, self.in_output = zeros("i", len(kinds)), zeros("i", len(kinds))
        self.kinds = kinds

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t)
    def share(
        self,
        ids: cython.int[::1],
        begin: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        others: cython.int[::1],
        other_begin: cython.Py_ssize_t,
        other_end: cython.Py_ssize_t,
        line: cython.int,
        settled: cython.double,
    ) -> cython.double:
        """Return how many distinct words both have, as a fraction of those in the text that has more.

        Separate marks do not count, unless all words are marks; for a single word, or if it is unknown which are
        marks, the fraction is 0.
        """
        n_source: cython.Py_ssize_t = 0
        n_output: cython.Py_ssize_t = 0
        n_both: cython.Py_ssize_t = 0
        n_marks: cython.Py_ssize_t = 0
        n_other_marks: cython.Py_ssize_t = 0
        n_shared_marks: cython.Py_ssize_t = 0
        is_known: cython.bint = end - begin > 1 and other_end - other_begin > 1
        for at in range(begin, end):
            if self.in_source[ids[at]] != line:
                self.in_source[ids[at]] = line
                n_source += 1
                n_marks += self.kinds[ids[at]] == 0
                is_known = is_known and self.kinds[ids[at]] != 2
        for at in range(other_begin, other_end):
            if self.in_output[others[at]] != line:
                self.in_output[others[at]] = line
                n_output += 1
                n_other_marks += self.kinds[others[at]] == 0
                is_known = is_known and self.kinds[others[at]] != 2
                if self.in_source[others[at]] == line:
                    n_both += 1
                    n_shared_marks += self.kinds[others[at]] == 0
        self.unknown = not is_known
        most: cython.double = max(n_source, n_output, 1)
        if n_both / most > settled:
            return 2.0
        if not is_known:
            return 0.0
        most = max(n_source - n_marks, n_output - n_other_marks, 1)
        return (n_both - n_shared_marks) / most

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_share(
        self,
        ids: cython.int[::1],
        begin: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        others: cython.int[::1],
        other_begin: cython.Py_ssize_t,
        other_end: cython.Py_ssize_t,
        line: cython.int,
        bar: cython.double,
    ) -> cython.bint:
        """Tell whether both may share more than the fraction `bar` of their words; `line` must be new."""
        n: cython.Py_ssize_t = end - begin
        m: cython.Py_ssize_t = other_end - other_begin
        if n < 2 or m < 2:
            return True
        return self.share(ids, begin, end, others, other_begin, other_end, line, 2.0) > bar or self.unknown


def _frames() -> array:
    frames = array("b", bytes(256))
    for byte in _FRAME.encode():
        frames[byte] = 1
    return frames


_FRAMES = _frames()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(at=cython.Py_ssize_t)
def _says(
    data: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    begins: cython.bint,
    is_unlike: cython.bint,
    is_beyond_ascii: cython.bint,
    frame: cython.schar[::1],
) -> cython.bint:
    """Tell whether an output may be next to nothing, have a label before it, or say something in another script."""
    if is_unlike and is_beyond_ascii:
        return True
    n_solid: cython.Py_ssize_t = 0  # "[object object]" has most of all that are known
    for at in range(begin, begin + min(size, 80)):
        n_solid += 1 - frame[data[at]]
    if n_solid <= 14:
        return True
    if begins:
        for at in range(begin, begin + min(size, 320)):  # a character has four bytes at most, and a label begins in 80
            # The colon of ASCII, and the last byte of the full-width one.
            if data[at] == 58 or (data[at] == 0x9A and is_beyond_ascii):
                return True
    return False


def compare_lines(
    source: tuple[bytes, array, array],
    output: tuple[bytes, array, array],
    source_texts: Texts,
    output_texts: Texts,
    kinds: array,
    settled: float,
    stray: float,
    openings: Openings,
) -> array:
    """Return the flags of every pair of lines, each text given as bytes with starts and ends, and as numbered words.

    A pair that shares more than the fraction `settled` of its words is not `STRAYS`, nor one that shares at least the
    fraction `stray` of those other than marks; `kinds` are those of `errata.kernels.words.Interner.kinds`. Outputs that
    begin with one of the `openings` where these matter are `SAYS`.
    """
    cython.declare(line=cython.Py_ssize_t, at=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(source[1])
    result = zeros("i", n_lines)
    if n_lines == 0 or not source[0] or not output[0]:
        return result[:n_lines]
    a: cython.const[cython.uchar][::1] = source[0]
    b: cython.const[cython.uchar][::1] = output[0]
    a_first: cython.int[::1] = source[1]
    a_last: cython.int[::1] = source[2]
    b_first: cython.int[::1] = output[1]
    b_last: cython.int[::1] = output[2]
    flags: cython.int[::1] = result
    shared: _Shared = _Shared(kinds)
    a_ids: cython.int[::1] = source_texts.ids if len(source_texts.ids) else zeros("i", 1)
    b_ids: cython.int[::1] = output_texts.ids if len(output_texts.ids) else zeros("i", 1)
    a_bounds: cython.int[::1] = source_texts.bounds
    b_bounds: cython.int[::1] = output_texts.bounds
    enough: cython.double = settled
    least: cython.double = stray
    glance: cython.Py_ssize_t = _GLANCE
    firsts: cython.int[::1] = openings.firsts
    values: cython.longlong[::1] = openings.values if len(openings.values) else zeros("q", 1)
    masks: cython.longlong[::1] = openings.masks if len(openings.masks) else zeros("q", 1)
    opens: cython.int[::1] = openings.kinds if len(openings.kinds) else zeros("i", 1)
    frame: cython.schar[::1] = _FRAMES
    with cython.nogil:
        for line in range(n_lines):
            x: cython.Py_ssize_t = a_first[line]
            y: cython.Py_ssize_t = b_first[line]
            n: cython.Py_ssize_t = a_last[line] - x
            m: cython.Py_ssize_t = b_last[line] - y
            if n == 0 or m == 0:
                continue
            alike: cython.Py_ssize_t = min(n, m)
            # How many bytes both begin with, and end with.
            head: cython.Py_ssize_t = 0
            while head < alike and a[x + head] == b[y + head]:
                head += 1
            if head == n and head == m:
                continue
            tail: cython.Py_ssize_t = 0
            while tail < alike and a[x + n - 1 - tail] == b[y + m - 1 - tail]:
                tail += 1
            found: cython.int = 1
            n_chars: cython.Py_ssize_t = 0
            for at in range(head):
                n_chars += (a[x + at] & 0xC0) != 0x80
            # A character of which only some bytes agree is none that both have.
            if head < n and (a[x + head] & 0xC0) == 0x80:
                n_chars -= 1
            elif head < m and (b[y + head] & 0xC0) == 0x80:
                n_chars -= 1
            if n_chars < glance:
                found |= 2
            n_chars = 0
            for at in range(tail):
                n_chars += (a[x + n - 1 - at] & 0xC0) != 0x80
            if n_chars < glance:
                found |= 4
            part: cython.double = shared.share(
                a_ids, a_bounds[line], a_bounds[line + 1], b_ids, b_bounds[line], b_bounds[line + 1], line + 1, enough
            )
            if part < least:
                found |= 8
            n_chars = 0
            for at in range(m):
                n_chars += (b[y + at] & 0xC0) != 0x80
            n_own: cython.Py_ssize_t = 0
            for at in range(n):
                n_own += (a[x + at] & 0xC0) != 0x80
            if 10 * n_chars < 9 * n_own:
                found |= 32
            if 10 * n_chars >= 13 * n_own or _says(b, y, m, found & 2, part <= 1, n_chars < m, frame):
                found |= 16
            elif found & 2 or part <= 1:
                word: cython.longlong = 0
                for at in range(min(m, 4)):
                    byte: cython.longlong = b[y + at]
                    word |= (byte + 32 if 65 <= byte <= 90 else byte) << (8 * at)
                wanted: cython.int = (1 if found & 2 else 0) | (2 if part <= 1 else 0)
                for at in range(firsts[word & 255], firsts[(word & 255) + 1]):
                    if word & masks[at] == values[at] and opens[at] & wanted:
                        after: cython.longlong = word & ~masks[at]
                        while after and not after & 255:
                            after >>= 8
                        if not (opens[at] & 4 and 97 <= (after & 255) <= 122):
                            found |= 16
            flags[line] = found
    return result[:n_lines]


def compare_strays(
    lines: array, source_texts: Texts, output_texts: Texts, kinds: array, near: int, furthest: int, akin: float
) -> tuple[array, array]:
    """Return for each of some lines whether its output may fit a source nearby, and whether it may be swapped.

    It fits a source if it shares more than the fraction `akin` of words with it; two of the lines, at most `furthest`
    lines apart, are swapped if each output fits the other's source. If it is unknown which words are marks, both are
    always possible.
    """
    cython.declare(place=cython.Py_ssize_t, other=cython.Py_ssize_t, one=cython.Py_ssize_t, two=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(lines)
    n_lines: cython.Py_ssize_t = len(source_texts)
    fits, swaps = zeros("b", n), zeros("b", n)
    if n == 0:
        return fits[:0], swaps[:0]
    shared: _Shared = _Shared(kinds)
    strays: cython.int[::1] = lines
    a_ids: cython.int[::1] = source_texts.ids if len(source_texts.ids) else zeros("i", 1)
    b_ids: cython.int[::1] = output_texts.ids if len(output_texts.ids) else zeros("i", 1)
    a: cython.int[::1] = source_texts.bounds
    b: cython.int[::1] = output_texts.bounds
    fit: cython.schar[::1] = fits
    swap: cython.schar[::1] = swaps
    reach: cython.Py_ssize_t = near
    far: cython.Py_ssize_t = furthest
    bar: cython.double = akin
    stamp: cython.int = 0
    with cython.nogil:
        for place in range(n):
            one = strays[place]
            for other in range(max(one - reach, 0), min(one + reach + 1, n_lines)):
                if other != one and not fit[place]:
                    stamp += 1
                    fit[place] = shared.may_share(a_ids, a[other], a[other + 1], b_ids, b[one], b[one + 1], stamp, bar)
            for other in range(place + 1, min(place + 1 + far, n)):
                two = strays[other]
                stamp += 2  # the comparisons each need one that was never used
                if shared.may_share(
                    a_ids, a[two], a[two + 1], b_ids, b[one], b[one + 1], stamp - 1, bar
                ) and shared.may_share(a_ids, a[one], a[one + 1], b_ids, b[two], b[two + 1], stamp, bar):
                    swap[place] = 1
                    break
    return fits[:n], swaps[:n]


def find_flagged(flags: array, wanted: int, others: array, also: int) -> array:
    """Return the lines, counted from 0, with any of the flags `wanted`, and any of `also` in `others`."""
    cython.declare(line=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(flags)
    result = zeros("i", n_lines)
    if n_lines == 0:
        return result[:0]
    mine: cython.int[::1] = flags
    theirs: cython.int[::1] = others
    found: cython.int[::1] = result
    one: cython.int = wanted
    two: cython.int = also
    n_found: cython.Py_ssize_t = 0
    with cython.nogil:
        for line in range(n_lines):
            if mine[line] & one and theirs[line] & two:
                found[n_found] = line
                n_found += 1
    return result[:n_found]


def find_turned(source: array, output: array, pairs: array, has: int, lacks: int) -> array:
    """Return the lines that differ and may be in one case although the source is not, judged by ASCII letters.

    `has` is the flag of letters in that case, `lacks` of those in the other.
    """
    cython.declare(line=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(pairs)
    result = zeros("i", n_lines)
    if n_lines == 0:
        return result[:0]
    a: cython.int[::1] = source
    b: cython.int[::1] = output
    pair: cython.int[::1] = pairs
    found: cython.int[::1] = result
    own: cython.int = has
    other: cython.int = lacks
    beyond: cython.int = BEYOND_ASCII
    n_found: cython.Py_ssize_t = 0
    with cython.nogil:
        for line in range(n_lines):
            if pair[line] & 1 and not b[line] & other:
                if (a[line] | b[line]) & beyond or (b[line] & own and a[line] & other):
                    found[n_found] = line
                    n_found += 1
    return result[:n_found]


def count_styles(source: array, output: array, pairs: array, ours: int, theirs: int) -> array:
    """Return the lines that differ, have `ours` if the source has none, and none of `theirs` if the source has some.

    These are masks of one flag each.
    """
    cython.declare(line=cython.Py_ssize_t)
    n_lines: cython.Py_ssize_t = len(pairs)
    result = zeros("i", n_lines)
    if n_lines == 0:
        return result[:0]
    a: cython.int[::1] = source
    b: cython.int[::1] = output
    pair: cython.int[::1] = pairs
    found: cython.int[::1] = result
    one: cython.int = ours
    other: cython.int = theirs
    both: cython.int = one | other
    n_found: cython.Py_ssize_t = 0
    with cython.nogil:
        for line in range(n_lines):
            if pair[line] & 1 and (b[line] & both) == one and (a[line] & both) == other:
                found[n_found] = line
                n_found += 1
    return result[:n_found]
