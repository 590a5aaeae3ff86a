"""Formats of corpora and other programs for errata: how each is detected, what it holds, which module reads it."""

import re

from errata import Format


def _carries(names: str, **otherwise: str) -> dict[str, str]:
    """Return what a format holds, unchanged or in another form."""
    return dict.fromkeys(names.split(), "yes") | otherwise


def _first(lines: list[str]) -> str:
    """Return the first line that is not blank."""
    return next((line.strip() for line in lines if line.strip()), "")


def _looks_like_bea(lines: list[str]) -> bool:
    """Tell whether the first line is an object with a text and edits."""
    first = _first(lines)
    return first.startswith("{") and first.endswith("}") and '"text"' in first and '"edits"' in first


def _looks_like_languagetool(lines: list[str]) -> bool:
    """Tell whether a JSON object has matches with offsets."""
    if not _first(lines).startswith("{"):
        return False
    return re.search(r'"matches"\s*:\s*\[', "\n".join(lines)) is not None


def _looks_like_brat(lines: list[str]) -> bool:
    """Tell whether every line looks like a stand-off annotation; the first may refer to a later one."""
    if not _is_annotation(_first(lines)):
        return False
    filled = [line for line in lines if line]
    return all(map(_is_annotation, filled)) and any(line[0] == "T" and line.count("\t") >= 2 for line in filled)


def _is_annotation(line: str) -> bool:
    return "\t" in line[:12] and line[0] in "T#AMREN*"


def _looks_like_ua_gec(lines: list[str]) -> bool:
    """Tell whether a group in braces names an error type."""
    return ":::error_type=" in "\n".join(lines)


_ERRORS = {"errors": "unreadable parts: strict (default) refuses the file, warn skips them with a warning"}
_TEXT = "the file with the text"
_ESCAPE = "whether a backslash escapes what follows: yes or no (default)"
_CONVENTION = {
    "note": "the type of notes that are corrections (default: AnnotatorNotes)",
    "delete": "the note that deletes (default: <DELETE>)",
    "optional": "the attribute of optional edits (default: Optional)",
    "insertion": "the attribute of insertions (default: Insertion)",
    "cset": "the attribute with the consistency set (default: Cset)",
    "index": "the attribute with the index (default: Index)",
    "untyped": "the label of edits without a type (default: Edit)",
}

NUCLE = Format(
    "nucle",
    (".sgml", ".sgm"),
    "documents with mistakes by paragraph and offset (NUCLE and CoNLL SGML)",
    "errata_corpora.nucle",
    is_annotated=True,
    root="DOC",
    ignores_case=True,
    holds="documents",
    carries=_carries("text edits ranges annotators silence types comments documents", meta="attributes"),
    from_description=True,
    read_settings={"entities": "&amp; and the like: decode (default) or keep"} | _ERRORS,
    knows_text=True,
)
BEA = Format(
    "bea",
    (".json",),
    "documents with edits by character offset, one per line (JSON of BEA-2019)",
    "errata_corpora.bea",
    is_annotated=True,
    sniff=_looks_like_bea,
    holds="documents",
    carries=_carries("text edits ranges annotators silence absent documents meta", types="fourth item"),
    from_description=True,
    read_settings=_ERRORS,
    knows_text=True,
)
BRAT = Format(
    "brat",
    (".ann",),
    "the edits of one document, its text in a .txt file next to it (BRAT stand-off)",
    "errata_corpora.brat",
    is_annotated=True,
    sniff=_looks_like_brat,
    settings=_CONVENTION,
    holds="document",
    carries=_carries(
        "text edits ranges silence types absent",
        documents="file name",
        annotators="one file each",
        alternatives="notes",
        null="attribute",
        csets="attribute",
        indices="id or attribute",
    ),
    from_description=True,
    read_settings={"text": _TEXT} | _CONVENTION,
    knows_text=True,
    fills_folders=True,
)
UA_GEC = Format(
    "ua-gec",
    (".ann",),
    "a document with its edits in braces in the text (UA-GEC)",
    "errata_corpora.ua_gec",
    is_annotated=True,
    sniff=_looks_like_ua_gec,
    settings={"escape": _ESCAPE, "alternatives": "several corrections: first (default) or join"},
    holds="document",
    carries=_carries(
        "text edits ranges silence types", alternatives="join", documents="file name", annotators="one file each"
    ),
    from_description=True,
    read_settings={"escape": _ESCAPE, "metadata": "a CSV file with a row for every document"},
    knows_text=True,
    fills_folders=True,
)
FCE = Format(
    "fce",
    (".xml",),
    "the answers of an exam script with errors marked in the text (CLC FCE, <NS>; read only)",
    "errata_corpora.fce",
    is_annotated=True,
    root="LEARNER",
    ignores_case=True,
    holds="documents",
    carries=_carries("text edits ranges silence types alternatives absent documents meta"),
    from_description=True,
    knows_text=True,
)
LANGUAGETOOL = Format(
    "languagetool",
    (".json",),
    "matches a system found in a text, without the text (LanguageTool responses; read only)",
    "errata_corpora.languagetool",
    is_annotated=True,
    sniff=_looks_like_languagetool,
    holds="document",
    carries=_carries("edits ranges types absent comments meta extra", text="file of its own"),
    from_description=True,
    read_settings={
        "text": _TEXT,
        "overlap": "of matches that overlap: first (default), longest or error",
        "types": "what types are: rule (default), category or issue",
    },
    knows_text=True,
)
