"""Restriction to error types: how the option `types` is written, and the blocks of a control file."""

from collections.abc import Mapping, Sequence

from errata.errors import InputError
from errata.findings import remedy
from errata.model import Corpus

ALL = "all"
"""No restriction."""


def _decode(text: str) -> str:
    """Remove the escapes that types need if they contain separators."""
    for sign in "+,=":
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text.replace("%25", "%")


def encode_type(name: str) -> str:
    """Return a type as it is written among others in the option `types`.

    >>> encode_type("RV+MT")
    'RV%2BMT'
    """
    text = name.replace("%", "%25")
    for sign in "+,=":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def block_name(types: str) -> str:
    """Return the common name of the types.

    >>> block_name("PUNCT=RP+MP"), block_name("RV")
    ('PUNCT', 'RV')
    """
    return _decode(types.partition("=")[0])


def member_types(types: str) -> list[str]:
    """Return the annotated types, without their common name if they have one."""
    return [_decode(name) for name in types.rpartition("=")[2].split("+")]


def type_blocks(
    gold: Corpus,
    *,
    control: Mapping[str, Sequence[str]] | None = None,
    types: Sequence[str] = (),
    by_type: bool = False,
    with_all: bool = False,
) -> list[str]:
    """Return the option `types` of each requested block; by default one without restriction.

    A control file gives one block for each reportable type, in file order, or for those of them named in `types`;
    other `types` make one block of annotated types. `by_type` gives one block for each type in the gold.
    """
    if types and by_type:
        raise InputError("give either types or one block for each type, not both")
    if control is not None and by_type:
        raise InputError("", remedy("give either a control file or one block for each type ({by_type}), not both"))
    control = control or {}
    named = [name for name in types if name in control] if types else list(control)
    plain = [name for name in types if name not in control and name != ALL]
    blocks = [ALL] if with_all or ALL in types else []
    blocks += [f"{encode_type(name)}={'+'.join(map(encode_type, control[name]))}" for name in named]
    if plain:
        blocks.append("+".join(map(encode_type, plain)))
    if by_type:
        found = {edit.type for document in gold for edit in document.all_edits if edit.type}
        blocks += map(encode_type, sorted(found))
    return blocks or [ALL]
