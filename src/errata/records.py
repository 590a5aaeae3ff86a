"""Dataclasses with no cost before first use, with the interface of the standard library's.

Creating a class with `dataclasses.dataclass` compiles half a dozen functions, and importing that module loads
`inspect`: for the forty classes of a small run, that is a fifth of its time. Here methods are shared, `__init__`
is compiled for classes with more than a few instances, and code that expects the real thing (`dataclasses.fields`,
`asdict`, `is_dataclass`, a subclass made by the standard decorator) gets real fields, created at that moment.
"""

import sys
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import Field as StandardField

_T = TypeVar("_T")


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""Represents "no default"."""


_SETTINGS = ("init", "repr", "compare", "hash", "kw_only", "metadata")
"""The properties of a field besides its default, by their names in the standard library."""


class InitOnly:
    """`InitOnly[T]` marks an argument of `__post_init__` that is not a field, like `dataclasses.InitVar`."""

    def __init__(self, kind: object) -> None:
        self.type = kind

    def __class_getitem__(cls, kind: object) -> "InitOnly":
        return cls(kind)


_FEW = 4
"""Up to this many instances, binding the values in Python is faster than compiling an `__init__`."""


class Field:
    """A field as declared; the attributes are those of `dataclasses.Field`."""

    name = ""
    type: Any = None
    default: Any = MISSING
    default_factory: Any = MISSING
    init = repr = compare = True
    hash: bool | None = None
    kw_only = False
    metadata: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, **declared: Any) -> None:
        if declared:
            self.__dict__.update(declared)

    @property
    def is_required(self) -> bool:
        """Whether a value must be given."""
        return self.default is MISSING and self.default_factory is MISSING

    @property
    def is_stored(self) -> bool:
        """Whether instances store it, instead of only passing it to `__post_init__`."""
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
    """Declare a field that needs more than a default; arguments mean the same as in the standard library.

    If the standard library's dataclasses are loaded, it is one of theirs, which both decorators understand: a
    plug-in's measure may use either.
    """
    said = {"init": init, "repr": repr, "compare": compare, "hash": hash, "metadata": metadata or Field.metadata}
    defaults = {"default": default, "default_factory": default_factory}
    said |= {key: value for key, value in defaults.items() if value is not MISSING}
    standard = sys.modules.get("dataclasses")
    return standard.field(**said) if standard else Field(**said)


def fields(thing: Any) -> "tuple[Field | StandardField[Any], ...]":
    """Return the fields of a record or its class, in order; for any other dataclass the standard ones."""
    cls = thing if isinstance(thing, type) else type(thing)
    if (declared := cls.__dict__.get("__record__")) is not None:
        return tuple(item for item in declared.values() if item.is_stored)
    import dataclasses

    return dataclasses.fields(thing)


def replace(record: _T, /, **changes: Any) -> _T:
    """Return a copy with other values, checked like a new one."""
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
    """Make a class a dataclass; anything not mentioned here is as in the standard library.

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
    body = made.__dict__
    made.__record__ = declared
    made.__dataclass_fields__, made.__dataclass_params__, made.__signature__ = _FIELDS, _PARAMETERS, _SIGNATURE
    setattr(made, "__match_args__", tuple([name for name, item in declared.items() if item.init and not item.kw_only]))  # noqa: B010  # mypy refuses the plain assignment
    made.__init__ = _first_init(made, declared, frozen)
    if repr and "__repr__" not in body:
        made.__repr__ = _repr
    if eq:
        compared = [name for name, item in declared.items() if item.compare and item.is_stored]
        made.__compared__ = made.__hashed__ = _getter(compared)
        hashed = [name for name, item in declared.items() if _is_hashed(item) and item.is_stored]
        if hashed != compared:
            made.__hashed__ = _getter(hashed)
        # `__eq__` in the body of a class sets `__hash__` to None there.
        has_own_hash = body.get("__hash__") is not None
        if "__eq__" not in body:
            made.__eq__ = _eq
        if not has_own_hash:
            made.__hash__ = _hash if frozen else None
    if frozen:
        made.__setattr__, made.__delattr__ = _refuse_setting, _refuse_deleting
    return made


def _is_hashed(item: Field) -> bool:
    return item.compare if item.hash is None else item.hash


