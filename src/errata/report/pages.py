"""Self-contained pages: everything is included, nothing is fetched; the policy in the head forbids it."""

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
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --rule: #ddd; --quiet: #555; --shade: #f0f0f0;
  --blue: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #16181c; --rule: #3c4048; --quiet: #a8adb5; --shade: #262a31; --blue: #56b4e9; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --rule: #ddd; --quiet: #555; --shade: #f0f0f0;
    --blue: #0072b2; }
}
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 74rem; margin: 0 auto; padding: 1rem 1.25rem 4rem;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .3rem; }
p { margin: .4rem 0; max-width: 54rem; }
.verdict { font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child { text-align: left; font-weight: 600; position: sticky; left: 0; background: var(--paper); }
thead th { border-bottom: 2px solid var(--quiet); font-weight: 600; }
td.best { font-weight: 700; }
.matrix td { min-width: 3.6em; }
.matrix td.differ { background: var(--blue); color: var(--paper); font-weight: 600; }
.matrix td.same { background: var(--shade); }
.matrix td.self { color: var(--quiet); }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; font-size: .95rem; overflow-wrap: anywhere; }
figcaption span { font-weight: 400; white-space: nowrap; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink); stroke: var(--paper); stroke-width: 3px;
  paint-order: stroke; }
svg circle, svg rect { fill: var(--blue); }
svg .grid { stroke: var(--rule); }
svg .bar { stroke: var(--blue); stroke-opacity: .45; stroke-width: 1.5; }
svg .line { fill: none; stroke-width: 2; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; }
.key .sample { display: inline-block; width: 2.2rem; vertical-align: middle; }
.windows { max-width: 36rem; }
footer { margin-top: 2rem; color: var(--quiet); font-size: .75rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } figure, table { break-inside: avoid; } }"""


def page(title: str, body: str) -> str:
    """Return a page with a heading; the body is already HTML."""
    return _PAGE.format(version=__version__, style=_STYLE, title=safe(title), body=body)


def safe(text: object) -> str:
    """Return text for a page, with control characters made visible."""
    return escape(printable(str(text)))


def figure(name: str, about: str, drawing: str) -> str:
    """Return a drawing with its caption."""
    return f'<figure class="windows"><figcaption>{safe(name)} <span>{safe(about)}</span></figcaption>{drawing}</figure>'
