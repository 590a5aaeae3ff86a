"""`errata score` on large files: read part by part if nothing requested needs them whole."""

import os
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING

from errata.api.accept import Request
from errata.api.score import Result, streamed_result
from errata.api.streaming import LOCAL, Keeping, M2Files, Sentences, TableFiles, TextFiles, stream, whole_only
from errata.cli.inputs import name_systems, parse_columns
from errata.cli.raw import read_raw
from errata.cli.terminal import in_words, show_first, watched
from errata.engines import MEMORY
from errata.engines.annotated import is_m2
from errata.engines.local import keep_memory
from errata.engines.stream import is_file
from errata.engines.tables import is_table
from errata.findings import Finding
from errata.formats.files import STDIN, display_name
from errata.formats.writing import write_pieces
from errata.measures import parse_measure
from errata.measures.data import Score
from errata.report.scores import check_wide, sorted_scores
from errata.report.streams import Again, describe, in_pieces, write_parquet
from errata.report.writers import PARQUET, STREAMED

if TYPE_CHECKING:
    from errata.stages import Progress
    from errata.stats.plan import Resampling

_LARGE = 1 << 26
"""Bytes of files that take long enough for their memory to matter."""


def score_files(
    options: Namespace, interval: "Resampling | None", progress: "Progress | None"
) -> tuple[Result, Sentences] | None:
    """Score the files of a command line part by part; None if they must be read whole."""
    keeping = Keeping(options.resume, MEMORY if options.memory is None else options.memory)
    engine = keeping.insist(options.engine) if options.resume else options.engine
    tables = _tables(options) if engine not in {None, LOCAL} else None
    annotated = None if tables else _annotated(options)
    if not tables and _misses_any(options):
        return None
    if not tables and not annotated and (not options.source or not options.reference):
        whole_only(
            engine,
            "they are neither text files given as --source and --reference, nor M2, nor tables (JSON Lines, Parquet)",
        )
        return None
    if options.by or (options.columns and not tables) or options.blocks or options.write_blocks or options.only:
        whole_only(engine, "--by, --columns, --only and blocks of documents need whole files")
        return None
    if interval and interval.clusters is not None:
        whole_only(engine, "--clusters needs whole files")
        return None
    if annotated and options.sentences and options.format not in STREAMED:
        whole_only(engine, f"--sentences in the form {options.format} needs the whole")
        return None
    systems = tables.outputs if tables else annotated.outputs if annotated else name_systems(options.files)
    read_twice = len({os.path.realpath(path) for path in systems.values()}) < len(systems)
    if not systems or read_twice:
        whole_only(engine, "every OUTPUT must be a file of its own")
        return None
    measures = [parse_measure(text) for text in options.measure] if options.measure else None
    asked = Request(
        None,
        systems,
        options.source,
        options.reference,
        measures,
        options.extract,
        options.extract_gold,
        options.normalise,
        read_raw(options),
        options.tokens,
    )
    files = (
        tables
        or annotated
        or TextFiles(options.source, tuple(options.reference), systems, display_name(options.source))
    )
    if not isinstance(files, TableFiles) and sum(map(_size, files.paths)) > _LARGE:
        keep_memory()
    made = stream(
        files,
        asked,
        engine=engine,
        workers=options.workers,
        keeps_rows=options.sentences and options.format not in STREAMED,
        keeps_notes=not annotated,
        keeps_details=options.format in STREAMED,
        interval=interval,
        keep_last_line=options.keep_last_line,
        progress=progress,
        keeping=keeping,
    )
    if made is None:
        return None
    scores, findings, sentences = made
    return streamed_result(scores, findings), sentences


def _size(path: str) -> int:
    """Return the bytes of a file; none for standard input and the like."""
    return os.stat(path).st_size if is_file(path) else 0  # noqa: PTH116


def _tables(options: Namespace) -> TableFiles | None:
    """Return gold and outputs of a command line if all are tables."""
    gold, *others = options.files or [""]
    if options.source or options.reference or not others or not is_table(gold):
        return None
    systems = name_systems(others)
    return TableFiles(gold, systems, parse_columns(options.columns)) if all(map(is_table, systems.values())) else None


def _misses_any(options: Namespace) -> bool:
    """Tell whether a file is missing or a folder: its reader reports that."""
    paths = [*options.files, options.source, *options.reference]
    named = [path.partition("=")[2] if "=" in path and not os.path.exists(path) else path for path in paths if path]  # noqa: PTH110
    return any(path != STDIN and (not os.path.exists(path) or os.path.isdir(path)) for path in named)  # noqa: PTH110, PTH112


def _annotated(options: Namespace) -> M2Files | None:
    """Return gold and outputs of a command line if the gold is M2."""
    gold, *others = options.files or [""]
    if options.source or options.reference or options.gold or not others or not is_file(gold) or not is_m2(gold):
        return None
    return M2Files(gold, name_systems(others))


def show_sentences(
    options: Namespace, scores: Sequence[Score], findings: Sequence[Finding], sentences: Sentences | None
) -> None:
    """Write sentence scores as they are computed, after printing warnings to standard error."""
    if options.wide:
        check_wide(options.format, has_more=True)
    scores = sorted_scores(scores, options.sort) if options.sort else scores
    show_first(findings, options.quiet)
    with watched(options.quiet) as progress, _again(sentences, progress) as again:
        if options.format == PARQUET:
            write_parquet(options.output, scores, again)
        else:
            pieces = in_pieces(scores, options.format, in_words(findings), again)
            write_pieces(options.output or STDIN, chain(pieces, "\n"))


def _again(sentences: Sentences | None, progress: "Progress | None") -> "AbstractContextManager[Again | None]":
    return sentences.described(describe, progress) if sentences else nullcontext()
