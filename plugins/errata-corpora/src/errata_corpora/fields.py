"""Shared by the modules: types in their signatures, and the unknown fields of documents, layers and edits."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from errata import Layer

AnyPath = str | os.PathLike[str]
STREAM = "-"
"""The path that means standard input or output."""
Annotator = int | str
Correction = str | None
"""What an edit makes of its original; None leaves the original as it is."""
Extra = Mapping[str, object]


def without(extra: Extra | None, *names: str) -> Extra | None:
    """Return unknown fields without those that a format knows."""
    return {name: value for name, value in (extra or {}).items() if name not in names} or None


def map_extra(
    layer: Layer, of_layer: Callable[[Extra | None], Extra | None], of_edit: Callable[[Extra | None], Extra | None]
) -> Layer:
    """Return a layer with its unknown fields, and those of its edits, replaced."""
    edits = tuple(edit.with_details(extra=of_edit(edit.extra)) if edit.extra else edit for edit in layer.edits)
    return replace(layer, edits=edits, extra=of_layer(layer.extra))
