"""Runs that are ended: they leave nothing half-written, and go on where they stopped if so wished."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from tests.engines.test_stream import MEASURES, score, write
from tests.support import Ran

import errata
from errata.engines import journal, parts, rows, stream
from errata.kernels import words

pytestmark = pytest.mark.skipif(not words.COMPILED, reason="whole files of lines, byte by byte")


class DiedError(Exception):
    """Stands for whatever ends a process."""


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stream, "PART", 16)
    monkeypatch.chdir(tmp_path)
    write(tmp_path)


def _counting(monkeypatch: pytest.MonkeyPatch, most: int | None = None) -> list[int]:
    """Have the run die after so many parts; return the first lines of those that were counted."""
    counted: list[int] = []
    count_part = parts.count_part

    def count(work: parts.Work, part: parts.Part) -> parts.Counted:
        if most is not None and len(counted) >= most:
            raise DiedError
        counted.append(part.first)
        return count_part(work, part)

    monkeypatch.setattr(stream, "count_part", count)
    return counted


def _die(monkeypatch: pytest.MonkeyPatch, after: int, *more: str) -> None:
    with monkeypatch.context() as patch:
        _counting(patch, after)
        with pytest.raises(DiedError):
            score("stream", "--resume", "state", *more)
    assert Path("state").exists()


@pytest.mark.parametrize("more", [(), ("--sentences",), ("--interval", "--samples", "9"), ("--workers", "2")])
def test_a_run_that_died_goes_on_where_it_stopped(more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """To the same bits, whatever is asked for and whoever counts the rest; the file of counts is gone then."""
    whole = score("stream", *more)
    alone = more if more[:1] != ("--workers",) else ()
    _die(monkeypatch, 4, *alone)
    counted = _counting(monkeypatch) if not more or alone else []
    assert score("stream", "--resume", "state", *more) == whole
    assert not counted or counted == list(range(64, 150, 16))
    assert not Path("state").exists()


def test_resume_makes_no_difference_to_a_run_that_ends(tmp_path: Path) -> None:
    """Nor does it leave a file."""
    before = sorted(tmp_path.iterdir())
    assert score("stream", "--resume", "state") == score("stream")
    assert sorted(tmp_path.iterdir()) == before


def test_a_line_that_was_cut_off_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a process leaves it that is killed while it writes; also one whose bytes were spoilt."""
    whole = score("stream")
    _die(monkeypatch, 4)
    state = Path("state")
    lines = state.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    for left in (b"".join(lines)[:-7], b"".join([*lines[:3], lines[3].replace(b"1", b"2"), lines[4]])):
        state.write_bytes(left)
        with monkeypatch.context() as patch:
            counted = _counting(patch)
            assert score("stream", "--resume", "state") == whole
        assert counted[0] in {32, 48}


@pytest.mark.parametrize("name", ["src", "ref1", "two"])
def test_a_file_that_changed_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the checksum of its bytes, with the place; the state stays as it is."""
    _die(monkeypatch, 4)
    kept = Path("state").read_bytes()
    path = Path(f"{name}.txt")
    path.write_bytes(path.read_bytes().replace(b"1", b"7", 20))
    made = score("stream", "--resume", "state")
    assert (made.status, made.out) == (2, "")
    assert f"{name}.txt was changed since state was written, between lines 1 and 16" in made.err
    assert Path("state").read_bytes() == kept


def test_a_state_of_another_run_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other measures, longer files, or a file that is none at all."""
    _die(monkeypatch, 4)
    made = score("stream", "--resume", "state", measures=["wer"])
    assert (made.status, made.out, "state belongs to another run: measures was" in made.err) == (2, "", True)
    for path in Path().glob("*.txt"):
        path.write_bytes(path.read_bytes() + b"x y .\n")
    made = score("stream", "--resume", "state")
    assert "state belongs to another run: lines was 150 there and is 151 now; remove it" in made.err
    made = score("stream", "--resume", "out.txt")
    assert (made.status, "out.txt does not hold the counts of an interrupted run" in made.err) == (2, True)
    made = score("stream", "--resume", "state", "--output", "./state")
    assert "--resume and --output both name ./state; the first is removed at the end" in made.err
    made = score("local", "--resume", "state")
    assert "engine local reads files whole; leave one out" in made.err


