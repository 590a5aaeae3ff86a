"""The data for the script of a report: texts, marked edits, scores and costs of every sentence, as compact JSON.

Rarely viewed data, counts and explanations, are compressed: the browser decompresses them on request.
"""

import gzip
import json
import math
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Any

from errata.api.kinds import Grouping
from errata.api.marks import Marks, SentenceMarks, real_edits
from errata.api.review import Review
from errata.measures.data import Score, Selections, mean_counts
from errata.measures.working import Explanation, number
from errata.model import Edit, Text
from errata.records import replace
from errata.report.explain import TextReport
from errata.text.messages import printable

SCORE_UNIT = 1000
"""The resolution of sentence scores: one decimal of a percentage."""
COST_UNIT = 1_000_000
_WIDTH = 88
_UNSAFE = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def to_script(value: object) -> str:
    """Return JSON that no text in it can break out of, whatever surrounds it in a page.

    >>> to_script("</script><!--")
    '"\\\\u003c/script\\\\u003e\\\\u003c!--"'
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(_UNSAFE)


def pack(value: object) -> str:
    """Return JSON compressed by gzip, in characters that are safe everywhere."""
    data = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return b64encode(gzip.compress(data, compresslevel=6, mtime=0)).decode()


def page_data(review: Review) -> dict[str, Any]:
    """Return what the script needs at once."""
    scores = [item.scores for item in review.comparison.measures]
    data: dict[str, Any] = {
        "systems": list(map(printable, review.systems)),
        "order": review.order,
        "measures": [_measure(members[0]) for members in scores],
        "scores": [[_sentence_scores(score) for score in members] for members in scores],
        "kinds": [_grouping(grouping) for grouping in review.kinds],
        "judge": judge(review),
    }
    if review.marks:
        # Empty where they count from 1 without a gap.
        numbers = [] if isinstance(review.numbers, range) else [number + 1 for number in review.numbers]
        data |= {**_texts(review.marks), "numbers": numbers}
    return data


def judge(review: Review) -> str:
    """Return what outputs are compared with: an annotator, or a plain text reference."""
    return "annotator" if review.scored.prepared.gold.is_annotated else "reference"


def _measure(score: Score) -> dict[str, str]:
    return {"title": score.title, "label": next(iter(score.labels.values())), "better": score.better}


def _sentence_scores(score: Score) -> list[int | None]:
    name = score.made_by.value_names[0]
    values = (score.sentence_values(index)[name] for index in range(len(score.table)))
    return [None if math.isnan(value) else round(SCORE_UNIT * value) for value in values]


def _grouping(grouping: Grouping) -> dict[str, Any]:
    rows = [
        [
            printable(group.name),
            group.n_gold,
            group.counts,
        ]
        for group in grouping.groups
    ]
    return {"name": grouping.name, "title": grouping.title, "groups": rows}


def _texts(marks: Marks) -> dict[str, Any]:
    """Return sources, and the edits of annotators and systems; types are indices into a list."""
    types: dict[str, int] = {}

    def brief(edit: Edit) -> list[Any]:
        kind = types.setdefault(printable(edit.type), len(types))
        return [edit.start, edit.end, printable(edit.written), kind]

    gold = []
    for index, solved in enumerate(marks.solved):
        layers = zip(marks.layers(index), solved, strict=True)
        gold.append(
            [
                [
                    printable(str(layer.annotator)),
                    [[*brief(edit), n] for edit, n in zip(real_edits(layer.edits), counts, strict=True)],
                ]
                for layer, counts in layers
            ]
        )
    made = [
        [_made(marks.gold[index], found, brief) for index, found in enumerate(sentences)]
        for sentences in marks.sentences
    ]
    return {
        "sources": [printable(" ".join(sentence.tokens)) for sentence in marks.gold],
        "gold": gold,
        "made": made,
        "types": list(types),
        "names": [printable(sentence.details.id or "") for sentence in marks.gold] if _has_ids(marks) else [],
    }


def _made(sentence: Text, found: SentenceMarks, brief: Callable[[Edit], list[Any]]) -> Any:
    """Return the annotator's number and a system's edits: k is the annotator's edit k, made; -1-k, missed."""
    wanted = {_key(edit): place for place, edit in reversed([*enumerate(real_edits(sentence.seen[found.layer].edits))])}
    edits = [wanted[_key(edit)] if is_right else brief(edit) for edit, is_right in found.made]
    edits += [-1 - wanted[_key(edit)] for edit in found.missed]
    return [found.layer, *edits] if edits else found.layer


def _key(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.written


def _has_ids(marks: Marks) -> bool:
    return any(sentence.details.id for sentence in marks.gold)


def count_blocks(review: Review) -> list[str]:
    """Return for each measure its counts of every sentence and system, compressed.

    Column by column, since similar neighbours compress best: each system's numbers, joined by commas.
    """
    blocks = []
    for item in review.comparison.measures:
        labels: dict[object, int] = {}
        columns: Sequence[str] = ()
        against, values = [], []
        for score in item.scores:
            rows, compared = [], []
            for index in range(len(score.table)):
                counts, label = _counts(score, index)
                columns = list(counts)
                rows.append(map(number, counts.values()))
                compared.append(str(labels.setdefault(label, len(labels))))
            against.append(",".join(compared))
            values.append([",".join(column) for column in zip(*rows, strict=True)])
        named = [None if label is None else printable(str(label)) for label in labels]
        blocks.append(pack({"columns": columns, "labels": named, "against": against, "values": values}))
    return blocks


def _counts(score: Score, index: int) -> tuple[Any, object]:
    """Return the counts of a sentence, and what it was compared with."""
    rows = score.rows_of(index)
    counts = score.made_by.counts(score.table, mean_counts([score.table.row(row) for row in rows]))
    return counts, None if isinstance(score.choice, Selections) else score.table.labels[rows[0]]


def cost_block(review: Review) -> str:
    """Return what each sentence costs the score, by measure and system, compressed."""
    return pack(
        [
            [[round(COST_UNIT * cost) for cost in review.costs[score.system, score.title]] for score in item.scores]
            for item in review.comparison.measures
        ]
    )


def explanation_block(review: Review, most: int) -> str:
    """Return the explanations of the costliest sentences as `errata explain` prints them, compressed."""
    writer = TextReport(_WIDTH)
    systems = {name: place for place, name in enumerate(review.systems)}
    measures = {item.title: place for place, item in enumerate(review.comparison.measures)}
    texts: list[tuple[int, str, str]] = []
    words: dict[int, Explanation] = {}
    for item in review.explanations(most) if most else ():
        (told,) = item.measures
        key = f"{systems[item.system]}:{measures[told.title]}:{item.index}"
        texts.append((item.index, key, writer.render_one(replace(item, index=review.numbers[item.index]))))
        words.setdefault(measures[told.title], item)
    # What is said of one sentence is much alike: side by side it packs into half the room.
    by_key = {key: text for _, key, text in sorted(texts)}
    return pack({"texts": by_key, "words": {place: writer.render_words([item]) for place, item in words.items()}})
