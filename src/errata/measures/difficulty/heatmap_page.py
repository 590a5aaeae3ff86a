"""The constant parts of the heat map page: frame, style and script.

Everything is in the page and nothing is fetched; the policy in its head forbids it.
"""

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'">
<meta name="generator" content="errata {version}">
<title>What is hard: {title}</title>
<style>
{style}
{shades}
</style>
<noscript><style>{inline}</style></noscript>
</head>
<body>
<h1>What is hard: {title}</h1>
<p>{summary}</p>
<div id="bar">
<div id="legend"><span>easy</span>{legend}<span>hard</span></div>
<div id="switches">
<label><input type="checkbox" data-class="texts"> corrections in the text</label>
<label><input type="checkbox" data-class="counts"> how many systems were right</label>
<label><input type="checkbox" data-class="fp"> <i class="f {deepest}">false positives</i></label>
<label><input type="checkbox" data-class="errors"> only sentences with errors</label>
</div>
<p id="help">Point at a mark, tap it, or reach it with the Tab key; ← and → go from mark to mark, Esc closes.</p>
</div>
<main>
<ol id="text">
{sentences}
</ol>
</main>
<div id="tip" role="status" hidden></div>
<footer><p><code>{signature}</code></p></footer>
<script>
const SYSTEMS = {systems}, BEHIND = {n_systems}, LEARNED = {learned};
{script}
</script>
</body>
</html>"""

STYLE = """\
:root { color-scheme: light; }
body { font: 1rem/1.9 system-ui, sans-serif; max-width: 54rem; margin: 0 auto; padding: 1rem 1.25rem 12rem;
  color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; }
p { line-height: 1.5; margin: .5rem 0; }
#bar { position: sticky; top: 0; z-index: 1; background: #fff; border-bottom: 1px solid #999; padding: .4rem 0;
  font-size: .875rem; line-height: 1.6; }
#legend { display: flex; flex-wrap: wrap; align-items: center; gap: .15rem; }
#legend span { margin: 0 .3rem; }
#legend b { min-width: 1.7em; text-align: center; }
#switches { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
#help { margin: 0; color: #555; }
ol { list-style: none; padding: 0; }
li, mark, i { scroll-margin: 8rem 0 10rem; }
li { position: relative; padding: .1rem 0 .1rem 3.2em; overflow-wrap: anywhere;
  content-visibility: auto; contain-intrinsic-size: auto 2em; }
li::before { content: attr(id); position: absolute; left: 0; width: 3.2em; text-align: right; color: #666;
  font-size: .8em; line-height: 2.375; }
.errors li.ok { display: none; }
mark, #legend b { border: 1px solid #a11; border-radius: .25em; padding: 0 .2em; font-weight: normal;
  -webkit-box-decoration-break: clone; box-decoration-break: clone;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
