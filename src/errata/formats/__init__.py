"""One module a file format, each with read and write; here the registry, and the guess which one a file is in."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from warnings import catch_warnings, simplefilter

from errata.corpus import Corpus, Sentence
from errata.errors import ErrataWarning, FormatError, UnknownNameError
from errata.formats.files import STDIN, display_name, is_pipe
from errata.formats.files import read_lines as read_raw_lines
from errata.formats.plain import looks_like_m2
from errata.formats.plain import read_sentences as read_lines

ENTRY_POINTS = "errata.formats"
"""Entry-point group under which other packages offer formats, each a `Format`."""


@dataclass(frozen=True)
class Format:
    """A file format: how to know it, and the module with its `read(path)` and `write(path, sentences)`."""

    name: str
    suffixes: tuple[str, ...]
    about: str
    module: str
    is_annotated: bool
    sniff: Callable[[list[str]], bool] = lambda _head: False

    def read(self, path: str | os.PathLike[str]) -> Iterator[Sentence]:
        """Yield the sentences of a file."""
        sentences: Iterator[Sentence] = import_module(self.module).read(path)
        return sentences

    def write(self, path: str | os.PathLike[str], sentences: Iterable[Sentence]) -> None:
        """Write sentences to a file, whole or not at all."""
        import_module(self.module).write(path, sentences)


_BUILT_IN = (
    Format(
        "m2",
        (".m2",),
        "tokenised sentences with the edits of one or more annotators",
        "errata.formats.m2",
        is_annotated=True,
        sniff=looks_like_m2,
    ),
    Format(
        "text",
        (".txt",),
        "plain text, one sentence a line",
        "errata.formats.plain",
        is_annotated=False,
    ),
)


def available_formats() -> dict[str, Format]:
    """Return every format by name, those of other packages included."""
    from importlib.metadata import entry_points

    known = {form.name: form for form in _BUILT_IN}
    for point in entry_points(group=ENTRY_POINTS):
        known.setdefault(point.name, point.load())
    return known


def get_format(name: str) -> Format:
    """Return the format of that name."""
    for form in _BUILT_IN:
        if form.name == name:
            return form
    known = available_formats()
    if name not in known:
        raise UnknownNameError(f"no format is called {name!r}; there are: {', '.join(sorted(known))}")
    return known[name]


def _bare_suffix(path: str) -> str:
    stem = Path(path)
    return Path(stem.stem).suffix if stem.suffix in {".gz", ".xz"} else stem.suffix


def guess_format(path: str | os.PathLike[str]) -> Format:
    """Return the format a file's content, or else its suffix, speaks for; plain text if neither does.

    Standard input can be read only once, so it is not looked into: name the format instead.
    """
    suffix = _bare_suffix(os.fspath(path))
    for form in _BUILT_IN:
        if form.is_annotated and suffix in form.suffixes:
            return form
    known = available_formats().values()
    for form in known:
        if form not in _BUILT_IN and suffix in form.suffixes:
            return form
    if os.fspath(path) == STDIN or is_pipe(path):
        raise FormatError(f"the format of {display_name(path)} cannot be guessed, it can be read only once; name it")
    with catch_warnings():
        simplefilter("ignore", ErrataWarning)  # whoever reads the file says it
        head = list(islice(read_raw_lines(path), 2000))
    return next((form for form in known if form.sniff(head)), get_format("text"))


def read(path: str | os.PathLike[str], format: str | None = None) -> Corpus:
    """Read a corpus, the format guessed from the file unless named."""
    form = get_format(format) if format else guess_format(path)
    return Corpus(tuple(form.read(path)), display_name(path), form.is_annotated)


def read_gold(path: str | os.PathLike[str]) -> Corpus:
    """Read an annotated corpus; plain text is refused, and so is a file without sentences."""
    name = display_name(path)
    form = guess_format(path) if os.fspath(path) != STDIN and not is_pipe(path) else get_format("m2")
    if not form.is_annotated:
        read_lines(path)  # what cannot even be read as text has a message of its own
        raise FormatError(
            f"{name} is plain text, but GOLD, the first file, must be annotated (such as M2); for reference texts "
            "use --source SOURCE --reference REFERENCE"
        )
    corpus = Corpus(tuple(form.read(path)), name=name)
    if not corpus.sentences:
        raise FormatError(f"{name} has no sentences; a gold file needs at least one")
    return corpus


def write(corpus: Iterable[Sentence], path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write a corpus, the format taken from the suffix unless named; the file appears whole or not at all."""
    if format:
        form = get_format(format)
    else:
        suffix = _bare_suffix(os.fspath(path))
        form = next((form for form in available_formats().values() if suffix in form.suffixes), get_format("text"))
        if suffix not in form.suffixes:
            raise FormatError(f"no format is known by the suffix of {os.fspath(path)}; name one")
    form.write(path, corpus)


__all__ = ["Format", "available_formats", "get_format", "guess_format", "read", "read_gold", "read_lines", "write"]
