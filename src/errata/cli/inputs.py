"""Files named on a command line, read and checked that they belong together."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from warnings import warn

from errata.api.accept import check_length
from errata.corpus import Corpus, Output
from errata.document_sets import DocumentSet, merge_documents
from errata.errors import ErrataWarning, FormatError, InputError
from errata.formats import Format, get_format, guess_format, read, read_lines
from errata.formats.files import PACKED, STDIN, AnyPath, display_name, is_pipe
from errata.formats.registry import GOLD, OUTPUT, SUFFIXES

_SUFFIXES = {*PACKED, *SUFFIXES}
Columns = Mapping[str, str]
"""What --columns says: which columns of tables stand for ours."""
_NO_COLUMNS: Columns = MappingProxyType({})


def system_name(path: str) -> str:
    """Return the file name without known suffixes.

    >>> system_name("runs/AMU.txt.gz")
    'AMU'
    """
    if path == STDIN:
        return "stdin"
    name = Path(path).name
    while Path(name).suffix in _SUFFIXES:
        name = Path(name).stem
    return name


def name_systems(arguments: Sequence[str]) -> dict[str, str]:
    """Return the path of each system, its name given as NAME=PATH or taken from the file's; no name twice."""
    systems: dict[str, str] = {}
    for argument in arguments:
        name, equals, path = argument.partition("=")
        if not equals or not name or "/" in name or os.path.exists(argument):  # noqa: PTH110  # never raises
            name, path = system_name(argument), argument
        if not name.isprintable():
            raise InputError(f"the name {name!r} cannot be printed; name the system: NAME=PATH")
        if not path:
            raise InputError(f"{argument!r} names no file; write NAME=PATH")
        if name in systems:
            raise InputError(f"two systems are called {name!r}: {systems[name]} and {path}; name each: NAME=PATH")
        systems[name] = path
    return systems


def check_standard_input(paths: Sequence[str]) -> None:
    """Refuse to read standard input more than once."""
    if sum(path == STDIN for path in paths) > 1:
        raise InputError("standard input ('-') can stand for one file only")


def _drop_shared_last_line(files: dict[str, list[str]]) -> None:
    """Drop an empty last line that every file has: it ends the files, it is not a sentence."""
    if all(len(lines) > 1 and not lines[-1] for lines in files.values()):
        n_lines = max(map(len, files.values()))
        warn(
            f"every file ends with an empty line; ignoring line {n_lines:,}, "
            f"{n_lines - 1:,} sentence{'s remain' if n_lines > 2 else ' remains'} (--keep-last-line scores it too)",
            ErrataWarning,
            stacklevel=2,
        )
        for lines in files.values():
            lines.pop()


def parse_columns(text: str | None) -> dict[str, str]:
    """Return what --columns says.

    >>> parse_columns("source=src, reference_1=tgt")
    {'source': 'src', 'reference_1': 'tgt'}
    """
    columns: dict[str, str] = {}
    for part in text.split(",") if text is not None else ():
        ours, _, theirs = (side.strip() for side in part.partition("="))
        if not ours or not theirs:
            raise InputError(f"--columns is {text!r}; write such as source=src,reference_1=tgt")
        if ours in columns:
            raise InputError(f"--columns says twice which column is {ours!r}: {columns[ours]!r} and {theirs!r}")
        columns[ours] = theirs
    return columns


def check_columns(columns: Columns, paths: Iterable[str]) -> None:
    """Refuse --columns where no file is a table."""
    if columns and not any(_can_guess(path) and _is_table(guess_format(path)) for path in paths):
        raise InputError("--columns is about tables (TSV, CSV, JSON Lines, Parquet), but no file is one; leave it out")


def _is_table(form: Format) -> bool:
    return "columns" in form.read_settings


def table_settings(form: Format, role: str, columns: Columns) -> dict[str, object]:
    """Return what the reader of a table is told; those of other formats are told nothing."""
    return {"role": role, "columns": columns} if _is_table(form) else {}


def read_texts(
    source: str,
    references: Sequence[str],
    outputs: dict[str, str],
    columns: Columns = _NO_COLUMNS,
    *,
    keep_last_line: bool = False,
) -> tuple[Corpus, dict[str, Output]]:
    """Read source, references and outputs, line by line the same sentences; outputs may be annotated instead.

    An empty last line that every file has is not a sentence, unless `keep_last_line`.
    """
    paths = [source, *references, *outputs.values()]
    check_standard_input(paths)
    others = {name: path for name, path in outputs.items() if path not in {source, *references}}
    check_columns(columns, others.values())
    made = {name: read_output(name, path, columns) for name, path in others.items()}
    files = {path: read_lines(path) for path in (source, *references)}
    files |= {others[name]: list(output.texts) for name, output in made.items() if output.edits is None}
    if not keep_last_line:
        _drop_shared_last_line(files)
    sources = files[source]
    if not sources:
        raise FormatError(f"{display_name(source)} is empty; there is nothing to score")
    for path in references:
        check_length(display_name(path), files[path], display_name(source), sources)
    gold = Corpus.from_texts(sources, [files[path] for path in references], name=display_name(source))
    return gold, {
        name: Output(name, files[path], origin=display_name(path)) if path in files else made[name]
        for name, path in outputs.items()
    }