mark, .fp i { cursor: help; }
i { font-style: normal; }
i.z { display: none; }
.fp i { border-bottom: 2px dashed #124a8c; border-radius: .25em .25em 0 0; padding: 0 .1em;
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.fp i.z { display: inline; }
mark:focus, i:focus, input:focus-visible { outline: 3px solid #1a5fb4; outline-offset: 1px; }
.texts mark::after { content: "→" attr(data-c); }
.counts mark::after { content: " " attr(data-n); font-size: .75em; }
.texts.counts mark::after { content: "→" attr(data-c) " " attr(data-n); font-size: inherit; }
.texts mark.z::after { content: attr(data-c); }
.texts.counts mark.z::after { content: attr(data-c) " " attr(data-n); }
#tip { position: absolute; z-index: 2; max-width: 24rem; padding: .5rem .75rem; line-height: 1.4; font-size: .9rem;
  background: #1a1a1a; color: #fff; border-radius: .4rem; box-shadow: 0 2px 8px #0006; pointer-events: none; }
#tip[hidden] { display: none; }
#tip div:first-child { font-weight: bold; }
footer { color: #555; font-size: .8rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  #bar { position: static; }
  #tip { position: fixed; left: 0 !important; right: 0; bottom: 0; top: auto !important; max-width: none;
    border-radius: .4rem .4rem 0 0; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; line-height: 1.7; }
  #bar { position: static; }
  #switches, #help, #tip { display: none; }
  li { content-visibility: visible; break-inside: avoid; }
}"""

INLINE = """mark::after { content: "→" attr(data-c) " " attr(data-n); } #switches, #help { display: none; }"""
"""Where there is no pointer, on paper or without scripts, the text says everything."""

SCRIPT = """\
const tip = document.getElementById("tip"), body = document.body;

// Bit k of the hexadecimal number stands for system k.
function names(mask) {
  const digits = [...(mask || "")].reverse().map(digit => parseInt(digit, 16));
  return SYSTEMS.filter((_, k) => (digits[k >> 2] || 0) >> (k & 3) & 1);
}

function line(label, list) {
  if (!list.length) return;
  const row = document.createElement("div");
  row.textContent = label + list.join(", ");
  tip.append(row);
}

function show(mark) {
  const data = mark.dataset, isError = mark.tagName === "MARK", isSlot = mark.classList.contains("z");
  const right = names(data.s), wrong = names(data.m);
  tip.replaceChildren();
  if (isError) {
    line("", [(isSlot ? "insert " : mark.textContent + " → ") + data.c + (data.t ? "  (" + data.t + ")" : "")]);
    line("", [data.n.replace("/", " of ") + (BEHIND === 1 ? " system" : " systems") + " right" +
      (LEARNED ? "" : " when the weights were made") + ", weight " + data.w]);
    line(LEARNED ? "right: " : "right here: ", right);
    line("changed otherwise: ", wrong);
    line("left alone: ", SYSTEMS.filter(name => !right.includes(name) && !wrong.includes(name)));
  } else {
    line("", [isSlot ? "nothing is missing here" : mark.textContent + " needs no change"]);
    line("changed all the same: ", wrong);
  }
  tip.hidden = false;
  const box = mark.getBoundingClientRect(), size = tip.getBoundingClientRect();
  const below = box.bottom + size.height + 8 < innerHeight;
  const room = document.documentElement.clientWidth - size.width - 8;
  tip.style.left = scrollX + Math.max(8, Math.min(box.left, room)) + "px";
  tip.style.top = scrollY + (below ? box.bottom + 6 : box.top - size.height - 6) + "px";
}

function marked(event) {
  return event.target.closest && event.target.closest(body.classList.contains("fp") ? "mark, #text i" : "mark");
}

function hide() {
  const focused = document.activeElement;
  if (focused.matches("mark, #text i")) show(focused); else tip.hidden = true;
}

addEventListener("pointerover", event => { const mark = marked(event); if (mark) show(mark); });
addEventListener("pointerout", event => { if (marked(event)) hide(); });
addEventListener("focusin", event => { const mark = marked(event); if (mark) show(mark); else tip.hidden = true; });
addEventListener("click", event => { const mark = marked(event); if (mark) mark.focus(); });
addEventListener("keydown", event => {
  if (event.key === "Escape") tip.hidden = true;
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], mark = marked(event);
  if (!step || !mark) return;
  const all = [...document.querySelectorAll(body.classList.contains("fp") ? "mark, #text i" : "mark")];
  const next = all[all.indexOf(mark) + step];
  if (next) next.focus();
  event.preventDefault();
});

for (const box of document.querySelectorAll("#switches input")) {
  box.onchange = () => {
    body.classList.toggle(box.dataset.class, box.checked);
    tip.hidden = true;
    if (box.dataset.class === "fp")
      for (const mark of document.querySelectorAll("#text i"))
        if (box.checked) mark.tabIndex = 0; else mark.removeAttribute("tabindex");
  };
  box.onchange();
}

// Paper cannot be pointed at.
let before = "";
addEventListener("beforeprint", () => { before = body.className; body.classList.add("texts", "counts"); });
addEventListener("afterprint", () => { body.className = before; });"""
