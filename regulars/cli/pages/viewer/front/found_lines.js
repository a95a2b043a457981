// The lines of all episodes that a search has found, below their episodes.

import { el, refill, words, counted, announce } from "./elements.js";
import { addressOf } from "./address.js";
import { load } from "./data.js";
import { badge, moment, plain } from "./labels.js";
import { rangesOf, termsOf } from "./terms.js";
import { searchBlock } from "./word_search.js";

const EPISODES = 20;
const LINES = 3;
const BEFORE = 90;
const LONGEST = 280;
const PAUSE = 200;

/**
 * Returns a function that searches a run: it takes the run, the fields of the address and the episodes to look in. The
 * last search wins; others end quietly. One without words clears the place.
 */
export function lineSearch(place) {
  let latest = 0;
  let known = { find: "", blocks: new Map() };

  return async function search(run, fields, episodes) {
    latest += 1;
    const mine = latest;
    const terms = termsOf(fields.find);
    if (!terms.length) { refill(place); return; }
    if (known.find !== terms.join(" ")) {
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      if (mine !== latest) return;
      known = { find: terms.join(" "), blocks: new Map() };
    }
    const wanted = new Map(episodes.map((episode) => [episode.digest, episode]));
    const results = resultsView(place, fields, terms);
    try {
      for (const [done, key] of run.blocks.entries()) {
        if (!known.blocks.has(key)) {
          announce(`Searching … ${done} of ${counted(run.blocks.length, "part")} of the run. ${results.summary()}`);
          const found = await searchBlock(key, terms);
          if (mine !== latest) return;
          known.blocks.set(key, found);
        }
        for (const [digest, lines] of known.blocks.get(key)) {
          if (wanted.has(digest)) results.add(wanted.get(digest), lines.filter(({ result }) => passes(result, fields)));
        }
      }
      announce(results.summary());
    } catch (error) {
      if (mine === latest) announce(error.message);
    }
  };
}

/** Whether a line passes the filters on questions: without them every line does. */
function passes(result, { kind, verdict, stage }) {
  if (!kind && !verdict && !stage) return true;
  return result !== null && (!kind || result[0] === kind) && (!verdict || result[1] === verdict) && (!stage || result[2] === stage);
}

function resultsView(place, fields, terms) {
  const found = [];
  const list = el("div");
  const more = el("p");
  let lines = 0;
  let shown = 0;
  refill(place, list, more);

  function drawMore(until) {
    for (; shown < Math.min(until, found.length); shown += 1) list.append(episodeView(found[shown], fields, terms));
    refill(more, found.length > shown && el("button", { type: "button", click: () => drawMore(shown + EPISODES) },
      `Show ${Math.min(EPISODES, found.length - shown)} more of ${found.length - shown} episodes`));
  }
  return {
    add(episode, hits) {
      if (!hits.length) return;
      found.push({ episode, hits });
      lines += hits.length;
      drawMore(Math.max(shown, EPISODES));
    },
    summary: () => `${counted(lines, "line")} in ${counted(found.length, "episode")}.`,
  };
}

function episodeView({ episode, hits }, fields, terms) {
  const list = el("ol", { class: "found" });
  const draw = async (count) => {
    try {
      const lines = await load(`lines/${episode.digest}.js`);
      refill(list, hits.slice(0, count).map(({ line }) => lineView(lines[line], episode, fields, terms)));
    } catch (error) {
      refill(list, el("li", { class: "note fault" }, words(error.message)));
    }
  };
  draw(LINES);
  const all = hits.length > LINES && el("button", { type: "button", click: () => { all.remove(); draw(hits.length); } },
    `Show all ${hits.length} lines`);
  return el("section", {},
    el("h3", {},
      el("a", { href: addressOf({ ...fields, episode: episode.name }) }, words(episode.life), " ", words(episode.system)), " ",
      el("span", { class: "soft" }, counted(hits.length, "line"))),
    list, all);
}

function lineView(line, episode, fields, terms) {
  const target = line.turn ? { turn: line.turn } : { question: line.question };
  return el("li", {},
    el("a", { class: "soft", href: addressOf({ ...fields, episode: episode.name, ...target }) }, `${line.turn || "out of band"} ${moment(line.time)}`),
    " ", el("strong", {}, words(line.name)), " ", line.question && [badge(line.verdict === "-" ? line.stage : line.verdict), " ",
      el("span", { class: "soft" }, plain(line.kind)), " "],
    words(excerpt(line.text, terms), terms));
}

/** A text, or the part of a long one around the first word that was looked for. */
function excerpt(text, terms) {
  if (text.length <= LONGEST) return text;
  const [first] = rangesOf(text, terms)[0] || [0];
  const from = Math.max(0, Math.min(first - BEFORE, text.length - LONGEST));
  const start = from ? Math.min(first, text.indexOf(" ", from) + 1 || from) : 0;
  const end = start + LONGEST;
  return `${start ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}
