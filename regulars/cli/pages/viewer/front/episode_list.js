// The list of all episodes with filters; with words to look for, the lines that hold them.

import { el, refill, svg, choice, searchField, counted, announce } from "./elements.js";
import { addressOf, wanted, go } from "./address.js";
import { lineSearch } from "./found_lines.js";
import { badge, plain, toneOf } from "./labels.js";
import { termsOf } from "./terms.js";

const PORTION = 200;

/** Draws the list into `place` and returns a function that follows the address, and the run if it has grown. */
export function showList(place, first) {
  let run = first;
  let shown = PORTION;
  let drawn = "";
  const rows = el("tbody");
  const more = el("p");
  const notes = el("div");
  const controls = el("form", { class: "controls", role: "search", submit: (event) => { event.preventDefault(); draw(true); } });
  const table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Episodes" },
    el("table", { class: "episodes" },
      el("thead", {}, el("tr", {}, ["Episode", "Right", "Questions", "By failure stage", "Ending"].map(
        (name) => el("th", { scope: "col" }, name)))),
      rows));
  const lines = el("section", { "aria-label": "Lines found" });
  const search = lineSearch(lines);

  function follow(now = run) {
    const isGrown = now !== run;
    run = now;
    const choices = JSON.stringify([run.names, systems()]);
    if (choices !== drawn) drawControls();
    drawn = choices;
    draw(!isGrown);
  }

  function draw(isAsked) {
    const fields = wanted();
    const isSearch = termsOf(fields.find).length > 0;
    const found = run.episodes.map((episode) => matching(run, episode, fields)).filter(Boolean);
    refill(notes, problems(run));
    table.hidden = more.hidden = isSearch;
    lines.hidden = !isSearch;
    if (!isSearch || isAsked) search(run, fields, found.map(({ episode }) => episode));
    if (isSearch) return;
    refill(rows, found.slice(0, shown).map(row));
    refill(more, found.length > shown && el("button", {
      type: "button", click: () => { shown += PORTION; draw(true); },
    }, `Show ${Math.min(PORTION, found.length - shown)} more`));
    const planned = run.planned > run.episodes.length ? ` of ${run.planned} planned` : "";
    announce(`${counted(found.length, "episode")} shown; the run has ${run.episodes.length}${planned}.`);
  }

  function systems() {
    return [...new Set(run.episodes.map((episode) => episode.system))];
  }

  function drawControls() {
    const fields = wanted();
    const set = (name) => (value) => { shown = PORTION; go({ [name]: value }, true); };
    const filter = (name, label, at) => choice(label, options(run, at), fields[name], set(name));
    const focused = [...controls.querySelectorAll("input, select")].indexOf(document.activeElement);
    refill(controls,
      searchField("Search what was said", fields.find, set("find")),
      searchField("Lives, systems and people", fields.name, set("name")),
      choice("System", [["", "all"], ...systems()], fields.system, set("system")),
      filter("kind", "Kind of question", 0),
      filter("verdict", "Verdict", 1),
      filter("stage", "Failure stage", 2));
    controls.querySelectorAll("input, select")[focused]?.focus();
  }

  refill(place, notes, controls, table, more, lines);
  follow();
  return follow;
}

function problems(run) {
  const notes = [];
  if (run.problem) notes.push(el("p", { class: "note fault" }, `This folder shows no episodes: ${run.problem}`));
  if (run.rejected.length) {
    notes.push(el("details", { class: "note fault" },
      el("summary", {}, `${counted(run.rejected.length, "line")} of the file left out`),
      el("ul", {}, run.rejected.map((one) => el("li", {}, el("bdi", { dir: "auto" }, one))))));
  }
  return el("div", {}, notes);
}

function options(run, place) {
  const found = new Set();
  for (const episode of run.episodes) for (const count of episode.questions) found.add(run.names[count[place]]);
  return [["", "all"], ...[...found].sort().map((name) => [name, plain(name)])];
}

/** An episode with the counts of its questions that match the filters; null if the episode does not match. */
function matching(run, episode, { name, system, kind, verdict, stage }) {
  if (system && episode.system !== system) return null;
  const text = [episode.name, episode.fault, ...episode.people].join(" ").toLowerCase();
  if (name && !text.includes(name.toLowerCase())) return null;
  const stages = new Map();
  for (const [kindAt, verdictAt, stageAt, count] of episode.questions) {
    if (kind && run.names[kindAt] !== kind) continue;
    if (verdict && run.names[verdictAt] !== verdict) continue;
    if (stage && run.names[stageAt] !== stage) continue;
    stages.set(run.names[stageAt], (stages.get(run.names[stageAt]) || 0) + count);
  }
  return (kind || verdict || stage) && !stages.size ? null : { episode, stages };
}

function row({ episode, stages }) {
  const sums = { right: 0, wrong: 0, unsure: 0 };
  for (const [stage, count] of stages) sums[toneOf(stage)] += count;
  const all = sums.right + sums.wrong + sums.unsure;
  const lost = [...stages].filter(([stage]) => toneOf(stage) === "wrong").sort((one, other) => other[1] - one[1]);
  return el("tr", {},
    el("th", { scope: "row" },
      el("a", { href: addressOf({ ...wanted(), episode: episode.name }) },
        el("bdi", { dir: "auto" }, episode.life), " ", el("strong", {}, el("bdi", { dir: "auto" }, episode.system)))),
    el("td", { class: "number" }, bar(sums, all), ` ${sums.right}`),
    el("td", { class: "number" }, String(all)),
    el("td", {}, el("span", { class: "badges" }, lost.map(([stage, count]) => [badge(stage), ` ${count} `]))),
    el("td", {}, plain(episode.ending || "no ending"), episode.fault && [": ", el("bdi", { dir: "auto" }, episode.fault)]));
}

function bar(sums, all) {
  let left = 0;
  const parts = Object.entries(sums).filter(([, count]) => count).map(([tone, count]) => {
    const width = (60 * count) / all;
    const part = svg("rect", { x: left, y: 0, width, height: 8, class: `fill ${tone}` });
    left += width;
    return part;
  });
  return svg("svg", { width: 60, height: 8, viewBox: "0 0 60 8", "aria-hidden": "true" }, parts);
}
