"""The immutable data shared by all parts of the package.

* `edits`: an `Edit` replaces a range of a source; a `Layer` holds one annotator's.
* `texts`: a `Text` is a source with layers or reference texts; its `unit` says what edits count, tokens or characters.
* `applying`: the text that edits result in.
* `corpus`: a `Corpus` is texts in order; `merging` joins the annotations of several.
* `outputs`: an `Output` is one system's version of a corpus; `matching` finds the sentence of each of its rows.
"""

from errata.model.applying import applicable, apply_character_edits, apply_edits, order_by_text
from errata.model.corpus import Corpus, Reference, content_of_run
from errata.model.edits import (
    EMPTY,
    NOOP,
    UNCORRECTED,
    Annotator,
    Correction,
    Edit,
    EditDetails,
    Extra,
    Layer,
    annotator_order,
    as_annotator,
    make_edit,
)
from errata.model.outputs import UNNAMED, Output
from errata.model.texts import CHARACTERS, NO_TEXT_DETAILS, TOKENS, Part, Text, TextDetails, Token, Unit, as_tokens

__all__ = [
    "CHARACTERS",
    "EMPTY",
    "NOOP",
    "NO_TEXT_DETAILS",
    "TOKENS",
    "UNCORRECTED",
    "UNNAMED",
    "Annotator",
    "Corpus",
    "Correction",
    "Edit",
    "EditDetails",
    "Extra",
    "Layer",
    "Output",
    "Part",
    "Reference",
    "Text",
    "TextDetails",
    "Token",
    "Unit",
    "annotator_order",
    "applicable",
    "apply_character_edits",
    "apply_edits",
    "as_annotator",
    "as_tokens",
    "content_of_run",
    "make_edit",
    "order_by_text",
]
