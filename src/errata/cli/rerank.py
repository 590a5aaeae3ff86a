"""`errata rerank`: choose one text out of several candidates."""

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from errata._version import __version__
from errata.api.accept import pair_output
from errata.api.consensus import METHODS, Consensus, choose
from errata.check.outputs import find_untokenised
from errata.cli.inputs import (
    check_columns,
    check_not_read,
    check_standard_input,
    name_systems,
    parse_columns,
    read_gold,
    read_output,
    read_texts,
)
from errata.cli.options import MAX_SENTENCES, add_shared, command_parser, whole
from errata.cli.terminal import catching_findings, in_words, show_findings, tell
from errata.errors import InputError, LengthError
from errata.formats.files import STDIN, InputFile
from errata.formats.strict_json import to_json
from errata.formats.writing import write_lines
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.model import Corpus, Output

_DESCRIPTION = """\
Choose one of several candidates for each sentence. For example, with the corpus that ships with errata:

  cd "$(errata demo --path)"; errata rerank --gold gold.m2 good.txt bold.txt cautious.txt

CANDIDATES are outputs of systems, one sentence per line, or n-best lists with K lines for each source (--n-best K).
The methods:

  mbr     the candidate that scores best on average with each of the others as the reference
  vote    the source with the edits that more than half of the candidates make (--votes N: that N make)
  oracle  the candidate that scores best against GOLD or the references: the upper bound for any choice
"""


def _parser() -> ArgumentParser:
    parser = command_parser("rerank", "CANDIDATES… (--source FILE | --gold FILE)", _DESCRIPTION)
    add = parser.add_argument
    add("files", nargs="+", metavar="CANDIDATES", help="files to choose from; NAME=PATH names a system")
    add("--gold", metavar="FILE", help="annotated sentences such as M2: their sources, and for oracle their edits")
    add_shared(parser, "--source", "source sentences")
    add_shared(parser, "--reference", "corrected sentences, for oracle (repeat for more)")
    add("--method", choices=METHODS, default=METHODS[0], help=f"how to choose (default: {METHODS[0]})")
    add(
        "--measure",
        metavar="NAME[:key=value,…]",
        help="what candidates are scored by (mbr, oracle; default: green); see 'errata measures'",
    )
    add(
        "--votes",
        type=whole(1, MAX_SENTENCES),
        metavar="N",
        help="vote: number of candidates that must make an edit (default: more than half)",
    )
    add("--n-best", type=whole(1, MAX_SENTENCES), default=1, metavar="K", help="each file has K lines per source")
    add_shared(
        parser, "--extract", "how to find edits where they are needed: errata (default), wdiff, errant[:PIPELINE]"
    )
    add_shared(parser, "--columns")
    add("-o", "--output", metavar="FILE", default=STDIN, help="where to write the text (default: standard output)")
    add(
        "--format",
        choices=("text", "json"),
        default="text",
        help="the chosen text, one sentence per line, or JSON with what was chosen and why (default: text)",
    )
    add_shared(parser, "--quiet")
    return parser


def _check(options: Namespace) -> None:
    if not options.source and not options.gold:
        raise InputError("which sentences were corrected? Give --source SOURCE, or --gold GOLD")
    if options.gold and options.source:
        raise InputError(f"{options.gold} has sources; give --gold or --source, not both")
    if options.gold and options.reference:
        raise InputError(f"--reference cannot be combined with GOLD ({options.gold}); give one or the other")
    if options.method == "oracle" and not (options.gold or options.reference):
        raise InputError("--method oracle compares with references; give --gold GOLD or --reference REFERENCE")
    if options.reference and options.method != "oracle":
        raise InputError(f"--reference only applies to --method oracle; {options.method} uses the candidates alone")
    if options.votes and options.method != "vote":
        raise InputError(f"--votes only applies to --method vote, not to {options.method}")
    if options.measure and options.method == "vote":
        raise InputError("--measure is for mbr and oracle; a vote counts edits")
    if len(options.files) * options.n_best < 2:
        raise InputError(
            f"there is nothing to choose: {options.files[0]} is the only candidate; give more files, or an n-best list "
            "with --n-best K"
        )


