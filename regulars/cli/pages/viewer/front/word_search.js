// Finds lines in all episodes of a run, by the index of words. Each block of episodes is loaded when a search needs it.

import { load } from "./data.js";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...SIGNS].map((sign, value) => [sign, value]));

/** Calls `each` with every number of a text in digits: see `digits` of spoken_lines.py. */
function eachNumber(text, each) {
  let [number, size] = [0, 1];
  for (const sign of text) {
    const value = VALUES.get(sign);
    number += (value & 31) * size;
    size *= 32;
    if (value < 32) {
      each(number);
      [number, size] = [0, 1];
    }
  }
}

/** The increasing numbers of a packed text. */
function unpacked(text) {
  const found = [];
  let last = 0;
  eachNumber(text, (step) => found.push(last += step));
  return found;
}

/**
 * The lines of a block that hold all terms, by the digest of their episode. A line is its place in the episode and, if it
 * asks or answers a question, the kind, verdict and failure stage.
 */
export async function searchBlock(key, terms) {
  const head = await load(`words/${key}.js`);
  const held = new Uint8Array(head.episodes.reduce((sum, episode) => sum + episode[1], 0));
  for (const [place, term] of terms.entries()) {
    const words = head.words.map((word, at) => (word.startsWith(term) ? at : -1)).filter((at) => at >= 0);
    const partOf = (word) => head.starts.findLastIndex((start) => start <= word);
    const parts = new Map(await Promise.all([...new Set(words.map(partOf))].map(async (part) => [part, await load(`words/${key}-${part}.js`)])));
    for (const word of words) {
      const part = partOf(word);
      for (const line of unpacked(parts.get(part)[word - head.starts[part]])) if (held[line] === place) held[line] = place + 1;
    }
  }
  const found = new Map();
  let first = 0;
  for (const [digest, count, asked, results] of head.episodes) {
    const lines = [];
    for (let line = 0; line < count; line += 1) if (held[first + line] === terms.length) lines.push({ line });
    if (lines.length) found.set(digest, withQuestions(lines, unpacked(asked), results, head.results));
    first += count;
  }
  return found;
}

function withQuestions(lines, asked, digits, results) {
  const resultAt = new Map();
  let place = 0;
  eachNumber(digits, (result) => { resultAt.set(asked[place], results[result]); place += 1; });
  return lines.map(({ line }) => ({ line, result: resultAt.get(line) || null }));
}
