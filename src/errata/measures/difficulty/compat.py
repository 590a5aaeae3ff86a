"""The program `gotoscorer` 1.1.0: its arguments, its output."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, reduce
from html import escape
from math import sqrt
from operator import add

from errata.cli.inputs import check_apart, check_not_read, read_gold
from errata.cli.options import whole
from errata.errors import InputError, LengthError
from errata.formats.files import InputFile
from errata.formats.writing import write_lines
from errata.measures.difficulty.chunks import (
    CORRECT,
    MODIFIED,
    Chunk,
    GoldChunks,
    cut_chunks,
    is_ordered,
    judge_chunks,
    keep_real,
)
from errata.measures.difficulty.judging import Judged, find_overlap, split_at_blanks
from errata.measures.difficulty.measure import Difficulty, check_weights_fit
from errata.measures.difficulty.weights import Weights, read_weights
from errata.model import Annotator, Corpus, Edit, Output, Text
from errata.text.messages import plural

_GROUPINGS: dict[int, Callable[[str], str]] = {
    1: lambda kind: kind.partition(":")[0],
    2: lambda kind: kind.partition(":")[2],
    3: lambda kind: kind,
}
"""How types are grouped: by the part before the first colon; by the part after it, nothing if there is none; all."""


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog=program,
        description=f"A drop-in replacement for {program}. For example: errata compat {program} -ref gold.m2 "
        f"-hyp systems.m2 -v",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("-ref", required=True, metavar="FILE", help="reference M2 file")
    add("-hyp", required=True, metavar="FILE", help="M2 file in which annotator 0, 1, … is system 0, 1, …")
    add("-ref_id", type=whole(0, 10**9), default=0, metavar="ID", help="annotator of the reference (default: 0)")
    add("-v", action="store_true", help="show TP, FP, FN and TN")
    add("-no_weight", action="store_true", help="let every chunk weigh 1")
    add("-name", metavar="A,B,C", help="names of the systems")
    add("-sort", action="store_true", help="best F0.5 first")
    add("-cat", type=int, choices=(1, 2, 3), help="difficulty by error type")
    add("-heat", metavar="FILE", help="write a heat map as HTML")
    add("-cv", metavar="FILE", help="draw chunks with their weights into a file, or on the terminal (None)")
    add("-gen_w_file", metavar="FILE", help="write the weights")
    add("-w_file", metavar="FILE", help="read the weights")
    for name, default in (("a", 1.0), ("b", 0.0), ("c", 0.0)):
        add(f"-{name}", type=float, default=default, help=f"{name} of the weight a - (n + b) / (N + c)")
    return parser


def _systems(hypotheses: Corpus) -> list[Output]:
    """Return the systems 0, 1, 2, … up to the first number that does not occur in any line."""
    systems: list[Output] = []
    while len(systems) in hypotheses.annotators:
        number = len(systems)
        systems.append(Output.from_corpus(str(number), hypotheses.select_annotators([number])))
    if not systems:
        raise InputError(f"{hypotheses.name} has no annotator 0, who would be the first system")
    return systems


class _AsWritten(GoldChunks):
    """Gold chunks of edits that overlap: the original repeats words there, and judges against the result."""

    __slots__ = ()

    def __init__(self, tokens: Sequence[str], edits: Sequence[Edit]) -> None:
        super().__init__(tokens, ())
        chunks = cut_chunks(tokens, edits)
        self.n_chunks = len(chunks)
        # Chunks keep the order of the edits.
        self.edits = dict(zip([at for at, chunk in enumerate(chunks) if chunk.is_edited], edits, strict=True))

    def judge(self, edits: Sequence[Edit]) -> dict[int, int]:
        """Return the judgements of all chunks: none is left implicit in `needed`."""
        return dict(enumerate(judge_chunks(self.chunks(), cut_chunks(self.tokens, edits))))


def _gold_chunks(sentence: Text, reference: Annotator) -> GoldChunks:
    layer = sentence.layer(reference)
    tokens = split_at_blanks(sentence)
    kept = keep_real(layer.edits, len(tokens)) if layer else []
    return GoldChunks(tokens, kept) if is_ordered(kept) else _AsWritten(tokens, kept)


def _judge(chunks: GoldChunks, edits: Sequence[Edit]) -> dict[int, int]:
    kept = keep_real(edits, len(chunks.tokens))
    if is_ordered(kept):
        return chunks.judge(kept)
    return dict(enumerate(judge_chunks(chunks.chunks(), cut_chunks(chunks.tokens, kept))))


def _plain_sum(numbers: Iterable[float]) -> float:
    """Add floats one after the other, as the original does; `sum` in newer Pythons is more exact."""
    return reduce(add, numbers, 0.0)


class _Job:
    """The files of a call, judged."""

    def __init__(self, options: Namespace) -> None:
        self.reference: int = options.ref_id
        self.gold = read_gold(InputFile(options.ref), "the file of -ref")
        if self.reference not in self.gold.annotators:
            raise InputError(f"{self.gold.name} has no annotator {self.reference}")
        hypotheses = read_gold(InputFile(options.hyp), "the file of -hyp")
        if len(hypotheses) != len(self.gold):
            raise LengthError(
                f"{hypotheses.name} has {plural(len(hypotheses), 'sentence')} but {self.gold.name} has {len(self.gold)}"
            )
        for index, (theirs, ours) in enumerate(zip(hypotheses, self.gold, strict=True)):
            if theirs.source != ours.source:
                raise InputError(
                    f"{hypotheses.name}, sentence {index + 1}: the edits are of {theirs.source!r}, "
                    f"but {self.gold.name} has {ours.source!r} there"
                )
        self.outputs = _systems(hypotheses)
        self.names = options.name.split(",") if options.name else [output.name for output in self.outputs]
        if len(self.names) != len(self.outputs):
            raise InputError(f"-name gives {plural(len(self.names), 'name')} for {plural(len(self.outputs), 'system')}")
        layers = [sentence.layer(self.reference) for sentence in self.gold]
        sides = [(self.gold.name, [layer.edits if layer else () for layer in layers])]
        sides += [(f"{output.called}, system {output.name}", list(output.edits or ())) for output in self.outputs]
        for name, edits in sides:
            if overlap := find_overlap(self.gold, name, edits):
                raise InputError(overlap)
        chunked = [_gold_chunks(sentence, self.reference) for sentence in self.gold]
        self.judged = Judged(
            chunked,
            [[_judge(*pair) for pair in zip(chunked, output.edits or (), strict=True)] for output in self.outputs],
        )
        self.measure = Difficulty(
            reference=self.reference, weighted=not options.no_weight, a=options.a, b=options.b, c=options.c
        )
        if options.w_file:
            self.weights = read_weights(options.w_file)
            check_weights_fit(self.weights, self.gold, self.reference, chunked)
        else:
            self.weights = Weights(len(self.outputs), self.judged.solved())

    def weight(self, n_solved: int) -> float:
        """Return a weight in the original's order of operations, so that it is rounded the same way."""
        measure = self.measure
        return measure.a - (n_solved + measure.b) / (self.weights.n_systems + measure.c)

    @cached_property
    def counts(self) -> set[int]:
        """The distinct numbers of systems that solved a chunk."""
        return {n for solved in self.weights.solved for n in solved}

    @cached_property
    def _weighty(self) -> list[list[tuple[int, float]]]:
        """Number and weight of the chunks of each sentence; those with weight 0 do not change a sum."""
        weights = {n: self.weight(n) if self.measure.weighted else 1.0 for n in self.counts}
        return [
            [(number, weights[n]) for number, n in enumerate(solved) if weights[n]] for solved in self.weights.solved
        ]

    def sums(self, system: int) -> tuple[float, ...]:
        """Return TP, FP, FN, TN and all of a system, added chunk by chunk and so rounded as in the original."""
        tp = fp = fn = tn = every = 0.0
        for chunks, found, weighty in zip(self.judged.gold, self.judged.judgements[system], self._weighty, strict=True):
            for number, weight in weighty:
                judgement = found.get(number)
                if judgement is None:
                    judgement = chunks.unchanged(number)
                every += weight
                if judgement == CORRECT:
                    tn += weight
                elif judgement == CORRECT | MODIFIED:
                    tp += weight
                else:
                    if judgement:
                        fp += weight
                    if not judgement or number in chunks.edits:
                        fn += weight
        return tp, fp, fn, tn, every

    def is_false_positive(self, index: int, number: int) -> bool:
        """Tell whether any system changes a chunk that needs no change."""
        return any(found[index].get(number) == MODIFIED for found in self.judged.judgements)


