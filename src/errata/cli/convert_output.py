"""The writing part of `errata convert`: which format, which files, and what may be lost."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from errata.cli.inputs import check_apart
from errata.errors import FormatError, InputError
from errata.extract.documents import is_document_extractor
from errata.formats import Format, available_formats, get_format, guess_format, holds_documents
from errata.formats.datasets import write_each
from errata.formats.files import STDIN, AnyPath, InputFile, bare_suffix, document_number, read_lines, read_text
from errata.formats.fitting import (
    OF_DOCUMENTS,
    OF_SENTENCES,
    as_document,
    as_sentences,
    check_document,
    corrected_text,
    documents_of,
)
from errata.formats.hoo_inline import write_source
from errata.formats.losses import FEATURES, Loss, Losses
from errata.formats.registry import missing_extra
from errata.formats.writing import write_text
from errata.model import TOKENS, Text
from errata.records import dataclass
from errata.text.cutting import WAYS


@dataclass(frozen=True)
class Target:
    """Where to write, in which format, and whether each document of IN was a separate file."""

    path: str
    form: Format
    from_files: bool
    id: str
    made_up: frozenset[str]
    """The name of a document that is only named by its file."""
    running: str | None = None
    """The running text of the sentences, if their edits are to refer to it."""
    from_text: bool = False
    """Whether IN is plain text."""

    @property
    def writes_files(self) -> bool:
        """Whether each document gets its own file; several go into a folder."""
        return self.from_files or self.form.holds == "document"


@dataclass(frozen=True)
class Forms:
    """The formats given for IN and OUT, None if not given, with the settings of reader and writer."""

    source: Format | None
    read_settings: Mapping[str, object]
    target: Format | None
    settings: Mapping[str, object]


def find_target(options: Namespace, forms: Forms, file: InputFile, out: str) -> Target:
    """Return the format given for OUT, or the one that its suffix suggests.

    Several formats use the suffix .xml: documents remain documents unless another format is given.
    """
    form = forms.source
    from_files = Path(file).is_dir() or is_document_extractor(options.extract)
    if not from_files and not file.is_stream:
        form = form or guess_format(file)
    from_files = from_files or bool(form and form.holds == "document")
    target = forms.target or _format(options, file, out, form, from_files)
    is_running = options.source and not options.extract and not from_files and target.holds_document
    text = read_text(options.source) if is_running else None
    made_up = frozenset(document_number(path) for path in (file, out))
    from_text = form is not None and form.name == "text"
    return Target(out, target, from_files, document_number(file), made_up, text, from_text)


def _format(options: Namespace, file: InputFile, out: str, source: Format | None, from_files: bool) -> Format:
    forms = [form for form in available_formats().values() if bare_suffix(out) in form.suffixes]
    if len(forms) == 1 or (forms and not any(form.root for form in forms)):
        return forms[0]
    # Only here does it matter whether what can hold either holds documents.
    looks = source is not None and source.holds == "records" and str(file) != STDIN and not options.columns
    if from_files or (source and source.holds_document) or (looks and holds_documents(file)):
        return get_format("hoo")
    forms = [form for form in forms if not form.holds_document]
    if not forms:
        remedy = missing_extra(bare_suffix(out)) or "name one (--to; see 'errata formats')"
        raise FormatError(f"no format has the suffix of {out}; {remedy}")
    return forms[0]


def write_items(
    options: Namespace, items: Iterator[Text], target: Target, settings: Mapping[str, object], name: str
) -> None:
    """Write items as requested; losses are refused unless allowed."""
    loss = "warn" if options.lossy else "error"
    form = target.form
    texts = []
    if options.text:
        items = iter(held := list(items))
        texts = list(_documents(iter(held), target, name, Losses(options.text, "text", "ignore")))
        suffix = ".xml" if any(text.is_divided for text in texts) else ".txt"
        _check_texts(texts, options.text)  # before anything is written
        share_folder = target.writes_files and (len(texts) > 1 or Path(options.text).is_dir())
        if not share_folder or suffix == form.suffixes[0]:
            check_apart({"OUT": target.path, "--text": options.text})
    if form.name == "text":
        _write_corrected(items, target, name, loss)
    elif form.holds == "document":
        _write_documents(items, target, name, loss, settings, text_elsewhere=bool(options.text or options.source))
    elif form.holds == "documents" or options.unit == "char":
        losses = _lost_sentences(target, loss)
        documents = _then_refused(_documents(items, target, name, losses), losses)
        form.write(target.path, documents, loss=loss, **settings)
        losses.report()
    elif form.holds == "records" and not options.unit:
        form.write(target.path, items, loss=loss, **settings)
    else:
        _write_sentences(options, items, target, loss, settings)
    if options.text:
        write_each(texts, options.text, suffix, _write_source, Losses(options.text, "text", "ignore"))


def _write_sentences(
    options: Namespace, items: Iterator[Text], target: Target, loss: str, settings: Mapping[str, object]
) -> None:
    form = target.form
    carried = OF_DOCUMENTS | set(form.carries) | ({"documents"} if target.from_files else set())
    documents = list(items) if target.from_files else []
    tokens = _tokens(options.tokens, len(documents))

    def write(path: AnyPath, own: Iterable[Text], how: str) -> list[Loss]:
        losses = Losses(path, form.name, how, carried)
        sentences = as_sentences(
            own,
            losses,
            cross=options.cross,
            alternatives=options.alternatives,
            tokens=tokens,
            made_up=target.made_up,
            scripts=form.holds == "sentences" and "documents" in form.carries and not target.from_files,
        )
        lost = form.write(path, sentences, loss=how, **settings)
        return [*losses.report(), *lost]

    if target.from_files:
        losses = Losses(target.path, form.name, loss, FEATURES)
        write_each(
            documents,
            target.path,
            form.suffixes[0],
            lambda path, document, how: write(path, [document], how),
            losses,
        )
        losses.report()
    else:
        write(target.path, items, loss)


def _tokens(how: str, n_documents: int) -> str | list[str]:
    """Return a tokenisation, or the tokens of a single text from a file."""
    if how in WAYS:
        return how
    if n_documents > 1:
        raise InputError(f"--tokens {how} holds the tokens of one text, but there are {n_documents}")
    return [token for line in read_lines(how) for token in line.split()]


def _lost_sentences(target: Target, loss: str) -> Losses:
    """Return the collector of losses for sentences that become a document."""
    return Losses(target.path, target.form.name, loss, OF_SENTENCES)


def _documents(items: Iterator[Text], target: Target, name: str, losses: Losses) -> Iterator[Text]:
    """Return documents as they are, and sentences that belong together as one document."""
    return documents_of(items, name, lambda lines: as_document(lines, target.id, losses, target.running))


def _then_refused(documents: Iterator[Text], losses: Losses) -> Iterator[Text]:
    """Yield documents; after the last, refuse losses, so that a writer can add to the list."""
    yield from documents
    losses.refuse()


def _write_documents(
    items: Iterator[Text], target: Target, name: str, loss: str, settings: Mapping[str, object], *, text_elsewhere: bool
) -> None:
    form = target.form
    losses = _lost_sentences(target, loss)
    documents = []
    for document in _documents(items, target, name, losses):
        if len(document.layers) > 1:
            who = ", ".join(str(layer.annotator) for layer in document.layers)
            raise InputError(
                f"{name} has {len(document.layers)} annotators ({who}); a document in "
                f"the format {form.name} has the edits of one: choose (--annotators)"
            )
        if document.has_text and form.carries.get("text") != "yes" and not text_elsewhere:
            losses.add("source texts (--text FILE keeps them)", f"document {document.id}")
        documents.append(document)
    write_each(
        documents,
        target.path,
        form.suffixes[0],
        lambda path, document, how: form.write(path, [document], loss=how, **settings),
        losses,
    )
    losses.report()


def _write_corrected(items: Iterator[Text], target: Target, name: str, loss: str) -> None:
    """Write the text as corrected by the only annotator."""
    losses = Losses(target.path, "text", loss, {"text"} | ({"documents"} if target.from_files else set()))
    first = next(items, None)
    if first is None or first.unit == TOKENS:
        given = [first] if first else []
        target.form.write(target.path, corrected_text([*given, *items], losses, name), loss=loss)
    else:
        documents = [first, *items]
        for number, document in enumerate(documents, 1):
            check_document(document, number, losses, target.made_up)
        losses.refuse()
        write_each([document.corrected() for document in documents], target.path, ".txt", _write_text, losses)
    losses.report()


def _check_texts(documents: list[Text], path: str) -> None:
    """Refuse to write source texts that are unknown, or whose parts cannot be told apart in plain text."""
    for document in documents:
        if not document.has_text:
            raise InputError(f"the source text of document {document.id} is not known; give it with --source")
        if document.is_divided and len(documents) == 1 and not Path(path).is_dir() and bare_suffix(path) != ".xml":
            raise InputError(
                f"document {document.id} has {len(document.parts)} parts, which plain text cannot keep apart; give "
                "--text the name of an .xml file"
            )


def _write_source(path: AnyPath, document: Text, loss: str) -> list[Loss]:
    if bare_suffix(path) != ".xml":
        return _write_text(path, document, loss)
    write_source(path, document)
    return []


def _write_text(path: AnyPath, document: Text, _loss: str) -> list[Loss]:
    write_text(path, "".join(part.text for part in document.parts))
    return []
