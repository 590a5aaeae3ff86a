// One sentence in full: source, references, what every system made of it, scores, and the counts behind them.
const MOST_NAMES = 15;

function line(name, about, content) {
  return [make("dt", {}, ...[name].flat(), ...[about].flat().filter(Boolean).map(part => make("small", {}, part))), make("dd", { dir: "auto" }, ...content)];
}

function tally(edits) {
  return [RIGHT, WRONG, MISSED].map(verdict => [edits.filter(edit => edit[4] === verdict).length, SIGNS[verdict]])
    .filter(([n]) => n).map(([n, sign]) => n + sign).join(" ");
}

// An annotator, or a reference that is plain text.
const calledJudge = label => `${DATA.judge} ${label}`;

function goldLines(index) {
  return DATA.gold[index].map(([annotator, edits]) => {
    return line(calledJudge(annotator), count(edits.length, "edit"), edits.length ? goldText(index, edits) : ["nothing to change"]);
  });
}

function systemOrder(index) {
  const own = DATA.scores[state.measure].map(scores => scores[index]), sign = MEASURES[state.measure].better === "lower" ? -1 : 1;
  return SYSTEMS.map((_, system) => system).sort((a, b) => sign * (own[b] - own[a]) || a - b);
}

// Systems with the same edits and score share a line.
function alike(index) {
  const groups = new Map();
  for (const system of systemOrder(index)) {
    const key = JSON.stringify([DATA.made[system][index], DATA.scores[state.measure][system][index]]);
    groups.set(key, [...(groups.get(key) || []), system]);
  }
  return [...groups.values()];
}

// What is said of a table stays outside the box it scrolls in, where it would be cut.
function wideTable(label, about, head, body) {
  return [make("p", { class: "note" }, about), make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    make("table", {}, make("caption", { class: "hidden-text" }, about), make("thead", {}, head), make("tbody", {}, ...body)))];
}

function scoreTable(index) {
  const head = make("tr", {}, make("th", { scope: "col" }, "system"),
    ...MEASURES.map(measure => make("th", { scope: "col" }, ...broken(measure.title), make("br"), make("small", {}, measure.label))));
  const body = systemOrder(index).map(system => make("tr", {}, make("th", { scope: "row", title: SYSTEMS[system] }, brief(SYSTEMS[system])),
    ...MEASURES.map((_, measure) => make("td", {}, percent(DATA.scores[measure][system][index])))));
  return wideTable("Scores of this sentence", "Scores of this sentence alone, in percent", head, body);
}

function asText(index) {
  const lines = [`sentence ${called(index)}`, `source\t${DATA.sources[index]}`];
  for (const [annotator, edits] of DATA.gold[index]) lines.push(`${calledJudge(annotator)}\t${applied(index, edits)}`);
  SYSTEMS.forEach((name, system) => {
    const edits = editsOf(system, index), made = edits.filter(edit => edit[4] !== MISSED);
    const scores = MEASURES.map((measure, place) => `${measure.title} ${percent(DATA.scores[place][system][index])}`).join(", ");
    lines.push(`${name}\t${applied(index, made)}\t${tally(edits)}\t${scores}`);
  });
  return lines.join("\n");
}

function button(text, act) {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", () => act(made));
  return made;
}

// Of very many only some; the table of scores has them all.
function listedNames(members) {
  const names = members.slice(0, MOST_NAMES), more = members.length - MOST_NAMES;
  return [...names.flatMap((system, place) => [make("span", { class: "whole", title: SYSTEMS[system] }, brief(SYSTEMS[system], BESIDE) + (place + 1 < names.length ? "," : "")), " "]),
    more > 0 ? `and ${more} others` : ""];
}

// The systems that the filters name: what they did is what is looked for.
const asked = () => ["system-a", "system-b"].map(id => $(id).value).filter(Boolean).map(Number);

// What the systems made of a sentence, those that are asked for first, then the best.
function systemLines(index) {
  const first = asked(), groups = alike(index).map(members => [...first.filter(system => members.includes(system)), ...members.filter(system => !first.includes(system))]);
  const place = members => first.includes(members[0]) ? first.indexOf(members[0]) : first.length;
  return groups.sort((a, b) => place(a) - place(b)).flatMap(members => {
    const edits = editsOf(members[0], index), score = percent(DATA.scores[state.measure][members[0]][index]);
    const against = DATA.gold[index].length > 1 ? `against ${calledJudge(DATA.gold[index][layerOf(members[0], index)][0])}` : "";
    const about = [[`${MEASURES[state.measure].title} ${score}`, tally(edits)].filter(Boolean).join(" · "), against];
    return line(listedNames(members), about, edits.length ? markedText(index, edits) : ["unchanged, as it should be"]);
  });
}

