// Two systems in the same life, side by side, aligned by what was planned.

import { el, refill, words, counted } from "./elements.js";
import { addressOf } from "./address.js";
import { exchangesOf, exchangeView, notesOf, sessionHeading } from "./conversation.js";
import { crumbs, systemChoices } from "./episode.js";
import { badge, plain } from "./labels.js";

/** Draws two episodes of one life into `place`. */
export function showComparison(place, run, entries, episodes) {
  const notes = episodes.map(notesOf);
  const names = episodes.map((episode) => episode.system);
  refill(place,
    crumbs(run, entries[0]),
    el("h2", { tabindex: "-1", id: "view-heading" }, words(`${episodes[0].scenario}, seed ${episodes[0].seed}: ${names.join(" and ")}`)),
    el("div", { class: "controls" }, systemChoices(run, entries[0])),
    differences(entries, episodes),
    el("section", { "aria-label": "Conversations side by side", class: "pairs" },
      el("div", { class: "pair heads", "aria-hidden": "true" }, names.map((name) => el("strong", {}, words(name)))),
      sessionRows(episodes, notes)));
}

/** The questions on which the systems differ. */
function differences(entries, episodes) {
  const others = new Map(episodes[1].questions.map((one) => [one.id, one]));
  const pairs = episodes[0].questions.map((one) => [one, others.get(one.id)]).filter(([one, other]) => other
    && (one.verdict !== other.verdict || one.stage !== other.stage));
  const cell = (question, at) => el("td", {},
    el("a", { href: addressOf({ episode: entries[at].name, question: question.id }) }, badge(question.verdict)), ` ${plain(question.stage)}`);
  return el("details", { open: true },
    el("summary", {}, el("strong", {}, `${counted(pairs.length, "question")} with different results, of ${episodes[0].questions.length}`)),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences" }, el("table", {},
      el("thead", {}, el("tr", {}, ["No.", "Question", ...episodes.map((one) => words(one.system))].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, pairs.map(([one, other]) => el("tr", {},
        el("td", { class: "number" }, String(one.number)),
        el("td", {}, `${one.kind}${one.attribute && ` of ${plain(one.attribute)}`}`), cell(one, 0), cell(other, 1)))))));
}

function sessionRows(episodes, notes) {
  const parts = episodes.map((episode) => blocksOf(exchangesOf(episode)));
  const numbers = [...new Set(parts.flatMap((blocks) => [...blocks.keys()]))].sort((one, other) => one - other);
  return numbers.map((number) => {
    const [one, other] = parts.map((blocks) => blocks.get(number) || []);
    const heads = episodes.map((episode) => (episode.sessions.some((session) => session.number === number)
      ? sessionHeading(episode, number) : null));
    return [
      heads[0] || heads[1],
      aligned(one, other).map((pair) => el("div", { class: "pair" }, pair.map((exchange, at) =>
        el("div", { class: exchange ? "side" : "side none", "data-system": episodes[at].system },
          exchange ? withoutIds(exchangeView(exchange, notes[at])) : el("span", { class: "soft" }, "nothing here"))))),
    ];
  });
}

/** The same turn stands on both sides, and ids of elements must be unique. */
function withoutIds(views) {
  const list = [views].flat();
  for (const view of list) view.removeAttribute("id");
  return list;
}

/** Exchanges by the session that they belong to: an out-of-band question belongs to the session before it. */
function blocksOf(exchanges) {
  const blocks = new Map();
  let session = 0;
  for (const exchange of exchanges) {
    session = exchange.session || session;
    if (!blocks.has(session)) blocks.set(session, []);
    blocks.get(session).push(exchange);
  }
  return blocks;
}

/**
 * Pairs the exchanges of two conversations. Two that carry out the same planned act are a pair, in as many cases as the
 * order allows; small talk between them is paired in order.
 */
export function aligned(one, other) {
  const alike = (left, right) => left.acts.some((act) => right.acts.includes(act));
  const best = Array.from({ length: one.length + 1 }, () => new Array(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const paired = alike(one[i], other[j]) ? best[i + 1][j + 1] + 1 : 0;
      best[i][j] = Math.max(paired, best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs = [];
  let [i, j, left, right] = [0, 0, [], []];
  const flush = () => {
    for (let k = 0; k < Math.max(left.length, right.length); k += 1) pairs.push([left[k] || null, right[k] || null]);
    [left, right] = [[], []];
  };
  while (i < one.length && j < other.length) {
    if (alike(one[i], other[j]) && best[i][j] === best[i + 1][j + 1] + 1) {
      flush();
      pairs.push([one[i], other[j]]);
      i += 1;
      j += 1;
    } else if (best[i + 1][j] >= best[i][j + 1]) {
      left.push(one[i]);
      i += 1;
    } else {
      right.push(other[j]);
      j += 1;
    }
  }
  left.push(...one.slice(i));
  right.push(...other.slice(j));
  flush();
  return pairs;
}
