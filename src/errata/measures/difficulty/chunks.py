"""Chunks of a corrected sentence, and how a system's chunks compare with the gold ones.

A sentence with its edits is split into chunks: one per edit, one per unchanged token, and a dummy at every
boundary where nothing is inserted, so that insertions have a place (Gotou et al., COLING 2020, section 3.2). What
a system did is judged for each gold chunk: is the result correct, and was anything modified?
"""

from collections.abc import Iterable, Iterator, Sequence

from errata.model import NOOP, UNCORRECTED, Edit
from errata.records import dataclass

CORRECT = 1
MODIFIED = 2
"""The bits of a judgement."""

_NO_CHANGE = frozenset({NOOP, UNCORRECTED, "Um"})
"""Types of edits that request no possible change: ignored, in gold and systems alike."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Source tokens `start` to `end`, their text, what they become, and whether that is by an edit."""

    start: int
    end: int
    source: str
    text: str
    type: str = ""
    is_edited: bool = False


def keep_real(edits: Iterable[Edit], n_tokens: int) -> list[Edit]:
    """Return the edits that form chunks: those of a real type, within the sentence."""
    return [edit for edit in edits if edit.type not in _NO_CHANGE and edit.fits(n_tokens)]


def order_usable(edits: Iterable[Edit], n_tokens: int) -> list[Edit]:
    """Return the edits that form chunks, from left to right, insertions in one place in their given order."""
    kept = keep_real(edits, n_tokens)
    return kept if is_ordered(kept) else sorted(kept, key=lambda edit: (edit.start, edit.end))


def is_ordered(edits: Sequence[Edit]) -> bool:
    """Tell whether edits are sorted from left to right without overlap.

    Several insertions in one place are, and so is an insertion before an edit of the next token.
    """
    reached = 0
    for edit in edits:
        if edit.start < reached:
            return False
        reached = edit.end
    return True


def cut_chunks(tokens: Sequence[str], edits: Sequence[Edit]) -> list[Chunk]:
    """Return the chunks of a sentence, left to right; the edits must be sorted.

    >>> [chunk.text for chunk in cut_chunks(["He", "go", "home"], [Edit(1, 2, ("goes",)), Edit(3, 3, (".",))])]
    ['', 'He', '', 'goes', '', 'home', '.']
    """

    def basic() -> Iterator[Chunk]:
        position = 0
        for edit in edits:
            yield from map(untouched, range(position, edit.start))
            source = " ".join(tokens[edit.start : edit.end])
            yield Chunk(edit.start, edit.end, source, edit.written, edit.type, is_edited=True)
            position = edit.end
        yield from map(untouched, range(position, len(tokens)))

    def untouched(position: int) -> Chunk:
        return Chunk(position, position + 1, tokens[position], tokens[position])

    chunks: list[Chunk] = []
    has_slot = False
    for chunk in basic():
        is_insertion = chunk.start == chunk.end
        if not is_insertion and not has_slot:
            chunks.append(Chunk(chunk.start, chunk.start, "", ""))
        chunks.append(chunk)
        has_slot = is_insertion
    return chunks if has_slot else [*chunks, Chunk(len(tokens), len(tokens), "", "")]


def judge_chunks(gold: Sequence[Chunk], system: Sequence[Chunk]) -> list[int]:
    """Judge every gold chunk by comparing it with every chunk of the system: the definition, at quadratic cost."""
    return [_judge_chunk(chunk, system) for chunk in gold]


def _judge_chunk(gold: Chunk, system: Iterable[Chunk]) -> int:
    modified = seen = 0
    for chunk in system:
        flag = MODIFIED if chunk.is_edited else 0
        if (chunk.start, chunk.end) == (gold.start, gold.end):
            if chunk.text == gold.text:
                return CORRECT | flag
        elif gold.start == gold.end or not (
            gold.start <= chunk.start < gold.end or chunk.start <= gold.start < chunk.end
        ):
            continue
        seen = 1
        modified |= flag
    # Nothing of the system is there only inside one of its wider edits (footnote 3 of the paper): no harm to a
    # dummy, but an insertion asked for in the gold is missing.
    return modified if seen or gold.is_edited else CORRECT


