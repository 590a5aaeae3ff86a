"""What a format cannot hold: found while writing a file, then reported, refused or ignored.

A writer passes its items through `Losses`, which compares their features with what the registry says the format
can hold:

    def write(path, documents, *, loss="warn"):
        losses = Losses(path, "hoo", loss)
        write_lines(path, _lines(losses.checked(documents)))
        return losses.report()
"""

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from errata.errors import FormatError, InputError, LossError
from errata.findings import Finding, remedy, report
from errata.formats.files import AnyPath
from errata.formats.writing import output_name
from errata.model import CHARACTERS, Edit, Part, Text
from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.formats.registry import Format

FEATURES = {
    "text": "source texts",
    "references": "reference texts",
    "edits": "edits",
    "ranges": "edits by character",
    "annotators": "layers of further annotators",
    "silence": "annotators who found nothing to change",
    "types": "types",
    "alternatives": "further corrections of one edit",
    "null": "null corrections (the text may stay)",
    "absent": "edits of which no correction is known",
    "optional": "marks that an edit is optional",
    "csets": "consistency sets",
    "indices": "indices of edits",
    "comments": "comments",
    "scores": "scores of edits",
    "documents": "ids of documents or sentences",
    "parts": "parts",
    "tokens": "tokens with ranges",
    "files": "names of source files",
    "meta": "metadata",
    "extra": "fields of other formats",
}
"""What a format may hold, and what messages call it when it is lost."""

POLICIES = ("warn", "error", "ignore")
_OF_EDITS = frozenset(FEATURES) - {"text", "references", "documents", "parts", "tokens", "files", "meta", "extra"}
"""What belongs to edits; if a format holds no edits, it is enough to report these as lost."""


@dataclass(frozen=True)
class Loss:
    """Something that a file cannot hold: what it is, where it first occurs, and how often."""

    what: str
    where: str
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.what} (first: {self.where})"

    def finding(self, file: str, format: str) -> Finding:
        """Return the message about this loss in a file of that format."""
        return Finding("loss", f"the format {format} cannot hold {self}", file, count=self.count)


def _edits(test: Callable[[Edit], object]) -> Callable[[Text], int]:
    """Return a function that counts the edits meeting a condition."""
    return lambda item: sum(bool(test(edit)) for layer in item.layers for edit in layer.edits)


def _count_extra(item: Text) -> int:
    layers = [layer for layer in item.layers if layer.extra]
    parts = [part for part in item.parts if part.extra]
    return len(layers) + len(parts) + bool(item.extra) + _edits(lambda edit: edit.extra)(item)


_COUNT: Mapping[str, Callable[[Text], int]] = {
    "text": lambda item: len(item.parts),
    "references": lambda item: len(item.references),
    "edits": _edits(lambda _edit: True),
    "ranges": lambda item: _edits(lambda _edit: True)(item) if item.unit == CHARACTERS else 0,
    "annotators": lambda item: max(len(item.layers) - 1, 0),
    "silence": lambda item: sum(not layer.edits for layer in item.layers),
    "types": _edits(lambda edit: edit.type),
    "alternatives": _edits(lambda edit: len(edit.corrections) > 1),
    "null": _edits(lambda edit: edit.nulls),
    "absent": _edits(lambda edit: not edit.alternatives),
    "optional": _edits(lambda edit: edit.optional),
    "csets": _edits(lambda edit: edit.cset),
    "indices": _edits(lambda edit: edit.index),
    "comments": _edits(lambda edit: edit.comment),
    "scores": _edits(lambda edit: edit.score is not None),
    "documents": lambda item: item.details.id is not None,
    "parts": lambda item: sum(part.id is not None for part in item.parts),
    "tokens": lambda item: any(part.tokens is not None for part in item.parts),
    "files": lambda item: bool(item.file) + _edits(lambda edit: edit.file)(item),
    "meta": lambda item: bool(item.meta),
    "extra": _count_extra,
}


def check_fit(id: str, text: str, edit: Edit) -> None:
    """Refuse an edit that does not match the text; files of the HOO tasks drop the spaces at its ends."""
    found = text[max(edit.start, 0) : max(edit.end, 0)]
    if not 0 <= edit.start <= edit.end <= len(text) or found.strip() != edit.original.strip():
        raise FormatError(
            f"document {id}: {edit.place} should change {edit.original!r}, but the text has {found!r} there; edits and "
            "text do not belong together"
        )


