"""Character edits from a corrected text that match as many gold edits as possible (Dahlmeier and Ng 2012).

A word difference need not find the annotator's edits: where one inserts `a`, the other may replace `word` by `a word`.
Among all shortest paths from source to output, the one that matches most gold edits is used; a matched gold edit
is returned as it is in the gold, so that it is aligned strictly.
"""

from collections.abc import Sequence

from errata.kernels.limits import TooLargeError
from errata.measures.m2.proposals import GoldEdit, Proposal, fits, shrink
from errata.measures.m2.search import pack_gold, search
from errata.model import Edit
from errata.records import dataclass
from errata.text.token_edits import TokenEdit, convert_edit, share_blanks
from errata.text.tokenisation import tokenise
from errata.text.words import Ranges, place_words

_MAX_CELLS = 1 << 26
_UNCHANGED = 2
"""How many unchanged words a change may contain, as in the paper."""


def extract_edits(source: str, output: str, gold: Sequence[Edit]) -> list[Edit]:
    """Return edits that turn the source into the output, up to white space, by gold edits where possible.

    The cost is the product of the two lengths; if both texts have the same number of lines, that of their lines.

    >>> wanted = Edit.of(3, 7, "word", ("a word",))
    >>> extract_edits("in word", "in a word", [wanted])
    [Edit.of(3, 7, 'word', ('a word',))]
    """
    lines, new_lines = source.split("\n"), output.split("\n")
    if len(lines) != len(new_lines):
        lines, new_lines = [source], [output]
    words_of = tokenise(source)
    ranges = words_of.ranges
    wanted = [made for edit in gold if (made := convert_edit(words_of, edit)) and made.corrections]
    found: list[Edit] = []
    position = first = 0
    for line, new_line in zip(lines, new_lines, strict=True):
        words = line.split()
        stop = first + len(words)
        near = [edit for edit in wanted if first <= edit.start and edit.end <= stop]
        found += _line_edits(source, _Line(position, ranges[first:stop], first, words), new_line.split(), near)
        position, first = position + len(line) + 1, stop
    return found


@dataclass(frozen=True)
class _Line:
    """A line of a text: where it begins, its words with their positions, and the number of the first."""

    position: int
    ranges: Ranges
    first: int
    words: list[str]


def _line_edits(source: str, line: _Line, new: list[str], wanted: Sequence[TokenEdit]) -> list[Edit]:
    words = line.words
    if words == new:
        return []
    if len(words) * len(new) > _MAX_CELLS:
        raise TooLargeError(
            f"texts of {len(words)} and {len(new)} words are too long to be compared whole; split them into lines, "
            "the same number in both"
        )
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(word, len(numbers)) for word in words]
    new_ids = [numbers.setdefault(word, len(numbers)) for word in new]
    edits = [
        GoldEdit(
            edit.start - line.first,
            edit.end - line.first,
            tuple(
                tuple(numbers.setdefault(word, len(numbers)) for word in made)
                for made in edit.corrections
                if made is not None
            ),
        )
        for edit in wanted
    ]
    proposals = search(pack_gold([ids], [[edits]]), [new_ids], unchanged=_UNCHANGED, edition="paper").edits(0)
    found = []
    free = list(range(len(edits)))
    kept = set()
    for at, proposal in enumerate(proposals):
        met = next((which for which in free if fits(proposal, edits[which], ids, new_ids)), None)
        if met is None:
            found.append(_own(source, line, shrink(proposal, ids, new_ids), new))
        else:
            free.remove(met)
            kept.add(at)
            found.append(_as_in_gold(wanted[met], tuple(new[proposal.output_start : proposal.output_end])))
    return share_blanks(source, found, kept)


def _own(source: str, line: _Line, proposal: Proposal, new: list[str]) -> Edit:
    """Return a change that no gold edit has."""
    words = new[proposal.output_start : proposal.output_end]
    low, high, string = place_words(line.ranges, proposal.source_start, proposal.source_end, words)
    if not line.ranges:
        low = high = line.position
    return Edit.of(low, high, source[low:high], (string,))


def _as_in_gold(met: TokenEdit, words: tuple[str, ...]) -> Edit:
    """Return a gold edit as a system edit, with the correction that was made."""
    assert met.corrections
    which = met.corrections.index(words)
    return Edit.of(met.origin.start, met.origin.end, met.origin.original, (met.origin.alternatives[which],))
