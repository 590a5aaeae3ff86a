"""Scores of single sentences, each by itself: for rewards, re-ranking and data filtering.

A sentence gets the same score here as in a corpus that contains nothing else. References come as
training data have them: together for each source, in any number.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain, repeat, zip_longest
from threading import Lock
from typing import cast, overload

from errata.api.accept import accept_gold, check_segmentation
from errata.api.extraction import Extraction
from errata.check.alignment import MISALIGNED
from errata.check.outputs import find_untokenised
from errata.check.screening import Screen
from errata.errors import ErrataError, InputError, LengthError
from errata.extract import Extractor, get_extractor
from errata.findings import Finding, as_finding, remedy, report
from errata.measures import parse_measure
from errata.measures.base import Measure
from errata.measures.data import GoldBlock
from errata.model import Corpus, Edit, Output, Text
from errata.records import replace
from errata.text.messages import plural

References = Iterable[str | Iterable[str]]
"""The references of each source: one text, or several."""

_BLOCK = 2048
"""Sentences counted in one block: enough to keep the kernels busy, in little memory."""
_MANY = 20
"""Fewer hypotheses are not checked, since a few say little; of more, so many are, since all would take too long."""
_SHARE = 20
"""A sign in fewer than one of this many hypotheses is left alone: to find such hypotheses, people score them."""
_SAID_OTHERWISE = frozenset(("tokenisation", "tokens-differ"))
"""Findings about tokens, which not every measure counts and `warn_untokenised` reports; words then match nothing."""
_CALLED = "hypotheses"
_ALONE = "sentences:alone"
"""What signatures say of scores that no other sentence influences."""
_SHAPE = "give the references of each source together, one entry per source: [[first, second], [only], …]"
_MISSING = object()


def sentence_scores(
    sources: Iterable[str],
    hypotheses: Iterable[str],
    references: References,
    measure: Measure | str = "green",
    *,
    extract: Extractor | str | None = "errata",
) -> list[float]:
    """Return the score of each hypothesis, each sentence on its own.

    `references` has one entry per source: a text, or a list of that source's reference texts. (This differs from
    `references` of `errata.score`, which has one list per reference set.) A hypothesis may be empty. Texts may come
    from generators: only the scores are kept. `extract` names the extractor of edits, for measures that compare edits.
    To score many hypotheses of the same sources, make a `Scorer`.

    >>> sources = ["She go to school every day .", "He like it a lot ."]
    >>> references = [["She goes to school every day .", "She goes to school each day ."], "He likes it a lot ."]
    >>> sentence_scores(sources, ["She goes to school every day .", "He like it a lot ."], references, "errant")
    [1.0, 0.0]
    """
    judge = Judge(measure, extract)
    _check_lengths(sources, hypotheses, references)
    triples = _triples(sources, hypotheses, references)
    scores: list[float] = []
    while True:
        texts, lines = [], []
        for source, hypothesis, wanted in triples:
            texts.append(Text(source, (), wanted))
            lines.append(hypothesis)
            if len(lines) == _BLOCK:
                break
        if not lines:
            return scores
        block = judge.block(Corpus(tuple(texts), _from("sources", len(scores)), is_annotated=False))
        if not scores:
            judge.refuse(block.corpus)
            if not judge.warn_untokenised(block.corpus, range(len(lines)), lines, 3):
                judge.warn_strange([text.source for text in texts], lines, texts, 3)
        scores += judge.score(block, lines, len(scores))


class Scorer:
    """Scores any number of hypotheses of the same sources; the references are prepared once.

    `references` has one entry per source, as for `sentence_scores`; instead of both, `gold` may be a corpus with edits
    or references, such as `errata.read` returns. Threads may share a scorer. `signature` says how the scores were
    made.

    >>> scorer = Scorer("green", ["She go to school every day ."], [["She goes to school every day ."]])
    >>> scorer([0, 0], ["She goes to school every day .", ""])
    [1.0, 0.4463852930614114]
    >>> scorer([["She goes to school every day .", "She go to school every day ."]])  # candidates of each source
    [[1.0, 0.5368078963932055]]
    >>> scorer.signature.split("|", 2)[2]
    'unit:word|n:4|beta:2|level:corpus|strip:yes|references:best|gold:168e8aff|sentences:alone'
    """

    def __init__(
        self,
        measure: Measure | str = "green",
        sources: Iterable[str] | None = None,
        references: References | None = None,
        *,
        gold: Corpus | None = None,
        extract: Extractor | str | None = "errata",
    ) -> None:
        if gold is not None or sources is None or references is None:
            corpus = accept_gold(gold, sources, references)  # or the refusal of half of what is needed
        else:
            lines, wanted = listed(sources, "sources"), listed(references, "references")
            _check_lengths(lines, lines, wanted)
            texts = tuple(Text(source, (), own) for source, _, own in _triples(lines, lines, wanted))
            if not texts:
                raise InputError("there are no sources, so there is nothing to score")
            corpus = Corpus(texts, "sources", is_annotated=False)
        self._prepare(measure, corpus, extract)

    def _prepare(self, measure: Measure | str, gold: Corpus, extract: Extractor | str | None) -> None:
        self._gold = gold
        self._extract = extract
        self._judge = judge = Judge(measure, extract)
        self._block = judge.block(gold)
        self._is_checked = False
        for found in judge.refuse(self._block.corpus):
            report(found, 3)
        # A first score packs the gold, so that threads only read what was packed.
        self._score([0], [self._gold[0].source])

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.measure, self._gold, self._extract)

    def __repr__(self) -> str:
        return f"Scorer({self.measure.title}, {plural(len(self), 'source')})"

    def __len__(self) -> int:
        """Return the number of sources."""
        return len(self._gold)

    @property
    def sources(self) -> list[str]:
        """The sources."""
        return self._gold.sources

    @property
    def measure(self) -> Measure:
        """The measure."""
        return self._judge.measure

    @property
    def signature(self) -> str:
        """How the scores are made: the measure with all its options, the gold, and the extractor, if any."""
        return self._judge.signature(self._gold.fingerprint)

    @overload
    def __call__(self, indices: Iterable[int], texts: Iterable[str]) -> list[float]: ...

    @overload
    def __call__(self, indices: Iterable[Iterable[str]]) -> list[list[float]]: ...

    def __call__(
        self, indices: Iterable[int] | Iterable[Iterable[str]], texts: Iterable[str] | None = None
    ) -> list[float] | list[list[float]]:
        """Score `texts[k]` as a hypothesis of source `indices[k]`, for each k; or, alone, candidates of every source.

        Sources are counted from 0. Candidates are one list per source, of any length; so are the scores.
        """
        if texts is None:
            return self._score_candidates(cast("Iterable[Iterable[str]]", indices))
        places = [self._place(index) for index in listed(indices, "indices")]
        lines = [text_of(text, _CALLED, k) for k, text in enumerate(listed(texts, "texts"))]
        if len(places) != len(lines):
            raise LengthError(f"{plural(len(lines), 'text')} for {plural(len(places), 'index', 'indices')}")
        self._check(places, lines, 4)
        return self._score(places, lines)

    def _score_candidates(self, candidates: Iterable[Iterable[str]]) -> list[list[float]]:
        lists = listed(candidates, "candidates")
        if lists and all(isinstance(item, str) for item in lists):
            raise InputError(
                f"candidates is a flat list of {plural(len(lists), 'text')}; give one list of candidates per source, "
                "or indices and texts"
            )
        if len(lists) != len(self):
            raise LengthError(f"candidates of {plural(len(lists), 'source')}, but there are {len(self)}")
        made = [
            [text_of(text, f"candidates[{place}]", k) for k, text in enumerate(listed(item, f"candidates[{place}]"))]
            for place, item in enumerate(lists)
        ]
        places = list(chain.from_iterable(repeat(place, len(item)) for place, item in enumerate(made)))
        lines = list(chain.from_iterable(made))
        self._check(places, lines, 5)
        scores = iter(self._score(places, lines))
        return [[next(scores) for _ in item] for item in made]

    def _place(self, index: object) -> int:
        if not isinstance(index, bool) and hasattr(index, "__index__"):
            place = operator.index(index)  # integers of NumPy have it, too
            if 0 <= place < len(self):
                return place
        raise InputError(f"{index!r:.60} is not the index of a source; they are 0 to {len(self) - 1}")

    def _check(self, places: Sequence[int], texts: Sequence[str], levels: int) -> None:
        """Warn of what is strange about texts, the first time there are many."""
        if self._judge.warn_untokenised(self._gold, places, texts, levels):
            return  # their words are not those of the sources, which explains whatever else is found
        if not self._is_checked and len(texts) >= _MANY:
            self._is_checked = True
            gold = [self._gold[place] for place in places[:_BLOCK]]
            self._judge.warn_strange([text.source for text in gold], texts[:_BLOCK], gold, levels)

    def _score(self, places: Sequence[int], texts: Sequence[str]) -> list[float]:
        scores: list[float] = []
        for first in range(0, len(texts), _BLOCK):
            block = self._block.pick(places[first : first + _BLOCK])
            scores += self._judge.score(block, texts[first : first + _BLOCK], first)
        return scores


def _restore(measure: Measure, gold: Corpus, extract: Extractor | str | None) -> Scorer:
    """Make a scorer that was pickled."""
    scorer = Scorer.__new__(Scorer)
    scorer._prepare(measure, gold, extract)
    return scorer


class Judge:
    """A measure for single sentences with the extractor of their edits."""

    def __init__(self, measure: Measure | str, extract: Extractor | str | None) -> None:
        if isinstance(measure, str):
            self.measure = _plain_measure(measure) if measure.isidentifier() else parse_measure(measure)
        elif isinstance(measure, Measure):
            self.measure = measure
        else:
            raise InputError(f"{measure!r:.60} is not a measure; pass a name such as 'green' or a Measure")
        if self.measure.works_on != "sentences":
            raise InputError(f"{self.measure.name} scores {self.measure.works_on}; it has no score of a sentence")
        if self.measure.properties.compares_systems:
            raise InputError(
                f"{self.measure.name} scores a system relative to others, so a single sentence has no score; choose "
                "another measure"
            )
        if not (self.measure.needs_gold_edits or self.measure.needs_output_edits):
            extract = None
        if refused := self.measure.refuses_alone():
            raise InputError(refused.message, refused.hint)
        self._extraction = Extraction(_extractor(extract), [self.measure], each_alone=True)

    def block(self, gold: Corpus) -> GoldBlock:
        """Return gold, with its edits where the measure needs them, in which each sentence is independent."""
        return GoldBlock(0, self._extraction.gold(gold).given, None)

    def refuse(self, gold: Corpus) -> list[Finding]:
        """Refuse gold that the measure cannot work on; return what is suspicious about the rest."""
        findings = check_segmentation(gold, Screen(gold.sources), [], [self.measure], cuts=False)
        same = self._extraction.output(gold, Output(_CALLED, gold.sources))
        reason = self.measure.refuses(gold, same)
        if reason:
            found = as_finding(reason)
            raise InputError(found.message, found.hint)
        said = [*self.measure.check(gold, same), *self.measure.check_together(gold, [same])]
        return findings + list(map(as_finding, said)) + self._extraction.check(gold, [same], [self.measure])

    def warn_untokenised(self, gold: Corpus, places: Sequence[int], texts: Sequence[str], levels: int) -> bool:
        """Warn of many hypotheses that are not tokenised where their sources are, and tell whether they are not.

        The caller is `levels` up.
        """
        n = len(texts)
        if n < _MANY or not self.measure.counts_tokens:
            return False
        picked = range(0, n, n // _MANY)[:_MANY]
        name = f"{_MANY} of {n} {_CALLED}" if n > _MANY else _CALLED
        found = find_untokenised(name, [gold[places[k]].source for k in picked], [texts[k] for k in picked])
        if found:
            report(replace(found.finding, hint=remedy("tokenise them as the sources are")), levels)
        return found is not None

    def warn_strange(self, sources: list[str], texts: Sequence[str], gold: Sequence[Text], levels: int) -> None:
        """Warn of many hypotheses that belong to other sources or hold more than a sentence, once for each kind."""
        if len(texts) < _MANY:
            return
        wanted = [reference for text in gold for reference in text.references]
        findings = Screen(sources, wanted).check_output(_CALLED, texts, "sentence")
        if _SAID_OTHERWISE.intersection(found.code for found in findings):
            return
        said: set[str] = set()
        for found in findings:
            if found.code not in said and _SHARE * found.count >= len(texts):
                said.add(found.code)
                # Other hints name arguments of `errata.score`.
                report(found if found.code == MISALIGNED else replace(found, hint=None), levels)

    def score(self, block: GoldBlock, texts: Sequence[str], first: int = 0) -> list[float]:
        """Return the scores of the hypotheses of a block; `first` is how many came before."""
        output = Output(_CALLED, texts, origin=_from(_CALLED, first))
        return self.measure.count_each(block, self._extraction.output(block.corpus, output))

    def score_or_none(self, block: GoldBlock, places: Sequence[int], texts: Sequence[str]) -> list[float | None]:
        """Return the score of each text as a hypothesis of the sentence at its index, None if it cannot be scored."""
        scores: list[float | None] = []
        for first in range(0, len(texts), _BLOCK):
            some, lines = places[first : first + _BLOCK], texts[first : first + _BLOCK]
            try:
                scores += self.score(block.pick(some), lines)
            except ErrataError:  # of one text, such as one of a million words; the others have their scores
                if len(lines) == 1:
                    scores.append(None)
                else:
                    for place, line in zip(some, lines, strict=True):
                        scores += self.score_or_none(block, [place], [line])
        return scores

    def score_pairs(self, block: GoldBlock, pairs: Sequence[tuple[int, int]]) -> dict[tuple[int, int], float]:
        """Score the texts of a block, one reference for each sentence, against each other: (hypothesis, reference).

        Both are indices in the block. If the counts of a pair determine those of the reversed pair, it is counted
        once.
        """
        corpus, measure = block.corpus, self.measure
        scores: dict[tuple[int, int], float] = {}
        counted = [pair for pair in pairs if pair[0] <= pair[1]] if measure.mirrors else pairs
        for first in range(0, len(counted), _BLOCK):
            part = counted[first : first + _BLOCK]
            picked = block.pick([reference for _, reference in part])
            texts = [corpus[place].references[0] for place, _ in part]
            # What was extracted as gold is the same for an output.
            is_known = corpus.is_annotated and measure.needs_output_edits
            edits = [corpus[place].layers[0].edits for place, _ in part] if is_known else None
            output = self._extraction.output(picked.corpus, Output(_CALLED, texts, edits))
            if not measure.mirrors:
                scores.update(zip(part, measure.count_each(picked, output), strict=True))
                continue
            table = measure.count(picked, output)
            scores.update(zip(part, measure.score_each(table), strict=True))
            turned = [(reference, place) for place, reference in part]
            scores.update(zip(turned, measure.score_each(measure.mirrored(table)), strict=True))
        return scores

    def signature(self, fingerprint: str) -> str:
        """Return how scores are made."""
        return self.measure.signature(fingerprint, [*self._extraction.noted(self.measure, _CALLED), _ALONE])


class _InTurn(Extractor):
    """An extractor that only one thread uses at a time."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._lock = Lock()

    @property
    def signature(self) -> str:
        """The requirements of the wrapped extractor."""
        return self._extractor.signature

    def extract(self, sources: Sequence[str], outputs: Sequence[str]) -> list[tuple[Edit, ...]]:
        """Return the edits of each pair."""
        with self._lock:
            return self._extractor.extract(sources, outputs)


