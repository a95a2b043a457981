// The life as a time line: sessions, changes of values, disclosures and questions, each mark a link to its place.

import { el, refill, svg, counted } from "./elements.js";
import { addressOf, wanted } from "./address.js";
import { instant, moment, plain, resultOf, toneOf } from "./labels.js";

const ROW = 30;
const EDGE = 12;
const GAP = 11;
const WIDEST = 0.2;  // the share of the width that a crowd of marks may take

/** The drawing of a life. It is drawn anew when its width changes. */
export function timeline(episode) {
  const place = el("figure", { class: "timeline", "aria-label": "Time line" });
  let width = 0;
  new ResizeObserver(() => {
    if (place.clientWidth && place.clientWidth !== width) {
      width = place.clientWidth;
      draw(place, episode, width);
    }
  }).observe(place);
  return place;
}

function draw(place, episode, width) {
  const rows = rowsOf(episode).filter((row) => row.marks.length);
  for (const row of rows) row.marks.sort((one, other) => one.at - other.at);
  const times = rows.flatMap((row) => row.marks.map((mark) => mark.at)).filter(Number.isFinite);
  if (!times.length) return;
  const first = Math.min(...times);
  const span = Math.max(...times) - first || 1;
  const x = (at) => EDGE + ((width - 2 * EDGE) * (at - first)) / span;
  const height = rows.length * ROW + 20;
  refill(place,
    svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Time line of the life" },
      ticks(first, span, x, height, width),
      rows.map((row, number) => drawn(row, number * ROW, x, width))),
    el("figcaption", { class: "soft" },
      "Press Tab to reach a row and the arrow keys to move along it. ",
      rows.map((row) => counted(row.marks.length, row.noun)).join(", ")),
  );
}

function rowsOf(episode) {
  const link = (fields) => addressOf({ ...wanted(), question: "", turn: "", ...fields });
  const opening = new Map();
  for (const turn of episode.turns) if (!opening.has(turn.session)) opening.set(turn.session, turn.id);
  const sessions = Object.entries(episode.people).map(([person, name]) => ({
    name: `sessions of ${name}`, noun: "session",
    marks: episode.sessions.filter((session) => session.person === person).map((session) => ({
      at: instant(session.started), tone: "session", href: link({ turn: opening.get(session.number) }),
      label: `session ${session.number}, ${moment(session.started)}, ${plain(session.ending)}`,
    })),
  }));
  const changes = episode.changes.map((change) => ({
    at: instant(change.time), tone: "change", href: null,
    label: `${change.time.slice(0, 10)}: ${plain(change.attribute)} changes from ${change.before} to ${change.value}`,
  }));
  const told = episode.ledger.filter((entry) => entry.how !== "hearsay").map((entry) => ({
    at: instant(entry.time), tone: entry.how === "correction" || entry.how === "over" ? "change" : "told",
    href: link({ turn: entry.turn }),
    label: `${moment(entry.time)}: told ${plain(entry.attribute)} = ${entry.value} (${entry.how})`,
  }));
  const asked = episode.answers.map((answer) => {
    const question = episode.questions[answer.question - 1];
    return {
      at: instant(answer.time), tone: toneOf(resultOf(answer, question)), href: link({ question: question.id }),
      label: `${moment(answer.time)}: question ${question.number}, ${question.kind}, ${plain(resultOf(answer, question))}`,
    };
  });
  return [
    ...sessions,
    { name: "values change", noun: "change", marks: changes },
    { name: "told", noun: "disclosure", marks: told },
    { name: "asked", noun: "question", marks: asked },
  ];
}

function ticks(first, span, x, height, width) {
  const day = 86400000;
  const least = (span * 90) / width;
  const step = [1, 2, 7, 14, 30, 61, 91, 182, 365, 730, 1825].map((days) => days * day).find((size) => size >= least) || span;
  const marks = [];
  for (let at = Math.ceil(first / day) * day; at <= first + span; at += step) {
    marks.push(svg("line", { x1: x(at), x2: x(at), y1: 0, y2: height - 16, class: "tick" }));
    if (x(at) < width - 64) {
      marks.push(svg("text", { x: x(at), y: height - 3, class: "small" }, new Date(at).toISOString().slice(0, 10)));
    }
  }
  return svg("g", { "aria-hidden": "true" }, marks);
}

function drawn(row, top, x, width) {
  const middle = top + 20;
  const places = apart(row.marks.map((mark) => x(mark.at)), width);
  const marks = row.marks.map((mark, place) => svg(mark.href ? "a" : "g", {
    href: mark.href, tabindex: place ? -1 : 0, role: mark.href ? null : "img", "aria-label": mark.label,
    class: `mark ${mark.tone}`,
  }, svg("title", {}, mark.label), shape(mark.tone, places[place], middle)));
  return svg("g", { role: "group", "aria-label": row.name, keydown: (event) => move(event, marks) },
    svg("line", { x1: 0, x2: width, y1: middle, y2: middle, class: "axis" }),
    svg("text", { x: 0, y: top + 10, class: "small" }, row.name),
    marks);
}

function shape(tone, x, y) {
  const paths = {
    session: `M${x - 2} ${y - 8}h5v16h-5z`,
    change: `M${x} ${y - 6}l6 11h-12z`,
    wrong: `M${x} ${y - 7}l7 7l-7 7l-7 -7z`,
    unsure: `M${x - 5} ${y - 5}h10v10h-10z`,
  };
  return paths[tone] ? svg("path", { d: paths[tone] }) : svg("circle", { cx: x, cy: y, r: tone === "told" ? 4 : 6 });
}

/** Moves marks of nearly the same moment apart, so that each can be seen and chosen. They stay in order. */
function apart(places, width) {
  const crowds = [];
  places.forEach((place, i) => {
    if (i && place - places[i - 1] < GAP) crowds[crowds.length - 1] += 1;
    else crowds.push(1);
  });
  const gaps = crowds.flatMap((size) => new Array(size).fill(Math.min(GAP, (WIDEST * width) / size)));
  const found = [...places];
  for (let i = 1; i < found.length; i += 1) found[i] = Math.max(found[i], found[i - 1] + gaps[i]);
  let limit = width - EDGE;
  for (let i = found.length - 1; i >= 0; i -= 1) {
    found[i] = Math.min(found[i], limit);
    limit = found[i] - gaps[i];
  }
  return found;
}

/** Moves the focus along a row. */
function move(event, marks) {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -marks.length, End: marks.length };
  const here = marks.indexOf(event.target.closest(".mark"));
  if (!(event.key in steps) || here < 0) return;
  event.preventDefault();
  const next = Math.max(0, Math.min(marks.length - 1, here + steps[event.key]));
  marks[here].setAttribute("tabindex", "-1");
  marks[next].setAttribute("tabindex", "0");
  marks[next].focus();
}
