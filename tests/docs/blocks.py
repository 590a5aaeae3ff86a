"""The fenced blocks of a Markdown page, and running them as a reader would, in one folder from top to bottom."""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from tests.support import EXAMPLES, ROOT

from errata import ErrataWarning

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
RUN = {"console", "python"}
SHOWN = {"text", "json", "toml", "xml", "bibtex"}
COMMANDS = {
    "errata",
    "cat",
    "cp",
    "cut",
    "diff",
    "echo",
    "gunzip",
    "gzip",
    "head",
    "ls",
    "mkdir",
    "printf",
    "pytest",
    "sed",
    "tail",
}
"""What a console block may run; setting things up (pip, make) is no business of a test: fence it as text."""
REST = "…"
"""A line of its own in an expected output: any lines may stand there."""
_FAILS = re.compile(r"^(?:errata: error|usage: |sh: |Traceback|\w+: .*No such file)", re.MULTILINE)
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[\w-]*)(?P<rest>.*)$")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it begins (line of the first fence, from 1), its language, its lines without the fences."""

    line: int
    language: str
    lines: tuple[str, ...]
    indent: str = ""


def parse_blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, those in comments too: a comment may hide what sets the stage."""
    start, opened, kept = 0, None, list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        fence = FENCE.match(line)
        if opened is None and fence:
            start, opened, kept = number, fence, []
        elif opened is not None and fence and not fence["language"]:
            yield Block(start, opened["language"], tuple(kept), opened["indent"])
            opened = None
        elif opened is not None:
            kept.append(line.removeprefix(opened["indent"]))
    if opened is not None:
        raise ValueError(f"line {start}: the block has no end")


@dataclass(frozen=True)
class Ran:
    """A block with what came out: the lines it should have, and whether those it has say the same."""

    block: Block
    made: tuple[str, ...]
    agrees: bool
    remark: str = ""


def matches(shown: tuple[str, ...], made: tuple[str, ...]) -> bool:
    """Tell whether output is as shown, where a line `…` stands for any lines."""
    if REST not in shown:
        return shown == made
    pattern = "".join("(?:.*\n)*" if line == REST else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in made)) is not None


def renewed(shown: tuple[str, ...], made: tuple[str, ...]) -> tuple[str, ...]:
    """Return output to show from now on: what was made, with lines `…` where those shown had them."""
    lines: list[str] = []
    for how, first, stop, start, end in SequenceMatcher(None, shown, made, autojunk=False).get_opcodes():
        old, new = shown[first:stop], made[start:end]
        if how == "equal" or REST not in old:
            lines += new
            continue
        before, after = old.index(REST), old[::-1].index(REST)
        lines += (*new[:before], REST, *new[max(before, len(new) - after) :])
    return tuple(lines)


class Reader:
    """Someone who follows a page: a folder with the example corpus, and names that live from block to block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "page"}
        for path in EXAMPLES.glob("*.*"):
            if path.suffix in {".jsonl", ".m2", ".txt", ".xml"}:
                shutil.copy(path, folder)

    def run(self, block: Block) -> Ran:
        """Run a block of a language in `RUN`."""
        if block.language == "console":
            return self._run_commands(block)
        if any(line.startswith(">>>") for line in block.lines):
            return self._run_examples(block)
        return self._run_script(block)

    def _run_commands(self, block: Block) -> Ran:
        made: list[str] = []
        agrees = True
        shown = split_commands(block)
        if not shown:
            return Ran(block, block.lines, False, "a console block begins with a command: '$ errata …'")
        for command, output in shown:
            text = "\n".join(line.removeprefix("> ") for line in command)
            words = shlex.split(text, comments=True)
            if not words or words[0] not in COMMANDS:
                return Ran(block, block.lines, False, f"{text!r} is not run here; fence it as text")
            got = tuple(self._shell(text).rstrip("\n").split("\n"))
            got = () if got == ("",) else got
            same = matches(output, got)
            if not same and _FAILS.search("\n".join(got)) and not _FAILS.search("\n".join(output)):
                return Ran(block, block.lines, False, f"{text!r} fails now: {got[-1]}")
            agrees &= same
            made += [f"$ {command[0]}", *command[1:], *(output if same else renewed(output, got))]
        return Ran(block, tuple(made), agrees)

    def _shell(self, command: str) -> str:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        ran = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "COLUMNS": "100", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return ran.stdout.decode()

    def _run_examples(self, block: Block) -> Ran:
        parts = doctest.DocTestParser().parse("\n".join(block.lines) + "\n")
        made: list[str] = []
        agrees = True
        checker = doctest.OutputChecker()
        for part in parts:
            if isinstance(part, str):
                made += part.rstrip("\n").split("\n") if part.strip() else [""] if part else []
                continue
            got = self._interact(part.source)
            same = checker.check_output(part.want, got, sum(part.options, doctest.ELLIPSIS))
            agrees &= same
            source = part.source.rstrip("\n").split("\n")
            made += [f"{'...' if number else '>>>'} {line}".rstrip() for number, line in enumerate(source)]
            made += (part.want if same else got).rstrip("\n").split("\n") if (part.want if same else got) else []
        return Ran(block, tuple(made), agrees)

    @contextlib.contextmanager
    def _at_the_desk(self, out: io.StringIO) -> Iterator[None]:
        with warnings.catch_warnings(), contextlib.chdir(self.folder), contextlib.redirect_stdout(out):
            warnings.simplefilter("ignore", ErrataWarning)  # a reader would see them beside the output
            yield

    def _interact(self, source: str) -> str:
        out = io.StringIO()
        with self._at_the_desk(out):
            try:
                exec(compile(source, "<page>", "single"), self.names)
            except Exception as error:
                name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
                out.write(f"Traceback (most recent call last):\n    ...\n{name}: {error}\n")
        return out.getvalue()

    def _run_script(self, block: Block) -> Ran:
        source = "\n".join(block.lines)
        try:
            with self._at_the_desk(io.StringIO()):
                exec(compile(source, "<page>", "exec"), self.names)
        except Exception:
            return Ran(block, block.lines, False, traceback.format_exc(limit=-1))
        return Ran(block, block.lines, True)


def split_commands(block: Block) -> list[tuple[list[str], tuple[str, ...]]]:
    """Return the commands of a console block, each with the lines of its output; '> ' continues a command."""
    parts: list[tuple[list[str], list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            parts.append(([line.removeprefix("$ ")], []))
        elif not parts:
            return []
        elif line.startswith("> ") and not parts[-1][1]:
            parts[-1][0].append(line)
        else:
            parts[-1][1].append(line)
    for _, output in parts:  # a blank line before the next command, or at the end, is there to be read
        while output and not output[-1]:
            output.pop()
    return [(command, tuple(output)) for command, output in parts]


def read_page(page: Path, folder: Path) -> Iterator[Ran]:
    """Run the blocks of a page in turn."""
    reader = Reader(folder)
    for block in parse_blocks(page.read_text(encoding="utf-8")):
        if block.language in RUN:
            yield reader.run(block)
        elif block.language not in SHOWN:
            yield Ran(block, block.lines, False, f"the block is {block.language or 'nothing'}, none of {RUN | SHOWN}")
