// Edits in their text. An edit is [start, end, correction, number of its type, verdict]; offsets count tokens.
const tokens = index => DATA.sources[index] ? DATA.sources[index].split(" ") : [];

// What a system made of a sentence, and what it missed. In the data k stands for edit k of the annotator it is compared
// with, -1-k for the same missed; what the annotator has not is written out.
const known = SYSTEMS.map(() => []);
function editsOf(system, index) {
  if (!known[system][index]) {
    const found = DATA.made[system][index];
    const wanted = DATA.gold[index][layerOf(system, index)][1];
    known[system][index] = typeof found === "number" ? [] : found.slice(1).map(item => {
      if (typeof item !== "number") return [...item, WRONG];
      return item < 0 ? [...wanted[-1 - item].slice(0, 4), MISSED] : [...wanted[item].slice(0, 4), RIGHT];
    });
  }
  return known[system][index];
}

function layerOf(system, index) {
  const found = DATA.made[system][index];
  return typeof found === "number" ? found : found[0];
}

const overlap = (a, b) => a[0] === a[1] || b[0] === b[1]
  ? Math.max(a[0], b[0]) <= Math.min(a[1], b[1]) : Math.max(a[0], b[0]) < Math.min(a[1], b[1]);

// Stricter: an insertion before or after words leaves them as they were.
const changesWords = (made, missed) => made[0] < missed[1] && missed[0] < made[1];

const inOrder = edits => [...edits].sort((a, b) => a[0] - b[0] || a[1] - b[1]);

function applied(index, edits) {
  const words = tokens(index), out = [];
  let place = 0;
  for (const [start, end, correction] of inOrder(edits)) {
    if (start < place) continue;
    out.push(...words.slice(place, start), correction);
    place = end;
  }
  return [...out, ...words.slice(place)].filter(Boolean).join(" ");
}

// Points the way the text runs; a page style turns it around in texts from right to left.
const arrow = () => make("span", { class: "arrow" }, "→");

// What was missed is small print after the words as they were left, or alone where they were changed otherwise.
function marked(words, edit, isAside) {
  const [start, end, correction, type, verdict] = edit, before = words.slice(start, end).join(" ");
  const said = make("span", { class: "hidden-text" }, ` ${CLASSES[verdict]}: `);
  const sign = make("span", { class: "sign", "aria-hidden": "true" }, SIGNS[verdict]);
  const title = `${CLASSES[verdict]}: ${before || "∅"} → ${correction || "∅"}` + (DATA.types[type] ? ` (${DATA.types[type]})` : "");
  if (verdict === MISSED) {
    return make("span", { class: "missed", title }, sign, said, isAside || !before ? "" : before + " ",
      make("small", {}, isAside && before ? before + " " : "", arrow(), " " + (correction || "∅")));
  }
  return make("ins", { class: CLASSES[verdict], title }, sign, said, before ? make("del", {}, before) : "",
    before && correction ? " " : "", correction || (before ? "" : "∅"));
}

// The source with a system's edits in it; what was missed where the system did something else comes after that.
function markedText(index, edits) {
  const words = tokens(index), out = [];
  let place = 0;
  const made = inOrder(edits.filter(edit => edit[4] !== MISSED)), missed = inOrder(edits.filter(edit => edit[4] === MISSED));
  const apart = missed.filter(edit => !made.some(other => changesWords(other, edit)));
  for (const edit of inOrder([...made, ...apart])) {
    if (edit[0] > place) out.push(words.slice(place, edit[0]).join(" ") + " ");
    out.push(marked(words, edit), " ");
    place = Math.max(place, edit[1]);
    for (const other of missed) {
      if (!apart.includes(other) && made.find(one => changesWords(one, other)) === edit) out.push(marked(words, other, true), " ");
    }
  }
  out.push(words.slice(place).join(" "));
  return out;
}

// The source with an annotator's edits, which are neither right nor wrong.
function goldText(index, edits) {
  const words = tokens(index), out = [];
  let place = 0;
  for (const [start, end, correction, type] of inOrder(edits)) {
    if (start < place) continue;
    if (start > place) out.push(words.slice(place, start).join(" ") + " ");
    const before = words.slice(start, end).join(" ");
    out.push(make("ins", { class: "gold", title: DATA.types[type] || undefined }, before ? make("del", {}, before) : "",
      before && correction ? " " : "", correction), " ");
    place = end;
  }
  out.push(words.slice(place).join(" "));
  return out;
}

// The source with the first annotator's edits, the deeper the red the more systems missed them; words to insert have a +.
function difficultyText(index) {
  const words = tokens(index), out = [];
  let place = 0;
  for (const edit of inOrder(DATA.gold[index][0][1])) {
    if (edit[0] < place) continue;
    if (edit[0] > place) out.push(words.slice(place, edit[0]).join(" ") + " ");
    const level = Math.round(10 * (SYSTEMS.length - edit[4]) / SYSTEMS.length);
    out.push(make("mark", { class: "h" + level }, words.slice(edit[0], edit[1]).join(" ") || "+" + edit[2]), " ");
    place = edit[1];
  }
  out.push(words.slice(place).join(" "));
  return out;
}
