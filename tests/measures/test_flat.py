"""Gold in flat arrays is counted as the same gold in objects: every row, every label, every finding."""

import warnings
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import shared

from errata import Corpus, Output, parse_measure, read, read_lines, score
from errata.kernels.m2blocks import COMPILED
from errata.measures.data import GoldBlock

MEASURES = (
    *("green", "green:references=mean", "green:unit=char", "gleu", "gleu:variant=jfleg", "gleu:variant=koyama"),
    *("gleu:variant=koyama,unit=char", "wer", "wer:unit=char", "wer:ignore_case=yes", "exact", "exact:ignore_case=yes"),
    *("m2", "m2:task=detection", "m2:ignore_case_space=yes", "m2:edition=paper", "m2:bonus=yes", "imeasure"),
)
WORDS = st.lists(st.sampled_from(["a", "b", "é", "A", "."]), max_size=6).map(" ".join)
CORRECTIONS = st.sampled_from(["", "a", "b A", "é", " a ", "a  b", "a\u00a0b", "\u2003a", "a\tb", "a\x1cb", "\x85"])


@st.composite
def annotated(draw: st.DrawFn) -> tuple[str, str]:
    """A sentence of M2 in its plainest form, with edits in the order of the sentence, and an output for it."""
    source = draw(WORDS)
    lines = [f"S {source}"]
    reached: dict[int, int] = {}
    n_tokens = len(source.split())
    for _ in range(draw(st.integers(0, 5))):
        who = draw(st.sampled_from([0, 1, 3]))
        if draw(st.integers(0, 4)) == 0:
            lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{who}")
            continue
        start = draw(st.integers(reached.get(who, 0), n_tokens))
        end = draw(st.integers(start, n_tokens))
        reached[who] = end
        kind = draw(st.sampled_from(["R:NOUN", "M:DET", "", "UNK"]))
        lines.append(f"A {start} {end}|||{kind}|||{draw(CORRECTIONS)}|||REQUIRED|||-NONE-|||{who}")
    return "\n".join([*lines, "", ""]), draw(st.one_of(WORDS, st.just(source)))


SENTENCES = st.lists(annotated(), min_size=1, max_size=5)


def both(text: str) -> tuple[Corpus, Corpus]:
    """Return gold in flat arrays, and in objects."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "gold.m2"
        path.write_text(text, encoding="utf-8")
        flat = read(path)
    if COMPILED:
        assert flat.flat is not None
    return flat, Corpus(read_objects(flat), flat.name)


def read_objects(flat: Corpus) -> Any:
    """Return the texts of a corpus, without making it keep them."""
    return flat.flat.texts() if flat.flat is not None else flat.texts


def counted(measure: str, gold: Corpus, texts: list[str], size: int) -> list[Any]:
    """Return the rows of runs of so many sentences."""
    chosen = parse_measure(measure)
    made = []
    for start in range(0, len(gold), size):
        block = GoldBlock.of(gold, start, start + size)
        table = chosen.count(block, Output("it", texts[start : start + size]))
        made.append((table.columns, table.counts, table.bounds, list(table.labels)))
    return made


@pytest.mark.parametrize("measure", MEASURES)
@given(sentences=SENTENCES, size=st.sampled_from([100, 2]))
@settings(max_examples=30)
def test_rows_are_the_same(measure: str, sentences: list[tuple[str, str]], size: int) -> None:
    """Counts, bounds and labels, of all sentences at once or of runs of them."""
    flat, plain = both("".join(text for text, _ in sentences))
    texts = [output for _, output in sentences]
    assert counted(measure, flat, texts, size) == counted(measure, plain, texts, size)


@given(sentences=SENTENCES)
def test_whole_results_are_the_same(sentences: list[tuple[str, str]]) -> None:
    """Values, signatures, details and findings, to the last bit."""
    flat, plain = both("".join(text for text, _ in sentences))
    outputs = {"it": [output for _, output in sentences]}
    made = []
    for gold in (flat, plain):
        if not gold.annotators:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = score(gold, outputs, measures=["green", "gleu", "m2", "wer", "exact"])
        made.append([(asdict(item), item.details, item.sentences) for item in result] + list(result.findings))
    assert made[0] == made[1]


@pytest.mark.skipif(not COMPILED, reason="flat arrays are for compiled kernels")
@pytest.mark.parametrize("measure", ["green", "gleu", "m2", "wer", "exact"])
def test_no_objects_are_made(measure: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scoring needs none; asking for the texts makes them."""
    gold = read(shared("data/conll14/gold.m2"))
    outputs = {"AMU": read_lines(shared("data/conll14/systems/AMU.txt"))}
    score(gold, outputs, measures=[measure])
    assert "texts" not in vars(gold)
    assert len(gold.texts) == 1312
