"""What any command line has: short options, results in files, hints, help that fits, completion."""

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support import EXAMPLES, run

from errata.cli import COMMANDS
from errata.cli.completion import _parser_of
from errata.cli.habits import fitted, meant

GOLD, GOOD, BOLD, SAME = (EXAMPLES / name for name in ("gold.m2", "good.txt", "bold.txt", "unchanged.txt"))


def test_short_options_are_the_long_ones() -> None:
    """-m, -f, -q, -s and -r."""
    assert run("score", GOLD, GOOD, "-m", "m2", "-f", "tsv", "-q").out == (
        run("score", GOLD, GOOD, "--measure", "m2", "--format", "tsv", "--quiet").out
    )
    texts = ("score", "-s", SAME, "-r", GOOD, BOLD, "-mgreen")
    assert run(*texts).out == run("score", "--source", SAME, "--reference", GOOD, BOLD, "--measure", "green").out


def test_bare_scores_are_for_scripts() -> None:
    """In percent, as tables have them, one per line: each system in turn, each measure."""
    assert run("score", GOLD, GOOD, "-m", "m2", "-b").out == "92.36\n"
    many = run("score", GOLD, GOOD, BOLD, "-m", "m2", "-m", "green", "-b", "--digits", 1).out
    assert many.split() == ["92.4", "91.8", "65.0", "80.3"]
    ran = run("score", GOLD, GOOD, "-m", "m2", "-b", "-f", "json")
    assert (ran.status, ran.out) == (2, "")
    assert "--score-only prints bare scores" in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ("score", GOLD, GOOD, "-m", "m2"),
        ("compare", GOLD, GOOD, BOLD, "-m", "green", "--samples", 1000),
        ("explain", GOLD, GOOD, "-m", "m2", "--sentence", 5),
        ("difficulty", GOLD, GOOD, BOLD, "--extract", "errata", "--map", 3, "-q"),
    ],
    ids=lambda command: str(command[0]),
)
def test_a_result_may_go_to_a_file(
    command: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bytes that would be printed, without colours whatever the terminal; never over a file that is read."""
    plain = run(*command)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\033[" in run(*command).out
    ran = run(*command, "-o", tmp_path / "out.txt")
    assert (ran.status, ran.out) == (0, "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == plain.out
    copy = tmp_path / "gold.m2"
    shutil.copy(GOLD, copy)
    name, _, *rest = command
    refused = run(name, copy, *rest, "-o", copy)
    assert (refused.status, copy.read_bytes()) == (2, GOLD.read_bytes())
    assert "would overwrite an input; give it another name" in refused.err


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        ("--metric", "--measure"),
        ("--tokenise", "--tokens"),
        ("--src", "--source"),
        ("--mesure", "--measure"),
        ("--x", ""),
    ],
)
def test_hints_go_by_what_other_tools_call_it(option: str, wanted: str) -> None:
    """And by spelling; what a command has not is not hinted at."""
    assert meant(option, ["--measure", "--tokens", "--source"]) == wanted
    assert meant(option, []) == ""


def test_the_hint_is_in_the_message() -> None:
    """Of a wrong option."""
    assert "did you mean --measure?" in run("score", GOLD, GOOD, "--metric", "m2").err


@pytest.mark.parametrize(
    "arguments",
    [
        [BOLD, "--source", SAME, "--reference", GOOD, GOOD],
        ["--source", SAME, "--reference", GOOD, GOOD, "-m", "green", BOLD],
        ["-r", GOOD, GOOD, "--reference", GOOD, BOLD, "-s", SAME],
        [BOLD, f"--source={SAME}", f"--reference={GOOD}", GOOD],
    ],
)
def test_a_file_after_a_reference_is_not_taken_for_a_system(arguments: list[object]) -> None:
    """Where other files stand elsewhere, nobody can know which it is."""
    ran = run("score", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert "is it a second reference or an output?" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--source", SAME, "--reference", GOOD, BOLD],
        ["--source", SAME, "--reference", GOOD, BOLD, SAME],
        [BOLD, SAME, "--source", SAME, "--reference", GOOD],
        [BOLD, "--source", SAME, SAME, "--reference", GOOD],
    ],
)
def test_outputs_together_are_outputs(arguments: list[object]) -> None:
    """As every page has it."""
    assert run("score", *arguments, "-m", "green", "-q").status == 0


def test_help_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paragraphs are broken, example commands stay whole to be copied."""
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("explain", "--help").out.splitlines()
    whole = ("usage: ", "  errata ", "  -f ")  # commands, and what may be chosen, which argparse never breaks
    assert [line for line in lines if len(line) > 60 and not line.startswith(whole)] == []
    assert any(line.startswith('  errata explain "$(') for line in lines)


def test_lists_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left over goes below; where nobody watches, lines stay whole."""
    text = "  options  " + "word " * 30
    assert fitted(text, 11) == text
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    lines = fitted(text, 11).split("\n")
    assert len(lines) > 3
    assert {len(line) <= 50 for line in lines} == {True}
    assert {line[:11] for line in lines[1:]} == {" " * 11}


def test_every_command_can_be_completed() -> None:
    """Its options are those of its parser; compat hands its arguments on."""
    assert {name for name in COMMANDS if _parser_of(name) is None} == {"compat"}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["sc"], ["score"]),
        (["score", "--form"], ["--format"]),
        (["score", "-f", "la"], ["latex"]),
        (["explain", "gold.m2", "-m", "gr"], ["green"]),
        (["compat", "m2"], ["m2scorer"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["score", "gold"], []),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(words: list[str], found: list[str]) -> None:
    """Commands, options, values; nothing is left to files."""
    script = run("completion", "bash").out
    ask = f'COMP_WORDS=(errata "$@"); COMP_CWORD={len(words)}; _errata; printf "%s\\n" "${{COMPREPLY[@]}}"'
    ran = subprocess.run(["bash", "-c", f"{script}\n{ask}", "-", *words], capture_output=True, text=True, check=True)
    assert (ran.stdout.split(), ran.stderr) == (found, "")


def test_fish_and_zsh_have_the_same_options() -> None:
    """Quoted for their shells."""
    fish = run("completion", "fish").out
    assert "complete -c errata -n '__fish_seen_subcommand_from compare' -l baseline -r -d" in fish
    assert run("completion", "zsh").out.endswith(run("completion", "bash").out)
    assert run("completion", "tcsh").status == 2


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("score", "-s", "a", "--source=b", "-r", "c", "d"), "--source is given twice, with a and b,"),
        (("score", "-sa", "-r", "c", "--source", "b", "d"), "--source is given twice, with a and b,"),
        (("compare", "gold.m2", "x", "y", "--output", "a", "-o", "a"), "--output is given twice, with a and a,"),
        (("validate", "--gold", "a", "b", "--gold", "c"), "--gold is given twice, with a and c,"),
    ],
)
def test_an_option_that_takes_one_file_is_given_once(command: tuple[str, ...], option: str) -> None:
    """The last would win without a word, however it is spelled."""
    ran = run(*command)
    assert (ran.status, ran.out, ran.err) == (2, "", f"errata: error: {option} but takes one file; leave one out\n")


def test_options_that_are_repeated_or_take_no_file_are_left_alone() -> None:
    """References and measures may be given as often as wanted, and the last of other values counts."""
    texts = ("score", "-s", SAME, "-r", GOOD, "-r", BOLD, BOLD, "-m", "green", "-m", "wer", "-b")
    assert run(*texts, "--digits", 4, "--digits", 0).out == "100\n0\n"
    assert "two systems are called '-s'" in run("score", GOLD, "--", "-s", "-s").err, "files after --"
