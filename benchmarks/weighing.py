"""How the time of PT-M² with a model is split: `python -m benchmarks.weighing [FOLDER LAYER]`.

Without a folder, a tiny encoder with random weights is made, so that all but the model's own work can be seen.
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.similarity import tiny

import errata
from benchmarks.measuring import shared
from errata.similarity.matching import PieceSimilarity
from errata.similarity.models import Encoder


class Watch:
    """CPU seconds spent in parts of the work, by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, its time added to a part; of a generator, the time between its items."""

        def run(*arguments: Any) -> Any:
            start = time.process_time()
            made = function(*arguments)
            self._add(part, start)
            return self._watched(part, made) if isinstance(made, Iterator) else made

        return run

    def _watched(self, part: str, items: Iterator[Any]) -> Iterator[Any]:
        while True:
            start = time.process_time()
            item = next(items, None)
            self._add(part, start)
            if item is None:
                return
            yield item

    def _add(self, part: str, start: float) -> None:
        self.seconds[part] = self.seconds.get(part, 0.0) + time.process_time() - start


def split(folder: Path, layer: int) -> dict[str, float]:
    """Score one system of CoNLL-2014 and return the seconds of each part, with the numbers of texts and pairs."""
    watch = Watch()
    encoder = Encoder(folder)
    similarity = PieceSimilarity(encoder, layer)
    watch.timed("loading the model", lambda: encoder._engine)()
    for owner, name, part in (
        (encoder, "split", "cutting into pieces"),
        (encoder, "encode", "encoding"),
        (similarity, "_compare", "comparing vectors"),
    ):
        setattr(owner, name, watch.timed(part, getattr(owner, name)))
    gold = errata.read(shared("data/conll14/gold.m2"))
    lines = errata.read_lines(shared("data/conll14/systems/AMU.txt"))
    start = time.process_time()
    table = errata.score(gold, {"AMU": lines}, measures=[errata.PtM2(weights=similarity)]).scores[0].table
    whole = time.process_time() - start
    inside = sum(seconds for part, seconds in watch.seconds.items() if part != "loading the model")
    [pairs] = encoder.known.values()
    n_edits = [len(note.compared.edits) for note in table.notes]
    return watch.seconds | {
        "searching edits, and all else": whole - inside,
        "pairs compared": len(pairs),
        "pairs allowed (1 + edits, where there are any)": sum(1 + n for n in n_edits if n),
        "texts encoded": len({text for pair in pairs for text in pair}),
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
