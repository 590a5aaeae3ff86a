"""Sentences and edits with what only some files say of them: ids, the text before it was tokenised, scores, more.

Plain `Sentence` and `Edit` are made by the thousand and stay small; these add fields to them and are understood
wherever those are.
"""

from dataclasses import dataclass, field

from errata.documents import Document, Token
from errata.model import Extra, Sentence

Item = Sentence | Document
"""What a file holds one after the other."""


@dataclass(frozen=True, slots=True)
class Segment(Sentence):
    """A sentence with its id, the text that its tokens stand in, and fields that the model does not know.

    `text` and `ranges` are given where the tokens are more than the text cut at white space: the source is then the
    tokens with a blank between them, `ranges` say where each stands in the text.

    >>> made = Segment("He go .", text="He go.", ranges=(Token(0, 2), Token(3, 5), Token(5, 6)), id="7")
    >>> made.tokens, made.text
    (('He', 'go', '.'), 'He go.')
    """

    id: str | None = None
    text: str | None = None
    ranges: tuple[Token, ...] | None = None
    meta: Extra | None = field(default=None, hash=False)
    extra: Extra | None = field(default=None, hash=False)
