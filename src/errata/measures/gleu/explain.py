"""GLEU explained: matching and penalised n-grams by order, for every reference that may be drawn."""

from collections.abc import Sequence

from errata.measures.data import Number
from errata.measures.gleu.measure import INTERVAL_QUANTILE, Gleu, smoothed
from errata.measures.ngrams import Grams, tokens_of
from errata.measures.working import Case, Cell, Formula, Listing, Working, join, number, once_each, subscript

_WORDS = {
    "match": "n-grams of the output that the reference also has",
    "penalty": "n-grams of the output that it has from the source and the reference lacks: they should have changed",
    "neither": "other n-grams of the output",
    "p₁ p₂ …": "for n-grams of 1, 2 … words: (matches − penalties, at least 0) / n-grams of the output",
    "BP": "brevity penalty, by the lengths of output and reference (hyp_len, ref_len)",
    "num1, den1 …": "numerators and denominators of p₁ p₂ …; counts are means where there are several references",
}
_REWARD = {
    "match": "n-grams of the output that a reference also has; those that the source lacks count twice (reward)",
}


def _shares(measure: Gleu, s: int, h: int, references: Sequence[int]) -> dict[str, int]:
    """Classify the h occurrences of an n-gram in the output; a match may also be penalised."""
    r = max(references)
    shares = {"match": min(h, r)}
    if measure.variant == "2015" and not s:
        shares["reward"] = min(h, r)
    if min(h, s) > r and (measure.variant == "green-paper" or not r):
        shares["penalty"] = min(h, s) - r
    shares["neither"] = h - min(h, r) - shares.get("penalty", 0)
    return {name: share for name, share in shares.items() if share}


def _listing(measure: Gleu, case: Case, texts: Sequence[str], title: str) -> Listing:
    unit = "ascii-word" if measure.splits_at_ascii else measure.unit
    cut = [
        tokens_of(text, unit, measure.strip)
        for text in (case.gold[case.index].source, case.output.texts[case.index], *texts)
    ]
    rows: list[tuple[Cell, ...]] = []
    for order in range(1, measure.n + 1):
        grams = Grams(cut, order, measure.unit)
        members: dict[str, list[str]] = {}
        sizes: dict[str, int] = {}
        for gram, (s, h, *others) in grams:
            for name, share in _shares(measure, s, h, others).items():
                sizes[name] = sizes.get(name, 0) + share
                members.setdefault(name, []).append(grams.write(gram, share))
        rows += [
            (order, name, sizes[name], tuple(members[name]))
            for name in ("match", "reward", "penalty", "neither")
            if name in sizes
        ]
    return Listing(title, ("order", "kind", "number", "n-grams"), tuple(rows))


def explain(measure: Gleu, case: Case) -> Working:
    """Show the n-grams against every reference that counts for the sentence, without duplicates."""
    references = case.gold.references(case.index)
    if measure.variant == "2015":
        groups = [(list(case.rows), "all references together", [reference.text for reference in references])]
    else:
        known: dict[str, list[int]] = {}
        for row in case.score.rows_of(case.index):
            known.setdefault(references[row - case.rows.start].text, []).append(row)
        groups = [
            (rows, " and ".join(case.called(references[row - case.rows.start].label) for row in rows), [text])
            for text, rows in known.items()
        ]
    sections = [_listing(measure, case, texts, f"n-grams of the output against {name}") for _, name, texts in groups]
    several = len(groups) > 1
    formulas: list[Formula] = []
    for rows, name, _ in groups:
        formulas += _formulas(measure, case.table.row(rows[0]), f", {name}" if several else "")
    if several:
        formulas += _pooled(case, groups)
    choice = _choice(measure, case, several)
    return Working(
        once_each(sections), tuple(formulas), choice, _words(measure), good=("match", "reward"), bad=("penalty",)
    )


def _words(measure: Gleu) -> dict[str, str]:
    words = _WORDS | (_REWARD if measure.variant == "2015" else {})
    if measure.variant in {"2016", "jfleg"}:
        words["1 for 0"] = "a sentence by itself gets 1 for every count that is 0"
    return words


def _choice(measure: Gleu, case: Case, several: bool) -> str:
    if measure.variant == "2015":
        return "all references together; the length is that of the reference nearest to the output's"
    if measure.max and len(case.rows) > 1:
        return f"{case.called(case.row.reference)}, which gives the best score of {len(case.rows)}"
    if several:
        return "every reference: a corpus score draws one for each sentence, a sentence score is the mean over them"
    return case.called(case.gold.references(case.index)[0].label)


def _formulas(measure: Gleu, row: Sequence[Number], suffix: str) -> list[Formula]:
    is_smoothed = measure.variant in {"2016", "jfleg"}
    counts = smoothed(row) if is_smoothed else list(row)
    output, reference, *terms = counts
    made = []
    rates = []
    for order, (hits, of) in enumerate(zip(terms[::2], terms[1::2], strict=True), 1):
        rate = hits / of if of else float(measure.is_koyama)
        rates.append(rate)
        changed = is_smoothed and not (row[2 * order] and row[2 * order + 1])
        note = "1 for 0" if changed else "" if of else f"no n-gram of this order: {number(rate)}"
        made.append(Formula(f"p{subscript(order)}{suffix}", "", f"{number(hits)}/{number(of)}", rate, note=note))
    n = len(rates)
    long, short = ("ref_len", "hyp_len") if measure.variant != "2015" else ("hyp_len", "ref_len")
    over, under = (reference, output) if measure.variant != "2015" else (output, reference)
    value = measure.score_sentence(row)["gleu"]
    zero = not all(rates) or (not measure.is_koyama and not all(counts)) or not under
    if zero:
        note = "a precision or a length is 0, and so is GLEU" if not value else "nothing against nothing: 1"
        return [*made, Formula(f"GLEU{suffix}", "", "", value, "" if suffix else "gleu", note)]
    letters = "·".join(f"p{subscript(order)}" for order in range(1, n + 1))
    brevity = f"exp(min(0, 1 − {number(over)}/{number(under)}))"
    made.append(
        Formula(
            f"GLEU{suffix}",
            f"BP·({letters})^(1/{n}) with BP = exp(min(0, 1 − {long}/{short}))",
            f"{brevity}·({join(rates, '·')})^(1/{n})",
            value,
            "" if suffix else "gleu",
        )
    )
    return made


def _pooled(case: Case, groups: Sequence[tuple[list[int], str, list[str]]]) -> list[Formula]:
    measure, values = case.score.made_by, case.row.values
    scores = [measure.score_sentence(case.table.row(row))["gleu"] for rows, _, _ in groups for row in rows]
    mean, std = number(values["gleu"]), number(values["std"])
    quantile = number(round(INTERVAL_QUANTILE, 2))
    return [
        Formula("GLEU", "mean over the references", f"({join(scores)})/{len(scores)}", values["gleu"], "gleu"),
        Formula("std", "deviation of the references' scores", "", values["std"], "std"),
        Formula("low", f"GLEU − {quantile}·std", f"{mean} − {quantile}·{std}", values["low"], "low"),
        Formula("high", f"GLEU + {quantile}·std", f"{mean} + {quantile}·{std}", values["high"], "high"),
    ]
