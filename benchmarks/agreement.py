"""How far every measure agrees with people, for docs/agreement.md: `python -m benchmarks.agreement`.

Needs the public judgements and outputs in the shared folder (data/human, data/conll14, data/seeda), which are not
distributed with errata. Everything is computed by `errata.metaevaluate`; only the reliability of the human scores, from
judgements split in halves, is worked out here.
"""

import math
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

import errata
from benchmarks.measuring import ROOT, shared
from errata.api.agreement import MetaEvaluation
from errata.findings import ErrataWarning
from errata.model.judgements import Judgements
from errata.stats.correlation import pearson
from errata.stats.judged import Tally, expected_wins

PAGE = ROOT / "docs" / "agreement.md"
PLACE = re.compile(r"(?P<begin><!-- agreement: (?P<name>\w+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL)
MEASURES = (
    "m2",
    "errant",
    "cleme",
    "imeasure",
    "gleu",
    "gleu:variant=green-paper",
    "gleu:variant=green-paper,unit=char,strip=no",
    "green",
    "green:references=mean",
    "green:unit=char",
    "green:unit=char,references=mean",
    "gain",
    "gain:unit=word",
)
_FLUENT = ("GPT-3.5", "REF-F")
_SAMPLES = 1000
_SPLITS = 500


@dataclass(frozen=True)
class DataSet:
    """Judgements, the outputs they are of, and which of these take part."""

    name: str
    judgements: str
    outputs: str
    without: tuple[str, ...] = ()

    @property
    def rankings(self) -> Judgements:
        """What people said."""
        found = errata.read_judgements(shared(f"data/human/{self.judgements}"))
        assert isinstance(found, Judgements)
        return found


DATA = (
    DataSet("GJG15", "gjg15_judgments.xml", "conll14/systems"),
    *(
        DataSet(f"SEEDA-{letter} {kind}", f"seeda_judgments_{file}.xml", "seeda/all", without)
        for letter, file in (("S", "sent"), ("E", "edit"))
        for kind, without in (
            ("base", ("INPUT", *_FLUENT)),
            ("+ source", _FLUENT),
            ("+ fluent", ("INPUT",)),
            ("all", ()),
        )
    ),
)


def evaluate(data: DataSet, aggregate: str) -> MetaEvaluation:
    """Compare all measures with the people of a data set; edits of both sides by errata's own extractor."""
    gold = errata.read(shared("data/conll14/gold.m2"))
    paths = sorted(shared(f"data/{data.outputs}").glob("*.txt"))
    outputs = {path.stem: errata.read_lines(path) for path in paths}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return errata.metaevaluate(
            data.rankings,
            gold,
            outputs,
            measures=MEASURES,
            without=data.without,
            aggregate=aggregate,
            ties="half",
            interval=errata.Resampling(samples=_SAMPLES),
            extract="errata",
            extract_gold=True,
        )


def reliability(rankings: Judgements, systems: Sequence[str], splits: int = _SPLITS) -> float:
    """Return how far human scores from all judgements repeat themselves: split halves, stepped up (Spearman-Brown).

    Judgements are split at random; the mean correlation r of the scores of both halves becomes 2r / (1 + r).
    """
    random, items, found = Random(1), list(rankings), []
    for _ in range(splits):
        random.shuffle(items)
        halves = items[: len(items) // 2], items[len(items) // 2 :]
        one, two = (_human_scores(Judgements(tuple(half), rankings.name)) for half in halves)
        found.append(pearson([one[name] for name in systems], [two[name] for name in systems]))
    mean = math.fsum(found) / len(found)
    return 2 * mean / (1 + mean)


def _human_scores(rankings: Judgements) -> Mapping[str, float]:
    tally = Tally.of(rankings)
    n = len(tally.systems)
    wins = np.array(tally.wins, dtype=float).reshape(n, n)
    return dict(zip(tally.systems, expected_wins(wins).tolist(), strict=True))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _short(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}".replace("0.", ".", 1)


def _rows(found: Mapping[str, MetaEvaluation], cell: str) -> list[list[str]]:
    """Return a row for each measure, with one number for each data set."""
    rows = []
    for title in [item.title for item in next(iter(found.values()))]:
        row = [f"`{title}`"]
        for made in found.values():
            level = made[title].sentence_level if cell == "kendall" else made[title].system_level
            row.append(_short(getattr(level, cell)) if level else "–")
        rows.append(row)
    return rows


def _intervals(corpus: Mapping[str, MetaEvaluation], mean: Mapping[str, MetaEvaluation]) -> Iterator[str]:
    for name in corpus:
        rows = []
        for item in mean[name]:
            pairs = item.sentence_level
            assert pairs
            assert pairs.interval
            row = [f"`{item.title}`", _short(pairs.kendall), _ends(pairs.interval.kendall)]
            for made in (corpus[name][item.title], item):
                level = made.system_level
                assert level.interval
                by_sentences = level.interval.sentences or {}
                row += [
                    f"{_short(level.pearson)} / {_short(level.spearman)}",
                    _ends(by_sentences.get("pearson")),
                    _ends(level.interval.systems["pearson"]),
                ]
            rows.append(row)
        yield f"\n**{name}** ({len(corpus[name].systems)} texts)\n"
        kinds = ("corpus score: r / ρ", "sentences", "systems", "mean of sentences: r / ρ", "sentences", "systems")
        yield from _table(["", "pairs: τ", "sentences", *kinds], rows)


def _ends(ends: tuple[float, float] | None) -> str:
    return "–" if ends is None else f"{_short(ends[0])} to {_short(ends[1])}"


def _people(found: Mapping[str, MetaEvaluation]) -> Iterator[str]:
    rows = []
    for data in DATA:
        systems = found[data.name].systems
        own = reliability(data.rankings, systems)
        human = found[data.name].human
        rows.append([data.name, str(len(systems)), f"{human.pairs:,}", _short(own), _short(math.sqrt(own))])
    yield from _table(["data", "texts", "pairs judged", "reliability", "highest r to expect"], rows)


def make() -> dict[str, str]:
    """Return the tables by the name of their place."""
    corpus = {data.name: evaluate(data, "corpus") for data in DATA}
    mean = {data.name: evaluate(data, "mean") for data in DATA}
    names = ["", *corpus]
    tables = {
        "sentences": _table(names, _rows(mean, "kendall")),
        "systems": _table(names, _rows(mean, "pearson")),
        "people": _people(mean),
        "intervals": _intervals(corpus, mean),
    }
    return {name: "\n".join(lines) + "\n" for name, lines in tables.items()}


def main() -> None:
    """Put the tables into the page."""
    tables = make()
    text = PAGE.read_text(encoding="utf-8")
    made = PLACE.sub(lambda place: f"{place['begin']}{tables[place['name']]}{place['end']}", text)
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
