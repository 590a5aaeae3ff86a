"""What tests share: where the data is, how large samples are, and how to run the command."""

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from errata import Annotation, Corpus, Edit, Sentence
from errata.cli import main
from errata.golden import Verdict
from errata.golden.comparing import Comparison
from errata.kernels import ngrams

ROOT = Path(__file__).parent.parent
COMPILED = ngrams.COMPILED


def shared(name: str) -> Path:
    """Return a path in the shared folder; skip the test where there is none, but fail in CI."""
    base = Path(os.environ.get("ERRATA_SHARED") or ROOT.parent / "shared")
    path = base / name
    if not path.exists():
        reason = f"{name} is not there; set ERRATA_SHARED to the folder that has it"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


def agree(comparisons: Iterable[Comparison]) -> None:
    """Hold numbers to being those of an original program, and to being any."""
    verdict = Verdict.of("", "", iter(comparisons))
    assert [str(item) for item in verdict.differences[:5]] == []
    assert verdict.n_numbers


def sample(full: int, interpreted: int) -> int:
    """Return how much to try: less where the kernels run uncompiled."""
    return full if COMPILED else interpreted


only_compiled = pytest.mark.skipif(not COMPILED, reason="too slow with interpreted kernels; a sample runs")


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


def word_edits(source: str, output: str) -> tuple[Edit, ...]:
    """Return the edits that turn one text into the other, by a plain comparison of words."""
    one, two = source.split(), output.split()
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return tuple(
        Edit(i, j, (" ".join(two[k:end]),), "X") for tag, i, j, k, end in matcher.get_opcodes() if tag != "equal"
    )


def as_edits(sources: Sequence[str], texts: Sequence[Sequence[str]], name: str = "gold") -> Corpus:
    """Return texts as annotations of their sources, one annotator each."""
    return Corpus(
        tuple(
            Sentence(source, tuple(Annotation(who, word_edits(source, text)) for who, text in enumerate(column)))
            for source, *column in zip(sources, *texts, strict=True)
        ),
        name,
    )


def browser() -> str:
    """Return the command of a browser that can run without a screen; skip where there is none, but fail in CI."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if path := shutil.which(name):
            return path
    reason = "no Chromium to look at the page with; install one, on Debian: apt-get install chromium"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


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
