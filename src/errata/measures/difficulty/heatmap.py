"""The heat map: every sentence with its errors, pale if all systems got them right, deep red if none did."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from errata._version import __version__
from errata.measures.difficulty.analysis import DifficultyAnalysis
from errata.measures.difficulty.chunks import MODIFIED, Chunk
from errata.measures.difficulty.heatmap_page import INLINE, PAGE, SCRIPT, STYLE
from errata.measures.shades import BLUES, REDS, as_hex, letters_on, mix
from errata.measures.working import NOTHING
from errata.text.messages import plural, printable

_TERMINAL_REDS = (255, 224, 217, 210, 203, 196, 160, 124, 88)
_TERMINAL_BLUES = (255, 189, 153, 117, 75, 33, 26, 19, 17)
"""The shades of the page in the 256 colours of terminals."""
_MOST_LEVELS = 20
_BOLD_FROM = 0.7
_SLOT = "+"
"""Marks a position between two words."""


def _n_levels(n_systems: int) -> int:
    return min(n_systems, _MOST_LEVELS)


def _level(n_solved: int, n_systems: int) -> int:
    """Return the depth of the shade, 0 if every system was right."""
    return round((n_systems - n_solved) * _n_levels(n_systems) / n_systems)


def _shades(n_levels: int) -> str:
    rules = []
    for level in range(n_levels + 1):
        part = level / n_levels
        for selector, palette in (("mark.h{0}, #legend .h{0}", REDS), (".fp .g{0}", BLUES)):
            colour = mix(palette, part)
            weight = " font-weight: bold;" if part >= _BOLD_FROM and palette is REDS else ""
            rules.append(
                f"{selector.format(level)} {{ background: {as_hex(colour)}; color: {letters_on(colour)};{weight} }}"
            )
    return "\n".join(rules)


def _mask(systems: Iterable[str], numbers: dict[str, int]) -> str:
    return f"{sum(1 << numbers[name] for name in systems):x}"


def _marked(analysis: DifficultyAnalysis, index: int) -> tuple[list[tuple[int, Chunk]], set[int]]:
    """Return the chunks of a sentence, and the numbers of those that systems changed although nothing is wrong."""
    gold = analysis.judged.gold[index]
    wrong = {
        number
        for judgements in analysis.judged.judgements
        for number, judgement in judgements[index].items()
        if judgement == MODIFIED and number not in gold.edits
    }
    return list(enumerate(gold.chunks())), wrong


def _html_sentence(analysis: DifficultyAnalysis, index: int, numbers: dict[str, int]) -> str:
    gold = analysis.judged.gold[index]
    n_systems = analysis.weights.n_systems
    chunks, wrong = _marked(analysis, index)
    if not gold.edits and not wrong:
        return f'<li id="{analysis.numbers[index] + 1}" class="ok">{escape(" ".join(gold.tokens))}</li>'
    pieces = []
    for number, chunk in chunks:
        slot = " z" if chunk.start == chunk.end else ""
        text = escape(chunk.source) or _SLOT
        if chunk.is_edited:
            place = analysis.describe(index, number, chunk)
            data = {
                "c": chunk.text or NOTHING,
                "n": f"{place.n_solved}/{n_systems}",
                "w": f"{place.weight:.2f}",
                "t": chunk.type,
                "s": _mask(place.solved_by, numbers),
                "m": _mask(place.mistaken, numbers),
            }
            attributes = "".join(
                f' data-{key}="{escape(value)}"' for key, value in data.items() if value not in {"", "0"}
            )
            level = _level(place.n_solved, n_systems)
            pieces.append(f'<mark tabindex="0" class="h{level}{slot}"{attributes}>{text}</mark>')
        elif number in wrong:
            place = analysis.describe(index, number, chunk)
            mask = _mask(place.mistaken, numbers)
            level = _level(place.n_solved, n_systems)
            pieces.append(f'<i class="g{level}{slot}" data-m="{mask}">{text}</i>')
        elif not slot:
            pieces.append(text)
    kind = "" if gold.edits else ' class="ok"'
    return f'<li id="{analysis.numbers[index] + 1}"{kind}>{" ".join(pieces)}</li>'


def to_html(analysis: DifficultyAnalysis) -> str:
    """Return the map as one self-contained page."""
    n_systems = analysis.weights.n_systems
    n_levels = _n_levels(n_systems)
    numbers = {name: number for number, name in enumerate(analysis.systems)}
    is_learned = analysis.measure.weights is None
    made_from = "" if is_learned else f", weights from {plural(n_systems, 'system')} ({analysis.weights.name})"
    legend = "".join(
        f'<b class="h{_level(n, n_systems)}" title="{n} of {plural(n_systems, "system")} right">{n}</b>'
        for n in _legend_counts(n_systems)
    )
    return PAGE.format(
        version=__version__,
        title=escape(Path(analysis.gold.name).name),
        style=STYLE,
        shades=_shades(n_levels),
        inline=INLINE,
        summary=escape(
            f"{len(analysis.gold):,} sentences, {analysis.n_errors:,} errors by annotator {analysis.measure.reference}"
            f", {len(analysis.systems)} systems ({', '.join(analysis.systems)}){made_from}. "
            "The deeper the red, the fewer systems got the error right; the number below is how many did. "
            f"{_SLOT} marks a place where something is missing."
        ),
        legend=legend,
        deepest=f"g{n_levels}",
        sentences="\n".join(_html_sentence(analysis, index, numbers) for index in range(len(analysis.gold))),
        signature=escape(analysis.weighted[0].signature),
        systems=_script_json(list(analysis.systems)),
        n_systems=n_systems,
        learned="true" if is_learned else "false",
        script=SCRIPT,
    )


def _legend_counts(n_systems: int) -> list[int]:
    """Return a count for each shade, easiest first."""
    n_levels = _n_levels(n_systems)
    return [round(n_systems * (n_levels - level) / n_levels) for level in range(n_levels + 1)]


def _script_json(value: object) -> str:
    """Return JSON that cannot close the script element around it."""
    return json.dumps(value).replace("<", "\\u003c")


def to_terminal(
    analysis: DifficultyAnalysis, indices: Iterable[int], *, colour: bool = True, false_positives: bool = False
) -> str:
    """Return sentences for a terminal, errors as `source→correction solved/systems`, in brackets without colour.

    False positives show how many systems changed what needed no change.
    """
    n_systems = analysis.weights.n_systems

    def paint(text: str, n_solved: int, palette: Sequence[int], brackets: str) -> str:
        text = printable(text)
        if not colour:
            return f"{brackets[0]}{text}{brackets[1]}"
        step = round((n_systems - n_solved) * (len(palette) - 1) / n_systems)
        ink = 231 if step >= len(palette) - 3 else 16
        return f"\033[48;5;{palette[step]};38;5;{ink}m{text}\033[0m"

    lines = []
    for index in indices:
        chunks, wrong = _marked(analysis, index)
        pieces = []
        for number, chunk in chunks:
            if chunk.is_edited:
                place = analysis.describe(index, number, chunk)
                change = f"{chunk.source}→{chunk.text or NOTHING}" if chunk.source else f"+{chunk.text or NOTHING}"
                pieces.append(paint(f"{change} {place.n_solved}/{n_systems}", place.n_solved, _TERMINAL_REDS, "[]"))
            elif false_positives and number in wrong:
                place = analysis.describe(index, number, chunk)
                text = f"{chunk.source or _SLOT} ×{len(place.mistaken)}"
                pieces.append(paint(text, place.n_solved, _TERMINAL_BLUES, "{}"))
            elif chunk.source:
                pieces.append(printable(chunk.source))
        lines.append(f"{analysis.numbers[index] + 1:>4}  {' '.join(pieces)}")
    return "\n".join(lines)
