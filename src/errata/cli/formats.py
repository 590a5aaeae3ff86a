"""`errata formats`: which files can be read and written."""

from argparse import ArgumentParser

from errata.formats import available_formats
from errata.report.tables import TextTable, to_text

_UNTRIED = " [by its public description, not tried on real files]"


def run(arguments: list[str]) -> int:
    """Run the command."""
    ArgumentParser(
        prog="errata formats",
        description="List the file formats. Each may be packed (.gz, .xz); '-' is standard input.",
    ).parse_args(arguments)
    rows = [
        [form.name, " ".join(form.suffixes), form.about + _UNTRIED * form.from_description]
        for form in available_formats().values()
    ]
    print(to_text(TextTable(["format", "suffix", "content"], rows, n_left=3)))
    return 0
