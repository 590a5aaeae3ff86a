"""Score files of lines part by part: the same scores, findings and refusals, in constant memory."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from errata.api.accept import Request, accept_measures, refuse_misaligned, refuse_unsegmented
from errata.api.files import system_name
from errata.api.raw import refuse_spacing
from errata.check import outputs as checks
from errata.check.screening import check_output
from errata.engines import MEMORY, annotated
from errata.engines import stream as reading
from errata.engines.annotated import AnnotatedFiles, is_m2, open_annotated
from errata.engines.parts import CountParts, Describe, IrregularError, Sums, Work
from errata.engines.stream import (
    PART,
    Files,
    Readable,
    Run,
    Streamed,
    by_workers,
    count_files,
    describe_files,
    in_process,
    index_files,
    is_file,
    learn_files,
)
from errata.engines.tables import is_table, open_tables
from errata.errors import ErrataError, FormatError, InputError
from errata.findings import ErrataWarning, Finding
from errata.formats import guess_format
from errata.formats.files import InputFile, display_name, read_lines
from errata.formats.m2 import read as read_m2
from errata.formats.m2_parts import M2Index
from errata.formats.plain import N_LOOKED_AT, refuse_other_formats
from errata.measures.base import Measure
from errata.measures.data import Score
from errata.records import dataclass, replace
from errata.stages import Progress

if TYPE_CHECKING:
    from array import array

    from errata.engines.journal import Journal
    from errata.stats.plan import Resampling

STREAMED_ABOVE = 1 << 20
"""Plain text with more bytes than this is read part by part, if nothing requested needs it whole."""
ANNOTATED_ABOVE = 1 << 25
"""The same for files of which one is M2: smaller ones are faster as a whole, since they are scanned only once."""
_TOLD = 4096
"""Progress is reported after this many sentences."""
LOCAL, STREAM, DASK = "local", "stream", "dask"
RESUME = "resume"


@dataclass(frozen=True)
class TextFiles:
    """Plain text files to be scored: their paths, the names of systems, and what messages call the gold."""

    source: str
    references: tuple[str, ...]
    outputs: Mapping[str, str]
    gold_name: str

    @property
    def paths(self) -> tuple[str, ...]:
        """Source, references, outputs."""
        return self.source, *self.references, *self.outputs.values()


@dataclass(frozen=True)
class TableFiles:
    """Tables to be scored part by part: the path of the gold and of each system, possibly many files each."""

    gold: str
    outputs: Mapping[str, str]
    columns: Mapping[str, str]

    @property
    def can_be_read_whole(self) -> bool:
        """Whether each is one file here: readers of whole tables forgive more, such as empty lines, or explain more."""
        return all(map(is_file, (self.gold, *self.outputs.values())))

    @property
    def gold_name(self) -> str:
        """What messages call the gold."""
        return display_name(self.gold)


@dataclass(frozen=True)
class M2Files:
    """An M2 gold to score against: its path, and the path of each system's M2 or text."""

    gold: str
    outputs: Mapping[str, str]

    @property
    def gold_name(self) -> str:
        """What messages call the gold."""
        return display_name(self.gold)

    @property
    def paths(self) -> tuple[str, ...]:
        """Gold, outputs."""
        return self.gold, *self.outputs.values()


def as_annotated(asked: Request) -> M2Files | None:
    """Return the request if its gold is M2 and everything in it is a file."""
    outputs = asked.outputs
    if not isinstance(outputs, Mapping):
        outputs = {system_name(outputs): outputs} if isinstance(outputs, str | os.PathLike) else {"": outputs}
    paths = [asked.gold, *outputs.values()]
    if asked.sources is not None or asked.references is not None or not outputs:
        return None
    if not all(isinstance(path, str | os.PathLike) and is_file(os.fspath(path)) for path in paths):
        return None
    gold = os.fspath(asked.gold)  # type: ignore[arg-type]  # a path
    if not is_m2(gold):
        return None
    return M2Files(gold, {str(name): os.fspath(path) for name, path in outputs.items()})  # type: ignore[arg-type]


