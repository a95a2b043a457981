// The conversation: what was said, and beside each turn what the environment and the evaluator noted.

import { el, words, counted } from "./elements.js";
import { addressOf, wanted } from "./address.js";
import { badge, figure, moment, plain, resultView } from "./labels.js";
import { holdsTerms } from "./terms.js";

/** The exchanges of an episode in order: a line of the user with its reply, or an out-of-band question. */
export function exchangesOf(episode) {
  const found = [];
  for (const turn of episode.turns) {
    const last = found[found.length - 1];
    if (turn.assistant && last && last.session === turn.session && !last.turns.some((one) => one.assistant)) {
      last.turns.push(turn);
      last.acts.push(...(turn.acts || []));
    } else {
      found.push({ session: turn.session, time: turn.time, turns: [turn], acts: [...(turn.acts || [])], answer: null });
    }
  }
  const aside = episode.answers.filter((answer) => !answer.turn).map((answer) => ({
    session: 0, time: answer.time, turns: [], answer,
    acts: [`${episode.questions[answer.question - 1].id} ${answer.attempt}`],
  }));
  return merged(found, aside);
}

/** Puts out-of-band questions between the exchanges by their times. */
function merged(talk, aside) {
  const found = [];
  for (const exchange of talk) {
    while (aside.length && aside[0].time < exchange.time) found.push(aside.shift());
    found.push(exchange);
  }
  return [...found, ...aside];
}

/** Finds what is noted beside a turn, once for an episode. */
export function notesOf(episode) {
  const gathered = (entries) => {
    const found = new Map();
    for (const entry of entries) if (entry.turn) found.set(entry.turn, [...(found.get(entry.turn) || []), entry]);
    return found;
  };
  return {
    episode, told: gathered(episode.ledger), chosen: gathered(episode.commitments), answers: gathered(episode.answers),
    turns: new Map(episode.turns.map((turn) => [turn.id, turn])),
  };
}

/** The heading of a session. */
export function sessionHeading(episode, number) {
  const session = episode.sessions.find((one) => one.number === number);
  if (!session) return el("h3", {}, `Session ${number}`);
  const name = episode.people[session.person] || session.person;
  return el("h3", {}, `Session ${number} `,
    el("span", { class: "soft" }, `${moment(session.started)}, `, words(name), session.ending && `, ${plain(session.ending)}`));
}

/** One exchange as it is read, with the terms of a search marked. */
export function exchangeView(exchange, notes, terms = []) {
  return exchange.answer ? aside(exchange.answer, notes, terms) : exchange.turns.map((turn) => turnView(turn, notes, terms));
}

/** Whether a line of an exchange holds the terms of a search. */
export function holds(exchange, terms) {
  const texts = exchange.answer ? [exchange.answer.asked || "", exchange.answer.reply || ""] : exchange.turns.map((turn) => turn.text);
  return texts.some((text) => holdsTerms(text, terms));
}

function turnView(turn, notes, terms) {
  const answers = notes.answers.get(turn.id) || [];
  return el("article", { class: `turn ${turn.assistant ? "reply" : "line"}`, id: `turn-${turn.id}`, tabindex: "-1" },
    el("header", {}, el("strong", {}, words(turn.name)), " ",
      el("a", { class: "soft", href: turnAddress(turn.id, notes), "aria-label": `Permalink to ${turn.id}` },
        `${turn.id} ${moment(turn.time)}`)),
    el("p", { class: "said" }, words(turn.text, terms)),
    el("ul", { class: "notes" },
      (notes.told.get(turn.id) || []).map((entry) => item(toldText(entry))),
      (notes.chosen.get(turn.id) || []).map((entry) => item(["chooses ", value(entry)])),
      (turn.noise || []).map((kind) => item(`noise: ${plain(kind)}`)),
      answers.map((answer) => item(questionLink(answer, notes))),
      (turn.feedback || []).map((shown) => item(["feedback: ", words(shown)])),
      (turn.rewards || []).map((reward) => item(rewardText(reward))),
      turn.kept && item(["keeps ", words(turn.kept.join(", "))]),
      turn.broken && item(["breaks ", words(turn.broken.join(", "))]),
      turn.recall && item(recallView(turn.recall, notes, answers))));
}

