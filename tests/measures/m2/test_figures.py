"""The matrix and the lattice that the M² paper prints."""

from errata import Corpus, Edit, Layer, Text, explain
from errata.measures.m2.figures import MOST_DRAWN
from errata.measures.working import Listing

SOURCE = "Our baseline system feeds word into PB-SMT pipeline ."
OUTPUT = "Our baseline system feeds a word into PB-SMT pipeline ."
GOLD = Corpus((Text(SOURCE, (Layer(0, (Edit(4, 5, ("a word", "words"), "ART"),)),)),))
FIGURE_1 = """\
0 1 2 3 4 5 6 7 8 9 10
1 0 1 2 3 4 5 6 7 8 9
2 1 0 1 2 3 4 5 6 7 8
3 2 1 0 1 2 3 4 5 6 7
4 3 2 1 0 1 2 3 4 5 6
5 4 3 2 1 1 1 2 3 4 5
6 5 4 3 2 2 2 1 2 3 4
7 6 5 4 3 3 3 2 1 2 3
8 7 6 5 4 4 4 3 2 1 2
9 8 7 6 5 5 5 4 3 2 1"""
FIGURE_2 = {
    "Our (1)", "baseline (1)", "system (1)", "feeds (1)", "word (1)", "into (1)", "PB-SMT (1)", "pipeline (1)", ". (1)",
    "/a (1)", "feeds/feeds a (2)", "word/a word (-45)", "system feeds/system feeds a (3)",
    "feeds word/feeds a word (3)", "word into/a word into (3)",
}  # fmt: skip


def shown(measure: str, source: str = OUTPUT) -> tuple[Listing, ...]:
    working = explain(GOLD, [source], measures=[measure], sentences=[0])[0].measures[0].working
    assert all(isinstance(section, Listing) for section in working.more)
    return working.more  # type: ignore[return-value]  # just checked


def test_figure_1_is_the_matrix() -> None:
    """Every number of it, and the cells on the shortest path."""
    matrix = shown("m2:edition=paper")[0]
    assert [" ".join(str(cell).rstrip("*") for cell in row[1:]) for row in matrix.rows] == FIGURE_1.split("\n")
    starred = [(i, j) for i, row in enumerate(matrix.rows) for j, cell in enumerate(row[1:]) if str(cell)[-1] == "*"]
    assert starred == [(i, i) for i in range(5)] + [(i - 1, i) for i in range(5, 11)]


def test_figure_2_is_the_lattice() -> None:
    """Its 15 edges with their costs, the one that the gold has at -(2 + 1)·15; and the path takes it."""
    lattice = shown("m2:edition=paper")[1]
    edges = set()
    for edit, cost in zip(lattice.column("edit"), lattice.column("cost"), strict=True):
        before, after = edit.original, edit.correction  # type: ignore[union-attr]  # a Replacement
        edges.add(f"{before if before == after else f'{before}/{after}'} ({cost})")
    assert edges == FIGURE_2
    path = [edge for edge, on in zip(lattice.column("edge"), lattice.column("path"), strict=True) if on]
    assert path[4] == "4,4 → 5,6"
    assert len(path) == 9


def test_the_official_scorer_weighs_otherwise() -> None:
    """By the number of listed arcs, and a little more for each listing that no gold edit fits."""
    costs = shown("m2")[1].column("cost")
    assert "-28" in costs
    assert "3.001" in costs


def test_figures_are_for_short_sentences() -> None:
    """Nothing is drawn of long ones."""
    assert shown("m2", " ".join(["a"] * (MOST_DRAWN + 1))) == ()


def test_the_picture_is_for_pages_and_escaped() -> None:
    """HTML has it, text has the tables if everything is asked for."""
    told = explain(GOLD, [OUTPUT.replace("word", "R&D")], measures=["m2"], sentences=[0])
    assert "<svg" in told.to_html()
    assert "<title>4:5 word &#8594; a R&amp;D" in told.to_html()
    assert "edit lattice" not in told.to_text()
    assert "edit lattice" in told.to_text(full=True)
    assert '"edit lattice"' in told.to_json(full=True)
