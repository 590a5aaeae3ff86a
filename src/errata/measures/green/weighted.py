"""n-grams weighted by the edits that change them: GREEN with the weights of PT-M² (experimental, our own definition).

For one sentence and one reference, E is the set of edits that turn the source into the output or into the reference,
found by word difference. Each has a weight w(e) as in PT-M², and v(e) = w(e)·|E| / Σ w, so that all together weigh as
much as before; each has weight 1 if all w are 0. An n-gram touches an edit if one of its occurrences contains a word
that the edit deletes or inserts, or spans the place where words were inserted or deleted. Its weight is the mean over
the edits it touches. What all three texts keep (TK) has weight 1.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from errata.extract.worddiff import Block, change_blocks
from errata.measures.data import GoldBlock, Table
from errata.measures.ngrams import regions
from errata.model import Edit, Output
from errata.similarity import Weigher
from errata.similarity.choosing import weigh

Gram = tuple[str, ...]
REGIONS = ("tk", "td", "ti", "od", "oi", "ud", "ui")


class Triple(NamedTuple):
    """Words of source, output and one reference, and the edits that turn the source into the others."""

    texts: tuple[list[str], list[str], list[str]]
    edits: list[Edit]
    touched: tuple[list[tuple[int, int, int]], ...]
    """For each text, the words changed by edits, from … to …, and the number of the edit."""


class Weighed(NamedTuple):
    """A triple with the weights of its edits, 1 on average."""

    triple: Triple
    weights: list[float]


def compare(source: str, output: str, reference: str) -> Triple:
    """Find the edits of the output and of the reference; an edit of both is listed once."""
    words = source.split(), output.split(), reference.split()
    numbers: dict[Edit, int] = {}
    touched: tuple[list[tuple[int, int, int]], ...] = ([], [], [])
    for at in (1, 2):
        for block in change_blocks(words[0], words[at]):
            number = numbers.setdefault(_edit(block, words[at]), len(numbers))
            touched[0].append((block.start, block.end, number))
            touched[at].append((block.output_start, block.output_end, number))
    return Triple(words, list(numbers), touched)


def _edit(block: Block, words: Sequence[str]) -> Edit:
    return Edit(block.start, block.end, (" ".join(words[block.output_start : block.output_end]),))


def weigh_triples(weigher: Weigher, triples: Sequence[Triple]) -> list[Weighed]:
    """Weigh the edits of many triples in one call."""
    sources, references = ([" ".join(triple.texts[at]) for triple in triples] for at in (0, 2))
    found = weigh(weigher, sources, [triple.edits for triple in triples], references)
    return [Weighed(triple, _normal(weights)) for triple, weights in zip(triples, found, strict=True)]


def _normal(weights: Sequence[float]) -> list[float]:
    total = list(accumulate(weights))[-1] if weights else 0.0
    # A total may be too small to divide by; what weighs so little weighs nothing.
    scale = len(weights) / total if total > 1e-300 else 0.0
    return [weight * scale for weight in weights] if scale else [1.0] * len(weights)


def triples_of(gold: GoldBlock, output: Output) -> list[Triple]:
    """Return the triples of all sentences, one for each reference."""
    return [
        compare(sentence.source, text, reference.text)
        for sentence, text, references in zip(gold.corpus, output.texts, gold.references, strict=True)
        for reference in references
    ]


Learned = tuple[list[int], list[Weighed]]
"""Where the rows of each sentence begin, and the weights of all rows."""


def prepare(weigher: Weigher, gold: GoldBlock, outputs: Sequence[Output]) -> dict[str, Learned]:
    """Weigh the edits of all outputs in one call: shared edits are compared only once, and batches are full."""
    made = [triples_of(gold, output) for output in outputs]
    weighed = iter(weigh_triples(weigher, [triple for triples in made for triple in triples]))
    bounds = [0, *accumulate(map(len, gold.references))]
    return {
        output.name: (bounds, [next(weighed) for _ in triples]) for output, triples in zip(outputs, made, strict=True)
    }


def make_table(weighed: Sequence[Weighed], gold: GoldBlock, n: int) -> Table:
    """Return a row of weighted regions per sentence and reference."""
    columns = tuple(f"{region}{order}" for order in range(1, n + 1) for region in REGIONS)
    counts = array("d", [number for row in weighed for number in count(row, n)])
    labels = [reference.label for references in gold.references for reference in references]
    return Table(columns, counts, array("i", [0, *accumulate(map(len, gold.references))]), labels, list(weighed))


def gram_weights(weighed: Weighed, order: int) -> dict[Gram, float]:
    """Return the weight of each n-gram that touches an edit."""
    triple, weights = weighed
    met: dict[Gram, dict[int, None]] = {}
    for words, touched in zip(triple.texts, triple.touched, strict=True):
        for start, end, number in touched:
            # All that have a word of the edit in them; of an edit without words here, all that span its place.
            last = max(end, start) - 1
            for at in range(max(0, start - order + 1), min(last, len(words) - order) + 1):
                met.setdefault(tuple(words[at : at + order]), {})[number] = None
    return {gram: sum([weights[number] for number in numbers]) / len(numbers) for gram, numbers in met.items()}


def weighted_regions(weighed: Weighed, order: int) -> Iterator[tuple[str, Gram, int, float]]:
    """Yield region, n-gram, number of occurrences and their weight, in order of first occurrence."""
    weights: Mapping[Gram, float] = gram_weights(weighed, order)
    counted = [
        Counter([tuple(words[at : at + order]) for at in range(len(words) - order + 1)])
        for words in weighed.triple.texts
    ]
    for gram in dict.fromkeys(gram for counts in counted for gram in counts):
        s, c, r = (counts[gram] for counts in counted)
        for region, share in regions(s, c, r).items():
            yield region, gram, share, 1.0 if region == "tk" else weights[gram]


def count(weighed: Weighed, n: int) -> list[float]:
    """Return the seven regions of each order, weighted."""
    counts: list[float] = []
    for order in range(1, n + 1):
        sums = dict.fromkeys(REGIONS, 0.0)
        for region, _, share, weight in weighted_regions(weighed, order):
            sums[region] += share * weight
        counts += sums.values()
    return counts
