"""Find the edits that measures need and texts lack, and note where the edits of gold and outputs come from.

If gold and output were segmented in different ways, the same change looks different. So measures that compare edits
with edits warn as soon as the edits of the gold and of an output have different origins.
"""

from collections.abc import Sequence
from typing import NamedTuple

from errata.errors import InputError
from errata.extract import (
    Extractor,
    WatchedExtractor,
    annotate_references,
    find_rewritten,
    get_extractor,
    reannotate,
    with_edits,
)
from errata.extract.inventories import Types, are_two, examples, is_errant, types_in
from errata.findings import Finding, Remedy, remedy
from errata.measures.base import Measure
from errata.model import Corpus, Output, applicable
from errata.stages import Progress
from errata.text.messages import plural

_PARTED = (
    "a change that they segment differently counts as both wrong and missed, and scores by type are hardly meaningful"
)
_MAY_PART = "they may segment the same change differently, which then counts as both wrong and missed"


def compares_edits(measure: Measure) -> bool:
    """Tell whether a measure compares the edits of an output with those of the gold as they are."""
    return measure.needs_gold_edits and measure.needs_output_edits


class Golds(NamedTuple):
    """The gold as given, and as measures that compare edits see it: re-extracted if requested."""

    given: Corpus
    recut: Corpus

    def of(self, measure: Measure) -> Corpus:
        """Return the gold as the measure sees it."""
        return self.recut if compares_edits(measure) else self.given


