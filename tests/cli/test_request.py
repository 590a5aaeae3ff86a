"""What a command line asks to score."""

from argparse import Namespace
from pathlib import Path

import pytest
from tests.support import EXAMPLES, write_file

from errata import Corpus, DocumentSet, Green, InputError, Resampling
from errata.cli.options import (
    add_document_inputs,
    add_document_tables,
    add_inputs,
    add_presentation,
    add_resampling_options,
    command_parser,
)
from errata.cli.request import read_request, read_table_request, resampling

GOLD, GOOD = str(EXAMPLES / "gold.m2"), str(EXAMPLES / "good.txt")


def options(*arguments: str) -> Namespace:
    parser = command_parser("score", "GOLD OUTPUT", "")
    add_inputs(parser)
    add_presentation(parser)
    add_resampling_options(parser.add_argument_group(), 1000)
    add_document_tables(add_document_inputs(parser))
    return parser.parse_args(arguments)


def test_files_are_read_and_measures_made() -> None:
    """No measure asked for is left to scoring to choose."""
    asked = read_request(options(GOLD, f"mine={GOOD}", "--measure", "green:n=2", "--extract", "errata"))
    assert isinstance(asked.gold, Corpus)
    assert list(asked.outputs) == ["mine"]
    assert (asked.measures, asked.extract) == ([Green(n=2)], "errata")
    assert read_request(options(GOLD, GOOD)).measures is None


def test_edits_of_documents_are_extracted_while_reading(tmp_path: Path) -> None:
    """So nothing is left to extract."""
    write = write_file(tmp_path)
    edit = '<edit index="1" start="3" end="5"><original>go</original></edit>'
    gold, source = write("0001.xml", f"<edits>{edit}</edits>\n"), write("0001.txt", "He go.")
    corrected = write("0001new.txt", "He goes.")
    asked = read_request(options(str(gold), str(corrected), "--source", str(source), "--extract", "wdiff"))
    assert isinstance(asked.gold, DocumentSet)
    assert asked.extract is None
    [output] = asked.outputs.values()
    assert isinstance(output, DocumentSet)
    assert [edit.corrections for document in output for edit in document.edits] == [("goes.",)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lenient-control"], "--lenient-control is about the lines of --control; give that too"),
        (["--by-type"], r"--control, --types, --by-type and --with-all are for documents \(HOO\)"),
    ],
)
def test_what_only_tables_know_is_checked(arguments: list[str], message: str) -> None:
    """Before or after the files are read."""
    with pytest.raises(InputError, match=message):
        read_table_request(options(GOLD, GOOD, *arguments), None)


def test_how_to_resample(tmp_path: Path) -> None:
    """What is not given is the command's or the plan's; 0 is given."""
    assert resampling(options(GOLD, GOOD), 300) == Resampling(samples=300)
    clusters = write_file(tmp_path)("c.txt", "x\ny\n")
    given = options(GOLD, GOOD, "--samples", "20", "--seed", "0", "--level", "0.9", "--clusters", str(clusters))
    assert resampling(given, 300) == Resampling(samples=20, seed=0, level=0.9, clusters=["x", "y"])
