// @ts-check
/** Values that the browser keeps for a page, as JSON. Where the browser refuses to, they are kept until the page is closed. */

/** @type {Map<string, string>} */
const kept = new Map();

/** The value of a key; null if there is none. @param {string} key @returns {any} */
export function load(key) {
  try {
    return JSON.parse(kept.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value. @param {string} key @param {unknown} value */
export function save(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    kept.delete(key);
  } catch {
    kept.set(key, text);
  }
}
