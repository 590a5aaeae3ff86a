"""Whether files belong together: same number of sentences, same sources, outputs that fit them."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from operator import ne
from pathlib import Path
from unicodedata import normalize
from warnings import catch_warnings, simplefilter

from errata.check.alignment import check_length, empty_outputs, find_shift
from errata.check.edits import Block
from errata.check.files import GOLD, OUTPUT, REFERENCE, SOURCE, File
from errata.check.judged import find_base, tell_odd_groups
from errata.check.outputs import check_copies, check_references, check_together, find_twins, say_twin
from errata.errors import ErrataError, InputError
from errata.findings import NOWHERE, ErrataWarning, Place
from errata.formats.essays import pair_essays
from errata.formats.files import unpacked_name
from errata.model import Corpus, Layer, Text
from errata.model.matching import Rows, find_order
from errata.records import replace

_MIN_LINES = 3
"""Fewer lines with other tokens than this may be corrections: 'any one' to 'anyone'."""
_PART = 20
"""They are not reported either unless they are at least one in this many."""
_SHOWN = 60
"""How many characters of a sentence are shown."""
_FREQUENT = 10
"""A token must be separate this often in one text before its absence from the other means anything."""


def examine_together(files: Sequence[File]) -> None:
    """Compare every file with the one that has the sources: the gold, else the source, else the first."""
    _look_at_documents([file for file in files if file.documents is not None])
    for file in files:
        if file.judgements is not None:
            _look_at_judgements(file, [other for other in files if other.role == OUTPUT and other.is_text])
    with_sources = [file for file in files if file.sources is not None]
    if not with_sources:
        return
    _look_at_last_lines(with_sources)
    roles = [file.role for file in with_sources]
    first = with_sources[next((roles.index(role) for role in (GOLD, SOURCE) if role in roles), 0)]
    wanted = [text for file in with_sources for text in _wanted(file)]
    _look_at_references(first, [file for file in with_sources if file.role == REFERENCE])
    _look_for_twins(first, with_sources)
    for file in with_sources:
        if file is not first:
            _compare(file, first, None if file.role == REFERENCE else wanted if file.role == OUTPUT else ())


def _look_at_judgements(file: File, outputs: Sequence[File]) -> None:
    """Report rankings of texts other than the outputs, which are identified by name, or else by file name."""
    assert file.judgements is not None
    texts = {output.system or Path(unpacked_name(output.path)).stem: output.sources or () for output in outputs}
    known = {name: lines for name, lines in texts.items() if name in file.judgements.systems}
    lengths = {len(lines) for lines in known.values()}
    if len(lengths) != 1:
        return
    try:
        base = find_base(file.judgements, known, lengths.pop())
    except InputError as error:
        file.findings.add_error("other-outputs", error)
        return
    for found in [] if base is None else tell_odd_groups(file.judgements, known, base):
        file.findings.add(found.code, found.message)


def _look_at_references(first: File, texts: Sequence[File]) -> None:
    """Report references, in a table or in separate files, that all equal the sources."""
    assert first.sources is not None
    if first.has_references and not first.annotators:
        first.report(check_references(first.name, first.sources, first.references))
    if texts and all(len(file.sources or ()) == len(first.sources) for file in texts):
        references = list(zip(*(file.sources or () for file in texts), strict=True))
        for file in texts:
            if file is not first:
                file.report(check_references(file.name, first.sources, references))
        for number, found in check_copies(first.sources, [file.sources or () for file in texts]):
            if texts[number] is not first:
                texts[number].report([replace(found, file=texts[number].name)])


def _look_for_twins(first: File, files: Sequence[File]) -> None:
    """Report outputs that are one of the references."""
    assert first.sources is not None
    references = [list(file.sources or ()) for file in files if file.role == REFERENCE]
    if first.has_references and not first.annotators:
        references += map(list, zip(*first.references, strict=False))
    outputs = [file for file in files if file.role == OUTPUT and file.blocks is None and file is not first]
    gold = Corpus(tuple(map(_as_text, first.blocks))) if outputs and first.blocks and first.annotators else None
    for file in outputs:
        lines = list(_lines(file))
        twins = [f"reference {number}" for number, texts in enumerate(references) if texts == lines]
        if gold is not None and len(lines) == len(gold):
            twins += [f"the text of annotator {who}" for who in find_twins(gold, lines, gold.annotators)]
        for twin in twins:
            file.report(say_twin(file.name, twin, len(lines), sum(map(ne, first.sources, lines))))


def _as_text(block: Block) -> Text:
    """Return a sentence with the edits of each annotator."""
    layers = [
        Layer(who, tuple([mark.edit for mark in marks if mark.edit])) for who, marks in block.by_annotator().items()
    ]
    return Text(block.source, tuple(layers))


def _wanted(file: File) -> Sequence[str]:
    """Return the corrections of the gold and the lines of references, which outputs should contain."""
    if file.role == REFERENCE:
        return file.sources or ()
    marks = (mark for block in file.blocks or () for mark in block.marks) if file.role == GOLD else ()
    return [text for mark in marks if mark.edit for text in mark.edit.corrections]


def _compare(file: File, first: File, wanted: Sequence[str] | None) -> None:
    assert file.sources is not None
    assert first.sources is not None
    noun = "line" if file.blocks is None else "sentence"
    parting = check_length(file.sources, first.name, first.sources, noun)
    if not _is_in_order(file, first):
        return
    if parting:
        where, said = parting
        place = file.place(where)
        file.findings.add_all("line-count", f"it {said}", [place] if place != NOWHERE else [])
    elif file.role == SOURCE or (file.blocks is not None and any(file.sources)):
        _look_at_sources(file, first)
    if not parting and file.role != SOURCE and (file.blocks is None or file.outputs is not None):
        _look_at_output(file, first, wanted)
    if file.role == OUTPUT and len(file.annotators) > 1:
        message = f"{first.name} is the gold, and this file has annotators {', '.join(map(str, file.annotators))}"
        file.findings.add("output-annotators", message)


def _is_in_order(file: File, first: File) -> bool:
    """Reorder an output to match the gold, by ids or sources; report a table for which that is impossible."""
    if file.role != OUTPUT or file.blocks is None:
        return True
    rows = Rows(file.name, file.ids, file.sources or (), file.outputs or ())
    try:
        order = find_order(Rows(first.name, first.ids, first.sources or ()), rows)
    except InputError as error:
        has_ids = bool(first.ids and file.ids)
        if has_ids or file.outputs is not None:
            file.findings.add_error("ids-differ" if has_ids else "rows-differ", error)
            return False
        return True  # of sentences with edits, each that differs is named
    if order is not None:
        by = "ids, the numbers of sentences" if order.by == "numbers" else order.by
        file.findings.add(f"{order.by}-order", f"its sentences are matched with those of {first.name} by their {by}")
        file.blocks = [file.blocks[place] for place in order.places]
        file.outputs = None if file.outputs is None else [file.outputs[place] for place in order.places]
    return True


def _look_at_sources(file: File, first: File) -> None:
    """Report source sentences that differ from those of the first file."""
    assert file.sources is not None
    assert first.sources is not None
    shift = find_shift(first.sources, file.sources)
    hint = f"; they seem to be misaligned from sentence {shift.begins + 1} on" if shift else ""
    for index, (ours, theirs) in enumerate(zip(file.sources, first.sources, strict=True)):
        if ours == theirs or ours.split() == theirs.split():
            continue
        other = first.place(index)
        where = first.name if other.line is None else f"{first.name}, line {other.line},"
        here, there = _apart(ours, theirs)
        message = f"the sentence has {here!r}, but {where} has {there!r}{hint}"
        file.findings.add(_difference(ours, theirs), message, file.place(index))


def _apart(one: str, two: str) -> tuple[str, str]:
    """Return two texts around their first difference."""
    shorter = min(len(one), len(two))
    same = next((index for index in range(shorter) if one[index] != two[index]), shorter)
    start = max(0, same - _SHOWN // 3)
    cut = [f"{'…' if start else ''}{text[start : start + _SHOWN]}" for text in (one, two)]
    return cut[0] + "…" * (len(one) > start + _SHOWN), cut[1] + "…" * (len(two) > start + _SHOWN)


def _difference(ours: str, theirs: str) -> str:
    """Return the code for two sources with different words."""
    if "".join(ours.split()) == "".join(theirs.split()):
        return "source-tokens"
    return "unicode-forms" if normalize("NFC", ours) == normalize("NFC", theirs) else "source-differs"


def _lines(file: File) -> Sequence[str]:
    """Return a system's output: lines of text, or the column of a table."""
    found = file.sources if file.outputs is None else file.outputs
    assert found is not None
    return found


