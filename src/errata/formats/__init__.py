"""One module per file format, each with read and write; this one reads and writes any format, and detects it.

formats            m2, imeasure_xml, hoo, hoo_inline, jsonl, tsv, csv, parquet, plain; `registry` lists them
files and writing  opening, decompressing, decoding; atomic writes
shared             records and strict_json (JSON Lines), tables, roles and cells (tables), xml, comment_fields (M2)
between units      conversion and fitting (sentences to documents and back), offsets, datasets (folders)
in between         losses (what a format cannot hold), rearranging (annotators chosen, merged, sorted)
"""

import os
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from errata.errors import FormatError, MissingExtraError
from errata.findings import ErrataWarning, remedy
from errata.formats.files import AnyPath, InputFile, as_input, bare_suffix, display_name
from errata.formats.files import read_lines as read_raw_lines
from errata.formats.plain import N_LOOKED_AT, looks_like_json, looks_like_markup, looks_marked, read_packed
from errata.formats.plain import read_sentences as read_lines
from errata.formats.registry import (
    BUILT_IN,
    GOLD,
    OWN_SUFFIXES,
    Format,
    available_formats,
    get_format,
    missing_extra,
    offered_formats,
)
from errata.model import CHARACTERS, Corpus, Text

if TYPE_CHECKING:
    from errata.formats.losses import Loss


def guess_format(path: AnyPath) -> Format:
    """Return the format suggested by a file's content, or else by its suffix; plain text if neither does.

    The format of an `InputFile` is detected once, and what was read for that is not lost to its reader, the only
    way for something that can be read only once, such as standard input.
    """
    file = as_input(path)
    if file.form is None:
        file.form = _guess(file, may_look=file is path or not file.is_stream)
    return file.form


def _guess(file: InputFile, may_look: bool) -> Format:
    suffix = bare_suffix(file)
    candidates = [form for form in _by_suffix(BUILT_IN, suffix) if form.is_annotated]
    if len(candidates) == 1:
        return candidates[0]
    if suffix == ".xml" and may_look:
        return _guess_xml(file)
    # Other packages are asked only about what may be theirs: looking for them takes as long as reading a corpus.
    is_ours = file.is_stream or suffix in OWN_SUFFIXES
    offered = () if is_ours else tuple(offered_formats().values())
    candidates = candidates or _by_suffix(offered, suffix)
    if len(candidates) == 1:
        return candidates[0]
    if not may_look:
        raise FormatError(f"{file.name} can be read only once, so its format cannot be detected; name the format")
    with catch_warnings():
        simplefilter("ignore", ErrataWarning)  # whoever reads the file says it
        head = list(islice(read_raw_lines(file.beginning), N_LOOKED_AT))
    if looks_like_markup(head):
        return _guess_xml(file)
    if is_ours and looks_marked(head):
        offered = tuple(offered_formats().values())
    found = next((form for form in candidates or (*BUILT_IN, *offered) if form.sniff(head)), None)
    if found is None and (suffix == ".json" or not candidates) and looks_like_json(head):
        return get_format("jsonl")
    if found is None and candidates:
        if suffix == ".json" and head and head[0].lstrip().startswith(("{", "[")):
            from errata.formats.jsonl import say_json_lines

            advice = say_json_lines(head[0])
            if advice:
                raise FormatError(f"{file.name} is JSON, but not in a known format", advice)
        raise FormatError(
            f"{file.name} may be in the format {' or '.join(form.name for form in candidates)}, but does not "
            "look like any of them",
            remedy("name it ({convert_from})"),
        )
    if found is None and not is_ours and (how := missing_extra(suffix)):
        raise MissingExtraError(f"the format of {file.name} is not installed; {how}")
    return found or get_format("text")


def _by_suffix(forms: Iterable[Format], suffix: str) -> list[Format]:
    """Return the formats with that suffix, except those recognised by their root element."""
    return [form for form in forms if not form.root and suffix in form.suffixes]


