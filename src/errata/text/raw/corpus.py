"""Tokens for an untokenised corpus: sources by rule, everything else by projection from these."""

from collections.abc import Sequence

from errata.errors import LengthError
from errata.records import dataclass
from errata.text.raw.conventions import Conventions
from errata.text.raw.learning import learn_from_text
from errata.text.raw.quick import QuickProjector


@dataclass(frozen=True)
class TokenisedCorpus:
    """Sources and the texts of each annotator, with tokens separated by spaces; and how they were tokenised."""

    sources: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    conventions: Conventions


def tokenise_corpus(sources: Sequence[str], references: Sequence[Sequence[str]] = ()) -> TokenisedCorpus:
    """Return a corpus of raw text with tokens; `references` has the texts of each annotator.

    Sources are split by rule. References have the tokens of their sources where their characters are the same, so that
    nothing but corrections differs. Outputs are then projected with the same conventions:
    `Projector(corpus.sources, conventions=corpus.conventions)`.

    >>> corpus = tokenise_corpus(["He dont know it's late."], [["He doesn't know it's late."]])
    >>> corpus.sources, corpus.references
    (("He dont know it 's late .",), (("He does n't know it 's late .",),))
    """
    for texts in references:
        if len(texts) != len(sources):
            raise LengthError(f"{len(texts)} references for {len(sources)} sources; each source needs one")
    conventions = learn_from_text([*sources, *(text for texts in references for text in texts)])
    quick = QuickProjector(conventions)
    nothing = quick.number(())
    rows = [quick.project(nothing, text).tokens for text in sources]
    numbered = [quick.number(row) for row in rows]
    return TokenisedCorpus(
        tuple(map(" ".join, rows)),
        tuple(
            tuple(" ".join(quick.project(source, text).tokens) for source, text in zip(numbered, texts, strict=True))
            for texts in references
        ),
        conventions,
    )
