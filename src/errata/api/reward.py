"""A reward for reinforcement learning: it takes completions of a model and returns a score for each.

The signature is that of TRL's reward functions: `reward(prompts=…, completions=…, **columns)`, where the data set's
columns are lists as long as the completions. Each completion is scored by itself, so a reward never depends on
the rest of the batch.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from errata.api.sentences import Judge, listed, references_of, text_of
from errata.errors import InputError, LengthError
from errata.extract import Extractor
from errata.findings import Finding, Remedy, report
from errata.measures.base import Measure
from errata.model import Corpus, Text
from errata.text.messages import plural, quote
from errata.text.raw.cleaning import Cleaner
from errata.text.raw.conventions import Conventions
from errata.text.raw.learning import learn
from errata.text.raw.likeness import Words
from errata.text.raw.options import Raw
from errata.text.raw.quick import QuickProjector
from errata.text.raw.units import unescape

_WRAPPING = re.compile(
    r"</?(?:think|thinking|thought|reason|reasoning|answer|final_answer|solution)>|\\boxed\b|"
    r"^\s*(?:```\w*\s*)?[{\[]\s*[\"{]",
    re.IGNORECASE,
)
"""How prompts ask for reasoning and answers: in tags, in LaTeX or as JSON."""

_Row = tuple[str, tuple[str, ...]]


def reward(
    measure: Measure | str = "green",
    *,
    source: str = "source",
    references: str = "references",
    floor: float | None = None,
    raw: Raw | bool = True,
    learn_from: Iterable[str] | None = None,
    answer: Callable[[str], str | None] | None = None,
    extract: Extractor | str = "errata",
) -> "Reward":
    """Turn a measure into a reward function for trainers that call it as TRL does.

    `source` and `references` name the columns of the data set; a row of the latter is a text or a list of texts.
    Completions are strings, or lists of chat messages of which the last counts. Chatter around the sentence is removed
    and the text is tokenised like the source, as for raw text (`raw=False` takes completions as they are); tokenised
    texts in `learn_from` show how, otherwise only the row does. `answer` extracts the answer from a completion first.
    Completions that are empty or cannot be understood get the `floor`, by default the lowest score of the measure.
    Higher is always better: for measures where lower is better, the reward is the negated score.

    >>> rewarded = reward("errant")
    >>> data = {"source": ["He like it a lot ."] * 3, "references": [["He likes it a lot ."]] * 3}
    >>> rewarded(prompts=["…"] * 3, completions=["Corrected: He likes it a lot.", "He like it a lot.", ""], **data)
    [1.0, 0.0, 0.0]
    """
    return Reward(measure, source, references, floor, raw, learn_from, answer, extract)


class Reward:
    """A reward function, made by `errata.reward`; `signature` records how it scores."""

    def __init__(
        self,
        measure: Measure | str,
        source: str,
        references: str,
        floor: float | None,
        raw: Raw | bool,
        learn_from: Iterable[str] | None,
        answer: Callable[[str], str | None] | None,
        extract: Extractor | str,
    ) -> None:
        self._judge = Judge(measure, extract)
        # What cannot work with any text is told now, not in the middle of a training.
        self._judge.refuse(self._judge.block(Corpus((Text("a", (), ("a",)),), "rows", is_annotated=False)).corpus)
        self._columns = source, references
        if not isinstance(raw, Raw | bool):
            raise InputError(f"raw is a {type(raw).__name__}; give True, False or errata.Raw(…)")
        self._raw = Raw() if raw is True else raw or None
        if learn_from is not None and self._raw is None:
            raise InputError("learn_from shows how raw text gets tokens, but raw is False")
        self._learn_from = None if learn_from is None else listed(learn_from, "learn_from")
        self._answer = answer
        self._extract = extract
        self._has_warned = answer is not None
        lowest = min(0.0, *(case[4] for case in self.measure.properties.edge_cases))
        self.floor = floor if floor is not None else lowest if self._is_higher_better else -1.0
        self.__name__ = f"errata_{self.measure.name.replace('-', '_')}"

    def __reduce__(self) -> tuple[object, ...]:
        raw = self._raw or False
        return Reward, (
            self.measure,
            *self._columns,
            self.floor,
            raw,
            self._learn_from,
            self._answer,
            self._extract,
        )

    def __repr__(self) -> str:
        return f"Reward({self.measure.title})"

    @property
    def measure(self) -> Measure:
        """The measure."""
        return self._judge.measure

    @property
    def signature(self) -> str:
        """The measure's signature; every row brings its own gold."""
        raw = f"|{self._raw.signature}" if self._raw else ""
        return f"{self._judge.signature('rows')}{raw}|floor:{self.floor:g}"

    @property
    def _is_higher_better(self) -> bool:
        return self.measure.better == "higher"

    @cached_property
    def _conventions(self) -> Conventions | None:
        if self._learn_from is None:
            return None
        return learn(text_of(text, "learn_from", place) for place, text in enumerate(self._learn_from)).conventions

    def __call__(self, prompts: object = None, completions: object = None, **columns: object) -> list[float]:
        """Return a reward for each completion; `prompts` and other columns are ignored."""
        if completions is None:
            raise InputError("no completions are given; call reward(prompts=…, completions=…, source=…, references=…)")
        made = listed(completions, "completions")
        rows = self._rows(columns, len(made))
        different = list(dict.fromkeys(rows))
        if not different:
            return []
        texts = self._read(rows, made)
        if not self._has_warned:
            self._warn_wrapped(rows, made, texts)
        places = {row: place for place, row in enumerate(different)}
        block = self._judge.block(
            Corpus(tuple(Text(line, (), wanted) for line, wanted in different), "rows", is_annotated=False)
        )
        self._judge.refuse(block.corpus)
        scored = [(place, text) for place, text in enumerate(texts) if text is not None]
        found = self._judge.score_or_none(
            block, [places[rows[place]] for place, _ in scored], [text for _, text in scored]
        )
        rewards = [self.floor] * len(rows)
        for (place, _), score in zip(scored, found, strict=True):
            if score is not None:
                rewards[place] = score if self._is_higher_better else -score
        return rewards

    def _warn_wrapped(self, rows: Sequence[_Row], completions: Sequence[object], texts: Sequence[str | None]) -> None:
        """Warn once if most completions have more than a sentence in a form that cleaning does not remove."""
        wrapped = [
            said
            for (source, _), completion, text in zip(rows, completions, texts, strict=True)
            if (said := completion_text(completion) or "")
            and _WRAPPING.search(said)
            # What has become of it is tokenised.
            and (text is None or _WRAPPING.search(text.replace(" ", "")))
            and not _WRAPPING.search(source.replace(" ", ""))
        ]
        if 2 * len(wrapped) > len(completions):
            self._has_warned = True
            message = (
                f"most completions ({len(wrapped)} of {len(completions)}) have reasoning or an answer in tags, JSON or "
                f"\\boxed{{}}, first {quote(' '.join(wrapped[0].split()))}; that is not removed and lowers the rewards"
            )
            advice = "extract the sentence first: errata.reward(…, answer=FUNCTION)"
            report(Finding("chatter", message, count=len(wrapped), hint=Remedy(advice, advice)), 3)

    def _rows(self, columns: Mapping[str, object], n_completions: int) -> list[_Row]:
        """Return source and references of each completion; problems here are mistakes in the calling program."""
        for name, what in zip(self._columns, ("source", "references"), strict=True):
            if name not in columns:
                known = ", ".join(columns) or "none"
                raise InputError(
                    f"there is no column {name!r} (columns: {known}); name the one to use: errata.reward(…, "
                    f"{what}='COLUMN')"
                )
        lines, wanted = (listed(columns[name], name) for name in self._columns)
        for name, column in zip(self._columns, (lines, wanted), strict=True):
            if len(column) != n_completions:
                raise LengthError(
                    f"column {name!r} has {plural(len(column), 'row')} for {plural(n_completions, 'completion')}"
                )
        names = self._columns
        return [
            (text_of(line, names[0], place), references_of(texts, place, names[1]))
            for place, (line, texts) in enumerate(zip(lines, wanted, strict=True))
        ]

    def _read(self, rows: Sequence[_Row], completions: Sequence[object]) -> list[str | None]:
        """Return the sentence in each completion, None if there is none."""
        readers: dict[_Row, _Reader] = {}
        # Rows of one corpus share what was learned of it, and what is remembered of words; others have but themselves.
        shared = _Tokens(self._conventions, self._raw) if self._raw and self._conventions else None
        found: list[str | None] = []
        for row, completion in zip(rows, completions, strict=True):
            text = completion_text(completion)
            if text is not None and self._answer is not None:
                text = self._answer(text)
            if text is not None and self._raw is not None:
                if row not in readers:
                    readers[row] = _Reader(row, self._raw, shared)
                text = readers[row].read(text)
            # An empty sentence is odd, though some measures score it well: all that had to go is gone.
            found.append(text if text is not None and (text.strip() or not row[0].strip()) else None)
        return found


