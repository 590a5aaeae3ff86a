"""Raw text on the command line: from what a language model wrote to a table, and the tokens that were scored."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support import EXAMPLES, Ran, run, write_file
from tests.text.raw.test_chatter import CHATTER, SENTENCES, SOURCE, TEXT

GOLD = EXAMPLES / "gold.m2"
TOKENS = (EXAMPLES / "good.txt").read_text(encoding="utf-8").splitlines()
RAW = [re.sub(r" (?=[.,?!;:]|n't|')", "", line) for line in TOKENS]
SIGNED = "|raw:1|learn:all|typography:auto|clean:yes|refused:stop"
M2 = ("--measure", "m2")
TABLE = "good    92.36  94.24  85.51"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the same output as plain text and as completions of a language model."""
    write = write_file(tmp_path)
    write("good.txt", RAW)
    records = [{"id": n, "completion": text} for n, text in enumerate(RAW)]
    records[1]["completion"] = f"Here is the corrected sentence:\n\n{RAW[1]}"
    records[2]["completion"] = f"```\n{RAW[2]}\n```"
    write("good.jsonl", [json.dumps(record) for record in records])
    return tmp_path


def score(*arguments: object, stdin: bytes = b"") -> Ran:
    return run("score", GOLD, *arguments, *M2, stdin=stdin)


def test_raw_text_gets_the_score_of_its_tokens(folder: Path) -> None:
    """The signature says so, and notes what was done."""
    ran = score(folder / "good.txt", "--raw")
    assert (ran.status, TABLE in ran.out) == (0, True)
    assert f"{SIGNED}\n" in ran.out
    assert ran.err.startswith("errata: note: ")
    assert re.search(r"good\.txt: raw text: 150 lines; tokens projected in 1\d\d; ", ran.err)
    assert score(folder / "good.txt", "--raw", "--quiet").err == ""


@pytest.mark.parametrize("form", ["crlf", "gzip", "stdin", "no last line end", "blank lines", "csv"])
def test_raw_text_comes_in_many_forms(folder: Path, form: str) -> None:
    """Line ends, packed, piped, blank lines between the sentences, or in a column."""
    write = write_file(folder)
    text = "".join(f"{line}\n" for line in RAW).encode()
    ways: dict[str, Callable[[], object]] = {
        "crlf": lambda: write("good.txt", text.replace(b"\n", b"\r\n")),
        "gzip": lambda: write("good.txt.gz", gzip.compress(text)),
        "stdin": lambda: "good=-",
        "no last line end": lambda: write("good.txt", text[:-1]),
        "blank lines": lambda: write("good.txt", text.replace(b"\n", b"\n\n")),
        "csv": lambda: write(
            "good.csv", ["id,output", *(f'{n},"{line.replace(chr(34), chr(34) * 2)}"' for n, line in enumerate(RAW))]
        ),
    }
    ran = score(ways[form](), "--raw", stdin=text)
    assert (ran.status, TABLE in ran.out) == (0, True), ran.err
    assert ("left out: 150 blank lines" in ran.err) == (form == "blank lines")


def test_completions_are_cleaned_and_told_of(folder: Path) -> None:
    """How many of what, in JSON and on standard error; line by line where that is asked for."""
    ran = score(folder / "good.jsonl", "--raw", "--format", "json")
    [made] = json.loads(ran.out)["scores"]
    assert made["counts"] == {"correct": 360, "proposed": 382, "gold": 421}
    assert made["signature"].endswith(SIGNED)
    assert made["details"]["raw"]["removed"] == {"label": [2], "fence": [3]}
    assert made["details"]["raw"]["lines"] == 150
    said = "removed: label in 1 line (2), fence in 1 line (3); --show-cleaning shows each line before and after"
    assert said in ran.err
    assert said in json.loads(ran.out)["warnings"][1]
    shown = score(folder / "good.jsonl", "--raw", "--show-cleaning").err
    assert f"line 3: removed fence: '```\\n{RAW[2]}\\n```' → {RAW[2]!r}\n" in shown


