"""Downloads are verified, go on where they broke off, and leave nothing half; archives cannot reach outside."""

import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest

from errata.errors import FileError, FormatError
from errata.presets import Preset, PresetFile, archives, fetching, get_preset
from errata.presets.fetching import download, fetch

GOLD = b"S He go home .\nA 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0\n\n"
SUM = hashlib.sha256(GOLD).hexdigest()


class _Server(ThreadingHTTPServer):
    asked: list[str]
    broken: bool
    daemon_threads = True


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def log_message(self, *_: object) -> None:
        """Stay quiet."""

    def do_GET(self) -> None:  # the name the server calls
        start = int((self.headers.get("Range") or "bytes=0-")[6:-1])
        self.server.asked.append(f"{self.path}@{start}")
        if self.path == "/moved/gold.m2":
            self.send_response(302)
            self.send_header("Location", "/gold.m2")
            self.end_headers()
            return
        if self.path not in {"/gold.m2", "/short/gold.m2", "/breaks/gold.m2"}:
            self.send_error(404)
            return
        body = GOLD[start:]
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(GOLD) - 1}/{len(GOLD)}")
        self.send_header("Content-Length", str(len(body) + 5 * (self.path == "/short/gold.m2")))
        self.end_headers()
        if self.path == "/breaks/gold.m2" and self.server.broken:
            self.server.broken = False
            body = body[:20]
        self.wfile.write(body)
        self.close_connection = True


