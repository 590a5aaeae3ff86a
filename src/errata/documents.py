"""Documents with character-offset edits, as the HOO framework defines them (Dale and Narroway, LREC 2012).

Offsets count code points of the source text, half-open. A correction is a string, the empty string (delete the range)
or None, the null correction (leave the text as it is). `corrections` that are None are absent: the annotator knew of
an error but of no repair.

A document has a layer for every annotator who saw it: a layer without edits says "looked, nothing to change", no
layer says "did not look". Most files have one annotator, so `Document(id, edits, parts)` and `document.edits` are about
the only layer, and refuse where there are several.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from errata.errors import InputError
from errata.model import Annotator, Edit, Extra, Layer


class Token(NamedTuple):
    """Where a token stands in the text, and its form where the tokeniser changed it."""

    start: int
    end: int
    form: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A text with offsets of its own; the only part of an undivided document has no id.

    `tokens` are None where the file says nothing of them.
    """

    id: str | None
    text: str
    tokens: tuple[Token, ...] | None = None
    extra: Extra | None = field(default=None, hash=False)


@dataclass(frozen=True, init=False)
class Document:
    """Edits of one source text, and the text where it is known.

    Give the edits of the only annotator, called 0, or the layers of several. `Document(id)` was seen by nobody.

    >>> Document.of("0001", "He go home.", [Edit.of(3, 5, "go", ("goes",))]).corrected().text
    'He goes home.'
    >>> Document("0002", (), layers=None).layers, Document("0002").layers
    ((Layer(annotator=0, edits=(), extra=None),), ())
    """

    id: str
    layers: tuple[Layer, ...]
    parts: tuple[Part, ...]
    file: str | None
    meta: Extra | None = field(hash=False)
    extra: Extra | None = field(hash=False)

    def __init__(
        self,
        id: str,
        edits: Iterable[Edit] | None = None,
        parts: Iterable[Part] = (),
        file: str | None = None,
        *,
        layers: Iterable[Layer] | None = None,
        meta: Extra | None = None,
        extra: Extra | None = None,
    ) -> None:
        if edits is not None and layers is not None:
            raise InputError(
                f"document {id} is given both edits and layers; layers hold the edits (to change the edits of the "
                "only annotator: document.with_edits(…))"
            )
        made = tuple(layers or ()) if edits is None else (Layer(0, tuple(edits)),)
        values = (id, made, tuple(parts), file, meta, extra)
        for item, value in zip(fields(self), values, strict=True):
            object.__setattr__(self, item.name, value)

    @classmethod
    def of(cls, id: str, text: str, edits: Iterable[Edit] | None = None) -> "Document":
        """Make an undivided document of a text and edits."""
        return cls(id, edits, (Part(None, text),))

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of the only annotator; none of a document that nobody annotated."""
        if len(self.layers) > 1:
            raise InputError(
                f"document {self.id} has {len(self.layers)} annotators ({', '.join(map(str, self.annotators))}), where "
                "the edits of one are wanted; choose one"
            )
        return self.layers[0].edits if self.layers else ()

    @property
    def all_edits(self) -> tuple[Edit, ...]:
        """The edits of all annotators, one annotator's after the other's."""
        return tuple(edit for layer in self.layers for edit in layer.edits)

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """Who annotated the document, in file order."""
        return tuple(layer.annotator for layer in self.layers)

    def layer(self, annotator: Annotator) -> Layer | None:
        """Return the annotator's layer, None where the annotator is absent."""
        return next((layer for layer in self.layers if layer.annotator == annotator), None)

    def by(self, annotator: Annotator) -> "Document":
        """Return the document with only this annotator's layer; with none where the annotator is absent."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer.annotator == annotator))

    def with_edits(self, edits: Iterable[Edit]) -> "Document":
        """Return the document with other edits of its only annotator.

        >>> Document.of("1", "He go.").with_edits([Edit.of(3, 5, "go", ("goes",))]).edits
        (Edit.of(3, 5, 'go', ('goes',)),)
        """
        made = tuple(edits)
        if self.edits == made and self.layers:
            return self
        layer = self.layers[0] if self.layers else Layer(0)
        return replace(self, layers=(replace(layer, edits=made),))

    def map_edits(self, change: Callable[[tuple[Edit, ...]], Iterable[Edit]]) -> "Document":
        """Return the document with the edits of every layer changed."""
        layers = (replace(layer, edits=tuple(change(layer.edits))) for layer in self.layers)
        return replace(self, layers=tuple(layers))

    @property
    def has_text(self) -> bool:
        """Whether the source text is known."""
        return bool(self.parts)

    @property
    def is_divided(self) -> bool:
        """Whether the source text has parts with offsets of their own."""
        return len(self.parts) > 1 or any(part.id is not None for part in self.parts)

    @property
    def text(self) -> str:
        """The source text of an undivided document."""
        if self.is_divided or not self.parts:
            what = f"{len(self.parts)} parts" if self.parts else "no text"
            raise InputError(f"document {self.id} has {what}, where one undivided text is wanted")
        return self.parts[0].text

    def text_of(self, part: str | None) -> str | None:
        """Return the text of a part, None where it is not known."""
        return self._texts.get(part)

    @cached_property
    def _texts(self) -> dict[str | None, str]:
        return {part.id: part.text for part in self.parts}

    def edits_of(self, part: str | None) -> list[Edit]:
        """Return the edits of a part, in file order."""
        return [edit for edit in self.edits if edit.part == part]

    def corrected(self) -> "Document":
        """Return the text with the first correction of every edit put in; null and absent ones change nothing."""
        made = tuple(Part(part.id, apply_character_edits(part.text, self.edits_of(part.id))) for part in self.parts)
        return Document(self.id, None, made, self.file, meta=self.meta)

    def with_text_of(self, other: "Document", called: str) -> "Document":
        """Return the document with the text of another where it has none itself; texts that differ are refused."""
        if not self.parts or not other.parts:
            return replace(self, parts=other.parts or self.parts)
        if self._texts != other._texts:
            raise InputError(
                f"{called}: document {self.id} has another source text than the gold's; "
                "edits can only be compared if they are of the same text"
            )
        return self

    def numbered(self, prefix: str) -> "Document":
        """Return the document with an index for every edit that has none: prefix-1, prefix-2 and so on."""
        if all(edit.index is not None for edit in self.edits):
            return self
        count = 0
        edits = []
        for edit in self.edits:
            if edit.index is None:
                count += 1
                edits.append(edit.with_details(index=f"{prefix}-{count}"))
            else:
                edits.append(edit)
        return self.with_edits(edits)


def order_by_text(edits: Iterable[Edit]) -> list[Edit]:
    """Return edits of one part by position; edits that overlap are refused.

    >>> [edit.start for edit in order_by_text([Edit.of(9, 9, "", ("a",)), Edit.of(3, 5, "go", ("goes",))])]
    [3, 9]
    """
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise InputError(f"{before.place} and {after.place} overlap; edits that overlap cannot be applied together")
    return ordered


def apply_character_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the first correction of every edit put in, insertions at one point in the order given.

    >>> apply_character_edits("a dogs", [Edit.of(0, 0, "", ("Not ",)), Edit.of(2, 6, "dogs", ("dog",))])
    'Not a dog'
    """
    pieces = []
    position = 0
    for edit in order_by_text(edits):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise InputError(f"{edit.place} lies outside the text of {len(text)} characters")
        first = edit.alternatives[0] if edit.alternatives else None
        if first is not None:
            pieces += [text[position : edit.start], first]
            position = edit.end
    return "".join([*pieces, text[position:]])
