"""`errata compat compute_gleu|compute_gleu_2015|jfleg_gleu` against the originals' output."""

import csv
import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from tests.support import only_compiled, run, shared, transcript, write_file

import errata
from errata.measures.gleu.compat import _sum

PROGRAMS = ("compute_gleu", "compute_gleu_2015", "jfleg_gleu")


def test_the_transcript_of_the_originals_is_reproduced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the authors' scripts, byte for byte."""
    calls = [call for call in transcript("gleu") if call[0].split()[0] in PROGRAMS]
    assert len(calls) == 12
    monkeypatch.chdir(shared("golden/gleu/cli"))
    for command, expected in calls:
        ran = run("compat", *command.split())
        assert (ran.status, ran.err) == (0, ""), command
        assert ran.out.rstrip("\n") == expected.rstrip("\n"), command


def figures(command: str) -> list[float]:
    """Return the scores that Koyama's programs print, made by the measure; all references are drawn from there."""
    words = command.split()
    level = "corpus" if words[0] == "gleu" else "sentence"
    options = {"variant": "koyama", "level": level, "max": "yes" if "-m" in words else "no"}
    options |= {"unit": "char", "n": "6"} if "char" in words else {}
    names = [name for name in ("out1.txt", "out2.txt") if name in words]
    setting = ",".join(f"{key}={value}" for key, value in options.items())
    result = errata.score(
        sources=errata.read_lines("src.txt"),
        references=[errata.read_lines(f"ref{number}.txt") for number in range(3)],
        outputs={name: errata.read_lines(name) for name in names},
        measures=[f"gleu:{setting}"],
    )
    if words[0] == "sgleu":
        columns = [[row.score for row in score.sentences] for score in result]
        return [score for row in zip(*columns, strict=True) for score in row]
    return [score.score for score in result]


