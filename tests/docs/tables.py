"""Tables in the pages that are generated from what the code declares, and so cannot grow old."""

import re
from collections.abc import Callable

from errata.formats import available_formats
from errata.measures import available_measures, get_measure
from errata.measures.options import Option, show

MARK = re.compile(
    r"(?P<begin><!-- generated: (?P<name>[\w-]+)(?: (?P<argument>[\w-]+))? -->\n).*?(?P<end><!-- end -->)", re.S
)


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |\n" for line in lines)


def _default(option: Option) -> str:
    if option.default is None:
        return f"`{option.none}`" if option.none else "depends"
    return f"`{option.show(option.default)}`" if option.show(option.default) else "none"


def options(measure: str) -> str:
    """Return the options of a measure with values, default and meaning."""
    rows = [
        [f"`{item.name}`", _default(item), item.describe().replace(" or ", ", "), item.about]
        for item in get_measure(measure).options()
    ]
    return _table(["option", "default", "takes", "what"], rows)


def edge_cases(measure: str) -> str:
    """Return what a measure promises for the cases where 0 is divided by 0; the suite of properties checks it."""
    rows = [
        [what, *(f"`{text}`" if text else "(empty)" for text in texts), show(score)]
        for what, *texts, score in get_measure(measure).properties.edge_cases
    ]
    return _table(["case", "source", "output", "reference", "score"], rows)


def promises(_: str) -> str:
    """Return what every measure declares about itself."""
    rows = []
    for name, measure in available_measures().items():
        declared = measure.properties
        needs = " and ".join(
            what
            for what, needed in (("gold", measure.needs_gold_edits), ("outputs", measure.needs_output_edits))
            if needed
        )
        rows.append(
            [
                f"[`{name}`]({name}.md)",
                measure.value_names[0],
                f"edits of {needs}" if needs else "texts",
                "yes" if declared.order_matters else "no",
                show(declared.perfect) + (" if equal to every reference" if declared.perfect_needs_all else ""),
            ]
        )
    return _table(["measure", "score", "works on", "order of sentences matters", "a perfect output has"], rows)


def formats(_: str) -> str:
    """Return the formats with their suffixes."""
    rows = [[f"`{form.name}`", " ".join(form.suffixes), form.about] for form in available_formats().values()]
    return _table(["format", "suffix", "what"], rows)


TABLES: dict[str, Callable[[str], str]] = {
    "options": options,
    "edge-cases": edge_cases,
    "promises": promises,
    "formats": formats,
}


def generate(text: str) -> str:
    """Return a page with every generated table made anew."""

    def renew(mark: re.Match[str]) -> str:
        return f"{mark['begin']}{TABLES[mark['name']](mark['argument'] or '')}{mark['end']}"

    return MARK.sub(renew, text)
