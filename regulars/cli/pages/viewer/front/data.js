// Loads the data of the run and of episodes. A data file is a script that calls `regularsPut` with a string of JSON,
// because a page on a disk may load scripts and nothing else.

const waiting = new Map();
const held = new Map();

globalThis.regularsPut = (address, text) => {
  const value = JSON.parse(text);
  held.set(address, value);
  waiting.get(address)?.(value);
};

/** The data at an address, which is loaded once. With `version`, it is loaded again for that version. */
export function load(address, version = "") {
  if (!version && held.has(address)) return Promise.resolve(held.get(address));
  return new Promise((resolve, reject) => {
    waiting.set(address, resolve);
    const script = document.createElement("script");
    script.src = version ? `${address}?version=${encodeURIComponent(version)}` : address;
    script.addEventListener("load", () => script.remove());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error(`${address} cannot be loaded. The run may have changed: load the page again.`));
    });
    document.head.append(script);
  });
}
