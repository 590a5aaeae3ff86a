"""The program `ieval` of the I-measure (2015): its arguments, its tables."""

import re
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence

from errata.cli.inputs import check_annotated
from errata.cli.terminal import show_findings
from errata.errors import InputError, OptionError
from errata.formats import guess_format, read
from errata.formats.files import InputFile, read_lines
from errata.formats.imeasure_xml import read_identified
from errata.measures.data import GoldBlock
from errata.measures.imeasure.clusters import is_written_none
from errata.measures.imeasure.measure import IMeasure, Offer
from errata.measures.imeasure.threeway import NO_COUNTS, ColumnCounts, align, count_many
from errata.model import EMPTY, Corpus, Edit, Output, Text
from errata.records import replace
from errata.text.vocabulary import WordNumbers

_DESCRIPTION = """\
A drop-in replacement for ieval.py of the I-measure. Options use a colon, in any order; the last one counts:

  errata compat ieval -hyp:system.txt -ref:gold.xml -max:cwacc -opt:sent -w:2 -b:1 -per-sent

Without -hyp and -ref the two files may simply be named: HYPOTHESIS GOLD. GOLD may also be M2.
"""
_WITH_VALUE = re.compile(r"-(hyp|ref|max|opt|b|w):")
_COLUMNS = ("TP", "TN", "FP", "FN", "FPN", "P", "R", "F", "Acc", "Acc_b", "WAcc", "WAcc_b", "I")
_ASPECTS = {"c": "CORRECTION", "d": "DETECTION"}
_MAX_SHOWN = 1024


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata compat ieval",
        usage="errata compat ieval -hyp:FILE -ref:FILE [options]",
        description=_DESCRIPTION,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="hypothesis and gold, if not given by -hyp: and -ref:")
    add("-hyp", metavar="FILE", help="corrected sentences, one per line; missing lines are empty, surplus ones ignored")
    add("-ref", metavar="FILE", help="gold standard, I-measure XML")
    add("-nomix", action="store_true", help="one reference for each annotator, nothing is mixed")
    add("-max", default="cwacc", metavar="METRIC", help="d or c, then tp tn fp fn p r f acc wacc i (default: cwacc)")
    add("-opt", choices=("sent", "corpus"), default="sent", help="choose references by sentence or by running totals")
    add("-b", type=float, default=1.0, metavar="BETA", help="beta of F (default: 1)")
    add("-w", type=float, default=2.0, metavar="WEIGHT", help="weight of WAcc (default: 2)")
    add("-per-sent", action="store_true", help="show the results of every sentence")
    add("-v", action="store_true", help="show the totals after every sentence, too")
    add("-vv", action="store_true", help="show every reference of every sentence with its alignment, too")
    return parser


def _files(options: Namespace) -> tuple[InputFile, InputFile]:
    """Return hypothesis and gold, given by option or by position."""
    given = [InputFile(path) for path in options.files]
    if len(given) == 2 and not options.hyp and not options.ref and guess_format(given[0]).is_annotated:
        given.reverse()  # the gold is told by what it is
    hypothesis = InputFile(options.hyp) if options.hyp else given.pop(0) if given else None
    gold = InputFile(options.ref) if options.ref else given.pop(0) if given else None
    if hypothesis is None or gold is None or given:
        raise InputError("two files are needed: -hyp:FILE with the hypotheses and -ref:FILE with the gold standard")
    return hypothesis, gold


def _measure(options: Namespace) -> IMeasure:
    settings = {
        "mix": not options.nomix,
        "optimise": "corpus" if options.opt == "corpus" else "sentence",
        "weight": options.w,
        "beta": options.b,
    }
    try:
        return IMeasure(maximise=options.max, **settings)
    except OptionError:
        measure = IMeasure(**settings)  # which may not be the metric's fault
        print(f"Invalid metric '{options.max}' to maximise; {measure.maximise} is taken.", file=sys.stderr)
        options.max = measure.maximise
        return measure


def _cells(counts: ColumnCounts, measure: IMeasure) -> dict[str, str]:
    """Return the printed columns of both aspects."""
    printed = {}
    for aspect, vector in (("Detection", counts.detection), ("Correction", counts.correction)):
        values = measure.score((*vector, counts.base_tn, counts.base_fn))
        rates = [
            values[name] for name in ("precision", "recall", "f", "accuracy", "wacc_base", "wacc", "wacc_base", "i")
        ]
        printed[aspect] = "  ".join([f"{count:6d}" for count in vector] + [f"{100 * rate:6.2f}" for rate in rates])
    return printed


def _head(title: str, label: str, measure: IMeasure) -> Iterator[str]:
    names = (f"F_{measure.beta:.2f}" if name == "F" else name for name in _COLUMNS)
    columns = f"{label}  {'  '.join(f'{name:>6}' for name in names)} "
    yield from (title, "-" * len(columns), columns, "-" * len(columns))


