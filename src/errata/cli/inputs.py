"""What a command line asks to score: each file opened and detected once, read, and checked against the others."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from errata.api.accept import check_length
from errata.api.files import system_name
from errata.cli.raw import read_raw
from errata.errors import FormatError, InputError, LengthError
from errata.findings import Finding, report
from errata.formats import Format, get_format, guess_format, holds_documents, read, read_lines, read_packed
from errata.formats.files import STDIN, InputFile, display_name
from errata.formats.registry import GOLD, output_role
from errata.formats.writing import output_name
from errata.measures import argument_modules, parse_measure
from errata.measures.base import Measure
from errata.model import CHARACTERS, Corpus, Output
from errata.records import dataclass, replace
from errata.text.cutting import SPACE, cutter
from errata.text.messages import plural

if TYPE_CHECKING:
    from argparse import Namespace

    from errata.stats.plan import Resampling
    from errata.text.raw import Raw

Columns = Mapping[str, str]
"""The columns given by --columns: which columns of tables have which role."""
_NO_COLUMNS: Columns = MappingProxyType({})


@dataclass(frozen=True)
class Inputs:
    """The inputs of a command line, read and checked, under the argument names of `errata.score`."""

    gold: Corpus
    outputs: dict[str, Output]
    measures: list[Measure] | None
    extract: str | None
    extract_gold: bool
    normalise: str | None
    tokens: str | None
    raw: "Raw | bool | None"
    only: list[int] | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments for `score`, `compare` and `explain`."""
        return dict(vars(self))


def read_inputs(options: "Namespace") -> Inputs:
    """Read the files of a command line and make its measures."""
    if any(getattr(options, name, None) for name in ("documents", "blocks", "write_blocks")):
        from errata.cli.documents import read_shared_blocks

        return read_shared_blocks(options)
    chosen = [parse_measure(text) for text in options.measure] if options.measure else None
    gold, outputs = _read_files(options, {measure.works_on for measure in chosen or ()})
    extract, tokens = options.extract, options.tokens
    if gold.is_crossed:  # as what the measures work on, with tokens and edits already
        extract = tokens = None
    elif gold.unit == CHARACTERS:
        if options.extract_gold:
            raise InputError(f"--extract-gold is for sentences, but {gold.called} holds documents; leave it out")
        extract = None  # the edits of documents are extracted while they are read
    asked = options.extract_gold, options.normalise, tokens, read_raw(options)
    return Inputs(gold, outputs, chosen, extract, *asked, read_only(options.only))


def read_only(path: str | None) -> list[int] | None:
    """Return the numbers of the sentences that take part, None for all."""
    if not path:
        return None
    from errata.formats.judgements import read_sentence_numbers  # an XML parser that most runs do without

    return read_sentence_numbers(path)


def read_table_inputs(options: "Namespace", plan: "Resampling | None") -> Inputs:
    """Read the same for a table of scores, for which measures may add arguments."""
    asked = read_inputs(options)
    if plan and plan.clusters is not None and len(plan.clusters) != len(asked.gold):
        raise LengthError(
            f"{display_name(options.clusters)} has {plural(len(plan.clusters), 'cluster label')} for "
            f"{plural(len(asked.gold), asked.gold.noun)}; give one for each"
        )
    measures = asked.measures
    for module in argument_modules(options.measure or ()):
        measures = module.apply(options, measures, asked.gold)
    return replace(asked, measures=measures)


def resampling(options: "Namespace", samples: int) -> "Resampling":
    """Return the resampling settings."""
    from errata.stats.plan import Resampling

    names = ("samples", "seed", "level", "method")
    given = {name: getattr(options, name) for name in names if getattr(options, name) is not None}
    clusters = read_lines(options.clusters) if options.clusters else None
    return Resampling(**{"samples": samples, **given, "clusters": clusters})


