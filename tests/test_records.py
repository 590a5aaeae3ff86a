"""Records behave as the standard library's dataclasses do, and become such when asked."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any, ClassVar

import pytest

from errata import records
from errata.records import InitOnly


def _family(library: Any) -> dict[str, Any]:
    """Declare the same classes with either library."""
    dataclass, field = library.dataclass, library.field
    init_only = InitOnly if library is records else dataclasses.InitVar

    @dataclass(frozen=True)
    class Frozen:
        """Some of everything."""

        kind: ClassVar[str] = "frozen"
        a: int
        b: list[int] = field(default_factory=list)
        c: str = field(default="c", compare=False)
        d: dict[str, int] | None = field(default=None, hash=False)
        e: str = field(default="quiet", repr=False)

    @dataclass(frozen=True)
    class Child(Frozen):
        """A subclass that gives a field of its base another default."""

        a: int = 7
        f: float = 0.5

    @dataclass(slots=True)
    class Open:
        """Can be changed, so it cannot be hashed."""

        a: int
        b: int = 2

    @dataclass(frozen=True, slots=True)
    class Slotted:
        """Has no dictionary."""

        a: int
        b: tuple[int, ...] = ()

    @dataclass(frozen=True, kw_only=True)
    class Named:
        """Takes its values by name only."""

        a: int
        b: int = 2
        made: int = field(init=False, default=3)

    @dataclass(frozen=True)
    class Checked:
        """Looks at what it is given."""

        a: int
        seed: init_only[int] = 1  # type: ignore[valid-type]

        def __post_init__(self, seed: int) -> None:  # type: ignore[override]
            object.__setattr__(self, "a", self.a + seed)

    @dataclass(eq=False)
    class Itself:
        """Equal to nothing else."""

        a: int = 1

    @dataclass(frozen=True, repr=False)
    class Shown:
        """Is shown in its own way."""

        a: int

        def __repr__(self) -> str:
            return f"<{self.a}>"

        def __hash__(self) -> int:
            return 5

    return {name: item for name, item in locals().items() if isinstance(item, type) and name not in ("init_only",)}


OURS, THEIRS = _family(records), _family(dataclasses)
OUR_FROZEN: Any = OURS["Frozen"]
THEIR_CHECKED: Any = THEIRS["Checked"]
CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Frozen", (1,), {}),
    ("Frozen", (1, [2]), {"d": {"x": 1}}),
    ("Frozen", (1, [2], "x", None, "y"), {}),
    ("Frozen", (), {}),
    ("Frozen", (1,), {"g": 2}),
    ("Child", (), {}),
    ("Child", (3,), {"f": 1.5}),
    ("Open", (1,), {}),
    ("Slotted", (1, (2, 3)), {}),
    ("Named", (), {"a": 1}),
    ("Named", (1,), {}),
    ("Named", (), {"a": 1, "made": 2}),
    ("Checked", (1,), {}),
    ("Checked", (1, 5), {}),
    ("Itself", (), {}),
    ("Shown", (4,), {}),
]


def _tried(work: Any) -> object:
    """Return what comes out, errors by kind and message, without the address of an object."""
    try:
        return work()
    except (TypeError, AttributeError, dataclasses.FrozenInstanceError, ValueError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(("name", "given", "named"), CALLS, ids=str)
def test_instances_are_those_of_the_standard_library(name: str, given: Any, named: Any) -> None:
    """Making, showing, hashing, comparing, setting, deleting and replacing give the same, errors included."""
    told = []
    for family in (OURS, THEIRS):
        cls = family[name]

        def work(cls: Any = cls) -> list[object]:
            made, again = cls(*given, **named), cls(*given, **named)
            return [
                repr(made).split(" object at")[0],
                made == again,
                made == 1,
                _tried(lambda: hash(made) == hash(again)),
                _tried(lambda: setattr(made, "a", 9)),
                _tried(lambda: dataclasses.asdict(made)),
                _tried(lambda: [item.name for item in dataclasses.fields(made)]),
                _tried(lambda: copy.deepcopy(made) == made),
                hasattr(made, "__dict__"),
                _tried(lambda: delattr(made, "a")),
            ]

        told.append(_tried(work))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", OURS)
def test_classes_are_those_of_the_standard_library(name: str) -> None:
    """Fields, parameters, patterns, documentation and, once used, the signature are the same."""
    ours, theirs = OURS[name], THEIRS[name]

    def listed(cls: Any) -> list[object]:
        return [
            (
                item.name,
                item.init,
                item.repr,
                item.compare,
                item.hash,
                item.kw_only,
                item.default is dataclasses.MISSING,
            )
            for item in dataclasses.fields(cls)
        ]

    assert listed(ours) == listed(theirs)
    assert ours.__dataclass_params__.frozen == theirs.__dataclass_params__.frozen
    assert (ours.__match_args__, ours.__doc__) == (theirs.__match_args__, theirs.__doc__)
    assert ours.__dict__.get("__slots__") == theirs.__dict__.get("__slots__")
    _tried(lambda: ours(1)), _tried(lambda: ours(a=1))
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)


def test_replace_makes_a_copy_that_is_checked() -> None:
    """Replacing goes through `__init__`, hands on what is not changed, and refuses what does not exist."""
    made = OURS["Frozen"](1, [2])
    assert records.replace(made, a=5) == OURS["Frozen"](5, [2])
    assert records.replace(made, a=5).b is made.b
    with pytest.raises(TypeError, match="zzz"):
        records.replace(made, zzz=1)
    assert dataclasses.replace(made, a=5) == records.replace(made, a=5)
    assert records.replace(THEIRS["Frozen"](1), a=2) == THEIRS["Frozen"](2)


def test_fields_tell_what_was_declared() -> None:
    """Our own list has the fields that instances hold, with their defaults; others' come from the library."""
    named = records.fields(OURS["Checked"])
    assert [(item.name, item.default) for item in named] == [("a", records.MISSING)]
    assert [item.name for item in records.fields(THEIRS["Checked"](1))] == ["a"]


