"""Reading and writing files."""

import gzip
import io
import lzma
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import needs, only_posix

from errata import ErrataWarning, FileError, FormatError, InputError, MissingExtraError
from errata.formats import files
from errata.formats.files import cut_blocks, load_zstd, read_lines, read_pieces
from errata.formats.writing import write_lines


@pytest.mark.parametrize(
    ("data", "expected", "why"),
    [
        (b"", [], "an empty file has no lines"),
        (b"a\nb\n", ["a", "b"], "the last LF ends a line, it begins none"),
        (b"a\nb", ["a", "b"], "a last line without LF counts"),
        (b"a\n\n", ["a", ""], "an empty last line is a line"),
        (b"a\r\nb\r\n", ["a", "b"], "CR before LF is dropped"),
        (b"a\r\r\nb", ["a\r", "b"], "but only one"),
        (b"a\n\r", ["a", ""], "a last line of CR alone is an empty line"),
        (b"a\rb\n", ["a\rb"], "a lone CR among LFs ends no line"),
        ("a\u2028b\x0bc\x85d\n".encode(), ["a\u2028b\x0bc\x85d"], "nor does any other separator"),
        (b" a \t\n", [" a \t"], "blanks stay"),
    ],
)
def test_lines_are_cut_at_lf_only(tmp_path: Path, data: bytes, expected: list[str], why: str) -> None:
    """Nothing else ends a line and nothing else is removed."""
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    assert list(read_lines(path)) == expected, why


def test_universal_reading_is_that_of_pythons_text_mode(tmp_path: Path) -> None:
    """For stand-ins of programs that read so."""
    path = tmp_path / "x.txt"
    path.write_bytes("\ufeffa\rb\r\nc\n\r".encode())
    with path.open(encoding="utf-8") as stream:
        expected = [line.rstrip("\n") for line in stream]
    assert list(read_lines(path, universal=True)) == expected == ["\ufeffa", "b", "c", ""]


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files can still be read; standard input cannot."""
    monkeypatch.setattr(sys, "stdin", None)
    path = tmp_path / "x.txt"
    path.write_text("a\n")
    assert list(read_lines(path)) == ["a"]
    with pytest.raises(FileError, match="standard input is closed"):
        list(read_lines("-"))


def test_lines_longer_than_a_chunk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are whole wherever a chunk ends, multi-byte characters too."""
    monkeypatch.setattr(files, "_CHUNK", 7)
    lines = ["é" * n for n in range(20)] + ["", "end"]
    path = tmp_path / "x.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert list(read_lines(path)) == lines


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_packed_files_are_read_and_written(tmp_path: Path, suffix: str) -> None:
    """The suffix decides; equal lines give equal bytes."""
    path, other = tmp_path / f"x.txt{suffix}", tmp_path / f"y.txt{suffix}"
    write_lines(path, ["a", "é"])
    write_lines(other, ["a", "é"])
    assert list(read_lines(path)) == ["a", "é"]
    assert path.read_bytes() == other.read_bytes()
    data = path.read_bytes()
    unpacked = gzip.decompress(data) if suffix == ".gz" else lzma.decompress(data) if suffix == ".xz" else data
    assert unpacked == "a\né\n".encode()


@needs("backports", "the extra zstd")
def test_zstd_is_read_and_written(tmp_path: Path) -> None:
    """The suffix decides; what is no zstd, or only half of it, is refused."""
    path = tmp_path / "x.txt.zst"
    write_lines(path, ["a", "é"])
    data = path.read_bytes()
    assert load_zstd("x").decompress(data) == "a\né\n".encode()
    assert list(read_lines(path)) == ["a", "é"]
    for broken in (b"not packed", data[:-3]):
        path.write_bytes(broken)
        with pytest.raises(FormatError, match="may be damaged"):
            list(read_lines(path))


def test_without_zstd_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than a traceback of an import."""
    (tmp_path / "x.zst").write_bytes(b"")
    for module in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'errata\[zstd\]'"):
        list(read_lines(tmp_path / "x.zst"))


def test_byte_order_mark_is_removed_with_a_warning(tmp_path: Path) -> None:
    """At the start only."""
    path = tmp_path / "x.txt"
    path.write_bytes(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n")
    with pytest.warns(ErrataWarning, match="byte-order mark"):
        assert list(read_lines(path)) == ["a", "\ufeffb"]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.txt", b"a\nb\0c\n", "x.txt, line 2: a NUL byte; this is a binary file"),
        ("x.txt", b"a\nb\ncaf\xe9\n", "x.txt, line 3: byte 0xe9 is not valid UTF-8"),
        ("x.txt", "a".encode("utf-16"), "is UTF-16"),
        ("x.txt", b"a\rb\r", "lines end in CR alone"),
        ("x.gz", b"not packed", "cannot be read"),
        ("x.gz", gzip.compress(b"a" * 1000, mtime=0)[:-9], "may be damaged"),
        ("x.xz", b"not packed", "may be damaged"),
    ],
)
def test_unreadable_files_are_refused_with_the_place(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    """Binary, wrongly encoded, damaged."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FormatError, match=message):
        list(read_lines(path))


def test_missing_files_and_directories_are_refused(tmp_path: Path) -> None:
    """With the path and what to do."""
    with pytest.raises(FileError, match=r"nowhere\.txt does not exist"):
        list(read_lines(tmp_path / "nowhere.txt"))
    with pytest.raises(FileError, match="is a directory; give a file"):
        list(read_lines(tmp_path))
    loop = tmp_path / "loop.txt"
    loop.symlink_to(loop)
    for odd in (loop, tmp_path / ("x" * 5000), tmp_path / "a\0b"):
        with pytest.raises(FileError, match="cannot be opened"):
            list(read_lines(odd))


