"""Human rankings and tables of scores."""

import json
from pathlib import Path

import pytest
from tests.support import EXAMPLES, shared, write_file

import errata
from errata import ErrataWarning, FormatError, Judgements, RankedGroup, Ranking
from errata.formats.judgements import read_scores, read_sentence_numbers

ITEM = '<ranking-item id="{id}" {number} user="{judge}">{ranked}</ranking-item>\n'


def rankings(*items: str, element: str = "error-correction-ranking-result") -> str:
    """Return a file of rankings."""
    return f"<appraise-results>\n<{element}>\n{''.join(items)}</{element}>\n</appraise-results>\n"


def ranked(*pairs: tuple[int, str]) -> str:
    """Return translations."""
    return "".join(f'<translation rank="{rank}" system="{system}"/>' for rank, system in pairs)


def test_both_dialects_are_read(tmp_path: Path) -> None:
    """Names separated by spaces or commas, the sentence in `src-id` or else in `id`, items of no or one text."""
    write = write_file(tmp_path)
    pairs = ranked((1, "A B"), (3, "C"))
    one = write("one.xml", rankings(ITEM.format(id=9, number='src-id="4"', judge="x", ranked=pairs)))
    assert errata.read_judgements(one) == Judgements(
        (Ranking(4, "x", (RankedGroup(1, ("A", "B")), RankedGroup(3, ("C",))), 3),), str(one)
    )
    empty = ITEM.format(id=1, number="", judge="x", ranked="")
    alone = ITEM.format(id=2, number="", judge="y", ranked=ranked((2, "A,B")))
    two = errata.read_judgements(write("two.xml", rankings(empty, alone, element="ranking-result")))
    assert isinstance(two, Judgements)
    assert [(item.sentence, item.judge, len(item.groups)) for item in two] == [(1, "x", 0), (2, "y", 1)]
    assert two.systems == ("A", "B")
    assert [tuple(pair) for pair in two.pairs()] == [("A", "B", 0)]
    assert list(two.shown_pairs()) == []


def test_the_operator_of_a_campaign_is_left_out(tmp_path: Path) -> None:
    """With a word about it."""
    items = [ITEM.format(id=1, number="", judge=judge, ranked=ranked((1, "A"))) for judge in ("admin", "x")]
    path = write_file(tmp_path)("x.xml", rankings(*items))
    with pytest.warns(ErrataWarning, match="ignored 1 ranking by 'admin'"):
        found = errata.read_judgements(path)
    assert isinstance(found, Judgements)
    assert found.judges == ("x",)


def test_more_than_five_texts_have_more_ranks(tmp_path: Path) -> None:
    """Ranks go to five, or to the number of texts shown."""
    write = write_file(tmp_path)
    seven = ranked(*((number, f"S{number}") for number in range(1, 8)))
    found = errata.read_judgements(write("x.xml", rankings(ITEM.format(id=1, number="", judge="x", ranked=seven))))
    assert isinstance(found, Judgements)
    assert found.items[0].ranks["S7"] == 7


def test_judges_can_be_chosen() -> None:
    """Only some, or all but some; a name that no judge has is refused."""
    found = errata.read_judgements(EXAMPLES / "judgements.xml")
    assert isinstance(found, Judgements)
    assert found.judges == ("ann", "ben", "cay")
    assert found.by_judges(["ann"]).judges == ("ann",)
    assert found.by_judges(without=["ann"]).judges == ("ben", "cay")
    with pytest.raises(errata.InputError, match="has no judge 'an'; did you mean 'ann'"):
        found.by_judges(["an"])


def test_tables_of_scores(tmp_path: Path) -> None:
    """A column by name, or the only one of numbers."""
    write = write_file(tmp_path)
    path = write("h.tsv", "system\tew\trange\nA\t0.5\t1-2\nB\t-0.25\t3\n")
    found = errata.read_judgements(path)
    assert isinstance(found, errata.HumanScores)
    assert found.column() == found.column("ew") == {"A": 0.5, "B": -0.25}
    with pytest.raises(errata.InputError, match=r"h\.tsv, line 2: '1-2' in the column 'range' is not a number"):
        found.column("range")
    assert read_scores(write("s.tsv", "system\tscore\nA\t1\nB\t2\n")) == {"A": 1.0, "B": 2.0}
    sentences = write("i.tsv", "system\tindex\tscore\nA\t0\t1\nA\t3\t2\n")
    assert read_scores(sentences) == {"A": {0: 1.0, 3: 2.0}}
    with pytest.raises(FormatError, match="line 3: a second score of 'A' for sentence 0"):
        read_scores(write("d.tsv", "system\tindex\tscore\nA\t0\t1\nA\t0\t2\n"))


@pytest.mark.parametrize("text", ["[0, 2, 5]", "0\n2\n\n5\n", "0\r\n2\r\n5\r\n"])
def test_sentence_numbers(text: str, tmp_path: Path) -> None:
    """A JSON list, or one per line."""
    assert read_sentence_numbers(write_file(tmp_path)("n.txt", text)) == [0, 2, 5]


@pytest.mark.parametrize(
    ("name", "file"),
    [("gjg15", "gjg15_judgments"), ("seeda_edit", "seeda_judgments_edit"), ("seeda_sent", "seeda_judgments_sent")],
)
def test_counts_of_the_data_sets(name: str, file: str) -> None:
    """Items, judges, pairs and ties, as they were counted elsewhere."""
    known = json.loads(shared("data/human/statistics.json").read_text())[name]
    found = errata.read_judgements(shared(f"data/human/{file}.xml"))
    assert isinstance(found, Judgements)
    shown = [order for *_, order in found.shown_pairs()]
    expanded = [pair.order for pair in found.pairs()]
    judges = {judge: sum(item.judge == judge for item in found) for judge in found.judges}
    assert {
        "ranking_items": len(found),
        "items_without_translations": sum(not item.groups for item in found),
        "distinct_sources": len({item.sentence for item in found}),
        "src_id_min": min(item.sentence for item in found if item.groups),
        "src_id_max": max(item.sentence for item in found),
        "annotators": judges,
        "unexpanded_pairs": len(shown),
        "unexpanded_ties": shown.count(0),
        "expanded_pairs": len(expanded),
        "expanded_ties": expanded.count(0),
    } == {key: value for key, value in known.items() if key != "translations_per_item"}


def test_the_judgements_of_napoles() -> None:
    """Groups by comma, sentences by `id`, no `src-id`."""
    found = errata.read_judgements(shared("data/human/napoles15_judgments.xml"))
    assert isinstance(found, Judgements)
    shown = [order for *_, order in found.shown_pairs()]
    assert (len(found), sum(not item.groups for item in found), len(shown), shown.count(0)) == (1534, 78, 8736, 2847)
    assert "non-native" in found.judges
