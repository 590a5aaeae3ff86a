"""Shared by report and plot: arguments, and the review of the systems on a command line."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from errata.api.compare import DEFAULT_SAMPLES, TESTS
from errata.api.review import Review, review
from errata.cli.inputs import Inputs, name_systems, parse_columns, read_table_inputs, resampling
from errata.cli.options import add_inputs, add_resampling_options, add_tables, add_text_documents, add_workers
from errata.cli.terminal import catching_findings, show_findings, show_left_out, watched
from errata.findings import Finding
from errata.formats.files import STDIN
from errata.records import replace


def add_reviewing(parser: ArgumentParser, arguments: Sequence[str], files: str) -> None:
    """Add the arguments for systems, measures and resampling."""
    add_inputs(parser, files)
    add_text_documents(parser)
    add_workers(parser)
    group = parser.add_argument_group("resampling")
    group.add_argument(
        "--test",
        choices=TESTS,
        default=TESTS[0],
        help=f"which test decides ranks and significance (default: {TESTS[0]})",
    )
    add_resampling_options(group, DEFAULT_SAMPLES)
    add_tables(parser, arguments)


def read_review(options: Namespace, *, check: bool = False) -> Review:
    """Read, score and compare, and report warnings; `check` examines the files as `errata validate` does."""
    with catching_findings() as noted:
        plan = resampling(options, DEFAULT_SAMPLES)
        asked = read_table_inputs(options, plan)
        if options.documents:
            from errata.cli.documents import draw_documents

            plan = draw_documents(asked, plan)
    checked = [*(_examine(options, asked) if check else ()), *noted]
    with catching_findings() as warned, watched(options.quiet) as progress:
        found = review(
            **asked.arguments,
            workers=options.workers,
            resampling=plan,
            test=options.test,
            checked=checked,
            progress=progress,
        )
    show_findings([*noted, *warned], options.quiet)
    show_left_out(found.comparison.left_out, options.extract, options.quiet)
    return replace(found, findings=_said_once(found.findings, options.reference))


def _said_once(findings: Sequence[Finding], references: Sequence[str]) -> tuple[Finding, ...]:
    """Drop findings about a reference by number if they were already made about its file."""
    said = {(found.code, found.file) for found in findings}
    files = {f"reference {number}": name for number, name in enumerate(references)}
    return tuple(found for found in findings if found.file not in files or (found.code, files[found.file]) not in said)


def _examine(options: Namespace, asked: Inputs) -> list[Finding]:
    """Return findings about the files; nothing about raw outputs, which are cleaned before scoring."""
    from errata.check.examination import examine

    first = 0 if options.reference else 1
    systems = list(name_systems(options.files[first:]).values()) if not asked.raw else []
    files = [*options.files[:first], *systems]
    read = [*files, options.source, *options.reference, *options.gold]
    if options.documents or STDIN in read or len(set(read)) < len(read):  # each is read once there
        return []
    _, examined = examine(
        files,
        source=options.source,
        references=options.reference,
        offset_unit=options.offset_unit,
        columns=parse_columns(options.columns),
    )
    return [found for file in examined for found in file.findings]
