// The list of sentences: only the rows in view are in the page, however many there are.
const list = $("list"), rows = $("rows");
let current = 0;  // the number of the sentence, from 0
let rowHeight = 72;

function row(place) {
  const index = listed[place], system = $("system-a").value, order = state.order;
  const item = make("div", { class: "row", role: "option", id: "row-" + index, "aria-selected": index === current ? "true" : "false",
    "aria-posinset": place + 1, "aria-setsize": listed.length });
  item.style.top = place * rowHeight + "px";
  let beside = "";
  if (order === "cost") beside = points(ORDERS.cost(index));
  else if (order === "disagree") beside = (100 * ORDERS.disagree(index)).toFixed(0) + "%";
  else if (order === "hard") beside = ORDERS.hard(index) + SIGNS[MISSED];
  else if (system !== "") beside = tally(editsOf(Number(system), index));
  item.append(make("span", { class: "number" }, String(called(index))), make("span", { class: "counts" }, beside),
    make("span", { class: "text", dir: "auto" }, ...difficultyText(index)));
  item.dataset.index = index;
  return item;
}

function drawRows() {
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const last = Math.min(listed.length, first + Math.ceil(list.clientHeight / rowHeight) + 10);
  rows.style.height = listed.length * rowHeight + "px";
  const shown = [];
  for (let place = first; place < last; place++) shown.push(row(place));
  rows.replaceChildren(...shown);
  const active = "row-" + current;
  if (shown.some(item => item.id === active)) list.setAttribute("aria-activedescendant", active);
  else list.removeAttribute("aria-activedescendant");
}

function scrollTo(place) {
  const top = place * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

function choose(index, link = true) {
  current = index;
  const place = listed.indexOf(index);
  if (place >= 0) scrollTo(place);
  drawRows();
  drawMap();
  drawSentence();
  if (link) history.replaceState(null, "", "#s" + called(index));
}

function step(by) {
  if (!listed.length) return;
  const place = listed.indexOf(current);
  const next = place < 0 ? 0 : Math.min(listed.length - 1, Math.max(0, place + by));
  choose(listed[next]);
}

// Other filters lead to the first sentence that they leave; without them the chosen one stays.
function applyFilters(stays = false) {
  $("verdict-b").disabled = $("system-b").value === "";
  if ($("order").value === "cost" && !costs) {
    once("costs").then(found => {
      costs = found;
      applyFilters(stays);
    });
    return;
  }
  const start = performance.now();
  findListed();
  list.scrollTop = 0;
  if (listed.length && (!stays || !listed.includes(current))) current = listed[0];
  const place = listed.indexOf(current);
  if (place > 0) scrollTo(place);
  drawRows();
  drawMap();
  drawSentence();
  performance.measure("filter", { start, end: performance.now() });
}

function measureChanged() {
  if ($("order").value === "cost") applyFilters();
  else drawSentence();
}

// #s12 is the twelfth sentence of the file, whatever is filtered.
function followLink() {
  const found = /^#s([0-9]+)$/.exec(location.hash);
  const index = found ? placeOf(Number(found[1])) : -1;
  if (index < 0 || index >= N) return;
  show(index, false);
  $("sentences").scrollIntoView();
  list.focus({ preventScroll: true });
}

// Choose a sentence; filters that hide it go.
function show(index, link = true) {
  if (!listed.includes(index)) {
    $("filters").reset();
    findListed();
  }
  choose(index, link);
}

function startList() {
  rowHeight = 4.5 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const verdicts = [[String(RIGHT), "is right"], [String(WRONG), "is wrong"], [String(MISSED), "missed an edit"]];
  fill($("system-a"), [["", "any system"], ...SYSTEMS.map((name, place) => [place, name])]);
  fill($("verdict-a"), [["", "any verdict"], ...verdicts]);
  fill($("system-b"), [["", "no other system"], ...SYSTEMS.map((name, place) => [place, name])]);
  fill($("verdict-b"), [["not", "is not right"], ...verdicts]);
  fill($("kind"), [["", "any kind"]]);
  for (const { name, title, groups } of DATA.kinds) {
    const names = groups.map(group => group[0]), isRange = !["t:", "c:", "o:"].includes(LINKED[name]);
    $("kind").append(make("optgroup", { label: title }, ...(isRange ? names : names.sort()).map(group =>
      make("option", { value: LINKED[name] + group }, isRange ? `${title}: ${group}` : group))));
  }
  $("filters").addEventListener("input", () => applyFilters());
  $("filters").addEventListener("submit", event => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(() => applyFilters(true)));
  list.addEventListener("scroll", drawRows);
  list.addEventListener("click", event => {
    const item = event.target.closest(".row");
    if (item) choose(Number(item.dataset.index));
  });
  addEventListener("resize", drawRows);
  addEventListener("hashchange", followLink);
  drawLegend();
  findListed();
  drawRows();
  warmUp();
}

function drawLegend() {
  const n = SYSTEMS.length, levels = n > 2 ? [n, Math.round(n / 2), 0] : n > 1 ? [2, 1, 0] : [1, 0];
  const named = solved => n === 1 ? ["missed", "made"][solved] : solved === n ? "all" : solved || "none";
  const shades = levels.flatMap(solved => [make("span", { class: "h" + Math.round(10 * (n - solved) / n) }, String(named(solved))), " "]);
  $("difficulty-legend").replaceChildren(n === 1 ? "List: " : "List: made by ", ...shades,
    n === 1 ? "; +: to insert" : `of ${n} systems; +: to insert`);
}

// What the first search and the first order need is made while nobody waits.
function warmUp() {
  const later = window.requestIdleCallback || setTimeout;
  const jobs = [];
  for (let start = 0; start < N; start += 250) jobs.push(() => { for (let index = start; index < Math.min(N, start + 250); index++) searchable(index); });
  MEASURES.forEach((_, measure) => SYSTEMS.forEach((_, system) => jobs.push(() => shareOf(measure, system))));
  const next = () => {
    if (jobs.length) {
      jobs.shift()();
      later(next);
    } else performance.mark("warm");
  };
  later(next);
}