def as_tables(asked: Request, columns: Mapping[str, str]) -> TableFiles | None:
    """Return the request if it consists of tables that can be read in parts."""
    outputs = asked.outputs
    if not isinstance(outputs, Mapping):
        outputs = {system_name(outputs): outputs} if isinstance(outputs, str | os.PathLike) else {"": outputs}
    paths = [asked.gold, *outputs.values()]
    if asked.sources is not None or asked.references is not None or not outputs:
        return None
    if not all(isinstance(path, str | os.PathLike) and is_table(os.fspath(path)) for path in paths):
        return None
    return TableFiles(
        os.fspath(asked.gold),  # type: ignore[arg-type]  # a path
        {str(name): os.fspath(path) for name, path in outputs.items()},  # type: ignore[arg-type]
        columns,
    )


@dataclass
class Keeping:
    """Where counts are kept during a run."""

    state: str | None = None
    """The file from which an interrupted run resumes."""
    megabytes: float = MEMORY
    """Megabytes of rows held in memory; the rest goes to a temporary file."""
    _journal: "Journal | None" = None

    def insist(self, engine: str | None) -> str:
        """Return the engine that reads files part by part: only that can resume."""
        if engine == LOCAL:
            raise InputError(f"{RESUME} goes on part by part, but engine {LOCAL} reads files whole; leave one out")
        return engine or STREAM

    def journal(self, files: Readable, work: Work) -> "Journal":
        """Return the file with the parts counted so far."""
        from errata.engines.journal import Journal

        assert self.state is not None
        about = {
            "measures": [measure.signature("") for measure in work.measures],
            "systems": list(work.systems),
            "references": work.n_references,
            "lines": files.n_lines,
            "bytes": files.sizes,
            "lines of a part": annotated.SENTENCES if isinstance(files, AnnotatedFiles) else reading.PART,
            "rows": work.keeps_rows,
            "learned": repr(work.learned),  # from all parts, so it tells of changes where nothing was counted yet
            "details": work.keeps_details and any(measure.chooses_on for measure in work.measures),
        }
        self._journal = Journal(self.state, about)
        return self._journal

    def done(self) -> None:
        """Remove the file: the run has succeeded."""
        if self._journal is not None:
            self._journal.remove()


def as_files(asked: Request) -> TextFiles | None:
    """Return the request if everything in it is a file."""
    outputs = asked.outputs
    if not isinstance(outputs, Mapping):
        outputs = {system_name(outputs): outputs} if isinstance(outputs, str | os.PathLike) else {"": outputs}
    if asked.gold is not None or not isinstance(asked.references, list | tuple):
        return None
    paths = [asked.sources, *asked.references, *outputs.values()]
    if not all(isinstance(path, str | os.PathLike) for path in paths):
        return None
    return TextFiles(
        str(asked.sources),
        tuple(map(str, asked.references)),
        {str(name): str(path) for name, path in outputs.items()},
        "references",
    )


def why_whole(asked: Request, *, is_annotated: bool = False) -> str | None:
    """Return why texts must be read whole, None if they need not be; `asked.measures` are all instances."""
    options = {
        "extract": asked.extract,
        "extract_gold": asked.extract_gold,
        "normalise": asked.normalise,
        "tokens": asked.tokens,
        "raw": asked.raw,
        "both levels": asked.both_levels,
        "only": asked.only is not None,
    }
    for name, value in options.items():
        if value:
            return f"{name} needs all texts at once"
    if asked.measures is None:
        return "without measures every one is tried; name those you want"
    for measure in accept_measures(asked.measures):
        if is_annotated:
            if not measure.streams_edits:
                return f"{measure.title} needs the whole text"
            continue
        if measure.needs_gold_edits or measure.needs_output_edits:
            return (
                f"{measure.title} compares edits, for which plain texts are read whole (workers can share the counting)"
            )
        if not measure.streams:
            return f"{measure.title} needs the whole text"
    return None


