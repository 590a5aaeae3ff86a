"""Words to integers in one scan of a line's UTF-8 bytes.

The fast twin of the dictionary in `errata.text.vocabulary`: splits exactly where `str.split()` or, optionally,
`bytes.split()` does and numbers words in order of first occurrence.
"""

from array import array

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from errata.kernels.limits import MOST, REMEDY, TooLargeError

COMPILED: bool = cython.compiled


_ASCII_BLANKS = bytes(byte == 32 or 9 <= byte <= 13 for byte in range(256))
"""For each byte, 1 if it is white space in byte strings: space, tab, line feed, vertical tab, form feed, return."""
_BLANKS = bytes(
    2 if byte in (0xC2, 0xE1, 0xE2, 0xE3) else 3 if 28 <= byte <= 31 else _ASCII_BLANKS[byte] for byte in range(256)
)
"""For each byte, 1 if it is white space, 2 if it may begin a multi-byte white space character, 3 if only in text."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wide_blank(data: cython.const[cython.uchar][::1], at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the length in bytes of the white space that begins with a non-ASCII byte, 0 if there is none."""
    first: cython.Py_ssize_t = data[at]
    if first == 0xC2:  # U+0085, U+00A0
        return 2 if data[at + 1] == 0x85 or data[at + 1] == 0xA0 else 0
    second: cython.Py_ssize_t = data[at + 1]
    third: cython.Py_ssize_t = data[at + 2]
    if first == 0xE2:
        if second == 0x80:  # U+2000 to U+200A, U+2028, U+2029, U+202F
            return 3 if third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF else 0
        return 3 if second == 0x81 and third == 0x9F else 0  # U+205F
    if first == 0xE1:  # U+1680
        return 3 if second == 0x9A and third == 0x80 else 0
    return 3 if second == 0x80 and third == 0x80 else 0  # U+3000


