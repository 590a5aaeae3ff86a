"""`errata validate`: the doctor for files."""

from argparse import ArgumentParser

from errata.check.examination import examine
from errata.cli.inputs import check_columns, check_standard_input, parse_columns, split_name
from errata.cli.options import add_shared, command_parser
from errata.cli.terminal import has_colour
from errata.errors import InputError
from errata.findings import ERROR
from errata.formats.files import STDIN, InputFile
from errata.report.findings import FORMATS, render_json, render_text

_DESCRIPTION = """\
Check files, and whether they belong together. For example, with the corpus that ships with errata:

  errata validate "$(errata demo --path)/gold.m2" "$(errata demo --path)/good.txt"

The first annotated file is the gold, other annotated files and plain texts are outputs. With plain references instead:

  errata validate --source SOURCE --reference REFERENCE [--reference REFERENCE …] OUTPUT …

Every finding has a severity (error, warning, info), a code, a place and a remedy. Exit status: 0 no errors, 1 errors,
2 usage error.
"""


def _parser() -> ArgumentParser:
    parser = command_parser("validate", "FILE [FILE …]", _DESCRIPTION)
    add = parser.add_argument
    add(
        "files",
        nargs="*",
        metavar="FILE",
        help="any files, or folders of documents (HOO). '-' is standard input, NAME=PATH names a judged system",
    )
    add("--gold", metavar="FILE", help="the gold (default: the first annotated file)")
    add_shared(parser, "--source", "source sentences; of documents, their texts")
    add_shared(parser, "--reference", "corrected sentences (repeat for more)")
    add("--apart", action="store_true", help="check each file by itself: they do not belong together")
    add_shared(
        parser,
        "--offset-unit",
        "unit of the offsets of documents (HOO; default: auto, whichever fits the texts of --source)",
    )
    add_shared(parser, "--columns")
    add("--format", choices=FORMATS, default="text", help="output format (default: text)")
    add(
        "--fix",
        metavar="TARGET",
        help="write repaired copies to this folder (of a single file: or to this file); never over a file that holds "
        "something else",
    )
    add("--nfc", action="store_true", help="with --fix: compose characters (Unicode NFC)")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    named = [path for path in (options.gold, options.source, *options.reference) if path is not None]
    if not options.files and not named:
        raise InputError("no files to check; write: errata validate FILE …")
    if options.nfc and not options.fix:
        raise InputError("--nfc only applies to repaired copies; add --fix")
    systems = [split_name(argument) for argument in options.files]
    files = [path for _, path in systems]
    if not all(files):
        raise InputError(f"{options.files[files.index('')]!r} names no file; write NAME=PATH")
    check_standard_input([*named, *files])
    columns = parse_columns(options.columns)
    check_columns(columns, [InputFile(path) for path in (options.gold, *files) if path not in {None, STDIN}])
    opened, examined = examine(
        files,
        gold=options.gold,
        source=options.source,
        references=options.reference,
        apart=options.apart,
        offset_unit=options.offset_unit,
        columns=columns,
        names={path: name for name, path in systems if name},
    )
    repairs = []
    if options.fix:
        from errata.check.repair import repair

        repairs = repair(opened, options.fix, nfc=options.nfc)
    if options.format == "json":
        print(render_json(examined, repairs))
    else:
        print(render_text(examined, repairs, bold=has_colour()))
    return int(any(finding.severity == ERROR for file in examined for finding in file.findings))
