"""No limit cuts in silence: each is reached here and heard, or gives the same as without it (docs/limits.md)."""

import random
import re
from array import array
from pathlib import Path

import pytest
from benchmarks import long_lines
from tests.support import annotated, run, write_file

import errata
from errata import Corpus, Edit, ErrataWarning, InputError, Text
from errata.api import statistics
from errata.extract import merging, segments, worddiff
from errata.extract.strings import StringExtractor
from errata.kernels import marks, maxmatch, survey, threeway
from errata.kernels.limits import TooLargeError
from errata.measures import available_measures
from errata.measures.difficulty import measure as difficulty
from errata.measures.gain import constants
from errata.measures.imeasure import candidates
from errata.measures.imeasure import threeway as costly
from errata.measures.imeasure.combinations import Option, SpanCorrection
from errata.measures.m2.proposals import GoldEdit
from errata.measures.m2.search import pack_gold, search
from errata.similarity import weighers
from errata.text import token_edits

ROOT = Path(__file__).resolve().parent.parent


def words(n: int, letter: str = "w") -> str:
    return " ".join(f"{letter}{at}" for at in range(n))


def test_too_many_ways_to_keep_words_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "MAX_SLOTS", 20)
    gold = pack_gold([[1, 2, 3, 4, 5, 6, 7, 8, 9]], [[[GoldEdit(0, 1, ((10,),))]]])
    with pytest.raises(
        TooLargeError, match=r"edits of up to 9 unchanged words: .* at most 20 are looked at; allow fewer"
    ):
        search(gold, [[11, 2, 3, 4, 5, 6, 7, 8, 12]], unchanged=9)


def test_too_many_ways_to_meet_gold_edits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "MAX_CODES", 90)
    gold = pack_gold([[1], [1, 2]], [[[]], [[GoldEdit(0, 0, ((9,),))]]])
    with pytest.raises(
        TooLargeError, match="2 words against 32 meet the gold edits in more than 90 ways; split"
    ) as caught:
        search(gold, [[1], [*range(10, 40), 1, 2]])
    assert caught.value.index == 1


def test_a_full_pool_leaves_the_sentence_to_the_bounded_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which a warning with the sentence and the remedy tells, and the signature."""
    rng = random.Random(4)
    source, output = (" ".join(rng.choice("abc") for _ in range(60)) for _ in range(2))
    gold = Corpus((Text("x"), annotated([Edit(5, 6, ("q",), "R")], source=source)))
    expected = errata.score(gold, ["x", output], measures=["m2"])
    assert "bounded" not in expected["output", "m2"].signature
    monkeypatch.setattr(maxmatch, "MAX_POOL", 50)
    with pytest.warns(ErrataWarning, match=r"1 of 2 sentences decided by the bounded search \(line 2\); m2:budget=-1"):
        found = errata.score(gold, ["x", output], measures=["m2"])
    assert found["output", "m2"].signature.endswith("|bounded:1")


def test_references_of_too_much_length_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threeway, "_MAX_TABLES", 40)
    ids, spans = array("i", [0, 1, 2, 3, 4, 5, 6, 7]), array("i", [0, 2, 2, 4, 4, 8] * 5)
    with pytest.raises(TooLargeError, match="5 references of such length cannot be aligned"):
        threeway.count_triples(ids, spans)


def test_alignments_with_other_costs_are_refused_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costly, "_MOST_CELLS", 100)
    gold = Corpus((Text("x"), annotated([Edit(0, 1, ("q",), "R")], source=words(9))))
    with pytest.raises(InputError, match="sentence 2: 9, 9 and 9 tokens are too many to be aligned with other costs"):
        errata.score(gold, ["x", words(9, "v")], measures=["imeasure:gap=3"])


def test_conflicts_that_are_not_searched_to_the_end_are_not_called_insoluble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "_MAX_TRIES", 3)
    options = [[_option(0, 1), _option(at, at + 1)] for at in range(1, 8)]
    with pytest.raises(ValueError, match="7 errors are in conflict in so many ways that none of 3 tried"):
        candidates._find_combination(options)


def _option(start: int, end: int) -> Option:
    return Option((SpanCorrection(start, end, (7,)),), 0)


def test_a_long_run_of_changes_is_one_edit_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "MAX_RUN", 3)
    with pytest.warns(
        ErrataWarning, match=r"sentence 2: 5 words in a row were replaced by 5 words; they are kept as one edit"
    ):
        found = errata.annotate(["x", "p q r s t"], [["x", "1 2 3 4 5"]])
    assert [(edit.start, edit.end) for edit in found[1].layers[0].edits] == [(0, 5)]


@pytest.mark.parametrize("command", ["convert", "stats"])
def test_commands_that_extract_say_so_too(tmp_path: Path, command: str) -> None:
    """Sixty words that became sixty others."""
    file = write_file(tmp_path)
    source, reference = file("s.txt", ["x", words(60)]), file("r.txt", ["x", words(60, "v")])
    given = ["stats", "--source", source, "--reference", reference, "--extract", "errata"]
    if command == "convert":
        table = tmp_path / "table.tsv"
        table.write_text(f"source\treference\nx\tx\n{words(60)}\t{words(60, 'v')}\n", "utf-8")
        given = ["convert", table, tmp_path / "out.m2", "--extract", "errata", "--lossy"]
    ran = run(*given)
    assert (ran.status, "sentence 2: 60 words in a row were replaced by 60 words" in ran.err) == (0, True), ran.err


def test_words_of_any_length_are_compared_by_their_first_62_letters() -> None:
    """Part of the definition of the extractor: a word that differs behind them is replaced all the same."""
    one, other = "a" * 62 + "b", "a" * 62 + "c"
    [edits] = StringExtractor().extract([f"x {one} y"], [f"x {other} y"])
    assert [(edit.start, edit.end, edit.corrections) for edit in edits] == [(1, 2, (other,))]


def test_texts_compared_piece_by_piece_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their first words, with both sizes; here the edits are those of the whole."""
    source = [f"w{at}" for at in range(300)]
    output = [word if at % 40 else f"v{at}" for at, word in enumerate(source)]
    expected = worddiff.change_blocks(source, output)
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 6000)
    monkeypatch.setattr(worddiff, "_WINDOW", 64)
    with pytest.warns(ErrataWarning, match=r"text of 300 words that begins with 'w0 w1 .* one of 300 piece by piece"):
        assert worddiff.change_blocks(source, output) == expected


