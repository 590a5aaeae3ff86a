"""What is in a corpus: sentences, tokens, edits of each annotator, types, and how annotators agree."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from errata.errors import InputError
from errata.findings import Finding, remedy, report
from errata.kernels.buffers import Texts
from errata.kernels.editcounts import count_edits
from errata.kernels.limits import TooLargeError
from errata.model import TOKENS, Annotator, Corpus, Edit, Text
from errata.records import dataclass
from errata.rendering import Rendered
from errata.text.vocabulary import Vocabulary

_MAX_PAIRS = 1000
"""With more annotators than this many pairs have, the list of agreements is too long to be read."""


@dataclass(frozen=True)
class AnnotatorStatistics:
    """What one annotator, or one reference, changed in its sentences.

    `changes` counts the words by which the text differs from the source, as the word error rate does. `edits` is None
    where there are reference texts alone.
    """

    annotator: Annotator
    n_texts: int
    n_changed: int
    n_tokens: int | None
    changes: int | None
    edits: int | None
    types: Mapping[str, int]

    @property
    def token_rate(self) -> float | None:
        """Changed words per source word (Table 1 of Gotou et al. 2020)."""
        return self.changes / self.n_tokens if self.n_tokens and self.changes is not None else None

    @property
    def text_rate(self) -> float | None:
        """The share of sentences, or documents, in which something is changed."""
        return self.n_changed / self.n_texts if self.n_texts else None


@dataclass(frozen=True)
class PairStatistics:
    """How far two annotators agree on what both have seen.

    `same` counts edits with the same place and correction, `same_span` those with the same place; `f` and `span_f` are
    twice that, divided by the edits of both. `kappa` is Cohen's, over tokens that are changed or not; None if
    undefined.
    """

    first: Annotator
    second: Annotator
    n_texts: int
    edits: tuple[int, int]
    same: int
    same_span: int
    kappa: float | None

    @property
    def f(self) -> float | None:
        """The share of edits that both made."""
        return 2 * self.same / sum(self.edits) if sum(self.edits) else None

    @property
    def span_f(self) -> float | None:
        """The share of edits whose position both have."""
        return 2 * self.same_span / sum(self.edits) if sum(self.edits) else None


@dataclass(frozen=True)
class CorpusStatistics(Rendered):
    """What is in one corpus; `noun` says what its texts are, `n_tokens` is None if edits came without a text."""

    name: str
    noun: str
    n_texts: int
    n_tokens: int | None
    n_references: int
    annotators: tuple[AnnotatorStatistics, ...]
    pairs: tuple[PairStatistics, ...]
    rendered_by: ClassVar[str] = "errata.report.statistics"

    @property
    def n_edits(self) -> int | None:
        """The edits of all annotators; None if there are only reference texts."""
        known = [item.edits for item in self.annotators if item.edits is not None]
        return sum(known) if known else None

    @property
    def types(self) -> dict[str, int]:
        """How many edits have each type, over all annotators, most frequent first, then by name."""
        counted: Counter[str] = Counter()
        for item in self.annotators:
            counted.update(item.types)
        return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))

    def __repr__(self) -> str:
        return f"CorpusStatistics({self.name}, {self.n_texts} {self.noun}s, {self.n_edits} edits)"


def corpus_statistics(corpus: Corpus) -> CorpusStatistics:
    """Count what is in a corpus.

    A sentence counts for the annotators who annotated it, and one that nobody annotated for all of them. Types are
    taken as they are written; the first alternative of an edit is its correction.

    >>> gold = Corpus.from_texts(["He go home .", "It rains ."], [["He goes home .", "It rains ."]])
    >>> found = corpus_statistics(gold)
    >>> found.n_tokens, found.annotators[0].changes, found.annotators[0].text_rate
    (7, 1, 0.5)
    """
    if not isinstance(corpus, Corpus):
        raise InputError(f"give a Corpus (errata.read reads one), not a {type(corpus).__name__}")
    sources = [_words_of(text) for text in corpus]
    has_text = all(text.has_text or text.unit == TOKENS for text in corpus)
    n_tokens = sum(map(len, sources)) if has_text else None
    n_references = len(corpus[0].references) if len(corpus) and not corpus.annotators else 0
    who = list(corpus.annotators or range(n_references))
    return CorpusStatistics(
        corpus.name,
        corpus.noun,
        len(corpus),
        n_tokens,
        corpus.n_references if corpus.annotators or n_references else 0,
        tuple(_annotator(corpus, annotator, has_text) for annotator in who),
        tuple(_pairs(corpus)),
    )


def _words_of(text: Text) -> list[str]:
    if text.unit == TOKENS:
        return text.source.split()
    return [word for part in text.parts for word in part.text.split()] if text.has_text else []


def _counts_for(text: Text, annotator: Annotator) -> bool:
    return bool(text.references) or not text.layers or text.layer(annotator) is not None


def _edits_of(text: Text, annotator: Annotator) -> Sequence[Edit]:
    layer = text.layer(annotator)
    return layer.edits if layer else ()


def _corrected(text: Text, annotator: Annotator) -> list[str]:
    """Return the words of the text as corrected by the annotator."""
    if text.layer(annotator) is not None:
        return _words_of(text.corrected(annotator))
    return text.references[int(annotator)].split() if text.references else _words_of(text)


def _annotator(corpus: Corpus, annotator: Annotator, has_text: bool) -> AnnotatorStatistics:
    seen = [text for text in corpus if _counts_for(text, annotator)]
    is_annotated = bool(corpus.annotators)
    edits = [edit for text in seen for edit in _edits_of(text, annotator)]
    n_tokens = changes = None
    if has_text:
        pairs = [(_words_of(text), _corrected(text, annotator)) for text in seen]
        n_tokens = sum(len(source) for source, _ in pairs)
        changes = _distance(corpus, pairs)
    n_changed = sum(
        bool(_edits_of(text, annotator)) if is_annotated else _words_of(text) != _corrected(text, annotator)
        for text in seen
    )
    types = Counter(edit.type or "" for edit in edits)
    return AnnotatorStatistics(
        annotator, len(seen), n_changed, n_tokens, changes, len(edits) if is_annotated else None, dict(types)
    )


def _distance(corpus: Corpus, pairs: Sequence[tuple[list[str], list[str]]]) -> int:
    """Return how many words must be inserted, deleted or replaced to turn the first of each pair into the second."""
    from array import array

    places = [place for place, (one, two) in enumerate(pairs) if one != two]
    changed = [pairs[place] for place in places]
    vocabulary = Vocabulary("word")
    sources: Texts = vocabulary.flatten([" ".join(one) for one, _ in changed])
    texts = vocabulary.flatten([" ".join(two) for _, two in changed])
    try:
        counts = count_edits(sources, array("i", range(len(changed) + 1)), texts)
    except TooLargeError as error:
        raise error.located(f"{corpus.called}, {corpus.noun} {places[error.index] + 1}") from None
    return int(sum(counts) - sum(counts[::4]))  # all but the matches


def _pairs(corpus: Corpus) -> list[PairStatistics]:
    who = corpus.annotators
    if len(who) ** 2 > 2 * _MAX_PAIRS:
        message = (
            f"{len(who)} annotators make {len(who) * (len(who) - 1) // 2:,} pairs; agreement is listed for at most "
            f"{_MAX_PAIRS:,}, so it is left out"
        )
        report(Finding("no-agreement", message, corpus.called, hint=remedy("choose some annotators")), 3)
        return []
    return [_pair(corpus, one, two) for place, one in enumerate(who) for two in who[place + 1 :]]


def _pair(corpus: Corpus, one: Annotator, two: Annotator) -> PairStatistics:
    same = same_span = 0
    totals = [0, 0]
    table = [[0, 0], [0, 0]]  # tokens that the first, then the second, left alone or changed
    both = [text for text in corpus if text.layer(one) is not None and text.layer(two) is not None]
    for text in both:
        sides = [_edits_of(text, annotator) for annotator in (one, two)]
        totals = [total + len(edits) for total, edits in zip(totals, sides, strict=True)]
        full = [Counter((edit.part, edit.start, edit.end, edit.corrections[:1]) for edit in edits) for edits in sides]
        spans = [Counter((edit.part, edit.start, edit.end) for edit in edits) for edits in sides]
        same += (full[0] & full[1]).total()
        same_span += (spans[0] & spans[1]).total()
        if text.unit == TOKENS:
            n = len(text.source.split())
            marks = [_marked(edits, n) for edits in sides]
            for place in range(n):
                table[place in marks[0]][place in marks[1]] += 1
    return PairStatistics(one, two, len(both), (totals[0], totals[1]), same, same_span, _kappa(table))


def _marked(edits: Sequence[Edit], n_tokens: int) -> set[int]:
    """Return the tokens that edits change; an insertion marks the following token, at the end the last one."""
    found: set[int] = set()
    for edit in edits:
        found.update(range(edit.start, edit.end) if edit.start < edit.end else [min(edit.start, n_tokens - 1)])
    return found


def _kappa(table: Sequence[Sequence[int]]) -> float | None:
    (neither, second), (first, both) = table
    n = neither + second + first + both
    if not n:
        return None
    chance = ((neither + second) * (neither + first) + (first + both) * (second + both)) / n
    return (neither + both - chance) / (n - chance) if n > chance else None
