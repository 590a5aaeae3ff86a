"""Documents of text on a command line: read, cut into blocks, and scored."""

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from errata.api.documents import SENTENCE, Blocks, by_document, score_splits, split_documents, suspicious
from errata.api.score import Result
from errata.cli.inputs import Inputs, check_not_read, check_standard_input, name_systems
from errata.cli.raw import read_raw
from errata.cli.terminal import watched
from errata.errors import InputError
from errata.findings import report
from errata.formats.essays import read_essays
from errata.formats.strict_json import to_json
from errata.formats.writing import write_lines
from errata.measures import parse_measure
from errata.model import Corpus

if TYPE_CHECKING:
    from errata.stats.plan import Resampling

_Texts = tuple[Corpus, list[Corpus], dict[str, Corpus]]


def _check(options: Namespace) -> None:
    """Refuse what does not go with documents of text."""
    if not options.documents:
        given = "--blocks" if options.blocks else "--write-blocks"
        raise InputError(f"{given} is about documents of text; add --documents")
    if not options.source or not options.reference:
        raise InputError(
            "--documents needs --source and --reference: documents have no annotated GOLD; write: --documents --source "
            "SOURCE --reference REFERENCE OUTPUT …"
        )
    if not options.files:
        raise InputError("nothing to score: no OUTPUT is given beside --source and --reference")
    wrong = {
        "--columns": options.columns,
        "--keep-last-line": options.keep_last_line,
        "--extract-gold": options.extract_gold,
        "--gold": options.gold,
        "--clusters": getattr(options, "clusters", None),
    }
    odd = next((name for name, value in wrong.items() if value), None)
    if odd:
        why = "documents are drawn whole already" if odd == "--clusters" else "it is about other inputs"
        raise InputError(f"{odd} does not go with --documents: {why}; leave it out")


def _read(options: Namespace) -> _Texts:
    _check(options)
    systems = name_systems(options.files)
    paths = [options.source, *options.reference, *systems.values()]
    check_standard_input(paths)
    check_not_read({"--write-blocks": options.write_blocks}, paths)
    references = [read_essays(path) for path in options.reference]
    return read_essays(options.source), references, {name: read_essays(path) for name, path in systems.items()}


def _write(options: Namespace, splits: Sequence[Blocks]) -> None:
    if options.write_blocks:
        write_lines(options.write_blocks, [to_json(row) for split in splits for row in split.rows()])


def _tell(options: Namespace, splits: Sequence[Blocks]) -> None:
    """Report what was found while documents were cut, boundaries in sum."""
    for found in dict.fromkeys(
        [
            *(found for split in splits for found in split.findings),
            *suspicious(splits, options.tokens, read_raw(options)),
        ]
    ):
        report(found, 2)


def read_shared_blocks(options: Namespace) -> Inputs:
    """Read documents and cut them where all outputs agree, for what compares systems block by block."""
    source, references, outputs = _read(options)
    split = split_documents(source, references, outputs, options.blocks or SENTENCE)
    _write(options, [split])
    _tell(options, [split])
    measures = [parse_measure(text) for text in options.measure] if options.measure else None
    made = dict(split.outputs)
    how = options.extract, False, options.normalise, options.tokens, read_raw(options)
    return Inputs(split.gold, made, measures, *how)


def draw_documents(asked: Inputs, plan: "Resampling") -> "Resampling":
    """Return a plan that draws the documents of shared blocks."""
    return by_document([block.id.rpartition("/")[0] for block in asked.gold], plan)


def score_each(options: Namespace, interval: "Resampling | None") -> Result:
    """Score documents, cut for each system by itself."""
    source, references, outputs = _read(options)
    how = options.blocks or SENTENCE
    splits = [split_documents(source, references, {name: made}, how) for name, made in outputs.items()]
    _write(options, splits)
    _tell(options, splits)
    with watched(options.quiet) as progress:
        return score_splits(
            splits,
            measures=options.measure,
            extract=options.extract,
            normalise=options.normalise,
            tokens=options.tokens,
            raw=read_raw(options),
            workers=options.workers,
            interval=interval or False,
            progress=progress,
        )
