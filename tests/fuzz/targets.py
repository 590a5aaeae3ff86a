"""What is tried: every reader, with valid files to damage, and every measure and extractor, with cases drawn for it."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from warnings import catch_warnings, simplefilter

from tests.fuzz.scoring import EXTRACTORS, draw_case, draw_pairs, extract_case, score_case
from tests.support import ROOT, lacks

from errata import Corpus, Edit, Layer, Text, available_measures
from errata.check.examination import validate
from errata.check.judged import compare_groups
from errata.errors import ErrataError
from errata.formats import Format, available_formats, guess_format
from errata.formats.conversion import to_corpus, to_document
from errata.formats.datasets import read_documents
from errata.formats.judgements import read_human_scores, read_judgements, read_scores, read_sentence_numbers
from errata.measures.difficulty.weights import Weights, read_weights, write_weights
from errata.measures.hoo.control import read_control
from errata.model import TOKENS
from errata.model.judgements import Judgements
from errata.stats.judged import judge_agreement

SAMPLES = ROOT / "plugins" / "errata-corpora" / "tests" / "samples"
_FCE = (
    b'<learner><head sortkey="1"><text><answer1><question_number>1</question_number><coded_answer><p>He <NS type="AGV">'
    b"<i>go</i><c>goes</c></NS> home.</p></coded_answer></answer1></text></head></learner>"
)
_RANKINGS = b"""\
<appraise-results><error-correction-ranking-result id="x">
<ranking-item doc-id="d" duration="00:01:07.5" id="0" src-id="1" user="ann">
<translation rank="3" system="A"/><translation rank="1" system="B C"/></ranking-item>
<ranking-item id="1" src-id="1" user="ann"><translation system="A,C" rank="2"/></ranking-item>
<ranking-item id="2" src-id="0" user="ben"></ranking-item>
</error-correction-ranking-result></appraise-results>
"""
TEXT = "He go home.\n😀 It were {fine} & <b> a | b.\r\n"


@dataclass(frozen=True)
class Target:
    """A reader, the suffix its files have, files to begin with, and what must stand beside a file.

    What `draw` makes is not damaged.
    """

    name: str
    suffix: str
    seeds: tuple[bytes, ...]
    read: Callable[[Path], object]
    beside: tuple[tuple[str, bytes], ...] = ()
    draw: Callable[[Random], bytes] | None = None


def _sentences() -> list[Text]:
    edits = (Edit(1, 2, ("goes", "went"), "R:VERB", False, "index=1;cset=7"), Edit(3, 3, ("now",), "M"))
    return [
        Text("He go home .", (Layer(0, edits), Layer(1))),
        Text("", (Layer(0),)),
        Text("a b 😀", (Layer(0, (Edit(0, 1, ("",), "U"),)), Layer(2, (Edit(2, 3, ("x",), "R"),)))),
    ]


def _documents(text: str) -> list[Text]:
    edits = (
        Edit.of(3, 5, "go", ("goes", "went"), "SVA", "T1", cset="7"),
        Edit.of(10, 10, "", (" now",), "M", "T2"),
        Edit.of(6, 10, "home", ("",), "U", "T3", comment="why"),
    )
    several = Text.document("2", text, layers=(Layer(0, edits[:1]), Layer("ann", edits)), meta={"l1": "x"})
    return [Text.document("1", text, edits), several]


def _written(form: Format, folder: Path) -> Iterable[bytes]:
    """Yield files that the format's own writer makes."""
    for number, text in enumerate((TEXT, "He go home.\nAll is well.\n")):
        documents = _documents(text)
        if form.holds == "document":
            documents = documents[:1]
        (folder / "seed.txt").unlink(missing_ok=True)
        path = folder / f"seed{form.suffixes[0]}"
        try:
            if form.holds == "sentences" or (form.holds == "records" and number):
                items = _sentences() if form.is_annotated else [Text("a b"), Text("c")]
                form.write(path, items, loss="ignore")
            else:
                form.write(path, documents, loss="ignore")
        except ErrataError:  # some formats cannot hold some texts, one is only read
            continue
        yield path.read_bytes()


def _use(items: Iterable[Text]) -> None:
    """Do with items what comes after reading: validate and convert them."""
    sentences = tuple(item for item in items if item.unit == TOKENS)
    with suppress(ErrataError):
        to_document(Corpus(sentences), "1")
    for item in items:
        if item.unit == TOKENS:
            continue
        for layer in item.layers[:2]:
            mine = item.by(layer.annotator)
            validate(mine)
            with suppress(ErrataError):
                to_corpus(mine, cross="skip")


def _reader(form: Format) -> Callable[[Path], object]:
    settings = {"text": "text.txt"} if "text" in form.read_settings else {}

    def read(path: Path) -> object:
        given = {name: path.with_name(file) for name, file in settings.items()}
        if form.holds == "sentences":
            items = list(form.read(path))
        elif form.holds == "records":
            items = list(form.read_items(path))
        elif form.holds == "rankings":
            rankings = read_judgements(path)
            _use_rankings(rankings)
            return rankings
        else:
            items = list(form.read_documents(path, **given))
        _use(items)
        _write_again(form, items, path)
        return items

    return read


