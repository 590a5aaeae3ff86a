"""Score outputs against gold: check that everything belongs together, count, and gather the results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from warnings import warn

from errata.corpus import Corpus, Output
from errata.engines.local import count_all
from errata.errors import ErrataWarning, InputError, LengthError
from errata.extract import Extractor, annotate_references, get_extractor
from errata.measures import available_measures, parse_measure
from errata.measures.base import Measure, Score
from errata.text.checks import check_characters, check_output, find_shift


@dataclass(frozen=True)
class Result:
    """The scores of every system under every measure, and what was suspicious about the input.

    >>> result = score(sources=["He go ."], references=[["He goes ."]], outputs={"mine": ["He goes ."]},
    ...                measures=["green:n=3"])
    >>> result["mine", "green"].score
    1.0
    """

    scores: tuple[Score, ...]
    warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Return the score of (system, measure); of one measure with several settings, the first."""
        for item in self.scores:
            if (item.system, item.measure) == key:
                return item
        known = sorted({(item.system, item.measure) for item in self.scores})
        raise KeyError(f"no score of {key!r}; there are: {known}")


def _lines(value: object, what: str) -> list[str]:
    """Return a list of sentences, or refuse what only looks like one."""
    if isinstance(value, str):
        raise InputError(f"{what} is a single string; give a list of sentences (read_lines() reads a file)")
    if not isinstance(value, Sequence):
        raise InputError(f"{what} is a {type(value).__name__}; give a list of sentences")
    for index, line in enumerate(value):
        if not isinstance(line, str):
            raise InputError(f"{what}[{index}] is a {type(line).__name__}, not a sentence: {line!r:.60}")
    return list(value)


def _reference_sets(references: object, n_sources: int) -> list[list[str]]:
    shape = "one inner list for each reference set, as long as the sources"
    if isinstance(references, str) or not isinstance(references, Sequence) or not references:
        raise InputError(f"references must be {shape}; got {references!r:.60}")
    if all(isinstance(item, str) for item in references):
        raise InputError(f"references is a flat list of {len(references)} sentences; it must be {shape}: [references]")
    sets = [_lines(item, f"references[{number}]") for number, item in enumerate(references)]
    lengths = {len(item) for item in sets}
    if lengths == {n_sources}:
        return sets
    if len(sets) == n_sources and len(lengths) == 1:
        raise InputError(
            f"references looks transposed: {len(sets)} lists of {lengths.pop()} sentences for {n_sources} sources; "
            f"it must be {shape}: list(zip(*references))"
        )
    wrong = next(number for number, item in enumerate(sets) if len(item) != n_sources)
    raise InputError(
        f"references[{wrong}] has {len(sets[wrong])} sentences but there are {n_sources} sources; it must be {shape}"
    )


def _output(name: str, content: object, what: str) -> Output:
    if isinstance(content, Corpus):
        return Output.from_corpus(name, content)
    return Output(name, _lines(content, what))


def _outputs(outputs: object) -> list[Output]:
    if isinstance(outputs, Mapping):
        systems = [_output(str(name), content, f"the output of {name!r}") for name, content in outputs.items()]
    else:
        systems = [_output("output", outputs, "outputs")]
    if not systems:
        raise InputError("no outputs to score; give at least one system")
    return systems


def _check_output(gold: Corpus, output: Output, content: object) -> None:
    """Refuse an output that has not one line for each gold sentence, or edits another source."""
    if len(output) != len(gold):
        shift = find_shift(gold.sources, output.texts)
        place = f"; they seem to be out of step from line {shift.first + 1} on" if shift else ""
        raise LengthError(
            f"{output.name} has {len(output)} lines but {gold.name} has {len(gold)} sentences{place}. "
            "Every sentence needs its line, an empty one if need be"
        )
    if isinstance(content, Corpus):
        for number, (theirs, ours) in enumerate(zip(content, gold, strict=True), 1):
            if theirs.source != ours.source and theirs.tokens != ours.tokens:
                raise InputError(
                    f"{content.name}, sentence {number}: the edits are of {theirs.source!r}, "
                    f"but {gold.name} has {ours.source!r} there"
                )


def _gold(gold: object, sources: object, references: object) -> Corpus:
    if gold is None:
        if sources is None or references is None:
            raise InputError("give either gold, or sources and references")
        lines = _lines(sources, "sources")
        corpus = Corpus.from_texts(lines, _reference_sets(references, len(lines)))
    elif sources is not None or references is not None:
        raise InputError("give either gold, or sources and references, not both")
    elif isinstance(gold, Corpus):
        corpus = gold
    else:
        raise InputError(f"gold is a {type(gold).__name__}; give a Corpus (errata.read reads one)")
    if not corpus.sentences:
        raise InputError(f"{corpus.name} has no sentences, so there is nothing to score")
    return corpus


