"""Human rankings of system outputs: Appraise XML, in the dialects of the data sets for grammar correction.

    <appraise-results>
    <error-correction-ranking-result …>
    <ranking-item src-id="135" user="annotator01" …>
    <translation rank="1" system="IITB INPUT"/>
    <translation rank="3" system="CAMB"/>
    </ranking-item>
    </error-correction-ranking-result>
    </appraise-results>

Systems with the same text were shown as one; their names are separated by spaces (Grundkiewicz et al. 2015, SEEDA)
or by commas (Napoles et al. 2015). `src-id` numbers the sentence; if absent, `id` does.
"""

from collections.abc import Iterable, Mapping

from errata.errors import FormatError
from errata.findings import Finding, report
from errata.formats.cells import read_tsv
from errata.formats.files import AnyPath, as_input, bare_suffix, display_name, read_lines
from errata.formats.losses import Loss
from errata.formats.roles import check_columns, list_columns
from errata.formats.strict_json import parse_json
from errata.formats.writing import output_name
from errata.formats.xml import XmlHandler, decoded, parse, root_element
from errata.model import Text
from errata.model.judgements import HumanScores, Judgements, RankedGroup, Ranking, ScoreCell, as_number
from errata.text.messages import plural

ROOT = "appraise-results"
_RESULTS = ("error-correction-ranking-result", "ranking-result")
_PATHS = {"": (ROOT,), ROOT: _RESULTS, **dict.fromkeys(_RESULTS, ("ranking-item",)), "ranking-item": ("translation",)}
"""The parent of each element."""
_SCALE = 5
"""The number of ranks that judges could choose from, however few texts were shown; with more texts, as many."""
_MAX_DIGITS = 12
_OPERATOR = "admin"
"""The account that set up a campaign, which judged nothing."""


