"""The authors' GLEU scripts: `compute_gleu` of 2016 and of 2015, and the one that ships with JFLEG."""

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from errata.cli.options import whole
from errata.errors import LengthError
from errata.formats.files import display_name, read_lines
from errata.measures.data import GoldBlock, Selections, Table
from errata.measures.gleu.measure import INTERVAL_QUANTILE, Gleu, authors_gleu, smoothed
from errata.measures.python2 import show_float
from errata.model import Corpus, Output
from errata.text.messages import plural

_ORDERS = 4
"""The scripts divide by this number of orders, whatever `-n` says."""

_SENTENCES = "===== Sentence-level scores ====="
_OVERALL = "==== Overall score ====="


def _parser(program: str) -> ArgumentParser:
    outputs = "--hyp" if program == "jfleg_gleu" else "-o"
    parser = ArgumentParser(
        prog=program,
        description=f"A drop-in replacement for {program}. For example: "
        f"errata compat {program} -s src.txt -r ref0.txt ref1.txt {outputs} out.txt",
    )
    add = parser.add_argument
    add("-s", dest="source", required=True, metavar="FILE", help="source")
    add("-r", dest="references", nargs="+", required=True, metavar="FILE", help="references")
    add(outputs, dest="outputs", nargs="+", required=True, metavar="FILE", help="outputs; '-' is standard input")
    add(
        "-n",
        type=whole(1, 100),
        default=_ORDERS,
        help="orders that count; the mean still divides by 4 (default: 4)",
    )
    if program == "jfleg_gleu":
        add("--sent", dest="sentences", action="store_true", help="scores of sentences instead of the corpus")
    else:
        add("-d", dest="sentences", action="store_true", help="show the scores of sentences too")
    if program == "compute_gleu":
        add(
            "--iter",
            dest="draws",
            type=whole(1, 1_000_000),
            default=500,
            help="how often references are drawn (default: 500)",
        )
    if program == "compute_gleu_2015":
        add("-l", dest="lambdas", type=float, nargs="+", default=[0.0], help="weights of the penalty (default: 0)")
    return parser


class _Job:
    """The files of a call; outputs may be shorter than the source, which the scripts accept."""

    def __init__(self, options: Namespace, *, universal: bool) -> None:
        self.paths: list[str] = options.outputs
        self._universal = universal
        self._source: str = options.source
        self._sources = self._read(options.source)
        self._references = {path: self._read(path) for path in options.references}
        self._reference_paths: list[str] = options.references
        self._blocks: dict[int, GoldBlock] = {}

    def table(self, path: str, measure: Gleu) -> Table:
        """Return the counts of an output."""
        lines = self._read(path)
        return measure.count(self._gold(display_name(path), len(lines)), Output("", lines))

    def _read(self, path: str) -> list[str]:
        return list(read_lines(path, universal=self._universal))

    def _gold(self, name: str, n_lines: int) -> GoldBlock:
        """Return the first lines of the gold, as many as the output has; cached by length."""
        if n_lines in self._blocks:
            return self._blocks[n_lines]
        n_sources = len(self._sources)
        if n_lines > n_sources:
            raise LengthError(f"{name} has {plural(n_lines, 'line')} but {self._source} has {n_sources}")
        for path, lines in self._references.items():
            if not n_lines <= len(lines) <= n_sources:
                raise LengthError(
                    f"{path} has {plural(len(lines), 'line')} but {self._source} has {n_sources} and {name} {n_lines}; "
                    "every line of the output needs its references"
                )
        references = [self._references[path][:n_lines] for path in self._reference_paths]
        block = self._blocks[n_lines] = GoldBlock.of(Corpus.from_texts(self._sources[:n_lines], references))
        return block


def _sum(values: Sequence[float]) -> float:
    """Return the sum in NumPy's order of addition: halves of long arrays, eight strands in a block.

    Its last bit decides whether equal scores have a deviation of 0, for which the scripts print no interval.
    """
    n = len(values)
    if n > 128:
        half = n // 2 - n // 2 % 8
        return _sum(values[:half]) + _sum(values[half:])
    total = 0.0
    whole = n - n % 8
    if whole:
        strands = list(values[:8])
        for start in range(8, whole, 8):
            strands = [strand + value for strand, value in zip(strands, values[start : start + 8], strict=True)]
        one, two, three, four, five, six, seven, eight = strands
        total = ((one + two) + (three + four)) + ((five + six) + (seven + eight))
    for value in values[whole:]:
        total += value
    return total


