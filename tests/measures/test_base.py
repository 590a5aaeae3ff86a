"""Signatures, selections, blocks, the registry."""

from array import array
from dataclasses import dataclass
from itertools import pairwise

import pytest
from tests.support import PARTLY_ANNOTATED

from errata import Corpus, InputError, available_measures
from errata._version import __version__
from errata.measures import get_measure
from errata.measures.data import GoldBlock, Selections, Table
from errata.measures.green.measure import Green
from errata.model import Output


def test_signature_holds_every_option_and_the_gold() -> None:
    """Nothing can be forgotten: it is made from the declarations."""
    signature = Green(beta=0.1).signature("0123abcd")
    assert (
        signature
        == f"green|v:{__version__}|unit:word|n:4|beta:0.1|level:corpus|strip:yes|references:best|gold:0123abcd"
    )
    for measure in available_measures().values():
        made = measure().signature("0123abcd")
        assert "lambda_:" not in made, "users see the name, not the field"
        for option in measure.options():
            assert (f"|{option.name}:" in made) == option.signed


@dataclass(frozen=True, kw_only=True)
class Drawn(Green):
    """A measure that makes two selections and pools as the base does."""

    def choose(self, table: Table) -> Selections:  # type: ignore[override]
        """Take the first references, then the last."""
        last = array("i", [stop - first - 1 for first, stop in pairwise(table.bounds)])
        return Selections([array("i", [0] * len(table)), last])


def test_several_selections_are_averaged() -> None:
    """Values and counts of the corpus over the selections; those of a sentence over all its rows."""
    gold = Corpus.from_texts(["a b", "c d"], [["a b", "c x"], ["a x", "c d"]])
    table = Drawn(n=1).count(GoldBlock.of(gold), Output("", ["a b", "c d"]))
    score = Drawn(n=1).finish("mine", table, "0123abcd")
    alone = [Green(n=1).score(table.total(rows)) for rows in ([0, 2], [1, 3])]
    assert score.values == {name: (alone[0][name] + alone[1][name]) / 2 for name in ("f", "precision", "recall")}
    assert (score.counts["tk1"], score.counts["ud1"]) == (3, 1)
    [first, second] = score.sentences
    assert (first.counts["tk1"], first.counts["ud1"]) == (1.5, 0.5)
    assert first.reference is None
    assert first.score == second.score == (1 + Green(n=1).score(table.row(1))["f"]) / 2
    mean = Drawn(n=1, level="sentence").finish("mine", table, "0123abcd")
    assert mean.score == first.score


def test_blocks_have_as_many_references_as_the_whole_corpus() -> None:
    """Also a block that an annotator is absent from."""
    block = GoldBlock.of(PARTLY_ANNOTATED, 2, 3)
    assert block.first == 2
    assert [reference.text for reference in block.references[0]] == ["e f", "e f"]


def test_blocks_share_what_measures_need() -> None:
    """The same vocabulary for a unit, made once; not carried to other processes."""
    import pickle

    block = GoldBlock.of(Corpus.from_texts(["a b"], [["a c"]]))
    assert block.texts("word", False) is block.texts("word", False)
    assert block.texts("char", True).vocabulary is block.texts("char", False).vocabulary
    copy = pickle.loads(pickle.dumps(block))
    assert copy == block
    assert "_made" not in copy.__dict__


def test_other_packages_can_add_a_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point is enough."""
    from importlib.metadata import EntryPoint

    points = [EntryPoint("mine", "x:Y", "errata.measures")]
    monkeypatch.setattr(EntryPoint, "load", lambda self: Green)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert get_measure("mine") is Green
    assert list(available_measures()).count("green") == 1
    assert "mine" in available_measures()


def test_only_known_facets_can_be_asked_for() -> None:
    """The message says what there is."""
    import errata

    made = errata.score(
        sources=["a b"], references=[["a c"]], outputs=["a c"], measures=["green", "errant"], extract="errata"
    )
    with pytest.raises(InputError, match="green cannot be broken down by 'type', not at all"):
        made["output", "green"].breakdown("type")
    with pytest.raises(InputError, match="errant cannot be broken down by 'weather', by operation, category, type"):
        made["output", "errant"].breakdown("weather")
    with pytest.raises(NotImplementedError):
        Green().split(Table((), array("q"), array("i", [0]), []), [], "type")
