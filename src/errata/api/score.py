"""Score outputs against gold: check that everything belongs together, count, and collect the results."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import eq, ne
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from errata.api.accept import (
    Request,
    accept_form,
    accept_gold,
    accept_measures,
    accept_only,
    accept_outputs,
    accept_plan,
    accept_submissions,
    change_gold,
    change_output,
    check_segmentation,
    noun_of,
    pair_output,
    refuse_misaligned,
)
from errata.api.extraction import Extraction, Golds
from errata.api.files import Lines, SystemOutput, load
from errata.api.raw import Prepared, accept_raw, prepare_raw, refuse_untokenised
from errata.api.units import accept_tokens, cut_gold, cut_output
from errata.check import outputs as checks
from errata.check.screening import Screen
from errata.engines import MAX_WORKERS, MEMORY
from errata.engines.local import count_all
from errata.errors import InputError
from errata.extract import Extractor
from errata.findings import Finding, as_finding, report
from errata.formats.files import AnyPath
from errata.measures.base import Measure
from errata.measures.data import GoldBlock, Score, Selections, Table
from errata.model import CHARACTERS, Corpus, Output
from errata.records import dataclass, replace
from errata.rendering import Plotted, Rendered
from errata.stages import Progress
from errata.text.forms import normalised
from errata.text.messages import describe_range, quote

if TYPE_CHECKING:
    from errata.stats.plan import Resampling
    from errata.text.raw import Raw


_LARGE = 1 << 20
"""File size in bytes above which it pays to consider how best to read the file."""


@dataclass(frozen=True)
class Result(Rendered, Plotted):
    """The scores of every system under every measure, and what was suspicious about the input.

    `to_text`, `to_markdown`, `to_latex`, `to_html` and `to_json` return what the command line prints, and take
    `sentences`, `by`, `digits`, `sort` and `best` as `errata score` does; notebooks show the tables.

    >>> result = score(sources=["He go ."], references=[["He goes ."]], outputs={"mine": ["He goes ."]},
    ...                measures=["green:n=3"])
    >>> result["mine", "green"].score
    1.0
    >>> print(result)  # in percent
    Result(mine: green:n=3 100.00)
    """

    scores: tuple[Score, ...]
    findings: tuple[Finding, ...] = ()
    """What was suspicious."""
    left_out: tuple[str, ...] = ()
    """Measures that do not fit the input, if none was requested by name."""
    rendered_by: ClassVar[str] = "errata.report.scores"

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was suspicious, in words."""
        return tuple(map(str, self.findings))

    def __repr__(self) -> str:
        systems: dict[str, list[str]] = {}
        for item in self.scores:
            systems.setdefault(item.system, []).append(f"{item.title} {100 * item.score:.2f}")
        return f"Result({'; '.join(f'{name}: ' + ', '.join(made) for name, made in systems.items())})"

    def sentences_frame(self) -> Any:
        """Return a data frame with the score of every sentence under every measure."""
        return self._frame("sentences")

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, key: tuple[str, str]) -> Score:
        """Return the score of (system, measure), the measure written as `green` or `green:unit=char`."""
        exact = [item for item in self.scores if (item.system, item.title) == key]
        named = exact or [item for item in self.scores if (item.system, item.measure) == key]
        if len(named) == 1:
            return named[0]
        known = ", ".join(f"({item.system!r}, {item.title!r})" for item in self.scores)
        raise KeyError(f"{'several scores' if named else 'no score'} of {key!r}; there are: {known}")


