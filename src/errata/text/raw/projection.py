"""All outputs of a system: lines matched with the sources, cleaned, tokenised, and reported.

Work on the corpus (its conventions, units and words of its sources) is done once, however many systems follow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from errata.errors import InputError
from errata.findings import remedy
from errata.records import dataclass, replace
from errata.text.messages import plural, quote
from errata.text.raw.cleaning import Cleaned, Cleaner
from errata.text.raw.conventions import Conventions
from errata.text.raw.describing import describe
from errata.text.raw.learning import learn
from errata.text.raw.likeness import Words
from errata.text.raw.lines import Fitted, fit_words
from errata.text.raw.options import Raw
from errata.text.raw.quick import QuickProjector
from errata.text.raw.report import Numbers, Report
from errata.text.raw.takeoff import LABEL, LIST_MARK, QUOTES
from errata.text.raw.units import escape, unescape

_HABITS = (QUOTES, LIST_MARK)
_MIN_LINES = 3
_PART = 100
"""A correction may add quotes around a sentence; in three lines, and one in this many, they are a habit."""
_SAYS_UNCHANGED = "says unchanged"


class Change(NamedTuple):
    """A line, counted from 1, that is not scored as written: what was done, and the text before and after."""

    line: int
    done: str
    before: str
    after: str


@dataclass(frozen=True)
class Projection:
    """The tokens of each line, what was done to get them, and the form of that in a signature."""

    tokens: tuple[tuple[str, ...], ...]
    report: Report
    signature: str
    cleaned: tuple[Change, ...] = ()
    """What cleaning changed or refused, in the order of the lines."""
    sentences: tuple[str, ...] = ()
    """The lines as cleaning left them, empty where one was refused."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the lines as they are scored: tokens separated by single spaces."""
        return tuple(map(" ".join, self.tokens))


class Projector:
    """Tokenises outputs like a corpus; for several systems on the same sources.

    `references` are tokenised lines in any number and order: only conventions are learned from them. If the corpus
    was tokenised by rule, its `conventions` are known and nothing is learned.
    """

    def __init__(
        self,
        sources: Sequence[str],
        references: Iterable[str] | None = None,
        options: Raw | None = None,
        *,
        conventions: Conventions | None = None,
    ) -> None:
        self._options = options or Raw()
        self._corpus: tuple[str, ...] = ()
        self._options = replace(self._options, tokenise="rules") if conventions else self._options
        if conventions is None:
            learned = learn([*sources, *(references or ())] if self._options.learn == "all" else sources)
            conventions = learned.conventions
            self._corpus = describe(learned)
        self._conventions = conventions
        self._tokens = [tuple(source.split()) for source in sources]
        self._quick = QuickProjector(conventions, self._options.typography, self._options.limit)
        self._numbered = [self._quick.number(tokens) for tokens in self._tokens]
        self._words = Words(conventions.dropped)
        self._cleaners = [Cleaner(source.tokens, self._words, conventions.escaped) for source in self._numbered]

    @property
    def conventions(self) -> Conventions:
        """Return what was learned of the corpus."""
        return self._conventions

    def project(self, lines: Sequence[str]) -> Projection:
        """Return the tokens of a system's lines.

        Raises `LengthError` if the lines do not fit the sources, and `InputError` if lines are refused and
        `refused` is `stop`.
        """
        options = self._options
        if self._conventions.escaped:
            lines = [unescape(line) for line in lines]
        sources = [cleaner.words for cleaner in self._cleaners]
        fitted = fit_words(sources, lines, self._words, all(self._tokens))
        cleaned, left = self._clean(fitted)
        refused = _by_kind((number, (item.refused,)) for number, item in _numbered(cleaned) if item.refused)
        copied: Numbers = ()
        if options.says_unchanged == "copy":
            copied = refused.pop(_SAYS_UNCHANGED, ())
        if refused and options.refused == "stop":
            raise _refusal(refused, fitted)
        removed = _by_kind((number, item.removed) for number, item in _numbered(cleaned) if not item.refused)
        if copied:
            removed[_SAYS_UNCHANGED] = copied
        tokens, done = self._project(cleaned)
        report = replace(
            done,
            removed=removed,
            refused=refused,
            left=left,
            blank_lines=fitted.n_blank,
            shifted=fitted.warning,
            corpus=self._corpus,
        )
        changes = tuple(
            Change(number, f"refused, {item.refused}", before.strip(), " ".join(tokens[number - 1]))
            if item.refused
            else Change(number, f"removed {', '.join(item.removed)}", before.strip(), item.text)
            for (number, item), before in zip(_numbered(cleaned), fitted.lines, strict=True)
            if item.removed or item.refused
        )
        sentences = tuple(item.text for item in cleaned)
        return Projection(tokens, report, options.signature, changes, sentences)

    def _clean(self, fitted: Fitted) -> tuple[list[Cleaned], dict[str, Numbers]]:
        """Return the lines cleaned, and those that keep quotes or list marks."""
        lines = fitted.lines
        if not self._options.clean:
            return [Cleaned(line.strip()) for line in lines], {}
        cleaned = [
            cleaner.clean(line, (), words)
            for cleaner, line, words in zip(self._cleaners, lines, fitted.words, strict=True)
        ]
        # Behind a label they are part of what the system says; alone they may be a correction.
        habits = _by_kind(
            (number, [what for what in item.removed if what in _HABITS])
            for number, item in _numbered(cleaned)
            if item.removed and LABEL not in item.removed and not item.refused
        )
        left = {
            what: numbers
            for what, numbers in habits.items()
            if len(numbers) < _MIN_LINES or _PART * len(numbers) < len(lines)
        }
        for number in {number for numbers in left.values() for number in numbers}:
            kinds = [what for what, numbers in left.items() if number in numbers]
            cleaned[number - 1] = self._cleaners[number - 1].clean(lines[number - 1], kinds)
        return cleaned, left

    def _written(self, text: str) -> list[str]:
        """Return the chunks between white space, as the corpus would write them."""
        words = text.split()
        return [escape(word) for word in words] if self._conventions.escaped else words

    def _project(self, cleaned: Sequence[Cleaned]) -> tuple[tuple[tuple[str, ...], ...], Report]:
        rows = []
        normalised: Counter[str] = Counter()
        n_projected = n_source = n_rules = n_normalised = 0
        empty: list[int] = []
        unaligned: list[int] = []
        guessed: list[int] = []
        for number, item in _numbered(cleaned):
            own = self._tokens[number - 1]
            if item.refused:
                copies = item.refused == _SAYS_UNCHANGED and self._options.says_unchanged == "copy"
                rows.append(tuple(own) if copies or self._options.refused == "source" else ())
                continue
            found = self._quick.project(self._numbered[number - 1], item.text)
            rows.append(found.tokens)
            n_projected += list(found.tokens) != self._written(item.text)
            n_source += found.from_source
            n_rules += found.from_rules
            if found.changed:
                normalised.update(found.changed)
                n_normalised += 1
            if not item.text:
                empty.append(number)
            if not found.is_aligned:
                unaligned.append(number)
            if found.from_rules and self._conventions.script == "word":
                guessed.append(number)
        return tuple(rows), Report(
            lines=len(cleaned),
            projected=n_projected,
            from_source=n_source,
            from_rules=n_rules,
            normalised=dict(sorted(normalised.items())),
            normalised_lines=n_normalised,
            empty=tuple(empty),
            unaligned=tuple(unaligned),
            guessed=tuple(guessed),
        )