def _use_rankings(found: object) -> None:
    """Do with rankings what comes after reading: count and compare them."""
    if isinstance(found, Judgements):
        list(found.pairs())
        judge_agreement(found)
        compare_groups(found, {system: ["a", "b"] for system in found.systems}, 0)


def _write_again(form: Format, items: list[Text], path: Path) -> None:
    """Write what was read; where nothing is lost, the same must come out when it is read again."""
    again = path.with_name(f"again{form.suffixes[0]}")
    again.with_name("again.txt").unlink(missing_ok=True)
    try:
        lost = form.write(again, items, loss="ignore")
    except ErrataError:
        return
    found = list(form.read_items(again))
    if not lost and _comparable(found) != _comparable(items):
        raise AssertionError(f"written and read again, {_comparable(items)} became {_comparable(found)}")


def _comparable(items: Iterable[Text]) -> list[Text]:
    """Return items without what a file's name says of them."""
    return [item if item.unit == TOKENS else _unnamed(item) for item in items]


def _unnamed(document: Text) -> Text:
    layers = document.layers
    if len(layers) == 1:
        layers = (replace(layers[0], annotator=0),)
    return replace(document, layers=layers).with_details(id="")


def _guess(path: Path) -> object:
    form = guess_format(path)
    return list(read_documents(path)) if form.holds_document else None


UNTRIED = frozenset({"parquet"}) if lacks("pyarrow", "errata[parquet]") else frozenset()
"""Formats of extras that are not installed."""


def targets() -> list[Target]:
    """Return everything that is tried."""
    return [*readers(), *scorers()]


def scorers() -> list[Target]:
    """Return everything that scores or extracts."""
    measures = [
        Target(f"score-{name}", ".json", (), score_case, draw=draw_case(measure))
        for name, measure in available_measures().items()
    ]
    return measures + [
        Target(f"extract-{name}", ".json", (), extract_case(name), draw=draw_pairs) for name in EXTRACTORS
    ]


def readers() -> list[Target]:
    """Return everything that reads a file."""
    made: list[Target] = []
    with TemporaryDirectory() as name, catch_warnings():
        simplefilter("ignore")
        folder = Path(name)
        for form in available_formats().values():
            seeds = list(_written(form, folder))
            seeds += [path.read_bytes() for path in sorted(SAMPLES.iterdir()) if _is_sample(path, form)]
            if form.holds == "rankings":
                seeds = [_RANKINGS]
            if form.name == "multigec":  # which cannot hold the edits of the texts above
                seeds = [b"### essay_id = 1\n\nHe go home.\n\nAll is well.\n\n### essay_id = 2\n\nYes.\n"]
            if form.name == "fce":  # which is only read
                seeds = [_FCE]
            beside = (("text.txt", TEXT.encode()),) if "text" in form.read_settings else ()
            if form.name == "languagetool":
                beside = (("text.txt", (SAMPLES / "checked.txt").read_bytes()),)
            if form.name in UNTRIED:
                continue
            assert seeds, form.name
            made.append(Target(form.name, form.suffixes[0], tuple(seeds), _reader(form), beside))
        write_weights(Weights(3, ((3, 1, 2), (0,)), "abc", 0, (1.0, 0.0, 0.0), ("x", "y", "z")), folder / "w.json")
        weights = ((folder / "w.json").read_bytes(), b"3\n3 1 2\n0\n")
    made.append(Target("weights", ".json", weights, read_weights))
    control = (b"# types\naggregate VERB AGV IV\naggregate N UN\n",)
    scores = (b"system\tew\tts\nA\t0.5\t-1\nB\t0.25\t1e-3\n", b"system\tindex\tscore\nA\t0\t1\nA\t1\t0.5\n")
    made.append(Target("human-scores", ".tsv", scores, lambda path: _use_scores(path)))
    made.append(Target("sentence-numbers", ".txt", (b"[0, 2, 5]", b"0\n2\n5\n"), read_sentence_numbers))
    made.append(Target("control", ".txt", control, read_control))
    made.append(Target("control-lenient", ".txt", control, lambda path: read_control(path, lenient=True)))
    made += [
        Target(f"doctor-{target.name}", target.suffix, target.seeds, lambda path: validate(path), target.beside)
        for target in made
        if target.name in available_formats()
    ]
    every = tuple(seed for target in made for seed in target.seeds)
    made += [
        Target(f"guess{suffix}", suffix, every, _guess) for suffix in (".txt", ".xml", ".json", ".ann", ".sgml", "")
    ]
    return made


def _use_scores(path: Path) -> None:
    with suppress(ErrataError):
        read_scores(path)
    read_human_scores(path).column()


def _is_sample(path: Path, form: Format) -> bool:
    if path.suffix not in form.suffixes or path.suffix == ".txt":
        return False
    return guess_format(path) is form
