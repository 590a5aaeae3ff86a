"""`errata compat`: an original program's arguments in, its output out."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

from errata.errors import UnknownNameError

PROGRAMS = {
    "m2scorer": ("errata.cli.compat.m2scorer", "the M² scorer: precision, recall and F of edits"),
    "green": ("errata.cli.compat.green", "GREEN of a corpus"),
    "sgreen": ("errata.cli.compat.green", "GREEN of every sentence"),
    "mgreen": ("errata.cli.compat.green", "mean of the sentences' GREEN"),
    "compute_gleu": ("errata.cli.compat.gleu", "GLEU by the authors' script of 2016"),
    "compute_gleu_2015": ("errata.cli.compat.gleu", "GLEU by the authors' first script"),
    "jfleg_gleu": ("errata.cli.compat.gleu", "GLEU by the script that ships with JFLEG"),
    "ieval": ("errata.cli.compat.ieval", "I-measure of a corpus"),
    "gotoscorer": ("errata.cli.compat.gotoscorer", "difficulty-weighted scores of several systems"),
    "errant_compare": ("errata.cli.compat.errant", "comparison of two M2 files"),
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
