"""The HOO measure: golden numbers, rules, options, types, data sets."""

import json
import math
import warnings
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hoo import CASES, document_sets
from tests.strategies import CHARACTER_EDITS
from tests.support import each, golden_cases
from tests.support import scored as score

import errata
from errata import (
    Corpus,
    Edit,
    ErrataWarning,
    Hoo,
    InputError,
    OptionError,
    Output,
    Part,
    Text,
)
from errata.golden.cases import Case
from errata.golden.inputs import documents, quiet
from errata.measures.hoo.control import parse_control
from errata.measures.hoo.spans import aligned
from errata.measures.hoo.tally import COLUMNS
from errata.measures.hoo.types import encode_type, type_blocks
from errata.report.scores import score_record

ASPECTS = ("detection", "recognition", "correction")
REGIMES = {"nobonus": False, "bonus": True}


def check(measure: Hoo, gold: Corpus, system: Corpus, expected: dict[str, Any]) -> None:
    """Compare counts, ratios before any division, and values, with and without bonus; the details repeat the values."""
    for regime, bonus in REGIMES.items():
        result = score(gold, system, replace(measure, bonus=bonus))
        assert {name: result.counts[name] for name in COLUMNS} == expected["counts"]
        for aspect in ASPECTS:
            shown, wanted = result.details["scores"][regime][aspect], expected["scores"][regime][aspect]
            assert (shown["p"], shown["r"]) == (wanted["p"], wanted["r"])
            for name, key in (("precision", "P"), ("recall", "R"), ("f", "F")):
                assert result.values[f"{aspect}_{name}"] == pytest.approx(wanted[key], rel=0, abs=1e-15)
                assert shown[name] == result.values[f"{aspect}_{name}"]


@each([case for case in golden_cases("hoo") if "paper" in case.expected])
def test_worked_cases(case: Case) -> None:
    """The fate of each gold edit is told of the document and, as there is one, of all; details repeat the values."""
    gold, system = documents(case.gold["documents"]), documents(case.output["documents"])
    measure = Hoo.from_text(case.options)
    check(measure, gold, system, case.expected["paper"])
    result = score(gold, system, measure)
    assert result.sentences[0].details["statuses"] == result.details["statuses"]


def case_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(case for case in CASES["types_and_datasets"] if case["id"] == name)
    return found


def test_types_filter_both_sides_where_every_edit_has_one() -> None:
    """One block for each reportable type, in file order, and one for all on request."""
    case = case_of("types-filter")
    gold, system = document_sets(case)
    control = parse_control(case["config"].split("\n"), "control")
    blocks = type_blocks(gold, control=control, with_all=True)
    measures = [Hoo(types=types) for types in blocks]
    assert [measure.block for measure in measures] == ["all", *case["expect"]]
    check(measures[0], gold, system, case["expect_all"])
    for measure in measures[1:]:
        check(measure, gold, system, case["expect"][measure.block])
        assert score(gold, system, measure).details["block"] == measure.block


def test_without_system_types_only_recall_is_known() -> None:
    """System edits belong to the types of the gold edits they meet; those that meet none are unattributed."""
    case = case_of("types-untyped-system")
    gold, system = document_sets(case)
    for types in type_blocks(gold, control=parse_control(case["config"].split("\n"), "control")):
        measure = Hoo(types=types)
        expected = case["expect"][measure.block]
        with quiet():
            given = errata.score(gold, {"mine": system}, measures=[measure])
        [result] = given.scores
        assert f"the score for {measure.block} is based on the gold's types (type_mode=gold)" in given.warnings[-1]
        assert {name: result.counts[name] for name in expected["counts"]} == expected["counts"]
        for aspect in ASPECTS:
            assert result.details["scores"]["nobonus"][aspect]["r"] == expected["recall"][aspect]
            assert result.values[f"{aspect}_recall"] == float(Fraction(expected["recall"][aspect]))
            assert math.isnan(result.values[f"{aspect}_precision"])
            assert math.isnan(result.values[f"{aspect}_f"])
        shown = json.loads(json.dumps(score_record(result, sentences=True), allow_nan=False))
        assert shown["score"] is shown["values"]["correction_precision"] is shown["sentences"][0]["score"] is None


