"""`errata compat`: an original program's arguments in, its output out."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

from errata.errors import UnknownNameError
from errata.measures import all_programs, built_in_programs


def _parser() -> ArgumentParser:
    programs = "\n".join(f"  {name:20}{about}" for name, (_, about) in all_programs().items())
    parser = ArgumentParser(
        prog="errata compat",
        usage="errata compat PROGRAM ARGUMENT …",
        description="Run like an original program: its arguments in, its output out. For example:\n\n"
        '  cd "$(errata demo --path)"; errata compat green -s unchanged.txt -r good.txt -c bold.txt -b 2.0',
        epilog=f"programs:\n{programs}",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", metavar="PROGRAM", help="name of the original program")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    # Other packages are looked for only if none of ours is meant.
    programs = built_in_programs()
    if not arguments or arguments[0] not in programs:
        named, programs = _parser().parse_args(arguments[:1]).program, all_programs()
        if named not in programs:
            raise UnknownNameError(f"no program {named!r} to imitate; there are: {', '.join(programs)}")
    module, _ = programs[arguments[0]]
    return int(import_module(module).run(arguments[0], arguments[1:]))
