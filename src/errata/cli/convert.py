"""`errata convert`: from one file format to another, or from parallel text to edits."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

from errata.cli import convert_documents
from errata.cli.inputs import check_standard_input
from errata.corpus import Corpus
from errata.errors import FormatError, InputError
from errata.extract import annotate, get_extractor, reannotate
from errata.formats import get_format, read, read_lines, write
from errata.formats.files import display_name
from errata.scoring import check_length

_DESCRIPTION = """\
Convert a file. For example, from one format to another, told from content and suffix:

  errata convert gold.m2 gold.xml

or make annotations of parallel text, one annotator for each corrected text:

  errata convert --source src.txt --extract errata corrected0.txt corrected1.txt out.m2

M2 becomes I-measure XML as by the original converter: overlapping edits are alternatives of one error.
--extract with an annotated file finds the edits of every annotator's corrected text anew.

Documents with edits by character offset (HOO) become sentences and the other way round; folders of them too:

  errata convert 0001GE.xml 0001.m2 --source 0001.txt
  errata convert gold.m2 gold.xml --to hoo --text gold.txt
"""


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata convert",
        usage="errata convert [options] IN OUT",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="IN and OUT; with --source, corrected texts and OUT. '-' is allowed")
    add("--from", dest="read_as", metavar="FORMAT", help="format of IN (default: guessed); see 'errata formats'")
    add("--to", dest="write_as", metavar="FORMAT", help="format of OUT (default: by its suffix)")
    add("--source", metavar="FILE", help="the text that was corrected, one sentence a line; of documents, as it stands")
    add(
        "--extract",
        metavar="NAME",
        help="what finds the edits: errata, or errant[:PIPELINE]; of corrected documents: wdiff",
    )
    add(
        "--no-retokenise",
        action="store_true",
        help="to imeasure-xml: keep the words of corrections as they are ('known,the' is one word)",
    )
    convert_documents.add_options(parser)
    return parser


def _from_texts(options: Namespace, corrected: list[str]) -> Corpus:
    if not options.extract:
        raise InputError("--source needs --extract as well: what is to find the edits, such as --extract errata")
    check_standard_input([options.source, *corrected])
    sources = read_lines(options.source)
    texts = [read_lines(path) for path in corrected]
    for path, lines in zip(corrected, texts, strict=True):
        check_length(display_name(path), lines, display_name(options.source), sources)
    return annotate(sources, texts, options.extract)


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    *inputs, out = options.files
    if not inputs:
        raise InputError(f"{out} is taken for OUT and no IN is given; write: errata convert IN OUT")
    if options.write_as:
        get_format(options.write_as)  # before a long reading
    if len(inputs) == 1 and convert_documents.concerns(options, inputs[0], out):
        convert_documents.convert(options, inputs[0], out)
        return 0
    if options.source:
        corpus = _from_texts(options, inputs)
    elif len(inputs) > 1:
        raise InputError(
            f"{len(inputs)} files to read ({', '.join(inputs)}), but only with --source may there be several"
        )
    else:
        corpus = read(inputs[0], options.read_as)
        if options.extract:
            corpus = reannotate(corpus, get_extractor(options.extract))
    if not corpus.sentences:
        raise FormatError(f"{corpus.name} has no sentences, so there is nothing to convert")
    settings: dict[str, Any] = {"retokenise": False} if options.no_retokenise else {}
    write(corpus, out, options.write_as, **settings)
    return 0
