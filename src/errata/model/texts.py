"""Texts: a source, the annotators' versions of it, and the unit of their edits.

A *sentence* counts tokens, a *document* characters: code points, half-open (Dale and Narroway, LREC 2012). Both are a
`Text`, so that no code has to distinguish them.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, Literal, NamedTuple

from errata.errors import InputError
from errata.model.applying import apply_character_edits, apply_edits
from errata.model.edits import Annotator, Edit, Extra, Layer, annotator_order
from errata.records import dataclass, field, fields, replace

Unit = Literal["tokens", "characters"]
"""What the offsets of edits count."""
TOKENS: Unit = "tokens"
CHARACTERS: Unit = "characters"

NOUNS = {TOKENS: "sentence", CHARACTERS: "document"}
"""What messages call a text of that unit."""
_UNSEEN = (Layer(0),)


def as_tokens(text: str) -> str:
    """Return a source as it is compared: its tokens, whatever white space separates them."""
    return " ".join(text.split())


class Token(NamedTuple):
    """Where a token is in the text, and its form if the tokeniser changed it."""

    start: int
    end: int
    form: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A text with its own offsets; the only part of an undivided text has no id.

    `tokens` are None if the file does not give them.
    """

    id: str | None
    text: str
    tokens: tuple[Token, ...] | None = None
    extra: Extra | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class TextDetails:
    """Rare properties of texts, kept separate so that texts stay small.

    `text` is what a sentence was tokenised from, if that differs from the source with its white space, and
    `ranges` give the position of each token in it. `parts` are given if a document is divided into parts with their own
    offsets; if there are none at all, its text is unknown. `file` names the file of the source.
    """

    id: str | None = None
    text: str | None = None
    ranges: tuple[Token, ...] | None = None
    parts: tuple[Part, ...] | None = None
    file: str | None = None
    meta: Extra | None = field(default=None, hash=False)
    extra: Extra | None = field(default=None, hash=False)


NO_TEXT_DETAILS = TextDetails()
"""The details of nearly all sentences."""


