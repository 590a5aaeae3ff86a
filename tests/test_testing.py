"""The suite for plug-ins notices every promise that is broken."""

from array import array
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from tests.measures.lower import ErrorRate

from errata import Format, GoldBlock, InputError, OptionError, Properties, Table, option
from errata.measures.base import Better
from errata.testing import CHECKS, OF_TEXTS, check_format, check_measure


@dataclass(frozen=True, kw_only=True)
class Upside(ErrorRate):
    """Says that a high rate of errors is good."""

    better: ClassVar[Better] = "higher"


class Turned(ErrorRate):
    def better_of(self, value: str) -> Better | None:
        return None


class Imperfect(ErrorRate):
    properties: ClassVar[Properties] = replace(ErrorRate.properties, perfect=0.5)


class Edgy(ErrorRate):
    properties: ClassVar[Properties] = replace(ErrorRate.properties, edge_cases=(("all right", "a", "a", "a", 1.0),))


class Undecided(ErrorRate):
    properties: ClassVar[Properties] = replace(ErrorRate.properties, edge_cases=())


class Growing(ErrorRate):
    """Is worse in long files."""

    def score(self, sums: Any) -> dict[str, float]:
        return {name: value * 0.9 ** sums[1] for name, value in super().score(sums).items()}


class Ordered(ErrorRate):
    """Counts the first sentence only."""

    def choose(self, table: Table) -> list[int]:
        return [0] * len(table)


class Numbered(ErrorRate):
    """Counts how many sentences there are in a block."""

    def count(self, gold: GoldBlock, output: Any, learned: Any = None) -> Table:
        table = super().count(gold, output, learned)
        return replace(table, counts=array("q", [count + len(gold.corpus) for count in table.counts]))


class Lost(ErrorRate):
    """Shows other counts than it sums."""

    def counts(self, table: Table, sums: Any) -> dict[str, float]:
        return {name: max(0, total - 1) for name, total in super().counts(table, sums).items()}


class Endless(ErrorRate):
    def score(self, sums: Any) -> dict[str, float]:
        return {name: value * 7 for name, value in super().score(sums).items()}


class First(ErrorRate):
    properties: ClassVar[Properties] = replace(ErrorRate.properties, uses_first_reference_only=True)


class Twin(ErrorRate):
    def score_many(self, sums: Any) -> Any:
        return {name: values + 1e-9 for name, values in super().score_many(sums).items()}


class Hasty(ErrorRate):
    """Has a quick way to the scores of sentences, which forgets references."""

    def score_each(self, table: Table) -> list[float]:
        return [float(table.row(rows.start)[0]) for rows in table.groups()]


@dataclass(frozen=True, kw_only=True)
class Rounded(ErrorRate):
    """Reads another option than it writes."""

    share: float = option(0.5, "some share", minimum=0, maximum=1)

    def _resolve(self) -> None:
        object.__setattr__(self, "share", self.share / 2)


@dataclass(frozen=True, kw_only=True)
class Choosy(ErrorRate):
    """Refuses a choice, and says nowhere what to take with it."""

    way: str = option("a", "which way", choices=("a", "b"))

    def _resolve(self) -> None:
        if self.way == "b":
            raise OptionError("not this way")


@dataclass(frozen=True, kw_only=True)
class Hidden(ErrorRate):
    """Counts with an option that it says to need only afterwards."""

    weight: float = option(1.0, "weight of errors", minimum=0, maximum=10, counts=False)

    def count(self, gold: GoldBlock, output: Any, learned: Any = None) -> Table:
        table = super().count(gold, output, learned)
        return replace(table, counts=array("q", [int(count * self.weight) for count in table.counts]))


BROKEN: list[tuple[type[ErrorRate], str, str]] = [
    (Upside, "best", "is better than that of a perfect output, 0.0"),
    (Turned, "direction", "the score does not have the measure's direction: None is not 'lower'"),
    (Imperfect, "perfect", "a perfect output has the score 0.0, not 0.5"),
    (Edgy, "edge_cases", "the edge case 'all right': 0.0 is not 1.0"),
    (Undecided, "edge_cases", "no edge case is declared"),
    (Growing, "long_texts", "once 0.9, repeated"),
    (Ordered, "order", "counts depend on the order of sentences"),
    (Numbered, "blocks", "counts of joined blocks"),
    (Lost, "rows", "of sentences add up to"),
    (Endless, "values", "rate is 1.75, which properties.unbounded does not allow"),
    (First, "first_reference", "further references change values"),
    (Twin, "arrays", "by score_many"),
    (Hasty, "alone", "scores of sentences alone"),
    (Rounded, "options", "options change when they are written and read"),
    (Choosy, "direction", r"way=b is refused \(not this way\) and occurs in none of properties.settings"),
    (Hidden, "counted_once", "counts are not those of error_rate, as which it is counted"),
    (Numbered, "workers", "two workers give a different result from one"),
]


@pytest.mark.parametrize(("measure", "check", "message"), BROKEN)
def test_a_broken_promise_is_noticed(measure: type[ErrorRate], check: str, message: str) -> None:
    """With the measure and the two things that disagree, and the texts where it takes some to see it."""
    with pytest.raises(AssertionError, match=message) as caught:
        check_measure(measure, check)
    assert str(caught.value).startswith("error_rate")
    assert ("Texts(sources=[" in str(caught.value)) >= (check in OF_TEXTS)


def test_every_check_is_tried_and_a_sound_measure_passes_them() -> None:
    """All at once where none is named; a name that is none is refused."""
    check_measure(ErrorRate)
    assert {check for _, check, _ in BROKEN} == set(CHECKS)
    with pytest.raises(InputError, match="no check is called 'oder'; did you mean 'order'"):
        check_measure(ErrorRate, "oder")


FORM = Format("mine", (".mine",), "invented", "tests.test_testing", is_annotated=False)


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda path: path.read_bytes().decode().upper().split("\n"), "mine: .* came back as .*said to be lost"),
        (lambda path: path.read_bytes().decode("ascii").split("\n"), "is not refused but raises UnicodeDecodeError"),
    ],
)
def test_a_format_that_changes_or_chokes_is_noticed(
    read: Any, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes back is compared, and a reader may raise errata's errors only."""

    def write(path: Path, items: Any, *, loss: str) -> list[Any]:
        path.write_text("\n".join(items), encoding="ascii")
        return []

    module = SimpleNamespace(read=read, write=write)
    monkeypatch.setattr("errata.formats.registry.import_module", lambda name: module)
    with pytest.raises(AssertionError, match=message):
        check_format(FORM, ["a", "b c"], tmp_path)
