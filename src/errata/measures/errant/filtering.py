"""Filters of types that leave nothing out."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from errata.findings import Finding
from errata.measures.data import Noticed
from errata.model import Edit
from errata.model.flat import FlatTexts

_FILTERED = "filtered "
_SHOWN = 3


def notice_filtered(entries: Iterable[str], flat: FlatTexts | None, sentences: Iterable[Iterable[Edit]]) -> Noticed:
    """Note for every entry of a filter whether a run has edits of this type, and a few types that are near it."""
    entries = list(dict.fromkeys(entries))
    if not entries:
        return {}
    types = flat.types if flat is not None else {edit.type for edit in chain.from_iterable(sentences)}
    return {f"{_FILTERED}{entry}": [int(entry in types), *_near(entry, types)] for entry in entries}


def _near(entry: str, types: Iterable[str]) -> list[str]:
    """Return types that contain an entry, as `R:ORTH` does `ORTH`."""
    return sorted(kind for kind in types if entry in kind.split(":") or kind.endswith(f":{entry}"))[:_SHOWN]


def say_filtered(measure: str, noticed: Sequence[Noticed]) -> list[Finding]:
    """Report entries that no edit of gold or outputs has as its type."""
    findings = []
    for code in noticed[0]:
        told = [found[code] for found in noticed if code in found]
        if not code.startswith(_FILTERED) or any(count for count, *_ in told):
            continue
        entry = code.removeprefix(_FILTERED)
        near = sorted({kind for _, *kinds in told for kind in kinds})[:_SHOWN]
        message = (
            f"{measure}:filter={entry} leaves nothing out: no edit of the gold or an output has the type {entry!r}"
        )
        if near:
            message += f"; there are {', '.join(near)}, and a filter names whole types joined by +"
        elif re.search(r"[\s,;|]", entry):
            message += "; types are joined by +"
        findings.append(Finding("no-effect", message))
    return findings
