// Keys, printing, and the start.
const PRINTED = 20;

const typing = target => target.closest && target.closest("input, select, textarea, dialog");

function openHelp() {
  if (!$("help").open) $("help").showModal();
}

// Where the sentence begins out of sight, a key would seem to do nothing.
function stepInSight(by) {
  step(by);
  const top = $("sentence").getBoundingClientRect().top;
  if (top < 0 || top > innerHeight - 100) $("sentence").scrollIntoView();
}

const KEYS = {
  j: () => stepInSight(1),
  k: () => stepInSight(-1),
  "/": () => $("find").focus(),
  "?": openHelp,
  e: () => $("explain") && $("explain").click(),
  c: () => $("copy") && $("copy").click(),
  x: () => $("filters").reset(),
};
const LIST_KEYS = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  PageDown: () => step(8),
  PageUp: () => step(-8),
  Home: () => step(-N),
  End: () => step(N),
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && event.target === $("find")) list.focus();
  if (typing(event.target)) return;
  const act = KEYS[event.key] || (event.target === list && LIST_KEYS[event.key]);
  if (!act) return;
  event.preventDefault();
  act();
}

let opened = [];  // for paper only

function beforePrint() {
  panels.forEach(panel => { panel.hidden = false; });
  opened = [...document.querySelectorAll("#overview details:not([open])")];
  opened.forEach(item => { item.open = true; });
  if (!N) return;
  const more = listed.length - PRINTED;
  $("printout").replaceChildren(...listed.slice(0, PRINTED).map(index => make("div", { class: "printed" },
    make("h3", {}, `Sentence ${called(index)}`), make("dl", { class: "texts" }, ...line("source", "", [DATA.sources[index]]), ...goldLines(index).flat(),
      ...systemLines(index)))),
  make("p", {}, more > 0 ? `${count(more, "more sentence")} not printed; filter the list to choose which are.` : ""));
}

function afterPrint() {
  showMeasure(state.measure);
  opened.forEach(item => { item.open = false; });
  if (N) $("printout").replaceChildren();
}

addEventListener("beforeprint", beforePrint);
addEventListener("afterprint", afterPrint);
if (N) {
  startKinds();
  startList();
  startMap();
  $("help-button").addEventListener("click", openHelp);
  document.addEventListener("keydown", pressed);
}
showMeasure(0);
if (N) followLink();
performance.mark("ready");