def _read_files(options: "Namespace", works_on: set[str]) -> tuple[Corpus, dict[str, Output]]:
    """Read the files of a command line: documents, annotated sentences, or texts with plain references.

    If all requested measures need the other unit, documents become sentences, or sentences a document.
    """
    if not options.files:
        raise InputError(
            "no system output given (only --source and --reference)"
            if options.reference
            else "neither GOLD nor OUTPUT given; see --help"
        )
    columns = parse_columns(options.columns)
    if options.reference:
        if not options.source:
            annotated = [path for path in options.files if path.endswith(".m2")]
            raise InputError(
                f"--reference cannot be combined with GOLD ({annotated[0]}); give one or the other"
                if annotated
                else "--reference also needs --source, the text that was corrected"
            )
        systems = name_systems(options.files)
        return read_texts(options.source, options.reference, systems, columns, keep_last_line=options.keep_last_line)
    first, *others = options.files
    gold = InputFile(first)
    is_documents = holds_documents(gold, columns)
    if is_documents and not os.path.isdir(first) and guess_format(gold).holds_texts:  # noqa: PTH112
        raise InputError(
            f"{gold} holds whole text documents; write: --documents --source SOURCE --reference REFERENCE OUTPUT"
        )
    if options.source and not is_documents and not first.endswith(".m2") and not guess_format(gold).is_annotated:
        raise InputError(
            f"{gold} is plain text, not annotated gold; with --source give --reference too, the corrected text"
        )
    if not others:
        hint = "" if is_documents else "; for plain references use --source and --reference"
        raise InputError(f"no system output given ({gold} was read as GOLD){hint}")
    if not is_documents:
        if options.gold:
            raise InputError(
                f"--gold {options.gold[0]} adds an annotator of documents, but {gold.name} holds sentences; put both "
                f"into one file: errata convert --merge {gold.name} {options.gold[0]} both.m2"
            )
        found = read_annotated(gold, options.source, name_systems(others), columns, options.tokens)
        if works_on != {"documents"} or not options.extract:
            return found
        from errata.api.crossing import as_document

        return as_document(*found, options.extract, gold.name)
    if works_on == {"sentences"}:
        from errata.cli.documents import read_lines_of_documents

        return read_lines_of_documents(options, gold, name_systems(others))
    return read_document_sets(
        gold,
        options.source,
        name_systems(others),
        annotators=options.gold,
        extract=options.extract,
        offset_unit=options.offset_unit,
        missing_file=options.missing_file,
    )


def split_name(argument: str) -> tuple[str, str]:
    """Return the name and the path of NAME=PATH; the name is empty where only a path is given."""
    name, equals, path = argument.partition("=")
    if not equals or not name or "/" in name or os.path.exists(argument):  # noqa: PTH110  # never raises
        return "", argument
    return name, path


def name_systems(arguments: Sequence[str], noun: str = "systems") -> dict[str, str]:
    """Return the path of each output, named by NAME=PATH or after its file; duplicate names are refused."""
    systems: dict[str, str] = {}
    for argument in arguments:
        name, path = split_name(argument)
        name = name or system_name(path)
        if not name.isprintable():
            raise InputError(f"the name {name!r} cannot be printed; give another: NAME=PATH")
        if not path:
            raise InputError(f"{argument!r} names no file; write NAME=PATH")
        if name in systems:
            raise InputError(f"two {noun} are called {name!r}: {systems[name]} and {path}; name each: NAME=PATH")
        systems[name] = path
    return systems


def check_standard_input(paths: Sequence[str | None]) -> None:
    """Refuse to read standard input more than once."""
    if sum(path == STDIN for path in paths) > 1:
        raise InputError("standard input ('-') can be given only once")


def check_not_read(written: Mapping[str, str | None], read: Iterable[str | None]) -> None:
    """Refuse to overwrite an input; `written` maps options and arguments to paths."""
    places = {os.path.realpath(path): path for path in read if path and path != STDIN}
    for name, path in written.items():
        if path and path != STDIN and os.path.realpath(path) in places:
            raise InputError(f"{name} {path} would overwrite an input; give it another name")


def check_output(options: "Namespace", *more: str | None) -> None:
    """Refuse to write a result over an input of the command."""
    named = [name.partition("=")[2] for name in options.files]  # where NAME=PATH names a system
    read = [*options.files, *named, options.source, *options.reference, options.only, *more]
    check_not_read({"--output": options.output}, read)


def check_replaces(name: str, path: str, read: Callable[[str], object], what: str) -> None:
    """Refuse to overwrite a file with other content than is written: it may be meant as an input."""
    try:
        if is_filled(path):
            read(path)
    except FormatError as error:
        raise InputError(
            f"{name} {path} would overwrite a file that holds no {what} ({error}); {name} names "
            f"the file to write: remove {path} first, or choose another name"
        ) from None


def is_filled(path: str) -> bool:
    """Tell whether a file exists and is not empty."""
    return path != STDIN and os.path.isfile(path) and os.path.getsize(path) > 0  # noqa: PTH113, PTH202