def completion_text(completion: object) -> str | None:
    """Return what a model wrote: a string, or the last message of a chat; None if it is not text.

    >>> completion_text([{"role": "assistant", "content": "He goes ."}])
    'He goes .'
    >>> completion_text([{"role": "assistant", "content": [{"type": "text", "text": "He goes ."}]}])
    'He goes .'
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping):
        completion = completion[-1]
    content = completion.get("content") if isinstance(completion, Mapping) else None
    if isinstance(content, list | tuple):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        content = "".join([part for part in parts if isinstance(part, str)])
    return content if isinstance(content, str) else None


class _Tokens:
    """Tokenises raw text like a corpus."""

    def __init__(self, conventions: Conventions, options: Raw) -> None:
        self.is_escaped = conventions.escaped
        self.quick = QuickProjector(conventions, options.typography, options.limit)
        self.words = Words(conventions.dropped)


class _Reader:
    """Reads the completions of one row as raw text."""

    def __init__(self, row: _Row, options: Raw, tokens: _Tokens | None) -> None:
        source, references = row
        if tokens is None:
            learned = learn([source, *references] if options.learn == "all" else [source])
            tokens = _Tokens(learned.conventions, options)
        self._source = source
        self._options = options
        self._tokens = tokens
        self._numbered = tokens.quick.number(source.split())
        self._cleaner = Cleaner(self._numbered.origin.tokens, tokens.words, tokens.is_escaped)

    def read(self, text: str) -> str | None:
        """Return the sentence tokenised like the source, None if it cannot be identified."""
        if self._tokens.is_escaped:
            text = unescape(text)
        if self._options.clean:
            cleaned = self._cleaner.clean(text)
            if cleaned.refused:
                copies = cleaned.refused == "says unchanged" and self._options.says_unchanged == "copy"
                return self._source if copies or self._options.refused == "source" else None
            text = cleaned.text
        return " ".join(self._tokens.quick.project(self._numbered, text.strip()).tokens)
