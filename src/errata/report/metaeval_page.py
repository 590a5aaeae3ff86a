"""A meta-evaluation as a page: what agrees with people, a plot for each measure, windows, and which measures differ.

Everything is inside the page and nothing is fetched; the policy in its head forbids it.
"""

import math
from collections.abc import Sequence
from html import escape

from errata._version import __version__
from errata.api.agreement import MeasureAgreement, MetaEvaluation
from errata.report.metaeval import SIGNIFICANCE, describe_judgements, is_share, method_title
from errata.report.plots import Line, Point, key, lines, scatter
from errata.stats.closeness import MeasureTest
from errata.text.messages import plural, printable

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="errata {version}">
<title>Which measure agrees with people</title>
<style>
{style}
</style>
</head>
<body>
<h1>Which measure agrees with people</h1>
<p>{summary}</p>
<p class="verdict">{verdict}</p>
<h2>Correlation over systems</h2>
{agreement}
<h2>Scores against human scores</h2>
<p>{reading}</p>
<div class="plots">
{plots}
</div>
{windows}
{tests}
{sentences}
<footer>
{signatures}
</footer>
</body>
</html>
"""

_STYLE = """\
:root { color-scheme: light; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 74rem; margin: 0 auto; padding: 1rem 1.25rem 4rem;
  color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .3rem; }
