"""Text documents on the command line: read, split into blocks, and scored."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from errata.api.crossing import as_sentences
from errata.api.documents import SENTENCE, Blocks, by_document, score_splits, split_documents, suspicious
from errata.api.score import Result, score
from errata.api.segmenting import segment_documents
from errata.cli.inputs import Inputs, check_not_read, check_standard_input, name_systems, parse_columns
from errata.cli.raw import read_raw
from errata.cli.terminal import watched
from errata.errors import InputError
from errata.findings import report
from errata.formats import holds_documents, read
from errata.formats.datasets import read_documents, read_sources, read_submission
from errata.formats.essays import read_essays
from errata.formats.files import InputFile, bare_suffix
from errata.formats.strict_json import to_json
from errata.formats.writing import write_lines
from errata.measures import parse_measure
from errata.model import Corpus, Output
from errata.text.cutting import SPACE

if TYPE_CHECKING:
    from errata.stats.plan import Resampling

_Texts = tuple[Corpus, list[Corpus], dict[str, Corpus]]


def _check(options: Namespace) -> None:
    """Refuse options that do not apply to text documents."""
    if not options.documents:
        given = "--blocks" if options.blocks else "--write-blocks"
        raise InputError(f"{given} only applies to text documents; add --documents")
    has_gold = not options.source and not options.reference
    if not has_gold and not (options.source and options.reference):
        raise InputError(
            "--documents needs --source and --reference, or an annotated GOLD; write: --documents --source SOURCE "
            "--reference REFERENCE OUTPUT …, or --documents GOLD OUTPUT …"
        )
    if len(options.files) < 1 + has_gold:
        raise InputError(
            "--documents needs --source, --reference and OUTPUT, or GOLD and OUTPUT"
            if has_gold
            else "no system output given (only --source and --reference)"
        )
    if has_gold and options.blocks:
        raise InputError(f"--blocks {options.blocks}: outputs are split into the sentences of GOLD; leave it out")
    wrong = {
        "--columns": options.columns,
        "--keep-last-line": options.keep_last_line,
        "--extract-gold": options.extract_gold and not has_gold,
        "--only": options.only,
        "--gold": options.gold,
        "--clusters": getattr(options, "clusters", None),
    }
    odd = next((name for name, value in wrong.items() if value), None)
    if odd:
        why = "documents are resampled whole already" if odd == "--clusters" else "it applies to other inputs"
        raise InputError(f"{odd} cannot be combined with --documents: {why}; leave it out")


def _has_gold(options: Namespace) -> bool:
    """Tell whether an annotated GOLD is given, whose sentences become the blocks."""
    _check(options)
    return not options.source


def _read_by_gold(options: Namespace) -> Inputs:
    """Read GOLD and outputs that are whole documents, and split these into its sentences."""
    first, *others = options.files
    systems = name_systems(others)
    check_standard_input([first, *systems.values()])
    check_not_read({"--write-blocks": options.write_blocks}, [first, *systems.values()])
    file = InputFile(first)
    if holds_documents(file, parse_columns(None)):
        raise InputError(
            f"{first} was read as GOLD, but it holds documents, not sentences to split the outputs into; give "
            "annotated sentences, or --source and --reference"
        )
    split = segment_documents(read(file), {name: read_essays(path) for name, path in systems.items()})
    return _told(options, split)


def _told(options: Namespace, split: Blocks) -> Inputs:
    """Return what to score, with the blocks written and reported."""
    _write(options, [split])
    _tell(options, [split])
    measures = [parse_measure(text) for text in options.measure] if options.measure else None
    how = options.extract, options.extract_gold, options.normalise, options.tokens, read_raw(options)
    return Inputs(split.gold, dict(split.outputs), measures, *how)


def _read(options: Namespace) -> _Texts:
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
    """Report what was found while documents were split, with a summary of the boundaries."""
    for found in dict.fromkeys(
        [
            *(found for split in splits for found in split.findings),
            *suspicious(splits, options.tokens, read_raw(options)),
        ]
    ):
        report(found, 2)


def read_shared_blocks(options: Namespace) -> Inputs:
    """Read documents and split them where all outputs agree, for comparing systems block by block."""
    if _has_gold(options):
        return _read_by_gold(options)
    source, references, outputs = _read(options)
    return _told(options, split_documents(source, references, outputs, options.blocks or SENTENCE))


def draw_documents(asked: Inputs, plan: "Resampling") -> "Resampling":
    """Return a plan that resamples the documents of shared blocks."""
    return by_document([block.id.rpartition("/")[0] for block in asked.gold], plan)


def score_each(options: Namespace, interval: "Resampling | None") -> Result:
    """Score documents, split for each system separately."""
    if _has_gold(options):
        asked = _read_by_gold(options)
        plan = draw_documents(asked, interval) if interval else False
        with watched(options.quiet) as progress:
            return score(**asked.arguments, workers=options.workers, interval=plan, progress=progress)
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


def read_lines_of_documents(
    options: Namespace, file: InputFile, systems: Mapping[str, str]
) -> tuple[Corpus, dict[str, Output]]:
    """Read documents for sentence measures; systems provide corrected texts, or edits."""
    if options.gold:
        raise InputError("--gold applies to documents; to score their lines as sentences, convert them first")
    gold = read_documents(file, options.source, offset_unit=options.offset_unit)
    if not all(document.has_text for document in gold):
        raise InputError(
            f"{gold.called} holds edits of documents without their texts; to score their lines as sentences, give the "
            "texts with --source"
        )
    made = {}
    for name, path in systems.items():
        folder = Path(path)
        files = sorted(folder.iterdir()) if folder.is_dir() else [folder]
        has_edits = any(bare_suffix(each) == ".xml" for each in files)
        made[name] = (
            read_submission(path, gold, options.missing_file, gold.offset_unit) if has_edits else read_sources(path)
        )
    return as_sentences(gold, made, options.tokens or SPACE)