def stream(
    files: TextFiles | TableFiles | M2Files,
    asked: Request,
    *,
    engine: str | None = None,
    workers: int = 1,
    keeps_rows: bool = True,
    keeps_notes: bool = True,
    keeps_details: bool = True,
    interval: "Resampling | None" = None,
    keep_last_line: bool = True,
    progress: Progress | None = None,
    keeping: Keeping | None = None,
) -> "tuple[list[Score], list[Finding], Sentences] | None":
    """Score files part by part; None if they must be read whole, if only to say what is wrong with them.

    `engine` forces it and says who counts; without it, only large files are streamed. With `keeps_rows` there are
    scores of sentences; otherwise rows are summed and discarded if the measure allows. With `keeps_notes` the scores
    have everything that measures report about them, with `keeps_details` their details.
    """
    keeping = keeping or Keeping()
    if keeping.state is not None:
        engine = keeping.insist(engine)
    if not isinstance(files, TableFiles) and (engine == LOCAL or not all(map(is_file, files.paths))):
        whole_only(engine, "not all of them are files that can be read more than once")
        return None
    reason = why_whole(asked, is_annotated=isinstance(files, M2Files))
    if reason is not None:
        whole_only(engine, reason)
        return None
    text: Readable | None
    noun = "line"
    try:
        with _wrong_as_ever(files):
            if isinstance(files, TableFiles):
                text, has_sources = open_tables(files.gold, files.outputs, files.columns, PART)
                noun = "sentence" if has_sources else noun
            elif isinstance(files, M2Files):
                text = _index_annotated(files, asked, engine)
            else:
                text = _index(files, engine, keep_last_line, workers)
    except IrregularError:
        return None
    if text is None:
        return None
    measures = tuple(accept_measures(asked.measures))
    with _runner(engine, workers) as run:
        work = Work(
            measures,
            text.n_references,
            tuple(files.outputs),
            keeps_rows or bool(interval),
            marshals=run is in_process or isinstance(files, M2Files),
            keeps_notes=keeps_notes,
            keeps_details=keeps_details,
        )
        count: CountParts = run
        try:
            with _wrong_as_ever(files):
                work = learn_files(text, work, run)
                if keeping.state is not None:
                    work = work._replace(sums_bytes=True, keeps_notes=False)
                    count = keeping.journal(text, work).run(run, work)
                streamed = count_files(text, work, count, progress, keeping.megabytes)
        except IrregularError:
            return None
    if isinstance(text, AnnotatedFiles):
        if {*streamed.gold.annotators} != {*text.annotators}:
            return None
        _read_through(index.path for index, said in zip(text.indices, streamed.gold.said, strict=True) if said)
    findings = _check(files, text, streamed, measures, insists=asked.raw is False, noun=noun)
    if interval:
        findings += interval.remarks(text.n_lines, "sentences")
    scores, remarks = _scores(files, streamed, measures)
    findings += remarks
    if interval:
        from errata.stats.intervals import add_intervals  # numpy

        scores = add_intervals(scores, interval, progress)
    picks = {
        (system, measure): streamed.picks[row][column]
        for row, measure in enumerate(measures)
        for column, system in enumerate(files.outputs)
    }
    learned = {measure: work.known(row) for row, measure in enumerate(measures)}
    return scores, findings, Sentences(text, tuple(files.outputs), engine, workers, keeping, picks, learned)


def _index_annotated(files: M2Files, asked: Request, engine: str | None) -> AnnotatedFiles | None:
    """Return annotated files with the positions of their sentences; None if they must be read whole."""
    if engine is None and sum(os.stat(path).st_size for path in files.paths) <= ANNOTATED_ABOVE:  # noqa: PTH116
        return None
    for path in files.outputs.values():
        if is_m2(path):
            continue
        if guess_format(InputFile(path)).is_annotated:
            whole_only(engine, f"{path} is neither plain text nor M2")
            return None
        refuse_other_formats(path, list(_first_lines(path)))
        if any(measure.needs_output_edits for measure in accept_measures(asked.measures)):
            return None  # which refuses plain text
    return open_annotated(files.gold, list(files.outputs.values()))


