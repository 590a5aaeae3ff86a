"""The constants of GAIN: how much references agree with each other, and how many changes a sentence needs.

They are learned from two or more references to a text (docs/gain.md has the definition), or read from a file with
those of another text.
"""

import math
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from errata._version import __version__
from errata.errors import FormatError, InputError
from errata.findings import remedy
from errata.formats.files import AnyPath, display_name, read_text
from errata.formats.strict_json import parse_json, to_json
from errata.formats.writing import write_lines
from errata.kernels.buffers import Texts
from errata.kernels.gains import N_BEST, keep_agreeing
from errata.kernels.ngrams import N_REGIONS, count_regions
from errata.kernels.sums import sum_picked
from errata.measures.data import GoldBlock
from errata.model import TOKENS, Corpus
from errata.records import dataclass, field

_KIND = "errata gain constants"
_SCHEMA = 1
_BLOCK = 4096
"""Sentences counted at a time, so that memory does not grow with the text."""
_MOST_REFERENCES = 100
"""Every pair of references is compared: more would take minutes."""

Pair = tuple[float, float]
"""A number for deletions and one for insertions."""


def overlap(true: int, false: int, wanted: int) -> float:
    """Return the share of changes that agree, of those made or those needed, whichever are fewer; 1 if none."""
    most = min(true + false, wanted)
    return true / most if most else 1.0


def precision(true: int, false: int, wanted: int) -> float:
    """Return the share of changes made that agree; 1 if none are made."""
    return true / (true + false) if true + false else 1.0


RATES = {"overlap": overlap, "precision": precision}
"""The values of the option `rate`."""


def rates_of(sums: Sequence[int], rate: str) -> list[Pair]:
    """Return the rates of deletions and of insertions for each order, from sums of GREEN's regions.

    Deletions needed by the reference are those made accordingly and those missing: true and under-deletions.
    """
    found = []
    for start in range(0, len(sums), N_REGIONS):
        _, td, ti, od, oi, ud, ui = sums[start : start + N_REGIONS]
        found.append((RATES[rate](td, od, td + ud), RATES[rate](ti, oi, ti + ui)))
    return found


@dataclass(frozen=True)
class Constants:
    """For orders 1 to n: how much references agree, the cost of a change that only one of them has, and the need.

    `agreement` and `costs` (h and λ of the definition) have a number for deletions and one for insertions, `needs` (Z)
    is the mean number of changes per sentence. Anything that a file does not say is empty or 0; `name` is for messages.

    >>> Constants("word", "overlap", ((0.5, 0.4),), ((0.3, 0.2),), (4.5,)).fingerprint
    '9510c773'
    """

    unit: str
    rate: str
    agreement: tuple[Pair, ...]
    costs: tuple[Pair, ...]
    needs: tuple[float, ...]
    gold: str = ""
    n_references: int = 0
    n_sentences: int = 0
    name: str = field(default="constants", compare=False)

    def __post_init__(self) -> None:
        if not len(self.agreement) == len(self.costs) == len(self.needs) > 0:
            raise FormatError(
                f"{self.name}: h, lambda and Z have {len(self.agreement)}, {len(self.costs)} and {len(self.needs)} "
                "orders; give each order all of them"
            )
        shares = [number for pair in (*self.agreement, *self.costs) for number in pair]
        odd = [share for share in shares if not 0 <= share <= 1]
        odd += [need for need in self.needs if not 0 <= need < math.inf]
        if odd:
            raise FormatError(f"{self.name}: {odd[0]} is out of range; h and lambda are from 0 to 1, Z is at least 0")

    def __str__(self) -> str:
        return self.fingerprint

    @property
    def n(self) -> int:
        """The highest order of n-grams."""
        return len(self.needs)

    @property
    def numbers(self) -> dict[str, Any]:
        """The constants under the names of the definition."""
        return {"h": list(map(list, self.agreement)), "lambda": list(map(list, self.costs)), "Z": list(self.needs)}

    @cached_property
    def fingerprint(self) -> str:
        """Eight hexadecimal digits that change with any number, and with what the numbers are for."""
        import hashlib

        text = to_json({"unit": self.unit, "rate": self.rate, **self.numbers})
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def learn_constants(gold: Corpus, *, unit: str = "char", n: int | None = None, rate: str = "overlap") -> Constants:
    """Learn the constants of GAIN from the references of a corpus, of which there must be two or more.

    >>> gold = Corpus.from_texts(["He go home ."], [["He goes home ."], ["He went home ."]])
    >>> learn_constants(gold, unit="word", n=1).costs
    ((1.0, 0.0),)
    """
    from errata.measures.gain.measure import Gain  # which checks the options, and looks here for constants

    gold.require(TOKENS)
    if not gold.texts or any(len(text.references) != len(gold[0].references) for text in gold):
        raise InputError(f"{gold.called}: no sentences, or some have more references than others")
    measure = Gain(unit=unit, rate=rate) if n is None else Gain(unit=unit, n=n, rate=rate)
    reason = too_few_or_many(gold)
    if reason:
        raise InputError(f"gain {reason}", remedy("give gold by two or more annotators, or two or more references"))
    tally = Tally(measure.unit, measure.n, gold.n_references)
    for block in blocks_of(gold):
        tally.add(block)
    return tally.finish(rate, gold.fingerprint)


