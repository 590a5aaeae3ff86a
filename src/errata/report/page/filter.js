// Which sentences are listed, and in which order.
const OPERATIONS = { missing: "M", replacement: "R", unnecessary: "U" };
const hasOperations = N && DATA.types.some(Boolean) && DATA.types.every(type => /^[MRU](:|$)/.test(type));
let listed = [];
const texts = [];
let costs = null;

function operation(edit) {
  if (hasOperations) return DATA.types[edit[3]][0];
  return edit[0] === edit[1] ? "M" : edit[2] ? "R" : "U";
}

// Whether a number is in a range as groups are called: 3, 3–4 or 5+.
function inRange(name) {
  const [low, high] = name.endsWith("+") ? [name.slice(0, -1), Infinity] : name.includes("–") ? name.split("–") : [name, name];
  return value => value >= Number(low) && value <= Number(high);
}

const THIRDS = ["first third", "middle third", "last third"];
const nWords = text => text.split(/\s+/).filter(Boolean).length;

// Whether an edit is of a kind, as the heat table counts it: by itself, its sentence, and the annotator it is compared with.
function kindTest(wanted) {
  if (!wanted) return () => true;
  const name = wanted.slice(2), fits = inRange(name);
  if (wanted.startsWith("l:")) return edit => fits(Math.max(edit[1] - edit[0], nWords(edit[2]), 1));
  if (wanted.startsWith("p:")) return (edit, index) => THIRDS[Math.min(2, Math.floor(3 * Math.max(edit[0], 0) / Math.max(tokens(index).length, 1)))] === name;
  if (wanted.startsWith("s:")) return (_, index) => fits(tokens(index).length);
  if (wanted.startsWith("n:")) return (_, index, layer) => fits(DATA.gold[index][layer][1].length);
  if (wanted.startsWith("o:")) return edit => operation(edit) === OPERATIONS[name];
  const cut = wanted.startsWith("c:") ? 2 : 0;
  return edit => DATA.types[edit[3]].slice(cut) === name || (!DATA.types[edit[3]] && name === "no type");
}

// All texts of a sentence in one, in lower case; made when first searched.
function searchable(index) {
  if (texts[index] === undefined) {
    const all = new Set([DATA.sources[index]]);
    for (const [, edits] of DATA.gold[index]) all.add(applied(index, edits));
    SYSTEMS.forEach((_, system) => {
      const edits = editsOf(system, index).filter(edit => edit[4] !== MISSED);
      if (edits.length) all.add(applied(index, edits));
    });
    texts[index] = [...all].join("\n").toLowerCase();
  }
  return texts[index];
}

function verdictTest(wanted) {
  if (wanted === "not") return edit => edit[4] !== RIGHT;
  return wanted === "" ? () => true : edit => edit[4] === Number(wanted);
}

function matches() {
  const find = $("find").value.trim().toLowerCase(), kind = $("kind").value;
  const systemA = $("system-a").value, verdictA = $("verdict-a").value, systemB = $("system-b").value;
  const isKind = kindTest(kind), isA = verdictTest(verdictA), isB = verdictTest($("verdict-b").value);
  const systems = chosenSystems();
  const looksAtEdits = kind || verdictA || systemB !== "";
  const found = [];
  for (let index = 0; index < N; index++) {
    if (find && !searchable(index).includes(find)) continue;
    if (looksAtEdits) {
      let edits = systems.flatMap(system => editsOf(system, index).filter(edit => isA(edit) && isKind(edit, index, layerOf(system, index))));
      if (kind && !verdictA && systemA === "") {
        edits = edits.concat(DATA.gold[index].flatMap(([, found], layer) => found.filter(edit => isKind(edit, index, layer))));
      }
      if (systemB !== "") {
        const others = editsOf(Number(systemB), index).filter(isB);
        edits = edits.filter(edit => others.some(other => overlap(edit, other)));
      }
      if (!edits.length) continue;
    }
    found.push(index);
  }
  return found;
}

// By measure and system, the share of sentences with a lower score, ties counted half.
const shares = {};
function shareOf(measure, system) {
  const key = measure + ":" + system;
  if (!shares[key]) {
    const own = DATA.scores[measure][system], order = [...own.keys()].sort((a, b) => own[a] - own[b]);
    const share = new Array(N);
    for (let start = 0; start < N;) {
      let stop = start;
      while (stop < N && own[order[stop]] === own[order[start]]) stop++;
      for (let place = start; place < stop; place++) share[order[place]] = (start + stop) / 2 / N;
      start = stop;
    }
    shares[key] = share;
  }
  return shares[key];
}

const chosenSystems = () => $("system-a").value === "" ? SYSTEMS.map((_, system) => system) : [Number($("system-a").value)];

const ORDERS = {
  cost(index) {
    return chosenSystems().reduce((sum, system) => sum + costs[state.measure][system][index], 0) / chosenSystems().length;
  },
  disagree(index) {
    let sum = 0;
    for (const system of chosenSystems()) {
      const found = MEASURES.map((measure, place) => {
        const share = shareOf(place, system)[index];
        return measure.better === "lower" ? 1 - share : share;
      });
      sum += Math.max(...found) - Math.min(...found);
    }
    return sum / chosenSystems().length;
  },
  hard(index) {
    return SYSTEMS.reduce((sum, _, system) => sum + editsOf(system, index).filter(edit => edit[4] === MISSED).length, 0);
  },
};

function orderNote() {
  const measure = MEASURES[state.measure], chosen = $("system-a").value;
  const whose = chosen === "" ? "all systems, on average" : SYSTEMS[Number(chosen)];
  return {
    file: "",
    cost: `Cost: how many points ${measure.title} ${measure.label} would be better without the sentence (${whose}). Another measure is chosen above.`,
    disagree: `How far apart two measures place the sentence among all, at most: 100% if it is the best under one and the worst under another (${whose}).`,
    hard: "Hardest: the most missed edits over all systems.",
  }[state.order];
}

function findListed() {
  listed = matches();
  state.order = $("order").value;
  const key = ORDERS[state.order];
  if (key) {
    const values = new Map(listed.map(index => [index, key(index)]));
    listed.sort((a, b) => values.get(b) - values.get(a) || a - b);
  }
  $("status").textContent = listed.length === N ? count(N, "sentence") : `${listed.length.toLocaleString("en")} of ${count(N, "sentence")}`;
  $("order-note").textContent = orderNote();
}
