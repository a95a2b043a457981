// The list of all episodes with search and filters.

import { el, refill, svg, choice, searchField, counted, announce } from "./elements.js";
import { addressOf, wanted, go } from "./address.js";
import { badge, plain, toneOf } from "./labels.js";

const PORTION = 200;

/** Draws the list into `place` and returns a function that draws its rows again. */
export function showList(place, run) {
  const rows = el("tbody");
  const more = el("p");
  let shown = PORTION;

  function update() {
    const fields = wanted();
    const found = run.episodes.map((episode) => matching(run, episode, fields)).filter(Boolean);
    refill(rows, found.slice(0, shown).map(row));
    refill(more, found.length > shown && el("button", {
      type: "button", click: () => { shown += PORTION; update(); },
    }, `Show ${Math.min(PORTION, found.length - shown)} more`));
    const planned = run.planned > run.episodes.length ? ` of ${run.planned} planned` : "";
    announce(`${counted(found.length, "episode")} shown; the run has ${run.episodes.length}${planned}.`);
  }

  const fields = wanted();
  const filter = (name, label, place) => choice(label, options(run, place), fields[name], (value) => {
    shown = PORTION;
    go({ [name]: value }, true);
  });
  const systems = [...new Set(run.episodes.map((episode) => episode.system))];
  refill(place,
    problems(run),
    el("form", { class: "controls", role: "search", submit: (event) => event.preventDefault() },
      searchField("Search lives, systems and people", fields.find, (value) => { shown = PORTION; go({ find: value }, true); }),
      choice("System", [["", "all"], ...systems], fields.system, (value) => { shown = PORTION; go({ system: value }, true); }),
      filter("kind", "Kind of question", 0),
      filter("verdict", "Verdict", 1),
      filter("stage", "Failure stage", 2),
    ),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Episodes" },
      el("table", { class: "episodes" },
        el("thead", {}, el("tr", {}, ["Episode", "Right", "Questions", "By failure stage", "Ending"].map(
          (name) => el("th", { scope: "col" }, name)))),
        rows)),
    more,
  );
  update();
  return update;
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
function matching(run, episode, { find, system, kind, verdict, stage }) {
  if (system && episode.system !== system) return null;
  const text = [episode.name, episode.fault, ...episode.people].join(" ").toLowerCase();
  if (find && !text.includes(find.toLowerCase())) return null;
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
