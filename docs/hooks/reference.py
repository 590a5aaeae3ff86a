"""Generated parts of the site's pages: the reference of public names, and links to it."""

import inspect
import re
from dataclasses import InitVar, is_dataclass
from typing import Any

import errata

MARK = "<!-- generated: api -->"
_ROLE = re.compile(r"<(?:[a-z_]+\.)*[A-Za-z_]+ object at 0x[0-9a-f]+>|<function [^>]*>")
_ROW = re.compile(r"^\|.*", re.MULTILINE)
_CODE = re.compile(r"`[^`]+`")
_LINKED = re.compile(r"<(a|pre|h[1-6])\b.*?</\1>|<code>([^<]+)</code>", re.DOTALL)
_NAME = re.compile(r"(errata\.)?([A-Za-z_]\w*)(?:\(.*\))?")
_OPTION = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*")
GROUPS = {
    "Scoring": ("errata.api", "errata.text.raw", "errata.measures", "errata.similarity"),
    "Training and decoding": ("errata.api.sentences", "errata.api.reward", "errata.api.consensus"),
    "Comparing": ("errata.api.compare", "errata.measures.difficulty.analysis", "errata.stats"),
    "Comparing measures with people": (
        "errata.api.metaeval",
        "errata.api.agreement",
        "errata.model.judgements",
        "errata.stats.closeness",
        "errata.stats.preferences",
    ),
    "Explaining": ("errata.api.explain", "errata.measures.working"),
    "Reports and figures": ("errata.api.review", "errata.report"),
    "Checking": ("errata.check", "errata.findings"),
    "Texts, edits and documents": (
        "errata.model",
        "errata.extract",
    ),
    "Files": ("errata.formats",),
    "Errors": ("errata.errors",),
}


def with_reference(markdown: str) -> str:
    """Put the reference in its place, and remove escapes from code in tables, which here would be shown."""
    markdown = _ROW.sub(lambda row: _CODE.sub(lambda code: code[0].replace(r"\|", "|"), row[0]), markdown)
    return markdown.replace(MARK, reference()) if MARK in markdown else markdown


def with_links(html: str, home: str) -> str:
    """Link public names to their entries in the reference, and keep options from being broken at their hyphens.

    `home` is the page of the reference, empty on that page itself.
    """

    def linked(found: re.Match[str]) -> str:
        code = found[2]
        if code is None:  # a link, a block or a heading stays as it is
            return found[0]
        name = _NAME.fullmatch(code)
        if name and name[2] in errata.__all__ and (name[1] or not home):
            return f'<a href="{home}#{name[2]}">{found[0]}</a>'
        return f"<code>{_OPTION.sub(_unbroken, code)}</code>"

    return _LINKED.sub(linked, html)


def _unbroken(found: re.Match[str]) -> str:
    return f'<span class="option">{found[0]}</span>'


def grouped() -> dict[str, list[str]]:
    """Return the public names by group: functions, then classes."""
    names = [name for name in errata.__all__ if not name.startswith("_")]
    names.sort(key=lambda name: (inspect.isclass(getattr(errata, name)), name))
    places = [(home, title) for title, homes in GROUPS.items() for home in homes]
    groups: dict[str, dict[str, list[str]]] = {title: {home: [] for home in homes} for title, homes in GROUPS.items()}
    for name in names:  # the nearest home counts: those of a measure's package may belong elsewhere than the package
        home, title = max((place for place in places if errata._HOME_OF[name].startswith(place[0])), key=_length)
        groups[title][home].append(name)
    return {title: [name for members in homes.values() for name in members] for title, homes in groups.items()}


def _length(place: tuple[str, str]) -> int:
    return len(place[0])


def reference() -> str:
    """Return signature and docstring of every public name, grouped by where it lives."""
    return "\n".join(f"## {title}\n\n" + "\n".join(map(describe, names)) for title, names in grouped().items())


def describe(name: str) -> str:
    """Return the entry of a name, a class with its public methods."""
    thing = getattr(errata, name)
    lines = [f"### `{name}` {{ #{name} }}\n", _code(_heading(name, thing)), _text(thing), ""]
    if inspect.isclass(thing) and not issubclass(thing, BaseException):
        for method, member in sorted(vars(thing).items()):
            called = getattr(member, "__func__", member)
            is_told_elsewhere = any(method in vars(base) for base in thing.__mro__[1:])
            if method.startswith("_") or not inspect.isfunction(called) or is_told_elsewhere:
                continue
            if first := (inspect.getdoc(called) or "").partition("\n")[0]:
                lines.append(f"* `{method}{_signature(called)}`: {first}")
    return "\n".join(lines) + "\n"


def _heading(name: str, thing: Any) -> str:
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        bases = ", ".join(base.__name__ for base in thing.__bases__)
        return f"class {name}({bases})"
    text = f"{'class ' if inspect.isclass(thing) else ''}{name}{_signature(thing)}"
    return text if len(text) <= 100 else _broken(text)


def _broken(signature: str) -> str:
    """Return a long signature with one argument a line."""
    lines, depth, start = [], 0, signature.index("(") + 1
    for at in range(start, len(signature)):
        depth += (signature[at] in "([{") - (signature[at] in ")]}")
        if depth < 0 or (depth == 0 and signature[at] == ","):
            lines.append(f"    {signature[start:at].strip()},")
            start = at + 1
        if depth < 0:
            return "\n".join([signature[: signature.index("(") + 1], *lines, signature[at:]])
    return signature


def _signature(thing: Any) -> str:
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return "()"
    if is_dataclass(thing):
        hidden = {name for name, item in thing.__dataclass_fields__.items() if _is_hidden(item)}
        shown = [item for name, item in signature.parameters.items() if name not in hidden]
        signature = signature.replace(parameters=shown)
    text = str(signature)
    text = re.sub(r"\b(?:collections\.abc|typing|errata(?:\.\w+)*)\.", "", text)
    return _ROLE.sub("…", text)


def _is_hidden(item: Any) -> bool:
    """Tell whether an argument is for other rooms of the package: marked so, or kept without being a field."""
    return isinstance(item.type, InitVar) or not item.metadata.get("is_documented", True)


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _text(thing: Any) -> str:
    """Return the docstring as Markdown: examples fenced, all else as written."""
    lines: list[str] = []
    fenced = False
    for line in (inspect.getdoc(thing) or "").split("\n"):
        starts, ends = line.lstrip().startswith(">>>") and not fenced, fenced and not line.strip()
        if starts or ends:
            lines.append("```python" if starts else "```")
            fenced = starts
        lines.append(line)
    return "\n".join([*lines, "```"] if fenced else lines)
