"""All file formats: how each is recognised, what it can hold, and which module reads and writes it.

A file format is a module and a `Format`, here or in another package:

* `read(path)` yields the sentences of a file (holds="sentences"), or its documents (holds="documents"), one by one so
  that a large file need not fit in memory, or returns a single `Text` (holds="document"). It converts the offsets of
  the file to code points, and stores what has no field in the model in `extra`. Errors are `FormatError` with file and
  line.
* `write(path, items, *, loss="warn")`, or `write(path, document, *, loss="warn")`, writes the file atomically
  and returns the list of `Loss`: what the format could not hold. `errata.formats.losses.Losses` finds these by
  `Format.carries`; if a writer drops anything else, it adds that itself.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from errata.errors import FormatError, MissingExtraError, OptionError, UnknownNameError, suggest
from errata.findings import remedy
from errata.formats.files import AnyPath, display_name
from errata.formats.plain import looks_like_essays, looks_like_imeasure_xml, looks_like_json_lines, looks_like_m2
from errata.formats.writing import output_name
from errata.model import Text
from errata.records import dataclass, field

if TYPE_CHECKING:
    from errata.formats.losses import Loss
    from errata.model.flat import FlatTexts

GOLD, OUTPUT, BESIDE = "gold", "output", "output of gold"
"""What a table may be read for: gold, the output of a system, or the latter from the table that is also the gold.

Without a role, it is read like gold, but may lack references.
"""
ENTRY_POINTS = "errata.formats"
"""Entry-point group under which other packages offer formats, each a `Format`."""


def output_role(path: AnyPath, gold: AnyPath | None) -> str:
    """Return what a table of outputs is read for, which differs if the same table is the gold."""
    return BESIDE if gold is not None and os.path.realpath(path) == os.path.realpath(gold) else OUTPUT


@dataclass(frozen=True)
class Format:
    """A file format: how to recognise it, what it carries, and the module with its `read(path)` and `write(path, …)`.

    `holds` says what it contains: "sentences" with edits by token, one "document" with edits by character,
    "documents", "records", which may be either, or "rankings" by people, not texts. `read` and `write` process items
    one by one; `write` takes `loss` by keyword ("warn", "error" or "ignore") and returns what was lost.
    """

    name: str
    suffixes: tuple[str, ...]
    about: str
    module: str
    is_annotated: bool
    sniff: Callable[[list[str]], bool] = lambda _head: False
    settings: dict[str, str] = field(default_factory=dict)
    """Keyword arguments of `write` besides `loss`, with descriptions."""
    root: str = ""
    """The name of the root element of an XML or SGML format, by which it is recognised."""
    ignores_case: bool = False
    """Whether that name may be in upper or lower case, as in SGML."""
    holds: str = "sentences"
    carries: Mapping[str, str] = field(default_factory=dict)
    """Which of `errata.formats.losses.FEATURES` the format holds, and how: "yes", or in which other form."""
    from_description: bool = False
    """Whether the reader was written from a public description, without a real file at hand."""
    read_settings: dict[str, str] = field(default_factory=dict)
    """Keyword arguments of `read`, with descriptions; "text" is the file with the source text of a document."""
    knows_text: bool = False
    """Whether a file with one document includes its text, so that the reader gives offsets in code points."""
    fills_folders: bool = False
    """Whether a folder with such files is a set of documents, whatever other files it contains."""

    @property
    def counts_code_points(self) -> bool:
        """Whether the reader's offsets are in code points, whatever unit other files use."""
        return self.holds != "document" or self.knows_text

    @property
    def holds_document(self) -> bool:
        """Whether a file holds documents with edits by character offset, never sentences."""
        return self.holds in {"document", "documents"}

    @property
    def holds_texts(self) -> bool:
        """Whether a file holds whole text documents, without edits."""
        return self.holds_document and not self.is_annotated

    def read(self, path: AnyPath, **settings: object) -> Iterator[Text]:
        """Yield the sentences of a file; the lines of documents are sentences."""
        items = self.read_items(path, **settings)
        if self.holds == "sentences":
            return items
        from errata.formats.fitting import sentences_of

        return sentences_of(items)

    def read_flat(self, path: AnyPath, **settings: object) -> "FlatTexts | tuple[Text, ...]":
        """Return the same at once, in flat arrays if possible."""
        flat = getattr(self._module(settings, self.read_settings), "read_flat", None)
        made: FlatTexts | tuple[Text, ...] = flat(path, **settings) if flat else tuple(self.read(path, **settings))
        return made

    def read_items(self, path: AnyPath, **settings: object) -> Iterator[Text]:
        """Yield the sentences or documents of a file, whichever it holds."""
        if self.holds == "rankings":
            raise FormatError(
                f"{display_name(path)} holds human rankings of outputs, not texts; errata metaeval takes them "
                "(in Python: errata.read_judgements)"
            )
        found = self._module(settings, self.read_settings).read(path, **settings)
        return iter([found]) if self.holds == "document" else iter(found)

    def read_documents(self, path: AnyPath, **settings: object) -> Iterator[Text]:
        """Yield the documents of a file; sentences that belong together become one, named after the file."""
        from errata.formats.conversion import to_document
        from errata.formats.files import document_number
        from errata.formats.fitting import documents_of

        items = self.read_items(path, **settings)
        return documents_of(items, display_name(path), lambda lines: to_document(lines, document_number(path)))

    def write(self, path: AnyPath, items: "Iterable[Text]", *, loss: str = "warn", **settings: object) -> "list[Loss]":
        """Write the content of the format, a single document or many items, to a file atomically.

        The losses are returned; `settings` are the format's.
        """
        write = self._module(settings, self.settings).write
        if self.holds == "document":
            documents = list(items)
            if len(documents) != 1:
                raise FormatError(
                    f"{output_name(path)}: a file in the format {self.name} holds one document, not {len(documents)}; "
                    "give a folder"
                )
        given = documents[0] if self.holds == "document" else items
        lost: list[Loss] = write(path, given, loss=loss, **settings)
        return lost

    def _module(self, settings: Mapping[str, object], known: Mapping[str, str]) -> Any:
        unknown = sorted(settings.keys() - known.keys())
        if unknown:
            what = "writing" if known is self.settings else "reading"
            raise OptionError(
                f"format {self.name} has no setting {unknown[0]!r} for {what}; it has: {', '.join(known) or 'none'}"
            )
        return import_module(self.module)


