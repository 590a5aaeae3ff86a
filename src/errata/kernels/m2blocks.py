"""Blocks of M2 text in its plainest form, parsed in one go.

The quick twin of the line-by-line reader in `errata.formats.m2`: it takes only blocks that leave nothing to decide
and hands everything else back.
"""

try:
    import cython
except ImportError:
    from errata.kernels import _cython as cython

from typing import Any

COMPILED: bool = cython.compiled

Draft = tuple[Any, type, Any]
"""An open class with the slots of another, that other, and what is the same in all its objects."""
_TAIL = "|||REQUIRED|||-NONE-|||"
_NOOP = "A -1 -1|||noop|||-NONE-" + _TAIL


@cython.cfunc
@cython.locals(at=cython.Py_ssize_t)
def _count_tokens(source: str) -> cython.Py_ssize_t:
    """Return the number of tokens, -1 where they are set off by more or other than single blanks."""
    end: cython.Py_ssize_t = len(source)
    n_tokens: cython.Py_ssize_t = 1
    was_blank: cython.bint = True
    for at in range(end):
        character: cython.Py_UCS4 = source[at]
        if character == " ":
            if was_blank:
                return -1
            was_blank = True
            n_tokens += 1
        elif " " < character <= "~":
            was_blank = False
        else:  # beyond ASCII there is other white space: let Python decide
            tokens: list = source.split()
            return len(tokens) if " ".join(tokens) == source else -1
    return -1 if was_blank else n_tokens


@cython.cfunc
def _number(text: str, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the whole number that fills a range, -1 where none of at most nine digits does."""
    value: cython.Py_ssize_t = 0
    if not 0 < end - at < 10:
        return -1
    while at < end:
        digit: cython.Py_UCS4 = text[at]
        if not "0" <= digit <= "9":
            return -1
        value = value * 10 + ord(digit) - 48
        at += 1
    return value


def parse_blocks(
    text: str,
    at: cython.Py_ssize_t,
    drafts: "tuple[Draft, Draft, Draft]",
) -> tuple[list[Any], int, int]:
    """Return the sentences from a place on, the place of the first block that is not plain, and the lines before it.

    In a plain block single blanks stand between tokens; every edit is required, without a comment, with one
    correction; edits of one annotator follow each other within the sentence; an empty line ends it. `drafts` say how
    edits, layers and sentences are made: an open class, the class it turns into, and the values all of them have.
    """
    edit_draft, edit_class, edit_rest = drafts[0]
    layer_draft, layer_class, layer_rest = drafts[1]
    text_draft, text_class, text_rest = drafts[2]
    sentences: list = []
    kinds: dict = {}  # the same string for the same type: there are many edits and few types
    size: cython.Py_ssize_t = len(text)
    n_lines: cython.Py_ssize_t = 0
    while at < size:
        if text[at] == "\n":
            at += 1
            n_lines += 1
            continue
        line_end: cython.Py_ssize_t = text.find("\n", at)
        if line_end < 0 or not text.startswith("S ", at):
            break
        source: str = text[at + 2 : line_end]
        n_tokens: cython.Py_ssize_t = _count_tokens(source)
        if n_tokens < 0:
            break
        layers: dict = {}
        reached: dict = {}
        position: cython.Py_ssize_t = line_end + 1
        passed: cython.Py_ssize_t = 1
        while position < size and text[position] != "\n":
            line_end = text.find("\n", position)
            if text.startswith(_NOOP, position):
                who: cython.Py_ssize_t = _number(text, position + len(_NOOP), line_end)
                if who < 0:
                    break
                if who not in layers:
                    layers[who] = []
                    reached[who] = 0
            else:
                if not text.startswith("A ", position):
                    break
                span_end: cython.Py_ssize_t = text.find("|||", position, line_end)
                kind_end: cython.Py_ssize_t = text.find("|||", span_end + 3, line_end)
                end: cython.Py_ssize_t = text.find("|||", kind_end + 3, line_end)
                if span_end < 0 or kind_end < 0 or end < 0 or not text.startswith(_TAIL, end):
                    break
                blank: cython.Py_ssize_t = text.find(" ", position + 2, span_end)
                start: cython.Py_ssize_t = _number(text, position + 2, blank)
                stop: cython.Py_ssize_t = _number(text, blank + 1, span_end)
                who = _number(text, end + len(_TAIL), line_end)
                if blank < 0 or start < 0 or who < 0 or not start <= stop <= n_tokens:
                    break
                correction: str = text[kind_end + 3 : end]
                kind: str = text[span_end + 3 : kind_end]
                if "||" in correction or correction == "-NONE-" or kind == "noop":
                    break
                if who not in layers:
                    layers[who] = []
                    reached[who] = 0
                elif start < reached[who]:
                    break
                reached[who] = stop
                edit: Any = edit_draft()
                edit.start = start
                edit.end = stop
                edit.corrections = (correction,)
                edit.type = kinds.setdefault(kind, kind)
                edit.required = True
                edit.comment = ""
                edit.raw = None
                edit.details = edit_rest
                edit.__class__ = edit_class
                layers[who].append(edit)
            position = line_end + 1
            passed += 1
        # Left by a break: the block is not plain, and the slow reader begins at its first line.
        if position >= size or text[position] != "\n":
            break
        annotations: list = []
        for annotator, edits in layers.items():
            layer: Any = layer_draft()
            layer.annotator = annotator
            layer.edits = tuple(edits)
            layer.extra = layer_rest
            layer.__class__ = layer_class
            annotations.append(layer)
        text_made: Any = text_draft()
        text_made.source = source
        text_made.layers = tuple(annotations)
        text_made.references = ()
        text_made.unit, text_made.details = text_rest
        text_made.__class__ = text_class
        sentences.append(text_made)
        at = position + 1
        n_lines += passed + 1
    return sentences, at, n_lines