def _measures(wanted: Sequence[Measure | str] | Measure | str | None) -> list[Measure]:
    if wanted is None:
        return [measure() for measure in available_measures().values()]
    if isinstance(wanted, Measure | str):
        raise InputError(f"measures must be a list: [{wanted!r}]")
    found = [parse_measure(item) if isinstance(item, str) else item for item in wanted]
    if not found:
        raise InputError("no measures given; leave the argument out for all of them")
    for item in found:
        if not isinstance(item, Measure):
            raise InputError(f"{item!r} is no measure; give a name such as 'green' or a Measure")
    return found


def score(
    gold: Corpus | None = None,
    outputs: Mapping[str, Sequence[str] | Corpus] | Sequence[str] | Corpus = (),
    *,
    sources: Sequence[str] | None = None,
    references: Sequence[Sequence[str]] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    workers: int = 1,
) -> Result:
    """Score one or more systems with one or more measures.

    Give `gold`, or `sources` with `references` (one inner list for each reference set). `outputs` maps names of
    systems to their sentences, or to a corpus with the edits of one annotator; a bare list is one system called
    "output". Without `measures`, all that are installed and fit the input. `extract` names what finds the edits of
    plain outputs and references for measures that compare edits, such as "errata" or "errant:en_core_web_sm".
    Suspicious input earns an `ErrataWarning` and is listed in the result.

    >>> mine = ["She goes to school every day ."]
    >>> gold = Corpus.from_texts(["She go to school every day ."], [mine])
    >>> score(gold, mine, measures=["green"]).scores[0].values
    {'f': 1.0, 'precision': 1.0, 'recall': 1.0}
    """
    corpus = _gold(gold, sources, references)
    systems = _outputs(outputs)
    chosen = _measures(measures)
    if workers < 1:
        raise InputError(f"workers is {workers}; at least one is needed")
    contents = outputs.values() if isinstance(outputs, Mapping) else [outputs]
    for system, content in zip(systems, contents, strict=True):
        _check_output(corpus, system, content)
    fingerprint = corpus.fingerprint
    extraction = _Extraction(extract, chosen)
    corpus, systems = extraction.gold(corpus), [extraction.output(corpus, system) for system in systems]
    chosen = _fitting(chosen, corpus, systems, skip=measures is None)
    messages = _check(corpus, systems, chosen)
    tables = count_all(corpus, systems, chosen, workers)
    scores = []
    for column, system in enumerate(systems):
        for row, measure in enumerate(chosen):
            table = tables[row][column]
            messages += [f"{system.name}: {remark}" for remark in measure.remarks(table)]
            scores.append(measure.finish(system.name, table, fingerprint, extraction.noted(measure, system)))
    for message in messages:
        warn(message, ErrataWarning, stacklevel=2)
    return Result(tuple(scores), tuple(messages))


class _Extraction:
    """Finds the edits that plain texts lack and measures need, and remembers where it did."""

    def __init__(self, extract: Extractor | str | None, measures: Sequence[Measure]) -> None:
        self._for_gold = any(measure.needs_gold_edits for measure in measures)
        self._for_output = any(measure.needs_output_edits for measure in measures)
        if not isinstance(extract, Extractor | str | None):
            raise InputError(f"extract is a {type(extract).__name__}; give a name such as 'errata' or an Extractor")
        self._extractor = get_extractor(extract) if isinstance(extract, str) else extract
        self._done: set[str | None] = set()

    def gold(self, gold: Corpus) -> Corpus:
        """Return the gold with the edits of plain references."""
        if not self._extractor or not self._for_gold or gold.is_annotated:
            return gold
        self._done.add(None)
        return annotate_references(gold, self._extractor)

    def output(self, gold: Corpus, output: Output) -> Output:
        """Return the output with its edits."""
        if not self._extractor or not self._for_output or output.edits is not None:
            return output
        self._done.add(output.name)
        return replace(output, edits=self._extractor.extract(gold.sources, output.texts))

    def noted(self, measure: Measure, output: Output) -> list[str]:
        """Return what the signature says of extraction."""
        in_gold = measure.needs_gold_edits and None in self._done
        in_output = measure.needs_output_edits and output.name in self._done
        if not self._extractor or not (in_gold or in_output):
            return []
        return [f"extract:{self._extractor.signature}"]


def _fitting(measures: Sequence[Measure], gold: Corpus, outputs: Sequence[Output], skip: bool) -> list[Measure]:
    """Return the measures that can work on the input; one that cannot is passed over or refused."""
    fitting = []
    for measure in measures:
        reasons = [reason for output in outputs if (reason := measure.refuses(gold, output))]
        if reasons and not skip:
            raise InputError(reasons[0])
        if not reasons:
            fitting.append(measure)
    return fitting


def _check(gold: Corpus, outputs: Sequence[Output], measures: Sequence[Measure]) -> list[str]:
    sources = gold.sources
    messages = check_characters(gold.name, sources)
    for output in outputs:
        messages += check_output(output.name, sources, output.texts)
        messages += [f"{output.name}: {text}" for measure in measures for text in measure.check(gold, output)]
    return messages
