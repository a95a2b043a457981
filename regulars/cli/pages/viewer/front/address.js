// The part of the address after "#": what is shown, so that every view has a permalink.
//
// episode, question (its id), turn, with (the other system), find (words that were said), and the filters of the list:
// name, system, kind, verdict, stage. Empty fields are left out.

const FIELDS = ["episode", "with", "question", "turn", "find", "name", "system", "kind", "verdict", "stage"];

/** What the address asks for. */
export function wanted() {
  const given = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(FIELDS.map((name) => [name, given.get(name) || ""]));
}

/** The address of a view. */
export function addressOf(fields) {
  const kept = new URLSearchParams();
  for (const name of FIELDS) if (fields[name]) kept.set(name, fields[name]);
  return `#${kept}`;
}

/** Changes some fields of the address. `quiet` replaces the entry in the history, as for each letter of a search. */
export function go(changes, quiet = false) {
  const address = addressOf({ ...wanted(), ...changes });
  if (address === location.hash) return;
  if (!quiet) { location.hash = address; return; }
  history.replaceState(null, "", address);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