def test_what_is_scored_can_be_written(folder: Path) -> None:
    """Of the gold, or of its sources alone; scored as it is, it has the same score."""
    sources = write_file(folder)(
        "src.txt", [line[2:] for line in GOLD.read_text("utf-8").splitlines() if line[:2] == "S "]
    )
    for number, source in enumerate((GOLD, sources)):
        out = folder / f"tokens{number}.txt"
        ran = run("convert", folder / "good.jsonl", out, "--source", source, "--raw")
        assert (ran.status, out.read_text(encoding="utf-8").splitlines()) == (0, TOKENS)
        assert "removed: label in 1 line (2), fence in 1 line (3)" in ran.err
    ran = run("convert", folder / "good.txt", folder / "good.m2", "--source", GOLD, "--raw", "--extract", "errata")
    assert ran.status == 0
    plain, raw = (
        run("score", GOLD, *given, "--measure", "errant", "--format", "json")
        for given in ((folder / "good.m2",), (folder / "good.txt", "--raw", "--extract", "errata"))
    )
    assert json.loads(plain.out)["scores"][0]["counts"] == json.loads(raw.out)["scores"][0]["counts"]


_WORDS = st.sampled_from(
    ["He", "doesn't", "like", "cats,", "(dogs)", "“tea”", "it’s", "U.S.", "well-known", "Corrected:", "5%"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.lists(_WORDS, min_size=1, max_size=6).map(" ".join), min_size=3, max_size=3))
def test_what_is_written_is_what_is_scored(tmp_path: Path, lines: list[str]) -> None:
    """Whatever the text, with conventions learned from references too."""
    write = write_file(tmp_path)
    source = write("src.txt", ["He do n't like cats .", "It 's tea , is n't it ?", "The U.S. cat can not see ."])
    reference = write("ref.txt", ["He does n't like cats .", "It 's tea , is n't it ?", "The U.S. cats can not see ."])
    raw, tokens = write("sys.txt", lines), tmp_path / "tokens.txt"
    tokens.unlink(missing_ok=True)
    given = ("--source", source, "--reference", reference)
    options = ("--raw-options", "refused=empty")
    assert run("convert", raw, tokens, *given, *options).status == 0
    scoring = ("--measure", "green", "--format", "json", "--quiet")
    made, plain = (run("score", *given, *more, *scoring) for more in ((raw, *options), (f"sys={tokens}", "--as-is")))
    assert json.loads(made.out)["scores"][0]["counts"] == json.loads(plain.out)["scores"][0]["counts"]


def test_the_same_arguments_serve_every_command(folder: Path) -> None:
    """Compare, explain and difficulty; without them they refuse raw text."""
    files = [GOLD, folder / "good.txt", f"lazy={EXAMPLES / 'unchanged.txt'}"]
    for command in (("compare", *M2, "--samples", "9"), ("explain", "--sentence", "1", *M2), ("difficulty",)):
        extract = ("--extract", "errata") if command[0] == "difficulty" else ()
        refused = run(command[0], *files, *command[1:], *extract)
        assert (refused.status, "score it as raw text (--raw)" in refused.err) == (2, True)
        ran = run(command[0], *files, *command[1:], *extract, "--raw-options", "typography=keep")
        assert (ran.status, "|raw:1|learn:all|typography:keep|" in ran.out) == (0, True), ran.err


def test_the_original_programs_never_refuse(folder: Path) -> None:
    """Whatever they are given, they print a number."""
    ran = run("compat", "m2scorer", folder / "good.txt", GOLD)
    assert (ran.status, "F_0.5" in ran.out, ran.err) == (0, True, "")


