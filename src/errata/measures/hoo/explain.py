"""HOO explained: the fate of every gold edit and every system edit of a document, and the resulting rates."""

import math
from collections.abc import Iterator, Mapping, Sequence

from errata.measures.hoo.measure import Hoo
from errata.measures.hoo.tally import Ratios
from errata.measures.working import (
    NOTHING,
    Case,
    Cell,
    Formula,
    Listing,
    Replacement,
    Working,
    f_formula,
    number,
    plain_formulas,
)
from errata.model import Edit

_WORDS = {
    "4:6 go → goes": "characters 4 up to 6 of the text, counted from 0 (words with unit=token); ␣ is a space at an end",
    "cor, rec, det": "correction, recognition and detection, each with its P, R and F",
    "corrected": "same range and an accepted correction",
    "recognised": "same range, but another correction",
    "detected": "a gold edit that a system edit overlaps, but with another range",
    "aligned": "a system edit that overlaps a gold edit, but with another range",
    "missing, missing_optional": "no system edit is there; an optional one may be left alone",
    "spurious": "a system edit where there is no gold edit",
    "…_gold, …_system": "the same as seen from the gold edits, and from the system edits",
    "P sys": "the share of system edits that meet a gold edit",
}


def _visible(text: str) -> str:
    """Make spaces at the ends of a text visible."""
    inner = text.strip(" ")
    before = len(text) - len(text.lstrip(" ")) if inner else len(text)
    after = len(text) - len(text.rstrip(" ")) if inner else 0
    return "␣" * before + inner + "␣" * after


def _shown(edit: Edit) -> Replacement:
    if not edit.alternatives:
        made = "(no correction given)"
    else:
        made = " or ".join(
            "(left as it is)" if item is None else _visible(item) or NOTHING for item in edit.alternatives
        )
    return Replacement(edit.start, edit.end, _visible(edit.original), made)


def _meeting(edit: Edit, others: Sequence[Edit]) -> tuple[str, ...]:
    """Return the other side's edits there or next to it."""
    return tuple(
        str(_shown(other))
        for other in others
        if other.part == edit.part and max(other.start, edit.start) <= min(other.end, edit.end)
    )


def explain(measure: Hoo, case: Case) -> Working:
    """Show both sides' edits with their fates, for each annotator if the score is a mean over several."""
    rows = case.score.rows_of(case.index)
    sections = [section for row in rows for section in _sections(measure, case, row, has_several=len(rows) > 1)]
    if len(rows) > 1:
        formulas = plain_formulas(case.row.values, case.score.labels, f"mean over {len(rows)} annotators")
    else:
        formulas = _formulas(measure, case)
    label = case.table.labels[rows[0]]
    choice = "" if label is None or len(rows) > 1 else f"annotator {label}"
    return Working(
        tuple(sections),
        formulas,
        choice,
        _WORDS,
        good=("detected", "recognised", "corrected"),
        bad=("missing", "spurious"),
    )


def _sections(measure: Hoo, case: Case, row: int, has_several: bool) -> Iterator[Listing]:
    """Yield what one row of counts is based on."""
    note = case.table.notes[row]
    types = measure.chosen_types
    document = case.gold[case.index]
    who = case.table.labels[row]
    if who is not None:
        document = document.by(who)
    document = measure.made_ready(document, case.gold.offset_unit)
    gold = [edit for edit in document.edits if types is None or edit.type in types]
    system = [edit for edit, _ in note.system]
    has_parts = any(edit.part is not None for edit in (*gold, *system))

    def line(edit: Edit, status: str, others: Sequence[Edit]) -> tuple[Cell, ...]:
        part = (edit.part,) if has_parts else ()
        return (status, edit.index, *part, _shown(edit), edit.type or None, _meeting(edit, others))

    heads = ("status", "index", *(("part",) if has_parts else ()), "edit", "type")
    beside = f", annotator {who}" if has_several else ""
    yield Listing(
        f"gold edits{beside}",
        (*heads, "system edits there"),
        tuple(line(edit, status, system) for edit, status in zip(gold, note.statuses, strict=True)),
    )
    yield Listing(
        f"system edits{beside}",
        (*heads, "gold edits there"),
        tuple(line(edit, status, gold) for edit, status in note.system),
    )
    if note.csets:
        sets = tuple((item["cset"], item["reading"], item["satisfied"], item["members"]) for item in note.csets)
        yield Listing(f"consistency sets{beside}", ("set", "reading", "satisfied", "members"), sets)


def _expressions(measure: Hoo) -> dict[str, tuple[str, str]]:
    """Return the numerators and denominators of each aspect's precision and recall."""
    by_system, by_gold = "corrected_system", "corrected_gold"
    recognised = "recognised_system"
    if measure.preset != "paper":
        by_system = by_gold = "corrected_gold" if measure.preset == "hoo2012" else "corrected_system"
        recognised = "recognised_gold"
    m = " + m" if measure.bonus else ""

    def quotient(top: str, below: str) -> str:
        over = f"({top}{m})" if m else top
        return f"{over} / ({below})" if " " in below else f"{over} / {below}"

    system, gold = f"system{m}", "gold"
    excluded = [" − excluded_system", " − excluded_gold"] if measure.uncorrected == "exclude" else ["", ""]
    return {
        "correction": (quotient(by_system, system + excluded[0]), quotient(by_gold, gold + excluded[1])),
        "recognition": (quotient(recognised, system), quotient("recognised_gold", gold)),
        "detection": (quotient("detected", f"spurious + detected{m}"), quotient("detected", gold)),
    }


def _formulas(measure: Hoo, case: Case) -> tuple[Formula, ...]:
    values, labels = case.row.values, case.score.labels
    expressions = _expressions(measure)
    made: list[Formula] = []
    for aspect, ratios in measure.ratios(case.table.row(case.chosen)).items():
        made += _aspect(measure, aspect, ratios, expressions[aspect], values, labels)
    met, system = case.row.counts["aligned_system"], case.row.counts["system"]
    made.append(
        _quotient(
            labels["precision_system"],
            "aligned_system / system",
            (int(met), int(system)),
            values["precision_system"],
            "precision_system",
            "",
        )
    )
    return tuple(made)


def _quotient(name: str, expression: str, ratio: tuple[int, int], value: float, key: str, extra: str) -> Formula:
    if math.isnan(value):
        note = "not known: types of system edits are taken from the gold"
    elif not ratio[1]:
        note = f"0/0, by definition {number(value)}"
    else:
        note = extra
    return Formula(name, expression, f"{ratio[0]}/{ratio[1]}", value, key, note)


def _aspect(
    measure: Hoo,
    aspect: str,
    ratios: Ratios,
    expressions: tuple[str, str],
    values: Mapping[str, float],
    labels: Mapping[str, str],
) -> list[Formula]:
    extra = "m: missing_optional, the bonus" if measure.bonus else ""
    precision, recall, f = (f"{aspect}_{name}" for name in ("precision", "recall", "f"))
    p = _quotient(labels[precision], expressions[0], ratios.precision, values[precision], precision, extra)
    r = _quotient(labels[recall], expressions[1], ratios.recall, values[recall], recall, extra)
    if math.isnan(values[f]):
        return [p, r, Formula(labels[f], "", "", values[f], f, "not known, as P is not")]
    if measure.zero_rule == "paper" and aspect != "detection" and not ratios.recall[0]:
        return [p, r, Formula(labels[f], "", "", values[f], f, "nothing is right, so by definition 0")]
    return [p, r, f_formula(labels[f], measure.beta, values[precision], values[recall], values[f], f)]
