"""Error rates: counts as jiwer has them, references chosen by the lowest rate, what may be ignored."""

import random
from functools import partial
from typing import Any

import pytest
from tests.support import needs, sample

import errata
from errata import InputError, OptionError, Wer
from errata.kernels.editcounts import count_edits
from errata.measures.wer import measure as module


def counts(output: str, *references: str, **options: Any) -> dict[str, float]:
    """Return the counts of one sentence."""
    found = errata.score(
        sources=["a"], references=[[text] for text in references], outputs=[output], measures=[Wer(**options)]
    )
    return dict(found.scores[0].counts)


def random_pairs(n_pairs: int) -> list[tuple[str, str]]:
    """Return texts of few and many different words: unrelated, or one a changed copy of the other."""
    rng = random.Random(19)
    pairs = []
    for _ in range(n_pairs):
        words = [f"{chr(97 + n % 26)}{n}" for n in range(rng.choice((2, 3, 5, 20)))]
        reference = rng.choices(words, k=rng.randint(0, rng.choice((3, 8, 30, 60))))
        output = rng.choices(words, k=rng.randint(0, 30))
        if rng.random() < 0.5:
            output = list(reference)
            for _ in range(rng.randint(0, 6)):
                place = rng.randint(0, len(output))
                output[place : place + rng.randint(0, 2)] = rng.choices(words, k=rng.randint(0, 2))
        pairs.append((" ".join(reference), " ".join(output)))
    return pairs


@needs("jiwer", "the group dev")
@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")  # random texts share few words with their source
@pytest.mark.parametrize("unit", ["word", "char"])
def test_rates_and_counts_are_those_of_jiwer(unit: str) -> None:
    """Of 10,000 random pairs, each by itself and all together."""
    import jiwer

    pairs = random_pairs(sample(10_000, 500))
    references, outputs = ([pair[side] for pair in pairs] for side in (0, 1))
    [found] = errata.score(
        sources=["a"] * len(pairs), references=[references], outputs=outputs, measures=[Wer(unit=unit)]
    ).scores
    process: Any = jiwer.process_words if unit == "word" else jiwer.process_characters
    for (reference, output), row in zip(pairs, found.sentences, strict=True):
        theirs = process(reference, output)
        assert row.score == (theirs.wer if unit == "word" else theirs.cer)
        assert list(row.counts.values()) == [theirs.hits, theirs.substitutions, theirs.deletions, theirs.insertions]
    whole = process(references, outputs)
    assert found.score == (whole.wer if unit == "word" else whole.cer)


@pytest.mark.parametrize(
    ("options", "output", "reference", "expected"),
    [
        ({}, "The cat", "the cat .", (1, 1, 1, 0)),
        ({"ignore_case": True}, "The cat", "the cat .", (2, 0, 1, 0)),
        ({"ignore_punctuation": True}, "the cat", "the cat .", (2, 0, 0, 0)),
        ({"ignore_punctuation": True}, "it’s", "its", (1, 0, 0, 0)),
        ({"unit": "char"}, " ab c", "abc ", (3, 0, 0, 1)),
        ({"unit": "char", "ignore_space": True}, "ab c", "abc", (3, 0, 0, 0)),
        ({"unit": "char"}, "𝒳ב", "𝒳בּ", (2, 0, 1, 0)),
    ],
)
def test_what_is_ignored(options: dict[str, object], output: str, reference: str, expected: tuple[int, ...]) -> None:
    """Nothing unless asked for; characters are code points, beyond the basic plane, right to left and combining."""
    assert tuple(counts(output, reference, **options).values()) == expected


def test_the_reference_of_the_lowest_rate_counts() -> None:
    """One error of four words is better than one of two, whichever stands first."""
    assert counts("a b c x", "a x", "a b c d", "a b c e") == counts("a b c x", "a b c d")


def test_spaces_part_words() -> None:
    """So they cannot be left out where words are counted."""
    with pytest.raises(OptionError, match="ignore_space needs unit=char"):
        Wer(ignore_space=True)


def test_lines_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With their place and size."""
    monkeypatch.setattr(module, "count_edits", partial(count_edits, max_cells=4000))
    line, other = (" ".join(f"{letter}{n}" for n in range(100)) for letter in "wv")
    with pytest.raises(InputError, match=r"output, line 2: 100 tokens of the reference against 100 .* split the line"):
        errata.score(sources=["a", "a"], references=[["a", line]], outputs=["a", other], measures=["wer"])


def test_they_are_used_only_by_name() -> None:
    """What is printed without names stays as it was."""
    texts: dict[str, Any] = {"sources": ["a b"], "references": [["a c"]], "outputs": ["a c"]}
    assert not {"wer", "exact"} & {score.measure for score in errata.score(**texts).scores}
    assert errata.score(**texts, measures=["wer", "exact"]).scores[1].score == 1
