// The difficulty map: a square for each sentence, the redder the more of its edits systems miss.
const map = $("map");
const squares = { size: 10, across: 1 };
let hardness = null;  // by sentence the share of edits missed, null where the gold has none

function hardnessOf(index) {
  let missed = 0, all = 0;
  SYSTEMS.forEach((_, system) => {
    for (const edit of editsOf(system, index)) {
      if (edit[4] !== WRONG) all++;
      if (edit[4] === MISSED) missed++;
    }
  });
  return all ? missed / all : null;
}

function drawMap() {
  const width = map.parentElement.clientWidth, scale = window.devicePixelRatio || 1;
  squares.size = N > 4000 ? 5 : N > 400 ? 9 : 14;
  squares.across = Math.max(1, Math.floor(width / squares.size));
  const down = Math.ceil(N / squares.across), gap = squares.size > 5 ? 1 : 0.5;
  map.width = width * scale;
  map.height = (down * squares.size + 2) * scale;
  map.style.height = down * squares.size + 2 + "px";
  if (!hardness) return;
  const colours = getComputedStyle(document.documentElement), pen = map.getContext("2d");
  const empty = colours.getPropertyValue("--empty"), ink = colours.getPropertyValue("--ink");
  const reds = Array.from({ length: 11 }, (_, level) => colours.getPropertyValue("--h" + level));
  const shown = new Set(listed);
  const corner = index => [1 + index % squares.across * squares.size, 1 + Math.floor(index / squares.across) * squares.size];
  pen.scale(scale, scale);
  pen.strokeStyle = empty;
  for (let index = 0; index < N; index++) {
    const isShown = shown.has(index), [left, top] = corner(index), side = squares.size - gap;
    const inset = isShown ? 0 : 0.35 * side;  // what is filtered out is a dot: faded red would be taken for an easy sentence
    pen.fillStyle = !isShown || hardness[index] === null ? empty : reds[Math.round(10 * hardness[index])];
    pen.fillRect(left + inset, top + inset, side - 2 * inset, side - 2 * inset);
    if (isShown && hardness[index] !== null && hardness[index] < 0.15) pen.strokeRect(left + 0.5, top + 0.5, side - 1, side - 1);  // else as pale as the page
  }
  pen.strokeStyle = ink;
  pen.lineWidth = 2;
  pen.strokeRect(...corner(current), squares.size - gap, squares.size - gap);
}

function sentenceAt(event) {
  const column = Math.floor((event.offsetX - 1) / squares.size), line = Math.floor((event.offsetY - 1) / squares.size);
  const index = line * squares.across + column;
  return column >= 0 && column < squares.across && index >= 0 && index < N ? index : -1;
}

function startMap() {
  map.addEventListener("click", event => {
    const index = sentenceAt(event);
    if (index >= 0) show(index);
  });
  map.addEventListener("mousemove", event => {
    const index = sentenceAt(event);
    map.title = index < 0 || !hardness ? "" : `Sentence ${called(index)}` + (hardness[index] === null ? "" : `: ${whole(hardness[index])}% missed`);
  });
  addEventListener("resize", drawMap);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawMap);
  drawMap();  // its room; what is in it can wait until the page is there
  (window.requestIdleCallback || setTimeout)(() => {
    hardness = DATA.sources.map((_, index) => hardnessOf(index));
    drawMap();
    performance.mark("map");
  });
}
