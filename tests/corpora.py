"""CoNLL-2014, as tests on whole corpora take it."""

from functools import cache

from tests.support import shared

import errata
from errata import Corpus
from errata.model import Output

SYSTEMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
GOLDS = {"errant": "errant/gold.m2", "official": "gold.m2", "withalt": "official-2014.combined-withalt.m2"}


@cache
def conll_gold(kind: str = "official") -> Corpus:
    """Return one of `GOLDS`."""
    return errata.read(shared(f"data/conll14/{GOLDS[kind]}"))


def conll_output(system: str) -> list[str]:
    """Return the output of a system."""
    return errata.read_lines(shared(f"data/conll14/systems/{system}.txt"))


def conll_edits() -> dict[str, Output]:
    """Return the edits of the twelve systems."""
    return {name: Output.from_corpus(name, errata.read(shared(f"data/conll14/errant/{name}.m2"))) for name in SYSTEMS}
