"""Files named on a command line, read and checked that they belong together."""

from collections.abc import Sequence
from pathlib import Path

from errata.corpus import Corpus
from errata.errors import FormatError, InputError, LengthError
from errata.formats import guess_format, read, read_gold, read_lines
from errata.formats.files import STDIN, display_name

_SUFFIXES = {".gz", ".xz", ".txt", ".m2", ".xml"}


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
        if not equals or not name or Path(argument).exists():
            name, path = system_name(argument), argument
        if name in systems:
            raise InputError(f"two systems are called {name!r}: {systems[name]} and {path}; name them: NAME={path}")
        systems[name] = path
    return systems


def check_standard_input(paths: Sequence[str]) -> None:
    """Refuse to read standard input more than once."""
    if sum(path == STDIN for path in paths) > 1:
        raise InputError("standard input ('-') can stand for one file only")


def _drop_shared_last_line(files: dict[str, list[str]]) -> None:
    """Drop an empty last line that every file has: it ends the files, it is no sentence."""
    if all(len(lines) > 1 and not lines[-1] for lines in files.values()):
        for lines in files.values():
            lines.pop()


def read_texts(
    source: str, references: Sequence[str], outputs: dict[str, str]
) -> tuple[Corpus, dict[str, list[str] | Corpus]]:
    """Read source, references and outputs line by line the same sentences; outputs may be annotated instead."""
    paths = [source, *references, *outputs.values()]
    check_standard_input(paths)
    made = {path: read_output(path) for path in outputs.values() if path not in {source, *references}}
    files = {path: read_lines(path) for path in (source, *references)}
    files |= {path: content for path, content in made.items() if not isinstance(content, Corpus)}
    _drop_shared_last_line(files)
    sources = files[source]
    if not sources:
        raise FormatError(f"{display_name(source)} is empty; there is nothing to score")
    for path in references:
        if len(files[path]) != len(sources):
            raise LengthError(
                f"{display_name(path)} has {len(files[path])} lines but {display_name(source)} has {len(sources)}; "
                "source and references must have the same sentences, line by line"
            )
    gold = Corpus.from_texts(sources, [files[path] for path in references], name=display_name(source))
    return gold, {name: files[path] if path in files else made[path] for name, path in outputs.items()}


def read_annotated(
    gold_path: str, source: str | None, outputs: dict[str, str]
) -> tuple[Corpus, dict[str, list[str] | Corpus]]:
    """Read an annotated gold file and outputs, plain or annotated; the source, if given, must be the gold's."""
    check_standard_input([gold_path, *([source] if source else []), *outputs.values()])
    gold = read_gold(gold_path)
    if source:
        _check_source(gold, source)
    return gold, {name: read_output(path) for name, path in outputs.items()}


def read_output(path: str) -> list[str] | Corpus:
    """Read a system's output: an annotated file as a corpus, anything else as lines of text."""
    if path != STDIN and guess_format(path).is_annotated:
        return read(path)
    return read_lines(path)


def _check_source(gold: Corpus, path: str) -> None:
    lines = read_lines(path)
    if len(lines) != len(gold):
        raise LengthError(f"{path} has {len(lines)} lines but {gold.name} has {len(gold)} sentences")
    for number, (line, sentence) in enumerate(zip(lines, gold, strict=True), 1):
        if line.split() != list(sentence.tokens):
            raise InputError(
                f"{path}, line {number}: {line!r} is not the source that {gold.name} has there: {sentence.source!r}"
            )
