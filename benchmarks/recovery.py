"""Print how many sentences get their tokens back from running text, and what that leaves of scores.

`python -m benchmarks.recovery`; needs the shared folder. It compares with the tokenisers of nltk and sacremoses
where these are installed (`pip install nltk sacremoses`). With `--update` it renews the tables of docs/llm-output.md,
which the site makes again as it is built.
The tokenised outputs of systems are the truth; `detokenising` makes running text of them. Conventions are learned from
the sources alone. Differences of scores are in points: the largest of all systems, and the mean.
"""

import re
import sys
import warnings
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from benchmarks.detokenising import detokenise, typeset
from benchmarks.measuring import ROOT, has_shared, shared
from errata import Corpus, read, score
from errata.text.raw import Projector, Raw

_MEASURES = ("m2", "green", "gleu", "errant")
_CONTRACTED = re.compile(r"(?i).+(?:n't|'s)|cannot")
_SETTLED = re.compile(r"\w[-/.]\w|\d[,:]\d")
"""Where running text without a space means that the writer set none: no truth has to be repaired there."""
_PAGE = ROOT / "docs" / "llm-output.md"
_TABLE = re.compile(
    r"(?<=<!-- measured: recovery )(?P<set>[\w-]+) (?P<kind>\w+) -->\n(?P<rows>.*?)(?=<!-- end -->)", re.S
)
_FOLDERS = {"CoNLL-2014": "data/conll14/systems", "SEEDA": "data/seeda/all"}
_GOLD = "data/conll14/gold.m2"
Tokens = list[list[str]]
Tokeniser = Callable[[Sequence[str]], Tokens]


class Set(NamedTuple):
    """Outputs of systems on the same sources."""

    name: str
    gold: Corpus
    systems: dict[str, list[str]]
    scores: dict[str, dict[str, float]]
    """Those of the systems as they are, once they are known."""


class Figures(NamedTuple):
    """What a way to tokenise does for a set of systems, in per cent and points."""

    exact: list[float]
    recoverable: list[float]
    changes: dict[str, list[float]]

    def show_changes(self) -> list[str]:
        """Return the largest change of each measure, and the mean."""
        return [f"{max(changes):.2f} ({_mean(changes):.2f})" for changes in self.changes.values()]

    def show_shares(self) -> list[str]:
        """Return the mean share of sentences that have the truth's tokens, and those that can be known."""
        return [f"{_mean(self.exact):.2f} %", f"{_mean(self.recoverable):.2f} % ({min(self.recoverable):.2f})"]


def read_sets() -> list[Set]:
    """Return the systems of CoNLL-2014, and SEEDA's."""
    gold = read(shared(_GOLD))
    return [
        Set(name, gold, {path.stem: _lines(path) for path in sorted(shared(folder).glob("*.txt"))}, {})
        for name, folder in _FOLDERS.items()
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
    documented tokeniser of the corpus, NLTK's, cuts them (specification of raw text, section 13). A hyphen or the like
    inside a word is not cut off: "well - known" → "well-known" is an edit.
    """
    blanks = set(accumulate(len(chunk) for chunk in raw.split()))
    starts = [0, *accumulate(map(len, truth))]
    result: list[str] = []
    for what, i, j, k, m in SequenceMatcher(None, truth, source, autojunk=False).get_opcodes():
        ours, theirs = truth[i:j], source[k:m]
        text = "".join(ours)
        if what == "replace" and text == "".join(theirs) and not _SETTLED.search(text):
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
        # Typeset text has spaces where plain text has them, but other numbers of characters between them.
        plain = raw_texts(truth, "own") if kind == "typo" else texts
        figures.recoverable.append(_share(tokens, list(map(repaired, rows, sources, plain))))
        if scored:
            if name not in chosen.scores:
                chosen.scores[name] = _scores(chosen.gold, rows)
            after = _scores(chosen.gold, tokens)
            for measure_name, before in chosen.scores[name].items():
                figures.changes[measure_name].append(100 * abs(after[measure_name] - before))
    return figures


def _share(found: Tokens, wanted: Tokens) -> float:
    return 100 * sum(map(list.__eq__, found, wanted)) / len(wanted)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _scores(gold: Corpus, tokens: Tokens) -> dict[str, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = score(gold, {"": list(map(" ".join, tokens))}, measures=list(_MEASURES), extract="errata", raw=False)
    return {item.measure: item.score for item in found}


def renew(page: str) -> str:
    """Return a page with the figures of a new run in its tables; as it is where the data are absent.

    Rows of tokenisers that are not installed stay as they are.
    """
    if not _TABLE.search(page) or not all(map(has_shared, (_GOLD, *_FOLDERS.values()))):
        return page
    sets = {chosen.name: chosen for chosen in read_sets()}
    ways = tokenisers(sets["SEEDA"].gold.sources)  # the sources of both

    def made(table: re.Match[str]) -> str:
        lines = table["rows"].splitlines(keepends=True)
        for place, line in enumerate(lines):
            name = line.strip("| \n").partition(" |")[0]
            if name in ways:
                found = measure(sets[table["set"]], table["kind"], ways[name])
                lines[place] = f"| {' | '.join([name, *found.show_shares(), *found.show_changes()])} |\n"
        return f"{table['set']} {table['kind']} -->\n{''.join(lines)}"

    return _TABLE.sub(made, page)


def update() -> None:
    """Rewrite the tables of the page."""
    _PAGE.write_text(renew(_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


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
                for width, shares in ((7, found.exact), (8, found.recoverable)):
                    print(f"{_mean(shares):{width}.2f}{min(shares):8.2f}", end="")
                print("".join(f"{changes:>16}" for changes in found.show_changes()), flush=True)


if __name__ == "__main__":
    update() if "--update" in sys.argv else main()
