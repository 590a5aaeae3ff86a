"""Finding: the one way to report something odd: what, where, how bad, and what to do about it.

Readers, checks, the doctor, losses and measures make findings; a warning carries one, and whatever shows it (terminal,
JSON, Python) picks the right wording. What to do often names an argument, which Python and the command line spell
differently: a `Remedy` has both from the start, so that no message is ever rewritten.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from warnings import warn

from errata.records import dataclass, replace

if TYPE_CHECKING:
    from errata.codes import Code

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)
"""From bad to harmless: makes a score wrong or impossible, may do so, and is good to know."""

_ARGUMENTS = {
    "annotate": ("errata.annotate", "--source"),
    "annotators": ("Corpus.select_annotators", "--annotators"),
    "as_is": ("raw=False", "--as-is"),
    "apart": ("apart=True", "--apart"),
    "by_type": ("by_type", "--by-type"),
    "characters": ("measures=['green:unit=char']", "--measure green:unit=char"),
    "char": ("tokens='char'", "--tokens char"),
    "copy": ("origin=PATH", "--from PATH"),
    "cjk": ("tokens='cjk'", "--tokens cjk"),
    "columns": ("columns", "--columns"),
    "convert_to_text": ("errata convert {file} {out} --to text --annotators {annotator} --lossy",) * 2,
    "convert": ("errata convert {file} {out} --annotators {annotator} --lossy",) * 2,
    "convert_from": ("format", "errata convert --from NAME"),
    "convert_raw": ("errata convert --raw",) * 2,
    "convert_raw_text": ("errata convert IN OUT.txt --raw --source SOURCE",) * 2,
    "cut": ("errata convert IN OUT --tokens cjk",) * 2,
    "documents": (
        "errata.score_documents",
        "--documents --source SOURCE --reference REFERENCE OUTPUT",
    ),
    "each_measure": ("measures=[…, …]", "repeat --measure"),
    "extract": ("extract='errata'", "--extract errata"),
    "first_is": ("first={base}", "--first {base}"),
    "first_sentence": ("first=0 or first=1", "--first 0 or --first 1"),
    "extract_gold": ("extract_gold=True", "--extract-gold"),
    "fix": ("errata validate --fix", "--fix"),
    "format": ("format={form!r}", "--from {form}"),
    "format_name": ("format", "--from"),
    "human_column": ("human_column", "--human-column"),
    "join_lines": ("cross='merge-segments'", "--cross merge-segments"),
    "lossy": ("loss='warn'", "--lossy"),
    "memory": ("memory", "--memory"),
    "measure": ("measures=[{name!r}]", "--measure {name}"),
    "merge": ("merge", "--merge"),
    "missing_empty": ("missing_file='empty'", "--missing-file empty"),
    "fix_nfc": ("errata validate --fix --nfc",) * 2,
    "nfc": ("errata validate --fix --nfc", "--fix --nfc"),
    "normalise": ("normalise='nfc'", "--normalise nfc"),
    "only": ("only", "--only"),
    "offset_unit": ("offset_unit", "--offset-unit"),
    "raw": ("raw=True", "--raw"),
    "raw_uncleaned": ("Raw(clean=False)", "clean=no"),
    "raw_rules": ("raw=Raw(tokenise='rules')", "--raw-options tokenise=rules"),
    "refused_empty": ("refused='empty'", "refused=empty"),
    "refused_source": ("raw=Raw(refused='source')", "--raw-options refused=source"),
    "retokenise": ("retokenise=False", "--no-retokenise"),
    "says_unchanged": ("says_unchanged='copy'", "says_unchanged=copy"),
    "show_cleaning": ("show_cleaning=True", "--show-cleaning"),
    "skip_edits": ("cross='skip'", "--cross skip"),
    "sort": ("errata convert IN OUT --sort",) * 2,
    "source": ("source", "--source"),
    "stored_run": ("Result.to_json(sentences=True)", "errata score --sentences --format json"),
    "texts": ("sources and references", "--source and --reference"),
    "tokens": ("tokens={how!r}", "--tokens {how}"),
}
"""Arguments that remedies name, as spelled in Python and on the command line; the only place for flags."""


class Remedy(NamedTuple):
    """What to do, worded for Python and for the command line."""

    api: str
    command: str

    def __str__(self) -> str:
        return self.api


class _Spelled(dict[str, object]):
    """The values of names in braces: those given, and arguments as one side spells them."""

    def __init__(self, side: int, values: dict[str, object]) -> None:
        super().__init__(values)
        self._side = side

    def __missing__(self, name: str) -> str:
        return _ARGUMENTS[name][self._side].format_map(self)


def remedy(words: str, **values: object) -> Remedy:
    """Return a remedy, with each argument named in braces spelled in both ways.

    >>> remedy("allow the loss ({lossy})")
    Remedy(api="allow the loss (loss='warn')", command='allow the loss (--lossy)')
    """
    api, command = (words.format_map(_Spelled(side, values)) for side in (0, 1))
    return Remedy(api, command)


def join(what: str, advice: str) -> str:
    """Return what is wrong and what to do about it in one text."""
    if not what or not advice or what.endswith(" "):
        return f"{what}{advice}"
    return f"{what} {advice}" if what.endswith((".", "?")) else f"{what}; {advice}"


class Place(NamedTuple):
    """Where something was found: line of the file and sentence, both from 1, if known."""

    line: int | None = None
    sentence: int | None = None


NOWHERE = Place()
REMEMBERED = 10
"""The number of places kept for a finding; the rest are only counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd: its code and message, the file and places, how often it occurs, and what to do.

    The message is about the first place; `places` are the first few of all `count`. `hint` is what to do in this case,
    shown with the message. `index` names an edit that has an id, as in HOO documents.

    >>> found = Finding("lossy", "3 types are lost", "x.txt", hint=remedy("allow it: {lossy}"))
    >>> str(found), found.command_line
    ("x.txt: 3 types are lost; allow it: loss='warn'", 'x.txt: 3 types are lost; allow it: --lossy')
    """

    code: str
    message: str
    file: str = ""
    places: tuple[Place, ...] = ()
    count: int = 1
    index: str | None = None
    hint: Remedy | None = None
    level: str | None = None
    """Its severity, if different from the code's."""

    @classmethod
    def of_lines(
        cls,
        code: str,
        message: str,
        file: str,
        lines: Sequence[int] = (),
        noun: str = "line",
        *,
        hint: Remedy | None = None,
    ) -> "Finding":
        """Return a finding about several lines, counted from 0; with "document" and other nouns no places are kept."""
        shown = lines[:REMEMBERED] if noun in Place._fields else ()
        places = tuple(Place(**{noun: index + 1}) for index in shown)
        return cls(code, message, file, places, max(1, len(lines)), hint=hint)

    def __str__(self) -> str:
        return f"{self._where}{self.words.api}"

    @property
    def command_line(self) -> str:
        """The whole message, worded for the command line."""
        return f"{self._where}{self.words.command}"

    @property
    def words(self) -> Remedy:
        """The message with its hint, in the wording of Python and of the command line."""
        return Remedy(*(join(self.message, advice) for advice in self.hint or ("", "")))

    @property
    def _where(self) -> str:
        return f"{self.file}: " if self.file else ""

    @property
    def severity(self) -> str:
        """Its severity: "error", "warning" or "info"."""
        if self.level is not None:
            return self.level
        known = self._known
        return known.severity if known else WARNING

    @property
    def remedy(self) -> Remedy:
        """What to do about findings of this code; for an unknown code, what is said about it."""
        known = self._known
        return known.remedy if known else self.hint or Remedy("", "")

    @property
    def _known(self) -> "Code | None":
        from errata.codes import CODES  # a long table, which a score without findings does without

        return CODES.get(self.code)

    @property
    def line(self) -> int | None:
        """The line of the file where it was first found."""
        return self.places[0].line if self.places else None

    @property
    def sentence(self) -> int | None:
        """The sentence where it was first found."""
        return self.places[0].sentence if self.places else None


