"""Check that a measure or a format keeps its declarations: the checks of errata's own tests, for your measures too.

    import pytest
    from errata.testing import CHECKS, check_measure

    @pytest.mark.parametrize("check", CHECKS)
    def test_wer(check):
        check_measure(WordErrorRate, check)

A check tries the measure with its defaults and with every choice of options, and failures name the options, the texts
and the two values that disagree. `check_format` writes, reads and damages a file.
"""

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from errata.api.score import score
from errata.api.sentences import Scorer
from errata.errors import ErrataError, InputError, OptionError, suggest
from errata.extract import annotate
from errata.extract.worddiff import extract_edits
from errata.findings import ErrataWarning
from errata.formats.registry import Format
from errata.measures.base import Measure
from errata.measures.data import GoldBlock, Score, SentenceScore, Table
from errata.model import Corpus, Edit, Output, Text
from errata.records import replace

__all__ = ["CHECKS", "Texts", "check_format", "check_measure", "documents", "draw_texts", "score_texts", "variants"]

_WORDS = ("a", "b", "c", "the", "dog", "é", "e\u0301", "狗", "𝒳", "x|y", "S", "-")
_N_DRAWN = 30


class Texts(NamedTuple):
    """Data to score: source sentences, for each annotator a list of references, and the output of one system."""

    sources: Sequence[str]
    references: Sequence[Sequence[str]]
    outputs: Sequence[str]


_FEW = Texts(
    ["She go to school every day by the bus .", "A second sentence are here for the measure ."],
    [
        ["She goes to the school every day .", "Here is a second sentence for measuring ."],
        ["She goes to school by bus every day .", "A second sentence is here for the measure ."],
    ],
    ["She goes to school every day by bus .", "A second sentence are here for measure ."],
)


def draw_texts(random: Random) -> Texts:
    """Draw texts of few words, with many repetitions, empty texts and chance agreement."""
    n_sentences, n_references = random.randint(1, 4), random.randint(1, 3)

    def lines() -> list[str]:
        return [" ".join(random.choices(_WORDS, k=random.randint(0, 8))) for _ in range(n_sentences)]

    def changed(lines: Sequence[str]) -> list[str]:
        return [
            " ".join(random.choice(_WORDS) if random.random() < 0.2 else word for word in line.split())
            for line in lines
        ]

    sources = lines()
    references = [changed(sources) if random.random() < 0.7 else lines() for _ in range(n_references)]
    return Texts(sources, references, changed(random.choice([sources, *references])))


@lru_cache(maxsize=5000)
def _edits_between(source: str, target: str) -> tuple[Edit, ...]:
    return tuple(extract_edits(source, target))


def documents(sources: Sequence[str], targets: Sequence[str], name: str) -> Corpus:
    """Return each source as a document with the edits that lead to its target."""
    pairs = zip(sources, targets, strict=True)
    made = [Text.document(f"d{n}", source, _edits_between(source, target)) for n, (source, target) in enumerate(pairs)]
    return Corpus(tuple(made), name)


def _inputs(made: Measure, texts: Texts) -> tuple[Corpus, dict[str, Any]]:
    """Return gold and outputs in the form that the measure needs: edits are found by word difference.

    A document has one reference: the last, which may be the perfect one.
    """
    sources, references, outputs = texts
    references = [*references, *[references[-1]] * (made.properties.min_references - len(references))]
    systems = {"output": outputs} | ({"unchanged": sources} if made.properties.compares_systems else {})
    if made.works_on == "documents":
        gold = documents(sources, references[-1], "gold")
        return gold, {name: documents(sources, lines, name) for name, lines in systems.items()}
    return (
        annotate(sources, references, "wdiff", "gold")
        if made.needs_gold_edits
        else Corpus.from_texts(sources, references),
        {
            name: annotate(sources, [lines], "wdiff", name) if made.needs_output_edits else lines
            for name, lines in systems.items()
        },
    )


def score_texts(made: Measure, texts: Texts, workers: int = 1) -> Score:
    """Score one system without warnings, with its texts as edits if the measure needs those."""
    sources, references, outputs = texts
    return _score(made, tuple(sources), tuple(map(tuple, references)), tuple(outputs), workers)


@lru_cache(maxsize=200)  # several checks look at the same score
def _score(
    made: Measure,
    sources: tuple[str, ...],
    references: tuple[tuple[str, ...], ...],
    outputs: tuple[str, ...],
    workers: int,
) -> Score:
    gold, systems = _inputs(made, Texts(sources, references, outputs))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        return score(gold, systems, measures=[made], raw=False, workers=workers).scores[0]


