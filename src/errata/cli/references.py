"""`errata references`: which references a gold yields when annotators are mixed, and where that is doubtful."""

from argparse import ArgumentParser
from itertools import groupby

from errata.cli.inputs import check_not_read, parse_columns, read_gold
from errata.cli.options import MAX_SENTENCES, add_shared, command_parser, whole
from errata.cli.terminal import catching_findings, has_colour, in_words, show
from errata.errors import InputError
from errata.formats.files import InputFile
from errata.formats.writing import write_lines
from errata.measures.imeasure.clusters import find_errors
from errata.measures.imeasure.mixing import REASONS, count_combinations, find_doubtful, list_references
from errata.model import Corpus
from errata.report.report import Column, Report, ReportTable
from errata.report.writers import FORMATS, dumps, list_of, write
from errata.text.messages import plural

_DESCRIPTION = """\
Show the references that combining the corrections of several annotators yields, as in the I-measure. For example:

  errata references gold.m2
  errata references gold.m2 --sentence 5

Overlapping corrections are alternatives of one error; every choice among them yields a reference. That is doubtful
where corrections of one error replace different words, or corrections of two errors touch: --doubtful lists such
errors, and --write-only FILE the numbers of all other sentences, for 'errata score --only FILE'.
"""
_PER_SENTENCE = (
    Column("line", "line", "count"),
    Column("errors", "errors", "count", "errors: groups of overlapping corrections"),
    Column("required", "required", "count", "required: errors that every annotator of the sentence corrects"),
    Column("combinations", "combinations", "count", "combinations: ways to correct them, equal texts included"),
    Column("doubtful", "doubtful", "count", "doubtful: errors whose alternatives may not combine freely"),
)
_LISTED = (Column("reference", "reference", "count"), Column("annotators", "annotators"), Column("text", "text"))
_DOUBTS = (
    Column("line", "line", "count"),
    Column("error", "error", "count"),
    Column("spans", "spans"),
    Column("reason", "reason", legend="; ".join(f"{name}: {about}" for name, about in REASONS.items())),
)


def _parser() -> ArgumentParser:
    parser = command_parser("references", "GOLD", _DESCRIPTION)
    add = parser.add_argument
    add("gold", metavar="GOLD", help="an annotated file such as M2")
    add("--sentence", type=whole(1, MAX_SENTENCES), metavar="N", help="list the references of this sentence, from 1")
    add("--limit", type=whole(1, 1_000_000), default=100, metavar="N", help="references listed at most (default: 100)")
    add("--doubtful", action="store_true", help="list the doubtful errors")
    add("--write-only", metavar="FILE", help="write the numbers, from 0, of sentences without doubtful errors")
    add("-f", "--format", choices=FORMATS, default=FORMATS[0], help=f"output format (default: {FORMATS[0]})")
    add_shared(parser, "--columns")
    add_shared(parser, "--quiet")
    return parser


def _sentence(gold: Corpus, number: int, limit: int) -> ReportTable:
    if number > len(gold):
        raise InputError(f"there is no sentence {number}; {gold.name} has {len(gold)}")
    sentence = gold[number - 1]
    found = list_references(sentence, limit)
    n = count_combinations(find_errors(sentence))
    rows = [
        {
            "reference": place,
            "annotators": " ".join("–" if who is None else str(who) for who in item.annotators),
            "text": item.text,
        }
        for place, item in enumerate(found)
    ]
    more = " (there may be more)" if len(found) == limit and n > limit else ""
    caption = f"sentence {number}: {plural(len(found), 'reference')} of {plural(n, 'combination')}{more}"
    return ReportTable(_LISTED, rows, caption, legend=["annotators: whose correction each error has; –: left alone"])


def _doubts(gold: Corpus) -> ReportTable:
    rows = [
        {
            "line": doubt.sentence + 1,
            "error": doubt.error,
            "spans": " ".join(f"{start}:{end}" for start, end in doubt.spans),
            "reason": doubt.reason,
        }
        for doubt in find_doubtful(gold)
    ]
    n = len({row["line"] for row in rows})
    return ReportTable(_DOUBTS, rows, f"doubtful errors, in {n:,} of {len(gold):,} sentences")


def _overview(gold: Corpus) -> ReportTable:
    doubts = {index: len(list(own)) for index, own in groupby(find_doubtful(gold), key=lambda doubt: doubt.sentence)}
    rows = []
    for index, sentence in enumerate(gold):
        errors = find_errors(sentence)
        row = {
            "line": index + 1,
            "errors": len(errors),
            "required": sum(error.is_required for error in errors),
            "combinations": count_combinations(errors),
            "doubtful": doubts.get(index, 0),
        }
        rows.append(row)
    return ReportTable(_PER_SENTENCE, rows, f"references of {gold.name}; doubtful errors in {len(doubts):,} sentences")


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    if options.sentence and options.doubtful:
        raise InputError("--sentence lists the references of one sentence, --doubtful the errors of all; choose one")
    check_not_read({"--write-only": options.write_only}, [options.gold])
    with catching_findings() as findings:
        gold = read_gold(InputFile(options.gold), "GOLD", columns=parse_columns(options.columns))
        if not gold.is_annotated:
            raise InputError(f"{gold.name} has reference texts, which are not combined; give annotated gold such as M2")
        if options.write_only:
            doubted = {doubt.sentence for doubt in find_doubtful(gold)}
            write_lines(options.write_only, [str(index) for index in range(len(gold)) if index not in doubted])
        if options.sentence:
            table = _sentence(gold, options.sentence, options.limit)
        else:
            table = _doubts(gold) if options.doubtful else _overview(gold)
    what = "references" if options.sentence else "doubtful" if options.doubtful else "sentences"
    report = Report(
        tables=lambda: [table],
        parts=lambda: {what: list_of(map(dumps, table.rows))},
        flat=lambda: ReportTable([Column(column.key, name=str(column.key)) for column in table.columns], table.rows),
        records=lambda: table.rows,
    )
    text = write(report, options.format, warnings=in_words(findings), bold=has_colour())
    show(text, findings, options.quiet)
    return 0
