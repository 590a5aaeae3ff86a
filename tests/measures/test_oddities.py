"""Gold and options that give plausible wrong numbers, of which measures warn, whether read whole or in parts."""

import warnings
from pathlib import Path

import pytest

import errata
from errata import Corpus, Edit, ErrataWarning, Layer, Text

DET, VERB = Edit(4, 4, ("the",), "M:DET"), Edit(2, 3, ("sits",), "R:VERB")
MAT = "The cat sit on mat ."


def write(path: Path, text: str) -> Path:
    """Write a file."""
    path.write_text(text, encoding="utf-8")
    return path


def codes(result: errata.Result) -> list[str]:
    """Return the codes of what was said, apart from what is said of all extracted edits."""
    return [found.code for found in result.findings if found.code in {"edit-unsorted", "outer-blank", "no-effect"}]


def gold_of(*edits: Edit) -> Corpus:
    """Return a gold in which the second sentence has these edits."""
    return Corpus((Text("a b", (Layer(0),)), Text(MAT, (Layer(0, edits),))))


@pytest.mark.parametrize(
    ("measure", "score", "said"),
    [
        ("m2", 0.5, ["edit-unsorted"]),
        ("m2:edition=3.2", 0.5, ["edit-unsorted"]),
        ("pt-m2:weights=unit", 0.5, ["edit-unsorted"]),
        ("pt-errant:weights=unit", 0.5, ["edit-unsorted"]),
        ("m2:edition=paper", 1.0, []),
        ("m2:task=detection", 1.0, []),
        ("errant", 1.0, []),
    ],
)
def test_gold_out_of_order(measure: str, score: float, said: list[str]) -> None:
    """A gold edit listed after one further right is lost: whoever loses it says so, and nobody else does."""
    made = {"good": ["a b", "The cat sits on the mat ."]}
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        found = errata.score(gold_of(DET, VERB), made, measures=[measure], extract="errata")
        in_order = errata.score(gold_of(VERB, DET), made, measures=[measure], extract="errata")
    assert found.scores[0].score == score
    assert codes(found) == said
    assert (in_order.scores[0].score, codes(in_order)) == (1.0, [])
    for finding in found.findings:
        if finding.code == "edit-unsorted":
            assert "first in sentence 2" in finding.message
            assert (finding.places[0].sentence, finding.count) == (2, 1)
            assert "errata convert IN OUT --sort" in str(finding)


def test_order_that_does_not_matter() -> None:
    """Of edits that overlap only one can match, and insertions in one place have the order of the file."""
    gold = gold_of(Edit(2, 3, ("sits",)), Edit(1, 4, ("x",)), Edit(5, 5, ("a",)), Edit(5, 5, ("b",)))
    assert codes(errata.score(gold, ["a b", MAT], measures=["m2"])) == []


def test_a_duplicated_edit_is_counted_twice() -> None:
    """Which gives percentages above 100, as in the original."""
    with pytest.warns(ErrataWarning, match="first in sentence 2; .* can exceed 100 percent"):
        found = errata.score(gold_of(VERB, VERB), ["a b", "The cat sits on mat ."], measures=["m2"])
    assert found.scores[0].values["precision"] == 2.0
    other = Edit(2, 3, ("sat",), "R:VERB")
    result = errata.score(gold_of(VERB, other), ["a b", "The cat sits on mat ."], measures=["m2"])
    assert (result.scores[0].values["precision"], result.findings) == (1.0, ())


def test_scorers_and_explanations_tell_the_order_too() -> None:
    with pytest.warns(ErrataWarning, match="not in ascending order"):
        errata.Scorer("m2", gold=gold_of(DET, VERB))
    with pytest.warns(ErrataWarning, match="not in ascending order"):
        errata.explain(gold_of(DET, VERB), ["a b", MAT], measures=["m2"], sentences=[1])


def test_white_space_around_and_within_corrections() -> None:
    """ERRANT compares text; M² ignores spaces around corrections, but matches none with several within."""
    around, within = Edit(2, 3, ("sits ",), "R:VERB"), Edit(4, 4, ("on  the",), "M:DET")
    made = Corpus((Text("a b", (Layer(0),)), Text(MAT, (Layer(0, (VERB,)),))))
    with pytest.warns(ErrataWarning, match="first in sentence 2: 'sits '"):
        found = errata.score(gold_of(around), {"good": made}, measures=["errant", "m2"])
    assert [score.score for score in found.scores] == [0.0, 1.0]
    assert codes(found) == ["outer-blank"]
    with pytest.warns(ErrataWarning, match="'on  the'; m2 does not match"):
        errata.score(gold_of(VERB, within), {"good": made}, measures=["m2"])
    spaced = Corpus((Text("a b", (Layer(0),)), Text(MAT, (Layer(0, (around,)),))), "spaced")
    with pytest.warns(ErrataWarning, match="spaced: 1 correction has white space"):
        errata.score(gold_of(VERB), {"good": spaced}, measures=["errant"])
    assert codes(errata.score(gold_of(around), {"good": made}, measures=["errant:task=detection"])) == []


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ("ORTH", "no edit of the gold or an output has the type 'ORTH'; there are R:ORTH"),
        ("R:NONSENSE", "has the type 'R:NONSENSE'"),
        ("R:ORTH M:PUNCT", "types are joined by +"),
        ("R:ORTH+M:DET", ""),
    ],
)
@pytest.mark.parametrize("engine", [None, "stream"])
def test_filters_that_leave_nothing_out(tmp_path: Path, engine: str | None, entries: str, said: str) -> None:
    """A type that only an output has is left out there, so it counts as found."""
    gold = write(tmp_path / "gold.m2", "S a b\nA 0 1|||R:ORTH|||A|||REQUIRED|||-NONE-|||0\n")
    made = write(tmp_path / "made.m2", "S a b\nA 1 1|||M:DET|||the|||REQUIRED|||-NONE-|||0\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = errata.score(gold, {"made": made}, measures=[f"errant:filter={entries}"], engine=engine)
    assert codes(found) == ["no-effect"] * bool(said)
    assert all(said in str(item.message) for item in caught)


def test_files_in_parts_say_the_same(tmp_path: Path) -> None:
    """Also where the first block is plain and the second is not."""
    gold = "S a b\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
    gold += f"S {MAT}\nA 4 4|||M:DET|||the |||REQUIRED|||-NONE-|||0\nA 2 3|||R:VERB|||sits|||REQUIRED|||-NONE-|||0\n"
    path = write(tmp_path / "gold.m2", gold)
    made = write(tmp_path / "made.m2", gold.replace("the |||", "the|||"))
    said = []
    for engine in (None, "stream"):
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            result = errata.score(path, {"made": made}, measures=["errant", "m2"], engine=engine)
        said.append(sorted(map(str, result.findings)))
    assert said[0] == said[1]
    assert {"edit-unsorted", "outer-blank"} <= set(codes(result))
