"""How the time of PT-M² with a model is split: `python -m benchmarks.weighing [FOLDER LAYER]`.

Without a folder, a tiny encoder with random weights is made, so that all but the model's own work can be seen.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.similarity import tiny

import errata
from benchmarks.measuring import shared
from errata.similarity.models import Encoder


def split(folder: Path, layer: int) -> dict[str, float]:
    """Score one system of CoNLL-2014 and return the seconds of each part, with the numbers of texts and pairs."""
    encoder = Encoder(folder)
    measure = errata.PtM2(model=encoder, layer=layer)
    gold = errata.read(shared("data/conll14/gold.m2"))
    lines = errata.read_lines(shared("data/conll14/systems/AMU.txt"))
    start = time.process_time()
    table = errata.score(gold, {"AMU": lines}, measures=[measure]).scores[0].table
    whole = time.process_time() - start
    watch = encoder.watch
    [pairs] = encoder.known.values()
    n_edits = [len(note.compared.edits) for note in table.notes]
    return watch.seconds | {
        "searching edits, and all else": whole - sum(watch.seconds.values()),
        "pairs compared": len(pairs),
        "pairs allowed (1 + edits, where there are any)": sum(1 + n for n in n_edits if n),
        "texts encoded": watch.numbers["encoding texts"],
        "different texts": len({text for pair in pairs for text in pair}),
    }


def _main() -> None:
    if len(sys.argv) == 3:
        found = split(Path(sys.argv[1]), int(sys.argv[2]))
    else:
        sources = errata.read_lines(shared("data/conll14/src.txt"))
        words = sorted({word.lower() for text in sources for word in text.split()})
        with TemporaryDirectory() as name:
            found = split(tiny.save(Path(name), words=words), tiny.LAYERS)
    for part, number in found.items():
        print(f"{part:48}{f'{number:,}' if isinstance(number, int) else f'{number:.2f} s':>10}")


if __name__ == "__main__":
    _main()
