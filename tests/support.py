"""What tests share: where the data is, how large samples are, small texts with edits, and how to run the command."""

import io
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from difflib import SequenceMatcher
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest

import errata
from errata import Corpus, Edit, Layer, Measure, Score, Text
from errata.cli import main
from errata.golden import Verdict
from errata.golden.cases import SHIPPED, Case, cases
from errata.golden.checking import Check
from errata.golden.inputs import score_quietly
from errata.kernels import ngrams

ROOT = Path(__file__).parent.parent
EXAMPLES = Path(errata.__file__).parent / "examples"
COMPILED = ngrams.COMPILED
CHECKED = bool(os.environ.get("ERRATA_CHECKED"))
"""Whether kernels check themselves under the address sanitizer (`make test-checked`)."""
QUICK = COMPILED and not CHECKED
"""Whether kernels are as quick as they can be, neither interpreted nor with checks."""


def _skip(reason: str) -> NoReturn:
    """Skip the test, but fail in CI, where nothing may be missing."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def shared(name: str) -> Path:
    """Return a path in the shared folder; skip the test where there is none, but fail in CI."""
    path = Path(os.environ.get("ERRATA_SHARED") or ROOT.parent / "shared") / name
    if not path.exists():
        _skip(f"{name} is not there; set ERRATA_SHARED to the folder that has it")
    return path


def shared_root() -> Path:
    """Return the shared folder with the originals' numbers; skip or fail as `shared` does."""
    return shared("golden").parent


def lacks(package: str, bringer: str) -> bool:
    """Tell whether a package is not installed; fail in CI, where only the interpreted run may do without.

    Under the sanitizer all are: libraries with memory management of their own end the process there.
    """
    if CHECKED:
        return True
    if find_spec(package):
        return False
    if os.environ.get("CI") and COMPILED:
        pytest.fail(f"{package} is not installed; {bringer} brings it")
    return True


def needs(package: str, bringer: str) -> pytest.MarkDecorator:
    """Return a mark that skips a test where a package is not installed; fail in CI as `lacks` does."""
    return pytest.mark.skipif(lacks(package, bringer), reason=f"{bringer} is not installed")


def few_files(folder: Path, n: int = 12) -> list[Path]:
    """Write a few sentences of the example corpus and of one output to files, for what a model has a part in."""
    gold, output = folder / "few.m2", folder / "few.txt"
    errata.write(example_gold().select(range(n)), gold)
    output.write_text("".join(f"{line}\n" for line in errata.read_lines(EXAMPLES / "good.txt")[:n]), encoding="utf-8")
    return [gold, output]


def example_gold() -> Corpus:
    """Return the gold of the corpus that ships."""
    return errata.read(EXAMPLES / "gold.m2")


def example_outputs(*names: str) -> dict[str, list[str]]:
    """Return outputs of systems on the corpus that ships."""
    return {name: errata.read_lines(EXAMPLES / f"{name}.txt") for name in names}


def golden_cases(measure: str) -> list[Case]:
    """Return the golden cases of a measure that ship."""
    return cases(measure)[SHIPPED]


def each(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Return a mark that runs a test on every one of some golden cases."""
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def scored(gold: Any, output: Any, measure: Measure) -> Score:
    """Score one system without warnings."""
    return score_quietly(gold, {"it": output}, measure)["it"]


def transcript(measure: str) -> list[tuple[str, str]]:
    """Return the calls of an original program with what it printed."""
    text = shared(f"golden/{measure}/cli/transcript.out").read_text(encoding="utf-8")
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def agree(checks: Iterable[Check]) -> None:
    """Hold numbers to being those of an original program, and to being any."""
    verdict = Verdict.of("", "", iter(checks))
    assert [str(item) for item in verdict.differences[:5]] == []
    assert verdict.n_numbers


def sample(full: int, interpreted: int) -> int:
    """Return how much to try: less where the kernels are slow."""
    return full if QUICK else interpreted


only_compiled = pytest.mark.skipif(not QUICK, reason="too slow with interpreted or checked kernels; a sample runs")


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    out: str
    err: str


def run(*arguments: object, stdin: bytes = b"") -> Ran:
    """Run `errata` in this process."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = main([str(argument) for argument in arguments])
            except SystemExit as stop:
                status = int(stop.code or 0)
    finally:
        sys.stdin = before
    return Ran(status, out.getvalue(), err.getvalue())


def write_file(folder: Path) -> Callable[..., Path]:
    """Return a function that writes lines to a file of the folder."""

    def write(name: str, lines: Sequence[str] | str | bytes) -> Path:
        path = folder / name
        if isinstance(lines, bytes):
            path.write_bytes(lines)
        elif isinstance(lines, str):
            path.write_bytes(lines.encode())
        else:
            path.write_bytes("".join(f"{line}\n" for line in lines).encode())
        return path

    return write


def annotated(*layers: Iterable[Edit], source: str = "a b c d") -> Text:
    """Return a sentence with the edits of annotators 0, 1 and so on."""
    return Text(source, tuple(Layer(who, tuple(edits)) for who, edits in enumerate(layers)))


PARTLY_ANNOTATED = Corpus(
    (
        Text("a b", (Layer(2, (Edit(0, 1, ("x",)),)), Layer(0, (Edit(1, 2, ("y",)),)))),
        Text("c d", (Layer(2, (Edit(0, 1, ("z",)),)),)),
        Text("e f"),
    )
)
"""Two annotators, one, and none."""


NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||"
"""The line of an M2 file that says of an annotator, whose name is to follow, that nothing is wrong."""


def m2_edit(start: object, end: object, correction: str = "x", who: object = 0, *, kind: str = "T") -> str:
    """Return a line of an M2 file, without its end."""
    return f"A {start} {end}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{who}"


def word_edits(source: str, output: str) -> tuple[Edit, ...]:
    """Return the edits that turn one text into the other, by a plain comparison of words."""
    one, two = source.split(), output.split()
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return tuple(
        Edit(i, j, (" ".join(two[k:end]),), "X") for tag, i, j, k, end in matcher.get_opcodes() if tag != "equal"
    )


def documents_of(*texts: str) -> Corpus:
    """Return texts as documents without edits."""
    return Corpus(tuple(Text.document(f"{n:04}", text) for n, text in enumerate(texts)))


def as_edits(sources: Sequence[str], texts: Sequence[Sequence[str]], name: str = "gold") -> Corpus:
    """Return texts as annotations of their sources, one annotator each."""
    return Corpus(
        tuple(
            Text(source, tuple(Layer(who, word_edits(source, text)) for who, text in enumerate(column)))
            for source, *column in zip(sources, *texts, strict=True)
        ),
        name,
    )


def browser() -> str:
    """Return the command of a browser that can run without a screen; skip where there is none, but fail in CI."""
    if CHECKED:
        _skip("a browser does not start under the sanitizer")
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if path := shutil.which(name):
            return path
    _skip("no Chromium to look at the page with; install one, on Debian: apt-get install chromium")


only_posix = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are a thing of POSIX")


def on_terminal(command: Sequence[str], environment: Mapping[str, str], columns: int = 80) -> str:
    """Run a command on a pseudo-terminal, standard output and error alike, and return what it wrote there."""
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command, env=dict(environment), stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(ours)
    assert process.wait() == 0, written.decode(errors="replace")
    return written.decode().replace("\r\n", "\n")