@pytest.fixture
def server() -> Iterator[_Server]:
    """A server on this machine that behaves and misbehaves by path."""
    made = _Server(("127.0.0.1", 0), _Handler)
    made.asked, made.broken = [], True
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("ERRATA_DATA", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _preset(server: _Server, folder: str = "/", sha256: str = SUM) -> Preset:
    base = f"http://127.0.0.1:{server.server_port}{folder}"
    files = (PresetFile("gold.m2", "gold.m2", sha256),)
    return Preset("own", "made here", base, "ours", "nobody", files, base=base, gold="gold.m2", sentences=1)


def _left(cache: Path) -> list[str]:
    return sorted(path.name for path in cache.iterdir() if path.name != "downloads")


@pytest.mark.parametrize("folder", ["/", "/moved/"])
def test_a_download_is_verified_and_installed(server: _Server, cache: Path, folder: str) -> None:
    """The file arrives whole, redirected or not, and progress is told."""
    told: list[tuple[int, int | None]] = []
    got = fetch(_preset(server, folder), progress=lambda _, size, total: told.append((size, total)))
    assert (got.folder / "gold.m2").read_bytes() == GOLD
    assert told[-1] == (len(GOLD), len(GOLD))
    assert (got.sums, _left(cache)) == ({"gold.m2": SUM}, ["own"])


def test_a_download_goes_on_where_it_broke_off(server: _Server, cache: Path) -> None:
    """The first try ends in a message, the second asks for the rest only."""
    preset = _preset(server, "/breaks/")
    with pytest.raises(FileError, match=r"try again to resume"):
        fetch(preset)
    assert _left(cache) == []
    assert (fetch(preset).folder / "gold.m2").read_bytes() == GOLD
    assert server.asked == ["/breaks/gold.m2@0", "/breaks/gold.m2@20"]


def test_a_corrupted_file_is_refused(server: _Server, cache: Path) -> None:
    """Another sum than the official one installs nothing, and leaves what was installed before."""
    fetch(_preset(server))
    with pytest.raises(FormatError, match=f"has SHA-256 {SUM}, but the official file has 0000"):
        fetch(_preset(server, sha256="0" * 64))
    assert (cache / "own" / "gold.m2").read_bytes() == GOLD
    assert _left(cache) == ["own"]


def test_an_unverified_file_is_told(server: _Server) -> None:
    """Where no sum is known, what was seen is reported."""
    got = fetch(_preset(server, sha256=""))
    assert (got.unverified, got.sums["gold.m2"]) == (("gold.m2",), SUM)


def test_a_wrong_size_is_refused(server: _Server, cache: Path) -> None:
    """A server that announces more than it sends has not sent the file."""
    with pytest.raises(FileError, match=r"64 of 69 bytes|bytes arrived|IncompleteRead"):
        fetch(_preset(server, "/short/"))
    assert _left(cache) == []


def test_a_missing_file_and_other_schemes_are_refused(server: _Server, cache: Path) -> None:
    """The message has the server's answer and the way around; local files are no downloads."""
    with pytest.raises(
        FileError, match=r"the server answered 404 .*; download it yourself and pass it with origin=PATH"
    ):
        fetch(_preset(server, "/nothing/"))
    with pytest.raises(FileError, match="only http and https"):
        download("file:///etc/passwd", cache)
    with pytest.raises(FileError, match="cannot be downloaded: the data are given on request"):
        fetch(get_preset("multigec-en"))


def test_a_redirection_must_not_lose_encryption() -> None:
    """From https to http is refused."""
    opener: Any = fetching._opener()
    handler = next(item for item in opener.handlers if type(item).__name__ == "_Careful")
    with pytest.raises(FileError, match="not encrypted"):
        handler.redirect_request(Request("https://a/x"), None, 302, "", {}, "http://b/x")


def test_too_large_a_download_is_refused(server: _Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A size that no corpus has ends the download before it begins."""
    monkeypatch.setattr(fetching, "_MAX_DOWNLOAD", 10)
    with pytest.raises(FileError, match="more than any corpus"):
        fetch(_preset(server))


def _archive(path: Path, members: dict[str, bytes]) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in members.items():
                packed.writestr(name, content)
    else:
        with tarfile.open(path, "w:gz") as packed_tar:
            for name, content in members.items():
                item = tarfile.TarInfo(name)
                item.size = len(content)
                packed_tar.addfile(item, io.BytesIO(content))
    return path


@pytest.mark.parametrize("suffix", [".zip", ".tgz"])
def test_archives_cannot_reach_outside(server: _Server, cache: Path, tmp_path: Path, suffix: str) -> None:
    """Members with paths that climb are only read, into the file that was wanted; no other is written."""
    origin = _archive(tmp_path / f"a{suffix}", {"../../evil.txt": b"x", "/abs.txt": b"x", "../up/gold.m2": GOLD})
    before = {path for path in tmp_path.rglob("*") if "cache" not in path.parts}
    assert (fetch(_preset(server), origin).folder / "gold.m2").read_bytes() == GOLD
    assert {path for path in tmp_path.rglob("*") if "cache" not in path.parts} == before
    assert [path.name for path in (cache / "own").iterdir()] == ["gold.m2"]


@pytest.mark.parametrize("suffix", [".zip", ".tgz"])
def test_archive_bombs_are_stopped(
    server: _Server, cache: Path, tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unpacking ends at the limit, whatever the archive says, and nothing is installed."""
    monkeypatch.setattr(archives, "MAX_FILE", 1 << 20)
    origin = _archive(tmp_path / f"a{suffix}", {"gold.m2": bytes(3 << 20)})
    with pytest.raises(FormatError, match="more than 1 MiB unpacked"):
        fetch(_preset(server), origin)
    assert _left(cache) == []


def test_a_tar_is_not_unpacked_to_look_past_a_bomb(
    server: _Server, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a huge file before the wanted one nor endless small ones: it is refused at the header."""
    origin = _archive(tmp_path / "a.tgz", {"bomb": bytes(3 << 20), "gold.m2": GOLD})
    monkeypatch.setattr(archives, "MAX_ARCHIVE", 1 << 20)
    with pytest.raises(FormatError, match=r"a\.tgz holds more than"):
        fetch(_preset(server), origin)
    monkeypatch.setattr(archives, "MAX_ARCHIVE", 1 << 30)
    monkeypatch.setattr(archives, "MAX_MEMBERS", 1)
    with pytest.raises(FormatError, match="or 1 files; is it the right one"):
        fetch(_preset(server), origin)
    assert _left(cache) == []


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz", "w"])
@pytest.mark.parametrize("harm", ["cut", "bent"])
def test_damaged_archives_end_in_a_message(
    server: _Server, cache: Path, tmp_path: Path, mode: Any, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off at every place, or with a byte changed: refused or, if the file is whole all the same, installed."""
    monkeypatch.setattr(tarfile, "RECORDSIZE", 1024)  # no padding that could be lost without harm
    whole = tmp_path / "whole.tar"
    with tarfile.open(whole, mode) as packed:
        for name in ("first", "gold.m2"):
            item = tarfile.TarInfo(name)
            item.size = len(GOLD)
            packed.addfile(item, io.BytesIO(GOLD))
    content = whole.read_bytes()
    origin = tmp_path / "a.tar"
    messages = []
    for place in range(0, len(content), max(1, len(content) // 40)):
        bent = bytes([content[place] ^ 0x55])
        origin.write_bytes(content[:place] + (bent + content[place + 1 :] if harm == "bent" else b""))
        try:
            assert (fetch(_preset(server), origin).folder / "gold.m2").read_bytes() == GOLD
        except (FileError, FormatError) as error:
            messages.append(str(error))
    assert messages
    assert [text for text in messages if str(origin) not in text and "has SHA-256" not in text] == []
    assert set(_left(cache)) <= {"own"}


def test_archives_that_cannot_be_unpacked_are_named(server: _Server, cache: Path, tmp_path: Path) -> None:
    """Cut off in the middle, or encrypted."""
    origin = _archive(tmp_path / "a.tgz", {"gold.m2": GOLD})
    origin.write_bytes(origin.read_bytes()[:60])
    with pytest.raises(FormatError, match=r"a\.tgz cannot be unpacked \(.*\); download it again"):
        fetch(_preset(server), origin)
    origin = _archive(tmp_path / "a.zip", {"gold.m2": GOLD})
    content = bytearray(origin.read_bytes())
    content[6] |= 1  # said to be encrypted, where the member begins and in the directory
    content[content.rindex(b"PK\x01\x02") + 8] |= 1
    origin.write_bytes(bytes(content))
    with pytest.raises(FormatError, match=r"a\.zip cannot be unpacked \(.*encrypted"):
        fetch(_preset(server), origin)
    assert _left(cache) == []


def test_links_in_archives_are_not_followed(server: _Server, tmp_path: Path) -> None:
    """A link to a file of this machine is no member."""
    origin = tmp_path / "a.tar"
    with tarfile.open(origin, "w") as packed:
        item = tarfile.TarInfo("gold.m2")
        item.type, item.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(item)
    with pytest.raises(FileError, match=r"has no gold\.m2"):
        fetch(_preset(server), origin)


def test_origins_must_have_the_files_once(server: _Server, tmp_path: Path) -> None:
    """Nothing, something else, and two candidates are refused with the path."""
    with pytest.raises(FileError, match="does not exist"):
        fetch(_preset(server), tmp_path / "none")
    (tmp_path / "text").write_text("x", encoding="utf-8")
    with pytest.raises(FileError, match="neither a folder nor an archive"):
        fetch(_preset(server), tmp_path / "text")
    two = _archive(tmp_path / "two.zip", {"a/gold.m2": GOLD + b"\n", "b/gold.m2": GOLD})
    with pytest.raises(FileError, match=r"a/gold\.m2 and b/gold\.m2 could both be gold\.m2; give a folder with one"):
        fetch(_preset(server, sha256=""), two)
    with pytest.raises(FileError, match=r"could both be gold\.m2, and neither has its known SHA-256"):
        fetch(_preset(server, sha256="0" * 64), two)


@pytest.mark.parametrize("suffix", [".zip", ".tgz"])
def test_of_two_candidates_the_known_sum_decides(server: _Server, tmp_path: Path, suffix: str) -> None:
    """A folder may hold another file of the same name, such as the gold with re-extracted edits."""
    other = GOLD.replace(b"goes", b"went")
    for members in ({"a/gold.m2": other, "b/gold.m2": GOLD}, {"a/gold.m2": GOLD, "b/gold.m2": other}):
        origin = _archive(tmp_path / f"two{suffix}", members)
        assert (fetch(_preset(server), origin).folder / "gold.m2").read_bytes() == GOLD


def test_a_gold_of_another_release_is_refused(server: _Server) -> None:
    """The number of sentences and the fingerprint are compared where they are declared."""
    import errata.records

    wrong = errata.records.replace(_preset(server), sentences=7)
    with pytest.raises(FormatError, match="sentences 1, expected 7"):
        fetch(wrong)
    with pytest.raises(FormatError, match=r"fingerprint .*, expected 12345678"):
        fetch(errata.records.replace(_preset(server), fingerprint="12345678"))


def test_annotators_in_files_of_their_own_are_merged(server: _Server, tmp_path: Path) -> None:
    """Ten files, one annotator each, become one gold."""
    from errata import read

    origin = _archive(tmp_path / "a.zip", {"x/A1.m2": GOLD, "x/A2.m2": GOLD})
    files = (PresetFile("A1.m2", "A1.m2"), PresetFile("A2.m2", "A2.m2"))
    merged = Preset("own", "", "", "", "", files, archive="x", gold="gold.m2", merge=("A1.m2", "A2.m2"))
    assert read(fetch(merged, origin).folder / "gold.m2").annotators == (0, 1)