class ErrataWarning(UserWarning):
    """Input that is legal but suspicious; `finding` has the details."""

    def __init__(self, said: Finding | str) -> None:
        self.finding = as_finding(said)
        super().__init__(str(self.finding))


def as_finding(said: Finding | Warning | str) -> Finding:
    """Return a finding as it is, or the one that a warning carries; plain text, as other libraries use, becomes one."""
    if isinstance(said, ErrataWarning):
        return said.finding
    return said if isinstance(said, Finding) else Finding("remark", str(said))


def report(finding: Finding, stacklevel: int = 1) -> None:
    """Warn of a finding, on behalf of the caller this many levels up."""
    warn(ErrataWarning(finding), stacklevel=stacklevel + 1)


class Notes:
    """Combines oddities into one finding per kind, with the first place of each."""

    def __init__(self, name: str, unit: str = "line") -> None:
        self.name = name
        self._unit = unit
        self._kinds: dict[str, tuple[Finding, str]] = {}
        """The first of each kind, with only place and content as its message, and the wording for a single one."""
        self._counts = Counter[str]()

    def add(
        self,
        kind: str,
        number: int,
        example: str,
        *,
        one: str = "",
        code: str = "reader-note",
        hint: Remedy | None = None,
    ) -> None:
        """Add one of a kind, with its line number; `one` replaces the kind if there is only one."""
        self._counts[kind] += 1
        if kind not in self._kinds:
            places = (Place(**{self._unit: number}),) if self._unit in Place._fields else ()
            first = Finding(code, f"{self._unit} {number}: {example}", self.name, places, hint=hint)
            self._kinds[kind] = (first, one or kind)

    @property
    def findings(self) -> list[Finding]:
        """The findings, in the order in which they were found."""
        findings = []
        for kind, (first, one) in self._kinds.items():
            count = self._counts[kind]
            where = "first at" if count > 1 or one == kind else "at"
            message = f"{count} {one if count == 1 else kind}; {where} {first.message}"
            findings.append(replace(first, message=message, count=count))
        return findings

    def warn(self) -> None:
        """Issue all warnings."""
        for found in self.findings:
            report(found, 4)