def test_unattributed_edits_may_be_counted_or_dropped() -> None:
    """Two bounds for precision: as spurious in every block, or left out."""
    case = case_of("types-untyped-system")
    gold, system = document_sets(case)
    lower = score(gold, system, Hoo(types="VERB=AGV+IV+RV+UV", unattributed="count"))
    upper = score(gold, system, Hoo(types="VERB=AGV+IV+RV+UV", unattributed="drop"))
    assert (lower.values["correction_precision"], upper.values["correction_precision"]) == (1 / 3, 1.0)
    assert (lower.counts["system"], lower.counts["spurious"]) == (3, 2)
    assert (upper.counts["system"], upper.counts["spurious"]) == (1, 0)
    forced = score(gold, system, Hoo(types="AGV", type_mode="filter"))
    assert forced.counts["system"] == 0, "an edit without type belongs to no type"
    assert score(gold, system, Hoo(preset="hoo2012", types="AGV")).counts["system"] == 0


@pytest.mark.parametrize(
    ("unattributed", "message"),
    [("null", "precision is then unknown"), ("count", "is a lower bound"), ("drop", "is an upper bound")],
)
def test_the_warning_says_what_becomes_of_precision(unattributed: str, message: str) -> None:
    """Unknown only where it is left open."""
    gold, system = document_sets(case_of("types-untyped-system"))
    [warning] = Hoo(types="AGV", unattributed=unattributed).check(gold, Output("system", documents=system))
    assert warning.message.endswith(message)


@pytest.mark.parametrize(
    ("types", "absent"),
    [
        ("A", None),
        ("B", None),
        ("Nope", "Nope"),
        ("A+Nope", "Nope"),
        ("N=A+Nope", None),
        ("N=Nope+None", "Nope or None"),
        ("all", None),
    ],
)
@pytest.mark.parametrize("preset", ["paper", "hoo2012"])
def test_types_that_no_edit_has_are_reported(preset: str, types: str, absent: str | None) -> None:
    """They would score 100; of a group with a name some types may be absent."""
    gold, system = one(change(4, 8, "teams", type="A")), one(change(9, 13, "has", type="B"))
    found = Hoo(preset=preset, types=types).check(gold, Output("system", documents=system))
    expected = f"no edit has the type {absent}, neither of the gold nor of the system"
    assert list(map(str, found)) == ([] if absent is None else [expected])


def test_blocks_of_types() -> None:
    """By name, by annotated type, by each gold type."""
    gold, _ = document_sets(case_of("types-filter"))
    control = {"PUNCT": ("RP", "MP"), "ODD+": ("x=y",)}
    assert type_blocks(gold) == ["all"]
    assert type_blocks(gold, control=control) == ["PUNCT=RP+MP", "ODD%2B=x%3Dy"]
    assert Hoo(types=type_blocks(gold, control=control)[1]).chosen_types == frozenset(["x=y"])
    assert type_blocks(gold, control=control, types=["PUNCT", "RV", "RA"]) == ["PUNCT=RP+MP", "RV+RA"]
    assert type_blocks(gold, types=["all"]) == ["all"]
    assert type_blocks(gold, by_type=True, with_all=True) == ["all", "AGV", "IV", "MP", "RA", "RP", "UT"]
    with pytest.raises(InputError, match="either types or one block for each type"):
        type_blocks(gold, types=["A"], by_type=True)
    with pytest.raises(InputError, match="either a control file or one block for each type"):
        type_blocks(gold, control=control, by_type=True)
    for name in ("a+b", "50%", "%2B", "a,b=c"):
        assert Hoo(types=encode_type(name)).chosen_types == frozenset([name])
        assert Hoo(types=encode_type(name)).block == name


