"""Tokenised lines as running text, as people write it and as typesetting programs do: what `recovery` starts from."""

import re

_LEFT = frozenset((*".,;:!?%)]}", "''", "...", "n't", "'t", "'s", "'m", "'d", "'re", "'ve", "'ll"))
_RIGHT = frozenset((*"([{$£€#", "``"))
_CLITICS = frozenset(("'t", "'s", "'m", "'d", "'re", "'ve", "'ll"))
_TYPOGRAPHIC = (
    (r"(^|[\s(\[])\"", r"\1“"),
    (r"\"", "”"),
    (r"(^|[\s(\[])'(?=\w)", r"\1‘"),
    (r"'", "’"),
    (r"\.\.\.", "…"),
    (r" -- ", " — "),
    (r" - ", " – "),
    (r"(?<=\d)-(?=\d)", "–"),
)
_SPACES = {5: "\u00a0", 0: "  "}
"""What stands for every ninth space, and for the one in between."""


def detokenise(line: str) -> str:
    """Return running text as most people would write it; quotes are closed where one is open.

    >>> detokenise("He said : \\" I do n't know ( yet ) , \\" did n't he ?")
    'He said: "I don\\'t know (yet)," didn\\'t he?'
    """
    text = ""
    is_glued = True
    is_open = {'"': False, "'": False}
    before = ""
    for token in line.split():
        low = token.lower()
        to_left, to_right = low in _LEFT, token in _RIGHT
        if token in is_open:
            if token == "'" and not is_open["'"] and before.endswith("s"):
                to_left = True
            else:
                to_left, to_right = is_open[token], not is_open[token]
                is_open[token] = to_right
        elif token.endswith("'") and token != "''":
            is_open["'"] = False
        elif token.startswith("'") and low not in _CLITICS and token != "''":
            is_open["'"] = True
        text += token if to_left or is_glued else f" {token}"
        is_glued = to_right
        before = token
    return text


def typeset(text: str) -> str:
    """Return a text with typographic marks, no-break and doubled spaces.

    >>> typeset("He's 2-3 years older - or \\"so\\".")
    'He’s 2–3 years older –\\xa0or “so”.'
    """
    for pattern, form in _TYPOGRAPHIC:
        text = re.sub(pattern, form, text)
    first, *words = text.split(" ")
    return first + "".join(_SPACES.get(number % 9, " ") + word for number, word in enumerate(words, start=1))
