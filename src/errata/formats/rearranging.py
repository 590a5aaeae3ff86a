"""Choose, rename, order and merge annotators and sort edits, item by item, so that large files fit in memory."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from errata.errors import InputError, LengthError
from errata.findings import remedy
from errata.model import CHARACTERS, NO_TEXT_DETAILS, Annotator, Layer, Text, annotator_order, as_annotator
from errata.records import replace


def parse_choice(text: str) -> dict[Annotator, Annotator]:
    """Return the annotators in a list, in its order, with their new names.

    >>> parse_choice("ann=0,3")
    {'ann': 0, 3: 3}
    """
    chosen: dict[Annotator, Annotator] = {}
    for part in text.split(","):
        old, equals, new = (piece.strip() for piece in part.partition("="))
        if not old or (equals and not new):
            raise InputError(f"{text!r} names no annotators; write, for example, 0,2 or ann=0,bob=1")
        if as_annotator(old) in chosen:
            raise InputError(f"{text!r} names the annotator {old} twice")
        chosen[as_annotator(old)] = as_annotator(new or old)
    if len(set(chosen.values())) < len(chosen):
        raise InputError(f"{text!r} gives two annotators the same name")
    return chosen


def choose_annotators(items: Iterable[Text], chosen: Mapping[Annotator, Annotator], name: str) -> Iterator[Text]:
    """Yield the items with only the layers of these annotators, in this order and under their new names.

    An annotator who is in none of the items is refused after the last one.
    """
    seen: set[Annotator] = set()
    for item in items:
        own = {layer.annotator: layer for layer in item.layers}
        seen |= own.keys()
        layers = tuple(replace(own[old], annotator=new) for old, new in chosen.items() if old in own)
        yield replace(item, layers=layers)
    missing = [who for who in chosen if who not in seen]
    if missing:
        known = ", ".join(map(str, sorted(seen, key=annotator_order))) or "none"
        raise InputError(f"{name} has no annotator {missing[0]!r}; it has: {known}")


def sort_edits(items: Iterable[Text]) -> Iterator[Text]:
    """Yield the items with layers sorted by annotator, and edits by start and end; the sort is stable."""
    for item in items:
        layers = sorted(item.layers, key=lambda layer: annotator_order(layer.annotator))
        yield replace(item, layers=tuple(replace(layer, edits=_sorted(layer)) for layer in layers))


def _sorted(layer: Layer) -> tuple[Any, ...]:
    return tuple(sorted(layer.edits, key=lambda edit: (getattr(edit, "part", None) or "", edit.start, edit.end)))


def merge_annotators(files: Sequence[Iterable[Text]], names: Sequence[str]) -> Iterator[Text]:
    """Yield the merged items of files with one annotator each, who is named after the number of the file, from 0.

    The files must have the same sentences or documents in the same order.
    """
    seen: list[Annotator | None] = [None] * len(names)
    for number, found in enumerate(zip_longest(*files), 1):
        if any(item is None for item in found):
            short = next(name for name, item in zip(names, found, strict=True) if item is None)
            long = next(name for name, item in zip(names, found, strict=True) if item is not None)
            raise LengthError(
                f"{short} ends after {number - 1} sentences or documents but {long} goes on; only annotations of the "
                "same texts can be merged"
            )
        layers: list[Layer] = []
        for rank, (item, name) in enumerate(zip(found, names, strict=True)):
            _check_same(found[0], item, number, names[0], name)
            for layer in item.layers:
                if seen[rank] is None:
                    seen[rank] = layer.annotator
                if layer.annotator != seen[rank]:
                    raise InputError(
                        f"{name} has the annotators {seen[rank]} and {layer.annotator}",
                        remedy("{merge} takes files with one each. Choose one first ({annotators})"),
                    )
                layers.append(replace(layer, annotator=rank))
        yield replace(found[0], layers=tuple(layers))


def _check_same(first: Text, other: Text, number: int, first_name: str, name: str) -> None:
    """Refuse items that are not annotations of one text, or whose other content would be lost."""
    tests: list[tuple[str, Callable[[Any], object]]] = [("kind", lambda item: item.unit)]
    if first.unit == CHARACTERS:
        tests += [("id", lambda item: item.id), ("text", lambda item: item.parts), ("metadata", lambda item: item.meta)]
        tests += [("field", lambda item: (item.extra, item.file))]
    else:
        tests += [("text", lambda item: item.source), ("reference", lambda item: item.references)]
        if other.details != NO_TEXT_DETAILS:
            tests += [("field", lambda item: [item.details.id, item.details.text, item.ranges, item.meta, item.extra])]
    for what, get in tests:
        if get(first) != get(other):
            raise InputError(
                f"number {number} differs in its {what}: {name} has {get(other)!r:.60} but {first_name} has "
                f"{get(first)!r:.60}; only annotations of the same texts can be merged"
            )
