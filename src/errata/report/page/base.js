// Data and helpers. Texts from files only ever become text nodes and attributes, never markup.
const $ = id => document.getElementById(id);
const DATA = JSON.parse($("page-data").textContent);
const SYSTEMS = DATA.systems, MEASURES = DATA.measures;
const N = DATA.sources ? DATA.sources.length : 0;
const WRONG = 0, RIGHT = 1, MISSED = 2;
const SIGNS = ["✗", "✓", "◇"], CLASSES = ["wrong", "right", "missed"];
const state = { measure: 0, order: "file" };  // what is shown, which costs may be unpacked for first

// What a sentence is called: its number in the file, from 1.
const called = index => N && DATA.numbers.length ? DATA.numbers[index] : index + 1;
const placeOf = number => DATA.numbers.length ? DATA.numbers.indexOf(number) : number - 1;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== undefined && child !== null && child !== ""));
  return element;
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
}

// Scores come in thousandths, costs in millionths; both are shown in percent.
const percent = value => value === null || value === undefined ? "–" : (value / 10).toFixed(1);
const points = value => (value / 10000).toFixed(3);
const count = (n, one, many) => n.toLocaleString("en") + " " + (n === 1 ? one : many || one + "s");

// A name that may be broken after its colons, a signature that may be after its bars.
const breakable = (text, mark) => text.split(mark).flatMap((part, place) => place ? [mark, make("wbr"), part] : [part]);
const broken = name => breakable(name, ":");
document.querySelectorAll(".signature code").forEach(code => code.replaceChildren(...breakable(code.textContent, "|")));

// A name for the head of a column: of a long one the start and the end, where names of runs differ.
const LONGEST = 22, BESIDE = 18;  // in a table, and beside a text
const brief = (name, longest = LONGEST) => name.length <= longest ? name : name.slice(0, 8) + "…" + name.slice(9 - longest);

// A table that goes on to the right fades out there: a number cut in two would be taken for a smaller one.
function fade(box) {
  box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

function fadeTables() {
  document.querySelectorAll(".wide").forEach(fade);
}

addEventListener("resize", fadeTables);
document.addEventListener("scroll", event => {  // which does not bubble
  if (event.target.classList && event.target.classList.contains("wide")) fade(event.target);
}, true);

async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const unpacked = {};
function once(id) {
  unpacked[id] = unpacked[id] || unpack(id);
  return unpacked[id];
}

async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // a browser may forbid it to pages from disk
    const area = make("textarea", { "aria-label": "text to copy" });
    area.value = text;
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
  }
  const before = button.dataset.label || button.textContent;
  button.dataset.label = before;
  button.textContent = done ? "Copied" : "Could not copy";
  setTimeout(() => { button.textContent = before; }, 1500);
}