def test_data_sets() -> None:
    """Micro sums the counts; macro is the mean of document values, each column on its own."""
    [case] = [case for case in golden_cases("hoo") if "macro" in case.expected]
    gold, system = documents(case.gold["documents"]), documents(case.output["documents"])
    check(Hoo(), gold, system, case.expected["micro"])
    for regime, bonus in REGIMES.items():
        macro = score(gold, system, Hoo(level="macro", bonus=bonus))
        for aspect in ASPECTS:
            for name in ("precision", "recall", "f"):
                assert macro.details["scores"][regime][aspect][name] == macro.values[f"{aspect}_{name}"]
    rows = score(gold, system, Hoo()).sentences
    assert [row.details["document"] for row in rows] == ["d1", "d2", "d3", "d4"]


TEXT = "The team have finish the report on Monday ."


def one(*items: Edit, text: str | None = TEXT) -> Corpus:
    return Corpus((Text.document("1", () if text is None else (Part(None, text),), items),))


def change(start: int, end: int, *made: str | None, **fields: Any) -> Edit:
    return Edit.of(start, end, TEXT[start:end], tuple(made) or None, **fields)


def test_marking_the_whole_text_is_perfect_detection_but_shows() -> None:
    """Three gold edits, one system edit over all: P = R = 1, so the share of aligned system edits stands beside it."""
    gold = one(change(4, 8, "teams"), change(14, 20, "finished"), change(32, 34, "by"))
    result = score(gold, one(change(0, 43, "x"), change(43, 43, "!")), Hoo())
    assert (result.values["detection_recall"], result.values["detection_precision"]) == (1.0, 0.75)
    assert result.values["precision_system"] == 0.5
    assert result.details["spurious"] == [{"index": "sys-2", "type": None, "start": 43, "end": 43}]


@pytest.mark.parametrize(
    ("options", "gold", "system", "expected"),
    [
        ({}, change(9, 13, "has"), change(9, 13, "had", "has"), "recognised"),
        ({"system_alternatives": "any"}, change(9, 13, "has"), change(9, 13, "had", "has"), "corrected"),
        ({}, change(9, 13, "has"), change(9, 13), "recognised"),
        ({"uncorrected": "credit"}, change(9, 13), change(9, 13), "corrected"),
        ({"uncorrected": "exclude"}, change(9, 13), change(9, 13, "has"), "recognised"),
        ({"blank": "normalise"}, change(25, 25, "big "), change(25, 25, " big"), "corrected"),
        ({}, change(9, 13, "caf\u00e9"), change(9, 13, "cafe\u0301"), "recognised"),
        ({"nfc": True}, change(9, 13, "caf\u00e9"), change(9, 13, "cafe\u0301"), "corrected"),
        ({"nfc": True, "case": "lower"}, change(9, 13, "CAFE\u0301"), change(9, 13, "Caf\u00e9"), "corrected"),
        ({"case": "lower"}, change(9, 13, "Has"), change(9, 13, "hAS"), "corrected"),
        ({"case": "nomatch"}, change(9, 13, "Has"), change(9, 13, "hAS"), "corrected"),
        ({"case": "match"}, change(9, 13, "Has"), change(9, 13, "hAS"), "recognised"),
        ({}, change(25, 25, ""), change(9, 13, "has"), "missing_optional"),
        ({"deletion_space": "tolerant"}, change(32, 34, "by"), change(31, 34, ""), "recognised"),
        ({"deletion_space": "tolerant"}, change(32, 35, ""), change(32, 34, None, ""), "recognised"),
        ({"deletion_space": "tolerant"}, change(32, 35, ""), change(32, 34, ""), "detected"),
        ({"deletion_space": "tolerant"}, change(31, 32, ""), change(32, 32, "x"), "missing"),
        ({"unit": "token"}, change(9, 13, "has"), change(11, 13, "s"), "corrected"),
        ({"unit": "token"}, change(8, 9, "  "), change(9, 13, "has"), None),
        ({"unit": "token"}, change(9, 13, None), change(9, 13, "have"), "corrected"),
        ({"unit": "token"}, change(9, 13), change(9, 13, "has"), "recognised"),
    ],
)
def test_options(options: dict[str, str | bool], gold: Edit, system: Edit, expected: str | None) -> None:
    """What each option makes of one gold and one system edit."""
    statuses = score(one(gold), one(system), Hoo(**options)).details["statuses"]  # type: ignore[arg-type]
    assert statuses == ([] if expected is None else [expected])


