"""Which row of an output belongs to which sentence of the gold, if their order may differ.

Rows are matched by ids if both sides have them, else by their sources, else by integers that number the sentences.
A match that is not certain is refused: a row in the wrong place makes a plausible wrong score.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from errata.errors import InputError
from errata.model.texts import as_tokens
from errata.records import dataclass

_SHOWN = 5
"""The number of rows named in a message."""
_NUMBERING = ("index", "idx", "custom_id")
"""Columns that often number rows; batches of completions come back in any order."""
_SAME = "give files of the same sentences"


class Order(NamedTuple):
    """Which row of an output belongs to each gold sentence, and how that is known: by ids, sources or numbers."""

    places: list[int]
    by: str


@dataclass(frozen=True)
class Rows:
    """What rows can be matched by; `called` names them in messages. `texts` are outputs, if there are any."""

    called: str
    ids: Sequence[str] = ()
    sources: Sequence[str] = ()
    texts: Sequence[object] = ()


def find_order(gold: Rows, output: Rows, compared: Callable[[str], str] = as_tokens) -> Order | None:
    """Return the order of an output's rows; None if rows are in order, or nothing shows their order.

    `compared` gives the form in which sources must be equal. Rows that are missing, duplicate, or of no sentence are
    refused, with their ids if they have some.

    >>> gold, output = Rows("g", sources=["He go .", "I is ."]), Rows("o", sources=["I is .", "He go ."])
    >>> find_order(gold, output)
    Order(places=[1, 0], by='sources')
    """
    if gold.ids and output.ids:
        by, places = "ids", order_by_ids(gold.ids, output.ids, gold.called, output.called)
    elif any(output.sources):
        by, places = "sources", _order_by_sources(gold, output, compared)
    else:
        by, places = "numbers", _order_by_numbers(len(gold.sources), output, gold.called)
    return None if places is None else Order(places, by)


def find_numbers(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Return the numbers of sentences in a column that is not called `id` but numbers rows that are out of order.

    All numbers must be there, from 0 or 1 on; words before them must be the same. In order, they say nothing new.

    >>> find_numbers([{"custom_id": "request-2"}, {"custom_id": "request-1"}]), find_numbers([{"idx": 0}, {"idx": 1}])
    (('2', '1'), ())
    """
    for column in _NUMBERING:
        if column not in rows[0]:
            continue
        found = [re.fullmatch("(.*?)([0-9]+)", str(row.get(column, ""))) for row in rows]
        numbers = [int(each[2]) for each in found if each]
        is_whole = len(numbers) == len(rows) and len({each[1] for each in found if each}) == 1
        first = min(numbers, default=0)
        if is_whole and first <= 1 and numbers != sorted(numbers) and sorted(numbers) == _count(first, len(rows)):
            return tuple(map(str, numbers))
    return ()


def _count(first: int, n: int) -> list[int]:
    return list(range(first, first + n))


def order_by_ids(gold: Sequence[str], output: Sequence[str], gold_name: str, output_name: str) -> list[int] | None:
    """Return which row belongs to the sentence of each gold id; None if all are in order.

    Sentences without ids are ignored; ids that differ between the sides, or occur twice, are refused.
    """
    if not gold or not output or tuple(gold) == tuple(output):
        return None
    if nameless := [str(place) for place, id in enumerate(output, 1) if not id]:
        raise InputError(
            f"{output_name} has {_number(nameless, 'sentence')} without an id, others have one: {_listed(nameless)}; "
            "give each its id, or leave the ids out"
        )
    if twice := _doubled(gold):
        raise InputError(
            f"{gold_name} has {_number(twice, 'id')} more than once, so that sentences cannot be matched by their ids: "
            f"{_quoted(twice)}; give each sentence an id of its own"
        )
    if faults := _faults(gold, output, gold_name):
        raise InputError(
            f"{output_name} does not have the ids of {gold_name}, each once: {faults}; {_SAME}, or leave the ids out "
            "of one"
        )
    places = {id: place for place, id in enumerate(output)}
    return [places[id] for id in gold]


