"""`errata selftest`: does this installation reproduce the numbers of the original programs?"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from errata._version import __version__
from errata.errors import FileError
from errata.golden import Verdict, judge, measures
from errata.kernels import ngrams

_DESCRIPTION = """\
Check this installation against the numbers of the original programs. For example:

  errata selftest
  errata selftest --data DIR --measure m2 --measure green

Small cases ship with errata. With --data the numbers on CoNLL-2014 and JFLEG are compared too: DIR holds data/ with the
corpora and golden/ with the originals' numbers. The exit status is 1 if any number differs.
"""
_SHOWN = 20


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata selftest", description=_DESCRIPTION, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", metavar="DIR", type=Path, help="folder with data/ and golden/")
    parser.add_argument(
        "--measure", metavar="NAME", action="append", choices=measures(), help="only this measure (repeat for more)"
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="output format")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    if options.data and not options.data.is_dir():
        raise FileError(f"{options.data} is not a folder; --data takes one with data/ and golden/")
    verdicts = judge(options.data, options.measure or measures())
    return _print_json(list(verdicts)) if options.format == "json" else _print_table(verdicts)


def _print_table(verdicts: Any) -> int:
    how = "compiled" if ngrams.COMPILED else "interpreted"
    print(f"errata {__version__}, {how} kernels: numbers that agree with the original programs\n")
    print(f"{'measure':12}{'compared on':15}{'numbers':>10}{'agree':>10}\n{'─' * 47}")
    total = wrong = 0
    for verdict in verdicts:
        total, wrong = total + verdict.n_numbers, wrong + len(verdict.differences)
        agree = verdict.n_numbers - len(verdict.differences)
        print(f"{verdict.measure:12}{verdict.corpus:15}{verdict.n_numbers:>10,}{agree:>10,}", flush=True)
        for item in verdict.differences[:_SHOWN]:
            print(f"  {item}")
        if len(verdict.differences) > _SHOWN:
            print(f"  … and {len(verdict.differences) - _SHOWN} more")
    print(f"\n{wrong:,} of {total:,} numbers do not agree" if wrong else f"\nall {total:,} numbers agree")
    return 1 if wrong else 0


def _print_json(verdicts: list[Verdict]) -> int:
    import json

    agree = not any(verdict.differences for verdict in verdicts)
    results = [
        {
            "measure": verdict.measure,
            "corpus": verdict.corpus,
            "numbers": verdict.n_numbers,
            "agree": verdict.n_numbers - len(verdict.differences),
            "differences": [
                {"where": item.where, "expected": item.expected, "found": item.found} for item in verdict.differences
            ],
        }
        for verdict in verdicts
    ]
    record = {"errata": __version__, "schema": 1, "compiled": ngrams.COMPILED, "agree": agree, "results": results}
    print(json.dumps(record, ensure_ascii=False, indent=1, default=str))
    return 0 if agree else 1