def project_lines(
    sources: Sequence[str],
    lines: Sequence[str],
    references: Iterable[str] | None = None,
    options: Raw | None = None,
) -> Projection:
    """Return the tokens of a system's raw lines, split like the corpus.

    Sources and references are tokenised, with tokens separated by spaces. Raises `LengthError` if the lines do not fit
    the sources, and `InputError` with their numbers if lines are refused and the option `refused` is `stop`.

    >>> sources = ["He do n't know .", "She have two cat ."]
    >>> projection = project_lines(sources, ["He doesn’t know.", "Corrected: She has two cats."])
    >>> projection.texts
    ("He does n't know .", 'She has two cats .')
    >>> print(projection.report)
    raw text: 2 lines; tokens projected in 2
      3 boundaries that the text does not show: 1 from the source, 2 by rule
      normalised: 1 apostrophe in 1 line
      removed: label in 1 line (2)
    >>> projection.signature
    'raw:1|learn:all|typography:auto|clean:yes|refused:stop'
    """
    return Projector(sources, references, options).project(lines)


def _numbered(cleaned: Sequence[Cleaned]) -> Iterable[tuple[int, Cleaned]]:
    return enumerate(cleaned, start=1)


def _by_kind(items: Iterable[tuple[int, Iterable[str]]]) -> dict[str, Numbers]:
    """Return the numbers of the lines that have each kind of thing."""
    found: dict[str, list[int]] = {}
    for number, kinds in items:
        for kind in kinds:
            found.setdefault(kind, []).append(number)
    return {kind: tuple(numbers) for kind, numbers in found.items()}


def _refusal(refused: Mapping[str, Numbers], fitted: Fitted) -> InputError:
    lines = fitted.lines
    n_refused = sum(map(len, refused.values()))
    reasons = "; ".join(
        f"{reason}: line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
        for reason, numbers in refused.items()
    )
    first = min(number for numbers in refused.values() for number in numbers)
    is_doubtful = "refusal" in refused
    return InputError(
        f"{n_refused} of {plural(len(lines), 'line')} cannot be understood as corrections of their sources "
        f"({reasons}); line {first} is {quote(lines[first - 1])}"
        + (
            "; a refusal begins like “I'm sorry” or “I cannot” and shares few words with its source"
            if is_doubtful
            else ""
        )
        + (f"; {fitted.warning}: do the files belong together?" if fitted.warning else ""),
        remedy(
            "correct them, or score them as their sources ({refused_source}) or as empty ({refused_empty})"
            + ("; if they are corrections after all, {raw_uncleaned} keeps lines as they are" if is_doubtful else "")
            + (
                "; {says_unchanged} scores lines that say there is no error as their sources"
                if _SAYS_UNCHANGED in refused
                else ""
            )
        ),
    )
