"""`errata cite`: what to cite, as BibTeX."""

import sys
from argparse import ArgumentParser
from importlib.resources import files

from errata._version import __version__
from errata.cli.options import command_parser
from errata.cli.terminal import tell
from errata.measures import available_measures, get_measure
from errata.measures.base import Measure

_FILE = "references.bib"
"""The file in a measure's package with the entries of its papers."""
_OURS = f"""\
@software{{errata,
  author = {{{{The errata authors}}}},
  title = {{errata: the measures of grammatical error correction, exact, fast and under one roof}},
  version = {{{__version__}}}
}}
"""

_DESCRIPTION = """\
Print BibTeX entries for the papers of the measures and for errata itself. For example:

  errata cite m2 errant >> paper.bib
"""


def entries_of(measure: type[Measure]) -> str:
    """Return the BibTeX entries of a measure's papers, empty if its package has none."""
    package = measure.__module__.rpartition(".")[0]
    found = files(package) / _FILE if package else None
    return found.read_text(encoding="utf-8") if found and found.is_file() else ""


def _parser() -> ArgumentParser:
    parser = command_parser("cite", "[MEASURE …]", _DESCRIPTION)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help="only the papers of these (default: all)")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    # What tables call a measure may have options.
    named = [get_measure(text.partition(":")[0]) for text in options.measures]
    measures = dict.fromkeys(named or available_measures().values())
    found = {measure: entries_of(measure) for measure in measures}
    for measure, entries in found.items():
        if not entries and named:
            tell(f"{measure.name} names no paper; see its documentation")
    sys.stdout.write("".join(dict.fromkeys(filter(None, (*found.values(), _OURS)))))
    return 0
