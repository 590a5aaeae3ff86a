"""Combine several texts into one: by agreement with the others, by voting on edits, or by the references.

* `mbr`: the candidate that scores best on average with each of the others as the reference (minimum Bayes risk).
* `vote`: the source with the edits that more than half of the candidates make.
* `oracle`: the candidate that scores best against the references: an upper bound for any choice.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, get_args

from errata.api.accept import require_tokens
from errata.api.candidates import check_candidates
from errata.api.sentences import Judge, References, Scorer, is_transposed, listed, text_of
from errata.errors import InputError, LengthError
from errata.extract import Extractor, get_extractor
from errata.kernels.limits import TooLargeError
from errata.measures.base import Measure
from errata.model import Corpus, Edit, Text, apply_edits
from errata.records import dataclass
from errata.text.messages import plural

Method = Literal["mbr", "vote", "oracle"]
METHODS: tuple[Method, ...] = get_args(Method)
Candidates = Mapping[str, Iterable[str]] | Iterable[Iterable[str]]

_BLOCK = 128
"""Sources whose candidates are compared in one block."""
_SHAPE = "give one list of candidates per source, or {name: texts} with the texts of each system"


@dataclass(frozen=True)
class Consensus:
    """The text chosen for each source, and why.

    `choices` has the index of the chosen candidate, None where the vote made a text that nobody proposed; `scores` has
    the score it was chosen for: the mean score against the other candidates (None if there are no others), the score
    against the references, or None for a vote. `names` are the names of the systems, if any.
    """

    texts: tuple[str, ...]
    choices: tuple[int | None, ...]
    scores: tuple[float | None, ...]
    names: tuple[str, ...]
    signature: str

    def __repr__(self) -> str:
        return f"Consensus({plural(len(self.texts), 'sentence')}, {self.signature.partition('|')[0]})"

    @property
    def picks(self) -> dict[str, int]:
        """How often each system was chosen; of equal texts the first system is credited."""
        counts = Counter(self.names[choice] for choice in self.choices if choice is not None and self.names)
        return {name: counts[name] for name in self.names}


def consensus(
    candidates: Candidates,
    measure: Measure | str = "green",
    *,
    sources: Iterable[str] | None = None,
    method: Method = "mbr",
    references: References | None = None,
    gold: Corpus | None = None,
    votes: int | None = None,
    extract: Extractor | str = "errata",
) -> Consensus:
    """Return one text for each source out of several candidates.

    `candidates` has one list per source (an n-best list), or the texts of each system by its name. `method` is "mbr",
    "vote" or "oracle"; the last needs `references` as `Scorer` takes them, or `gold` in place of sources and
    references. `votes` is how many candidates must make an edit for the vote to keep it (more than half, unless
    given). Of equally good candidates the first is chosen.

    Candidates of three and more sources are checked like the outputs that `score` takes: those of other sources, and
    raw text, are refused.

    >>> source = "She go to school every day ."
    >>> systems = {"A": [source], "B": ["She goes to school every day ."], "C": ["She goes to schools every day ."]}
    >>> consensus(systems, sources=[source]).texts
    ('She goes to school every day .',)
    >>> consensus(systems, sources=[source], method="vote").texts
    ('She goes to school every day .',)
    """
    return choose(candidates, measure, sources, method, references, gold, votes, extract)


def choose(
    candidates: Candidates,
    measure: Measure | str,
    sources: Iterable[str] | None,
    method: Method,
    references: References | None,
    gold: Corpus | None,
    votes: int | None,
    extract: Extractor | str,
    called: Sequence[str] = (),
) -> Consensus:
    """Do the same; `called` names the systems, or the first candidates, second candidates … in messages."""
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(map(repr, METHODS))}, not {method!r}")
    if votes is not None and method != "vote":
        raise InputError(f"votes only applies to method='vote', not to {method!r}")
    if (references is not None or (gold is not None and sources is not None)) and method != "oracle":
        raise InputError(f"references only apply to method='oracle'; {method!r} uses the candidates alone")
    scorer = None
    if method == "oracle":
        scorer = Scorer(measure, sources, references, gold=gold, extract=extract)
        lines = scorer.sources
    elif gold is not None:
        lines = Corpus.accept(gold).sources
    elif sources is None:
        raise InputError("give the sources of the candidates")
    else:
        lines = [text_of(line, "sources", place) for place, line in enumerate(listed(sources, "sources"))]
    lists, names = _accept(candidates, lines)
    check_candidates(lines, lists, called or names, are_systems=bool(names))
    if scorer:
        return _choose_oracle(scorer, lists, names)
    if method == "vote":
        return _vote(lines, lists, names, votes, extract)
    return _choose_mbr(Judge(measure, extract), lines, lists, names)


def _accept(candidates: Candidates, sources: Sequence[str]) -> tuple[list[list[str]], tuple[str, ...]]:
    """Return the candidates of each source, and the names of the systems if given."""
    n = len(sources)
    if isinstance(candidates, Mapping):
        systems = [_lines(texts, f"candidates[{name!r}]") for name, texts in candidates.items()]
        for name, texts in zip(candidates, systems, strict=True):
            if len(texts) != n:
                raise LengthError(f"candidates[{name!r}] has {plural(len(texts), 'text')} for {plural(n, 'source')}")
        if not systems:
            raise InputError(f"there are no candidates; {_SHAPE}")
        return [list(row) for row in zip(*systems, strict=True)], tuple(map(str, candidates))
    lists = [_lines(texts, f"candidates[{place}]") for place, texts in enumerate(listed(candidates, "candidates"))]
    if {len(texts) for texts in lists} == {n} and (len(lists) != n or is_transposed(sources, lists)):
        raise InputError(
            f"candidates looks like one list per system: {plural(len(lists), 'list')} of {plural(n, 'text')} for "
            f"{plural(n, 'source')}; {_SHAPE}"
        )
    if len(lists) != n:
        raise LengthError(f"candidates of {plural(len(lists), 'source')}, but there are {n}; {_SHAPE}")
    empty = next((place for place, texts in enumerate(lists) if not texts), None)
    if empty is not None:
        raise InputError(f"candidates[{empty}] is empty; each source needs at least one")
    return lists, ()


def _lines(texts: object, what: str) -> list[str]:
    return [text_of(text, what, number) for number, text in enumerate(listed(texts, what))]


def _choose_oracle(scorer: Scorer, lists: list[list[str]], names: tuple[str, ...]) -> Consensus:
    scores = scorer(lists)
    choices = [_best(row, scorer.measure) for row in scores]
    return Consensus(
        tuple(texts[choice] for texts, choice in zip(lists, choices, strict=True)),
        tuple(choices),
        tuple(row[choice] for row, choice in zip(scores, choices, strict=True)),
        names,
        f"oracle|{scorer.signature}",
    )


def _best(scores: Sequence[float], measure: Measure) -> int:
    """Return the place of the best score, the first on ties."""
    return scores.index(max(scores) if measure.better == "higher" else min(scores))


def _choose_mbr(judge: Judge, sources: Sequence[str], lists: list[list[str]], names: tuple[str, ...]) -> Consensus:
    choices: list[int | None] = []
    scores: list[float | None] = []
    for first in range(0, len(lists), _BLOCK):
        block = lists[first : first + _BLOCK]
        for texts, means in zip(block, _mean_scores(judge, sources[first : first + _BLOCK], block), strict=True):
            best = _best(list(means.values()), judge.measure)
            choices.append(texts.index(list(means)[best]))
            scores.append(list(means.values())[best] if len(texts) > 1 else None)
    chosen = [texts[choice or 0] for texts, choice in zip(lists, choices, strict=True)]
    # There is no gold that a signature could name: the candidates are it.
    corpus = Corpus(tuple(Text(source, (), tuple(texts)) for source, texts in zip(sources, lists, strict=True)))
    return Consensus(tuple(chosen), tuple(choices), tuple(scores), names, f"mbr|{judge.signature(corpus.fingerprint)}")


def _mean_scores(judge: Judge, sources: Sequence[str], lists: list[list[str]]) -> list[dict[str, float]]:
    """Return the mean score of each different candidate against the other candidates, for each source."""
    counts = [Counter(texts) for texts in lists]
    pairs: list[tuple[int, int]] = []
    place = 0
    for different in counts:
        places = range(place, place + len(different))
        again = [n > 1 for n in different.values()]
        pairs += [(i, j) for i in places for j in places if i != j or again[i - place]]
        place = places.stop
    if not pairs:
        return [dict.fromkeys(different, 0.0) for different in counts]
    texts = tuple(
        Text(source, (), (text,)) for source, different in zip(sources, counts, strict=True) for text in different
    )
    block = judge.block(Corpus(texts, "candidates", is_annotated=False))
    judge.refuse(block.corpus)  # quick beside the pairs
    scores = judge.score_pairs(block, pairs)
    means = []
    place = 0
    for different in counts:
        numbers = list(different.values())
        n_others = sum(numbers) - 1
        row = {}
        for own, text in enumerate(different):
            terms = chain.from_iterable(
                [scores[place + own, place + other]] * (number - (own == other))
                for other, number in enumerate(numbers)
                if number > (own == other)
            )
            row[text] = math.fsum(terms) / n_others if n_others else 0.0
        means.append(row)
        place += len(different)
    return means


def _vote(
    sources: Sequence[str],
    lists: list[list[str]],
    names: tuple[str, ...],
    votes: int | None,
    extract: Extractor | str,
) -> Consensus:
    most = max(map(len, lists), default=0)
    if votes is not None and (isinstance(votes, bool) or not isinstance(votes, int) or not 1 <= votes <= most):
        raise InputError(f"votes must be 1 to {most} with at most {most} candidates, not {votes!r}")
    extractor = get_extractor(extract) if isinstance(extract, str) else extract
    require_tokens("the sources", sources, "the vote")
    pairs = [
        (place, source, text)
        for place, (source, texts) in enumerate(zip(sources, lists, strict=True))
        for text in dict.fromkeys(texts)
    ]
    try:
        found = extractor.extract([source for _, source, _ in pairs], [text for *_, text in pairs])
    except TooLargeError as error:
        raise error.located(f"candidates of source {pairs[error.index][0]}") from None
    edits_of = {(place, text): edits for (place, _, text), edits in zip(pairs, found, strict=True)}
    chosen = []
    for place, (source, texts) in enumerate(zip(sources, lists, strict=True)):
        needed = len(texts) // 2 + 1 if votes is None else votes
        kept = elect([edits_of[place, text] for text in texts], needed)
        chosen.append(apply_edits(source, kept))
    choices = tuple(texts.index(text) if text in texts else None for text, texts in zip(chosen, lists, strict=True))
    how = "majority" if votes is None else str(votes)
    return Consensus(
        tuple(chosen), choices, (None,) * len(chosen), names, f"vote|votes:{how}|extract:{extractor.signature}"
    )


def elect(proposed: Sequence[Sequence[Edit]], votes: int) -> list[Edit]:
    """Return the edits proposed by enough candidates, by position; of overlapping edits, the one with more votes.

    Edits are the same if they put the same words in the same place. If votes are equal, the edit that comes first in
    the text wins, and if these start at the same place, the one proposed first.

    >>> a, b = Edit(1, 2, ("goes",)), Edit(1, 3, ("went home",))
    >>> elect([[a], [a], [b]], 2), elect([[a], [b], [b]], 1)
    ([Edit(1, 2, ('goes',))], [Edit(1, 3, ('went home',))])
    """
    counts: Counter[tuple[int, int, tuple[str, ...]]] = Counter()
    known: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
    for edits in proposed:
        keys = {(edit.start, edit.end, edit.corrections): edit for edit in edits}
        counts.update(keys.keys())
        for key, edit in keys.items():
            known.setdefault(key, edit)
    ranked = sorted((key for key in counts if counts[key] >= votes), key=lambda key: (-counts[key], key[:2]))
    kept: list[Edit] = []
    for key in ranked:
        if not any(_collide(known[key], edit) for edit in kept):
            kept.append(known[key])
    return sorted(kept, key=lambda edit: (edit.start, edit.end))


def _collide(one: Edit, other: Edit) -> bool:
    """Tell whether two edits conflict: they share a word, or both insert in the same place."""
    return (one.start, one.end) == (other.start, other.end) or (one.start < other.end and other.start < one.end)
