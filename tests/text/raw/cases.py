"""Small corpora and cases with their expected results, and texts for properties."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from errata.text.raw.conventions import Conventions
from errata.text.raw.learning import learn

_DATA = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
CORPORA: dict[str, list[str]] = _DATA["corpora"]
"""Tokenised lines: treebank (ptb), hyphens cut (web), Moses (moses), French, Ukrainian, Chinese …"""


def of_kind(kind: str) -> pytest.MarkDecorator:
    """Return a mark that runs a test on every case of a kind."""
    cases = [case for case in _DATA["cases"] if case["kind"] == kind]
    assert cases
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


@cache
def conventions(corpus: str) -> Conventions:
    """Return the conventions of a corpus."""
    return learn(CORPORA[corpus]).conventions


def as_data(learned: Conventions) -> dict[str, Any]:
    """Return conventions as the cases have them: sets as sorted lists."""
    found: dict[str, Any] = {}
    for name, value in vars(learned).items():
        if isinstance(value, frozenset):
            found[name] = sorted([list(item) if isinstance(item, tuple) else item for item in value])
        elif name == "forms":
            found[name] = {group: dict(forms) for group, forms in value.items()}
        else:
            found[name] = value
    return found


_WORDS = (
    "he",
    "do",
    "n",
    "t",
    "s",
    "Mr",
    "etc",
    "can",
    "not",
    "gon",
    "U",
    "I",
    "a",
    "5",
    "10",
    "été",
    "我",
    "苹果",
    "e\u0301",
)
_MARKS = (
    *".,:;!?'\"-/%$()[]`&@_*+<>|",
    "''",
    "``",
    "’",
    "‘",
    "“",
    "”",
    "«",
    "»",
    "—",
    "–",
    "--",
    "…",
    "...",
    "..",
    "。",
    "，",
)
_TOKENS = (
    "n't",
    "'s",
    "'t",
    "-LRB-",
    "-RRB-",
    "@-@",
    "don't",
    "U.S.",
    "well-known",
    "7:30",
    ":)",
    "e.g.",
    "make'allowed",
)
_BLANKS = (" ", " ", " ", "  ", "\u00a0", "\u3000", "\t")
_INVISIBLE = ("\u200b", "\u00ad", "\ufeff")

pieces = st.sampled_from((*_WORDS, *_WORDS, *_MARKS, *_TOKENS))
source_tokens = st.lists(st.one_of(pieces, st.tuples(pieces, pieces).map("".join)), max_size=12)
raw_texts = st.lists(st.one_of(pieces, pieces, st.sampled_from(_BLANKS), st.sampled_from(_INVISIBLE)), max_size=30).map(
    "".join
)
_INNER = (
    "He",
    "does",
    "don't",
    "can't",
    "cannot",
    "it’s",
    "well-known",
    "U.S.",
    "e.g.",
    "7:30",
    "3,000",
    "and/or",
    "l'ami",
)
_WRAPPED = ("{}", "{}", "{}", "{},", "({})", "“{}”", "'{}'", "{}!", "{};", "{}…")
sentences = st.builds(
    lambda words, end: [*words[:-1], words[-1] + end] if words else [],
    st.lists(st.builds(str.format, st.sampled_from(_WRAPPED), st.sampled_from(_INNER)), max_size=8),
    st.sampled_from((".", "?", "", "...")),
)
"""Words with marks as writers set them."""


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[str], str]:
    """Return a source and a text that is like it in places: tokens left out, added, joined, written in another case."""
    source = draw(source_tokens)
    parts = []
    for token in source:
        change = draw(st.integers(0, 9))
        if change == 0:
            continue
        parts.append(draw(pieces) if change == 1 else token.upper() if change == 2 else token)
        parts.append(draw(st.sampled_from(("", " ", " "))))
    return source, draw(st.one_of(st.just("".join(parts)), raw_texts))
