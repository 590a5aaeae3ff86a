"""Judgements and the outputs they are about: whether they belong together, and whether sentences count from 0 or 1."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from errata.errors import InputError
from errata.findings import Finding, remedy
from errata.model.judgements import Judgements, Ranking
from errata.text.messages import plural

BASES = (0, 1)
"""Possible numbers of the first sentence."""
_FITS = 0.9
"""Share of merged groups whose outputs must be equal; in the known data sets all are, with a wrong number few."""


class Fit(NamedTuple):
    """How many merged groups have equal outputs, how many there are, and an example of one that does not."""

    base: int
    n_same: int
    n_groups: int
    odd: tuple[Ranking, str, str] | None

    @property
    def share(self) -> float:
        """The share of groups with equal outputs; 1 if there are no groups."""
        return self.n_same / self.n_groups if self.n_groups else 1.0


def compare_groups(judgements: Judgements, texts: Mapping[str, Sequence[str]], base: int) -> Fit:
    """Compare the outputs of systems that were shown as one because they were equal; spaces do not matter."""
    n_same = n_groups = 0
    odd = None
    for item in judgements:
        place = item.sentence - base
        for group in item.groups:
            known = [system for system in group.systems if system in texts]
            if len(known) < 2:
                continue
            n_groups += 1
            one = texts[known[0]]
            others = [system for system in known[1:] if not _is_same(one, texts[system], place)]
            n_same += not others
            if others and odd is None:
                odd = (item, known[0], others[0])
    return Fit(base, n_same, n_groups, odd)


def _is_same(one: Sequence[str], two: Sequence[str], place: int) -> bool:
    if not 0 <= place < len(one):
        return False
    return one[place] == two[place] or one[place].split() == two[place].split()


def find_base(
    judgements: Judgements, texts: Mapping[str, Sequence[str]], n_sentences: int, first: int | None = None
) -> int | None:
    """Return the number of the first sentence, 0 or 1: as given, or by the merged groups; None if both fit.

    Judgements that do not fit the texts are refused.
    """
    numbers = [item.sentence for item in judgements if item.groups]
    fits = {base: compare_groups(judgements, texts, base) for base in BASES}
    inside = [base for base in BASES if min(numbers) >= base and max(numbers) < n_sentences + base]
    if first is not None:
        if first not in inside:
            raise _out_of_range(judgements, n_sentences, first)
        if fits[first].share < _FITS:
            raise _mismatch(judgements, texts, fits[first], fits[1 - first])
        return first
    if not inside:
        raise _out_of_range(judgements, n_sentences, 0 if min(numbers) == 0 else 1)
    best = max(inside, key=lambda base: fits[base].share)
    if fits[best].share < _FITS:
        raise _mismatch(judgements, texts, fits[best], None)
    other = fits[1 - best]
    # Systems that change little often write the same by the wrong number too, but not for every group.
    is_open = other.share >= _FITS and (fits[best].odd is not None or other.odd is None)
    return None if len(inside) > 1 and is_open else best


def tell_odd_groups(judgements: Judgements, texts: Mapping[str, Sequence[str]], base: int) -> list[Finding]:
    """Return a warning about merged groups whose outputs differ, if most are equal."""
    fit = compare_groups(judgements, texts, base)
    if fit.odd is None:
        return []
    n_odd = fit.n_groups - fit.n_same
    message = (
        f"{n_odd} of {plural(fit.n_groups, 'merged group')} have outputs that differ; the first is "
        f"{_example(texts, fit.odd, base)}"
    )
    return [Finding("merged-groups", message, judgements.name, count=n_odd)]


def _example(texts: Mapping[str, Sequence[str]], odd: tuple[Ranking, str, str], base: int) -> str:
    item, one, two = odd
    place = item.sentence - base
    where = f"line {item.line}: " if item.line else ""
    if not 0 <= place < len(texts[one]):
        return f"{where}there is no sentence {item.sentence}"
    here, there = _from_difference(texts[one][place].split(), texts[two][place].split())
    return (
        f"{where}{one} and {two} were shown as one text for sentence {item.sentence}, but {one} has {here!r} there and "
        f"{two} {there!r}"
    )


def _from_difference(one: Sequence[str], two: Sequence[str]) -> tuple[str, str]:
    """Return the beginnings of both texts or, if these are equal, what surrounds the first difference."""
    same = next((place for place, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), len(one))
    start = max(0, min(same, len(two)) - 3)
    lead = "… " if start else ""
    here, there = (lead + " ".join(text[start:]) for text in (one, two))
    return here[:60], there[:60]


def _out_of_range(judgements: Judgements, n_sentences: int, base: int) -> InputError:
    bounds = range(base, n_sentences + base)
    odd = next(item for item in judgements if item.groups and item.sentence not in bounds)
    where = f", line {odd.line}" if odd.line else ""
    return InputError(
        f"{judgements.name}{where}: sentence {odd.sentence} is judged, but the {plural(n_sentences, 'sentence')} of "
        f"the outputs are numbered {base} to {n_sentences + base - 1}",
        remedy("give the outputs that were judged, or another number of the first sentence ({first_sentence})"),
    )


def _mismatch(judgements: Judgements, texts: Mapping[str, Sequence[str]], fit: Fit, other: Fit | None) -> InputError:
    assert fit.odd is not None
    counts = f"only {fit.n_same} of {fit.n_groups} merged groups have the same output in all their systems"
    if other is not None and other.share >= _FITS:
        advice = remedy("{n_same} have if it is called {base} ({first_is})", base=other.base, n_same=other.n_same)
    else:
        advice = remedy("give the outputs that were judged, each under the name it has there")
    return InputError(
        f"{judgements.name} is not about these outputs: {counts}, with the first sentence called {fit.base}; "
        f"{_example(texts, fit.odd, fit.base)}",
        advice,
    )
