"""Sources whose words stand apart by something else than single spaces, where a measure cuts at these alone."""

from tests.nonsense.case import GOLD, Case

_ODD = {
    "a tab": "He\tgo",
    "two spaces": "He  go",
    "a no-break space": "He\u00a0go",
    "an ideographic space": "He\u3000go",
    "a space before the first word": " He go",
}

CASES = [
    Case(
        name=f"difficulty of a source with {what}",
        command=("score", "gold.m2", "system.m2", "other.m2", "--measure", "difficulty"),
        files={name: GOLD.replace("He go", text) for name in ("gold.m2", "system.m2", "other.m2")},
        status=0,
        says=("1 source with white space other than single spaces", "first sentence 1", "put single spaces"),
    )
    for what, text in _ODD.items()
]