def test_raw_gold_is_cut_by_rules(folder: Path) -> None:
    """Texts that are raw on all sides: told of, and cut where asked for."""
    write = write_file(folder)
    source = write("src.txt", ["He go home.", "She have a cat, too.", "It rain."])
    reference = write("ref.txt", ["He goes home.", "She has a cat, too.", "It rains."])
    output = write("sys.txt", ["He goes home.", "She has a cat, too.", "It rain."])
    given = ("score", "--source", source, "--reference", reference, output, "--measure", "green")
    told = run(*given, "--raw")
    assert "warning: " in told.err
    assert "not tokenised: tokens are what white space separates; --raw-options tokenise=rules tokenises" in told.err
    ran = run(*given, "--raw-options", "tokenise=rules", "--format", "json")
    [made] = json.loads(ran.out)["scores"]
    assert made["signature"].endswith(f"{SIGNED}|tokenise:rules")
    assert made["counts"]["tk1"] == 11


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (
            "{}\\n",
            "150 of 150 lines contain special tokens of a model or an escaped character (lines 1, 2, 3 …; '\\\\n')",
        ),
        ("Certainly! {}", "150 of 150 lines begin with 'Certainly !'"),
        ("<think>Look at the verb.</think> {}", "150 of 150 lines contain Markdown or HTML"),
        ("{}</s>", "150 of 150 lines contain Markdown or HTML"),
    ],
)
def test_chatter_that_is_not_removed_is_told(folder: Path, form: str, said: str) -> None:
    """A number never comes without a word about it."""
    write_file(folder)("good.txt", [form.format(line) for line in RAW])
    ran = score(folder / "good.txt", "--raw")
    assert (ran.status, said in ran.err) == (0, True), ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "null",
            "1 of 150 lines is not a correction but something a program or model printed instead (line 7; 'null')",
        ),
        (f"{RAW[6]} OR {RAW[6]}", "1 of 150 lines contains more than one version"),
        ("I can not afford these shoes.", "refusal: line 7"),
        ("I can not afford these shoes.", "if they are corrections after all, clean=no keeps lines as they are"),
    ],
)
def test_a_line_that_is_no_correction_is_told(folder: Path, line: str, said: str) -> None:
    """With its number, and what to do."""
    write_file(folder)("good.txt", [line if n == 6 else text for n, text in enumerate(RAW)])
    assert said in score(folder / "good.txt", "--raw").err


def test_swapped_lines_are_told(folder: Path) -> None:
    """Two are enough."""
    write_file(folder)("good.txt", [*RAW[:10], RAW[11], RAW[10], *RAW[12:]])
    assert (
        "2 lines seem to be swapped: each fits the other's source, not its own, first lines 11 and 12"
        in score(folder / "good.txt", "--raw").err
    )


def test_a_sentence_that_an_arrow_cuts_is_told(folder: Path) -> None:
    """The specification takes what stands before the arrow for the source."""
    source = "The bus was to croweded, so we decide"
    write_file(folder)("good.txt", [f"{source} -> walking." if n == 3 else text for n, text in enumerate(RAW)])
    ran = score(folder / "good.txt", "--raw")
    assert "1 line is cut to less than half a sentence (line 4; " in ran.err


def test_a_separator_of_unicode_ends_no_line(folder: Path) -> None:
    """Only LF does, in the file and in a line."""
    write_file(folder)("good.txt", [text.replace(" ", "\u2028", 1) if n == 8 else text for n, text in enumerate(RAW)])
    ran = score(folder / "good.txt", "--raw")
    assert (ran.status, TABLE in ran.out) == (0, True)


def test_chatter_is_taken_off_on_the_command_line(tmp_path: Path) -> None:
    """Every kind that the cleaner knows, in a file of completions; sentences that only look like it stay."""
    write = write_file(tmp_path)
    chatter = [(SOURCE, line.replace("{}", TEXT), TEXT) for line in CHATTER]
    pairs = [*chatter, *((source, output, output) for source, output in SENTENCES)]
    write("source.txt", [source for source, _, _ in pairs])
    write("raw.jsonl", [json.dumps({"id": n, "completion": record}) for n, (_, record, _) in enumerate(pairs, 1)])
    write("wanted.jsonl", [json.dumps({"id": n, "completion": text}) for n, (_, _, text) in enumerate(pairs, 1)])
    made = []
    for name, options in (("raw", ("--raw",)), ("wanted", ("--raw-options", "clean=no"))):
        out = tmp_path / f"{name}.txt"
        assert (
            run("convert", tmp_path / f"{name}.jsonl", out, "--source", tmp_path / "source.txt", *options).status == 0
        )
        made.append(out.read_text(encoding="utf-8").splitlines())
    assert made[0] == made[1]
    assert (len(CHATTER) >= 40, len(SENTENCES) >= 20) == (True, True)
