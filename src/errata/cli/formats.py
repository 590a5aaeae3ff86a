"""`errata formats`: which files can be read and written, and what each format can hold."""

from argparse import ArgumentParser

from errata.cli.habits import fitted
from errata.formats import available_formats
from errata.formats.losses import FEATURES
from errata.report.report import Column, ReportTable
from errata.report.writers import draw

_UNTRIED = " [written from its public description, not tested on real files]"
_FLAGS = {"columns": "--columns", "text": "--source"}
"""Settings with a command-line option of their own."""


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata formats",
        description="List the file formats. Files may be compressed (.gz, .xz, .zst); '-' is standard input. "
        "For example: errata formats --carries",
    )
    add = parser.add_argument
    add("--carries", action="store_true", help="show what each format can hold; the rest is lost on writing")
    add("--settings", action="store_true", help="show the settings of readers and writers: --from NAME:key=value,…")
    add("--format", choices=("table", "markdown"), default="table")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    table = _carries() if options.carries else _settings() if options.settings else _list()
    text = draw([table], options.format)
    last = table.columns[-1].label or ""
    # The last column, which is running text, goes on below itself where the terminal is narrow.
    print(text if options.carries or options.format != "table" else fitted(text, text.partition("\n")[0].rindex(last)))
    return 0


def _list() -> ReportTable:
    rows = [
        {
            "format": form.name,
            "suffix": " ".join(form.suffixes),
            "content": form.about + _UNTRIED * form.from_description,
        }
        for form in available_formats().values()
    ]
    return ReportTable([Column(name, name) for name in ("format", "suffix", "content")], rows)


def _settings() -> ReportTable:
    rows = []
    for form in available_formats().values():
        for name, about in (form.read_settings | form.settings).items():
            options = (("--from", form.read_settings), ("--to", form.settings))
            taken = " ".join(option for option, known in options if name in known)
            flag = f" ({_FLAGS[name]})" if name in _FLAGS else ""
            rows.append({"format": form.name, "option": taken, "key": name, "value": about + flag})
    return ReportTable([Column(name, name) for name in ("format", "option", "key", "value")], rows)


def _carries() -> ReportTable:
    forms = list(available_formats().values())
    rows = [
        {"": meaning} | {form.name: form.carries.get(name, "–") for form in forms} for name, meaning in FEATURES.items()
    ]
    return ReportTable([Column(name, name) for name in ("", *(form.name for form in forms))], rows)
