// A person plays the assistant: the conversation so far, and a field for the next reply.

import { el, refill, words, announce } from "./elements.js";

const place = document.getElementById("view");
const talk = el("section", { class: "talk", "aria-label": "Conversation" });
const field = el("textarea", { rows: 3, id: "reply", keydown: sendOnEnter });
const button = el("button", { type: "submit" }, "Reply");
let state = { lines: [], ended: false };

function lineView(line) {
  if (line.kind === "heading") return el("h2", {}, line.name, " ", el("span", { class: "soft" }, line.text));
  if (line.kind === "feedback") return el("p", { class: "soft" }, "feedback: ", words(line.text));
  return el("article", { class: `turn ${line.kind}` },
    el("header", {}, el("strong", {}, words(line.name))),
    el("p", { class: "said" }, words(line.text || "(empty reply)")));
}

function draw(found) {
  const before = state.lines.length;
  state = found;
  if (state.ended) { location.reload(); return; }
  talk.append(...state.lines.slice(before).map(lineView));
  talk.lastElementChild?.scrollIntoView({ block: "center" });
  field.focus();
}

async function send(event) {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  try {
    const answer = await fetch("reply.json", { method: "POST", body: JSON.stringify({ seen: state.lines.length, text: field.value }) });
    if (!answer.ok) throw new Error(`the reply was not taken: ${answer.status}`);
    field.value = "";
    announce("");
    draw(await answer.json());
  } catch (error) {
    announce(`The server does not answer (${error.message}). Your reply is still in the field.`);
  } finally {
    button.disabled = false;
  }
}

function sendOnEnter(event) {
  if (event.key === "Enter" && !event.shiftKey) send(event);
}

async function start() {
  refill(place,
    el("p", { class: "soft" }, "You are the assistant. The people come back for several sessions, and ask what they told you. "
      + "When the life is over, this page shows it with verdicts. Enter sends, Shift+Enter breaks the line."),
    talk,
    el("form", { class: "writing", submit: send }, el("label", { for: "reply" }, "Your reply"), field, button));
  draw(await (await fetch("state.json")).json());
}

start();
