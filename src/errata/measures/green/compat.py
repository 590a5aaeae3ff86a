"""The programs `green`, `sgreen` and `mgreen` of GREEN 0.1.0: their arguments, their output."""

import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

from errata.cli.options import whole
from errata.errors import InputError, LengthError
from errata.formats.files import read_lines
from errata.measures.data import GoldBlock, Table
from errata.measures.green.measure import REGIONS, Cumulative, Green, cumulate, f_score
from errata.model import Corpus, Output
from errata.text.messages import plural

_MAX_ORDER = 100
_MAX_DIGITS = 20
_MAX_BETA = 1e6


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog=f"errata compat {program}",
        description=f"A drop-in replacement for {program} of GREEN 0.1.0.",
    )
    add = parser.add_argument
    add("-s", "--src", "--source", dest="source", required=True, metavar="FILE", help="source")
    add(
        "-r",
        "--ref",
        "--refs",
        "--references",
        dest="references",
        nargs="+",
        required=True,
        metavar="FILE",
        help="references",
    )
    names = ("--cor", "--cors", "--corrected", "--corrected-sentences", "-o", "--out", "--outs", "--outputs")
    add(
        "-c",
        *names,
        "--hyp",
        "--hyps",
        "--hypotheses",
        dest="outputs",
        nargs="+",
        required=True,
        metavar="FILE",
        help="outputs",
    )
    add("-n", type=whole(1, _MAX_ORDER), default=4, help="highest order (default: 4)")
    add(
        "-b",
        "--beta",
        dest="betas",
        type=float,
        nargs="+",
        default=[1.0],
        help="one or more betas (default: 1.0)",
    )
    add(
        "-t",
        "--token",
        "--tokenize",
        "--tokenization",
        dest="unit",
        choices=("word", "char"),
        default="word",
        help="unit (default: word)",
    )
    add("-d", "--digit", dest="digits", type=whole(0, _MAX_DIGITS), default=2, help="decimals (default: 2)")
    add("-v", "--verbose", action="store_true", help="show tables")
    add("-l", "--line-verbose", action="store_true", help="with -v, one line instead of a table")
    return parser


def _lines(path: str) -> list[str]:
    """Read a file as the original does: LF, CR LF and a lone CR all end a line."""
    return list(read_lines(path, universal=True))


def _rounded(value: float, digits: int) -> str:
    """Round the shortest decimal representation of a number half up."""
    return str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


def _percent(value: float, digits: int) -> str:
    return _rounded(value * 100, digits)


def _alpha(beta: float) -> float:
    return 1 / (1 + beta * beta)


