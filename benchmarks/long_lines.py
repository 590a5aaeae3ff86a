"""Print what each measure takes on one very long line, or how it refuses it: `python -m benchmarks.long_lines`.

The text is made up: words drawn with the frequencies of English (Zipf), one in ten of them wrong. Two annotators
correct most errors and now and then something else; the output corrects half and adds changes of its own.
"""

import argparse
import random
import subprocess
import sys
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measuring import LAUNCHER

MEASURES = (
    "m2",
    "imeasure",
    "green",
    "green:unit=char",
    "gleu",
    "errant",
    "cleme",
    "difficulty",
    "hoo",
    "gain",
    "wer",
    "wer:unit=char",
    "exact",
    "pt-m2:weights=overlap",
    "pt-errant:weights=overlap",
)
SECONDS, MEGABYTES = 10, 500
_N_DIFFERENT = 20_000

Change = tuple[int, int, str]


def _changes(words: list[str], wrong: dict[int, str], share: float, draw: random.Random) -> list[Change]:
    """Return what someone makes of a text: a share of the errors put right, and a change of their own in 100 words."""
    found: list[Change] = []
    for at, word in enumerate(words):
        if at in wrong and draw.random() < share:
            right = wrong[at]
            found.append((at, at + 1, right) if right or draw.random() < 0.5 else (at, at, f"the{at % 7}"))
        elif draw.random() < 0.01:
            found.append((at, at + 1, f"{word}s"))
    return found


def _apply(words: list[str], changes: list[Change]) -> str:
    parts, reached = [], 0
    for start, end, new in changes:
        parts += [*words[reached:start], new]
        reached = end
    return " ".join(filter(None, [*parts, *words[reached:]]))


def write_files(folder: Path, n_words: int) -> None:
    """Write a gold of one sentence, an output, and the same as HOO documents."""
    draw = random.Random(19)
    weights = list(accumulate(1 / rank for rank in range(1, _N_DIFFERENT)))
    words = draw.choices([f"w{rank}" for rank in range(1, _N_DIFFERENT)], cum_weights=weights, k=n_words)
    wrong = {at: draw.choice(("", words[at] + "ed", "of")) for at in range(n_words) if draw.random() < 0.1}
    source = " ".join(words)
    lines = [f"S {source}\n"]
    for who in (0, 1):
        edits = _changes(words, wrong, 0.8, draw)
        lines += [f"A {a} {b}|||R|||{new}|||REQUIRED|||-NONE-|||{who}\n" for a, b, new in edits]
    output = _apply(words, _changes(words, wrong, 0.5, draw))
    (folder / "gold.m2").write_text("".join(lines) + "\n", encoding="utf-8")
    (folder / "out.txt").write_text(output + "\n", encoding="utf-8")
    (folder / "texts").mkdir()
    (folder / "corrected").mkdir()
    convert = [sys.executable, "-m", "errata", "convert", "gold.m2", "0001GE.xml", "--to", "hoo", "--annotator", "0"]
    subprocess.run([*convert, "--text", "texts/0001.txt"], cwd=folder, check=True, capture_output=True)
    (folder / "corrected" / "0001.txt").write_text(output, encoding="utf-8")


def command(measure: str) -> list[str]:
    """Return the arguments that score the line."""
    if measure == "hoo":
        return [
            "score",
            "0001GE.xml",
            "corrected/0001.txt",
            "--source",
            "texts/0001.txt",
            "--extract",
            "wdiff",
            "-m",
            "hoo",
        ]
    by_edits = ("errant", "cleme", "difficulty", "pt-errant:weights=overlap")
    extract = ["--extract", "errata"] if measure in by_edits else []
    return ["score", "gold.m2", "out.txt", "--measure", measure, *extract]


def run(measure: str, folder: Path) -> tuple[float, float, str]:
    """Return CPU seconds, megabytes, and the error if the line is refused."""
    launcher = [sys.executable, "-S", "-c", LAUNCHER, sys.executable, "-m", "errata", *command(measure)]
    ran = subprocess.run(launcher, capture_output=True, text=True, check=False, cwd=folder)
    seconds, kilobytes, _ = map(float, ran.stdout.split())
    refused = next((line for line in ran.stderr.splitlines() if "error:" in line), "") if ran.returncode else ""
    return seconds, kilobytes / 1024, refused


def main() -> int:
    """Print a row per measure; fail if one takes more than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_lines", description=__doc__)
    parser.add_argument("--words", type=int, default=100_000, help="how long the line is (default: 100,000)")
    parser.add_argument("measures", nargs="*", default=MEASURES, help="default: all")
    options = parser.parse_args()
    is_over = False
    print(f"one line of {options.words:,} words\n{'measure':28}{'CPU':>8}{'memory':>10}")
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder, options.words)
        for measure in options.measures:
            seconds, megabytes, refused = run(measure, folder)
            over = seconds > SECONDS or megabytes > MEGABYTES
            is_over = is_over or over
            late = "  over the limit" if over else ""
            print(f"{measure:28}{seconds:6.2f} s{megabytes:7.0f} MB{late}  {refused}", flush=True)
    return int(is_over)


if __name__ == "__main__":
    sys.exit(main())