def _getter(names: list[str]) -> Callable[[Any], Any]:
    """Return a function that returns the named attributes as a tuple."""
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
    body = cls.__dict__
    for name, kind in _annotations(cls).items():
        if kind is ClassVar or getattr(kind, "__origin__", None) is ClassVar:
            continue
        default = body.get(name, MISSING)
        if default is MISSING:
            item = Field()
        else:
            item = default if isinstance(default, Field) else _from_standard(default) or Field(default=default)
        item.name, item.type, item.kw_only = name, kind, kw_only
        if item.default.__class__ in (list, dict, set):
            raise ValueError(
                f"mutable default {type(item.default)} for field {name} is not allowed: use default_factory"
            )
        if item.default is MISSING and default is not MISSING:
            delattr(cls, name)
        elif item.default is not default:
            setattr(cls, name, item.default)
        declared[name] = item
        own.append(name)
    return declared, own


def _from_standard(item: Any) -> Field | None:
    """Translate a field of the standard library; None for anything else."""
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
    """Provides `__dataclass_fields__` and `__dataclass_params__` on request, made by the standard library."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, _: object, cls: type) -> Any:
        import dataclasses

        owner = _owner(cls)
        listed = []
        for item in owner.__dict__["__record__"].values():
            kind = item.type if item.is_stored else dataclasses.InitVar(item.type.type)
            defaults = {key: getattr(item, key) for key in ("default", "default_factory")}
            settings = {key: value for key, value in defaults.items() if value is not MISSING}
            settings |= {key: getattr(item, key) for key in _SETTINGS}
            listed.append((item.name, kind, dataclasses.field(**settings)))
        frozen = owner.__dict__.get("__setattr__") is _refuse_setting
        twin = dataclasses.make_dataclass(owner.__name__, listed, init=False, eq=False, repr=False, frozen=frozen)
        for name in ("__dataclass_fields__", "__dataclass_params__"):
            setattr(owner, name, getattr(twin, name))
        return getattr(owner, self.name)


class _Signature:
    """Compiles `__init__` when its signature is requested, so that `inspect` can read it."""

    def __get__(self, _: object, cls: type) -> NoReturn:
        _owner(cls).__compile__()
        raise AttributeError("__signature__")


_FIELDS, _PARAMETERS, _SIGNATURE = _Standard("__dataclass_fields__"), _Standard("__dataclass_params__"), _Signature()


def _owner(cls: type) -> Any:
    """Return the first class, among this one and its bases, that was made a record."""
    return next(base for base in cls.__mro__ if "__record__" in base.__dict__)


def _first_init(cls: type, declared: dict[str, Field], frozen: bool) -> Callable[..., None]:
    """Return an `__init__` for the first few instances, which then compiles one for the rest."""
    n_made = 0

    def __init__(self: Any, /, *given: Any, **named: Any) -> None:  # noqa: N807  # its name shows in messages
        nonlocal n_made
        n_made += 1
        values = _bind(declared, given, named) if n_made <= _FEW else None
        if values is None:
            cls.__compile__()  # type: ignore[attr-defined]
            cls.__init__(self, *given, **named)  # type: ignore[misc]
            return
        put = object.__setattr__ if frozen else setattr
        for name, value in values.items():
            if declared[name].is_stored:
                put(self, name, value)
        if hasattr(cls, "__post_init__"):
            self.__post_init__(*[value for name, value in values.items() if not declared[name].is_stored])

    def compile_init() -> None:
        if cls.__init__ is __init__:  # type: ignore[misc]
            cls.__init__ = _compile_init(cls, declared, frozen)  # type: ignore[misc]

    __init__.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__compile__ = staticmethod(compile_init)  # type: ignore[attr-defined]
    return __init__


def _bind(declared: dict[str, Field], given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any] | None:
    """Return the values of the fields; None if they do not fit, so that the compiled `__init__` raises the error."""
    accepted = {name: item for name, item in declared.items() if item.init}
    bound = dict(zip([name for name, item in accepted.items() if not item.kw_only], given, strict=False)) | named
    needed = {name for name, item in accepted.items() if item.is_required}
    if len(bound) < len(given) + len(named) or not needed <= bound.keys() <= accepted.keys():
        return None
    values = {}
    for name, item in declared.items():
        value = bound.get(name, item.default)
        if value is MISSING and item.default_factory is not MISSING:
            value = item.default_factory()
        if item.init or value is not MISSING:  # else `__post_init__` sets it
            values[name] = value
    return values


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
