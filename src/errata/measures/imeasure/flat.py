"""Errors of sentences in flat arrays: like `find_errors` with numbered words, but without an object per edit."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from errata.measures.imeasure.clusters import cluster_spans, retokenised
from errata.measures.imeasure.combinations import Alternative, Error, SpanCorrection
from errata.model import Annotator

if TYPE_CHECKING:
    from errata.model.flat import FlatTexts


def number_errors(
    flat: "FlatTexts", encode: Callable[[str], Iterable[int]], *, retokenise: bool
) -> Iterator[tuple[tuple[Annotator, ...], list[Error]]]:
    """Yield the annotators of each sentence, and its errors in the form of `GoldError.encode`."""
    blocks = flat.blocks
    known: dict[str, tuple[int, ...]] = {}
    tokens: list[tuple[int, ...]] = []
    corrections, _, _ = flat.correction_lines()
    for text in corrections.decode().split("\n")[:-1]:
        found = known.get(text)
        if found is None:
            found = known[text] = tuple(encode(retokenised(text) if retokenise else text))
        tokens.append(found)
    for index in range(len(flat)):
        layers = range(blocks.first_layer[index], blocks.first_layer[index + 1])
        labels = tuple(sorted(blocks.annotators[layers.start : layers.stop]))
        first, last = blocks.first_edit[layers.start], blocks.first_edit[layers.stop]
        spans = list(zip(blocks.starts[first:last], blocks.ends[first:last], strict=True))
        places: list[int] = []
        for layer in layers:
            n_edits = blocks.first_edit[layer + 1] - blocks.first_edit[layer]
            places += [labels.index(blocks.annotators[layer])] * n_edits
        errors = []
        for cluster in cluster_spans(spans):
            if len(cluster) == 1:  # as most are
                edit = cluster[0]
                only = (SpanCorrection(*spans[edit], tokens[first + edit]),)
                errors.append(Error((Alternative(places[edit], only),), len(layers) == 1))
                continue
            by_place: dict[int, list[SpanCorrection]] = {}
            for edit in cluster:
                start, end = spans[edit]
                correction = SpanCorrection(start, end, tokens[first + edit])
                by_place.setdefault(places[edit], []).append(correction)
            alternatives = [Alternative(place, tuple(by_place[place])) for place in sorted(by_place)]
            errors.append(Error(tuple(alternatives), len(alternatives) == len(layers)))
        yield labels, errors