def _order_by_sources(gold: Rows, output: Rows, compared: Callable[[str], str]) -> list[int] | None:
    wanted = [compared(source) for source in gold.sources]
    given = [compared(source) for source in output.sources]
    if wanted == given:
        return None
    places: dict[str, list[int]] = {}
    for place, source in enumerate(given):
        places.setdefault(source, []).append(place)
    known = Counter(wanted)
    odd = [place for place, source in enumerate(given) if source not in known]
    if odd:
        if len(wanted) == len(given) and all(
            one == two for one, two in zip(wanted, given, strict=True) if two in known
        ):
            return None  # all others stand in their places: who compares them says what is wrong with these
        raise InputError(
            f"{output.called} has {_number(odd, 'sentence')} that {gold.called} lacks: "
            f"{_listed(_row(output, place) for place in odd)}; {_SAME}"
        )
    missing = [place for place, source in enumerate(wanted) if source not in places]
    if missing:
        shown = _listed(f"{place + 1} ({_shortened(gold.sources[place])})" for place in missing)
        raise InputError(f"{output.called} lacks {_number(missing, 'sentence')} of {gold.called}: {shown}; {_SAME}")
    for source, found in places.items():
        if len(found) != known[source]:
            raise InputError(
                f"{output.called} has a sentence {len(found)} times that {gold.called} has {_times(known[source])}: "
                f"{_listed(_row(output, place) for place in found)}; {_SAME}, as often"
            )
        if len({str(output.texts[place]) for place in found if place < len(output.texts)}) > 1:
            raise InputError(
                f"{output.called} is in a different order from {gold.called} and has different outputs for one source: "
                f"{_listed(_row(output, place) for place in found)}; give both files ids, or the sentences in the same "
                "order"
            )
    rows = {source: iter(found) for source, found in places.items()}
    return [next(rows[source]) for source in wanted]


def _order_by_numbers(n_gold: int, output: Rows, gold_name: str) -> list[int] | None:
    """Return the order of rows whose ids are the numbers of the sentences, from 0 or 1; None if they are not."""
    if not output.ids or not all(id.isascii() and id.isdigit() for id in output.ids):
        return None
    numbers = [int(id) for id in output.ids]
    first, last = min(numbers), max(numbers)
    # Where neither end is seen, whether they count from 0 or from 1 is not known.
    if first > 1 or last >= first + n_gold or (first == 1 and last < n_gold):
        return None
    n_distinct = len(set(numbers))
    if len(numbers) == n_gold and numbers == sorted(numbers) and (n_distinct == n_gold or 10 * n_distinct < 9 * n_gold):
        return None  # many doubled ones are the numbers of documents; a few are a fault
    wanted = [str(number) for number in range(first, first + n_gold)]
    if faults := _faults(wanted, [str(number) for number in numbers], gold_name):
        raise InputError(
            f"{output.called} does not have the ids {first} to {first + n_gold - 1}, for {n_gold} sentences of "
            f"{gold_name}, each once: {faults}; give a row for each"
        )
    return sorted(range(n_gold), key=numbers.__getitem__)


def _faults(wanted: Sequence[str], given: Sequence[str], gold_name: str) -> str:
    """Return which ids do not occur exactly once, and how."""
    known, found = frozenset(wanted), frozenset(given)
    faults = (
        (f"not in {gold_name}", [id for id in dict.fromkeys(given) if id not in known]),
        ("missing", [id for id in wanted if id not in found]),
        ("more than once", _doubled(given)),
    )
    return "; ".join(f"{what}: {_quoted(ids)}" for what, ids in faults if ids)


def _doubled(ids: Sequence[str]) -> list[str]:
    return [id for id, count in Counter(ids).items() if count > 1]


def _number(items: Sequence[object], noun: str) -> str:
    return f"{len(items)} {noun}{'s' if len(items) != 1 else ''}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _listed(items: Iterable[str]) -> str:
    shown = list(items)
    return ", ".join(shown[:_SHOWN]) + (f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else "")


def _quoted(ids: Iterable[str]) -> str:
    return _listed(map(repr, ids))


def _row(rows: Rows, place: int) -> str:
    """Return how messages name a row: by its id or position, and what it belongs to."""
    name = f"id {rows.ids[place]!r}" if rows.ids else f"row {place + 1}"
    return f"{name} ({_shortened(rows.sources[place])})"


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
