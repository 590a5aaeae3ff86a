"""Rows of other tools are scored as a corpus, with the references of each row together."""

import pytest
from tests.support import example_gold, example_outputs

import errata
from errata.integrations import score_rows

SOURCES = ["He go home .", "She like it ."]
REFERENCES = [["He goes home .", "He went home ."], ["She likes it .", "She liked it ."]]


def test_rows_score_as_the_corpus_does() -> None:
    """The score, the counts and the signature are those of `errata.score` with lists by reference set."""
    outputs = ["He went home .", "She like it ."]
    expected = errata.score(
        sources=SOURCES,
        references=list(zip(*REFERENCES, strict=True)),
        outputs=outputs,
        measures=["errant"],
        extract="errata",
    ).scores[0]
    made = score_rows(SOURCES, outputs, REFERENCES, "errant")
    assert (made.score, made.counts, made.signature) == (expected.score, expected.counts, expected.signature)


def test_one_text_is_one_reference() -> None:
    """A string is no sequence of characters."""
    assert score_rows(SOURCES, SOURCES, [row[0] for row in REFERENCES], "exact").score == 0
    assert score_rows(SOURCES, [row[0] for row in REFERENCES], [row[0] for row in REFERENCES], "exact").score == 1


def test_rows_with_other_numbers_of_references_are_refused() -> None:
    """With both numbers and both rows, for a corpus score needs as many everywhere."""
    with pytest.raises(errata.InputError, match="row 0 has 2 references but row 1 has 1;"):
        score_rows(SOURCES, SOURCES, [REFERENCES[0], REFERENCES[1][:1]], "green")


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_options_reach_the_scoring() -> None:
    """Untokenised outputs are refused without `raw`, and scored with it."""
    gold = example_gold()
    references = example_outputs("good")["good"]
    completions = [line.replace(" .", ".") for line in references]
    with pytest.raises(errata.ErrataError, match="untokenised"):
        score_rows(gold.sources, completions, references, "exact")
    assert score_rows(gold.sources, completions, references, "exact", raw=True).score == 1
