"""Print how many sentences get their tokens back from running text, and what that leaves of scores.

`python -m benchmarks.recovery`; needs the shared folder. It compares with the tokenisers of nltk and sacremoses
where these are installed (`pip install nltk sacremoses`).
The tokenised outputs of systems are the truth; `detokenising` makes running text of them. Conventions are learned from
the sources alone. Differences of scores are in points: the largest of all systems, and the mean.
"""

import re
import warnings
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from benchmarks.detokenising import detokenise, typeset
from benchmarks.measuring import shared
from errata import Corpus, read, score
from errata.text.raw import Projector, Raw

_MEASURES = ("m2", "green", "gleu", "errant")
_CONTRACTED = re.compile(r"(?i).+(?:n't|'s)|cannot")
Tokens = list[list[str]]
Tokeniser = Callable[[Sequence[str]], Tokens]


class Set(NamedTuple):
    """Outputs of systems on the same sources."""

    name: str
    gold: Corpus
    systems: dict[str, list[str]]


class Figures(NamedTuple):
    """What a way to tokenise does for a set of systems, in per cent and points."""

    exact: list[float]
    recoverable: list[float]
    changes: dict[str, list[float]]

    def show_changes(self) -> list[str]:
        """Return the largest change of each measure, and the mean."""
        return [f"{max(changes):.2f} ({sum(changes) / len(changes):.2f})" for changes in self.changes.values()]


def read_sets() -> list[Set]:
    """Return the systems of CoNLL-2014, and SEEDA's."""
    gold = read(shared("data/conll14/gold.m2"))
    return [
        Set(name, gold, {path.stem: _lines(path) for path in sorted(shared(folder).glob("*.txt"))})
        for name, folder in (("CoNLL-2014", "data/conll14/systems"), ("SEEDA", "data/seeda/all"))
    ]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def raw_texts(lines: Sequence[str], kind: str) -> list[str]:
    """Return lines as running text: own, typo, moses or nltk."""
    if kind == "moses":
        from sacremoses import MosesDetokenizer

        moses = MosesDetokenizer(lang="en")
        return [moses.detokenize(line.split(), unescape=False) for line in lines]
    if kind == "nltk":
        from nltk.tokenize.treebank import TreebankWordDetokenizer

        treebank = TreebankWordDetokenizer()
        return [treebank.detokenize(line.split()) for line in lines]
    own = [detokenise(line) for line in lines]
    return [typeset(text) for text in own] if kind == "typo" else own


def tokenisers(sources: Sequence[str]) -> dict[str, Tokeniser]:
    """Return the ways to cut running text: projection, white space, and the tokenisers that are installed."""
    projector = Projector(sources, options=Raw(learn="source", refused="source"))
    found: dict[str, Tokeniser] = {
        "projection": lambda texts: [list(tokens) for tokens in projector.project(texts).tokens],
        "white space": lambda texts: [text.split() for text in texts],
    }
    if find_spec("nltk"):
        from nltk.tokenize import TreebankWordTokenizer

        treebank = TreebankWordTokenizer()
        # It writes quotes as treebanks do; CoNLL-2014 has them as they are.
        found["NLTK"] = lambda texts: [
            ['"' if token in ("``", "''") and token not in text else token for token in treebank.tokenize(text)]
            for text in texts
        ]
    if find_spec("sacremoses"):
        from sacremoses import MosesTokenizer

        moses = MosesTokenizer(lang="en")
        found["Moses"] = lambda texts: [moses.tokenize(text, escape=False) for text in texts]
    return found


def repaired(truth: Sequence[str], source: Sequence[str], raw: str) -> list[str]:
    """Return the tokens that can be known from running text, where those of the truth are not cut as the corpus is.

    Stretches with the very characters of the source, that differ from it in cuts beside marks only and have no white
    space in the running text, get the source's tokens; contractions that the source does not have are cut as the
    documented tokeniser of the corpus cuts them (specification of raw text, section 13).
    """
    blanks = set(accumulate(len(chunk) for chunk in raw.split()))
    starts = [0, *accumulate(map(len, truth))]
    result: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, truth, source, autojunk=False).get_opcodes():
        ours, theirs = truth[i:j], source[k:m]
        text = "".join(ours)
        if what == "replace" and text == "".join(theirs):
            cuts = set(accumulate(map(len, ours))) ^ set(accumulate(map(len, theirs)))
            beside_marks = all(not (text[cut - 1].isalnum() and text[cut].isalnum()) for cut in cuts)
            if beside_marks and not any(starts[i] < blank < starts[j] for blank in blanks):
                result.extend(theirs)
                continue
        for token in ours:
            result.extend(_cut(token) if _CONTRACTED.fullmatch(token) and token not in source else [token])
    return result


def _cut(token: str) -> list[str]:
    if token.lower() == "cannot":
        return [token[:3], token[3:]]
    end = 3 if token.lower().endswith("n't") else 2
    return [token[:-end], token[-end:]]


def measure(chosen: Set, kind: str, tokenise: Tokeniser, *, scored: bool = True) -> Figures:
    """Return the figures of one way to tokenise."""
    figures = Figures([], [], {name: [] for name in _MEASURES})
    sources = [source.split() for source in chosen.gold.sources]
    for name, truth in chosen.systems.items():
        texts = raw_texts(truth, kind)
        tokens = tokenise(texts)
        rows = [line.split() for line in truth]
        figures.exact.append(_share(tokens, rows))
        figures.recoverable.append(_share(tokens, list(map(repaired, rows, sources, texts))))
        if scored:
            pair = {f"{name}, truth": list(map(" ".join, rows)), name: list(map(" ".join, tokens))}
            for measure_name, change in _changes(chosen.gold, pair).items():
                figures.changes[measure_name].append(change)
    return figures


def _share(found: Tokens, wanted: Tokens) -> float:
    return 100 * sum(map(list.__eq__, found, wanted)) / len(wanted)


def _changes(gold: Corpus, pair: dict[str, list[str]]) -> dict[str, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = score(gold, pair, measures=list(_MEASURES), extract="errata")
    truth, found = pair
    return {name: 100 * abs(result[found, name].score - result[truth, name].score) for name in _MEASURES}


def main() -> None:
    """Print the table."""
    print(f"{'set, running text':22}{'tokens by':14}{'exact':>7}{'lowest':>8}{'recov.':>8}{'lowest':>8}", end="")
    print("".join(f"{'Δ ' + name:>16}" for name in _MEASURES))
    for chosen in read_sets():
        ways = tokenisers(chosen.gold.sources)
        others = [kind for kind, package in (("moses", "sacremoses"), ("nltk", "nltk")) if find_spec(package)]
        for kind in ("own", "typo", *others):
            for name, tokenise in ways.items():
                if kind in others and name != "projection":
                    continue
                found = measure(chosen, kind, tokenise)
                print(f"{chosen.name + ' ' + kind:22}{name:14}", end="")
                for shares in (found.exact, found.recoverable):
                    print(
                        f"{sum(shares) / len(shares):{7 if shares is found.exact else 8}.2f}{min(shares):8.2f}", end=""
                    )
                print("".join(f"{changes:>16}" for changes in found.show_changes()), flush=True)


if __name__ == "__main__":
    main()
