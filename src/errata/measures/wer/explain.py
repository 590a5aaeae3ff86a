"""Error rates explained: reference and output side by side, and how the counts give the rate."""

from collections.abc import Sequence

from errata.measures.wer.measure import Wer
from errata.measures.working import Alignment, Case, Formula, Working

_WORDS = {
    "M, =": "matches: tokens that reference and output share",
    "S": "substitutions: tokens of the reference that the output replaces",
    "D": "deletions: tokens of the reference that the output lacks",
    "I": "insertions: tokens that only the output has",
}


def align(reference: Sequence[str], output: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Return the tokens side by side along the path that is counted: the plain twin of `errata.kernels.editcounts`.

    >>> align("a b c".split(), "a x".split())
    [('a', 'a'), ('b', 'x'), ('c', None)]
    """
    n, m = len(reference), len(output)
    first = 0
    while first < min(n, m) and reference[first] == output[first]:
        first += 1
    last = 0
    while last < min(n, m) - first and reference[n - 1 - last] == output[m - 1 - last]:
        last += 1
    one, other = reference[first : n - last], output[first : m - last]
    table = [list(range(len(other) + 1))]
    for i, word in enumerate(one, 1):
        row = [i]
        for j, candidate in enumerate(other, 1):
            row.append(min(table[-1][j - 1] + (word != candidate), table[-1][j] + 1, row[j - 1] + 1))
        table.append(row)
    i, j = len(one), len(other)
    found: list[tuple[str | None, str | None]] = []
    while i or j:
        if i and table[i - 1][j] + 1 == table[i][j]:
            i -= 1
            found.append((one[i], None))
        elif j and (not i or table[i][j - 1] < table[i - 1][j - 1]):
            j -= 1
            found.append((None, other[j]))
        else:
            i, j = i - 1, j - 1
            found.append((one[i], other[j]))
    same = [(word, word) for word in reference[:first]], [(word, word) for word in reference[n - last :]]
    return [*same[0], *found[::-1], *same[1]]


def explain(measure: Wer, case: Case) -> Working:
    """Show the tokens of the chosen reference next to those of the output."""
    chosen = case.gold.references(case.index)[case.chosen - case.rows.start]
    texts = measure.prepared(chosen.text), measure.prepared(case.output.texts[case.index])
    reference, output = (list(text) if measure.unit == "char" else text.split() for text in texts)
    pairs = align(reference, output)
    columns = tuple((old, new, _verdict(old, new)) for old, new in pairs)
    matches, substitutions, deletions, insertions = case.row.counts.values()
    n_tokens = matches + substitutions + deletions
    formula = Formula(
        measure.label("error_rate"),
        "(S + D + I) / (M + S + D)",
        f"({substitutions} + {deletions} + {insertions})/({matches} + {substitutions} + {deletions})",
        case.row.values["error_rate"],
        "error_rate",
        "" if n_tokens else "the reference is empty, so each insertion counts as one",
    )
    return Working(
        (Alignment("reference and output side by side", ("reference", "output", "edit"), columns),),
        (formula,),
        f"{case.called(chosen.label)} of {len(case.rows)}: gives the lowest rate of this sentence",
        _WORDS,
        good=(),
        bad=("S", "D", "I"),
    )


def _verdict(old: str | None, new: str | None) -> str:
    if old is None:
        return "I"
    if new is None:
        return "D"
    return "=" if old == new else "S"