def _look_at_output(file: File, first: File, wanted: Sequence[str] | None) -> None:
    """Report what is suspicious about lines that should be corrections of the first file's sentences.

    `wanted` are the corrections of the gold; None for a reference.
    """
    lines = _lines(file)
    assert first.sources is not None
    findings = check_together(file.name, first.sources, lines, wanted=wanted)
    codes = {found.code for found in findings}
    file.report([found for found in findings if found.code != "tokens-differ"])
    if "many-empty" not in codes:
        for index in empty_outputs(first.sources, lines):
            file.findings.add(
                "empty-line", f"empty where the source has {first.sources[index][:60]!r}", file.place(index)
            )
    if "tokenisation" not in codes:
        _look_at_tokens(file, first)
    if "tokens-differ" not in file.findings.codes:
        file.report([found for found in findings if found.code == "tokens-differ"])


def _look_at_tokens(file: File, first: File) -> None:
    """Report an output tokenised differently from its sources."""
    lines = _lines(file)
    assert first.sources is not None
    other = _other_tokens(first.sources, lines)
    if len(other) >= max(_MIN_LINES, len(first.sources) / _PART):
        ours, theirs = _apart(lines[other[0]], first.sources[other[0]])
        message = f"{ours!r} has the letters of {theirs!r} in other tokens, and so have {len(other)} lines"
        file.findings.add_all("tokens-differ", message, [file.place(index) for index in other])
        return
    for one, two, here, there in ((first, file, "there", "here"), (file, first, "here", "there")):
        if found := _glued(_lines(one), _lines(two)):
            token, n_alone, n_glued = found
            message = (
                f"{token!r} is a separate token {n_alone} times {here} and hardly ever {there}, where {n_glued} "
                f"words begin or end with it ('there' is {first.name})"
            )
            file.findings.add_all("tokens-differ", message)
            return


