"""Documents with character-offset edits, as the HOO framework defines them (Dale and Narroway, LREC 2012).

Offsets count code points of the source text, half-open. A correction is a string, the empty string (delete the range)
or None, the null correction (leave the text as it is). `corrections` that are None are absent: the annotator knew of
an error but of no repair.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from errata.errors import InputError, LengthError

Correction = str | None
"""What to put in place of a range; None leaves it as it is."""


@dataclass(frozen=True, slots=True)
class CharacterEdit:
    """Replace characters `start` to `end` (exclusive) of a text, or of one part of it, by one of the corrections.

    `original` is what the file says stands there. Edits of different parts never meet. Edits that share a `cset`
    belong together: their lists of corrections are linked by position.

    >>> CharacterEdit(4, 6, "go", (None, "goes")).is_optional
    True
    """

    start: int
    end: int
    original: str
    corrections: tuple[Correction, ...] | None = None
    type: str | None = None
    index: str | None = None
    part: str | None = None
    cset: str | None = None
    file: str | None = None

    @property
    def is_insertion(self) -> bool:
        """Whether the edit only adds text, at a point."""
        return self.start == self.end

    @property
    def is_optional(self) -> bool:
        """Whether leaving the text as it is counts as right.

        An insertion of nothing also leaves it as it is.
        """
        made = self.corrections or ()
        return None in made or (self.start == self.end and "" in made)

    @property
    def kind(self) -> str:
        """Insertion, deletion (the first correction that is not null is empty) or replacement."""
        if self.is_insertion:
            return "insertion"
        first = next((made for made in self.corrections or () if made is not None), None)
        return "deletion" if first == "" else "replacement"

    @property
    def place(self) -> str:
        """How messages name the edit."""
        part = "" if self.part is None else f" of part {self.part}"
        return f"edit {self.index or '(no index)'} at {self.start} to {self.end}{part}"


@dataclass(frozen=True, slots=True)
class Part:
    """A text with offsets of its own; the only part of an undivided document has no id."""

    id: str | None
    text: str


@dataclass(frozen=True)
class Document:
    """Edits of one source text, and the text where it is known.

    >>> Document.of("0001", "He go home.", [CharacterEdit(3, 5, "go", ("goes",))]).corrected().text
    'He goes home.'
    """

    id: str
    edits: tuple[CharacterEdit, ...] = ()
    parts: tuple[Part, ...] = ()
    file: str | None = None

    @classmethod
    def of(cls, id: str, text: str, edits: Iterable[CharacterEdit] = ()) -> "Document":
        """Make an undivided document of a text and edits."""
        return cls(id, tuple(edits), (Part(None, text),))

    @property
    def has_text(self) -> bool:
        """Whether the source text is known."""
        return bool(self.parts)

    @property
    def text(self) -> str:
        """The source text of an undivided document."""
        if len(self.parts) != 1 or self.parts[0].id is not None:
            what = f"{len(self.parts)} parts" if self.parts else "no text"
            raise InputError(f"document {self.id} has {what}, where one undivided text is wanted")
        return self.parts[0].text

    def text_of(self, part: str | None) -> str | None:
        """Return the text of a part, None where it is not known."""
        return self._texts.get(part)

    @cached_property
    def _texts(self) -> dict[str | None, str]:
        return {part.id: part.text for part in self.parts}

    def edits_of(self, part: str | None) -> list[CharacterEdit]:
        """Return the edits of a part, in file order."""
        return [edit for edit in self.edits if edit.part == part]

    def corrected(self) -> "Document":
        """Return the text with the first correction of every edit put in; null and absent ones change nothing."""
        made = tuple(Part(part.id, apply_character_edits(part.text, self.edits_of(part.id))) for part in self.parts)
        return Document(self.id, (), made, self.file)

    def _with_text_of(self, other: "Document", called: str) -> "Document":
        if not self.parts or not other.parts:
            return replace(self, parts=other.parts or self.parts)
        if self.parts != other.parts:
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
                edits.append(replace(edit, index=f"{prefix}-{count}"))
            else:
                edits.append(edit)
        return replace(self, edits=tuple(edits))


def in_text_order(edits: Iterable[CharacterEdit]) -> list[CharacterEdit]:
    """Return edits of one part by position; edits that overlap are refused."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    for before, after in pairwise(ordered):
        if after.start < before.end:
            raise InputError(f"{before.place} and {after.place} overlap; edits that overlap cannot be applied together")
    return ordered