@lru_cache(16)
def _plain_measure(name: str) -> Measure:
    """Return a measure without options, since making one takes longer than scoring a sentence."""
    return parse_measure(name)


@lru_cache(1)
def _usual_extractor() -> Extractor:
    return get_extractor("errata")


def _extractor(extract: Extractor | str | None) -> Extractor | str | None:
    if extract == "errata":
        return _usual_extractor()
    if isinstance(extract, str):
        extract = get_extractor(extract)
    return _InTurn(extract) if isinstance(extract, Extractor) and not extract.serves_threads else extract


def _from(name: str, first: int) -> str:
    """Return what messages call texts with lines counted from this number."""
    return f"{name}[{first}:]" if first else name


def text_of(value: object, what: str, place: int) -> str:
    """Return the item at an index of texts, or refuse it if it is not text."""
    if isinstance(value, str):
        return value
    raise InputError(f"{what}[{place}] is a {type(value).__name__}, not text")


def _iterated(value: object, what: str) -> Iterator[object]:
    """Return an iterator over texts, or refuse what only looks like several of them."""
    if isinstance(value, str | bytes):
        raise InputError(f"{what} is a single string; give a list, one entry per source")
    if isinstance(value, Mapping | Set) or not isinstance(value, Iterable):
        raise InputError(f"{what} is a {type(value).__name__}; give a list, one entry per source")
    return iter(value)