class _Rankings(XmlHandler):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.items: list[Ranking] = []
        self._item = (0, "", 0)
        self._groups: list[RankedGroup] = []
        self._lines: list[int] = []
        self._named: set[str] = set()
        self._numbered_by = ""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle an element, which must have the right parent."""
        around = self.path[-1] if self.path else ""
        if tag not in _PATHS.get(around, ()):
            where = f"in <{around}>" if around else "as the root element"
            wanted = " or ".join(f"<{name}>" for name in _PATHS.get(around, ())) or "nothing"
            raise ValueError(f"<{tag}> {where}, where {wanted} belongs; these are not human rankings")
        if tag == "ranking-item":
            self._groups, self._lines, self._named = [], [], set()
            self._item = (self._sentence(attributes), _judge(attributes), self.line())
        elif tag == "translation":
            self._groups.append(self._group(attributes))
            self._lines.append(self.line())

    def _sentence(self, attributes: Mapping[str, str]) -> int:
        """Return the number of the sentence: if some items have `src-id`, `id` numbers something else."""
        name = "src-id" if "src-id" in attributes else "id"
        self._numbered_by = self._numbered_by or name
        if name != self._numbered_by:
            has = "with" if name == "src-id" else "without"
            raise ValueError(f"a <ranking-item> {has} 'src-id', unlike those before it: which sentence is it about?")
        return _whole(attributes, name, "ranking-item")

    def _group(self, attributes: Mapping[str, str]) -> RankedGroup:
        named = attributes.get("system")
        if named is None:
            raise ValueError("a <translation> without 'system'")
        systems = tuple(named.replace(",", " ").split())
        if not systems:
            raise ValueError(f"system is {named!r}; name the system whose text was ranked")
        for system in systems:
            if system in self._named:
                raise ValueError(f"the system {system!r} appears twice in one <ranking-item>; list it only once")
            self._named.add(system)
        return RankedGroup(_whole(attributes, "rank", "translation"), systems)

    def end(self, tag: str) -> None:
        """Handle the end of an item."""
        if tag == "ranking-item":
            sentence, judge, line = self._item
            worst = max(_SCALE, len(self._groups))
            for group, at in zip(self._groups, self._lines, strict=True):
                if not 1 <= group.rank <= worst:
                    raise FormatError(
                        f"{self.name}, line {at}: the rank of {' '.join(group.systems)} is {group.rank}; ranks of this "
                        f"item go from 1 (the best) to {worst}"
                    )
            self.items.append(Ranking(sentence, judge, tuple(self._groups), line))

    def data(self, text: str) -> None:
        """Refuse text: everything is in attributes."""
        if not text.isspace():
            raise ValueError(f"text between the elements: {text.strip()!r:.60}")


def _judge(attributes: Mapping[str, str]) -> str:
    judge = attributes.get("user", "").strip()
    if not judge:
        raise ValueError("a <ranking-item> without 'user': whose judgement is it?")
    return judge


def _whole(attributes: Mapping[str, str], name: str, tag: str) -> int:
    text = attributes.get(name)
    if text is None:
        raise ValueError(f"a <{tag}> without {name!r}")
    digits = text.strip()
    if not digits.isdecimal() or not digits.isascii() or len(digits) > _MAX_DIGITS:
        raise ValueError(f"{name} is {text!r:.40}, not a whole number from 0")
    return int(digits)


def read(path: AnyPath) -> Judgements:
    """Read the rankings of a file."""
    name = display_name(path)
    handler = _Rankings(name)
    parse(decoded(path), name, handler)
    kept = tuple(item for item in handler.items if item.judge != _OPERATOR)
    n_dropped = len(handler.items) - len(kept)
    if n_dropped:
        message = f"ignored {plural(n_dropped, 'ranking')} by {_OPERATOR!r}, the account that sets up a campaign"
        report(Finding("reader-note", message, name, count=n_dropped), 2)
    if not any(item.groups for item in kept):
        raise FormatError(f"{name} has no rankings; judgements need at least one <ranking-item> with translations")
    return Judgements(kept, name)


def write(path: AnyPath, items: Iterable[Text], *, loss: str = "warn") -> list[Loss]:
    """Refuse: texts are not rankings."""
    raise FormatError(f"{output_name(path)}: human rankings can only be read, not written")


def read_judgements(path: AnyPath) -> Judgements | HumanScores:
    """Read human judgements of systems: rankings (XML), or a table of scores (TSV with a column `system`)."""
    file = as_input(path)
    if bare_suffix(file) == ".tsv" or not file.head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_human_scores(file)
    root = root_element(file.beginning)
    if root != ROOT:
        what = f"XML with the root element <{root}>" if root else "not XML"
        raise FormatError(f"{file.name} is {what}; human rankings begin with <{ROOT}>")
    return read(file)


def read_human_scores(path: AnyPath) -> HumanScores:
    """Read a table of scores: tab-separated, a header with `system`, one row per system."""
    name = display_name(path)
    header, rows = _table(path, "human scores are rankings in XML, or a TSV table with the columns 'system' and scores")
    columns = tuple(column for column in header if column != "system")
    if not columns:
        raise FormatError(f"{name} has no column other than 'system'; human scores need one with numbers")
    found: dict[str, dict[str, ScoreCell]] = {}
    for line, row in rows:
        system = row["system"]
        if system in found:
            raise FormatError(f"{name}, line {line}: a second row for the system {system!r}; a table has one for each")
        found[system] = {column: ScoreCell(row[column], line) for column in columns}
    return HumanScores(found, columns, name)


def read_scores(path: AnyPath) -> dict[str, float] | dict[str, dict[int, float]]:
    """Read scores computed elsewhere: by `system` and `score`, or also by `index`, the sentence number from 0."""
    name = display_name(path)
    header, rows = _table(path, "scores are a TSV table with the columns 'system' and 'score', or also 'index'")
    if "score" not in header:
        raise FormatError(f"{name} has no column 'score'; it has: {list_columns(header)}")
    systems: dict[str, float] = {}
    sentences: dict[str, dict[int, float]] = {}
    for line, row in rows:
        system, score = row["system"], as_number(row["score"])
        if score is None:
            raise FormatError(f"{name}, line {line}: the score {row['score']!r} is not a number")
        if "index" in header:
            index = row["index"]
            if not index.isdecimal() or not index.isascii() or len(index) > _MAX_DIGITS:
                raise FormatError(f"{name}, line {line}: the index {index!r} is not a sentence number counted from 0")
            known = sentences.setdefault(system, {})
            if int(index) in known:
                raise FormatError(f"{name}, line {line}: a second score of {system!r} for sentence {index}")
            known[int(index)] = score
        elif system in systems:
            raise FormatError(f"{name}, line {line}: a second row for the system {system!r}; a table has one for each")
        else:
            systems[system] = score
    return sentences or systems


def _table(path: AnyPath, wanted: str) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """Return the header and the rows of a table of systems, each with its line number."""
    name = display_name(path)
    rows = read_tsv(path)
    first_line, cells = next(rows, (0, []))
    header = [cell.strip() for cell in cells]
    if "system" not in header:
        found = f"its first line is {' '.join(cells)[:60]!r}" if first_line else "it is empty"
        raise FormatError(f"{name} has no column 'system' ({found}); {wanted}")
    check_columns(header, name)
    made = []
    for line, row in rows:
        if len(row) != len(header):
            raise FormatError(
                f"{name}, line {line}: {plural(len(row), 'cell')}, but the header has {plural(len(header), 'column')}"
            )
        named = dict(zip(header, (cell.strip() for cell in row), strict=True))
        if not named["system"]:
            raise FormatError(f"{name}, line {line}: the cell of the system is empty")
        made.append((line, named))
    if not made:
        raise FormatError(f"{name} has a header but no rows; give one for each system")
    return header, made


def read_sentence_numbers(path: AnyPath) -> list[int]:
    """Read numbers of sentences, counted from 0: a JSON list, or one per line."""
    name = display_name(path)
    lines = list(read_lines(path))
    text = "\n".join(lines).strip()
    if text.startswith("["):
        try:
            found = parse_json(text)
        except ValueError as error:
            raise FormatError(f"{name}: the list of sentence numbers is not JSON: {error}") from None
        odd = next((item for item in found if isinstance(item, bool) or not isinstance(item, int) or item < 0), None)
        if odd is not None:
            raise FormatError(f"{name}: {odd!r:.40} is not a sentence number; they are whole numbers from 0")
        return list(found)
    numbers = []
    for line, content in enumerate(lines, 1):
        digits = content.strip()
        if digits and (not digits.isdecimal() or not digits.isascii() or len(digits) > _MAX_DIGITS):
            raise FormatError(
                f"{name}, line {line}: {digits!r:.40} is not a sentence number; give one per line, from 0"
            )
        numbers += [int(digits)] if digits else []
    if not numbers:
        raise FormatError(f"{name} has no sentence numbers; give one per line, counted from 0, or a JSON list")
    return numbers