def check_annotated(path: AnyPath, argument: str, others: Iterable[str], remedy: str = "") -> None:
    """Refuse plain text where an argument must be annotated, asking whether one of the others was meant."""
    if not _can_guess(path) or guess_format(path).is_annotated:
        return
    name = display_name(path)
    if not read_lines(path):  # what cannot even be read as text has a message of its own
        raise FormatError(f"{name} is empty; {argument} must be annotated (such as M2)")
    swapped = next((other for other in others if _is_annotated(other)), None)
    if swapped:
        remedy = f"; {swapped} is: are the two swapped?"
    raise FormatError(f"{name} is plain text, but {argument} must be annotated (such as M2){remedy}")


def _can_guess(path: AnyPath) -> bool:
    return os.fspath(path) != STDIN and not is_pipe(path)


def _is_annotated(path: str) -> bool:
    try:
        return _can_guess(path) and Path(path).is_file() and guess_format(path).is_annotated
    except FormatError:
        return False


def read_gold(
    path: AnyPath, argument: str, others: Iterable[str] = (), remedy: str = "", columns: Columns = _NO_COLUMNS
) -> Corpus:
    """Read an annotated corpus, M2 where the format cannot be guessed; plain text and an empty file are refused."""
    check_annotated(path, argument, others, remedy)
    name = display_name(path)
    form = guess_format(path) if _can_guess(path) else get_format("m2")
    corpus = read(path, form.name, **table_settings(form, GOLD, columns))
    if not corpus.sentences:
        raise FormatError(f"{name} has no sentences; a gold file needs at least one")
    return corpus


def read_annotated(
    gold_path: str, source: str | None, outputs: dict[str, str], columns: Columns = _NO_COLUMNS
) -> tuple[Corpus, dict[str, Output]]:
    """Read an annotated gold file and outputs, plain or annotated; the source, if given, must be the gold's."""
    check_standard_input([gold_path, *([source] if source else []), *outputs.values()])
    check_columns(columns, [gold_path, *outputs.values()])
    gold = read_gold(
        gold_path,
        "GOLD, the first file,",
        outputs.values(),
        "; for reference texts use --source SOURCE --reference REFERENCE",
        columns,
    )
    if source:
        _check_source(gold, source)
    return gold, {name: read_output(name, path, columns) for name, path in outputs.items()}


def read_output(name: str, path: str, columns: Columns = _NO_COLUMNS) -> Output:
    """Read a system's output: the edits of an annotated file, the column of a table, or lines of text."""
    form = guess_format(path) if _can_guess(path) else get_format("text")
    if form.is_annotated:
        corpus = read(path, form.name, **table_settings(form, OUTPUT, columns))
        if len(corpus.annotators) > 1:
            raise InputError(
                f"{corpus.name} has {len(corpus.annotators)} annotators ({', '.join(map(str, corpus.annotators))}), "
                "but the output of a system has one; choose: "
                f"errata convert {corpus.name} OUT.m2 --annotators {corpus.annotators[0]}"
            )
        return Output.from_corpus(name, corpus)
    return Output(name, read_lines(path), origin=display_name(path))


def _check_source(gold: Corpus, path: str) -> None:
    lines = read_lines(path)
    check_length(display_name(path), lines, gold.name, gold.sources)
    for number, (line, sentence) in enumerate(zip(lines, gold, strict=True), 1):
        if line.split() != list(sentence.tokens):
            raise InputError(
                f"{display_name(path)}, line {number}: {line!r} is not the source that {gold.name} has there: "
                f"{sentence.source!r}; give the source the gold was made from, or leave --source out"
            )


def read_document_sets(
    gold_path: str,
    source: str | None,
    outputs: dict[str, str],
    *,
    annotators: Sequence[str] = (),
    extract: str | None = None,
    offset_unit: str = "auto",
    missing_file: str = "error",
) -> tuple[DocumentSet, dict[str, DocumentSet]]:
    """Read gold documents and what systems made of them, files of folders paired by their leading number.

    The outputs are edits, in the unit found for the gold, or corrected texts where `extract` says how to get edits.
    `annotators` are more gold: the same documents by others.
    """
    from errata.formats.datasets import read_documents, read_sources, read_submission

    gold = read_documents(gold_path, source, offset_unit=offset_unit)
    # Edits marked in the text itself tell nothing of what the offsets of other files count.
    has_marks = source is None and all(document.has_text for document in gold)
    unit = offset_unit if has_marks else gold.offset_unit
    if annotators:
        others = [
            replace(read_submission(path, gold, "empty", unit), offset_unit=gold.offset_unit) for path in annotators
        ]
        gold = merge_documents([gold, *others])
    submitted = {}
    for name, path in outputs.items():
        if extract:
            from errata.extract.documents import extract_documents

            submitted[name] = extract_documents(gold, read_sources(path), extract, missing_file)
        else:
            submitted[name] = read_submission(path, gold, missing_file, unit, source)
    return gold, submitted