def check_apart(written: Mapping[str, str | None]) -> None:
    """Refuse to write two results to one file, where the second would overwrite the first."""
    taken: dict[str, str] = {}
    for name, path in written.items():
        if not path or path == os.devnull:
            continue
        place = path if path == STDIN else os.path.realpath(path)
        if place in taken:
            raise InputError(
                f"{taken[place]} and {name} would both be written to {output_name(path)}; give each its own name"
            )
        taken[place] = name


def parse_columns(text: str | None) -> dict[str, str]:
    """Return the columns given by --columns.

    >>> parse_columns("source=src, reference_1=tgt")
    {'source': 'src', 'reference_1': 'tgt'}
    """
    columns: dict[str, str] = {}
    for part in text.split(",") if text is not None else ():
        ours, _, theirs = (side.strip() for side in part.partition("="))
        if not ours or not theirs:
            raise InputError(f"--columns is {text!r}; write, for example, source=src,reference_1=tgt")
        if ours in columns:
            raise InputError(f"--columns names two columns as {ours!r}: {columns[ours]!r} and {theirs!r}")
        columns[ours] = theirs
    return columns


def check_columns(columns: Columns, files: Iterable[InputFile]) -> None:
    """Refuse --columns if no file is a table."""
    if columns and not any(_is_table(guess_format(file)) for file in files):
        raise InputError(
            "--columns applies to tables (TSV, CSV, JSON Lines, Parquet), but no file is one; leave it out"
        )


def _is_table(form: Format) -> bool:
    return "columns" in form.read_settings


def _read_table(file: InputFile, form: Format, role: str, columns: Columns) -> Corpus:
    """Read an annotated file; if it is a table, for the given role."""
    return read(file, form.name, **({"role": role, "columns": columns} if _is_table(form) else {}))


def read_texts(
    source: str,
    references: Sequence[str],
    outputs: dict[str, str],
    columns: Columns = _NO_COLUMNS,
    *,
    keep_last_line: bool = False,
) -> tuple[Corpus, dict[str, Output]]:
    """Read source, references and outputs, aligned line by line; outputs may be annotated instead.

    An empty last line in every file is not a sentence, unless `keep_last_line`.
    """
    check_standard_input([source, *references, *outputs.values()])
    plain = {source, *references}
    others = {name: InputFile(path) for name, path in outputs.items() if path not in plain}
    check_columns(columns, others.values())
    made = {name: read_output(name, file, columns) for name, file in others.items()}
    files = {path: read_lines(path) for path in (source, *references)}
    files |= {outputs[name]: list(output.texts) for name, output in made.items() if output.edits is None}
    if not keep_last_line:
        _drop_shared_last_line(files)
    sources = files[source]
    if not sources:
        raise FormatError(f"{display_name(source)} is empty; there is nothing to score")
    for path in references:
        check_length(display_name(path), files[path], display_name(source), sources)
    gold = Corpus.from_texts(sources, [files[path] for path in references], name=display_name(source))
    return gold, {
        name: _with_lines(made.get(name), files[path]) or Output(name, files[path], origin=display_name(path))
        if path in files
        else made[name]
        for name, path in outputs.items()
    }


def _with_lines(made: Output | None, lines: list[str]) -> Output | None:
    """Return an output with these lines, the first of its own, and what is known of their sentences."""
    if made is None:
        return None
    return replace(made, texts=lines, sources=made.sources[: len(lines)], ids=made.ids[: len(lines)])


def _drop_shared_last_line(files: dict[str, list[str]]) -> None:
    """Drop an empty last line that every file has: it is a line end, not a sentence."""
    if all(len(lines) > 1 and not lines[-1] for lines in files.values()):
        n_lines = max(map(len, files.values()))
        message = (
            f"every file ends with an empty line; ignoring line {n_lines:,}, "
            f"{n_lines - 1:,} sentence{'s remain' if n_lines > 2 else ' remains'} (--keep-last-line scores it too)"
        )
        report(Finding("trailing-empty-line", message), 2)
        for lines in files.values():
            lines.pop()


def check_annotated(file: InputFile, argument: str, others: Iterable[InputFile], remedy: str = "") -> None:
    """Refuse plain text where an annotated file is required, asking whether another file was meant."""
    if guess_format(file).is_annotated:
        return
    if not file.head:
        raise FormatError(f"{file.name} is empty; {argument} must be annotated (such as M2)")
    swapped = next((other for other in others if _is_annotated(other)), None)
    if swapped:
        remedy = f"; {swapped} is: are the two swapped?"
    raise FormatError(f"{file.name} is plain text, but {argument} must be annotated (such as M2){remedy}")


