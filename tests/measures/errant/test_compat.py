"""`errata compat errant_compare` against the original's output."""

import io
import json
import sys
from contextlib import redirect_stdout
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import golden_cases, needs, run, shared, write_file

import errata
from errata import InputError

TWO = json.loads((Path(__file__).parent / "two_hypotheses.json").read_text(encoding="utf-8"))
"""Something that the program takes and the measure refuses."""
CASES = [(case.name, case.gold["m2"], case.output["m2"], case.expected) for case in golden_cases("errant")]
CASES.append((TWO["name"], TWO["gold"]["m2"], TWO["output"]["m2"], TWO["expected"]))
GOLDS = {name: gold for name, gold, _, _ in CASES}
FLAGS = {"cs": ["-cs"], "cse": ["-cse"], "ds": ["-ds"], "dt": ["-dt"]}
OTHERS = {"single": ["-single"], "multi": ["-multi"], "beta_1": ["-b", "1"]}


def compare(hypothesis: Path, reference: Path, *flags: str) -> str:
    ran = run("compat", "errant_compare", "-hyp", hypothesis, "-ref", reference, *flags)
    assert ran.status == 0, ran.err
    assert all(line.startswith("errata: warning: ") for line in ran.err.splitlines())
    return ran.out


def table(out: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the overall numbers and those of the categories."""
    lines = out.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("TP\t"))
    names = ["TP", "FP", "FN", "P", "R", "F"]

    def numbers(cells: list[str]) -> dict[str, Any]:
        return {name: float(cell) for name, cell in zip(names, cells, strict=True)}

    rows = [line.split() for line in lines[3:start]] if lines[2].startswith("Category") else []
    groups = {cells[0]: numbers(cells[1:]) for cells in rows if len(cells) == 7}
    return numbers(lines[start + 1].split("\t")), groups


@pytest.mark.parametrize(("gold", "output", "expected"), [case[1:] for case in CASES], ids=GOLDS)
def test_small_cases_of_the_original(gold: str, output: str, expected: dict[str, Any], tmp_path: Path) -> None:
    """Every task, filter and table; several hypotheses, too."""
    write = write_file(tmp_path)
    hypothesis, reference = write("hyp", output), write("ref", gold)
    for setting, flags in OTHERS.items():
        assert table(compare(hypothesis, reference, *flags))[0] == expected[setting]
    for (setting, flags), number in product(FLAGS.items(), "123"):
        overall, groups = table(compare(hypothesis, reference, *flags, "-cat", number))
        assert overall == expected[setting]["overall"]
        assert groups == expected[setting][f"cat{number}"]


def test_the_printed_form_of_the_original() -> None:
    """AMU with all categories, byte for byte."""
    data = shared("data/conll14/errant")
    expected = shared("golden/errant/AMU_cs_cat3.txt").read_text(encoding="utf-8")
    assert compare(data / "AMU.m2", data / "gold.m2", "-cat", "3") == expected


VERBOSE = """\
----------------------------------------
Original sentence 0: She go school by the foot every morning .
----------------------------------------
SENTENCE 0 - HYP 0 - REF 0
HYPOTHESIS EDITS : [(1, 2, 'goes', 'R:VERB:SVA')]
REFERENCE EDITS  : [(1, 2, 'goes', 'R:VERB:SVA'), (2, 2, 'to', 'M:PREP'), (3, 5, 'on', 'R:PREP')]
Local TP/FP/FN   : 1 0 2
Local P/R/F0.5  : 1.0 0.3333 0.7143
Global TP/FP/FN  : 1 0 2
Global P/R/F0.5  : 1.0 0.3333 0.7143
----------------------------------------
SENTENCE 0 - HYP 1 - REF 0
HYPOTHESIS EDITS : [(1, 2, 'went', 'R:VERB:TENSE'), (3, 5, 'on', 'R:PREP')]
REFERENCE EDITS  : [(1, 2, 'goes', 'R:VERB:SVA'), (2, 2, 'to', 'M:PREP'), (3, 5, 'on', 'R:PREP')]
Local TP/FP/FN   : 1 1 2
Local P/R/F0.5  : 0.5 0.3333 0.4545
Global TP/FP/FN  : 1 1 2
Global P/R/F0.5  : 0.5 0.3333 0.4545
----------------------------------------
^^ HYP 0, REF 0 chosen for sentence 0
Local results:
     Category   TP   FP   FN
   R:VERB:SVA    1    0    0
       M:PREP    0    0    1
       R:PREP    0    0    1

=========== Span-Based Correction ============
TP\tFP\tFN\tPrec\tRec\tF0.5
1\t0\t2\t1.0\t0.3333\t0.7143
==============================================

"""


def test_verbose_output_shows_every_pair(tmp_path: Path) -> None:
    """As printed by ERRANT 3.0.2."""
    write = write_file(tmp_path)
    assert compare(write("hyp", TWO["output"]["m2"]), write("ref", TWO["gold"]["m2"]), "-v") == VERBOSE


def test_the_measure_refuses_several_hypotheses(tmp_path: Path) -> None:
    """They are the business of the program."""
    write = write_file(tmp_path)
    gold, output = (errata.read(write(f"{side}.m2", TWO[side]["m2"])) for side in ("gold", "output"))
    with pytest.raises(InputError, match=r"has 2 annotators .* but the output of a system has one"):
        errata.score(gold, output, measures=["errant"])


def test_single_and_multi_together_leave_nothing(tmp_path: Path) -> None:
    """As in the original."""
    write = write_file(tmp_path)
    [case] = [case for case in golden_cases("errant") if case.name == "two_annotators"]
    hypothesis, reference = write("hyp", case.output["m2"]), write("ref", case.gold["m2"])
    out = compare(hypothesis, reference, "-single", "-multi", "-b", "-2")
    assert "F-2.0\n0\t0\t0\t1.0\t1.0\t1.0\n" in out


def test_what_the_original_refuses_is_refused(tmp_path: Path) -> None:
    """With a message instead of a traceback."""
    write = write_file(tmp_path)
    one, two = write("one.m2", GOLDS["two_annotators"]), write("two.m2", GOLDS["no_edits_anywhere"] * 2)
    ran = run("compat", "errant_compare", "-hyp", one, "-ref", two)
    assert ran.status == 2
    assert f"{one} has 1 sentence but {two} has 2" in ran.err
    assert run("compat", "errant_compare", "-hyp", one, "-ref", one, "-cs", "-dt").status == 2


TYPES = st.sampled_from(["R:VERB:SVA", "M:DET", "R:PUNCT", "UNK", "U:OTHER", "R:ORTH"])
SPANS = st.tuples(st.integers(0, 4), st.integers(0, 4)).map(sorted)
EDITS = st.lists(st.tuples(SPANS, TYPES, st.sampled_from(["", "-NONE-", "x", "x y", "x||y"])), max_size=3)


@st.composite
def blocks(draw: st.DrawFn) -> str:
    """Draw the annotations of one sentence."""
    lines = ["S a b c d"]
    for coder in draw(st.lists(st.integers(0, 2), unique=True, max_size=2)):
        edits = draw(EDITS)
        lines += [f"A {i} {j}|||{kind}|||{text}|||REQUIRED|||-NONE-|||{coder}" for (i, j), kind, text in edits]
        if not edits:
            lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}")
    return "\n".join(lines) + "\n\n"


CALLS = ("-v", "-cse -cat 2", "-ds -v -cat 1", "-dt -v -cat 3", "-single", "-multi -b 2 -ds", "-filt M:DET UNK -cat 3")


@pytest.mark.slow
@needs("errant", "errata[errant]")
@given(st.lists(st.tuples(blocks(), blocks()), min_size=1, max_size=20), st.sampled_from(CALLS))
def test_random_files_against_the_original(tmp_path: Path, sentences: list[tuple[str, str]], call: str) -> None:
    """The program itself, where the extra errata[errant] brought it along."""
    from errant.commands import compare_m2 as original

    write = write_file(tmp_path)
    hypothesis = write("hyp.m2", "".join(pair[0] for pair in sentences))
    reference = write("ref.m2", "".join(pair[1] for pair in sentences))
    arguments = ["errant_compare", "-hyp", str(hypothesis), "-ref", str(reference), *call.split()]
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setattr(sys, "argv", arguments)
        # It leaves its files open, which Python would report.
        patch.setattr("builtins.open", lambda path: io.StringIO(Path(path).read_text(encoding="utf-8")))
        original.main()
    assert compare(hypothesis, reference, *call.split()) == out.getvalue()