def plain(measure: type[Measure]) -> Measure:
    """Return the measure with its defaults, and the options it needs if no model is available."""
    return measure(**measure.properties.tried_with)


def variants(measure: type[Measure]) -> list[Measure]:
    """Return the measure with its defaults, with each choice and switch changed once, and with declared settings.

    A choice or switch that the measure refuses by itself must occur in the declared settings.
    """
    settings: Sequence[Mapping[str, object]] = measure.properties.settings
    usual = measure.properties.tried_with
    made = [plain(measure), *(measure(**{**usual, **setting}) for setting in settings)]
    for option in measure.options():
        values: Sequence[object] = option.choices or ((True, False) if option.kind is bool else ())
        for value in values:
            if value == option.default:
                continue
            try:
                made.append(measure(**{**usual, option.field: value}))
            except OptionError as error:
                if not any(setting.get(option.field) == value for setting in settings):
                    raise AssertionError(
                        f"{measure.name}: {option.name}={option.show(value)} is refused ({error}) and occurs in none "
                        "of properties.settings"
                    ) from None
    return made


def _expect(holds: bool, made: Measure, what: str, texts: Texts | None = None) -> None:
    if not holds:
        raise AssertionError(f"{made.title}: {what}" + (f"\n{texts!r}" if texts else ""))


def _expect_same(one: object, two: object, made: Measure, what: str, texts: Texts | None = None) -> None:
    _expect(one == two, made, f"{what}: {one!r} is not {two!r}", texts)


def _perfect(measure: type[Measure]) -> None:
    """An output that equals one of the references, or all if these are averaged over, has the best score."""
    sources, (other, perfect), _ = _FEW
    for made in variants(measure):
        references = [perfect, perfect] if made.perfect_needs_all else [other, perfect]
        if measure.properties.uses_first_reference_only:
            references = [perfect, other]
        texts = Texts(sources, references, perfect)
        found, best = score_texts(made, texts).score, measure.properties.perfect
        # Of a score without a best one it is a mean over sentences, which may round.
        same = found == best if measure.properties.perfect_is_best else math.isclose(found, best, rel_tol=1e-12)
        _expect(same, made, f"a perfect output has the score {found}, not {best}", texts)


def _direction(measure: type[Measure]) -> None:
    """Only the companions of the score may have another direction, or none."""
    for made in variants(measure):
        what = "the score does not have the measure's direction"
        _expect_same(made.better_of(measure.value_names[0]), measure.better, made, what)


def _edge_cases(measure: type[Measure]) -> None:
    """Each case of 0/0 is a decision."""
    made = plain(measure)
    _expect(bool(measure.properties.edge_cases), made, "no edge case is declared")
    for what, source, output, reference, expected in measure.properties.edge_cases:
        texts = Texts([source], [[reference]], [output])
        _expect_same(score_texts(made, texts).score, expected, made, f"the edge case {what!r}", texts)


def _long_texts(measure: type[Measure]) -> None:
    """A repeated sentence gets the same score; thousands of words do not hang."""
    made = plain(measure)
    texts = Texts(["a b c d e f"], [["a b x d e f"]], ["a b x d e g"])
    once = score_texts(made, texts).score
    many = score_texts(made, Texts(["a b c d e f"] * 50, [["a b x d e f"] * 50], ["a b x d e g"] * 50)).score
    # Sums of fifty equal terms may round.
    _expect(math.isclose(once, many, rel_tol=1e-12), made, f"once {once}, repeated {many}", texts)
    source = " ".join(f"w{n % 700}" for n in range(2000))
    output = source.replace("w7 ", "v7 ")
    found, perfect = score_texts(made, Texts([source], [[output]], [output])).score, measure.properties.perfect
    holds = 0 < found <= perfect if measure.better == "higher" else found == perfect
    _expect(holds, made, f"a perfect output of 2000 words has the score {found}")


def _options(measure: type[Measure]) -> None:
    """The options of a signature, written on a command line, make the same measure."""
    for made in variants(measure):
        written = {
            option.name: option.show(getattr(made, option.field)) for option in measure.options() if not option.reader
        }
        _expect_same(measure.from_text(written), made, made, "options change when they are written and read")


