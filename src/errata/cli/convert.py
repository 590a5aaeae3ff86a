"""`errata convert`: a file in, the same sentences in another format out."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter

from errata.errors import FormatError
from errata.formats import get_format, read, write

_DESCRIPTION = """\
Convert between file formats. For example:

  errata convert gold.m2 gold.xml

M2 becomes I-measure XML as by the original converter: overlapping edits are alternatives of one error.
"""


def run(arguments: list[str]) -> int:
    """Run the command."""
    parser = ArgumentParser(
        prog="errata convert",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("input", metavar="IN", help="the file to convert; '-' is standard input")
    add("output", metavar="OUT", help="the file to write; '-' is standard output")
    add("--from", dest="source", metavar="FORMAT", help="format of IN (default: guessed); see 'errata formats'")
    add("--to", dest="target", metavar="FORMAT", help="format of OUT (default: by its suffix)")
    add(
        "--no-retokenise",
        action="store_true",
        help="to imeasure-xml: keep the words of corrections as they are ('known,the' is one word)",
    )
    options = parser.parse_args(arguments)
    if options.target:
        get_format(options.target)  # before a long reading
    corpus = read(options.input, options.source)
    if not corpus.sentences:
        raise FormatError(f"{corpus.name} has no sentences, so there is nothing to convert")
    settings = {"retokenise": False} if options.no_retokenise else {}
    write(corpus, options.output, options.target, **settings)
    return 0