def _rows(label: str, counts: ColumnCounts, measure: IMeasure) -> Iterator[str]:
    for aspect, cells in _cells(counts, measure).items():
        yield f"{label:<6}  {aspect[:3]:<4}  {cells}"


def _references(offer: Offer, line: str, measure: IMeasure) -> Iterator[str]:
    """Show every reference with its alignment; if there are very many, only the chosen one."""
    words = WordNumbers()
    found = measure.rules.find(offer.sentence, (), words.encode).references
    assert offer.best is not None
    if found.texts is not None:
        texts = [text.tokens for text in found.texts]
    elif found.n_combinations <= _MAX_SHOWN:
        texts = [text.tokens for text in found.combinations.enumerate()]
    else:
        yield f"({found.n_combinations:,} combinations; the chosen one only)"
        texts = [found.text(offer.best.rank)]
    output = words.encode(line)
    rows = (found.source, output)
    for number, (text, counts) in enumerate(zip(texts, count_many([(*rows, text) for text in texts]), strict=True), 1):
        yield f"Reference {number} of {len(texts)}"
        columns = [
            [
                "-" if at is None else words.decode([tokens[at]])
                for at, tokens in zip(column, (*rows, text), strict=True)
            ]
            for column in align(*rows, text)
        ]
        widths = [max(map(len, column)) for column in columns]
        for name, place in (("S", 0), ("H", 1), ("R", 2)):
            cells = (f"{column[place]:<{width}}" for column, width in zip(columns, widths, strict=True))
            yield f"{name}: {' '.join(cells)}".rstrip()
        yield from _rows("", counts, measure)
        yield ""


def _with_words(gold: Corpus) -> Corpus:
    """Return the gold with the word -NONE- where it is written, as the original's converter reads it."""

    def as_word(edit: Edit) -> Edit:
        return replace(edit, corrections=(EMPTY,), raw=None) if is_written_none(edit) else edit

    def as_written(sentence: Text) -> Text:
        if not any(is_written_none(edit) for layer in sentence.layers for edit in layer.edits):
            return sentence
        layers = [replace(layer, edits=tuple(map(as_word, layer.edits))) for layer in sentence.layers]
        return replace(sentence, layers=tuple(layers))

    return Corpus(tuple(map(as_written, gold)), gold.name)


def _read_gold(file: InputFile) -> tuple[list[str], Corpus]:
    """Return the names of the sentences and the sentences."""
    if guess_format(file).name != "imeasure-xml":
        corpus = _with_words(read(file))
        return [str(number) for number in range(1, len(corpus) + 1)], corpus
    found = list(read_identified(file))
    names = [item.name or str(number) for number, item in enumerate(found, 1)]
    return names, Corpus(tuple(item.sentence for item in found), file.name)


def _tables(
    names: Sequence[str], offers: Sequence[Offer], lines: Sequence[str], measure: IMeasure, options: Namespace
) -> Iterator[str]:
    total = NO_COUNTS
    is_verbose = options.v or options.vv
    if options.per_sent or is_verbose:
        yield from _head("SENTENCE RESULTS", f"{'SID':<6}  Asp.", measure)
    for name, offer, line in zip(names, offers, lines, strict=True):
        total = total.plus(offer.counts)
        if options.vv:
            yield from _references(offer, line, measure)
        if options.per_sent or is_verbose:
            yield from _rows(name, offer.counts, measure)
        if is_verbose:
            yield from _rows("total", total, measure)
    if options.per_sent or is_verbose:
        yield ""
    yield from _head("OVERALL RESULTS", f"{'Aspect':<12}", measure)
    for aspect, cells in _cells(total, measure).items():
        yield f"{aspect:<12}  {cells}"
    yield ""


def run(program: str, arguments: list[str]) -> int:
    """Print what the program prints."""
    options = _parser().parse_args([_WITH_VALUE.sub(r"-\1=", argument, count=1) for argument in arguments])
    hypothesis, gold_file = _files(options)
    measure = _measure(options)
    check_annotated(gold_file, "the file of -ref", [hypothesis])
    names, gold = _read_gold(gold_file)
    lines = list(read_lines(hypothesis))[: len(gold)]
    lines += [""] * (len(gold) - len(lines))
    table = measure.count(GoldBlock.of(gold), Output("", lines))
    measure.choose(table)
    show_findings(measure.remarks(table))
    print(f"Hypothesis file    : {hypothesis.name}")
    print(f"Gold standard file : {gold_file.name}")
    print(f"Maximised metric   : {options.max[1:].upper()} - {_ASPECTS[options.max[0]]}")
    print(f"Optimised for      : {'CORPUS' if options.opt == 'corpus' else 'SENTENCE'}")
    print(f"Weight of WAcc     : {measure.weight:g}")
    print(f"Beta of F          : {measure.beta:g}")
    print()
    for row in _tables(names, table.notes, lines, measure, options):
        print(row)
    return 0