class GoldChunks:
    """The numbered gold chunks of a sentence, prepared to judge systems at a cost linear in their edits.

    `edits` maps the numbers of edited chunks to their edits, `needed` holds those that are wrong if a system
    changes nothing. In that case, chunks without edits have the judgement `CORRECT`.
    """

    __slots__ = ("_chunk_of_token", "_slots", "edits", "n_chunks", "needed", "tokens")

    def __init__(self, tokens: Sequence[str], edits: Sequence[Edit]) -> None:
        self.tokens = tokens
        self.edits: dict[int, Edit] = {}
        # The number of the zero-width chunk in front of each token (the first of several; -1 inside an edit) and at
        # the end, and the number of the chunk that holds each token.
        self._slots: Sequence[int]
        self._chunk_of_token: Sequence[int]
        if edits:
            self._number(edits)
        else:
            self.n_chunks = 2 * len(tokens) + 1
            self._slots = range(0, self.n_chunks, 2)
            self._chunk_of_token = range(1, self.n_chunks, 2)
        self.needed = frozenset(number for number, edit in self.edits.items() if not self._keeps(edit))

    def _keeps(self, edit: Edit) -> bool:
        """Tell whether a gold edit requests what is there already, with the same tokens as the source."""
        if edit.start == edit.end:
            return not edit.written
        return edit.end == edit.start + 1 and edit.written == self.tokens[edit.start]

    def _number(self, edits: Sequence[Edit]) -> None:
        slots: list[int] = []
        chunk_of_token: list[int] = []
        number = 0
        for edit in [*edits, None]:
            start = len(self.tokens) if edit is None else edit.start
            while len(chunk_of_token) < start:
                if len(slots) == len(chunk_of_token):
                    slots.append(number)
                    number += 1
                chunk_of_token.append(number)
                number += 1
            is_insertion = edit is not None and edit.start == edit.end
            if len(slots) == start:
                slots.append(number)
                number += not is_insertion
            if edit is not None:
                self.edits[number] = edit
                number += 1
                chunk_of_token += [number - 1] * (edit.end - edit.start)
                slots += [-1] * (edit.end - edit.start - 1)
        self.n_chunks = number
        self._slots = slots
        self._chunk_of_token = chunk_of_token

    def chunks(self) -> list[Chunk]:
        """Return all chunks."""
        return cut_chunks(self.tokens, list(self.edits.values()))

    def unchanged(self, number: int) -> int:
        """Return the judgement of a chunk if a system changes nothing."""
        return 0 if number in self.needed else CORRECT

    def judge(self, edits: Sequence[Edit]) -> dict[int, int]:
        """Return the judgements of the chunks touched by a system's edits; all others are as if unchanged.

        Equal to `judge_chunks`. An insertion touches the slot where it is made and the chunk with the next token;
        a wider edit touches the chunks of its tokens and the slots strictly inside.
        """
        found: dict[int, int] = {}
        tokens, gold = self.tokens, self.edits
        for edit in edits:
            start, end = edit.start, edit.end
            if start == end:
                self._judge_insertion(edit, found)
                continue
            text = edit.written
            for position in range(start, end):
                number = self._chunk_of_token[position]
                asked = gold.get(number)
                if asked is None:
                    is_equal = end == start + 1 and text == tokens[start]
                else:
                    is_equal = asked.start == start and asked.end == end and asked.written == text
                found[number] = MODIFIED | CORRECT if is_equal else MODIFIED
                if position > start:
                    for slot in self._insertions(position):
                        found[slot] = 0
        return found

    def _judge_insertion(self, edit: Edit, found: dict[int, int]) -> None:
        position, text = edit.start, edit.written
        slot = self._slots[position]
        asked = self._insertions(position)
        for number in asked:
            is_equal = self.edits[number].written == text or found.get(number, 0) & CORRECT
            found[number] = MODIFIED | CORRECT if is_equal else MODIFIED
        if slot >= 0 and not asked:
            found[slot] = MODIFIED | CORRECT if not text or found.get(slot, 0) & CORRECT else MODIFIED
        if position < len(self.tokens):
            # The chunk of the next token counts as modified, unless what is there is correct.
            number = self._chunk_of_token[position]
            if not found.get(number, self.unchanged(number)) & CORRECT:
                found[number] = MODIFIED

    def _insertions(self, position: int) -> list[int]:
        """Return the numbers of the gold insertions before a token."""
        number = self._slots[position]
        found = []
        while (edit := self.edits.get(number)) is not None and edit.start == edit.end:
            found.append(number)
            number += 1
        return found
