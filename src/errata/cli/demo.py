"""`errata demo`: the main job on the corpus that ships with the package."""

import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path

from errata.api.score import score
from errata.cli.terminal import has_colour
from errata.extract.documents import extract_documents
from errata.findings import ErrataWarning
from errata.formats import read, read_lines
from errata.formats.conversion import to_document
from errata.measures.data import Score
from errata.model import Corpus, Text
from errata.report.scores import render

EXAMPLES = Path(__file__).parent.parent / "examples"
SYSTEMS = ("unchanged", "cautious", "good", "bold", "paraphrase")


def _score_as_document(gold: Corpus, outputs: Mapping[str, Sequence[str]]) -> tuple[Score, ...]:
    """Score with the measures for documents: the corpus as one document, with the first annotator's edits."""
    document = Corpus((to_document(gold, "demo", gold.annotators[0]),))
    texts = {name: Corpus((Text.document("demo", "\n".join(lines)),)) for name, lines in outputs.items()}
    return score(document, {name: extract_documents(document, text) for name, text in texts.items()}).scores


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="errata demo",
        description="Score five systems on the example corpus with every measure that needs nothing more. "
        "For example: errata demo",
    )
    parser.add_argument("--path", action="store_true", help="print only the folder of the example files")
    return parser


def run(arguments: list[str]) -> int:
    """Run the command."""
    if _parser().parse_args(arguments).path:
        print(EXAMPLES)
        return 0
    gold = read(EXAMPLES / "gold.m2")
    outputs = {name: read_lines(EXAMPLES / f"{name}.txt") for name in SYSTEMS}
    print(
        f"{len(gold)} learner sentences, corrected by {len(gold.annotators)} annotators, and five systems:\n"
        "  unchanged   repeats the source\n"
        "  cautious    corrects little, and only sure cases\n"
        "  good        corrects most errors and little else\n"
        "  bold        corrects much, right or wrong\n"
        "  paraphrase  rewrites freely\n"
        "Scores are percentages; higher is better. Precision (P) drops with unwanted changes, recall (R) with missed\n"
        "ones; F combines the two. cleme counts an error as missed only if it was left alone, not if it was changed\n"
        "wrongly, so rewriting everything gives R 100. hoo asks for a change near the right place (det), exactly\n"
        "there (rec), and with the right text (cor). Some measures reward correctly kept text, so doing nothing\n"
        "scores above 0: look at the row 'unchanged' first. The line under each table lists all settings, so that\n"
        "anyone can reproduce the numbers.\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ErrataWarning)  # the paraphraser strays from its sources on purpose
        scores = score(gold, outputs, extract="errata", extract_gold=True).scores
        of_documents = _score_as_document(gold, outputs)
    print(render([*scores, *of_documents], "table", bold=has_colour(), brief=True))
    files = " ".join(f'"{EXAMPLES / name}"' for name in ("gold.m2", "good.txt"))
    command = sys.argv[0] if Path(sys.argv[0]).name == "errata" else "errata"
    print(f"\nTry it yourself:\n  {command} score {files} --measure green:unit=char")
    return 0
