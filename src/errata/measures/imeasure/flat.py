"""Errors of sentences in flat arrays: like `find_errors` with numbered words, but without an object per edit."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from errata.measures.imeasure.clusters import cluster_spans, retokenised
from errata.measures.imeasure.combinations import Alternative, Error, SpanCorrection
from errata.model import Annotator
from errata.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from errata.model.flat import FlatTexts


def number_errors(
    flat: "FlatTexts", vocabulary: Vocabulary, *, retokenise: bool
) -> Iterator[tuple[tuple[Annotator, ...], list[Error]]]:
    """Yield the annotators of each sentence, and its errors in the form of `GoldError.encode`."""
    blocks = flat.blocks
    lines, _, _ = flat.correction_lines()
    corrections = lines.decode().split("\n")[:-1]
    distinct = list(dict.fromkeys(corrections))
    numbered = vocabulary.flatten(map(retokenised, distinct) if retokenise else distinct).apart()
    known = dict(zip(distinct, map(tuple, numbered), strict=True))
    tokens = [known[text] for text in corrections]
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
