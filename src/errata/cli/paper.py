"""Arguments for tables that go into a paper."""

from typing import TYPE_CHECKING

from errata.report.scores import SIGNATURES

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_paper(parser: "ArgumentParser") -> None:
    """Add the arguments for the layout of tables in a paper."""
    add = parser.add_argument
    add(
        "--wide",
        action="store_true",
        help="one table for readers, measures as columns, the best of each highlighted; in LaTeX with a label",
    )
    add(
        "--signature",
        choices=SIGNATURES,
        default=SIGNATURES[0],
        help="short: under tables, list only non-default options (default: full)",
    )
