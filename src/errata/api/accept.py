"""Arguments of callers: accepted if they have the right shape, otherwise refused with a message."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from errata.check import alignment, segmentation
from errata.check.screening import Screen
from errata.errors import InputError, LengthError
from errata.findings import Finding, Remedy, remedy, report
from errata.measures import available_measures, parse_measure
from errata.measures.base import Measure
from errata.model import CHARACTERS, TOKENS, UNNAMED, Corpus, Edit, Output, Text, as_tokens
from errata.records import dataclass, replace
from errata.text.forms import FORMS
from errata.text.messages import plural, quote
from errata.text.packed import PackedLines

if TYPE_CHECKING:
    from errata.api.files import Lines
    from errata.extract import Extractor
    from errata.formats.files import AnyPath
    from errata.stats.plan import Resampling
    from errata.text.raw import Raw


@dataclass(frozen=True)
class Request:
    """What to score and how: the arguments of `score`, `compare` and `explain`."""

    gold: "Corpus | AnyPath | None"
    outputs: object
    sources: "Lines | None" = None
    references: "Sequence[Lines] | None" = None
    measures: Sequence[Measure | str] | None = None
    extract: "Extractor | str | None" = None
    extract_gold: bool = False
    normalise: str | None = None
    raw: "Raw | bool | None" = None
    tokens: str | None = None
    only: Sequence[int] | None = None
    """The sentences or documents that take part, by number from 0; None for all."""
    both_levels: bool = False
    """Whether each measure is also scored at sentence level, if it has that option."""


def _kind(value: object) -> str:
    """Return what messages call a value of the wrong type."""
    noun = getattr(value, "noun", "")
    return f"{type(value).__name__} of {noun}s" if noun else type(value).__name__


def _named(value: object) -> str:
    if value is None:
        return "None"
    return "NaN" if isinstance(value, float) and value != value else f"a {type(value).__name__}"


def _how_to_give(value: object, what: str) -> str:
    """Return what to do about a sentence that is not text."""
    if isinstance(value, bytes):
        return "decode it: sentence.decode()"
    if value is None or isinstance(value, float):  # how data frames mark what is missing
        return 'give "" for an empty sentence'
    if isinstance(value, list | tuple) and what == "outputs":
        return "for several systems give {name: sentences}"
    return "give a list of texts, one for each source"


def _lines(value: object, what: str) -> list[str]:
    """Return a list of sentences, or refuse what only looks like one."""
    if isinstance(value, str):
        raise InputError(f"{what} is a single string; give a list of sentences (read_lines() reads a file)")
    if not isinstance(value, Sequence):
        raise InputError(f"{what} is a {_kind(value)}; give a list of sentences")
    for index, line in enumerate(value):
        if not isinstance(line, str):
            raise InputError(f"sentence {index} of {what} is {_named(line)}, not text; {_how_to_give(line, what)}")
    return list(value)


_CLEARLY = 1.25
"""How many times as many words a transposed square of references must share with the sources to be refused."""


def _fits_better_transposed(sources: Sequence[str], sets: Sequence[Sequence[str]]) -> bool:
    """Tell whether each list of a square holds the references of one source rather than one reference of each."""
    words = [set(source.split()) for source in sources]
    given = turned = 0
    for place, texts in enumerate(sets):
        for number, text in enumerate(texts):
            if place != number:
                found = set(text.split())
                given += len(found & words[number])
                turned += len(found & words[place])
    return turned > _CLEARLY * given


def _reference_sets(references: object, sources: Sequence[str]) -> list[list[str]]:
    n_sources = len(sources)
    shape = "one inner list for each reference set, as long as the sources"
    if isinstance(references, str) or not isinstance(references, Sequence) or not references:
        raise InputError(f"references must be {shape}; got {references!r:.60}")
    if all(isinstance(item, str) for item in references):
        raise InputError(
            f"references is a flat list of {plural(len(references), 'sentence')}; it must be {shape}: [references]"
        )
    sets = [_lines(item, f"references[{number}]") for number, item in enumerate(references)]
    lengths = {len(item) for item in sets}
    if lengths == {n_sources} and not (len(sets) == n_sources > 1 and _fits_better_transposed(sources, sets)):
        return sets
    if len(sets) == n_sources and len(lengths) == 1:
        raise InputError(
            f"references looks transposed: {plural(len(sets), 'list')} of {plural(lengths.pop(), 'sentence')} for "
            f"{plural(n_sources, 'source')}; "
            f"it must be {shape}: list(zip(*references))"
        )
    wrong = next(number for number, item in enumerate(sets) if len(item) != n_sources)
    raise InputError(
        f"references[{wrong}] has {plural(len(sets[wrong]), 'sentence')} for {plural(n_sources, 'source')}; "
        f"it must be {shape}"
    )


def _output(name: str, content: object, what: str) -> Output:
    made = Output.of(name, content, TOKENS)
    if made is None:
        return Output(name or UNNAMED, _lines(content, what))
    if not isinstance(made.texts, PackedLines):
        _lines(made.texts, f"the texts of {made.name!r}")
    return made


def accept_outputs(outputs: object) -> list[Output]:
    """Return the outputs of systems on sentences, with their names; refuse anything else."""
    if isinstance(outputs, Mapping):
        systems = [_output(str(name), content, f"the output of {name!r}") for name, content in outputs.items()]
    else:
        systems = [_output("", outputs, "outputs")]
    if len({system.name for system in systems}) < len(systems):
        raise InputError(f"two systems have the same name: {[system.name for system in systems]}")
    if not systems or outputs == ():  # the default; an empty list is an output without sentences
        raise InputError("no outputs to score; give at least one system")
    return systems


def check_length(name: str, lines: Sequence[str], other: str, sources: Sequence[str]) -> None:
    """Refuse a text that does not have one line per source, saying where they seem to diverge."""
    parting = alignment.check_length(lines, other, sources)
    if parting:
        raise LengthError(f"{name} {parting[1]}")


def pair_output(gold: Corpus, output: Output, compared: Callable[[str], str] = as_tokens) -> Output:
    """Return an output in the order of the gold, matched by id or source if it has them; refuse other sentences.

    `compared` gives the form in which sources must be equal: their tokens, unless outputs come with running text.
    """
    output = put_in_order(gold, output, compared)
    if len(output.texts) != len(gold):
        check_length(output.called, output.texts, gold.name, gold.sources)
    if output.edits is not None and len(output.edits) != len(output.texts):
        raise LengthError(
            f"{output.called} has the edits of {plural(len(output.edits), 'sentence')} but "
            f"{plural(len(output.texts), 'text')}; give a tuple of edits for each, an empty one where nothing changed"
        )
    check_sources(gold, output, compared)
    return output


def _is_csv_cell(text: str) -> bool:
    return len(text) > 1 and text[0] == text[-1] == '"'


def _unquoted(text: str) -> str:
    """Return the content of a quoted cell of CSV; other texts are left as they are."""
    return text[1:-1].replace('""', '"') if _is_csv_cell(text) else text


def check_sources(gold: Corpus, output: Output, compared: Callable[[str], str]) -> None:
    """Refuse an output of other sentences, if it says which sentences it belongs to."""
    sources = gold.sources if output.sources else ()
    for number, (theirs, ours) in enumerate(zip(output.sources, sources, strict=False), 1):
        if theirs != ours and compared(theirs) != compared(ours):
            advice = "give an output for the same sources"
            if compared(_unquoted(theirs)) == compared(_unquoted(ours)):
                name = output.called if _is_csv_cell(theirs) else gold.name
                advice = (
                    f"{name} has quotes around cells, as in CSV, which TSV does not have: name it .csv, "
                    "which may have tabs, or write it without quotes"
                )
            raise InputError(
                f"{output.called}, sentence {number}: the output is of {theirs!r}, "
                f"but {gold.name} has {ours!r} there; {advice}"
            )


def put_in_order(gold: Corpus, output: Output, compared: Callable[[str], str] = as_tokens) -> Output:
    """Reorder the rows of an output to match the gold, and report it."""
    # Most outputs with sources have them as the gold does, which needs no look at their tokens.
    if not output.ids and (not output.sources or list(output.sources) == list(gold.sources)):
        return output
    from errata.model.matching import Rows, find_order  # few files need them

    rows = Rows(output.called, output.ids, output.sources, output.texts)
    order = find_order(Rows(gold.name, gold.ids, gold.sources), rows, compared)
    if order is None:
        return output
    report(Finding(f"{order.by}-order", say_order(gold.name, order.by), output.called), 4)
    return replace(
        output,
        texts=[output.texts[place] for place in order.places],
        edits=None if output.edits is None else [output.edits[place] for place in order.places],
        sources=[output.sources[place] for place in order.places] if output.sources else (),
        ids=gold.ids or [output.ids[place] for place in order.places if output.ids],
    )


def say_order(gold_name: str, by: str) -> str:
    """Return a finding about an output whose rows were in a different order."""
    how = "by their ids, the numbers of sentences" if by == "numbers" else f"by their {by}"
    return f"its sentences were put into the order of {gold_name}, {how}"


def noun_of(gold: Corpus) -> str:
    """Return what messages call a text: a block of a document, a sentence of annotated gold, or a line."""
    if any(note.startswith("blocks:") and note != "blocks:gold" for note in gold.notes):
        return "block"
    return "sentence" if gold.is_annotated else "line"


def check_segmentation(
    gold: Corpus, screen: Screen, outputs: Sequence[Output], measures: Sequence[Measure], cuts: bool = True
) -> list[Finding]:
    """Refuse untokenised texts in a script without spaces, and return findings about single lines.

    Measures that count characters take them as they are. `screen` holds the sources; `cuts` says whether the caller
    can be advised to split texts.
    """
    by_token = next((measure.name for measure in measures if measure.counts_tokens), None)
    if by_token is None:
        return []
    noun = noun_of(gold)
    references = (sentence.references for sentence in gold) if gold.flat is None else ()
    sets = zip_longest(*references, fillvalue="")  # empty texts do not count
    texts = [(gold.name, screen.sources), *((f"reference {number}", texts) for number, texts in enumerate(sets))]
    findings = []
    for name, lines in [*texts, *((output.called, output.texts) for output in outputs)]:
        found = screen.check_segmentation(name, lines, noun)
        refuse_unsegmented(found, by_token, is_output=name not in {given for given, _ in texts}, cuts=cuts)
        findings += found
    return findings


def refuse_unsegmented(findings: Iterable[Finding], by_token: str, is_output: bool, cuts: bool = True) -> None:
    """Refuse a text most of which is not split into tokens; `by_token` names the measure that needs them."""
    for found in findings:
        if found.code == segmentation.UNSEGMENTED:
            how = (
                f"split all texts into characters with {{{'cjk' if cuts else 'cut'}}}, put spaces between words or "
                "characters in sources, references and outputs alike, or count characters with {characters}"
            )
            if is_output and cuts:
                how = f"score it as raw text ({{raw}}), which tokenises it like the gold; or {how}"
            raise InputError(f"{found}, and {by_token} compares words", remedy(how))


def refuse_misaligned(findings: Iterable[Finding]) -> None:
    """Refuse a text most of whose lines belong to other sources: its scores would be meaningless."""
    for found in findings:
        if found.code == alignment.MISALIGNED:
            advice = found.hint or remedy("look where they get out of step")
            more = remedy(", or score the lines as they are ({as_is})")
            raise InputError(f"{found.file}: {found.message}", Remedy(*map("".join, zip(advice, more, strict=True))))


def require_tokens(name: str, lines: Sequence[str], by_token: str) -> None:
    """Refuse a text in a script without spaces that is not split into tokens, if nothing else can be counted."""
    odd = segmentation.check_segmentation(name, lines)
    found = next((each for each in odd if each.code == segmentation.UNSEGMENTED), None)
    if found:
        raise InputError(
            f"{found}, and {by_token} compares words",
            remedy(
                "split all texts into characters with {cut}, or put spaces between words or characters in all alike"
            ),
        )


def accept_form(normalise: str | None, gold: Corpus) -> str | None:
    """Return the Unicode form to which texts are converted, None to keep them as they are."""
    if normalise is None:
        return None
    if normalise not in FORMS:
        raise InputError(f"normalise must be {' or '.join(map(repr, FORMS))} or None, not {normalise!r}")
    if gold.unit == CHARACTERS:
        raise InputError(
            f"normalise is for sentences, but {gold.called} holds documents, whose edits count characters; normalise "
            "the texts before their edits are annotated"
        )
    return normalise


def change_gold(gold: Corpus, change: Callable[[str], str]) -> Corpus:
    """Return the gold with sources, corrections and references changed in a way that keeps all token offsets."""
    return gold.map(lambda sentence: _changed_sentence(sentence, change))


def change_output(output: Output, change: Callable[[str], str]) -> Output:
    """Return the output with its texts, corrections and sources changed in the same way."""
    edits = output.edits
    return replace(
        output,
        texts=list(map(change, output.texts)),
        edits=edits and [tuple(_changed_edit(edit, change) for edit in made) for made in edits],
        sources=list(map(change, output.sources)),
    )


def _changed_sentence(sentence: Text, change: Callable[[str], str]) -> Text:
    return replace(
        sentence,
        source=change(sentence.source),
        references=tuple(map(change, sentence.references)),
        layers=tuple(
            replace(layer, edits=tuple(_changed_edit(edit, change) for edit in layer.edits))
            for layer in sentence.layers
        ),
    )


def _changed_edit(edit: Edit, change: Callable[[str], str]) -> Edit:
    corrections = tuple(map(change, edit.corrections))
    if corrections == edit.corrections or edit.is_noop:
        return edit
    return replace(edit, corrections=corrections, raw=None if edit.raw is None else change(edit.raw))


def accept_submissions(gold: Corpus, outputs: object) -> list[Output]:
    """Return each system's version of the gold's documents, paired with them."""
    given = outputs if isinstance(outputs, Mapping) else {UNNAMED: outputs}
    systems = []
    for name, content in given.items():
        output = Output.of(str(name), content, CHARACTERS)
        if output is None:
            raise InputError(
                f"{gold.called} holds documents with edits by character offset, but the output of {name!r} is a "
                f"{_kind(content)}; give documents too (errata.read_documents reads them)"
            )
        paired = output.documents.paired_with(gold)
        _check_originals(gold, paired)
        systems.append(replace(output, documents=paired))
    if not systems:
        raise InputError("no outputs to score; give at least one system")
    return systems


def _check_originals(gold: Corpus, system: Corpus) -> None:
    """Refuse edits with equal offsets but different originals: they belong to different texts.

    If the text is known, originals are compared with it.
    """
    for ours, theirs in zip(gold, system, strict=True):
        if ours.has_text or theirs.has_text:
            continue
        known = {(edit.part, edit.start, edit.end): edit for edit in ours.all_edits}
        for edit in theirs.all_edits:
            other = known.get((edit.part, edit.start, edit.end))
            if other and other.original.strip() != edit.original.strip():
                raise InputError(
                    f"{system.called}, document {ours.id}: {edit.place} should change {edit.original!r}, but "
                    f"{gold.called} has {other.original!r} there",
                    remedy(
                        "edits can only be compared if both sides edit the same text ({source} checks both against it)"
                    ),
                )


def accept_gold(gold: object, sources: object, references: object) -> Corpus:
    """Return gold that can be scored against, built from sources and references if those are given."""
    if gold is None:
        if sources is None or references is None:
            raise InputError("give either gold, or sources and references")
        lines = _lines(sources, "sources")
        corpus = Corpus.from_texts(lines, _reference_sets(references, lines))
    elif sources is not None or references is not None:
        raise InputError("give either gold, or sources and references, not both")
    else:
        corpus = Corpus.accept(gold)
    if not len(corpus):
        raise InputError(f"{corpus.called} has no {corpus.noun}s, so there is nothing to score")
    if corpus.unit == CHARACTERS:
        return corpus
    if corpus.flat is None and any(len(sentence.references) != len(corpus[0].references) for sentence in corpus):
        raise InputError(f"{corpus.name}: some sentences have more references than others")
    if not corpus.annotators and (corpus.flat is not None or not corpus[0].references):
        raise InputError(
            f"{corpus.name} has neither annotations nor references; give annotated gold (a noop line means that "
            "there is nothing to change), or sources and references"
        )
    return corpus


def accept_only(only: object, n_sentences: int | None, noun: str = "sentence") -> list[int]:
    """Return numbers of sentences or documents, in ascending order; each once and within the corpus."""
    if isinstance(only, str) or not isinstance(only, Sequence):
        raise InputError(f"only is a {type(only).__name__}; give a list of {noun} numbers, counted from 0")
    for number in only:
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            words = "{only} lists {number}, which is not a {noun} number; they count from 0"
            raise InputError("", remedy(words, number=quote(number), noun=noun))
        if n_sentences is not None and number >= n_sentences:
            words = "{only} lists {noun} {number}, but the {count} are numbered 0 to {last}"
            raise InputError(
                "", remedy(words, noun=noun, number=number, count=plural(n_sentences, noun), last=n_sentences - 1)
            )
    if not only:
        raise InputError("", remedy("{only} is empty; give at least one {noun} number, or leave it out", noun=noun))
    numbers = sorted(only)
    twice = next((one for one, two in pairwise(numbers) if one == two), None)
    if twice is not None:
        raise InputError("", remedy("{only} lists {noun} {twice} twice; give each number once", noun=noun, twice=twice))
    return numbers


def accept_measures(wanted: Sequence[Measure | str] | Measure | str | None) -> list[Measure]:
    """Return the measures asked for, each once; by default, all those that need not be requested by name."""
    if wanted is None:
        return [measure() for measure in available_measures().values() if not measure.by_name_only]
    if isinstance(wanted, Measure | str):
        raise InputError(f"measures must be a list: [{wanted!r}]")
    found = [parse_measure(item) if isinstance(item, str) else item for item in wanted]
    if not found:
        raise InputError("no measures given; omit the argument to use all of them")
    found = list(dict.fromkeys(found))
    for item in found:
        if not isinstance(item, Measure):
            raise InputError(f"{item!r} is not a measure; pass a name such as 'green' or a Measure")
    return found


def accept_plan(interval: "Resampling | bool") -> "Resampling":
    """Return how to resample: as given, or the defaults if the value is True."""
    from errata.stats.plan import Resampling

    if interval is True:
        return Resampling()
    if not isinstance(interval, Resampling):
        raise InputError(f"interval is a {type(interval).__name__}; give True or errata.Resampling(…)")
    return interval