@dataclass(frozen=True, slots=True, repr=False)
class Text:
    """A source with the edits of annotators, or with whole reference texts.

    An annotator who is not among `layers` did not see the text; one who is there without edits found nothing to
    change. `Text.document` makes one whose edits count characters.

    >>> dog = Text("A dogs bark .", (Layer(0, (Edit(0, 1, ("The",)),)), Layer(1)))
    >>> dog.corrected(0).text, dog.corrected(1).text
    ('The dogs bark .', 'A dogs bark .')
    """

    source: str
    layers: tuple[Layer, ...] = ()
    references: tuple[str, ...] = ()
    unit: Unit = TOKENS
    details: TextDetails = NO_TEXT_DETAILS

    @classmethod
    def of(
        cls,
        source: str,
        layers: tuple[Layer, ...] = (),
        references: tuple[str, ...] = (),
        unit: Unit = TOKENS,
        **details: Any,
    ) -> "Text":
        """Make a text with further information from a file; `details` are those of `TextDetails`.

        >>> made = Text.of("He go .", text="He go.", ranges=(Token(0, 2), Token(3, 5), Token(5, 6)), id="7")
        >>> made.tokens, made.text
        (('He', 'go', '.'), 'He go.')
        """
        says_more = any(value is not None for value in details.values())
        return cls(source, layers, references, unit, TextDetails(**details) if says_more else NO_TEXT_DETAILS)

    @classmethod
    def document(
        cls,
        id: str,
        text: str | Iterable[Part] = (),
        edits: Iterable[Edit] | None = None,
        *,
        layers: Iterable[Layer] | None = None,
        file: str | None = None,
        meta: Extra | None = None,
        extra: Extra | None = None,
    ) -> "Text":
        """Make a text with character edits, by a single annotator, called 0, or in the layers of several.

        Without edits and layers nobody has seen it. Give `parts` for a text in parts, nothing for an unknown text.

        >>> Text.document("0001", "He go home.", [Edit.of(3, 5, "go", ("goes",))]).corrected().text
        'He goes home.'
        """
        if edits is not None and layers is not None:
            raise InputError(
                f"document {id} is given both edits and layers; layers hold the edits (to change the edits of the "
                "only annotator: document.with_edits(…))"
            )
        made = tuple(layers or ()) if edits is None else (Layer(0, tuple(edits)),)
        details = TextDetails(id, file=file, meta=meta, extra=extra)
        return cls("", made, (), CHARACTERS, details).with_parts([Part(None, text)] if isinstance(text, str) else text)

    @classmethod
    def accept_document(cls, value: object) -> "Text":
        """Return what a caller gave as a document, refuse anything else."""
        if not isinstance(value, Text) or value.unit != CHARACTERS:
            what = "sentence" if isinstance(value, Text) else type(value).__name__
            raise InputError(f"a {what} where the path of a file or a document (errata.Text.document) is expected")
        return value

    def __repr__(self) -> str:
        shown = [repr(self.source)]
        for item in fields(self)[1:4]:
            if getattr(self, item.name) != item.default:
                shown.append(f"{item.name}={getattr(self, item.name)!r}")
        for item in fields(self.details):
            if getattr(self.details, item.name) is not None:
                shown.append(f"{item.name}={getattr(self.details, item.name)!r}")
        return f"Text{'' if self.details == NO_TEXT_DETAILS else '.of'}({', '.join(shown)})"

    def with_details(self, **changes: Any) -> "Text":
        """Return the text with other values in its `TextDetails`.

        >>> Text("He go .").with_details(id="7").id
        '7'
        """
        return replace(self, details=replace(self.details, **changes))

    @property
    def id(self) -> str:
        """The text's id in the file; empty if there is none, which `details` distinguish from an empty name."""
        return self.details.id or ""

    @property
    def ranges(self) -> tuple[Token, ...] | None:
        """The positions of the tokens in the text, if a file gives them."""
        return self.details.ranges

    @property
    def file(self) -> str | None:
        """The name of the source file, if known."""
        return self.details.file

    @property
    def meta(self) -> Extra | None:
        """Information about the text in the file, such as who wrote it."""
        return self.details.meta

    @property
    def extra(self) -> Extra | None:
        """Fields unknown to the model."""
        return self.details.extra

    @property
    def noun(self) -> str:
        """What messages call such a text: a sentence or a document."""
        return NOUNS[self.unit]

    def place(self, number: int) -> str:
        """Return how messages name the text: a sentence by its number in the file, a document by its id.

        >>> Text("He go .").place(3), Text.document("0001").place(3)
        ('sentence 3', 'document 0001')
        """
        return f"sentence {number}" if self.unit == TOKENS else f"document {self.id}"

    @property
    def tokens(self) -> tuple[str, ...]:
        """The source split at white space: the unit of a sentence's offsets."""
        return tuple(self.source.split())

    @property
    def text(self) -> str:
        """The running text: what the tokens were made from, or the source of an undivided document."""
        if self.is_divided or not self.has_text:
            what = f"{len(self.parts)} parts" if self.has_text else "no text"
            raise InputError(f"document {self.id} has {what}, where one undivided text is expected")
        return self.source if self.details.text is None else self.details.text

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts with their own offsets, a single one without an id if undivided; none if no text is known."""
        if self.details.parts is None:
            return (Part(None, self.text, self.ranges),)
        return self.details.parts

    @property
    def has_text(self) -> bool:
        """Whether the text is known."""
        return self.details.parts != ()

    @property
    def is_divided(self) -> bool:
        """Whether the text has parts with their own offsets."""
        parts = self.details.parts
        return parts is not None and (len(parts) > 1 or any(part.id is not None for part in parts))

    @property
    def texts(self) -> dict[str | None, str]:
        """The text of every part by its id."""
        return {part.id: part.text for part in self.parts}

    def with_parts(self, parts: Iterable[Part]) -> "Text":
        """Return the text with other parts: a single one without an id is its source."""
        made = tuple(parts)
        if not made or len(made) > 1 or made[0].id is not None:
            return replace(self.with_details(parts=made, ranges=None), source="")
        (only,) = made
        if only.extra:  # has no other place
            return replace(self.with_details(parts=made, ranges=None), source=only.text)
        return replace(self.with_details(parts=None, ranges=only.tokens), source=only.text)

    def with_text_of(self, other: "Text", called: str) -> "Text":
        """Return the text with the parts of another if its own are unknown; texts that differ are refused."""
        if not self.has_text or not other.has_text:
            return self.with_parts(other.parts or self.parts)
        if self.texts != other.texts:
            raise InputError(
                f"{called}: document {self.id} has a different source text from the gold; "
                "edits can only be compared if both sides edit the same text"
            )
        return self

    @property
    def annotators(self) -> tuple[Annotator, ...]:
        """The annotators present, in ascending order."""
        return tuple(sorted((layer.annotator for layer in self.layers), key=annotator_order))

    @property
    def seen(self) -> tuple[Layer, ...]:
        """The layers; for a text without any, that of an annotator 0 who found nothing to change."""
        return self.layers or _UNSEEN

    def layer(self, annotator: Annotator) -> Layer | None:
        """Return the annotator's layer, None if the annotator is absent."""
        for layer in self.layers:
            if layer.annotator == annotator:
                return layer
        return None

    def by(self, annotator: Annotator) -> "Text":
        """Return the text with only this annotator's layer; with none if the annotator is absent."""
        return replace(self, layers=tuple(layer for layer in self.layers if layer.annotator == annotator))

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of the only annotator; none if nobody annotated the text."""
        if len(self.layers) > 1:
            who = ", ".join(str(layer.annotator) for layer in self.layers)
            raise InputError(
                f"{self._named} has {len(self.layers)} annotators ({who}), but one is expected here; choose one"
            )
        return self.layers[0].edits if self.layers else ()

    @property
    def _named(self) -> str:
        """How messages name the text if its number is unknown."""
        return f"document {self.id}" if self.unit == CHARACTERS else f"the sentence {self.source!r}"

    @property
    def all_edits(self) -> tuple[Edit, ...]:
        """The edits of all annotators, one annotator's after the other's."""
        return tuple([edit for layer in self.layers for edit in layer.edits])

    def with_edits(self, edits: Iterable[Edit]) -> "Text":
        """Return the text with different edits by its only annotator.

        >>> Text.document("1", "He go.").with_edits([Edit.of(3, 5, "go", ("goes",))]).edits
        (Edit.of(3, 5, 'go', ('goes',)),)
        """
        made = tuple(edits)
        if self.edits == made and self.layers:
            return self
        layer = self.layers[0] if self.layers else Layer(0)
        return replace(self, layers=(replace(layer, edits=made),))

    def map_edits(self, change: Callable[[tuple[Edit, ...]], Iterable[Edit]]) -> "Text":
        """Return the text with the edits of every layer changed."""
        layers = (replace(layer, edits=tuple(change(layer.edits))) for layer in self.layers)
        return replace(self, layers=tuple(layers))

    def numbered(self, prefix: str) -> "Text":
        """Return the text with an index for every edit without one: prefix-1, prefix-2 and so on."""
        if all(edit.index is not None for edit in self.edits):
            return self
        n_numbered = 0
        edits = []
        for edit in self.edits:
            if edit.index is None:
                n_numbered += 1
                edits.append(edit.with_details(index=f"{prefix}-{n_numbered}"))
            else:
                edits.append(edit)
        return self.with_edits(edits)

    def with_unique_indices(self) -> "Text":
        """Return the text with a number, such as 0001, for every edit whose index is absent or already used.

        >>> edits = [Edit(0, 1, ("a",)), Edit(1, 2, ("b",)).with_details(index="0001")]
        >>> [edit.index for edit in Text.document("1", "xy", edits).with_unique_indices().edits]
        ['0002', '0001']
        """
        given = [edit.index for layer in self.layers for edit in layer.edits]
        if None not in given and len(set(given)) == len(given):
            return self
        free = (index for index in map("{:04}".format, count(1)) if index not in set(given))
        taken: set[str | None] = {None}

        def number(edits: tuple[Edit, ...]) -> Iterator[Edit]:
            for edit in edits:
                yield edit.with_details(index=next(free)) if edit.index in taken else edit
                taken.add(edit.index)

        return self.map_edits(number)

    def corrected(self, annotator: Annotator | None = None) -> "Text":
        """Return the text with the first correction of every edit applied, by an annotator or the only one.

        Null and absent corrections change nothing, and neither do edits of tokens that do not exist.
        """
        layer = None if annotator is None else self.layer(annotator)
        if annotator is not None and layer is None:
            raise InputError(
                f"annotator {annotator!r} is absent from {self._named}; "
                f"present: {', '.join(map(str, self.annotators)) or 'none'}"
            )
        edits = self.edits if layer is None else layer.edits
        bare = Text("", (), (), self.unit, TextDetails(self.details.id, file=self.file, meta=self.meta))
        if self.unit == TOKENS:
            return replace(bare, source=apply_edits(self.source, edits))
        own: dict[str | None, list[Edit]] = {part.id: [] for part in self.parts}
        for edit in edits:
            own.setdefault(edit.part, []).append(edit)
        return bare.with_parts([Part(part.id, apply_character_edits(part.text, own[part.id])) for part in self.parts])


class TextDraft:
    """A `Text` under construction: the same slots, mutable, since filling a frozen object takes five times as long."""

    __slots__ = Text.__slots__
