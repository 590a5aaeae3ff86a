// Kinds of errors: a heat table that can be sorted and filtered.
const FEW = 10;  // of fewer edits a rate says little
const LINKED = { type: "t:", category: "c:", operation: "o:", length: "l:", place: "p:", sentence: "s:", edits: "n:" };
const kinds = { by: 0, value: "recall", column: null, down: true };

// How many edits a rate is a share of.
function base([right, wrong, missed], value) {
  if (value === "f") return right + wrong + missed;
  return right + (value === "recall" ? missed : wrong);
}

function rate(counts, value) {
  const [right, wrong, missed] = counts, all = base(counts, value);
  if (!all) return null;
  return value === "f" ? 1.25 * right / (1.25 * right + 0.25 * missed + wrong) : right / all;
}

// The share of systems that miss such an edit.
function difficulty(group) {
  const missed = group[2].reduce((sum, counts) => sum + counts[2], 0), all = group[2].reduce((sum, counts) => sum + counts[0] + counts[2], 0);
  return all ? missed / all : null;
}

function sortValue(group, column) {
  if (column === "name") return group[0];
  if (column === "n") return group[1];
  if (column === "hard") return difficulty(group) ?? -1;
  const found = rate(group[2][column], kinds.value);
  return found === null ? -1 : found;
}

function sortBy(column) {
  kinds.down = kinds.column === column ? !kinds.down : column !== "name";
  kinds.column = column;
  drawKinds();
  document.querySelector("#kinds-table [aria-sort] button").focus();
}

function headCell(text, column, hint) {
  const button = make("button", { type: "button", title: hint }, text);
  button.addEventListener("click", () => sortBy(column));
  const sorted = kinds.column === column;
  if (sorted) button.append(kinds.down ? " ↓" : " ↑");
  return make("th", { scope: "col", "aria-sort": sorted ? (kinds.down ? "descending" : "ascending") : undefined }, button);
}

// Only what is nothing is 0, and only what is all is 100; a half goes to the even number, as in the figures.
function whole(part) {
  if (part > 0 && part < 0.005) return "<1";
  if (part > 0.995 && part < 1) return ">99";
  const down = Math.floor(100 * part), rest = 100 * part - down;
  return String(rest === 0.5 ? down + down % 2 : Math.round(100 * part));
}

// Half as deep as in the texts, so that the rates are what is seen first. Of one system it is what recall leaves.
const hasDifficulty = SYSTEMS.length > 1;
function hardCell(share, n) {
  if (!hasDifficulty) return "";
  if (share === null) return make("td", { class: "plain" }, "–");
  return make("td", { class: n < FEW ? "few" : "h" + Math.round(5 * share) }, whole(share));
}

// Of all rows together, whatever is filtered.
function totalRow(groups) {
  const sums = SYSTEMS.map((_, system) => [0, 1, 2].map(verdict => groups.reduce((sum, group) => sum + group[2][system][verdict], 0)));
  const wanted = sums.reduce((sum, [right, , missed]) => sum + right + missed, 0);
  const missing = sums.reduce((sum, counts) => sum + counts[2], 0);
  const most = Math.max(...sums.map(([right, , missed]) => right + missed));
  return make("tr", {}, make("th", { scope: "row" }, "all"), make("td", { class: "number" }, String(most)), hardCell(wanted ? missing / wanted : null, most),
    ...DATA.order.map(system => {
      const value = rate(sums[system], kinds.value);
      const about = `all, ${SYSTEMS[system]}: ${sums[system][0]} right, ${sums[system][1]} wrong, ${sums[system][2]} missed`;
      return make("td", { title: about }, value === null ? "–" : whole(value));
    }));
}