function aside(answer, notes, terms) {
  return el("article", { class: "turn aside", id: `question-${answer.question}-${answer.attempt}`, tabindex: "-1" },
    el("header", {}, el("strong", {}, "Out of band"), " ", el("span", { class: "soft" }, moment(answer.time))),
    el("p", { class: "said" }, words(answer.asked || "(not recorded)", terms)),
    el("p", { class: "said answer" }, words(answer.reply || "(empty reply)", terms)),
    el("ul", { class: "notes" },
      item(questionLink(answer, notes)),
      answer.recall && item(recallView(answer.recall, notes, [answer]))));
}

function item(content) {
  return el("li", {}, content);
}

function value(entry) {
  return [plain(entry.attribute), " = ", words(entry.value || "-")];
}

function toldText(entry) {
  const verb = entry.how === "hearsay" ? "says without telling " : "tells ";
  const how = entry.how === "hearsay" ? "" : ` (${plain(entry.how)})`;
  return [verb, value(entry), how, entry.reason && [", because ", words(entry.reason)]];
}

function rewardText(reward) {
  const terms = Object.entries(reward.terms).filter(([, amount]) => amount);
  const sum = Object.values(reward.terms).reduce((one, other) => one + (Number(other) || 0), 0);
  const parts = terms.map(([name, amount]) => `${plain(name)} ${figure(amount)}`).join(", ");
  return `reward of ${reward.seat}: ${figure(sum)}${parts && ` (${parts})`}`;
}

/** A link to a question, with its verdict. */
export function questionLink(answer, notes) {
  const question = notes.episode.questions[answer.question - 1];
  const repeat = answer.attempt > 1 ? ", asked again" : "";
  return [
    el("a", { href: addressOf({ episode: notes.episode.name, question: question.id }) },
      `question ${question.number}: ${question.kind}${question.attribute && ` of ${plain(question.attribute)}`}${repeat}`),
    " ", answer.attempt === 1 ? resultView(answer, question) : badge(answer.verdict),
  ];
}

function recallView(recall, notes, answers) {
  const evidence = new Set(answers.flatMap((answer) => {
    const trace = notes.episode.traces[answer.question];
    return trace ? trace.evidence.map((one) => one.turn.turn) : [];
  }));
  const hits = recall.hits || [];
  const summary = `recalled ${counted(hits.length, "item")}, ${counted(recall.tokens, "token")}`;
  if (!hits.length) return [summary, recall.why && [": ", words(recall.why)]];
  const list = el("ol", { class: "hits" });
  const details = el("details", { toggle: () => {
    if (details.open && !list.childNodes.length) list.append(...hits.map((hit) => hitView(hit, notes, evidence)));
  } }, el("summary", {}, summary), list);
  return details;
}

/** A recalled item: its id, its score and the turns that it cites. */
export function hitView([id, score, sources], notes, evidence) {
  const cites = sources.some((source) => evidence.has(source) || [...evidence].some((turn) => turn.startsWith(`${source}.`)));
  return el("li", { class: cites ? "cites" : null },
    el("code", {}, words(id)), score === null ? "" : ` score ${figure(score)}`, cites && " (evidence)",
    sources.slice(0, 4).map((source) => el("div", { class: "source" }, turnLink(source, notes))),
    sources.length > 4 && el("div", { class: "soft" }, `and ${sources.length - 4} more turns`));
}

/** The address of a turn. An open question stays open. */
export function turnAddress(id, notes) {
  return addressOf({ episode: notes.episode.name, question: wanted().question, turn: id });
}

/** A link to a turn with the beginning of its words. */
export function turnLink(id, notes) {
  const turn = notes.turns.get(id);
  if (!turn) return el("code", {}, words(id));
  const text = turn.text.length > 160 ? `${turn.text.slice(0, 160)} …` : turn.text;
  return [el("a", { href: turnAddress(id, notes) }, id), " ", words(text)];
}
