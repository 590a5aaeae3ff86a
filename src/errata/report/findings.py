"""Findings about files, for people and as JSON."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from errata._version import __version__
from errata.check.examination import Examined
from errata.check.findings import count_severities
from errata.check.repair import Repair
from errata.findings import ERROR, INFO, WARNING, Finding, Place
from errata.report.writers import dumps
from errata.text.messages import plural, printable

FORMATS = ("text", "json")
SCHEMA = 1
_WIDTH = 100
_INDENT = "  "
_LISTED = 5
_NUMBERED = 20
_NOUNS = {ERROR: "error", WARNING: "warning", INFO: "info"}


def render_text(files: Sequence[Examined], repairs: Sequence[Repair] = (), *, bold: bool = False) -> str:
    """Return the findings file by file, the repairs, and the number of findings."""
    blocks: list[str] = []
    before: Examined | None = None
    for file in files:
        if before and not before.findings and not file.findings:  # one line each, no need for room between them
            blocks[-1] += f"\n{_file(file, bold)}"
        else:
            blocks.append(_file(file, bold))
        before = file
    if repairs:
        blocks.append("\n".join(["repaired copies:", *(line for repair in repairs for line in _repair(repair))]))
    blocks.append(_total(files))
    return "\n\n".join(blocks)


def _file(file: Examined, bold: bool) -> str:
    name = printable(file.name)
    title = f"\033[1m{name}\033[0m" if bold else name
    lines = [f"{title}: {_about(file)}" + ("" if file.findings else ": nothing to report")]
    for finding in file.findings:
        lines += _finding(finding)
    return "\n".join(lines)


def _about(file: Examined) -> str:
    known = {"text": "plain text", "m2": "M2", "": "no known format", "folder": "documents", "judgements": "XML"}
    what = known.get(file.format, file.format)
    parts = [what if file.role == "text" else f"{file.role}, {what}"]
    if file.n_items is not None:
        parts.append(plural(file.n_items, file.unit))
    if file.annotators:
        names = printable(", ".join(map(str, file.annotators[:10])))
        parts.append(f"annotator{'s' if len(file.annotators) > 1 else ''} {names}")
    return ", ".join(parts)


def _finding(finding: Finding) -> list[str]:
    head = f"{_INDENT}{finding.severity:8}{finding.code}"
    if finding.count > 1:
        head += f" × {finding.count}"
    where = _where(finding.places[0]) if finding.places else ""
    said = finding.words.command
    body = f"{where}: {said}" if where else said
    lines = [head, *_wrapped(body)]
    if len(finding.places) > 1:
        lines += _wrapped(_also(finding))
    return [*lines, *_wrapped(f"→ {finding.remedy.command}")]


def _wrapped(text: str) -> list[str]:
    margin = 5 * _INDENT
    # Only blanks may break: other white space is what a finding may be about.
    return wrap(
        printable(text),
        _WIDTH,
        initial_indent=margin,
        subsequent_indent=margin,
        break_on_hyphens=False,
        break_long_words=False,
        expand_tabs=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def _where(place: Place) -> str:
    if place.line is None:
        return f"sentence {place.sentence}"
    return f"line {place.line}" + (f" (sentence {place.sentence})" if place.sentence is not None else "")


def _also(finding: Finding) -> str:
    """Return further places, and how many more there are."""
    shown = finding.places[1:_LISTED]
    by_line = shown[0].line is not None
    numbers = ", ".join(str(place.line if by_line else place.sentence) for place in shown)
    more = finding.count - 1 - len(shown)
    plural = "s" if len(shown) > 1 else ""
    return f"also {'line' if by_line else 'sentence'}{plural} {numbers}" + (f" and {more} more" if more > 0 else "")


def _repair(repair: Repair) -> list[str]:
    if not repair.target:
        return [
            f"{_INDENT}{printable(repair.source)}: no copy; only M2 and plain text that is valid UTF-8 are repaired"
        ]
    lines = [f"{_INDENT}{printable(repair.source)} → {printable(repair.target)}"]
    for change in repair.changes:
        numbers = ", ".join(map(str, change.lines[:_NUMBERED]))
        more = f" and {len(change.lines) - _NUMBERED} more" if len(change.lines) > _NUMBERED else ""
        which = f", {'line' if len(change.lines) == 1 else 'lines'} {numbers}{more}" if numbers else ""
        lines += wrap(
            f"changed: {change.code}{which}: {change.what}",
            _WIDTH,
            initial_indent=2 * _INDENT,
            subsequent_indent=4 * _INDENT,
            break_on_hyphens=False,
        )
    if not repair.changes:
        lines.append(f"{2 * _INDENT}nothing to change")
    left = ", ".join(dict.fromkeys(found.code for found in repair.left))
    return [*lines, f"{2 * _INDENT}left as it is: {left}"] if left else lines


def _total(files: Sequence[Examined]) -> str:
    counts = count_severities(finding for file in files for finding in file.findings)
    found = ", ".join(plural(counts[severity], noun) for severity, noun in _NOUNS.items() if counts[severity])
    return f"{found or 'nothing to report'} in {plural(len(files), 'file')}"


def render_json(files: Sequence[Examined], repairs: Sequence[Repair] = ()) -> str:
    """Return everything as one JSON object; docs/json.md describes it."""

    content: dict[str, Any] = {
        "errata": __version__,
        "schema": SCHEMA,
        "files": [
            {
                "file": file.name,
                "role": file.role,
                "format": file.format or None,
                "count": file.n_items,
                "unit": file.unit,
                "annotators": list(file.annotators),
            }
            for file in files
        ],
        "findings": [_as_json(finding) for file in files for finding in file.findings],
        "counts": count_severities(finding for file in files for finding in file.findings),
    }
    if repairs:
        content["repairs"] = [
            {
                "file": each.source,
                "copy": each.target or None,
                "changed": [change._asdict() for change in each.changes],
                "left": list(dict.fromkeys(found.code for found in each.left)),
            }
            for each in repairs
        ]
    return dumps(content, indent=1)


def _as_json(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "file": finding.file,
        "line": finding.line,
        "sentence": finding.sentence,
        "message": finding.words.command,
        "remedy": finding.remedy.command,
        "count": finding.count,
        "places": [place._asdict() for place in finding.places],
    }
