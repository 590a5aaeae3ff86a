"""Systems judged against gold chunks, which of them do nearly the same, and the resulting sums."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from errata.findings import Finding
from errata.measures.difficulty.chunks import CORRECT, MODIFIED, GoldChunks, is_ordered, keep_real, order_usable
from errata.model import Annotator, Corpus, Edit, Output, Text
from errata.records import dataclass
from errata.text.messages import plural


def split_at_blanks(sentence: Text) -> list[str]:
    """Return the source split at single spaces, as in the original: between two spaces there is an empty token."""
    return sentence.source.split(" ")


def gold_chunks(sentence: Text, reference: Annotator) -> GoldChunks:
    """Return the chunks of an annotator's edits; if the annotator is absent, nothing is edited."""
    tokens = split_at_blanks(sentence)
    layer = sentence.layer(reference)
    return GoldChunks(tokens, order_usable(layer.edits, len(tokens)) if layer else ())


@dataclass(frozen=True)
class Judged:
    """The systems' versions of every gold chunk: `judgements[system][sentence]` holds the chunks they touched."""

    gold: Sequence[GoldChunks]
    judgements: Sequence[Sequence[dict[int, int]]]

    @classmethod
    def of(cls, gold: Corpus, outputs: Iterable[Output], reference: Annotator) -> "Judged":
        """Split the gold into chunks and judge every output."""
        chunked = [gold_chunks(sentence, reference) for sentence in gold]
        return cls(chunked, [judge(chunked, output) for output in outputs])

    def solved(self) -> tuple[tuple[int, ...], ...]:
        """Return for every chunk how many systems got it right."""
        n_systems = len(self.judgements)
        table = []
        for index, chunks in enumerate(self.gold):
            counts = [n_systems] * chunks.n_chunks
            for number in chunks.needed:
                counts[number] = 0
            for found in self.judgements:
                for number, judgement in found[index].items():
                    counts[number] += (judgement & CORRECT) - (number not in chunks.needed)
            table.append(tuple(counts))
        return tuple(table)


def judge(gold: Sequence[GoldChunks], output: Output) -> list[dict[int, int]]:
    """Judge the edits of one system, sentence by sentence."""
    assert output.edits is not None
    return [
        chunks.judge(order_usable(edits, len(chunks.tokens))) if edits else {}
        for chunks, edits in zip(gold, output.edits, strict=True)
    ]


def untouched(chunks: GoldChunks, weights: Sequence[int]) -> list[int]:
    """Return TP, FP, FN, TN and the sum of all weights of a sentence that a system leaves alone."""
    every = sum(weights)
    fn = sum([weights[number] for number in chunks.needed])
    return [0, 0, fn, every - fn, every]


def add_up(chunks: GoldChunks, found: dict[int, int], weights: Sequence[int], alone: Sequence[int]) -> Sequence[int]:
    """Return TP, FP, FN, TN and the sum of all weights of a sentence, `alone` being those of one left alone."""
    if not found:
        return alone
    tp, fp, fn, tn, every = alone
    for number, judgement in found.items():
        weight = weights[number]
        if number in chunks.needed:
            fn -= weight
        else:
            tn -= weight
        if judgement == MODIFIED:
            fp += weight
            if number in chunks.edits:
                fn += weight
        elif judgement == MODIFIED | CORRECT:
            tp += weight
        elif judgement:
            tn += weight
        else:
            fn += weight
    return [tp, fp, fn, tn, every]


def find_overlap(gold: Corpus, name: str, layers: Sequence[Sequence[Edit]]) -> str | None:
    """Say which two edits overlap, None if none do."""
    for index, (sentence, edits) in enumerate(zip(gold, layers, strict=True)):
        if not is_ordered(edits):
            for one, two in pairwise(order_usable(edits, len(split_at_blanks(sentence)))):
                if two.start < one.end:
                    return (
                        f"{name}, sentence {index + 1}: the edits of tokens {one.start} to {one.end} and "
                        f"{two.start} to {two.end} overlap, so the corrected text is undefined; drop one of them"
                    )
    return None


