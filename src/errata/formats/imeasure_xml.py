"""I-measure XML: tokenised sentences with errors, each with one or more alternative corrections.

    <scripts><script id="1"><sentence id="1" numann="2">
      <text>This machines is designed for help people .</text>
      <error-list><error id="1" req="yes" type="SVA">
        <alt ann="0"><c start="0" end="1">These</c><c start="2" end="3">are</c></alt>
        <alt ann="1"><c start="1" end="2">machine</c></alt>
      </error></error-list>
    </sentence></script></scripts>

Each `c` becomes an edit of the annotator, with the error's type and need, and `error=1` in its comment: the id of the
error, from which the file can be restored exactly. Ids that are not ascending numbers are replaced by the position in
the sentence. Sentence ids are kept in the sentences' metadata unless they are just numbers in order, and so are script
ids, unless there is only the script "1". Annotators that only `numann` counts found nothing to change.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, count, pairwise
from typing import NamedTuple

from errata.errors import FormatError, InputError
from errata.findings import Notes, remedy
from errata.formats.files import AnyPath, display_name, read_lines
from errata.formats.losses import FEATURES, Loss, Losses
from errata.formats.m2 import is_integer
from errata.formats.writing import output_name, write_lines
from errata.formats.xml import escape_field, feed
from errata.measures.imeasure.clusters import GoldError, find_errors, get_correction, read_place, write_place
from errata.model import Annotator, Edit, Layer, Text, annotator_order, as_annotator

_PARENTS = {
    "scripts": (),
    "script": ("scripts",),
    "sentence": ("script", "scripts"),
    "text": ("sentence",),
    "error-list": ("sentence",),
    "error": ("error-list",),
    "alt": ("error",),
    "c": ("alt",),
}
_MAX_DIGITS = 1000  # Python does not read numbers that are much longer
_MAX_ANNOTATORS = 10_000
_AS_ORIGINAL = "converted-otherwise"
SCRIPT = "script"
"""The metadata field of a sentence that names its script."""
ONLY_SCRIPT = "1"


class Identified(NamedTuple):
    """A sentence with its id and that of its script in the file."""

    script: str
    name: str
    sentence: Text


class _Alternative(NamedTuple):
    annotator: Annotator
    corrections: list[tuple[int, int, str]]


class _Error(NamedTuple):
    id: str
    is_required: bool
    type: str
    alternatives: list[_Alternative]


class _PlaceError(Exception):
    """A mistake at the parser's current position."""


