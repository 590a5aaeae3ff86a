"""The edits counted by M²: in words, with the gold edits they match, for other tasks, and by error type."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from errata.measures.m2.proposals import GoldEdit, Proposal, fits, shrink
from errata.measures.m2.search import Effort, Matches
from errata.model import Corpus, Edit
from errata.records import dataclass, replace
from errata.text.words import lower_each, overlap


@lru_cache(2)
def _split(text: str) -> list[str]:
    """Return the words of a text, cached, since each proposal needs source and output, however long they are."""
    return text.split()


@dataclass(frozen=True)
class Searched:
    """The outcome of a search over a block, with the texts and the gold edits as in the corpus."""

    matches: Matches
    corpus: Corpus
    outputs: Sequence[str]
    gold_edits: Sequence[tuple[Edit, ...]]
    first: int

    def sentence_of(self, row: int) -> int:
        """Return the sentence that a row belongs to."""
        return bisect_right(self.matches.gold.annotations.first_row, row) - 1

    def effort(self, row: int) -> Effort:
        """Return how the row's sentence was searched."""
        return self.matches.efforts[self.sentence_of(row)]

    def words(self, sentence: int, proposal: Proposal) -> tuple[str, str]:
        """Return the source words and the output words of a proposal."""
        source = _split(self.corpus[sentence].source)[proposal.source_start : proposal.source_end]
        output = _split(self.outputs[sentence])[proposal.output_start : proposal.output_end]
        return " ".join(source), " ".join(output)

    def shrunk(self, sentence: int, proposal: Proposal) -> Proposal:
        """Return a proposal without the words that it shares with the source at its ends."""
        gold = self.matches.gold
        return shrink(proposal, gold.sources.text(sentence), self.matches.outputs.text(sentence))

    def without_case_and_space(self) -> "Searched":
        """Drop proposals that change only case and spaces, and count again."""

        def keep(sentence: int, proposal: Proposal) -> bool:
            original, correction = self.words(sentence, proposal)
            return lower_each(original.replace(" ", "")) != lower_each(correction.replace(" ", ""))

        return replace(self, matches=self.matches.filtered(keep))

    def met(self, row: int) -> list[int | None]:
        """Return, for each proposal of a row, the first gold edit it matches, None if it matches none."""
        return [hits[0] if hits else None for hits in self.all_met(row)]

    def all_met(self, row: int) -> list[list[int]]:
        """Return, for each proposal of a row, the gold edits it matches; equal ones are matched together.

        As in the counts: gold edits in file order, where each proposal looks only past the last one matched.
        """
        edits, source, output = self._tokens(row)
        found: list[list[int]] = []
        start = 0
        for proposal in self.matches.edits(row):
            hits = [index for index in range(start, len(edits)) if fits(proposal, edits[index], source, output)]
            found.append(hits)
            if hits:
                start = hits[-1] + 1
        return found

    def fits_any(self, row: int, proposal: Proposal) -> bool:
        """Tell whether a proposal would match any gold edit of a row, wherever that is."""
        edits, source, output = self._tokens(row)
        return any(fits(proposal, edit, source, output) for edit in edits)

    def _tokens(self, row: int) -> tuple[Sequence[GoldEdit], Sequence[int], Sequence[int]]:
        """Return the gold edits of a row, its source and its output as numbers."""
        sentence = self.sentence_of(row)
        gold = self.matches.gold
        return gold.edits(row), gold.sources.text(sentence), self.matches.outputs.text(sentence)

    def met_by(self, row: int, task: str) -> list[int | None]:
        """Return, for each proposal of a row, the gold edit it matches in a task, None if it matches none.

        By span: the same words (`recognition`), or words in common (`detection`). Proposals are compared as shrunk,
        since the unchanged words around them were not touched; what is right as searched counts too. Each gold edit and
        each proposal counts at most once, from left to right.
        """
        right = self.met(row)
        if task == "correction":
            return right
        sentence = self.sentence_of(row)
        proposals = self.matches.edits(row)
        open_edits = list(range(len(self.gold_edits[row])))
        found: list[int | None] = [None] * len(right)
        # Edits that are right are met first, so that a task never finds less than correction does.
        for place in sorted(range(len(right)), key=lambda place: right[place] is None):
            index = right[place]
            if index is None or index not in open_edits:
                index = self._span_match(row, sentence, proposals[place], open_edits, task)
            if index is not None:
                open_edits.remove(index)
                found[place] = index
        return found

    def without_missed_optional(self, counts: "array[int]", task: str) -> "array[int]":
        """Return counts without optional gold edits that nothing matches ("with bonus")."""
        counts = counts[:]
        for row, edits in enumerate(self.gold_edits):
            optional = {place for place, edit in enumerate(edits) if not edit.required}
            if optional:
                hits = self.all_met(row) if task == "correction" else [[hit] for hit in self.met_by(row, task)]
                met = {place for places in hits for place in places}
                counts[3 * row + 2] -= len(optional - met)
        return counts

    def count_spans(self, task: str) -> "array[int]":
        """Count gold edits matched by span."""
        counts = self.matches.counts[:]
        for row in range(len(self.gold_edits)):
            counts[3 * row] = sum(index is not None for index in self.met_by(row, task))
        return counts

    def _span_match(
        self, row: int, sentence: int, proposal: Proposal, open_edits: Sequence[int], task: str
    ) -> int | None:
        small = self.shrunk(sentence, proposal)
        for index in open_edits:
            edit = self.gold_edits[row][index]
            own, span = (small.start, small.end), (edit.start, edit.end)
            if own == span or (task == "detection" and edit.start <= edit.end and overlap(own, span)):
                return index
        return None

    def describe(self, row: int) -> list[dict[str, Any]]:
        """Return the proposals of a row in words: as searched, as shrunk, and the gold edit that each matches."""
        sentence = self.sentence_of(row)
        described = []
        for proposal, index in zip(self.matches.edits(row), self.met(row), strict=True):
            small = self.shrunk(sentence, proposal)
            described.append(
                _in_words(proposal, *self.words(sentence, proposal))
                | {
                    "shrunk": _in_words(small, *self.words(sentence, small)),
                    "gold": None if index is None else _gold_in_words(index, self.gold_edits[row][index]),
                }
            )
        return described


