"""`errata stats`: what is in a corpus."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from errata.api.statistics import corpus_statistics
from errata.check.segmentation import check_segmentation
from errata.cli.inputs import Columns, check_not_read, check_standard_input, name_systems, parse_columns, read_texts
from errata.cli.options import add_shared, command_parser
from errata.cli.page import add_page, check_page
from errata.cli.terminal import catching_findings, has_colour, show
from errata.errors import InputError
from errata.extract import Extractor, annotate_references, get_extractor, tell_rewritten
from errata.findings import WARNING, remedy, report
from errata.formats import guess_format, holds_documents, read
from errata.formats.datasets import read_documents
from errata.formats.essays import read_essays
from errata.formats.files import InputFile
from errata.model import Corpus
from errata.records import replace
from errata.report.writers import FORMATS

_DESCRIPTION = """\
Describe corpora: sentences, tokens, edits of each annotator, error rates, types, agreement between annotators. For
example, with the corpus that ships with errata:

  errata stats "$(errata demo --path)/gold.m2"

FILE is any format that errata reads (see 'errata formats'), or a folder of documents; several are shown side by side.
Plain text has only sentences and tokens; give plain references with their source:

  errata stats --source SOURCE --reference REFERENCE [--reference REFERENCE …]
"""


def _parser() -> ArgumentParser:
    parser = command_parser("stats", "FILE [FILE …]", _DESCRIPTION)
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="corpora; NAME=PATH names one. '-' is standard input")
    add_shared(parser, "--source", "source sentences of --reference, or the texts of documents (HOO)")
    add_shared(parser, "--reference", "corrected sentences (repeat for more)")
    add_shared(parser, "--extract", "find the edits of plain references: errata, wdiff, or errant[:PIPELINE]")
    add_shared(parser, "--columns")
    add("-f", "--format", choices=FORMATS, default=FORMATS[0], help=f"output format (default: {FORMATS[0]})")
    add_shared(parser, "--digits", "decimal places (default: 2 in tables, all elsewhere)")
    add_page(parser, "the tables, and the types of edits as bars")
    add_shared(parser, "--output")
    add_shared(parser, "--quiet")
    return parser


def _read(name: str, path: str, source: str | None, columns: Columns) -> Corpus:
    """Read a corpus of any kind, with its name."""
    file = InputFile(path)
    if holds_documents(file, columns):
        is_text = not Path(path).is_dir() and guess_format(file).holds_texts
        corpus = read_essays(path) if is_text else read_documents(path, source)
    else:
        settings: dict[str, object] = {"columns": columns} if "columns" in guess_format(file).read_settings else {}
        corpus = read(file, None, **(settings if columns else {}))
    return replace(corpus, name=name)


def _corpora(options: Namespace) -> list[Corpus]:
    if options.reference:
        if not options.source or options.files:
            raise InputError("--reference also needs --source, the text that was corrected, and no other FILE")
        return [read_texts(options.source, options.reference, {})[0]]
    if not options.files:
        raise InputError("no files to count; write: errata stats FILE …")
    names, columns = name_systems(options.files, "corpora"), parse_columns(options.columns)
    return [_read(name, path, options.source, columns) for name, path in names.items()]


def _extract(corpus: Corpus, extractor: Extractor) -> Corpus:
    """Return the corpus with the edits of its references, and report warnings."""
    suited = extractor.suited(corpus.sources)
    found = annotate_references(corpus, suited)
    for remark in suited.remarks:
        report(remark, 2)
    tell_rewritten(suited, found)
    return found


def _tell_unsegmented(corpus: Corpus) -> None:
    """Warn of an untokenised corpus in a script without spaces: its token counts mean nothing."""
    for found in check_segmentation(corpus.name, corpus.sources, corpus.noun):
        report(replace(found, level=WARNING, hint=remedy("split it into characters with {cut}")), 2)


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    given = [path.rpartition("=")[2] for path in options.files]
    read_paths = [*options.files, *given, options.source, *options.reference]
    check_standard_input([*options.files, options.source, *options.reference])
    check_not_read({"--output": options.output}, read_paths)
    check_page(options.html, read_paths)
    with catching_findings() as findings:
        corpora = _corpora(options)
        for corpus in corpora:
            _tell_unsegmented(corpus)
        if options.extract:
            if all(corpus.annotators for corpus in corpora):
                raise InputError(
                    "--extract finds the edits of plain references, but every file has edits already; leave "
                    "--extract out, or give the texts (--source, --reference)"
                )
            extractor = get_extractor(options.extract)
            corpora = [corpus if corpus.annotators else _extract(corpus, extractor) for corpus in corpora]
        found = [corpus_statistics(corpus) for corpus in corpora]
    from errata.report.statistics import render, to_page

    with catching_findings() as remarks:
        text = render(found, options.format, digits=options.digits, bold=has_colour(options.output))
    if options.html:
        from errata.formats.writing import write_text

        write_text(options.html, to_page(found, options.digits))
    show(text, [*findings, *remarks], options.quiet, options.output)
    return 0