def too_few_or_many(gold: Corpus) -> str:
    """Return why constants cannot be learned from this many references, empty if they can."""
    n_references = gold.n_references
    if n_references < 2:
        return f"learns from how references differ, but {gold.called} has one reference"
    if n_references > _MOST_REFERENCES:
        return (
            f"compares every two references, but {gold.called} has {n_references:,} of them; it takes at most "
            f"{_MOST_REFERENCES}"
        )
    return ""


def blocks_of(gold: Corpus) -> Iterator[GoldBlock]:
    """Yield runs of sentences; a text of ordinary size is a single run."""
    for start in range(0, len(gold), _BLOCK):
        yield GoldBlock.of(gold, start, start + _BLOCK)


class Tally:
    """Sums over sentences, all whole numbers, from which the constants follow."""

    def __init__(self, unit: str, n: int, n_references: int) -> None:
        self._unit = unit
        self._n = n
        self._n_references = n_references
        self._n_sentences = 0
        self._pairs: dict[tuple[int, int], list[int]] = {}
        self._agreed = [0] * (N_BEST + 4 * n)
        """For every reference, the counts against the one that agrees best with it."""

    def add(self, block: GoldBlock) -> None:
        """Count a run of sentences: each reference as an output against all later ones.

        What the first over-deletes against the second, the second under-deletes against the first, and likewise for
        insertions, so one count serves in both directions.
        """
        vocabulary = block.vocabulary(self._unit)
        columns = zip(*block.references, strict=True)
        sets = [[reference.text.strip() for reference in column] for column in columns]
        sources = [sentence.source.strip() for sentence in block.corpus]
        width, n_sentences = N_REGIONS * self._n, len(sources)
        row = N_BEST + 4 * self._n
        best = array("q", [-1]) * (row * self._n_references * n_sentences)
        for own, lines in enumerate(sets[:-1]):
            others = sets[own + 1 :]
            texts: Texts = vocabulary.flatten(line for group in zip(sources, *others, strict=True) for line in group)
            first_text = array("i", range(0, len(texts) + 1, 1 + len(others)))
            counts = count_regions(texts, first_text, vocabulary.flatten(lines), self._n)
            bounds = array("i", range(0, len(others) * n_sentences + 1, len(others)))
            for place in range(len(others)):
                picks = array("i", [place]) * n_sentences
                self._add_pair(own, own + 1 + place, sum_picked(counts, width, bounds, picks).tolist())
            keep_agreeing(counts, self._n, self._n_references, own, best)
        bounds = array("i", range(self._n_references * n_sentences + 1))
        every = sum_picked(best, row, bounds, array("i", [0]) * (self._n_references * n_sentences))
        self._agreed = [known + more for known, more in zip(self._agreed, every, strict=True)]
        self._n_sentences += n_sentences

    def _add_pair(self, one: int, two: int, sums: Sequence[int]) -> None:
        known = self._pairs.setdefault((one, two), [0] * len(sums))
        self._pairs[one, two] = [total + more for total, more in zip(known, sums, strict=True)]

    def finish(self, rate: str, gold: str) -> Constants:
        """Return the constants of all sentences counted."""
        both_ways = [way for sums in self._pairs.values() for way in (sums, _turned(sums))]
        by_pair = [rates_of(sums, rate) for sums in both_ways]
        agreement = tuple(
            (math.fsum(pair[0] for pair in pairs) / len(pairs), math.fsum(pair[1] for pair in pairs) / len(pairs))
            for pairs in zip(*by_pair, strict=True)
        )
        # What the first wants is seen from any of the others, what these want from the first.
        first = [sums for (one, _), sums in self._pairs.items() if one == 0]
        wanted = [_turned(first[0]), *first]
        divisor = self._n_references * self._n_sentences
        return Constants(
            self._unit,
            rate,
            agreement,
            tuple(_costs(self._agreed[N_BEST:])),
            tuple(sum(_wanted(sums, order) for sums in wanted) / divisor for order in range(self._n)),
            gold,
            self._n_references,
            self._n_sentences,
        )


