"""Checks of candidates to choose from: the same as of outputs that are scored.

A text is chosen because it agrees with others, so candidates of other sources, or raw text, would be chosen silently.
"""

from collections.abc import Iterator, Sequence

from errata.check.alignment import MISALIGNED
from errata.check.outputs import judge_untokenised
from errata.check.screening import Screen
from errata.errors import InputError
from errata.findings import Finding, remedy, report
from errata.records import replace

_MIN_LINES = 3
"""Of fewer texts, which decoders often have, a bad one would be reported as if all were."""
_IN_PLACE = (
    "look for extra, missing or reordered lines: a candidate must stand at its source, and in an n-best list all "
    "candidates of a source stand together"
)
_TOKENISED = "candidates must have the tokens of the source: make them with '{convert_raw_text}'"
_OTHER_HINTS = {
    remedy("{raw} removes what it recognises"): "'{convert_raw}' removes what it recognises",
    remedy("{normalise} converts all texts to one form"): "'{fix_nfc}' converts a file to one form",
}
"""What `score` can do about a finding, and what can be done here."""


def check_candidates(
    sources: Sequence[str], lists: Sequence[Sequence[str]], called: Sequence[str], *, are_systems: bool
) -> None:
    """Refuse candidates that are no corrections of their sources, and report what is odd about them.

    The first candidates of all sources are checked together, as is the output of a system, then the second ones, and
    so on; `called` names them. What is odd about several of these is only reported once, unless they are of systems.
    """
    whole = Screen(sources)
    found: list[Finding] = []
    for number, (places, texts) in enumerate(_columns(lists)):
        if len(texts) < _MIN_LINES:
            break  # there are fewer and fewer
        name = called[number] if called else f"candidate {number + 1} of each source"
        screen = whole if len(texts) == len(sources) else Screen([sources[place] for place in places])
        raw = judge_untokenised(name, screen.spacing(), screen.spacing(texts))
        if raw:
            raise InputError(str(raw.finding), remedy(_TOKENISED))
        for each in screen.check_output(name, texts, "line" if are_systems else "sentence"):
            if each.code == MISALIGNED:
                raise InputError(str(replace(each, hint=None)), remedy(_IN_PLACE))
            if are_systems or all(each.code != other.code for other in found):
                found.append(each)
    for each in found:
        hint = _OTHER_HINTS.get(each.hint) if each.hint else None
        report(replace(each, hint=remedy(hint)) if hint else each, 4)


def _columns(lists: Sequence[Sequence[str]]) -> Iterator[tuple[list[int], list[str]]]:
    """Yield the first candidate of every source that has one, then the second, with the places of these sources."""
    for number in range(max(map(len, lists), default=0)):
        places = [place for place, texts in enumerate(lists) if len(texts) > number]
        yield places, [lists[place][number] for place in places]
