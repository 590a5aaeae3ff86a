"""Pages that stand alone: everything is inside, nothing is fetched; the policy in the head forbids it."""

from html import escape

from errata._version import __version__
from errata.text.messages import printable

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="errata {version}">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
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
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; font-size: .95rem; overflow-wrap: anywhere; }
figcaption span { font-weight: 400; white-space: nowrap; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 11px system-ui, sans-serif; fill: #1a1a1a; }
svg circle { fill: #0072b2; }
svg .grid { stroke: #e2e2e2; }
svg .bar { stroke: #0072b2; stroke-opacity: .45; stroke-width: 1.5; }
svg .line { fill: none; stroke-width: 2; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; }
.key .sample { display: inline-block; width: 2.2rem; vertical-align: middle; }
.windows { max-width: 36rem; }
footer { margin-top: 2rem; color: #555; font-size: .75rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } figure, table { break-inside: avoid; } }"""


def page(title: str, body: str) -> str:
    """Return a page with a heading; the body is HTML already."""
    return _PAGE.format(version=__version__, style=_STYLE, title=safe(title), body=body)


def safe(text: object) -> str:
    """Return text for a page, control characters made visible."""
    return escape(printable(str(text)))


def figure(name: str, about: str, drawing: str) -> str:
    """Return a drawing with its caption."""
    return f'<figure class="windows"><figcaption>{safe(name)} <span>{safe(about)}</span></figcaption>{drawing}</figure>'
