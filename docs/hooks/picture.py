"""Draw the terminal of the README from what the commands really print: `python docs/hooks/picture.py`."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent.parent
PICTURE = ROOT / "docs" / "terminal.svg"
COMMANDS = (
    "errata score gold.m2 unchanged.txt good.txt bold.txt --measure m2 --measure green",
    "errata compat m2scorer good.txt gold.m2",
)
WIDTH = 92
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def outputs() -> dict[str, str]:
    """Return what each command prints on the example corpus."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with TemporaryDirectory() as folder:
        for name in ("gold.m2", "unchanged.txt", "good.txt", "bold.txt"):
            shutil.copy(ROOT / "src" / "errata" / "examples" / name, folder)
        return {
            command: subprocess.run(
                command.split(),
                cwd=folder,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for command in COMMANDS
        }


def draw() -> str:
    """Return the picture: no font or anything else is fetched to show it."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        for command, printed in outputs().items():
            console.print(Text.assemble(("$ ", "green"), (command, "bold")))
            for line in printed.splitlines():
                is_signature, is_number = "|v:" in line, bool(re.search(r"\d\.\d\d", line))
                style = "dim" if is_signature else "" if is_number else "cyan"
                console.print(Text(line, style=style, no_wrap=True, overflow="ellipsis"))
            console.print()
        svg = console.export_svg(title="errata")
    return _FONT.sub("", svg).replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono")


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
