"""Corpora that are not tokenised."""

import pytest

from errata.errors import LengthError
from errata.text.raw import Projector, tokenise_corpus


def test_references_and_outputs_have_the_tokens_of_their_sources() -> None:
    """Nothing differs but what was corrected; marks are written as most of the corpus does."""
    corpus = tokenise_corpus(
        ["He dont know it’s late.", "The well - known man’s hat fell of."],
        [["He doesn’t know it’s late.", "The well-known man’s hat fell off."], ["He don't know.", "The hat fell off."]],
    )
    assert corpus.sources == ("He dont know it ’s late .", "The well - known man ’s hat fell of .")
    assert corpus.references == (
        ("He does n’t know it ’s late .", "The well-known man ’s hat fell off ."),
        ("He do n't know .", "The hat fell off ."),
    )
    found = Projector(corpus.sources, conventions=corpus.conventions).project(["He doesn‘t.", "The man's hat."])
    assert found.texts == ("He does n’t .", "The man ’s hat .")
    assert found.signature.endswith("|tokenise:rules")


def test_chinese_is_cut_into_characters() -> None:
    """Where nobody has cut it into words, nobody knows them."""
    corpus = tokenise_corpus(["我昨天去北京。"], [["我昨天去了北京。"]])
    assert corpus.sources == ("我 昨 天 去 北 京 。",)
    assert corpus.references == (("我 昨 天 去 了 北 京 。",),)


def test_every_source_has_a_reference() -> None:
    """Of each annotator."""
    with pytest.raises(LengthError, match="1 references for 2 sources"):
        tokenise_corpus(["a", "b"], [["a"]])