function kindCell(group, system, prefix, top) {
  const counts = group[2][system], value = rate(counts, kinds.value);
  const about = `${group[0]}, ${SYSTEMS[system]}: ${counts[0]} right, ${counts[1]} wrong, ${counts[2]} missed`;
  if (value === null) return make("td", { class: "plain", title: about }, "–");
  const kind = base(counts, kinds.value) < FEW ? "few" : "q" + Math.round(10 * value / top);
  const cell = make("td", { class: kind + " go", title: about }, whole(value));
  cell.dataset.kind = prefix + group[0];
  cell.dataset.system = system;
  return cell;
}

function drawKinds() {
  const { name, title, groups } = DATA.kinds[kinds.by], prefix = LINKED[name];
  const wanted = $("kinds-find").value.trim().toLowerCase();
  const rows = groups.filter(group => group[0].toLowerCase().includes(wanted));
  if (kinds.column !== null) {
    const sign = kinds.down ? -1 : 1;
    rows.sort((one, two) => {
      const a = sortValue(one, kinds.column), b = sortValue(two, kinds.column);
      return sign * (typeof a === "string" ? a.localeCompare(b) : a - b);
    });
  }
  const enough = rows.flatMap(group => group[2]).filter(counts => base(counts, kinds.value) >= FEW);
  const top = Math.max(0.01, ...enough.map(counts => rate(counts, kinds.value)));
  const head = make("tr", {}, headCell(title, "name"), headCell("edits", "n", "edits of the gold, at most"),
    hasDifficulty ? headCell("difficulty", "hard", "share of the systems that miss such an edit") : "",
    ...DATA.order.map(place => headCell(brief(SYSTEMS[place]), place, SYSTEMS[place])));
  const body = rows.map(group => {
    const label = make("button", { type: "button", title: "show the sentences" }, group[0]);
    label.addEventListener("click", () => showSentences(prefix + group[0]));
    return make("tr", {}, make("th", { scope: "row" }, label), make("td", { class: "number" }, String(group[1])), hardCell(difficulty(group), group[1]),
      ...DATA.order.map(system => kindCell(group, system, prefix, top)));
  });
  $("kinds-table").replaceChildren(make("caption", { class: "hidden-text" }, `${kinds.value} by ${title}, in percent`),
    make("thead", {}, head), make("tbody", {}, ...body), make("tfoot", {}, totalRow(groups)));
  fadeTables();
  $("kinds-note").textContent = (rows.length ? "" : "No row matches. ") +
    "In percent" + (SYSTEMS.length > 1 ? `, systems in the order of ${MEASURES[0].title}` : "") + ". Edits: how many the gold has" +
    (DATA.gold.some(layers => layers.length > 1) ? `; systems may be compared with different ${DATA.judge}s, so this is the most of any system and need not add up. ` : ". ") +
    (hasDifficulty ? "Difficulty (red): how many of these the systems miss, on average. " : "") +
    `Blue: the stronger, the nearer to the best of the table. Italic without a colour: fewer than ${FEW} edits, too few to compare. –: nothing to count.` +
    ` A click on a row shows its sentences, on a cell those where the system ${kinds.value === "precision" ? "has a wrong edit" : "missed one"}.`;
}

function showSentences(kind, system) {
  $("filters").reset();
  $("kind").value = kind;
  if (system !== undefined) {
    $("system-a").value = system;
    $("verdict-a").value = String(kinds.value === "precision" ? WRONG : MISSED);
  }
  applyFilters();
  $("sentences").scrollIntoView();
  $("list").focus({ preventScroll: true });
}

function startKinds() {
  fill($("kinds-by"), DATA.kinds.map((grouping, place) => [place, grouping.title]));
  $("kinds-by").addEventListener("change", event => {
    kinds.by = Number(event.target.value);
    kinds.column = null;
    drawKinds();
  });
  $("kinds-value").addEventListener("change", event => {
    kinds.value = event.target.value;
    drawKinds();
  });
  $("kinds-find").addEventListener("input", drawKinds);
  $("kinds-table").addEventListener("click", event => {
    const cell = event.target.closest("td.go");
    if (cell) showSentences(cell.dataset.kind, cell.dataset.system);
  });
  drawKinds();
}