def listed(value: object, what: str) -> list[object]:
    """Return texts as a list, or refuse what only looks like several of them."""
    return value if isinstance(value, list) else list(_iterated(value, what))


def references_of(value: object, place: int, what: str = "references") -> tuple[str, ...]:
    """Return the references of one source, or refuse them if they have the wrong shape."""
    if isinstance(value, str):
        return (value,)
    if type(value) is not tuple and type(value) is not list:
        if not isinstance(value, Iterable) or isinstance(value, Mapping | Set | bytes):
            raise InputError(f"{what}[{place}] is a {type(value).__name__}, neither a text nor a list of texts")
        value = list(value)
    found = tuple(value)
    for text in found:
        if not isinstance(text, str):
            number = found.index(text)
            raise InputError(f"{what}[{place}][{number}] is a {type(text).__name__}, not text; {_SHAPE}")
    if not found:
        raise InputError(f"{what}[{place}] is empty: source {place} has no reference to be compared with")
    return found


def _triples(sources: object, hypotheses: object, references: object) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield source, hypothesis and references of each sentence; refuse anything that is not text."""
    named = {"sources": sources, "hypotheses": hypotheses, "references": references}
    rows = zip_longest(*(_iterated(value, what) for what, value in named.items()), fillvalue=_MISSING)
    for place, row in enumerate(rows):
        source, hypothesis, wanted = row
        if source is _MISSING or hypothesis is _MISSING or wanted is _MISSING:
            shorter = [what for what, item in zip(named, row, strict=True) if item is _MISSING]
            longer = [what for what in named if what not in shorter]
            raise LengthError(f"{' and '.join(shorter)} end after {place}, but {' and '.join(longer)} continue")
        if not isinstance(source, str) or not isinstance(hypothesis, str):
            source, hypothesis = text_of(source, "sources", place), text_of(hypothesis, "hypotheses", place)
        yield source, hypothesis, references_of(wanted, place)


def _length(value: object) -> int | None:
    return len(value) if hasattr(value, "__len__") and not isinstance(value, str) else None


def _check_lengths(sources: object, hypotheses: object, references: object) -> None:
    """Refuse lists of different lengths, and references in the shape that `errata.score` takes."""
    n_sources, n_hypotheses, n_references = map(_length, (sources, hypotheses, references))
    if n_sources is None:
        return
    if n_hypotheses is not None and n_hypotheses != n_sources:
        raise LengthError(f"{n_hypotheses} hypotheses for {plural(n_sources, 'source')}; give one for each")
    if n_references is None or not isinstance(references, Sequence):
        if n_references not in {None, n_sources}:
            raise LengthError(f"references of {n_references} sources, but there are {n_sources}")
        return
    lengths = {_length(item) for item in references}
    if lengths == {n_sources} and (n_references != n_sources or is_transposed(sources, references)):
        sets = plural(n_references, "list")
        raise InputError(
            f"references looks like one list per reference set, as errata.score takes them: {sets} of "
            f"{plural(n_sources, 'text')} for {plural(n_sources, 'source')}; {_SHAPE}, that is list(zip(*references))"
        )
    if n_references != n_sources:
        raise LengthError(
            f"references has {plural(n_references, 'entry', 'entries')} for {plural(n_sources, 'source')}; {_SHAPE}"
        )


def is_transposed(sources: object, references: Sequence[Sequence[object]]) -> bool:
    """Tell whether texts, in as many lists of the same length, clearly belong to the sources at their indices.

    >>> sources = ["He go home .", "They likes it ."]
    >>> is_transposed(sources, [["He goes home .", "They like it ."], ["He went home .", "They liked it ."]])
    True
    """
    lines = [set(str(source).split()) for source in cast("Sequence[object]", sources)]
    for place, texts in enumerate(references):
        for number, text in enumerate(texts):
            words = set(str(text).split())
            theirs = len(words & lines[number])
            if place != number and (2 * theirs < len(words) or theirs <= len(words & lines[place])):
                return False
    return len(lines) > 1