def _is_annotated(file: InputFile) -> bool:
    try:
        return os.path.isfile(file) and guess_format(file).is_annotated  # noqa: PTH113
    except FormatError:
        return False


def read_gold(
    file: InputFile,
    argument: str,
    others: Iterable[InputFile] = (),
    remedy: str = "",
    columns: Columns = _NO_COLUMNS,
) -> Corpus:
    """Read an annotated corpus; plain text and an empty file are refused."""
    if file.is_stream and file.head.startswith(b"S "):
        file.form = get_format("m2")  # no suffix says so of one without a single edit
    check_annotated(file, argument, others, remedy)
    corpus = _read_table(file, guess_format(file), GOLD, columns)
    if not len(corpus):
        raise FormatError(f"{file.name} has no sentences; a gold file needs at least one")
    return corpus


def read_annotated(
    gold: InputFile,
    source: str | None,
    systems: dict[str, str],
    columns: Columns = _NO_COLUMNS,
    tokens: str | None = None,
) -> tuple[Corpus, dict[str, Output]]:
    """Read an annotated gold file and outputs, plain or annotated; the source, if given, must be the gold's.

    `tokens` is the tokenisation of the source.
    """
    check_standard_input([str(gold), source, *systems.values()])
    outputs = {name: InputFile(path) for name, path in systems.items()}
    check_columns(columns, [gold, *outputs.values()])
    corpus = read_gold(
        gold,
        "GOLD, the first file,",
        outputs.values(),
        "; for reference texts use --source SOURCE --reference REFERENCE",
        columns,
    )
    if source:
        _check_source(corpus, source, tokens or SPACE)
    return corpus, {name: read_output(name, file, columns, gold) for name, file in outputs.items()}


def read_output(name: str, file: InputFile, columns: Columns = _NO_COLUMNS, gold: InputFile | None = None) -> Output:
    """Read a system's output: the edits of an annotated file, a table's column, or lines of text."""
    form = guess_format(file)
    if not form.is_annotated:
        return Output(name, read_packed(file), origin=file.name)
    corpus = _read_table(file, form, output_role(file, gold), columns)
    if len(corpus.annotators) > 1:
        raise InputError(
            f"{corpus.name} has {len(corpus.annotators)} annotators ({', '.join(map(str, corpus.annotators))}), "
            "but the output of a system has one; choose: "
            f"errata convert {corpus.name} OUT.m2 --annotators {corpus.annotators[0]}"
        )
    return Output.from_corpus(name, corpus)


def _check_source(gold: Corpus, path: str, tokens: str) -> None:
    lines = list(map(cutter(tokens), read_lines(path)))
    check_length(display_name(path), lines, gold.name, gold.sources)
    for number, (line, sentence) in enumerate(zip(lines, gold, strict=True), 1):
        if line.split() != list(sentence.tokens):
            raise InputError(
                f"{display_name(path)}, line {number}: {line!r} is not the source that {gold.name} has there: "
                f"{sentence.source!r}; give the source the gold was made from, or leave --source out"
            )


def read_document_sets(
    gold_file: InputFile,
    source: str | None,
    outputs: dict[str, str],
    *,
    annotators: Sequence[str] = (),
    extract: str | None = None,
    offset_unit: str = "auto",
    missing_file: str = "error",
) -> tuple[Corpus, dict[str, Output]]:
    """Read gold documents and system outputs, files in folders paired by their leading number.

    The outputs are edits, in the unit found for the gold, or corrected texts if `extract` names an extractor.
    `annotators` are more gold: the same documents annotated by others.
    """
    from errata.formats.datasets import read_documents, read_sources, read_submission

    gold = read_documents(gold_file, source, offset_unit=offset_unit)
    # Edits marked in the text itself tell nothing of what the offsets of other files count.
    has_marks = source is None and all(document.has_text for document in gold)
    unit = offset_unit if has_marks else gold.offset_unit
    if annotators:
        others = [
            replace(read_submission(path, gold, "empty", unit), offset_unit=gold.offset_unit) for path in annotators
        ]
        from errata.model.merging import merge

        gold = merge([gold, *others])
    submitted = {}
    for name, path in outputs.items():
        if extract:
            from errata.extract.documents import extract_documents

            submitted[name] = extract_documents(gold, read_sources(path), extract, missing_file)
        else:
            submitted[name] = read_submission(path, gold, missing_file, unit, source)
    return gold, {name: Output(name, origin=made.called, documents=made) for name, made in submitted.items()}
