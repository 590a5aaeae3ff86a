"""The M2 lines that `errant_parallel` and `errant_m2` of ERRANT 3.0 write; the package itself finds the edits."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from errata.errors import FormatError, InputError, LengthError
from errata.extract.errant import check_parse, knowing_tags
from errata.findings import Finding, Place, report
from errata.formats.files import display_name, read_lines
from errata.records import dataclass
from errata.text.messages import plural

_DETECTED = {"Um", "UNK"}
"""Types of errors that are marked but not corrected."""
_FIELDS = 6
_SHOWN = 5


@dataclass(frozen=True)
class Annotating:
    """ERRANT's annotator, with its settings for alignment and merging."""

    annotator: Any
    levenshtein: bool = False
    merging: str = "rules"

    def parse(self, text: str, tokenise: bool = False) -> Any:
        """Return a text parsed by itself: in batches, a tagger's numbers may differ in their last digits."""
        parse = self.annotator.parse(text, tokenise)
        check_parse(self.annotator.nlp, parse)
        return parse

    def annotate(self, source: Any, output: Any) -> list[Any]:
        """Return the edits between two parses."""
        with knowing_tags(self.annotator.nlp, source.text, output.text):
            edits: list[Any] = self.annotator.annotate(source, output, self.levenshtein, self.merging)
        return edits

    def take(self, source: Any, output: Any, edit: Sequence[Any], *, minimise: bool, keep_type: bool) -> Any:
        """Return an edit given by its spans and type."""
        with knowing_tags(self.annotator.nlp, source.text, output.text):
            return self.annotator.import_edit(source, output, edit, minimise, keep_type)


def _line(edit: Any, annotator: object) -> str:
    text: str = edit.to_m2(annotator)
    if text.count("|||") != _FIELDS - 1:
        raise InputError(f"the edit {text!r} has '|||' in its correction, which no M2 file can hold")
    return text


def _noop(annotator: object) -> str:
    return f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"


def annotate_texts(job: Annotating, source: str, outputs: Sequence[str], tokenise: bool) -> Iterator[str]:
    """Yield the lines for a file of sentences and one or more of their corrections."""
    sources = list(read_lines(source))
    columns = [list(read_lines(path)) for path in outputs]
    for path, column in zip(outputs, columns, strict=True):
        if len(column) != len(sources):
            raise LengthError(
                f"{display_name(path)} has {plural(len(column), 'line')} but {display_name(source)} has "
                f"{len(sources)}; every sentence needs a correction, on the line of the same number"
            )
    empty = [number for number, text in enumerate(sources, 1) if not text.strip()]
    if empty:
        report(
            Finding(
                "left-out",
                f"{display_name(source)}, line {empty[0]}: an empty line makes no sentence in the M2 file, as in the "
                f"original ({plural(len(empty), 'such line')} in all)",
                places=tuple(map(Place, empty[:_SHOWN])),
                count=len(empty),
            )
        )
    for text, *corrections in zip(sources, *columns, strict=True):
        if text.strip():
            yield from _annotate_pair(job, text.strip(), [line.strip() for line in corrections], tokenise)


def _annotate_pair(job: Annotating, text: str, corrections: Sequence[str], tokenise: bool) -> Iterator[str]:
    source = job.parse(text, tokenise)
    yield " ".join(["S", *(token.text for token in source)])
    for number, correction in enumerate(corrections):
        if source.text.strip() == correction:
            yield _noop(number)
        else:
            # None at all where only white space differs, as in the original.
            yield from (_line(edit, number) for edit in job.annotate(source, job.parse(correction, tokenise)))
    yield ""


class _Given(NamedTuple):
    """An edit as it is in the file."""

    start: int
    end: int
    type: str
    correction: str


class _Block(NamedTuple):
    """A sentence of an M2 file, with its edits by annotator."""

    line: str
    edits: dict[str, list[_Given]]


def _read_blocks(path: str) -> Iterator[_Block]:
    """Yield the sentences of an M2 file as the program reads them; raise where it would stop or corrupt a sentence."""
    block: _Block | None = None
    for number, raw in enumerate(read_lines(path), 1):
        line = raw.strip()
        try:
            if not line:
                if block:
                    yield block
                block = None
            elif block:
                annotator, edit = _parse_edit(line, len(block.line[2:].split()))
                edits = block.edits.setdefault(annotator, [])
                edits.append(edit)
                if len(edits) > 1 and any(one.type == "noop" for one in edits):
                    raise ValueError(
                        f"annotator {annotator} has a noop as well as other edits; remove one or the other"
                    )
            elif line == "S" or line.startswith("S "):
                block = _Block(line, {})
            else:
                raise ValueError(f"a sentence starts with 'S ', not {line[:60]!r}; is this an M2 file?")
        except ValueError as error:
            raise FormatError(f"{display_name(path)}, line {number}: {error}") from None
    if block:  # the program forgets a sentence with no empty line after it
        yield block


def _parse_edit(line: str, n_tokens: int) -> tuple[str, _Given]:
    fields = line[2:].split("|||")
    if not line.startswith("A ") or len(fields) != _FIELDS:
        raise ValueError(f"{line[:60]!r} is not an edit such as 'A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0'")
    span, kind, correction, _, _, annotator = fields
    try:
        start, end = map(int, span.split())
    except ValueError:
        raise ValueError(f"{span!r} is not the start and end of an edit") from None
    if kind != "noop" and not 0 <= start <= end <= n_tokens:
        raise ValueError(f"the edit {start} {end} is not within the sentence, which has {plural(n_tokens, 'token')}")
    return annotator, _Given(start, end, kind, correction)


def annotate_m2(job: Annotating, path: str, *, gold: bool, minimise: bool, keep_types: bool) -> Iterator[str]:
    """Yield the lines for an M2 file: its own edits retyped (`gold`), or edits re-extracted."""
    for block in _read_blocks(path):
        yield block.line
        source = job.parse(block.line[2:])
        for annotator, edits in sorted(block.edits.items()):
            if edits[0].type == "noop":
                yield _noop(annotator)
                continue
            text, placed = _apply(block.line[2:].split(), edits)
            output = job.parse(text)
            made = []
            for edit, place in placed:
                detected = edit.type in _DETECTED
                if not detected and not gold:
                    continue
                shorten = minimise and not detected
                taken = job.take(
                    source, output, [edit.start, edit.end, *place, edit.type], minimise=shorten, keep_type=keep_types
                )
                if detected:
                    taken.c_toks = job.parse(edit.correction)
                made.append(taken)
            if not gold:
                made = sorted([*made, *job.annotate(source, output)], key=lambda one: (one.o_start, one.o_end))
            yield from (_line(one, annotator) for one in made)
        yield ""


def _apply(tokens: Sequence[str], edits: Sequence[_Given]) -> tuple[str, list[tuple[_Given, tuple[int, int]]]]:
    """Return the corrected text, and each edit, by position, with where its correction is in that text."""
    corrected = list(tokens)
    placed = []
    shift = 0
    for edit in sorted(edits, key=lambda one: one[:2]):
        # What is only marked stays as it is.
        words = list(tokens[edit.start : edit.end]) if edit.type in _DETECTED else edit.correction.split()
        start = edit.start + shift
        corrected[start : edit.end + shift] = words
        placed.append((edit, (start, start + len(words))))
        shift += len(words) - (edit.end - edit.start)
    return " ".join(corrected), placed