def test_edits_without_corrections_may_be_excluded_from_correction() -> None:
    """With the system edits that are strictly aligned with nothing else; recognition keeps all."""
    gold = one(change(4, 8), change(9, 13, "has"))
    system = one(change(4, 8, "teams"), change(9, 13, "has"), change(32, 34, "by"))
    result = score(gold, system, Hoo(uncorrected="exclude"))
    assert (result.counts["excluded_gold"], result.counts["excluded_system"]) == (1, 1)
    shown = result.details["scores"]["nobonus"]
    assert (shown["correction"]["p"], shown["correction"]["r"]) == ("1/2", "1/1")
    assert (shown["recognition"]["p"], shown["recognition"]["r"]) == ("2/3", "2/2")
    assert score(gold, system, Hoo()).details["scores"]["nobonus"]["correction"]["r"] == "1/2"


def test_the_source_text_wins_about_blanks() -> None:
    """A null correction stands for what the text has there, unless the file differs by more than outer blanks."""
    gold = Edit.of(31, 34, "on", (None, "by"))
    kept = Edit.of(31, 34, " on", (" on",))
    assert score(one(gold), one(kept), Hoo()).details["statuses"] == ["corrected"]
    assert score(one(gold, text=None), one(kept, text=None), Hoo()).details["statuses"] == ["recognised"]
    other = Edit.of(31, 34, "in", (None, "by"))
    assert score(one(other), one(kept), Hoo()).details["statuses"] == ["recognised"]


def test_consistency_sets_are_settled_before_types_are_filtered() -> None:
    """The member of another type decides about the reading, though only one member is counted."""
    gold = one(
        change(4, 8, "teams", "group", cset="1", type="A"),
        change(9, 13, "have", "has", cset="1", type="B"),
        change(25, 31, "paper", cset="1", type="B"),
        change(32, 34, cset="1", type="B"),
    )
    system = one(change(4, 8, "group", type="A"), change(9, 13, "have", type="B"), change(25, 31, "paper", type="B"))
    result = score(gold, system, Hoo(cset="consistent", types="A"))
    assert result.details["statuses"] == ["recognised"], "two of reading 0 are satisfied, two of reading 1: the lowest"
    assert result.details["csets"] == [{"cset": "1", "reading": 0, "members": 4, "satisfied": 2}]
    void = score(gold, system, Hoo(cset="all"))
    assert void.details["csets"] == [{"cset": "1", "reading": None, "members": 4, "satisfied": 0}]
    assert void.counts["corrected_gold"] == 0
    credit = score(gold, one(change(32, 34, "by")), Hoo(cset="consistent", uncorrected="credit"))
    assert credit.details["csets"][0]["satisfied"] == 1


@pytest.mark.parametrize("nothing", [None, ""])
def test_an_insertion_of_nothing_leaves_the_text_alone(nothing: str | None) -> None:
    """It is the null correction, so a reading with it is complete if nobody inserted anything."""
    gold = one(change(9, 9, "x ", nothing, cset="c"), change(4, 8, None, "group", cset="c"))
    result = score(gold, one(change(4, 8, "group")), Hoo(cset="all"))
    assert result.counts["corrected_gold"] == 1
    assert result.details["csets"] == [{"cset": "c", "reading": 1, "members": 2, "satisfied": 1}]
    by_token = score(one(change(9, 9, nothing)), one(), Hoo(unit="token"))
    assert by_token.details["statuses"] == ["missing_optional"]