def _counted_once(measure: type[Measure]) -> None:
    """Options declared to matter only after counting do not change a single count."""
    later: dict[str, Any] = {option.field: option.parse("3") for option in measure.options() if not option.counts}
    for made in (replace(each, **later) for each in variants(measure)) if later else ():
        gold, contents = _inputs(made, _FEW)
        outputs = [_as_output(name, content, gold) for name, content in contents.items()]
        own, shared = (
            each.count(GoldBlock.of(gold), outputs[0], each.prepare(gold, outputs)) for each in (made, made.counted_as)
        )
        for what in ("columns", "counts", "bounds"):
            told = f"{what} are not those of {made.counted_as.title}, as which it is counted"
            _expect_same(getattr(shared, what), getattr(own, what), made, told, _FEW)


def _workers(measure: type[Measure]) -> None:
    """More workers never change a result."""
    one, two = score_texts(plain(measure), _FEW), score_texts(plain(measure), _FEW, workers=2)
    _expect_same(two, one, plain(measure), "two workers give a different result from one", _FEW)
    _expect_same(two.sentences, one.sentences, plain(measure), "two workers give different sentences from one", _FEW)


def _order(measure: type[Measure], texts: Texts) -> None:
    """The order of sentences matters only if declared."""
    sources, references, outputs = texts
    turned = Texts(sources[::-1], [lines[::-1] for lines in references], outputs[::-1])
    for made in variants(measure):
        if not made.order_matters:
            one, two = score_texts(made, texts), score_texts(made, turned)
            _expect_same(two.counts, one.counts, made, "counts depend on the order of sentences", texts)
            _expect_same(two.values, one.values, made, "values depend on the order of sentences", texts)


def _blocks(measure: type[Measure], texts: Texts) -> None:
    """Tables of consecutive blocks concatenate to the table of the whole."""
    for made in variants(measure):
        gold, contents = _inputs(made, texts)
        outputs = [_as_output(name, content, gold) for name, content in contents.items()]
        learned = made.prepare(gold, outputs)
        whole = made.count(GoldBlock.of(gold), outputs[0], learned)
        starts = range(len(gold))
        parts = [made.count(GoldBlock.of(gold, n, n + 1), outputs[0].part(n, n + 1), learned) for n in starts]
        joined = Table.concatenate(parts)
        for what in ("columns", "counts", "bounds"):
            _expect_same(getattr(joined, what), getattr(whole, what), made, f"{what} of joined blocks", texts)
        _expect_same(list(joined.labels), list(whole.labels), made, "labels of joined blocks", texts)


def _as_output(name: str, content: Any, gold: Corpus) -> Output:
    return Output.of(name, content, gold.unit) or Output(name, content)


def _rows(measure: type[Measure], texts: Texts) -> None:
    """There is a row for every sentence, and if declared their counts add up to those of the corpus."""
    for made in variants(measure):
        found = score_texts(made, texts)
        numbers = [row.index for row in found.sentences]
        _expect_same(numbers, list(range(len(texts.sources))), made, "the rows of sentences", texts)
        if measure.properties.rows_sum_to_counts:
            for name, total in found.counts.items():
                added = sum(row.counts[name] for row in found.sentences)
                # Weighted counts are rounded once in each row and once in the total.
                same = added == total if isinstance(total, int) else math.isclose(added, total, rel_tol=1e-12)
                _expect(same, made, f"{name} of sentences add up to {added}, not to {total}", texts)


def _values(measure: type[Measure], texts: Texts) -> None:
    """Values are finite and, unless declared unbounded, between -1 and 1; the score is the first of them."""
    for made in variants(measure):
        found = score_texts(made, texts)
        items: list[Score | SentenceScore] = [found, *found.sentences]
        for item in items:
            _expect_same(tuple(item.values), measure.value_names, made, "the names of values", texts)
            _expect_same(item.score, item.values[measure.value_names[0]], made, "the score is the first value", texts)
            for name, value in item.values.items():
                in_range = math.isfinite(value) and (-1 <= value <= 1 or name in measure.properties.unbounded)
                _expect(in_range, made, f"{name} is {value}, which properties.unbounded does not allow", texts)


def _best(measure: type[Measure], texts: Texts) -> None:
    """No output beats a perfect one, whether higher scores are better or lower ones, unless there is no best one."""
    perfect = measure.properties.perfect
    for made in variants(measure) if measure.properties.perfect_is_best else ():
        found = score_texts(made, texts).score
        holds = found <= perfect if measure.better == "higher" else found >= perfect
        _expect(holds, made, f"the score {found} is better than that of a perfect output, {perfect}", texts)


def _first_reference(measure: type[Measure], texts: Texts) -> None:
    """A measure that is declared to use one reference scores as if there were no other."""
    if measure.properties.uses_first_reference_only:
        alone = texts._replace(references=texts.references[:1])
        for made in variants(measure):
            one, all_of_them = score_texts(made, alone).values, score_texts(made, texts).values
            _expect_same(all_of_them, one, made, "further references change values", texts)


