"""A document as one text whose edits fit it, for formats that know neither parts nor what an edit's original is."""

from dataclasses import replace

from errata.errors import FormatError
from errata.findings import remedy
from errata.model import Edit, Part, Text


def check_fit(id: str, text: str, edit: Edit) -> None:
    """Refuse an edit that does not stand in the text as it says; files of the HOO tasks cut the blanks at its ends."""
    found = text[max(edit.start, 0) : max(edit.end, 0)]
    if not 0 <= edit.start <= edit.end <= len(text) or found.strip() != edit.original.strip():
        raise FormatError(
            f"document {id}: {edit.place} should change {edit.original!r}, but the text has {found!r} there; edits and "
            "text do not belong together"
        )


def undivide(document: Text) -> Text:
    """Return the document undivided: its parts joined by line feeds, edits counted from the beginning of the first.

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
                raise FormatError(f"document {document.id}: {edit.place} is in a part that the document has not")
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
