"""New files in the place of old ones, and what killed processes left of such work."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.support import only_posix

from errata import FileError
from errata.formats.writing import clear_left_over, replacing, temporary_folder, write_lines

DAY = 24 * 60 * 60


@pytest.fixture(autouse=True)
def _folders_are_new() -> Iterator[None]:
    clear_left_over.cache_clear()
    yield
    clear_left_over.cache_clear()


def gone() -> int:
    """Return the number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def leave(path: Path, age: float) -> Path:
    """Leave a file that was last changed so many seconds ago."""
    path.write_bytes(b"half")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_threads_may_write_one_path_at_once(tmp_path: Path) -> None:
    """All succeed, one whole file stays, nothing else is left."""
    path = tmp_path / "x.txt"
    barrier = threading.Barrier(8)
    failed: list[BaseException] = []

    def write(number: int) -> None:
        def lines() -> Iterator[str]:
            yield str(number)
            barrier.wait(30)  # now all of them have a file open
            yield str(number)

        try:
            write_lines(path, lines())
        except BaseException as error:
            failed.append(error)
            barrier.abort()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []
    assert path.read_text() in {f"{number}\n{number}\n" for number in range(8)}
    assert names(tmp_path) == ["x.txt"]


def test_the_last_writer_wins(tmp_path: Path) -> None:
    """The one that ends last, whoever began."""
    path = tmp_path / "x.txt"
    with replacing(path) as outer:
        outer.write(b"outer")
        with replacing(path) as inner:
            inner.write(b"inner")
        assert path.read_bytes() == b"inner"
    assert path.read_bytes() == b"outer"
    assert names(tmp_path) == ["x.txt"]


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, suffix: str) -> None:
    """255 bytes: that of the temporary file does not grow with it."""
    path = tmp_path / ("é" * 125 + "x" * (5 - len(suffix)) + suffix)
    assert len(path.name.encode()) == 255
    write_lines(path, ["a"])
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    """As the system does, with the name in the message and nothing left."""
    with pytest.raises((FileError, OSError), match="xxx"):
        write_lines(tmp_path / ("x" * 256), ["a"])
    assert names(tmp_path) == []


def test_a_temporary_file_of_this_process_number_is_no_obstacle(tmp_path: Path) -> None:
    """Process numbers come round again: what one left may carry that of the next. It is not this process's to judge."""
    known = [
        leave(tmp_path / f".x.txt.{os.getpid()}.tmp", 2 * DAY).name,
        leave(tmp_path / f".errata-{os.getpid()}-00ff.tmp", 2 * DAY).name,
    ]
    write_lines(tmp_path / "x.txt", ["a"])
    assert names(tmp_path) == sorted([*known, "x.txt"])


@only_posix
def test_what_a_killed_process_left_is_removed_a_day_later(tmp_path: Path) -> None:
    """By the next that writes there: files and folders, also with files in them."""
    process = gone()
    leave(tmp_path / f".errata-{process}-0123456789abcdef.tmp", DAY + 60)
    folder = tmp_path / f".errata-{process}-a_b1c2d3.tmp"
    folder.mkdir()
    leave(folder / "0001.xml", DAY + 60)
    os.utime(folder, (1, 1))
    write_lines(tmp_path / "x.txt", ["a"])
    assert names(tmp_path) == ["x.txt"]


@only_posix
def test_what_may_still_be_wanted_stays(tmp_path: Path) -> None:
    """What is young, what a running process may be writing, what is called otherwise, and links with their targets."""
    process, elsewhere = gone(), tmp_path / "elsewhere"
    elsewhere.mkdir()
    target = leave(elsewhere / "kept.txt", 2 * DAY)
    kept = [
        leave(tmp_path / f".errata-{process}-00.tmp", DAY - 600),
        leave(tmp_path / f".errata-{os.getppid()}-00.tmp", 2 * DAY),
        leave(tmp_path / ".errata-1-00.tmp", 2 * DAY),
        leave(tmp_path / f".errata-{10**30}-00.tmp", 2 * DAY),
        leave(tmp_path / f".errata-{process}-00.tmp.bak", 2 * DAY),
        leave(tmp_path / f"errata-{process}-00.tmp", 2 * DAY),
        leave(tmp_path / f".errata-{process}-.tmp", 2 * DAY),
        leave(tmp_path / ".errata-x-00.tmp", 2 * DAY),
    ]
    for number, place in enumerate((target, elsewhere, tmp_path / "nowhere")):
        link = tmp_path / f".errata-{process}-{number}f.tmp"
        link.symlink_to(place)
        os.utime(link, (1, 1), follow_symlinks=False)
        kept.append(link)
    write_lines(tmp_path / "x.txt", ["a"])
    assert names(tmp_path) == sorted([*(path.name for path in kept), "elsewhere", "x.txt"])
    assert target.read_bytes() == b"half"


@only_posix
def test_a_folder_is_looked_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many files are written there."""
    looked: list[Path] = []
    scan = os.scandir

    def watched(folder: Path) -> object:
        looked.append(folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", watched)
    for number in range(5):
        write_lines(tmp_path / f"{number}.txt", ["a"])
    assert looked == [tmp_path]


@only_posix
def test_a_killed_process_leaves_the_old_file_and_what_is_recognised_later(tmp_path: Path) -> None:
    """SIGKILL in the midst of writing: neither half a file under the name, nor one that stays for ever."""
    path = tmp_path / "x.txt"
    path.write_text("old\n")
    script = (
        "import os, signal, sys; from pathlib import Path; from errata.formats.writing import replacing\n"
        "with replacing(Path(sys.argv[1])) as stream:\n"
        "    stream.write(b'half'); stream.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    package = str(Path(sys.modules["errata"].__file__ or "").parent.parent)
    environment = {**os.environ, "PYTHONPATH": package}
    killed = subprocess.run([sys.executable, "-c", script, str(path)], check=False, env=environment)
    assert killed.returncode == -9
    [left] = [item for item in tmp_path.iterdir() if item != path]
    assert path.read_text() == "old\n"
    os.utime(left, (1, 1))
    write_lines(path, ["new"])
    assert (path.read_text(), names(tmp_path)) == ("new\n", ["x.txt"])


def test_temporary_folders_are_recognised_and_vanish(tmp_path: Path) -> None:
    """Whatever happens in them; their names have the form of those that are cleared away later."""
    with suppress(RuntimeError), temporary_folder(tmp_path) as made:
        (made / "x.txt").write_text("a")
        name = made.name
        raise RuntimeError
    assert names(tmp_path) == []
    there = tmp_path / name.replace(str(os.getpid()), str(gone()))
    there.mkdir()
    os.utime(there, (1, 1))
    clear_left_over.cache_clear()
    write_lines(tmp_path / "x.txt", ["a"])
    assert names(tmp_path) == ["x.txt"]


@only_posix
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    """Not the temporary file, of which the user knows nothing."""
    (tmp_path / "file").write_text("a")
    with pytest.raises(FileError, match=r"file/x\.txt cannot be written: Not a directory$"):
        write_lines(tmp_path / "file" / "x.txt", ["a"])
