"""Which weights a measure uses: checked when the measure is created, built when they are needed."""

import math
from collections.abc import Hashable, Sequence
from functools import cache
from typing import Any, NamedTuple

from errata.errors import InputError, OptionError, suggest
from errata.model import Edit
from errata.similarity import BY_MODEL, PLAIN, Similarity, Weigher, offered_weights
from errata.text.messages import quote

POOLINGS = ("pieces", "mean", "first")


class Choice(NamedTuple):
    """The options of a measure that determine how edits are weighted."""

    measure: str
    weights: str | Weigher | Similarity
    model: Any = None
    layer: int | None = None
    pooling: str = "pieces"
    baseline: float = 0.0
    option: str = "weights"
    """The measure's name for the first of these."""

    def check(self) -> None:
        """Refuse unknown names, and options without effect."""
        if self.model is not None and not hasattr(self.model, "check_layer"):  # its class would load numpy
            raise OptionError(
                f"measure {self.measure}: model takes what errata.read_model reads from a folder or a file, not "
                f"{quote(self.model)}"
            )
        if not isinstance(self.weights, str):
            if not isinstance(self.weights, Weigher | Similarity):
                raise OptionError(
                    f"measure {self.measure}: {self.option} takes a name, an errata.Weigher or an errata.Similarity, "
                    f"not {quote(self.weights)}"
                )
            if not isinstance(self.weights, Hashable):
                raise OptionError(
                    f"measure {self.measure}: {self.option}={type(self.weights).__name__} cannot be hashed, as parts "
                    "of a measure are; a dataclass can if it is frozen"
                )
            self._refuse_model("weights of your own make")
        elif self.weights not in BY_MODEL:
            if self.weights not in PLAIN:
                offered = offered_weights()
                if self.weights not in offered:
                    known = [*PLAIN, *BY_MODEL, *offered]
                    raise OptionError(
                        f"measure {self.measure}: no weights are called {self.weights!r}; "
                        f"{suggest(self.weights, known)}"
                    )
            self._refuse_model(f"{self.option}={self.weights}")
        elif self.model is not None:
            self.model.require(self.weights, self.measure)

    def _refuse_model(self, what: str) -> None:
        for name in ("model", "layer", "pooling", "baseline"):
            if getattr(self, name) != self._field_defaults[name]:
                raise OptionError(
                    f"measure {self.measure}: {what} needs no model, so {name} means nothing; leave it out"
                )

    @property
    def lacking(self) -> str:
        """A message about a model that is needed and not given; empty if nothing is missing."""
        if not isinstance(self.weights, str) or self.weights not in BY_MODEL or self.model is not None:
            return ""
        what = "a file of word vectors (model=FILE)" if self.weights == "embedding" else "an encoder (model=FOLDER)"
        return (
            f"{self.measure}: {self.option}={self.weights} needs {what}, which errata does not download; give one that "
            f"you have, or use weights that need no model, such as {self.measure}:{self.option}=overlap"
        )

    def make(self) -> Weigher:
        """Return the weigher of edits."""
        from errata.similarity.weighers import BySimilarity, Length, Unit

        found: Weigher | Similarity
        if not isinstance(self.weights, str):
            found = self.weights
        elif self.weights in BY_MODEL:
            if self.lacking:
                raise OptionError(self.lacking)
            from errata.similarity.matching import PieceSimilarity

            found = PieceSimilarity(self.model, self.layer, self.pooling, self.baseline)
        elif self.weights == "overlap":
            from errata.similarity.overlap import Overlap

            found = Overlap()
        elif self.weights in PLAIN:
            found = Unit() if self.weights == "unit" else Length()
        else:
            found = self._offered(self.weights)
        return found if isinstance(found, Weigher) else BySimilarity(found)

    def _offered(self, name: str) -> Weigher | Similarity:
        try:
            return _made(offered_weights()[name])
        except Exception as error:  # whatever a stranger's package may raise
            raise OptionError(
                f"measure {self.measure}: the plug-in for {self.option}={name} cannot be used ({error!s:.120}); "
                "update or uninstall its package"
            ) from None


@cache
def _made(kind: type[Similarity] | type[Weigher]) -> Weigher | Similarity:
    """Return the one instance of a kind, so that what it compared is remembered for all measures."""
    return kind()


def weigh(
    weigher: Weigher, sources: Sequence[str], edits: Sequence[Sequence[Edit]], references: Sequence[str]
) -> list[list[float]]:
    """Return the weights of the edits of each source; invalid weights are refused, since anyone may write a weigher."""
    found = [[float(weight) for weight in weights] for weights in weigher.weigh(sources, edits, references)]
    if [*map(len, found)] != [*map(len, edits)]:
        raise InputError(
            f"weights={weigher}: {sum(map(len, found))} weights of {len(found)} sentences for "
            f"{sum(map(len, edits))} edits of {len(edits)}; a weigher must return one for every edit"
        )
    for source, weights in zip(sources, found, strict=True):
        odd = next((weight for weight in weights if not (weight >= 0 and math.isfinite(weight))), None)
        if odd is not None:
            raise InputError(
                f"weights={weigher}: an edit of {quote(source)} weighs {odd}; weights must be finite and not negative"
            )
    return found