@pytest.mark.filterwarnings("ignore::errata.ErrataWarning")
def test_python_resumes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """`errata.score(resume=…)`."""
    asked: dict[str, Any] = {"sources": "src.txt", "references": ["ref0.txt"], "outputs": {"two": "two.txt"}}
    asked |= {"measures": ["green", "gleu"], "engine": "stream"}
    whole = errata.score(**asked)
    with monkeypatch.context() as patch:
        _counting(patch, 3)
        with pytest.raises(DiedError):
            errata.score(**asked, resume=Path("state"))
    assert errata.score(**asked, resume="state") == whole
    assert not Path("state").exists()
    with pytest.raises(errata.InputError, match="memory takes a number of at least 0, not -1"):
        errata.score(**asked, memory=-1)


@pytest.mark.parametrize("megabytes", ["0", "0.01"])
@pytest.mark.parametrize("more", [(), ("--sentences",), ("--interval", "--samples", "9", "--workers", "2")])
def test_rows_in_a_file_give_the_same_bits(more: tuple[str, ...], megabytes: str) -> None:
    """Whether all of them are there, or those beyond a limit."""
    pytest.importorskip("numpy")
    assert score("stream", "--memory", megabytes, *more) == score("stream", *more)
    gc.collect()  # a file that was left open would warn


class _Full:
    """A file on a disk without room."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def write(self, data: object) -> None:
        raise OSError(28, "No space left on device")

    def flush(self) -> None: ...

    def close(self) -> None: ...


def test_a_full_disk_ends_the_run_with_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be it that of the temporary file or that of the state; no result is printed, and no file stays but the state."""
    before = sorted(tmp_path.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.TemporaryFile", _Full)
        made = score("stream", "--sentences", "--memory", "0", "--output", "scores.json")
    assert (made.status, made.out) == (2, "")
    assert "No space left on device; set TMPDIR to a folder with more space, or hold more in memory" in made.err
    assert sorted(tmp_path.iterdir()) == before
    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "_open", lambda self: nullcontext(_Full()))
        made = score("stream", "--resume", "state")
    assert (made.status, made.out) == (2, "")
    assert "state cannot be written: No space left on device" in made.err
    if not Path("/dev/full").exists():
        return
    made = score("stream", "--resume", "/dev/full")
    assert (made.status, "/dev/full is not a regular file, so counts cannot be kept in it" in made.err) == (2, True)
    made = score("stream", "--output", "/dev/full")
    assert (made.status, made.out, "/dev/full cannot be written: No space left" in made.err) == (2, "", True)


def _end_of(child: "subprocess.Popen[str]", seconds: float = 60) -> Ran:
    out, err = child.communicate(timeout=seconds)
    return Ran(child.returncode, out, err)


def _slow_command(*more: str, slow: str = "count_part") -> list[str]:
    """Return a command that counts a part and then waits for as long as there is a file called `wait`."""
    program = f"""
import sys, time, os
from errata.engines import parts, stream
from errata.cli import main
stream.PART = 16
real = parts.{slow}
def work(*given):
    part = given[-1] if hasattr(given[-1], "first") else given[-1][0]
    if part.first >= 64:
        if os.path.exists("reached"):
            open(f"reached/{{part.first}}", "w").close()
        while os.path.exists("wait"):
            time.sleep(0.01)
    return real(*given)
stream.{slow} = work
sys.exit(main())
"""
    texts = ["--source", "src.txt", "--reference", "ref0.txt", "--reference", "ref1.txt", "out.txt", "two.txt"]
    named = [option for measure in MEASURES for option in ("--measure", measure)]
    return [sys.executable, "-c", program, "score", *texts, *named, "--engine", "stream", "--format", "json", *more]


