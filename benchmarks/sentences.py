"""Sentences scored one by one, as in training loops, and candidates to choose from.

`python -m benchmarks.sentences` prints what each way to choose reaches on CoNLL-2014 (docs/training.md).
"""

import warnings
from collections.abc import Iterator
from functools import cache, partial

import errata
from benchmarks.cases import Case
from benchmarks.measuring import Cost, call_cost, command_cost, shared
from errata.findings import ErrataWarning

N_COMPLETIONS = 256
N_TRIPLES = 1_000_000
_LIMITS = {"green": 4, "errant": 15, "m2": 15}
_MANY = """
import errata
names = "src", "ref0", "ref1", "systems/CAMB"
sources, one, two, mine = (errata.read_lines(f"{path}/{{name}}.txt") for name in names)
def lines(texts):  # no two of them are equal, so that nothing is remembered
    n = len(texts)
    return (f"{{texts[k % n]}} {{k // n}}" for k in range({n}))
errata.sentence_scores(lines(sources), lines(mine), zip(lines(one), lines(two)))
"""


def sentences() -> Iterator[Case]:
    """Yield the costs of scoring single sentences."""
    for measure, limit in _LIMITS.items():
        name = f"{measure}, {N_COMPLETIONS} completions × 2 references, prepared"
        yield Case(name, partial(_completions, measure), "ms", limit=limit)
    yield Case("green, one triple, prepared", _one_prepared, "µs", 1000, 100)
    yield Case("green, one triple, sentence_scores", _one, "µs", 1000, 100)
    for n, most in ((N_TRIPLES // 10, None), (N_TRIPLES, 20)):
        path = shared("data/conll14")
        measure_many = partial(command_cost, ["-c", _MANY.replace("{path}", str(path)).format(n=n)], 1)
        yield Case(f"green, {n:,} triples with 2 references, from a generator", measure_many, limit=most)
    yield Case("MBR with green, 1,312 sentences × 12 systems", _mbr, limit=1)


@cache
def _lines(name: str) -> list[str]:
    return errata.read_lines(shared(f"data/conll14/{name}.txt"))


@cache
def _scorer(measure: str) -> errata.Scorer:
    return errata.Scorer(measure, _lines("src"), list(zip(_lines("ref0"), _lines("ref1"), strict=True)))


def _completions(measure: str) -> Cost:
    """Return the cost for sentences that the system changed: others are too easy."""
    pairs = zip(_lines("src"), _lines("systems/CAMB"), strict=True)
    places = [place for place, (source, text) in enumerate(pairs) if source != text][:N_COMPLETIONS]
    texts = [_lines("systems/CAMB")[place] for place in places]
    scorer = _scorer(measure)
    return call_cost(lambda: scorer(places, texts), 20)


def _one_prepared() -> Cost:
    scorer, text = _scorer("green"), _lines("systems/CAMB")[5]
    return call_cost(lambda: [scorer([5], [text]) for _ in range(1000)])


def _one() -> Cost:
    source, text, *references = (_lines(name)[5] for name in ("src", "systems/CAMB", "ref0", "ref1"))
    return call_cost(lambda: [errata.sentence_scores([source], [text], [references]) for _ in range(1000)])


@cache
def _systems() -> dict[str, list[str]]:
    names = sorted(path.stem for path in shared("data/conll14/systems").glob("*.txt"))
    return {name: _lines(f"systems/{name}") for name in names if name != "INPUT"}


def _mbr() -> Cost:
    return call_cost(lambda: errata.consensus(_systems(), sources=_lines("src")), 3)


def table() -> None:
    """Print what each way to choose reaches, beside the best systems."""
    gold, sources, systems = errata.read(shared("data/conll14/gold.m2")), _lines("src"), _systems()
    texts = {name: systems[name] for name in ("CAMB", "CUUI", "AMU")}
    choose = partial(errata.consensus, systems)
    for measure in ("green", "gleu", "m2", "errant"):
        texts[f"MBR, {measure}"] = list(choose(measure, sources=sources).texts)
    for votes in (2, 3, 4, None):
        name = f"vote of {votes}" if votes else "vote of more than half (7)"
        texts[name] = list(choose(sources=sources, method="vote", votes=votes).texts)
    for measure in ("green", "m2"):
        texts[f"oracle, {measure}"] = list(choose(measure, gold=gold, method="oracle").texts)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        result = errata.score(gold, texts, measures=["m2", "green", "errant"], extract="errata", extract_gold=True)
    print("| | M² F0.5 | P | R | GREEN | ERRANT F0.5 |\n| --- | --- | --- | --- | --- | --- |")
    for name in texts:
        m2, green, errant = (result[name, measure] for measure in ("m2", "green", "errant"))
        values = [*m2.values.values(), green.score, errant.score]
        print(f"| {name} | {' | '.join(f'{100 * value:.2f}' for value in values)} |")


if __name__ == "__main__":
    table()
