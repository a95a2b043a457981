// What a search looks for: the beginnings of words, in any order. Scripts without spaces, such as Chinese, count as words
// of two signs. `spoken_lines.py` takes lines apart in the same way.

const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const SPACED = `(?![${UNSPACED}])[\\p{L}\\p{N}_]`;
const PIECE = new RegExp(`[${UNSPACED}]+|(?:${SPACED})+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

/** The terms of a search, in lower case, without those that another one contains. */
export function termsOf(search) {
  const found = new Set();
  for (const piece of search.toLowerCase().match(PIECE) || []) {
    const signs = IS_UNSPACED.test(piece) ? [...piece] : null;
    if (!signs || signs.length === 1) found.add(piece);
    else for (let at = 0; at + 1 < signs.length; at += 1) found.add(signs[at] + signs[at + 1]);
  }
  return [...found].filter((one) => ![...found].some((other) => other !== one && other.startsWith(one)));
}

const patterns = new Map();

/** The places where a text holds a term. */
function patternOf(term) {
  if (!patterns.has(term)) patterns.set(term, new RegExp(IS_UNSPACED.test(term) ? term : `(?<!${SPACED})${term}`, "giu"));
  return patterns.get(term);
}

/** Whether a text holds all terms. */
export function holdsTerms(text, terms) {
  return terms.every((term) => text.search(patternOf(term)) >= 0);
}

/** The ranges of a text that the terms take up, in order and apart from each other. */
export function rangesOf(text, terms) {
  const found = terms.flatMap((term) => [...text.matchAll(patternOf(term))].map((one) => [one.index, one.index + one[0].length]));
  const ranges = [];
  for (const [start, end] of found.sort((one, other) => one[0] - other[0])) {
    const last = ranges[ranges.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