@cython.final
@cython.cclass
class Interner:
    """A growing table of words, each identified by the number it got when first seen.

    Words are stored one after another in one byte buffer; a slot of the hash table holds a word's number plus one.
    With a `base`, the words it currently has keep their numbers and only others are added, after them: the base is read
    and never changed, so that any number of tables may share it at once.
    """

    _bytes: cython.uchar[::1]
    _starts: cython.int[::1]
    _slots: cython.int[::1]
    _n_words: cython.Py_ssize_t
    _mask: cython.Py_ssize_t
    _blanks: cython.const[cython.uchar][::1]
    _base: object
    _n_base: cython.Py_ssize_t
    _met_others: cython.bint
    """Whether any white space was met that is none to byte strings."""

    def __init__(self, only_ascii: bool = False, base: "Interner | None" = None) -> None:
        self._blanks = _ASCII_BLANKS if only_ascii else _BLANKS
        # What rests on a base holds the new words of a few lines, and is made for every few lines.
        scale = 0 if base is None else 6
        self._bytes = array("B", bytes(1 << (16 - scale)))
        self._starts = array("i", bytes(4 << (12 - scale)))
        self._slots = array("i", bytes(4 << (13 - scale)))
        self._mask = (1 << (13 - scale)) - 1
        self._n_words = 0
        self._base = base
        self._n_base = 0 if base is None else len(base)
        self._met_others = base is not None

    @property
    def splits_as_ascii(self) -> bool:
        """Whether splitting at ASCII white space alone would have given the same words in all lines so far."""
        return not self._met_others

    def __len__(self) -> int:
        """Return the number of distinct words seen, including those of the base."""
        return self._n_base + self._n_words

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t)
    def _find(
        self,
        data: cython.const[cython.uchar][::1],
        start: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        value: cython.uint,
    ) -> cython.Py_ssize_t:
        """Return the number of the word with that hash, -1 if it is not in the table."""
        slot: cython.Py_ssize_t = (value ^ (value >> 15)) & self._mask
        while self._slots[slot] != 0:
            word: cython.Py_ssize_t = self._slots[slot] - 1
            offset: cython.Py_ssize_t = self._starts[word]
            if self._starts[word + 1] - offset == length:
                at = 0
                while at < length and self._bytes[offset + at] == data[start + at]:
                    at += 1
                if at == length:
                    return word
            slot = (slot + 1) & self._mask
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t)
    def _add(
        self,
        data: cython.const[cython.uchar][::1],
        start: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        value: cython.uint,
    ) -> cython.Py_ssize_t:
        """Add a new word, for which there is room, and return its number."""
        word: cython.Py_ssize_t = self._n_words
        offset: cython.Py_ssize_t = self._starts[word]
        for at in range(length):
            self._bytes[offset + at] = data[start + at]
        self._starts[word + 1] = offset + length
        self._n_words += 1
        slot: cython.Py_ssize_t = (value ^ (value >> 15)) & self._mask
        while self._slots[slot] != 0:
            slot = (slot + 1) & self._mask
        self._slots[slot] = word + 1
        return word

    @cython.cfunc
    @cython.locals(word=cython.Py_ssize_t, position=cython.Py_ssize_t)
    def _grow(self, n_bytes: cython.Py_ssize_t, n_words: cython.Py_ssize_t) -> cython.void:
        """Make room for this many more bytes and words."""
        used: cython.Py_ssize_t = self._starts[self._n_words]
        most: cython.Py_ssize_t = MOST
        if used + n_bytes > most or self._n_words + n_words >= most:
            raise TooLargeError(f"the different words of one run have more than {MOST:,} bytes; {REMEDY}")
        if used + n_bytes > len(self._bytes):
            grown_bytes = array("B", bytes(self._bytes))
            grown_bytes.frombytes(bytes(used + n_bytes))
            self._bytes = grown_bytes
        if self._n_words + n_words + 1 < len(self._starts):
            return
        grown_starts = array("i", bytes(self._starts))
        grown_starts.frombytes(bytes(4 * (self._n_words + n_words + 1)))
        self._starts = grown_starts
        size: cython.Py_ssize_t = self._mask + 1
        while size < 2 * len(self._starts):
            size *= 2
        self._slots = array("i", bytes(4 * size))
        self._mask = size - 1
        # Slots depend on the size of the table, and hashes are not kept: every word is hashed once more.
        for word in range(self._n_words):
            value: cython.uint = 18652613
            for position in range(self._starts[word], self._starts[word + 1]):
                value = ((value ^ self._bytes[position]) * 16777619) & 0x7FFFFFFF
            slot: cython.Py_ssize_t = (value ^ (value >> 15)) & self._mask
            while self._slots[slot] != 0:
                slot = (slot + 1) & self._mask
            self._slots[slot] = word + 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(
        self,
        data: cython.const[cython.uchar][::1],
        at: cython.Py_ssize_t,
        end: cython.Py_ssize_t,
        base: "Interner",
        numbers: cython.int[::1],
        n_tokens: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Append the numbers of a line's words to the existing ones, and return how many there are now."""
        n_base: cython.Py_ssize_t = self._n_base
        while at < end:
            kind: cython.uchar = self._blanks[data[at]]
            if kind == 1:
                at += 1
                continue
            width: cython.Py_ssize_t = 0 if kind == 0 else 1 if kind == 3 else _wide_blank(data, at)
            if width:
                self._met_others = True
                at += width
                continue
            start: cython.Py_ssize_t = at
            value: cython.uint = 18652613  # FNV-1a on 31 bits
            while at < end:
                byte: cython.uchar = data[at]
                kind = self._blanks[byte]
                if kind != 0 and (kind != 2 or _wide_blank(data, at)):
                    break
                value = ((value ^ byte) * 16777619) & 0x7FFFFFFF
                at += 1
            word: cython.Py_ssize_t = base._find(data, start, at - start, value) if n_base else n_base
            if word < 0 or word >= n_base:
                word = self._find(data, start, at - start, value)
                if word < 0:
                    word = self._add(data, start, at - start, value)
                word += n_base
            numbers[n_tokens] = word
            n_tokens += 1
        return n_tokens

    def encode(self, line: str) -> array:
        """Return the numbers of the line's words, adding new words."""
        raw: bytes = line.encode("utf-8", "surrogatepass")
        data: cython.const[cython.uchar][::1] = raw
        end: cython.Py_ssize_t = len(raw)
        most: cython.Py_ssize_t = (end + 1) // 2
        if most == 0:
            return array("i")
        self._grow(end, most)  # for the worst case: the loop runs without the interpreter and cannot
        result = array("i", bytes(4 * most))
        numbers: cython.int[::1] = result
        base: Interner = self if self._base is None else self._base  # type: ignore[assignment]  # see __init__
        with cython.nogil:
            n_tokens: cython.Py_ssize_t = self._number(data, 0, end, base, numbers, 0)
        return result[:n_tokens]

    def kinds(self) -> array:
        """Return for every word whether it has an ASCII letter or digit (1), none (0), or perhaps others (2)."""
        cython.declare(word=cython.Py_ssize_t, at=cython.Py_ssize_t)
        result = array("b", bytes(max(1, self._n_words)))
        kinds: cython.schar[::1] = result
        for word in range(self._n_words):
            kind: cython.schar = 0
            for at in range(self._starts[word], self._starts[word + 1]):
                byte: cython.int = self._bytes[at]
                if 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122:
                    kind = 1
                    break
                if byte >= 128:
                    kind = 2
            kinds[word] = kind
        return result

    def words_from(self, first: int) -> list[str]:
        """Return the words with this number, which no base has, and higher ones."""
        cython.declare(word=cython.Py_ssize_t)
        begin: cython.Py_ssize_t = first - self._n_base
        if begin >= self._n_words:
            return []
        shift: cython.Py_ssize_t = self._starts[begin]
        raw: bytes = bytes(self._bytes[shift : self._starts[self._n_words]])
        words: list = []
        for word in range(begin, self._n_words):
            start: cython.Py_ssize_t = self._starts[word] - shift
            end: cython.Py_ssize_t = self._starts[word + 1] - shift
            words.append(raw[start:end].decode("utf-8", "surrogatepass"))
        return words

    def encode_lines(
        self, raw: bytes, starts: array, ends: array, like: "tuple[bytes, array, array, array, array] | None" = None
    ) -> tuple[array, array]:
        """Return the numbers of the words of many lines in one buffer, and where each line begins and the last ends.

        `like` are as many lines with their numbers, as returned here: the words at both ends of a line that equal those
        of its counterpart are not numbered again.
        """
        cython.declare(line=cython.Py_ssize_t, at=cython.Py_ssize_t)
        n_lines: cython.Py_ssize_t = len(starts)
        bounds = array("i", bytes(4 * (n_lines + 1)))
        most: cython.Py_ssize_t = (len(raw) + n_lines + 1) // 2
        if n_lines == 0 or most == 0:
            return array("i"), bounds
        data: cython.const[cython.uchar][::1] = raw
        first: cython.int[::1] = starts
        last: cython.int[::1] = ends
        into: cython.int[::1] = bounds
        result = array("i", bytes(4 * most))
        numbers: cython.int[::1] = result
        base: Interner = self if self._base is None else self._base  # type: ignore[assignment]  # see __init__
        n_tokens: cython.Py_ssize_t = 0
        has_like: cython.bint = like is not None and len(like[0]) > 0 and len(like[3]) > 0
        fellows: tuple = like if like is not None and has_like else (raw, starts, ends, result, bounds)
        other, other_starts, other_ends, other_ids, other_bounds = fellows
        b_data: cython.const[cython.uchar][::1] = other
        b_first: cython.int[::1] = other_starts
        b_last: cython.int[::1] = other_ends
        b_ids: cython.int[::1] = other_ids
        b_bounds: cython.int[::1] = other_bounds
        for line in range(n_lines):
            begin: cython.Py_ssize_t = first[line]
            end: cython.Py_ssize_t = last[line]
            n_last: cython.Py_ssize_t = 0
            if has_like:
                shift: cython.Py_ssize_t = b_first[line] - begin
                alike: cython.Py_ssize_t = min(end - begin, b_last[line] - b_first[line])
                at = begin
                while at < begin + alike and data[at] == b_data[shift + at]:
                    at += 1
                if at == end and shift + at == b_last[line]:
                    for at in range(b_bounds[line], b_bounds[line + 1]):
                        numbers[n_tokens] = b_ids[at]
                        n_tokens += 1
                    into[line + 1] = n_tokens
                    continue
                stop: cython.Py_ssize_t = at
                place: cython.Py_ssize_t = b_bounds[line]
                at = begin
                inside: cython.bint = False
                while at < stop:
                    kind: cython.uchar = self._blanks[data[at]]
                    if kind == 3 or (kind == 2 and _wide_blank(data, at)):
                        break
                    if kind == 1 and inside:
                        numbers[n_tokens] = b_ids[place]
                        n_tokens += 1
                        place += 1
                        begin = at
                    inside = kind != 1
                    at += 1
                shift = b_last[line] - end
                at = end - 1
                stop = end - (alike - (begin - first[line]))
                inside = False
                while at >= stop and data[at] == b_data[shift + at]:
                    kind = self._blanks[data[at]]
                    if kind == 3 or (kind == 2 and _wide_blank(data, at)):
                        break
                    if kind == 1 and inside:
                        n_last += 1
                        end = at + 1
                    inside = kind != 1
                    at -= 1
            self._grow(end - begin, (end - begin + 1) // 2)
            n_tokens = self._number(data, begin, end, base, numbers, n_tokens)
            if n_last:
                for at in range(b_bounds[line + 1] - n_last, b_bounds[line + 1]):
                    numbers[n_tokens] = b_ids[at]
                    n_tokens += 1
            into[line + 1] = n_tokens
        return result[:n_tokens], bounds