def score(
    gold: Corpus | AnyPath | None = None,
    outputs: Mapping[str, SystemOutput] | SystemOutput = (),
    *,
    sources: Lines | None = None,
    references: Sequence[Lines] | None = None,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    extract_gold: bool = False,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    only: Sequence[int] | None = None,
    workers: int = 1,
    engine: str | None = None,
    resume: AnyPath | None = None,
    memory: float | None = None,
    interval: "Resampling | bool" = False,
    progress: Progress | None = None,
) -> Result:
    """Score one or more systems with one or more measures.

    Give `gold`, or `sources` with `references` (one inner list for each reference set). `outputs` maps names of
    systems to their sentences, or to a corpus with the edits of one annotator; a bare list is one system called
    "output". A `Path` or a string is always a file that has any of these; sentences may come as a list, a tuple, a
    column of a frame or an array. If the gold is a set of documents with edits by character offset, the outputs must
    be too. Without `measures`, every installed measure that fits the input is used. `extract` names the extractor that
    finds the edits of plain outputs and references for measures that compare edits, such as "errata" or
    "errant:en_core_web_sm"; `extract_gold` re-extracts the edits of annotated gold, so that both sides are segmented
    alike. `normalise="nfc"` converts sources, corrections, references and outputs to composed Unicode form first.
    `tokens` says how to split all of them into tokens where spaces do not: "cjk" splits Chinese, Japanese and the like
    into characters, "icu" into words. `raw=True`, or `Raw(…)` with options, treats outputs as running text, tokenised
    like the gold; without it, untokenised outputs are refused, unless `raw=False` overrides this. `only` scores
    sentences or documents by number from 0, as if there were no others; the signature notes it.
    `interval` adds bootstrap intervals: `Resampling(…)` says how, True means its defaults. Suspicious input
    causes an `ErrataWarning` and is listed in the result. Large plain text files are read in parts, in constant
    memory, if every measure allows it; `engine` forces this with "stream", or "dask:ADDRESS" for a cluster ("local"
    reads files whole). `resume` names a file that keeps what has been counted: if it exists, because a run was
    interrupted, the run resumes from it. `memory` is how many megabytes of rows are held; the rest goes to a temporary
    file. During long runs, `progress` is called with the stage of the work, how much of it is done and how much there
    is: for "counting" the number of sentences, each once for every system and measure.

    >>> mine = ["She goes to school every day ."]
    >>> gold = Corpus.from_texts(["She go to school every day ."], [mine])
    >>> score(gold, mine, measures=["green"]).scores[0].values
    {'f': 1.0, 'precision': 1.0, 'recall': 1.0}
    """
    asked = Request(gold, outputs, sources, references, measures, extract, extract_gold, normalise, raw, tokens, only)
    if engine is not None or resume is not None or isinstance(sources, str | os.PathLike) or _is_large(gold):
        streamed = _stream(asked, workers, engine, resume, memory, interval, progress)
        if streamed is not None:
            return streamed
    return score_inputs(asked, workers, interval, progress).result


def _stream(
    asked: Request,
    workers: int,
    engine: str | None,
    resume: AnyPath | None,
    memory: float | None,
    interval: "Resampling | bool",
    progress: Progress | None,
) -> Result | None:
    """Score files part by part; None if they must be read whole."""
    from errata.api.streaming import LOCAL, Keeping, as_annotated, as_files, as_tables, stream, whole_only

    keeping = Keeping(None if resume is None else os.fspath(resume), _accept_memory(memory))
    engine = keeping.insist(engine) if resume is not None else engine
    files = as_files(asked) or as_annotated(asked) or (as_tables(asked, {}) if engine not in {None, LOCAL} else None)
    if files is None:
        whole_only(engine, "they are not all paths of plain text files, of M2, or of tables (JSON Lines, Parquet)")
        return None
    plan = accept_plan(interval) if interval else None
    made = stream(
        files,
        asked,
        engine=engine,
        workers=_accept_workers(workers),
        interval=plan,
        progress=progress,
        keeping=keeping,
    )
    if made is None:
        return None
    keeping.done()
    return streamed_result(*made[:2])


def streamed_result(scores: Sequence[Score], findings: Sequence[Finding]) -> Result:
    """Return scores computed part by part, and issue the warnings collected on the way."""
    for found in findings:
        report(found, 4)
    return Result(tuple(scores), tuple(findings))


def _is_large(gold: object) -> bool:
    """Tell whether the gold is a file that might be read part by part."""
    return isinstance(gold, str | os.PathLike) and os.path.isfile(gold) and os.path.getsize(gold) > _LARGE  # noqa: PTH113, PTH202


def _accept_memory(megabytes: float | None) -> float:
    if megabytes is None:
        return MEMORY
    if not isinstance(megabytes, int | float) or not megabytes >= 0:
        raise InputError(f"memory takes {describe_range(float, 0, None)}, not {quote(megabytes)}")
    return megabytes


def _accept_workers(workers: int) -> int:
    if not isinstance(workers, int) or not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers takes {describe_range(int, 1, MAX_WORKERS)}, not {quote(workers)}")
    return workers