def _scores(job: _Job, options: Namespace) -> Iterator[str]:
    yield "----- Non-Weighted Scores -----" if options.no_weight else "----- Weighted Scores -----"
    counts = [f"{name:8}" for name in ("TP", "FP", "FN", "TN")] if options.v else []
    title = "Sys_name"
    width = max(map(len, [title, *job.names]))
    yield "\t".join([f"{title:{width}}", *counts, "Prec.", "Recall", "F", "F0.5", "Accuracy"])
    rows = []
    for number, name in enumerate(job.names):
        sums = job.sums(number)
        half = Difficulty(beta=0.5).score(sums)
        values = [half["precision"], half["recall"], Difficulty(beta=1).score(sums)["f"], half["f"], half["accuracy"]]
        shown = [f"{count:8.4f}" for count in sums[:4]] if options.v else []
        rows.append((half["f"], "\t".join([f"{name:{width}}:", *shown, *(f"{value:.4f}" for value in values)])))
    if options.sort:
        rows.sort(key=lambda row: -row[0])
    yield from (text for _, text in rows)


def _categories(job: _Job, level: int) -> Iterator[str]:
    groups: dict[str, list[float]] = {}
    for index, chunks in enumerate(job.judged.gold):
        for number, edit in chunks.edits.items():
            weight = job.weight(job.weights.solved[index][number])
            groups.setdefault(_GROUPINGS[level](edit.type), []).append(weight)
    yield "\t".join(["Category", "Ave.", "Std.", "Freq."])
    means = {kind: _plain_sum(weights) / len(weights) for kind, weights in groups.items()}
    for kind in sorted(groups, key=lambda kind: -means[kind]):
        weights = groups[kind]
        squares = _plain_sum((weight - means[kind]) ** 2 for weight in weights)
        deviation = sqrt(squares / (len(weights) - 1)) if len(weights) > 1 else 0.0
        yield f"{kind}\t{means[kind]:.2f}\t{deviation:.2f}\t{len(weights)}"


