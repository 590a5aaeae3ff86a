"""The texts of a sentence side by side, and the output's edits beside the annotators', whatever the measure."""

from collections.abc import Mapping, Sequence

from errata.extract import get_extractor
from errata.measures.working import Alignment, Cell, Listing, Replacement
from errata.model import Corpus, Edit, Output, applicable
from errata.text.words import overlap

Layers = Mapping[str, Sequence[Edit]]


def align_texts(tokens: Sequence[str], layers: Layers) -> Alignment:
    """Put the texts that edits make under their source: one column a source word, one where words are inserted.

    >>> align_texts(["He", "go"], {"output": [Edit(1, 2, ("goes",)), Edit(2, 2, (".",))]}).columns
    (('He', 'He'), ('go', 'goes'), (None, '.'))
    """
    n = len(tokens)
    inserted: dict[int, dict[str, str]] = {}
    placed: dict[str, list[str | None]] = {}
    for name, edits in layers.items():
        words: list[str | None] = list(tokens)
        for edit in applicable(edits, n):
            new = edit.corrections[0].split()
            width = edit.end - edit.start
            if not width:
                before = inserted.setdefault(edit.start, {}).get(name)
                inserted[edit.start][name] = " ".join([before, *new] if before else new)
                continue
            # Words one by one, what is left over in the last column.
            heads: list[str | None] = [*new[: width - 1]]
            heads += [None] * (width - 1 - len(heads))
            words[edit.start : edit.end] = [*heads, " ".join(new[width - 1 :]) or None]
        placed[name] = words
    columns: list[tuple[str | None, ...]] = []
    for position in range(n + 1):
        if position in inserted:
            columns.append((None, *(inserted[position].get(name) for name in layers)))
        if position < n:
            columns.append((tokens[position], *(placed[name][position] for name in layers)))
    return Alignment("texts", ("source", *layers), tuple(columns))


def _compare(edit: Edit, gold: Sequence[Edit]) -> tuple[str, Sequence[Edit]]:
    """Say whether an annotator has the same edit as the output, another one there or none; and which."""
    for other in gold:
        if (other.start, other.end) == (edit.start, edit.end) and edit.corrections[0] in other.corrections:
            return "same", [other]
    near = [other for other in gold if overlap((edit.start, edit.end), (other.start, other.end))]
    return "other" if near else "none", near


def compare_edits(tokens: tuple[str, ...], made: Sequence[Edit], layers: Layers, found: str) -> list[Listing]:
    """List the output's edits with what each annotator has there, and what annotators have besides."""
    layers = {name: [edit for edit in edits if not edit.is_noop] for name, edits in layers.items()}
    rows: list[tuple[Cell, ...]] = []
    told: set[tuple[str, Edit]] = set()
    for edit in made:
        row: list[Cell] = [Replacement.of(edit, tokens), edit.type]
        for name, gold in layers.items():
            verdict, theirs = _compare(edit, gold)
            told |= {(name, other) for other in theirs}
            shown = " / ".join(str(Replacement.of(other, tokens)) for other in theirs)
            row.append(f"other: {shown}" if verdict == "other" else verdict)
        rows.append(tuple(row))
    missed: dict[Replacement, tuple[str, list[str]]] = {}
    for name, gold in layers.items():
        for edit in gold:
            if (name, edit) not in told:
                missed.setdefault(Replacement.of(edit, tokens), (edit.type, []))[1].append(name)
    listings = [Listing(f"edits of the output{found}", ("edit", "type", *layers), tuple(rows))]
    if missed:
        lines = tuple((edit, kind, tuple(names)) for edit, (kind, names) in missed.items())
        listings.append(Listing("edits that the output has not", ("edit", "type", "wanted by"), lines))
    return listings


def view(gold: Corpus, output: Output, index: int) -> tuple[Alignment | Listing, ...]:
    """Return source, output and references in columns, and the edits compared.

    Edits that are not known are found by comparing the words, for this view alone.
    """
    sentence = gold[index]
    extractor = get_extractor("errata")
    found = ""
    if output.edits is None:
        made = extractor.extract([sentence.source], [output.texts[index]])[0]
        found = " (found by comparing words, for this view only)"
    else:
        made = tuple(edit for edit in output.edits[index] if not edit.is_noop)
    layers: dict[str, Sequence[Edit]]
    if gold.is_annotated and not sentence.references:
        layers = {f"annotator {layer.annotator}": layer.edits for layer in sentence.layers}
    else:
        texts = [reference.text for reference in gold.references(index)]
        edits = extractor.extract([sentence.source] * len(texts), texts)
        layers = {f"reference {number}": item for number, item in enumerate(edits)}
    aligned = align_texts(sentence.tokens, {"output": made, **layers})
    return aligned, *compare_edits(sentence.tokens, made, layers, found)
