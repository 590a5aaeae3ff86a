"""Draw texts and gold that alignments and searches find hard: repetition, alternation, nothing, and long lines.

What is drawn is as large as exact search can take: long lines differ in few places only.
"""

from collections.abc import Callable
from random import Random

from tests.fuzz.mutation import damage
from tests.support import NOOP, m2_edit

VOCABULARIES = (
    ("a",),
    ("a", "b"),
    ("a", "A", "á", "b", "B"),
    (
        "go",
        "goes",
        "going",
        "went",
        "gone",
        "the",
        "a",
        "to",
        "too",
        "two",
        ",",
        ".",
        "-",
        "'s",
        "can",
        "not",
        "cannot",
    ),
    ("x" * 61, "x" * 62, "x" * 63, "x" * 64, "x" * 65 + "y", "狗" * 70, "x"),
    ("e\u0301", "é", "İ", "i̇", "ß", "SS", "😀", "𝒳", "-NONE-", "S", "A", "||", "\ufeff", "\u200b"),
    tuple(f"w{n}" for n in range(40)),
    tuple(f"w{n}" for n in range(3000)),
)
SPACES = ("  ", "\t", "\u00a0", "\u3000", " \u2028 ")
MANY = 40
"""References or annotators, now and then."""

Tokens = list[str]


def _line(words: tuple[str, ...], length: int, random: Random) -> Tokens:
    pattern = random.randrange(6)
    if pattern == 0:  # a b a b …
        return [words[n % min(2, len(words))] for n in range(length)]
    if pattern == 1:  # one block again and again
        block = random.choices(words, k=random.randint(1, 7))
        return [block[n % len(block)] for n in range(length)]
    if pattern == 2:  # runs
        made: Tokens = []
        while len(made) < length:
            made += [random.choice(words)] * random.randint(1, 9)
        return made[:length]
    return random.choices(words, k=length)


def _swap(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    return tokens[:at] + tokens[at:end][::-1] + tokens[end:]


def _move(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    rest = tokens[:at] + tokens[end:]
    to = random.randint(0, len(rest))
    return rest[:to] + tokens[at:end] + rest[to:]


def _substitute(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    return tokens[:at] + random.choices(words, k=end - at) + tokens[end:]


def _delete(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    return tokens[:at] + tokens[end:]


def _insert(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    return tokens[:at] + random.choices(words, k=random.randint(1, 4)) + tokens[at:]


def _double(tokens: Tokens, at: int, end: int, words: tuple[str, ...], random: Random) -> Tokens:
    return tokens[:end] + tokens[at:end] + tokens[end:]


_CHANGES: tuple[Callable[[Tokens, int, int, tuple[str, ...], Random], Tokens], ...] = (
    _swap,
    _move,
    _substitute,
    _substitute,
    _delete,
    _insert,
    _double,
)


def _changed(tokens: Tokens, words: tuple[str, ...], random: Random) -> Tokens:
    """Return the tokens with a few changes, often at the ends; now and then something else altogether."""
    if len(tokens) < 100 and random.random() < 0.1:
        return _line(words, random.choice((0, 1, len(tokens), 2 * len(tokens))), random)
    for _ in range(random.choice((0, 1, 1, 2, 3, 6))):
        at = random.choice((0, len(tokens), random.randint(0, len(tokens)), random.randint(0, len(tokens))))
        end = min(len(tokens), at + random.choice((0, 1, 1, 2, 5)))
        tokens = random.choice(_CHANGES)(tokens, at, end, words, random)
    return tokens


def _text(tokens: Tokens, random: Random) -> str:
    """Join tokens, now and then by odd space."""
    if random.random() < 0.95:
        return " ".join(tokens)
    return random.choice(("", " ")) + random.choice(SPACES).join(tokens) + random.choice(("", " "))


def _length(random: Random) -> int:
    size = random.random()
    if size < 0.75:
        return random.choice((0, 1, 2, 3, 5, 8, 12))
    return random.randint(20, 80) if size < 0.92 else random.randint(300, 1500)


def draw_texts(random: Random) -> dict[str, list[str] | list[list[str]]]:
    """Return sources, sets of references, and outputs."""
    words = random.choice(VOCABULARIES)
    sources = [_line(words, _length(random), random) for _ in range(random.choice((1, 1, 2, 4)))]
    is_long = sum(map(len, sources)) > 200
    n_references = MANY if random.random() < 0.03 and not is_long else random.choice((1, 1, 2, 3))
    return {
        "sources": [_text(tokens, random) for tokens in sources],
        "references": [
            [_text(_changed(tokens, words, random), random) for tokens in sources] for _ in range(n_references)
        ],
        "outputs": [_text(_changed(tokens, words, random), random) for tokens in sources],
    }


def _edit(n: int, words: tuple[str, ...], who: int, random: Random) -> str:
    """Return the line of an edit, often at an end, now and then where there is no text."""
    start = random.choice((0, n, max(n - 1, 0), random.randint(0, n), random.randint(0, n), random.randint(0, n)))
    end = min(n, start + random.choice((0, 1, 1, 2, 4)))
    if random.random() < 0.03:
        start, end = random.choice(
            ((end, start), (n, n + 1), (n + 5, n + 9), (-1, -1), (0, n + 999), (2**31, 2**31 + 3))
        )
    n_alternatives = random.choice((1, 1, 1, 2, 3, 60 if random.random() < 0.1 else 4))
    made = (" ".join(random.choices(words, k=random.choice((0, 1, 1, 2, 5)))) for _ in range(n_alternatives))
    return m2_edit(start, end, "||".join(text or "-NONE-" for text in made), who)


def _block(tokens: Tokens, words: tuple[str, ...], n_annotators: int, random: Random) -> str:
    """Return a sentence of M2 with edits that may overlap, come twice, and stand in any order."""
    lines = ["S " + " ".join(tokens)]
    for who in range(n_annotators):
        edits = [_edit(len(tokens), words, who, random) for _ in range(random.choice((0, 1, 2, 3, 8)))]
        if random.random() < 0.9:
            edits.sort(key=lambda line: [int(number) for number in line.partition("|||")[0].split()[1:]])
        lines += edits or ([f"{NOOP}{who}"] if random.random() < 0.8 else [])
    return "\n".join([*lines, "", ""])


def draw_gold(random: Random) -> dict[str, str | list[str]]:
    """Return M2 with the edits of annotators, that of a system, and outputs as texts; now and then damaged."""
    words = random.choice(VOCABULARIES)
    sources = [_line(words, _length(random), random) for _ in range(random.choice((1, 1, 2, 4)))]
    is_long = sum(map(len, sources)) > 200
    n_annotators = MANY if random.random() < 0.03 and not is_long else random.choice((1, 1, 2, 3))
    gold = "".join(_block(tokens, words, n_annotators, random) for tokens in sources)
    if random.random() < 0.3:
        gold = damage(gold.encode(), [gold.encode()], random).decode(errors="replace")
    return {
        "gold": gold,
        "system": "".join(_block(tokens, words, 1, random) for tokens in sources),
        "outputs": [_text(_changed(tokens, words, random), random) for tokens in sources],
    }
