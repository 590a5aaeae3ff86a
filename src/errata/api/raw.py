"""Raw text outputs: refused if they pass for tokenised text, tokenised like the gold if requested.

Outputs with edits already have tokens and stay as they are.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from errata.api.accept import check_sources, put_in_order
from errata.check import outputs as checks
from errata.check.answers import check_answers
from errata.check.screening import Screen
from errata.check.styles import OutputTexts
from errata.errors import InputError, LengthError
from errata.findings import Finding, remedy
from errata.measures.base import Measure
from errata.model import CHARACTERS, Corpus, Output, Text
from errata.records import dataclass, field, replace
from errata.text.cutting import noted
from errata.text.messages import listed, plural, quote

if TYPE_CHECKING:
    from errata.text.raw import Projection, Projector, Raw


@dataclass(frozen=True)
class Prepared:
    """Gold and outputs, all tokenised, with what was done to each system's output, and what to report."""

    gold: Corpus
    outputs: Sequence[Output]
    form: str | None = None
    """The Unicode form to which texts were converted."""
    tokens: str | None = None
    """How texts were split into tokens, if not at white space."""
    projections: "dict[str, Projection]" = field(default_factory=dict)
    findings: Sequence[Finding] = ()

    def noted(self, system: str) -> list[str]:
        """Return the entries of a signature."""
        told = {"normalise": self.form, "tokens": self.tokens and noted(self.tokens)}
        prepared = [*self.gold.notes, *(f"{what}:{how}" for what, how in told.items() if how)]
        return [*prepared, *([self.projections[system].signature] if system in self.projections else [])]

    def details(self, system: str) -> dict[str, Any]:
        """Return the entries of JSON output."""
        if system not in self.projections:
            return {}
        from dataclasses import asdict  # slow to load, and most outputs are tokenised

        return {"raw": asdict(self.projections[system].report)}


def accept_raw(raw: object, gold: Corpus) -> "Raw | None":
    """Return how raw text is read, None if outputs are not treated as raw text."""
    if raw is None or raw is False:
        return None
    from errata.text.raw import Raw  # which outputs of tokens do without

    if raw is not True and not isinstance(raw, Raw):
        raise InputError(f"raw is a {type(raw).__name__}; give True, False or errata.Raw(…)")
    if gold.unit == CHARACTERS:
        raise InputError(f"raw text is tokenised like sentences, but {gold.called} holds documents; leave raw out")
    return Raw() if raw is True else raw


def prepare_raw(gold: Corpus, outputs: Sequence[Output], options: "Raw", form: str | None = None) -> Prepared:
    """Return the outputs with the tokens of the gold; conventions are learned once for all of them."""
    from errata.text.raw.telling import tell, tell_conventions

    if options.tokenise == "rules":
        gold, projector, findings = _tokenise(gold, options)
    else:
        projector, findings = _learn(gold, options), []
    projections: dict[str, Projection] = {}
    made = []
    conventions: tuple[str, ...] = ()
    for output in outputs:
        if output.edits is not None:
            made.append(output)
            continue
        output = put_in_order(gold, output, _bare)
        found = projections[output.name] = _project(projector, output)
        check_sources(gold, output, _bare)
        made.append(replace(output, texts=list(found.texts), sources=()))
        findings += tell(found, output.called, options.refused, options.show_cleaning)
        findings += check_answers(OutputTexts.of(output.called, "line", gold.sources, found.sentences))
        findings += _check_arrows(found, output.called, gold.sources)
        conventions = found.report.corpus
    if not projections:
        advice = remedy("{raw} changes nothing: every output has edits and is therefore tokenised")
        findings.append(Finding("no-effect", "", hint=advice))
    is_tokenised = projector.conventions.tokenised
    about = tell_conventions(conventions, is_tokenised, gold.name, can_be_cut=not gold.is_annotated)
    return Prepared(gold, made, form, None, projections, [*about, *findings])


def _learn(gold: Corpus, options: "Raw") -> "Projector":
    from errata.text.raw import Projector

    # What annotators make of a sentence is for the most part the sentence again: a slip in it would count as a habit.
    texts = () if gold.is_annotated else [text for sentence in gold for text in sentence.references]
    return Projector(gold.sources, texts, options)


def _tokenise(gold: Corpus, options: "Raw") -> "tuple[Corpus, Projector, list[Finding]]":
    """Return raw gold with tokens made by rule."""
    from errata.text.raw import Projector, tokenise_corpus
    from errata.text.raw.learning import learn

    if gold.is_annotated:
        raise InputError(
            f"tokenise=rules retokenises sources and references, but {gold.name} has edits, whose offsets count the "
            "existing tokens; give its texts as sources and references instead"
        )
    sets = list(zip(*(sentence.references for sentence in gold), strict=True))
    findings = []
    if learn(gold.sources).conventions.tokenised:
        message = "the sources look tokenised already; tokenise=rules tokenises them and the references again"
        findings.append(Finding("raw-twice", message, gold.name))
    cut = tokenise_corpus(gold.sources, sets)
    references = list(zip(*cut.references, strict=True)) if cut.references else [()] * len(gold)
    texts: list[Text] = [
        replace(sentence, source=source, references=tuple(own))
        for sentence, source, own in zip(gold, cut.sources, references, strict=True)
    ]
    return replace(gold, texts=tuple(texts)), Projector(cut.sources, (), options, conventions=cut.conventions), findings


def _check_arrows(projection: "Projection", name: str, sources: Sequence[str]) -> list[Finding]:
    """Report lines where a source before an arrow was removed and what is left is hardly a sentence."""
    found = [
        change
        for change in projection.cleaned
        if "original" in change.done and 2 * len(change.after.split()) < len(sources[change.line - 1].split())
    ]
    if not found:
        return []
    first, lines = found[0], [change.line - 1 for change in found]
    message = (
        f"{plural(len(found), 'line is', 'lines are')} cut to less than half a sentence ({listed(lines)}; "
        f"{quote(first.before)} → {quote(first.after)}): the text before the arrow or label was taken as the "
        "source; if it is part of the output, write only the corrected sentence"
    )
    return [Finding.of_lines("versions", message, name, lines)]


def _project(projector: "Projector", output: Output) -> "Projection":
    if not any(map(str.strip, output.texts)):
        raise InputError(f"{output.called} is empty: it holds no output at all; give the file that the system wrote")
    try:
        return projector.project(output.texts)
    except (InputError, LengthError) as error:
        raise type(error)(f"{output.called}: {error.what}", error.remedy) from None


def _bare(text: str) -> str:
    """Return the form in which two versions of a source are equal if one of them is raw text."""
    return "".join(filter(str.isalnum, text)).lower()


def refuse_untokenised(screen: Screen, outputs: Sequence[Output], measures: Sequence[Measure]) -> None:
    """Refuse an output that is not tokenised where the gold is: its scores would be plausible and wrong.

    Missing spaces do not matter to measures that count characters.
    """
    by_token = any(measure.counts_tokens for measure in measures)
    for output in outputs:
        if output.edits is None:
            refuse_spacing(output.called, screen.spacing(), screen.spacing(output.texts), by_token)


def refuse_spacing(name: str, source: checks.Spacing, output: checks.Spacing, by_token: bool) -> None:
    """Refuse an output that is spaced differently from its source."""
    found = checks.judge_untokenised(name, source, output)
    if found and (by_token or not found.is_unsegmented):
        advice = "score it as raw text ({raw}), which tokenises it like the gold, or score it anyway ({as_is})"
        raise InputError(str(found.finding), remedy(advice))
