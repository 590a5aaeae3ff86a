"""Sentences with their edits in brackets: `She [go->goes] home [->today] .`"""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import errata

_EDIT = re.compile(r"\[([^\[\]]*)->([^\[\]]*)\]")


def read(path: str | os.PathLike[str]) -> Iterator[errata.Text]:
    """Yield the sentences of a file, all edits by annotator 0."""
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        words: list[str] = []
        edits: list[errata.Edit] = []
        rest = 0
        for mark in _EDIT.finditer(line):
            words += line[rest : mark.start()].split()
            wrong, right = mark[1].split(), " ".join(mark[2].split())
            edits.append(errata.Edit(len(words), len(words) + len(wrong), (right,), "X"))
            words += wrong
            rest = mark.end()
        words += line[rest:].split()
        if any("[" in word or "]" in word for word in words):
            raise errata.FormatError(f"{path}, line {number}: a bracket that belongs to no [wrong->right]: {line!r}")
        yield errata.Text(" ".join(words), (errata.Layer(0, tuple(edits)),))


def write(path: str | os.PathLike[str], sentences: Iterable[errata.Text], *, loss: str = "warn") -> list[object]:
    """Write the edits of one annotator; the first of several corrections is taken."""
    lines = []
    for number, sentence in enumerate(sentences, 1):
        if len(sentence.layers) > 1:
            raise errata.FormatError(
                f"sentence {number} has several annotators, but brackets hold one; choose one first"
            )
        words, rest, parts = sentence.source.split(), 0, []
        for edit in sentence.layers[0].edits if sentence.layers else ():
            right = edit.corrections[0] if edit.corrections else ""
            parts += [*words[rest : edit.start], f"[{' '.join(words[edit.start : edit.end])}->{right}]"]
            rest = edit.end
        lines.append(" ".join([*parts, *words[rest:]]) + "\n")
    Path(path).write_text("".join(lines), encoding="utf-8")
    return []