def test_shorter_lists_of_a_set_are_not_satisfied_in_later_readings() -> None:
    """A member with two corrections has none for the third reading."""
    gold = one(change(4, 8, "a", "b", "c", cset="1"), change(9, 13, "a", "b", cset="1"), change(14, 20, "c", cset="1"))
    result = score(gold, one(change(4, 8, "c"), change(14, 20, "c"), change(9, 13, "b")), Hoo(cset="consistent"))
    assert result.details["csets"] == [{"cset": "1", "reading": 1, "members": 3, "satisfied": 2}]
    assert result.details["statuses"] == ["recognised", "corrected", "corrected"]


def test_presets_decide_about_their_rules() -> None:
    """Only what the programs had options for may be set beside them; the title names what was resolved."""
    assert Hoo(preset="hoo2011").level == "macro"
    assert (Hoo(preset="hoo2012").case, Hoo(preset="hoo2012", case="match").case) == ("lower", "exact")
    assert errata.parse_measure(Hoo(preset="hoo2012").title) == Hoo(preset="hoo2012")
    for options in ({"boundary": "touch"}, {"unit": "token"}, {"zero_rule": "paper"}, {"type_mode": "gold"}):
        with pytest.raises(OptionError, match=f"preset hoo2012 decides about {next(iter(options))}"):
            Hoo(preset="hoo2012", **options)  # type: ignore[arg-type]
    for preset in ("hoo2011", "hoo2012"):
        assert "|type_mode:filter|" in Hoo(preset=preset).signature("")
        assert "|boundary:tool|" in Hoo(preset=preset).signature("")
        assert "|uncorrected:credit|" in Hoo(preset=preset).signature("")
        assert replace(Hoo(preset=preset), beta=2.0).uncorrected == "credit"
        assert Hoo(preset=preset, uncorrected="credit", blank="exact", cset="ignore") == Hoo(preset=preset)
        for text in ("uncorrected=deny", "type_mode=auto", "boundary=interior"):
            with pytest.raises(OptionError, match=f"preset {preset} decides about {text.partition('=')[0]}"):
                errata.parse_measure(f"hoo:preset={preset},{text}")
    assert (Hoo().uncorrected, Hoo().type_mode, Hoo().boundary) == ("deny", "auto", "interior")
    with pytest.raises(OptionError, match="boundary=tool is a rule of the presets"):
        Hoo(boundary="tool")
    with pytest.raises(OptionError, match="hoo2011 knows no option types; figures for each type are in the details"):
        Hoo(preset="hoo2011", types="RV")
    with pytest.raises(OptionError, match="preset takes paper or hoo2011 or hoo2012, not 'hoo2013'"):
        Hoo(preset="hoo2013")


def test_precision_of_the_programs_can_exceed_one() -> None:
    """Two gold insertions at one point and one system edit there; it is not clipped."""
    twins = one(change(25, 25, "big "), change(25, 25, "old "))
    result = score(twins, one(change(25, 25, "big ")), Hoo(preset="hoo2012"))
    assert (result.values["recognition_precision"], result.values["recognition_f"]) == (2.0, 4 / 3)
    assert score(twins, one(change(25, 25, "big ")), Hoo()).values["recognition_precision"] == 1.0


def test_programs_count_in_the_offsets_of_the_files() -> None:
    """An é of two bytes makes the range of one letter two long: a point beside it is then no strict partner."""
    gold = (Edit.of(1, 2, "é", ("éx",), "T", "1"),)
    mine = (Edit.of(2, 2, "", ("x",), "T", "1"),)
    for unit, recognised in (("codepoint", 1), ("utf8", 0)):
        one, two = (Corpus((Text.document("1", "né.", edits),), offset_unit=unit) for edits in (mine, gold))
        assert score(one, two, Hoo(preset="hoo2011")).counts["recognised_gold"] == recognised
        assert score(one, two, Hoo()).counts["recognised_gold"] == 0


