"""Dataclasses that cost nothing until they are used, with the interface of the standard library's.

Making a class with `dataclasses.dataclass` compiles half a dozen functions, and importing that module loads `inspect`:
with forty such classes on the way of a small run, a fifth of its time. Here methods are shared, `__init__` is compiled
when the first instance is made, and whatever asks for the real thing (`dataclasses.fields`, `asdict`, `is_dataclass`, a
subclass made by the standard decorator) gets real fields, made at that moment.
"""

import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, TypeVar, cast, dataclass_transform, get_origin

if TYPE_CHECKING:
    from dataclasses import Field as StandardField

_T = TypeVar("_T")


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""What stands for "no default"."""


_SETTINGS = ("init", "repr", "compare", "hash", "kw_only", "metadata")
"""What is said of a field besides its default, by the names of the standard library."""


class InitOnly:
    """`InitOnly[T]` marks what is handed to `__post_init__` and is not a field, as `dataclasses.InitVar` does."""

    def __init__(self, kind: object) -> None:
        self.type = kind

    def __class_getitem__(cls, kind: object) -> "InitOnly":
        return cls(kind)


class Field:
    """A field as declared; the attributes are those of `dataclasses.Field`."""

    def __init__(self, **declared: Any) -> None:
        self.name = ""
        self.type: Any = None
        self.default: Any = MISSING
        self.default_factory: Any = MISSING
        self.init = self.repr = self.compare = True
        self.hash: bool | None = None
        self.kw_only = False
        self.metadata: Mapping[str, Any] = {}
        self.__dict__.update(declared)

    @property
    def is_required(self) -> bool:
        """Whether a value must be given."""
        return self.default is MISSING and self.default_factory is MISSING

    @property
    def is_stored(self) -> bool:
        """Whether instances hold it, and do not just hand it to `__post_init__`."""
        return not isinstance(self.type, InitOnly)


def field(
    *,
    default: Any = MISSING,
    default_factory: Any = MISSING,
    init: bool = True,
    repr: bool = True,
    compare: bool = True,
    hash: bool | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Any:
    """Declare a field that needs more than a default; each argument means what it does in the standard library.

    Where the standard library's dataclasses are loaded, it is one of theirs, which both decorators understand: a
    measure of a plug-in may be made by either.
    """
    said = {"init": init, "repr": repr, "compare": compare, "hash": hash, "metadata": metadata or {}}
    defaults = {"default": default, "default_factory": default_factory}
    said |= {key: value for key, value in defaults.items() if value is not MISSING}
    standard = sys.modules.get("dataclasses")
    return standard.field(**said) if standard else Field(**said)


def fields(thing: Any) -> "tuple[Field | StandardField[Any], ...]":
    """Return the fields of a record or its class, in order; of any other dataclass the standard ones."""
    cls = thing if isinstance(thing, type) else type(thing)
    if (declared := cls.__dict__.get("__record__")) is not None:
        return tuple(item for item in declared.values() if item.is_stored)
    import dataclasses

    return dataclasses.fields(thing)


def replace(record: _T, /, **changes: Any) -> _T:
    """Return a copy with other values, checked as a new one is."""
    declared = type(record).__dict__.get("__record__")
    if declared is None:
        import dataclasses

        return cast("_T", dataclasses.replace(cast("Any", record), **changes))  # noqa: TID251  # no record
    for name, item in declared.items():
        if item.init and name not in changes:
            changes[name] = getattr(record, name)
    return type(record)(**changes)


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    cls: type | None = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
    eq: bool = True,
    repr: bool = True,
) -> Any:
    """Make a class a dataclass; what is not said here is as in the standard library.

    >>> @dataclass(frozen=True)
    ... class Span:
    ...     start: int
    ...     end: int = 0
    >>> Span(1), Span(1, 2) == Span(1, end=2), replace(Span(1), end=5)
    (Span(start=1, end=0), True, Span(start=1, end=5))
    """
    if cls is None:
        return lambda made: dataclass(made, frozen=frozen, slots=slots, kw_only=kw_only, eq=eq, repr=repr)
    declared, own = _collect(cls, kw_only)
    made: Any = _with_slots(cls, own, frozen) if slots else cls
    made.__record__ = declared
    made.__dataclass_fields__ = _Standard("__dataclass_fields__", frozen)
    made.__dataclass_params__ = _Standard("__dataclass_params__", frozen)
    setattr(made, "__match_args__", tuple(item.name for item in declared.values() if item.init and not item.kw_only))  # noqa: B010  # mypy refuses the plain assignment
    made.__init__ = _first_init(made, declared, frozen)
    stored = [item for item in declared.values() if item.is_stored]
    if repr and "__repr__" not in made.__dict__:
        made.__repr__ = _repr
    if eq and "__eq__" not in made.__dict__:
        made.__compared__ = _getter([item.name for item in stored if item.compare])
        made.__eq__ = _eq
    if eq and made.__dict__.get("__hash__") is None:  # which `__eq__` in a class body sets to None
        made.__hashed__ = _getter([item.name for item in stored if _is_hashed(item)])
        made.__hash__ = _hash if frozen else None
    if frozen:
        made.__setattr__, made.__delattr__ = _refuse_setting, _refuse_deleting
    return made


def _is_hashed(item: Field) -> bool:
    return item.compare if item.hash is None else item.hash


def _getter(names: list[str]) -> Callable[[Any], Any]:
    """Return what makes a tuple of the named attributes."""
    if len(names) > 1:
        return cast("Callable[[Any], Any]", staticmethod(attrgetter(*names)))
    return cast("Callable[[Any], Any]", staticmethod(lambda made: tuple(getattr(made, name) for name in names)))


def _annotations(cls: type) -> Mapping[str, Any]:
    if sys.version_info >= (3, 14):
        from annotationlib import Format, get_annotations  # type: ignore[import-not-found, unused-ignore]

        return cast("Mapping[str, Any]", get_annotations(cls, format=Format.FORWARDREF))
    return cast("Mapping[str, Any]", cls.__dict__.get("__annotations__", {}))  # noqa: RUF063  # that would load inspect


def _collect(cls: type, kw_only: bool) -> tuple[dict[str, Field], list[str]]:
    """Return all fields by name, those of the bases first, and the names of the class's own."""
    declared: dict[str, Field] = {}
    for base in cls.__mro__[-1:0:-1]:
        if "__record__" in base.__dict__:
            declared.update(base.__dict__["__record__"])
        elif "__dataclass_fields__" in base.__dict__:
            theirs = base.__dict__["__dataclass_fields__"].items()
            declared.update({name: made for name, item in theirs if (made := _from_standard(item))})
    own = []
    for name, kind in _annotations(cls).items():
        if kind is ClassVar or get_origin(kind) is ClassVar:
            continue
        default = cls.__dict__.get(name, MISSING)
        item = default if isinstance(default, Field) else _from_standard(default) or Field(default=default)
        item.name, item.type, item.kw_only = name, kind, kw_only
        if item.default.__class__ in (list, dict, set):
            raise ValueError(
                f"mutable default {type(item.default)} for field {name} is not allowed: use default_factory"
            )
        if item.default is not MISSING:
            setattr(cls, name, item.default)
        elif default is not MISSING:
            delattr(cls, name)
        declared[name] = item
        own.append(name)
    return declared, own


