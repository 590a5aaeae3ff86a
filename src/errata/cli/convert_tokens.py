"""`--tokens` of `errata convert`: plain lines are cut into tokens, and where it would be passed over it is refused."""

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from errata.errors import InputError
from errata.formats import Format
from errata.model import TOKENS, Text
from errata.text.tokenisation import TOKENISERS, tokenise

DEFAULT = "space"
"""What needs no work: words are what stands between white space everywhere."""


def check_how(how: str) -> None:
    """Refuse what is neither a way to cut texts nor a file of tokens."""
    if how not in TOKENISERS and not Path(how).is_file():
        raise InputError(f"--tokens is {how!r}, which is no file; it takes {', '.join(TOKENISERS)} or a file of tokens")


def cut_lines(lines: Sequence[str], how: str, name: str) -> Sequence[str]:
    """Return lines of plain text with spaces between their tokens.

    >>> cut_lines(["He's here."], "treebank", "a.txt")
    ["He 's here ."]
    """
    if how == DEFAULT:
        return lines
    if how not in TOKENISERS:
        raise InputError(
            f"--tokens {how} is for one document with edits by character, but {name} is plain text; name a way to cut "
            f"its lines ({', '.join(TOKENISERS)})"
        )
    return [" ".join(tokenise(line, how).tokens) for line in lines]


def cut_plain(items: Iterable[Text], how: str, name: str) -> Iterator[Text]:
    """Yield sentences of plain text with spaces between their tokens."""
    return (replace(item, source=cut_lines([item.source], how, name)[0]) for item in items)


def check_cut(items: Iterator[Text], options: Namespace, target: Format, name: str) -> Iterator[Text]:
    """Yield the items of a file that is not plain text; refuse --tokens where nothing would be cut by it."""
    if options.tokens == DEFAULT:
        return items
    makes_sentences = target.holds == "sentences" and target.name != "text"
    if not makes_sentences and (target.holds != "records" or options.unit != "token"):
        what = "plain text" if target.name == "text" else "records" if target.holds == "records" else "documents"
        hint = "; add --unit token" if what == "records" else ""
        raise InputError(
            f"--tokens {options.tokens} says how texts become sentences of tokens, but OUT holds {what} "
            f"({target.name}){hint or '; leave it out'}"
        )
    return _documents_only(items, options.tokens, name)


def _documents_only(items: Iterator[Text], how: str, name: str) -> Iterator[Text]:
    for number, item in enumerate(items, 1):
        if item.unit == TOKENS:
            raise InputError(
                f"--tokens {how} cuts plain text and documents, but {name} holds sentences, whose edits count the "
                f"tokens that are there (sentence {number}: {item.source[:60]!r}); leave it out"
            )
        yield item