def test_how_long_edits_are() -> None:
    """Both sides, reduced to the types that are scored; insertions are 0 long."""
    text = "a bb ccc dddd"
    gold = [Edit.of(2, 4, "bb", ("x",), "A"), Edit.of(5, 5, "", ("y ",), "A")]
    mine = [Edit.of(0, 13, text, ("z",), "A"), Edit.of(2, 4, "bb", ("x",), "B")]
    one, two = (Corpus((Text.document("1", text, edits),)) for edits in (gold, mine))
    spans = score(one, two, Hoo()).details["spans"]
    assert spans["gold"] == {"edits": 2, "total": 2, "mean": 1.0, "median": 1.0, "longest": 2}
    assert spans["system"] == {"edits": 2, "total": 15, "mean": 7.5, "median": 7.5, "longest": 13}
    assert score(one, two, Hoo(types="A")).details["spans"]["system"]["edits"] == 1
    assert score(one, two, Hoo(unit="token")).details["spans"]["system"]["longest"] == 4
    nothing = Corpus((Text.document("1", text, ()),))
    assert score(nothing, nothing, Hoo()).details["spans"]["gold"]["mean"] == 0.0


def test_ties_between_annotators_go_to_the_first() -> None:
    """Nobody knows better; a document that nobody has seen has no gold edits."""
    edit = Edit.of(0, 1, "a", ("b",), "T", "1")
    one = Corpus((Text.document("1", "a", [edit]), Text.document("2", "a")))
    both = errata.merge([one, one])
    result = score(both, one, Hoo())
    assert [row.reference for row in result.sentences] == [0, None]
    assert (result.score, result.counts["gold"]) == (1.0, 1)
    assert score(both, one, Hoo(annotator="mean", level="macro")).score == 0.5
    with pytest.raises(InputError, match="document 1 has 2 annotators; a system has one"):
        score(both, both, Hoo())


@pytest.mark.parametrize("annotator", ["best", "mean", "1"])
@pytest.mark.parametrize("level", ["micro", "macro"])
def test_details_of_a_regime_are_those_of_a_run_with_it(annotator: str, level: str) -> None:
    """The best annotator without bonus (here the first) need not be the best with it (the second)."""
    right = Edit.of(0, 1, "a", ("x",), "T", "1")
    missed = Edit.of(2, 3, "b", ("y",), "T", "2")
    optional = [missed.with_alternatives(("y", None)), Edit.of(4, 5, "c", ("z", None), "T", "3")]
    strict, lenient, system = (
        Corpus((Text.document("1", "a b c", edits), Text.document("2", "a", [right])))
        for edits in ([right, missed], [right, *optional], [right])
    )
    gold = errata.merge([strict, lenient])
    runs = {bonus: score(gold, system, Hoo(annotator=annotator, level=level, bonus=bonus)) for bonus in (False, True)}
    for run in runs.values():
        for regime, bonus in REGIMES.items():
            shown = run.details["scores"][regime]
            values = {
                f"{aspect}_{name}": shown[aspect][name] for aspect in ASPECTS for name in ("f", "precision", "recall")
            }
            assert values == {name: runs[bonus].values[name] for name in values}
    if annotator == "best":
        assert [run.sentences[0].reference for run in runs.values()] == [0, 1]


def test_bad_ranges_are_refused_without_a_choice_of_measures_too() -> None:
    """That no other measure fits documents must not hide it."""
    bad = Corpus((Text.document("1", edits=(Edit.of(5, 3, "a", ("b",), "T", "1"),)),))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)
        with pytest.raises(InputError, match="edit 1 at 5 to 3 is not a range"):
            errata.score(bad, bad)


def test_figures_for_each_type_as_in_2011() -> None:
    """Required, optional and all edits; what is corrected is recognised and detected too."""
    gold = one(
        change(4, 8, "teams", type="A"), change(9, 13, None, "has", type="A"), change(32, 34, None, "", type="B")
    )
    details = score(gold, one(change(9, 13, "has"), change(3, 7, "x")), Hoo(preset="hoo2011")).details
    assert details["by_type"]["A"]["all"] == {
        "gold": 2,
        "detected": 2,
        "recognised": 1,
        "corrected": 1,
        "detected_percent": 100.0,
        "recognised_percent": 50.0,
        "corrected_percent": 50.0,
    }
    assert set(details["by_type"]["A"]) == {"required", "optional", "all"}
    assert set(details["by_type"]["B"]) == {"required", "all"}, "beside an empty string a null is not read"


