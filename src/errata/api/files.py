"""What may be given in place of lists and corpora: file names or paths, data frame columns, arrays.

The type of a value decides, never its content: a `Path` or a string is a file, and sentences come
in a list, a tuple, a column or an array.
"""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeGuard

from errata.errors import InputError
from errata.formats import guess_format, holds_documents, read, read_lines, read_packed
from errata.formats.files import PACKED, STDIN, AnyPath, InputFile, base_name, suffix_of
from errata.formats.registry import GOLD, SUFFIXES, output_role
from errata.model import CHARACTERS, Corpus, Output
from errata.records import replace

if TYPE_CHECKING:
    from errata.api.accept import Request

_SUFFIXES = {*PACKED, *SUFFIXES}


class Column(Protocol):
    """A data frame column or an array, as pandas, polars and NumPy have them."""

    def __array__(self, *arguments: Any, **named: Any) -> Any:
        """Return the items."""


Lines: TypeAlias = Sequence[str] | Column | AnyPath
"""Sentences, or the file that has them, one per line."""
SystemOutput: TypeAlias = Lines | Corpus | Output
"""The output of one system: sentences, sentences with edits, or a file with either."""


def system_name(path: AnyPath) -> str:
    """Return the file name without known suffixes.

    >>> system_name("runs/AMU.txt.gz")
    'AMU'
    """
    if os.fspath(path) == STDIN:
        return "stdin"
    name = base_name(path)
    while (suffix := suffix_of(name)) in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def load(asked: "Request") -> "Request":
    """Return the arguments with files read, and columns and arrays as lists; the rest unchanged."""
    path = asked.gold if _is_path(asked.gold) else None
    gold = asked.gold if path is None else _read_gold(_checked(path, "gold"))
    outputs = asked.outputs
    if isinstance(outputs, Mapping):
        outputs = {
            name: _output(str(name), made, f"the output of {name!r}", gold, path) for name, made in outputs.items()
        }
    elif _is_path(outputs):
        name = system_name(_checked(outputs, "outputs"))
        outputs = {name: _output(name, outputs, "outputs", gold, path)}
    else:
        outputs = _listed(outputs)
    return replace(
        asked,
        gold=gold,
        outputs=outputs,
        sources=_lines(asked.sources, "sources"),
        references=_reference_sets(asked.references),
    )


def _is_path(value: object) -> TypeGuard[AnyPath]:
    return isinstance(value, str | os.PathLike)


def _checked(path: AnyPath, what: str) -> AnyPath:
    """Return a path; if a string names no existing file, say that it was read as a file name."""
    if isinstance(path, str) and not os.path.exists(path):  # noqa: PTH110  # never raises
        kind = "a Corpus" if what == "gold" else "a list of sentences"
        raise InputError(
            f"{what} is a single string, read as a file name, but there is no file {path!r:.60}; give {kind}, "
            "or the name of a file"
        )
    return path


def _listed(value: Any) -> Any:
    """Return a column or an array as a list; anything else is left as it is."""
    if isinstance(value, Sequence) or not hasattr(value, "__array__"):
        return value
    to_list = getattr(value, "tolist", None) or getattr(value, "to_list", None)
    items = to_list() if to_list else None
    return items if isinstance(items, list) else value


def _lines(value: Any, what: str) -> Any:
    return read_lines(_checked(value, what)) if _is_path(value) else _listed(value)


def _reference_sets(references: Any) -> Any:
    sets = _listed(references)
    if not isinstance(sets, list | tuple):
        return sets
    if all(isinstance(item, str) for item in sets) and not all(map(os.path.isfile, sets)):
        return sets  # sentences in a flat list, which is refused with the shape that is wanted
    return [_lines(item, f"references[{number}]") for number, item in enumerate(sets)]


def _read_gold(path: AnyPath) -> Corpus:
    file = InputFile(path)
    if holds_documents(file):
        from errata.formats.datasets import read_documents  # an XML parser that sentences do without

        return read_documents(file)
    return read(file, **_role(file, GOLD))


def _role(file: InputFile, role: str) -> dict[str, str]:
    """Return what the reader of a table must know: what it is read for."""
    return {"role": role} if "role" in guess_format(file).read_settings else {}


def _output(name: str, content: Any, what: str, gold: object, gold_path: AnyPath | None) -> Any:
    if not _is_path(content):
        return _listed(content)
    path = _checked(content, what)
    if isinstance(gold, Corpus) and gold.unit == CHARACTERS:
        from errata.formats.datasets import read_submission

        return Output.of(name, read_submission(path, gold), CHARACTERS)
    file = InputFile(path)
    if guess_format(file).is_annotated:
        return Output.from_corpus(name, read(file, **_role(file, output_role(path, gold_path))))
    return Output(name, read_packed(file), origin=file.name)
