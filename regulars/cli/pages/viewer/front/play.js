// A person plays the assistant or the user: the conversation so far, a field for the next line, and as the user the life
// and the agenda.

import { el, refill, words, announce } from "./elements.js";
import { addressOf } from "./address.js";
import { NARROW } from "./labels.js";

const PAUSE = 1000;
const HELP = {
  assistant: "You are the assistant. The people come back for several sessions, and ask what they told you. "
    + "When the life is over, this page shows it with verdicts. Enter sends, Shift+Enter breaks the line.",
  user: "You are the user. Tell the assistant about your life in your own words, and see later what it remembers. "
    + "When the life is over, this page shows it with verdicts. Enter sends, Shift+Enter breaks the line.",
};

const place = document.getElementById("view");
const talk = el("section", { class: "talk", "aria-label": "Conversation" });
const panel = el("aside", { class: "panel", "aria-label": "Your life and your agenda" });
const field = el("textarea", { rows: 3, id: "reply", keydown: sendOnEnter });
const rating = el("select", {},
  [["", "no rating"], ["like", "like"], ["dislike", "dislike"]].map(([value, label]) => el("option", { value }, label)));
const carried = el("select");
const buttons = [el("button", { type: "submit" }, "Send")];
let state = { lines: [] };

function lineView(line) {
  if (line.kind === "heading") return el("h2", {}, line.name, " ", el("span", { class: "soft" }, line.text));
  if (line.kind === "feedback") return el("p", { class: "soft" }, "feedback: ", words(line.text));
  if (line.kind === "note") return el("p", { class: "soft noted" }, words(line.text));
  if (line.kind === "fault") return el("p", { class: "note fault" }, line.name, ": ", words(line.text));
  return el("article", { class: `turn ${line.kind}` },
    el("header", {}, el("strong", {}, words(line.name))),
    el("p", { class: "said" }, words(line.text || "(empty reply)")));
}

function checkList(title, entries, mark, open) {
  return el("details", { open }, el("summary", {}, el("strong", {}, title)), el("ul", { class: "checks" }, entries.map(([text, isDone]) => el("li", { class: isDone ? "done" : null },
    el("span", { "aria-hidden": "true" }, isDone ? "✓ " : "○ "), words(text), isDone && el("span", { class: "unseen" }, ` (${mark})`)))));
}

function drawLife() {
  if (!state.person) return;
  const isLifeOpen = panel.querySelector("details:last-child")?.open ?? window.innerWidth > NARROW;
  refill(panel,
    el("h2", {}, "You are ", words(state.person)),
    state.closing && el("p", { class: "note" }, "The session is closing: this is your last line."),
    checkList("Your agenda for this session", state.agenda, "done", true),
    checkList("Your life now, ticked if the assistant was told", state.facts, "the assistant was told", isLifeOpen));
  rating.disabled = !state.rates;
  refill(carried, el("option", { value: "" }, "recognised by its words"),
    state.agenda.filter(([, isDone, id]) => id && !isDone).map(([text, , id]) => el("option", { value: id }, text)));
}

function draw(found) {
  const before = state.lines.length;
  state = found;
  if (state.ended) {
    location.hash = addressOf({ episode: state.ended });
    location.reload();
    return;
  }
  talk.append(...state.lines.slice(before).map(lineView));
  drawLife();
  if (before) talk.lastElementChild?.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
  if (!state.waits) setTimeout(async () => draw(await stateNow()), PAUSE);
}

async function stateNow() {
  return (await fetch("state.json")).json();
}

async function send(event, closes = false) {
  event.preventDefault();
  if (buttons[0].disabled) return;
  if (state.person && !closes && !field.value.trim()) return field.focus();
  for (const button of buttons) button.disabled = true;
  try {
    const order = { seen: state.lines.length, text: field.value, rating: rating.value, closes, tells: carried.value };
    const answer = await fetch("reply.json", { method: "POST", body: JSON.stringify(order) });
    if (!answer.ok) throw new Error(`the line was not taken: ${answer.status}`);
    field.value = rating.value = "";
    announce("");
    draw(await answer.json());
  } catch (error) {
    announce(`The server does not answer (${error.message}). Your line is still in the field.`);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

function sendOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  if (state.seat === "assistant" || field.value.trim()) send(event);
}

async function start() {
  const found = await stateNow();
  const isUser = found.seat === "user";
  if (isUser) buttons.push(el("button", { type: "button", click: (event) => send(event, true) }, "Send and close the session"));
  const form = el("form", { class: "writing", submit: send },
    el("label", { for: "reply" }, isUser ? "Your next line" : "Your reply"), field,
    el("div", { class: "controls" }, buttons,
      isUser && [
        el("label", { class: "control" }, el("span", {}, "Last reply"), rating),
        el("label", { class: "control" }, el("span", {}, "This line carries"), carried)]),
    document.getElementById("status"));
  refill(place, el("p", { class: "soft" }, HELP[found.seat]),
    isUser ? el("div", { class: "columns" }, panel, el("div", { class: "talk" }, talk, form)) : [talk, form]);
  draw(found);
}

start();