def _state(pid: int) -> tuple[str, int]:
    """Return the state of a process, and who started it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return "X", 0
    return fields[0], int(fields[1])


def _lives(pid: int) -> bool:
    return _state(pid)[0] not in {"X", "Z"}


def _children(pid: int) -> list[int]:
    known = [int(path.name) for path in Path("/proc").glob("[0-9]*")]
    return [child for child in known if _state(child)[1] == pid and _lives(child)]


def _until(is_so: Any) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline, "it never came to be so"
        time.sleep(0.01)


@pytest.fixture
def children() -> Iterator[list["subprocess.Popen[str]"]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for child in started:
        if child.poll() is None:
            child.kill()
            child.communicate()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_leaves_nothing_but_its_state(
    workers: str, tmp_path: Path, children: list["subprocess.Popen[str]"]
) -> None:
    """SIGKILL in the middle: no output, no worker that lives on; and the next run goes on to the same bits."""
    whole = score("stream")
    before = sorted(path.name for path in tmp_path.iterdir())
    Path("wait").touch()
    command = _slow_command("--workers", workers, "--resume", "state", "--output", "scores.json")
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    children.append(child)
    _until(lambda: Path("state").exists() and Path("state").read_bytes().count(b"\n") >= 5)
    others = _children(child.pid)
    assert bool(others) == (workers == "2")
    child.send_signal(signal.SIGKILL)
    Path("wait").unlink()
    child.communicate(timeout=60)
    _until(lambda: not any(map(_lives, others)))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*before, "state"])
    made = score("stream", "--resume", "state", "--output", "scores.json")
    assert (made.status, made.out) == (0, "")
    assert json.loads(Path("scores.json").read_text(encoding="utf-8")) == json.loads(whole.out)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*before, "scores.json"])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("sent", "said"), [(signal.SIGTERM, (143, "")), (signal.SIGINT, (130, "errata: interrupted\n"))]
)
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_run_that_is_ended_leaves_nothing(
    workers: str, sent: signal.Signals, said: tuple[int, str], tmp_path: Path, children: list["subprocess.Popen[str]"]
) -> None:
    """No half-written file, no worker that goes on, no traceback, while sentences are written."""
    Path("reached").mkdir()
    before = sorted(path.name for path in tmp_path.iterdir())
    more = ("--sentences", "--quiet", "--output", "scores.json")
    command = _slow_command("--workers", workers, *more, slow="describe_part")
    Path("wait").touch()
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True
    )
    children.append(child)
    _until(lambda: len(list(Path("reached").iterdir())) == int(workers))
    assert any(path.suffix == ".tmp" for path in tmp_path.iterdir())
    others = _children(child.pid)
    assert bool(others) == (workers == "2")
    if sent == signal.SIGINT:  # as the terminal does
        os.killpg(child.pid, sent)
    else:
        child.send_signal(sent)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == said
    _until(lambda: not any(map(_lives, others)))
    Path("wait").unlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_killed_worker_ends_the_run_which_can_go_on(tmp_path: Path, children: list["subprocess.Popen[str]"]) -> None:
    """With a message, and what was counted before is not counted again."""
    whole = score("stream")
    Path("wait").touch()
    command = _slow_command("--workers", "2", "--resume", "state")
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    children.append(child)
    _until(lambda: Path("state").exists() and Path("state").read_bytes().count(b"\n") >= 5)
    os.kill(_children(child.pid)[0], signal.SIGKILL)
    Path("wait").unlink()
    ended = _end_of(child)
    assert (ended.status, ended.out) == (2, "")
    assert "a worker process ended before its work was done" in ended.err
    assert score("stream", "--resume", "state") == whole


def test_what_is_kept_comes_back_as_it_was() -> None:
    """Every type that a part can hold."""
    from array import array
    from collections import Counter

    from errata.check.surveys import ColumnSurvey

    held = parts.Sums(("a", "b"), [1, 2], 3, {"f": [0.1, 1e-300]})
    seen = ColumnSurvey()
    seen.odd.add([3, 4], 10)
    value = [held, {1: ("x", None)}, array("q", [1, -2]), Counter({("a",): 2}), seen, True, "é\n", 0.1]
    back = journal._restored(json.loads(json.dumps(journal._plain(value))))
    assert vars(back[0]) == vars(held)
    assert [*back[1:4], *back[5:]] == [*value[1:4], *value[5:]]
    assert (type(back[1][1]), type(back[3])) == (tuple, Counter)
    assert list(back[4].odd._first) == [13, 14]
    assert rows.Rows(rows.Budget(1)).n_bytes == 0


def _limit_files() -> None:
    import resource  # which Windows lacks

    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="limits the size of files, as POSIX can")
@pytest.mark.parametrize("more", [("--sentences",), ("--interval", "--memory", "0"), ("--resume", "state")])
def test_a_file_that_may_not_grow_leaves_nothing_half_written(more: tuple[str, ...], tmp_path: Path) -> None:
    """The system refuses to write more than 3,000 bytes: of sentences, of rows in a temporary file, of the state."""
    before = sorted(path.name for path in tmp_path.iterdir())
    child = subprocess.run(
        _slow_command(*more, "--output", "scores.json"),
        capture_output=True,
        check=False,
        encoding="utf-8",
        preexec_fn=_limit_files,  # no threads here
    )
    assert (child.returncode, child.stdout) == (2, "")
    assert "File too large" in child.stderr
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == sorted([*before, *(["state"] if "state" in more else [])])
    if "state" in more:
        made = score("stream", "--resume", "state")
        assert made.err == score("local").err
        assert made == score("local")
