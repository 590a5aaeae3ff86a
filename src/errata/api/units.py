"""Tokenise gold and outputs before they are compared, all in the same way.

The edits of annotated gold count tokens, so its tokens must be those that the tokeniser produces: this is checked, and
the gold is never split again.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from errata.api.accept import change_gold, change_output, noun_of
from errata.errors import InputError
from errata.findings import remedy
from errata.measures.base import Measure
from errata.model import CHARACTERS, Corpus, Output, apply_edits
from errata.text.cutting import CJK, ICU, SPACE, check_way, cutter

if TYPE_CHECKING:
    from errata.text.raw import Raw


def accept_tokens(
    tokens: str | None, gold: Corpus, measures: Sequence[Measure], raw: "Raw | None" = None
) -> str | None:
    """Return how texts are tokenised, None if at white space, as given."""
    if tokens is None:
        return None
    check_way(tokens)
    if tokens == SPACE:
        return None
    if gold.unit == CHARACTERS:
        raise InputError(
            f"tokens is for sentences, but {gold.called} holds documents, whose edits count characters; leave it out"
        )
    if raw is not None:
        advice = "{raw} gives outputs the gold's tokens, {tokens} splits all texts alike; leave one of them out"
        raise InputError("", remedy(advice, how=tokens))
    by_character = next((measure.title for measure in measures if not measure.counts_tokens), None)
    if by_character:
        raise InputError(
            f"{by_character} counts characters, including spaces, so texts must not be split for it",
            remedy("score it in a separate run, without {tokens}", how=tokens),
        )
    return tokens


def cut_gold(gold: Corpus, tokens: str) -> Corpus:
    """Return the gold tokenised: sources, corrections and references."""
    cut = cutter(tokens)
    noun = noun_of(gold)
    _check_runs(gold.called, gold.sources, tokens, noun)
    for number, texts in enumerate(zip(*(sentence.references for sentence in gold), strict=True)):
        _check_runs(f"reference {number}", texts, tokens, noun)
    made = change_gold(gold, cut)
    for number, (before, after) in enumerate(zip(gold, made, strict=True), 1):
        if not before.layers:
            continue
        _check_source(f"{gold.called}, sentence {number}", before.source, after.source, tokens)
        for old, new in zip(before.layers, after.layers, strict=True):
            # Rules that look around, as those of treebanks do, may cut a correction otherwise where it comes to stand.
            whole, parts = cut(apply_edits(before.source, old.edits)), apply_edits(after.source, new.edits)
            if whole.split() != parts.split():
                raise _disagreement(
                    f"{gold.called}, sentence {number}: annotator {old.annotator} makes {parts!r}, which {tokens} "
                    f"splits differently: {whole!r}",
                    tokens,
                )
    return made


def cut_output(output: Output, tokens: str) -> Output:
    """Return the output tokenised."""
    _check_runs(output.called, output.texts, tokens, "sentence" if output.sources else "line")
    made = change_output(output, cutter(tokens))
    if output.edits is not None:
        for number, (before, after) in enumerate(zip(output.sources, made.sources, strict=True), 1):
            _check_source(f"{output.called}, sentence {number}", before, after, tokens)
    return made


def _check_source(place: str, before: str, after: str, tokens: str) -> None:
    """Refuse a source with edits whose tokens are not those of the tokeniser."""
    if before.split() == after.split():
        return
    pairs = zip(before.split(), after.split(), strict=False)
    token, piece = next(((old, new) for old, new in pairs if old != new), (before, after))
    raise _disagreement(
        f"{place}: the edits count tokens such as {token!r}, where {tokens} begins with {piece!r}", tokens
    )


def _disagreement(what: str, tokens: str) -> InputError:
    how = (
        "leave out {tokens} and tokenise the outputs like the gold, or score against its corrected texts as plain text "
        "({texts})"
    )
    return InputError(what, remedy(how, how=tokens))


def _check_runs(name: str, lines: Sequence[str], tokens: str, noun: str) -> None:
    """Refuse a text with spaces between letters or digits that should stay together."""
    if tokens not in {CJK, ICU}:
        return
    from errata.text.characters import find_parted

    found = find_parted(lines)
    if found:
        number, run = found
        how = "{char} splits all texts this way; or write such runs without spaces"
        raise InputError(
            f"{name}, {noun} {number + 1}: {run!r} is split into characters, but {tokens} keeps runs of letters and "
            "digits whole",
            remedy(how),
        )
