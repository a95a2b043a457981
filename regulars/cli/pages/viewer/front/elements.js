// Makes elements. Text always enters as text, so markup in a record shows as its letters.

import { rangesOf } from "./terms.js";

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...content(children));
  return node;
}

/** Children as a flat list. Null, undefined, false and empty texts stand for nothing. */
function content(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** Replaces what `node` holds. */
export function refill(node, ...children) {
  node.replaceChildren(...content(children));
}

/** An element with attributes, listeners (by the name of their event) and children: nodes, texts, lists, or null. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Words of a record, with those of a search marked: their direction of writing stays within them, and line breaks stay. */
export function words(text, terms = []) {
  const node = el("bdi", { dir: "auto", class: "words" });
  let done = 0;
  for (const [start, end] of rangesOf(text, terms)) {
    node.append(text.slice(done, start), el("mark", {}, text.slice(start, end)));
    done = end;
  }
  node.append(text.slice(done));
  return node;
}

/** A choice with a label. `options` are values, or pairs of value and label. */
export function choice(label, options, value, changed) {
  const select = el("select", { change: () => changed(select.value) });
  for (const option of options) {
    const [one, shown] = Array.isArray(option) ? option : [option, option];
    select.append(el("option", { value: one, selected: one === value }, shown));
  }
  return el("label", { class: "control" }, el("span", {}, label), select);
}

/** A field for searching. */
export function searchField(label, value, changed) {
  const field = el("input", { type: "search", input: () => changed(field.value) });
  field.value = value;
  return el("label", { class: "control" }, el("span", {}, label), field);
}

/** A count with its noun. */
export function counted(count, noun, several = `${noun}s`) {
  return `${count} ${count === 1 ? noun : several}`;
}

/** Tells readers of the screen, and everyone else, what has changed. */
export function announce(text) {
  document.getElementById("status").textContent = text;
}
