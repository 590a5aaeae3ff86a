"""The programs of ERRANT 3.0, `errant_compare`, `errant_parallel` and `errant_m2`: their arguments, their output."""

from argparse import ArgumentParser, Namespace
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from errata.errors import InputError, LengthError
from errata.formats import read
from errata.formats.files import STDIN
from errata.formats.writing import write_lines
from errata.measures.data import Number, Table
from errata.measures.errant.measure import Errant, Keyed, Matched, match_edits
from errata.measures.rates import DIGITS, rates
from errata.model import Corpus, Layer
from errata.text.messages import plural

_TITLES = {
    "correction": "Span-Based Correction",
    "classification": "Span-Based Correction + Classification",
    "detection": "Span-Based Detection",
    "token": "Token-Based Detection",
}
_RULE = "-" * 40


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errant_compare",
        usage="errant_compare [options] -hyp HYP -ref REF",
        description="A drop-in replacement for errant_compare. For example: "
        "errata compat errant_compare -hyp system.m2 -ref gold.m2 -cat 3",
    )
    add = parser.add_argument
    add("-hyp", metavar="HYP", required=True, help="hypothesis M2 file")
    add("-ref", metavar="REF", required=True, help="reference M2 file")
    add("-b", "--beta", type=float, default=0.5, help="beta of the F-score (default: 0.5)")
    add("-v", "--verbose", action="store_true", help="show every comparison")
    task = parser.add_mutually_exclusive_group()
    for flag, name, about in (
        ("-dt", "token", "detection by tokens"),
        ("-ds", "detection", "detection by spans"),
        ("-cs", "correction", "correction by spans (default)"),
        ("-cse", "classification", "correction by spans and error types"),
    ):
        task.add_argument(flag, dest="task", action="store_const", const=name, default="correction", help=about)
    add("-single", action="store_true", help="only edits of at most one token on both sides")
    add("-multi", action="store_true", help="only edits of two or more tokens on a side")
    add("-filt", nargs="+", default=[], metavar="TYPE", help="types of edits to leave out")
    add("-cat", type=int, choices=(1, 2, 3), help="scores by category: 1 operation, 2 main type, 3 full type")
    return parser


class _Pair(NamedTuple):
    """A hypothesis and a reference of one sentence, and how they compare."""

    coders: tuple[object, object]
    hypothesis: Keyed
    reference: Keyed
    made: Matched


class _Job:
    """The files of a call, compared."""

    def __init__(self, options: Namespace) -> None:
        hypotheses, references = read(options.hyp, "m2"), read(options.ref, "m2")
        if len(hypotheses) != len(references):
            raise LengthError(
                f"{hypotheses.name} has {plural(len(hypotheses), 'sentence')} but "
                f"{references.name} has {len(references)}"
            )
        # Both flags together leave no edit, as in the original.
        self._no_edits = options.single and options.multi
        # The measure takes betas from 0 on; the formula knows only their square.
        self.beta: float = options.beta
        self.measure = Errant(
            beta=abs(options.beta),
            task=options.task,
            filter="+".join(options.filt),
            length="single" if options.single else "multi" if options.multi else "all",
        )
        for corpus in (hypotheses, references):
            edits = [[edit for layer in sentence.layers for edit in layer.edits] for sentence in corpus]
            if reason := self.measure.refuses_spans(corpus.name, corpus.sources, edits):
                raise InputError(reason)
        self.sources = hypotheses.sources
        self.pairs = list(self._compare(hypotheses, references))
        self.table = self._tabulate()
        self.chosen = self.measure.choose(self.table)

    def _keyed(self, layer: Layer) -> Keyed:
        return {} if self._no_edits else self.measure.keyed(layer.edits)

    def _compare(self, hypotheses: Corpus, references: Corpus) -> Iterator[list[_Pair]]:
        """Yield the pairs of each sentence, the hypothesis in the outer loop."""
        for hypothesis, reference in zip(hypotheses, references, strict=True):
            theirs = [(layer.annotator, self._keyed(layer)) for layer in reference.seen]
            yield [
                _Pair((layer.annotator, coder), ours, keyed, match_edits(ours, keyed))
                for layer in hypothesis.seen
                for ours in (self._keyed(layer),)
                for coder, keyed in theirs
            ]

    def _tabulate(self) -> Table:
        pairs = [pair for sentence in self.pairs for pair in sentence]
        counts = array("q", [count for pair in pairs for count in pair.made.counts])
        bounds = array("i", [0])
        for sentence in self.pairs:
            bounds.append(bounds[-1] + len(sentence))
        return Table(("tp", "fp", "fn"), counts, bounds, [None] * len(pairs), [pair.made for pair in pairs])

    def rates(self, counts: Sequence[Number]) -> list[float]:
        """Return precision, recall and F, rounded."""
        tp, fp, fn = counts
        f, precision, recall = rates(tp, fp, fn, self.beta)
        return [round(value, DIGITS) for value in (precision, recall, f)]


def _verbose(job: _Job) -> Iterator[str]:
    totals: list[Number] = [0, 0, 0]
    label = f"P/R/F{job.beta}"
    for index, rows in enumerate(job.table.groups()):
        yield _RULE
        yield f"Original sentence {index}: {job.sources[index]}"
        for pair in job.pairs[index]:
            own = pair.made.counts
            running = [total + count for total, count in zip(totals, own, strict=True)]
            yield _RULE
            yield "SENTENCE {} - HYP {} - REF {}".format(index, *pair.coders)
            yield f"HYPOTHESIS EDITS : {_listed(pair.hypothesis)}"
            yield f"REFERENCE EDITS  : {_listed(pair.reference)}"
            for name, counts in (("Local", own), ("Global", running)):
                yield f"{f'{name} TP/FP/FN':17}: " + " ".join(map(str, counts))
                yield f"{name} {label}  : " + " ".join(map(str, job.rates(counts)))
        best = job.pairs[index][job.chosen[index] - rows.start]
        totals = [total + count for total, count in zip(totals, best.made.counts, strict=True)]
        yield _RULE
        yield "^^ HYP {}, REF {} chosen for sentence {}".format(*best.coders, index)
        yield "Local results:"
        yield from _local_table(best)


