"""n-grams in words: which of them fall into which region, order by order. The plain twin of the counting kernel."""

from collections import Counter
from collections.abc import Iterator, Sequence

_BLANK = "␣"


def tokens_of(text: str, unit: str, strip: bool) -> list[str]:
    """Return the units of n-grams: words, words between ASCII white space, or characters."""
    if unit == "char":
        return list(text.strip() if strip else text)
    if unit == "ascii-word":
        return [word.decode("utf-8", "surrogatepass") for word in text.encode("utf-8", "surrogatepass").split()]
    return text.split()


class Grams:
    """The n-grams of one order in several texts: how often each occurs, and how to display it."""

    def __init__(self, texts: Sequence[Sequence[str]], order: int, unit: str) -> None:
        self.counts = [Counter(tuple(text[at : at + order]) for at in range(len(text) - order + 1)) for text in texts]
        self._is_char = unit == "char"

    def __iter__(self) -> Iterator[tuple[tuple[str, ...], list[int]]]:
        """Yield each n-gram with its number in every text, in order of first occurrence."""
        for gram in dict.fromkeys(gram for count in self.counts for gram in count):
            yield gram, [count[gram] for count in self.counts]

    def write(self, gram: tuple[str, ...], times: int) -> str:
        """Display an n-gram and how often it counts; spaces are made visible."""
        text = "".join(gram).replace(" ", _BLANK) if self._is_char else " ".join(gram)
        return text if times == 1 else f"{text} (×{times})"


def regions(s: int, c: int, r: int) -> dict[str, int]:
    """Split an n-gram's counts in source, output and reference into regions (GREEN, Table 1 and equation 4).

    The smallest number is kept by all three; the rest is what one text has in addition to the others, or lacks.

    >>> regions(1, 1, 1), regions(0, 1, 1), regions(2, 1, 1), regions(1, 0, 1)
    ({'tk': 1}, {'ti': 1}, {'tk': 1, 'td': 1}, {'od': 1})
    """
    shares = {
        "tk": min(s, c, r),
        "td": max(0, s - max(c, r)),
        "ti": max(0, min(c, r) - s),
        "od": max(0, min(s, r) - c),
        "oi": max(0, c - max(s, r)),
        "ud": max(0, min(s, c) - r),
        "ui": max(0, r - max(s, c)),
    }
    return {name: share for name, share in shares.items() if share}


def list_regions(texts: Sequence[Sequence[str]], n: int, unit: str) -> Iterator[tuple[int, str, int, tuple[str, ...]]]:
    """Yield order, region, number and members of the regions of source, output and reference for orders 1 to n.

    Regions come as in `regions`, in capitals; those without n-grams are omitted.
    """
    for order in range(1, n + 1):
        grams = Grams(texts, order, unit)
        found: dict[str, list[tuple[int, str]]] = {name: [] for name in ("tk", "td", "ti", "od", "oi", "ud", "ui")}
        for gram, counts in grams:
            for region, share in regions(*counts).items():
                found[region].append((share, grams.write(gram, share)))
        for region, members in found.items():
            if members:
                yield order, region.upper(), sum(share for share, _ in members), tuple(text for _, text in members)