def _read(options: Namespace) -> tuple["Corpus", dict[str, "Output"]]:
    systems = name_systems(options.files)
    read = [options.source, options.gold, *options.reference, *systems.values()]
    check_not_read({"--output": options.output}, read)
    columns = parse_columns(options.columns)
    if options.gold:
        check_standard_input(read)
        gold, files = InputFile(options.gold), {name: InputFile(path) for name, path in systems.items()}
        check_columns(columns, [gold, *files.values()])
        outputs = {name: read_output(name, file, columns) for name, file in files.items()}
        return read_gold(gold, "--gold", columns=columns), outputs
    return read_texts(options.source, options.reference, systems, columns)


def _refuse_raw(gold: "Corpus", outputs: dict[str, "Output"], n_best: int) -> None:
    """Refuse raw text: candidates tokenised differently from their sources look changed throughout."""
    sources = [source for source in gold.sources for _ in range(n_best)]
    for output in outputs.values():
        broken = next((number for number, text in enumerate(output.texts, 1) if "\n" in text), None)
        found = find_untokenised(output.called, sources, output.texts) if len(sources) == len(output) else None
        if broken or found:
            what = str(found.finding) if found else f"{output.called}, sentence {broken}: the text has several lines"
            raise InputError(
                f"{what}; candidates must have the tokens of the source, one sentence per line: make them with "
                f"'errata convert {output.called} OUT.txt --raw --source SOURCE'"
            )


def _n_best(gold: "Corpus", outputs: dict[str, "Output"], k: int) -> list[list[str]]:
    """Return the candidates of each source from files with k lines per source."""
    lists: list[list[str]] = [[] for _ in gold]
    for output in outputs.values():
        if len(output) != k * len(gold):
            raise LengthError(
                f"{output.called} has {plural(len(output), 'line')} for {plural(len(gold), 'source')}, but --n-best "
                f"{k} takes {k * len(gold)}"
            )
        for place, candidates in enumerate(lists):
            candidates += output.texts[place * k : (place + 1) * k]
    return lists


def _choose(options: Namespace, gold: "Corpus", outputs: dict[str, "Output"]) -> Consensus:
    oracle = options.method == "oracle"
    by_system = options.n_best == 1
    called = [output.called for output in outputs.values()]
    return choose(
        {name: pair_output(gold, output).texts for name, output in outputs.items()}
        if by_system
        else _n_best(gold, outputs, options.n_best),
        options.measure or "green",
        sources=None if oracle else gold.sources,
        method=options.method,
        references=None,
        gold=gold if oracle else None,
        votes=options.votes,
        extract=options.extract or "errata",
        called=called if by_system else _ranks(called, options.n_best),
    )


def _ranks(called: list[str], k: int) -> list[str]:
    """Return what messages call the first lines of all sources in n-best lists, the second ones, and so on."""
    return [f"{name}, candidate {number} of each source" for name in called for number in range(1, k + 1)]


def _sentences(made: Consensus) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for index, (text, choice, score) in enumerate(zip(made.texts, made.choices, made.scores, strict=True)):
        system = {"system": None if choice is None else made.names[choice]} if made.names else {}
        rows.append({"index": index, "text": text, "candidate": choice, **system, "score": score})
    return rows


def run(arguments: list[str]) -> int:
    """Run the command."""
    options = _parser().parse_intermixed_args(arguments)
    _check(options)
    with catching_findings() as findings:
        gold, outputs = _read(options)
        _refuse_raw(gold, outputs, options.n_best)
        made = _choose(options, gold, outputs)
    show_findings(findings, options.quiet)
    lines = list(made.texts)
    if options.format == "json":
        head = {"errata": __version__, "schema": 1, "signature": made.signature, "picks": made.picks}
        lines = [to_json({**head, "sentences": _sentences(made), "warnings": in_words(findings)})]
    if options.output == STDIN:
        print("\n".join(lines))
    else:
        write_lines(options.output, lines)
    if not options.quiet:
        own = sum(choice is None for choice in made.choices)
        picks = {**made.picks, "by none of them": own} if own else made.picks
        chosen = ", ".join(f"{name} {count:,}" for name, count in picks.items())
        tell(f"{plural(len(made.texts), 'sentence')} chosen by {options.method}{': ' if chosen else ''}{chosen}")
    return 0
