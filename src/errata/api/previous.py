"""Add a stored run to this one: scores with the counts of every sentence, as `errata score` wrote them."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from errata._version import __version__
from errata.errors import FormatError, InputError
from errata.findings import Finding, remedy
from errata.formats.files import AnyPath, display_name, read_bytes
from errata.formats.strict_json import parse_json
from errata.measures.base import Measure
from errata.measures.data import Score, Selections, Table
from errata.records import dataclass
from errata.rendering import NEVER, Unlisted
from errata.text.messages import plural

_VERSION = "v:"
_NOT_COMPARED = (_VERSION, "interval:", "bootstrap:", "seed:", "clusters:")
"""What resampling adds to a signature, and the version; a different version only causes a warning."""
_ROUNDING = 1e-9
"""Scores recomputed from stored sums differ by less than this: weights are added in another order."""


@dataclass(frozen=True, repr=False)
class _Stored(Score):
    """A score read back; its measure-specific details were stored with it and cannot be recomputed."""

    told: Unlisted[Mapping[str, Any]] = NEVER

    @cached_property
    def details(self) -> Mapping[str, Any]:
        """The measure-specific details."""
        return self.told


def add_previous(scores: Sequence[Score], path: AnyPath) -> tuple[list[Score], list[Finding]]:
    """Return the scores along with those of a stored run, system by system, and any findings about that run.

    Its systems are called NAME@FILE. Every measure of this run must be in the stored one, with the same settings, the
    same gold and the scores of its sentences.
    """
    name = display_name(path)
    stored = _read(path, name)
    version = next((str(item["signature"]).split("|")[1].removeprefix(_VERSION) for item in stored), __version__)
    found = []
    if version != __version__:
        message = f"the run was stored by errata {version}, not {__version__}: differences may come from the program"
        found.append(Finding("other-version", message, name))
    ours = {_settings(score.signature): score for score in scores}
    known = {_settings(item["signature"]) for item in stored}
    for settings, score in ours.items():
        if settings not in known:
            raise _other_settings(score, stored, name)
    tag = Path(path).name.partition(".")[0]
    by_system: dict[str, list[Score]] = {}
    for item in stored:
        score_now = ours.get(_settings(item["signature"]))
        if score_now is not None:
            made = _rebuilt(item, score_now, f"{item['system']}@{tag}", name)
            by_system.setdefault(made.system, []).append(made)
    names = {score.system for score in scores}
    for system, items in by_system.items():
        if system in names or len(items) != len(ours):
            raise InputError(f"{name}: {system} appears twice, or not under every measure; store one run per file")
    return [*scores, *(score for items in by_system.values() for score in items)], found


def _read(path: AnyPath, name: str) -> list[Mapping[str, Any]]:
    try:
        data = parse_json(b"".join(read_bytes(path)).decode("utf-8"))
        stored = data["scores"]
        for item in stored:
            if not isinstance(item["system"], str) or not item["signature"].count("|") or "score" not in item:
                raise KeyError("system")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        what = f": {error}" if isinstance(error, ValueError) else ""
        raise FormatError(f"{name} is not a stored run{what}", remedy("store one ({stored_run})")) from None
    if not stored:
        raise FormatError(f"{name} has no scores", remedy("store a run that has some ({stored_run})"))
    return list(stored)


def _settings(signature: str) -> str:
    """Return the signature without the version and the resampling settings."""
    parts = [
        part for part in signature.split("|") if not part.startswith((_VERSION, "interval:", "bootstrap:", "seed:"))
    ]
    return "|".join(part for part in parts if not part.startswith("clusters:"))


def _other_settings(score: Score, stored: Sequence[Mapping[str, Any]], name: str) -> InputError:
    same = [item for item in stored if item.get("measure") == score.measure]
    if not same:
        return InputError(f"{name} has no scores of {score.title}; store a run that has them, or leave the measure out")
    ours, theirs = _settings(score.signature).split("|"), _settings(same[0]["signature"]).split("|")
    odd = [part for part in ours if part not in theirs] or ["fewer settings"]
    other = [part for part in theirs if part not in ours] or ["fewer settings"]
    return InputError(
        f"{name} has scores of {score.measure} with other settings: {', '.join(other)} there, {', '.join(odd)} here; "
        "compare runs with the same settings on the same gold"
    )


def _rebuilt(item: Mapping[str, Any], now: Score, system: str, name: str) -> Score:
    """Return a stored score with the table of its sentences, one row each: the chosen one."""
    measure, columns = now.made_by, now.table.columns
    if isinstance(now.choice, Selections) or measure.properties.compares_systems:
        raise InputError(
            f"{now.title} cannot be compared with a stored run, which lacks what its tests need; leave it out"
        )
    rows = item.get("sentences")
    if not rows:
        raise InputError(f"{name} has no sentence scores, which the tests need", remedy("store them ({stored_run})"))
    if len(rows) != len(now.table):
        raise InputError(
            f"{name} has {plural(len(rows), now.works_on[:-1])} of {item['system']}, and this run {len(now.table)}; "
            "compare runs on the same gold"
        )
    try:
        cells = [row["counts"][column] for row in rows for column in columns]
        table = Table(
            columns,
            array(now.table.counts.typecode, cells),
            array("i", range(len(rows) + 1)),
            [row.get("reference") for row in rows],
        )
        made = _Stored(
            system=system,
            measure=now.measure,
            signature=now.signature,
            score=float(item["score"]),
            values={key: float(value) for key, value in item["values"].items()},
            counts=dict(item["counts"]),
            made_by=measure,
            table=table,
            choice=list(range(len(rows))),
            numbers=now.numbers,
            told=item["details"],
        )
        again = _score_again(measure, table)
    except (KeyError, TypeError, AttributeError, OverflowError):
        raise FormatError(
            f"{name} is damaged: the counts of {item['system']} under {now.title} are incomplete"
        ) from None
    if abs(again - made.score) > _ROUNDING:
        raise FormatError(
            f"{name}: the sentences of {item['system']} give {now.title} {again}, but the score there is {made.score}; "
            "the file was changed, or stored by another version"
        )
    return made


def _score_again(measure: Measure, table: Table) -> float:
    """Return the score of a table that has one row for each sentence."""
    rows = range(len(table))
    if measure.averages_rows:
        values = measure.mean(measure.averaged_rows(table, list(rows)))
    else:
        values = measure.score(table.total(rows))
    return values[measure.value_names[0]]