class Counted(NamedTuple):
    """The counts of one system and the chosen rows, not yet turned into a score."""

    made_by: Measure
    table: Table
    choice: list[int] | Selections
    signature: str


class Scored(NamedTuple):
    """A result with gold and outputs as they were counted: checked, in order, with extracted edits."""

    result: Result
    golds: Golds
    outputs: Sequence[Output]
    extraction: Extraction
    prepared: Prepared
    beside: Sequence[Counted] = ()
    """The same at sentence level, if that was not requested by name (`Request.both_levels`)."""


def score_inputs(
    asked: Request, workers: int = 1, interval: "Resampling | bool" = False, progress: Progress | None = None
) -> Scored:
    """Do the work of `score` for functions that build on it; warnings point to their callers."""
    asked = load(asked)
    corpus = accept_gold(asked.gold, asked.sources, asked.references)
    chosen = accept_measures(asked.measures)
    _accept_workers(workers)
    plan = accept_plan(interval) if interval else None
    form = accept_form(asked.normalise, corpus)
    raw = accept_raw(asked.raw, corpus)
    tokens = accept_tokens(asked.tokens, corpus, chosen, raw)
    only = None if asked.only is None else accept_only(asked.only, len(corpus), corpus.noun)
    part = corpus if only is None else corpus.only(only)
    fingerprint = part.fingerprint  # of the gold as it was given
    chosen = [each for measure in chosen for each in _expanded(measure, part)]
    systems: list[Output]
    findings: list[Finding] = []
    is_documents = corpus.unit == CHARACTERS
    if is_documents:
        if asked.extract is not None or asked.extract_gold:
            raise InputError("extract is for sentences; errata.extract_documents compares corrected documents")
        whole = Whole(corpus, accept_submissions(corpus, asked.outputs))
        corpus, systems = whole.part(only)
        extraction = Extraction()
        prepared = Prepared(corpus, systems)
        golds = Golds(corpus, corpus)
    else:
        given = accept_outputs(asked.outputs)
        if form:
            bring = partial(normalised, form=form)
            corpus, given = change_gold(corpus, bring), [change_output(output, bring) for output in given]
        uncut = Whole(corpus, given)
        if tokens:
            corpus, given = cut_gold(corpus, tokens), [cut_output(output, tokens) for output in given]
        prepared = prepare_raw(corpus, given, raw, form) if raw else Prepared(corpus, given, form, tokens)
        corpus = prepared.gold
        findings += prepared.findings
        given = [pair_output(corpus, output) for output in prepared.outputs]
        whole = Whole(corpus, given)
        findings += check_segmentation(corpus, whole.screen, given, chosen)
        if asked.raw is None:
            refuse_untokenised(whole.screen, given, chosen)
        corpus, given = whole.part(only)
        prepared = replace(prepared, gold=corpus)
        extraction = Extraction(asked.extract, chosen, progress, again=asked.extract_gold)
        golds, systems = extraction.gold(corpus), [extraction.output(corpus, output) for output in given]
    chosen, left_out = _fitting(chosen, golds, systems, skip=asked.measures is None)
    odd = _check(whole, golds, systems, chosen)
    if asked.raw is not False:
        refuse_misaligned(odd)
    findings += _after_cleaning(odd, findings, prepared)
    if not is_documents and tokens:
        findings = [item for item in findings if item.code not in _APART_WHEN_CUT] + _check_uncut(uncut)
    if not is_documents:
        findings += extraction.check(corpus, systems, chosen)
    if plan:
        plan = plan.only(only)
        findings += plan.remarks(len(corpus), f"{corpus.noun}s")
    twins = list(dict.fromkeys(measure.at_sentence_level for measure in chosen)) if asked.both_levels else []
    counted = list(dict.fromkeys([*chosen, *twins]))
    tables = _count(golds, systems, counted, workers, progress, None if is_documents else whole.block)
    ids = corpus.given_ids
    named = {**({"ids": ids} if ids else {}), **({"numbers": only} if only else {})}
    scores: list[Score] = []
    beside: list[Counted] = []
    for column in range(len(systems)):
        system = systems[column]
        for row, measure in enumerate(counted):
            table = tables[row][column]
            notes = [*extraction.noted(measure, system.name), *prepared.noted(system.name)]
            if row >= len(chosen):
                signature = measure.signature(fingerprint, [*notes, *measure.signature_extras(table)])
                beside.append(Counted(measure, table, measure.choose(table), signature))
                continue
            findings += _said_of(system.called, measure.remarks(table))
            made = measure.finish(system.name, table, fingerprint, notes)
            details = prepared.details(system.name)
            more: dict[str, Any] = {**named, **({"preparation": details} if details else {})}
            scores.append(replace(made, **more) if more else made)
    if plan:
        from errata.stats.intervals import add_intervals  # numpy, which takes longer to load than most runs

        scores = add_intervals(scores, plan, progress)
    for found in findings:
        report(found, 3)
    return Scored(Result(tuple(scores), tuple(findings), left_out), golds, systems, extraction, prepared, beside)


