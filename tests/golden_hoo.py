"""The golden cases of the HOO framework, as objects."""

from errata.golden.hoo import CASES, TOOL_CASES, document_sets, edit, edits

__all__ = ["CASES", "TOOL_CASES", "document_sets", "edit", "edits"]