def _listed(keyed: Keyed) -> list[tuple[object, ...]]:
    return sorted((*key, types[0]) for key, types in keyed.items())


def _local_table(pair: _Pair) -> Iterator[str]:
    """Yield the counts of each type, in the order of the hypothesis' edits, then of the missed ones."""
    parts = (pair.made.hits, pair.made.spurious, pair.made.missed)
    met = [pair.reference.get(key, types) for key, types in pair.hypothesis.items()]
    names = list(dict.fromkeys(kind for types in (*met, pair.made.missed) for kind in types))
    width = max(map(len, ["Category", *names])) + 3
    for name, *cells in (
        ("Category", "TP", "FP", "FN"),
        *((name, *(part.count(name) for part in parts)) for name in names),
    ):
        yield f"{name:>{width}}" + "".join(f"{cell:>5}" for cell in cells)


def _by_category(job: _Job, number: int, title: str) -> Iterator[str]:
    yield ""
    yield f" {title} ".center(66, "=")
    rows: list[Sequence[object]] = [("Category", "TP", "FP", "FN", "P", "R", f"F{job.beta}")]
    sums = job.measure.split(job.table, job.chosen, Errant.facets[number - 1])
    rows += [(name, *counts, *job.rates(counts)) for name, counts in sums.items()]
    for name, *cells in rows:
        yield " ".join([f"{name:<14}", *(f"{cell:<8}" for cell in cells)]).rstrip()


def _result(job: _Job, options: Namespace) -> Iterator[str]:
    title = _TITLES[options.task]
    if options.cat:
        yield from _by_category(job, options.cat, title)
    sums = job.table.total(job.chosen)
    yield ""
    yield f" {title} ".center(46, "=")
    yield "\t".join(["TP", "FP", "FN", "Prec", "Rec", f"F{job.beta}"])
    yield "\t".join(map(str, [*sums, *job.rates(sums)]))
    yield "=" * 46
    yield ""


def _parallel_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errant_parallel",
        usage="errant_parallel [options] -orig ORIG -cor COR [COR ...] -out OUT",
        description="A drop-in replacement for errant_parallel. For example: "
        "errata compat errant_parallel -orig source.txt -cor system.txt -out system.m2",
    )
    add = parser.add_argument
    add("-orig", metavar="ORIG", required=True, help="original text, a sentence per line")
    add("-cor", metavar="COR", nargs="+", required=True, help="corrected texts")
    add("-tok", action="store_true", help="tokenise the texts with spaCy")
    _add_annotation(parser)
    return parser


def _m2_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errant_m2",
        usage="errant_m2 (-auto | -gold) [options] M2 -out OUT",
        description="A drop-in replacement for errant_m2. For example: errata compat errant_m2 -auto gold.m2 "
        "-out auto.m2",
    )
    add = parser.add_argument
    add("m2_file", metavar="M2", help="M2 file")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("-auto", action="store_true", help="re-extract the edits")
    way.add_argument("-gold", action="store_true", help="keep the file's edits and retype them")
    add("-no_min", action="store_true", help="do not shorten edits (with -gold)")
    add("-old_cats", action="store_true", help="keep the file's types (with -gold)")
    _add_annotation(parser)
    return parser


def _add_annotation(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("-out", metavar="OUT", required=True, help="M2 file to write")
    add("-lev", action="store_true", help="align by plain Levenshtein distance")
    add(
        "-merge",
        choices=("rules", "all-split", "all-merge", "all-equal"),
        default="rules",
        help="what to merge: by rules (default), nothing, all adjacent changes, or adjacent changes of one kind",
    )
    add(
        "-pipeline",
        metavar="NAME",
        default="en_core_web_sm",
        help="name or path of a spaCy pipeline (default: en_core_web_sm); the original has no such option",
    )


def _annotate(program: str, arguments: list[str]) -> int:
    """Write the file that the program writes."""
    # errant_compare does without these.
    from errata.cli.inputs import check_not_read
    from errata.extract.errant import load_annotator
    from errata.measures.errant.annotation import Annotating, annotate_m2, annotate_texts

    parallel = program == "errant_parallel"
    options = (_parallel_parser() if parallel else _m2_parser()).parse_args(arguments)
    check_not_read({"-out": options.out}, [options.orig, *options.cor] if parallel else [options.m2_file])
    talks = options.out != STDIN
    if talks:
        print("Loading resources...", flush=True)
    job = Annotating(load_annotator(options.pipeline, program, "-pipeline PATH"), options.lev, options.merge)
    if talks:
        print(f"Processing {'parallel files' if parallel else 'M2 file'}...", flush=True)
    if parallel:
        lines = annotate_texts(job, options.orig, options.cor, options.tok)
    else:
        keep = options.old_cats
        lines = annotate_m2(job, options.m2_file, gold=options.gold, minimise=not options.no_min, keep_types=keep)
    write_lines(options.out, lines)
    return 0


def run(program: str, arguments: list[str]) -> int:
    """Do what the program does, and print what it prints."""
    if program != "errant_compare":
        return _annotate(program, arguments)
    options = _parser().parse_args(arguments)
    job = _Job(options)
    if options.verbose:
        for line in _verbose(job):
            print(line)
    for line in _result(job, options):
        print(line)
    return 0
