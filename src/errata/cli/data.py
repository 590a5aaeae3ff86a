"""`errata data`: list, show and fetch the corpora that can be scored by name."""

from argparse import ArgumentParser
from pathlib import Path

from errata.cli.habits import fitted
from errata.cli.parser import HelpFormatter
from errata.cli.terminal import put, tell
from errata.presets import Preset, available_presets, cache_folder, get_preset, preset_folder
from errata.report.report import Column, ReportTable
from errata.report.writers import draw

_DESCRIPTION = """\
Download well-known corpora and score against them by name. For example:

  errata data list
  errata data get conll14
  errata score --data conll14 system.txt

Files are downloaded from the official address, compared with the official SHA-256 where it is known, and kept in the
folder named by ERRATA_DATA, or else in your cache folder. If you have your own copy, or must request the data:

  errata data get conll14 --from conll14st-test-data.tar.gz
"""


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="errata data", description=_DESCRIPTION, formatter_class=HelpFormatter)
    commands = parser.add_subparsers(dest="what", metavar="list|show|get|path", required=True)
    commands.add_parser("list", help="list the corpora")
    for name, about in (
        ("show", "show a corpus's origin, licence, files and citation"),
        ("get", "fetch a corpus"),
        ("path", "print the folder of an installed corpus"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("name", metavar="NAME", help="a corpus from 'errata data list'")
        if name == "get":
            command.add_argument("--from", dest="origin", metavar="PATH", help="take it from a folder or archive")
            command.add_argument("-q", "--quiet", action="store_true", help="no progress on stderr")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    if options.what == "list":
        put(_list())
    elif options.what == "show":
        put(_show(get_preset(options.name)))
    elif options.what == "path":
        put(str(preset_folder(get_preset(options.name))))
    else:
        _get(get_preset(options.name), options.origin, options.quiet)
    return 0


def _state(preset: Preset) -> str:
    folder = cache_folder() / preset.name
    return "yes" if all((folder / name).is_file() for name in preset.installed) else "no"


def _list() -> str:
    rows = [
        {
            "name": preset.name,
            "fetched": _state(preset),
            "checksum": "known" if preset.is_verified else "unverified",
            "licence": preset.licence,
            "content": preset.about,
        }
        for preset in available_presets().values()
    ]
    text = draw([ReportTable([Column(key, key) for key in rows[0]], rows)], "table")
    return fitted(text, text.partition("\n")[0].rindex("content"))


def _show(preset: Preset) -> str:
    facts = {
        "name": preset.name,
        "content": preset.about,
        "home": preset.home,
        "download": preset.archive or preset.base or preset.ask,
        "licence": preset.licence,
        "cite": preset.citation,
        "sentences": "" if preset.sentences is None else f"{preset.sentences:,}",
        "gold": preset.fingerprint,
        "fetched": _state(preset),
    }
    lines = [f"{key:10}{value}" for key, value in facts.items() if value]
    for item in preset.files:
        lines.append(f"{'file':10}{item.name}  (SHA-256 {item.sha256 or 'unverified'}) from {item.origin}")
    return "\n".join(lines)


def _get(preset: Preset, origin: str | None, quiet: bool) -> None:
    import sys

    from errata.presets.fetching import fetch

    watching = not quiet and sys.stderr.isatty()

    def progress(address: str, size: int, total: int | None) -> None:
        share = f" of {total / 1e6:.1f}" if total else ""
        print(f"\r{address}: {size / 1e6:.1f}{share} MB", end="", file=sys.stderr, flush=True)

    got = fetch(preset, Path(origin) if origin else None, progress if watching else lambda *_: None)
    if watching and origin is None:
        print(file=sys.stderr)
    for name in got.unverified:
        tell(f"note: {name} is unverified: its official SHA-256 is not known; this copy has {got.sums[name]}")
    put(str(got.folder))
