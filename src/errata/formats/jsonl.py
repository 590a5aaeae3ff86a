"""JSON Lines, the form of our own that loses nothing: a sentence or a document a line.

    {"format":"gec-jsonl/1","text":"He go .","annotations":[{"annotator":"0","edits":[
     {"start":1,"end":2,"unit":"token","original":"go","corrections":["goes"],"type":"R:VERB:SVA"}]}]}

(on one line). Records whose edits count tokens are sentences, those whose edits count characters are documents; the
page "File formats" of the documentation describes every key. Keys it does not know are kept.
"""

from collections.abc import Iterable, Iterator

from errata.errors import FormatError
from errata.formats.files import AnyPath, display_name, read_lines, write_lines
from errata.formats.from_records import from_record
from errata.formats.losses import Loss, Losses
from errata.formats.notes import refusing
from errata.formats.strict_json import parse
from errata.formats.strict_json import write as to_json
from errata.formats.to_records import to_record
from errata.records import Item


def read(path: AnyPath, *, surrogates: str = "error", errors: str = "strict") -> Iterator[Item]:
    """Yield the sentences and documents of a file; empty lines are passed over.

    Half a surrogate pair is refused, or replaced (surrogates="replace"). A line that is no record is refused, or left
    out with a warning (errors="warn").
    """
    name = display_name(path)
    refuse = refusing(errors, "record")
    for number, line in enumerate(read_lines(path), 1):
        if line and not line.isspace():
            try:
                item = from_record(parse(line, surrogates=surrogates), number)
            except ValueError as error:
                refuse(f"{name}, line {number}: {error}{_hint(line)}")
            else:
                yield item


def _hint(line: str) -> str:
    if line.lstrip().startswith(("{", "[")):
        return ""
    looks = ", it looks like M2: name the format (--from m2) or rename the file" if line.startswith("S ") else ""
    return f"; this does not look like JSON{looks}"


def write(path: AnyPath, items: Iterable[Item], *, loss: str = "warn") -> list[Loss]:
    """Write sentences and documents, one a line; the file appears whole or not at all, equal items give equal bytes."""
    losses = Losses(path, "jsonl", loss)
    write_lines(path, _lines(losses.checked(items)))
    return losses.report()


def _lines(items: Iterable[Item]) -> Iterator[str]:
    for number, item in enumerate(items, 1):
        try:
            yield to_json(to_record(item))
        except (TypeError, ValueError) as error:
            raise FormatError(f"record {number} cannot be written as JSON: {error}") from None