def _arrays(measure: type[Measure], texts: Texts) -> None:
    """`score_many` gives the same as `score`, sum by sum; the last bits may differ if logarithms are involved."""
    import numpy as np

    for made in variants(measure):
        table = score_texts(made, texts).table
        starts = range(table.bounds[-1])
        sums = [table.total(range(first, table.bounds[-1])) for first in starts] + [table.total([n]) for n in starts]
        found = made.score_many(np.array(sums, dtype=float))
        _expect(measure.value_names[0] in found, made, "score_many leaves the score out")
        for number, row in enumerate(sums):
            for name, value in made.score(row).items():
                many = float(found[name][number]) if name in found else value
                same = math.isclose(many, value, rel_tol=1e-12) or (math.isnan(many) and math.isnan(value))
                _expect(same, made, f"{name} of {row} is {value} by score, {many} by score_many", texts)


def _alone(measure: type[Measure], texts: Texts) -> None:
    """`Scorer` gives the same as a corpus of each sentence alone, whatever shortcut the measure takes."""
    if measure.works_on != "sentences" or measure.properties.compares_systems:
        return
    sources, references, outputs = texts
    plain = Corpus.from_texts(sources, references)
    for made in variants(measure):
        if made.refuses_alone():
            continue
        rows = []
        for source, wanted, text in zip(sources, zip(*references, strict=True), outputs, strict=True):
            gold, contents = _inputs(made, Texts([source], [[line] for line in wanted], [text]))
            output = _as_output("output", contents["output"], gold)
            table = made.count(GoldBlock.of(gold), output, made.prepare(gold, [output]))
            rows.append(made.finish("output", table, "").sentence(0).score)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ErrataWarning)
            scorer = Scorer(made, gold=plain, extract="wdiff")
        _expect_same(scorer(range(len(sources)), outputs), rows, made, "scores of sentences alone", texts)


OF_MEASURES: Mapping[str, Callable[[type[Measure]], None]] = {
    "perfect": _perfect,
    "direction": _direction,
    "edge_cases": _edge_cases,
    "long_texts": _long_texts,
    "options": _options,
    "counted_once": _counted_once,
    "workers": _workers,
}
OF_TEXTS: Mapping[str, Callable[[type[Measure], Texts], None]] = {
    "order": _order,
    "blocks": _blocks,
    "rows": _rows,
    "values": _values,
    "best": _best,
    "first_reference": _first_reference,
    "arrays": _arrays,
    "alone": _alone,
}
"""What holds for any texts."""

CHECKS = (*OF_MEASURES, *OF_TEXTS)
"""The names of all checks."""


def _drawn() -> Iterator[Texts]:
    random = Random(0)
    return (draw_texts(random) for _ in range(_N_DRAWN))


def check_measure(measure: type[Measure], *checks: str) -> None:
    """Check a measure against its declarations by the named checks, or all; raise AssertionError if one fails.

    >>> from errata import Green
    >>> check_measure(Green, "direction", "edge_cases")
    """
    for name in checks or CHECKS:
        if name in OF_MEASURES:
            OF_MEASURES[name](measure)
        elif name in OF_TEXTS:
            for texts in _drawn():
                OF_TEXTS[name](measure, texts)
        else:
            raise InputError(f"no check is called {name!r}; {suggest(name, CHECKS)}")


def check_format(form: Format, items: Sequence[Any], folder: Path, **settings: object) -> None:
    """Write items to a file in a folder and read them back: nothing may be lost or changed.

    From the file truncated or changed anywhere, the reader may only make other items or raise one of errata's errors.
    `settings` are those of the format's writer.
    """
    path = folder / f"1{form.suffixes[0]}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        lost = form.write(path, items, loss="error", **settings)
        found = list(form.read_items(path))
        if lost or found != list(items):
            raise AssertionError(f"{form.name}: {items!r} came back as {found!r}, said to be lost: {lost!r}")
        whole, random = path.read_bytes(), Random(0)
        for _ in range(_N_DRAWN):
            place = random.randrange(len(whole) + 1)
            damaged = whole[:place] + random.choice([b"", bytes([random.randrange(256)]) + whole[place + 1 :]])
            path.write_bytes(damaged)
            try:
                list(form.read_items(path))
            except ErrataError:
                pass
            except Exception as error:
                raise AssertionError(f"{form.name}: {damaged!r} is not refused but raises {error!r}") from error