class Extraction:
    """Finds the edits that plain texts lack and measures need, and remembers where.

    `again` re-extracts those of annotated gold, for measures that compare edits with edits; for others, which look for
    the edits of an output in the light of the gold's (M²) or compare texts, the gold is unchanged. The extractor is
    chosen to suit the gold's sources, for gold and outputs alike, unless sentences are scored `each_alone`.
    """

    def __init__(
        self,
        extract: Extractor | str | None = None,
        measures: Sequence[Measure] = (),
        progress: Progress | None = None,
        *,
        again: bool = False,
        each_alone: bool = False,
    ) -> None:
        self._for_gold = any(measure.needs_gold_edits for measure in measures)
        self._for_output = any(measure.needs_output_edits for measure in measures)
        if not isinstance(extract, Extractor | str | None):
            raise InputError(f"extract is a {type(extract).__name__}; give a name such as 'errata' or an Extractor")
        if again and extract is None:
            words = (
                "{extract_gold} re-extracts the edits of the gold with the extractor of the outputs; name "
                "one, such as {extract}"
            )
            raise InputError("", remedy(words))
        extractor = get_extractor(extract) if isinstance(extract, str) else extract
        self._extractor = WatchedExtractor(extractor, progress) if extractor and progress else extractor
        self._again = again
        self._is_suited = self._each_alone = each_alone
        self._outputs: set[str] = set()
        self._rewritten: list[Finding] = []
        self._has_gold = False
        self._is_recut = False

    def gold(self, gold: Corpus) -> Golds:
        """Return the gold with the edits of plain references, or with re-extracted ones."""
        if not self._extractor or not (self._for_gold or self._again):
            return Golds(gold, gold)
        if not gold.is_annotated:
            self._has_gold = True
            made = annotate_references(gold, self._suit(gold, self._extractor))
            self._note_rewritten(made)
            return Golds(made, made)
        if not self._again:
            return Golds(gold, gold)
        self._is_recut = True
        made = reannotate(gold, self._suit(gold, self._extractor))
        self._note_rewritten(made)
        return Golds(gold, made)

    def output(self, gold: Corpus, output: Output) -> Output:
        """Return the output with its edits."""
        if not self._extractor or not self._for_output or output.edits is not None:
            return output
        self._outputs.add(output.name)
        made = with_edits(output, gold, self._suit(gold, self._extractor))
        if not self._each_alone:  # else outputs come without end
            self._rewritten += find_rewritten(self._extractor, made.edits or (), output.called)
        return made

    def _note_rewritten(self, gold: Corpus) -> None:
        if self._extractor and not self._each_alone:
            edits = ([edit for layer in text.layers for edit in layer.edits] for text in gold)
            self._rewritten += find_rewritten(self._extractor, edits, gold.called, "sentence")

    def _suit(self, gold: Corpus, extractor: Extractor) -> Extractor:
        """Return the extractor for all texts of a run, chosen by the sources when it is first needed."""
        if self._is_suited:
            return extractor
        self._extractor, self._is_suited = extractor.suited(gold.sources), True
        return self._extractor

    def noted(self, measure: Measure, system: str) -> list[str]:
        """Return what the signature says about extraction: the extractor and, if edits are compared, for which side."""
        has_gold = self._has_gold or (compares_edits(measure) and self._is_recut)
        in_gold = measure.needs_gold_edits and has_gold
        in_output = measure.needs_output_edits and system in self._outputs
        if not self._extractor or not (in_gold or in_output):
            return []
        noted = [f"extract:{self._extractor.signature}"]
        if compares_edits(measure):
            sides = {"gold_edits": in_gold, "output_edits": in_output}
            noted += [f"{side}:{'extracted' if found else 'given'}" for side, found in sides.items()]
        return noted

    def check(self, gold: Corpus, outputs: Sequence[Output], measures: Sequence[Measure]) -> list[Finding]:
        """Report edits of different origin that are compared, and extraction that was requested but not used."""
        names = ", ".join(dict.fromkeys(measure.name for measure in measures if compares_edits(measure)))
        if not names:
            none = (
                "{extract_gold} changes nothing: no measure here compares the edits of outputs with those of the gold"
            )
            return [*self._rewritten, *([Finding("no-effect", "", hint=remedy(none))] if self._again else [])]
        ours = types_in(gold.types)
        found: dict[tuple[str, str, Remedy], list[str]] = {}
        for output in outputs:
            said = self._mixture(gold, ours, output)
            if said:
                found.setdefault(said, []).append(output.called)
        mixed = [
            Finding("two-origins", f"{names}: {before}{', '.join(called)}{after}", count=len(called), hint=hint)
            for (before, after, hint), called in found.items()
        ]
        return [*self._rewritten, *mixed, *(_losses(gold) if self._is_recut else []), *self._remarks]

    def _mixture(self, gold: Corpus, ours: Types, output: Output) -> tuple[str, str, Remedy] | None:
        """Return a message, before and after the name, about an output whose edits have another origin than the gold's.

        It says less the likelier it is that both come from ERRANT after all.
        """
        in_gold, in_output = self._has_gold or self._is_recut, output.name in self._outputs
        if in_gold and in_output:
            return None
        theirs = ours if in_output else types_in(output.types)
        if in_gold or in_output:
            if not theirs or (is_errant(theirs) and self._made_by.startswith("errant-")):
                return None
            extracted, costs = (
                f"were extracted ({self._made_by}), those of ",
                _MAY_PART if is_errant(theirs) and not self._remarks else _PARTED,
            )
            if in_output:
                alike = remedy("{extract_gold} extracts both alike")
                return "the edits of ", f" {extracted}{gold.name} were not; {costs}", alike
            as_text = remedy("give outputs as plain text to extract both alike")
            return f"the edits of {gold.name} {extracted}", f" were not; {costs}", as_text
        if not are_two(ours, theirs):
            return None
        both = "give outputs as plain text, and have both sides extracted alike ({extract} and {extract_gold})"
        kinds = f" have {examples(theirs)}, those of {gold.name} {examples(ours)}; {_PARTED}"
        return "the edits of ", kinds, remedy(both)

    @property
    def _remarks(self) -> Sequence[Finding]:
        is_used = self._has_gold or self._is_recut or self._outputs
        return self._extractor.remarks if self._extractor and is_used else ()

    @property
    def _made_by(self) -> str:
        return self._extractor.signature if self._extractor else ""


def _losses(gold: Corpus) -> list[Finding]:
    """Report what annotated gold has beyond the texts that its edits make, and which re-extraction would lose."""
    n_unfit = n_choices = 0
    for sentence in gold:
        for layer in sentence.layers:
            edits = [edit for edit in layer.edits if not edit.is_noop]
            n_unfit += len(edits) - len(applicable(edits, len(sentence.tokens))) if edits else 0
            n_choices += sum(len(edit.corrections) > 1 for edit in edits)
    messages = []
    if n_unfit:
        messages.append(
            plural(n_unfit, "edit cannot", "edits cannot") + " be applied together with others, and is lost"
        )
    if n_choices:
        keep = plural(n_choices, "edit keeps only the first of its", "edits keep only the first of their")
        messages.append(f"{keep} alternatives")
    return [Finding("loss", message, f"{gold.name}, re-extracted") for message in messages]