@pytest.mark.parametrize("name", [".", "/", ""])
def test_a_folder_is_no_file_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Nor are those that have no name."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError, match="is a folder; give a file"):
        write_lines(name or tmp_path, ["a"])
    assert list(tmp_path.iterdir()) == []


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that unpacks without end and a line without end are refused."""
    path = tmp_path / "x.txt.gz"
    path.write_bytes(gzip.compress(b"a" * 5000))
    monkeypatch.setattr(files, "_CHUNK", 100)
    monkeypatch.setattr(files, "_MAX_LINE", 2000)
    with pytest.raises(FormatError, match="has a line of more than"):
        list(read_lines(path))


@pytest.mark.parametrize("pack", [("x.txt.gz", gzip.compress), ("x.txt.xz", lzma.compress)])
def test_bombs_are_refused_unless_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: tuple[str, Callable[[bytes], bytes]]
) -> None:
    """By what they unpack to, by itself and against their size; what the environment allows is read."""
    name, compress = pack
    path = tmp_path / name
    path.write_bytes(compress(b"a\n" * 500_000))
    monkeypatch.setattr(files, "_CHUNK", 1000)
    assert len(list(read_lines(path))) == 500_000  # too small to do harm
    monkeypatch.setattr(files, "_FREE", 1 << 18)
    monkeypatch.setattr(files, "_MAX_RATIO", 10)
    with pytest.raises(FormatError) as caught:
        list(read_lines(path))
    assert str(caught.value) == (
        f"{path} unpacks to more than 0 MiB, over 10 times its size; if you trust it, unpack it first, or allow N GiB "
        "by ERRATA_MAX_UNPACKED=N in the environment"
    )
    monkeypatch.setenv("ERRATA_MAX_UNPACKED", "1")
    assert len(list(read_lines(path))) == 500_000
    monkeypatch.setenv("ERRATA_MAX_UNPACKED", "much")
    with pytest.raises(InputError, match=r"ERRATA_MAX_UNPACKED in the environment takes .* not 'much' \(of GiB\)"):
        list(read_lines(path))
    monkeypatch.delenv("ERRATA_MAX_UNPACKED")
    monkeypatch.setattr(files, "_MAX_RATIO", 10_000)
    monkeypatch.setattr(files, "_MAX_UNPACKED", 0)
    with pytest.raises(FormatError, match="unpacks to more than 0 GiB"):
        list(read_lines(path))


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash stands for both."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\n")))
    assert list(read_lines("-")) == ["a", "b"]
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    write_lines("-", ["a", "é"])
    assert out.getvalue() == "a\né\n".encode()


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """Writers are atomic."""
    path = tmp_path / "x.txt"
    path.write_text("old\n")

    def lines() -> list[str]:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_lines(path, (line for _ in range(1) for line in lines()))
    assert path.read_text() == "old\n"
    assert [item.name for item in tmp_path.iterdir()] == ["x.txt"]
    with pytest.raises(FileError, match="cannot be written"):
        write_lines(tmp_path / "no" / "x.txt", ["a"])


@given(st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs", "Cc"]), max_size=9)))
def test_written_lines_are_read_back(lines: list[str]) -> None:
    """Any text without line feeds survives."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.txt"
        if lines and lines[0].startswith("\ufeff"):
            lines[0] = "x"
        write_lines(path, lines)
        assert list(read_lines(path)) == lines


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 100])
def test_blocks_end_with_an_empty_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """Wherever the chunks of reading end, nothing is lost and every piece but the last ends with an empty line."""
    monkeypatch.setattr(files, "_CHUNK", chunk)
    path = tmp_path / "x.m2"
    path.write_bytes(b"S a\r\n\r\nS b\nA x\n\n\nS \xc3\xa9\nend")
    blocks = list(cut_blocks(read_pieces(path), "x.m2"))
    assert b"".join(blocks).decode() == "S a\n\nS b\nA x\n\n\nS é\nend"
    assert [block for block in blocks[:-1] if not block.endswith(b"\n\n")] == []


def test_a_file_without_empty_lines_is_not_held_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a bound it is refused."""
    monkeypatch.setattr(files, "_CHUNK", 10)
    monkeypatch.setattr(files, "_MAX_LINE", 40)
    path = tmp_path / "x.m2"
    path.write_text("S a b\n" * 10)
    with pytest.raises(FormatError, match="has no empty line within"):
        list(cut_blocks(read_pieces(path), "x.m2"))


@only_posix
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """It may not be replaced by a file, and no more may a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_bytes)
        write_lines(pipe, ["a", "b"])
        assert read.result(10) == b"a\nb\n"
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@only_posix
def test_a_link_stays_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    """What the link leads to is replaced."""
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old\n")
    target.chmod(0o640)
    link.symlink_to(target)
    write_lines(link, ["new"])
    assert link.is_symlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("new\n", 0o640)


@only_posix
def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though a folder that may would let it be replaced."""
    path = tmp_path / "kept.txt"
    path.write_text("old\n")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anything
    with pytest.raises(FileError, match=r"kept\.txt may not be written to"):
        write_lines(path, ["new"])
    assert path.read_text() == "old\n"


@pytest.mark.parametrize("path", ["a.m2", "x/a.m2.gz", "x/", "x/.", "..", "", ".gz", "a.", "a.b.c", "..gz", "/"])
def test_names_and_suffixes_are_those_of_pathlib(path: str) -> None:
    """What spares small runs the loading of `pathlib` gives the same."""
    assert files.base_name(path) == Path(path).name
    assert files.suffix_of(Path(path).name) == Path(path).suffix