function drawSentence() {
  const index = current, box = $("sentence");
  if (!listed.length) {
    box.replaceChildren(make("p", {}, "No sentence matches these filters."));
    return;
  }
  const explain = button("Explain the counts", toggle => explainSentence(toggle));
  explain.id = "explain";
  explain.setAttribute("aria-expanded", "false");
  const copied = button("Copy as text", made => copy(asText(index), made));
  copied.id = "copy";
  const name = DATA.names.length && DATA.names[index] ? ` (${DATA.names[index]})` : "";
  const focused = [...box.querySelectorAll(".bar button")].indexOf(document.activeElement);
  box.replaceChildren(make("h3", {}, `Sentence ${called(index)}${name}`),
    make("div", { class: "bar" }, button("← Previous", () => step(-1)), button("Next →", () => step(1)), explain,
      copied,
      button("Copy link", made => copy(location.href.split("#")[0] + "#s" + called(index), made))),
    make("div", { id: "explanation" }), make("dl", { class: "texts" }, ...line("source", "", [DATA.sources[index]]), ...goldLines(index).flat(), ...systemLines(index)),
    ...scoreTable(index));
  // Whoever pressed Next by a key presses it again.
  if (focused >= 0) box.querySelectorAll(".bar button")[focused].focus({ preventScroll: true });
  fadeTables();
}

// Options are not broken after their dashes.
const commandWords = index => `${DATA.command} --sentence ${called(index)}`.split(" ").flatMap((word, place) => [place ? " " : "", make("span", { class: "whole" }, word)]);

const whom = label => label === null ? "all" : /^[0-9]+$/.test(label) ? calledJudge(label) : label;

// The counts of all systems under the chosen measure, and where the page has it, what `errata explain` says.
async function explainSentence(toggle) {
  const index = current, number = state.measure;
  if ($("explanation").hasChildNodes()) {
    $("explanation").replaceChildren();
    toggle.setAttribute("aria-expanded", "false");
    return;
  }
  const [counts, told, cost] = await Promise.all([once("counts-" + number), once("explanations"), once("costs")]);
  if (index !== current || number !== state.measure) return;
  $("explain").setAttribute("aria-expanded", "true");  // the sentence may have been drawn again meanwhile
  const measure = MEASURES[number];
  const at = joined => joined.split(",")[index];
  const own = SYSTEMS.map((_, system) => counts.values[system].map(at));
  const against = SYSTEMS.map((_, system) => counts.labels[at(counts.against[system])]);
  const shown = counts.columns.map((_, place) => place).filter(place => counts.columns.length <= 12 ||
    own.some(values => values[place] !== "0"));
  const head = make("tr", {}, make("th", { scope: "col" }, "system"), make("th", { scope: "col" }, "compared with"),
    ...shown.map(place => make("th", { scope: "col" }, counts.columns[place])), make("th", { scope: "col" }, measure.label),
    make("th", { scope: "col" }, "cost"));
  const body = systemOrder(index).map(system => make("tr", {}, make("th", { scope: "row", title: SYSTEMS[system] }, brief(SYSTEMS[system])),
    make("td", {}, whom(against[system])), ...shown.map(place => make("td", {}, own[system][place])),
    make("td", {}, percent(DATA.scores[number][system][index])), make("td", {}, points(cost[number][system][index]))));
  const caption = `${measure.title}: the counts of this sentence. Cost: how many points better the score of all sentences would be without it.`;
  const parts = wideTable("Counts", caption, head, body), nTables = parts.length;
  for (const system of systemOrder(index)) {
    const text = told.texts[`${system}:${number}:${index}`];
    if (text) parts.push(make("details", {}, make("summary", {}, `How the counts of ${SYSTEMS[system]} come about`), make("pre", { tabindex: "0" }, text)));
  }
  if (parts.length > nTables) parts.push(make("details", {}, make("summary", {}, "What the words mean"), make("pre", { tabindex: "0" }, told.words[number])));
  if (DATA.command) parts.push(make("p", { class: "note" }, "Everything about this sentence: ", make("code", {}, ...commandWords(index))));
  $("explanation").replaceChildren(...parts);
  fadeTables();
}
