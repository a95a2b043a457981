// One question: what was asked, its evidence and what became of it in memory, and the ledger at that moment.

import { el, refill, words, counted } from "./elements.js";
import { hitView, turnAddress, turnLink } from "./conversation.js";
import { load } from "./data.js";
import { badge, figure, moment, plain, stepsOf } from "./labels.js";

/** The panel of a question. */
export function questionPanel(question, notes, run, digest) {
  const episode = notes.episode;
  const answers = episode.answers.filter((answer) => answer.question === question.number);
  const trace = episode.traces[question.number];
  const first = answers.find((answer) => "answerable" in answer) || answers[0];
  const rest = el("div", {}, first && trace ? [traceView(trace, first, notes), ledgerView(first, question, notes)] : null);
  return el("section", { "aria-labelledby": "question-heading" },
    el("h3", { id: "question-heading", tabindex: "-1" }, `Question ${question.number}: ${question.kind}`),
    first?.answerable === false ? null : steps(question.stage),
    el("p", {}, badge(question.stage), `: ${question.meaning}.`),
    el("dl", {},
      pair("Id", words(question.id)),
      pair("About", [plain(question.attribute) || "nothing", ", form ", plain(question.form), question.anchor && ", an anchor"]),
      pair("Asked by", [words(episode.people[question.asker] || question.asker),
        question.owner !== question.asker && [", about ", words(episode.people[question.owner] || question.owner)]]),
      pair("Purpose", question.purpose && words(question.purpose)),
      pair("Planned for", moment(question.planned)),
      !answers.length && pair("Status", plain(question.status))),
    answers.map((answer) => answerView(answer, notes)),
    run.served && trace && rebuildButton(question, notes, first, digest, rest),
    rest);
}

function pair(name, content) {
  return content ? [el("dt", {}, name), el("dd", {}, content)] : [];
}

/** The five steps from the disclosure to the answer, drawn as a chain. */
function steps(stage) {
  const found = stepsOf(stage);
  if (!found) return null;
  const signs = { passed: "✓", failed: "✗", unknown: "?" };
  return el("ol", { class: "steps", "aria-label": "Steps from the disclosure to the answer" }, found.map(([name, fate]) =>
    el("li", { class: fate }, el("span", { class: "sign", "aria-hidden": "true" }, signs[fate]), ` ${name}`,
      el("span", { class: "unseen" }, ` ${fate}`))));
}

function answerView(answer, notes) {
  const right = (answer.gold || []).join(" | ");
  const judged = answer.score === undefined ? "" : ` score ${figure(answer.score)}${answer.source ? `, by ${answer.source}` : ""}`;
  return el("dl", { class: "answer" },
    pair(answer.attempt > 1 ? "Asked again" : "Asked", [moment(answer.time), answer.turn
      ? [", answered by ", el("a", { href: turnAddress(answer.turn, notes) }, answer.turn)] : ", out of band"]),
    pair("Question", words(answer.asked || "(not recorded)")),
    pair("Gold", "answerable" in answer
      ? answer.answerable ? words(right || "(depends on the form)") : "none was told, so abstaining is right" : "none"),
    pair("Stale", answer.stale && words(answer.stale.join(" | "))),
    pair("Competitors", answer.others && words(answer.others.join(" | "))),
    pair("Reply", words(answer.reply || "(empty)")),
    pair("Verdict", [badge(answer.verdict), judged, answer.late && ", late"]),
    pair("Reason", answer.reason && words(answer.reason)));
}

/** What became of each turn of the evidence: a chain of operations from the disclosure to the recall. */
function traceView(trace, answer, notes) {
  const sets = new Set(trace.evidence.map((one) => one.alternative)).size;
  const ranks = new Map();
  trace.recalled.forEach((one, place) => {
    for (const turn of one.turns) if (!ranks.has(turn.turn)) ranks.set(turn.turn, place + 1);
  });
  const evidence = new Set(trace.evidence.map((one) => one.turn.turn));
  return [
    el("h4", {}, "Evidence and its trace"),
    sets > 1 && el("p", { class: "soft" }, `Any of ${sets} sets of turns is enough.`),
    !trace.evidence.length && el("p", { class: "soft" }, "The record names no evidence."),
    trace.evidence.map((one) => chain(one, ranks, answer, notes)),
    el("h4", {}, `Recalled: ${counted(trace.recalled.length, "item")}`),
    trace.why && el("p", { class: "soft" }, words(trace.why)),
    el("ol", { class: "hits" }, trace.recalled.map((one) => recalledView(one, notes, evidence))),
    trace.context && [el("h4", {}, "Context of the reply"), el("pre", {}, words(trace.context))],
    (trace.notes || []).map((note) => el("p", { class: "note" }, words(note))),
  ];
}

