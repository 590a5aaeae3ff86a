"""Weights of edits: all equal, by length, or by how much each edit alone moves the source towards the reference."""

from collections.abc import Sequence

from errata.kernels.limits import REMEDY, TooLargeError
from errata.model import Edit, apply_edits
from errata.similarity import Similarity, Weigher

_MOST_CHARACTERS = 1 << 26
"""Characters of all texts made from one source, one for each edit: some seconds and 200 MB."""


class Unit(Weigher):
    """Every edit has weight 1, as in plain M² or ERRANT."""

    signature = "unit"

    def weigh(
        self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
    ) -> list[list[float]]:
        """Return a 1 for every edit."""
        return [[1.0] * len(made) for made in edits]


class Length(Weigher):
    """The weight of an edit is the number of tokens on its longer side.

    >>> Length().weigh(["a b c"], [[Edit(0, 2, ("x",)), Edit(3, 3, ("y z w",))]], ["x c y z w"])
    [[2.0, 3.0]]
    """

    signature = "length"

    def weigh(
        self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
    ) -> list[list[float]]:
        """Return the number of tokens of each edit."""
        return [[float(max(edit.end - edit.start, len(_words(edit)), 0)) for edit in made] for made in edits]


def _words(edit: Edit) -> list[str]:
    return edit.corrections[0].split() if edit.corrections else []


class BySimilarity(Weigher):
    """The weight of an edit is how much it alone changes the similarity of the source to the reference.

    |S(source with only this edit, reference) − S(source, reference)|: whether the similarity rose or fell is lost
    (Gong et al. 2022). Each distinct pair of texts is compared once per call, so there are at most as many pairs as
    edits and sources.

    >>> from errata.similarity.overlap import Overlap
    >>> BySimilarity(Overlap()).weigh(["He go ."], [[Edit(1, 2, ("goes",))]], ["He goes ."])
    [[0.33333333333333337]]
    """

    def __init__(self, similarity: Similarity) -> None:
        self.similarity = similarity

    @property
    def is_costly(self) -> bool:  # type: ignore[override]  # that of what it is made of
        """Whether the similarity is."""
        return self.similarity.is_costly

    @property
    def signature(self) -> str:
        """That of the similarity."""
        return self.similarity.signature

    def weigh(
        self, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
    ) -> list[list[float]]:
        """Return by how much each edit changes the similarity; `TooLargeError` if there are too many long texts."""
        cases = list(zip(sources, edits, references, strict=True))
        for index, (source, made, _) in enumerate(cases):
            if len(made) * len(source) > _MOST_CHARACTERS:
                raise TooLargeError(
                    f"weighing {len(made):,} edits, each alone in a source of {len(source):,} characters, would take "
                    f"texts of {len(made) * len(source):,} characters; at most {_MOST_CHARACTERS:,} are "
                    f"allowed; {REMEDY}",
                    index,
                )
        edited = [[apply_edits(source, [edit]) for edit in made] for source, made, _ in cases]
        pairs = dict.fromkeys(
            (text, reference)
            for (source, made, reference), texts in zip(cases, edited, strict=True)
            if made  # what nobody edits need not be compared
            for text in (source, *texts)
        )
        found = self.similarity.compare([text for text, _ in pairs], [reference for _, reference in pairs])
        known = dict(zip(pairs, map(float, found), strict=True))
        return [
            [abs(known[text, reference] - known[source, reference]) for text in texts]
            for (source, _, reference), texts in zip(cases, edited, strict=True)
        ]
