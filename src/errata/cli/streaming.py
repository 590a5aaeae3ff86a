"""`errata score` on large files: read part by part where nothing that is asked for needs the whole."""

import os
from argparse import Namespace
from typing import TYPE_CHECKING

from errata.api.accept import Request
from errata.api.score import Result, streamed_result
from errata.api.streaming import TextFiles, stream, whole_only
from errata.cli.inputs import name_systems
from errata.cli.raw import read_raw
from errata.formats.files import display_name
from errata.measures import parse_measure

if TYPE_CHECKING:
    from errata.stages import Progress
    from errata.stats.plan import Resampling


def score_files(options: Namespace, interval: "Resampling | None", progress: "Progress | None") -> Result | None:
    """Score the files of a command line part by part; None where they are to be read whole."""
    engine = options.engine
    if not options.source or not options.reference:
        whole_only(engine, "they are not given as --source and --reference")
        return None
    if options.by or options.columns or options.blocks or options.write_blocks or options.only:
        whole_only(engine, "--by, --columns, --only and blocks of documents need the whole")
        return None
    if interval and interval.clusters is not None:
        whole_only(engine, "--clusters needs the whole")
        return None
    systems = name_systems(options.files)
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
    made = stream(
        TextFiles(options.source, tuple(options.reference), systems, display_name(options.source)),
        asked,
        engine=engine,
        workers=options.workers,
        keeps_rows=options.sentences,
        interval=interval,
        keep_last_line=options.keep_last_line,
        progress=progress,
    )
    return None if made is None else streamed_result(*made)
