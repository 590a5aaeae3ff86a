"""Blocks of M2 text in its plainest form, parsed in one go: where everything is, and the objects made from it.

The fast twin of the line-by-line reader in `errata.formats.m2`: it takes only blocks that leave nothing to decide
and hands everything else back.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from array import array
from typing import Any

from errata.kernels.buffers import Texts, zeros
from errata.kernels.limits import MOST, TooLargeError

COMPILED: bool = cython.compiled

Draft = tuple[Any, type, Any]
"""A mutable class with the slots of another, that other, and the values that all its objects share."""
_TAIL = b"|||REQUIRED|||-NONE-|||"
_NOOP = b"A -1 -1|||noop|||-NONE-" + _TAIL
_NO_CORRECTION = b"-NONE-"
_NO_TYPE = b"noop"
# Annotators of a sentence, who are looked for one by one; edits out of their order, which are moved one by one; bytes
# of a block, of which the reader refuses larger ones.
_MOST_LAYERS = cython.declare(cython.Py_ssize_t, 256)
_MOST_MOVED = cython.declare(cython.Py_ssize_t, 1000)
_LONGEST = cython.declare(cython.Py_ssize_t, 1 << 25)


class Blocks:
    """Sentences with the edits of their annotators, as positions in the bytes they were read from.

    Sentence s is `data[source_starts[s]:source_ends[s]]`; its layers are those from `first_layer[s]` on, layer k of
    annotator `annotators[k]` has the edits from `first_edit[k]` on. Edit e covers tokens `starts[e]` to `ends[e]`; its
    type is `data[types[e]:corrections[e] - 3]`, its only correction `data[corrections[e]:correction_ends[e]]`. Single
    spaces separate tokens, the edits of a layer follow each other, and none extends outside its sentence.
    """

    def __init__(
        self,
        data: bytes,
        sources: tuple[array, array],
        layers: tuple[array, array, array],
        edits: tuple[array, array, array, array, array],
    ) -> None:
        self.data = data
        self.source_starts, self.source_ends = sources
        self.first_layer, self.annotators, self.first_edit = layers
        self.starts, self.ends, self.types, self.corrections, self.correction_ends = edits

    def __len__(self) -> int:
        return len(self.first_layer) - 1


@cython.final
@cython.cclass
class Scanner:
    """Parses text block by block, until one is not plain; can resume at any position."""

    _data: cython.const[cython.uchar][::1]
    _tail: cython.const[cython.uchar][::1]
    _noop: cython.const[cython.uchar][::1]
    _no_correction: cython.const[cython.uchar][::1]
    _no_type: cython.const[cython.uchar][::1]
    _size: cython.Py_ssize_t
    _at: cython.Py_ssize_t
    _n_lines: cython.Py_ssize_t
    _n_sentences: cython.Py_ssize_t
    _n_layers: cython.Py_ssize_t
    _n_edits: cython.Py_ssize_t
    _n_tokens: cython.Py_ssize_t
    _is_mixed: cython.bint
    _source_starts: cython.int[::1]
    _source_ends: cython.int[::1]
    _first_layer: cython.int[::1]
    _annotators: cython.int[::1]
    _first_edit: cython.int[::1]
    _reached: cython.int[::1]
    _layers: cython.int[::1]
    _starts: cython.int[::1]
    _ends: cython.int[::1]
    _types: cython.int[::1]
    _corrections: cython.int[::1]
    _correction_ends: cython.int[::1]
    _raw: bytes
    _made: tuple

    def __init__(self, data: bytes) -> None:
        cython.declare(at=cython.Py_ssize_t)
        if len(data) > MOST:
            data = b""  # offsets have 32 bits: whoever asks sees that nothing was read
        self._raw = data
        self._size = len(data)
        cells: cython.const[cython.uchar][::1] = data or b" "
        self._data = cells
        self._tail, self._noop = _TAIL, _NOOP
        self._no_type, self._no_correction = _NO_TYPE, _NO_CORRECTION
        n_sentences: cython.Py_ssize_t = 1
        n_edits: cython.Py_ssize_t = 1
        with cython.nogil:
            for at in range(1, self._size):
                n_sentences += (cells[at] == 83) & (cells[at - 1] == 10)
                n_edits += (cells[at] == 65) & (cells[at - 1] == 10)
        sentences = [zeros("i", n_sentences + 1) for _ in range(3)]
        layers = [zeros("i", n_edits + 1) for _ in range(3)]
        edits = [zeros("i", n_edits) for _ in range(6)]
        self._made = (sentences, layers, edits)
        self._source_starts, self._source_ends, self._first_layer = sentences
        self._annotators, self._first_edit, self._reached = layers
        self._layers, self._starts, self._ends, self._types, self._corrections, self._correction_ends = edits
        self._at = self._n_lines = self._n_sentences = self._n_layers = self._n_edits = self._n_tokens = 0
        self._is_mixed = False

    def take(self) -> Blocks:
        """Return what has been found since the last call."""
        n: cython.Py_ssize_t = self._n_sentences
        n_layers: cython.Py_ssize_t = self._n_layers
        n_edits: cython.Py_ssize_t = self._n_edits
        self._n_sentences = self._n_layers = self._n_edits = 0
        sentences, layers, edits = self._made
        return Blocks(
            self._raw,
            (sentences[0][:n], sentences[1][:n]),
            (sentences[2][: n + 1], layers[0][:n_layers], layers[1][: n_layers + 1]),
            (edits[1][:n_edits], edits[2][:n_edits], edits[3][:n_edits], edits[4][:n_edits], edits[5][:n_edits]),
        )

    def scan(self, at: int) -> tuple[int, int]:
        """Parse blocks from a position on; return the position of the first that is not plain, and the lines before it.

        In a plain block single spaces separate tokens; every edit is required, without a comment, with one
        correction; edits of one annotator follow each other within the sentence; an empty line or the end follows.
        """
        self._at = at
        self._n_lines = 0
        with cython.nogil:
            self._scan()
        return self._at, self._n_lines

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(layer=cython.Py_ssize_t, k=cython.Py_ssize_t)
    def _scan(self) -> cython.void:
        while self._at < self._size:
            if self._data[self._at] == 10:
                self._at += 1
                self._n_lines += 1
                continue
            begin: cython.Py_ssize_t = self._at
            first_layer: cython.Py_ssize_t = self._n_layers
            first_edit: cython.Py_ssize_t = self._n_edits
            n_lines: cython.Py_ssize_t = 1
            self._is_mixed = False
            is_plain: cython.bint = self._source()
            while is_plain and self._at < self._size and self._data[self._at] != 10:
                is_plain = self._annotation(first_layer)
                n_lines += 1
            if not is_plain or self._at - begin > _LONGEST or (self._is_mixed and not self._sort(first_edit)):
                self._at = begin
                self._n_layers, self._n_edits = first_layer, first_edit
                return
            k = first_edit
            for layer in range(first_layer, self._n_layers):
                while k < self._n_edits and self._layers[k] == layer:
                    k += 1
                self._first_edit[layer + 1] = k
            self._n_sentences += 1
            self._first_layer[self._n_sentences] = self._n_layers
            self._n_lines += n_lines

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(at=cython.Py_ssize_t)
    def _source(self) -> cython.bint:
        """Read an S line, if it is one; its tokens may only be separated by single spaces."""
        at = self._at + 2
        size: cython.Py_ssize_t = self._size
        if at > size or self._data[at - 2] != 83 or self._data[at - 1] != 32:
            return False
        begin: cython.Py_ssize_t = at
        n_blanks: cython.Py_ssize_t = 0
        before: cython.int = 32
        while at < size and self._data[at] != 10:
            byte: cython.int = self._data[at]
            if byte == 32:
                if before == 32:
                    return False
                n_blanks += 1
            elif byte < 32:
                if 9 <= byte <= 13 or byte >= 28:
                    return False
            elif byte >= 0xC2 and byte <= 0xE3 and self._is_space(at, byte):
                return False
            before = byte
            at += 1
        if before == 32 and at > begin:
            return False
        self._source_starts[self._n_sentences] = begin
        self._source_ends[self._n_sentences] = at
        self._n_tokens = n_blanks + 1 if at > begin else 0
        self._at = at + 1 if at < size else size
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_space(self, at: cython.Py_ssize_t, first: cython.int) -> cython.bint:
        """Tell whether the multi-byte character at a position is white space; the bytes are UTF-8."""
        second: cython.int = self._data[at + 1]
        if first == 0xC2:  # U+0085, U+00A0
            return second == 0x85 or second == 0xA0
        if first < 0xE1:
            return False
        third: cython.int = self._data[at + 2]
        if first == 0xE1:  # U+1680
            return second == 0x9A and third == 0x80
        if first == 0xE2:
            if second == 0x80:  # U+2000 to U+200A, U+2028, U+2029, U+202F
                return third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF
            return second == 0x81 and third == 0x9F  # U+205F
        return second == 0x80 and third == 0x80  # U+3000

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def _has(
        self, at: cython.Py_ssize_t, text: cython.const[cython.uchar][::1], length: cython.Py_ssize_t
    ) -> cython.bint:
        """Tell whether a text of that length is at a position."""
        if at + length > self._size:
            return False
        for k in range(length):
            if self._data[at + k] != text[k]:
                return False
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _number(self) -> cython.Py_ssize_t:
        """Read a whole number of at most nine digits; -1 if there is none."""
        at: cython.Py_ssize_t = self._at
        value: cython.Py_ssize_t = 0
        while at < self._size and 48 <= self._data[at] <= 57 and at - self._at < 10:
            value = value * 10 + self._data[at] - 48
            at += 1
        n_digits: cython.Py_ssize_t = at - self._at
        self._at = at
        return value if 0 < n_digits < 10 else -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _bars(self, n_bars: cython.int) -> cython.Py_ssize_t:
        """Return the position of the next two or three bars in the line, if there are exactly three; otherwise -1."""
        at: cython.Py_ssize_t = self._at
        last: cython.Py_ssize_t = self._size - 3
        while at <= last:
            byte: cython.int = self._data[at]
            if byte == 124 and self._data[at + 1] == 124:
                if self._data[at + 2] == 124:
                    return at
                if n_bars == 2:
                    return -1
            elif byte == 10 or byte == 13:
                return -1
            at += 1
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(layer=cython.Py_ssize_t)
    def _annotation(self, first_layer: cython.Py_ssize_t) -> cython.bint:
        """Read an A line, if it is a plain one."""
        line: cython.Py_ssize_t = self._at
        is_noop: cython.bint = self._has(line, self._noop, 46)
        start: cython.Py_ssize_t = 0
        stop: cython.Py_ssize_t = 0
        kind: cython.Py_ssize_t = 0
        correction: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t = 0
        if is_noop:
            self._at = line + 46
        else:
            if not self._has(line, self._noop, 2):
                return False
            self._at = line + 2
            start = self._number()
            if start < 0 or self._at >= self._size or self._data[self._at] != 32:
                return False
            self._at += 1
            stop = self._number()
            if not start <= stop <= self._n_tokens or not self._has(self._at, self._tail, 3):
                return False
            kind = self._at = self._at + 3
            correction = self._bars(3) + 3
            if correction < 3:
                return False
            if correction - kind == 7 and self._has(kind, self._no_type, 4):
                return False
            self._at = correction
            end = self._bars(2)
            if end < 0 or not self._has(end, self._tail, 23):
                return False
            if end - correction == 6 and self._has(correction, self._no_correction, 6):
                return False
            self._at = end + 23
        who: cython.Py_ssize_t = self._number()
        if who < 0 or (self._at < self._size and self._data[self._at] != 10):
            return False
        self._at = min(self._at + 1, self._size)
        layer = self._n_layers - 1
        while layer >= first_layer and self._annotators[layer] != who:
            layer -= 1
        if layer < first_layer:
            layer = self._n_layers
            if layer - first_layer >= _MOST_LAYERS:
                return False
            self._annotators[layer] = who
            self._reached[layer] = 0
            self._n_layers += 1
        if is_noop:
            return True
        if start < self._reached[layer]:
            return False
        self._reached[layer] = stop
        edit: cython.Py_ssize_t = self._n_edits
        self._is_mixed = self._is_mixed or layer < self._n_layers - 1
        self._layers[edit] = layer
        self._starts[edit], self._ends[edit] = start, stop
        self._types[edit], self._corrections[edit], self._correction_ends[edit] = kind, correction, end
        self._n_edits += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(edit=cython.Py_ssize_t, k=cython.Py_ssize_t)
    def _sort(self, first: cython.Py_ssize_t) -> cython.bint:
        """Sort the edits of a sentence, from this one on, by layer; False if there are too many."""
        if self._n_edits - first > _MOST_MOVED:
            return False
        for edit in range(first + 1, self._n_edits):
            layer: cython.int = self._layers[edit]
            start: cython.int = self._starts[edit]
            stop: cython.int = self._ends[edit]
            kind: cython.int = self._types[edit]
            correction: cython.int = self._corrections[edit]
            end: cython.int = self._correction_ends[edit]
            k = edit
            while k > first and self._layers[k - 1] > layer:
                self._layers[k] = self._layers[k - 1]
                self._starts[k], self._ends[k] = self._starts[k - 1], self._ends[k - 1]
                self._types[k], self._corrections[k] = self._types[k - 1], self._corrections[k - 1]
                self._correction_ends[k] = self._correction_ends[k - 1]
                k -= 1
            self._layers[k] = layer
            self._starts[k], self._ends[k], self._types[k] = start, stop, kind
            self._corrections[k], self._correction_ends[k] = correction, end
        return True


def make_texts(blocks: Blocks, drafts: "tuple[Draft, Draft, Draft]") -> list[Any]:
    """Return the sentences as objects.

    `drafts` say how edits, layers and sentences are made: a mutable class, the class it turns into, and the values all
    of them have.
    """
    cython.declare(sentence=cython.Py_ssize_t, k=cython.Py_ssize_t)
    layer_draft, layer_class, layer_rest = drafts[1]
    text_draft, text_class, text_rest = drafts[2]
    data: bytes = blocks.data
    made: list = []
    n: cython.Py_ssize_t = len(blocks)
    if n == 0:
        return made
    edits: list = make_edits(blocks, drafts[0])
    source_starts: cython.int[::1] = blocks.source_starts
    source_ends: cython.int[::1] = blocks.source_ends
    first_layer: cython.int[::1] = blocks.first_layer
    annotators: cython.int[::1] = blocks.annotators or zeros("i", 1)
    for sentence in range(n):
        layers: list = []
        for k in range(first_layer[sentence], first_layer[sentence + 1]):
            layer: Any = layer_draft()
            layer.annotator = annotators[k]
            layer.edits = edits[k]
            layer.extra = layer_rest
            layer.__class__ = layer_class
            layers.append(layer)
        text: Any = text_draft()
        text.source = data[source_starts[sentence] : source_ends[sentence]].decode()
        text.layers = tuple(layers)
        text.references = ()
        text.unit, text.details = text_rest
        text.__class__ = text_class
        made.append(text)
    return made


def make_edits(blocks: Blocks, draft: Draft) -> list[tuple[Any, ...]]:
    """Return the edits of every layer as objects; `draft` says how they are made."""
    cython.declare(k=cython.Py_ssize_t, e=cython.Py_ssize_t)
    edit_draft, edit_class, edit_rest = draft
    data: bytes = blocks.data
    made: list = []
    kinds: dict = {}  # the same string for the same type: there are many edits and few types
    n: cython.Py_ssize_t = len(blocks.annotators)
    first_edit: cython.int[::1] = blocks.first_edit
    starts: cython.int[::1] = blocks.starts or zeros("i", 1)
    ends: cython.int[::1] = blocks.ends or zeros("i", 1)
    types: cython.int[::1] = blocks.types or zeros("i", 1)
    corrections: cython.int[::1] = blocks.corrections or zeros("i", 1)
    correction_ends: cython.int[::1] = blocks.correction_ends or zeros("i", 1)
    for k in range(n):
        if first_edit[k] == first_edit[k + 1]:
            made.append(())
            continue
        edits: list = []
        for e in range(first_edit[k], first_edit[k + 1]):
            kind: str = data[types[e] : corrections[e] - 3].decode()
            correction: str = data[corrections[e] : correction_ends[e]].decode()
            edit: Any = edit_draft()
            edit.start = starts[e]
            edit.end = ends[e]
            edit.corrections = (correction,)
            edit.type = kinds.setdefault(kind, kind)
            edit.required = True
            edit.comment = ""
            edit.raw = None
            edit.details = edit_rest
            edit.__class__ = edit_class
            edits.append(edit)
        made.append(tuple(edits))
    return made


def apply_edits(
    blocks: Blocks, sources: Texts, corrections: Texts, annotators: array, with_sources: bool
) -> tuple[Texts, array]:
    """Return annotators' versions of each source, as numbers, and their annotators; optionally after the source itself.

    `sources` and `corrections` are the words of each sentence and edit as numbers. If an annotator is absent the
    lowest present one is used, and if none is present the source.
    """
    cython.declare(sentence=cython.Py_ssize_t, who=cython.Py_ssize_t, k=cython.Py_ssize_t, e=cython.Py_ssize_t)
    cython.declare(at=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(blocks)
    width: cython.Py_ssize_t = len(annotators)
    head: cython.Py_ssize_t = 1 if with_sources else 0
    bounds = zeros("i", n * (width + head) + 1)
    if n == 0:
        return Texts(array("i"), bounds), array("i")
    labels, chosen = zeros("i", n * width), zeros("i", n * width)
    into_bounds: cython.int[::1] = bounds
    into_labels: cython.int[::1] = labels
    layers: cython.int[::1] = chosen  # who makes each text; -1 for the source
    wanted: cython.int[::1] = annotators
    first_layer: cython.int[::1] = blocks.first_layer
    present: cython.int[::1] = blocks.annotators or zeros("i", 1)
    first_edit: cython.int[::1] = blocks.first_edit
    starts: cython.int[::1] = blocks.starts or zeros("i", 1)
    ends: cython.int[::1] = blocks.ends or zeros("i", 1)
    words: cython.int[::1] = sources.ids or zeros("i", 1)
    first_word: cython.int[::1] = sources.bounds
    new: cython.int[::1] = corrections.ids or zeros("i", 1)
    first_new: cython.int[::1] = corrections.bounds
    total: cython.longlong = 0
    with cython.nogil:
        for sentence in range(n):
            lowest: cython.Py_ssize_t = -1
            for k in range(first_layer[sentence], first_layer[sentence + 1]):
                if lowest < 0 or present[k] < present[lowest]:
                    lowest = k
            n_words: cython.longlong = first_word[sentence + 1] - first_word[sentence]
            at = sentence * (width + head) + head
            if head:
                total += n_words
                into_bounds[at] = n_words
            for who in range(width):
                by: cython.Py_ssize_t = lowest
                for k in range(first_layer[sentence], first_layer[sentence + 1]):
                    if present[k] == wanted[who]:
                        by = k
                into_labels[sentence * width + who] = present[by] if by >= 0 else wanted[who]
                layers[sentence * width + who] = by
                n_here: cython.longlong = n_words
                if by >= 0:
                    for e in range(first_edit[by], first_edit[by + 1]):
                        n_here += first_new[e + 1] - first_new[e] - (ends[e] - starts[e])
                total += n_here
                into_bounds[at + who + 1] = n_here
    if total > MOST:
        raise TooLargeError(f"more than {MOST:,} tokens at once; divide the files")
    ids = zeros("i", total)
    into: cython.int[::1] = ids
    place: cython.Py_ssize_t = 0
    with cython.nogil:
        for at in range(n * (width + head)):
            into_bounds[at + 1] += into_bounds[at]
        for sentence in range(n):
            begin: cython.Py_ssize_t = first_word[sentence]
            end: cython.Py_ssize_t = first_word[sentence + 1]
            for at in range(begin, end if head else begin):
                into[place] = words[at]
                place += 1
            for who in range(width):
                by = layers[sentence * width + who]
                reached: cython.Py_ssize_t = begin
                if by >= 0:
                    for e in range(first_edit[by], first_edit[by + 1]):
                        for at in range(reached, begin + starts[e]):
                            into[place] = words[at]
                            place += 1
                        for at in range(first_new[e], first_new[e + 1]):
                            into[place] = new[at]
                            place += 1
                        reached = begin + ends[e]
                for at in range(reached, end):
                    into[place] = words[at]
                    place += 1
    return Texts(ids[:place], bounds), labels[: n * width]


def sorted_rows(blocks: Blocks, corrections: Texts) -> tuple[tuple[array, array, array, array], Texts, array]:
    """Return the layers as rows, sorted by annotator within a sentence; one without any has a row without edits.

    `corrections` are the words of every edit as numbers. The result says where the rows of sentences and the edits
    of rows begin, the tokens that each edit covers, the corrections in the same order, and the annotator of each row, 0
    if there is none.
    """
    cython.declare(sentence=cython.Py_ssize_t, k=cython.Py_ssize_t, e=cython.Py_ssize_t, at=cython.Py_ssize_t)
    n: cython.Py_ssize_t = len(blocks)
    most: cython.Py_ssize_t = len(blocks.annotators) + n
    n_edits: cython.Py_ssize_t = len(blocks.starts)
    rows, edits, made_labels, taken = zeros("i", n + 1), zeros("i", most + 1), zeros("i", most), zeros("B", most)
    new_starts, new_ends, bounds = zeros("i", n_edits), zeros("i", n_edits), zeros("i", n_edits + 1)
    new_ids = zeros("i", len(corrections.ids))
    first_row: cython.int[::1] = rows
    first_edit: cython.int[::1] = edits
    labels: cython.int[::1] = made_labels
    is_done: cython.uchar[::1] = taken
    start: cython.int[::1] = new_starts
    end: cython.int[::1] = new_ends
    bound: cython.int[::1] = bounds
    ids: cython.int[::1] = new_ids
    first_layer: cython.int[::1] = blocks.first_layer
    annotators: cython.int[::1] = blocks.annotators or zeros("i", 1)
    old_first: cython.int[::1] = blocks.first_edit
    old_start: cython.int[::1] = blocks.starts or zeros("i", 1)
    old_end: cython.int[::1] = blocks.ends or zeros("i", 1)
    old_ids: cython.int[::1] = corrections.ids or zeros("i", 1)
    old_bound: cython.int[::1] = corrections.bounds
    row: cython.Py_ssize_t = 0
    edit: cython.Py_ssize_t = 0
    word: cython.Py_ssize_t = 0
    with cython.nogil:
        for sentence in range(n):
            n_layers: cython.Py_ssize_t = first_layer[sentence + 1] - first_layer[sentence]
            for _ in range(n_layers):
                layer: cython.Py_ssize_t = -1
                for k in range(first_layer[sentence], first_layer[sentence + 1]):
                    if not is_done[k] and (layer < 0 or annotators[k] < annotators[layer]):
                        layer = k
                is_done[layer] = 1
                labels[row] = annotators[layer]
                for e in range(old_first[layer], old_first[layer + 1]):
                    start[edit], end[edit] = old_start[e], old_end[e]
                    for at in range(old_bound[e], old_bound[e + 1]):
                        ids[word] = old_ids[at]
                        word += 1
                    edit += 1
                    bound[edit] = word
                row += 1
                first_edit[row] = edit
            if n_layers == 0:
                row += 1
                first_edit[row] = edit
            first_row[sentence + 1] = row
    tokens = new_starts[:n_edits], new_ends[:n_edits]
    return (rows, edits[: row + 1], *tokens), Texts(new_ids[:word], bounds), made_labels[:row]


@cython.final
@cython.cclass
class _Writer:
    """Writes values as `marshal` version 0 does, one after another."""

    _into: cython.uchar[::1]
    _data: cython.const[cython.uchar][::1]
    _at: cython.Py_ssize_t

    def __init__(self, into: array, data: bytes) -> None:
        self._into = into
        self._data = data or b" "
        self._at = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, kind: cython.int, number: cython.int) -> cython.void:
        """Write a kind and a number: an integer, or the length of what follows."""
        at: cython.Py_ssize_t = self._at
        self._into[at] = kind
        self._into[at + 1] = number & 255
        self._into[at + 2] = number >> 8 & 255
        self._into[at + 3] = number >> 16 & 255
        self._into[at + 4] = number >> 24 & 255
        self._at = at + 5

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    @cython.locals(k=cython.Py_ssize_t)
    def _put_text(self, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        self._put(117, end - begin)
        for k in range(begin, end):
            self._into[self._at] = self._data[k]
            self._at += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put_true(self) -> cython.void:
        self._into[self._at] = 84
        self._at += 1


def marshal_blocks(blocks: Blocks, first: int, stop: int) -> bytes:
    """Return some of the sentences as `marshal` (version 0) writes a list of them, without its header.

    A sentence is (source, (), [(annotator, [(start, end, (correction,), type, True, "")])]).
    """
    cython.declare(sentence=cython.Py_ssize_t, k=cython.Py_ssize_t, e=cython.Py_ssize_t)
    begin: cython.Py_ssize_t = first
    end: cython.Py_ssize_t = stop
    if begin >= end:
        return b""
    source_starts: cython.int[::1] = blocks.source_starts
    source_ends: cython.int[::1] = blocks.source_ends
    first_layer: cython.int[::1] = blocks.first_layer
    annotators: cython.int[::1] = blocks.annotators or zeros("i", 1)
    first_edit: cython.int[::1] = blocks.first_edit
    starts: cython.int[::1] = blocks.starts or zeros("i", 1)
    ends: cython.int[::1] = blocks.ends or zeros("i", 1)
    types: cython.int[::1] = blocks.types or zeros("i", 1)
    corrections: cython.int[::1] = blocks.corrections or zeros("i", 1)
    correction_ends: cython.int[::1] = blocks.correction_ends or zeros("i", 1)
    n_layers: cython.Py_ssize_t = first_layer[end] - first_layer[begin]
    n_edits: cython.Py_ssize_t = first_edit[first_layer[end]] - first_edit[first_layer[begin]]
    size: cython.Py_ssize_t = 20 * (end - begin) + 15 * n_layers + 36 * n_edits
    for sentence in range(begin, end):
        size += source_ends[sentence] - source_starts[sentence]
    for e in range(first_edit[first_layer[begin]], first_edit[first_layer[end]]):
        size += correction_ends[e] - types[e] - 3
    made = zeros("B", size)
    writer = _Writer(made, blocks.data)
    with cython.nogil:
        for sentence in range(begin, end):
            writer._put(40, 3)
            writer._put_text(source_starts[sentence], source_ends[sentence])
            writer._put(40, 0)
            writer._put(91, first_layer[sentence + 1] - first_layer[sentence])
            for k in range(first_layer[sentence], first_layer[sentence + 1]):
                writer._put(40, 2)
                writer._put(105, annotators[k])
                writer._put(91, first_edit[k + 1] - first_edit[k])
                for e in range(first_edit[k], first_edit[k + 1]):
                    writer._put(40, 6)
                    writer._put(105, starts[e])
                    writer._put(105, ends[e])
                    writer._put(40, 1)
                    writer._put_text(corrections[e], correction_ends[e])
                    writer._put_text(types[e], corrections[e] - 3)
                    writer._put_true()
                    writer._put(117, 0)
    assert writer._at == size
    return made[:size].tobytes()
