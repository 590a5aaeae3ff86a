"""The program `m2scorer` in its last public version: its arguments, its output."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from errata.api.accept import check_length
from errata.cli.inputs import read_gold
from errata.cli.options import whole
from errata.cli.terminal import show_findings
from errata.errors import FormatError
from errata.formats import read_lines
from errata.formats.files import InputFile
from errata.measures.data import GoldBlock, Table
from errata.measures.m2.measure import M2
from errata.measures.m2.proposals import Proposal
from errata.measures.m2.searched import Searched
from errata.measures.python2 import show, show_float
from errata.model import Corpus, Output
from errata.records import replace

_Edit = tuple[int, int, str, str]

_USAGE = """\
Usage: m2scorer [OPTIONS] SYSTEM SOURCE_GOLD
where
  SYSTEM          -   system output, one sentence per line
  SOURCE_GOLD     -   source sentences with gold token edits
OPTIONS
  -v    --verbose                   -  print verbose output
        --very_verbose              -  print the same
        --max_unchanged_words N     -  maximum unchanged words when extracting edits (default: 2)
        --beta B                    -  weight of recall in F (default: 0.5)
        --ignore_whitespace_casing  -  ignore edits that only affect white space and casing"""


class _Parser(ArgumentParser):
    """Wrong arguments end as in the original: usage on standard error, exit status 255."""

    def error(self, message: str) -> None:  # type: ignore[override]  # the base says it never returns; neither does this
        print(f"{message}\n{_USAGE}", file=sys.stderr)
        sys.exit(255)


def _parser() -> ArgumentParser:
    parser = _Parser(prog="errata compat m2scorer", usage=_USAGE.removeprefix("Usage: "), allow_abbrev=False)
    parser.add_argument("-v", "--verbose", "--very_verbose", action="store_true", dest="verbose")
    parser.add_argument("--max_unchanged_words", type=whole(0, 1_000_000), default=2)
    parser.add_argument("--beta", type=float, default=0.5)
    parser.add_argument("--ignore_whitespace_casing", action="store_true")
    parser.add_argument("system")
    parser.add_argument("source_gold")
    return parser


def _words(searched: Searched, sentence: int, proposal: Proposal) -> _Edit:
    return (proposal.start, proposal.end, *searched.words(sentence, proposal))


def _is_deletion(edit: _Edit) -> bool:
    return bool(edit[2]) and not edit[3]


def _is_insertion(edit: _Edit) -> bool:
    return bool(edit[3]) and not edit[2]


def _markers(searched: Searched, sentence: int, row: int) -> Iterator[str]:
    """Yield the lines that mark a right deletion next to an insertion, or a right insertion next to a deletion.

    Next to an edit is what begins where it ends or ends where it begins; what kind of edit that is, and whether it is
    right too, is judged after shrinking. An edit is marked as often as it is right.
    """
    proposals = searched.matches.edits(row)
    for proposal, hits in zip(proposals, searched.all_met(row), strict=True):
        edit = _words(searched, sentence, proposal)
        if not hits or not (_is_deletion(edit) or _is_insertion(edit)):
            continue
        is_opposite = _is_insertion if _is_deletion(edit) else _is_deletion
        touching = [other for other in proposals if proposal.end == other.start or other.end == proposal.start]
        small = [searched.shrunk(sentence, other) for other in touching]
        beside = [other for other in small if is_opposite(_words(searched, sentence, other))]
        if beside:
            mark = "!" if any(searched.fits_any(row, other) for other in beside) else "&" if edit[2] else "*"
            yield from [f"{mark} {show(edit)}"] * len(hits)


def _block(job: "_Job", sentence: int, row: int, so_far: Sequence[float]) -> Iterator[str]:
    """Yield what the original prints for one annotator: counts and ratios are those of all sentences so far."""
    searched: Searched = job.table.notes[row][0]
    proposals = searched.matches.edits(row)
    source = job.gold[sentence].tokens
    gold = [
        (edit.start, edit.end, " ".join(source[edit.start : edit.end]), [text.strip() for text in edit.corrections])
        for edit in searched.gold_edits[row]
    ]
    sums = [total + own for total, own in zip(so_far, job.table.row(row), strict=True)]
    values = job.measure.score(sums)
    square = job.measure.beta**2
    denominator = square * sums[2] + sums[1]
    f = (1 + square) * sums[0] / denominator if denominator else float(sums[0] == 0)
    yield f">> Annotator: {job.table.labels[row]}"
    yield from _markers(searched, sentence, row)
    lines = {
        "SOURCE": " ".join(source),
        "HYPOTHESIS": job.outputs[sentence].strip(),
        "EDIT SEQ": show([_words(searched, sentence, searched.shrunk(sentence, proposal)) for proposal in proposals]),
        "GOLD EDITS": show(gold),
        "CORRECT EDITS": show(
            [
                _words(searched, sentence, proposal)
                for proposal, hits in zip(proposals, searched.all_met(row), strict=True)
                for _ in hits
            ]
        ),
        "# correct": int(sums[0]),
        "# proposed": int(sums[1]),
        "# gold": int(sums[2]),
        "precision": show_float(values["precision"]),
        "recall": show_float(values["recall"]),
    }
    for label, content in lines.items():
        yield f"{label:14}: {content}"
    yield f"f_{job.measure.beta:.1f}         : {show_float(f)}"
    yield "-" * 43


class _Job:
    """The files of a call, searched."""

    def __init__(self, measure: M2, gold: Corpus, outputs: list[str], name: str) -> None:
        check_length(name, outputs, gold.name, gold.sources)
        for annotator in gold.annotators:
            if isinstance(annotator, str):
                raise FormatError(f"{gold.name}: annotator {annotator!r} is not a number, which the program needs")
        self.measure = measure
        self.gold = gold
        self.outputs = outputs
        self.table: Table = measure.count(GoldBlock.of(gold), Output(name, outputs))
        self.chosen = measure.choose(self.table)

    def verbose(self) -> Iterator[str]:
        """Yield a block for each annotator of each sentence, then the sums."""
        so_far: Sequence[float] = [0, 0, 0]
        for sentence, best in enumerate(self.chosen):
            for row in self.table.rows_of(sentence):
                yield from _block(self, sentence, row, so_far)
            yield f">> Chosen Annotator for line {sentence + 1} : {self.table.labels[best]}"
            yield ""
            so_far = [total + own for total, own in zip(so_far, self.table.row(best), strict=True)]
        values = self.measure.score(so_far)
        yield f"CORRECT EDITS  : {int(so_far[0])}"
        yield f"PROPOSED EDITS : {int(so_far[1])}"
        yield f"GOLD EDITS     : {int(so_far[2])}"
        yield f"P = {show_float(values['precision'])}"
        yield f"R = {show_float(values['recall'])}"
        yield f"F_{self.measure.beta:.1f} = {show_float(values['f'])}"

    def closing(self) -> Iterator[str]:
        """Yield the three lines that everyone reads."""
        values = self.measure.score(self.table.total(self.chosen))
        yield f"Precision   : {values['precision']:.4f}"
        yield f"Recall      : {values['recall']:.4f}"
        yield f"F_{self.measure.beta:.1f}       : {values['f']:.4f}"


def run(program: str, arguments: list[str]) -> int:
    """Print what the program prints; a search above the budget is reported on standard error."""
    options = _parser().parse_args(arguments)
    measure = M2(
        beta=options.beta,
        unchanged=options.max_unchanged_words,
        ignore_case_space=options.ignore_whitespace_casing,
    )
    system = InputFile(options.system)
    gold = read_gold(InputFile(options.source_gold), "SOURCE_GOLD, the second file,", [system])
    job = _Job(measure, gold, read_lines(system), options.system)
    show_findings([replace(found, file=options.system) for found in measure.remarks(job.table)])
    for line in [*(job.verbose() if options.verbose else ()), *job.closing()]:
        print(line)
    return 0