def test_either_library_can_extend_the_other() -> None:
    """A plug-in's class made by the standard decorator adds to ours, and ours to theirs."""

    @dataclasses.dataclass(frozen=True)
    class Added(OUR_FROZEN):  # type: ignore[misc]
        z: int = 1

    @records.dataclass(frozen=True)
    class Again(Added):
        y: int = 2

    @records.dataclass(frozen=True)
    class Checked(THEIR_CHECKED):  # type: ignore[misc]
        x: int = 3

    @dataclasses.dataclass(frozen=True)
    class Declared:
        w: int = records.field(default=4, metadata={"about": "declared by ours, for the standard decorator"})

    assert (Declared().w, dataclasses.fields(Declared)[0].metadata["about"][:8]) == (4, "declared")
    assert repr(Added(5, z=6)).endswith("Added(a=5, b=[], c='c', d=None, z=6)")
    assert repr(Again(5, y=7)).endswith("Again(a=5, b=[], c='c', d=None, z=1, y=7)")
    assert records.fields(Again)[-1].name == "y"
    assert (Checked(1, 5).a, Checked(1, 5).x) == (6, 3)


def test_a_plain_subclass_may_add_attributes() -> None:
    """Only fields are frozen in a subclass that is no record itself, as in the standard library."""

    class Plain(OUR_FROZEN):  # type: ignore[misc]
        pass

    made = Plain(1)
    made.more = 2
    del made.more
    with pytest.raises(dataclasses.FrozenInstanceError, match="field 'a'"):
        made.a = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="field 'a'"):
        del made.a


def test_mutable_defaults_are_refused() -> None:
    """A list as a default would be shared by all instances."""
    with pytest.raises(ValueError, match="mutable default"):

        @records.dataclass
        class Shared:
            a: list[int] = []  # noqa: RUF012  # what is refused


def test_results_survive_pickling() -> None:
    """Frozen classes with and without slots come back from workers equal."""
    from errata import Edit, Finding

    for made in (Edit(0, 1, ("goes",)), Finding("lines", "x")):
        assert pickle.loads(pickle.dumps(made)) == made  # made here


def test_a_small_run_loads_no_dataclass_machinery() -> None:
    """Scoring plain files never imports `dataclasses` or `inspect`, which cost as much as counting does."""
    program = (
        "import sys; before = set(sys.modules); from errata.cli import main; "
        "status = main(['demo', '--path']); from errata import score; "
        "score(sources=['He go .'], references=[['He goes .']], outputs=['He go .'], measures=['green', 'gleu']); "
        "sys.exit(status or sorted({'dataclasses', 'inspect'} & (set(sys.modules) - before)) or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