def test_boundaries_within_rewritten_text_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the sentence of the gold, the sizes and the remedy."""
    monkeypatch.setattr(segments, "_MOST_PAIRS", 9)
    gold = Corpus((Text("He go home ."), Text("p q r . "), Text("s t u ."), Text("It rain a lot here .")))
    output = "He go home . 1 2 3 . 4 5 6 . It rain a lot here ."
    blocks = errata.segment_documents(gold, {"me": {"1": output}})
    [found] = [found for found in blocks.findings if found.code == "end-unsure"]
    assert "around the end of sentence 1 9 tokens of the gold became 9 others" in found.message
    assert "put a line break there" in found.message
    assert [place.sentence for place in found.places] == [1, 2, 3]


def test_too_many_combinations_of_edits_in_a_word_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_edits, "_MAX_ALTERNATIVES", 99)
    edits = [Edit.of(n, n + 1, "abc"[n], tuple(f"{n}{k}" for k in range(10))) for n in range(3)]
    with pytest.raises(InputError, match=r"2 edits .* characters 0 to 2, .* in 100 ways; at most 99 .* Keep fewer"):
        token_edits.to_tokens("abc", edits)


def test_agreement_of_very_many_annotators_is_left_out_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "_MAX_PAIRS", 4)
    gold = Corpus((annotated((), (), (), source="a b"),), "gold.m2")
    with pytest.warns(ErrataWarning, match="3 annotators make 3 pairs; agreement is listed for at most 4"):
        assert errata.corpus_statistics(gold).pairs == ()


def test_texts_too_unlike_to_be_counted_are_refused_by_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TooLargeError("too large", 1)

    monkeypatch.setattr(statistics, "count_edits", refuse)
    gold = Corpus.from_texts(["a", "b", "c", "d"], [["a", "x", "c", "y"]])
    with pytest.raises(InputError, match="sentence 4: too large"):
        errata.corpus_statistics(gold)


def test_crowds_of_annotators_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = Corpus((annotated((), (), (), source="a b"),), "gold.m2")
    monkeypatch.setattr(difficulty, "_MAX_ANNOTATORS", 2)
    outputs = {"a": ["a"], "b": ["b"]}
    with pytest.raises(
        InputError, match=r"gold.m2 has 3 annotators, but at most 2 can be the reference in turn; choose one"
    ):
        errata.score(gold, outputs, measures=["difficulty:reference=all"], extract="errata")
    monkeypatch.setattr(constants, "_MOST_REFERENCES", 2)
    with pytest.raises(InputError, match=r"compares every two references, but .* has 3 of them; it takes at most 2"):
        errata.score(gold, {"a": ["a"]}, measures=["gain"])


@pytest.mark.parametrize("measure", ["pt-errant:weights=overlap", "pt-m2:weights=overlap"])
def test_too_many_long_texts_to_weigh_edits_with_are_refused(monkeypatch: pytest.MonkeyPatch, measure: str) -> None:
    """Every edit makes a text of its own; the line of the output is named."""
    monkeypatch.setattr(weighers, "_MOST_CHARACTERS", 20)
    gold = Corpus((Text("x"), annotated([Edit(0, 1, ("q",), "R")], [Edit(1, 2, ("q",), "R")], source="aaa bbb ccc")))
    outputs = {"short": ["x", "aaa bbb ccc"], "long": ["x", "vvv bbb www"]}
    with pytest.raises(InputError, match=r"long.*, line 2: weighing [23] edits, .* 11 characters, .* at most 20"):
        errata.score(gold, outputs, measures=[measure], extract="errata")


def test_word_difference_of_documents_names_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worddiff, "_MAX_CELLS", 100)
    one, other = (Corpus((Text.document("7", words(99, letter)),)) for letter in "wv")
    with pytest.raises(InputError, match=r"document 7: texts of 99 and 99 words have no 16 words in common"):
        errata.extract_documents(one, other)


def test_every_row_of_the_page_names_a_constant_that_exists() -> None:
    """So that the table does not outlive what it describes."""
    rows = [line.split("|") for line in (ROOT / "docs" / "limits.md").read_text("utf-8").splitlines()]
    named = [row[2].strip().strip("`").split(".") for row in rows if len(row) > 4 and "`" in row[2]]
    assert len(named) > 30
    for *room, constant in named:
        path = ROOT / "src" / "errata" / "/".join(room)
        text = next(each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists()).read_text(
            "utf-8"
        )
        assert constant in text, (room, constant)


ELSEWHERE = {
    "a second bound in a row of the page": "_MAX_RATIO _MAX_DEPTH MAX_CUTS MAX_COLUMNS MAX_LENGTH _FIRST_CAPACITY "
    "_MOST_VERTICES _MAX_DOWNLOAD MAX_MEMBERS _LONGEST _MAX_BLOCK",
    "what an option takes": "MAX_SAMPLES MAX_SEED _MOST _MAX_ORDER _MAX_DIGITS _MAX_BETA _MAX_SHIFT MAX_WORKERS "
    "_MAX_RUNS _MAX_EXPLAINED _MAX_WIDTH MAX_DIGITS MAX_SENTENCES UNLIMITED",
    "how much is remembered or held, with the same result": "_MOST_CHUNKS _MAX_LINES _MOST_REMEMBERED _MOST_AVERAGES "
    "_MOST_KNOWN _MAX_HELD _MOST_KEYS _MOST_LAYERS _MOST_MOVED _MOST_KEPT",
    "how much is shown": "_MAX_QUOTED MOST_TOKENS _MAX_SHOWN _MOST_LEVELS _MOST_NAME _MOST_TICKS _MOST_HEAD _MOST_CELL",
    "digits of numbers in files, beyond which they are refused": "_MOST_DIGITS _MOST_SYSTEMS",
    "signs that something is odd": "_LONGEST_FUSED _MOST_WORDS _LONGEST_REFUSAL _MOST_EMPTY _MOST_UNFIT",
    "no bound": "_MAX_TERMS _LARGEST_REWARD _UNLIMITED UNPACKED_LIMIT _MAXMATCH _DELIMITERS _ALMOST LONGEST_SHORT_FORM",
}


def test_every_bound_in_the_code_is_on_the_page() -> None:
    """Or it cuts nothing, for one of the reasons above."""
    page = (ROOT / "docs" / "limits.md").read_text("utf-8")
    listed = set(re.findall(r"`[a-z_0-9.]+\.([A-Za-z_]+)`", page)) | {
        name for names in ELSEWHERE.values() for name in names.split()
    }
    bound = re.compile(r"^(\w*(?:MAX|MOST|LIMIT|BUDGET|CAPACITY|DEEPEST|WIDEST|LARGEST|LONGEST)\w*)\b[^=\n]* = ", re.M)
    found = {
        (str(path.relative_to(ROOT)), name)
        for path in (ROOT / "src" / "errata").rglob("*.py")
        for name in bound.findall(path.read_text("utf-8"))
    }
    assert len(found) > 80
    assert sorted(each for each in found if each[1] not in listed) == []


@pytest.mark.parametrize("measure", sorted({name.partition(":")[0] for name in long_lines.MEASURES}))
def test_pages_of_measures_say_what_the_longest_lines_cost(measure: str) -> None:
    """And no measure is left out."""
    page = " ".join((ROOT / "docs" / f"{measure}.md").read_text("utf-8").split())
    assert "`python -m benchmarks.long_lines`" in page


def test_every_measure_is_tried_with_the_longest_lines() -> None:
    assert {name.partition(":")[0] for name in long_lines.MEASURES} == set(available_measures())
