"""Documents of many edits, made up."""

import errata


def many_edits(count: int, seed: int) -> errata.Corpus:
    """Return one document with edits that overlap those of another seed now and then."""
    edits = []
    for n in range(count):
        start = 20 * n + n * 7919 * seed % 12
        end = start + n * 104729 * seed % 6
        edits.append(errata.Edit.of(start, end, "x" * (end - start), ("abc"[n % 3], "y"), f"T{n % 9}", str(n)))
    return errata.Corpus((errata.Text.document("1", edits=tuple(edits)),))