def _turned(sums: Sequence[int]) -> list[int]:
    """Return the regions with reference and output swapped."""
    turned = list(sums)
    for start in range(0, len(sums), N_REGIONS):
        _, _, _, od, oi, ud, ui = sums[start : start + N_REGIONS]
        turned[start + 3 : start + N_REGIONS] = [ud, ui, od, oi]
    return turned


def _wanted(sums: Sequence[int], order: int) -> int:
    """Return how many changes the reference needs: those made accordingly, and those missing."""
    _, td, ti, _, _, ud, ui = sums[order * N_REGIONS : (order + 1) * N_REGIONS]
    return td + ud + ti + ui


def _costs(agreed: Sequence[int]) -> Iterator[Pair]:
    """Yield p / (2 − p) for each order, where p is the share of one reference's changes that the best other one has."""
    for start in range(0, len(agreed), 4):
        td, ti, od, oi = agreed[start : start + 4]
        p, q = precision(td, od, 0), precision(ti, oi, 0)
        yield p / (2 - p), q / (2 - q)


def write_constants(constants: Constants, path: AnyPath) -> None:
    """Write constants as JSON, with what they were learned from."""
    about = {
        "format": _KIND,
        "schema": _SCHEMA,
        "errata": __version__,
        "fingerprint": constants.fingerprint,
        "gold": constants.gold,
        "references": constants.n_references,
        "sentences": constants.n_sentences,
        "unit": constants.unit,
        "n": constants.n,
        "rate": constants.rate,
    }
    lines = [f'  "{key}": {to_json(value)}' for key, value in (about | constants.numbers).items()]
    write_lines(path, ["{", *(f"{line}," for line in lines[:-1]), lines[-1], "}"])


def read_constants(path: AnyPath) -> Constants:
    """Read constants written by `write_constants`; refuse a file whose numbers do not match its fingerprint."""
    name = display_name(path)
    try:
        data = parse_json(read_text(path))
    except ValueError as error:
        raise FormatError(f"{name}: not valid JSON ({error}); constants are written by errata constants") from None
    if not isinstance(data, dict) or data.get("format") != _KIND:
        raise FormatError(f'{name} holds no constants of gain: its "format" is not {_KIND!r}')
    if data.get("schema") != _SCHEMA:
        raise FormatError(f"{name} has schema {data.get('schema')!r}, but this version of errata reads {_SCHEMA}")
    try:
        constants = Constants(
            unit=_of(str, data["unit"]),
            rate=_of(str, data["rate"]),
            agreement=tuple(map(_pair, _of(list, data["h"]))),
            costs=tuple(map(_pair, _of(list, data["lambda"]))),
            needs=tuple(float(_of((int, float), need)) for need in _of(list, data["Z"])),
            gold=_of(str, data.get("gold", "")),
            n_references=_of(int, data.get("references", 0)),
            n_sentences=_of(int, data.get("sentences", 0)),
            name=name,
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise FormatError(f"{name} is incomplete: {error} is missing or of the wrong kind") from None
    stored = data.get("fingerprint", "")
    if stored != constants.fingerprint:
        raise FormatError(
            f"{name}: the numbers have fingerprint {constants.fingerprint}, but the file says {stored!r}; it was "
            "changed after it was written: learn the constants again"
        )
    return constants


def _pair(value: Any) -> Pair:
    if len(_of(list, value)) != 2:
        raise TypeError(repr(value)[:60])
    deleting, inserting = (float(_of((int, float), number)) for number in value)
    return deleting, inserting


def _of(kind: type | tuple[type, ...], value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(repr(value)[:60])
    return value
