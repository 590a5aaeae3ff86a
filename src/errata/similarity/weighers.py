"""Weights of edits: all equal, by length, or by how much each edit alone moves the source towards the reference."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from errata.errors import InputError
from errata.kernels.limits import REMEDY, TooLargeError
from errata.model import Edit, apply_edits
from errata.similarity import Similarity, Weigher

_MOST_CHARACTERS = 1 << 26
"""Characters of all texts made from one source, one for each edit: some seconds and 200 MB."""
_MOST_KNOWN = 1 << 18
"""Pairs remembered per similarity: some hundred megabytes."""
_known: "WeakKeyDictionary[Similarity, dict[str, dict[tuple[str, str], float]]]" = WeakKeyDictionary()
"""Pairs compared before, by similarity and its signature: both levels of a measure, or two measures, share one."""


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


def _remembered(similarity: Similarity) -> dict[tuple[str, str], float]:
    """Return the pairs known of a similarity; what it said when it had another signature is forgotten."""
    known = _known.setdefault(similarity, {})
    signature = similarity.signature
    if signature not in known:
        known.clear()
    return known.setdefault(signature, {})


class BySimilarity(Weigher):
    """The weight of an edit is how much it alone changes the similarity of the source to the reference.

    |S(source with only this edit, reference) − S(source, reference)|: whether the similarity rose or fell is lost
    (Gong et al. 2022). Each distinct pair of texts is compared once, so there are at most as many pairs as edits and
    sources; results are remembered for later calls.

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
        known = self._similarities(list(pairs))
        return [
            [abs(known[text, reference] - known[source, reference]) for text in texts]
            for (source, _, reference), texts in zip(cases, edited, strict=True)
        ]

    def _similarities(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """Return the similarity of each of different pairs, with what is remembered; threads may share that."""
        remembered = _remembered(self.similarity) if self.is_costly else {}
        known = {pair: similarity for pair in pairs if (similarity := remembered.get(pair)) is not None}
        new = [pair for pair in pairs if pair not in known]
        if new:
            found = dict(zip(new, self._compare(new), strict=True))
            if len(remembered) + len(found) > _MOST_KNOWN:
                remembered.clear()
            remembered.update(found)
            known |= found
        return known

    def _compare(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the similarity of each pair; other things are refused, for the similarity may be anyone's."""
        found = list(self.similarity.compare([text for text, _ in pairs], [reference for _, reference in pairs]))
        try:
            numbers = [float(number) for number in found]
        except (TypeError, ValueError) as error:
            raise InputError(f"weights={self}: a similarity is not a number ({error!s:.120})") from None
        if len(numbers) != len(pairs):
            raise InputError(
                f"weights={self}: {len(numbers)} similarities for {len(pairs)} pairs; there must be one for every pair"
            )
        return numbers