def _in_words(proposal: Proposal, original: str, correction: str) -> dict[str, Any]:
    return {"start": proposal.start, "end": proposal.end, "original": original, "correction": correction}


def _gold_in_words(index: int, edit: Edit) -> dict[str, Any]:
    return {
        "index": index,
        "start": edit.start,
        "end": edit.end,
        "corrections": list(edit.corrections),
        "type": edit.type,
    }


Notes = Iterable[tuple[Searched, int]]
"""Rows of counts, each with the search that it came from."""


def _count_types(notes: Notes, hits_of: Callable[[Searched, int], Sequence[Sequence[int]]]) -> dict[str, list[int]]:
    """Return gold edits matched, edits proposed and gold edits by type; `hits_of` returns each proposal's matches.

    A proposal has the type of the gold edit it matches, or else of the first one it overlaps; without one, it has
    no type and is counted under the empty name.
    """
    types: dict[str, list[int]] = {}
    for searched, row in notes:
        sentence = searched.sentence_of(row)
        edits = searched.gold_edits[row]
        for edit in edits:
            types.setdefault(edit.type, [0, 0, 0])[2] += 1
        for proposal, hits in zip(searched.matches.edits(row), hits_of(searched, row), strict=True):
            for hit in hits:
                types[edits[hit].type][0] += 1
            small = searched.shrunk(sentence, proposal)
            near = (edit for edit in edits if overlap((edit.start, edit.end), (small.start, small.end)))
            typed = edits[hits[0]] if hits else next(near, None)
            types.setdefault(typed.type if typed else "", [0, 0, 0])[1] += 1
    return dict(sorted(types.items()))


def split_types(notes: Notes, task: str) -> dict[str, list[int]]:
    """Return the counts of a task by type; they add up to those of all types."""

    def hits_of(searched: Searched, row: int) -> list[list[int]]:
        if task == "correction":
            return searched.all_met(row)
        return [[] if hit is None else [hit] for hit in searched.met_by(row, task)]

    return _count_types(notes, hits_of)


def count_types(notes: Notes) -> dict[str, list[int]]:
    """Return gold edits matched, edits proposed and gold edits by type; each proposal matches at most one."""
    return _count_types(notes, lambda searched, row: [hits[:1] for hits in searched.all_met(row)])


def by_type(types: Mapping[str, Sequence[int]]) -> dict[str, dict[str, Any]]:
    """Return recall by type of gold edit, and precision of the proposals that can be typed.

    A proposal that overlaps no gold edit has no type and is listed under the empty name, without recall.
    """
    return {
        name: {
            "correct": correct,
            "proposed_by_overlap": proposed,
            "gold": gold,
            "precision_by_overlap": correct / proposed if proposed else None,
            "recall": correct / gold if gold else None,
        }
        for name, (correct, proposed, gold) in sorted(types.items())
    }
