"""A metric for Hugging Face `evaluate`: any measure of errata on sources, predictions and references.

    import evaluate
    from errata.integrations import evaluate_module

    metric = evaluate.load(evaluate_module.__file__, "m2")  # the configuration names the measure
    metric.compute(sources=[…], predictions=[…], references=[[…, …], …])

`compute` also takes the arguments of `errata.score`: `raw=True` for untokenised predictions, `extract="errant"`, ….
"""

from typing import Any

import datasets
import evaluate

import errata
from errata.integrations import score_rows

_ABOUT = "Grammatical error correction, scored with the numbers of the original programs."
_INPUTS = "sources and predictions: one text each; references: for each source one text or a list of texts."


class Errata(evaluate.Metric):
    """A measure of errata, named by the configuration; without one it is `errant`."""

    def _info(self) -> evaluate.MetricInfo:
        text = datasets.Value("string")
        each = {"sources": text, "predictions": text}
        return evaluate.MetricInfo(
            description=_ABOUT,
            citation="errata cite MEASURE prints what to cite",
            inputs_description=_INPUTS,
            features=[
                datasets.Features({**each, "references": datasets.Sequence(text)}),
                datasets.Features({**each, "references": text}),
            ],
        )

    def _compute(
        self, *, sources: list[str], predictions: list[str], references: list[Any], **options: Any
    ) -> dict[str, float | str]:
        measure = "errant" if self.config_name in (None, "default") else self.config_name
        made = score_rows(sources, predictions, references, measure, **options)
        return {made.measure: made.score, **made.values, "signature": made.signature, "errata": errata.__version__}