def _guess_xml(file: InputFile) -> Format:
    from errata.formats.xml import root_element

    root = root_element(file.beginning)
    found = _by_root(BUILT_IN, root) or _by_root(offered_formats().values(), root)
    if found is not None:
        return found
    what = f"XML with the root element <{root}>" if root else "no XML"
    if how := missing_extra(f"<{root.upper()}>"):
        raise MissingExtraError(f"{file.name} is {what}; {how}")
    known = ", ".join(f"<{form.root}>" for form in available_formats().values() if form.root)
    raise FormatError(f"{file.name} is {what}; errata reads files that begin with {known}")


def _by_root(forms: Iterable[Format], root: str) -> Format | None:
    names = ((form, root.upper() if form.ignores_case else root) for form in forms if form.root)
    return next((form for form, name in names if form.root == name), None)


def holds_documents(path: AnyPath, columns: Mapping[str, str] | None = None) -> bool:
    """Tell whether a file or folder holds documents with edits by character offset; `columns` is for gold tables."""
    if os.path.isdir(path):  # noqa: PTH112  # pathlib is slow to load
        return True
    file = as_input(path)
    if file.is_stream and file is not path:
        return False
    form = guess_format(file)
    if form.holds == "records":
        settings = {"columns": columns, "role": GOLD} if columns and "columns" in form.read_settings else {}
        first = next(form.read_items(file.beginning, **settings), None)
        return first is not None and first.unit == CHARACTERS
    return form.holds_document


def read(path: AnyPath, format: str | None = None, **settings: object) -> Corpus:
    """Read a corpus; its format is detected unless named; `settings` are those of the format."""
    file = as_input(path)
    form = get_format(format) if format else guess_format(file)
    _check_sentences(form, file)
    made = form.read_flat(file, **settings)
    if not isinstance(made, tuple):
        return Corpus.of_flat(made, file.name)
    return _corpus(made, file.name, form.is_annotated)


def _corpus(made: tuple[Text, ...], name: str, is_annotated: bool) -> Corpus:
    """Return a corpus; one whose sentences have only references is not annotated."""
    if made and made[0].references and not any(sentence.layers for sentence in made):
        is_annotated = False
        n_texts = len(made[0].references)
        odd = next((place for place, item in enumerate(made) if len(item.references) != n_texts), None)
        if odd is not None:
            raise FormatError(
                f"{name}: sentence {odd + 1} has {len(made[odd].references)} references but the first has {n_texts}"
            )
    return Corpus(made, name, is_annotated)


def _check_sentences(form: Format, path: AnyPath) -> None:
    if form.holds_document:
        raise FormatError(
            f"{display_name(path)} holds a document with edits by character offset, but sentences are expected here "
            "(errata.read_documents reads documents)"
        )


def write(
    corpus: Iterable[Text],
    path: AnyPath,
    format: str | None = None,
    *,
    loss: str = "warn",
    **settings: object,
) -> "list[Loss]":
    """Write a corpus atomically, in the named format or that of the suffix.

    What the format cannot hold is returned and reported as warnings; loss="error" refuses to write it, loss="ignore"
    reports nothing. `settings` are those of the format: `retokenise=False` for I-measure XML.
    """
    if format:
        form = get_format(format)
    else:
        suffix = bare_suffix(path)
        forms = [form for form in available_formats().values() if not form.holds_document]
        form = next((form for form in forms if suffix in form.suffixes), get_format("text"))
        if suffix not in form.suffixes:
            raise FormatError(f"no format has the suffix of {os.fspath(path)}; name one")
    _check_sentences(form, path)
    return form.write(path, corpus, loss=loss, **settings)


__all__ = [
    "BUILT_IN",
    "Format",
    "available_formats",
    "get_format",
    "guess_format",
    "holds_documents",
    "read",
    "read_lines",
    "read_packed",
    "write",
]