_EVERYTHING = (
    "text references edits ranges annotators silence types alternatives null absent optional csets indices comments "
    "scores documents parts tokens files meta extra"
)
"""The names of `errata.formats.losses.FEATURES`, which only writers load."""


def _carries(names: str, **otherwise: str) -> dict[str, str]:
    """Return what a format can hold, unchanged or in another form."""
    return dict.fromkeys(names.split(), "yes") | otherwise


_ERRORS = {"errors": "unreadable parts: strict (default) refuses the file, warn skips them with a warning"}
_TABLE = {"table": "what the rows are: auto (default), edits or sentences"}
_COLUMNS = {
    "columns": "which column is which",
    "role": "what a table is read for, and must have: gold (references) or output; default: either",
}
BUILT_IN = (
    Format(
        "m2",
        (".m2",),
        "tokenised sentences with the edits of one or more annotators",
        "errata.formats.m2",
        is_annotated=True,
        sniff=looks_like_m2,
        read_settings=_ERRORS,
        carries=_carries(
            "text edits annotators silence types alternatives optional comments",
            ranges="as tokens",
            null="OPTIONAL",
            absent="type UNK",
            csets="comment",
            indices="comment",
        ),
    ),
    Format(
        "imeasure-xml",
        (".xml",),
        "tokenised sentences with errors, each with alternative corrections (I-measure)",
        "errata.formats.imeasure_xml",
        is_annotated=True,
        sniff=looks_like_imeasure_xml,
        settings={"retokenise": "split corrections into words as the original converter does: yes (default) or no"},
        root="scripts",
        carries=_carries(
            "text edits annotators",
            ranges="as tokens",
            alternatives="the first",
            silence="numann",
            types="per error",
            optional="per error",
            null="per error",
            comments="error=N only",
            documents="script and sentence",
            meta="script only",
        ),
    ),
    Format(
        "jsonl",
        (".jsonl", ".ndjson"),
        "sentences or documents, a JSON object each; loses nothing (our own gec-jsonl/1)",
        "errata.formats.jsonl",
        is_annotated=True,
        sniff=looks_like_json_lines,
        holds="records",
        carries=_carries(_EVERYTHING),
        read_settings={"surrogates": "halves of surrogate pairs: error (default) or replace"} | _ERRORS | _COLUMNS,
    ),
    Format(
        "tsv",
        (".tsv",),
        "a table of sentences and references, or of edits; tab-separated, backslash escapes",
        "errata.formats.tsv",
        is_annotated=True,
        holds="records",
        carries=_carries(_EVERYTHING),
        settings=_TABLE,
        read_settings=_COLUMNS,
    ),
    Format(
        "csv",
        (".csv",),
        "a table of sentences and references, or of edits; comma-separated, quoted (RFC 4180)",
        "errata.formats.csv",
        is_annotated=True,
        holds="records",
        carries=_carries(_EVERYTHING),
        settings=_TABLE,
        read_settings=_COLUMNS,
    ),
    Format(
        "parquet",
        (".parquet",),
        "sentences or documents as rows with nested columns; needs errata[parquet]",
        "errata.formats.parquet",
        is_annotated=True,
        holds="records",
        carries=_carries(_EVERYTHING),
        read_settings=_COLUMNS,
    ),
    Format(
        "text",
        (".txt",),
        "plain text, one sentence per line",
        "errata.formats.plain",
        is_annotated=False,
        carries=_carries("text"),
    ),
    Format(
        "multigec",
        (".md",),
        "whole text documents under headings ### essay_id = … (Markdown of MultiGEC-2025)",
        "errata.formats.essays",
        is_annotated=False,
        sniff=looks_like_essays,
        holds="documents",
        carries=_carries("text documents"),
        from_description=True,
    ),
    Format(
        "hoo",
        (".xml",),
        "the edits of one document by character offset, its text elsewhere (HOO stand-off XML)",
        "errata.formats.hoo",
        is_annotated=True,
        root="edits",
        holds="document",
        carries=_carries(
            "edits ranges silence types alternatives null absent csets indices parts files",
            text="file of its own",
            documents="file name",
            annotators="one file each",
        ),
    ),
    Format(
        "hoo-inline",
        (".xml",),
        "a document with its edits marked in the text, or without any (HOO XML)",
        "errata.formats.hoo_inline",
        is_annotated=True,
        root="HOO",
        holds="document",
        carries=_carries(
            "text edits ranges silence types alternatives null absent csets indices",
            documents="file name",
            annotators="one file each",
        ),
    ),
    Format(
        "judgements",
        (".xml",),
        "human rankings of system outputs (Appraise XML), or scores of systems (TSV); only read, for metaeval",
        "errata.formats.judgements",
        is_annotated=True,
        root="appraise-results",
        holds="rankings",
    ),
)


