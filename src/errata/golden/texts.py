"""The corpora that golden numbers were made of, as measures on texts take them."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path

from errata.formats import read, read_lines
from errata.golden.checking import Checks
from errata.model import Corpus

JFLEG = ("SOURCE_vs_0123", "REF0_vs_123", "REF1_vs_023", "REF2_vs_013", "REF3_vs_012")
"""The source of JFLEG against its four references, and each reference against the other three."""


@cache
def conll_gold(data: Path, name: str = "gold.m2") -> Corpus:
    """Return the gold of CoNLL-2014: an M2 file, or "plain" for its two reference texts."""
    folder = data / "data" / "conll14"
    if name != "plain":
        return read(folder / name)
    return Corpus.from_texts(
        read_lines(folder / "src.txt"), [read_lines(folder / f"ref{number}.txt") for number in (0, 1)]
    )


def conll_output(data: Path, system: str) -> list[str]:
    """Return the output of a system on CoNLL-2014; NULL is the one that deletes everything."""
    if system == "NULL":
        return [""] * len(conll_gold(data))
    return read_lines(data / "data" / "conll14" / "systems" / f"{system}.txt")


def jfleg(data: Path, name: str) -> tuple[Corpus, list[str]]:
    """Return gold and output of a setting of `JFLEG`."""
    folder = data / "data" / "jfleg"
    who, _, numbers = name.partition("_vs_")
    sources = read_lines(folder / "test.src")
    outputs = sources if who == "SOURCE" else read_lines(folder / f"test.{who.lower()}")
    return Corpus.from_texts(sources, [read_lines(folder / f"test.ref{number}") for number in numbers]), outputs


def text_corpora(
    data: Path,
    systems: Sequence[str],
    on_conll: Sequence[Callable[[Path, str], Checks]],
    on_jfleg: Callable[[Path, str], Checks],
) -> Iterator[tuple[str, Checks]]:
    """Check systems on CoNLL-2014, each in every way given, and all settings of JFLEG."""
    yield "CoNLL-2014", chain.from_iterable(check(data, system) for system in systems for check in on_conll)
    yield "JFLEG", chain.from_iterable(on_jfleg(data, name) for name in JFLEG)
