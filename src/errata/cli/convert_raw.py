"""The raw-text part of `errata convert`: tokenise like a gold, as `errata score --raw` does."""

from argparse import Namespace
from collections.abc import Iterator

from errata.api.raw import prepare_raw
from errata.cli.convert_output import Target
from errata.cli.inputs import parse_columns, read_annotated, read_texts
from errata.cli.raw import read_raw
from errata.errors import InputError
from errata.extract import annotate
from errata.findings import report
from errata.formats import guess_format
from errata.formats.files import InputFile
from errata.model import Text
from errata.text.raw import Raw

_NAME = "IN"


def read_tokens(options: Namespace, inputs: list[InputFile], target: Target) -> Iterator[Text]:
    """Return the tokenised raw text as sentences; with --extract, also its edits."""
    raw = read_raw(options)
    assert isinstance(raw, Raw)
    _check(options, inputs, target)
    source, systems, columns = InputFile(options.source), {_NAME: str(inputs[0])}, parse_columns(options.columns)
    if options.source.endswith(".m2") or guess_format(source).is_annotated:
        if options.reference:
            raise InputError(f"--reference cannot be combined with {source}, which is annotated; give one or the other")
        gold, outputs = read_annotated(source, None, systems, columns)
    else:
        gold, outputs = read_texts(options.source, options.reference, systems, columns)
    if outputs[_NAME].edits is not None:
        raise InputError(f"{inputs[0]} has edits and is therefore tokenised; --raw is for plain text")
    prepared = prepare_raw(gold, list(outputs.values()), raw)
    for found in prepared.findings:
        report(found, 2)
    [output] = prepared.outputs
    if target.form.name == "text":
        return map(Text, output.texts)
    return iter(annotate(prepared.gold.sources, [output.texts], options.extract))


def _check(options: Namespace, inputs: list[InputFile], target: Target) -> None:
    if not options.source:
        raise InputError("--raw needs --source as well: the gold, or the source sentences, whose tokens IN should get")
    if len(inputs) > 1:
        raise InputError(f"--raw takes one file IN at a time, but there are {len(inputs)}")
    if target.form.name != "text" and not options.extract:
        raise InputError(f"{target.path} holds edits; add --extract errata to find them, or write plain text (.txt)")
    for name, given in (
        ("--merge", options.merge),
        ("--from", options.read_as),
        ("--tokens", options.tokens != "space"),
        ("--text", options.text),
        ("--annotators", options.annotators is not None),
    ):
        if given:
            raise InputError(f"{name} cannot be combined with --raw; leave it out")
