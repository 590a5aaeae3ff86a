"""Cases of the rules of HOO beside those of its measure, worked by hand: extraction, types, formats, tokens."""

import json
from pathlib import Path
from typing import Any

from errata import Corpus
from errata.golden.inputs import documents

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "hoo_cases.json").read_text(encoding="utf-8"))


def document_sets(case: dict[str, Any]) -> tuple[Corpus, Corpus]:
    """Return gold and system of a case of one document."""
    return documents([{"text": case["text"], "edits": case["gold"]}]), documents([{"edits": case["system"]}])
