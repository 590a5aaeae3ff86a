"""The I-measure explained: three aligned texts, the class of every column, and the same for the source itself."""

from collections.abc import Sequence

from errata.measures.imeasure.formulas import ASPECTS
from errata.measures.imeasure.measure import IMeasure
from errata.measures.imeasure.threeway import GAP, Column, align, classify
from errata.measures.working import NOTHING, Alignment, Case, Formula, Listing, Working, f_formula, join, number, ratio
from errata.text.vocabulary import WordNumbers

_WORDS = {
    "TP": "rightly changed: output and reference agree on another word than the source's",
    "TN": "rightly kept: all three agree",
    "FP": "changed where the reference keeps the source",
    "FN": "kept where the reference changes the source",
    "FPN": "changed, but to something else than the reference: counts as FP, as FN and as FPN",
    "base_tn, base_fn": "TN and FN of the source in the output's place: what doing nothing would get",
    "Acc": "accuracy: the share of right columns",
    "WAcc, WAcc_b": "accuracy with changes weighing more than what is kept: of the output, and of the source",
    "I": "the share of the possible improvement that was reached; below 0, the share of WAcc_b that was lost",
}


def _classes(s: int | None, h: int | None, r: int | None, aspect: str) -> str:
    found = classify(s, h, r)
    if "fpn" in found:
        return "TP" if aspect == "detection" else "FPN"
    return found[0].upper()


def _align(texts: Sequence[str], names: Sequence[str], title: str, measure: IMeasure) -> Alignment:
    numbers = WordNumbers()
    ids = [list(numbers.encode(text)) for text in texts]
    words = [text.split() for text in texts]
    aligned: tuple[Column, ...] = align(ids[0], ids[1], ids[2], measure.costs)
    columns = []
    for column in aligned:
        tokens = [GAP if at is None else text[at] for text, at in zip(ids, column, strict=True)]
        shown = [None if at is None else text[at] for text, at in zip(words, column, strict=True)]
        columns.append((*shown, _classes(tokens[0], tokens[1], tokens[2], measure.aspect)))
    return Alignment(title, (*names, "class"), tuple(columns))


def _metric(measure: IMeasure) -> str:
    name = measure.maximise[1:]
    return f"{ {'wacc': 'WAcc', 'acc': 'Acc'}.get(name, name.upper()) } ({ASPECTS[measure.maximise[0]]})"


def explain(measure: IMeasure, case: Case) -> Working:
    """Show both alignments and where the chosen reference comes from."""
    sentence, details = case.gold[case.index], case.row.details
    source, output, reference = sentence.source, case.output.texts[case.index], details["reference_text"]
    sections: list[Alignment | Listing] = [
        _align(
            (source, output, reference),
            ("source", "output", "reference"),
            "source, output and chosen reference",
            measure,
        )
    ]
    if measure.baseline == "tool":
        sections.append(
            _align(
                (source, source, reference),
                ("source", "as output", "reference"),
                "the source in the output's place (baseline)",
                measure,
            )
        )
    if details["alternatives"]:
        rows = tuple(
            (
                item["error"],
                "nobody, left alone" if item["annotator"] is None else f"annotator {item['annotator']}",
                tuple(f"{start}:{end} → {text or NOTHING}" for start, end, text in item["corrections"]),
            )
            for item in details["alternatives"]
        )
        sections.append(
            Listing("where the chosen reference comes from", ("error", "corrected as", "corrections"), rows)
        )
    if case.row.reference is None:
        choice = f"the combination of corrections with the best {_metric(measure)} among {details['combinations']}"
    else:
        choice = f"{case.called(case.row.reference)}, which gives the best {_metric(measure)}"
    choice += "" if details["proved"] else "; not proven optimal"
    return Working(tuple(sections), _formulas(measure, case), choice, _WORDS, bad=("FP", "FN", "FPN"))


def _formulas(measure: IMeasure, case: Case) -> tuple[Formula, ...]:
    values, counts = case.row.values, case.row.counts
    tp, tn, fp, fn, fpn = (counts[name] for name in ("tp", "tn", "fp", "fn", "fpn"))
    base_tn, base_fn = counts["base_tn"], counts["base_fn"]
    w, half = number(measure.weight), number((measure.weight + 1) / 2)
    wacc, base = values["wacc"], values["wacc_base"]
    below = measure.weight * (tp + fp) + tn + fn - (measure.weight + 1) * fpn / 2
    nothing = "nothing to compare"
    weighted = Formula(
        "WAcc",
        f"({w}·TP + TN) / ({w}·(TP + FP) + TN + FN − {half}·FPN)",
        f"({w}·{tp} + {tn})/({w}·({tp} + {fp}) + {tn} + {fn} − {half}·{fpn})",
        wacc,
        "wacc",
        "" if below else f"{nothing}, so by definition 1",
    )
    if wacc > base:
        rise = "(WAcc − WAcc_b) / (1 − WAcc_b)", f"({number(wacc)} − {number(base)})/(1 − {number(base)})"
        improvement = Formula("I", *rise, values["i"], "i", "the output is better than the source")
    elif wacc < base:
        fall = "WAcc / WAcc_b − 1", f"{number(wacc)}/{number(base)} − 1"
        improvement = Formula("I", *fall, values["i"], "i", "the output is worse than the source")
    else:
        note = "both perfect: 1" if wacc == 1 else "the output is as good as the source: 0"
        improvement = Formula("I", "", "", values["i"], "i", note)
    columns = tp + tn + fp + fn - fpn
    accuracy = Formula(
        "Acc",
        "(TP + TN) / (TP + TN + FP + FN − FPN)",
        f"({join([tp, tn])})/({join([tp, tn, fp, fn])} − {fpn})",
        values["accuracy"],
        "accuracy",
        "" if columns else f"{nothing}, so by definition 1",
    )
    base_expression = "base_tn / (base_tn + base_fn)"
    return (
        weighted,
        ratio("WAcc_b", base_expression, [base_tn], [base_tn, base_fn], base, "wacc_base", nothing),
        improvement,
        accuracy,
        ratio("P", "TP / (TP + FP)", [tp], [tp, fp], values["precision"], "precision", "nothing changed"),
        ratio("R", "TP / (TP + FN)", [tp], [tp, fn], values["recall"], "recall", "nothing to be changed"),
        f_formula(measure.label("f"), measure.beta, values["precision"], values["recall"], values["f"]),
    )