_TOLD_OF_RAW_TEXT = {"shifted", "no-sentence", "versions", "model-marks", "csv-quotes"}


def _after_cleaning(found: Sequence[Finding], before: Sequence[Finding], prepared: Prepared) -> list[Finding]:
    """Return findings about raw texts: without a shift that was reported before, and without the advice to clean."""
    if not prepared.projections:
        return list(found)
    told = {(item.code, item.file) for item in before if item.code in _TOLD_OF_RAW_TEXT}
    left = [item for item in found if (item.code, item.file) not in told]
    return [replace(item, hint=None) if item.code in {"chatter", "wrapped", "markup"} else item for item in left]


def _count(
    golds: Golds,
    outputs: Sequence[Output],
    measures: Sequence[Measure],
    workers: int,
    progress: Progress | None,
    block: GoldBlock | None,
) -> list[list[Table]]:
    """Return the table of every measure and system, each measure counted on the gold as it sees it.

    Measures that differ only in what comes after counting are counted once. `block` holds what was prepared of the
    gold.
    """
    tables: dict[Measure, list[Table]] = {}
    kinds = [measure.counted_as for measure in measures]
    for gold in golds if golds.recut is not golds.given else golds[:1]:
        wanted = list(dict.fromkeys(kind for kind in kinds if golds.of(kind) is gold))
        known = block if block is not None and block.corpus is gold else None
        counted = count_all(gold, outputs, wanted, workers, progress, known) if wanted else []
        tables.update(zip(wanted, counted, strict=True))
    return [tables[kind] for kind in kinds]


def _expanded(measure: Measure, gold: Corpus) -> Sequence[Measure]:
    return (measure,) if _other_kind(measure, gold) else measure.expand(gold)


def _fitting(
    measures: Sequence[Measure],
    golds: Golds,
    outputs: Sequence[Output],
    skip: bool,
) -> tuple[list[Measure], tuple[str, ...]]:
    """Return the measures that can work on the input; one that cannot is refused, or skipped and named.

    That sentence measures do not fit documents, and vice versa, is not reported.
    """
    fitting = []
    refusals: list[Finding | str] = []
    left_out = []
    for measure in measures:
        gold = golds.of(measure)
        if skip and len(outputs) < measure.min_outputs:
            if not _other_kind(measure, gold):
                left_out.append(measure.name)
            continue
        kind = _other_kind(measure, gold)
        reasons = [kind] if kind else [reason for output in outputs if (reason := measure.refuses(gold, output))]
        if reasons and not skip:
            raise _refusal(reasons[0])
        if not reasons:
            fitting.append(measure)
        elif not kind:
            refusals += reasons
            left_out.append(measure.name)
    if refusals and not fitting:  # no measure is left, and what is wrong with the input must not go unsaid
        raise _refusal(refusals[0])
    return fitting, tuple(left_out)


def _refusal(reason: Finding | str) -> InputError:
    found = as_finding(reason)
    return InputError(found.message, found.hint)


def _other_kind(measure: Measure, gold: Corpus) -> str | None:
    """Return why a sentence measure cannot score documents, or vice versa."""
    if measure.works_on == f"{gold.noun}s":
        return None
    if gold.unit == CHARACTERS:
        return (
            f"{measure.name} compares sentences, but {gold.called} holds documents with edits by character offset; "
            "convert them first, for example to M2 (errata convert)"
        )
    return (
        f"{measure.name} compares documents with edits by character offset (such as HOO XML), but {gold.called} "
        "holds sentences; convert it first (errata convert)"
    )


def _summarise(documents: Corpus, is_gold: bool) -> list[Finding]:
    from errata.check.documents import summarise  # an XML parser that sentences do without

    return summarise(documents, is_gold=is_gold)