def _from_standard(item: Any) -> Field | None:
    """Translate a field of the standard library; None where it is none."""
    standard = sys.modules.get("dataclasses")
    if standard is None or not isinstance(item, standard.Field):
        return None
    taken = {key: getattr(item, key) for key in ("name", "default", "default_factory", *_SETTINGS)}
    taken = {key: value for key, value in taken.items() if value is not standard.MISSING}
    kind = InitOnly(item.type.type) if isinstance(item.type, standard.InitVar) else item.type
    return Field(**taken | {"type": kind})


def _with_slots(cls: type, own: list[str], frozen: bool) -> type:
    body = {key: value for key, value in cls.__dict__.items() if key not in {*own, "__dict__", "__weakref__"}}
    body["__slots__"] = tuple(own)
    if frozen:  # copying and pickling set attributes one by one, which a frozen class refuses
        body.setdefault("__getstate__", _get_state)
        body.setdefault("__setstate__", _set_state)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


class _Standard:
    """Gives `__dataclass_fields__` and `__dataclass_params__` when asked for, made by the standard library."""

    def __init__(self, name: str, frozen: bool) -> None:
        self.name = name
        self.frozen = frozen

    def __get__(self, _: object, cls: type) -> Any:
        import dataclasses

        owner = next(base for base in cls.__mro__ if "__record__" in base.__dict__)
        listed = []
        for item in owner.__dict__["__record__"].values():
            kind = item.type if item.is_stored else dataclasses.InitVar(item.type.type)
            defaults = {key: getattr(item, key) for key in ("default", "default_factory")}
            settings = {key: value for key, value in defaults.items() if value is not MISSING}
            settings |= {key: getattr(item, key) for key in _SETTINGS}
            listed.append((item.name, kind, dataclasses.field(**settings)))
        twin = dataclasses.make_dataclass(owner.__name__, listed, init=False, eq=False, repr=False, frozen=self.frozen)
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(owner, name, getattr(twin, name))
        return getattr(owner, self.name)