def _box(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Draw a boxed table with centred cells; an odd space goes left of a text of even length, otherwise right."""

    def centred(text: str, width: int) -> str:
        spare = width - len(text)
        left = spare // 2 + (spare % 2 if len(text) % 2 == 0 else 0)
        return " " * left + text + " " * (spare - left)

    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    yield rule
    for number, cells in enumerate([header, *rows]):
        yield ("|" + "|".join(f" {centred(cell, width)} " for cell, width in zip(cells, widths, strict=True)) + "|")
        if number == 0:
            yield rule
    yield rule


def _region_table(counts: Sequence[float], beta: float, digits: int) -> Iterator[str]:
    header = ["", *REGIONS, "TP", "FP", "FN", "P", "R", f"F{beta}", "cumP", "cumR", "cumF"]
    rows = []
    for order, means in enumerate(cumulate(counts), 1):
        regions = counts[(order - 1) * len(REGIONS) : order * len(REGIONS)]
        tk, td, ti, od, oi, ud, ui = regions
        rates = (
            *_three(means.order_precision, means.order_recall, beta),
            *_three(means.precision, means.recall, beta),
        )
        cells = [order, *regions, tk + td + ti, od + oi, ud + ui]
        rows.append([*map(str, cells), *(_percent(rate, digits) for rate in rates)])
    return _box(header, rows)


def _three(precision: float, recall: float, beta: float) -> tuple[float, float, float]:
    return precision, recall, f_score(precision, recall, beta)


class _Job:
    """The files of a call, counted; the measure with any beta."""

    def __init__(self, program: str, options: Namespace) -> None:
        too_large = [beta for beta in options.betas if not abs(beta) <= _MAX_BETA]
        if too_large and (program != "sgreen" or options.verbose or math.isnan(too_large[0])):
            raise InputError(f"beta {too_large[0]} cannot be printed; the original fails here too (sgreen takes it)")
        self.digits: int = options.digits
        self.unit: str = options.unit
        self.n: int = options.n
        self.betas: list[float] = options.betas
        self.paths: list[str] = options.outputs
        self.sources = _lines(options.source)
        # The original zips references together, so a longer one among several is cut to the shortest.
        references = [_lines(path) for path in options.references]
        shortest = min(map(len, references))
        self._check(options.source, " ".join(options.references), shortest)
        gold = Corpus.from_texts(self.sources, [lines[:shortest] for lines in references])
        self.gold = GoldBlock.of(gold)
        self.outputs = [_lines(path) for path in self.paths]
        if program == "sgreen":  # which zips the outputs, too
            length = min(map(len, self.outputs))
            self.outputs = [lines[:length] for lines in self.outputs]
        if not self.sources:
            raise InputError(f"{options.source} is empty; there is nothing to score")
        for path, lines in zip(self.paths, self.outputs, strict=True):
            self._check(options.source, path, len(lines))
        self.tables = [self._green(1.0).count(self.gold, Output("", lines)) for lines in self.outputs]

    def _check(self, source: str, path: str, n_lines: int) -> None:
        if n_lines != len(self.sources):
            raise LengthError(f"{path} has {plural(n_lines, 'line')} but {source} has {len(self.sources)}")

    def _green(self, beta: float) -> Green:
        measure = Green(unit=self.unit, n=self.n, strip=False)
        # Past the bounds of the measure: a negative beta acts like its absolute value, an infinite one like a huge one.
        object.__setattr__(measure, "beta", min(abs(beta), 1e150))
        return measure

    def chosen(self, table: Table, beta: float) -> list[int]:
        """Return the row of each sentence's best reference."""
        return self._green(beta).choose(table)

    def means(self, counts: Sequence[float]) -> Cumulative:
        """Return the means over all orders."""
        return cumulate(counts)[-1]

    def f(self, counts: Sequence[float], beta: float) -> float:
        """Return F over all orders."""
        means = self.means(counts)
        return f_score(means.precision, means.recall, beta)

    def sentence_scores(self, table: Table, beta: float) -> list[float]:
        """Return F of every sentence."""
        return [self.f(table.row(row), beta) for row in self.chosen(table, beta)]


def _header(job: _Job) -> Iterator[str]:
    yield "\t".join(["alpha", *(_rounded(_alpha(beta), job.digits) for beta in job.betas)])
    yield "\t".join(["beta", *(_rounded(beta, job.digits) for beta in job.betas)])


def _green(job: _Job, options: Namespace) -> Iterator[str]:
    if not options.verbose:
        yield from _header(job)
    for path, table in zip(job.paths, job.tables, strict=True):
        totals = [table.total(job.chosen(table, beta)) for beta in job.betas]
        if not options.verbose:
            scores = (job.f(total, beta) for total, beta in zip(totals, job.betas, strict=True))
            yield "\t".join([path, *(_percent(score, job.digits) for score in scores)])
            continue
        for total, beta in zip(totals, job.betas, strict=True):
            alpha_text, beta_text = _rounded(_alpha(beta), job.digits), _rounded(beta, job.digits)
            if options.line_verbose:
                means = job.means(total)
                rates = _three(means.precision, means.recall, beta)
                yield "\t".join([alpha_text, beta_text, *(_percent(rate, job.digits) for rate in rates)])
            else:
                yield f"{path}\talpha={alpha_text}\tbeta={beta_text}"
                yield from _region_table(total, beta, job.digits)


def _mgreen(job: _Job, options: Namespace) -> Iterator[str]:
    yield from _header(job)
    for path, table in zip(job.paths, job.tables, strict=True):
        columns = [job.sentence_scores(table, beta) for beta in job.betas]
        means = (math.fsum(column) / len(column) for column in columns)
        yield "\t".join([path, *(_percent(mean, job.digits) for mean in means)])


def _sgreen(job: _Job, options: Namespace) -> Iterator[str]:
    if options.verbose:
        yield from _sentence_tables(job)
        return
    columns = [job.sentence_scores(table, beta) for beta in job.betas for table in job.tables]
    for scores in zip(*columns, strict=True):
        yield "\t".join(_percent(score, job.digits) for score in scores)


def _sentence_tables(job: _Job) -> Iterator[str]:
    choices = {
        (number, beta): set(job.chosen(table, beta)) for number, table in enumerate(job.tables) for beta in job.betas
    }
    for index, source in enumerate(job.sources):
        for number, (table, lines) in enumerate(zip(job.tables, job.outputs, strict=True)):
            for beta in job.betas:
                for rank, row in enumerate(table.rows_of(index)):
                    mark = "*" if row in choices[number, beta] else " "
                    yield f"S-{index + 1}   \t{source}"
                    yield f"C-{index + 1}-{number + 1} \t{lines[index]}"
                    yield f"R-{index + 1}-{rank + 1}{mark}\t{job.gold.references[index][rank].text}"
                    yield from _region_table(table.row(row), beta, job.digits)


def run(program: str, arguments: list[str]) -> int:
    """Print what the program prints."""
    options = _parser(program).parse_args(arguments)
    write = {"green": _green, "sgreen": _sgreen, "mgreen": _mgreen}[program]
    for line in write(_Job(program, options), options):
        print(line)
    return 0