def test_where_a_program_would_stop_is_remarked() -> None:
    """In the details and as a warning."""
    case = golden_cases("hoo")[0]
    gold, system = documents(case.gold["documents"]), documents(case.output["documents"])
    with quiet():
        result = errata.score(gold, {"mine": system}, measures=[Hoo(preset="hoo2012")])
    assert "the program of 2012 would stop with an exception on 1 of 1 document, first 1" in result.warnings[-1]
    assert result["mine", "hoo"].sentences[0].details["tool_would_fail"] is True


def test_ranges_that_are_none_are_refused() -> None:
    """Also tokens where there is no text."""
    with pytest.raises(InputError, match=r"gold, document 1: edit \(no index\) at 5 to 3 is not a range"):
        score(one(Edit.of(5, 3, "", ("x",))), one(), Hoo())
    with pytest.raises(InputError, match="has no text there to count tokens in; give the source"):
        score(one(change(9, 13, "x"), text=None), one(text=None), Hoo(unit="token"))


def test_changes_of_white_space_are_no_edits_by_token_and_it_is_said() -> None:
    """Of either side; an insertion of nothing is none of them."""
    gold = one(change(8, 9, "  ", index="7", type="T"), change(9, 9, "", index="8", type="T"))
    system = replace(one(change(13, 14, "\n"), change(8, 9, "\t")), name="mine")
    with quiet():
        by_character, result = (
            errata.score(gold, {"mine": system}, measures=[Hoo(unit=unit)]) for unit in ("char", "token")
        )
    left = "changes of white space are not token edits (skipped)"
    assert [text for text in result.warnings if "whitespace-only" in text] == [
        f"gold: 1 × whitespace-only: {left}; first: document 1, edit 7 at 8 to 9",
        f"mine: 2 × whitespace-only: {left}; first: document 1, edit (no index) at 13 to 14",
    ]
    assert (result["mine", "hoo"].counts["gold"], result["mine", "hoo"].counts["system"]) == (1, 0)
    assert "whitespace-only" not in " ".join(by_character.warnings)


def test_the_f_score_is_rounded_once() -> None:
    """F-beta from integers: the nearest double to the exact fraction."""
    gold = one(*(change(n, n, "x") for n in range(7)))
    system = one(*(change(n, n, "x") for n in range(4, 15)))
    for beta in (0.5, 1.0, 2.0, 0.1):
        value = score(gold, system, Hoo(beta=beta)).values["correction_f"]
        p, r, b = Fraction(3, 11), Fraction(3, 7), Fraction(beta) ** 2
        assert value == float((1 + b) * p * r / (b * p + r))


@st.composite
def pairs_of_sides(draw: st.DrawFn) -> tuple[list[Edit], list[Edit]]:
    """Edits of both sides, of one text that nobody knows: what stands at an offset is the same for both."""
    lists = st.lists(CHARACTER_EDITS, max_size=5)
    stands: dict[object, str] = {}

    def told(edit: Edit) -> Edit:
        return edit.with_details(original=stands.setdefault((edit.part, edit.start, edit.end), edit.original))

    return [told(edit) for edit in draw(lists)], [told(edit) for edit in draw(lists)]


