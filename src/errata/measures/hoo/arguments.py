"""The arguments that only HOO adds to the command line: for which types of edits to print tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from errata.errors import InputError
from errata.model import CHARACTERS
from errata.records import replace

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup

    from errata.measures.base import Measure
    from errata.model import Corpus


def add(parser: "ArgumentParser", documents: "_ArgumentGroup") -> None:
    """Declare the arguments."""
    argument = documents.add_argument
    argument("--control", metavar="FILE", help="one table for each reportable type: lines 'aggregate NAME TYPE…'")
    argument(
        "--lenient-control",
        action="store_true",
        help="warn about unknown or repeated lines of --control, and continue",
    )
    argument("--types", metavar="T,T…", help="only these types, or these reportable types of --control")
    argument("--by-type", action="store_true", help="one table for each type of the gold")
    argument("--with-all", action="store_true", help="also print a table of all edits")


def apply(options: "Namespace", measures: "Sequence[Measure] | None", gold: "Corpus") -> "Sequence[Measure] | None":
    """Return the measures, with every HOO measure repeated for each requested block of types."""
    if options.lenient_control and not options.control:
        raise InputError("--lenient-control only applies with --control; add --control FILE")
    if not (options.control or options.types or options.by_type or options.with_all):
        return measures
    from errata.measures.hoo.control import read_control
    from errata.measures.hoo.measure import Hoo
    from errata.measures.hoo.types import ALL, member_types, type_blocks

    if gold.unit != CHARACTERS:
        raise InputError("--control, --types, --by-type and --with-all are for documents (HOO)")
    control = read_control(options.control, options.lenient_control) if options.control else None
    types = options.types.split(",") if options.types else []
    split: list[Measure] = []
    for text, measure in zip(options.measure or ["hoo"], measures or [Hoo()], strict=True):
        if not isinstance(measure, Hoo):
            split.append(measure)
            continue
        named = types
        if measure.types != ALL or f"types={ALL}" in text.partition(":")[2].split(","):
            if types or options.by_type or (options.control and "=" in measure.types):
                given = "--types" if types else "--by-type" if options.by_type else "--control"
                raise InputError(f"hoo:types={measure.types} and {given} both say which types; leave one out")
            named = member_types(measure.types)
        elif not (options.control or types or options.by_type):
            raise InputError("--with-all adds a table to those of types; give --control, --types or --by-type too")
        if "=" in measure.types:
            blocks = [ALL, measure.types]
        else:
            blocks = type_blocks(gold, control=control, types=named, by_type=options.by_type, with_all=options.with_all)
        split += [replace(measure, types=block) for block in blocks]
    return split
