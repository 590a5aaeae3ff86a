"""A page in a real browser: Chromium, driven over a pipe by its DevTools protocol, so that nothing else is needed."""

import base64
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.support import browser

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--remote-debugging-pipe",
)
# The protocol has fixed places for its pipes: 3 to read from and 4 to write to.
_HAND_OVER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for end, place in zip(ends, (3, 4)):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""
_PATIENCE = 60.0
_KEYS = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Tab": 9, "End": 35, "Home": 36}


class Browser:
    """A window with one page; what it fetched and complained of is kept."""

    def __init__(self, process: subprocess.Popen[bytes], write: int, read: int) -> None:
        self._process = process
        self._write, self._read = write, read
        self._number = 0
        self._buffer = b""
        self._session = ""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self._call(f"{domain}.enable")

    def _send(self, method: str, settings: Mapping[str, Any]) -> int:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": settings}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        return self._number

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], _PATIENCE)
            assert ready, "the browser does not answer"
            piece = os.read(self._read, 1 << 20)
            assert piece, "the browser has gone"
            self._buffer += piece
        text, self._buffer = self._buffer.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        told = message.get("params", {})
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif message.get("method") == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])
        elif message.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["exceptionDetails"]))
        elif message.get("method") == "Runtime.consoleAPICalled":
            self.complaints.append(json.dumps(told["args"]))
        elif message.get("method") == "Page.javascriptDialogOpening":
            self.complaints.append(f"dialog: {told['message']}")
            self._send("Page.handleJavaScriptDialog", {"accept": True})

    def _call(self, method: str, **settings: Any) -> dict[str, Any]:
        number = self._send(method, settings)
        while True:
            message = self._receive()
            if message.get("id") == number:
                assert "error" not in message, (method, message["error"])
                found: dict[str, Any] = message["result"]
                return found

    def call(self, method: str, **settings: Any) -> dict[str, Any]:
        """Call a method of the protocol."""
        return self._call(method, **settings)

    def open(self, path: Path, fragment: str = "", *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Show a page from disk and wait until it is there."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.media(dark=dark)
        self._call("Page.navigate", url="about:blank")
        self.requests.clear()
        self.complaints.clear()
        self._call("Page.navigate", url=path.resolve().as_uri() + fragment)
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def media(self, *, dark: bool = False, kind: str = "screen") -> None:
        """Show the page as on a screen or on paper, in light or in dark."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call("Emulation.setEmulatedMedia", media=kind, features=features)

    def run(self, script: str) -> Any:
        """Return what a script gives, awaited."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a condition holds."""
        until = time.monotonic() + _PATIENCE
        while not self.run(f"!!({condition})"):
            assert time.monotonic() < until, f"never true: {condition}"
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Press a key, a letter or one with a name."""
        text = {} if key in _KEYS and key != "Enter" else {"text": "\r" if key == "Enter" else key}
        code = {"windowsVirtualKeyCode": _KEYS[key]} if key in _KEYS else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, **code, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        for letter in text:
            self.press(letter)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Keep what is seen as a PNG."""
        settings: dict[str, Any] = {"format": "png"}
        if whole:
            size = self._call("Page.getLayoutMetrics")["cssContentSize"]
            settings |= {"captureBeyondViewport": True, "clip": {**size, "x": 0, "y": 0, "scale": 1}}
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", **settings)["data"]))

    def print(self) -> bytes:
        """Return the page as it is printed, a PDF."""
        self.media(kind="print")  # what was emulated last would be printed else
        return base64.b64decode(self._call("Page.printToPDF", printBackground=False)["data"])


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Give a browser that ends with the block; skip where there is none."""
    command = browser()
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    hand_over = [sys.executable, "-c", _HAND_OVER, str(theirs_in), str(theirs_out)]
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [*hand_over, command, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        try:
            yield Browser(process, ours_out, ours_in)
        finally:
            process.terminate()
            process.wait()
            os.close(ours_out)
            os.close(ours_in)