def naive(gold: list[Edit], system: list[Edit], touch: bool) -> dict[str, int]:
    """Count as the definition reads, pair by pair."""

    def span(item: Edit) -> tuple[str, int, int]:
        return (item.part or "", item.start, item.end)

    def text(item: Edit, made: str | None) -> str:
        return item.original if made is None else made

    def valid(g: Edit, s: Edit) -> bool:
        if span(g) != span(s) or not g.alternatives or not s.alternatives:
            return False
        return text(s, s.alternatives[0]) in [text(g, made) for made in g.alternatives]

    met_gold = [any(aligned(span(g), span(s), touch) for s in system) for g in gold]
    met_system = [any(aligned(span(g), span(s), touch) for g in gold) for s in system]
    optional = [g.is_optional for g in gold]
    row = (
        len(gold),
        len(system),
        sum(optional),
        sum(met_gold),
        len(system) - sum(met_system),
        sum(met_system),
        len(gold) - sum(met_gold),
        sum(o and not m for o, m in zip(optional, met_gold, strict=True)),
        sum(any(span(g) == span(s) for s in system) for g in gold),
        sum(any(span(g) == span(s) for g in gold) for s in system),
        sum(any(valid(g, s) for s in system) for g in gold),
        sum(any(valid(g, s) for g in gold) for s in system),
    )
    return dict(zip(COLUMNS, row, strict=True))


@given(pairs_of_sides(), st.sampled_from(["interior", "touch"]), st.randoms(use_true_random=False))
def test_counts_are_those_of_the_definition_in_any_order(
    sides: tuple[list[Edit], list[Edit]], boundary: str, random: Any
) -> None:
    """The quick count equals the pairwise one, and the order of edits is irrelevant."""
    gold, system = sides
    measure = Hoo(boundary=boundary)
    result = score(one(*gold, text=None), one(*system, text=None), measure)
    assert dict(result.counts) == naive(gold, system, boundary == "touch")
    random.shuffle(gold)
    random.shuffle(system)
    assert score(one(*gold, text=None), one(*system, text=None), measure).counts == result.counts


@given(pairs_of_sides(), st.sampled_from(["hoo2011", "hoo2012"]), st.randoms(use_true_random=False))
def test_counts_of_the_programs_do_not_depend_on_order_either(
    sides: tuple[list[Edit], list[Edit]], preset: str, random: Any
) -> None:
    """What depends on it is only whether folding would make the program of 2012 stop."""
    gold, system = sides
    measure = Hoo(preset=preset, case="exact")
    result = score(one(*gold, text=None), one(*system, text=None), measure)
    random.shuffle(gold)
    random.shuffle(system)
    again = score(one(*gold, text=None), one(*system, text=None), measure)
    assert again.counts == result.counts
    assert again.details["tool_would_fail"] == result.details["tool_would_fail"]


@given(pairs_of_sides())
def test_gold_and_system_sides_agree_where_ranges_are_unique(
    sides: tuple[list[Edit], list[Edit]],
) -> None:
    """They differ only when several edits share a range."""
    for side in sides:
        side.sort(key=lambda item: (item.part or "", item.start, item.end))
        side[:] = side[:1] + [
            after
            for before, after in pairwise(side)
            if (before.part, before.start, before.end) != (after.part, after.start, after.end)
        ]
    counts = score(one(*sides[0], text=None), one(*sides[1], text=None), Hoo()).counts
    assert counts["recognised_gold"] == counts["recognised_system"]
    assert counts["corrected_gold"] == counts["corrected_system"]


def test_thousands_of_edits_on_one_point_are_no_trouble() -> None:
    """Counting does not go through pairs, of which there are 25 million here."""
    many = one(*(Edit.of(5, 5, "", (str(n),)) for n in range(5000)), text=None)
    wide = one(*(Edit.of(0, 9, "x", (str(n),)) for n in range(5000)), text=None)
    assert score(many, wide, Hoo()).counts["detected"] == 5000
    assert score(many, many, Hoo()).counts["corrected_gold"] == 5000


def test_types_of_every_annotator_have_a_block() -> None:
    """Also those that only the second of them used."""
    layers = tuple(errata.Layer(who, (Edit.of(0, 1, "a", ("b",), kind),)) for who, kind in (("A", "T"), ("B", "U")))
    gold = Corpus((replace(Text.document("1", "a", ()), layers=layers),))
    assert type_blocks(gold, by_type=True) == ["T", "U"]
