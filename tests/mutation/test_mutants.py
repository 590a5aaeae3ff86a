"""The small wrong changes that tests are tried on."""

from pathlib import Path

import pytest
from tests.mutation.__main__ import known_equivalents
from tests.mutation.mutants import find_mutants, mutate


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("a = b < c", ["b < c → b <= c"]),
        ("a = b == c", ["b == c → b != c"]),
        ("a = b not in c", ["b not in c → b in c"]),
        ("a = b < c < d", []),
        ("a = b + c * d", ["b + c * d → b - c * d", "c * d → c / d"]),
        ("a = 'x' + b", []),
        ("a = b and c", ["b and c → b or c"]),
        ("a = not b", ["not b → b"]),
        ("a = -b", ["-b → b"]),
        ("a = b[1:]", ["1 → 2"]),
        ("a = 0.5", ["0.5 → 1.5"]),
        ("a = True", ["True → False"]),
        ("a = max(b)", ["max(b) → min(b)"]),
        ("a = b if c else d", ["b if c else d → b if not c else d"]),
        ("if a:\n    b()", ["if a: → if not a:", "b() → pass"]),
        ("a += b", ["a += b → a -= b", "a += b → pass"]),
        ("for a in b:\n    continue", ["continue → pass"]),
        ("def f(a: int = 1) -> 'int':\n    '''Say 1.'''\n    return 2", ["1 → 2", "2 → 3"]),
        ("if TYPE_CHECKING:\n    import a", []),
        ("raise E(f'{1 + 2}')", []),
        ("assert a == 1", []),
        ("a = f'{b + 1}'", []),
        ("a = zip(b, c, strict=True)", []),
        ("warn('x', W, stacklevel=2)", ["warn('x', W, stacklevel=2) → pass"]),
        ("@d(frozen=True)\nclass A:\n    a: int", []),
    ],
)
def test_what_is_changed(code: str, changes: list[str], tmp_path: Path) -> None:
    """One place at a time; what is said to people, claimed or annotated stays."""
    (tmp_path / "m.py").write_text(f"{code}\n")
    found = find_mutants(tmp_path, "m.py")
    assert [mutant.change for mutant in found] == changes
    for mutant in found:
        compile(mutate(tmp_path, mutant), "m.py", "exec")


def test_a_change_is_made_where_it_is_said(tmp_path: Path) -> None:
    """In a function, or where the module is imported: also defaults of arguments, which are made there."""
    (tmp_path / "m.py").write_text("A = 1\n\ndef f(a=2):\n    return a + g(3)\n")
    found = find_mutants(tmp_path, "m.py")
    assert [(item.line, item.change, item.at_import) for item in found] == [
        (1, "1 → 2", True),
        (3, "2 → 3", True),
        (4, "a + g(3) → a - g(3)", False),
        (4, "3 → 4", False),
    ]
    names: dict[str, object] = {"g": lambda number: number}
    exec(compile(mutate(tmp_path, found[2]), "m.py", "exec"), names)
    assert names["f"](10) == 7  # type: ignore[operator]
    assert names["A"] == 1


def test_every_excuse_has_a_reason() -> None:
    """Or it is none."""
    assert [key for key, reason in known_equivalents().items() if len(reason.split()) < 4] == []