@contextmanager
def _wrong_as_ever(files: TextFiles | TableFiles | M2Files) -> Iterator[None]:
    """Have what is wrong with files told as a run on the whole tells it; IrregularError if that run must be made."""
    try:
        yield
    except ErrataError as error:
        if isinstance(files, TableFiles) and files.can_be_read_whole and isinstance(error, FormatError):
            raise IrregularError from error
        if isinstance(files, M2Files):  # a measure may have refused a part before another was read
            _read_through(files.paths)
        raise


def _read_through(paths: Iterable[str]) -> None:
    """Read files for what their readers say about them."""
    for path in paths:
        for _ in read_m2(path) if is_m2(path) else read_lines(path):
            pass


def _index(files: TextFiles, engine: str | None, keep_last_line: bool, workers: int) -> Files | None:
    """Return files with the positions of their lines; None if they must be read whole, if only for an error message."""
    if engine is None and sum(os.stat(path).st_size for path in files.paths) <= STREAMED_ABOVE:  # noqa: PTH116
        return None
    for path in files.outputs.values():
        if guess_format(InputFile(path)).is_annotated:
            whole_only(engine, f"{path} is not plain text")
            return None
    for path in files.paths:
        refuse_other_formats(path, list(_first_lines(path)))
    indices = index_files(files.paths, workers)
    n_lines = indices[0].n_lines
    if any(index.n_lines != n_lines or not index.is_plain for index in indices):
        return None  # which reads them whole, and says what is wrong
    if not keep_last_line and all(index.ends_empty for index in indices):
        return None
    return Files(tuple(indices), n_lines, len(files.references))


@dataclass(frozen=True)
class Sentences:
    """The sentences of files scored part by part, to be counted again if no rows were kept."""

    files: Readable
    systems: tuple[str, ...]
    engine: str | None
    workers: int
    keeping: "Keeping"
    picks: "Mapping[tuple[str, Measure], array[int] | None]"
    """The chosen row of each sentence, if known already."""
    learned: Mapping[Measure, object]
    """What measures learned from the whole data."""

    @contextmanager
    def described(
        self, describe: Describe, progress: Progress | None = None
    ) -> Iterator[Callable[[Score], Iterator[str]]]:
        """Return a function that yields `describe` of every sentence of a system under a measure, on one cluster."""
        with _runner(self.engine, self.workers) as run:
            yield partial(self._described, run, describe, progress)

    def _described(self, run: Run, describe: Describe, progress: Progress | None, score: Score) -> Iterator[str]:
        number = self.systems.index(score.system)
        work = Work((score.made_by,), self.files.n_references, (score.system,), keeps_rows=True, marshals=False)
        work = work._replace(learned=(self.learned[score.made_by],))
        picks = self.picks.get((score.system, score.made_by))
        texts = describe_files(self.files.only(number), work, describe, run, picks)
        for done, text in enumerate(texts, 1):
            if progress and done % _TOLD == 0:
                progress("writing sentences", done, self.files.n_lines)
            yield text


def whole_only(engine: str | None, reason: str) -> None:
    """Refuse to read files whole if the requested engine cannot."""
    if engine not in {None, LOCAL}:
        raise InputError(
            f"engine {engine!r} reads source, references and outputs in parts, but {reason}; omit the engine to "
            "read the files whole"
        )


def _first_lines(path: str) -> Sequence[str]:
    from itertools import islice

    with catch_warnings():
        simplefilter("ignore", ErrataWarning)  # of a byte-order mark: such files are read whole, which tells of it
        return list(islice(read_lines(path), N_LOOKED_AT))


def _runner(engine: str | None, workers: int) -> AbstractContextManager[Run]:
    """Return the counter of the parts."""
    if engine is not None and engine.partition(":")[0] == DASK:
        from errata.engines.dask import by_cluster

        return by_cluster(engine.partition(":")[2] or None, workers)
    if engine not in {None, STREAM}:
        raise InputError(f"engine {engine!r} is not known; it takes {LOCAL}, {STREAM}, {DASK} or {DASK}:ADDRESS")
    return nullcontext(in_process if workers == 1 else by_workers(workers))


