"""Corrections in brackets, as a format for errata; the measure `per` is beside it."""

from errata import Format

BRACKETS = Format(
    name="brackets",
    suffixes=(".brackets",),
    about="one sentence per line, edits as [wrong->right]",
    module="errata_brackets.brackets",
    is_annotated=True,
    carries=dict.fromkeys(("text", "edits", "silence"), "yes"),
    sniff=lambda head: any("->" in line and "[" in line for line in head),
)