class _Target:
    """Receives the parser's events and builds sentences from them."""

    def __init__(self, note: Callable[[str, str], None]) -> None:
        self.done: list[Identified] = []
        self.n_sentences = 0
        self._note = note
        self._open: list[str] = []
        self._text: list[str] = []
        self._script = ""
        self._name = ""
        self._n_annotators: int | None = None
        self._source: str | None = None
        self._errors: list[_Error] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Handle an opening tag, if it is allowed here."""
        parent = self._open[-1] if self._open else None
        if tag not in _PARENTS or (parent not in _PARENTS[tag] if parent else _PARENTS[tag]):
            where = f"<{tag}> inside <{parent}>" if parent else f"<{tag}> as the root element"
            raise _PlaceError(
                f"{where} is not I-measure XML, which is scripts/script/sentence/(text, error-list/error/alt/c)"
            )
        self._open.append(tag)
        self._text.clear()
        if tag == "script":
            self._script = attributes.get("id", "")
        elif tag == "sentence":
            self.n_sentences += 1
            self._name = attributes.get("id", "")
            self._n_annotators = self._number(attributes, "numann") if "numann" in attributes else None
            self._source, self._errors = None, []
        elif tag == "error":
            # Any other value acts as yes, too.
            need, kind = attributes.get("req") != "no", attributes.get("type", "")
            self._errors.append(_Error(attributes.get("id", ""), need, kind, []))
        elif tag == "alt":
            who = attributes.get("ann", "").strip()
            if not who or len(who) > _MAX_DIGITS:
                what = f"with an annotator of {len(who)} characters" if who else "without an annotator"
                raise _PlaceError(f'<alt> {what}; write <alt ann="0">')
            self._errors[-1].alternatives.append(_Alternative(as_annotator(who), []))
        elif tag == "c":
            start, end = self._number(attributes, "start"), self._number(attributes, "end")
            self._errors[-1].alternatives[-1].corrections.append((start, end, ""))

    def _number(self, attributes: dict[str, str], name: str) -> int:
        text = attributes.get(name, "").strip()
        if not is_integer(text) or len(text) > _MAX_DIGITS:
            raise _PlaceError(f"{name}={text!r:.60} of <{self._open[-1]}> is not a whole number")
        return int(text)

    def data(self, text: str) -> None:
        """Handle character data; the parser may deliver it in pieces."""
        if self._open[-1] in {"text", "c"}:
            self._text.append(text)
        elif text.strip():
            raise _PlaceError(
                f"text {text.strip()[:40]!r} directly inside <{self._open[-1]}>, where only elements belong"
            )

    def end(self, tag: str) -> None:
        """Handle a closing tag."""
        self._open.pop()
        if tag == "text":
            if self._source is not None:
                raise _PlaceError("a second <text> in one sentence")
            self._source = self._content()
        elif tag == "c":
            corrections = self._errors[-1].alternatives[-1].corrections
            corrections[-1] = (*corrections[-1][:2], self._content())
        elif tag == "error":
            self._check_error()
        elif tag == "sentence":
            self.done.append(Identified(self._script, self._name, self._sentence()))

    def _content(self) -> str:
        """Return the text collected, without surrounding white space and line ends."""
        text = "".join(self._text).strip()
        self._text.clear()
        return " ".join(text.split()) if "\n" in text else text

    def _check_error(self) -> None:
        error = self._errors[-1]
        if error.is_required and not error.alternatives:
            raise _PlaceError(
                f"error {len(self._errors)} is required but has no <alt>, so there is no reference; "
                'give it one or write req="no"'
            )

    def _sentence(self) -> Text:
        if self._source is None:
            raise _PlaceError("a sentence without <text>")
        n_tokens = len(self._source.split())
        layers: dict[Annotator, list[Edit]] = {}
        for number, error in zip(self._numbers(), self._errors, strict=True):
            # An alternative that changes nothing makes the error one that may be left alone.
            is_required = error.is_required and all(item.corrections for item in error.alternatives)
            filled = [item for item in error.alternatives if item.corrections]
            is_ordered = all(
                annotator_order(one.annotator) < annotator_order(two.annotator) for one, two in pairwise(filled)
            )
            for item in error.alternatives:
                layers.setdefault(item.annotator, [])
            for place, (who, corrections) in enumerate(filled, 1):
                comment = write_place(number, None if is_ordered else place)
                for start, end, text in corrections:
                    edit = Edit(start, end, (text,), error.type, is_required, comment)
                    layers[who].append(edit)
                    if not edit.fits(n_tokens):
                        example = f"{start} {end} in a sentence of {n_tokens} tokens"
                        self._note("corrections reach outside their sentence or run backwards (kept)", example)
        self._add_silent(layers)
        ordered = sorted(layers, key=annotator_order)
        return Text(self._source, tuple([Layer(who, tuple(layers[who])) for who in ordered]))

    def _numbers(self) -> list[int]:
        """Return the ids of the errors if they are ascending numbers, else the position of each corrected one."""
        ids = [error.id for error in self._errors]
        if all(is_integer(id) and len(id) <= _MAX_DIGITS and str(int(id)) == id for id in ids):
            numbers = [int(id) for id in ids]
            if all(one < two for one, two in pairwise([-1, *numbers])):
                return numbers
        if any(ids):
            kind = "sentences with errors whose ids are not ascending numbers (renumbered)"
            self._note(kind, ", ".join(ids))
        are_filled = [any(item.corrections for item in error.alternatives) for error in self._errors]
        return list(accumulate(map(int, are_filled)))

    def _add_silent(self, layers: dict[Annotator, list[Edit]]) -> None:
        """Add the annotators counted by `numann` that no error names: the lowest free numbers."""
        n_annotators = len(layers) if self._n_annotators is None else self._n_annotators
        if n_annotators < len(layers):
            kind = "sentences with more annotators than numann says (all were kept)"
            self._note(kind, f"{len(layers)} but numann={n_annotators}")
        if layers and n_annotators <= 0:
            # The original then takes the source for one more reference where annotators are not mixed.
            n_annotators = len(layers) + 1
        if n_annotators > _MAX_ANNOTATORS:
            raise _PlaceError(f"numann={n_annotators} is more than {_MAX_ANNOTATORS} annotators")
        free = (number for number in count() if number not in layers)
        while len(layers) < n_annotators:
            layers[next(free)] = []


def read_identified(path: AnyPath) -> Iterator[Identified]:
    """Yield the sentences of a file with their ids and those of their scripts.

    Entities and external references are refused, and so is anything that has no meaning in the format.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    name = display_name(path)
    notes = Notes(name)
    target = _Target(lambda kind, example: notes.add(kind, parser.parser.CurrentLineNumber, example))
    parser = DefusedXMLParser(target=target)

    def place() -> str:
        sentence = f", sentence {target.n_sentences}" if target.n_sentences else ""
        return f"{name}, line {parser.parser.CurrentLineNumber}{sentence}"

    try:
        lines = (f"{line}\n" for line in read_lines(path))
        for _ in feed(lines, parser.feed, lambda: parser.parser.CurrentByteIndex):
            yield from target.done
            target.done.clear()
        parser.close()
    except _PlaceError as problem:
        raise FormatError(f"{place()}: {problem}") from None
    except ParseError as error:
        line_number, column = error.position
        reason = str(error).partition(":")[0]
        raise FormatError(f"{name}, line {line_number}, column {column + 1}: {reason}; this is not XML") from None
    except DefusedXmlException as error:
        raise FormatError(
            f"{place()}: entities are refused, because they can hide anything ({error}); write the text itself"
        ) from None
    notes.warn()