def test_the_package_prints_what_the_measure_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its programs have no stand-in, since they draw at random, but with fixed draws the numbers are the same."""
    calls = [call for call in transcript("gleu") if call[0].split()[0] not in PROGRAMS]
    assert len(calls) == 6
    monkeypatch.chdir(shared("golden/gleu/cli"))
    for command, expected in calls:
        if " -v" in command:
            printed = re.findall(r"\| total .* ([\d.]+) \|$", expected, flags=re.MULTILINE)
        else:
            printed = re.findall(r"(?:^|\t)(\d+\.\d+)", expected, flags=re.MULTILINE)
        digits = Decimal(1).scaleb(-4 if "-d 4" in command else -2)
        got = [str(Decimal(100 * score).quantize(digits, ROUND_HALF_UP)) for score in figures(command)]
        assert got == printed, command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write = write_file(tmp_path)
    write("s", ["a b c d e", "e f g h i", "i j k l m"])
    write("r", ["a b c x e", "e f g h i", "i j k l m"])
    write("q", ["a b c y e", "e f g h i", "i j k l m"])
    write("o", ["a b c x e", "e f g h i", "i j k l m"])
    write("short", ["a b c x e", "e f g h i"])
    write("long", ["a"] * 4)
    write("none", b"")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_shorter_outputs_are_scored_as_far_as_they_go() -> None:
    """Silently, as the original does; also against references of the same shortness."""
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "-o", "short").out == "short 1.000000\n"
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "short", "-o", "short").out == "short 1.000000\n"
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "q", "-o", "none").out == "none 0.000000\n"


@pytest.mark.usefixtures("folder")
def test_a_dash_is_standard_input_and_folders_are_not_shown() -> None:
    """Only the base name is printed."""
    text = b"a b c x e\ne f g h i\n"
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "-o", "-", stdin=text).out == "- 1.000000\n"
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "-o", "./o", "./short").out == (
        "o 1.000000\nshort 1.000000\n"
    )


@pytest.mark.usefixtures("folder")
def test_the_script_of_jfleg_prints_the_path_as_given() -> None:
    """Folder and all (seen with the original)."""
    base = ["compat", "jfleg_gleu", "-s", "s", "-r", "r", "r", "--hyp"]
    assert run(*base, "./o").out == "./o\n[['1.000000', '0.000000', '(nan,nan)']]\n"
    assert run(*base, "o").out.split("\n")[0] == "o"


def test_a_lone_return_ends_a_line_in_the_script_of_jfleg(folder: Path) -> None:
    """Python 3 reads so, in all files; the other scripts do not (seen with the original)."""
    write = write_file(folder)
    source, references = "a b c d e\nf g h i j\n", ["a b c d e\nf g h i k\n", "a b x d e\nf g h i k\n"]
    for name, text in zip(("s", "r", "q"), (source, *references), strict=True):
        write(name, text)
        write(f"{name}.cr", text.replace("\n", "\r").encode())
    write("o", b"a b c d e\rf g h i k\n")
    printed = "o\n[['0.761038', '0.217901', '(0.334,1.188)']]\n"
    assert run("compat", "jfleg_gleu", "-s", "s", "-r", "r", "q", "--hyp", "o").out == printed
    assert run("compat", "jfleg_gleu", "-s", "s.cr", "-r", "r.cr", "q.cr", "--hyp", "o").out == printed
    write("one", "a b c d e f g h i k\n")
    assert run("compat", "compute_gleu", "-s", "s", "-r", "r", "q", "-o", "o").out == run(
        "compat", "compute_gleu", "-s", "s", "-r", "r", "q", "-o", "one"
    ).out.replace("one", "o")
    write("three", b"a b c\rd e\nf g h i k\n")
    ran = run("compat", "jfleg_gleu", "-s", "s", "-r", "r", "q", "--hyp", "three")
    assert (ran.status, ran.err) == (2, "errata: error: three has 3 lines but s has 2\n")


def test_the_script_of_2015_prints_no_point_in_a_score_of_nothing(folder: Path) -> None:
    """Where a count is 0 it gives up with a whole number (seen with the original)."""
    write_file(folder)("t", ["a"])
    base = ["compat", "compute_gleu_2015", "-s", "t", "-r", "t", "-o", "t"]
    assert run(*base).out == "t 0.0 0\n"
    assert run(*base, "-n", "1").out == "t 0.0 1.0\n"
    assert run(*base, "-d", "-l", "0.5").out == (
        "t 0.5\n===== Sentence-level scores =====\nSID\tGLEU\n0\t0.000000\n\n==== Overall score =====\n0\n"
    )


@pytest.mark.usefixtures("folder")
def test_orders_above_four_change_nothing_in_2016() -> None:
    """The scripts count up to 4 and divide by 4."""
    base = ["compat", "compute_gleu", "-s", "s", "-r", "r", "q", "-o", "o"]
    assert run(*base, "-n", "6").out == run(*base).out
    assert run(*base, "-n", "1").out != run(*base).out
    for program in ("compute_gleu_2015", "jfleg_gleu"):
        out = "--hyp" if program == "jfleg_gleu" else "-o"
        base = ["compat", program, "-s", "s", "-r", "r", "q", out, "o"]
        assert run(*base, "-n", "6").out == run(*base).out, program


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "long", "-r", "r"], "long has 4 lines but s has 3"),
        (["-o", "o", "-r", "r", "short"], "short has 2 lines but s has 3 and o 3"),
        (["-o", "o", "-r", "r", "long"], "long has 4 lines but s has 3 and o 3"),
        (["-o", "o", "-r", "r", "-n", "0"], "-n: takes a whole number from 1 to 100, not '0'"),
        (["-o", "o", "-r", "r", "--iter", "0"], "--iter: takes a whole number from 1 to 1000000, not '0'"),
        (["-o", "nowhere", "-r", "r"], "nowhere does not exist"),
    ],
)
def test_what_the_originals_fail_on_is_refused(arguments: list[str], message: str) -> None:
    """With a message instead of a traceback."""
    ran = run("compat", "compute_gleu", "-s", "s", *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_numbers_are_added_in_the_order_of_numpy() -> None:
    """The figures are NumPy's; plain addition gives 6.79282342999052 and 9.99999999999998."""
    assert _sum([1 / n for n in range(1, 501)]) == 6.792823429990525
    assert _sum([0.1] * 100) == 9.999999999999998
    assert _sum([0.1] * 3) == 0.1 + 0.1 + 0.1
    assert _sum([]) == 0


@only_compiled
def test_equal_scores_have_no_interval_where_the_original_has_none() -> None:
    """JFLEG, three references: of 91 sentences with equal scores five deviate by rounding and get an interval."""
    with shared("golden/gleu/jfleg_test_sentences_REF0_vs_123.tsv").open(encoding="utf-8", newline="") as stream:
        expected = [float(row["g2016_std"]) == 0 for row in csv.DictReader(stream, delimiter="\t")]
    data = shared("data/jfleg")
    references = [data / f"test.ref{number}" for number in (1, 2, 3)]
    ran = run("compat", "compute_gleu", "-s", data / "test.src", "-r", *references, "-o", data / "test.ref0", "-d")
    lines = [line for line in ran.out.splitlines() if line[:1].isdigit()][:-1]
    assert ["nan" in line for line in lines] == expected
    assert sum(expected) == 86