p { margin: .4rem 0; max-width: 54rem; }
.verdict { font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th:first-child { text-align: left; font-weight: 600; }
thead th { border-bottom: 2px solid #777; font-weight: 600; }
td.best { font-weight: 700; }
.matrix td { min-width: 3.6em; }
.matrix td.differ { background: #0072b2; color: #fff; font-weight: 600; }
.matrix td.same { background: #f0f0f0; }
.matrix td.self { background: #fff; color: #777; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; font-size: .95rem; overflow-wrap: anywhere; }
figcaption span { font-weight: 400; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 11px system-ui, sans-serif; fill: #1a1a1a; }
svg circle { fill: #0072b2; }
svg .grid { stroke: #e2e2e2; }
svg .bar { stroke: #0072b2; stroke-opacity: .45; stroke-width: 1.5; }
svg .line { fill: none; stroke-width: 2; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; }
.key .sample { display: inline-block; width: 2.2rem; vertical-align: middle; }
.windows { max-width: 46rem; }
footer { margin-top: 2rem; color: #555; font-size: .75rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } figure, table { break-inside: avoid; } }"""


def page(found: MetaEvaluation) -> str:
    """Return a page that stands alone."""
    return _PAGE.format(
        version=__version__,
        style=_STYLE,
        summary=_summary(found),
        verdict=_verdict(found),
        agreement=_agreement(found),
        reading=_reading(found),
        plots="\n".join(_plot(found, item) for item in found.agreement),
        windows=_windows(found),
        tests=_matrix(found),
        sentences=_sentences(found),
        signatures="\n".join(f"<p><code>{_safe(item.signature)}</code></p>" for item in found.agreement),
    )


def _safe(text: object) -> str:
    return escape(printable(str(text)))


def _summary(found: MetaEvaluation) -> str:
    sentences = "" if found.n_sentences is None else f", {plural(found.n_sentences, 'sentence')}"
    said = [f"{len(found.systems)} systems{sentences}. People: {method_title(found.human)}"]
    return _safe("; ".join([*said, *describe_judgements(found.human)]) + ".")


def _verdict(found: MetaEvaluation) -> str:
    if not found.tests:
        return "One measure: there is nothing to compare it with."
    n = sum(test.is_significant for test in found.tests)
    return _safe(
        f"{n} of {plural(len(found.tests), 'pair')} of measures differ at {SIGNIFICANCE} (Williams' test on "
        f"{len(found.systems)} systems, corrected by Holm); the other differences may be chance."
    )


def _show(value: float, digits: int = 3) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _ends(ends: tuple[float, float] | None) -> str:
    return "" if ends is None else f"[{_show(ends[0])}, {_show(ends[1])}]"


def _cell(content: str) -> str:
    return content if content.startswith("<td") else f"<td>{content}</td>"


def _rows(header: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """Return a table of cells that are HTML already, the first of each row its head."""
    head = "".join(f'<th scope="col">{cell}</th>' for cell in header)
    body = "".join(f'<tr><th scope="row">{first}</th>{"".join(map(_cell, rest))}</tr>' for first, *rest in rows)
    return f'<div class="wide"><table{kind}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _agreement(found: MetaEvaluation) -> str:
    known = [item.system_level.pearson for item in found.agreement if not math.isnan(item.system_level.pearson)]
    best = max(known, default=math.nan)
    interval = found.agreement[0].system_level.interval
    header = ["measure", "Pearson", "Spearman", "Kendall"]
    if interval:
        share = f"{100 * interval.level:.10g}%"
        header[2:2] = [f"{share} over sentences", f"{share} over systems"]
    rows = []
    for item in found.agreement:
        level = item.system_level
        mark = ' class="best"' if level.pearson == best and len(known) > 1 else ""
        cells = [_safe(item.title), f"<td{mark}>{_show(level.pearson)}</td>"]
        if level.interval:
            over = level.interval.sentences
            cells += [_ends(over["pearson"] if over else None), _ends(level.interval.systems["pearson"])]
        rows.append([*cells, _show(level.spearman), _show(level.kendall)])
    return _rows(header, rows)


def _reading(found: MetaEvaluation) -> str:
    bars = any(item.intervals for item in found.agreement)
    across = any(not math.isnan(item.low) for item in found.human.systems)
    said = "Each point is a system; human score across, the measure's score up."
    if across:
        said += " Bars across: 95% of the bootstrap samples of judgements."
    if bars:
        said += " Bars up: the same of samples of sentences."
    return said


def _plot(found: MetaEvaluation, item: MeasureAgreement) -> str:
    factor = 100 if is_share(item) else 1
    points = []
    for system in found.systems:
        person = found.human[system]
        low, high = item.intervals.get(system, (math.nan, math.nan))
        score = item.scores[system]
        points.append(
            Point(printable(system), person.score, factor * score, person.low, person.high, factor * low, factor * high)
        )
    level = item.system_level
    caption = f"{_safe(item.title)} <span>r {_show(level.pearson)}, ρ {_show(level.spearman)}, n {level.n}</span>"
    up = printable(item.title) + (" (%)" if factor == 100 else "") + (", lower is better" * (item.better == "lower"))
    drawn = scatter(f"{item.title} against people", points, method_title(found.human), up)
    return f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>"


def _windows(found: MetaEvaluation) -> str:
    items = [item for item in found.agreement if item.windows]
    if not items:
        return ""
    names = [f"{window.first + 1}–{window.last + 1}" for window in items[0].windows]
    size = items[0].windows[0].last - items[0].windows[0].first + 1
    drawn = [Line(item.title, [window.pearson for window in item.windows]) for item in items]
    plot = lines("Correlation in windows", drawn, names, "places by human score, best first", "Pearson")
    return (
        f"<h2>Among {size} neighbours</h2>\n<p>The correlation among systems that people rank side by side: how far a "
        "measure tells near systems apart.</p>\n"
        f'<figure class="windows">{plot}{key([printable(item.title) for item in items])}</figure>'
    )


def _matrix(found: MetaEvaluation) -> str:
    if not found.tests:
        return ""
    titles = [item.title for item in found.agreement]
    known: dict[frozenset[str], MeasureTest] = {frozenset((test.a, test.b)): test for test in found.tests}

    def cell(one: str, two: str) -> str:
        if one == two:
            return '<td class="self">·</td>'
        p = known[frozenset((one, two))].adjusted_p
        kind = "differ" if p <= SIGNIFICANCE else "same"
        return f'<td class="{kind}">{_show(p)}</td>'

    rows = [[_safe(one), *(cell(one, two) for two in titles)] for one in titles]
    return (
        "<h2>Which measures differ</h2>\n<p>p of Williams' test after Holm's correction. Blue: the two correlate "
        f"differently with people (p at most {SIGNIFICANCE}). Grey: these systems cannot tell.</p>\n"
        + _rows(["", *map(_safe, titles)], rows, ' class="matrix"')
    )


def _sentences(found: MetaEvaluation) -> str:
    rows = [
        [
            _safe(item.title),
            f"{level.n:,}",
            _show(100 * level.accuracy, 2),
            _show(level.kendall),
            f"{level.ties:,}",
        ]
        for item in found.agreement
        if (level := item.sentence_level) is not None
    ]
    if not rows:
        return ""
    return "<h2>Sentence by sentence</h2>\n" + _rows(["measure", "pairs", "accuracy (%)", "Kendall", "ties"], rows)
