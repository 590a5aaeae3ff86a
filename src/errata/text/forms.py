"""Unicode forms: texts that look equal and are not, because one has its accents composed and the other apart."""

from collections.abc import Iterable, Sequence
from unicodedata import is_normalized, normalize

from errata.text.signs import Sign, listed

NFC = "nfc"
FORMS = (NFC,)
"""The forms that texts can be brought to before they are compared."""


def find_decomposed(lines: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, that are not in composed Unicode form (NFC)."""
    return [i for i, line in enumerate(lines) if not line.isascii() and not is_normalized("NFC", line)]


def normalised(text: str, form: str) -> str:
    """Return a text in a Unicode form.

    >>> len("cafe\u0301"), len(normalised("cafe\u0301", "nfc"))
    (5, 4)
    """
    return text if text.isascii() else normalize(form.upper(), text)  # type: ignore[arg-type]  # one of FORMS


def check_forms(
    name: str, sources: Sequence[str], outputs: Sequence[str], noun: str = "line", wanted: Sequence[str] = ()
) -> list[Sign]:
    """Report an output that has words of its sources, or of the gold's corrections, in another Unicode form."""
    in_source, in_output = find_decomposed(sources), find_decomposed(outputs)
    if bool(in_source) != bool(in_output):
        which, lines = ("the source", in_source) if in_source else (name, in_output)
        message = (
            f"{name}: source and output use different Unicode forms: {which} has decomposed characters, first {noun} "
            f"{lines[0] + 1}; words that look equal will not match"
        )
        return [Sign("unicode-forms", lines, message)]
    if not in_output and not find_decomposed(wanted):
        return []
    known = _words([*sources, *wanted])
    composed = {normalize("NFC", word) for word in known}
    lines = [
        index
        for index, line in enumerate(outputs)
        if any(word not in known and normalize("NFC", word) in composed for word in _words([line]))
    ]
    if not lines:
        return []
    word = next(
        word for word in _words([outputs[lines[0]]]) if word not in known and normalize("NFC", word) in composed
    )
    message = (
        f"{name}: {len(lines)} of {len(outputs)} {noun}s have words of the gold in another Unicode form "
        f"({listed(lines, noun)}), such as {word!r}; words that look equal will not match"
    )
    return [Sign("unicode-forms", lines, message)]


def _words(lines: Iterable[str]) -> dict[str, None]:
    """Return the words beyond ASCII, each once, in order."""
    return {word: None for line in lines if not line.isascii() for word in line.split() if not word.isascii()}
