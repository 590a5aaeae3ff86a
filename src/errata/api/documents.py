"""Score whole text documents: split into blocks where all versions agree, then scored block by block."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from errata.api.accept import accept_measures, accept_plan
from errata.api.score import Result, score
from errata.errors import InputError, LengthError
from errata.extract import Extractor
from errata.extract.blocks import cut_versions, one_line
from errata.findings import INFO, Finding, remedy, report
from errata.formats.essays import list_ids, pair_essays
from errata.kernels.limits import TooLargeError
from errata.measures.base import Measure
from errata.model import CHARACTERS, Corpus, Output, Text
from errata.records import dataclass, replace
from errata.stages import Progress
from errata.text.characters import cjk_ranges
from errata.text.cutting import SPACE
from errata.text.messages import plural

if TYPE_CHECKING:
    from errata.stats.plan import Resampling
    from errata.text.raw import Raw

SENTENCE, PARAGRAPH, DOCUMENT = "sentence", "paragraph", "document"
BLOCKS = {
    SENTENCE: "at ends of sentences and lines that all texts share",
    PARAGRAPH: "at line breaks that all texts share",
    DOCUMENT: "not at all: a document is one block, so that a reference is chosen for the whole of it",
}
"""Where documents are split."""
_FEW_ENDS = 3
"""If a document has fewer boundaries, it does not matter that none is shared."""
_FEW_WORDS = 10
"""Documents that differ by fewer words than this are not reported as truncated or doubled, unless nothing is left."""
_SIZES = {
    "truncated": "was it cut off? Regenerate it, or insert the source's text where it is missing",
    "doubled": "is the text there twice, or something else with it? Keep it once",
}

Documents = Corpus | Mapping[str, str]
"""Text documents, as `read_essays` reads them, or their texts by id."""


@dataclass(frozen=True)
class Blocks:
    """Documents split into blocks: gold and outputs to score like sentences, and where each block comes from.

    `gold` has a sentence for each block, with id, source and references; `documents` has the id of the document of
    each. `how` is one of "sentence", "paragraph" and "document", or "gold" where the gold's sentences are the blocks;
    `n_ends` is how many ends of that kind the source has.
    """

    gold: Corpus
    outputs: Mapping[str, Output]
    documents: tuple[str, ...]
    how: str
    n_ends: int
    findings: tuple[Finding, ...] = ()
    """A summary of the boundaries, and what is suspicious about them."""

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def n_documents(self) -> int:
        """The number of documents."""
        return len(set(self.documents))

    def rows(self) -> list[dict[str, object]]:
        """Return every block: its document, its number in the document, from 1, and its texts."""
        return [
            {
                "id": text.id,
                "document": document,
                "source": text.source,
                "references": list(text.references),
                "outputs": {name: output.texts[place] for name, output in self.outputs.items()},
            }
            for place, (text, document) in enumerate(zip(self.gold, self.documents, strict=True))
        ]


def accept_documents(value: object, what: str) -> Corpus:
    """Return text documents, refuse anything else."""
    if isinstance(value, Mapping):
        for id, text in value.items():
            if not isinstance(id, str) or not isinstance(text, str):
                raise InputError(f"{what}: {id!r:.40} maps to a {type(text).__name__}; give {{id: text}}")
        # As the files of a folder, the entries of a dictionary have no order that would say anything.
        texts = tuple(Text.document(id, text, file=id) for id, text in value.items())
        value = Corpus(texts, what, is_annotated=False)
    if not isinstance(value, Corpus):
        raise InputError(f"{what} is a {type(value).__name__}; give {{id: text}}, or what errata.read_essays returns")
    value.require(CHARACTERS)
    odd = next((text for text in value if text.layers or not text.has_text or text.is_divided), None)
    if odd is not None:
        raise InputError(
            f"{value.called}, document {odd.id}: it has edits or lacks its text; documents of plain text are expected"
        )
    if not value.texts:
        raise InputError(f"{value.called} has no documents")
    return value


def _reference_texts(source: Corpus, references: Sequence[Corpus]) -> list[dict[str, str]]:
    """Return the texts of each reference; if one lacks a document, the first that has it is used instead."""
    given = [pair_essays(source, reference, may_lack=True) for reference in references]
    for id in source.by_id:
        if not any(id in texts for texts in given):
            lacking = [id for id in source.by_id if not any(id in texts for texts in given)]
            raise LengthError(f"no reference has {list_ids(lacking)} of {source.called}; each document needs one")
    return [{id: next(texts[id] for texts in (own, *given) if id in texts) for id in source.by_id} for own in given]


def _lacking(source: Corpus, references: Sequence[Corpus]) -> list[Finding]:
    """Return findings about references that lack documents."""
    found = []
    for reference in references:
        lacking = [id for id in source.by_id if id not in reference.by_id]
        if lacking and len(source) > 1:
            message = (
                f"it lacks {len(lacking)} of {len(source)} documents ({list_ids(lacking)}); another reference is used"
            )
            found.append(Finding("reference-lacks", message, reference.called, count=len(lacking)))
    return found


def split_documents(
    source: Documents, references: Sequence[Documents], outputs: Mapping[str, Documents], blocks: str = SENTENCE
) -> Blocks:
    """Split documents into blocks where the source, all references and all outputs agree on a boundary.

    Documents are matched by id; a reference may lack some, and the first reference that has them is used instead. The
    result has gold and outputs for `score`, `compare` and `explain`. Several outputs share the blocks, so what one
    system joins is joined for all, and the signature says how many outputs there are; `score_documents` splits the
    documents for each system separately.

    >>> wrong, right = {"7": "It rain. He go."}, {"7": "It rains. He goes."}
    >>> found = split_documents(wrong, [right], {"me": {"7": "It rain. He goes."}})
    >>> [(text.id, text.source) for text in found.gold], found.outputs["me"].texts
    ([('7/1', 'It rain.'), ('7/2', 'He go.')], ['It rain.', 'He goes.'])
    """
    if blocks not in BLOCKS:
        raise InputError(f"blocks must be one of {', '.join(BLOCKS)}, not {blocks!r}")
    if isinstance(references, str | Mapping | Corpus) or not references:
        raise InputError("references must be a list with one set of documents for each reference")
    if not isinstance(outputs, Mapping) or not outputs:
        raise InputError("outputs must be {name: documents}, of one system at least")
    given = accept_documents(source, "the source")
    marked = [accept_documents(each, f"references[{number}]") for number, each in enumerate(references)]
    made = {str(name): accept_documents(each, f"the output of {name!r}") for name, each in outputs.items()}
    reference_texts = _reference_texts(given, marked)
    columns = [*reference_texts, *(pair_essays(given, output) for output in made.values())]
    texts: list[tuple[str, ...]] = []
    documents: list[str] = []
    uncut: list[str] = []
    n_ends = 0
    for id, text in given.by_id.items():
        versions = [text.source.strip(), *(column[id].strip() for column in columns)]
        if blocks == DOCUMENT:
            cut, n_found = [tuple(map(one_line, versions))], 0
        else:
            try:
                cut, n_found = cut_versions(versions, only_breaks=blocks == PARAGRAPH, n_gold=1 + len(marked))
            except TooLargeError as error:
                raise InputError(f"{given.called}, document {id}: {error}") from None
        if n_found >= _FEW_ENDS and len(cut) == 1:
            uncut.append(id)
        n_ends += n_found
        texts += cut
        documents += [id] * len(cut)
    n = 1 + len(marked)
    numbers = number_blocks(documents)
    gold = Corpus(
        tuple(
            Text.of(row[0], (), row[1:n], id=f"{id}/{number}")
            for row, id, number in zip(texts, documents, numbers, strict=True)
        ),
        given.name,
        is_annotated=False,
        notes=(f"blocks:{blocks}", *([f"shared:{len(made)}"] if len(made) > 1 and blocks != DOCUMENT else [])),
        made_from=_fingerprint(given, reference_texts),
    )
    cut_outputs = {
        name: Output(name, [row[n + place] for row in texts], origin=output.called)
        for place, (name, output) in enumerate(made.items())
    }
    called = ", ".join(output.called for output in made.values())
    findings = [_summary(called, blocks, len(given), len(texts), n_ends), *_lacking(given, marked)]
    if uncut:
        message = (
            f"{list_ids(uncut)} could not be split anywhere, although the source has at least {_FEW_ENDS} ends "
            "there; are these versions of the same text?"
        )
        findings.append(Finding("uncut", message, called, count=len(uncut)))
    for output, column in zip(made.values(), columns[len(marked) :], strict=True):
        findings += _check_sizes(given, reference_texts, output.called, column)
    return Blocks(gold, cut_outputs, tuple(documents), blocks, n_ends, tuple(findings))


def _check_sizes(
    source: Corpus, references: Sequence[Mapping[str, str]], name: str, output: Mapping[str, str]
) -> list[Finding]:
    """Report documents that an output truncates or doubles: far shorter or longer than source and all references."""
    odd: dict[str, list[tuple[str, int, int]]] = {}
    for id, text in source.by_id.items():
        n_made = _count_words(output[id])
        n_source, *others = (_count_words(version) for version in (text.source, *(texts[id] for texts in references)))
        least, most = min(n_source, *others), max(n_source, *others)
        if (least - n_made >= _FEW_WORDS and 3 * n_made < 2 * least) or least > n_made == 0:
            odd.setdefault("truncated", []).append((id, n_made, n_source))
        elif n_made - most >= _FEW_WORDS and 2 * n_made > 3 * most:
            odd.setdefault("doubled", []).append((id, n_made, n_source))
    found = []
    for code, places in odd.items():
        id, n_made, n_source = places[0]
        further = "" if len(places) == 1 else f" ({len(places)} such documents: {list_ids([id for id, *_ in places])})"
        message = f"document {id} has {n_made:,} words, but its source {n_source:,}{further}"
        found.append(Finding(code, message, name, count=len(places), hint=remedy(_SIZES[code])))
    return found


def _count_words(text: str) -> int:
    """Return the number of words; for scripts without spaces, of characters."""
    return sum(any(map(str.isalnum, text[low:high])) for low, high in cjk_ranges(text))


def number_blocks(documents: Sequence[str]) -> list[int]:
    """Return the number of each block in its document, from 1."""
    seen: dict[str, int] = {}
    found = []
    for id in documents:
        seen[id] = seen.get(id, 0) + 1
        found.append(seen[id])
    return found


def _fingerprint(source: Corpus, references: Sequence[Mapping[str, str]]) -> str:
    """Return the fingerprint of the documents, which does not depend on how they are split."""
    sets = [[texts[id] for id in source.by_id] for texts in references]
    return Corpus.from_texts([text.source for text in source], sets).fingerprint


def _summary(name: str, blocks: str, n_documents: int, n_blocks: int, n_ends: int) -> Finding:
    what = f"{plural(n_documents, 'document')} in {plural(n_blocks, 'block')}"
    if blocks != DOCUMENT:
        kind = "ends of sentences and lines" if blocks == SENTENCE else "line breaks"
        what += f": cut at {n_blocks - n_documents} of the {n_ends} {kind} in the source, where all texts agree"
    return Finding("blocks", what, name)


def suspicious(splits: Sequence[Blocks], tokens: str | None, raw: object) -> list[Finding]:
    """Return what to warn of, each thing once; `tokens` and `raw` are how texts will be tokenised."""
    found = [found for split in splits for found in split.findings if found.severity != INFO]
    return list(dict.fromkeys(found)) + ([] if raw or tokens not in {None, SPACE} else _check_glued(splits[0]))


def _check_glued(blocks: Blocks) -> list[Finding]:
    """Report documents with punctuation glued to words, which no way of tokenising separates."""
    from errata.check.outputs import count_glued

    n_glued, n_alone = count_glued(blocks.gold.sources)
    if n_glued <= n_alone:
        return []
    message = (
        "punctuation is glued to words, so adding a comma or changing a full stop changes the word; tokenise all texts"
    )
    return [Finding("glued", message, blocks.gold.called, hint=remedy("{tokens} for most languages", how="marks"))]


def score_documents(
    source: Documents,
    references: Sequence[Documents],
    outputs: Mapping[str, Documents],
    *,
    blocks: str = SENTENCE,
    measures: Sequence[Measure | str] | None = None,
    extract: Extractor | str | None = None,
    normalise: str | None = None,
    tokens: str | None = None,
    raw: "Raw | bool | None" = None,
    workers: int = 1,
    interval: "Resampling | bool" = False,
    progress: Progress | None = None,
) -> Result:
    """Score systems on whole text documents, split into blocks for each system separately.

    So the score of a system never depends on the others. Documents are given as for `split_documents`, the rest as
    `score`. References are chosen for each block, or for each document with blocks="document"; the signature has
    `blocks:…`. Intervals resample whole documents.

    >>> wrong, right = {"e1": "It rain. He go."}, {"e1": "It rains. He goes."}
    >>> found = score_documents(wrong, [right], {"me": right}, measures=["green:n=2"], tokens="marks")
    >>> found["me", "green"].score
    1.0
    """
    if not isinstance(outputs, Mapping) or not outputs:
        raise InputError("outputs must be {name: documents}, of one system at least")
    splits = [split_documents(source, references, {name: made}, blocks) for name, made in outputs.items()]
    for found in suspicious(splits, tokens, raw):
        report(found, 2)
    return score_splits(
        splits,
        measures=measures,
        extract=extract,
        normalise=normalise,
        tokens=tokens,
        raw=raw,
        workers=workers,
        interval=interval,
        progress=progress,
    )


def score_splits(
    splits: Sequence[Blocks],
    *,
    measures: Sequence[Measure | str] | None = None,
    interval: "Resampling | bool" = False,
    **how: Any,
) -> Result:
    """Score documents split separately for each system, and combine the results; `how` is as for `score`."""
    several = (
        None if measures is None else next((each for each in accept_measures(measures) if each.min_outputs > 1), None)
    )
    if several:
        raise InputError(
            f"{several.name} learns from several outputs, but documents are split for each system separately; compare "
            "the systems instead, which gives them the same blocks"
        )
    results = []
    for split in splits:
        result = score(
            split.gold,
            dict(split.outputs),
            measures=measures,
            interval=by_document(split.documents, accept_plan(interval)) if interval else False,
            **how,
        )
        results.append(replace(result, findings=(*split.findings, *result.findings)))
    return Result(
        tuple(item for result in results for item in result.scores),
        tuple(dict.fromkeys(found for result in results for found in result.findings)),
        tuple(dict.fromkeys(name for result in results for name in result.left_out)),
    )


def by_document(documents: Sequence[str], plan: "Resampling") -> "Resampling":
    """Return a plan that draws whole documents, as their blocks are not independent; for a single document, its blocks.

    `documents` has the document of each block.
    """
    if plan.clusters is not None:
        raise InputError("documents are resampled whole, so clusters cannot be given; leave clusters out")
    return plan if len(set(documents)) < 2 else replace(plan, clusters=documents)
