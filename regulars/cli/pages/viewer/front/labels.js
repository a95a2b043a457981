// How verdicts, failure stages and times look everywhere.

import { el } from "./elements.js";

const RIGHT = ["correct", "right", "recalled", "like"];
const UNSURE = ["-", "partial", "undetermined", "open", "void", "unreached", "untraced"];
/** The width of a window, in pixels, up to which the panel stands above the conversation: 56rem. */
export const NARROW = 896;

export const STAGES = ["told", "written", "kept", "recalled", "used"];
const FAILS_AT = {
  "not told": "told", "not written": "written", "changed": "kept", "forgotten": "kept", "not recalled": "recalled",
  "not used": "used", "misused": "used", "open": "used",
};

/** `right`, `wrong` or `unsure`: the colour and the shape of a verdict or of a failure stage. */
export function toneOf(word) {
  if (RIGHT.includes(word)) return "right";
  return UNSURE.includes(word) ? "unsure" : "wrong";
}

/** A verdict or a stage as people read it, with a sign beside its colour. */
export function badge(word) {
  const tone = toneOf(word);
  const sign = { right: "✓", wrong: "✗", unsure: "○" }[tone];
  return el("span", { class: `badge ${tone}` }, el("span", { "aria-hidden": "true" }, `${sign} `), plain(word));
}

/** The verdict on an answer; without one, as in recordings, the stage that its question reached. */
export function resultOf(answer, question) {
  return answer.verdict === "-" ? question.stage : answer.verdict;
}

/** A verdict with the stage that explains it. */
export function resultView(answer, question) {
  const result = resultOf(answer, question);
  return [badge(result), ![result, "right", "-"].includes(question.stage) && `, ${plain(question.stage)}`];
}

/** A name of code as words. */
export function plain(name) {
  return name === "-" ? "no verdict" : name.replaceAll("_", " ");
}

/** The five steps from the disclosure to the answer, each `passed`, `failed` or `unknown`; null if there are none. */
export function stepsOf(stage) {
  if (stage === "right") return STAGES.map((name) => [name, "passed"]);
  if (stage === "recalled") return STAGES.map((name) => [name, name === "used" ? "unknown" : "passed"]);
  const failed = STAGES.indexOf(FAILS_AT[stage]);
  if (failed < 0) return null;
  const fate = stage === "open" ? "unknown" : "failed";
  return STAGES.map((name, place) => [name, place < failed ? "passed" : place === failed ? fate : "unknown"]);
}

/** A moment without its seconds. */
export function moment(time) {
  return time.slice(0, 16);
}

/** A moment in milliseconds. */
export function instant(time) {
  return Date.parse(`${time.replace(" ", "T")}Z`);
}

/** A number of a record, short enough to read. */
export function figure(value) {
  return typeof value === "number" ? String(Math.round(value * 10000) / 10000) : String(value);
}