def apply_character_edits(text: str, edits: Iterable[CharacterEdit]) -> str:
    """Return the text with the first correction of every edit put in, insertions at one point in the order given.

    >>> apply_character_edits("a dogs", [CharacterEdit(0, 0, "", ("Not ",)), CharacterEdit(2, 6, "dogs", ("dog",))])
    'Not a dog'
    """
    pieces = []
    position = 0
    for edit in in_text_order(edits):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise InputError(f"{edit.place} lies outside the text of {len(text)} characters")
        first = edit.corrections[0] if edit.corrections else None
        if first is not None:
            pieces += [text[position : edit.start], first]
            position = edit.end
    return "".join([*pieces, text[position:]])


@dataclass(frozen=True)
class DocumentSet:
    """Documents in order: a gold data set, or what one system submitted for it.

    `origin` is what messages call it, such as the folder it was read from; `offset_unit` is what its files counted
    in; `extractor` is how the edits were got out of texts, empty where they were given.
    """

    documents: tuple[Document, ...]
    name: str = "gold"
    origin: str = ""
    offset_unit: str = "codepoint"
    extractor: str = ""

    def __repr__(self) -> str:
        return f"DocumentSet({self.name!r}, {len(self)} documents)"

    @property
    def called(self) -> str:
        """What messages call it."""
        return self.origin or self.name

    def __len__(self) -> int:
        return len(self.documents)

    def __iter__(self) -> Iterator[Document]:
        return iter(self.documents)

    def __getitem__(self, index: int) -> Document:
        return self.documents[index]

    def part(self, start: int, stop: int | None) -> "DocumentSet":
        """Return a run of consecutive documents."""
        return replace(self, documents=self.documents[start:stop])

    def map(self, change: Callable[[Document], Document]) -> "DocumentSet":
        """Return the set with every document changed."""
        return replace(self, documents=tuple(map(change, self.documents)))

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any edit or source text, but not with names."""
        import hashlib

        content = [
            (
                [(part.id, part.text) for part in document.parts],
                [(e.part, e.start, e.end, e.original, e.corrections, e.type, e.cset) for e in document.edits],
            )
            for document in self.documents
        ]
        return hashlib.sha256(repr(content).encode("utf-8", "surrogatepass")).hexdigest()[:8]

    def paired_with(self, gold: "DocumentSet", missing_file: str = "error") -> "DocumentSet":
        """Return the documents in the order of the gold's, with the gold's source texts where they are known."""
        pairs = zip(self.ordered_like(gold, missing_file), gold, strict=True)
        documents = [document._with_text_of(other, self.called) for document, other in pairs]
        return replace(self, documents=tuple(documents))

    def ordered_like(self, gold: "DocumentSet", missing_file: str = "error") -> "DocumentSet":
        """Return the documents in the order of the gold's, paired by id; whatever has no partner is refused.

        With missing_file="empty" a document that is missing here is an empty submission. Where both sets are a
        single document and one of them has no number, they belong together whatever their names.
        """
        if missing_file not in {"error", "empty"}:
            raise InputError(f"missing_file is {missing_file!r}; it takes error or empty")
        mine, wanted = by_id(self), by_id(gold)
        if len(mine) == len(wanted) == 1 and not (self[0].id.isdecimal() and gold[0].id.isdecimal()):
            mine = {gold[0].id: replace(self[0], id=gold[0].id)}
        extra = [id for id in mine if id not in wanted]
        if extra:
            raise LengthError(
                f"{self.called} has {_listed(extra)}, but {gold.called} has no such document "
                f"(it has {_listed(list(wanted))}); files are paired by their leading number"
            )
        missing = [id for id in wanted if id not in mine]
        if missing and missing_file != "empty":
            raise LengthError(
                f"{self.called} has no {_listed(missing)}, but {gold.called} has; add what is missing, or take it for "
                "an empty submission: missing_file='empty' (--missing-file empty)"
            )
        return replace(self, documents=tuple(mine.get(id, Document(id)) for id in wanted))


def by_id(documents: DocumentSet) -> dict[str, Document]:
    """Return documents by their ids; none may come twice."""
    known: dict[str, Document] = {}
    for document in documents:
        if document.id in known:
            raise InputError(
                f"{documents.called} has document {document.id} twice; each set or run needs a folder of its own"
            )
        known[document.id] = document
    return known


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:5])
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return f"document{'s' if len(ids) > 1 else ''} {shown}{more}"