@dataclass(frozen=True)
class Whole:
    """Gold and outputs with all their sentences, whichever are scored: texts are checked as a whole."""

    gold: Corpus
    outputs: Sequence[Output]

    @cached_property
    def screen(self) -> Screen:
        """The checks of outputs against their sources."""
        lines = self.block.lines
        if lines is None:
            return Screen(self.gold.sources, self.gold.corrections)
        return Screen(*lines, self.block.vocabulary("word"))

    @cached_property
    def block(self) -> GoldBlock:
        """The gold as it is counted, with its words as numbers after first use."""
        return GoldBlock.of(self.gold)

    def part(self, only: Sequence[int] | None) -> tuple[Corpus, list[Output]]:
        """Return the parts that are scored."""
        if only is None:
            return self.gold, list(self.outputs)
        return self.gold.only(only), [output.select(only) for output in self.outputs]


def _check(whole: Whole, golds: Golds, outputs: Sequence[Output], measures: Sequence[Measure]) -> list[Finding]:
    """Return what is suspicious about gold and outputs: about whole texts, and about what measures see of them."""
    gold = whole.gold
    columns: list[tuple[str, ...]] = []
    if gold.unit == CHARACTERS:
        findings = _summarise(gold, is_gold=True)
    else:
        noun = noun_of(gold)
        findings = whole.screen.check_sources(gold.name, noun)
        if not gold.is_annotated:
            references = (sentence.references for sentence in gold)
            findings += checks.check_references(gold.name, gold.sources, references)
            columns = list(zip(*(sentence.references for sentence in gold), strict=True))
            findings += [said for _, said in checks.check_copies(gold.sources, columns)]
            for number, texts in enumerate(columns):
                findings += whole.screen.check_output(f"reference {number}", texts, is_reference=True)
    for given, output in zip(whole.outputs, outputs, strict=True):
        if gold.unit == CHARACTERS:
            findings += _summarise(given.documents, is_gold=False)
        else:
            findings += whole.screen.check_output(given.called, given.texts, _noun_of_texts(gold, given))
            for number, texts in enumerate(columns):
                if given.texts[:1] == list(texts[:1]) and all(map(eq, given.texts, texts)):
                    n_changed = sum(map(ne, gold.sources, texts))
                    findings += checks.say_twin(given.called, f"reference {number}", len(texts), n_changed)
            if gold.is_annotated and not gold.has_references:
                for twin in checks.find_twins(gold, given.texts, gold.annotators):
                    n_changed = sum(map(ne, gold.sources, given.texts))
                    findings += checks.say_twin(given.called, f"the text of annotator {twin}", len(gold), n_changed)
        for measure in measures:
            findings += _said_of(output.called, measure.check(golds.of(measure), output))
    together = [said for measure in measures for said in measure.check_together(golds.of(measure), outputs)]
    return findings + list(dict.fromkeys(map(as_finding, together)))


_APART_WHEN_CUT = {"markup", "model-marks", "csv-quotes", "entity", "table"}
"""What shows only in texts as they were given: `**` becomes two tokens."""


def _check_uncut(given: Whole) -> list[Finding]:
    """Return what is suspicious about texts before tokenisation, as far as tokenisation hides it."""
    gold = given.gold
    found = []
    references = () if gold.is_annotated else zip(*(sentence.references for sentence in gold), strict=True)
    for number, texts in enumerate(references):
        found += given.screen.check_output(f"reference {number}", texts, is_reference=True)
    for output in given.outputs:
        # Sources that come with an output may be cut in another way, or come in another order.
        screen = Screen(output.sources, gold.corrections) if output.sources else given.screen
        found += screen.check_output(output.called, output.texts, _noun_of_texts(gold, output))
    return [item for item in found if item.code in _APART_WHEN_CUT]


def _noun_of_texts(gold: Corpus, output: Output) -> str:
    """Return the unit in which an output's texts are counted."""
    if noun_of(gold) == "block":
        return "block"
    return "sentence" if output.sources or "blocks:gold" in gold.notes else "line"


def _said_of(name: str, said: Iterable[Finding | str]) -> list[Finding]:
    """Return a measure's findings about an output, under its name."""
    return [replace(found, file=found.file or name) for found in map(as_finding, said)]
