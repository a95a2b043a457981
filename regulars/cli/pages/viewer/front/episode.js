// One episode: time line, conversation, and a panel with its questions or one of them.

import { el, refill, choice, searchField, words, announce, counted } from "./elements.js";
import { addressOf, wanted, go } from "./address.js";
import { exchangesOf, exchangeView, holds, notesOf, sessionHeading } from "./conversation.js";
import { NARROW, figure, plain, resultView } from "./labels.js";
import { questionPanel } from "./question.js";
import { termsOf } from "./terms.js";
import { timeline } from "./timeline.js";


/** Draws an episode into `place` and returns a function that follows the address. */
export function showEpisode(place, run, entry, episode) {
  const notes = notesOf(episode);
  const exchanges = exchangesOf(episode);
  const talk = el("section", { class: "talk", "aria-label": "Conversation" });
  const panel = el("aside", { class: "panel", "aria-label": "Questions" });
  let stage = episode.questions.some((one) => one.stage === wanted().stage) ? wanted().stage : "";
  let shown = null;

  function follow(focused = true) {
    const fields = wanted();
    const terms = termsOf(fields.find);
    const question = episode.questions.find((one) => one.id === fields.question);
    const isWhole = !terms.length || Boolean(fields.turn || question);
    const drawn = `${isWhole} ${terms.join(" ")}`;
    if (shown !== drawn) {
      shown = drawn;
      const found = exchanges.filter((exchange) => holds(exchange, terms));
      refill(talk, talkView(isWhole ? exchanges : found, notes, terms));
      if (terms.length) announce(`${found.length} of ${exchanges.length} exchanges hold these words.`);
    }
    refill(panel, question
      ? [panelLinks(question), questionPanel(question, notes, run, entry.digest)]
      : questionTable());
    panel.scrollTop = 0;
    for (const one of talk.querySelectorAll(".current")) one.classList.remove("current");
    if (fields.question && !question) panel.prepend(el("p", { class: "note" }, "This episode has no question ", words(fields.question), "."));
    const target = fields.turn ? `turn-${fields.turn}` : question ? placeOf(question) : "";
    const node = target && document.getElementById(target);
    if (node) {
      node.classList.add("current");
      const besides = window.innerWidth > NARROW || !question || fields.turn;
      if (focused && besides) node.scrollIntoView({ block: "center" });
    }
    if (!focused) return;
    if (fields.turn) node?.focus({ preventScroll: true });
    else if (question) document.getElementById("question-heading").focus({ preventScroll: window.innerWidth > NARROW });
  }

  function placeOf(question) {
    const answer = episode.answers.find((one) => one.question === question.number);
    if (!answer) return "";
    return answer.turn ? `turn-${answer.turn}` : `question-${answer.question}-${answer.attempt}`;
  }

  function chosen() {
    return episode.questions.filter((one) => !stage || one.stage === stage);
  }

  function panelLinks(question) {
    const list = chosen();
    const at = list.findIndex((one) => one.number >= question.number);
    const link = (one, label) => one && el("a", { class: "button", href: addressOf({ ...wanted(), question: one.id, turn: "" }) }, label);
    const before = list[at < 0 ? list.length - 1 : at - 1];
    const after = list[at < 0 ? -1 : list[at].number === question.number ? at + 1 : at];
    return el("nav", { class: "controls", "aria-label": "Questions" },
      el("a", { class: "button", href: addressOf({ ...wanted(), question: "", turn: "" }) }, "All questions"),
      link(before, "Previous"), link(after, "Next"));
  }

  function questionTable() {
    const stages = [...new Set(episode.questions.map((one) => one.stage))].sort();
    const body = el("tbody");
    const draw = () => refill(body, chosen().map((one) => el("tr", {},
      el("td", { class: "number" }, String(one.number)),
      el("td", {}, el("a", { href: addressOf({ ...wanted(), question: one.id, turn: "" }) },
        `${one.kind}${one.attribute && ` of ${plain(one.attribute)}`}`)),
      el("td", {}, resultView(one, one)))));
    draw();
    return el("details", { open: window.innerWidth > NARROW },
      el("summary", {}, el("strong", {}, counted(episode.questions.length, "question"))),
      choice("Failure stage", [["", "all"], ...stages.map((one) => [one, plain(one)])], stage, (value) => { stage = value; draw(); }),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of questions" }, el("table", {},
        el("thead", {}, el("tr", {}, ["No.", "Question", "Result"].map((name) => el("th", { scope: "col" }, name)))),
        body)));
  }

  function step(direction) {
    const list = chosen();
    const here = list.findIndex((one) => one.id === wanted().question);
    const next = list[here < 0 && direction < 0 ? list.length - 1 : here + direction];
    if (next) go({ question: next.id, turn: "" });
  }

  refill(place,
    crumbs(run, entry),
    el("h2", { tabindex: "-1", id: "view-heading" }, words(`${episode.scenario}, seed ${episode.seed}, ${episode.system}`)),
    facts(episode),
    el("form", { class: "controls", role: "search", submit: (event) => event.preventDefault() },
      searchField("Search what was said", wanted().find, (value) => go({ find: value, turn: "", question: "" }, true)),
      systemChoices(run, entry)),
    episode.fault && el("p", { class: "note fault" }, words(episode.fault)),
    timeline(episode),
    el("div", { class: "columns" }, panel, talk),
    el("p", { class: "soft" }, "Keys: j and k go to the next and the previous question, / to the search, Esc closes a question."));
  follow(Boolean(wanted().turn || wanted().question));
  return { follow: () => follow(), step };
}

