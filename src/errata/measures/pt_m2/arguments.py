"""The arguments that only measures with a model add to the command line: where it runs, and where vectors are kept."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from errata.errors import InputError
from errata.records import replace

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup

    from errata.measures.base import Measure
    from errata.model import Corpus


def add(parser: "ArgumentParser", documents: "_ArgumentGroup") -> None:
    """Declare the arguments."""
    del documents
    argument = parser.add_argument_group(
        "measures with a model (pt-m2, pt-errant, or green and cleme with weights)"
    ).add_argument
    argument("--device", choices=("cpu", "cuda"), help="where the model runs (default: cpu)")
    argument("--vectors", metavar="FILE", help="keep the vectors of texts in this file (.npz) for the next run")
    argument("--timing", action="store_true", help="report on standard error where the model's time went")


def apply(options: "Namespace", measures: "Sequence[Measure] | None", gold: "Corpus") -> "Sequence[Measure] | None":
    """Return the measures, with models set up as requested."""
    del gold
    asked = {"--vectors": options.vectors, "--device": options.device, "--timing": options.timing or None}
    given = next((name for name, value in asked.items() if value is not None), None)
    if given is None:
        return measures
    models = [getattr(measure, "model", None) for measure in measures or ()]
    if not any(models):
        raise InputError(f"{given} is for measures with a model; give one, such as --measure pt-m2:model=FOLDER")
    from errata.similarity.models import read_model

    changed = []
    for measure, model in zip(measures or (), models, strict=True):
        if model is not None:
            new = read_model(model.path, device=options.device or "cpu", cache=options.vectors)
            new.tells_time = options.timing
            measure = replace(measure, model=new)
        changed.append(measure)
    return changed
