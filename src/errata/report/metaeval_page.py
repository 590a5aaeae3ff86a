"""A meta-evaluation as a page: what agrees with people, a plot for each measure, windows, and which measures differ.

Everything is in the page and nothing is fetched; the policy in its head forbids it.
"""

import math
from collections.abc import Sequence

from errata.api.agreement import MeasureAgreement, MetaEvaluation
from errata.report.metaeval import (
    SIGNIFICANCE,
    describe_experiments,
    describe_judgements,
    describe_references,
    describe_ties,
    is_share,
    method_title,
)
from errata.report.pages import page as standing_page
from errata.report.pages import safe
from errata.report.plots import Line, Point, key, lines, scatter
from errata.stats.closeness import MeasureTest
from errata.text.messages import plural, printable

_BODY = """\
<p>{summary}</p>
<p class="verdict">{verdict}</p>
{remarks}
<h2>Correlation over systems</h2>
{agreement}
<h2>Scores against human scores</h2>
<p>{reading}</p>
<div class="plots">
{plots}
</div>
<h2>Systems</h2>
{systems}
{windows}
{tests}
{sentences}
<footer>
{signatures}
</footer>"""


def page(found: MetaEvaluation) -> str:
    """Return a self-contained page."""
    body = _BODY.format(
        summary=_summary(found),
        verdict=_verdict(found),
        remarks=_remarks(found),
        agreement=_agreement(found),
        reading=_reading(found),
        plots="\n".join(_plot(found, item) for item in found.agreement),
        systems=_systems(found),
        windows=_windows(found),
        tests=_matrix(found),
        sentences=_sentences(found),
        signatures="\n".join(f"<p><code>{safe(item.signature)}</code></p>" for item in found.agreement),
    )
    return standing_page("Which measure agrees with people", body)


def _summary(found: MetaEvaluation) -> str:
    sentences = "" if found.n_sentences is None else f", {plural(found.n_sentences, 'sentence')}"
    said = [f"{len(found.systems)} systems{sentences}. People: {method_title(found.human)}"]
    return safe("; ".join([*said, *describe_judgements(found.human)]) + ".")


def _verdict(found: MetaEvaluation) -> str:
    if not found.tests:
        return "One measure: there is nothing to compare it with."
    n = sum(test.is_significant for test in found.tests)
    pairs = plural(len(found.tests), "pair")
    rest = "the other differences may be chance" if n else "any of the differences may be chance"
    return safe(
        f"{n} of {pairs} of measures differ{'s' * (len(found.tests) == 1)} at {SIGNIFICANCE} (Williams' test on "
        f"{len(found.systems)} systems, with Holm's correction); {rest}."
    )


def _remarks(found: MetaEvaluation) -> str:
    references = [said[0].upper() + said[1:] for said in describe_references(found)]
    return "\n".join(f"<p>{safe(said)}.</p>" for said in [*references, *describe_experiments(found)])


def _show(value: float, digits: int = 3) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _ends(ends: tuple[float, float] | None, digits: int = 3) -> str:
    return "" if ends is None else f"[{_show(ends[0], digits)}, {_show(ends[1], digits)}]"


def _p(value: float) -> str:
    return "&lt;0.001" if value < 0.0005 else _show(value)


def _cell(content: str) -> str:
    return content if content.startswith("<td") else f"<td>{content}</td>"


def _rows(header: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """Return a table of cells that are already HTML, with the first of each row as its heading."""
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
        cells = [safe(item.title), f"<td{mark}>{_show(level.pearson)}</td>"]
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
    caption = f"{safe(item.title)} <span>r {_show(level.pearson)}, ρ {_show(level.spearman)}, n {level.n}</span>"
    up = printable(item.title) + (" (%)" if factor == 100 else "") + (", lower is better" * (item.better == "lower"))
    drawn = scatter(f"{item.title} against people", points, method_title(found.human), up)
    return f"<figure><figcaption>{caption}</figcaption>{drawn}</figure>"


def _systems(found: MetaEvaluation) -> str:
    people = found.human.systems
    is_ranked = any(item.cluster is not None for item in people)
    header = [
        "system",
        "people",
        *(["ranks", "cluster"] if is_ranked else []),
        *(item.title for item in found.agreement),
    ]
    rows = []
    for person in people:
        cells = [safe(person.system), _show(person.score)]
        if is_ranked:
            low, high = person.rank_low, person.rank_high
            cells += ["–" if low is None else f"{low}–{high}" if low != high else f"{low}"]
            cells += ["–" if person.cluster is None else str(person.cluster)]
        for item in found.agreement:
            score = item.scores.get(person.system)
            shown = "" if score is None else _show(100 * score, 2) if is_share(item) else _show(score)
            cells.append(shown)
        rows.append(cells)
    said = f"People: {method_title(found.human)}, best first."
    if is_ranked:
        said += " Ranks: those a system keeps in 95% of the samples. Judges cannot order the systems of one cluster."
    if not all(item.takes_part for item in people):
        said += " Systems without scores were judged but do not take part."
    return f"<p>{safe(said)}</p>\n" + _rows([safe(title) for title in header], rows)


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
        return f'<td class="{kind}">{_p(p)}</td>'

    rows = [[safe(one), *(cell(one, two) for two in titles)] for one in titles]
    return (
        "<h2>Which measures differ</h2>\n<p>p of Williams' test after Holm's correction. Blue: the two correlate "
        f"differently with people (p at most {SIGNIFICANCE}). Grey: these systems cannot tell.</p>\n"
        + _rows(["", *map(safe, titles)], rows, ' class="matrix"')
    )


def _sentences(found: MetaEvaluation) -> str:
    rows = []
    header = ["measure", "pairs", "accuracy (%)", "Kendall", "ties"]
    for item in found.agreement:
        level = item.sentence_level
        if level is None:
            continue
        cells = [safe(item.title), f"{level.n:,}", _show(100 * level.accuracy, 2), _show(level.kendall)]
        if level.interval:
            low, high = level.interval.accuracy
            share = f"{100 * level.interval.level:.10g}%"
            header = ["measure", "pairs", "accuracy (%)", share, "Kendall", share, "ties"]
            cells[3:] = [_ends((100 * low, 100 * high), 2), cells[3], _ends(level.interval.kendall)]
        rows.append([*cells, f"{level.ties:,}"])
    if not rows:
        return ""
    return (
        "<h2>Sentence by sentence</h2>\n<p>Pairs of outputs for one sentence to which a judge gave different ranks: "
        f"how many of them a measure orders the same way. Ties of the measure: {safe(describe_ties(found.ties))}.</p>\n"
        + _rows(header, rows)
        + _ranks(found)
    )


def _ranks(found: MetaEvaluation) -> str:
    """Return accuracy by pair of human ranks, a column for each pair."""
    parts = {
        item.title: {part.ranks: part for part in item.sentence_level.by_rank}
        for item in found.agreement
        if item.sentence_level and item.sentence_level.by_rank
    }
    pairs = sorted({ranks for found_ranks in parts.values() for ranks in found_ranks})
    if not pairs:
        return ""
    rows = [
        [safe(title), *(_show(100 * own[pair].accuracy, 2) if pair in own else "" for pair in pairs)]
        for title, own in parts.items()
    ]
    header = ["measure", *(f"{better} and {worse}" for better, worse in pairs)]
    return (
        "\n<h2>By pair of human ranks</h2>\n<p>Accuracy (%) on the pairs to which a judge gave these two ranks: near "
        "ranks are harder to tell apart.</p>\n" + _rows(header, rows)
    )