def _other_tokens(sources: Sequence[str], outputs: Sequence[str]) -> list[int]:
    """Return the lines, counted from 0, with the letters of their source but not its tokens."""
    return [
        index
        for index, (source, output) in enumerate(zip(sources, outputs, strict=True))
        if source != output
        and (words := output.split()) != (there := source.split())
        and "".join(words) == "".join(there)
    ]


def _glued(apart: Sequence[str], together: Sequence[str]) -> tuple[str, int, int] | None:
    """Return the most frequent token with punctuation that is separate in one text and glued to words in the other.

    Also return how often it is a separate token in the one, and how many words of the other begin or end with it.
    """
    alone = Counter(chain.from_iterable(map(str.split, apart)))
    others = Counter(chain.from_iterable(map(str.split, together)))
    for token, count in alone.most_common():
        if count < _FREQUENT:
            return None
        if token.isalnum() or 10 * others[token] > count:
            continue
        glued = [sum(n for word, n in words.items() if _holds(word, token)) for words in (others, alone)]
        if 2 * (glued[0] - glued[1]) > count:
            return token, count, glued[0]
    return None


def _holds(word: str, token: str) -> bool:
    return len(word) > len(token) and (word.startswith(token) or word.endswith(token))


def shared_last_lines(files: Sequence[File]) -> int:
    """Return how many empty lines end each of the files, all plain text; 0 if a file is annotated."""
    shared = []
    for file in files:
        if file.blocks is not None or file.sources is None:
            return 0
        lines = file.sources
        n_empty = next((count for count, line in enumerate(reversed(lines)) if line), len(lines))
        shared.append(min(n_empty, len(lines) - 1))
    return max(0, min(shared, default=0))


def _look_at_last_lines(files: Sequence[File]) -> None:
    """Report empty lines at the end of every file."""
    if shared_last_lines(files):
        for file in files:
            assert file.sources is not None
            n_lines = len(file.sources)
            file.findings.add("trailing-empty-line", "the last line is empty", Place(n_lines))


def _look_at_documents(files: Sequence[File]) -> None:
    """Report document sets that cannot be paired with the first: the gold, or the source of text documents."""
    first = next((file for file in files if file.role == SOURCE), files[0]) if files else None
    for file in files:
        if first is None or first is file:
            continue
        assert first.documents is not None
        assert file.documents is not None
        try:
            if file.holds_texts and first.holds_texts:
                with catch_warnings():
                    simplefilter("ignore", ErrataWarning)  # another order is not a mistake
                    pair_essays(first.documents, file.documents, may_lack=file.role == REFERENCE)
            else:
                file.documents.paired_with(first.documents)
        except ErrataError as error:
            file.findings.add_error("documents-differ", error)