function chain(one, ranks, answer, notes) {
  const rank = ranks.get(one.turn.turn) || ranks.get(one.turn.turn.split(".")[0]);
  const heldBy = one.items.length ? ` by ${one.items.slice(0, 5).join(", ")}` : "";
  const shown = one.operations.length > 12 ? [...one.operations.slice(0, 6), null, ...one.operations.slice(-6)] : one.operations;
  return el("ol", { class: "chain" },
    el("li", { class: "passed" }, el("strong", {}, sessionTime(one, notes)), " ", turnLink(one.turn.turn, notes)),
    shown.map((op) => op === null
      ? el("li", { class: "unknown" }, `${one.operations.length - 12} more operations`)
      : el("li", { class: "passed" }, operation(op))),
    el("li", { class: one.fate === "held" ? "passed" : one.fate === "shown" ? "unknown" : "failed" }, `in memory when asked: ${one.fate}`, words(heldBy)),
    el("li", { class: rank ? "passed" : "failed" }, rank ? `recalled at rank ${rank}` : "not among the recalled items"),
    el("li", { class: answer.verdict === "correct" ? "passed" : answer.verdict === "-" ? "unknown" : "failed" },
      "reply ", badge(answer.verdict)));
}

function sessionTime(one, notes) {
  const turn = notes.turns.get(one.turn.turn);
  return turn ? `told ${moment(turn.time)}` : "told";
}

function operation(op) {
  const time = op.time ? ` ${op.time.slice(0, 16).replace("T", " ")}` : "";
  return [el("code", {}, op.verb), time, " ", words(op.id), op.other && [" with ", words(op.other)],
    op.kind && op.kind !== "turn" && ` as ${op.kind}`, op.cause && [", caused by ", words(op.cause)],
    op.why && [": ", words(op.why)]];
}

function recalledView(one, notes, evidence) {
  const view = hitView([one.item, one.score, one.turns.map((turn) => turn.turn)], notes, evidence);
  const retrievers = Object.entries(one.retrievers || {}).map(([name, score]) => `${name} ${figure(score)}`).join(", ");
  if (retrievers) view.append(el("div", { class: "soft" }, retrievers));
  if (one.text) view.append(el("p", { class: "said" }, words(one.text)));
  return view;
}

/** The ledger when the question was asked: entries about its attribute, or all. */
function ledgerView(answer, question, notes) {
  const { ledger, commitments } = notes.episode;
  const entries = [...ledger.slice(0, answer.ledger || 0), ...commitments.slice(0, answer.commitments || 0)]
    .sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
  const about = entries.filter((entry) => entry.attribute === question.attribute && entry.person === question.owner);
  const body = el("tbody");
  const draw = (shown) => refill(body, shown.map((entry) => el("tr", {},
    el("td", {}, moment(entry.time)), el("td", {}, plain(entry.attribute)), el("td", {}, words(entry.value || "-")),
    el("td", {}, plain(entry.how)), el("td", {}, notes.turns.has(entry.turn)
      ? el("a", { href: turnAddress(entry.turn, notes) }, entry.turn) : words(entry.turn)))));
  const all = el("input", { type: "checkbox", change: () => draw(all.checked ? entries : about) });
  draw(about);
  return [
    el("h4", {}, "Ledger at that moment"),
    el("label", { class: "check" }, all, ` all of ${counted(entries.length, "entry", "entries")}`),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Ledger" }, el("table", {},
      el("thead", {}, el("tr", {}, ["Time", "Attribute", "Value", "How", "Turn"].map((name) => el("th", { scope: "col" }, name)))),
      body)),
  ];
}

/** Rebuilds the memory on the server, for the words of its items, the scores of retrievers and reasons of operations. */
function rebuildButton(question, notes, first, digest, rest) {
  const button = el("button", { type: "button", click: async () => {
    button.disabled = true;
    button.textContent = "Rebuilding …";
    try {
      const { explanation, problem } = await load(`rebuilt/${digest}-${question.number}.js`);
      if (problem) throw new Error(problem);
      refill(rest, traceView(explanation, first, notes), ledgerView(first, question, notes));
      button.textContent = explanation.notes?.length ? "Rebuilt, with notes" : "Rebuilt: equals the record";
    } catch (error) {
      button.textContent = "Rebuild the memory again";
      button.disabled = false;
      rest.prepend(el("p", { class: "note fault" }, words(error.message)));
    }
  } }, "Rebuild the memory for words, scores and reasons");
  return button;
}
