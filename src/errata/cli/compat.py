"""`errata compat`: an original program's arguments in, its output out."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

from errata.errors import UnknownNameError

PROGRAMS = {
    "m2scorer": ("errata.measures.m2.compat", "the M² scorer: precision, recall and F of edits"),
    "green": ("errata.measures.green.compat", "GREEN of a corpus"),
    "sgreen": ("errata.measures.green.compat", "GREEN of every sentence"),
    "mgreen": ("errata.measures.green.compat", "mean of the sentences' GREEN"),
    "compute_gleu": ("errata.measures.gleu.compat", "GLEU by the authors' script of 2016"),
    "compute_gleu_2015": ("errata.measures.gleu.compat", "GLEU by the authors' first script"),
    "jfleg_gleu": ("errata.measures.gleu.compat", "GLEU by the script that ships with JFLEG"),
    "ieval": ("errata.measures.imeasure.compat", "I-measure of a corpus"),
    "gotoscorer": ("errata.measures.difficulty.compat", "difficulty-weighted scores of several systems"),
    "errant_compare": ("errata.measures.errant.compat", "comparison of two M2 files"),
}


def run(arguments: list[str]) -> int:
    """Run the command."""
    programs = "\n".join(f"  {name:20}{about}" for name, (_, about) in PROGRAMS.items())
    parser = ArgumentParser(
        prog="errata compat",
        usage="errata compat PROGRAM ARGUMENT …",
        description="Stand in for an original program: its arguments in, its output out. For example:\n\n"
        '  cd "$(errata demo --path)"; errata compat green -s unchanged.txt -r good.txt -c bold.txt -b 2.0',
        epilog=f"programs:\n{programs}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", metavar="PROGRAM", help="name of the original program")
    options = parser.parse_args(arguments[:1])
    if options.program not in PROGRAMS:
        raise UnknownNameError(f"no program {options.program!r} to stand in for; there are: {', '.join(PROGRAMS)}")
    module, _ = PROGRAMS[options.program]
    return int(import_module(module).run(options.program, arguments[1:]))