function talkView(exchanges, notes, terms) {
  const found = [];
  let session = 0;
  for (const exchange of exchanges) {
    if (exchange.session && exchange.session !== session) {
      session = exchange.session;
      found.push(sessionHeading(notes.episode, session));
    }
    found.push(exchangeView(exchange, notes, terms));
  }
  return found;
}

function facts(episode) {
  const parts = [
    episode.recorded ? "a recording" : "", episode.ending ? `ended ${plain(episode.ending)}` : "has no ending",
    episode.score === null ? "" : `score ${figure(episode.score)}`, counted(episode.sessions.length, "session"),
    counted(episode.turns.length, "turn"), ...Object.entries(episode.settings).map(([name, value]) => `${name} ${value}`),
  ].filter(Boolean);
  return [
    el("p", { class: "soft" }, words(parts.join(" · "))),
    episode.projects.length ? el("p", { class: "soft" }, words(episode.projects.map((one) =>
      `project ${plain(one.domain)}: ${figure(one.understood + one.solved + one.confirmed + one.closed)} of 100`).join(" · "))) : null,
  ];
}

/** The way back to the list and to the neighbouring episodes. */
export function crumbs(run, entry) {
  const back = addressOf({ ...wanted(), episode: "", question: "", turn: "", with: "" });
  const at = run.episodes.indexOf(entry);
  const link = (one, label) => one && el("a", { class: "button", href: addressOf({ episode: one.name }) }, label);
  return el("nav", { class: "controls", "aria-label": "Episodes" },
    el("a", { class: "button", href: back }, "All episodes"),
    link(run.episodes[at - 1], "Previous episode"), link(run.episodes[at + 1], "Next episode"));
}

/** Choices of the system, and of a system to compare with, among those that played the same life. */
export function systemChoices(run, entry) {
  const same = run.episodes.filter((one) => one.life === entry.life);
  if (same.length < 2) return [];
  const nameOf = (system) => same.find((one) => one.system === system).name;
  return [
    choice("System", same.map((one) => one.system), entry.system, (value) => go({ episode: nameOf(value) })),
    choice("Compare with", [["", "none"], ...same.filter((one) => one !== entry).map((one) => one.system)], wanted().with,
      (value) => go({ with: value, turn: "", question: "" })),
  ];
}
