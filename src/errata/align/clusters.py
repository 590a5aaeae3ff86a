"""From the edits of several annotators, as in M2, to errors with alternatives (the I-measure's converter).

Overlapping edits are taken for corrections of the same error, whoever made them. Surprises of the original
that are kept: an insertion beside a replacement is an error of its own, so that both can be applied; edits
of one annotator that depend on each other become independent; clusters that a later edit would connect stay
apart.
"""

from collections.abc import Sequence
from typing import NamedTuple

from errata.align.references import Alternative, Correction, Error
from errata.text.treebank import split_treebank


class AnnotatedEdit(NamedTuple):
    """One annotator's replacement of the source tokens from `start` to `end`."""

    start: int
    end: int
    tokens: tuple[int, ...]
    annotator: int


def correction_words(field: str, *, retokenise: bool = True) -> list[str]:
    """Return the words of the correction field of an M2 line: the first of its alternatives.

    The original re-tokenises it (`errata.text.treebank`), which alters 10 of 5,873 corrections of CoNLL-2014.

    >>> correction_words("known,the||known"), correction_words("known,the||known", retokenise=False)
    (['known', ',', 'the'], ['known,the'])
    """
    first = field.split("||", 1)[0]
    return split_treebank(first) if retokenise else first.split()


def _overlap(x: tuple[int, int], y: tuple[int, int]) -> bool:
    """Tell whether two spans share a token, are equal, or one is an insertion strictly inside the other."""
    return x == y or max(x[0], y[0]) < min(x[1], y[1]) or x[0] < y[0] == y[1] < x[1] or y[0] < x[0] == x[1] < y[1]


def cluster_spans(spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Group the spans that belong to one error; return the indices of each group, in the order of the text.

    Longest spans first, each joins the first group that has a member it overlaps, or opens a new one.
    Groups are ordered by their first member.

    >>> cluster_spans([(0, 1), (0, 2), (2, 2), (1, 2)])
    [[1, 0, 3], [2]]
    """
    clusters: list[list[int]] = []
    for index in sorted(range(len(spans)), key=lambda at: spans[at][0] - spans[at][1]):
        for cluster in clusters:
            if any(_overlap(spans[index], spans[member]) for member in cluster):
                cluster.append(index)
                break
        else:
            clusters.append([index])
    return sorted(clusters, key=lambda cluster: spans[cluster[0]])


def cluster_edits(edits: Sequence[AnnotatedEdit], n_annotators: int) -> tuple[Error, ...]:
    """Turn the edits of a sentence into errors; each annotator's edits in a cluster are one alternative.

    `n_annotators` counts the annotators of the sentence with at least one line, even one saying there is
    nothing to correct (noop). An error is required if all of them corrected it.
    """
    errors = []
    for cluster in cluster_spans([(edit.start, edit.end) for edit in edits]):
        corrections: dict[int, list[Correction]] = {}
        for index in cluster:
            start, end, tokens, annotator = edits[index]
            corrections.setdefault(annotator, []).append(Correction(start, end, tokens))
        alternatives = tuple(Alternative(who, tuple(corrections[who])) for who in sorted(corrections))
        errors.append(Error(alternatives, len(alternatives) == n_annotators))
    return tuple(errors)
