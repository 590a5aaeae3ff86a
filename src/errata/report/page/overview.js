// The switch between measures.
const panels = [...document.querySelectorAll(".panel")];

function showMeasure(number) {
  state.measure = number;
  panels.forEach((panel, place) => { panel.hidden = place !== number; });
  if (N) measureChanged();
  fadeTables();
}

$("measure-switch").hidden = panels.length < 2;
$("measure").addEventListener("change", event => showMeasure(Number(event.target.value)));
