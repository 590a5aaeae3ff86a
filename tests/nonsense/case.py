"""A case of nonsense: files that are malformed, mismatched or misleading, a command, and the answer it must get."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.support import Ran, run

import errata

GOLD = """\
S He go to school yesterday .
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||0

S I likes apple .
A 1 2|||R:VERB:SVA|||like|||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN:NUM|||apples|||REQUIRED|||-NONE-|||0

S They was happy about it .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0

"""
"""Gold of three sentences, sound in itself."""
OUTPUT = "He went to school yesterday .\nI like apple .\nThey was happy about it .\n"
"""What a system might make of them."""

Contents = str | bytes | Callable[[], str | bytes]
"""What a file holds; a function where it is long enough to be made only when the case runs."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """What a user may do by mistake, or an attacker on purpose, and what errata must say to it."""

    name: str
    """A few words that say what is wrong, unlike those of any other case."""
    command: tuple[str, ...]
    """What follows `errata`; files are named relative to the folder of the case."""
    files: Mapping[str, Contents] = field(default_factory=dict)
    """Files to lay there; `gold.m2` and `out.txt` lie there unless the case brings its own."""
    status: int = 2
    says: tuple[str, ...]
    """What must be found in the message, in any order; on standard output too where the command is `validate`."""
    stdin: bytes = b""
    seconds: int | None = None
    """Run in a process of its own and stop after so long: for what might crash, hang or eat the memory."""
    megabytes: int = 4_000
    """How much memory that process may have."""
    needs: str = ""
    """A package without which the case is skipped, such as pyarrow."""

    def lay(self, folder: Path) -> None:
        """Write the files of the case."""
        for name, contents in {"gold.m2": GOLD, "out.txt": OUTPUT, **self.files}.items():
            made = contents() if callable(contents) else contents
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"))

    def run(self, folder: Path) -> Ran:
        """Run the command in a folder that holds the files."""
        if self.seconds is None:
            return run(*self.command, stdin=self.stdin)
        package = Path(errata.__file__).parent.parent
        limited = (
            f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, ({self.megabytes << 20},) * 2);"
            "from errata.cli import main; sys.exit(main())"
        )
        done = subprocess.run(
            [sys.executable, "-c", limited, *self.command],
            cwd=folder,
            input=self.stdin,
            capture_output=True,
            timeout=self.seconds,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])},
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
