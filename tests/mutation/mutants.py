"""Small wrong changes to a module, each of which some test should notice."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_LEFT_OUT = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)
"""What is said to people is compared elsewhere, if at all; our own claims are there to fail."""
_NOT_RUN = {"annotation", "returns", "decorator_list", "type_params"}
"""Parts of a tree that do nothing when tests run, or whose change could not be imported."""


@dataclass(frozen=True)
class Mutant:
    """A change to one place of a module."""

    path: str
    line: int
    column: int
    change: str
    """What became of what, such as `a < b → a <= b`."""
    number: int
    """Which change it is of those that a module can suffer, in order."""
    at_import: bool
    """Whether the place runs only when the module is imported."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


@dataclass(frozen=True)
class _Place:
    """A node, where it hangs, and whether it is part of a function."""

    node: ast.AST
    parent: ast.AST
    field: str
    index: int | None
    in_function: bool

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def find_mutants(root: Path, path: str) -> list[Mutant]:
    """Return all changes to a module, in the order of its tree."""
    tree = ast.parse((root / path).read_text(encoding="utf-8"))
    return [
        Mutant(path, node.lineno, node.col_offset, change, number, not place.in_function)
        for number, (place, change, _) in enumerate(_changes(tree))
        if (node := _located(place))
    ]


def mutate(root: Path, mutant: Mutant) -> ast.Module:
    """Return the tree of the module with its one change."""
    tree = ast.parse((root / mutant.path).read_text(encoding="utf-8"))
    for number, (place, _, node) in enumerate(_changes(tree)):
        if number == mutant.number:
            place.put(ast.copy_location(node, place.node))
            return ast.fix_missing_locations(tree)
    raise ValueError(f"{mutant.path} has changed: there is no change {mutant.number}")


def _located(place: _Place) -> ast.expr | ast.stmt:
    assert isinstance(place.node, ast.expr | ast.stmt)
    return place.node


def _changes(tree: ast.Module) -> Iterator[tuple[_Place, str, ast.AST]]:
    for place in _places(tree, in_function=False):
        for node in _variants(place):
            yield place, f"{_shown(place.node)} → {_shown(node)}", node


def _shown(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split("\n", 1)[0].split())


def _places(parent: ast.AST, in_function: bool) -> Iterator[_Place]:
    is_function = isinstance(parent, ast.FunctionDef | ast.Lambda)
    for field, value in ast.iter_fields(parent):
        if field in _NOT_RUN:
            continue
        inside = in_function or (is_function and field != "args")  # defaults are made where the function is
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or isinstance(node, _LEFT_OUT) or _is_warning(node) or _is_claim(node):
                continue
            yield _Place(node, parent, field, index, inside)
            yield from _places(node, inside)


def _is_warning(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "warn"


def _is_claim(node: ast.AST) -> bool:
    """Tell whether an argument claims that sequences have one length, or says what the shared suite tries."""
    return isinstance(node, ast.keyword) and node.arg in {"strict", "settings"}


def _variants(place: _Place) -> Iterator[ast.AST]:
    node = place.node
    match node:
        case ast.Compare(left, [operator], right):
            yield ast.Compare(left, [_swap(operator)], right)
        case ast.BinOp(left, operator, right) if type(operator) in _SWAPPED and not _is_text(left, right):
            yield ast.BinOp(left, _swap(operator), right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(_swap(operator), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(number) | float(number)):
            yield ast.Constant(number + 1)
        case ast.Call(ast.Name(name), arguments, keywords) if name in _SWAPPED_CALLS:
            yield ast.Call(ast.Name(_SWAPPED_CALLS[name], ast.Load()), arguments, keywords)
        case ast.If(test, body, orelse) if not _is_typing(test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.AugAssign(target, operator, value):
            yield ast.AugAssign(target, _swap(operator), value)
            yield ast.Pass()
        case ast.Expr(ast.Call()) | ast.Continue() | ast.Break():
            yield ast.Pass()


def _swap(operator: ast.AST) -> Any:
    return _SWAPPED[type(operator)]()


def _is_text(*operands: ast.expr) -> bool:
    """Tell whether an operator joins or repeats text, which has no other meaning."""
    return any(
        isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in operands
    )


def _is_typing(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
