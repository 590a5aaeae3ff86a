"""GLEU: n-gram precision with a penalty for what should have been changed (Napoles et al., ACL 2015; update of 2016).

Several formulas and programs go by this name; each is a variant here, and title and signature say which.
"""

import math
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from errata.check.outputs import check_outer_blanks
from errata.errors import OptionError
from errata.findings import Finding
from errata.kernels.ngrams import N_LENGTHS, N_MERGED, count_matches, count_merged
from errata.measures.base import Better, Measure, Properties
from errata.measures.data import GoldBlock, GoldTexts, Number, Selections, Table
from errata.measures.gleu.draws import Draws
from errata.measures.options import Value, level_option, option
from errata.model import Corpus, Output
from errata.records import dataclass

if TYPE_CHECKING:
    from errata.measures.arrays import Array

VARIANTS = ("2016", "jfleg", "2015", "koyama", "green-paper")
"""The authors' scripts of 2016 and 2015 and the one for JFLEG; Koyama's package; the GREEN paper's tables."""

_PYTHON_2 = ("2016", "2015")
"""Variants that read bytes, so that only ASCII white space separates words."""
_KOYAMA = ("koyama", "green-paper")
"""Variants with the package's rules for zeros, and its maximum."""
INTERVAL_QUANTILE = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""