def _first_init(cls: type, declared: dict[str, Field], frozen: bool) -> Callable[..., None]:
    def __init__(self: Any, /, *given: Any, **named: Any) -> None:  # noqa: N807  # its name shows in messages
        init = _compile_init(cls, declared, frozen)
        cls.__init__ = init  # type: ignore[misc]  # from the second instance on
        init(self, *given, **named)

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    return __init__


def _compile_init(cls: type, declared: dict[str, Field], frozen: bool) -> Callable[..., None]:
    """Write and compile `__init__`, with a parameter for each field as in the class."""
    names: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    plain, keywords, body = ["self"], list[str](), list[str]()
    for name, item in declared.items():
        value = name
        names[f"_default_{name}"] = item.default
        if item.default_factory is not MISSING:
            names[f"_make_{name}"] = item.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}" if item.init else f"_make_{name}()"
        elif not item.init:
            value = f"_default_{name}"
        if item.init:
            (keywords if item.kw_only else plain).append(name if item.is_required else f"{name}=_default_{name}")
        if item.is_stored and not (item.init is False and item.is_required):
            body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        handed = ", ".join(name for name, item in declared.items() if not item.is_stored)
        body.append(f"self.__post_init__({handed})")
    parameters = ", ".join([*plain, *(["*", *keywords] if keywords else [])])
    exec(f"def __init__({parameters}):\n  " + "\n  ".join(body or ["pass"]), names)  # names of fields only
    init = cast("Callable[..., None]", names["__init__"])
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__module__ = cls.__module__
    return init


def _repr(self: Any) -> str:
    shown = ", ".join(
        f"{item.name}={getattr(self, item.name)!r}"
        for item in type(self).__record__.values()
        if item.is_stored and item.repr
    )
    return f"{type(self).__qualname__}({shown})"


def _eq(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self.__compared__(self) == self.__compared__(other)


def _hash(self: Any) -> int:
    return hash(self.__hashed__(self))


def _refuse_setting(self: Any, name: str, value: object) -> None:
    if "__record__" not in type(self).__dict__ and name not in type(self).__record__:
        object.__setattr__(self, name, value)  # what a plain subclass adds is its own affair
        return
    _refuse("assign to", name)


def _refuse_deleting(self: Any, name: str) -> None:
    if "__record__" not in type(self).__dict__ and name not in type(self).__record__:
        object.__delattr__(self, name)
        return
    _refuse("delete", name)


def _refuse(what: str, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in type(self).__record__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(type(self).__record__, state, strict=True):
        object.__setattr__(self, name, value)