def _check(
    files: TextFiles | TableFiles | M2Files,
    text: Readable,
    found: Streamed,
    measures: Sequence[Measure],
    insists: bool,
    noun: str,
) -> list[Finding]:
    """Return what is suspicious, in the order of a run on whole texts; refuse what such a run refuses.

    `noun` names the units of outputs.
    """
    n_references = text.n_references
    columns, source = found.columns, found.columns[0]
    outputs = [display_name(path) for path in files.outputs.values()]
    names = [files.gold_name, *(f"reference {number}" for number in range(n_references)), *outputs]
    findings: list[Finding] = []
    is_annotated = isinstance(text, AnnotatedFiles)
    gold_noun = "sentence" if is_annotated else "line"
    has_edits = [is_annotated and isinstance(index, M2Index) for index in getattr(text, "indices", columns)]
    by_token = next((measure.name for measure in measures if measure.counts_tokens), None)
    if by_token is not None:
        for number, (name, column) in enumerate(zip(names, columns, strict=True)):
            odd = column.check_segmentation(name, gold_noun)
            refuse_unsegmented(odd, by_token, is_output=number > n_references)
            findings += odd
    if not insists:
        for name, column, has in zip(outputs, columns[1 + n_references :], has_edits[1 + n_references :], strict=True):
            if not has:
                refuse_spacing(name, source.spacing, column.spacing, by_token is not None)
    findings += source.check_characters(files.gold_name, gold_noun)
    n_changed = [] if is_annotated else [pairs.n_changed for pairs in found.pairs[:n_references]]
    if not is_annotated and not any(n_changed):
        findings += checks.say_references(files.gold_name, text.n_lines)
    contents = [column.checksum for column in columns[1 : 1 + n_references]]
    findings += [said for _, said in checks.say_copies(n_changed, text.n_lines, contents)]
    references = columns[1 : 1 + n_references] if found.gold.wanted is None else [found.gold.wanted]
    for number, name in enumerate(names[1:], 1):
        again = partial(text.again, number)
        is_reference = number <= n_references
        counted_in = "line" if is_reference else noun
        if is_annotated and has_edits[number]:
            counted_in = "sentence"
        wanted = None if is_reference else references
        findings += check_output(name, source, columns[number], found.pairs[number - 1], again, wanted, counted_in)
        if not is_annotated and number > n_references:
            for twin in range(n_references):
                if columns[number].checksum == columns[1 + twin].checksum:
                    findings += checks.say_twin(name, f"reference {twin}", text.n_lines, n_changed[twin])
        for annotator in found.gold.twins[number - 1] if is_annotated else ():
            called = f"the text of annotator {annotator}"
            findings += checks.say_twin(name, called, text.n_lines, found.pairs[number - 1].n_changed)
        if not insists:
            refuse_misaligned(findings)
        if is_annotated:
            for measure, noticed in zip(measures, found.gold.noticed, strict=True):
                findings += [replace(said, file=said.file or name) for said in measure.say_of_output(noticed[number])]
    if is_annotated:
        together = [
            said
            for measure, noticed in zip(measures, found.gold.noticed, strict=True)
            for said in [*measure.say_noticed(files.gold_name, noticed[0]), *measure.say_together(noticed)]
        ]
        findings += dict.fromkeys(together)
    return findings


def _scores(
    files: TextFiles | TableFiles | M2Files, found: Streamed, measures: Sequence[Measure]
) -> tuple[list[Score], list[Finding]]:
    """Return the scores, and the measures' remarks on them."""
    scores = []
    findings = []
    for column, system in enumerate(files.outputs):
        for row, measure in enumerate(measures):
            counts = found.counts[row][column]
            if isinstance(counts, Sums):
                gathered = found.gathered[row][column]
                made = measure.finish_sums(
                    system, counts.columns, counts.totals, counts.means(), found.digest, gathered
                )
            else:
                made = measure.finish(system, counts, found.digest)
            scores.append(made)
            name = display_name(files.outputs[system])
            findings += [replace(said, file=said.file or name) for said in measure.remarks(made.table)]
    return scores, findings
