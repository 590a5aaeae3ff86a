"""Corrections with white space that keeps them from matching the same words."""

import re
from collections.abc import Iterable, Iterator

from errata.findings import Finding, Place
from errata.measures.data import Noticed
from errata.model import Corpus, Edit
from errata.model.flat import FlatTexts
from errata.text.messages import plural

_CODE = "outer-blank"
_ODD = re.compile(r"^[ \t]|[ \t]$|[ \t]{2}")
_ODD_WITHIN = re.compile(r"\S[ \t]{2,}\S")


def gold_edits(gold: Corpus) -> Iterator[list[Edit]]:
    """Yield the edits of all annotators of each sentence; no objects are made before the first is asked for."""
    for sentence in gold:
        yield [edit for layer in sentence.layers for edit in layer.edits]


def notice_blanks(
    flat: FlatTexts | None, sentences: Iterable[Iterable[Edit]], first: int, only_within: bool = False
) -> Noticed:
    """Count the corrections of a run with white space around them, or several spaces within; note the first."""
    if flat is not None and not _may_have_blanks(flat):
        return {}
    odd = _ODD_WITHIN if only_within else _ODD
    found = [
        (number, edit.written)
        for number, edits in enumerate(sentences, first + 1)
        for edit in edits
        if not edit.written.isalnum() and odd.search(edit.written)  # most are a word
    ]
    return {_CODE: [len(found), *found[0]]} if found else {}


def _may_have_blanks(flat: FlatTexts) -> bool:
    data, _, _ = flat.correction_lines()
    return data.startswith(b" ") or any(odd in data for odd in (b"  ", b"\n ", b" \n", b"\t"))


def say_blanks(measure: str, noticed: Noticed, file: str = "", only_within: bool = False) -> list[Finding]:
    """Report them."""
    if _CODE not in noticed:
        return []
    count, number, written = noticed[_CODE]
    have = plural(count, "correction has", "corrections have")
    where = "several spaces between words" if only_within else "white space around or several spaces between words"
    message = (
        f"{have} {where}, first in sentence {number}: {written!r:.60}; {measure} does not match these with the same "
        "words in single spaces; remove the extra spaces"
    )
    return [Finding(_CODE, message, file, (Place(sentence=number),), count)]
