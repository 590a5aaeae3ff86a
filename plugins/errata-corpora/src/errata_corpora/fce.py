"""CLC FCE: exam scripts in XML; each answer has its errors marked in the text by `NS` elements.

    <learner><head sortkey="TR1*0100*2000*01"><candidate><language>French</language>…</candidate>
    <text><answer1><question_number>1</question_number><exam_score>3.2</exam_score>
    <coded_answer><p>He <NS type="AGV"><i>go</i><c>goes</c></NS> <NS type="MT"><c>to</c></NS> school.</p></coded_answer>
    </answer1>…</text></head></learner>

Every answer is a document; its paragraphs are its lines. `i` is what was written, `c` the correction; several `c` are
alternatives. Without `c` the text is to be deleted, without `i` something is missing, without either the error was
only detected. An error inside another belongs to what was written there: the outer one is the edit, unless it corrects
nothing. Inner errors dropped for that reason are counted in a warning. This format is read, not written.
"""

import os
from collections.abc import Iterator, Mapping
from typing import NoReturn

from errata import Edit, FormatError, Layer, Notes, Text, XmlHandler, document_number, open_text, read_xml
from errata_corpora.fields import STREAM, AnyPath

_META = {"language": "l1", "age": "age", "exam_score": "answer-s", "score": "script-s", "question_number": "q"}
"""What is kept about the candidate and the answer, under the names used in the JSON of BEA-2019."""


class _Error:
    """An open `NS` element: where it begins, and what was found in it so far."""

    def __init__(self, type_: str, start: int, first_piece: int) -> None:
        self.type = type_
        self.start = start
        self.first_piece = first_piece
        self.has_written = False
        self.corrections: list[list[str]] = []
        self.inner: list[Edit] = []


class _Script(XmlHandler):
    """Parses a script, collecting the text and the edits of every answer."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[tuple[str, str, list[Edit], dict[str, str]]] = []
        self.left_out: list[int] = []
        self._pieces: list[str] = []
        self._length = 0
        self._edits: list[Edit] = []
        self._errors: list[_Error] = []
        self._answer = ""
        self._field: list[str] | None = None
        self._of_candidate: dict[str, str] = {}
        self._of_answer: dict[str, str] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""
        if not self.path and tag != "learner":
            raise ValueError(f"the root element is <{tag}>, but a script is in <learner>")
        if tag == "coded_answer":
            self._pieces, self._length, self._edits = [], 0, []
        elif "coded_answer" in self.path:
            self._start_in_answer(tag, attributes)
        elif tag.startswith("answer"):
            self._answer, self._of_answer = tag.removeprefix("answer"), {}
        elif tag in _META:
            self._field = []
        elif tag == "NS":
            raise ValueError("<NS> outside <coded_answer>")

    def _start_in_answer(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in {"i", "c"} and "NS" not in self.path:
            raise ValueError(f"<{tag}> outside <NS>")
        if tag not in {"p", "NS", "i", "c"}:
            raise ValueError(f"<{tag}> does not belong in <coded_answer>")
        if "c" in self.path:  # of an error in what should be there, only the correction counts
            self.left_out += [self.line()] if tag == "NS" else []
        elif tag == "NS":
            self._errors.append(_Error(attributes.get("type", ""), self._length, len(self._pieces)))
        elif tag == "i":
            self._errors[-1].has_written = True
        elif tag == "c":
            self._errors[-1].corrections.append([])

    def end(self, tag: str) -> None:
        """Handle the end of an element."""
        if tag == "coded_answer":
            text = "".join(self._pieces).removesuffix("\n")
            self.answers.append((self._answer, text, self._edits, {**self._of_candidate, **self._of_answer}))
        elif "coded_answer" in self.path:
            if tag == "NS" and "c" not in self.path:
                self._end_error(self._errors.pop())
            elif tag == "p":
                self._add("\n")
        elif tag in _META and self._field is not None:
            is_answer = any(part.startswith("answer") for part in self.path)
            (self._of_answer if is_answer else self._of_candidate)[_META[tag]] = "".join(self._field).strip()
            self._field = None

    def data(self, text: str) -> None:
        """Handle character data."""
        if self._field is not None:
            self._field.append(text)
        elif "c" in self.path:
            if next(tag for tag in reversed(self.path) if tag in {"i", "c"}) == "c":
                self._errors[-1].corrections[-1].append(text)
        elif "p" in self.path or self._errors:
            self._add(text)

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _end_error(self, error: _Error) -> None:
        """Make an edit of an error; of a nested one, only if the outer one corrects nothing."""
        corrections = tuple("".join(pieces) for pieces in error.corrections)
        if not corrections and error.has_written and not error.inner:
            corrections = ("",)
        if corrections or not error.inner:
            written = "".join(self._pieces[error.first_piece :])
            made = [Edit.of(error.start, self._length, written, corrections, error.type)]
            self.left_out += [self.line()] * len(error.inner)
        else:  # what is wrong is told inside
            made = error.inner
            self.left_out.append(self.line())
        (self._errors[-1].inner if self._errors else self._edits).extend(made)


def read(path: AnyPath) -> Iterator[Text]:
    """Yield a document for every answer of a script, named after the file and the number of the answer."""
    script = _Script()
    read_xml(path, script)
    name = open_text(path).name
    notes = Notes(name)
    for line in script.left_out:
        notes.add("errors are skipped because they are inside others or enclose them", line, "nested <NS>")
    notes.warn()
    if not script.answers:
        raise FormatError(f"{name} has no <coded_answer>; a script of the FCE holds its answers there")
    for number, text, edits, meta in script.answers:
        yield Text.document(f"{document_number(path)}-{number}", text, layers=(Layer(0, tuple(edits)),), meta=meta)


def write(path: AnyPath, documents: object, *, loss: str = "warn") -> NoReturn:
    """Refuse: scripts hold much that no other format has."""
    name = "standard output" if os.fspath(path) == STREAM else os.fspath(path)
    raise FormatError(f"{name}: scripts of the FCE can be read but not written; write another format, such as bea")