def undivide(document: Text) -> Text:
    """Return the document without parts: joined by line feeds, with edits counted from the start of the first.

    >>> parts = (Part("1", "Hi."), Part("2", "He go."))
    >>> made = undivide(Text.document("1", parts, [Edit.of(3, 5, "go", ("goes",), part="2")]))
    >>> made.text, made.edits
    ('Hi.\\nHe go.', (Edit.of(7, 9, 'go', ('goes',)),))
    """
    if not document.parts:
        raise FormatError(
            f"the source text of document {document.id} is not known, but this format holds it",
            remedy("give the text with the edits ({source})"),
        )
    texts = document.texts
    for layer in document.layers:
        for edit in layer.edits:
            text = texts.get(edit.part)
            if text is None:
                raise FormatError(f"document {document.id}: {edit.place} is in a part that the document does not have")
            check_fit(document.id, text, edit)
    if not document.is_divided:
        return document
    starts: dict[str | None, int] = {}
    length = 0
    for part in document.parts:
        starts[part.id] = length
        length += len(part.text) + 1

    def moved(edit: Edit) -> Edit:
        start = starts[edit.part]
        return replace(edit, start=start + edit.start, end=start + edit.end).with_details(part=None)

    joined = "\n".join(part.text for part in document.parts)
    return document.map_edits(lambda edits: map(moved, edits)).with_parts([Part(None, joined)])


class Losses:
    """Counts what a format cannot hold of the items being written.

    The registry says what the format holds, unless the writer does.
    """

    def __init__(
        self,
        path: AnyPath,
        format: "str | Format",
        loss: str = "warn",
        carries: Container[str] | None = None,
    ) -> None:
        from errata.formats import get_format  # the registry loads format modules late, and they load this

        if loss not in POLICIES:
            raise InputError(f"loss must be one of {', '.join(POLICIES)}, not {loss!r}")
        if carries is None:
            carries = (get_format(format) if isinstance(format, str) else format).carries
        lacking = [name for name in FEATURES if name not in carries]
        if "edits" in lacking:
            lacking = [name for name in lacking if name == "edits" or name not in _OF_EDITS]
        self._tests = [(name, _COUNT[name]) for name in lacking]
        self.path = os.fspath(path)
        self._name = output_name(path)
        self._format = format if isinstance(format, str) else format.name
        self.policy = loss
        self._found: dict[str, Loss] = {}

    def add(self, what: str, where: str, count: int = 1) -> None:
        """Record a loss that the registry does not know about."""
        known = self._found.get(what)
        self._found[what] = Loss(what, known.where if known else where, count + (known.count if known else 0))

    def check(self, item: Text, where: str, *, but: Container[str] = ()) -> None:
        """Record what the format cannot hold of one item, except some features."""
        for name, count in self._tests:
            if name not in but and (n := count(item)):
                self.add(FEATURES[name], where, int(n))

    def checked(self, items: Iterable[Text]) -> Iterator[Text]:
        """Yield the items, recording losses; after the last, raise LossError if there are any and loss="error".

        If the writer is still writing, it leaves no file. Losses of earlier steps are included.
        """
        for number, item in enumerate(self.joining(items), 1):
            if self._tests:
                self.check(item, item.place(number))
            yield item
        self.refuse()

    def undivided(
        self,
        documents: Iterable[Text],
        without_own: Callable[[Text], Text] = lambda document: document,
    ) -> Iterator[Text]:
        """Yield documents as `checked` does, each as one text, for formats without parts; edits must match it.

        `without_own` removes the format's own unknown fields, which are not lost.
        """
        for document in self.joining(documents):
            self.check(without_own(document), f"document {document.id}")
            yield undivide(document)
        self.refuse()

    def joining(self, items: Iterable[Text]) -> Iterator[Text]:
        """Yield the items; if an earlier step refuses its losses after the last item, add them to ours."""
        try:
            yield from items
        except LossError as error:
            self._found = {lost.what: lost for lost in error.losses if isinstance(lost, Loss)} | self._found

    def include(self, losses: Iterable[object]) -> None:
        """Add losses found elsewhere."""
        for lost in losses:
            if isinstance(lost, Loss):
                self.add(lost.what, lost.where, lost.count)

    def refuse(self) -> None:
        """Raise a `LossError` if there are losses and loss="error"."""
        if self.policy == "error" and self._found:
            raise LossError(
                f"{self._name}: the format {self._format} cannot hold {'; '.join(map(str, self.found))}.",
                self.found,
                remedy("To write the rest, allow the loss ({lossy})"),
            )

    @property
    def found(self) -> list[Loss]:
        """The losses so far, in the order in which they were found."""
        return list(self._found.values())

    def report(self) -> list[Loss]:
        """Return the losses, with warnings unless losses are ignored."""
        if self.policy == "warn":
            for lost in self.found:
                report(lost.finding(self._name, self._format), 3)
        return self.found
