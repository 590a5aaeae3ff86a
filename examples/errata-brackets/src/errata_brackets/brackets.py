"""Sentences with their edits in brackets: `She [go->goes] home [->today] .`"""

import os
import re
from collections.abc import Iterable, Iterator

import errata
from errata_brackets import BRACKETS

_EDIT = re.compile(r"\[([^\[\]]*)->([^\[\]]*)\]")


def read(path: str | os.PathLike[str]) -> Iterator[errata.Text]:
    """Yield the sentences of a file, all edits by annotator 0."""
    file = errata.open_text(path)
    for number, line in enumerate(file.lines(), 1):
        words: list[str] = []
        edits: list[errata.Edit] = []
        rest = 0
        for mark in _EDIT.finditer(line):
            words += line[rest : mark.start()].split()
            wrong, right = mark[1].split(), " ".join(mark[2].split())
            edits.append(errata.Edit(len(words), len(words) + len(wrong), (right,)))
            words += wrong
            rest = mark.end()
        words += line[rest:].split()
        if any("[" in word or "]" in word for word in words):
            raise errata.FormatError(
                f"{file.name}, line {number}: a bracket that belongs to no [wrong->right]: {line!r}"
            )
        yield errata.Text(" ".join(words), (errata.Layer(0, tuple(edits)),))


def write(path: str | os.PathLike[str], sentences: Iterable[errata.Text], *, loss: str = "warn") -> list[errata.Loss]:
    """Write the edits of one annotator; what brackets cannot hold is lost, and said to be."""
    losses = errata.Losses(path, BRACKETS, loss)
    errata.write_lines(path, map(_line, losses.checked(sentences)))
    return losses.report()


def _line(sentence: errata.Text) -> str:
    words, rest, parts = sentence.source.split(), 0, []
    for edit in sentence.layers[0].edits if sentence.layers else ():
        right = edit.corrections[0] if edit.corrections else ""
        parts += [*words[rest : edit.start], f"[{' '.join(words[edit.start : edit.end])}->{right}]"]
        rest = edit.end
    return errata.one_line(" ".join([*parts, *words[rest:]]), "sentence")
