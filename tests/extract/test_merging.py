"""Which operations make one edit."""

import pytest

from errata import ErrataWarning, score
from errata.extract import annotate, get_extractor
from errata.extract.merging import MAX_RUN, similarity


@pytest.mark.parametrize(
    ("source", "output", "expected", "why"),
    [
        ("I dog like", "I the big dog like", ["→the big"], "insertions side by side"),
        ("He will depend on it", "He depends on it", ["will depend→depends"], "an auxiliary and its verb"),
        ("It improves us", "It has improved us", ["improves→has improved"], "an auxiliary and its verb"),
        ("every people", "all the people", ["every→all the"], "determiners only"),
        ("Doctor came", "The doctor came", ["Doctor→The doctor"], "the capital moves"),
        ("ran , he fell", "ran . He fell", [", he→. He"], "punctuation and the capital after it"),
        ("a well known man", "a well-known man", ["well known→well-known"], "only blanks and hyphens differ"),
        ("people live house", "people 's lives house", ["→'s", "live→lives"], "a possessive stands alone"),
        ("dog bone", "dogs 's bone", ["dog→dogs 's"], "or goes with the word before it"),
        ("in house", "at the house", ["in→at", "→the"], "a determiner at the end stands alone"),
        ("go house big", "arrive big", ["go house→arrive"], "a paraphrase is one edit"),
        ("there house is", "the home are", ["there→the", "house→home", "is→are"], "word for word"),
        ("to of", ", and", ["to→,", "of→and"], "function words stay apart"),
        ("recieve big the", "receive the", ["recieve→receive", "big→"], "a similar word stands alone"),
    ],
)
def test_rules(source: str, output: str, expected: list[str], why: str) -> None:
    """One sentence for each rule."""
    [edits] = get_extractor("errata").extract([source], [output])
    words = source.split()
    found = [f"{' '.join(words[edit.start : edit.end])}→{edit.corrections[0]}" for edit in edits]
    assert found == expected, why


def test_a_long_run_of_changes_is_one_edit() -> None:
    """No search through a rewritten sentence."""
    source = " ".join(f"w{n}" for n in range(MAX_RUN + 5))
    output = " ".join(f"{n}v" for n in range(MAX_RUN + 9))
    [edits] = get_extractor("errata").extract([source], [output])
    assert [(edit.start, edit.end) for edit in edits] == [(0, MAX_RUN + 5)]


def test_what_is_kept_whole_is_reported() -> None:
    """With the sentence, its size and what to do, by all that extract; a long deletion or insertion is nothing odd."""
    source, output = (" ".join(f"{letter}{n}" for n in range(MAX_RUN + 1)) for letter in "wv")
    sources, outputs = ["He go", source, source], ["He goes", output, f"{source} {output}"]
    message = "sentence 2: 51 words in a row were replaced by 51 words; they are kept as one edit"
    with pytest.warns(ErrataWarning, match=message):
        gold = annotate(sources, [outputs])
    with pytest.warns(ErrataWarning) as caught:
        found = score(gold, outputs, measures=["errant"], extract="errata")
    assert [finding.code for finding in found.findings if finding.code == "rewritten"] == ["rewritten"]
    told = next(str(warning.message) for warning in caught if "in a row" in str(warning.message))
    assert told.startswith("output: line 2: 51 words in a row were replaced by 51 words")
    assert "(1 such line)" in told
    assert "split it into sentences, in all files alike" in told
    with pytest.warns(ErrataWarning, match=message):
        score(sources=sources, references=[outputs], outputs=sources, measures=["m2"], extract="errata")


def test_similarity_is_the_share_of_common_letters() -> None:
    """Of both words together; only the first letters of very long words are looked at."""
    assert similarity("abcd", "abd") == 6 / 7
    assert similarity("ab", "cd") == 0
    assert similarity("x" * 1_000_000, "x" * 1_000_000) == 1