def _drawing(job: _Job) -> Iterator[str]:
    """Draw the chunks of every sentence in four aligned rows."""

    def centred(text: str, width: int) -> str:
        left = (width - len(text)) // 2
        return " " * left + text + " " * (width - len(text) - left)

    for chunks, solved in zip(job.judged.gold, job.weights.solved, strict=True):
        columns = [
            (chunk.source, chunk.text, f"{job.weight(n):.2f}", chunk.type)
            for chunk, n in zip(chunks.chunks(), solved, strict=True)
        ]
        widths = [max(map(len, column)) for column in columns]
        for row, label in enumerate(("orig", "gold", "weight", "cat")):
            cells = (centred(column[row], width) for column, width in zip(columns, widths, strict=True))
            yield f"{label:6}: {'|'.join(cells)}"
        yield ""


_PAGE = """\
<!doctype html>
<html><head><meta charset="utf-8"><title>Difficulty heat map</title>
<style>
body {{ padding-top: 4em; }}
#box {{ position: fixed; top: 0; left: 0; right: 0; height: 3em; background: #fff; border-bottom: 1px solid; }}
{shades}
</style></head><body>
<div id="box"></div>
{text}
<script>
for (const mark of document.querySelectorAll("span"))
  mark.onmouseover = () => {{ document.getElementById("box").textContent = mark.title; }};
</script>
</body></html>"""


def _heat_map(job: _Job) -> str:
    """Return the original's page: red for errors, blue for false positives, darker with higher weight."""
    shades = []
    for percent in sorted({round(job.weight(n) * 100) for n in job.counts}):
        opacity = max(0.1, percent / 100)
        bold = "; font-weight: bold" if percent >= 70 else ""
        shades += [
            f".{colour}w{percent} {{ background-color: rgba({rgb}, {opacity:g}){bold} }}"
            for colour, rgb in (("red", "255, 0, 0"), ("blue", "0, 0, 255"))
        ]

    def piece(index: int, number: int, chunk: Chunk, n_solved: int) -> str:
        text = escape(chunk.source) or " "
        colour = "red" if chunk.is_edited else "blue" if job.is_false_positive(index, number) else ""
        if not colour:
            return text
        weight = job.weight(n_solved)
        about = f"[error type]: {chunk.type}, [correct]: {chunk.text or 'φ'}, [weight]: {round(weight, 2)}"
        return f'<span class="{colour}w{round(weight * 100)}" title="{escape(about)}">{text}</span>'

    paragraphs = [
        "".join(
            piece(index, number, chunk, solved[number]) for number, chunk in enumerate(job.judged.gold[index].chunks())
        )
        for index, solved in enumerate(job.weights.solved)
    ]
    return _PAGE.format(shades="\n".join(shades), text="\n".join(f"<p>{text}</p>" for text in paragraphs))


def run(program: str, arguments: list[str]) -> int:
    """Print what the program prints."""
    options = _parser(program).parse_args(arguments)
    path = options.gen_w_file
    if path and "." not in path:
        path = f"{path}.txt"
    drawn = options.cv if options.cv != "None" else None
    written = {"-gen_w_file": path, "-heat": options.heat, "-cv": drawn}
    check_apart(written)
    check_not_read(written, [options.ref, options.hyp, options.w_file])
    job = _Job(options)
    if path:
        # With weights from a file the original writes their counts under the number of systems of this call.
        lines = [str(len(job.outputs)), *(" ".join(map(str, solved)) for solved in job.weights.solved)]
        write_lines(path, lines)
    if options.heat:
        write_lines(options.heat, _heat_map(job).split("\n"))
    if drawn:
        write_lines(drawn, _drawing(job))
    for line in _scores(job, options):
        print(line)
    if options.cat:
        for line in _categories(job, options.cat):
            print(line)
    if options.cv == "None":
        for line in _drawing(job):
            print(line)
    return 0