def _spread(scores: Sequence[float]) -> tuple[str, str, str]:
    """Return mean, deviation and interval as the scripts print them."""
    mean = _sum(scores) / len(scores)
    std = math.sqrt(_sum([(score - mean) ** 2 for score in scores]) / len(scores))
    reach = INTERVAL_QUANTILE * std
    interval = f"({mean - reach:.3f},{mean + reach:.3f})" if std else "(nan,nan)"
    return f"{mean:.6f}", f"{std:.6f}", interval


def _corpus_spread(measure: Gleu, table: Table, n: int) -> tuple[str, str, str]:
    """Return the spread of the draws' scores over the first `n` orders."""
    choice = measure.choose(table)
    if isinstance(choice, Selections):
        totals = [table.total_picked(picks) for picks in choice.picks]
    else:
        totals = [table.total(choice)]
    return _spread([authors_gleu(sums[: 2 + 2 * n], _ORDERS) for sums in totals])


def _sentence_spreads(table: Table) -> Iterator[tuple[str, str, str]]:
    for rows in table.groups():
        yield _spread([authors_gleu(smoothed(table.row(row)), _ORDERS) for row in rows])


def _compute_gleu(job: _Job, options: Namespace) -> Iterator[str]:
    measure = Gleu(samples=options.draws)
    for path in job.paths:
        table = job.table(path, measure)
        corpus = _corpus_spread(measure, table, options.n)
        if not options.sentences:
            yield f"{PurePath(path).name} {corpus[0]}"
            continue
        yield from ("", _SENTENCES, "SID Mean Stdev 95%CI GLEU")
        for number, spread in enumerate(_sentence_spreads(table)):
            yield " ".join([str(number), *spread])
        yield from ("", _OVERALL, "Mean Stdev 95%CI GLEU", " ".join(corpus))


def _compute_gleu_2015(job: _Job, options: Namespace) -> Iterator[str]:
    for path in job.paths:
        for weight in options.lambdas:
            measure = Gleu(variant="2015", lambda_=weight)
            table = job.table(path, measure)
            rows = [table.row(row) for row in range(len(table))]
            output, reference, *terms = table.total(range(len(table)))
            # The lengths are confused, as in the original.
            sums = [reference, output, *terms[: 2 * options.n]]
            # It gives up at the first 0 among them, and says so by a whole number.
            score = show_float(authors_gleu(sums, _ORDERS)) if all(sums) else "0"
            head = f"{PurePath(path).name} {show_float(weight)}"
            if not options.sentences:
                yield f"{head} {score}"
                continue
            yield from (head, _SENTENCES, "SID\tGLEU")
            yield from (f"{number}\t{measure.score(row)['gleu']:.6f}" for number, row in enumerate(rows))
            yield from ("", _OVERALL, score)


def _jfleg_gleu(job: _Job, options: Namespace) -> Iterator[str]:
    for path in job.paths:
        # Sentences are scored over all the orders asked for, the corpus over the first four at most.
        measure = Gleu(variant="jfleg", n=options.n)
        table = job.table(path, measure)
        spreads = list(_sentence_spreads(table)) if options.sentences else [_corpus_spread(measure, table, _ORDERS)]
        yield path
        if len(options.references) == 1:
            yield "There is one reference. NOTE: GLEU is not computing the confidence interval."
            yield from (mean for mean, _, _ in spreads[:1])
        else:
            yield str([list(spread) for spread in spreads])


_WRITERS = {"compute_gleu": _compute_gleu, "compute_gleu_2015": _compute_gleu_2015, "jfleg_gleu": _jfleg_gleu}


def run(program: str, arguments: list[str]) -> int:
    """Print what the program prints."""
    options = _parser(program).parse_args(arguments)
    # The script of JFLEG runs under Python 3, to which a lone CR ends a line.
    for line in _WRITERS[program](_Job(options, universal=program == "jfleg_gleu"), options):
        print(line)
    return 0