def authors_gleu(counts: Sequence[Number], divisor: int | None = None) -> float:
    """Return GLEU of 2016 from lengths, numerators and denominators: 0 if any of them is 0.

    The sum of logarithms is divided by the number of orders, unless another `divisor` is given.

    >>> round(authors_gleu([5, 5, 4, 5, 1, 4]), 6)
    0.447214
    """
    output, reference, *terms = counts
    if not all(counts):
        return 0.0
    return math.exp(min(0.0, 1 - reference / output) + _log_sum(terms) / (divisor or len(terms) // 2))


def _log_sum(terms: Sequence[Number]) -> float:
    total = 0.0
    # One by one, as the scripts do: `sum` has another rule from Python 3.12 on, and last bits decide what they print.
    for hits, of in zip(terms[::2], terms[1::2], strict=True):
        total += math.log(hits / of)
    return total


def smoothed(counts: Sequence[Number]) -> list[Number]:
    """Return the counts with 1 for every 0, including lengths: the authors' rule for single sentences."""
    return [count or 1 for count in counts]


def gleu_2015(counts: Sequence[Number]) -> float:
    """Return GLEU of 2015, which swaps the lengths: outputs longer than the reference are penalised, not shorter."""
    output, reference, *terms = counts
    return authors_gleu([reference, output, *terms])


def koyama_precisions(counts: Sequence[Number]) -> tuple[list[float], float]:
    """Return the precision of each order, 1 if there are no n-grams, and the brevity penalty of Koyama's package."""
    output, reference, *terms = counts
    precisions = [hits / of if of else 1.0 for hits, of in zip(terms[::2], terms[1::2], strict=True)]
    if reference < output or output == reference == 0:
        return precisions, 1.0
    return precisions, math.exp(1 - reference / output) if output else 0.0


def koyama_gleu(counts: Sequence[Number]) -> float:
    """Return GLEU of Koyama's package: 0 if a precision is 0, but 1 if both texts are empty."""
    precisions, brevity = koyama_precisions(counts)
    if not all(precisions):
        return 0.0
    return brevity * math.exp(math.fsum(map(math.log, precisions)) / len(precisions))


def _rank(counts: Sequence[Number]) -> tuple[float, ...]:
    """Return the values by which Koyama's package compares references: the score, then the orders from high to low."""
    precisions, brevity = koyama_precisions(counts)
    return koyama_gleu(counts), *(precision * brevity for precision in reversed(precisions))


@dataclass(frozen=True, kw_only=True)
class Gleu(Measure):
    """n-gram precision minus what source and output share but the reference lacks.

    >>> Gleu().title
    'gleu:variant=2016'
    >>> Gleu(variant="2015", lambda_=0.1).signature("1a2b3c4d").split("|", 2)[2]
    'variant:2015|unit:word|n:4|samples:500|lambda:0.1|level:corpus|max:no|strip:no|gold:1a2b3c4d'
    """

    name: ClassVar[str] = "gleu"
    explained_by: ClassVar[str] = "errata.measures.gleu.explain"
    value_names: ClassVar[tuple[str, ...]] = ("gleu", "std", "low", "high")
    properties: ClassVar[Properties] = Properties(
        order_matters=True,
        rows_sum_to_counts=False,
        perfect=1.0,
        perfect_needs_all=True,
        unbounded=("low", "high"),
        edge_cases=(
            ("nothing to change, nothing changed", "a b c d e", "a b c d e", "a b c d e", 1.0),
            ("empty source, output and reference", "", "", "", 0.0),
            ("perfect, but shorter than the highest order", "a b d", "a b c", "a b c", 0.0),
            ("everything deleted, as it should be", "a b c d", "", "", 0.0),
            ("everything deleted, wrongly", "a b c d", "", "a b c d", 0.0),
            ("perfect, from an empty source", "", "a b c d", "a b c d", 1.0),
            ("no n-gram of the highest order right", "a b c d", "a b c d", "a b c e", 0.0),
        ),
        settings=(
            {"variant": "2015", "lambda_": 0.5},
            {"variant": "2015", "level": "sentence"},
            {"variant": "koyama", "level": "sentence"},
            {"variant": "koyama", "max": True},
            {"variant": "green-paper", "unit": "char", "max": True, "level": "sentence"},
        ),
    )

    variant: str = option("2016", "which of the formulae called GLEU", choices=VARIANTS, always_shown=True)
    unit: str = option("word", "what n-grams are made of", choices=("word", "char"))
    n: int = option(None, "highest order of n-grams (4 for words, 6 for characters)", kind=int, minimum=1, maximum=100)
    samples: int = option(500, "how often references are drawn (2015 and max draw none)", minimum=1, maximum=1_000_000)
    lambda_: float = option(0.0, "weight of the penalty (2015 only)", minimum=0, maximum=1000, name="lambda")
    level: str = level_option()
    max: bool = option(False, "best reference of each sentence instead of draws (koyama and green-paper only)")
    strip: bool = option(
        None, "ignore spaces at the ends of a line (matters for characters, of which it is the default)", kind=bool
    )

    def _resolve(self) -> None:
        if self.n is None:
            object.__setattr__(self, "n", 6 if self.unit == "char" else 4)
        if self.strip is None:
            object.__setattr__(self, "strip", self.unit == "char")

    @property
    def _decisive(self) -> dict[str, Value]:
        """The unit, which determines the highest order and how spaces are treated."""
        return {"unit": self.unit}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.lambda_ and self.variant != "2015":
            raise OptionError(
                f"measure gleu: lambda belongs to variant 2015; variant {self.variant} has no such weight"
            )
        if self.max and self.variant not in _KOYAMA:
            raise OptionError(f"measure gleu: max belongs to variants {' and '.join(_KOYAMA)}, not to {self.variant}")

    def label(self, value: str) -> str:
        """Return GLEU for the score; its spread is over draws of references, not an interval over sentences."""
        return "GLEU" if value == "gleu" else f"draw {value}"

    def better_of(self, value: str) -> Better | None:
        """Return "higher", except for the spread of draws, where neither is better."""
        return None if value == "std" else self.better

    @property
    def splits_at_ascii(self) -> bool:
        """Whether only ASCII white space separates words."""
        return self.unit == "word" and self.variant in _PYTHON_2

    @property
    def is_koyama(self) -> bool:
        """Whether the package's rules for zeros apply, by which precision without n-grams is 1."""
        return self.variant in _KOYAMA

    @property
    def counts_tokens(self) -> bool:
        """Whether words are counted, not characters."""
        return self.unit == "word"

    def check(self, gold: Corpus, output: Output) -> list[Finding]:
        """Report spaces at the ends of lines if they count."""
        return [] if self.unit == "word" or self.strip else check_outer_blanks(gold.sources, output.texts)

    @property
    def streams(self) -> bool:
        """Whether spaces at the ends of lines need not be checked."""
        return self.unit == "word" or self.strip

    def chooses_alone(self, n_references: int) -> bool:
        """Choose sentence by sentence unless references are drawn."""
        return n_references == 1 or self.max or self.variant == "2015"

    def count(self, gold: GoldBlock, output: Output, learned: object = None) -> Table:
        """Return one row per sentence and reference, or per sentence (2015): lengths, then by order."""
        unit = "ascii-word" if self.splits_at_ascii else self.unit
        texts = gold.texts(unit, self.unit == "char" and self.strip)
        columns = ("hyp_len", "ref_len", *(f"{part}{order + 1}" for order in range(self.n) for part in ("num", "den")))
        if self.variant == "2015":
            n = len(output)
            return Table(columns, self._count_merged(texts, output), array("i", range(n + 1)), [None] * n)
        flat, out = texts.flat, texts.flatten(output.texts)
        surplus = self.variant == "green-paper"
        counts = count_matches(flat, texts.first_text, out, self.n, surplus)
        return Table(columns, counts, texts.row_bounds, texts.labels if self.max else [None] * len(texts.labels))

    def _count_merged(self, texts: GoldTexts, output: Output) -> "array[int] | array[float]":
        """Return the rows of 2015, where matches that the source lacks count twice; integers if lambda is one."""
        flat, out = texts.flat, texts.flatten(output.texts)
        terms = count_merged(flat, texts.first_text, out, self.n)
        whole = self.lambda_.is_integer()
        weight = int(self.lambda_) if whole else self.lambda_
        counts: array[Any] = array("q" if whole else "d")
        stride = N_LENGTHS + N_MERGED * self.n
        for row in range(0, len(terms), stride):
            counts.fromlist(terms[row : row + N_LENGTHS].tolist())
            for at in range(row + N_LENGTHS, row + stride, N_MERGED):
                reward, matches, penalty, n_ngrams = terms[at : at + N_MERGED]
                counts.append(reward + max(0, matches - weight * penalty))
                counts.append(reward + n_ngrams)
        return counts

    def choose(self, table: Table) -> list[int] | Selections:
        """Draw references for each sentence, or choose the best ones; with one reference there is no choice."""
        if len(table.labels) == len(table):
            return list(range(len(table)))
        most = max(map(len, table.groups()), default=1)
        if self.max:
            # The first of equals wins.
            rank = {row: _rank(table.row(row)) for row in range(len(table.labels))}
            return [max(rows, key=rank.__getitem__) for rows in table.groups()]
        return Selections(Draws(3 if self.variant == "jfleg" else 2, most, len(table), self.samples))

    def score(self, sums: Sequence[Number]) -> dict[str, float]:
        """Return GLEU of sums; a single value has no spread."""
        if self.is_koyama:
            return _point(koyama_gleu(sums))
        return _point(gleu_2015(sums) if self.variant == "2015" else authors_gleu(sums))

    def score_many(self, sums: "Array") -> "dict[str, Array]":
        """Return GLEU of many sums; logarithms of arrays may differ in the last bit. The spread is omitted."""
        import numpy as np

        from errata.measures.arrays import divide, logarithm

        output, reference = sums[:, 0], sums[:, 1]
        hits, of = sums[:, 2::2], sums[:, 3::2]
        if self.variant in _KOYAMA:
            precisions = divide(hits, of, 1.0)
            short = np.minimum(0.0, 1 - divide(reference, output, 1.0))
            brevity = np.where((reference > output) & (output == 0), 0.0, np.exp(short))
            return {"gleu": brevity * np.exp(logarithm(precisions).sum(axis=1) / self.n)}
        if self.variant == "2015":
            output, reference = reference, output
        logs = logarithm(divide(hits, of, 0.0)).sum(axis=1)
        scores = np.exp(np.minimum(0.0, 1 - divide(reference, output, 1.0)) + logs / self.n)
        return {"gleu": np.where((sums != 0).all(axis=1), scores, 0.0)}

    def score_sentence(self, counts: Sequence[Number]) -> dict[str, float]:
        """Return GLEU of a sentence, which the scripts of 2016 and JFLEG smooth."""
        return self.score(smoothed(counts) if self.variant in {"2016", "jfleg"} else counts)

    def pool(self, items: Sequence[dict[str, float]]) -> dict[str, float]:
        """Return mean, population deviation and the normal interval of scores; it is not an interval for their mean."""
        scores = [item["gleu"] for item in items]
        if min(scores) == max(scores):
            return _point(scores[0])
        mean = math.fsum(scores) / len(scores)
        std = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
        return {"gleu": mean, "std": std, "low": mean - INTERVAL_QUANTILE * std, "high": mean + INTERVAL_QUANTILE * std}


def _point(score: float) -> dict[str, float]:
    return {"gleu": score, "std": 0.0, "low": score, "high": score}
