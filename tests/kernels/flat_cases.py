"""Small M2 read into flat arrays, gold and output, for the kernels that count from these."""

from itertools import chain

from hypothesis import strategies as st

from errata.kernels.m2blocks import Scanner
from errata.model import Corpus, Output
from errata.model.flat import FlatTexts

Edits = list[tuple[tuple[int, int], str, str]]
Pairs = list[tuple[str, dict[int, Edits], Edits | None]]

SPANS = [(0, 0), (0, 1), (1, 1), (1, 1), (1, 2), (1, 3), (2, 2), (3, 3)]
TYPES = ["T", "R:NOUN", "UNK"]
CORRECTIONS = ["", "x", "b", "b b", "y é", "a\u00a0b", "-NONE- b"]
EDITS = st.lists(
    st.tuples(st.sampled_from(SPANS), st.sampled_from(TYPES), st.sampled_from(CORRECTIONS)),
    max_size=5,
)
LAYERS = st.dictionaries(st.integers(0, 3), EDITS, max_size=3)
SOURCES = ["a b c", "é bb c", "b b b", "a"]
PAIRS = st.lists(st.tuples(st.sampled_from(SOURCES), LAYERS, st.none() | EDITS), min_size=1, max_size=4)


def lines_of(who: int, edits: Edits) -> list[str]:
    """Return the lines of an annotator, those edits left out that do not follow the ones before."""
    found, reached = [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{who}"], 0
    for (start, end), kind, correction in sorted(edits, key=lambda edit: edit[0]):
        if start >= reached:
            found.append(f"A {start} {end}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{who}")
            reached = end
    return found if len(found) == 1 else found[1:]


def flat_of(blocks: list[list[str]]) -> FlatTexts:
    """Parse blocks as `read_flat` does, which leaves this to the plain reader where kernels are not compiled."""
    data = "".join("\n".join(lines) + "\n\n" for lines in blocks).encode()
    scanner = Scanner(data)
    assert scanner.scan(0)[0] == len(data)
    return FlatTexts(scanner.take())


def both_ways(flat: FlatTexts) -> list[Corpus]:
    return [Corpus.of_flat(flat, "x"), Corpus(flat.texts(), "x")]


def fitting(source: str, edits: Edits) -> Edits:
    """Return the edits that do not reach out of a sentence."""
    return [edit for edit in edits if edit[0][1] <= len(source.split())]


def made_of(pairs: Pairs) -> tuple[list[Corpus], list[Output]]:
    """Return gold and output in flat arrays, and the same as objects."""
    pairs = [
        (source, {who: fitting(source, edits) for who, edits in said.items()}, own and fitting(source, own))
        for source, said, own in pairs
    ]
    by_all = [chain.from_iterable(map(lines_of, said, said.values())) for _, said, _ in pairs]
    gold = flat_of([[f"S {source}", *lines] for (source, _, _), lines in zip(pairs, by_all, strict=True)])
    made = flat_of([[f"S {source}", *([] if own is None else lines_of(0, own))] for source, _, own in pairs])
    return both_ways(gold), [Output.of_run("me", corpus) for corpus in both_ways(made)]
