// The viewer: shows what the address asks for, and follows a run that grows.

import { el, refill, words, announce, counted } from "./elements.js";
import { wanted, go } from "./address.js";
import { load } from "./data.js";
import { showComparison } from "./comparison.js";
import { showEpisode } from "./episode.js";
import { showList } from "./episode_list.js";

const EVERY = 2000;
const place = document.getElementById("view");
let run = null;
let view = { key: null };

/** Draws what the address asks for; what is there already only follows. */
async function show() {
  const fields = wanted();
  const entry = run.episodes.find((one) => one.name === fields.episode);
  const other = entry && run.episodes.find((one) => one.life === entry.life && one.system === fields.with && one !== entry);
  const key = !fields.episode ? "list" : [entry?.digest || fields.episode, other?.digest || ""].join(" ");
  if (view.key === key) { view.follow?.(run); return; }
  const isFirst = view.key === null;
  view = { key };
  if (!fields.episode) {
    view.follow = showList(place, run);
    return;
  }
  announce("Loading …");
  try {
    if (!entry) throw new Error(`The run has no episode ${fields.episode}.`);
    const episodes = await Promise.all([entry, other].filter(Boolean).map((one) => load(`episodes/${one.digest}.js`)));
    if (view.key !== key) return;
    if (other) showComparison(place, run, [entry, other], episodes);
    else Object.assign(view, showEpisode(place, run, entry, episodes[0]));
    announce("");
    if (!isFirst && !fields.question && !fields.turn) document.getElementById("view-heading").focus();
  } catch (error) {
    if (view.key !== key) return;
    refill(place,
      el("p", { class: "note fault" }, words(error.message)),
      el("p", {}, el("a", { href: "#" }, "All episodes")));
    announce("");
  }
}

/** Asks the server every two seconds whether the run has changed. */
async function watch(version) {
  let known = version;
  for (;;) {
    await new Promise((resolve) => { setTimeout(resolve, EVERY); });
    if (document.hidden) continue;
    try {
      const found = (await (await fetch("version.json")).json()).version;
      if (found === known) continue;
      known = found;
      const before = run.episodes.length;
      run = await load("run.js", known);
      await show();
      announce(`The run has changed: ${counted(run.episodes.length, "episode")}, ${before} before.`);
    } catch {
      announce("The server does not answer. Start regulars view again, then load the page anew.");
    }
  }
}

function keys(event) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && wanted().question) go({ question: "", turn: "" });
  if (typing) return;
  if (event.key === "/") {
    event.preventDefault();
    place.querySelector("input[type=search]")?.focus();
  }
  if (event.key === "j") view.step?.(1);
  if (event.key === "k") view.step?.(-1);
}

async function start() {
  try {
    run = await load("run.js");
  } catch (error) {
    refill(place, el("p", { class: "note fault" }, words(error.message)));
    return;
  }
  window.addEventListener("hashchange", show);
  document.addEventListener("keydown", keys);
  await show();
  if (run.served) watch((await (await fetch("version.json")).json()).version);
}

start();