def read(path: AnyPath) -> Iterator[Text]:
    """Yield the sentences of a file; an error that is required but has no alternative is refused."""
    for number, item in enumerate(read_identified(path), 1):
        id = None if item.name in {"", str(number)} else item.name
        meta = None if item.script in {"", ONLY_SCRIPT} else {SCRIPT: item.script}
        yield Text.of(item.sentence.source, item.sentence.layers, id=id, meta=meta)


def _annotator(who: Annotator) -> str:
    text = str(who)
    if isinstance(who, str) and (text != text.strip() or not text or as_annotator(text) != who):
        raise FormatError(f"the annotator {who!r} cannot be written in I-measure XML, where it means something else")
    return escape_field(text, "annotator")


def _write_error(error: GoldError) -> str:
    need = "yes" if error.is_required else "no"
    alternatives = "".join(
        f'<alt ann="{_annotator(item.annotator)}">'
        + "".join(
            f'<c start="{start}" end="{end}">{escape_field(text, "correction")}</c>'
            for start, end, text in item.corrections
        )
        + "</alt>"
        for item in error.alternatives
    )
    kind = escape_field("/".join(error.types), "type")
    return f'<error id="{error.number}" req="{need}" type="{kind}">{alternatives}</error>'


def _note_losses(sentence: Text, number: int, losses: Losses, notes: Notes, *, retokenise: bool) -> None:
    for layer in sentence.layers:
        for edit in layer.edits:
            place = read_place(edit.comment)
            if edit.comment and (place is None or edit.comment != write_place(*place)):
                losses.add("comments", f"sentence {number}: {edit.comment}")
            if place is None and not edit.required:
                kind = (
                    'OPTIONAL edits (their errors got req="no", though the original converter looks at annotators only)'
                )
                notes.add(kind, number, f"{edit.start} {edit.end}", code=_AS_ORIGINAL)
            if len(edit.corrections) > 1:
                kind = "edits with several corrections (the first was written, as by the original converter)"
                notes.add(kind, number, repr(edit.written), code=_AS_ORIGINAL)
            if place is None and retokenise:
                before = edit.corrections[0]
                after = get_correction(edit)
                if after.split() != before.split():
                    kind = "corrections split into words as the original converter does"
                    hint = remedy("{retokenise} keeps them")
                    notes.add(kind, number, f"{before!r} became {after!r}", code=_AS_ORIGINAL, hint=hint)


def _lines(sentences: Iterable[Text], losses: Losses, notes: Notes, *, retokenise: bool) -> Iterator[str]:
    yield "<?xml version='1.0' encoding='UTF-8'?>"
    script = ""
    for number, sentence in enumerate(losses.checked(sentences), 1):
        if sentence.references and not sentence.layers:
            raise FormatError(f"I-measure XML holds edits, not reference texts, and {sentence.source!r} has those")
        try:
            errors = find_errors(sentence, retokenise=retokenise, keep_optional=True)
        except InputError as error:
            raise FormatError(f"sentence {number} cannot be written: {error}") from None
        _note_losses(sentence, number, losses, notes, retokenise=retokenise)
        text = escape_field(sentence.source, "source")
        listed = "".join(map(_write_error, errors))
        n_annotators = len(sentence.layers)
        known, id = _names(sentence, number, losses)
        if known != script:
            yield f'{"</script>" if script else "<scripts>"}<script id="{escape_field(known, "id")}">'
            script = known
        yield (
            f'<sentence id="{escape_field(id, "id")}" numann="{n_annotators}"><text>{text}</text>'
            f"<error-list>{listed}</error-list></sentence>"
        )
    yield "</script></scripts>" if script else "<scripts></scripts>"


def _names(sentence: Text, number: int, losses: Losses) -> tuple[str, str]:
    """Return the ids of the script and of the sentence; other metadata are lost."""
    meta = sentence.meta or {}
    script = meta.get(SCRIPT)
    is_script = isinstance(script, str) and bool(script)
    if len(meta) > is_script:
        losses.add(FEATURES["meta"], f"sentence {number}")
    return str(script) if is_script else ONLY_SCRIPT, sentence.id or str(number)


def write(path: AnyPath, sentences: Iterable[Text], *, loss: str = "warn", retokenise: bool = True) -> list[Loss]:
    """Write sentences with their errors; the write is atomic.

    Edits that do not say which error they belong to (M2) are clustered as by the original converter, with their
    corrections split into words again unless told not to; an error is required if all annotators correct it and none of
    their edits is optional. Only the first of several corrections of an edit is written, as the I-measure takes it.
    """
    losses = Losses(path, "imeasure-xml", loss)
    notes = Notes(output_name(path), "sentence")
    write_lines(path, _lines(sentences, losses, notes, retokenise=retokenise))
    notes.warn()
    return losses.report()
