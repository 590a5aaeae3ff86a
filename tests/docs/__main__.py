"""Show where pages are not true any more: `python -m tests.docs`; with `--update` rewrite outputs and tables."""

import argparse
import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.blocks import PAGES, Ran, read_page
from tests.docs.tables import generate


def renew(page: Path) -> tuple[str, list[Ran]]:
    """Return the page as it should be, and the blocks that cannot be put right by a new output."""
    with TemporaryDirectory() as folder:
        ran = list(read_page(page, Path(folder)))
    lines = page.read_text(encoding="utf-8").split("\n")
    for item in reversed(ran):
        if not item.agrees and not item.remark:
            block = item.block
            made = [f"{block.indent}{line}".rstrip() for line in item.made]
            lines[block.line : block.line + len(block.lines)] = made
    return generate("\n".join(lines)), [item for item in ran if item.remark]


def main() -> int:
    """Compare or rewrite the pages named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs", description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, default=PAGES)
    parser.add_argument("--update", action="store_true", help="rewrite outputs and generated tables")
    options = parser.parse_args()
    status = 0
    for page in options.pages:
        before = page.read_text(encoding="utf-8")
        after, wrong = renew(page)
        for item in wrong:
            print(f"{page}:{item.block.line}: {item.remark}", file=sys.stderr)
            status = 1
        if after == before:
            continue
        if options.update:
            page.write_text(after, encoding="utf-8")
            print(f"{page}: rewritten")
        else:
            status = 1
            sys.stdout.writelines(
                f"{line}\n"
                for line in unified_diff(before.split("\n"), after.split("\n"), str(page), "now", lineterm="")
            )
    return status


if __name__ == "__main__":
    sys.exit(main())