_EXTRAS = {
    "corpora": (
        *("nucle", "bea", "brat", "ua-gec", "languagetool", "fce", ".sgml", ".sgm", ".json", ".ann"),
        *("<DOC>", "<LEARNER>"),
    ),
}
"""By extra, how the formats that it adds are recognised: names, suffixes, root elements."""
OWN_SUFFIXES = frozenset(suffix for form in BUILT_IN for suffix in form.suffixes)
SUFFIXES = OWN_SUFFIXES | {sign for signs in _EXTRAS.values() for sign in signs if sign.startswith(".")}
"""The suffixes of the formats that errata and its extras can read."""


def available_formats() -> dict[str, Format]:
    """Return every format by name, those of other packages included."""
    return {form.name: form for form in BUILT_IN} | offered_formats()


def offered_formats() -> dict[str, Format]:
    """Return the formats of other packages by name."""
    return _offered(tuple(sys.path))


@lru_cache(1)
def _offered(_path: tuple[str, ...]) -> dict[str, Format]:
    """Return the formats of installed packages; searching for them takes as long as reading a corpus."""
    from errata.plugins import load_plugins

    found = load_plugins(ENTRY_POINTS, {form.name for form in BUILT_IN}, _checked)
    # In the order of the extras first: whatever builds a package may sort its entry points.
    ours = [name for signs in _EXTRAS.values() for name in signs if name in found]
    return {name: found[name] for name in (*ours, *found)}


def _checked(found: Any) -> Format:
    if not isinstance(found, Format):
        raise TypeError(f"{found!r:.60} is not an errata.Format")
    return found


def missing_extra(sign: str) -> str:
    """Return how to install support for a format with that name, suffix or root element; nothing if installed.

    Nothing is returned for formats that no extra adds.
    """
    extra = next((extra for extra, signs in _EXTRAS.items() if sign in signs), None)
    is_there = any(sign in {form.name, *form.suffixes, f"<{form.root}>"} for form in offered_formats().values())
    return f"errata[{extra}] reads it: pip install 'errata[{extra}]'" if extra and not is_there else ""


def get_format(name: str) -> Format:
    """Return the format of that name."""
    for form in BUILT_IN:
        if form.name == name:
            return form
    known = available_formats()
    if name not in known:
        if remedy := missing_extra(name):
            raise MissingExtraError(f"the format {name} is not installed; {remedy}")
        raise UnknownNameError(f"no format is called {name!r}; {suggest(name, sorted(known))}")
    return known[name]


def parse_format(text: str, *, writing: bool = False) -> tuple[Format, dict[str, object]]:
    """Return the format of `NAME` or `NAME:key=value,…` with its settings for reading, or otherwise for writing.

    >>> form, settings = parse_format("imeasure-xml:retokenise=no", writing=True)
    >>> form.name, settings
    ('imeasure-xml', {'retokenise': False})
    """
    name, _, rest = text.partition(":")
    form = get_format(name)
    settings: dict[str, object] = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not equals or key in {"columns", "text"}:
            how = remedy("columns and texts by {columns} and {source}")
            raise OptionError(f"{text!r}: settings are given as key=value", how)
        settings[key] = value
    known = form.settings if writing else form.read_settings
    module = form._module(settings, known)
    from inspect import signature  # slow to load, and no plain run asks for settings

    taken = signature(module.write if writing else module.read).parameters
    for key in settings.keys() & taken.keys():
        if isinstance(taken[key].default, bool):
            if settings[key] not in {"yes", "no"}:
                raise OptionError(f"format {name}: {key} must be yes or no, not {settings[key]!r}")
            settings[key] = settings[key] == "yes"
    return form, settings