def find_disorder(gold: Corpus, layers: Sequence[Sequence[Edit]], file: str = "") -> list[Finding]:
    """Say how many sentences have edits that are not sorted from left to right, and which is the first."""
    found = [
        index
        for index, edits in enumerate(layers)
        if not is_ordered(edits) and not is_ordered(keep_real(edits, len(split_at_blanks(gold[index]))))
    ]
    if not found:
        return []
    message = (
        f"the edits of {plural(len(found), 'sentence')} are not in left-to-right order, first sentence "
        f"{found[0] + 1}; they were sorted"
    )
    return [Finding.of_lines("edit-unsorted", message, file, found, "sentence")]


def find_odd_spaces(gold: Corpus) -> list[Finding]:
    """Say how many sources have different words when split at single spaces, and which is the first."""
    found = [index for index, item in enumerate(gold) if item.source and split_at_blanks(item) != list(item.tokens)]
    if not found:
        return []
    message = (
        f"{plural(len(found), 'source')} with white space other than single spaces between words, first sentence "
        f"{found[0] + 1}; difficulty splits at single spaces, as the original does, so edits there may hit the wrong "
        "words or be ignored: put single spaces between words"
    )
    return [Finding.of_lines("odd-space", message, gold.name, found, "sentence")]


NEARLY = 0.9
"""Two systems are nearly the same if at least this share of their edits agrees (twice the shared edits by the sum)."""


def find_alike(outputs: Sequence[Output]) -> list[tuple[float, tuple[str, ...]]]:
    """Return groups of systems that make (nearly) the same edits, with the lowest similarity in each.

    A system belongs to a group if it is similar to its first member. Types of edits do not matter.
    """
    edits = {output.name: _edits(output) for output in outputs}
    # A likeness of at least `NEARLY` needs sets of about one size, so only neighbours by size are compared.
    order = sorted(edits, key=lambda name: len(edits[name]))
    taken: set[str] = set()
    groups = []
    for place, first in enumerate(order):
        if first in taken:
            continue
        members, least = [first], 1.0
        for other in order[place + 1 :]:
            if len(edits[first]) < len(edits[other]) * NEARLY / (2 - NEARLY):
                break
            likeness = _likeness(edits[first], edits[other])
            if other not in taken and likeness >= NEARLY:
                members.append(other)
                least = min(least, likeness)
        if len(members) > 1:
            taken.update(members)
            groups.append((least, tuple(name for name in edits if name in members)))
    return groups


def _edits(output: Output) -> set[tuple[int, int, int, str]]:
    if output.flat is not None:
        return set(output.flat.changes())
    return {
        (index, edit.start, edit.end, edit.written) for index, edits in enumerate(output.edits or ()) for edit in edits
    }


def _likeness(one: set[tuple[int, int, int, str]], other: set[tuple[int, int, int, str]]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def describe_alike(outputs: Sequence[Output]) -> list[Finding]:
    """Say which systems do (nearly) the same, and how that affects weights."""
    findings = []
    for least, names in find_alike(outputs):
        same = "the same edits" if least == 1 else f"nearly the same edits ({least:.0%} shared)"
        message = (
            f"{', '.join(names)} make {same}; what they agree on counts as easier than it is. Keep one of them, or "
            "give weights"
        )
        findings.append(Finding("alike-systems", message, count=len(names)))
    return findings


def break_even(n_solved: int, n_alike: int, n_systems: int) -> float:
    """Return how many errors solved by no other system outweigh `n_solved` ones solved by `n_alike` equal systems.

    With one system against N − 1 equal ones this is MR / (N − 1) (section 5.2 of the paper): an error solved by all of
    these weighs 1 − (N − 1)/N, one solved only by the other 1 − 1/N.

    >>> break_even(1170, 9, 10)
    130.0
    """
    return n_solved * (n_systems - n_alike) / (n_systems - 1)
